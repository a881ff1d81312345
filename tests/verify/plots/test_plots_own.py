"""Pictures of claims of one's own: a file in the place of an id, parameters without a meaning, long amounts."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.own import learner, own_claim
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.instances import Instance
from verify import plots
from verify.cli import main
from verify.plots import paper
from verify.search.search import closest

pytest.importorskip("matplotlib")


def test_a_parameter_of_ones_own_has_no_meaning_of_the_catalogue() -> None:
    """Power: the C of Passive-Aggressive was called the constant of a big-oh statement."""
    claim = own_claim("w + C*y*x if y*yhat <= 0 else w", "U**2/C + C", given=["norm(u, 2) <= U"])
    assert [plots.plot_bound(claim, over=over).axes[0].get_xlabel() for over in ("C", "U")] == [
        "$C$", "bound on the comparator's norm $U$",
    ]  # fmt: skip


@pytest.mark.parametrize("identifier", ["classics.pa2", "classics.pa1", "bylander.2", "kw.def1"])
def test_the_compared_amount_fits_beside_the_axis(identifier: str) -> None:
    """Power: both ends of the amount of Passive-Aggressive were cut off."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    figure, axes = paper.blank()
    canvas: Any = FigureCanvasAgg(figure)
    with paper.styled():
        axes.set_ylabel(paper.quantity_label(theorem(identifier)))
        label = axes.yaxis.label.get_window_extent(canvas.get_renderer())
    assert label.height < 3.5 * figure.dpi


@pytest.mark.parametrize("kind", ["run", "bound", "tightness", "search", "worst"])
def test_a_claim_file_takes_the_place_of_an_id(kind: str, tmp_path: Path) -> None:
    """Power: plot bound looked for a claim of the catalogue by the file's name."""
    (tmp_path / "mine.toml").write_text(
        'learner = "w + y*x if y*yhat <= 0 else w"\nbound = "U**2*X**2"\n'
        'given = ["norm(u, 2) <= U", "norm(x, 2) <= X", "separable"]\n', encoding="utf-8",
    )  # fmt: skip
    more = {"search": ["--instances", "20"], "worst": ["--length", "1"]}.get(kind, [])
    assert main(["plot", kind, str(tmp_path / "mine.toml"), *more, "--out", str(tmp_path / "picture.png")]) == 0


def test_a_curve_starts_before_the_first_trial() -> None:
    """Power: curves of one's own claims started at t = 1, and a run of one trial was an empty picture."""
    lms = learner("w + eta*(y - yhat)*x", outcomes="points")
    given = ["norm(u, 2) <= U", "norm(x, 2) <= X", "eta*X**2 <= 1/2"]
    claim = own_claim(lms, "U**2/eta", gain="squared", loss="squared", times="2", given=given)
    trials = Trials.of([["1/2"]], [Interval.point(1)])
    curve = plots.run_curve(claim, Instance(trials, vector([1]), {s.eta: Fraction(1), s.U: Fraction(1)}))
    assert (list(curve.t), [*curve.achieved, *curve.bound]) == ([0, 1], [0, Fraction(1, 2), 1, 1])
    found = closest(claim)
    assert found is not None
    assert found[1].attained  # the structured sequences are all of labels, and reach -1/8


def test_a_bound_without_a_value_at_no_trials_starts_where_it_has_one() -> None:
    claim = own_claim("w + y*x if y*yhat <= 0 else w", "l**2/l", gain="mistake")
    assert plots.run_curve(claim, Instance(Trials.of([[1], [1]], [1, 1]), vector([1]))).t == (1, 2)
