"""``boundcheck plot KIND``: pictures of runs, bounds, tightness, searches, comparisons and exact worst cases."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from bounds.claims.claim import Claim
from bounds.claims.two_bounds import compare
from bounds.errors import BoundcheckError
from bounds.expression import parse_assignments
from bounds.instances import Instance
from verify.commands.bar import bar
from verify.commands.check import instance_of
from verify.commands.common import certified, claim_named, parameters, variant
from verify.commands.printing import say
from verify.pages.steps import plot_steps, require_kind
from verify.plots import (
    plot_bound,
    plot_comparison,
    plot_run,
    plot_search,
    plot_tightness,
    require_map,
    require_matplotlib,
    require_writable,
    save,
)
from verify.plots.worst import plot_worst
from verify.search.search import closest

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def run(options: argparse.Namespace) -> int:
    """Draw and write the picture."""
    require_matplotlib()
    if options.kind == "steps":
        require_kind(options.out)
        say(f"written {plot_steps(*_asked_run(options)).save(options.out)}")
        return 0
    require_writable(options.out)
    say(f"written {save(DRAW[options.kind](options), options.out)}")
    return 0


# --- the kinds -------------------------------------------------------------------------------------------


def _draw_run(options: argparse.Namespace) -> Figure:
    return plot_run(*_asked_run(options))


def _asked_run(options: argparse.Namespace) -> tuple[Claim, Instance]:
    """Return a claim, and the user's run or a tight one."""
    claim = claim_named(options.id)
    if options.file is None and certified(options.id) is None:
        return claim, _tight(claim)
    reading = instance_of(claim, options)
    return reading.claim, reading.instance


def _tight(claim: Any) -> Instance:
    tightest = closest(claim)
    if tightest is None:
        raise BoundcheckError(f"no sequence of {claim.id} was found with a positive bound; give a FILE of trials")
    return tightest[1].instance


def _draw_bound(options: argparse.Namespace) -> Figure:
    claims = [claim_named(text) for text in options.ids]
    return plot_bound(*claims, over=options.over, where=parse_assignments(options.set), span=options.span)


def _draw_tightness(options: argparse.Namespace) -> Figure:
    with bar("structured sequences"):
        return plot_tightness(variant(options, options.set), options.over)


def _draw_search(options: argparse.Namespace) -> Figure:
    with bar("searching"):
        return plot_search(variant(options, options.set), options.instances, options.seed)


def _draw_comparison(options: argparse.Namespace) -> Figure:
    comparison = compare(
        claim_named(options.first),
        claim_named(options.second),
        first_where=parse_assignments(options.in_first),
        second_where=parse_assignments(options.in_second),
        where=parse_assignments(options.set),
    )
    require_map(comparison, *options.over)
    for line in str(comparison).splitlines():
        say(line)
    return plot_comparison(comparison, *options.over, x_span=tuple(options.x_span), y_span=tuple(options.y_span))


def _draw_worst(options: argparse.Namespace) -> Figure:
    given = {str(symbol): str(value) for symbol, value in parameters(options.set).items()}
    with bar("worst cases"):
        return plot_worst(variant(options), options.over, options.length, options.span, given)


DRAW = {
    "run": _draw_run,
    "bound": _draw_bound,
    "tightness": _draw_tightness,
    "search": _draw_search,
    "comparison": _draw_comparison,
    "worst": _draw_worst,
}
"""What draws each kind."""
