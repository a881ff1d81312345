"""The proof of a closed form: one query of z3 a case, with all parameters symbolic.

Substituted into a case, the constants give an inequality between quotients of polynomials; z3 has to show that no state
of a trial breaks it. That a, b and c are not negative, and their denominators not 0, is proved in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import sympy

from verify.derive.cases import Problem
from verify.derive.pieces import Guard, Guards
from verify.derive.shown import show, splits
from verify.logic.kernel import Step

Constants = tuple[Any, Any, Any]
"""a, b and c."""


INEQUALITY = "gain - c loss <= a (d(u, w) - d(u, w')) + b"


@dataclass(frozen=True)
class Inequality:
    """The inequality of a trial with these constants, for parameters within ``when``, and the steps that show it."""

    constants: Constants
    when: Guards
    steps: tuple[Step, ...]

    @property
    def checked(self) -> bool:
        """Whether z3 has shown everything."""
        return bool(self.steps) and all(step.ok for step in self.steps)

    @property
    def failed(self) -> Step | None:
        """The first step that z3 did not show."""
        return next((step for step in self.steps if not step.ok), None)

    @property
    def seconds(self) -> float:
        """How long z3 took."""
        return sum(step.seconds for step in self.steps)


def prove(problem: Problem, constants: Sequence[Any], when: Guards, *, hasty: bool = False) -> Inequality:
    """Prove gain <= a drop + b + c loss on every case, for all parameters of the premises and of ``when``.

    ``hasty`` ends with the first step that is not shown.
    """
    a, b, c = map(sympy.sympify, constants)
    named = zip("abc", (a, b, c), strict=True)
    wanted: list[tuple[str, str, Guards, Any]]
    wanted = [(f"{name} >= 0", "", (), value) for name, value in named if not value.is_nonnegative]
    for number, case in enumerate(problem.cases, 1):
        value = a * case.drop + b * case.over + c * case.loss - case.gain
        wanted.append((f"case {number}", f"where {str(case) or 'nothing moves'}: {INEQUALITY}", case.guards, value))
    below = [factor for signs in splits((a, b, c)) for factor in signs]
    wanted += [(f"{factor} is not 0", "", (Guard(factor, "=="),), sympy.Integer(-1)) for factor in below]
    steps: list[Step] = []
    for name, said, guards, value in dict.fromkeys(wanted):
        step = show(name, (*problem.premises, *when, *guards), value)
        steps.append(replace(step, said=said or name))
        if hasty and not step.ok:
            break
    return Inequality((a, b, c), when, tuple(steps))
