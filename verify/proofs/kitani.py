"""Proofs for the lecture notes of Kitani, in their order."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import sympy
import z3

from bounds import symbols as s
from bounds.catalogue import theorem
from verify.proofs import readings
from verify.proofs.calculus import Range, by_derivatives
from verify.proofs.exponentiated import on_trials_and_coordinates
from verify.proofs.exponentiated import u as u_i
from verify.proofs.exponentiated import w as w_i
from verify.proofs.exponentiated import x as x_i
from verify.proofs.kernel import Formula, Term, Theorem
from verify.proofs.perceptron import (
    ONE,
    Novikoff,
    Total,
    count,
    l,
    labels,
    mistake,
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
from verify.proofs.sums import CoordinateSum, Exponential, i, j, log_arguments, n, on_coordinates, sum_up
from verify.proofs.translate import exp, ln, root, translate
from verify.proofs.vectors import InnerProduct, dot, t
from verify.proofs.winnow import WinnowRun, promoted, side

h = z3.Int("expert")

# --- section 1: Weighted Majority --------------------------------------------------------------------------------


class Experts:
    """N experts that advise 1 or -1: a weight is multiplied by 1 - eta in every round in which its expert errs."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.eta, self.N = session.symbol(s.eta), session.symbol(s.N)
        eta = self.eta
        self.n = session.define("n", n >= 1)
        self.parameters = [*session.parameters, *session.parameter_premises]
        self.below_one = session.prove("eta < 1", eta < 1, self.parameters)
        self.vote = CoordinateSum(session, "wx", lambda t, i: w_i(t, i) * x_i(t, i))
        self.phi = CoordinateSum(session, "sum_w", w_i)
        self.start = session.define("w at the start", on_coordinates(w_i(z3.IntVal(0), i) == 1))
        wrong = x_i(t, i) != y(t)
        self.update = session.define(
            "(1), (2)",
            on_trials_and_coordinates(w_i(t + 1, i) == z3.If(wrong, (1 - eta) * w_i(t, i), w_i(t, i))),
        )
        signs = z3.Or(x_i(t, i) == 1, x_i(t, i) == -1)
        self.votes = session.given("inputs", on_trials_and_coordinates(signs))
        self.label = labels(session).at(t)
        self.errors = Total(
            session, "expert_mistakes", lambda t: z3.If(x_i(t, h) != y(t), z3.IntVal(1), z3.IntVal(0)), whole=True
        )
        self.expert = session.define("the expert", z3.And(h >= 0, h < n), "any one of the experts")
        self.E = Exponential(session)

    @cached_property
    def positive(self) -> Theorem:
        """All weights are positive."""
        a = z3.Real("a_")
        product = self.session.lemma(
            "(1 - eta) a > 0", [a], z3.Implies(a > 0, (1 - self.eta) * a > 0), [self.below_one]
        )
        proved = self.session.induction(
            "weights stay positive",
            t,
            z3.Implies(z3.And(t <= l, i >= 0, i < n), w_i(t, i) > 0),
            [self.start.at(i)],
            [self.update.at(t, i), product.at(w_i(t, i))],
        )
        return self.session.kernel.gen(proved.at(t), t, i)

    @cached_property
    def step(self) -> Theorem:
        """Phi' = (1 - eta/2) Phi + eta/2 y (w.x): the wrong half of the weights shrinks by eta."""
        half = self.eta / 2
        return sum_up(
            self.session,
            "what a round does to the sum of the weights",
            lambda t, j: self.phi(t + 1, j) == (1 - half) * self.phi(t, j) + half * (y(t) * self.vote(t, j)),
            [(self.phi, t), (self.phi, t + 1), (self.vote, t)],
            [self.update.at(t, j), *(p.at(t, j) for p in self.votes), self.label],
            z3.And(t >= 0, t < l),
        )

    @cached_property
    def potential(self) -> Theorem:
        """Phi > 0, y w.x <= Phi, and an expert's weight is at most Phi."""
        summed = sum_up(
            self.session,
            "sums of positive weights",
            lambda t, j: z3.And(
                self.phi(t, j) >= 0,
                z3.Implies(j > 0, self.phi(t, j) > 0),
                z3.Implies(h < j, w_i(t, h) <= self.phi(t, j)),
            ),
            [(self.phi, t)],
            [self.positive.at(t, j), self.positive.at(t, h), self.expert],
            z3.And(t >= 0, t <= l),
        )
        formula = z3.Implies(z3.And(t >= 0, t <= l), z3.And(self.phi(t) > 0, w_i(t, h) <= self.phi(t)))
        return self.session.lemma("Phi > 0 and w_n <= Phi", [t], formula, [summed.at(t, n), self.n, self.expert])

    @cached_property
    def agreement(self) -> Theorem:
        """y w.x <= Phi on every trial."""
        summed = sum_up(
            self.session,
            "y w.x <= Phi",
            lambda t, j: y(t) * self.vote(t, j) <= self.phi(t, j),
            [(self.phi, t), (self.vote, t)],
            [self.positive.at(t, j), *(p.at(t, j) for p in self.votes), self.label],
            z3.And(t >= 0, t < l),
        )
        formula = z3.Implies(z3.And(t >= 0, t < l), y(t) * self.vote(t) <= self.phi(t))
        return self.session.lemma("a vote is at most Phi", [t], formula, [summed.at(t, n), self.n])

    @cached_property
    def begin(self) -> Theorem:
        """Phi = N at the start."""
        zero = z3.IntVal(0)
        summed = sum_up(
            self.session,
            "the first weights",
            lambda _, j: self.phi(zero, j) == z3.ToReal(j),
            [(self.phi, zero)],
            [self.start.at(j)],
        )
        return self.session.prove(
            "Phi = N at the start", self.phi(zero) == self.N, [summed.at(t, n), self.n, *self.parameters]
        )

    @cached_property
    def expert_weight(self) -> Theorem:
        """ln w_n = m_n ln(1 - eta) at the end."""
        E, rest = self.E, 1 - self.eta
        moved = self.session.prove(
            "the logarithm of the expert's weight, after a round",
            z3.And(
                z3.Implies(w_i(t + 1, h) == rest * w_i(t, h), ln(w_i(t + 1, h)) == ln(rest * w_i(t, h))),
                z3.Implies(w_i(t + 1, h) == w_i(t, h), ln(w_i(t + 1, h)) == ln(w_i(t, h))),
            ),
        )
        first = self.session.prove("ln 1 = 0", z3.Implies(w_i(0, h) == 1, ln(w_i(0, h)) == ln(ONE)))
        by = [moved, self.update.at(t, h), self.errors.next.at(t), self.positive.at(t, h), self.expert]
        by += [E.product.at(rest, w_i(t, h)), self.below_one]
        return self.session.induction(
            "ln w_n = m_n ln(1 - eta)",
            t,
            up_to_the_end(ln(w_i(t, h)) == self.errors(t) * ln(rest)),
            [self.errors.start, self.start.at(h), self.expert, first, E.ln_increasing.at(ONE, ONE)],
            by,
        )

    def best(self) -> list[Theorem]:
        """m_n ln(1 - eta) <= ln Phi at the end."""
        E, session = self.E, self.session
        end = w_i(l, h)
        by = [
            self.expert_weight.at(l),
            self.potential.at(l),
            self.positive.at(l, h),
            E.ln_increasing.at(self.phi(l), end),
            self.expert,
            *session.length,
        ]
        return [session.prove("m_n ln(1 - eta) <= ln Phi", self.errors(l) * ln(1 - self.eta) <= ln(self.phi(l)), by)]

    @cached_property
    def counted(self) -> Theorem:
        """m_n is not negative."""
        return self.session.induction(
            "m_n is not negative", t, up_to_the_end(self.errors(t) >= 0), [self.errors.start], [self.errors.next.at(t)]
        )

    def rate(self, name: str, gap: Any) -> list[Theorem]:
        """Prove a one-variable inequality gap(eta) >= 0 for 0 < eta <= 1/2, or take the claim's range for it."""
        v = sympy.Symbol("v_", real=True)
        on = Range(v, sympy.Integer(0), sympy.Rational(1, 2))
        for premise in self.session.parameter_premises:
            if "parameters: range" in premise.axioms:
                return self.same_logarithms(premise)
        order = 2 if gap is majority_gap else 1
        inequality = by_derivatives(self.session.kernel, name, gap(v), on, 0, order).at(self.eta)
        return [inequality, *self.same_logarithms(inequality)]

    def same_logarithms(self, inequality: Theorem) -> list[Theorem]:
        """The logarithms in a formula are those of 1 - eta and 1 - eta/2, written in another way."""
        equal = []
        for argument in log_arguments(inequality.formula):
            for known in (1 - self.eta, 1 - self.eta / 2):
                formula = z3.Implies(argument == known, ln(argument) == ln(known))
                equal.append(self.session.prove("the same logarithm", formula))
        return equal


