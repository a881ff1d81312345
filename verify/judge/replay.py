"""Replay: a claim's learner on an instance, trial by trial, beside the per-trial inequality of the proof."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from bounds.calls import checked
from bounds.claims.asked import as_claim
from bounds.claims.claim import Claim, ClaimCase
from bounds.claims.stated import regret_of
from bounds.display import Reported, html_table, text_table
from bounds.errors import BoundcheckError, Undecided
from bounds.fast.play import play
from bounds.instances import Instance, require_instance
from bounds.learners.run import Run, Step
from bounds.numbers import Number, decimal, sign
from verify.judge.complete import complete


@dataclass(frozen=True)
class TrialRecord:
    """One trial: its step, the distance d(u, w) before and after, and the per-trial inequality.

    ``gain <= allowed`` is what the proof shows on every trial (see bounds.claims.claim.PerTrial); ``slack`` is
    ``allowed - gain``. The distances and the inequality are None where the claim's proof has none.
    """

    step: Step
    before: Number | None = None
    after: Number | None = None
    gain: Number | None = None
    allowed: Number | None = None

    @property
    def slack(self) -> Number | None:
        """What the per-trial inequality leaves over."""
        return None if self.gain is None or self.allowed is None else self.allowed - self.gain

    @property
    def fails(self) -> bool:
        """Whether the per-trial inequality is certainly violated."""
        return self.slack is not None and sign(self.slack) == -1

    @property
    def cells(self) -> list[str]:
        """The trial as a row under HEADINGS, in decimals; what there is not is empty."""
        step = self.step
        numbers = (step.loss, step.comparator_loss, self.before, self.after, self.slack)
        update = {1: "up", -1: "down", 0: ""}[step.side]
        shown = ["" if number is None else decimal(number) for number in numbers]
        return [str(step.t), decimal(step.prediction), str(step.outcome), update, *shown]


HEADINGS = ("t", "prediction", "outcome", "update", "loss", "u's loss", "d(u, w)", "after", "slack")
"""What a table of a run has: the trial, what the learner did, and the per-trial inequality of the proof."""

RIGHT = tuple(i for i, heading in enumerate(HEADINGS) if heading != "outcome")
"""The columns that are aligned to the right."""

SHOWN = 50
"""Most trials that a table of a run has."""


@dataclass(frozen=True, repr=False)
class Replay(Reported):
    """The whole run with its records, a trial each.

    Attributes
    ----------
    claim : Claim
        The claim.
    instance : Instance
        The instance, with the norms that it lacked.
    run : Run
        What the learner did.
    records : tuple of TrialRecord
        The two sides of the per-trial inequality; ``first_failure`` is the first at which it fails.
    """

    claim: Claim
    instance: Instance
    run: Run
    records: tuple[TrialRecord, ...]

    @property
    def first_failure(self) -> TrialRecord | None:
        """The first trial at which the per-trial inequality fails, if any."""
        return next((record for record in self.records if record.fails), None)

    @property
    def heading(self) -> str:
        """What a table of the run is called."""
        return f"{self.claim.id}: the run, trial by trial"

    def __str__(self) -> str:
        lines = text_table(HEADINGS, [record.cells for record in self.records[:SHOWN]], right=RIGHT).splitlines()
        more = [f"the first {SHOWN} of {len(self.records)} trials"] * (len(self.records) > SHOWN)
        return "\n".join([self.heading, *lines, *more])

    def _repr_html_(self) -> str:
        return html_table(HEADINGS, [record.cells for record in self.records[:SHOWN]], self.heading)


@checked
def replay(claim: Claim | str, instance: Instance) -> Replay:
    """Play a claim's learner on the instance and evaluate the per-trial inequality of its proof exactly.

    Parameters
    ----------
    claim : Claim or str
        The claim, or its id.
    instance : Instance
        Trials, comparator and values of parameters; missing norms U and X are filled in with the tightest.

    Returns
    -------
    Replay
        The run, which prints as a table, a trial a row.

    Raises
    ------
    BoundcheckError
        Where the claim has no learner or a parameter has no value.
    Undecided
        Where a prediction cannot be placed.

    Examples
    --------
    >>> from boundcheck import Trials, theorem, vector
    >>> S = Trials.of([[1, 0], [0, 1]], [1, 1])
    >>> result = replay(theorem("bylander.5"), Instance(S, vector([1, 1])))
    >>> [(r.before, r.after, r.slack) for r in result.records]
    [(Fraction(2, 1), Fraction(1, 1), Fraction(0, 1)), (Fraction(1, 1), Fraction(0, 1), Fraction(0, 1))]
    """
    claim = as_claim(claim)
    require_instance(instance)
    return replayed(claim.case(complete(claim, instance)))


def replayed(case: ClaimCase) -> Replay:
    """Return the run of a case, completed before, with the per-trial inequality (see ``replay``)."""
    claim, instance = case.claim, case.instance
    learner = case.learner()
    learner.start(instance.trials.n)
    shown = hasattr(learner, "weights")  # a learner of one's own need not show them
    if claim.distance is None or instance.comparator is None or claim.per_trial is None or not shown:
        return Replay(claim, instance, case.run, tuple(TrialRecord(step) for step in case.run.steps))
    run, distances = _run_with_distances(case)
    return Replay(claim, instance, run, _records(case, run, distances))


def _run_with_distances(case: ClaimCase) -> tuple[Run, list[Number]]:
    """Return the run, and d(u, w_t) before each trial and after the last."""
    geometry = case.claim.distance
    if geometry is None:
        raise ValueError(f"{case.id} has no distance")
    u, learner = case.instance.require_comparator(), case.learner()
    distances: list[Number] = []
    run = play(
        learner,
        case.instance.trials,
        case.version,
        u,
        watch=lambda _: distances.append(geometry.distance(u, learner)),
    )
    if not distances:
        learner.start(case.instance.trials.n)
    return run, [*distances, geometry.distance(u, learner)]


def _records(case: ClaimCase, run: Run, distances: list[Number]) -> tuple[TrialRecord, ...]:
    claim = case.claim
    allowance = claim.allowance()
    if allowance is None or claim.per_trial is None:
        return tuple(TrialRecord(step, distances[i], distances[i + 1]) for i, step in enumerate(run.steps))
    scale, charge = (case.evaluate(expression) for expression in allowance)
    by_comparator = claim.per_trial.gain == "mistake" and claim.per_trial.counter is not None
    regret = regret_of(claim.quantity) if claim.per_trial.gain == "regret" else None
    by_trial = None if regret is None else regret.by_trial(case)
    records = []
    for i, step in enumerate(run.steps):
        gain = _gain(claim, step) if by_trial is None else by_trial[i]
        extra = charge * Fraction(step.comparator_error or 0) if by_comparator else charge
        allowed = scale * (distances[i] - distances[i + 1]) + extra
        records.append(TrialRecord(step, distances[i], distances[i + 1], gain, allowed))
    return tuple(records)


def _gain(claim: Claim, step: Step) -> Number:
    if claim.per_trial is not None and claim.per_trial.gain == "mistake":
        return step.error if step.error is not None else Fraction(0)
    return step.loss - (step.comparator_loss if step.comparator_loss is not None else Fraction(0))


def first_failure(case: ClaimCase) -> TrialRecord | None:
    """Return the first trial at which the per-trial inequality of the claim's proof fails, if it has one."""
    if case.claim.per_trial is None:
        return None
    try:
        return replayed(case).first_failure
    except (BoundcheckError, Undecided, ZeroDivisionError):
        return None
