"""Bounds against one of their symbols, with the optimum where there is one."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import cycle
from typing import TYPE_CHECKING, Any

import sympy

from bounds import symbols as s
from bounds.calls import checked
from bounds.claims.asked import as_claim
from bounds.claims.claim import Claim
from bounds.claims.tuning import tune_claim
from bounds.errors import BoundcheckError, Undecided, UndefinedValue
from bounds.numbers import Number, compare, to_float
from bounds.numbers.evaluate import evaluate
from bounds.optima import Tuning, TuningError, assignments
from verify.plots.paper import (
    CYCLE,
    POINTS,
    STEPS,
    axis_label,
    blank,
    bound_label,
    drawstyle,
    label_ticks,
    logarithmic,
    require_matplotlib,
    short,
    styled,
    tex,
    title_of,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


SPREAD = 100
"""The largest over the smallest value of a bound without optimum from which its axis is logarithmic."""

HUGE = 1e30
"""Values of a bound from here on are not drawn."""

STEEP = 7
"""How many times the optimum a bound is drawn up to."""


@checked
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
    Update are different norms: ``bounds.claims.two_bounds.compare`` relates them. Raises BoundcheckError for a missing
    value.

    See also: ``Claim.tune`` (the optimum in symbols), ``plot_comparison``, ``boundcheck plot bound``.
    """
    require_matplotlib()
    if not claims:
        raise BoundcheckError("name at least one claim to draw")
    bounds = [as_claim(claim).bound for claim in claims]
    symbol = _symbol(bounds[0]) if over is None else over if isinstance(over, sympy.Symbol) else s.lookup(over)
    values = assignments(where or _values(bounds, symbol))
    known = [_drawable(as_claim(claim), symbol, values) for claim in claims]
    places = _places(symbol, known, span)
    figure, axes = blank()
    with styled():
        heights, lowest, reached = [], [], []
        for colour, bound in zip(cycle(CYCLE), known, strict=False):
            drawn = bound.points(symbol, places)
            heights += [y for _, y in drawn]
            reached += [x for x, _ in drawn]
            label = bound_label(bound.claim, bound.claim.id if len(known) > 1 else "bound")
            axes.plot(*zip(*drawn, strict=True), color=colour, label=label, drawstyle=drawstyle(bound.claim))
            if bound.tuning is not None:
                lowest.append(_mark(axes, bound.tuning, colour))
        axes.set_xscale("log")
        label_ticks(axes.xaxis, max(reached) / min(reached) if max(reached) > min(reached) else math.inf)
        if lowest and min(lowest) > 0:
            axes.set_ylim(0, min(1.05 * max(heights), STEEP * max(lowest)))
        elif max(heights) > SPREAD * min(heights) > 0:
            axes.set_yscale("log")
            label_ticks(axes.yaxis)
        else:
            axes.set_ylim(1.05 * min(0, *heights), 1.05 * max(0, *heights) or 1)
        ends = (float(places[0]), float(places[-1])) if min(reached) == max(reached) else (min(reached), max(reached))
        axes.set_xlim(*ends)
        axes.set_xlabel(axis_label(symbol, known[0].claim))
        axes.set_ylabel("bound")
        given = ", ".join(f"${tex(k)} = {short(v)}$" for k, v in values.items())
        title = [title_of(known[0].claim)] if len(known) == 1 else []
        apart = len({bound.claim.geometry for bound in known}) > 1 and any(bound.has(s.U, s.X) for bound in bounds)
        norms = ["$U$ and $X$ are bounds on the norms that each claim names"] if apart else []
        axes.set_title("\n".join([*title, *([f"at {given}"] if given else []), *norms]))
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
        points = []
        for x in places:
            if self.upper is None or compare(self.upper, x) in ((0, 1) if self.closed else (1,)):
                with suppress(UndefinedValue, Undecided, OverflowError):
                    points.append((float(x), to_float(evaluate(self.expression, {symbol: x}))))
        points = [(x, y) for x, y in points if abs(y) < HUGE]
        if not points:
            raise BoundcheckError(
                f"the bound {self.expression} of {self.claim.id} has no value that can be drawn for {symbol} from "
                f"{places[0]} to {places[-1]}; give another range (span, --span) or other values"
            )
        return points


