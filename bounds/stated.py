"""Amounts of a claim by formula: what its learner loses, and what its comparator does.

Everything here is plain data with formulas in it, so that claims can be pickled and compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bounds import symbols
from bounds.claim import Case, LearnerSpec, Row
from bounds.errors import BoundcheckError
from bounds.evaluate import Values, evaluate
from bounds.formulas.losses import loss_formula, of_comparator
from bounds.formulas.rules import Rule
from bounds.formulas.scope import TRIALS, parameters_of
from bounds.formulas.text import read
from bounds.formulas.tree import Apply, Formula, Name
from bounds.learners.rule import RuleLearner
from bounds.numbers import Number
from bounds.run import Run
from bounds.scope import RunNames, compiled, on_a_trial
from bounds.trials import Instance
from bounds.versions import (
    ABSOLUTE,
    CLASSIFICATION,
    FOLLOW_EXPERT,
    MASTER,
    RANDOMISED,
    Version,
    thresholded,
    toleranced,
)


@dataclass(frozen=True)
class Amount:
    """A number that a formula about a run says."""

    formula: Formula

    def __call__(self, case: Case) -> Number:
        """Return its value, exactly."""
        number: Number = compiled(self.formula).value(case.scope)
        return number


def by_trial(formula: Formula, case: Case) -> list[Number]:
    """Return what a formula about a trial is on each."""
    amount = on_a_trial(formula)
    return [amount.value(trial) for trial in case.scope[TRIALS]]


@dataclass(frozen=True)
class Measured:
    """What a parameter is where it is not set: a number that a formula says of trials and comparator."""

    formula: Formula

    def __call__(self, instance: Instance, values: Values) -> Number:
        """Return its value, exactly."""
        scope = RunNames(instance, lambda name: evaluate(symbols.lookup(name), values))
        scope |= {"l": Fraction(instance.trials.l), "n": Fraction(max(instance.trials.n, 1))}
        number: Number = compiled(self.formula).value(scope)
        return number


# --- the parts of a claim ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Regret:
    """The learner's total loss less ``times`` the comparator's, as the one comparison of a claim.

    ``gain`` is the learner's loss on a trial, a formula in yhat and y; ``loss`` the comparator's, in ux, if any.
    """

    gain: Formula
    loss: Formula | None = None
    times: Any = 1

    def __call__(self, case: Case) -> Iterator[Row]:
        """Yield the comparison."""
        lost = _total(self.gain, case)
        if self.loss is not None:
            lost = lost - case.evaluate(self.times) * _total(self.loss, case)
        yield Row(lost)

    def by_trial(self, case: Case) -> list[Number]:
        """Return what each trial adds to the comparison."""
        gained = by_trial(self.gain, case)
        if self.loss is None:
            return gained
        times, lost = case.evaluate(self.times), by_trial(self.loss, case)
        return [a - times * b for a, b in zip(gained, lost, strict=True)]


def _total(loss: Formula, case: Case) -> Number:
    """Return a loss added up over the trials, from the totals of the run where it is one of them."""
    totals = _TOTALS.get(case.version.name if case.claim.outcomes.kind in ("labels", "points") else "", {})
    known = totals.get((case.claim.outcomes.kind, loss))
    return known(case.run) if known is not None else Amount(Apply("sum_t", (loss,)))(case)


_TOTALS: dict[str, dict[tuple[str, Formula], Callable[[Run], Number]]] = {
    CLASSIFICATION.name: {
        ("labels", loss_formula("mistake")): lambda run: run.mistakes,
        ("labels", loss_formula("hinge")): lambda run: run.loss,
        ("labels", of_comparator(loss_formula("hinge"))): lambda run: run.comparator_loss,
    },
    ABSOLUTE.name: {
        ("points", loss_formula("absolute")): lambda run: run.loss,
        ("points", of_comparator(loss_formula("absolute"))): lambda run: run.comparator_loss,
    },
}
"""Totals of a run that are certain losses added up, by the version's name and the kind of outcomes."""


@dataclass(frozen=True)
class Made:
    """Makes a learner by rule at the values of a case."""

    rule: Rule

    def __call__(self, case: Case) -> RuleLearner:
        """Return the learner; parameters are called as in the glossary."""
        values = {name: case.value(symbols.lookup(name)) for name in self.rule.parameters}
        return RuleLearner(self.rule, values, case.instance.start)


VERSIONS: dict[str, Version] = {
    "classification": CLASSIFICATION,
    "absolute": ABSOLUTE,
    "randomised": RANDOMISED,
    "expert": FOLLOW_EXPERT,
    "master": MASTER,
}


AT_A_LEVEL: dict[str, Callable[[Number], Version]] = {"toleranced": toleranced, "threshold": thresholded}


@dataclass(frozen=True)
class VersionNamed:
    """The version of an algorithm with this name, such as ``classification`` or ``threshold(1/2)``."""

    text: str

    def __post_init__(self) -> None:
        """Refuse a version that there is not."""
        match read(self.text):
            case Name(name) if name in VERSIONS:
                return
            case Apply(name, (_,)) if name in AT_A_LEVEL:
                return
        known = ", ".join((*VERSIONS, *(f"{name}(...)" for name in AT_A_LEVEL)))
        raise BoundcheckError(f"there is no version {self.text!r}; there are {known}")

    def __call__(self, values: Values) -> Version:
        """Return the version at these values of the parameters."""
        formula = read(self.text)
        if not isinstance(formula, Apply):
            return VERSIONS[self.text.strip()]
        (argument,) = formula.arguments
        known = {name: evaluate(symbols.lookup(name), values) for name in parameters_of(argument)}
        level: Number = compiled(argument).value(known)
        return AT_A_LEVEL[formula.function](level)


def learner_spec(rule: Rule, version: str = "") -> LearnerSpec:
    """Return a learner by rule as claims take it; without a version it adopts that of the claim it is put into."""
    usual = "classification" if rule.outcomes == "labels" else "absolute"
    chosen = VersionNamed(version or usual)
    return LearnerSpec(str(rule), Made(rule), chosen, str(rule), chosen.text, rule=rule, adopts=not version)
