"""Section 1: what the paper is about, upper and lower bounds for disjunctions."""

from __future__ import annotations

from dataclasses import replace

from bounds.claims.claim import Claim, Hypothesis, Outcomes, Standing
from bounds.claims.hypotheses import IS_DISJUNCTION, at_least, parameter, positive
from bounds.claims.quantities import MISTAKES
from bounds.claims.sections import about_parameters, false_form, identity
from bounds.sources.kivinen1995 import quantities as kw
from bounds.sources.kivinen1995.common import (
    ADDITIVE,
    ADDITIVE_ZERO,
    ANY_COEFFICIENTS,
    ANY_TIES,
    BIAS,
    BINARY,
    COEFFICIENTS,
    FIXED_THRESHOLD,
    FROM_ZERO,
    LITERALS,
    NOT_ZERO,
    POSITIVE_RATE,
    SECTION_3,
    SILENT_FROM_ZERO,
    SIZE,
    SUM_OF_X,
    TARGET,
    TIES,
    WINNOW,
    ZERO_START,
    about_additive,
    about_winnow,
    cited,
    equal,
    tuned,
)
from bounds.symbols import C, N, X, alpha, d, eta, k, n, theta

ABSTRACT = about_additive(
    id="kw.abstract",
    title="An adversary against any additive learner, for every `N` and `k`",
    source=cited("abstract", "section 1"),
    standing=Standing.QUALIFIED,
    quantity=kw.forced(ADDITIVE),
    relation=">=",
    bound="2**floor(log(N - k + 1)/log(2))/2",
    hypotheses=(LITERALS, parameter(k < N, silent=True)),
    defines={N: "n"},
    free=(k, *COEFFICIENTS),
    family="additive, any N",
    attained=True,
    counterpart="kw.abstract.printed",
    note="The construction needs N = 2**d + k - 1; for other N the largest such d has to do.",
)

ABSTRACT_PRINTED = false_form(
    ABSTRACT,
    title="An adversary forces `(N - k + 1)/2` mistakes on the Perceptron from any start, for every `N` and `k`",
    quantity=kw.most_forced(FIXED_THRESHOLD),
    bound="(N - k + 1)/2",
    hypotheses=(LITERALS, parameter(k <= N)),
    learner=FIXED_THRESHOLD,
    learners="",
    free=(k, eta, theta),
    domains={},
    family="perceptron, small N",
    note="At k = N there is one target, and a learner that starts there makes no mistake.",
)

GENERAL_N = replace(
    ABSTRACT,
    id="kw.genN",
    title="The same from the zero vector",
    quantity=kw.forced(ADDITIVE_ZERO, BIAS, ZERO_START),
    bound="2**floor(log(N - k + 1)/log(2))",
    hypotheses=(LITERALS, parameter(k <= N), FROM_ZERO),
    learner=ADDITIVE_ZERO,
    start="",
    domains=POSITIVE_RATE,
    counterpart="",
    note="N - k + 1 is proved where it is a power of two; for other N it is open.",
)

INCREASE = Claim(
    id="kw.incr",
    title="A mistake moves the dot product `w.x_t` towards the outcome, for the Perceptron and for Winnow",
    source=cited("`w_t+1.x_t > w_t.x_t`", "section 1"),
    standing=Standing.QUALIFIED,
    quantity=kw.promotions(ZERO_START, WINNOW),
    relation=">",
    bound=0,
    hypotheses=(BINARY, parameter(alpha > 1), NOT_ZERO),
    outcomes=Outcomes.BOOLEAN,
    learner=ZERO_START,
    free=(eta, alpha, theta),
    ties=TIES,
    family="labelled",
    counterpart="kw.incr.printed",
)

INCREASE_PRINTED = false_form(
    INCREASE,
    hypotheses=INCREASE.hypotheses[:2],
    family="labelled with zeros",
    note="At x_t = 0 nothing moves.",
)

MODEL = Claim(
    id="kw.model",
    title="A monotone disjunction is the threshold function `(u, 1/2)`, and one with weights and threshold "
    "in `{0, 1, 2}`",
    source=cited("`k`-literal disjunctions", "sections 1, 2.2"),
    standing=Standing.TRUE,
    quantity=kw.AS_THRESHOLDS,
    relation="==",
    bound=0,
    hypotheses=(BINARY, IS_DISJUNCTION),
    outcomes=Outcomes.BOOLEAN,
    family="disjunction",
    note="(u, 1/2), (u, 1) and (2u, 1) are checked.",
)

WINNOW_UP = about_winnow(
    id="kw.winnow.up",
    title="Winnow on `k`-literal monotone disjunctions, with any factor and threshold",
    source=cited("`O(k log N)` mistakes", "sections 1, 2.2"),
    standing=Standing.TRUE,
    quantity=MISTAKES,
    relation="<",
    bound="(1 + alpha)*k*Max(0, ceiling(log(theta)/log(alpha))) + alpha*N/((alpha - 1)*theta)",
    hypotheses=(*TARGET, parameter(alpha > 1), positive(theta)),
    defines={N: "n"},
    free=(alpha, theta),
    family="winnow",
    note="An explicit form of the paper's O(k log N): promotions k*#{j >= 0: alpha**j < theta}, then W > 0.",
)

