"""Learners that agree with Exponentiated Update in Bylander 1998: their weights are proportional to its weights."""

from __future__ import annotations

from collections.abc import Callable

import z3

from bounds import symbols as s
from verify.proofs import readings_more
from verify.proofs.exponentiated import ExponentiatedRun, on_trials_and_coordinates, w, x
from verify.proofs.kernel import Formula, Term, Theorem
from verify.proofs.perceptron import ONE, ZERO, Total, l, labels, on_trials, up_to_the_end, y
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import CoordinateSum, i, j, n, on_coordinates, sum_up
from verify.proofs.terms import absolute
from verify.proofs.translate import exp, ln
from verify.proofs.vectors import INT, REAL, t

HALF = z3.RealVal("1/2")
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
        text = "odd(t) is a coordinate at which w and c v differ, if there is one"
        self.odd = session.choose("odd", at, w(t, i) == self.c * second(t, i), text)
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
        return absolute(x(t, i) - z3.If(y(t) == 1, ONE, ZERO))

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
