"""The paper that pictures are drawn on: style, figures that show themselves, labels, titles, files."""

from __future__ import annotations

import io
import math
import re
import textwrap
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sympy

from bounds import symbols as s
from bounds.claims.claim import Claim
from bounds.claims.latex import amount_latex
from bounds.claims.quantities import MISTAKES
from bounds.claims.words import Words
from bounds.errors import BoundcheckError
from bounds.extras import missing
from bounds.numbers import Number, to_float
from bounds.numbers.evaluate import evaluate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure


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

STEPS = 10 * POINTS
"""Points of a curve in steps, so that each step is seen where it is."""

LINE = 44
"""Most characters of a line beside an axis."""

HIGH = 36
"""Most signs of a formula beside an axis, which is as high as the picture at the most."""

LONG = 120
"""Most characters of a bound that is shown in a picture."""

FEW = 100
"""The largest over the smallest value of a logarithmic axis from which powers of ten are ticks enough."""


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


def empty(size: tuple[float, float]) -> Figure:
    """Return an empty figure of this size in inches."""
    figure: Figure = _figure_class()(figsize=size, layout="constrained")
    return figure


def blank(size: tuple[float, float] = SIZE) -> tuple[Figure, Axes]:
    """Return an empty figure of this size in inches, with its axes."""
    figure = empty(size)
    with styled():
        return figure, figure.subplots()


def styled() -> Any:
    """Return a context in which matplotlib draws in the style of this paper."""
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
        with styled():
            figure.savefig(path, dpi=DPI, metadata=metadata)
    except OSError as error:
        raise BoundcheckError(f"cannot write the plot to {path}: {error.strerror or error}") from None
    return path


def floats(numbers: Sequence[Number]) -> list[float]:
    """Return numbers as they are drawn."""
    return [to_float(number) for number in numbers]


def axis_label(symbol: Any, claim: Claim | None = None) -> str:
    """Return an axis label: the symbol and, from the glossary, what it means; a parameter of one's own is itself."""
    if claim is not None and claim.own and symbol in claim.ranges:
        return f"${tex(symbol)}$"
    text = s.meaning(str(symbol)).partition(" (")[0].partition(", or ")[0]
    return f"{text} ${tex(symbol)}$"


def quantity_label(claim: Claim) -> str:
    """Return an axis label: the compared amount, as a formula where that is short enough for a picture."""
    if claim.quantity.statement == MISTAKES.statement:
        return "mistakes $M$"
    printed = amount_latex(claim)
    fits = printed and _signs(printed[0]) <= HIGH
    return _set_formula(printed[0]) if printed and fits else wrapped(claim.quantity.parts[0], LINE)


def beside(axes: Axes) -> None:
    """Put the legend to the right of the axes, where it hides nothing."""
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), borderaxespad=0)


def bound_label(claim: Claim, name: str = "bound") -> str:
    """Return a name for the bound with its formula, where that is short enough for a picture."""
    return f"{name} ${claim.bound_latex}$" if len(claim.bound_text) <= LONG else name


def drawstyle(claim: Claim) -> str:
    """Return how a bound is drawn against a parameter: a whole number in steps."""
    return "steps-post" if claim.bound.func is sympy.floor else "default"


def tex(expression: Any) -> str:
    """Return an expression for matplotlib, with fractions large enough to read."""
    return s.latex(expression, ln_notation=True).replace(r"\frac", r"\dfrac")


def short(value: Any) -> str:
    """Return a number in a line: a rational as it is, another one rounded."""
    return str(value) if value.is_Rational else f"{to_float(evaluate(value, {})):.4g}"


def title_of(claim: Claim, width: int = 66) -> str:
    """Return the claim's id, which ends in a star for a variant, and its title."""
    return wrapped(Words(f"{claim.id}: ") + claim.title, width)


def wrapped(text: str, width: int) -> str:
    """Return lines of words and formulas, as matplotlib sets them; a formula stays whole."""
    formulas: dict[str, str] = {}
    line = ""
    for formula, part in Words(text).parts:
        mark = chr(0xE000 + len(formulas))  # a private character, as many times as the formula has signs
        if formula:
            formulas[mark] = _set_formula(part)
        line += mark * max(1, _signs(part)) if formula else part.replace("$", r"\$")
    lines = textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)
    return re.sub("([\ue000-\uf8ff])\\1*", lambda found: formulas[found.group(1)], lines)


def _signs(written: str) -> int:
    """Return about how many signs wide a formula is."""
    return len(re.sub(r"\\[A-Za-z]+|[{}_^ ]", "", written))


def _set_formula(written: str) -> str:
    r"""Return a formula in the LaTeX that matplotlib knows.

    >>> _set_formula(r"M \gamma \le 1")
    '$M \\gamma \\leq 1$'
    """
    known = re.sub(r"\\([lg]e)(?![A-Za-z])", r"\\\1q", written)
    known = re.sub(r"(?<=[})])\s*(?=\\sum)", r"\\;", known)  # or the sum touches what stands before it
    return "$" + re.sub(r"\\operatorname\{(\w+-[\w-]+)\}", r"\\text{\1}", known) + "$"  # its hyphen is no minus


def label_ticks(axis: Axis, span: float = math.inf, *, halves: bool = False) -> None:
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


def logarithmic(low: Fraction, high: Fraction, count: int) -> list[Fraction]:
    """Return rational points from low to high, evenly spaced for the eye on a logarithmic axis."""
    step = math.log(high / low) / (count - 1)
    inner = [low * Fraction(math.exp(step * i)).limit_denominator(10**6) for i in range(1, count - 1)]
    return [low, *inner, high]
