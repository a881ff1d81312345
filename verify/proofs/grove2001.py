"""Proofs for Grove, Littlestone and Schuurmans 2001, in their order. A prediction of 0 counts as positive."""

from __future__ import annotations

from functools import cached_property

import z3

from bounds import symbols as s
from verify.proofs import readings
from verify.proofs.exponentiated import ExponentiatedRun, Inputs
from verify.proofs.exponentiated import u as share
from verify.proofs.kernel import Formula, Term, Theorem
from verify.proofs.norms import Norms, P, dual, link, norm
from verify.proofs.perceptron import (
    ONE,
    ZERO,
    Novikoff,
    Total,
    count,
    l,
    labels,
    mistake_by_sign,
    on_trials,
    u,
    up_to_the_end,
    ux,
    w,
    x,
    y,
)
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import CoordinateSum, i, j, n, on_coordinates, sum_up
from verify.proofs.translate import ln
from verify.proofs.vectors import INT, REAL, InnerProduct, add, dot, scale, t, zero

# --- section 6: the Perceptron -----------------------------------------------------------------------------------


class Gap(Novikoff):
    """The Perceptron's argument for coefficient a, gap delta and examples of norm at most X."""

    def __init__(self, session: Session) -> None:
        delta, X, a = (session.symbol(v) for v in (s.delta, s.X, s.a))
        margins = [p.at(t) for p in session.given("gap", on_trials(y(t) * ux(t) >= delta))]
        radii = [p.at(t) for p in session.given("examples", on_trials(dot(x(t), x(t)) <= X * X))]
        super().__init__(session, a, delta, X, margins, radii, mistake_by_sign)


@proves("gls.perceptron", readings.perceptron)
@proves("gls.6.perceptron", readings.perceptron)
def perceptron(session: Session) -> None:
    """M delta**2 <= U**2 X**2, by Cauchy-Schwarz; the paper's own 3 R**2 + 5 R is weaker."""
    argument = Gap(session)
    U, X, delta = (session.symbol(v) for v in (s.U, s.X, s.delta))
    by = argument.combined(U, argument.run.comparator)
    classic = session.prove(
        "M <= U**2 X**2 / delta**2",
        argument.M(l) <= U * U * X * X / (delta * delta),
        [*by, *session.parameters, *session.parameter_premises],
    )
    a, b = z3.Reals("a_ b_")
    ratio = session.lemma("a quotient of numbers >= 0", [a, b], z3.Implies(z3.And(a >= 0, b > 0), a / b >= 0))
    sizes = session.measure("norms", z3.And(U >= 0, X >= 0), "U and X are norms")
    product = session.prove("U X >= 0", z3.And(U * X >= 0, U * U * X * X >= 0), [sizes])
    more = [ratio.at(U * X, delta), ratio.at(U * U * X * X, delta * delta), product]
    session.conclude(argument.M.whole(l), [classic, *more])


# --- section 7: p-norm Perceptrons ---------------------------------------------------------------------------------

side = z3.Function("side", INT, REAL)
moves = z3.Function("moves", INT, z3.BoolSort())
z = w


