"""A premise is read as what it says, however it is written, and never as more than that."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from bounds.formulas import read, write
from bounds.formulas.reading import readings, says
from verify import kernel

SAME = {
    "all_t(norm(x, 2) <= X)": [
        "X >= if(l == 0, 0, max_t(norm(x, 2)))",
        "X >= if(l == 0, 0, sqrt(max_t(sum(x**2))))",
        "max_t(norm(x, 2)) <= X",
        "l == 0 or max_t(norm(x, 2)) <= X",
        "all_t(X >= sqrt(xx))",
    ],
    "all_t(norm(x, p) <= X)": ["X >= if(l == 0, 0, max_t(sum(abs(x)**p))**(1/p))", "all_t(sum(abs(x)**p)**(1/p) <= X)"],
    "all_t(max(abs(x)) <= X)": ["X >= if(l == 0, 0, max_t(max(abs(x))))"],
    "all_t(norm(x, 1) <= X)": ["all_t(sum(abs(x)) <= X)", "max_t(sum(abs(x))) <= X"],
    "all_t(y*ux >= 1)": ["sum_t(y*ux < 1) == 0", "1 <= min_t(y*ux)", "all_t(1 <= y*ux)"],
    "all_t(y*ux <= 0 or y*ux >= 1)": ["sum_t((y*ux > 0)*(y*ux < 1)) == 0"],
    "all_t((ux > 0) == (y > 0))": ["sum_t((ux > 0) != (y > 0)) == 0"],
    "all_t(xx == 1)": ["l == 0 or max_t(abs(xx - 1)) == 0"],
    "all_t(all_i(member(x, {0, 1})))": [
        "sum_t(sum((x == 0) + (x == 1))) == l*n",
        "sum_t(sum((x != 0)*(x != 1))) == 0",
        "all_t(all_i(member(x, {1, 0, 1})))",
    ],
    "all_t(all_i(x >= 0)) and all_t(all_i(x <= 1))": [
        "sum_t(sum((x < 0) + (x > 1))) == 0",
        "all_t(all_i(x >= 0) and max(x) <= 1)",
    ],
    "all_i(u >= 0)": ["sum(abs(u)) == sum(u)", "0 <= min(u)", "all_i(0 <= u)", "sum(u < 0) == 0"],
    "all_i(member(u, {0, 1}))": ["sum((u == 0) + (u == 1)) == n", "sum((u != 0)*(u != 1)) == 0"],
    "all_i(s == 0)": ["sum(abs(s)) == 0"],
}
"""Premises in the obvious form, with other ways in which they may be written."""


@pytest.mark.parametrize("plain", SAME)
def test_other_ways_to_write_a_premise_are_read_as_it(plain: str) -> None:
    for text in SAME[plain]:
        assert says(read(text), read(plain)), [write(one.said) for one in readings(read(text))]


VALUES = [Fraction(-1), Fraction(0), Fraction(1), Fraction(2)]


def scopes() -> list[kernel.Scope]:
    """Return runs of up to two trials with all values of their numbers."""
    found: list[kernel.Scope] = []
    for count in (0, 1, 2):
        for xs in product([(VALUES[1], VALUES[2]), (VALUES[0], VALUES[1]), (VALUES[2], VALUES[3])], repeat=count):
            for u, X in product([(VALUES[2], VALUES[1]), (VALUES[1], VALUES[3]), (VALUES[0], VALUES[1])], VALUES[:3]):
                names = {"u": u, "s": u, "start": u, "X": X, "p": Fraction(2), "l": Fraction(count), "n": Fraction(2)}
                blocks = [kernel.Block([(x, "+1" if x[0] else "-1") for x in xs])] if xs else []
                found.append(kernel.begin(kernel.Scope(names), blocks))
    return found


@pytest.mark.parametrize("plain", SAME)
def test_what_is_read_is_true_wherever_the_premise_is(plain: str) -> None:
    """Power: reading a smallest as a largest, a strict relation as another one, or no trials as a fault, shows here."""
    for scope in scopes():
        truth = bool(kernel.amount(plain, scope))
        for text in SAME[plain]:
            said = bool(kernel.amount(text, scope))
            assert truth or not said, (text, scope.names)
            for one in readings(read(text)):
                inner = write(one.said)
                here = kernel.amount(f"all_t({inner})" if one.about == "trials" else inner, scope)
                assert here or not said, (text, inner)


@pytest.mark.parametrize(
    "text",
    [
        "l == 0 or max_t(xx) >= 4",
        "l == 0 or min_t(xx) <= 4",
        "max_t(xx) == 4",
        "max_t(xx) != 4",
        "sqrt(max_t(xx)) >= 4",
        "sum_t(loss) == 0",
        "sum_t(y < 1) == l",
        "sum_t((y < 1)*loss) == 0",
        "sum(u > 0) == 1",
        "sum((u == 0) + (u == 0)) == n",
        "sum((u == X) + (u == 1)) == n",
        "max(u) >= 1",
        "min(u) == 0",
        "all_t(y > 0) or U > 1",
        "not all_t(y > 0)",
        "max_t(sum(x))**(1/p) <= X",
    ],
)
def test_what_is_said_of_some_trial_or_entry_is_read_as_it_stands(text: str) -> None:
    """Power: read as a limit of each trial, or of each entry, every one of these would be another premise."""
    (found,) = readings(read(text))
    assert found.said == read(text)
    assert found.about in ("run", "comparator")


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("U > 0 and n >= 2", "parameters"),
        ("norm(s, 2) <= Z", "start"),
        ("uz == dot(u, s)", "comparator"),
        ("sum_t(loss) <= H", "run"),
        ("all_t(yhat != 1/2)", "trials"),
    ],
)
def test_what_a_premise_is_about(text: str, about: str) -> None:
    assert {one.about for one in readings(read(text))} == {about}
