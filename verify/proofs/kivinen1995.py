"""Proofs for Kivinen and Warmuth 1995, in their order. A prediction is positive iff w.x >= theta."""

from __future__ import annotations

from collections.abc import Callable

import sympy
import z3

from bounds import symbols as s
from verify.proofs import readings
from verify.proofs.exponentiated import w as w_i
from verify.proofs.kernel import Formula, Term, Theorem
from verify.proofs.perceptron import (
    ONE,
    ZERO,
    Total,
    count,
    l,
    label_side,
    labels,
    mistake_by_sign,
    on_trials,
    u,
    up_to_the_end,
    ux,
    w,
    wx,
    x,
    y,
)
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import Exponential, i, n
from verify.proofs.translate import ln, translate
from verify.proofs.vectors import dot, t
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


# --- section 2.2: the Perceptron on disjunctions -------------------------------------------------------------------


def disjunction(session: Session) -> list[Theorem]:
    """For vectors of zeros and ones u.u = k, u.x is a whole number, and y = 1 where it is at least 1, else -1."""
    k = z3.ToReal(z3.Int("k"))
    return [
        *session.given("disjunction", dot(u, u) == k),
        *(p.at(t) for p in session.given("inputs", on_trials(z3.Or(ux(t) == 0, ux(t) >= 1)))),
        *(p.at(t) for p in session.given("labels", on_trials(y(t) == z3.If(ux(t) >= 1, ONE, -ONE)))),
    ]


def few_ones(session: Session) -> list[Theorem]:
    """x.x, the number of ones of x, is at most X."""
    X = session.symbol(s.X)
    return [p.at(t) for p in session.given("examples", on_trials(dot(x(t), x(t)) <= X))]


@proves("kw.okx.fix", readings.perceptron)
def fixed_threshold(session: Session) -> None:
    """||w - 2 theta u||**2 starts at 4 k theta**2 and falls by eta**2 X a mistake, for theta = eta X."""
    eta, X, theta = (session.symbol(v) for v in (s.eta, s.X, s.theta))

    def errs(t: Term) -> Formula:
        return z3.Or(z3.And(y(t) == 1, wx(t) < theta), z3.And(y(t) == -1, wx(t) >= theta))

    known, ones = disjunction(session), few_ones(session)
    session_run = ThresholdRun(session, errs, eta)
    M = count(session, "mistakes", errs)

    def d(t: Term) -> Term:
        return dot(w(t), w(t)) - 4 * theta * dot(u, w(t))

    parameters = [*session.parameters, *session.parameter_premises]
    rate = session.lemma(
        "eta times an inequality",
        [z3.Real("p_"), z3.Real("q_")],
        z3.Implies(
            z3.Real("p_") <= z3.Real("q_"),
            z3.And(eta * z3.Real("p_") <= eta * z3.Real("q_"), eta * eta * z3.Real("p_") <= eta * eta * z3.Real("q_")),
        ),
        parameters,
    )
    one = session.lemma(
        "a mistake lowers the potential by eta**2 X",
        [t],
        z3.Implies(z3.And(t >= 0, t < l), d(t + 1) <= d(t) - z3.If(errs(t), eta * eta * X, ZERO)),
        [
            *session_run.moved,
            *known,
            *ones,
            *parameters,
            rate.at(wx(t), theta),
            rate.at(theta, wx(t)),
            rate.at(dot(x(t), x(t)), X),
            rate.at(theta, theta * ux(t)),
            rate.at(ZERO, theta),
        ],
    )
    summed = session.induction(
        "the sum over the mistakes",
        t,
        up_to_the_end(d(t) <= -M(t) * (eta * eta * X)),
        [M.start, *session_run.at_zero],
        [one.at(t), M.next.at(t)],
    )
    square = session.prove(
        "||w - 2 theta u||**2 >= 0",
        d(l) + 4 * theta * theta * dot(u, u) >= 0,
        [session_run.space.square.at(w(l), u, -2 * theta), session_run.space.symmetric.at(u, w(l))],
    )
    whole = session.prove(
        "M eta**2 X <= 4 k theta**2",
        M(l) * (eta * eta * X) <= 4 * theta * theta * z3.ToReal(z3.Int("k")),
        [square, summed.at(l), *known, *session.length],
    )
    session.conclude(M.whole(l), [whole])


class ThresholdRun:
    """The Perceptron with a threshold of its own."""

    def __init__(self, session: Session, errs: Callable[[Term], Formula], eta: Term) -> None:
        from verify.proofs.vectors import InnerProduct, add, scale, zero

        self.space = InnerProduct(session)
        step = eta * label_side(errs)(t)
        update = session.define("the update", on_trials(w(t + 1) == add(w(t), scale(step, x(t)))))
        start = session.define("w at the start", w(0) == zero)
        self.moved = [update.at(t), self.space.step.at(u, w(t), x(t), step), labels(session).at(t)]
        self.at_zero = [start, self.space.null.at(u), self.space.null.at(zero)]


