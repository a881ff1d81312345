"""Claims that two learners agree: two runs on the same trials, and the relation between their weights."""

from __future__ import annotations

from collections.abc import Callable

import z3

from bounds import symbols as s
from verify.proofs import readings
from verify.proofs.kernel import Formula, Term, Theorem
from verify.proofs.perceptron import (
    Total,
    l,
    label_side,
    labels,
    mistake,
    mistake_by_sign,
    on_trials,
    up_to_the_end,
    w,
    wx,
    x,
    y,
)
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.vectors import INT, VECTOR, InnerProduct, add, dot, scale, t, zero

v = z3.Function("v", INT, VECTOR)
"""The weights of the second learner."""


def vx(t: Term) -> Term:
    """Return the second learner's prediction v.x of trial t."""
    return dot(v(t), x(t))


class TwoRates:
    """Two Perceptrons with rates eta and rate: rate w = eta v at every time, so w.x and v.x have the same sign.

    Equality of vectors is stated as |rate w - eta v|**2 = 0; then (rate w - eta v).x = 0 by Cauchy-Schwarz.
    """

    def __init__(
        self,
        session: Session,
        errs: Callable[[Term], Formula],
        errs_too: Callable[[Term], Formula],
        start: list[Theorem],
    ) -> None:
        self.session = session
        self.eta, self.rate = session.symbol(s.eta), session.symbol(s.rate)
        self.space = InnerProduct(session)
        self.parameters = session.parameters
        self.start, self.errs, self.errs_too = start, errs, errs_too
        first, second = label_side(errs), label_side(errs_too)
        self.sides = first(t), second(t)
        self.moves = [
            session.define("the update", on_trials(w(t + 1) == add(w(t), scale(self.eta * first(t), x(t))))).at(t),
            session.define(
                "the second update", on_trials(v(t + 1) == add(v(t), scale(self.rate * second(t), x(t))))
            ).at(t),
        ]

    def gap(self, t: Term) -> Term:
        """Return |rate w - eta v|**2."""
        a, b = self.rate, self.eta
        return a * a * dot(w(t), w(t)) - 2 * a * b * dot(w(t), v(t)) + b * b * dot(v(t), v(t))

    def same_product(self) -> Theorem:
        """If rate w = eta v then rate w.x = eta v.x."""
        session, space = self.session, self.space
        p, q, z = (z3.Const(name, VECTOR) for name in ("p_", "q_", "z_"))
        a, b, c = z3.Reals("a_ b_ c_")
        left = scale(a, p)
        d = add(left, scale(b, q))
        known = [
            space.step.at(z, left, q, b),
            space.homogeneous.at(z, p, a),
            space.homogeneous.at(left, p, a),
            space.homogeneous.at(p, p, a),
            space.homogeneous.at(q, p, a),
            space.symmetric.at(left, p),
            space.symmetric.at(left, q),
            space.symmetric.at(p, q),
            space.symmetric.at(z, d),
            space.symmetric.at(z, p),
            space.symmetric.at(z, q),
        ]
        square = a * a * dot(p, p) + 2 * a * b * dot(p, q) + b * b * dot(q, q)
        expanded = session.prove(
            "|a p + b q|**2 and (a p + b q).z",
            z3.And(dot(d, d) == square, dot(d, z) == a * dot(p, z) + b * dot(q, z)),
            known,
        )
        none = session.lemma("a square that is not positive", [c], z3.Implies(c * c <= 0, c == 0))
        return session.lemma(
            "a p + b q = 0 gives a p.z + b q.z = 0",
            [p, q, z, a, b],
            z3.Implies(square == 0, a * dot(p, z) + b * dot(q, z) == 0),
            [expanded, space.cauchy_schwarz.at(d, z), none.at(dot(d, z))],
        )

    def agree(self) -> Theorem:
        """Return that rate w = eta v before every trial."""
        session, space = self.session, self.space
        same = self.same_product().at(w(t), v(t), x(t), self.rate, -self.eta)
        signs = self.signs()
        one = session.lemma(
            "rate w - eta v does not change",
            [t],
            z3.Implies(z3.And(t >= 0, t < l, self.gap(t) == 0), self.gap(t + 1) == 0),
            [
                *self.moves,
                same,
                signs,
                labels(session).at(t),
                space.step.at(w(t), w(t), x(t), self.eta * self.sides[0]),
                space.step.at(v(t), v(t), x(t), self.rate * self.sides[1]),
                space.step.at(v(t), w(t), x(t), self.eta * self.sides[0]),
                space.step.at(w(t + 1), v(t), x(t), self.rate * self.sides[1]),
                space.symmetric.at(v(t), w(t)),
                space.symmetric.at(v(t), w(t + 1)),
                space.symmetric.at(x(t), w(t + 1)),
                space.step.at(x(t), w(t), x(t), self.eta * self.sides[0]),
                space.symmetric.at(x(t), w(t)),
                *self.parameters,
            ],
        )
        return session.induction(
            "rate w = eta v", t, up_to_the_end(self.gap(t) == 0), [*self.start, space.null.at(zero)], [one.at(t)]
        )

    def signs(self) -> Theorem:
        """Numbers p and q with rate p = eta q have the same sign."""
        p, q = z3.Reals("p_ q_")
        rule = self.session.lemma(
            "the same sign",
            [p, q],
            z3.Implies(self.rate * p + -self.eta * q == 0, z3.And((p > 0) == (q > 0), (p < 0) == (q < 0))),
            self.parameters,
        )
        return rule.at(wx(t), vx(t))

    def conclude(self, differ: Formula) -> None:
        """Conclude that there are no trials on which the two differ."""
        session = self.session
        agree = self.agree()
        count = Total(session, "differences", lambda _: z3.If(differ, z3.IntVal(1), z3.IntVal(0)), whole=True)
        same = self.same_product().at(w(t), v(t), x(t), self.rate, -self.eta)
        none = session.induction(
            "no trial on which the two differ",
            t,
            up_to_the_end(count(t) == 0),
            [count.start],
            [count.next.at(t), agree.at(t), same, self.signs(), labels(session).at(t)],
        )
        session.conclude(count.whole(l), [none.at(l), *session.length])


