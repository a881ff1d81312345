"""Files of trials with bytes changed at random: read, or refused with the file's name, and soon."""

from __future__ import annotations

import random
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bounds.errors import BoundcheckError
from verify.own_data.reader import ReadOptions, read_trials

DATA = Path(__file__).parents[2] / "data"

SEEDS = (
    b'a,b,outcome\n1,2.5,"[0.5,2)"\n-1/3,1e-3,"(-oo,3]"\n0,0,7/2\n',
    b"a,b,y\r\n1,2,+1\r\n3,4,-1\r\n",
    b"a\tb\tlabel\n1\t2\tred\n3\t4\tblue\n",
    b'[{"x": [1, "1/2"], "outcome": 1}, {"x": [0.25, -3], "outcome": "-"}]',
    (DATA / "intervals.json").read_bytes(),
)
NAMES = ("run.csv", "run", "run.tsv", "run.txt", "run.json")
TOKENS = (
    *(b'"', b",", b"\n", b"\r", b"\t", b"\x00", b"\xff", b"\xef\xbb\xbf", b"[", b"]", b"{", b"}", b":"),
    *(b"NaN", b"Infinity", b"null", b"true", b"1e999999999", b"1e+0000000999999999", b"/0", b"\t/2", b"\\ud800"),
    *(b"9" * 5000, b"[" * 3000, b"(", b"oo", b"-oo", b"+", b"e", b".", b"\xc2\xb2", b'"x":', b"0"),
    *(b'{"lo": 1, "hi": 0}', b"sqrt(2)", b"ln(0)", b"exp(exp(9))", b'"eta":', b"outcome", b"\xe2\x80\xa8"),
)
DIGITS = (b"7", b"0", b"12", b".5", b"-3", b"1/9", b"2e3", b"000", b"", b" 4 ", b"5.", b"--1")
OPTIONS = (
    *(ReadOptions(points=True), ReadOptions(bias=True, shuffle=1), ReadOptions(positive="red")),
    *(ReadOptions(outcome="b", ignore=("outcome",)), ReadOptions(ignore=("a",))),
)


def mutated(data: bytes, rng: random.Random) -> bytes:
    for _ in range(rng.choice((1, 1, 2, 5))):
        i, j = sorted(rng.randrange(len(data) + 1) for _ in range(2))
        other = rng.choice(SEEDS)
        k = rng.randrange(len(other))
        match rng.randrange(9):
            case 0:
                data = data[:i] + bytes([rng.randrange(256)]) + data[i + 1 :]
            case 1:
                data = data[:i] + rng.choice(TOKENS) + data[i:]
            case 2:
                data = data[:i] + data[min(j, i + 8) :]
            case 3:
                data = data[:i] + data[i : min(j, i + 40)] * 2 + data[i:]
            case 4:
                data = data[:i] + rng.choice(TOKENS) + data[min(j, i + 4) :]
            case 5:
                data = data[:i] + other[k : k + 30] + data[i:]
            case _:
                digits = [at for at, byte in enumerate(data) if chr(byte).isdigit()] or [0]
                at = rng.choice(digits)
                data = data[:at] + rng.choice(DIGITS) + data[at + 1 :]
    return data


@contextmanager
def alarm(seconds: int) -> Iterator[None]:
    def ring(*_: object) -> None:
        raise TimeoutError(f"one file took more than {seconds} s")

    if sys.platform == "win32":
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.deep
def test_no_file_gets_past_with_another_exception(tmp_path: Path) -> None:
    rng = random.Random(20240229)
    counts: Counter[str] = Counter()
    for i in range(8000):
        seed = rng.randrange(len(SEEDS))
        file = tmp_path / rng.choice((NAMES[seed], NAMES[seed], NAMES[seed], *NAMES))
        file.write_bytes(mutated(SEEDS[seed], rng))
        natural = ReadOptions(positive="red") if b"red" in SEEDS[seed] else ReadOptions()
        options = rng.choice((natural, natural, *OPTIONS))
        try:
            with alarm(60):
                result = read_trials(file, options)
        except BoundcheckError as error:
            counts["refused" if str(error).startswith(f"{file}: ") else "refused without its name"] += 1
        except Exception as error:
            pytest.fail(f"{i}: {options}: {type(error).__name__}: {error}\n{file.read_bytes()[:400]!r}")
        else:
            assert len(result.attributes) == result.trials.n
            counts["read"] += 1
    assert set(counts) == {"refused", "read"}
    assert min(counts.values()) > 500, counts
