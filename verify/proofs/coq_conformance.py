"""Exact traces of the executable learners, as examples that Coq has to prove of its own learners.

The theorems are about the learners of Definitions.v. These examples tie them to ``bounds.learners``: Coq has
to prove that its functions have the losses, the mistakes, the error probabilities and the weights that Python
computes, on every trial. Exponentiated Update runs at eta = ln 2 on integer examples, where its weights are
rational, with doubled attributes too, and so do QA(exp) and QA(2 sinh); the p-norm Perceptron at p = 3 and p = 4; of
the second-order Perceptron the predictions are compared, too. So are those of each rule that a statement is about and
whose runs are rational, translated as it is in the statement.
The pairs and targets of bounds.mathematics.hadamard are compared entry by entry.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import sympy

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.data.interval import Interval, Outcome
from bounds.data.trials import Trials
from bounds.data.versions import ABSOLUTE, CLASSIFICATION, FOLLOW_EXPERT, RANDOMISED, Version, thresholded, toleranced
from bounds.errors import BoundcheckError
from bounds.fast.play import play
from bounds.formulas.rules import Rule
from bounds.formulas.tree import Name, functions
from bounds.learners import Learner, RuleLearner, TableLearner
from bounds.learners.run import Run
from bounds.learners.weights import ExponentialWeights
from bounds.mathematics import hadamard
from bounds.numbers import Number
from bounds.numbers.atoms import Log
from bounds.numbers.evaluate import evaluate
from bounds.numbers.real import Real
from verify.proofs.coq_names import NoCoqForm
from verify.proofs.coq_scope import CoqScope
from verify.proofs.coq_statements import stated

LN_2 = Log(Fraction(2))

ENDS = (None, *(Fraction(a, 2) for a in range(-3, 4)))

PREAMBLE = """(** Generated: exact runs of the executable learners, proved of the learners of Definitions.v. *)

From Coq Require Import Reals List Bool.
From Boundcheck Require Import Traces.
From Boundcheck.classics Require Import Definitions SecondOrderTraces.
Import ListNotations.
Open Scope R_scope.
"""


@dataclass(frozen=True)
class Trace:
    """One run to be proved: a learner in Coq's words and in Python, and its trials."""

    step: str
    start: str
    learner: Learner
    trials: Trials
    versions: tuple[Version, ...] = field(default=(ABSOLUTE,))


def _weights(learner: Any) -> Sequence[Number]:
    doubled = _doubled(learner)
    return learner.weights if doubled is None else doubled.rows()


def _doubled(learner: Learner) -> ExponentialWeights | None:
    """Return the weights of a learner on (x, -x)."""
    shaped = learner.shaped if isinstance(learner, TableLearner) else None
    return shaped if isinstance(shaped, ExponentialWeights) and shaped.link.opposite else None


@dataclass(frozen=True)
class Count:
    """A run whose mistakes are counted: what counts them in Coq's words, with the list of trials in place of ``{}``.

    ``state`` gives the numbers that Coq's learner holds, if they are not the weights.
    """

    counter: str
    learner: Learner
    trials: Trials
    version: Version
    state: Callable[[Any], Sequence[Number]] = _weights


@dataclass(frozen=True)
class Matrices:
    """A run of the second-order Perceptron whose matrix starts as a times the identity."""

    a: Fraction
    learner: RuleLearner
    trials: Trials


@dataclass(frozen=True)
class Steps:
    """A run of a rule: what it makes of the weights on a trial, and predicts, in Coq's words."""

    step: str
    predict: str
    learner: RuleLearner
    trials: Trials


def number(value: Number | int) -> str:
    """Return an exact rational, or one times ln 2, as a Coq term.

    >>> number(Fraction(-3, 2)), number(evaluate(3 * sympy.log(2), {}))
    ('(-3 / 2)', '(3 * ln 2)')
    """
    if isinstance(value, Real) and value.rational == 0 and value.terms.keys() == {LN_2}:
        return f"({number(value.terms[LN_2])} * ln 2)"
    q = Fraction(value) if isinstance(value, int | Fraction) else None
    if q is None:
        raise TypeError(f"{value} is not rational")
    over = f" / {q.denominator}" if q.denominator != 1 else ""
    return f"({q.numerator}{over})" if over or q < 0 else str(q)


def _end(value: Number | None, *, closed: bool) -> str:
    return "Infinite" if value is None else f"({'Closed' if closed else 'Open'} {number(value)})"


