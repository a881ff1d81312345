"""A. J. Grove, N. Littlestone and D. Schuurmans, General convergence results for linear discriminant updates.

Machine Learning 43 (2001) 173-210. Every checkable statement, in the paper's order. Where a statement is false
as printed, ``ID`` is the repaired claim and ``ID.printed`` the one to be refuted. Glossary: U is the paper's norm
of u and X its norm of S (of the conjugate pair that the claim names), delta the gap, f_p without its factor p.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sympy import E, Integer, Max, ceiling, exp, log, sqrt

from bounds import progress
from bounds import quantities as quantity
from bounds.claim import (
    Claim,
    Comparator,
    Hypothesis,
    Outcomes,
    Source,
    Standing,
)
from bounds.hypotheses import NONNEGATIVE, UNIT_INTERVAL, at_least, below, parameter, positive
from bounds.learners import (
    EXP,
    SINH,
    Transformation,
)
from bounds.pnorm import (
    ENTROPY,
    ENTROPY_MEASURE,
    GAP,
    GAP_MEASURE,
    ONE_AND_MAX,
    P_NORMS,
    START_MEASURES,
    START_PRODUCT,
    TWO_NORMS,
    Norms,
    start_norm,
)
from bounds.stated import named_learner
from bounds.symbols import C, U, X, Z, a, alpha, beta, delta, entropy, eta, k, l, m, n, p, rate, theta, uz, z


def _source(label: str, page: str) -> Source:
    return Source("Grove, Littlestone and Schuurmans 2001", label, page)


TIES = "sign(0) = +1; a mistake always has y w.x <= 0, so the bound is the same for any sign(0)"
BOTH_DECIDE = "both learners decide a tie for +1"

# --- learners ------------------------------------------------------------------------------------------


SIGN = "threshold(0)"
"""Positive iff w.x >= 0: sign(0) = +1."""

P_NORM = named_learner("p-norm Perceptron: QA(f_p), z0 = 0", "p_norm(p, a)", SIGN)
P_NORM_FROM = named_learner("p-norm Perceptron: QA(f_p) from z0", "p_norm(p, a)", SIGN)
PERCEPTRON = named_learner("Perceptron: QA(z), z0 = 0", "p_norm(2, a)", SIGN)
EXPONENTIAL = named_learner("Weighted Majority: QA(exp), z0 = 0", "qa_exp(a)", SIGN)
HYPERBOLIC = named_learner("Balanced Winnow: QA(2 sinh), z0 = 0", "qa_sinh(a)", SIGN)
INTERPOLATING = named_learner("QA(f_k), f_k(z) = (1 + z/k)**k - (1 - z/k)**k, z0 = 0", "qa_f(k, a)", SIGN)

# --- premises ------------------------------------------------------------------------------------------

SOME_GAP = (GAP, positive(delta, silent=True))
P_RANGE = at_least(p, 2)
A_TRIAL = at_least(l, 1, silent=True)
"""Without a trial nothing makes U X at least delta, and a bound such as 2 U X/delta - 1 may be negative."""


def _gap_premises(norms: Norms, *, exact: bool = False) -> tuple[Hypothesis, ...]:
    return (*norms.premises(exact=exact), *SOME_GAP)


def _gap_measures(norms: Norms) -> dict[Any, Any]:
    return {**norms.measures, **GAP_MEASURE}


ODD_K = Hypothesis("k is odd", "k is odd", silent=True, formula="k == 2*floor(k/2) + 1")

# --- section 2: quasi-additive form --------------------------------------------------------------------


BALANCED = named_learner("Balanced Winnow, w+ = w- = 1", "balanced_winnow(beta)", SIGN)

BALANCED_WINNOW = Claim(
    id="gls.bw.eq",
    title="Balanced Winnow is QA(2 sinh) with a = log(1/beta)",
    source=_source("section 2", "pp. 175-176"),
    standing=Standing.QUALIFIED,
    quantity=quantity.disagreements(
        BALANCED, "trials on which Balanced Winnow predicts differently", "yhat != second_yhat"
    ),
    relation="==",
    bound=Integer(0),
    hypotheses=(below(beta, Integer(1)),),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NONE,
    learner=HYPERBOLIC,
    defines={a: log(1 / beta)},
    free={beta: Integer(1)},
    ties=BOTH_DECIDE,
    family="quasi-additive",
    counterpart="gls.bw.eq.printed",
    note="Silent: w+ and w- start equal. Any common start c only scales the predictions by c.",
)

POSITIVE_START = Hypothesis(
    "start",
    "s_i > 0",
    formula="sum(start <= 0) == 0",
)

BALANCED_WINNOW_PRINTED = replace(
    BALANCED_WINNOW,
    id="gls.bw.eq.printed",
    title="The same from any positive start of Balanced Winnow",
    standing=Standing.FALSE,
    quantity=quantity.disagreements(
        named_learner(
            "Balanced Winnow, w+ = s and w- = 1",
            "balanced_winnow(beta)",
            SIGN,
        ),
        "trials on which exactly one of the two errs",
        "err != second_err",
    ),
    hypotheses=(
        *BALANCED_WINNOW.hypotheses,
        POSITIVE_START,
    ),
    start="positive",
    counterpart="gls.bw.eq",
    note="With w+ = s other than w- = 1 the first prediction already differs.",
)


WEIGHTED_MAJORITY = Claim(
    id="gls.wm.eq",
    title="Weighted Majority is QA(exp) on 2x - 1 with a = log(1/beta)/2",
    source=_source("section 2 and footnote 4", "p. 176"),
    standing=Standing.TRUE,
    quantity=quantity.disagreements(
        named_learner(
            "Weighted Majority, factor beta**|x_i - y|",
            "weighted_majority(beta)",
            "master",
        ),
        "trials on which Weighted Majority decides differently",
        "(yhat >= 0) != (second_yhat >= 1/2)",
    ),
    relation="==",
    bound=Integer(0),
    hypotheses=(UNIT_INTERVAL, below(beta, Integer(1))),
    outcomes=Outcomes.EXPERTS,
    comparator=Comparator.NONE,
    learner=named_learner(
        "QA(exp) on 2x - 1, z0 = 0",
        "qa_exp_signed(a)",
        SIGN,
    ),
    defines={a: log(1 / beta) / 2},
    free={beta: Integer(1)},
    ties=BOTH_DECIDE,
    family="quasi-additive",
    note="For the update factor beta**|x_i - y|; Littlestone and Warmuth allow an interval of factors.",
)

FIXED_THRESHOLD = Claim(
    id="gls.ft.eq",
    title="Winnow with a fixed threshold is quasi-additive: exp on the attributes, -theta on one more",
    source=_source("section 2", "p. 176"),
    standing=Standing.TRUE,
    quantity=quantity.disagreements(
        named_learner(
            "Winnow(alpha, theta)",
            "winnow(alpha)",
            "threshold(theta)",
        ),
        "trials on which exactly one of the two errs",
        "err != second_err",
    ),
    relation="==",
    bound=Integer(0),
    hypotheses=(parameter(alpha > 1, "alpha > 1"), positive(theta)),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NONE,
    learner=named_learner(
        "QA(exp, ..., exp, -theta)",
        "fixed_threshold(a, theta)",
        SIGN,
    ),
    defines={a: log(alpha)},
    free={alpha: None, theta: None},
    ties=BOTH_DECIDE,
    family="quasi-additive",
    note="The constant function -theta is not increasing, so the convergence theorems do not speak of it.",
)

# --- section 3: measures of progress -------------------------------------------------------------------

CLAIM_2 = Claim(
    id="gls.claim2",
    title="u.z grows by at least a delta with each mistake",
    source=_source("section 3 and Claim 2", "pp. 177, 181"),
    standing=Standing.QUALIFIED,
    quantity=progress.GROWTH,
    relation=">=",
    bound=uz + m * a * delta,
    hypotheses=(*SOME_GAP, START_PRODUCT),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.GAP,
    learner=P_NORM_FROM,
    start="any",
    free={p: None, a: None},
    measures={**GAP_MEASURE, uz: START_MEASURES[uz]},
    ties=TIES,
    attained=True,
    family="quasi-additive",
    note="For any quasi-additive algorithm; checked for the p-norm Perceptrons.",
)

FIRST_ORDER = Claim(
    id="gls.1st",
    title="To first order no H = psi(G) grows on a mistake",
    source=_source("section 3", "p. 178"),
    standing=Standing.TRUE,
    quantity=progress.FIRST_ORDER,
    bound=Integer(0),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NONE,
    learner=P_NORM_FROM,
    start="any",
    free={p: None, a: None},
    ties="a tie that is a mistake has grad G(z).(a y x) = 0",
    family="quasi-additive",
    note="grad G = f, and psi' >= 0 only scales it. Printed as H decreases; on a tie it is level.",
)

# --- section 4: convergence ----------------------------------------------------------------------------


def _after(steps: Any, highest: Any) -> Any:
    """Return the proof's bound: from mistake ``steps`` on, H <= U * ``highest`` and M falls by a delta / 2."""
    return 2 * U * highest / (a * delta) - steps


