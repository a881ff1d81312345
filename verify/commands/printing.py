"""How commands print: lines, tables, JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console

if TYPE_CHECKING:
    from rich.table import Table

    from bounds.claims.claim import Claim

WIDEST = 10_000
"""Columns that no table needs."""


class Output(Console):
    """Standard output: no number is coloured, no :name: becomes a picture, and a closed pipe is an error."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"highlight": False, "emoji": False, **options})

    def on_broken_pipe(self) -> None:
        """Raise what the command answers for all of its output; rich would end it as if a claim were refuted."""
        raise BrokenPipeError


def say(text: str, style: str | None = None, end: str = "\n") -> None:
    """Print a line as it is, without wrapping or markup."""
    Output(soft_wrap=True, markup=False).print(text, style=style, end=end)


def columns() -> int:
    """Return how wide the output may be: as COLUMNS says, or the terminal; without bounds where it is neither."""
    console = Output()
    return console.width if console.is_terminal or "COLUMNS" in os.environ else WIDEST


def print_table(table: Table) -> None:
    """Print a table, as wide as it needs to be where nothing bounds the output's width."""
    console = Output()
    if columns() == WIDEST:
        console.width = max(console.width, console.measure(table, options=console.options.update(width=WIDEST)).maximum)
    console.print(table)


def print_json(value: object) -> None:
    """Print a value as JSON."""
    print(json.dumps(value, indent=2))


def pairs(lines: Sequence[tuple[str, str]]) -> None:
    """Print names with texts, a repeated name once."""
    previous = ""
    for name, text in lines:
        say(f"  {name if name != previous else '':<12} {text}")
        previous = name


def claim_object(claim: Claim) -> dict[str, Any]:
    """Return a claim for JSON."""
    return {
        "id": claim.id,
        "title": claim.title,
        "source": str(claim.source),
        "standing": claim.standing.value,
        "quantity": claim.quantity.text,
        "compared": list(claim.quantity.formula),
        "relation": claim.relation,
        "bound": claim.bound_text,
        "learner": claim.learner.text if claim.learner else None,
        "learners": claim.learners or None,
        "ties": claim.ties,
        "hypotheses": [
            {"name": h.name, "text": h.text, "formula": h.formula, "silent": h.silent} for h in claim.hypotheses
        ],
        "sets": claim.definition_texts,
        "free": [str(symbol) for symbol in claim.free],
        "note": claim.note,
        "counterpart": claim.counterpart or None,
    }
