"""A picture of exact worst cases: the value proved and the sequence found, against the claim's bound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from bounds import symbols as s
from bounds.claims.asked import as_claim
from bounds.claims.claim import Claim
from bounds.errors import BoundcheckError
from bounds.numbers.rational import parse_rational
from verify.certify.given import parameters_of, refusals
from verify.certify.result import Worst
from verify.certify.search import bound_of, worst_case, worst_cases
from verify.certify.tables import applicable
from verify.judge.certificate import statement
from verify.kernel_gram.numbers import real
from verify.plots.paper import (
    BLUE,
    ORANGE,
    POINTS,
    STEPS,
    WIDE,
    axis_label,
    beside,
    blank,
    bound_label,
    drawstyle,
    quantity_label,
    require_matplotlib,
    styled,
    tex,
    title_of,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LENGTH = {"l": 8}
"""The lengths drawn where they are on the axis; one fixed length is shorter."""

FIXED = 4
PLACES = 13
"""Values of a parameter on the axis."""


@dataclass(frozen=True)
class WorstPoint:
    """A worst case at one place of the axis."""

    place: Fraction
    worst: Worst


def worst_points(
    claim: Claim | str,
    over: str = "l",
    length: int | None = None,
    span: Sequence[str] | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> list[WorstPoint]:
    """Return worst cases against l (up to ``length``), or against a parameter at that length.

    ``span`` holds the ends of a parameter's range, by default from a quarter to twice its value; places are evenly
    spread, and rational. Raises BoundcheckError as ``worst_case`` does.

    >>> [(str(p.place), str(p.worst.value)) for p in worst_points("bylander.2", "U", 2, ("1", "2"))][::6]
    [('1', '3/2'), ('3/2', '5/2'), ('2', '7/2')]
    """
    claim = as_claim(claim)
    given = dict(parameters or {})
    if over == "l":
        return [WorstPoint(Fraction(worst.l), worst) for worst in worst_cases(claim, length or LENGTH["l"], **given)]
    if over in given:
        raise BoundcheckError(f"{over} is on the axis; do not set it")
    low, high = _span(claim, over, span, given)
    places = [low + (high - low) * i / (PLACES - 1) for i in range(PLACES)]
    return [WorstPoint(a, worst_case(claim, length or FIXED, **{**given, over: a})) for a in places]


def _span(claim: Claim, over: str, span: Sequence[str] | None, given: Mapping[str, Any]) -> tuple[Fraction, Fraction]:
    with refusals(claim):
        known = parameters_of(claim, {**given, over: 1} if span else given) if statement(claim) else {}
    if over not in known:
        raise BoundcheckError(f"{claim.id} has no open parameter {over}; put one of l, {', '.join(known)} on the axis")
    if span is None:
        value = parse_rational(known[over], over)
        return value / 4, 2 * value
    low, high = (parse_rational(text, "an end of the span") for text in span)
    if not low < high:
        raise BoundcheckError(f"the span is from {low} to {high}; give the smaller end first")
    return low, high


def plot_worst(
    claim: Claim | str,
    over: str = "l",
    length: int | None = None,
    span: Sequence[str] | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> Figure:
    """Draw the exact worst case against the bound, over l or a parameter: what no sequence exceeds, and what one has.

    A filled mark is a value that is proved, and attained by an exact sequence; an empty one is proved only.

    See also: ``worst_points`` (the numbers), ``verify.certify``, ``boundcheck plot worst``.
    """
    require_matplotlib()
    claim = as_claim(claim)
    points = worst_points(claim, over, length, span, parameters)
    figure, axes = blank(WIDE)
    with styled():
        drawn = _bounds(claim, over, points, parameters or {})
        if drawn:
            style = "default" if over == "l" else drawstyle(claim)
            axes.plot(
                *zip(*drawn, strict=True), color="black", lw=1.0, zorder=3, label=bound_label(claim), drawstyle=style
            )
        values = [real(p.worst.value) for p in points]
        counts = all(value.is_integer() for value in values)
        if over == "l" or not counts:  # between two rates, a number of mistakes is not what a line says
            # wider than the bound's line, so that both show where they are one
            axes.plot([float(p.place) for p in points], values, color=BLUE, lw=2.4)
        if counts:
            axes.locator_params(axis="y", integer=True)
        for exact, label in ((True, "proved and attained"), (False, "proved")):
            chosen = [(float(p.place), real(p.worst.value)) for p in points if p.worst.exact == exact]
            if chosen:
                face = BLUE if exact else "white"
                axes.plot(*zip(*chosen, strict=True), "o", color=BLUE, mfc=face, ms=5, label=label, clip_on=False)
        witnesses = [(p.place, p.worst.witness) for p in points if not p.worst.exact and p.worst.witness is not None]
        if witnesses:
            axes.plot(
                [float(a) for a, _ in witnesses], [float(b) for _, b in witnesses if b is not None],
                "+", color=ORANGE, ms=7, label="a sequence found", clip_on=False,
            )  # fmt: skip
        axes.set_ylim(bottom=min(0.0, *values))
        if over == "l":
            axes.locator_params(axis="x", integer=True)
        axes.set_xlabel(axis_label(s.lookup(over), claim))
        axes.set_ylabel(quantity_label(claim))
        axes.set_title("\n".join([title_of(claim, 86), *_given(claim, over, length, parameters or {})]))
        beside(axes)
    return figure


def _bounds(
    claim: Claim, over: str, points: Sequence[WorstPoint], parameters: Mapping[str, Any]
) -> list[tuple[float, float]]:
    """Return the bound at the places of the points, and between them where it is a formula in a parameter."""
    known = [(float(p.place), p.worst.bound) for p in points if p.worst.bound is not None]
    if over == "l" or len(known) < 2 or applicable(statement(claim)):
        return known
    low, high, length = points[0].place, points[-1].place, points[0].worst.l
    count = POINTS if drawstyle(claim) == "default" else STEPS
    places = [low + (high - low) * i / (count - 1) for i in range(count)]
    return [(float(a), bound_of(claim, length, {**parameters, over: a})) for a in places]


def _given(claim: Claim, over: str, length: int | None, parameters: Mapping[str, Any]) -> list[str]:
    """Return the line that says which parameters are fixed."""
    values = parameters_of(claim, {name: a for name, a in parameters.items() if name not in ("n", "k")})
    shown = {**({} if over == "l" else {"l": length or FIXED}), **values, **parameters}
    said = ", ".join(f"${tex(s.lookup(name))} = {value}$" for name, value in shown.items() if name != over)
    return [f"at {said}"] if said else []
