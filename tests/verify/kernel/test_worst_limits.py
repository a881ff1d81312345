"""The checker of worst cases spends the same work as that of instances, and has the same limits."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest

from tests.verify.kernel.kernel_attacks import ATTACKS as INSTANCES
from tests.verify.kernel.worst_attacks import ATTACKS, check, multiplied, slopes
from verify import kernel, kernel_worst


@pytest.mark.parametrize("name", ["tower 5", "tower in the bound", "squares of squares", "a tower in the slopes"])
def test_a_tower_of_powers_is_refused_at_once(name: str) -> None:
    """Power: some 500 bytes ran without end, and took all memory."""
    with pytest.raises(kernel.Malformed, match="numbers of more than 500000 bits would be needed; --patience N allows"):
        check(name)


@pytest.mark.parametrize(
    "name",
    ["two branches", "many steps", "many slopes that hold", "many defines", "many hypotheses", "many denominators"],
)
def test_work_on_worst_cases_is_counted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "MAX_STEPS", 20_000)
    with pytest.raises(kernel.Malformed, match="more than 20000 steps would be needed; --patience N allows"):
        check(name)


@pytest.mark.parametrize(
    "name",
    [
        *("fractions that are added", "divided by a long premise", "a long premise, often", "many premises"),
        *("many vectors", "sums of powers", "opposites", "a wide tree", "premises of a play"),
    ],
)
def test_work_on_proofs_and_plays_is_counted(name: str) -> None:
    """Power: of these 500 bytes took 17 seconds and 1.5 GB, and a megabyte of fractions 27 seconds."""
    with pytest.raises(kernel.Malformed, match="more than 1200000 steps would be needed; --patience N allows"):
        check(name)


@pytest.mark.parametrize("name", ["many parts of a state", "a chain of parts"])
def test_the_parts_of_a_state_are_read_once(name: str) -> None:
    """Power: each part had a list of all of them, which took 6 GB; kinds that follow from one another had no end."""
    with kernel.within(kernel.Budget(3)) as budget, suppress(kernel.Malformed):
        kernel.confirm(INSTANCES[name](), kernel.statements())
    assert budget.steps > 1_000_000


def test_patience_is_for_worst_cases_too() -> None:
    text, catalogue = json.dumps(multiplied(5)), kernel.statements()
    with kernel.within(kernel.Budget()) as budget:
        assert kernel_worst.confirm(text, catalogue)[0]
    assert budget.steps > 2000
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "MAX_STEPS", budget.steps // 2)
        with pytest.raises(kernel.Malformed, match="steps would be needed"):
            kernel_worst.confirm(text, catalogue)
        assert kernel_worst.confirm(text, catalogue, 3)[0]


def test_a_check_leaves_nothing_to_pay_for_the_next_one() -> None:
    """Power: budgets are values; one that was used up is not that of the next file, nor of what runs around it."""
    before = kernel.WORK.get()
    for _ in range(2):
        assert kernel_worst.confirm(json.dumps(slopes(6, 30)), kernel.statements())[0]
        with pytest.raises(kernel.Malformed):
            check("tower 5")
        assert kernel.WORK.get() is before


def test_every_attack_is_a_certificate() -> None:
    """Each is about something that the checker computes, and not refused for its form."""
    said = []
    for name in ("long patterns", "many comparisons", "a table of 12", "a table of large exponents"):
        with kernel.within(kernel.Budget()):
            said.append(kernel_worst.confirm(json.dumps(ATTACKS[name]()), kernel.statements())[1][-1])
    assert not [text for text in said if "lacks a part" in text]
