"""Sets of experts or attributes by their weights: just enough of the heavy ones, and as many as fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

Test = Callable[[Fraction], bool]
"""Tells whether a sum of weights is large, or small, enough."""


def just_enough(order: Sequence[int], weights: Sequence[Fraction], enough: Test, most: int | None = None) -> set[int]:
    """Return the first items of an order by falling weight, and the lightest with which they weigh enough.

    The empty set where the first ``most`` of them, or all, do not.

    >>> just_enough([0, 1, 2, 3], [Fraction(4), Fraction(3), Fraction(2), Fraction(1)], lambda weight: weight > 5)
    {0, 2}
    """
    chosen: set[int] = set()
    weight = Fraction(0)
    for position, i in enumerate(order[:most]):
        if enough(weight + weights[i]):
            return chosen | {next(j for j in reversed(order[position:]) if enough(weight + weights[j]))}
        chosen.add(i)
        weight += weights[i]
    return set()


def filled(
    first: int, order: Sequence[int], weights: Sequence[Fraction], fits: Test, most: int | None = None
) -> set[int]:
    """Return an item with all others, tried in this order, that fit with those before; ``most`` items at most.

    >>> filled(3, [0, 1, 2], [Fraction(4), Fraction(3), Fraction(2), Fraction(1)], lambda weight: weight <= 6)
    {0, 3}
    """
    chosen, weight = {first}, weights[first]
    for i in order:
        if (most is None or len(chosen) < most) and fits(weight + weights[i]):
            chosen.add(i)
            weight += weights[i]
    return chosen
