"""Section 4: mistake bounds, from separable labels (theorems 5 and 6) and from a comparator that errs (theorem 7)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from sympy import Min, Rational, floor, log

from bounds.claims.claim import Claim, Comparator, Outcomes, PerTrial, Standing
from bounds.claims.hypotheses import (
    IS_EXPERT,
    NONNEGATIVE,
    RIGHT_OR_CLEAR,
    SEPARABLE,
    SUM,
    below,
    examples_in,
    examples_within,
    parameter,
    positive,
)
from bounds.claims.quantities import MISTAKES, amount_of, disagreements, each, parts
from bounds.claims.sections import false_form, identity
from bounds.claims.stated import named_learner
from bounds.mathematics.geometry import ENTROPIC, EUCLIDEAN
from bounds.sources.bylander1998.common import (
    ANY_W,
    AT_ONE,
    AT_ZERO,
    BALL,
    EU_ABSOLUTE,
    EU_CLASSIFIES,
    P_ABSOLUTE,
    P_CLASSIFIES,
    SIMPLEX,
    about_labels,
    cited,
    exact,
)
from bounds.symbols import C, U, X, beta, delta, eta, k, l, n, rate

MISTAKEN_SUBSEQUENCE_LOSS = parts(
    "`Abs-Loss(A, S')`, `S'` the first `m` mistakes in their order",
    {"value": "0", "with": {"m": "0"}},
    {"over": "trials", "value": "past_t(err*(1 - y*wx))"},
)
"""On S' a conservative learner has the weights that it had on S, and errs on every trial."""

EACH_MISTAKE = about_labels(
    id="bylander.4.trial",
    title="Before observation 4: with the same weights the absolute loss of a trial is at least its 0-1 loss",
    source=cited("before Observation 4", "p. 342"),
    standing=Standing.TRUE,
    quantity=each("0-1-Loss(w, S_t)", "err"),
    bound="loss",
    learner=ANY_W,
    start="any",
    ties="a prediction of exactly 0 makes no classification: it counts as a mistake",
    attained=True,
)

OBSERVATION_4 = about_labels(
    id="bylander.4",
    title="Observation 4: `m` mistakes leave a subsequence of length `m` with absolute loss at least `m` (Perceptron)",
    source=cited("Observation 4", "p. 343"),
    standing=Standing.TRUE,
    quantity=MISTAKEN_SUBSEQUENCE_LOSS,
    relation=">=",
    bound="m",
    learner=replace(P_CLASSIFIES, text="`Perceptron(s, eta)`, classification"),
    start="any",
    free=(eta,),
    attained=True,
    note="Stated for any algorithm that updates from (w, x, y) alone; checked for both of the paper's.",
)

OBSERVATION_4_EU = replace(
    OBSERVATION_4,
    id="bylander.4.eu",
    title="Observation 4 for Exponentiated Update",
    learner=EU_CLASSIFIES,
    geometry=ENTROPIC,
    start="",
    free=(eta, U),
)

SEPARATED_BALL = (*BALL, SEPARABLE, positive(X, silent=True))

of_perceptron = partial(about_labels, learner=P_CLASSIFIES)
of_eu = partial(about_labels, geometry=ENTROPIC, learner=EU_CLASSIFIES)

THEOREM_5 = of_perceptron(
    id="bylander.5",
    title="Theorem 5: mistakes of the Perceptron on separable labels",
    source=cited("Theorem 5", "p. 343"),
    standing=Standing.QUALIFIED,
    quantity=MISTAKES,
    bound="floor(U**2*X**2)",
    hypotheses=SEPARATED_BALL,
    defines={eta: "1/X**2"},
    per_trial=PerTrial("mistake"),
    attained=True,
)

THEOREM_5_EXACT = exact(
    THEOREM_5,
    Min(l, floor(U**2 * X**2)),
    "Attained at all U and X with U*X >= 1 and all l >= 1: m = Min(l, floor(U**2*X**2)) examples of norm X with equal "
    "dot products (m/U**2 - X**2)/(m - 1), which are not positive and sum to m*u/U**2. So theorem 5 is exact if and "
    "only if l is at least its bound.",
)


