"""The quasi-additive constructions and families: what they promise, and that any bytes make an instance."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversaries.constructions.quasi_additive import FOUND, folded, greedy, ramp
from adversaries.families.build import build, bytes_needed
from adversaries.families.sampling import random_instances
from adversaries.generate.family_quasi_additive import FAMILIES, rational_below
from adversaries.portfolio.structured import structured
from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.instances import Instance
from bounds.numbers import Number, compare, exp, sqrt
from bounds.sources.grove2001 import CLAIMS
from verify.judge.status import Status
from verify.own_data.completed import check

BUILT = [claim for claim in CLAIMS if claim.family]
RUNS = [
    claim
    for claim in BUILT
    if claim.family in ("quasi-additive", "tuned start", "large rate")
    and claim.outcomes is Outcomes.LABELS
    and claim.comparator is not Comparator.NONE
]


def plain_mistakes(trials: Trials, p: int) -> int:
    """Count the mistakes of the p-norm Perceptron from zero with sign(0) = +1, in integers."""
    z = [0] * trials.n
    mistakes = 0
    for row, y in zip(trials.numerators.tolist(), trials.outcomes, strict=True):
        product = sum((1 if b > 0 else -1) * abs(b) ** (p - 1) * c for b, c in zip(z, row, strict=True))
        if y != (1 if product >= 0 else -1):
            mistakes += 1
            z = [b + (1 if y == 1 else -1) * c for b, c in zip(z, row, strict=True)]
    return mistakes


def named(identifier: str, start: str) -> list[tuple[str, Instance]]:
    return [(name, i) for name, i in structured(theorem(identifier)) if name.startswith(start)]


def test_orthonormal_blocks_and_hadamard_rows_attain_the_perceptrons_bound() -> None:
    for start, sizes in (("orthonormal", {1, 2, 4, 8}), ("Hadamard", {2, 4, 8})):
        verdicts = [check(theorem("gls.perceptron"), i) for _, i in named("gls.perceptron", start)]
        assert {v.instance.trials.l for v in verdicts} == sizes
        for verdict in verdicts:
            assert verdict.status is Status.HOLDS
            assert verdict.slack == 0
            assert plain_mistakes(verdict.instance.trials, 2) == verdict.instance.trials.l


@pytest.mark.parametrize(("p", "ratio"), [(3, "0.82"), (4, "0.75")])
def test_found_rows_are_all_mistakes_and_come_close_to_theorem_7_1(p: int, ratio: str) -> None:
    """Checked in integers: (M d**2/(p - 1))**p >= (ratio (sum |c|**p)**(2(p-1)/p) X**2)**p."""
    rows, c = FOUND[p]
    assert plain_mistakes(folded(rows), p) == len(rows) == 8
    u = [(1 if b > 0 else -1) * abs(b) ** (p - 1) for b in c]
    gap = min(sum(a * b for a, b in zip(u, row, strict=True)) for row in rows)
    largest = max(sum(abs(b) ** p for b in row) for row in rows)
    achieved = Fraction(8 * gap**2, p - 1) ** p
    bound = Fraction(sum(abs(b) ** p for b in c)) ** (2 * (p - 1)) * largest**2
    assert achieved >= Fraction(ratio) ** p * bound
    assert achieved < bound


@pytest.mark.parametrize("identifier", ["gls.7.1a", "gls.wm", "gls.bw"])
def test_greedy_rows_are_mistakes_and_no_row_is_nearer_to_a_tie(identifier: str) -> None:
    found = named(identifier, "greedy")
    assert found
    for _, instance in found:
        claim = theorem(identifier)
        run = claim.case(instance).run
        assert run.mistakes == instance.trials.l > 0
        assert all(compare(step.prediction, Fraction(0)) in (0, 1) for step in run.steps)


def test_greedy_finds_the_tie_when_there_is_one() -> None:
    claim = theorem("gls.perceptron")
    template = Instance(folded([[1, -2, -2]]), Example([1, 0, 0]), {s.a: Fraction(1)})
    rows = greedy(claim, template, 2, 6)
    learner = claim.case(template).learner()
    learner.start(3)
    ties = 0
    for row in rows:
        prediction = learner.predict(Example(row))
        assert isinstance(prediction, Fraction)
        assert prediction <= 0
        every = [learner.predict(Example([1, b, c])) for b in (2, -2) for c in range(-2, 3)]
        assert prediction == max(value for value in every if isinstance(value, Fraction) and value <= 0)
        ties += prediction == 0
        learner.update(Example([-b for b in row]), claim.case(template).version.target(-1))
    assert ties >= 1


def test_a_ramp_refutes_weighted_majority_at_a_small_coefficient() -> None:
    assert ramp(3, 2, 2) == [[1, -2, -2], [1, -2, -2]]
    verdicts = {name: check(theorem("gls.wm.printed"), i).status for name, i in structured(theorem("gls.wm.printed"))}
    broken = [name for name, status in verdicts.items() if status is Status.VIOLATED]
    assert any(name.startswith("ramp") and name.endswith("small a") for name in broken)
    assert all(check(theorem("gls.wm"), i).status is Status.HOLDS for _, i in structured(theorem("gls.wm")))


@pytest.mark.parametrize("claim", RUNS, ids=lambda claim: claim.id)
def test_structured_instances_are_instances(claim: Claim) -> None:
    """At most half of them have nothing to say."""
    statuses = [check(claim, i).status for _, i in structured(claim)]
    assert len(statuses) >= 4
    assert statuses.count(Status.VACUOUS) <= len(statuses) // 2


@pytest.mark.parametrize("claim", BUILT, ids=lambda claim: claim.id)
@settings(max_examples=40)
@given(data=st.binary(max_size=bytes_needed(6, 4)))
def test_any_bytes_make_an_instance_whose_hypotheses_hold(claim: Claim, data: bytes) -> None:
    verdict = check(claim, build(claim, data))
    assert {f.hypothesis.name for f in verdict.failures} <= {"applies"}
    assert verdict.status is not Status.UNDECIDED


@pytest.mark.parametrize("claim", BUILT, ids=lambda claim: claim.id)
def test_no_bytes_make_the_simplest_instance(claim: Claim) -> None:
    instance = build(claim, b"")
    at_least_three = any(h.name == "n >= 3" for h in claim.hypotheses)
    assert instance.trials.n == (3 if at_least_three else 2 if claim.family in ("level", "hadamard") else 1)
    assert instance.trials.l <= 2


def test_families_cover_the_sizes_that_claims_need() -> None:
    """Both parities of k, rational and integer p, large and small a, ties, noisy labels."""
    instances = [i for _, i in random_instances(theorem("gls.7.1a"), 300, seed=1)]
    exponents = {i.parameters[s.p] for i in instances}
    assert {Fraction(2), Fraction(3), Fraction(5, 2)} <= exponents
    ks = {i.parameters[s.k] for _, i in random_instances(theorem("gls.fk.printed"), 200, seed=1)}
    assert {1, 2, 3, 4, 5} == {int(k) for k in ks if isinstance(k, Fraction)}
    odd = {i.parameters[s.k] for _, i in random_instances(theorem("gls.fk"), 200, seed=1)}
    assert {1, 3, 5} == {int(k) for k in odd if isinstance(k, Fraction)}
    noisy = [i for _, i in random_instances(theorem("gls.9.avg"), 100, seed=1)]
    margins = [[y * i.require_comparator().dot(x) for x, y in i.trials if isinstance(y, int)] for i in noisy]
    assert sum(min(m, default=Fraction(1)) < 0 < max(m, default=Fraction(0)) for m in margins) > 20


@pytest.mark.parametrize("number", [Fraction(3, 7), sqrt(Fraction(2)), exp(Fraction(-40)), sqrt(Fraction(1, 3)) * 1000])
def test_rational_below_is_below_positive_and_near(number: Number) -> None:
    rational = rational_below(number)
    assert rational > 0
    assert compare(rational, number) in (0, -1)
    assert compare(rational * 3, number) == 1


def test_every_family_is_used() -> None:
    assert {claim.family for claim in BUILT} == set(FAMILIES)
