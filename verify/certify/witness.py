"""From a Gram matrix in floats to an exact sequence of trials, replayed by ``check``."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from bounds.claims.claim import Claim, Outcomes
from bounds.data.interval import Interval, Outcome
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError, Undecided
from bounds.instances import Instance
from verify.certify.solver import APART, Solved, solve
from verify.judge.check import Verdict, check
from verify.judge.status import Status
from verify.kernel import ONE, ZERO, Number, sign
from verify.kernel_gram.numbers import real, square
from verify.kernel_gram.problem import Run
from verify.kernel_gram.program import GramProgram

SIMPLE = (1, 2, 3, 4, 6, 12, 24, 60, 360, 5040)
"""Denominators to which an exact Gram matrix is snapped."""

CLOSE = 1e-4
"""How near it then has to be."""

FINE = (8, 64, 1000, 10**5, 10**7)
"""Denominators of the entries of vectors that only have to be near."""

TIGHTER = (0.0, 1e-6, 1e-4, 1e-3, 1e-2)
"""By how much guards, margins and norms are tightened, so that rounding keeps them."""

MAX_ROOT = 5_000
"""Whole numbers with larger roots are not taken apart into squares."""

Vectors = list[list[Fraction]]
Form = dict[tuple[int, int], Number]
"""A linear function of the Gram matrix of u (0) and x_1, ..., x_m: the coefficient of each entry (i, j), i <= j."""


def amount(verdict: Verdict, part: int) -> Fraction | None:
    """Return the amount that one comparison compares, if it is rational."""
    rows = verdict.comparisons
    value = rows[part].lhs if part < len(rows) else None
    return value if isinstance(value, Fraction) else None


def judged(
    claim: Claim,
    parameters: Mapping[str, Any],
    examples: Sequence[Sequence[Any]],
    outcomes: Sequence[Outcome],
    u: Sequence[Fraction] | None,
) -> Verdict | None:
    """Return the verdict on a sequence; None where it neither holds nor is violated."""
    try:
        trials = Trials.of(examples, outcomes, None if u is None else len(u))
        verdict = check(claim, Instance(trials, u, parameters))
    except (BoundcheckError, Undecided, ArithmeticError):
        return None
    return verdict if verdict.status in (Status.HOLDS, Status.VIOLATED) else None


def witnesses(
    claim: Claim, parameters: Mapping[str, Any], run: Run, solved: Solved, gamma: Number | None = None
) -> Iterator[Verdict]:
    """Yield exact sequences that follow a pattern, those of the exact Gram matrix first; u/|u| has margin gamma."""
    for vectors in (*exact(run, solved), *near(run, solved)):
        u, *examples = vectors if gamma is None else with_margin(vectors, gamma)
        for label in (1,) if run.problem.interval else (1, -1):
            outcomes: list[Outcome] = [label] * len(examples)
            if run.problem.interval:
                ends = far(run, vectors)
                outcomes = [Interval(end, end if claim.outcomes is Outcomes.POINTS else None) for end in ends]
            verdict = judged(claim, parameters, [[label * a for a in x] for x in examples], outcomes, u)
            if verdict is not None:
                yield verdict


def with_margin(vectors: Vectors, gamma: Number) -> Vectors:
    """Return the vectors with u made longer where no example is, so that u/|u| has margin gamma and not more.

    >>> one, zero = Fraction(1), Fraction(0)
    >>> [list(map(str, x)) for x in with_margin([[one], [one]], Fraction(1, 2))]
    [['1', '1', '1', '1'], ['1', '0', '0', '0']]
    """
    u, *examples = vectors
    margin = min(dot(u, x) for x in examples)
    try:
        more = square_roots(max(ZERO, margin**2 / square(gamma) - dot(u, u)))
    except ArithmeticError:
        return vectors
    return [[*u, *more], *([*x, *[ZERO] * len(more)] for x in examples)]


def far(run: Run, vectors: Sequence[Sequence[Fraction]]) -> list[Fraction]:
    """Return outcomes so far above both predictions that nothing is lost by it: whole numbers."""
    unit = run.problem.unit
    ceiling = 2 if isinstance(unit, Fraction) else 2 + math.isqrt(math.ceil(square(unit)))
    more = math.ceil(run.problem.tau) * ceiling + 1
    outcomes = []
    for t, form in enumerate(predictions(run), 1):
        own = sum((abs(a * b) for a, b in zip(vectors[0], vectors[t], strict=True)), ZERO)
        size = sum(abs(real(c * dot(vectors[i], vectors[j]))) for (i, j), c in form.items())
        outcomes.append(Fraction(math.ceil(max(own, size)) * ceiling + more))
    return outcomes


def dot(x: Sequence[Fraction], y: Sequence[Fraction]) -> Fraction:
    """Return the dot product."""
    return sum((a * b for a, b in zip(x, y, strict=True)), ZERO)


# --- an exact Gram matrix, factored with sums of squares ---


def exact(run: Run, solved: Solved) -> Iterator[Vectors]:
    """Yield vectors whose Gram matrix is the float one snapped, where that satisfies all rows exactly."""
    if len(run.links) > APART:
        return
    rows = rows_of(run)
    seen: list[list[list[Fraction]]] = []
    for denominator, floats in itertools.product(SIMPLE, (symmetrised(solved.gram), solved.gram)):
        gram = [[Fraction(float(a)).limit_denominator(denominator) for a in row] for row in floats]
        if gram in seen or any(sign(apply(form, gram) - limit) > 0 for form, limit in rows):
            continue
        seen.append(gram)
        if np.abs(np.array(gram, dtype=float) - floats).max() < CLOSE:
            order = [*range(1, len(gram)), 0]  # u last: examples that are orthogonal are axes
            try:
                vectors = factored([[gram[i][j] for j in order] for i in order])
            except ArithmeticError:
                continue
            if vectors is not None:
                yield [vectors[-1], *vectors[:-1]]


def symmetrised(gram: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the mean over all orders of the examples, which is simpler where it is feasible."""
    size = len(gram) - 1
    mean = np.empty_like(gram)
    inside, diagonal = gram[1:, 1:], np.diag(gram)[1:].mean()
    mean[1:, 1:] = (inside.sum() - size * diagonal) / max(1, size * (size - 1))
    np.fill_diagonal(mean, diagonal)
    mean[0, 0], mean[0, 1:] = gram[0, 0], gram[0, 1:].mean()
    mean[1:, 0] = mean[0, 1:]
    return mean


