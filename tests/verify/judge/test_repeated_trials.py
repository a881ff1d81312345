"""Trials that are too many to be played one by one are judged as they are repeated.

Power: a checker that adds up the gain of a period once too few (planted below) is caught by blocks written out.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from boundcheck import Claim, search, theorem

from bounds.claims.own import own_claim
from bounds.data.repetition import Repeated
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from bounds.expression import parse_number
from bounds.instances import Instance
from verify import kernel
from verify.judge.certificate import certificate, write_certificate
from verify.judge.check import Verdict, check
from verify.judge.periods import number
from verify.judge.read_certificate import read_certificate

BLOCK = Trials.of([[-1, 1], [1, -1]], [-1, -1])
FALSE = theorem("kitani.wma").replace(bound=theorem("kitani.wma").bound * 99 / 100)
LEARNERS = (
    theorem("kitani.wma"),
    theorem("bylander.5"),
    theorem("bylander.2"),
    own_claim("w + y*x if y*yhat <= 0 else w", "l/3", gain="mistake"),
    own_claim("w + y*x/t", "l/2", gain="mistake"),
)


def both(claim: Claim, blocks: list[tuple[Trials, int]], parameters: dict[Any, Any]) -> tuple[Verdict, Verdict]:
    """Return the verdicts on blocks, and on the same trials written out."""
    order = [(block, i) for block, times in blocks for _ in range(times) for i in range(block.l)]
    trials = Trials.of([block.examples[i] for block, i in order], [block.outcomes[i] for block, i in order])
    u = None if claim.id.startswith("kitani") else [1, 2]
    return check(claim, Instance(Repeated(blocks), u, parameters)), check(claim, Instance(trials, u, parameters))


def random_blocks(seed: int) -> list[tuple[Trials, int]]:
    """Return blocks of a few trials with labels that (1, 2) gives mostly, each some times over."""
    draw = np.random.default_rng(seed)
    found = []
    for _ in range(draw.integers(1, 4)):
        rows = [[int(a) for a in draw.choice([-1, 1], 2)] for _ in range(draw.integers(1, 4))]
        labels = [(1 if a + 2 * b > 0 else -1) * int(draw.choice([1, 1, 1, -1])) for a, b in rows]
        found.append((Trials.of(rows, labels), int(draw.integers(1, 9))))
    return found


def disagreement(claim: Claim, seed: int) -> str:
    """Return where the verdicts on random blocks differ from those on the trials written out; nothing if they agree."""
    parameters = {symbol: "1/4" for symbol in claim.free if symbol.name == "eta"}
    ours, played = both(claim, random_blocks(seed), parameters)
    if ours.status is not played.status:
        return f"{ours.status.value}, and {played.status.value}"
    pairs = zip(ours.comparisons[:1], (played.decisive,), strict=False)
    return "".join(
        f"{a.lhs} <= {a.rhs}, and {b.lhs} <= {b.rhs}" for a, b in pairs if b is not None and a.slack != b.slack
    )


@pytest.mark.parametrize("claim", LEARNERS, ids=["votes", "perceptron", "gradient", "rule", "rate"])
def test_blocks_are_judged_as_they_are_written_out(claim: Claim) -> None:
    assert [disagreement(claim, seed) for seed in range(6)] == [""] * 6


def test_a_period_that_is_counted_wrongly_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, played = both(FALSE, [(BLOCK, 9)], {"eta": "1/4"})
    assert ours.slack == played.slack
    right = kernel.multiple
    monkeypatch.setattr(kernel, "multiple", lambda a, times: right(a, max(1, times - 1)))
    ours, played = both(FALSE, [(BLOCK, 9)], {"eta": "1/4"})
    assert ours.slack != played.slack


def test_twenty_million_trials_are_judged_read_back_and_searched_from(tmp_path: Path) -> None:
    verdict = check(FALSE, Instance(Repeated([(BLOCK, 10**7)]), parameters={"eta": "1/1024"}))
    assert (verdict.status.value, verdict.instance.trials.l) == ("VIOLATED", 2 * 10**7)
    assert "10000000 times 2 trials: judged by the checker, as they are repeated" in str(verdict)
    document = certificate(verdict)
    assert kernel.confirm(json.dumps(document), kernel.statements())[0]
    write_certificate(document, tmp_path / "many.json")
    claim, instance = read_certificate(tmp_path / "many.json")
    assert instance == verdict.instance
    found = search(claim, instances=1, adversaries=[lambda *_: [instance]])
    assert found.refuted
    assert found.confirmation == "by the independent checker"


def test_what_varies_and_is_too_long_is_refused() -> None:
    claim = own_claim("w + y*x/t", "l", gain="mistake")
    with pytest.raises(BoundcheckError, match="boundcheck replay FILE --patience"):
        check(claim, Instance(Repeated([(BLOCK, 10**8)]), [1, 1]))


def test_nothing_takes_what_is_written_for_all_trials() -> None:
    many = Repeated([(BLOCK, 3)])
    for asked in (lambda: many.numerators, lambda: many.outcomes, lambda: list(many), lambda: many.subsequence([0])):
        with pytest.raises(BoundcheckError, match="the 6 trials are blocks that are repeated"):
            asked()


@pytest.mark.parametrize(
    "text", ["-3/4", "2*sqrt(3) - 1/2", "exp(-1)/7 + 3*exp(2)", "ln(1/2) + 5*ln(3)", "sqrt(ln(2))"]
)
def test_numbers_of_the_checker_are_ours(text: str) -> None:
    assert number(kernel.exact(text)) == parse_number(text)


@pytest.mark.parametrize(
    ("claim", "block", "parameters"),
    [
        (theorem("bylander.5"), Trials.of([[1, 1], [3, -1]], [1, 1]), {"X": "2"}),
        (theorem("kitani.wma"), BLOCK, {"eta": "3/4"}),
    ],
    ids=["margin and length", "rate"],
)
def test_premises_fail_by_the_same_amounts(claim: Claim, block: Trials, parameters: dict[Any, Any]) -> None:
    """Power: with the premises' names alone there is no amount to compare."""
    ours, played = both(claim, [(block, 3)], parameters)
    assert [ours.status.value, played.status.value] == ["VACUOUS"] * 2
    assert [(found.hypothesis.name, found.amount) for found in ours.failures] == [
        (found.hypothesis.name, found.amount) for found in played.failures
    ]
    assert [str(found) for found in ours.failures] == [str(found) for found in played.failures]
