"""How good a derived bound is: orthogonal examples, each with the same u.x, against additive learners.

On orthogonal examples of norm X a learner that starts at 0 predicts 0 on each. It ends at the comparator where u.x is
its step times X**2; then nothing of the distance is left over, and if the inequality is an equality on each trial,
so is the bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy

from bounds import symbols as s
from bounds.mathematics.geometry import EUCLIDEAN
from verify.derive.cases import Case, Problem, empty, multiple
from verify.derive.pieces import Guard, Guards
from verify.derive.potentials import p, q, r, y


@dataclass(frozen=True)
class Extremal:
    """Orthogonal examples of norm X, u.x = ``product`` on each: the gain over what the inequality allows, and when."""

    product: Any
    outcome: Any
    ratio: Any
    when: Guards

    @property
    def attained(self) -> bool:
        """Whether the bound is attained with equality, under ``when``."""
        return bool(self.ratio == 1)

    def __str__(self) -> str:
        said = "attained" if self.attained else f"ratio {self.ratio}"
        return f"{said} by orthogonal examples of norm X with u.x = {self.product} and y = {self.outcome}"


def extremal(problem: Problem, constants: tuple[Any, Any, Any], when: Guards) -> Extremal | None:
    """Return the orthogonal examples that attain the bound; None where this kind does not."""
    if problem.potential.geometry is not EUCLIDEAN or multiple in problem.parameters:
        return None
    for case in problem.cases:
        if case.drop == 0 or case.gain == 0 or not case.drop.has(p):
            continue
        found = _reached(problem, case, constants, when)
        if found is not None:
            return found
    return _at_the_margin(problem, constants) if problem.separable and problem.rule.outcomes == "labels" else None


def _at_the_margin(problem: Problem, constants: tuple[Any, Any, Any]) -> Extremal | None:
    """Return how near examples with u.x = y = 1 come, the least that separable labels allow."""
    a, b, _ = constants
    here = {p: sympy.Integer(1), q: sympy.Integer(0), r: s.X**2}
    for case in problem.cases:
        guards = tuple(Guard(sympy.expand(g.term.subs(here)), g.relation) for g in case.guards)
        gain = sympy.cancel((case.gain / case.over).subs(here))
        if b == 0 and gain != 0 and not empty((*guards, *problem.premises)) and _follow(problem.premises, guards):
            ratio = sympy.factor(gain * s.X**2 / a)
            return Extremal(here[p], sympy.Integer(1), ratio, ())
    return None


def _follow(given: Guards, guards: Guards) -> bool:
    """Tell whether z3 proves all guards from the given ones."""
    return all(guard.relation != "==" and empty((*given, _broken(guard))) for guard in guards)


def _reached(problem: Problem, case: Case, constants: tuple[Any, Any, Any], when: Guards) -> Extremal | None:
    a, b, c = constants
    put = {q: 0, r: s.X**2}
    step = sympy.cancel((sympy.diff(case.drop, p) / (2 * case.over)).subs(put))
    product = sympy.cancel(step * s.X**2)
    outcomes = [product] if y in problem.variables else [sympy.Integer(1)]
    for outcome in outcomes:
        here = {**put, p: product.subs(y, outcome), y: outcome}
        if any(sympy.sympify(v).has(y) for v in here.values()):
            return None
        gain, loss = ((part / case.over).subs(here, simultaneous=True) for part in (case.gain, case.loss))
        allowed = a * here[p] ** 2 / s.X**2
        left = sympy.cancel(sympy.together(gain - b - c * loss - allowed))
        guards = tuple(Guard(sympy.expand(g.term.subs(here, simultaneous=True)), g.relation) for g in case.guards)
        given = (*problem.premises, *when)
        if left != 0 or empty((*guards, *given)):
            continue
        needed = tuple(g for g in guards if not empty((*given, _broken(g))))
        return Extremal(here[p], outcome, sympy.Integer(1), needed)
    return None


def _broken(guard: Guard) -> Guard:
    return Guard(-guard.term, ">" if guard.relation == ">=" else ">=")
