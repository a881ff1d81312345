"""What an instance lacks, and the values that are suggested for it."""

from __future__ import annotations

import dataclasses
import random
from fractions import Fraction

import pytest

from adversaries.families.build import build, bytes_needed
from adversaries.generate.trial_columns import whole
from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim, Outcomes
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from tests.ladder import rung
from verify.judge.defaults import missing, require_settable, with_rates
from verify.judge.status import Status
from verify.own_data.completed import check

PAIR = Trials.of([[1, 0], [0, 1]], [1, 1])


def _instance(claim: Claim) -> Instance:
    return whole(claim, build(claim, random.Random(claim.id).randbytes(bytes_needed(3, 3)), 3))


WITHOUT = {
    "kitani.lem3.printed": Status.VACUOUS,
    "kitani.lem3.active": Status.VACUOUS,
    "bylander.3.klinit": Status.HOLDS,
}
"""Claims whose verdict here needs no other parameter: no attribute is relevant, and the start has no learning rate."""


@rung("statement")
def test_instances_have_all_parameters_of_their_claim_and_no_others(claim: Claim) -> None:
    """Power: a parameter that only a premise speaks of, such as X of kw.perc.okx, was not among those of the claim."""
    instance = _instance(claim)
    assert not missing(claim, instance)
    assert set(instance.parameters) <= set(claim.parameters)
    require_settable(claim, instance.parameters)
    if claim.outcomes is not Outcomes.NONE:  # such a claim may be decided whatever its parameters are
        for symbol in missing(claim, dataclasses.replace(instance, parameters={})):
            others = {name: value for name, value in instance.parameters.items() if name != symbol}
            without = dataclasses.replace(instance, parameters=others)
            if claim.id in WITHOUT:
                assert check(claim, without).status is check(claim, instance).status is WITHOUT[claim.id]
                continue
            with pytest.raises(BoundcheckError, match=rf"no value for {symbol};|speaks of a comparator"):
                check(claim, without)


@pytest.mark.parametrize(
    ("identifier", "suggested"),
    [
        ("gls.4.1", {"a": 1, "p": 2}),
        ("kw.winnow.up", {"alpha": 2, "theta": 1}),
        ("kw.winnow.notadd", {"theta": 4}),
        ("kw.fig1", {"k": 20, "l": 2}),
        ("kitani.wma", {"eta": Fraction(1, 2)}),
        ("gls.bw.eq", {"beta": Fraction(1, 2)}),
        ("kw.elim", {"alpha": 2}),
    ],
)
def test_what_is_suggested_lies_in_the_ranges_of_the_claim(identifier: str, suggested: dict[str, int]) -> None:
    found = missing(theorem(identifier), Instance(PAIR))
    assert {str(symbol): value for symbol, value in found.items()} == suggested


def test_where_nothing_suits_no_value_is_suggested() -> None:
    narrow = theorem("bylander.fn5")
    large = Instance(Trials.of([[1000]], [1]), vector([1]))
    assert missing(narrow, large) == {s.eta: None}
    with pytest.raises(BoundcheckError, match="'eta': 'VALUE'"):
        check(narrow, large)
    assert with_rates(narrow, large).parameters[s.eta] == Fraction(1, 1000000)
