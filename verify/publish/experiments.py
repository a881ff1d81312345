"""The experiments of Kivinen and Warmuth 1995, section 4, with many seeds: means, spreads and what they show.

The runs are exact, the examples are seeded samples. A check compares a mean over the seeds
with a margin; it is evidence about this sample, not a verdict. Where the printed set-up does not show what the
paper says it shows, it is run too and recorded as a discrepancy.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from adversaries.constructions.disjunctions import Generator, balanced, sparse, uniform
from bounds import symbols as s
from bounds.data.integer_matrix import Flags, Integers
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.data.versions import thresholded
from bounds.display import counted
from bounds.errors import BoundcheckError, not_a_yes_or_no
from bounds.fast.play import play
from bounds.fast.record import RecordedRun
from bounds.learners import Learner, TableLearner
from bounds.mathematics import hadamard
from bounds.numbers import compare as compare_numbers
from bounds.numbers import to_float
from bounds.numbers.evaluate import evaluate
from bounds.sources.kivinen1995.section4 import SPARSE
from verify.plots.paper import empty, require_matplotlib, save, styled

ALPHA = Fraction(3, 2)
SEEDS = 20
ZERO, ONE = Fraction(0), Fraction(1)

Sample: TypeAlias = Callable[[int, int, int, Generator], tuple[Integers, Flags]]
"""A way to draw examples and labels from (N, k, trials, generator)."""


class Check(NamedTuple):
    """One claim of the paper about the experiment, with the value found and the margin wanted."""

    text: str
    value: float
    wanted: str
    passed: bool

    def __bool__(self) -> bool:
        not_a_yes_or_no(self, "check.passed")


@dataclass(frozen=True)
class Row:
    """The mistakes of one algorithm in one set-up, seed by seed; ``curve`` is the mean number up to each trial."""

    setup: str
    algorithm: str
    n: int
    k: int
    trials: int
    mistakes: tuple[int, ...]
    curve: tuple[float, ...] = ()

    @property
    def mean(self) -> Fraction:
        """The mean over the seeds."""
        return Fraction(sum(self.mistakes), len(self.mistakes))

    @property
    def spread(self) -> float:
        """The standard deviation over the seeds."""
        return math.sqrt(sum((m - self.mean) ** 2 for m in self.mistakes) / len(self.mistakes))


@dataclass(frozen=True)
class Experiment:
    """What an experiment found. ``discrepancies`` say where the printed set-up differs from what is reported."""

    name: str
    title: str
    seeds: int
    rows: tuple[Row, ...]
    checks: tuple[Check, ...]
    discrepancies: tuple[str, ...] = field(default=())

    @property
    def passed(self) -> bool:
        """Whether every check passed."""
        return all(check.passed for check in self.checks)

    def __bool__(self) -> bool:
        not_a_yes_or_no(self, "experiment.passed")

    def row(self, setup: str, algorithm: str, n: int) -> Row:
        """Return the row of a set-up, an algorithm and a dimension."""
        for row in self.rows:
            if (row.setup, row.algorithm, row.n) == (setup, algorithm, n):
                return row
        raise BoundcheckError(f"{self.name} has no row for {algorithm} on {setup} with N = {n}")

    def as_json(self) -> dict[str, Any]:
        """Return the experiment as a JSON object, without the curves."""
        return {
            "name": self.name,
            "title": self.title,
            "seeds": self.seeds,
            "passed": self.passed,
            "rows": [
                {
                    "setup": row.setup,
                    "algorithm": row.algorithm,
                    "N": row.n,
                    "k": row.k,
                    "trials": row.trials,
                    "mean": float(row.mean),
                    "spread": row.spread,
                    "mistakes": list(row.mistakes),
                }
                for row in self.rows
            ],
            "checks": [check._asdict() for check in self.checks],
            "discrepancies": list(self.discrepancies),
        }


# --- running -------------------------------------------------------------------------------------------

PERCEPTRON, FIXED, WINNOW = "Perceptron", "Perceptron, threshold eta/2", "Winnow"


def mistakes(learner: Learner, threshold: Fraction, x: Integers, positive: Flags) -> Flags:
    """Tell on which trials a learner errs that predicts 1 where its prediction is at least the threshold.

    >>> from bounds.learners import TableLearner
    >>> x, positive = np.array([[1, 1, 0], [1, 0, 1]]), np.array([True, True])
    >>> mistakes(TableLearner("winnow", Fraction(2)), Fraction(7, 2), x, positive).tolist()
    [True, True]
    """
    trials = Trials(x, 1, np.where(positive, 1, -1).tolist())
    run = play(learner, trials, thresholded(threshold))
    sides = run.sides if isinstance(run, RecordedRun) else [step.side for step in run.steps]
    errs: Flags = np.asarray(sides) != 0
    return errs


def _mistakes(algorithm: str, x: Integers, positive: Flags, k: int) -> Flags:
    if algorithm == WINNOW:
        theta = Fraction(x.shape[1], k)
        return mistakes(TableLearner("winnow", ALPHA), theta, x, positive)
    if algorithm == FIXED:
        return mistakes(TableLearner("perceptron", ONE), ONE / 2, x, positive)
    return mistakes(TableLearner("bias_perceptron", ONE, Fraction(0)), ZERO, x, positive)


BOTH = (PERCEPTRON, WINNOW)


def compare(
    setup: str, sample: Sample, n: int, k: int, trials: int, seeds: int, algorithms: Sequence[str] = BOTH
) -> list[Row]:
    """Run the algorithms on the same samples, one a seed, and return a row for each."""
    counts: dict[str, list[int]] = {name: [] for name in algorithms}
    curves = {name: np.zeros(trials) for name in algorithms}
    for seed in range(seeds):
        x, positive = sample(n, k, trials, np.random.default_rng([seed, n, k, trials]))
        for name in algorithms:
            wrong = _mistakes(name, x, positive, k)
            counts[name].append(int(wrong.sum()))
            curves[name] += np.cumsum(wrong)
    thin = slice(max(1, trials // 100) - 1, None, max(1, trials // 100))
    return [
        Row(setup, name, n, k, trials, tuple(counts[name]), tuple((curves[name][thin] / seeds).round(2).tolist()))
        for name in algorithms
    ]


def _below(text: str, value: Fraction, limit: str) -> Check:
    return Check(text, float(value), f"< {limit}", value < Fraction(limit))


def _between(text: str, value: Fraction, low: str, high: str) -> Check:
    return Check(text, float(value), f"in [{low}, {high}]", Fraction(low) <= value <= Fraction(high))


def _ratio(a: Fraction, b: Fraction) -> Fraction:
    """Return a / b, where a zero divisor gives a value that no check accepts."""
    return a / b if b else Fraction(10**9)


# --- the experiments -----------------------------------------------------------------------------------

SMALL, LARGE = 200, 400


def figure_1(seeds: int = SEEDS, trials: int = 5000) -> Experiment:
    """Run figure 1: a sparse target, N doubled; as printed, and in three set-ups in which something happens."""
    rows: list[Row] = []
    for setup, sample, k in (
        ("uniform, k = 20 (as printed)", uniform, 20),
        ("sparse, k = 20", sparse, 20),
        ("fair label, k = 20", balanced, 20),
        ("uniform, k = 1", uniform, 1),
    ):
        for n in (SMALL, LARGE):
            rows += compare(setup, sample, n, k, trials, seeds)
    experiment = Experiment("figure1", "Figure 1: few relevant variables, N doubled", seeds, tuple(rows), ())
    checks: list[Check] = []
    for setup in ("sparse, k = 20", "fair label, k = 20"):
        p, w = ([experiment.row(setup, name, n).mean for n in (SMALL, LARGE)] for name in (PERCEPTRON, WINNOW))
        checks += [
            _below(f"{setup}, N = {n}: Winnow / Perceptron", _ratio(b, a), "0.7")
            for n, a, b in zip((SMALL, LARGE), p, w, strict=True)
        ]
        checks.append(_below(f"{setup}: Winnow's increase / the Perceptron's", _ratio(w[1] - w[0], p[1] - p[0]), "0.3"))
    p, w = ([experiment.row("uniform, k = 1", name, n).mean for n in (SMALL, LARGE)] for name in (PERCEPTRON, WINNOW))
    checks.append(_between("uniform, k = 1: Perceptron, N = 400 / N = 200", _ratio(p[1], p[0]), "1.75", "2.05"))
    checks.append(_below("uniform, k = 1: Winnow, N = 400 / N = 200", _ratio(w[1], w[0]), "1.25"))
    printed = [row for row in rows if row.setup.endswith("(as printed)")]
    worst = max(max(row.mistakes) for row in printed)
    text = (
        f"As printed (20 literals, uniform examples) the outcome is 0 with probability 2**-20: at most {worst} "
        f"mistakes in {trials} trials of {seeds} seeds, so the printed set-up cannot have given figure 1."
    )
    return Experiment(experiment.name, experiment.title, seeds, experiment.rows, tuple(checks), (text,))


def figure_2(seeds: int = SEEDS, trials: int = 5000) -> Experiment:
    """Run figure 2: a dense target (k = 2N/5) and sparse examples, with both readings of the Perceptron."""
    rows: list[Row] = []
    checks: list[Check] = []
    discrepancies: list[str] = []
    for n in (SMALL, LARGE):
        k = 2 * n // 5
        new = compare("sparse, k = 2N/5", sparse, n, k, trials, seeds, (PERCEPTRON, FIXED, WINNOW))
        rows += new
        bias, fixed, winnow = new
        ratio, elimination = _ratio(fixed.mean, winnow.mean), _ratio(Fraction(n - k), bias.mean)
        checks.append(_below(f"N = {n}: Perceptron with threshold eta/2 / Winnow", ratio, "0.9"))
        checks.append(_below(f"N = {n}: elimination's bound N - k / the Perceptron's mistakes", elimination, "1"))
        checks += _sparseness(n, k, trials, seeds)
        more = sum(a > b for a, b in zip(bias.mistakes, winnow.mistakes, strict=True))
        if bias.mean >= winnow.mean:
            discrepancies.append(
                f"N = {n}: with the bias trick, as section 4 has it, the Perceptron does not outperform Winnow: "
                f"{float(bias.mean):.0f} against {float(winnow.mean):.0f} mistakes, more on {more} of {seeds} seeds."
            )
    title = "Figure 2: many relevant variables, sparse examples"
    return Experiment("figure2", title, seeds, tuple(rows), tuple(checks), tuple(discrepancies))


def _sparseness(n: int, k: int, trials: int, seeds: int) -> list[Check]:
    """Check the exact mean N (1 - 2**(-1/k)) of active attributes, and the sample against it and P(y = 1) = 1/2."""
    expected = evaluate(s.N * SPARSE, {s.N: Fraction(n), s.k: Fraction(k)})
    low, high = Fraction("1.72"), Fraction("1.73")
    near = compare_numbers(expected, low) == 1 and compare_numbers(expected, high) == -1
    active = positives = 0
    for seed in range(seeds):
        x, positive = sparse(n, k, trials, np.random.default_rng([seed, n, k, trials]))
        active, positives = active + int(x.sum()), positives + int(positive.sum())
    total = trials * seeds
    return [
        Check(f"N = {n}: expected number of active attributes", to_float(expected), "in [1.72, 1.73]", near),
        _between(f"N = {n}: active attributes on average", Fraction(active, total), "1.6", "1.85"),
        _between(f"N = {n}: share of positive examples", Fraction(positives, total), "0.45", "0.55"),
    ]


SIZES = (25, 50, 100, 200, 400)


def growth(seeds: int = SEEDS, trials_per_variable: int = 20) -> Experiment:
    """Run one relevant variable of N, uniform examples: the Perceptron's mistakes grow linearly, Winnow's as log N."""
    rows = [row for n in SIZES for row in compare("uniform, k = 1", uniform, n, 1, trials_per_variable * n, seeds)]
    slopes = {name: _slope([row for row in rows if row.algorithm == name]) for name in (PERCEPTRON, WINNOW)}
    linear, logarithmic = slopes[PERCEPTRON], slopes[WINNOW]
    checks = (
        Check("Perceptron: slope of log M against log N", linear, "in [0.8, 1.05]", 0.8 <= linear <= 1.05),
        Check("Winnow: slope of log M against log N", logarithmic, "< 0.35", logarithmic < 0.35),
    )
    return Experiment("growth", "Linear against logarithmic growth in N", seeds, tuple(rows), checks)


def _slope(rows: Sequence[Row]) -> float:
    x = np.log([row.n for row in rows])
    y = np.log([max(float(row.mean), 1e-9) for row in rows])
    return float(np.polyfit(x, y, 1)[0])


def batch(seeds: int = SEEDS, largest: int = 6) -> Experiment:
    """Train on the pairs of the first half of the Hadamard rows, test on those of the second: half is wrong."""
    rows: list[Row] = []
    for d in range(1, largest + 1):
        for k in (1, 2):
            n = 2**d + k - 1
            wrong = tuple(_batch_errors(d, n, k, np.random.default_rng([seed, d, k])) for seed in range(seeds))
            rows.append(Row("Hadamard pairs", "any additive learner", n, k, 2**d, wrong))
    checks = tuple(
        Check(f"N = {r.n}, k = {r.k}: share wrong on {r.trials} tests", float(r.mean / r.trials), "= 1/2", _all_half(r))
        for r in rows
    )
    return Experiment("batch", "Batch remark: half wrong on the second half of the rows", seeds, tuple(rows), checks)


def _all_half(row: Row) -> bool:
    return all(2 * m == row.trials for m in row.mistakes)


def _batch_errors(d: int, n: int, k: int, rng: Generator) -> int:
    """Train an additive learner with random coefficients for three passes and count its errors."""
    half, u = 2 ** (d - 1), hadamard.target(int(rng.integers(2**d)), d, n, k)
    sequence = hadamard.pairs(d, n)
    seen = [sequence[t][i] for _ in range(3) for t in rng.permutation(half) for i in rng.permutation(2)]
    trials = Trials.of(seen, [hadamard.label(u, hadamard.HALF, z) for z in seen], n)
    mistake, right, theta, drift = (Fraction(int(a), 4) for a in rng.integers(-8, 9, 4))
    learner, version = TableLearner("additive", mistake, right, Fraction(1), theta, drift), thresholded(ZERO)
    play(learner, trials, version)
    tests = [z for pair in sequence[half:] for z in pair]
    return sum(version.target(hadamard.label(u, hadamard.HALF, z)).side(learner.predict(z)) != 0 for z in tests)


def adversary(seeds: int = SEEDS, largest: int = 5) -> Experiment:
    """Play theorem 13's adversary: N - k + 1 mistakes from zero, at least half of that from any start."""
    rows: list[Row] = []
    checks: list[Check] = []
    makers: dict[str, Callable[[], Learner]] = {
        PERCEPTRON: lambda: TableLearner("bias_perceptron", Fraction(1), Fraction(0)),
        "ellipsoid method": lambda: TableLearner("ellipsoid"),
    }
    for d in range(1, largest + 1):
        k = 1 + d % 3
        n = 2**d + k - 1
        for name, make in makers.items():
            forced = (hadamard.oppose(make(), thresholded(ZERO), n, k).mistakes,)
            rows.append(Row("adversary, from zero", name, n, k, 2**d, forced))
            checks.append(Check(f"{name}, N = {n}, k = {k}", forced[0], f"= {n - k + 1}", forced[0] == n - k + 1))
        any_start = tuple(_forced_from_any_start(n, k, np.random.default_rng([seed, d])) for seed in range(seeds))
        rows.append(Row("adversary, from any start", "additive learner", n, k, 2**d, any_start))
        least = min(any_start)
        text = f"any start and thresholds, N = {n}, k = {k}: least"
        checks.append(Check(text, least, f">= {(n - k + 1) / 2:g}", 2 * least >= n - k + 1))
    return Experiment("adversary", "The adversary of theorem 13", seeds, tuple(rows), tuple(checks))


