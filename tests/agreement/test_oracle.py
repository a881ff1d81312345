"""The package and the plain oracle say the same, number by number, on hundreds of instances of each theorem."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import mpmath  # type: ignore[import-untyped]
import pytest
import sympy
from flint import arb

from adversaries.families.build import build, bytes_needed
from bounds import symbols as s
from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim, Outcomes, Standing
from bounds.data.interval import Interval, Outcome
from bounds.data.trials import Trials
from bounds.instances import Instance
from bounds.learners import Learner, TableLearner
from bounds.learners.run import Run
from bounds.learners.weights import ExponentialWeights
from bounds.numbers import Number, Real, ball, working_precision
from bounds.numbers.atoms import Root
from bounds.numbers.real import total
from tests.agreement import oracle, plain_runs
from verify.judge.check import Verdict, check
from verify.judge.status import Status

pytestmark = pytest.mark.deep

CHUNKS = 6
PER_CHUNK = 120
TINY = arb("1e-30")
TIES_PER_CHUNK = 24 // CHUNKS
MAX_DRIFT = 5000
SHORTEST = 8
"""So few bytes make no trial."""


# --- from the package's data to plain data -------------------------------------------------------------


def plain_norm(number: Any) -> plain_runs.Norm:
    """Read a parameter: a Fraction, or a rational multiple of one square root."""
    if isinstance(number, Fraction):
        return number
    assert isinstance(number, Real), f"{number!r} is not a number"
    assert number.rational == 0
    ((atom, coefficient),) = number.terms.items()
    assert isinstance(atom, Root)
    assert atom.degree == 2
    assert isinstance(atom.radicand, Fraction)
    assert coefficient > 0
    return plain_runs.root(coefficient**2 * atom.radicand)


def plain_outcome(outcome: Outcome) -> int | plain_runs.Plain:
    if isinstance(outcome, int):
        return outcome
    lo, hi = outcome.lo, outcome.hi
    assert lo is None or isinstance(lo, Fraction)
    assert hi is None or isinstance(hi, Fraction)
    return (lo, hi, outcome.lo_closed, outcome.hi_closed)


def plain_problem(instance: Instance) -> oracle.Problem:
    trials, u = instance.trials, instance.comparator
    return oracle.Problem(
        [list(x) for x in trials.examples],
        [plain_outcome(outcome) for outcome in trials.outcomes],
        [Fraction(0)] * trials.n if u is None else list(u),
        trials.n,
        {symbol.name: plain_norm(value) for symbol, value in instance.parameters.items()},
    )


# --- agreement -----------------------------------------------------------------------------------------


def agree(number: Any, value: plain_runs.Value) -> bool:
    """Tell whether the package's number is the oracle's: equal Fractions, or balls closer than 1e-30."""
    if isinstance(value, Fraction):
        return isinstance(number, Fraction) and number == value
    with working_precision(224):
        gap = ball(number) - value
    return bool(gap.contains(0)) and bool(abs(gap) < TINY)


def _weights(learner: Learner) -> Sequence[Number]:
    """Return the weights, of a learner on (x, -x) all 2n of them; of one that counts votes, in shares of all."""
    shaped = learner.shaped if isinstance(learner, TableLearner) else None
    if isinstance(shaped, ExponentialWeights) and shaped.link.scaled:
        return shaped.rows()
    if isinstance(learner, TableLearner) and learner.name == "weighted_majority_vote":
        votes = total(learner.weights)
        return [weight / votes for weight in learner.weights]
    return learner.weights


def disagreements(run: Run, trials: Sequence[plain_runs.Trial]) -> Iterator[str]:
    """Name everything in which the package's run differs from the oracle's."""
    if len(run.steps) != len(trials):
        yield f"{len(run.steps)} steps against {len(trials)} trials"
    for t, (step, trial) in enumerate(zip(run.steps, trials, strict=False), 1):
        if step.t != t:
            yield f"trial {t} is numbered {step.t}"
        if not agree(step.prediction, trial.prediction):
            yield f"prediction {t}: {step.prediction} against {trial.prediction}"
        if step.side != trial.side:
            yield f"side {t}: {step.side} against {trial.side}"
        if not agree(step.loss, trial.loss):
            yield f"loss {t}: {step.loss} against {trial.loss}"
        if (step.error is None) != (trial.error is None) or (
            step.error is not None and not agree(step.error, trial.error)
        ):
            yield f"error {t}: {step.error} against {trial.error}"
        mine = (step.comparator_prediction, step.comparator_loss, step.comparator_error)
        if mine != (trial.u_prediction, trial.u_loss, trial.u_error):
            yield f"comparator {t}: {mine}"
    if not agree(run.loss, plain_runs.add([trial.loss for trial in trials])):
        yield f"total loss {run.loss}"
    if not agree(run.mistakes, plain_runs.add([trial.error for trial in trials if trial.error is not None])):
        yield f"mistakes {run.mistakes}"
    if run.comparator_loss != plain_runs.add([trial.u_loss for trial in trials]):
        yield f"total loss of the comparator {run.comparator_loss}"
    if run.comparator_mistakes != sum(trial.u_error or 0 for trial in trials):
        yield f"mistakes of the comparator {run.comparator_mistakes}"
    if run.updates != sum(trial.side != 0 for trial in trials):
        yield f"updates {run.updates}"
    if trials:
        for i, (mine_w, theirs) in enumerate(zip(_weights(run.learner), trials[-1].weights, strict=True)):
            if not agree(mine_w, theirs):
                yield f"final weight {i}: {mine_w} against {theirs}"


def verdict_disagreements(verdict: Verdict, judgement: oracle.Judgement) -> Iterator[str]:
    """Name everything in which the verdict differs from the oracle's."""
    if verdict.status.value != judgement.status:
        yield f"status {verdict.status} against {judgement.status}"
    failures = {
        "rate" if failure.hypothesis.name.startswith("eta <") else failure.hypothesis.name
        for failure in verdict.failures
    }
    if failures != judgement.failures:
        yield f"failing premises {failures} against {judgement.failures}"
    if judgement.failures:
        return
    with mpmath.workdps(60), working_precision(224):
        pairs = zip(verdict.comparisons, judgement.compared, strict=True)
        for comparison, (lhs, rhs) in pairs:
            for name, number, value in (("lhs", comparison.lhs, lhs), ("rhs", comparison.rhs, rhs)):
                if abs(plain_runs.as_mpf(ball(number)) - value) > 1e-30 * (1 + abs(value)):
                    yield f"{name} {number} against {value}"


