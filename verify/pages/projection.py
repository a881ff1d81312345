"""The plane in which a run is drawn: that of its two attributes, or of the two directions that tell most."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from verify.pages.story import Point, Story, finite

MOST_EXAMPLES, MOST_WEIGHTS, MOST_LABELS = 200, 60, 14
STEPS = 40
"""Steps of the power method, which finds the direction in which vectors differ most."""

TINY = 1e-9


class Plane(NamedTuple):
    """What is drawn: examples with their outcomes and numbers, the weights, u, the example that breaks the claim."""

    examples: list[tuple[tuple[float, float], str, str]]
    path: list[tuple[float, float]]
    u: tuple[float, float] | None
    breaking: tuple[float, float] | None
    caption: str


def plane(story: Story) -> Plane | None:
    """Return the plane of a story; None where its vectors lie on a line, or there are none.

    >>> from verify.pages.story import Story
    >>> flat = Story(1, examples=[(1.0, 0.0)], outcomes=["+1"], numbers=[1], comparator=(2.0, 0.0))
    >>> plane(flat) is None
    True
    """
    basis = directions(story)
    if basis is None:
        return None
    examples, u, place = story.examples[:MOST_EXAMPLES], basis.u, basis.place
    numbers, breaking = dict[tuple[tuple[float, float], str], list[int]](), None
    for t, x, outcome in zip(story.numbers, examples, story.outcomes, strict=False):
        at = place(x)
        numbers.setdefault(((round(at[0], 9), round(at[1], 9)), outcome), []).append(t)
        breaking = at if t == story.breaking else breaking
    drawn = [(at, outcome, _named(ts) if len(numbers) <= MOST_LABELS else "") for (at, outcome), ts in numbers.items()]
    path = [place(v) for v in basis.weights]
    at_u = place([basis.factors["u"] * a for a in u]) if any(u) else None
    caption = _caption(len(examples[0]), examples, basis.weights, basis.axes, basis.factors, u, story)
    return Plane(drawn, path, at_u, breaking, caption)


class Directions(NamedTuple):
    """Two directions, right and up; the weights as they are drawn, with the factors; u, empty if there is none."""

    axes: list[list[float]]
    weights: list[list[float]]
    factors: dict[str, float]
    u: Point

    def place(self, v: Sequence[float]) -> tuple[float, float]:
        """Return where a vector is drawn."""
        return _dot(v, self.axes[0]), _dot(v, self.axes[1])


def directions(story: Story) -> Directions | None:
    """Return the directions of the plane of a story; None where its vectors lie on a line, or there are none."""
    examples, weights = story.examples[:MOST_EXAMPLES], finite(_thinned(story.weights))
    u = story.comparator if finite([story.comparator]) else ()
    n = len(examples[0]) if examples else 0
    if (
        n < 2
        or len(finite(examples)) < len(examples)
        or len({len(v) for v in (*examples, *weights, *([u] if u else []))}) != 1
    ):
        return None
    factors = {"u": _factor(examples, [u] if u else []), "w": _factor(examples, weights)}
    long = [[factors["w"] * a for a in v] for v in weights]
    axes = [[1.0, 0.0], [0.0, 1.0]] if n == 2 else _axes(u, [*examples, *long])
    if axes is None or (n == 2 and _on_a_line([*examples, *long, u or (0.0, 0.0)])):
        return None
    return Directions(axes, long, factors, u)


def _caption(
    n: int,
    examples: Sequence[Point],
    weights: Sequence[Sequence[float]],
    axes: Sequence[Sequence[float]],
    factors: Mapping[str, float],
    u: Point,
    story: Story,
) -> str:
    also = ["the comparator"] * any(u) + ["the weights"] * bool(weights)
    said = f"The examples, with the numbers of their trials{''.join(f', {what}' for what in also[:-1])}"
    said += f" and {also[-1]}." if also else "."
    if n > 2:
        first = "u" if any(u) else "the direction in which they differ most"
        seen = sum(_dot(v, axis) ** 2 for v in (*examples, *weights) for axis in axes)
        whole = sum(_dot(v, v) for v in (*examples, *weights)) or 1.0
        said = (
            f"{n} attributes, projected on a plane: {first} to the right, and upwards the direction at a right angle "
            f"to it in which examples and weights differ most, with {100 * seen / whole:.0f} % of their squared length."
        )
    for name, factor in factors.items():
        said += f" {name} is drawn at {factor:g} times its length." if factor != 1 else ""
    if len(story.examples) > MOST_EXAMPLES:
        said += f" The first {MOST_EXAMPLES} of {story.trials} trials."
    return said


def _named(numbers: Sequence[int]) -> str:
    """Return the numbers of trials in short.

    >>> _named([1, 2, 3, 7]), _named([1, 3, 5, 7, 9])
    ('1–3, 7', '1, …, 9')
    """
    runs: list[list[int]] = []
    for t in numbers:
        if runs and runs[-1][-1] == t - 1:
            runs[-1].append(t)
        else:
            runs.append([t])
    if len(runs) > 3:
        return f"{numbers[0]}, …, {numbers[-1]}"
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def _thinned(vectors: Sequence[Point]) -> list[Point]:
    """Return the vectors that differ from the one before, and no more than can be drawn."""
    kept = [v for i, v in enumerate(vectors) if i == 0 or v != vectors[i - 1]]
    if len(kept) <= MOST_WEIGHTS:
        return kept
    return [kept[i * (len(kept) - 1) // (MOST_WEIGHTS - 1)] for i in range(MOST_WEIGHTS)]


def _factor(examples: Iterable[Sequence[float]], others: Iterable[Sequence[float]]) -> float:
    """Return by what vectors are multiplied that are far longer or shorter than the examples: a power of ten."""
    long, other = (max((math.sqrt(_dot(v, v)) for v in vectors), default=0.0) for vectors in (examples, others))
    if not long or not other or 1 / 6 <= long / other <= 6:
        return 1.0
    return float(10.0 ** round(math.log10(long / other)))


def _axes(u: Point, vectors: Sequence[Sequence[float]]) -> list[list[float]] | None:
    """Return two directions at a right angle: u, where there is one, and the one in which vectors differ most."""
    axes = [_unit(u)] if any(u) else []
    rest = [list(v) for v in vectors]
    while len(axes) < 2:
        for axis in axes:
            rest = [_without(v, axis) for v in rest]
        direction = max(rest, key=lambda v: _dot(v, v))
        if _dot(direction, direction) < TINY:
            return None
        for _ in range(STEPS):
            weights = [_dot(v, direction) for v in rest]
            moved = [sum(a * v[i] for a, v in zip(weights, rest, strict=True)) for i in range(len(direction))]
            direction = _unit(moved)
        for axis in axes:
            direction = _unit(_without(direction, axis))
        axes.append(direction)
    return axes


def _on_a_line(vectors: Sequence[Sequence[float]]) -> bool:
    longest = max(vectors, key=lambda v: _dot(v, v))
    size = _dot(longest, longest) or 1.0
    return all((longest[0] * v[1] - longest[1] * v[0]) ** 2 <= TINY * size * size for v in vectors)


def _without(v: Sequence[float], axis: Sequence[float]) -> list[float]:
    along = _dot(v, axis)
    return [a - along * b for a, b in zip(v, axis, strict=True)]


def _unit(v: Sequence[float]) -> list[float]:
    length = math.sqrt(_dot(v, v)) or 1.0
    return [a / length for a in v]


def _dot(v: Sequence[float], w: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(v, w, strict=True))
