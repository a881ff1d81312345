"""True variants, each with a short proof: what is weaker than the theorem, and what says the same."""

from __future__ import annotations

import sympy
from sympy import Integer, Max, Rational, floor, log

from bounds import symbols as s
from tests.power.changes import U, X, bound, eta, k, l, n, rate, relation, times, true, two_norm_examples, without

WEAKER = [
    true(claim, f"times {factor}", times(factor), "the bound is not negative, so a larger multiple of it holds too")
    for claim, factor in (
        ("bylander.2", "101/100"),
        ("bylander.2.tuned", "1001/1000"),
        ("bylander.3", "101/100"),
        ("bylander.3.tuned", "101/100"),
        ("bylander.5", "2"),
        ("bylander.6", "101/100"),
        ("bylander.7", "101/100"),
        ("bylander.8", "1001/1000"),
        ("bylander.9", "101/100"),
        ("bylander.11", "1001/1000"),
        ("bylander.12", "101/100"),
        ("bylander.double", "101/100"),
        ("bylander.fn5", "101/100"),
        ("bylander.7.267", "101/100"),
        ("bylander.7.264", "101/100"),
        ("kitani.wma", "101/100"),
        ("kitani.rwma", "101/100"),
        ("kitani.rwma.sqrtT", "101/100"),
        ("kitani.perc", "1001/1000"),
        ("kitani.winnow", "101/100"),
        ("kitani.winnow.beta", "2"),
        ("kitani.eq36", "101/100"),
        ("kw.winnow.up", "101/100"),
        ("kw.winnow.ok", "101/100"),
        ("kw.okx.bias", "101/100"),
        ("kw.okx.fix", "101/100"),
        ("kw.elim", "2"),
        ("gls.4.remark", "1001/1000"),
        ("gls.wm", "101/100"),
        ("gls.bw", "101/100"),
        ("gls.perceptron", "1001/1000"),
        ("gls.7.1a", "1001/1000"),
        ("gls.7.1b", "1001/1000"),
        ("gls.8.dh", "1001/1000"),
        ("gls.9.logp", "101/100"),
        ("gls.9.avg", "1001/1000"),
        ("gls.7.1.step", "1001/1000"),
        ("gls.4.1", "101/100"),
        ("gls.4.2", "101/100"),
    )
]