def majority_gap(v: Any) -> Any:
    """Return 2 (1 + v) b - a with a = -ln(1 - v), b = -ln(1 - v/2)."""
    return -2 * (1 + v) * sympy.log(1 - v / 2) + sympy.log(1 - v)


def randomised_gap(v: Any) -> Any:
    """Return v + v**2 - a with a = -ln(1 - v)."""
    return v + v**2 + sympy.log(1 - v)


@proves("kitani.wma", readings.experts)
@proves("kitani.wma.range", readings.experts)
def weighted_majority(session: Session) -> None:
    """(3): each mistake shrinks Phi by 1 - eta/2; m_n ln(1 - eta) <= ln Phi <= ln N + M ln(1 - eta/2)."""
    session.repair("(3)", "it needs a range of eta, of which the notes say nothing; 0 < eta <= 1/2 is enough")
    experts = Experts(session)
    eta, phi, E, parameters = experts.eta, experts.phi, experts.E, experts.parameters
    less = 1 - eta / 2

    def errs(t: Term) -> Formula:
        return y(t) * experts.vote(t) <= 0

    M = count(session, "mistakes", errs)
    one = session.lemma(
        "Phi' <= (1 - eta/2) Phi on a mistake, Phi' <= Phi on every trial",
        [t],
        z3.Implies(z3.And(t >= 0, t < l), phi(t + 1) <= z3.If(errs(t), less * phi(t), phi(t))),
        [experts.step.at(t, n), experts.agreement.at(t), experts.n, *parameters],
    )
    logarithm = session.lemma(
        "the same for ln Phi",
        [t],
        z3.Implies(z3.And(t >= 0, t < l), ln(phi(t + 1)) <= ln(phi(t)) + z3.If(errs(t), ln(less), z3.RealVal(0))),
        [
            one.at(t),
            experts.potential.at(t),
            experts.potential.at(t + 1),
            E.ln_increasing.at(phi(t), phi(t + 1)),
            E.ln_increasing.at(less * phi(t), phi(t + 1)),
            E.product.at(less, phi(t)),
            session.prove("less > 0", z3.And(less > 0, z3.Implies(phi(t) > 0, less * phi(t) > 0)), [experts.below_one]),
        ],
    )
    summed = session.induction(
        "ln Phi <= ln N + M ln(1 - eta/2)",
        t,
        up_to_the_end(ln(phi(t)) <= ln(experts.N) + M(t) * ln(less)),
        [
            M.start,
            experts.begin,
            session.prove("ln Phi at the start", z3.Implies(phi(0) == experts.N, ln(phi(0)) == ln(experts.N))),
        ],
        [logarithm.at(t), M.next.at(t)],
    )
    counted = session.induction("M is not negative", t, up_to_the_end(M(t) >= 0), [M.start], [M.next.at(t)])
    gap = experts.rate("-ln(1 - eta) <= -2 (1 + eta) ln(1 - eta/2) for 0 <= eta <= 1/2", majority_gap)
    a, b, m, k, L = z3.Reals("a_ b_ m_ k_ L_")
    small = session.prove(
        "-ln(1 - eta/2) >= eta/2", -ln(less) >= eta / 2, [E.below_tangent.at(less), experts.below_one]
    )
    algebra = session.lemma(
        "divide by -ln(1 - eta/2)",
        [a, b, m, k, L],
        z3.Implies(
            z3.And(b >= eta / 2, a <= 2 * (1 + eta) * b, m * b <= L + k * a, k >= 0, L >= 0),
            m <= 2 * L / eta + 2 * (1 + eta) * k,
        ),
        quotient_steps(session, eta, a, b, m, k, L, parameters),
    )
    one_, N = z3.RealVal(1), experts.N
    ln_n = session.prove("ln N >= 0", ln(N) >= 0, [experts.n, E.ln_increasing.at(N, one_), *parameters])
    mistakes = experts.errors(l)
    by = [
        algebra.at(-ln(1 - eta), -ln(less), M(l), mistakes, ln(N)),
        *gap,
        small,
        summed.at(l),
        counted.at(l),
        experts.counted.at(l),
        *experts.best(),
        *session.length,
        ln_n,
        *parameters,
    ]
    final = session.prove("M <= 2 (1 + eta) m_n + 2 ln N / eta", M(l) <= 2 * ln(N) / eta + 2 * (1 + eta) * mistakes, by)
    session.conclude(M(l) - mistakes, [final], {s.k: experts.errors.whole(l)})


