"""A claim at one instance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bounds import symbols as s
from bounds.claims.comparisons import Row
from bounds.claims.parts import Comparator, Measure, Outcomes
from bounds.claims.scope import Play, RunNames
from bounds.data.instances import Instance
from bounds.data.versions import Version
from bounds.errors import BoundcheckError, UndefinedValue
from bounds.fast.verdict import order
from bounds.learners import Learner
from bounds.learners.run import Run
from bounds.numbers import Number
from bounds.numbers.evaluate import Values, evaluate

if TYPE_CHECKING:
    from bounds.claims.claim import Claim


@dataclass(frozen=True)
class Case:
    """A claim at one instance: exact values of all symbols, the run, and the comparisons.

    ``values`` holds the parameters, what the claim defines, and l, n, k counted from the trials.
    """

    claim: Claim
    instance: Instance

    def __reduce__(self) -> Any:
        """Return how a pickle makes the case again: what was computed is not carried along."""
        return Case, (self.claim, self.instance)

    @cached_property
    def values(self) -> dict[Any, Number]:
        """Exact values by symbol."""
        claim, trials, u = self.claim, self.instance.trials, self.instance.comparator
        values: dict[Any, Number] = dict(self.instance.parameters)
        if claim.outcomes is not Outcomes.NONE:
            values |= {s.l: Fraction(trials.l), s.n: Fraction(max(trials.n, 1))}
        if u is not None and claim.comparator in (Comparator.NOISY, Comparator.EXPERT):
            values[s.k] = Fraction(trials.mistakes(u))
        if u is not None and claim.comparator is Comparator.DISJUNCTION:
            values[s.k] = u.one_norm()
        values |= {symbol: evaluate(e, {}) for symbol, e in claim.defines.items() if claim.measures and e.is_number}
        of_run = {symbol: m for symbol, m in claim.measures.items() if isinstance(m, Measure) and m.of_run}
        for symbol, measure in claim.measures.items():
            if symbol not in of_run and (symbol not in values or symbol in claim.measured):
                with suppress(UndefinedValue):
                    values[symbol] = measure(self.instance, values)
        for symbol, expression in claim.defines.items():
            if symbol in self.instance.parameters:
                raise BoundcheckError(f"{claim.id} fixes {symbol} = {expression}; do not set {symbol}")
            with suppress(UndefinedValue):  # a premise such as X > 0 fails, and says so when it is looked at
                values[symbol] = evaluate(expression, values)
        self.__dict__["values"] = values  # at which the learner is played where something is read off its run
        for symbol, measure in of_run.items():
            if symbol not in values:
                with suppress(UndefinedValue):
                    values[symbol] = measure.value(self.scope)
        self.__dict__.pop("_undefined", None)  # which was of the values so far
        return values

    @cached_property
    def _undefined(self) -> list[Any]:
        """What the claim defines or measures, and has no value here."""
        return [symbol for symbol in (*self.claim.defines, *self.claim.measures) if symbol not in self.values]

    def value(self, symbol: Any) -> Number:
        """Return the value of one symbol."""
        return self.evaluate(symbol)

    @cached_property
    def bound(self) -> Number:
        """The value of the bound, where it has one for all comparisons."""
        return self.evaluate(self.claim.bound)

    def evaluate(self, expression: Any, extra: Values | None = None) -> Number:
        """Evaluate an expression at this case's values, and a row's own."""
        return evaluate(expression, self._known(expression, extra))

    def order(self, expression: Any, other: Number, extra: Values | None = None) -> int | None:
        """Return the sign of an expression's value minus ``other``, None if undecided."""
        return order(expression, self._known(expression, extra), other)

    def _known(self, expression: Any, extra: Values | None) -> Values:
        for symbol in self._undefined:
            if expression.has(symbol):
                raise UndefinedValue(
                    f"{symbol} = {self.claim.defines.get(symbol, 'what is measured')} has no value here"
                )
        return {**self.values, **extra} if extra else self.values

    def rational(self, symbol: Any) -> Fraction:
        """Return the value of a symbol that has to be rational."""
        value = self.value(symbol)
        if not isinstance(value, Fraction):
            raise BoundcheckError(f"{symbol} is {value}; {self.claim.id} needs a rational number")
        return value

    def integer(self, symbol: Any) -> int:
        """Return the value of a symbol that has to be an integer."""
        value = self.value(symbol)
        if not isinstance(value, Fraction) or value.denominator != 1:
            raise BoundcheckError(f"{symbol} is {value}; {self.claim.id} needs an integer")
        return value.numerator

    def learner(self) -> Learner:
        """Make the claim's learner afresh."""
        if self.claim.learner is None:
            raise BoundcheckError(f"{self.claim.id} has no learner")
        learner = self.claim.learner.make(self)
        for method in ("start", "predict", "update"):
            if not callable(getattr(learner, method, None)):
                name = type(learner).__name__
                raise BoundcheckError(f"{name} has no method {method}; a learner has start, predict and update")
        return learner

    @cached_property
    def scope(self) -> RunNames:
        """What the names in formulas about this case stand for."""
        return self.names(self.play)

    def names(self, play: Play, second: RunNames | None = None, pairs: Sequence[Mapping[str, Any]] = ()) -> RunNames:
        """Return what names stand for where a learner plays, and perhaps a second one, on an adversary's pairs."""
        found = RunNames(play.instance, lambda name: self.value(s.lookup(name)), play, second, pairs)
        if self.claim.outcomes is not Outcomes.NONE:
            found |= {"l": self.values[s.l], "n": self.values[s.n]}
        return found

    @cached_property
    def version(self) -> Version:
        """The version of the algorithm that the claim speaks of."""
        if self.claim.learner is None:
            raise BoundcheckError(f"{self.claim.id} has no learner")
        return self.claim.learner.version(self.values)

    @cached_property
    def play(self) -> Play:
        """The claim's learner over the trials: its run and its states."""
        return Play(self.learner, lambda: self.version, self.instance)

    @property
    def run(self) -> Run:
        """The claim's learner played over the trials."""
        return self.play.run

    def rows(self) -> Iterator[Row]:
        """Yield the comparisons that the claim makes on this instance."""
        return self.claim.quantity.rows(self)
