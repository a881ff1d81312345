"""A claim as it is set on a page: its inequality, what it supposes, its learner, and what is known of it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bounds.claims.claim import Claim
from bounds.claims.shown import standing_of
from bounds.claims.words import Words
from bounds.errors import BoundcheckError
from bounds.formulas import read
from bounds.formulas.latex import latex
from bounds.formulas.mathml import mathml, paragraph
from verify import kernel
from verify.pages.markup import Html, pairs, tag
from verify.publish.export import latex_premises

LONG = 260
"""Characters of LaTeX beyond which an inequality is set smaller, so that it still fits on a line."""


def formula(claim: Claim) -> Html:
    """Return a claim's inequality on a line of its own; as text where it cannot be set."""
    try:
        tex = claim.latex()
        wide = "formula long" if len(tex) > LONG else "formula"
        return tag("div", Html(mathml(tex, display=True)), class_=wide, tabindex="0")
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
    parts += [("standing", standing_of(claim))]
    if claim.learner is not None:
        parts += [("learner", set_paragraph(claim.learner.latex, claim.learner.text))]
        parts += [("as played", played)] if (played := _played(claim)) else []
    parts += [("outcomes", claim.of_outcomes), ("comparator", claim.of_comparator), ("ties", words(claim.ties))]
    parts += [("note", words(claim.note))] if claim.note else []
    supposed = premises(claim)
    return [formula(claim), *([tag("h3", "Hypotheses"), supposed] if supposed else []), pairs(parts)]


def _played(claim: Claim) -> str:
    """Return what the checker's table says that a learner of the catalogue does, with what the names in it are."""
    if claim.learner is None or claim.learner.rule is not None:
        return ""
    body = next((body for name, body in kernel.LEARNERS.items() if name.partition("(")[0] == claim.learner.kind), None)
    if body is None:
        return ""
    program = {key: text for key, text in {**kernel.USUAL, **body}.items() if key not in ("needs", "factor", "yhat")}
    num, den, first = (program.pop(key) for key in ("num", "den", "first"))
    program = {key: text for key, text in program.items() if key != text}
    said = [f"{_set(key)} {_BECOMES if key in ('K', 'c') else '='} {_set(text)}" for key, text in program.items()]
    said.append(f"\\hat{{y}} = {_set(num if den == '1' else f'({num})/({den})')}")
    names = {name for text in (num, den, *program.values()) for name in re.findall(r"[A-Za-z_]\w*", text)}
    meant = [text for name, text in _MEANT.items() if name in names]
    meant += [f"${_set('c')}$ is ${_set(first)}$ at first"] if "c" in names else []
    return set_paragraph("; ".join([*(f"${text}$" for text in said), *meant]), "; ".join(program.values()))


_BECOMES = r"\leftarrow"
_MEANT = {
    "K": "$K$ is 0 at first",
    "s": "$z_{0}$ is the start vector, or 0",
    "share": r"$\mathrm{share}$ is the start vector, or 1",
    "side": r"$\mathrm{side}$ is 1 where the prediction is too low, -1 where it is too high, else 0",
}
"""What the names are that programs of learners have in common."""


def _set(text: str) -> str:
    return latex(read(text))


def listed(lines: Iterable[str]) -> Html:
    """Return lines as they are."""
    return tag("pre", "\n".join(lines), class_="wrap")
