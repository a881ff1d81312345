"""Symbols of one's own are for all judges what they are declared to be."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from boundcheck import Instance, Trials, check, own_claim

from bounds.claims.own import learner
from bounds.errors import BoundcheckError
from verify import kernel
from verify.judge.certificate import certificate


def test_what_counts_is_whole_for_the_checker_too_where_it_bounds_what_is_measured() -> None:
    """Power: the checker confirmed a verdict at changes = 7/3, which the product refuses."""
    claim = own_claim(
        learner({"L": "L + x"}, predict="at(x, argmin(L))"), "changes", gain="linear", loss="linear",
        given=["unit inputs", "expert", "sum_t(argmin(L) != argmin(L_next)) <= changes"], symbols={"changes": "whole"},
    )  # fmt: skip
    trials = Trials.of([[1, 0], [0, 1]], [1, 1])
    document = certificate(check(claim, Instance(trials, [1, 0], {"changes": 2})))
    assert kernel.confirm(json.dumps(document), kernel.statements())[0]
    document["instance"]["parameters"]["changes"] = "7/3"
    assert not kernel.confirm(json.dumps(document), kernel.statements())[0]
    with pytest.raises(BoundcheckError, match="whole number"):
        check(claim, Instance(trials, [1, 0], {"changes": Fraction(7, 3)}))
