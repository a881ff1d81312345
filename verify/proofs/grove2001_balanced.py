"""Proofs for Grove, Littlestone and Schuurmans 2001 with exp and 2 sinh: Weighted Majority and Balanced Winnow.

The potential W is the sum of exp(z_i), for 2 sinh that of exp(z_i) + exp(-z_i). A mistake multiplies it by at most
exp(a**2 X**2/2), and ln W is above u.z/U by the entropy of the shares |u_i|/U.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import z3

from bounds import symbols as s
from bounds.catalogue import theorem
from verify.proofs.exponentiated import on_trials_and_coordinates, side, u, x
from verify.proofs.grove2001_general import (
    QuasiAdditiveRun,
    absolute,
    applications,
    ceiling_argument,
    conclude_on_trials,
    f,
    g,
    on_a_trial,
    z,
)
from verify.proofs.kernel import Formula, Term, Theorem
from verify.proofs.perceptron import ONE, ZERO, Total, l, labels, on_trials, up_to_the_end, y
from verify.proofs.readings_quasi_additive import (
    balanced_winnow as two_balanced,
)
from verify.proofs.readings_quasi_additive import (
    exponential_level,
    hyperbolic_level,
    parameters,
    quasi_additive,
    shares,
    sizes,
    tangents,
    two_multipliers,
)
from verify.proofs.readings_quasi_additive import (
    fixed_threshold as two_thresholds,
)
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import CoordinateSum, Exponential, i, j, n, on_coordinates, sum_up
from verify.proofs.translate import exp, ln, translate
from verify.proofs.vectors import INT, REAL, t

share = z3.Function("share", INT, REAL)


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
        still = sum_up(
            session,
            "W stays where there is no mistake",
            lambda t, j: self.W(t + 1, j) == self.W(t, j),
            [(self.W, t), (self.W, t + 1)],
            [
                session.prove(
                    "an entry stays",
                    z3.Implies(
                        z3.And(t >= 0, t < l, side(t) == 0, j >= 0, j < n),
                        self.one(z(t + 1, j)) == self.one(z(t, j)),
                    ),
                    [
                        session.prove(
                            "an entry without a step",
                            z3.Implies(z3.And(t >= 0, t < l, side(t) == 0, j >= 0, j < n), z(t + 1, j) == z(t, j)),
                            [self.update.at(t, j)],
                        )
                    ],
                )
            ],
            z3.And(t >= 0, t < l, side(t) == 0),
        )
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


# --- section 4: theorem 4.2 --------------------------------------------------------------------------------------


class Majority(Potential):
    """Weighted Majority with u >= 0: M <= 2 U ln n / (a delta) for a <= delta/(n U X**2)."""

    def __init__(self, session: Session) -> None:
        super().__init__(session, balanced=False)
        self.nonnegative = session.given("nonnegative", on_coordinates(u(i) >= 0))

    def mistakes(self, small: Theorem) -> Theorem:
        """M a delta <= 2 U ln n where there is a trial; ``small`` says that a U X**2 <= delta there."""
        session, a, X, U = self.session, self.a, self.X, self.U
        N = z3.ToReal(n)
        b, c, d, e = z3.Reals("b_ c_ d_ e_")
        entry = session.lemma(
            "z_i <= ln W",
            [t, i],
            z3.Implies(z3.And(i >= 0, i < n), z(t, i) <= ln(self.W(t))),
            [
                self.positive.at(t, i),
                self.E.logarithm.at(z(t, i)),
                self.E.ln_increasing.at(self.W(t), exp(z(t, i))),
            ],
        )
        product = session.lemma("u_i times", [b, c, d], z3.Implies(z3.And(b >= 0, c <= d), b * c <= b * d))
        under = sum_up(
            session,
            "u.z <= |u| ln W",
            lambda t, j: z3.And(self.uz(t, j) <= self.size(t, j) * ln(self.W(t)), self.size(t, j) >= 0),
            [(self.uz, t), (self.size, t)],
            [entry.at(t, j), product.at(u(j), z(t, j), ln(self.W(t))), *(p.at(j) for p in self.nonnegative)],
        )
        most = a * X * (a * X) / 2
        highest = ln(N) + self.M(l) * most
        times = session.lemma(
            "c e <= d e", [c, d, e], z3.Implies(z3.And(c <= d, e >= 0), z3.And(c * e <= d * e, e * c <= e * d))
        )
        logs = session.prove(
            "ln n >= 0",
            ln(N) >= 0,
            [self.E.ln_increasing.at(N, z3.RealVal(1)), self.n],
        )
        top = session.prove(
            "0 <= ln n + M a**2 X**2/2",
            highest >= 0,
            [
                logs,
                self.counted.at(l),
                *session.length,
                session.lemma("a product >= 0", [c, d], z3.Implies(z3.And(c >= 0, d >= 0), c * d >= 0)).at(
                    self.M(l), most
                ),
            ],
        )
        below = session.prove(
            "M a delta <= U (ln n + M a**2 X**2/2)",
            self.M(l) * (a * self.delta) <= U * highest,
            [
                self.linear.at(l),
                under.at(l, n),
                self.growth.at(l),
                self.start_potential(N),
                times.at(self.size(t), U, highest),
                times.at(ln(self.W(l)), highest, self.size(t)),
                *self.comparator,
                *session.length,
                top,
                self.n,
            ],
        )
        half = session.prove(
            "U a**2 X**2/2 <= a delta/2",
            z3.Implies(l >= 1, U * most <= a * self.delta / 2),
            [
                small,
                session.lemma("a/2 times", [c, d], z3.Implies(c <= d, a / 2 * c <= a / 2 * d), [self.rate]).at(
                    a * (U * (X * X)), self.delta
                ),
                session.prove("the same product", U * most == a / 2 * (a * (U * (X * X)))),
            ],
        )
        return session.prove(
            "M a delta <= 2 U ln n",
            z3.Implies(l >= 1, z3.And(self.M(l) * (a * self.delta) <= 2 * (U * ln(N)), ln(N) >= 0)),
            [
                below,
                session.lemma(
                    "M times", [c, d], z3.Implies(z3.And(self.M(l) >= 0, c <= d), self.M(l) * c <= self.M(l) * d)
                ).at(U * most, a * self.delta / 2),
                half,
                logs,
                self.counted.at(l),
                *session.length,
            ],
        )

    def small(self, name: str, large: list[Theorem], factor: Term) -> Theorem:
        """a U X**2 <= delta, from a U X**2 n factor <= delta in the claim's premise on a, factor >= 1."""
        session, a, X, U = self.session, self.a, self.X, self.U
        b, c = z3.Reals("b_ c_")
        return session.prove(
            name,
            z3.Implies(l >= 1, a * (U * (X * X)) <= self.delta),
            [
                session.lemma("at least its n-th part", [b, c], z3.Implies(z3.And(b >= 0, c >= 1), b <= b * c)).at(
                    a * (U * (X * X)), z3.ToReal(n) * factor
                ),
                session.lemma("a product >= 1", [b, c], z3.Implies(z3.And(b >= 1, c >= 1), b * c >= 1)).at(
                    z3.ToReal(n), factor
                ),
                session.prove(
                    "a U X**2 > 0",
                    z3.Implies(l >= 1, z3.And(a * (U * (X * X)) > 0, U * (X * X) > 0)),
                    [
                        session.lemma("a product > 0", [b, c], z3.Implies(z3.And(b > 0, c > 0), b * c > 0)).at(d1, d2)
                        for d1, d2 in ((X, X), (U, X * X), (a, U * (X * X)))
                    ]
                    + [self.room.at(z3.IntVal(0)), self.rate],
                ),
                *large,
                self.n,
            ],
        )