_S_POWER = ceiling(U * ((p - 1) * n * X**2 * U / delta + X) / delta)

THEOREM_4_1 = Claim(
    id="gls.4.1",
    title="Theorem 4.1 for f_p (c = 0: any a), with the mistake bound of its proof",
    source=_source("Theorem 4.1 and its proof", "pp. 180-183"),
    standing=Standing.QUALIFIED,
    quantity=quantity.MISTAKES,
    bound=_S_POWER * (2 * U * X * n ** (1 / p) / delta - 1),
    hypotheses=(*_gap_premises(ONE_AND_MAX), P_RANGE, A_TRIAL),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.GAP,
    learner=P_NORM,
    free={p: None, a: None},
    measures=_gap_measures(ONE_AND_MAX),
    ties=TIES,
    family="quasi-additive",
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
    title="Theorem 4.1 for Balanced Winnow (c = 1), with the mistake bound of its proof",
    bound=_after(_S_SINH, _level_of(SINH, a * X * _S_SINH)),
    hypotheses=(*_gap_premises(ONE_AND_MAX), positive(X), parameter(a <= delta / (_COTH * n * X**2 * U), "a"), A_TRIAL),
    learner=HYPERBOLIC,
    free={a: delta / (_COTH * n * X**2 * U)},
    note="sup over |v| <= z, z >= 1, of f'(v)/f(z) is coth(1).",
)

_S_FK = ceiling(U * (k * n * X**2 * U / delta + X) / delta)

THEOREM_4_1_FK = replace(
    THEOREM_4_1,
    id="gls.4.1.fk",
    title="Theorem 4.1 for f_k (c = 0: any a), with the mistake bound of its proof",
    bound=_S_FK * (2 * U * X * sqrt(n) / delta - 1),
    hypotheses=(*_gap_premises(ONE_AND_MAX), at_least(k, 1), A_TRIAL),
    learner=INTERPOLATING,
    free={a: None, k: None},
    note="z f'(z) <= k f(z), and ginv(n g(z)) <= sqrt(n) z, as f_k is an odd polynomial with coefficients >= 0.",
)

