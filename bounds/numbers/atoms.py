"""Atoms: the irrational numbers whose rational combinations are Reals, each with a ball of any precision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from flint import arb

from bounds.numbers.balls import Enclosable, Exact, Irrational, ball
from bounds.numbers.exponential_sums import ExpSum


def _kept_hash(atom: Any) -> int:
    """Hash an atom's parts, once: atoms are looked up whenever numbers are added."""
    found: int | None = atom.__dict__.get("_hash")
    if found is None:
        found = atom.__dict__["_hash"] = hash(tuple([getattr(atom, part) for part in atom.__match_args__]))
    return found


@dataclass(frozen=True)
class Root(Enclosable):
    """A root of a positive number, of degree at least 2, that is not rational."""

    radicand: Exact
    degree: int = 2

    __hash__ = _kept_hash

    def enclose(self) -> arb:
        """Enclose the root at the current precision."""
        return ball(self.radicand).root(self.degree)

    def __str__(self) -> str:
        return f"sqrt({self.radicand})" if self.degree == 2 else f"({self.radicand})**(1/{self.degree})"


@dataclass(frozen=True)
class Exp(Enclosable):
    """The exponential of a non-zero number."""

    exponent: Exact

    __hash__ = _kept_hash

    def enclose(self) -> arb:
        """Enclose the exponential at the current precision."""
        return ball(self.exponent).exp()

    def __str__(self) -> str:
        return f"exp({self.exponent})"


@dataclass(frozen=True)
class Log(Enclosable):
    """The natural logarithm of a positive number other than 1, or of a positive sum of exponentials."""

    argument: Exact | ExpSum

    __hash__ = _kept_hash

    def enclose(self) -> arb:
        """Enclose the logarithm at the current precision."""
        return ball(self.argument).log()

    def __str__(self) -> str:
        return f"ln({self.argument})"


@dataclass(frozen=True)
class Quotient(Enclosable):
    """A quotient of two sums of exponentials over the same step; the denominator is positive."""

    numerator: ExpSum
    denominator: ExpSum

    __hash__ = _kept_hash

    def enclose(self) -> arb:
        """Enclose the quotient at the current precision."""
        return self.numerator.enclose() / self.denominator.enclose()

    def __str__(self) -> str:
        return f"({self.numerator})/({self.denominator})"


@dataclass(frozen=True)
class Inverse(Enclosable):
    """The reciprocal of a number known not to be zero."""

    argument: Irrational

    __hash__ = _kept_hash

    def enclose(self) -> arb:
        """Enclose the reciprocal at the current precision."""
        return 1 / self.argument.enclose()

    def __str__(self) -> str:
        return f"1/({self.argument})"


@dataclass(frozen=True)
class Product(Enclosable):
    """A product of at least two atoms."""

    factors: tuple[Atom, ...]

    __hash__ = _kept_hash

    def enclose(self) -> arb:
        """Enclose the product at the current precision."""
        result = arb(1)
        for factor in self.factors:
            result *= factor.enclose()
        return result

    def __str__(self) -> str:
        return "*".join(str(factor) for factor in self.factors)


Atom: TypeAlias = Root | Exp | Log | Quotient | Inverse | Product