@proves("gls.4.2", quasi_additive)
def theorem_42(session: Session) -> None:
    """M <= 2 U ln n / (a delta), and the bound is that plus 2 U X s / delta - s >= 0."""
    run = Majority(session)
    a, X, U, delta = run.a, run.X, run.U, run.delta
    one = z3.RealVal(1)
    b, c, d = z3.Reals("b_ c_ d_")
    N = z3.ToReal(n)
    premise = session.prove(
        "a U X**2 n <= delta",
        z3.Implies(l >= 1, a * (U * (X * X)) * (N * one) <= delta),
        [
            session.lemma(
                "times the denominator", [b, c, d], z3.Implies(z3.And(c > 0, z3.Or(c == 0, b <= d / c)), b * c <= d)
            ).at(a, U * (X * X) * N, delta),
            session.prove("a product > 0", z3.Implies(l >= 1, U * (X * X) * N > 0), [run.room.at(z3.IntVal(0)), run.n]),
            *run.parameters,
        ],
    )
    both = run.mistakes(run.small("a U X**2 <= delta", [premise], one))
    bound = session.bound()
    (logarithm,), (power,) = applications(bound, ln), applications(bound, exp)
    exponent = power.arg(0)
    split = session.prove(
        "ln(n exp(a X s)) = ln n + a X s",
        logarithm == ln(N) + exponent,
        [
            run.E.product.at(N, power),
            run.E.logarithm.at(exponent),
            run.E.positive.at(exponent),
            session.prove("equal logarithms", z3.Implies(logarithm.arg(0) == N * power, logarithm == ln(N * power))),
            session.prove("the argument", logarithm.arg(0) == N * power),
            run.n,
        ],
    )
    exact = ceiling_argument(session)
    S = -z3.ToReal(z3.ToInt(-exact))
    whole, first = z3.Real("whole_"), z3.IntVal(0)
    up = session.lemma("a number is at most its ceiling", [whole], -z3.ToReal(z3.ToInt(-whole)) >= whole)
    ceiling = session.prove(
        "s >= 1",
        z3.Implies(l >= 1, S >= 1),
        [
            up.at(exact),
            session.prove("s delta = U X, before rounding up", exact * delta == U * X, run.parameters),
            session.lemma("a quotient >= 1", [b, c], z3.Implies(z3.And(c > 0, b * c >= c), b >= 1)).at(exact, delta),
            run.room.at(first),
            *run.parameters,
        ],
    )
    same = session.prove("the exponent is a X s", exponent == a * X * S)
    more = session.prove(
        "2 U X s / delta >= s",
        z3.Implies(l >= 1, 2 * U * (a * X * S) >= S * (a * delta)),
        [
            session.lemma(
                "a s times", [b, c, d], z3.Implies(z3.And(d >= 0, b <= c), a * d * b <= a * d * c), [run.rate]
            ).at(delta, U * X, S),
            session.lemma("a product >= 0", [b, c], z3.Implies(z3.And(b >= 0, c >= 0), b * c >= 0)).at(a * S, U * X),
            session.prove(
                "U X >= 0 and a s >= 0",
                z3.Implies(l >= 1, z3.And(U * X >= 0, a * S >= 0)),
                [run.room.at(first), ceiling, run.rate, *run.parameters],
            ),
            ceiling,
            run.room.at(first),
        ],
    )
    divide = session.lemma(
        "divide by a delta",
        [b, c, d],
        z3.Implies(z3.And(d > 0, b * d <= c), b <= c / d),
    ).at(run.M(l) + S, 2 * (U * (ln(N) + a * X * S)), a * delta)
    last = session.prove(
        "M + s <= 2 U (ln n + a X s) / (a delta)",
        z3.Implies(l >= 1, run.M(l) + S <= 2 * (U * (ln(N) + a * X * S)) / (a * delta)),
        [divide, both, more, session.prove("a delta > 0", a * delta > 0, run.parameters)],
    )
    conclude_on_trials(session, run.M.whole(l), [last, split, same])


@proves("gls.4.2x", quasi_additive)
def theorem_42_simple(session: Session) -> None:
    """The premise on a is stronger than a <= delta/(n U X**2), as exp(...) >= 1."""
    run = Majority(session)
    a, X, U, delta = run.a, run.X, run.U, run.delta
    N, first = z3.ToReal(n), z3.IntVal(0)
    b, c, d, e = z3.Reals("b_ c_ d_ e_")
    factor = applications(translate(theorem("gls.4.2x").free[s.a]), exp)[0]
    logs = session.prove("ln n >= 0", ln(N) >= 0, [run.E.ln_increasing.at(N, z3.RealVal(1)), run.n])
    exponent = factor.arg(0)
    large = session.prove(
        "exp(2 U X ln n / delta + 2) >= 1",
        z3.Implies(l >= 1, factor >= 1),
        [
            run.E.tangent.at(exponent),
            session.prove(
                "2 U X ln n / delta + 2 >= 0",
                z3.Implies(l >= 1, exponent >= 0),
                [
                    session.prove("the exponent", exponent == 2 * (U * X / delta * ln(N)) + 2, run.parameters),
                    session.lemma("a product >= 0", [b, c], z3.Implies(z3.And(b >= 0, c >= 0), b * c >= 0)).at(
                        U * X / delta, ln(N)
                    ),
                    session.lemma("a quotient >= 0", [b, c], z3.Implies(z3.And(b >= 0, c > 0), b / c >= 0)).at(
                        U * X, delta
                    ),
                    session.prove("U X > 0", z3.Implies(l >= 1, U * X > 0), [run.room.at(first), *run.parameters]),
                    logs,
                    *run.parameters,
                ],
            ),
        ],
    )
    D = U * (X * X) * (N * factor)
    given = session.prove(
        "a U X**2 n exp(...) <= delta",
        z3.Implies(l >= 1, a * (U * (X * X)) * (N * factor) <= delta),
        [
            session.lemma(
                "below a reciprocal",
                [b, c, d, e],
                z3.Implies(z3.And(c > 0, d > 0, e >= c / d, z3.Or(e == 0, b <= 1 / e)), b * c <= d),
                [
                    session.lemma(
                        "e > 0", [c, d, e], z3.Implies(z3.And(c > 0, d > 0, e >= c / d), z3.And(e > 0, e * d >= c))
                    ).at(c, d, e),
                    session.lemma("b e <= 1", [b, e], z3.Implies(z3.And(e > 0, b <= 1 / e), b * e <= 1)).at(b, e),
                ],
            ).at(a, D, delta, z3.If(D / delta <= X, X, D / delta)),
            session.prove(
                "the product > 0",
                z3.Implies(l >= 1, D > 0),
                [
                    session.lemma("a product > 0", [b, c], z3.Implies(z3.And(b > 0, c > 0), b * c > 0)).at(d1, d2)
                    for d1, d2 in ((X, X), (U, X * X), (N, factor), (U * (X * X), N * factor))
                ]
                + [run.room.at(first), large, run.n],
            ),
            *run.parameters,
        ],
    )
    both = run.mistakes(run.small("a U X**2 <= delta", [given, large], factor))
    last = session.prove(
        "M <= 2 U ln n / (a delta)",
        z3.Implies(l >= 1, run.M(l) <= 2 * (U * ln(N)) / (a * delta)),
        [
            session.lemma("divide by a delta", [b, c, d], z3.Implies(z3.And(d > 0, b * d <= c), b <= c / d)).at(
                run.M(l), 2 * (U * ln(N)), a * delta
            ),
            both,
            session.prove("a delta > 0", a * delta > 0, run.parameters),
        ],
    )
    least = session.prove(
        "2 U ln n / (a delta) >= 0",
        2 * (U * ln(N)) / (a * delta) >= 0,
        [
            session.lemma("a product >= 0", [b, c], z3.Implies(z3.And(b >= 0, c >= 0), b * c >= 0)).at(U, ln(N)),
            session.lemma("a quotient >= 0", [b, c], z3.Implies(z3.And(b >= 0, c > 0), b / c >= 0)).at(
                2 * (U * ln(N)), a * delta
            ),
            session.prove("a delta > 0", a * delta > 0, run.parameters),
            session.define("norms", z3.And(U >= 0, X >= 0), "U and X bound norms"),
            logs,
        ],
    )
    session.conclude(run.M.whole(l), [last, least, run.no_trials])


