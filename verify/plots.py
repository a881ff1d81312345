"""Pictures: a run against its bound, bounds against a parameter, tightness, the progress of a search, comparisons.

Each function returns a matplotlib Figure, which shows itself in a notebook and is written by ``save``. Every point
is computed exactly and becomes a float only to be drawn. matplotlib (``pip install 'boundcheck[plots]'``) is
imported when a picture is asked for, and needs no display.
"""

from __future__ import annotations

import io
import math
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

import sympy

from adversaries import orthonormal
from adversaries.portfolio import CONSTRUCTIONS
from bounds import symbols as s
from bounds.catalogue import as_claim
from bounds.claim import Claim, Outcomes
from bounds.claim_tuning import tune_claim
from bounds.errors import BoundcheckError, Undecided, UndefinedValue
from bounds.evaluate import evaluate
from bounds.extras import missing
from bounds.limits import upper_limit
from bounds.numbers import Number, compare, floor, to_float
from bounds.prose import segments
from bounds.trials import Instance
from bounds.tuning import Tuning, TuningError, assignments, order
from verify.check import Status, check
from verify.complete import complete
from verify.replay import replay

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

    from bounds.comparison import BoundComparison

BLUE, ORANGE, GREEN, PURPLE, AMBER, SKY, GREY = (
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#E69F00",
    "#56B4E9",
    "#767676",
)
"""Colours that the colour-blind can tell apart (Okabe and Ito)."""

CYCLE = (BLUE, ORANGE, GREEN, PURPLE, AMBER, SKY)
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
STYLE: Any = {
    "font.family": "STIXGeneral",
    "mathtext.fontset": "stix",
    "font.size": 11,
    "axes.labelsize": 11,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.7,
    "xtick.major.width": 0.7,
    "ytick.major.width": 0.7,
    "legend.frameon": False,
    "legend.fontsize": 10,
    "legend.handlelength": 1.6,
    "lines.linewidth": 1.5,
    "svg.fonttype": "path",
    "svg.hashsalt": "boundcheck",
    "pdf.fonttype": 42,
}
SIZE, WIDE = (5.6, 3.6), (7.2, 3.6)
DPI = 200
FORMATS = (".png", ".svg", ".pdf")

POINTS = 121
"""Points of a drawn curve."""

SPREAD = 100
"""The largest over the smallest value of a bound without optimum from which its axis is logarithmic."""

HUGE = 1e30
"""Values of a bound from here on are not drawn."""

STEEP = 7
"""How many times the optimum a bound is drawn up to."""

FAR = 6
"""How many times higher than the run a bound has to be to be left out of the frame."""

LONG = 120
"""Most characters of a bound that is shown in a picture."""

FEW = 100
"""The largest over the smallest value of a logarithmic axis from which powers of ten are ticks enough."""

PREFIXES = 60
"""Most prefixes of a run at which a claim without a per-trial inequality is evaluated."""


# --- a run -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RunCurve:
    """A run after ``t`` trials: what was ``achieved``, what the proof ``granted`` (if it says), and the ``bound``."""

    t: tuple[int, ...]
    achieved: tuple[Number, ...]
    granted: tuple[Number, ...]
    bound: tuple[Number, ...]


