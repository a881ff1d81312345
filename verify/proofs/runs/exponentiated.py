"""Runs of Exponentiated Update in the proofs: sums over n coordinates, sequences of any length."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import z3

from bounds import symbols as s
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Formula, Term
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import CoordinateSum, Exponential, i, j, n, on_coordinates, sum_up
from verify.proofs.engine.translate import exp, ln
from verify.proofs.engine.vectors import INT, REAL, t
from verify.proofs.runs.perceptron import l, on_trials

w = z3.Function("w", INT, INT, REAL)
x = z3.Function("x", INT, INT, REAL)
u = z3.Function("u", INT, REAL)
least = z3.Function("least", INT, INT)
side = z3.Function("side", INT, REAL)


def coordinate(formula: Formula, index: Term = i) -> Formula:
    """Return "if i is a coordinate: formula"."""
    return z3.Implies(z3.And(index >= 0, index < n), formula)


class Inputs:
    """The examples and the comparator, coordinate by coordinate, with the sums that the proofs speak of."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.U, self.X = session.symbol(s.U), session.symbol(s.X)
        self.n = session.count("n", n >= 1)
        entries = on_trials_and_coordinates(z3.And(x(t, i) <= self.X, -x(t, i) <= self.X))
        self.examples = session.given("examples", entries)
        self.nonnegative: list[Theorem] = []
        self.sum: list[Theorem] = []
        self.ux = CoordinateSum(session, "ux", lambda t, i: u(i) * x(t, i))
        self.size = CoordinateSum(session, "sum_u", lambda i: u(i), moving=False)

        self.take_premises()

    def take_premises(self) -> None:
        """Take up the premises about the comparator."""
        self.nonnegative = self.session.given("nonnegative", on_coordinates(u(i) >= 0))
        self.sum = self.session.given("sum", self.size(t) == self.U)

    def equal_sum(self) -> list[Theorem]:
        """Return that the comparator sums to U, where it is known."""
        return self.sum


class ExpertInputs(Inputs):
    """Examples in {-1, 1}^n and a comparator that is one of the attributes, number ``expert``."""

    def take_premises(self) -> None:
        """Take up that the comparator is an expert: it is not negative, sums to 1 and advises 1 or -1."""
        session = self.session
        h = z3.Int("expert")
        signs = session.given("inputs", on_trials_and_coordinates(z3.Or(x(t, i) == 1, x(t, i) == -1)))
        unit = session.given("expert", on_coordinates(u(i) == z3.If(i == h, z3.RealVal(1), z3.RealVal(0))))
        place = [session.count("the expert", z3.And(h >= 0, h < n))]
        entries = z3.Implies(z3.And(t >= 0, t < l, i >= 0, i < n), z3.And(x(t, i) <= self.X, -x(t, i) <= self.X))
        by = [*(p.at(t, i) for p in signs), *session.parameters]
        self.examples = [session.lemma("|x_i| <= X", [t, i], entries, by)]
        positive = coordinate(u(i) >= 0)
        self.nonnegative = [session.lemma("u_i >= 0", [i], positive, [p.at(i) for p in unit])]
        summed = sum_up(
            session,
            "u sums to 1, and u.x is the expert's advice",
            lambda t, j: z3.And(
                self.size(t, j) == z3.If(h < j, z3.RealVal(1), z3.RealVal(0)),
                self.ux(t, j) == z3.If(h < j, x(t, h), z3.RealVal(0)),
            ),
            [(self.size, t), (self.ux, t)],
            [*(p.at(j) for p in unit), *place],
        )
        known = [summed.at(t, n), *place, *session.parameters]
        self.sum = [*known]
        advice = z3.Implies(z3.And(t >= 0, t < l), z3.Or(self.ux(t) == 1, self.ux(t) == -1))
        self.advice = session.lemma("the expert says 1 or -1", [t], advice, [*known, *(p.at(t, h) for p in signs)])


