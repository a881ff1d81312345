"""Proofs for Kivinen and Warmuth 1995, section 1: the Vapnik-Chervonenkis dimension of k-literal disjunctions."""

from __future__ import annotations

import sympy
import z3

from bounds import symbols as s
from verify.proofs.engine.language import Formula, Term
from verify.proofs.engine.registry import proves
from verify.proofs.engine.session import Session
from verify.proofs.engine.translate import translate
from verify.proofs.engine.vectors import BOOL, INT
from verify.proofs.readings.dimension import blocks, labelings

dimension, N, k = z3.Ints("dimension N k")

# --- at least k floor(log2(N/k)) -----------------------------------------------------------------------------------

digits, size = z3.Ints("digits size")
block, place, relevant = (z3.Function(name, INT, INT) for name in ("block", "place", "relevant"))
digit, label, value = (z3.Function(name, INT, INT, BOOL) for name in ("digit", "label", "value"))
reason = z3.Function("reason", INT, INT, INT)
first, second, third, missed = z3.Ints("first second third missed")
b, c, m = z3.Ints("b c m")


def is_block(b: Term) -> Formula:
    """Return that b numbers one of the k blocks."""
    return z3.And(b >= 0, b < k)


def is_point(b: Term, c: Term) -> Formula:
    """Return that (b, c) numbers one of the k j points."""
    return z3.And(is_block(b), c >= 0, c < digits)


def at_point(b: Term, c: Term, attribute: Term) -> Formula:
    """Return that the attribute is 1 at point (b, c): it is in block b, and digit c of its place there is 1."""
    return z3.And(block(attribute) == b, digit(place(attribute), c))


@proves("kw.vc", blocks)
def blocks_of_digits(session: Session) -> None:
    """The k j points, j = floor(log2(N/k)), are shattered: each block of 2**j attributes has one for any j labels.

    Point (b, c) has the attributes of block b whose place in the block has digit c. Relevant in block b is the one
    whose place has the labels of (b, 0), ..., (b, j - 1) as its digits.
    """
    number = translate(sympy.floor(sympy.log(s.N / s.k) / sympy.log(2)))
    j = session.define("j", z3.ToReal(digits) == number)
    fits = z3.And(size >= 1, size * k <= N)
    room = session.fact(
        "1 <= 2**floor(log2 r) <= r", z3.Implies(z3.And(k >= 1, k <= N), fits), "at r = N/k; size is 2**j"
    )
    in_block = z3.And(relevant(b) >= b * size, relevant(b) < (b + 1) * size)
    numbers = session.fact(
        "binary digits",
        z3.ForAll([b], z3.Implies(z3.And(is_block(b), k <= N), in_block)),
        "every sequence of j digits is that of a number below 2**j: here of the place in block b",
    )
    attributes = session.fact(
        "block and place",
        z3.ForAll([b, m], z3.Implies(z3.And(is_block(b), m >= b * size, m < (b + 1) * size), block(m) == b)),
        "m is attribute m - b size of block b",
    )
    labels = session.fact(
        "the digits are the labels",
        z3.ForAll([b, c], z3.Implies(z3.And(is_point(b, c), k <= N), digit(place(relevant(b)), c) == label(b, c))),
        "of the points of the block",
    )
    some = session.fact(
        "the disjunction, where it is true",
        z3.ForAll(
            [b, c],
            z3.Implies(
                z3.And(is_point(b, c), value(b, c)),
                z3.And(is_block(reason(b, c)), at_point(b, c, relevant(reason(b, c)))),
            ),
        ),
        "some relevant attribute is 1",
    )
    none = session.fact(
        "the disjunction, where it is false",
        z3.ForAll(
            [b, c, m],
            z3.Implies(z3.And(is_point(b, c), is_block(m), at_point(b, c, relevant(m))), value(b, c)),
        ),
    )
    there = session.lemma(
        "the relevant attribute of a block is in the block",
        [b],
        z3.Implies(is_block(b), block(relevant(b)) == b),
        [numbers.at(b), attributes.at(b, relevant(b)), *session.parameter_premises],
    )
    room_for_all = session.lemma(
        "the blocks fit",
        [b],
        z3.Implies(is_block(b), z3.And(relevant(b) >= 0, relevant(b) < N)),
        [numbers.at(b), room, *session.parameter_premises],
    )
    shattered = session.lemma(
        "the labels are as wanted",
        [b, c],
        z3.Implies(is_point(b, c), value(b, c) == label(b, c)),
        [
            some.at(b, c),
            none.at(b, c, b),
            there.at(b),
            there.at(reason(b, c)),
            labels.at(b, c),
            *session.parameter_premises,
        ],
    )
    out = z3.Or(relevant(first) < 0, relevant(first) >= N)
    twice = z3.And(is_block(second), first != second, relevant(first) == relevant(second))
    wrong = z3.And(is_point(third, missed), value(third, missed) != label(third, missed))
    definition = session.fact(
        "the VC dimension",
        z3.Implies(dimension < k * digits, z3.Or(z3.And(is_block(first), z3.Or(out, twice)), wrong)),
        "were it smaller, for some labels no disjunction of k attributes would be right on all k j points",
    )
    session.conclude(
        dimension,
        [definition, room_for_all.at(first), there.at(first), there.at(second), shattered.at(third, missed), j],
    )


