"""Reports and tables in text, colour and HTML; the catalogue's filters and completion."""

from __future__ import annotations

import io
import subprocess
import sys
from html.parser import HTMLParser
from typing import Any

import pytest
from rich.console import Console

from bounds import symbols as s
from bounds.claims.catalogue import Catalogue, catalog, catalogue, theorem
from bounds.claims.claim import Standing
from bounds.claims.index import claims, entries
from bounds.claims.shown import claim_report
from bounds.data.interval import Interval
from bounds.data.trials import SHOWN, Trials
from bounds.data.vectors import vector
from bounds.display import html_report, html_table, report, rich_report, text_table
from bounds.errors import BoundcheckError
from bounds.instances import Instance, instance_report
from tests.ladder import rung
from verify.judge.status import Status
from verify.own_data.completed import check
from verify.search.search import search

BLOCK = Instance(Trials.of([[1, 0], [0, 1]], [1, 1]), comparator=vector([1, 1]))
FIVE = theorem("bylander.5")
HALVED = FIVE.replace(bound=s.U**2 * s.X**2 / 2)


class Tags(HTMLParser):
    """Checks that tags are closed in order, and collects the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(html: str) -> str:
    tags = Tags()
    tags.feed(html)
    assert not tags.open
    return tags.text


def printed(value: Any, *, colour: bool = False) -> str:
    buffer = io.StringIO()
    Console(file=buffer, width=300, force_terminal=colour, color_system="standard" if colour else None).print(value)
    return buffer.getvalue()


class Printer:
    """Stands for IPython's pretty printer."""

    def __init__(self) -> None:
        self.shown = ""

    def text(self, text: str) -> None:
        self.shown += text


VERDICT = check(FIVE, BLOCK)
SHOWABLE = {
    "claim": FIVE,
    "verdict": VERDICT,
    "violated": check(HALVED, BLOCK),
    "tuning": theorem("bylander.7").tune("eta"),
    "instance": VERDICT.instance,
    "trials": BLOCK.trials,
    "catalogue": catalogue(source="uml"),
    "search": search(HALVED, instances=20),
}


@pytest.mark.parametrize("name", SHOWABLE)
def test_everything_shows_in_a_notebook_and_in_a_terminal(name: str) -> None:
    value: Any = SHOWABLE[name]
    assert len(read(value._repr_html_())) > 10
    assert len(str(value)) > 10
    if hasattr(value, "__rich__"):
        assert len(printed(value)) > 10
    if hasattr(value, "_repr_pretty_"):
        printer = Printer()
        value._repr_pretty_(printer, False)
        assert printer.shown


def test_a_verdict_says_the_same_everywhere_and_is_coloured() -> None:
    assert printed(VERDICT).rstrip() == str(VERDICT)
    text = read(VERDICT._repr_html_())
    for part in ("bylander.5", "M <= floor(U**2*X**2)", "ratio 1", "HOLDS"):
        assert part in text
    assert "color:green" in VERDICT._repr_html_()
    violated = SHOWABLE["violated"]
    assert isinstance(violated, type(VERDICT))
    assert violated.status is Status.VIOLATED
    assert "color:red" in violated._repr_html_()
    assert "\x1b[1;31mVIOLATED" in printed(violated, colour=True)


def test_html_escapes_what_is_not_markup() -> None:
    """Power: an unescaped < in an inequality would swallow the text after it."""
    text = "heading <b>\n  name         a < b & c\nHOLDS"
    assert read(html_report(text)) == "heading <b>namea < b & cHOLDS"
    assert "<b>" not in html_table(["<b>"], [["<b>"]], "<b>")
    assert read(html_table(["x"], [["a < b"]])) == "xa < b"


def test_reports_keep_their_form() -> None:
    text = report("heading", [("a", "1"), ("a", "2"), ("b", "")], "HELD (so far)")
    assert text == "heading\n  a            1\n               2\n  b\nHELD (so far)"
    assert rich_report(text).plain == text
    assert "color:green" in html_report(text)
    assert read(html_report("a heading alone")) == "a heading alone"


def test_a_proof_reads_as_a_report_too() -> None:
    """Reports with a narrower column of names, and a last word in small letters."""
    text = "id  title\n  claim      a <= b\n  ok     z3         step: a <= c\nchecked: 1 steps"
    assert read(html_report(text)) == "id  titleclaima <= bokz3         step: a <= cchecked: 1 steps"
    assert "color:green" in html_report(text)
    assert rich_report(text).plain == text


def test_text_tables_are_aligned() -> None:
    assert text_table(["a", "bb"], [["1", "22"], ["333", "4"]]) == "a    bb\n1    22\n333  4"
    assert text_table(["a"], []) == "a"


def test_long_sequences_and_wide_examples_are_cut() -> None:
    long = Trials.from_integers([[1]] * (SHOWN + 5), 1, [1] * (SHOWN + 5))
    assert read(long._repr_html_()).count("1") < 4 * SHOWN
    assert f"the first {SHOWN} shown" in read(long._repr_html_())
    assert f"... {SHOWN + 5} trials in all" in instance_report(Instance(long))
    wide = Trials.from_integers([[1] * 40], 1, [Interval.parse("[1, 2)")])
    assert "..." in read(wide._repr_html_())
    assert "[1, 2)" in printed(wide)