class RescaledInputs(Inputs):
    """A comparator v with sum at most U, rescaled: u = v U / sum v, or (U, 0, ..., 0) where v is zero."""

    def take_premises(self) -> None:
        """Take up the premises about v, and rescale it."""
        session, U = self.session, self.U
        v = z3.Function("v", INT, REAL)
        self.v_size = size = CoordinateSum(session, "sum_v", lambda i: v(i), moving=False)
        self.vx = vx = CoordinateSum(session, "vx", lambda t, i: v(i) * x(t, i))
        nonnegative = session.given("nonnegative", on_coordinates(v(i) >= 0))
        at_most = session.given("sum", size(t) <= U)
        scaled = z3.If(size(t) > 0, v(i) * (U / size(t)), z3.If(i == 0, U, z3.RealVal(0)))
        rescaled = session.define("u is v rescaled", on_coordinates(u(i) == scaled))
        known = [*(p.at(j) for p in nonnegative), *session.parameters]
        sizes = sum_up(
            session,
            "sum v is not negative, and if it is 0 then v.x is",
            lambda t, j: z3.And(size(t, j) >= 0, z3.Implies(size(t, j) == 0, vx(t, j) == 0)),
            [(size, t), (vx, t)],
            known,
        )
        f = U / size(t)
        totals = sum_up(
            session,
            "sum u and u.x",
            lambda t, j: z3.And(
                self.size(t, j) == z3.If(size(t) > 0, size(t, j) * f, z3.If(j > 0, U, z3.RealVal(0))),
                z3.Implies(size(t) > 0, self.ux(t, j) == vx(t, j) * f),
            ),
            [(self.size, t), (size, t), (self.ux, t), (vx, t)],
            [rescaled.at(j)],
        )
        by = [totals.at(t, n)]
        self.sum = [*by]
        positive = [rescaled.at(i), *(p.at(i) for p in nonnegative), *known]
        self.nonnegative = [session.lemma("u_i >= 0", [i], coordinate(u(i) >= 0), positive)]
        self.growth = [totals.at(t, n), sizes.at(t, n), *at_most, self.n]


def on_trials_and_coordinates(formula: Formula) -> Formula:
    """Return "for every trial t and every coordinate i: formula"."""
    return z3.ForAll([t, i], z3.Implies(z3.And(t >= 0, t < l, i >= 0, i < n), formula))


