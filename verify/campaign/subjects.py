"""What a campaign is about: claims as plain data that another process, or another day, makes into claims again.

A claim of the catalogue goes by its id, a variant by the texts that change it, one's own by the table of its file. The
digest of what the claim states has to agree wherever it is made again.
"""

from __future__ import annotations

import argparse
import json
import shlex
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bounds.claims.catalogue import catalogue, catalogued, theorem
from bounds.claims.claim import Claim
from bounds.claims.own_file import claim_of, is_claim_file, read_table
from bounds.errors import BoundcheckError
from bounds.expression import as_expression, format_expression, parse_assignments
from verify.judge.certificate import digest
from verify.judge.read_certificate import claim_of as certified_claim
from verify.judge.read_certificate import in_file
from verify.own_data.variant_options import joined, variant_arguments

EVERYTHING = "all"
"""The word that stands for the whole catalogue."""


@dataclass(frozen=True)
class Subject:
    """A claim of a campaign: its ``name``, how it is made again (``reference``, JSON), and its statement's ``digest``.

    A claim that is no variant of the catalogue's and has no file has no reference: it is ``given`` as it is, goes to
    other processes by pickle, and has to be given again when its campaign goes on.
    """

    name: str
    reference: str
    digest: str
    given: Claim | None = None

    def claim(self) -> Claim:
        """Return the claim; raise BoundcheckError where it does not state what it stated, or has to be given."""
        if self.given is None and not self.reference:
            raise BoundcheckError(f"{self.name} was given as an object; give it again")
        return _claim(self) if self.given is None else self.given


@cache
def _claim(subject: Subject) -> Claim:
    claim = rebuilt(json.loads(subject.reference))
    if (claim.id, digest(claim)) != (subject.name, subject.digest):
        raise BoundcheckError(f"{subject.name} states something else here than in its campaign; start a new store")
    return claim


def rebuilt(reference: Mapping[str, Any]) -> Claim:
    """Return the claim that a reference describes.

    >>> print(rebuilt({"claim": "bylander.5", "bound": "U**2"}))
    bylander.5*: M <= U**2
    """
    table, changes = reference.get("table"), {key: reference[key] for key in CHANGES if key in reference}
    if "certificate" in reference:
        claim = certified_claim(reference["certificate"])
    else:
        claim = theorem(reference["claim"]) if table is None else claim_of(table, reference["claim"])
    if "bound" in changes and reference.get("parsed"):
        changes["bound"] = as_expression(changes["bound"])
    if "set" in changes:
        changes["define"] = parse_assignments([f"{name}={text}" for name, text in changes.pop("set").items()])
    return claim.replace(**changes) if changes else claim


CHANGES = ("bound", "relation", "without", "set")
"""The keys of a reference that change the claim. A bound that was no text when it was given is ``parsed``: a text tells
where it has a value (see ``bounds.claims.claim.as_written``), and an expression does not."""


# --- from texts and claims ------------------------------------------------------------------------------


def subjects(given: Iterable[Claim | str]) -> list[Subject]:
    """Return what is given as subjects, each claim once.

    A text is an id, the name of a claim file, a certificate (for its claim), or one of these with the options of a
    variant, as ``boundcheck search`` takes them; ``all`` is the catalogue. Raises BoundcheckError for what is no claim.

    >>> [subject.name for subject in subjects(["bylander.5 --bound U**2", theorem("bylander.2")])]
    ['bylander.5*', 'bylander.2']
    """
    by_digest: dict[str, Subject] = {}
    for item in given:
        if isinstance(item, str) and item.strip().lower() == EVERYTHING:
            made = [of_claim(claim) for claim in catalogue()]
        else:
            made = [of_text(item) if isinstance(item, str) else of_claim(item)]
        for subject in made:
            by_digest.setdefault(subject.digest, subject)
    return list(by_digest.values())


def of_text(text: str) -> Subject:
    """Return the subject that a text names (see ``subjects``)."""
    options = _options(text)
    reference: dict[str, Any] = {"claim": options.id}
    if (document := in_file(options.id)) is not None:
        reference = {"claim": str(document["claim"]), "certificate": {**document, "instance": {}}}
    elif is_claim_file(options.id):
        path = Path(options.id)
        reference = {"claim": f"own.{path.stem}", "table": read_table(path)}
    changes = {"bound": options.bound, "relation": options.relation, "without": options.without}
    reference |= {key: value for key, value in changes.items() if value}
    if options.set:
        reference["set"] = {
            str(symbol): format_expression(value) for symbol, value in parse_assignments(options.set).items()
        }
    claim = rebuilt(reference)
    return Subject(claim.id, json.dumps(reference, sort_keys=True), digest(claim))


class _Words(argparse.ArgumentParser):
    """A parser that raises where argparse would end the program."""

    def error(self, message: str) -> Any:
        raise BoundcheckError(message)


def _options(text: str) -> argparse.Namespace:
    parser = _Words(prog="", add_help=False, allow_abbrev=False)
    parser.add_argument("id")
    variant_arguments(parser)
    try:
        return parser.parse_args(joined(shlex.split(text)))
    except (BoundcheckError, ValueError) as error:
        raise BoundcheckError(
            f"{text!r}: {error}; a claim is an id or a file, and may have --bound, --relation, --without and --set "
            "after it, all within one pair of quotes"
        ) from None


def of_claim(claim: Claim) -> Subject:
    """Return the subject of a claim at hand."""
    if not isinstance(claim, Claim):
        raise BoundcheckError(f"the claim is {claim!r}; give a Claim, or an id such as 'bylander.5'")
    stated = digest(claim)
    for reference in _references(claim):
        with suppress(BoundcheckError):
            if rebuilt(reference) == claim:
                return Subject(claim.id, json.dumps(reference, sort_keys=True), stated)
    return Subject(claim.id, "", stated, claim)


def _references(claim: Claim) -> Iterable[dict[str, Any]]:
    """Yield what may describe the claim: its id, or what changes a claim of the catalogue into it."""
    if catalogued(claim):
        yield {"claim": claim.id}
    base = claim.base
    if base is None or not catalogued(base):
        return
    kept = {hypothesis.name for hypothesis in claim.hypotheses}
    reference: dict[str, Any] = {"claim": base.id, "bound": format_expression(claim.bound), "relation": claim.relation}
    if without := [hypothesis.name for hypothesis in base.hypotheses if hypothesis.name not in kept]:
        reference["without"] = without
    if fixed := claim.fixed_besides(base):
        reference["set"] = {str(a): format_expression(value) for a, value in fixed.items()}
    yield from (reference, {**reference, "parsed": True})
