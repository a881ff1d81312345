"""The ladder of each claim of the catalogue has all its rungs, and is picked out by the claim's id."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

from bounds.claims.catalogue import catalogue
from tests import ladder
from tests.ladder import RUNGS, left_out

TESTS = Path(__file__).parent


def climb() -> dict[str, set[str]]:
    """Return which claims the tests of each rung take, all tests being imported that stand on one."""
    collected = {getattr(module, "__file__", "") for module in [*sys.modules.values()]}
    for path in sorted(TESTS.rglob("test_*.py")):
        if str(path) not in collected and "\n@rung(" in path.read_text(encoding="utf-8"):
            import_module(".".join(path.relative_to(TESTS.parent).with_suffix("").parts))
    return ladder.tested


def test_the_ladder_of_each_claim_has_all_its_rungs() -> None:
    assert left_out(climb()) == {}


def test_a_claim_that_is_left_out_is_named() -> None:
    """Power: one claim without a rung, and a rung without a claim."""
    taken = {name: {*catalogue().ids} for name in RUNGS[1:]}
    taken["proof"] -= {"bylander.5"}
    assert left_out(taken) == {"statement": catalogue().ids, "proof": ["bylander.5"]}


def test_brackets_and_a_marker_pick_out_one_rung_of_one_theorem() -> None:
    """Power: without the brackets its variants would come too."""
    file = str(TESTS / "verify" / "kernel" / "test_certificates.py")
    picked = ["-k", "[bylander.5]", "-m", "certificate"]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n0", "--collect-only", "-q", file, *picked]
    done = subprocess.run(command, capture_output=True, text=True, cwd=TESTS.parent, check=True)
    assert [line.partition("[")[2] for line in done.stdout.splitlines() if "::" in line] == ["bylander.5]"]
    assert len([identifier for identifier in catalogue().ids if "bylander.5" in identifier]) > 1