def quotient_steps(
    session: Session, eta: Term, a: Term, b: Term, m: Term, k: Term, L: Term, parameters: list[Theorem]
) -> list[Theorem]:
    """m b <= L + k a <= L + 2 (1 + eta) k b, and L <= (2 L / eta) b; then b > 0 divides out."""
    first = session.prove(
        "k a <= 2 (1 + eta) k b", z3.Implies(z3.And(k >= 0, a <= 2 * (1 + eta) * b), k * a <= k * (2 * (1 + eta) * b))
    )
    q = z3.Real("q_")
    scale = session.lemma(
        "L <= q b for q = 2 L / eta",
        [L, q, b],
        z3.Implies(z3.And(L >= 0, q == 2 * L / eta, b >= eta / 2), z3.And(q >= 0, q * b >= L)),
        parameters,
    )
    c = z3.Real("c_")
    divide = session.lemma("divide by b", [m, b, c], z3.Implies(z3.And(b > 0, m * b <= c * b), m <= c))
    return [first, scale.at(L, 2 * L / eta, b), divide.at(m, b, 2 * L / eta + 2 * (1 + eta) * k), *parameters]


@proves("kitani.rwma", readings.experts)
@proves("kitani.rwma.range", readings.experts)
def randomised_weighted_majority(session: Session) -> None:
    """(5): Phi' = Phi (1 - eta F), F the probability of a mistake, so ln Phi <= ln N - eta E[M]."""
    session.repair("(5)", "it needs a range of eta, of which the notes say nothing; 0 < eta <= 1/2 is enough")
    experts = Experts(session)
    eta, phi, E, parameters = experts.eta, experts.phi, experts.E, experts.parameters

    def failure(t: Term) -> Term:
        return (1 - y(t) * experts.vote(t) / phi(t)) / 2

    M = Total(session, "mistakes", failure)
    a, b = z3.Reals("a_ b_")
    factor = session.lemma(
        "Phi (1 - eta F)",
        [a, b],
        z3.Implies(a > 0, (1 - eta / 2) * a + eta / 2 * b == a * (1 - eta * ((1 - b / a) / 2))),
    )
    positive = z3.And(phi(t) > 0, phi(t + 1) > 0)
    shrunk = 1 - eta * failure(t)
    sign = session.lemma("a positive product", [a, b], z3.Implies(z3.And(a > 0, a * b > 0), b > 0))
    one = session.lemma(
        "ln Phi' <= ln Phi - eta F",
        [t],
        z3.Implies(z3.And(t >= 0, t < l), ln(phi(t + 1)) <= ln(phi(t)) - eta * failure(t)),
        [
            session.prove(
                "Phi' = Phi (1 - eta F)",
                z3.Implies(z3.And(t >= 0, t < l), z3.And(positive, phi(t + 1) == phi(t) * shrunk)),
                [
                    experts.step.at(t, n),
                    experts.n,
                    experts.potential.at(t),
                    experts.potential.at(t + 1),
                    factor.at(phi(t), y(t) * experts.vote(t)),
                ],
            ),
            sign.at(phi(t), shrunk),
            E.product.at(phi(t), shrunk),
            E.below_tangent.at(shrunk),
            session.prove(
                "ln of the same", z3.Implies(phi(t + 1) == phi(t) * shrunk, ln(phi(t + 1)) == ln(phi(t) * shrunk))
            ),
        ],
    )
    summed = session.induction(
        "ln Phi <= ln N - eta E[M]",
        t,
        up_to_the_end(ln(phi(t)) <= ln(experts.N) - eta * M(t)),
        [
            M.start,
            experts.begin,
            session.prove("ln Phi at the start", z3.Implies(phi(0) == experts.N, ln(phi(0)) == ln(experts.N))),
        ],
        [one.at(t), M.next.at(t)],
    )
    gap = experts.rate("-ln(1 - eta) <= eta + eta**2 for 0 <= eta <= 1/2", randomised_gap)
    m, k, L = z3.Reals("m_ k_ L_")
    times = session.lemma(
        "m_n times", [a, k], z3.Implies(z3.And(k >= 0, a <= eta + eta * eta), k * a <= k * (eta + eta * eta))
    )
    divide = session.lemma(
        "divide by eta",
        [m, k, L],
        z3.Implies(eta * m <= L + k * (eta + eta * eta), m <= L / eta + k * (1 + eta)),
        parameters,
    )
    mistakes = experts.errors(l)
    by = [
        times.at(-ln(1 - eta), mistakes),
        divide.at(M(l), mistakes, ln(experts.N)),
        *gap,
        summed.at(l),
        experts.counted.at(l),
        *experts.best(),
        *session.length,
        *parameters,
    ]
    final = session.prove("E[M] <= (1 + eta) m_n + ln N / eta", M(l) <= ln(experts.N) / eta + mistakes * (1 + eta), by)
    session.conclude(M(l) - mistakes, [final], {s.k: experts.errors.whole(l)})


