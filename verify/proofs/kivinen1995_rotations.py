"""Proofs for Kivinen and Warmuth 1995, section 2.3: additive learners, and rotations of the instances.

A rotation is a reflection along u here, as in the claims: reflections generate all of them. That it keeps dot
products is proved, and it is all that is used.
"""

from __future__ import annotations

from collections.abc import Callable

import z3

from verify.proofs import readings_more
from verify.proofs.kernel import Term, Theorem
from verify.proofs.perceptron import l, on_trials, u, w, x
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import i
from verify.proofs.vectors import INT, VECTOR, InnerProduct, add, dot, scale, t

turned = z3.Function("turned", INT, VECTOR)


def mirrored(axis: Term, z: Term) -> Term:
    """Return z - 2 (axis.z)/(axis.axis) axis."""
    return add(z, scale(-2 * dot(axis, z) / dot(axis, axis), axis))


def reflected(z: Term) -> Term:
    """Return z mirrored in the hyperplane orthogonal to u; z itself for u = 0."""
    return z3.If(dot(u, u) == 0, z, mirrored(u, z))


class Reflection:
    """The examples, reflected along u, and that this keeps dot products."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.space = InnerProduct(session)
        self.turned = session.define("A x_t", on_trials(turned(t) == reflected(x(t))))

    def keeps(self, p: Term, q: Term) -> Theorem:
        """Return (A p).(A q) = p.q, in which A p and A q are written out."""
        space = self.space
        first, second = (z3.Const(name, VECTOR) for name in ("p_", "q_"))
        a, b, c, d, f = z3.Reals("a_ b_ c_ d_ f_")
        square = dot(u, u)
        quotient = self.session.lemma("a quotient times its divisor", [a, c], z3.Implies(c != 0, a / c * c == a))
        level = self.session.lemma(
            "both ways the same",
            [a, b, c, d, f],
            z3.Implies(z3.And(c != 0, a * c == -2 * d, b * c == -2 * f), a * f == b * d),
            [
                self.session.prove(
                    "crosswise", z3.Implies(z3.And(a * c == -2 * d, b * c == -2 * f), (a * f) * c == (b * d) * c)
                )
            ],
        )
        along, across = -2 * dot(u, first) / square, -2 * dot(u, second) / square
        moved, other = add(first, scale(along, u)), add(second, scale(across, u))
        by = [
            space.step.at(moved, second, u, across),
            space.step.at(second, first, u, along),
            space.step.at(u, first, u, along),
            *(
                space.symmetric.at(*pair)
                for pair in ((moved, second), (moved, u), (first, u), (second, u), (first, second))
            ),
            quotient.at(-2 * dot(u, first), square),
            quotient.at(-2 * dot(u, second), square),
            level.at(along, across, square, dot(u, first), dot(u, second)),
        ]
        apart = self.session.prove(
            "A p.A q = p.q for u not 0", z3.Implies(square != 0, dot(moved, other) == dot(first, second)), by
        )
        rule = self.session.lemma(
            "a reflection keeps dot products",
            [first, second],
            dot(reflected(first), reflected(second)) == dot(first, second),
            [apart],
        )
        return rule.at(p, q)

    def products(self) -> Theorem:
        """Return A x_i.A x_t = x_i.x_t for all trials i and t."""
        formula = z3.Implies(z3.And(i >= 0, i < l, t >= 0, t < l), dot(turned(i), turned(t)) == dot(x(i), x(t)))
        by = [self.keeps(x(i), x(t)), self.turned.at(i), self.turned.at(t)]
        return self.session.lemma("the dot products of the reflected examples", [i, t], formula, by)


@proves("kw.def2", readings_more.reflected_examples)
def products_kept(session: Session) -> None:
    """(Aw).(Ax) = w.x for a reflection, from the axioms of an inner product."""
    session.repair("Definition 2", "instances have to be in R^N: a rotation leaves {0, 1}^N")
    rule = Reflection(session).keeps(w(t), x(t))
    lhs = dot(reflected(w(t)), reflected(x(t))) - dot(w(t), x(t))
    formula = z3.Implies(z3.And(t >= 0, t < l), session.holds(lhs))
    session.concluded(session.lemma("the claim", [t], formula, [rule]))


# --- theorem 3 ---------------------------------------------------------------------------------------------------

rest = z3.Function("rest", INT, VECTOR)


def orthogonal_rest(session: Session, w: Callable[[Term], Term]) -> tuple[Theorem, Theorem]:
    """Return what defines rest(t): it is orthogonal to the examples so far, and rest.w_t = rest.rest."""
    orthogonal = z3.Implies(z3.And(t >= 0, t <= l, i >= 0, i < t), dot(rest(t), x(i)) == 0)
    text = "rest(t) is the part of w_t that is orthogonal to x_1, ..., x_t-1"
    part = z3.Implies(z3.And(t >= 0, t <= l), dot(w(t), rest(t)) == dot(rest(t), rest(t)))
    return (
        session.fact("rest is orthogonal", z3.ForAll([t, i], orthogonal), text),
        session.fact("rest is a part of w", z3.ForAll([t], part), "w_t - rest(t) is orthogonal to rest(t)"),
    )
