"""Proofs of variants, consequences and lower bounds: what they rest on, where they fail, and that runs check them."""

from __future__ import annotations

import pytest
import sympy
import z3

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Case, LearnerSpec
from bounds.data.interval import Interval
from bounds.data.vectors import Example, vector
from bounds.learners import (
    AdditiveLearner,
    WeightedMajorityVote,
)
from bounds.learners.additive import combine
from bounds.mathematics import hadamard
from verify.logic.kernel import BASE_KINDS
from verify.prove import prove, replay_proof, stepped_ids

WITHOUT_ANALYSIS = ("kw.thm8", "kw.13a", "kw.13b")


@pytest.mark.parametrize("identifier", WITHOUT_ANALYSIS)
def test_proofs_without_analysis(identifier: str) -> None:
    """The lower bounds of section 3 and the runs of finite weights need inner products and definitions alone."""
    proof = prove(identifier)
    assert proof.status == "checked", proof
    assert {axiom.kind for axiom in proof.axioms} <= set(BASE_KINDS)
    assert identifier in stepped_ids()


@pytest.mark.parametrize(
    ("identifier", "bound", "step"),
    [
        ("kw.13a", 2**s.d / 2 + 1, "the claim"),
        ("kw.13b", 2**s.d + 1, "the claim"),
    ],
)
def test_a_stronger_bound_fails(identifier: str, bound: sympy.Expr, step: str) -> None:
    failed = prove(theorem(identifier).replace(bound=bound)).failed
    assert failed is not None
    assert failed.name == step


@pytest.mark.parametrize(
    ("identifier", "bound"),
    [("kw.abstract", s.N / 2 - s.k / 2 + sympy.Rational(1, 2)), ("kw.genN", s.N - s.k + 1)],
)
def test_a_stronger_bound_of_a_claim_without_steps_is_not_proved(identifier: str, bound: sympy.Expr) -> None:
    """Power: N - k + 1 is not proved for every N."""
    assert prove(identifier).status == "checked"
    assert prove(theorem(identifier).replace(bound=bound)).status not in ("checked", "partial")


# --- planted faults in what the proofs speak of ------------------------------------------------------------------


class Drifting(AdditiveLearner):
    """A learner that also moves along (1, ..., 1), and so is not additive."""

    def update(self, x: Example, target: Interval) -> None:
        """Move along x, then along the ones."""
        super().update(x, target)
        self._learned = combine(self._learned, self.memory, vector([1] * len(x)), self.memory)


class Forgiving(WeightedMajorityVote):
    """Weighted Majority that charges the experts who were right."""

    def update(self, x: Example, target: Interval) -> None:
        """Scale the weights of the experts that were right by beta, if the vote was wrong."""
        y = 1 if target.hi is None else 0
        if self.decide(x) != y:
            self.multiply(1, Example([int(a == 2 * y - 1) for a in x]))


def planted(identifier: str, make: object) -> str:
    """Return the step that is false on runs of another learner."""
    claim = theorem(identifier)
    assert claim.learner is not None
    spec = LearnerSpec("planted", make, claim.learner.version)  # type: ignore[arg-type]
    violation = replay_proof(claim.replace(learner=spec), instances=20).violation
    assert violation is not None
    return violation.step


def drifting(case: Case) -> Drifting:
    step, idle, memory, theta, drift = (case.rational(symbol) for symbol in (s.eta, s.rate, s.rho, s.theta, s.a))
    return Drifting(step, idle, memory, theta, drift, case.instance.start)


@pytest.mark.parametrize(
    ("identifier", "make", "step"),
    [
        ("kw.thm8", drifting, "Definition 1"),
        ("kw.13a", drifting, "Definition 1"),
    ],
)
def test_a_wrong_learner_is_named(identifier: str, make: object, step: str) -> None:
    """Power: the proofs' definitions of a run are those of the shipped learners."""
    assert planted(identifier, make) == step


def test_a_matrix_that_is_not_sylvesters_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: the proofs are about the matrix that the adversary uses."""

    def spoiled(d: int) -> list[list[int]]:
        rows = [list(row) for row in correct(d)]
        rows[-1][-1] = -rows[-1][-1]
        return rows

    correct = hadamard.sylvester
    monkeypatch.setattr(hadamard, "sylvester", spoiled)
    violation = replay_proof("kw.13a", instances=10).violation
    assert violation is not None
    assert violation.step == "an entry by an earlier one"


# --- planted faults in the steps -----------------------------------------------------------------------------------


def test_a_wrong_sign_in_the_matrix_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: without the change of sign the rows would not be orthogonal."""
    from verify.proofs.kivinen1995.sylvester import Sylvester

    monkeypatch.setattr(Sylvester, "sign", staticmethod(lambda t, e: z3.RealVal(1)))  # noqa: ARG005
    failed = prove("kw.13a").failed
    assert failed is not None
    assert failed.name == "the product of 2**e entries: step"


def test_labels_of_another_classifier_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: theorem 8 is about the target that differs from w_1; labels by w_1 itself force nothing."""
    from verify.logic.axioms import dot
    from verify.logic.runs.perceptron import w
    from verify.proofs.kivinen1995.section3 import Adversary

    monkeypatch.setattr(Adversary, "positive", lambda self, z: dot(w(0), z) >= self.psi)
    failed = prove("kw.thm8").failed
    assert failed is not None
    assert failed.name == "a mistake where w_1 and the target differ"
