"""Where statements come from, and how they stand after an audit."""

from __future__ import annotations

from enum import Enum


class Standing(Enum):
    """How a statement of a source stands after an audit, that nobody has audited it (one's own) or proved it yet."""

    TRUE = "true as printed"
    QUALIFIED = "true with a silent hypothesis made explicit"
    FALSE = "false as printed"
    AMBIGUOUS = "ambiguous: true in the reading given"
    STATED = "stated, not audited"
    UNPROVED = "stated, not proved"


STANDINGS = {
    "true as printed": "true",
    "true with a silent hypothesis made explicit": "true*",
    "false as printed": "false",
    "ambiguous: true in the reading given": "reading",
    "stated, not proved": "unproved",
}
"""The short word for each standing of the catalogue (the values of Standing)."""

SOURCES = {
    "bylander": "bylander1998",
    "kitani": "kitani",
    "uml": "uml",
    "kw": "kivinen1995",
    "gls": "grove2001",
    "classics": "classics",
    "modern": "modern",
}
"""The module of each source, by the word with which the ids of its claims begin."""
