"""p-norms in the proofs: Hoelder, smoothness and other norms, for all vectors and every exponent that they hold for."""

from __future__ import annotations

from functools import cached_property

import z3

from bounds import symbols as s
from verify.logic.axioms import VECTOR, add, dimension, dot, exp, largest, link, ln, norm1, scale, size, zero
from verify.logic.kernel import Theorem
from verify.logic.language import Formula, Term
from verify.logic.session import Session
from verify.logic.translate import constant

b, c = (z3.Const(name, VECTOR) for name in ("b_", "c_"))
p, q, r = z3.Reals("p_ q_ r_")

P = constant(s.p)
Q = P / (P - 1)
"""The exponents: the claim's parameter p, and its dual."""


def norm(v: Term) -> Term:
    """Return the p-norm of v, p the claim's parameter."""
    return size(P, v)


def dual(v: Term) -> Term:
    """Return the q-norm of v, q = p/(p - 1)."""
    return size(Q, v)


class Norms:
    """The named facts about p-norms, at the claim's own p and q.

    Each fact has its condition on the exponent in its formula: where the claim's premises about p do not imply it, the
    step that takes the fact fails.
    """

    def __init__(self, session: Session) -> None:
        self.session = session

    def _stated(self, name: str, variables: list[Term], condition: Formula, formula: Formula, text: str) -> Theorem:
        return self.session.fact(name, z3.ForAll(variables, z3.Implies(condition, formula)), text)

    def hoelder(self, u: Term, v: Term) -> Theorem:
        """|u.v| <= ||u||_q ||v||_p."""
        below = z3.And(*(product <= size(q, b) * size(p, c) for product in (dot(b, c), -dot(b, c))))
        conjugate = z3.And(p > 1, p + q == p * q)
        text = "|u.v| <= ||u||_q ||v||_p for 1/p + 1/q = 1, p > 1"
        return self._stated("Hoelder", [p, q, b, c], conjugate, below, text).at(P, Q, u, v)

    @cached_property
    def positive(self) -> Theorem:
        """||v||_p >= 0, for all p >= 1 and all v."""
        return self._stated("a norm is not negative", [p, b], p >= 1, size(p, b) >= 0, "for p >= 1")

    @cached_property
    def at_zero(self) -> Theorem:
        """||0||_p = 0."""
        return self._stated("a norm of 0", [p], p >= 1, size(p, zero) == 0, "||0||_p = 0 for p >= 1").at(P)

    def dual_within(self, u: Term) -> Theorem:
        """||u||_q is at most the 1-norm."""
        return self._stated("a norm is at most the 1-norm", [q, b], q >= 1, size(q, b) <= norm1(b), "q >= 1").at(Q, u)

    def boxed(self, v: Term, c: Term) -> Theorem:
        """||v||_p <= n**(1/p) c, if no entry of v is larger than c."""
        formula = z3.Implies(largest(b) <= r, size(p, b) <= exp(1 / p * ln(z3.ToReal(dimension))) * r)
        text = "||v||_p <= n**(1/p) c if no entry of v is larger than c, p >= 2"
        condition = z3.And(p >= 2, dimension >= 1)
        return self._stated("a norm of bounded entries", [p, b, r], condition, formula, text).at(P, v, c)

    def smooth(self, v: Term, factor: Term, x: Term) -> Theorem:
        """||v + r x||_p**2 <= ||v||_p**2 + (p - 1) r**2 ||x||_p**2, if r f_p(v).x <= 0."""
        after, before, moved = size(p, add(b, scale(r, c))), size(p, b), size(p, c)
        formula = after * after <= before * before + (p - 1) * (r * r) * (moved * moved)
        condition = z3.And(p >= 2, r * dot(link(p, b), c) <= 0)
        text = "||z + r x||_p**2 <= ||z||_p**2 + (p - 1) r**2 ||x||_p**2 where r f_p(z).x <= 0, p >= 2 (Taylor)"
        return self._stated("smoothness", [p, b, c, r], condition, formula, text).at(P, v, x, factor)