@proves("kitani.rwma.half")
def half_the_mistakes(session: Session) -> None:
    """Twice the bound on E[M] is the bound on M."""
    deterministic, randomised = theorem("kitani.wma").bound, theorem("kitani.rwma").bound
    session.conclude(translate(sympy.expand(2 * (s.k + randomised) - (s.k + deterministic))))


# --- section 2.1: the Perceptron -------------------------------------------------------------------------------


def novikoff(session: Session) -> Novikoff:
    """Return the argument for rate 1, margin gamma and radius R."""
    gamma, R = session.symbol(s.gamma), session.symbol(s.R)
    margins = session.define("gamma", on_trials(y(t) * ux(t) >= gamma), "gamma is the smallest y <w*, x>")
    radii = session.define("R", on_trials(dot(x(t), x(t)) <= R * R), "R is the largest norm of an example")
    return Novikoff(session, ONE, gamma, R, [margins.at(t)], [radii.at(t)])


def unit(session: Session) -> list[Theorem]:
    """The comparator w* has length 1."""
    return session.given("unit", dot(u, u) == 1)


def at_all_times(session: Session, lhs: Term, terms: dict[Any, Term], by: list[Theorem]) -> None:
    """Conclude a claim about every time t = 0, ..., l."""
    formula = z3.Implies(z3.And(t >= 0, t <= l), session.holds(lhs, terms))
    bound = session.bound(terms)
    session.concluded(session.lemma("the claim", [t], formula, [*by, *session.roots(bound, lhs)]))


@proves("kitani.lem1", readings.measured)
def largest_product(session: Session) -> None:
    """Among vectors of fixed lengths |u| = U and |x| = X the product is at most U X (Cauchy-Schwarz)."""
    session.repair("Lemma 1", "the lengths have to be fixed, and antiparallel vectors give the least product")
    space = InnerProduct(session)
    U, X = session.symbol(s.U), session.symbol(s.X)
    lengths = session.define("lengths", on_trials(z3.And(U >= 0, X >= 0, dot(u, u) == U * U, dot(x(t), x(t)) == X * X)))
    by = [lengths.at(t), space.cauchy_schwarz.at(u, x(t))]
    formula = z3.Implies(z3.And(t >= 0, t < l), session.holds(ux(t)))
    session.concluded(session.lemma("the claim", [t], formula, by))


@proves("kitani.perc", readings.unit_comparator)
def perceptron(session: Session) -> None:
    """M <= R**2 / gamma**2: (14) and (7) by Cauchy-Schwarz (10)."""
    session.repair("(18)", "it divides by M, so M = 0 has to be treated apart")
    argument = novikoff(session)
    by = argument.combined(ONE, _unit_size(session))
    positive = session.given("gamma > 0", session.symbol(s.gamma) > 0)
    session.conclude(argument.M.whole(l), [*by, *positive])


def _unit_size(session: Session) -> list[Theorem]:
    return [session.prove("|w*| <= 1", dot(u, u) <= ONE * ONE, unit(session))]


@proves("kitani.perc.step", readings.perceptron)
def mistake_step(session: Session) -> None:
    """(6): on a mistake y <w, x> <= 0; it is 0 on the first one, where w = 0."""
    session.repair("(6)", "y <w, x> < 0 fails at every first mistake, where w = 0; <= 0 is right, and enough")
    formula = z3.Implies(z3.And(t >= 0, t < l, mistake(t)), session.holds(y(t) * wx(t)))
    session.concluded(session.lemma("the claim", [t], formula))


@proves("kitani.eq7", readings.perceptron)
def equation_7(session: Session) -> None:
    """|w|**2 <= R**2 m after m mistakes."""
    argument = novikoff(session)
    at_all_times(session, dot(w(t), w(t)), {s.m: argument.M.whole(t)}, [argument.squared.at(t)])


@proves("kitani.eq10", readings.unit_comparator)
def equation_10(session: Session) -> None:
    """<w*, w> <= |w| (Cauchy-Schwarz)."""
    space = InnerProduct(session)
    by = [space.cauchy_schwarz.at(u, w(t)), space.positive.at(w(t)), *unit(session)]
    at_all_times(session, dot(u, w(t)), {s.ww: dot(w(t), w(t))}, by)


