"""HTML and SVG as elements: whatever is put into one is escaped, unless it is an element itself.

>>> tag("p", "1 < 2, ", tag("b", "<i>"), class_="note", data_of='"')
'<p class="note" data-of="&quot;">1 &lt; 2, <b>&lt;i&gt;</b></p>'
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

EMPTY = frozenset(("br", "hr", "img", "input", "link", "meta"))
"""Elements without an end."""


class Html(str):
    """A piece of a page, which is not escaped again."""

    __slots__ = ()


def tag(element: str, *inside: str, **attributes: object) -> Html:
    """Return an element with what is in it; of attributes an underscore is a hyphen, and one at the end nothing."""
    said = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(str(a))}"' for key, a in attributes.items())
    if element in EMPTY:
        return Html(f"<{element}{said}>")
    return Html(f"<{element}{said}>{joined(inside)}</{element}>")


def joined(parts: Iterable[str], between: str = "") -> Html:
    """Return pieces one after the other."""
    return Html(safe(between).join(map(safe, parts)))


def safe(text: str) -> Html:
    """Return a text as a piece of a page."""
    return text if isinstance(text, Html) else Html(escape(text))


def table(
    headings: Iterable[str], rows: Iterable[Iterable[str]], *, right: Iterable[int] = (), class_: str = ""
) -> Html:
    """Return a table, which is moved sideways where it is wider than the page; ``right`` are columns of numbers."""
    columns = frozenset(right)

    def cell(kind: str, i: int, text: str) -> Html:
        return tag(kind, text, class_="n") if i in columns else tag(kind, text)

    head = tag("tr", *(cell("th", i, text) for i, text in enumerate(headings)))
    body = (tag("tr", *(cell("td", i, text) for i, text in enumerate(row))) for row in rows)
    inner = tag("table", tag("thead", head), tag("tbody", *body), **({"class_": class_} if class_ else {}))
    return tag("div", inner, class_="wide", tabindex="0")


def pairs(parts: Iterable[tuple[str, str]]) -> Html:
    """Return names with what is said of them; a name that is repeated is shown once."""
    items, last = list[Html](), ""
    for name, text in parts:
        items += [tag("dt", name)] * (name != last) + [tag("dd", text)]
        last = name
    return tag("dl", *items)
