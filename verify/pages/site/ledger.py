"""The front page: the ledger of all claims, as a table to sort and to filter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version

from bounds.claims.keywords import keywords
from bounds.claims.standing import SOURCES, STANDINGS
from verify.judge.words import ratio_text
from verify.pages.markup import Html, tag
from verify.pages.site.frame import SCRIPTS, Page, link
from verify.pages.site.known import RUNGS, ClaimRecord

PATH = "index.html"
FILTERS = ("source", "learner", "standing", "rung")

STYLE = """
main { max-width: 76rem } .filters { display: flex; flex-wrap: wrap; gap: .5rem .7rem; margin: 1rem 0 .4rem;
  align-items: end } .filters[hidden] { display: none } .filters label { color: var(--soft); font-size: .87rem }
.filters select, .filters input, .filters button { font: inherit; color: var(--ink); background: var(--wash);
  border: 1px solid var(--line); border-radius: 6px; padding: .3rem .5rem; display: block; max-width: 100% }
.filters select, .filters input, .filters button { height: 2.2rem }
.ledger { width: 100% } .ledger th { cursor: pointer; white-space: nowrap; vertical-align: bottom }
.filters .narrow { display: none }
.filters:not([hidden]) ~ .ledger th::after { content: " ↕"; opacity: .4; font-weight: 400 }
.filters:not([hidden]) ~ .ledger th[aria-sort=ascending]::after { content: " ▲"; opacity: 1 }
.filters:not([hidden]) ~ .ledger th[aria-sort=descending]::after { content: " ▼"; opacity: 1 }
.ledger td { white-space: normal } .ledger td:first-child, .ledger .mark { white-space: nowrap }
.ledger tr[hidden] { display: none } .counts { list-style: none; padding: 0; display: flex; flex-wrap: wrap;
  gap: .2rem 1.4rem } .counts b { font-size: 1.25rem; font-variant-numeric: tabular-nums }
@media (max-width: 46rem) { .filters .narrow { display: block }
  .ledger thead { display: none } .ledger, .ledger tbody { display: block }
  .ledger tr { display: flex; flex-wrap: wrap; gap: .1rem .8rem; padding: .5rem 0 }
  .ledger tr { border-bottom: 1px solid var(--line) }
  .ledger td { border: 0; padding: 0; font-size: .9rem; min-width: 0 }
  .ledger td.title { flex-basis: 100%; order: 9 } .ledger td:empty { display: none } }
