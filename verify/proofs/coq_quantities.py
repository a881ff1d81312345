"""The parts of a claim's quantity: what they name, with that put in, and of which learners they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bounds.claims.claim import Claim
from bounds.formulas.scope import OF_PLAYED, OF_TRIALS
from bounds.formulas.text import read
from bounds.formulas.tree import Apply, Formula, Name, rebuilt

Part = Mapping[str, Any]
"""A part of a quantity: its value, and over what it is taken, of which learner."""


def named_in(part: Part) -> dict[str, Formula]:
    """Return what a part names, with what it named before put in."""
    named: dict[str, Formula] = {}
    for name, text in part.get("with", {}).items():
        named[name] = put_in(read(text), named)
    return named


def resolved(part: Part, key: str) -> Formula:
    """Return a formula of a part, with what it names put in."""
    return put_in(read(part[key]), named_in(part))


_HERE = {name: Name(f"this_{name}") for name in (*OF_TRIALS, *OF_PLAYED)}


def put_in(formula: Formula, values: Mapping[str, Formula]) -> Formula:
    """Return a formula with formulas in place of some names; what is said of this trial is ``this_t`` in its past.

    >>> from bounds.formulas.text import write
    >>> write(put_in(read("past_t(d - t) + d"), {"d": read("t - 1")}))
    'past_t(this_t - 1 - t) + (t - 1)'
    """

    def change(part: Formula) -> Formula | None:
        match part:
            case Name(name):
                return values.get(name)
            case Apply("past_t", (inside,)):
                outer = {name: put_in(value, _HERE) for name, value in values.items()}
                return Apply("past_t", (put_in(inside, outer),))
        return None

    return rebuilt(formula, change)


def learner_of(claim: Claim, part: Part) -> tuple[str, str]:
    """Return the learner that a part of a quantity is about, and its version."""
    if "learner" in part:
        return part["learner"], part.get("version", "")
    return (claim.learner.formula, claim.learner.targets) if claim.learner is not None else ("", "")


def second_of(part: Part) -> tuple[str, str]:
    """Return the learner that plays the same trials, and its version."""
    return part.get("second", ""), part.get("second_version", "")
