"""Proofs for Kivinen and Warmuth 1995, section 2.3: the ellipsoid method is additive and rotation invariant.

A mistake moves the centre (w, -theta) by a combination of the vectors y_i (x_i, 1) so far, whose coefficients are
computed from labels and dot products. Of how they are computed nothing else is used.
"""

from __future__ import annotations

from collections.abc import Callable

import z3

from verify.proofs.kernel import Formula, Term, Theorem
from verify.proofs.kivinen1995_rotations import Reflection, orthogonal_rest, rest, turned
from verify.proofs.perceptron import ONE, ZERO, Total, l, labels, on_trials, up_to_the_end, x, y
from verify.proofs.readings_ellipsoid import cuts, turned_cuts
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import j
from verify.proofs.vectors import INT, REAL, VECTOR, InnerProduct, add, dot, scale, t, zero

PARTIAL = z3.And(t >= 0, t < l, j >= 0, j <= t)


class Cuts:
    """A run of the ellipsoid method: trial t adds to its centre the sum over i <= t of coefficient(t, i) (x_i, 1)."""

    def __init__(self, session: Session, examples: Callable[[Term], Term], name: str = "") -> None:
        self.session, self.examples, self.name = session, examples, name
        self.w = z3.Function(f"w{name}", INT, VECTOR)
        self.theta = z3.Function(f"threshold{name}", INT, REAL)
        self.coefficient = z3.Function(f"coefficient{name}", INT, INT, REAL)
        self.moved = z3.Function(f"moved{name}", INT, INT, VECTOR)
        self.level = z3.Function(f"level{name}", INT, INT, REAL)
        w, theta, moved, level = self.w, self.theta, self.moved, self.level
        self.start = session.define(f"the centre at the start{name}", z3.And(w(0) == zero, theta(0) == 0))
        begun = z3.And(moved(t, 0) == w(t), level(t, 0) == theta(t))
        ended = z3.And(w(t + 1) == moved(t, t + 1), theta(t + 1) == level(t, t + 1))
        self.ends = session.define(f"before and after trial t{name}", on_trials(z3.And(begun, ended)))
        further = z3.And(
            moved(t, j + 1) == add(moved(t, j), scale(self.coefficient(t, j), examples(j))),
            level(t, j + 1) == level(t, j) - self.coefficient(t, j),
        )
        self.further = session.fact(
            f"the step on trial t{name}",
            z3.ForAll([t, j], z3.Implies(PARTIAL, further)),
            "P is I and a combination of the products of two cuts, so Pg is one of the cuts",
        )

    def one(self, t: Term) -> Formula:
        """Return that the learner predicts 1."""
        return dot(self.w(t), self.examples(t)) - self.theta(t) >= 0

    def side(self, t: Term) -> Term:
        """Return the label on a mistake, else 0."""
        return z3.If(y(t) == 1, z3.If(self.one(t), ZERO, ONE), z3.If(self.one(t), -ONE, ZERO))

    def product(self, space: InnerProduct, z: Term, s: Term) -> list[Theorem]:
        """Return how z.moved(s, j) grows with j."""
        step = scale(self.coefficient(s, j), self.examples(j))
        return [
            self.further.at(s, j),
            space.additive.at(z, self.moved(s, j), step),
            space.homogeneous.at(z, self.examples(j), self.coefficient(s, j)),
        ]


@proves("kw.ellip.span", cuts)
def centres_are_combinations(session: Session) -> None:
    """What is orthogonal to the examples so far is orthogonal to w_t, and so is the part of w_t outside their span."""
    space, run = InnerProduct(session), Cuts(session, x)
    r = z3.Int("e")
    v = rest(r)
    apart, part = orthogonal_rest(session, run.w)
    so_far = z3.And(r >= 0, r <= l, t >= 0, t < r)
    a, b = z3.Reals("a_ b_")
    nothing = session.lemma("a times 0", [a, b], z3.Implies(b == 0, a * b == 0))
    within = session.induction(
        "rest_r is orthogonal to what is reached within trial t",
        j,
        z3.Implies(z3.And(so_far, j <= t + 1, dot(v, run.w(t)) == 0), dot(v, run.moved(t, j)) == 0),
        [run.ends.at(t)],
        [*run.product(space, v, t), apart.at(r, j), nothing.at(run.coefficient(t, j), dot(v, x(j)))],
    )
    orthogonal = session.induction(
        "rest_r is orthogonal to w_t for all t <= r",
        t,
        z3.Implies(z3.And(r >= 0, r <= l, t <= r), dot(v, run.w(t)) == 0),
        [run.start, space.null.at(v)],
        [run.ends.at(t), within.at(t + 1)],
    )
    gone = session.lemma(
        "nothing of w_r is outside the span",
        [r],
        z3.Implies(z3.And(r >= 0, r <= l), dot(v, v) == 0),
        [session.kernel.gen(orthogonal.at(r), r).at(r), part.at(r), space.symmetric.at(v, run.w(r))],
    )
    excess = z3.Function("excess", INT, INT)
    rank = session.fact(
        "rank",
        z3.ForAll([r], z3.Implies(z3.And(r >= 0, r <= l, dot(v, v) == 0), excess(r) == 0)),
        "a vector without a part outside the span does not add to the rank",
    )
    formula = z3.Implies(z3.And(r >= 0, r <= l), session.holds(excess(r)))
    session.concluded(session.lemma("the claim", [r], formula, [gone.at(r), rank.at(r)]))


