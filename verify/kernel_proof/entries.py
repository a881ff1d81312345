"""Formulas of vectors entry by entry, with exp and ln: what stands at an entry is a ratio in ``_at_w``, ``_at_x`` ....

All entries are alike, so that one stands for each. A sum over the entries is linear: sum(w*x) is a variable of its own,
``_sum_w_x``, and the sum of 1 is n. A value of exp or ln is a variable too, ``_f1`` or at an entry ``_at_f_1``, and so
is one of rectified(a) = max(0, a), by which max, min and abs at entries are written; nothing is known of these but what
the lemmas say (``lemmas``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

from verify.kernel import Formula, spend
from verify.kernel_gram.numbers import Refused
from verify.kernel_proof.claims import sides
from verify.kernel_proof.pieces import (
    EVERYWHERE,
    FUNCTIONS,
    NOTHING,
    UNIT,
    WITH_TERMS,
    Guard,
    Guards,
    Piece,
    Terms,
    conditions,
    pieces,
    power,
    related,
    within,
)
from verify.kernel_proof.ratios import Monomial, Ratio, vanishes, variable

AT, SUM = "_at_", "_sum_"
ENTRIES = "n"


class Each(NamedTuple):
    """A vector, by what stands at each entry."""

    at: Ratio


def of_entries(*given: Ratio) -> bool:
    """Tell whether ratios speak of an entry."""
    return any(name.startswith(AT) for a in given for name in a.names)


def entry(name: str) -> Ratio:
    """Return the entry of a vector that has a name."""
    return variable(f"{AT}{name}")


def summed(a: Ratio) -> Ratio:
    """Return the sum over the entries of what stands at each."""
    if of_entries(*(Ratio(dict(factor)) for factor in a.below)):
        raise Refused("a sum of quotients by entries")
    result = NOTHING
    for m, c in a.above.items():
        inside = [(name.removeprefix(AT), e) for name, e in m if name.startswith(AT)]
        if any(e < 0 for _, e in inside):
            raise Refused("a sum of quotients by entries")
        rest: Monomial = tuple((name, e) for name, e in m if not name.startswith(AT))
        spend(sum((len(name) + 1) * e for name, e in inside) // 40)
        name = "_".join(name for name, e in inside for _ in range(e))
        result += Ratio({rest: c}) * variable(f"{SUM}{name}" if name else ENTRIES)
    return result * Ratio({(): Fraction(1)}, a.below)


class Functions:
    """The values of exp, ln and rectified that are spoken of, each a variable with what it is a value of."""

    def __init__(self, roots: Mapping[str, Ratio]) -> None:
        self.known: dict[str, tuple[str, Ratio]] = {}
        self.roots = roots

    def exp(self, a: Ratio) -> Ratio:
        """Return exp(a)."""
        return self.of("exp", a)

    def ln(self, a: Ratio) -> Ratio:
        """Return ln(a)."""
        return self.of("ln", a)

    def rectified(self, a: Ratio) -> Ratio:
        """Return max(0, a)."""
        return self.of("rectified", a)

    def of(self, head: str, inside: Ratio) -> Ratio:
        """Return a value of a function; of what is equal to an earlier one, the same."""
        if not inside.above and head == "exp":
            return UNIT
        if head == "ln" and inside.constant == 1:
            return NOTHING
        for name, (other, at) in self.known.items():
            if other == head and (at.key == inside.key or vanishes(at - inside, self.roots)):
                return variable(name)
        i = len(self.known) + 1
        name = f"{AT}f_{i}" if of_entries(inside) else f"_f{i}"
        self.known[name] = head, inside
        return variable(name)


@dataclass
class Entries(Terms):
    """What names stand for where vectors are looked at entry by entry."""

    values: Functions = field(default_factory=lambda: Functions({}))

    @property
    def functions(self) -> Mapping[str, tuple[Any, Callable[..., Iterator[Piece]], bool]]:
        """The functions that are known: those of numbers entry by entry, sums, exp and ln."""
        return OF_ENTRIES

    def guards_of(self, formula: Formula, truth: bool) -> list[Guards] | None:
        """Return the guards of all_i(...), which hold at every entry, and of member(...)."""
        head, arguments = formula
        if head == "member" and arguments is not None:
            return self.member(formula, truth)
        if truth and (limit := self.largest(formula)) is not None:
            return limit
        if head != "all_i" or arguments is None:
            return None
        if len(arguments) != 1:
            raise Refused("a condition on entries that is none")
        inner = replace(self, needs=[], names={name: opened(of) for name, of in self.names.items()})
        branches = conditions(arguments[0], inner)
        self.needs += inner.needs
        if len(branches) > 1:
            if any(len(guards) != 1 or guards[0].relation != "==" for guards in branches):
                raise Refused("a condition on entries that is one of several")
            one = UNIT
            for ((ratio, _),) in branches:
                one *= ratio
            branches = [(Guard(one, "=="),)]
        return branches if truth else [(self.broken(branches),)]

    def broken(self, branches: list[Guards]) -> Guard:
        """Return that some entry is not 0 where a condition says that all are: that the squares add up to more."""
        if [[guard.relation for guard in guards] for guards in branches] != [["=="]]:
            raise Refused("a condition that some entry does not satisfy")
        ((guard,),) = branches
        return Guard(summed(guard.ratio * guard.ratio), ">")

    def largest(self, formula: Formula) -> list[Guards] | None:
        """Return the guards of max(v) <= X, max(abs(v)) <= X or X <= min(v) at every entry; None for another one."""
        for relation, left, end in sides(formula):
            wanted = {"<=": "max", "<": "max", ">=": "min", ">": "min"}.get(relation)
            if left.head != wanted or left.arguments is None or len(left.arguments) != 1:
                continue
            (inside,) = left.arguments
            absolute = wanted == "max" and inside.head == "abs" and inside.arguments is not None
            given = pieces(inside.arguments[0] if absolute else inside, self)
            if len(given) != 1 or given[0][0] or not isinstance(given[0][1], Each):
                raise Refused("the largest of the entries of something that is no vector")
            a = given[0][1].at
            sign = -UNIT if wanted == "min" else UNIT
            both = (UNIT, -UNIT) if absolute else (sign,)
            return [(*g, *(Guard(sign * limit - of * a, ">=") for of in both)) for g, limit in pieces(end, self)]
        return None

    def member(self, formula: Formula, truth: bool) -> list[Guards]:
        """Return the guards of member(a, {b, c}): that the product of the differences is 0."""
        a, *others = formula.arguments or ()
        one = UNIT
        for b in others:
            one *= self.single(Formula("-", (a, b)))
        return [guards for guards, _ in within(((guard,), None) for guard in related(one, "==" if truth else "!="))]

    def single(self, formula: Formula) -> Ratio:
        """Return the value of a formula that is the same everywhere."""
        parts = pieces(formula, self)
        if len(parts) != 1 or parts[0][0] or not isinstance(parts[0][1], Ratio):
            raise Refused("a membership of something that is not the same everywhere")
        return parts[0][1]


def opened(parts: list[Piece]) -> list[Piece]:
    """Return pieces of vectors as those of an entry."""
    return [(guards, a.at if isinstance(a, Each) else a) for guards, a in parts]


# --- functions: each returns pieces of its value, given those of its arguments -----------------------------------


def entrywise(name: str) -> Callable[..., Iterator[Piece]]:
    """Return a function of numbers as one of the entries of vectors."""
    _, function, _ = FUNCTIONS[name]

    def of(terms: Terms, before: Guards, *given: Any) -> Iterator[Piece]:
        several = any(isinstance(a, Each) for a in given)
        plain = [a.at if isinstance(a, Each) else a for a in given]
        for guards, value in function(terms, before, *plain) if name in WITH_TERMS else function(*plain):
            if several and guards:
                raise Refused(f"{name} of the entries of a vector")
            yield guards, Each(value) if several else value

    return of


def total(_terms: Terms, _before: Guards, a: Any) -> Iterator[Piece]:
    """Yield the sum of the entries of a vector."""
    if not isinstance(a, Each):
        raise Refused("the sum of the entries of a number")
    yield EVERYWHERE, summed(a.at)


def inner(_terms: Terms, _before: Guards, a: Any, b: Any) -> Iterator[Piece]:
    """Yield the inner product of two vectors."""
    if not isinstance(a, Each) or not isinstance(b, Each):
        raise Refused("the product of a number and a vector")
    yield EVERYWHERE, summed(a.at * b.at)


def exponential(terms: Entries, _before: Guards, a: Any) -> Iterator[Piece]:
    """Yield exp, of a number or at each entry."""
    value = terms.values.of("exp", a.at if isinstance(a, Each) else a)
    yield EVERYWHERE, Each(value) if isinstance(a, Each) else value


def logarithm(terms: Entries, before: Guards, a: Any) -> Iterator[Piece]:
    """Yield ln, of a number or at each entry, where that is positive."""
    inside = a.at if isinstance(a, Each) else a
    if inside.constant is None or inside.constant <= 0:
        terms.needs.append((before, Guard(inside, ">")))
    value = terms.values.of("ln", inside)
    yield EVERYWHERE, Each(value) if isinstance(a, Each) else value


def raised(terms: Entries, before: Guards, a: Any, e: Any) -> Iterator[Piece]:
    """Yield a**e: for halves of whole numbers by products and roots, else exp(e ln(a)), where a is positive."""
    if isinstance(e, Ratio) and e.constant is not None:
        several = isinstance(a, Each)
        for guards, value in power(terms, before, a.at if several else a, e):
            if several and guards:
                raise Refused("a root of the entries of a vector")
            yield guards, Each(value) if several else value
        return
    for _, log in logarithm(terms, before, a):
        for _, product in OF_ENTRIES["*"][1](terms, before, e, log):
            yield from exponential(terms, before, product)


def extreme_entries(name: str, sign: Ratio) -> Callable[..., Iterator[Piece]]:
    """Return max at each entry, or min where the sign is -1, by max(a, b) = a + max(0, b - a); else that of numbers."""

    def of(terms: Entries, _before: Guards, *given: Any) -> Iterator[Piece]:
        if not any(isinstance(a, Each) for a in given):
            yield from FUNCTIONS[name][1](*given)
            return
        first, *others = (a.at if isinstance(a, Each) else a for a in given)
        for other in others:
            first += sign * terms.values.rectified(sign * (other - first))
        yield EVERYWHERE, Each(first)

    return of


def magnitude(terms: Entries, _before: Guards, a: Any) -> Iterator[Piece]:
    """Yield the absolute value, of a number or at each entry."""
    if isinstance(a, Each):
        yield EVERYWHERE, Each(terms.values.rectified(a.at) + terms.values.rectified(-a.at))
    else:
        yield from FUNCTIONS["abs"][1](a)


OF_ENTRIES: dict[str, tuple[Any, Callable[..., Iterator[Piece]], bool]] = {
    name: (counts, entrywise(name), True) for name, (counts, _, _) in FUNCTIONS.items() if name not in ("dot", "norm")
}
OF_ENTRIES |= {
    "sum": ((1,), total, True), "dot": ((2,), inner, True), "exp": ((1,), exponential, True),
    "ln": ((1,), logarithm, True), "log": ((1,), logarithm, True), "**": ((2,), raised, True),
    "max": (range(2, 9), extreme_entries("max", UNIT), True),
    "min": (range(2, 9), extreme_entries("min", -UNIT), True),
    "abs": ((1,), magnitude, True),
}  # fmt: skip
OF_ENTRIES |= {"Max": OF_ENTRIES["max"], "Min": OF_ENTRIES["min"], "Abs": OF_ENTRIES["abs"]}