def _forced_from_any_start(n: int, k: int, rng: Generator) -> int:
    numbers = [Fraction(int(a), 4) for a in rng.integers(-12, 13, n + 5)]
    on_mistake, on_right, memory, theta, drift = numbers[n:]
    learner = TableLearner("additive", on_mistake, on_right, memory, theta, drift, start=vector(numbers[:n]))
    return hadamard.oppose(learner, thresholded(ZERO), n, k).mistakes


EXPERIMENTS: dict[str, Callable[..., Experiment]] = {
    "figure1": figure_1,
    "figure2": figure_2,
    "growth": growth,
    "batch": batch,
    "adversary": adversary,
}


def run_experiment(name: str, seeds: int = SEEDS, **sizes: int) -> Experiment:
    """Run one of EXPERIMENTS with this many seeds; ``sizes`` are the experiment's own (such as trials).

    >>> run_experiment("batch", seeds=2, largest=3).passed
    True
    """
    if name not in EXPERIMENTS:
        raise BoundcheckError(f"no experiment is called {name!r}; there are {', '.join(EXPERIMENTS)}")
    if seeds < 1:
        raise BoundcheckError(f"the number of seeds is {seeds}; it must be at least 1")
    return EXPERIMENTS[name](seeds=seeds, **sizes)


