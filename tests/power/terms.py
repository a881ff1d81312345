"""False variants that lack a term, a logarithm, a root or a power, have the wrong norm or rate, or are strict."""

from __future__ import annotations

import sympy
from sympy import Integer, Max, Rational, floor, log, sqrt

from bounds import symbols as s
from tests.power.changes import (
    U,
    X,
    at_exponent,
    bound,
    eta,
    false,
    k,
    l,
    max_norm_examples,
    n,
    rate,
    relation,
    substituted,
    tau,
)

TERMS = [
    false("bylander.1", "half", bound(s.side * (s.ux - s.wx) / 2), "w = 0, u.x = 1, point outcome 1: 1 against 1/2"),
    false("bylander.2", "first term dropped", bound(eta * l * X**2 / 2), "x = u = 1, eta = 1: 1 against 1/2"),
    false("bylander.2", "second term dropped", bound(U**2 / (2 * eta)), "u = 0: alternating far-out ends cost eta > 0"),
    false(
        "bylander.2", "charge halved", bound(U**2 / (2 * eta) + eta * l * X**2 / 4), "x = u = eta = 1: 1 against 3/4"
    ),
    false(
        "bylander.2", "tuned bound at any rate", bound(U * X * sqrt(l)), "x = u = 1 four times, eta -> 0: 4 against 2"
    ),
    false(
        "bylander.2",
        "charge by sqrt(l)",
        bound(U**2 / (2 * eta) + eta * sqrt(l) * X**2 / 2),
        "l orthonormal examples, u their sum, eta = 1: l against (l + sqrt(l))/2",
    ),
    false("bylander.2.tuned", "root dropped", bound(U * X), "orthonormal examples attain sqrt(l) U X, l = 2"),
    false("bylander.2.tuned", "fourth root", bound(U * X * l ** Rational(1, 4)), "orthonormal examples, l = 2"),
    false(
        "bylander.2.step",
        "second term halved",
        bound(2 * eta * s.side * (s.ux - s.wx) - eta**2 * s.xx / 2),
        "w = 0, u = 0, x = eta = 1: the distance grows from 0 to 1, not 1/2",
    ),
    false(
        "bylander.3",
        "log dropped",
        bound(U / eta + eta * l * U * X**2 / 2),
        "the ramp pays U ln n/eta (1 - O(eta)), and ln 8 = 2.08",
    ),
    false(
        "bylander.3",
        "root of the log",
        bound(U * sqrt(log(n)) / eta + eta * l * U * X**2 / 2),
        "the ramp pays U ln n/eta (1 - O(eta)), and sqrt(ln 8) = 1.44 < 2.08",
    ),
    false(
        "bylander.3", "first term dropped", bound(eta * l * U * X**2 / 2), "(1, -1), u = e_1, eta = 1: 1 against 1/2"
    ),
    false(
        "bylander.3",
        "second term dropped",
        bound(U * log(n) / eta),
        "alternating (1, -1) and (-1, 1) costs tanh(eta) a pair without end",
    ),
    false(
        "bylander.3",
        "charge by sqrt(l)",
        bound(U * log(n) / eta + eta * sqrt(l) * U * X**2 / 2),
        "alternating costs tanh(eta) a pair, linear in l",
    ),
    false(
        "bylander.3.tuned", "log dropped", bound(U * X * sqrt(2 * l)), "n = 64, (1, -1, ..., -1) once: 63/32 > sqrt(2)"
    ),
    false(
        "bylander.3.tuned",
        "root of l dropped",
        bound(U * X * sqrt(2 * log(n))),
        "l times a small ratio: 0.9 U X sqrt(2 l ln n) is reached at l = 40",
    ),
    false("bylander.5", "U X", bound(floor(U * X)), "orthonormal examples, n = 2: 2 mistakes, U X = sqrt(2)"),
    false("bylander.5", "U**2 X", bound(floor(U**2 * X)), "x = 2, u = 1/2: one mistake, U**2 X = 1/2"),
    false(
        "bylander.5",
        "0.9 beyond one",
        bound(Max(1, floor(U**2 * X**2 * Rational(9, 10)))),
        "two orthonormal examples: 2 mistakes, 9/10 * 2 < 2",
    ),
    false(
        "bylander.5",
        "0.99 beyond two",
        bound(Max(2, floor(U**2 * X**2 * Rational(99, 100)))),
        "three orthonormal examples: 3 mistakes, 99/100 * 3 < 3",
    ),
    false("bylander.5", "dimension", bound(n), "(1, 0), (-1, 1), (1, 0) are three mistakes in dimension 2"),
    false(
        "bylander.6",
        "log dropped",
        bound(floor(2 * U**2 * X**2)),
        "halving: n = 16, X = U = 1, half of the weight errs: 4 mistakes against 2",
    ),
    false("bylander.6", "U X", bound(floor(2 * U * X * log(n))), "delta = 1/8, n = 8: ties cost about ln n/delta**2"),
    false(
        "bylander.7",
        "U X k",
        bound(floor((U * X * k + U * log(n) / eta) / (1 - eta * U * X**2 / 2))),
        "n = 1, x = 0: k mistakes against 0",
    ),
    false(
        "bylander.7",
        "log term times 7/10",
        bound(floor(((U * X + 1) * k + Rational(7, 10) * U * log(n) / eta) / (1 - eta * U * X**2 / 2))),
        "k = 0 and eta = 1/(U X**2) is theorem 6 times 7/10",
    ),
    false(
        "bylander.7",
        "log term dropped",
        bound(floor((U * X + 1) * k / (1 - eta * U * X**2 / 2))),
        "n = 2, x = (1, -1), u = e_1: a tie is a mistake, and k = 0",
    ),
    false("bylander.8", "U X/(4 tau)", bound(U * X / (4 * tau)), "x = 1, u = 2, tau = 1: loss 2 - 1 = 1 against 1/2"),
    false("bylander.8", "root", bound(sqrt(U**2 * X**2 / (4 * tau))), "x = u = 1, tau = 1/8: 2 against sqrt(2)"),
    false("bylander.9", "log dropped", bound(U**2 * X**2 / (2 * tau)), "the ramp pays U ln n/eta, and ln 8 = 2.08"),
    false(
        "bylander.9",
        "root of the log",
        bound(U**2 * X**2 * sqrt(log(n)) / (2 * tau)),
        "the ramp pays U ln n/eta, and sqrt(ln 8) = 1.44 < 2.08",
    ),
    false("bylander.11", "U X/2", bound(U * X / 2), "two orthonormal examples: loss 1 against sqrt(2)/2"),
    false(
        "bylander.12", "log dropped", bound(U**2 * X**2), "the ramp with small delta pays U**2 X**2 ln n, ln 8 = 2.08"
    ),
    false("bylander.A1", "quarter", bound(eta * s.wx / U + eta**2 * X**2 / 4), "w = (1, 1), x = (1, -1), eta = 1/2"),
    false("bylander.A1", "linear", bound(eta * s.wx / U), "w = (1, 1), x = (1, -1): ln cosh eta > 0"),
    false(
        "bylander.double", "ln n", bound(U * log(n) / eta + eta * l * U * X**2 / 2), "n = 1, one trial: 1 against eta/2"
    ),
    false(
        "bylander.fn5",
        "U X k",
        bound(floor((U * X * k + U**2 / (2 * eta)) / (1 - eta * X**2 / 2))),
        "x = 0, u = 0: k mistakes against 0",
    ),
    false(
        "bylander.fn5",
        "0.9 beyond k",
        lambda c: c.replace(bound=Max(k, floor(Rational(9, 10) * c.inner_bound))),
        "two orthonormal examples, eta = 1, k = 0: 2 mistakes, 9/10 * 2 < 2",
    ),
    false("bylander.7.267", "only 2 ln n", bound(Rational("2.67") * k + 2 * log(n)), "halves err: 2.63 ln(n/2) + 1"),
    false("bylander.7.267", "log dropped", bound(Rational("2.67") * (k + 1)), "n = 16, halving: 4 at k = 0"),
    false("bylander.7.264", "log dropped", bound(Rational("2.64") * (k + 1)), "n = 16, halving: 4 at k = 0"),
    false("bylander.7.264", "only k", bound(Rational("2.64") * k), "n = 2, a tied vote is a mistake for y = -1; k = 0"),
    false("kitani.wma", "log dropped", bound((1 + 2 * eta) * k + 2 / eta), "eta = 1/2, N = 64 halved: 6 against 4"),
    false(
        "kitani.wma",
        "root of the log",
        bound((1 + 2 * eta) * k + 2 * sqrt(log(s.N)) / eta),
        "eta = 1/2, half of the weight wrong, N = 64: about 3.5 ln 32 = 12 against 8.2",
    ),
    false("kitani.wma", "log term dropped", bound((1 + 2 * eta) * k), "a tied vote is a mistake; k = 0 for one expert"),
    false("kitani.wma", "m_n dropped", bound(2 * log(s.N) / eta), "two experts err in turn: M - m_n = l/2 without end"),
    false("kitani.wma", "m_n halved", bound(k / 2 + 2 * log(s.N) / eta), "two experts err in turn: M - m_n = k"),
    false("kitani.rwma", "log dropped", bound(eta * k + 1 / eta), "N = 64, all but one err: E[M] near ln 64/eta"),
    false("kitani.rwma", "log term dropped", bound(eta * k), "N = 2, one errs: 1/2 against 0"),
    false(
        "kitani.rwma", "eta m_n dropped", bound(log(s.N) / eta), "eta = 1/2, two err in turn: 7/6 for k = 1 without end"
    ),
    false(
        "kitani.rwma",
        "eta m_n halved",
        bound(eta * k / 2 + log(s.N) / eta),
        "eta = 1/2, N = 16 err one at a time: 1.357 a cycle against 1 + 1/4",
    ),
    false("kitani.perc", "R/gamma", bound(s.R / s.gamma), "two orthonormal examples: 2 against sqrt(2)"),
    false("kitani.perc", "R**2/gamma", bound(s.R**2 / s.gamma), "two orthonormal examples: 2 against sqrt(2)"),
    false("kitani.perc", "dimension", bound(n), "(1, 0), (-1, 1), (1, 0) are three mistakes in dimension 2"),
    false("kitani.winnow", "k dropped", bound(2 + 3 * (log(s.N) / log(2) + 1)), "N = k = 4, e_i each 3 times: 12 > 11"),
    false("kitani.winnow", "log dropped", bound(2 + 3 * k), "k = 1, N = 32, e_1 -> +1 six times: 6 > 5"),
    false("kitani.winnow", "3 k by k", bound(2 + k * (log(s.N) / log(2) + 1)), "N = 8, k = 1: 7 mistakes against 6"),
    false(
        "kitani.eq27",
        "more",
        bound(-s.N * Rational(11, 20)),
        "N = 12: irrelevant weights of 13 in all lose 13/2, which is less than 33/5",
    ),
    false("kitani.eq33", "constant dropped", bound(2 * s.mplus), "0 < 0 at the first correct trial"),
    false("kitani.eq33", "promotions dropped", bound(Integer(2)), "N = 8, k = 1: more than two demotions"),
    false(
        "kw.winnow.up",
        "second term dropped",
        bound((1 + s.alpha) * k * Max(0, sympy.ceiling(log(s.theta) / log(s.alpha)))),
        "k = 0, theta = 1, e_1 -> -1",
    ),
    false(
        "kw.winnow.up",
        "first term dropped",
        bound(s.alpha * s.N / ((s.alpha - 1) * s.theta)),
        "N = k = 1, alpha = 2, theta = 8: three promotions against 1/4",
    ),
    false("kw.perc.okx", "X dropped", bound(10 * k), "the Hadamard pairs of order 16 force 16 mistakes at k = 1"),
    false("kw.okx.bias", "X dropped", bound(4 * k + 1), "the Hadamard pairs of order 8 force 8 mistakes at k = 1"),
    false("kw.okx.fix", "X dropped", bound(4 * k), "the Hadamard pairs of order 8 or 16 force more than 4 at k = 1"),
    false("kw.okx.fix", "k dropped", bound(4 * X), "N = k = 5, X = 1: each e_i -> +1 is one mistake"),
    false("kw.elim", "one less", bound(s.N - k - 1), "attained: k = 1, e_2, ..., e_N -> -1"),
    false("gls.4.remark", "n dropped", bound(U**2 * X**2 / s.delta**2), "Hadamard rows: n mistakes, U = X = delta = 1"),
    false(
        "gls.4.remark", "root of n", bound(sqrt(n) * U**2 * X**2 / s.delta**2), "Hadamard rows of order 4: 4 against 2"
    ),
    false(
        "gls.wm",
        "log dropped",
        bound(2 * U**2 * X**2 * (1 - s.entropy) / s.delta**2),
        "u = e_1, n = 8, halving: 3 mistakes against 2",
    ),
    false(
        "gls.wm",
        "entropy doubled",
        bound(2 * U**2 * X**2 * (log(n) - 2 * s.entropy) / s.delta**2),
        "u = (1/2, 1/2): the bound is negative",
    ),
    false("gls.bw", "ln n", bound(2 * U**2 * X**2 * (log(n) - s.entropy) / s.delta**2), "n = 1: one mistake against 0"),
    false("gls.perceptron", "U X/delta", bound(U * X / s.delta), "two orthonormal examples: 2 against sqrt(2)"),
    *(
        false(
            claim,
            f"p = {p}, times {factor}",
            at_exponent(p, factor),
            "ties on examples in proportion to z: the ratio tends to 1 (adversaries.constructions.level)",
        )
        for claim, p, factor in (
            ("gls.7.1a", 4, "9/10"),
            ("gls.7.1a", 4, "99/100"),
            ("gls.7.1a", 3, "99/100"),
            ("gls.9.avg", 3, "99/100"),
        )
    ),
    false("gls.7.1a", "U X/delta", bound((s.p - 1) * U * X / s.delta), "p = 2, two orthonormal examples: 2, sqrt(2)"),
    false(
        "gls.7.1a",
        "p - 1 dropped",
        bound(U**2 * X**2 / s.delta**2),
        "p large: halving forces log2 n mistakes at U = delta = 1, X -> 1",
    ),
    false(
        "gls.7.1a",
        "root of p - 1",
        bound(sqrt(s.p - 1) * U**2 * X**2 / s.delta**2),
        "eight rows at p = 3 reach 0.87 of (a): 1.74 > sqrt(2) times U**2 X**2/delta**2",
    ),
    false(
        "gls.7.1.step",
        "p - 1 dropped",
        bound(s.a**2 * X**2),
        "p = 3, z = (1, 1), x = (1, -1): 2**(2/3) (1 + 3 a**2)**(2/3) grows by 2 a**2 ||x||**2 to second order",
    ),
    false("gls.7.1a+", "p - 1 dropped", bound(U**2 * X**2 * s.m), "as 7.1a without its p - 1"),
    false(
        "gls.7.1b",
        "1 - c for 1 - c**2",
        bound((s.p - 1) * U**2 * X**2 / s.delta**2 * (1 - s.uz / (U * s.Z))),
        "in the equality case of times 99/100 it is 1/(1 + sin t) < 1",
    ),
    false(
        "gls.8.dh",
        "eta linear",
        bound(s.eta * U**2 / (2 * s.eta * s.a * s.delta - s.a**2 * X**2)),
        "x = 1, u = 1, a = 2, eta = 2: one mistake against 2/(8 - 4)",
    ),
    false(
        "gls.9.logp",
        "log dropped",
        bound(U**2 * X**2 * sympy.E / s.delta**2),
        "u = e_1, n = 8, Hadamard rows: 3 or more mistakes against 2.72",
    ),
    false("gls.9.avg", "m dropped", bound((s.p - 1) * U**2 * X**2), "two orthonormal examples: (1 + 1)**2 against 2"),
]

