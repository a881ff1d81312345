"""The experiments of Kivinen and Warmuth 1995: what they show, and that the checks can fail."""

from __future__ import annotations

import argparse
import json
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from adversaries.constructions.disjunctions import balanced, sparse, sparse_probability, uniform
from bounds.errors import BoundcheckError
from bounds.mathematics import hadamard
from verify import cli
from verify.commands.arguments import EXPERIMENTS as NAMES
from verify.commands.experiment import run
from verify.publish import experiments
from verify.publish.experiments import EXPERIMENTS, Experiment, experiment_lines, plot, run_experiment

SMALL = {
    "figure1": {"trials": 3000},
    "figure2": {"trials": 1500},
    "growth": {},
    "batch": {"largest": 4},
    "adversary": {"largest": 3},
}


@pytest.fixture(scope="module")
def found() -> dict[str, Experiment]:
    return {name: run_experiment(name, seeds=2, **sizes) for name, sizes in SMALL.items()}


def test_all_experiments_are_covered() -> None:
    assert set(SMALL) == set(EXPERIMENTS)


@pytest.mark.parametrize("name", SMALL)
def test_the_qualitative_claims_hold_with_their_margins(name: str, found: dict[str, Experiment]) -> None:
    experiment = found[name]
    assert experiment.checks
    assert [check for check in experiment.checks if not check.passed] == []


def test_the_printed_set_ups_are_run_and_recorded(found: dict[str, Experiment]) -> None:
    literal = [row for row in found["figure1"].rows if "as printed" in row.setup]
    assert len(literal) == 4
    assert sum(sum(row.mistakes) for row in literal) <= 2
    assert "2**-20" in found["figure1"].discrepancies[0]
    assert len(found["figure2"].discrepancies) == 2
    assert "2 of 2 seeds" in found["figure2"].discrepancies[0]
    bias, winnow = (found["figure2"].row("sparse, k = 2N/5", name, 200).mean for name in ("Perceptron", "Winnow"))
    assert bias > winnow


def test_the_batch_remark_is_exact(found: dict[str, Experiment]) -> None:
    for row in found["batch"].rows:
        assert set(row.mistakes) == {row.trials // 2}
        assert row.spread == 0


def test_the_same_seeds_give_the_same_numbers() -> None:
    first, again = (run_experiment("figure2", seeds=2, trials=200) for _ in range(2))
    assert first == again
    assert first.rows[0].mistakes[0] != first.rows[0].mistakes[1]


@pytest.mark.parametrize("name", ["figure1", "figure2", "growth"])
def test_swapping_the_algorithms_makes_checks_fail(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: with Winnow and the Perceptron exchanged the checks must not pass."""
    honest = experiments._mistakes
    swapped = {experiments.WINNOW: experiments.PERCEPTRON}
    monkeypatch.setattr(
        experiments, "_mistakes", lambda name, x, y, k: honest(swapped.get(name, experiments.WINNOW), x, y, k)
    )
    sizes = {"trials": 1000} if name != "growth" else {"trials_per_variable": 5}
    assert not run_experiment(name, seeds=1, **sizes).passed


def test_a_wrong_target_breaks_the_batch_remark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hadamard, "label", lambda u, psi, z: 1)  # noqa: ARG005
    assert not run_experiment("batch", seeds=4, largest=3).passed


def test_samples_have_the_probabilities_they_say() -> None:
    rng = np.random.default_rng(0)
    x, positive = sparse(100, 40, 4000, rng)
    assert set(np.unique(x)) == {0, 1}
    assert abs(positive.mean() - 0.5) < 0.04
    assert abs(x.mean() - sparse_probability(40)) < 0.001
    x, positive = balanced(60, 20, 2000, rng)
    assert abs(positive.mean() - 0.5) < 0.06
    assert not x[~positive][:, :20].any()
    assert abs(x[:, 20:].mean() - 0.5) < 0.02
    x, positive = uniform(30, 1, 2000, rng)
    assert (positive == (x[:, 0] == 1)).all()
    assert Fraction(1, 2) ** 20 == Fraction(1, 2**20)


def _options(*arguments: str) -> argparse.Namespace:
    return cli._parser("experiment").parse_args(["experiment", *arguments])


def test_the_command_names_the_experiments() -> None:
    assert tuple(EXPERIMENTS) == NAMES


def test_the_command_prints_rows_checks_and_discrepancies(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(_options("adversary", "--seeds", "1")) == 0
    shown = capsys.readouterr().out
    assert "ellipsoid method" in shown
    assert "  ok     Perceptron, N = 8, k = 1: 8, wanted = 8" in shown
    assert run(_options("batch", "--seeds", "1", "--json")) == 0
    read = json.loads(capsys.readouterr().out)
    assert set(read) == {"name", "title", "seeds", "passed", "rows", "checks", "discrepancies"}
    assert set(read["rows"][0]) == {"setup", "algorithm", "N", "k", "trials", "mean", "spread", "mistakes"}
    assert set(read["checks"][0]) == {"text", "value", "wanted", "passed"}


def test_a_failed_check_is_an_exit_code(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    failed = experiments.Check("something", 1.0, "< 1", False)
    bad = Experiment("batch", "title", 1, run_experiment("batch", 1, largest=1).rows, (failed,))
    monkeypatch.setitem(EXPERIMENTS, "batch", lambda seeds: bad)  # noqa: ARG005
    assert run(_options("batch", "--seeds", "1")) == 1
    assert "FAILED something" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["nonsense"], ["batch", "--seeds", "0"], ["batch", "--seeds", "x"]])
def test_bad_arguments_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        _options(*arguments)
    assert stopped.value.code == 2
    assert "argument" in capsys.readouterr().err


def test_unknown_names_are_bad_input(found: dict[str, Experiment]) -> None:
    with pytest.raises(BoundcheckError, match="there are figure1, figure2"):
        run_experiment("figure3")
    with pytest.raises(BoundcheckError, match="at least 1"):
        run_experiment("batch", seeds=0)
    with pytest.raises(BoundcheckError, match="has no row"):
        found["batch"].row("Hadamard pairs", "Winnow", 4)


def test_lines_mention_every_row(found: dict[str, Experiment]) -> None:
    for experiment in found.values():
        lines = experiment_lines(experiment)
        assert len(lines) == 1 + len(experiment.rows) + len(experiment.checks) + len(experiment.discrepancies)


def test_a_plot_without_matplotlib_says_what_to_install(
    found: dict[str, Experiment], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(BoundcheckError, match=r"pip install 'boundcheck\[plots\]'"):
        plot(found["growth"], tmp_path / "growth.png")


def test_plots_are_drawn_where_matplotlib_is(found: dict[str, Experiment], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for name, experiment in found.items():
        figure = plot(experiment, tmp_path / f"{name}.png")
        assert (tmp_path / f"{name}.png").stat().st_size > 1000
        for axes in figure.axes:  # the legend hides no curve: it is below the axes
            assert axes.get_legend().get_window_extent().y1 < axes.get_window_extent().y0
            assert axes.get_ylim()[0] >= 0
    with pytest.raises(BoundcheckError, match="there is no directory"):
        plot(found["growth"], tmp_path / "missing" / "growth.png")
