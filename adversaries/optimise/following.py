"""A learner followed over the trials of a pool: what each trial would cost next, and what a whole sequence comes to.

A learner by rule is followed in floats, any other one by playing it. What a trial costs is what it adds to the quantity
of the claim: the learner's loss less the comparator's.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from adversaries.generate.in_floats import Computed, depth, in_floats
from adversaries.generate.pools import Pool
from adversaries.generate.rounding import case_of
from bounds import symbols as s
from bounds.claims.claim import Case, Claim
from bounds.claims.stated import regret_of
from bounds.data.interval import Interval
from bounds.data.vectors import Vector
from bounds.data.versions import Version
from bounds.errors import BoundcheckError
from bounds.formulas.rules import Rule, compiled
from bounds.formulas.tree import names
from bounds.learners import Learner, RuleLearner
from bounds.numbers import to_float

FAILURES = (BoundcheckError, ArithmeticError, KeyError, ValueError, TypeError, np.linalg.LinAlgError)

ROUNDED = 1e-6
"""By how much, for each unit, a prediction may differ from that of the weights."""

REACH = (400, 120, 40, 5)
"""Trials that are played at most, by how costly exact states are."""


def reach(claim: Claim) -> int:
    """Return how long sequences may be that are checked exactly in a moment."""
    rule = None if claim.learner is None else claim.learner.rule
    return REACH[0 if rule is None else depth(rule)]


class _Floats(dict[str, Any]):
    """Names as floats; those that are not of the trial are parameters."""

    def __init__(self, case: Case) -> None:
        super().__init__()
        self.case = case

    def __missing__(self, name: str) -> float:
        """Find the value of a parameter."""
        value = self[name] = to_float(self.case.value(s.lookup(name)))
        return value


def array(x: Vector) -> Any:
    """Return a vector in floats."""
    return np.array(x.numerators, dtype=float) / x.denominator


@dataclass
class Cost:
    """What a trial adds to the quantity of a claim, in floats; by the step alone where that is no sum over trials."""

    gain: Computed | None
    loss: Computed | None
    times: float
    counts_updates: bool

    @staticmethod
    def of(claim: Claim, case: Case) -> Cost:
        """Return what a trial costs in a case."""
        regret = regret_of(claim.quantity)
        if regret is not None and names(regret.gain) & dict(case.further).keys():
            regret = None  # a loss that speaks of the state is followed by the step alone
        gain = None if regret is None else in_floats(regret.gain)
        loss = None if regret is None or regret.loss is None else in_floats(regret.loss)
        if regret is None or gain is None or (regret.loss is not None and loss is None):
            return Cost(None, None, 1.0, counts_updates=False)
        times = to_float(regret.factor_at(case)) if loss is not None else 0.0
        return Cost(gain, loss, times, "update" in names(regret.gain))

    def gained(self, e: Mapping[str, Any]) -> float:
        """Return what a trial costs the learner."""
        if self.gain is None:
            return float(e["loss"] if math.isnan(e["err"]) else e["err"])
        return float(self.gain(e))

    def lost(self, e: Mapping[str, Any]) -> float:
        """Return what is taken off for what it costs the comparator."""
        return 0.0 if self.loss is None else self.times * float(self.loss(e))


class _Target:
    """The interval where a prediction should be, in floats."""

    def __init__(self, of: Interval) -> None:
        self.lo = -math.inf if of.lo is None else to_float(of.lo)
        self.hi = math.inf if of.hi is None else to_float(of.hi)
        self.lo_closed, self.hi_closed = of.lo_closed, of.hi_closed

    def side(self, at: float) -> float:
        if at < self.lo or (at == self.lo and not self.lo_closed):
            return 1.0
        return -1.0 if at > self.hi or (at == self.hi and not self.hi_closed) else 0.0

    def loss(self, at: float) -> float:
        return max(self.lo - at, at - self.hi, 0.0)


def trials_in_floats(pool: Pool, version: Version) -> list[dict[str, Any]]:
    """Return what is said of each trial of a pool before it is played, in floats."""
    u, trials = pool.comparator, list[dict[str, Any]]()
    for x, outcome in zip(pool.rows, pool.outcomes, strict=True):
        row, lo = array(x), outcome if isinstance(outcome, int) else outcome.lo
        known = {
            "x": row,
            "xx": float(row @ row),
            "y": math.nan if lo is None else float(lo) if isinstance(lo, int) else to_float(lo),
        }
        if u is not None:
            ux = to_float(u.dot(x))
            known |= {"u": array(u), "ux": ux, "u_loss": _Target(version.reference(outcome)).loss(ux)}
            known["u_err"] = float(known["y"] * ux <= 0)
        trials.append(known)
    return trials


class Follower(ABC):
    """A learner on its way through the trials of a pool, of which there are to be ``length``."""

    def __init__(self, claim: Claim, pool: Pool, length: int) -> None:
        self.pool, self.case = pool, case_of(claim, pool.whole)
        self.version = self.case.version
        self.cost = Cost.of(claim, self.case)
        self.t, self.total = 0, 0.0
        e = self.names = _Floats(self.case)
        e["n"], e["l"], e["updates"] = float(len(pool.rows[0])), float(length), 0.0
        u = pool.comparator
        if u is not None:
            e["u"] = array(u)
        self.targets = [_Target(self.version.target(outcome)) for outcome in pool.outcomes]
        self.desired = [_Target(self.version.desired(outcome)) for outcome in pool.outcomes]
        self.known = trials_in_floats(pool, self.version)
        self.lost = [self.cost.lost({**e, **known, "t": 1.0}) for known in self.known]

    @abstractmethod
    def prediction(self, i: int, /) -> float:
        """Return the learner's prediction on a trial of the pool, which is shown."""

    @abstractmethod
    def learn(self, i: int, /) -> None:
        """Let the learner learn a trial of the pool, which is shown with its prediction."""

    @abstractmethod
    def changes(self) -> bool:
        """Tell whether the trial that is shown would change the learner."""

    @property
    def weights(self) -> Any:
        """The vector w in floats; None where there is none."""
        return None

    def step(self, i: int) -> float:
        """Show a trial of the pool, and return what it would cost now."""
        e = self.names
        e.update(self.known[i])
        e["t"] = self.t + 1.0
        yhat = e["yhat"] = self.prediction(i)
        if not math.isfinite(yhat):
            raise ArithmeticError("a prediction that is no number")
        side, outcome = self.targets[i].side(yhat), self.pool.outcomes[i]
        e["side"], e["gap"], e["loss"] = side, side * self.targets[i].loss(yhat), self.desired[i].loss(yhat)
        e["err"] = self.error(outcome, yhat, side) if isinstance(outcome, int) else math.nan
        if self.cost.counts_updates:
            e["update"] = float(self.changes())
        return self.cost.gained(e) - self.lost[i]

    def error(self, label: int, yhat: float, side: float) -> float:
        """Return what a label counts as a mistake."""
        match self.version.errs:
            case "sign":
                return float(label * yhat <= 0)
            case "target":
                return abs(side)
        return to_float(self.version.error(Fraction(yhat), label, int(side)))

    def costs(self) -> list[float]:
        """Return what each trial of the pool would cost now."""
        return [self.step(i) for i in range(len(self.pool.rows))]

    def advance(self, i: int) -> float:
        """Go on to the next trial, and return what this one costs."""
        cost = self.step(i)
        self.learn(i)
        self.t += 1
        self.total += cost
        return cost


