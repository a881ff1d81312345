"""What the proofs of Grove, Littlestone and Schuurmans 2001 use of exp: it is above its tangents, and so Gibbs.

Gibbs' inequality puts ln W above u.z/U by the entropy of the shares |u_i|/U, where W is the sum of exp(z_i).
"""

from __future__ import annotations

from collections.abc import Iterable

import z3

from verify.proofs.kernel import Formula, Term, Theorem
from verify.proofs.session import Session
from verify.proofs.sums import Exponential, i, n, on_coordinates
from verify.proofs.translate import exp, ln
from verify.proofs.vectors import INT, REAL

share = z3.Function("share", INT, REAL)
b, c = z3.Reals("b_ c_")


def shares_of(session: Session, whole: Term, part: Term, positive: Iterable[Theorem]) -> Theorem:
    """Define share(i) as part/whole for the ``part`` of coordinate i; return share(i) whole = part, as whole > 0."""
    shares = session.define("shares", on_coordinates(share(i) == part / whole))
    times = session.lemma("(b/c) c = b", [b, c], z3.Implies(c > 0, (b / c) * c == b))
    formula = z3.Implies(z3.And(i >= 0, i < n), share(i) * whole == part)
    return session.lemma("a share of the whole", [i], formula, [shares.at(i), times.at(part, whole), *positive])


def above_tangents(session: Session, E: Exponential, name: str, formula: Formula) -> Theorem:
    """Prove, for all ``b`` and ``c``, what says that exp(b) >= exp(c) (1 + b - c)."""
    d = z3.Real("d_")
    return session.lemma(
        name,
        [b, c],
        formula,
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


def gibbs(session: Session, E: Exponential) -> Theorem:
    """exp(b) >= W (p + p (b - ln W - ln p)) for p >= 0 and W = exp(d): exp is above its tangents."""
    d, e, p = z3.Reals("d_ e_ p_")
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
