"""Formulas of the proofs as mathematics to be read: u.w_t, |x_t|**2, loss(yhat; I_t), [an event], 0 <= t < l."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, TypeAlias

import z3

from verify.logic.language import is_applied

Node: TypeAlias = Any

# How tightly an operation binds: a part is put in brackets where it binds less tightly than its place wants.
LOGIC, RELATION, SUM, PRODUCT, POWER, ATOM = range(6)

Text: TypeAlias = tuple[str, int]


def text(formula: Node) -> str:
    """Return a formula or a term in the field's notation, on one line.

    >>> import z3
    >>> a, t = z3.Real("a_"), z3.Int("t")
    >>> w, l = z3.Function("w", z3.IntSort(), z3.RealSort()), z3.Int("l")
    >>> text(z3.ForAll([a], z3.Implies(a > 0, a * a / 2 > -a)))
    'for all a: if a > 0 then a**2/2 > -a'
    >>> text(z3.ForAll([t], z3.Implies(z3.And(t >= 0, t < l), w(t + 1) == w(t) + z3.If(w(t) > 2, 1.0, 0.0))))
    'for every t with 0 <= t < l: w_{t+1} = w_t + [w_t > 2]'
    """
    return _write(formula, ())[0]


def _write(node: Node, bound: tuple[str, ...]) -> Text:
    if z3.is_quantifier(node):
        return _quantified(node, bound)
    if z3.is_var(node):
        return bound[-1 - z3.get_var_index(node)], ATOM
    number = _value(node)
    if number is not None:
        return _number(number)
    if z3.is_algebraic_value(node):
        return f"{node.approx(20).as_decimal(8)}", ATOM if node.approx(20).as_fraction() >= 0 else SUM
    for pattern in _PATTERNS:
        written = pattern(node, bound)
        if written is not None:
            return written
    return _OPERATIONS.get(node.decl().kind(), _applied)(node, bound)


def _in(node: Node, bound: tuple[str, ...], place: int) -> str:
    """Return the text of a part for a place that wants it to bind at least as tightly as ``place``."""
    written, binds = _write(node, bound)
    return written if binds >= place else f"({written})"


def _value(node: Node) -> Fraction | None:
    """Return the number that a numeral stands for; of anything else, None."""
    if z3.is_int_value(node):
        return Fraction(node.as_long())
    return Fraction(node.as_fraction()) if z3.is_rational_value(node) else None


def _number(value: Fraction) -> Text:
    if value.denominator != 1:
        return str(value), PRODUCT if value > 0 else SUM
    return str(value), ATOM if value >= 0 else SUM


def _is(node: Node, kind: int) -> bool:
    return bool(z3.is_app(node) and node.decl().kind() == kind)


def _called(node: Node, *names: str) -> bool:
    return is_applied(node) and node.decl().name() in names


def _bare(name: str) -> str:
    """Return a variable's name without the mark of an auxiliary one."""
    return name.removesuffix("_") or name


# --- quantifiers and logic -----------------------------------------------------------------------------


def _quantified(node: Node, bound: tuple[str, ...]) -> Text:
    names = tuple(_bare(node.var_name(k)) for k in range(node.num_vars()))
    inside, body = (*bound, *names), node.body()
    some = "for all" if node.is_forall() else "there are"
    if node.is_forall() and len(names) == 1 and _is(body, z3.Z3_OP_IMPLIES):
        condition = _write(body.arg(0), inside)[0]
        if condition.startswith(f"0 <= {names[0]} <"):
            return f"for every {names[0]} with {condition}: {_write(body.arg(1), inside)[0]}", LOGIC
    return f"{some} {', '.join(names)}: {_write(body, inside)[0]}", LOGIC


def _implication(node: Node, bound: tuple[str, ...]) -> Text:
    premises = []
    while _is(node, z3.Z3_OP_IMPLIES) and _outcomes(node, bound) is None:
        premises.append(
            _in(node.arg(0), bound, RELATION) if not _is(node.arg(0), z3.Z3_OP_AND) else _write(node.arg(0), bound)[0]
        )
        node = node.arg(1)
    kept = [premise for premise in premises if premise != "true"]
    conclusion, binds = _write(node, bound)
    return (f"if {' and '.join(kept)} then {conclusion}", LOGIC) if kept else (conclusion, binds)


def _conjunction(node: Node, bound: tuple[str, ...]) -> Text:
    parts: list[Node] = list(_conjuncts(node))
    written = []
    while parts:
        chain = _chain(parts[0], parts[1], bound) if len(parts) > 1 else None
        written.append(chain or _in(parts[0], bound, RELATION))
        parts = parts[2 if chain else 1 :]
    kept = [part for part in written if part != "true"]
    return " and ".join(kept) or "true", RELATION if len(kept) <= 1 else LOGIC


