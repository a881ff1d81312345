"""The proof of a claim of one's own as a report: its steps, and what it rests on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import z3

from bounds.claims.claim import Claim
from bounds.mathematics.geometry import EUCLIDEAN
from verify.derive.cases import Problem, multiple
from verify.derive.entropy import EntropyProof, entropy_drop, majority_drop
from verify.derive.pieces import Guards, text
from verify.derive.potentials import Potential
from verify.derive.proof import INEQUALITY
from verify.derive.schedule import Schedule
from verify.derive.summation import telescoped
from verify.logic import kernel
from verify.logic.proof import Proof
from verify.logic.translate import relation, translate

UNTRIED = "no identities were looked for yet"


def proof_of(
    claim: Claim,
    problem: Problem,
    initial: Any,
    constants: Any,
    shown: list[kernel.Step],
    schedule: Schedule | None = None,
) -> Proof:
    """Return the proof that is made of steps, all of which are shown where there are ``constants`` (a, b, c).

    ``initial`` is what d(u, w_1) is at most. With a ``schedule``, a and b are those of trial t, and the sum over the
    trials is among the steps.
    """
    steps = tuple(shown)
    if constants is None:
        return Proof(claim, steps, _axioms(problem, initial), next(step for step in steps if not step.ok))
    a, b, c = map(text, constants)
    scaled = any(value.has(multiple) for value in constants)
    said = f"{INEQUALITY} on every trial, for a = {a}, b = {b}, c = {c}" + (MULTIPLE if scaled else "")
    trial = kernel.Step("the inequality of a trial, on all cases", "z3", 0, True, said=said)
    if schedule is not None:
        rests_on = (*_axioms(problem, initial), *_of_projection(schedule))
        return Proof(claim, (*steps, trial), rests_on, missing="its rates fall, or it projects its weights")
    every = (*steps, trial, *_of_entropy(problem.potential), telescoped())
    missing = UNTRIED if problem.potential.geometry is EUCLIDEAN else "it is by relative entropy"
    return Proof(claim, every, _axioms(problem, initial), missing=missing)


def _of_projection(schedule: Schedule) -> list[kernel.Axiom]:
    """Return what the steps about a projection on a ball rest on besides."""
    if schedule.onto is None or schedule.onto.kind == "box":
        return []
    product, size, radius = z3.Reals("u.v |v| R")
    return [kernel.Axiom("the inequality of Cauchy and Schwarz", "inner product", product <= radius * size)]


MULTIPLE = ", d(u, w) being the distance of w to lambda u"


def _axioms(problem: Problem, initial: Any) -> tuple[kernel.Axiom, ...]:
    """Return what the proof rests on: what a step does to the distance, and the claim's premises."""
    potential = problem.potential
    d, after, first, step, p, q, r = z3.Reals("d_u_w d_u_w' d_u_w1 s u.x w.x x.x")
    if potential.geometry is EUCLIDEAN:
        known = [
            ("what a step does to the distance", "inner product", d - after == 2 * step * (p - q) - step * step * r),
            ("the distance is not negative", "inner product", d >= 0),
        ]
    else:
        weight, new, total, n = z3.Reals("w_i w_i' U n")
        factor = z3.Real("exp(s x_i)")
        known = [
            ("weights start equal", "definition", weight == total / n),
            ("the new weights", "definition", new == total * weight * factor / z3.Real("sum w_j exp(s x_j)")),
        ]
        facts = _entropy(potential).facts
        return (*facts, *(kernel.Axiom(name, kind, formula) for name, kind, formula in known))
    known.append(("the distance at the start", "hypothesis", first <= translate(initial)))
    return tuple(kernel.Axiom(name, kind, formula) for name, kind, formula in known)


def premise_axioms(guards: Guards) -> list[kernel.Axiom]:
    """Return what the claim's premises say of its parameters."""
    zero = z3.RealVal(0)
    return [kernel.Axiom("premise", "hypothesis", relation(translate(g.term), g.relation, zero)) for g in guards]


def _entropy(potential: Potential) -> EntropyProof:
    """Return the proof of what is used of relative entropy."""
    return majority_drop() if potential.names else entropy_drop()


def _of_entropy(potential: Potential) -> list[kernel.Step]:
    """Return the steps about relative entropy: the kernel's, three in the place of them all."""
    if potential.geometry is EUCLIDEAN:
        return []
    proved = _entropy(potential)
    seconds = proved.seconds / len(proved.theorems)
    steps = [kernel.Step(name, "z3", seconds, True, said=str(theorem)) for name, theorem in proved.theorems.items()]
    return [replace(steps[0], said=f"{potential.lemma}; in {proved.steps} steps"), *steps[1:]]
