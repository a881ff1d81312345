"""The pytest plugin, used on test suites of its own: what passes, what fails, and what is then printed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest
from boundcheck import assert_bound, assert_refuted
from boundcheck.plugin.evidence import Evidence, ledger_lines
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.vendor.pretty import pretty

from adversaries.families.sampling import random_instances
from adversaries.families.strategies import instances_of
from bounds import symbols as s
from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import LearnerSpec
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.errors import BoundcheckError
from bounds.expression import parse_number
from bounds.instances import Instance, instance_code
from bounds.learners import TableLearner
from bounds.numbers.evaluate import evaluate
from tests.classes import Perceptron
from tests.verify.facade.suites import EXAMPLE, LEARNERS, PLUGIN, replayed, run
from verify.judge.check import check
from verify.judge.status import Status
from verify.own_data.learner import with_learner

pytest_plugins = ["pytester"]


ROOT = Path(__file__).parents[3]
FIVE = theorem("bylander.5")
HALF = FIVE.replace(bound=s.U**2 * s.X**2 / 2)


# --- what passes -----------------------------------------------------------------------------------------


def test_the_example_of_the_readme(pytester: pytest.Pytester) -> None:
    result, text = run(pytester, EXAMPLE, "--ledger", "--strict-markers")
    result.assert_outcomes(passed=4)
    ledger = text[text.index("ledger: claims stated in this run") :]
    assert re.search(r"^bylander\.2 +held +\d+ +0 +0 +0 ", ledger, re.MULTILINE)
    assert re.search(r"^bylander\.5 +held +1 +0 +0 +0 +1\.000= +\(1, 0\) -> 1; \(0, 1\) -> 1, u", ledger, re.MULTILINE)
    assert re.search(
        r"^bylander\.5\* +held +\d+ +0 .*\n  M <= floor\(U\*\*2\*X\*\*2\), learner MyPerceptron$", ledger, re.M
    )
    assert re.search(r"^bylander\.5\* +refuted .*\n  M <= U\*\*2\*X\*\*2/2, learner Perceptron", ledger, re.MULTILINE)


def test_without_the_option_there_is_no_ledger(pytester: pytest.Pytester) -> None:
    _, text = run(pytester, "def test(): ...")
    assert "ledger: claims" not in text


def test_a_run_without_claims_has_an_empty_ledger(pytester: pytest.Pytester) -> None:
    _, text = run(pytester, "def test(): ...", "--ledger")
    assert "no claim was stated" in text


def test_claim_and_learner_may_be_arguments_and_fixtures(pytester: pytest.Pytester) -> None:
    suite = """
@pytest.fixture
def learner():
    return MyPerceptron

@pytest.mark.parametrize("claim", ["bylander.5", theorem("bylander.2")])
@pytest.mark.bound(instances=40)
def test_claims(learner, claim, boundcheck):
    (found,) = boundcheck.searches
    assert found.tried == 40
    assert found.claim.learner.text == "MyPerceptron"
    assert [entry.counts for entry in boundcheck.evidence] == [{"HOLDS": 40}]

@pytest.mark.parametrize("learner", [MyPerceptron, lambda case: MyPerceptron(1)])
@pytest.mark.bound("bylander.5", instances=20, seed=3)
@pytest.mark.bound("bylander.4", instances=10)
def test_two_markers(learner, boundcheck):
    assert [(found.claim.id, found.tried, found.seed) for found in boundcheck.searches] == [
        ("bylander.5*", 20, 3), ("bylander.4*", 10, 0)
    ]
"""
    result, text = run(pytester, LEARNERS + suite)
    assert result.parseoutcomes() == {"passed": 4}, text


def test_the_command_line_sets_the_budget(pytester: pytest.Pytester) -> None:
    suite = """
import pytest
from boundcheck import assert_held

@pytest.mark.bound("bylander.5", instances=3)
def test_marked(boundcheck):
    assert (boundcheck.searches[0].tried, boundcheck.searches[0].seed) == (17, 5)

def test_called():
    assert assert_held("bylander.5", 3, seed=1).tried == 17