def _loss_form(claim: Claim) -> Claim:
    """Return the first implication of a mistake bound: more than ``bound`` trials cost less than one each."""
    return replace(
        claim,
        id=f"{claim.id}.loss",
        title=claim.title + ": the absolute loss on a long sequence",
        quantity=amount_of("Abs-Loss(A, S)", "sum_t(loss)"),
        relation="<",
        bound="l",
        hypotheses=(*claim.hypotheses, parameter(l > claim.inner_bound, "l > bound")),
        learner=P_ABSOLUTE if claim.geometry is EUCLIDEAN else EU_ABSOLUTE,
        ties=AT_ONE,
        per_trial=None,
        attained=False,
        longer_than=claim.inner_bound,
        note="For every subsequence of length m > the mistake bound; stated here for the sequence itself.",
    )


THEOREM_5_LOSS = _loss_form(THEOREM_5)

ANOTHER_RATE = named_learner(
    "Perceptron(s, rate), classification",
    "perceptron(rate)",
    "classification",
)

RATE_FREE = identity(
    id="bylander.5.eta",
    title="From the zero vector, with threshold 0, the learning rate does not affect the mistakes",
    source=cited("after Theorem 5", "p. 343"),
    standing=Standing.TRUE,
    quantity=disagreements(
        ANOTHER_RATE,
        "trials on which exactly one of `eta` and `rate` errs",
        "err != second_err",
    ),
    outcomes=Outcomes.LABELS,
    ties=AT_ZERO,
    learner=P_CLASSIFIES,
    free=(eta, rate),
    counterpart="bylander.5.eta.loss",
    note="For the 0-1 loss: w is eta times a sum of examples. See the two false readings beside it.",
)

RATE_FREE_LOSS = replace(
    THEOREM_5_LOSS,
    id="bylander.5.eta.loss",
    title="The same read for theorem 5's clause on the absolute loss",
    source=cited("after Theorem 5", "p. 343"),
    standing=Standing.FALSE,
    defines={},
    free=(eta,),
    counterpart="bylander.5.eta",
    note="The absolute loss does depend on eta: a large rate overshoots.",
)

RATE_FREE_START = false_form(
    RATE_FREE,
    "start",
    title="The same from a start vector other than zero",
    learner=replace(P_CLASSIFIES, text="`Perceptron(s, eta)`, classification"),
    start="any",
    note="With s != 0 the rate weighs the examples against s.",
)


def _normalised(claim: Claim, identifier: str, title: str, label: str, page: str) -> Claim:
    """Return a mistake bound for examples of norm at most 1 and separation delta = 1/U."""
    return replace(
        claim,
        id=identifier,
        title=title,
        source=cited(label, page),
        standing=Standing.TRUE,
        bound=floor(claim.inner_bound.subs({U: 1 / delta, X: 1})),
        defines={X: "1", delta: "1/U", **claim.defines},
        hypotheses=(*(h for h in claim.hypotheses if not h.spoken <= {"X", "U"}), positive(U)),
        per_trial=None,
        note="X = 1; a unit comparator then separates by delta = 1/U.",
    )


THEOREM_5_DELTA = _normalised(THEOREM_5, "bylander.5.delta", "Theorem 5 as `1/delta**2`", "after Theorem 5", "p. 344")

SEPARATED_SIMPLEX = (*SIMPLEX, SEPARABLE, positive(X, silent=True))

THEOREM_6 = of_eu(
    id="bylander.6",
    title="Theorem 6: mistakes of Exponentiated Update on separable labels",
    source=cited("Theorem 6", "p. 344"),
    standing=Standing.QUALIFIED,
    quantity=MISTAKES,
    bound="floor(2*U**2*X**2*log(n))",
    hypotheses=SEPARATED_SIMPLEX,
    defines={eta: "1/(U*X**2)"},
    per_trial=PerTrial("mistake"),
)

THEOREM_6_LOSS = _loss_form(THEOREM_6)

UNNORMALISED = named_learner(
    "EU((1/n, ..., 1/n), eta, 1), classification",
    "exponentiated(eta, 1)",
    "classification",
)

NORMALISATION = identity(
    id="bylander.6.norm",
    title="For classification with threshold 0, normalising the weights to `U` is unnecessary",
    source=cited("after Theorem 6", "p. 344"),
    standing=Standing.TRUE,
    quantity=disagreements(
        UNNORMALISED,
        "trials on which exactly one of sum `U` and sum 1 errs",
        "err != second_err",
    ),
    hypotheses=(positive(U),),
    outcomes=Outcomes.LABELS,
    ties=AT_ZERO,
    learner=EU_CLASSIFIES,
    free=(eta, U),
    note="For one and the same eta; U still enters the eta of theorem 6.",
)

