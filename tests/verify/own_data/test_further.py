"""A comparator is looked for in trials with further columns too, where what a claim says of it is linear.

Power: a planted comparator, which is a good one, is never better than the one that is found by more than a thousandth.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from bounds.claims.catalogue import theorem
from bounds.claims.own import learner, own_claim
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.numbers import to_float
from verify.judge.check import Verdict
from verify.judge.check import check as judged
from verify.judge.status import Status
from verify.own_data.completed import check, completed
from verify.own_data.further import further_comparator, rows_of

PLANTED = [Fraction(1, 2), Fraction(-1), Fraction(1, 2)]


def drawn(rng: random.Random, l: int = 12) -> list[list[int]]:
    return [[rng.randint(-4, 4) for _ in PLANTED] for _ in range(l)]


def apart(seed: int, l: int = 12) -> tuple[list[list[int]], list[list[int]], list[int]]:
    """Return examples, rivals and labels that the planted vector tells apart by one."""
    rng, found = random.Random(seed), list[tuple[list[int], list[int], int]]()
    while len(found) < l:
        x, a = drawn(rng, 2)
        y = rng.choice((-1, 1))
        if y * sum(u * (b - c) for u, b, c in zip(PLANTED, x, a, strict=True)) >= 1:
            found.append((x, a, y))
    return tuple(map(list, zip(*found, strict=True)))  # type: ignore[return-value]


def slack(verdict: Verdict) -> float:
    assert verdict.status is Status.HOLDS
    assert verdict.slack is not None
    return to_float(verdict.slack)


def not_missed(identifier: str, instance: Instance, planted: Any = PLANTED) -> Instance:
    """Say that what is found is no worse than what is planted; return the instance with it."""
    claim = theorem(identifier)
    found = completed(claim, instance)
    assert found.found
    known = Instance(instance.trials, planted, instance.parameters, columns=instance.columns)
    best = slack(judged(claim, completed(claim, known).instance))
    assert slack(judged(claim, found.instance)) <= best + abs(best) / 1000
    return found.instance


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("identifier", ["modern.perceptron.ranking", "modern.perceptron.classes"])
def test_what_tells_apart_is_found(identifier: str, seed: int) -> None:
    x, a, labels = apart(seed)
    if identifier == "modern.perceptron.classes":
        x, a = (
            list(of)
            for of in zip(*((p, q) if y == 1 else (q, p) for p, q, y in zip(x, a, labels, strict=True)), strict=True)
        )
    not_missed(identifier, Instance(Trials.of(x, labels), columns={"a": a}))


def test_the_shortest_that_tells_apart_is_found_exactly() -> None:
    trials = Trials.of([[4, 1], [1, 6], [3, 5]], [1, 1, 1])
    verdict = check("modern.perceptron.classes", Instance(trials, columns={"a": [[1, 1], [1, 1], [0, 0]]}))
    assert (verdict.found, verdict.instance.comparator) == (True, vector(["1/3", "1/5"]))


def test_where_none_tells_apart_the_verdict_is_vacuous_and_names_the_premise() -> None:
    x, a, _ = apart(0)
    verdict = check("modern.perceptron.classes", Instance(Trials.of([*x, *a], [1] * 24), columns={"a": [*a, *x]}))
    assert verdict.status is Status.VACUOUS
    assert any("dot(u, x - a)" in str(failure.hypothesis.formula) for failure in verdict.failures)


@pytest.mark.parametrize("seed", range(3))
def test_hinge_losses_of_what_is_linear_are_small(seed: int) -> None:
    x, a, labels = apart(seed)
    pairs = [(p, q) if y == 1 else (q, p) for p, q, y in zip(x, a, labels, strict=True)]
    pairs[3] = pairs[3][::-1]
    x, a = (list(of) for of in zip(*pairs, strict=True))
    not_missed("modern.perceptron.classes.hinge", Instance(Trials.of(x, [1] * 12), columns={"a": a}))


@pytest.mark.parametrize("size", [None, 3])
def test_linear_losses_are_gained_along_their_slope(size: int | None) -> None:
    """At a rate the best comparator is known: eta times the slope, or as much of it as U leaves."""
    rng = random.Random(5)
    x, h = drawn(rng), drawn(rng)
    slope = [-sum(column) for column in zip(*x, strict=True)]
    long = sum(a * a for a in slope) ** 0.5
    best = [Fraction(a, 10) if size is None else Fraction(round(a * (3 - 1e-6) / long * 10**6), 10**6) for a in slope]
    given = {"eta": "1/10"} | ({} if size is None else {"U": size})
    instance = Instance(Trials.of(x, [1] * 12), None, given, columns={"h": h})
    assert rows_of(theorem("modern.ogd.optimistic"), instance).gained == vector(slope)
    not_missed("modern.ogd.optimistic", instance, best)


def test_the_best_expert_of_those_awake_is_found() -> None:
    rng = random.Random(2)
    x = [[Fraction(rng.randint(0, 4), 4) for _ in range(3)] for _ in range(10)]
    awake = [rng.choice([[1, 0, 1], [1, 1, 1], [0, 1, 1]]) for _ in range(10)]
    for i in range(3):
        expert = [int(i == j) for j in range(3)]
        not_missed(
            "modern.sleeping", Instance(Trials.of(x, [1] * 10), None, {"eta": 1}, columns={"awake": awake}), expert
        )


def test_values_at_u_are_reached_by_some_u() -> None:
    """The values and subgradients are those of |a.w - 1|, at a rate that is given; the planted u has losses 0."""
    g = drawn(random.Random(4), 8)
    columns = {"g": g, "fw": [0] * 8, "fu": [sum(p * a for p, a in zip(PLANTED, row, strict=True)) + 1 for row in g]}
    not_missed("modern.ogd.convex", Instance(Trials.of(g, [1] * 8), None, {"eta": "1/100"}, columns=columns))


def test_of_what_is_not_linear_a_comparator_is_asked_for() -> None:
    """Power: a square, a root, a product of two entries; what looks nonlinear and is linear is read."""
    spec = learner("w + eta*h", trial={"h": "vector"})
    instance = Instance(Trials.of([[1, 2], [3, -1]], [1, -1]), columns={"h": [[1, 0], [0, 1]]})
    for loss in ("(y - dot(u, h))**2", "norm(u - h, 2)", "at(u, 1)*at(u, 2)"):
        claim = own_claim(spec, "l", gain="0", loss=loss, given=["norm(u, 2) <= U"])
        with pytest.raises(BoundcheckError, match=r"not linear in u|roots.*; give one, with --comparator 1,0 or"):
            further_comparator(claim, instance)
    plain = own_claim(spec, "l", gain="0", loss="(1 + dot(u, h))**2 - dot(u, h)**2", given=["norm(u, 2) <= U"])
    assert rows_of(plain, instance).gained == vector([-2, -2])