"""
    result, text = run(pytester, suite, "--bound-instances", "17", "--bound-seed", "5")
    assert result.parseoutcomes() == {"passed": 2}, text


def test_seconds_take_the_place_of_a_count(pytester: pytest.Pytester) -> None:
    suite = """
import pytest

@pytest.mark.bound("bylander.3", instances=1)
def test_marked(boundcheck):
    assert boundcheck.searches[0].stopped == "seconds"
"""
    result, text = run(pytester, suite, "--bound-seconds", "0.4")
    assert result.parseoutcomes() == {"passed": 1}, text


@pytest.mark.parametrize("option", ["--bound-instances=0", "--bound-seconds=nan", "--bound-seed=x"])
def test_a_budget_that_is_none_is_refused(pytester: pytest.Pytester, option: str) -> None:
    pytester.makepyfile("def test(): ...")
    result = pytester.runpytest_inprocess(*PLUGIN, option)
    assert result.ret == pytest.ExitCode.USAGE_ERROR


# --- other processes -------------------------------------------------------------------------------------


def other(*arguments: str, cwd: Path) -> str:
    """Run pytest in a process of its own and return what it printed."""
    root = os.pathsep.join(str(ROOT / folder) for folder in (".", "verify/facade"))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *PLUGIN, *arguments],
        env={**os.environ, "PYTHONPATH": root},
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.deep
def test_the_ledger_collects_from_all_processes(pytester: pytest.Pytester) -> None:
    """The counts of two workers add up to those of one process."""
    pytester.makepyfile(
        """
import pytest

@pytest.mark.parametrize("seed", range(4))
def test_both(seed, boundcheck):
    boundcheck.assert_held("bylander.5", instances=25, seed=seed)
    boundcheck.assert_refuted("kitani.lem3.printed", instances=200)

@pytest.mark.bound("kitani.lem3.printed", instances=200)
def test_false(): ...
"""
    )
    one = pytester.runpytest_inprocess(*PLUGIN, "-p", "no:xdist", "--ledger")
    one.assert_outcomes(passed=4, failed=1)
    table = one.outlines[one.outlines.index(next(line for line in one.outlines if "ledger: " in line)) :]
    rows = [line for line in table if line.startswith(("bylander", "kitani"))]
    assert re.match(r"bylander\.5 +held +100 +0 ", rows[0])
    assert re.match(r"kitani\.lem3\.printed +refuted +\d+ +5 ", rows[1])
    both = other("-n", "2", "--ledger", "--cache-clear", cwd=pytester.path)
    assert "1 failed, 4 passed" in both
    for row in rows[:2]:
        assert row in both


def test_the_plugin_alone_imports_nothing_heavy(tmp_path: Path) -> None:
    """A suite without claims does not pay for sympy."""
    suite = """
import sys

def test_light():
    heavy = {"sympy", "numpy", "flint", "scipy", "rich"}
    heavy |= {"bounds.data.trials", "bounds.claims.claim", "verify.search.search"}
    assert "boundcheck.plugin.hooks" in sys.modules
    assert not heavy & set(sys.modules)