VC = about_parameters(
    id="kw.vc",
    title="The VC dimension of `k`-literal disjunctions is at least `k floor(log2(N/k))`",
    source=cited("`Omega(k + k log(N/k))`", "section 1"),
    standing=Standing.TRUE,
    quantity=kw.VC,
    relation=">=",
    bound="k*floor(log(N/k)/log(2))",
    hypotheses=(LITERALS, parameter(k <= N)),
    free=(N, k),
    made_below={N: 5},
    attained=True,
    learners="any learner without coins: on examples that are shattered, the other label than it predicts always fits",
    counterpart="kw.vc.printed",
    note="Exhaustive for N <= 5; k blocks of 2**j variables shatter k*j points for all N. Omega needs N >= 2k.",
)

VC_UPPER = replace(
    VC,
    id="kw.vc.upper",
    title="2 to the VC dimension is at most the number of `k`-literal disjunctions",
    quantity=kw.SHATTERED_LABELINGS,
    learners="",
    relation="<=",
    bound=0,
    attained=False,
    counterpart="",
    note="",
)

VC_PRINTED = false_form(
    VC,
    title="The VC dimension of `k`-literal disjunctions is `Omega(k + k log(N/k))`",
    bound="(k + k*log(N/k))/C",
    learners="",
    free=(N, k, C),
    note="1/C is the constant of the Omega. At k = N there is one disjunction, so the dimension is 0.",
)

ELIMINATION = about_winnow(
    id="kw.elim",
    title="Winnow with threshold 1 and a large factor is the elimination algorithm: `N - k` mistakes",
    source=cited("at most `N - k` mistakes", "sections 1, 4"),
    standing=Standing.QUALIFIED,
    quantity=MISTAKES,
    bound="N - k",
    hypotheses=(*TARGET, parameter(alpha > 1), parameter(alpha > N - k, silent=True)),
    defines={N: "n", theta: "1"},
    free=(alpha,),
    family="elimination",
    attained=True,
    counterpart="kw.elim.sharp",
    note="'eta very large' is e^eta > N - k, and no less: see kw.elim.sharp.",
)

ELIMINATION_SHARP = false_form(
    ELIMINATION,
    "sharp",
    title="The same with a factor of exactly `N - k`",
    hypotheses=(*TARGET, parameter(alpha > 1)),
    defines={N: "n", theta: "1", alpha: "N - k"},
    free=(),
    family="elimination, sharp",
    note="Each irrelevant variable alone, then all of them together: N - k + 1 mistakes.",
)

DOT = identity(
    id="kw.dot",
    title="The dot product of two random points of `{0, 1}^N`: mean `N/4`, standard deviation `sqrt(3N)/4`",
    source=cited("close to `N/4`", "section 1"),
    standing=Standing.TRUE,
    quantity=kw.DOT_MOMENTS,
    outcomes=Outcomes.NONE,
    free=(N,),
    made_below={N: 120},
    note="The law of x.x' is binomial(N, 1/4); both moments are exact.",
)

DOT_CLOSE = replace(
    DOT,
    id="kw.dot.close",
    title="For large `N` the dot product is likely to be close to `N/4`",
    quantity=kw.DOT_FAR,
    relation="<=",
    bound="12/N",
    hypotheses=(at_least(N, 1),),
    note="Chebyshev's inequality in numbers; the probability itself is exact.",
)


ONE_IN_MATRIX = Hypothesis(
    "target",
    "exactly one of the first `2**d` attributes is relevant",
    silent=True,
    formula="sum(abs(part(u, 1, 2**d))) == 1",
)


BATCH = Claim(
    id="kw.batch",
    title="Trained on the first half of the Hadamard pairs, an additive learner errs on half of the second half",
    source=cited("batch setting", "section 1"),
    standing=Standing.AMBIGUOUS,
    quantity=kw.BATCH_ERRORS,
    relation="==",
    bound="2**d/2",
    hypotheses=(
        *SECTION_3,
        FROM_ZERO,
        Hypothesis(
            "training",
            "every example is a `z_t'` or `z_t''` with `t <= l/2`",
            formula=kw.IN_FIRST_HALF,
        ),
        *TARGET,
        ONE_IN_MATRIX,
    ),
    outcomes=Outcomes.BOOLEAN,
    learner=ADDITIVE_ZERO,
    free=(d, *COEFFICIENTS),
    domains=ANY_COEFFICIENTS,
    made_below={d: 5},
    ties=ANY_TIES,
    family="batch",
    attained=True,
    counterpart="kw.batch.single",
    note="'Roughly half' is exactly half: both instances of a pair get the same prediction, and one is positive. "
    "The target has to be one of section 3: a relevant attribute beyond the first 2**d is 0 in every instance.",
)

