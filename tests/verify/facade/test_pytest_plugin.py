"""The pytest plugin, used on test suites of its own: what passes, what fails, and what is then printed."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest
from boundcheck import assert_bound, assert_held, assert_refuted
from boundcheck.plugin.evidence import Evidence, ledger_lines
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.vendor.pretty import pretty
from sympy import sqrt

from adversaries.generate.sampling import random_instances
from adversaries.generate.strategies import instances_of
from bounds import symbols as s
from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Hypothesis, LearnerSpec
from bounds.data.instance_code import instance_code
from bounds.data.trials import Instance, Interval, Trials, vector
from bounds.errors import BoundcheckError
from bounds.expression import parse_number
from bounds.learners import Perceptron
from bounds.numbers.evaluate import evaluate
from verify import kernel
from verify.judge.check import check
from verify.judge.status import Status
from verify.own_data import comparator
from verify.own_data.learner import with_learner
from verify.search.search import search
from verify.shrink.shrink import shrink

pytest_plugins = ["pytester"]

PLUGIN = ("-p", "no:boundcheck", "-p", "boundcheck.plugin.hooks", "-p", "no:randomly")
"""The plugin by its module, whether or not an installation announces it."""

# modules that a suite loads have to be there before, or each suite below would load them anew
LOADED = (comparator, search, shrink)

ROOT = Path(__file__).parents[3]
FIVE = theorem("bylander.5")
HALF = FIVE.replace(bound=s.U**2 * s.X**2 / 2)

EXAMPLE = '''
from fractions import Fraction

import pytest
from hypothesis import given

from adversaries.generate.strategies import instances_of
from bounds.data.trials import Trials
from bounds.claims.catalogue import theorem
from bounds.symbols import U, X
from boundcheck import assert_bound


class MyPerceptron:
    def __init__(self, eta):  # the claim's learning rate, exactly
        self.eta = eta

    def start(self, n):
        self.weights = [Fraction(0)] * n

    def predict(self, x):
        return sum((w * a for w, a in zip(self.weights, x)), Fraction(0))

    def update(self, x, target):
        side = target.side(self.predict(x))  # 1: too low, -1: too high, 0: right
        self.weights = [w + side * self.eta * a for w, a in zip(self.weights, x)]


@pytest.mark.bound("bylander.5", learner=MyPerceptron, instances=300)
def test_my_perceptron_keeps_the_bound():
    """The search is the test."""


@pytest.mark.bound(theorem("bylander.5").replace(bound=U**2 * X**2 / 2), refuted=True)
def test_half_the_bound_is_too_little():
    """A bound that is attained has false variants."""


@given(instances_of(theorem("bylander.2")))
def test_theorem_2(instance):
    assert_bound("bylander.2", instance)


def test_it_is_attained():
    S = Trials.of([[1, 0], [0, 1]], [1, 1])
    assert assert_bound("bylander.5", trials=S, comparator=[1, 1]).slack == 0
'''

LEARNERS = (
    EXAMPLE.partition("@pytest.mark.bound")[0]
    + '''

class Dozing(MyPerceptron):
    """Forgets to update where its prediction is exactly 0."""
    def update(self, x, target):
        if self.predict(x) != 0:
            super().update(x, target)


class Floating(MyPerceptron):
    def predict(self, x):
        return float(super().predict(x))


class Broken(MyPerceptron):
    def update(self, x, target):
        if len(self.weights) > 1:
            raise RuntimeError("no room for two attributes")
        super().update(x, target)

'''
)


@pytest.fixture(autouse=True)
def _at_a_desk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pytest says a failure twice where one of these is set, the second time in its summary."""
    for name in ("CI", "BUILD_NUMBER"):
        monkeypatch.delenv(name, raising=False)


def run(pytester: pytest.Pytester, suite: str, *arguments: str) -> tuple[pytest.RunResult, str]:
    """Run a suite in this process and return the result with everything that was printed."""
    pytester.makepyfile(suite)
    result = pytester.runpytest_inprocess(*PLUGIN, *arguments)
    return result, "\n".join(result.outlines)


