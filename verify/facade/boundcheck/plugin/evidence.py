"""What a run of pytest found about claims: counts and witnesses, from all its processes, and a table of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    import pytest

    from verify.search.search import Search

running: list[pytest.Item] = []
"""The test that runs now comes last; before it those that run a pytest of their own."""


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


@dataclass
class Notes:
    """What a test found: evidence by claim, and searches."""

    evidence: dict[tuple[str, str, str], Evidence] = field(default_factory=dict)
    searches: list[Search] = field(default_factory=list)


_NOTES: WeakKeyDictionary[pytest.Item, Notes] = WeakKeyDictionary()


def notes(test: pytest.Item) -> Notes:
    """Return what a test found so far."""
    return _NOTES.setdefault(test, Notes())


PROPERTY = "boundcheck"
"""The name under which a test's evidence travels in its report, from another process too."""

HEADINGS = ("claim", "verdict", "held", "broken", "vacuous", "undecided", "ratio", "witness")
CAPTION = (
    "held: not broken by these instances, which is no proof; refuted: false, as the test expects;",
    "vacuous instances count for nothing; ratio: the best achieved/bound, = if attained exactly",
)


def ledger_lines(entries: Iterable[Evidence]) -> list[str]:
    """Return a plain table, a row a claim; a variant's statement and learner stand below it."""
    ordered = sorted(entries, key=lambda entry: entry.key)
    rows = [HEADINGS, *map(_row, ordered)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    numbers = range(2, len(HEADINGS) - 1)

    def line(row: tuple[str, ...]) -> str:
        cells = (
            cell.rjust(width) if i in numbers else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        return "  ".join(cells).rstrip()

    lines = [line(HEADINGS)]
    for entry, row in zip(ordered, rows[1:], strict=True):
        lines.append(line(row))
        if entry.claim.endswith("*"):
            lines.append(f"  {entry.statement}" + (f", learner {entry.learner}" if entry.learner else ""))
    return [*lines, *CAPTION]


def _row(entry: Evidence) -> tuple[str, ...]:
    counts = (str(entry.counts.get(status, 0)) for status in ("HOLDS", "VIOLATED", "VACUOUS", "UNDECIDED"))
    ratio = "" if entry.ratio is None else f"{entry.ratio:.3f}{'=' if entry.attained and not entry.refuted else ' '}"
    return entry.claim, entry.verdict, *counts, ratio, entry.witness


def reported(report: pytest.TestReport) -> Iterator[Evidence]:
    """Yield the evidence that a test's last report carries."""
    if report.when == "teardown":
        for name, text in report.user_properties:
            if name == PROPERTY:
                yield from (Evidence(**entry) for entry in json.loads(str(text)))


def attach(item: pytest.Item) -> None:
    """Put the test's evidence into its last report."""
    evidence = [asdict(entry) for entry in notes(item).evidence.values()]
    if evidence:
        item.user_properties.append((PROPERTY, json.dumps(evidence)))


class Collector:
    """Collects evidence from the reports of all tests, wherever they ran."""

    def __init__(self, ledger: dict[tuple[str, str, str], Evidence]) -> None:
        self.ledger = ledger

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the evidence of one test."""
        for entry in reported(report):
            known = self.ledger.setdefault(entry.key, entry)
            if known is not entry:
                known.add(entry)
