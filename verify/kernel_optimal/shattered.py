"""Examples on which all labels fit: blocks of attributes, each of which hides one that is relevant, and thresholds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from verify.kernel import HALF, Formula, Malformed, names_in, read
from verify.kernel_gram.numbers import Refused
from verify.kernel_optimal.formulas import Levels, PlayScope, number, total
from verify.kernel_optimal.orthogonal import EXAMPLE, Example, Run, Trials
from verify.kernel_optimal.quantities import (
    ALL,
    LOG,
    NONE,
    Quantity,
    constant,
    logarithm,
    quotient,
    signs,
    symbol,
)

TWO = constant(2)


class Blocks:
    """k blocks of m = 2**j attributes each, in each of which one is relevant: it is any of them.

    Number the attributes of a block in binary, by j digits. On trial (b, i) those of block b whose digit i is 1 have
    the value ``high``, and all others ``low``. So m/2 of them have it, and whatever the outcomes are, u has its
    ``weight`` on the attribute of block b the digits of which are 1 where the outcome is up: it is high there, and the
    relevant ones of all other blocks are low.
    """

    parts = frozenset({"blocks", "rest", "low", "high", "weight", "threshold"})
    by_mean = True

    def __init__(self, play: Mapping[str, Any]) -> None:
        blocks, rest = play.get("blocks", "k"), play.get("rest", "none")
        if blocks not in ("1", "k") or rest not in ("none", "any"):
            raise Malformed("blocks is 1 or k, and rest, the attributes that are in no block, is none or any")
        self.single, self.whole = blocks == "1", rest == "none"
        j, self.half = symbol("j+"), symbol("h+")
        k = self.k = ALL if self.single else symbol("k+")
        m, two = TWO * self.half, symbol(f"{LOG}2")
        self.n = k * m if self.whole else symbol("o+" if self.single else "n+")
        self.names = {"l": j * k, "n": self.n, "k": k, "j": j, "m": m}
        self.logs = {"h+": (j - ALL) * two}
        self.fractions: list[Quantity] = []
        if not self.whole:  # n/(k*m) is below 2, and its logarithm to the base 2 below 1
            part = symbol("part:?")
            self.fractions.append(part)
            self.logs["o+" if self.single else "n+"] = logarithm(k, {}) + (j + part) * two

    def runs(self, play: Mapping[str, Any], said: PlayScope) -> Iterator[Run]:
        """Yield u and the trials."""
        self.low, self.high, weight = (number(read(play.get(name, usual)), said) for name, usual in USUAL.items())
        if signs(self.high - self.low) != {1} or signs(weight) != {1}:
            raise Refused("high is above low, and the weight above 0, for all values of the symbols")
        x = Levels(((self.high, self.half), (self.low, self.n - self.half)))
        low = weight * self.k * self.low
        self.by_side = {1: example(x, low + weight * (self.high - self.low)), -1: example(x, low)}
        yield Levels(((weight, self.k), (NONE, self.n - self.k))), [Trials(self.names["l"], self.by_side)]

    def turned(self, learner: Any) -> tuple[Quantity, Example]:
        """Return the least prediction of a mean, where nature chooses which half is high, and what it then shows."""
        if not is_mean(learner):
            raise Refused("such examples are turned where the learner predicts a mean, dot(w, x)/sum(w)")
        if not (self.single and self.whole):
            raise Refused("nature turns examples of one block, with all attributes in it")
        return (self.low + self.high) * constant(HALF), self.by_side[-1]

    def counted(self, _: Mapping[str, Any]) -> tuple[str, str]:
        """Say which numbers of trials there are, and what l is."""
        return ("j = 1, 2, ...", "l = j") if self.single else ("j, k = 1, 2, ...", "l = j*k")

    def lines(self, play: Mapping[str, Any]) -> Iterator[str]:
        """Say what is shown."""
        low, high, weight = (play.get(name, usual) for name, usual in USUAL.items())
        n = ("" if self.whole else "at least ") + ("2**j" if self.single else "k*2**j")
        n += "" if self.whole else f" and below {'2' if self.single else '2*k'}*2**j"
        where = "half of them" if self.single else "half of the 2**j in one of k blocks"
        yield f"there are {n} attributes, and an example has {high} at {where}, else {low};"
        each = "one attribute" if self.single else "one attribute of each block"
        yield f"u has {weight} at {each}, which is any that one likes"


USUAL = {"low": "0", "high": "1", "weight": "1"}


class Thresholds:
    """Examples (v, 1) and u = (-1, a): the label is that of the side of the threshold a on which v is.

    v_t is the middle of what all labels before it leave of [0, 1], and a that of what all labels leave: whatever they
    are, it is above each v with the label +1, below each with -1, and all are between 0 and 1.
    """

    parts = frozenset({"threshold"})
    by_mean = False
    logs: Mapping[str, Quantity] = {}
    fractions: tuple[Quantity, ...] = ()

    def __init__(self, _: Mapping[str, Any]) -> None:
        self.names = {"l": symbol("l"), "n": TWO}
        a, away = symbol("a;"), symbol("d:")
        self.a = quotient(a, ALL + a)
        below, above = quotient(self.a * away, ALL + away), quotient(self.a + away, ALL + away)
        self.points = {1: below, -1: above}

    def runs(self, _: Mapping[str, Any], __: PlayScope) -> Iterator[Run]:
        """Yield u and the trials."""
        by_side = {s: example(Levels(((v, ALL), (ALL, ALL))), self.a - v) for s, v in self.points.items()}
        yield Levels(((-ALL, ALL), (self.a, ALL))), [Trials(self.names["l"], by_side)]

    def turned(self, _: Any) -> tuple[Quantity, Example]:
        """Refuse what has no other side."""
        raise Refused("thresholds have outcomes, and are not turned")

    def counted(self, _: Mapping[str, Any]) -> tuple[str, str]:
        """Say which numbers of trials there are."""
        return "l = 1, 2, ...", ""

    def lines(self, _: Mapping[str, Any]) -> Iterator[str]:
        """Say what is shown."""
        yield "there are examples (v, 1), v the middle of what the outcomes so far leave of [0, 1],"
        yield "and u = (-1, a), a the middle of what all of them leave"


def example(x: Levels, ux: Quantity) -> Example:
    """Return an example, with the square of its norm."""
    return Example(x, total(Levels(tuple((a * a, many) for a, many in x.parts))), ux)


def is_mean(learner: Any) -> bool:
    """Tell whether a learner predicts a mean of the attributes with weights that do not see the example."""
    if not isinstance(learner, Mapping) or "predict" not in learner:
        return False
    head, arguments = read(learner["predict"])
    if head != "/" or not arguments or arguments[0].head != "dot" or arguments[1].head != "sum":
        return False
    weights, x = arguments[0].arguments or arguments
    return x == Formula("x") and (weights,) == arguments[1].arguments and not EXAMPLE & names_in(weights)
