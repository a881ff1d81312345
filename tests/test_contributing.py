"""A claim put into a section's file as CONTRIBUTING prints it passes its ladder, and slips are told in a line."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bounds.claims import catalogue as catalogues
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.claims.parts import Hypothesis, Quantity
from bounds.errors import BoundcheckError

ROOT = Path(__file__).parents[1]
SECTION = "bounds/sources/bylander1998/section4.py"
House = Callable[..., subprocess.CompletedProcess[str]]

WRITES = "from verify.judge.certificate import write_statements; write_statements()"

ASKS = """
from verify.cli import main
print([
    main(["list", "--standing", "unproved"]), main(["show", "bylander.5.growth"]), main(["prove", "bylander.5.growth"]),
    main(["search", "bylander.5.growth", "--bound", "eta**2*m*X**2/2", "--instances", "50", "--jobs", "1"]),
])
"""


def example() -> str:
    """Return the Python with which the page makes a claim."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    block = re.search(r"## A theorem.*?```python\n(.*?)\n\n```", page, re.DOTALL)
    assert block is not None
    return "\n".join(line[4:] for line in block[1].splitlines())


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Return what runs Python in a copy of the house with the example in its section's file."""
    for folder in ("bounds", "adversaries", "verify", "tests"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    with (tmp_path / SECTION).open("a", encoding="utf-8") as section:
        section.write(f"\n\n{example()}\n")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(tmp_path / "verify" / "facade")))}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *arguments]
        return subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)

    return run


def test_a_claim_without_a_proof_is_shown_and_listed_as_such(house: House) -> None:
    """One process: list, show and prove say what it is, and a search breaks what is stronger."""
    done = house("-c", ASKS)
    assert done.stderr == ""
    assert re.search(r"bylander.5.growth +unproved  The Perceptron's weights grow", done.stdout)
    assert re.search(r"standing +stated, not proved\n", done.stdout)
    assert "no proof: the claim is stated, not proved\n" in done.stdout
    assert done.stdout.endswith("[0, 0, 3, 1]\n")


@pytest.mark.deep
def test_the_example_passes_its_ladder(house: House) -> None:
    assert house("-c", WRITES).returncode == 0
    files = [str(path) for path in Path("tests").rglob("test_*.py") if "@rung(" in path.read_text(encoding="utf-8")]
    options = ("-n0", "-q", "-p", "no:cacheprovider", "-k", "[bylander.5.growth]")
    done = house("-m", "pytest", *options, *files)
    assert done.returncode == 0, done.stdout
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None
    assert int(passed[1]) >= 20


# --- slips ---------------------------------------------------------------------------------------------------

FIVE = theorem("bylander.5")


@pytest.mark.parametrize(
    ("slip", "line"),
    [
        (
            lambda: _under(FIVE.hypotheses[0]),
            r"hypotheses is Hypothesis\(.*; give a list, each a Hypothesis",
        ),
        (lambda: _under(("U <= 1",)), r"hypotheses is \('U <= 1',\); give a list, each a Hypothesis"),
        (lambda: Hypothesis("ball", "short", "norm(u, 2) <= U"), r"function is 'norm\(u, 2\) <= U'; give a function"),  # type: ignore[arg-type]
        (lambda: Quantity("M", formula={"value": "M"}), r"formula is \{'value': 'M'\}; give a list, each a dictionary"),  # type: ignore[arg-type]
        (lambda: _with("dot(w_fin, w_fin)"), r"unknown name 'w_fin'; did you mean 'w_end'\?"),
        (lambda: _with("sum_t(upd)"), r"unknown name 'upd'; "),
        (lambda: _assuming("norm(u, 2) <= etta"), r"unknown name 'etta'; did you mean 'eta'\?"),
    ],
)
def test_a_slip_is_told_in_a_line(slip: Callable[[], object], line: str) -> None:
    """Power: each of these made a claim, on which searches said UNTESTED, or ended in a traceback."""
    with pytest.raises(BoundcheckError, match=line) as told:
        slip()
    assert "\n" not in str(told.value)


def _with(value: str) -> Claim:
    return replace(FIVE, quantity=Quantity("compared", formula=({"value": value},)))


def _under(hypotheses: Any) -> Claim:
    return replace(FIVE, hypotheses=hypotheses)


def _assuming(formula: str) -> Claim:
    return replace(FIVE, hypotheses=(Hypothesis("ball", "a ball", formula=formula),))


def test_two_claims_of_one_id_are_told_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    twice = SimpleNamespace(CLAIMS=[FIVE, replace(FIVE, title="another")])
    monkeypatch.setattr(catalogues, "import_module", lambda _: twice)
    with pytest.raises(
        BoundcheckError, match=r"two claims are called bylander.5, '.*' and 'another'; give each an id"
    ) as told:
        catalogues._claims.__wrapped__("bylander")
    assert "\n" not in str(told.value)
