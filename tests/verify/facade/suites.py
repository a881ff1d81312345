"""Test suites that use the pytest plugin, and how they are run."""

from __future__ import annotations

import pytest

from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.expression import parse_number
from bounds.instances import Instance
from verify.own_data import comparator
from verify.search.search import search
from verify.shrink.shrink import shrink

PLUGIN = ("-p", "no:boundcheck", "-p", "boundcheck.plugin.hooks", "-p", "no:randomly")
"""The plugin by its module, whether or not an installation announces it."""

LOADED = (comparator, search, shrink)
"""What a suite loads has to be there before, or each suite would load it anew."""

EXAMPLE = '''
from fractions import Fraction

import pytest
from hypothesis import given

from adversaries.families.strategies import instances_of
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


def replayed(code: str) -> Instance:
    """Run an instance's code."""
    names = {"Instance": Instance, "Trials": Trials, "Interval": Interval, "parse_number": parse_number}
    instance = eval(code, names)  # noqa: S307 - the code is our own
    assert isinstance(instance, Instance)
    return instance
