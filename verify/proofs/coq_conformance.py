"""Exact traces of the executable learners, as examples that Coq has to prove of its own learners.

The theorems are about the learners of Definitions.v. These examples tie them to ``bounds.learners``: Coq has
to prove that its functions have the losses, the mistakes and the error probabilities that Python computes, on
every trial. Exponentiated Update runs at eta = ln 2 on integer examples, where its weights are rational.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import sympy

from bounds.evaluate import evaluate
from bounds.learners import ExponentiatedUpdate, Learner, Perceptron
from bounds.numbers import Number
from bounds.run import Run, play
from bounds.trials import Interval, Outcome, Trials
from bounds.versions import ABSOLUTE, CLASSIFICATION, RANDOMISED, Version, toleranced

ENDS = (None, *(Fraction(a, 2) for a in range(-3, 4)))

PREAMBLE = """(** Generated: exact runs of the executable learners, proved of the learners of Definitions.v. *)

From Coq Require Import Reals List Bool Lra Lia.
From Boundcheck Require Import Base.
Import ListNotations.
Open Scope R_scope.

Definition vector (entries : list R) : vec := fun i => nth i entries 0.

(** Only the first n weights matter, so those after an update can be written out. *)
Definition same (n : nat) (w w' : vec) : Prop := forall i, (i < n)%nat -> w i = w' i.
Definition looks_at_n (n : nat) (step : learner) : Prop :=
  forall sgn w w' x, same n w w' -> same n (step sgn w x) (step sgn w' x).

Lemma perceptron_looks n eta : looks_at_n n (perceptron eta).
Proof. intros sgn w w' x H i Hi. unfold perceptron. rewrite (H i Hi). reflexivity. Qed.

Lemma exponentiated_looks n eta U : looks_at_n n (exponentiated n eta U).
Proof.
  intros sgn w w' x H i Hi. unfold exponentiated. rewrite (H i Hi).
  rewrite (sum_ext n (fun j => w j * exp (sgn * eta * x j)) (fun j => w' j * exp (sgn * eta * x j))); [reflexivity|].
  intros j Hj. rewrite (H j Hj). reflexivity.
Qed.

Section Runs.
Variables (n : nat) (step : learner).
Hypothesis (Hstep : looks_at_n n step).

Lemma same_dot w w' x : same n w w' -> dot n w x = dot n w' x.
Proof. intros H. apply dot_ext; auto. Qed.

Lemma same_update w w' tr : same n w w' -> same n (update n step w tr) (update n step w' tr).
Proof.
  intros H. unfold update. rewrite (same_dot w w' (fst tr) H).
  destruct (below _ _); [apply Hstep, H|]. destruct (above _ _); [apply Hstep, H|exact H].
Qed.

Lemma same_loss S : forall w w', same n w w' -> alg_loss n step w S = alg_loss n step w' S.
Proof.
  induction S as [|tr S IH]; intros w w' H; cbn [alg_loss]; [reflexivity|]. unfold trial_loss.
  rewrite (same_dot w w' (fst tr) H), (IH _ (update n step w' tr)); [reflexivity|]. apply same_update, H.
Qed.

Lemma same_mistakes S : forall w w', same n w w' -> mistakes n step w S = mistakes n step w' S.
Proof.
  unfold mistakes; induction S as [|c S IH]; intros w w' H; cbn [mistakes_by]; [reflexivity|].
  assert (errs n w c = errs n w' c) as -> by (unfold errs; rewrite (same_dot w w' (fst c) H); reflexivity).
  destruct (errs n w' c); [f_equal|]; apply IH; auto.
Qed.

Lemma same_expected S : forall w w', same n w w' -> expected_mistakes n step w S = expected_mistakes n step w' S.
Proof.
  induction S as [|c S IH]; intros w w' H; cbn [expected_mistakes]; [reflexivity|].
  rewrite (same_dot w w' (fst c) H). f_equal. apply IH, same_update, H.
Qed.

(** One trial: the side of the prediction, what it costs, and the weights after it. *)
Variables (w w' x : vec).

Lemma loss_low I S l r : below (dot n w x) I = true ->
  match low I with Infinite => 0 | Open a | Closed a => a - dot n w x end = l -> same n (step 1 w x) w' ->
  alg_loss n step w' S = r - l -> alg_loss n step w ((x, I) :: S) = r.
Proof.
  intros H L W E. cbn [alg_loss]. unfold trial_loss, update, loss; cbn [fst snd].
  rewrite H, L, (same_loss _ _ _ W), E. ring.
Qed.

Lemma loss_high I S l r : below (dot n w x) I = false -> above (dot n w x) I = true ->
  match high I with Infinite => 0 | Open b | Closed b => dot n w x - b end = l -> same n (step (-1) w x) w' ->
  alg_loss n step w' S = r - l -> alg_loss n step w ((x, I) :: S) = r.
Proof.
  intros H A L W E. cbn [alg_loss]. unfold trial_loss, update, loss; cbn [fst snd].
  rewrite H, A, L, (same_loss _ _ _ W), E. ring.
Qed.

Lemma loss_inside I S r : below (dot n w x) I = false -> above (dot n w x) I = false ->
  alg_loss n step w S = r -> alg_loss n step w ((x, I) :: S) = r.
Proof. intros H A E. cbn [alg_loss]. unfold trial_loss, update, loss; cbn [fst snd]. rewrite H, A, E. ring. Qed.

Lemma mistake_wrong y S m : errs n w (x, y) = true -> same n (step (label y) w x) w' ->
  mistakes n step w' S = m -> mistakes n step w ((x, y) :: S) = Datatypes.S m.
Proof.
  intros H W E. rewrite <- (same_mistakes _ _ _ W) in E. unfold mistakes in *; cbn [mistakes_by fst snd].
  rewrite H, E. reflexivity.
Qed.

Lemma mistake_right y S m : errs n w (x, y) = false ->
  mistakes n step w S = m -> mistakes n step w ((x, y) :: S) = m.
Proof. intros H E. unfold mistakes in *; cbn [mistakes_by]. rewrite H, E. reflexivity. Qed.

Lemma expected_low y S p r : below (dot n w x) (widen (1 / 2) (label_interval y)) = true ->
  error_probability (dot n w x) y = p -> same n (step 1 w x) w' ->
  expected_mistakes n step w' S = r - p -> expected_mistakes n step w ((x, y) :: S) = r.
Proof.
  intros H P W E. cbn [expected_mistakes fst snd]. unfold update; cbn [fst snd].
  rewrite H, P, (same_expected _ _ _ W), E. ring.
Qed.

Lemma expected_high y S p r : below (dot n w x) (widen (1 / 2) (label_interval y)) = false ->
  above (dot n w x) (widen (1 / 2) (label_interval y)) = true ->
  error_probability (dot n w x) y = p -> same n (step (-1) w x) w' ->
  expected_mistakes n step w' S = r - p -> expected_mistakes n step w ((x, y) :: S) = r.
Proof.
  intros H A P W E. cbn [expected_mistakes fst snd]. unfold update; cbn [fst snd].
  rewrite H, A, P, (same_expected _ _ _ W), E. ring.
Qed.

Lemma expected_inside y S p r : below (dot n w x) (widen (1 / 2) (label_interval y)) = false ->
  above (dot n w x) (widen (1 / 2) (label_interval y)) = false -> error_probability (dot n w x) y = p ->
  expected_mistakes n step w S = r - p -> expected_mistakes n step w ((x, y) :: S) = r.
Proof. intros H A P E. cbn [expected_mistakes fst snd]. unfold update; cbn [fst snd]. rewrite H, A, P, E. ring. Qed.

End Runs.

Lemma exp_up s x : s * x = 1 -> exp (s * ln 2 * x) = 2.
Proof. intros H. replace (s * ln 2 * x) with (s * x * ln 2) by ring. rewrite H, Rmult_1_l, exp_ln; lra. Qed.
Lemma exp_flat s x : s * x = 0 -> exp (s * ln 2 * x) = 1.
Proof. intros H. replace (s * ln 2 * x) with (s * x * ln 2) by ring. rewrite H, Rmult_0_l, exp_0; lra. Qed.
Lemma exp_down s x : s * x = -1 -> exp (s * ln 2 * x) = / 2.
Proof.
  intros H. replace (s * ln 2 * x) with (- (s * x * -1 * ln 2)) by ring.
  rewrite H, exp_Ropp. replace (-1 * -1 * ln 2) with (ln 2) by ring. rewrite exp_ln; lra.
Qed.

(** Everything is a number: evaluate, and let lra compare. *)
Ltac evaluate := cbv [dot sum perceptron exponentiated uniform zero vector nth label INR];
  repeat match goal with |- context [exp (?s * ln 2 * ?x)] =>
    first [rewrite (exp_up s x) by lra | rewrite (exp_down s x) by lra | rewrite (exp_flat s x) by lra] end.
Ltac side := cbn [below above widen shift label_interval label low high fst snd errs];
  solve [reflexivity | unfold errs; cbn [label fst snd];
         first [apply ltb_true | apply ltb_false | apply leb_true | apply leb_false]; evaluate; lra].
Ltac cost := cbn [widen shift label_interval low high]; unfold error_probability, Rmax, Rmin;
  evaluate; decide_reals; lra.
Ltac weights := intros i Hi; repeat first [exfalso; lia | destruct i as [|i]; [clear Hi; evaluate; lra|]].
Ltac looks := first [apply perceptron_looks | apply exponentiated_looks].
Ltac finish := cbn [alg_loss mistakes mistakes_by expected_mistakes]; (reflexivity || lra).
Ltac unfold_run := unfold as_trials, tolerant; cbn [map]; unfold as_trial; cbn [fst snd].
"""


@dataclass(frozen=True)
class Trace:
    """One run to be proved: a learner in Coq's words and in Python, and its trials."""

    step: str
    start: str
    learner: Learner
    trials: Trials
    versions: tuple[Version, ...] = field(default=(ABSOLUTE,))


def number(value: Number | int) -> str:
    """Return an exact rational as a Coq term.

    >>> number(Fraction(-3, 2))
    '(-3 / 2)'
    """
    q = Fraction(value) if isinstance(value, int | Fraction) else None
    if q is None:
        raise TypeError(f"{value} is not rational")
    over = f" / {q.denominator}" if q.denominator != 1 else ""
    return f"({q.numerator}{over})" if over or q < 0 else str(q)


def _end(value: Number | None, *, closed: bool) -> str:
    return "Infinite" if value is None else f"({'Closed' if closed else 'Open'} {number(value)})"


def _outcome(outcome: Outcome) -> str:
    if isinstance(outcome, Interval):
        ends = _end(outcome.lo, closed=outcome.lo_closed), _end(outcome.hi, closed=outcome.hi_closed)
        return f"Interval {ends[0]} {ends[1]}"
    return "true" if outcome > 0 else "false"


def _list(trials: Trials) -> str:
    rows = [f"(vector [{'; '.join(map(number, x))}], {_outcome(outcome)})" for x, outcome in trials]
    return f"[{'; '.join(rows)}]"


SIDES = {1: "low", -1: "high", 0: "inside"}


def _play(trace: Trace, version: Version) -> tuple[Run, list[str]]:
    """Return the run and, for each trial, the weights after it in Coq's words."""
    weights: list[str] = []

    def look() -> None:
        weights.append(f"(vector [{'; '.join(number(w) for w in trace.learner.weights)}])")

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
    left = f"alg_loss {trace.trials.n} {trace.step} {trace.start} {listed}"
    return _example(name, f"{left} = {number(run.loss)}", lines)


def _mistakes_example(name: str, trace: Trace) -> str:
    run, weights = _play(trace, CLASSIFICATION)
    lines = [
        f"  apply mistake_wrong with (w' := {after}); [looks|side|weights|]."
        if step.side
        else "  apply mistake_right; [side|]."
        for step, after in zip(run.steps, weights, strict=True)
    ]
    left = f"mistakes {trace.trials.n} {trace.step} {trace.start} {_list(trace.trials)}"
    return _example(name, f"{left} = {run.mistakes}%nat", lines)


def _expected_example(name: str, trace: Trace) -> str:
    run, weights = _play(trace, RANDOMISED)
    lines = [
        _tactic("expected", step.side, after, f" (p := {number(step.error or 0)})")
        for step, after in zip(run.steps, weights, strict=True)
    ]
    left = f"expected_mistakes {trace.trials.n} {trace.step} {trace.start} {_list(trace.trials)}"
    return _example(name, f"{left} = {number(run.mistakes)}", lines)


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
    yield Trace("(perceptron 1)", "zero", Perceptron(Fraction(1)), tie)
    for n, count, eta in ((1, 4, Fraction(1, 2)), (2, 5, Fraction(1, 3)), (3, 4, Fraction(1))):
        intervals = Trials.of(_vectors(source, n, count, halves=True), [_interval(source) for _ in range(count)])
        versions = (ABSOLUTE, toleranced(Fraction(1, 4)))
        yield Trace(f"(perceptron {number(eta)})", "zero", Perceptron(eta), intervals, versions)
        labels = Trials.of(_vectors(source, n, count, halves=True), [source.choice((1, -1)) for _ in range(count)])
        yield Trace(
            f"(perceptron {number(eta)})", "zero", Perceptron(eta), labels, (ABSOLUTE, CLASSIFICATION, RANDOMISED)
        )
    rate: Any = evaluate(sympy.log(2), {})
    for n, count, total in ((2, 3, Fraction(2)), (3, 3, Fraction(1))):
        step, start = f"(exponentiated {n} (ln 2) {number(total)})", f"(uniform {n} {number(total)})"
        intervals = Trials.of(_vectors(source, n, count, halves=False), [_interval(source) for _ in range(count)])
        yield Trace(step, start, ExponentiatedUpdate(rate, total), intervals, (ABSOLUTE, toleranced(Fraction(1, 4))))
        labels = Trials.of(_vectors(source, n, count, halves=False), [source.choice((1, -1)) for _ in range(count)])
        yield Trace(step, start, ExponentiatedUpdate(rate, total), labels, (ABSOLUTE, CLASSIFICATION, RANDOMISED))


def conformance(runs: Iterable[Trace] | None = None) -> str:
    """Return the text of Conformance.v: one example for each run (those of ``traces`` if None) and version."""
    examples = []
    for i, trace in enumerate(traces() if runs is None else runs, 1):
        for j, version in enumerate(trace.versions, 1):
            name = f"run_{i}_{j}"
            if version is CLASSIFICATION:
                examples.append(_mistakes_example(name, trace))
            elif version is RANDOMISED:
                examples.append(_expected_example(name, trace))
            else:
                examples.append(_loss_example(name, trace, version))
    return PREAMBLE + "\n" + "\n\n".join(examples) + "\n"
