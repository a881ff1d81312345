"""The best constants at given parameters: a semi-infinite linear program in (a, b, c), by cutting planes, in floats.

On each case a drop + b + c loss - gain >= 0 has to hold for all states of a trial. It is linear in the constants, so
that each state is one row of a linear program. States are found in three ways. They are homogenised, (p, q, y) over
h >= 0, so that states at infinity are states like others; they are moved to where guards are tight; and along lines
to where the inequality is tightest. What comes out proposes constants, and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray
from scipy.optimize import linprog

from verify.derive.cases import Case, Problem
from verify.derive.pieces import Guard
from verify.derive.potentials import p, q, y, z
from verify.derive.question import Question, rows
from verify.derive.shown import empty

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


@dataclass
class States:
    """The states of one case at given parameters, homogenised: columns of numbers on the axes, as far as h ``scaled``.

    ``guards`` and ``row`` are the functions of states that the case gives: its guards, and the coefficients of the
    constants with the rest of the inequality.
    """

    guards: Callable[[Array], Array]
    row: Callable[[Array], Array]
    scaled: int
    axes: int

    @cached_property
    def directions(self) -> Array:
        """Each axis, and the diagonals between two."""
        unit = np.eye(self.axes)
        pairs = [unit[i] + sign * unit[j] for i, j in combinations(range(len(unit)), 2) for sign in (1, -1)]
        return np.array([*unit, *pairs])

    def inside(self, points: Array) -> Array:
        """Return the points, scaled to the box, that satisfy the guards."""
        points = points[:, np.all(np.isfinite(points), axis=0)]
        k = self.scaled + 1
        if self.scaled:
            size = np.max(np.abs(points[:k]), axis=0)
            points = points[:, size > 1e-9]
            points = np.concatenate([points[:k] / size[size > 1e-9], points[k:]])
        else:
            points[k - 1] = 1
        points = points[:, points[k - 1] >= 0]
        return np.array(points[:, np.all(self.guards(points) >= -1e-11, axis=0)])

    def random(self, random: np.random.Generator) -> Array:
        """Return random states, and such moved to where guards are tight."""
        points = random.uniform(-1, 1, (self.axes, POOL))
        points[self.scaled :] = np.abs(points[self.scaled :])
        points[: self.scaled] *= random.integers(0, 4, (self.scaled, POOL)) > 0
        points[self.scaled] *= random.integers(0, 4, POOL) > 0
        samples = [self.inside(points)]
        for _ in range(4):
            points = self.snapped(points, random)
            samples.append(self.inside(points))
        return np.concatenate(samples, axis=1)

    def snapped(self, points: Array, random: np.random.Generator) -> Array:
        """Move each point along one axis to where one of the guards, taken at random, is tight."""
        guards = self.guards(points)
        axis = random.integers(0, self.axes, points.shape[1])
        chosen = random.integers(0, guards.shape[0], points.shape[1])
        columns = np.arange(points.shape[1])
        moved = points.copy()
        moved[axis, columns] += 1
        here, there = guards[chosen, columns], self.guards(moved)[chosen, columns]
        with np.errstate(divide="ignore", invalid="ignore"):
            length = here / (here - there)
        moved = points.copy()
        moved[axis, columns] += np.where(np.isfinite(length), length, 0)
        return moved

    def refined(self, points: Array, v: Array) -> Array:
        """Move points along lines, to where the inequality with constants v is tightest or a guard is tight."""
        steps = np.repeat(self.directions.T, points.shape[1], axis=1)
        every = np.tile(points, len(self.directions))
        low, here, high = (self.slack(at, v) for at in (every - steps, every, every + steps))
        ends = self.guards(every)
        with np.errstate(divide="ignore", invalid="ignore"):
            best = (low - high) / (2 * (low - 2 * here + high))
            length = ends / (ends - self.guards(every + steps))
        lengths = np.concatenate([best[None], length])
        moved = every[:, None] + steps[:, None] * np.where(np.isfinite(lengths), lengths, 0)
        joined = np.concatenate([points, self.inside(moved.reshape(self.axes, -1))], axis=1)
        return self.tightest(joined, v)

    def tightest(self, points: Array, v: Array) -> Array:
        """Return the states where the inequality with constants v is tightest."""
        return np.array(points[:, np.argsort(self.slack(points, v), kind="stable")[:KEPT]])

    def slack(self, points: Array, v: Array) -> Array:
        """Return what the inequality with constants v leaves over."""
        return np.array(np.append(v, 1.0) @ self.row(points))

    def least(self, points: Array, v: Array) -> float:
        """Return the least slack, in units of the largest coefficient, or 0."""
        size = np.maximum(np.max(np.abs(self.row(points)), axis=0), FAINT)
        return float(np.min(self.slack(points, v) / size, initial=0))


@dataclass
class LinearPrograms:
    """The linear programs of a question, for any values of the parameters."""

    problem: Problem
    question: Question

    def __post_init__(self) -> None:
        """Compile the cases."""
        free = self.problem.variables
        self.scaled = [v for v in _SCALED if v in free]
        self.axes = [*self.scaled, _h, *(v for v in free if v not in _SCALED)]
        self.parameters = list(dict.fromkeys((*self.problem.parameters, *self.question.parameters)))
        self.cases = [
            (
                self._function([g.term for g in case.guards] or [1], apart=True),
                self._function(rows(case, self.question)),
            )
            for case in self.problem.cases
            if not case.drop == case.gain == 0 and _wide(case)
        ]
        self.seen: dict[int, Array] = {}

    def _function(self, terms: Sequence[Any], *, apart: bool = False) -> Callable[..., Array]:
        """Compile polynomials, homogenised by h together or each ``apart``, as a function of parameters and states."""
        homogeneous = [self._homogeneous([term])[0] for term in terms] if apart else self._homogeneous(terms)
        compiled = sympy.lambdify([self.axes, self.parameters], homogeneous, "numpy")

        def at(theta: Sequence[float], points: Array) -> Array:
            filled = np.empty((len(homogeneous), points.shape[1]))
            for i, row in enumerate(compiled(list(points), list(theta))):
                filled[i] = row
            return filled

        return at

    def _homogeneous(self, terms: Sequence[Any]) -> list[Any]:
        if not self.scaled:
            return [*map(sympy.sympify, terms)]
        polynomials = [sympy.Poly(term, *self.scaled) for term in terms]
        degree = max(polynomial.total_degree() for polynomial in polynomials)
        return [
            sum(
                c * sympy.prod([v**k for v, k in zip(self.scaled, m, strict=True)]) * _h ** (degree - sum(m))
                for m, c in polynomial.terms()
            )
            for polynomial in polynomials
        ]

    def solve(self, theta: Sequence[float]) -> tuple[float, ...] | None:
        """Return the best constants at these parameters, None where there are none."""
        if not self.cases:  # nothing asks for anything
            return (0.0,) * len(self.question.unknown)
        random = np.random.default_rng(0)
        cases = [
            States(partial(guards, theta), partial(row, theta), len(self.scaled), len(self.axes))
            for guards, row in self.cases
        ]
        pools = [states.random(random) for states in cases]
        for i, seen in self.seen.items():
            pools[i] = np.concatenate([pools[i], cases[i].inside(seen)], axis=1)
        last: Array | None = None
        v: Array = np.zeros(len(self.question.unknown))
        for turn in range(ROUNDS):
            best = _optimum(np.concatenate([of.row(pool) for of, pool in zip(cases, pools, strict=True)], axis=1))
            if best is None:
                return None
            v, lowest = best, 0.0
            for i, states in enumerate(cases):
                refined = states.tightest(pools[i], v) if turn else pools[i]
                for _ in range(4):
                    refined = states.refined(refined, v)
                lowest = min(lowest, states.least(refined, v))
                self.seen[i] = refined
                pools[i] = np.concatenate([pools[i], refined], axis=1)
            still = last is not None and np.max(np.abs(v - last)) < CLOSE * (1 + np.max(np.abs(v)))
            if still or lowest > -CLOSE * (1 + np.max(np.abs(v))):
                break
            last = v
        return None if np.max(np.abs(v)) > MOST / 2 else tuple(map(float, v))


def _optimum(columns: Array) -> Array | None:
    """Minimise the constants in the order in which they are given, each with the ones before it fixed."""
    count = columns.shape[0] - 1
    scale = np.max(np.abs(columns), axis=0)
    columns = columns[:, scale > FAINT] / scale[scale > FAINT]
    bounds = [(0.0, MOST)] * count
    values = np.zeros(count)
    for i in range(count):
        objective = np.eye(count)[i]
        result = linprog(objective, A_ub=-columns[:-1].T, b_ub=columns[-1], bounds=bounds, method="highs")
        if result.status != 0:
            return None if i == 0 else values
        values = np.array(result.x)
        bounds[i] = (0.0, values[i] + 1e-12 * (1 + abs(values[i])))
    return values


def _wide(case: Case) -> bool:
    """Tell whether a case is more than an edge between others, which the program need not look at."""
    return not empty(tuple(Guard(g.term, ">") for g in case.guards if g.relation != "=="))
