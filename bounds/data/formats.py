"""Files of trials by what they hold: CSV, svmlight (LIBSVM), ARFF (Weka), each exactly, and Parquet."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path

from bounds.data.cells import exact, excerpt
from bounds.data.columns import of_fractions
from bounds.data.csv_text import OUTCOME_NAMES, Progress, delimiter, load, read_csv
from bounds.data.frames import read_frame
from bounds.data.given import ENTRIES, Reader
from bounds.data.table import ReadOptions, Table
from bounds.errors import BoundcheckError
from bounds.extras import needed

_SVMLIGHT = re.compile(r"[-+.\w]+(\s+(qid|\d+):\S+)+\s*(#.*)?")
_ATTRIBUTE = re.compile(r"@attribute\s+('[^']*'|\"[^\"]*\"|\S+)\s+(.+)", re.IGNORECASE)


def is_parquet(path: Path) -> bool:
    """Tell by its name whether a file is Parquet."""
    return path.suffix.lower() in (".parquet", ".pq")


def read_table(path: Path, options: ReadOptions, progress: Progress | None = None) -> Table:
    """Read a file of trials that is not JSON; what it holds tells its format.

    Raises BoundcheckError, which does not name the file, for what does not follow the format.
    """
    if is_parquet(path):
        return _parquet(path, options)
    return table_of(load(path), path, options, progress)


def table_of(text: str, path: Path, options: ReadOptions, progress: Progress | None = None) -> Table:
    """Read the text of a file of trials.

    >>> table = table_of("+1 1:0.5 3:2\\n-1 2:1\\n", Path("run"), ReadOptions())
    >>> table.attributes, [column.fractions() for column in table.columns][0]
    (('x1', 'x2', 'x3'), [Fraction(1, 2), Fraction(0, 1)])
    """
    if next((line for line in _lines(text, "%")), (0, ""))[1].lower().startswith("@relation"):
        names, written = _of_arff(text)
        classes = [name for name in names if name.lower() == "class"]
        if classes and options.outcome is None and not {*OUTCOME_NAMES} & {name.lower() for name in names}:
            options = replace(options, outcome=classes[0])
        return read_csv(written, options, ",", progress)
    if _SVMLIGHT.fullmatch(next((line for line in _lines(text, "#")), (0, ""))[1]):
        return _svmlight(text, options)
    return read_csv(text, options, options.delimiter or delimiter(path, text), progress)


def _lines(text: str, comment: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are neither blank nor comments, with their numbers."""
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if stripped and not stripped.startswith(comment):
            yield number, stripped


# --- svmlight --------------------------------------------------------------------------------------------


def _svmlight(text: str, options: ReadOptions) -> Table:
    """Read lines ``outcome index:value ...``, in which what is not written is 0; indices count from 1, or from 0."""
    if options.outcome is not None or options.prediction is not None or options.weights is not None:
        raise BoundcheckError("an svmlight file has its outcome first in each line, and no other named column")
    rows, outcomes = [], []
    for number, line in _lines(text, "#"):
        outcome, *pairs = line.partition("#")[0].split()
        rows.append(_entries(pairs, number))
        outcomes.append((f"line {number}", outcome))
    first = min((index for row in rows for index in row), default=1)
    indices = range(min(first, 1), max((index for row in rows for index in row), default=0) + 1)
    if len(indices) * len(rows) > ENTRIES:
        raise BoundcheckError(
            f"{len(rows)} examples with {len(indices)} attributes have more than {ENTRIES} entries; leave some out"
        )
    kept = [index for index in indices if f"x{index}" not in options.ignore]
    columns = [of_fractions([row.get(index, Fraction(0)) for row in rows]) for index in kept]
    return Table(tuple(f"x{index}" for index in kept), columns, outcomes, "the first word of a line")


def _entries(pairs: Sequence[str], number: int) -> dict[int, Fraction]:
    """Read ``index:value`` pairs of a line."""
    entries: dict[int, Fraction] = {}
    for pair in pairs:
        index, colon, value = pair.partition(":")
        if not colon or not index.isdecimal() or not index.isascii() or len(index) > 9:
            raise BoundcheckError(
                f"line {number}: {excerpt(pair)} is no index:value; write whole numbers before the colon"
            )
        if int(index) in entries:
            raise BoundcheckError(f"line {number}: attribute {index} is there twice; keep one")
        entries[int(index)] = exact(value, f"line {number}, attribute {index}: the value")
    return entries


# --- ARFF ------------------------------------------------------------------------------------------------


def _of_arff(text: str) -> tuple[list[str], str]:
    """Return the names of a dense ARFF file's attributes, and it as CSV, each line at its place."""
    names: list[str] = []
    written = io.StringIO(newline="")
    lines = text.splitlines()
    start = next((i for i, line in enumerate(lines) if line.strip().lower().startswith("@data")), None)
    if start is None:
        raise BoundcheckError("this ARFF file has no @data; give the trials after it, a line each")
    for number, line in _lines("\n".join(lines[:start]), "%"):
        matched = _ATTRIBUTE.fullmatch(line)
        if matched is not None:
            names.append(matched[1].strip("'\""))
        elif line.lower().startswith("@attribute"):
            raise BoundcheckError(f"line {number}: {excerpt(line)} names no attribute and its type")
    writer = csv.writer(written, lineterminator="\n")
    written.write("\n" * start)
    writer.writerow(names)
    for line in lines[start + 1 :]:
        stripped = line.strip()
        if stripped.startswith("{"):
            raise BoundcheckError("this ARFF file is sparse; write its rows out, or give it as svmlight")
        cells = (
            [] if stripped.startswith("%") else next(csv.reader([stripped], quotechar="'", skipinitialspace=True), [])
        )
        writer.writerow(cells) if cells else written.write("\n")
    return names, written.getvalue()


# --- Parquet ---------------------------------------------------------------------------------------------


def _parquet(path: Path, options: ReadOptions) -> Table:
    """Read a Parquet file with pyarrow; floats are the shortest decimals that round to them."""
    try:
        needed("pyarrow")
        frame = import_module("pyarrow.parquet").read_table(path)
    except (OSError, ValueError) as error:  # pyarrow's errors are these
        raise BoundcheckError(f"cannot read this as Parquet: {str(error).splitlines()[0]}") from None
    return read_frame(frame, Reader("decimal", options.decimals), options)