def run_curve(claim: Claim | str, instance: Instance) -> RunCurve:
    """Evaluate a claim along a run, exactly.

    Where the proof has a per-trial inequality, ``granted`` adds it up: what the distance to the comparator has
    lost so far pays, plus a charge for each trial. The bound after t trials is the same with all of the distance
    spent. Elsewhere the claim is evaluated on prefixes of the trials.

    >>> from bounds import Trials, theorem
    >>> block = Instance(Trials.of([[1, 0], [0, 1]], [1, 1]), [1, 1])
    >>> [int(a) for a in run_curve(theorem("bylander.5"), block).achieved]
    [0, 1, 2]
    """
    claim = as_claim(claim)
    if claim.learner is None or claim.outcomes is Outcomes.NONE or not instance.trials.l:
        raise BoundcheckError(f"{claim.id} has no run to draw; choose a claim with a learner, and at least one trial")
    instance = complete(claim, instance)
    allowance = claim.allowance()
    if allowance is None or claim.per_trial is None or instance.comparator is None:
        return _prefixes(claim, instance)
    result = replay(claim, instance)
    case = claim.case(instance)
    scale, charge = (case.evaluate(part) for part in allowance)
    start = case.evaluate(_start(claim, allowance[0]))
    by_comparator = claim.per_trial.gain == "mistake" and claim.per_trial.counter is not None
    achieved, granted, bound = [Fraction(0) * start], [Fraction(0) * start], [start]
    charged = Fraction(0)
    first = result.records[0].before
    for record in result.records:
        if record.gain is None or record.after is None or first is None:
            raise BoundcheckError(f"the proof of {claim.id} has no per-trial inequality on this run; give another run")
        charged += Fraction(record.step.comparator_error or 0) if by_comparator else Fraction(1)
        achieved.append(achieved[-1] + record.gain)
        granted.append(scale * (first - record.after) + charge * charged)
        bound.append(start + charge * charged)
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
    lengths = sorted({1 + (longest - 1) * i // max(PREFIXES - 1, 1) for i in range(PREFIXES)})
    times, achieved, bound = [], [], []
    for length in lengths:
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


def plot_run(claim: Claim | str, instance: Instance) -> Figure:
    """Draw what the learner has lost, after each trial, against what the bound allows.

    See also: ``run_curve`` (the exact numbers), ``verify.replay``, ``boundcheck plot run``.
    """
    require_matplotlib()
    claim = as_claim(claim)
    curve = run_curve(claim, instance)
    figure, axes = _figure()
    counts = all(to_float(value).is_integer() for value in curve.achieved)
    style = "steps-post" if counts else "default"
    with _styled():
        beyond = max(0.5, max(curve.t) / 50) if style == "steps-post" else 0.0  # so that the last step shows
        end = max(curve.t) + beyond
        lines = [(curve.bound, _bound_label(claim), ORANGE, "default", 1.5)]
        if curve.granted:
            lines.append((curve.granted, "granted by the proof", GREY, style, 1.2))
        lines.append((curve.achieved, "learner", BLUE, style, 2.4))
        for values, label, colour, drawn, width in lines:
            heights = _floats(values)
            # the thinner curves lie upon the learner's, the proof's dashed, so that all show where they are one
            above: dict[str, Any] = {"linestyle": "--" if colour == GREY else "-", "zorder": 4 - width}
            line = [*curve.t, end], [*heights, heights[-1]]
            axes.plot(*line, color=colour, drawstyle=drawn, label=label, lw=width, **above)
        axes.set_xlabel("trials $t$")
        axes.set_ylabel(_quantity(claim))
        axes.locator_params(axis="x", integer=True)
        if style == "steps-post":
            axes.locator_params(axis="y", integer=True)
        axes.set_title(_title(claim))
        _fit(axes, curve, end)
    return figure


def _fit(axes: Axes, curve: RunCurve, end: float) -> None:
    """Fit the axes; where the bound lies far above everything else, the axis is logarithmic (linear next to 0)."""
    run = [*_floats(curve.achieved), *_floats(curve.granted)]
    top, bound = max(run), to_float(curve.bound[-1])
    low = min(0.0, 1.05 * min(run))
    axes.set_xlim(0, end)
    if 0 < top < bound / FAR:
        axes.set_yscale("symlog", linthresh=min(1.0, top))
        axes.set_ylim(low, 2 * bound)
    else:
        high = 1.06 * max(top, *_floats(curve.bound))
        axes.set_ylim(low, high if high > low else low + 1)
    axes.legend()


# --- a bound against one of its symbols ------------------------------------------------------------------


def plot_bound(
    *claims: Claim | str,
    over: str | Any = None,
    where: Mapping[Any, Any] | None = None,
    span: tuple[Any, Any] | None = None,
) -> Figure:
    """Draw bounds against one of their symbols, with the optimum marked where there is one.

    ``over`` is the symbol, by default eta where the first bound has it, else its first. ``where`` gives the values of
    the other symbols (where nothing is given, plain ones, which the title says); ``span`` the exact ends of the
    range, by default a range around the optimum. U and X of claims about the Perceptron and about Exponentiated
    Update are different norms: ``bounds.comparison.compare`` relates them. Raises BoundcheckError for a missing value.

    See also: ``Claim.tune`` (the optimum in symbols), ``plot_comparison``, ``boundcheck plot bound``.
    """
    require_matplotlib()
    if not claims:
        raise BoundcheckError("name at least one claim to draw")
    bounds = [as_claim(claim).bound for claim in claims]
    symbol = _symbol(bounds[0]) if over is None else s.lookup(over) if isinstance(over, str) else over
    values = assignments(where or _values(bounds, symbol))
    known = [_drawable(as_claim(claim), symbol, values) for claim in claims]
    places = _places(symbol, known, span)
    figure, axes = _figure()
    with _styled():
        heights, lowest, reached = [], [], []
        for colour, bound in zip(_cycle(CYCLE, len(known)), known, strict=True):
            drawn = bound.points(symbol, places)
            heights += [y for _, y in drawn]
            reached += [x for x, _ in drawn]
            label = _bound_label(bound.claim, bound.claim.id if len(known) > 1 else "bound")
            style = "steps-post" if bound.claim.bound.func is sympy.floor else "default"
            axes.plot(*zip(*drawn, strict=True), color=colour, label=label, drawstyle=style)
            if bound.tuning is not None:
                lowest.append(_mark(axes, bound.tuning, colour))
        axes.set_xscale("log")
        _label_ticks(axes.xaxis, max(reached) / min(reached) if max(reached) > min(reached) else math.inf)
        if lowest and min(lowest) > 0:
            axes.set_ylim(0, min(1.05 * max(heights), STEEP * max(lowest)))
        elif max(heights) > SPREAD * min(heights) > 0:
            axes.set_yscale("log")
            _label_ticks(axes.yaxis)
        else:
            axes.set_ylim(1.05 * min(0, *heights), 1.05 * max(0, *heights) or 1)
        ends = (float(places[0]), float(places[-1])) if min(reached) == max(reached) else (min(reached), max(reached))
        axes.set_xlim(*ends)
        axes.set_xlabel(_label(symbol))
        axes.set_ylabel("bound")
        given = ", ".join(f"${_tex(k)} = {_short(v)}$" for k, v in values.items())
        title = [_title(known[0].claim)] if len(known) == 1 else []
        axes.set_title("\n".join([*title, f"at {given}"] if given else title))
        axes.legend()
    return figure


PLAIN = {"l": 100, "n": 16, "N": 16, "k": 2, "alpha": 2, "p": 3}
"""Values of symbols in a picture for which none are given; the others are 1."""


def _symbol(bound: Any) -> Any:
    """Return the symbol against which a bound is drawn where none is named."""
    return min(bound.free_symbols, key=lambda symbol: (symbol != s.eta, str(symbol)), default=s.eta)


def _values(bounds: Sequence[Any], symbol: Any) -> dict[Any, int]:
    names = set().union(*(bound.free_symbols for bound in bounds)) - {symbol}
    return {name: PLAIN.get(str(name), 1) for name in sorted(names, key=str)}


@dataclass(frozen=True)
class _Bound:
    """A claim's bound with all symbols but one put in, the tuning where there is one, and the end of the range."""

    claim: Claim
    expression: Any
    tuning: Tuning | None
    upper: Number | None
    closed: bool
    reach: Number | None

    def points(self, symbol: Any, places: Sequence[Fraction]) -> list[tuple[float, float]]:
        """Evaluate it exactly where it has a value that is not too large to draw."""
        found = []
        for x in places:
            if self.upper is None or compare(self.upper, x) in ((0, 1) if self.closed else (1,)):
                with suppress(UndefinedValue, Undecided, OverflowError):
                    found.append((float(x), to_float(evaluate(self.expression, {symbol: x}))))
        found = [(x, y) for x, y in found if abs(y) < HUGE]
        if not found:
            raise BoundcheckError(
                f"the bound {self.expression} of {self.claim.id} has no value that can be drawn for {symbol} from "
                f"{places[0]} to {places[-1]}; give another range (span, --span) or other values"
            )
        return found


def _drawable(claim: Claim, symbol: Any, values: Mapping[Any, Any]) -> _Bound:
    try:
        expression = claim.bound.subs(values, simultaneous=True)
    except ValueError:  # sympy compares what has no value
        expression = sympy.nan
    if expression.has(sympy.zoo, sympy.nan, sympy.oo):
        raise BoundcheckError(f"the bound {claim.bound} of {claim.id} has no value with the values given; give others")
    if symbol not in expression.free_symbols:
        left = ", ".join(sorted(map(str, expression.free_symbols)))
        remedy = f"choose one of {left} (over, --over)" if left else "it is the same everywhere: give other values"
        raise BoundcheckError(
            f"the bound {claim.bound} of {claim.id} has no {symbol} left to draw it against; {remedy}"
        )
    missing = expression.free_symbols - {symbol}
    if missing:
        name = min(map(str, missing))
        raise BoundcheckError(
            f"the bound {expression} of {claim.id} needs a value for {name}; set it, such as {name}=1"
        )
    limit = upper_limit(claim, symbol)
    end = claim.free.get(symbol)
    reach = None if end in (None, "real") else evaluate(sympy.sympify(end).subs(values, simultaneous=True), {})
    upper = None if limit is None else reach
    tuning = None
    with suppress(TuningError):
        tuning = None if symbol in claim.defines else tune_claim(claim, symbol, where=values)
    return _Bound(claim, expression, tuning, upper, limit is not None and limit.operator == "<=", reach)


def _places(symbol: Any, known: Sequence[_Bound], span: Any) -> list[Fraction]:
    optima = [_approximate(bound.tuning.optimum) for bound in known if bound.tuning is not None]
    ends = [to_float(bound.reach) for bound in known if bound.reach is not None]
    high = Fraction(max(ends)).limit_denominator(10**6) if len(ends) == len(known) else None
    if span is not None:
        low, high = (Fraction(str(assignments({symbol: end})[symbol])) for end in span)
        if low >= high or low <= 0:
            raise BoundcheckError(f"the range from {low} to {high} is empty or not positive; give 0 < low < high")
    elif optima:
        low = min(optima) / 12
        high = max(optima) * 12 if high is None else min(high, max(optima) * 12)
    elif symbol.is_integer:
        high = max(Fraction(2), Fraction(1000) if high is None else min(high, Fraction(1000)))
        low = Fraction(2) if high > 10 else Fraction(1)
    else:
        high = Fraction(10) if high is None else high
        low = high / 100
    places = _logarithmic(low, high, POINTS)
    return sorted({Fraction(round(x)) for x in places if x >= 1}) if symbol.is_integer else places


def _approximate(number: Any) -> Fraction:
    return Fraction(to_float(evaluate(number, {}))).limit_denominator(10**6) or Fraction(1, 10**6)


def _logarithmic(low: Fraction, high: Fraction, count: int) -> list[Fraction]:
    """Return rational points from low to high, evenly spaced for the eye on a logarithmic axis."""
    step = math.log(high / low) / (count - 1)
    inner = [low * Fraction(math.exp(step * i)).limit_denominator(10**6) for i in range(1, count - 1)]
    return [low, *inner, high]


def _mark(axes: Axes, tuning: Tuning, colour: str) -> float:
    """Mark the optimum, and return its height."""
    x, y = (to_float(evaluate(value, {})) for value in (tuning.optimum, tuning.tuned))
    axes.plot([x], [y], "o", color=colour, ms=6, zorder=3, clip_on=False)
    sign = "=" if tuning.optimum.is_Rational else r"\approx"
    axes.annotate(
        f"${_tex(tuning.symbol)}^* {sign} {_short(tuning.optimum)}$",
        (x, y),
        xytext=(0, 8),
        textcoords="offset points",
        ha="center",
        color=colour,
    )
    return y


# --- tightness -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Point:
    """One instance of a structured family: the value of the symbol on the axis, and the ratio achieved/bound."""

    family: str
    value: Fraction
    ratio: float
    attained: bool


def tightness_points(claim: Claim | str, over: str = "l") -> list[Point]:
    """Judge the structured families of the adversaries exactly: ratios against l, n or a free rate.

    For a rate, the tightest instance of each family is taken, and its rate is varied. Only instances that hold
    count, and only those with a positive bound.

    >>> from bounds import theorem
    >>> {p.ratio for p in tightness_points(theorem("bylander.5")) if p.family == "orthonormal"}
    {1.0}
    """
    claim = as_claim(claim)
    if over in ("l", "n"):
        pairs = _families(claim)
        found = (_point(claim, family, instance, _length(instance, over)) for family, instance in pairs)
        return [point for point in found if point is not None]
    symbol = s.lookup(over)
    if symbol not in claim.free:
        names = ", ".join(["l", "n", *map(str, claim.free)])
        raise BoundcheckError(f"{claim.id} has no free {over}; choose one of {names}")
    return list(_varied(claim, symbol))


def _length(instance: Instance, over: str) -> Fraction:
    return Fraction(instance.trials.l if over == "l" else instance.trials.n)


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
        for rate in EXPONENTS if symbol == s.p else _logarithmic(Fraction(1, 32), Fraction(8), 33):
            varied = replace(instance, parameters={**instance.parameters, symbol: rate})
            point = _point(claim, family, varied, rate)
            if point is not None:
                yield point


def plot_tightness(claim: Claim | str, over: str = "l") -> Figure:
    """Draw how close the structured families come to the bound, against l, n or a free rate.

    A line joins the best of each family. 1 is the bound; a filled mark there is equality, exactly. What is far
    from the bound, with a ratio below 0, is not drawn.

    See also: ``tightness_points`` (the numbers), ``plot_search``, ``boundcheck show``, ``boundcheck plot tightness``.
    """
    require_matplotlib()
    claim = as_claim(claim)
    _require_ratios(claim)
    points = tightness_points(claim, over)
    points = [point for point in points if point.ratio >= 0 and point.value > 0]
    if not points:
        raise BoundcheckError(
            f"no structured family has an instance of {claim.id} with {over} > 0 that holds, and has a ratio to "
            "the bound that is not negative; choose another claim, or another symbol for the axis (over, --over)"
        )
    figure, axes = _figure(WIDE)
    families = list(dict.fromkeys(point.family for point in points))
    with _styled():
        axes.axhline(1, color="black", lw=0.8, label=_bound_label(claim))
        colours, markers = _cycle(CYCLE, len(families)), _cycle(MARKERS, len(families))
        for family, colour, marker in zip(families, colours, markers, strict=True):
            own = [point for point in points if point.family == family]
            top = {x: max((p for p in own if p.value == x), key=_closeness) for x in sorted({p.value for p in own})}
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
        _label_ticks(axes.xaxis, halves=True)
        axes.set_ylim(0, 1.06)
        axes.set_xlabel(_label(s.lookup(over)))
        axes.set_ylabel("best ratio achieved / bound")
        axes.set_title(_title(claim, 86))
        _beside(axes)
    return figure


def _require_ratios(claim: Claim) -> None:
    if claim.bound.is_number and order(claim.bound, sympy.Integer(0)) in (0, -1):
        raise BoundcheckError(
            f"the bound of {claim.id} is {claim.bound}, and nothing has a ratio to that; choose a claim with a "
            "positive bound"
        )


def _closeness(point: Point) -> tuple[float, bool]:
    return point.ratio, point.attained


# --- a search --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Improvement:
    """An instance that came closer to the bound than all before it: how many were judged, and who proposed it."""

    instances: int
    ratio: float
    attack: str
    violated: bool = False


def search_history(claim: Claim | str, instances: int = 2000, seed: int = 0) -> tuple[list[Improvement], int]:
    """Do the tasks of the search and return every improvement, with the number of instances judged.

    The same tasks in the same order as ``verify.search`` does them, so the same on every machine; a violation ends
    it.

    >>> from bounds import theorem, symbols as s
    >>> history, judged = search_history(theorem("bylander.5").replace(bound=s.U**2 * s.X**2 / 2), 100)
    >>> history[-1].violated
    True
    """
    from verify.attack import require_judgeable, run_task

    claim = as_claim(claim)
    if instances < 1:
        raise BoundcheckError(f"instances is {instances}; give at least 1")
    require_judgeable(claim)
    history: list[Improvement] = []
    judged = number = 0
    best = -1.0
    while judged < instances:
        record = run_task(claim, number, seed, limit=instances - judged)
        for position, tightness, _, _ in record.improvements:
            if tightness[0] > best:
                best = tightness[0]
                history.append(Improvement(judged + position + 1, best, record.attack))
        if record.violation is not None:
            position, _, instance = record.violation
            ratio = check(claim, instance).ratio
            history.append(
                Improvement(judged + position + 1, math.nan if ratio is None else ratio, record.attack, True)
            )
            return history, judged + position + 1
        if record.interrupted:
            break
        judged += len(record.statuses)
        number += 1
    return history, judged


def plot_search(claim: Claim | str, instances: int = 2000, seed: int = 0) -> Figure:
    """Draw the progress of a search: the best ratio achieved/bound over the instances judged.

    See also: ``search_history`` (the numbers), ``verify.search``, ``boundcheck search``, ``boundcheck plot search``.
    """
    require_matplotlib()
    claim = as_claim(claim)
    _require_ratios(claim)
    history, judged = search_history(claim, instances, seed)
    if not history:
        raise BoundcheckError(f"none of {judged} instances of {claim.id} had a positive bound; try more instances")
    figure, axes = _figure(WIDE)
    steps = [item for item in history if math.isfinite(item.ratio)]
    attacks = list(dict.fromkeys(item.attack for item in history))
    with _styled():
        axes.axhline(1, color="black", lw=0.8, label=_bound_label(claim))
        xs = [item.instances for item in steps] + [judged]
        ys = [item.ratio for item in steps] + ([steps[-1].ratio] if steps else [0.0])
        axes.step(xs, ys, where="post", color=GREY, lw=1.2)
        for attack, colour, marker in zip(
            attacks, _cycle(CYCLE, len(attacks)), _cycle(MARKERS, len(attacks)), strict=True
        ):
            own = [item for item in steps if item.attack == attack and not item.violated]
            if own:
                at = [item.instances for item in own]
                axes.plot(
                    at,
                    [item.ratio for item in own],
                    marker,
                    color=colour,
                    ms=5.5,
                    label=attack,
                    ls="none",
                    clip_on=False,
                )
        for item in (item for item in steps if item.violated):
            axes.plot([item.instances], [item.ratio], "*", color=ORANGE, ms=13, label=f"violation ({item.attack})")
        axes.set_xscale("log")
        _label_ticks(axes.xaxis)
        axes.set_ylim(0, max(1.06, 1.06 * max(ys)))
        axes.set_xlim(0.9, max(judged, 10) * 1.4)
        axes.set_xlabel("instances judged")
        axes.set_ylabel("best ratio achieved / bound")
        axes.set_title(_title(claim, 86))
        _beside(axes)
    return figure


# --- two bounds ------------------------------------------------------------------------------------------


def plot_comparison(
    comparison: BoundComparison,
    x: str = "n",
    y: str = "k",
    *,
    x_span: tuple[int, int] = (2, 1000),
    y_span: tuple[int, int] = (1, 100),
    where: Mapping[str, Any] | None = None,
    points: int = 60,
) -> Figure:
    """Draw a map of which bound is smaller, over two symbols, decided exactly at every point of a grid.

    ``where`` gives the values of the other symbols that matter.

    See also: ``bounds.comparison.compare``, ``boundcheck plot comparison``.
    """
    require_matplotlib()
    from matplotlib.colors import ListedColormap
    from matplotlib.patches import Patch

    symbols = require_map(comparison, x, y, where or {})
    xs, ys = (_grid(symbol, span, points) for symbol, span in zip(symbols, (x_span, y_span), strict=True))
    signs = [[comparison.at(**{**(where or {}), x: a, y: b}) for a in xs] for b in ys]
    figure, axes = _figure()
    pale = ("#9ecae1", "#e8e8e8", "#fdd0a2")
    with _styled():
        axes.pcolormesh(_edges(xs), _edges(ys), signs, cmap=ListedColormap(pale), vmin=-1, vmax=1, rasterized=True)
        axes.set_xscale("log")
        axes.set_yscale("log")
        _label_ticks(axes.xaxis, xs[-1] / xs[0])
        _label_ticks(axes.yaxis, ys[-1] / ys[0])
        axes.set_xlabel(_label(symbols[0]))
        axes.set_ylabel(_label(symbols[1]))
        present = {sign for row in signs for sign in row}
        names = {-1: f"{comparison.names[0]} is smaller", 0: "equal", 1: f"{comparison.names[1]} is smaller"}
        handles = [Patch(facecolor=pale[sign + 1], label=names[sign]) for sign in (-1, 0, 1) if sign in present]
        _boundary(axes, comparison, symbols, xs, handles, where or {})
        axes.set_ylim(float(ys[0]), float(ys[-1]))
        axes.set_xlim(float(xs[0]), float(xs[-1]))
        axes.legend(handles=handles, loc="lower left", bbox_to_anchor=(0, 1.0), ncols=2, borderaxespad=0.2)
    return figure


def require_map(
    comparison: BoundComparison, x: str, y: str, where: Mapping[Any, Any] = MappingProxyType({})
) -> list[Any]:
    """Return the two symbols of a map; raise BoundcheckError where the bounds do not have them, or need another one."""
    symbols = [s.lookup(name) for name in (x, y)]
    known = ", ".join(map(str, comparison.symbols)) or "no symbols"
    put_in = "put it in, such as --in-first U=k --in-second 'U=sqrt(k)' (first_where and second_where in Python)"
    for symbol in symbols:
        if symbol not in comparison.symbols:
            raise BoundcheckError(f"neither bound has {symbol}, an axis of the map; they have {known}; {put_in}")
    if symbols[0] == symbols[1]:
        raise BoundcheckError(f"both axes of the map are {x}; name two symbols")
    matter = set(comparison.symbols) if comparison.floored else comparison.ratio.free_symbols
    missing = sorted(map(str, matter - {*symbols, *assignments(where)}))
    if missing:
        raise BoundcheckError(
            f"the map over {x} and {y} needs a value for {missing[0]}; set it, such as {missing[0]}=1"
        )
    return symbols


def _boundary(
    axes: Axes, comparison: BoundComparison, symbols: Sequence[Any], xs: Sequence[int], handles: list[Any], where: Any
) -> None:
    """Draw the line between the two, where it is known in closed form."""
    isolated = comparison.isolated(symbols[1])
    if isolated is None:
        return
    line = isolated.rhs.subs(assignments(where), simultaneous=True)
    if line.free_symbols != {symbols[0]}:
        return
    places = _logarithmic(Fraction(xs[0]), Fraction(xs[-1]), POINTS)
    drawn = [(float(at), to_float(evaluate(line, {symbols[0]: at}))) for at in places]
    (handle,) = axes.plot(*zip(*drawn, strict=True), color="black", lw=1.2, label=_equation(symbols[1], isolated.rhs))
    handles.append(handle)


def _equation(symbol: Any, value: Any) -> str:
    return f"boundary: ${_tex(symbol)} = {_tex(value)}$"


def _grid(symbol: Any, span: tuple[int, int], points: int) -> list[int]:
    low, high = span
    if not 1 <= low < high:
        raise BoundcheckError(f"the range of {symbol} is {low} to {high}; give whole numbers with 1 <= low < high")
    return sorted({round(place) for place in _logarithmic(Fraction(low), Fraction(high), points)})


def _edges(places: Sequence[int]) -> list[float]:
    """Return the edges of the cells around places on a logarithmic axis."""
    inner = [math.sqrt(a * b) for a, b in pairwise(places)]
    return [places[0] ** 2 / inner[0], *inner, places[-1] ** 2 / inner[-1]]


# --- the paper -------------------------------------------------------------------------------------------


def require_matplotlib() -> None:
    """Raise BoundcheckError where matplotlib is not installed, before anything is computed."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise BoundcheckError(f"plots need matplotlib; {missing('matplotlib')}") from None


@cache
def _figure_class() -> Any:
    """Return Figure with what notebooks ask for, so that it shows without pyplot."""
    from matplotlib.figure import Figure

    class Picture(Figure):
        """A figure that shows itself in a notebook."""

        def _repr_png_(self) -> bytes:
            buffer = io.BytesIO()
            self.savefig(buffer, format="png", dpi=DPI)
            return buffer.getvalue()

    return Picture


def _figure(size: tuple[float, float] = SIZE) -> tuple[Figure, Axes]:
    figure = _figure_class()(figsize=size, layout="constrained")
    with _styled():
        return figure, figure.subplots()


def _styled() -> Any:
    import matplotlib

    return matplotlib.rc_context(STYLE)


def require_writable(path: Path) -> None:
    """Refuse a file of another kind, or one that cannot be written, before anything is computed."""
    if path.suffix.lower() not in FORMATS:
        raise BoundcheckError(f"{path}: cannot write this kind of file; end its name in {', '.join(FORMATS)}")
    if not path.parent.is_dir():
        raise BoundcheckError(f"there is no directory {path.parent}; make it first, or name another file")


def save(figure: Figure, path: str | Path) -> Path:
    """Write a figure as PNG, SVG or PDF, by the file's ending; the same figure gives the same bytes."""
    path = Path(path)
    require_writable(path)
    metadata: dict[str, Any] = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix.lower(), {})
    try:
        with _styled():
            figure.savefig(path, dpi=DPI, metadata=metadata)
    except OSError as error:
        raise BoundcheckError(f"cannot write the plot to {path}: {error.strerror or error}") from None
    return path


def _floats(numbers: Sequence[Number]) -> list[float]:
    return [to_float(number) for number in numbers]


def _cycle(items: Sequence[str], count: int) -> list[str]:
    return [items[i % len(items)] for i in range(count)]


def _label(symbol: Any) -> str:
    """Return an axis label: the symbol and, from the glossary, what it means."""
    text = s.meaning(str(symbol)).partition(" (")[0].partition(", or ")[0]
    return f"{text} ${_tex(symbol)}$"


def _quantity(claim: Claim) -> str:
    """Return an axis label: the compared amount, as a formula as far as it is one."""
    names = {"M": "mistakes $M$", "E[M]": "expected mistakes $E[M]$"}
    return names.get(claim.quantity.text) or _wrapped(claim.quantity.parts[0], 44)


def _beside(axes: Axes) -> None:
    """Put the legend to the right of the axes, where it hides nothing."""
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), borderaxespad=0)