def _outcome(outcome: Outcome, *, as_number: bool = False) -> str:
    if as_number and isinstance(outcome, Interval) and outcome.lo is not None:
        return number(outcome.lo)
    if isinstance(outcome, Interval):
        ends = _end(outcome.lo, closed=outcome.lo_closed), _end(outcome.hi, closed=outcome.hi_closed)
        return f"Interval {ends[0]} {ends[1]}"
    return "true" if outcome > 0 else "false"


def _vector(entries: Iterable[Number | int]) -> str:
    return f"(vector [{'; '.join(map(number, entries))}])"


def _list(trials: Trials) -> str:
    rows = [f"({_vector(x)}, {_outcome(outcome)})" for x, outcome in trials]
    return f"[{'; '.join(rows)}]"


SIDES = {1: "low", -1: "high", 0: "inside"}


def _play(
    trace: Trace | Count, version: Version, state: Callable[[Any], Sequence[Number]] = _weights
) -> tuple[Run, list[str]]:
    """Return the run and, for each trial, the weights after it in Coq's words."""
    weights: list[str] = []

    def look() -> None:
        weights.append(_vector(state(trace.learner)))

    run = play(trace.learner, trace.trials, version, watch=lambda _: look())
    look()
    return run, weights[1:]


def _tactic(lemma: str, side: int, after: str, given: str = "") -> str:
    """Return the tactic that proves one trial; without an update the weights stay what they are."""
    checks = {1: "side|cost|weights", -1: "side|side|cost|weights", 0: "side|side" + ("|cost" if given else "")}[side]
    known = f" (w' := {after})" if side else ""
    name = f"{lemma}_{SIDES[side]}"
    binding = f" with{known}{given}" if known or given else ""
    return f"  eapply {name}{binding}; [{'looks|' if side else ''}{checks}|]."


def _loss_example(name: str, trace: Trace, version: Version) -> str:
    run, weights = _play(trace, version)
    listed = _list(trace.trials)
    listed = f"(as_trials {listed})" if trace.trials.are_labels else listed
    listed = f"(tolerant {number(version.tolerance)} {listed})" if version.tolerance != 0 else listed
    lines = [
        _tactic("loss", step.side, after, f" (l := {number(step.loss)})" if step.side else "")
        for step, after in zip(run.steps, weights, strict=True)
    ]
    n = trace.trials.n
    if _doubled(trace.learner) is not None:
        n, listed = 2 * n, f"(doubled {n} {listed})"
    left = f"alg_loss {n} {trace.step} {trace.start} {listed}"
    return _example(name, f"{left} = {number(run.loss)}", lines)


def _mistakes_example(name: str, trace: Trace) -> str:
    counter = f"mistakes {trace.trials.n} {trace.step} {trace.start} {{}}"
    return _count_example(name, Count(counter, trace.learner, trace.trials, CLASSIFICATION))


def _count_example(name: str, count: Count) -> str:
    """Return the example that proves one trial after the other, by the lemmas of what counts the mistakes."""
    run, weights = _play(count, count.version, count.state)
    kind = count.counter.partition("_mistakes ")[0]
    given = f" (n := {count.trials.n + ('with_bias' in count.counter)}%nat)"
    lines = []
    for step, after in zip(run.steps, weights, strict=True):
        if kind == "majority":
            lemma = "majority_wrong" if step.side else "majority_right"
            lines.append(f"  apply {lemma} with (w' := {after}); [weights|side|].")
        elif kind == "random_expert":
            known = f"(w' := {after}) (p := {number(step.error or 0)})"
            lines.append(f"  apply random_round with {known}; [weights|cost|].")
        elif step.side:
            lines.append(f"  apply mistake_wrong with{given} (w' := {after}); [looks|looks|side|weights|].")
        else:
            lines.append("  apply mistake_right; [side|].")
    total = number(run.mistakes) + ("" if kind == "random_expert" else "%nat")
    return _example(name, f"{count.counter.format(_list(count.trials))} = {total}", lines)


def _expected_example(name: str, trace: Trace) -> str:
    run, weights = _play(trace, RANDOMISED)
    lines = [
        _tactic("expected", step.side, after, f" (p := {number(step.error or 0)})")
        for step, after in zip(run.steps, weights, strict=True)
    ]
    left = f"expected_mistakes {trace.trials.n} {trace.step} {trace.start} {_list(trace.trials)}"
    return _example(name, f"{left} = {number(run.mistakes)}", lines)


