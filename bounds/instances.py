"""Instances of a claim: trials with what belongs to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any

import sympy

from bounds import symbols
from bounds.data.interval import Outcome
from bounds.data.trials import Trials
from bounds.data.vectors import Example, Vector, require_list, vector
from bounds.display import html_report, report, rich_report
from bounds.errors import BoundcheckError
from bounds.expression import parse_number
from bounds.formulas.trial_columns import exact_column
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

    Parameters
    ----------
    trials : Trials
        The trials.
    comparator : iterable of numbers, optional
        An exact vector of length n.
    parameters : Mapping, optional
        Exact values by glossary symbol or its name, also as text such as ``"1/10"`` or ``"sqrt(2)"``; they are held as
        Numbers.
    start : iterable of numbers, optional
        The learner's start vector, of length n.
    sequence : iterable of iterables of numbers, optional
        Where the comparator changes with the trial: the vectors u_1, ..., u_l, one for each trial.
    columns : Mapping, optional
        What the trials show besides, by name: for each trial a number, or a vector of length n.

    Raises
    ------
    BoundcheckError
        For a value that is no exact number, a name that is no symbol, and a vector of another length.

    Examples
    --------
    >>> Instance(Trials.of([[1]], [1]), comparator=[2], parameters={"eta": "0.5"}).parameters
    {eta: Fraction(1, 2)}
    """

    trials: Trials
    comparator: Vector | None = None
    parameters: Mapping[Any, Number] = field(default_factory=dict)
    start: Vector | None = None
    sequence: tuple[Vector, ...] | None = None
    columns: Mapping[str, Any] = field(default_factory=dict)

    if TYPE_CHECKING:  # what may be given; __post_init__ makes it what is held

        def __init__(
            self,
            trials: Trials,
            comparator: Iterable[object] | None = None,
            parameters: Mapping[Any, object] = ...,
            start: Iterable[object] | None = None,
            sequence: Iterable[Iterable[object]] | None = None,
            columns: Mapping[str, Any] = ...,
        ) -> None:
            """Hold what is given, exactly."""

    def __post_init__(self) -> None:
        """Make everything exact and check that the vectors have one entry for each attribute."""
        if not isinstance(self.trials, Trials):
            raise BoundcheckError(
                f"the trials are {self.trials!r}; make them with Trials.of(examples, outcomes), "
                "such as Trials.of([[1, 0], [0, 1]], [1, -1])"
            )
        for what, example in (("parameters", "{'eta': '1/10'}"), ("columns", "{'h': [[1, 0], [0, 1]]}")):
            if not isinstance(given := getattr(self, what), Mapping):
                raise BoundcheckError(f"the {what} are {given!r}; give them by name, such as {example}")
        for name in ("comparator", "start"):
            given = getattr(self, name)
            if given is not None and not isinstance(given, Example):
                object.__setattr__(self, name, vector(given, name))
        if self.sequence is not None:
            object.__setattr__(self, "sequence", _vectors(self.sequence))
        parameters = {
            key if isinstance(key, sympy.Symbol) else symbols.lookup(key): _parameter(value, key)
            for key, value in self.parameters.items()
        }
        object.__setattr__(self, "parameters", parameters)
        l, n = self.trials.l, self.trials.n  # noqa: E741
        columns = {name: exact_column(name, given, l, n) for name, given in self.columns.items()}
        object.__setattr__(self, "columns", columns)
        for name, given in (("comparator", self.comparator), ("start vector", self.start)):
            if given is not None and len(given) != self.trials.n:
                raise BoundcheckError(
                    f"the {name} has {len(given)} entries; the examples have {self.trials.n} attributes"
                )
        if self.sequence is not None:
            self._require_fitting(self.sequence)

    def _require_fitting(self, sequence: tuple[Vector, ...]) -> None:
        """Refuse a sequence of comparators of which there is not one for each trial, or that are no such vectors."""
        if self.comparator is not None:
            raise BoundcheckError("the comparator is one vector or a sequence of them, not both")
        if len(sequence) != self.trials.l:
            raise BoundcheckError(
                f"there are {len(sequence)} comparators for {self.trials.l} trials; give one for each"
            )
        for t, u in enumerate(sequence, 1):
            if len(u) != self.trials.n:
                raise BoundcheckError(
                    f"comparator {t} has {len(u)} entries; the examples have {self.trials.n} attributes"
                )

    def require_comparator(self) -> Vector:
        """Return the comparator; raise BoundcheckError if there is none."""
        if self.comparator is None:
            raise BoundcheckError("this claim compares with a vector u; give a comparator")
        return self.comparator

    def require_sequence(self) -> tuple[Vector, ...]:
        """Return the sequence of comparators; raise BoundcheckError if there is none."""
        if self.sequence is None:
            raise BoundcheckError("this claim compares with a sequence u_1, ..., u_l; give a comparator for each trial")
        return self.sequence

    def _repr_html_(self) -> str:
        return self.trials._repr_html_() + html_report(report("", _lines(self)))

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        """Print a report, and to Hypothesis code, which is how it reports a failing example."""
        if type(printer).__module__.startswith("hypothesis."):
            text = f"\n{' ' * printer.indentation}".join(instance_code(self, 60).splitlines())
        else:
            text = instance_report(self)
        printer.text(text)

    def __rich__(self) -> Any:
        return rich_report(instance_report(self))


def _vectors(given: Iterable[Iterable[object]]) -> tuple[Vector, ...]:
    """Return vectors, exactly."""
    require_list(given, "the comparators are", "a list with a vector for each trial, such as [[1, 0], [0, 1]]")
    return tuple(vector(u, f"comparator {t}") for t, u in enumerate(given, 1))