def _bound_label(claim: Claim, name: str = "bound") -> str:
    """Return a name for the bound with its formula, where that is short enough for a picture."""
    return f"{name} ${_tex(claim.bound)}$" if len(str(claim.bound)) <= LONG else name


def _tex(expression: Any) -> str:
    """Return an expression for matplotlib, with fractions large enough to read."""
    return s.latex(expression, ln_notation=True).replace(r"\frac", r"\dfrac")


def _short(value: Any) -> str:
    """Return a number in a line: a rational as it is, another one rounded."""
    return str(value) if value.is_Rational else f"{to_float(evaluate(value, {})):.4g}"


def _title(claim: Claim, width: int = 66) -> str:
    """Return the claim's id, which ends in a star for a variant, and its title."""
    first, newline, rest = _wrapped(f"{'x' * len(claim.id)}: {claim.title}", width).partition(
        "\n"
    )  # the id is no formula
    return claim.id + first[len(claim.id) :] + newline + rest


def _wrapped(text: str, width: int) -> str:
    """Return lines of words and formulas, as matplotlib sets them; a formula stays whole."""
    formulas: dict[str, str] = {}
    line = ""
    for formula, part in segments(text):
        mark = chr(0xE000 + len(formulas))  # a private character, as many times as the formula has signs
        if formula:
            formulas[mark] = _set_formula(part)
        line += mark * max(1, len(re.sub(r"\\[A-Za-z]+|[{}_^ ]", "", part))) if formula else part.replace("$", r"\$")
    lines = textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)
    return re.sub("([\ue000-\uf8ff])\\1*", lambda found: formulas[found.group(1)], lines)


