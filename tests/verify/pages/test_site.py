"""The site: each link leads somewhere, nothing is asked for elsewhere, and its programs do what they say."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from boundcheck import catalogue, theorem
from markdown_it import MarkdownIt

from bounds.errors import BoundcheckError
from tests.browser import Browser
from tests.browser import browser as browser
from verify.cli import main
from verify.pages.claim import EXAMPLE, tight_run
from verify.pages.site import known
from verify.pages.site import runs as site_runs
from verify.pages.site.build import build
from verify.pages.site.claims import claim_pages
from verify.pages.site.documents import documents
from verify.pages.site.frame import Page
from verify.pages.site.ledger import ledger_page
from verify.pages.site.markdown import found_in, rendered
from verify.pages.site.runs import runs
from verify.publish.evidence import Evidence
from verify.publish.ledger import Entry
from verify.publish.places import ROOT

SOME = ("bylander.5", "bylander.8", "kitani.wma", "kitani.wma.printed", "gls.7.1a+", "bylander.3")
FILES = ["README.md", "bounds/RULES.md", "bounds/LEARNERS.md", "bounds/sources/kitani.md", "verify/README.md"]
FILES += [
    "CONTRIBUTING.md",
    "verify/guide/certificates.md",
    "LICENSE",
    "verify/guide/proofs.md",
    "verify/notebooks/5_p_norms.ipynb",
]


class Links(HTMLParser):
    """The links and the anchors of a page, and the elements that it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: list[str] = []
        self.elements: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src", "action", "srcset", "data")]
        self.places += [value or "" for name, value in attrs if name == "id"]


