"""Proofs for the variants of Exponentiated Update in Bylander 1998: doubled attributes, other learners like it."""

from __future__ import annotations

from collections.abc import Callable

import sympy
import z3

from bounds import symbols as s
from verify.proofs import readings_more
from verify.proofs.bylander1998 import EMPTY, OUTCOME, entropy_inequality, nonempty, trial_in_numbers
from verify.proofs.calculus import Range, by_enclosure
from verify.proofs.exponentiated import ExponentiatedRun, Inputs, coordinate, on_trials_and_coordinates, side, u, w, x
from verify.proofs.kernel import Formula, Term, Theorem
from verify.proofs.perceptron import ONE, ZERO, Total, count, l, labels, lemma_1, on_trials, parts_of, up_to_the_end, y
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import CoordinateSum, Exponential, i, j, log_arguments, n, on_coordinates, sum_up
from verify.proofs.translate import exp, ln
from verify.proofs.vectors import INT, REAL, Outcome, t

HALF = z3.RealVal("1/2")
h = z3.Int("expert")

# --- doubling --------------------------------------------------------------------------------------------------------

half = z3.Int("half")
original = z3.Function("v", INT, REAL)
example = z3.Function("z", INT, INT, REAL)


def magnitude(a: Term) -> Term:
    """Return |a|."""
    return z3.If(a >= 0, a, -a)