"""
    (tmp_path / "test_light.py").write_text(suite)
    plugins = ("-p", "no:hypothesispytest", "-p", "no:benchmark")
    text = other(*plugins, "--ledger", "--markers", cwd=tmp_path)
    assert "@pytest.mark.bound(claim, instances=500" in text
    text = other(*plugins, cwd=tmp_path)
    assert "1 passed" in text, text


# --- the pieces ------------------------------------------------------------------------------------------


@given(st.sampled_from(list(catalogue())).flatmap(instances_of), st.sampled_from([20, 60, 1000]))
def test_code_makes_the_instance_again(instance: Instance, width: int) -> None:
    assert replayed(instance_code(instance, width)) == instance


def test_code_makes_irrational_ends_and_empty_sequences_again() -> None:
    root = evaluate(s.U**2 - s.X, {s.U: Fraction(1), s.X: parse_number("sqrt(2)")})
    for outcome in (Interval(root, None, False), Interval(None, root), Interval.point("1/3")):
        instance = Instance(Trials.of([["1/2"]], [outcome]), start=vector([3]))
        assert replayed(instance_code(instance)) == instance
    empty = Instance(Trials.of([], [], n=3), comparator=vector([1, 0, 0]))
    assert replayed(instance_code(empty)) == empty


def test_hypothesis_shows_code_and_others_still_a_table(pytester: pytest.Pytester) -> None:
    instance = Instance(Trials.of([[1]], [1]), comparator=vector([1]))
    run(pytester, "def test(): ...")  # which teaches Hypothesis
    assert pretty(instance) == "Instance(Trials.of([[1]], [1]), comparator=[1])"

    class Notebook:
        shown = ""

        def text(self, text: str) -> None:
            self.shown += text

    notebook = Notebook()
    instance._repr_pretty_(notebook, False)
    assert notebook.shown
    assert "Trials.of" not in notebook.shown


def test_a_learner_takes_the_place_of_a_claim_given_by_its_id() -> None:
    assert with_learner("bylander.5", Perceptron).id == "bylander.5*"
    assert with_learner("bylander.5", None) is FIVE
    with pytest.raises(BoundcheckError, match="claim is 5; give a Claim"):
        with_learner(5, Perceptron)  # type: ignore[arg-type]


def test_learners_are_made_from_parameters_by_name() -> None:
    spec = LearnerSpec("twice", lambda case: TableLearner("perceptron", 2 * case.value(s.eta)), FIVE.learner.version)  # type: ignore[union-attr]
    instance = Instance(Trials.of([[2]], [1]), vector(["1/2"]))
    for given_, rate in (
        (None, Fraction(1, 4)),
        (spec, Fraction(1, 2)),
        (Perceptron, Fraction(1, 4)),
        (lambda eta, U: TableLearner("perceptron", eta * U), Fraction(1, 8)),
        (lambda case: TableLearner("perceptron", case.value(s.X)), Fraction(2)),
        (lambda: TableLearner("perceptron", Fraction(7)), Fraction(7)),
    ):
        case = with_learner(FIVE, given_).case(check(FIVE, instance).instance)
        learner = case.learner()
        assert isinstance(learner, TableLearner)
        assert learner.parameters["eta"] == rate


def test_a_comparator_is_looked_for() -> None:
    verdict = assert_bound("bylander.5", trials=Trials.of([[2, 0], [0, 4]], [1, -1]))
    assert verdict.instance.comparator == vector(["1/2", "-1/4"])


def test_a_claim_about_parameters_alone_needs_no_trials() -> None:
    claim = next(claim for claim in catalogue() if claim.outcomes.name == "NONE" and claim.standing.name == "TRUE")
    _, instance = next(islice(random_instances(claim, 1, 0), 1))
    assert assert_bound(claim, parameters=instance.parameters).status is Status.HOLDS


def test_a_variant_that_has_to_be_false_is_refuted() -> None:
    assert assert_refuted(HALF, instances=50).refuted
    with pytest.raises(AssertionError, match="was expected to be false"):
        assert_refuted(FIVE, instances=50)


def test_evidence_adds_up() -> None:
    def evidence(ratio: float | None, *, refuted: bool = False, **counts: int) -> Evidence:
        return Evidence("mine", "M <= 1", "", counts, ratio, refuted=refuted, witness=f"{ratio}")

    total = evidence(None, VACUOUS=2)
    assert total.verdict == "no support"
    total.add(evidence(0.9, HOLDS=3))
    total.add(evidence(0.5, HOLDS=1, UNDECIDED=1))
    assert (total.counts, total.witness) == ({"VACUOUS": 2, "HOLDS": 4, "UNDECIDED": 1}, "0.9")
    assert total.verdict == "held"
    total.add(evidence(0.2, refuted=True, VIOLATED=1))
    assert (total.verdict, total.witness) == ("REFUTED", "0.2")
    assert ledger_lines([total])[1].split() == ["mine", "REFUTED", "4", "1", "2", "1", "0.200", "0.2"]
