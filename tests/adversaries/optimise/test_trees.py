"""Small trees break what is false on few trials, whatever kind of learner it is; rates come to ends of ranges."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from adversaries.generate.pools import Drawer
from adversaries.optimise import plain, trees
from adversaries.optimise.rates import tuned
from adversaries.optimise.records import Spent
from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.own import own_claim
from bounds.data.vectors import vector
from bounds.instances import Instance
from bounds.learners import TableLearner
from verify.judge.check import check
from verify.judge.status import Status
from verify.own_data.adapters import from_partial_fit
from verify.own_data.learner import with_learner


class Estimator:
    """The Perceptron with the interface of scikit-learn."""

    coef_: Any = None

    def decision_function(self, rows: Any) -> list[float]:
        return [sum(w * a for w, a in zip(self.coef_[0], x, strict=True)) for x in rows]

    def partial_fit(self, rows: Any, labels: Any, classes: Any) -> None:
        del classes
        ((x,), (y,)) = rows, labels
        if self.coef_ is None or y * self.decision_function([x])[0] <= 0:
            self.coef_ = [[w + y * a for w, a in zip((self.coef_ or [[0.0] * len(x)])[0], x, strict=True)]]


LEARNERS = {
    "rule": "w + y*x if y*yhat <= 0 else w",
    "class": lambda: TableLearner("perceptron", Fraction(1)),
    "estimator": from_partial_fit(Estimator),
}
SHORT = theorem("bylander.5").replace(bound="4/5*U**2*X**2 + 1/4")
"""False on two examples at a right angle, and on no single one."""


@pytest.mark.parametrize("kind", LEARNERS)
def test_every_kind_of_learner_is_played_in_full(kind: str) -> None:
    """Power: with orders of one trial, none of them falls."""
    claim, broken = with_learner(SHORT, LEARNERS[kind]), list[Instance]()

    def score(_name: str, instance: Instance) -> float | None:
        verdict = check(claim, instance)
        if verdict.status is Status.VIOLATED:
            broken.append(instance)
            raise Spent
        return verdict.ratio

    trees.climb(claim, 0, 30, score)
    assert [2 <= instance.trials.l <= 5 for instance in broken] == [True]


def test_rates_come_to_the_ends_of_their_ranges_and_to_where_the_bound_is_least() -> None:
    given: list[Any] = ["norm(u, 2) <= U", "norm(x, 2) <= X", "eta <= 3"]
    claim = own_claim("w + eta*y*x if y*yhat < 1 else w", "1/eta + eta*l/4", gain="hinge", loss="hinge", given=given)
    rng = random.Random(0)
    pool = Drawer(claim, rng).pool(3)
    assert pool is not None
    rates = [tuned(claim, pool, rng, 16).parameters[s.eta] for _ in range(60)]
    assert {3, pool.parameters[s.eta]} < {*rates}
    assert max(set(rates), key=rates.count) == 1 / 2


def test_plain_trials_are_moved_into_the_box_of_the_premises() -> None:
    """Power: no two plain trials satisfied the premises on a portfolio, whose entries are at least 1/2."""
    claim = own_claim("w + x", "l", gain="yhat", loss="yhat", given=["1/2 <= min(x)", "max(x) <= 1"])
    found = [pool.rows for pool in plain.pools(Drawer(claim, random.Random(0)))]
    assert (vector([1, "1/2"]), vector(["1/2", 1])) in found
