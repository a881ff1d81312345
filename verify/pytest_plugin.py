"""The pytest plugin: claims stated in one's own test suite, judged exactly.

It is loaded with the package. A marker attacks a claim as the test itself, two functions judge it on given
instances or by a search, and ``pytest --ledger`` prints at the end what was stated in the run::

    from bounds import theorem
    from bounds.symbols import U, X
    from verify.pytest_plugin import assert_bound

    @pytest.mark.bound("bylander.5", instances=200, learner=MyPerceptron)
    def test_my_perceptron(): ...

    @given(instances_of(theorem("bylander.5")))
    def test_theorem_5(instance):
        assert_bound("bylander.5", instance)

Everything heavy is imported when it is used, so that the plugin costs a suite without claims nothing.
"""

from __future__ import annotations

import inspect
import json
import math
import re
import sys
import tempfile
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from verify.learner import with_learner

if TYPE_CHECKING:
    from bounds.claim import Claim
    from bounds.trials import Instance, Trials
    from verify.check import Verdict
    from verify.search import Search

INSTANCES = 500
"""Instances that a search judges where nothing else is said."""

SHRINKING = 2000
"""Checks that are spent on making the counterexample of ``assert_bound`` small."""


# --- what is asserted ------------------------------------------------------------------------------------


def assert_bound(
    claim: Claim | str,
    instance: Instance | None = None,
    *,
    trials: Trials | None = None,
    comparator: Iterable[object] | None = None,
    parameters: Mapping[Any, Any] | None = None,
    start: Iterable[object] | None = None,
    learner: Any = None,
    allow_vacuous: bool = False,
    allow_undecided: bool = False,
) -> Verdict:
    """Assert that a claim holds on one instance, exactly, and return the verdict.

    ``claim`` is a Claim or an id of the catalogue. The instance is given whole, or as a run: ``trials``,
    ``comparator`` (where there is none, one is looked for), ``parameters`` by name, ``start`` vector.
    ``learner`` takes the place of the claim's own (see ``with_learner``).

    Raises AssertionError where the claim is VIOLATED, with the minimal counterexample and the first trial at
    which the proof's inequality fails; also for a VACUOUS or UNDECIDED verdict, which is no support, unless it
    is allowed. Below ``@given`` a vacuous example is rejected, as ``hypothesis.assume`` does. Raises
    BoundcheckError for input that makes no instance.

    >>> from bounds import Trials
    >>> S = Trials.of([[1, 0], [0, 1]], [1, 1])
    >>> assert_bound("bylander.5", trials=S, comparator=[1, 1]).slack
    Fraction(0, 1)
    """
    __tracebackhide__ = True
    from bounds.errors import BoundcheckError
    from verify.check import Status, check

    run = (trials, comparator, parameters, start)
    try:
        stated = with_learner(claim, learner)
        verdict = check(stated, _instance(stated, *run) if instance is None else _alone(instance, run))
    except BoundcheckError as error:
        raise error.with_traceback(None) from None  # it is about the input, not about the way to here
    record(verdict)
    if verdict.status is Status.VIOLATED:
        raise AssertionError(_violated(verdict))
    if verdict.status is Status.VACUOUS and not allow_vacuous:
        if _drawing() is not None:
            import hypothesis

            hypothesis.reject()
        raise AssertionError(_unsupported(verdict, "a hypothesis fails, so the claim says nothing", "allow_vacuous"))
    if verdict.status is Status.UNDECIDED and not allow_undecided:
        raise AssertionError(_unsupported(verdict, "the two sides could not be separated", "allow_undecided"))
    return verdict


def assert_held(
    claim: Claim | str,
    instances: int = INSTANCES,
    seed: int = 0,
    *,
    seconds: float | None = None,
    learner: Any = None,
    jobs: int = 1,
    allow_vacuous: bool = False,
    allow_undecided: bool = False,
) -> Search:
    """Assert that a search does not break a claim, and return the search; that it held is no proof.

    ``seconds`` replaces the budget of ``instances``. Raises AssertionError with the minimal counterexample
    where there is one, and its certificate is written; also where no instance supports the claim
    (``allow_vacuous`` accepts that), where one is undecided (``allow_undecided``), or where something went wrong
    on the way, such as an exception of one's own learner. ``pytest --bound-instances``, ``--bound-seconds``
    and ``--bound-seed`` take the place of what is given here.

    >>> assert_held("bylander.5", instances=50).best_ratio
    1.0
    """
    __tracebackhide__ = True
    from verify.check import Status

    result = _searched(claim, instances, seed, seconds, learner, jobs)
    if result.verdict is not None:
        raise AssertionError(_refuted(result))
    if result.errors:
        raise AssertionError(f"{result.claim.id} could not be judged everywhere\n{result}")
    if result.counts[Status.UNDECIDED] and not allow_undecided:
        raise AssertionError(
            f"{result.claim.id} is UNDECIDED on {result.counts[Status.UNDECIDED]} instances, which is no support "
            f"(allow_undecided=True accepts it)\n{result}"
        )
    if not result.counts[Status.HOLDS] and not allow_vacuous:
        raise AssertionError(
            f"{result.claim.id} has no support: it holds on none of {result.tried} instances, and one on which a "
            f"hypothesis fails counts for nothing (allow_vacuous=True accepts it)\n{result}"
        )
    return result


