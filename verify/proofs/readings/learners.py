"""What the function symbols of the proofs are on exact runs of the shipped learners."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate
from typing import Any

from flint import arb

from bounds import symbols as s
from bounds.claims.claim import ClaimCase
from bounds.data.interval import Interval
from bounds.data.vectors import Vector, vector
from bounds.data.versions import ABSOLUTE, AT_LEAST_ONE, AT_MOST_MINUS_ONE, is_mistake
from bounds.errors import UndefinedValue
from bounds.formulas.values import norm
from bounds.learners import Fixed, QuasiAdditive, power_transformation
from bounds.learners.play import play
from bounds.learners.run import Step
from bounds.numbers import Number, Real, ball, exp, log, sqrt, total, working_precision
from verify.proofs.engine.session import Data

Coordinates = list[Number]
ZERO = Fraction(0)
BITS = 256


def _dot(a: Sequence[Number], b: Sequence[Number]) -> Number:
    return total(c * d for c, d in zip(a, b, strict=True))


def _parameters(case: ClaimCase) -> dict[str, Any]:
    values: dict[str, Any] = {symbol.name: value for symbol, value in case.values.items()}
    return values | {"ln": log, "exp": exp, "sqrt": sqrt}


def _play(case: ClaimCase) -> tuple[list[Step], list[Coordinates]]:
    """Play the claim's learner; return its steps and the weights before each trial and after the last."""
    learner = case.learner() if case.claim.learner is not None else Fixed(vector([0] * case.instance.trials.n))
    version = case.version if case.claim.learner is not None else ABSOLUTE
    weights: list[Coordinates] = []
    run = play(
        learner,
        case.instance.trials,
        version,
        case.instance.comparator,
        watch=lambda _: weights.append(list(learner.weights)),
    )
    if not weights:
        learner.start(case.instance.trials.n)
    return list(run.steps), [*weights, list(learner.weights)]


def _totals(steps: Sequence[Step], amount: Callable[[Step], Number | None]) -> Callable[[int], Number]:
    amounts = [amount(step) for step in steps]
    sums = list(accumulate((ZERO if a is None else a for a in amounts), initial=ZERO))
    return lambda t: sums[t]


def _mistaken_loss(step: Step) -> Number:
    """Return the absolute loss on the interval of the label, where the classification errs."""
    label = step.outcome
    if not isinstance(label, int) or not is_mistake(step.prediction, label):
        return ZERO
    return (AT_LEAST_ONE if label > 0 else AT_MOST_MINUS_ONE).loss(step.prediction)


def _outcomes(case: ClaimCase, steps: Sequence[Step]) -> dict[str, Any]:
    intervals = [_interval(case, step) for step in steps]
    return {
        "has_lo": lambda t: intervals[t].lo is not None,
        "lo": lambda t: ZERO if intervals[t].lo is None else intervals[t].lo,
        "lo_closed": lambda t: intervals[t].lo_closed,
        "has_hi": lambda t: intervals[t].hi is not None,
        "hi": lambda t: ZERO if intervals[t].hi is None else intervals[t].hi,
        "hi_closed": lambda t: intervals[t].hi_closed,
        "y": lambda t: _label(steps[t]),
    }


def _label(step: Step) -> Fraction:
    return Fraction(step.outcome) if isinstance(step.outcome, int) else ZERO


def _interval(case: ClaimCase, step: Step) -> Interval:
    return (case.version if case.claim.learner is not None else ABSOLUTE).reference(step.outcome)