def _drawable(claim: Claim, symbol: Any, values: Mapping[Any, Any]) -> _Bound:
    try:
        expression = claim.bound.subs(values, simultaneous=True)
    except ValueError:  # sympy compares what has no value
        expression = sympy.nan
    if expression.has(sympy.zoo, sympy.nan, sympy.oo):
        raise BoundcheckError(
            f"the bound {claim.bound_text} of {claim.id} has no value with the values given; give others"
        )
    if symbol not in expression.free_symbols:
        left = ", ".join(sorted(map(str, expression.free_symbols)))
        remedy = f"choose one of {left} (over, --over)" if left else "it is the same everywhere: give other values"
        raise BoundcheckError(
            f"the bound {claim.bound_text} of {claim.id} has no {symbol} left to draw it against; {remedy}"
        )
    missing = expression.free_symbols - {symbol}
    if missing:
        name = min(map(str, missing))
        raise BoundcheckError(
            f"the bound {expression} of {claim.id} needs a value for {name}; set it, such as {name}=1"
        )
    interval = claim.ranges.get(symbol)
    upper = None if interval is None or interval.upper is None else _number(interval.upper.right, values)
    reach = None if interval is None else _number(interval.end, values)
    closed = interval is not None and interval.upper is not None and interval.upper.operator == "<="
    tuning = None
    with suppress(TuningError):
        tuning = None if symbol in claim.defines else tune_claim(claim, symbol, where=values)
    return _Bound(claim, expression, tuning, upper, closed, reach)


def _number(end: Any, values: Mapping[Any, Any]) -> Number | None:
    """Return the end of a range, None where it has none, or one in symbols that the bound does not speak of."""
    known = None if end is None else end.subs(values, simultaneous=True)
    return None if known is None or known.free_symbols else evaluate(known, {})


def _places(symbol: Any, known: Sequence[_Bound], span: Any) -> list[Fraction]:
    optima = [_approximate(bound.tuning.optimum) for bound in known if bound.tuning is not None]
    ends = [to_float(bound.reach) for bound in known if bound.reach is not None]
    high = Fraction(max(ends)).limit_denominator(10**6) if len(ends) == len(known) else None
    if span is not None:
        low, high = (_end(symbol, end) for end in span)
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
    places = logarithmic(low, high, STEPS if any(drawstyle(bound.claim) != "default" for bound in known) else POINTS)
    return sorted({Fraction(round(x)) for x in places if x >= 1}) if symbol.is_integer else places


def _end(symbol: Any, given: Any) -> Fraction:
    """Return an end of the range of a symbol, which it may have."""
    value = assignments({symbol: given})[symbol]
    if not value.is_Rational:
        raise BoundcheckError(f"an end of the span is {given}; give a rational number, such as 1/10")
    return Fraction(int(value.p), int(value.q))


def _approximate(number: Any) -> Fraction:
    return Fraction(to_float(evaluate(number, {}))).limit_denominator(10**6) or Fraction(1, 10**6)


def _mark(axes: Axes, tuning: Tuning, colour: str) -> float:
    """Mark the optimum, and return its height."""
    x, y = (to_float(evaluate(value, {})) for value in (tuning.optimum, tuning.tuned))
    axes.plot([x], [y], "o", color=colour, ms=6, zorder=3, clip_on=False)
    sign = "=" if tuning.optimum.is_Rational else r"\approx"
    axes.annotate(
        f"${tex(tuning.symbol)}^* {sign} {short(tuning.optimum)}$",
        (x, y),
        xytext=(0, 8),
        textcoords="offset points",
        ha="center",
        color=colour,
    )
    return y