@proves("kitani.eq14", readings.unit_comparator)
def equation_14(session: Session) -> None:
    """<w*, w> >= gamma m after m mistakes."""
    argument = novikoff(session)
    at_all_times(session, dot(u, w(t)), {s.m: argument.M.whole(t)}, [argument.linear.at(t)])


@proves("kitani.eq16", readings.unit_comparator)
def equation_16(session: Session) -> None:
    """M gamma <= |w| after m mistakes: (14) and (10)."""
    argument = novikoff(session)
    space = argument.run.space
    length = root(dot(w(t), w(t)))
    below = session.lemma(
        "(10)",
        [t],
        dot(u, w(t)) <= length,
        [space.cauchy_schwarz.at(u, w(t)), space.positive.at(w(t)), *unit(session), *session.roots(length)],
    )
    by = [argument.linear.at(t), below.at(t)]
    at_all_times(session, argument.M(t) * session.symbol(s.gamma), {s.ww: dot(w(t), w(t))}, by)


@proves("kitani.eq18", readings.unit_comparator)
def equation_18(session: Session) -> None:
    """(m gamma)**2 <= R**2 m after m mistakes."""
    argument = novikoff(session)
    space = argument.run.space
    gamma = session.symbol(s.gamma)
    a, b = z3.Reals("a_ b_")
    squares = session.lemma("squares", [a, b], z3.Implies(z3.And(a >= 0, a <= b), a * a <= b * b))
    total = argument.M(t) * ONE * gamma
    positive = session.prove(
        "m gamma >= 0",
        z3.Implies(z3.And(t >= 0, t <= l), total >= 0),
        [argument.counted.at(t), *session.given("gamma > 0", gamma > 0)],
    )
    by = [
        argument.linear.at(t),
        argument.squared.at(t),
        positive,
        squares.at(total, dot(u, w(t))),
        space.cauchy_schwarz.at(u, w(t)),
        *unit(session),
    ]
    lhs = argument.M(t) * gamma
    at_all_times(session, lhs * lhs, {s.m: argument.M.whole(t)}, by)


# --- section 2.2: Winnow -----------------------------------------------------------------------------------------


