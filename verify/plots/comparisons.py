"""A map of which of two bounds is smaller."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from bounds import symbols as s
from bounds.calls import checked
from bounds.claims.two_bounds import BoundComparison
from bounds.errors import BoundcheckError
from bounds.numbers import to_float
from bounds.numbers.evaluate import evaluate
from bounds.optima import assignments
from verify.plots.paper import (
    POINTS,
    axis_label,
    blank,
    label_ticks,
    logarithmic,
    require_matplotlib,
    short,
    styled,
    tex,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@checked
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

    See also: ``bounds.claims.two_bounds.compare``, ``boundcheck plot comparison``.
    """
    require_matplotlib()
    from matplotlib.colors import ListedColormap
    from matplotlib.patches import Patch

    symbols = require_map(comparison, x, y, where or {})
    xs, ys = (_grid(symbol, span, points) for symbol, span in zip(symbols, (x_span, y_span), strict=True))
    signs = [[comparison.at(**{**(where or {}), x: a, y: b}) for a in xs] for b in ys]
    figure, axes = blank()
    pale = ("#9ecae1", "#e8e8e8", "#fdd0a2")
    with styled():
        axes.pcolormesh(_edges(xs), _edges(ys), signs, cmap=ListedColormap(pale), vmin=-1, vmax=1, rasterized=True)
        axes.set_xscale("log")
        axes.set_yscale("log")
        label_ticks(axes.xaxis, xs[-1] / xs[0])
        label_ticks(axes.yaxis, ys[-1] / ys[0])
        axes.set_xlabel(axis_label(symbols[0]))
        axes.set_ylabel(axis_label(symbols[1]))
        present = {sign for row in signs for sign in row}
        first, second = (_smaller(*bound) for bound in zip(comparison.names, comparison.substitutions, strict=True))
        names = {-1: first, 0: "equal", 1: second}
        handles = [Patch(facecolor=pale[sign + 1], label=names[sign]) for sign in (-1, 0, 1) if sign in present]
        _boundary(axes, comparison, symbols, xs, handles, where or {})
        axes.set_ylim(float(ys[0]), float(ys[-1]))
        axes.set_xlim(float(xs[0]), float(xs[-1]))
        given = _values_latex(assignments(where or {}))
        title = {"title": f"at {given}", "alignment": "left"} if given else {}
        axes.legend(handles=handles, loc="lower left", bbox_to_anchor=(0, 1.0), ncols=2, borderaxespad=0.2, **title)
    return figure


def _smaller(name: str, values: Mapping[Any, Any]) -> str:
    """Return what the legend says of the cells of a bound, with what is put in for its symbols."""
    return f"{name} is smaller" + (f"\n(at {_values_latex(values)})" if values else "")


def _values_latex(values: Mapping[Any, Any]) -> str:
    texts = {symbol: short(value) if value.is_Rational else tex(value) for symbol, value in values.items()}
    return ", ".join(f"${tex(symbol)} = {said}$" for symbol, said in texts.items())


def require_map(
    comparison: BoundComparison, x: str, y: str, where: Mapping[Any, Any] = MappingProxyType({})
) -> list[Any]:
    """Return the two symbols of a map; raise BoundcheckError where the bounds do not have them, or need another one."""
    symbols = [s.lookup(name) for name in (x, y)]
    known = ", ".join(map(str, comparison.symbols)) or "no symbols"
    put_in = "put it in, such as --in-first U=k --in-second 'U=sqrt(k)' (first_where and second_where in Python)"
    for symbol in symbols:
        if symbol not in comparison.symbols:
            raise BoundcheckError(
                f"neither bound has {symbol}, an axis of the map; they have {known}; "
                f"name other axes with --over, or {put_in}"
            )
    if symbols[0] == symbols[1]:
        raise BoundcheckError(f"both axes of the map are {x}; name two symbols")
    matter = set(comparison.symbols) if comparison.floored else comparison.ratio.free_symbols
    missing = sorted(map(str, matter - {*symbols, *assignments(where)}))
    if missing:
        remedy = f"set it, such as {missing[0]}=1" if hasattr(s, missing[0]) else put_in  # U1 is the U of one bound
        raise BoundcheckError(f"the map over {x} and {y} needs a value for {missing[0]}; {remedy}")
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
    places = logarithmic(Fraction(xs[0]), Fraction(xs[-1]), POINTS)
    drawn = [(float(at), to_float(evaluate(line, {symbols[0]: at}))) for at in places]
    label = f"boundary: ${tex(symbols[1])} = {tex(isolated.rhs)}$"
    (handle,) = axes.plot(*zip(*drawn, strict=True), color="black", lw=1.2, label=label)
    handles.append(handle)


def _grid(symbol: Any, span: tuple[int, int], points: int) -> list[int]:
    low, high = span
    if not 1 <= low < high:
        raise BoundcheckError(f"the range of {symbol} is {low} to {high}; give whole numbers with 1 <= low < high")
    return sorted({round(place) for place in logarithmic(Fraction(low), Fraction(high), points)})


def _edges(places: Sequence[int]) -> list[float]:
    """Return the edges of the cells around places on a logarithmic axis."""
    inner = [math.sqrt(a * b) for a, b in pairwise(places)]
    return [places[0] ** 2 / inner[0], *inner, places[-1] ** 2 / inner[-1]]