class PNorm:
    """A run of the p-norm Perceptron: z moves by a y x on mistakes of sign(f_p(z).x), where sign(0) = +1."""

    def errs(self, t: Term) -> Formula:
        """Return that trial t is a mistake."""
        return side(t) != 0

    def __init__(self, session: Session, *, start: bool = True) -> None:
        self.session = session
        self.a, self.p, self.U, self.X = (session.symbol(v) for v in (s.a, s.p, s.U, s.X))
        self.space = InnerProduct(session)
        self.parameters = [*session.parameters, *session.parameter_premises]
        self.labels = labels(session).at(t)
        against = z3.Or(z3.And(y(t) == 1, self.wx < 0), z3.And(y(t) == -1, self.wx >= 0))
        self.moves = session.define("side", on_trials(side(t) == z3.If(against, y(t), ZERO))).at(t)
        self.update = session.define("the update", on_trials(z(t + 1) == add(z(t), scale(self.a * side(t), x(t)))))
        self.start = [session.define("z at the start", z(0) == zero)] if start else []
        self.M = count(session, "mistakes", self.errs)
        self.norms = Norms(session, self.parameters)
        self.examples = [p.at(t) for p in session.given("examples", on_trials(norm(x(t)) <= self.X))]
        self.comparator = session.given("comparator", dual(u) <= self.U)
        session.repair(
            "the Taylor step",
            "||z||_p**2 is not twice differentiable at 0: there it is exactly quadratic along the step",
        )

    @property
    def wx(self) -> Term:
        """Return f_p(z).x, before trial t."""
        return dot(link(P, z(t)), x(t))

    @cached_property
    def magnitude(self) -> Theorem:
        """||x||_p >= 0."""
        return self.norms.positive(x(t))

    @cached_property
    def hoelder(self) -> Theorem:
        """|u.z| <= ||u||_q ||z||_p at the end, and neither norm is negative."""
        size, bound = dual(u), dual(u) * norm(z(l))
        return self.session.prove(
            "Hoelder, at the end",
            z3.And(dot(u, z(l)) <= bound, -dot(u, z(l)) <= bound, norm(z(l)) >= 0, size >= 0),
            [self.norms.hoelder(u, z(l)), self.norms.positive(z(l)), self.norms.dual_positive(u)],
        )

    @cached_property
    def after(self) -> Theorem:
        """||z(t + 1)||_p is the norm of z + a side x."""
        moved = add(z(t), scale(self.a * side(t), x(t)))
        return self.session.prove(
            "the norm after trial t",
            z3.Implies(z3.And(t >= 0, t < l), norm(z(t + 1)) == norm(moved)),
            [self.update.at(t)],
        )

    @cached_property
    def smooth(self) -> Theorem:
        """A mistake adds at most (p - 1) a**2 ||x||_p**2 to ||z||_p**2."""
        session, a, p = self.session, self.a, self.p
        size = (p - 1) * a * a * norm(x(t)) * norm(x(t))
        against = session.prove(
            "a side f_p(z).x <= 0",
            z3.Implies(z3.And(t >= 0, t < l), (a * side(t)) * self.wx <= 0),
            [self.moves, self.labels, *self.parameters],
        )
        return session.prove(
            "smoothness, on trial t",
            z3.Implies(
                z3.And(t >= 0, t < l),
                norm(z(t + 1)) * norm(z(t + 1)) <= norm(z(t)) * norm(z(t)) + z3.If(self.errs(t), size, ZERO),
            ),
            [
                self.norms.smooth(z(t), a * side(t), x(t)),
                against,
                self.after,
                self.moves,
                self.labels,
                session.prove(
                    "the square of a step",
                    z3.Implies(
                        z3.Or(side(t) == 1, side(t) == -1),
                        (p - 1) * ((a * side(t)) * (a * side(t))) * (norm(x(t)) * norm(x(t))) == size,
                    ),
                ),
            ],
        )

    @cached_property
    def squared(self) -> Theorem:
        """||z||_p**2 <= ||z0||_p**2 + M (p - 1) a**2 X**2."""
        each = (self.p - 1) * self.a * self.a * self.X * self.X
        b, c = z3.Reals("b_ c_")
        squares = self.session.lemma("squares", [b, c], z3.Implies(z3.And(b >= 0, b <= c), b * b <= c * c))
        q = z3.Real("q_")
        scaled = self.session.lemma(
            "(p - 1) a**2 times",
            [q, b],
            z3.Implies(q <= b, (self.p - 1) * self.a * self.a * q <= (self.p - 1) * self.a * self.a * b),
            self.parameters,
        )
        xx = norm(x(t)) * norm(x(t))
        one = self.session.lemma(
            "one mistake",
            [t],
            z3.Implies(
                z3.And(t >= 0, t < l),
                norm(z(t + 1)) * norm(z(t + 1)) <= norm(z(t)) * norm(z(t)) + z3.If(self.errs(t), each, ZERO),
            ),
            [
                self.smooth,
                squares.at(norm(x(t)), self.X),
                scaled.at(xx, self.X * self.X),
                self.magnitude,
                *self.examples,
            ],
        )
        first = norm(z(z3.IntVal(0)))
        return self.session.induction(
            "||z||_p**2 <= ||z0||_p**2 + M (p - 1) a**2 X**2",
            t,
            up_to_the_end(norm(z(t)) * norm(z(t)) <= first * first + self.M(t) * each),
            [self.M.start],
            [one.at(t), self.M.next.at(t)],
        )

    def growth(self, gain: Term, gains: list[Theorem], name: str) -> Theorem:
        """u.z >= u.z0 + the sum of a gain(t) over the mistakes."""
        total = Total(self.session, name, lambda t: z3.If(self.errs(t), gain, ZERO))
        one = self.session.lemma(
            "u.z grows",
            [t],
            z3.Implies(
                z3.And(t >= 0, t < l), dot(u, z(t + 1)) >= dot(u, z(t)) + self.a * z3.If(self.errs(t), gain, ZERO)
            ),
            [
                self.update.at(t),
                self.space.step.at(u, z(t), x(t), self.a * side(t)),
                self.moves,
                self.labels,
                *gains,
                *self.parameters,
            ],
        )
        self.total = total
        return self.session.induction(
            "u.z >= u.z0 + a times the sum of the gains",
            t,
            up_to_the_end(dot(u, z(t)) >= dot(u, z(z3.IntVal(0))) + self.a * total(t)),
            [total.start],
            [one.at(t), total.next.at(t)],
        )

    @cached_property
    def counted(self) -> Theorem:
        """A count is not negative."""
        return self.session.induction(
            "M is not negative", t, up_to_the_end(self.M(t) >= 0), [self.M.start], [self.M.next.at(t)]
        )

    def linear(self) -> Theorem:
        """u.z >= u.z0 + M a delta."""
        delta = self.session.symbol(s.delta)
        gap = [p.at(t) for p in self.session.given("gap", on_trials(y(t) * ux(t) >= delta))]
        one = self.session.lemma(
            "u.z grows by a delta",
            [t],
            z3.Implies(
                z3.And(t >= 0, t < l),
                dot(u, z(t + 1)) >= dot(u, z(t)) + z3.If(self.errs(t), self.a * delta, ZERO),
            ),
            [
                self.update.at(t),
                self.space.step.at(u, z(t), x(t), self.a * side(t)),
                self.moves,
                self.labels,
                *gap,
                *self.parameters,
            ],
        )
        return self.session.induction(
            "u.z >= u.z0 + M a delta",
            t,
            up_to_the_end(dot(u, z(t)) >= dot(u, z(z3.IntVal(0))) + self.M(t) * (self.a * delta)),
            [self.M.start],
            [one.at(t), self.M.next.at(t)],
        )

    def hoelder_squared(self, least: Term, positive: list[Theorem]) -> Theorem:
        """least**2 <= U**2 ||z||_p**2 for 0 <= least <= u.z."""
        session, U = self.session, self.U
        b, c, d, e = z3.Reals("b_ c_ d_ e_")
        square = session.lemma(
            "the square of Hoelder",
            [b, c, d, e],
            z3.Implies(z3.And(b >= 0, b <= c * d, c >= 0, c <= e, d >= 0), b * b <= e * e * (d * d)),
            [
                session.lemma(
                    "c d <= e d",
                    [c, d, e],
                    z3.Implies(z3.And(c >= 0, c <= e, d >= 0), z3.And(c * d <= e * d, c * d >= 0)),
                ).at(c, d, e),
                session.lemma("squares", [b, c], z3.Implies(z3.And(b >= 0, b <= c), b * b <= c * c)).at(b, e * d),
            ],
        )
        by = [square.at(least, dual(u), norm(z(l)), U), self.hoelder, *self.comparator, *positive]
        return session.prove(
            "the square of Hoelder, at the end", least * least <= U * U * (norm(z(l)) * norm(z(l))), by
        )

    def at_zero(self) -> list[Theorem]:
        """z = 0 at the start: u.z0 = 0 and ||z0|| = 0."""
        first = z(z3.IntVal(0))
        by = [*self.start, self.space.null.at(u), self.norms.at_zero]
        same = self.session.prove(
            "the norm at the start",
            z3.Implies(first == zero, z3.And(norm(first) == norm(zero), dot(u, first) == dot(u, zero))),
        )
        return [self.session.prove("z0 = 0", z3.And(dot(u, first) == 0, norm(first) == 0), [same, *by])]


