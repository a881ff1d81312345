"""Implementations in floats as learners: read exactly, judged exactly, and compared with the exact algorithm."""

from __future__ import annotations

import builtins
import dataclasses
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import pytest

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Case, Claim, LearnerSpec, Quantity, Row, always
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.data.versions import CLASSIFICATION
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.numbers import total
from tests.classes import BiasPerceptron, Perceptron
from verify.commands.check import verdict_object
from verify.judge.certificate import NoFormula, certificate
from verify.judge.check import Intercept, check
from verify.judge.status import Status
from verify.own_data.adapters import (
    Adapted,
    Departures,
    departures,
    from_learn_one,
    from_partial_fit,
)
from verify.own_data.learner import with_learner
from verify.own_data.logged import with_fitted, with_predictions

ONE = Fraction(1)
DYADIC = Trials.of([[1, 0], ["1/2", -1], [1, "-1/4"], [-2, 1], ["3/8", 1]], [1, -1, 1, -1, 1])
TIE_LOST = Trials.of([["0.1", 1, 0], ["0.2", -1, 0], ["0.3", 0, 1], [1, 0, 0]], [1, 1, -1, 1])
"""The first weight is 0.1 + 0.2 - 0.3: exactly 0, but 2**-54 in floats."""


def sklearn_perceptron(eta: Fraction = Fraction(1)) -> Adapted:
    """Return scikit-learn's Perceptron from zero, without an intercept, at rate ``eta``."""

    def make() -> Any:
        from sklearn.linear_model import Perceptron

        return Perceptron(eta0=float(eta), fit_intercept=False)

    return from_partial_fit(make)


def river_perceptron() -> Adapted:
    """Return river's Perceptron: rate 1 from zero, with an intercept that it learns (see BiasPerceptron)."""

    def make() -> Any:
        from river.linear_model import Perceptron

        return Perceptron()

    return from_learn_one(make)


def exact_on_dyadic(adapted: Adapted, exact: Perceptron | BiasPerceptron) -> None:
    """Floats that are exact throughout must not depart anywhere, in predictions and in weights."""
    found = departures(adapted, exact, DYADIC)
    assert found.trials == ()
    assert found.rounded_inputs == ()
    assert not found.mistakes_differ
    assert list(adapted.weights) == list(exact.weights)


def mistakes(found: Departures) -> tuple[str, str]:
    """Return the mistakes of the implementation and of the exact algorithm."""
    return str(found.run.mistakes), str(found.exact_run.mistakes)


# --- scikit-learn --------------------------------------------------------------------------------------


def test_scikit_learns_perceptron_is_the_perceptron_where_floats_are_exact() -> None:
    exact_on_dyadic(sklearn_perceptron(), Perceptron(ONE))
    exact_on_dyadic(sklearn_perceptron(Fraction(1, 4)), Perceptron(Fraction(1, 4)))


def test_sgd_classifier_with_the_perceptron_loss_is_the_perceptron() -> None:
    def make() -> Any:
        from sklearn.linear_model import SGDClassifier

        return SGDClassifier(loss="perceptron", penalty=None, learning_rate="constant", eta0=1.0, fit_intercept=False)

    exact_on_dyadic(from_partial_fit(make), Perceptron(ONE))


def test_an_intercept_is_part_of_the_prediction() -> None:
    def make() -> Any:
        from sklearn.linear_model import Perceptron as Scikit

        return Scikit()

    adapted, exact = from_partial_fit(make), BiasPerceptron(ONE)
    exact_on_dyadic(adapted, exact)
    assert adapted.threshold == exact.threshold
    adapted.start(1)
    adapted.update(vector([1]), Interval.parse("(0,oo)"))
    assert adapted.threshold == -1


def test_a_tie_lost_to_rounding_is_found() -> None:
    """Power: the lost tie is the one decision that differs, and it costs the exact algorithm a mistake."""
    found = departures(sklearn_perceptron(), Perceptron(ONE), TIE_LOST)
    assert found.ties_lost == (4,)
    assert found.rounded_inputs == (1, 2, 3)
    assert [departure.t for departure in found.trials] == [2, 3, 4]
    first = found.first_decision
    assert first is not None
    assert (first.t, str(first.prediction), str(first.exact_prediction)) == (4, f"1/{2**54}", "0")
    assert mistakes(found) == ("3", "4")
    assert found.mistakes_differ