_X1 = 2 * X * U / delta + 1
_H1 = U * n ** (1 / p) * _X1
_L = _X1 + 2 * X * _H1 / delta + 1
_A_FREE = 1 / Max(X, (p - 1) * _L ** (p - 2) * n * X**2 * U / delta)

THEOREM_4_1_FREE = replace(
    THEOREM_4_1,
    id="gls.4.1x",
    title="Theorem 4.1 without the premise on limsup f'/f, for f_p",
    source=_source("Theorem 4.1", "p. 180"),
    bound=ceiling(U * (1 + a * X) / (a * delta)) + 2 * _H1 / (a * delta),
    hypotheses=(*_gap_premises(ONE_AND_MAX), positive(X), P_RANGE, parameter(a <= _A_FREE, "a")),
    free={p: None, a: _A_FREE},
    note="|z| stays below L, so sup f' over [-L, L] against f(1) does: odd, increasing and C1 suffice for f.",
)

POSITIVE_U = (NONNEGATIVE, *_gap_premises(ONE_AND_MAX), positive(X))
_S_EXP = ceiling(U * X / delta)

THEOREM_4_2 = replace(
    THEOREM_4_1,
    id="gls.4.2",
    title="Theorem 4.2 for Weighted Majority (c = 1), with the mistake bound of its proof",
    source=_source("Theorem 4.2 and its proof", "pp. 180-184"),
    bound=_after(_S_EXP, _level_of(EXP, a * X * _S_EXP)),
    hypotheses=(*POSITIVE_U, parameter(a <= delta / (n * X**2 * U), "a"), A_TRIAL),
    learner=EXPONENTIAL,
    free={a: delta / (n * X**2 * U)},
    note="f'(v) <= f(z) wherever v <= z, so the argument starts as soon as max z_i >= 0.",
)

_A_4_2 = 1 / Max(X, exp(2 * X * U * _level_of(EXP, Integer(0)) / delta + 2) * n * X**2 * U / delta)

THEOREM_4_2_SIMPLE = replace(
    THEOREM_4_2,
    id="gls.4.2x",
    title="Theorem 4.2 for Weighted Majority, from the start on",
    bound=_after(0, _level_of(EXP, Integer(0))),
    hypotheses=(*POSITIVE_U, parameter(a <= _A_4_2, "a")),
    free={a: _A_4_2},
    note="z0 = 0 gives M(z0) = U ginv(n g(0)); the premise on limsup f'/f is not used.",
)

REMARK = Claim(
    id="gls.4.remark",
    title="Section 4: the mistakes depend on the gap, on the size of the vectors, and on n",
    source=_source("section 4, before Theorem 4.1", "p. 180"),
    standing=Standing.QUALIFIED,
    quantity=quantity.MISTAKES,
    bound=n * U**2 * X**2 / delta**2,
    hypotheses=_gap_premises(ONE_AND_MAX),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.GAP,
    learner=PERCEPTRON,
    free={a: None},
    measures=_gap_measures(ONE_AND_MAX),
    ties=TIES,
    attained=True,
    family="quasi-additive",
    counterpart="gls.4.remark.printed",
    note="For f(z) = z, in the norms of section 4. In general m and a are functions of (f, n, U, X, delta).",
)

REMARK_PRINTED = replace(
    REMARK,
    id="gls.4.remark.printed",
    title="Section 4: the mistakes depend on the gap (for U = 1) and the size of the vectors alone",
    standing=Standing.FALSE,
    bound=C,
    hypotheses=(
        *REMARK.hypotheses,
        parameter(C >= 1, "C >= 1"),
        Hypothesis(
            "gap of 1",
            "U = X = delta = 1",
            formula="(U == 1)*(X == 1)*(delta == 1) == 1",
        ),
    ),
    free={a: None, C: None},
    family="hadamard",
    attained=False,
    counterpart="gls.4.remark",
    note="C is the m of gap 1 and size 1. Whatever it is, Hadamard rows of a larger order force more mistakes.",
)


# --- section 5: the optimal measure of progress --------------------------------------------------------

U_NOT_ZERO = positive(U, silent=True)
Z_NOT_ZERO = positive(Z, silent=True)
POSITIVE_WEIGHTS = Hypothesis(
    "positive weights",
    "u_i > 0",
    formula="sum(u <= 0) == 0",
)
VECTORS = "no ties: the claim is about vectors"

THEOREM_5_1 = Claim(
    id="gls.5.1",
    title="Theorem 5.1 for f_p: sup u.v over G(v) = G(z) is ||u||_q ||z||_p",
    source=_source("Theorem 5.1 and section 7", "pp. 185, 193"),
    standing=Standing.QUALIFIED,
    quantity=progress.ON_THE_SPHERE,
    bound=U * Z,
    hypotheses=(P_NORMS.premises()[0], U_NOT_ZERO, Z_NOT_ZERO, P_RANGE),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.ANY,
    start="any",
    free={p: None},
    measures={U: P_NORMS.measures[U], Z: START_MEASURES[Z]},
    ties=VECTORS,
    attained=True,
    family="sphere",
    counterpart="gls.5.1.printed",
    note="Hoelder's inequality; attained where v is proportional to v*.",
)

THEOREM_5_1_ATTAINED = replace(
    THEOREM_5_1,
    id="gls.5.1.alpha",
    title="Theorem 5.1 for f_p: v* = finv(alpha u) has f(v*) = alpha u, G(v*) = G(z) and u.v* = ||u||_q ||z||_p",
    quantity=progress.OPTIMUM_CONDITIONS,
    relation="==",
    bound=Integer(0),
    hypotheses=(P_NORMS.premises(exact=True)[0], *THEOREM_5_1.hypotheses[1:], start_norm(exact=True)),
    attained=False,
    note="alpha = ||z||_p**(p - 1)/||u||_q. Decided exactly where u_i = sign(c)|c|**(p - 1) or p = 2.",
)

