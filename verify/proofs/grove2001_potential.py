"""The potential W of exp and 2 sinh in the proofs of Grove, Littlestone and Schuurmans 2001.

W is the sum of exp(z_i), for 2 sinh that of exp(z_i) + exp(-z_i). A mistake multiplies it by at most exp(a**2 X**2/2).
"""

from __future__ import annotations

from functools import cached_property

import z3

from verify.proofs.exponentiated import side, x
from verify.proofs.grove2001_runs import QuasiAdditiveRun, f, z
from verify.proofs.kernel import Term, Theorem
from verify.proofs.perceptron import ZERO, l, up_to_the_end
from verify.proofs.session import Session
from verify.proofs.sums import CoordinateSum, Exponential, i, j, n, sum_up
from verify.proofs.terms import on_a_trial
from verify.proofs.translate import exp, ln
from verify.proofs.vectors import t


class Potential(QuasiAdditiveRun):
    """A run of QA(exp), or of QA(2 sinh) where ``balanced``, and the growth of ln W."""

    def __init__(self, session: Session, *, balanced: bool) -> None:
        super().__init__(session, exact=balanced)
        self.balanced = balanced
        self.E = Exponential(session)
        v = z3.Real("v_")
        value = exp(v) - exp(-v) if balanced else exp(v)
        name = "f is 2 sinh" if balanced else "f is exp"
        self.value = session.define("f", z3.ForAll([v], f(v) == value), name)
        self.W = CoordinateSum(session, "potential", lambda t, i: self.one(z(t, i)))

    def one(self, v: Term) -> Term:
        """Return what an entry v of z adds to the potential."""
        return exp(v) + exp(-v) if self.balanced else exp(v)

    @cached_property
    def positive(self) -> Theorem:
        """Every summand is positive and at most W; for every t and every coordinate i."""
        session, E = self.session, self.E
        member = session.induction(
            "a summand is at most W",
            j,
            z3.Implies(
                z3.And(j <= n, i >= 0, i < n),
                z3.And(self.W(t, j) >= 0, z3.Implies(i < j, self.one(z(t, i)) <= self.W(t, j))),
            ),
            [self.W.start(t)],
            [self.W.next(t, j), E.positive.at(z(t, j)), E.positive.at(-z(t, j))],
        )
        return session.lemma(
            "0 < exp(z_i) <= W",
            [t, i],
            z3.Implies(
                z3.And(i >= 0, i < n),
                z3.And(
                    exp(z(t, i)) > 0,
                    exp(z(t, i)) <= self.W(t),
                    self.W(t) > 0,
                    *([exp(-z(t, i)) <= self.W(t)] if self.balanced else []),
                ),
            ),
            [member.at(n), self.n, E.positive.at(z(t, i)), E.positive.at(-z(t, i))],
        )

    @cached_property
    def chords(self) -> Theorem:
        """2 X W' <= X (exp(c X) + exp(-c X)) W + (exp(c X) - exp(-c X)) w.x for c = a side, on every trial."""
        session, E, X = self.session, self.E, self.X
        c = self.a * side(t)
        up, down = exp(c * X), exp(-c * X)
        b, d, e, p, q, v = z3.Reals("b_ d_ e_ p_ q_ v_")
        times = session.lemma(
            "a chord, times exp(z_i)",
            [b, d, e, p, q, v],
            z3.Implies(
                z3.And(b > 0, 2 * X * e <= (X + v) * p + (X - v) * q),
                2 * X * (b * e) <= X * (p + q) * b + (p - q) * (b * v),
            ),
            [
                session.lemma("times b", [b, d, e], z3.Implies(z3.And(b > 0, d <= e), b * d <= b * e)).at(
                    b, 2 * X * e, (X + v) * p + (X - v) * q
                )
            ],
        )
        moved = [
            session.prove(
                f"exp({sign}z_i) after a step",
                z3.Implies(z3.And(t >= 0, t < l, j >= 0, j < n), exp(z_next) == exp(z_now) * exp(step)),
                [
                    E.sums.at(z_now, step),
                    session.prove(
                        "equal exponents", z3.Implies(z_next == z_now + step, exp(z_next) == exp(z_now + step))
                    ),
                    session.prove(
                        "the exponent after a step",
                        z3.Implies(z3.And(t >= 0, t < l, j >= 0, j < n), z_next == z_now + step),
                        [self.update.at(t, j)],
                    ),
                ],
            )
            for sign, z_next, z_now, step in self._signed(c)
        ]
        chord = [
            theorem
            for value, (_, _, z_now, step) in zip((x(t, j), -x(t, j)), self._signed(c), strict=False)
            for theorem in (
                E.chord.at(c, value, X),
                times.at(exp(z_now), ZERO, exp(c * value), up, down, value),
                session.prove("the same exponent", exp(c * value) == exp(step)),
                E.positive.at(z_now),
            )
        ]
        one = session.prove(
            "the chords on one coordinate",
            z3.Implies(
                z3.And(t >= 0, t < l, j >= 0, j < n),
                2 * X * self.one(z(t + 1, j))
                <= X * (up + down) * self.one(z(t, j)) + (up - down) * (f(z(t, j)) * x(t, j)),
            ),
            [*moved, *chord, self.value.at(z(t, j)), *(p.at(t, j) for p in self.examples)],
        )
        return sum_up(
            session,
            "the chords, summed",
            lambda t, j: 2 * X * self.W(t + 1, j) <= X * (up + down) * self.W(t, j) + (up - down) * self.wx(t, j),
            [(self.W, t), (self.W, t + 1), (self.wx, t)],
            [one],
            z3.And(t >= 0, t < l),
        )

    def _signed(self, c: Term) -> list[tuple[str, Term, Term, Term]]:
        """Return z_i after and before a step, and the step; and the same with the other sign where balanced."""
        found = [("", z(t + 1, j), z(t, j), c * x(t, j))]
        return [*found, ("-", -z(t + 1, j), -z(t, j), c * -x(t, j))] if self.balanced else found

    @cached_property
    def growth(self) -> Theorem:
        """ln W <= ln W at the start + M a**2 X**2/2, before every trial and after the last."""
        session, E, a, X = self.session, self.E, self.a, self.X
        c, zero, first = self.a * side(t), z3.RealVal(0), z3.IntVal(0)
        up, down = exp(a * X), exp(-(a * X))
        most = a * X * (a * X) / 2
        two = E.two_points.at(zero, a * X)
        cosh = session.prove(
            "cosh(a X) <= exp(a**2 X**2/2)",
            (up + down) / 2 <= exp(most),
            [
                two,
                session.prove(
                    "the same exponents",
                    z3.And(exp(zero * (a * X) + a * X * (a * X) / 2) == exp(most), exp(-(a * X)) == exp(-1 * (a * X))),
                ),
            ],
        )
        exponents = session.prove(
            "exp(c X) for c = a and c = -a",
            z3.And(
                z3.Implies(side(t) == 1, z3.And(exp(c * X) == up, exp(-c * X) == down)),
                z3.Implies(side(t) == -1, z3.And(exp(c * X) == down, exp(-c * X) == up)),
            ),
            [
                session.prove(
                    "c X and -c X",
                    z3.And(
                        z3.Implies(side(t) == 1, z3.And(c * X == a * X, -c * X == -(a * X))),
                        z3.Implies(side(t) == -1, z3.And(c * X == -(a * X), -c * X == a * X)),
                    ),
                )
            ],
        )
        larger = session.prove(
            "exp(a X) >= exp(-a X)",
            on_a_trial(up >= down),
            [
                E.increasing.at(a * X, -(a * X)),
                session.prove("a X >= 0", on_a_trial(a * X >= 0), [self.room.at(t), self.rate]),
            ],
        )
        b, d, e, h = z3.Reals("b_ d_ e_ h_")
        opposite = session.lemma(
            "a product of opposite signs", [b, d], z3.Implies(z3.And(b >= 0, d <= 0), z3.And(b * d <= 0, d * b <= 0))
        )
        cancel = session.lemma(
            "cancel 2 X",
            [b, d, e, h],
            z3.Implies(z3.And(e > 0, 2 * e * b <= e * h * d), b <= h / 2 * d),
        )
        times = session.lemma("times W", [b, d, e], z3.Implies(z3.And(b > 0, d <= e), d * b <= e * b))
        step = session.lemma(
            "a mistake multiplies W by at most exp(a**2 X**2/2)",
            [t],
            z3.Implies(z3.And(t >= 0, t < l, self.errs(t)), self.W(t + 1) <= exp(most) * self.W(t)),
            [
                self.chords.at(t, n),
                exponents,
                larger,
                opposite.at(up - down, self.wx(t)),
                opposite.at(up - down, -self.wx(t)),
                cancel.at(self.W(t + 1), self.W(t), X, up + down),
                times.at(self.W(t), (up + down) / 2, exp(most)),
                cosh,
                self.positive.at(t, first),
                self.side,
                self.labels,
                self.room.at(t),
                self.n,
            ],
        )
        still = self.still("W", self.W)
        logarithm = session.lemma(
            "ln W on one trial",
            [t],
            on_a_trial(ln(self.W(t + 1)) <= ln(self.W(t)) + z3.If(self.errs(t), most, ZERO)),
            [
                step.at(t),
                still.at(t, n),
                session.prove(
                    "an equal ln W", z3.Implies(self.W(t + 1) == self.W(t), ln(self.W(t + 1)) == ln(self.W(t)))
                ),
                self.side,
                self.positive.at(t, first),
                self.positive.at(t + 1, first),
                E.product.at(exp(most), self.W(t)),
                E.logarithm.at(most),
                E.positive.at(most),
                E.ln_increasing.at(exp(most) * self.W(t), self.W(t + 1)),
                session.prove(
                    "a product > 0", z3.Implies(z3.And(exp(most) > 0, self.W(t) > 0), exp(most) * self.W(t) > 0)
                ),
                self.n,
            ],
        )
        return session.induction(
            "ln W <= ln W at the start + M a**2 X**2/2",
            t,
            up_to_the_end(ln(self.W(t)) <= ln(self.W(first)) + self.M(t) * most),
            [self.M.start],
            [logarithm.at(t), self.M.next.at(t)],
        )

    def start_potential(self, size: Term) -> Theorem:
        """W is ``size`` at the start: n, or 2 n where balanced; in logarithms."""
        session, first = self.session, z3.IntVal(0)
        zero = z3.RealVal(0)
        each = 2 if self.balanced else 1
        entry = session.prove(
            "a summand at the start",
            z3.Implies(z3.And(j >= 0, j < n), self.one(z(first, j)) == each),
            [
                self.start.at(j),
                self.E.positive.at(zero),
                session.prove(
                    "exp at the start",
                    z3.Implies(z(first, j) == 0, z3.And(exp(z(first, j)) == exp(zero), exp(-z(first, j)) == exp(zero))),
                ),
            ],
        )
        summed = sum_up(
            session,
            "W at the start",
            lambda _, j: self.W(first, j) == each * z3.ToReal(j),
            [(self.W, first)],
            [entry],
        )
        return session.prove(
            "ln W at the start",
            ln(self.W(first)) == ln(size),
            [
                summed.at(t, n),
                self.n,
                session.prove("equal logarithms", z3.Implies(self.W(first) == size, ln(self.W(first)) == ln(size))),
            ],
        )
