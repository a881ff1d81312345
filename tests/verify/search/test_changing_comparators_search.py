"""Claims against comparators that change are attacked: false ones fall to few trials, and true ones hold.

Power: half the length of the path, and half of what a change costs, are found to be too little; nothing breaks the
bounds themselves.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from adversaries.optimise import shifting
from adversaries.portfolio.structured import deck
from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim, Comparator
from bounds.claims.own_file import read_claim
from verify.search.evidence import tightest
from verify.search.search import search

FOLDER = Path(__file__).with_name("claims")
PROVED = Path(__file__).parents[1] / "kernel_proof" / "claims"
HALF_THE_PATH = "(R**2 + R*P)/(2*eta) + eta*X**2*l/2"


def claim(name: str) -> Claim:
    if name == "fixed_share":
        return theorem("modern.fixed_share")
    return read_claim((PROVED if name in ("shifting_descent", "shifting_hinge") else FOLDER) / f"{name}.toml")


@pytest.mark.parametrize("name", ["shifting_descent", "shifting_hinge"])
def test_half_the_path_is_too_short(name: str) -> None:
    found = search(claim(name).replace(bound=HALF_THE_PATH), instances=400, jobs=1)
    assert found.refuted
    assert found.verdict is not None
    instance = found.verdict.instance
    assert (instance.trials.l, instance.trials.n) == (2, 1)
    assert len(set(instance.require_sequence())) == 2


@pytest.mark.parametrize("name", ["shifting_descent", "shifting_hinge", "shifting_perceptron", "fixed_share"])
def test_the_bounds_hold(name: str) -> None:
    found = search(claim(name), instances=60, jobs=1)
    assert found.held
    assert found.best is not None


def test_each_structured_instance_has_a_sequence_where_the_claim_is_about_one() -> None:
    """Power: alternating outcomes came with one comparator, of which ``show`` made an error."""
    about = [claim for claim in catalogue() if claim.comparator is Comparator.SEQUENCE]
    assert {claim.id for claim in about} >= {"modern.ogd.path", "modern.fixed_share"}
    for claim in about:
        for _, instance in deck(claim):
            claim.admit(instance)
        assert tightest(claim) is not None


@pytest.mark.deep
def test_half_of_what_a_change_costs_is_too_little() -> None:
    less = "(ln(n) + k/2*ln(n/alpha) - (l - 1 - k)*ln(1 - alpha))/eta + eta*l/8"
    found = search(claim("fixed_share").replace(bound=less), instances=1500, jobs=1)
    assert found.refuted
    assert found.verdict is not None
    assert found.verdict.instance.trials.l <= 4


@pytest.mark.deep
def test_a_quarter_of_the_path_is_too_short_for_mistakes() -> None:
    less = "(R**2 + R*P/2)/(eta*(2 - eta*X**2))"
    assert search(claim("shifting_perceptron").replace(bound=less), instances=1500, jobs=1).refuted


def test_one_comparator_is_left_to_others() -> None:
    seen: list[str] = []
    shifting.climb(theorem("bylander.5"), 0, 1, lambda name, _: seen.append(name))
    assert not seen
