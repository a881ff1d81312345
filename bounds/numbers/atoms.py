"""Atoms: the irrational numbers whose rational combinations are Reals, each with a ball of any precision."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from flint import arb, ctx

from bounds.numbers.balls import Enclosable, Exact, Irrational, ball
from bounds.numbers.exponential_sums import ExpSum
from bounds.numbers.radicals import rational_root


def _kept_hash(atom: Any) -> int:
    """Hash an atom's parts, once: atoms are looked up whenever numbers are added."""
    digest: int | None = atom.__dict__.get("_hash")
    if digest is None:
        digest = atom.__dict__["_hash"] = hash(tuple([getattr(atom, part) for part in atom.__match_args__]))
    return digest


class CachedAtom(Enclosable):
    """An atom that encloses itself once at each precision, and writes itself once.

    Weights of a run are made of earlier ones, many times over: without this, each trial would multiply the work.
    """

    __match_args__: tuple[str, ...]

    def enclose(self) -> arb:
        """Enclose the atom at the current precision."""
        balls: dict[int, arb] = self.__dict__.setdefault("_balls", {})
        enclosure = balls.get(ctx.prec)
        if enclosure is None:
            enclosure = balls[ctx.prec] = self._ball()
        return enclosure

    def _ball(self) -> arb:
        raise NotImplementedError

    def __str__(self) -> str:
        text: str | None = self.__dict__.get("_text")
        if text is None:
            try:
                text = self._written()
            except ValueError:  # Python writes no integers of more than 4300 digits
                text = f"~{self.approximation().str(12)}"
            self.__dict__["_text"] = text
        return text

    def _written(self) -> str:
        raise NotImplementedError

    def __getstate__(self) -> dict[str, Any]:
        """Return the parts alone: balls do not travel."""
        return {part: getattr(self, part) for part in self.__match_args__}


@dataclass(frozen=True)
class Root(CachedAtom):
    """A root of a positive number, of degree at least 2, that is not rational."""

    radicand: Exact
    degree: int = 2

    __hash__ = _kept_hash

    def _ball(self) -> arb:
        return ball(self.radicand).root(self.degree)

    def _written(self) -> str:
        return f"sqrt({self.radicand})" if self.degree == 2 else f"({self.radicand})**(1/{self.degree})"


@dataclass(frozen=True)
class Exp(CachedAtom):
    """The exponential of a non-zero number."""

    exponent: Exact

    __hash__ = _kept_hash

    def _ball(self) -> arb:
        return ball(self.exponent).exp()

    def _written(self) -> str:
        return f"exp({self.exponent})"


@dataclass(frozen=True)
class Log(CachedAtom):
    """The natural logarithm of a positive number other than 1, or of a positive sum of exponentials."""

    argument: Exact | ExpSum

    __hash__ = _kept_hash

    def _ball(self) -> arb:
        return ball(self.argument).log()

    def _written(self) -> str:
        return f"ln({self.argument})"


@dataclass(frozen=True)
class Quotient(CachedAtom):
    """A quotient of two sums of exponentials over the same step; the denominator is positive."""

    numerator: ExpSum
    denominator: ExpSum

    __hash__ = _kept_hash

    def _ball(self) -> arb:
        return self.numerator.enclose() / self.denominator.enclose()

    def _written(self) -> str:
        return f"({self.numerator})/({self.denominator})"


@dataclass(frozen=True)
class Inverse(CachedAtom):
    """The reciprocal of a number known not to be zero."""

    argument: Irrational

    __hash__ = _kept_hash

    def _ball(self) -> arb:
        return 1 / self.argument.enclose()

    def _written(self) -> str:
        return f"1/({self.argument})"


@dataclass(frozen=True)
class Product(CachedAtom):
    """A product of at least two atoms."""

    factors: tuple[Atom, ...]

    __hash__ = _kept_hash

    def _ball(self) -> arb:
        result = arb(1)
        for factor in self.factors:
            result *= factor.enclose()
        return result

    def _written(self) -> str:
        return "*".join(str(factor) for factor in self.factors)


@dataclass(frozen=True)
class Sum(CachedAtom):
    """A long sum as a factor: it is not multiplied out, since products of long sums would soon be without end."""

    total: Irrational

    __hash__ = _kept_hash

    def _ball(self) -> arb:
        return self.total.enclose()

    def _written(self) -> str:
        return f"({self.total})"


Atom: TypeAlias = Root | Exp | Log | Quotient | Inverse | Product | Sum


def factors_of(atoms: Iterable[Atom]) -> list[Atom]:
    """Return some atoms, and the factors of those that are products."""
    return [f for atom in atoms for f in (atom.factors if isinstance(atom, Product) else (atom,))]


def joined(atoms: Iterable[Atom]) -> Product:
    """Return the product of some atoms, each as it is."""
    return Product(tuple(sorted(factors_of(atoms), key=str)))


def merged_root(atom: Atom, terms: Mapping[Atom, Fraction]) -> tuple[Atom, Fraction | None]:
    """Find a root already present whose ratio to ``atom`` is rational, and that ratio; None for the atom itself."""
    if terms and isinstance(atom, Root) and isinstance(atom.radicand, Fraction) and atom not in terms:
        for other in terms:
            if isinstance(other, Root) and isinstance(other.radicand, Fraction):
                common = math.lcm(atom.degree, other.degree)
                power = atom.radicand ** (common // atom.degree) / other.radicand ** (common // other.degree)
                ratio = rational_root(power, common)
                if ratio is not None:
                    return other, ratio
    return atom, None
