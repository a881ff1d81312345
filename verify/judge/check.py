"""The verdict on one instance, decided exactly, and how it reads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from bounds.claims.asked import as_claim
from bounds.claims.claim import Claim, ClaimCase, Comparator, Hypothesis, Outcomes, Row
from bounds.data.repetition import Repeated
from bounds.display import Reported, counted
from bounds.domains import Domain
from bounds.errors import BoundcheckError, Undecided, UndefinedValue, not_a_yes_or_no
from bounds.instances import Instance, require_instance, sequence_text
from bounds.learners import Learner
from bounds.numbers import (
    Number,
    compare,
    decimal,
    enclosure_text,
    float_ratio,
    number_text,
    short_text,
    sign,
    to_float,
)
from bounds.numbers.evaluate import relation_holds
from verify.judge.complete import complete
from verify.judge.defaults import missing, missing_text
from verify.judge.deviation import Deviation, deviation
from verify.judge.draws import DrawnCase
from verify.judge.given import as_given
from verify.judge.intercept import beside_one
from verify.judge.periods import RepeatedCase
from verify.judge.replay import TrialRecord, first_failure
from verify.judge.status import Status
from verify.judge.words import Parts, claim_parts, lines_of, parameters_text, ratio_text, trial_lines, vector_text


@dataclass(frozen=True)
class Failure:
    """A hypothesis that does not hold, and by how much (``amount`` had to be >= 0, > 0 or == 0)."""

    hypothesis: Hypothesis
    amount: Number

    def __str__(self) -> str:
        wanted = {">=": "at least 0", ">": "more than 0", "==": "0"}[self.hypothesis.relation]
        return f"{self.hypothesis.text}: the difference is {_short(self.amount)}, it has to be {wanted}"


def _short(amount: Number) -> str:
    """Write an exact number that is short, and decimals of one that is not."""
    text = short_text(amount)
    return text if len(text) <= 16 else decimal(amount)


class FailureInWords(Failure):
    """A failure in words: there is nothing to compare, or the checker names the premises."""

    def __str__(self) -> str:
        return self.hypothesis.text


@dataclass(frozen=True)
class Comparison:
    """One row decided: ``lhs`` against ``rhs``; ``slack`` is what is left over, negative when violated.

    A ball around the bound decides most rows; the exact ``rhs`` and ``slack`` are computed when they are asked for.
    """

    row: Row
    status: Status
    case: ClaimCase = field(repr=False, compare=False)
    known: Number | None = field(default=None, repr=False, compare=False)

    def __bool__(self) -> bool:
        not_a_yes_or_no(self, "comparison.status is Status.HOLDS")

    @property
    def lhs(self) -> Number:
        """The compared amount."""
        return self.row.lhs

    @cached_property
    def rhs(self) -> Number:
        """The bound."""
        if self.known is not None:
            return self.known
        return self.case.bound_at(self.row.values) if self.row.values else self.case.bound

    @cached_property
    def slack(self) -> Number:
        """How far the amount is on the right side of the bound."""
        return self.lhs - self.rhs if self.case.claim.relation in (">=", ">") else self.rhs - self.lhs


@dataclass(frozen=True)
class Intercept:
    """What an intercept did to a claim: the learner predicted with one from trial ``since`` on.

    So it played on the examples (x, 1), and the claim is about x. ``status`` is the verdict on (x, 1) and (u, 0), for
    the same predictions; None where the claim speaks of more than predictions.
    """

    since: int
    status: Status | None

    def __str__(self) -> str:
        there = "" if self.status is None else f"; on (x, 1) and (u, 0) the verdict is {self.status.value}"
        return f"used from trial {self.since} on, and the claim has none{there}"


@dataclass(frozen=True, repr=False)
class Verdict(Reported):
    """The verdict on a claim at an instance.

    Attributes
    ----------
    status : Status
        HOLDS, VIOLATED, VACUOUS or UNDECIDED.
    case : ClaimCase
        The claim at the instance.
    comparisons : tuple of Comparison
        What was compared, exactly.
    decisive : Comparison or None
        The violated comparison, or the undecided one, or the tightest.
    failures : tuple of Failure
        The hypotheses that do not hold (VACUOUS).
    undecided : str
        The enclosure that could not be separated.
    found : bool
        Whether the comparator was found, as nobody gave one.
    """

    status: Status
    case: ClaimCase
    comparisons: tuple[Comparison, ...] = ()
    decisive: Comparison | None = None
    failures: tuple[Failure, ...] = ()
    undecided: str = ""
    found: bool = False

    @property
    def claim(self) -> Claim:
        """The claim that is judged."""
        return self.case.claim

    @property
    def instance(self) -> Instance:
        """The instance on which it is judged, with the norms that it lacked."""
        return self.case.instance

    @property
    def slack(self) -> Number | None:
        """The exact slack of the decisive comparison."""
        return None if self.decisive is None else self.decisive.slack

    @cached_property
    def ratio(self) -> float | None:
        """How close the instance comes to the bound: the largest lhs/rhs (rhs/lhs for >=), as a float for reading."""
        pairs = [(c.lhs, c.rhs) for c in self.comparisons]
        if self.claim.relation in (">=", ">"):
            pairs = [(rhs, lhs) for lhs, rhs in pairs if to_float(rhs) > 0]
        return max((float_ratio(small, large) for small, large in pairs if to_float(large) > 0), default=None)

    @property
    def trivial(self) -> bool:
        """Whether the bound says nothing on these trials: it is on mistakes, and larger than the number of trials."""
        if self.decisive is None or self.claim.relation not in ("<=", "<") or not self.instance.trials.l:
            return False
        values = {part["value"] for part in self.claim.quantity.formula}
        return values == {"sum_t(err)"} and compare(self.decisive.rhs, Fraction(self.instance.trials.l)) == 1

    @property
    def attained(self) -> bool:
        """Whether some comparison holds with equality, exactly, at a bound other than 0."""
        return any(c.slack == 0 and c.rhs != 0 for c in self.comparisons)

    @property
    def player(self) -> Learner | None:
        """The learner as it has played here; None where none has, as where trials are judged as they are repeated."""
        if not self.comparisons or self.claim.learner is None or isinstance(self.case, RepeatedCase | DrawnCase):
            return None
        return self.case.run.learner

    @cached_property
    def intercept(self) -> Intercept | None:
        """What an intercept of the learner did to the claim; None where it predicted without one."""
        since = getattr(self.player, "intercept_since", None)
        if since is None:
            return None
        try:
            return Intercept(since, check(*beside_one(self.claim, self.instance, self.case.run)).status)
        except BoundcheckError:
            return Intercept(since, None)

    @cached_property
    def deviation(self) -> Deviation | None:
        """How far the learner's predictions are from those of the rule beside it; None where there is none."""
        return deviation(self.case) if self.comparisons else None

    @cached_property
    def first_failure(self) -> TrialRecord | None:
        """Where the bound is violated: the first trial at which the per-trial inequality fails."""
        return first_failure(self.case) if self.status is Status.VIOLATED else None

    def __bool__(self) -> bool:
        not_a_yes_or_no(self, "verdict.status is Status.HOLDS")

    def __str__(self) -> str:
        return "\n".join([*verdict_lines(self), self.status.value])


