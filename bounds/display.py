"""How things look: reports and tables as plain text, in colour (rich) and as HTML (Jupyter).

A report is text of one form: a heading, lines ``  name         text`` with the texts below each other, and
perhaps a last word such as HOLDS. Everything that prints as a report is shown in a notebook by ``html_report``
and in colour by ``rich_report``.

>>> print(report("a heading", [("name", "a text"), ("name", "another")], "HOLDS"))
a heading
  name         a text
               another
HOLDS
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

INDENT, NAME = "  ", 12
_NAMED = re.compile(r" {2}(?:\S+(?: \S+)*)? {2,}")

COLOURS = {
    "HOLDS": "green",
    "HELD": "green",
    "CONFIRMED": "green",
    "CHECKED": "green",
    "VIOLATED": "red",
    "REFUTED": "red",
    "VACUOUS": "#b8860b",
    "PARTIAL": "#b8860b",
    "FAILED": "red",
    "UNDECIDED": "magenta",
}
"""The colour of a report's last word."""

CELL = "text-align:left;padding:1px 12px 1px 0"


def counted(n: int, noun: str) -> str:
    """Write a number of things.

    >>> counted(1, "trial"), counted(2, "trial")
    ('1 trial', '2 trials')
    """
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def plain(text: str) -> str:
    """Return a text of which nothing can move the cursor, colour what follows or pass for another line.

    >>> print(plain("one, größer\\x1b[31m\\nHELD"))
    one, größer\\x1b[31m\\nHELD
    """
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


# --- reports ---------------------------------------------------------------------------------------------


def report(heading: str, lines: Iterable[tuple[str, str]], last: str = "") -> str:
    """Return a report as text; a name that is repeated is shown once."""
    shown, previous = [heading], ""
    for name, text in lines:
        shown.append(f"{INDENT}{name if name != previous else '':<{NAME}} {text}".rstrip())
        previous = name
    return "\n".join([*shown, last] if last else shown)


class Reported:
    """What is a report as text: it is shown as one by Python and IPython, by rich, and in a notebook."""

    def __repr__(self) -> str:
        return str(self)

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        printer.text(str(self))

    def __rich__(self) -> Text:
        return rich_report(str(self))

    def _repr_html_(self) -> str:
        return html_report(str(self))


def _parts(text: str) -> tuple[list[str], list[tuple[str, str]], str]:
    """Take a report apart: heading lines, named lines, last word."""
    heading: list[str] = []
    lines: list[tuple[str, str]] = []
    rest = text.splitlines()
    last = rest.pop() if len(rest) > 1 and not rest[-1].startswith(INDENT) else ""
    for line in rest:
        if line.startswith(INDENT):
            name, text_ = _split(line)
            lines.append((name.strip(), text_))
        else:
            heading.append(line)
    return heading, lines, last


def _split(line: str) -> tuple[str, str]:
    """Split a line of a report into its name, with the space around it, and its text."""
    matched = _NAMED.match(line)
    start = matched.end() if matched else len(INDENT) + NAME + 1
    return line[:start], line[start:]


def _colour(last: str) -> str:
    return COLOURS.get(last.partition(" ")[0].rstrip(":").upper(), "")


def html_report(text: str, formula: str = "") -> str:
    """Return a report as HTML, with ``formula`` (in LaTeX) under the heading if there is one.

    >>> html_report("a < b").startswith("<div><b>a &lt; b</b>")
    True
    """
    heading, lines, last = _parts(text)
    parts = ["<div>", "<br>".join(f"<b>{html.escape(line)}</b>" for line in heading)]
    if formula:
        parts.append(f"<div style='margin:6px 0'>${html.escape(formula, quote=False)}$</div>")
    if lines:
        names = (f"<td style='{CELL};opacity:0.6'>{html.escape(name)}</td>" for name, _ in lines)
        values = (f"<td style='{CELL}'>{html.escape(value)}</td>" for _, value in lines)
        rows = (f"<tr>{name}{value}</tr>" for name, value in zip(names, values, strict=True))
        parts.append(f"<table style='margin:4px 0'>{''.join(rows)}</table>")
    if last:
        colour = _colour(last)
        style = f" style='color:{colour}'" if colour else ""
        parts.append(f"<b{style}>{html.escape(last)}</b>")
    return "".join([*parts, "</div>"])


def rich_report(text: str) -> Text:
    """Return a report in colour, for rich.

    >>> rich_report("a heading").plain
    'a heading'
    """
    from rich.text import Text

    heading, _, last = _parts(text)
    shown = Text()
    lines = text.splitlines()
    for i, line in enumerate(lines):
        style = "bold" if i < len(heading) else ""
        if last and i == len(lines) - 1:
            style = f"bold {_colour(last)}".strip()
        if line.startswith(INDENT):
            name, rest = _split(line)
            shown.append(name, style="dim").append(rest)
        else:
            shown.append(line, style=style)
        if i < len(lines) - 1:
            shown.append("\n")
    return shown


# --- tables ----------------------------------------------------------------------------------------------


def text_table(headings: Sequence[str], rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> str:
    """Return a table as text; the columns in ``right`` are aligned to the right.

    >>> print(text_table(["n", "bound"], [["1", "2"], ["10", "20"]], right=[0]))
     n  bound
     1  2
    10  20
    """
    numbers = set(right)
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if i in numbers else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (headings, *rows)
    )


def html_table(headings: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    """Return a table as HTML; the cells are plain text, and text in $...$ is set as a formula."""

    def cells(row: Sequence[str], tag: str) -> str:
        return "".join(f"<{tag} style='{CELL}'>{html.escape(cell, quote=False)}</{tag}>" for cell in row)

    title = f"<caption style='{CELL}'>{html.escape(caption)}</caption>" if caption else ""
    body = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
    return f"<table>{title}<thead><tr>{cells(headings, 'th')}</tr></thead><tbody>{body}</tbody></table>"


def rich_table(headings: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> Table:
    """Return a table for rich."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, caption=caption or None, caption_justify="left")
    for heading in headings:
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    return table
