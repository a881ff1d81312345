"""The same seed gives the same answer in one process and in two, and towers of powers end within their budget."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from verify.cli import main

ROOT = Path(__file__).parents[3]


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    main(["search", *words, "--json", "--no-corpus"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return {name: value for name, value in found.items() if name not in ("jobs", "seconds")}


@pytest.mark.parametrize(
    "words", [("bylander.8", "--instances", "60", "--seed", "3"), ("gls.5.3", "--instances", "60")]
)
def test_jobs_change_nothing(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """Power: premises that failed were counted in one process, and lost where instances came from two."""
    alone, together = (answer(capsys, *words, "--jobs", jobs) for jobs in ("1", "2"))
    assert alone == together
    assert alone["failures"] or not alone["vacuous"]


@pytest.mark.parametrize("bound", ["l**l**l", "U**(l**l)", "2**l**l"])
def test_towers_of_powers_end(bound: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Power: whatever the seconds, these did not come to an end."""
    assert main(["search", "bylander.5", "--bound", bound, "--seconds", "2", "--jobs", "1", "--no-corpus"]) in (0, 1, 3)
    assert main(["prove", "bylander.5", "--bound", bound]) != 0
    assert capsys.readouterr().out


def test_the_page_on_campaigns_says_who_may_reach_a_scheduler() -> None:
    said = (ROOT / "verify" / "guide" / "campaigns.md").read_text(encoding="utf-8")
    (about,) = [part for part in said.split("\n\n") if "pickle" in part]
    assert "Dask" in about
    assert "Ray" in about
