"""Data frames: of pandas, polars or pyarrow, or what has ``columns`` and gives a column by its name."""

from __future__ import annotations

from typing import Any

import numpy as np

from bounds.data.cells import is_missing
from bounds.data.csv_text import outcome_column
from bounds.data.given import Reader, column_of, written_outcome
from bounds.data.table import ReadOptions, Table, left_out
from bounds.display import counted
from bounds.errors import BoundcheckError


def read_frame(frame: Any, read: Reader, options: ReadOptions) -> Table:
    """Read a data frame; raise BoundcheckError for a column that is missing and a value that is no exact number."""
    columns = _columns(frame)
    header = list(columns)
    at = outcome_column(header, options)
    kept = [name for name in header if name not in (header[at], *options.ignore)]
    values = columns[header[at]]
    dropped = np.zeros(len(values), dtype=bool)
    if options.drop_missing:
        for name in (*kept, header[at]):
            dropped |= np.fromiter(map(is_missing, columns[name]), dtype=bool, count=len(values))
    there = np.flatnonzero(~dropped)
    attributes = [column_of(columns[name][there], read, name, len(kept)) for name in kept]
    written = [(f"row {t + 1}", written_outcome(values[t], read)) for t in there.tolist()]
    said = left_out(counted(int(dropped.sum()), "row") if dropped.any() else "")
    return Table(tuple(kept), attributes, written, f"column {header[at]!r}", said=said)


def _columns(frame: Any) -> dict[str, np.ndarray[Any, Any]]:
    """Return the columns by their names, as arrays."""
    if hasattr(frame, "collect"):
        raise BoundcheckError(f"this {type(frame).__name__} is not computed yet; give what its collect() returns")
    if hasattr(frame, "column_names"):  # pyarrow's table
        return {str(name): np.asarray(frame.column(name)) for name in frame.column_names}
    if not hasattr(frame, "columns"):
        raise BoundcheckError(f"the data frame is {frame!r}; give one, or Trials.of(X, y) for rows and outcomes")
    return {str(name): np.asarray(frame[name]) for name in frame.columns}
