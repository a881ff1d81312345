"""Symbols of one's own with their ranges, as a claim states them: ``sigma = "> 0"``, ``q = "[0, 1/2]"``.

The range is read as what claims are made of: a domain, and the ends that no domain has, as premises.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bounds import symbols as s
from bounds.domains import COUNT, NONNEGATIVE, POSITIVE, REAL, Domain
from bounds.errors import BoundcheckError
from bounds.formulas.program import OVER_TRIALS
from bounds.formulas.scope import TAKEN, require_open
from bounds.formulas.tree import FUNCTIONS, OF_STATEMENTS

RESERVED = frozenset((*FUNCTIONS, *OF_STATEMENTS, *OVER_TRIALS, "else", "i", "last", "oo", "pi"))
"""Words of the language, which are no names."""

DOMAINS = {"any": REAL, "> 0": POSITIVE, ">= 0": NONNEGATIVE, "whole": COUNT}
"""The ranges that are domains, as they are written."""

_INTERVAL = re.compile(r"(?P<left>[\[(])(?P<low>[^,]+),(?P<high>[^,]+)(?P<right>[\])])")
_RELATION = re.compile(r"(?P<relation><=|>=|<|>)(?P<end>[^<>=]+)")


@dataclass(frozen=True)
class Declared:
    """Symbols that a claim declares: the domain of each, and the premises that give the other ends."""

    domains: Mapping[Any, Domain]
    premises: tuple[str, ...]


def declared(given: Mapping[str, str]) -> Declared:
    """Read symbols with their ranges, and know their names from now on.

    A range is ``any``, a relation to an end such as ``> 0`` or ``<= 1/2``, or an interval such as ``(0, 1]``; behind
    ``whole`` it is one of whole numbers, which are not negative. An end may be a formula of other parameters.

    >>> found = declared({"sigma": "> 0", "q": "[0, 1/2)", "m1": "whole >= 1"})
    >>> [str(domain) for domain in found.domains.values()], found.premises
    (['a number > 0', 'a number >= 0', 'a whole number >= 0'], ('q < 1/2', '1 <= m1'))
    >>> declared({"sigma": "positive"})
    Traceback (most recent call last):
    ...
    bounds.errors.BoundcheckError: sigma = 'positive' is no range; write any, > 0, <= 1/2, (0, 1], whole or whole >= 1
    """
    domains: dict[Any, Domain] = {}
    premises: list[str] = []
    for name in given:
        _require_name(name)
    for name in given:
        s.own(name)
    for name, text in given.items():
        domains[s.own(name)], ends = _range(name, text)
        premises += ends
    return Declared(domains, tuple(premises))


def _require_name(name: str) -> None:
    if not (name.isascii() and name.isidentifier() and name[0] != "_") or name in RESERVED or keyword.iskeyword(name):
        raise BoundcheckError(f"{name!r} is no name for a symbol; take letters and digits that are no function")
    require_open([name.removeprefix("second_").removesuffix("_next").removesuffix("_end")], "symbol")
    require_open([name], "symbol", TAKEN)


def _range(name: str, text: str) -> tuple[Domain, list[str]]:
    """Return the domain of a symbol, and premises that say what the domain does not."""
    said = text.strip()
    is_whole = said.partition(" ")[0] == "whole"
    said = said.removeprefix("whole").strip() if is_whole else said
    if s.own(name).is_integer and not is_whole:
        raise BoundcheckError(f"{name} counts; write its range as in {name} = 'whole >= 1'")
    low, high = _ends(name, text, said)
    if is_whole:
        below = [] if low in (None, ("<=", "0")) else [f"{low[1]} {low[0]} {name}"]
        return COUNT, below + ([f"{name} {high[0]} {high[1]}"] if high else [])
    domain = {("<", "0"): POSITIVE, ("<=", "0"): NONNEGATIVE}.get(low or ("", ""), REAL)
    below = [f"{low[1]} {low[0]} {name}"] if low is not None and domain is REAL else []
    return domain, below + ([f"{name} {high[0]} {high[1]}"] if high else [])


def _ends(name: str, text: str, said: str) -> tuple[tuple[str, str] | None, tuple[str, str] | None]:
    """Return the lower and the upper end of a range, each with < or <=; None for no end."""
    if said in ("", "any") and text.strip():
        return None, None
    if (matched := _RELATION.fullmatch(said)) is not None:
        end = ("<=" if "=" in matched["relation"] else "<", matched["end"].strip())
        return (end, None) if matched["relation"][0] == ">" else (None, end)
    if (matched := _INTERVAL.fullmatch(said)) is not None:
        low, high = matched["low"].strip(), matched["high"].strip()
        below = None if low == "-oo" else ("<=" if matched["left"] == "[" else "<", low)
        return below, None if high == "oo" else ("<=" if matched["right"] == "]" else "<", high)
    ways = "any, > 0, <= 1/2, (0, 1], whole or whole >= 1"
    raise BoundcheckError(f"{name} = {text!r} is no range; write {ways}")
