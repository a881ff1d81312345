"""Learners by rule that predict as a learner with a fast replay does: they are played as that one.

What is recognised is the shape of the rule, up to the order of factors: steps ``w + c*side*x`` with the prediction
``dot(w, x)`` are the Perceptron's, and ``w*exp(c*side*x)`` with ``U*dot(w, x)/sum(w)`` those of Exponentiated Update.
In the classification version ``y*yhat <= 0`` says that side is y, and its contrary that side is 0.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from fractions import Fraction

from bounds.data.trials import Trials
from bounds.data.versions import CLASSIFICATION, Version
from bounds.fast.record import RecordedRun
from bounds.formulas.program import program
from bounds.formulas.rules import DOT, Rule
from bounds.formulas.text import read
from bounds.formulas.tree import Apply, Formula, Name, names, operands, substitute
from bounds.formulas.values import packed
from bounds.learners import Learner, RuleLearner, TableLearner
from bounds.learners.run import Run
from bounds.learners.weights import ExponentialWeights
from bounds.numbers import Number, exp

W, X, SIDE = Name("w"), Name("x"), Name("side")
WRONG, SHARE = read("y*yhat <= 0"), read("dot(w, x)/sum(w)")
ZERO, ONE = Fraction(0), Fraction(1)


def twin(learner: RuleLearner, version: Version) -> TableLearner | None:
    """Return a learner that makes the same predictions as a started learner by rule, if its shape is known.

    >>> from bounds.formulas import rule
    >>> learner = RuleLearner(rule("w + x*eta*y if y*yhat <= 0 else w"), {"eta": ONE})
    >>> learner.start(2)
    >>> twin(learner, CLASSIFICATION)
    perceptron(1)
    """
    rule = learner.rule
    if rule.updates.keys() != {"w"} or rule.columns or rule.draw:
        return None
    update = _on_sides(rule.updates["w"], version)
    match update:
        case Apply("+", (first, step)) if first == W and rule.predict == DOT and not rule.start:
            rate = _coefficient(step, learner)
            return TableLearner("perceptron", rate, start=learner.s) if rate is not None else None
        case Apply("*", (first, Apply("exp", (step,)))) if first == W and learner.s is None:
            rate, total = _coefficient(step, learner), _total(rule, learner)
            if rate is None or total is None or _start(learner) is None:
                return None
            return TableLearner("exponentiated", rate, total)
    return None


def _on_sides(update: Formula, version: Version) -> Formula:
    """Return an update in terms of side alone, where the version makes it one."""
    match update:
        case Apply("if", (condition, moved, kept)) if condition == WRONG and kept == W and version is CLASSIFICATION:
            return substitute(moved, {"y": SIDE})
    return update


def _coefficient(step: Formula, learner: RuleLearner) -> Fraction | None:
    """Return the positive rational c of a product c*side*x."""
    factors = operands(step, "*")
    if factors.count(SIDE) != 1 or factors.count(X) != 1:
        return None
    value: Number = ONE
    for factor in factors:
        if factor not in (SIDE, X):
            part = _value(factor, learner)
            if part is None:
                return None
            value = value * part
    return value if isinstance(value, Fraction) and value > 0 else None


def _value(factor: Formula, learner: RuleLearner) -> Number | None:
    if names(factor) <= learner.parameters.keys():
        number: Number = program(factor, dict.fromkeys(learner.parameters, "number")).value(learner.parameters)
        return number
    return None


def _total(rule: Rule, learner: RuleLearner) -> Fraction | None:
    """Return the positive rational U of a prediction U*dot(w, x)/sum(w)."""
    if rule.predict == SHARE:
        return ONE
    match rule.predict:
        case Apply("/", (Apply("*", (factor, product)), Apply("sum", (whole,)))) if product == DOT and whole == W:
            value = _value(factor, learner)
            return value if isinstance(value, Fraction) and value > 0 else None
    return None


def _start(learner: RuleLearner) -> Fraction | None:
    """Return the positive rational at which all weights start."""
    starts = set(learner.weights)
    first = starts.pop() if starts else ZERO
    return first if not starts and isinstance(first, Fraction) and first > 0 else None


def replay_as_twin(
    learner: RuleLearner, trials: Trials, version: Version, replay: Callable[[Learner], Run | None]
) -> Run | None:
    """Play a learner by rule as its twin, and leave it in the state that it would have reached itself."""
    same = twin(learner, version)
    run = None if same is None else replay(same)
    if same is None or not isinstance(run, RecordedRun):
        return None
    weights: Sequence[Number] = same.weights
    if isinstance(same.shaped, ExponentialWeights):
        start = _start(learner) or ONE
        weights = [start * exp(same.shaped.step * k) for k in same.shaped.exponents]
    learner.settle({"w": packed(weights)}, ((run.sides != 0) & trials.numerators.any(axis=1)).tolist())
    return dataclasses.replace(run, learner=learner)
