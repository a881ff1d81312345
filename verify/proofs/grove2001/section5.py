"""Section 5 of Grove, Littlestone and Schuurmans 2001: the best measure of progress, its levels and derivatives."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import z3

from bounds import symbols as s
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Formula, Term
from verify.proofs.engine.norms import Norms, dual, norm
from verify.proofs.engine.registry import proves
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import CoordinateSum, Exponential, i, j, n, on_coordinates, sum_up
from verify.proofs.engine.terms import absolute
from verify.proofs.engine.translate import exp, ln
from verify.proofs.engine.vectors import INT, REAL, dot, t
from verify.proofs.readings.transformations import norms, second_derivatives
from verify.proofs.readings.two_runs import shifted_to_the_level
from verify.proofs.runs.coordinates import on_trials_and_coordinates, u, x
from verify.proofs.runs.perceptron import ZERO, l
from verify.proofs.runs.perceptron import u as vector_u
from verify.proofs.runs.perceptron import x as vector_x


@proves("gls.5.1", norms)
def sphere(session: Session) -> None:
    """u.x <= ||u||_q ||x||_p, and x is scaled by Z / ||x||_p."""
    U, Z = session.symbol(s.U), session.symbol(s.Z)
    size = norm(vector_x(t))
    parameters = [*session.parameter_premises]
    hoelder = Norms(session, parameters).hoelder(vector_u, vector_x(t))
    lhs = dot(vector_u, vector_x(t)) * Z / size
    goal = z3.Implies(z3.And(t >= 0, t < l, size > 0), session.holds(lhs))
    by = [hoelder, *session.given("comparator", dual(vector_u) <= U), *parameters]
    session.concluded(session.lemma("the claim", [t], goal, by))


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


z = z3.Function("z", INT, REAL)

WORST = ((u, z3.Int("worst_u")), (z, z3.Int("worst_z")))
"""u and z, each with a coordinate at which it is not positive, if there is one."""


def on_coordinate(place: Term) -> Formula:
    """Return that a number is that of a coordinate."""
    return z3.And(place >= 0, place < n)


@proves("gls.5.hess", second_derivatives)
def hessian(session: Session) -> None:
    """H* = psi*(G) has the slopes f(z_i)/alpha, by theorem 5.2; and alpha grows with G by 1/(alpha S).

    S is the sum of finv'(alpha u_k) u_k**2: the level G is the sum of g(finv(alpha u_k)), whose derivative in alpha is
    the sum of f(finv(alpha u_k)) finv'(alpha u_k) u_k.
    """
    signs = z3.And(n >= 1, *(z3.Implies(on_coordinate(place), v(place) > 0) for v, place in WORST))
    premises = (("positive weights", u), ("positive z", z))
    given = [p for name, v in premises for p in session.given(name, on_coordinates(v(i) > 0))]
    size = session.count("n", n >= 1)
    positive = session.prove("u > 0 and z > 0", signs, [size, *(p.at(place) for p in given for _, place in WORST)])
    p = session.symbol(s.p)
    _second_derivatives(session, "power", z3.And(p > 1, signs), [positive, *session.parameter_premises])
    _second_derivatives(session, "exp", signs, [positive])


def _second_derivatives(session: Session, name: str, smooth: Formula, known: list[Theorem]) -> None:
    f, slope, inverse = (z3.Function(f"{what}_{name}", REAL, REAL) for what in ("f", "slope", "finv"))
    steep = z3.Function(f"steep_{name}", INT, REAL)
    second = z3.Function(f"second_{name}", INT, INT, REAL)
    alpha, speed = z3.Reals(f"alpha_{name} speed_{name}")
    undone = session.fact(f"finv, {name}", on_coordinates(f(inverse(alpha * u(i))) == alpha * u(i)))
    moved = CoordinateSum(
        session,
        f"level_{name}",
        lambda k: f(inverse(alpha * u(k))) * steep(k) * u(k),
        moving=False,
    )
    S = CoordinateSum(session, f"S_{name}", lambda k: steep(k) * u(k) * u(k), moving=False)
    level = session.fact(
        f"the level in alpha, {name}",
        z3.Implies(smooth, speed * moved(t) == 1),
        "for u, z > 0: d alpha/dG is one over dG/d alpha; g' = f and the chain rule; steep_k is finv'(alpha u_k)",
    )
    rule = session.fact(
        f"the second derivatives, {name}",
        z3.ForAll(
            [i, j],
            z3.Implies(
                z3.And(i >= 0, i < n, j >= 0, j < n, smooth),
                second(i, j) == z3.If(i == j, slope(z(i)), 0) / alpha - f(z(i)) * (speed * f(z(j))) / (alpha * alpha),
            ),
        ),
        "for u, z > 0: of dH*/dz_i = f(z_i)/alpha in z_j: the quotient rule, and d alpha/dz_j = d alpha/dG f(z_j)",
    )
    total = sum_up(
        session,
        f"the sum is alpha S, {name}",
        lambda t, j: moved(t, j) == alpha * S(t, j),
        [(moved, t), (S, t)],
        [undone.at(j)],
        variables=(),
    )
    formula = z3.If(i == j, slope(z(i)), 0) / alpha - f(z(i)) * f(z(j)) / (alpha * alpha * alpha * S(t))
    session.concluded(
        session.lemma(
            f"the claim, {name}",
            [i, j],
            z3.Implies(z3.And(i >= 0, i < n, j >= 0, j < n), session.holds(second(i, j) - formula)),
            [rule.at(i, j), level, *known, total.at(n)],
        )
    )