THEOREM_6_DELTA = _normalised(
    THEOREM_6,
    "bylander.6.litt",
    "Theorem 6 as `2 ln(n)/delta**2` (Littlestone's conditions)",
    "after Theorem 6",
    "p. 345",
)

THEOREM_7 = of_eu(
    id="bylander.7",
    title="Theorem 7: mistakes of Exponentiated Update when the comparator errs `k` times",
    source=cited("Theorem 7", "p. 345"),
    standing=Standing.TRUE,
    quantity=MISTAKES,
    bound="floor(((U*X + 1)*k + U*log(n)/eta)/(1 - eta*U*X**2/2))",
    hypotheses=(*SIMPLEX, RIGHT_OR_CLEAR, below(eta, 2 / (U * X**2))),
    comparator=Comparator.NOISY,
    free=(eta,),
    per_trial=PerTrial("mistake", counter=k),
    attained=True,
    note="U*X + 1 is right and attained. The learning rate is printed as n. X = 0 leaves eta unlimited.",
)

THEOREM_7_LOSS = _loss_form(THEOREM_7)

DEVIATION = Claim(
    id="bylander.7.dev",
    title="Before theorem 7: the absolute loss of a trial on which the comparator errs",
    source=cited("before Theorem 7", "p. 345"),
    standing=Standing.TRUE,
    quantity=each("Abs-Loss(u, S_t) where u errs", "u_loss", "u_err"),
    bound="U*X + 1",
    hypotheses=(NONNEGATIVE, SUM, examples_within(ENTROPIC)),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NOISY,
    attained=True,
)

MASTER_INPUTS = (examples_in((-1, 1)), IS_EXPERT)

MASTER_EU = of_eu(
    id="bylander.7.267",
    title="EU as a master algorithm with `eta = 1/2`",
    source=cited("after Theorem 7", "pp. 345-346"),
    standing=Standing.TRUE,
    quantity=MISTAKES,
    bound=Rational("2.67") * k + Rational("2.67") * log(n),
    hypotheses=MASTER_INPUTS,
    outcomes=Outcomes.MASTER,
    defines={eta: "1/2", U: "1", X: "1"},
    per_trial=PerTrial("mistake", counter=k),
    note="Exactly 8/3 = 2.666..., from theorem 7 at U = X = 1.",
)

MASTER_WM = Claim(
    id="bylander.7.264",
    title="Weighted Majority as a master algorithm with `beta = 1/e`",
    source=cited("after Theorem 7", "p. 346"),
    standing=Standing.TRUE,
    quantity=MISTAKES,
    bound=Rational("2.64") * k + Rational("2.64") * log(n),
    hypotheses=MASTER_INPUTS,
    outcomes=Outcomes.MASTER,
    learner=named_learner(
        "Weighted Majority with `beta = 1/e`",
        "weighted_majority_vote(beta)",
        "classification",
    ),
    defines={beta: "exp(-1)"},
    ties="a tie is decided for +1",
    note="Rounded up further than needed: the constant is 1/ln(2/(1 + 1/e)) = 2.63237...",
)

FOOTNOTE_5 = of_perceptron(
    id="bylander.fn5",
    title="Footnote 5: the analogue of theorem 7 for the Perceptron",
    source=cited("footnote 5", "p. 346"),
    standing=Standing.QUALIFIED,
    quantity=MISTAKES,
    bound="floor(((U*X + 1)*k + U**2/(2*eta))/(1 - eta*X**2/2))",
    hypotheses=(*BALL, RIGHT_OR_CLEAR, below(eta, 2 / X**2)),
    comparator=Comparator.NOISY,
    free=(eta,),
    per_trial=PerTrial("mistake", counter=k),
    counterpart="bylander.fn5.printed",
    note="For a master algorithm, U = 1 and X = sqrt(n): O(n + k sqrt(n)), not O(k sqrt(n)).",
)

FOOTNOTE_5_PRINTED = Claim(
    id="bylander.fn5.printed",
    title="Footnote 5: `O(k sqrt(n))` mistakes of the Perceptron as a master algorithm",
    source=cited("footnote 5", "p. 346"),
    standing=Standing.FALSE,
    quantity=MISTAKES,
    bound="C*k*sqrt(n)",
    hypotheses=MASTER_INPUTS,
    outcomes=Outcomes.MASTER,
    learner=P_CLASSIFIES,
    free=(eta, C),
    ties=AT_ZERO,
    counterpart="bylander.fn5",
    note="C is the constant of the big O. At k = 0 no constant helps; rows of a Hadamard matrix force n mistakes.",
)