@proves("kw.okx.bias", readings.biased)
@proves("kw.perc.okx", readings.biased)
def bias_trick(session: Session) -> None:
    """The Perceptron's argument for x' = (x, 1) and u' = (u, -1/2): margin 1/2, u'.u' = k + 1/4, x'.x' <= X + 1."""
    eta, X = session.symbol(s.eta), session.symbol(s.X)
    k = z3.ToReal(z3.Int("k"))
    half = z3.RealVal("1/2")
    size = session.given("disjunction", dot(u, u) == k + half * half)
    whole = [p.at(t) for p in session.given("inputs", on_trials(z3.Or(ux(t) + half == 0, ux(t) + half >= 1)))]
    label = [p.at(t) for p in session.given("labels", on_trials(y(t) == z3.If(ux(t) + half >= 1, ONE, -ONE)))]
    ones = [p.at(t) for p in session.given("examples", on_trials(dot(x(t), x(t)) <= X + 1))]
    margin = session.lemma(
        "the margin is 1/2", [t], z3.Implies(z3.And(t >= 0, t < l), y(t) * ux(t) >= half), [*whole, *label]
    )
    argument = BiasArgument(session, eta, half, margin, ones)
    M = argument.M(l)
    parameters = [*session.parameters, *session.parameter_premises]
    U2, R2 = k + half * half, X + 1
    a, b, c, d = z3.Reals("a_ b_ c_ d_")
    squares = session.lemma("squares", [a, b], z3.Implies(z3.And(a >= 0, a <= b), a * a <= b * b))
    products = session.lemma(
        "products", [a, b, c, d], z3.Implies(z3.And(a >= 0, a <= b, c >= 0, c <= d), a * c <= b * d)
    )
    space = argument.space
    goal = M * eta * half
    squared = session.prove(
        "(M eta/2)**2 <= u'.u' w'.w'",
        goal * goal <= U2 * (M * (eta * eta * R2)),
        [
            squares.at(goal, dot(u, w(l))),
            products.at(dot(u, u), U2, dot(w(l), w(l)), M * (eta * eta * R2)),
            space.cauchy_schwarz.at(u, w(l)),
            space.positive.at(u),
            space.positive.at(w(l)),
            argument.linear.at(l),
            argument.squared.at(l),
            argument.counted.at(l),
            session.prove("M eta/2 >= 0", goal >= 0, [argument.counted.at(l), *session.length, *parameters]),
            *size,
            *session.length,
        ],
    )
    m_, r_, v_ = z3.Reals("m_ r_ v_")
    divide = session.lemma(
        "divide by eta**2 M",
        [m_, r_, v_],
        z3.Implies(
            z3.And(m_ >= 0, r_ > 0, v_ >= 0, (m_ * r_ * half) * (m_ * r_ * half) <= v_ * (m_ * (r_ * r_))), m_ <= 4 * v_
        ),
    )
    result = session.prove(
        "M <= 4 (k + 1/4) (X + 1)",
        M <= 4 * (U2 * R2),
        [
            squared,
            divide.at(M, eta, U2 * R2),
            argument.counted.at(l),
            session.prove("(k + 1/4)(X + 1) >= 0", U2 * R2 >= 0, parameters),
            session.prove("the same product", U2 * (M * (eta * eta * R2)) == (U2 * R2) * (M * (eta * eta))),
            *session.length,
            *parameters,
        ],
    )
    literals = session.given("literals", z3.Int("k") >= 1)
    session.conclude(argument.M.whole(l), [result, *literals])


class BiasArgument:
    """u'.w' >= M eta margin and w'.w' <= M eta**2 (X + 1), on (x, 1)."""

    def __init__(self, session: Session, eta: Term, margin: Term, margins: Theorem, ones: list[Theorem]) -> None:
        errs = mistake_by_sign
        run = ThresholdRun(session, errs, eta)
        self.space = run.space
        self.M = count(session, "mistakes", errs)
        parameters = [*session.parameters, *session.parameter_premises]
        R2 = session.symbol(s.X) + 1
        trial = z3.And(t >= 0, t < l)
        up = session.lemma(
            "u'.w' grows by eta/2",
            [t],
            z3.Implies(trial, dot(u, w(t + 1)) >= dot(u, w(t)) + z3.If(errs(t), eta * margin, ZERO)),
            [*run.moved, margins.at(t), *parameters],
        )
        length = session.lemma(
            "w'.w' grows by at most eta**2 (X + 1)",
            [t],
            z3.Implies(trial, dot(w(t + 1), w(t + 1)) <= dot(w(t), w(t)) + z3.If(errs(t), eta * eta * R2, ZERO)),
            [*run.moved, *ones, *parameters],
        )
        start = [self.M.start, *run.at_zero]
        self.linear = session.induction(
            "u'.w' >= M eta/2",
            t,
            up_to_the_end(dot(u, w(t)) >= self.M(t) * eta * margin),
            start,
            [up.at(t), self.M.next.at(t)],
        )
        self.squared = session.induction(
            "w'.w' <= M eta**2 (X + 1)",
            t,
            up_to_the_end(dot(w(t), w(t)) <= self.M(t) * (eta * eta * R2)),
            start,
            [length.at(t), self.M.next.at(t)],
        )
        self.counted = session.induction(
            "M is not negative", t, up_to_the_end(self.M(t) >= 0), [self.M.start], [self.M.next.at(t)]
        )