def dead(folder: Path) -> Iterator[str]:
    """Yield the links of a site that lead nowhere, or out of it, and the anchors that a page has twice."""
    pages = {path: Links(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}
    for path, page in pages.items():
        here = path.relative_to(folder).as_posix()
        yield from (f"{here}: twice {place}" for place in {*page.places} if page.places.count(place) > 1)
        for link in (link for link in page.links if not link.startswith("data:image/png;") and link):
            address, _, place = link.partition("#")
            if link.startswith("data:application/json;base64,"):
                continue
            there = folder / posixpath.normpath(posixpath.join(posixpath.dirname(here), unquote(address)))
            there = there if address else path
            known = pages[there].places if there in pages else []
            if not there.is_file() or not (not place or place.startswith("certificate=") or unquote(place) in known):
                yield f"{here}: {link[:80]}"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of a few claims and pages, and of a record of Coq that needs no reading of its sources."""
    folder = tmp_path_factory.mktemp("site")
    axioms = {name: ("classic",) for name in SOME if not name.endswith("printed")}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(known, "coq_evidence", lambda: (axioms, "Coq is not asked"))
        patch.setattr(known, "runs", lambda *_: {"bylander.3": tight_run(theorem("bylander.3"))})
        build(folder, map(theorem, SOME), FILES)
    return folder


def test_no_link_of_the_site_is_dead(site: Path) -> None:
    assert [*dead(site)] == []


def test_dead_links_are_seen(tmp_path: Path) -> None:
    """Power: a page that is not there, a place that a page has not, a place that it has twice, and what leads out."""
    (tmp_path / "a.html").write_text('<p id="x"><a href="b.html#y">', encoding="utf-8")
    for text in ("c.html", "a.html#z", "#x", "//elsewhere/a.html", "https://a.example/"):
        (tmp_path / "b.html").write_text(f'<p id="y"><a href="{text}">', encoding="utf-8")
        assert [*dead(tmp_path)] == [f"b.html: {text}"]
    (tmp_path / "b.html").write_text('<p id="y"><p id="y">', encoding="utf-8")
    assert [*dead(tmp_path)] == ["b.html: twice y"]


@pytest.mark.deep
def test_no_link_of_the_whole_site_is_dead(tmp_path: Path) -> None:
    assert main(["site", "--out", str(tmp_path)]) == 0
    assert [*dead(tmp_path)] == []
    pages = {path.name.removesuffix(".html") for path in (tmp_path / "claims").iterdir()}
    assert pages == {claim.id for claim in catalogue()}
    assert all((tmp_path / file).with_suffix(".html").is_file() for file in documents())


def test_a_page_of_a_claim_says_how_it_stands_and_leads_on(site: Path) -> None:
    printed = (site / "claims" / "kitani.wma.printed.html").read_text(encoding="utf-8")
    for said in ("False as printed", "A run breaks it (16 against", "what holds instead", "<svg", "<math", "CONFIRMED"):
        assert said in printed
    for link in (
        "kitani.wma.html",
        "../bounds/sources/kitani.html",
        "../bounds/sources/certificates/kitani.wma.printed",
    ):
        assert f'href="{link}' in printed
    true = (site / "claims" / "bylander.5.html").read_text(encoding="utf-8")
    for said in (
        "Proved in Coq",
        "resting on 1 axiom",
        "verify/proofs/bylander1998/section4.py:",
        "boundcheck prove bylander.5",
    ):
        assert said in true
    assert "a form that is false" in (site / "claims" / "kitani.wma.html").read_text(encoding="utf-8")
    found = (site / "claims" / "bylander.3.html").read_text(encoding="utf-8")
    assert "It comes as close to the bound as is known" in found
    assert 'href="../check.html#certificate=' in found
    assert "<svg" in found
    assert "No run of it is known" in (site / "claims" / "kitani.wma.html").read_text(encoding="utf-8")


def test_a_claim_without_a_certificate_has_the_run_that_comes_closest_which_is_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Power: the second time nothing is looked for; with other code all is looked for again."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    told = list[tuple[int, int]]()
    names = ["modern.wm", "kw.def4"]
    first = runs(names, progress=lambda *numbers: told.append(numbers))
    assert told == [(1, 2), (2, 2)]
    assert [first[name][0]["claim"] for name in names] == names
    assert first["kw.def4"][1] == EXAMPLE
    looked_for = list[str]()
    monkeypatch.setattr(site_runs, "tight_run", lambda claim: looked_for.append(claim.id))
    assert runs(names) == first
    assert looked_for == []
    monkeypatch.setattr(site_runs, "fingerprint", lambda: "of another program")
    assert runs(names) == {}
    assert looked_for == names


def test_an_interrupt_loses_no_run_that_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    def interrupted(claim: Any) -> tuple[dict[str, Any], str]:
        if claim.id != "kw.def4":
            raise KeyboardInterrupt
        return {"claim": claim.id}, EXAMPLE

    monkeypatch.setattr(site_runs, "tight_run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        runs(["kw.def4", "modern.wm"])
    assert runs(["kw.def4"]) == {"kw.def4": ({"claim": "kw.def4"}, EXAMPLE)}


def test_what_is_proved_without_a_file_is_proved_on_the_site() -> None:
    """Power: a claim that is stated and not proved, and one that is false, have no such word."""
    found = [
        known.ClaimRecord(theorem(name), {}) for name in ("modern.ogd.heavy_ball", "modern.arow", "modern.adam.printed")
    ]
    assert [item.proofs for item in found] == [["potential"], [], []]
    assert ["proved" in item.rungs for item in found] == [True, False, False]
    (page,) = claim_pages(found[:1], {})
    assert "Proved for every dimension and every sequence by the potential" in "".join(page.body)


def test_what_the_ledger_remembers_is_a_column_of_its_own() -> None:
    """Power: without it nothing is said to be attacked, certified or held."""
    claim = theorem("bylander.8")
    given: dict[str, Any] = {"instances": 500, "holds": 400, "violated": 0, "vacuous": 100, "undecided": 0, "seed": 0}
    given |= {"id": claim.id, "source": "", "standing": claim.standing.value, "bound": claim.inequality, "seconds": 1.0}
    given |= {"ratio": 1.0, "attained": True, "witness_name": "", "witness": None, "counterexample": None}
    attack = Entry(**given, verdict="held", proof=Evidence("checked"), worst="2 of 2, l=2")
    without, attacked = known.ClaimRecord(claim, {}), known.ClaimRecord(claim, {}, attack=attack)
    assert (without.rungs, without.proofs) == (["stated"], [])
    assert attacked.rungs == [*known.RUNGS]
    assert attacked.proofs == ["steps"]
    assert "held on 500, 1; 2 of 2, l=2" in "".join(ledger_page([attacked], {}, "").body)
    page = "".join(ledger_page([without], {}, "").body)
    assert "Nothing was attacked" in page
    assert ">attack<" not in page


def test_notebooks_have_their_outputs_and_formulas(site: Path) -> None:
    page = (site / "verify" / "notebooks" / "5_p_norms.html").read_text(encoding="utf-8")
    found = Links(page)
    assert sum(link.startswith("data:image/png;base64,") for link in found.links) >= 2
    assert "math" in found.elements
    assert "$" not in re.sub(r"<pre.*?</pre>|<style.*?</style>|data:[^\"]*", "", page, flags=re.DOTALL)


def test_markup_in_markdown_is_shown_and_does_not_run() -> None:
    """Power: a tag, a link with a program and a picture from elsewhere are elements where they are taken as written."""
    text = '# <b>a</b>\n\n<script>alert(1)</script>\n\n<!-- no -->\n\n<a id="z"></a>[x](javascript:alert(1)) ![y](http://a/b.png)\n\n'
    page = rendered(text + "```\n<i>\n```\n\n`bylander.5` `own.1`", "a/b.html", lambda _: None, {"bylander.5"})
    assert not Links(page).elements & {"b", "script", "img", "i"}
    assert Links(page).links == ["../claims/bylander.5.html"]
    assert Links(page).places == ["bab", "z"]
    assert "&lt;script&gt;" in page
    assert "no --" not in page


def test_no_formula_of_a_page_is_taken_for_emphasis() -> None:
    """Power: of D**2 = 4*R**2 in a remark a half was bold, and its stars were gone."""

    def emphasised(text: str) -> list[str]:
        spans = (token.children or () for token in MarkdownIt("commonmark").enable("table").parse(text))
        return [
            before.content[-20:]
            for span in spans
            for before, mark in pairwise(span)
            if mark.type in ("em_open", "strong_open") and before.content[-1:].isalnum()
        ]

    assert emphasised("D**2 = 4*R**2") != []
    texts = {file: (ROOT / file).read_text(encoding="utf-8") for file in documents() if file.endswith(".md")}
    assert {file: found for file, text in texts.items() if (found := emphasised(text))} == {}


def test_sections_are_found_by_their_headings() -> None:
    page = Page("a.html", "A & b", [rendered("# A & b\n\nOne.\n\n## C `d`\n\nTwo.", "a.html", lambda _: None, ())])
    assert [(found.title, found.path, found.words) for found in found_in(page)] == [
        ("A & b", "a.html", "One."),
        ("A & b: C d", "a.html#c-d", "Two."),
    ]


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(BoundcheckError, match=r"cannot make .*file; name another|cannot make .*file: "):
        build(tmp_path / "file", [], [])


# --- in a browser ----------------------------------------------------------------------------------------

SHOWN = """[...document.querySelectorAll("tbody tr")].filter((row) => row.getBoundingClientRect().height)
  .map((row) => row.cells[0].textContent)"""
WIDTHS = (390, 1200)


def test_the_front_page_filters_and_sorts(site: Path, browser: Browser) -> None:
    with browser.open((site / "index.html").as_uri()) as page:
        assert page.evaluate(SHOWN) == [*SOME]
        given = "document.querySelector('form').dispatchEvent(new Event('input'))"
        choose = "document.querySelector('[name={}]').value = '{}'; " + given
        page.evaluate(choose.format("standing", "false"))
        assert page.evaluate(SHOWN) == ["kitani.wma.printed"]
        page.evaluate(choose.format("standing", ""))
        page.evaluate(choose.format("rung", "proved"))
        assert page.evaluate(SHOWN) == [name for name in SOME if name != "kitani.wma.printed"]
        page.evaluate(choose.format("source", "bylander"))
        page.evaluate("document.querySelector('th').click()")
        assert page.evaluate(SHOWN) == ["bylander.3", "bylander.5", "bylander.8"]
        page.evaluate("document.querySelector('th').click()")
        assert page.evaluate(SHOWN) == ["bylander.8", "bylander.5", "bylander.3"]
        for column, first in ((0, "bylander.3"), (2, "bylander.3"), ("", "bylander.5")):  # as on a telephone
            page.evaluate(f"form.elements.order.value = '{column}'; reorder()")
            assert page.evaluate(SHOWN)[0] == first
        page.evaluate("document.querySelector('input').value = 'novikoff separable'")
        page.evaluate(given)
        assert page.evaluate(SHOWN) == ["bylander.5"]
        assert page.evaluate("document.querySelector('.count').textContent") == "1 of 6 claims"
        page.evaluate("form.querySelector('[type=reset]').click()")
        assert page.wait("[...document.querySelectorAll('tbody tr')].every((row) => !row.hidden)")
        assert page.evaluate(SHOWN) == [*SOME]
        assert page.errors == []


def test_search_finds_claims_sections_and_names(site: Path, browser: Browser) -> None:
    with browser.open((site / "search.html").as_uri() + "#majority%20every%20expert") as page:
        first = "document.querySelector('.results a')?.getAttribute('href')"
        assert page.evaluate(first) == "claims/kitani.wma.html"
        for asked, found in (("as a file", "bounds/RULES.html#as-a-file"), ("worst_case", "reference/worst_case.html")):
            page.evaluate(f"field.value = '{asked}'; field.dispatchEvent(new Event('input'))")
            assert page.evaluate(first) == found
        page.evaluate("field.value = 'zzzz'; field.dispatchEvent(new Event('input'))")
        assert page.evaluate(first) is None
        assert page.errors == []


@pytest.mark.parametrize(
    "path",
    [
        *("index.html", "claims/kitani.wma.printed.html", "bounds/sources/kitani.html", "reference/Claim.html"),
        *("verify/notebooks/5_p_norms.html", "search.html", "check.html"),
    ],
)
def test_pages_fit_and_ask_for_nothing(path: str, site: Path, browser: Browser) -> None:
    for width in WIDTHS:
        with browser.open((site / path).as_uri(), width) as page:
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.errors == []
            assert [request for request in page.requests if not request.startswith("data:")] == [(site / path).as_uri()]
