"""With the core packages alone everything can be imported and looked at; what needs more says so when it is called."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bounds.extras import EXTRAS

ROOT = Path(__file__).parents[3]
PATH = [str(ROOT), str(ROOT / "verify" / "facade")]

ALONE = f"""
import sys
sys.path[:0] = {PATH!r}
class Absent:
    def find_spec(self, name, path=None, target=None):
        library = name.partition(".")[0]
        if library in {sorted(EXTRAS)!r}:
            raise ModuleNotFoundError(f"No module named {{library!r}}", name=library)
sys.meta_path.insert(0, Absent())
import boundcheck
from boundcheck import *
"""
"""A Python in which no extra is installed."""


def said(program: str, cwd: Path = ROOT) -> str:
    """Run a program there; in a file, so that its own processes can be started."""
    file = cwd / "alone.py"
    lines = "".join(f"    {line}\n" for line in program.splitlines())
    file.write_text(f"{ALONE}\nif __name__ == '__main__':\n{lines}", encoding="utf-8")
    done = subprocess.run([sys.executable, str(file)], cwd=cwd, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_the_package_can_be_looked_at(tmp_path: Path) -> None:
    """Power: each of these raised an ImportError."""
    program = "import inspect, pydoc\nfound = dict(inspect.getmembers(boundcheck))\n"
    program += "print(set(boundcheck.__all__) <= set(found), hasattr(boundcheck, 'derive'), Proof.__name__)\n"
    program += "print('search' in pydoc.render_doc(boundcheck), isinstance(5, Derived))"
    assert said(program, tmp_path) == "True True Proof\nTrue False\n"


def test_what_needs_no_extra_works_without(tmp_path: Path) -> None:
    """Dynamic programming needs no solver, a search in a campaign neither, and an assertion no pytest."""
    program = "print(assert_bound('bylander.5', trials=Trials.of([[1, 0]], [1]), comparator=[1, 0]).status.value)\n"
    program += "print(certify('kitani.winnow', 2).status)\n"
    program += "print(campaign(['bylander.5'], 'store.sqlite', tasks=3, hours=1).lines[0].total.holds > 0)"
    assert said(program, tmp_path) == "HOLDS\ncertified for every length\nTrue\n"


@pytest.mark.parametrize(
    ("call", "extra"),
    [
        ("derive('w')", "prove"),
        ("prove('bylander.5')", "prove"),
        ("certify('bylander.5', 2)", "certify"),
        ("plots.plot_search('bylander.5', 5)", "plots"),
    ],
)
def test_what_needs_an_extra_says_so_when_it_is_called(call: str, extra: str, tmp_path: Path) -> None:
    last = said(call, tmp_path).splitlines()[-1]
    assert last.startswith("bounds.errors.BoundcheckError: ")
    assert last.endswith(f"is not installed; install it with: pip install 'boundcheck[{extra}]'")