@rung("statement")
def test_every_claim_has_a_report(claim: Any) -> None:
    text = claim_report(claim)
    assert claim.inequality in text
    assert str(claim.source) in text
    assert claim.title in read(claim._repr_html_())


# --- the catalogue ---------------------------------------------------------------------------------------


def test_filters_select_and_combine() -> None:
    everything = catalogue()
    assert isinstance(everything, Catalogue)
    assert catalog is catalogue
    assert catalogue(source="kw").ids == [c.id for c in everything if c.id.startswith("kw.")]
    assert catalogue(source="Grove").ids == catalogue(source="gls").ids
    false = catalogue(standing="false")
    assert {c.standing for c in false} == {Standing.FALSE}
    assert catalogue(standing=Standing.FALSE).ids == false.ids
    assert catalogue(standing="QUALIFIED").ids == catalogue(standing="true*").ids
    assert all(c.learner is not None and "Winnow" in c.learner.text for c in catalogue(learner="winnow"))
    assert "bylander.3" in catalogue(learner="Exponentiated Update").ids
    assert catalogue(learner="exponentiated update").ids == catalogue(learner="EU").ids
    assert catalogue(text="footnote 5").ids == ["bylander.fn5", "bylander.fn5.printed"]
    assert (
        catalogue("kitani", "Winnow", "false").ids == catalogue("kitani").where(learner="winnow", standing="false").ids
    )
    both = [c.id for c in catalogue(source="kitani") if c in catalogue(standing="false")]
    assert catalogue(source="kitani", standing="false").ids == both


def test_filters_that_make_no_sense_are_refused() -> None:
    with pytest.raises(BoundcheckError, match="no standing is called 'wrong'; there are true, true"):
        catalogue(standing="wrong")
    for stated in ("stated", Standing.STATED):  # which none of the catalogue is
        with pytest.raises(BoundcheckError, match="stated"):
            catalogue(standing=stated)
    with pytest.raises(BoundcheckError, match="no source is called 'nobody'"):
        catalogue(source="nobody")
    with pytest.raises(BoundcheckError, match="no source is called ''"):
        catalogue(source="")


def test_an_empty_selection_says_so() -> None:
    assert str(catalogue(text="there is no such text")) == "no claims"


def test_near_matches_are_named() -> None:
    with pytest.raises(BoundcheckError, match=r"did you mean bylander\.2,"):
        theorem("bylander.22")


def test_claims_complete() -> None:
    assert dir(claims) == ["bylander", "classics", "gls", "kitani", "kw", "modern", "uml"]
    assert claims.kitani.winnow is theorem("kitani.winnow")
    assert claims["KW.elim"] is claims.kw["elim"] is claims.kw.elim
    assert claims._ipython_key_completions_() == [c.id for c in catalogue()]
    names = [name for source in dir(claims) for name in dir(getattr(claims, source))]
    assert len(names) == len(catalogue())
    assert all(name.isidentifier() for name in names)
    for source in dir(claims):
        for name in dir(getattr(claims, source)):
            assert getattr(getattr(claims, source), name).id.startswith(f"{source}.")


def test_wrong_names_are_attribute_errors() -> None:
    with pytest.raises(AttributeError, match="did you mean ldim"):
        _ = claims.uml.ldmi
    with pytest.raises(AttributeError, match="no source is called 'nobody'"):
        _ = claims.nobody
    assert not hasattr(claims, "_repr_html_")


def test_completion_and_imports_need_no_sympy() -> None:
    """Power: a module-level import of sympy in the catalogue or in display would make every command slow."""
    code = (
        "import sys, bounds.display; from bounds.claims.index import claims, entries; "
        "dir(claims.kw), repr(claims); assert 'sympy' not in sys.modules"
    )
    entries()  # which writes the table of contents where it is out of date
    subprocess.run([sys.executable, "-c", code], check=True)


# --- the words of the catalogue -----------------------------------------------------------------------


def test_no_claim_lists_a_hypothesis_twice() -> None:
    """Power: bylander.6.litt had U > 0 twice."""
    for claim in catalogue():
        for said in ([h.name for h in claim.hypotheses], [h.text for h in claim.hypotheses]):
            assert len(said) == len(set(said)), (claim.id, said)


def test_no_source_names_a_place_twice() -> None:
    """Power: kw.abstract had "abstract, abstract"."""
    for claim in catalogue():
        parts = str(claim.source).split(", ")
        assert len(parts) == len(set(parts)), claim.id


def test_the_relation_follows_the_amount_and_not_its_condition() -> None:
    for claim in catalogue():
        amount, where = claim.quantity.parts
        assert " where " not in f" {amount} "
        assert claim.inequality.startswith(f"{amount} {claim.relation} ")
        assert claim.inequality.endswith(where)
        assert claim.quantity.text.startswith(amount)
        assert claim.quantity.text.endswith(where)
