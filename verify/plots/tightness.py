"""How close the constructions come to a bound."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import cycle
from types import ModuleType
from typing import TYPE_CHECKING, Any

import sympy

from adversaries.constructions import orthonormal
from adversaries.portfolio.structured import CONSTRUCTIONS
from bounds import symbols as s
from bounds.calls import checked
from bounds.claims.asked import as_claim
from bounds.claims.claim import Claim
from bounds.errors import BoundcheckError, Undecided
from bounds.instances import Instance
from bounds.optima import order
from verify.judge.check import check
from verify.judge.status import Status
from verify.plots.paper import (
    CYCLE,
    MARKERS,
    WIDE,
    axis_label,
    beside,
    blank,
    bound_label,
    label_ticks,
    logarithmic,
    require_matplotlib,
    styled,
    title_of,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Point:
    """One instance of a structured family: the value of the symbol on the axis, and the ratio achieved/bound."""

    family: str
    value: Fraction
    ratio: float
    attained: bool


@checked
def tightness_points(claim: Claim | str, over: str = "l") -> list[Point]:
    """Judge the structured families of the adversaries exactly: ratios against l, n or a free rate.

    For a rate, the tightest instance of each family is taken, and its rate is varied. Only instances that hold
    count, and only those with a positive bound.

    >>> from boundcheck import theorem
    >>> {p.ratio for p in tightness_points(theorem("bylander.5")) if p.family == "orthonormal"}
    {1.0}
    """
    claim = as_claim(claim)
    if over in ("l", "n"):
        sizes = ((family, i, Fraction(i.trials.l if over == "l" else i.trials.n)) for family, i in _families(claim))
        points = (_point(claim, family, instance, size) for family, instance, size in sizes)
        return [point for point in points if point is not None]
    symbol = s.lookup(over)
    if symbol not in claim.free:
        names = ", ".join(["l", "n", *map(str, claim.free)])
        raise BoundcheckError(f"{claim.id} has no free {over}; choose one of {names}")
    return list(_varied(claim, symbol))


def _families(claim: Claim) -> Iterator[tuple[str, Instance]]:
    for module in CONSTRUCTIONS:
        known = list(module.instances(claim))
        yield from ((_family(module), instance) for _, instance in known)
        if module is orthonormal and known:
            yield from ((_family(module), orthonormal.orthonormal(claim, size)) for size in (16, 32, 64))


def _family(module: ModuleType) -> str:
    return module.__name__.rpartition(".")[2].replace("_", " ").replace("hadamard", "Hadamard")


def _point(claim: Claim, family: str, instance: Instance, value: Fraction) -> Point | None:
    try:
        verdict = check(claim, instance)
    except (BoundcheckError, Undecided):
        return None
    ratio = verdict.ratio
    if verdict.status is not Status.HOLDS or ratio is None or not math.isfinite(ratio):
        return None
    return Point(family, value, ratio, verdict.attained)


EXPONENTS = tuple(map(Fraction, (2, 3, 4, 5, 6, 8, 10, 12)))
"""Exponents p of a norm that are tried."""


def _varied(claim: Claim, symbol: Any) -> Iterator[Point]:
    best: dict[str, tuple[float, Instance]] = {}
    for family, instance in _families(claim):
        point = _point(claim, family, instance, Fraction(0))
        if point is not None and symbol in instance.parameters and point.ratio > best.get(family, (-1.0,))[0]:
            best[family] = point.ratio, instance
    for family, (_, instance) in best.items():
        for rate in EXPONENTS if symbol == s.p else logarithmic(Fraction(1, 32), Fraction(8), 33):
            varied = replace(instance, parameters={**instance.parameters, symbol: rate})
            point = _point(claim, family, varied, rate)
            if point is not None:
                yield point


@checked
def plot_tightness(claim: Claim | str, over: str = "l") -> Figure:
    """Draw how close the structured families come to the bound, against l, n or a free rate.

    A line joins the best of each family. 1 is the bound; a filled mark there is equality, exactly. What is far
    from the bound, with a ratio below 0, is not drawn.

    See also: ``tightness_points`` (the numbers), ``plot_search``, ``boundcheck show``, ``boundcheck plot tightness``.
    """
    require_matplotlib()
    claim = as_claim(claim)
    require_ratios(claim)
    points = tightness_points(claim, over)
    points = [point for point in points if point.ratio >= 0 and point.value > 0]
    if not points:
        raise BoundcheckError(
            f"no structured family has an instance of {claim.id} with {over} > 0 that holds, and has a ratio to "
            "the bound that is not negative; choose another claim, or another symbol for the axis (over, --over)"
        )
    figure, axes = blank(WIDE)
    families = list(dict.fromkeys(point.family for point in points))
    with styled():
        axes.axhline(1, color="black", lw=0.8, label=bound_label(claim))
        for family, colour, marker in zip(families, cycle(CYCLE), cycle(MARKERS), strict=False):
            own = [point for point in points if point.family == family]
            best = sorted(own, key=lambda point: (point.value, point.ratio, point.attained))
            top = {point.value: point for point in best}
            axes.plot([float(x) for x in top], [p.ratio for p in top.values()], color=colour, lw=1.2)
            for attained in (False, True):
                chosen = [(float(p.value), p.ratio) for p in top.values() if p.attained == attained]
                face = colour if attained else "white"
                xs, ys = [x for x, _ in chosen], [y for _, y in chosen]
                size = 5 if len(top) < 20 else 3.2
                axes.plot(xs, ys, marker, color=colour, mfc=face, ms=size, ls="none", zorder=3, clip_on=False)
            axes.plot([], [], marker=marker, color=colour, mfc="white", ms=5, lw=1.2, label=family)
        if any(point.attained for point in points):
            axes.plot([], [], "o", color="black", ms=5, label="filled: equality, exactly")
        axes.set_xscale("log", base=2)
        label_ticks(axes.xaxis, halves=True)
        axes.set_ylim(0, 1.06)
        axes.set_xlabel(axis_label(s.lookup(over), claim))
        axes.set_ylabel("best ratio achieved / bound")
        axes.set_title(title_of(claim, 86))
        beside(axes)
    return figure


def require_ratios(claim: Claim) -> None:
    """Raise BoundcheckError for a claim whose bound is no positive number."""
    if claim.bound.is_number and order(claim.bound, sympy.Integer(0)) in (0, -1):
        raise BoundcheckError(
            f"the bound of {claim.id} is {claim.bound_text}, and nothing has a ratio to that; choose a claim with a "
            "positive bound"
        )