def failing(pytester: pytest.Pytester, test: str, *arguments: str) -> str:
    """Run one test after the learners above, which has to fail, and return what was printed."""
    result, text = run(pytester, LEARNERS + test, *arguments)
    result.assert_outcomes(failed=1)
    return text


# --- what passes -----------------------------------------------------------------------------------------


def test_the_example_of_the_readme(pytester: pytest.Pytester) -> None:
    result, text = run(pytester, EXAMPLE, "--ledger", "--strict-markers")
    result.assert_outcomes(passed=4)
    ledger = text[text.index("ledger: claims stated in this run") :]
    assert re.search(r"^bylander\.2 +held +\d+ +0 +0 +0 ", ledger, re.MULTILINE)
    assert re.search(r"^bylander\.5 +held +1 +0 +0 +0 +1\.000= +\(1, 0\) -> 1; \(0, 1\) -> 1, u", ledger, re.MULTILINE)
    assert re.search(
        r"^bylander\.5\* +held +300 .*\n  M <= floor\(U\*\*2\*X\*\*2\), learner MyPerceptron$", ledger, re.M
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


# --- what fails, and what it says ------------------------------------------------------------------------


def certificate(text: str) -> Path:
    """Return the certificate that a failure names."""
    found = re.search(r"certificate +(\S+\.json)$", text, re.MULTILINE)
    assert found is not None, text
    return Path(found[1])


def test_a_false_claim_fails_with_its_minimal_counterexample(pytester: pytest.Pytester) -> None:
    """Power: a planted false claim, on a run that is not minimal."""
    suite = """
from bounds.data.trials import Trials
from bounds.claims.catalogue import theorem
from bounds.symbols import U, X
from boundcheck import assert_bound

def test_half():
    half = theorem("bylander.5").replace(bound=U**2 * X**2 / 2)
    assert_bound(half, trials=Trials.of([[2, 2], [-2, 2]], [1, -1]))
"""
    result, text = run(pytester, suite)
    result.assert_outcomes(failed=1)
    first, minimal = text.split("the minimal counterexample\n")
    for line in (
        ">       assert_bound(half, trials=Trials.of([[2, 2], [-2, 2]], [1, -1]))",
        "E       AssertionError: bylander.5* is VIOLATED",
        "E         claim        M <= U**2*X**2/2",
        "E         parameters   U = 1/2 (0.5), X = 2*sqrt(2) (2.82843), eta = 1/8 (0.125), l = 2, n = 2",
        "E         compared     M = 2",
        "E         hypothesis   holds: Abs-Loss(u, S) = 0: y u.x >= 1 on every trial",
        "E         first step   the per-trial inequality first fails on trial 1: 1 > 1/2 (0.5)",
    ):
        assert line in first
    for line in (
        "E         compared     M = 1",
        "E         bound        1/2 (0.5)",
        "E         first step   the per-trial inequality first fails on trial 1: 1 > 1/2 (0.5)",
        "E         minimal      1-minimal: ",
        "E           Instance(Trials.of([[1]], [1]), comparator=[1], parameters={'U': 1, 'X': 1})",
    ):
        assert line in minimal
    assert "facade/boundcheck" not in text  # the plugin's own frames are hidden
    confirmed, said = kernel.replay(certificate(minimal))
    assert confirmed, said


def test_a_search_fails_with_its_minimal_counterexample(pytester: pytest.Pytester) -> None:
    suite = """
from bounds.claims.catalogue import theorem
from bounds.symbols import U, eta
from boundcheck import assert_held

def test_no_charge():
    assert_held(theorem("bylander.2").replace(bound=U**2 / (2 * eta)), instances=200)
"""
    result, text = run(pytester, suite)
    result.assert_outcomes(failed=1)
    assert "bylander.2* is REFUTED by the minimal counterexample" in text
    assert "Trials.of([[1]], [Interval.parse('[1, oo)')]),\n" in text
    assert "first step   the per-trial inequality first fails on trial 1" in text
    confirmed, said = kernel.replay(certificate(text))
    assert confirmed, said


def test_a_wrong_learner_fails_with_its_minimal_counterexample(pytester: pytest.Pytester) -> None:
    """Power: an implementation that forgets ties."""
    text = failing(pytester, '@pytest.mark.bound("bylander.5", learner=Dozing)\ndef test_mine(): ...\n', "--ledger")
    for line in (
        "bylander.5* is REFUTED by the minimal counterexample",
        "  compared     M = 2",
        "  first step   the per-trial inequality first fails on trial 1: 1 > 0",
        "  learner      Dozing",
        "Instance(Trials.of([[1], [1]], [1, 1]), comparator=[1], parameters={'U': 1, 'X': 1})",
        "  certificate  none: the learner 'Dozing'",
    ):
        assert line in text
    assert text.count("is REFUTED by") == 1
    assert re.search(r"^bylander\.5\* +REFUTED ", text, re.MULTILINE)
    written = re.search(r"written +(\S+\.json) \(the instance\)", text)
    assert written is not None
    assert len(json.loads(Path(written[1]).read_text())["instance"]["trials"]) == 2


def test_a_learner_in_floats_is_refused(pytester: pytest.Pytester) -> None:
    text = failing(pytester, '@pytest.mark.bound("bylander.5", learner=Floating)\ndef test_mine(): ...\n')
    assert "the prediction on trial 1 is the float 0.0; floats are not exact" in text
    assert "Traceback" not in text


def test_a_learner_that_raises_is_no_support(pytester: pytest.Pytester) -> None:
    """Power: most instances hold, and the others cannot be judged."""
    text = failing(pytester, '@pytest.mark.bound("bylander.5", learner=Broken)\ndef test_mine(): ...\n')
    assert "bylander.5* could not be judged everywhere" in text
    assert "RuntimeError: no room for two attributes" in text


def test_a_shrunk_example_is_printed_as_code(pytester: pytest.Pytester) -> None:
    suite = """
from hypothesis import given
from adversaries.generate.strategies import instances_of
from bounds.claims.catalogue import theorem
from bounds.symbols import U, X
from verify.judge.status import Status
from verify.own_data.completed import check
from boundcheck import assert_bound

half = theorem("bylander.5").replace(bound=U**2 * X**2 / 2)
weak = theorem("bylander.6").replace(bound=U * X / 2)

@given(instances_of(half))
def test_asserted(instance):
    assert_bound(half, instance)

@given(instances_of(weak))
def test_plain(instance):
    assert check(weak, instance).status is Status.HOLDS
"""
    result, text = run(pytester, suite, "--ledger")
    result.assert_outcomes(failed=2)
    asserted, plain = text[text.index("__ test_asserted") :].split("__ test_plain")
    assert "this is the minimal counterexample" in asserted
    assert "first step   the per-trial inequality first fails on trial 1: 1 > 1/2 (0.5)" in asserted
    for part, claim in ((asserted, HALF), (plain, theorem("bylander.6").replace(bound=s.U * s.X / 2))):
        printed = re.search(r"^E +instance=(Instance\(.*?),\nE +\)$", part, re.MULTILINE | re.DOTALL)
        assert printed is not None, part
        instance = replayed(re.sub(r"^E ", "", printed[1], flags=re.MULTILINE))
        assert check(claim, instance).status is Status.VIOLATED
        assert instance.trials.l == 1


def test_a_vacuous_instance_is_no_support(pytester: pytest.Pytester) -> None:
    suite = """
from bounds.data.trials import Trials
from boundcheck import assert_bound

S = Trials.of([[2, 2], [-2, 2]], [1, -1])

def test_vacuous():
    assert_bound("bylander.5", trials=S, comparator=[0, 1])

def test_allowed():
    verdict = assert_bound("bylander.5", trials=S, comparator=[0, 1], allow_vacuous=True)
    assert verdict.status.value == "VACUOUS"
"""
    result, text = run(pytester, suite, "--ledger")
    result.assert_outcomes(failed=1, passed=1)
    assert "bylander.5 is VACUOUS: a hypothesis fails, so the claim says nothing; that is no support" in text
    assert "y u.x >= 1 on every trial: the difference is -3, it has to be at least 0" in text
    assert re.search(r"^bylander\.5 +no support +0 +0 +2 +0 ", text, re.MULTILINE)


def test_a_claim_that_is_always_vacuous_is_not_held(pytester: pytest.Pytester) -> None:
    """Power: a search and Hypothesis both refuse to pass on nothing."""
    suite = """
import dataclasses
import pytest
from fractions import Fraction
from hypothesis import given
from adversaries.generate.strategies import instances_of
from bounds.claims.claim import Hypothesis
from bounds.claims.catalogue import theorem
from boundcheck import assert_bound

never = Hypothesis("never", "0 >= 1", lambda case: Fraction(-1))
empty = dataclasses.replace(theorem("bylander.5"), hypotheses=(never,))

@pytest.mark.bound(empty, instances=30)
def test_marked(): ...

@given(instances_of(empty))
def test_given(instance):
    assert_bound(empty, instance)

@pytest.mark.bound(empty, instances=30, allow_vacuous=True)
def test_allowed(): ...
"""
    result, text = run(pytester, suite)
    result.assert_outcomes(failed=2, passed=1)
    assert "bylander.5 has no support: it holds on none of 30 instances" in text
    assert re.search("Unsatisfiable|FailedHealthCheck", text)


def test_an_undecided_instance_is_no_support() -> None:
    """Power: sqrt(2) + sqrt(3) = sqrt(5 + 2 sqrt(6)), which enclosures cannot see."""
    zero = sqrt(2) + sqrt(3) - sqrt(5 + 2 * sqrt(6))
    tight = Hypothesis("tight", "M = U**2*X**2", formula="sum_t(err) == U**2*X**2")
    riddle = dataclasses.replace(FIVE, bound=s.U**2 * s.X**2 + zero, hypotheses=(*FIVE.hypotheses, tight))
    S = Trials.of([[1]], [1])
    with pytest.raises(AssertionError, match="is UNDECIDED: the two sides could not be separated"):
        assert_bound(riddle, trials=S, comparator=[1])
    verdict = assert_bound(riddle, trials=S, comparator=[1], allow_undecided=True)
    assert verdict.status is Status.UNDECIDED
    with pytest.raises(AssertionError, match=r"is UNDECIDED on [0-9]+ instances, which is no support"):
        assert_held(riddle, instances=30)
    with pytest.raises(AssertionError, match="has no support: it holds on none of 30 instances"):
        assert_held(riddle, instances=30, allow_undecided=True)


@pytest.mark.parametrize(
    ("marker", "message"),
    [
        ("'bylander.55'", "no claim is called 'bylander.55'"),
        ("", "the marker bound needs a claim"),
        (
            "'bylander.5', instance=3",
            "the marker bound cannot use 'instance'; it takes a claim and, by name, instances",
        ),
        ("'bylander.5', 300", "the marker bound cannot use 300"),
        ("3", "the claim is 3; give a Claim, or an id such as 'bylander.5'"),
        ("'bylander.5', instances=-1", "instances is -1"),
        ("'bylander.5', learner=3", "the learner is 3; give a class or a function"),
        ("'bylander.5', learner=lambda rate_: None", "unknown symbol 'rate_'"),
        ("'bylander.half', learner=3", "speaks of no learner"),
        ("'bylander.5', refuted=True, instances=20", "was expected to be false, and was not refuted"),
    ],
)
def test_a_marker_that_makes_no_sense_says_so(pytester: pytest.Pytester, marker: str, message: str) -> None:
    result, text = run(pytester, f"import pytest\n\n@pytest.mark.bound({marker})\ndef test_it(): ...\n")
    result.assert_outcomes(failed=1)
    assert message in text
    assert "Traceback" not in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "give an instance or trials"),
        ({"instance": Instance(Trials.of([[1]], [1])), "comparator": [1]}, "not both"),
        ({"trials": Trials.of([[1]], [1]), "comparator": [1, 2]}, "has 2 entries"),
        ({"trials": Trials.of([[1]], [1]), "parameters": {"eta": 1}}, "fixes eta"),
        ({"trials": [[1], [1]]}, r"the trials are \[\[1\], \[1\]\]; make them with Trials.of"),
        ({"trials": Trials.of([[1]], [1]), "comparator": 1}, "the comparator is 1; give a list"),
        ({"instance": Trials.of([[1]], [1])}, r"give Instance\("),
    ],
)
def test_what_makes_no_instance_is_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(BoundcheckError, match=message):
        assert_bound("bylander.5", **arguments)  # type: ignore[arg-type]


