"""Goals in which the length of a vector, or the root of a number, stands in the way of a quadratic form.

They are ways of ``verify.derive.forms``: what is wanted is turned into what that can show.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Protocol

from verify.derive.ratios import cancelled, square_root
from verify.kernel_proof.goals import Goal
from verify.kernel_proof.ratios import Ratio, by_powers, number, variable


class KnownHypotheses(Protocol):
    """What is known on the way to a goal."""

    goal: Goal
    roots: Mapping[str, Ratio]
    gram: set[str]
    numbers: list[tuple[str, str, Ratio]]

    def positive(self, a: Ratio, relation: str = ">") -> int | None:
        """Return which hypothesis says that a number is positive, after showing it."""

    def factor(self, a: Ratio) -> Any:
        """Return a number as a product that is evidently not negative; None where it is not shown to be one."""

    def normal(self, a: Ratio) -> Ratio:
        """Return a ratio in lowest powers of the roots of numbers."""
        ...

    def reached(self, name: str) -> Iterator[tuple[int, Ratio]]:
        """Yield the hypotheses that a root is at least something, with what that is."""
        ...

    def above(self, name: str) -> Iterator[tuple[int, Ratio]]:
        """Yield the hypotheses that a multiple of a root is at most something of vectors, with the multiple."""
        ...


def shortened(search: KnownHypotheses, wanted: Ratio) -> Iterator[tuple[int, Any, Ratio]]:
    """Yield which hypothesis says r > 0, a term, and what is left with it of r times a/r - b, where that is wanted.

    r >= R > 0 is the length of a vector, and (r^2 + R^2)/(2 R) is put in the place of r, which is not more.
    """
    for name, inside in search.roots.items():
        parts = by_powers(wanted.above, name)
        if parts.keys() != {-1, 0} or not inside.names & search.gram:
            continue
        a, b = (Ratio(parts[e], wanted.below) for e in (-1, 0))
        for _, radius in search.reached(name):
            length = search.positive(variable(name))
            k = number(Fraction(-1, 2)) * b * radius.inverse()
            term = None if k.names & search.gram or search.positive(radius) is None else search.factor(k)
            if term is not None and length is not None:
                coefficient, powers, root = term
                square = (coefficient, powers, root * (variable(name) - radius)), dict[int, int]()
                yield length, square, search.normal(a - k * (inside + radius * radius))


def below_root(search: KnownHypotheses, wanted: Ratio) -> Iterator[tuple[list[Any], Ratio]]:
    """Yield terms of k (q^2 - r^2), r the root of a number, and what is left with them, where that is wanted.

    It is k (q - r)^2 + 2 k r (q - r), and for r something larger is put in, of which a hypothesis says that it is.
    """
    for name, _, _ in search.numbers:
        parts = by_powers(wanted.above, name)
        if parts.keys() != {0, 2}:
            continue
        k = cancelled(Ratio(parts[2], wanted.below) * number(Fraction(-1)))
        q = square_root(cancelled(Ratio(parts[0], wanted.below) * k.inverse()))
        first = None if q is None else search.factor(k)
        if q is None or first is None:
            continue
        gap, twice = q - variable(name), number(Fraction(2)) * k * variable(name)
        coefficient, powers, root = first
        for i, of in search.above(name):
            second = search.factor(twice * of.inverse())
            if second is not None:
                larger = search.normal(search.goal.guards[i].ratio) * of.inverse()
                terms = [((coefficient, powers, root * gap), dict[int, int]()), (second, {i: 1})]
                yield terms, search.normal(wanted - k * gap * gap - twice * larger)
