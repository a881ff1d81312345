"""A share of the tests that take long: the same for the same text, another for another, and every test in some."""

from __future__ import annotations

import pytest

from tests import rotation
from tests.rotation import DEEP, SLOW, VARIABLE, unit

pytest_plugins = ["pytester"]

NAMES = [f"tests/test_x.py::test_y[{number}]" for number in range(600)]
COMMITS = [f"{number:07x}" for number in range(12 * DEEP)]


def drawn(name: str, share: str, parts: int = DEEP) -> bool:
    return rotation.drawn(name, share, parts)


WITH_BUILD = next(commit for commit in COMMITS if drawn("built", commit))
WITHOUT = next(commit for commit in COMMITS if not drawn("built", commit))

SUITE = """
import pytest

@pytest.mark.deep
@pytest.mark.parametrize("number", range(60))
def test_deep(number): pass

@pytest.mark.deep
@pytest.mark.parametrize("number", range(12))
def test_of_the_build(built, number): pass

@pytest.fixture
def built(): return 1

@pytest.mark.parametrize("number", range(30))
def test_slow(number): pass

def test_quick(): pass
"""


def test_every_test_is_in_some_share_and_no_share_is_much_of_all() -> None:
    shares = [[name for name in NAMES if drawn(name, commit)] for commit in COMMITS]
    assert {name for share in shares for name in share} == {*NAMES}
    assert all(len(NAMES) / DEEP / 2 < len(share) < len(NAMES) / DEEP * 2 for share in shares)
    assert len({tuple(share) for share in shares}) == len(COMMITS)
    assert [name for name in NAMES if drawn(name, "a", parts=1)] == NAMES


def test_tests_of_one_build_are_drawn_together() -> None:
    assert {unit(name, ["tmp_path", "built"]) for name in NAMES} == {"built"}
    assert [unit(name, ["tmp_path"]) for name in NAMES] == NAMES


@pytest.mark.parametrize("share", ["", WITH_BUILD, WITHOUT])
def test_a_run_takes_what_is_quick_and_its_share(
    share: str, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a text everything runs; with one, tests are left out and not skipped, and the run says how to repeat it.

    Power: what is drawn is counted here by ``drawn`` alone, and shares with and without the build are among them.
    """
    monkeypatch.setenv(VARIABLE, share)
    slow = [f"test_x.py::test_slow[{number}]" for number in range(30)]
    monkeypatch.setattr(rotation, "slow", lambda: frozenset(slow))
    pytester.makeconftest("from tests.conftest import pytest_collection_modifyitems, pytest_report_header")
    pytester.makepyfile(test_x=SUITE)
    pytester.makeini("[pytest]\nmarkers = deep")
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-v")
    names = [f"test_x.py::test_deep[{number}]" for number in range(60)]
    deep = [name for name in names if not share or drawn(name, share)]
    with_build = not share or drawn("built", share)
    assert with_build == (share != WITHOUT)
    some = [name for name in slow if not share or drawn(name, share, SLOW)]
    passed = len(deep) + 12 * with_build + len(some) + 1
    result.assert_outcomes(passed=passed, deselected=103 - passed)
    ran = [line.split(" ")[0] for line in result.outlines if "::" in line]
    assert [name for name in ran if "test_deep" in name] == deep
    assert ran[-1 - len(some) :] == [*some, "test_x.py::test_quick"], "what is slow begins first"
    assert (f"{VARIABLE}={share} python -m pytest" in "\n".join(result.outlines)) == bool(share)


def test_what_took_long_is_noted(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: the other test of the run is quick, and is not noted."""
    monkeypatch.setenv("BOUNDCHECK_SLOW", "noted.txt")
    monkeypatch.delenv(VARIABLE, raising=False)
    pytester.makeconftest("from tests.conftest import pytest_terminal_summary")
    monkeypatch.setattr(rotation, "SECONDS", 0.2)
    pytester.makepyfile(test_x="import time\n\ndef test_a(): time.sleep(0.3)\n\ndef test_b(): pass\n")
    pytester.runpytest_inprocess("-p", "no:cacheprovider").assert_outcomes(passed=2)
    assert (pytester.path / "noted.txt").read_text() == "test_x.py::test_a\n"


def test_the_slow_tests_are_tests() -> None:
    """No file that is gone is listed (ids within a file may change: what is not listed runs each time)."""
    listed = rotation.slow()
    assert len(listed) > 100
    assert all((rotation.MEASURED.parents[1] / name.split("::")[0]).is_file() for name in listed)
