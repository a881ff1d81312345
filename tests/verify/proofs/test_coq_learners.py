"""The learners that Coq proves are the executable ones: each fault in one is seen on a short run."""

from __future__ import annotations

import shutil
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.data.versions import CLASSIFICATION, FOLLOW_EXPERT, thresholded
from bounds.formulas.rules import rule
from bounds.learners import RuleLearner, TableLearner
from bounds.mathematics import hadamard
from bounds.numbers import log, total
from tests.classes import Perceptron, RandomisedWeightedMajority, WeightedMajorityRounds, Winnow
from verify.proofs import coq_run
from verify.proofs.coq_conformance import Count, Matrices, Steps, Trace, conformance, construction, rule_runs
from verify.proofs.coq_programs import coq_available
from verify.proofs.coq_run import BuildResult

pytestmark = pytest.mark.deep

needs_coq = pytest.mark.skipif(not coq_available(), reason="coqc is not installed (Debian: apt-get install coq)")


class OnlyOnLoss(Perceptron):
    """A Perceptron with a fault: on an open end point, at loss 0, it does not update."""

    def update(self, x: Example, target: Interval) -> None:
        """Update only where there is a loss."""
        if target.loss(self.predict(x)) != 0:
            super().update(x, target)


CLASSICS = ("classics/Definitions", "classics/SecondOrderTraces")


@pytest.fixture
def base_only(built: BuildResult, tmp_path: Path) -> Path:
    """A folder with the compiled definitions and the lemmas on traces."""
    (tmp_path / "classics").mkdir()
    for stem in ("Definitions", "Vectors", "Traces", *CLASSICS):
        for path in built.directory.glob(f"{stem}.*"):
            shutil.copy2(path, tmp_path / path.relative_to(built.directory))
    return tmp_path


@needs_coq
@pytest.mark.parametrize(("learner", "agrees"), [(Perceptron, True), (OnlyOnLoss, False)])
def test_faulty_learner_does_not_conform(base_only: Path, learner: type[Perceptron], agrees: bool) -> None:
    """Power: a learner that differs on a tie only is told from the proved one by one example."""
    above_zero = Interval(Fraction(0), None, False)
    trace = Trace(
        "(perceptron 1)", "zero", learner(Fraction(1)), Trials.of([[1], [1]], [above_zero, Interval(None, Fraction(0))])
    )
    (base_only / "Conformance.v").write_text(conformance([trace]))
    assert (coq_run.compile_file(base_only, "Conformance.v") == "") is agrees


@needs_coq
@pytest.mark.parametrize(("total", "agrees"), [(2, True), (1, False)])
def test_faulty_doubling_does_not_conform(base_only: Path, total: int, agrees: bool) -> None:
    """Power: Exponentiated Update on (x, -x) whose weights sum to something else."""
    trials = Trials.of([[1], [-1]], [Interval(Fraction(1), None), Interval(Fraction(0), None)])
    learner = TableLearner("doubled_exponentiated", log(2), Fraction(2))
    trace = Trace(f"(exponentiated 2 (ln 2) {total})", f"(uniform 2 {total})", learner, trials)
    (base_only / "Conformance.v").write_text(conformance([trace]))
    assert (coq_run.compile_file(base_only, "Conformance.v") == "") is agrees


class PaysOnMistakes(WeightedMajorityRounds):
    """Weighted Majority with a fault: experts pay in the rounds in which the vote errs, and not in the others."""

    def update(self, x: Example, target: Interval) -> None:
        """Update only where the vote is wrong."""
        if target.side(self.predict(x)):
            super().update(x, target)


class Unnormalised(RandomisedWeightedMajority):
    """Randomised Weighted Majority with a fault: the average is taken over the number of experts."""

    def predict(self, x: Example) -> Any:
        """Return the weighted sum over n."""
        return super().predict(x) * total(self.weights) / len(x)


