"""The page of a claim: what it says, how it stands, what proves it, and the run that comes closest to its bound."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from bounds.claims.claim import Claim
from bounds.data.files import read_whole
from bounds.errors import BoundcheckError
from verify import kernel
from verify.judge.certificate import NoFormula, certificate
from verify.pages.certificate import certificate_sections
from verify.pages.markup import Html, pairs, safe, tag
from verify.pages.statement import claim_parts
from verify.pages.template import document as framed
from verify.publish.places import ROOT, places, proof_in_words
from verify.search.evidence import example
from verify.search.search import closest


def claim_page(claim: Claim, name: str = "page.html", *, top: Html = Html()) -> str:  # noqa: B008 - it never changes
    """Return the page of a claim, whole; ``name`` and ``top`` are as of ``certificate_page``."""
    return framed(f"{claim.id}: {claim.title}", *claim_sections(claim, name), top=top)


def claim_sections(claim: Claim, name: str = "page.html") -> list[Html]:
    """Return the parts of the page, from its heading on."""
    parts = [tag("h1", claim.id, ": ", claim.title), *claim_parts(claim)]
    if claim.counterpart:
        parts.append(tag("p", "See also ", tag("code", claim.counterpart), "."))
    parts += [*proof_parts(claim, places(claim)), *commands_to_try(claim)]
    run = tight_run(claim)
    if run is None:
        return [*parts, tag("p", "No run is known that comes close to the bound.", class_="note")]
    return parts + run_sections(*run, name)


def proof_parts(claim: Claim, where: Sequence[tuple[str, str]], axioms: Sequence[str] | None = None) -> list[Html]:
    """Return what proves a claim and where that stands, with the axioms of its proof in Coq where they are known."""
    rows = [(what, tag("code", place)) for what, place in where if what in ("statement", "steps", "coq")]
    rows += [("proved", safe(said))] if (said := proof_in_words(claim)) else []
    if axioms is not None:
        rows.append(("axioms of Coq", tag("code", ", ".join(axioms) or "none")))
    return [tag("h2", "Proofs and places"), pairs(rows)] if rows else []


def commands_to_try(claim: Claim) -> list[Html]:
    """Return the lines to try a claim of the catalogue."""
    lines = "\n".join(f"boundcheck {command} {shlex.quote(claim.id)}" for command in ("show", "search", "prove"))
    return [] if claim.own else [tag("h2", "Try it"), tag("pre", lines)]


def run_sections(document: Mapping[str, Any], what: str, name: str, beside: str = "") -> list[Html]:
    """Return a run and what it is; ``beside`` is as of ``verify.addresses.address``."""
    run, *rest = certificate_sections(document, name, with_claim=False, beside=beside)
    return [run, tag("p", what), *rest]


def tight_run(claim: Claim) -> tuple[dict[str, Any], str] | None:
    """Return the certificate of a run that breaks a claim, or comes closest to its bound, and what it is.

    That of the catalogue where it has one; else what structured sequences, and for a claim of one's own a short search,
    come to; else an example. None where there is none, or no certificate can say it.
    """
    known = ROOT / dict(places(claim)).get("certificate", ".")
    if known.is_file() and claim.base is None:
        document = kernel.load(read_whole(known, kernel.MAX_BYTES))
        return document, in_words(document["verdict"], document.get("note", ""))
    try:
        tight = closest(claim)
        verdict = example(claim) if tight is None else tight[1]
        if verdict is None:
            return None
        document = json.loads(json.dumps(certificate(verdict)))
    except (NoFormula, BoundcheckError):
        return None
    return document, EXAMPLE if tight is None else in_words(document["verdict"], tight[0])


EXAMPLE = "One on which the claim holds; no ratio tells how close one comes to a bound that is never above 0."


def in_words(verdict: str, name: str) -> str:
    """Return what a run is, by the verdict and the note of its certificate."""
    what = "It breaks the claim" if verdict == "VIOLATED" else "It comes as close to the bound as is known"
    return f"{what}: {name}." if name else f"{what}."
