"""Certificates of worst cases: the patterns' multipliers, as they are read and checked."""

from __future__ import annotations

import bisect
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from verify.kernel import Malformed, Number, Real, changes_of, plain, read, renewed, sign, spend
from verify.kernel_gram.claims import Claim
from verify.kernel_gram.endless import proves
from verify.kernel_gram.formulas import GramScope, value
from verify.kernel_gram.patterns import Need, Walk

FORMAT = "boundcheck worst case 1"
MAX_LENGTH = 2000
NOTHING_CLAIMED = "the premises on the parameters do not hold, so that nothing is claimed"
ONE_FOR_ALL = "by the multipliers of one trial for all, checked in fractions"
NONE_NEEDED = "by no multipliers: so many trials cannot add up to more"


def rational(text: Any) -> Fraction:
    """Read a rational number."""
    if not isinstance(text, str) or not re.fullmatch(r"-?\d{1,400}(/0*[1-9]\d{0,400})?", text, re.ASCII):
        raise Malformed(f"{str(text)[:40]!r} is no rational number such as '3/4'")
    spend(2 + len(text) // 50)
    return Fraction(text)


def constant(text: str) -> Number:
    """Read an exact number such as 2, 1/2 or sqrt(2)."""
    number = value(read(text), GramScope({}))
    if not isinstance(number, Fraction | Real):
        raise Malformed(f"{text[:40]!r} is no number")
    return number


def examine(document: Mapping[str, Any], catalogue: Mapping[str, Any]) -> tuple[bool, list[str]]:
    """Check a certificate that has been read."""
    statement, identifier, length = document["statement"], document["claim"], document["length"]
    if not 0 <= length <= MAX_LENGTH:
        raise Malformed(f"the length has to be a whole number from 0 to {MAX_LENGTH}")
    said = [about(identifier, statement, catalogue)]
    claim = Claim(statement, {name: constant(text) for name, text in document["parameters"].items()})
    lists = Lists(document["multipliers"])
    walk = Walk(claim, length)
    endless, walked, alike = document.get("endless", {}), False, False
    for part in range(claim.parts):
        if claim.on_each_trial(part):
            if not claim.holds_on_each_trial(part):
                return False, [*said, "the amount of a trial may be above its bound"]
            continue
        if str(part) in endless:
            if not proves(claim, part, *fractions(endless[str(part)])):
                return False, [*said, "the multipliers of one trial do not prove the claim for every length"]
            alike = True
            continue
        walked = True
        needs = walk.needs(part)
        need = next(needs, None)
        while need is not None:
            verdict = judged(need, lists)
            if verdict is None:
                what = "is not proved by its multipliers" if lists.serving(need.key) else "has no multipliers"
                return False, [*said, plain(f"the pattern {need.key} {what}")]
            try:
                need = needs.send(verdict)
            except StopIteration:
                need = None
    used = len(lists.known)
    every = not (walked and (walk.open_end or claim.bound_grows or claim.by_length))
    reach = "of any length" if every else f"of at most {length} trials"
    if document["every"] and not every:
        return False, [*said, f"it says every length, and proves what it says of sequences {reach} alone"]
    if not claim.says_something(length):
        said.append(NOTHING_CLAIMED)
    by = (
        ONE_FOR_ALL
        if alike
        else f"by {used} list{'' if used == 1 else 's'} of multipliers, checked in fractions"
        if used
        else NONE_NEEDED
    )
    return True, [plain(sentence) for sentence in (*said, *conclusion(document, f"{reach}, in any dimension", by))]


def conclusion(document: Mapping[str, Any], reach: str, by: str) -> list[str]:
    """Say of which sequences a certificate shows what, and by what."""
    statement = document["statement"]
    values = ", ".join(f"{name} = {text}" for name, text in document["parameters"].items())
    amounts = " and ".join(part["value"] for part in statement["compare"])
    return [
        f"for every sequence {reach}, with {values or 'any parameters'}:",
        f"{amounts} {statement['relation']} {statement['bound']}",
        by,
    ]


def fractions(given: Mapping[str, Any]) -> tuple[list[Fraction], list[Fraction], list[list[Fraction]]]:
    """Return the multipliers of the first trials and of each that follows, and the form, of a certificate."""
    first, following = ([rational(text) for text in given[name]] for name in ("first", "following"))
    return first, following, [[rational(text) for text in line] for line in given["form"]]


class Lists:
    """The lists of multipliers of a certificate: each is of a pattern, and serves the beginnings of it too."""

    def __init__(self, given: Mapping[str, Sequence[str]]) -> None:
        self.given, self.keys = given, sorted(given)
        self.known: dict[str, tuple[Fraction, list[Fraction] | None]] = {}

    def serving(self, key: str) -> str | None:
        """Return the pattern whose list serves one: its own, or the first that it begins."""
        place = bisect.bisect_left(self.keys, key)
        return self.keys[place] if place < len(self.keys) and self.keys[place].startswith(key) else None

    def proved(self, key: str, need: Need) -> tuple[Fraction, list[Fraction] | None]:
        """Return the scale of the list of a pattern, which the need's begins, and what it proves of each beginning."""
        if key not in self.known:
            multipliers = [rational(text) for text in self.given[key]]
            self.known[key] = multipliers[0], need.run.along(key[len(need.key) :]).program.proved(multipliers)
        return self.known[key]


def judged(need: Need, lists: Lists) -> bool | None:
    """Return whether a pattern is proved impossible; None where what it needs is not proved."""
    most, key = -1 if need.run.problem.strict else 0, lists.serving(need.key)
    if key != need.key:
        total = need.run.plain
        if need.bound is None or (total is not None and sign(total - need.bound) <= most):
            return False
    if key is None:
        return None
    scale, totals = lists.proved(key, need)
    if totals is None:
        return None
    total = totals[len(need.run.links)]
    if scale == 0:
        return True if key == need.key and total < 0 else None
    return False if need.bound is None or sign(total / scale - need.bound) <= most else None


def about(identifier: str, statement: Mapping[str, Any], catalogue: Mapping[str, Any]) -> str:
    """Say which claim a statement is, and what it changes."""
    if identifier not in catalogue:
        return plain(f"claim {identifier!r} is not in the catalogue; the statement is the certificate's own")
    changes = changes_of(renewed(statement), catalogue[identifier])
    return plain(f"claim {identifier}{' with changes: ' if changes else ', as catalogued'}{', '.join(sorted(changes))}")
