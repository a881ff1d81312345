"""Section 2.1: the Perceptron (theorem 2)."""

from __future__ import annotations

from functools import partial

from bounds.claims.claim import Claim, Comparator, Hypothesis, Measure, Outcomes, Standing
from bounds.claims.hypotheses import at_least, positive
from bounds.claims.quantities import MISTAKES, each
from bounds.claims.sections import false_form
from bounds.claims.stated import named_learner
from bounds.mathematics.geometry import EUCLIDEAN
from bounds.sources.kitani.common import cited
from bounds.symbols import R, gamma, l

MARGIN_FORMULA = "if(l == 0, 0, min_t(y*ux))"
MEASURES = {
    R: Measure(EUCLIDEAN.radius_formula, settable=True),
    gamma: Measure(f"{MARGIN_FORMULA}/norm(u, 2)", settable=True),
}


PERCEPTRON = named_learner("`Perceptron(0, 1)`, classification", "perceptron(1)", "classification")
UNIT = Hypothesis(
    "unit",
    "u is not 0, so that w* = u/|u| has length 1",
    formula="sum(abs(u)) > 0",
)
POSITIVE_MARGIN = positive(gamma, silent=True)
RADIUS = Hypothesis(
    "R",
    "R is at least the largest norm of an example",
    formula=f"all_t({EUCLIDEAN.length_formula} <= R)",
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
about_mistakes = partial(Claim, outcomes=Outcomes.LABELS, learner=PERCEPTRON, ties=AT_ZERO)

LEMMA_1 = Claim(
    id="kitani.lem1",
    title="Lemma 1: among vectors of given lengths `U` and `X`, the dot product is largest when they are parallel",
    source=cited("Lemma 1", "2.1"),
    standing=Standing.QUALIFIED,
    quantity=each("u.x (U = |u|, X = |x|)", "ux", names={"U": "norm(u, 2)", "X": "norm(x, 2)"}),
    bound="U*X",
    outcomes=Outcomes.LABELS,
    attained=True,
    counterpart="kitani.lem1.printed",
    note="The lengths have to be fixed, and parallel to mean of the same direction. Labels play no part.",
)


LEMMA_1_PRINTED = false_form(
    LEMMA_1,
    title="Lemma 1 read literally: no vector has a larger dot product with `u` than `x_1`, which is parallel to `u`",
    quantity=each("u.x (ux = u.x_1)", "dot(u, x)", names={"ux": "sum_t((t == 1)*dot(u, x))"}),
    bound="ux",
    hypotheses=(
        UNIT,
        Hypothesis("nonzero", "`x_1` is not 0", formula="sum_t((t == 1)*sum(abs(x))) > 0"),
        Hypothesis(
            "parallel",
            "`x_1` is parallel to `u`",
            formula="l > 0 and all_t(t != 1 or dot(u, u)*dot(x, x) == dot(u, x)**2)",
        ),
    ),
    family="parallel vectors",
    note="A longer vector has a larger dot product, and an antiparallel one has the smallest.",
)

PERCEPTRON_BOUND = about_mistakes(
    id="kitani.perc",
    title="Theorem 2: mistakes of the Perceptron on data with margin `gamma`",
    source=cited("Theorem 2", "2.1"),
    standing=Standing.QUALIFIED,
    quantity=MISTAKES,
    bound="R**2/gamma**2",
    hypotheses=SEPARATED,
    comparator=Comparator.SEPARATING,
    separates=ANY_MARGIN,
    geometry=EUCLIDEAN,
    measures=MEASURES,
    attained=True,
    counterpart="kitani.perc.printed",
    note="R is the largest norm of an example and gamma the smallest y <w*, x>, w* = u/|u|.",
)

PERCEPTRON_BOUND_PRINTED = false_form(
    PERCEPTRON_BOUND,
    title="Theorem 2 for `gamma` of any sign",
    hypotheses=(UNIT, MARGIN, SOME_TRIAL, RADIUS, GAMMA),
    comparator=Comparator.ANY,
    separates="",
    family="margin labels",
    note="The minimum gamma is negative when w* errs, and then R^2/gamma^2 bounds nothing; at 0 it is undefined.",
)

STEP_6 = about_mistakes(
    id="kitani.perc.step",
    title="(6): `y <w, x>` is not positive on a mistake",
    source=cited("(6)", "2.1"),
    standing=Standing.QUALIFIED,
    quantity=each("y <w, x> on a mistake", "y*dot(w, x)", condition="err"),
    bound=0,
    counterpart="kitani.perc.step.printed",
)

STEP_6_PRINTED = false_form(
    STEP_6,
    title="(6) as printed: `y <w, x>` is negative on a mistake",
    relation="<",
    note="The first mistake is made by w = 0, where y <w, x> = 0.",
)


proof_step = partial(
    about_mistakes,
    standing=Standing.TRUE,
    hypotheses=(UNIT, SOME_TRIAL, GAMMA),
    geometry=EUCLIDEAN,
    measures=MEASURES,
    attained=True,
    family="margin labels",
)
"""Makes a step of the proof of theorem 2."""

EQ_7 = proof_step(
    id="kitani.eq7",
    title="(7): the potential grows by at most `R^2` a mistake",
    source=cited("(7)", "2.1"),
    quantity=each("|w|^2 after m mistakes", "sum(w_next**2)"),
    bound="m*R**2",
    hypotheses=(RADIUS,),
    measures={R: MEASURES[R]},
    family="",
)

EQ_10 = proof_step(
    id="kitani.eq10",
    title="(10): `<w*, w>` is at most the length of `w`",
    source=cited("(10)", "2.1"),
    quantity=each(
        "<w*, w> after a trial, where w is not 0", "dot(u, w_next)/norm(u, 2)", condition="sum(abs(w_next)) > 0"
    ),
    bound="sqrt(ww)",
    note="The form in the middle divides by |w|, so w = 0 is left out.",
)

EQ_14 = proof_step(
    id="kitani.eq14",
    title="(14): `<w*, w>` grows by at least `gamma` a mistake",
    source=cited("(14)", "2.1"),
    quantity=each("<w*, w> after m mistakes", "dot(u, w_next)/norm(u, 2)"),
    bound="m*gamma",
    relation=">=",
    note="Holds for gamma of any sign.",
)


EQ_16 = proof_step(
    id="kitani.eq16",
    title="(16): `M gamma` is at most the length of `w`",
    source=cited("(16)", "2.1"),
    quantity=each("m gamma after m mistakes", "m*gamma"),
    bound=EQ_10.bound,
)

EQ_17 = proof_step(
    id="kitani.eq17",
    title="(17): (16) squared",
    source=cited("(17)", "2.1"),
    quantity=each("(m gamma)^2 after m mistakes", "(m*gamma)**2"),
    bound="ww",
    standing=Standing.QUALIFIED,
    hypotheses=(UNIT, POSITIVE_MARGIN, SOME_TRIAL, GAMMA),
    comparator=Comparator.SEPARATING,
    separates=ANY_MARGIN,
    family="",
    counterpart="kitani.eq17.printed",
    note="Squaring (16) needs M gamma >= 0.",
)

EQ_17_PRINTED = false_form(
    EQ_17,
    title="(17) for `gamma` of any sign",
    hypotheses=(UNIT, SOME_TRIAL, GAMMA),
    comparator=Comparator.ANY,
    separates="",
    family="margin labels",
    note="'Still holds when we apply a power of 2': not where gamma < 0 and w is short.",
)

EQ_18 = proof_step(
    id="kitani.eq18",
    title="(18): `(M gamma)^2` is at most `M R^2`; divided by `M`, if `M > 0`, it gives theorem 2",
    source=cited("(18)", "2.1"),
    quantity=each("(m gamma)^2 after m mistakes", "(m*gamma)**2"),
    bound=EQ_7.bound,
    standing=Standing.QUALIFIED,
    hypotheses=SEPARATED,
    comparator=Comparator.SEPARATING,
    separates=ANY_MARGIN,
    family="",
    note="Squaring (16) needs M gamma >= 0.",
)
