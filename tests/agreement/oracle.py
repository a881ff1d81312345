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

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import isqrt
from typing import Any, TypeAlias

import mpmath  # type: ignore[import-untyped]
import sympy
from flint import arb, ctx, fmpq

BITS = 512
DIGITS = 120
EQUAL = mpmath.mpf(10) ** -60
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


# --- statements ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Problem:
    """One instance in plain data; ``given`` holds the parameters by name, norms perhaps as roots."""

    examples: Sequence[Row]
    outcomes: Sequence[int | Plain]
    u: Row
    n: int
    given: dict[str, Norm]

    @property
    def l(self) -> int:  # noqa: E743
        return len(self.examples)

    @property
    def margins(self) -> list[Fraction]:
        return [
            y * sum((a * b for a, b in zip(self.u, x, strict=True)), Fraction(0))
            for x, y in zip(self.examples, self.outcomes, strict=True)
            if isinstance(y, int)
        ]

    def rational(self, name: str) -> Fraction:
        value = self.given[name]
        assert isinstance(value, Fraction), f"{name} is irrational"
        return value

    @property
    def X2(self) -> Fraction:  # noqa: N802
        return squared(self.given["X"])


@dataclass(frozen=True)
class Statement:
    """A theorem in the paper's words: learner, version, learning rate, what is bounded, bound and premises."""

    learner: str
    version: str
    eta: Callable[[Problem], Value]
    bounded: tuple[str, ...]
    bound: str
    premises: tuple[str, ...]
    fixed: Mapping[str, Callable[[Problem], Norm]] = field(default_factory=dict)


def _given(p: Problem) -> Value:
    return as_value(p.given["eta"])


def _tuned_perceptron(p: Problem) -> Value:
    return as_value(root(squared(p.given["U"]) / (p.X2 * p.l)))


def _tuned_eu(p: Problem) -> Value:
    return (2 * arb(p.n).log()).sqrt() / (as_ball(p.given["X"]) * arb(p.l).sqrt())


def _one_over_x2(p: Problem) -> Value:
    return 1 / p.X2


def _one_over_ux2(p: Problem) -> Value:
    return 1 / (p.rational("U") * p.X2)


EXCESS, MISTAKES, BOTH = ("excess",), ("mistakes",), ("loss", "mistakes")
BALL = ("comparator", "examples")
SIMPLEX = ("nonnegative", "sum", "examples", "U > 0")
UNIT = {"X": lambda _: Fraction(1)}
EXPERT = {"X": lambda _: Fraction(1), "U": lambda _: Fraction(1)}
SEPARABLE = ("separable", "X > 0")
NOISY = ("clear", "rate")
MASTER = ("inputs", "expert")

