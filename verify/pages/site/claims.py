"""The page of a claim on the site: the page that is mailed, with how it stands, its other forms and its neighbours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bounds.claims.claim import Claim
from bounds.claims.keywords import keywords
from bounds.claims.standing import SOURCES, Standing
from bounds.display import counted
from verify.optimal.record import recorded
from verify.pages.certificate import sides_of
from verify.pages.claim import commands_to_try, in_words, proof_parts, run_sections
from verify.pages.markup import Html, tag
from verify.pages.site.documents import page_of
from verify.pages.site.frame import Hit, Page, link
from verify.pages.site.known import ClaimRecord
from verify.pages.site.ledger import MARKS, mark
from verify.pages.statement import claim_parts, formula, listed
from verify.publish.places import proof_in_words

STYLE = """
.others { list-style: none; padding: 0 } .others li { border-left: 3px solid var(--line); padding: .1rem 0 .1rem .9rem;
  margin: .7rem 0 } .neighbours { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .3rem 1rem;
  margin-top: 2.5rem; padding-top: .7rem; border-top: 1px solid var(--line) }
"""


def claim_pages(items: Sequence[ClaimRecord], sources: Mapping[str, str]) -> list[Page]:
    """Return the pages of claims; ``sources`` are the titles of the sources' pages by the word their ids begin with."""
    known = {item.claim.id: item for item in items}
    others: dict[str, list[str]] = {name: [] for name in known}
    for name, item in known.items():
        if (other := item.claim.counterpart) in known:
            others[name].append(other)
            others[other].append(name)
    pages = []
    for i, (name, item) in enumerate(known.items()):
        related = [known[other] for other in dict.fromkeys(others[name])]
        parts = [
            tag("h1", name, ": ", item.claim.title),
            _standing(item),
            *claim_parts(item.claim),
            *_others(item, related),
            *proof_parts(item.claim, [*item.where.items()], item.axioms),
            _page_of_source(item, sources),
            *_any_learner(item.claim),
            *commands_to_try(item.claim),
            *_run(item),
            _neighbours(item, items[i - 1] if i else None, items[i + 1] if i + 1 < len(items) else None),
        ]
        pages.append(Page(item.path, f"{name}: {item.claim.title}", parts, STYLE, found=[_found(item)]))
    return pages


def _found(item: ClaimRecord) -> Hit:
    """Return what search finds of a claim."""
    claim = item.claim
    supposed = "; ".join(map(str, claim.hypotheses))
    parts = claim.inequality, item.standing, str(claim.source), item.learner, keywords(claim.id), claim.note, supposed
    return Hit(f"{claim.id}: {claim.title}", item.path, " ".join(parts))


def _standing(item: ClaimRecord) -> Html:
    """Return how a claim stands and why: in what it is proved, or what breaks it."""
    reasons = []
    if item.document is not None:
        sides = sides_of(item.document)
        reasons.append(f"A run breaks it ({sides})." if item.refuted else f"A run attains its bound ({sides}).")
    if item.axioms is not None:
        on = f"on {counted(len(item.axioms), 'axiom')} of Coq, named below" if item.axioms else "on no axiom"
        reasons.append(f"Proved in Coq for every dimension and every sequence, resting {on}.")
    elif said := proof_in_words(item.claim):
        reasons.append(f"Proved for every dimension and every sequence {said}.")
    standing = tag("b", item.claim.standing.value.capitalize(), class_=MARKS[item.standing])
    return tag("p", standing, ". ", " ".join(reasons))


def _others(item: ClaimRecord, related: Sequence[ClaimRecord]) -> list[Html]:
    """Return the other forms of a claim: what holds in its place, what it repairs, and what stands beside it."""
    if not related:
        return []
    forms = (
        tag(
            "li",
            tag(
                "div",
                tag("a", other.claim.id, href=link(item.path, other.path)),
                " ",
                mark(other),
                " ",
                _form(item, other),
            ),
            tag("div", other.claim.title, class_="soft small"),
            formula(other.claim),
        )
        for other in related
    )
    return [tag("h2", "Other forms"), tag("ul", *forms, class_="others")]


def _form(item: ClaimRecord, other: ClaimRecord) -> str:
    """Return what another form is to a claim."""
    false, others_false = (one.claim.standing is Standing.FALSE for one in (item, other))
    if false and not others_false:
        return "what holds instead"
    if others_false and not false:
        return "a form that is false"
    return "see also"


def _page_of_source(item: ClaimRecord, sources: Mapping[str, str]) -> Html:
    if item.source not in sources:
        return Html()
    page = page_of(f"bounds/sources/{SOURCES[item.source]}.md")
    return tag("p", "What was found in its source: ", tag("a", sources[item.source], href=link(item.path, page)), ".")


def _any_learner(claim: Claim) -> list[Html]:
    """Return what is recorded of all learners: how little any can be charged, and by what play."""
    known = recorded(claim)
    if known is None:
        return []
    return [tag("h2", "Any learner"), tag("p", f"{known.conclusion}."), listed(known.lines())]


def _run(item: ClaimRecord) -> list[Html]:
    """Return the run of the claim's certificate; where it has none, the closest that is known."""
    if item.document is None and item.run is not None:
        return run_sections(*item.run, f"{item.claim.id}.html", "../")
    if item.document is None:
        return [tag("h2", "The run"), tag("p", "No run of it is known that a certificate can say.", class_="note")]
    file = item.where["certificate"]
    parts = run_sections(item.document, in_words(item.document["verdict"], item.document.get("note", "")), file, "../")
    return [*parts, tag("p", "The certificate as a file: ", tag("a", file, href=link(item.path, file)), ".")]


def _neighbours(item: ClaimRecord, before: ClaimRecord | None, after: ClaimRecord | None) -> Html:
    links = [
        tag("a", text, href=link(item.path, other.path)) if other is not None else tag("span", "")
        for other, text in ((before, f"← {_id(before)}"), (after, f"{_id(after)} →"))
    ]
    return tag("div", *links, class_="neighbours")


def _id(item: ClaimRecord | None) -> str:
    return "" if item is None else item.claim.id
