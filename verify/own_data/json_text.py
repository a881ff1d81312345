"""Trials in JSON: a list of trials, or an object that holds one with what belongs to it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from bounds.data.cells import OUTCOME_FORMS, Written, cause, cleaned, exact, excerpt, repeated, with_keys_once
from bounds.data.columns import of_fractions
from bounds.data.interval import Interval
from bounds.data.repetition import Block
from bounds.data.repetition import repeated as repeated_trials
from bounds.data.table import Parts, ReadOptions, Table
from bounds.data.trials import Trials
from bounds.data.vectors import Vector, vector
from bounds.errors import BoundcheckError
from bounds.expression import parse_number
from bounds.numbers import Number
from bounds.symbols import lookup

MOST = 5_000_000
"""Trials that are written out at most, however few lines they take: more are judged as they are repeated."""


@dataclass(frozen=True)
class Contents:
    """What a JSON file holds besides the trials; ``blocks`` say how the trials are repeated where they are too many."""

    comparator: Vector | None = None
    sequence: list[Vector] | None = None
    start: Vector | None = None
    parameters: dict[Any, Number] = field(default_factory=dict)
    blocks: tuple[Block, ...] = ()
    columns: dict[str, list[Any]] = field(default_factory=dict)


def read_json(text: str, options: ReadOptions) -> tuple[Table, Contents]:
    """Read trials in JSON; raise BoundcheckError, naming the trial, for what does not follow the format."""
    if options.outcome is not None or options.ignore:
        raise BoundcheckError("--outcome and --ignore name columns of a CSV file; this is JSON, leave them out")
    if options.prediction is not None or options.weights is not None:
        raise BoundcheckError("--prediction and --weights name columns of a CSV file; this is JSON, leave them out")
    top = _decode(text)
    if isinstance(top, list):
        top = {"trials": top}
    top = _fields(top, "the file", ("trials",), ("attributes", "comparator", "start", "parameters", "columns"))
    if not isinstance(top["trials"], list):
        raise BoundcheckError(f"trials is {excerpt(top['trials'])}; expected a list of trials")
    rows: list[list[Fraction]] = []
    outcomes: list[tuple[str, Written]] = []
    items = list(_blocks(top["trials"]))
    many = sum(len(trials) * times for trials, times in items) > MOST
    if many and (options.shuffle is not None or options.standardise):
        raise BoundcheckError(f"there are more than {MOST} trials; leave out --shuffle and --standardise")
    blocks: list[Block] = []
    for trials, times in items:
        here: list[list[Fraction]] = []
        for t, given in enumerate(trials, len(rows) + 1):
            trial = _fields(given, f"trial {t}", ("x", "outcome"), ())
            here.append(_numbers(trial["x"], f"x of trial {t}"))
            outcomes.append((f"trial {t}", _written_outcome(trial["outcome"], f"trial {t}")))
            if len(here[-1]) != len((rows or here)[0]):
                raise BoundcheckError(f"trial {t}: x has {len(here[-1])} entries; that of trial 1 has {len(rows[0])}")
        blocks.append(Block(len(rows), len(here), times))
        again = 1 if many else times
        outcomes += outcomes[len(rows) :] * (again - 1)
        rows += here * again
    sequence = _sequence(top.get("comparator"))
    comparator, start = (
        None if top.get(key) is None or (key == "comparator" and sequence) else vector(_numbers(top[key], key))
        for key in ("comparator", "start")
    )
    given_lengths = [len(given) - options.bias for given in (comparator, start) if given]
    n = len(rows[0]) if rows else next(iter(given_lengths), None)
    attributes = _attribute_names(top.get("attributes"), n)
    parameters = _parameters(top.get("parameters"))
    columns = [of_fractions(column) for column in (zip(*rows, strict=True) if rows else [()] * len(attributes))]
    table = Table(attributes, columns, outcomes, "the key 'outcome'")
    also = _columns(top.get("columns"))
    return table, Contents(comparator, sequence, start, parameters, tuple(blocks) if many else (), also)


def trials_of(read: Parts, given: Contents) -> Trials:
    """Return the trials that a table has, repeated as the file says where they are too many to be written out."""
    trials = Trials(read.numerators, read.denominator, read.outcomes)
    return repeated_trials(trials, given.blocks, MOST) if given.blocks else trials


def _sequence(given: Any) -> list[Vector] | None:
    """Return a comparator for each trial, where there is a list of vectors in the place of one."""
    if not isinstance(given, list) or not given or not isinstance(given[0], list):
        return None
    return [vector(_numbers(u, f"comparator {t}")) for t, u in enumerate(given, 1)]


def _blocks(items: list[Any]) -> Iterator[tuple[list[Any], int]]:
    """Yield trials and how many times they come: an item is a trial, or {"repeat": k, "trials": [...]}."""
    for i, item in enumerate(items, 1):
        trials, times = [item], 1
        if isinstance(item, dict) and "repeat" in item:
            given = _fields(item, f"item {i} of trials", ("repeat", "trials"), ())
            trials, text = given["trials"], str(given["repeat"])
            if not isinstance(trials, list) or not re.fullmatch("[1-9][0-9]{0,8}", text):
                said = f"item {i} of trials: repeat is {excerpt(given['repeat'])} and trials {excerpt(trials)}"
                raise BoundcheckError(f"{said}; expected a whole number from 1 to 999999999 and a list of trials")
            times = int(text)
        yield trials, times


def _decode(text: str) -> Any:
    """Decode JSON with every number left as its text."""
    try:
        return json.loads(
            text,
            parse_float=str,
            parse_int=str,
            parse_constant=_refuse_constant,
            object_pairs_hook=with_keys_once,
        )
    except json.JSONDecodeError as error:
        by_line = error.msg == "Extra data" and text.startswith("{")
        named = "correct it, or name the file .csv if it is CSV"
        remedy = "put [ ] around all trials, and commas between them" if by_line else named
        raise BoundcheckError(
            f"line {error.lineno}, character {error.colno}: not valid JSON: {error.msg}; {remedy}"
        ) from None
    except RecursionError:
        raise BoundcheckError("the JSON is nested too deeply; trials need a few levels only") from None


def _refuse_constant(name: str) -> object:
    raise BoundcheckError(f"the JSON contains {name}; give a finite number, and null or oo for an infinite end")


def _fields(given: object, place: str, required: tuple[str, ...], optional: tuple[str, ...]) -> dict[str, Any]:
    keys = ", ".join((*required, *optional))
    if not isinstance(given, dict):
        raise BoundcheckError(f"{place} is {excerpt(given)}; expected an object with {keys}")
    for key in given:
        if key not in required and key not in optional:
            raise BoundcheckError(f"{place}: unknown key {excerpt(key)}; the keys are {keys}")
    for key in required:
        if key not in given:
            raise BoundcheckError(f"{place}: the key {key!r} is missing; the keys are {keys}")
    return given


def _numbers(given: object, name: str) -> list[Fraction]:
    if not isinstance(given, list):
        raise BoundcheckError(f"{name} is {excerpt(given)}; expected a list of numbers")
    return [exact(value, f"entry {i} of {name}") for i, value in enumerate(given, 1)]


def _written_outcome(given: object, place: str) -> Written:
    if isinstance(given, str):
        return given.strip()
    if not isinstance(given, dict):
        raise BoundcheckError(f"{place}: the outcome is {excerpt(given)}; {OUTCOME_FORMS}")
    ends = _fields(given, f"{place}, outcome", (), ("lo", "hi", "lo_closed", "hi_closed"))
    closed = [ends.get(key, True) for key in ("lo_closed", "hi_closed")]
    for key, value in zip(("lo_closed", "hi_closed"), closed, strict=True):
        if not isinstance(value, bool):
            raise BoundcheckError(f"{place}, outcome: {key} is {excerpt(value)}; expected true or false")
    lo, hi = (None if ends.get(key) is None else exact(ends[key], f"{place}, outcome: {key}") for key in ("lo", "hi"))
    try:
        return Interval(lo, hi, *closed)
    except ValueError as error:
        raise BoundcheckError(f"{place}: {cause(error)}") from None


def _columns(given: object) -> dict[str, list[Any]]:
    """Read what the trials show besides: by name a number, or a list of numbers, for each trial."""
    if given is None:
        return {}
    if not isinstance(given, dict) or not all(isinstance(column, list) for column in given.values()):
        raise BoundcheckError(f"columns is {excerpt(given)}; expected an object such as {{'h': [[1, 0], [0, 1]]}}")
    return {
        name: [
            _numbers(a, f"the column {name} of trial {t}") if isinstance(a, list) else exact(a, f"trial {t}: {name}")
            for t, a in enumerate(column, 1)
        ]
        for name, column in given.items()
    }


def _attribute_names(given: object, n: int | None) -> tuple[str, ...]:
    """Return the attributes' names; ``n`` is None where nothing else tells how many there are."""
    if given is None:
        return tuple(f"x{i}" for i in range(1, (n or 0) + 1))
    if not isinstance(given, list) or not all(isinstance(name, str) and name for name in given):
        raise BoundcheckError(f"attributes is {excerpt(given)}; expected a list of names")
    doubled = repeated(given)
    if doubled is not None:
        raise BoundcheckError(f"two attributes are called {excerpt(doubled)}; rename one")
    if n is not None and len(given) != n:
        raise BoundcheckError(f"attributes has {len(given)} names; the examples have {n} attributes")
    return tuple(given)


def _parameters(given: object) -> dict[Any, Number]:
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise BoundcheckError(f"parameters is {excerpt(given)}; expected an object such as {{'eta': '1/10'}}")
    parameters: dict[Any, Number] = {}
    for name, value in given.items():
        symbol = lookup(name)
        if not isinstance(value, str):
            raise BoundcheckError(f"parameter {name} is {excerpt(value)}; expected a number or a text such as '1/10'")
        try:
            parameters[symbol] = parse_number(cleaned(value, "the value"))
        except (ValueError, ArithmeticError) as error:
            raise BoundcheckError(f"parameter {name}: {cause(error)}") from None
    return parameters
