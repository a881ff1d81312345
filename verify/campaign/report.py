"""A campaign's report: tables for the terminal, and one page of HTML with the best sequences and progress curves."""

from __future__ import annotations

from html import escape
from itertools import pairwise
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
    total, found = line.total, line.counterexample
    attained = found is None and line.best is not None and line.best.attained
    ratio = "" if line.ratio is None else "1, attained" if attained else f"{line.ratio:.6g}"
    name = found.name if found is not None else line.best.name if line.best is not None else ""
    counts = [str(n) for n in (total.judged, total.supports, total.done, total.failed)]
    reach = line.length
    length = f"{reach}, at {reach.parameters}" if reach is not None and reach.certified else ""
    return [line.claim, line.conclusion, *counts, ratio, length, name]


def spent(attack: str, tally: Tally) -> list[str]:
    """Return an attack's row under SPENT."""
    counts = tally.done, tally.needless, tally.failed, tally.judged, tally.rises, tally.alarms
    return [attack, *map(str, counts), f"{tally.seconds / 3600:.2f}"]


def tables(found: Summary) -> list[Table]:
    """Return the table of the claims, and that of how the budget was spent."""
    from rich.table import Table
    from rich.text import Text

    claims = Table(*HEADINGS[:2], title="Campaign")
    for heading in HEADINGS[2:-1]:
        claims.add_column(heading, justify="right")
    claims.add_column(HEADINGS[-1])
    for line in found.lines:
        name, verdict, *rest = cells(line)
        claims.add_row(Text(name), Text(verdict, STYLES[verdict]), *map(Text, rest))
    budget = Table(SPENT[0], title="How the budget was spent")
    for heading in SPENT[1:]:
        budget.add_column(heading, justify="right")
    for attack, tally in found.by_attack.items():
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


def notes(found: Summary) -> list[str]:
    """Return what else there is to say, a line each: counterexamples, what was not tried, and what went wrong."""
    lines = []
    for line in found.lines:
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


def last_line(found: Summary) -> str:
    """Return the campaign in one sentence."""
    total, seeds = found.total, ", ".join(map(str, found.seeds)) or "none"
    return (
        f"{counted(len(found.lines), 'claim')}, {len(found.refuted)} refuted; {counted(total.done, 'task')}, "
        f"{counted(total.judged, 'instance')}, {counted(total.failed, 'task')} failed; seed {seeds}, "
        f"{counted(found.runs, 'run')}, {found.hours:.2f} hours"
        f"{f', {STOPPED.get(found.stopped, found.stopped)}' if found.stopped else ''}. HELD is no proof."
    )


# --- the page -------------------------------------------------------------------------------------------

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em; color: #222 }
table { border-collapse: collapse; margin: 1em 0 } th, td { padding: .2em .7em; text-align: left }
th { border-bottom: 2px solid #999 } td { border-bottom: 1px solid #ddd } td.n { text-align: right }
pre { background: #f5f5f2; padding: .7em; overflow-x: auto; max-height: 24em }
.REFUTED { color: #b00020; font-weight: bold } .HELD { color: #1b7a3d } .UNTESTED { color: #9a6700 }
svg { background: #fafaf8; border: 1px solid #ddd } svg text { font: 11px system-ui, sans-serif; fill: #555 }
"""

WIDTH, HEIGHT, MARGIN = 560, 160, 34


def page(found: Summary) -> str:
    """Return the report as one page that needs nothing else."""
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8"><title>Campaign</title>',
        f"<style>{STYLE}</style></head><body>",
        f"<h1>Campaign</h1><p>{escape(last_line(found))}</p>",
        _table(HEADINGS, [cells(line) for line in found.lines]),
        "<h2>How the budget was spent</h2>",
        _table(SPENT, [spent(name, tally) for name, tally in found.by_attack.items()]),
        *map(_section, found.lines),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _table(headings: tuple[str, ...], rows: list[list[str]]) -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in headings)
    body = []
    for row in rows:
        kinds = (text if text in STYLES else "n" if text[:1].isdigit() else "" for text in row)
        body.append("".join(f'<td class="{kind}">{escape(text)}</td>' for kind, text in zip(kinds, row, strict=True)))
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{cells}</tr>' for cells in body)}</table>"


def _section(line: Line) -> str:
    title = f'<h3>{escape(line.claim)} <span class="{line.conclusion}">{line.conclusion}</span></h3>'
    parts = [title, f"<p>{escape(line.inequality)}</p>"]
    worst = line.counterexample
    if worst is not None:
        checked = "confirmed by the independent checker" if worst.confirmed else f"NOT confirmed: {worst.said}"
        parts.append(f"<p>Broken by {escape(worst.name)}; {escape(worst.minimal)}; {escape(checked)}.</p>")
        parts.append(f"<pre>{escape(worst.instance or worst.found)}</pre>")
    elif line.untested:
        parts.append(f"<p>Untested: {escape(line.untested)}.</p>")
    if line.best is not None:
        what = "Closest" if worst is None else "Closest of what holds"
        parts.append(f"<p>{what}: ratio {line.best.ratio:.6g}, by {escape(line.best.name)}.</p>")
        parts.append(curve(line.curve, line.total.judged))
        parts.append(f"<details><summary>The sequence</summary><pre>{escape(line.best.instance)}</pre></details>")
    if line.length is not None:
        parts.append(f"<p>{escape(certified(line.length))}.</p>")
    if line.not_tried and worst is None:
        parts.append(f"<p>Not tried yet: {escape(', '.join(line.not_tried))}.</p>")
    if line.trouble:
        parts.append(f"<p>Trouble: {escape(line.trouble)}</p>")
    return "\n".join(parts)


def curve(points: list[tuple[int, float]], judged: int) -> str:
    """Return the best ratio against the instances judged, as steps in SVG.

    >>> "polyline" in curve([(10, 0.25), (40, 0.5)], 100)
    True
    """
    if not points:
        return ""
    last = max(judged, points[-1][0], 1)
    low, high = min(0.0, points[0][1]), max(1.0, points[-1][1])
    width, height = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN

    def place(tried: float, ratio: float) -> str:
        return f"{MARGIN + width * tried / last:.1f},{HEIGHT - MARGIN - height * (ratio - low) / (high - low):.1f}"

    steps = [place(*points[0])]
    for (_, before), (tried, ratio) in pairwise(points):
        steps += [place(tried, before), place(tried, ratio)]
    steps.append(place(last, points[-1][1]))
    bound = f'<polyline points="{place(0, 1)} {place(last, 1)}" stroke="#bbb" stroke-dasharray="4" fill="none"/>'
    return (
        f'<svg width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="best ratio by instances judged">{bound}'
        f'<polyline points="{" ".join(steps)}" stroke="#1b5e9a" stroke-width="2" fill="none"/>'
        f'<text x="4" y="{MARGIN}">{high:.3g}</text><text x="4" y="{HEIGHT - MARGIN}">{low:.3g}</text>'
        f'<text x="{MARGIN}" y="{HEIGHT - 10}">0</text>'
        f'<text x="{WIDTH - MARGIN}" y="{HEIGHT - 10}" text-anchor="end">{last} instances</text></svg>'
    )