STATEMENTS = {
    "bylander.2": Statement("perceptron", "absolute", _given, EXCESS, "U**2/(2*eta) + eta*l*X**2/2", BALL),
    "bylander.2.tuned": Statement(
        "perceptron", "absolute", _tuned_perceptron, EXCESS, "U*X*sqrt(l)", (*BALL, "U > 0", "X > 0", "l >= 1")
    ),
    "bylander.3": Statement("eu", "absolute", _given, EXCESS, "U*log(n)/eta + eta*l*U*X**2/2", SIMPLEX),
    "bylander.3.tuned": Statement(
        "eu", "absolute", _tuned_eu, EXCESS, "U*X*sqrt(2*l*log(n))", (*SIMPLEX, "n >= 2", "X > 0", "l >= 1")
    ),
    "bylander.double": Statement(
        "doubled", "absolute", _given, EXCESS, "U*log(2*n)/eta + eta*l*U*X**2/2", (*BALL, "U > 0")
    ),
    "bylander.5": Statement(
        "perceptron", "classification", _one_over_x2, MISTAKES, "floor(U**2*X**2)", (*BALL, *SEPARABLE)
    ),
    "bylander.5.delta": Statement(
        "perceptron",
        "classification",
        _one_over_x2,
        MISTAKES,
        "floor(1/delta**2)",
        (*BALL, "separable", "U > 0"),
        UNIT,
    ),
    "bylander.6": Statement(
        "eu", "classification", _one_over_ux2, MISTAKES, "floor(2*U**2*X**2*log(n))", (*SIMPLEX, *SEPARABLE)
    ),
    "bylander.6.litt": Statement(
        "eu",
        "classification",
        _one_over_ux2,
        MISTAKES,
        "floor(2*log(n)/delta**2)",
        (*SIMPLEX, "separable"),
        UNIT,
    ),
    "bylander.7": Statement(
        "eu",
        "classification",
        _given,
        MISTAKES,
        "floor(((U*X + 1)*k + U*log(n)/eta)/(1 - eta*U*X**2/2))",
        (*SIMPLEX, *NOISY),
    ),
    "bylander.7.267": Statement(
        "eu",
        "classification",
        lambda _: HALF,
        MISTAKES,
        "Rational(267, 100)*(k + log(n))",
        MASTER,
        EXPERT,
    ),
    "bylander.7.264": Statement(
        "wm", "classification", lambda _: arb(1), MISTAKES, "Rational(264, 100)*(k + log(n))", MASTER, EXPERT
    ),
    "bylander.fn5": Statement(
        "perceptron",
        "classification",
        _given,
        MISTAKES,
        "floor(((U*X + 1)*k + U**2/(2*eta))/(1 - eta*X**2/2))",
        (*BALL, *NOISY),
    ),
    "bylander.8": Statement(
        "perceptron",
        "toleranced",
        lambda p: 2 * p.rational("tau") / p.X2,
        EXCESS,
        "U**2*X**2/(4*tau)",
        (*BALL, "X > 0"),
    ),
    "bylander.9": Statement(
        "eu",
        "toleranced",
        lambda p: 2 * p.rational("tau") / (p.rational("U") * p.X2),
        EXCESS,
        "U**2*X**2*log(n)/(2*tau)",
        (*SIMPLEX, "X > 0"),
    ),
    "bylander.11": Statement("perceptron", "randomised", _one_over_x2, BOTH, "U**2*X**2/2", (*BALL, *SEPARABLE)),
    "bylander.12": Statement(
        "eu",
        "randomised",
        _one_over_ux2,
        BOTH,
        "U**2*X**2*log(n)",
        ("nonnegative", "sum", "examples", "U > 0", *SEPARABLE),
    ),
}


@dataclass(frozen=True)
class Judgement:
    """The run, the two sides of each comparison and the verdict."""

    trials: list[Trial]
    compared: list[tuple[Any, Any]]
    failures: set[str]
    status: str


def with_fixed(statement: Statement, problem: Problem) -> Problem:
    """Add what the statement itself fixes, such as X = 1."""
    given = {**problem.given, **{name: make(problem) for name, make in statement.fixed.items()}}
    return Problem(problem.examples, problem.outcomes, problem.u, problem.n, given)


def needed_bits(statement: Statement, problem: Problem) -> int:
    """Return how many bits the exponents can drift apart by: twice eta times the largest entries."""
    if statement.learner == "perceptron":
        return 0
    eta = as_ball(statement.eta(problem))
    reach = sum((max(map(abs, x), default=Fraction(0)) for x in problem.examples), Fraction(0))
    return 2 + int(float((3 * eta * as_ball(reach)).upper()))


def make_learner(statement: Statement, problem: Problem) -> Learner:
    """Make the learner; the precision has to be set (see at_precision)."""
    if statement.learner == "perceptron":
        return Perceptron(statement.eta(problem), [Fraction(0)] * problem.n)
    drift = needed_bits(statement, problem)
    if statement.learner == "wm":
        return WeightedMajorityVote(arb(-1).exp(), problem.n, drift)
    n = 2 * problem.n if statement.learner == "doubled" else problem.n
    return ExponentiatedUpdate(statement.eta(problem), problem.rational("U"), n, drift)


def seen_by(statement: Statement, x: Row) -> Row:
    """Return the example that the learner is shown: (x, -x) when doubled."""
    return [*x, *(-a for a in x)] if statement.learner == "doubled" else x


def precision(statement: Statement, problem: Problem) -> Any:
    """Return a context in which balls have enough bits for the problem."""
    return ctx.workprec(BITS + 2 * needed_bits(statement, problem))


def play(statement: Statement, problem: Problem) -> list[Trial]:
    learner = make_learner(statement, problem)
    tau = problem.rational("tau") if statement.version == "toleranced" else Fraction(0)
    trials = []
    for x, outcome in zip(problem.examples, problem.outcomes, strict=True):
        u = problem.u
        if statement.learner == "doubled":
            # any vector that predicts as u does will do: the losses of the comparator are asked for only
            u = [*problem.u, *(Fraction(0) for _ in problem.u)]
        trials.append(run_trial(learner, statement.version, seen_by(statement, x), outcome, u, tau))
    return trials