def _set_formula(written: str) -> str:
    r"""Return a formula in the LaTeX that matplotlib knows.

    >>> _set_formula(r"M \gamma \le 1")
    '$M \\gamma \\leq 1$'
    """
    known = re.sub(r"\\([lg]e)(?![A-Za-z])", r"\\\1q", written)
    return "$" + re.sub(r"\\operatorname\{(\w+-[\w-]+)\}", r"\\text{\1}", known) + "$"  # its hyphen is no minus


def _label_ticks(axis: Axis, span: float = math.inf, *, halves: bool = False) -> None:
    """Label a logarithmic axis with plain numbers, and with more of them where it spans less than two decades."""
    from matplotlib.ticker import LogLocator, NullFormatter

    if span < FEW:
        axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if span > 6 else range(1, 10)))
    axis.set_major_formatter(_plain(halves))
    axis.set_minor_formatter(NullFormatter())


def _plain(halves: bool) -> Callable[[float, float], str]:
    """Label an axis with plain numbers, and ``halves``, quarters, ... as fractions."""

    def text(value: float, _: float) -> str:
        part = Fraction(value).limit_denominator(1024) if value > 0 else Fraction(0)
        is_half = halves and 0 < part < 1 and part.denominator & (part.denominator - 1) == 0
        return str(part) if is_half and float(part) == value else f"{value:g}"

    return text
