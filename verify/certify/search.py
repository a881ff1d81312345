"""Certifying: a claim proved for all sequences up to a length, or a sequence that breaks it, or where it stays open."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Mapping
from typing import Any

from bounds import symbols
from bounds.calls import checked
from bounds.claims.asked import as_claim
from bounds.claims.claim import Claim
from bounds.errors import BoundcheckError, Undecided
from verify import kernel
from verify.certify import patterns as gram
from verify.certify import squares, states, tables
from verify.certify.given import parameters_of, problem_of, refusals, require_length, texts_of
from verify.certify.result import Certified, Finding, Outcome, Progress, Request, Worst
from verify.judge.certificate import certificate, statement
from verify.judge.check import Verdict
from verify.kernel_gram import certificate as gram_certificate
from verify.kernel_gram import claims
from verify.kernel_gram import squares as gram_squares
from verify.kernel_gram.numbers import real
from verify.kernel_gram.patterns import Walk
from verify.kernel_worst import FORMATS
from verify.shrink.shrink import Shrunk, shrink

LENGTH, SECONDS = 12, 60.0


def _found(asked: Request) -> Finding:
    """Return what there is to find, in the form that the claim has."""
    if tables.applicable(asked.said):
        return tables.by_tables(asked)
    if states.applicable(asked.said):
        return states.by_states(asked)
    return squares.by_squares(asked) if gram_squares.applicable(asked.said) else gram.by_pattern(asked)


@checked
def certify(
    claim: Claim | str,
    L: int = LENGTH,
    *,
    seconds: float = SECONDS,
    patterns: int | None = None,
    progress: Progress | None = None,
    **parameters: Any,
) -> Certified:
    """Prove a claim for every sequence of at most L trials in any dimension, or break it, at given parameters.

    Ctrl-C ends it with what is proved so far. Source: the primal and dual programs in the Gram matrix of the
    comparator and the examples; see verify.kernel_gram, which checks the certificate.

    Parameters
    ----------
    claim : Claim or str
        The claim, or its id.
    L : int, optional
        The largest number of trials, 1 to 2000.
    seconds : float, optional
        The budget of time, > 0.
    patterns : int, optional
        A budget of so many patterns in the place of ``seconds``: what is found is then the same whatever the clock
        says.
    progress : callable, optional
        Is called with the length that is done, and L.
    **parameters
        Exact values by name, also as text; those not given have the defaults U = 2, X = 1, eta = 1/2 and so on.

    Returns
    -------
    Certified
        What is proved, the worst case of each length, and a certificate.

    Raises
    ------
    BoundcheckError
        For a claim whose learner has no Gram form, with the reason, and for parameters that it does not have.

    Examples
    --------
    >>> found = certify("bylander.5", 6)
    >>> found.status, found.length, [str(worst.value) for worst in found.worst]
    ('certified for every length', 6, ['1', '2', '3', '4', '4', '4'])
    >>> certify("bylander.5", 6, U="3/2").worst[-1].exact
    True
    """
    claim = as_claim(claim)
    started = time.monotonic()
    seconds = seconds if patterns is None else math.inf
    given = texts_of(parameters)
    require_length(L)
    confirmed, said, patience = False, [""], 0.0
    with refusals(claim):
        outcome = _found(Request(claim, statement(claim), L, given, started + seconds, progress, patterns))
        if outcome.broken is None and outcome.certificate is not None:
            with kernel.within(kernel.Budget(math.inf)) as paid:
                confirmed, said = FORMATS[outcome.certificate["format"]](outcome.certificate, kernel.statements())
            patience = max(paid.steps / kernel.MAX_STEPS, len(json.dumps(outcome.certificate)) / kernel.MAX_BYTES)
    if outcome.broken is not None:
        return _refuted(claim, outcome, outcome.broken, started, seconds)
    reason = outcome.reason or ("" if confirmed else f"the checker does not confirm the proof: {said[-1]}")
    status: Outcome = "certified for every length" if outcome.every else "certified"
    status = status if confirmed and (outcome.spent or not outcome.reason) else "open"
    length, document = (outcome.length, outcome.certificate) if confirmed else (0, None)
    took = time.monotonic() - started
    worst, interrupted = outcome.worst[0], outcome.interrupted
    return Certified(
        claim, outcome.parameters, status, length, worst, reason, took, document, None, interrupted, math.ceil(patience)
    )


def _refuted(claim: Claim, outcome: Finding, broken: Verdict, started: float, seconds: float) -> Certified:
    """Return the result for a claim that a sequence breaks at these parameters: shrunk there, and certified.

    The clock ends the shrinking where it counts.
    """
    deadline = time.monotonic() + min(20.0, 2 + seconds / 6) if math.isfinite(seconds) else None
    interrupted = False
    try:
        shrunk = shrink(broken, deadline=deadline, keeping=[symbols.lookup(name) for name in outcome.parameters])
    except KeyboardInterrupt:
        interrupted = True
        shrunk = Shrunk(broken, 0, False, False, "not shown to be minimal: interrupted")
    length, took = shrunk.verdict.instance.trials.l, time.monotonic() - started
    document = certificate(shrunk.verdict)
    worst = outcome.worst[0]
    return Certified(claim, outcome.parameters, "refuted", length, worst, "", took, document, shrunk, interrupted)


@checked
def worst_cases(
    claim: Claim | str, L: int, *, seconds: float = SECONDS, part: int = 0, **parameters: Any
) -> tuple[Worst, ...]:
    """Return the largest amounts that at most l trials can reach, for l = 1, ..., L, whatever the bound is.

    For LMS up to 8 and for L; of a claim about each trial, how far its amount is above its bound at most, on one
    trial.

    Parameters
    ----------
    claim : Claim or str
        The claim, or its id.
    L : int
        The largest number of trials, 1 to 2000.
    seconds : float, optional
        The budget of time, > 0.
    part : int, optional
        Which amount, of a claim that compares several.
    **parameters
        Exact values by name, also as text; those not given have defaults, as in ``certify``.

    Returns
    -------
    tuple of Worst
        For each length the value that is proved, and an exact sequence that attains its ``witness``.

    Raises
    ------
    BoundcheckError
        Where a learner has no such form, where there is no limit, or the time is up.

    Examples
    --------
    >>> [str(worst.value) for worst in worst_cases("bylander.11", 4)]
    ['1/2', '3/2', '15/8', '2']
    """
    claim = as_claim(claim)
    given = texts_of(parameters)
    require_length(L)
    with refusals(claim):
        outcome = _found(Request(claim, statement(claim), L, given, time.monotonic() + seconds, bounded=False))
    worst = outcome.worst[min(part, len(outcome.worst) - 1)]
    if outcome.interrupted:
        raise KeyboardInterrupt
    if outcome.reason or not worst:
        raise BoundcheckError(f"the worst case of {claim.id} at length {L} stays open: {outcome.reason or 'no amount'}")
    return worst


FEW, ALL = 4, 100
"""The lengths that take a fraction of a second: with a Gram form, and of Winnow's mistakes, which are all it makes."""