# --- section 6: Balanced Winnow ----------------------------------------------------------------------------------


def gibbs(session: Session, E: Exponential) -> Theorem:
    """exp(b) >= W (p + p (b - ln W - ln p)) for p >= 0 and W = exp(d): exp is above its tangents."""
    b, c, d, e, p = z3.Reals("b_ c_ d_ e_ p_")
    return session.lemma(
        "Gibbs' inequality for one coordinate",
        [b, c, d, p],
        z3.Implies(
            z3.And(p >= 0, c > 0, exp(d) == c, exp(b) > 0),
            exp(b) >= c * (p + p * (b - d - ln(p))),
        ),
        [
            E.tangent.at(b - d - ln(p)),
            E.sums.at(b - d - ln(p), d),
            E.sums.at(b - d - ln(p) + d, ln(p)),
            E.inverse.at(p),
            session.prove("the same exponent", exp(b - d - ln(p) + d + ln(p)) == exp(b)),
            session.lemma(
                "times c p",
                [b, c, d, e, p],
                z3.Implies(z3.And(c > 0, p > 0, b >= 1 + d, e == b * c * p), e >= c * (p + p * d)),
                [
                    session.lemma("times b >= 0", [b, c, d], z3.Implies(z3.And(d >= 0, b >= c), b * d >= c * d)).at(
                        b, 1 + d, c * p
                    )
                ],
            ).at(exp(b - d - ln(p)), c, b - d - ln(p), exp(b), p),
        ],
    )


@proves("gls.bw", shares)
def balanced_winnow(session: Session) -> None:
    """u.z/U + entropy <= ln W by Gibbs' inequality, ln W <= ln(2 n) + M a**2 X**2/2, and a = delta/(U X**2)."""
    run = Potential(session, balanced=True)
    E, a, X, U, delta, H = run.E, run.a, run.X, run.U, run.delta, session.symbol(s.entropy)
    N = z3.ToReal(n)
    b, c, d, e, p = z3.Reals("b_ c_ d_ e_ p_")
    positive = session.define("U", U > 0, "U is the 1-norm of u, which is not zero")
    parts = session.define("shares", on_coordinates(share(i) * U == absolute(u(i))), "the shares are |u_i|/U")
    total = CoordinateSum(session, "share_sum", lambda i: share(i), moving=False)
    negentropy = CoordinateSum(session, "negentropy", lambda i: share(i) * ln(share(i)), moving=False)
    entropy = session.given("entropy", -negentropy(t) == H)
    signed = z3.If(u(j) < 0, -z(t, j), z(t, j))
    towards = CoordinateSum(session, "towards", lambda t, i: exp(z3.If(u(i) < 0, -z(t, i), z(t, i))))
    L = ln(run.W(t))
    first = z3.IntVal(0)
    scaled = gibbs(session, E)
    each = session.prove(
        "U share_i z_i, with the sign of u_i, is u_i z_i",
        z3.Implies(z3.And(j >= 0, j < n), z3.And(share(j) >= 0, U * (share(j) * signed) == u(j) * z(t, j))),
        [
            parts.at(j),
            positive,
            session.lemma(
                "a share times",
                [b, c, d, p],
                z3.Implies(
                    z3.And(U > 0, p * U == absolute(b)),
                    z3.And(p >= 0, U * (p * z3.If(b < 0, -c, c)) == b * c),
                ),
                [
                    session.lemma("times c", [b, c, d], z3.Implies(b == d, b * c == d * c)).at(p * U, e, absolute(b))
                    for e in (c, -c)
                ],
            ).at(u(j), z(t, j), ZERO, share(j)),
        ],
    )
    summed = sum_up(
        session,
        "Gibbs' inequality, summed",
        lambda t, j: z3.And(
            U * towards(t, j)
            >= run.W(t) * (U * total(t, j) + run.uz(t, j) - U * total(t, j) * ln(run.W(t)) - U * negentropy(t, j)),
            U * total(t, j) == run.size(t, j),
            towards(t, j) <= run.W(t, j),
        ),
        [(towards, t), (total, t), (run.uz, t), (negentropy, t), (run.size, t), (run.W, t)],
        [
            scaled.at(signed, run.W(t), L, share(j)),
            each,
            parts.at(j),
            E.inverse.at(run.W(t)),
            E.positive.at(signed),
            E.positive.at(z(t, j)),
            E.positive.at(-z(t, j)),
            run.positive.at(t, first),
            session.prove(
                "exp of either sign",
                exp(signed) == z3.If(u(j) < 0, exp(-z(t, j)), exp(z(t, j))),
            ),
            session.lemma(
                "U times a summand",
                [b, c, d, e, p],
                z3.Implies(z3.And(U > 0, b >= c * (p + p * (d - e))), U * b >= c * (U * p + U * (p * d) - U * p * e)),
                [
                    session.lemma("U times", [b, c], z3.Implies(z3.And(U > 0, b >= c), U * b >= U * c)).at(
                        b, c * (p + p * (d - e))
                    )
                ],
            ).at(exp(signed), run.W(t), signed, L + ln(share(j)), share(j)),
            positive,
            run.n,
        ],
    )
    below = session.prove(
        "u.z <= U (ln W - entropy)",
        run.uz(l) <= U * (ln(run.W(l)) - H),
        [
            summed.at(l, n),
            *run.comparator,
            *entropy,
            positive,
            run.positive.at(l, first),
            session.lemma(
                "cancel W",
                [b, c, d],
                z3.Implies(z3.And(c > 0, b <= c, U > 0, U * b >= c * (U + d)), d <= 0),
                [
                    session.lemma("U b <= U c", [b, c], z3.Implies(z3.And(U > 0, b <= c), U * b <= U * c)).at(b, c),
                    session.lemma("cancel", [c, d], z3.Implies(z3.And(c > 0, c * d <= 0), d <= 0)).at(c, d),
                ],
            ).at(towards(l), run.W(l), run.uz(l) - U * ln(run.W(l)) + U * H),
            run.n,
        ],
    )
    most = a * X * (a * X) / 2
    size = 2 * N
    whole = session.prove(
        "M a delta <= U (ln(2 n) - entropy + M a**2 X**2/2)",
        run.M(l) * (a * delta) <= U * (ln(size) - H + run.M(l) * most),
        [
            below,
            run.linear.at(l),
            run.growth.at(l),
            run.start_potential(size),
            session.lemma("U times", [b, c], z3.Implies(z3.And(U > 0, b <= c), U * b <= U * c)).at(
                ln(run.W(l)) - H, ln(size) - H + run.M(l) * most
            ),
            positive,
            *session.length,
        ],
    )
    half = session.prove(
        "U a**2 X**2 = a delta",
        z3.And(U * most == a * delta / 2, delta == a * (U * (X * X)), a * delta > 0),
        [positive, *run.parameters],
    )
    last = session.prove(
        "M a delta <= 2 U (ln(2 n) - entropy)",
        run.M(l) * (a * delta) <= 2 * (U * (ln(size) - H)),
        [
            whole,
            session.lemma("M times", [b, c], z3.Implies(b == c, run.M(l) * b == run.M(l) * c)).at(
                U * most, a * delta / 2
            ),
            half,
        ],
    )
    final = session.prove(
        "M delta**2 <= 2 U**2 X**2 (ln(2 n) - entropy)",
        run.M(l) <= 2 * U * U * X * X * (ln(size) - H) / (delta * delta),
        [
            last,
            half,
            session.lemma(
                "times U X**2 / a",
                [b, c, d, e],
                z3.Implies(
                    z3.And(delta > 0, d > 0, e > 0, e * d == delta, b * (e * delta) <= 2 * (U * c)),
                    b <= 2 * U * d * c / (delta * delta),
                ),
            ).at(run.M(l), ln(size) - H, U * (X * X), a),
            positive,
            *run.parameters,
        ],
    )
    session.conclude(run.M.whole(l), [final])


