"""Whether any comparator separates the labels: floats propose a certificate that none does, exact arithmetic checks it.

By Gordan's theorem no u has y_t u.x_t > 0 on every trial if and only if multipliers m_t >= 0, not all 0, have
sum_t m_t y_t x_t = 0; no u >= 0 has it if and only if that sum is <= 0 in every coordinate.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from adversaries.generate.convex import solvers
from bounds.claims.claim import Comparator, Outcomes
from bounds.claims.hypotheses import GAP, IS_DISJUNCTION, NONNEGATIVE, RIGHT_OR_CLEAR, SEPARABLE
from bounds.claims.limits import says
from bounds.data.trials import Trials
from bounds.formulas import read
from bounds.formulas.matrices import basic_solution
from verify.judge.check import Verdict
from verify.judge.status import Status

MARGINS = {
    *(premise.tree for premise in (SEPARABLE, GAP, RIGHT_OR_CLEAR, IS_DISJUNCTION)),
    *map(read, ("delta > 0", "gamma > 0", "sum_t((ux > 0) != (y > 0)) == 0", "sum_t((ux >= 1/2) != (y > 0)) == 0")),
}
"""Premises that ask for a separating comparator."""

TINY = 10**12
"""One over the multipliers that count as 0 in the proposal."""

LARGEST = 2_000_000
"""Numbers in the examples beyond which no certificate is looked for."""


def certificate(trials: Trials, *, nonnegative: bool = False) -> dict[int, Fraction] | None:
    """Return multipliers by trial (from 0) that prove the labels inseparable, checked exactly; None if none was found.

    >>> S = Trials.of([[1, 0], [0, 1], [1, 1]], [1, 1, -1])
    >>> certificate(S)
    {0: Fraction(1, 3), 1: Fraction(1, 3), 2: Fraction(1, 3)}
    >>> certificate(S.subsequence([0, 1])) is None
    True
    """
    if not trials.l or not trials.n or not trials.are_labels or trials.size > LARGEST:
        return None
    rows: list[list[int]] = [[y * a for a in x.numerators] for x, y in trials if isinstance(y, int)]
    try:
        chosen, coordinates = _corner(rows, nonnegative=nonnegative)
    except (ArithmeticError, ValueError):  # numbers that are too large for floats
        return None
    weights = _dependence([[rows[t][i] for i in coordinates] for t in chosen])
    multipliers = {t: weight for t, weight in zip(chosen, weights, strict=True) if weight}
    return multipliers if _proves(rows, multipliers, nonnegative=nonnegative) else None


def _corner(rows: list[list[int]], *, nonnegative: bool) -> tuple[list[int], list[int]]:
    """Propose the trials with a positive multiplier in some certificate, and the coordinates in which they add up to 0.

    It is a corner of the polytope of all certificates, so that these trials and coordinates determine it.
    """
    signed = np.array([[float(a) for a in row] for row in rows])
    signed /= np.abs(signed).max(axis=0).clip(min=1)
    l, n = signed.shape  # noqa: E741
    balance = np.hstack([signed.T, np.eye(n)]) if nonnegative else signed.T
    once = np.append(np.ones(l), np.zeros(balance.shape[1] - l))
    solved = solvers().linprog(
        np.zeros(len(once)),
        A_eq=np.vstack([balance, once]),
        b_eq=np.append(np.zeros(n), 1),
        method="highs-ds",
    )
    if solved.x is None:
        return [], []
    positive = solved.x * TINY > 1
    slack = positive[l:] if nonnegative else np.zeros(n, dtype=bool)
    return [t for t in range(l) if positive[t]], [i for i in range(n) if not slack[i]]


def _dependence(rows: Sequence[Sequence[int]]) -> list[Fraction]:
    """Return weights with sum 1 under which the rows add up to 0, where there are such; one choice of several."""
    if not rows:
        return []
    equations = [[1] * (len(rows) + 1), *([*column, 0] for column in zip(*rows, strict=True))]
    return basic_solution(equations) or [Fraction(0)] * len(rows)


def _proves(rows: list[list[int]], multipliers: dict[int, Fraction], *, nonnegative: bool) -> bool:
    if not multipliers or min(multipliers.values()) < 0:
        return False
    sums = [sum(m * rows[t][i] for t, m in multipliers.items()) for i in range(len(rows[0]))]
    return all(a <= 0 for a in sums) if nonnegative else not any(sums)


def consistent_disjunction(trials: Trials) -> bool | None:
    """Tell whether the labels are those of a disjunction of attributes; None where the entries are not 0 and 1.

    The disjunction of all attributes that no negative example has is consistent if any is.

    >>> consistent_disjunction(Trials.of([[1, 0], [1, 1]], [1, -1]))
    False
    """
    rows = trials.numerators.tolist()
    if not trials.are_labels or not all(a in (0, trials.denominator) for row in rows for a in row):
        return None
    labelled = list(zip(rows, trials.outcomes, strict=True))
    allowed = [i for i in range(trials.n) if not any(row[i] for row, y in labelled if y == -1)]
    return all(any(row[i] for i in allowed) for row, y in labelled if y == 1)


def why_vacuous(verdict: Verdict, *, doubled: bool = False) -> str:
    """Say why a comparator that was looked for does not separate: none does, certainly, or none was found; or nothing.

    ``doubled`` says that the examples are (x, -x) already.
    """
    claim, trials = verdict.claim, verdict.instance.trials
    if verdict.status is not Status.VACUOUS or not {f.hypothesis.tree for f in verdict.failures} & MARGINS:
        return ""
    if claim.comparator is Comparator.DISJUNCTION:
        if consistent_disjunction(trials) is False:
            return "no disjunction of attributes agrees with the labels: no comparator exists"
        return "no comparator was found: a disjunction of attributes that agrees with the labels"
    if claim.comparator is Comparator.NOISY:
        return f"no comparator was found that has {claim.of_comparator}"
    nonnegative = says(claim, NONNEGATIVE.formula)
    if certificate(trials) is not None:
        return f"the data are not linearly separable: no comparator has {claim.of_comparator}"
    hint = ""
    if nonnegative and not doubled and claim.outcomes is Outcomes.LABELS:
        hint = "; --double puts (x, -x) in place of x, which allows weights of either sign"
    if nonnegative and certificate(trials, nonnegative=True) is not None:
        return (
            "the data are not linearly separable by weights >= 0: "
            f"no comparator with u_i >= 0 has {claim.of_comparator}{hint}"
        )
    return f"no comparator was found that has {claim.of_comparator}{hint}"
