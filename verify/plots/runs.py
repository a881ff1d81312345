"""A run against its bound, after each trial."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import sympy

from bounds import symbols as s
from bounds.calls import checked
from bounds.claims.asked import as_claim
from bounds.claims.claim import Claim, Outcomes
from bounds.errors import BoundcheckError, UndefinedValue
from bounds.instances import Instance, require_instance
from bounds.numbers import Number, floor, to_float
from verify.judge.check import check
from verify.judge.complete import complete
from verify.judge.replay import replayed
from verify.plots.paper import (
    BLUE,
    GREY,
    ORANGE,
    blank,
    bound_label,
    floats,
    quantity_label,
    require_matplotlib,
    styled,
    title_of,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


FAR = 6
"""How many times higher than the run a bound has to be to be left out of the frame."""

TRIVIAL = "(trivial: above the number of trials)"
"""What is said of a bound that no learner breaks."""

PREFIXES = 60
"""Most prefixes of a run, besides that without trials, at which a claim without a per-trial inequality is evaluated."""


@dataclass(frozen=True)
class RunCurve:
    """A run after ``t`` trials: what was ``achieved``, what the proof ``granted`` (if it says), and the ``bound``."""

    t: tuple[int, ...]
    achieved: tuple[Number, ...]
    granted: tuple[Number, ...]
    bound: tuple[Number, ...]


@checked
def run_curve(claim: Claim | str, instance: Instance) -> RunCurve:
    """Evaluate a claim along a run, exactly.

    Where the proof has a per-trial inequality, ``granted`` adds it up: what the distance to the comparator has
    lost so far pays, plus a charge for each trial. The bound after t trials is the same with all of the distance
    spent. Elsewhere the claim is evaluated on prefixes of the trials.

    >>> from boundcheck import Trials, theorem
    >>> block = Instance(Trials.of([[1, 0], [0, 1]], [1, 1]), [1, 1])
    >>> [int(a) for a in run_curve(theorem("bylander.5"), block).achieved]
    [0, 1, 2]
    """
    claim = as_claim(claim)
    require_instance(instance)
    if claim.learner is None or claim.outcomes is Outcomes.NONE or not instance.trials.l:
        raise BoundcheckError(f"{claim.id} has no run to draw; choose a claim with a learner, and at least one trial")
    instance = complete(claim, instance)
    allowance = claim.allowance()
    if allowance is None or claim.per_trial is None or instance.comparator is None:
        return _prefixes(claim, instance)
    case = claim.case(instance)
    result = replayed(case)
    scale, start = case.evaluate(allowance[0]), case.evaluate(_start(claim, allowance[0]))
    achieved, granted, bound = [Fraction(0) * start], [Fraction(0) * start], [start]
    for record in result.records:
        if record.gain is None or record.allowed is None or record.before is None or record.after is None:
            raise BoundcheckError(f"the proof of {claim.id} has no per-trial inequality on this run; give another run")
        achieved.append(achieved[-1] + record.gain)
        granted.append(granted[-1] + record.allowed)
        bound.append(bound[-1] + record.allowed - scale * (record.before - record.after))
    if isinstance(claim.bound, sympy.floor):
        bound = [floor(value) for value in bound]
    return RunCurve(tuple(range(len(achieved))), tuple(achieved), tuple(granted), tuple(bound))


def _start(claim: Claim, scale: Any) -> Any:
    """Return the part of the bound that the initial distance pays for."""
    return scale * claim.distance.initial if claim.distance is not None else sympy.Integer(0)


def _prefixes(claim: Claim, instance: Instance) -> RunCurve:
    if any(sympy.sympify(value).has(s.l) for value in claim.defines.values()):
        raise BoundcheckError(
            f"{claim.id} sets a parameter by the length of the run; its prefixes are other runs; draw its bound over l "
            "(plot_bound, plot bound)"
        )
    longest = instance.trials.l
    lengths = sorted({longest * i // PREFIXES for i in range(PREFIXES + 1)})
    times, achieved, bound = list[int](), list[Number](), list[Number]()
    for length in lengths:
        with suppress(UndefinedValue):  # a bound need not have a value where there are no trials
            verdict = check(claim, replace(instance, trials=instance.trials.subsequence(range(length))))
            if verdict.decisive is not None:
                times.append(length)
                achieved.append(verdict.decisive.lhs)
                bound.append(verdict.decisive.rhs)
    if not times:
        raise BoundcheckError(
            f"{claim.id} says nothing about this run: {check(claim, instance).status.value}; give trials, and a "
            "comparator, that satisfy its hypotheses (check says which one fails)"
        )
    return RunCurve(tuple(times), tuple(achieved), (), tuple(bound))


@checked
def plot_run(claim: Claim | str, instance: Instance) -> Figure:
    """Draw what the learner has lost, after each trial, against what the bound allows.

    See also: ``run_curve`` (the exact numbers), ``verify.judge.replay``, ``boundcheck plot run``.
    """
    require_matplotlib()
    claim = as_claim(claim)
    curve = run_curve(claim, instance)
    figure, axes = blank()
    counts = all(to_float(value).is_integer() for value in curve.achieved)
    style = "steps-post" if counts else "default"
    with styled():
        beyond = max(0.5, max(curve.t) / 50) if style == "steps-post" else 0.0  # so that the last step shows
        end = max(curve.t) + beyond
        trivial = f"\n{TRIVIAL}" if check(claim, instance).trivial else ""
        lines = [(curve.bound, bound_label(claim) + trivial, ORANGE, "default", 1.5)]
        if curve.granted:
            lines.append((curve.granted, "granted by the proof", GREY, style, 1.2))
        lines.append((curve.achieved, "learner", BLUE, style, 2.4))
        for values, label, colour, drawn, width in lines:
            heights = floats(values)
            # the thinner curves lie upon the learner's, the proof's dashed, so that all show where they are one
            above: dict[str, Any] = {"linestyle": "--" if colour == GREY else "-", "zorder": 4 - width}
            line = [*curve.t, end], [*heights, heights[-1]]
            axes.plot(*line, color=colour, drawstyle=drawn, label=label, lw=width, **above)
        axes.set_xlabel("trials $t$")
        axes.set_ylabel(quantity_label(claim))
        axes.locator_params(axis="x", integer=True)
        if style == "steps-post":
            axes.locator_params(axis="y", integer=True)
        axes.set_title(title_of(claim))
        _fit(axes, curve, end)
    return figure


def _fit(axes: Axes, curve: RunCurve, end: float) -> None:
    """Fit the axes; where the bound lies far above everything else, the axis is logarithmic (linear next to 0)."""
    run = [*floats(curve.achieved), *floats(curve.granted)]
    top, bound = max(run), to_float(curve.bound[-1])
    low = min(0.0, 1.05 * min(run))
    axes.set_xlim(0, end)
    if 0 < top < bound / FAR:
        axes.set_yscale("symlog", linthresh=min(1.0, top))
        axes.set_ylabel(f"{axes.get_ylabel()}\n(logarithmic)")
        axes.set_ylim(low, 2 * bound)
    else:
        high = 1.06 * max(top, *floats(curve.bound))
        axes.set_ylim(low, high if high > low else low + 1)
    axes.legend()
