"""A run in the plane, step by step: an animation, as a GIF, or as a page or a notebook's output with a slider."""

from __future__ import annotations

import io
import math
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bounds.calls import checked
from bounds.claims.asked import as_claim
from bounds.claims.claim import Claim
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from verify.judge.certificate import certificate
from verify.judge.check import check
from verify.judge.status import Status
from verify.pages.projection import Directions, directions
from verify.pages.story import MOST_ROWS, Row, Story, story_of
from verify.plots.paper import BLUE, GREEN, GREY, ORANGE, blank, require_matplotlib, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

KINDS = (".gif", ".html")
"""What an animation is written as."""

PER_SECOND, SHARP = 1.25, 100
"""Steps a second, and dots an inch."""

SQUARE = (5.2, 4.6)
"""Inches: the plane, and what is said below it."""

Place = tuple[float, float]


class Steps:
    """A run, a trial a step: ``save`` writes it, and a notebook shows it with a slider.

    ``draw(t)`` draws the step after t trials into the figure, for t from 0 to less than ``frames``.
    """

    def __init__(self, figure: Figure, draw: Callable[[int], Any], frames: int) -> None:
        self.figure, self.draw, self.frames = figure, draw, frames

    def __repr__(self) -> str:
        return f"<a run step by step: {self.frames} frames>"

    @property
    def animation(self) -> Any:
        """It as matplotlib takes it, which wants it to be written or shown."""
        return _module().FuncAnimation(self.figure, self.draw, frames=self.frames, interval=1000 / PER_SECOND)

    def save(self, path: str | Path) -> Path:
        """Write it as a GIF, or as a page of HTML that needs nothing else, by the file's ending.

        Raises BoundcheckError for another ending, and where the file cannot be written.
        """
        path = Path(path)
        require_kind(path)
        try:
            with styled():
                if path.suffix.lower() == ".html":
                    path.write_text(f"<!doctype html><meta charset='utf-8'>{self._repr_html_()}", encoding="utf-8")
                else:
                    self.animation.save(path, writer=_module().PillowWriter(fps=PER_SECOND), dpi=SHARP)
        except OSError as error:
            raise BoundcheckError(f"cannot write the steps to {path}: {error.strerror or error}") from None
        return path

    def _repr_png_(self) -> bytes:
        """Return the last step, for what shows no pages."""
        buffer = io.BytesIO()
        self.draw(self.frames - 1)
        with styled():
            self.figure.savefig(buffer, format="png", dpi=SHARP)
        return buffer.getvalue()

    def _repr_html_(self) -> str:
        with styled():
            page: str = self.animation.to_jshtml(fps=PER_SECOND, default_mode="once")
        return page


def require_kind(path: Path) -> None:
    """Refuse a file of another kind before anything is computed."""
    if path.suffix.lower() not in KINDS:
        raise BoundcheckError(f"{path}: steps are written as {' or '.join(KINDS)}; end the file's name so")
    if not path.parent.is_dir():
        raise BoundcheckError(f"there is no directory {path.parent}; make it first, or name another file")


def _module() -> Any:
    return import_module("matplotlib.animation")


@checked
def plot_steps(claim: Claim | str, instance: Instance) -> Steps:
    """Draw a run in the plane of its examples, a step a trial: what is shown, what is predicted, how w moves.

    Of more than two attributes it is the plane of u and of the direction in which examples and weights differ most; of
    more than 40 trials the first 40.

    Parameters
    ----------
    claim : Claim or str
        The claim, or its id.
    instance : Instance
        Trials, comparator and values of parameters.

    Returns
    -------
    Steps
        What a notebook shows with a slider; ``save`` writes it as a .gif or as a page of HTML.

    Raises
    ------
    BoundcheckError
        Where matplotlib is not installed, no plane can be drawn, and for an instance on which the claim says nothing.

    Examples
    --------
    >>> from boundcheck import Instance, Trials
    >>> plot_steps("bylander.5", Instance(Trials.of([[1, 0], [0, 1]], [1, 1]), [1, 1])).frames
    3
    """
    require_matplotlib()
    claim = as_claim(claim)
    verdict = check(claim, instance)
    if verdict.status not in (Status.HOLDS, Status.VIOLATED):
        raise BoundcheckError(f"{claim.id} is {verdict.status.value} on this run; check says why")
    story = story_of(certificate(verdict))
    plane = directions(story)
    if plane is None:
        raise BoundcheckError("the vectors of this run lie on a line; give trials of two attributes or more")
    with styled():
        figure, axes = blank(SQUARE)
        return Steps(figure, _drawing(axes, story, plane, claim.id), min(len(story.rows), MOST_ROWS) + 1)


def _drawing(axes: Axes, story: Story, plane: Directions, title: str) -> Callable[[int], Any]:
    """Return what draws a step: before the first trial, and then each trial with what the learner has made of it."""
    examples = [plane.place(x) for x in story.examples]
    weights = [plane.place([plane.factors["w"] * a for a in w]) for w in story.weights]
    u = plane.place([plane.factors["u"] * a for a in plane.u]) if any(plane.u) else None
    reach = 1.15 * max(max(map(abs, at)) for at in (*examples, *weights, *([u] if u else [])))

    def draw(t: int) -> list[Any]:
        axes.clear()
        axes.set_xlim(-reach, reach)
        axes.set_ylim(-reach, reach)
        axes.set_aspect("equal")
        axes.set_title(title)
        for i, at in enumerate(examples[:t], 1):
            colour = BLUE if story.outcomes[i - 1] == "+1" else ORANGE
            axes.plot(*at, "o", color=colour, ms=10 if i == t else 5, alpha=1 if i == t else 0.4)
        if u is not None:
            _arrow(axes, u, GREEN, "u")
        if t < len(weights):
            path = weights[: t + 1]
            axes.plot([a for a, _ in path], [b for _, b in path], ".-", color=GREY, lw=1, ms=4)
            _arrow(axes, path[-1], "black", "w")
            _separator(axes, weights[max(t - 1, 0)], reach)
        axes.set_xlabel(_caption(story, t))
        return []

    return draw


def _arrow(axes: Axes, end: Place, colour: str, name: str) -> None:
    if math.hypot(*end):
        axes.annotate("", end, (0, 0), arrowprops={"arrowstyle": "->", "color": colour, "lw": 1.6})
    axes.annotate(f"${name}$", end, (4, 4), textcoords="offset points", color=colour)


def _separator(axes: Axes, w: Place, reach: float) -> None:
    """Draw where the weights that predicted predict 0."""
    size = math.hypot(*w)
    if size:
        x, y = -w[1] / size * 2 * reach, w[0] / size * 2 * reach
        axes.plot([-x, x], [-y, y], "--", color=GREY, lw=0.8)


MOVES = {"up": "too low: w moves", "down": "too high: w moves", "–": "right"}


def _caption(story: Story, t: int) -> str:
    if not t:
        return f"before the first of {story.trials} trials"
    row: Row = story.rows[t - 1]
    both = story.after.get(t)
    sides = "" if both is None else f"\n{both.said[0]} against {both.said[1]}{', broken' if both.fails else ''}"
    what = f"x = {row.x}, outcome {row.outcome}, predicted {row.prediction}, {MOVES.get(row.update, row.update)}"
    return f"trial {row.number}: {what}{sides}"
