"""The certificate of a proof by one inequality a trial: a JSON object that verify.kernel_proof checks by itself.

What z3 said is no part of it. The goals are the checker's, made from the claim; an identity is looked for for each.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bounds.claims.claim import Claim
from bounds.claims.variants import theorem_id
from bounds.errors import BoundcheckError
from verify.derive.identity import identity
from verify.derive.ratios import PREDICTED, substituted, written
from verify.judge.certificate import NoFormula, statement
from verify.kernel import Malformed
from verify.kernel_gram.numbers import Refused
from verify.kernel_proof.certificate import FORMAT, polynomial
from verify.kernel_proof.claims import Claim as Stated
from verify.kernel_proof.goals import Goals, Plan, goals_of
from verify.kernel_proof.pieces import Guard, Guards
from verify.kernel_proof.ratios import Ratio, variable
from verify.logic.proof import Proof


@dataclass(frozen=True)
class Certified:
    """The certificate of a proof, or what is ``missing``: a goal for which no identity was found, or another reason."""

    document: Mapping[str, Any] | None
    missing: str = ""

    def __str__(self) -> str:
        if self.document is not None and "goals" not in self.document:
            return "by certificate: what nature plays, which boundcheck replay checks"
        if self.document is not None:
            return f"by certificate: {len(self.document['goals'])} identities that boundcheck replay multiplies out"
        return f"without a certificate: {self.missing}"

    @property
    def description(self) -> str:
        """What is said of a proof: that it is by certificate, or that z3 alone says so, and what is missing."""
        return str(self) if self.document is not None else f"by z3 alone, {self}"


def certificate_of(proof: Proof) -> Certified:
    """Return the certificate of a proof, or why it has none."""
    if proof.certificate is not None:
        return Certified(proof.certificate)
    if not proof.goes_through:
        return Certified(None, "the claim is not proved")
    if proof.plan is None:
        return Certified(None, proof.missing or "it is not by one inequality a trial")
    return certified(proof.claim, proof.plan)


def sealed(proof: Proof) -> Proof:
    """Return a proof that z3 proposes with its certificate, which makes it a proof, or with what is missing."""
    certificate = certificate_of(proof)
    return replace(proof, certificate=certificate.document, missing=certificate.missing)


def certified(claim: Claim, plan: Mapping[str, Any]) -> Certified:
    """Return the certificate of a claim that is proved by the constants of a plan."""
    try:
        said = statement(claim)
        made = goals_of(Stated(said), Plan(**plan))
    except (Refused, Malformed, NoFormula, BoundcheckError) as error:
        return Certified(None, str(error))
    goals = identities(made)
    if len(goals) < len(made.goals):
        return Certified(None, f"no identity was found for a case of {made.goals[len(goals)].name!r}")
    document: dict[str, Any] = {"format": FORMAT, "claim": theorem_id(claim), "statement": said, **plan, "goals": goals}
    return Certified(json.loads(json.dumps(document)))


def identities(made: Goals) -> list[dict[str, Any]]:
    """Return what shows each goal, up to the first that nothing is found for; what shows its mirror image does too."""
    parts: list[dict[str, Any]] = []
    known: dict[Any, dict[str, Any]] = {}
    for goal in made.goals:
        guards = goal.hypotheses
        mirror = tuple(Guard(turned(guard.ratio), guard.relation) for guard in guards)
        earlier = known.get(key(mirror))
        part = identity(guards, made.roots) if earlier is None else mirrored(earlier, mirror)
        if part is None:
            break
        known[key(guards)] = part
        parts.append({"name": goal.name, "proof": part})
    return parts


def key(guards: Guards) -> Any:
    """Return what equal hypotheses have in common."""
    return tuple((guard.ratio.key, guard.relation) for guard in guards)


def turned(a: Ratio) -> Ratio:
    """Return a ratio with all predictions and outcomes negative."""
    for name in PREDICTED:
        a = substituted(a, name, -variable(name)) if name != "u_loss" else a
    return a


def mirrored(part: Mapping[str, Any], guards: Guards) -> dict[str, Any]:
    """Return what shows the mirror image of hypotheses."""

    def other(text: str) -> str:
        return written(turned(polynomial(text, guards)))

    terms = [[c, powers, *map(other, square)] for c, powers, *square in part["terms"]]
    equal = [[i, other(text)] for i, text in part.get("equal", ())]
    return {"terms": terms, **({"equal": equal} if equal else {})}
