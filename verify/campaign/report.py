"""A campaign's report in words and tables; its page is in ``verify.campaign.page``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bounds.display import counted
from verify.campaign.summary import Line, Summary, Tally
from verify.campaign.tasks import Length

if TYPE_CHECKING:
    from rich.table import Table

STYLES = {"REFUTED": "bold red", "HELD": "green", "UNTESTED": "yellow"}

STOPPED = {"hours": "its time was up", "cut": "the cluster was lost", "failed": "it ended in an error"}
"""What is said of why a run ended, where its name says too little."""

HEADINGS = ("claim", "verdict", "instances", "supports", "tasks", "failed", "best ratio", "certified", "found by")

SPENT = ("attack", "tasks", "needless", "failed", "instances", "came closer", "alarms", "hours")


def cells(line: Line) -> list[str]:
    """Return a claim's row under HEADINGS."""
    total, counterexample = line.total, line.counterexample
    attained = counterexample is None and line.best is not None and line.best.attained
    ratio = "" if line.ratio is None else "1, attained" if attained else f"{line.ratio:.6g}"
    name = counterexample.name if counterexample is not None else line.best.name if line.best is not None else ""
    counts = [str(n) for n in (total.judged, total.supports, total.done, total.failed)]
    reach = line.length
    length = f"{reach}, at {reach.parameters}" if reach is not None and reach.certified else ""
    return [line.claim, line.conclusion, *counts, ratio, length, name]


def spent(attack: str, tally: Tally) -> list[str]:
    """Return an attack's row under SPENT."""
    counts = tally.done, tally.needless, tally.failed, tally.judged, tally.rises, tally.alarms
    return [attack, *map(str, counts), f"{tally.seconds / 3600:.2f}"]


def tables(summary: Summary) -> list[Table]:
    """Return the table of the claims, and that of how the budget was spent."""
    from rich.table import Table
    from rich.text import Text

    claims = Table(*HEADINGS[:2], title="Campaign")
    for heading in HEADINGS[2:-1]:
        claims.add_column(heading, justify="right")
    claims.add_column(HEADINGS[-1])
    for line in summary.lines:
        name, verdict, *rest = cells(line)
        claims.add_row(Text(name), Text(verdict, STYLES[verdict]), *map(Text, rest))
    budget = Table(SPENT[0], title="How the budget was spent")
    for heading in SPENT[1:]:
        budget.add_column(heading, justify="right")
    for attack, tally in summary.by_attack.items():
        budget.add_row(*spent(attack, tally))
    return [claims, budget]


def certified(length: Length) -> str:
    """Say how far a claim is certified, and where, or why it is not.

    >>> certified(Length("certified", 8, "U = 2, X = 1", "4 of 4, l=8"))
    'Certified up to l = 8, at U = 2, X = 1; worst case 4 of 4, l=8'
    """
    if not length.certified:
        return f"Not certified: {length.reason or length.status}"
    where = f", at {length.parameters}" if length.parameters else ""
    worst = f"; worst case {length.worst}" if length.worst else ""
    return f"Certified {length}{where}{worst}"


def notes(summary: Summary) -> list[str]:
    """Return what else there is to say, a line each: counterexamples, what was not tried, and what went wrong."""
    lines = []
    for line in summary.lines:
        worst = line.counterexample
        if worst is not None:
            checked = "confirmed by the independent checker" if worst.confirmed else f"NOT confirmed: {worst.said}"
            lines.append(f"{line.claim}: refuted by {worst.name}; {worst.minimal or 'not shrunk'}; {checked}")
        elif line.untested:
            lines.append(f"{line.claim}: UNTESTED ({line.untested})")
        if line.trouble:
            lines.append(f"{line.claim}: trouble: {line.trouble}")
        if line.not_tried and worst is None:
            lines.append(f"{line.claim}: not tried yet: {', '.join(line.not_tried)}")
    return lines


def last_line(summary: Summary) -> str:
    """Return the campaign in one sentence."""
    total, seeds = summary.total, ", ".join(map(str, summary.seeds)) or "none"
    return (
        f"{counted(len(summary.lines), 'claim')}, {len(summary.refuted)} refuted; {counted(total.done, 'task')}, "
        f"{counted(total.judged, 'instance')}, {counted(total.failed, 'task')} failed; seed {seeds}, "
        f"{counted(summary.runs, 'run')}, {summary.hours:.2f} hours"
        f"{f', {STOPPED.get(summary.stopped, summary.stopped)}' if summary.stopped else ''}. HELD is no proof."
    )
