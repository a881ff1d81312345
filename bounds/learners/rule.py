"""A learner by its rule: any formulas in the language of bounds.formulas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from bounds.data.interval import Interval, Outcome
from bounds.data.vectors import Example, Vector
from bounds.errors import BoundcheckError, UndefinedValue
from bounds.formulas.matrices import Matrix, zero
from bounds.formulas.operations import Program
from bounds.formulas.rules import Rule, compiled
from bounds.formulas.scope import HISTORY, RUNNING
from bounds.formulas.text import write
from bounds.formulas.values import Value, order, packed, reduced, same, zeros
from bounds.learners.base import Learner
from bounds.numbers import Number, total

ZERO, ONE = Fraction(0), Fraction(1)


class Undrawn(BoundcheckError):
    """What a rule draws on a trial is not given; ``chances`` are the probabilities of its places."""

    def __init__(self, name: str, t: int, chances: list[Number]) -> None:
        super().__init__(f"{name} is drawn on trial {t}; what a rule that draws does is judged in expectation")
        self.chances = chances


State: TypeAlias = dict[str, Value]
"""The value of each part of a learner's state."""


class RuleLearner(Learner):
    """A rule at given values of its parameters, with ``w`` starting at ``s`` where there is one.

    Told only the interval where its prediction should have been, the learner takes a half line for the label of its
    direction, and the middle of a bounded interval for the point y.

    >>> from bounds.formulas import rule
    >>> learner = RuleLearner(rule("w + eta*y*x if y*yhat <= 0 else w"), {"eta": Fraction(1, 2)})
    >>> learner.start(2)
    >>> learner.update(Example([1, 2]), Interval.parse("[1,oo)"))
    >>> learner.weights, learner.changes
    ((1/2, 1), [True])
    """

    def __init__(
        self,
        rule: Rule,
        parameters: Mapping[str, Number],
        s: Vector | None = None,
        columns: Mapping[str, Sequence[Value]] | None = None,
    ) -> None:
        self.rule, self.s, self.columns = rule, s, columns or {}
        self.compiled = compiled(rule)
        if missing := set(rule.parameters) - parameters.keys():
            raise BoundcheckError(f"the rule speaks of {sorted(missing)[0]}, which has no value; set it")
        self.parameters = {name: parameters[name] for name in rule.parameters}
        self._changes: list[bool | tuple[State, State]] = []

    def start(self, n: int) -> None:
        """Put every part of the state where it starts."""
        if self.s is not None and len(self.s) != n:
            raise BoundcheckError(f"the start vector has {len(self.s)} entries; the examples have {n} attributes")
        names = self._names = dict[str, Any](self.parameters)
        names |= {"n": Fraction(n), "t": ONE, "updates": ZERO, HISTORY: [], RUNNING: {}}
        self._changes = []
        self._shown: Example | None = None
        self.state: State = {}
        for part, kind in self.compiled.kinds.items():
            program = self.compiled.start.get(part)
            value = ZERO if program is None else self._value(program, f"the start of {part}")
            if kind == "vector":
                value = packed([value] * n) if value else zeros(n)
            elif kind == "matrix" and program is None:
                value = zero(Fraction(n))
            self.state[part] = value
        if self.s is not None and "w" in self.state:
            self.state["w"] = self.s
        names |= self.state

    def predict(self, x: Example) -> Number:
        """Return yhat, the prediction on x."""
        self._show(x)
        prediction: Number = self._value(self.compiled.predict, "the prediction")
        return prediction

    def update(self, x: Example, target: Interval) -> None:
        """Learn from the interval alone: a half line stands for its label, a bounded interval for its middle."""
        prediction = self.predict(x)
        outcome: Outcome = 1 if target.hi is None else -1
        if target.lo is not None and target.hi is not None:
            middle = (target.lo + target.hi) / 2
            outcome = Interval(middle, middle)
        self.learn(x, outcome, prediction, target.side(prediction), target)

    def learn(self, x: Example, outcome: Outcome, prediction: Number, side: int, target: Interval) -> None:
        """Learn the outcome of a trial, on which side of the target the prediction was, and the target."""
        self._show(x)
        names, spoken = self._names, self.compiled.names
        names["yhat"], names["side"] = prediction, Fraction(side)
        if "y" in spoken:
            names["y"] = self._outcome(outcome)
        if "gap" in spoken:
            names["gap"] = side * target.loss(prediction)
        new = {part: self._value(program, f"the rule for {part}") for part, program in self.compiled.updates.items()}
        if self.rule.looks_back:
            names[HISTORY].append({name: a for name, a in names.items() if name not in (HISTORY, RUNNING)})
        old, self.state = self.state, {part: reduced(value) for part, value in new.items()}
        rational = all(isinstance(value, Fraction | Example | Matrix) for value in (*old.values(), *new.values()))
        self._changes.append(_differ(old, self.state) if rational else (old, self.state))
        names |= self.state
        names["t"] += 1
        if "updates" in spoken:
            names["updates"] += _differ(old, self.state)
        self._shown = None

    def settle(self, state: State, changes: list[bool]) -> None:
        """Put the learner into the state after trials that were played elsewhere, given which of them changed it."""
        self.state, self._changes, self._shown = state, list(changes), None
        self._names |= {**state, "t": Fraction(len(changes) + 1), "updates": Fraction(sum(changes))}

    @property
    def changes(self) -> list[bool]:
        """On which trials the state changed; of states that are not rational this is found out when it is asked for."""
        changes = [_differ(*change) if isinstance(change, tuple) else change for change in self._changes]
        self._changes[:] = changes
        return changes

    @property
    def weights(self) -> Sequence[Number]:
        """The part w of the state; AttributeError for a rule that has none."""
        if "w" not in self.state:
            raise AttributeError("this rule keeps no weights w")
        w: Any = self.state["w"]
        return w  # type: ignore[no-any-return]

    def _show(self, x: Example) -> None:
        """Make the example known."""
        if x is self._shown:
            return
        if len(x) != self._names["n"]:
            raise BoundcheckError(
                f"the example has {len(x)} attributes; the learner was started with {self._names['n']}"
            )
        self._shown = x
        self._names["x"] = x
        if "xx" in self.compiled.names:
            self._names["xx"] = x.squared_norm()
        for name in self.rule.columns:
            self._names[name] = self._of_column(name)
        for name, program in self.compiled.draw.items():
            self._names[name] = self._drawn(name, program)

    def _of_column(self, name: str) -> Value:
        """Return what a column has on this trial."""
        t, column = int(self._names["t"]), self.columns.get(name, ())
        if t > len(column):
            raise BoundcheckError(f"the column {name} has no value on trial {t}; give its values with columns")
        return column[t - 1]

    def _drawn(self, name: str, program: Program) -> Number:
        """Return what is drawn on this trial, where that is given; raise Undrawn where it is not."""
        t, given = int(self._names["t"]), self.columns.get(name, ())
        if t <= len(given):
            drawn: Number = given[t - 1]  # type: ignore[assignment]
            return drawn
        weights: list[Number] = list(self._value(program, f"the draw of {name}"))
        whole, least = total(weights), min((order(a, ZERO) for a in weights), default=0)
        if least < 0 or order(whole, ZERO) <= 0:
            wrong = "an entry below 0" if least < 0 else "no entry above 0"
            raise UndefinedValue(f"{name} is drawn in proportion to a vector with {wrong} on trial {t}")
        raise Undrawn(name, t, weights if whole == 1 else [a / whole for a in weights])

    def _outcome(self, outcome: Outcome) -> Number:
        """Return y: the label, or the single point."""
        if not isinstance(outcome, Interval):
            return Fraction(outcome)
        if outcome.lo is None or outcome.lo != outcome.hi:
            raise BoundcheckError(
                f"the rule {self.rule} speaks of y, and on trial {self._names['t']} the outcome is the interval "
                f"{outcome}; speak of side and gap instead"
            )
        return outcome.lo

    def _value(self, program: Program, part: str) -> Any:
        try:
            return program.value(self._names)
        except UndefinedValue as error:
            formulas = {f"the rule for {name}": f for name, f in self.rule.updates.items()}
            formulas |= {f"the start of {name}": f for name, f in self.rule.start.items()}
            formulas |= {f"the draw of {name}": f for name, f in self.rule.draw.items()}
            text = write(formulas.get(part, self.rule.predict))
            where = "" if part.startswith("the start") else f" on trial {self._names['t']}"
            raise UndefinedValue(f"{part}, {text!r}, has no value{where}: {error}") from None


def _differ(old: State, new: State) -> bool:
    return not all(same(value, old[part]) for part, value in new.items())
