"""``boundcheck plot KIND``: pictures of runs, bounds, tightness, searches, comparisons and exact worst cases."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verify.commands.check import reading_arguments
from verify.commands.common import claim_named, expressions, parameters, positive, say, set_argument
from verify.commands.variants import variant
from verify.variant_options import fixed_argument, variant_arguments

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from bounds.trials import Instance

Kinds = argparse._SubParsersAction


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    command = commands.add_parser("plot", help="draw runs, bounds, tightness, searches, comparisons and worst cases")
    kinds = command.add_subparsers(title="kinds", metavar="KIND", required=True)
    _add_run(kinds)
    _add_bound(kinds)
    _add_tightness(kinds)
    _add_search(kinds)
    _add_comparison(kinds)
    _add_worst(kinds)


def _kind(kinds: Kinds[argparse.ArgumentParser], name: str, text: str, draw: Any) -> argparse.ArgumentParser:
    kind = kinds.add_parser(name, help=text)
    kind.add_argument("--out", metavar="FILE", type=Path, required=True, help="where to: a .png, .svg or .pdf file")
    kind.set_defaults(run=run, draw=draw)
    return kind


def run(options: argparse.Namespace) -> int:
    """Draw and write the picture."""
    from verify.plots import require_matplotlib, require_writable, save

    require_matplotlib()
    require_writable(options.out)
    say(f"written {save(options.draw(options), options.out)}")
    return 0


# --- the kinds -------------------------------------------------------------------------------------------


def _add_run(kinds: Kinds[argparse.ArgumentParser]) -> None:
    kind = _kind(kinds, "run", "what a run has lost, trial by trial, against the bound", _draw_run)
    kind.add_argument("id", metavar="ID")
    kind.add_argument(
        "file",
        metavar="FILE",
        type=Path,
        nargs="?",
        help="trials (CSV or JSON; - is standard input); default: a tight sequence",
    )
    reading_arguments(kind)


def _draw_run(options: argparse.Namespace) -> Figure:
    from verify.commands.check import instance_of
    from verify.plots import plot_run

    claim = claim_named(options.id)
    instance = instance_of(claim, options).instance if options.file is not None else _tight(claim)
    return plot_run(claim, instance)


def _tight(claim: Any) -> Instance:
    from bounds.errors import BoundcheckError
    from verify.attack import tightest

    found = tightest(claim)
    if found is None:
        raise BoundcheckError(f"no structured sequence of {claim.id} has a positive bound; give a FILE of trials")
    return found[1].instance


def _add_bound(kinds: Kinds[argparse.ArgumentParser]) -> None:
    kind = _kind(kinds, "bound", "bounds against one of their symbols, with the optimum", _draw_bound)
    kind.add_argument("ids", metavar="ID", nargs="+")
    kind.add_argument(
        "--over", "--symbol", metavar="SYMBOL", help="the symbol on the axis, and to tune (default eta, or the first)"
    )
    set_argument(kind, "give the value of another symbol (default: plain values for all)")
    kind.add_argument("--span", nargs=2, metavar=("LOW", "HIGH"), help="the range of the symbol")


def _draw_bound(options: argparse.Namespace) -> Figure:
    from verify.plots import plot_bound

    return plot_bound(*options.ids, over=options.over, where=expressions(options.set), span=options.span)


def _add_tightness(kinds: Kinds[argparse.ArgumentParser]) -> None:
    kind = _kind(kinds, "tightness", "how close the structured families come to the bound", _draw_tightness)
    kind.add_argument("id", metavar="ID")
    variant_arguments(kind)
    fixed_argument(kind)
    kind.add_argument("--over", metavar="SYMBOL", default="l", help="l, n or a free rate (default l)")


def _draw_tightness(options: argparse.Namespace) -> Figure:
    from verify.plots import plot_tightness

    return plot_tightness(variant(options, options.set), options.over)


def _add_search(kinds: Kinds[argparse.ArgumentParser]) -> None:
    kind = _kind(kinds, "search", "the best ratio over the instances of a search", _draw_search)
    kind.add_argument("id", metavar="ID")
    variant_arguments(kind)
    fixed_argument(kind)
    kind.add_argument("--instances", type=positive, default=2000, help="instances to judge (default 2000)")
    kind.add_argument("--seed", type=int, default=0, help="seed of everything random (default 0)")


def _draw_search(options: argparse.Namespace) -> Figure:
    from verify.plots import plot_search

    return plot_search(variant(options, options.set), options.instances, options.seed)


def _add_comparison(kinds: Kinds[argparse.ArgumentParser]) -> None:
    kind = _kind(kinds, "comparison", "a map of which of two bounds is smaller", _draw_comparison)
    kind.add_argument("first", metavar="ID")
    kind.add_argument("second", metavar="ID")
    for name in ("first", "second"):
        kind.add_argument(
            f"--in-{name}", metavar="NAME=EXPR", action="append", default=[], help=f"put in for a symbol of the {name}"
        )
    kind.add_argument("--set", metavar="NAME=EXPR", action="append", default=[], help="put in for a symbol of both")
    kind.add_argument("--over", nargs=2, metavar="SYMBOL", default=("n", "k"), help="the two axes (default n k)")
    kind.add_argument("--x-span", nargs=2, type=positive, metavar=("LOW", "HIGH"), default=(2, 1000))
    kind.add_argument("--y-span", nargs=2, type=positive, metavar=("LOW", "HIGH"), default=(1, 100))


def _draw_comparison(options: argparse.Namespace) -> Figure:
    from bounds.comparison import compare
    from verify.plots import plot_comparison, require_map

    found = compare(
        claim_named(options.first),
        claim_named(options.second),
        first_where=expressions(options.in_first),
        second_where=expressions(options.in_second),
        where=expressions(options.set),
    )
    require_map(found, *options.over)
    for line in str(found).splitlines():
        say(line)
    return plot_comparison(found, *options.over, x_span=tuple(options.x_span), y_span=tuple(options.y_span))


def _add_worst(kinds: Kinds[argparse.ArgumentParser]) -> None:
    kind = _kind(kinds, "worst", "the exact worst case of all sequences, against the bound", _draw_worst)
    kind.add_argument("id", metavar="ID|FILE")
    variant_arguments(kind)
    set_argument(kind, "the value of a parameter (default U=2, X=1, eta=1/2, ...)")
    kind.add_argument("--over", metavar="SYMBOL", default="l", help="l, or a parameter such as eta or U (default l)")
    kind.add_argument("--span", nargs=2, metavar=("LOW", "HIGH"), help="the range of the parameter")
    kind.add_argument(
        "--length", type=positive, metavar="L", help="the longest sequence (default 8), or the one length (default 4)"
    )


def _draw_worst(options: argparse.Namespace) -> Figure:
    from verify.plots.worst import plot_worst

    given = {str(symbol): str(value) for symbol, value in parameters(options.set).items()}
    return plot_worst(variant(options), options.over, options.length, options.span, given)
