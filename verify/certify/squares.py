"""The LMS learner with squared loss: slopes for the checker, and exact sequences, from one program a length."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from bounds.claims.claim import Claim
from bounds.claims.variants import theorem_id
from bounds.data.interval import Interval
from verify import kernel
from verify.certify.clock import Clock, TimeIsUp
from verify.certify.given import parameters_of, problem_of
from verify.certify.result import SHOWN, Finding, Request, Worst
from verify.certify.solver import Chain, Term, gram_of, minimised
from verify.certify.witness import FINE, Vectors, amount, dot, judged, rounded
from verify.judge.check import Verdict
from verify.judge.status import Status
from verify.kernel import ONE
from verify.kernel_gram.numbers import real
from verify.kernel_gram.squares import FORMAT, Squares

SIMPLE, COMMON = (1, 2, 4, 12, 60, 1000), (2**16, 2**24, 2**30)
"""Denominators of simple weights and slopes, and of slopes that only have to be near."""

CLOSE = 1e-6

GROWTH = 5
"""How often outcomes are scaled by a thousand, so that an amount that grows with them is above its bound."""

Array = np.ndarray[Any, Any]


def by_squares(asked: Request) -> Finding:
    """Solve the programs of LMS, of the lengths that are shown and of the longest."""
    claim, L = asked.claim, asked.length
    parameters = parameters_of(claim, asked.given)
    problem = Squares(problem_of(claim, asked.said, parameters, L))
    proofs: dict[int, Slopes] = {}
    worst, broken, reason, spent, interrupted = [], None, "", False, False
    most: tuple[Fraction | None, Verdict | None] = None, None
    try:
        for length in (*range(1, min(L, SHOWN + 1)), L):
            if asked.progress is not None:
                asked.progress(length, L)
            with kernel.within(Clock(asked.deadline)):
                near = proposed(problem, length)
                proof = proved(problem, near)
            if proof is None:
                reason = f"no slopes are found for length {length}"
                growing = endless(claim, parameters, problem, near)
                violated = next((verdict for verdict in growing if verdict.status is Status.VIOLATED), None)
                if violated is not None:
                    broken = violated if broken is None else broken
                    reason = f"at length {length} it grows with the outcomes of a sequence, without end"
                break
            proofs[length] = proof
            amount, verdict = attained(claim, parameters, problem, near) if length <= SHOWN else (None, None)
            if amount is not None and (most[0] is None or amount > most[0]):
                most = amount, verdict
            broken = verdict if broken is None and verdict is not None and verdict.status is Status.VIOLATED else broken
            worst.append(Worst(length, problem.total(proof.weight), *most, real(problem.claim.bound(length))))
    except TimeIsUp:
        reason, spent = f"the time was up at length {length}", True
    except KeyboardInterrupt:
        reason, spent, interrupted = f"it was interrupted at length {length}", True, True
    kept = [size for size, proof in proofs.items() if problem.keeps(problem.total(proof.weight), size)]
    length = max(kept, default=0)
    if asked.bounded and L in proofs and length < L:
        reason = f"at length {L} at most {problem.total(proofs[L].weight)} is proved, and no sequence breaks the bound"
    certificate = certificate_of(claim, parameters, problem, proofs[length]) if length else None
    return Finding(parameters, (tuple(worst),), broken, certificate, length, False, reason, spent, interrupted)


def certificate_of(claim: Claim, parameters: Mapping[str, str], problem: Squares, proof: Slopes) -> dict[str, Any]:
    """Return the certificate of a proof."""
    return {
        "format": FORMAT,
        "claim": theorem_id(claim),
        "statement": dict(problem.claim.statement),
        "parameters": dict(parameters),
        "length": len(proof.slopes),
        "weight": str(proof.weight),
        "slopes": [str(b) for b in proof.slopes],
    }


@dataclass(frozen=True)
class Floats:
    """Floats: the weight and slopes that prove it, the Gram matrix of u and the g_t at |u| = 1, and the e_t**2."""

    weight: float
    slopes: Array
    gram: Array
    squares: Array


@dataclass(frozen=True)
class Slopes:
    """A weight and slopes in fractions, checked."""

    weight: Fraction
    slopes: tuple[Fraction, ...]


def proposed(problem: Squares, length: int) -> Floats:
    """Minimise the weight over slopes b and rooms k <= -(1 + 2 b + b**2/c), in floats.

    Where there are no such slopes the weight is infinite, and the Gram matrix is a direction in which the amount grows
    without end, with u = 0.
    """
    charge, x = float(problem.charge), float(problem.x)
    moved = {"w": {"w": ONE, "x": problem.rate}}
    terms = [
        [Term(t, 0.0, 2.0, {"w": -2.0}), Term(length + t, 1 / x, 0.0, {})] for t in range(1, length + 1)
    ]  # the slope and the room of each trial
    chain = Chain(terms, [moved] * length, [(0, 1.0)], 1 + 2 * length)
    for t in range(1, length + 1):
        chain.close({(0, 0): [(t, -2.0), (length + t, -1.0)], (0, 1): [(t, 1.0)]}, [-1.0, 0.0, charge])
    cost = np.eye(chain.width)[0]
    solution, least = minimised(cost, chain.rows.matrix(chain.width), np.array(chain.rows.right), chain.cones, 1e-8)
    products = chain.products(np.array(solution.z))
    squares = np.array([product[0, 0] for product in products[length:]])
    weight = solution.obj_val if least else math.inf
    gram = gram_of(products[:length], chain.after)
    return Floats(weight, np.array(solution.x)[1 : length + 1], gram, squares)


def proved(problem: Squares, proposal: Floats) -> Slopes | None:
    """Return rational slopes, and the least weight near the proposed one that the checker accepts."""
    if not math.isfinite(proposal.weight):
        return None
    for denominator in (*SIMPLE, *COMMON):
        near = round if denominator in SIMPLE else math.floor  # downwards there is more room
        slopes = tuple(Fraction(near(b * denominator), denominator) for b in proposal.slopes)
        if any(problem.room(b) < 0 for b in slopes):
            continue
        for weight in weights(proposal.weight):
            if problem.proves(weight, slopes):
                return Slopes(weight, slopes)
    return None


def weights(near: float) -> Iterator[Fraction]:
    """Yield weights that are hardly larger: simple ones first."""
    for denominator in SIMPLE:
        weight = Fraction(near).limit_denominator(denominator)
        if abs(float(weight) - near) <= CLOSE * (1 + abs(near)):
            yield weight
    yield from (Fraction(math.ceil((near + lift * (1 + abs(near))) * 2**30), 2**30) for lift in (CLOSE, 10 * CLOSE))


def witnesses(claim: Claim, parameters: Mapping[str, Any], problem: Squares, proposal: Floats) -> Iterator[Verdict]:
    """Yield exact sequences near the proposed Gram matrix: x_t = g_t/e_t, and y_t = e_t + w_t.x_t."""
    size = math.sqrt(problem.u)
    errors = np.sqrt(np.maximum(proposal.squares, 1e-18)) * size
    scaling = np.concatenate([[size], size / errors])
    for denominator in FINE:
        u, *examples = rounded(proposal.gram * np.outer(scaling, scaling) * (1 - 1e-9), denominator, 1.0)
        outcomes = erring(problem, examples, [Fraction(round(error * denominator), denominator) for error in errors])
        verdict = judged(claim, parameters, examples, [*map(Interval.point, outcomes)], u)
        if verdict is not None:
            yield verdict


def endless(claim: Claim, parameters: Mapping[str, Any], problem: Squares, proposal: Floats) -> Iterator[Verdict]:
    """Yield exact sequences along which the amount grows without end: with outcomes scaled by 1, 1000, 1000**2, ..."""
    sequences: list[tuple[Vectors, list[Fraction], list[Fraction]]] = []
    if problem.charge <= 1:  # one trial will do: y**2 - c (y - u.x)**2
        size, radius = (Fraction(math.isqrt(math.floor(a * 10**6)), 1000) for a in (problem.u, problem.x))
        sequences.append(([[radius]], [Fraction(1)], [size]))
    else:
        errors = np.sqrt(np.maximum(proposal.squares, 1e-18 * proposal.squares.max()))
        near = proposal.gram[1:, 1:] / np.outer(errors, errors) * (1 - 1e-9)
        for denominator in FINE:
            examples = rounded(near, denominator, 1.0)
            ratios = [Fraction(round(error / errors.max() * denominator), denominator) for error in errors]
            sequences.append((examples, erring(problem, examples, ratios), [Fraction(0)] * len(examples[0])))
    for scale in (Fraction(1000) ** power for power in range(GROWTH)):
        for examples, outcomes, u in sequences:
            verdict = judged(claim, parameters, examples, [Interval.point(scale * y) for y in outcomes], u)
            if verdict is not None:
                yield verdict


def erring(problem: Squares, examples: Vectors, errors: list[Fraction]) -> list[Fraction]:
    """Return the outcomes e_t + w_t.x_t of which the learner's predictions are as far as given."""
    weights, outcomes = [Fraction(0)] * len(examples[0]), []
    for x, e in zip(examples, errors, strict=True):
        outcomes.append(e + dot(weights, x))
        weights = [w + problem.rate * e * a for w, a in zip(weights, x, strict=True)]
    return outcomes


def attained(
    claim: Claim, parameters: Mapping[str, Any], problem: Squares, proposal: Floats
) -> tuple[Fraction | None, Verdict | None]:
    """Return the largest amount of the exact sequences, and the sequence."""
    best: tuple[Fraction | None, Verdict | None] = None, None
    for verdict in witnesses(claim, parameters, problem, proposal):
        reached = amount(verdict, 0)
        if reached is not None and (best[0] is None or reached > best[0]):
            best = reached, verdict
    return best
