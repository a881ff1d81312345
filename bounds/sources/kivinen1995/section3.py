"""Section 3: the adversary on Hadamard pairs (theorems 8 and 13)."""

from __future__ import annotations

from dataclasses import replace

from bounds.claims.claim import Outcomes, Standing
from bounds.claims.sections import false_form, identity
from bounds.sources.kivinen1995 import quantities as kw
from bounds.sources.kivinen1995.common import (
    ADDITIVE,
    ADDITIVE_ZERO,
    BIAS,
    BINARY,
    COEFFICIENTS,
    ELLIPSOID,
    FROM_ZERO,
    PAIRWISE_CONSTANT,
    POSITIVE_RATE,
    SECTION_3,
    ZERO_START,
    about_additive,
    cited,
    on_hadamard_pairs,
)
from bounds.symbols import N, d, psi

HADAMARD = identity(
    id="kw.def4",
    title="Definition 4: Sylvester's matrix is a Hadamard matrix; different rows differ in `n/2` places",
    source=cited("Definition 4", "section 3"),
    standing=Standing.TRUE,
    quantity=kw.SYLVESTER_FACTS,
    outcomes=Outcomes.NONE,
    free=(d,),
    made_below={d: 5},
)

LEMMA_5 = on_hadamard_pairs(
    id="kw.lemma5",
    title="Lemma 5: every sign vector is far from some column of the Hadamard matrix",
    source=cited("Lemma 5", "section 3"),
    standing=Standing.QUALIFIED,
    quantity=kw.FARTHEST_COLUMN,
    relation=">=",
    bound="2**d/2",
    start="any",
    free=(d,),
    made_below={d: 5},
    attained=True,
    counterpart="kw.lemma5.printed",
    note="The printed bound is N/2 with N undefined; it is n/2, n = 2**d. False at d = 0.",
)

LEMMA_5_PRINTED = false_form(
    LEMMA_5,
    bound="N/2",
    defines={N: "n"},
    note="Read with the N = 2**d + k - 1 of the rest of the section.",
)

ON_B_H = identity(
    id="kw.def6",
    title="Definition 6: `z_i.z_t' = z_i.z_t''` for both `z_i` of pair `i < t`, so a sum of chosen "
    "examples cannot tell",
    source=cited("Definition 6", "section 3"),
    standing=Standing.QUALIFIED,
    quantity=kw.SUMS_TELL_APART,
    hypotheses=(PAIRWISE_CONSTANT,),
    outcomes=Outcomes.BOOLEAN,
    family="pairs alone",
    counterpart="kw.def6.printed",
    note="The first equation is misprinted as z_t'.z_t' = z_i'.z_t''.",
)

DEFINITION_6_PRINTED = on_hadamard_pairs(
    id="kw.def6.printed",
    title="Lemma 10 with definition 6 as printed",
    source=cited("Definition 6, Lemma 10", "section 3"),
    standing=Standing.FALSE,
    quantity=kw.MISPRINTED_PRODUCTS,
    relation="==",
    bound=0,
    free=(d,),
    made_below={d: 4},
    counterpart="kw.def6",
    note="z_3'.z_3' = 2, z_2'.z_3'' = 1 at d = 2.",
)

PAIRS = about_additive(
    id="kw.pairs",
    title="Updates of an additive learner do not change the order of `w.z_t'` and `w.z_t''`",
    source=cited("before Definition 7", "section 3"),
    standing=Standing.TRUE,
    quantity=kw.PAIR_ORDERS,
    relation="==",
    bound=0,
    hypotheses=(PAIRWISE_CONSTANT,),
    free=(psi, *COEFFICIENTS),
    family="pairs",
    note="The examples are z_1', z_1'', z_2', ... of a sequence with pairwise constant dot products.",
)

