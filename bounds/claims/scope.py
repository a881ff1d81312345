"""What the names in formulas about a run stand for: parameters and vectors of the run, and what is said of a trial."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from bounds.data.interval import Interval, Outcome
from bounds.data.vectors import Example
from bounds.data.versions import ABSOLUTE, CLASSIFICATION, Version
from bounds.errors import BoundcheckError
from bounds.fast.play import play
from bounds.formulas.columns import AtOnce, Column, NotAtOnce, OnTrials
from bounds.formulas.losses import loss_formula, of_comparator
from bounds.formulas.operations import Program, as_number
from bounds.formulas.program import program
from bounds.formulas.scope import (
    AFTER_PLAYING,
    AT_THE_END,
    COLUMNS,
    OF_PLAYED,
    OF_STATES,
    OF_THE_END,
    OF_THE_RUN,
    OF_TRIALS,
    RUNNING,
    SECOND,
    TOTALS,
    TRIALS,
    Further,
    parameters_of,
)
from bounds.formulas.text import read
from bounds.formulas.tree import Formula, Kind, Name
from bounds.formulas.values import dot, packed
from bounds.instances import Instance
from bounds.learners import Learner, RuleLearner, TableLearner
from bounds.learners.run import Run
from bounds.numbers import Number

_OF_TRIALS = {"ux": "dot(u, x)", "xx": "dot(x, x)", "u_err": "y*ux <= 0", "u_loss": "max(0, 1 - y*ux)"}
"""What is said of trials by other names; the comparator's loss is that on a label."""

OF_EACH_TRIAL = "u is another vector on each trial here: it stands within all_t, sum_t or max_t"

_CHANGES = "which trials changed the learner"


@lru_cache(maxsize=1024)
def compiled(formula: Formula, further: Further = ()) -> Program:
    """Compile a formula about a run; those about a trial stand within sum_t, max_t or min_t."""
    kinds: dict[str, Kind] = {**dict.fromkeys(parameters_of(formula, further=further), "number"), **OF_THE_RUN}
    return program(formula, kinds, {**kinds, **OF_TRIALS}, further=further)


class Changing(NotAtOnce, BoundcheckError):
    """A formula speaks of u as of one vector, and there is one for each trial: it is computed trial by trial."""


class Play:
    """A learner over trials: the run, and its state before each trial and after the last."""

    def __init__(self, make: Callable[[], Learner], version: Callable[[], Version], instance: Instance) -> None:
        self.make, self.version, self.instance = make, version, instance
        self._states: dict[str, list[Any]] = {}

    @cached_property
    def run(self) -> Run:
        """What happened on each trial."""
        return play(self.make(), self.instance.trials, self.version(), self.instance.comparator)

    def states(self, name: str) -> list[Any]:
        """Return a part of the learner's state before each trial and after the last."""
        if name not in self._states:
            learner, states, given = self.make(), list[Any](), self.instance
            run = play(
                learner, given.trials, self.version(), given.comparator, lambda _: states.append(_state(learner, name))
            )
            self.__dict__.setdefault("run", run)
            self._states[name] = [*states, _state(learner, name)]
        return self._states[name]


def _state(learner: Learner, name: str) -> Any:
    """Return a part of a learner's state: its weights w, the z of a quasi-additive one, a threshold c that moves."""
    if isinstance(learner, TableLearner):
        return learner.part(name)
    if isinstance(learner, RuleLearner) and name in learner.state:
        return learner.state[name]
    if name == "w":
        return packed(list(learner.weights))
    if name == "c":
        return Fraction(0)
    raise BoundcheckError(f"the claim speaks of {name}, and {learner!r} has none")


@lru_cache(maxsize=1024)
def on_a_trial(formula: Formula, further: Further = ()) -> Program:
    """Compile a formula about one trial, a number."""
    kinds: dict[str, Kind] = {**dict.fromkeys(parameters_of(formula, further=further), "number"), **OF_THE_RUN}
    kinds |= {**OF_TRIALS, **dict(further)}
    return as_number(program(formula, kinds, kinds if further else None, further=further))


