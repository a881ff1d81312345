"""Estimators take the place of a claim's learner as they are: their class, a fresh one, or an adapter around them."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from boundcheck import BoundcheckError, departures, derive, from_partial_fit, learner, search, shrink, with_learner


class Floats:
    """A Perceptron in floats, with scikit-learn's interface."""

    def __init__(self) -> None:
        self.coef_: list[list[float]] | None = None

    def decision_function(self, X: Any) -> list[float]:
        return [sum(w * a for w, a in zip((self.coef_ or [[]])[0], x, strict=True)) for x in X]

    def partial_fit(self, X: Any, y: Any, classes: Any) -> None:  # noqa: ARG002
        """Learn from each example in turn."""
        self.coef_ = self.coef_ or [[0.0] * len(X[0])]
        for x, label in zip(X, y, strict=True):
            if label * self.decision_function([x])[0] <= 0:
                self.coef_ = [[w + label * a for w, a in zip(self.coef_[0], x, strict=True)]]


@pytest.mark.parametrize(
    "given",
    [Floats, Floats(), from_partial_fit(Floats), from_partial_fit(lambda: Floats())],
    ids=["class", "instance", "adapter", "adapter of a function"],
)
def test_an_estimator_is_a_learner_under_its_own_name(given: Any) -> None:
    """Power: only a factory of an adapter of a factory was taken, and called <lambda>."""
    claim = with_learner("bylander.5", given)
    assert claim.learner is not None
    assert claim.learner.text == "Floats"
    assert search(claim, instances=60).held


def test_runs_do_not_share_an_estimator() -> None:
    """Power: one that went on from run to run would be refuted, or would answer otherwise the second time."""
    claim = with_learner("bylander.5", Floats())
    first, second = (search(claim, instances=40, seed=2).as_json() for _ in range(2))
    assert {**first, "seconds": 0} == {**second, "seconds": 0}


def test_an_estimator_that_has_learned_is_refused() -> None:
    estimator = Floats()
    estimator.partial_fit([[1.0, 0.0]], [1], classes=(-1, 1))
    with pytest.raises(BoundcheckError, match="has learned already; give one that is fresh, or its class"):
        with_learner("bylander.5", estimator)


def test_derive_takes_a_learner_as_own_claim_does() -> None:
    """Power: it ended in an AttributeError."""
    assert derive(learner("w + eta*y*x if y*yhat <= 0 else w"), separable=True).status == "derived"


def test_signatures_show_no_addresses() -> None:
    for call in (departures, search, shrink):
        assert " at 0x" not in str(inspect.signature(call))
