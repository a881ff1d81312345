"""Finding a good comparator for a user's trials: floating-point solvers propose, exact arithmetic decides.

What comes back is a rational vector. It is close to the best one; that it satisfies the claim's hypotheses
is for ``check`` to decide, exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import chain
from typing import Any, TypeAlias

import numpy as np

from adversaries.generate.convex import solvers, widest_on_simplex
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator
from bounds.claims.hypotheses import NONNEGATIVE
from bounds.claims.limits import says
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import Vector, vector
from bounds.data.versions import ABSOLUTE
from bounds.errors import BoundcheckError, Undecided
from bounds.instances import Instance
from bounds.mathematics.geometry import SIGNED_ENTROPIC, Entropic
from bounds.numbers import Number, compare, to_float, total
from verify.judge.check import check
from verify.judge.defaults import with_rates
from verify.judge.status import Status

Floats: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

GRID = 10**6
"""Denominator to which a proposed entry is rounded."""

FRACTIONS, DECIMALS = (1, 2, 4, 10), (100, 1000, 10_000)
"""Denominators of shorter entries: at most one of the first, or one of the others."""

ROUNDING = 1.001
"""What a shorter or more natural comparator may cost, as a factor."""


def find_comparator(claim: Claim, trials: Trials, parameters: dict[Any, Number]) -> Vector | None:
    """Propose a comparator that makes the claim's bound as strong as possible on these trials.

    Returns None where the claim has no comparator. Raises BoundcheckError where a parameter is needed first
    (U of Exponentiated Update on intervals), and for what the claim does not speak of.

    >>> from boundcheck import theorem
    >>> S = Trials.of([[2, 0], [0, 4]], [1, -1])
    >>> find_comparator(theorem("bylander.5"), S, {})
    (1/2, -1/4)
    """
    claim.admit(Instance(trials, None, parameters))
    try:
        with np.errstate(all="ignore"):
            return _proposed(claim, trials, parameters)
    except (BoundcheckError, Undecided):
        raise
    except (ArithmeticError, ValueError):
        raise BoundcheckError(
            f"found no comparator for {claim.id}: a number is too large or too small for the solvers that propose one; "
            "give one with --comparator"
        ) from None


def _proposed(claim: Claim, trials: Trials, parameters: dict[Any, Number]) -> Vector | None:
    if claim.comparator is Comparator.NONE:
        return None
    if trials.l == 0:
        return _without_trials(claim, trials.n, parameters)
    if claim.comparator is Comparator.EXPERT:
        return _best_expert(trials)
    if claim.comparator is Comparator.DISJUNCTION:
        return _small_disjunction(trials)
    if isinstance(claim.geometry, Entropic):
        if claim.comparator is Comparator.ANY:
            return _best_on_simplex(claim, trials, _required_sum(claim, parameters))
        return _best(claim, trials, parameters, _nonnegative_separators(trials, parameters.get(s.U)))
    if claim.comparator is Comparator.ANY:
        return _best_in_ball(claim, trials, parameters)
    if says(claim, NONNEGATIVE.formula):
        return _best(claim, trials, parameters, _nonnegative_separators(trials, None))
    return _best(claim, trials, parameters, _separators(trials))


def _without_trials(claim: Claim, n: int, parameters: dict[Any, Number]) -> Vector:
    size = parameters.get(s.U, Fraction(1))
    if isinstance(claim.geometry, Entropic) and isinstance(size, Fraction):
        return vector([size / n] * n)
    return vector([0] * n)


def _required_sum(claim: Claim, parameters: dict[Any, Number]) -> Fraction:
    size = parameters.get(s.U)
    if not isinstance(size, Fraction) or size <= 0:
        given = "is not given" if size is None else f"is {size}"
        raise BoundcheckError(
            f"{claim.id} is about weights with sum U, and U {given}; set a positive rational, for example U=1"
        )
    return size


def _matrix(trials: Trials) -> Floats:
    if trials.numerators.dtype == np.int64 and trials.denominator.bit_length() < 1000:
        return np.asarray(trials.numerators, dtype=np.float64) / trials.denominator
    return np.array([[float(a) for a in x] for x in trials.examples], dtype=np.float64)


SAMPLE = 2000
"""Trials among which proposals are looked for; where there are more, they are spread evenly."""


ROUNDS, ADDED = 20, 200
"""How often the trials on which a proposal is worst are added to those among which it was found, and how many."""


def _sample(trials: Trials) -> Trials:
    """Return the trials, or of very many a sample of them."""
    return trials if trials.l <= SAMPLE else trials.subsequence(spread(trials.l).tolist())


def spread(length: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return the places of all trials, or of very many those of a sample."""
    return np.arange(length) if length <= SAMPLE else np.arange(SAMPLE) * length // SAMPLE