# --- section 5: the best measure of progress, for 2 sinh and exp ---------------------------------------------------


@proves("gls.5.1.bw", hyperbolic_level)
def level_of_sinh(session: Session) -> None:
    """G(x) >= G(v*) + alpha u.(x - v*), as g is above its tangents and f(v*) = alpha u."""
    E = Exponential(session)
    alpha = session.symbol(s.alpha)
    best = z3.Function("best", INT, REAL)
    b, c, d, e, v = z3.Reals("b_ c_ d_ e_ v_")
    size = session.define("n", n >= 1)
    value = session.define(
        "v*", on_coordinates(exp(best(i)) - exp(-best(i)) == alpha * u(i)), "f(v*) = alpha u, and f is 2 sinh"
    )
    here = CoordinateSum(session, "progress", lambda t, i: exp(x(t, i)) + exp(-x(t, i)) - 2)
    there = CoordinateSum(session, "best_level", lambda i: exp(best(i)) + exp(-best(i)) - 2, moving=False)
    ux = CoordinateSum(session, "ux", lambda t, i: u(i) * x(t, i))
    ub = CoordinateSum(session, "ub", lambda i: u(i) * best(i), moving=False)
    tangent = session.lemma(
        "exp is above its tangent at c",
        [b, c],
        exp(b) >= exp(c) * (1 + b - c),
        [
            E.tangent.at(b - c),
            E.sums.at(c, b - c),
            E.positive.at(c),
            session.prove("the same exponent", exp(c + (b - c)) == exp(b)),
            session.lemma("c times", [b, c, d], z3.Implies(z3.And(c > 0, b >= d), c * b >= c * d)).at(
                exp(b - c), exp(c), 1 + (b - c)
            ),
        ],
    )
    cosh = session.lemma(
        "2 cosh is above its tangents",
        [b, c],
        exp(b) + exp(-b) >= exp(c) + exp(-c) + (exp(c) - exp(-c)) * (b - c),
        [tangent.at(b, c), tangent.at(-b, -c)],
    )
    times = session.lemma(
        "alpha u_i times", [b, c, d, e, v], z3.Implies(v == b * c, v * (d - e) == b * (c * d - c * e))
    )
    summed = sum_up(
        session,
        "G(x) >= G(v*) + alpha u.(x - v*)",
        lambda t, j: here(t, j) >= there(t, j) + alpha * (ux(t, j) - ub(t, j)),
        [(here, t), (there, t), (ux, t), (ub, t)],
        [
            cosh.at(x(t, j), best(j)),
            value.at(j),
            times.at(alpha, u(j), x(t, j), best(j), exp(best(j)) - exp(-best(j))),
        ],
    )
    inside = here(t) <= there(t)
    session.concluded(
        session.lemma(
            "the claim",
            [t],
            z3.Implies(z3.And(t >= 0, t < l, inside), session.holds(ux(t) - ub(t))),
            [
                summed.at(t, n),
                size,
                session.lemma("cancel alpha", [c], z3.Implies(alpha * c <= 0, c <= 0), session.parameters).at(
                    ux(t) - ub(t)
                ),
            ],
        )
    )


@proves("gls.5.1.exp", exponential_level)
def level_of_exp(session: Session) -> None:
    """u.x <= U (ln sum exp(x_i) - entropy), by Gibbs' inequality; and x is shifted to the level of z."""
    E = Exponential(session)
    U, H = session.symbol(s.U), session.symbol(s.entropy)
    b, c, d, e, p = z3.Reals("b_ c_ d_ e_ p_")
    start = z3.Real("start_level")
    size = session.define("n", n >= 1)
    W = CoordinateSum(session, "potential", lambda t, i: exp(x(t, i)))
    ux = CoordinateSum(session, "ux", lambda t, i: u(i) * x(t, i))
    weight = CoordinateSum(session, "norm_u", lambda i: absolute(u(i)), moving=False)
    total = CoordinateSum(session, "share_sum", lambda i: share(i), moving=False)
    negentropy = CoordinateSum(session, "negentropy", lambda i: share(i) * ln(share(i)), moving=False)
    nonnegative = session.given("nonnegative", on_coordinates(u(i) >= 0))
    parts = session.define("shares", on_coordinates(share(i) * U == u(i)), "the shares are u_i/U")
    entropy = session.given("entropy", -negentropy(t) == H)
    comparator = session.given("comparator", weight(t) == U)
    member = sum_up(
        session,
        "the sum of exp(x_i) is positive",
        lambda t, j: z3.And(W(t, j) >= 0, z3.Implies(j > 0, W(t, j) > 0)),
        [(W, t)],
        [E.positive.at(x(t, j))],
    )
    L = ln(W(t))
    scaled = gibbs(session, E)
    known = [*session.parameters, *session.parameter_premises]
    summed = sum_up(
        session,
        "Gibbs' inequality, summed",
        lambda t, j: z3.And(
            U * W(t, j) >= W(t) * (U * total(t, j) + ux(t, j) - U * total(t, j) * ln(W(t)) - U * negentropy(t, j)),
            U * total(t, j) == weight(t, j),
        ),
        [(W, t), (total, t), (ux, t), (negentropy, t), (weight, t)],
        [
            scaled.at(x(t, j), W(t), L, share(j)),
            parts.at(j),
            *(q.at(j) for q in nonnegative),
            E.inverse.at(W(t)),
            E.positive.at(x(t, j)),
            member.at(t, n),
            session.lemma("a share >= 0", [b, c], z3.Implies(z3.And(U > 0, b * U == c, c >= 0), b >= 0), known).at(
                share(j), u(j)
            ),
            session.lemma(
                "U times a summand",
                [b, c, d, e, p],
                z3.Implies(
                    z3.And(U > 0, b >= c * (p + p * (d - e))),
                    U * b >= c * (U * p + U * p * d - U * p * e),
                ),
                [
                    session.lemma("U times", [b, c], z3.Implies(z3.And(U > 0, b >= c), U * b >= U * c)).at(
                        b, c * (p + p * (d - e))
                    )
                ],
            ).at(exp(x(t, j)), W(t), x(t, j), L + ln(share(j)), share(j)),
            session.lemma("U share_i x_i = u_i x_i", [b, c, d], z3.Implies(b * U == c, U * b * d == c * d)).at(
                share(j), u(j), x(t, j)
            ),
            size,
            *known,
        ],
    )
    below = session.lemma(
        "u.x <= U (ln sum exp(x_i) - entropy)",
        [t],
        z3.Implies(z3.And(t >= 0, t < l), ux(t) <= U * (L - H)),
        [
            summed.at(t, n),
            member.at(t, n),
            *comparator,
            *entropy,
            session.lemma(
                "cancel the sum",
                [c, d],
                z3.Implies(z3.And(c > 0, U * c >= c * (U + d)), d <= 0),
                [session.lemma("cancel", [c, d], z3.Implies(z3.And(c > 0, c * d <= 0), d <= 0)).at(c, d)],
            ).at(W(t), ux(t) - U * L + U * H),
            size,
            *known,
        ],
    )
    shifted = ux(t) + U * (start - L) - U * (start - H)
    goal = z3.Implies(z3.And(t >= 0, t < l), session.holds(shifted))
    session.concluded(session.lemma("the claim", [t], goal, [below.at(t)]))


