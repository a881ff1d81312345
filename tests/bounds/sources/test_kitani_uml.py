"""The statements of the Kitani notes and of section 21.4 on known runs, and against slow oracles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import log, simplify

from adversaries.constructions.experts import expert_trials, round_robin, wrong_half
from adversaries.constructions.winnow import disjunction_trials, single_features
from adversaries.families.experts import FAMILIES
from adversaries.families.sampling import random_instances
from adversaries.generate.bytes import Bytes
from bounds import symbols as s
from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim, Standing
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.data.versions import ABSOLUTE, CLASSIFICATION
from bounds.instances import Instance
from bounds.learners import TableLearner
from bounds.numbers import Number
from tests.bounds.sources.kitani_oracles import (
    HALF,
    ONE,
    RATES,
    SMALL,
    Row,
    labels_of,
    oracle_experts,
    oracle_winnow,
    rows_of,
    seen,
)
from tests.classes import descends_on_hinge_losses
from verify.judge.status import Status
from verify.own_data.completed import check

CLAIMS = [claim for claim in catalogue() if claim.id.startswith(("kitani.", "uml."))]


# --- oracles -------------------------------------------------------------------------------------------


# --- claims against the oracles --------------------------------------------------------------------------


def plain(instance: Instance) -> tuple[list[Row], list[int]]:
    return [list(x) for x in instance.trials.examples], [y for y in instance.trials.outcomes if isinstance(y, int)]


@pytest.mark.parametrize(("identifier", "randomised"), [("kitani.wma", False), ("kitani.rwma", True)])
def test_regret_against_every_expert_is_the_oracles(identifier: str, randomised: bool) -> None:
    experts = 0
    for _, instance in random_instances(theorem(identifier), 400, seed=1):
        rows, labels = plain(instance)
        eta = instance.parameters[s.eta]
        assert isinstance(eta, Fraction)
        mistakes = sum((m for _, m, _, _ in oracle_experts(eta, rows, labels, randomised)), start=Fraction(0))
        wrong = [sum(x[n] != y for x, y in zip(rows, labels, strict=True)) for n in range(len(rows[0]))]
        verdict = check(theorem(identifier), instance)
        assert [c.lhs for c in verdict.comparisons] == [mistakes - m for m in wrong]
        assert [c.row.values[s.k] for c in verdict.comparisons] == wrong
        assert verdict.status is Status.HOLDS
        experts += len(wrong)
    assert experts > 1000


@pytest.mark.deep
def test_winnows_claims_speak_of_the_oracles_run() -> None:
    """The chain (24) to (33), Lemmas 3 and 4 and theorem 5, recomputed from the oracle's weights."""
    counts: Counter[str] = Counter()
    for _, instance in random_instances(theorem("kitani.winnow"), 300, seed=2):
        rows, labels = plain(instance)
        n = len(rows[0])
        steps = list(oracle_winnow(Fraction(2), Fraction(n), ONE, False, rows, labels))
        before: list[Row] = [[ONE] * n, *(_fractions(w) for _, _, _, w in steps)]
        u = list(instance.require_comparator())
        plus = [t for t, (_, m, _, _) in enumerate(steps) if m and labels[t] == 1]
        minus = [t for t, (_, m, _, _) in enumerate(steps) if m and labels[t] == -1]
        rise = [sum(before[t + 1]) - sum(before[t]) for t in range(len(steps))]
        expected = {
            "kitani.winnow": [len(plus) + len(minus)],
            "kitani.eq38": [len(plus) + len(minus)],
            "kitani.eq37": [len(minus)],
            "kitani.eq36": [len(plus)],
            "kitani.eq24": [rise[t] for t in plus],
            "kitani.eq27": [rise[t] for t in minus],
            "kitani.eq29": [sum(w) for w in before[1:]],
            "kitani.eq33": [sum(t <= now for t in minus) for now in range(len(steps))],
            "kitani.eq28": [n + sum(rise[t] for t in minus if t <= now) for now in range(len(steps))],
            "kitani.lem3.active": [w[i] for w in before[1:] for i in range(n) if u[i]],
            "kitani.lem4": [before[t][i] for t in plus for i in range(n) if rows[t][i]],
            "kitani.eq34.printed": [before[t][i] for t in plus for i in range(n) if u[i]],
        }
        for identifier, amounts in expected.items():
            claim = theorem(identifier)
            verdict = check(claim, with_beta(instance) if s.beta in claim.free else instance)
            assert [c.lhs for c in verdict.comparisons] == amounts, identifier
            counts[identifier] += len(amounts)
    assert min(counts.values()) > 100, counts


