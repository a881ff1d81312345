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
    parameters = [*session.parameter_premises]
    hoelder = Norms(session, parameters).hoelder(vector_u, vector_x(t))
    lhs = dot(vector_u, vector_x(t)) * Z / size
    goal = z3.Implies(z3.And(t >= 0, t < l, size > 0), session.holds(lhs))
    by = [hoelder, *session.given("comparator", dual(vector_u) <= U), *parameters]
    session.concluded(session.lemma("the claim", [t], goal, by))
