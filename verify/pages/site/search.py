"""The page that searches the site: what there is to find lies in it, so that it asks for nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable

from verify.pages.markup import Html, tag
from verify.pages.site.frame import SCRIPTS, Hit, Page, link

PATH = "search.html"
KEPT = 700
"""Characters of a section in which search looks."""

STYLE = """
input { font: inherit; color: inherit; background: var(--wash); border: 1px solid var(--line); border-radius: 6px;
  padding: .4rem .6rem; width: 100% } .results { list-style: none; padding: 0 } .results li { margin: .8rem 0 }
"""


def search_page(sections: Iterable[Hit]) -> Page:
    """Return the page; without a program it says where there are lists to look through."""
    entries = [(item.title, link(PATH, item.path), item.words[:KEPT]) for item in sections]
    index = json.dumps(entries, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    body = [
        tag("h1", "Search"),
        tag("noscript", tag("p", "Search needs JavaScript. The ledger and the reference are whole without it.")),
        tag("form", tag("input", type="search", aria_label="Search for"), hidden=""),
        tag("p", class_="count soft small", aria_live="polite"),
        tag("ul", class_="results"),
        tag("script", Html(index), type="application/json", id="index"),
    ]
    program = (SCRIPTS / "search.js").read_text(encoding="utf-8")
    return Page(PATH, "Search", body, STYLE, program)