class RunNames(dict[str, Any]):
    """What names stand for in a run: found when a formula asks for them.

    ``value`` gives the parameters by name, ``played`` is the learner's play where formulas may speak of what it does,
    ``second`` what names stand for in the run of a second one, and ``pairs`` the candidates of an adversary's trials;
    ``further`` are the names of a trial that this claim alone has.
    """

    def __init__(
        self,
        instance: Instance,
        value: Callable[[str], Number],
        played: Play | None = None,
        second: RunNames | None = None,
        pairs: Sequence[Mapping[str, Any]] = (),
        further: Further = (),
    ) -> None:
        super().__init__()
        self.further = frozenset(dict(further))
        self.instance, self.value, self.played, self.second, self.pairs = instance, value, played, second, pairs
        self.columns: dict[str, Column] = {}
        self[COLUMNS], self[TOTALS], self[RUNNING] = self.column, self.total, {}

    def __missing__(self, name: str) -> Any:
        """Find what a name stands for."""
        value = self[name] = self._find(name)
        return value

    def _find(self, name: str) -> Any:
        instance = self.instance
        if name == TRIALS:
            return OfTrials(self)
        if name == "u":
            if instance.sequence is not None:
                raise Changing(OF_EACH_TRIAL)
            return instance.require_comparator()
        if name == "s":
            return Example([0] * instance.trials.n) if instance.start is None else instance.start
        if name == "start":
            return Example([]) if instance.start is None else instance.start
        if name == _CHANGES:
            learner = None if self.played is None else self.played.run.learner
            if not isinstance(learner, RuleLearner):
                raise BoundcheckError("only a learner by rule says on which trials it has an update")
            return learner.changes
        if name == AT_THE_END:
            return AtTheEnd(self)
        if name in OF_THE_END and self.played is not None:
            return _state(self.played.run.learner, name.removesuffix("_end"))
        return self.value(name)

    def total(self, summand: Formula) -> Number | None:
        """Return a sum over the trials that a run knows."""
        if isinstance(summand, Name) and summand.name.startswith(SECOND) and self.second is not None:
            return self.second.total(Name(summand.name.removeprefix(SECOND)))
        known = summand.name if isinstance(summand, Name) else _KNOWN.get(summand)
        if self.played is None or known is None:
            return None
        if not isinstance(summand, Name) and not self._same(known):
            return None
        run = self.played.run
        match known.removesuffix(" of points"):
            case "loss":
                return run.loss
            case "err":
                return run.mistakes
            case "u_loss" if self.instance.comparator is not None:
                return run.comparator_loss
        return None

    def _same(self, known: str) -> bool:
        """Tell whether a loss of these outcomes is the one that the run adds up."""
        version, trials = self.played.run.version if self.played is not None else None, self.instance.trials
        if not known.endswith(" of points"):
            return version is CLASSIFICATION and trials.are_labels
        return version is ABSOLUTE and all(isinstance(of, Interval) and of.lo == of.hi for of in set(trials.outcomes))

    def column(self, name: str) -> Column:
        """Return what a name stands for on all trials."""
        if name not in self.columns:
            self.columns[name] = self._column(name)
        return self.columns[name]

    def _column(self, name: str) -> Column:
        trials = self.instance.trials
        match name:
            case "x":
                return Column.of(trials.numerators, trials.denominator)
            case "t":
                return Column.of(np.arange(1, trials.l + 1).reshape(-1, 1))
            case "y" if trials.are_labels:
                return Column.of(np.array(trials.outcomes, np.int64).reshape(-1, 1))
            case "ux" | "xx":
                return _on_trials(_OF_TRIALS[name])(self)
            case "u_err" | "u_loss" if trials.are_labels:
                return _on_trials(_OF_TRIALS[name])(self)
        if name in OF_TRIALS or name in OF_PLAYED or name in self.further or name == "identity":
            raise NotAtOnce
        return Column.whole(self[name])


@lru_cache(maxsize=16)
def _on_trials(text: str) -> OnTrials:
    column = AtOnce(frozenset(OF_TRIALS), lambda formula, _: compiled(formula).value).column(read(text))
    if column is None:
        raise NotAtOnce
    return column


_KNOWN: dict[Formula, str] = {
    loss_formula("mistake"): "err",
    loss_formula("hinge"): "loss",
    of_comparator(loss_formula("hinge")): "u_loss",
    loss_formula("absolute"): "loss of points",
    of_comparator(loss_formula("absolute")): "u_loss of points",
}
"""Losses that a run adds up: those of labels in the classification version, and those of points in the absolute one."""


class OfTrials(Sequence["TrialNames"]):
    """What names stand for on each trial, made where it is asked for."""

    def __init__(self, run: RunNames) -> None:
        self.run = run

    def __len__(self) -> int:
        """Return the number of trials."""
        return self.run.instance.trials.l

    def __getitem__(self, i: Any) -> Any:
        """Return what names stand for on some trials."""
        return self.all[i]

    @cached_property
    def all(self) -> list[TrialNames]:
        """What names stand for on all trials."""
        return [TrialNames(self.run, t, x, outcome) for t, (x, outcome) in enumerate(self.run.instance.trials, 1)]


class AtTheEnd(dict[str, Any]):
    """The parts of a learner's state after the last trial, found where they are asked for."""

    def __init__(self, run: RunNames) -> None:
        super().__init__()
        self.run = run

    def __missing__(self, name: str) -> Any:
        """Find a part of the state."""
        if self.run.played is None:
            raise BoundcheckError(f"end({name}) has no value before the learner has played")
        value = self[name] = _state(self.run.played.run.learner, name)
        return value


