"""Vectors of rationals: examples, weights and comparators."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import repeat
from math import gcd
from operator import mul
from typing import TypeAlias, overload

from bounds.errors import BoundcheckError
from bounds.numbers import common_denominator, to_fraction


class Example(Sequence[Fraction]):
    """One example x in Q^n, held as integers over a denominator: ``x_i = numerators[i] / denominator``."""

    __slots__ = ("denominator", "numerators")

    def __init__(self, numerators: Sequence[int], denominator: int = 1) -> None:
        self.numerators = numerators
        self.denominator = denominator

    def __len__(self) -> int:
        """Return the number of attributes."""
        return len(self.numerators)

    @overload
    def __getitem__(self, i: int) -> Fraction: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[Fraction]: ...
    def __getitem__(self, i: int | slice) -> Fraction | Sequence[Fraction]:
        """Return attribute i as a Fraction."""
        if isinstance(i, slice):
            return [Fraction(a, self.denominator) for a in self.numerators[i]]
        return Fraction(self.numerators[i], self.denominator)

    def __iter__(self) -> Iterator[Fraction]:
        """Iterate over the attributes as Fractions."""
        return map(Fraction, self.numerators, repeat(self.denominator))

    def dot(self, other: Example) -> Fraction:
        """Return the exact dot product with another vector of the same length."""
        if len(self.numerators) != len(other.numerators):
            raise BoundcheckError(f"vectors of {len(self)} and {len(other)} entries have no dot product")
        product = sum(map(mul, self.numerators, other.numerators))
        return Fraction(product, self.denominator * other.denominator)

    def squared_norm(self) -> Fraction:
        """Return the sum of the squares."""
        return self.dot(self)

    def max_norm(self) -> Fraction:
        """Return the largest magnitude (0 for no attributes)."""
        return Fraction(max(map(abs, self.numerators), default=0), self.denominator)

    def one_norm(self) -> Fraction:
        """Return the sum of the magnitudes."""
        return Fraction(sum(map(abs, self.numerators)), self.denominator)

    def scaled(self, factor: Fraction) -> Example:
        """Return ``factor`` times this vector."""
        p, q = to_fraction(factor, "factor").as_integer_ratio()
        return Example([p * a for a in self.numerators], q * self.denominator)

    def reduced(self) -> Example:
        """Return the same vector over its least denominator."""
        common = gcd(self.denominator, *self.numerators)
        return self if common == 1 else Example([a // common for a in self.numerators], self.denominator // common)

    def doubled(self) -> Example:
        """Return (x, -x), which makes room for negative weights (Bylander 1998, section 3.3)."""
        return Example([*self.numerators, *(-a for a in self.numerators)], self.denominator)

    def __eq__(self, other: object) -> bool:
        """Tell whether both are the same vector."""
        return isinstance(other, Example) and list(self) == list(other)

    def __hash__(self) -> int:
        """Hash the vector."""
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"({', '.join(map(str, self))})"


Vector: TypeAlias = Example
"""A vector of rationals: an example, a comparator or a start vector."""


def vector(values: Iterable[object], name: str = "vector") -> Vector:
    """Make an exact vector from ints, Fractions, exact texts or numpy integers.

    Parameters
    ----------
    values : iterable of numbers
        The entries.
    name : str, optional
        What an error calls the vector.

    Returns
    -------
    Vector
        The exact entries, as a tuple.

    Raises
    ------
    BoundcheckError
        For an entry that is no exact number, such as a float, by its place.

    Examples
    --------
    >>> vector([1, "0.5"])
    (1, 1/2)
    """
    if isinstance(values, Example):
        return values.reduced()
    require_list(values, f"the {name} is", "a list of its entries, such as [1, '1/2']")
    fractions = [to_fraction(value, f"entry {i + 1} of the {name}") for i, value in enumerate(values)]
    denominator = common_denominator(fractions)
    return Example([int(f * denominator) for f in fractions], denominator)


def require_list(values: object, what: str, wanted: str) -> None:
    """Raise BoundcheckError for what is no list of values: ``what`` was given, and ``wanted`` is what to give."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise BoundcheckError(f"{what} {values!r}; give {wanted}")