"""

MARKS = {"true": "good", "true*": "good", "false": "bad", "reading": "doubt", "unproved": "doubt"}
INTRODUCTION = (
    "A bound says: for every sequence of trials, the learner’s loss is at most the comparator’s plus ζ. Here is every "
    "checkable statement of five sources and two shelves, as it is printed: proved, stated, or broken by a sequence "
    "that an independent checker confirms, in exact arithmetic."
)
LEGEND = (
    "true*: true with a silent hypothesis made explicit. reading: true in the reading that is given. Proof: Coq by the "
    "record of a run on these very sources; potential, inequality: by the potential that the statement names, or one "
    "inequality a trial, which boundcheck prove checks. Sequence: the certificate that is kept with the claim, which "
    "breaks it, or attains its bound with equality."
)
NOT_RUN = (
    "Nothing was attacked when this site was made; boundcheck ledger does it, and a site made after it has its figures."
)
REMEMBERED = (
    "Attack: instances judged without one that breaks the claim, or refuted; the best ratio of loss and bound (= where "
    "attained), and the worst of all sequences where that is proved; as boundcheck ledger found them with this code."
)


def mark(item: ClaimRecord) -> Html:
    """Return the standing of a claim in a word."""
    return tag("span", item.standing, class_=f"{MARKS[item.standing]} mark", title=item.claim.standing.value)


def ledger_page(items: Sequence[ClaimRecord], pages: Mapping[str, str], coq: str) -> Page:
    """Return the front page; ``pages`` are those of the sources by the word their ids begin with."""
    attacked = any(item.attack is not None for item in items)
    headings = ["claim", "what it says", "learner", "printed", "proof", "sequence", *(["attack"] if attacked else [])]
    head = tag("tr", *(tag("th", text, scope="col") for text in headings))
    body = tag("tbody", *(_row(item, attacked=attacked) for item in items))
    made = f"Made by boundcheck {version('boundcheck')}."
    notes = [LEGEND, REMEMBERED if attacked else NOT_RUN, *([f"{coq}."] if coq else []), made]
    return Page(
        PATH,
        "Ledger",
        [
            tag("h1", "The ledger of claims"),
            tag("p", INTRODUCTION),
            _counts(items),
            _sources(items, pages),
            _filters(items, headings),
            tag("p", class_="count soft small", aria_live="polite"),
            tag("table", tag("thead", head), body, class_="ledger"),
            *(tag("p", text, class_="soft small") for text in notes),
        ],
        STYLE,
        (SCRIPTS / "ledger.js").read_text(encoding="utf-8"),
    )


def _counts(items: Iterable[ClaimRecord]) -> Html:
    """Return how many claims there are of each standing."""
    counts = Counter(item.standing for item in items)
    words = {short: text for text, short in STANDINGS.items() if counts[short]}
    shown = [tag("li", tag("b", str(counts[short]), class_=MARKS[short]), " ", text) for short, text in words.items()]
    return tag("ul", *shown, class_="counts")


def _sources(items: Iterable[ClaimRecord], pages: Mapping[str, str]) -> Html:
    counts = Counter(item.source for item in items)
    links = [
        tag(
            "li", tag("a", pages[source], href=link(PATH, f"bounds/sources/{page}.html")), f" ({counts[source]} claims)"
        )
        for source, page in SOURCES.items()
        if source in pages and counts[source]
    ]
    return tag("details", tag("summary", "What was found in each source"), tag("ul", *links)) if links else Html()


def _filters(items: Sequence[ClaimRecord], headings: Sequence[str]) -> Html:
    """Return the form that filters; it shows where its program runs."""
    values = {
        "source": [source for source in SOURCES if any(item.source == source for item in items)],
        "learner": sorted({item.learner for item in items}, key=str.lower),
        "standing": [short for short in STANDINGS.values() if any(item.standing == short for item in items)],
        "rung": [rung for rung in (*RUNGS, "refuted") if any(rung in _reached(item) for item in items)],
    }
    fields = [
        tag(
            "label",
            name,
            tag("select", tag("option", "all", value=""), *(tag("option", a) for a in values[name]), name=name),
        )
        for name in FILTERS
    ]
    columns = (tag("option", text, value=str(i)) for i, text in enumerate(headings))
    order = tag("select", tag("option", "as in the sources", value=""), *columns, name="order")
    fields.append(tag("label", "order", order, class_="narrow"))
    words = tag("label", "words", tag("input", type="search", placeholder="such as regret experts"))
    return tag("form", *fields, words, tag("button", "reset", type="reset"), class_="filters", hidden="")


def _reached(item: ClaimRecord) -> list[str]:
    return [*item.rungs, *(["refuted"] if item.refuted else [])]


def _row(item: ClaimRecord, *, attacked: bool) -> Html:
    claim = item.claim
    where = tag("a", claim.id, href=link(PATH, item.path))
    cells = [
        tag("td", where, data_key=claim.id),
        tag("td", claim.title, class_="title"),
        tag("td", "" if item.learner == "none" else item.learner),
        tag("td", mark(item), data_key=str([*MARKS].index(item.standing))),
        tag("td", ", ".join(item.proofs)),
        tag("td", _sequence(item)),
        *([tag("td", _attack(item), data_key=_key(item))] if attacked else []),
    ]
    data = {
        "source": item.source,
        "learner": item.learner,
        "standing": item.standing,
        "rung": "|".join(_reached(item)),
        "words": keywords(claim.id),
    }
    return tag("tr", *cells, **{f"data_{name}": text for name, text in data.items()})


def _sequence(item: ClaimRecord) -> str:
    """Return what the certificate of a claim shows."""
    if item.document is None:
        return ""
    return tag("span", "breaks it", class_="bad") if item.refuted else "attains it"


def _attack(item: ClaimRecord) -> str:
    attack = item.attack
    if attack is None:
        return ""
    if attack.verdict == "refuted":
        return "refuted"
    ratio = "" if attack.ratio is None else f", {ratio_text(attack.ratio, lambda: attack.attained)}"
    return f"{attack.verdict} on {attack.instances}{ratio}" + (f"; {attack.worst}" if attack.worst else "")


def _key(item: ClaimRecord) -> str:
    attack = item.attack
    return "-1" if attack is None or attack.ratio is None else f"{attack.ratio:.9f}"