THEOREM_5_1_PRINTED = replace(
    THEOREM_5_1,
    id="gls.5.1.printed",
    title="Theorem 5.1: alpha is positive, at every z",
    standing=Standing.FALSE,
    quantity=progress.POSITIVE_MULTIPLIER,
    relation=">",
    bound=Integer(0),
    hypotheses=(P_NORMS.premises(exact=True)[0], U_NOT_ZERO, P_RANGE, start_norm(exact=True)),
    attained=False,
    counterpart="gls.5.1",
    note="At z = 0, the default start, the odd case has G(z) = 0 and alpha = 0.",
)

THEOREM_5_1_EXP = Claim(
    id="gls.5.1.exp",
    title="Theorem 5.1 for exp: sup u.v over G(v) = G(z) is U (ln G(z) - entropy)",
    source=_source("Theorem 5.1 and section 6", "pp. 185, 191"),
    standing=Standing.QUALIFIED,
    quantity=progress.ON_THE_EXPONENTIAL_LEVEL,
    bound=Integer(0),
    hypotheses=(NONNEGATIVE, ONE_AND_MAX.premises(exact=True)[0], U_NOT_ZERO, ENTROPY),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.ANY,
    start="any",
    measures={U: ONE_AND_MAX.measures[U], **ENTROPY_MEASURE},
    ties=VECTORS,
    family="sphere",
    note="0 ln 0 = 0; where u_i = 0 the supremum is not attained but at v_i = -oo.",
)

THEOREM_5_1_SINH = replace(
    THEOREM_5_1_EXP,
    id="gls.5.1.bw",
    title="Theorem 5.1 for 2 sinh: u.v <= u.v* wherever G(v) <= G(v*), v* = finv(alpha u)",
    source=_source("Theorem 5.1", "p. 185"),
    quantity=progress.INSIDE_THE_LEVEL,
    hypotheses=(ONE_AND_MAX.premises(exact=True)[0], U_NOT_ZERO),
    start="",
    free={alpha: None},
    note="alpha > 0 is any; G(z) = G(v*) then defines the level.",
)

PROOF_5_1 = Claim(
    id="gls.5.1.proof",
    title="Proof of theorem 5.1 for exp: a v on the level of z with one very low coordinate has u.v < u.z",
    source=_source("proof of Theorem 5.1", "p. 186"),
    standing=Standing.QUALIFIED,
    quantity=progress.LOW_COORDINATE,
    relation="<",
    bound=Integer(0),
    hypotheses=(POSITIVE_WEIGHTS,),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.ANY,
    start="any",
    ties=VECTORS,
    family="level",
    counterpart="gls.5.1.proof.printed",
    note="With |ginv(G(z))| in place of ginv(G(z)). Theorem 5.1 itself is not touched.",
)

PROOF_5_1_PRINTED = replace(
    PROOF_5_1,
    id="gls.5.1.proof.printed",
    standing=Standing.FALSE,
    quantity=progress.LOW_COORDINATE_PRINTED,
    counterpart="gls.5.1.proof",
    note="Wrong sign where ginv(G(z)) < 0: u = (1, 1, 4), z = (-10, -10, -10) = v.",
)

THEOREM_5_2 = Claim(
    id="gls.5.2",
    title="Theorem 5.2: d psi*/dr = 1/alpha, for f_p, exp and 2 sinh",
    source=_source("Theorem 5.2", "p. 188"),
    standing=Standing.QUALIFIED,
    quantity=progress.SLOPES,
    relation="==",
    bound=Integer(0),
    hypotheses=(at_least(p, 2),),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.ANY,
    free={p: None, alpha: None},
    ties=VECTORS,
    family="sphere",
    counterpart="gls.5.2.printed",
    note="Coordinates with u_i = 0 contribute nothing. alpha > 0, so G(z) > 0 in the odd case.",
)

THEOREM_5_2_PRINTED = replace(
    THEOREM_5_1_PRINTED,
    id="gls.5.2.printed",
    title="Theorem 5.2 and its proof: alpha > 0 at every z, and finv has a derivative at every alpha u_i",
    source=_source("Theorem 5.2 and its proof", "p. 188"),
    quantity=progress.SMOOTH_INVERSE,
    counterpart="gls.5.2",
    note="alpha = 0 at z = 0; and f_p'(0) = 0 for p > 2, where u_i = 0. d psi* = dr/alpha is true all the same.",
)

COROLLARY_5_3 = Claim(
    id="gls.5.3",
    title="Corollary 5.3: psi* increases, and is concave, for f_p, exp and 2 sinh",
    source=_source("Corollary 5.3", "p. 188"),
    standing=Standing.QUALIFIED,
    quantity=progress.MONOTONE,
    relation=">",
    bound=Integer(0),
    hypotheses=(at_least(p, 2), ONE_AND_MAX.premises(exact=True)[0], U_NOT_ZERO),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.ANY,
    free={p: None, alpha: None, rate: None},
    measures={U: ONE_AND_MAX.measures[U]},
    ties=VECTORS,
    family="sphere",
    note="r and r' belong to alpha and alpha' = alpha + rate.",
)

HESSIAN = Claim(
    id="gls.5.hess",
    title="The second derivatives of H*, for f_p and exp",
    source=_source("section 5, after Corollary 5.3", "p. 189"),
    standing=Standing.TRUE,
    quantity=progress.HESSIAN,
    relation="==",
    bound=Integer(0),
    hypotheses=(
        POSITIVE_WEIGHTS,
        replace(POSITIVE_START, name="positive z", text="z_i > 0"),
        P_RANGE,
    ),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.ANY,
    start="positive",
    free={p: None},
    ties=VECTORS,
    family="sphere",
    note="Both sides are derived by sympy and compared at exact values. Only f_p is odd; z > 0 loses nothing.",
)