class TrialNames(dict[str, Any]):
    """What names stand for on a trial; those that are not of the trial are of the run."""

    __slots__ = ("outcome", "run")

    def __init__(self, run: RunNames, t: int, x: Example, outcome: Outcome) -> None:
        super().__init__(t=Fraction(t), x=x)
        self.run, self.outcome = run, outcome

    def __missing__(self, name: str) -> Any:
        """Find what a name stands for."""
        value: Any
        if name in AFTER_PLAYING:
            value = self._played(name)
        elif name in OF_TRIALS:
            value = self._given(name)
        elif name in OF_PLAYED:
            value = self._state(name)
        elif name == "u" and self.run.instance.sequence is not None:
            value = self.run.instance.sequence[int(self["t"]) - 1]
        elif name in self.run.further:
            value = self._of_state(name)
        else:
            return self.run[name]
        self[name] = value
        return value

    @property
    def further(self) -> frozenset[str]:
        """The names of a trial that this claim alone has."""
        return self.run.further

    def _of_state(self, name: str) -> Any:
        """Return what a column has here, or a part of a learner's state by rule before this trial, or after it."""
        if name in self.run.instance.columns:
            return self.run.instance.columns[name][int(self["t"]) - 1]
        before = name.removesuffix("_next")
        learner = self.run.played and self.run.played.run.learner
        if isinstance(learner, RuleLearner) and name in learner.rule.draw:
            return learner.columns[name][int(self["t"]) - 1]
        if not isinstance(learner, RuleLearner) or before not in learner.state:
            raise BoundcheckError(
                f"{name} has no value here: it is a column, or part of the state of a learner by rule"
            )
        return self.run.played.states(before)[int(self["t"]) - (before == name)]  # type: ignore[union-attr]

    def _state(self, name: str) -> Any:
        t = int(self["t"])
        if name.startswith(SECOND) and self.run.second is not None:
            return self.run.second[TRIALS][t - 1][name.removeprefix(SECOND)]
        match name:
            case "w" | "w_next" | "z" | "z_next" if self.run.played is not None:
                return self.run.played.states(name[0])[t - 1 if name in OF_STATES else t]
            case "z1" | "z2" if self.run.pairs:
                return self.run.pairs[t - 1][name]
            case "one" if self.run.played is not None:
                run = self.run.played.run
                return Fraction(run.version.target(1).side(run.steps[t - 1].prediction) == 0)
            case "wx":
                return self["yhat"]
            case "ww":
                return dot(self["w_next"], self["w_next"])
            case "m":
                return self["mplus"] + self["mminus"]
        if name not in ("mplus", "mminus"):
            raise BoundcheckError(f"{name} has no value here: it is said of a learner, or of a second one, or a pair")
        wrong = self["err"] == 1 and self["y"] == (1 if name == "mplus" else -1)
        before = self.run[TRIALS][t - 2][name] if t > 1 else Fraction(0)
        return before + Fraction(wrong)

    def _given(self, name: str) -> Any:
        match name:
            case "u_next":
                t, sequence = int(self["t"]), self.run.instance.require_sequence()
                return sequence[min(t, len(sequence) - 1)]
            case "xx":
                return dot(self["x"], self["x"])
            case "ux":
                return dot(self["u"], self["x"])
            case "u_loss":
                return ABSOLUTE.reference(self.outcome).loss(self["ux"])
            case "u_err":
                return Fraction(self["y"] * self["ux"] <= 0)
        return self._y()

    def _y(self) -> Fraction:
        outcome = self.outcome
        if not isinstance(outcome, Interval):
            return Fraction(outcome)
        if not isinstance(outcome.lo, Fraction) or outcome.lo != outcome.hi:
            raise BoundcheckError(
                f"the claim speaks of y, and on trial {self['t']} the outcome is the interval {outcome}; "
                "use loss and u_loss"
            )
        return outcome.lo

    def _played(self, name: str) -> Number:
        if self.run.played is None:
            raise BoundcheckError(f"{name} is what happens on a trial, not known before the learner has played")
        run, t = self.run.played.run, int(self["t"]) - 1
        step = run.steps[t]
        match name:
            case "yhat":
                return step.prediction
            case "side":
                return Fraction(step.side)
            case "loss":
                return step.loss
            case "gap":
                return step.side * run.version.target(step.outcome).loss(step.prediction)
            case "update":
                return Fraction(self.run[_CHANGES][t])
        if step.error is None:
            raise BoundcheckError(f"err is a mistake on a label, and on trial {t + 1} the outcome is {step.outcome}")
        return step.error
