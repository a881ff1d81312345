"""Formulas as programs: kinds, exact values, and what is refused."""

from fractions import Fraction
from typing import Any

import pytest

from bounds.data.vectors import Example, vector
from bounds.errors import BoundcheckError, UndefinedValue
from bounds.formulas import read
from bounds.formulas.program import program
from bounds.formulas.scope import RUNNING, TRIALS
from bounds.formulas.tree import Kind
from bounds.numbers import exp, sqrt

KINDS: dict[str, Kind] = {"a": "number", "b": "number", "u": "vector", "v": "vector", "yes": "truth"}
HERE: dict[str, Any] = {
    "a": Fraction(3),
    "b": Fraction(-1, 2),
    "u": vector([1, "1/2"]),
    "v": vector([2, -4]),
    "yes": True,
}


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("a + 2*b", "number", Fraction(2)),
        ("-a**2", "number", Fraction(-9)),
        ("norm(v, -1)", "number", Fraction(4, 3)),
        ("a/b", "number", Fraction(-6)),
        ("u + v", "vector", [Fraction(3), Fraction(-7, 2)]),
        ("v - u", "vector", [Fraction(1), Fraction(-9, 2)]),
        ("-v*b", "vector", [Fraction(1), Fraction(-2)]),
        ("v/a", "vector", [Fraction(2, 3), Fraction(-4, 3)]),
        ("u*v", "vector", [Fraction(2), Fraction(-2)]),
        ("1/v", "vector", [Fraction(1, 2), Fraction(-1, 4)]),
        ("v**2", "vector", [Fraction(4), Fraction(16)]),
        ("max(0, v)", "vector", [Fraction(2), Fraction(0)]),
        ("(v > 0) + 1", "vector", [Fraction(2), Fraction(1)]),
        ("dot(u, v)", "number", Fraction(0)),
        ("sum(u) + max(v) - min(v)", "number", Fraction(15, 2)),
        ("norm(v, 1) + norm(3*u/2, 2)**2", "number", Fraction(6) + Fraction(45, 16)),
        ("min(a, b, 1) + abs(b) + sign(b)", "number", Fraction(-1)),
        ("a < b or not yes", "truth", False),
        ("(a > b) + (a < b)", "number", Fraction(1)),
        ("a if a > b and yes else 1/0", "number", Fraction(3)),
        ("u if a < b else v", "vector", [Fraction(2), Fraction(-4)]),
        ("sum_t(a*c) + max_t(c) - min_t(c)", "number", Fraction(13)),
    ],
)
def test_kind_and_exact_value(text: str, kind: str, value: object) -> None:
    compiled = program(read(text), KINDS, {**KINDS, "c": "number"})
    found = compiled.value({**HERE, TRIALS: [{**HERE, "c": Fraction(1)}, {**HERE, "c": Fraction(3)}]})
    assert compiled.kind == kind
    assert (list(found) if isinstance(found, Example) else found) == (14 if text.startswith("sum_t") else value)


def test_irrational_entries_are_exact() -> None:
    found = program(read("exp(u)*exp(-u)*sqrt(2)"), KINDS).value(HERE)
    assert list(found) == [sqrt(Fraction(2))] * 2
    assert program(read("sum(exp(a*u))"), KINDS).value(HERE) == exp(Fraction(3)) + exp(Fraction(3, 2))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("w", "unknown name 'w'; what can be spoken of here is a, b, u, v, yes"),
        ("f(a)", "there is no function 'f'"),
        ("norm(u)", r"in 'norm\(u\)': norm takes 2 arguments, not 1"),
        ("abs(a, b)", "abs takes 1 argument, not 2"),
        ("dot(a, u)", r"in 'dot\(a, u\)': dot takes two vectors, and 'a' is a number"),
        ("norm(u, v)", "norm takes a vector and a number, and 'v' is a vector"),
        ("sum(a)", "sum takes a vector, and 'a' is a number"),
        ("max(b)", "max takes a vector, and 'b' is a number"),
        ("u if u else v", "a condition is true or false, and 'u' is a vector"),
        ("u if u > 0 else v", "a condition is true or false, and 'u > 0' is a vector"),
        ("u if yes else 0", "one branch is a vector, the other one a number"),
        ("a and yes", "and takes what is true or false, and 'a' is a number"),
        ("sum_t(u)", "sum_t takes a number, and 'u' is a vector"),
        ("sum_t(sum_t(a))", "there is no function 'sum_t'"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(text: str, what: str) -> None:
    with pytest.raises(BoundcheckError, match=what) as raised:
        program(read(text), KINDS, KINDS)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("text", ["a/(b + 1/2)", "1/(u - u)", "ln(b)", "0**(a - 3)/0", "(b + 1/2)**b"])
def test_what_has_no_value(text: str) -> None:
    with pytest.raises(UndefinedValue):
        program(read(text), KINDS).value(HERE)


def test_a_power_that_cannot_be_written_down_is_refused() -> None:
    with pytest.raises(BoundcheckError, match="exponents reach as far as 4096"):
        program(read("a**9999999"), KINDS).value(HERE)


def test_sums_so_far_of_each_attribute_are_kept_apart() -> None:
    """What was added up for one attribute must not stand for another, nor one trial for a later one."""
    kinds: dict[str, Kind] = {"t": "number", "x": "vector", "i": "number"}
    sums = program(read("past_t(at(x, i)*t)"), kinds, kinds, ["i"])
    trials: list[dict[str, Any]] = [{"t": Fraction(t), "x": vector([t, 10 * t])} for t in (1, 2, 3)]
    run = {TRIALS: trials, RUNNING: {}}
    for t, at in ((3, 1), (2, 2), (1, 1), (3, 2)):
        expected = sum(k * k * (1 if at == 1 else 10) for k in range(1, t + 1))
        assert sums.value({**run, **trials[t - 1], "i": Fraction(at)}) == expected
