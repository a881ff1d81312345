"""The steps of the proofs on exact runs: true ones hold, and a wrong axiom or learner is named."""

from __future__ import annotations

import dataclasses
from fractions import Fraction

import pytest
import z3

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim, LearnerSpec
from bounds.data.interval import Interval
from bounds.data.vectors import Example
from bounds.errors import BoundcheckError
from bounds.learners import Learner
from tests.classes import ExponentiatedUpdate
from tests.ladder import rung
from verify.logic.axioms import add, dot, scale
from verify.logic.runs.perceptron import on_trials, w, wx, x
from verify.logic.session import Data, Session, run
from verify.logic.vectors import t
from verify.proofs.registry import PROOFS
from verify.prove import prove, replay_proof, stepped_ids
from verify.prove.replay import CompiledFormula, replay_steps

pytestmark = pytest.mark.deep

READ = [identifier for identifier in stepped_ids() if PROOFS[identifier.lower()][1] is not None]
EMPTY = Data({}, {})


@rung("proof", READ)
def test_every_axiom_and_step_holds_on_runs(claim: Claim) -> None:
    """The axioms of every proof have a model: the shipped learner's own runs."""
    found = replay_proof(claim, instances=4, seed=3)
    assert found.violation is None, found.violation
    assert found.holds
    assert "the claim" in " ".join(found.evaluated) or found.skipped


def _wrong(name: str, formula: object) -> Session:
    """Return the session of theorem 2 with one axiom more."""

    def write(session: Session) -> None:
        PROOFS["bylander.2"][0](session)
        session.fact(name, formula)

    return run(theorem("bylander.2"), write, PROOFS["bylander.2"][1])[1]


@pytest.mark.parametrize(
    ("name", "formula"),
    [
        ("the update doubles w", lambda: on_trials(w(t + 1) == add(w(t), w(t)))),
        ("w moves the other way", lambda: on_trials(dot(w(t + 1), x(t)) <= wx(t))),
        ("dot is linear in lengths", lambda: z3.ForAll([z3.Real("r")], dot(scale(z3.Real("r"), w(0)), x(0)) == 1)),
        ("every example is short", lambda: on_trials(dot(x(t), x(t)) < z3.Real("X") * z3.Real("X"))),
    ],
)
def test_a_wrong_axiom_is_named(name: str, formula: object) -> None:
    """Power: an axiom that the runs do not satisfy is found, with the trial."""
    session = _wrong(name, formula())  # type: ignore[operator]
    violation = replay_steps(session, instances=20).violation
    assert violation is not None
    assert (violation.step, violation.kind) == (name, "analysis")
    assert name in str(violation)


def test_a_premise_that_is_stronger_than_the_claims_is_named() -> None:
    """Power: a proof that assumes |x| <= X/2 proves less than the claim, and instances show it."""

    def write(session: Session) -> None:
        X = z3.Real("X")
        session.given("examples", on_trials(4 * dot(x(t), x(t)) <= X * X))
        session.prove("nothing", z3.BoolVal(True))

    session = run(theorem("bylander.2"), write, PROOFS["bylander.2"][1])[1]
    violation = replay_steps(session, instances=20).violation
    assert violation is not None
    assert (violation.step, violation.kind) == ("premise: examples", "hypothesis")


class Slow(ExponentiatedUpdate):
    """Exponentiated Update that multiplies the wrong way where the prediction is too high."""

    def update(self, x: Example, target: Interval) -> None:
        """Multiply by exp(eta*x_i) on every error."""
        if target.side(self.predict(x)):
            self.move(1, x)


@pytest.mark.parametrize(
    ("identifier", "make", "step"),
    [
        ("bylander.3", lambda case: Slow(case.value(s.eta), case.value(s.U)), "the update"),
    ],
)
def test_a_wrong_learner_is_named(identifier: str, make: object, step: str) -> None:
    """Power: a learner with a sign bug breaks the definition of the run that the proof is about."""
    claim = theorem(identifier)
    assert claim.learner is not None
    spec = LearnerSpec("planted", make, claim.learner.version)  # type: ignore[arg-type]
    violation = replay_proof(claim.replace(learner=spec), instances=20).violation
    assert violation is not None
    assert violation.step == step
    failed = prove(claim.replace(learner=spec)).failed
    assert failed is not None
    assert (failed.name, failed.how) == (step, "run")


def test_claims_without_a_proof_are_not_replayed() -> None:
    with pytest.raises(BoundcheckError, match=r"no proof of my\.claim"):
        replay_proof(dataclasses.replace(theorem("bylander.2"), id="my.claim"))


# --- the evaluator -------------------------------------------------------------------------------------

a, b = z3.Reals("a_ b_")
f = z3.Function("f", z3.IntSort(), z3.RealSort())


@pytest.mark.parametrize(
    ("formula", "holds"),
    [
        (z3.ForAll([a, b], (a + b) * (a + b) == a * a + 2 * a * b + b * b), True),
        (z3.ForAll([a], a * a > 0), False),
        (z3.ForAll([a, b], z3.Implies(a < b, a != b)), True),
        (z3.ForAll([a, b], z3.Implies(a <= b, a < b)), False),
        (z3.ForAll([a], z3.If(a >= 0, a, -a) >= 0), True),
        (z3.ForAll([a, b], a - b == b - a), False),
        (z3.ToReal(z3.ToInt(z3.RealVal("-1/2"))) == -1, True),
        (z3.RealVal("1/3") + z3.RealVal("1/6") == z3.RealVal("1/2"), True),
        (z3.Or(z3.BoolVal(False), z3.Not(z3.BoolVal(False))), True),
    ],
)
def test_the_evaluator(formula: object, holds: bool) -> None:
    assert (CompiledFormula(formula).first_failure(EMPTY) is None) == holds


def test_the_evaluator_says_where() -> None:
    data = Data({"f": lambda t: Fraction(t) - 2}, {"t": range(5)})
    assert CompiledFormula(f(t) < 2).first_failure(data) == "at t = 4"
    assert CompiledFormula(z3.ForAll([t], z3.Implies(t < 4, f(t) < 2))).first_failure(data) is None


def test_balls_that_overlap_decide_nothing() -> None:
    """Power: a transcendental number is never rounded into a verdict."""
    from flint import arb

    data = Data({"a": arb(1) / 3, "b": arb(1) / 3 + arb("0 +/- 1e-20"), "c": arb(2)}, {})
    p, q, c = z3.Reals("a b c")
    assert CompiledFormula(p == q).evaluate(data, ()) is None
    assert CompiledFormula(p < q).first_failure(data) is None
    assert CompiledFormula(p >= c).first_failure(data) == ""


def test_learner_is_a_class_of_ours() -> None:
    assert issubclass(Slow, Learner)