@proves("gls.7.1a", readings.p_norm)
def theorem_71a(session: Session) -> None:
    """(M a delta)**2 <= U**2 ||z||_p**2 <= U**2 M (p - 1) a**2 X**2."""
    run = PNorm(session)
    delta, a, U, X, p = session.symbol(s.delta), run.a, run.U, run.X, run.p
    M = run.M(l)
    linear, squared = run.linear(), run.squared
    start = run.at_zero()
    positive = session.prove(
        "0 <= M a delta <= u.z",
        z3.And(M * (a * delta) >= 0, M * (a * delta) <= dot(u, z(l))),
        [linear.at(l), run.counted.at(l), *start, *session.length, *run.parameters],
    )
    total = run.hoelder_squared(M * (a * delta), [positive])
    m_, r_, v_, d_ = z3.Reals("m_ r_ v_ d_")
    divided = session.lemma(
        "divide by a**2 M",
        [m_, r_, v_, d_],
        z3.Implies(
            z3.And(m_ >= 0, r_ > 0, v_ >= 0, (m_ * (r_ * d_)) * (m_ * (r_ * d_)) <= v_ * (m_ * (r_ * r_))),
            m_ * d_ * d_ <= v_,
        ),
    )
    value = U * U * X * X * (p - 1)
    q, e = z3.Reals("q_ e_")
    times = session.lemma("U**2 times", [q, e], z3.Implies(q <= e, U * U * q <= U * U * e))
    inside = norm(z(l)) * norm(z(l))
    most = M * ((p - 1) * a * a * X * X)
    square = session.prove(
        "(M a delta)**2 <= U**2 M (p - 1) a**2 X**2",
        (M * (a * delta)) * (M * (a * delta)) <= value * (M * (a * a)),
        [
            total,
            times.at(inside, most),
            session.prove(
                "||z||_p**2 <= M (p - 1) a**2 X**2", inside <= most, [squared.at(l), *start, *session.length]
            ),
            session.prove("the same product", U * U * most == value * (M * (a * a))),
        ],
    )
    result = session.prove(
        "M delta**2 <= (p - 1) U**2 X**2",
        M * delta * delta <= value,
        [
            divided.at(M, a, value, delta),
            square,
            run.counted.at(l),
            session.prove("(p - 1) U**2 X**2 >= 0", value >= 0, run.parameters),
            *session.length,
            *run.parameters,
        ],
    )
    session.conclude(run.M.whole(l), [result])


