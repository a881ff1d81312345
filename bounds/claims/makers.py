"""A learner's class, or a function that makes a learner, as what a claim's learner is."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bounds import symbols
from bounds.claims.case import Case
from bounds.claims.parts import LearnerSpec
from bounds.errors import BoundcheckError
from bounds.learners import Learner
from bounds.learners.doubles import taken


@dataclass(frozen=True)
class Maker:
    """Makes a learner from a case; ``arguments`` are the names of what it is made with. It may compute in floats."""

    make: Callable[..., Any]
    arguments: tuple[str, ...]

    def __call__(self, case: Case) -> Learner:
        """Return a fresh learner."""
        values = {name: case if name == "case" else case.value(symbols.lookup(name)) for name in self.arguments}
        learner: Learner = taken(self.make(**values))
        return learner


def made_by(make: Any, replaced: LearnerSpec, name: str = "") -> LearnerSpec:
    """Return what ``make`` makes, in the version of the learner that it replaces.

    Its arguments are named like the claim's parameters (``eta``, ``U``, ``n``, ...) and get their exact values; one
    called ``case`` gets everything. Raises BoundcheckError for what cannot be called, and for an unknown name.
    """
    if not callable(make):
        raise BoundcheckError(f"the learner is {make!r}; give a class or a function that makes a fresh learner")
    positional = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    wanted = [
        argument.name
        for argument in inspect.signature(make).parameters.values()
        if argument.default is argument.empty and argument.kind in positional
    ]
    for argument in wanted:
        if argument != "case":
            symbols.lookup(argument)
    text = name or getattr(make, "__name__", type(make).__name__)
    return LearnerSpec(text, Maker(make, tuple(wanted)), replaced.version, targets=replaced.targets)