@checked
def characterised(claim: Claim | str) -> tuple[Worst, ...]:
    """Return exact worst cases of a claim at small sizes and default parameters.

    Parameters
    ----------
    claim : Claim or str
        The claim, or its id.

    Returns
    -------
    tuple of Worst
        A worst case for each size; nothing where there is no such form.

    Raises
    ------
    BoundcheckError
        For an id that no claim has.

    Examples
    --------
    >>> from boundcheck import theorem
    >>> max(characterised(theorem("bylander.8")), key=lambda worst: worst.share)
    2 of 2, l=2
    >>> characterised("bylander.3")
    ()
    """
    claim = as_claim(claim)
    try:
        with refusals(claim):
            said = statement(claim)
            winnow = tables.applicable(said) and kernel.read(said["learner"]).head == "winnow"
        return worst_cases(claim, ALL if winnow else FEW)
    except (BoundcheckError, Undecided):
        return ()


def certifiable(claim: Claim) -> bool:
    """Tell whether there is a form in which a claim can be certified at default parameters.

    >>> from boundcheck import theorem
    >>> certifiable(theorem("bylander.8")), certifiable(theorem("bylander.3"))
    (True, False)
    """
    try:
        with refusals(claim):
            said = statement(claim)
            if states.applicable(said):
                states.game_of(claim, said, {})
            elif not tables.applicable(said):
                problem = problem_of(claim, said, parameters_of(claim, {}), FEW)
                if not gram_squares.applicable(said):
                    next(Walk(problem, FEW).needs(0), None)
            return True
    except (BoundcheckError, Undecided):
        return False


def bound_of(claim: Claim, length: int, parameters: Mapping[str, Any]) -> float:
    """Return the claim's bound at a length, for reading; parameters that are not given have their defaults."""
    with refusals(claim):
        values = {name: gram_certificate.constant(text) for name, text in parameters_of(claim, parameters).items()}
        return real(claims.Claim(statement(claim), values).bound(length))


@checked
def worst_case(claim: Claim | str, L: int, *, seconds: float = SECONDS, part: int = 0, **parameters: Any) -> Worst:
    """Return the largest amount that at most L trials can reach: the value proved, and an exact sequence.

    Parameters
    ----------
    claim : Claim or str
        The claim, or its id.
    L : int
        The largest number of trials, 1 to 2000.
    seconds : float, optional
        The budget of time, > 0.
    part : int, optional
        Which amount, of a claim that compares several.
    **parameters
        Exact values by name, also as text; those not given have defaults, as in ``certify``.

    Returns
    -------
    Worst
        The value that is proved, and an exact sequence that attains its ``witness``.

    Raises
    ------
    BoundcheckError
        Where a learner has no such form, where there is no limit, or the time is up.

    See Also
    --------
    worst_cases : the same for each length.

    Examples
    --------
    >>> found = worst_case("bylander.2", 3)
    >>> str(found.value), str(found.witness), found.exact
    ('9/2', '9/2', True)
    """
    return worst_cases(claim, L, seconds=seconds, part=part, **parameters)[-1]


__all__ = ["Certified", "Worst", "certifiable", "certify", "characterised", "worst_case", "worst_cases"]
