"""How far the proof of a claim has come, from actual runs of the proof steps and of Coq."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bounds.errors import not_a_yes_or_no
from verify.logic.record import RUN
from verify.proofs import coq_run
from verify.prove import prove

FAMILIES = {"exp": "exp ", "norms": "a norm "}
"""How the names of the facts of each family begin."""


def family(fact: str) -> str:
    """Return the short word by which a table names a fact of analysis.

    >>> family("exp undoes ln"), family("smoothness")
    ('exp', 'smoothness')
    """
    return next((name for name, beginning in FAMILIES.items() if fact.startswith(beginning)), fact)


@dataclass(frozen=True)
class Evidence:
    """What is proved of one claim.

    ``steps`` is the outcome of the proof steps in Python: checked, partial or another; ``facts`` are the named
    analysis facts they rest on, ``unchecked`` those that Coq is not known to have proved, ``axioms`` all that they
    assume. ``coq`` lists the axioms of the Coq proof, None where Coq proves nothing (or was not run here).
    """

    steps: str
    axioms: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    coq: tuple[str, ...] | None = None
    unchecked: tuple[str, ...] = ()

    @property
    def status(self) -> str:
        """Return checked, partial or none: the better of both layers; a failed step proves nothing."""
        if self.coq is not None or self.steps == "checked":
            return "checked"
        return "partial" if self.steps == "partial" else "none"

    def __bool__(self) -> bool:
        not_a_yes_or_no(self, "evidence.status == 'checked'")

    def __str__(self) -> str:
        families = sorted({family(fact) for fact in self.unchecked})
        layers = ["coq"] if self.coq is not None else []
        if self.steps in ("checked", "partial"):
            layers.append("steps" + (f" (axioms: {', '.join(families)})" if families else ""))
        return ", ".join(layers) or "none"

    def as_json(self) -> dict[str, Any]:
        """Return the evidence in the shape of ``boundcheck ledger --json``."""
        return {
            "status": self.status,
            "summary": str(self),
            "steps": self.steps,
            "axioms": list(self.axioms),
            "facts": list(self.facts),
            "unchecked": list(self.unchecked),
            "coq": None if self.coq is None else list(self.coq),
        }


def evidence(identifier: str) -> Evidence:
    """Run the proof steps of one claim of the catalogue and say what they establish; Coq is not asked.

    >>> evidence("bylander.8").status, str(evidence("bylander.5"))
    ('checked', 'steps')
    """
    proof = prove(identifier)
    return Evidence(
        steps=proof.status if proof.by_steps else "none",
        axioms=tuple(axiom.name for axiom in proof.axioms),
        facts=tuple(axiom.name for axiom in proof.facts),
        unchecked=proof.unchecked,
    )


def read_evidence(fields: Mapping[str, Any]) -> Evidence:
    """Return the evidence of proof steps that was written down; what Coq says is never taken from there."""
    named = {name: tuple(fields[name]) for name in ("axioms", "facts", "unchecked")}
    return Evidence(str(fields["steps"]), **named)


def coq_evidence() -> tuple[dict[str, tuple[str, ...]], str]:
    """Return the axioms of what Coq proved of these very sources, by claim, and a sentence where it did not run here.

    What the committed record of a run says counts as long as it is about the sources, and the catalogue, as they are.
    """
    checked = coq_run.checked()
    if checked is None:
        return {}, f"Coq's proofs are not counted: neither Coq nor its record checked them as they are ({RUN})"
    by_record = f"Coq's proofs are counted by the record of Coq {checked.version} on these very sources ({RUN})"
    said = "" if checked.here else by_record
    return {identifier: tuple(sorted(axioms)) for identifier, axioms in checked.axioms.items()}, said


def with_coq(known: Mapping[str, Evidence], coq: Mapping[str, Iterable[str]]) -> dict[str, Evidence]:
    """Return the evidence with what Coq proves added to it."""
    return {
        identifier: replace(item, coq=tuple(coq[identifier]) if identifier in coq else None)
        for identifier, item in known.items()
    }