# --- instances -----------------------------------------------------------------------------------------


def random_instance(claim: Claim, rng: random.Random) -> Instance:
    """Build an instance with up to 7 trials of up to 4 attributes."""
    trials, attributes = rng.randint(0, 7), rng.randint(1, 4)
    length = bytes_needed(trials, attributes) if trials else SHORTEST
    return build(claim, bytes([attributes - 1]) + rng.randbytes(length - 1))


def tractable(claim: Claim, instance: Instance) -> bool:
    """Tell whether the weights stay within a factor of 2**MAX_DRIFT: the oracle needs that many bits."""
    statement = oracle.STATEMENTS[claim.id]
    problem = oracle.with_fixed(statement, plain_problem(instance))
    return oracle.needed_bits(statement, problem) <= MAX_DRIFT


def interval_with_end(end: Fraction, tau: Fraction, rng: random.Random) -> Interval:
    """Return an interval that, widened by tau, has ``end`` as an end."""
    lo, hi, closed = end + tau, end - tau, rng.random() < 0.5
    match rng.randrange(5):
        case 0:
            return Interval(lo, None, closed)
        case 1:
            return Interval(None, hi, True, closed)
        case 2:
            return Interval(lo, lo + 1, closed, rng.random() < 0.5)
        case 3:
            return Interval(hi - 1, hi, rng.random() < 0.5, closed)
        case _:
            return Interval(lo, lo)


