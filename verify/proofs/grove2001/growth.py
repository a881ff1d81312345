"""The step of theorem 7.1 of Grove, Littlestone and Schuurmans 2001: what a mistake does to the p-norm of z."""

from __future__ import annotations

from functools import cached_property

import z3

from bounds import symbols as s
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.registry import proves
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import CoordinateSum
from verify.proofs.engine.terms import on_a_trial
from verify.proofs.engine.vectors import INT, REAL, t
from verify.proofs.readings.quasi_additive import p_norm
from verify.proofs.runs.coordinates import side, x
from verify.proofs.runs.perceptron import l, on_trials
from verify.proofs.runs.quasi_additive import QuasiAdditiveRun, between, f, slope

norm_z, norm_x, scale_z, scale_v, lean_v = (
    z3.Function(name, INT, REAL) for name in ("norm_z", "norm_x", "scale_z", "scale_v", "lean_v")
)


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


@proves("gls.7.1.step", p_norm)
def step_71(session: Session) -> None:
    """The first derivative is not positive on a mistake; Hoelder's inequality bounds the second."""
    run = PNormGrowth(session, start=False)
    rise = norm_z(t + 1) * norm_z(t + 1) - norm_z(t) * norm_z(t)
    goal = z3.Implies(z3.And(t >= 0, t < l, run.errs(t)), session.holds(rise, {s.X: norm_x(t)}))
    session.concluded(session.lemma("the claim", [t], goal, [run.one_mistake.at(t)]))
