"""K. Kitani, lecture notes on online linear classification (scribes X. Huang and X. Yao).

Every checkable statement, in the order of the notes. Where a statement is false as printed, ``ID`` is the
repaired claim and ``ID.printed`` the one to be refuted. Glossary: k is the mistakes m_n of an expert in
section 1, the number of relevant features in section 2.2; labels 0 and 1 of section 2.2 are -1 and +1 here;
mplus and mminus are m+ and m-; the unit vector w* is u/|u|.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from sympy import Integer, Rational, log, sqrt

from bounds import quantities as quantity
from bounds.claim import (
    Claim,
    Comparator,
    Hypothesis,
    Measure,
    Outcomes,
    Quantity,
    Source,
    Standing,
)
from bounds.geometry import EUCLIDEAN
from bounds.hypotheses import at_least, examples_in, parameter
from bounds.quantities import each, said
from bounds.stated import named_learner
from bounds.symbols import N, R, U, X, beta, eta, gamma, k, l, m, mminus, mplus, n, ux, ww

ZERO = Fraction(0)
ONE = Fraction(1)


def _source(label: str, section: str) -> Source:
    return Source("Kitani, lecture notes on OLC", label, f"section {section}")


# --- what happens on one trial -------------------------------------------------------------------------


ON_POSITIVE, ON_NEGATIVE = "err*(y > 0)", "err*(y < 0)"
"""Whether a trial is a mistake on a positive, or on a negative, example."""


# --- section 1: experts --------------------------------------------------------------------------------


def _regret(text: str, value: str = "sum_t(err) - k") -> Quantity:
    return said(text, value, over="attributes", names={"k": "sum_t(at(x, i) != y)"})


WMA = named_learner("WMA(eta)", "wma(eta)", "classification")
RWMA = named_learner("RWMA(eta)", "rwma(eta)", "expert")

VOTES = examples_in((-1, 1))
AT_MOST_HALF = parameter(eta <= Rational(1, 2), "eta <= 1/2", silent=True)
BELOW_ONE = parameter(eta < 1, "eta < 1", silent=True)
ANY_TIE = "a vote of exactly 0 counts as a mistake, the worst case of an unspecified sign(0)"
NO_TIE = "none: the vote is drawn at random"

WMA_REGRET = Claim(
    id="kitani.wma",
    title="(3): regret of the Weighted Majority Algorithm against every expert",
    source=_source("(3)", "1.1"),
    standing=Standing.QUALIFIED,
    quantity=_regret("M - m_n for every expert n (k = m_n)"),
    bound=(1 + 2 * eta) * k + 2 * log(N) / eta,
    hypotheses=(VOTES, AT_MOST_HALF),
    outcomes=Outcomes.MASTER,
    comparator=Comparator.NONE,
    learner=WMA,
    defines={N: n},
    free={eta: Rational(1, 2)},
    ties=ANY_TIE,
    family="experts",
    counterpart="kitani.wma.printed",
    note="The exact range of eta is larger: see kitani.wma.range.",
)

WMA_RANGE = replace(
    WMA_REGRET,
    id="kitani.wma.range",
    title="(3) in the exact range of eta",
    hypotheses=(
        VOTES,
        BELOW_ONE,
        parameter(-log(1 - eta) <= -2 * (1 + eta) * log(1 - eta / 2), "range", silent=True),
    ),
    free={eta: Rational(893, 1000)},
    note="The range ends at eta = 0.8939...; beyond it, enough experts whose halves err in turn break (3).",
)

WMA_PRINTED = replace(
    WMA_REGRET,
    id="kitani.wma.printed",
    title="(3) without a range of eta",
    standing=Standing.FALSE,
    hypotheses=(VOTES, BELOW_ONE),
    free={eta: Integer(1)},
    counterpart="kitani.wma",
    note="Fails for eta near 1. The weights stay positive for eta < 1, which is the most lenient reading.",
)


WMA_NOT_NO_REGRET = Claim(
    id="kitani.wma.noreg",
    title="WMA is not a no-regret algorithm: two experts that are right in turn cost an average regret of 1/2",
    source=_source("after (3)", "1.1"),
    standing=Standing.TRUE,
    quantity=said("(M - smallest m_n)/l", "(sum_t(err) + max_for(i, 1, n, -sum_t(at(x, i) != y)))/l"),
    relation="==",
    bound=Rational(1, 2),
    hypotheses=(
        Hypothesis(
            "alternating",
            "two experts say +1 and -1 on every trial, and the labels alternate",
            formula="(n == 2)*(sum_t((at(x, 1) == 1)*(at(x, n) == -1)) == l)*(abs(sum_t(y*(-1)**t)) == l) == 1",
        ),
        Hypothesis("even", "l is even", formula="l == 2*floor(l/2)"),
        at_least(l, 1),
        BELOW_ONE,
    ),
    outcomes=Outcomes.MASTER,
    comparator=Comparator.NONE,
    learner=WMA,
    defines={N: n},
    free={eta: Integer(1)},
    ties="the vote ties on every other trial; the label goes against sign(0), so the tie is a mistake",
    attained=True,
    family="alternating experts",
)

RWMA_REGRET = Claim(
    id="kitani.rwma",
    title="(5): expected regret of the Randomised Weighted Majority Algorithm against every expert",
    source=_source("(5)", "1.2"),
    standing=Standing.QUALIFIED,
    quantity=_regret("E[M] - m_n for every expert n (k = m_n)"),
    bound=eta * k + log(N) / eta,
    hypotheses=(VOTES, AT_MOST_HALF),
    outcomes=Outcomes.MASTER,
    comparator=Comparator.NONE,
    learner=RWMA,
    defines={N: n},
    free={eta: Rational(1, 2)},
    ties=NO_TIE,
    family="experts",
    counterpart="kitani.rwma.printed",
    note="The exact range of eta is larger: see kitani.rwma.range.",
)

RWMA_RANGE = replace(
    RWMA_REGRET,
    id="kitani.rwma.range",
    title="(5) in the exact range of eta",
    hypotheses=(VOTES, BELOW_ONE, parameter(-log(1 - eta) <= eta + eta**2, "range", silent=True)),
    free={eta: Rational(683, 1000)},
    note="The range ends at eta = 0.6838...; beyond it, enough experts that err one at a time break (5).",
)

RWMA_PRINTED = replace(
    RWMA_REGRET,
    id="kitani.rwma.printed",
    title="(5) without a range of eta",
    standing=Standing.FALSE,
    hypotheses=(VOTES, BELOW_ONE),
    free={eta: Integer(1)},
    counterpart="kitani.rwma",
    note=WMA_PRINTED.note,
)

RWMA_HALF = Claim(
    id="kitani.rwma.half",
    title="Randomisation cuts the number of mistakes by a half: the bounds on E[M] and M",
    source=_source("first sentence", "1.2"),
    standing=Standing.TRUE,
    quantity=quantity.expressions(
        "2 * bound on E[M] - bound on M", (2 * (k + RWMA_REGRET.bound) - (k + WMA_REGRET.bound), "(5) against (3)")
    ),
    relation="==",
    bound=Integer(0),
    outcomes=Outcomes.NONE,
    hypotheses=(at_least(N, 1),),
    comparator=Comparator.NONE,
    free={eta: None, k: None, N: None},
    note="Of the bounds (1 + eta)*k + log(N)/eta and twice that, not of the mistakes of a given run.",
)

RWMA_TUNED = replace(
    RWMA_REGRET,
    id="kitani.rwma.sqrtT",
    title="(5) with eta = 1/sqrt(T)",
    source=_source("after (5)", "1.2"),
    standing=Standing.TRUE,
    bound=RWMA_REGRET.bound.subs(eta, 1 / sqrt(l)),
    hypotheses=(VOTES, at_least(l, 1)),
    defines={N: n, eta: 1 / sqrt(l)},
    free={},
    counterpart="",
    note="T = 1 and T = 2 have eta = 1 and 0.707..., outside the range of the proof; the bound holds there too.",
)

RWMA_NO_REGRET = replace(
    RWMA_TUNED,
    id="kitani.rwma.noreg",
    title="RWMA with eta = 1/sqrt(T) is a no-regret algorithm: the average regret goes to 0",
    quantity=_regret("(E[M] - m_n)/l for every expert n (k = m_n)", "(sum_t(err) - k)/l"),
    bound=RWMA_TUNED.bound.subs(k, l) / l,
    note="(1 + ln N)/sqrt(T), since an expert errs at most T times.",
)

# --- section 2.1: Perceptron ---------------------------------------------------------------------------


MARGIN_FORMULA = "if(l == 0, 0, min_t(y*ux))"
MEASURES = {
    R: Measure(EUCLIDEAN.radius_formula, settable=True),
    gamma: Measure(f"{MARGIN_FORMULA}/norm(u, 2)", settable=True),
}


PERCEPTRON = named_learner("Perceptron(0, 1), classification", "perceptron(1)", "classification")
UNIT = Hypothesis(
    "unit",
    "u is not 0, so that w* = u/|u| has length 1",
    formula="sum(abs(u)) > 0",
)
POSITIVE_MARGIN = Hypothesis(
    "gamma > 0",
    "gamma > 0",
    silent=True,
    formula="gamma > 0",
)
RADIUS = Hypothesis(
    "R",
    "R is at least the largest norm of an example",
    formula=f"R >= {EUCLIDEAN.radius_formula}",
)
GAMMA = Hypothesis(
    "gamma",
    "gamma = min y <w*, x>",
    formula=f"gamma == {MARGIN_FORMULA}/norm(u, 2)",
)
MARGIN = Hypothesis(
    "gamma != 0",
    "gamma is not 0",
    formula=f"{MARGIN_FORMULA} != 0",
)
ANY_MARGIN = "y u.x > 0 on every trial"
SOME_TRIAL = at_least(l, 1, silent=True)
SEPARATED = (UNIT, POSITIVE_MARGIN, SOME_TRIAL, RADIUS, GAMMA)
AT_ZERO = "a prediction of exactly 0 counts as a mistake and updates, the worst case of an unspecified sign(0)"


LEMMA_1 = Claim(
    id="kitani.lem1",
    title="Lemma 1: among vectors of given lengths U and X, the dot product is largest when they are parallel",
    source=_source("Lemma 1", "2.1"),
    standing=Standing.QUALIFIED,
    quantity=each("u.x (U = |u|, X = |x|)", "ux", names={"U": "norm(u, 2)", "X": "norm(x, 2)"}),
    bound=U * X,
    outcomes=Outcomes.LABELS,
    attained=True,
    counterpart="kitani.lem1.printed",
    note="The lengths have to be fixed, and parallel to mean of the same direction. Labels play no part.",
)


LEMMA_1_PRINTED = replace(
    LEMMA_1,
    id="kitani.lem1.printed",
    title="Lemma 1 read literally: no vector has a larger dot product with u than x_1, which is parallel to u",
    standing=Standing.FALSE,
    quantity=each("u.x (ux = u.x_1)", "dot(u, x)", names={"ux": "sum_t((t == 1)*dot(u, x))"}),
    bound=ux,
    hypotheses=(
        UNIT,
        Hypothesis("nonzero", "x_1 is not 0", formula="sum_t((t == 1)*sum(abs(x))) > 0"),
        Hypothesis(
            "parallel",
            "x_1 is parallel to u",
            formula="(l > 0)*(sum_t((t == 1)*(dot(u, u)*dot(x, x) != dot(u, x)**2)) == 0) == 1",
        ),
    ),
    family="parallel vectors",
    attained=False,
    counterpart="kitani.lem1",
    note="A longer vector has a larger dot product, and an antiparallel one has the smallest.",
)

PERCEPTRON_BOUND = Claim(
    id="kitani.perc",
    title="Theorem 2: mistakes of the Perceptron on data with margin gamma",
    source=_source("Theorem 2", "2.1"),
    standing=Standing.QUALIFIED,
    quantity=quantity.MISTAKES,
    bound=R**2 / gamma**2,
    hypotheses=SEPARATED,
    outcomes=Outcomes.LABELS,
    comparator=Comparator.SEPARATING,
    separates=ANY_MARGIN,
    geometry=EUCLIDEAN,
    learner=PERCEPTRON,
    measures=MEASURES,
    ties=AT_ZERO,
    attained=True,
    counterpart="kitani.perc.printed",
    note="R is the largest norm of an example and gamma the smallest y <w*, x>, w* = u/|u|.",
)

PERCEPTRON_BOUND_PRINTED = replace(
    PERCEPTRON_BOUND,
    id="kitani.perc.printed",
    title="Theorem 2 for gamma of any sign",
    standing=Standing.FALSE,
    hypotheses=(UNIT, MARGIN, SOME_TRIAL, RADIUS, GAMMA),
    comparator=Comparator.ANY,
    separates="",
    attained=False,
    family="margin labels",
    counterpart="kitani.perc",
    note="The minimum gamma is negative when w* errs, and then R^2/gamma^2 bounds nothing; at 0 it is undefined.",
)

STEP_6 = Claim(
    id="kitani.perc.step",
    title="(6): y <w, x> is not positive on a mistake",
    source=_source("(6)", "2.1"),
    standing=Standing.QUALIFIED,
    quantity=each("y <w, x> on a mistake", "y*dot(w, x)", condition="err"),
    bound=Integer(0),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NONE,
    learner=PERCEPTRON,
    ties=AT_ZERO,
    counterpart="kitani.perc.step.printed",
)

STEP_6_PRINTED = replace(
    STEP_6,
    id="kitani.perc.step.printed",
    title="(6) as printed: y <w, x> is negative on a mistake",
    standing=Standing.FALSE,
    relation="<",
    counterpart="kitani.perc.step",
    note="The first mistake is made by w = 0, where y <w, x> = 0.",
)


def _perceptron_step(identifier: str, title: str, label: str, amounts: Quantity, bound: Any, **changes: Any) -> Claim:
    """Return a step of the proof of theorem 2."""
    claim = Claim(
        id=identifier,
        title=title,
        source=_source(label, "2.1"),
        standing=Standing.TRUE,
        quantity=amounts,
        bound=bound,
        hypotheses=(UNIT, SOME_TRIAL, GAMMA),
        outcomes=Outcomes.LABELS,
        geometry=EUCLIDEAN,
        learner=PERCEPTRON,
        measures=MEASURES,
        ties=AT_ZERO,
        attained=True,
        family="margin labels",
    )
    return replace(claim, **changes)


EQ_7 = _perceptron_step(
    "kitani.eq7",
    "(7): the potential grows by at most R^2 a mistake",
    "(7)",
    each("|w|^2 after m mistakes", "sum(w_next**2)"),
    m * R**2,
    hypotheses=(RADIUS,),
    comparator=Comparator.NONE,
    measures={R: MEASURES[R]},
    family="",
)

EQ_10 = _perceptron_step(
    "kitani.eq10",
    "(10): <w*, w> is at most the length of w",
    "(10)",
    each("<w*, w> after a trial, where w is not 0", "dot(u, w_next)/norm(u, 2)", condition="sum(abs(w_next)) > 0"),
    sqrt(ww),
    note="The form in the middle divides by |w|, so w = 0 is left out.",
)

EQ_14 = _perceptron_step(
    "kitani.eq14",
    "(14): <w*, w> grows by at least gamma a mistake",
    "(14)",
    each("<w*, w> after m mistakes", "dot(u, w_next)/norm(u, 2)"),
    m * gamma,
    relation=">=",
    note="Holds for gamma of any sign.",
)


EQ_16 = _perceptron_step(
    "kitani.eq16",
    "(16): M gamma is at most the length of w",
    "(16)",
    each("m gamma after m mistakes", "m*gamma"),
    EQ_10.bound,
)

EQ_18 = _perceptron_step(
    "kitani.eq18",
    "(18): (M gamma)^2 is at most M R^2; divided by M, if M > 0, it gives theorem 2",
    "(18)",
    each("(m gamma)^2 after m mistakes", "(m*gamma)**2"),
    EQ_7.bound,
    standing=Standing.QUALIFIED,
    hypotheses=SEPARATED,
    comparator=Comparator.SEPARATING,
    separates=ANY_MARGIN,
    family="",
    note="Squaring (16) needs M gamma >= 0.",
)

# --- section 2.2: Winnow -------------------------------------------------------------------------------


WINNOW = named_learner("Winnow(1 + beta, N)", "winnow(1 + beta)", "threshold_above(N)")
RELEVANT = Hypothesis(
    "relevant",
    "u is in {0, 1}^N; its k ones are the relevant features",
    formula="sum((u == 0) + (u == 1)) == n",
)
DISJUNCTION = Hypothesis(
    "disjunction",
    "y = +1 if and only if a relevant feature is active",
    silent=True,
    formula="sum_t((ux > 0) != (y > 0)) == 0",
)
ONE_RELEVANT = Hypothesis("k = 1", "k = 1", silent=True, formula="k == 1")
BINARY = examples_in((0, 1))
TASK = (BINARY, RELEVANT, DISJUNCTION)
STRICT = "w.x = N is predicted negative"

POSITIVE_MISTAKES = k * (log(N) / log(1 + beta) + 1)
"""What bounds m+ for any beta: each relevant weight is promoted at most log N + 1 times, to base 1 + beta."""


def _winnow(identifier: str, title: str, label: str, compared: Quantity, bound: Any, **changes: Any) -> Claim:
    """Return a statement about Winnow with beta = 1 on a disjunction of k features."""
    claim = Claim(
        id=identifier,
        title=title,
        source=_source(label, "2.2"),
        standing=Standing.TRUE,
        quantity=compared,
        bound=bound,
        hypotheses=TASK,
        outcomes=Outcomes.BOOLEAN,
        comparator=Comparator.DISJUNCTION,
        learner=WINNOW,
        defines={N: n, beta: Integer(1)},
        ties=STRICT,
        family="binary disjunction",
    )
    return replace(claim, **changes)


LEMMA_3 = _winnow(
    "kitani.lem3",
    "Lemma 3: the weight of the only relevant feature after m+ mistakes on positive examples",
    "Lemma 3",
    each("w_n for every relevant n", "at(w_next, i)", condition="at(u, i) == 1", over="entries"),
    (1 + beta) ** mplus,
    standing=Standing.QUALIFIED,
    relation="==",
    hypotheses=(*TASK, ONE_RELEVANT),
    defines={N: n},
    free={beta: None},
    attained=True,
    family="one relevant feature",
    counterpart="kitani.lem3.printed",
    note="With one relevant feature, and only then, it is active on every positive example.",
)

LEMMA_3_PRINTED = replace(
    LEMMA_3,
    id="kitani.lem3.printed",
    title="Lemma 3 as printed, for every number k of relevant features",
    standing=Standing.FALSE,
    hypotheses=TASK,
    attained=False,
    family="binary disjunction",
    counterpart="kitani.lem3",
    note="With two relevant features one of them can be inactive on a positive example.",
)


LEMMA_3_ACTIVE = replace(
    LEMMA_3,
    id="kitani.lem3.active",
    title="Lemma 3 for every k: mplus counts the mistakes on positive examples in which feature n is active",
    quantity=each(
        "w_n for every relevant n",
        "at(w_next, i)",
        condition="at(u, i) == 1",
        over="entries",
        names={"mplus": f"past_t({ON_POSITIVE}*(at(x, i) == 1))"},
    ),
    hypotheses=TASK,
    family="binary disjunction",
    note="A relevant feature is inactive on every negative example, so it is never demoted.",
)

LEMMA_4 = _winnow(
    "kitani.lem4",
    "Lemma 4: the weights of active features on a mistake on a positive example",
    "Lemma 4",
    each(
        "w_n for every active n on a mistake on a positive example",
        "at(w, i)",
        condition=f"{ON_POSITIVE}*at(x, i)",
        over="entries",
    ),
    N,
    standing=Standing.QUALIFIED,
    defines={N: n},
    free={beta: None},
    attained=True,
    counterpart="kitani.lem4.printed",
)

LEMMA_4_PRINTED = replace(
    LEMMA_4,
    id="kitani.lem4.printed",
    title="Lemma 4 as printed: w_n < N for all n",
    standing=Standing.FALSE,
    quantity=each(
        "w_n for every n on a mistake on a positive example", "at(w, i)", condition=ON_POSITIVE, over="entries"
    ),
    relation="<",
    attained=False,
    counterpart="kitani.lem4",
    note="The prediction is 0 for w.x <= N, so w_n = N happens; and an inactive w_n can exceed N.",
)

LEMMA_4_ALL = replace(
    LEMMA_4_PRINTED,
    id="kitani.lem4.all",
    title="Lemma 4 for all n, with the sign repaired: w_n <= N",
    relation="<=",
    note="The other fault of the printed form: a weight that is inactive on this example can exceed N.",
)

WINNOW_BETA = _winnow(
    "kitani.winnow.beta",
    "Theorem 5 for any beta (derived from its proof)",
    "after the proof of Theorem 5",
    quantity.MISTAKES,
    (1 + beta) / beta + (2 + beta) * POSITIVE_MISTAKES,
    standing=Standing.QUALIFIED,
    relation="<",
    defines={N: n},
    free={beta: None},
    note="Not in the notes, which assume beta = 1; their proof gives it word for word.",
)

THEOREM_5 = replace(
    WINNOW_BETA,
    id="kitani.winnow",
    title="Theorem 5: mistakes of Winnow on a disjunction of k out of N features",
    source=_source("Theorem 5", "2.2"),
    bound=WINNOW_BETA.bound.subs(beta, 1),
    defines={N: n, beta: Integer(1)},
    free={},
    note="k = 0 is allowed. The labels have to be the disjunction of the relevant features.",
)

EQ_24 = _winnow(
    "kitani.eq24",
    "(24): a mistake on a positive example adds at most N to the potential",
    "(24)",
    each("Phi' - Phi on a mistake on a positive example", "sum(w_next) - sum(w)", condition=ON_POSITIVE),
    N,
    attained=True,
)

EQ_25 = _winnow(
    "kitani.eq25",
    "(25): the potential after m+ mistakes on positive examples",
    "(25)",
    each("Phi", "sum(w_next)"),
    N + mplus * N,
    attained=True,
)

EQ_27 = _winnow(
    "kitani.eq27",
    "(27): a mistake on a negative example takes more than N/2 from the potential",
    "(27)",
    each("Phi' - Phi on a mistake on a negative example", "sum(w_next) - sum(w)", condition=ON_NEGATIVE),
    -N / 2,
    relation="<",
)


EQ_28 = _winnow(
    "kitani.eq28",
    "(28): what m- mistakes on negative examples leave of the initial potential",
    "(28)",
    Quantity(
        "Phi_1 less what mistakes on negative examples took",
        formula=({"over": "trials", "value": f"n + past_t({ON_NEGATIVE}*(sum(w_next) - sum(w)))"},),
    ),
    N - mminus * N / 2,
    standing=Standing.QUALIFIED,
    attained=True,
    counterpart="kitani.eq28.printed",
    note="Of the decrease alone; mistakes on positive examples add to Phi, which (29) puts in.",
)

EQ_28_PRINTED = replace(
    EQ_28,
    id="kitani.eq28.printed",
    title="(28) as printed, with a strict sign",
    standing=Standing.FALSE,
    relation="<",
    attained=False,
    counterpart="kitani.eq28",
    note="Equality at m- = 0. Harmless: (29) has the sign right.",
)

EQ_29 = replace(
    EQ_25,
    id="kitani.eq29",
    title="(29): the potential after m+ and m- mistakes",
    source=_source("(29)", "2.2"),
    bound=EQ_25.bound + EQ_28.bound - N,
)

EQ_30 = replace(
    EQ_25,
    id="kitani.eq30",
    title="(30): the potential stays positive",
    source=_source("(30)", "2.2"),
    relation=">",
    bound=Integer(0),
    attained=False,
)

EQ_31 = _winnow(
    "kitani.eq31",
    "(31): the two ends of 0 < Phi <= N + m+ N - m- N/2",
    "(31)",
    each("0", "0"),
    EQ_29.bound,
    relation="<",
)

EQ_33 = _winnow(
    "kitani.eq33",
    "(33): mistakes on negative examples against those on positive ones",
    "(33)",
    each("m-", "mminus"),
    2 + 2 * mplus,
    relation="<",
)

EQ_34 = _winnow(
    "kitani.eq34",
    "(34): the weight of the only relevant feature at the m+-th mistake on a positive example, before its update",
    "(34)",
    each(
        "w_n for every relevant n on a mistake on a positive example",
        "at(w, i)",
        condition=f"{ON_POSITIVE}*(at(u, i) == 1)",
        over="entries",
    ),
    LEMMA_3.bound.subs({beta: 1, mplus: mplus - 1}),
    standing=Standing.QUALIFIED,
    relation="==",
    hypotheses=(*TASK, ONE_RELEVANT),
    attained=True,
    family="one relevant feature",
    counterpart="kitani.eq34.printed",
)

EQ_34_PRINTED = replace(
    EQ_34,
    id="kitani.eq34.printed",
    title="(34) for every number k of relevant features",
    standing=Standing.FALSE,
    hypotheses=TASK,
    attained=False,
    family="binary disjunction",
    counterpart="kitani.eq34",
    note="As Lemma 3, on which it rests.",
)

EQ_36 = _winnow(
    "kitani.eq36",
    "(36): mistakes on positive examples with k relevant features",
    "(36)",
    quantity.said("m+", f"sum_t({ON_POSITIVE})"),
    POSITIVE_MISTAKES.subs(beta, 1),
    standing=Standing.QUALIFIED,
    attained=True,
    counterpart="kitani.eq36.printed",
    note="Attained by single relevant features where N is a power of 2.",
)

EQ_35 = replace(
    EQ_36,
    id="kitani.eq35",
    title="(35): mistakes on positive examples with one relevant feature",
    source=_source("(35)", "2.2"),
    bound=EQ_36.bound.subs(k, 1),
    hypotheses=(*TASK, ONE_RELEVANT),
    family="one relevant feature",
    counterpart="kitani.eq35.printed",
)


def _strict(claim: Claim) -> Claim:
    """Return (35) or (36) with its printed strict sign."""
    return replace(
        claim,
        id=f"{claim.id}.printed",
        title=f"{claim.title}, with a strict sign",
        standing=Standing.FALSE,
        relation="<",
        attained=False,
        counterpart=claim.id,
        note="Lemma 4 holds with <= only, so this does: N a power of 2 gives equality.",
    )


EQ_35_PRINTED = _strict(EQ_35)
EQ_36_PRINTED = _strict(EQ_36)

EQ_37 = _winnow(
    "kitani.eq37",
    "(37): mistakes on negative examples",
    "(37)",
    quantity.said("m-", f"sum_t({ON_NEGATIVE})"),
    EQ_33.bound.subs(mplus, EQ_36.bound),
    relation="<",
    note="Follows from (33), which is strict, and the non-strict (36).",
)

EQ_38 = _winnow(
    "kitani.eq38",
    "(38): mistakes on positive and negative examples together",
    "(38)",
    quantity.said("m- + m+", "sum_t(err)"),
    EQ_36.bound + EQ_37.bound,
    relation="<",
    note=EQ_37.note,
)

CLAIMS = (
    WMA_REGRET,
    WMA_PRINTED,
    WMA_RANGE,
    WMA_NOT_NO_REGRET,
    RWMA_REGRET,
    RWMA_PRINTED,
    RWMA_RANGE,
    RWMA_HALF,
    RWMA_TUNED,
    RWMA_NO_REGRET,
    LEMMA_1,
    LEMMA_1_PRINTED,
    PERCEPTRON_BOUND,
    PERCEPTRON_BOUND_PRINTED,
    STEP_6,
    STEP_6_PRINTED,
    EQ_7,
    EQ_10,
    EQ_14,
    EQ_16,
    EQ_18,
    LEMMA_3,
    LEMMA_3_PRINTED,
    LEMMA_3_ACTIVE,
    LEMMA_4,
    LEMMA_4_PRINTED,
    LEMMA_4_ALL,
    THEOREM_5,
    WINNOW_BETA,
    EQ_24,
    EQ_25,
    EQ_27,
    EQ_28,
    EQ_28_PRINTED,
    EQ_29,
    EQ_30,
    EQ_31,
    EQ_33,
    EQ_34,
    EQ_34_PRINTED,
    EQ_35,
    EQ_35_PRINTED,
    EQ_36,
    EQ_36_PRINTED,
    EQ_37,
    EQ_38,
)
