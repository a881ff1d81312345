"""Learners and versions by the names that formulas give them, such as perceptron(eta) and threshold(theta)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from bounds import symbols
from bounds.claims.case import Case
from bounds.claims.scope import compiled
from bounds.data.versions import (
    ABSOLUTE,
    CLASSIFICATION,
    FOLLOW_EXPERT,
    MASTER,
    RANDOMISED,
    Version,
    thresholded,
    toleranced,
)
from bounds.errors import BoundcheckError
from bounds.formulas.operations import Program
from bounds.formulas.text import read
from bounds.formulas.tree import Apply, Name
from bounds.learners import Learner, TableLearner
from bounds.learners.tabled import compiled as learner_of
from bounds.numbers import Number
from bounds.numbers.evaluate import Values, evaluate

VERSIONS: dict[str, Version] = {
    "classification": CLASSIFICATION,
    "absolute": ABSOLUTE,
    "randomised": RANDOMISED,
    "expert": FOLLOW_EXPERT,
    "master": MASTER,
}
AT_A_LEVEL: dict[str, Callable[[Number], Version]] = {
    "toleranced": toleranced,
    "threshold": thresholded,
    "threshold_above": lambda theta: thresholded(theta, tie_is_positive=False),
}


@lru_cache(maxsize=1024)
def _parts(text: str) -> tuple[str, list[Program]]:
    """Return the name in a formula such as ``perceptron(eta)``, and its arguments as programs."""
    match read(text):
        case Apply(name, arguments):
            return name, list(map(compiled, arguments))
        case Name(name):
            return name, []
    raise BoundcheckError(f"{text!r} names nothing; write something like perceptron(eta)")


class _Parameters(dict[str, Number]):
    """The values of parameters by name."""

    def __init__(self, values: Values) -> None:
        super().__init__()
        self.values_by_symbol = values

    def __missing__(self, name: str) -> Number:
        """Find the value of a parameter."""
        return evaluate(symbols.lookup(name), self.values_by_symbol)


@dataclass(frozen=True)
class VersionNamed:
    """The version of an algorithm with this name, such as ``classification`` or ``threshold(1/2)``."""

    formula: str

    def __post_init__(self) -> None:
        """Refuse a version that there is not."""
        name, numbers = _parts(self.formula)
        if (name in AT_A_LEVEL and len(numbers) == 1) or (name in VERSIONS and not numbers):
            return
        known = ", ".join((*VERSIONS, *(f"{name}(...)" for name in AT_A_LEVEL)))
        raise BoundcheckError(f"there is no version {self.formula!r}; there are {known}")

    def __call__(self, values: Values) -> Version:
        """Return the version at these values of the parameters."""
        level = self.level(values)
        return VERSIONS[self.name] if level is None else AT_A_LEVEL[self.name](level)

    @property
    def name(self) -> str:
        """The name without the level."""
        return _parts(self.formula)[0]

    def level(self, values: Values) -> Number | None:
        """Return the number in parentheses, if there is one."""
        for number in _parts(self.formula)[1]:
            level: Number = number.value(_Parameters(values))
            return level
        return None


@dataclass(frozen=True)
class Named:
    """Makes the learner that a formula names, such as ``perceptron(eta)``."""

    formula: str

    def __post_init__(self) -> None:
        """Refuse a learner that there is not."""
        name, numbers = _parts(self.formula)
        learner_of(name, len(numbers))

    def __call__(self, case: Case) -> Learner:
        """Return the learner at the values of a case."""
        name, numbers = _parts(self.formula)
        return TableLearner(name, *(number.value(case.scope) for number in numbers), start=case.instance.start)