# --- showing -------------------------------------------------------------------------------------------


def experiment_lines(experiment: Experiment) -> list[str]:
    """Return the experiment as lines of text: rows, checks, discrepancies."""
    lines = [f"{experiment.name}  {experiment.title} ({counted(experiment.seeds, 'seed')})"]
    width = max(len(row.setup) for row in experiment.rows)
    name = max(len(row.algorithm) for row in experiment.rows)
    for row in experiment.rows:
        shown = f"{float(row.mean):8.1f} +- {row.spread:5.1f}" if len(row.mistakes) > 1 else f"{row.mistakes[0]:8d}"
        lines.append(f"  {row.setup:<{width}}  N = {row.n:<4} k = {row.k:<4} {row.algorithm:<{name}} {shown}".rstrip())
    lines += [
        f"  {'ok    ' if check.passed else 'FAILED'} {check.text}: {check.value:.4g}, wanted {check.wanted}"
        for check in experiment.checks
    ]
    return lines + [f"  discrepancy: {text}" for text in experiment.discrepancies]


def plot(experiment: Experiment, path: str | Path | None = None) -> Any:
    """Draw the experiment with matplotlib, into a file unless ``path`` is None; return the figure.

    Mean cumulative mistakes by trial where all have as many trials, else mistakes against N; bars are one standard
    deviation over the seeds. Raises BoundcheckError where matplotlib is not installed or the file cannot be written.
    """
    require_matplotlib()
    setups = list(dict.fromkeys(row.setup for row in experiment.rows))
    with styled():
        figure = empty((4.5 * len(setups), 3.4))
        for axes, setup in zip(np.atleast_1d(figure.subplots(1, len(setups))), setups, strict=True):
            rows = [row for row in experiment.rows if row.setup == setup]
            if all(row.curve for row in rows) and len({row.trials for row in rows}) == 1:
                _draw_curves(axes, rows)
            else:
                _draw_growth(axes, rows)
            axes.set_title(setup)
            axes.legend(loc="upper left", bbox_to_anchor=(0.0, -0.25), ncols=2)
        figure.suptitle(experiment.title)
    if path is not None:
        save(figure, path)
    return figure


def _draw_curves(axes: Any, rows: Sequence[Row]) -> None:
    for row in rows:
        at = np.arange(1, len(row.curve) + 1) * max(1, row.trials // 100)
        (line,) = axes.plot(at, row.curve, label=f"{row.algorithm}, N = {row.n}")
        end = {"x": [row.trials], "y": [float(row.mean)], "yerr": [row.spread]}
        axes.errorbar(**end, color=line.get_color(), capsize=3)
    axes.set_ylim(bottom=0, top=None if any(map(any, (row.curve for row in rows))) else 1)
    axes.set_xlabel("trial")
    axes.set_ylabel("mistakes")


def _draw_growth(axes: Any, rows: Sequence[Row]) -> None:
    for i, name in enumerate(dict.fromkeys(row.algorithm for row in rows)):
        own = [row for row in rows if row.algorithm == name]
        means, spreads = [float(row.mean) for row in own], [row.spread for row in own]
        width = {"lw": max(1.0, 3.0 - i), "ms": max(3.0, 8.0 - 2 * i)}  # where two are the same, both show
        axes.errorbar([row.n for row in own], means, yerr=spreads, fmt="o-", capsize=3, label=name, **width)
    axes.set_xlabel("N")
    axes.set_ylabel("mistakes")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