def vectors(case: ClaimCase) -> Data:
    """Read a run with vectors as wholes: dot, add, scale, the weights w(t) and the examples x(t)."""
    steps, weights = _play(case)
    n = case.instance.trials.n
    examples = [list(step.x) for step in steps]
    u = list(case.instance.comparator) if case.instance.comparator is not None else [ZERO] * n
    zero = [ZERO] * n
    values: dict[str, Any] = {
        **_parameters(case),
        **_outcomes(case, steps),
        "l": len(steps),
        "u": u,
        "w": lambda t: weights[t],
        "x": lambda t: examples[t],
        "zero": zero,
        "dot": _dot,
        "add": lambda a, b: [c + d for c, d in zip(a, b, strict=True)],
        "scale": lambda r, a: [r * c for c in a],
        "total_loss": _totals(steps, lambda step: step.loss),
        "mistaken_loss": _totals(steps, _mistaken_loss),
        "comparator_loss": _totals(steps, lambda step: step.comparator_loss),
        "mistakes": _totals(steps, lambda step: step.error),
        "comparator_mistakes": _totals(steps, lambda step: ZERO + (step.comparator_error or 0)),
    }
    some = [u, zero, *examples[:2], weights[-1]]
    ranges: dict[str, Sequence[Any]] = {"t": range(len(steps)), "r": [Fraction(-2, 3), Fraction(5)]}
    return Data(values, ranges | dict.fromkeys(("a", "b", "c", "Vector"), some[:4]))


perceptron = vectors


def unit_comparator(case: ClaimCase) -> Data:
    """Read a run with the comparator scaled to length 1."""
    data = vectors(case)
    u = data.values["u"]
    length = sqrt(_dot(u, u))
    if length == 0:
        raise UndefinedValue("u is 0, and cannot be scaled to length 1")
    return Data({**data.values, "u": [a / length for a in u]}, data.ranges)


# --- coordinate by coordinate ----------------------------------------------------------------------------


class Balls:
    """A run coordinate by coordinate; transcendental numbers are balls, which decide nothing where they overlap."""

    def __init__(self, case: ClaimCase) -> None:
        self.case = case
        with working_precision(BITS):
            self.steps, weights = _play(case)
            self.w = [[_ball(a) for a in row] for row in weights]
        self.n = max(case.instance.trials.n, 1)
        self.x = [[_ball(a) for a in step.x] for step in self.steps]
        comparator = case.instance.comparator
        self.u = [_ball(a) for a in comparator] if comparator is not None else [arb(0)] * self.n

    def sum(self, term: Callable[[int, int], arb]) -> Callable[[int, int], arb]:
        """Return the function (t, j) -> sum of term(t, i) over i < j."""
        return lambda t, j: sum((term(t, i) for i in range(j)), arb(0))

    def values(self) -> dict[str, Any]:
        """Return what every reading of a run by coordinates has."""
        steps = self.steps
        parameters = {
            name: _ball(value) if isinstance(value, Real | Fraction) else value
            for name, value in _parameters(self.case).items()
        }
        return {
            **parameters,
            **_outcomes(self.case, steps),
            "ln": lambda a: _ball(a).log(),
            "exp": lambda a: _ball(a).exp(),
            "sqrt": lambda a: _ball(a).sqrt(),
            "l": len(steps),
            "n": self.n,
            "N": self.n,
            "w": lambda t, i: self.w[t][i],
            "x": lambda t, i: self.x[t][i],
            "u": lambda i: self.u[i],
            "expert": max(range(self.n), key=lambda i: self.u[i].mid()),
            "side": lambda t: Fraction(steps[t].side),
            "least": lambda t: min(range(self.n), key=lambda i: self.w[t][i].mid()),
            "wx": self.sum(lambda t, i: self.w[t][i] * self.x[t][i]),
            "ux": self.sum(lambda t, i: self.u[i] * self.x[t][i]),
            "sum_u": lambda j: sum(self.u[:j], arb(0)),
            "sum_w": self.sum(lambda t, i: self.w[t][i]),
            "total_loss": _totals(steps, lambda step: step.loss),
            "mistaken_loss": _totals(steps, _mistaken_loss),
            "comparator_loss": _totals(steps, lambda step: step.comparator_loss),
            "mistakes": _totals(steps, lambda step: step.error),
            "comparator_mistakes": _totals(steps, lambda step: ZERO + (step.comparator_error or 0)),
        }

    def data(self, **more: Any) -> Data:
        """Return the data, with more symbols."""
        ranges = {"t": range(len(self.steps)), "i": range(self.n), "j": range(self.n)}
        return Data({**self.values(), **more}, ranges)


def _ball(number: Number | int) -> arb:
    return number if isinstance(number, arb) else ball(Fraction(number) if isinstance(number, int) else number)