class Resets(Winnow):
    """Winnow with a fault: attributes in a wrong positive prediction get weight 0, as in the elimination algorithm."""

    def predict(self, x: Example) -> Any:
        """Return the sum over the attributes that were never demoted."""
        kept = [a if k >= 0 else 0 for a, k in zip(x.numerators, self.K, strict=True)]
        return super().predict(Example(kept, x.denominator))


THETA = Fraction(1)
DEMOTED = Trials.of([[1, 0], [0, 1], [1, 1]], [-1, -1, 1])
ON_TIES = Trials.of([[1, 0], [1, 0], [0, 1], [1, 1]], [1, 1, -1, 1])
VOTES = Trials.of([[1, 1, -1], [1, -1, -1], [1, -1, -1]], [1, 1, 1])
SIGNED = Trials.of([[2, -1], [1, 3], [-4, 1]], [1, -1, 1])
WINNOW = "winnow_mistakes true 2 2 1 {}"
THRESHOLD = "mistakes_by (errs_at true 2 1) (perceptron 1) zero {}"
MAJORITY, FOLLOWED = "majority_mistakes 3 (1 / 2) ones {}", "random_expert_mistakes 3 (1 / 2) ones {}"
PNORM = "mistakes_by (errs_linked true 2 (link 3)) (perceptron 1) zero {}"
EXPONENTIAL = "mistakes_by (errs_linked true 2 exponential) (perceptron (ln 2)) zero {}"
HYPERBOLIC = "mistakes_by (errs_linked true 2 hyperbolic) (perceptron (ln 2)) zero {}"
POSITIVE, NEGATIVE = thresholded(THETA), thresholded(THETA, False)
HALF = Fraction(1, 2)

COUNTS: dict[str, tuple[Count, bool]] = {
    "Winnow": (Count(WINNOW, TableLearner("winnow", Fraction(2)), DEMOTED, POSITIVE), True),
    "Winnow that eliminates": (Count(WINNOW, Resets(Fraction(2)), DEMOTED, POSITIVE), False),
    "Winnow with another tie rule": (Count(WINNOW, TableLearner("winnow", Fraction(2)), ON_TIES, NEGATIVE), False),
    "threshold": (Count(THRESHOLD, TableLearner("perceptron", THETA), ON_TIES, POSITIVE), True),
    "another tie rule": (Count(THRESHOLD, TableLearner("perceptron", THETA), ON_TIES, NEGATIVE), False),
    "majority": (Count(MAJORITY, TableLearner("wma", HALF), VOTES, CLASSIFICATION), True),
    "majority that pays on mistakes": (Count(MAJORITY, PaysOnMistakes(HALF), VOTES, CLASSIFICATION), False),
    "random expert": (Count(FOLLOWED, TableLearner("rwma", HALF), VOTES, FOLLOW_EXPERT), True),
    "random expert, no average": (Count(FOLLOWED, Unnormalised(HALF), VOTES, FOLLOW_EXPERT), False),
    "p-norm": (
        Count(
            PNORM,
            TableLearner("p_norm", Fraction(3), Fraction(1)),
            SIGNED,
            thresholded(Fraction(0)),
            lambda learner: learner.part("z"),
        ),
        True,
    ),
    **{
        f"QA({f}) as QA({g})": (
            Count(
                counter,
                TableLearner(learner, log(2)),
                DEMOTED,
                thresholded(Fraction(0)),
                lambda learner: learner.part("z"),
            ),
            f == g,
        )
        for f, learner in (("exp", "qa_exp"), ("2 sinh", "qa_sinh"))
        for g, counter in (("exp", EXPONENTIAL), ("2 sinh", HYPERBOLIC))
    },
    "p-norm, another p": (
        Count(
            PNORM,
            TableLearner("p_norm", Fraction(2), Fraction(1)),
            SIGNED,
            thresholded(Fraction(0)),
            lambda learner: learner.part("z"),
        ),
        False,
    ),
}


