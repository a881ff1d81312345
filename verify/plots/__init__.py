"""Pictures: a run against its bound, bounds against a parameter, tightness, a search's progress, maps.

Each function returns a matplotlib Figure, which shows itself in a notebook and is written by ``save``. Every point
is computed exactly and becomes a float only to be drawn. matplotlib (``pip install 'boundcheck[plots]'``) is
imported when a picture is asked for, and needs no display.
"""

from verify.plots.comparisons import plot_comparison, require_map
from verify.plots.curves import plot_bound
from verify.plots.paper import BLUE, GREEN, GREY, ORANGE, SKY, STYLE, require_matplotlib, require_writable, save
from verify.plots.runs import RunCurve, plot_run, run_curve
from verify.plots.searches import Improvement, plot_search, search_history
from verify.plots.tightness import Point, plot_tightness, tightness_points

__all__ = [
    "BLUE",
    "GREEN",
    "GREY",
    "ORANGE",
    "SKY",
    "STYLE",
    "Improvement",
    "Point",
    "RunCurve",
    "plot_bound",
    "plot_comparison",
    "plot_run",
    "plot_search",
    "plot_tightness",
    "require_map",
    "require_matplotlib",
    "require_writable",
    "run_curve",
    "save",
    "search_history",
    "tightness_points",
]
