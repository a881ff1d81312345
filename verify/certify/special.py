"""Learners with programs of their own: value tables of Winnow and Weighted Majority, and LMS with squared loss."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bounds.claims.claim import Claim
from bounds.claims.variants import theorem_id
from bounds.errors import BoundcheckError
from verify import kernel, kernel_tables
from verify.certify import squares, tables
from verify.certify.given import parameters_of, problem_of
from verify.certify.result import SHOWN, Certified, Outcome, Worst
from verify.judge.certificate import certificate
from verify.judge.check import Verdict
from verify.judge.status import Status
from verify.kernel_gram import squares as gram_squares
from verify.kernel_gram.numbers import real
from verify.shrink.shrink import shrink


def fallen(
    claim: Claim,
    parameters: Mapping[str, str],
    broken: Verdict,
    worst: tuple[Worst, ...],
    started: float,
    seconds: float,
) -> Certified:
    """Return the result for a claim that a sequence breaks: shrunk, by the clock where that counts, and certified."""
    deadline = time.monotonic() + min(20.0, 2 + seconds / 6) if math.isfinite(seconds) else None
    shrunk = shrink(broken, deadline=deadline)
    length, took = broken.instance.trials.l, time.monotonic() - started
    return Certified(claim, parameters, "refuted", length, worst, "", took, certificate(shrunk.verdict), shrunk)


@dataclass(frozen=True)
class _Tabled:
    """The values of all states for a claim about Winnow or Weighted Majority, and what they say."""

    values: tables.Values
    parameters: Mapping[str, str]
    shown: Mapping[str, str]
    verdict: Verdict
    worst: tuple[Worst, ...]


def valued(claim: Claim, said: Mapping[str, Any], L: int, given: Mapping[str, str]) -> _Tabled:
    """Find the values of all states, and the worst sequence."""
    sizes = {name: given.get(name, text) for name, text in tables.SIZES.items()}
    if not all(text.isdecimal() for text in sizes.values()):
        raise BoundcheckError(f"n and k are {sizes['n']} and {sizes['k']}; give whole numbers, such as n=4 and k=1")
    parameters = parameters_of(claim, {name: text for name, text in given.items() if name not in sizes})
    table = kernel_tables.Table(said, parameters, int(sizes["n"]), int(sizes["k"]))
    shown = {**parameters, "n": sizes["n"], **({"k": sizes["k"]} if table.winnow else {})}
    if not table.applies:
        raise BoundcheckError(f"the premises of {claim.id} on its parameters do not hold; choose others with --set")
    found = tables.Values(table, L)
    found.find()
    verdict = tables.played(claim, table, found.path(tables.worst_state(found)), parameters)
    bound = float(kernel.enclose(table.bound(table.k), 30)[0]) if table.winnow else None
    worst = []
    for length in range(1, L + 1):
        amount, state = tables.largest(found, length)
        played = verdict
        if state is not None and not table.winnow:
            played = tables.played(claim, table, found.path(state), parameters)
        worst.append(Worst(length, amount, None if state is None else amount, played, bound))
    return _Tabled(found, parameters, shown, verdict, tuple(worst))


def tabled(
    claim: Claim, said: Mapping[str, Any], L: int, given: Mapping[str, str], started: float, seconds: float
) -> Certified:
    """Return the result for Winnow or Weighted Majority, by the values of all states."""
    found = valued(claim, said, L, given)
    if found.verdict.status is Status.VIOLATED:
        return fallen(claim, found.shown, found.verdict, (), started, seconds)
    document = tables.document(theorem_id(claim), said, found.parameters, found.values)
    confirmed, findings = kernel_tables.examine(document, kernel.statements())
    every = found.values.table.winnow
    status: Outcome = "open" if not confirmed else "certified for every length" if every else "certified"
    reason = "" if confirmed else f"the checker does not confirm the table: {findings[-1]}"
    return Certified(
        claim, found.shown, status, L if confirmed else 0, found.worst, reason,
        time.monotonic() - started, document if confirmed else None,
    )  # fmt: skip


@dataclass(frozen=True)
class _Squared:
    """What the programs of LMS say: proofs by length, worst cases, and the sequence that comes closest to the bound."""

    problem: gram_squares.Squares
    parameters: Mapping[str, str]
    proofs: Mapping[int, squares.Proved]
    worst: tuple[Worst, ...]
    broken: Verdict | None
    reason: str


def squared_cases(claim: Claim, said: Mapping[str, Any], L: int, given: Mapping[str, str], deadline: float) -> _Squared:
    """Solve the programs of LMS, of the lengths that are shown and of the longest."""
    parameters = parameters_of(claim, given)
    problem = gram_squares.Squares(problem_of(claim, said, parameters, L))
    proofs, worst, broken, reason = {}, [], None, ""
    most: tuple[Fraction | None, Verdict | None] = None, None
    for length in (*range(1, min(L, SHOWN + 1)), L):
        if time.monotonic() > deadline:
            reason = f"the time was up at length {length}"
            break
        found = squares.proposed(problem, length)
        proof = squares.proved(problem, found)
        if proof is None:
            reason = f"no slopes are found for length {length}"
            growing = squares.endless(claim, parameters, problem, found)
            violated = next((verdict for verdict in growing if verdict.status is Status.VIOLATED), None)
            if violated is not None:
                broken = violated if broken is None else broken
                reason = f"at length {length} it grows with the outcomes of a sequence, without end"
            break
        proofs[length] = proof
        amount, verdict = squares.attained(claim, parameters, problem, found) if length <= SHOWN else (None, None)
        if amount is not None and (most[0] is None or amount > most[0]):
            most = amount, verdict
        broken = verdict if broken is None and verdict is not None and verdict.status is Status.VIOLATED else broken
        bound = real(problem.claim.bound(length))
        worst.append(Worst(length, problem.total(proof.weight), *most, bound))
    return _Squared(problem, parameters, proofs, tuple(worst), broken, reason)


def squared(
    claim: Claim, said: Mapping[str, Any], L: int, given: Mapping[str, str], started: float, seconds: float
) -> Certified:
    """Return the result for LMS with squared loss."""
    found = squared_cases(claim, said, L, given, started + seconds)
    if found.broken is not None:
        return fallen(claim, found.parameters, found.broken, found.worst, started, seconds)
    problem, proofs = found.problem, found.proofs
    kept = [size for size, proof in proofs.items() if problem.keeps(problem.total(proof.weight), size)]
    length = max(kept, default=0)
    document = squares.document(theorem_id(claim), found.parameters, problem, proofs[length]) if length else None
    confirmed = document is not None and gram_squares.examine(document, kernel.statements())[0]
    reason = found.reason
    if L in proofs and length < L:
        reason = f"at length {L} at most {problem.total(proofs[L].weight)} is proved, and no sequence breaks the bound"
    timely = not reason or reason.startswith("the time")
    status: Outcome = "certified" if confirmed and timely else "open"
    return Certified(
        claim, found.parameters, status, length, found.worst, reason, time.monotonic() - started, document
    )  # fmt: skip
