"""``minimax``: the value of a game, its certificate, and what known learners pay beside it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bounds.errors import BoundcheckError
from verify import kernel_minimax
from verify.minimax import learners, tables

LENGTHS = {2: 300, 3: 60, 4: 24, 5: 14}
"""The longest games of so many experts that are worked out."""


@dataclass(frozen=True)
class Minimax:
    """The value of a game: what the best learner pays against the worst sequence."""

    game: dict[str, Any]
    value: Fraction
    table: tables.Rows
    beside: tuple[tuple[str, str], ...]

    @property
    def certificate(self) -> dict[str, Any]:
        """The value and both strategies, which the independent checker confirms."""
        more = {"game": self.game, "value": str(self.value), "table": self.table}
        return {"format": kernel_minimax.FORMAT, **more}

    @property
    def description(self) -> str:
        """Which game it is."""
        return kernel_minimax.description(self.game)

    def as_json(self) -> dict[str, Any]:
        """Return what is known as an object for JSON."""
        return {"game": self.game, "value": str(self.value), "states": len(self.table), "beside": dict(self.beside)}


def experts(n: int, length: int) -> Minimax:
    """Return the regret to the best of n experts on L trials, losses being 0 or 1, on average over the learner's coins.

    Raises BoundcheckError for more than 5 experts, and for more trials than are worked out.

    >>> experts(2, 4).value, experts(2, 4).beside[0]
    (Fraction(3, 4), ("Hedge's bound", '1.17741 at its best rate'))
    """
    require("number of experts", n, min(LENGTHS), max(LENGTHS))
    require("length", length, 1, LENGTHS[n])
    value, rows = tables.experts(n, length)
    game = {"kind": "experts", "experts": n, "length": length}
    return Minimax(game, value, rows, tuple(learners.for_experts(n, length)))


def mistakes(n: int, k: int, *, coins: bool = False) -> Minimax:
    """Return the mistakes that are forced by n experts of which the best errs at most k times, and are enough.

    >>> mistakes(6, 1).value, mistakes(6, 1).beside[1]
    (Fraction(5, 1), ('Weighted Majority', '6 or more, at eta = 1/2'))
    """
    require("number of experts", n, 1, 40)
    require("number of mistakes", k, 0, {1: 40, 2: 20, 3: 12, 4: 8, 5: 7, 6: 6}.get(n, 4 if n <= 10 else 1))
    value, rows = tables.mistakes(n, k, coins=coins)
    game = {"kind": "mistakes", "experts": n, "mistakes": k, "coins": coins}
    return Minimax(game, value, rows, tuple(learners.for_mistakes(n, k, coins=coins)))


def disjunctions(n: int, k: int) -> Minimax:
    """Return the mistakes that are forced by the disjunctions of k of n attributes, and are enough.

    >>> disjunctions(6, 2).value
    Fraction(3, 1)
    """
    require("number of attributes", n, 1, 8)
    require("number of literals", k, 1, min(n, 3))
    return of_class(tables.disjunctions(n, k), n, k)


def of_class(functions: list[str], attributes: int = 0, relevant: int = 0) -> Minimax:
    """Return the Littlestone dimension of a finite class, each function written by its values on all points.

    >>> of_class(["00", "01", "11"]).value
    Fraction(1, 1)
    """
    wanted = (
        isinstance(functions, list)
        and functions
        and all(isinstance(f, str) and set(f) <= {"0", "1"} for f in functions)
    )
    if not wanted or len({*functions}) < len(functions) or len({*map(len, functions)}) > 1 or not functions[0]:
        raise BoundcheckError("a class is a list of different texts of 0 and 1, as long as there are points")
    require("number of functions", len(functions), 1, 64)
    value, rows = tables.classes(functions)
    game = {"kind": "class", "functions": functions}
    return Minimax(game, value, rows, tuple(learners.for_class(functions, attributes, relevant)))


def require(what: str, value: int, least: int, most: int) -> None:
    """Refuse a number outside of what is worked out."""
    if not least <= value <= most:
        raise BoundcheckError(f"the {what} is {value}; tables are made from {least} to {most} here")
