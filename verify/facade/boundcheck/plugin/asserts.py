"""The assertions about claims: on one instance, or by a search; each records what it found for the ledger."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from boundcheck.plugin.evidence import Evidence, notes, running
from boundcheck.plugin.failures import drawing, refuted, unsupported, violated
from boundcheck.plugin.options import Budget, budget
from bounds.calls import checked
from bounds.claims.claim import Claim, Outcomes
from bounds.claims.own_file import is_claim_file, read_claim
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.display import counted
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from verify.judge.check import Verdict
from verify.judge.read_certificate import in_file, read_certificate, under
from verify.judge.status import Status
from verify.links import carries
from verify.own_data.completed import check
from verify.own_data.learner import with_learner
from verify.search import corpus
from verify.search.search import Search, search
from verify.search.stages import KnownInstance

INSTANCES = 500
"""Instances that a search judges where nothing else is said."""


@checked
def assert_bound(
    claim: Claim | str,
    instance: Instance | None = None,
    *,
    trials: Trials | None = None,
    comparator: Iterable[object] | None = None,
    parameters: Mapping[Any, Any] | None = None,
    start: Iterable[object] | None = None,
    learner: Any = None,
    rule: Any = None,
    allow_vacuous: bool = False,
    allow_undecided: bool = False,
) -> Verdict:
    """Assert that a claim holds on one instance, exactly, and return the verdict.

    Below ``@given`` a vacuous example is rejected, as ``hypothesis.assume`` does.

    Parameters
    ----------
    claim : Claim or str
        A claim, an id of the catalogue, or a file that states one.
    instance : Instance, optional
        The instance, whole; or else a run, by the next four. That of a certificate need not be given.
    trials : Trials, optional
        The trials.
    comparator : iterable of numbers, optional
        The comparator; where there is none, one is looked for.
    parameters : Mapping, optional
        Exact values by symbol or name.
    start : iterable of numbers, optional
        The start vector.
    learner : optional
        What takes the place of the claim's own learner (see ``with_learner``).
    rule : optional
        What that should be: reports and certificates say how far its predictions are from the rule's.
    allow_vacuous : bool, optional
        Whether to accept a verdict VACUOUS, which is no support.
    allow_undecided : bool, optional
        Whether to accept a verdict UNDECIDED, which is none either.

    Returns
    -------
    Verdict
        The verdict.

    Raises
    ------
    AssertionError
        Where the claim is VIOLATED, with the minimal counterexample and the first trial at which the proof's
        inequality fails; also for a VACUOUS or UNDECIDED verdict, unless it is allowed.
    BoundcheckError
        For input that makes no instance.

    Examples
    --------
    >>> from boundcheck import Trials
    >>> S = Trials.of([[1, 0], [0, 1]], [1, 1])
    >>> assert_bound("bylander.5", trials=S, comparator=[1, 1]).slack
    Fraction(0, 1)
    """
    __tracebackhide__ = True
    run = (trials, comparator, parameters, start)
    try:
        named, known = _named(claim)
        stated = with_learner(named, learner, rule=rule)
        if known is not None and instance is None and trials is None:
            instance = under(stated, known)[0]
        verdict = check(stated, _instance(stated, *run) if instance is None else _alone(instance, run))
    except BoundcheckError as error:
        raise error.with_traceback(None) from None  # it is about the input, not about the way to here
    record(verdict)
    if verdict.status is Status.VIOLATED:
        raise AssertionError(violated(verdict))
    if verdict.status is Status.VACUOUS and not allow_vacuous:
        if drawing() is not None:
            import hypothesis

            hypothesis.reject()
        raise AssertionError(unsupported(verdict, "a hypothesis fails, so the claim says nothing", "allow_vacuous"))
    if verdict.status is Status.UNDECIDED and not allow_undecided:
        raise AssertionError(unsupported(verdict, "the two sides could not be separated", "allow_undecided"))
    return verdict


@checked
def assert_held(
    claim: Claim | str,
    instances: int = INSTANCES,
    seed: int = 0,
    *,
    seconds: float | None = None,
    learner: Any = None,
    rule: Any = None,
    jobs: int = 1,
    allow_vacuous: bool = False,
    allow_undecided: bool = False,
) -> Search:
    """Assert that a search does not break a claim, and return the search; that it held is no proof.

    A counterexample is kept and tried first the next time (see ``verify.search.corpus``), and its certificate is
    written. ``pytest --bound-instances``, ``--bound-seconds`` and ``--bound-seed`` take the place of what is given
    here.

    Parameters
    ----------
    claim : Claim or str
        A claim, an id or a file that states one; the instance of a certificate is tried first.
    instances : int, optional
        The budget of judged instances.
    seed : int, optional
        What is tried depends on it.
    seconds : float, optional
        A budget of time in the place of ``instances``.
    learner : optional
        What takes the place of the claim's own learner (see ``with_learner``).
    rule : optional
        What that should be: reports and certificates say how far its predictions are from the rule's.
    jobs : int, optional
        The number of processes.
    allow_vacuous : bool, optional
        Whether to accept that no instance supports the claim.
    allow_undecided : bool, optional
        Whether to accept that one is undecided.

    Returns
    -------
    Search
        The search.

    Raises
    ------
    AssertionError
        With the minimal counterexample, where there is one; also where no instance supports the claim or one is
        undecided, unless that is allowed, and where something went wrong on the way, such as an exception of one's own
        learner.
    BoundcheckError
        For what is no claim, or cannot be judged at all.

    Examples
    --------
    >>> assert_held("bylander.5", instances=50).best_ratio
    1.0
    """
    __tracebackhide__ = True
    stated, first = _stated(claim, learner, rule)
    known = corpus.violation(stated)
    if known is not None:
        record(known)
        raise AssertionError(violated(known, "by the counterexample of an earlier run, which was kept"))
    result = _searched(stated, first, instances, seed, seconds, jobs)
    if result.verdict is not None:
        corpus.keep(stated, result.verdict)
        raise AssertionError(refuted(result))
    if result.errors:
        trace = f"\nthe first error of your own code\n{result.trace}" if result.trace else ""
        raise AssertionError(f"{result.claim.id} could not be judged everywhere\n{result}{trace}")
    if result.counts[Status.UNDECIDED] and not allow_undecided:
        raise AssertionError(
            f"{result.claim.id} is UNDECIDED on {result.counts[Status.UNDECIDED]} instances, which is no support "
            f"(allow_undecided=True accepts it)\n{result}"
        )
    if not result.counts[Status.HOLDS] and not allow_vacuous:
        raise AssertionError(
            f"{result.claim.id} has no support: it holds on none of {result.tried} instances, and one on which a "
            f"hypothesis fails counts for nothing (allow_vacuous=True accepts it)\n{result}"
        )
    return result


@checked
def assert_refuted(
    claim: Claim | str,
    instances: int = INSTANCES,
    seed: int = 0,
    *,
    seconds: float | None = None,
    learner: Any = None,
    rule: Any = None,
    jobs: int = 1,
) -> Search:
    """Assert that a search breaks a claim, such as a variant that has to be false, and return the search.

    Parameters
    ----------
    claim : Claim or str
        A claim, an id or a file that states one; the instance of a certificate is tried first.
    instances : int, optional
        The budget of judged instances.
    seed : int, optional
        What is tried depends on it.
    seconds : float, optional
        A budget of time in the place of ``instances``.
    learner : optional
        What takes the place of the claim's own learner (see ``with_learner``).
    rule : optional
        What that should be: reports and certificates say how far its predictions are from the rule's.
    jobs : int, optional
        The number of processes.

    Returns
    -------
    Search
        The search, with its counterexample.

    Raises
    ------
    AssertionError
        Where the claim was not refuted.
    BoundcheckError
        For what is no claim, or cannot be judged at all.

    Examples
    --------
    >>> str(assert_refuted("kitani.lem3.printed", instances=200).verdict.status)
    'Status.VIOLATED'
    """
    __tracebackhide__ = True
    result = _searched(*_stated(claim, learner, rule), instances, seed, seconds, jobs, expected=True)
    if result.verdict is None:
        raise AssertionError(f"{result.claim.id} was expected to be false, and was not refuted\n{result}")
    return result


def _alone(instance: Instance, run: tuple[object, ...]) -> Instance:
    if any(part is not None for part in run):
        raise BoundcheckError("give an instance, or trials, comparator, parameters and start; not both")
    return instance


def _instance(
    claim: Claim,
    trials: Trials | None,
    comparator: Iterable[object] | None,
    parameters: Mapping[Any, Any] | None,
    start: Iterable[object] | None,
) -> Instance:
    """Put a run together."""
    if trials is None:
        if claim.outcomes is not Outcomes.NONE:
            raise BoundcheckError(f"{claim.id} is about trials; give an instance or trials=Trials.of(...)")
        trials = Trials.from_integers([], 1, [], 1)
    u = None if comparator is None else vector(comparator, "comparator")
    return Instance(trials, u, parameters or {}, None if start is None else vector(start, "start"))


def _named(claim: Claim | str) -> tuple[Claim | str, Instance | None]:
    """Return a claim, or the one that a file states, and the instance that the file has if it is a certificate."""
    if not isinstance(claim, str) or not (is_claim_file(claim) or carries(claim)):
        return claim, None
    return (read_claim(claim), None) if in_file(claim) is None else read_certificate(claim)


def _stated(claim: Claim | str, learner: Any, rule: Any) -> tuple[Claim, tuple[KnownInstance, ...]]:
    """Return the claim, and what is tried first: the instance of a certificate."""
    __tracebackhide__ = True
    try:
        named, instance = _named(claim)
        return with_learner(named, learner, rule=rule), () if instance is None else (KnownInstance(instance),)
    except BoundcheckError as error:
        raise error.with_traceback(None) from None


def _searched(
    stated: Claim,
    first: tuple[KnownInstance, ...],
    instances: int,
    seed: int,
    seconds: float | None,
    jobs: int,
    *,
    expected: bool = False,
) -> Search:
    """Search within the budget of the run, or the one given, and record what was found."""
    __tracebackhide__ = True
    given = budget(running[-1].config) if running else Budget()
    seed = seed if given.seed is None else given.seed
    if given.instances is not None:
        instances, seconds = given.instances, None
    elif given.seconds is not None:
        seconds = given.seconds
    try:
        if seconds is None:
            result = search(stated, instances=instances, seed=seed, jobs=jobs, adversaries=first)
        else:
            result = search(stated, seconds=seconds, seed=seed, jobs=jobs, adversaries=first)
    except BoundcheckError as error:
        raise error.with_traceback(None) from None
    if result.stopped == "interrupted":
        raise KeyboardInterrupt
    counts = {status.value: number for status, number in result.counts.items()}
    _record(stated, counts, result.best if result.verdict is None else result.verdict, expected=expected)
    if running:
        notes(running[-1]).searches.append(result)
    return result


def record(verdict: Verdict) -> None:
    """Record a verdict for the ledger; ``assert_bound`` and ``assert_held`` do that themselves."""
    _record(verdict.claim, {verdict.status.value: 1}, verdict)


def _record(claim: Claim, counts: dict[str, int], best: Verdict | None, *, expected: bool = False) -> None:
    if not running:
        return
    learner = "" if claim.learner is None else claim.learner.text
    evidence = Evidence(claim.id, claim.inequality, learner, dict(counts), expected=expected)
    if best is not None and best.status.value in ("HOLDS", "VIOLATED"):
        ratio = best.ratio
        evidence.ratio = ratio if ratio is not None and math.isfinite(ratio) else None
        evidence.attained, evidence.refuted = best.attained, best.status.value == "VIOLATED"
    known = notes(running[-1]).evidence.setdefault(evidence.key, evidence)
    if best is not None and (known is evidence or evidence.rank > known.rank):
        evidence.witness = _short(best.instance)
    if known is not evidence:
        known.add(evidence)


def _short(instance: Instance, width: int = 70) -> str:
    trials = instance.trials
    if not trials.l:
        return ", ".join(f"{symbol} = {value}" for symbol, value in instance.parameters.items())[:width]
    shown = "; ".join(f"{x} -> {outcome}" for x, outcome in list(trials)[:8])
    if instance.comparator is not None:
        shown += f", u = {instance.comparator}"
    if trials.l <= 8 and len(shown) <= width:
        return shown
    return f"{counted(trials.l, 'trial')}, {counted(trials.n, 'attribute')}"
