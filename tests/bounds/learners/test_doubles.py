"""Learners that compute in floats: what they give is the rational number that it is, and nothing is rounded besides."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bounds.claims.catalogue import theorem
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from verify.judge.check import check
from verify.judge.replay import replay


class InFloats:
    """A Perceptron as one writes it in an afternoon; ``gives`` takes the place of what it predicts on trial 2."""

    def __init__(self, gives: Any = None) -> None:
        self.gives = gives

    def start(self, n: int) -> None:
        self.weights, self.t = [0.0] * n, 0

    def predict(self, x: Any) -> Any:
        found = sum(float(a) * w for a, w in zip(x, self.weights, strict=True))
        return self.gives if self.gives is not None and self.t == 1 else found

    def update(self, x: Any, target: Any) -> None:
        self.t += 1
        side = target.side(self.predict(x))
        self.weights = [w + side * float(a) for a, w in zip(x, self.weights, strict=True)]


RUN = Instance(Trials.of([["1/10", 1], ["3/10", "-1/5"], [1, "1/3"]], [1, -1, 1]), [3, 10])


def test_predictions_and_weights_are_the_numbers_that_the_floats_are() -> None:
    """Power: a tenth is no float, so that an exact run predicts something else from the second trial on."""
    verdict = check(theorem("bylander.5").replace(learner=lambda: InFloats()), RUN)
    exact = check("bylander.5", RUN).case.run.steps
    steps = verdict.case.run.steps
    assert steps[1].prediction == Fraction(0.1 * 0.3 + 1.0 * -0.2)
    assert steps[1].prediction != exact[1].prediction / Fraction(9, 10)
    assert "computes in floats" in str(verdict)
    assert replay(verdict.claim, RUN).records[1].before is not None


@pytest.mark.parametrize("gives", [float("nan"), float("inf")])
def test_what_is_no_finite_number_is_refused(gives: Any) -> None:
    with pytest.raises(BoundcheckError, match="finite numbers"):
        check(theorem("bylander.5").replace(learner=lambda: InFloats(gives)), RUN)


def test_a_learner_in_exact_numbers_is_not_said_to_compute_in_floats() -> None:
    class Exact(InFloats):
        def start(self, n: int) -> None:
            self.weights, self.t = [Fraction(0)] * n, 0  # type: ignore[list-item]

        def predict(self, x: Any) -> Any:
            return sum((a * w for a, w in zip(x, self.weights, strict=True)), Fraction(0))

        def update(self, x: Any, target: Any) -> None:
            del x, target

    assert "floats" not in str(check(theorem("bylander.5").replace(learner=lambda: Exact()), RUN))