EQUIVALENT = [
    true("bylander.5", "no floor", bound(U**2 * X**2), "the number of mistakes is an integer"),
    true(
        "bylander.5",
        "strict, plus one",
        lambda c: c.replace(bound=floor(U**2 * X**2) + 1, relation="<"),
        "m < floor(b) + 1 says m <= b for an integer m",
    ),
    true("bylander.5", "rate doubled", rate(2 / X**2), "from w = 0 the rate scales all weights and no sign"),
    true("bylander.5", "rate 7", rate(Integer(7)), "from w = 0 the rate scales all weights and no sign"),
    true("bylander.5", "rate tiny", rate(Rational(1, 1000) / X), "from w = 0 the rate scales all weights and no sign"),
    true("bylander.5", "at least one", bound(Max(1, floor(U**2 * X**2))), "not less than the bound"),
    true(
        "bylander.5", "without X > 0", without("X > 0"), "a separated example is not 0; no trials at X = 0, no mistake"
    ),
    true("bylander.6", "no floor", bound(2 * U**2 * X**2 * log(n)), "the number of mistakes is an integer"),
    true("bylander.6", "dyadic", bound(2 * U**2 * X**2 * log(n) / log(2)), "ln n <= log2 n"),
    true(
        "bylander.7",
        "no floor",
        bound(((U * X + 1) * k + U * log(n) / eta) / (1 - eta * U * X**2 / 2)),
        "the number of mistakes is an integer",
    ),
    true("bylander.2", "squares", bound(((U / eta) ** 2 + l * X**2) * eta / 2), "the same expression, factored"),
    true("bylander.3", "two-norm examples", two_norm_examples, "a 2-norm is at least the largest entry"),
    true("bylander.9", "two-norm examples", two_norm_examples, "the rate of a larger X has the bound of that X"),
    true(
        "bylander.double",
        "strict",
        relation("<"),
        "Lemma A.1 is strict unless eta X = 0, and at X = 0 the excess 0 is below U ln(2n)/eta",
    ),
    true("bylander.3.tuned", "strict", relation("<"), "n >= 2, and Lemma A.1 is strict where eta X > 0"),
    true("bylander.8", "without X > 0", without("X > 0"), "at X = 0 the rate 2 tau/X**2 has no value: nothing is said"),
    true("bylander.9", "without X > 0", without("X > 0"), "at X = 0 the rate has no value: nothing is said"),
    true("bylander.11", "without X > 0", without("X > 0"), "at X = 0 the rate has no value: nothing is said"),
    true("bylander.3.klinit", "without examples", without("examples"), "the distance at the start reads no example"),
    true("bylander.3.klpos", "without examples", without("examples"), "sum u = sum w holds whatever X is"),
    true("bylander.2.tuned", "without l >= 1", without("l >= 1"), "at l = 0 the rate has no value: nothing is said"),
    true("bylander.11", "ceiling", bound(sympy.ceiling(U**2 * X**2) / 2), "not less than the bound"),
    true("bylander.12", "dyadic", bound(U**2 * X**2 * log(n) / log(2)), "ln n <= log2 n"),
    true("bylander.7.267", "8/3", bound(Rational(8, 3) * (k + log(n))), "theorem 7 at U = X = 1, eta = 1/2 is 8/3"),
    true("bylander.7.264", "2.6324", bound(Rational("2.6324") * (k + log(n))), "1/ln(2/(1 + 1/e)) = 2.63237..."),
    true(
        "kitani.wma",
        "(1 + eta) m_n",
        bound((1 + eta) * k + 2 * log(s.N) / eta),
        "a(eta) <= (2 + eta) b(eta) up to 1/2: -ln(1 - eta) = 0.693, -(5/2) ln(1 - eta/2) = 0.719 at the end",
    ),
    true(
        "kitani.wma",
        "the potential's own bound",
        bound((log(1 / (1 - eta)) * k + log(s.N)) / log(1 / (1 - eta / 2)) - k),
        "(1 - eta)**m_n <= N (1 - eta/2)**M, solved for M",
    ),
    true(
        "kitani.rwma",
        "the potential's own bound",
        bound((-log(1 - eta) / eta - 1) * k + log(s.N) / eta),
        "(1 - eta)**m_n <= N exp(-eta E[M]), solved for E[M]",
    ),
    true(
        "kitani.rwma",
        "linear charge 4/5",
        bound(Rational(4, 5) * eta * k + log(s.N) / eta),
        "-ln(1 - eta)/eta - 1 <= 0.7726 eta up to 1/2, as it is convex",
    ),
    true("kitani.eq33", "without its 1", bound(1 + 2 * s.mplus), "the potential is above 1/2 N for m- > 0: m- <= 2 m+"),
    true(
        "kitani.winnow",
        "without its 2",
        lambda c: c.replace(bound=3 * k * (log(s.N) / log(2) + 1), relation="<="),
        "m- <= 2 m+ and m+ <= k (log2 N + 1)",
    ),
    true("kitani.eq36", "floor", bound(k * (floor(log(s.N) / log(2)) + 1)), "promotions are whole"),
    true("kitani.eq27", "without disjunction", without("disjunction"), "active weights above N are halved, whatever u"),
    true("kitani.lem4", "without disjunction", without("disjunction"), "weights are positive, so w_n <= w.x <= N"),
    true(
        "kitani.perc", "without l >= 1", without("l >= 1"), "with no trials gamma is no number above 0: nothing is said"
    ),
    true(
        "kitani.eq25",
        "without disjunction",
        without("disjunction"),
        "each promotion adds w.x <= N, whatever the label's origin",
    ),
    true("kw.perc.okx", "explicit", bound((4 * k + 1) * (X + 1)), "the convergence theorem; it implies 10 k X"),
    true(
        "kw.elim",
        "without alpha > 1",
        without("alpha > 1"),
        "alpha > N - k is left: alpha <= 1 only at N = k, and then Winnow does not exist or does not err",
    ),
    true("kw.winnow.up", "without alpha > 1", without("alpha > 1"), "there is no Winnow with a factor of at most 1"),
    true("kw.incr", "without alpha > 1", without("alpha > 1"), "there is no Winnow with a factor of at most 1"),
    true(
        "kw.13b", "without d >= 1", without("d >= 1"), "at d = 0 the only pair is e_1 and 0, and 0 tells them not apart"
    ),
    true("kw.lemma10", "without d >= 1", without("d >= 1"), "one pair has no i < t"),
    true("kw.thm8", "without inputs", without("inputs"), "the proof is linear algebra over the reals"),
    true("gls.6.perceptron", "half", times("1/2"), "m <= R**2 <= (3 R**2 + 5 R)/2"),
    true("gls.6.perceptron", "a third", times("1/3"), "m <= R**2 <= R**2 + 5 R/3"),
    true(
        "gls.wm",
        "without the entropy term",
        bound(2 * U**2 * X**2 * log(n) / s.delta**2),
        "the entropy is not negative",
    ),
    true("gls.7.1b", "without its factor", bound((s.p - 1) * U**2 * X**2 / s.delta**2), "the factor is at most 1"),
    true("gls.7.1a", "p", bound(s.p * U**2 * X**2 / s.delta**2), "p - 1 < p"),
    true("gls.7.1a+", "as (a)", bound(U**2 * X**2 * s.m * (s.p - 1)), "1 + (m - 1)(p - 1) <= m (p - 1) for p >= 2"),
    true("gls.8.dh", "without delta > 0", without("delta > 0"), "0 < a < 2 eta delta/X**2 asks for delta > 0 anyway"),
    true("gls.wm.a", "without delta > 0", without("delta > 0"), "0 < a < 2 delta/(U X**2) asks for delta > 0 anyway"),
    true("gls.5.1", "without U > 0", without("U > 0"), "at u = 0 both sides are 0"),
    true("gls.bw.eq", "without beta < 1", without("beta < 1"), "w+ - w- = 2 sinh(z) for either sign of ln(1/beta)"),
]
