"""Numbers made of numbers made of numbers, as the weights of a run are."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from flint import arb

from bounds.numbers import atoms
from bounds.numbers.balls import ball
from bounds.numbers.real import Number, exp, log, reciprocal, require_sign, sign

HEIGHT = 60


def tower(height: int) -> Number:
    """Return a number in whose definition the one below stands twice, and so on, down to 1."""
    below: Number = Fraction(1)
    for _ in range(height):
        below = exp(-below) + exp(-2 * below)
    return below


def test_a_tower_costs_its_height_and_not_a_power_of_two(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: without keeping what is enclosed and written, this takes 2**60 enclosures."""
    asked = 0

    def counted(number: Number) -> arb:
        nonlocal asked
        asked += 1
        assert asked <= 8 * HEIGHT
        return ball(number)

    monkeypatch.setattr(atoms, "ball", counted)
    top = tower(HEIGHT)
    assert require_sign(top, "the tower") == 1
    assert len(str(top)) <= 80


def test_what_is_kept_does_not_travel() -> None:
    """Balls cannot be pickled: a number that was enclosed and written pickles as a new one does."""
    used = tower(3)
    assert require_sign(used, "the tower") == 1
    assert str(used)
    assert pickle.loads(pickle.dumps(used)) == tower(3)  # noqa: S301


def test_numbers_too_long_to_be_written_are_multiplied_and_shown() -> None:
    """Power: factors are put in the order of their texts, and Python writes no integer of more than 4300 digits."""
    long = Fraction(3**10000, 2**15000)
    shares = [reciprocal(exp(log(1 + long) * Fraction(k, 7)) + k) for k in (1, 2)]
    first, second = shares
    assert first * second == second * first
    assert sign(first * second) == 1
    assert str(exp(1 / long)).startswith("~")
    assert str(log(1 + long) + long).startswith("~")
