"""The plugin in use: options in the ini file, counterexamples that are kept, and the first error of one's own code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verify.facade.suites import PLUGIN

pytest_plugins = ["pytester"]


def run(pytester: pytest.Pytester, *arguments: str) -> tuple[pytest.RunResult, str]:
    result = pytester.runpytest_inprocess(*PLUGIN, *arguments)
    return result, "\n".join(result.outlines + result.errlines)


# --- the ini file ----------------------------------------------------------------------------------------

SUITE = """
import pytest

@pytest.mark.bound("bylander.5", instances=3)
def test_marked(boundcheck):
    print("judged", boundcheck.searches[0].tried, "seed", boundcheck.searches[0].seed)
"""


def test_the_ini_file_sets_what_the_command_line_sets_and_gives_way_to_it(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(SUITE)
    pytester.makeini("[pytest]\nbound_instances = 17\nbound_seed = 5\nbound_ledger = true\n")
    _, text = run(pytester, "-s")
    assert "judged 17 seed 5" in text
    assert "ledger: claims stated in this run" in text
    _, text = run(pytester, "-s", "--bound-instances=19")
    assert "judged 19 seed 5" in text


@pytest.mark.parametrize(("name", "value"), [("bound_instances", "0"), ("bound_seconds", "nan"), ("bound_seed", "x")])
def test_a_budget_in_the_ini_file_that_is_none_is_refused(pytester: pytest.Pytester, name: str, value: str) -> None:
    pytester.makepyfile(SUITE)
    pytester.makeini(f"[pytest]\n{name} = {value}\n")
    result, text = run(pytester)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert f"the ini option {name} is {value!r}" in text


# --- what is kept ----------------------------------------------------------------------------------------

LEARNER = '''
import pytest
from fractions import Fraction

class Mine:
    """A Perceptron, with a fault or without."""
    def __init__(self, eta):
        self.eta = eta

    def start(self, n):
        self.weights = [Fraction(0)] * n

    def predict(self, x):
        return sum((w * a for w, a in zip(self.weights, x)), Fraction(0))

    def update(self, x, target):
        FAULT
        side = target.side(self.predict(x))
        self.weights = [w + side * self.eta * a for w, a in zip(self.weights, x)]

@pytest.mark.bound("bylander.5", learner=Mine, instances=60)
def test_mine(boundcheck):
    print("judged", boundcheck.searches[0].tried)
'''
DOZING = "if self.predict(x) == 0: return"


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where what is found is kept."""
    monkeypatch.setenv("BOUNDCHECK_CORPUS", str(tmp_path / "corpus"))
    return tmp_path / "corpus"


@pytest.mark.usefixtures("corpus")
def test_a_counterexample_is_tried_first_until_it_no_longer_fails(pytester: pytest.Pytester) -> None:
    suite = pytester.makepyfile(LEARNER.replace("FAULT", DOZING))
    _, first = run(pytester)
    assert "bylander.5* is REFUTED by the minimal counterexample" in first
    result, second = run(pytester)
    result.assert_outcomes(failed=1)
    assert "bylander.5* is VIOLATED by the counterexample of an earlier run, which was kept" in second
    assert "judged" not in second, "no search was needed"
    suite.write_text(LEARNER.replace("FAULT", ""))
    result, third = run(pytester, "-s")
    result.assert_outcomes(passed=1)
    assert "judged 60" in third, "what is kept takes nothing from the search"


@pytest.mark.parametrize("damaged", ["", "{", '{"trials": [{"x": [1], "outcome": 1}], "comparator": [1]}'])
def test_what_is_kept_decides_nothing_by_itself(pytester: pytest.Pytester, corpus: Path, damaged: str) -> None:
    """Power: no file, or one that was changed, makes a sound learner fail."""
    suite = pytester.makepyfile(LEARNER.replace("FAULT", DOZING))
    run(pytester)
    (kept,) = corpus.rglob("broken*.json")
    kept.write_text(damaged)
    suite.write_text(LEARNER.replace("FAULT", ""))
    result, text = run(pytester)
    result.assert_outcomes(passed=1)
    assert "VIOLATED" not in text


# --- one's own errors ------------------------------------------------------------------------------------


def test_the_first_traceback_of_ones_own_code_is_shown(pytester: pytest.Pytester) -> None:
    """Down to the line that raised, and through none of ours."""
    fault = 'if len(self.weights) > 1: raise RuntimeError("no room for two")'
    suite = pytester.makepyfile(LEARNER.replace("FAULT", fault))
    result, text = run(pytester)
    result.assert_outcomes(failed=1)
    _, _, shown = text.partition("the first error of your own code\n")
    place = next(line for line in shown.splitlines() if "File " in line)
    line = 1 + suite.read_text().partition(fault)[0].count("\n")
    assert f'File "{suite}", line {line}, in update' in place
    assert "RuntimeError: no room for two" in shown
    assert not [line for line in shown.splitlines() if "File " in line and str(suite) not in line]
