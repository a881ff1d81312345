"""T. Bylander, Worst-case analysis of the Perceptron and Exponentiated Update algorithms.

Artificial Intelligence 106 (1998) 335-352. Every checkable statement, in the paper's order. Where a
statement is false as printed, ``ID`` is the repaired claim and ``ID.printed`` (or another suffix) the one
to be refuted. Glossary: U and X stand for the paper's U_P, X_P (Perceptron) or U_E, X_E (EU).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from sympy import Integer, Min, Rational, diff, exp, floor, log, sqrt

from bounds import quantities as quantity
from bounds.claim import (
    Claim,
    Comparator,
    Hypothesis,
    Outcomes,
    PerTrial,
    Source,
    Standing,
)
from bounds.geometry import ENTROPIC, EUCLIDEAN, RESCALED_ENTROPIC, SIGNED_ENTROPIC
from bounds.hypotheses import (
    IS_EXPERT,
    NONNEGATIVE,
    RIGHT_OR_CLEAR,
    SEPARABLE,
    SUM,
    SUM_AT_MOST,
    UNIT_INTERVAL,
    at_least,
    below,
    comparator_within,
    examples_in,
    examples_within,
    parameter,
    positive,
)
from bounds.stated import named_learner
from bounds.symbols import C, U, X, beta, delta, eta, k, l, loss, m, n, rate, side, tau, ux, wx, xx

HALF = Fraction(1, 2)


def _source(label: str, page: str) -> Source:
    return Source("Bylander 1998", label, page)


# --- learners ------------------------------------------------------------------------------------------


PERCEPTRON, EXPONENTIATED, TOLERANCED = "perceptron(eta)", "exponentiated(eta, U)", "toleranced(tau)"
P_ABSOLUTE = named_learner("Perceptron(0, eta)", PERCEPTRON, "absolute")
P_TOLERANCED = named_learner("Perceptron(0, eta), toleranced", PERCEPTRON, TOLERANCED)
P_CLASSIFIES = named_learner("Perceptron(0, eta), classification", PERCEPTRON, "classification")
P_RANDOMISED = named_learner("Perceptron(0, eta), randomised", PERCEPTRON, "randomised")
EU = "EU((U/n, ..., U/n), eta, U)"
EU_ABSOLUTE = named_learner(EU, EXPONENTIATED, "absolute")
EU_TOLERANCED = named_learner(f"{EU}, toleranced", EXPONENTIATED, TOLERANCED)
EU_CLASSIFIES = named_learner(f"{EU}, classification", EXPONENTIATED, "classification")
EU_RANDOMISED = named_learner(f"{EU}, randomised", EXPONENTIATED, "randomised")
ANY_W = named_learner("any weight vector w", "fixed()", "absolute")
ANY_W_TOLERANCED = named_learner("any weight vector w, toleranced", "fixed()", TOLERANCED)
ANY_W_RANDOMISED = named_learner("any weight vector w, randomised", "fixed()", "randomised")

# --- premises ------------------------------------------------------------------------------------------

BALL = (comparator_within(EUCLIDEAN), examples_within(EUCLIDEAN))
SIMPLEX = (NONNEGATIVE, SUM, examples_within(ENTROPIC), positive(U))
AT_ZERO = "a prediction of exactly 0 makes no classification: it counts as a mistake and updates"
OPEN_END = "a prediction on an open end of the outcome is outside it: it updates, at loss 0"

# --- section 2 -----------------------------------------------------------------------------------------

LEMMA_1 = Claim(
    id="bylander.1",
    title="Lemma 1: excess loss on a trial where the learner is too low (side = 1) or too high (side = -1)",
    source=_source("Lemma 1, (1) and (2)", "p. 337"),
    standing=Standing.QUALIFIED,
    quantity=quantity.TRIAL_EXCESS_LOSS,
    bound=side * (ux - wx),
    learner=ANY_W,
    start="any",
    ties=OPEN_END,
    attained=True,
    note="Needs non-empty outcome intervals, which the data type enforces.",
)

ZERO_LOSS = Claim(
    id="bylander.zeta0",
    title="A trial on which the learner has no loss needs no additional loss",
    source=_source("section 2, before Lemma 1", "p. 337"),
    standing=Standing.TRUE,
    quantity=quantity.ZERO_LOSS_TRIALS,
    bound=Integer(0),
    learner=P_ABSOLUTE,
    free={eta: None},
    ties=OPEN_END,
    counterpart="bylander.zeta0.summed",
    note="True trial by trial. Not when summed with the distances: see bylander.zeta0.summed.",
)

ZERO_LOSS_SUMMED = replace(
    ZERO_LOSS,
    id="bylander.zeta0.summed",
    title="The same, used inside the telescoping sum of theorem 2: zeta_t = 0 although w moves",
    standing=Standing.FALSE,
    quantity=quantity.ZERO_LOSS_UPDATES,
    geometry=EUCLIDEAN,
    counterpart="bylander.zeta0",
    note="An update at loss 0, on an open end, moves w and still costs eta*X**2/2.",
)

# --- section 3.1: Perceptron ---------------------------------------------------------------------------

THEOREM_2 = Claim(
    id="bylander.2",
    title="Theorem 2: absolute loss of the Perceptron",
    source=_source("Theorem 2", "p. 338"),
    standing=Standing.TRUE,
    quantity=quantity.EXCESS_LOSS,
    bound=U**2 / (2 * eta) + eta * l * X**2 / 2,
    hypotheses=BALL,
    geometry=EUCLIDEAN,
    learner=P_ABSOLUTE,
    free={eta: None},
    per_trial=PerTrial("excess loss", counter=l),
    ties=OPEN_END,
    attained=True,
)

THEOREM_2_TUNED = Claim(
    id="bylander.2.tuned",
    title="Theorem 2 with the best learning rate",
    source=_source("Theorem 2, second part", "p. 338"),
    standing=Standing.QUALIFIED,
    quantity=quantity.EXCESS_LOSS,
    bound=U * X * sqrt(l),
    hypotheses=(*BALL, positive(U, silent=True), positive(X, silent=True), at_least(l, 1, silent=True)),
    geometry=EUCLIDEAN,
    learner=P_ABSOLUTE,
    defines={eta: U / (X * sqrt(l))},
    per_trial=PerTrial("excess loss", tuned=True),
    ties=OPEN_END,
    attained=True,
)


def _exact(claim: Claim, bound: Any, note: str, *premises: Hypothesis) -> Claim:
    """Return the exact worst case over all sequences of length l, beside the theorem whose bound is not always that."""
    return replace(
        claim,
        id=f"{claim.id}.exact",
        title=f"Beside {claim.source.label}: the exact worst case over all sequences of length l",
        source=_source(f"beside {claim.source.label}", claim.source.page),
        bound=bound,
        hypotheses=(*claim.hypotheses, *premises),
        per_trial=None,
        note=note,
    )


_REACH = Min(U / eta, l * X)
"""The norm of the sum of the examples that is worst."""

THEOREM_2_EXACT = _exact(
    THEOREM_2,
    U * _REACH - eta * _REACH**2 / 2 + eta * l * X**2 / 2,
    "Attained for l >= 2 at all U, X and eta: l examples of norm X with equal dot products that sum to r u/|u|, "
    "r = Min(U/eta, l*X) and |u| = U, with far outcomes. So theorem 2 is exact if and only if U <= eta*l*X and l >= 2, "
    "or l = 1 and U = eta*X; the tuned rate is such a one for every l.",
)

STEP_2 = Claim(
    id="bylander.2.step",
    title="Proof of theorem 2: what an update does to the squared distance",
    source=_source("proof of Theorem 2", "p. 338"),
    standing=Standing.TRUE,
    quantity=quantity.DISTANCE_DROP,
    relation="==",
    bound=2 * eta * side * (ux - wx) - eta**2 * xx,
    geometry=EUCLIDEAN,
    learner=P_ABSOLUTE,
    free={eta: None},
    ties=OPEN_END,
    attained=True,
)

# --- section 3.2: Exponentiated Update -----------------------------------------------------------------

THEOREM_3 = Claim(
    id="bylander.3",
    title="Theorem 3: absolute loss of Exponentiated Update",
    source=_source("Theorem 3", "p. 340"),
    standing=Standing.TRUE,
    quantity=quantity.EXCESS_LOSS,
    bound=U * log(n) / eta + eta * l * U * X**2 / 2,
    hypotheses=SIMPLEX,
    geometry=ENTROPIC,
    learner=EU_ABSOLUTE,
    free={eta: None},
    per_trial=PerTrial("excess loss", counter=l),
    ties=OPEN_END,
    note="The sum of u must equal U: with n = 1, u = U/2, x = 1 and outcome u.x every trial costs U/2.",
)

THEOREM_3_TUNED = Claim(
    id="bylander.3.tuned",
    title="Theorem 3 with the best learning rate",
    source=_source("Theorem 3, second part", "p. 340"),
    standing=Standing.QUALIFIED,
    quantity=quantity.EXCESS_LOSS,
    bound=U * X * sqrt(2 * l * log(n)),
    hypotheses=(
        *SIMPLEX,
        at_least(n, 2, silent=True),
        positive(X, silent=True),
        at_least(l, 1, silent=True),
    ),
    geometry=ENTROPIC,
    learner=EU_ABSOLUTE,
    defines={eta: sqrt(2 * log(n)) / (X * sqrt(l))},
    per_trial=PerTrial("excess loss", tuned=True),
    ties=OPEN_END,
    note="At n = 1 the rate would be 0, which is not a learning rate.",
)

KL_START = Claim(
    id="bylander.3.klinit",
    title="Proof of theorem 3: the initial relative entropy",
    source=_source("proof of Theorem 3", "p. 340"),
    standing=Standing.TRUE,
    quantity=quantity.START_DISTANCE,
    bound=ENTROPIC.initial,
    hypotheses=SIMPLEX,
    geometry=ENTROPIC,
    learner=EU_ABSOLUTE,
    free={eta: None},
    attained=True,
    note="Equality if and only if u = U e_i.",
)

KL_POSITIVE = Claim(
    id="bylander.3.klpos",
    title="Proof of theorem 3: relative entropy is not negative when the sums are equal",
    source=_source("proof of Theorem 3", "p. 340"),
    standing=Standing.TRUE,
    quantity=quantity.DISTANCE,
    relation=">=",
    bound=Integer(0),
    hypotheses=SIMPLEX,
    geometry=ENTROPIC,
    learner=EU_ABSOLUTE,
    free={eta: None},
    note="False without equal sums: n = 1, u = 1, w = e gives -1.",
)

LEMMA_A1 = Claim(
    id="bylander.A1",
    title="Lemma A.1: the exponential mean",
    source=_source("Lemma A.1", "p. 350"),
    standing=Standing.QUALIFIED,
    quantity=quantity.LOG_MEAN_EXP,
    bound=eta * wx / U + eta**2 * X**2 / 2,
    hypotheses=(
        Hypothesis(
            "weights",
            "w_i >= 0",
            formula="sum(abs(s)) == sum(s)",
        ),
        Hypothesis(
            "sum",
            "the sum of w = U",
            formula="sum(s) == U",
        ),
        examples_within(ENTROPIC),
        positive(U, silent=True),
    ),
    comparator=Comparator.NONE,
    geometry=ENTROPIC,
    learner=ANY_W,
    start="positive",
    free={eta: "real"},
    note="Holds for every real eta; strict unless eta*X = 0.",
)


WEIGHTED_MAJORITY = named_learner("Weighted Majority with factor beta", "weighted_majority(beta)", "master")

WM_SIMULATION = Claim(
    id="bylander.wmsim",
    title="EU with s = (1/n, ..., 1/n), eta = ln(1/beta), U = 1 decides as Weighted Majority does",
    source=_source("section 3.2", "p. 339"),
    standing=Standing.QUALIFIED,
    quantity=quantity.disagreements(
        WEIGHTED_MAJORITY,
        "trials on which EU and WM decide differently",
        "(yhat == 1/2) + (yhat != 1/2)*((yhat >= 1/2) != (second_yhat >= 1/2))",
    ),
    relation="==",
    bound=Integer(0),
    hypotheses=(
        UNIT_INTERVAL,
        below(beta, Integer(1)),
        Hypothesis("tie-free", "no prediction is exactly 1/2", silent=True, formula="sum_t(yhat == 1/2) == 0"),
    ),
    outcomes=Outcomes.EXPERTS,
    comparator=Comparator.NONE,
    learner=named_learner(
        "EU((1/n, ..., 1/n), ln(1/beta), 1), outcomes [0, 1/2) and (1/2, 1]",
        EXPONENTIATED,
        "master",
    ),
    defines={eta: log(1 / beta), U: Integer(1)},
    free={beta: Integer(1)},
    ties="Weighted Majority decides a tie for class 1; EU's prediction 1/2 is in neither outcome",
    counterpart="bylander.wmsim.printed",
)

WM_SIMULATION_PRINTED = replace(
    WM_SIMULATION,
    id="bylander.wmsim.printed",
    standing=Standing.FALSE,
    hypotheses=WM_SIMULATION.hypotheses[:2],
    counterpart="bylander.wmsim",
    note="Fails at ties: at 1/2 EU makes no decision and always updates; Weighted Majority decides.",
)

EXPONENTIATED_GRADIENT = named_learner(
    "EG(eta) for the absolute loss",
    "exponentiated(eta, 1)",
    "absolute",
)

EG = Claim(
    id="bylander.eg",
    title="EU with U = 1 and point outcomes is EG with the absolute loss",
    source=_source("section 3.2", "p. 339"),
    standing=Standing.TRUE,
    quantity=quantity.disagreements(
        EXPONENTIATED_GRADIENT,
        "trials on which EU and EG predict differently",
        "yhat != second_yhat",
    ),
    relation="==",
    bound=Integer(0),
    outcomes=Outcomes.POINTS,
    comparator=Comparator.NONE,
    learner=EU_ABSOLUTE,
    defines={U: Integer(1)},
    free={eta: None},
    ties="the subgradient 0 is chosen where the prediction equals the outcome",
)

# --- section 3.3: discussion ---------------------------------------------------------------------------

LINEAR_GROWTH = Claim(
    id="bylander.Ol",
    title="Both bounds are Abs-Loss(u, S) + O(l), and O(sqrt(l)) when tuned",
    source=_source("section 3.3", "p. 342"),
    standing=Standing.TRUE,
    quantity=quantity.expressions(
        "bound(l) - l*bound(1), tuned bound(l) - sqrt(l)*bound(1)",
        (THEOREM_2.bound - l * THEOREM_2.bound.subs(l, 1), "theorem 2"),
        (THEOREM_3.bound - l * THEOREM_3.bound.subs(l, 1), "theorem 3"),
        (THEOREM_2_TUNED.bound - sqrt(l) * THEOREM_2_TUNED.bound.subs(l, 1), "theorem 2, tuned"),
        (THEOREM_3_TUNED.bound - sqrt(l) * THEOREM_3_TUNED.bound.subs(l, 1), "theorem 3, tuned"),
    ),
    bound=Integer(0),
    hypotheses=(at_least(l, 1), at_least(n, 2), positive(U), positive(X)),
    outcomes=Outcomes.NONE,
    comparator=Comparator.NONE,
    free={eta: None, U: None, X: None, l: None, n: None},
    note="That the bounds are approached is what the witnesses of bylander.2 and bylander.3 show.",
)

COMPARISON = Claim(
    id="bylander.cmp",
    title="EU's tuned bound is below the Perceptron's for one relevant attribute and examples in {-1, 1}^n",
    source=_source("section 3.3", "p. 342"),
    standing=Standing.AMBIGUOUS,
    quantity=quantity.expressions(
        "tuned EU bound at U = 1, X = 1",
        (THEOREM_3_TUNED.bound.subs({U: 1, X: 1}), "u = e_1, x in {-1, 1}^n"),
    ),
    bound=THEOREM_2_TUNED.bound.subs({U: 1, X: sqrt(n)}),
    hypotheses=(at_least(l, 1), at_least(n, 2)),
    outcomes=Outcomes.NONE,
    comparator=Comparator.NONE,
    free={l: None, n: None},
    counterpart="bylander.cmp.printed",
    note="The paper's words are loose; this reading, few relevant attributes and dense examples, is true.",
)

COMPARISON_PRINTED = Claim(
    id="bylander.cmp.printed",
    title="EU's tuned bound is below the Perceptron's for n equal weights and examples with k values of magnitude 1",
    source=_source("section 3.3", "p. 342"),
    standing=Standing.FALSE,
    quantity=quantity.expressions(
        "tuned EU bound at U = 1, X = 1",
        (THEOREM_3_TUNED.bound.subs({U: 1, X: 1}), "u = (1/n, ..., 1/n), k non-zero values"),
    ),
    bound=THEOREM_2_TUNED.bound.subs({U: 1 / sqrt(n), X: sqrt(k)}),
    hypotheses=(at_least(l, 1), at_least(n, 2), at_least(k, 1), parameter(k <= n, "k <= n")),
    outcomes=Outcomes.NONE,
    comparator=Comparator.NONE,
    free={l: None, n: None, k: n},
    counterpart="bylander.cmp",
    note="The reading 'all weights small' (k counts the non-zero values): it needs 2 ln n <= k/n, so it never holds.",
)


DOUBLING = Claim(
    id="bylander.double",
    title="Doubling the attributes: comparators of any sign, ln n becomes ln 2n",
    source=_source("section 3.3", "p. 342"),
    standing=Standing.TRUE,
    quantity=quantity.EXCESS_LOSS,
    bound=THEOREM_3.bound.subs(n, 2 * n),
    hypotheses=(comparator_within(SIGNED_ENTROPIC), examples_within(ENTROPIC), positive(U)),
    geometry=SIGNED_ENTROPIC,
    learner=named_learner("EU on (x, -x)", "doubled_exponentiated(eta, U)", "absolute"),
    free={eta: None},
    per_trial=PerTrial("excess loss", counter=l),
    ties=OPEN_END,
)

# --- section 4: mistake bounds -------------------------------------------------------------------------

OBSERVATION_4 = Claim(
    id="bylander.4",
    title="Observation 4: m mistakes leave a subsequence of length m with absolute loss at least m (Perceptron)",
    source=_source("Observation 4", "p. 343"),
    standing=Standing.TRUE,
    quantity=quantity.MISTAKEN_SUBSEQUENCE_LOSS,
    relation=">=",
    bound=m,
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NONE,
    learner=replace(P_CLASSIFIES, text="Perceptron(s, eta), classification"),
    start="any",
    free={eta: None},
    ties=AT_ZERO,
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
    free={eta: None, U: None},
)

SEPARATED_BALL = (*BALL, SEPARABLE, positive(X, silent=True))

THEOREM_5 = Claim(
    id="bylander.5",
    title="Theorem 5: mistakes of the Perceptron on separable labels",
    source=_source("Theorem 5", "p. 343"),
    standing=Standing.QUALIFIED,
    quantity=quantity.MISTAKES,
    bound=floor(U**2 * X**2),
    hypotheses=SEPARATED_BALL,
    outcomes=Outcomes.LABELS,
    comparator=Comparator.SEPARATING,
    geometry=EUCLIDEAN,
    learner=P_CLASSIFIES,
    defines={eta: 1 / X**2},
    per_trial=PerTrial("mistake"),
    ties=AT_ZERO,
    attained=True,
)

THEOREM_5_EXACT = _exact(
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
        title=f"{claim.title}: the absolute loss on a long sequence",
        quantity=quantity.LOSS,
        relation="<",
        bound=l,
        hypotheses=(*claim.hypotheses, parameter(l > claim.inner_bound, "l > bound")),
        learner=P_ABSOLUTE if claim.geometry is EUCLIDEAN else EU_ABSOLUTE,
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

RATE_FREE = Claim(
    id="bylander.5.eta",
    title="From the zero vector, with threshold 0, the learning rate does not affect the mistakes",
    source=_source("after Theorem 5", "p. 343"),
    standing=Standing.TRUE,
    quantity=quantity.disagreements(
        ANOTHER_RATE,
        "trials on which exactly one of eta and rate errs",
        "err != second_err",
    ),
    relation="==",
    bound=Integer(0),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NONE,
    learner=P_CLASSIFIES,
    free={eta: None, rate: None},
    ties=AT_ZERO,
    counterpart="bylander.5.eta.loss",
    note="For the 0-1 loss: w is eta times a sum of examples. See the two false readings beside it.",
)

RATE_FREE_LOSS = replace(
    THEOREM_5_LOSS,
    id="bylander.5.eta.loss",
    title="The same read for theorem 5's clause on the absolute loss",
    source=_source("after Theorem 5", "p. 343"),
    standing=Standing.FALSE,
    defines={},
    free={eta: None},
    counterpart="bylander.5.eta",
    note="The absolute loss does depend on eta: a large rate overshoots.",
)

RATE_FREE_START = replace(
    RATE_FREE,
    id="bylander.5.eta.start",
    title="The same from a start vector other than zero",
    standing=Standing.FALSE,
    learner=replace(P_CLASSIFIES, text="Perceptron(s, eta), classification"),
    start="any",
    counterpart="bylander.5.eta",
    note="With s != 0 the rate weighs the examples against s.",
)


def _normalised(claim: Claim, identifier: str, title: str, label: str, page: str) -> Claim:
    """Return a mistake bound for examples of norm at most 1 and separation delta = 1/U."""
    return replace(
        claim,
        id=identifier,
        title=title,
        source=_source(label, page),
        standing=Standing.TRUE,
        bound=floor(claim.inner_bound.subs({U: 1 / delta, X: 1})),
        defines={X: Integer(1), delta: 1 / U, **claim.defines},
        hypotheses=(*(h for h in claim.hypotheses if h.name not in ("X > 0", "U > 0")), positive(U)),
        per_trial=None,
        note="X = 1; a unit comparator then separates by delta = 1/U.",
    )


THEOREM_5_DELTA = _normalised(THEOREM_5, "bylander.5.delta", "Theorem 5 as 1/delta**2", "after Theorem 5", "p. 344")

SEPARATED_SIMPLEX = (*SIMPLEX, SEPARABLE, positive(X, silent=True))

THEOREM_6 = Claim(
    id="bylander.6",
    title="Theorem 6: mistakes of Exponentiated Update on separable labels",
    source=_source("Theorem 6", "p. 344"),
    standing=Standing.QUALIFIED,
    quantity=quantity.MISTAKES,
    bound=floor(2 * U**2 * X**2 * log(n)),
    hypotheses=SEPARATED_SIMPLEX,
    outcomes=Outcomes.LABELS,
    comparator=Comparator.SEPARATING,
    geometry=ENTROPIC,
    learner=EU_CLASSIFIES,
    defines={eta: 1 / (U * X**2)},
    per_trial=PerTrial("mistake"),
    ties=AT_ZERO,
)

THEOREM_6_LOSS = _loss_form(THEOREM_6)

UNNORMALISED = named_learner(
    "EU((1/n, ..., 1/n), eta, 1), classification",
    "exponentiated(eta, 1)",
    "classification",
)

NORMALISATION = Claim(
    id="bylander.6.norm",
    title="For classification with threshold 0, normalising the weights to U is unnecessary",
    source=_source("after Theorem 6", "p. 344"),
    standing=Standing.TRUE,
    quantity=quantity.disagreements(
        UNNORMALISED,
        "trials on which exactly one of sum U and sum 1 errs",
        "err != second_err",
    ),
    relation="==",
    bound=Integer(0),
    hypotheses=(positive(U),),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NONE,
    learner=EU_CLASSIFIES,
    free={eta: None, U: None},
    ties=AT_ZERO,
    note="For one and the same eta; U still enters the eta of theorem 6.",
)

THEOREM_6_DELTA = _normalised(
    THEOREM_6,
    "bylander.6.litt",
    "Theorem 6 as 2 ln(n)/delta**2 (Littlestone's conditions)",
    "after Theorem 6",
    "p. 345",
)

THEOREM_7 = Claim(
    id="bylander.7",
    title="Theorem 7: mistakes of Exponentiated Update when the comparator errs k times",
    source=_source("Theorem 7", "p. 345"),
    standing=Standing.TRUE,
    quantity=quantity.MISTAKES,
    bound=floor(((U * X + 1) * k + U * log(n) / eta) / (1 - eta * U * X**2 / 2)),
    hypotheses=(*SIMPLEX, RIGHT_OR_CLEAR, below(eta, 2 / (U * X**2))),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NOISY,
    geometry=ENTROPIC,
    learner=EU_CLASSIFIES,
    free={eta: 2 / (U * X**2)},
    per_trial=PerTrial("mistake", counter=k),
    ties=AT_ZERO,
    attained=True,
    note="U*X + 1 is right and attained. The learning rate is printed as n. X = 0 leaves eta unlimited.",
)

THEOREM_7_LOSS = _loss_form(THEOREM_7)

DEVIATION = Claim(
    id="bylander.7.dev",
    title="Before theorem 7: the absolute loss of a trial on which the comparator errs",
    source=_source("before Theorem 7", "p. 345"),
    standing=Standing.TRUE,
    quantity=quantity.NOISY_TRIAL_LOSS,
    bound=U * X + 1,
    hypotheses=(NONNEGATIVE, SUM, examples_within(ENTROPIC)),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NOISY,
    geometry=ENTROPIC,
    attained=True,
)

MASTER_INPUTS = (examples_in((-1, 1)), IS_EXPERT)

MASTER_EU = Claim(
    id="bylander.7.267",
    title="EU as a master algorithm with eta = 1/2",
    source=_source("after Theorem 7", "pp. 345-346"),
    standing=Standing.TRUE,
    quantity=quantity.MISTAKES,
    bound=Rational("2.67") * k + Rational("2.67") * log(n),
    hypotheses=MASTER_INPUTS,
    outcomes=Outcomes.MASTER,
    comparator=Comparator.EXPERT,
    geometry=ENTROPIC,
    learner=EU_CLASSIFIES,
    defines={eta: Rational(1, 2), U: Integer(1), X: Integer(1)},
    per_trial=PerTrial("mistake", counter=k),
    ties=AT_ZERO,
    note="Exactly 8/3 = 2.666..., from theorem 7 at U = X = 1.",
)

MASTER_WM = Claim(
    id="bylander.7.264",
    title="Weighted Majority as a master algorithm with beta = 1/e",
    source=_source("after Theorem 7", "p. 346"),
    standing=Standing.TRUE,
    quantity=quantity.MISTAKES,
    bound=Rational("2.64") * k + Rational("2.64") * log(n),
    hypotheses=MASTER_INPUTS,
    outcomes=Outcomes.MASTER,
    comparator=Comparator.EXPERT,
    learner=named_learner(
        "Weighted Majority with beta = 1/e",
        "weighted_majority_vote(beta)",
        "classification",
    ),
    defines={beta: exp(-1)},
    ties="a tie is decided for +1",
    note="Rounded up further than needed: the constant is 1/ln(2/(1 + 1/e)) = 2.63237...",
)

FOOTNOTE_5 = Claim(
    id="bylander.fn5",
    title="Footnote 5: the analogue of theorem 7 for the Perceptron",
    source=_source("footnote 5", "p. 346"),
    standing=Standing.QUALIFIED,
    quantity=quantity.MISTAKES,
    bound=floor(((U * X + 1) * k + U**2 / (2 * eta)) / (1 - eta * X**2 / 2)),
    hypotheses=(*BALL, RIGHT_OR_CLEAR, below(eta, 2 / X**2)),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NOISY,
    geometry=EUCLIDEAN,
    learner=P_CLASSIFIES,
    free={eta: 2 / X**2},
    per_trial=PerTrial("mistake", counter=k),
    ties=AT_ZERO,
    counterpart="bylander.fn5.printed",
    note="For a master algorithm, U = 1 and X = sqrt(n): O(n + k sqrt(n)), not O(k sqrt(n)).",
)

FOOTNOTE_5_PRINTED = Claim(
    id="bylander.fn5.printed",
    title="Footnote 5: O(k sqrt(n)) mistakes of the Perceptron as a master algorithm",
    source=_source("footnote 5", "p. 346"),
    standing=Standing.FALSE,
    quantity=quantity.MISTAKES,
    bound=C * k * sqrt(n),
    hypotheses=MASTER_INPUTS,
    outcomes=Outcomes.MASTER,
    comparator=Comparator.EXPERT,
    learner=P_CLASSIFIES,
    free={eta: None, C: None},
    ties=AT_ZERO,
    counterpart="bylander.fn5",
    note="C is the constant of the big O. At k = 0 no constant helps; rows of a Hadamard matrix force n mistakes.",
)

# --- section 5: toleranced absolute loss ---------------------------------------------------------------

THEOREM_8 = Claim(
    id="bylander.8",
    title="Theorem 8: toleranced absolute loss of the Perceptron",
    source=_source("Theorem 8", "p. 346"),
    standing=Standing.QUALIFIED,
    quantity=quantity.TOLERANCED_EXCESS_LOSS,
    bound=U**2 * X**2 / (4 * tau),
    hypotheses=(*BALL, positive(X, silent=True)),
    geometry=EUCLIDEAN,
    learner=P_TOLERANCED,
    defines={eta: 2 * tau / X**2},
    free={tau: None},
    per_trial=PerTrial("excess loss"),
    ties=OPEN_END,
    attained=True,
)

_TOLERANCED_REACH = Min(U * X**2 / (2 * tau), l * X)

THEOREM_8_EXACT = _exact(
    THEOREM_8,
    U * _TOLERANCED_REACH - tau * _TOLERANCED_REACH**2 / X**2,
    "Attained for l >= 2 at all U, X and tau: as for bylander.2.exact, with r = Min(U*X**2/(2*tau), l*X). So theorem 8 "
    "is exact if and only if U*X <= 2*tau*l and l >= 2, or l = 1 and U*X = 2*tau.",
)

STEP_8 = replace(
    STEP_2,
    id="bylander.8.step",
    title="Proof of theorem 8: what an update does to the squared distance",
    source=_source("proof of Theorem 8", "p. 346"),
    learner=P_TOLERANCED,
    free={eta: None, tau: None},
)

SHIFT = Claim(
    id="bylander.8.shift",
    title="Proof of theorem 8: outside I +- tau the toleranced loss is the loss less tau",
    source=_source("proof of Theorem 8", "p. 346"),
    standing=Standing.TRUE,
    quantity=quantity.TOLERANCED_TRIAL_LOSS,
    relation="==",
    bound=loss - tau,
    comparator=Comparator.NONE,
    learner=ANY_W_TOLERANCED,
    start="any",
    free={tau: None},
    ties=OPEN_END,
    attained=True,
    note="Inside I +- tau the toleranced loss is 0 instead.",
)

THEOREM_9 = Claim(
    id="bylander.9",
    title="Theorem 9: toleranced absolute loss of Exponentiated Update",
    source=_source("Theorem 9", "p. 347"),
    standing=Standing.QUALIFIED,
    quantity=quantity.TOLERANCED_EXCESS_LOSS,
    bound=U**2 * X**2 * log(n) / (2 * tau),
    hypotheses=(*SIMPLEX, positive(X, silent=True)),
    geometry=ENTROPIC,
    learner=EU_TOLERANCED,
    defines={eta: 2 * tau / (U * X**2)},
    free={tau: None},
    per_trial=PerTrial("excess loss"),
    ties=OPEN_END,
)

CONSTANT_EXCESS = Claim(
    id="bylander.const",
    title="Theorems 8 and 9: the excess does not depend on the length of the sequence",
    source=_source("section 5", "p. 348"),
    standing=Standing.TRUE,
    quantity=quantity.expressions(
        "d bound / d l",
        (diff(THEOREM_8.bound, l), "theorem 8"),
        (diff(THEOREM_9.bound, l), "theorem 9"),
    ),
    relation="==",
    bound=Integer(0),
    hypotheses=(at_least(n, 1),),
    outcomes=Outcomes.NONE,
    comparator=Comparator.NONE,
    free={U: None, X: None, tau: None, n: None, l: None},
)

# --- section 6: randomised classification --------------------------------------------------------------

HALF_TOLERANCE = Claim(
    id="bylander.6half",
    title="The loss at tolerance 1/2 is the error probability inside (-1/2, 1/2), else 0 or at least 1",
    source=_source("before Observation 10", "p. 349"),
    standing=Standing.TRUE,
    quantity=quantity.HALF_TOLERANCE_LOSS,
    relation="==",
    bound=Integer(0),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NONE,
    learner=ANY_W_RANDOMISED,
    start="any",
    ties="yhat >= 1/2 is predicted positive and yhat <= -1/2 negative, with certainty",
)

OBSERVATION_10 = Claim(
    id="bylander.10",
    title="Observation 10: the toleranced loss is at least the expected 0-1 loss",
    source=_source("Observation 10", "p. 349"),
    standing=Standing.TRUE,
    quantity=quantity.ERROR_PROBABILITY,
    bound=loss,
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NONE,
    learner=P_RANDOMISED,
    free={eta: None},
    ties=HALF_TOLERANCE.ties,
    attained=True,
    note="On every trial, and so in sum; the outcome is fixed before the coin is tossed.",
)

THEOREM_11 = Claim(
    id="bylander.11",
    title="Theorem 11: randomised Perceptron on separable labels",
    source=_source("Theorem 11", "p. 349"),
    standing=Standing.QUALIFIED,
    quantity=quantity.TOLERANCED_LOSS_AND_EXPECTED_MISTAKES,
    bound=U**2 * X**2 / 2,
    hypotheses=SEPARATED_BALL,
    outcomes=Outcomes.LABELS,
    comparator=Comparator.SEPARATING,
    geometry=EUCLIDEAN,
    learner=P_RANDOMISED,
    defines={eta: 1 / X**2},
    per_trial=PerTrial("excess loss"),
    ties=HALF_TOLERANCE.ties,
    attained=True,
)

_UPDATES = Min(l, floor(U**2 * X**2 + Rational(1, 2)))
"""The number of updates that is worst: the whole number nearest to U**2*X**2, or l."""

THEOREM_11_EXACT = _exact(
    THEOREM_11,
    _UPDATES - _UPDATES**2 / (2 * U**2 * X**2),
    "For the loss attained at all U and X with U**2*X**2 >= 3/2 and all l >= 2: m examples of norm X with equal dot "
    "products (m/U**2 - X**2)/(m - 1), which sum to m*u/U**2, m = Min(l, floor(U**2*X**2 + 1/2)). So theorem 11 is "
    "exact there if and only if U**2*X**2 is a whole number that is at most l.",
    positive(U),
)

THEOREM_12 = Claim(
    id="bylander.12",
    title="Theorem 12: randomised Exponentiated Update on separable labels",
    source=_source("Theorem 12", "p. 349"),
    standing=Standing.QUALIFIED,
    quantity=quantity.TOLERANCED_LOSS_AND_EXPECTED_MISTAKES,
    bound=U**2 * X**2 * log(n),
    hypotheses=(
        NONNEGATIVE,
        SUM_AT_MOST,
        examples_within(ENTROPIC),
        positive(U),
        SEPARABLE,
        positive(X, silent=True),
    ),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.SEPARATING,
    geometry=RESCALED_ENTROPIC,
    learner=EU_RANDOMISED,
    defines={eta: 1 / (U * X**2)},
    per_trial=PerTrial("excess loss"),
    ties=HALF_TOLERANCE.ties,
    note="The proof cites theorem 9, which needs sum u = U; rescaling u closes the gap on labels.",
)

HALVED = Claim(
    id="bylander.half",
    title="The bounds of theorems 11 and 12 are half those of theorems 5 and 6",
    source=_source("after Theorem 12", "p. 349"),
    standing=Standing.TRUE,
    quantity=quantity.expressions(
        "2 * randomised bound - deterministic bound",
        (2 * THEOREM_11.bound - THEOREM_5.inner_bound, "theorem 11 against 5"),
        (2 * THEOREM_12.bound - THEOREM_6.inner_bound, "theorem 12 against 6"),
    ),
    relation="==",
    bound=Integer(0),
    hypotheses=(at_least(n, 1),),
    outcomes=Outcomes.NONE,
    comparator=Comparator.NONE,
    free={U: None, X: None, n: None},
    note="Of the printed bounds, not of the numbers of mistakes, which are integers.",
)

CLAIMS = (
    LEMMA_1,
    ZERO_LOSS,
    ZERO_LOSS_SUMMED,
    THEOREM_2,
    THEOREM_2_TUNED,
    THEOREM_2_EXACT,
    STEP_2,
    WM_SIMULATION,
    WM_SIMULATION_PRINTED,
    EG,
    THEOREM_3,
    THEOREM_3_TUNED,
    KL_START,
    KL_POSITIVE,
    LINEAR_GROWTH,
    COMPARISON,
    COMPARISON_PRINTED,
    DOUBLING,
    OBSERVATION_4,
    OBSERVATION_4_EU,
    THEOREM_5,
    THEOREM_5_EXACT,
    THEOREM_5_LOSS,
    RATE_FREE,
    RATE_FREE_LOSS,
    RATE_FREE_START,
    THEOREM_5_DELTA,
    THEOREM_6,
    THEOREM_6_LOSS,
    NORMALISATION,
    THEOREM_6_DELTA,
    THEOREM_7,
    THEOREM_7_LOSS,
    DEVIATION,
    MASTER_EU,
    MASTER_WM,
    FOOTNOTE_5,
    FOOTNOTE_5_PRINTED,
    THEOREM_8,
    THEOREM_8_EXACT,
    STEP_8,
    SHIFT,
    THEOREM_9,
    CONSTANT_EXCESS,
    HALF_TOLERANCE,
    OBSERVATION_10,
    THEOREM_11,
    THEOREM_11_EXACT,
    THEOREM_12,
    HALVED,
    LEMMA_A1,
)
