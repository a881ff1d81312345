"""The proof of a closed form: one query of z3 a case, with all parameters symbolic.

Substituted into a case, the constants give an inequality between quotients of polynomials. Denominators are cleared,
each possible sign of one being a case of its own; z3 then has to show that no state of a trial breaks the inequality.
That a, b and c are not negative, and their denominators not 0, is proved in the same way. What z3 does not show is
not proved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

import sympy
import z3

from verify.derive.cases import PATIENT, Problem, cleared, decided, holds, splits
from verify.derive.pieces import Guard, Guards


@dataclass(frozen=True)
class Step:
    """One query: what it shows, what z3 said, and how long that took. ``model`` is a state that breaks it, if any.

    ``of_trial`` marks the inequality of a trial on one of the cases.
    """

    what: str
    proved: bool
    seconds: float
    model: str = ""
    of_trial: bool = False


@dataclass(frozen=True)
class Proof:
    """All queries of a closed form."""

    steps: tuple[Step, ...]

    @property
    def checked(self) -> bool:
        """Whether z3 has shown everything."""
        return bool(self.steps) and all(step.proved for step in self.steps)

    @property
    def failed(self) -> Step | None:
        """The first step that z3 did not show."""
        return next((step for step in self.steps if not step.proved), None)

    @property
    def seconds(self) -> float:
        """How long z3 took."""
        return sum(step.seconds for step in self.steps)


def prove(
    problem: Problem, constants: Sequence[Any], when: Guards, *, hasty: bool = False, milliseconds: int = PATIENT
) -> Proof:
    """Prove gain <= a drop + b + c loss on every case, for all parameters of the premises and of ``when``.

    ``hasty`` ends with the first step that is not shown.
    """
    a, b, c = map(sympy.sympify, constants)
    given = (*problem.premises, *when)
    steps = []
    named = zip("abc", (a, b, c), strict=True)
    wanted: list[tuple[str, Guards, Any]] = [(f"{name} >= 0", (), v) for name, v in named if not v.is_nonnegative]
    sums = [(case, a * case.drop + b * case.over + c * case.loss - case.gain) for case in problem.cases]
    wanted += [(str(case), case.guards, value) for case, value in sums]
    of_trials = {str(case) for case in problem.cases}
    wanted += [(f"{d} is not 0", (Guard(d, "=="),), sympy.Integer(-1)) for signs in splits((a, b, c)) for d in signs]
    for what, guards, value in dict.fromkeys(wanted):
        step = show(what, (*given, *guards), value, milliseconds=milliseconds)
        steps.append(replace(step, of_trial=what in of_trials))
        if hasty and not steps[-1].proved:
            break
    return Proof(tuple(steps))


def follows(guards: Guards, value: Any, *, strict: bool = False) -> bool:
    """Tell whether z3 proves ``value >= 0`` from the guards; ``value > 0`` if that is to be strict."""
    return show("", guards, value, strict=strict).proved


def show(what: str, guards: Guards, value: Any, *, strict: bool = False, milliseconds: int = PATIENT) -> Step:
    """Show that ``value >= 0`` follows from the guards; ``value > 0`` if that is to be strict.

    z3 is asked for a state with the value negative, for each choice of signs of the denominators.
    """
    start = perf_counter()
    for signs in splits([value, *(g.term for g in guards)]):
        terms = [Guard(cleared(g.term, signs), g.relation) for g in guards]
        solver = z3.SolverFor("QF_NRA")
        solver.set("timeout", milliseconds)
        solver.add(*holds([*terms, *decided(signs), Guard(-cleared(value, signs), ">=" if strict else ">")]))
        said = solver.check()
        if said != z3.unsat:
            model = str(solver.model()) if said == z3.sat else "z3 does not know"
            return Step(what, False, perf_counter() - start, model)
    return Step(what, True, perf_counter() - start)
