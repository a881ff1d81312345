"""Trials in CSV: a row of column names, then one row a trial."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from operator import mul
from pathlib import Path
from typing import TypeAlias

import numpy as np

from bounds.data.cells import exact, excerpt, is_missing, listing, repeated, value_of
from bounds.data.columns import DIGITS, OF_DECIMALS, Column, of_floats, of_texts
from bounds.data.files import read_whole, suffix_of
from bounds.data.table import ReadOptions, Table, left_out
from bounds.display import counted
from bounds.errors import BoundcheckError

MAX_BYTES = 200_000_000
TRUTH = {"true": Fraction(1), "false": Fraction(0)}
"""What truth values are as attributes, in any case."""

OUTCOME_NAMES = ("outcome", "label", "y")

Progress = Callable[[int, int], None]
"""Is told how many columns were read, and of how many."""


def load(path: Path) -> str:
    """Return the text of a file of trials; raise BoundcheckError where it cannot be read, is none or is empty."""
    text = read_whole(path, MAX_BYTES, packed=True)
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise BoundcheckError(f"line {line}: a NUL character, so this is not a text file; save it as UTF-8 text")
    if not text.strip():
        raise BoundcheckError("no trials, the file is empty; it should hold trials as CSV or JSON")
    return text


def delimiter(path: Path, text: str) -> str:
    """Return what separates the cells of a file: a tab in a .tsv, or where the header has tabs only."""
    suffix = suffix_of(path)
    if suffix in (".csv", ".tsv"):
        return "," if suffix == ".csv" else "\t"
    header = text.lstrip().split("\n", 1)[0]
    return "\t" if "\t" in header and "," not in header else ","


def read_csv(text: str, options: ReadOptions, delimiter: str, progress: Progress | None = None) -> Table:
    """Read trials in CSV; raise BoundcheckError, naming line and column, for what is none."""
    records = _records(text, delimiter)
    line, header = next(records, (1, []))
    header = [name.strip() for name in header]
    said = ""
    if header[:1] == [""] and "" not in options.ignore and _counts(text, delimiter):
        options = replace(options, ignore=(*options.ignore, ""))
        said = "; left out: the first column, which counts the rows"
    _check_header(line, header, options.ignore)
    at = outcome_column(header, options)
    for name in options.ignore:
        if name not in header:
            raise BoundcheckError(f"--ignore {name}: there is no such column; there are {listing(header)}")
    logged = _logged(header, options)
    others = {header[at], *options.ignore, *logged}
    kept = [i for i, name in enumerate(header) if name not in others]
    if not kept and not options.bias:
        raise BoundcheckError(f"no attributes beside {excerpt(header[at])}; keep a column, or add one with --bias")
    wanted = [*kept, *map(header.index, logged)]
    body = _plain(text, delimiter, line, len(header), at, wanted)
    if body is None:
        given = [*wanted, at] if options.drop_missing else []
        body = _cell_by_cell(records, header, at, wanted, progress, given)
    lines, columns, written, dropped = body
    said += left_out(counted(dropped, "row") if dropped else "")
    read = dict(zip((header[i] for i in wanted), columns, strict=True))
    names = tuple(header[i] for i in kept)
    where = f"column {excerpt(header[at])}"
    outcomes = [(f"line {line}, {where}", cell.strip()) for line, cell in zip(lines, written, strict=True)]
    for place, outcome in outcomes:
        if not outcome:
            raise BoundcheckError(f"{place}: the cell is empty; {_FILL}")
    return Table(names, [read[name] for name in names], outcomes, where, _predictions(names, read, options), said)


Body: TypeAlias = tuple[Sequence[int], list[Column], Sequence[str], int]
"""The lines of the trials, the columns that are wanted, the outcomes, and how many rows were left out."""

_FILL = "fill it in, or leave such rows out with --drop-missing (drop_missing=True in Python)"


def _counts(text: str, delimiter: str) -> bool:
    """Tell whether the first column counts the rows, from 0 or from 1, as pandas and R write it."""
    records = _records(text, delimiter)
    next(records, None)
    first = [cells[0] for _, cells in records]
    return any(first == [str(t) for t in range(least, least + len(first))] for least in (0, 1))


def _plain(text: str, delimiter: str, line: int, width: int, at: int, wanted: Sequence[int]) -> Body | None:
    """Read a body of plain decimals of at most 15 digits, all at once; None where it is something else.

    A column of class names may stand first or last. See ``columns.of_texts`` for why nothing is lost.
    """
    lines = text.replace("\r\n", "\n").split("\n")[line:]
    numbered = [(t, row) for t, row in enumerate(lines, line + 1) if row]
    rows = [row for _, row in numbered]
    if not rows or at not in (0, width - 1):
        return None
    pairs = [row.rsplit(delimiter, 1) if at else row.split(delimiter, 1) for row in rows]
    if not all(len(pair) == 2 for pair in pairs):
        return None
    written, others = [pair[at > 0] for pair in pairs], [pair[at == 0] for pair in pairs]
    cells = "\n".join(others)
    if (
        not cells.strip()
        or not cells.isascii()
        or '"' in text
        or cells.encode().translate(None, OF_DECIMALS + delimiter.encode() + b"\n")
    ):
        return None
    codes = np.frombuffer(cells.encode() + b"\n", dtype=np.uint8)
    ends = np.flatnonzero((codes == ord(delimiter)) | (codes == ord("\n")))
    if len(ends) != len(rows) * (width - 1) or np.diff(ends, prepend=-1).max() > DIGITS + 1:
        return None
    try:
        floats = np.loadtxt(others, delimiter=delimiter, dtype=np.float64, ndmin=2, comments=None)
    except ValueError:
        return None
    if floats.shape != (len(rows), width - 1):
        return None
    columns = [of_floats(np.ascontiguousarray(floats[:, i - (at == 0)])) for i in wanted]
    parsed = [column for column in columns if column is not None]
    return ([t for t, _ in numbered], parsed, written, 0) if len(parsed) == len(wanted) else None


def _cell_by_cell(
    records: Iterator[tuple[int, list[str]]],
    header: Sequence[str],
    at: int,
    wanted: Sequence[int],
    progress: Progress | None,
    given: Sequence[int],
) -> Body:
    """Read what may be written in any way; rows in which a cell that has to be ``given`` is missing are left out."""
    lines, rows = _rows(records, len(header))
    there = [t for t, cells in enumerate(rows) if not any(is_missing(cells[i]) for i in given)]
    dropped = len(rows) - len(there)
    if dropped:
        lines, rows = [lines[t] for t in there], [rows[t] for t in there]
    by_column: list[Sequence[str]] = list(zip(*rows, strict=True)) if rows else [()] * len(header)
    columns = []
    for done, i in enumerate(wanted):
        if progress is not None:
            progress(done, len(wanted))
        columns.append(of_texts(by_column[i], partial(_attribute, by_column[i], header[i], lines)))
    return lines, columns, by_column[at], dropped


def _rows(records: Iterator[tuple[int, list[str]]], width: int) -> tuple[list[int], list[list[str]]]:
    """Return the rows, and the line of each; all have a cell for every column."""
    lines, rows = [], []
    for line, cells in records:
        if len(cells) != width:
            raise BoundcheckError(
                f"line {line}: {len(cells)} cells where the header has {width}; give one for each column, "
                "and put quotes around a cell that contains a comma"
            )
        lines.append(line)
        rows.append(cells)
    return lines, rows


def _logged(header: Sequence[str], options: ReadOptions) -> list[str]:
    """Return the columns that say what a learner did: its predictions, or the weights that it predicted with."""
    prefix = options.weights
    if options.prediction is not None and prefix is not None:
        raise BoundcheckError("--prediction and --weights both say what the learner predicted; use one of them")
    logged = [] if options.prediction is None else [options.prediction]
    if prefix is not None:
        logged = [name for name in header if name.startswith(prefix) and name[len(prefix) :] in header]
        if not logged:
            raise BoundcheckError(
                f"--weights {prefix}: no column is called {prefix}NAME for an attribute NAME; "
                f"there are {listing(header)}"
            )
    for name in logged:
        if name not in header:
            raise BoundcheckError(f"--prediction {name}: there is no such column; there are {listing(header)}")
    return logged


def _predictions(names: Sequence[str], read: dict[str, Column], options: ReadOptions) -> list[Fraction] | None:
    """Return the predictions that the file holds, or those of the weights that it holds."""
    if options.prediction is not None:
        return read[options.prediction].fractions()
    if options.weights is None:
        return None
    absent = next((name for name in names if options.weights + name not in read), None)
    if absent is not None:
        raise BoundcheckError(
            f"--weights: there is no column {excerpt(options.weights + absent)}; give one, as for others"
        )
    products = [map(mul, read[name].fractions(), read[options.weights + name].fractions()) for name in names]
    return [sum(row, Fraction(0)) for row in zip(*products, strict=True)]


def _records(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not blank, each with the number of its first line."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise BoundcheckError(f"line {line}: not valid CSV: {error}; check quotes and separators") from None
        if cells is None:
            return
        if len(cells) > 1 or (cells and cells[0].strip()):
            yield line, cells


def _check_header(line: int, header: Sequence[str], ignored: Sequence[str]) -> None:
    if not header:
        raise BoundcheckError("the file holds blank cells only; add a row of column names, then the trials")
    if all(map(_is_value, header)):
        raise BoundcheckError(
            f"line {line}: the first row is {listing(header)}, values where a header is needed; "
            "add a row of column names, one of them 'outcome'"
        )
    for i, name in enumerate(header):
        if not name and name not in ignored:
            raise BoundcheckError(
                f"line {line}: column {i + 1} has no name; name it in the header, or leave it out with --ignore ''"
            )
    doubled = repeated(header)
    if doubled is not None:
        raise BoundcheckError(f"line {line}: two columns are called {excerpt(doubled)}; rename one")


def _is_value(text: str) -> bool:
    try:
        value_of(text)
    except BoundcheckError:
        return False
    return True


def outcome_column(header: Sequence[str], options: ReadOptions) -> int:
    """Return the place of the outcomes among the columns; raise BoundcheckError where it is not clear."""
    if options.outcome is not None:
        if options.outcome not in header:
            raise BoundcheckError(f"--outcome {options.outcome}: there is no such column; there are {listing(header)}")
        if options.outcome in options.ignore:
            raise BoundcheckError(f"column {excerpt(options.outcome)} is both the outcome and ignored; choose one")
        return header.index(options.outcome)
    named = [name for name in header if name.lower() in OUTCOME_NAMES and name not in options.ignore]
    if len(named) > 1:
        raise BoundcheckError(
            f"several columns may be the outcome: {listing(named)}; name it with --outcome COLUMN, "
            "and leave a column that is no attribute out with --ignore COLUMN"
        )
    if named:
        return header.index(named[0])
    remedy = "name the outcome column with --outcome NAME (outcome='NAME' in Python)"
    if any(map(_is_value, header)):
        remedy += ", or add a header if this row is data"
    if len(header) == 1 and (other := re.search("[;\t|]", header[0])):
        remedy = f"separate the cells by commas (.csv) or tabs (.tsv), or say --delimiter {other[0]!r}"
    raise BoundcheckError(f"no column is called outcome, label or y; the columns are {listing(header)}; {remedy}")


def _attribute(cells: Sequence[str], name: str, lines: Sequence[int], t: int) -> Fraction:
    """Read the cell of trial ``t`` (from 0) of an attribute."""
    place = f"line {lines[t]}, column {excerpt(name)}"
    if not cells[t].strip():
        raise BoundcheckError(f"{place}: the cell is empty; {_FILL}")
    truth = TRUTH.get(cells[t].strip().lower())
    if truth is not None:
        return truth
    try:
        return exact(cells[t], f"{place}: the value")
    except BoundcheckError as error:
        raise BoundcheckError(f"{error}; or leave the column out with --ignore") from None
