"""What the function symbols of the proofs are on exact runs of the shipped learners."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from flint import arb

from bounds import symbols as s
from bounds.claims.claim import ClaimCase
from bounds.data.trials import Trials
from bounds.data.vectors import Vector, vector
from bounds.data.versions import ABSOLUTE, Version
from bounds.fast.play import play
from bounds.learners import Learner, TableLearner
from bounds.learners.run import Step
from bounds.numbers import Number, Real, ball, exp, log, sqrt, total, working_precision
from verify.logic.session import Data

ZERO = Fraction(0)
BITS = 256


def states(
    learner: Learner, trials: Trials, version: Version, state: Callable[[], Sequence[Any]], u: Vector | None = None
) -> tuple[list[Step], list[list[Any]]]:
    """Play a learner; return its steps, and ``state()`` before each trial and after the last."""
    history: list[list[Any]] = []
    run = play(learner, trials, version, u, watch=lambda _: history.append(list(state())))
    if not history:
        learner.start(trials.n)
    return list(run.steps), [*history, list(state())]


def _play(case: ClaimCase) -> tuple[list[Step], list[list[Number]]]:
    """Play the claim's learner; return its steps and the weights before each trial and after the last."""
    trials, u = case.instance.trials, case.instance.comparator
    if case.claim.learner is None:
        fixed = TableLearner("fixed", start=vector([0] * trials.n))
        return states(fixed, trials, ABSOLUTE, lambda: fixed.weights, u)
    learner = case.learner()
    return states(learner, trials, case.version, lambda: learner.weights, u)


def totals(steps: Sequence[Step], amount: Callable[[Step], Number | int | None]) -> Callable[[int], Number]:
    """Return the sums of an amount over the steps before t."""
    sums = list(accumulate((ZERO + (amount(step) or 0) for step in steps), initial=ZERO))
    return lambda t: sums[t]


def _of_trials(case: ClaimCase, steps: Sequence[Step]) -> dict[str, Any]:
    """Return what does not depend on how vectors are read: parameters, outcomes, losses and mistakes."""
    version = case.version if case.claim.learner is not None else ABSOLUTE
    intervals = [version.reference(step.outcome) for step in steps]
    labels = [Fraction(step.outcome) if isinstance(step.outcome, int) else ZERO for step in steps]
    return {
        **{symbol.name: value for symbol, value in case.values.items()},
        "ln": log,
        "exp": exp,
        "sqrt": sqrt,
        "l": len(steps),
        "has_lo": lambda t: intervals[t].lo is not None,
        "lo": lambda t: ZERO if intervals[t].lo is None else intervals[t].lo,
        "lo_closed": lambda t: intervals[t].lo_closed,
        "has_hi": lambda t: intervals[t].hi is not None,
        "hi": lambda t: ZERO if intervals[t].hi is None else intervals[t].hi,
        "hi_closed": lambda t: intervals[t].hi_closed,
        "y": lambda t: labels[t],
        "side": lambda t: Fraction(steps[t].side),
        "total_loss": totals(steps, lambda step: step.loss),
        "comparator_loss": totals(steps, lambda step: step.comparator_loss),
        "mistakes": totals(steps, lambda step: step.error),
        "comparator_mistakes": totals(steps, lambda step: step.comparator_error),
    }


def dot(a: Sequence[Number], b: Sequence[Number]) -> Number:
    """Return a.b."""
    return total(c * d for c, d in zip(a, b, strict=True))


def plus(a: Sequence[Any], b: Sequence[Any]) -> list[Any]:
    """Return a + b."""
    return [c + d for c, d in zip(a, b, strict=True)]


def times(r: Any, a: Sequence[Any]) -> list[Any]:
    """Return r a."""
    return [r * c for c in a]


def operations(n: int) -> dict[str, Any]:
    """Return the operations on vectors with n coordinates."""
    return {"n": n, "zero": [ZERO] * n, "dot": dot, "add": plus, "scale": times}