class ExponentiatedRun:
    """A run of EU((U/n, ..., U/n), eta, U): w_i becomes U w_i exp(eta side x_i) / Z, Z the sum of w_i exp(...).

    On a trial without an update side is 0 and every factor is 1, so that the same formula leaves w alone.
    """

    def __init__(
        self,
        session: Session,
        side_of: Callable[[Term, Term], Term],
        inputs: Inputs | None = None,
        rate: Term | None = None,
    ) -> None:
        self.session = session
        self.inputs = inputs or Inputs(session)
        self.exponential = Exponential(session)
        self.U, self.X = self.inputs.U, self.inputs.X
        self.eta = session.symbol(s.eta) if rate is None else rate
        self.positive_total = session.prove("U > 0", self.U > 0, [*session.parameters, *session.parameter_premises])
        self.wx = CoordinateSum(session, "wx", lambda t, i: w(t, i) * x(t, i))
        self.side = session.define("side", on_trials(side(t) == side_of(self.wx(t), t)))
        self.weight = CoordinateSum(session, "sum_w", w)
        self.partition = CoordinateSum(session, "partition", lambda t, i: w(t, i) * exp(self.rate(t) * x(t, i)))
        self.entropy = CoordinateSum(session, "entropy_to_w", lambda t, i: u(i) * (ln(u(i)) - ln(w(t, i))))
        start = on_coordinates(w(z3.IntVal(0), i) == self.U / z3.ToReal(n))
        self.start = session.define("w at the start", start)
        factor = exp(self.rate(t) * x(t, i))
        update = w(t + 1, i) == self.U * w(t, i) * factor / self.partition(t)
        self.update = session.define("the update", on_trials_and_coordinates(update))
        self.least = session.choose("least", least(t), w(t, i), "least(t) is a coordinate of the smallest weight")

    def rate(self, t: Term) -> Term:
        """Return eta times the side of trial t."""
        return self.eta * side(t)

    @cached_property
    def positive_partition(self) -> Theorem:
        """If the smallest weight is positive then Z > 0 and so is the next weight; for every trial t."""
        session, E = self.session, self.exponential
        premise = z3.And(t >= 0, t < l, w(t, least(t)) > 0)
        partition = sum_up(
            session,
            "Z > 0",
            lambda t, j: z3.And(self.partition(t, j) >= 0, z3.Implies(j > 0, self.partition(t, j) > 0)),
            [(self.partition, t)],
            [self.least.at(t, j), *self._factor(t, j)],
            premise,
        )
        k = least(t + 1)
        by = [
            partition.at(t, n),
            self.update.at(t, k),
            self.least.at(t, k),
            self.least.at(t + 1, z3.IntVal(0)),
            E.positive.at(self.rate(t) * x(t, k)),
            self.inputs.n,
        ]
        product = z3.Real("product_"), z3.Real("factor_"), z3.Real("Z_")
        a, b, c = product
        quotient = session.lemma(
            "a quotient of positive numbers",
            [a, b, c],
            z3.Implies(z3.And(a > 0, b > 0, c > 0), self.U * a * b / c > 0),
            [self.positive_total],
        )
        by.append(quotient.at(w(t, k), exp(self.rate(t) * x(t, k)), self.partition(t)))
        goal = z3.And(self.partition(t) > 0, w(t + 1, k) > 0)
        return session.lemma("the next weights are positive", [t], z3.Implies(premise, goal), by)

    def _factor(self, t: Term, i: Term) -> list[Theorem]:
        """A factor exp(...) is positive, and so is its product with a positive weight."""
        value = self.rate(t) * x(t, i)
        return [self.exponential.positive.at(value)]

    @cached_property
    def weights(self) -> Theorem:
        """All weights are positive and sum to U, before every trial and after the last."""
        session = self.session
        positive = session.induction(
            "weights stay positive",
            t,
            z3.Implies(t <= l, w(t, least(t)) > 0),
            [
                self.start.at(least(z3.IntVal(0))),
                self.least.at(z3.IntVal(0), z3.IntVal(0)),
                self.positive_total,
                self.inputs.n,
            ],
            [self.positive_partition.at(t)],
        )
        begin = sum_up(
            session,
            "the first weights sum to U",
            lambda _, j: self.weight(z3.IntVal(0), j) == self.U * z3.ToReal(j) / z3.ToReal(n),
            [(self.weight, z3.IntVal(0))],
            [self.start.at(j), self.inputs.n],
        )
        normal = sum_up(
            session,
            "the next weights sum to U",
            lambda t, j: self.weight(t + 1, j) * self.partition(t) == self.U * self.partition(t, j),
            [(self.weight, t + 1), (self.partition, t)],
            [self._update_times_partition(t, j)],
            z3.And(t >= 0, t < l, self.partition(t) > 0),
        )
        total = session.induction(
            "weights sum to U",
            t,
            z3.Implies(t <= l, self.weight(t) == self.U),
            [begin.at(t, n), self.inputs.n],
            [normal.at(t, n), positive.at(t), self.positive_partition.at(t), self.inputs.n],
        )
        each = z3.Implies(
            z3.And(t >= 0, t <= l),
            z3.And(self.weight(t) == self.U, coordinate(w(t, i) > 0), z3.Implies(t < l, self.partition(t) > 0)),
        )
        by = [positive.at(t), total.at(t), self.least.at(t, i), self.positive_partition.at(t)]
        return session.lemma("weights are positive and sum to U", [t, i], each, by)

    def _update_times_partition(self, t: Term, i: Term) -> Theorem:
        """The update, multiplied by Z."""
        factor = exp(self.rate(t) * x(t, i))
        return self.session.prove(
            "the update, times Z",
            z3.Implies(
                z3.And(t >= 0, t < l, i >= 0, i < n, self.partition(t) > 0),
                w(t + 1, i) * self.partition(t) == self.U * (w(t, i) * factor),
            ),
            [self.update.at(t, i)],
        )

    # --- the relative entropy ----------------------------------------------------------------------------

    @cached_property
    def entropy_drop(self) -> Theorem:
        """On every trial d(u, w) - d(u, w') = eta side u.x + sum u (ln U - ln Z)."""
        session, E = self.session, self.exponential
        Z, factor = self.partition(t), exp(self.rate(t) * x(t, i))
        product = self.U * w(t, i) * factor
        positive = z3.And(t >= 0, t < l, i >= 0, i < n)
        one = session.lemma(
            "the logarithm of an updated weight",
            [t, i],
            z3.Implies(positive, ln(w(t + 1, i)) == ln(self.U) + ln(w(t, i)) + self.rate(t) * x(t, i) - ln(Z)),
            [
                self.update.at(t, i),
                self.weights.at(t, i),
                self.positive_total,
                E.positive.at(self.rate(t) * x(t, i)),
                E.quotient.at(product, Z),
                E.product.at(self.U * w(t, i), factor),
                E.product.at(self.U, w(t, i)),
                E.logarithm.at(self.rate(t) * x(t, i)),
            ],
        )
        inputs = self.inputs
        return sum_up(
            session,
            "the drop of the relative entropy",
            lambda t, j: (
                self.entropy(t, j) - self.entropy(t + 1, j)
                == self.rate(t) * inputs.ux(t, j) + inputs.size(t, j) * (ln(self.U) - ln(Z))
            ),
            [(self.entropy, t), (self.entropy, t + 1), (inputs.ux, t), (inputs.size, t)],
            [one.at(t, j)],
            z3.And(t >= 0, t < l),
        )

    @cached_property
    def entropy_positive(self) -> Theorem:
        """Gibbs' inequality: d(u, w) >= sum u - U at every time."""
        session, inputs = self.session, self.inputs
        a, b = z3.Reals("a_ b_")
        gibbs = session.lemma(
            "Gibbs' inequality for one coordinate",
            [a, b],
            z3.Implies(z3.And(a >= 0, b > 0), a * (ln(a) - ln(b)) >= a - b),
            self._scaled(a, b),
        )
        return sum_up(
            session,
            "Gibbs' inequality",
            lambda t, j: self.entropy(t, j) >= inputs.size(t, j) - self.weight(t, j),
            [(self.entropy, t), (inputs.size, t), (self.weight, t)],
            [gibbs.at(u(j), w(t, j)), self.weights.at(t, j), *(p.at(j) for p in inputs.nonnegative)],
            z3.And(t >= 0, t <= l),
        )

    def _scaled(self, a: Term, b: Term) -> list[Theorem]:
        """For a, b > 0, ln(b / a) <= b / a - 1, and that times a."""
        E = self.exponential
        return [E.below_tangent.at(b / a), E.quotient.at(b, a)]

    @cached_property
    def entropy_start(self) -> Theorem:
        """At the start d(u, w) <= U ln n, if the u_i are not negative and sum to U."""
        session, E, inputs = self.session, self.exponential, self.inputs
        N = z3.ToReal(n)
        at_most = session.induction(
            "u_i is at most the sum",
            j,
            z3.Implies(
                z3.And(j <= n, i >= 0, i < n),
                z3.And(inputs.size(t, j) >= 0, z3.Implies(i < j, u(i) <= inputs.size(t, j))),
            ),
            [inputs.size.start(t)],
            [inputs.size.next(t, j), *(p.at(j) for p in inputs.nonnegative)],
        )
        each = session.prove(
            "u_i <= U",
            coordinate(u(i) <= self.U),
            [at_most.at(n), *inputs.equal_sum()],
        )
        each = session.kernel.gen(each, i)
        first = w(z3.IntVal(0), i)
        one = session.lemma(
            "a summand at the start",
            [i],
            coordinate(u(i) * (ln(u(i)) - ln(first)) <= u(i) * ln(N)),
            [
                self.start.at(i),
                each.at(i),
                *(p.at(i) for p in inputs.nonnegative),
                E.quotient.at(self.U, N),
                E.ln_increasing.at(self.U, u(i)),
            ],
        )
        zero = z3.IntVal(0)
        summed = sum_up(
            session,
            "the relative entropy at the start",
            lambda t, j: self.entropy(zero, j) <= inputs.size(t, j) * ln(N),
            [(self.entropy, zero), (inputs.size, t)],
            [one.at(j)],
        )
        by = [summed.at(t, n), inputs.n, *inputs.equal_sum()]
        return session.prove("the start: d(u, w) <= U ln n", self.entropy(zero) <= self.U * ln(N), by)

    @cached_property
    def ln_n(self) -> list[Theorem]:
        """ln n >= 0, and > 0 from n = 2 on."""
        one, N = z3.RealVal(1), z3.ToReal(n)
        by = [self.exponential.ln_increasing.at(one, N)]
        return [*by]

    # --- Lemma A.1 -----------------------------------------------------------------------------------------

    @cached_property
    def lemma_a1(self) -> Theorem:
        """Ln Z <= ln U + eta side w.x / U + (eta side X)**2 / 2 on every trial."""
        a1 = LemmaA1(self.session, self.exponential, self.U, self.X, self.inputs.examples)
        by = [self.weights.at(t, j), self.inputs.n]
        z_bound = a1.partition(self.partition, self.wx, self.weight, self.rate(t), by, self.positive_total)
        return a1.logarithm(self.partition, self.wx, self.rate(t), z_bound, [self.weights.at(t, j)])


