"""Convex problems in floats: the comparators with the widest margin, for proposals."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from threadpoolctl import ThreadpoolController

from bounds.data.integer_matrix import Floats


@cache
def solvers() -> Any:
    """Return scipy.optimize, its linear algebra held to one thread whoever has loaded it.

    The matrices here are small, and threads that wait for each other on a busy machine cost ten to a hundred times
    more than they gain; and with one thread the same program ends at the same numbers wherever it is solved.
    """
    from scipy import optimize

    for library in ThreadpoolController().lib_controllers:
        if library.user_api == "blas" and "scipy" in library.filepath:  # numpy has one of its own
            library.set_num_threads(1)
    return optimize


def nearest_hull_point(V: Floats) -> Floats:
    """Return the point of the convex hull of the rows that is nearest to 0: NNLS with a heavy row of ones."""
    heavy = 1e3
    A = np.vstack([V.T, heavy * np.ones(len(V))])
    c, _ = solvers().nnls(A, np.append(np.zeros(V.shape[1]), heavy), maxiter=50 * len(V) + 50)
    point: Floats = V.T @ (c / max(c.sum(), 1e-12))
    return point


def widest_on_simplex(V: Floats) -> Floats | None:
    """Return the weights of sum 1 with the largest min_t u.v_t, a linear program; None where its solver finds none."""
    l, n = V.shape  # noqa: E741
    solved = solvers().linprog(
        np.append(np.zeros(n), -1.0),
        A_ub=np.hstack([-V, np.ones((l, 1))]),
        b_ub=np.zeros(l),
        A_eq=np.append(np.ones(n), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0, None)] * n + [(None, None)],
    )
    return None if solved.x is None else np.asarray(solved.x[:n])
