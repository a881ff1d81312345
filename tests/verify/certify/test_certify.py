"""Exact worst cases: proved values are attained, bounds below them fall, and search never beats them."""

from __future__ import annotations

import json
import time
from fractions import Fraction
from typing import Any

import pytest

from bounds import theorem
from bounds.errors import BoundcheckError
from verify import Status, certify, check, kernel, search, worst_case
from verify.certify.search import searched
from verify.kernel_gram import Number, real
from verify.shrink import shrink

SIZES: list[tuple[str, dict[str, Any], int, str]] = [
    ("bylander.2", {}, 2, "7/2"),
    ("bylander.2", {}, 5, "21/4"),
    ("bylander.2", {"U": "1/2", "eta": 1}, 4, "17/8"),
    ("bylander.2", {"U": 3, "eta": "1/3"}, 4, "10"),
    ("bylander.2.tuned", {}, 4, "4"),
    ("bylander.5", {"U": "5/2"}, 7, "6"),
    ("bylander.5", {"U": "sqrt(3)"}, 4, "3"),
    ("bylander.5.delta", {"U": "3/2"}, 4, "2"),
    ("bylander.8", {}, 1, "3/2"),
    ("bylander.8", {"U": 3, "tau": "1/4"}, 3, "27/4"),
    ("bylander.8", {"U": 3, "tau": "3/4"}, 3, "3"),
    ("bylander.11", {}, 3, "15/8"),
    ("bylander.11", {"U": "sqrt(5)"}, 6, "5/2"),
    ("kitani.perc", {"gamma": "2/3"}, 4, "2"),
    ("gls.perceptron", {"U": 3, "delta": 2}, 3, "2"),
    ("gls.7.1a", {"U": 3, "delta": 2}, 3, "2"),
    ("bylander.5.loss", {}, 6, "9/2"),
]


@pytest.mark.parametrize(("identifier", "parameters", "length", "value"), SIZES)
def test_the_proved_value_is_attained(identifier: str, parameters: dict[str, Any], length: int, value: str) -> None:
    found = worst_case(identifier, length, **parameters)
    assert found.exact, found
    assert found.value == Fraction(value)
    assert found.verdict is not None
    assert found.verdict.status is Status.HOLDS


@pytest.mark.parametrize("part", [0, 1])
def test_both_comparisons_of_theorem_11_have_a_worst_case(part: int) -> None:
    assert worst_case("bylander.11", 4, part=part).value == 2


@pytest.mark.parametrize(("identifier", "parameters", "length", "value"), [row for row in SIZES if row[2] < 5])
def test_bounds_just_below_the_exact_value_fall(
    identifier: str, parameters: dict[str, Any], length: int, value: str
) -> None:
    """Power: certify tells the exact value from bounds that are 1, 0.1 and 0.01 percent smaller."""
    given = {name: str(a) for name, a in parameters.items()}
    for percent, falls in (("0", False), ("1", True), ("1/10", True), ("1/100", True)):
        claim = theorem(identifier).replace(bound=str(Fraction(value) * (1 - Fraction(percent) / 100)))
        found = searched(claim, length, time.monotonic() + 60, None, given)
        assert not found.reason
        assert (found.broken is not None) == falls
        if found.broken is not None:
            assert check(claim, found.broken.instance).status is Status.VIOLATED


def test_a_refuted_claim_has_an_ordinary_certificate() -> None:
    found = certify(theorem("bylander.8").replace(bound="U**2*X**2/(4*tau) - 1/1000"), 4)
    assert found.refuted
    assert found.certificate is not None
    assert kernel.confirm(json.dumps(found.certificate), kernel.statements())[0]


def test_the_clock_ends_it_at_a_length_that_is_proved() -> None:
    lengths: list[int] = []
    found = certify("bylander.2", 400, seconds=0.2, progress=lambda length, _: lengths.append(length))
    assert found.status in ("certified", "open")
    assert found.length == max(0, lengths[-1] - 1)
    assert "time was up" in found.reason


@pytest.mark.parametrize("length", [1, 2, 3])
def test_search_never_beats_a_certified_value(length: int) -> None:
    value: Number = worst_case("bylander.8", length).value
    claim = theorem("bylander.8").replace(bound=str(value), define={"U": 2, "X": 1, "tau": "1/2"})
    found = search(claim, instances=150, jobs=1)
    beaten = found.verdict is not None and found.verdict.instance.trials.l <= length and found.refuted
    assert not beaten
    assert real(value) >= 1.5


def test_a_mistake_bound_is_certified_for_every_length() -> None:
    found = certify("bylander.5", 8)
    assert (found.status, found.length) == ("certified for every length", 8)
    assert certify("bylander.2", 3).status == "certified"
    assert certify("bylander.5", 3, U=3).status == "certified"


def test_a_bound_that_is_no_whole_number_is_certified_with_the_same_multipliers() -> None:
    """Separable data, U = 1.9: three mistakes are possible, and four are not."""
    claim = theorem("bylander.5").replace(bound=3)
    assert certify(claim, 10, U="19/10").status == "certified for every length"
    assert certify(theorem("bylander.5").replace(bound=2), 10, U="19/10").refuted


def test_a_claim_about_each_trial_is_certified_by_its_branches() -> None:
    assert certify("bylander.10", 3).status == "certified for every length"
    assert certify(theorem("bylander.10").replace(bound="loss - 1/100"), 3).status == "open"
    with pytest.raises(BoundcheckError, match="cannot be certified"):
        certify(theorem("bylander.10").replace(relation="<"), 3)


def test_without_a_premise_there_is_no_bound() -> None:
    found = certify(theorem("bylander.5").replace(without="comparator"), 6)
    assert found.refuted or found.status == "open"


@pytest.mark.parametrize(
    ("identifier", "reason"),
    [
        ("bylander.3", "exponentiated(eta, U) has no Gram form"),
        ("gls.7.1b", "start anywhere"),
        ("bylander.fn5", "comparator.s mistakes"),
        ("bylander.4", ">="),
        ("bylander.2.step", "=="),
        ("kw.thm3", "=="),
    ],
)
def test_what_has_no_gram_form_is_refused_with_the_reason(identifier: str, reason: str) -> None:
    with pytest.raises(BoundcheckError, match=f"cannot be certified: .*({reason.replace('(', '.').replace(')', '.')})"):
        certify(identifier, 3)


def test_other_norms_than_the_euclidean_are_refused_but_at_p_2() -> None:
    assert certify("gls.7.1a", 3, p=2).status == "certified"
    with pytest.raises(BoundcheckError, match="p == 2"):
        certify("gls.7.1a", 3, p=3)


def test_wrong_parameters_are_named() -> None:
    with pytest.raises(BoundcheckError, match="no open parameter C"):
        certify("bylander.5", 3, C=3)
    with pytest.raises(BoundcheckError, match="fixes eta"):
        certify("bylander.5", 3, eta=3)
    with pytest.raises(BoundcheckError, match="from 1 to"):
        certify("bylander.5", 0)


def test_counterexamples_are_ordinary_violations() -> None:
    found = certify(theorem("bylander.5").replace(bound="U**2*X**2*3/4"), 6)
    assert found.counterexample is not None
    assert shrink(found.counterexample.verdict, checks=50).verdict.status is Status.VIOLATED
    assert found.as_json()["status"] == "refuted"
