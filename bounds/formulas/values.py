"""What formulas are computed with: exact numbers, vectors of them, and matrices. Truths are numbers, 1 and 0.

A vector is an ``Example`` (integers over one denominator) where all its entries are rational, else a tuple of numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cmp_to_key, lru_cache
from typing import Any, TypeAlias

from bounds.data.vectors import Example, Vector, vector
from bounds.disjunctions import vc_dimension
from bounds.errors import BoundcheckError, UndefinedValue
from bounds.formulas.ellipsoid import centre
from bounds.formulas.matrices import Matrix
from bounds.formulas.tree import Kind
from bounds.formulas.work import require_small
from bounds.numbers import Number, Real, exp, floor, largest, log, power, require_order, sqrt, total
from bounds.numbers.decisions import RELATIONS

Entries: TypeAlias = Example | tuple[Number, ...]
Value: TypeAlias = Number | Entries | Matrix
"""A number, a vector or a matrix."""

ZERO, ONE = Fraction(0), Fraction(1)
MAX_EXPONENT = 4096
"""The largest power of a rational that is multiplied out."""


def order(a: Number, b: Number) -> int:
    """Return the sign of a - b; raise Undecided where it cannot be found."""
    return require_order(a, b, "a difference of two numbers in a formula")


def added(a: Number, b: Number) -> Number:
    """Return a + b."""
    return b if a is ZERO else a if b is ZERO else a + b


def times(a: Number, b: Number) -> Number:
    """Return a b; most factors are truths, which are 1 and 0 themselves."""
    if a is ONE or b is ZERO:
        return b
    return a if a is ZERO or b is ONE else a * b


def divided(a: Number, b: Number) -> Number:
    """Return a / b, rational where a is a multiple of b as it is written; a division by zero raises UndefinedValue."""
    if isinstance(a, Real) and isinstance(b, Real) and a.terms.keys() == b.terms.keys():
        atom, coefficient = next(iter(b.terms.items()))
        ratio = a.terms[atom] / coefficient
        if a == b * ratio:
            return ratio
    try:
        return a / b
    except ZeroDivisionError:
        raise UndefinedValue("division by zero") from None


def raised(base: Number, exponent: Number) -> Number:
    """Return a power; refuse one of a rational that is too large to write down."""
    if (
        type(base) is Fraction
        and type(exponent) is Fraction
        and abs(exponent.numerator) > MAX_EXPONENT * exponent.denominator
        and abs(base) != 1
    ):
        raise BoundcheckError(f"the power {base}**({exponent}) is too large; exponents reach as far as {MAX_EXPONENT}")
    try:
        return power(base, exponent)
    except ZeroDivisionError:
        raise UndefinedValue("division by zero") from None


def magnitude(a: Number) -> Number:
    """Return |a|."""
    return -a if order(a, ZERO) < 0 else a


OF_NUMBERS: dict[str, Callable[..., Number]] = {
    "+": added,
    "-": lambda a, b: a - b,
    "*": times,
    "/": divided,
    "**": raised,
    "abs": magnitude,
    "sign": lambda a: Fraction(order(a, ZERO)),
    "exp": exp,
    "ln": log,
    "sqrt": sqrt,
    "min": lambda *numbers: -largest(-a for a in numbers),
    "max": lambda *numbers: largest(numbers),
    "floor": floor,
    "ceiling": lambda a: -floor(-a),
    "log": lambda a, b=None: log(a) if b is None else divided(log(a), log(b)),
    "log2": lambda a: divided(log(a), log(Fraction(2))),
    "xlog": lambda a, b: a * log(b) if order(a, ZERO) else ZERO,
    "Abs": magnitude,
    "Max": lambda *numbers: largest(numbers),
    "Min": lambda *numbers: -largest(-a for a in numbers),
}
"""Operations on numbers, which go entry by entry where an argument is a vector."""


def abreast(*columns: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """Return the entries of vectors side by side; raise BoundcheckError where one of them is longer than another."""
    if len(set(map(len, columns))) > 1:
        raise BoundcheckError(f"vectors of {' and '.join(str(len(a)) for a in columns)} entries, taken entry by entry")
    return zip(*columns, strict=True)


def entrywise(operation: Callable[..., Number], arguments: Sequence[Value]) -> Entries:
    """Apply an operation on numbers entry by entry; a number among the arguments stands at every place."""
    length = next(len(a) for a in arguments if isinstance(a, Example | tuple))
    columns = [a if isinstance(a, Example | tuple) else (a,) * length for a in arguments]
    return packed([operation(*row) for row in abreast(*columns)])


def compared(relation: str, a: Value, b: Value) -> Entries:
    """Return the vector of ones where a relation holds, and zeros elsewhere."""
    holds = RELATIONS[relation]
    if isinstance(a, Example) and isinstance(b, Example | Fraction):
        left, right = a.denominator, b.denominator
        if isinstance(b, Fraction):
            limit = b.numerator * left
            return Example([+holds(p * right, limit) for p in a.numerators])
        return Example([+holds(p * right, q * left) for p, q in abreast(a.numerators, b.numerators)])
    return entrywise(lambda p, q: ONE if holds(order(p, q), 0) else ZERO, (a, b))


def multiplied(a: Entries, b: Entries) -> Entries:
    """Return the products of the entries."""
    if isinstance(a, Example) and isinstance(b, Example):
        products = [p * q for p, q in abreast(a.numerators, b.numerators)]
        return Example(products, a.denominator * b.denominator)
    return entrywise(OF_NUMBERS["*"], (a, b))


def magnitudes(a: Entries) -> Entries:
    """Return the magnitudes of the entries."""
    return (
        Example(list(map(abs, a.numerators)), a.denominator) if isinstance(a, Example) else entrywise(magnitude, (a,))
    )


def packed(entries: Sequence[Number]) -> Entries:
    """Return a vector with these entries, as integers over one denominator where that is possible."""
    rationals = [a for a in entries if type(a) is Fraction]
    if len(rationals) < len(entries):
        return tuple(entries)
    denominator = math.lcm(*(a.denominator for a in rationals))
    return Example([a.numerator * (denominator // a.denominator) for a in rationals], denominator)


def reduced(a: Value) -> Value:
    """Return a vector over its least denominator, so that numbers do not grow from trial to trial."""
    return a.reduced() if isinstance(a, Example) and a.denominator > 1 else a


def plus(a: Value, b: Value, sign: int = 1) -> Entries:
    """Return a + b, or a - b for sign -1; a number is taken with each entry of a vector."""
    if not isinstance(a, Example) or not isinstance(b, Example):
        if isinstance(a, Fraction) and isinstance(b, Example):
            return plus(Example([a.numerator] * len(b), a.denominator), b, sign)
        if isinstance(a, Example) and isinstance(b, Fraction):
            return plus(a, Example([b.numerator] * len(a), b.denominator), sign)
        return entrywise(lambda p, q: p + sign * q, (a, b))
    denominator = math.lcm(a.denominator, b.denominator)
    left, right = denominator // a.denominator, sign * (denominator // b.denominator)
    pairs = abreast(a.numerators, b.numerators)
    if left == 1:
        return Example([p + right * q for p, q in pairs], denominator)
    return Example([left * p + right * q for p, q in pairs], denominator)


def scaled(factor: Number, a: Entries) -> Entries:
    """Return a number times a vector."""
    if isinstance(factor, Fraction) and isinstance(a, Example):
        return a if factor == 1 else a.scaled(factor)
    return packed([factor * p for p in a])


def shared(a: Entries, divisor: Number) -> Entries:
    """Return a vector divided by a number."""
    if isinstance(divisor, Fraction):
        return scaled(divided(ONE, divisor), a)
    return packed([divided(p, divisor) for p in a])


def dot(a: Entries, b: Entries) -> Number:
    """Return the dot product."""
    if isinstance(a, Example) and isinstance(b, Example):
        return a.dot(b)
    return total(p * q for p, q in abreast(a, b) if p and q)


def norm(a: Entries, p: Number) -> Number:
    """Return (sum_i |a_i|**p)**(1/p): the p-norm for p >= 1, and a value also below, that a premise on p is seen in.

    >>> print(norm(Example([1, -1]), Fraction(3)), norm(Example([2, 2]), Fraction(3, 2)))
    (2)**(1/3) 2*(4)**(1/3)
    """
    if isinstance(a, tuple) and len(others := [b for b in a if b]) == 1:
        return magnitude(others[0])
    if p == 2:
        return sqrt(dot(a, a))
    if p == 1:
        return total(map(magnitude, a))
    return power(total(power(magnitude(b), p) for b in a), divided(ONE, p))


def summed(a: Entries) -> Number:
    """Return the sum of the entries."""
    return Fraction(sum(a.numerators), a.denominator) if isinstance(a, Example) else total(a)


OF_VECTORS: dict[str, Callable[..., Number]] = {
    "dot": dot,
    "norm": norm,
    "sum": summed,
    "max": lambda a: largest(a),
    "min": lambda a: -largest(-b for b in a),
}
"""Functions of vectors that are numbers."""


def whole(a: Number) -> int:
    """Return a number that has to be whole."""
    if not isinstance(a, Fraction) or a.denominator != 1:
        raise UndefinedValue(f"a whole number is needed, not {a}")
    return a.numerator


def at(a: Sequence[Any], i: Number) -> Any:
    """Return entry i, counted from 1."""
    place = whole(i)
    if not 1 <= place <= len(a):
        raise UndefinedValue(f"there is no entry {i} of a vector of {len(a)}")
    return a[place - 1]


def part(a: Entries, i: Number, j: Number) -> Entries:
    """Return entries i to j, counted from 1."""
    here = slice(max(whole(i) - 1, 0), max(whole(j), 0))
    return Example(list(a.numerators[here]), a.denominator) if isinstance(a, Example) else packed(a[here])


def together(*parts: Number | Entries) -> Entries:
    """Return the vector of some numbers, and of the entries of some vectors, in this order."""
    pieces = [Example([a.numerator], a.denominator) if isinstance(a, Fraction) else a for a in parts]
    vectors = [a for a in pieces if isinstance(a, Example)]
    if len(vectors) < len(pieces):
        return packed([b for a in parts for b in (a if isinstance(a, Example | tuple) else (a,))])
    denominator = math.lcm(*(a.denominator for a in vectors))
    return Example([p * (denominator // a.denominator) for a in vectors for p in a.numerators], denominator)


@lru_cache(maxsize=4096)
def hadamard_row(d: Number, i: Number) -> Vector:
    """Return row i of Sylvester's Hadamard matrix of order 2**d."""
    row, size = whole(i) - 1, whole(d)
    if size < 0:
        raise UndefinedValue(f"there is no Hadamard matrix of order 2**({size})")
    require_small(f"a row of the Hadamard matrix of order 2**{size}", 2 ** min(size, 64))
    return Example([-1 if (j & row).bit_count() % 2 else 1 for j in range(2**size)])