def assert_refuted(
    claim: Claim | str,
    instances: int = INSTANCES,
    seed: int = 0,
    *,
    seconds: float | None = None,
    learner: Any = None,
    jobs: int = 1,
) -> Search:
    """Assert that a search breaks a claim, such as a variant that has to be false, and return the search.

    >>> str(assert_refuted("kitani.lem3.printed", instances=200).verdict.status)
    'Status.VIOLATED'
    """
    __tracebackhide__ = True
    result = _searched(claim, instances, seed, seconds, learner, jobs, expected=True)
    if result.verdict is None:
        raise AssertionError(f"{result.claim.id} was expected to be false, and was not refuted\n{result}")
    return result


def _alone(instance: Instance, run: tuple[object, ...]) -> Instance:
    from bounds.errors import BoundcheckError

    if any(part is not None for part in run):
        raise BoundcheckError("give an instance, or trials, comparator, parameters and start; not both")
    return instance


def _instance(
    claim: Claim,
    trials: Trials | None,
    comparator: Iterable[object] | None,
    parameters: Mapping[Any, Any] | None,
    start: Iterable[object] | None,
) -> Instance:
    """Put a run together; a comparator that is not given is proposed by a solver, and judged like any other."""
    from bounds.claim import Outcomes
    from bounds.errors import BoundcheckError
    from bounds.trials import Instance, Trials, vector

    if trials is None:
        if claim.outcomes is not Outcomes.NONE:
            raise BoundcheckError(f"{claim.id} is about trials; give an instance or trials=Trials.of(...)")
        trials = Trials.from_integers([], 1, [], 1)
    given = Instance(trials, None, parameters or {}).parameters
    if comparator is None:
        from verify.comparator import find_comparator

        u = find_comparator(claim, trials, dict(given))
    else:
        u = vector(comparator, "comparator")
    return Instance(trials, u, given, None if start is None else vector(start, "start"))


def _searched(
    claim: Claim | str,
    instances: int,
    seed: int,
    seconds: float | None,
    learner: Any,
    jobs: int,
    *,
    expected: bool = False,
) -> Search:
    """Search within the budget of the command line, or the one given, and record what was found."""
    __tracebackhide__ = True
    from bounds.errors import BoundcheckError
    from verify.corpus import searched as search

    options = _tests[-1].config.option if _tests else None
    if options is not None:
        seed = seed if options.bound_seed is None else options.bound_seed
        if options.bound_instances is not None:
            instances, seconds = options.bound_instances, None
        elif options.bound_seconds is not None:
            seconds = options.bound_seconds
    try:
        stated = with_learner(claim, learner)
        if seconds is None:
            result = search(stated, instances=instances, seed=seed, jobs=jobs)
        else:
            result = search(stated, seconds=seconds, seed=seed, jobs=jobs)
    except BoundcheckError as error:
        raise error.with_traceback(None) from None
    if result.stopped == "interrupted":
        raise KeyboardInterrupt
    counts = {status.value: number for status, number in result.counts.items()}
    _record(stated, counts, result.best if result.verdict is None else result.verdict, expected=expected)
    if _tests:
        _tests[-1].stash.setdefault(SEARCHES, []).append(result)
    return result


# --- what a failure says ---------------------------------------------------------------------------------


def _drawing() -> Any:
    """Return the example that Hypothesis is trying now, or None outside of ``@given``."""
    control = sys.modules.get("hypothesis.control")
    return control.current_build_context() if control is not None and control.currently_in_test_context() else None


