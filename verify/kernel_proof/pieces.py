"""Formulas as pieces: on each piece, which some guards describe, a formula is one ratio, or one combination of vectors.

Together the pieces of a formula are everywhere where it has a value. A square root is a variable of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from verify.kernel import ONE, RELATIONS, ZERO, Formula, spend
from verify.kernel_gram.numbers import Refused
from verify.kernel_proof.ratios import MAX_POWER, Ratio, number, variable

MAX_PIECES = 4000


class Guard(NamedTuple):
    """A ratio compared with 0, by ">=", ">", "==" or "!="."""

    ratio: Ratio
    relation: str

    @property
    def opposite(self) -> Guard:
        """What holds where this does not."""
        if self.relation in ("==", "!="):
            return Guard(self.ratio, OPPOSITE[self.relation])
        return Guard(-self.ratio, {">=": ">", ">": ">="}[self.relation])


class Vector:
    """A combination of vectors that have names, with these coefficients; those that are 0 are left out."""

    def __init__(self, parts: Mapping[str, Ratio]) -> None:
        self.parts = {name: a for name, a in parts.items() if a.above}

    def __add__(self, other: Vector) -> Vector:
        both = {**self.parts, **other.parts}
        return Vector({name: self[name] + other[name] for name in both})

    def __getitem__(self, name: str) -> Ratio:
        return self.parts.get(name, NOTHING)

    def by(self, a: Ratio) -> Vector:
        """Return a multiple of it."""
        return Vector({name: a * b for name, b in self.parts.items()})


Guards = tuple[Guard, ...]
Value = Ratio | Vector
Piece = tuple[Guards, Any]

EVERYWHERE: Guards = ()
NOTHING, UNIT = number(ZERO), number(ONE)
OPPOSITE = {"<": ">=", "<=": ">", "==": "!=", "!=": "==", ">=": "<", ">": "<="}


@dataclass
class Terms:
    """What names stand for, as pieces, and the square roots that formulas speak of: what each is the root of.

    ``needs`` are goals without which a formula may have no value: that what it divides by is not 0, and that what is
    below a root is not negative. A claim is about runs on which its own formulas have values; a proof's need be shown
    to have them. ``products`` are the inner products of vectors that have names, in the order of the names.
    """

    names: Mapping[str, list[Piece]]
    roots: dict[str, Ratio] = field(default_factory=dict)
    needs: list[tuple[Guards, Guard]] = field(default_factory=list)
    products: Mapping[tuple[str, str], Ratio] = field(default_factory=dict)

    def put(self, **names: list[Piece]) -> Terms:
        """Return terms in which more names stand for something; its needs are its own."""
        spend(len(self.names) // 4)
        return replace(self, names={**self.names, **names}, needs=[])

    @property
    def functions(self) -> Mapping[str, tuple[Any, Callable[..., Iterator[Piece]], bool]]:
        """The functions that are known, by name: of how many values, which pieces there are, and of vectors or not."""
        return FUNCTIONS

    def guards_of(self, _formula: Formula, _truth: bool) -> list[Guards] | None:
        """Return the guards of a condition of a kind of its own; None where it is none."""
        return None

    def root(self, inside: Ratio) -> Ratio:
        """Return the square root of a ratio, as a variable; of the square of a number, the number."""
        if (a := inside.constant) is not None and a >= 0:
            above, below = math.isqrt(a.numerator), math.isqrt(a.denominator)
            if above**2 == a.numerator and below**2 == a.denominator:
                return number(Fraction(above, below))
        for name, other in self.roots.items():
            if other.key == inside.key:
                return variable(name)
        name = f"_root{len(self.roots) + 1}"
        self.roots[name] = inside
        return variable(name)


def constant(a: Fraction) -> list[Piece]:
    """Return the pieces of a number."""
    return [(EVERYWHERE, number(a))]


def named(name: str) -> list[Piece]:
    """Return the pieces of a variable."""
    return [(EVERYWHERE, variable(name))]


def pieces(formula: Formula, terms: Terms) -> list[Piece]:
    """Return the pieces of a formula; raise Refused where it is not made of what is known here."""
    head, arguments = formula
    spend(2)
    if arguments is None:
        if head not in terms.names:
            raise Refused(f"it speaks of {head}, which has no place in an inequality of one trial")
        return terms.names[head]
    if head == "":
        return constant(arguments[0])
    if head == "if":
        condition, yes, no = arguments
        return within(
            (guards + more, value)
            for truth, inside in ((True, yes), (False, no))
            for guards in conditions(condition, terms, truth)
            for more, value in where(guards, inside, terms)
        )
    if head in (*RELATIONS, "and", "or", "not"):
        return [(g, UNIT if truth else NOTHING) for truth in (True, False) for g in conditions(formula, terms, truth)]
    if head not in terms.functions:
        raise Refused(f"the function {head!r} has no place in an inequality of one trial")
    given = product(*(pieces(a, terms) for a in arguments))
    return within(
        (sum((guards for guards, _ in chosen), EVERYWHERE) + more, value)
        for chosen in given
        for more, value in applied(head, chosen, terms)
    )


def where(guards: Guards, formula: Formula, terms: Terms) -> list[Piece]:
    """Return the pieces of a formula that is looked at under guards alone, as are its needs."""
    inner = terms.put()
    parts = pieces(formula, inner)
    terms.needs += [(guards + before, need) for before, need in inner.needs]
    return parts


def within(parts: Iterable[Piece]) -> list[Piece]:
    """Return pieces without those that nothing falls into on the face of it; refuse too many."""
    kept: list[Piece] = []
    for guards, value in parts:
        guards = tuple({(g.ratio.key, g.relation): g for g in guards if not evident(g)}.values())
        spend(1 + len(guards) ** 2)
        if not contradictory(guards):
            kept.append((guards, value))
        if len(kept) > MAX_PIECES:
            raise Refused(f"more than {MAX_PIECES} cases")
    return kept


def evident(guard: Guard) -> bool:
    """Tell whether a guard says of a number what is true of it."""
    a = guard.ratio.constant
    return a is not None and holds(a, guard.relation)


def holds(a: Fraction, relation: str) -> bool:
    """Tell whether a number has a relation to 0."""
    return RELATIONS[relation]((a > 0) - (a < 0))


def contradictory(guards: Guards) -> bool:
    """Tell whether a guard is false of a number, or two of them say opposite things in the same words."""
    if any(g.ratio.constant is not None for g in guards):  # those that are true are left out before
        return True
    said = {(g.ratio.key, g.relation) for g in guards}
    for g in guards:
        against = [(g.ratio, "=="), (-g.ratio, "==")] if g.relation == ">" else []
        against += [(-g.ratio, ">")] if g.relation in (">", ">=") else []
        if any((ratio.key, relation) in said for ratio, relation in against):
            return True
    return False


def conditions(formula: Formula, terms: Terms, truth: bool = True) -> list[Guards]:
    """Return the guards under one of which a condition is true (or, where ``truth`` is False, false).

    The right side of "and" and "or" is looked at where the left side does not decide, as it is in a run.
    """
    head, arguments = formula
    own = terms.guards_of(formula, truth)
    if own is not None:
        return own
    if head == "not" and arguments is not None:
        return conditions(arguments[0], terms, not truth)
    if head in ("and", "or") and arguments is not None:
        left, right = arguments
        decides = head == "or"
        early = conditions(left, terms, decides) if truth == decides else []
        late = product(conditions(left, terms, not decides), conditions(right, terms, truth))
        return [guards for guards, _ in within((g, None) for g in (*early, *(a + b for a, b in late)))]
    if head in RELATIONS and arguments is not None and len(arguments) == 2:
        relation = head if truth else OPPOSITE[head]
        compared = pieces(Formula("-", arguments), terms)
    else:
        relation, compared = "!=" if truth else "==", pieces(formula, terms)
    branches: list[Piece] = []
    for guards, gap in compared:
        if not isinstance(gap, Ratio):
            raise Refused("a condition on a vector")
        branches += [((*guards, guard), None) for guard in related(gap, relation)]
    return [guards for guards, _ in within(branches)]


def related(gap: Ratio, relation: str) -> list[Guard]:
    """Return guards one of which holds where a ratio has a relation to 0."""
    if relation == "!=":
        return [Guard(gap, ">"), Guard(-gap, ">")]
    return [Guard(-gap, {"<": ">", "<=": ">="}[relation]) if relation in ("<", "<=") else Guard(gap, relation)]


# --- functions: each returns pieces of its value, given those of its arguments -----------------------------------


def applied(head: str, chosen: tuple[Piece, ...], terms: Terms) -> Iterator[Piece]:
    """Yield the pieces of a function of values, which are given with the guards that they are under."""
    values = [value for _, value in chosen]
    counts, function, of_vectors = terms.functions[head]
    if len(values) not in counts or (not of_vectors and not all(isinstance(a, Ratio) for a in values)):
        raise Refused(f"{head} of such arguments has no place in an inequality of one trial")
    if head in WITH_TERMS or terms.functions is not FUNCTIONS:
        before = sum((guards for guards, _ in chosen), EVERYWHERE)
        yield from function(terms, before, *values)
    else:
        yield from function(*values)


def plus(a: Value, b: Value) -> Iterator[Piece]:
    """Yield a + b."""
    if isinstance(a, Vector) and isinstance(b, Vector):
        yield EVERYWHERE, a + b
        return
    if isinstance(a, Vector) or isinstance(b, Vector):
        raise Refused("the sum of a number and a vector")
    yield EVERYWHERE, a + b


def minus(a: Value, b: Value | None = None) -> Iterator[Piece]:
    """Yield a - b, or -a."""
    if b is None:
        yield EVERYWHERE, scaled(-UNIT, a)
    else:
        yield from plus(a, scaled(-UNIT, b))


def scaled(a: Ratio, b: Value) -> Value:
    """Return a multiple of a number or a vector."""
    return b.by(a) if isinstance(b, Vector) else a * b


def times(a: Value, b: Value) -> Iterator[Piece]:
    """Yield the product of two numbers, or of a number and a vector."""
    if isinstance(a, Vector):
        a, b = b, a
    if isinstance(a, Vector):
        raise Refused("the product of two vectors")
    yield EVERYWHERE, scaled(a, b)


def over(terms: Terms, before: Guards, a: Value, b: Value) -> Iterator[Piece]:
    """Yield a / b, where b is not 0."""
    if isinstance(b, Vector):
        raise Refused("a quotient by a vector")
    if b.constant is None or not b.above:
        terms.needs.append((before, Guard(b, "!=")))
    if b.above:  # else it has no value
        yield EVERYWHERE, scaled(b.inverse(), a)


def root(terms: Terms, before: Guards, a: Ratio) -> Iterator[Piece]:
    """Yield the square root, where there is one."""
    terms.needs.append((before, Guard(a, ">=")))
    value = terms.root(a)
    yield (Guard(value, ">="), Guard(a, ">=")), value


def power(terms: Terms, before: Guards, a: Ratio, e: Ratio) -> Iterator[Piece]:
    """Yield a**e, for half of a whole number."""
    exponent = e.constant
    if exponent is None or (2 * exponent).denominator != 1 or abs(exponent) > MAX_POWER:
        raise Refused("a power that is no half of a whole number")
    if exponent.denominator == 2:
        for guards, half in root(terms, before, a):
            for more, value in power(terms, before + guards, half, number(2 * exponent)):
                yield guards + more, value
    elif exponent >= 0:
        yield EVERYWHERE, a ** int(exponent)
    else:
        yield from over(terms, before, UNIT, a ** int(-exponent))


def extreme(sign: Ratio) -> Callable[..., Iterator[Piece]]:
    """Return the largest of some numbers, or the least where the sign is -1."""

    def of(*given: Ratio) -> Iterator[Piece]:
        for i, best in enumerate(given):
            yield tuple(Guard(sign * (best - a), ">=") for j, a in enumerate(given) if j != i), best

    return of


def signed(a: Ratio) -> Iterator[Piece]:
    """Yield the sign."""
    for side, guard in ((1, Guard(a, ">")), (-1, Guard(-a, ">")), (0, Guard(a, "=="))):
        yield (guard,), number(Fraction(side))


def dot(terms: Terms, _: Guards, a: Value, b: Value) -> Iterator[Piece]:
    """Yield a product of vectors, where those of the vectors that they are made of are known."""
    if not isinstance(a, Vector) or not isinstance(b, Vector):
        raise Refused("the product of a number and a vector")
    total = NOTHING
    for (one, c), (other, d) in product(a.parts.items(), b.parts.items()):
        first, second = sorted((one, other))
        if (first, second) not in terms.products:
            raise Refused(f"the product of {one} and {other} has no place in an inequality of one trial")
        total += c * d * terms.products[first, second]
    yield EVERYWHERE, total


def norm(terms: Terms, before: Guards, a: Value, p: Value) -> Iterator[Piece]:
    """Yield the 2-norm of a vector."""
    if not isinstance(a, Vector) or isinstance(p, Vector) or p.constant != 2:
        raise Refused("a norm that is not the 2-norm of a vector")
    for _, square in dot(terms, before, a, a):
        yield from root(terms, before, square)


FUNCTIONS: dict[str, tuple[Any, Callable[..., Iterator[Piece]], bool]] = {
    "+": ((2,), plus, True), "-": ((1, 2), minus, True), "*": ((2,), times, True), "/": ((2,), over, True),
    "**": ((2,), power, False), "sqrt": ((1,), root, False), "abs": ((1,), lambda a: extreme(UNIT)(a, -a), False),
    "max": (range(2, 9), extreme(UNIT), False), "min": (range(2, 9), extreme(-UNIT), False),
    "sign": ((1,), signed, False), "dot": ((2,), dot, True), "norm": ((2,), norm, True),
}  # fmt: skip
WITH_TERMS = {"/", "sqrt", "**", "dot", "norm"}
FUNCTIONS |= {"Max": FUNCTIONS["max"], "Min": FUNCTIONS["min"], "Abs": FUNCTIONS["abs"]}