def test_a_tie_lost_in_the_sums_alone_is_found() -> None:
    """Power: all inputs are floats here, so only the implementation's own additions can lose the tie."""
    b = 2**53
    examples = [[b, 0, 3], [1, 0, -b // 2], [1, 0, b], [b + 2, 0, 0], [1, 0, 0]]
    found = departures(sklearn_perceptron(), Perceptron(ONE), Trials.of(examples, [1, 1, 1, -1, -1]))
    assert found.rounded_inputs == ()
    assert found.trials[-1].prediction == -2, "b + 1 + 1 - (b + 2)"
    assert found.ties_lost == (5,)
    assert mistakes(found) == ("4", "5")


def test_a_tie_made_by_rounding_is_found() -> None:
    """Power: the other way round, b + 1 - b is 0 in floats."""
    b = 2**53
    examples = [[b, 0, 3], [1, 0, -b // 2], [b, 0, 0], [1, 0, 0]]
    found = departures(sklearn_perceptron(), Perceptron(ONE), Trials.of(examples, [1, 1, -1, 1]))
    assert found.ties_made == (4,)
    assert "ties made    trial 4" in str(found)


def test_a_run_in_floats_is_judged_exactly() -> None:
    spec = LearnerSpec("scikit-learn", lambda _: sklearn_perceptron(), always(CLASSIFICATION))
    claim = theorem("bylander.5").replace(learner=spec)
    block = Instance(Trials.of([[1, 0], [0, 1]], [1, 1]), vector([1, 1]))
    verdict = check(claim, block)
    assert verdict.status is Status.HOLDS
    assert verdict.slack == 0
    with pytest.raises(NoFormula, match="scikit-learn"):
        certificate(verdict)


def test_a_wrong_estimator_violates_the_bound() -> None:
    """Power: an implementation with the sign of its labels turned round is caught by the same verdict."""

    class Turned:
        def __init__(self) -> None:
            self.inner = sklearn_perceptron()
            self.inner.start(1)

        def partial_fit(self, X: Sequence[Sequence[float]], y: Sequence[int], classes: Sequence[int]) -> None:
            self.inner.implementation.partial_fit(X, [-label for label in y], classes=classes)

        def decision_function(self, X: Sequence[Sequence[float]]) -> Any:
            return self.inner.implementation.decision_function(X)

        @property
        def coef_(self) -> Any:
            return getattr(self.inner.implementation, "coef_", None)

    spec = LearnerSpec("turned", lambda _: from_partial_fit(Turned), always(CLASSIFICATION))
    instance = Instance(Trials.of([[1]] * 3, [1] * 3), vector([1]))
    assert check(theorem("bylander.5").replace(learner=spec), instance).status is Status.VIOLATED


# --- river ---------------------------------------------------------------------------------------------


def river_without_intercept() -> Any:
    from river import linear_model, optim

    return linear_model.LogisticRegression(optim.SGD(1), optim.losses.Hinge(threshold=0.0), intercept_lr=0.0)


def test_rivers_perceptron_is_the_perceptron_with_a_learned_threshold() -> None:
    adapted, exact = river_perceptron(), BiasPerceptron(ONE)
    exact_on_dyadic(adapted, exact)
    assert adapted.threshold == exact.threshold


def test_rivers_linear_models_lose_the_same_tie() -> None:
    found = departures(from_learn_one(river_without_intercept), Perceptron(ONE), TIE_LOST)
    assert found.ties_lost == (4,)
    assert found.mistakes_differ


def test_a_label_that_is_not_the_sign_of_the_score_is_found() -> None:
    """Power: river turns a score of 2**-54 into a probability of 1/2, and so into the label -1."""
    found = departures(from_learn_one(river_without_intercept), Perceptron(ONE), TIE_LOST)
    assert found.own_labels == (4,)
    assert "own labels   trial 4" in str(found)
    assert departures(sklearn_perceptron(), Perceptron(ONE), TIE_LOST).own_labels == ()


def test_weights_alone_are_enough() -> None:
    """A model without a raw score is judged by the exact product of its weights."""

    class Bare:
        def __init__(self) -> None:
            self.weights: dict[int, float] = {}

        def predict_one(self, x: dict[int, float]) -> bool:
            return sum(self.weights.get(i, 0.0) * a for i, a in x.items()) > 0

        def learn_one(self, x: dict[int, float], y: bool) -> None:
            if self.predict_one(x) != y:
                self.weights = {i: self.weights.get(i, 0.0) + (a if y else -a) for i, a in x.items()}

    found = departures(from_learn_one(Bare), Perceptron(ONE), Trials.of([[1], [1]], [-1, 1]))
    assert [(d.t, str(d.prediction), str(d.exact_prediction)) for d in found.trials] == [(2, "0", "-1")]
    assert found.ties_made == (2,)


# --- bad input -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("package", "make"), [("sklearn", sklearn_perceptron), ("river", river_perceptron)])
def test_a_missing_package_is_named_with_its_extra(
    package: str, make: Callable[[], Adapted], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = builtins.__import__

    def without(name: str, *arguments: Any, **more: Any) -> Any:
        if name.partition(".")[0] == package:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return plain(name, *arguments, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(BoundcheckError, match=rf"pip install 'boundcheck\[{package}\]'"):
        make().start(2)


def test_another_missing_module_is_named_too() -> None:
    def make() -> Any:
        raise ModuleNotFoundError("No module named 'elsewhere'", name="elsewhere")

    with pytest.raises(BoundcheckError, match="needs elsewhere, which is not installed"):
        from_partial_fit(make).start(1)


def test_an_object_without_the_methods_is_refused() -> None:
    with pytest.raises(BoundcheckError, match="object has no partial_fit"):
        from_partial_fit(object).start(1)
    with pytest.raises(BoundcheckError, match="object has no learn_one"):
        from_learn_one(object).start(1)


def test_outcomes_that_are_no_labels_are_refused() -> None:
    adapted = sklearn_perceptron()
    adapted.start(1)
    with pytest.raises(BoundcheckError, match="stands for no label"):
        adapted.update(vector([1]), Interval.point(1))


@pytest.mark.parametrize("score", [float("nan"), float("inf"), None])
def test_a_score_that_is_no_number_is_refused(score: object) -> None:
    class Strange:
        coef_ = ((0.0,),)

        def partial_fit(self, *_: object, **__: object) -> None: ...

        def decision_function(self, X: Sequence[object]) -> list[object]:
            return [score for _ in X]

    adapted = from_partial_fit(Strange)
    adapted.start(1)
    with pytest.raises(BoundcheckError, match="has to give finite numbers"):
        adapted.predict(vector([1]))


def test_examples_beyond_floats_are_refused() -> None:
    adapted = sklearn_perceptron()
    adapted.start(1)
    with pytest.raises(BoundcheckError, match="too large for floats"):
        adapted.predict(vector([10**400]))


# --- what an intercept does to a claim -------------------------------------------------------------------

TWO_SIDES = Instance(Trials.of([[1], [-1]], [1, -1]), vector([1]))
"""Two mistakes for a learner of (x, 1) from zero, and one for a learner of x: the claim allows one."""


def with_spec(adapted: Callable[[], Adapted]) -> Claim:
    return with_learner("bylander.5", adapted)


def test_a_verdict_says_that_an_intercept_broke_the_claim() -> None:
    """Power: river's Perceptron breaks theorem 5 on two trials, and does not on the examples that it really sees."""
    verdict = check(with_spec(river_perceptron), TWO_SIDES)
    assert verdict.status is Status.VIOLATED
    assert verdict.intercept == Intercept(since=2, status=Status.HOLDS)
    said = "  intercept    used from trial 2 on, and the claim has none; on (x, 1) and (u, 0) the verdict is HOLDS"
    assert said in str(verdict).splitlines()
    assert verdict_object(verdict)["intercept"] == {"since": 2, "verdict": "HOLDS"}


def test_an_intercept_excuses_no_learner_that_is_wrong_anyway() -> None:
    """Power: predictions that are always wrong break the claim on (x, 1) too, and the verdict says so."""
    wrong = with_predictions("bylander.5", [-1] * 9, intercept_since=1)
    verdict = check(wrong, Instance(Trials.of([[1]] * 9, [1] * 9), vector([1])))
    assert verdict.intercept == Intercept(since=1, status=Status.VIOLATED)


def test_no_intercept_is_not_spoken_of() -> None:
    verdict = check(with_spec(sklearn_perceptron), TWO_SIDES)
    assert verdict.status is Status.HOLDS
    assert verdict.intercept is None
    assert "intercept" not in str(verdict)
    assert verdict_object(verdict)["intercept"] is None


def test_an_intercept_that_no_prediction_used_is_not_spoken_of() -> None:
    """The first update gives river's Perceptron an intercept, and there is no second trial."""
    assert check(with_spec(river_perceptron), Instance(Trials.of([[1]], [1]), vector([1]))).intercept is None


@pytest.mark.parametrize("intercept", [0, 1])
def test_the_intercept_of_a_fitted_model_is_what_it_predicts_at_zero(intercept: int) -> None:
    class Fitted:
        def predict(self, X: Sequence[Sequence[float]]) -> list[float]:
            return [x[0] + intercept for x in X]

    verdict = check(with_fitted("bylander.5", Fitted(), TWO_SIDES.trials), TWO_SIDES)
    assert verdict.intercept == (Intercept(since=1, status=Status.HOLDS) if intercept else None)


def test_a_claim_about_weights_does_not_ask_what_it_says_of_longer_ones() -> None:
    """Given predictions tell no weights, so there is no second verdict; that is no reason to fail."""

    def norm(case: Case) -> Iterator[Row]:
        yield Row(total(w * w for w in case.run.learner.weights), {})

    claim = with_spec(river_perceptron).replace(bound=2)
    claim = dataclasses.replace(claim, quantity=Quantity("|w|**2 at the end", norm))
    assert check(claim, TWO_SIDES).intercept == Intercept(since=2, status=None)
    with pytest.raises(BoundcheckError, match="speaks of weights, which predictions alone do not tell"):
        check(with_predictions(claim, [0, 0]), TWO_SIDES)