def predictions(run: Run) -> list[Form]:
    """Return the predictions as functions of the Gram matrix.

    >>> from bounds.claims.catalogue import theorem
    >>> from verify.certify.given import parameters_of, problem_of
    >>> from verify.judge.certificate import statement
    >>> claim, said = theorem("bylander.5"), statement(theorem("bylander.5"))
    >>> run = Run(problem_of(claim, said, parameters_of(claim, {}), 3).problem(0, 3)).along("000")
    >>> [{entry: str(c) for entry, c in form.items()} for form in predictions(run)]
    [{}, {(1, 2): '1'}, {(1, 3): '1', (2, 3): '1'}]
    """
    states: dict[str, list[Number]] = {name: [] for link in run.links[:1] for name in link.states}
    forms = []
    for t, link in enumerate(run.links, 1):
        along = combination(link.predict, states, t - 1)
        forms.append({(s, t): c for s, c in enumerate(along, 1) if c})
        states = {
            name: [*combination(terms, states, t - 1), terms.get("x", ZERO)] for name, terms in link.states.items()
        }
    return forms


def combination(terms: Mapping[str, Number], states: Mapping[str, list[Number]], length: int) -> list[Number]:
    """Return the coefficients of the examples in a combination of states."""
    parts = [(c, states[name]) for name, c in terms.items() if name != "x"]
    return [sum((c * given[s] for c, given in parts), ZERO) for s in range(length)]


def rows_of(run: Run) -> list[tuple[Form, Fraction]]:
    """Return the rows of the program as functions of the Gram matrix, with their limits."""
    radius = run.problem.radius
    rows: list[tuple[Form, Fraction]] = [] if radius is None else [({(0, 0): ONE}, radius)]
    for t, (link, q) in enumerate(zip(run.links, predictions(run), strict=True), 1):
        for form, limit in link.rows:
            own = {(t, t): form.norm, (0, t): form.p}
            rows.append((own | {entry: form.q * c for entry, c in q.items()}, limit))
    return rows


