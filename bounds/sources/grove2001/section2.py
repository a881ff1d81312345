"""Section 2: which algorithms are quasi-additive."""

from __future__ import annotations

from bounds.claims.claim import Outcomes, Standing
from bounds.claims.hypotheses import UNIT_INTERVAL, below, parameter, positive
from bounds.claims.quantities import disagreements
from bounds.claims.sections import false_form
from bounds.claims.stated import named_learner
from bounds.sources.grove2001.common import HYPERBOLIC, POSITIVE_START, SIGN, cited, equivalence
from bounds.symbols import a, alpha, beta, theta

BALANCED = named_learner("Balanced Winnow, w+ = w- = 1", "balanced_winnow(beta)", SIGN)

BALANCED_WINNOW = equivalence(
    id="gls.bw.eq",
    title="Balanced Winnow is `QA(2 sinh)` with `a = log(1/beta)`",
    source=cited("section 2", "pp. 175-176"),
    standing=Standing.QUALIFIED,
    quantity=disagreements(BALANCED, "trials on which Balanced Winnow predicts differently", "yhat != second_yhat"),
    hypotheses=(below(beta, 1),),
    learner=HYPERBOLIC,
    defines={a: "ln(1/beta)"},
    free=(beta,),
    counterpart="gls.bw.eq.printed",
    note="Silent: w+ and w- start equal. Any common start c only scales the predictions by c.",
)

BALANCED_WINNOW_PRINTED = false_form(
    BALANCED_WINNOW,
    title="The same from any positive start of Balanced Winnow",
    quantity=disagreements(
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
    note="With w+ = s other than w- = 1 the first prediction already differs.",
)


WEIGHTED_MAJORITY = equivalence(
    id="gls.wm.eq",
    title="Weighted Majority is `QA(exp)` on `2x - 1` with `a = log(1/beta)/2`",
    source=cited("section 2 and footnote 4", "p. 176"),
    standing=Standing.TRUE,
    quantity=disagreements(
        named_learner(
            "Weighted Majority, factor beta**|x_i - y|",
            "weighted_majority(beta)",
            "master",
        ),
        "trials on which Weighted Majority decides differently",
        "(yhat >= 0) != (second_yhat >= 1/2)",
    ),
    hypotheses=(UNIT_INTERVAL, below(beta, 1)),
    outcomes=Outcomes.EXPERTS,
    learner=named_learner(
        "`QA(exp)` on `2x - 1`, `z0 = 0`",
        "qa_exp_signed(a)",
        SIGN,
    ),
    defines={a: "ln(1/beta)/2"},
    free=(beta,),
    note="For the update factor beta**|x_i - y|; Littlestone and Warmuth allow an interval of factors.",
)

FIXED_THRESHOLD = equivalence(
    id="gls.ft.eq",
    title="Winnow with a fixed threshold is quasi-additive: `exp` on the attributes, `-theta` on one more",
    source=cited("section 2", "p. 176"),
    standing=Standing.TRUE,
    quantity=disagreements(
        named_learner(
            "Winnow(alpha, theta)",
            "winnow(alpha)",
            "threshold(theta)",
        ),
        "trials on which exactly one of the two errs",
        "err != second_err",
    ),
    hypotheses=(parameter(alpha > 1), positive(theta)),
    learner=named_learner(
        "`QA(exp, ..., exp, -theta)`",
        "fixed_threshold(a, theta)",
        SIGN,
    ),
    defines={a: "ln(alpha)"},
    free=(alpha, theta),
    note="The constant function -theta is not increasing, so the convergence theorems do not speak of it.",
)