@proves("gls.5.3", two_multipliers)
def increasing_and_concave(session: Session) -> None:
    """g is strictly above its tangents, so that alpha rise < run < alpha' rise, where f(v) = alpha u."""
    E = Exponential(session)
    session.repair("u = 0", "psi* is constant where u is 0: the proof is for a u with a coordinate that is not 0")
    b, c = z3.Reals("b_ c_")
    half = session.lemma(
        "exp is strictly above its tangent at 0",
        [b],
        z3.Implies(b != 0, exp(b) > 1 + b),
        [
            E.tangent.at(b / 2),
            E.sums.at(b / 2, b / 2),
            E.positive.at(b),
            session.prove("b/2 + b/2", exp(b / 2 + b / 2) == exp(b)),
            session.lemma(
                "the square of the tangent",
                [b, c],
                z3.Implies(z3.And(b != 0, c >= 1 + b / 2, 1 + b / 2 >= 0), c * c > 1 + b),
                [session.lemma("squares", [b, c], z3.Implies(z3.And(b >= 0, b <= c), b * b <= c * c)).at(1 + b / 2, c)],
            ).at(b, exp(b / 2)),
        ],
    )
    tangent = session.lemma(
        "exp is strictly above its tangents",
        [b, c],
        z3.Implies(b != c, exp(b) > exp(c) * (1 + (b - c))),
        [
            half.at(b - c),
            E.sums.at(c, b - c),
            E.positive.at(c),
            session.prove("the same exponent", exp(c + (b - c)) == exp(b)),
            strictly(session).at(exp(b - c), exp(c), 1 + (b - c)),
        ],
    )
    some, least = z3.Int("some"), z3.Real("least_u")
    coordinate = session.define(
        "u is not 0", z3.And(some >= 0, some < n, u(some) != 0), "some coordinate of u is not 0"
    )
    for name in ("power", "sinh", "exp"):
        f, g = (z3.Function(f"{letter}_{name}", REAL, REAL) for letter in "fg")
        convex = z3.Implies(b != c, g(b) > g(c) + f(c) * (b - c))
        if name == "power":
            above = session.fact("g_p is strictly above its tangents", z3.ForAll([b, c], convex), "f_p increases")
        else:
            sign = 1 if name == "sinh" else 0
            values = session.define(
                f"g for {name}",
                z3.ForAll([b], z3.And(g(b) == exp(b) + sign * (exp(-b) - 2), f(b) == exp(b) - sign * exp(-b))),
            )
            above = session.lemma(
                f"g for {name} is strictly above its tangents",
                [b, c],
                convex,
                [values.at(b), values.at(c), tangent.at(b, c), tangent.at(-b, -c)],
            )
        positive = least > 0 if name == "exp" else z3.BoolVal(True)
        _one_transformation(session, name, f, above, positive, coordinate)


def strictly(session: Session) -> Theorem:
    """c b > c d where c > 0 and b > d."""
    b, c, d = z3.Reals("b_ c_ d_")
    return session.lemma("c times, strictly", [b, c, d], z3.Implies(z3.And(c > 0, b > d), c * b > c * d))


def _one_transformation(
    session: Session, name: str, f: Any, above: Theorem, positive: Formula, coordinate: Theorem
) -> None:
    alpha, step, some = session.symbol(s.alpha), session.symbol(s.rate), z3.Int("some")
    low, high = (z3.Function(f"{word}_{name}", INT, REAL) for word in ("low", "high"))
    g = z3.Function(f"g_{name}", REAL, REAL)
    b, c, d, v = z3.Reals("b_ c_ d_ v_")
    places = [
        session.define(
            f"v* at {word}, {name}", on_coordinates(z3.Implies(positive, f(at(i)) == factor * u(i))), "f(v*) = alpha u"
        )
        for word, at, factor in (("alpha", low, alpha), ("alpha'", high, alpha + step))
    ]
    rise = CoordinateSum(session, f"rise_{name}", lambda i: u(i) * (high(i) - low(i)), moving=False)
    run = CoordinateSum(session, f"run_{name}", lambda i: g(high(i)) - g(low(i)), moving=False)
    times = session.lemma(
        "alpha u_i times", [b, c, d, v], z3.Implies(v == b * c, z3.And(v * d == b * (c * d), v * -d == -(b * (c * d))))
    )
    apart = session.prove(
        f"v* moves where u_i is not 0, {name}",
        z3.Implies(z3.And(j >= 0, j < n, positive, u(j) != 0), low(j) != high(j)),
        [
            session.prove("equal arguments", z3.Implies(low(j) == high(j), f(low(j)) == f(high(j)))),
            session.lemma(
                "a multiple moves", [c], z3.Implies(c != 0, alpha * c != (alpha + step) * c), session.parameters
            ).at(u(j)),
            *(p.at(j) for p in places),
        ],
    )
    one = session.prove(
        f"one coordinate, {name}",
        z3.Implies(
            z3.And(j >= 0, j < n, positive),
            z3.And(
                g(high(j)) - g(low(j)) >= alpha * (u(j) * (high(j) - low(j))),
                (alpha + step) * (u(j) * (high(j) - low(j))) >= g(high(j)) - g(low(j)),
                z3.Implies(
                    u(j) != 0,
                    z3.And(
                        g(high(j)) - g(low(j)) > alpha * (u(j) * (high(j) - low(j))),
                        (alpha + step) * (u(j) * (high(j) - low(j))) > g(high(j)) - g(low(j)),
                    ),
                ),
            ),
        ),
        [
            above.at(high(j), low(j)),
            above.at(low(j), high(j)),
            apart,
            times.at(alpha, u(j), high(j) - low(j), f(low(j))),
            times.at(alpha + step, u(j), high(j) - low(j), f(high(j))),
            session.prove("the same g", z3.Implies(low(j) == high(j), g(low(j)) == g(high(j)))),
            session.prove("no step", z3.Implies(low(j) == high(j), u(j) * (high(j) - low(j)) == 0)),
            *(p.at(j) for p in places),
        ],
    )
    more = session.induction(
        f"alpha rise < run < alpha' rise, {name}",
        j,
        z3.Implies(
            z3.And(j <= n, positive),
            z3.And(
                run(t, j) >= alpha * rise(t, j),
                (alpha + step) * rise(t, j) >= run(t, j),
                z3.Implies(
                    z3.And(some >= 0, some < j, u(some) != 0),
                    z3.And(run(t, j) > alpha * rise(t, j), (alpha + step) * rise(t, j) > run(t, j)),
                ),
            ),
        ),
        [run.start(t), rise.start(t)],
        [
            run.next(t, j),
            rise.next(t, j),
            one,
            session.prove("the coordinate", z3.Implies(some == j, u(some) == u(j))),
        ],
    )
    R, S = rise(t), run(t)
    session.concluded(
        session.prove(
            "the claim",
            z3.Implies(positive, z3.And(*(session.holds(q) for q in (R, S - alpha * R, (alpha + step) * R - S)))),
            [
                more.at(n),
                coordinate,
                session.lemma("cancel", [c], z3.Implies(step * c > 0, c > 0), session.parameters).at(R),
                *session.parameters,
            ],
        )
    )


# --- section 7: the exponential as a limit -------------------------------------------------------------------------


