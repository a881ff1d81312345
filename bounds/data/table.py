"""A table of trials as it was read, and the trials' parts that come of it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from bounds.data import columns as exact_columns
from bounds.data.cells import Written, excerpt, listing, value_of
from bounds.data.columns import Column, require_decimals
from bounds.data.integer_matrix import Matrix
from bounds.data.interval import Interval, Outcome
from bounds.display import counted
from bounds.errors import BoundcheckError

_NO_DELIMITER = frozenset('"\r\n\0')

Value: TypeAlias = Interval | Fraction | str
"""An interval, a number, or one of the labels + and -."""


@dataclass(frozen=True)
class ReadOptions:
    """How to read a file.

    ``outcome`` names the outcome column (by default the one called outcome, label or y), and ``ignore`` columns
    to leave out; both are for CSV. ``positive`` is the class that becomes +1, every other class becoming -1.
    ``points`` reads 1 and -1 as numbers rather than labels. ``standardise`` takes about its mean off every attribute
    and divides it by about its standard deviation (see ``columns.standardised``), exactly. ``bias`` appends an
    attribute equal to 1. ``shuffle`` is the seed of a permutation of the trials. ``prediction`` names a column of
    predictions; ``weights`` is what stands before an attribute's name in the name of the column of its weights: both
    are what a learner did on each trial. ``delimiter`` separates the cells of a CSV file; ``drop_missing`` leaves out
    trials with an empty cell, or one such as NA; ``decimals`` rounds every attribute to so many.
    """

    outcome: str | None = None
    positive: str | None = None
    ignore: tuple[str, ...] = ()
    points: bool = False
    bias: bool = False
    shuffle: int | None = None
    standardise: bool = False
    prediction: str | None = None
    weights: str | None = None
    delimiter: str | None = None
    drop_missing: bool = False
    decimals: int | None = None

    def __post_init__(self) -> None:
        """Refuse what separates no cells, and numbers of decimals that nothing is rounded to."""
        if self.delimiter is not None and (len(self.delimiter) != 1 or self.delimiter in _NO_DELIMITER):
            raise BoundcheckError(f"the delimiter is {self.delimiter!r}; give one character, such as ';' or a tab")
        require_decimals(self.decimals)


DEFAULTS = ReadOptions()


@dataclass(frozen=True)
class Table:
    """Attributes by column; each outcome stands beside its place in the file.

    ``where`` names their column; ``said`` says what was left out.
    """

    attributes: tuple[str, ...]
    columns: list[Column]
    outcomes: Sequence[tuple[str, Written]]
    where: str
    predictions: list[Fraction] | None = None
    said: str = ""


@dataclass(frozen=True)
class Parts:
    """Examples as integers over one denominator, and outcomes; ``said`` says how the outcomes were read.

    ``entries`` says how the attributes were; ``predictions`` are those of a learner, if the file has them.
    """

    attributes: tuple[str, ...]
    numerators: Matrix
    denominator: int
    outcomes: Sequence[Outcome]
    said: str
    entries: str
    predictions: list[Fraction] | None = None


def parts(table: Table, options: ReadOptions = DEFAULTS) -> Parts:
    """Return examples and outcomes of a table; raise BoundcheckError, naming the place, for outcomes that are none."""
    names, columns, rows = table.attributes, table.columns, len(table.outcomes)
    if rows and not columns and not options.bias:
        raise BoundcheckError("the examples have no attributes; give at least one, or add one with --bias")
    if options.decimals is not None:
        columns = [exact_columns.rounded(column, options.decimals) for column in columns]
    entries = exact_columns.as_read(columns) + table.said
    if options.decimals is not None:
        entries += f"; rounded to {counted(options.decimals, 'decimal')}"
    if options.standardise:
        done = [exact_columns.standardised(column) for column in columns]
        columns = [one.column for one in done]
        entries += f"; {exact_columns.said_of_standardised(names, done)}"
    if options.bias:
        if "bias" in names:
            raise BoundcheckError("there is already an attribute 'bias'; rename it or leave out --bias")
        names = (*names, "bias")
        columns = [*columns, Column(np.ones(rows, dtype=np.int64))]
    matrix, denominator = exact_columns.joined(columns, rows)
    outcomes = _outcomes(table.outcomes, options)
    how = _how_read(table, outcomes, options)
    if options.shuffle is not None:
        order = list(range(rows))
        random.Random(options.shuffle).shuffle(order)  # noqa: S311 - a reproducible order, not a secret
        matrix, outcomes = matrix[order], [outcomes[t] for t in order]
        if table.predictions is not None:
            raise BoundcheckError("predictions belong to the order of the file; leave out --shuffle")
    return Parts(names, matrix, denominator, outcomes, how, entries, table.predictions)


def left_out(what: str) -> str:
    """Say what was left out of a table, behind what is said of its columns; nothing for nothing.

    >>> left_out("2 rows"), left_out("")
    ('; left out: 2 rows with missing values', '')
    """
    return f"; left out: {what} with missing values" if what else ""


def _outcomes(written: Sequence[tuple[str, Written]], options: ReadOptions) -> Sequence[Outcome]:
    if options.positive is not None:
        if options.points:
            raise BoundcheckError("--positive makes labels and --points makes numbers; use one of them")
        return classes(written, options.positive.strip())
    known: dict[Written, Value] = {}
    for place, text in written:
        if text not in known:  # equal texts, of which there are many, are read once
            known[text] = _outcome(place, text, written)
    values = set(known.values())
    outcomes: dict[Written, Outcome]
    if not options.points and values <= {"+", "-", 1, -1}:
        outcomes = {text: 1 if value in ("+", 1) else -1 for text, value in known.items()}
        return [outcomes[text] for _, text in written]
    for place, text in written:
        if isinstance(known[text], str):
            raise BoundcheckError(
                f"{place}: the outcome is {known[text]!r}, a label, among numbers or intervals; use one kind throughout"
            )
    if not options.points and values == {0, 1}:
        raise BoundcheckError(
            "the outcomes are 0 and 1, which may be labels or numbers; "
            "say --positive 1 for labels (then 0 becomes -1) or --points for numbers"
        )
    outcomes = {text: v if isinstance(v, Interval) else Interval.point(v) for text, v in known.items()}
    return [outcomes[text] for _, text in written]


def _how_read(table: Table, outcomes: Sequence[Outcome], options: ReadOptions) -> str:
    """Say as what the outcomes were read, and from where: a verdict may depend on it."""
    kinds = {"label" if isinstance(outcome, int) else _kind(outcome) for outcome in outcomes}
    if "label" not in kinds:
        words = {"point": "points: a number is the interval of that one value", "interval": "intervals"}
        return f"{' and '.join(words[kind] for kind in sorted(kinds)) or 'none'}, from {table.where}"
    plus, minus = (sum(outcome == label for outcome in outcomes) for label in (1, -1))
    if options.positive is None:
        return f"labels, from {table.where}: +1 ({counted(plus, 'time')}) and -1 ({counted(minus, 'time')})"
    others = [text for _, text in table.outcomes if text != options.positive.strip()]
    listed = listing(dict.fromkeys(map(str, others))) if others else "nothing"
    chosen = excerpt(options.positive.strip())
    positive, negative = counted(plus, "time"), counted(minus, "time")
    return f"classes, from {table.where}: +1 is {chosen} ({positive}), -1 is {listed} ({negative})"


def _kind(outcome: Interval) -> str:
    return "point" if outcome.lo is not None and outcome.lo == outcome.hi else "interval"


def classes(written: Sequence[tuple[str, Written]], positive: str) -> list[Outcome]:
    """Return +1 for the outcomes that are the positive class, and -1 for all others."""
    names: list[str] = []
    for place, text in written:
        if not isinstance(text, str) or not text:
            raise BoundcheckError(f"{place}: the outcome is {excerpt(text)}; with --positive give a class name")
        names.append(text)
    if names and positive not in names:
        raise BoundcheckError(
            f"--positive {positive}: no outcome has this value; the values are {listing(dict.fromkeys(names))}"
        )
    return [1 if name == positive else -1 for name in names]


def _outcome(place: str, text: Written, written: Sequence[tuple[str, Written]]) -> Value:
    try:
        return value_of(text)
    except BoundcheckError as error:
        message = f"{place}: {error}"
        if not str(text).startswith(("[", "(")):
            values = dict.fromkeys(other for _, other in written if isinstance(other, str))
            message += f"; if the values {listing(values)} are class names, say with --positive NAME which is the +1"
        raise BoundcheckError(message) from None
