"""The proof of a claim by a potential: gain - times loss <= potential - potential' on every trial.

The goals are the checker's, made from the claim and the potential (verify.kernel_proof.potential), and each is shown by
an identity (verify.derive.forms). So a claim that is proved has a certificate, and what is not found is not proved.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

import z3

from bounds.claims.claim import Claim, Potential
from bounds.claims.premises import written_out
from bounds.claims.variants import theorem_id
from bounds.errors import BoundcheckError
from bounds.formulas import read, write
from verify.derive import entries, forms
from verify.derive.forms import contradictory
from verify.derive.ratios import written
from verify.judge.certificate import NoFormula, statement
from verify.kernel import Malformed
from verify.kernel_gram.numbers import Refused
from verify.kernel_proof.by_potential import FORMAT
from verify.kernel_proof.by_weights import FORMAT as OF_ENTRIES
from verify.kernel_proof.goals import Goal, Goals
from verify.kernel_proof.potential import Potential as Plan
from verify.kernel_proof.potential import goals_of
from verify.kernel_proof.ratios import Ratio
from verify.kernel_proof.states import StatefulClaim
from verify.kernel_proof.weights import Weighed
from verify.logic.kernel import Axiom, Step
from verify.logic.proof import Proof

Shown = Callable[[StatefulClaim, Goal, Mapping[str, Ratio]], Mapping[str, Any] | None]


def proved_by_potential(claim: Claim) -> Proof | None:
    """Return the proof of a claim by its potential; None for a claim that has none.

    >>> from boundcheck import learner, own_claim
    >>> lazy = own_claim(
    ...     learner({"v": "v + x"}, predict="-eta*dot(v, x)"), "U**2/(2*eta) + eta*X**2*l/2", gain="linear",
    ...     loss="linear", given=["norm(u, 2) <= U", "norm(x, 2) <= X"],
    ...     potential="dot(u + eta*v, u + eta*v)/(2*eta) - eta*X**2*(t - 1)/2")
    >>> proved_by_potential(lazy).status
    'checked'
    """
    return None if claim.potential is None else proof_by(claim, claim.potential)


def proof_by(claim: Claim, potential: Potential) -> Proof:
    """Return the proof of a claim by a potential, which holds its certificate if all goals are shown."""
    plan = Plan(
        plainly(potential.formula), *(tuple(map(plainly, of)) for of in (potential.invariants, potential.lemmas))
    )
    try:
        said = statement(claim)
        kind, stated, made = begun(said, plan)
    except (Refused, Malformed, NoFormula, BoundcheckError) as error:
        return Proof(claim, reason=f"the potential says nothing of this claim: {error}")
    if not made.goals:
        return Proof(claim, reason="premises and definitions leave no run of which the potential could say anything")
    steps, parts = attempted(stated, made, kind.shown)
    said_of_trials = f"gain - times*loss <= potential - potential' on it; the potential is {potential.formula}"
    steps[0] = replace(steps[0], said=f"{said_of_trials}{''.join(f'; {text}' for text in potential.invariants)}")
    failed = next((step for step in steps if not step.ok), None)
    proof = Proof(claim, tuple(steps), kind.axioms(), failed)
    if failed is not None:
        return proof
    goals = [{"name": goal.name, **part} for goal, part in zip(made.goals, parts, strict=True)]
    document = {"format": kind.format, "claim": theorem_id(claim), "statement": said, **plan._asdict(), "goals": goals}
    last = [goal for goal in made.goals if goal.name == made.goals[-1].name]
    inconsistent = kind is BY_PRODUCTS and all(contradictory(stated, goal, made.roots) for goal in last)
    return replace(proof, certificate=json.loads(json.dumps(document)), inconsistent=inconsistent)


def plainly(text: str) -> str:
    """Return a formula with switches(u) and path(u, p) written out, and else as it was written."""
    formula = read(text)
    plain = written_out(formula)
    return text if plain == formula else write(plain)


def begun(said: Mapping[str, Any], plan: Plan) -> tuple[Kind, StatefulClaim, Goals]:
    """Return the goals of a claim by a potential: in inner products, or entry by entry with exp and ln."""
    try:
        stated = StatefulClaim(said)
        return BY_PRODUCTS, stated, goals_of(stated, plan)
    except (Refused, Malformed) as error:
        try:
            weighed = Weighed(said)
            return BY_ENTRIES, weighed, goals_of(weighed, plan)
        except (Refused, Malformed) as other:
            raise Refused(f"{error}; entry by entry, {other}") from None


def attempted(claim: StatefulClaim, made: Goals, shown: Shown) -> tuple[list[Step], list[Mapping[str, Any]]]:
    """Return a step for each kind of goal, as far as they are shown, and what shows the goals."""
    seconds: dict[str, float] = {}
    counts: dict[str, int] = {}
    parts: list[Mapping[str, Any]] = []
    for goal in made.goals:
        start = perf_counter()
        part = shown(claim, goal, made.roots)
        seconds[goal.name] = seconds.get(goal.name, 0) + perf_counter() - start
        counts[goal.name] = counts.get(goal.name, 0) + 1
        if part is None:
            wanted = f"{written(goal.wanted.ratio)} {goal.wanted.relation} 0"
            message = f"no identity was found that shows {wanted}"
            return [*steps_of(seconds, counts, goal.name), Step(goal.name, "identity", 0, False, message)], parts
        parts.append(part)
    return steps_of(seconds, counts), parts


def steps_of(seconds: Mapping[str, float], counts: Mapping[str, int], but: str = "") -> list[Step]:
    """Return the steps that were shown."""
    return [
        Step(name, "identity", seconds[name], True, said=f"in {count} case{'s' * (count > 1)}")
        for name, count in counts.items()
        if name != but
    ]


def of_entries(claim: StatefulClaim, goal: Goal, roots: Mapping[str, Ratio]) -> Mapping[str, Any] | None:
    """Return what shows a goal entry by entry; None where nothing is found."""
    part = entries.part_of_entries(claim, goal, roots) if isinstance(claim, Weighed) else None
    return None if part is None else {"proof": part}


def of_logarithms() -> tuple[Axiom, ...]:
    """Return what proofs entry by entry rest on besides the claim's premises and the lemmas that they name."""
    total, a, b = z3.Reals("sum(a+b) sum(a) sum(b)")
    return (Axiom("sums are linear", "inner product", total == a + b),)


def axioms() -> tuple[Axiom, ...]:
    """Return what these proofs rest on besides the claim's premises."""
    square, a, b = z3.Reals("v.v a b")
    left = z3.Real("v.(a w + b x)")
    return (
        Axiom("squares are not negative", "inner product", square >= 0),
        Axiom("products are linear", "inner product", left == a * z3.Real("v.w") + b * z3.Real("v.x")),
    )


@dataclass(frozen=True)
class Kind:
    """A kind of proof by a potential: its format, how its goals are shown, and what it rests on."""

    format: str
    shown: Shown
    axioms: Callable[[], tuple[Axiom, ...]]


BY_PRODUCTS = Kind(FORMAT, forms.part_of, axioms)
BY_ENTRIES = Kind(OF_ENTRIES, of_entries, of_logarithms)
