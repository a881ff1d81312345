"""Writing an instance as JSON, without losing a digit."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from bounds.data.interval import Interval, Outcome
from bounds.data.repetition import parts
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from bounds.expression import parse_number
from bounds.instances import Instance
from bounds.numbers import Number, compare
from bounds.numbers.rational import MAX_DIGITS
from bounds.symbols import lookup


def trials_text(instance: Instance) -> str:
    """Return an instance as the text in JSON that ``read_trials`` and ``boundcheck check`` read.

    Every number is a text ``"p/q"``, so that an equal instance is read. A parameter is left out if its text does not
    read back to the same number, and trials that come again and again are written once. Raises BoundcheckError for an
    interval with an irrational end, and for a number too long to be read back.

    >>> from bounds.data.trials import Trials
    >>> print(trials_text(Instance(Trials.of([[1, "1/2"]], [Interval.parse("[1,oo)")]))), end="")
    {
      "trials": [
        {"x": ["1", "1/2"], "outcome": "[1, oo)"}
      ]
    }
    """
    trials = instance.trials
    lines = [line for block, times in parts(trials) for line in _lines(block, times)]
    fields = ['"trials": ' + ("[\n    " + ",\n    ".join(lines) + "\n  ]" if lines else "[]")]
    if not lines:
        fields.append('"attributes": ' + json.dumps([f"x{i}" for i in range(1, trials.n + 1)]))
    for key, given in (("comparator", instance.comparator), ("start", instance.start)):
        if given is not None:
            fields.append(f'"{key}": ' + json.dumps(list(map(_text, given))))
    if instance.sequence is not None:
        fields.append('"comparator": ' + json.dumps([list(map(_text, u)) for u in instance.sequence]))
    parameters = {
        str(symbol): str(value) for symbol, value in instance.parameters.items() if _reads_back(str(symbol), value)
    }
    if parameters:
        fields.append('"parameters": ' + json.dumps(parameters))
    return "{\n  " + ",\n  ".join(fields) + "\n}\n"


def _lines(block: Trials, times: int) -> list[str]:
    """Return the lines of the trials of a block, or the one line of a block that is repeated."""
    lines = [json.dumps({"x": list(map(_text, x)), "outcome": _outcome_text(y)}) for x, y in block]
    return lines if times == 1 else [f'{{"repeat": {times}, "trials": [{", ".join(lines)}]}}']


def trials_object(instance: Instance) -> dict[str, Any]:
    """Return an instance as the JSON object that ``boundcheck check`` reads."""
    result: dict[str, Any] = json.loads(trials_text(instance))
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


def _reads_back(name: str, value: Number) -> bool:
    try:
        lookup(name)
        return compare(parse_number(str(value)), value) == 0
    except (ValueError, ArithmeticError):
        return False
