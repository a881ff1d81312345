"""Ties of two halves: exact, legal and mistakes all, as close to the bounds as they say, and never beyond them."""

from __future__ import annotations

import importlib
import itertools
from contextlib import nullcontext
from fractions import Fraction
from math import log
from types import SimpleNamespace

import numpy as np
import pytest
from sympy import Rational

from adversaries.constructions.halves import SPREAD, UNIT, Halves, instances, lighter_half, plans, rows
from adversaries.generate.reduced import Link
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.numbers import number_text
from tests.ladder import TRUE, rung
from verify.judge.check import Verdict, check, verdict_lines
from verify.judge.status import Status
from verify.shrink.shrink import shrink

FITTING = {"bylander.6": "6020", "bylander.6.litt": "6020", "gls.wm": "6020", "gls.bw": "800"}


@pytest.mark.parametrize(
    ("link", "plan", "ratio"),
    [
        *((Link.SOFTMAX, plan, ratio) for plan, ratio in zip(UNIT, (0.63, 0.74, 0.79, 0.87, 0.9), strict=True)),
        *((Link.DOUBLED, plan, ratio) for plan, ratio in zip(SPREAD, (0.9, 0.91, 0.92, 0.93), strict=True)),
    ],
)
def test_they_come_as_close_as_they_say(link: Link, plan: Halves, ratio: float) -> None:
    both = 2 if link is Link.DOUBLED else 1
    bound = 2 / float(plan.delta) ** 2 * log(both * plan.n / plan.k)
    assert ratio < len(rows(link, plan)) / bound < 1


@pytest.mark.parametrize("link", [Link.SOFTMAX, Link.DOUBLED])
def test_rows_have_the_margin_and_entries_of_full_size(link: Link) -> None:
    for plan in plans(link)[:3]:
        ties = rows(link, plan)
        margins = ties @ np.array(plan.comparator.numerators)
        assert set(margins.tolist()) == {plan.delta * plan.grid * plan.k}
        assert set(np.abs(ties[:, plan.k :]).flat) == {plan.grid}
        assert np.abs(ties).max() == plan.grid


def test_every_trial_is_a_mistake_exactly() -> None:
    for identifier in ("bylander.6", "gls.bw"):
        for _, instance in list(instances(theorem(identifier)))[:2]:
            verdict = check(theorem(identifier), instance)
            assert verdict.decisive is not None
            assert verdict.decisive.lhs == instance.trials.l


@pytest.mark.parametrize("identifier", FITTING)
def test_ninety_percent_of_the_bound_falls_and_the_bound_holds(identifier: str) -> None:
    """Power: the last of them breaks 0.9 of the constant, and none of them breaks the theorem."""
    claim = theorem(identifier)
    weak = claim.replace(bound=Rational(9, 10) * claim.inner_bound)
    names, verdicts = [], []
    for name, instance in instances(claim):
        names.append(name)
        verdicts.append(check(weak, instance).status)
        assert check(claim, instance).status is Status.HOLDS
    assert f"n = {FITTING[identifier]}" in names[-1]
    assert verdicts[-1] is Status.VIOLATED


@rung("attack", TRUE)
def test_no_true_claim_breaks(claim: Claim) -> None:
    for _, instance in instances(claim):
        if instance.trials.numerators.size < 10**5:
            assert check(claim, instance).status in (Status.HOLDS, Status.VACUOUS)


def test_more_effort_makes_more_attributes() -> None:
    assert [plan.n for plan in plans(Link.DOUBLED, 2)] == [2 * SPREAD[-1].n]
    assert plans(Link.SOFTMAX, 9) == plans(Link.SOFTMAX, 4)


def test_a_half_weighs_at_most_what_it_may() -> None:
    signs, left = lighter_half(np.array([1.0, 1.0, 3.0, 4.0]), 5.0)
    assert (signs.tolist(), left) == ([1, 1, 1, -1], 0.0)
    signs, left = lighter_half(np.array([2.0, 3.0, 4.0]), 4.0, tried=1)  # the heaviest alone makes a better half
    assert (signs.tolist(), left) == ([-1, -1, 1], 0.0)


def test_a_claim_that_does_not_fit_gets_nothing() -> None:
    for identifier in ("bylander.5", "bylander.7", "bylander.9", "kitani.winnow"):
        assert not list(instances(theorem(identifier)))


# --- what shrinking and reports do with sequences this long -----------------------------------------------


def violated(fraction: Rational, number: int) -> Verdict:
    """Return the verdict on bylander.6, scaled, of the instance with this number."""
    claim = theorem("bylander.6")
    weak = claim.replace(bound=fraction * claim.inner_bound)
    return check(weak, list(instances(claim))[number][1])


def test_the_longest_is_not_taken_apart_and_that_is_said() -> None:
    verdict = violated(Rational(9, 10), -1)
    shrunk = shrink(verdict)
    assert (shrunk.verdict, shrunk.checks, shrunk.local) == (verdict, 0, False)
    assert shrunk.minimal.startswith("not shown to be minimal: 141 x 6020 numbers are too many")
    assert "  first step   not looked for: the examples have more than 100000 numbers" in verdict_lines(verdict)


def test_shrinking_a_long_one_ends_at_its_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a clock that goes on by 1 whenever somebody looks at it; of the alarm nothing is heard."""
    clock, shrinking = itertools.count(), importlib.import_module("verify.shrink.shrink")
    monkeypatch.setattr(shrinking, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    monkeypatch.setattr(shrinking, "alarm", lambda *_: nullcontext())
    shrunk = shrink(violated(Rational(87, 100), 3), deadline=2)
    assert next(clock) == 4
    assert shrunk.minimal.startswith("not shown to be minimal: cut short after")


def test_numbers_of_thousands_of_digits_are_shown_with_decimals() -> None:
    assert number_text(Fraction(10**5000, 3 * 10**5000 + 1)) == "0.333333"