@proves("gls.7.lim", parameters)
def exponential_limit(session: Session) -> None:
    """With r = z/(p - 1) in [-1, 1]: 1 - k r**2 <= ((1 + r) exp(-r))**k <= 1 for k = p - 1, by Bernoulli."""
    E = Exponential(session)
    z_, p = session.symbol(s.z), session.symbol(s.p)
    k = p - 1
    b, c, d, r = z3.Reals("b_ c_ d_ r_")
    known = [*session.parameters, *session.parameter_premises]
    within = session.given("|z| <= p - 1", z3.And(z_ <= k, -z_ <= k))
    ratio = z_ / k
    power = z3.If(1 + ratio == 0, ZERO, exp(k * ln(1 + ratio)))
    inside = session.prove(
        "|z/(p - 1)| <= 1",
        z3.And(ratio <= 1, ratio >= -1, ratio * k == z_, k >= 1),
        [*within, *known],
    )
    smaller = session.lemma(
        "(1 + r)**k <= exp(k r)",
        [b, r],
        z3.Implies(z3.And(b >= 1, 1 + r > 0), exp(b * ln(1 + r)) <= exp(b * r)),
        [
            E.below_tangent.at(1 + r),
            E.increasing.at(b * r, b * ln(1 + r)),
            session.lemma("b times", [b, c, d], z3.Implies(z3.And(b >= 1, c <= d), b * c <= b * d)).at(b, ln(1 + r), r),
        ],
    )
    bernoulli = session.lemma(
        "Bernoulli: exp(b c) >= 1 + b (exp(c) - 1)",
        [b, c],
        z3.Implies(b >= 1, exp(b * c) >= 1 + b * (exp(c) - 1)),
        [
            E.tangent.at(b * c - c),
            E.tangent.at(-c),
            E.sums.at(c, b * c - c),
            E.sums.at(c, -c),
            E.positive.at(c),
            session.prove("exponents", z3.And(exp(c + (b * c - c)) == exp(b * c), exp(c + -c) == exp(ZERO))),
            session.lemma(
                "the tangents at c, weighted",
                [b, c, d, r],
                z3.Implies(z3.And(b >= 1, d > 0, r >= d * (1 + (b * c - c)), d * (1 - c) <= 1), r >= 1 + b * (d - 1)),
                [
                    session.lemma("(b - 1) times", [b, c], z3.Implies(z3.And(b >= 1, c >= 0), (b - 1) * c >= 0)).at(
                        b, 1 - d * (1 - c)
                    )
                ],
            ).at(b, c, exp(c), exp(b * c)),
            session.lemma("c times", [b, c, d], z3.Implies(z3.And(c > 0, b >= d), c * b >= c * d)).at(
                exp(b * c - c), exp(c), 1 + (b * c - c)
            ),
            session.lemma("c times", [b, c, d], z3.Implies(z3.And(c > 0, b >= d), c * b >= c * d)).at(
                exp(-c), exp(c), 1 - c
            ),
        ],
    )
    C = ln(1 + ratio) - ratio
    product = session.prove(
        "(1 + r) exp(-r) >= 1 - r**2",
        z3.Implies(1 + ratio > 0, exp(C) >= 1 - ratio * ratio),
        [
            E.sums.at(ln(1 + ratio), -ratio),
            E.inverse.at(1 + ratio),
            E.tangent.at(-ratio),
            session.prove("the same exponent", exp(ln(1 + ratio) + -ratio) == exp(C)),
            session.lemma("b times", [b, c, d], z3.Implies(z3.And(b > 0, c <= d), b * c <= b * d)).at(
                1 + ratio, 1 - ratio, exp(-ratio)
            ),
        ],
    )
    lower = session.prove(
        "(1 + r)**k >= exp(z) (1 - k r**2)",
        z3.Implies(1 + ratio > 0, exp(k * ln(1 + ratio)) >= exp(z_) * (1 - k * (ratio * ratio))),
        [
            bernoulli.at(k, C),
            product,
            inside,
            E.sums.at(z_, k * C),
            E.positive.at(z_),
            session.prove(
                "the exponent of the quotient",
                z3.Implies(ratio * k == z_, exp(z_ + k * C) == exp(k * ln(1 + ratio))),
                [
                    session.prove("its parts", z3.Implies(ratio * k == z_, z_ + k * C == k * ln(1 + ratio))),
                ],
            ),
            session.lemma(
                "exp(z) times",
                [b, c, d, r],
                z3.Implies(z3.And(b > 0, k >= 1, c >= 1 + k * (d - 1), d >= 1 - r), b * c >= b * (1 - k * r)),
                [
                    session.lemma("k times", [c, d], z3.Implies(z3.And(k >= 1, c <= d), k * c <= k * d)).at(1 - r, d),
                    session.lemma("b times", [b, c, d], z3.Implies(z3.And(b > 0, c <= d), b * c <= b * d)).at(
                        b, 1 - k * r, c
                    ),
                ],
            ).at(exp(z_), exp(k * C), exp(C), ratio * ratio),
        ],
    )
    size = exp(z_) * (k * (ratio * ratio))
    both = session.prove(
        "0 <= exp(z) - (1 + r)**k <= exp(z) k r**2",
        z3.And(exp(z_) - power >= 0, exp(z_) - power <= size),
        [
            lower,
            smaller.at(k, ratio),
            inside,
            E.positive.at(z_),
            session.prove("exp(k r) = exp(z)", z3.Implies(ratio * k == z_, exp(k * ratio) == exp(z_))),
            session.lemma(
                "where 1 + r = 0",
                [b, r],
                z3.Implies(z3.And(r == -1, b > 0, k >= 1), b * (k * (r * r)) >= b),
                [session.lemma("b k >= b", [b], z3.Implies(z3.And(b > 0, k >= 1), b * k >= b)).at(b)],
            ).at(exp(z_), ratio),
            session.lemma("b (1 - c)", [b, c], b * (1 - c) == b - b * c).at(exp(z_), k * (ratio * ratio)),
        ],
    )
    bound = session.prove(
        "exp(z) k r**2 = z**2 exp(z) / (p - 1)",
        size == z_ * z_ * exp(z_) / k,
        [
            session.prove("k r**2 = z r", z3.Implies(ratio * k == z_, k * (ratio * ratio) == z_ * ratio)),
            session.prove("z r exp(z)", z_ * ratio * exp(z_) == z_ * z_ * exp(z_) / k, [inside]),
            session.lemma("exp(z) times", [b, c, d], z3.Implies(b == c, d * b == c * d)).at(
                k * (ratio * ratio), z_ * ratio, exp(z_)
            ),
            inside,
        ],
    )
    for lhs in (exp(z_) - power, power - exp(z_)):
        session.conclude(
            lhs,
            [both, bound, session.prove("the size is not negative", size >= 0, [both])],
        )


# --- section 8: Bregman distances ----------------------------------------------------------------------------------

start = z3.Function("v", INT, REAL)