def zero_starts(session: Session) -> list[Theorem]:
    """Both runs start from zero."""
    return [session.define("w at the start", w(0) == zero), session.define("v at the start", v(0) == zero)]


@proves("bylander.5.eta", readings.two_rates)
def rate_does_not_matter(session: Session) -> None:
    """From zero w is eta times a sum of examples, so the sign of w.x does not depend on eta."""

    def second(t: Term) -> Formula:
        return y(t) * vx(t) <= 0

    runs = TwoRates(session, mistake, second, zero_starts(session))
    runs.conclude(z3.Xor(mistake(t), second(t)))


@proves("bylander.5.eta.start", readings.two_rates)
def rate_matters_from_another_start(session: Session) -> None:
    """From a start s other than zero rate s = eta s does not hold."""

    def second(t: Term) -> Formula:
        return y(t) * vx(t) <= 0

    runs = TwoRates(session, mistake, second, [session.define("the same start", v(0) == w(0))])
    runs.conclude(z3.Xor(mistake(t), second(t)))


def second_by_sign(t: Term) -> Formula:
    """Return that the sign of v.x errs on trial t, where sign(0) = +1."""
    return z3.Or(z3.And(y(t) == 1, vx(t) < 0), z3.And(y(t) == -1, vx(t) >= 0))


@proves("kw.lrfree", readings.two_biased_rates)
def rate_does_not_matter_with_a_bias(session: Session) -> None:
    """The bias trick is the Perceptron with threshold 0 on (x, 1), so the rate makes no difference."""
    start = session.given("start", z3.And(w(0) == zero, v(0) == zero))
    runs = TwoRates(session, mistake_by_sign, second_by_sign, start)
    runs.conclude(z3.Xor(wx(t) >= 0, vx(t) >= 0))


@proves("kw.lrfree.fixed")
def rate_matters_with_a_fixed_threshold(session: Session) -> None:
    """Against a fixed theta the sign of w.x - theta depends on the rate: only w.x is proportional to it."""
    theta = session.symbol(s.theta)

    def first(t: Term) -> Formula:
        return z3.Or(z3.And(y(t) == 1, wx(t) < theta), z3.And(y(t) == -1, wx(t) >= theta))

    def second(t: Term) -> Formula:
        return z3.Or(z3.And(y(t) == 1, vx(t) < theta), z3.And(y(t) == -1, vx(t) >= theta))

    start = session.given("start", z3.And(w(0) == zero, v(0) == zero))
    TwoRates(session, first, second, start).conclude(z3.Xor(wx(t) >= theta, vx(t) >= theta))
