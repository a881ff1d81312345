"""Section 2: additive and rotation invariant learners (theorem 3)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bounds.claims.claim import Hypothesis, Outcomes, Standing
from bounds.claims.hypotheses import by_formula, parameter
from bounds.claims.sections import false_form, identity
from bounds.sources.kivinen1995 import quantities as kw
from bounds.sources.kivinen1995.common import (
    ANY_COEFFICIENTS,
    ANY_TIES,
    ANY_W,
    BIAS,
    BINARY,
    COORDINATE,
    ELLIPSOID,
    FIXED_THRESHOLD,
    GRAM,
    ONES,
    SILENT_FROM_ZERO,
    TIES,
    WINNOW,
    ZERO_START,
    cited,
)
from bounds.symbols import a, alpha, eta, rate, theta

about_runs = partial(identity, outcomes=Outcomes.LABELS, free=(eta, theta), ties=ANY_TIES)

ADDITIVITY = about_runs(
    id="kw.def1",
    title="Definition 1: the Perceptron is additive, with `alpha_{t,i} = -eta*sigma_i`",
    source=cited("Definition 1", "section 2.3"),
    standing=Standing.TRUE,
    quantity=kw.additive(FIXED_THRESHOLD),
    learner=FIXED_THRESHOLD,
    start="any",
)

NOT_ADDITIVE = identity(
    id="kw.winnow.notadd",
    title="Winnow is not additive: `w_3 = (4, 2, 2)` after `(1, 1, 0)` and `(1, 0, 1)`",
    source=cited("after Definition 1", "section 2.3"),
    standing=Standing.QUALIFIED,
    quantity=kw.NOT_ADDITIVE,
    hypotheses=(
        Hypothesis(
            "instances",
            "`x_1 = (1, 1, 0)`, `x_2 = (1, 0, 1)`, `y_1 = y_2 = 1`",
            formula="if((l == 2)*(n == 3), sum_t(y != 1) + sum(example(1) != vector(1, 1, 0)) "
            "+ sum(example(2) != vector(1, 0, 1)), 1) == 0",
        ),
        parameter(theta > 3, silent=True),
    ),
    outcomes=Outcomes.BOOLEAN,
    learner=WINNOW,
    defines={alpha: "2"},
    free=(theta,),
    ties=TIES,
    family="two promotions",
    counterpart="kw.winnow.notadd.printed",
    note="eta = ln 2. The printed threshold is N = 3, where x_2 already gets the prediction 1.",
)

NOT_ADDITIVE_PRINTED = false_form(
    NOT_ADDITIVE,
    hypotheses=NOT_ADDITIVE.hypotheses[:1],
    defines={alpha: "2", theta: "3"},
    free=(),
    note="w_2.x_2 = 3 >= theta is no mistake, so w_3 = (2, 2, 1), and w_3 - w_1 = x_1.",
)

ROTATED_PRODUCTS = identity(
    id="kw.def2",
    title="Definition 2: rotations keep dot products, `(Aw).(Ax) = w.x`, on `R^N`",
    source=cited("Definition 2", "section 2.3"),
    standing=Standing.QUALIFIED,
    quantity=kw.PRODUCTS_KEPT,
    outcomes=Outcomes.LABELS,
    learner=ANY_W,
    start="any",
    family="reflection",
    counterpart="kw.def2.printed",
    note="Silent: instances are in R^N, not in {0, 1}^N as in section 2.1.",
)

ROTATED_PRINTED = false_form(
    ROTATED_PRODUCTS,
    title="Definition 2 in the model of section 2.1: a rotated trial sequence is a trial sequence, in `{0, 1}^N`",
    quantity=kw.LEAVES_THE_CUBE,
    hypotheses=(BINARY,),
    outcomes=Outcomes.BOOLEAN,
    learner=None,
    start="",
    family="reflection of the cube",
    note="Even the change of a sign leaves {0, 1}^N.",
)

ROTATION_INVARIANT = about_runs(
    id="kw.perc.rotinv",
    title="The Perceptron is rotation invariant, with a fixed threshold and with the bias trick",
    source=cited("after Definition 2", "section 2.3"),
    standing=Standing.QUALIFIED,
    quantity=kw.changed_by_rotation(FIXED_THRESHOLD, BIAS),
    hypotheses=(SILENT_FROM_ZERO,),
    learner=ZERO_START,
    family="reflection",
    counterpart="kw.perc.rotinv.printed",
)

ROTATION_INVARIANT_PRINTED = false_form(
    ROTATION_INVARIANT,
    title="The same from any start vector",
    hypotheses=(),
    learner=FIXED_THRESHOLD,
    start="any",
    note="The start vector is not rotated with the instances: theorem 3 forces it to be zero.",
)

ELLIPSOID_ROTATION = replace(
    ROTATION_INVARIANT,
    id="kw.ellip.rot",
    title="The ellipsoid method, from a ball around the origin, is rotation invariant",
    standing=Standing.TRUE,
    quantity=kw.changed_by_rotation(ELLIPSOID),
    hypotheses=(),
    learner=ELLIPSOID,
    free=(),
    counterpart="",
)

ELLIPSOID_SPAN = replace(
    ELLIPSOID_ROTATION,
    id="kw.ellip.span",
    title="So the weights of the ellipsoid method are combinations of the examples",
    quantity=kw.outside_span(ELLIPSOID, from_zero=True),
)


NOT_INVARIANT = about_runs(
    id="kw.winnow.notrot",
    title="Winnow is not rotation invariant: `w_3 = (e^eta, e^eta)`, but `(e^(eta sqrt 2), 1)` when rotated",
    source=cited("after Definition 2", "section 2.3"),
    standing=Standing.QUALIFIED,
    quantity=kw.NOT_ROTATION_INVARIANT,
    hypotheses=(
        Hypothesis(
            "instances",
            "`x_1 = (1, 0)`, `x_2 = (0, 1)`, `x_3 = (r, -r)`",
            formula="if((l == 3)*(n == 2), sum_t(y != 1) + sum(example(1) != vector(1, 0)) "
            "+ sum(example(2) != vector(0, 1)) + (sum(example(3)) != 0), 1) == 0",
        ),
        by_formula("theta > sqrt(2)", silent=True),
        Hypothesis(
            "r",
            "`r >= theta/sqrt(2)`",
            formula="if(l == 0, 0, at(example(l), 1)) >= theta/sqrt(2)",
        ),
    ),
    ties=TIES,
    family="rotated winnow",
    counterpart="kw.winnow.notrot.printed",
    note="Exponents are compared exactly in Q(sqrt 2). For 1 < theta <= sqrt(2) the predictions differ at t = 1.",
)

NOT_INVARIANT_PRINTED = false_form(
    NOT_INVARIANT,
    hypotheses=(NOT_INVARIANT.hypotheses[0], parameter(theta > 1), NOT_INVARIANT.hypotheses[2]),
    family="rotated winnow, any theta",
    note="'A threshold such that both predictions are 0' is theta > 1. For theta <= sqrt(2) A x_1 is no mistake.",
)

THEOREM_3 = about_runs(
    id="kw.thm3",
    title="Theorem 3: weights outside the span of the examples are told apart from rotated ones",
    source=cited("Theorem 3", "section 2.3"),
    standing=Standing.QUALIFIED,
    quantity=kw.told_apart(FIXED_THRESHOLD),
    learner=FIXED_THRESHOLD,
    learners="every learner with weights and threshold that is rotation invariant: no others are spoken of",
    start="any",
    ties=TIES,
    counterpart="kw.thm3.printed",
    note="The contrapositive: a rotation invariant learner is additive with w_1 = 0. Silent: instances are in R^N.",
)


THEOREM_3_PRINTED = identity(
    id="kw.thm3.printed",
    title="Theorem 3 in the model of section 2.1: rotation invariant on `{0, 1}^N`, hence additive with `w_1 = 0`",
    source=cited("Theorem 3", "sections 2.1, 2.3"),
    standing=Standing.FALSE,
    quantity=kw.outside_span(ONES, from_zero=True),
    hypotheses=(
        BINARY,
        Hypothesis(
            "invariant",
            "predictions are the same on all sequences with the same dot products",
            formula="if(sum_t(sum((x != 0)*(x != 1))) == 0, "  # elsewhere it has no value
            "sum_t(yhat != rate*xx - eta*side*xx + past_t(eta*side*dot(x, last))), 1/0) == 0",
        ),
    ),
    outcomes=Outcomes.BOOLEAN,
    learner=ONES,
    free=(eta, rate, theta),
    ties=ANY_TIES,
    family="small cube",
    counterpart="kw.thm3",
    note="On {0, 1}^N (1, ..., 1).x = x.x is kept by rotations, so the start (c, ..., c) is invariant there.",
)

CONVERSE = about_runs(
    id="kw.thm3c",
    title="Converse of theorem 3: coefficients and thresholds from outcomes and dot products are rotation invariant",
    source=cited("after Theorem 3", "section 2.3"),
    standing=Standing.TRUE,
    quantity=kw.changed_by_rotation(GRAM),
    learner=GRAM,
    free=(eta, rate, theta, a),
    domains=ANY_COEFFICIENTS,
    family="reflection",
    counterpart="kw.thm3c.coordinates",
)

CONVERSE_COORDINATES = false_form(
    CONVERSE,
    "coordinates",
    title="The same for coefficients that read a coordinate",
    quantity=kw.changed_by_rotation(COORDINATE),
    learner=COORDINATE,
    note="Additive from zero is not enough.",
)
