"""A docstring as numpydoc has it: what comes first, then sections below underlined headings, with their entries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc

_HEADING = re.compile(r"^(\S.*)\n(-+)$", re.MULTILINE)


def sections(docstring: str) -> dict[str, str]:
    """Return the texts of the sections by their headings; what comes before all of them has none.

    >>> sections("The root.\\n\\nRaises\\n------\\nValueError\\n    Below 0.")
    {'': 'The root.', 'Raises': 'ValueError\\n    Below 0.'}
    """
    parts = _HEADING.split(cleandoc(docstring))
    headings, texts = ["", *parts[1::3]], [parts[0], *parts[3::3]]
    return {heading: text.strip("\n") for heading, text in zip(headings, texts, strict=True)}


def entries(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the entries of a section: name, what stands behind the colon, and what is said below.

    >>> list(entries("x, y : int\\n    Two numbers,\\n    not 0.\\n**rest\\n    All else."))
    [('x, y', 'int', 'Two numbers, not 0.'), ('**rest', '', 'All else.')]
    """
    for entry in re.split(r"\n(?=\S)", text):
        head, _, below = entry.partition("\n")
        name, _, kind = head.partition(" : ")
        yield name, kind, " ".join(below.split())