# --- section 6: Weighted Majority and the Perceptron ---------------------------------------------------

SHARES = (*_gap_premises(ONE_AND_MAX, exact=True), positive(X, silent=True), ENTROPY)
SHARE_MEASURES = {**_gap_measures(ONE_AND_MAX), **ENTROPY_MEASURE}
_A_STAR = delta / (U * X**2)

THEOREM_WM = Claim(
    id="gls.wm",
    title="Weighted Majority: mistakes at a = delta/(U X**2)",
    source=_source("section 6, Weighted Majority", "pp. 190-191"),
    standing=Standing.QUALIFIED,
    quantity=quantity.MISTAKES,
    bound=2 * U**2 * X**2 * (log(n) - entropy) / delta**2,
    hypotheses=(NONNEGATIVE, *SHARES),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.GAP,
    learner=EXPONENTIAL,
    defines={a: _A_STAR},
    measures=SHARE_MEASURES,
    ties=TIES,
    family="quasi-additive",
    counterpart="gls.wm.printed",
    note="U is the 1-norm of u itself: sum u_i/U ln(u_i/U) is - entropy, 0 ln 0 = 0.",
)

THEOREM_WM_PRINTED = replace(
    THEOREM_WM,
    id="gls.wm.printed",
    title="Weighted Majority: the same bound for every a <= delta/(U X**2)",
    standing=Standing.FALSE,
    hypotheses=(*THEOREM_WM.hypotheses, parameter(a <= _A_STAR, "a")),
    defines={},
    free={a: _A_STAR},
    counterpart="gls.wm",
    note="A small a learns slowly: see gls.wm.a for the bound at every a.",
)

THEOREM_WM_ANY = replace(
    THEOREM_WM,
    id="gls.wm.a",
    title="Weighted Majority: mistakes at any a < 2 delta/(U X**2)",
    bound=2 * U * (log(n) - entropy) / (2 * a * delta - a**2 * U * X**2),
    hypotheses=(*THEOREM_WM.hypotheses, below(a, 2 * _A_STAR)),
    defines={},
    free={a: 2 * _A_STAR},
    counterpart="",
    note="Least at a = delta/(U X**2), where it is gls.wm.",
)

THEOREM_BW = replace(
    THEOREM_WM,
    id="gls.bw",
    title="Balanced Winnow: mistakes at a = delta/(U X**2)",
    source=_source("section 6, after Weighted Majority", "p. 191"),
    bound=2 * U**2 * X**2 * (log(2 * n) - entropy) / delta**2,
    hypotheses=SHARES,
    learner=HYPERBOLIC,
    counterpart="",
    note="Derived: Weighted Majority on (x, -x), u split into its positive and negative parts.",
)

PERCEPTRON_BOUND = Claim(
    id="gls.perceptron",
    title="Perceptron: the classic bound",
    source=_source("sections 6 and 8", "pp. 192, 202"),
    standing=Standing.QUALIFIED,
    quantity=quantity.MISTAKES,
    bound=U**2 * X**2 / delta**2,
    hypotheses=_gap_premises(TWO_NORMS),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.GAP,
    learner=PERCEPTRON,
    free={a: None},
    measures=_gap_measures(TWO_NORMS),
    ties=TIES,
    attained=True,
    family="quasi-additive",
    note="Any a > 0: from zero a only scales the weights.",
)

PERCEPTRON_6 = replace(
    PERCEPTRON_BOUND,
    id="gls.6.perceptron",
    title="Perceptron: the bound that the optimal measure of progress gives in section 6",
    source=_source("section 6, Perceptron", "p. 192"),
    bound=3 * U**2 * X**2 / delta**2 + 5 * U * X / delta,
    attained=False,
    note="The printed m1 + m2 has no ceilings; harmless, as the classic bound implies it (U X >= delta).",
)

# --- section 7: p-norm Perceptrons ---------------------------------------------------------------------

THEOREM_7_1 = Claim(
    id="gls.7.1a",
    title="Theorem 7.1 (a): p-norm Perceptron from z0 = 0",
    source=_source("Theorem 7.1 (a)", "p. 194"),
    standing=Standing.QUALIFIED,
    quantity=quantity.MISTAKES,
    bound=(p - 1) * U**2 * X**2 / delta**2,
    hypotheses=(*_gap_premises(P_NORMS), P_RANGE),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.GAP,
    learner=P_NORM,
    free={p: None, a: None},
    measures=_gap_measures(P_NORMS),
    ties=TIES,
    attained=True,
    family="quasi-additive",
    note="Decided exactly for integer p. At p = 2 orthonormal examples attain it.",
)

STEP_7_1 = Claim(
    id="gls.7.1.step",
    title="Proof of theorem 7.1: what a mistake does to ||z||_p**2",
    source=_source("proof of Theorem 7.1", "p. 195"),
    standing=Standing.TRUE,
    quantity=progress.SQUARED_NORM_GROWTH,
    bound=(p - 1) * a**2 * X**2,
    hypotheses=(P_RANGE,),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NONE,
    learner=P_NORM_FROM,
    start="any",
    free={p: None, a: None},
    ties=TIES,
    attained=True,
    family="quasi-additive",
    note="Taylor's theorem needs ||z||_p**2 to be C2, which it is not at 0; through 0 it is exactly quadratic.",
)


