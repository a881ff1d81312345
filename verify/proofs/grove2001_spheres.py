"""Section 5 of Grove, Littlestone and Schuurmans 2001: the best measure of progress, and its level spheres."""

from __future__ import annotations

import z3

from bounds import symbols as s
from verify.proofs.norms import Norms, dual, norm
from verify.proofs.perceptron import l
from verify.proofs.perceptron import u as vector_u
from verify.proofs.perceptron import x as vector_x
from verify.proofs.readings_transformations import norms
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.vectors import dot, t


@proves("gls.5.1", norms)
def sphere(session: Session) -> None:
    """u.x <= ||u||_q ||x||_p, and x is scaled by Z / ||x||_p."""
    U, Z = session.symbol(s.U), session.symbol(s.Z)
    size = norm(vector_x(t))
    b, c, d = z3.Reals("b_ c_ d_")
    parameters = [*session.parameters, *session.parameter_premises]
    hoelder = Norms(session, parameters).hoelder(vector_u, vector_x(t))
    scaled = session.lemma(
        "scale to the sphere",
        [b, c, d],
        z3.Implies(z3.And(c > 0, d > 0, b <= U * c), b * d / c <= U * d),
        [
            session.lemma("d times", [b, c, d], z3.Implies(z3.And(d > 0, b <= c), b * d <= c * d)).at(b, U * c, d),
            session.lemma("at most a product", [b, c, d], z3.Implies(z3.And(c > 0, b <= d * c), b / c <= d)).at(
                b * d, c, U * d
            ),
        ],
    )
    lhs = dot(vector_u, vector_x(t)) * Z / size
    goal = z3.Implies(z3.And(t >= 0, t < l, size > 0), session.holds(lhs))
    by = [
        hoelder,
        scaled.at(dot(vector_u, vector_x(t)), size, Z),
        session.lemma("c e <= d e", [b, c, d], z3.Implies(z3.And(b <= c, d > 0), b * d <= c * d)).at(
            dual(vector_u), U, size
        ),
        *session.given("comparator", dual(vector_u) <= U),
        *parameters,
    ]
    session.concluded(session.lemma("the claim", [t], goal, by))