def tightened(program: GramProgram, margin: Fraction) -> GramProgram:
    """Return the program with all limits smaller by a margin."""
    links = [link._replace(rows=tuple((form, limit - margin) for form, limit in link.rows)) for link in program.links]
    return GramProgram(None if program.radius is None else program.radius - margin, links)


def apply(form: Form, gram: Sequence[Sequence[Fraction]]) -> Number:
    """Return the value of a form at a Gram matrix."""
    return sum((c * gram[i][j] for (i, j), c in form.items()), ZERO)


def factored(gram: Sequence[Sequence[Fraction]]) -> Vectors | None:
    """Return vectors with this Gram matrix, None where it is not positive semidefinite.

    It is the sum of d r r' with d >= 0, and every rational d >= 0 is a sum of at most four squares of rationals.

    >>> [list(map(str, x)) for x in factored([[Fraction(2), Fraction(1)], [Fraction(1), Fraction(1)]])]
    [['1', '1', '0', '0'], ['1/2', '1/2', '1/2', '1/2']]
    """
    size = len(gram)
    left = [list(row) for row in gram]
    columns: list[list[Fraction]] = []
    for k in range(size):
        pivot = left[k][k]
        if pivot < 0 or (pivot == 0 and any(left[k])):
            return None
        if pivot == 0:
            continue
        ratio = [left[i][k] / pivot for i in range(size)]
        for i in range(k, size):
            for j in range(k, size):
                if i != k and j != k:
                    left[i][j] -= ratio[i] * left[k][j]
        for i in range(size):
            left[i][k] = left[k][i] = ZERO
        columns += [[a * root for a in ratio] for root in square_roots(pivot)]
    return [[column[i] for column in columns] for i in range(size)] if columns else [[ZERO] for _ in range(size)]


def square_roots(a: Fraction) -> list[Fraction]:
    """Return at most four positive rationals whose squares sum to a.

    >>> list(map(str, square_roots(Fraction(7, 4))))
    ['1', '1/2', '1/2', '1/2']
    """
    n, factor = a.numerator * a.denominator, 1
    for d in range(2, 200):
        while n and n % (d * d) == 0:
            n, factor = n // (d * d), factor * d
    for count in (1, 2, 3, 4):
        roots = whole_squares(n, count)
        if roots is not None:
            return [Fraction(b * factor, a.denominator) for b in roots if b]
    raise ArithmeticError(f"{n} is too large to be written as a sum of four squares")


def whole_squares(n: int, count: int) -> list[int] | None:
    """Return ``count`` whole numbers, largest first, whose squares sum to n, if there are any and n is not large.

    >>> whole_squares(7, 3), whole_squares(7, 4)
    (None, [2, 1, 1, 1])
    """
    top = math.isqrt(n)
    if count == 1 or top * top == n:
        return [top] if top * top == n else None
    odd = n
    while odd % 4 == 0:
        odd //= 4
    if top > MAX_ROOT or (count == 3 and odd % 8 == 7):
        return None
    for a in range(top, 0, -1):
        if count * a * a < n:
            return None
        rest = whole_squares(n - a * a, count - 1)
        if rest is not None:
            return [a, *rest]
    return None


# --- vectors that only have to be near ---


def near(run: Run, solved: Solved) -> Iterator[Vectors]:
    """Yield rounded vectors of the float Gram matrix, and of those of tightened programs."""
    program = run.program
    for margin in TIGHTER:
        solution: Solved | None = solved
        if margin:
            solution = solve(tightened(program, Fraction(margin)), possible=solved.multipliers[0] == 0)
        if solution is None:
            continue
        for denominator in FINE:
            yield rounded(solution.gram * (1 - 1e-9), denominator, real(run.problem.unit))


def rounded(gram: np.ndarray[Any, Any], denominator: int, unit: float) -> Vectors:
    """Return rational vectors near those of a Gram matrix, in triangular form, small coordinates left out."""
    values, basis = np.linalg.eigh(gram)
    kept = values > 1e-7 * max(1.0, values[-1])
    rows = basis[:, kept] * np.sqrt(values[kept])
    rows[0] *= unit
    triangular = np.asarray(np.linalg.qr(rows[::-1].T, mode="r")).T[::-1] if rows.shape[1] else np.zeros((len(gram), 1))
    # rounded towards 0, so that no norm grows
    return [
        [Fraction(math.trunc(a * denominator + math.copysign(1e-4, a)), denominator) for a in row] for row in triangular
    ]
