"""Starting quickly: what importing and listing may not load, and the kept table of contents."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bounds.claims.catalogue import catalogue
from bounds.claims.index import Entry, entries
from bounds.fast import engine

HEAVY = ("sympy", "numpy", "scipy", "numba", "flint", "hypothesis", "rich")


def loaded_by(code: str) -> set[str]:
    """Return which heavy packages a fresh interpreter has loaded after ``code``."""
    script = f"{code}\nimport sys\nprint(*(name for name in {HEAVY!r} if name in sys.modules))"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(result.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("package", ["bounds", "verify"])
def test_importing_loads_nothing_heavy(package: str) -> None:
    assert loaded_by(f"import {package}") == set()


def test_listing_loads_nothing_heavy() -> None:
    entries()
    assert loaded_by("from bounds.claims.index import entries\nprint(entries()[0])") == set()


def test_one_claim_loads_one_source() -> None:
    code = "import sys\nfrom boundcheck import theorem\ntheorem('uml.ldim') if 0 else theorem('bylander.2')\n"
    code += "assert {m.split('.')[2] for m in sys.modules if m.startswith('bounds.sources.')} == {'bylander1998'}"
    assert "numba" not in loaded_by(code)


def test_small_runs_do_not_load_the_compiler() -> None:
    code = "from boundcheck import search, theorem\nsearch(theorem('bylander.2'), instances=60)"
    assert "numba" not in loaded_by(code)


def test_entries_are_the_catalogue(tmp_path: Path) -> None:
    wanted = [Entry(claim.id, claim.title, claim.standing.value) for claim in catalogue()]
    cache = tmp_path / "index.json"
    assert entries(cache) == wanted
    assert entries(cache) == wanted
    assert cache.exists()


@pytest.mark.parametrize("damage", ["", "{}", '{"stamp": [], "entries": []}', "[1, 2]", '{"stamp": 3}'])
def test_a_damaged_or_old_index_is_made_again(tmp_path: Path, damage: str) -> None:
    """Power: what is kept is used only with the stamp of the present sources."""
    cache = tmp_path / "index.json"
    cache.write_text(damage, encoding="utf-8")
    assert len(entries(cache)) == len(catalogue())


def test_a_kept_index_is_used(tmp_path: Path) -> None:
    cache = tmp_path / "index.json"
    entries(cache)
    cache.write_text(cache.read_text(encoding="utf-8").replace("Lemma 1", "Lemma I"), encoding="utf-8")
    assert any("Lemma I" in entry.title for entry in entries(cache))


def test_small_runs_are_played_as_they_are() -> None:
    assert engine.is_plain("auto", 10)
    assert engine.is_plain("plain", 10**6)
    assert not engine.is_plain("auto", 10**6)
    assert not engine.is_plain("numpy", 10)


def test_the_compiler_is_loaded_once_it_would_have_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short process never loads it, a long one from then on uses it; without one, numpy does all."""
    monkeypatch.setattr(engine, "has_compiler", lambda: True)
    monkeypatch.setattr(engine, "_taken", [0.0])
    half = engine.LOADING / 2
    assert [engine.quickest("auto", seconds) for seconds in (half, half, 0)] == ["numpy", "compiled", "compiled"]
    assert engine.quickest("numpy", 100) == "numpy"
    monkeypatch.setattr(engine, "has_compiler", lambda: False)
    assert engine.quickest("auto", 100) == "numpy"


def test_one_check_of_a_large_table_loads_no_compiler() -> None:
    """100,000 trials: numpy is done before the compiler would be loaded."""
    code = (
        "import numpy as np\nfrom boundcheck import Instance, Trials, vector\nfrom boundcheck import check\n"
        "S = Trials.of(np.ones((100_000, 2), dtype=int), np.ones(100_000, dtype=int))\n"
        "assert check('bylander.2.tuned', Instance(S, vector([1, 0]))).status.value == 'HOLDS'"
    )
    assert "numba" not in loaded_by(code)