def _conjuncts(node: Node) -> Iterator[Node]:
    for part in node.children():
        if _is(part, z3.Z3_OP_AND) and _beyond(part, ()) is None:
            yield from _conjuncts(part)
        else:
            yield part


def _chain(low: Node, high: Node, bound: tuple[str, ...]) -> str | None:
    """Return "a <= v <= b" for v >= a and v <= b."""
    below, above = {z3.Z3_OP_GE: "<=", z3.Z3_OP_GT: "<"}, {z3.Z3_OP_LE: "<=", z3.Z3_OP_LT: "<"}
    if not (z3.is_app(low) and z3.is_app(high) and low.num_args() == 2 and high.num_args() == 2):
        return None
    if low.decl().kind() not in below or high.decl().kind() not in above or not low.arg(0).eq(high.arg(0)):
        return None
    a, v, b = (_in(part, bound, SUM) for part in (low.arg(1), low.arg(0), high.arg(1)))
    return f"{a} {below[low.decl().kind()]} {v} {above[high.decl().kind()]} {b}"


def _disjunction(node: Node, bound: tuple[str, ...]) -> Text:
    return " or ".join(_in(part, bound, RELATION) for part in node.children()), LOGIC


def _negation(node: Node, bound: tuple[str, ...]) -> Text:
    return f"not {_in(node.arg(0), bound, ATOM)}", RELATION


def _relation(symbol: str) -> Callable[[Node, tuple[str, ...]], Text]:
    def write(node: Node, bound: tuple[str, ...]) -> Text:
        place, sign = SUM, symbol
        if z3.is_bool(node.arg(0)):
            place, sign = (RELATION, "if and only if") if symbol == "=" else (ATOM, "if and only if not")
        return f" {sign} ".join(_in(part, bound, place) for part in node.children()), RELATION

    return write


def _choice(node: Node, bound: tuple[str, ...]) -> Text:
    condition = _write(node.arg(0), bound)[0]
    if z3.is_bool(node):
        then, other = (_in(part, bound, RELATION) for part in node.children()[1:])
        return f"if {condition} then {then}, else {other}", LOGIC
    then, other = (_in(part, bound, SUM) for part in node.children()[1:])
    if other == "0":
        return (
            (f"[{condition}]", ATOM) if then == "1" else (f"{_in(node.arg(1), bound, PRODUCT)}*[{condition}]", PRODUCT)
        )
    return f"({then} if {condition}, else {other})", ATOM


# --- arithmetic ----------------------------------------------------------------------------------------


def _sum(node: Node, bound: tuple[str, ...]) -> Text:
    written = ""
    for negative, part in _terms(node):
        term = _in(part, bound, PRODUCT)
        if term == "0":
            continue
        if term.startswith(("-", "(-")):
            inner = _write(part, bound)[0]
            if inner.startswith("-") and " " not in inner:
                negative, term = not negative, inner[1:]
        written += (" - " if negative else " + ") + term
    if not written:
        return "0", ATOM
    return (written[3:] if written.startswith(" + ") else f"-{written[3:]}"), SUM


def _terms(node: Node, negative: bool = False) -> Iterator[tuple[bool, Node]]:
    if _distance_of(node) is not None:
        yield negative, node
    elif _is(node, z3.Z3_OP_ADD):
        for part in node.children():
            yield from _terms(part, negative)
    elif _is(node, z3.Z3_OP_SUB):
        for index, part in enumerate(node.children()):
            yield from _terms(part, negative != (index > 0))
    elif _is(node, z3.Z3_OP_UMINUS):
        yield from _terms(node.arg(0), not negative)
    else:
        yield negative, node


def _product(node: Node, bound: tuple[str, ...]) -> Text:
    number = Fraction(1)
    up: dict[str, int] = {}
    down: dict[str, int] = {}
    for inverted, factor in _factors(node):
        value = _value(factor)
        if value == 0 and not inverted:
            return "0", ATOM
        if value:
            number = number / value if inverted else number * value
            continue
        written = _in(factor, bound, POWER)
        powers = down if inverted else up
        powers[written] = powers.get(written, 0) + 1
    tops, bottoms = _powers(up, abs(number.numerator)), _powers(down, number.denominator)
    sign = "-" if number < 0 else ""
    top = sign + ("*".join(tops) or "1")
    if not bottoms:
        return top, SUM if sign else PRODUCT if len(tops) > 1 else POWER
    bottom = bottoms[0] if len(bottoms) == 1 else f"({'*'.join(bottoms)})"
    return f"{top}/{bottom}", SUM if sign else PRODUCT