@proves("gls.7.1q", readings.p_norm)
def any_labels(session: Session) -> None:
    """max(0, u.z0 + a sum_M y u.x)**2 <= U**2 (||z0||_p**2 + m (p - 1) a**2 X**2), for any labels."""
    run = PNorm(session, start=False)
    gain = y(t) * ux(t)
    grown = run.growth(gain, [], "gained")
    a, U, X, p = run.a, run.U, run.X, run.p
    M = run.M(l)
    first = z(z3.IntVal(0))
    reached = dot(u, first) + a * run.total(l)
    least = z3.If(reached >= 0, reached, ZERO)
    positive = session.prove(
        "0 <= max(0, u.z0 + a sum y u.x), and it is at most ||u||_q ||z||_p",
        z3.And(least >= 0, least <= dual(u) * norm(z(l))),
        [grown.at(l), run.hoelder, *session.length],
    )
    b, c, d, e = z3.Reals("b_ c_ d_ e_")
    square = session.lemma(
        "the square of a product bound",
        [b, c, d, e],
        z3.Implies(z3.And(b >= 0, b <= c * d, c >= 0, c <= e, d >= 0), b * b <= e * e * (d * d)),
        [
            session.lemma(
                "c d <= e d", [c, d, e], z3.Implies(z3.And(c >= 0, c <= e, d >= 0), z3.And(c * d <= e * d, c * d >= 0))
            ).at(c, d, e),
            session.lemma("squares", [b, c], z3.Implies(z3.And(b >= 0, b <= c), b * b <= c * c)).at(b, e * d),
        ],
    )
    inside = norm(z(l)) * norm(z(l))
    q = z3.Real("q_")
    times = session.lemma("U**2 times", [q, e], z3.Implies(q <= e, U * U * q <= U * U * e))
    most = norm(first) * norm(first) + M * ((p - 1) * a * a * X * X)
    result = session.prove(
        "the square of both",
        least * least <= U * U * most,
        [
            square.at(least, dual(u), norm(z(l)), U),
            positive,
            run.hoelder,
            *run.comparator,
            times.at(inside, most),
            run.squared.at(l),
            *session.length,
        ],
    )
    Z, b, c = session.symbol(s.Z), z3.Real("b_"), z3.Real("c_")
    squares = session.lemma("squares", [b, c], z3.Implies(z3.And(b >= 0, b <= c), b * b <= c * c))
    first_norm = run.norms.positive(first)
    size = session.prove(
        "||z0||_p**2 <= Z**2",
        norm(first) * norm(first) <= Z * Z,
        [*session.given("start norm", norm(first) <= Z), first_norm, squares.at(norm(first), Z)],
    )
    largest = Z * Z + M * ((p - 1) * a * a * X * X)
    by = [result, size, times.at(most, largest), *session.parameters]
    session.conclude(least * least, by, {s.m: run.M.whole(l)})


