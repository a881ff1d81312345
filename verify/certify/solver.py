"""Multipliers of a pattern's program, proposed in floats: the dual semidefinite program, solved with Clarabel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from bounds.extras import needed
from verify.certify.clock import seconds_left
from verify.kernel_gram.numbers import Refused
from verify.kernel_gram.program import Program

ROOT_TWO, LARGEST = np.sqrt(2.0), 1e50
LONGEST = 151
"""The size of a matrix for which the solver keeps a gigabyte; for larger ones it ends the process where it has none."""


@dataclass(frozen=True)
class Solved:
    """Floats: the value, the multipliers (scale, rows, pieces), and a Gram matrix."""

    value: float
    multipliers: np.ndarray[Any, Any]
    gram: np.ndarray[Any, Any]


def minimised(cost: Any, rows: Any, right: Any, cones: list[tuple[str, int]], close: float = 1e-10) -> tuple[Any, bool]:
    """Minimise cost.x where right - rows x is in the cones, each a kind and a size; tell whether there is a least."""
    clarabel = needed("clarabel")
    settings = clarabel.DefaultSettings()
    settings.verbose, settings.max_threads = False, 1
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = close
    settings.time_limit = seconds_left()
    nothing = sparse.csc_matrix((len(cost), len(cost)))
    if any(kind == "PSDTriangleConeT" and size > LONGEST for kind, size in cones):
        raise Refused(f"more than {LONGEST - 1} trials are too many for the solver's memory; choose a smaller length")
    if max(np.abs(a).max(initial=0) for a in (cost, rows.data, right)) > LARGEST:
        raise OverflowError
    allowed = [getattr(clarabel, kind)(size) for kind, size in cones]
    try:
        found = clarabel.DefaultSolver(nothing, cost, rows, right, allowed, settings).solve()
    except BaseException as error:  # a panic of the solver's, which is no Exception
        raise OverflowError if type(error).__name__ == "PanicException" else error from None
    return found, "Infeasible" not in str(found.status) and bool(np.isfinite(found.obj_val))


def solve(program: Program, *, possible: bool = False) -> Solved | None:
    """Return the least value that multipliers prove, None where there are none.

    With ``possible`` the scale of the amount is 0, and the multipliers of the rows that are no norms sum to 1: a
    negative value proves that no Gram matrix satisfies the rows, and a positive one is the room that one leaves.
    """
    pieces = [] if possible else [(form, constant) for group in program.groups for form, constant in group]
    count, size = len(program.rows) + len(pieces), program.size
    cost = np.array([float(limit) for _, limit in program.rows] + [float(constant) for _, constant in pieces])
    sums = _sums(program, possible, count)
    if sums is None:
        return None
    equalities, targets = sums
    cone = _cone(program, pieces, size)
    rows = sparse.vstack([equalities, -sparse.identity(count), -cone]).tocsc()
    right = np.concatenate([targets, np.zeros(count + cone.shape[0])])
    cones = [("ZeroConeT", len(targets)), ("NonnegativeConeT", count), ("PSDTriangleConeT", size)]
    found, least = minimised(cost, rows, right, cones)
    if not least:
        return None
    values = np.concatenate([[0.0 if possible else 1.0], np.maximum(np.array(found.x), 0.0)])
    return Solved(found.obj_val, values, symmetric(np.array(found.z)[len(targets) + count :], size))


def _sums(program: Program, possible: bool, count: int) -> tuple[Any, np.ndarray[Any, Any]] | None:
    """Return which multipliers have to sum to what."""
    if possible:
        chosen = [i for i, (kind, _) in enumerate(program.labels) if kind not in ("u", "x")]
        if not chosen:
            return None
        return sparse.csc_matrix(([1.0] * len(chosen), ([0] * len(chosen), chosen)), shape=(1, count)), np.ones(1)
    rows: list[int] = []
    columns: list[int] = []
    place = len(program.rows)
    for i, group in enumerate(program.groups):
        rows += [i] * len(group)
        columns += range(place, place + len(group))
        place += len(group)
    groups = len(program.groups)
    return sparse.csc_matrix(([1.0] * len(rows), (rows, columns)), shape=(groups, count)), np.ones(groups)


def _cone(program: Program, pieces: list[Any], size: int) -> Any:
    """Return the map from multipliers to the upper triangle of the matrix that has to be positive semidefinite."""
    data, rows, columns = [], [], []
    signed = [(form, 1.0) for form, _ in program.rows] + [(form, -1.0) for form, _ in pieces]
    for column, (form, factor) in enumerate(signed):
        for (i, j), c in form.items():
            rows.append(place(i, j))
            columns.append(column)
            data.append(factor * float(c) * (1.0 if i == j else ROOT_TWO / 2))
    return sparse.csc_matrix((data, (rows, columns)), shape=(size * (size + 1) // 2, len(signed)))


def place(i: int, j: int) -> int:
    """Return where the entry (i, j), i <= j, of a triangle is, column by column."""
    return j * (j + 1) // 2 + i


def symmetric(triangle: np.ndarray[Any, Any], size: int) -> np.ndarray[Any, Any]:
    """Return the symmetric matrix that begins with this scaled upper triangle, column by column."""
    found = np.zeros((size, size))
    for j in range(size):
        for i in range(j + 1):
            found[i, j] = found[j, i] = triangle[place(i, j)] / (1.0 if i == j else ROOT_TWO)
    return found