def _fractions(w: Sequence[Number]) -> Row:
    return [a for a in w if isinstance(a, Fraction)]


def test_bounds_are_the_printed_ones() -> None:
    k, N, eta = s.k, s.N, s.eta
    printed = {
        "kitani.wma": (1 + 2 * eta) * k + 2 * log(N) / eta,
        "kitani.rwma": eta * k + log(N) / eta,
        "kitani.winnow": 2 + 3 * k * (log(N, 2) + 1),
        "kitani.eq29": N + s.mplus * N - s.mminus * N / 2,
        "kitani.eq34": 2 ** (s.mplus - 1),
        "kitani.eq35": log(N, 2) + 1,
        "kitani.eq37": 2 + 2 * k * (log(N, 2) + 1),
        "kitani.eq38": 2 + 3 * k * (log(N, 2) + 1),
    }
    for identifier, bound in printed.items():
        assert simplify(theorem(identifier).bound - bound) == 0, identifier


# --- what is false as printed ----------------------------------------------------------------------------


def binary(rows: list[list[int]], u: list[int]) -> Instance:
    labels = [1 if any(a and b for a, b in zip(row, u, strict=True)) else -1 for row in rows]
    return Instance(Trials.of(rows, labels), vector(u))


def with_beta(instance: Instance) -> Instance:
    return Instance(instance.trials, instance.comparator, {s.beta: ONE})


def labelled(rows: list[list[int]], labels: list[int], u: list[int] | None = None, **values: object) -> Instance:
    return Instance(Trials.of(rows, labels), None if u is None else vector(u), values)


TWO_RELEVANT = binary([[1, 0], [0, 1]], [1, 1])
FULL_WEIGHT = binary([[1], [1]], [1])
INACTIVE = binary([[1, 0]] * 3 + [[0, 1]], [1, 1])

COUNTEREXAMPLES = {
    "kitani.wma.printed": Instance(
        expert_trials(32, wrong_half(32, Fraction(999, 1000), 70)), parameters={s.eta: Fraction(999, 1000)}
    ),
    "kitani.rwma.printed": Instance(expert_trials(8, round_robin(8, 10)), parameters={s.eta: Fraction(99, 100)}),
    "kitani.lem1.printed": labelled([[1], [2]], [1, 1], [1]),
    "kitani.perc.printed": labelled([[1], [1]], [1, -1], [1]),
    "kitani.perc.step.printed": labelled([[1]], [1]),
    "kitani.eq17.printed": labelled([[1], [0]], [1, 1], [-1]),
    "kitani.lem3.printed": with_beta(TWO_RELEVANT),
    "kitani.lem4.printed": with_beta(binary([[1]], [1])),
    "kitani.lem4.all": with_beta(INACTIVE),
    "kitani.eq28.printed": binary([[0]], [1]),
    "kitani.eq34.printed": TWO_RELEVANT,
    "kitani.eq35.printed": binary([[1]], [1]),
    "kitani.eq36.printed": binary([[1, 0], [1, 0], [0, 1], [0, 1]], [1, 1]),
    "uml.01tie.printed": labelled([[1]], [1], eta=1),
    "uml.hinge.correct": labelled([[1], [1]], [1, 1], [-1], eta=1),
}


def test_every_false_statement_has_a_counterexample_here() -> None:
    assert set(COUNTEREXAMPLES) == {claim.id for claim in CLAIMS if claim.standing is Standing.FALSE}


