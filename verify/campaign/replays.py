"""What a store says that it found, replayed by the independent checker before it is shown.

A store may come from anybody, so that what it says of a certificate is not believed: the certificate is checked, and
has to be about the claim of the store.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from types import ModuleType
from typing import Any

from bounds.claims.variants import theorem_id
from bounds.errors import BoundcheckError
from verify import kernel, kernel_states, kernel_tables, kernel_worst
from verify.campaign.subjects import Subject
from verify.campaign.tasks import Counterexample, Length
from verify.judge.certificate import statement
from verify.search.result import PATIENCE


def replayed(subject: Subject, counterexample: Counterexample) -> tuple[Counterexample, float | None]:
    """Return a counterexample with what the checker says of it here, and its ratio where that is confirmed."""
    confirmed, said, document = _confirmed(subject, counterexample.certificate, kernel)
    confirmed = confirmed and document["verdict"] == "VIOLATED"
    ratio = _ratio(document) if confirmed else None
    return replace(
        counterexample,
        confirmed=confirmed,
        said=said if counterexample.certificate or not counterexample.said else counterexample.said,
    ), ratio


def certified(subject: Subject, length: Length) -> Length:
    """Return how far a claim is certified, as its certificate says it; that it is not, where none is confirmed."""
    if not length.certified:
        return length
    confirmed, said, document = _confirmed(subject, length.certificate, kernel_worst)
    if not confirmed:
        return replace(length, status="open", length=0, reason=f"the certificate is not confirmed: {said}")
    named, every = document["parameters"], document.get("every") is True
    if document["format"] == kernel_tables.FORMAT:
        n, k = document["n"], document["k"]
        every = kernel_tables.Table(document["statement"], named, n, k).winnow  # experts have tables of one length
        named = {**named, "n": n, **({"k": k} if every else {})}
    if document["format"] == kernel_states.FORMAT:
        named = {**named, "n": document["n"]}
    return replace(
        length,
        status="certified for every length" if every else "certified",
        length=document["length"],
        parameters=", ".join(f"{name} = {value}" for name, value in named.items()),
    )


def _confirmed(subject: Subject, text: str, checker: ModuleType) -> tuple[bool, str, Mapping[str, Any]]:
    """Have a checker replay a certificate; return whether it is right, and about this claim, what is said, and it."""
    if not text:
        return False, "the store has no certificate", {}
    try:
        claim = subject.claim()
        wanted = kernel.Expected(theorem_id(claim), statement(claim))
        document = kernel.load(text)
        if checker is kernel:
            confirmed, said = kernel.confirm(text, kernel.statements(), wanted, PATIENCE)
        else:
            confirmed, said = checker.confirm(text, kernel.statements())
            if other := kernel.about_another(document["claim"], document["statement"], wanted):
                confirmed, said = False, other
    except (BoundcheckError, kernel.Malformed, kernel.Unknown) as error:
        return False, str(error), {}
    return confirmed, said[-1] if said else "", document


def _ratio(document: Mapping[str, Any]) -> float | None:
    """Return how far a violation is past its bound, the larger side over the smaller; None where that says nothing."""
    sides = [kernel.exact(document[side].removesuffix("...")) for side in ("left", "right")]
    small, large = sorted(float(kernel.enclose(side, 30)[0]) for side in sides)
    return large / small if small > 0 and large < math.inf else None
