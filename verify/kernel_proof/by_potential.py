"""Proofs by a potential as they are read and checked: for each goal squares of vectors, and an identity.

The square of a combination of vectors is not negative; those that a goal needs are named, and stand among its
hypotheses, before the last.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.kernel import Malformed, own_learner, parts_of, plain, read
from verify.kernel_gram.certificate import about
from verify.kernel_proof.certificate import counted, divided_by, names_of, quotient, shows
from verify.kernel_proof.goals import Goal
from verify.kernel_proof.pieces import UNIT, Guard, Guards, Terms, Vector, dot, named, pieces
from verify.kernel_proof.potential import Potential, goals_of
from verify.kernel_proof.ratios import Ratio
from verify.kernel_proof.states import StatefulClaim, fixed

FORMAT = "boundcheck potential 1"
PARTS = {"format", "claim", "statement", "potential", "invariants", "lemmas", "goals"}
MAX_PARTS = 40


def examine(document: Mapping[str, Any], catalogue: Mapping[str, Any]) -> tuple[bool, list[str]]:
    """Check a proof that has been read."""
    plan, statement = plan_of(document), document["statement"]
    said = [about(document["claim"], statement, catalogue)]
    claim = StatefulClaim(statement)
    made = goals_of(claim, plan)
    given = document["goals"]
    if len(given) != len(made.goals):
        return False, [*said, f"the proof has {len(given)} goals, and the claim {len(made.goals)}"]
    for i, (goal, part) in enumerate(zip(made.goals, given, strict=True), 1):
        if not shows_goal(claim, goal, part, made.roots):
            return False, [*said, plain(f"goal {i} ({goal.name}) is not shown by its identity")]
    said += own_learner(statement)
    said += [f"{name} is {text}" for name, text in parts_of(statement).items()]
    said += [
        "for every sequence of trials, in any dimension, and all values of its parameters",
        f"by a potential before each trial: {plan.potential}",
        *(f"after each trial, {text}" for text in plan.invariants),
        f"by {len(given)} identities, multiplied out in fractions: {counted(made)}",
        *([f"{len(claim.premises.other)} hypotheses were not needed"] if claim.premises.other else []),
        "it rests on inner products being bilinear, on |v|^2 >= 0, on induction over the trials, and on nothing else",
    ]
    return True, [plain(sentence) for sentence in said]


def plan_of(document: Mapping[str, Any]) -> Potential:
    """Read what a proof says besides what shows its goals."""
    if document.keys() != PARTS:
        raise Malformed(f"a proof by a potential has the parts {', '.join(sorted(PARTS))}")
    for part in ("invariants", "lemmas", "goals"):
        if not isinstance(document[part], list):
            raise Malformed(f"{part} has to be a list")
    return Potential(*(document[part] for part in Potential._fields))


def shows_goal(claim: StatefulClaim, goal: Goal, part: Mapping[str, Any], roots: Mapping[str, Ratio]) -> bool:
    """Tell whether a part of a proof shows a goal: squares, conditions that are shown one after the other, and it."""
    squares, cuts = part.get("squares", []), part.get("first", [])
    if not all(isinstance(of, list) and len(of) <= MAX_PARTS for of in (squares, cuts)):
        raise Malformed(f"squares, and what is shown first, are lists, of at most {MAX_PARTS}")
    known = (*goal.guards, *(square(claim, text, goal.hypotheses, roots) for text in squares))
    for text, relation, proof in cuts:
        if relation not in (">", ">="):
            raise Malformed("what is shown first is that something is positive, or not negative")
        wanted = Guard(quotient(text, (*known, goal.wanted), roots), relation)
        if not shows((*known, wanted.opposite), proof, roots):
            return False
        known = (*known, wanted)
    return shows((*known, goal.wanted.opposite), part["proof"], roots)


def square(claim: StatefulClaim, text: str, hypotheses: Guards, roots: Mapping[str, Ratio]) -> Guard:
    """Return that the square of a vector, which is read, is not negative."""
    vector = combination(claim, text, hypotheses, roots)
    ((_, ratio),) = dot(Terms({}, products=claim.products), (), vector, vector)
    return Guard(ratio, ">=")


def combination(claim: StatefulClaim, text: str, hypotheses: Guards, roots: Mapping[str, Ratio]) -> Vector:
    """Read a vector, which has a value wherever hypotheses have."""
    numbers = {name: named(name) for name in names_of(hypotheses)}
    vectors = {name: [fixed(Vector({name: UNIT}))] for name in claim.basis}
    terms = Terms({**numbers, **vectors}, products=claim.products)
    parts = pieces(read(text), terms)
    if terms.roots or len(parts) != 1 or parts[0][0] or not isinstance(parts[0][1], Vector):
        raise Malformed(f"{text[:40]!r} is no combination of vectors")
    vector = parts[0][1]
    divided_by([*vector.parts.values()], hypotheses, roots, text)
    return vector
