"""Proofs for Understanding Machine Learning, section 21.4: the dyadic tree, and the Perceptron as gradient descent."""

from __future__ import annotations

from functools import cached_property

import sympy
import z3

from bounds import symbols as s
from verify.proofs import readings_more
from verify.proofs.exponentiated import on_trials_and_coordinates
from verify.proofs.exponentiated import u as u_i
from verify.proofs.exponentiated import x as x_i
from verify.proofs.kernel import Term, Theorem
from verify.proofs.perceptron import (
    ONE,
    ZERO,
    l,
    labels,
    on_trials,
    up_to_the_end,
    y,
)
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import CoordinateSum, i, j, n, on_coordinates, sum_up
from verify.proofs.vectors import INT, REAL, t

# --- Littlestone's dimension -------------------------------------------------------------------------------------

lo = z3.Function("low", INT, REAL)
hi = z3.Function("high", INT, REAL)
share = z3.Function("share", INT, REAL)


def middle(t: Term) -> Term:
    """Return the middle of what the labels before trial t leave of [0, 1]."""
    return (lo(t) + hi(t)) / 2


class Tree:
    """The path through the tree: what is left of [0, 1] is halved by every label, and x_t = (middle, 1, 0, ..., 0)."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.label = labels(session).at(t)
        self.start = session.define("all of [0, 1]", z3.And(lo(0) == 0, hi(0) == 1))
        after = z3.If(
            y(t) == 1,
            z3.And(lo(t + 1) == middle(t), hi(t + 1) == hi(t)),
            z3.And(lo(t + 1) == lo(t), hi(t + 1) == middle(t)),
        )
        self.halving = session.define("what a label leaves", on_trials(after))
        entry = x_i(t, i) == z3.If(i == 0, middle(t), z3.If(i == 1, ONE, ZERO))
        self.examples = session.given("tree", on_trials_and_coordinates(entry))

    @cached_property
    def width(self) -> Theorem:
        """What is left before trial t has length 2**-t."""
        session = self.session
        self.whole = session.define("(1/2)**0", share(0) == 1)
        self.half = session.define("(1/2)**(t + 1)", z3.ForAll([t], z3.Implies(t >= 0, share(t + 1) == share(t) / 2)))
        return session.induction(
            "hi - lo = (1/2)**t > 0",
            t,
            up_to_the_end(z3.And(hi(t) - lo(t) == share(t), share(t) > 0)),
            [self.start, self.whole],
            [self.halving.at(t), self.half.at(t)],
        )

    def stays(self, r: Term) -> Theorem:
        """After label +1 on trial r all that is left is above its middle, after -1 below."""
        return self.session.induction(
            "what is left stays on the label's side of the middle",
            t,
            z3.Implies(
                z3.And(t <= l, r >= 0, r < t),
                z3.And(z3.Implies(y(r) == 1, lo(t) >= middle(r)), z3.Implies(y(r) == -1, hi(t) <= middle(r))),
            ),
            [],
            [self.halving.at(t), self.width.at(t), self.label],
        )


@proves("uml.ldim", readings_more.halving_tree)
def shattered(session: Session) -> None:
    """The comparator's threshold is the middle of the last interval, so 2**-(l + 1) or more from every x_t's."""
    tree = Tree(session)
    r = z3.Int("e")
    place = u_i(i) == z3.If(i == 0, -ONE, z3.If(i == 1, middle(l), ZERO))
    threshold = session.given("threshold", on_coordinates(place))
    attributes = session.parameter_premises
    ux = CoordinateSum(session, "ux", lambda t, i: u_i(i) * x_i(t, i))
    a, b = z3.Reals("a_ b_")
    products = session.lemma(
        "a product with -1, 1 or 0",
        [a, b],
        z3.And(z3.Implies(a == -1, a * b == -b), z3.Implies(b == 1, a * b == a), z3.Implies(b == 0, a * b == 0)),
    )
    summed = sum_up(
        session,
        "u.x is the threshold less the middle",
        lambda t, j: ux(t, j) == z3.If(j <= 0, ZERO, z3.If(j == 1, -middle(t), middle(l) - middle(t))),
        [(ux, t)],
        [
            *(p.at(t, j) for p in tree.examples),
            *(p.at(j) for p in threshold),
            products.at(u_i(j), x_i(t, j)),
        ],
        z3.And(t >= 0, t < l),
    )
    width = tree.width
    stays = session.kernel.gen(tree.stays(r).at(l), r)
    power = sympy.Rational(1, 2) ** (s.l + 1)
    goal = session.holds(y(t) * ux(t), {power: share(l + 1)})
    by = [summed.at(t, n), stays.at(t), width.at(l), tree.half.at(l), tree.label, *attributes, *session.length]
    session.concluded(session.lemma("the claim", [t], z3.Implies(z3.And(t >= 0, t < l), goal), by))


@proves("uml.treeorder", readings_more.halving_tree)
def level_order(session: Session) -> None:
    """At node 2**d + j the interval that is left is [j, j + 1]/2**d."""
    tree = Tree(session)
    node, two = z3.Function("node", INT, INT), z3.Function("two", INT, INT)
    defined = [
        session.define("the root", z3.And(node(0) == 1, two(0) == 1)),
        session.define(
            "children, and 2**t",
            on_trials(
                z3.And(node(t + 1) == 2 * node(t) + z3.If(y(t) == 1, 1, 0), two(t + 1) == 2 * two(t)),
            ),
        ).at(t),
    ]
    position, size = z3.ToReal(node(t)) - z3.ToReal(two(t)), z3.ToReal(two(t))
    placed = session.induction(
        "the interval at a node",
        t,
        up_to_the_end(
            z3.And(
                two(t) >= 1,
                node(t) >= two(t),
                node(t) < 2 * two(t),
                lo(t) * size == position,
                hi(t) * size == position + 1,
            )
        ),
        [tree.start, defined[0]],
        [tree.halving.at(t), defined[1], tree.label],
    )
    a, b, c = z3.Reals("a_ b_ c_")
    divide = session.lemma("divide by 2**(d + 1)", [a, b, c], z3.Implies(z3.And(b > 0, a * b == c), a - c / b == 0))
    lhs = x_i(t, z3.IntVal(0)) - (2 * position + 1) / (2 * size)
    by = [placed.at(t), divide.at(middle(t), 2 * size, 2 * position + 1)]
    by += [*(p.at(t, z3.IntVal(0)) for p in tree.examples), *session.parameter_premises]
    formula = z3.Implies(z3.And(t >= 0, t < l), session.holds(lhs))
    session.concluded(session.lemma("the claim", [t], formula, by))