def sequence_text(sequence: Iterable[Vector]) -> str:
    """Return a sequence of comparators on one line: each with the trials on which it is the one.

    >>> sequence_text([vector([1, 0]), vector([1, 0]), vector([0, 1])])
    '(1, 0) on trials 1-2, (0, 1) on trial 3'
    """
    runs, t = list[str](), 1
    for u, group in groupby(sequence):
        end = t + len(list(group)) - 1
        runs.append(f"{u} on trial{'' if end == t else 's'} {t}{'' if end == t else f'-{end}'}")
        t = end + 1
    return ", ".join(runs[:RUNS]) + (f", ... {len(runs)} comparators in all" if len(runs) > RUNS else "")


RUNS = 8
"""Comparators of a sequence that are shown at most."""


def _lines(instance: Instance) -> list[tuple[str, str]]:
    """Return what an instance has besides its trials, as (name, text) pairs."""
    vectors = (("comparator", instance.comparator), ("start", instance.start))
    lines = [(name, repr(given)) for name, given in vectors if given is not None]
    if instance.sequence is not None:
        lines.append(("comparators", sequence_text(instance.sequence)))
    values: dict[Any, Any] = dict(instance.parameters)
    lines += [(name, ", ".join(map(str, column))) for name, column in instance.columns.items()]
    return [*lines, *(("parameters", f"{symbol} = {values[symbol]}") for symbol in sorted(values, key=str))]


def instance_report(instance: Instance) -> str:
    """Return an instance as a report.

    >>> print(instance_report(Instance(Trials.of([[1, 0]], [1]), [1, 0], {"eta": "1/2"})))
    instance: l = 1, n = 2
      trial 1      x = (1, 0), outcome 1
      comparator   (1, 0)
      parameters   eta = 1/2
    """
    trials = instance.trials
    lines = [(f"trial {t}", f"x = {x}, outcome {y}") for t, x, y in trials.head]
    if trials.l > len(lines):
        lines.append(("", f"... {trials.l} trials in all"))
    return report(f"instance: l = {trials.l}, n = {trials.n}", [*lines, *_lines(instance)])


# --- as code ---------------------------------------------------------------------------------------------


def instance_code(instance: Instance, width: int = 100) -> str:
    """Return Python code that makes the instance again, from the names of ``bounds``.

    An irrational parameter is written with ``bounds.expression.parse_number``.

    >>> print(instance_code(Instance(Trials.of([[1, "1/2"]], [1]), comparator=[1, 0], parameters={"eta": "0.5"})))
    Instance(Trials.of([[1, '1/2']], [1]), comparator=[1, 0], parameters={'eta': '1/2'})
    """
    trials = instance.trials
    rows = [_vector_code(x) for x in trials.examples]
    outcomes = f"[{', '.join(map(_outcome_code, trials.outcomes))}]{'' if rows else f', n={trials.n}'}"
    parts = [f"Trials.of([{', '.join(rows)}], {outcomes})"]
    if instance.comparator is not None:
        parts.append(f"comparator={_vector_code(instance.comparator)}")
    if instance.sequence is not None:
        parts.append(f"sequence=[{', '.join(map(_vector_code, instance.sequence))}]")
    if instance.parameters:
        given = sorted((str(symbol), value) for symbol, value in instance.parameters.items())
        parts.append(f"parameters={{{', '.join(f'{name!r}: {_number_code(value)}' for name, value in given)}}}")
    if instance.start is not None:
        parts.append(f"start={_vector_code(instance.start)}")
    if instance.columns:
        shown = (
            f"{name!r}: [{', '.join(_vector_code(a) if isinstance(a, Example) else _number_code(a) for a in column)}]"
            for name, column in instance.columns.items()
        )
        parts.append(f"columns={{{', '.join(shown)}}}")
    line = f"Instance({', '.join(parts)})"
    if len(line) <= width:
        return line
    if len(parts[0]) > width:
        listed = "".join(f"            {row},\n" for row in rows)
        parts[0] = f"Trials.of(\n        [\n{listed}        ],\n        {outcomes},\n    )"
    return "Instance(\n" + "".join(f"    {part},\n" for part in parts) + ")"


def _vector_code(values: Iterable[Number]) -> str:
    return f"[{', '.join(map(_number_code, values))}]"


def _number_code(value: Number) -> str:
    if not isinstance(value, Fraction):
        return f"parse_number({str(value)!r})"
    return str(value) if value.denominator == 1 else repr(str(value))


def _outcome_code(outcome: Outcome) -> str:
    if isinstance(outcome, int):
        return str(outcome)
    ends = [end for end in (outcome.lo, outcome.hi) if end is not None]
    if all(isinstance(end, Fraction) for end in ends):
        return f"Interval.parse({str(outcome)!r})"
    low, high = ("None" if end is None else _number_code(end) for end in (outcome.lo, outcome.hi))
    return f"Interval({low}, {high}, {outcome.lo_closed}, {outcome.hi_closed})"


def require_instance(given: object) -> None:
    """Refuse what is no instance, such as trials alone.

    >>> require_instance(None)
    Traceback (most recent call last):
    bounds.errors.BoundcheckError: the instance is None; give Instance(trials, comparator, parameters), ...
    """
    if not isinstance(given, Instance):
        raise BoundcheckError(
            f"the instance is {given!r}; give Instance(trials, comparator, parameters), "
            "such as Instance(Trials.of([[1, 0]], [1]), [1, 1])"
        )
