"""Proofs for Kivinen and Warmuth 1995, in their order. A prediction is positive iff w.x >= theta."""

from __future__ import annotations

import sympy
import z3

from bounds import symbols as s
from verify.proofs import readings
from verify.proofs.exponentiated import w as w_i
from verify.proofs.kernel import Term, Theorem
from verify.proofs.perceptron import (
    ONE,
    ZERO,
    Total,
    l,
    up_to_the_end,
)
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import Exponential, i, n
from verify.proofs.translate import ln, translate
from verify.proofs.vectors import t
from verify.proofs.winnow import WinnowRun, promoted, side

# --- section 1: Winnow on disjunctions ---------------------------------------------------------------------------


@proves("kw.winnow.up", readings.winnow)
@proves("kw.winnow.ok", readings.winnow)
def winnow(session: Session) -> None:
    """A relevant weight is promoted at most ceil(log theta) times, and the sum of the weights stays positive."""
    alpha, theta, N = (session.symbol(v) for v in (s.alpha, s.theta, s.N))
    run = WinnowRun(session, alpha, theta, lambda v: v >= theta, "disjunction", "labels")
    parameters = run.parameters
    positive_theta = session.prove("theta > 0", theta > 0, [*parameters, run.n])
    E = Exponential(session)
    log_alpha = session.prove("ln alpha > 0", ln(alpha) > 0, [run.factor, E.ln_increasing.at(ONE, alpha)])
    ceiling = z3.Real("ceiling")
    rounded = sympy.Max(0, sympy.ceiling(sympy.log(s.theta) / sympy.log(s.alpha)))
    rounded = next((part for part in session.claim.bound.atoms(sympy.Max) if part.has(sympy.ceiling)), rounded)
    log = translate(next(iter(rounded.atoms(sympy.ceiling))).args[0])
    cap = session.define("most", ceiling == translate(rounded), "the ceiling in the bound, or 0 if that is negative")
    base = session.prove(
        "the logarithm of theta to base alpha",
        log == ln(theta) / ln(alpha),
        [log_alpha, positive_theta, run.n, *parameters, *same_logs(session, alpha, theta)],
    )
    p = promoted(t, i)
    within = z3.And(i >= 0, i < n, u_i(i) == 1)
    m, v, a, b = z3.Int("m_"), z3.Real("v_"), z3.Real("a_"), z3.Real("b_")
    below = session.lemma(
        "a whole number below v is at most ceil(v) - 1",
        [m, v],
        z3.Implies(z3.ToReal(m) < v, z3.ToReal(m) + 1 <= -z3.ToReal(z3.ToInt(-v))),
    )
    divide = session.lemma("divide by ln alpha", [v, a, b], z3.Implies(z3.And(b > 0, v * b < a), v < a / b))
    fewer = session.lemma(
        "at most ceil(log theta) - 1 promotions so far",
        [m],
        z3.Implies(z3.ToReal(m) * ln(alpha) < ln(theta), z3.ToReal(m) + 1 <= ceiling),
        [log_alpha, base, below.at(m, log), divide.at(z3.ToReal(m), ln(theta), ln(alpha)), cap],
    )
    moved = session.prove(
        "the logarithm of a weight that moves, or stays",
        z3.And(
            z3.Implies(w_i(t + 1, i) == alpha * w_i(t, i), ln(w_i(t + 1, i)) == ln(alpha * w_i(t, i))),
            z3.Implies(w_i(t + 1, i) == w_i(t, i), ln(w_i(t + 1, i)) == ln(w_i(t, i))),
        ),
    )
    first = session.prove("ln 1 = 0", z3.Implies(w_i(0, i) == 1, ln(w_i(0, i)) == ln(ONE)))
    counted = session.induction(
        "a relevant weight is promoted at most ceil(log theta) times",
        t,
        z3.Implies(
            z3.And(t <= l, within),
            z3.And(ln(w_i(t, i)) == p * ln(alpha), p <= ceiling, p == z3.ToReal(z3.ToInt(p))),
        ),
        [run.start.at(i), run.promoted_start.at(i), E.ln_increasing.at(ONE, ONE), first, cap],
        [
            run.update.at(t, i),
            run.promoted_next.at(t, i),
            run.positive.at(t, i),
            run.no_relevant_demotion.at(t, i),
            run.active_weight.at(t, i),
            run.side,
            E.product.at(alpha, w_i(t, i)),
            E.ln_increasing.at(w_i(t, i), theta),
            fewer.at(z3.ToInt(p)),
            positive_theta,
            run.factor,
            log_alpha,
            moved,
            cap,
        ],
    )
    each = z3.Implies(z3.And(t >= 0, t <= l, within), p <= ceiling)
    total = run.promotion_sum(ceiling, session.lemma("promotions of a relevant weight", [t, i], each, [counted.at(t)]))
    k = z3.ToReal(z3.Int("k"))
    positives = session.prove(
        "promotions are at most k ceil(log theta)",
        run.plus(l) <= ceiling * k,
        [run.promotions_cover.at(l), total.at(l, n), run.k, run.n, *session.length],
    )
    M, most_minus = potential(session, run, alpha, theta, positive_theta)
    scaled = session.prove(
        "(1 + alpha) times that", (1 + alpha) * run.plus(l) <= (1 + alpha) * (ceiling * k), [positives, run.factor]
    )
    bound = session.bound()
    stated = session.prove(
        "the bound, in these terms",
        bound == (1 + alpha) * (ceiling * k) + alpha * N / ((alpha - 1) * theta),
        [cap, run.factor, positive_theta, *parameters, run.n],
    )
    session.conclude(M.whole(l), [most_minus, scaled, stated])