def with_ties(claim: Claim, instance: Instance, rng: random.Random) -> Instance:
    """Move ends onto the learner's own predictions where these are rational.

    Exponentiated Update has rational predictions while its weights are equal, and on examples with equal
    entries always: rows are replaced by such rows, or by the row before with an outcome on the other side,
    which takes the update back.
    """
    statement = oracle.STATEMENTS[claim.id]
    problem = oracle.with_fixed(statement, plain_problem(instance))
    tau = problem.rational("tau") if statement.version == "toleranced" else Fraction(0)
    rows: list[plain_runs.Row] = []
    outcomes: list[Outcome] = []
    with oracle.precision(statement, problem):
        learner = oracle.make_learner(statement, problem)
        side = 0
        for x, outcome in zip(problem.examples, instance.trials.outcomes, strict=True):
            row, chosen = list(x), outcome
            exponential = isinstance(learner, plain_runs.ExponentiatedUpdate)
            if exponential and side and rng.random() < 0.5:
                row = list(rows[-1])
                far = Fraction(10**6)
                chosen = Interval(None, -far) if side > 0 else Interval(far, None)
            else:
                if exponential and statement.learner != "doubled" and rng.random() < 0.3:
                    row = [row[0]] * len(row)
                end = rational_prediction(learner, oracle.seen_by(statement, row))
                if end is not None and rng.random() < 0.8:
                    chosen = interval_with_end(end, tau, rng)
            seen = oracle.seen_by(statement, row)
            side = plain_runs.run_trial(learner, statement.version, seen, plain_outcome(chosen), None, tau).side
            rows.append(row)
            outcomes.append(chosen)
    return dataclasses.replace(instance, trials=Trials.of(rows, outcomes, instance.trials.n))


def rational_prediction(learner: plain_runs.Learner, x: plain_runs.Row) -> Fraction | None:
    if isinstance(learner, plain_runs.ExponentiatedUpdate):
        return learner.rational(x)
    prediction = learner.predict(x)
    return prediction if isinstance(prediction, Fraction) else None


def with_first_prediction_half(instance: Instance) -> Instance:
    """Choose U so that the first prediction of Exponentiated Update is 1/2 or -1/2, if the comparator allows."""
    trials, u = instance.trials, instance.require_comparator()
    total = abs(sum(trials.examples[0], Fraction(0)))
    if not total or Fraction(trials.n, 2) < total * sum(u):
        return instance
    return dataclasses.replace(instance, parameters={**instance.parameters, s.U: trials.n / (2 * total)})


def outside_premises(claim: Claim, instance: Instance, rng: random.Random) -> Instance:
    """Damage the instance so that a premise may fail: a norm, the comparator, a label or the rate."""
    parameters, u = dict(instance.parameters), instance.require_comparator()
    damage = rng.randrange(4)
    if damage == 0 and s.X in parameters:
        parameters[s.X] = parameters[s.X] * Fraction(2, 3)
    elif damage == 1 and s.U in parameters:
        parameters[s.U] = parameters[s.U] * Fraction(rng.choice((3, 5)), 4)
    elif damage == 2 and s.eta in claim.free and claim.ranges[s.eta].end is not None:
        parameters[s.eta] = parameters[s.eta] * 5
    else:
        u = type(u)([-u.numerators[0] * 2, *u.numerators[1:]], u.denominator)
    return Instance(instance.trials, u, parameters)


def instances(claim: Claim, chunk: int) -> Iterator[Instance]:
    """Yield a chunk of instances; every third has planted ties, every tenth a damaged premise."""
    rng = random.Random(f"{claim.id} {chunk}")
    for i in range(PER_CHUNK):
        instance = random_instance(claim, rng)
        while not tractable(claim, instance):
            instance = random_instance(claim, rng)
        if i % 3 == 0 and claim.outcomes is Outcomes.INTERVALS:
            instance = with_ties(claim, instance, rng)
        elif i % 3 == 0 and claim.id == "bylander.12":
            instance = with_first_prediction_half(instance)
        if i % 10 == 9:
            instance = outside_premises(claim, instance, rng)
        yield instance