def _powers(factors: dict[str, int], number: int) -> list[str]:
    return ([str(number)] if number != 1 else []) + [f if k == 1 else f"{f}**{k}" for f, k in factors.items()]


def _factors(node: Node, inverted: bool = False) -> Iterator[tuple[bool, Node]]:
    if _is(node, z3.Z3_OP_MUL):
        for part in node.children():
            yield from _factors(part, inverted)
    elif _is(node, z3.Z3_OP_DIV):
        yield from _factors(node.arg(0), inverted)
        yield from _factors(node.arg(1), not inverted)
    elif _is(node, z3.Z3_OP_UMINUS):
        yield inverted, z3.RealVal(-1)
        yield from _factors(node.arg(0), inverted)
    elif _is(node, z3.Z3_OP_TO_REAL):
        yield from _factors(node.arg(0), inverted)
    else:
        yield inverted, node


def _negative(node: Node, bound: tuple[str, ...]) -> Text:
    return f"-{_in(node.arg(0), bound, PRODUCT)}", SUM


def _same(node: Node, bound: tuple[str, ...]) -> Text:
    return _write(node.arg(0), bound)


# --- symbols -------------------------------------------------------------------------------------------


def _applied(node: Node, bound: tuple[str, ...]) -> Text:
    """Return f(a), or w_t and x_{t,i} for a one-letter sequence."""
    name = _bare(node.decl().name())
    if not node.num_args():
        return name, ATOM
    whole = all(part.sort() == z3.IntSort() for part in node.children())
    arguments = [_write(part, bound)[0] for part in node.children()]
    if whole and len(name) == 1:
        index = ",".join(argument.replace(" ", "") for argument in arguments)
        return f"{name}_{index}" if len(index) == 1 else f"{name}_{{{index}}}", ATOM
    return f"{name}({', '.join(arguments)})", ATOM


# --- what the proofs write often -----------------------------------------------------------------------


def _vectors(node: Node, bound: tuple[str, ...]) -> Text | None:
    """Return a.b, |a|**2, a + b and r*a for vectors."""
    if _called(node, "dot"):
        if node.arg(0).eq(node.arg(1)):
            return f"|{_write(node.arg(0), bound)[0]}|**2", POWER
        return ".".join(_in(part, bound, ATOM) for part in node.children()), POWER
    if _called(node, "add"):
        left, right = (_in(part, bound, PRODUCT) for part in node.children())
        return (f"{left} - {right[1:]}" if right.startswith("-") else f"{left} + {right}"), SUM
    if _called(node, "scale"):
        factor, vector = _in(node.arg(0), bound, PRODUCT), _in(node.arg(1), bound, POWER)
        return (f"-{vector}", PRODUCT) if factor in ("-1", "(-1)") else (f"{factor}*{vector}", PRODUCT)
    if _called(node, "zero"):
        return "0", ATOM
    return None


def _distance(node: Node, bound: tuple[str, ...]) -> Text | None:
    """Return |u - w|**2 for u.u - 2 u.w + w.w."""
    pair = _distance_of(node)
    if pair is None:
        return None
    u, w = (_in(part, bound, PRODUCT) for part in pair)
    return f"|{u}|**2" if w == "0" else f"|{u} - {w}|**2", POWER


def _distance_of(node: Node) -> tuple[Node, Node] | None:
    """Return u and w where the node is u.u - 2 u.w + w.w."""
    if not (_is(node, z3.Z3_OP_ADD) and node.num_args() == 2 and _is(node.arg(0), z3.Z3_OP_SUB)):
        return None
    square, twice, other = node.arg(0).arg(0), node.arg(0).arg(1), node.arg(1)
    if not (_called(square, "dot") and _called(other, "dot") and _is(twice, z3.Z3_OP_MUL)):
        return None
    u, w = square.arg(0), other.arg(0)
    product = twice.arg(1)
    if _called(product, "dot") and u.eq(product.arg(0)) and w.eq(product.arg(1)) and str(twice.arg(0)) == "2":
        return u, w
    return None


def _part(node: Node, name: str) -> bool:
    return _called(node, name, f"{name}_")


