"""Proofs for Grove, Littlestone and Schuurmans 2001: the best measure of progress on a level.

Powers of positive numbers are b**e = exp(e ln b). With q = p/(p - 1) = 1 + r, where r = 1/(p - 1), the inverse of
f_p takes the power r, and so all of theorem 5.1 for f_p is about exponents that add up.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import z3

from verify.proofs.exponentiated import on_trials_and_coordinates, u, x
from verify.proofs.kernel import Term, Theorem
from verify.proofs.perceptron import ZERO, l
from verify.proofs.readings_optimum import shifted_to_the_level
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import CoordinateSum, Exponential, i, j, n, on_coordinates, sum_up
from verify.proofs.terms import absolute
from verify.proofs.translate import exp, ln
from verify.proofs.vectors import INT, REAL, t

start = z3.Function("start", INT, REAL)
shifted = z3.Function("shifted", INT, INT, REAL)

TRIAL = z3.And(t >= 0, t < l)
COORDINATE = z3.And(i >= 0, i < n)


class Level:
    """Each example x shifted to v = x + c with G(v) = G(z), for exp: no entry of v or z is above T = ln G(z)."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.E = Exponential(session)
        self.there = CoordinateSum(session, "start_potential", lambda i: exp(start(i)), moving=False)
        self.here = CoordinateSum(session, "potential", lambda t, i: exp(x(t, i)))
        self.top = ln(self.there(t))
        self.value = session.define(
            "v on the level of z",
            on_trials_and_coordinates(shifted(t, i) == x(t, i) + self.top - ln(self.here(t))),
            "v = x + c with G(v) = G(z)",
        )

    def _each(self, name: str, total: CoordinateSum, entry: Callable[[Term, Term], Term]) -> Theorem:
        return sum_up(
            self.session,
            name,
            lambda t, j: z3.And(
                total(t, j) >= 0,
                z3.Implies(z3.And(i >= 0, i < j), z3.And(total(t, j) > 0, exp(entry(t, i)) <= total(t, j))),
            ),
            [(total, t)],
            [self.E.positive.at(entry(t, j))],
            variables=(t, i),
        ).at(t, i, n)

    @cached_property
    def entries(self) -> Theorem:
        """V_i <= |T| and z_i <= |T|."""
        b, c = z3.Reals("b_ c_")
        logarithm = self.session.lemma(
            "b <= ln c where exp(b) <= c",
            [b, c],
            z3.Implies(z3.And(c > 0, exp(b) <= c), b <= ln(c)),
            [self.E.inverse.at(c), self.E.increasing.at(ln(c), b)],
        )
        largest = absolute(self.top)
        return self.session.lemma(
            "v_i <= |T| and z_i <= |T|",
            [t, i],
            z3.Implies(z3.And(TRIAL, COORDINATE), z3.And(shifted(t, i) <= largest, start(i) <= largest)),
            [
                self.value.at(t, i),
                self._each("exp(x_i) is at most the sum", self.here, x),
                self._each("exp(z_i) is at most the sum", self.there, lambda _, i: start(i)),
                logarithm.at(x(t, i), self.here(t)),
                logarithm.at(start(i), self.there(t)),
            ],
        )


@proves("gls.5.1.proof", shifted_to_the_level)
def low_coordinate(session: Session) -> None:
    """u.v <= |T| (U - u_k) + u_k v_k, as every v_i <= T = ln G(z); and U - u_k <= (n - 1) max u, or less."""
    session.repair("the bound on the other coordinates", "it is |ginv(G(z))| that bounds them: ginv(G(z)) may be < 0")
    lowest, highest, k = z3.Int("lowest"), z3.Int("highest"), i
    m, M, N = u(lowest), u(highest), z3.ToReal(n)
    size = session.count("n", n >= 1)
    level = Level(session)
    P, low = absolute(level.top), shifted(t, k)
    extreme = [
        session.kernel.choose(name, [], place, i, value, within=(z3.IntVal(0), n))
        for name, place, value in (("min u", lowest, u(i)), ("max u", highest, -u(i)))
    ]
    extremes = session.lemma(
        "min u <= u_i <= max u",
        [i],
        z3.Implies(z3.And(i >= 0, i < n), z3.And(u(i) >= m, u(i) <= M)),
        [theorem.at(i) for theorem in extreme],
    )
    inside = z3.And(lowest >= 0, lowest < n, highest >= 0, highest < n)
    first = [theorem.at(z3.IntVal(0)) for theorem in extreme]
    places = session.prove("the extreme weights", inside, [*first, size])
    positive = session.given("positive weights", on_coordinates(u(i) > 0))
    uz = CoordinateSum(session, "uz", lambda i: u(i) * start(i), moving=False)
    uv = CoordinateSum(session, "uv", lambda t, i: u(i) * shifted(t, i))
    U = CoordinateSum(session, "sum_u", lambda i: u(i), moving=False)
    same = session.prove(
        "the same coordinate",
        z3.And(
            z3.Implies(k == j, z3.And(u(k) == u(j), low == shifted(t, j))),
            z3.Implies(lowest == j, m == u(j)),
            z3.Implies(k == lowest, z3.And(u(k) == m, u(k) * low == low * m)),
        ),
    )
    products = sum_up(
        session,
        "u.v <= |T| (U - u_k) + u_k v_k",
        lambda t, j: z3.And(
            uz(t, j) <= P * U(t, j), uv(t, j) <= P * U(t, j) + z3.If(k < j, u(k) * low - P * u(k), ZERO)
        ),
        [(uz, t), (uv, t), (U, t)],
        [level.entries.at(t, j), *(p.at(j) for p in positive), same],
        z3.And(TRIAL, COORDINATE),
        variables=(t, i),
    ).at(t, i, n)

    def most(j: Term) -> Term:
        return z3.ToReal(j) * M + z3.If(lowest < j, m - M, ZERO)

    weights = sum_up(
        session,
        "U <= (n - 1) max u + min u, and less where k is another coordinate",
        lambda t, j: z3.And(U(t, j) <= most(j), U(t, j) <= most(j) + z3.If(z3.And(k < j, k != lowest), u(k) - M, ZERO)),
        [(U, t)],
        [extremes.at(j), places],
        COORDINATE,
        variables=(t, i),
    ).at(t, i, n)
    least = uz(t) - (N - 1) * P * M
    goal = z3.Implies(z3.And(TRIAL, COORDINATE, low < least / m), session.holds(uv(t) - uz(t)))
    session.concluded(
        session.lemma(
            "the claim",
            [t, i],
            goal,
            [
                products,
                *(weights, places, size, same),
                *(extremes.at(k), level.entries.at(t, k)),
                *(p.at(lowest) for p in positive),
            ],
        )
    )