def test_a_failure_is_reported_where_pytest_keeps_no_cache(pytester: pytest.Pytester) -> None:
    """Power: the report was an AttributeError about 'cache'."""
    test = """
from bounds.data.trials import Instance, Trials
from bounds.claims.catalogue import theorem
from bounds.symbols import U, X
from boundcheck import assert_bound

def test_half():
    S = Trials.of([[1, 0], [0, 1]], [1, 1])
    assert_bound(theorem("bylander.5").replace(bound=U**2 * X**2 / 2), Instance(S, [1, 1]))
"""
    text = failing(pytester, test, "-p", "no:cacheprovider")
    assert "bylander.5* is VIOLATED" in text
    assert "AttributeError" not in text
    confirmed, _ = kernel.replay(certificate(text))
    assert confirmed


def test_an_interrupted_search_interrupts_the_run(pytester: pytest.Pytester) -> None:
    suite = """
import pytest
from boundcheck import assert_held

class Interrupting:
    def __init__(self, eta): ...
    def start(self, n): ...
    def predict(self, x):
        raise KeyboardInterrupt
    def update(self, x, outcome): ...

@pytest.mark.bound("bylander.5", learner=Interrupting)
def test_first(): ...
"""
    pytester.makepyfile(suite)
    with pytest.raises(KeyboardInterrupt):
        pytester.runpytest_inprocess(*PLUGIN)


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


