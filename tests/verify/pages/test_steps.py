"""A run step by step: each frame shows what the trial does, and both kinds of files are whole by themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from bounds.claims.catalogue import theorem
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from tests.verify.commands.commanded import refusal
from verify.cli import main
from verify.pages.steps import plot_steps

pytest.importorskip("matplotlib")

TRIALS = [["1", "1/5"], ["3/10", "1"], ["9/10", "4/5"]]
RUN = Instance(Trials.of(TRIALS, [1, -1, 1]), [4, -3])


def test_a_frame_says_what_happens_on_its_trial() -> None:
    """Power: the second trial is predicted on the wrong side, and the third one on the right one."""
    steps = plot_steps("bylander.5", RUN)
    (axes,) = steps.figure.axes
    said = []
    for t in range(steps.frames):
        steps.draw(t)
        said.append(axes.get_xlabel())
    assert said[0] == "before the first of 3 trials"
    assert said[1].startswith("trial 1: x = (1, 1/5), outcome +1, predicted 0, too low: w moves\n1 against ")
    assert "outcome -1, predicted 10/29, too high: w moves\n2 against" in said[2]
    assert len(axes.lines) >= len(TRIALS)


def test_files_are_whole_by_themselves(tmp_path: Path) -> None:
    trials = tmp_path / "trials.csv"
    trials.write_text("a,b,outcome\n1,1/5,+1\n3/10,1,-1\n", encoding="utf-8")
    for name in ("run.gif", "run.html"):
        assert main(["plot", "steps", "bylander.5", str(trials), "--out", str(tmp_path / name)]) == 0
    pillow = pytest.importorskip("PIL.Image")
    with pillow.open(tmp_path / "run.gif") as picture:
        assert picture.n_frames == 3
    page = (tmp_path / "run.html").read_text(encoding="utf-8")
    assert page.count("data:image/png;base64,") == 3
    assert 'type="range"' in page


def test_what_cannot_be_drawn_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "end the file's name so" in refusal(["plot", "steps", "bylander.5", "--out", "run.png"], capsys)
    missing = str(tmp_path / "none" / "run.gif")
    assert "there is no directory" in refusal(["plot", "steps", "bylander.5", "--out", missing], capsys)
    with pytest.raises(BoundcheckError, match="lie on a line"):
        plot_steps("bylander.5", Instance(Trials.of([[1]], [1]), [1]))
    with pytest.raises(BoundcheckError, match="VACUOUS on this run"):
        plot_steps(theorem("bylander.5"), Instance(Trials.of(TRIALS, [1, -1, 1]), [0, 0]))
