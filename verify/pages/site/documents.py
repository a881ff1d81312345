"""The pages that are written in Markdown, and the notebooks: those that are there, each in its place on the site."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

from verify.pages.markup import Html, joined, tag
from verify.pages.site.frame import Page, link
from verify.pages.site.markdown import ADDRESS, Target, formula, found_in, rendered, words
from verify.publish.places import ROOT

INSTALLED = ("bounds/*.md", "bounds/sources/*.md", "verify/*.md", "verify/guide/*.md", "verify/notebooks/*.ipynb")
CERTIFICATES = "bounds/sources/certificates/*.json"
BESIDE = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "tests/*/README.md", "verify/proofs/coq/README.md")
"""What a clone has, and an installed package has not."""

CLONED = (ROOT / "verify" / "facade").is_dir()
NOTEBOOKS = "verify/notebooks/index.html"


def documents() -> list[str]:
    """Return the files that are pages, from the packages' folder on."""
    patterns = (*INSTALLED, *(BESIDE if CLONED else ()))
    return [path.relative_to(ROOT).as_posix() for pattern in patterns for path in sorted(ROOT.glob(pattern))]


def certificates() -> list[str]:
    """Return the files that are on the site as they are."""
    return [path.relative_to(ROOT).as_posix() for path in sorted(ROOT.glob(CERTIFICATES))]


def page_of(file: str) -> str:
    """Return where the page of a file is.

    >>> page_of("bounds/RULES.md"), page_of("LICENSE")
    ('bounds/RULES.html', 'LICENSE.html')
    """
    return f"{posixpath.splitext(file)[0]}.html"


def written(files: list[str], ids: Collection[str]) -> list[Page]:
    """Return the pages of files; ``ids`` are the claims that have a page."""
    known = {**{file: page_of(file) for file in files}, **{file: file for file in certificates()}}
    pages = [_page(file, _target(file, known), ids) for file in files]
    notebooks = [page for page, file in zip(pages, files, strict=True) if file.endswith(".ipynb")]
    for page in pages:
        page.found.extend(found_in(page))
    return [*pages, _contents(notebooks)] if notebooks else pages


def _target(file: str, known: dict[str, str]) -> Target:
    """Return where links on the page of a file lead."""

    def target(address: str) -> str | None:
        path, mark, place = address.partition("#")
        if ADDRESS.match(address):
            return None
        there = known.get(posixpath.normpath(posixpath.join(posixpath.dirname(file), path))) if path else page_of(file)
        return None if there is None else there + mark + place

    return target


def _page(file: str, target: Target, ids: Collection[str]) -> Page:
    path, text = page_of(file), (ROOT / file).read_text(encoding="utf-8")
    if file.endswith(".ipynb"):
        body = _notebook(json.loads(text), path, target, ids)
    elif file.endswith(".md"):
        body = [rendered(text, path, target, ids)]
    else:
        body = [tag("h1", "Licence"), tag("pre", text, class_="wrap")]
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", "".join(body))
    return Page(path, words(heading[1]) if heading else Path(file).stem, body)


def _contents(notebooks: list[Page]) -> Page:
    """Return the page that leads to the notebooks."""
    items = (tag("li", tag("a", page.title, href=link(NOTEBOOKS, page.path))) for page in notebooks)
    copy = tag("p", "With the outputs of their last run. To run and change them: ")
    body = [tag("h1", "Notebooks"), copy, tag("pre", "boundcheck notebooks DIR"), tag("ul", *items)]
    return Page(NOTEBOOKS, "Notebooks", body)


# --- notebooks -------------------------------------------------------------------------------------------


def _notebook(notebook: dict[str, Any], here: str, target: Target, ids: Collection[str]) -> list[Html]:
    """Return the cells of a notebook, and what they printed when they were run."""
    parts: list[Html] = []
    for cell in notebook["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(rendered(text, here, target, ids, formulas=True))
        elif cell["cell_type"] == "code":
            parts += [tag("pre", text), *map(_output, cell["outputs"])]
    return parts


def _output(output: dict[str, Any]) -> Html:
    """Return what a cell printed: a picture, a formula, or text."""
    data = {kind: "".join(said) for kind, said in output.get("data", {}).items()}
    if "image/png" in data:
        source = "data:image/png;base64," + "".join(data["image/png"].split())
        return tag("figure", tag("img", src=source, alt=data.get("text/plain", ""), class_="onwhite"))
    if "text/latex" in data and "text/html" not in data:
        set_ = formula(data["text/latex"])
        if set_.startswith("<math"):
            return tag("div", set_, class_="formula")
    text = data.get("text/plain") or "".join(output.get("text", ""))
    return tag("pre", text, class_="printed") if text else joined(())
