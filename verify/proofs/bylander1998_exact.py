"""Exact worst cases beside theorems 2, 5, 8 and 11 of Bylander 1998: what every sequence of length l keeps.

That they are attained is shown by sequences, which the catalogue's notes name; here is that nothing exceeds them.
"""

from __future__ import annotations

import z3

from verify.proofs.kernel import Term, Theorem
from verify.proofs.session import Session


def product_of_lengths(session: Session) -> Theorem:
    """From c**2 <= a b, a <= A**2 and b <= B**2: |c| <= A B."""
    a, b, c, A, B = z3.Reals("a_ b_ c_ A_ B_")
    return session.lemma(
        "a product of bounded lengths",
        [a, b, c, A, B],
        z3.Implies(
            z3.And(c * c <= a * b, a >= 0, a <= A * A, b >= 0, b <= B * B, A >= 0, B >= 0),
            z3.And(c <= A * B, -c <= A * B),
        ),
    )


def longer_sum(session: Session, eta: Term) -> Theorem:
    """|v + r x| <= A + eta B where |v| <= A, |x| <= B and r is 0, eta or -eta, in terms of dot products."""
    a, b, c, A, B, r = z3.Reals("a_ b_ c_ A_ B_ r_")
    return session.lemma(
        "a sum is at most as long as its parts together",
        [a, b, c, A, B, r],
        z3.Implies(
            z3.And(
                z3.Or(r == 0, r == eta, r == -eta),
                eta >= 0,
                A >= 0,
                B >= 0,
                a <= A * A,
                b <= B * B,
                c <= A * B,
                -c <= A * B,
            ),
            a + 2 * r * c + r * r * b <= (A + eta * B) * (A + eta * B),
        ),
    )


def below_a_product(session: Session) -> Theorem:
    """From 0 <= a <= b, b**2 <= c d, c <= e and d >= 0: a**2 <= e d."""
    a, b, c, d, e = z3.Reals("a_ b_ c_ d_ e_")
    return session.lemma(
        "below a product",
        [a, b, c, d, e],
        z3.Implies(z3.And(a >= 0, a <= b, b * b <= c * d, c <= e, d >= 0), a * a <= e * d),
    )