# --- at most log2 of the number of disjunctions ----------------------------------------------------------------------

labelings_, disjunctions = z3.Ints("labelings disjunctions")
chosen = z3.Function("chosen", INT, INT)
told = z3.Function("told", INT, INT, BOOL)
apart = z3.Function("apart", INT, INT, INT)
one, other, stray = z3.Ints("one other stray")
r, q = z3.Ints("r q")


def is_labeling(r: Term) -> Formula:
    """Return that r numbers one of the 2**VCdim labelings of a largest shattered set."""
    return z3.And(r >= 0, r < labelings_)


def is_disjunction(r: Term) -> Formula:
    """Return that r numbers one of the disjunctions."""
    return z3.And(r >= 0, r < disjunctions)


CLASS = z3.And(k >= 1, k <= N)
"""There are disjunctions of k of N variables: without any, nothing is shattered."""


@proves("kw.vc.upper", labelings)
def one_disjunction_each(session: Session) -> None:
    """Different labelings of a shattered set need different disjunctions, and there are binomial(N, k) of them."""
    point = z3.And(c >= 0, c < dimension)
    realised = session.fact(
        "a shattered set",
        z3.ForAll(
            [r, c],
            z3.Implies(z3.And(is_labeling(r), point), told(chosen(r), c) == digit(r, c)),
        ),
        "disjunction chosen(r) labels point c with digit c of r",
    )
    differ = session.fact(
        "different numbers differ in a digit",
        z3.ForAll(
            [r, q],
            z3.Implies(
                z3.And(CLASS, is_labeling(r), is_labeling(q), r != q),
                z3.And(apart(r, q) >= 0, apart(r, q) < dimension, digit(r, apart(r, q)) != digit(q, apart(r, q))),
            ),
        ),
        "in one of the first d, if both are below 2**d",
    )
    injective = session.lemma(
        "different labelings, different disjunctions",
        [r, q],
        z3.Implies(z3.And(is_labeling(r), is_labeling(q), chosen(r) == chosen(q)), r == q),
        [realised.at(r, apart(r, q)), realised.at(q, apart(r, q)), differ.at(r, q), *session.parameter_premises],
    )
    same = z3.And(is_labeling(one), is_labeling(other), one != other, chosen(one) == chosen(other))
    numbered = session.fact(
        "the number of a disjunction",
        z3.ForAll([r], z3.Implies(z3.And(CLASS, is_labeling(r)), is_disjunction(chosen(r)))),
        "each labeling of a shattered set is that of one of the binomial(N, k) disjunctions",
    )
    holes = session.fact(
        "pigeonhole",
        z3.Implies(
            z3.And(labelings_ > disjunctions, z3.Implies(is_labeling(stray), is_disjunction(chosen(stray)))), same
        ),
        "of more labelings than disjunctions two share one; stray is a labeling without a disjunction, if there is one",
    )
    session.conclude(labelings_ - disjunctions, [holes, numbered.at(stray), injective.at(one, other)])
