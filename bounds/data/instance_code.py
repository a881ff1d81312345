"""An instance as Python code that makes it again."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from bounds.data.interval import Outcome
from bounds.numbers import Number

if TYPE_CHECKING:
    from bounds.data.instances import Instance


def instance_code(instance: Instance, width: int = 100) -> str:
    """Return Python code that makes the instance again, from the names of ``bounds``.

    An irrational parameter is written with ``bounds.expression.parse_number``.

    >>> from boundcheck import Instance, Trials
    >>> print(instance_code(Instance(Trials.of([[1, "1/2"]], [1]), comparator=[1, 0], parameters={"eta": "0.5"})))
    Instance(Trials.of([[1, '1/2']], [1]), comparator=[1, 0], parameters={'eta': '1/2'})
    """
    trials = instance.trials
    rows = [_vector_code(x) for x in trials.examples]
    outcomes = f"[{', '.join(map(_outcome_code, trials.outcomes))}]{'' if rows else f', n={trials.n}'}"
    parts = [f"Trials.of([{', '.join(rows)}], {outcomes})"]
    if instance.comparator is not None:
        parts.append(f"comparator={_vector_code(instance.comparator)}")
    if instance.parameters:
        given = sorted((str(symbol), value) for symbol, value in instance.parameters.items())
        parts.append(f"parameters={{{', '.join(f'{name!r}: {_number_code(value)}' for name, value in given)}}}")
    if instance.start is not None:
        parts.append(f"start={_vector_code(instance.start)}")
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