def indices(n: Number) -> Vector:
    """Return the vector (1, ..., n)."""
    require_small("a vector of indices", whole(n))
    return Example(list(range(1, whole(n) + 1)))


def extreme_place(a: Entries, sign: int) -> Fraction:
    """Return the place of the largest entry of a vector, or of the smallest for sign -1: the first of equal ones.

    >>> extreme_place(Example([2, 3, 3]), 1), extreme_place(Example([2, 3, 2]), -1)
    (Fraction(2, 1), Fraction(1, 1))
    """
    entries, best = list(a), 0
    if not entries:
        raise UndefinedValue("the place of the largest of no entries")
    for i in range(1, len(entries)):
        best = i if order(entries[i], entries[best]) == sign else best
    return Fraction(best + 1)


def in_order(a: Entries) -> Entries:
    """Return the entries of a vector, the smallest first."""
    return packed(sorted(a, key=cmp_to_key(order)))


def on_simplex(a: Entries) -> Entries:
    """Return the nearest vector of sum 1 without negative entries.

    >>> on_simplex(Example([3, 2, -1], 2))
    (3/4, 1/4, 0)
    """
    high = list(in_order(a))[::-1]
    shift: Number = ZERO
    so_far: Number = ZERO
    if not high:
        raise UndefinedValue("the projection of a vector without entries")
    for i, entry in enumerate(high, 1):
        so_far = so_far + entry
        trial = divided(so_far - ONE, Fraction(i))
        shift = trial if order(entry, trial) > 0 else shift
    return packed([largest((entry - shift, ZERO)) for entry in a])


