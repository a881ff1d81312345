"""The level of z in the proof of theorem 4.1 of Grove, Littlestone and Schuurmans 2001, for f = f_p.

It is the largest v with g(v) = G(z), the sum of the g(z_i), where g is the integral of f.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import z3

from bounds import symbols as s
from verify.proofs.engine.axioms import f, g, ginv
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Formula, Term
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import CoordinateSum, i, j, n, sum_up
from verify.proofs.engine.terms import absolute
from verify.proofs.engine.vectors import t
from verify.proofs.runs.perceptron import l
from verify.proofs.runs.quasi_additive import QuasiAdditiveRun, z


class Level(QuasiAdditiveRun):
    """A run of QA(f_p), and its level, which bounds every |z_i|.

    Each fact about f_p has the condition p >= 2 in its formula, and here it is proved from the claim's premises.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        v, r, q = z3.Reals("v_ r_ q_")
        self.p = session.symbol(s.p)
        self.in_range = session.prove("the parameter of f is in its range", self.p >= 2, self.parameters)
        self.shape_g = self.shape("g is not negative", [v], g(v) >= 0, "g is the integral of f_p from 0")
        self.inverse = self.shape("ginv undoes g", [v], ginv(g(v)) == absolute(v))
        self.increasing = self.shape("ginv increases", [r, q], z3.Implies(z3.And(r >= 0, r <= q), ginv(r) <= ginv(q)))
        self.growing = self.shape(
            "g grows with |v|", [v, r], z3.Implies(absolute(v) <= r, g(v) <= g(r)), "f_p is odd and increases"
        )
        self.positive = self.shape("f is positive", [v], z3.Implies(v > 0, f(v) > 0))
        self.G = CoordinateSum(session, "progress", lambda t, i: g(z(t, i)))
        self.level = ginv(self.G(t))

    def shape(self, name: str, variables: list[Term], formula: Formula, note: str = "") -> Theorem:
        """State a fact about f_p where p >= 2, and conclude it for the claim's p."""
        fact = self.session.fact(name, z3.ForAll(variables, z3.Implies(self.p >= 2, formula)), note)
        by = [fact.at(*variables), self.in_range]
        return self.session.lemma(f"{name}, for this f", variables, formula, by)

    @property
    def next_level(self) -> Term:
        """Return the level after trial t."""
        return ginv(self.G(t + 1))

    def contains(self, name: str, total: CoordinateSum, v: Callable[[Term, Term], Term]) -> Theorem:
        """|v_i| <= ginv(sum of g(v_i)), for every t and i."""
        session = self.session
        member = session.induction(
            f"g(v_i) is at most the sum, {name}",
            j,
            z3.Implies(
                z3.And(j <= n, i >= 0, i < n, t >= 0, t < l + 1),
                z3.And(total(t, j) >= 0, z3.Implies(i < j, g(v(t, i)) <= total(t, j))),
            ),
            [total.start(t)],
            [total.next(t, j), self.shape_g.at(v(t, j))],
        )
        return session.lemma(
            f"|v_i| is at most the level, {name}",
            [t, i],
            z3.Implies(
                z3.And(t >= 0, t < l + 1, i >= 0, i < n),
                z3.And(absolute(v(t, i)) <= ginv(total(t)), total(t) >= 0),
            ),
            [
                member.at(n),
                self.inverse.at(v(t, i)),
                self.increasing.at(g(v(t, i)), total(t)),
                self.shape_g.at(v(t, i)),
            ],
        )

    @cached_property
    def inside(self) -> Theorem:
        """|z_i| <= level."""
        return self.contains("z", self.G, z)

    def below(self, name: str, most: Callable[[Term], Term], bounds: list[Theorem]) -> Theorem:
        """u.z <= |u| times what bounds every |z_i|; for every t up to the end."""
        return sum_up(
            self.session,
            name,
            lambda t, j: z3.And(self.uz(t, j) <= self.size(t, j) * most(t), self.size(t, j) >= 0),
            [(self.uz, t), (self.size, t)],
            [*bounds],
            z3.And(t >= 0, t < l + 1),
        )

    @cached_property
    def under(self) -> Theorem:
        """u.z <= U level before every trial and after the last: no more than U ginv(G(z))."""
        session, zero = self.session, z3.IntVal(0)
        most = self.below("u.z <= |u| level", lambda t: ginv(self.G(t)), [self.inside.at(t, j)])
        return session.lemma(
            "u.z <= U level",
            [t],
            z3.Implies(z3.And(t >= 0, t < l + 1), z3.And(self.uz(t) <= self.U * self.level, self.level >= 0)),
            [most.at(t, n), *self.comparator, self.inside.at(t, zero), self.n],
        )