class DoubledInputs(Inputs):
    """Examples x = (z, -z) of n = 2 half attributes, and a comparator v of any sign with the sum of |v_i| at most U.

    The comparator of the doubled attributes is u = (v+, v-) plus what is left of U, in n equal parts: u.x = v.z.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.U, self.X = session.symbol(s.U), session.symbol(s.X)
        self.n = session.define("n", z3.And(half >= 1, n == 2 * half), "n attributes, half of them given")
        self.ux = CoordinateSum(session, "ux", lambda t, i: u(i) * x(t, i))
        self.size = CoordinateSum(session, "sum_u", lambda i: u(i), moving=False)
        self.vz = CoordinateSum(session, "vz", lambda t, i: original(i) * example(t, i))
        self.total = CoordinateSum(session, "sum_abs_v", lambda i: magnitude(original(i)), moving=False)
        self.take_premises()

    def take_premises(self) -> None:
        """Take up the premises about z and v, and double both."""
        session, U, X = self.session, self.U, self.X
        given = z3.Implies(z3.And(t >= 0, t < l, i >= 0, i < half), z3.And(example(t, i) <= X, -example(t, i) <= X))
        within = session.given("examples", z3.ForAll([t, i], given))
        doubled = session.define(
            "x = (z, -z)",
            on_trials_and_coordinates(x(t, i) == z3.If(i < half, example(t, i), -example(t, i - half))),
        )
        entries = z3.Implies(z3.And(t >= 0, t < l, i >= 0, i < n), z3.And(x(t, i) <= X, -x(t, i) <= X))
        by = [doubled.at(t, i), *(p.at(t, i) for p in within), *(p.at(t, i - half) for p in within), self.n]
        self.examples = [session.lemma("|x_i| <= X", [t, i], entries, by)]
        size = self.total(t, half)
        at_most = session.given("comparator", size <= U)
        rest = (U - size) / z3.ToReal(n)
        parts = z3.If(
            i < half,
            z3.If(original(i) >= 0, original(i), ZERO),
            z3.If(original(i - half) >= 0, ZERO, -original(i - half)),
        )
        split = session.define("u = (v+, v-) and the rest of U", on_coordinates(u(i) == parts + rest))
        room = session.prove("the rest is not negative", rest >= 0, [*at_most, self.n])
        self.nonnegative = [session.lemma("u_i >= 0", [i], coordinate(u(i) >= 0), [split.at(i), room])]
        second = half + j
        here = [split.at(j), split.at(second), self.n]
        pairs = session.induction(
            "u in pairs",
            j,
            z3.Implies(
                j <= half,
                self.size(t, second) - self.size(t, half) + self.size(t, j)
                == self.total(t, j) + 2 * z3.ToReal(j) * rest,
            ),
            [self.size.start(t), self.total.start(t)],
            [self.size.next(t, second), self.size.next(t, j), self.total.next(t, j), *here],
        )
        shares = session.prove("n equal parts", z3.ToReal(n) * rest == U - size, [self.n])
        by = [pairs.at(half), shares, self.n]
        self.sum = [session.prove("the sum of u = U", self.size(t) == U, by)]
        products = session.induction(
            "u.x in pairs",
            j,
            z3.Implies(
                z3.And(t >= 0, t < l, j <= half),
                self.ux(t, second) - self.ux(t, half) + self.ux(t, j) == self.vz(t, j),
            ),
            [self.ux.start(t), self.vz.start(t)],
            [
                self.ux.next(t, second),
                self.ux.next(t, j),
                self.vz.next(t, j),
                doubled.at(t, second),
                doubled.at(t, j),
                self._paired(j, second),
                *here,
            ],
        )
        same = z3.Implies(z3.And(t >= 0, t < l), self.ux(t) == self.vz(t, half))
        self.same = session.lemma("u.x = v.z", [t], same, [products.at(half), self.n])

    def _paired(self, first: Term, second: Term) -> Theorem:
        """a p + b (-p) = v p where a - b = v."""
        a, b, p, v = z3.Reals("a_ b_ p_ v_")
        rule = self.session.lemma("a pair", [a, b, p, v], z3.Implies(a - b == v, a * p + b * -p == v * p))
        return rule.at(u(first), u(second), example(t, first), original(first))


@proves("bylander.double", readings_more.doubled)
def doubled_attributes(session: Session) -> None:
    """Theorem 3 on the doubled attributes, for the comparator (v+, v-) filled up to the sum U."""
    session.repair("Lemma 1", EMPTY)
    inputs = DoubledInputs(session)
    run = ExponentiatedRun(session, lambda prediction, t: Outcome.at(t).side(prediction), inputs)
    eta, U, X = run.eta, run.U, run.X
    wx, vz = run.wx(t), inputs.vz(t, half)
    L = Total(session, "total_loss", lambda t: Outcome.at(t).loss(run.wx(t)))
    Lv = Total(session, "comparator_loss", lambda t: Outcome.at(t).loss(inputs.vz(t, half)))
    parameters = [*session.parameters, *session.parameter_premises]
    charge = eta * eta * U * X * X / 2 - eta * ZERO
    covered = session.prove("the charge of a trial is not negative", charge >= 0, [run.positive_total, *parameters])
    fall = run.entropy(t) - run.entropy(t + 1)
    excess = OUTCOME.loss(wx) - OUTCOME.loss(vz)
    one = session.lemma(
        "one trial",
        [t],
        z3.Implies(z3.And(t >= 0, t < l), eta * excess <= fall + charge),
        [
            trial_in_numbers(session, run, ZERO, [covered]).at(excess, vz, wx, side(t), fall),
            lemma_1(session).at(*parts_of(OUTCOME), wx, vz, ZERO),
            nonempty(session).at(t),
            entropy_inequality(session, run).at(t),
            inputs.same.at(t),
            run.side.at(t),
            session.prove("the side", z3.Or(*(OUTCOME.side(wx) == k for k in (1, -1, 0)))),
            *parameters,
        ],
    )
    start = run.entropy(z3.IntVal(0))
    summed = session.induction(
        "the sum over the trials",
        t,
        up_to_the_end(eta * (L(t) - Lv(t)) <= start - run.entropy(t) + z3.ToReal(t) * charge),
        [L.start, Lv.start],
        [one.at(t), L.next.at(t), Lv.next.at(t)],
    )
    whole = session.prove(
        "the whole sequence, in terms of eta",
        eta * (L(l) - Lv(l)) <= U * ln(z3.ToReal(n)) + z3.ToReal(l) * charge,
        [
            summed.at(l),
            run.entropy_start,
            run.entropy_positive.at(l, n),
            run.weights.at(l, z3.IntVal(0)),
            inputs.n,
            *inputs.equal_sum(),
            *session.length,
        ],
    )
    doubled = session.prove("ln n is ln of twice half", ln(2 * z3.ToReal(half)) == ln(z3.ToReal(n)), [inputs.n])
    session.conclude(L(l) - Lv(l), [whole, doubled, *run.ln_n], {s.n: half})


# --- learners that agree with Exponentiated Update -------------------------------------------------------------------

second = z3.Function("v", INT, INT, REAL)
odd = z3.Function("odd", INT, INT)


class Proportional:
    """A run of EU and a second learner whose weights v sum to ``total``; before every trial w_i = (U/total) v_i.

    ``factor(t, i)`` is what the second learner multiplies v_i by. To say that all w_i = c v_i it is enough to say so
    of w_odd, where odd(t) is a coordinate at which they differ, if there is one.
    """

    def __init__(
        self,
        session: Session,
        run: ExponentiatedRun,
        total: Term,
        factor: Callable[[CoordinateSum], Callable[..., Term]],
    ) -> None:
        self.session, self.run, self.total = session, run, total
        self.c = run.U / total
        self.vx = CoordinateSum(session, "vx", lambda t, i: second(t, i) * x(t, i))
        self.factor = factor(self.vx)
        self.partition = CoordinateSum(session, "second_partition", lambda t, i: second(t, i) * self.factor(t, i))
        begin = on_coordinates(second(z3.IntVal(0), i) == total / z3.ToReal(n))
        self.start = session.define("v at the start", begin)
        moved = second(t + 1, i) == total * second(t, i) * self.factor(t, i) / self.partition(t)
        self.update = session.define("the second update", on_trials_and_coordinates(moved))
        at = odd(t)
        here = z3.And(at >= 0, at < n, z3.Implies(w(t, at) == self.c * second(t, at), w(t, i) == self.c * second(t, i)))
        formula = z3.ForAll([t, i], z3.Implies(z3.And(t >= 0, t <= l, i >= 0, i < n), here))
        self.odd = session.define("odd", formula, "odd(t) is a coordinate at which w and c v differ, if there is one")
        n_positive = self.run.inputs.n
        self.positive = session.prove(
            "c > 0", z3.And(self.c > 0, self.c * total == run.U), [run.positive_total, n_positive]
        )

    def same(self, t: Term) -> Formula:
        """Return that w = c v before trial t."""
        return w(t, odd(t)) == self.c * second(t, odd(t))

    def products(self) -> Theorem:
        """If w = c v then w.x = c v.x."""
        summed = sum_up(
            self.session,
            "w.x = c v.x",
            lambda t, j: self.run.wx(t, j) == self.c * self.vx(t, j),
            [(self.run.wx, t), (self.vx, t)],
            [self.odd.at(t, j)],
            z3.And(t >= 0, t < l, self.same(t)),
        )
        formula = z3.Implies(z3.And(t >= 0, t < l, self.same(t)), self.run.wx(t) == self.c * self.vx(t))
        return self.session.lemma("the two predictions", [t], formula, [summed.at(t, n), self.run.inputs.n])

    def agree(self, ratio: Term, ratios: list[Theorem], factors: Theorem) -> Theorem:
        """Return that w = c v before every trial.

        ``ratios`` say that ``ratio`` is positive on trial t, ``factors`` that there the second learner's factors are
        ``ratio`` times those of EU, if w = c v.
        """
        session, run = self.session, self.run
        when = z3.And(t >= 0, t < l, self.same(t))
        first = exp(run.rate(t) * x(t, j))
        a, b, e, f, k, P, Q = z3.Reals("a_ b_ e_ f_ k_ P_ Q_")
        one = session.lemma(
            "a summand of the partition sums",
            [a, b, e, f, k],
            z3.Implies(z3.And(a == self.c * b, f == k * e), k * (a * e) == self.c * (b * f)),
        )
        partitions = sum_up(
            session,
            "the partition sums",
            lambda t, j: ratio * run.partition(t, j) == self.c * self.partition(t, j),
            [(run.partition, t), (self.partition, t)],
            [
                self.odd.at(t, j),
                factors.at(t, j),
                one.at(w(t, j), second(t, j), first, self.factor(t, j), ratio),
            ],
            when,
        )
        c, T = z3.Reals("c_ T_")
        quotient = session.lemma(
            "the updated weights",
            [a, b, e, f, k, P, Q, c, T],
            z3.Implies(
                z3.And(P > 0, c > 0, k > 0, a == c * b, f == k * e, k * P == c * Q),
                (c * T) * a * e / P == c * (T * b * f / Q),
            ),
            self._quotient_steps(a, b, e, f, k, P, Q, c, T),
        )
        at = odd(t + 1)
        U = session.prove("U = c total", self.c * self.total == run.U, [self.positive])
        onward = session.lemma(
            "w = c v is kept",
            [t],
            z3.Implies(when, self.same(t + 1)),
            [
                run.update.at(t, at),
                self.update.at(t, at),
                self.odd.at(t, at),
                self.odd.at(t + 1, at),
                self.odd.at(t + 1, z3.IntVal(0)),
                factors.at(t, at),
                partitions.at(t, n),
                run.weights.at(t, z3.IntVal(0)),
                run.inputs.n,
                self.positive,
                U,
                *ratios,
                quotient.at(
                    w(t, at),
                    second(t, at),
                    exp(run.rate(t) * x(t, at)),
                    self.factor(t, at),
                    ratio,
                    run.partition(t),
                    self.partition(t),
                    self.c,
                    self.total,
                ),
            ],
        )
        zero = z3.IntVal(0)
        begin = [run.start.at(odd(zero)), self.start.at(odd(zero)), self.odd.at(zero, zero), self.positive, U]
        begin = [*begin, run.inputs.n, self._scaled_start()]
        return session.induction("w = c v", t, up_to_the_end(self.same(t)), begin, [onward.at(t)])

    def _scaled_start(self) -> Theorem:
        N = z3.ToReal(n)
        by = [self.positive, self.run.inputs.n]
        return self.session.prove("U/n = c total/n", self.c * (self.total / N) == self.run.U / N, by)

    def _quotient_steps(
        self, a: Term, b: Term, e: Term, f: Term, k: Term, P: Term, Q: Term, c: Term, T: Term
    ) -> list[Theorem]:
        """The two sides times P: c T b f / Q times P is c T b k e P / Q = T b e c**2."""
        session = self.session
        premise = z3.And(P > 0, c > 0, k > 0, a == c * b, f == k * e, k * P == c * Q)
        positive = session.prove("Q = k P / c > 0", z3.Implies(premise, z3.And(Q > 0, k * P / c == Q)))
        p, q = z3.Reals("p_ q_")
        crossed = session.prove(
            "crosswise",
            z3.Implies(premise, ((c * T) * a * e) * Q == (c * (T * b * f)) * P),
            [
                session.prove(
                    "c Q = k P, times", z3.Implies(premise, (T * b * e * c) * (c * Q) == (T * b * e * c) * (k * P))
                )
            ],
        )
        equal = session.lemma(
            "equal quotients",
            [a, b, p, q],
            z3.Implies(z3.And(p > 0, q > 0, a * q == b * p), a / p == b / q),
        )
        return [
            positive,
            crossed,
            equal.at((c * T) * a * e, c * (T * b * f), P, Q),
            session.prove(
                "c times a quotient", z3.Implies(premise, c * (T * b * f) / Q == c * (T * b * f / Q)), [positive]
            ),
        ]

    def conclude(self, agree: Theorem, differ: Formula, by: list[Theorem]) -> None:
        """Conclude that there are no trials on which the two learners differ."""
        session = self.session
        differences = Total(session, "differences", lambda _: z3.If(differ, z3.IntVal(1), z3.IntVal(0)), whole=True)
        none = session.induction(
            "no trial on which the two differ",
            t,
            up_to_the_end(differences(t) == 0),
            [differences.start],
            [differences.next.at(t), agree.at(t), self.products().at(t), self.positive, *by],
        )
        session.conclude(differences.whole(l), [none.at(l), *session.length])


def same_factors(pair: Proportional, step: Term, by: list[Theorem]) -> Theorem:
    """Return that both multiply by exp(step x_i), if w = c v; the second does by its definition."""
    session, run = pair.session, pair.run
    when = z3.And(t >= 0, t < l, pair.same(t), i >= 0, i < n)
    equal = session.lemma(
        "the same step", [t], z3.Implies(z3.And(t >= 0, t < l, pair.same(t)), run.rate(t) == step), by
    )
    first, other = exp(run.rate(t) * x(t, i)), pair.factor(t, i)
    same = session.prove("the same number", z3.Implies(run.rate(t) == step, first == other))
    return session.lemma("the same factors", [t, i], z3.Implies(when, other == ONE * first), [equal.at(t), same])


@proves("bylander.6.norm", readings_more.unnormalised)
def normalisation(session: Session) -> None:
    """With the sum 1 in place of U every weight is divided by U, and so is w.x: its sign is the same."""

    def errs(prediction: Term, t: Term) -> Formula:
        return y(t) * prediction <= 0

    run = ExponentiatedRun(session, lambda v, t: z3.If(errs(v, t), y(t), ZERO))

    def step(vx: CoordinateSum) -> Callable[[Term], Term]:
        return lambda t: run.eta * z3.If(errs(vx(t), t), y(t), ZERO)

    pair = Proportional(session, run, ONE, lambda vx: lambda t, i: exp(step(vx)(t) * x(t, i)))
    label = labels(session).at(t)
    p, q = z3.Reals("p_ q_")
    signs = session.lemma(
        "the same sign", [p, q], z3.Implies(z3.And(p == pair.c * q), (p <= 0) == (q <= 0)), [pair.positive]
    )
    by = [
        run.side.at(t),
        label,
        pair.products().at(t),
        signs.at(run.wx(t), pair.vx(t)),
        signs.at(-run.wx(t), -pair.vx(t)),
    ]
    factors = same_factors(pair, step(pair.vx)(t), by)
    agree = pair.agree(ONE, [], factors)
    pair.conclude(agree, z3.If(errs(run.wx(t), t), z3.Not(errs(pair.vx(t), t)), errs(pair.vx(t), t)), by)


@proves("bylander.eg", readings_more.gradient)
def exponentiated_gradient(session: Session) -> None:
    """On the point y the derivative of |yhat - y| is minus the side of y on which the point is."""
    run = ExponentiatedRun(session, lambda prediction, t: Outcome.at(t).side(prediction))
    point = z3.And(OUTCOME.has_lo, OUTCOME.has_hi, OUTCOME.lo == OUTCOME.hi, OUTCOME.lo_closed, OUTCOME.hi_closed)
    points = session.define("outcomes are points", on_trials(point))

    def derivative(prediction: Term, t: Term) -> Term:
        target = Outcome.at(t).lo
        return z3.If(prediction > target, ONE, z3.If(prediction < target, -ONE, ZERO))

    def step(vx: CoordinateSum) -> Callable[[Term], Term]:
        return lambda t: -run.eta * derivative(vx(t), t)

    pair = Proportional(session, run, ONE, lambda vx: lambda t, i: exp(step(vx)(t) * x(t, i)))
    one = session.prove("c = 1", pair.c == 1, session.parameters)
    by = [run.side.at(t), points.at(t), pair.products().at(t), one]
    factors = same_factors(pair, step(pair.vx)(t), by)
    agree = pair.agree(ONE, [], factors)
    pair.conclude(agree, run.wx(t) != pair.vx(t), by)


@proves("bylander.wmsim", readings_more.weighted_majority)
def weighted_majority(session: Session) -> None:
    """beta**|x_i - y| is exp(eta x_i) times beta for y = 1, and exp(-eta x_i) for y = 0; the common factor cancels.

    Weighted Majority decides for class 1 where v.x >= 1/2 for the weights v divided by their sum, and updates on its
    mistakes. Label 1 is class 1, label -1 class 0.
    """
    session.repair("the simulation", "there must be no tie: at 1/2 Weighted Majority decides and EU does not")
    run = ExponentiatedRun(session, lambda v, t: master_side(v, t))
    E, eta, beta = run.exponential, run.eta, session.symbol(s.beta)
    parameters = [*session.parameters, *session.parameter_premises]
    entries = on_trials_and_coordinates(z3.And(x(t, i) >= 0, x(t, i) <= 1))
    unit = session.given("inputs", entries)

    def says_one(prediction: Term) -> Formula:
        return prediction >= HALF

    def errs(prediction: Term, t: Term) -> Formula:
        return z3.If(y(t) == 1, z3.Not(says_one(prediction)), says_one(prediction))

    def distance(t: Term, i: Term) -> Term:
        return magnitude(x(t, i) - z3.If(y(t) == 1, ONE, ZERO))

    def factor(vx: CoordinateSum) -> Callable[..., Term]:
        return lambda t, i: z3.If(errs(vx(t), t), exp(ln(beta) * distance(t, i)), ONE)

    pair = Proportional(session, run, ONE, factor)
    one = session.prove("c = 1", pair.c == 1, session.parameters)
    free = [p.at(t) for p in session.given("tie-free", on_trials(run.wx(t) != HALF))]
    between = sum_up(
        session,
        "0 <= w.x <= sum w",
        lambda t, j: z3.And(run.wx(t, j) >= 0, run.wx(t, j) <= run.weight(t, j)),
        [(run.wx, t), (run.weight, t)],
        [run.weights.at(t, j), *(p.at(t, j) for p in unit), shrunk(session).at(w(t, j), x(t, j))],
        z3.And(t >= 0, t < l),
    )
    average = session.lemma(
        "0 <= w.x <= 1",
        [t],
        z3.Implies(z3.And(t >= 0, t < l), z3.And(run.wx(t) >= 0, run.wx(t) <= 1)),
        [between.at(t, n), run.weights.at(t, z3.IntVal(0)), run.inputs.n, *session.parameters],
    )
    label = labels(session).at(t)
    decided = [run.side.at(t), label, pair.products().at(t), one, *free, average.at(t)]
    logarithm = [E.quotient.at(ONE, beta), E.ln_increasing.at(ONE, ONE), *parameters]
    minus = session.prove("eta = -ln beta", eta == -ln(beta), logarithm)
    ratio = z3.If(z3.And(errs(pair.vx(t), t), y(t) == 1), beta, ONE)
    when = z3.And(t >= 0, t < l, pair.same(t), i >= 0, i < n)
    rate = ln(beta)
    known = [E.sums.at(rate, -(rate * x(t, i))), E.inverse.at(beta), E.positive.at(rate), *parameters]
    exponents = session.prove(
        "the exponents",
        z3.And(
            z3.Implies(
                z3.And(distance(t, i) == 1 - x(t, i), run.rate(t) == -rate),
                exp(rate * distance(t, i)) == beta * exp(run.rate(t) * x(t, i)),
            ),
            z3.Implies(
                z3.And(distance(t, i) == x(t, i), run.rate(t) == rate),
                exp(rate * distance(t, i)) == exp(run.rate(t) * x(t, i)),
            ),
            z3.Implies(run.rate(t) == 0, exp(run.rate(t) * x(t, i)) == 1),
        ),
        [*known, *same_exponents(session, rate, distance(t, i), run.rate(t), x(t, i)), E.positive.at(ZERO)],
    )
    steps = session.lemma(
        "the steps",
        [t],
        z3.Implies(
            z3.And(t >= 0, t < l, pair.same(t)),
            run.rate(t) == z3.If(errs(pair.vx(t), t), z3.If(y(t) == 1, -rate, rate), ZERO),
        ),
        [*decided, minus],
    )
    factors = session.lemma(
        "the factors",
        [t, i],
        z3.Implies(when, pair.factor(t, i) == ratio * exp(run.rate(t) * x(t, i))),
        [exponents, steps.at(t), *(p.at(t, i) for p in unit), label],
    )
    agree = pair.agree(ratio, [session.prove("beta > 0", ratio > 0, parameters)], factors)
    differ = z3.Or(run.wx(t) == HALF, z3.If(run.wx(t) > HALF, z3.Not(says_one(pair.vx(t))), says_one(pair.vx(t))))
    pair.conclude(agree, differ, [one, *free])


def master_side(v: Term, t: Term) -> Term:
    """Return the side of a prediction against (1/2, 1] for label 1, or [0, 1/2) for label -1."""
    high = z3.If(v <= HALF, ONE, z3.If(v > 1, -ONE, ZERO))
    low = z3.If(v >= HALF, -ONE, z3.If(v < 0, ONE, ZERO))
    return z3.If(y(t) == 1, high, low)


def shrunk(session: Session) -> Theorem:
    """0 <= a b <= a for a >= 0 and 0 <= b <= 1."""
    a, b = z3.Reals("a_ b_")
    return session.lemma("a share", [a, b], z3.Implies(z3.And(a >= 0, b >= 0, b <= 1), z3.And(a * b >= 0, a * b <= a)))


def same_exponents(session: Session, rate: Term, distance: Term, step: Term, entry: Term) -> list[Theorem]:
    """Exponents that are the same number, written in different ways."""
    down = z3.And(distance == 1 - entry, step == -rate)
    across = z3.And(distance == entry, step == rate)
    return [
        session.prove(
            "the exponent for class 1",
            z3.Implies(
                down,
                z3.And(exp(rate * distance) == exp(rate + -(rate * entry)), exp(step * entry) == exp(-(rate * entry))),
            ),
            [session.prove("its parts", z3.Implies(down, rate * distance == rate + -(rate * entry)))],
        ),
        session.prove("the exponent for class 0", z3.Implies(across, exp(rate * distance) == exp(step * entry))),
        session.prove("no step", z3.Implies(step == 0, exp(step * entry) == exp(ZERO))),
    ]


# --- Weighted Majority as a master algorithm -------------------------------------------------------------------------


@proves("bylander.7.264", readings_more.majority_vote)
def master_weighted_majority(session: Session) -> None:
    """A mistake shrinks the sum of the weights by (1 + beta)/2, and the expert's weight is beta**k: 1/e for beta."""
    run = MajorityRun(session)
    E, beta, phi, M = run.E, run.beta, run.phi, run.M
    share = (1 + beta) / 2
    shrinks = session.lemma(
        "a mistake shrinks the sum of the weights",
        [t],
        z3.Implies(z3.And(t >= 0, t < l), phi(t + 1) <= z3.If(run.errs(t), share * phi(t), phi(t))),
        [run.step.at(t, n), run.n, run.below_one, run.label],
    )
    small = session.prove("(1 + beta)/2 > 0", share > 0, run.parameters)
    product = session.lemma(
        "a product of positive numbers",
        [z3.Real("a_")],
        z3.Implies(z3.Real("a_") > 0, share * z3.Real("a_") > 0),
        [small],
    )
    logarithm = session.lemma(
        "the same for logarithms",
        [t],
        z3.Implies(z3.And(t >= 0, t < l), ln(phi(t + 1)) <= ln(phi(t)) + z3.If(run.errs(t), ln(share), ZERO)),
        [
            shrinks.at(t),
            run.potential.at(t),
            run.potential.at(t + 1),
            E.ln_increasing.at(phi(t), phi(t + 1)),
            E.ln_increasing.at(share * phi(t), phi(t + 1)),
            E.product.at(share, phi(t)),
            product.at(phi(t)),
            small,
        ],
    )
    N = z3.ToReal(n)
    summed = session.induction(
        "ln sum w <= ln n + M ln((1 + beta)/2)",
        t,
        up_to_the_end(ln(phi(t)) <= ln(N) + M(t) * ln(share)),
        [M.start, run.begin, session.prove("ln of the first sum", z3.Implies(phi(0) == N, ln(phi(0)) == ln(N)))],
        [logarithm.at(t), M.next.at(t)],
    )
    k = z3.ToReal(z3.Int("k"))
    rate = constant_of_the_bound(session, beta, share, E)
    spent = session.prove(
        "M ln(2/(1 + beta)) <= ln n + k",
        -M(l) * ln(share) <= ln(N) + k,
        [summed.at(l), run.expert_weight.at(l), run.potential.at(l), run.counted, *rate, *session.length],
    )
    counted = session.induction("M is not negative", t, up_to_the_end(M(t) >= 0), [M.start], [M.next.at(t)])
    m, c, v = z3.Reals("m_ c_ v_")
    divide = session.lemma(
        "divide by 25/66", [m, c, v], z3.Implies(z3.And(m >= 0, c >= z3.RealVal("25/66"), m * c <= v), m <= 66 * v / 25)
    )
    session.conclude(M.whole(l), [spent, divide.at(M(l), -ln(share), ln(N) + k), *rate, counted.at(l), *session.length])


