"""Certificates of worst cases: the patterns' multipliers, as they are read and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from verify.kernel import ZERO, Malformed, Number, Real, changes_of, plain, read, renewed, spend
from verify.kernel_gram.claims import Claim
from verify.kernel_gram.formulas import Scope, value
from verify.kernel_gram.patterns import Need, Walk, plainly

FORMAT = "boundcheck worst case 1"
MAX_LENGTH = 400
NONE_NEEDED = "by no multipliers: so many trials cannot add up to more"


def rational(text: Any) -> Fraction:
    """Read a rational number."""
    if not isinstance(text, str) or not re.fullmatch(r"-?\d{1,400}(/0*[1-9]\d{0,400})?", text, re.ASCII):
        raise Malformed(f"{str(text)[:40]!r} is no rational number such as '3/4'")
    spend(2 + len(text) // 50)
    return Fraction(text)


def constant(text: str) -> Number:
    """Read an exact number such as 2, 1/2 or sqrt(2)."""
    found = value(read(text), Scope({}))
    if not isinstance(found, Fraction | Real):
        raise Malformed(f"{text[:40]!r} is no number")
    return found


def examine(document: Mapping[str, Any], catalogue: Mapping[str, Any]) -> tuple[bool, list[str]]:
    """Check a certificate that has been read."""
    statement, identifier, length = document["statement"], document["claim"], document["length"]
    if not 0 <= length <= MAX_LENGTH:
        raise Malformed(f"the length has to be a whole number from 0 to {MAX_LENGTH}")
    said = [about(identifier, statement, catalogue)]
    claim = Claim(statement, {name: constant(text) for name, text in document["parameters"].items()})
    given = document["multipliers"]
    walk, used = Walk(claim, length), 0
    for part in range(claim.parts):
        if claim.on_each_trial(part):
            if not claim.holds_on_each_trial(part):
                return False, [*said, "the amount of a trial may be above its bound"]
            continue
        needs = walk.needs(part)
        need = next(needs, None)
        while need is not None:
            listed = given.get(need.key)
            used += listed is not None
            verdict = judged(need, listed)
            if verdict is None:
                what = "is not proved by its multipliers" if listed is not None else "has no multipliers"
                return False, [*said, plain(f"the pattern {need.key} {what}")]
            try:
                need = needs.send(verdict)
            except StopIteration:
                need = None
    every = not (walk.open_end or claim.bound_grows or claim.by_length)
    reach = "of any length" if every else f"of at most {length} trials"
    if document["every"] and not every:
        return False, [*said, f"it says every length, and proves what it says of sequences {reach} alone"]
    values = ", ".join(f"{name} = {text}" for name, text in document["parameters"].items())
    amounts = " and ".join(part["value"] for part in statement["compare"])
    said += [
        f"for every sequence {reach}, in any dimension, with {values or 'any parameters'}:",
        f"{amounts} {statement['relation']} {statement['bound']}",
        f"by {used} list{'' if used == 1 else 's'} of multipliers, checked in fractions" if used else NONE_NEEDED,
    ]
    return True, [plain(sentence) for sentence in said]


def judged(need: Need, listed: Sequence[str] | None) -> bool | None:
    """Return whether a pattern is proved impossible; None where what it needs is not proved."""
    program = need.run.program
    multipliers = plainly(program) if listed is None else [rational(text) for text in listed]
    if listed is not None and multipliers[0] == 0:
        return True if program.proves(multipliers, ZERO) else None
    if need.bound is None:
        return False
    return False if program.proves(multipliers, need.bound, strict=need.run.problem.strict) else None


def about(identifier: str, statement: Mapping[str, Any], catalogue: Mapping[str, Any]) -> str:
    """Say which claim a statement is, and what it changes."""
    if identifier not in catalogue:
        return plain(f"claim {identifier!r} is not in the catalogue; the statement is the certificate's own")
    changes = changes_of(renewed(statement), catalogue[identifier])
    return plain(f"claim {identifier}{' with changes: ' if changes else ', as catalogued'}{', '.join(sorted(changes))}")