def _matrix_examples(name: str, run: Matrices) -> Iterator[str]:
    """Yield an example for each trial: from the state before it, the prediction and the state after it."""
    states: list[str] = []

    def look() -> None:
        state: dict[str, Any] = {**run.learner.state}
        rows = "; ".join(f"[{'; '.join(map(number, row))}]" for row in state["A"].rows())
        states.append(f"({_vector(state['v'])}, rows [{rows}])")

    played = play(run.learner, run.trials, CLASSIFICATION, watch=lambda _: look())
    look()
    before = [f"(second_order_start {number(run.a)})", *states[1:]]
    for i, (step, (x, outcome)) in enumerate(zip(played.steps, run.trials, strict=True)):
        trial = f"({_vector(x)}, {_outcome(outcome)})"
        said = f"{run.trials.n} {before[i]} {trial} {number(step.prediction)} {states[i + 1]}"
        yield f"Example {name}_{i + 1} :\n  second_order_trial {said}.\nProof. second_order_trial. Qed."


def _step_examples(name: str, run: Steps) -> Iterator[str]:
    """Yield an example for each trial: from the weights before it, the weights after it and the prediction."""
    states: list[str] = []

    def look() -> None:
        states.append(_vector(run.learner.weights))

    version = CLASSIFICATION if run.trials.are_labels else ABSOLUTE
    played = play(run.learner, run.trials, version, watch=lambda _: look())
    look()
    for i, (step, (x, outcome)) in enumerate(zip(played.steps, run.trials, strict=True)):
        seen = f"{states[i]} ({_vector(x)}, {_outcome(outcome, as_number=True)})"
        said = f"same n (({run.step}) {seen}) {states[i + 1]} /\\\n  ({run.predict}) {seen} = {number(step.prediction)}"
        yield f"Example {name}_{i + 1} : let n := {run.trials.n}%nat in\n  {said}.\nProof. trial_of_a_rule. Qed."


def _example(name: str, statement: str, lines: list[str]) -> str:
    return "\n".join([f"Example {name} :", f"  {statement}.", "Proof.", "  unfold_run.", *lines, "  finish.", "Qed."])


# --- the traces ----------------------------------------------------------------------------------------


def _vectors(source: random.Random, n: int, count: int, *, halves: bool) -> list[list[Fraction]]:
    values = [Fraction(a, 2) for a in range(-3, 4)] if halves else [Fraction(a) for a in (-1, 0, 1)]
    return [[source.choice(values) for _ in range(n)] for _ in range(count)]


def _interval(source: random.Random) -> Interval:
    lo, hi = sorted(source.sample(range(-3, 4), 2))
    low = None if source.random() * 4 < 1 else Fraction(lo, 2)
    high = None if source.random() * 4 < 1 else Fraction(hi, 2)
    return Interval(
        low, high, low is not None and source.choice((True, False)), high is not None and source.choice((True, False))
    )


def traces(seed: int = 1998) -> Iterator[Trace]:
    """Yield the runs: intervals with open and infinite ends, labels with ties at 0, several dimensions."""
    source = random.Random(seed)  # noqa: S311
    tie = Trials.of([[1], [1]], [Interval(Fraction(0), None, False), Interval(Fraction(1), None, False)])
    yield Trace("(perceptron 1)", "zero", TableLearner("perceptron", Fraction(1)), tie)
    for n, count, eta in ((1, 4, Fraction(1, 2)), (2, 5, Fraction(1, 3)), (3, 4, Fraction(1))):
        intervals = Trials.of(_vectors(source, n, count, halves=True), [_interval(source) for _ in range(count)])
        versions = (ABSOLUTE, toleranced(Fraction(1, 4)))
        yield Trace(f"(perceptron {number(eta)})", "zero", TableLearner("perceptron", eta), intervals, versions)
        labels = Trials.of(_vectors(source, n, count, halves=True), [source.choice((1, -1)) for _ in range(count)])
        yield Trace(
            f"(perceptron {number(eta)})",
            "zero",
            TableLearner("perceptron", eta),
            labels,
            (ABSOLUTE, CLASSIFICATION, RANDOMISED),
        )
    rate: Any = evaluate(sympy.log(2), {})
    for n, count, total in ((2, 3, Fraction(2)), (3, 3, Fraction(1))):
        step, start = f"(exponentiated {n} (ln 2) {number(total)})", f"(uniform {n} {number(total)})"
        intervals = Trials.of(_vectors(source, n, count, halves=False), [_interval(source) for _ in range(count)])
        yield Trace(
            step, start, TableLearner("exponentiated", rate, total), intervals, (ABSOLUTE, toleranced(Fraction(1, 4)))
        )
        labels = Trials.of(_vectors(source, n, count, halves=False), [source.choice((1, -1)) for _ in range(count)])
        yield Trace(
            step, start, TableLearner("exponentiated", rate, total), labels, (ABSOLUTE, CLASSIFICATION, RANDOMISED)
        )
    intervals = Trials.of(_vectors(source, 2, 3, halves=False), [_interval(source) for _ in range(3)])
    doubled = TableLearner("doubled_exponentiated", rate, Fraction(2))
    yield Trace("(exponentiated 4 (ln 2) 2)", "(uniform 4 2)", doubled, intervals)


