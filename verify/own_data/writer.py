"""Writing an instance as JSON, without losing a digit."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from bounds import expression
from bounds.data.instances import Instance
from bounds.data.interval import Interval, Outcome
from bounds.errors import BoundcheckError
from bounds.numbers import Number, compare
from bounds.numbers.rational import MAX_DIGITS
from bounds.symbols import lookup


def write_trials(
    path: Path | None,
    instance: Instance,
    *,
    parse_number: Callable[[str], Number] = expression.parse_number,
) -> str:
    """Return the JSON text of ``instance``, after writing it to ``path`` if one is given.

    Every number is a text ``"p/q"``, so ``read_trials`` gives an equal instance. A parameter is left out if
    ``parse_number`` does not read its text back to the same number. Raises BoundcheckError for an interval
    with an irrational end, a number too long to be read back, and a file that cannot be written.

    >>> from bounds.data.trials import Trials
    >>> print(write_trials(None, Instance(Trials.of([[1, "1/2"]], [Interval.parse("[1,oo)")]))), end="")
    {
      "trials": [
        {"x": ["1", "1/2"], "outcome": "[1, oo)"}
      ]
    }
    """
    trials = instance.trials
    lines = [json.dumps({"x": list(map(_text, x)), "outcome": _outcome_text(y)}) for x, y in trials]
    parts = ['"trials": ' + ("[\n    " + ",\n    ".join(lines) + "\n  ]" if lines else "[]")]
    if not lines:
        parts.append('"attributes": ' + json.dumps([f"x{i}" for i in range(1, trials.n + 1)]))
    for key, given in (("comparator", instance.comparator), ("start", instance.start)):
        if given is not None:
            parts.append(f'"{key}": ' + json.dumps(list(map(_text, given))))
    parameters = {
        str(symbol): str(value)
        for symbol, value in instance.parameters.items()
        if _reads_back(str(symbol), value, parse_number)
    }
    if parameters:
        parts.append('"parameters": ' + json.dumps(parameters))
    text = "{\n  " + ",\n  ".join(parts) + "\n}\n"
    if path is not None:
        try:
            Path(path).write_text(text, encoding="utf-8")
        except OSError as error:
            raise BoundcheckError(f"{path}: cannot write this file: {error.strerror or error}") from None
    return text


def trials_object(instance: Instance) -> dict[str, Any]:
    """Return an instance as the JSON object that ``boundcheck check`` reads."""
    result: dict[str, Any] = json.loads(write_trials(None, instance))
    return result


def _outcome_text(outcome: Outcome) -> int | str:
    if not isinstance(outcome, Interval):
        return outcome
    lo = "-oo" if outcome.lo is None else _text(outcome.lo)
    hi = "oo" if outcome.hi is None else _text(outcome.hi)
    return f"{'[' if outcome.lo_closed else '('}{lo}, {hi}{']' if outcome.hi_closed else ')'}"


def _text(number: Number) -> str:
    if not isinstance(number, Fraction):
        raise BoundcheckError(f"cannot write the interval end {number}; a file of trials holds rationals only")
    try:
        text = str(number)
    except ValueError:
        text = ""
    if not 0 < len(text) <= MAX_DIGITS:
        raise BoundcheckError(f"cannot write a number of more than {MAX_DIGITS} digits; round the data")
    return text


def _reads_back(name: str, value: Number, parse_number: Callable[[str], Number]) -> bool:
    try:
        lookup(name)
        return compare(parse_number(str(value)), value) == 0
    except (ValueError, ArithmeticError):
        return False
