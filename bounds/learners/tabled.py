"""A learner of the table at given values of its parameters, played by its formulas."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, TypeAlias

from bounds.data.interval import Interval, Outcome
from bounds.data.vectors import Example, Vector
from bounds.errors import BoundcheckError
from bounds.formulas.operations import Program
from bounds.formulas.program import program
from bounds.formulas.scope import RUNNING, TRIALS, Names
from bounds.formulas.text import read, write
from bounds.formulas.tree import Apply, Formula, Kind, Name, functions, names, operands
from bounds.formulas.values import order, packed, plus, reduced, zeros
from bounds.learners.base import Learner
from bounds.learners.shapes import DEFINED, Powers, Shape, X, rule_of, shape_of
from bounds.learners.table import LEARNERS, ON_SIDES
from bounds.learners.weights import ExponentialLink, ExponentialWeights, PowerWeights
from bounds.numbers import Number
from bounds.numbers.evaluate import as_number

ZERO, ONE, C = Fraction(0), Fraction(1), Name("c")
Shaped: TypeAlias = PowerWeights | ExponentialWeights
AT_THE_START: dict[str, Kind] = {"n": "number", "s": "vector", "share": "vector"}
ON_A_TRIAL: dict[str, Kind] = {"x": "vector", **dict.fromkeys(("y", "yhat", "side", "t"), "number")}


@dataclass(frozen=True)
class CompiledLearner:
    """A learner of the table as programs; ``weights`` are those of its shape, by what they are in it."""

    rule: Mapping[str, Formula]
    parameters: tuple[str, ...]
    programs: Mapping[str, Program]
    shape: Shape | None
    weights: Mapping[str, Program]

    spoken: frozenset[str]
    """The names in its formulas: with share the start vector has to be positive, with y an outcome is a number."""

    looks_back: bool
    """Whether the rule of K looks at earlier trials by themselves."""

    moves: str
    """How K moves, as the table says it."""

    on_sides: bool
    """Whether K moves along the example, to the side where the prediction was wrong, and c there alone."""

    drift: str
    """By what c moves against the side, the name of a parameter; empty where c stays what it is."""


@lru_cache(maxsize=64)
def compiled(name: str, numbers: int) -> CompiledLearner:
    """Return the learner of the table with this name and so many parameters.

    >>> compiled("winnow", 1).parameters
    ('alpha',)
    """
    for header in LEARNERS:
        match read(header) if not header.endswith("()") else Apply(header[:-2], ()):
            case Apply(head, arguments) if (head, len(arguments)) == (name, numbers):
                return _compiled(header, tuple(a.name for a in arguments if isinstance(a, Name)))
    raise BoundcheckError(f"there is no learner {name!r} with {numbers} parameters; there are {', '.join(LEARNERS)}")


def _compiled(header: str, parameters: tuple[str, ...]) -> CompiledLearner:
    rule = {name: read(text) for name, text in rule_of(header).items()}
    kinds: dict[str, Kind] = {**AT_THE_START, **dict.fromkeys(parameters, "number"), "K": "vector", "c": "number"}
    programs = {}
    for name in (*(name for name in reversed(DEFINED) if name in rule and name != "w"), "w"):
        programs[name] = program(rule[name], kinds, {})
        kinds[name] = programs[name].kind
    kinds |= ON_A_TRIAL
    programs |= {name: program(rule[name], kinds, {}) for name in ("num", "den", "K", "c", "first", "needs")}
    shape, made = shape_of(header), {}
    if shape is not None:
        parts = {**vars(shape.weights), "size": shape.size, "example": shape.example, "level": shape.level}
        made = {name: program(part, kinds, {}) for name, part in parts.items() if part is not None}
    drift = None
    match rule["c"]:
        case Name("c"):
            drift = ""
        case Apply("-", (Name("c"), Apply("*", (Name(rate), Name("side"))))):
            drift = rate
    moves = rule_of(header)["K"]
    on_sides = moves == ON_SIDES and drift is not None
    spoken, looks_back = frozenset[str]().union(*map(names, rule.values())), "past_t" in functions(rule["K"])
    return CompiledLearner(rule, parameters, programs, shape, made, spoken, looks_back, moves, on_sides, drift or "")


class _State(dict[str, Any]):
    """What names stand for in a state: weights are computed when they are asked for."""

    def __init__(self, programs: Mapping[str, Program], known: Mapping[str, Any]) -> None:
        super().__init__(known)
        self.programs = programs

    def __missing__(self, name: str) -> Any:
        """Compute a formula of the rule."""
        if name not in self.programs:
            raise KeyError(name)
        self[name] = self.programs[name].value(self)
        return self[name]


class TableLearner(Learner):
    """A learner by its name in ``bounds.learners.table``, from the numbers of its parameters.

    ``start`` is where it starts: s, or share, as its rule says; the rule's own start if None. K is kept over one
    denominator, so that a step along an example costs one addition of integers.

    >>> learner = TableLearner("perceptron", Fraction(1, 2))
    >>> learner.start(2)
    >>> learner.update(Example([1, 2]), Interval.parse("[1,oo)"))
    >>> learner.weights
    [Fraction(1, 2), Fraction(1, 1)]
    """

    def __init__(self, name: str, *numbers: Number, start: Vector | None = None) -> None:
        self.name, self.first = name, start
        self.compiled = compiled(name, len(numbers))
        given = zip(self.compiled.parameters, numbers, strict=True)
        self.parameters = {a: as_number(number, f"{a} of the learner {name}") for a, number in given}
        if order(self.compiled.programs["needs"].value(self.parameters), ZERO) == 0:
            needs = " and ".join(write(part) for part in operands(self.compiled.rule["needs"], "*"))
            values = ", ".join(f"{a} is {number}" for a, number in self.parameters.items())
            raise BoundcheckError(f"the learner {name} needs {needs}; {values}")

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.parameters.values()))})"

    def start(self, n: int) -> None:
        """Set K to 0 and c to where it starts."""
        if self.first is not None and len(self.first) != n:
            raise BoundcheckError(f"the start vector has {len(self.first)} entries; the examples have {n} attributes")
        made, first, self._n = self.compiled, self.first, n
        starts = {"s": zeros(n) if first is None else first, "share": Example([1] * n) if first is None else first}
        self._fixed = {"n": Fraction(n), **starts, **self.parameters}
        state = {**self._fixed, "K": zeros(n)}
        if made.shape is not None and made.shape.average and n < 1:
            raise BoundcheckError(f"the learner {self.name} needs at least one attribute")
        if first is not None and "share" in made.spoken and min(first.numerators, default=1) <= 0:
            raise BoundcheckError(f"the start weights {first} of the learner {self.name} must be positive")
        self._weights_at = None if made.shape is None else self._shaped_weights(made.shape, state)
        self._trials: list[Mapping[str, Any]] | None = [] if made.looks_back else None
        self._running: dict[str, Any] = {}
        self.settle(zeros(n), made.programs["first"].value(state))

    def _shaped_weights(self, shape: Shape, state: Mapping[str, Any]) -> Callable[[Example], Shaped]:
        """Return what gives the weights at K, the rest of them computed."""
        programs, weights = self.compiled.weights, shape.weights
        if isinstance(weights, Powers):
            free = weights.start is None or (weights.start == Name("s") and self.first is None)
            start = None if free else programs["start"].value(state)
            return partial(PowerWeights, start, programs["rate"].value(state), programs["exponent"].value(state))

        def row(name: str) -> Example:
            a = programs[name].value(state)
            return a if isinstance(a, Example) else Example([a.numerator] * len(state["s"]), a.denominator)

        base = programs["base"].value(state)
        rate = programs["rate"].value(state) if order(base, ZERO) > 0 else None
        opposite = None if weights.opposite is None else row("opposite")
        parts = row("first"), opposite, base, rate, programs["size"].value(state)
        return partial(ExponentialWeights, ExponentialLink(*parts, shape.average, shape.scaled))

    def settle(self, K: Any, c: Number) -> None:
        """Put the learner into a state, such as that after trials which were played elsewhere."""
        self.K, self.c = K, c
        self._names: _State | None = None
        self._last: tuple[Example, Number] | None = None
        made = self._weights_at
        self.shaped: Shaped | None = None if made is None or not isinstance(K, Example) else made(K)
        """The weights by their shape, where they have one."""

    @property
    def _state(self) -> _State:
        """What names stand for."""
        if self._names is None:
            self._names = _State(self.compiled.programs, {**self._fixed, "K": self.K, "c": self.c})
        return self._names

    def predict(self, x: Example) -> Number:
        """Return yhat = num/den."""
        if len(x) != self._n:
            raise BoundcheckError(f"the example has {len(x)} attributes; the weights have {self._n}")
        if self._last is None or self._last[0] is not x:
            self._last = x, self._predicted(x)
        return self._last[1]

    def _predicted(self, x: Example) -> Number:
        shape, shaped, programs = self.compiled.shape, self.shaped, self.compiled.programs
        if shape is None or shaped is None:
            here = Names(self._state, {"x": x})
            num: Number = programs["num"].value(here)
            den: Number = programs["den"].value(here)
            return num if den == 1 else num / den
        seen = x if shape.example is X else self.compiled.weights["example"].value({"x": x})
        product = shaped.product(seen)
        if shape.votes:
            return ONE if order(product, ZERO) >= 0 else -ONE
        return product if shape.level is None else product - self.threshold

    @property
    def threshold(self) -> Number:
        """What is taken off the product of the weights and the example: a constant, or c."""
        level = None if self.compiled.shape is None else self.compiled.shape.level
        return ZERO if level is None else self.c if level == C else self.parameters[level.name]

    def update(self, x: Example, target: Interval) -> None:
        """Learn from the target alone; see ``outcome_of``."""
        prediction = self.predict(x)
        self.learn(x, outcome_of(target), prediction, target.side(prediction), target)

    def learn(self, x: Example, outcome: Outcome, prediction: Number, side: int, target: Interval) -> None:
        """Learn the outcome of a trial, on which side of the target the prediction was."""
        del target
        made = self.compiled
        if made.on_sides:
            if side:
                self.move(side, x)
            return
        here = Names(self._state, {"x": x, "yhat": prediction, "side": Fraction(side)})
        if not isinstance(outcome, Interval):
            here["y"] = Fraction(outcome)
        elif outcome.lo is not None and outcome.lo == outcome.hi:
            here["y"] = outcome.lo
        elif "y" in made.spoken:
            raise BoundcheckError(f"the learner {self.name} needs labels or points; received {outcome}")
        if self._trials is not None:
            self._trials.append({"x": x, "y": here["y"]})
            here |= {TRIALS: self._trials, RUNNING: self._running, "t": Fraction(len(self._trials))}
        self.settle(reduced(made.programs["K"].value(here)), made.programs["c"].value(here))

    def move(self, side: int, x: Example) -> None:
        """Move K along the example, and c, if it moves, against the side."""
        drift = self.compiled.drift
        self.settle(plus(self.K, x, side), self.c - side * self.parameters[drift] if drift else self.c)

    def part(self, name: str) -> Any:
        """Return a part of the state: K, c, the weights w, or the z that they are made of."""
        if name == "w":
            return packed(self.weights)
        if name == "z" and isinstance(self.shaped, PowerWeights):
            return packed(self.shaped.z)
        if name not in self.compiled.rule:
            raise BoundcheckError(f"the learner {self!r} has no {name}")
        return self._state[name]

    @property
    def weights(self) -> Sequence[Number]:
        """The weight vector w."""
        shaped = self.shaped
        return list(self._state["w"]) if shaped is None else shaped.weights()


def named(text: str, start: Vector | None = None) -> TableLearner:
    """Return a learner by its name and the numbers of its parameters.

    Parameters
    ----------
    text : str
        Such as ``perceptron(1/2)`` or ``winnow(3/2)``; the names are those of ``bounds.learners.table``.
    start : Vector, optional
        Where it starts, as its rule says.

    Returns
    -------
    TableLearner
        The learner, which has ``start``, ``predict``, ``update`` and ``weights``.

    Raises
    ------
    BoundcheckError
        For a name that there is not, and for numbers that the learner does not take.

    Examples
    --------
    >>> named("exponentiated(log(2), 1)")
    exponentiated(ln(2), 1)
    >>> named("perceptron(-1)")
    Traceback (most recent call last):
    ...
    bounds.errors.BoundcheckError: the learner perceptron needs eta > 0; eta is -1
    """
    match read(text.removesuffix("()")):
        case Apply(name, arguments):
            return TableLearner(name, *(program(a, {}, {}).value({}) for a in arguments), start=start)
        case Name(name):
            return TableLearner(name, start=start)
    raise BoundcheckError(f"{text!r} names no learner; write something like perceptron(1/2)")


def outcome_of(target: Interval) -> Outcome:
    """Return the outcome that a target stands for: a point, or the label of a half line or of a class, 0 or 1.

    >>> outcome_of(Interval.parse("[1,oo)")), outcome_of(Interval.parse("[0,1/2)"))
    (1, -1)
    """
    if (target.lo is None) != (target.hi is None):
        return 1 if target.hi is None else -1
    zero, one = target.side(ZERO) == 0, target.side(ONE) == 0
    return target if target.lo == target.hi or zero == one else 1 if one else -1