# --- section 6: Weighted Majority, as a quasi-additive algorithm -----------------------------------------------------


class Shares(Inputs):
    """The comparator's shares u_i / U: not negative, with sum 1 and entropy H."""

    def take_premises(self) -> None:
        """Take up the premises about the comparator."""
        session = self.session
        self.scale = session.symbol(s.U)
        self.U = ONE
        self.nonnegative = session.given("nonnegative", on_coordinates(share(i) >= 0))
        self.sum = session.given("comparator", self.size(t) == 1)


@proves("gls.wm", readings.shares)
@proves("gls.wm.a", readings.shares)
def weighted_majority(session: Session) -> None:
    """w / sum w is a run of Exponentiated Update with sum 1 and rate a; the relative entropy of u/U to it pays."""
    inputs = Shares(session)
    U, X, a, delta = (session.symbol(v) for v in (s.U, s.X, s.a, s.delta))
    H = session.symbol(s.entropy)

    def errs_at(v: Term, t: Term) -> Formula:
        return z3.Or(z3.And(y(t) == 1, v < 0), z3.And(y(t) == -1, v >= 0))

    session.repair("a <= delta/(U b**2)", "the printed bound holds at a = delta/(U b**2), not for smaller a")
    run = ExponentiatedRun(session, lambda v, t: z3.If(errs_at(v, t), y(t), ZERO), inputs, rate=a)
    M = count(session, "mistakes", lambda t: errs_at(run.wx(t), t))
    parameters = [*session.parameters, *session.parameter_premises]
    gap = [p.at(t) for p in session.given("gap", on_trials(y(t) * inputs.ux(t) >= delta / U))]
    rate = run.rate(t)
    drop = session.lemma(
        "what an update does to the relative entropy",
        [t],
        z3.Implies(
            z3.And(t >= 0, t < l),
            rate * (inputs.ux(t) - run.wx(t)) <= run.entropy(t) - run.entropy(t + 1) + rate * rate * X * X / 2,
        ),
        [run.entropy_drop.at(t, n), run.lemma_a1.at(t), inputs.n, *inputs.equal_sum(), run.positive_total],
    )
    gain = a * (delta / U) - a * a * X * X / 2
    one = session.lemma(
        "a mistake lowers the relative entropy by a delta/U - a**2 X**2/2",
        [t],
        z3.Implies(
            z3.And(t >= 0, t < l),
            z3.If(errs_at(run.wx(t), t), gain, ZERO) <= run.entropy(t) - run.entropy(t + 1),
        ),
        [drop.at(t), run.side.at(t), labels(session).at(t), *gap, *parameters],
    )
    summed = session.induction(
        "the sum over the mistakes",
        t,
        up_to_the_end(M(t) * gain <= run.entropy(z3.IntVal(0)) - run.entropy(t)),
        [M.start],
        [one.at(t), M.next.at(t)],
    )
    negentropy = CoordinateSum(session, "negentropy", lambda i: share(i) * ln(share(i)), moving=False)
    N = z3.ToReal(n)
    zero_time = z3.IntVal(0)
    E = run.exponential
    first = session.lemma(
        "ln w at the start",
        [i],
        z3.Implies(z3.And(i >= 0, i < n), ln(run_weight(zero_time, i)) == -ln(N)),
        [
            run.start.at(i),
            E.quotient.at(ONE, N),
            E.ln_increasing.at(ONE, ONE),
            inputs.n,
            session.prove(
                "the same quotient",
                z3.Implies(run_weight(zero_time, i) == ONE / N, ln(run_weight(zero_time, i)) == ln(ONE / N)),
            ),
        ],
    )
    begin = sum_up(
        session,
        "the relative entropy at the start is ln n less the entropy",
        lambda t, j: run.entropy(zero_time, j) == negentropy(t, j) + inputs.size(t, j) * ln(N),
        [(run.entropy, zero_time), (negentropy, t), (inputs.size, t)],
        [first.at(j)],
    )
    entropy = session.measure("entropy", -negentropy(t) == H, "the entropy of the shares u_i/U")
    known = [
        summed.at(l),
        begin.at(t, n),
        entropy,
        run.entropy_positive.at(l, n),
        run.weights.at(l, z3.IntVal(0)),
        inputs.n,
        *inputs.equal_sum(),
        *session.length,
    ]
    total = session.prove("M (a delta/U - a**2 X**2/2) <= ln n - entropy", M(l) * gain <= ln(N) - H, known)
    counted = session.induction("M is not negative", t, up_to_the_end(M(t) >= 0), [M.start], [M.next.at(t)])
    positive_u = session.measure("U", U > 0, "U is the 1-norm of u, which is not zero")
    b, c = z3.Reals("b_ c_")
    cleared = session.prove(
        "times 2 U",
        M(l) * (2 * a * delta - a * a * U * X * X) <= 2 * U * (ln(N) - H),
        [total, positive_u],
    )
    room = session.prove("2 a delta > a**2 U X**2", 2 * a * delta - a * a * U * X * X > 0, [positive_u, *parameters])
    divide = session.lemma("divide", [b, c], z3.Implies(z3.And(c > 0), (b / c) * c == b))
    session.conclude(
        M.whole(l),
        [cleared, room, counted.at(l), positive_u, divide.at(2 * U * (ln(N) - H), 2 * a * delta - a * a * U * X * X)],
    )


