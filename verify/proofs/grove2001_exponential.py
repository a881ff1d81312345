"""What the proofs of Grove, Littlestone and Schuurmans 2001 use of exp: it is above its tangents, and so Gibbs.

Gibbs' inequality puts ln W above u.z/U by the entropy of the shares |u_i|/U, where W is the sum of exp(z_i).
"""

from __future__ import annotations

from collections.abc import Iterable

import z3

from verify.proofs.kernel import Term, Theorem
from verify.proofs.session import Session
from verify.proofs.sums import i, n, on_coordinates
from verify.proofs.vectors import INT, REAL

share = z3.Function("share", INT, REAL)


def shares_of(session: Session, whole: Term, part: Term, positive: Iterable[Theorem]) -> Theorem:
    """Define share(i) as part/whole for the ``part`` of coordinate i; return share(i) whole = part, as whole > 0."""
    shares = session.define("shares", on_coordinates(share(i) == part / whole))
    formula = z3.Implies(z3.And(i >= 0, i < n), share(i) * whole == part)
    return session.lemma("a share of the whole", [i], formula, [shares.at(i), *positive])