@pytest.mark.parametrize("identifier", COUNTEREXAMPLES)
def test_the_printed_statement_falls_and_the_repaired_one_stands(identifier: str) -> None:
    """On the same run; the repaired one is silent where it asks for k = 1, eta <= 1/2 or gamma > 0."""
    instance = COUNTEREXAMPLES[identifier]
    claim = theorem(identifier)
    assert check(claim, instance).status is Status.VIOLATED
    repaired = check(theorem(claim.counterpart), instance)
    asks_for_more = identifier in (
        "kitani.wma.printed",
        "kitani.rwma.printed",
        "kitani.lem3.printed",
        "kitani.eq34.printed",
        "kitani.perc.printed",
        "kitani.eq17.printed",
    )
    assert repaired.status is (Status.VACUOUS if asks_for_more else Status.HOLDS)


@pytest.mark.parametrize("k", [2, 3, 4])
def test_lemma_3_and_equation_34_fail_for_each_k_above_1_and_hold_at_1(k: int) -> None:
    for identifier in ("kitani.lem3", "kitani.eq34"):
        several, one = (Instance(*disjunction_trials(4, j, single_features(j, 3))) for j in (k, 1))
        if identifier == "kitani.lem3":
            several, one = with_beta(several), with_beta(one)
        assert check(theorem(f"{identifier}.printed"), several).status is Status.VIOLATED
        assert check(theorem(identifier), one).status is Status.HOLDS
    active = with_beta(Instance(*disjunction_trials(4, k, single_features(k, 3))))
    assert check(theorem("kitani.lem3.active"), active).status is Status.HOLDS


def test_theorem_2_is_undefined_at_margin_zero() -> None:
    instance = labelled([[1, 0], [0, 1]], [1, 1], [1, 0])
    for identifier in ("kitani.perc", "kitani.perc.printed"):
        assert check(theorem(identifier), instance).status is Status.VACUOUS


# --- ranges of eta ---------------------------------------------------------------------------------------


def cycle_cost(N: int, eta: Fraction) -> Fraction:
    """Return RWMA's expected mistakes in one round robin of N experts, after which all weights are equal again."""
    rows = [[-ONE if i == t else ONE for i in range(N)] for t in range(N)]
    return sum((m for _, m, _, _ in _randomised(eta, rows)), start=Fraction(0))


def _randomised(eta: Fraction, rows: list[Row]) -> list[tuple[Number, Fraction, bool, list[Number]]]:
    steps = oracle_experts(eta, rows, [1] * len(rows), True)
    return [(p, m, changed, w) for p, m, changed, w in steps if isinstance(m, Fraction)]


def test_the_range_of_rwma_ends_where_the_catalogue_says() -> None:
    """At 7/10 a cycle of 128 experts costs more than 1 + eta for one mistake each, so enough cycles break (5)."""
    assert cycle_cost(128, Fraction(7, 10)) > 1 + Fraction(7, 10)
    assert cycle_cost(128, Fraction(683, 1000)) < 1 + Fraction(683, 1000)
    outside = Instance(expert_trials(2, [{0}]), parameters={s.eta: Fraction(7, 10)})
    inside = Instance(expert_trials(2, [{0}]), parameters={s.eta: Fraction(683, 1000)})
    assert check(theorem("kitani.rwma.range"), outside).status is Status.VACUOUS
    assert check(theorem("kitani.rwma.range"), inside).status is Status.HOLDS


def test_the_range_of_wma_ends_where_the_catalogue_says() -> None:
    """At 91/100, just beyond it, 128 experts break (3); 893/1000 is still inside."""
    eta = Fraction(91, 100)
    wide = Instance(expert_trials(128, wrong_half(128, eta, 347)), parameters={s.eta: eta})
    assert check(theorem("kitani.wma.printed"), wide).status is Status.VIOLATED
    assert check(theorem("kitani.wma.range"), wide).status is Status.VACUOUS
    inside = Instance(expert_trials(2, [{0}]), parameters={s.eta: Fraction(893, 1000)})
    assert check(theorem("kitani.wma.range"), inside).status is Status.HOLDS


