"""Words and tables for people: verdicts, claims, runs and the ledger."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

from bounds.claims.standing import STANDINGS
from verify.judge.replay import HEADINGS, RIGHT, SHOWN, Replay
from verify.judge.status import Status

if TYPE_CHECKING:
    from verify.publish.ledger import Entry

STYLES = {
    Status.HOLDS: "green",
    Status.VIOLATED: "bold red",
    Status.VACUOUS: "yellow",
    Status.UNDECIDED: "magenta",
}


def trace_table(result: Replay) -> Table:
    """Return a table of the run: one row a trial, with the per-trial inequality of the proof."""
    table = Table(title=result.heading, title_justify="left")
    for i, heading in enumerate(HEADINGS):
        table.add_column(heading, justify="right" if i in RIGHT else "left")
    for record in result.records[:SHOWN]:
        table.add_row(*record.cells, style="red" if record.fails else "")
    if len(result.records) > SHOWN:
        table.caption = f"the first {SHOWN} of {len(result.records)} trials"
    return table


def ledger_table(entries: Iterable[Entry]) -> Table:
    """Return the ledger as a table."""
    table = Table(
        title="Ledger: every claim, judged exactly",
        caption="true*: true with a silent hypothesis made explicit; reading: true in the reading given; "
        "unproved: stated, not proved, and attacked like the others; "
        "ratio: the best achieved/bound, = if attained exactly; worst case: of all sequences of l trials, as proved, "
        "and the bound, at U = 2, X = 1, eta = tau = 1/2, n = 4, k = 1; any: = where no learner has a smaller bound, "
        "~ where that is known at some parameters only, < where a gap is, > for a lower bound on any learner; "
        "?!: unexpected; vacuous instances count for nothing",
        title_justify="left",
        caption_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    table.add_column("claim", no_wrap=True)
    table.add_column("printed", no_wrap=True)
    for heading in ("held", "broken", "vac.", "undec.", "ratio"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("worst case", no_wrap=True)
    table.add_column("any", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    table.add_column("proof", overflow="fold", min_width=14)
    for item in entries:
        ratio = "" if item.ratio is None else f"{item.ratio:.3f}" + ("=" if item.attained else " ")
        style = "red" if not item.as_expected else ("yellow" if item.verdict == "refuted" else "green")
        verdict = item.verdict.upper() + ("" if item.as_expected else " ?!")
        table.add_row(
            item.id,
            STANDINGS[item.standing],
            str(item.holds),
            str(item.violated),
            str(item.vacuous),
            str(item.undecided),
            ratio,
            item.worst,
            item.optimal,
            Text(verdict, style=style),
            str(item.proof),
        )
    return table