THEOREM_7_1_SHARP = replace(
    THEOREM_7_1,
    id="gls.7.1a+",
    title="Theorem 7.1 (a), sharper: the first step from 0 adds only a**2 ||x||_p**2",
    source=_source("Theorem 7.1 (a), proof", "p. 195"),
    quantity=quantity.parts(
        "M**2 delta**2, where m = M >= 1", {"if": "m > 0", "value": "m**2*delta**2", "with": {"m": "sum_t(err)"}}
    ),
    bound=U**2 * X**2 * (1 + (m - 1) * (p - 1)),
    note="New. Strictly sharper than (a) for p > 2.",
)


FROM_START = (START_PRODUCT, start_norm())
FROM_MEASURES = {**P_NORMS.measures, **START_MEASURES}

INVARIANT = Claim(
    id="gls.7.1q",
    title="Theorem 7.1, the inequality behind it: any start, any a, any labels",
    source=_source("proof of Theorem 7.1", "p. 195"),
    standing=Standing.TRUE,
    quantity=quantity.said(
        "max(0, u.z0 + a sum_M y u.x)**2", "Max(0, uz + a*sum_t(err*y*ux))**2", names={"m": "sum_t(err)"}
    ),
    bound=U**2 * (Z**2 + m * (p - 1) * a**2 * X**2),
    hypotheses=(*P_NORMS.premises(), P_RANGE, *FROM_START),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.ANY,
    learner=P_NORM_FROM,
    start="any",
    free={p: None, a: None},
    measures=FROM_MEASURES,
    ties=TIES,
    attained=True,
    family="quasi-additive",
    note="u.z <= ||u||_q ||z||_p after m mistakes, squared so that radicals decide it.",
)

_UY = uz * delta / ((p - 1) * a * (U**2 * X**2))
_ZY = Z**2 * U**2 * delta**2 / ((p - 1) ** 2 * a**2 * (U**2 * X**2) ** 2)


THEOREM_7_1_ROOT = replace(
    THEOREM_7_1,
    id="gls.7.1q.root",
    title="Theorem 7.1 from any start, at any a: M is at most the larger root",
    source=_source("proof of Theorem 7.1", "p. 196"),
    quantity=quantity.said(
        "max(0, 2 M delta**2/((p - 1) U**2 X**2) - 1 + 2 U y)**2",
        "Max(0, 2*sum_t(err)*delta**2/size - 1 + 2*uz*delta/(a*size))**2",
        names={"size": "(p - 1)*U**2*X**2"},
    ),
    bound=1 - 4 * _UY + 4 * _ZY,
    hypotheses=(*_gap_premises(P_NORMS), P_RANGE, positive(X, silent=True), *FROM_START),
    learner=P_NORM_FROM,
    start="any",
    measures={**FROM_MEASURES, **GAP_MEASURE},
    note="m <= (p - 1)/(2 D**2) (1 - 2Uy + sqrt(1 - 4Uy + 4Z**2y**2)), squared; Uy is uz delta/((p - 1)a U**2 X**2).",
)

_FROM = THEOREM_7_1_ROOT.hypotheses

THEOREM_7_1_B = replace(
    THEOREM_7_1_ROOT,
    id="gls.7.1b",
    title="Theorem 7.1 (b): p-norm Perceptron from z0 with u.z0 > 0",
    source=_source("Theorem 7.1 (b)", "p. 194"),
    quantity=quantity.MISTAKES,
    bound=(p - 1) * U**2 * X**2 / delta**2 * (1 - uz**2 / (U**2 * Z**2)),
    hypotheses=(*_FROM, positive(uz)),
    defines={a: delta * Z**2 / ((p - 1) * X**2 * uz)},
    free={p: None},
    family="tuned start",
    note="The a of the paper is half lost in the scan; it is the one that its proof derives.",
)

THEOREM_7_1_C = replace(
    THEOREM_7_1_B,
    id="gls.7.1c",
    title="Theorem 7.1 (a) still holds from z0 with u.z0 > 0, at every large enough a",
    source=_source("Theorem 7.1", "p. 194"),
    bound=THEOREM_7_1.bound,
    hypotheses=(
        *_FROM,
        positive(uz),
        parameter(2 * a * (p - 1) * X**2 * uz >= delta * (Z**2 - uz**2 / U**2), "large a"),
    ),
    defines={},
    free={p: None, a: None},
    family="large rate",
    attained=False,
    note="New. Half the a of (b) is enough.",
)

SAME_NORMS = (*ONE_AND_MAX.premises(exact=True, exact_radius=True), *SOME_GAP, positive(X, silent=True))

COROLLARY_7_2 = Claim(
    id="gls.cor7.2",
    title="Corollary 7.2: from z0 = (1, ..., 1) the bound (b) tends to Weighted Majority's as p -> oo",
    source=_source("Corollary 7.2", "p. 197"),
    standing=Standing.QUALIFIED,
    quantity=progress.LIMIT,
    relation="==",
    bound=THEOREM_WM.bound,
    hypotheses=(NONNEGATIVE, *SHARES),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.GAP,
    measures=SHARE_MEASURES,
    ties=VECTORS,
    family="quasi-additive",
    note="The limit is a derivative at 1/p = 0, taken by sympy. ||S||_p tends to X, n is finite.",
)

COROLLARY_7_2_FINITE = replace(
    COROLLARY_7_2,
    id="gls.cor7.2.finite",
    title="Corollary 7.2 at finite p: n**(2/p) times the bound (b) is at least 1 - 1/p times its limit",
    quantity=progress.AT_ONE_P,
    relation=">=",
    bound=(1 - 1 / p) * THEOREM_WM.bound,
    hypotheses=(NONNEGATIVE, *SAME_NORMS, ENTROPY, P_RANGE),
    free={p: None},
    note="New: ln(n**s ||u||_{1/(1-s)}/||u||_1) is convex in s = 1/p, with the limit as its slope at 0.",
)