@proves("gls.8.7", tangents)
def distances_are_positive(session: Session) -> None:
    """H = G and exp by the tangents of g and exp, coordinate by coordinate; ||z||_p**2/2 by Hoelder's inequality."""
    E = Exponential(session)
    b, c, d = z3.Reals("b_ c_ d_")
    size = session.define("n", n >= 1)
    convex = session.fact(
        "g_p is above its tangents", z3.ForAll([b, c], g(b) >= g(c) + f(c) * (b - c)), "f_p increases, and is g_p'"
    )
    tangent = session.lemma(
        "exp is above its tangents",
        [b, c],
        exp(b) >= exp(c) + exp(c) * (b - c),
        [
            E.tangent.at(b - c),
            E.sums.at(c, b - c),
            E.positive.at(c),
            session.prove("the same exponent", exp(c + (b - c)) == exp(b)),
            session.lemma("c times", [b, c, d], z3.Implies(z3.And(c > 0, b >= d), c * b >= c * d)).at(
                exp(b - c), exp(c), 1 + (b - c)
            ),
        ],
    )
    trial = z3.And(t >= 0, t < l)

    def separable(rise_name: str, run_name: str, height: Any, steep: Any, above: Theorem) -> None:
        rise = CoordinateSum(session, rise_name, lambda t, i: height(x(t, i)) - height(start(i)))
        run = CoordinateSum(session, run_name, lambda t, i: steep(start(i)) * (x(t, i) - start(i)))
        summed = sum_up(
            session,
            f"the tangents, summed: {rise_name}",
            lambda t, j: rise(t, j) >= run(t, j),
            [(rise, t), (run, t)],
            [above.at(x(t, j), start(j))],
        )
        goal = z3.Implies(trial, session.holds(rise(t) - run(t)))
        session.concluded(session.lemma("the claim", [t], goal, [summed.at(t, n), size]))

    separable("sum_g", "sum_f", g, f, convex)
    separable("sum_exp", "sum_slope", exp, exp, tangent)
    fx = CoordinateSum(session, "fx", lambda t, i: f(start(i)) * x(t, i))
    fv = CoordinateSum(session, "fv", lambda i: f(start(i)) * start(i), moving=False)
    scale, nv, nx = z3.Real("scale_v"), z3.Real("norm_v"), z3.Function("norm_x", INT, REAL)(t)
    nonzero = z3.Bool("nonzero")
    own = session.define("f_p(v).v", z3.Implies(nonzero, scale * fv(t) == nv * nv), "f_p(v).v = ||v||_p**p")
    hoelder = session.fact(
        "Hoelder",
        on_trials(z3.Implies(nonzero, scale * fx(t) <= nv * nx)),
        "||v||_p**(2 - p) f_p(v) has q-norm ||v||_p",
    ).at(t)
    distance = (nx * nx - nv * nv) / 2 - (scale * fx(t) - scale * fv(t))
    goal = z3.Implies(z3.And(trial, nonzero), session.holds(distance))
    square = session.lemma("a square", [b], b * b >= 0).at(nx - nv)
    session.concluded(session.lemma("the claim", [t], goal, [hoelder, own, square]))


@proves("gls.8.8", tangents)
def distances_as_regions(session: Session) -> None:
    """q u = grad H(v), so that D_H(z, v) = H(z) - q u.z - (H(v) - q u.v); for f(z) = z it is ||z - v||**2/2."""
    eta = session.symbol(s.eta)
    size = session.define("n", n >= 1)
    trial = z3.And(t >= 0, t < l)
    b = z3.Real("b_")
    fx = CoordinateSum(session, "fx", lambda t, i: f(start(i)) * x(t, i))
    fv = CoordinateSum(session, "fv", lambda i: f(start(i)) * start(i), moving=False)
    xx = CoordinateSum(session, "xx", lambda t, i: x(t, i) * x(t, i))
    vv = CoordinateSum(session, "vv", lambda i: start(i) * start(i), moving=False)
    vx = CoordinateSum(session, "vx", lambda t, i: start(i) * x(t, i))
    gaps = CoordinateSum(session, "gaps", lambda t, i: (x(t, i) - start(i)) * (x(t, i) - start(i)))
    height, here, factor = z3.Reals("height_ here_ factor_")
    scaled = session.lemma(
        "q u = psi' f(v)",
        [b, factor],
        factor * eta * (b / eta) == factor * b,
        session.parameters,
    )
    q = factor * eta
    region = height - q * (fx(t) / eta) - (here - q * (fv(t) / eta))
    distance = height - here - factor * (fx(t) - fv(t))
    session.concluded(
        session.lemma(
            "the claim",
            [t, height, here, factor],
            z3.Implies(trial, session.holds(distance - region)),
            [scaled.at(fx(t), factor), scaled.at(fv(t), factor), *session.parameters],
        )
    )
    squares = sum_up(
        session,
        "||z - v||**2 = z.z - 2 v.z + v.v",
        lambda t, j: gaps(t, j) == xx(t, j) - 2 * vx(t, j) + vv(t, j),
        [(gaps, t), (xx, t), (vx, t), (vv, t)],
    )
    euclidean = xx(t) / 2 - vv(t) / 2 - (vx(t) - vv(t))
    session.concluded(
        session.lemma(
            "the claim", [t], z3.Implies(trial, session.holds(euclidean - gaps(t) / 2)), [squares.at(t, n), size]
        )
    )


# --- section 7: the coefficient of (b) and that of Weighted Majority -----------------------------------------------


@proves("gls.7.lim.rate", sizes)
def rates(session: Session) -> None:
    """With R the largest p-norm of an example the ratio is n**(2/p) X**2/R**2, where X <= R <= n**(1/p) X."""
    norm_x, top_x = z3.Function("norm_x", INT, REAL), z3.Function("top_x", INT, INT)
    longest, widest, R = z3.Int("longest"), z3.Int("widest"), z3.Real("radius")
    U, X, delta, p = (session.symbol(v) for v in (s.U, s.X, s.delta, s.p))
    width = translate(s.n ** (2 / s.p))
    b, c, d, e = z3.Reals("b_ c_ d_ e_")
    known = [*session.parameters, *session.parameter_premises]
    largest = absolute(x(widest, top_x(widest)))
    places = session.define(
        "the largest examples",
        z3.And(longest >= 0, longest < l, widest >= 0, widest < l, norm_x(longest) == R),
        "R is the largest p-norm of an example, and some example has it",
    )
    most = session.define(
        "the largest norm and the largest entry",
        on_trials(z3.And(top_x(t) >= 0, top_x(t) < n, norm_x(t) <= R, absolute(x(t, top_x(t))) <= largest)),
    )
    examples = session.given("examples", largest == X)
    entry = session.fact(
        "an entry is at most the norm", on_trials(absolute(x(t, top_x(t))) <= norm_x(t)), "|x_i| <= ||x||_p"
    )
    spread = session.fact(
        "the norm against the largest entry",
        on_trials(norm_x(t) * norm_x(t) <= width * (x(t, top_x(t)) * x(t, top_x(t)))),
        "||x||_p <= n**(1/p) max |x_i|",
    )
    positive = session.define("U", U > 0, "U is the 1-norm of u, which is not zero")
    power = session.prove("n**(2/p) > 0", width > 0, [Exponential(session).positive.at(width.arg(0))])
    squares = session.lemma("squares", [b, c], z3.Implies(z3.And(b >= 0, b <= c), b * b <= c * c))
    narrow = session.prove(
        "0 < X <= R", z3.And(X > 0, X <= R), [places, most.at(widest), entry.at(widest), *examples, *known]
    )
    wide = session.prove(
        "R**2 <= n**(2/p) X**2",
        width * (X * X) >= R * R,
        [
            places,
            most.at(longest),
            spread.at(longest),
            *examples,
            power,
            session.lemma("c times", [b, c, d], z3.Implies(z3.And(c > 0, b <= d), c * b <= c * d)).at(
                x(longest, top_x(longest)) * x(longest, top_x(longest)), width, X * X
            ),
            squares.at(absolute(x(longest, top_x(longest))), X),
            session.prove(
                "equal squares", z3.Implies(norm_x(longest) == R, norm_x(longest) * norm_x(longest) == R * R)
            ),
        ],
    )
    a_p, a_wm = delta * width / ((p - 1) * (R * R) * U), delta / (U * (X * X))
    ratio = session.lemma(
        "the ratio of the coefficients",
        [b, c, d, e],
        z3.Implies(
            z3.And(b > 0, c > 0, d > 0, e > 0, delta > 0, U > 0),
            z3.And(
                d * (delta * e / (d * b * U)) / (delta / (U * c)) == e * (c / b),
                e * (delta / (U * c)) / (d * (delta * e / (d * b * U))) == b / c,
            ),
        ),
        session.parameters,
    ).at(R * R, X * X, p - 1, width)
    below = session.lemma("at most a quotient", [b, c, d], z3.Implies(z3.And(c > 0, b <= d * c), b / c <= d))
    both = [
        ratio,
        narrow,
        wide,
        power,
        positive,
        squares.at(X, R),
        below.at(X * X, R * R, z3.RealVal(1)),
        below.at(R * R, X * X, width),
        session.lemma("a square is positive", [b], z3.Implies(b > 0, b * b > 0)).at(X),
        session.lemma("e times", [b, c], z3.Implies(z3.And(c > 0, b <= 1), c * b <= c)).at(X * X / (R * R), width),
        *known,
    ]
    first, second = (p - 1) * a_p / a_wm, width * a_wm / ((p - 1) * a_p)
    sizes_ = session.prove("both ratios", z3.And(first <= width, second <= width), both)
    session.conclude(first, [sizes_])
    session.conclude(second, [sizes_])


