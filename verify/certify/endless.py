"""One trial for all lengths: its multipliers, and a form in u and the state, in floats and then in fractions."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from scipy import sparse

from verify.certify.rounding import COMMON, EACH, multiple_of, nearest, snapped
from verify.certify.solver import (
    Chain,
    Entries,
    Rows,
    Solved,
    add_after,
    add_terms,
    map_of,
    minimised,
    trials_of,
)
from verify.kernel import ONE, ZERO, quotient
from verify.kernel_gram.claims import Claim
from verify.kernel_gram.endless import counted, proves, repeated
from verify.kernel_gram.formulas import Affine
from verify.kernel_gram.numbers import Refused, near, real
from verify.kernel_gram.program import GramProgram, Link

SIMPLE = (12, 1000, 10**5)
"""The denominators that an entry of the form may have."""

MANY = 100.0
"""How much a trial that is repeated counts for beside the first."""


@dataclass(frozen=True)
class Endless:
    """Multipliers of a first trial and of each that follows, and the form, which prove a comparison for all lengths."""

    first: list[Fraction]
    following: list[Fraction]
    form: list[list[Fraction]]
    start: Fraction
    more: Fraction

    def total(self, length: int) -> Fraction:
        """Return what they prove of a length, 1 or more."""
        return self.start + (length - 1) * self.more

    def as_json(self) -> dict[str, Any]:
        """Return what a certificate says."""
        form = [[str(a) for a in line] for line in self.form]
        return {"first": list(map(str, self.first)), "following": list(map(str, self.following)), "form": form}


def for_every_length(claim: Claim, part: int) -> Endless | None:
    """Return what proves a comparison for all lengths; None where nothing is found."""
    try:
        problem, line = claim.problem(part, 1), claim.line()
        link = repeated(problem)
    except Refused:
        return None
    bound, unit = Affine(*(near(quotient(a, problem.unit)) for a in line)), counted(link)
    if unit is not None and not bound.slope:  # a count is below the next whole multiple
        bound = Affine(unit * (math.floor(bound.constant / unit) + Fraction(999, 1000)), bound.slope)
    program = GramProgram(problem.radius, [link, link])
    for roomy in (False, True):
        guess = proposed(program, bound, roomy=roomy)
        for multipliers in () if guess is None else rounded(program, guess):
            parts = program.parted(multipliers)
            (rows, pieces), (more, others) = parts
            first = [*multipliers[: 1 + (problem.radius is not None)], *rows, *pieces]
            for form in forms(link, first[1] if problem.radius is not None else ZERO, parts):
                if proves(claim, part, first, [*more, *others], form):
                    (_, start, end), _ = program.totals(multipliers)
                    return Endless(first, [*more, *others], form, start, end - start)
    return None


def rounded(program: GramProgram, near: Solved) -> Iterator[list[Fraction]]:
    """Yield rational multipliers near the floats, simple ones first, and with norms lifted by a few units."""
    norms = [i for i, (kind, _) in enumerate(program.labels, 1) if kind in ("u", "x")]
    for denominator, lift in itertools.product(COMMON, (0, 1, 4)):
        multipliers = snapped(program, near, multiple_of(denominator))
        yield [y + Fraction(lift * (i in norms), denominator) for i, y in enumerate(multipliers)]
    for denominator in EACH:
        yield snapped(program, near, partial(nearest, denominator))


def proposed(program: GramProgram, bound: Affine, *, roomy: bool) -> Solved | None:
    """Return multipliers of a first trial and of each that follows, in floats, that keep the bound.

    They prove the least that they can or, where ``roomy``, leave as much room as they can.
    """
    has = program.radius is not None
    terms, limits, sums, own = trials_of(program, first=has, possible=False)
    limits = [*([float(program.radius or 0)] if has else []), *limits]
    count, equal, below = len(limits), Rows(), Rows()
    for columns in sums:
        equal.add([(column, 1.0) for column in columns], 1.0)
    for column in range(count):
        below.add([(column, -1.0)], 0.0)
    start = [(0, limits[0])] if has else []
    first = [*start, *((i, limits[i]) for i in own[0])]
    following = [(i, limits[i]) for i in own[1]]
    for parts, most in ((first, bound.at(ONE)), (following, bound.slope)):
        below.add([*parts, (count, 1.0)], real(most))
    below.add([(count, -1.0)], 0.0)
    chain = Chain([], [], [(0, 1.0)] if has else [], count + 1)
    states = program.links[0].states
    form = chain.form(len(states) + 1)
    chain.close({(i, j): [(column, -1.0)] for i, j, column in form}, [0.0] * len(form))
    for t, known in enumerate(([], [*states])):
        entries: Entries = {(0, 0): [(0, 1.0)]} if has and t == 0 else {}
        for i, j, column in form if t else ():
            entries.setdefault((i, j), []).append((column, -1.0))
        add_terms(entries, terms[t], known)
        add_after(entries, map_of(states, known), form)
        size = len(known) + 2
        chain.close(entries, [0.0] * (size * (size + 1) // 2))
    cost = np.zeros(chain.width)
    if roomy:
        cost[count] = -1.0
    for parts, factor in () if roomy else ((first, 1.0), (following, MANY)):
        for column, limit in parts:
            cost[column] += factor * limit
    rows = sparse.vstack([part.matrix(chain.width) for part in (equal, below, chain.rows)]).tocsc()
    right = np.concatenate([equal.right, below.right, chain.rows.right])
    cones = [("ZeroConeT", len(equal.right)), ("NonnegativeConeT", len(below.right)), *chain.cones]
    solved, least = minimised(cost, rows, right, [cone for cone in cones if cone[1]])
    values = np.concatenate([[1.0], np.maximum(np.array(solved.x)[:count], 0.0)])
    return Solved(solved.obj_val, values, [], []) if least else None


def forms(
    link: Link, weight: Fraction, parts: Sequence[tuple[Sequence[Fraction], Sequence[Fraction]]]
) -> Iterator[list[list[Fraction]]]:
    """Yield forms near one in floats that goes with the multipliers, in the middle of all that do."""
    states = [*link.states]
    size = len(states) + 1
    chain = Chain([], [], [], 0)
    chain.rows, chain.cones = Rows(), []
    form = chain.form(size)
    chain.close({(i, j): [(column, -1.0)] for i, j, column in form}, [0.0] * len(form))
    for t, known in enumerate(([], states)):
        step = link.step(*parts[t])
        entries: Entries = {}
        for i, j, column in form if t else ():
            entries.setdefault((i, j), []).append((column, -1.0))
        add_after(entries, map_of(link.states, known), form)
        last = len(known) + 1
        constants = np.zeros((last + 1, last + 1))
        constants[:-1, last] = [real(c) / 2 for c in (step.along_u, *(step.along.get(name, ZERO) for name in known))]
        constants[0, 0] += float(weight) * (t == 0)
        constants[last, last] = real(step.norm)
        chain.close(entries, [constants[i, j] for j in range(last + 1) for i in range(j + 1)])
    rows, right = chain.rows.matrix(chain.width), np.array(chain.rows.right)
    solved, least = minimised(np.zeros(chain.width), rows, right, chain.cones, 1e-9)
    if not least:
        return
    middle = [[float(solved.x[form_at(form, i, j)]) for j in range(size)] for i in range(size)]
    ways: list[Callable[[float], Fraction]] = [multiple_of(denominator_of(link, parts))]
    ways += [partial(nearest, most) for most in SIMPLE]
    for way in ways:
        yield [[way(a) for a in line] for line in middle]


def denominator_of(link: Link, parts: Sequence[tuple[Sequence[Fraction], Sequence[Fraction]]]) -> int:
    """Return a common denominator of what multipliers make of a form: they are divided by the rule's coefficients."""
    rates = {c for terms in link.states.values() for c in terms.values() if c and isinstance(c, Fraction)}
    given = (y.denominator for part in parts for listed in part for y in listed)
    return 2 * math.lcm(*given) * math.lcm(*(c.numerator * c.denominator for c in rates))


def form_at(form: Sequence[tuple[int, int, int]], i: int, j: int) -> int:
    """Return the variable of an entry."""
    return next(column for a, b, column in form if (a, b) == (min(i, j), max(i, j)))