def heading(claim: Claim) -> str:
    """Return the line that a report on a claim begins with."""
    return f"{claim.id}  {claim.title}"


def verdict_lines(verdict: Verdict) -> list[str]:
    """Return the verdict's numbers, a line each."""
    return [heading(verdict.claim), *lines_of(verdict_parts(verdict))]


def verdict_parts(verdict: Verdict) -> Parts:
    """Return the claim and the verdict's numbers."""
    claim, instance = verdict.claim, verdict.instance
    parts = claim_parts(claim)
    if claim.outcomes is not Outcomes.NONE:
        parts.append(("data", f"{counted(instance.trials.l, 'trial')}, {counted(instance.trials.n, 'attribute')}"))
        if isinstance(instance.trials, Repeated):
            blocks = ", ".join(instance.trials.block_texts)
            parts.append(("repeated", f"{blocks}: judged by the checker, as they are repeated"))
    parts.append(("parameters", parameters_text(verdict.case.values)))
    if instance.comparator is not None:
        parts.append(("comparator", f"u = {vector_text(instance.comparator)}{'  (found)' if verdict.found else ''}"))
    if instance.sequence is not None:
        parts.append(("comparators", sequence_text(instance.sequence)))
    if instance.start is not None:
        parts.append(("start", f"s = {vector_text(instance.start)}"))
    if as_given(claim):
        parts.append(("learner", "predictions were taken as given; whether the algorithm makes them was not checked"))
    if getattr(verdict.player, "rounded", False):
        parts.append(("learner", "computes in floats, each of which is taken as the rational number that it is"))
    if verdict.intercept is not None:
        parts.append(("intercept", str(verdict.intercept)))
    if verdict.deviation is not None:
        parts.append(("deviation", str(verdict.deviation)))
    decisive = verdict.decisive
    if decisive is not None:
        where = f" on trial {decisive.row.t}" if decisive.row.t is not None else ""
        what = decisive.row.what or claim.quantity.text
        parts.append(("compared", f"{what}{where} = {number_text(decisive.lhs)}"))
        parts.append(("bound", number_text(decisive.rhs)))
        if verdict.trivial:
            parts.append(("trivial", "the bound is larger than the number of trials: no learner breaks it"))
        ratio = "" if verdict.ratio is None else f", ratio {ratio_text(verdict.ratio, lambda: verdict.attained)}"
        parts.append(("slack", f"{number_text(decisive.slack)}{ratio}"))
    parts += [("fails", str(failure)) for failure in verdict.failures]
    if verdict.undecided:
        parts.append(("enclosure", str(verdict.undecided)))
    if verdict.status is Status.VIOLATED:
        parts.append(("first step", first_failure_text(verdict)))
    return parts