def exponentiated(case: ClaimCase) -> Data:
    """Read a run of Exponentiated Update: weights, the partition sum and the relative entropy, by coordinates."""
    balls = Balls(case)
    with working_precision(BITS):
        eta = _ball(case.value(s.eta))

    def partition(t: int, i: int) -> arb:
        return balls.w[t][i] * (eta * balls.steps[t].side * balls.x[t][i]).exp()

    def entropy(t: int, i: int) -> arb:
        a = balls.u[i]
        return arb(0) if a == 0 else a * (a.log() - balls.w[t][i].log())

    return balls.data(partition=balls.sum(partition), entropy_to_w=balls.sum(entropy))


def rescaled(case: ClaimCase) -> Data:
    """Read a run of Exponentiated Update with the comparator v, and u, which is v rescaled to sum U."""
    instance = case.instance
    v = instance.require_comparator()
    size = sum(v, ZERO)
    U = case.value(s.U)
    if not isinstance(U, Fraction):
        raise UndefinedValue("U is not rational here")
    u = v.scaled(U / size) if size else vector([U] + [0] * (len(v) - 1))
    data = exponentiated(claim_case(case, u))
    balls = [_ball(a) for a in v]
    x = data.values["x"]
    return Data(
        {
            **data.values,
            "v": lambda i: balls[i],
            "sum_v": lambda j: sum(balls[:j], arb(0)),
            "vx": lambda t, j: sum((balls[i] * x(t, i) for i in range(j)), arb(0)),
        },
        data.ranges,
    )


def claim_case(case: ClaimCase, u: Vector) -> ClaimCase:
    """Return the case with another comparator, all parameters kept."""
    return case.claim.case(replace(case.instance, comparator=u))


def winnow(case: ClaimCase) -> Data:
    """Read a run of Winnow: the logarithms of the weights, mistakes on positive and on negative examples."""
    balls = Balls(case)
    steps = balls.steps
    return balls.data(
        log_weights=balls.sum(lambda t, i: balls.u[i] * balls.w[t][i].log()),
        mplus=_totals(steps, lambda step: ZERO + (step.side == 1)),
        mminus=_totals(steps, lambda step: ZERO + (step.side == -1)),
        mistakes=_totals(steps, lambda step: ZERO + (step.side != 0)),
    )


def experts(case: ClaimCase) -> Data:
    """Read a run of Weighted Majority with one of the experts (the first) as the comparator."""
    balls = Balls(case)
    wrong = [step.x[0] != step.outcome for step in balls.steps]
    sums = list(accumulate((ZERO + bool(a) for a in wrong), initial=ZERO))
    return balls.data(expert=0, expert_mistakes=lambda t: sums[t])


def p_norms() -> dict[str, Any]:
    """Return the meanings of the symbols of ``verify.proofs.engine.norms``."""

    def link(p: Number, a: Any) -> list[Number]:
        f = power_transformation(p)
        return [f.value(b) for b in a]

    def size(p: Number, a: Any) -> Any:
        if all(isinstance(b, Fraction) for b in a):
            return norm(vector(a), p)
        order = ball(p)
        return sum((abs(ball(b)) ** order for b in a if b != 0), arb(0)) ** (1 / order)

    return {"norm": size, "link": link}


def norms(case: ClaimCase) -> Data:
    """Read a claim without a learner, with the conjugate norms."""
    data = vectors(case)
    return Data({**data.values, **p_norms()}, data.ranges)


def p_norm(case: ClaimCase) -> Data:
    """Read a run of the p-norm Perceptron: z(t), under the name w, and the norms."""
    learner = case.learner()
    if not isinstance(learner, QuasiAdditive):
        raise UndefinedValue("the learner is not quasi-additive")
    states: list[Coordinates] = []
    play(learner, case.instance.trials, case.version, watch=lambda _: states.append(list(learner.z)))
    if not states:
        learner.start(case.instance.trials.n)
    states.append(list(learner.z))
    data = vectors(case)
    more = {
        "w": lambda t: states[t],
        "side": lambda t: Fraction(case.run.steps[t].side),
        **p_norms(),
        "mistakes": _totals(case.run.steps, lambda step: ZERO + (step.side != 0)),
    }
    return Data({**data.values, **more}, data.ranges)
