"""p-norms in the proofs: Hoelder, Minkowski and smoothness, for all vectors and every exponent that they hold for."""

from __future__ import annotations

from functools import cached_property

import z3

from bounds import symbols as s
from verify.proofs.engine.axioms import VECTOR, add, dimension, dot, exp, largest, link, ln, norm1, scale, size, zero
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Formula, Term
from verify.proofs.engine.session import Session
from verify.proofs.engine.translate import constant

P = constant(s.p)


def norm(v: Term) -> Term:
    """Return the p-norm of v, p the claim's parameter."""
    return size(P, v)


def dual(v: Term) -> Term:
    """Return the q-norm of v, q = p/(p - 1)."""
    return size(P / (P - 1), v)


class Norms:
    """The named facts about p-norms, and what they say of the claim's own p.

    Each fact has its condition on the exponent in its formula. ``known`` are the premises about p that there are:
    where the condition does not follow from them, the step that takes the fact fails.
    """

    def __init__(self, session: Session, known: list[Theorem]) -> None:
        self.session, self.known = session, known
        self.b, self.c, self.r = z3.Const("b_", VECTOR), z3.Const("c_", VECTOR), z3.Real("r_")
        self.p, self.q = z3.Reals("p_ q_")

    def _stated(self, name: str, variables: list[Term], condition: Formula, formula: Formula, text: str) -> Theorem:
        return self.session.fact(name, z3.ForAll(variables, z3.Implies(condition, formula)), text)

    def hoelder(self, u: Term, v: Term) -> Theorem:
        """|u.v| <= ||u||_q ||v||_p."""
        b, c, p, q = self.b, self.c, self.p, self.q
        below = z3.And(
            *(product <= size(q, b) * size(p, c) for product in (dot(b, c), -dot(b, c))),
        )
        fact = self._stated(
            "Hoelder",
            [p, q, b, c],
            z3.And(p > 1, p + q == p * q),
            below,
            "|u.v| <= ||u||_q ||v||_p for 1/p + 1/q = 1, p > 1",
        )
        conclusion = z3.substitute(below, (p, P), (q, P / (P - 1)), (b, u), (c, v))
        return self.session.prove(
            "Hoelder, for p and q = p/(p - 1)", conclusion, [fact.at(P, P / (P - 1), u, v), *self.known]
        )

    def dual_within(self, u: Term) -> Theorem:
        """||u||_q is at most the 1-norm."""
        b, q = self.b, self.q
        fact = self._stated("a norm is at most the 1-norm", [q, b], q >= 1, size(q, b) <= norm1(b), "for q >= 1")
        return self.session.prove("||u||_q <= ||u||_1", dual(u) <= norm1(u), [fact.at(P / (P - 1), u), *self.known])

    def boxed(self, v: Term, c: Term) -> Theorem:
        """||v||_p <= n**(1/p) c, if no entry of v is larger than c."""
        b, p, r = self.b, self.p, self.r
        formula = z3.Implies(largest(b) <= r, size(p, b) <= exp(1 / p * ln(z3.ToReal(dimension))) * r)
        fact = self._stated(
            "a norm of bounded entries",
            [p, b, r],
            z3.And(p >= 2, dimension >= 1),
            formula,
            "||v||_p <= n**(1/p) c if no entry of v is larger than c, p >= 2",
        )
        return fact.at(P, v, c)

    def positive(self, v: Term, exponent: Term = P) -> Theorem:
        """A norm is not negative."""
        b, p = self.b, self.p
        fact = self._stated("a norm is not negative", [p, b], p >= 1, size(p, b) >= 0, "for p >= 1")
        return self.session.prove(
            "a norm is not negative, for p and q", size(exponent, v) >= 0, [fact.at(exponent, v), *self.known]
        )

    def dual_positive(self, v: Term) -> Theorem:
        """The q-norm is not negative."""
        return self.positive(v, P / (P - 1))

    @cached_property
    def at_zero(self) -> Theorem:
        """||0||_p = 0."""
        p = self.p
        fact = self._stated("a norm of 0", [p], p >= 1, size(p, zero) == 0, "||0||_p = 0 for p >= 1")
        return self.session.prove("||0||_p = 0", norm(zero) == 0, [fact.at(P), *self.known])

    def smooth(self, v: Term, factor: Term, x: Term) -> Theorem:
        """||v + r x||_p**2 <= ||v||_p**2 + (p - 1) r**2 ||x||_p**2, if r f_p(v).x <= 0."""
        b, c, p, r = self.b, self.c, self.p, self.r
        against = r * dot(link(p, b), c) <= 0
        after, before, moved = size(p, add(b, scale(r, c))), size(p, b), size(p, c)
        formula = after * after <= before * before + (p - 1) * (r * r) * (moved * moved)
        fact = self._stated(
            "smoothness",
            [p, b, c, r],
            z3.And(p >= 2, against),
            formula,
            "||z + r x||_p**2 <= ||z||_p**2 + (p - 1) r**2 ||x||_p**2 where r f_p(z).x <= 0, p >= 2 (Taylor, Hoelder)",
        )
        here = ((p, P), (b, v), (c, x), (r, factor))
        return self.session.prove(
            "smoothness, for p",
            z3.Implies(z3.substitute(against, *here), z3.substitute(formula, *here)),
            [fact.at(P, v, x, factor), *self.known],
        )
