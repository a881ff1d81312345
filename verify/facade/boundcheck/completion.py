"""Completion in IPython of the ids of claims, as they are typed: theorem("bylander.<TAB>."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from typing import Any

TYPED = re.compile(r"\b(?:theorem|check|search|prove|certify|attack|worst_cases?|assert_\w+)\(\s*[\"']([\w.+]*)$")
"""A call whose first argument, an id, is being typed."""


def ids_for(typed: str) -> list[str]:
    """Return the ids of the catalogue that begin with what is typed at the end of a line; none where no id is meant.

    >>> ids_for('claim = theorem("bylander.12')
    ['bylander.12']
    >>> ids_for('print("bylander.12')
    []
    """
    matched = TYPED.search(typed)
    if matched is None:
        return []
    return [entry.id for entry in import_module("bounds.claims.index").entries() if entry.id.startswith(matched[1])]


def install() -> None:
    """Teach a running IPython, if there is one, to complete ids."""
    completer = sys.modules.get("IPython.core.completer")
    shell = sys.modules["IPython"].get_ipython() if completer is not None else None
    if completer is None or shell is None:
        return

    def matcher(context: Any) -> dict[str, Any]:
        ids = ids_for(context.text_until_cursor)
        return {
            "completions": [completer.SimpleCompletion(text, type="claim") for text in ids],
            "suppress": bool(ids),
        }

    shell.Completer.custom_matchers.append(completer.context_matcher(identifier="boundcheck.ids")(matcher))
