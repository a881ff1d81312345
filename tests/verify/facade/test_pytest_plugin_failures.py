"""Suites that fail under the pytest plugin, and what is then printed."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path

import pytest
from boundcheck import assert_bound, assert_held
from sympy import log, sqrt

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Hypothesis
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from tests.verify.facade.suites import PLUGIN, failing, replayed, run
from verify import kernel
from verify.judge.check import check
from verify.judge.read_certificate import in_file
from verify.judge.status import Status

pytest_plugins = ["pytester"]

FIVE = theorem("bylander.5")

HALF = FIVE.replace(bound=s.U**2 * s.X**2 / 2)


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
    link = next(line.split()[-1] for line in minimal.splitlines() if "  link  " in line)
    assert in_file(link) == in_file(certificate(minimal))


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
        "  confirmed    by the independent checker",
    ):
        assert line in text
    assert text.count("is REFUTED by") == 1
    assert re.search(r"^bylander\.5\* +REFUTED ", text, re.MULTILINE)
    written = re.search(r"certificate +(\S+\.json)", text)
    assert written is not None
    document = json.loads(Path(written[1]).read_text())
    assert document["statement"]["learner"] == {"predictions": ["0", "0"], "of": "Dozing"}


def test_a_learner_in_floats_is_taken_as_it_is(pytester: pytest.Pytester) -> None:
    """Power: the bound that it keeps less one falls, with the certificate of what it predicted."""
    text = failing(
        pytester,
        "def test_mine():\n    from boundcheck import assert_held, theorem\n"
        '    assert_held(theorem("bylander.5").replace(bound="U**2*X**2 - 1"), 50, learner=Floating)\n',
    )
    assert "computes in floats, each of which is taken as the rational number that it is" in text
    assert re.search(r"certificate +\S+\.json", text)


@pytest.mark.deep
def test_a_learner_that_raises_is_no_support(pytester: pytest.Pytester) -> None:
    """Power: most instances hold, and the others cannot be judged."""
    text = failing(pytester, '@pytest.mark.bound("bylander.5", learner=Broken)\ndef test_mine(): ...\n')
    assert "bylander.5* could not be judged everywhere" in text
    assert "RuntimeError: no room for two attributes" in text


def test_a_shrunk_example_is_printed_as_code(pytester: pytest.Pytester) -> None:
    suite = """
from hypothesis import given
from adversaries.families.strategies import instances_of
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
from adversaries.families.strategies import instances_of
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
    """Power: (2 + sqrt(3))*(2 - sqrt(3)) = 1, which enclosures of the logarithms cannot see."""
    zero = log(2 + sqrt(3)) + log(2 - sqrt(3))
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
        ("3", "claim is 3; give a Claim, or an id such as 'bylander.5'"),
        ("'bylander.5', instances=-1", "instances is -1"),
        ("'bylander.5', instances='many'", "instances is 'many'; give a whole number"),
        ("'bylander.5', seconds='long'", "seconds is 'long'; give a number"),
        ("'bylander.5', learner=3", "learner is 3; give a class or a function"),
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
        ({"trials": [[1], [1]]}, r"trials is \[\[1\], \[1\]\]; give Trials, made with Trials.of"),
        ({"trials": Trials.of([[1]], [1]), "comparator": 1}, "comparator is 1; give a list"),
        ({"instance": Trials.of([[1]], [1])}, r"give an Instance\("),
    ],
)
def test_what_makes_no_instance_is_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(BoundcheckError, match=message):
        assert_bound("bylander.5", **arguments)  # type: ignore[arg-type]


def test_a_failure_is_reported_where_pytest_keeps_no_cache(pytester: pytest.Pytester) -> None:
    """Power: the report was an AttributeError about 'cache'."""
    test = """
from bounds.data.trials import Trials
from bounds.instances import Instance
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


@pytest.mark.deep
def test_a_learner_cannot_end_the_run(pytester: pytest.Pytester) -> None:
    """Power: the run ended with exit code 0, and without a report."""
    suite = """
import os
import pytest

class Leaving:
    def __init__(self, eta): ...
    def start(self, n): ...
    def predict(self, x):
        os._exit(0)
    def update(self, x, outcome): ...

@pytest.mark.bound("bylander.5", instances=20, learner=Leaving)
def test_leaving(): ...
"""
    pytester.makepyfile(suite)
    done = pytester.runpytest_subprocess(*PLUGIN)
    assert done.ret == pytest.ExitCode.TESTS_FAILED
    assert "os._exit(0) was called, which would end all tests as a success" in done.stdout.str()


def test_what_a_learner_says_does_not_reach_the_terminal_as_it_is(pytester: pytest.Pytester) -> None:
    """Power: its escape codes were printed, and could clear the screen."""
    suite = """
import pytest

class Painting:
    def __init__(self, eta): ...
    def start(self, n): ...
    def predict(self, x):
        raise RuntimeError("\\x1b[2Jheld")
    def update(self, x, outcome): ...

@pytest.mark.bound("bylander.5", instances=20, learner=Painting)
def test_painting(): ...
"""
    text = failing(pytester, suite)
    assert "\x1b" not in text
    assert "\\x1b[2Jheld" in text