def unit(i: Number, n: Number) -> Vector:
    """Return the vector of n entries that is 1 at place i and 0 elsewhere."""
    require_small("a vector", whole(n))
    if not 1 <= whole(i) <= whole(n):
        raise UndefinedValue(f"there is no place {i} in a vector of {n}")
    return Example([int(j == whole(i)) for j in range(1, whole(n) + 1)])


def blocks(a: Entries, k: Number) -> list[range]:
    """Return the places, from 0 on, of k blocks that are as equal as can be: the i-th ends at floor(i n/k)."""
    n, count = len(a), whole(k)
    require_small(f"{count} blocks", count)
    if count < 1:
        raise UndefinedValue(f"there are no {count} blocks of a vector")
    return [range((i - 1) * n // count, i * n // count) for i in range(1, count + 1)]


def block(a: Entries, i: Number, k: Number) -> Entries:
    """Return a vector on the i-th of k blocks, and 0 elsewhere.

    >>> block(Example([1, 2, 3, 4]), Fraction(2), Fraction(2))
    (0, 0, 3, 4)
    """
    parts = blocks(a, k)
    if not 1 <= whole(i) <= len(parts):
        raise UndefinedValue(f"there is no block {i} of {k}")
    inside = parts[whole(i) - 1]
    return packed([entry if j in inside else ZERO for j, entry in enumerate(a)])


def sums(a: Entries, k: Number) -> Entries:
    """Return the sums of k blocks of a vector.

    >>> sums(Example([1, 2, 3, 4, 5]), Fraction(2))
    (3, 12)
    """
    entries = list(a)
    return packed([total(entries[j] for j in inside) for inside in blocks(a, k)])


def is_member(a: Number, *members: Number) -> Number:
    """Return 1 if a number is one of some, else 0."""
    return ONE if any(order(a, member) == 0 for member in members) else ZERO


OF_ANY: dict[str, tuple[tuple[Kind, ...], Kind, Callable[..., Value]]] = {
    "length": (("vector",), "number", lambda a: Fraction(len(a))),
    "all_i": (("vector",), "truth", lambda a: ZERO if ZERO in list(a) else ONE),
    "argmax": (("vector",), "number", lambda a: extreme_place(a, 1)),
    "argmin": (("vector",), "number", lambda a: extreme_place(a, -1)),
    "sort": (("vector",), "vector", in_order),
    "simplex": (("vector",), "vector", on_simplex),
    "at": (("vector", "number"), "number", at),
    "part": (("vector", "number", "number"), "vector", part),
    "block": (("vector", "number", "number"), "vector", block),
    "sums": (("vector", "number"), "vector", sums),
    "indices": (("number",), "vector", indices),
    "centre": (("vector", "number"), "vector", centre),
    "hadamard_row": (("number", "number"), "vector", hadamard_row),
    "binomial": (("number", "number"), "number", lambda n, k: Fraction(math.comb(whole(n), whole(k)))),
    "vc_dimension": (("number", "number"), "number", lambda n, k: Fraction(vc_dimension(whole(n), whole(k)))),
}
"""More functions, with what they take and what they give."""


def rational(entries: Iterable[Number]) -> Vector:
    """Return a vector as an exact one; raise BoundcheckError where an entry is irrational."""
    exact = []
    for w in entries:
        if not isinstance(w, Fraction):
            raise BoundcheckError(f"the weight {w} is irrational; use a rational learning rate and start vector")
        exact.append(w)
    return vector(exact)


def rest(basis: Sequence[Vector], w: Vector) -> Vector:
    """Return the part of w that is orthogonal to vectors that are orthogonal to each other; some may be 0."""
    for b in basis:
        square = b.squared_norm()
        factor = w.dot(b) / square if square else square
        if factor:
            w = vector(a - factor * c for a, c in zip(w, b, strict=True))
    return w


def same(a: Value, b: Value) -> bool:
    """Tell whether two values are equal; raise Undecided where that cannot be found out."""
    if a is b:
        return True
    if isinstance(a, Matrix) or isinstance(b, Matrix):
        return a == b
    if isinstance(a, Example) and isinstance(b, Example) and a.denominator == b.denominator:
        return list(a.numerators) == list(b.numerators)
    if isinstance(a, Example | tuple) and isinstance(b, Example | tuple):
        return len(a) == len(b) and all(order(p, q) == 0 for p, q in zip(a, b, strict=True))
    if isinstance(a, Example | tuple) or isinstance(b, Example | tuple):
        return False
    return order(a, b) == 0


def zeros(n: int) -> Vector:
    """Return the vector of n zeros."""
    return Example([0] * n)