# --- the wrong norm, the wrong rate ----------------------------------------------------------------------

NORMS_AND_RATES = [
    false("bylander.5", "wrong norm", max_norm_examples, "Hadamard rows, u = e_1: n mistakes, U = X = 1"),
    false("bylander.2", "wrong norm", max_norm_examples, "x = +-(1, 1), u = 0: 2 eta a pair against eta"),
    false(
        "bylander.8",
        "wrong norm",
        max_norm_examples,
        "x = +-(1, 1), u = 0: the rate is twice too large for |x|**2 = 2 and alternating costs without end",
    ),
    false("bylander.11", "wrong norm", max_norm_examples, "Hadamard rows, u = e_1: loss n/2 against 1/2"),
    false(
        "bylander.2.tuned",
        "rate doubled",
        rate(2 * U / (X * sqrt(l))),
        "theorem 2 is attained at every rate: (1/4 + 1) U X sqrt(l)",
    ),
    false(
        "bylander.2.tuned",
        "rate halved",
        rate(U / (2 * X * sqrt(l))),
        "theorem 2 is attained at every rate: (1 + 1/4) U X sqrt(l)",
    ),
    false(
        "bylander.3.tuned",
        "rate doubled",
        rate(2 * sqrt(2 * log(n)) / (X * sqrt(l))),
        "alternating, then a ramp: (1/4 + 1) of the bound in the limit",
    ),
    false(
        "bylander.3.tuned",
        "rate halved",
        rate(sqrt(2 * log(n)) / (2 * X * sqrt(l))),
        "alternating, then a ramp: (1 + 1/4) of the bound in the limit",
    ),
    false(
        "bylander.6",
        "rate tripled",
        rate(3 / (U * X**2)),
        "rows (delta, +-1, ..., +-1) balanced by weight: the term eta**2/2 is above the drift "
        "eta delta, so w_1 does not grow as long as it is small",
    ),
    false(
        "bylander.8", "rate doubled", rate(4 * tau / X**2), "u = 0: alternating far-out ends cost tau a trial for ever"
    ),
    false("bylander.9", "rate doubled", rate(4 * tau / (U * X**2)), "alternating costs without end"),
    false(
        "bylander.11",
        "rate doubled",
        rate(2 / X**2),
        "u = e_1, (1, s), (1, -s), s**2 = 2: losses 1/2 and 1/2 + 2/3 against 3/2",
    ),
    false(
        "bylander.12",
        "rate doubled",
        rate(2 / (U * X**2)),
        "rows (delta, +-1, ..., +-1) balanced by weight do not raise w_1 to first order: n/(4 delta**2) in losses "
        "of 1/2, against ln n/delta**2",
    ),
    false(
        "kitani.wma",
        "rate doubled in the bound",
        substituted(eta, 2 * eta),
        "wrong halves: nearly 2 ln(N/2)/eta at m_n = 0, against ln N/eta",
    ),
    false(
        "kitani.rwma", "rate doubled in the bound", substituted(eta, 2 * eta), "k = 0: ln 2/(2 eta) against ln 2/eta"
    ),
    false(
        "gls.wm",
        "rate tripled",
        lambda c: c.replace(define={s.a: 3 * s.delta / (U * X**2)}),
        "a**2/2 is above a delta: balanced rows (delta, +-1, ...) raise the other weights as fast as w_1",
    ),
]