def run_weight(t: Term, i: Term) -> Term:
    """Return the normalised weight w_i / sum w before trial t."""
    return z3.Function("w", INT, INT, REAL)(t, i)


# --- section 8 -------------------------------------------------------------------------------------------------------


@proves("gls.8.dh", readings.perceptron)
def bregman_distance(session: Session) -> None:
    """||z - eta u||**2 starts at eta**2 U**2, falls by 2 a eta delta - a**2 X**2 a mistake, and is not negative."""
    session.repair("D_H", "it needs a < 2 delta eta / X**2, not only that the bound is defined")
    argument = Gap(session)
    eta, U, X, a, delta = (session.symbol(v) for v in (s.eta, s.U, s.X, s.a, s.delta))
    space = argument.run.space
    M = argument.M(l)
    parameters = [*session.parameters, *session.parameter_premises]
    square = session.prove(
        "||z - eta u||**2 >= 0",
        dot(w(l), w(l)) - 2 * eta * dot(u, w(l)) + eta * eta * dot(u, u) >= 0,
        [space.square.at(w(l), u, -eta), space.symmetric.at(u, w(l))],
    )
    q, e, c = z3.Reals("q_ e_ c_")
    times = session.lemma("multiply by c >= 0", [q, e, c], z3.Implies(z3.And(c >= 0, q <= e), c * q <= c * e))
    whole = session.prove(
        "M (2 a eta delta - a**2 X**2) <= eta**2 U**2",
        M * (2 * a * eta * delta - a * a * X * X) <= eta * eta * U * U,
        [
            square,
            argument.linear.at(l),
            argument.squared.at(l),
            times.at(M * a * delta, dot(u, w(l)), 2 * eta),
            times.at(dot(u, u), U * U, eta * eta),
            *argument.run.comparator,
            *session.length,
            *session.parameters,
        ],
    )
    room = session.prove("2 a eta delta > a**2 X**2", 2 * a * eta * delta - a * a * X * X > 0, parameters)
    session.conclude(argument.M.whole(l), [whole, room])