def _zero_one(source: random.Random, n: int, count: int) -> Trials:
    """Return examples in {0, 1}^n with any labels."""
    rows = [[source.choice((0, 1)) for _ in range(n)] for _ in range(count)]
    return Trials.of(rows, [source.choice((1, -1)) for _ in range(count)])


def _votes(source: random.Random, n: int, count: int) -> Trials:
    rows = [[source.choice((-1, 1)) for _ in range(n)] for _ in range(count)]
    return Trials.of(rows, [source.choice((1, -1)) for _ in range(count)])


def counts(seed: int = 1995) -> Iterator[Count]:
    """Yield runs of the threshold, multiplicative and p-norm learners, with ties decided either way."""
    source = random.Random(seed)  # noqa: S311
    ties = Trials.of([[1, 1], [1, 1], [0, 1], [1, 0], [1, 1]], [1, -1, -1, 1, -1])
    for tie, word in ((True, "true"), (False, "false")):
        for n, factor, theta, trials in (
            (2, Fraction(2), Fraction(2), ties),
            (3, Fraction(3, 2), Fraction(3), _zero_one(source, 3, 5)),
        ):
            counter = f"winnow_mistakes {word} {n} {number(factor)} {number(theta)} {{}}"
            yield Count(counter, TableLearner("winnow", factor), trials, thresholded(theta, tie))
        theta, eta = Fraction(1), Fraction(1, 2)
        counter = f"mistakes_by (errs_at {word} 2 {number(theta)}) (perceptron {number(eta)}) zero {{}}"
        yield Count(counter, TableLearner("perceptron", eta), ties, thresholded(theta, tie))
        counter = f"mistakes_by (errs_at {word} 3 0) (perceptron {number(eta)}) zero (with_bias 2 {{}})"
        yield Count(
            counter,
            TableLearner("bias_perceptron", eta, Fraction(0)),
            ties,
            thresholded(Fraction(0), tie),
            lambda learner: [*learner.weights, -learner.c],
        )
        for p, n, rate in ((3, 2, Fraction(1)), (4, 3, Fraction(1, 2))):
            labels = [source.choice((1, -1)) for _ in range(4)]
            trials = Trials.of(_vectors(source, n, 4, halves=True), labels)
            counter = f"mistakes_by (errs_linked {word} {n} (link {p})) (perceptron {number(rate)}) zero {{}}"
            version = thresholded(Fraction(0), tie)
            yield Count(
                counter, TableLearner("p_norm", Fraction(p), rate), trials, version, lambda learner: learner.part("z")
            )
    for n, eta in ((2, Fraction(1, 2)), (3, Fraction(1, 3))):
        trials = _votes(source, n, 5)
        counter = f"majority_mistakes {n} {number(eta)} ones {{}}"
        yield Count(counter, TableLearner("wma", eta), trials, CLASSIFICATION)
        counter = f"random_expert_mistakes {n} {number(eta)} ones {{}}"
        yield Count(counter, TableLearner("rwma", eta), trials, FOLLOW_EXPERT)
    ln_2: Any = evaluate(sympy.log(2), {})
    for learner, weights in (("qa_exp", "exponential"), ("qa_sinh", "hyperbolic")):
        for tie, word, n in ((True, "true", 2), (False, "false", 3)):
            trials = Trials.of(_vectors(source, n, 5, halves=False), [source.choice((1, -1)) for _ in range(5)])
            counter = f"mistakes_by (errs_linked {word} {n} {weights}) (perceptron (ln 2)) zero {{}}"
            version = thresholded(Fraction(0), tie)
            yield Count(counter, TableLearner(learner, ln_2), trials, version, lambda learner: learner.part("z"))


