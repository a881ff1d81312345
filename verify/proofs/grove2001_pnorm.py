"""Sections 7 and 9 of Grove, Littlestone and Schuurmans 2001: what a mistake does to the p-norm of z."""

from __future__ import annotations

from functools import cached_property

import z3

from bounds import symbols as s
from verify.proofs.exponentiated import side, u, x
from verify.proofs.grove2001_runs import QuasiAdditiveRun, between, f, slope, z
from verify.proofs.kernel import Term, Theorem
from verify.proofs.perceptron import l, on_trials, up_to_the_end
from verify.proofs.readings_quasi_additive import p_norm
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import CoordinateSum, i, j, n, sum_up
from verify.proofs.terms import absolute, on_a_trial
from verify.proofs.translate import translate
from verify.proofs.vectors import INT, REAL, t

norm_z, norm_x, scale_z, scale_v, lean_v = (
    z3.Function(name, INT, REAL) for name in ("norm_z", "norm_x", "scale_z", "scale_v", "lean_v")
)
top_x = z3.Function("top_x", INT, INT)


class PNormGrowth(QuasiAdditiveRun):
    """A run of the p-norm Perceptron: ||z||_p**2 by Taylor's theorem and Hoelder's inequality, u.z by its entries."""

    def __init__(self, session: Session, *, start: bool = True) -> None:
        super().__init__(session, start=start)
        self.p = session.symbol(s.p)
        self.along = CoordinateSum(session, "along", lambda t, i: f(between(t, i)) * x(t, i))
        self.bend = CoordinateSum(session, "bend", lambda t, i: slope(between(t, i)) * x(t, i) * x(t, i))
        lean = lean_v(t) * self.along(t)
        second = (2 - self.p) * (lean * lean) + scale_v(t) * self.bend(t)
        first = 2 * self.a * (side(t) * (scale_z(t) * self.wx(t)))
        self.taylor = session.fact(
            "Taylor",
            on_trials(
                z3.Implies(
                    z3.And(self.p >= 2, self.errs(t)),
                    norm_z(t + 1) * norm_z(t + 1) <= norm_z(t) * norm_z(t) + first + self.a * self.a * second,
                )
            ),
            "Taylor's theorem for ||z||_p**2, p >= 2: v = v(t) is some point of the segment; scale is "
            "||.||_p**(2 - p), and lean ||v||_p**(1 - p)",
        ).at(t)
        self.hoelder = session.fact(
            "Hoelder",
            on_trials(z3.Implies(self.p >= 2, scale_v(t) * self.bend(t) <= (self.p - 1) * (norm_x(t) * norm_x(t)))),
            "the sum of |v_i|**(p - 2) x_i**2 is at most ||v||_p**(p - 2) ||x||_p**2, for p >= 2",
        ).at(t)
        self.signs = session.fact(
            "norms are not negative",
            on_trials(z3.Implies(self.p >= 1, z3.And(norm_x(t) >= 0, scale_z(t) >= 0))),
            "||x||_p, and the power ||z||_p**(2 - p) of one",
        ).at(t)
        session.repair(
            "the Taylor step",
            "||z||_p**2 is not twice differentiable at 0: there it is exactly quadratic along the step",
        )

    @cached_property
    def smooth(self) -> Theorem:
        """That p >= 2: the facts about p-norms ask for it."""
        return self.session.prove("p >= 2, for smoothness", self.p >= 2, self.parameters)

    @cached_property
    def one_mistake(self) -> Theorem:
        """||z + a y x||_p**2 <= ||z||_p**2 + (p - 1) a**2 ||x||_p**2 on a mistake."""
        session, a, p = self.session, self.a, self.p
        c = z3.Real("c_")
        lean = lean_v(t) * self.along(t)
        most = (p - 1) * (norm_x(t) * norm_x(t))
        second = session.prove(
            "the second derivative",
            on_a_trial((2 - p) * (lean * lean) + scale_v(t) * self.bend(t) <= most),
            [self.hoelder, self.smooth],
        )
        return session.lemma(
            "a mistake adds at most (p - 1) a**2 ||x||_p**2",
            [t],
            z3.Implies(
                z3.And(t >= 0, t < l, self.errs(t)),
                norm_z(t + 1) * norm_z(t + 1) - norm_z(t) * norm_z(t) <= a * a * most,
            ),
            [
                self.taylor,
                second,
                session.lemma("2 a times a number <= 0", [c], z3.Implies(c <= 0, 2 * a * c <= 0), [self.rate]).at(
                    side(t) * (scale_z(t) * self.wx(t))
                ),
                self.opposed(),
                self.signs,
                self.smooth,
            ],
        )

    def mistakes(self, width: Term, wide: list[Theorem]) -> Theorem:
        """M delta**2 <= (p - 1) width U**2 X**2, where width >= 0 bounds n**(2/p), as ``wide`` says."""
        session, a, p, U, X = self.session, self.a, self.p, self.U, self.X
        first = z3.IntVal(0)
        b, c, d, e = z3.Reals("b_ c_ d_ e_")
        entry = session.fact(
            "an entry is at most the norm",
            z3.ForAll(
                [t, i], z3.Implies(z3.And(t >= 0, t <= l, i >= 0, i < n, p >= 1), absolute(z(t, i)) <= norm_z(t))
            ),
            "|z_i| <= ||z||_p, for p >= 1",
        )
        largest = x(t, top_x(t)) * x(t, top_x(t))
        power = translate(s.n ** (2 / s.p))
        spread = session.fact(
            "the norm against the largest entry",
            on_trials(
                z3.Implies(
                    z3.And(p >= 1, n >= 1),
                    z3.And(top_x(t) >= 0, top_x(t) < n, norm_x(t) * norm_x(t) <= power * largest),
                )
            ),
            "||x||_p <= n**(1/p) max |x_i|, for p >= 1",
        )
        zero = session.fact("the norm at the start", norm_z(first) == 0, "||0||_p = 0")
        square = session.lemma(
            "x**2 <= X**2", [c], z3.Implies(z3.And(c <= X, -c <= X), z3.And(c * c <= X * X, c * c >= 0))
        )
        product = session.lemma(
            "larger factors", [b, c, d, e], z3.Implies(z3.And(b <= d, c >= 0, c <= e, d >= 0), b * c <= d * e)
        )
        small = session.prove(
            "||x||_p**2 <= width X**2",
            on_a_trial(norm_x(t) * norm_x(t) <= width * (X * X)),
            [
                spread.at(t),
                self.smooth,
                self.n,
                square.at(x(t, top_x(t))),
                *(q.at(t, top_x(t)) for q in self.examples),
                product.at(power, largest, width, X * X),
                *wide,
            ],
        )
        each = (p - 1) * a * a * (width * (X * X))
        scaled = session.lemma(
            "(p - 1) a**2 times",
            [b, c],
            z3.Implies(b <= c, a * a * ((p - 1) * b) <= (p - 1) * a * a * c),
            self.parameters,
        )
        still = session.fact(
            "the norm without a mistake",
            on_trials(z3.Implies(z3.Not(self.errs(t)), norm_z(t + 1) == norm_z(t))),
            "z stays as it is",
        )
        product_next = session.prove(
            "one more on a mistake",
            on_a_trial(
                z3.And(
                    z3.Implies(self.errs(t), self.M(t + 1) * each == self.M(t) * each + each),
                    z3.Implies(z3.Not(self.errs(t)), self.M(t + 1) * each == self.M(t) * each),
                )
            ),
            [self.M.next.at(t)],
        )
        growth = session.induction(
            "||z||_p**2 <= M (p - 1) a**2 width X**2",
            t,
            up_to_the_end(norm_z(t) * norm_z(t) <= self.M(t) * each),
            [zero, self.M.start],
            [
                self.one_mistake.at(t),
                small,
                scaled.at(norm_x(t) * norm_x(t), width * (X * X)),
                still.at(t),
                session.prove(
                    "equal squares",
                    z3.Implies(norm_z(t + 1) == norm_z(t), norm_z(t + 1) * norm_z(t + 1) == norm_z(t) * norm_z(t)),
                ),
                product_next,
            ],
        )
        times = session.lemma("c e <= d e", [c, d, e], z3.Implies(z3.And(c <= d, e >= 0), c * e <= d * e))
        weight = session.lemma(
            "u_i z_i <= |u_i| |z_i|", [b, c, d], z3.Implies(absolute(c) <= d, b * c <= absolute(b) * d)
        )
        under = sum_up(
            session,
            "u.z <= |u| ||z||_p",
            lambda _, j: z3.And(self.uz(l, j) <= self.size(t, j) * norm_z(l), self.size(t, j) >= 0),
            [(self.uz, l), (self.size, l)],
            [weight.at(u(j), z(l, j), norm_z(l)), entry.at(l, j), self.smooth, *session.length],
        )
        M = self.M(l)
        reach = session.prove(
            "0 <= M a delta <= U ||z||_p",
            z3.And(M * (a * self.delta) <= U * norm_z(l), M * (a * self.delta) >= 0),
            [
                self.linear.at(l),
                under.at(t, n),
                times.at(self.size(t), U, norm_z(l)),
                entry.at(l, first),
                self.smooth,
                *self.comparator,
                *session.length,
                session.lemma("a product >= 0", [c, d], z3.Implies(z3.And(c >= 0, d > 0), c * d >= 0)).at(
                    M, a * self.delta
                ),
                session.prove("a delta > 0", a * self.delta > 0, self.parameters),
                self.counted.at(l),
                self.n,
            ],
        )
        squared = session.prove(
            "(M a delta)**2 <= U**2 M (p - 1) a**2 width X**2",
            (M * (a * self.delta)) * (M * (a * self.delta)) <= U * U * (M * each),
            [
                reach,
                session.lemma("squares", [b, c], z3.Implies(z3.And(b >= 0, b <= c), b * b <= c * c)).at(
                    M * (a * self.delta), U * norm_z(l)
                ),
                session.prove(
                    "the square of a product",
                    (U * norm_z(l)) * (U * norm_z(l)) == U * U * (norm_z(l) * norm_z(l)),
                ),
                session.lemma("U**2 times", [c, d], z3.Implies(c <= d, U * U * c <= U * U * d)).at(
                    norm_z(l) * norm_z(l), M * each
                ),
                growth.at(l),
                *session.length,
            ],
        )
        value = (p - 1) * width * (U * U) * (X * X)
        return session.prove(
            "M delta**2 <= (p - 1) width U**2 X**2",
            M * self.delta * self.delta <= value,
            [
                session.lemma(
                    "divide by a**2 M",
                    [b, c, d, e],
                    z3.Implies(
                        z3.And(b >= 0, c > 0, e >= 0, (b * (c * d)) * (b * (c * d)) <= e * (b * (c * c))),
                        b * d * d <= e,
                    ),
                ).at(M, a, self.delta, value),
                squared,
                session.prove("the same product", U * U * (M * each) == value * (M * (a * a))),
                session.prove(
                    "(p - 1) width U**2 X**2 >= 0",
                    value >= 0,
                    [
                        session.lemma("a product >= 0", [c, d], z3.Implies(z3.And(c >= 0, d >= 0), c * d >= 0)).at(
                            e1, e2
                        )
                        for e1, e2 in (
                            (p - 1, width),
                            ((p - 1) * width, U * U),
                            ((p - 1) * width * (U * U), X * X),
                        )
                    ]
                    + [session.lemma("a square", [c], c * c >= 0).at(v) for v in (U, X)]
                    + [*wide, *self.parameters],
                ),
                self.counted.at(l),
                *session.length,
                *self.parameters,
            ],
        )


@proves("gls.7.1.step", p_norm)
def step_71(session: Session) -> None:
    """The first derivative is not positive on a mistake; Hoelder's inequality bounds the second."""
    run = PNormGrowth(session, start=False)
    rise = norm_z(t + 1) * norm_z(t + 1) - norm_z(t) * norm_z(t)
    goal = z3.Implies(z3.And(t >= 0, t < l, run.errs(t)), session.holds(rise, {s.X: norm_x(t)}))
    session.concluded(session.lemma("the claim", [t], goal, [run.one_mistake.at(t)]))