def replayed(code: str) -> Instance:
    """Run an instance's code."""
    names = {"Instance": Instance, "Trials": Trials, "Interval": Interval, "parse_number": parse_number}
    instance = eval(code, names)  # noqa: S307 - the code is our own
    assert isinstance(instance, Instance)
    return instance


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
    with pytest.raises(BoundcheckError, match="the claim is 5; give a Claim"):
        with_learner(5, Perceptron)  # type: ignore[arg-type]


def test_learners_are_made_from_parameters_by_name() -> None:
    spec = LearnerSpec("twice", lambda case: Perceptron(2 * case.value(s.eta)), FIVE.learner.version)  # type: ignore[union-attr]
    instance = Instance(Trials.of([[2]], [1]), vector(["1/2"]))
    for given_, rate in (
        (None, Fraction(1, 4)),
        (spec, Fraction(1, 2)),
        (Perceptron, Fraction(1, 4)),
        (lambda eta, U: Perceptron(eta * U), Fraction(1, 8)),
        (lambda case: Perceptron(case.value(s.X)), Fraction(2)),
        (lambda: Perceptron(Fraction(7)), Fraction(7)),
    ):
        case = with_learner(FIVE, given_).case(check(FIVE, instance).instance)
        learner = case.learner()
        assert isinstance(learner, Perceptron)
        assert learner.eta == rate


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