def _on_all(signed: Floats, solve: Callable[[Floats], Floats | None]) -> Floats | None:
    """Solve for the rows of a sample, and again with those on which the solution has the smallest margin."""
    chosen, solution = spread(len(signed)), None
    for _ in range(ROUNDS):
        solution = solve(signed[chosen])
        if solution is None or len(chosen) == len(signed):
            return solution
        worst = np.argsort(signed @ solution, kind="stable")[:ADDED]
        grown = np.union1d(chosen, worst)
        if len(grown) == len(chosen):
            return solution
        chosen = grown
    return solution


def _signed_matrix(trials: Trials) -> Floats:
    labels = np.array([y if isinstance(y, int) else 0 for y in trials.outcomes], dtype=float)
    return np.asarray(_matrix(trials) * labels[:, None])


def rational(values: Iterable[float], nonnegative: bool = False) -> Vector:
    """Return a proposal with its entries rounded."""
    rounded = [Fraction(round(float(v) * GRID), GRID) for v in values]
    return vector([max(r, Fraction(0)) for r in rounded] if nonnegative else rounded)


def _normalised(values: Floats, size: Fraction) -> Vector | None:
    rounded = rational(values, nonnegative=True)
    weight = sum(rounded, Fraction(0))
    return rounded.scaled(size / weight) if weight else None


# --- labels: separate, or leave few trials on the wrong side ---------------------------------------------


def _separators(trials: Trials) -> list[Vector]:
    """Propose separators of small 2-norm: the smallest one if it exists, then soft ones."""
    signed = _signed_matrix(trials)
    scale = float(np.abs(signed).max()) or 1.0
    rows = signed / scale
    hard = _on_all(rows, _least_distance)
    vectors = _by_columns(signed) if hard is None else [rational(hard)]
    some = spread(trials.l)
    outcomes = [ABSOLUTE.reference(trials.outcomes[t]) for t in some.tolist()]
    vectors += [rational(regularised(rows[some], outcomes, strength)) for strength in (0.1, 1.0, 10.0, 100.0)]
    return [trials.to_margin_one(u) for u in vectors]


def _by_columns(signed: Floats) -> list[Vector]:
    """Propose a separator found with each attribute over its size, where sizes are too different for floats."""
    exponents = np.frexp(np.abs(signed).max(axis=0))[1]
    hard = _on_all(np.ldexp(signed, -exponents), _least_distance)
    if hard is None:
        return []
    return [vector([a / Fraction(2) ** int(e) for a, e in zip(rational(hard), exponents, strict=True)])]


def _least_distance(rows: Floats) -> Floats | None:
    """Return the smallest u with rows @ u >= 1, if there is one."""
    return least_norm(rows, np.ones(len(rows)))


def least_norm(rows: Floats, ends: Floats) -> Floats | None:
    """Return the smallest u with rows @ u >= ends, if there is one (Lawson and Hanson)."""
    system = np.vstack([rows.T, ends])
    target = np.append(np.zeros(rows.shape[1]), 1.0)
    multipliers, residual = solvers().nnls(system, target, maxiter=100 * max(system.shape))
    if residual <= 1e-9:
        return None
    defect = system @ multipliers - target
    solution = np.asarray(-defect[:-1] / defect[-1])
    return solution if np.isfinite(solution).all() else None


def _nonnegative_separators(trials: Trials, size: Number | None) -> list[Vector]:
    """Propose non-negative separators of small sum: the best margin on the simplex, then soft ones."""
    signed = _signed_matrix(trials)
    hard = _on_all(signed, widest_on_simplex)
    proposals = [] if hard is None else [hard]
    signed = signed[spread(trials.l)]
    l, n = signed.shape  # noqa: E741
    for scale in (1.0, 4.0, 16.0, 64.0):
        soft = solvers().linprog(
            np.append(np.zeros(n), np.ones(l)),
            A_ub=np.hstack([-scale * signed, -np.eye(l)]),
            b_ub=-np.ones(l),
            A_eq=[[1.0] * n + [0.0] * l],
            b_eq=[1.0],
        )
        if soft.x is not None:
            proposals.append(soft.x[:n])
    vectors = [u for u in (_normalised(values, Fraction(1)) for values in proposals) if u is not None]
    if isinstance(size, Fraction):
        return [u.scaled(size) for u in vectors]
    return [trials.to_margin_one(u) for u in vectors]