class Winnow:
    """Winnow(1 + beta, N) with what the notes say about it; w.x = N is predicted negative."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.N, self.beta = session.symbol(s.N), session.symbol(s.beta)
        self.run = WinnowRun(session, 1 + self.beta, self.N, lambda v: v > self.N, "relevant", "disjunction")
        self.plus, self.minus, self.phi = self.run.plus, self.run.minus, self.run.phi
        self.known = [self.run.side, self.run.potential_change.at(t, n), self.run.n, *self.run.parameters]

    @cached_property
    def promotion(self) -> Theorem:
        """(24): a promotion adds at most beta N."""
        formula = z3.Implies(z3.And(t >= 0, t < l, side(t) == 1), self.phi(t + 1) - self.phi(t) <= self.beta * self.N)
        return self.session.lemma("(24)", [t], formula, self.known)

    @cached_property
    def demotion(self) -> Theorem:
        """(27): a demotion takes more than beta / (1 + beta) N."""
        beta = self.beta
        formula = z3.Implies(
            z3.And(t >= 0, t < l, side(t) == -1), self.phi(t + 1) - self.phi(t) < -beta / (1 + beta) * self.N
        )
        a, b = z3.Reals("a_ b_")
        share = self.session.lemma(
            "a share of a number",
            [a, b],
            z3.Implies(a > b, (1 / (1 + beta) - 1) * a < -beta / (1 + beta) * b),
            self.run.parameters,
        )
        return self.session.lemma("(27)", [t], formula, [*self.known, share.at(self.run.wx(t), self.N)])

    def unchanged(self) -> Theorem:
        """Phi does not change without a mistake."""
        formula = z3.Implies(z3.And(t >= 0, t < l, side(t) == 0), self.phi(t + 1) == self.phi(t))
        return self.session.lemma("no mistake, no change", [t], formula, self.known)

    @cached_property
    def potential(self) -> Theorem:
        """(29): Phi <= N + beta N m+ - beta / (1 + beta) N m-, and m-, m+ are not negative."""
        beta, N = self.beta, self.N
        invariant = up_to_the_end(
            z3.And(
                self.phi(t) <= N + beta * N * self.plus(t) - beta / (1 + beta) * N * self.minus(t),
                self.plus(t) >= 0,
                self.minus(t) >= 0,
            )
        )
        steps = [self.promotion.at(t), self.demotion.at(t), self.unchanged().at(t), self.run.side]
        return self.session.induction(
            "(29)",
            t,
            invariant,
            [self.run.potential_start, self.plus.start, self.minus.start, *self.run.parameters],
            [*steps, self.plus.next.at(t), self.minus.next.at(t), self.run.n, *self.run.parameters],
        )

    @cached_property
    def negatives(self) -> Theorem:
        """(33): m- < (1 + beta) / beta + (1 + beta) m+ at every time; 2 + 2 m+ for beta = 1."""
        beta, N = self.beta, self.N
        p, q = z3.Reals("p_ q_")
        divide = self.session.lemma(
            "divide by beta / (1 + beta) N",
            [p, q],
            z3.Implies(N + beta * N * p - beta / (1 + beta) * N * q > 0, q < (1 + beta) / beta + (1 + beta) * p),
            [self.run.n, *self.run.parameters],
        )
        formula = z3.Implies(z3.And(t >= 0, t <= l), self.minus(t) < (1 + beta) / beta + (1 + beta) * self.plus(t))
        by = [self.potential.at(t), self.run.potential_positive.at(t), divide.at(self.plus(t), self.minus(t))]
        return self.session.lemma("(33)", [t], formula, by)

    @cached_property
    def cap(self) -> Theorem:
        """Lemma 4: an active weight is at most N on a promotion."""
        formula = z3.Implies(z3.And(t >= 0, t < l, i >= 0, i < n, side(t) == 1, x_i(t, i) == 1), w_i(t, i) <= self.N)
        by = [self.run.active_weight.at(t, i), self.run.side]
        return self.session.lemma("Lemma 4", [t, i], formula, by)

    @cached_property
    def positives(self) -> Theorem:
        """(36): m+ <= k (log N + 1), the logarithm to base 1 + beta."""
        session, run = self.session, self.run
        E = Exponential(session)
        above = session.prove("N >= 1", self.N >= 1, [run.n, *run.parameters])
        most = ln(self.N) / ln(1 + self.beta) + 1
        each = run.logarithm(E, self.N, above, self.cap)
        total = run.promotion_sum(most, each)
        formula = z3.Implies(z3.And(t >= 0, t <= l), self.plus(t) <= z3.ToReal(z3.Int("k")) * most)
        by = [run.promotions_cover.at(t), total.at(t, n), run.k, run.n]
        return session.lemma("(36)", [t], formula, by)

    @cached_property
    def base(self) -> list[Theorem]:
        """ln(1 + beta) > 0, and it is ln 2 where beta = 1."""
        beta = self.beta
        E = Exponential(self.session)
        positive = self.session.prove(
            "ln(1 + beta) > 0", ln(1 + beta) > 0, [self.run.factor, E.ln_increasing.at(ONE, 1 + beta)]
        )
        same = z3.Implies(1 + beta == 2, ln(1 + beta) == ln(z3.RealVal(2)))
        return [positive, self.session.prove("the base of the logarithm", same)]

    def totals(self, t: Term) -> dict[Any, Term]:
        """Return what m+ and m- stand for."""
        return {s.mplus: self.plus.whole(t), s.mminus: self.minus.whole(t)}


STRICT = "the printed bound on m+ is strict, but equality occurs; the proof uses <= and the strictness of (33)"


@proves("kitani.winnow", readings.winnow)
@proves("kitani.winnow.beta", readings.winnow)
def winnow(session: Session) -> None:
    """M = m+ + m- < 2 + 3 k (log2 N + 1): (33) and (36)."""
    session.repair(
        "Lemma 3",
        "false for k >= 2: a relevant feature is not always active; each relevant weight's own promotions are counted",
    )
    session.repair("Lemma 4", "false as printed: only active weights are at most N, not all, and not strictly")
    session.repair("(36)", STRICT)
    run = Winnow(session)
    both = Total(session, "mistakes", lambda t: z3.If(side(t) == 0, z3.IntVal(0), z3.IntVal(1)), whole=True)
    sums = session.induction(
        "M = m+ + m-",
        t,
        up_to_the_end(both(t) == run.plus(t) + run.minus(t)),
        [both.start, run.plus.start, run.minus.start],
        [both.next.at(t), run.plus.next.at(t), run.minus.next.at(t), run.run.side],
    )
    m, b = z3.Reals("m_ b_")
    beta = run.beta
    scaled = session.lemma(
        "(2 + beta) times (36)", [m, b], z3.Implies(m <= b, (2 + beta) * m <= (2 + beta) * b), run.run.parameters
    )
    most = z3.ToReal(z3.Int("k")) * (ln(run.N) / ln(1 + beta) + 1)
    by = [sums.at(l), run.negatives.at(l), run.positives.at(l), scaled.at(run.plus(l), most), *session.length]
    session.conclude(both.whole(l), [*by, *run.base])


def on_mistake(
    session: Session, lhs: Term, which: int, by: list[Theorem], terms: dict[Any, Term] | None = None
) -> None:
    """Conclude a claim about every mistake on a positive (1) or negative (-1) example."""
    formula = z3.Implies(z3.And(t >= 0, t < l, side(t) == which), session.holds(lhs, terms))
    session.concluded(session.lemma("the claim", [t], formula, [*by, *session.parameters]))


@proves("kitani.eq24", readings.winnow)
def equation_24(session: Session) -> None:
    """A promotion adds at most N."""
    run = Winnow(session)
    on_mistake(session, run.phi(t + 1) - run.phi(t), 1, [run.promotion.at(t)])


@proves("kitani.eq27", readings.winnow)
def equation_27(session: Session) -> None:
    """A demotion takes more than N/2."""
    run = Winnow(session)
    on_mistake(session, run.phi(t + 1) - run.phi(t), -1, [run.demotion.at(t)])


@proves("kitani.eq28", readings.winnow)
@proves("kitani.eq28.printed", readings.winnow)
def equation_28(session: Session) -> None:
    """Each mistake on a negative example takes more than N/2 from Phi, which is N at the start."""
    session.repair("(28)", "the printed sign < fails at m- = 0; <= is right, and enough")
    run = Winnow(session)
    taken = Total(session, "taken", lambda t: z3.If(side(t) == -1, run.phi(t) - run.phi(t + 1), z3.RealVal(0)))
    share = run.beta / (1 + run.beta) * run.N
    summed = session.induction(
        "what the mistakes on negative examples took",
        t,
        up_to_the_end(taken(t) >= share * run.minus(t)),
        [taken.start, run.minus.start],
        [run.demotion.at(t), taken.next.at(t), run.minus.next.at(t), *run.run.parameters],
    )
    by = [summed.at(t), run.run.potential_start, run.run.n, *run.run.parameters]
    at_all_times(session, run.phi(z3.IntVal(0)) - taken(t), run.totals(t), by)


class Powers:
    """The weight of a relevant feature is 1 + beta to the power of its promotions."""

    def __init__(self, session: Session) -> None:
        self.session, self.run = session, Winnow(session)
        self.E = Exponential(session)
        self.alpha = 1 + self.run.beta
        b = z3.Real("b_")
        self.more = session.lemma(
            "one factor more",
            [b],
            exp((b + 1) * ln(self.alpha)) == self.alpha * exp(b * ln(self.alpha)),
            [
                session.prove(
                    "the same exponent",
                    exp((b + 1) * ln(self.alpha)) == exp(b * ln(self.alpha) + ln(self.alpha)),
                    [
                        session.prove(
                            "(b + 1) c = b c + c", (b + 1) * ln(self.alpha) == b * ln(self.alpha) + ln(self.alpha)
                        )
                    ],
                ),
                self.E.sums.at(b * ln(self.alpha), ln(self.alpha)),
                self.E.inverse.at(self.alpha),
                self.run.run.factor,
            ],
        )
        self.none = session.prove(
            "no factor", exp(z3.RealVal(0) * ln(self.alpha)) == 1, [self.E.positive.at(z3.RealVal(0))]
        )

    def weight(self, times: Term, first: list[Theorem], further: list[Theorem]) -> Theorem:
        """w_n = (1 + beta)**times at every time, where ``times`` counts the mistakes that promote a relevant n."""
        run = self.run.run
        power = exp(times * ln(self.alpha))
        after = z3.substitute(times, (t, t + 1))
        moved = self.session.prove(
            "the power after a trial",
            z3.And(
                z3.Implies(after == times, exp(after * ln(self.alpha)) == power),
                z3.Implies(after == times + 1, exp(after * ln(self.alpha)) == exp((times + 1) * ln(self.alpha))),
            ),
        )
        zero = z3.substitute(times, (t, z3.IntVal(0)))
        begun = self.session.prove(
            "the power at the start",
            z3.Implies(zero == 0, exp(zero * ln(self.alpha)) == exp(z3.RealVal(0) * ln(self.alpha))),
        )
        return self.session.induction(
            "w_n = (1 + beta)**m+",
            t,
            z3.Implies(z3.And(t <= l, i >= 0, i < n, u_i(i) == 1), w_i(t, i) == power),
            [run.start.at(i), self.none, begun, *first],
            [
                run.update.at(t, i),
                run.no_relevant_demotion.at(t, i),
                run.side,
                *run.at(i),
                self.more.at(times),
                moved,
                *further,
            ],
        )

    @cached_property
    def always_active(self) -> Theorem:
        """The only relevant feature is active on every positive example: u.x = x_n for u = e_n."""
        session, run = self.session, self.run.run
        one = [*session.given("k = 1", z3.Int("k") == 1), run.k, run.n]
        active = z3.If(i < j, ONE, z3.RealVal(0))
        within = z3.And(t >= 0, t < l, i >= 0, i < n, u_i(i) == 1)
        rest = session.induction(
            "what u.x owes to the other features",
            j,
            z3.Implies(
                z3.And(within, j <= n),
                z3.And(run.size(t, j) >= active, run.ux(t, j) <= run.size(t, j) - active * (1 - x_i(t, i))),
            ),
            [run.ux.start(t), run.size.start(t)],
            [run.ux.next(t, j), run.size.next(t, j), *run.at(j), *run.at(i)],
        )
        formula = z3.Implies(z3.And(within, y(t) == 1), x_i(t, i) == 1)
        by = [rest.at(n), *one, *run.label, *run.at(i)]
        return session.lemma("the only relevant feature is active", [t, i], formula, by)

    def only_relevant(self) -> Theorem:
        """The weight of the only relevant feature counts all mistakes on positive examples."""
        plus = self.run.plus
        return self.weight(plus(t), [plus.start], [plus.next.at(t), self.always_active.at(t, i)])


RELEVANT = "for k >= 2 a relevant feature can be inactive on a positive example, and is then not promoted"


@proves("kitani.lem3", readings.winnow)
@proves("kitani.lem3.printed", readings.winnow)
def lemma_3(session: Session) -> None:
    """The only relevant feature is active, and so promoted, on every mistake on a positive example."""
    session.repair("Lemma 3", RELEVANT)
    powers = Powers(session)
    plus = powers.run.plus
    lhs = session.holds(w_i(t, i), {s.mplus: plus.whole(t)})
    formula = z3.Implies(z3.And(t >= 0, t <= l, i >= 0, i < n, u_i(i) == 1), lhs)
    by = [powers.only_relevant().at(t), *session.parameters, *_same_power(session, powers, plus(t))]
    session.concluded(session.lemma("the claim", [t, i], formula, by))


@proves("kitani.lem3.active", readings.winnow)
def lemma_3_active(session: Session) -> None:
    """A relevant weight counts its own promotions."""
    session.repair("Lemma 3", RELEVANT)
    powers = Powers(session)
    run, p = powers.run.run, promoted(t, i)
    known = powers.weight(p, [run.promoted_start.at(i)], [run.promoted_next.at(t, i)])
    lhs = session.holds(w_i(t, i), {s.mplus: p})
    formula = z3.Implies(z3.And(t >= 0, t <= l, i >= 0, i < n, u_i(i) == 1), lhs)
    by = [known.at(t), *session.parameters, *_same_power(session, powers, p)]
    session.concluded(session.lemma("the claim", [t, i], formula, by))


@proves("kitani.eq34", readings.winnow)
@proves("kitani.eq34.printed", readings.winnow)
def equation_34(session: Session) -> None:
    """Before the update at the m+-th mistake on a positive example the only relevant weight is 2**(m+ - 1)."""
    session.repair("(34)", RELEVANT)
    powers = Powers(session)
    plus = powers.run.plus
    lhs = session.holds(w_i(t, i), {s.mplus: plus.whole(t + 1)})
    formula = z3.Implies(z3.And(t >= 0, t < l, i >= 0, i < n, u_i(i) == 1, side(t) == 1), lhs)
    by = [powers.only_relevant().at(t), plus.next.at(t), *session.parameters]
    by += _same_power(session, powers, plus(t), plus(t + 1) - 1)
    session.concluded(session.lemma("the claim", [t, i], formula, by))


def _same_power(session: Session, powers: Powers, times: Term, other: Term | None = None) -> list[Theorem]:
    """(1 + beta)**times, written as the claim's bound writes it."""
    base = z3.RealVal(2) if session.claim.defines.get(s.beta) == 1 else session.symbol(s.beta) + 1
    other = times if other is None else other
    exponents = {e.get_id(): e for e in (other, z3.simplify(other), -1 + (other + 1))}
    found = []
    for exponent in exponents.values():
        for order in (base, 1 + session.symbol(s.beta)):
            equal = z3.Implies(
                z3.And(powers.alpha == order, exponent == times),
                exp(exponent * ln(order)) == exp(times * ln(powers.alpha)),
            )
            found.append(session.prove("the same power", equal))
    return found


