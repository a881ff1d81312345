"""What a store says of each claim, in numbers: what was tried, what was found, and how the budget was spent."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from fractions import Fraction
from typing import Any, TypeVar

from bounds.display import plain
from bounds.errors import BoundcheckError
from verify.campaign.replays import certified, replayed
from verify.campaign.store import KILLED, Store, busy
from verify.campaign.tasks import COUNTS, BestInstance, Counterexample, Counts, Length
from verify.search.evidence import untested

LOST = Fraction(1, 100)
"""The share of the tasks that may fail."""


@dataclass(frozen=True, kw_only=True)
class Tally(Counts):
    """Tasks by what became of them, verdicts, ``rises`` (tasks that came closer than all before them) and seconds."""

    done: int = 0
    failed: int = 0
    needless: int = 0
    cut: int = 0
    rises: int = 0
    seconds: float = 0.0

    def __add__(self, other: Tally) -> Tally:
        """Return both tallies together."""
        return Tally(**{part.name: getattr(self, part.name) + getattr(other, part.name) for part in fields(self)})


@dataclass
class Line:
    """One claim of a campaign. ``curve`` has the best ratios, each after so many instances, ``attacks`` tallies.

    ``best`` holds, and ``beyond`` is the ratio of the counterexample, where that is confirmed. ``length`` tells how far
    it is certified, or why it is not; ``latex`` is what the claim says, where it can be made again.
    """

    claim: str
    inequality: str
    latex: str = ""
    attacks: dict[str, Tally] = field(default_factory=dict)
    not_tried: list[str] = field(default_factory=list)
    best: BestInstance | None = None
    curve: list[tuple[int, float]] = field(default_factory=list)
    counterexample: Counterexample | None = None
    beyond: float | None = None
    length: Length | None = None
    trouble: str = ""

    @property
    def total(self) -> Tally:
        """The tally of all attacks together."""
        return sum(self.attacks.values(), Tally())

    def tried(self, attack: str) -> bool:
        """Tell whether a task of this attack was done."""
        return attack in self.attacks and self.attacks[attack].done + self.attacks[attack].cut > 0

    @property
    def untested(self) -> str:
        """Why what was tried says nothing about the claim, if nothing broke it; nothing where it says something."""
        total = self.total
        if total.failed > LOST * (total.done + total.failed):
            return f"{total.failed} of {total.done + total.failed} tasks failed"
        return untested(total.candidates, total.supports, total.crashes)

    @property
    def ratio(self) -> float | None:
        """The ratio of the counterexample; where there is none, the best of all that hold."""
        if self.counterexample is not None:
            return self.beyond
        return None if self.best is None else self.best.ratio

    @property
    def conclusion(self) -> str:
        """REFUTED, UNTESTED where too little tests the claim, or HELD, which is no proof."""
        if self.counterexample is not None:
            return "REFUTED"
        return "UNTESTED" if self.untested else "HELD"

    def as_json(self) -> dict[str, Any]:
        """Return the line as a JSON object."""
        return {
            "claim": self.claim,
            "inequality": self.inequality,
            "verdict": self.conclusion.lower(),
            "reason": self.untested if self.conclusion == "UNTESTED" else "",
            "instances": self.total.judged,
            "best_ratio": self.ratio,
            "attained": self.counterexample is None and self.best is not None and self.best.attained,
            "best_name": "" if self.best is None else self.best.name,
            "best": "" if self.best is None else self.best.instance,
            "curve": self.curve,
            **asdict(self.total),
            "attacks": {name: {"instances": tally.judged, **asdict(tally)} for name, tally in self.attacks.items()},
            "not_tried": self.not_tried,
            "trouble": self.trouble,
            "certified": None if self.length is None else asdict(self.length),
            "counterexample": None if self.counterexample is None else asdict(self.counterexample),
        }


@dataclass
class Summary:
    """What a campaign has found so far.

    ``stopped`` tells why its last run ended (done, hours, interrupted, terminated, cut, killed), or "under way".
    """

    store: str
    seeds: list[int]
    version: str
    lines: list[Line]
    runs: int
    hours: float
    stopped: str

    @property
    def total(self) -> Tally:
        """The tally of all claims together."""
        return sum((line.total for line in self.lines), Tally())

    @property
    def by_attack(self) -> dict[str, Tally]:
        """The tallies of all claims by attack."""
        tallies: dict[str, Tally] = {}
        for line in self.lines:
            for name, tally in line.attacks.items():
                tallies[name] = tallies.get(name, Tally()) + tally
        return tallies

    @property
    def refuted(self) -> list[Line]:
        """The claims that fell."""
        return [line for line in self.lines if line.conclusion == "REFUTED"]

    def as_json(self) -> dict[str, Any]:
        """Return the summary as one JSON object."""
        facts = {"seeds": self.seeds, "version": self.version, "runs": self.runs, "hours": self.hours}
        return {
            "store": self.store,
            **facts,
            "stopped": self.stopped,
            "claims": [line.as_json() for line in self.lines],
        }


def summary(store: Store) -> Summary:
    """Read a store; certificates are replayed, and texts made plain, because it may come from anybody."""
    rows = store.connection.execute("SELECT name, inequality FROM claims ORDER BY claim")
    lines = [Line(plain(name), plain(inequality)) for name, inequality in rows]
    _tally(store, lines)
    _found(store, lines)
    for line, subject, attacks in zip(lines, store.claims, store.attacks, strict=True):
        with suppress(BoundcheckError):  # a claim that was given as an object cannot be made again
            line.latex = subject.claim().latex()
        line.not_tried = [name for name in map(plain, attacks.names) if not line.tried(name)]
        if line.counterexample is not None:
            counterexample, line.beyond = replayed(subject, line.counterexample)
            line.counterexample = _plain(counterexample)
        if line.length is not None:
            line.length = _plain(certified(subject, line.length))
    ((runs, seconds),) = store.connection.execute("SELECT count(*), coalesce(sum(seconds), 0) FROM runs")
    last = store.connection.execute("SELECT stopped FROM runs ORDER BY run DESC LIMIT 1").fetchone()
    seeds = [seed for (seed,) in store.connection.execute("SELECT DISTINCT seed FROM tasks ORDER BY seed")]
    stopped = last[0] if last else ""
    stopped = "under way" if stopped == KILLED and busy(store.path) else stopped
    return Summary(str(store.path), seeds, store.plan.version, lines, runs, seconds / 3600, stopped)


Said = TypeVar("Said", BestInstance, Counterexample, Length)

DOCUMENTS = ("found", "instance", "certificate")
"""The parts of what was found that are JSON, and stay as they are: each line of them is shown as JSON or as HTML."""


def _plain(record: Said) -> Said:
    """Return what was found with its words made plain."""
    parts = {part.name: getattr(record, part.name) for part in fields(record) if part.name not in DOCUMENTS}
    words: dict[str, Any] = {name: plain(text) for name, text in parts.items() if isinstance(text, str)}
    return replace(record, **words)


def _tally(store: Store, lines: list[Line]) -> None:
    sums = ", ".join(f"sum({name})" for name in COUNTS)
    query = f"SELECT claim, attack, state, count(*), sum(seconds), {sums} FROM tasks GROUP BY claim, attack, state"  # noqa: S608
    for claim, attack, state, tasks, seconds, *counts in store.connection.execute(query):
        counted = {**dict(zip(COUNTS, counts, strict=True)), state: tasks}
        attack, attacks = plain(attack), lines[claim].attacks
        attacks[attack] = attacks.get(attack, Tally()) + Tally(seconds=seconds, **counted)
    for claim, trouble, _ in store.connection.execute(
        "SELECT claim, trouble, count(*) AS times FROM tasks WHERE trouble != '' GROUP BY claim, trouble ORDER BY times"
    ):
        lines[claim].trouble = plain(trouble)


def _found(store: Store, lines: list[Line]) -> None:
    """Add the best instances, in the order in which they were dealt, the smallest counterexamples, and the lengths."""
    judged = [0] * len(lines)
    query = "SELECT t.claim, t.attack, holds + violated + vacuous + undecided, b.name, instance, ratio, attained"
    joined = "FROM tasks t LEFT JOIN best b USING (seed, claim, number) ORDER BY t.seed, position"
    for claim, attack, tried, name, instance, ratio, attained in store.connection.execute(f"{query} {joined}"):
        line = lines[claim]
        judged[claim] += tried
        if name is None:
            continue
        attack = plain(attack)
        best = BestInstance(plain(f"{attack}: {name}"), instance, ratio, bool(attained))
        if line.best is None or (ratio, attained) > (line.best.ratio, line.best.attained):
            line.best = best
            line.attacks[attack] += Tally(rises=1)
            line.curve.append((judged[claim], ratio))
    query = "SELECT * FROM counterexamples ORDER BY length(instance) = 0, length(instance), instance, seed, number"
    for _, claim, _, *texts, confirmed, said, document in store.connection.execute(query):
        if lines[claim].counterexample is None:
            name, first, smallest, minimal = texts
            lines[claim].counterexample = Counterexample(
                name, first, smallest, minimal, bool(confirmed), said, document
            )
    for _, claim, _, *parts in store.connection.execute("SELECT * FROM lengths ORDER BY length, seed, number"):
        length, known = Length(*parts), lines[claim].length
        if known is None or length.certified or not known.certified:
            lines[claim].length = length