def _best(claim: Claim, trials: Trials, parameters: dict[Any, Number], proposals: list[Vector]) -> Vector:
    """Return the proposal with the smallest bound among those that satisfy the hypotheses."""
    scored = []
    for i, u in enumerate(proposals):
        verdict = check(claim, with_rates(claim, Instance(trials, u, parameters)))
        usable = verdict.status is not Status.VACUOUS and verdict.decisive is not None
        bound = to_float(verdict.decisive.rhs) if usable and verdict.decisive is not None else float("inf")
        scored.append((bound, i))
    if not scored:
        return vector([Fraction(1, trials.n)] * trials.n)
    return proposals[min(scored)[1]]


def _best_expert(trials: Trials) -> Vector:
    columns = range(trials.n)
    errors = [sum(y * x.numerators[i] <= 0 for x, y in trials if isinstance(y, int)) for i in columns]
    chosen = errors.index(min(errors))
    return vector([int(i == chosen) for i in columns])


def _small_disjunction(trials: Trials) -> Vector:
    """Cover the positive examples greedily with attributes that no negative example has, as few as may be."""
    active = [({i for i, a in enumerate(x.numerators) if a}, y) for x, y in trials]
    positive = [x for x, y in active if y == 1]
    candidates = set(range(trials.n)).difference(*(x for x, y in active if y == -1))
    chosen: set[int] = set()
    while any(not x & chosen for x in positive):
        gains = {i: sum(i in x and not x & chosen for x in positive) for i in sorted(candidates - chosen)}
        if not any(gains.values()):
            break
        chosen.add(max(gains, key=gains.__getitem__))
    return vector([int(i in chosen) for i in range(trials.n)])


# --- intervals: small loss -------------------------------------------------------------------------------


def _ends(outcomes: list[Interval]) -> tuple[Floats, Floats]:
    lo = np.array([-np.inf if o.lo is None else to_float(o.lo) for o in outcomes])
    hi = np.array([np.inf if o.hi is None else to_float(o.hi) for o in outcomes])
    return lo, hi


def regularised(rows: Floats, outcomes: list[Interval], strength: float) -> Floats:
    """Minimise |u|**2/2 + strength * Abs-Loss(u) through its dual, a concave program on a box."""
    lo, hi = _ends(outcomes)
    low, high = np.isfinite(lo), np.isfinite(hi)
    combined = np.vstack([rows[low], -rows[high]])
    linear = np.concatenate([lo[low], -hi[high]])
    if not len(linear):
        return np.zeros(rows.shape[1])

    def dual(multipliers: Floats) -> tuple[float, Floats]:
        u = combined.T @ multipliers
        return float(u @ u / 2 - linear @ multipliers), combined @ u - linear

    start = np.zeros(len(linear))
    solved = solvers().minimize(
        dual,
        start,
        jac=True,
        method="L-BFGS-B",
        bounds=[(0.0, strength)] * len(linear),
        options={"maxiter": 2000},
    )
    return np.asarray(combined.T @ solved.x)


def _loss(u: Vector, trials: Trials) -> Number:
    """Return the loss of a proposal, exactly; of very many trials that of a sample, in proportion."""
    some = _sample(trials)
    loss = total(ABSOLUTE.reference(outcome).loss(u.dot(x)) for x, outcome in some)
    return loss if some.l == trials.l else loss * Fraction(trials.l, some.l)


