"""A slow and plain second implementation of Bylander's algorithms, which the tests compare the first with.

It imports nothing of the package. Vectors are lists of Fractions, an outcome is a label or a tuple
(lo, hi, lo_closed, hi_closed) with None for an infinite end, a norm is a Fraction or the square root of one.
The Perceptron is computed in Fractions (in balls where its rate is irrational), Exponentiated Update and
Weighted Majority in python-flint balls: multiply by exp, divide by the sum, trial by trial, as in figure 2.

A comparison of balls is a tie when the difference contains zero and its radius is below 2**-300 * exp(-E),
where E bounds how far the exponents of the weights can drift apart. The examples lie on a grid of small
denominators, so a sum of weights times grid values that is not zero is a sum of a few terms c*exp(K), with
moderate c and |K| <= E: nothing that small occurs unless it is zero. That is not left to trust: a tie is
accepted only if the exact sums of the examples learnt (which are rational) say that the terms cancel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import isqrt
from typing import Any, TypeAlias

import mpmath  # type: ignore[import-untyped]
from flint import arb, fmpq

HALF = Fraction(1, 2)

Value: TypeAlias = Any
"""A Fraction or an arb."""
Plain: TypeAlias = tuple[Fraction | None, Fraction | None, bool, bool]
Row: TypeAlias = Sequence[Fraction]


# --- numbers -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Root:
    """The square root of a rational that is not a square."""

    square: Fraction


Norm: TypeAlias = Fraction | Root


def root(square: Fraction) -> Norm:
    p, q = isqrt(square.numerator), isqrt(square.denominator)
    exact = Fraction(p, q)
    return exact if exact * exact == square else Root(square)


def squared(norm: Norm) -> Fraction:
    return norm.square if isinstance(norm, Root) else norm * norm


def as_ball(value: Value | Norm) -> arb:
    if isinstance(value, Fraction):
        return arb(fmpq(value.numerator, value.denominator))
    return as_ball(value.square).sqrt() if isinstance(value, Root) else value


def as_value(norm: Norm) -> Value:
    return norm if isinstance(norm, Fraction) else as_ball(norm)


def add(values: Sequence[Value]) -> Value:
    if all(isinstance(value, Fraction) for value in values):
        return sum(values, Fraction(0))
    return sum((as_ball(value) for value in values), arb(0))


def difference(a: Value, b: Value) -> Value:
    return a - b if isinstance(a, Fraction) and isinstance(b, Fraction) else as_ball(a) - as_ball(b)


def as_mpf(value: Value | Norm) -> Any:
    if isinstance(value, Fraction):
        return mpmath.mpf(value.numerator) / value.denominator
    if isinstance(value, Root):
        return mpmath.sqrt(as_mpf(value.square))
    mantissa, exponent = value.mid().man_exp()
    return mpmath.ldexp(mpmath.mpf(int(mantissa)), int(exponent))


# --- learners ------------------------------------------------------------------------------------------


class Perceptron:
    """w = 0 (or a start vector); w becomes w + side * eta * x."""

    def __init__(self, eta: Value, start: Row) -> None:
        self.eta = eta
        self.exact = isinstance(eta, Fraction)
        self.sum = [Fraction(0) for _ in start]
        self.w: list[Value] = list(start) if self.exact else [as_ball(a) for a in start]
        assert self.exact or not any(start), "an irrational rate is only for the zero start vector"

    def predict(self, x: Row) -> Value:
        if self.exact:
            return sum((a * b for a, b in zip(self.w, x, strict=True)), Fraction(0))
        return sum((a * as_ball(b) for a, b in zip(self.w, x, strict=True)), arb(0))

    def compare(self, x: Row, c: Fraction) -> int:
        """Return the sign of w.x - c."""
        prediction = self.predict(x)
        if self.exact:
            return int(prediction > c) - int(prediction < c)
        # w.x = eta * (a rational) with eta irrational, so it equals the rational c only if both are zero
        product = sum((a * b for a, b in zip(self.sum, x, strict=True)), Fraction(0))
        return _sign(prediction - as_ball(c), 0, product == 0 and c == 0)

    def update(self, side: int, x: Row) -> None:
        if self.exact:
            self.w = [a + side * self.eta * b for a, b in zip(self.w, x, strict=True)]
        else:
            self.sum = [a + side * b for a, b in zip(self.sum, x, strict=True)]
            self.w = [a + side * self.eta * as_ball(b) for a, b in zip(self.w, x, strict=True)]


class ExponentiatedUpdate:
    """w_i = U/n; w_i becomes U * w_i exp(side eta x_i) / sum_j w_j exp(side eta x_j)."""

    def __init__(self, eta: Value, total: Fraction, n: int, drift: int) -> None:
        self.eta = as_ball(eta)
        self.total = total
        self.drift = drift
        self.w = [as_ball(total / n) for _ in range(n)]
        self.sum = [Fraction(0)] * n

    def average(self, x: Row) -> arb:
        return sum((a * as_ball(b) for a, b in zip(self.w, x, strict=True)), arb(0))

    def predict(self, x: Row) -> Value:
        return self.average(x)

    def compare(self, x: Row, c: Fraction) -> int:
        """Return the sign of w.x - c."""
        ball = self.average(x) - as_ball(c)
        return _sign(ball, self.drift, not (ball > 0 or ball < 0) and self.rational(x) == c)

    def rational(self, x: Row) -> Fraction | None:
        """Return w.x if it is rational because all groups of equal weights have the same mean of x."""
        means = set()
        for exponent in set(self.sum):
            group = [b for a, b in zip(self.sum, x, strict=True) if a == exponent]
            means.add(sum(group, Fraction(0)) / len(group))
        return self.total * means.pop() if len(means) == 1 else None

    def update(self, side: int, x: Row) -> None:
        self.sum = [a + side * b for a, b in zip(self.sum, x, strict=True)]
        self._multiply([(side * self.eta * as_ball(b)).exp() for b in x])

    def _multiply(self, factors: Sequence[arb]) -> None:
        grown = [a * b for a, b in zip(self.w, factors, strict=True)]
        whole = sum(grown, arb(0))
        self.w = [as_ball(self.total) * a / whole for a in grown]


class WeightedMajorityVote(ExponentiatedUpdate):
    """Experts that say -1 or +1; on a mistake the weights of those that erred are multiplied by beta."""

    def __init__(self, beta: arb, n: int, drift: int) -> None:
        super().__init__(arb(0), Fraction(1), n, drift)
        self.beta = beta

    def predict(self, x: Row) -> Value:
        return Fraction(1 if super().compare(x, Fraction(0)) >= 0 else -1)

    def compare(self, x: Row, c: Fraction) -> int:
        """Return the sign of the vote less c."""
        vote = self.predict(x)
        return int(vote > c) - int(vote < c)

    def is_split(self, x: Row) -> bool:
        return super().compare(x, Fraction(0)) == 0

    def update(self, side: int, x: Row) -> None:
        erred = [b != side for b in x]
        self.sum = [a - int(wrong) for a, wrong in zip(self.sum, erred, strict=True)]
        self._multiply([self.beta if wrong else arb(1) for wrong in erred])


Learner: TypeAlias = Perceptron | ExponentiatedUpdate


@cache
def _tiny(bits: int) -> arb:
    return arb(fmpq(1, 2**bits))


def _sign(ball: arb, drift: int, cancels: bool) -> int:
    if ball > 0:
        return 1
    if ball < 0:
        return -1
    assert ball.rad() < _tiny(300 + drift), f"the precision does not suffice: {ball}"
    assert cancels, f"a difference that small is not zero: {ball}"
    return 0


# --- one trial -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trial:
    """What happened on one trial; ``tie`` says that the prediction is exactly an end of the target."""

    prediction: Value
    side: int
    loss: Value
    error: Value | None
    tie: bool
    weights: Sequence[Value]
    u_prediction: Fraction | None
    u_loss: Fraction | None
    u_error: int | None


def label_interval(version: str, y: int) -> Plain:
    end = {"absolute": Fraction(1), "toleranced": Fraction(1), "classification": Fraction(0), "randomised": HALF}
    closed = version != "classification"
    return (end[version], None, closed, False) if y > 0 else (None, -end[version], False, closed)


def widen(outcome: Plain, tau: Fraction) -> Plain:
    lo, hi, lo_closed, hi_closed = outcome
    return (None if lo is None else lo - tau, None if hi is None else hi + tau, lo_closed, hi_closed)


def target(version: str, outcome: int | Plain, tau: Fraction = Fraction(0)) -> Plain:
    """Return the interval that the prediction should be in."""
    plain = label_interval(version, outcome) if isinstance(outcome, int) else outcome
    return widen(plain, tau) if version == "toleranced" else plain


def side_of(interval: Plain, compare: Callable[[Fraction], int]) -> tuple[int, bool]:
    """Return (+1 below all points, -1 above all points, else 0; whether an end is hit exactly)."""
    lo, hi, lo_closed, hi_closed = interval
    at_lo = None if lo is None else compare(lo)
    at_hi = None if hi is None else compare(hi)
    tie = 0 in (at_lo, at_hi)
    if at_lo is not None and (at_lo < 0 or (at_lo == 0 and not lo_closed)):
        return 1, tie
    if at_hi is not None and (at_hi > 0 or (at_hi == 0 and not hi_closed)):
        return -1, tie
    return 0, tie


def distance(interval: Plain, prediction: Value, side: int) -> Value:
    if side > 0:
        return difference(interval[0], prediction)
    return difference(prediction, interval[1]) if side < 0 else Fraction(0)


def exact_order(a: Fraction) -> Callable[[Fraction], int]:
    return lambda c: (a > c) - (a < c)


def run_trial(
    learner: Learner, version: str, x: Row, outcome: int | Plain, u: Row | None, tau: Fraction = Fraction(0)
) -> Trial:
    def compare(c: Fraction) -> int:
        return learner.compare(x, c)

    prediction = learner.predict(x)
    wanted = target(version, outcome, tau)
    side, tie = side_of(wanted, compare)
    label = outcome if isinstance(outcome, int) else None
    reference = label_interval("absolute", label) if label is not None else outcome
    assert not isinstance(reference, int)
    measured = reference if version == "classification" else wanted
    loss = distance(measured, prediction, side_of(measured, compare)[0])
    error: Value | None = None
    if label is not None and version == "randomised":
        if label * compare(label * HALF) >= 0:
            error = Fraction(0)
        elif label * compare(-label * HALF) <= 0:
            error = Fraction(1)
        else:
            error = difference(HALF, prediction if label > 0 else -prediction)
    elif label is not None:
        error = Fraction(int(label * compare(Fraction(0)) <= 0))
    if isinstance(learner, WeightedMajorityVote):
        tie = learner.is_split(x)
        if error:
            learner.update(label or 0, x)
    elif side:
        learner.update(side, x)
    if u is None:
        return Trial(prediction, side, loss, error, tie, learner.w, None, None, None)
    ux = sum((a * b for a, b in zip(u, x, strict=True)), Fraction(0))
    u_loss = distance(reference, ux, side_of(reference, exact_order(ux))[0])
    u_error = int(label * ux <= 0) if label is not None else None
    return Trial(prediction, side, loss, error, tie, learner.w, ux, u_loss, u_error)
