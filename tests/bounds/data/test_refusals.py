"""What is refused is refused at once, and what is said of it is short."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from bounds.data import given
from bounds.data.columns import of_fractions
from bounds.data.trials import Trials
from bounds.errors import MOST, BoundcheckError
from verify import cli, kernel


def test_floats_of_too_many_digits_are_refused_by_the_first_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: all two million entries were read, one by one, before the first column was refused."""
    calls = []
    read = given.Reader.__call__

    def counted(self: given.Reader, value: object, name: str) -> Fraction:
        calls.append(name)
        return read(self, value, name)

    monkeypatch.setattr(given.Reader, "__call__", counted)
    rows = np.random.default_rng(1).standard_normal((100_000, 20))
    with pytest.raises(BoundcheckError, match=r"the first values of attribute 1 has about .* digits, too many"):
        Trials.of(rows, [1] * len(rows), floats="decimal")
    assert len(calls) < 5000


def test_denominators_are_refused_before_the_last_is_multiplied(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: the common denominator of 20,000 odd numbers has some 12,000 digits at the end."""
    multiplied = []

    def refuse(denominator: int, *_: object) -> None:
        multiplied.append(denominator)
        if len(multiplied) == 10:
            raise BoundcheckError("too many")

    monkeypatch.setattr("bounds.data.columns.require_short", refuse)
    with pytest.raises(BoundcheckError, match="too many"):
        of_fractions([Fraction(1, 2 * i + 1) for i in range(20_000)])


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "x" * 100_000],
        ["search", "bylander.5", "--seed", "9" * 5000],
        ["check", "bylander.5", "a" * 5000],
        ["replay", "a" * 5000],
        ["show", "a\0\x1b[2Jb"],
        ["check", "bylander.5", "a\0b"],
        ["search", "bylander.5", "--set", f"eta={'9' * 50_000}x", "--instances", "1"],
    ],
)
def test_a_message_is_short_and_plain_whatever_was_given(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Power: the input was repeated in full, with whatever moves a cursor."""
    try:
        code = cli.main(arguments)
    except SystemExit as end:
        code = int(end.code or 0)
    said = capsys.readouterr().err
    assert code == 2
    assert len(said) < MOST + 400
    assert said.removesuffix("\n").isprintable()


def test_the_checker_too_is_short() -> None:
    assert len(str(kernel.Malformed("the claim leaves " + "x, " * 50_000))) < MOST + 100
    assert str(kernel.Malformed("a\0b")) == "a\\x00b"
