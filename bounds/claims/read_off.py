"""What the premises of a claim say of its kind: in which geometry u and x are measured, and what is asked of u."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from bounds.claims.hypotheses import NONNEGATIVE
from bounds.claims.parts import Comparator, Hypothesis
from bounds.formulas.reading import Reading, readings
from bounds.formulas.text import read
from bounds.formulas.tree import Constant, Formula, Name
from bounds.mathematics.geometry import ENTROPIC, EUCLIDEAN, SIGNED_ENTROPIC, Geometry

READ_OFF: Any = "what the premises say"
"""In the place of a geometry or a kind of comparator: what is read off the premises."""

OF_COMPARATOR = frozenset(("u", "ux", "u_loss", "u_err", "u_next"))
"""Names that speak of the comparator."""

NOT_NEGATIVE, TOTAL, ONE_IN_ALL = (read(text) for text in (NONNEGATIVE.formula, "sum(u)", "sum(u) == 1"))
ZERO_OR_ONE, CLEAR = read("all_i(member(u, {0, 1}))"), read("y*ux >= 1")
ONE, TWO = Constant(Fraction(1)), Constant(Fraction(2))
NORMS: dict[tuple[str, Formula | None], Geometry] = {("u", TWO): EUCLIDEAN, ("x", TWO): EUCLIDEAN}
NORMS |= {("u", ONE): SIGNED_ENTROPIC, ("x", None): ENTROPIC}
"""Norms, by vector and order, with the geometry that they are of."""


def premises_read(hypotheses: Iterable[Hypothesis]) -> Iterator[Reading]:
    """Yield what premises say, one by one; nothing of those that no formula says."""
    return (one for premise in hypotheses if premise.tree is not None for one in readings(premise.tree))


def geometry_of(said: Iterable[Reading]) -> Geometry | None:
    """Return the geometry whose norms are U and X, where premises say that, or one of weights.

    >>> from bounds.claims.hypotheses import examples_within
    >>> geometry_of(premises_read([examples_within(EUCLIDEAN)])).name
    'euclidean'
    """
    return next(filter(None, map(geometry_in, said)), None)


def geometry_in(one: Reading) -> Geometry | None:
    """Return the geometry in which one thing that a premise says is a norm with the end U or X, or one of weights."""
    if one.said == NOT_NEGATIVE:
        return ENTROPIC
    if one.limit is None or one.limit.end != Name("X" if one.about == "trials" else "U"):
        return None
    if one.limit.amount == TOTAL and one.limit.relation in ("<=", "=="):
        return ENTROPIC
    return NORMS.get(one.limit.norm) if one.limit.relation == "<=" and one.limit.norm else None


def comparator_of(said: Iterable[Reading]) -> Comparator:
    """Return what premises ask of the comparator besides its norm.

    >>> from bounds.claims.hypotheses import SEPARABLE
    >>> comparator_of(premises_read([SEPARABLE])).name
    'SEPARATING'
    """
    formulas = [one.said for one in said if one.about in ("comparator", "trials")]
    asked = {
        CLEAR: Comparator.SEPARATING,
        ZERO_OR_ONE: Comparator.EXPERT if ONE_IN_ALL in formulas else Comparator.DISJUNCTION,
    }
    return next((asked[one] for one in formulas if one in asked), Comparator.ANY)
