"""Scale-free questions: parameters that may be set to 1, and how the constants follow at other values.

Give every variable and parameter a weight. Where all terms of an inequality weigh the same, multiplying each variable
by a number to the power of its weight changes nothing but units. The weights with that property are a linear space;
each of its dimensions lets one parameter be 1 (Buckingham's theorem).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy

from verify.derive.cases import Problem
from verify.derive.pieces import Guard
from verify.derive.question import Question, a, b, c, rho


@dataclass(frozen=True)
class Scaling:
    """Which parameters are 1, by weights: a row a parameter, an entry a symbol."""

    units: tuple[Any, ...]
    weights: tuple[Mapping[Any, Any], ...]
    free: tuple[Any, ...]

    def restored(self, constant: Any, expression: Any) -> Any:
        """Return a constant at any parameters, given what it is where the units are 1."""
        pairs = zip(self.units, self.weights, strict=True)
        return self._at_any(expression) * sympy.prod([unit ** weight[constant] for unit, weight in pairs])

    def restored_guard(self, guard: Guard) -> Guard:
        """Return a guard at any parameters: a polynomial of the same sign."""
        constant, factors = sympy.factor_list(sympy.numer(sympy.together(self._at_any(guard.term))))
        kept = sympy.prod([base**power for base, power in factors if not base.is_positive and not base.is_Symbol])
        return Guard(sympy.expand((1 if constant > 0 else -1) * kept), guard.relation)

    def _at_any(self, expression: Any) -> Any:
        pairs = list(zip(self.units, self.weights, strict=True))
        put = {f: f * sympy.prod([unit ** -weight[f] for unit, weight in pairs]) for f in self.free}
        return sympy.sympify(expression).subs(put, simultaneous=True)


def scaling(problem: Problem, question: Question) -> Scaling:
    """Return the units of a question."""
    parameters = list(dict.fromkeys((*problem.parameters, *question.parameters)))
    order = [*parameters, *problem.variables, a, b, c]
    column = {symbol: i for i, symbol in enumerate(order)}
    equations: list[list[int]] = []

    def same(terms: Sequence[list[int]]) -> None:
        equations.extend([x - y for x, y in zip(term, terms[0], strict=True)] for term in terms[1:])

    def monomials(*parts: Any) -> list[list[int]]:
        terms = []
        for constant, part in parts:
            for powers in sympy.Poly(part, *order).monoms() if part != 0 else []:
                term = list(powers)
                if constant is not None:
                    term[column[constant]] += 1
                terms.append(term)
        return terms

    for case in problem.cases:
        for guard in case.guards:
            same(monomials((None, guard.term)) or [[0] * len(order)])
        joined = monomials((a, case.drop), (b, case.over), (c, case.loss), (None, case.gain))
        same(joined)
    for guard in problem.premises:
        same(monomials((None, sympy.numer(sympy.together(guard.term)))))
    for constant, fixed in ((None, question.c), (a, question.ratio)):
        if fixed is not None:
            above, below = sympy.fraction(sympy.together(fixed))
            same([*monomials((constant, above)), *monomials((c, below))])
    return _units(sympy.Matrix(equations) if equations else sympy.zeros(1, len(order)), parameters, order)


def _units(equations: sympy.Matrix, parameters: list[Any], order: list[Any]) -> Scaling:
    space = equations.nullspace()
    if not space:
        return Scaling((), (), tuple(parameters))
    rows = sympy.Matrix.hstack(*space).T
    units: list[int] = []
    for i in (*(i for i, f in enumerate(parameters) if f != rho), *(i for i, f in enumerate(parameters) if f == rho)):
        if rows[:, [*units, i]].rank() > len(units):
            units.append(i)
    if not units:
        return Scaling((), (), tuple(parameters))
    weights = [dict(zip(order, row, strict=True)) for row in (rows[:, units].pinv() * rows).tolist()]
    if any(w.q != 1 for weight in weights for w in weight.values()):
        return Scaling((), (), tuple(parameters))
    chosen = tuple(parameters[i] for i in units)
    return Scaling(chosen, tuple(weights), tuple(f for f in parameters if f not in chosen))