# --- section 2: quasi-additive form --------------------------------------------------------------------------------

up, down = (z3.Function(name, INT, INT, REAL) for name in ("up", "down"))
second_side = z3.Function("second_side", INT, REAL)
worst = z3.Function("worst", INT, INT)


class Agreement:
    """A run of QA(f) beside one that multiplies its weights: these are exp(z_i), and exp(-z_i) where balanced."""

    def __init__(
        self,
        session: Session,
        base: Term,
        same_rate: Callable[[Exponential], list[Theorem]],
        threshold: Term,
        balanced: bool,
    ) -> None:
        self.session, self.balanced = session, balanced
        E = Exponential(session)
        a, first = session.symbol(s.a), z3.IntVal(0)
        label = labels(session).at(t)
        size = session.define("n", n >= 1)
        v = z3.Real("v_")
        shape = exp(v) - exp(-v) if balanced else exp(v)
        value = session.define("f", z3.ForAll([v], f(v) == shape), "f is 2 sinh" if balanced else "f is exp")
        self.wx = CoordinateSum(session, "wx", lambda t, i: f(z(t, i)) * x(t, i))
        self.vx = CoordinateSum(session, "vx", lambda t, i: (up(t, i) - down(t, i) if balanced else up(t, i)) * x(t, i))
        rate = session.prove(
            "the same rate", a == base, [*same_rate(E), *session.parameters, *session.parameter_premises]
        )
        sides = [
            session.define(name, on_trials(this(t) == z3.If(errs(total, threshold if own else ZERO), y(t), ZERO))).at(t)
            for name, this, total, own in (
                ("side", side, self.wx(t) - (ZERO if balanced else threshold), False),
                ("the second side", second_side, self.vx(t), not balanced),
            )
        ]
        starts = session.define("z at the start", on_coordinates(z(first, i) == 0))
        moved = session.define("the update", on_trials_and_coordinates(z(t + 1, i) == z(t, i) + a * side(t) * x(t, i)))
        families = [("w+", up, 1), ("w-", down, -1)] if balanced else [("w", up, 1)]
        begun = [
            session.define(f"{name} at the start", on_coordinates(weight(first, i) == 1))
            for name, weight, _ in families
        ]
        updates = [
            session.define(
                f"the update of {name}",
                on_trials_and_coordinates(
                    weight(t + 1, i) == weight(t, i) * exp(sign * second_side(t) * x(t, i) * base)
                ),
            )
            for name, weight, sign in families
        ]
        self.families = families
        same = session.define(
            "worst",
            z3.ForAll(
                [t, i],
                z3.Implies(
                    z3.And(t >= 0, t <= l, i >= 0, i < n),
                    z3.And(worst(t) >= 0, worst(t) < n, z3.Implies(self.agree(t, worst(t)), self.agree(t, i))),
                ),
            ),
            "worst(t) is a coordinate at which the weights differ, if there is one",
        )
        predictions = sum_up(
            session,
            "equal weights predict the same",
            lambda t, j: self.wx(t, j) == self.vx(t, j),
            [(self.wx, t), (self.vx, t)],
            [same.at(t, j), value.at(z(t, j))],
            z3.And(t >= 0, t < l, self.agree(t, worst(t))),
        )
        k = worst(t + 1)
        steps: list[Theorem] = []
        for (_, _, sign), update in zip(families, updates, strict=True):
            exponent = sign * second_side(t) * x(t, k) * base
            here = -z(t, k) if sign < 0 else z(t, k)
            target = -z(t + 1, k) if sign < 0 else z(t + 1, k)
            whole = session.prove(
                "the exponent after a step of both",
                z3.Implies(z3.And(t >= 0, t < l, k >= 0, k < n, side(t) == second_side(t)), here + exponent == target),
                [moved.at(t, k), rate],
            )
            equal = session.prove(
                "equal exponents", z3.Implies(here + exponent == target, exp(here + exponent) == exp(target))
            )
            steps += [update.at(t, k), E.sums.at(here, exponent), whole, equal]
        zero = z3.RealVal(0)
        w0 = worst(first)
        invariant = session.induction(
            "the weights are exp(z) at the worst coordinate",
            t,
            up_to_the_end(self.agree(t, worst(t))),
            [
                starts.at(w0),
                *(p.at(w0) for p in begun),
                E.positive.at(zero),
                session.prove(
                    "exp(0) at the start",
                    z3.Implies(
                        z(first, w0) == 0, z3.And(exp(z(first, w0)) == exp(zero), exp(-z(first, w0)) == exp(zero))
                    ),
                ),
                same.at(first, first),
                size,
            ],
            [
                *steps,
                predictions.at(t, n),
                same.at(t, k),
                same.at(t + 1, first),
                *sides,
                label,
                size,
            ],
        )
        self.known = [invariant.at(t), predictions.at(t, n), *sides, size]

    def agree(self, t: Term, i: Term) -> Formula:
        """Return that coordinate i has the same weights in both runs."""
        plus = up(t, i) == exp(z(t, i))
        return z3.And(plus, down(t, i) == exp(-z(t, i))) if self.balanced else plus

    def never(self, name: str, event: Formula) -> None:
        """Conclude that an event, which equal predictions exclude, happens on no trial."""
        session = self.session
        total = Total(session, name, lambda _: z3.If(event, z3.IntVal(1), z3.IntVal(0)), whole=True)
        none = session.prove("it does not happen", on_a_trial(z3.Not(event)), self.known)
        counted = session.induction(
            "it never happens", t, up_to_the_end(total(t) == 0), [total.start], [total.next.at(t), none]
        )
        session.conclude(total.whole(l), [counted.at(l), *session.length])


def errs(prediction: Term, threshold: Term) -> Formula:
    """Return that a prediction errs, which is positive from the threshold on."""
    return z3.Or(z3.And(y(t) == 1, prediction < threshold), z3.And(y(t) == -1, prediction >= threshold))


@proves("gls.bw.eq", two_balanced)
def balanced_winnow_is_quasi_additive(session: Session) -> None:
    """w+ = exp(z) and w- = exp(-z) throughout, as beta**(-y x) = exp(a y x) for a = ln(1/beta)."""
    beta = session.symbol(s.beta)

    def same_rate(E: Exponential) -> list[Theorem]:
        inverse = session.prove("1/beta", 1 / beta == ONE / beta)
        return [
            E.quotient.at(ONE, beta),
            E.ln_increasing.at(ONE, ONE),
            session.prove(
                "equal logarithms", z3.Implies(1 / beta == ONE / beta, ln(1 / beta) == ln(ONE / beta)), [inverse]
            ),
            inverse,
        ]

    agreement = Agreement(session, -ln(beta), same_rate, ZERO, balanced=True)
    agreement.never("disagreements", agreement.wx(t) != agreement.vx(t))


@proves("gls.ft.eq", two_thresholds)
def fixed_threshold_is_quasi_additive(session: Session) -> None:
    """w = exp(z) throughout, as alpha**(y x) = exp(a y x) for a = ln alpha; both subtract theta."""
    agreement = Agreement(session, ln(session.symbol(s.alpha)), lambda _: [], session.symbol(s.theta), balanced=False)
    agreement.never("differences", (side(t) != 0) != (second_side(t) != 0))
