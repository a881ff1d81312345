"""Markdown as the site shows it: headings that can be led to, claims that are links, and nothing of it that runs."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from html import unescape
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from bounds.errors import BoundcheckError
from bounds.formulas.mathml import mathml
from verify.pages.markup import Html, tag
from verify.pages.site.frame import Hit, Page, link

MATHEMATICS = re.compile(r"\$\$(.+?)\$\$|\$(?! )([^$]+?)(?<! )\$", re.DOTALL)
ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)

Target = Callable[[str], str | None]
"""Of an address as a page's Markdown has it, the page or file of the site, if there is one."""


def rendered(text: str, here: str, target: Target, ids: Collection[str], *, formulas: bool = False) -> Html:
    """Return Markdown as HTML for the page at ``here``; ``formulas`` says whether it has LaTeX between dollars.

    What is HTML in it is shown as it is written, but for places to lead to (``<a id="x"></a>``) and comments. A claim's
    id in backticks leads to its page, a link that leads out of the site is none.
    """
    reader = MarkdownIt("commonmark").enable("table")
    if formulas:
        reader.inline.ruler.before("escape", "formula", _formula)
    tokens = reader.parse(text)
    for token, inside in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", anchor(_plain(inside)))
    inner = [child for token in tokens for child in token.children or ()]
    _lead(inner, here, target)
    _write([*tokens, *inner], here, ids)
    return Html(reader.renderer.render(tokens, reader.options, {}))


def anchor(heading: str) -> str:
    """Return the name of the place of a heading.

    >>> anchor("As a file"), anchor("`kw.13b`, as printed")
    ('as-a-file', 'kw13b-as-printed')
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def _lead(tokens: list[Token], here: str, target: Target) -> None:
    """Have links lead to where the pages are; one that leads nowhere is a part of the text."""
    leads = False
    for token in tokens:
        if token.type == "link_open":
            there = target(str(token.attrGet("href")))
            leads = there is not None
            if there is not None:
                token.attrSet("href", link(here, there))
        if token.type in ("link_open", "link_close") and not leads:
            token.tag, token.attrs = "span", {}


def _plain(token: Token) -> str:
    return "".join(child.content for child in token.children or ())


def _formula(state: StateInline, silent: bool) -> bool:
    """Read a formula between dollars."""
    if not (match := MATHEMATICS.match(state.src, state.pos)):
        return False
    if not silent:
        state.push("formula", "", 0).content = match[0]
    state.pos = match.end()
    return True


def _write(tokens: list[Token], here: str, ids: Collection[str]) -> None:
    """Write what is not as Markdown has it: such a token becomes the HTML that stands there."""
    for token in tokens:
        match token.type:
            case "html_block" | "html_inline":
                text = _html(token.content)
            case "image":
                text = escapeHtml(token.content)
            case "formula":
                text = formula(token.content)
            case "code_inline":
                text = tag("code", token.content)
                if token.content in ids:
                    text = tag("a", text, href=link(here, f"claims/{token.content}.html"))
            case "table_open":
                text = '<div class="wide" tabindex="0"><table>'
            case "table_close":
                text = "</table></div>"
            case _:
                continue
        token.type, token.content = "html_inline", text


def _html(text: str) -> str:
    """Return HTML that is amid Markdown as it is written, but for the places that links lead to, and comments."""
    if place := re.fullmatch(r'<a id="([\w-]+)">', text):
        return tag("a", id=place[1])
    return "" if text.startswith("<!--") or text == "</a>" else escapeHtml(text)


def formula(text: str) -> Html:
    """Return LaTeX between dollars as a formula, and as it is written where it cannot be set."""
    tex = text.strip("$").removeprefix(r"\displaystyle").strip()
    try:
        return Html(mathml(tex, display=text.startswith("$$")))
    except BoundcheckError:
        return tag("code", tex)


def found_in(page: Page) -> list[Hit]:
    """Return what search finds on a page: its sections, from one heading to the next."""
    first, *parts = re.split(r'<h([1-3]) id="([^"]*)">(.*?)</h[1-3]>', "".join(page.body))
    sections = [Hit(page.title, page.path, words(first))] if first else []
    for level, place, heading, text in zip(*(parts[i::4] for i in range(4)), strict=True):
        whole = level == "1"
        title = page.title if whole else f"{page.title}: {words(heading)}"
        sections.append(Hit(title, page.path if whole else f"{page.path}#{unescape(place)}", words(text)))
    return sections


def words(html: str) -> str:
    """Return the text of a piece of HTML.

    >>> words("<p>a &lt; <b>b</b></p>\\n<p>c</p>")
    'a < b c'
    """
    return " ".join(unescape(re.sub(r"<svg.*?</svg>|<[^>]*>", " ", html, flags=re.DOTALL)).split())
