"""Pages of certificates and claims: whole, small, escaped, readable again, and without a program or a request."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from boundcheck import Instance, Trials, check, own_claim, read_certificate, search

from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim
from bounds.claims.own_file import read_claim
from bounds.errors import BoundcheckError
from tests.ladder import rung
from verify.certify.search import certify
from verify.cli import main
from verify.judge.certificate import certificate
from verify.links import unpacked
from verify.pages.certificate import certificate_page
from verify.pages.claim import claim_page, tight_run
from verify.pages.markup import EMPTY
from verify.pages.statement import claim_parts
from verify.pages.story import prefix, story_of
from verify.publish.places import PAGES

CERTIFICATES = sorted((PAGES / "certificates").glob("*.json"))
MARKUP = "<img src=x onerror=alert(1)>\"'&"
BYTES = 40_000


class Elements(HTMLParser):
    """The elements and attributes of a page; a page with one that is not closed in order is refused."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.seen: set[str] = set()
        self.addresses: list[str] = []
        self.feed(page)
        assert self.opened == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen |= {tag, *(name for name, _ in attrs if name.startswith("on"))}
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src", "action", "data", "srcset")]
        if tag not in (*EMPTY, "mspace"):
            self.opened.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag != "mspace":
            assert self.opened.pop() == tag


def document_of(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


SOME = [path for i, path in enumerate(CERTIFICATES) if i % 12 == 0 or path.stem == "kitani.wma.printed"]


@pytest.mark.parametrize("path", SOME, ids=lambda path: path.stem)
def test_a_page_is_whole_and_small_and_carries_its_certificate(path: Path) -> None:
    document = document_of(path)
    page = certificate_page(document)
    found = Elements(page)
    assert not found.seen & {"script", "iframe", "object", "form", "link"}
    assert not any(name.startswith("on") for name in found.seen)
    assert all(a.startswith(("check.html#", "data:application/json")) for a in found.addresses)
    assert len(re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL).encode()) <= BYTES
    assert json.loads(unpacked(page, 10**6)) == document
    assert "CONFIRMED" in page
    assert "NOT CONFIRMED" not in page
    assert "<svg" in page  # whatever it is about, there is something to see
    assert "<math" in page


def test_texts_with_markup_are_shown_and_not_run() -> None:
    """Power: a text of a certificate, of a claim or of a file's name that is not escaped is an element of the page."""
    claim = own_claim("w + y*x if y*yhat <= 0 else w", "U", gain="mistake", title=MARKUP, given=["norm(u, 2) <= U"])
    document = certificate(check(claim, Instance(Trials.of([[1, 0], [0, 1]], [1, 1]), [1, 1], {"U": 2})))
    hostile = json.loads(json.dumps(document))
    hostile |= {"claim": f"own.{MARKUP}", "verdict": f"HOLDS{MARKUP}", "note": MARKUP}
    hostile["statement"]["hypotheses"] = {MARKUP: "norm(u, 2) <= U"}
    hostile["instance"]["parameters"]["U"] = "2"
    for given in (document, hostile, document | {"changes": [MARKUP]}):
        page = certificate_page(given, f"{MARKUP}.html")
        assert "img" not in Elements(page).seen
        assert "&lt;img" in page
    parts = "".join(claim_parts(claim))
    assert "<img" not in parts


@pytest.mark.parametrize("part", ["statement", "instance", "claim", "left", "format"])
def test_what_lacks_a_part_is_refused_in_a_line(part: str) -> None:
    document = document_of(CERTIFICATES[0])
    for other in (document | {part: 3}, {key: a for key, a in document.items() if key != part}):
        with pytest.raises(BoundcheckError, match=r"^the certificate (lacks|cannot|needs)[^\n]*$"):
            certificate_page(other)


def test_a_tampered_certificate_is_not_confirmed_on_its_page() -> None:
    document = document_of(PAGES / "certificates" / "bylander.5.json")
    document["left"] = "5"
    page = certificate_page(document)
    assert "NOT CONFIRMED" in page
    assert "Holds" not in page


def test_the_page_of_a_variant_marks_what_differs_from_the_catalogue() -> None:
    found = search(theorem("bylander.8").replace(bound="U**2*X**2/(5*tau)"), instances=100)
    assert found.counterexample is not None
    page = certificate_page(found.counterexample, "x.html")
    asked = "bylander.8 --bound 'U**2*X**2/(5*tau)'"
    for line in (f"boundcheck replay x.html --claim {asked}", f"boundcheck search {asked}"):
        assert line in unescape(page)
    assert "What differs from the catalogue" in page
    assert '<code class="bad">U**2*X**2/(5*tau)</code>' in page
    assert "Refuted" in page


