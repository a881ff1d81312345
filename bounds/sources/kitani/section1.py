"""Section 1: prediction with experts, by Weighted Majority and randomised Weighted Majority."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from sympy import Rational, log, sqrt

from bounds.claims.claim import Claim, Hypothesis, Outcomes, Quantity, Standing
from bounds.claims.hypotheses import at_least, examples_in, parameter
from bounds.claims.quantities import amount_of, expressions
from bounds.claims.sections import false_form, identity
from bounds.claims.stated import named_learner
from bounds.sources.kitani.common import cited
from bounds.symbols import N, eta, k, l


def _regret(text: str, value: str = "sum_t(err) - k") -> Quantity:
    return amount_of(text, value, over="attributes", names={"k": "sum_t(at(x, i) != y)"})


WMA = named_learner("`WMA(eta)`", "wma(eta)", "classification")
RWMA = named_learner("`RWMA(eta)`", "rwma(eta)", "expert")

VOTES = examples_in((-1, 1))
AT_MOST_HALF = parameter(eta <= Rational(1, 2), "eta <= 1/2", silent=True)
BELOW_ONE = parameter(eta < 1, silent=True)
ANY_TIE = "a vote of exactly 0 counts as a mistake, the worst case of an unspecified sign(0)"
NO_TIE = "none: the vote is drawn at random"

about_experts = partial(
    Claim,
    hypotheses=(VOTES, AT_MOST_HALF),
    outcomes=Outcomes.MASTER,
    defines={N: "n"},
    free=(eta,),
    family="experts",
)

WMA_REGRET = about_experts(
    id="kitani.wma",
    title="(3): regret of the Weighted Majority Algorithm against every expert",
    source=cited("(3)", "1.1"),
    standing=Standing.QUALIFIED,
    quantity=_regret("M - m_n for every expert n (k = m_n)"),
    bound="(1 + 2*eta)*k + 2*log(N)/eta",
    learner=WMA,
    ties=ANY_TIE,
    counterpart="kitani.wma.printed",
    note="The exact range of eta is larger: see kitani.wma.range.",
)

WMA_PRINTED = false_form(
    WMA_REGRET,
    title="(3) without a range of `eta`",
    hypotheses=(VOTES, BELOW_ONE),
    note="Fails for eta near 1. The weights stay positive for eta < 1, which is the most lenient reading.",
)

WMA_RANGE = replace(
    WMA_REGRET,
    id="kitani.wma.range",
    title="(3) in the exact range of `eta`",
    hypotheses=(
        VOTES,
        BELOW_ONE,
        parameter(-log(1 - eta) <= -2 * (1 + eta) * log(1 - eta / 2), "range", silent=True),
    ),
    made_below={eta: Rational(893, 1000)},
    note="The range ends at eta = 0.8939...; beyond it, enough experts whose halves err in turn break (3).",
)


WMA_NOT_NO_REGRET = about_experts(
    id="kitani.wma.noreg",
    title="WMA is not a no-regret algorithm: two experts that are right in turn cost an average regret of `1/2`",
    source=cited("after (3)", "1.1"),
    standing=Standing.TRUE,
    quantity=amount_of("(`M` - smallest `m_n`)/`l`", "(sum_t(err) + max_for(i, 1, n, -sum_t(at(x, i) != y)))/l"),
    relation="==",
    bound="1/2",
    hypotheses=(
        Hypothesis(
            "alternating",
            "two experts say `+1` and `-1` on every trial, and the labels alternate",
            formula="n == 2 and all_t(at(x, 1) == 1 and at(x, n) == -1) and abs(sum_t(y*(-1)**t)) == l",
        ),
        Hypothesis("even", "l is even", formula="l == 2*floor(l/2)"),
        at_least(l, 1),
        BELOW_ONE,
    ),
    learner=WMA,
    ties="the vote ties on every other trial; the label goes against sign(0), so the tie is a mistake",
    attained=True,
    family="alternating experts",
)

RWMA_REGRET = about_experts(
    id="kitani.rwma",
    title="(5): expected regret of the Randomised Weighted Majority Algorithm against every expert",
    source=cited("(5)", "1.2"),
    standing=Standing.QUALIFIED,
    quantity=_regret("E[M] - m_n for every expert n (k = m_n)"),
    bound="eta*k + log(N)/eta",
    learner=RWMA,
    ties=NO_TIE,
    counterpart="kitani.rwma.printed",
    note="The exact range of eta is larger: see kitani.rwma.range.",
)

RWMA_PRINTED = false_form(
    RWMA_REGRET,
    title="(5) without a range of `eta`",
    hypotheses=(VOTES, BELOW_ONE),
    note=WMA_PRINTED.note,
)

RWMA_RANGE = replace(
    RWMA_REGRET,
    id="kitani.rwma.range",
    title="(5) in the exact range of `eta`",
    hypotheses=(VOTES, BELOW_ONE, parameter(-log(1 - eta) <= eta + eta**2, "range", silent=True)),
    made_below={eta: Rational(683, 1000)},
    note="The range ends at eta = 0.6838...; beyond it, enough experts that err one at a time break (5).",
)

RWMA_HALF = identity(
    id="kitani.rwma.half",
    title="Randomisation cuts the number of mistakes by a half: the bounds on `E[M]` and `M`",
    source=cited("first sentence", "1.2"),
    standing=Standing.TRUE,
    quantity=expressions(
        "`2` * bound on `E[M]` - bound on `M`",
        (2 * (k + RWMA_REGRET.bound) - (k + WMA_REGRET.bound), "(5) against (3)"),
    ),
    outcomes=Outcomes.NONE,
    hypotheses=(at_least(N, 1),),
    free=(eta, k, N),
    note="Of the bounds (1 + eta)*k + log(N)/eta and twice that, not of the mistakes of a given run.",
)

RWMA_TUNED = replace(
    RWMA_REGRET,
    id="kitani.rwma.sqrtT",
    title="(5) with `eta = 1/sqrt(T)`",
    source=cited("after (5)", "1.2"),
    standing=Standing.TRUE,
    bound=RWMA_REGRET.bound.subs(eta, 1 / sqrt(l)),
    hypotheses=(VOTES, at_least(l, 1)),
    defines={N: "n", eta: "1/sqrt(l)"},
    free=(),
    counterpart="",
    note="T = 1 and T = 2 have eta = 1 and 0.707..., outside the range of the proof; the bound holds there too.",
)

RWMA_NO_REGRET = replace(
    RWMA_TUNED,
    id="kitani.rwma.noreg",
    title="RWMA with `eta = 1/sqrt(T)` is a no-regret algorithm: the average regret goes to 0",
    quantity=_regret("(E[M] - m_n)/l for every expert n (k = m_n)", "(sum_t(err) - k)/l"),
    bound=RWMA_TUNED.bound.subs(k, l) / l,
    note="(1 + ln N)/sqrt(T), since an expert errs at most T times.",
)