DEFINITION_7 = on_hadamard_pairs(
    id="kw.def7",
    title="Definition 7, with `w` where `w_1` is printed: 0 and the target of lemma 11 differ on every pair",
    source=cited("Definition 7", "section 3"),
    standing=Standing.QUALIFIED,
    quantity=kw.DIFFERS_FROM_ZERO,
    relation="==",
    bound="2**d",
    start="any",
    free=(d,),
    made_below={d: 4},
    attained=True,
    counterpart="kw.def7.printed",
)

DEFINITION_7_PRINTED = false_form(
    DEFINITION_7,
    title="Lemma 11 with definition 7 as printed, `s` being the learner's `w_1`",
    quantity=kw.DIFFERS_FROM_FIRST,
    note="As printed, whether w and a classifier differ does not depend on w.",
)

THEOREM_8 = about_additive(
    id="kw.thm8",
    title="Theorem 8: an additive learner errs wherever its start vector and the target differ on `B`",
    source=cited("Theorem 8", "section 3"),
    standing=Standing.TRUE,
    quantity=kw.MISTAKES_WHERE_DIFFERENT,
    relation=">=",
    bound="D",
    hypotheses=(
        PAIRWISE_CONSTANT,
        BINARY,
    ),
    free=(psi, *COEFFICIENTS),
    family="pairs",
    attained=True,
    note="For any target (u, psi), any thresholds fixed before x_t, any step sizes.",
)

LEMMA_10 = on_hadamard_pairs(
    id="kw.lemma10",
    title="Lemma 10: `B_H` has pairwise constant dot products",
    source=cited("Definition 9, Lemma 10", "section 3"),
    standing=Standing.TRUE,
    quantity=kw.PRODUCT_IDENTITY,
    relation="==",
    bound=0,
    free=(d,),
    made_below={d: 4},
    note="For i < t only. The sums of the proof run over 1, ..., l, not N.",
)

LEMMA_11 = replace(
    DEFINITION_7,
    id="kw.lemma11",
    title="Lemma 11: a target that differs from the zero vector at every trial on `B_H`",
    source=cited("Lemma 11", "section 3"),
    standing=Standing.TRUE,
    start="",
    counterpart="",
)

LEMMA_12 = replace(
    LEMMA_11,
    id="kw.lemma12",
    title="Lemma 12: for every `w` a target that differs from it at half of the trials on `B_H`, or more",
    source=cited("Lemma 12", "section 3"),
    quantity=kw.DIFFERS_MOST,
    relation=">=",
    bound="2**d/2",
    start="any",
    note="q_i in the proof is q_t. Attained by w = e_1.",
)

THEOREM_13A = about_additive(
    id="kw.13a",
    title="Theorem 13: an adversary forces `l/2` mistakes on every additive learner",
    source=cited("Theorem 13, first part", "section 3"),
    standing=Standing.TRUE,
    quantity=kw.forced(ADDITIVE),
    relation=">=",
    bound="2**d/2",
    hypotheses=SECTION_3,
    free=(d, *COEFFICIENTS),
    made_below={d: 4},
    family="hadamard pairs",
    attained=True,
    note="Start vector, thresholds and step sizes are the instance's; l = N - k + 1 = 2**d.",
)

THEOREM_13B = replace(
    THEOREM_13A,
    id="kw.13b",
    title="Theorem 13: an adversary forces `l` mistakes on every additive learner that starts at zero",
    source=cited("Theorem 13, second part", "section 3"),
    quantity=kw.forced(ADDITIVE_ZERO, BIAS, ZERO_START),
    bound="2**d",
    hypotheses=(*SECTION_3, FROM_ZERO),
    learner=ADDITIVE_ZERO,
    start="",
    domains=POSITIVE_RATE,
)

ELLIPSOID_FORCED = replace(
    THEOREM_13B,
    id="kw.ellip",
    title="The same adversary forces `N - k + 1` mistakes on the ellipsoid method",
    source=cited("after Theorem 13", "sections 2.3, 3"),
    quantity=kw.forced(ELLIPSOID),
    learner=ELLIPSOID,
    learners="",
    free=(d,),
    note="The centre starts at zero and moves along mistaken examples: kw.ellip.span.",
)
