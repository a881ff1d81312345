"""Amounts of a claim by formula: what its learner loses, what its comparator does, and what premises ask for.

Everything here is plain data with formulas in it, so that claims can be pickled and compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from bounds import symbols
from bounds.claim import Case, LearnerSpec, Row
from bounds.errors import BoundcheckError
from bounds.evaluate import Values, evaluate
from bounds.formulas.losses import loss_formula, of_comparator
from bounds.formulas.program import TRIALS, Program, program
from bounds.formulas.rules import Rule
from bounds.formulas.text import read
from bounds.formulas.tree import Apply, Formula, Kind, Name, names
from bounds.learners.rule import RuleLearner
from bounds.numbers import Number
from bounds.run import Run, Step
from bounds.trials import Instance, Interval, Outcome
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

ZERO, ONE = Fraction(0), Fraction(1)

OF_THE_RUN: dict[str, Kind] = {"l": "number", "n": "number", "u": "vector", "identity": "matrix"}
BEFORE_PLAYING: dict[str, Kind] = {"t": "number", "x": "vector", "xx": "number", "y": "number", "ux": "number"}
BEFORE_PLAYING |= dict.fromkeys(("u_loss", "u_err"), "number")
AFTER_PLAYING: dict[str, Kind] = dict.fromkeys(("yhat", "side", "gap", "update", "loss", "err"), "number")
OF_TRIALS = {**BEFORE_PLAYING, **AFTER_PLAYING}
"""What formulas may say of a trial, besides what they say of the run; the second kind needs the learner."""


def parameters_of(*formulas: Formula) -> list[str]:
    """Return the names in some formulas that are parameters, in alphabetical order.

    >>> parameters_of(read("norm(u, 2) <= U"))
    ['U']
    """
    spoken = frozenset[str]().union(*map(names, formulas))
    return sorted(spoken - OF_THE_RUN.keys() - OF_TRIALS.keys())


@lru_cache(maxsize=1024)
def compiled(formula: Formula) -> Program:
    """Compile a formula about a run; those about a trial stand within sum_t, max_t or min_t."""
    kinds: dict[str, Kind] = {**dict.fromkeys(parameters_of(formula), "number"), **OF_THE_RUN}
    return program(formula, kinds, {**kinds, **OF_TRIALS})


@dataclass(frozen=True)
class Amount:
    """A number that a formula about a run says."""

    formula: Formula

    def __call__(self, case: Case) -> Number:
        """Return its value, exactly."""
        number: Number = compiled(self.formula).value(self._names(case))
        return number

    def by_trial(self, case: Case) -> list[Number]:
        """Return what each trial adds to a sum over the trials."""
        run = self._names(case)
        return [compiled(self.formula).value({**run, TRIALS: [trial]}) for trial in run[TRIALS]]

    def _names(self, case: Case) -> dict[str, Any]:
        """Return what the formula's names stand for."""
        spoken = names(self.formula)
        known = {name: case.value(symbols.lookup(name)) for name in parameters_of(self.formula)}
        steps = case.run.steps if spoken & AFTER_PLAYING.keys() else ()
        trials = _trials(case.instance, spoken, known)
        for names_of_trial, step in zip(trials, steps, strict=False):
            names_of_trial |= _played(step, spoken, case)
        if steps and "update" in spoken:
            for names_of_trial, change in zip(trials, _changes(case), strict=True):
                names_of_trial["update"] = Fraction(change)
        return {**known, **_run(case.instance), TRIALS: trials}


@dataclass(frozen=True)
class Measured:
    """What a parameter is where it is not set: a number that a formula says of trials and comparator."""

    formula: Formula

    def __call__(self, instance: Instance, values: Values) -> Number:
        """Return its value, exactly."""
        known = {name: evaluate(symbols.lookup(name), values) for name in parameters_of(self.formula)}
        trials = _trials(instance, names(self.formula), known)
        number: Number = compiled(self.formula).value({**known, **_run(instance), TRIALS: trials})
        return number


def _run(instance: Instance) -> dict[str, Any]:
    found: dict[str, Any] = {"l": Fraction(instance.trials.l), "n": Fraction(max(instance.trials.n, 1))}
    return found if instance.comparator is None else {**found, "u": instance.comparator}


def _trials(instance: Instance, spoken: frozenset[str], known: dict[str, Number]) -> list[dict[str, Any]]:
    """Return what is known of each trial before the learner has played."""
    found, run = [], {**known, **_run(instance)}
    compares = bool(spoken & {"ux", "u_loss", "u_err"})
    u = instance.require_comparator() if compares or "u" in spoken else None
    for t, (x, outcome) in enumerate(instance.trials, 1):
        trial = {**run, "t": Fraction(t), "x": x}
        if "xx" in spoken:
            trial["xx"] = x.squared_norm()
        if "y" in spoken:
            trial["y"] = _y(t, outcome)
        if u is not None and compares:
            trial["ux"] = ux = u.dot(x)
            if "u_loss" in spoken:
                trial["u_loss"] = ABSOLUTE.reference(outcome).loss(ux)
            if "u_err" in spoken:
                trial["u_err"] = Fraction(_y(t, outcome) * ux <= 0)
        found.append(trial)
    return found


def _y(t: int, outcome: Outcome) -> Fraction:
    if not isinstance(outcome, Interval):
        return Fraction(outcome)
    if not isinstance(outcome.lo, Fraction) or outcome.lo != outcome.hi:
        raise BoundcheckError(
            f"the claim speaks of y, and on trial {t} the outcome is the interval {outcome}; use loss and u_loss"
        )
    return outcome.lo


def _played(step: Step, spoken: frozenset[str], case: Case) -> dict[str, Number]:
    found: dict[str, Number] = {"yhat": step.prediction, "side": Fraction(step.side), "loss": step.loss}
    if step.error is not None:
        found["err"] = step.error
    if "gap" in spoken:
        found["gap"] = step.side * case.version.target(step.outcome).loss(step.prediction)
    return found


def _changes(case: Case) -> list[bool]:
    learner = case.run.learner
    if not isinstance(learner, RuleLearner):
        raise BoundcheckError(f"{case.claim.id} counts updates, and only a learner by rule says which trials have one")
    return learner.changes


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
        gained = Amount(Apply("sum_t", (self.gain,))).by_trial(case)
        if self.loss is None:
            return gained
        times, lost = case.evaluate(self.times), Amount(Apply("sum_t", (self.loss,))).by_trial(case)
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
class Slack:
    """How far a premise ``left relation right`` holds; where it is said of trials, it holds of none."""

    left: Formula
    relation: str
    right: Formula
    of_trials: bool = False

    def __call__(self, case: Case) -> Number:
        """Return what has to be at least 0, more than 0 or equal to 0, as the relation says."""
        if self.of_trials and case.instance.trials.l == 0:
            return ONE if self.relation in ("<", ">") else ZERO
        left, right = self.left, self.right
        if self.relation in ("<", "<="):
            left, right = right, left
        return Amount(Apply("-", (left, right)))(case)


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