def constant_of_the_bound(session: Session, beta: Term, share: Term, E: Exponential) -> list[Theorem]:
    """Return ln beta = -1 and ln(2/(1 + beta)) >= 1/2.64 for beta = 1/e."""
    one = sympy.Integer(1)
    v = sympy.Symbol("v_", real=True)
    gap = -sympy.log((1 + sympy.exp(-v)) / 2) - sympy.Rational(25, 66)
    enclosed = by_enclosure(session.kernel, "ln(2/(1 + 1/e)) >= 1/2.64", gap, Range(v, one, one)).at(ONE)
    minus = z3.RealVal(-1)
    inside = log_arguments(enclosed.formula)[0]
    power = inside_power(inside)
    return [
        session.prove("ln beta = -1", ln(beta) == -1, [E.logarithm.at(minus), *session.parameters]),
        session.prove(
            "ln(2/(1 + beta)) >= 25/66",
            -ln(share) >= z3.RealVal("25/66"),
            [
                enclosed,
                session.prove("the same power", power == exp(minus)),
                session.prove("the same logarithm", z3.Implies(inside == share, ln(inside) == ln(share))),
                session.prove(
                    "its argument",
                    inside == share,
                    [session.prove("the same power, again", power == exp(minus)), *session.parameters],
                ),
            ],
        ),
    ]