def test_the_page_of_a_claim_has_its_proofs_and_its_tightest_run(tmp_path: Path) -> None:
    page = claim_page(theorem("bylander.5"), "five.html")
    Elements(page)
    for said in ("verify/proofs/bylander1998", "Bylander 1998", "boundcheck prove bylander.5", "true with a silent"):
        assert said in page
    file = tmp_path / "five.html"
    file.write_text(page, encoding="utf-8")
    claim, instance = read_certificate(file)
    assert claim == theorem("bylander.5")
    assert check(claim, instance).attained


def test_what_is_drawn_after_each_trial_is_what_the_checker_says_of_it() -> None:
    """Power: a prefix that is cut one trial off is another sum on each of these."""
    document = document_of(PAGES / "certificates" / "bylander.5.json")
    story = story_of(document)
    assert [(int(sides.left), int(sides.right)) for _, sides in sorted(story.after.items())] == [
        (t, 4) for t in range(5)
    ]
    claim, instance = read_certificate(PAGES / "certificates" / "bylander.5.json")
    for length in range(5):
        part = check(claim, replace(instance, trials=instance.trials.subsequence(range(length))))
        assert part.decisive is not None
        assert float(str(part.decisive.lhs)) == story.after[length].left


def test_a_prefix_cuts_repetitions_where_it_ends() -> None:
    trials = [{"x": [str(i)], "outcome": "+1"} for i in range(3)]
    instance = {"n": 1, "trials": [trials[0], {"repeat": 10**9, "trials": trials[1:]}]}
    for length in range(8):
        items = prefix(instance, length)["trials"]
        blocks = (item["trials"] * item["repeat"] if "repeat" in item else [item] for item in items)
        played = [trial["x"][0] for block in blocks for trial in block]
        assert played == [str(0 if i == 0 else 1 + (i - 1) % 2) for i in range(length)]


LANGUAGE = Path(__file__).parents[2] / "language"


def test_the_page_of_a_proof_has_no_numbers_that_say_nothing(tmp_path: Path) -> None:
    """Power: ``signed: False`` stood there as what is certified."""
    proof, page = tmp_path / "proof.json", tmp_path / "proof.html"
    assert main(["prove", "modern.ogd.heavy_ball", "--out", str(proof)]) == 0
    assert main(["page", str(proof), "--out", str(page)]) == 0
    assert main(["replay", str(page)]) == 0
    said = page.read_text(encoding="utf-8")
    assert "<dt>potential</dt>" in said
    assert "False" not in re.sub(r"<pre.*?</pre>", "", said, flags=re.DOTALL)


def test_a_claim_of_ones_own_has_a_run_too() -> None:
    found = tight_run(own_claim("w + eta*y*x if y*yhat < 1 else w", "l", gain="mistake"))
    assert found is not None
    assert found[0]["verdict"] == "HOLDS"


