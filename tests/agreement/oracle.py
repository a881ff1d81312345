"""A slow and plain second implementation of Bylander's theorems, judged on the runs of ``plain_runs``.

It imports nothing of the package.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

import mpmath  # type: ignore[import-untyped]
import sympy
from flint import arb, ctx

from tests.agreement.plain_runs import (
    HALF,
    ExponentiatedUpdate,
    Learner,
    Norm,
    Perceptron,
    Plain,
    Row,
    Trial,
    Value,
    WeightedMajorityVote,
    add,
    as_ball,
    as_mpf,
    as_value,
    difference,
    root,
    run_trial,
    squared,
)

BITS = 512
DIGITS = 120
EQUAL = mpmath.mpf(10) ** -60


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
