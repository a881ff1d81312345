"""Section 2.2: Winnow (theorem 5)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from sympy import log

from bounds.claims.claim import Claim, Hypothesis, Outcomes, Quantity, Standing
from bounds.claims.hypotheses import examples_in
from bounds.claims.quantities import MISTAKES, amount_of, each
from bounds.claims.sections import false_form
from bounds.claims.stated import named_learner
from bounds.sources.kitani.common import cited
from bounds.symbols import N, beta, k, mplus

ON_POSITIVE, ON_NEGATIVE = "err*(y > 0)", "err*(y < 0)"
"""Whether a trial is a mistake on a positive, or on a negative, example."""


WINNOW = named_learner("`Winnow(1 + beta, N)`", "winnow(1 + beta)", "threshold_above(N)")
RELEVANT = Hypothesis(
    "relevant",
    "`u` is in `{0, 1}^N`; its `k` ones are the relevant features",
    formula="all_i(member(u, {0, 1}))",
)
DISJUNCTION = Hypothesis(
    "disjunction",
    "y = +1 if and only if a relevant feature is active",
    silent=True,
    formula="all_t((ux > 0) == (y > 0))",
)
ONE_RELEVANT = Hypothesis("k = 1", "k = 1", silent=True, formula="k == 1")
BINARY = examples_in((0, 1))
TASK = (BINARY, RELEVANT, DISJUNCTION)
STRICT = "w.x = N is predicted negative"

POSITIVE_MISTAKES = k * (log(N) / log(1 + beta) + 1)
"""What bounds m+ for any beta: each relevant weight is promoted at most log N + 1 times, to base 1 + beta."""


about_winnow = partial(
    Claim,
    standing=Standing.TRUE,
    hypotheses=TASK,
    outcomes=Outcomes.BOOLEAN,
    learner=WINNOW,
    defines={N: "n", beta: "1"},
    ties=STRICT,
    family="binary disjunction",
)
"""Makes a statement about Winnow with beta = 1 on a disjunction of k features."""


def _strict(claim: Claim) -> Claim:
    """Return (35) or (36) with its printed strict sign."""
    return false_form(
        claim,
        title=claim.title + ", with a strict sign",
        relation="<",
        note="Lemma 4 holds with <= only, so this does: N a power of 2 gives equality.",
    )


LEMMA_3 = about_winnow(
    id="kitani.lem3",
    title="Lemma 3: the weight of the only relevant feature after `m+` mistakes on positive examples",
    source=cited("Lemma 3", "2.2"),
    quantity=each("`w_n` for every relevant `n`", "at(w_next, i)", condition="at(u, i) == 1", over="entries"),
    bound="(1 + beta)**mplus",
    standing=Standing.QUALIFIED,
    relation="==",
    hypotheses=(*TASK, ONE_RELEVANT),
    defines={N: "n"},
    free=(beta,),
    attained=True,
    family="one relevant feature",
    counterpart="kitani.lem3.printed",
    note="With one relevant feature, and only then, it is active on every positive example.",
)

LEMMA_3_PRINTED = false_form(
    LEMMA_3,
    title="Lemma 3 as printed, for every number `k` of relevant features",
    hypotheses=TASK,
    family="binary disjunction",
    note="With two relevant features one of them can be inactive on a positive example.",
)


LEMMA_3_ACTIVE = replace(
    LEMMA_3,
    id="kitani.lem3.active",
    title="Lemma 3 for every `k`: `mplus` counts the mistakes on positive examples in which feature `n` is active",
    quantity=each(
        "`w_n` for every relevant `n`",
        "at(w_next, i)",
        condition="at(u, i) == 1",
        over="entries",
        names={"mplus": f"past_t({ON_POSITIVE}*(at(x, i) == 1))"},
    ),
    hypotheses=TASK,
    family="binary disjunction",
    note="A relevant feature is inactive on every negative example, so it is never demoted.",
)

LEMMA_4 = about_winnow(
    id="kitani.lem4",
    title="Lemma 4: the weights of active features on a mistake on a positive example",
    source=cited("Lemma 4", "2.2"),
    quantity=each(
        "w_n for every active n on a mistake on a positive example",
        "at(w, i)",
        condition=f"{ON_POSITIVE}*at(x, i)",
        over="entries",
    ),
    bound="N",
    standing=Standing.QUALIFIED,
    defines={N: "n"},
    free=(beta,),
    attained=True,
    counterpart="kitani.lem4.printed",
)

LEMMA_4_PRINTED = false_form(
    LEMMA_4,
    title="Lemma 4 as printed: `w_n < N` for all `n`",
    quantity=each(
        "w_n for every n on a mistake on a positive example", "at(w, i)", condition=ON_POSITIVE, over="entries"
    ),
    relation="<",
    note="The prediction is 0 for w.x <= N, so w_n = N happens; and an inactive w_n can exceed N.",
)

LEMMA_4_ALL = replace(
    LEMMA_4_PRINTED,
    id="kitani.lem4.all",
    title="Lemma 4 for all `n`, with the sign repaired: `w_n <= N`",
    relation="<=",
    note="The other fault of the printed form: a weight that is inactive on this example can exceed N.",
)

MISTAKES_AT_BETA = (1 + beta) / beta + (2 + beta) * POSITIVE_MISTAKES

THEOREM_5 = about_winnow(
    id="kitani.winnow",
    title="Theorem 5: mistakes of Winnow on a disjunction of `k` out of `N` features",
    source=cited("Theorem 5", "2.2"),
    quantity=MISTAKES,
    bound=MISTAKES_AT_BETA.subs(beta, 1),
    standing=Standing.QUALIFIED,
    relation="<",
    note="k = 0 is allowed. The labels have to be the disjunction of the relevant features.",
)

WINNOW_BETA = replace(
    THEOREM_5,
    id="kitani.winnow.beta",
    title="Theorem 5 for any `beta` (derived from its proof)",
    source=cited("after the proof of Theorem 5", "2.2"),
    bound=MISTAKES_AT_BETA,
    defines={N: "n"},
    free=(beta,),
    note="Not in the notes, which assume beta = 1; their proof gives it word for word.",
)

EQ_24 = about_winnow(
    id="kitani.eq24",
    title="(24): a mistake on a positive example adds at most `N` to the potential",
    source=cited("(24)", "2.2"),
    quantity=each("Phi' - Phi on a mistake on a positive example", "sum(w_next) - sum(w)", condition=ON_POSITIVE),
    bound="N",
    attained=True,
)

EQ_25 = about_winnow(
    id="kitani.eq25",
    title="(25): the potential after `m+` mistakes on positive examples",
    source=cited("(25)", "2.2"),
    quantity=each("Phi", "sum(w_next)"),
    bound="N + mplus*N",
    attained=True,
)

EQ_27 = about_winnow(
    id="kitani.eq27",
    title="(27): a mistake on a negative example takes more than `N/2` from the potential",
    source=cited("(27)", "2.2"),
    quantity=each("Phi' - Phi on a mistake on a negative example", "sum(w_next) - sum(w)", condition=ON_NEGATIVE),
    bound="-N/2",
    relation="<",
)


EQ_28 = about_winnow(
    id="kitani.eq28",
    title="(28): what `m-` mistakes on negative examples leave of the initial potential",
    source=cited("(28)", "2.2"),
    quantity=Quantity(
        "`Phi_1` less what mistakes on negative examples took",
        formula=({"over": "trials", "value": f"n + past_t({ON_NEGATIVE}*(sum(w_next) - sum(w)))"},),
    ),
    bound="N - mminus*N/2",
    standing=Standing.QUALIFIED,
    attained=True,
    counterpart="kitani.eq28.printed",
    note="Of the decrease alone; mistakes on positive examples add to Phi, which (29) puts in.",
)

EQ_28_PRINTED = false_form(
    EQ_28,
    title="(28) as printed, with a strict sign",
    relation="<",
    note="Equality at m- = 0. Harmless: (29) has the sign right.",
)

EQ_29 = replace(
    EQ_25,
    id="kitani.eq29",
    title="(29): the potential after `m+` and `m-` mistakes",
    source=cited("(29)", "2.2"),
    bound=EQ_25.bound + EQ_28.bound - N,
)

EQ_30 = replace(
    EQ_25,
    id="kitani.eq30",
    title="(30): the potential stays positive",
    source=cited("(30)", "2.2"),
    relation=">",
    bound=0,
    attained=False,
)

EQ_31 = about_winnow(
    id="kitani.eq31",
    title="(31): the two ends of `0 < Phi <= N + m+ N - m- N/2`",
    source=cited("(31)", "2.2"),
    quantity=each("0", "0"),
    bound=EQ_29.bound,
    relation="<",
)

EQ_33 = about_winnow(
    id="kitani.eq33",
    title="(33): mistakes on negative examples against those on positive ones",
    source=cited("(33)", "2.2"),
    quantity=each("m-", "mminus"),
    bound="2 + 2*mplus",
    relation="<",
)

EQ_34 = about_winnow(
    id="kitani.eq34",
    title="(34): the weight of the only relevant feature at the `m+`-th mistake on a positive example, "
    "before its update",
    source=cited("(34)", "2.2"),
    quantity=each(
        "w_n for every relevant n on a mistake on a positive example",
        "at(w, i)",
        condition=f"{ON_POSITIVE}*(at(u, i) == 1)",
        over="entries",
    ),
    bound=LEMMA_3.bound.subs({beta: 1, mplus: mplus - 1}),
    standing=Standing.QUALIFIED,
    relation="==",
    hypotheses=(*TASK, ONE_RELEVANT),
    attained=True,
    family="one relevant feature",
    counterpart="kitani.eq34.printed",
)

EQ_34_PRINTED = false_form(
    EQ_34,
    title="(34) for every number `k` of relevant features",
    hypotheses=TASK,
    family="binary disjunction",
    note="As Lemma 3, on which it rests.",
)

EQ_35 = about_winnow(
    id="kitani.eq35",
    title="(35): mistakes on positive examples with one relevant feature",
    source=cited("(35)", "2.2"),
    quantity=amount_of("m+", f"sum_t({ON_POSITIVE})"),
    bound=POSITIVE_MISTAKES.subs({beta: 1, k: 1}),
    standing=Standing.QUALIFIED,
    hypotheses=(*TASK, ONE_RELEVANT),
    attained=True,
    family="one relevant feature",
    counterpart="kitani.eq35.printed",
    note="Attained by single relevant features where N is a power of 2.",
)

EQ_35_PRINTED = _strict(EQ_35)

EQ_36 = replace(
    EQ_35,
    id="kitani.eq36",
    title="(36): mistakes on positive examples with `k` relevant features",
    source=cited("(36)", "2.2"),
    bound=POSITIVE_MISTAKES.subs(beta, 1),
    hypotheses=TASK,
    family="binary disjunction",
    counterpart="kitani.eq36.printed",
)

EQ_36_PRINTED = _strict(EQ_36)

EQ_37 = about_winnow(
    id="kitani.eq37",
    title="(37): mistakes on negative examples",
    source=cited("(37)", "2.2"),
    quantity=amount_of("m-", f"sum_t({ON_NEGATIVE})"),
    bound=EQ_33.bound.subs(mplus, EQ_36.bound),
    relation="<",
    note="Follows from (33), which is strict, and the non-strict (36).",
)

EQ_38 = about_winnow(
    id="kitani.eq38",
    title="(38): mistakes on positive and negative examples together",
    source=cited("(38)", "2.2"),
    quantity=amount_of("m- + m+", "sum_t(err)"),
    bound=EQ_36.bound + EQ_37.bound,
    relation="<",
    note=EQ_37.note,
)
