"""What the parts of a claim look at: an instance, exact values of the symbols, and a learner that plays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from bounds import symbols as s
from bounds.claims.scope import Play, RunNames
from bounds.data.versions import Version
from bounds.errors import BoundcheckError
from bounds.formulas.scope import Further
from bounds.instances import Instance
from bounds.learners import Learner
from bounds.learners.run import Run
from bounds.numbers import Number
from bounds.numbers.evaluate import Values


class Case(ABC):
    """What premises, quantities and learners are given: they know of no claim (see bounds.claims.claim.ClaimCase)."""

    instance: Instance

    @property
    @abstractmethod
    def id(self) -> str:
        """The claim's id, for messages."""

    @property
    @abstractmethod
    def values(self) -> Mapping[Any, Number]:
        """Exact values by symbol."""

    @abstractmethod
    def evaluate(self, expression: Any, extra: Values | None = None) -> Number:
        """Evaluate an expression at these values, and a row's own."""

    @abstractmethod
    def learner(self) -> Learner:
        """Make the learner afresh."""

    @property
    @abstractmethod
    def version(self) -> Version:
        """The version of the algorithm that the claim speaks of."""

    @property
    def path(self) -> tuple[Fraction, ...]:
        """What a learner that draws has drawn on the first trials."""
        return ()

    @property
    def further(self) -> Further:
        """What the claim's formulas may say of a trial besides."""
        return ()

    def value(self, symbol: Any) -> Number:
        """Return the value of one symbol."""
        return self.evaluate(symbol)

    def rational(self, symbol: Any) -> Fraction:
        """Return the value of a symbol that has to be rational."""
        value = self.value(symbol)
        if not isinstance(value, Fraction):
            raise BoundcheckError(f"{symbol} is {value}; {self.id} needs a rational number")
        return value

    def integer(self, symbol: Any) -> int:
        """Return the value of a symbol that has to be an integer."""
        value = self.value(symbol)
        if not isinstance(value, Fraction) or value.denominator != 1:
            raise BoundcheckError(f"{symbol} is {value}; {self.id} needs an integer")
        return value.numerator

    @cached_property
    def scope(self) -> RunNames:
        """What the names in formulas stand for."""
        return self.names(self.play)

    def names(self, play: Play, second: RunNames | None = None, pairs: Sequence[Mapping[str, Any]] = ()) -> RunNames:
        """Return what names stand for where a learner plays, and perhaps a second one, on an adversary's pairs."""
        return RunNames(play.instance, lambda name: self.value(s.lookup(name)), play, second, pairs, self.further)

    @cached_property
    def play(self) -> Play:
        """The learner over the trials: its run and its states."""
        return Play(self.learner, lambda: self.version, self.instance)

    @property
    def run(self) -> Run:
        """The learner played over the trials."""
        return self.play.run
