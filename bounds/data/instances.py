"""Instances of a claim: trials with what belongs to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from bounds import symbols
from bounds.data.instance_code import instance_code
from bounds.data.trials import Trials
from bounds.data.vectors import Example, Vector, vector
from bounds.display import instance_html, instance_report, rich_report
from bounds.errors import BoundcheckError
from bounds.expression import parse_number
from bounds.numbers import Number
from bounds.numbers.evaluate import as_number


def _parameter(value: object, symbol: Any) -> Number:
    """Return the exact value of a parameter; a text may be an expression in numbers."""
    if isinstance(value, Fraction):
        return value
    name = f"the parameter {symbol}"
    if not isinstance(value, str):
        return as_number(value, name)
    try:
        return parse_number(value)
    except BoundcheckError as error:
        raise BoundcheckError(f"{name}: {error}") from None


@dataclass(frozen=True)
class Instance:
    """One instance of a claim: trials, comparator, start vector and exact values of its parameters.

    ``parameters`` maps glossary symbols, or their names, to exact values, also as text such as "1/10" or "sqrt(2)";
    they are held as Numbers. Vectors may be given as sequences of exact values.

    >>> Instance(Trials.of([[1]], [1]), comparator=[2], parameters={"eta": "0.5"}).parameters
    {eta: Fraction(1, 2)}
    """

    trials: Trials
    comparator: Vector | None = None
    parameters: Mapping[Any, Number] = field(default_factory=dict)
    start: Vector | None = None

    if TYPE_CHECKING:  # what may be given; __post_init__ makes it what is held

        def __init__(
            self,
            trials: Trials,
            comparator: Iterable[object] | None = None,
            parameters: Mapping[Any, object] = ...,
            start: Iterable[object] | None = None,
        ) -> None:
            """Hold what is given, exactly."""

    def __post_init__(self) -> None:
        """Make everything exact and check that the vectors have one entry for each attribute."""
        if not isinstance(self.trials, Trials):
            raise BoundcheckError(
                f"the trials are {self.trials!r}; make them with Trials.of(examples, outcomes), "
                "such as Trials.of([[1, 0], [0, 1]], [1, -1])"
            )
        if not isinstance(self.parameters, Mapping):
            raise BoundcheckError(
                f"the parameters are {self.parameters!r}; give them by name, such as {{'eta': '1/10'}}"
            )
        for name in ("comparator", "start"):
            given = getattr(self, name)
            if given is not None and not isinstance(given, Example):
                object.__setattr__(self, name, vector(given, name))
        parameters = {
            symbols.lookup(key) if isinstance(key, str) else key: _parameter(value, key)
            for key, value in self.parameters.items()
        }
        object.__setattr__(self, "parameters", parameters)
        for name, given in (("comparator", self.comparator), ("start vector", self.start)):
            if given is not None and len(given) != self.trials.n:
                raise BoundcheckError(
                    f"the {name} has {len(given)} entries; the examples have {self.trials.n} attributes"
                )

    def require_comparator(self) -> Vector:
        """Return the comparator; raise BoundcheckError if there is none."""
        if self.comparator is None:
            raise BoundcheckError("this claim compares with a vector u; give a comparator")
        return self.comparator

    def _repr_html_(self) -> str:
        return instance_html(self)

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        """Print a report, and to Hypothesis code, which is how it reports a failing example."""
        if type(printer).__module__.startswith("hypothesis."):
            text = f"\n{' ' * printer.indentation}".join(instance_code(self, 60).splitlines())
        else:
            text = instance_report(self)
        printer.text(text)

    def __rich__(self) -> Any:
        return rich_report(instance_report(self))