class LemmaA1:
    """Lemma A.1 for positive weights w_i that sum to U: by chords, and then the two-point form."""

    def __init__(self, session: Session, exponential: Exponential, U: Term, X: Term, examples: list[Theorem]) -> None:
        self.session, self.E, self.U, self.X, self.examples = session, exponential, U, X, examples

    def partition(
        self,
        partition: CoordinateSum,
        wx: CoordinateSum,
        weight: CoordinateSum,
        rate: Term,
        positive: list[Theorem],
        total: Theorem,
    ) -> Theorem:
        """Sum w_i exp(c x_i) <= U exp(c w.x / U + c**2 X**2 / 2), c the rate, for every trial."""
        session, E, U, X = self.session, self.E, self.U, self.X
        c, v = z3.Reals("c_ v_")
        X_ = z3.Real("X_")
        cosh, sinh = (exp(c * X_) + exp(-c * X_)) / 2, (exp(c * X_) - exp(-c * X_)) / 2
        slope = z3.If(X_ == 0, z3.RealVal(0), sinh / X_)
        within = z3.And(v <= X_, -v <= X_)
        chord = session.lemma(
            "the chord, divided by 2 X",
            [c, v, X_],
            z3.Implies(within, exp(c * v) <= cosh + slope * v),
            [E.chord.at(c, v, X_)],
        )
        A, B = z3.substitute(cosh, (c, rate), (X_, X)), z3.substitute(slope, (c, rate), (X_, X))
        one = session.lemma(
            "the chord on one coordinate",
            [t, j],
            z3.Implies(
                z3.And(t >= 0, t < l, j >= 0, j < n),
                w(t, j) * exp(rate * x(t, j)) <= A * w(t, j) + B * (w(t, j) * x(t, j)),
            ),
            [chord.at(rate, x(t, j), X), *positive, *(e.at(t, j) for e in self.examples)],
        )
        summed = self._linear_sum(partition, wx, weight, one, A, B)
        mean = session.lemma(
            "|w.x| <= U X",
            [t],
            z3.Implies(z3.And(t >= 0, t < l), z3.And(wx(t) <= U * X, -wx(t) <= U * X)),
            [self._mean(wx, weight, positive).at(t, n), *positive],
        )
        # the two-point form at z = c X and mu = w.x / (U X)
        m = z3.Real("m_")
        exponent = c * m / U + c * c * X_ * X_ / 2
        mu = m / (U * X_)
        two = session.lemma(
            "the two-point form for w.x",
            [c, m, X_],
            z3.Implies(z3.And(X_ >= 0, m <= U * X_, -m <= U * X_), cosh * U + slope * m <= U * exp(exponent)),
            self._two_point_steps(c, m, X_, cosh, sinh, slope, exponent, mu, total),
        )
        return session.lemma(
            "Z <= U exp(...)",
            [t],
            z3.Implies(
                z3.And(t >= 0, t < l),
                partition(t) <= U * exp(rate * wx(t) / U + rate * rate * X * X / 2),
            ),
            [summed.at(t, n), mean.at(t), two.at(rate, wx(t), X), *positive, *self.session.parameters],
        )

    def _linear_sum(
        self, partition: CoordinateSum, wx: CoordinateSum, weight: CoordinateSum, one: Theorem, A: Term, B: Term
    ) -> Theorem:
        session = self.session
        return sum_up(
            session,
            "the chords, summed",
            lambda t, j: partition(t, j) <= A * weight(t, j) + B * wx(t, j),
            [(partition, t), (wx, t), (weight, t)],
            [one.at(t, j)],
            z3.And(t >= 0, t < l),
        )

    def _mean(self, wx: CoordinateSum, weight: CoordinateSum, positive: list[Theorem]) -> Theorem:
        X = self.X
        return sum_up(
            self.session,
            "|w.x| <= X sum w",
            lambda t, j: z3.And(wx(t, j) <= X * weight(t, j), -wx(t, j) <= X * weight(t, j)),
            [(wx, t), (weight, t)],
            [*positive, *(e.at(t, j) for e in self.examples)],
            z3.And(t >= 0, t < l),
        )

    def _two_point_steps(
        self, c: Term, m: Term, X: Term, cosh: Term, sinh: Term, slope: Term, exponent: Term, mu: Term, total: Theorem
    ) -> list[Theorem]:
        session, E, U = self.session, self.E, self.U
        z = c * X
        within = z3.And(X > 0, m <= U * X, -m <= U * X)
        fraction = session.prove("|mu| <= 1", z3.Implies(within, z3.And(mu <= 1, mu >= -1, mu * (U * X) == m)), [total])
        same = session.prove("mu c X = c m / U", z3.Implies(within, mu * z == c * m / U), [total, fraction])
        exponents = session.prove(
            "the same exponents",
            z3.And(exp(-z) == exp(-c * X), z3.Implies(within, exp(mu * z + z * z / 2) == exp(exponent))),
            [same],
        )
        at = E.two_points.at(mu, z)
        scaled = session.prove(
            "times U",
            z3.Implies(within, U * cosh + U * mu * sinh <= U * exp(exponent)),
            [at, fraction, exponents, total],
        )
        slopes = session.prove("the slope", z3.Implies(within, slope * m == U * mu * sinh), [total, fraction])
        flat = session.prove(
            "where X = 0",
            z3.Implies(z3.And(X == 0, m <= U * X, -m <= U * X), z3.And(cosh == 1, exp(exponent) == 1, m == 0)),
            [E.positive.at(z3.RealVal(0)), total],
        )
        return [scaled, slopes, flat, total]

    def logarithm(
        self,
        partition: CoordinateSum,
        wx: CoordinateSum,
        rate: Term,
        bound: Theorem,
        positive: list[Theorem],
    ) -> Theorem:
        """The logarithm of the bound on Z."""
        session, E, U, X = self.session, self.E, self.U, self.X
        exponent = rate * wx(t) / U + rate * rate * X * X / 2
        return session.lemma(
            "Lemma A.1",
            [t],
            z3.Implies(z3.And(t >= 0, t < l), ln(partition(t)) <= ln(U) + exponent),
            [
                bound.at(t),
                *positive,
                E.positive.at(exponent),
                E.product.at(U, exp(exponent)),
                E.logarithm.at(exponent),
                E.ln_increasing.at(U * exp(exponent), partition(t)),
            ],
        )