SHOWN = 20
"""Most trials of a counterexample that are printed."""


def counterexample_lines(verdict: Verdict) -> list[str]:
    """Return the verdict's lines with the trials among them."""
    return [heading(verdict.claim), *lines_of(counterexample_parts(verdict))]


def counterexample_parts(verdict: Verdict) -> Parts:
    """Return the claim and the verdict's numbers, with the trials among them."""
    shown = trial_lines(verdict.instance.trials, SHOWN)
    trials = [(f"trial {numbers}" if numbers else "", text) for numbers, text in shown]
    parts = verdict_parts(verdict)
    after = next((i + 1 for i, (name, _) in enumerate(parts) if name == "data"), len(parts))
    return [*parts[:after], *trials, *parts[after:]]


REPLAYED = 100_000
"""Numbers in the examples beyond which the per-trial inequality is not evaluated: it would take minutes."""


def first_failure_text(verdict: Verdict) -> str:
    """Say at which trial the proof's per-trial inequality first fails."""
    if verdict.instance.trials.size > REPLAYED:
        return f"not looked for: the examples have more than {REPLAYED} numbers"
    record = verdict.first_failure
    if record is None or record.gain is None or record.allowed is None:
        return "no inequality of each trial is known for this claim"
    return (
        f"the per-trial inequality first fails on trial {record.step.t}: "
        f"{number_text(record.gain)} > {number_text(record.allowed)}"
    )


def check(claim: Claim | str, instance: Instance) -> Verdict:
    """Decide the claim, given whole or by its id, on one instance, in exact or rigorously enclosed arithmetic.

    U and X are filled in with the tightest norms where they are not given. HOLDS and VIOLATED come with the
    exact slack; VACUOUS names every hypothesis that fails; UNDECIDED comes with the enclosure. Raises
    BoundcheckError for input that makes no instance of the claim (a missing comparator or parameter, intervals
    where labels are needed).

    >>> from boundcheck import Trials, theorem, vector
    >>> S = Trials.of([[1, 0], [0, 1]], [1, 1])
    >>> verdict = check(theorem("bylander.5"), Instance(S, vector([1, 1])))
    >>> verdict.status.value, verdict.slack
    ('HOLDS', Fraction(0, 1))
    """
    claim = as_claim(claim)
    require_instance(instance)
    claim.admit(instance)
    try:
        whole = complete(claim, instance)
        if isinstance(instance.trials, Repeated):
            return _repeated(RepeatedCase(claim, whole))
        if claim.draws:
            return _expected(DrawnCase(claim, whole))
        return _judged(claim.case(whole))
    except (BoundcheckError, KeyError):
        lacking = _lacking(claim, instance)
        if not lacking:
            raise
        raise BoundcheckError(lacking) from None


def _repeated(case: RepeatedCase) -> Verdict:
    """Return the checker's verdict on repeated trials."""
    outcome = case.found
    status = Status(outcome.status)
    if status is Status.VACUOUS:
        failing = case.failing(_premises(case))
        failures = [in_words(premise.text) if by is None else Failure(premise, by) for premise, by in failing]
        return Verdict(status, case, failures=tuple(failures or [in_words(outcome.reason)]))
    if outcome.sides is None:
        return Verdict(status, case, undecided=outcome.reason)
    left, right = outcome.sides
    comparison = Comparison(Row(left, what=outcome.reason), status, case, known=right)
    return Verdict(status, case, (comparison,), comparison)


def _expected(case: DrawnCase) -> Verdict:
    """Return the verdict on a learner that draws: premises hold on all paths, and both sides are expected ones."""
    try:
        for _, of_path in case.paths:
            failures, doubt = _hypotheses(of_path)
            if failures or doubt:
                return Verdict(Status.VACUOUS if failures else Status.UNDECIDED, case, (), None, failures, doubt)
        left, right = case.expected()
        order = compare(left, right)
    except Undecided as undecided:
        return Verdict(Status.UNDECIDED, case, undecided=str(undecided))
    except (UndefinedValue, ZeroDivisionError):
        if failing := list(_failing(case.before)):
            return Verdict(Status.VACUOUS, case, failures=tuple(failing))
        raise
    status = Status.UNDECIDED
    if order is not None:
        status = Status.HOLDS if relation_holds(case.claim.relation, order) else Status.VIOLATED
    row = Row(left, what=str(case.claim.quantity.text))
    return _conclude(case, (Comparison(row, status, case, known=right),))