BATCH_SINGLE = false_form(
    BATCH,
    "single",
    title="The same with one instance a row, `z_t'`, in place of pairs",
    quantity=kw.BATCH_ERRORS_SINGLE,
    bound="2**d/4",
    hypotheses=(SIZE, at_least(d, 2), LITERALS, *BATCH.hypotheses[3:]),
    family="batch, d >= 2",
    note="For u_1 = 1 all z_t' are positive and get one prediction: none or all are wrong.",
)


def _violated(j: str) -> str:
    """Return whether literal j of conjunction i is false at x: base 3 digit 0 is none, 1 is x_j, 2 its negation."""
    digit = f"(floor(i/3**(N - {j})) - 3*floor(i/3**(N - {j} + 1)))"
    point = f"at(x, 3**(N - {j}) + 1)"
    return f"({digit} == 1)*({point} == 0) + ({digit} == 2)*({point} != 0)"


CONJUNCTIONS = (
    f"if(n == 3**N, sum_t(sum_for(i, 0, n - 1, at(x, i + 1) != (sum_for(j, 1, N, {_violated('j')}) == 0))), 1) == 0"
)
"""Every example holds the values of all conjunctions at the point that its entries for single variables give."""


DNF = about_winnow(
    id="kw.dnf",
    title="Winnow on all `3^N` conjunctions learns `k`-term DNF",
    source=cited("`O(k(N - log k))`", "section 1"),
    standing=Standing.QUALIFIED,
    quantity=MISTAKES,
    relation="<",
    bound=tuned(WINNOW_UP, 3**N),
    hypotheses=(
        equal(n, 3**N),
        Hypothesis(
            "conjunctions",
            "an example holds the values of all conjunctions at a point",
            formula=CONJUNCTIONS,
        ),
        *TARGET,
        LITERALS,
    ),
    defines={alpha: "3/2", theta: "3**N/k"},
    family="dnf",
    counterpart="kw.dnf.printed",
    note="k terms are a k-literal disjunction of conjunctions: kw.winnow.up with 3^N variables.",
)

DNF_NATURAL = replace(
    DNF,
    id="kw.dnf.natural",
    title="`O(k(N - ln k))` for `k <= 2^N` terms, with the natural logarithm",
    bound="27*k*(N - log(k))",
    hypotheses=(*DNF.hypotheses, parameter(k <= 2**N, silent=True), at_least(N, 1, silent=True)),
    family="dnf, few terms",
    note="N - ln k >= (1 - ln 2) N keeps the form from vanishing, where N >= 1; 27 covers the constants of kw.dnf.",
)

DNF_PRINTED = replace(
    DNF_NATURAL,
    id="kw.dnf.printed",
    title="`O(k(N - log2 k))` for `k <= 2^N` terms, with the binary logarithm",
    standing=Standing.FALSE,
    relation="<=",
    hypotheses=(*DNF_NATURAL.hypotheses[:-1], parameter(C >= 27)),
    bound="C*k*(N - log(k)/log(2))",
    free=(C,),
    counterpart="kw.dnf",
    note="The base is not printed. With base 2 the form is 0 at k = 2^N, whatever C is, and Winnow errs there (N = 2, "
    "k = 4). C = 27 is enough for the natural logarithm.",
)

OKX = Claim(
    id="kw.perc.okx",
    title="Perceptron on `k`-literal disjunctions of examples with at most `X` ones: `O(kX)` mistakes",
    source=cited("`O(kX)` mistakes", "sections 1, 2.2"),
    standing=Standing.QUALIFIED,
    quantity=MISTAKES,
    bound="10*k*X",
    hypotheses=(*TARGET, SILENT_FROM_ZERO, SUM_OF_X, LITERALS, at_least(X, 1, silent=True)),
    outcomes=Outcomes.BOOLEAN,
    learner=BIAS,
    free=(eta,),
    ties=TIES,
    family="disjunction",
    counterpart="kw.perc.okx.printed",
    note="The threshold has to be learned (or be eta*X, kw.okx.fix), which the statement does not say; nor X >= 1.",
)

OKX_PRINTED = false_form(
    OKX,
    title="The same for any fixed threshold",
    bound="C*k*X",
    hypotheses=(*OKX.hypotheses, parameter(C >= 10)),
    learner=ZERO_START,
    free=(eta, theta, C),
    note="C is the constant of the big O; 10 is enough where the threshold is learned. With theta <= 0 no C is: the "
    "example 0 is a mistake on every trial.",
)

OKX_BIAS = replace(
    OKX,
    id="kw.okx.bias",
    title="Perceptron with the bias trick: an explicit bound",
    bound="(4*k + 1)*(X + 1)",
    hypotheses=OKX.hypotheses[:-2],
    counterpart="",
    note="The Perceptron convergence theorem with u' = (u, -1/2), margin 1/2.",
)

OKX_FIX = replace(
    OKX,
    id="kw.okx.fix",
    title="Perceptron with threshold `eta*X`: an explicit bound",
    bound="4*k*X",
    hypotheses=(*OKX.hypotheses[:-2], positive(X, silent=True)),
    learner=ZERO_START,
    defines={theta: "eta*X"},
    counterpart="",
    note="Potential: the squared distance of w to 2*theta*u, from 4*k*theta**2 down by (eta**2)*X a mistake.",
)