@proves("kw.ellip.rot", turned_cuts)
def rotation_invariance(session: Session) -> None:
    """As long as no prediction differs both centres have the same coefficients, so the next one does not either."""
    reflection = Reflection(session)
    space, products = reflection.space, reflection.products()
    first, second = Cuts(session, x), Cuts(session, turned, "_too")
    labels(session)
    p, q = (z3.Function(name, INT, INT, INT) for name in ("one_place", "other_place"))
    here = z3.And(j >= 0, j <= t)
    told = z3.And(p(t, j) >= 0, p(t, j) <= t, first.side(p(t, j)) != second.side(p(t, j)))
    seen = z3.And(
        *(z3.And(place(t, j) >= 0, place(t, j) <= t) for place in (p, q)),
        dot(x(p(t, j)), x(q(t, j))) != dot(turned(p(t, j)), turned(q(t, j))),
    )
    determined = session.fact(
        "coefficients are computed from mistakes, labels and dot products",
        z3.ForAll(
            [t, j],
            z3.Implies(
                z3.And(t >= 0, t < l, here, first.coefficient(t, j) != second.coefficient(t, j)), z3.Or(told, seen)
            ),
        ),
        "where coefficients differ, so does one of these on a trial so far",
    )
    differ = z3.If(first.one(t), z3.Not(second.one(t)), second.one(t))
    differences = Total(session, "differences", lambda _: z3.If(differ, z3.IntVal(1), z3.IntVal(0)), whole=True)
    r, s = z3.Ints("e f")
    alike = session.induction(
        "as long as no prediction differs, none did before",
        t,
        z3.Implies(
            z3.And(t <= l, r >= 0),
            z3.And(
                differences(t) >= 0,
                z3.Implies(z3.And(r < t, differences(t) == 0), first.side(r) == second.side(r)),
            ),
        ),
        [differences.start],
        [differences.next.at(t)],
    )
    alike = session.kernel.gen(alike.at(t), t, r)
    same = session.lemma(
        "as long as no prediction differs, the coefficients are the same",
        [s, t, j],
        z3.Implies(
            z3.And(s >= 0, s < t, t < l, differences(t) == 0, j >= 0, j <= s),
            first.coefficient(s, j) == second.coefficient(s, j),
        ),
        [determined.at(s, j), alike.at(t, p(s, j)), products.at(p(s, j), q(s, j))],
    )
    a, b, c = z3.Reals("a_ b_ c_")
    times = session.lemma("a times the same", [a, b, c], z3.Implies(b == c, a * b == a * c))
    so_far = z3.And(s >= 0, s < t, t < l, differences(t) == 0)

    def equal(one: Term, other: Term, level: Term, other_level: Term) -> Formula:
        return dot(x(t), one) - level == dot(turned(t), other) - other_level

    weights = equal(first.w(s), second.w(s), first.theta(s), second.theta(s))
    within = session.induction(
        "the same prediction for x_t within trial s",
        j,
        z3.Implies(
            z3.And(so_far, j <= s + 1, weights),
            equal(first.moved(s, j), second.moved(s, j), first.level(s, j), second.level(s, j)),
        ),
        [run.ends.at(s) for run in (first, second)],
        [
            *first.product(space, x(t), s),
            *second.product(space, turned(t), s),
            same.at(s, t, j),
            products.at(t, j),
            times.at(first.coefficient(s, j), dot(x(t), x(j)), dot(turned(t), turned(j))),
        ],
    )
    predicted = session.induction(
        "the same prediction for x_t before trial s",
        s,
        z3.Implies(z3.And(s <= t, t >= 0, t < l, differences(t) == 0), weights),
        [first.start, second.start, space.null.at(x(t)), space.null.at(turned(t))],
        [first.ends.at(s), second.ends.at(s), within.at(s + 1)],
    )
    none = session.induction(
        "no prediction differs",
        t,
        up_to_the_end(differences(t) == 0),
        [differences.start],
        [
            differences.next.at(t),
            predicted.at(t),
            space.symmetric.at(x(t), first.w(t)),
            space.symmetric.at(turned(t), second.w(t)),
        ],
    )
    session.conclude(differences.whole(l), [none.at(l), *session.length])