def _violated(verdict: Verdict) -> str:
    """Explain a violation; of the many that Hypothesis shrinks, only the last one."""
    example = _drawing()
    if example is not None and not example.is_final:
        return f"{verdict.claim.id} is VIOLATED"
    from verify.shrink import shrink

    shrunk = shrink(verdict, checks=SHRINKING)
    lines = [f"{verdict.claim.id} is VIOLATED", *_lines(verdict)]
    if shrunk.verdict.instance == verdict.instance:
        lines += ["this is the minimal counterexample"]
    else:
        lines += ["the minimal counterexample", *_compared(shrunk.verdict)]
    lines += [f"  minimal      {shrunk.minimal}", *_replayable(shrunk.verdict)]
    return "\n".join(lines)


def _refuted(result: Search) -> str:
    verdict = result.verdict
    if verdict is None:
        raise ValueError("the search refuted nothing")
    *lines, _ = result.lines()
    lines = [f"{result.claim.id} is REFUTED by the minimal counterexample", *lines, *_learner(verdict.claim)]
    return "\n".join([*lines, *_replayable(verdict)])


def _unsupported(verdict: Verdict, why: str, accepted_by: str) -> str:
    head = f"{verdict.claim.id} is {verdict.status.value}: {why}; that is no support ({accepted_by}=True accepts it)"
    return "\n".join([head, *_lines(verdict), *_code(verdict.instance)])


def _lines(verdict: Verdict) -> list[str]:
    """Return the verdict's lines, with the learner, and the hypotheses where all of them hold."""
    from verify.check import Status
    from verify.report import verdict_lines

    lines = [*verdict_lines(verdict), *_learner(verdict.claim)]
    if verdict.status is Status.VIOLATED:
        lines += [f"  hypothesis   holds: {hypothesis}" for hypothesis in verdict.claim.hypotheses]
    return lines


def _learner(claim: Claim) -> list[str]:
    return [] if claim.learner is None else [f"  learner      {claim.learner.text}"]


def _compared(verdict: Verdict) -> list[str]:
    from verify.report import verdict_lines

    return [line for line in verdict_lines(verdict) if line.startswith(("  compared", "  bound", "  first step"))]


def _code(instance: Instance) -> list[str]:
    from bounds.instance_code import instance_code

    return ["  as code", *(f"    {line}" for line in instance_code(instance).splitlines())]


def _replayable(verdict: Verdict) -> list[str]:
    """Return the counterexample as code, and write its certificate beside pytest's cache."""
    from verify.certificate import write_certificate
    from verify.search import counterexample_of

    lines = _code(verdict.instance)
    document = counterexample_of(verdict)
    reason = document.get("uncertified")
    path = _path(verdict.claim.id)
    if path is not None:
        write_certificate(document, path)
    if reason is not None:
        lines.append(f"  certificate  none: {reason}")
        return lines if path is None else [*lines, f"  written      {path} (the instance)"]
    if path is not None:
        return [*lines, f"  certificate  {path}", f"  check it     boundcheck replay {path}"]
    return [*lines, "  certificate  verify.certificate.certificate(verify.check(claim, instance)) makes one"]


def _path(identifier: str) -> Path | None:
    """Return the file for a certificate of the test that runs now, if one runs."""
    if not _tests:
        return None
    config = _tests[-1].config
    cache = getattr(config, "cache", None)  # there is none where its plugin is switched off
    directory = Path(tempfile.mkdtemp(prefix="boundcheck-")) if cache is None else cache.mkdir("boundcheck")
    name = re.sub(r"[^\w.-]+", "_", f"{_tests[-1].nodeid}-{identifier}")
    return directory / f"{name[-120:]}.json"


# --- evidence --------------------------------------------------------------------------------------------


@dataclass
class Evidence:
    """What a run found about one claim: how many instances got which verdict, and the best one.

    ``ratio`` is the largest achieved/bound, for reading; ``witness`` shows that instance, and it is the
    counterexample where there is one. ``expected`` says that the claim was stated to be false.
    """

    claim: str
    statement: str
    learner: str
    counts: dict[str, int] = field(default_factory=dict)
    ratio: float | None = None
    attained: bool = False
    refuted: bool = False
    witness: str = ""
    expected: bool = False

    @property
    def key(self) -> tuple[str, str, str]:
        """What tells claims apart: variants share their id."""
        return self.claim, self.statement, self.learner

    @property
    def verdict(self) -> str:
        """REFUTED, held (no proof), undecided, or no support at all."""
        if self.counts.get("VIOLATED"):
            return "refuted" if self.expected else "REFUTED"
        if self.counts.get("HOLDS"):
            return "held"
        return "undecided" if self.counts.get("UNDECIDED") else "no support"

    @property
    def rank(self) -> tuple[bool, float, bool]:
        """The order of witnesses: a counterexample comes before all others."""
        return self.refuted, -1 if self.ratio is None else self.ratio, self.attained

    def add(self, other: Evidence) -> None:
        """Add the evidence of another test."""
        for status, number in other.counts.items():
            self.counts[status] = self.counts.get(status, 0) + number
        self.expected |= other.expected
        if other.rank > self.rank:
            self.ratio, self.attained = other.ratio, other.attained
            self.refuted, self.witness = other.refuted, other.witness