def matrix_runs(seed: int = 2005) -> Iterator[Matrices]:
    """Yield runs of the catalogue's second-order Perceptron in one to three dimensions; each starts with a tie."""
    source = random.Random(seed)  # noqa: S311
    spec = theorem("classics.second_order").learner
    if spec is None or spec.rule is None:
        raise BoundcheckError("classics.second_order has no learner by rule")
    for n, count, a in ((1, 3, Fraction(1)), (2, 4, Fraction(1, 2)), (3, 3, Fraction(2))):
        trials = Trials.of(_vectors(source, n, count, halves=n < 3), [source.choice((1, -1)) for _ in range(count)])
        yield Matrices(a, RuleLearner(spec.rule, {"a": a}), trials)


PARAMETERS = {"beta": Fraction(1, 3), "C": Fraction(1, 3), "a": Fraction(1, 4), "R": Fraction(1)}
"""What rules run with; what is not here is 1/2."""


def rule_runs(seed: int = 2006) -> Iterator[Steps]:
    """Yield runs of the rules of stated claims that need no powers."""
    source = random.Random(seed)  # noqa: S311
    claims = [one.claim for one in stated()]
    by_text = {claim.learner.formula: claim for claim in claims if claim.learner is not None}
    for _, claim in sorted(by_text.items()):
        rule = claim.learner.rule if claim.learner is not None else None
        if rule is None or rule.updates.keys() != {"w"} or not _is_rational(rule):
            continue
        values = {name: PARAMETERS.get(name, Fraction(1, 2)) for name in rule.parameters}
        with suppress(NoCoqForm):
            scope, yhat = CoqScope(claim, {}, {name: number(value) for name, value in values.items()}), Name("yhat")
            step, bound, _, played = scope.by_rule(yhat)
            predict = f"{bound} {played.value(yhat)}"
            yield Steps(step, predict, RuleLearner(rule, values), _rule_trials(source, claim, rule))


def _rule_trials(source: random.Random, claim: Claim, rule: Rule) -> Trials:
    """Return three trials: votes for weights that are not 0 at first, whose sum may be divided by."""
    if rule.start:
        return _votes(source, 2, 3)
    if claim.outcomes.kind == "labels":
        outcomes: list[Any] = [source.choice((1, -1)) for _ in range(3)]
    else:
        outcomes = [Interval(y, y) for y in (Fraction(source.randint(-3, 3), 2) for _ in range(3))]
    return Trials.of(_vectors(source, 2, 3, halves=True), outcomes)


def _is_rational(rule: Rule) -> bool:
    return not any(functions(formula) & {"exp", "ln", "sqrt", "**", "norm"} for formula in rule.formulas)


def _entries_example(name: str, n: int, term: str, entries: Iterable[Number | int]) -> str:
    return f"Example {name} : same {n} ({term}) {_vector(entries)}.\nProof. entries. Qed."


def construction(largest: int = 2) -> Iterator[str]:
    """Yield the examples that say what the Hadamard pairs and the targets are, entry by entry, with k = 2."""
    k = 2
    for d in range(1, largest + 1):
        n = 2**d + k - 1
        for t, pair in enumerate(hadamard.pairs(d, n)):
            for half, z in zip(("upper", "lower"), pair, strict=True):
                yield _entries_example(f"{half}_{d}_{t}", n, f"{half}_half {d} {t}", z)
            target = hadamard.target(t, d, n, k)
            yield _entries_example(f"target_{d}_{t}", n, f"hadamard_target {d} {k} {t}", target)


def conformance(runs: Iterable[Trace | Count | Matrices | Steps] | None = None) -> str:
    """Return the text of Conformance.v: an example for each run and version, then the Hadamard construction.

    The runs are those of ``traces``, ``counts``, ``matrix_runs`` and ``rule_runs`` if None.
    """
    examples: list[str] = []
    every: list[Trace | Count | Matrices | Steps] = [*traces(), *counts(), *matrix_runs(), *rule_runs()]
    played = every if runs is None else runs
    for i, run in enumerate(played, 1):
        if isinstance(run, Matrices):
            examples += _matrix_examples(f"run_{i}", run)
            continue
        if isinstance(run, Steps):
            examples += _step_examples(f"run_{i}", run)
            continue
        if isinstance(run, Count):
            examples.append(_count_example(f"run_{i}", run))
            continue
        for j, version in enumerate(run.versions, 1):
            name = f"run_{i}_{j}"
            if version is CLASSIFICATION:
                examples.append(_mistakes_example(name, run))
            elif version is RANDOMISED:
                examples.append(_expected_example(name, run))
            else:
                examples.append(_loss_example(name, run, version))
    return PREAMBLE + "\n" + "\n\n".join([*examples, *construction()]) + "\n"