# --- strict for non-strict -------------------------------------------------------------------------------

ATTAINED = {
    "bylander.1": "w = 0, u.x = 1 = the outcome: 1 < 1",
    "bylander.2": "x = u = eta = 1: 1 < 1",
    "bylander.2.tuned": "x = u = 1: 1 < 1",
    "bylander.3": "n = 1, no trials: 0 < 0",
    "bylander.3.klinit": "u = U e_1",
    "bylander.5": "x = u = 1: 1 < 1",
    "bylander.6": "n = 1: 0 < 0",
    "bylander.7": "n = 1, x = 0: k < k",
    "bylander.8": "x = u = 1: 1/2 < 1/2",
    "bylander.9": "n = 1: no loss beyond u's, 0 < 0",
    "bylander.10": "at prediction 0: 1/2 < 1/2",
    "bylander.11": "x = u = 1: 1/2 < 1/2",
    "bylander.12": "n = 1: 0 < 0",
    "bylander.A1": "eta = 0: 0 < 0",
    "bylander.fn5": "x = u = eta = 1: 1 < 1",
    "bylander.7.dev": "x = u = 1, y = -1: 2 < 2",
    "kitani.wma": "N = 1, the expert is right: 0 < 0",
    "kitani.rwma": "N = 1, the expert is right: 0 < 0",
    "kitani.perc": "x = u = 1: 1 < 1",
    "kitani.perc.step": "the first prediction is 0",
    "kitani.lem1": "u = x = 1: 1 < 1",
    "kitani.lem4": "N = 1: 1 < 1",
    "kitani.eq36": "N = k = 1: 1 < 1",
    "kw.elim": "attained by e_2, ..., e_N -> -1",
    "gls.perceptron": "x = u = 1: 1 < 1",
    "gls.7.1a": "p = 2, x = u = 1: 1 < 1",
    "gls.7.1.step": "p = 2, z = 0: 1 < 1",
    "gls.7.1b": "the equality case of its constants",
    "gls.8.dh": "x = u = a = eta = 1: 1 < 1",
    "gls.wm": "n = 1: 0 < 0",
    "gls.5.1": "u = v = 1: 1 < 1",
}

STRICT = [false(claim, "strict", relation("<"), argument) for claim, argument in ATTAINED.items()]
STRICT += [
    false("kw.13a", "strict", relation(">"), "from w_1 = e_1 exactly l/2 are forced"),
    false("kw.13b", "strict", relation(">"), "there are only 2**d trials"),
    false("kw.lemma5", "strict", relation(">"), "p = (1, -1), order 2: exactly 1"),
    false("uml.ldim", "strict", relation(">"), "the last midpoint is exactly 2**-(l + 1) off"),
]
