"""Builds the site: the ledger in front, a page for each claim, for what is written, and for each public name."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

from bounds.claims.claim import Claim
from bounds.claims.standing import SOURCES
from bounds.data.files import write_text
from bounds.errors import BoundcheckError
from verify.pages.markup import tag
from verify.pages.site.claims import claim_pages
from verify.pages.site.documents import certificates, documents, page_of, written
from verify.pages.site.frame import Page, whole
from verify.pages.site.known import known
from verify.pages.site.ledger import ledger_page
from verify.pages.site.reference import reference_pages
from verify.pages.site.search import search_page
from verify.publish.places import ROOT

CHECKER = "check.html"
MENU = {
    "Ledger": "index.html",
    "Introduction": "README.html",
    "Tools": "verify/README.html",
    "Rules": "bounds/RULES.html",
    "Learners": "bounds/LEARNERS.html",
    "Notebooks": "verify/notebooks/index.html",
    "Reference": "reference/index.html",
    "Changes": "CHANGELOG.html",
    "Check": CHECKER,
    "Search": "search.html",
}


def build(
    out: Path,
    claims: Iterable[Claim],
    files: list[str] | None = None,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Write the site of these claims into a folder, and return how many pages it has.

    ``files`` are the Markdown files and notebooks that are pages (all that are there). ``jobs`` processes look for
    runs, which are remembered; ``progress`` is told how many are done, and of how many. What is in the folder already
    stays where no page takes its place; so does a check.html, which ``make site`` puts there. Raises BoundcheckError
    where it cannot be written.
    """
    chosen = list(claims)
    _folder(out / CHECKER)
    items, coq = known(chosen, jobs, progress)
    texts = written(documents() if files is None else files, {claim.id for claim in chosen})
    sources = _sources(texts)
    pages = [ledger_page(items, sources, coq), *claim_pages(items, sources), *texts, *reference_pages()]
    pages.append(search_page(section for page in pages for section in page.found))
    if not (out / CHECKER).exists():
        pages.append(_no_checker())
    paths = {*(page.path for page in pages), CHECKER}
    menu = {name: path for name, path in MENU.items() if path in paths}
    for page in pages:
        _write(out / page.path, whole(page, menu))
    for file in certificates():
        _folder(out / file)
        shutil.copyfile(ROOT / file, out / file)
    return len(pages)


def _sources(pages: Iterable[Page]) -> dict[str, str]:
    """Return the titles of the sources' pages by the word with which the ids of their claims begin."""
    words = {page_of(f"bounds/sources/{name}.md"): word for word, name in SOURCES.items()}
    return {words[page.path]: page.title for page in pages if page.path in words}


def _write(file: Path, text: str) -> None:
    _folder(file)
    write_text(file, text)


def _folder(file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BoundcheckError(f"cannot make {file.parent}: {error.strerror or error}; name another folder") from None


def _no_checker() -> Page:
    """Return what stands in the place of the page that checks certificates, which only a clone can make."""
    body = [
        tag("h1", "Check a certificate"),
        tag(
            "p",
            "This site was built without the page that runs the checker in a browser; make site adds it. In a shell:",
        ),
        tag("pre", "boundcheck replay 'LINK'"),
        tag("p", "LINK is the address that led here, with all that stands behind #."),
    ]
    return Page(CHECKER, "Check a certificate", body)