# --- theorems with a run -------------------------------------------------------------------------------


@pytest.mark.parametrize("identifier", oracle.STATEMENTS)
def test_bound_is_the_one_in_the_paper(identifier: str) -> None:
    printed = oracle.paper_bound(oracle.STATEMENTS[identifier])
    mine = theorem(identifier).bound
    by_name = {symbol: sympy.Symbol(symbol.name, positive=True) for symbol in mine.free_symbols | printed.free_symbols}
    assert sympy.simplify(mine.subs(by_name) - printed.subs(by_name)) == 0


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("identifier", oracle.STATEMENTS)
def test_run_and_verdict_agree_with_the_oracle(identifier: str, chunk: int) -> None:
    claim, statement = theorem(identifier), oracle.STATEMENTS[identifier]
    seen: Counter[str] = Counter()
    for instance in instances(claim, chunk):
        judgement = oracle.judge(statement, plain_problem(instance), claim.bound)
        case = claim.case(instance)
        with oracle.precision(statement, oracle.with_fixed(statement, plain_problem(instance))):
            found = list(disagreements(case.run, judgement.trials))
        found += verdict_disagreements(check(claim, instance), judgement)
        assert not found, f"{instance}: {found}"
        seen[judgement.status] += 1
        seen["tie"] += sum(trial.tie for trial in judgement.trials)
        seen["tie that updates"] += sum(trial.tie and trial.side != 0 for trial in judgement.trials)
        seen["update"] += sum(trial.side != 0 for trial in judgement.trials)
        seen["no update"] += sum(trial.side == 0 for trial in judgement.trials)
        seen[f"l = {instance.trials.l}"] += 1
    print(identifier, chunk, dict(sorted(seen.items())))
    assert seen["tie"] >= TIES_PER_CHUNK
    assert seen["HOLDS"] >= PER_CHUNK // 2
    assert seen["VACUOUS"] > 0
    assert seen["VIOLATED"] == 0
    assert seen["update"] >= PER_CHUNK // 4
    assert seen["no update"] >= PER_CHUNK // 4


# --- lemmas, steps, identities and equivalences --------------------------------------------------------

OTHERS = [claim for claim in catalogue() if claim.id.startswith("bylander.") and claim.id not in oracle.STATEMENTS]
TRUE = [claim.id for claim in OTHERS if claim.standing is not Standing.FALSE]
FALSE = [claim.id for claim in OTHERS if claim.standing is Standing.FALSE]


def checked(identifier: str, count: int) -> Iterator[tuple[Instance, Verdict]]:
    """Yield random instances of a claim with their verdicts."""
    claim = theorem(identifier)
    rng = random.Random(identifier)
    for _ in range(count):
        instance = random_instance(claim, rng)
        yield instance, check(claim, instance)


@pytest.mark.parametrize("identifier", TRUE)
def test_true_claim_is_never_violated_or_undecided(identifier: str) -> None:
    statuses = Counter(verdict.status for _, verdict in checked(identifier, 1200))
    assert set(statuses) <= {Status.HOLDS, Status.VACUOUS}
    assert statuses[Status.HOLDS] >= 600


@pytest.mark.parametrize("identifier", FALSE)
def test_false_claim_is_violated_somewhere(identifier: str) -> None:
    statuses = Counter(verdict.status for _, verdict in checked(identifier, 2000))
    assert statuses[Status.VIOLATED] >= 1
    assert statuses[Status.UNDECIDED] == 0


def sides(verdict: Verdict) -> list[tuple[int | None, Any, Any]]:
    return [(c.row.t, c.lhs, c.rhs) for c in verdict.comparisons]


def dot(a: plain_runs.Row, b: plain_runs.Row) -> Fraction:
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))


