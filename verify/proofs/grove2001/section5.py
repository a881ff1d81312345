"""Section 5 of Grove, Littlestone and Schuurmans 2001: the best measure of progress, its levels and derivatives."""

from __future__ import annotations

import z3

from bounds import symbols as s
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Formula, Term
from verify.proofs.engine.norms import Norms, dual, norm
from verify.proofs.engine.registry import proves
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import CoordinateSum, i, j, n, on_coordinates, sum_up
from verify.proofs.engine.vectors import INT, REAL, dot, t
from verify.proofs.readings.transformations import norms, second_derivatives
from verify.proofs.runs.coordinates import u
from verify.proofs.runs.perceptron import l
from verify.proofs.runs.perceptron import u as vector_u
from verify.proofs.runs.perceptron import x as vector_x


@proves("gls.5.1", norms)
def sphere(session: Session) -> None:
    """u.x <= ||u||_q ||x||_p, and x is scaled by Z / ||x||_p."""
    U, Z = session.symbol(s.U), session.symbol(s.Z)
    size = norm(vector_x(t))
    parameters = [*session.parameters, *session.parameter_premises]
    hoelder = Norms(session, parameters).hoelder(vector_u, vector_x(t))
    lhs = dot(vector_u, vector_x(t)) * Z / size
    goal = z3.Implies(z3.And(t >= 0, t < l, size > 0), session.holds(lhs))
    by = [hoelder, *session.given("comparator", dual(vector_u) <= U), *parameters]
    session.concluded(session.lemma("the claim", [t], goal, by))


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