def failing(statement: Statement, p: Problem) -> set[str]:
    """Return the names of the premises that the problem does not satisfy."""
    euclidean = statement.learner == "perceptron"
    sizes = [sum((a * a for a in x), Fraction(0)) for x in p.examples]
    if not euclidean:
        sizes = [max((a * a for a in x), default=Fraction(0)) for x in p.examples]
    total = sum(p.u, Fraction(0))
    sum_is_a_limit = statement is STATEMENTS["bylander.12"]

    def rate() -> bool:
        limit = p.X2 * (1 if euclidean else p.rational("U"))
        return p.rational("eta") * limit < 2

    def comparator() -> bool:
        if euclidean:
            return sum((a * a for a in p.u), Fraction(0)) <= squared(p.given["U"])
        return sum(map(abs, p.u), Fraction(0)) <= p.rational("U")

    tests: dict[str, Callable[[], bool]] = {
        "comparator": comparator,
        "examples": lambda: max(sizes, default=Fraction(0)) <= p.X2,
        "nonnegative": lambda: all(a >= 0 for a in p.u),
        "sum": lambda: total <= p.rational("U") if sum_is_a_limit else total == p.rational("U"),
        "U > 0": lambda: squared(p.given["U"]) > 0,
        "X > 0": lambda: p.X2 > 0,
        "l >= 1": lambda: p.l >= 1,
        "n >= 2": lambda: p.n >= 2,
        "separable": lambda: all(margin >= 1 for margin in p.margins),
        "clear": lambda: not any(0 < margin < 1 for margin in p.margins),
        "rate": rate,
        "inputs": lambda: all(a in (-1, 1) for x in p.examples for a in x),
        "expert": lambda: sorted(p.u) == [0] * (p.n - 1) + [1],
    }
    return {name for name in statement.premises if not tests[name]()}


def tolerant_floor(value: Any) -> Any:
    """Round down, where a value within 1e-60 of an integer is that integer."""
    nearest = mpmath.nint(value)
    return nearest if abs(value - nearest) < EQUAL else mpmath.floor(value)


def paper_bound(statement: Statement) -> Any:
    """Return the bound as a sympy expression in plain symbols."""
    return _sympified(statement.bound)


@cache
def _sympified(text: str) -> Any:
    return sympy.sympify(text)


@cache
def _compiled(bound: Any) -> tuple[tuple[str, ...], Callable[..., Any]]:
    symbols = sorted(bound.free_symbols, key=str)
    function = sympy.lambdify(symbols, bound, modules=[{"floor": tolerant_floor}, "mpmath"])
    return tuple(map(str, symbols)), function


def evaluate_bound(bound: Any, problem: Problem) -> Any:
    """Evaluate a sympy bound at the problem's values with mpmath."""
    known: dict[str, Any] = {name: as_mpf(value) for name, value in problem.given.items()}
    known |= {"l": mpmath.mpf(problem.l), "n": mpmath.mpf(problem.n)}
    known["k"] = mpmath.mpf(sum(margin <= 0 for margin in problem.margins))
    if "U" in known and known["U"] != 0:
        known["delta"] = 1 / known["U"]
    names, function = _compiled(bound)
    return mpmath.mpf(function(*(known[name] for name in names)))


def judge(statement: Statement, problem: Problem, bound: Any = None) -> Judgement:
    """Run the statement's learner on the problem and decide ``lhs <= bound`` (its own bound by default)."""
    problem = with_fixed(statement, problem)
    with precision(statement, problem), mpmath.workdps(DIGITS):
        trials = play(statement, problem)
        failures = failing(statement, problem)
        if failures:
            return Judgement(trials, [], failures, "VACUOUS")
        rhs = evaluate_bound(paper_bound(statement) if bound is None else bound, problem)
        compared = [(as_mpf(left_side(kind, trials)), rhs) for kind in statement.bounded]
        holds = all(rhs - lhs > -EQUAL for lhs, rhs in compared)
        return Judgement(trials, compared, failures, "HOLDS" if holds else "VIOLATED")


def left_side(kind: str, trials: Sequence[Trial]) -> Value:
    if kind == "mistakes":
        return add([trial.error for trial in trials])
    loss = add([trial.loss for trial in trials])
    if kind == "loss":
        return loss
    return difference(loss, add([trial.u_loss for trial in trials]))
