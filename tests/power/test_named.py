"""False claims that people write, and how many instances the search may take for them; no clock is asked.

Each is a learner or a bound that somebody may well have: a constant a tenth too small, U where U**2 belongs, a rate a
tenth off, Weighted Majority a few percent too strong.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
import sympy

from adversaries.constructions import turns
from adversaries.portfolio.structured import CONSTRUCTIONS
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.claims.own import learner, own_claim
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.learners import TableLearner
from bounds.symbols import U, X, eta, l, p
from verify import kernel
from verify.judge.certificate import certificate
from verify.judge.check import check
from verify.judge.status import Status
from verify.own_data.learner import with_learner
from verify.search.attack import run_task
from verify.search.order import records
from verify.search.search import search
from verify.search.stages import stages

BALL = ["norm(u, 2) <= U", "norm(x, 2) <= X"]
OGD = "w + eta*y*x if y*yhat < 1 else w"


def times(identifier: str, factor: str) -> Claim:
    claim = theorem(identifier)
    return claim.replace(bound=claim.inner_bound * sympy.Rational(factor))


class WidrowHoff:
    """In Python, so that nothing is known of it."""

    def __init__(self, eta: Fraction) -> None:
        self.eta = eta

    def start(self, n: int) -> None:
        self.w = [Fraction(0)] * n

    def predict(self, x: Any) -> Fraction:
        return sum((a * b for a, b in zip(self.w, x, strict=True)), Fraction(0))

    def update(self, x: Any, target: Any) -> None:
        step = self.eta * (target.lo - self.predict(x))
        self.w = [a + step * b for a, b in zip(self.w, x, strict=True)]


WIDROW_HOFF = own_claim(
    "w + eta*(y - yhat)*x",
    "9/10*U**2/eta",
    gain="squared",
    loss="squared",
    times="1/(1 - eta*X**2)",
    given=[*BALL, "eta*X**2 < 1"],
)

SECOND_ORDER = theorem("classics.second_order")


def second_order(matrix: str, predict: str) -> Claim:
    """Return the bound of the second-order Perceptron for a learner that is not it, but quick to write by mistake."""
    summed = "v + y*x if y*yhat <= 0 else v"
    made = learner({"v": summed, "A": matrix}, predict=predict, start={"A": "a*identity"}, outcomes="labels")
    return SECOND_ORDER.replace(learner=made)


FALSE: dict[str, tuple[Claim, int]] = {
    "every example in the matrix": (second_order("A + outer(x, x)", "dot(v, solve(A + outer(x, x), x))"), 60),
    "no matrix in the prediction": (second_order("A + outer(x, x) if y*yhat <= 0 else A", "dot(v, x)"), 60),
    "Widrow-Hoff": (WIDROW_HOFF, 90),
    "Widrow-Hoff in Python": (with_learner(WIDROW_HOFF, WidrowHoff), 90),
    "gradient descent": (times("classics.gd.square", "9/10"), 400),
    "margin Perceptron": (times("classics.margin", "9/10"), 600),
    "Hedge": (times("classics.hedge", "1/9"), 60),
    "Hedge, half": (times("classics.hedge", "1/2"), 200),
    "U, not U**2": (theorem("bylander.2").replace(bound=U / (2 * eta) + eta * X**2 * l / 2), 30),
    "U**3": (theorem("bylander.2").replace(bound=U**3 / (2 * eta) + eta * X**2 * l / 2), 30),
    "X**3": (theorem("bylander.2").replace(bound=U**2 / (2 * eta) + eta * X**3 * l / 2), 300),
    "no eta": (theorem("bylander.2").replace(bound=U**2 / 2 + eta * X**2 * l / 2), 60),
    "tuned, U**2": (theorem("bylander.2.tuned").replace(bound=U**2 * X * sympy.sqrt(l)), 30),
    "own, U": (own_claim(OGD, "U/(2*eta) + eta*X**2*l/2", gain="hinge", loss="hinge", given=BALL), 30),
    "own, no eta": (own_claim(OGD, "U**2/2 + eta*X**2*l/2", gain="hinge", loss="hinge", given=BALL), 60),
    "a tenth too fast": (
        with_learner("bylander.2.tuned", lambda eta: TableLearner("perceptron", Fraction(11, 10) * eta)),
        30,
    ),
    "a tenth too slow": (
        with_learner("bylander.2.tuned", lambda eta: TableLearner("perceptron", Fraction(9, 10) * eta)),
        30,
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_people_get_wrong_falls_within_a_budget_of_instances(name: str) -> None:
    """Power: U**3, both rates and both matrices were HELD on a thousand instances."""
    claim, budget = FALSE[name]
    for record in records(claim, 0, budget):
        if record.violation is not None:
            assert check(claim, record.violation[2]).status is Status.VIOLATED
            return
    pytest.fail(f"{name} was HELD on {budget} instances")


def test_a_rate_off_the_best_costs_exponentiated_update_its_tuned_bound() -> None:
    claim = with_learner("bylander.3.tuned", lambda eta, U: TableLearner("exponentiated", Fraction(11, 10) * eta, U))
    instance = turns.in_turn(120_000, 2.8)
    assert check(claim, instance).status is Status.VIOLATED
    assert check(theorem("bylander.3.tuned"), instance).status is Status.HOLDS


def test_hoelder_without_its_range_of_exponents_falls_below_one() -> None:
    """Power: a norm that was refused below 1 left this premise without an instance that needs it."""
    claim = theorem("gls.5.1").replace(without="p >= 2")
    below = Instance(Trials.of([[1, 0]], [1]), Example([1, 1]), {p: Fraction(1, 2)}, Example([0, 1]))
    verdict = check(claim, below)
    assert verdict.status is Status.VIOLATED
    assert kernel.confirm(json.dumps(certificate(verdict)), kernel.statements())[0]
    assert any(run_task(claim, number, 0, limit=50).violation for number in range(len(CONSTRUCTIONS) + 1))


# --- adversaries of one's own, and seeds ---------------------------------------------------------------------

HALVED = times("bylander.5", "1/2")


def test_an_adversary_of_ones_own_comes_first() -> None:
    def mine(claim: Claim, seed: int, effort: int) -> Iterator[Any]:
        assert (claim, effort) == (HALVED, 1)
        assert isinstance(seed, int)
        yield "the first", Instance(Trials.of([[1]], [1]), [1])

    found = search(HALVED, instances=10, adversaries=[mine])
    assert found.refuted
    assert found.found_name == "own: mine: the first"
    assert found.tried == 1


@pytest.mark.parametrize(
    ("adversaries", "said"),
    [
        ("abc", "adversaries is 'abc'; give a list, each a function"),
        ([3], r"adversaries is \[3\]; give a list, each a function"),
        ([len], "cannot be called with three arguments"),
    ],
)
def test_what_is_no_adversary_is_refused(adversaries: Any, said: str) -> None:
    with pytest.raises(BoundcheckError, match=said):
        search(HALVED, instances=10, adversaries=adversaries)


@pytest.mark.parametrize("yielded", [3, ("name", 3), (1, 2, 3)])
def test_what_an_adversary_yields_wrongly_is_told(yielded: Any) -> None:
    def mine(*_: object) -> list[Any]:
        return [yielded]

    found = search(theorem("bylander.5"), instances=5, adversaries=[mine])
    assert any("the adversary yielded" in text for text in found.errors)


def test_seeds_differ_from_the_first_random_task_on_and_structured_ones_do_not() -> None:
    claim = theorem("bylander.2")

    def shown(number: int, seed: int) -> list[Any]:
        return [repr(found[3]) for found in run_task(claim, number, seed, limit=60).improvements]

    assert all(shown(number, 1) == shown(number, 2) for number in range(4))
    first_random = len(stages(claim)[0])
    assert shown(first_random, 1) != shown(first_random, 2)


class Full(BaseException):
    """Enough was shown; no Exception, so that Hypothesis lets it pass."""


class Collecting:
    """A judge that keeps what it is shown, and judges nothing."""

    def __init__(self, most: int) -> None:
        self.most, self.found = most, list[str]()

    def __call__(self, name: str, instance: Instance, score: float | None = None) -> None:
        del name, score
        self.found.append(repr(instance))
        if len(self.found) >= self.most:
            raise Full

    def failed(self, error: Exception, name: str = "") -> None:
        raise RuntimeError(name) from error

    def all(self, candidates: Iterable[tuple[Any, ...]]) -> None:
        for candidate in candidates:
            self(*candidate)


@pytest.mark.parametrize("name", ["random", "hypothesis", "repetition", "climbing"])
def test_every_stage_that_draws_draws_by_its_seed(name: str) -> None:
    claim = theorem("bylander.2")
    stage = next(stage for stage in stages(claim)[1] if stage.name == name)

    def shown(seed: int) -> list[str]:
        judge = Collecting(400 if name == "repetition" else 60)
        with suppress(Full):
            stage.run(claim, seed, 1, judge)
        return judge.found

    assert shown(1) == shown(1)
    assert shown(1) != shown(2)


def test_a_stage_that_draws_nothing_shows_the_same() -> None:
    """Power: that is what the test before would see of a stage that took no heed of its seed."""
    claim = theorem("bylander.2")
    shown = []
    for seed in (1, 2):
        judge = Collecting(60)
        with suppress(Full):
            stages(claim)[0][1].run(claim, seed, 1, judge)
        shown.append(judge.found)
    assert shown[0] == shown[1]
