"""A claim as it is set on a page: its inequality, what it supposes, its learner, and what is known of it."""

from __future__ import annotations

from collections.abc import Iterable

from bounds.claims.claim import Claim
from bounds.claims.words import Words
from bounds.errors import BoundcheckError
from bounds.formulas.mathml import mathml, paragraph
from verify import kernel
from verify.pages.markup import Html, pairs, tag
from verify.publish.export import latex_premises


def formula(claim: Claim) -> Html:
    """Return a claim's inequality on a line of its own; as text where it cannot be set."""
    try:
        return tag("div", Html(mathml(claim.latex(), display=True)), class_="formula")
    except BoundcheckError:
        return tag("div", tag("code", claim.inequality), class_="formula")


def words(text: str) -> Html:
    """Return a text of a claim with its mathematics set."""
    return set_paragraph(Words(text).latex, text)


def set_paragraph(tex: str, text: str) -> Html:
    """Return a paragraph of LaTeX, or the text in its place where that cannot be set."""
    try:
        return Html(paragraph(tex))
    except BoundcheckError:
        return tag("span", text)


def premises(claim: Claim) -> Html:
    """Return what a claim supposes, as a list."""
    items = [tag("li", tag("div", set_paragraph(tex, tex), class_="scroll")) for tex in latex_premises(claim)]
    return tag("ul", *items) if items else Html()


def claim_parts(claim: Claim) -> list[Html]:
    """Return a claim: inequality, premises, and the parts that say where it comes from and how it stands."""
    parts: list[tuple[str, str]] = []
    if not claim.own:
        parts += [("source", set_paragraph(claim.source.latex, str(claim.source)))]
    parts += [("standing", claim.standing.value)]
    if claim.learner is not None:
        parts += [("learner", set_paragraph(claim.learner.latex, claim.learner.text))]
        parts += [("as played", tag("code", played))] if (played := _played(claim)) else []
    parts += [("outcomes", claim.of_outcomes), ("comparator", claim.of_comparator), ("ties", words(claim.ties))]
    parts += [("note", words(claim.note))] if claim.note else []
    supposed = premises(claim)
    return [formula(claim), *([tag("h3", "Hypotheses"), supposed] if supposed else []), pairs(parts)]


def _played(claim: Claim) -> str:
    """Return what the checker's table says that a learner of the catalogue does."""
    if claim.learner is None or claim.learner.rule is not None:
        return ""
    for name, body in kernel.LEARNERS.items():
        if name.partition("(")[0] == claim.learner.kind:
            program = {key: text for key, text in {**kernel.USUAL, **body}.items() if key not in ("needs", "factor")}
            program = {key: text for key, text in program.items() if (key, text) not in _SILENT}
            return "; ".join(f"{key} {'becomes' if key in ('K', 'c') else '='} {text}" for key, text in program.items())
    return ""


_SILENT = (("den", "1"), ("yhat", "num/den"), ("first", "0"), ("c", "c"))
"""What most learners have and no reader misses."""


def listed(lines: Iterable[str]) -> Html:
    """Return lines as they are."""
    return tag("pre", "\n".join(lines), class_="wrap")