@needs_coq
@pytest.mark.parametrize("name", COUNTS)
def test_faulty_classifier_does_not_conform(base_only: Path, name: str) -> None:
    """Power: a wrong update, tie rule, average or exponent is told from the proved learner by one short run."""
    count, agrees = COUNTS[name]
    (base_only / "Conformance.v").write_text(conformance([count]))
    assert (coq_run.compile_file(base_only, "Conformance.v") == "") is agrees


def _perceptron() -> Steps:
    return next(
        run for run in rule_runs() if run.step.endswith("0 then (fun e => w e + label (snd c) * (fst c) e) else w")
    )


@needs_coq
@pytest.mark.parametrize(
    ("old", "new"),
    [("", ""), ("Rle_dec", "Rlt_dec"), ("label (snd c) * (fst c) e", "(fst c) e"), ("else w", "else (fun e => 0)")],
    ids=["as translated", "another tie rule", "without the label", "forgetful"],
)
def test_faulty_translation_of_a_rule_does_not_conform(base_only: Path, old: str, new: str) -> None:
    """Power: what a tie is, what is added and what stays is told from the executable rule by three trials."""
    run = _perceptron()
    assert old in run.step
    (base_only / "Conformance.v").write_text(conformance([replace(run, step=run.step.replace(old, new))]))
    assert (coq_run.compile_file(base_only, "Conformance.v") == "") is (old == new)


@needs_coq
def test_faulty_prediction_of_a_rule_does_not_conform(base_only: Path) -> None:
    """Power: predictions are those before the update."""
    run = _perceptron()
    faulty = replace(run, predict="fun (w : vec) (c : ctrial) => dot n (fst c) (fst c)")
    (base_only / "Conformance.v").write_text(conformance([faulty]))
    assert coq_run.compile_file(base_only, "Conformance.v")


def test_rules_of_every_kind_conform() -> None:
    """Power: conditions, largest and smallest numbers, signs, quotients, and points."""
    steps = " ".join(run.step + run.predict for run in rule_runs())
    assert len(list(rule_runs())) >= 11
    assert all(word in steps for word in ("Rle_dec", "Rlt_dec", "Rmax", "Rmin", "sign_of", " / ", "vec * R"))


SUMMED, SQUARED = "v + y*x if y*yhat <= 0 else v", "A + outer(x, x) if y*yhat <= 0 else A"
SOLVED = "dot(v, solve(A + outer(x, x), x))"


@needs_coq
@pytest.mark.parametrize(
    ("squared", "predict", "agrees"),
    [(SQUARED, SOLVED, True), ("A + outer(x, x)", SOLVED, False), (SQUARED, "dot(v, solve(A, x))", False)],
    ids=["second-order", "every example in the matrix", "without this example"],
)
def test_faulty_matrix_does_not_conform(base_only: Path, squared: str, predict: str, agrees: bool) -> None:
    """Power: without this example the mistakes are the same ones, and still it is not the proved learner."""
    faulty = RuleLearner(rule({"v": SUMMED, "A": squared}, predict=predict, start={"A": "identity"}), {})
    trials = Trials.of([[1, 2], [2, 1], [1, -1]], [1, 1, 1])
    (base_only / "Conformance.v").write_text(conformance([Matrices(Fraction(1), faulty, trials)]))
    assert (coq_run.compile_file(base_only, "Conformance.v") == "") is agrees


@needs_coq
def test_faulty_construction_does_not_conform(base_only: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: the two instances of the last pair exchanged."""
    pairs = hadamard.pairs
    assert len(list(construction())) == 18
    monkeypatch.setattr(hadamard, "pairs", lambda d, n: (*pairs(d, n)[:-1], pairs(d, n)[-1][::-1]))
    (base_only / "Conformance.v").write_text(conformance([]))
    assert coq_run.compile_file(base_only, "Conformance.v")