@pytest.mark.parametrize("T", [1, 2, 3])
def test_every_sequence_of_the_first_rounds_obeys_rwma_at_its_tuned_rate(T: int) -> None:
    """T = 1 and 2 are outside the range of the proof; all sequences of two and three experts are tried."""
    claim = theorem("kitani.rwma.sqrtT")
    for N in (1, 2, 3):
        for code in range(2 ** (N * T)):
            rounds = [{i for i in range(N) if code >> (N * t + i) & 1} for t in range(T)]
            assert check(claim, Instance(expert_trials(N, rounds))).status is Status.HOLDS


@pytest.mark.parametrize("T", [2, 8, 50])
@pytest.mark.parametrize("eta", RATES)
def test_wma_has_average_regret_one_half(T: int, eta: Fraction) -> None:
    trials = Trials.of([[1, -1]] * T, [-1, 1] * (T // 2))
    verdict = check(theorem("kitani.wma.noreg"), Instance(trials, parameters={s.eta: eta}))
    assert verdict.attained
    assert verdict.decisive is not None
    assert verdict.decisive.lhs == HALF
    best = min(c.row.values[s.k] for c in check(theorem("kitani.wma.printed"), verdict.instance).comparisons)
    assert best == Fraction(T, 2)


# --- the section on the Perceptron -----------------------------------------------------------------------


def test_gradient_descent_is_the_perceptron_and_the_full_hinge_loss_is_not() -> None:
    rng = random.Random(4)
    different = 0
    for _ in range(300):
        rows, eta = rows_of(rng, 6, 3, SMALL), rng.choice(RATES)
        labels = labels_of(rng, 6)
        perceptron = seen(TableLearner("perceptron", eta), CLASSIFICATION, rows, labels)
        assert seen(TableLearner("gradient_descent", eta), CLASSIFICATION, rows, labels) == perceptron
        different += seen(descends_on_hinge_losses(eta), ABSOLUTE, rows, labels) != perceptron
    assert different > 100


def test_the_first_nodes_are_the_books() -> None:
    for labels, v in (([1], "1/2"), ([-1, 1], "1/4"), ([1, 1], "3/4")):
        instance = FAMILIES["halving tree"](theorem("uml.treeorder"), Bytes(bytes([0, *(int(y < 0) for y in labels)])))
        assert instance.trials.examples[-1][0] == Fraction(v)
        assert check(theorem("uml.treeorder"), instance).status is Status.HOLDS


def test_the_tree_of_the_wrong_orientation_is_none() -> None:
    """With label -1 leading to the right child the hypothesis fails, and no threshold would be right."""
    mirrored = Trials.of([["1/2", 1], ["3/4", 1]], [-1, 1])
    assert check(theorem("uml.treeorder"), Instance(mirrored)).status is Status.VACUOUS
    for a in range(65):
        u = vector([-1, Fraction(a, 64)])
        assert any(y * u.dot(x) <= 0 for x, y in mirrored if isinstance(y, int))


# --- instances from bytes --------------------------------------------------------------------------------


WITH_FAMILY = [claim for claim in CLAIMS if claim.family]


@given(st.sampled_from(WITH_FAMILY), st.binary(max_size=60))
def test_any_bytes_make_an_instance_that_satisfies_the_hypotheses(claim: Claim, data: bytes) -> None:
    instance = FAMILIES[claim.family](claim, Bytes(data))
    assert {failure.hypothesis.name for failure in check(claim, instance).failures} <= {"applies"}


@pytest.mark.parametrize("claim", WITH_FAMILY, ids=[claim.id for claim in WITH_FAMILY])
def test_no_bytes_make_the_simplest_instance(claim: Claim) -> None:
    instance = FAMILIES[claim.family](claim, Bytes(b""))
    assert instance.trials.l <= 2
    assert instance.trials.n <= 2
    assert instance == FAMILIES[claim.family](claim, Bytes(bytes(1)))
