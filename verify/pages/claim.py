"""The page of a claim: what it says, how it stands, what proves it, and the run that comes closest to its bound."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bounds.claims.claim import Claim
from bounds.data.files import read_whole
from bounds.errors import BoundcheckError
from verify import kernel
from verify.judge.certificate import NoFormula, certificate
from verify.pages.certificate import certificate_sections
from verify.pages.markup import Html, pairs, tag
from verify.pages.statement import claim_parts
from verify.pages.template import document as framed
from verify.publish.places import ROOT, places
from verify.search.search import closest


def claim_page(claim: Claim, name: str = "page.html", *, top: Html = Html()) -> str:  # noqa: B008 - it never changes
    """Return the page of a claim, whole; ``name`` and ``top`` are as of ``certificate_page``."""
    return framed(f"{claim.id}: {claim.title}", *claim_sections(claim, name), top=top)


def claim_sections(
    claim: Claim,
    name: str = "page.html",
    *,
    named: Callable[[str], Html] | None = None,
    axioms: Mapping[str, Sequence[str]] | None = None,
) -> list[Html]:
    """Return the parts of the page, from its heading on.

    ``named`` makes a link of the id of another claim; ``axioms`` are those of the proofs in Coq that count, by claim
    (see ``verify.publish.evidence.coq_evidence``).
    """
    parts = [tag("h1", claim.id, ": ", claim.title), *claim_parts(claim)]
    if claim.counterpart:
        said = tag("code", claim.counterpart) if named is None else named(claim.counterpart)
        parts.append(tag("p", "See also ", said, "."))
    parts += _proofs(claim, axioms or {})
    parts.append(tag("h2", "Try it"))
    asked = shlex.quote(claim.id)
    if not claim.own:
        parts.append(tag("pre", "\n".join(f"boundcheck {command} {asked}" for command in ("show", "search", "prove"))))
    found = tight_run(claim)
    if found is None:
        return [*parts, tag("p", "No run is known that comes close to the bound.", class_="note")]
    document, told = found
    run, *rest = certificate_sections(document, name, with_claim=False)
    return [*parts, run, tag("p", told), *rest]


def tight_run(claim: Claim) -> tuple[dict[str, Any], str] | None:
    """Return the certificate of a run that breaks a claim, or comes closest to its bound, and what it is.

    That of the catalogue where it has one; else what structured sequences, and for a claim of one's own a short search,
    come to. None where there is none, or no certificate can say it.
    """
    known = ROOT / dict(places(claim)).get("certificate", ".")
    if known.is_file() and claim.base is None:
        document = kernel.load(read_whole(known, kernel.MAX_BYTES))
        return document, _told(document["verdict"], document.get("note", ""))
    try:
        found = closest(claim)
        if found is None:
            return None
        document = json.loads(json.dumps(certificate(found[1])))
    except (NoFormula, BoundcheckError):
        return None
    return document, _told(document["verdict"], found[0])


def _told(verdict: str, name: str) -> str:
    what = "It breaks the claim" if verdict == "VIOLATED" else "It comes as close to the bound as is known"
    return f"{what}: {name}." if name else f"{what}."


def _proofs(claim: Claim, axioms: Mapping[str, Sequence[str]]) -> list[Html]:
    """Return what proves a claim and where that stands."""
    found = [(what, tag("code", place)) for what, place in places(claim) if what in ("statement", "steps", "coq")]
    if claim.id in axioms:
        found.append(("axioms of Coq", tag("code", ", ".join(axioms[claim.id]) or "none")))
    return [tag("h2", "Proofs and places"), pairs(found)] if found else []
