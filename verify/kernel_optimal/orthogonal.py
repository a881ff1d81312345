"""Orthogonal examples of one norm, on each of which u has the same margin; and what all kinds of examples say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from verify.kernel import Formula, Malformed, names_in, read
from verify.kernel_gram.numbers import Refused
from verify.kernel_optimal.formulas import PlayScope, Value, Vector, number
from verify.kernel_optimal.quantities import ALL, NONE, Quantity, quotient, rational, signs, symbol

ANY = "any"
"""The learner of a lower bound; what nature plays is then a part of the claim."""

EXAMPLE = {"x", "xx", "y"}


class Example(NamedTuple):
    """An example, the square of its norm, and what u makes of it."""

    x: Value
    xx: Quantity
    ux: Quantity


class Trials(NamedTuple):
    """So many trials, each with one of these examples by the side of its outcome."""

    many: Quantity
    by_side: Mapping[int, Example]


Run = tuple[Value, Sequence[Trials]]
"""The comparator, and the trials."""


class Examples(Protocol):
    """What nature shows, for each way that outcomes may go."""

    @property
    def names(self) -> Mapping[str, Quantity]:
        """The numbers that formulas may speak of."""

    @property
    def parts(self) -> frozenset[str]:
        """The parts of a play that say what is shown."""

    @property
    def by_mean(self) -> bool:
        """Whether examples are turned by the mean that a learner predicts."""

    @property
    def logs(self) -> Mapping[str, Quantity]:
        """The logarithms of symbols."""

    @property
    def fractions(self) -> Sequence[Quantity]:
        """What is at least 0, and below 1."""

    def runs(self, play: Mapping[str, Any], said: PlayScope, /) -> Iterator[Run]:
        """Yield u and the trials; of more than one run nature plays one, by the predictions."""

    def turned(self, learner: Any, /) -> tuple[Quantity, Example]:
        """Return the least prediction of an example that nature turns against a learner, and what it shows."""

    def counted(self, play: Mapping[str, Any], /) -> tuple[str, str]:
        """Say which numbers of trials there are, and what l is where that says something."""

    def lines(self, play: Mapping[str, Any], /) -> Iterator[str]:
        """Say what is shown."""


class Orthogonal:
    """Each example is orthogonal to those before, and u the multiple of the sum of (side of t) x_t with the margin."""

    parts = frozenset({"norm", "margin", "length"})
    by_mean = False
    logs: Mapping[str, Quantity] = {}
    fractions: Sequence[Quantity] = ()

    def __init__(self, play: Mapping[str, Any]) -> None:
        self.count = symbol("l")
        if "length" in play:
            self.count = number(read(play["length"]), PlayScope({}))
            if rational(self.count) < 1 or rational(self.count).denominator != 1:
                raise Malformed("the length is no number of trials")
        self.names = {"l": self.count}
        self.moved = play.get("moves") == "examples"

    def runs(self, play: Mapping[str, Any], said: PlayScope) -> Iterator[Run]:
        """Yield u and the trials."""
        self.norm, self.margin = (positive(play[name], said) for name in ("norm", "margin"))
        by_side = {1: self.example(self.margin), -1: self.example(-self.margin)}
        yield Vector(quotient(self.margin, self.norm), self.count, True), [Trials(self.count, by_side)]

    def example(self, ux: Quantity) -> Example:
        """Return an example."""
        return Example(Vector(self.norm, ALL, self.moved), self.norm * self.norm, ux)

    def turned(self, learner: Any) -> tuple[Quantity, Example]:
        """Return the least prediction, 0, and the example, which is turned so that u's is not."""
        if learner != ANY and not (isinstance(learner, Mapping) and is_linear(read(learner["predict"]))):
            raise Refused("examples are turned where the learner predicts a linear function, such as dot(w, x)")
        return NONE, self.example(-self.margin)

    def counted(self, play: Mapping[str, Any]) -> tuple[str, str]:
        """Say which numbers of trials there are."""
        return f"l = {play.get('length', '1, 2, ...')}", ""

    def lines(self, play: Mapping[str, Any]) -> Iterator[str]:
        """Say what is shown."""
        count, margin = play.get("length", "l"), play["margin"]
        yield f"there are {count} orthogonal examples of norm {play['norm']}, and u has the margin {margin} on each,"


def positive(text: str, scope: PlayScope) -> Quantity:
    """Return the value of a formula that has to be positive."""
    quantity = number(read(text), scope)
    if signs(quantity) != {1}:
        raise Refused(f"{text[:40]} is not positive for all values of the symbols")
    return quantity


def is_linear(formula: Formula) -> bool:
    """Tell whether a prediction is a linear function of the example, by its form."""
    head, arguments = formula
    free = [not EXAMPLE & names_in(a) for a in arguments or () if isinstance(a, Formula)]
    match head, arguments:
        case "", (constant,):
            return bool(constant == 0)
        case "dot", (a, b):
            return (a == Formula("x") and free[1]) or (b == Formula("x") and free[0])
        case (("+" | "-"), (_, *_)):
            return all(map(is_linear, arguments))
        case "*", (a, b):
            return (free[0] and is_linear(b)) or (free[1] and is_linear(a))
        case "/", (a, _):
            return free[1] and is_linear(a)
        case "if", (_, a, b):
            return free[0] and is_linear(a) and is_linear(b)
    return False
