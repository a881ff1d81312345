"""How good a derived bound is: orthogonal examples, each with the same u.x, against additive learners.

On orthogonal examples of norm X a learner that starts at 0 predicts 0 on each. It ends at the comparator where u.x is
its step times X**2; then nothing of the distance is left over, and if the inequality is an equality on each trial,
so is the bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy

from bounds import symbols as s
from bounds.mathematics.geometry import EUCLIDEAN
from verify.derive.cases import Case, Problem, multiple
from verify.derive.constants import tidy
from verify.derive.pieces import Guard, Guards, text
from verify.derive.potentials import p, q, r, y
from verify.derive.proof import Inequality
from verify.derive.shown import empty, follows


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
        said = "attained" if self.attained else f"ratio {text(self.ratio)}"
        return f"{said} by orthogonal examples of norm X with u.x = {self.product} and y = {self.outcome}"


def extremal(problem: Problem, proved: Inequality) -> Extremal | None:
    """Return the orthogonal examples that attain the bound; None where this kind does not."""
    if problem.potential.geometry is not EUCLIDEAN or multiple in problem.parameters:
        return None
    moving = (case for case in problem.cases if case.drop.has(p) and case.gain != 0)
    reached = next((reached for case in moving for reached in _reached(problem, case, proved)), None)
    at_margin = reached is None and problem.separable and problem.rule.outcomes == "labels"
    return _at_the_margin(problem, proved) if at_margin else reached


def _reached(problem: Problem, case: Case, proved: Inequality) -> Iterator[Extremal]:
    """Yield the examples of a case on which the inequality is an equality, and nothing of the distance is left."""
    a, b, c = proved.constants
    put = {q: 0, r: s.X**2}
    step = sympy.cancel((sympy.diff(case.drop, p) / (2 * case.over)).subs(put))
    product = sympy.cancel(step * s.X**2)
    outcome = product if y in problem.variables else sympy.Integer(1)
    here = {**put, p: product.subs(y, outcome), y: outcome}
    if any(sympy.sympify(value).has(y) for value in here.values()):
        return
    gain, loss = ((part / case.over).subs(here, simultaneous=True) for part in (case.gain, case.loss))
    left = sympy.cancel(sympy.together(gain - b - c * loss - a * here[p] ** 2 / s.X**2))
    guards = _at(case, here)
    given = (*problem.premises, *proved.when)
    if left == 0 and not empty((*guards, *given)):
        yield Extremal(here[p], outcome, sympy.Integer(1), tuple(g for g in guards if not _holds(given, g)))


def _at_the_margin(problem: Problem, proved: Inequality) -> Extremal | None:
    """Return how near examples with u.x = y = 1 come, the least that separable labels allow."""
    a, b, _ = proved.constants
    here = {p: sympy.Integer(1), q: sympy.Integer(0), r: s.X**2}
    for case in problem.cases:
        guards = _at(case, here)
        gain = sympy.cancel((case.gain / case.over).subs(here))
        possible = b == 0 and gain != 0 and not empty((*guards, *problem.premises))
        if possible and all(_holds(problem.premises, guard) for guard in guards):
            return Extremal(here[p], sympy.Integer(1), 1 / tidy(a / (gain * s.X**2), proved.when), ())
    return None


def _at(case: Case, here: Mapping[Any, Any]) -> Guards:
    return tuple(Guard(sympy.expand(g.term.subs(here, simultaneous=True)), g.relation) for g in case.guards)


def _holds(given: Guards, guard: Guard) -> bool:
    """Tell whether z3 proves a guard from the given ones."""
    return guard.relation != "==" and follows(given, guard.term, strict=guard.relation == ">")
