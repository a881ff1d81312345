"""Exact numbers behave like numbers, and never become floats on the way to a verdict."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy
from boundcheck import BoundcheckError, Instance, Trials, Undecided, exp, log, sqrt, symbols, vector

from bounds.numbers import root, to_float

ROOT = Path(__file__).parents[3]
TWO = sqrt(2)
SYMPIFY: Any = sympy.sympify


def test_plain_numbers_and_texts_are_taken() -> None:
    assert sqrt(2) == sqrt("2") == sqrt(Fraction(2))
    assert [sqrt("9/4"), exp(0), log(1)] == [Fraction(3, 2), Fraction(1), Fraction(0)]
    assert exp("1/2") == exp(Fraction(1, 2))
    for function in (sqrt, exp, log):
        with pytest.raises(BoundcheckError, match="float"):
            function(2.0)  # type: ignore[arg-type]


def test_powers() -> None:
    assert [Fraction(2), Fraction(1), Fraction(1, 2)] == [TWO**2, TWO**0, TWO**-2]
    assert TWO**3 == 2 * TWO
    assert TWO ** Fraction(1, 2) == root(Fraction(2), 4)
    with pytest.raises(TypeError):
        _ = TWO**0.5  # type: ignore[operator]


def test_order_is_exact_where_floats_are_not() -> None:
    """Power: two numbers that are one float."""
    near = Fraction(*float(to_float(TWO)).as_integer_ratio())
    assert float(near) == float(TWO)
    assert (near > TWO) != (near < TWO)
    assert (near < TWO) == (near < TWO)
    assert 1 < TWO <= 2
    assert Fraction(7, 5) <= TWO
    assert not TWO < TWO
    assert min(TWO, Fraction(7, 5), Fraction(3, 2)) == Fraction(7, 5)
    assert max([Fraction(1), TWO, 1 - TWO]) is TWO
    assert sorted([TWO, Fraction(1), exp(1)]) == [1, TWO, exp(1)]
    assert abs(1 - TWO) == TWO - 1
    assert +TWO is TWO


def test_what_cannot_be_ordered_says_so() -> None:
    riddle = log(2 + sqrt(3))
    same = -log(2 - sqrt(3))
    with pytest.raises(Undecided, match="a comparison is undecided"):
        _ = riddle < same
    with pytest.raises(BoundcheckError, match=r"compared with 1\.5, a float"):
        _ = riddle < 1.5  # type: ignore[operator]


def test_float_and_format_are_for_reading() -> None:
    assert float(TWO) == 2**0.5
    assert (f"{TWO}", f"{TWO:.3f}", f"{TWO:>9}", f"{TWO:.2e}") == ("sqrt(2)", "1.414", "  sqrt(2)", "1.41e+00")


@pytest.mark.parametrize("number", [TWO, exp(1), TWO + log(2)])
def test_sympy_gets_no_float_of_it(number: Any) -> None:
    """Power: sympy makes a float of whatever has ``__float__``, and a bound with a float in it decides nothing."""
    mixes: tuple[Callable[[], object], ...] = (
        lambda: symbols.eta * number,
        lambda: number + symbols.eta,
        lambda: SYMPIFY(number),
    )
    for mixed in mixes:
        with pytest.raises((BoundcheckError, TypeError)):
            mixed()


TYPED = """
from boundcheck import Instance, Trials, search, sqrt, theorem
S = Trials.of([[1, 0], [0, 1]], [1, 1])
first = Instance(S, comparator=[1, 1], parameters={"eta": "1/10", "U": sqrt(2)})
reveal_type(first.comparator)
reveal_type(search(theorem("bylander.5"), instances=1))
reveal_type(max(sqrt(2), sqrt(3)) ** 2)
Instance(S, comparator=3)
"""


@pytest.mark.deep
def test_an_instance_of_plain_lists_passes_a_strict_type_checker(tmp_path: Path) -> None:
    """Power: the last line, which is wrong, is the only one that is refused."""
    pytest.importorskip("mypy")
    (tmp_path / "own.py").write_text(TYPED)
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", str(tmp_path / "own.py")]
    environment = {"MYPYPATH": f"{ROOT}:{ROOT / 'verify' / 'facade'}", "PATH": ""}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    errors = [line for line in done.stdout.splitlines() if ": error: " in line]
    assert len(errors) == 1, done.stdout + done.stderr
    assert "own.py:8: error:" in errors[0]
    assert "verify.search.result.Search" in done.stdout


def test_what_is_given_is_held_exactly() -> None:
    instance = Instance(Trials.of([[1, 0]], [1]), comparator=[1, "1/2"], start=(0, 0))
    assert (instance.comparator, instance.start) == (vector([1, "1/2"]), vector([0, 0]))