def _best_in_ball(claim: Claim, trials: Trials, parameters: dict[Any, Number]) -> Vector:
    """Minimise the loss plus the bound's dependence on the norm; within U if U is given.

    Of vectors that do this equally well, and against the one of the smallest loss, the one that comes closest to the
    bound is taken; then it is rounded as far as that costs nothing to speak of.
    """
    some = _sample(trials)
    rows = _matrix(some)
    outcomes = [ABSOLUTE.reference(outcome) for outcome in some.outcomes]
    radius = float(np.sqrt((rows**2).sum(axis=1).max()))
    strengths = [4.0**j for j in range(-5, 6)]
    if s.eta in parameters:
        strengths.append(to_float(parameters[s.eta]) * trials.l / some.l)
    price: Callable[[float], float]
    if s.eta in parameters:
        price = lambda norm: norm**2 / (2 * to_float(parameters[s.eta]))  # noqa: E731
    elif s.tau in parameters:
        price = lambda norm: norm**2 * radius**2 / (4 * to_float(parameters[s.tau]))  # noqa: E731
    else:
        price = lambda norm: norm * radius * trials.l**0.5  # noqa: E731
    limit = to_float(parameters[s.U]) if s.U in parameters else float("inf")
    proposals = [rational(within(regularised(rows, outcomes, c), limit)) for c in strengths]
    proposals.append(vector([0] * trials.n))

    def cost(u: Vector) -> float:
        norm = to_float(u.squared_norm()) ** 0.5
        return to_float(_loss(u, trials)) + (0.0 if np.isfinite(limit) else price(norm))

    costs = [cost(u) for u in proposals]
    losses = [to_float(_loss(u, trials)) for u in proposals]
    enough = min(costs) * ROUNDING
    cheapest = min((loss, i) for i, loss in enumerate(losses) if costs[i] <= enough)[1]
    natural = min(zip(losses, costs, range(len(costs)), strict=True))[2]
    i = max({cheapest, natural}, key=lambda i: _closeness(claim, Instance(trials, proposals[i], parameters)))
    return shortened(proposals[i], lambda u: cost(u) <= costs[i] * ROUNDING and _allowed(u, parameters))


def _closeness(claim: Claim, instance: Instance) -> float:
    """Return how close the claim comes to its bound with a comparator; minus infinity where nothing tells."""
    try:
        verdict = check(claim, with_rates(claim, instance))
    except BoundcheckError:
        return -np.inf
    return -np.inf if verdict.ratio is None else verdict.ratio


def _allowed(u: Vector, parameters: dict[Any, Number]) -> bool:
    size = parameters.get(s.U)
    return size is None or compare(u.squared_norm(), size * size) in (-1, 0)


def shortened(u: Vector, accepted: Callable[[Vector], bool]) -> Vector:
    """Return the vector of small fractions, or else of few decimals, that is accepted in its place."""
    fractions = (vector([a.limit_denominator(most) for a in u]) for most in FRACTIONS)
    decimals = (vector([Fraction(round(a * ten), ten) for a in u]) for ten in DECIMALS)
    return next((rounded for rounded in chain(fractions, decimals) if accepted(rounded)), u)


def within(u: Floats, limit: float) -> Floats:
    """Return a proposal, shortened where its norm is not below the limit."""
    norm = float(np.sqrt(u @ u))
    return u if norm <= limit * (1 - 1e-5) else u * (limit * (1 - 1e-5) / norm)


def _best_on_simplex(claim: Claim, trials: Trials, size: Fraction) -> Vector:
    """Minimise the loss over non-negative u with sum U; over sum |u_i| <= U for the doubled learner."""
    trials = _sample(trials)
    rows = _matrix(trials)
    signed = claim.geometry is SIGNED_ENTROPIC
    columns = np.hstack([rows, -rows]) if signed else rows
    lo, hi = _ends([ABSOLUTE.reference(outcome) for outcome in trials.outcomes])
    low, high = np.isfinite(lo), np.isfinite(hi)
    l, n = columns.shape  # noqa: E741
    slack = np.eye(l)
    solved = solvers().linprog(
        np.append(np.zeros(n), np.ones(l)),
        A_ub=np.vstack([np.hstack([-columns, -slack])[low], np.hstack([columns, -slack])[high]]),
        b_ub=np.concatenate([-lo[low], hi[high]]),
        A_eq=[[1.0] * n + [0.0] * l],
        b_eq=[float(size)],
    )
    weights = solved.x[:n] if solved.x is not None else np.full(n, 1.0 / n)
    u = _normalised(weights, size) or vector([size / n] * n)
    if signed:
        entries = list(u)
        return vector([a - b for a, b in zip(entries[: trials.n], entries[trials.n :], strict=True)])
    return u