EXPONENTIAL_LIMIT = Claim(
    id="gls.7.lim",
    title="After corollary 7.2: (1 + z/(p - 1))**(p - 1) tends to exp(z), at a rate",
    source=_source("after Corollary 7.2", "p. 198"),
    standing=Standing.TRUE,
    quantity=progress.EXPONENTIAL_GAP,
    bound=z**2 * exp(z) / (p - 1),
    hypotheses=(
        P_RANGE,
        Hypothesis(
            "|z| <= p - 1",
            "|z| <= p - 1",
            formula="abs(z) <= p - 1",
        ),
    ),
    outcomes=Outcomes.NONE,
    comparator=Comparator.NONE,
    free={p: None, z: "real"},
    family="exponent",
    note="So f_p from z0 = 1 at coefficient a/(p - 1) tends to exp from 0 at a.",
)

RATE_LIMIT = replace(
    COROLLARY_7_2,
    id="gls.7.lim.rate",
    title="After corollary 7.2: p - 1 times the a of (b), over the a of Weighted Majority, is in [1, n**(2/p)]",
    source=_source("after Corollary 7.2", "p. 198"),
    quantity=progress.RATES,
    relation="<=",
    bound=n ** (2 / p),
    hypotheses=(NONNEGATIVE, *SAME_NORMS, P_RANGE),
    free={p: None},
    attained=True,
    note="n**(2/p) tends to 1, so the coefficients differ by the factor p - 1 in the limit.",
)


FK = Claim(
    id="gls.fk",
    title="QA(f_k) is the (k + 1)-norm Perceptron on (x, -x) from z0 = 1 at a/k",
    source=_source("section 7, f_k", "p. 198"),
    standing=Standing.QUALIFIED,
    quantity=quantity.disagreements(
        named_learner(
            "(k + 1)-norm Perceptron on (x, -x), z0 = 1, a/k",
            "doubled_p_norm(k + 1, a/k)",
            SIGN,
        ),
        "trials on which the two predict differently",
        "yhat != second_yhat",
    ),
    relation="==",
    bound=Integer(0),
    hypotheses=(at_least(k, 1), ODD_K),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NONE,
    learner=INTERPOLATING,
    free={a: None, k: None},
    ties=BOTH_DECIDE,
    family="quasi-additive",
    counterpart="gls.fk.printed",
    note="So theorem 7.1 bounds f_k for odd k. f_k is increasing for every k.",
)

FK_PRINTED = replace(
    FK,
    id="gls.fk.printed",
    title="The same for every k",
    standing=Standing.FALSE,
    hypotheses=FK.hypotheses[:1],
    counterpart="gls.fk",
    note="For even k, (1 - z/k)**k is not sign(.)|.|**k once |z| > k.",
)

# --- section 8: other constructions --------------------------------------------------------------------

PROPOSITION_8_1 = replace(
    THEOREM_5_1,
    id="gls.8.1",
    title="Proposition 8.1 for f_p: no other measure of progress excludes more than H*",
    source=_source("Proposition 8.1", "p. 200"),
    standing=Standing.TRUE,
    quantity=progress.OTHERS,
    relation=">=",
    hypotheses=(
        P_NORMS.premises(exact=True)[0],
        U_NOT_ZERO,
        P_RANGE,
        start_norm(exact=True),
    ),
    free={p: None, eta: None},
    attained=True,
    counterpart="",
    note="A region {G <= c, u.z >= d} meets no (G(z), u.z) iff d > H*: sup is attained (gls.5.1.alpha).",
)

BREGMAN = Claim(
    id="gls.8.7",
    title="(7): the Bregman distance of a convex H = psi(G) is not negative",
    source=_source("section 8, (7)", "p. 200"),
    standing=Standing.TRUE,
    quantity=progress.BREGMAN_DISTANCES,
    relation=">=",
    bound=Integer(0),
    hypotheses=(P_RANGE,),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NONE,
    start="any",
    free={p: None},
    ties=VECTORS,
    family="sphere",
    note="For H = G, H = ||z||_p**2/2, and exp.",
)

BREGMAN_FORM = replace(
    BREGMAN,
    id="gls.8.8",
    title="(8): D_H(z, v) = H(z) - q u.z - r where f(v) = eta u and q = psi'(G(v)) eta",
    source=_source("section 8, (8), and its Perceptron example", "pp. 200-201"),
    quantity=progress.BREGMAN_FORMS,
    relation="==",
    free={p: None, eta: None},
    note="For the Perceptron D_H is ||z - eta u||_2**2/2.",
)

_ETA_BOUND = eta**2 * U**2 / (2 * eta * a * delta - a**2 * X**2)

DUDA_HART = replace(
    PERCEPTRON_BOUND,
    id="gls.8.dh",
    title="Perceptron: the Bregman construction at eta (Duda and Hart)",
    source=_source("section 8", "p. 202"),
    bound=_ETA_BOUND,
    hypotheses=(*_gap_premises(TWO_NORMS), positive(X, silent=True), below(a, 2 * eta * delta / X**2)),
    free={eta: None, a: 2 * eta * delta / X**2},
    attained=True,
    counterpart="gls.8.dh.printed",
    note="Silent: 2 eta delta > a X**2. At eta = a X**2/delta it is the classic bound.",
)

DUDA_HART_PRINTED = replace(
    DUDA_HART,
    id="gls.8.dh.printed",
    title="The same 'for any eta'",
    standing=Standing.FALSE,
    hypotheses=(
        *_gap_premises(TWO_NORMS),
        positive(X, silent=True),
        Hypothesis(
            "defined",
            "2 eta a delta - a**2 X**2 is not 0",
            formula="2*eta*a*delta != a**2*X**2",
        ),
    ),
    free={eta: None, a: None},
    attained=False,
    counterpart="gls.8.dh",
    note="For small eta the denominator is negative, and so is the bound.",
)

