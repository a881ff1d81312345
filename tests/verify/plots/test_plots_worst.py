"""Pictures of exact worst cases: the numbers behind them, the command, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from bounds.claims.catalogue import theorem
from bounds.errors import BoundcheckError
from verify.cli import main
from verify.plots.worst import plot_worst, worst_points

pytest.importorskip("matplotlib")


def test_over_l_it_is_the_worst_case_of_each_length() -> None:
    points = worst_points("bylander.11", length=4)
    assert [(int(p.place), p.worst.value, p.worst.exact) for p in points] == [
        (1, Fraction(1, 2), True), (2, Fraction(3, 2), True), (3, Fraction(15, 8), True), (4, Fraction(2), True),
    ]  # fmt: skip


def test_over_a_parameter_its_places_are_exact() -> None:
    """Theorem 2 at l = 2, eta = 1/2: 2 U - 1/2 up to U = 1, and from U = 1 on."""
    points = worst_points("bylander.2", "U", 2, ("1", "4"))
    assert [p.place for p in points] == [1 + Fraction(i, 4) for i in range(13)]
    assert all(p.worst.value == 2 * p.place - Fraction(1, 2) for p in points)


def test_the_bound_is_drawn_above_the_values() -> None:
    lines = plot_worst("bylander.8", length=3).axes[0].lines
    bound, values = (np.asarray(line.get_ydata(), dtype=float) for line in lines[:2])
    assert list(bound) == [2, 2, 2]
    assert list(values) == [1.5, 2, 2]


def test_a_variant_whose_bound_is_too_small_shows_it() -> None:
    """Power: the picture takes the values from the sequences, not from the bound."""
    lines = plot_worst(theorem("bylander.8").replace(bound=1), length=2).axes[0].lines
    bound, values = (np.asarray(line.get_ydata(), dtype=float) for line in lines[:2])
    assert (values > bound).all()


def test_the_command_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, arguments in (("l.png", ["--length", "2"]), ("U.svg", ["--over", "U", "--length", "1"])):
        assert main(["plot", "worst", "bylander.8", *arguments, "--out", str(tmp_path / name)]) == 0
        assert (tmp_path / name).stat().st_size > 5000
    assert "written" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("identifier", "arguments", "message"),
    [
        ("bylander.2", {"over": "C"}, "no open parameter C; put one of l, U, X, eta on the axis"),
        ("bylander.2", {"over": "U", "parameters": {"U": 1}}, "do not set it"),
        ("bylander.2", {"over": "U", "span": ("2", "1")}, "smaller end first"),
        ("bylander.3", {}, "has no Gram form"),
    ],
)
def test_what_cannot_be_drawn_is_refused(identifier: str, arguments: dict[str, object], message: str) -> None:
    with pytest.raises(BoundcheckError, match=message):
        plot_worst(identifier, **arguments)  # type: ignore[arg-type]


def test_numbers_of_mistakes_are_marks_below_steps() -> None:
    """Power: lines between whole numbers crossed the bound, whose steps were slopes, and the axis had halves."""
    axes = plot_worst("bylander.5", "U", 2, ("1/2", "2")).axes[0]
    bound, marks = axes.lines[0], [line for line in axes.lines[1:] if line.get_label() != "a sequence found"]
    assert bound.get_drawstyle() == "steps-post"
    assert all(line.get_linestyle() == "None" for line in marks)
    assert all(tick == int(tick) for tick in axes.get_yticks())