class _ByRule(Follower):
    """A learner by rule, in floats."""

    def __init__(self, claim: Claim, pool: Pool, length: int, rule: Rule) -> None:
        super().__init__(claim, pool, length)
        updates = {part: in_floats(formula) for part, formula in rule.updates.items()}
        predict = in_floats(rule.predict)
        self.updates = {part: update for part, update in updates.items() if update is not None}
        if predict is None or len(self.updates) < len(updates):
            raise BoundcheckError("the rule has no form in floats")
        self.predict = predict
        self.counts = any("updates" in names(formula) for formula in (*rule.updates.values(), rule.predict))
        e, n = self.names, len(pool.rows[0])
        e["identity"] = np.eye(n)
        self.state: dict[str, Any] = {}
        for part, kind in compiled(rule).kinds.items():
            start = in_floats(rule.start[part]) if part in rule.start else None
            value = 0.0 if start is None else start(e)
            if kind != "number" and np.ndim(value) == 0:
                value = np.full(n if kind == "vector" else (n, n), value)
            self.state[part] = value
        if pool.start is not None and "w" in self.state:
            self.state["w"] = array(pool.start)
        e.update(self.state)

    def prediction(self, _i: int, /) -> float:
        return float(self.predict(self.names))

    def next_state(self) -> dict[str, Any]:
        return {part: update(self.names) for part, update in self.updates.items()}

    def changes(self) -> bool:
        return not _same(self.state, self.next_state())

    def learn(self, _i: int, /) -> None:
        new = self.next_state()
        if self.counts:
            self.names["updates"] += not _same(self.state, new)
        self.names.update(new)
        self.state = new

    @property
    def weights(self) -> Any:
        return self.state.get("w")


