"""What a claim's parameters may be: the domain of each, and the premises that limit it, read from their formulas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import sympy

from bounds.claims.parts import Hypothesis
from bounds.claims.statement import Statement
from bounds.domains import NONNEGATIVE, Domain
from bounds.errors import BoundcheckError
from bounds.expression import expression_of
from bounds.formulas.reading import Reading, readings
from bounds.formulas.signs import at_least_zero
from bounds.formulas.slack import ZERO
from bounds.formulas.text import read
from bounds.formulas.tree import TURNED, Apply, Formula, Name
from bounds.numbers import to_fraction


class Relation(NamedTuple):
    """A premise about parameters alone."""

    left: Any
    operator: str
    right: Any

    def turned(self) -> Relation:
        """Return the same relation with its sides exchanged."""
        return Relation(self.right, TURNED[self.operator], self.left)


@lru_cache(maxsize=4096)
def relation_of(formula: Formula) -> Relation | None:
    """Return the relation of parameters that a formula is; None where it says more than glossary symbols do.

    ``q == 0 or a < p/q`` is read as a < p/q, which limits nothing where q is 0 and the end has no value.

    >>> from bounds.formulas import read
    >>> relation_of(read("X > 0")), relation_of(read("sum(u) == U"))
    (Relation(left=X, operator='>', right=0), None)
    """
    match formula:
        case Apply("or", (Apply("==", (q, zero)), Apply("<", (Name(), Apply("/", (_, divisor)))) as limited)):
            return relation_of(limited) if zero == ZERO and divisor == q else None
        case Apply(operator, (left, right)) if operator in TURNED and operator != "!=":
            try:
                return Relation(expression_of(left), operator, expression_of(right))
            except BoundcheckError:
                return None
    return None


def premise(hypothesis: Hypothesis) -> Relation | None:
    """Return what a hypothesis says of parameters alone, None where it speaks of trials or of the comparator.

    >>> from boundcheck import theorem
    >>> [premise(h) for h in theorem("bylander.6.norm").hypotheses]
    [Relation(left=U, operator='>', right=0)]
    """
    return None if hypothesis.tree is None else relation_of(hypothesis.tree)


def says(claim: Statement, *formulas: str) -> bool:
    """Tell whether one of the formulas is a premise of the claim, whatever that is called; ``0 < X`` is ``X > 0``.

    >>> from bounds.claims.catalogue import theorem
    >>> says(theorem("bylander.6"), "n >= 2", "0 < U"), says(theorem("bylander.6"), "n >= 2")
    (True, False)
    """
    stated = premise_readings(claim)
    return any({*readings(_tree(formula))} <= stated for formula in formulas)


_tree = lru_cache(maxsize=4096)(read)


def premise_readings(claim: Statement) -> set[Reading]:
    """Return all that the premises of a claim say, one by one."""
    trees = (hypothesis.tree for hypothesis in claim.hypotheses)
    return {one for tree in trees if tree is not None for one in readings(tree)}


def limits(claim: Statement, symbol: sympy.Symbol) -> Iterator[Relation]:
    """Yield the premises of a claim that limit a symbol, with the symbol on the left.

    >>> from bounds.claims.catalogue import theorem
    >>> from bounds import symbols as s
    >>> list(limits(theorem("kitani.wma"), s.eta))
    [Relation(left=eta, operator='<=', right=1/2)]
    """
    for hypothesis in claim.hypotheses:
        relation = premise(hypothesis)
        if relation is not None and relation.right == symbol:
            relation = relation.turned()
        if relation is not None and relation.left == symbol and symbol not in relation.right.free_symbols:
            yield relation


@dataclass(frozen=True)
class Range:
    """What a free parameter may be: its domain, and the premise that is its upper end, closed (<=) or open (<).

    ``made_below`` is how far instances are made where the premises give no end, or a nearer one in no closed form.
    """

    domain: Domain
    upper: Relation | None = None
    made_below: Any = None

    @property
    def end(self) -> Any:
        """The expression up to which instances are made, None for no end."""
        return self.upper.right if self.made_below is None and self.upper is not None else self.made_below

    @property
    def number(self) -> Fraction | None:
        """The end where it is a rational number, else None."""
        return to_fraction(self.end) if getattr(self.end, "is_Rational", False) else None


def range_of(claim: Statement, symbol: sympy.Symbol) -> Range:
    """Return the range of a free parameter, its end read from the premises.

    >>> from bounds.claims.catalogue import theorem
    >>> from bounds import symbols as s
    >>> range_of(theorem("kitani.wma"), s.eta).upper
    Relation(left=eta, operator='<=', right=1/2)
    >>> range_of(theorem("kw.dot"), s.N)
    Range(domain=Domain(low=0, open=False, whole=True), upper=None, made_below=120)
    """
    upper = next((relation for relation in limits(claim, symbol) if relation.operator in ("<", "<=")), None)
    return Range(claim.domain(symbol), upper, claim.made_below.get(symbol))


def ranges(claim: Statement) -> dict[Any, Range]:
    """Return the range of each free parameter."""
    return {symbol: range_of(claim, symbol) for symbol in claim.free}


def signed(claim: Statement) -> frozenset[Any]:
    """Return the free parameters that may be negative: neither their domain nor a premise about them forbids it."""
    free = (symbol for symbol in claim.free if claim.domain(symbol).low is None)
    return frozenset(symbol for symbol in free if not implied(claim, symbol, NONNEGATIVE))


def stated_domains(claim: Statement) -> Iterator[tuple[sympy.Symbol, Domain]]:
    """Yield the parameters that a claim says to be positive, not negative or whole, each with its domain.

    What is measured has the values that it has; and the value of a parameter that the claim defines is left out where
    it evidently lies in its domain.

    >>> from boundcheck import theorem
    >>> [domain.text(symbol) for symbol, domain in stated_domains(theorem("bylander.8"))]
    ['U >= 0', 'X >= 0', 'tau > 0']
    """
    for symbol in sorted(claim.spoken, key=str):
        domain = claim.domain(symbol)
        if (domain.low is not None or domain.whole) and not _evident(claim, symbol, domain):
            yield symbol, domain


def implied(claim: Statement, symbol: sympy.Symbol, domain: Domain) -> bool:
    """Tell whether a premise says by itself that a parameter is not below its domain, as alpha > 1 does of alpha > 0.

    A norm is not negative, and so is a parameter that is at least one.
    """
    if domain.low is None:
        return True
    for relation in limits(claim, symbol):
        above = relation.right - domain.low if relation.operator in (">", ">=", "==") else None
        at_end = relation.operator == ">" or not domain.open
        if above is not None and above.is_number and (above.is_positive or (above.is_zero and at_end)):
            return True
    evident = (at_least_zero(hypothesis.tree) == symbol.name for hypothesis in claim.hypotheses)
    return domain.low == 0 and not domain.open and any(evident)


def _evident(claim: Statement, symbol: sympy.Symbol, domain: Domain) -> bool:
    """Tell whether the value that a claim gives to a parameter lies in its domain whatever the others are."""
    if symbol not in claim.defines:
        return False
    value = symbol
    for name, definition in reversed(list(claim.defines.items())):
        value = value.subs(name, definition)
    whole = value.is_integer or not domain.whole
    above = value.xreplace({free: _member(claim, free) for free in value.free_symbols})
    if domain.low is not None:
        above -= domain.low
    return bool(whole and (domain.low is None or (above.is_positive if domain.open else above.is_nonnegative)))


def _member(claim: Statement, symbol: sympy.Symbol) -> sympy.Expr:
    """Return a number of a parameter's domain, and beyond the numbers that premises give as its ends, in symbols."""
    domain, name = claim.domain(symbol), symbol.name
    low, is_open = domain.low, domain.open
    for relation in limits(claim, symbol):
        if relation.operator in (">", ">=") and relation.right.is_Rational and (low is None or relation.right >= low):
            low, is_open = relation.right, relation.operator == ">"
    if low is None:
        return symbol
    if any(relation.operator == "<" and relation.right == low + 1 for relation in limits(claim, symbol)) and is_open:
        return low + 1 / (1 + sympy.Dummy(name, positive=True))
    return low + sympy.Dummy(name, integer=domain.whole or None, **{"positive" if is_open else "nonnegative": True})
