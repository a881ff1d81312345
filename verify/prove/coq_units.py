"""Worst cases in units of an irrational rate, in Coq: what is taken times the rate's root, and what is known of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from bounds.errors import BoundcheckError
from verify.kernel import ONE, Number, number, terms_of
from verify.kernel_gram.numbers import square

FINE = 10**12
"""How finely a root is enclosed, where a bound is no multiple of it."""


class Rate(NamedTuple):
    """The unit of states, comparator and amounts: a rational multiple of a root, or 1.

    A form in units of the rate, of u and the states as they are, is worth 1/rate, and one in examples is worth rate.
    """

    factor: Fraction = ONE
    radicand: Fraction = ONE
    multiples: Sequence[Fraction] = ()
    """How many times the root other roots in the claim are."""

    @classmethod
    def of(cls, unit: Number, others: Iterable[Number]) -> Rate:
        """Return a unit, with what else is below roots."""
        if isinstance(unit, Fraction):
            return cls(unit)
        if len(terms := terms_of(unit)) != 1:
            raise BoundcheckError("a worst case in units of a sum of roots has no Coq form yet")
        ((root, factor),) = terms.items()
        radicand = square(number({root: ONE}))
        shares = (other / radicand for other in others if isinstance(other, Fraction) and other > 0)
        roots = (Fraction(math.isqrt(a.numerator), math.isqrt(a.denominator)) for a in shares if is_square(a))
        if not (multiples := [*dict.fromkeys(roots)]):
            raise BoundcheckError("a worst case in units of a product of roots has no Coq form yet")
        return cls(factor, radicand, multiples)

    @property
    def irrational(self) -> bool:
        """Whether there is a root."""
        return self.radicand != 1

    @property
    def root(self) -> str:
        """The root as a Coq term."""
        return f"sqrt ({rational(self.radicand)})"

    def times(self, a: Fraction) -> str:
        """Return a number of units as a Coq term."""
        return f"({rational(a * self.factor)} * {self.root})" if self.irrational else rational(a)

    def form(self, said: str) -> str:
        """Return a form in u and the states that counts units."""
        if not self.irrational:
            return said
        return f"{rational(1 / (self.factor * self.radicand))} * {self.root} * ({said})"

    def combined(self, parts: Iterable[tuple[Fraction, str]]) -> str:
        """Return a combination of vectors at i, whose x counts as in units."""
        return " + ".join(f"{self.times(a) if v == 'x' else rational(a)} * {v} i" for a, v in parts if a) or "0"

    def squared(self, parts: Iterable[tuple[Fraction, str]]) -> str:
        """Return the step that states that a combination has no negative square."""
        said = f"self_product n (fun i => {self.combined(parts)})"
        return f"    pose proof ({f'raised {self.on} _ _ ({said})' if self.irrational else said})."

    @property
    def on(self) -> str:
        """The number below the root."""
        return f"({rational(self.radicand)})"

    def known(self, products: Iterable[tuple[str, Fraction | None]], end: str) -> Iterator[str]:
        """Yield the steps that tell powers of the root in products, by their names and what these are at most."""
        if self.irrational:
            yield f"    {self.one_root}{end}"
            for name, most in products:
                yield f"    try (destruct (root_times {self.on} {name} ltac:(lra)) as [? ?]){end}"
                if most is not None:
                    yield f"    try pose proof (raised {self.on} {name} ({rational(most)}) ltac:(lra)){end}"

    def compared(self) -> Iterator[str]:
        """Yield the steps that tell what a bound on A_ is, of l trials of which j + 1 count."""
        if self.irrational:
            size = self.radicand.numerator * self.radicand.denominator * FINE**2
            low = Fraction(math.isqrt(size), FINE * self.radicand.denominator)
            high = low + Fraction(1, FINE)
            ends = f"({rational(low)}) ({rational(high)})"
            yield f"  all: {self.one_root}; destruct (root_within {self.on} {ends} ltac:(lra)) as [W1' W2']."
            for many in "lj":
                said = (f"pose proof (Rmult_le_compat_l {many} _ _ ltac:(lra) {end})" for end in ("W1'", "W2'"))
                yield f"  all: try ({'; '.join(said)})."
            yield f"  all: try pose proof (raised {self.on} _ _ J2')."

    @property
    def one_root(self) -> str:
        """The tactic that writes all numbers with this root alone."""
        return "; ".join([*(f"root_is {self.on} {rational(k)}" for k in self.multiples), f"rootless {self.on}"])

    def squares(self, others: Iterable[tuple[str, str]]) -> Iterator[str]:
        """Yield the steps that state the square of the root, and of others that are given with what is below them."""
        given = dict(others)
        for root, inside in {**given, **({self.root: self.on} if self.irrational else {})}.items():
            yield f"  assert ({root} * {root} = {inside}) by (apply sqrt_sqrt; lra)."
            if self.irrational:
                yield f"  assert ({self.root} * ({root} * {root}) = {self.root} * {inside}) by (f_equal; assumption)."


def is_square(a: Fraction) -> bool:
    """Tell whether a number is the square of a fraction."""
    return all(math.isqrt(part) ** 2 == part for part in (a.numerator, a.denominator))


def rational(a: Fraction) -> str:
    """Return a number as a Coq term.

    >>> rational(Fraction(-3, 4)), rational(Fraction(2))
    ('(- (3 / 4))', '2')
    """
    size = str(abs(a)).replace("/", " / ")
    return (
        f"(- ({size}))" if a < 0 and "/" in size else f"(- {size})" if a < 0 else f"({size})" if "/" in size else size
    )
