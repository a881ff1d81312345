"""Multipliers of a pattern's program, proposed in floats: the dual semidefinite program, solved with Clarabel.

The matrix that has to be positive semidefinite is a chain of small ones: see verify.kernel_gram.chain. The forms V_t
are variables beside the multipliers, and the dual variables of the small matrices are the products of u, states and x.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from bounds.extras import needed
from verify.certify.clock import seconds_left
from verify.kernel import ZERO, Number
from verify.kernel_gram.numbers import real
from verify.kernel_gram.program import Form, GramProgram

ROOT_TWO, LARGEST = np.sqrt(2.0), 1e50

FAR = 1e-6
"""How far a solution may be from the cones, for its size."""

APART = 24
"""Up to so many trials each example has a direction of its own in a Gram matrix; longer ones have few dimensions."""

Array = np.ndarray[Any, Any]
After = Mapping[str, Mapping[str, Number]]
Entries = dict[tuple[int, int], list[tuple[int, float]]]
"""The entries of an upper triangle, each a sum of variables with factors."""


class Term(NamedTuple):
    """What a variable adds on a trial for each unit: norm |x|**2 + x.(along_u u + a sum of states)."""

    column: int
    norm: float
    along_u: float
    along: Mapping[str, float]


@dataclass(frozen=True)
class Solved:
    """Floats: the value, the multipliers (scale, rows, pieces), and the products of the vectors of each trial."""

    value: float
    multipliers: Array
    products: Sequence[Array]
    after: Sequence[After]

    @cached_property
    def gram(self) -> Array:
        """A Gram matrix of u and the examples."""
        return gram_of(self.products, self.after)


def minimised(cost: Any, rows: Any, right: Any, cones: list[tuple[str, int]], close: float = 1e-10) -> tuple[Any, bool]:
    """Minimise cost.x where right - rows x is in the cones, each a kind and a size; tell whether there is a least.

    There is none either where the solver ends far from the cones.
    """
    clarabel = needed("clarabel")
    settings = clarabel.DefaultSettings()
    settings.verbose, settings.max_threads = False, 1
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = close
    settings.time_limit = seconds_left()
    nothing = sparse.csc_matrix((len(cost), len(cost)))
    if max(np.abs(a).max(initial=0) for a in (cost, rows.data, right)) > LARGEST:
        raise OverflowError
    allowed = [getattr(clarabel, kind)(size) for kind, size in cones]
    try:
        solution = clarabel.DefaultSolver(nothing, cost, rows, right, allowed, settings).solve()
    except BaseException as error:  # a panic of the solver's, which is no Exception
        raise OverflowError if type(error).__name__ == "PanicException" else error from None
    return solution, "Infeasible" not in str(solution.status) and bool(
        np.isfinite(solution.obj_val)
    ) and solution.r_prim < FAR


# --- programs of patterns ---


def solve(program: GramProgram, *, possible: bool = False, bounds: Mapping[int, float] | None = None) -> Solved | None:
    """Return the least value that multipliers prove, None where there are none.

    With ``possible`` the scale of the amount is 0, and the multipliers of the rows that are no norms sum to 1: a
    negative value proves that no vectors satisfy the rows, and a positive one is the room that one leaves. With
    ``bounds`` the multipliers keep bounds on the amounts of the first trials, by their number.
    """
    first = program.radius is not None
    terms, limits, sums, own = trials_of(program, first=first, possible=possible)
    limits = [*([float(program.radius or 0)] if first else []), *limits]
    count = len(limits)
    if not sums and possible:
        return None
    equal = Rows()
    for columns in sums:
        equal.add([(column, 1.0) for column in columns], 1.0)
    below = Rows()
    for column in range(count):
        below.add([(column, -1.0)], 0.0)
    if bounds:
        _keep(bounds, limits, own, equal, below)
    width = count + bool(bounds) * (len(own) + 1)
    chain = Chain(terms, [link.states for link in program.links], [(0, 1.0)] if first else [], width)
    cost = np.concatenate([limits, np.zeros(chain.width - count)])
    rows = sparse.vstack([part.matrix(chain.width) for part in (equal, below, chain.rows)]).tocsc()
    right = np.concatenate([equal.right, below.right, chain.rows.right])
    cones = [("ZeroConeT", len(equal.right)), ("NonnegativeConeT", len(below.right)), *chain.cones]
    solution, least = minimised(cost, rows, right, [cone for cone in cones if cone[1]])
    if not least:
        return None
    values = np.concatenate([[0.0 if possible else 1.0], np.maximum(np.array(solution.x)[:count], 0.0)])
    dual = np.array(solution.z)[len(equal.right) + len(below.right) :]
    return Solved(solution.obj_val, values, chain.products(dual), chain.after)


def trials_of(
    program: GramProgram, *, first: bool, possible: bool
) -> tuple[list[list[Term]], list[float], list[list[int]], list[list[int]]]:
    """Return the terms of each trial, the limits, which multipliers have to sum to 1, and those of each trial."""
    row = int(first)
    piece = row + sum(len(link.rows) for link in program.links)
    limits, ends = [], []
    terms: list[list[Term]] = []
    sums: list[list[int]] = []
    own: list[list[int]] = []
    chosen: list[int] = []
    for link in program.links:
        signed = [(row + i, form, 1.0) for i, (form, _) in enumerate(link.rows)]
        chosen += [row + i for i, kind in enumerate(link.labels) if kind != "x"]
        own.append(list(range(row, row + len(link.rows))))
        row += len(link.rows)
        limits += [float(limit) for _, limit in link.rows]
        for group in () if possible else link.groups:
            sums.append(list(range(piece, piece + len(group))))
            own[-1] += sums[-1]
            signed += [(piece + i, form, -1.0) for i, (form, _) in enumerate(group)]
            ends += [float(constant) for _, constant in group]
            piece += len(group)
        terms.append([_term(column, form, sign, link.predict) for column, form, sign in signed])
    return terms, [*limits, *ends], ([chosen] if chosen else []) if possible else sums, own


def _term(column: int, form: Form, sign: float, predict: Mapping[str, Number]) -> Term:
    along = {name: sign * real(form.q * c) for name, c in predict.items()}
    return Term(column, sign * real(form.norm), sign * real(form.p), along)


def _keep(
    bounds: Mapping[int, float], limits: Sequence[float], own: Sequence[Sequence[int]], equal: Rows, below: Rows
) -> None:
    """Add the totals of the first trials as variables, which are at most their bounds."""
    count, known = len(limits), {column for columns in own for column in columns}
    groups = [[column for column in range(count) if column not in known], *own]
    for t, columns in enumerate(groups):
        before = [(count + t - 1, -1.0)] if t else []
        equal.add([(count + t, 1.0), *before, *((column, -limits[column]) for column in columns)], 0.0)
        if t in bounds:
            below.add([(count + t, 1.0)], bounds[t])


# --- chains ---


@dataclass
class Rows:
    """Rows of a sparse matrix, and their right sides."""

    entries: list[tuple[int, int, float]] = field(default_factory=list)
    right: list[float] = field(default_factory=list)

    def add(self, parts: Sequence[tuple[int, float]], right: float) -> None:
        """Add a row."""
        self.entries += [(len(self.right), column, c) for column, c in parts]
        self.right.append(right)

    def matrix(self, width: int) -> Any:
        """Return the matrix."""
        rows, columns, data = zip(*self.entries, strict=True) if self.entries else ((), (), ())
        return sparse.csc_matrix((data, (rows, columns)), shape=(len(self.right), width))


class Chain:
    """The small matrices of a chain of trials: those of the terms, and of the forms V_t, which are variables.

    ``weight`` are the variables that the coefficient of |u|**2 is the sum of, with their factors.
    """

    def __init__(
        self, terms: Sequence[Sequence[Term]], after: Sequence[After], weight: Sequence[tuple[int, float]], width: int
    ) -> None:
        self.after, self.rows, self.cones, self.width = after, Rows(), list[tuple[str, int]](), width
        self.states = list(after[0]) if after else []
        size = len(self.states) + 1
        before: list[tuple[int, int, int]] = []  # V_t: row, column, variable
        for t in range(len(after) or 1):
            entries: Entries = {}
            known = self.states if t else []
            if t == 0:
                entries[0, 0] = [*weight]
            for i, j, column in before:
                entries.setdefault((i, j), []).append((column, -1.0))
            if t < len(after):
                add_terms(entries, terms[t], known)
            before = []
            if t + 1 < len(after):
                before = self.form(size)
                add_after(entries, map_of(after[t], known), before)
            size_here = len(known) + 1 + bool(after)
            self.close(entries, [0.0] * (size_here * (size_here + 1) // 2))

    def form(self, size: int) -> list[tuple[int, int, int]]:
        """Add the entries of a quadratic form as variables: row, column, variable."""
        start = self.width
        self.width += size * (size + 1) // 2
        return [(i, j, start + place(i, j)) for j in range(size) for i in range(j + 1)]

    def close(self, entries: Entries, constants: Sequence[float]) -> None:
        """Add a matrix that has to be positive semidefinite, with the constants of its upper triangle."""
        size = math.isqrt(2 * len(constants))
        places = [(i, j) for j in range(size) for i in range(j + 1)]
        for (i, j), constant in zip(places, constants, strict=True):
            scale = 1.0 if i == j else ROOT_TWO
            self.rows.add([(column, -scale * c) for column, c in entries.get((i, j), ())], scale * constant)
        self.cones.append(("PSDTriangleConeT", size))

    def products(self, dual: Array) -> list[Array]:
        """Return the dual variables of the matrices, as matrices."""
        matrices, start = [], 0
        for _, size in self.cones:
            end = start + size * (size + 1) // 2
            matrices.append(symmetric(dual[start:end], size))
            start = end
        return matrices


def add_terms(entries: Entries, terms: Sequence[Term], known: Sequence[str]) -> None:
    """Add what the variables of a trial contribute to its matrix."""
    last = len(known) + 1
    for term in terms:
        halves = (term.along_u, *(term.along.get(name, 0.0) for name in known))
        for i, c in enumerate(halves):
            if c:
                entries.setdefault((i, last), []).append((term.column, c / 2))
        if term.norm:
            entries.setdefault((last, last), []).append((term.column, term.norm))


def map_of(after: After, known: Sequence[str]) -> Array:
    """Return u and the states after a trial as combinations of u, the states before it that are known, and x."""
    matrix = np.zeros((len(after) + 1, len(known) + 2))
    matrix[0, 0] = 1.0
    for i, terms in enumerate(after.values(), 1):
        matrix[i, 1:] = [real(terms.get(of, ZERO)) for of in (*known, "x")]
    return matrix


def add_after(entries: Entries, after: Array, form: Sequence[tuple[int, int, int]]) -> None:
    """Add V_{t+1}, of what a trial makes of the vectors, to its matrix."""
    size = after.shape[1]
    for a, b, column in form:
        both = np.outer(after[a], after[b])
        both = both if a == b else both + both.T
        for j in range(size):
            for i in range(j + 1):
                if both[i, j]:
                    entries.setdefault((i, j), []).append((column, both[i, j]))


def place(i: int, j: int) -> int:
    """Return where the entry (i, j), i <= j, of a triangle is, column by column."""
    return j * (j + 1) // 2 + i


def symmetric(triangle: Array, size: int) -> Array:
    """Return the symmetric matrix that begins with this scaled upper triangle, column by column."""
    matrix = np.zeros((size, size))
    for j in range(size):
        for i in range(j + 1):
            matrix[i, j] = matrix[j, i] = triangle[place(i, j)] / (1.0 if i == j else ROOT_TWO)
    return matrix


def gram_of(products: Sequence[Array], after: Sequence[After]) -> Array:
    """Return a Gram matrix of u and the examples that has the products of u, the states and x of every trial.

    An example is a combination of u and the states, and of a direction that is orthogonal to them.
    """
    trials, states = len(after), list(after[0]) if after else []
    width = trials + 1 if trials <= APART else len(states) + 2
    vectors = np.zeros((trials + 1, width))
    vectors[0, 0] = np.sqrt(max(products[0][0, 0], 0.0))
    known = np.zeros((len(states), width))
    for t, (product, moved) in enumerate(zip(products, after, strict=True), 1):
        size = len(product) - 1
        basis = np.vstack([vectors[:1], known])[:size]
        mixed = np.linalg.pinv(product[:size, :size], rcond=1e-9, hermitian=True) @ product[:size, size]
        x = mixed @ basis
        left = np.sqrt(max(product[size, size] - x @ x, 0.0))
        vectors[t] = x + left * (np.eye(width)[t] if trials <= APART else _orthogonal(basis))
        before = {**dict(zip(states, known, strict=True)), "x": vectors[t]}
        known = np.array([sum((real(c) * before[of] for of, c in moved[s].items()), np.zeros(width)) for s in states])
    return np.asarray(vectors @ vectors.T)


def _orthogonal(basis: Array) -> Array:
    """Return a unit vector that is orthogonal to fewer vectors than there are dimensions."""
    return np.asarray(np.linalg.svd(basis)[2][-1])