@pytest.mark.parametrize(
    ("name", "instance"),
    [
        (
            "optimistic",
            Instance(Trials.of([[1], [2]], [1, 1]), [-1], {"eta": 1}, columns={"h": [["1/7"], [1]]}),
        ),
        ("exp3", Instance(Trials.of([[1, 0]], [1]), [0, 1], {"eta": 1})),
    ],
)
def test_claims_with_columns_and_with_draws_have_pages_that_are_read_again(
    name: str, instance: Instance, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Power: a page without the column tells another run."""
    file, page = tmp_path / "certificate.json", tmp_path / "page.html"
    file.write_text(json.dumps(certificate(check(read_claim(LANGUAGE / f"{name}.toml"), instance))), encoding="utf-8")
    assert main(["page", str(file), "--out", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    Elements(text)
    assert ("h = (1/7)" in text) == ("h" in instance.columns)
    capsys.readouterr()
    assert main(["replay", str(page)]) == 0
    assert capsys.readouterr().out.startswith("CONFIRMED")


def test_a_game_has_a_page_that_is_read_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = str(tmp_path / "game.html")
    assert main(["minimax", "experts", "--experts", "2", "--length", "1", "--out", page]) == 0
    Elements(Path(page).read_text(encoding="utf-8"))
    capsys.readouterr()
    assert main(["replay", page]) == 0
    assert capsys.readouterr().out.startswith("CONFIRMED")


def test_a_worst_case_has_a_page_too() -> None:
    found = certify(theorem("bylander.2"), 1, U=3)
    assert found.certificate is not None
    page = certificate_page(found.certificate)
    Elements(page)
    assert "Theorem 2: absolute loss of the Perceptron" in page
    assert "NOT CONFIRMED" not in page
    assert json.loads(unpacked(page, 10**6)) == json.loads(json.dumps(found.certificate))


def rows_of(page: str) -> list[list[str]]:
    """Return the cells of the table of trials, headings first."""
    (table,) = re.findall(r'<table class="trials">.*?</table>', page, flags=re.DOTALL)
    rows = re.findall(r"<tr>(.*?)</tr>", table, flags=re.DOTALL)
    return [[unescape(re.sub(r"<[^>]*>", "", cell)) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)] for row in rows]


def page_of(name: str, instance: Instance) -> str:
    page = certificate_page(json.loads(json.dumps(certificate(check(theorem(name), instance)))))
    assert "<svg" in page
    assert "NOT CONFIRMED" not in page
    return page


def test_a_table_has_what_the_claim_speaks_of() -> None:
    """Power: the loss of a version is nothing to a claim about predictions, and which way w moves is not told by it."""
    adam = certificate_page(document_of(PAGES / "certificates" / "modern.adam.printed.json"))
    assert rows_of(adam) == [["t", "x", "outcome", "prediction", "u.x"], ["1", "(1/39)", "+1", "0", "-1/78"]]
    assert "<svg" in adam  # power: what the claim says of the end of the run was unknown to the picture
    mistakes = rows_of(certificate_page(document_of(PAGES / "certificates" / "bylander.5.json")))
    assert mistakes[0] == ["t", "x", "outcome", "prediction", "w moves", "mistake", "compared", "bound"]
    assert mistakes[1][5:] == ["1", "1", "4"]


def test_the_trials_of_a_learner_that_draws_are_shown() -> None:
    trials = Trials.of([[1, 0], [0, 1], ["1/2", 1]], [1, 1, 1])
    page = page_of("modern.rwm.drawn", Instance(trials, [0, 1], {"eta": "1/2"}))
    assert [row[0] for row in rows_of(page)] == ["t", "1", "2 after 1", "2 after 2"]
    assert "on 2 trials" in page
    page = page_of("modern.exp3", Instance(Trials.of([[1, 0]], [1]), [0, 1], {"eta": 1}))
    assert rows_of(page) == [["t", "x", "outcome", "u.x"], ["1", "(1, 0)", "+1", "0"]]


def test_comparators_that_change_are_shown_with_their_trials() -> None:
    """Power: a run that is cut needs its comparators cut, too, or there is no curve."""
    trials = Trials.of([[1, 0], [0, 1]], [1, 1])
    instance = Instance(trials, parameters={"eta": 1, "alpha": "1/2", "k": 1}, sequence=[[0, 1], [1, 0]])
    page = page_of("modern.fixed_share", instance)
    rows = rows_of(page)
    assert [row[rows[0].index("besides")] for row in rows] == ["besides", "u = (0, 1)", "u = (1, 0)"]
    assert "after the first trials" in page
    assert "[&#x27;" not in page


def test_a_variant_does_not_stand_as_what_it_is_a_variant_of() -> None:
    claim = theorem("bylander.5").replace(bound="U**2*X**2 - 1")
    said = "".join(claim_parts(claim))
    assert "a variant of bylander.5, which is true" in said
    assert "a variant" not in "".join(claim_parts(theorem("bylander.5")))


def test_parts_of_a_claim_are_told_apart_in_its_picture() -> None:
    page = certificate_page(document_of(PAGES / "certificates" / "kw.winnow.notrot.printed.json"))
    assert {f"trial 3, part {i}" for i in (1, 2, 3, 4, 5)} <= {*re.findall(r">(trial 3[^<]*)<", page)}


@rung("statement", deep=[claim.id for claim in catalogue()])
def test_the_page_of_a_claim_is_whole_and_small(claim: Claim) -> None:
    """Power: two pages were larger, one had no picture of the run that breaks its claim."""
    page = claim_page(claim)
    assert not Elements(page).seen & {"script", "iframe", "object", "form", "link", "img"}
    assert len(re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL).encode()) <= BYTES
    assert re.search(r'<div class="formula( long)?" tabindex="0"><math', page)
    assert "<svg" in page
    assert "NOT CONFIRMED" not in page