DUDA_HART_BEST = Claim(
    id="gls.8.dh.best",
    title="The best eta, a X**2/delta, gives the classic bound",
    source=_source("section 8", "p. 202"),
    standing=Standing.TRUE,
    quantity=quantity.expressions(
        "bound at eta = a X**2/delta", (_ETA_BOUND.subs(eta, a * X**2 / delta), "gls.8.dh at its best eta")
    ),
    relation="==",
    bound=PERCEPTRON_BOUND.bound,
    outcomes=Outcomes.NONE,
    comparator=Comparator.NONE,
    free={U: None, X: None, delta: None, a: None},
    attained=True,
)

# --- section 9: related work ---------------------------------------------------------------------------

LOGARITHMIC_P = Claim(
    id="gls.9.logp",
    title="The p-norm Perceptron with p = 2 ln n: a bound logarithmic in n for any a",
    source=_source("section 9", "p. 205"),
    standing=Standing.QUALIFIED,
    quantity=quantity.MISTAKES,
    bound=(2 * log(n) - 1) * E * U**2 * X**2 / delta**2,
    hypotheses=(*_gap_premises(ONE_AND_MAX), at_least(n, 3, silent=True)),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.GAP,
    learner=P_NORM,
    defines={p: 2 * log(n)},
    free={a: None},
    measures=_gap_measures(ONE_AND_MAX),
    ties=TIES,
    family="quasi-additive",
    note="From theorem 7.1 (a), ||x||_p <= n**(1/p) X with n**(2/p) = e. p >= 2 needs n >= 3.",
)


AVERAGE_MARGIN = replace(
    INVARIANT,
    id="gls.9.avg",
    title="The average margin: any labels and any u, noisy or not",
    source=_source("section 9, average margin", "p. 205"),
    quantity=quantity.said("(sum_M y u.x)**2", "sum_t(err*y*ux)**2", names={"m": "sum_t(err)"}),
    bound=m * (p - 1) * U**2 * X**2,
    hypotheses=(*P_NORMS.premises(), P_RANGE),
    learner=P_NORM,
    start="",
    measures=P_NORMS.measures,
    note="The gap may be negative: only the sum of the margins over the mistakes matters.",
)

INEQUALITY_10 = Claim(
    id="gls.10",
    title="(10) for f_p: the margins on mistakes are paid by Bregman distances",
    source=_source("section 9, (10)", "p. 204"),
    standing=Standing.TRUE,
    quantity=progress.INEQUALITY_10,
    bound=Integer(0),
    hypotheses=(P_RANGE,),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.ANY,
    learner=P_NORM_FROM,
    start="any",
    free={p: None, a: None},
    ties=TIES,
    family="quasi-additive",
    note="H = G, u = grad H(v), so v = finv(u); R(z', z) = D_H(z', z). Any labels.",
)

IDENTITY_10 = replace(
    INEQUALITY_10,
    id="gls.10.identity",
    title="(10) for f_p with the term that it leaves out: an identity",
    quantity=progress.IDENTITY_10,
    relation="==",
    note="What (10) leaves out is - R(z_end, v).",
)

IDENTITY_10_EXP = replace(
    IDENTITY_10,
    id="gls.10.exp",
    title="(10) for exp with the term that it leaves out: an identity",
    quantity=progress.IDENTITY_10_EXP,
    hypotheses=(POSITIVE_WEIGHTS,),
    learner=EXPONENTIAL,
    start="",
    free={a: None},
    note="v = ln u: R(z_1, v) is a relative entropy.",
)

CLAIMS: tuple[Claim, ...] = (
    BALANCED_WINNOW,
    BALANCED_WINNOW_PRINTED,
    WEIGHTED_MAJORITY,
    FIXED_THRESHOLD,
    CLAIM_2,
    FIRST_ORDER,
    THEOREM_4_1,
    THEOREM_4_1_WINNOW,
    THEOREM_4_1_FK,
    THEOREM_4_1_FREE,
    THEOREM_4_2,
    THEOREM_4_2_SIMPLE,
    REMARK,
    REMARK_PRINTED,
    THEOREM_5_1,
    THEOREM_5_1_ATTAINED,
    THEOREM_5_1_PRINTED,
    THEOREM_5_1_EXP,
    THEOREM_5_1_SINH,
    PROOF_5_1,
    PROOF_5_1_PRINTED,
    THEOREM_5_2,
    THEOREM_5_2_PRINTED,
    COROLLARY_5_3,
    HESSIAN,
    THEOREM_WM,
    THEOREM_WM_PRINTED,
    THEOREM_WM_ANY,
    THEOREM_BW,
    PERCEPTRON_BOUND,
    PERCEPTRON_6,
    THEOREM_7_1,
    STEP_7_1,
    THEOREM_7_1_SHARP,
    INVARIANT,
    THEOREM_7_1_ROOT,
    THEOREM_7_1_B,
    THEOREM_7_1_C,
    COROLLARY_7_2,
    COROLLARY_7_2_FINITE,
    EXPONENTIAL_LIMIT,
    RATE_LIMIT,
    FK,
    FK_PRINTED,
    PROPOSITION_8_1,
    BREGMAN,
    BREGMAN_FORM,
    DUDA_HART,
    DUDA_HART_PRINTED,
    DUDA_HART_BEST,
    LOGARITHMIC_P,
    AVERAGE_MARGIN,
    INEQUALITY_10,
    IDENTITY_10,
    IDENTITY_10_EXP,
)
