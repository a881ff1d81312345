"""Inequalities in one variable, proved by the signs of derivatives or by rigorous enclosures.

Three rules, each a mean value theorem with its side conditions: g is defined on the range, the derivatives are
sympy's, their signs are checked by z3 on all of the range (transcendental parts are replaced by fresh variables
with their algebraic relations), and values at single points are decided exactly or by balls of python-flint.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import sympy
import z3
from flint import arb, ctx

from bounds.numbers import sign
from bounds.numbers.evaluate import evaluate
from verify.logic.language import UNKNOWN, Formula, How, StepFailed, Term
from verify.logic.solvers import EFFORT, limited
from verify.logic.translate import constant, relation, translate

BITS = 128


@dataclass(frozen=True)
class Range:
    """The values lo <= v <= hi of a variable v, and conditions on the parameters; an end that is None is infinite."""

    variable: Any
    lo: Any = None
    hi: Any = None
    conditions: tuple[tuple[Any, str, Any], ...] = ()

    def formula(self) -> Formula:
        """Return the range as a formula."""
        v = translate(self.variable)
        parts = [relation(translate(a), operator, translate(b)) for a, operator, b in self.conditions]
        if self.lo is not None:
            parts.append(v >= translate(self.lo))
        if self.hi is not None:
            parts.append(v <= translate(self.hi))
        return z3.And(parts)

    def variables(self) -> list[Term]:
        """Return the variable and the parameters of the conditions."""
        symbols = {self.variable}
        for a, _, b in self.conditions:
            symbols |= sympy.sympify(a).free_symbols | sympy.sympify(b).free_symbols
        return [constant(symbol) for symbol in sorted(symbols, key=str)]


def as_given(name: str, g: Any, on: Range) -> tuple[Any, Range]:
    """Return the expression and the range made afresh of sympy's own objects; refuse classes of one's own."""
    if type(on) is not Range:
        raise StepFailed(name, f"{on!r} is not a Range")

    def own(value: Any) -> Any:
        expression = sympy.sympify(value, strict=True)
        for part in sympy.preorder_traversal(expression):
            if not type(part).__module__.startswith("sympy."):
                raise StepFailed(name, f"{part} is of the class {type(part).__name__}, which is not sympy's")
        return expression

    conditions = tuple((own(a), str(operator), own(b)) for a, operator, b in on.conditions)
    low, high = (None if end is None else own(end) for end in (on.lo, on.hi))
    return own(g), Range(own(on.variable), low, high, conditions)


def inequality(g: Any, on: Range) -> Formula:
    """Return "g >= 0 on the range" as a formula."""
    return z3.ForAll(on.variables(), z3.Implies(on.formula(), translate(_exponential(g)) >= 0))


# --- the rules -----------------------------------------------------------------------------------------


def _check_derivatives(name: str, g: Any, on: Range, at: Any, order: int) -> str:
    _in_the_language(name, g, on)
    if at is None or not sympy.sympify(at).is_Rational:
        raise StepFailed(name, f"derivatives decide from an exact point; {at} is not one")
    if order % 2 and at != on.lo:
        raise StepFailed(name, f"an odd derivative decides only from the lower end, not from {at}")
    if at != on.lo and not _inside(at, on):
        raise StepFailed(name, f"{at} is not in the range")
    _defined(name, g, on)
    for k in range(order):
        value = sympy.simplify(sympy.diff(g, on.variable, k).subs(on.variable, at))
        if value != 0 and not (at == on.lo and _sign_at(value) >= 0):
            raise StepFailed(name, f"the derivative of order {k} at {at} is {value}, not 0")
    _has_sign(name, sympy.diff(g, on.variable, order), ">=", on)
    return f"derivatives below {order} at {at} are 0 or more, the next is >= 0 on all of the range"


def _check_enclosure(name: str, g: Any, on: Range, depth: int) -> str:
    if on.lo is None or on.hi is None or on.conditions:
        raise StepFailed(name, "an enclosure needs a bounded range of one variable")
    _in_the_language(name, g, on)
    return f"{_pieces(name, g, on, depth)} pieces, each enclosed above 0"


RULES: Mapping[str, tuple[How, Callable[..., str]]] = MappingProxyType(
    {
        "derivatives": ("calculus", _check_derivatives),
        "enclosure": ("enclosure", _check_enclosure),
    }
)
"""The rules by name: how a step made by it is called, and its check, which returns what was checked or raises."""


def _exponential(g: Any) -> Any:
    """Write hyperbolic functions with exponentials."""
    g = g.replace(sympy.cosh, lambda a: (sympy.exp(a) + sympy.exp(-a)) / 2)
    return g.replace(sympy.sinh, lambda a: (sympy.exp(a) - sympy.exp(-a)) / 2)


# --- signs ---------------------------------------------------------------------------------------------


def _sign_at(value: Any) -> int:
    """Return the sign of a number, decided exactly or by an enclosure."""
    if value.free_symbols:
        raise StepFailed("a value at a point", f"{value} still has variables")
    decided = sign(evaluate(value, {}))
    if decided is None:
        raise StepFailed("a value at a point", f"the sign of {value} is not decided")
    return decided


def _has_sign(name: str, expression: Any, operator: str, on: Range) -> None:
    """Check with z3 that an expression is >= 0 or <= 0 on all of the range."""
    algebraic, facts = _algebraic(expression)
    goal = relation(algebraic, operator, z3.RealVal(0))
    solver = limited(z3.Solver(), (on.formula(), *facts, z3.Not(goal)), EFFORT)
    answer = solver.check()
    if answer != z3.unsat:
        reason = "does not have this sign everywhere" if answer == z3.sat else "is not decided by z3"
        raise StepFailed(name, f"the derivative {expression} {operator} 0 {reason}")


def _algebraic(expression: Any) -> tuple[Term, list[Formula]]:
    """Replace exponentials and hyperbolic functions by variables with their algebraic relations."""
    names: dict[Any, Term] = {}
    pairs: dict[Any, tuple[Term, Term]] = {}
    facts: list[Formula] = []
    together = sympy.together(expression)
    for atom in sorted(together.atoms(sympy.cosh, sympy.sinh), key=str):
        argument = atom.args[0]
        if argument not in pairs:
            c, s_ = (z3.Real(f"{UNKNOWN}{name}({argument})") for name in ("cosh", "sinh"))
            pairs[argument] = c, s_
            facts += [c * c - s_ * s_ == 1, c >= 1]
        names[atom] = pairs[argument][0 if isinstance(atom, sympy.cosh) else 1]
    for atom in sorted(together.atoms(sympy.exp), key=str):
        names[atom] = z3.Real(f"{UNKNOWN}{atom}")
        facts.append(names[atom] > 0)
    return translate(together, names), facts


def _defined(name: str, g: Any, on: Range) -> None:
    """Check that on the range g is analytic: logarithms of positive numbers, no zero in a denominator or a root."""
    _in_the_language(name, g, on)
    for logarithm in g.atoms(sympy.log):
        argument, facts = _algebraic(logarithm.args[0])
        _entails(name, on, facts, argument > 0, f"{logarithm.args[0]} > 0")
    for power in g.atoms(sympy.Pow):
        base, facts = _algebraic(power.base)
        if not power.exp.is_Integer:
            _entails(name, on, facts, base > 0, f"{power.base} > 0")
        elif power.exp.is_negative:
            _entails(name, on, facts, base != 0, f"{power.base} != 0")


def _in_the_language(name: str, g: Any, on: Range) -> None:
    """Check that g is made of smooth functions, and that no symbol carries an assumption that z3 is not told."""
    for part in sympy.preorder_traversal(g):
        if not isinstance(part, _SMOOTH) or isinstance(part, sympy.Float):
            raise StepFailed(name, f"{part} is not made of +, *, powers, log, exp, cosh and sinh")
    ends = [sympy.sympify(end) for end in (on.lo, on.hi) if end is not None]
    ends += [sympy.sympify(end) for a, _, b in on.conditions for end in (a, b)]
    for symbol in {on.variable}.union(g.free_symbols, *(end.free_symbols for end in ends)):
        if symbol != sympy.Symbol(symbol.name, real=True):
            raise StepFailed(name, f"{symbol} has to be a symbol with no other assumption than real=True")


_SMOOTH = (
    *(sympy.Add, sympy.Mul, sympy.Pow, sympy.log, sympy.exp, sympy.cosh, sympy.sinh),
    *(sympy.Symbol, sympy.Rational),
)


def _inside(at: Any, on: Range) -> bool:
    """Tell whether a number is in the range, whatever the parameters are."""
    low = on.lo is None or _sign_at(sympy.sympify(at) - on.lo) >= 0
    return low and (on.hi is None or _sign_at(on.hi - sympy.sympify(at)) > 0)


def _entails(name: str, on: Range, facts: Sequence[Formula], goal: Formula, text: str) -> None:
    solver = limited(z3.Solver(), (on.formula(), *facts, z3.Not(goal)), EFFORT)
    if solver.check() != z3.unsat:
        raise StepFailed(name, f"{text} is not certain on the range")


# --- enclosures ----------------------------------------------------------------------------------------


def _pieces(name: str, g: Any, on: Range, depth: int) -> int:
    """Return into how many pieces the range had to be cut for g to be enclosed above 0 on each."""
    count = 0
    with ctx.workprec(BITS):
        open_ = [(_ball(on.lo, {}), _ball(on.hi, {}), 0)]
        while open_:
            lo, hi, level = open_.pop()
            count += 1
            value = _ball(g, {on.variable: lo.union(hi)})
            if value > 0:
                continue
            if level == depth:
                raise StepFailed(name, f"not enclosed above 0 near {on.variable} = {lo.mid().str(6)}")
            middle = (lo + hi) / 2
            open_ += [(lo, middle, level + 1), (middle, hi, level + 1)]
    return count


def _ball(expression: Any, values: dict[Any, arb]) -> arb:
    e = sympy.sympify(expression)
    if e in values:
        return values[e]
    if e.is_Rational:
        return arb(int(e.p)) / int(e.q)
    parts = [_ball(a, values) for a in e.args]
    if e.is_Add:
        return sum(parts[1:], parts[0])
    if e.is_Mul:
        product = parts[0]
        for part in parts[1:]:
            product = product * part
        return product
    if e.is_Pow and e.exp.is_Integer:
        return parts[0] ** int(e.exp)
    if isinstance(e, sympy.log):
        return parts[0].log()
    if isinstance(e, sympy.exp):
        return parts[0].exp()
    raise StepFailed("an enclosure", f"{e} is not enclosed")