@proves("kitani.lem4.printed", readings.winnow)
@proves("kitani.lem4.all", readings.winnow)
def lemma_4_for_all(session: Session) -> None:
    """Lemma 4 for weights that are not active on the example: w.x <= N says nothing of them."""
    run = Winnow(session)
    formula = z3.Implies(z3.And(t >= 0, t < l, i >= 0, i < n, side(t) == 1), session.holds(w_i(t, i)))
    session.concluded(session.lemma("the claim", [t, i], formula, [run.cap.at(t, i), *session.parameters]))


@proves("kitani.lem1.printed")
def largest_product_of_all_lengths(session: Session) -> None:
    """Lemma 1 for vectors of any length: Cauchy-Schwarz bounds u.x by |u| |x|, and |x| is not fixed."""
    space = InnerProduct(session)
    first = z3.IntVal(0)
    parallel = session.given("parallel", ux(first) * ux(first) == dot(u, u) * dot(x(first), x(first)))
    by = [space.cauchy_schwarz.at(u, x(t)), *parallel]
    formula = z3.Implies(z3.And(t >= 0, t < l), session.holds(ux(t), {s.ux: ux(first)}))
    session.concluded(session.lemma("the claim", [t], formula, by))


@proves("kitani.lem4", readings.winnow)
def lemma_4(session: Session) -> None:
    """On a mistake on a positive example the active weights are at most N."""
    session.repair("Lemma 4", "w_n < N for all n is false: only active weights, and not strictly")
    run = Winnow(session)
    formula = z3.Implies(z3.And(t >= 0, t < l, i >= 0, i < n, side(t) == 1, x_i(t, i) == 1), session.holds(w_i(t, i)))
    session.concluded(session.lemma("the claim", [t, i], formula, [run.cap.at(t, i), *session.parameters]))