def inside_power(term: Term) -> Term:
    """Return the exp(...) inside a term."""
    open_ = [term]
    while open_:
        part = open_.pop()
        if part.decl().eq(exp):
            return part
        open_ += part.children()
    raise ValueError(f"{term} has no exp")


class MajorityRun:
    """Weighted Majority over n experts that say 1 or -1: after a wrong vote the wrong experts' weights fall by beta."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.beta = session.symbol(s.beta)
        self.parameters = [*session.parameters, *session.parameter_premises]
        self.n = session.define("n", n >= 1)
        self.E = Exponential(session)
        minus = z3.RealVal(-1)
        by = [self.E.increasing.at(minus, ZERO), self.E.positive.at(minus), *self.parameters]
        self.below_one = session.prove("0 < beta < 1", z3.And(self.beta > 0, self.beta < 1), by)
        self.vote = CoordinateSum(session, "wx", lambda t, i: w(t, i) * x(t, i))
        self.phi = CoordinateSum(session, "sum_w", w)
        self.label = labels(session).at(t)
        self.start = session.define("w at the start", on_coordinates(w(z3.IntVal(0), i) == 1))
        wrong = z3.And(self.errs(t), x(t, i) != y(t))
        self.update = session.define(
            "the update", on_trials_and_coordinates(w(t + 1, i) == z3.If(wrong, self.beta * w(t, i), w(t, i)))
        )
        signs = z3.Or(x(t, i) == 1, x(t, i) == -1)
        self.votes = session.given("inputs", on_trials_and_coordinates(signs))
        self.M = count(session, "mistakes", self.errs)
        self._take_expert()
        self.positive = self._positive()
        self.step = self._step()
        self.potential = self._potential()
        self.begin = self._begin()
        self.expert_weight = self._expert_weight()

    def errs(self, t: Term) -> Formula:
        """Return that the vote is wrong; a tie is a vote for 1."""
        return z3.If(y(t) == 1, self.vote(t) < 0, self.vote(t) >= 0)

    def _take_expert(self) -> None:
        """Take up that u is an attribute, expert h, and that k counts its mistakes."""
        session = self.session
        self.expert = session.define("the expert", z3.And(h >= 0, h < n))
        unit = session.given("expert", on_coordinates(u(i) == z3.If(i == h, ONE, ZERO)))
        ux = CoordinateSum(session, "ux", lambda t, i: u(i) * x(t, i))
        advice = sum_up(
            session,
            "u.x is the expert's advice",
            lambda t, j: ux(t, j) == z3.If(h < j, x(t, h), ZERO),
            [(ux, t)],
            [*(p.at(j) for p in unit), self.expert],
        )
        self.errors = count(session, "comparator_mistakes", lambda t: y(t) * ux(t) <= 0)
        self.advice = [advice.at(t, n), self.n, self.expert, *(p.at(t, h) for p in self.votes), self.label]
        self.counted = session.define("k", z3.Int("k") == self.errors.whole(l), "k is the number of u's mistakes")

    def _positive(self) -> Theorem:
        session, a = self.session, z3.Real("a_")
        product = session.lemma("beta a > 0", [a], z3.Implies(a > 0, self.beta * a > 0), [self.below_one])
        proved = session.induction(
            "weights stay positive",
            t,
            z3.Implies(z3.And(t <= l, i >= 0, i < n), w(t, i) > 0),
            [self.start.at(i)],
            [self.update.at(t, i), product.at(w(t, i))],
        )
        return session.kernel.gen(proved.at(t), t, i)

    def _step(self) -> Theorem:
        """Phi' = (1 + beta)/2 Phi + (1 - beta)/2 y w.x on a mistake, else Phi."""
        beta = self.beta
        return sum_up(
            self.session,
            "what a mistake does to the sum of the weights",
            lambda t, j: (
                self.phi(t + 1, j)
                == z3.If(
                    self.errs(t),
                    (1 + beta) / 2 * self.phi(t, j) + (1 - beta) / 2 * (y(t) * self.vote(t, j)),
                    self.phi(t, j),
                )
            ),
            [(self.phi, t), (self.phi, t + 1), (self.vote, t)],
            [self.update.at(t, j), *(p.at(t, j) for p in self.votes), self.label],
            z3.And(t >= 0, t < l),
        )

    def _potential(self) -> Theorem:
        """Phi > 0 and the expert's weight is at most Phi."""
        session = self.session
        summed = sum_up(
            session,
            "sums of positive weights",
            lambda t, j: z3.And(
                self.phi(t, j) >= 0,
                z3.Implies(j > 0, self.phi(t, j) > 0),
                z3.Implies(h < j, w(t, h) <= self.phi(t, j)),
            ),
            [(self.phi, t)],
            [self.positive.at(t, j), self.positive.at(t, h), self.expert],
            z3.And(t >= 0, t <= l),
        )
        E = self.E
        formula = z3.Implies(z3.And(t >= 0, t <= l), z3.And(self.phi(t) > 0, ln(w(t, h)) <= ln(self.phi(t))))
        by = [summed.at(t, n), self.n, self.expert, self.positive.at(t, h), E.ln_increasing.at(self.phi(t), w(t, h))]
        return session.lemma("Phi > 0 and ln w_h <= ln Phi", [t], formula, by)

    def _begin(self) -> Theorem:
        zero = z3.IntVal(0)
        summed = sum_up(
            self.session,
            "the first weights",
            lambda _, j: self.phi(zero, j) == z3.ToReal(j),
            [(self.phi, zero)],
            [self.start.at(j)],
        )
        return self.session.prove("Phi = n at the start", self.phi(zero) == z3.ToReal(n), [summed.at(t, n), self.n])

    def _expert_weight(self) -> Theorem:
        """ln w_h >= k ln beta: the expert's weight shrinks only where it errs."""
        session, E, beta = self.session, self.E, self.beta
        moved = session.prove(
            "the logarithm of the expert's weight, after a trial",
            z3.And(
                z3.Implies(w(t + 1, h) == beta * w(t, h), ln(w(t + 1, h)) == ln(beta * w(t, h))),
                z3.Implies(w(t + 1, h) == w(t, h), ln(w(t + 1, h)) == ln(w(t, h))),
            ),
        )
        first = session.prove("ln 1 = 0", z3.Implies(w(0, h) == 1, ln(w(0, h)) == ln(ONE)))
        falls = session.prove("ln beta < 0", ln(beta) < 0, [E.ln_increasing.at(beta, ONE), self.below_one])
        return session.induction(
            "ln w_h >= k ln beta",
            t,
            up_to_the_end(ln(w(t, h)) >= self.errors(t) * ln(beta)),
            [self.errors.start, self.start.at(h), self.expert, first, E.ln_increasing.at(ONE, ONE)],
            [
                moved,
                falls,
                self.update.at(t, h),
                self.errors.next.at(t),
                self.positive.at(t, h),
                E.product.at(beta, w(t, h)),
                self.below_one,
                *self.advice,
            ],
        )
