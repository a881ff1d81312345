"""Sums that count too far are refused, and what is refused speaks for no claim."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.claims.own import own_claim
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.errors import BoundcheckError
from bounds.formulas import work
from bounds.instances import Instance
from verify.judge.check import check
from verify.search.search import search

NO_TRIALS = Trials.from_integers([], 1, [], 2)


def any_order() -> Claim:
    """Return the claim about the pairs of a Hadamard matrix without what ties its order to the attributes."""
    return theorem("kw.def6.printed").replace(without="n = 2**d + k - 1")


@pytest.mark.parametrize("d", [11, 12, 24])
def test_a_matrix_that_is_too_large_is_refused(d: int) -> None:
    with pytest.raises(BoundcheckError, match=r"would take more than|entries; at most"):
        check(any_order(), Instance(NO_TRIALS, None, {s.d: Fraction(d), s.k: Fraction(1)}))


@pytest.mark.parametrize(
    "premise",
    [
        "sum_for(i, 1, 10**6, sum_for(j, 1, i, 1)) > 0",
        "max_for(i, 1, 10**12, i) > 0",
        "sum_t(sum_for(i, 1, 10**8, y)) >= 0",
        "sum_t(sum_for(i, t, 10**8, y*t)) >= 0",
        "sum(indices(10**9)) > 0",
    ],
)
def test_a_sum_that_never_ends_is_refused(premise: str) -> None:
    claim = own_claim("w + y*x if y*yhat <= 0 else w", bound="l", given=[premise])
    with pytest.raises(BoundcheckError, match=r"would take more than|entries; at most") as refused:
        check(claim, Instance(Trials.of([[1, 0], [0, 1]], [1, 1]), vector([1, 1])))
    assert "\n" not in str(refused.value)


def test_a_search_among_what_is_refused_ends_and_counts_no_support(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: with fewer steps allowed the same search refuses what it judged before."""
    claim = any_order().replace(bound=s.n * 10**9, relation="<=")
    free = search(claim, instances=20)
    monkeypatch.setattr(work, "MOST_STEPS", 300)
    cut = search(claim, instances=20)
    assert not free.errors
    assert cut.errors
    assert all("steps" in error for error in cut.errors)
    assert cut.supports < free.supports
