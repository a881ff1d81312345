"""Mutated inputs of replay, check and the formula reader: a clear refusal or a verdict, never a traceback or a hang.

BOUNDCHECK_FUZZ sets how many inputs each of the four targets gets (default 25000, which make 100000 in all).
"""

from __future__ import annotations

import json
import os
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.errors import BoundcheckError, Undecided
from bounds.expression import parse_expression, parse_number
from bounds.instances import Instance
from verify import kernel
from verify.judge.certificate import certificate
from verify.own_data.completed import check
from verify.own_data.reader import read_trials

pytestmark = pytest.mark.deep

COUNT = int(os.environ.get("BOUNDCHECK_FUZZ", "25000"))
LIMIT = 10
"""Seconds after which an input counts as a hang."""

PIECES = (
    *(
        [
            "U",
            "X",
            "eta",
            "n",
            "l",
            "k",
            "(",
            ")",
            "+",
            "-",
            "*",
            "/",
            "**",
            ",",
            "sqrt",
            "ln",
            "log2",
            "exp",
            "floor",
            "Max",
            "1",
            "0",
            "2",
            "10",
            "1/2",
            "0.5",
            "1e9",
            "999999999999",
            "nan",
            "inf",
            "oo",
        ]
    ),
    *(
        [
            "__import__",
            "os",
            "lambda",
            "'",
            '"',
            ".",
            ":",
            "[",
            "]",
            "{",
            "}",
            "\\",
            "é",
            "²",
            "١",
            "𝟙",
            "=",
            "==",
            "<=",
            ";",
            "#",
            "@",
            "!",
            "~",
            "%",
            "$",
            "if",
            "eval",
            "true",
            "null",
        ]
    ),
    *("\n\t\x00 "),
)


class Hang(Exception):
    """An input took too long."""


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    def stop(_signum: int, _frame: FrameType | None) -> None:
        raise Hang(f"more than {seconds} seconds")

    old = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, old)


def mutate(rng: random.Random, text: str) -> str:
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        i = rng.randrange(len(text) + 1)
        j = min(len(text), i + rng.choice((0, 1, 1, 2, 5, 20)))
        kind = rng.randrange(6)
        if kind == 0:
            text = text[:i] + text[j:]
        elif kind == 1:
            text = text[:i] + rng.choice(PIECES) + text[i:]
        elif kind == 2:
            text = text[:i] + rng.choice(PIECES) + text[j:]
        elif kind == 3:
            text = text[:i] + text[i:j] * rng.choice((2, 3, 40)) + text[j:]
        elif kind == 4:
            k = rng.randrange(len(text) + 1)
            text = text[:i] + text[k : k + 10] + text[i:]
        else:
            text = text[:i] + chr(rng.choice((rng.randrange(128), rng.randrange(0x3000)))) + text[i:]
    return text[:20000]


def mutate_leaf(rng: random.Random, text: str) -> str:
    """Mutate one text inside a JSON document, which stays JSON."""
    document = json.loads(text)
    inside: Any = {"": document}
    key: Any = ""
    while isinstance(inside[key], dict | list) and inside[key]:
        inside = inside[key]
        key = rng.choice(list(inside)) if isinstance(inside, dict) else rng.randrange(len(inside))
    inside[key] = mutate(rng, str(inside[key])) if rng.random() < 0.9 else rng.choice([None, 3, 0.5, True, [], {}, "1"])
    return json.dumps(document)


def fuzz(seeds: list[str], target: Callable[[str], None], name: str) -> tuple[int, int]:
    """Feed mutated seeds to ``target``; return how many were taken and how many refused."""
    rng = random.Random(name)
    taken = refused = 0
    for _ in range(COUNT):
        seed = rng.choice(seeds)
        text = mutate_leaf(rng, seed) if seed[0] == "{" and rng.random() < 0.7 else mutate(rng, seed)
        try:
            with at_most(LIMIT):
                target(text)
            taken += 1
        except (BoundcheckError, Undecided, kernel.Malformed) as error:
            refused += 1
            said = str(error)
            if not 0 < len(said) < 2000:
                raise AssertionError(f"{name} on {text!r} says {said!r}") from error
        except Exception as error:  # whatever it is, it is the finding
            raise AssertionError(f"{name} on {text!r}: {type(error).__name__}: {error}") from error
    assert refused, "the mutations are too tame to test anything"
    assert taken, "the mutations are too wild to test anything but the first check"
    return taken, refused


FORMULAS = [
    "U**2/(2*eta) + eta*l*X**2/2",
    "floor(2*U**2*X**2*ln(n))",
    "sqrt(2*l*ln(n))*U*X",
    "3*k*(log2(N) + 1) + 2",
    "exp(-1/2)*(1 - 2/3)",
    "Max(1, X)/(1 - eta*U*X**2/2)",
    "2**(p - 1)*delta**-2",
    "1/10 + 0.25 - 7",
]


def test_the_formula_reader() -> None:
    def target(text: str) -> None:
        expression = parse_expression(text)
        if not expression.free_symbols:
            parse_number(text)

    fuzz(FORMULAS, target, "formulas")


def test_the_kernels_formula_reader() -> None:
    def target(text: str) -> None:
        kernel.sign(kernel.constant(text))

    fuzz(FORMULAS, target, "kernel formulas")


def certificates() -> list[str]:
    S = Trials.of([[1, 0], ["1/2", 1]], [1, -1])
    found = []
    for claim, instance in (
        (theorem("bylander.5").replace(bound=s.U**2 * s.X**2 / 9), Instance(S, vector([2, -3]))),
        (theorem("bylander.6").replace(bound=s.U / 9, without="separable"), Instance(S, vector([1, 1]))),
    ):
        found.append(json.dumps(certificate(check(claim, instance))))
    return found


def test_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    """The catalogue is the same each time: its digest, which takes longer than all else, is worked out once."""
    statements, digest = kernel.statements(), kernel.digest
    released = digest(statements)
    monkeypatch.setattr(kernel, "digest", lambda _: released)

    def target(text: str) -> None:
        kernel.confirm(text, statements)

    fuzz(certificates(), target, "replay")
    assert digest(statements) == released


FILES = [
    "x1,x2,outcome\n1,0,+1\n0,1,-1\n1/2,-3,1\n",
    '{"trials": [{"x": [1, "1/2"], "outcome": "[1,oo)"}, {"x": [0, 1], "outcome": "(-oo,0)"}], "comparator": [1, 1]}',
    '{"trials": [{"x": [1, 0], "y": 1}, {"x": [0, 1], "y": -1}], "parameters": {"eta": "1/10", "U": "sqrt(2)"}}',
]


def test_check(tmp_path: Path) -> None:
    claim = theorem("bylander.2")

    def target(text: str) -> None:
        file = tmp_path / ("a.json" if text.lstrip()[:1] in ("{", "[") else "a.csv")
        file.write_text(text, encoding="utf-8", newline="")
        read = read_trials(file)
        check(claim, Instance(read.trials, read.comparator, {"eta": Fraction(1), **read.parameters}, read.start))

    fuzz(FILES, target, "check")


def test_a_hang_and_a_traceback_are_noticed() -> None:
    """Power: what the tests above look for is found when it is there."""

    def crash(text: str) -> None:
        if "**" not in text:
            raise KeyError(text)

    def hang() -> None:
        while True:
            pass

    with pytest.raises(AssertionError, match="KeyError"):
        fuzz(FORMULAS, crash, "crash")
    with pytest.raises(Hang), at_most(1):
        hang()