def play_perceptron(
    problem: oracle.Problem, version: str, start: plain_runs.Row, indices: Sequence[int] | None = None
) -> list[plain_runs.Trial]:
    """Play the oracle's Perceptron on the trials with these indices (all by default)."""
    learner = plain_runs.Perceptron(problem.rational("eta"), start)
    tau = problem.rational("tau") if version == "toleranced" else Fraction(0)
    return [
        plain_runs.run_trial(learner, version, problem.examples[i], problem.outcomes[i], problem.u, tau)
        for i in (range(problem.l) if indices is None else indices)
    ]


def test_observation_10_has_the_oracles_losses_and_error_probabilities() -> None:
    strict = 0
    for instance, verdict in checked("bylander.10", 1000):
        trials = play_perceptron(plain_problem(instance), "randomised", [Fraction(0)] * instance.trials.n)
        assert sides(verdict) == [(t, trial.error, trial.loss) for t, trial in enumerate(trials, 1)]
        assert all(trial.error is not None and trial.error <= trial.loss for trial in trials)
        strict += sum(trial.error != trial.loss for trial in trials)
    assert strict > 100


def test_toleranced_loss_is_the_oracles_loss_less_tau_outside_the_widened_interval() -> None:
    rows = 0
    for instance, verdict in checked("bylander.8.shift", 1000):
        problem = plain_problem(instance)
        assert instance.start is not None
        expected = []
        for t, (x, outcome) in enumerate(zip(problem.examples, problem.outcomes, strict=True), 1):
            prediction = dot(instance.start, x)
            wide = plain_runs.target("toleranced", outcome, problem.rational("tau"))
            narrow = plain_runs.target("toleranced", outcome, Fraction(0))
            side, _ = plain_runs.side_of(wide, plain_runs.exact_order(prediction))
            if side:
                loss = plain_runs.distance(wide, prediction, side)
                whole = plain_runs.distance(narrow, prediction, side)
                assert loss == whole - problem.rational("tau")
                expected.append((t, loss, loss))
        assert sides(verdict) == expected
        rows += len(expected)
    assert rows > 500


@pytest.mark.parametrize(
    ("identifier", "version"), [("bylander.2.step", "absolute"), ("bylander.8.step", "toleranced")]
)
def test_distance_drops_as_the_oracles_weights_say(identifier: str, version: str) -> None:
    rows = 0
    for instance, verdict in checked(identifier, 1000):
        problem = plain_problem(instance)
        u, eta = problem.u, problem.rational("eta")
        w: plain_runs.Row = [Fraction(0)] * problem.n
        expected = []
        for t, trial in enumerate(play_perceptron(problem, version, w), 1):
            x, after = problem.examples[t - 1], trial.weights
            if trial.side:
                gaps = [[a - b for a, b in zip(u, v, strict=True)] for v in (w, after)]
                drop = dot(gaps[0], gaps[0]) - dot(gaps[1], gaps[1])
                formula = 2 * eta * trial.side * (dot(u, x) - dot(w, x)) - eta**2 * dot(x, x)
                expected.append((t, drop, formula))
            w = after
        assert sides(verdict) == expected
        assert all(drop == formula for _, drop, formula in expected)
        rows += len(expected)
    assert rows > 500


def test_observation_4_has_the_oracles_losses_on_the_mistaken_subsequences() -> None:
    compared = 0
    for instance, verdict in checked("bylander.4", 1000):
        problem = plain_problem(instance)
        start = list(instance.start or ())
        run = play_perceptron(problem, "classification", start)
        mistaken = [i for i, trial in enumerate(run) if trial.error == 1]
        expected = []
        for m in range(len(mistaken) + 1):
            again = play_perceptron(problem, "absolute", start, mistaken[:m])
            expected.append((sum((trial.loss for trial in again), Fraction(0)), Fraction(m)))
        found = [(loss, m) for _, loss, m in sides(verdict)]  # after each trial, whether or not it was a mistake
        assert list(dict.fromkeys(found)) == expected
        assert all(loss >= m for loss, m in expected)
        compared += len(mistaken)
    assert compared > 500