def record(verdict: Verdict) -> None:
    """Record a verdict for the ledger; ``assert_bound`` and ``assert_held`` do that themselves."""
    _record(verdict.claim, {verdict.status.value: 1}, verdict)


def _record(claim: Claim, counts: dict[str, int], best: Verdict | None, *, expected: bool = False) -> None:
    if not _tests:
        return
    learner = "" if claim.learner is None else claim.learner.text
    found = Evidence(claim.id, claim.inequality, learner, dict(counts), expected=expected)
    if best is not None and best.status.value in ("HOLDS", "VIOLATED"):
        ratio = best.ratio
        found.ratio = ratio if ratio is not None and math.isfinite(ratio) else None
        found.attained, found.refuted = best.attained, best.status.value == "VIOLATED"
    known = _tests[-1].stash.setdefault(EVIDENCE, {}).setdefault(found.key, found)
    if best is not None and (known is found or found.rank > known.rank):
        found.witness = _short(best.instance)
    if known is not found:
        known.add(found)


def _short(instance: Instance, width: int = 70) -> str:
    trials = instance.trials
    if not trials.l:
        return ", ".join(f"{symbol} = {value}" for symbol, value in instance.parameters.items())[:width]
    shown = "; ".join(f"{x} -> {outcome}" for x, outcome in list(trials)[:8])
    if instance.comparator is not None:
        shown += f", u = {instance.comparator}"
    return shown if trials.l <= 8 and len(shown) <= width else f"{trials.l} trials, {trials.n} attributes"


EVIDENCE = pytest.StashKey[dict[tuple[str, str, str], Evidence]]()
SEARCHES = pytest.StashKey[list["Search"]]()
LEDGER = pytest.StashKey[dict[tuple[str, str, str], Evidence]]()
PROPERTY = "boundcheck"
"""The name under which a test's evidence travels in its report, from another process too."""

HEADINGS = ("claim", "verdict", "held", "broken", "vacuous", "undecided", "ratio", "witness")
CAPTION = (
    "held: not broken by these instances, which is no proof; refuted: false, as the test expects;",
    "vacuous instances count for nothing; ratio: the best achieved/bound, = if attained exactly",
)


