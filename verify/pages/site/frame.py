"""What the pages of the site have in common: where they lie, how one leads to another, and what stands above each."""

from __future__ import annotations

import base64
import hashlib
import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from verify.pages.markup import Html, joined, tag
from verify.pages.template import POLICY
from verify.pages.template import document as framed

SCRIPTS = Path(__file__).parent

STYLE = """
header { max-width: none; border-bottom: 1px solid var(--line); padding: .6rem 1.1rem; display: flex; flex-wrap: wrap;
  gap: .2rem 1.1rem } header a { color: var(--soft); text-decoration: none; white-space: nowrap }
header a:hover, header a:focus { text-decoration: underline } header .here { color: var(--ink); font-weight: 650 }
blockquote { margin: .7rem 0; padding: .1rem 0 .1rem .9rem; border-left: 3px solid var(--line); color: var(--soft) }
ul, ol { padding-left: 1.4rem; margin: .5rem 0 } li { margin: .2rem 0 } h4 { margin: 1.1rem 0 .3rem }
main table:not(.ledger, .trials) td { white-space: normal; min-width: 6rem }
main table:not(.ledger, .trials) td:first-child { min-width: 8rem }
.printed { background: none; border-width: 0 0 0 3px; border-radius: 0 } table code { overflow-wrap: normal }
.entries { display: block } .entries dt { color: var(--ink) } .entries dd { margin: .1rem 0 .5rem 1.4rem }
img { max-width: 100%; height: auto } h1 code, h2 code, h3 code { font-size: .93em }
:target { scroll-margin-top: .6rem } @media (prefers-color-scheme: dark) { .onwhite { background: #fff } }
"""


@dataclass(frozen=True)
class Hit:
    """What search finds: a title, the page and the place on it, and words."""

    title: str
    path: str
    words: str


@dataclass(frozen=True)
class Page:
    """A page of the site: its address, from the site's folder on, its title, its parts, and what search finds on it."""

    path: str
    title: str
    body: list[Html]
    style: str = ""
    script: str = ""
    found: list[Hit] = field(default_factory=list)


def link(here: str, there: str) -> str:
    """Return how one page of the site leads to another, or to a place on it.

    >>> link("claims/a.html", "verify/guide/search.html#own"), link("index.html", "claims/a+.html")
    ('../verify/guide/search.html#own', 'claims/a+.html')
    """
    path, mark, place = there.partition("#")
    return quote(posixpath.relpath(path, posixpath.dirname(here) or "."), safe="/+") + mark + quote(place, safe="+")


def whole(page: Page, menu: Mapping[str, str]) -> str:
    """Return a page with the menu above it: what each entry is called, and where it leads."""
    entries = (
        tag("a", name, href=link(page.path, path), **({"class_": "here"} if path == page.path else {}))
        for name, path in menu.items()
    )
    program = [tag("script", Html(page.script))] if page.script else []
    return framed(
        f"{page.title} · boundcheck",
        *page.body,
        *program,
        top=joined(entries),
        style=STYLE + page.style,
        policy=_policy(page.script),
    )


def _policy(program: str) -> str:
    """Return what a page may do: show itself, and run this program, if any."""
    if not program:
        return POLICY
    digest = base64.b64encode(hashlib.sha256(program.encode("utf-8")).digest()).decode("ascii")
    return f"{POLICY}; script-src 'sha256-{digest}'"