class _ByPlaying(Follower):
    """Any learner, played. Its weights tell what trials would cost, as long as it has some and predicts by them."""

    def __init__(self, claim: Claim, pool: Pool, length: int) -> None:
        super().__init__(claim, pool, length)
        self.learner: Learner = self.case.learner()
        self.played(self.learner.start, len(pool.rows[0]))
        self.linear, self.looking = True, False
        self.w: Any = None

    def prediction(self, i: int, /) -> float:
        if self.looking and self.w is not None:
            return float(self.w @ self.known[i]["x"])
        return to_float(self.played(self.learner.predict, self.pool.rows[i]))

    def played(self, method: Callable[..., Any], *given: Any) -> Any:
        """Return what a method of the learner returns; raise BoundcheckError for whatever it raises, or a float."""
        try:
            result = method(*given)
        except Exception as error:
            raise BoundcheckError(f"the learner raises {type(error).__name__}") from error
        if isinstance(result, float):
            raise BoundcheckError("the learner predicts a float")
        return result

    def costs(self) -> list[float]:
        self.w, self.looking = self.weights if self.linear else None, True
        try:
            return super().costs()
        finally:
            self.looking = False

    @property
    def weights(self) -> Any:
        weights = self.played(lambda: getattr(self.learner, "weights", None))
        n = len(self.pool.rows[0])
        if not isinstance(weights, Sequence) or len(weights) != n:
            return None
        return np.array([to_float(a) for a in weights])

    def changes(self) -> bool:
        return bool(self.names["side"])

    def learn(self, i: int, /) -> None:
        x, outcome = self.pool.rows[i], self.pool.outcomes[i]
        if self.w is not None:
            yhat = self.names["yhat"]
            self.linear = abs(self.w @ self.known[i]["x"] - yhat) <= ROUNDED * (1 + abs(yhat))
            self.w = None
        target = self.version.target(outcome)
        if isinstance(self.learner, RuleLearner):
            prediction = self.learner.predict(x)
            self.learner.learn(x, outcome, prediction, target.side(prediction), target)
        else:
            self.played(self.learner.update, x, target)


def _same(a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    return all(np.all(value == b[part]) for part, value in a.items())


def follower(claim: Claim, pool: Pool, length: int) -> Follower:
    """Return who follows the claim's learner from its start; raise one of FAILURES where it cannot be played."""
    rule = None if claim.learner is None else claim.learner.rule
    if rule is not None:
        try:
            return _ByRule(claim, pool, length, rule)
        except FAILURES:
            pass
    return _ByPlaying(claim, pool, length)


@dataclass(frozen=True)
class FollowedSequence:
    """A sequence as it was followed: its order, what each trial cost the learner, and who followed."""

    order: tuple[int, ...]
    gained: tuple[float, ...]
    by: Follower

    @property
    def known(self) -> bool:
        """Whether what trials cost adds up to the claim's quantity."""
        return self.by.cost.gain is not None

    def totals(self, pool: Pool) -> Any:
        """Return the quantity after each trial, for the pool with whichever comparator."""
        by = self.by
        lost = by.lost
        if pool.comparator is not by.pool.comparator:
            with np.errstate(all="ignore"):
                lost = [by.cost.lost({**by.names, **known, "t": 1.0}) for known in trials_in_floats(pool, by.version)]
        return np.cumsum([gain - lost[i] for gain, i in zip(self.gained, self.order, strict=True)])


def followed(claim: Claim, pool: Pool, order: Sequence[int]) -> FollowedSequence | None:
    """Follow a learner through trials of a pool in this order; None where it cannot be played."""
    gained = list[float]()
    try:
        with np.errstate(all="ignore"):
            by = follower(claim, pool, len(order))
            for i in order:
                gained.append(by.advance(i) + by.lost[i])
            return FollowedSequence(tuple(order), tuple(gained), by)
    except FAILURES:
        return None