def ledger_lines(entries: Iterable[Evidence]) -> list[str]:
    """Return a plain table, a row a claim; a variant's statement and learner stand below it."""
    found = sorted(entries, key=lambda entry: entry.key)
    rows = [HEADINGS, *map(_row, found)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    numbers = range(2, len(HEADINGS) - 1)

    def line(row: tuple[str, ...]) -> str:
        cells = (
            cell.rjust(width) if i in numbers else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        return "  ".join(cells).rstrip()

    lines = [line(HEADINGS)]
    for entry, row in zip(found, rows[1:], strict=True):
        lines.append(line(row))
        if entry.claim.endswith("*"):
            lines.append(f"  {entry.statement}" + (f", learner {entry.learner}" if entry.learner else ""))
    return [*lines, *CAPTION]


def _row(entry: Evidence) -> tuple[str, ...]:
    counts = (str(entry.counts.get(status, 0)) for status in ("HOLDS", "VIOLATED", "VACUOUS", "UNDECIDED"))
    ratio = "" if entry.ratio is None else f"{entry.ratio:.3f}{'=' if entry.attained and not entry.refuted else ' '}"
    return entry.claim, entry.verdict, *counts, ratio, entry.witness


# --- the fixture and the marker --------------------------------------------------------------------------


class Boundcheck:
    """What the fixture ``boundcheck`` gives a test: the assertions, and what they found in this test."""

    assert_bound = staticmethod(assert_bound)
    assert_held = staticmethod(assert_held)
    assert_refuted = staticmethod(assert_refuted)
    record = staticmethod(record)

    def __init__(self, test: pytest.Item) -> None:
        self._test = test

    @property
    def evidence(self) -> list[Evidence]:
        """The evidence of this test so far, an entry a claim."""
        return list(self._test.stash.get(EVIDENCE, {}).values())

    @property
    def searches(self) -> list[Search]:
        """The searches of this test so far; the marker's come first."""
        return [*self._test.stash.get(SEARCHES, ())]


@pytest.fixture
def boundcheck(request: pytest.FixtureRequest) -> Boundcheck:
    """The assertions about claims, and what they found in this test."""
    return Boundcheck(request.node)


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
        problem = _attack(item, marker)
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
    found = yield
    own = inspect.isfunction(obj) and obj.__module__ == collector.module.__name__
    if found is None and own and _is_marked(obj) and getattr(obj, "__test__", True):
        raise collector.CollectError(f"{name} has the marker bound, but pytest runs no test of this name")
    return found


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


def _attack(test: pytest.Item, marker: pytest.Mark) -> str:
    """Do what one marker says, and return what is wrong."""
    from bounds.errors import BoundcheckError

    arguments: dict[str, Any] = {}
    given = getattr(test, "funcargs", {})
    for name in ("claim", "learner"):
        if name in given:
            arguments[name] = given[name]
    arguments |= marker.kwargs
    if marker.args:
        arguments["claim"] = marker.args[0]
    judge = assert_refuted if arguments.pop("refuted", False) else assert_held
    known = list(inspect.signature(judge).parameters)
    unknown = [*marker.args[1:], *(name for name in arguments if name not in known)]
    if unknown:
        takes = ", ".join([*known[1:], "refuted"])
        return f"the marker bound cannot use {unknown[0]!r}; it takes a claim and, by name, {takes}"
    if "claim" not in arguments:
        return f"{test.name}: the marker bound needs a claim, such as @pytest.mark.bound('bylander.5')"
    try:
        judge(**arguments)
    except (AssertionError, BoundcheckError) as error:
        return str(error)
    return ""


# --- hooks -----------------------------------------------------------------------------------------------

_tests: list[pytest.Item] = []
"""The test that runs now comes last; before it those that run a pytest of their own."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("boundcheck", "claims about online linear learning")
    group.addoption("--ledger", action="store_true", help="print a table of all claims that were stated in the run")
    group.addoption(
        "--bound-instances", type=_positive, metavar="N", help="judge N instances in every search for a counterexample"
    )
    group.addoption("--bound-seconds", type=_seconds, metavar="S", help="search for S seconds in place of a count")
    group.addoption("--bound-seed", type=int, metavar="SEED", help="the seed of every search")


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(f"{text} is not positive")
    return number


def _seconds(text: str) -> float:
    number = float(text)
    if not 0 < number < math.inf:
        raise ValueError(f"{text} is not a positive number")
    return number


def pytest_configure(config: pytest.Config) -> None:
    """Describe the marker."""
    config.addinivalue_line("markers", MARKER)
    config.stash[LEDGER] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Remember which test runs."""
    _tests.append(item)
    try:
        return (yield)
    finally:
        _tests.pop()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Put the test's evidence into its last report."""
    if call.when == "teardown" and EVIDENCE in item.stash:
        evidence = [asdict(entry) for entry in item.stash[EVIDENCE].values()]
        item.user_properties.append((PROPERTY, json.dumps(evidence)))
    return (yield)


class _Collector:
    """Collects evidence from the reports of all tests, wherever they ran."""

    def __init__(self, ledger: dict[tuple[str, str, str], Evidence]) -> None:
        self.ledger = ledger

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the evidence of one test."""
        for entry in _evidence(report):
            known = self.ledger.setdefault(entry.key, entry)
            if known is not entry:
                known.add(entry)


def _evidence(report: pytest.TestReport) -> Iterator[Evidence]:
    if report.when == "teardown":
        for name, text in report.user_properties:
            if name == PROPERTY:
                yield from (Evidence(**entry) for entry in json.loads(str(text)))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Collect evidence where a ledger is wanted."""
    if session.config.option.ledger:
        session.config.pluginmanager.register(_Collector(session.config.stash[LEDGER]), "boundcheck-ledger")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the ledger."""
    if config.option.ledger:
        terminalreporter.section("ledger: claims stated in this run")
        entries = config.stash[LEDGER].values()
        for line in ledger_lines(entries) if entries else ["no claim was stated"]:
            terminalreporter.write_line(line)