def _failing(case: ClaimCase) -> Iterator[Failure]:
    """Yield the premises that fail whatever the learner does, as far as they have values."""
    for hypothesis in _premises(case):
        with suppress(BoundcheckError, ArithmeticError):
            if not relation_holds(hypothesis.relation, sign(amount := hypothesis.slack(case)) or 0):
                yield Failure(hypothesis, amount)


def _lacking(claim: Claim, instance: Instance) -> str:
    """Say what an instance lacks that the claim speaks of: a comparator, values of parameters; or nothing."""
    if claim.comparator is Comparator.SEQUENCE:
        if instance.sequence is None:
            return (
                f"{claim.id} speaks of a sequence of comparators u_1, ..., u_l, and the instance has none; "
                "give a vector for each trial, as in Instance(trials, sequence=[[1, 0], [0, 1]])"
            )
    elif claim.comparator is not Comparator.NONE and instance.comparator is None:
        return (
            f"{claim.id} speaks of a comparator u, and the instance has none; "
            "give one, as in Instance(trials, comparator=[1, 0])"
        )
    wanted = missing(claim, instance)
    return missing_text(claim, wanted) if wanted else ""


def _judged(case: ClaimCase) -> Verdict:
    try:
        failures, doubt = _hypotheses(case)
        if failures:
            return Verdict(Status.VACUOUS, case, failures=failures)
        if doubt:
            return Verdict(Status.UNDECIDED, case, undecided=doubt)
        comparisons = tuple(_compare(case, row) for row in case.rows())
    except Undecided as undecided:
        return Verdict(Status.UNDECIDED, case, undecided=str(undecided))
    except ZeroDivisionError as error:
        raise UndefinedValue(f"{case.claim.id} has no value on this instance: it divides by zero") from error
    return _conclude(case, comparisons)


def in_words(text: str) -> Failure:
    """Return a failure that is told in words."""
    return FailureInWords(Hypothesis("applies", text, formula="0 >= 1"), Fraction(-1))


def nothing_compared(claim: Claim) -> Failure:
    """Return the failure of a claim that compares nothing on an instance: no mistake where it speaks of mistakes."""
    text = f"nothing to compare: the instance has no case of {claim.quantity.text}"
    return in_words(text)


def _hypotheses(case: ClaimCase) -> tuple[tuple[Failure, ...], str]:
    failures = []
    doubt = ""
    undefined: UndefinedValue | None = None
    for hypothesis in _premises(case):
        try:
            amount = hypothesis.slack(case)
            order = sign(amount)
        except UndefinedValue as error:
            undefined = error  # because another premise fails, such as X > 0; that one will be named
            continue
        if order is None:
            doubt = f"hypothesis {hypothesis.text}: the difference lies in {enclosure_text(amount)}"
        elif not relation_holds(hypothesis.relation, order):
            failures.append(Failure(hypothesis, amount))
    if undefined is not None and not failures:
        raise undefined
    return tuple(failures), doubt


def _premises(case: ClaimCase) -> tuple[Hypothesis, ...]:
    """Return what a claim asks for: the ranges of its parameters, and its hypotheses."""
    domains = [_of_domain(*stated) for stated in case.claim.stated_domains if stated[0] in case.values]
    return (*domains, *case.claim.hypotheses)


def _of_domain(symbol: Any, domain: Domain) -> Hypothesis:
    """Return what a claim says that a parameter is, as a premise; that a count is whole is seen to by ``admit``."""
    said = domain.text(symbol) or domain.formula(symbol)
    return Hypothesis(f"range of {symbol}", said, formula=said)


def _compare(case: ClaimCase, row: Row) -> Comparison:
    order = case.order(row.lhs, row.values)
    if order is None:
        status = Status.UNDECIDED
    else:
        status = Status.HOLDS if relation_holds(case.claim.relation, -order) else Status.VIOLATED
    return Comparison(row, status, case)


def _conclude(case: ClaimCase, comparisons: tuple[Comparison, ...]) -> Verdict:
    for status in (Status.VIOLATED, Status.UNDECIDED):
        for comparison in comparisons:
            if comparison.status is status:
                doubt = enclosure_text(comparison.slack) if status is Status.UNDECIDED else ""
                return Verdict(status, case, comparisons, comparison, undecided=doubt)
    if not comparisons:
        return Verdict(Status.VACUOUS, case, failures=(nothing_compared(case.claim),))
    tightest = comparisons[0]
    for comparison in comparisons[1:]:
        if compare(comparison.slack, tightest.slack) == -1:
            tightest = comparison
    return Verdict(Status.HOLDS, case, comparisons, tightest)
