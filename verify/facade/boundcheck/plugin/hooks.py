"""The pytest plugin: claims stated in one's own test suite, judged exactly.

It is loaded with the package. A marker attacks a claim as the test itself, two functions judge it on given
instances or by a search, and ``pytest --ledger`` prints at the end what was stated in the run::

    from boundcheck import assert_bound, instances_of, theorem

    @pytest.mark.bound("bylander.5", instances=200, learner=MyPerceptron)
    def test_my_perceptron(): ...

    @given(instances_of(theorem("bylander.5")))
    def test_theorem_5(instance):
        assert_bound("bylander.5", instance)

This module imports nothing but pytest and its light neighbours: a suite that states no claim pays nothing, and its own
modules called ``verify`` or ``bounds`` are left alone. (PYTEST_DONT_REWRITE: nothing here asserts.)
"""

from __future__ import annotations

import inspect
from collections.abc import Generator
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

from boundcheck.plugin import exits, options
from boundcheck.plugin.evidence import Collector, Evidence, attach, ledger_lines, running
from boundcheck.shadows import shadowed

if TYPE_CHECKING:
    from boundcheck.plugin.marker import Boundcheck


def _marker() -> Any:
    """Import what judges claims, which is heavy."""
    return import_module("boundcheck.plugin.marker")


@pytest.fixture
def boundcheck(request: pytest.FixtureRequest) -> Boundcheck:
    """The assertions about claims, and what they found in this test."""
    problem = shadowed()
    if problem:
        pytest.fail(f"boundcheck stands aside: {problem}", pytrace=False)
    fixture: Boundcheck = _marker().Boundcheck(request.node)
    return fixture


LEDGER = pytest.StashKey[dict[tuple[str, str, str], Evidence]]()

MARKER = (
    "bound(claim, instances=500, seed=0, seconds=None, learner=None, refuted=False): attack a claim (an id or a "
    "Claim), with your own learner if you like; claim and learner may also be arguments or fixtures of the test"
)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Attack the claims of a test's markers, whatever kind of test it is; the test's own body follows."""
    of_unittest = getattr(item, "obj", None), getattr(item, "cls", None)
    if any(getattr(part, "__unittest_skip__", False) for part in of_unittest):
        return
    for marker in reversed(list(item.iter_markers("bound"))):
        problem = shadowed() or _marker().attack(item, marker)
        if problem:
            pytest.fail(problem, pytrace=False)


def _is_marked(thing: object) -> bool:
    marks = getattr(thing, "pytestmark", None)
    marks = marks if isinstance(marks, list) else [marks]
    return any(isinstance(mark, pytest.Mark | pytest.MarkDecorator) and mark.name == "bound" for mark in marks)


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makeitem(
    collector: pytest.Module | pytest.Class, name: str, obj: object
) -> Generator[None, object, object]:
    """Refuse a marker on a function that is no test: nothing would attack its claim."""
    collected = yield
    own = inspect.isfunction(obj) and obj.__module__ == collector.module.__name__
    if collected is None and own and _is_marked(obj) and getattr(obj, "__test__", True):
        raise collector.CollectError(f"{name} has the marker bound, but pytest runs no test of this name")
    return collected


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Refuse a marker on a module or class without tests."""
    report = yield
    if report.passed and not report.result and _is_marked(getattr(collector, "obj", None)):
        report.outcome = "failed"
        report.longrepr = f"{collector.nodeid} has the marker bound, and no test that would attack its claim"
    return report


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    options.add(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Describe the marker, and read the options, so that a wrong one is refused at once."""
    config.addinivalue_line("markers", MARKER)
    config.stash[LEDGER] = {}
    options.budget(config)
    exits.guard(config)


def pytest_report_header() -> str | None:
    """Say where another program's modules hide ours."""
    problem = shadowed()
    return f"boundcheck stands aside: {problem}" if problem else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Remember which test runs."""
    running.append(item)
    try:
        return (yield)
    finally:
        running.pop()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Put the test's evidence into its last report."""
    if call.when == "teardown":
        attach(item)
    return (yield)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Collect evidence where a ledger is wanted."""
    if options.wants_ledger(session.config):
        session.config.pluginmanager.register(Collector(session.config.stash[LEDGER]), "boundcheck-ledger")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the ledger."""
    if options.wants_ledger(config):
        terminalreporter.section("ledger: claims stated in this run")
        entries = config.stash[LEDGER].values()
        for line in ledger_lines(entries) if entries else ["no claim was stated"]:
            terminalreporter.write_line(line)
