"""The marker ``bound`` is never ignored: any kind of test attacks its claim, and on what is no test it is an error."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.verify.facade.suites import PLUGIN

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[3]
HEAD = """
import unittest
import pytest

false = pytest.mark.bound("kitani.lem3.printed", instances=200)
true = pytest.mark.bound("bylander.5", instances=5)
"""

KINDS = {
    "a function": "@false\ndef test_it(): ...\n",
    "a method": "class TestIt:\n    @false\n    def test_it(self): ...\n",
    "a class": "@false\nclass TestIt:\n    def test_it(self): ...\n",
    "a base class": "@false\nclass Base: ...\n\nclass TestIt(Base):\n    def test_it(self): ...\n",
    "a module": "pytestmark = false\n\ndef test_it(): ...\n",
    "a method of a TestCase": "class It(unittest.TestCase):\n    @false\n    def test_it(self): ...\n",
    "a TestCase": "@false\nclass It(unittest.TestCase):\n    def test_it(self): ...\n",
    "an asynchronous TestCase": "class It(unittest.IsolatedAsyncioTestCase):\n    @false\n"
    "    async def test_it(self): ...\n",
    "an asynchronous function": "@false\nasync def test_it(): ...\n",
    "one parameter": "@pytest.mark.parametrize('i', [pytest.param(1, marks=false)])\ndef test_it(i): ...\n",
    "a parametrised test": "@false\n@pytest.mark.parametrize('i', [1])\ndef test_it(i): ...\n",
    "a test with subtests": "class It(unittest.TestCase):\n    @false\n    def test_it(self):\n"
    "        with self.subTest(i=1): ...\n",
    "a test of hypothesis": "from hypothesis import given, strategies as st\n\n@false\n@given(st.integers())\n"
    "def test_it(i): ...\n",
}


def run(pytester: pytest.Pytester, suite: str, *options: str) -> tuple[dict[str, int], str]:
    pytester.makepyfile(HEAD + suite)
    result = pytester.runpytest_inprocess(*PLUGIN, *options)
    counts = result.parseoutcomes()
    return {kind: counts[kind] for kind in counts if kind != "warnings"}, "\n".join(result.outlines + result.errlines)


@pytest.mark.parametrize("kind", KINDS)
def test_a_false_claim_fails_on_every_kind_of_test(kind: str, pytester: pytest.Pytester) -> None:
    """Power: on a TestCase the marker was ignored, and the false claim passed."""
    counts, text = run(pytester, KINDS[kind])
    assert counts == {"failed": 1}, text
    assert "kitani.lem3.printed is REFUTED by the minimal counterexample" in text


def test_a_false_claim_on_a_doctest_fails(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(
        "import pytest\n\ndef pytest_collection_modifyitems(items):\n    for item in items:\n"
        "        item.add_marker(pytest.mark.bound('kitani.lem3.printed', instances=200))\n"
    )
    pytester.makepyfile(example='"""\n>>> 1\n1\n"""\n')
    result = pytester.runpytest_inprocess(*PLUGIN, "--doctest-modules")
    assert result.parseoutcomes()["failed"] == 1


@pytest.mark.deep
def test_a_false_claim_fails_in_other_processes(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(HEAD + KINDS["a method of a TestCase"] + "\n@false\ndef test_other(): ...\n")
    command = [sys.executable, "-m", "pytest", *PLUGIN, "-n", "2", str(pytester.path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=_environment(), cwd=pytester.path)
    assert "2 failed" in done.stdout, done.stdout + done.stderr


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


@pytest.mark.parametrize(
    ("suite", "message"),
    [
        ("@false\ndef it(): ...\n\ndef test_other(): ...\n", "it has the marker bound, but pytest runs no test"),
        (
            "class TestIt:\n    @false\n    def it(self): ...\n    def test_other(self): ...\n",
            "it has the marker bound",
        ),
        ("@false\nclass TestIt:\n    def it(self): ...\n", "has the marker bound, and no test that would attack"),
        ("pytestmark = false\n", "has the marker bound, and no test that would attack its claim"),
    ],
)
def test_a_marker_on_what_is_no_test_is_an_error_at_collection(
    suite: str, message: str, pytester: pytest.Pytester
) -> None:
    counts, text = run(pytester, suite)
    assert counts.get("errors") == 1, text
    assert "passed" not in counts
    assert message in text


def test_a_helper_that_says_it_is_no_test_and_an_imported_test_are_left_alone(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(helpers=HEAD + "@false\ndef attack(): ...\n")
    counts, text = run(
        pytester, "from helpers import attack\n\n@false\ndef it(): ...\n\nit.__test__ = False\n\ndef test(): ...\n"
    )
    assert counts == {"passed": 1}, text


@pytest.mark.parametrize(
    ("suite", "counts"),
    [
        ("@pytest.mark.skip\n" + KINDS["a function"], {"skipped": 1}),
        (
            "class It(unittest.TestCase):\n    @unittest.skip('not now')\n    @false\n    def test_it(self): ...\n",
            {"skipped": 1},
        ),
        ("@unittest.skip('not now')\n" + KINDS["a TestCase"], {"skipped": 1}),
        ("@pytest.mark.xfail\n" + KINDS["a function"], {"xfailed": 1}),
        ("@pytest.mark.xfail(strict=True)\n" + KINDS["a function"].replace("false", "true"), {"failed": 1}),
        ("@pytest.mark.xfail(raises=OSError)\n" + KINDS["a function"], {"failed": 1}),
    ],
)
def test_what_is_skipped_or_expected_to_fail_is_said_to_be(
    suite: str, counts: dict[str, int], pytester: pytest.Pytester
) -> None:
    found, text = run(pytester, suite)
    assert found == counts, text


def test_a_true_claim_passes_on_a_testcase_whose_body_runs_too(pytester: pytest.Pytester) -> None:
    suite = "class It(unittest.TestCase):\n    @true\n    def test_it(self): assert {}\n"
    assert run(pytester, suite.format("True"))[0] == {"passed": 1}
    assert run(pytester, suite.format("False"))[0] == {"failed": 1}


def test_a_testcase_without_a_claim_in_its_marker_fails(pytester: pytest.Pytester) -> None:
    counts, text = run(pytester, "class It(unittest.TestCase):\n    @pytest.mark.bound\n    def test_it(self): ...\n")
    assert counts == {"failed": 1}
    assert "test_it: the marker bound needs a claim" in text
