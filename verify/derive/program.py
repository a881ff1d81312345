"""The best constants at given parameters: a semi-infinite linear program in (a, b, c), by cutting planes, in floats.

On each case a drop + b + c loss - gain >= 0 has to hold for all states of a trial. It is linear in the constants, so
that each state is one row of a linear program. States are found in three ways. They are homogenised, (p, q, y) over
h >= 0, so that states at infinity are states like others; they are moved to where guards are tight; and along lines
to where the inequality is tightest. What comes out proposes constants, and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import sympy
from numpy.typing import NDArray
from scipy.optimize import linprog

from verify.derive.cases import Case, Problem, empty
from verify.derive.pieces import Guard
from verify.derive.potentials import p, q, y, z
from verify.derive.question import Question, rows

Array = NDArray[np.float64]

POOL, ROUNDS, KEPT = 100, 12, 12
MOST = 1e6
"""A constant above this is taken for infinite."""

CLOSE = 1e-11
"""A state that breaks the inequality by less is taken to obey it; constants that change by less are found."""

FAINT = 1e-6
"""Rows of smaller entries than this are left out: what remains of them may be rounding."""

_h = sympy.Symbol("h", nonnegative=True)
_SCALED = (p, q, y, z)


class Tables(NamedTuple):
    """The functions of one case: its guards, and the coefficients of the constants with the rest of the inequality."""

    guards: Callable[..., Any]
    row: Callable[..., Any]


@dataclass
class Program:
    """The linear programs of a question, for any values of the parameters."""

    problem: Problem
    question: Question

    def __post_init__(self) -> None:
        """Compile the cases."""
        free = self.problem.variables
        self.scaled = [v for v in _SCALED if v in free]
        self.plain = [v for v in free if v not in _SCALED]
        self.axes = [*self.scaled, _h, *self.plain]
        self.parameters = list(dict.fromkeys((*self.problem.parameters, *self.question.parameters)))
        moving = [case for case in self.problem.cases if not case.drop == case.gain == 0 and _wide(case)]
        self.cases = [(case, self._tables(case)) for case in moving]
        unit = np.eye(len(self.axes))
        pairs = [unit[i] + sign * unit[j] for i, j in combinations(range(len(unit)), 2) for sign in (1, -1)]
        self.directions = np.array([*unit, *pairs])
        self.seen: dict[int, Array] = {}

    def _tables(self, case: Case) -> Tables:
        row = self._homogeneous([sympy.sympify(e) for e in rows(case, self.question)])
        guards = [self._homogeneous([sympy.sympify(g.term)])[0] for g in case.guards] or [sympy.Integer(1)]
        arguments = [self.axes, self.parameters]
        return Tables(sympy.lambdify(arguments, guards, "numpy"), sympy.lambdify(arguments, row, "numpy"))

    def _homogeneous(self, terms: Sequence[Any]) -> list[Any]:
        if not self.scaled:
            return list(terms)
        polynomials = [sympy.Poly(term, *self.scaled) for term in terms]
        degree = max(polynomial.total_degree() for polynomial in polynomials)
        return [
            sum(
                c * sympy.prod([v**k for v, k in zip(self.scaled, m, strict=True)]) * _h ** (degree - sum(m))
                for m, c in polynomial.terms()
            )
            for polynomial in polynomials
        ]

    # --- states -----------------------------------------------------------------------------------------

    def _guards(self, tables: Tables, points: Array, theta: Sequence[float]) -> Array:
        return _filled(tables.guards(list(points), list(theta)), points.shape[1])

    def _row(self, tables: Tables, points: Array, theta: Sequence[float]) -> Array:
        return _filled(tables.row(list(points), list(theta)), points.shape[1])

    def _inside(self, tables: Tables, points: Array, theta: Sequence[float]) -> Array:
        """Return the points, scaled to the box, that satisfy the guards."""
        points = points[:, np.all(np.isfinite(points), axis=0)]
        k = len(self.scaled) + 1
        if self.scaled:
            size = np.max(np.abs(points[:k]), axis=0)
            points = points[:, size > 1e-9]
            points = np.concatenate([points[:k] / size[size > 1e-9], points[k:]])
        else:
            points[k - 1] = 1
        points = points[:, points[k - 1] >= 0]
        guards = self._guards(tables, points, theta)
        return np.array(points[:, np.all(guards >= -1e-11, axis=0)])

    def _random(self, tables: Tables, theta: Sequence[float], random: np.random.Generator) -> Array:
        points = random.uniform(-1, 1, (len(self.axes), POOL))
        points[len(self.scaled) :] = np.abs(points[len(self.scaled) :])
        points[: len(self.scaled)] *= random.integers(0, 4, (len(self.scaled), POOL)) > 0
        points[len(self.scaled)] *= random.integers(0, 4, POOL) > 0
        found = [self._inside(tables, points, theta)]
        for _ in range(4):
            points = self._snapped(tables, points, theta, random)
            found.append(self._inside(tables, points, theta))
        return np.concatenate(found, axis=1)

    def _snapped(self, tables: Tables, points: Array, theta: Sequence[float], random: np.random.Generator) -> Array:
        """Move each point along one axis to where one of the guards, taken at random, is tight."""
        guards = self._guards(tables, points, theta)
        axis = random.integers(0, len(self.axes), points.shape[1])
        chosen = random.integers(0, guards.shape[0], points.shape[1])
        columns = np.arange(points.shape[1])
        moved = points.copy()
        moved[axis, columns] += 1
        there = self._guards(tables, moved, theta)[chosen, columns]
        here = guards[chosen, columns]
        with np.errstate(divide="ignore", invalid="ignore"):
            length = here / (here - there)
        moved = points.copy()
        moved[axis, columns] += np.where(np.isfinite(length), length, 0)
        return moved

    def _refined(self, tables: Tables, points: Array, theta: Sequence[float], v: Array) -> Array:
        """Move points along lines, to where the inequality is tightest or a guard is tight."""

        def slack(at: Array) -> Array:
            row = self._row(tables, at, theta)
            return np.array(np.tensordot(np.append(v, 1.0), row, 1))

        steps = np.repeat(self.directions.T, points.shape[1], axis=1)
        every = np.tile(points, len(self.directions))
        low, here, high = slack(every - steps), slack(every), slack(every + steps)
        ends = self._guards(tables, every, theta)
        with np.errstate(divide="ignore", invalid="ignore"):
            best = (low - high) / (2 * (low - 2 * here + high))
            length = ends / (ends - self._guards(tables, every + steps, theta))
        lengths = np.concatenate([best[None], length])
        moved = every[:, None] + steps[:, None] * np.where(np.isfinite(lengths), lengths, 0)
        joined = self._inside(tables, moved.reshape(len(self.axes), -1), theta)
        joined = np.concatenate([points, joined], axis=1)
        return np.array(joined[:, np.argsort(slack(joined), kind="stable")[:KEPT]])

    # --- the program ------------------------------------------------------------------------------------

    def solve(self, theta: Sequence[float]) -> tuple[float, ...] | None:
        """Return the best constants at these parameters, None where there are none."""
        if not self.cases:  # nothing asks for anything
            return (0.0,) * len(self.question.unknown)
        random = np.random.default_rng(0)
        pools = []
        for i, (_, tables) in enumerate(self.cases):
            pool = self._random(tables, theta, random)
            if i in self.seen:
                pool = np.concatenate([pool, self._inside(tables, self.seen[i], theta)], axis=1)
            pools.append(pool)
        last: Array | None = None
        v: Array = np.zeros(len(self.question.unknown))
        for turn in range(ROUNDS):
            all_rows = np.concatenate(
                [self._row(tables, pool, theta) for (_, tables), pool in zip(self.cases, pools, strict=True)], axis=1
            )
            best = self._optimum(all_rows)
            if best is None:
                return None
            v = best
            lowest = 0.0
            for i, (_, tables) in enumerate(self.cases):
                refined = pools[i]
                if turn:
                    order = np.argsort(np.append(v, 1.0) @ self._row(tables, refined, theta), kind="stable")
                    refined = refined[:, order[:KEPT]]
                for _ in range(4):
                    refined = self._refined(tables, refined, theta, v)
                row = self._row(tables, refined, theta)
                size = np.maximum(np.max(np.abs(row), axis=0), FAINT)
                lowest = min(lowest, float(np.min(np.append(v, 1.0) @ row / size, initial=0)))
                self.seen[i] = refined
                pools[i] = np.concatenate([pools[i], refined], axis=1)
            still = last is not None and np.max(np.abs(v - last)) < CLOSE * (1 + np.max(np.abs(v)))
            if still or lowest > -CLOSE * (1 + np.max(np.abs(v))):
                break
            last = v
        return None if np.max(np.abs(v)) > MOST / 2 else tuple(map(float, v))

    def _optimum(self, found: Array) -> Array | None:
        """Minimise the constants in the order in which they are given, each with the ones before it fixed."""
        count = found.shape[0] - 1
        scale = np.max(np.abs(found), axis=0)
        found = found[:, scale > FAINT] / scale[scale > FAINT]
        bounds = [(0.0, MOST)] * count
        values = np.zeros(count)
        for i in range(count):
            objective = np.eye(count)[i]
            result = linprog(objective, A_ub=-found[:-1].T, b_ub=found[-1], bounds=bounds, method="highs")
            if result.status != 0:
                return None if i == 0 else values
            values = np.array(result.x)
            bounds[i] = (0.0, values[i] + 1e-12 * (1 + abs(values[i])))
        return values


def _wide(case: Case) -> bool:
    """Tell whether a case is more than an edge between others, which the program need not look at."""
    return not empty(tuple(Guard(g.term, ">") for g in case.guards if g.relation != "=="))


def _filled(rows: Sequence[Any], width: int) -> Array:
    found = np.empty((len(rows), width))
    for i, row in enumerate(rows):
        found[i] = row
    return found