@proves("kitani.eq29", readings.winnow)
@proves("kitani.eq25", readings.winnow)
@proves("kitani.eq30", readings.winnow)
def potential_equations(session: Session) -> None:
    """(25), (29), (30): what the sum of the weights is at most, and that it is positive."""
    run = Winnow(session)
    by = [run.potential.at(t), run.run.potential_positive.at(t), *run.run.parameters, run.run.n]
    at_all_times(session, run.phi(t), run.totals(t), by)


@proves("kitani.eq31", readings.winnow)
def equation_31(session: Session) -> None:
    """0 < N + m+ N - m- N/2."""
    run = Winnow(session)
    by = [run.potential.at(t), run.run.potential_positive.at(t), *run.run.parameters, run.run.n]
    at_all_times(session, z3.RealVal(0), run.totals(t), by)


@proves("kitani.eq33", readings.winnow)
def equation_33(session: Session) -> None:
    """m- < 2 + 2 m+."""
    run = Winnow(session)
    at_all_times(session, run.minus(t), run.totals(t), [run.negatives.at(t), *run.run.parameters])


@proves("kitani.eq35", readings.winnow)
@proves("kitani.eq36", readings.winnow)
def equation_36(session: Session) -> None:
    """m+ <= k (log2 N + 1)."""
    session.repair("(36)", STRICT)
    run = Winnow(session)
    at_all_times(session, run.plus(t), run.totals(t), [run.positives.at(t), *run.base, *run.run.parameters])


@proves("kitani.eq37", readings.winnow)
@proves("kitani.eq38", readings.winnow)
def equations_37_and_38(session: Session) -> None:
    """(37) bounds m-, (38) m- + m+: (33) and (36)."""
    session.repair("(37)", "follows from the strict (33) and the non-strict (36)")
    run = Winnow(session)
    lhs = run.minus(t) + run.plus(t) if "m+" in session.claim.quantity.text else run.minus(t)
    by = [run.negatives.at(t), run.positives.at(t), *run.base, *run.run.parameters]
    at_all_times(session, lhs, run.totals(t), by)
