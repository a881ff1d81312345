"""A certificate's run on a page, and what its statement changes in the catalogue's: by the checker and markup alone.

The page that checks certificates in a browser has this too, where nothing else of ours runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify import kernel
from verify.pages.markup import Html, joined, pairs, table, tag
from verify.pages.pictures import pictures
from verify.pages.story import AMOUNTS, Story

Document = Mapping[str, Any]

TABLE = ("t", "x", "outcome", "besides", "prediction", "w moves")


def differences(statement: Mapping[str, Any], catalogued: Mapping[str, Any]) -> Html:
    """Return in what a statement differs from the catalogue's, part by part, both texts in full."""
    here, there = kernel.parts_of(statement), kernel.parts_of(catalogued)
    rows = [
        joined([tag("dt", name), tag("dd", _changed(here.get(name)), tag("br"), _printed(there.get(name)))])
        for name in {**here, **there}
        if here.get(name) != there.get(name)
    ]
    return tag("dl", *rows) if rows else Html()


def _changed(text: str | None) -> Html:
    return tag("code", text, class_="bad") if text is not None else tag("span", "left out", class_="bad")


def _printed(text: str | None) -> Html:
    return joined([tag("span", "catalogued: ", class_="soft"), tag("code", text or "nothing", class_="soft")])


def run_parts(document: Document, story: Story, heading: str = "h2") -> list[Html]:
    """Return the run of a certificate: what is given, its pictures, and its trials."""
    instance = document["instance"]
    given = [(name, tag("code", text)) for name, text in instance.get("parameters", {}).items()]
    given += [(name, _vector(instance[key])) for key, name in _VECTORS if instance.get(key)]
    parts = [tag(heading, "The run" if story.rows else "The parameters"), pairs(given), *pictures(story)]
    if story.note:
        parts.append(tag("p", story.note, class_="note"))
    if story.rows:
        parts.append(_trials(story))
    return parts


_VECTORS = (("comparator", "comparator u"), ("start", "start vector"))


def _vector(texts: list[Any]) -> Html:
    if isinstance(texts[0], list):
        return tag("span", "a vector for each trial, below")
    return tag("code", f"({', '.join(map(str, texts[:40]))}{f', … {len(texts)} entries' if len(texts) > 40 else ''})")


def _trials(story: Story) -> Html:
    """Return the trials as a table, with both sides after each where they are known."""
    sides, names = story.after, (*TABLE, *(AMOUNTS[name] for name in story.amounts))
    cells = [[*row.given, *row.amounts] for row in story.rows]
    columns = [i for i in range(len(names)) if i < 3 or any(row[i] for row in cells)]
    headings = [names[i] for i in columns] + (["compared", "bound"] if sides else [])
    rows, after = list[list[str]](), 0
    for row, cell in zip(story.rows, cells, strict=True):
        after = int(row.number) if row.number.isdigit() else -1
        known = sides.get(after)
        both = ["", ""] if known is None else [*known.said]
        if known is not None and known.fails:
            both = [tag("span", text, class_="bad") for text in both]
        rows.append([cell[i] for i in columns] + (both if sides else []))
    right = [i for i, heading in enumerate(headings) if heading not in ("x", "outcome", "besides", "w moves")]
    more = story.trials - len(story.rows)
    note = tag("p", f"The first {len(story.rows)} rows.", class_="soft small") if more > 0 and after >= 0 else Html()
    return joined([table(headings, rows, right=right, class_="trials"), note])