def vectors(case: ClaimCase) -> Data:
    """Read a run with vectors as wholes: dot, add, scale, the weights w(t) and the examples x(t)."""
    steps, weights = _play(case)
    n = case.instance.trials.n
    examples = [list(step.x) for step in steps]
    u = list(case.instance.comparator) if case.instance.comparator is not None else [ZERO] * n
    values: dict[str, Any] = {
        **_of_trials(case, steps),
        **operations(n),
        "u": u,
        "w": lambda t: weights[t],
        "x": lambda t: examples[t],
    }
    some = [u, values["zero"], *examples[:2], weights[-1]]
    ranges: dict[str, Sequence[Any]] = {"t": range(len(steps)), "r": [Fraction(-2, 3), Fraction(5)]}
    return Data(values, ranges | dict.fromkeys(("a", "b", "c", "Vector"), some[:4]))


# --- coordinate by coordinate ----------------------------------------------------------------------------


def to_ball(number: Number | int | arb) -> arb:
    """Return a number as a ball around it."""
    return number if isinstance(number, arb) else ball(Fraction(number) if isinstance(number, int) else number)


IN_BALLS: dict[str, Callable[[Any], arb]] = {
    "ln": lambda a: to_ball(a).log(),
    "exp": lambda a: to_ball(a).exp(),
    "sqrt": lambda a: to_ball(a).sqrt(),
}


class Balls:
    """A run coordinate by coordinate; transcendental numbers are balls, which decide nothing where they overlap."""

    def __init__(self, case: ClaimCase) -> None:
        self.case = case
        with working_precision(BITS):
            self.steps, weights = _play(case)
            self.w = [[to_ball(a) for a in row] for row in weights]
        self.n = max(case.instance.trials.n, 1)
        self.x = [[to_ball(a) for a in step.x] for step in self.steps]
        comparator = case.instance.comparator
        self.u = [to_ball(a) for a in comparator] if comparator is not None else [arb(0)] * self.n

    def sum(self, term: Callable[[int, int], arb]) -> Callable[[int, int], arb]:
        """Return the function (t, j) -> sum of term(t, i) over i < j."""
        return lambda t, j: sum((term(t, i) for i in range(j)), arb(0))

    def values(self) -> dict[str, Any]:
        """Return what every reading of a run by coordinates has."""
        known = _of_trials(self.case, self.steps)
        return {
            **{name: to_ball(a) if isinstance(a, Real | Fraction) else a for name, a in known.items()},
            **IN_BALLS,
            "n": self.n,
            "N": self.n,
            "w": lambda t, i: self.w[t][i],
            "x": lambda t, i: self.x[t][i],
            "u": lambda i: self.u[i],
            "least": lambda t: min(range(self.n), key=lambda i: self.w[t][i].mid()),
            "wx": self.sum(lambda t, i: self.w[t][i] * self.x[t][i]),
            "ux": self.sum(lambda t, i: self.u[i] * self.x[t][i]),
            "sum_u": lambda j: sum(self.u[:j], arb(0)),
            "sum_w": self.sum(lambda t, i: self.w[t][i]),
        }

    def data(self, **more: Any) -> Data:
        """Return the data, with more symbols."""
        ranges = {"t": range(len(self.steps)), "i": range(self.n), "j": range(self.n)}
        return Data({**self.values(), **more}, ranges)


def exponentiated(case: ClaimCase) -> Data:
    """Read a run of Exponentiated Update: weights, the partition sum and the relative entropy, by coordinates."""
    balls = Balls(case)
    with working_precision(BITS):
        eta = to_ball(case.value(s.eta))

    def partition(t: int, i: int) -> arb:
        return balls.w[t][i] * (eta * balls.steps[t].side * balls.x[t][i]).exp()

    def entropy(t: int, i: int) -> arb:
        a = balls.u[i]
        return arb(0) if a == 0 else a * (a.log() - balls.w[t][i].log())

    return balls.data(partition=balls.sum(partition), entropy_to_w=balls.sum(entropy))


def experts(case: ClaimCase) -> Data:
    """Read a run of Weighted Majority with one of the experts (the first) as the comparator."""
    balls = Balls(case)
    return balls.data(expert=0, expert_mistakes=totals(balls.steps, lambda step: step.x[0] != step.outcome))