def u_i(i: Term) -> Term:
    """Return u_i."""
    from verify.proofs.exponentiated import u

    return u(i)


def same_logs(session: Session, alpha: Term, theta: Term) -> list[Theorem]:
    """The logarithms of the claim's bound are those of alpha and theta, written in another way."""
    from verify.proofs.sums import log_arguments

    found = []
    for argument in log_arguments(session.bound()):
        for known in (alpha, theta):
            formula = z3.Implies(argument == known, ln(argument) == ln(known))
            found.append(session.prove("the same logarithm", formula))
    return found


def potential(
    session: Session, run: WinnowRun, alpha: Term, theta: Term, positive_theta: Theorem
) -> tuple[Total, Theorem]:
    """Return M and M < (1 + alpha) m+ + alpha N / ((alpha - 1) theta): the sum of the weights is positive."""
    phi, plus, minus, N = run.phi, run.plus, run.minus, session.symbol(s.N)
    M = Total(session, "mistakes", lambda t: z3.If(side(t) == 0, z3.IntVal(0), z3.IntVal(1)), whole=True)
    c = z3.Real("c_")
    shares = session.lemma(
        "shares",
        [c],
        z3.And(
            z3.Implies(c < theta, (alpha - 1) * c <= (alpha - 1) * theta),
            z3.Implies(c >= theta, (1 / alpha - 1) * c <= (1 / alpha - 1) * theta),
        ),
        [run.factor],
    )
    one = session.lemma(
        "what a mistake does to the sum of the weights",
        [t],
        z3.Implies(
            z3.And(t >= 0, t < l),
            phi(t + 1)
            <= phi(t) + z3.If(side(t) == 1, (alpha - 1) * theta, z3.If(side(t) == -1, (1 / alpha - 1) * theta, ZERO)),
        ),
        [run.potential_change.at(t, n), run.n, run.side, shares.at(run.wx(t))],
    )
    summed = session.induction(
        "the sum of the weights",
        t,
        up_to_the_end(
            z3.And(
                phi(t) <= z3.ToReal(n) + plus(t) * ((alpha - 1) * theta) + minus(t) * ((1 / alpha - 1) * theta),
                M(t) == plus(t) + minus(t),
            )
        ),
        [run.potential_start, plus.start, minus.start, M.start],
        [one.at(t), plus.next.at(t), minus.next.at(t), M.next.at(t), run.side],
    )
    p, q, v = z3.Reals("p_ q_ v_")
    divide = session.lemma(
        "divide by (1 - 1/alpha) theta",
        [p, q, v],
        z3.Implies(
            v + p * ((alpha - 1) * theta) + q * ((1 / alpha - 1) * theta) > 0,
            q < alpha * p + alpha * v / ((alpha - 1) * theta),
        ),
        [run.factor, positive_theta],
    )
    total = session.prove(
        "M < (1 + alpha) m+ + alpha N / ((alpha - 1) theta)",
        M(l) < (1 + alpha) * plus(l) + alpha * N / ((alpha - 1) * theta),
        [
            summed.at(l),
            run.potential_positive.at(l),
            divide.at(plus(l), minus(l), N),
            *session.length,
            *run.parameters,
        ],
    )
    return M, total