def _beyond(node: Node, bound: tuple[str, ...]) -> tuple[str, str, str] | None:
    """Read "y is outside of I, below or above": the word, y, and the interval."""
    for word, name in (("below", "lo"), ("above", "hi")):
        if _is(node, z3.Z3_OP_AND) and node.num_args() == 2 and _part(node.arg(0), f"has_{name}"):
            end = node.arg(1)
            if _is(end, z3.Z3_OP_ITE) and _part(end.arg(0), f"{name}_closed"):
                inside = end.arg(1)
                return word, _in(inside.arg(0), bound, SUM), _interval(inside.arg(1), name, bound)
    return None


def _interval(end: Node, name: str, bound: tuple[str, ...]) -> str:
    """Return I_t, or I_t +- tau, from an end of it."""
    if not _part(end, name):
        widened = _in(end.arg(1), bound, PRODUCT)
        return _interval(end.arg(0), name, bound) + ("" if widened == "0" else f" +- {widened}")
    return f"I_{_write(end.arg(0), bound)[0]}" if end.num_args() else "I"


def _outcomes(node: Node, bound: tuple[str, ...]) -> Text | None:
    """Return "y below I_t", side(y; I_t), loss(y; I_t) and "I_t is not empty"."""
    outside = _beyond(node, bound)
    if outside is not None:
        return f"{outside[1]} is {outside[0]} {outside[2]}", RELATION
    if _is(node, z3.Z3_OP_ITE) and _is(node.arg(2), z3.Z3_OP_ITE):
        below, above = _beyond(node.arg(0), bound), _beyond(node.arg(2).arg(0), bound)
        if below and above and below[1:] == above[1:]:
            values = [str(part) for part in (node.arg(1), node.arg(2).arg(1), node.arg(2).arg(2))]
            if values == ["1", "-1", "0"]:
                return f"side({below[1]}; {below[2]})", ATOM
        event = node.arg(0)
        if _is(event, z3.Z3_OP_AND) and event.num_args() == 2 and _part(event.arg(0), "has_lo"):
            y, end = event.arg(1).arg(0), event.arg(1).arg(1)
            return f"loss({_write(y, bound)[0]}; {_interval(end, 'lo', bound)})", ATOM
    both = _is(node, z3.Z3_OP_IMPLIES) and _is(node.arg(0), z3.Z3_OP_AND) and node.arg(0).num_args() > 0
    if both and _part(node.arg(0).arg(0), "has_lo"):
        middle = node.arg(1)
        if _is(middle, z3.Z3_OP_OR):
            return f"{_interval(middle.arg(0).arg(0), 'lo', bound)} is not empty", RELATION
    return None


def _positive_part(node: Node, bound: tuple[str, ...]) -> Text | None:
    """Return max(0, b - a) for "b - a if a < b, else 0", also where a < b is written b > a."""
    if not (_is(node, z3.Z3_OP_ITE) and _is(node.arg(1), z3.Z3_OP_SUB) and node.arg(1).num_args() == 2):
        return None
    condition, gap = node.arg(0), node.arg(1)
    sides = condition.children() if _is(condition, z3.Z3_OP_GT) else condition.children()[::-1]
    ordered = _is(condition, z3.Z3_OP_GT) or _is(condition, z3.Z3_OP_LT)
    if ordered and all(map(z3.eq, sides, gap.children())) and str(node.arg(2)) == "0":
        return f"max(0, {_write(gap, bound)[0]})", ATOM
    return None


_PATTERNS = (_vectors, _distance, _outcomes, _positive_part)

_OPERATIONS: dict[int, Callable[[Node, tuple[str, ...]], Text]] = {
    z3.Z3_OP_TRUE: lambda *_: ("true", ATOM),
    z3.Z3_OP_FALSE: lambda *_: ("false", ATOM),
    z3.Z3_OP_IMPLIES: _implication,
    z3.Z3_OP_AND: _conjunction,
    z3.Z3_OP_OR: _disjunction,
    z3.Z3_OP_NOT: _negation,
    z3.Z3_OP_EQ: _relation("="),
    z3.Z3_OP_DISTINCT: _relation("!="),
    z3.Z3_OP_LE: _relation("<="),
    z3.Z3_OP_LT: _relation("<"),
    z3.Z3_OP_GE: _relation(">="),
    z3.Z3_OP_GT: _relation(">"),
    z3.Z3_OP_ITE: _choice,
    z3.Z3_OP_ADD: _sum,
    z3.Z3_OP_SUB: _sum,
    z3.Z3_OP_MUL: _product,
    z3.Z3_OP_DIV: _product,
    z3.Z3_OP_UMINUS: _negative,
    z3.Z3_OP_TO_REAL: _same,
    z3.Z3_OP_TO_INT: lambda node, bound: (f"floor({_write(node.arg(0), bound)[0]})", ATOM),
}
