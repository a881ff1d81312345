"""Section 4: convergence of quasi-additive algorithms (theorems 4.1 and 4.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sympy import Integer, Max, ceiling, exp, sqrt

from bounds.claims.claim import Hypothesis, Standing
from bounds.claims.hypotheses import NONNEGATIVE, at_least, parameter, positive
from bounds.claims.quantities import MISTAKES
from bounds.claims.sections import false_form
from bounds.mathematics.transformations import EXP, SINH, Transformation
from bounds.sources.grove2001.common import (
    A_TRIAL,
    EXPONENTIAL,
    HYPERBOLIC,
    INTERPOLATING,
    P_NORM,
    P_RANGE,
    PERCEPTRON,
    about_gaps,
    cited,
    gap_measures,
    gap_premises,
)
from bounds.sources.grove2001.norms import ONE_AND_MAX
from bounds.symbols import C, U, X, a, delta, k, n, p, z


def _after(steps: Any, highest: Any) -> Any:
    """Return the proof's bound: from mistake ``steps`` on, H <= U * ``highest`` and M falls by a delta / 2."""
    return 2 * U * highest / (a * delta) - steps


_S_POWER = ceiling(U * ((p - 1) * n * X**2 * U / delta + X) / delta)

THEOREM_4_1 = about_gaps(
    id="gls.4.1",
    title="Theorem 4.1 for `f_p` (`c = 0`: any `a`), with the mistake bound of its proof",
    source=cited("Theorem 4.1 and its proof", "pp. 180-183"),
    standing=Standing.QUALIFIED,
    quantity=MISTAKES,
    bound=_S_POWER * (2 * U * X * n ** (1 / p) / delta - 1),
    hypotheses=(*gap_premises(ONE_AND_MAX), P_RANGE, A_TRIAL),
    learner=P_NORM,
    free=(p, a),
    measures=gap_measures(ONE_AND_MAX),
    note="sup f'/f = (p - 1)/z. The premise limsup f'/f = c < oo is superfluous for 'there is an a'.",
)

_COTH = (exp(2) + 1) / (exp(2) - 1)
_S_SINH = ceiling(U * (1 + a * X) / (a * delta))


def _level_of(f: Transformation, argument: Any) -> Any:
    """Return ginv(n g(argument)): the largest entry of z when G(z) is at most n g(argument)."""
    return f.level.subs(z, n * f.integral.subs(z, argument))


THEOREM_4_1_WINNOW = replace(
    THEOREM_4_1,
    id="gls.4.1.bw",
    title="Theorem 4.1 for Balanced Winnow (`c = 1`), with the mistake bound of its proof",
    bound=_after(_S_SINH, _level_of(SINH, a * X * _S_SINH)),
    hypotheses=(*gap_premises(ONE_AND_MAX), positive(X), parameter(a <= delta / (_COTH * n * X**2 * U), "a"), A_TRIAL),
    learner=HYPERBOLIC,
    free=(a,),
    note="sup over |v| <= z, z >= 1, of f'(v)/f(z) is coth(1).",
)

_S_FK = ceiling(U * (k * n * X**2 * U / delta + X) / delta)

THEOREM_4_1_FK = replace(
    THEOREM_4_1,
    id="gls.4.1.fk",
    title="Theorem 4.1 for `f_k` (`c = 0`: any `a`), with the mistake bound of its proof",
    bound=_S_FK * (2 * U * X * sqrt(n) / delta - 1),
    hypotheses=(*gap_premises(ONE_AND_MAX), at_least(k, 1), A_TRIAL),
    learner=INTERPOLATING,
    free=(a, k),
    note="z f'(z) <= k f(z), and ginv(n g(z)) <= sqrt(n) z, as f_k is an odd polynomial with coefficients >= 0.",
)

_X1 = 2 * X * U / delta + 1
_H1 = U * n ** (1 / p) * _X1
_L = _X1 + 2 * X * _H1 / delta + 1
_A_FREE = 1 / Max(X, (p - 1) * _L ** (p - 2) * n * X**2 * U / delta)

THEOREM_4_1_FREE = replace(
    THEOREM_4_1,
    id="gls.4.1x",
    title="Theorem 4.1 without the premise on limsup `f'/f`, for `f_p`",
    source=cited("Theorem 4.1", "p. 180"),
    bound=ceiling(U * (1 + a * X) / (a * delta)) + 2 * _H1 / (a * delta),
    hypotheses=(*gap_premises(ONE_AND_MAX), positive(X), P_RANGE, parameter(a <= _A_FREE, "a")),
    note="|z| stays below L, so sup f' over [-L, L] against f(1) does: odd, increasing and C1 suffice for f.",
)

POSITIVE_U = (NONNEGATIVE, *gap_premises(ONE_AND_MAX), positive(X))
_S_EXP = ceiling(U * X / delta)

THEOREM_4_2 = replace(
    THEOREM_4_1,
    id="gls.4.2",
    title="Theorem 4.2 for Weighted Majority (`c = 1`), with the mistake bound of its proof",
    source=cited("Theorem 4.2 and its proof", "pp. 180-184"),
    bound=_after(_S_EXP, _level_of(EXP, a * X * _S_EXP)),
    hypotheses=(*POSITIVE_U, parameter(a <= delta / (n * X**2 * U), "a"), A_TRIAL),
    learner=EXPONENTIAL,
    free=(a,),
    note="f'(v) <= f(z) wherever v <= z, so the argument starts as soon as max z_i >= 0.",
)

_A_4_2 = 1 / Max(X, exp(2 * X * U * _level_of(EXP, Integer(0)) / delta + 2) * n * X**2 * U / delta)

THEOREM_4_2_SIMPLE = replace(
    THEOREM_4_2,
    id="gls.4.2x",
    title="Theorem 4.2 for Weighted Majority, from the start on",
    bound=_after(0, _level_of(EXP, Integer(0))),
    hypotheses=(*POSITIVE_U, parameter(a <= _A_4_2, "a")),
    note="z0 = 0 gives M(z0) = U ginv(n g(0)); the premise on limsup f'/f is not used.",
)

REMARK = about_gaps(
    id="gls.4.remark",
    title="Section 4: the mistakes depend on the gap, on the size of the vectors, and on `n`",
    source=cited("section 4, before Theorem 4.1", "p. 180"),
    standing=Standing.QUALIFIED,
    quantity=MISTAKES,
    bound="n*U**2*X**2/delta**2",
    hypotheses=gap_premises(ONE_AND_MAX),
    learner=PERCEPTRON,
    free=(a,),
    measures=gap_measures(ONE_AND_MAX),
    attained=True,
    counterpart="gls.4.remark.printed",
    note="For f(z) = z, in the norms of section 4. In general m and a are functions of (f, n, U, X, delta).",
)

REMARK_PRINTED = false_form(
    REMARK,
    title="Section 4: the mistakes depend on the gap (for `U = 1`) and the size of the vectors alone",
    bound="C",
    hypotheses=(
        *REMARK.hypotheses,
        parameter(C >= 1),
        Hypothesis(
            "gap of 1",
            "`U = X = delta = 1`",
            formula="U == 1 and X == 1 and delta == 1",
        ),
    ),
    free=(a, C),
    family="hadamard",
    note="C is the m of gap 1 and size 1. Whatever it is, Hadamard rows of a larger order force more mistakes.",
)
