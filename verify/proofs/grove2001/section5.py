"""Theorem 5.1 of Grove, Littlestone and Schuurmans 2001 for f_p: the best measure of progress."""

from __future__ import annotations

import z3

from bounds import symbols as s
from verify.logic.axioms import dot
from verify.logic.norms import Norms, dual, norm
from verify.logic.runs.perceptron import l, u, x
from verify.logic.session import Session
from verify.logic.vectors import t
from verify.proofs.readings.learners import norms
from verify.proofs.registry import proves


@proves("gls.5.1", norms)
def sphere(session: Session) -> None:
    """u.x <= ||u||_q ||x||_p, and x is scaled by Z / ||x||_p."""
    U, Z = session.symbol(s.U), session.symbol(s.Z)
    size = norm(x(t))
    lhs = dot(u, x(t)) * Z / size
    goal = z3.Implies(z3.And(t >= 0, t < l, size > 0), session.holds(lhs))
    by = [Norms(session).hoelder(u, x(t)), *session.given("comparator", dual(u) <= U), *session.parameters]
    session.concluded(session.lemma("the claim", [t], goal, by))
