"""J. Kivinen and M. K. Warmuth, The Perceptron algorithm vs. Winnow: linear vs. logarithmic mistake bounds.

COLT 1995. Every checkable statement, in the paper's order. Where a statement is false as printed, ``ID`` is the
repaired claim and ``ID.printed`` (or another suffix) the one to be refuted. Glossary: the paper's outcomes 1
and 0 are the labels +1 and -1; ``alpha`` is Winnow's factor e^eta; l of section 3 is 2**d. An instance about a
rotation holds in ``u`` the axis of a reflection (bounds.rotations): reflections generate all rotations.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from sympy import Abs, Integer, Max, Rational, ceiling, floor, log

from bounds.claim import Claim, Comparator, Hypothesis, Outcomes, Source, Standing
from bounds.expression import format_expression
from bounds.hypotheses import IS_DISJUNCTION, at_least, parameter, positive
from bounds.quantities import MISTAKES, disagreements, expressions
from bounds.sources import kivinen1995_quantities as kw
from bounds.stated import named_learner
from bounds.symbols import C, D, N, X, a, alpha, d, eta, k, l, n, psi, rate, rho, theta

ZERO = Fraction(0)


def _source(label: str, section: str) -> Source:
    return Source("Kivinen and Warmuth 1995", label, section)


# --- learners ------------------------------------------------------------------------------------------


THRESHOLD, AT_ZERO = "threshold(theta)", "threshold(0)"
FIXED_THRESHOLD = named_learner("Perceptron(s, eta), threshold theta", "perceptron(eta)", THRESHOLD)
ZERO_START = replace(FIXED_THRESHOLD, text="Perceptron(0, eta), threshold theta")
BIAS = named_learner("Perceptron(0, eta), bias trick", "bias_perceptron(eta, 0)", AT_ZERO)
OTHER_RATE = named_learner("Perceptron(0, rate), bias trick", "bias_perceptron(rate, 0)", AT_ZERO)
OTHER_RATE_FIXED = named_learner("Perceptron(0, rate), threshold theta", "perceptron(rate)", THRESHOLD)
WINNOW = named_learner("Winnow(alpha, theta), start 1", "winnow(alpha)", THRESHOLD)
ELLIPSOID = named_learner("central-cut ellipsoid method", "ellipsoid()", AT_ZERO)
ADDITIVE = named_learner("additive learner(s; eta, rate, rho; theta, a)", "additive(eta, rate, rho, theta, a)", AT_ZERO)
ADDITIVE_ZERO = replace(ADDITIVE, text="additive learner(0; eta, rate, rho; theta, a)")
GRAM = named_learner("additive learner with coefficients from dot products", "gram(eta, rate, theta, a)", AT_ZERO)
COORDINATE = named_learner(
    "additive learner with coefficients from coordinates", "coordinate(eta, rate, theta, a)", AT_ZERO
)
ANY_W = named_learner("any weight vector w", "fixed()", AT_ZERO)
ONES = named_learner("Perceptron((rate, ..., rate), eta), threshold theta", "perceptron_from(rate, eta)", THRESHOLD)

ANY_COEFFICIENTS: dict[Any, Any] = {eta: "real", rate: "real", rho: "real", theta: "real", a: "real"}
"""Step sizes on mistakes and on right trials, memory, first threshold, step of the threshold: any reals."""

POSITIVE_RATE = {**ANY_COEFFICIENTS, eta: None}
"""The same where a Perceptron with learning rate eta is played too."""

# --- premises ------------------------------------------------------------------------------------------

TIES = "yhat = 1 where w.x >= theta: a prediction of exactly theta is 1"
ANY_TIES = "yhat = 1 where w.x >= theta; the statement holds for the other choice too"


BINARY = Hypothesis(
    "inputs",
    "every entry of an example is 0 or 1",
    formula="sum_t(sum((x != 0)*(x != 1))) == 0",
)
LABELLED = Hypothesis(
    "labels",
    "the label is +1 where u.x >= 1/2, else -1",
    formula="sum_t((ux >= 1/2) != (y > 0)) == 0",
)


def equal(left: Any, right: Any) -> Hypothesis:
    """Return the premise that two expressions are equal."""
    text = f"{left} = {right}"
    formula = f"{format_expression(left)} == {format_expression(right)}"
    return Hypothesis(text, text, formula=formula)


TARGET = (BINARY, IS_DISJUNCTION, LABELLED)
LITERALS = at_least(k, 1)
FROM_ZERO = Hypothesis("start", "w_1 = 0", formula="sum(abs(s)) == 0")
SILENT_FROM_ZERO = replace(FROM_ZERO, silent=True)
NOT_ZERO = Hypothesis(
    "x != 0",
    "no example is zero",
    silent=True,
    formula="sum_t(sum(x != 0) == 0) == 0",
)
SUM_OF_X = Hypothesis(
    "examples",
    "X >= the largest sum of an example",
    formula="X >= if(l == 0, 0, max_t(sum(x)))",
)
PAIRWISE_CONSTANT = Hypothesis(
    "pairwise constant",
    "the examples z_1', z_1'', z_2', ... have pairwise constant dot products",
    formula=f"{kw.TOLD_APART} == 0",
)
SIZE = equal(n, 2**d + k - 1)
SECTION_3 = (SIZE, at_least(d, 1), LITERALS)

# --- section 1 -----------------------------------------------------------------------------------------

INCREASE = Claim(
    id="kw.incr",
    title="A mistake moves the dot product w.x_t towards the outcome, for the Perceptron and for Winnow",
    source=_source("w_t+1.x_t > w_t.x_t", "section 1"),
    standing=Standing.QUALIFIED,
    quantity=kw.promotions(ZERO_START, WINNOW),
    relation=">",
    bound=Integer(0),
    hypotheses=(BINARY, parameter(alpha > 1, "alpha > 1"), NOT_ZERO),
    outcomes=Outcomes.BOOLEAN,
    comparator=Comparator.NONE,
    learner=ZERO_START,
    free={eta: None, alpha: None, theta: "real"},
    ties=TIES,
    family="labelled",
    counterpart="kw.incr.printed",
)

INCREASE_PRINTED = replace(
    INCREASE,
    id="kw.incr.printed",
    standing=Standing.FALSE,
    hypotheses=INCREASE.hypotheses[:2],
    family="labelled with zeros",
    counterpart="kw.incr",
    note="At x_t = 0 nothing moves.",
)

MODEL = Claim(
    id="kw.model",
    title="A monotone disjunction is the threshold function (u, 1/2), and one with weights and threshold in {0, 1, 2}",
    source=_source("k-literal disjunctions", "sections 1, 2.2"),
    standing=Standing.TRUE,
    quantity=kw.AS_THRESHOLDS,
    relation="==",
    bound=Integer(0),
    hypotheses=(BINARY, IS_DISJUNCTION),
    outcomes=Outcomes.BOOLEAN,
    comparator=Comparator.DISJUNCTION,
    family="disjunction",
    note="(u, 1/2), (u, 1) and (2u, 1) are checked.",
)

WINNOW_UP = Claim(
    id="kw.winnow.up",
    title="Winnow on k-literal monotone disjunctions, with any factor and threshold",
    source=_source("O(k log N) mistakes", "sections 1, 2.2"),
    standing=Standing.TRUE,
    quantity=MISTAKES,
    relation="<",
    bound=(1 + alpha) * k * Max(0, ceiling(log(theta) / log(alpha))) + alpha * N / ((alpha - 1) * theta),
    hypotheses=(*TARGET, parameter(alpha > 1, "alpha > 1"), positive(theta)),
    outcomes=Outcomes.BOOLEAN,
    comparator=Comparator.DISJUNCTION,
    learner=WINNOW,
    defines={N: n},
    free={alpha: None, theta: None},
    ties=TIES,
    family="winnow",
    note="An explicit form of the paper's O(k log N): promotions k*#{j >= 0: alpha**j < theta}, then W > 0.",
)

VC = Claim(
    id="kw.vc",
    title="The VC dimension of k-literal disjunctions is at least k floor(log2(N/k))",
    source=_source("Omega(k + k log(N/k))", "section 1"),
    standing=Standing.TRUE,
    quantity=kw.VC,
    relation=">=",
    bound=k * floor(log(N / k) / log(2)),
    hypotheses=(LITERALS, parameter(k <= N, "k <= N")),
    outcomes=Outcomes.NONE,
    comparator=Comparator.NONE,
    free={N: Integer(5), k: N},
    attained=True,
    counterpart="kw.vc.printed",
    note="Exhaustive for N <= 5; k blocks of 2**j variables shatter k*j points for all N. Omega needs N >= 2k.",
)

VC_UPPER = replace(
    VC,
    id="kw.vc.upper",
    title="2 to the VC dimension is at most the number of k-literal disjunctions",
    quantity=kw.SHATTERED_LABELINGS,
    relation="<=",
    bound=Integer(0),
    attained=False,
    counterpart="",
    note="",
)

VC_PRINTED = replace(
    VC,
    id="kw.vc.printed",
    title="The VC dimension of k-literal disjunctions is Omega(k + k log(N/k))",
    standing=Standing.FALSE,
    bound=(k + k * log(N / k)) / C,
    free={N: Integer(5), k: N, C: None},
    attained=False,
    counterpart="kw.vc",
    note="1/C is the constant of the Omega. At k = N there is one disjunction, so the dimension is 0.",
)

OKX = Claim(
    id="kw.perc.okx",
    title="Perceptron on k-literal disjunctions of examples with at most X ones: O(kX) mistakes",
    source=_source("O(kX) mistakes", "sections 1, 2.2"),
    standing=Standing.QUALIFIED,
    quantity=MISTAKES,
    bound=10 * k * X,
    hypotheses=(*TARGET, SILENT_FROM_ZERO, SUM_OF_X, LITERALS, at_least(X, 1, silent=True)),
    outcomes=Outcomes.BOOLEAN,
    comparator=Comparator.DISJUNCTION,
    learner=BIAS,
    free={eta: None},
    ties=TIES,
    family="disjunction",
    counterpart="kw.perc.okx.printed",
    note="The threshold has to be learned (or be eta*X, kw.okx.fix), which the statement does not say; nor X >= 1.",
)

OKX_PRINTED = replace(
    OKX,
    id="kw.perc.okx.printed",
    title="The same for any fixed threshold",
    standing=Standing.FALSE,
    bound=C * k * X,
    learner=ZERO_START,
    free={eta: None, theta: "real", C: None},
    counterpart="kw.perc.okx",
    note="C is the constant of the big O. With theta <= 0 the example 0 is a mistake on every trial.",
)

OKX_BIAS = replace(
    OKX,
    id="kw.okx.bias",
    title="Perceptron with the bias trick: an explicit bound",
    bound=(4 * k + 1) * (X + 1),
    hypotheses=OKX.hypotheses[:-2],
    counterpart="",
    note="The Perceptron convergence theorem with u' = (u, -1/2), margin 1/2.",
)

OKX_FIX = replace(
    OKX,
    id="kw.okx.fix",
    title="Perceptron with threshold eta*X: an explicit bound",
    bound=4 * k * X,
    hypotheses=(*OKX.hypotheses[:-2], positive(X, silent=True)),
    learner=ZERO_START,
    defines={theta: eta * X},
    counterpart="",
    note="Potential: the squared distance of w to 2*theta*u, from 4*k*theta**2 down by (eta**2)*X a mistake.",
)

ABSTRACT = Claim(
    id="kw.abstract",
    title="An adversary against any additive learner, for every N and k",
    source=_source("abstract", "section 1"),
    standing=Standing.QUALIFIED,
    quantity=kw.forced(ADDITIVE),
    relation=">=",
    bound=2 ** floor(log(N - k + 1) / log(2)) / 2,
    hypotheses=(LITERALS, parameter(k < N, "k < N", silent=True)),
    outcomes=Outcomes.BOOLEAN,
    comparator=Comparator.NONE,
    learner=ADDITIVE,
    start="any",
    defines={N: n},
    free={k: N, **ANY_COEFFICIENTS},
    ties=ANY_TIES,
    family="additive, any N",
    attained=True,
    counterpart="kw.abstract.printed",
    note="The construction needs N = 2**d + k - 1; for other N the largest such d has to do.",
)

ABSTRACT_PRINTED = replace(
    ABSTRACT,
    id="kw.abstract.printed",
    title="An adversary forces (N - k + 1)/2 mistakes on the Perceptron from any start, for every N and k",
    standing=Standing.FALSE,
    quantity=kw.most_forced(FIXED_THRESHOLD),
    bound=(N - k + 1) / 2,
    hypotheses=(LITERALS, parameter(k <= N, "k <= N")),
    learner=FIXED_THRESHOLD,
    free={k: N, eta: None, theta: "real"},
    family="perceptron, small N",
    attained=False,
    counterpart="kw.abstract",
    note="At k = N there is one target, and a learner that starts there makes no mistake.",
)

GENERAL_N = replace(
    ABSTRACT,
    id="kw.genN",
    title="The same from the zero vector",
    quantity=kw.forced(ADDITIVE_ZERO, BIAS, ZERO_START),
    bound=2 ** floor(log(N - k + 1) / log(2)),
    hypotheses=(LITERALS, parameter(k <= N, "k <= N"), FROM_ZERO),
    learner=ADDITIVE_ZERO,
    start="",
    free={k: N, **POSITIVE_RATE},
    counterpart="",
    note="N - k + 1 is proved where it is a power of two; for other N it is open.",
)

ELIMINATION = Claim(
    id="kw.elim",
    title="Winnow with threshold 1 and a large factor is the elimination algorithm: N - k mistakes",
    source=_source("at most N - k mistakes", "sections 1, 4"),
    standing=Standing.QUALIFIED,
    quantity=MISTAKES,
    bound=N - k,
    hypotheses=(*TARGET, parameter(alpha > 1, "alpha > 1"), parameter(alpha > N - k, "alpha > N - k", silent=True)),
    outcomes=Outcomes.BOOLEAN,
    comparator=Comparator.DISJUNCTION,
    learner=WINNOW,
    defines={N: n, theta: Integer(1)},
    free={alpha: None},
    ties=TIES,
    family="elimination",
    attained=True,
    counterpart="kw.elim.sharp",
    note="'eta very large' is e^eta > N - k, and no less: see kw.elim.sharp.",
)

ELIMINATION_SHARP = replace(
    ELIMINATION,
    id="kw.elim.sharp",
    title="The same with a factor of exactly N - k",
    standing=Standing.FALSE,
    hypotheses=(*TARGET, parameter(alpha > 1, "alpha > 1")),
    defines={N: n, theta: Integer(1), alpha: N - k},
    free={},
    family="elimination, sharp",
    attained=False,
    counterpart="kw.elim",
    note="Each irrelevant variable alone, then all of them together: N - k + 1 mistakes.",
)

DOT = Claim(
    id="kw.dot",
    title="The dot product of two random points of {0, 1}^N: mean N/4, standard deviation sqrt(3N)/4",
    source=_source("close to N/4", "section 1"),
    standing=Standing.TRUE,
    quantity=kw.DOT_MOMENTS,
    relation="==",
    bound=Integer(0),
    outcomes=Outcomes.NONE,
    comparator=Comparator.NONE,
    free={N: Integer(120)},
    note="The law of x.x' is binomial(N, 1/4); both moments are exact.",
)

DOT_CLOSE = replace(
    DOT,
    id="kw.dot.close",
    title="For large N the dot product is likely to be close to N/4",
    quantity=kw.DOT_FAR,
    relation="<=",
    bound=12 / N,
    hypotheses=(at_least(N, 1),),
    note="Chebyshev's inequality in numbers; the probability itself is exact.",
)


ONE_IN_MATRIX = Hypothesis(
    "target",
    "exactly one of the first 2**d attributes is relevant",
    silent=True,
    formula="sum(abs(part(u, 1, 2**d))) == 1",
)


BATCH = Claim(
    id="kw.batch",
    title="Trained on the first half of the Hadamard pairs, an additive learner errs on half of the second half",
    source=_source("batch setting", "section 1"),
    standing=Standing.AMBIGUOUS,
    quantity=kw.BATCH_ERRORS,
    relation="==",
    bound=2**d / 2,
    hypotheses=(
        *SECTION_3,
        FROM_ZERO,
        Hypothesis(
            "training",
            "every example is a z_t' or z_t'' with t <= l/2",
            formula=kw.IN_FIRST_HALF,
        ),
        *TARGET,
        ONE_IN_MATRIX,
    ),
    outcomes=Outcomes.BOOLEAN,
    comparator=Comparator.DISJUNCTION,
    learner=ADDITIVE_ZERO,
    free={d: Integer(5), **ANY_COEFFICIENTS},
    ties=ANY_TIES,
    family="batch",
    attained=True,
    counterpart="kw.batch.single",
    note="'Roughly half' is exactly half: both instances of a pair get the same prediction, and one is positive. "
    "The target has to be one of section 3: a relevant attribute beyond the first 2**d is 0 in every instance.",
)

BATCH_SINGLE = replace(
    BATCH,
    id="kw.batch.single",
    title="The same with one instance a row, z_t', in place of pairs",
    standing=Standing.FALSE,
    quantity=kw.BATCH_ERRORS_SINGLE,
    bound=2**d / 4,
    hypotheses=(SIZE, at_least(d, 2), LITERALS, *BATCH.hypotheses[3:]),
    family="batch, d >= 2",
    attained=False,
    counterpart="kw.batch",
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


def _tuned(claim: Claim, variables: Any) -> Any:
    """Return Winnow's bound at factor 3/2 and threshold variables/k."""
    return claim.bound.subs({alpha: Rational(3, 2), theta: variables / k, N: variables})


DNF = Claim(
    id="kw.dnf",
    title="Winnow on all 3^N conjunctions learns k-term DNF",
    source=_source("O(k(N - log k))", "section 1"),
    standing=Standing.QUALIFIED,
    quantity=MISTAKES,
    relation="<",
    bound=_tuned(WINNOW_UP, 3**N),
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
    outcomes=Outcomes.BOOLEAN,
    comparator=Comparator.DISJUNCTION,
    learner=WINNOW,
    defines={alpha: Rational(3, 2), theta: 3**N / k},
    ties=TIES,
    family="dnf",
    counterpart="kw.dnf.printed",
    note="k terms are a k-literal disjunction of conjunctions: kw.winnow.up with 3^N variables.",
)

DNF_NATURAL = replace(
    DNF,
    id="kw.dnf.natural",
    title="O(k(N - ln k)) for k <= 2^N terms, with the natural logarithm",
    bound=27 * k * (N - log(k)),
    hypotheses=(*DNF.hypotheses, parameter(k <= 2**N, "k <= 2**N", silent=True), at_least(N, 1, silent=True)),
    family="dnf, few terms",
    note="N - ln k >= (1 - ln 2) N keeps the form from vanishing, where N >= 1; 27 covers the constants of kw.dnf.",
)

DNF_PRINTED = replace(
    DNF_NATURAL,
    id="kw.dnf.printed",
    title="O(k(N - log2 k)) for k <= 2^N terms, with the binary logarithm",
    standing=Standing.FALSE,
    relation="<=",
    hypotheses=DNF_NATURAL.hypotheses[:-1],
    bound=C * k * (N - log(k) / log(2)),
    free={C: None},
    counterpart="kw.dnf",
    note="The base is not printed. With base 2 the form is 0 at k = 2^N, and Winnow errs there (N = 2, k = 4).",
)

# --- section 2 -----------------------------------------------------------------------------------------

ADDITIVITY = Claim(
    id="kw.def1",
    title="Definition 1: the Perceptron is additive, with alpha_{t,i} = -eta*sigma_i",
    source=_source("Definition 1", "section 2.3"),
    standing=Standing.TRUE,
    quantity=kw.additive(FIXED_THRESHOLD),
    relation="==",
    bound=Integer(0),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NONE,
    learner=FIXED_THRESHOLD,
    start="any",
    free={eta: None, theta: "real"},
    ties=ANY_TIES,
)

NOT_ADDITIVE = Claim(
    id="kw.winnow.notadd",
    title="Winnow is not additive: w_3 = (4, 2, 2) after (1, 1, 0) and (1, 0, 1)",
    source=_source("after Definition 1", "section 2.3"),
    standing=Standing.QUALIFIED,
    quantity=kw.NOT_ADDITIVE,
    relation="==",
    bound=Integer(0),
    hypotheses=(
        Hypothesis(
            "instances",
            "x_1 = (1, 1, 0), x_2 = (1, 0, 1), y_1 = y_2 = 1",
            formula="if((l == 2)*(n == 3), sum_t(y != 1) + sum(example(1) != vector(1, 1, 0)) "
            "+ sum(example(2) != vector(1, 0, 1)), 1) == 0",
        ),
        parameter(theta > 3, "theta > 3", silent=True),
    ),
    outcomes=Outcomes.BOOLEAN,
    comparator=Comparator.NONE,
    learner=WINNOW,
    defines={alpha: Integer(2)},
    free={theta: None},
    ties=TIES,
    family="two promotions",
    counterpart="kw.winnow.notadd.printed",
    note="eta = ln 2. The printed threshold is N = 3, where x_2 already gets the prediction 1.",
)

NOT_ADDITIVE_PRINTED = replace(
    NOT_ADDITIVE,
    id="kw.winnow.notadd.printed",
    standing=Standing.FALSE,
    hypotheses=NOT_ADDITIVE.hypotheses[:1],
    defines={alpha: Integer(2), theta: Integer(3)},
    free={},
    counterpart="kw.winnow.notadd",
    note="w_2.x_2 = 3 >= theta is no mistake, so w_3 = (2, 2, 1), and w_3 - w_1 = x_1.",
)

ROTATED_PRODUCTS = Claim(
    id="kw.def2",
    title="Definition 2: rotations keep dot products, (Aw).(Ax) = w.x, on R^N",
    source=_source("Definition 2", "section 2.3"),
    standing=Standing.QUALIFIED,
    quantity=kw.PRODUCTS_KEPT,
    relation="==",
    bound=Integer(0),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NONE,
    learner=ANY_W,
    start="any",
    family="reflection",
    counterpart="kw.def2.printed",
    note="Silent: instances are in R^N, not in {0, 1}^N as in section 2.1.",
)

ROTATED_PRINTED = replace(
    ROTATED_PRODUCTS,
    id="kw.def2.printed",
    title="Definition 2 in the model of section 2.1: a rotated trial sequence is a trial sequence, in {0, 1}^N",
    standing=Standing.FALSE,
    quantity=kw.LEAVES_THE_CUBE,
    hypotheses=(BINARY,),
    outcomes=Outcomes.BOOLEAN,
    learner=None,
    start="",
    family="reflection of the cube",
    counterpart="kw.def2",
    note="Even the change of a sign leaves {0, 1}^N.",
)

ROTATION_INVARIANT = Claim(
    id="kw.perc.rotinv",
    title="The Perceptron is rotation invariant, with a fixed threshold and with the bias trick",
    source=_source("after Definition 2", "section 2.3"),
    standing=Standing.QUALIFIED,
    quantity=kw.changed_by_rotation(FIXED_THRESHOLD, BIAS),
    relation="==",
    bound=Integer(0),
    hypotheses=(SILENT_FROM_ZERO,),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NONE,
    learner=ZERO_START,
    free={eta: None, theta: "real"},
    ties=ANY_TIES,
    family="reflection",
    counterpart="kw.perc.rotinv.printed",
)

ROTATION_INVARIANT_PRINTED = replace(
    ROTATION_INVARIANT,
    id="kw.perc.rotinv.printed",
    title="The same from any start vector",
    standing=Standing.FALSE,
    hypotheses=(),
    learner=FIXED_THRESHOLD,
    start="any",
    counterpart="kw.perc.rotinv",
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
    free={},
    counterpart="",
)

ELLIPSOID_SPAN = replace(
    ELLIPSOID_ROTATION,
    id="kw.ellip.span",
    title="So the weights of the ellipsoid method are combinations of the examples",
    quantity=kw.outside_span(ELLIPSOID, from_zero=True),
)


NOT_INVARIANT = Claim(
    id="kw.winnow.notrot",
    title="Winnow is not rotation invariant: w_3 = (e^eta, e^eta), but (e^(eta sqrt 2), 1) when rotated",
    source=_source("after Definition 2", "section 2.3"),
    standing=Standing.QUALIFIED,
    quantity=kw.NOT_ROTATION_INVARIANT,
    relation="==",
    bound=Integer(0),
    hypotheses=(
        Hypothesis(
            "instances",
            "x_1 = (1, 0), x_2 = (0, 1), x_3 = (r, -r)",
            formula="if((l == 3)*(n == 2), sum_t(y != 1) + sum(example(1) != vector(1, 0)) "
            "+ sum(example(2) != vector(0, 1)) + (sum(example(3)) != 0), 1) == 0",
        ),
        Hypothesis(
            "theta > sqrt(2)",
            "theta > sqrt(2)",
            silent=True,
            formula="theta > sqrt(2)",
        ),
        Hypothesis(
            "r",
            "r >= theta/sqrt(2)",
            formula="if(l == 0, 0, at(example(l), 1)) >= theta/sqrt(2)",
        ),
    ),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NONE,
    free={eta: None, theta: None},
    ties=TIES,
    family="rotated winnow",
    counterpart="kw.winnow.notrot.printed",
    note="Exponents are compared exactly in Q(sqrt 2). For 1 < theta <= sqrt(2) the predictions differ at t = 1.",
)

NOT_INVARIANT_PRINTED = replace(
    NOT_INVARIANT,
    id="kw.winnow.notrot.printed",
    standing=Standing.FALSE,
    hypotheses=(NOT_INVARIANT.hypotheses[0], parameter(theta > 1, "theta > 1"), NOT_INVARIANT.hypotheses[2]),
    family="rotated winnow, any theta",
    counterpart="kw.winnow.notrot",
    note="'A threshold such that both predictions are 0' is theta > 1. For theta <= sqrt(2) A x_1 is no mistake.",
)

THEOREM_3 = Claim(
    id="kw.thm3",
    title="Theorem 3: weights outside the span of the examples are told apart from rotated ones",
    source=_source("Theorem 3", "section 2.3"),
    standing=Standing.QUALIFIED,
    quantity=kw.told_apart(FIXED_THRESHOLD),
    relation="==",
    bound=Integer(0),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NONE,
    learner=FIXED_THRESHOLD,
    start="any",
    free={eta: None, theta: "real"},
    ties=TIES,
    counterpart="kw.thm3.printed",
    note="The contrapositive: a rotation invariant learner is additive with w_1 = 0. Silent: instances are in R^N.",
)


THEOREM_3_PRINTED = Claim(
    id="kw.thm3.printed",
    title="Theorem 3 in the model of section 2.1: rotation invariant on {0, 1}^N, hence additive with w_1 = 0",
    source=_source("Theorem 3", "sections 2.1, 2.3"),
    standing=Standing.FALSE,
    quantity=kw.outside_span(ONES, from_zero=True),
    relation="==",
    bound=Integer(0),
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
    comparator=Comparator.NONE,
    learner=ONES,
    free={eta: None, rate: None, theta: "real"},
    ties=ANY_TIES,
    family="small cube",
    counterpart="kw.thm3",
    note="On {0, 1}^N (1, ..., 1).x = x.x is kept by rotations, so the start (c, ..., c) is invariant there.",
)

CONVERSE = Claim(
    id="kw.thm3c",
    title="Converse of theorem 3: coefficients and thresholds from outcomes and dot products are rotation invariant",
    source=_source("after Theorem 3", "section 2.3"),
    standing=Standing.TRUE,
    quantity=kw.changed_by_rotation(GRAM),
    relation="==",
    bound=Integer(0),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NONE,
    learner=GRAM,
    free={eta: "real", rate: "real", theta: "real", a: "real"},
    ties=ANY_TIES,
    family="reflection",
    counterpart="kw.thm3c.coordinates",
)

CONVERSE_COORDINATES = replace(
    CONVERSE,
    id="kw.thm3c.coordinates",
    title="The same for coefficients that read a coordinate",
    standing=Standing.FALSE,
    quantity=kw.changed_by_rotation(COORDINATE),
    learner=COORDINATE,
    counterpart="kw.thm3c",
    note="Additive from zero is not enough.",
)

# --- section 3 -----------------------------------------------------------------------------------------

HADAMARD = Claim(
    id="kw.def4",
    title="Definition 4: Sylvester's matrix is a Hadamard matrix; different rows differ in n/2 places",
    source=_source("Definition 4", "section 3"),
    standing=Standing.TRUE,
    quantity=kw.SYLVESTER_FACTS,
    relation="==",
    bound=Integer(0),
    outcomes=Outcomes.NONE,
    comparator=Comparator.NONE,
    free={d: Integer(5)},
)

LEMMA_5 = Claim(
    id="kw.lemma5",
    title="Lemma 5: every sign vector is far from some column of the Hadamard matrix",
    source=_source("Lemma 5", "section 3"),
    standing=Standing.QUALIFIED,
    quantity=kw.FARTHEST_COLUMN,
    relation=">=",
    bound=2**d / 2,
    hypotheses=SECTION_3,
    outcomes=Outcomes.BOOLEAN,
    comparator=Comparator.NONE,
    start="any",
    free={d: Integer(5)},
    family="hadamard pairs",
    attained=True,
    counterpart="kw.lemma5.printed",
    note="The printed bound is N/2 with N undefined; it is n/2, n = 2**d. False at d = 0.",
)

LEMMA_5_PRINTED = replace(
    LEMMA_5,
    id="kw.lemma5.printed",
    standing=Standing.FALSE,
    bound=N / 2,
    defines={N: n},
    attained=False,
    counterpart="kw.lemma5",
    note="Read with the N = 2**d + k - 1 of the rest of the section.",
)

ON_B_H = Claim(
    id="kw.def6",
    title="Definition 6: z_i.z_t' = z_i.z_t'' for both z_i of pair i < t, so a sum of chosen examples cannot tell",
    source=_source("Definition 6", "section 3"),
    standing=Standing.QUALIFIED,
    quantity=kw.SUMS_TELL_APART,
    relation="==",
    bound=Integer(0),
    hypotheses=(PAIRWISE_CONSTANT,),
    outcomes=Outcomes.BOOLEAN,
    comparator=Comparator.NONE,
    family="pairs alone",
    counterpart="kw.def6.printed",
    note="The first equation is misprinted as z_t'.z_t' = z_i'.z_t''.",
)

DEFINITION_6_PRINTED = Claim(
    id="kw.def6.printed",
    title="Lemma 10 with definition 6 as printed",
    source=_source("Definition 6, Lemma 10", "section 3"),
    standing=Standing.FALSE,
    quantity=kw.MISPRINTED_PRODUCTS,
    relation="==",
    bound=Integer(0),
    hypotheses=SECTION_3,
    outcomes=Outcomes.BOOLEAN,
    comparator=Comparator.NONE,
    free={d: Integer(4)},
    family="hadamard pairs",
    counterpart="kw.def6",
    note="z_3'.z_3' = 2, z_2'.z_3'' = 1 at d = 2.",
)

DEFINITION_7 = Claim(
    id="kw.def7",
    title="Definition 7, with w where w_1 is printed: 0 and the target of lemma 11 differ on every pair",
    source=_source("Definition 7", "section 3"),
    standing=Standing.QUALIFIED,
    quantity=kw.DIFFERS_FROM_ZERO,
    relation="==",
    bound=2**d,
    hypotheses=SECTION_3,
    outcomes=Outcomes.BOOLEAN,
    comparator=Comparator.NONE,
    start="any",
    free={d: Integer(4)},
    family="hadamard pairs",
    attained=True,
    counterpart="kw.def7.printed",
)

DEFINITION_7_PRINTED = replace(
    DEFINITION_7,
    id="kw.def7.printed",
    title="Lemma 11 with definition 7 as printed, s being the learner's w_1",
    standing=Standing.FALSE,
    quantity=kw.DIFFERS_FROM_FIRST,
    attained=False,
    counterpart="kw.def7",
    note="As printed, whether w and a classifier differ does not depend on w.",
)

PAIRS = Claim(
    id="kw.pairs",
    title="Updates of an additive learner do not change the order of w.z_t' and w.z_t''",
    source=_source("before Definition 7", "section 3"),
    standing=Standing.TRUE,
    quantity=kw.PAIR_ORDERS,
    relation="==",
    bound=Integer(0),
    hypotheses=(PAIRWISE_CONSTANT,),
    outcomes=Outcomes.BOOLEAN,
    comparator=Comparator.ANY,
    learner=ADDITIVE,
    start="any",
    free={psi: "real", **ANY_COEFFICIENTS},
    ties=ANY_TIES,
    family="pairs",
    note="The examples are z_1', z_1'', z_2', ... of a sequence with pairwise constant dot products.",
)

THEOREM_8 = Claim(
    id="kw.thm8",
    title="Theorem 8: an additive learner errs wherever its start vector and the target differ on B",
    source=_source("Theorem 8", "section 3"),
    standing=Standing.TRUE,
    quantity=kw.MISTAKES_WHERE_DIFFERENT,
    relation=">=",
    bound=D,
    hypotheses=(
        PAIRWISE_CONSTANT,
        BINARY,
    ),
    outcomes=Outcomes.BOOLEAN,
    comparator=Comparator.ANY,
    learner=ADDITIVE,
    start="any",
    free={psi: "real", **ANY_COEFFICIENTS},
    ties=ANY_TIES,
    family="pairs",
    attained=True,
    note="For any target (u, psi), any thresholds fixed before x_t, any step sizes.",
)

LEMMA_10 = Claim(
    id="kw.lemma10",
    title="Lemma 10: B_H has pairwise constant dot products",
    source=_source("Definition 9, Lemma 10", "section 3"),
    standing=Standing.TRUE,
    quantity=kw.PRODUCT_IDENTITY,
    relation="==",
    bound=Integer(0),
    hypotheses=SECTION_3,
    outcomes=Outcomes.BOOLEAN,
    comparator=Comparator.NONE,
    free={d: Integer(4)},
    family="hadamard pairs",
    note="For i < t only. The sums of the proof run over 1, ..., l, not N.",
)

LEMMA_11 = replace(
    DEFINITION_7,
    id="kw.lemma11",
    title="Lemma 11: a target that differs from the zero vector at every trial on B_H",
    source=_source("Lemma 11", "section 3"),
    standing=Standing.TRUE,
    start="",
    counterpart="",
)

LEMMA_12 = replace(
    LEMMA_11,
    id="kw.lemma12",
    title="Lemma 12: for every w a target that differs from it at half of the trials on B_H, or more",
    source=_source("Lemma 12", "section 3"),
    quantity=kw.DIFFERS_MOST,
    relation=">=",
    bound=2**d / 2,
    start="any",
    note="q_i in the proof is q_t. Attained by w = e_1.",
)

THEOREM_13A = Claim(
    id="kw.13a",
    title="Theorem 13: an adversary forces l/2 mistakes on every additive learner",
    source=_source("Theorem 13, first part", "section 3"),
    standing=Standing.TRUE,
    quantity=kw.forced(ADDITIVE),
    relation=">=",
    bound=2**d / 2,
    hypotheses=SECTION_3,
    outcomes=Outcomes.BOOLEAN,
    comparator=Comparator.NONE,
    learner=ADDITIVE,
    start="any",
    free={d: Integer(4), **ANY_COEFFICIENTS},
    ties=ANY_TIES,
    family="hadamard pairs",
    attained=True,
    note="Start vector, thresholds and step sizes are the instance's; l = N - k + 1 = 2**d.",
)

THEOREM_13B = replace(
    THEOREM_13A,
    id="kw.13b",
    title="Theorem 13: an adversary forces l mistakes on every additive learner that starts at zero",
    source=_source("Theorem 13, second part", "section 3"),
    quantity=kw.forced(ADDITIVE_ZERO, BIAS, ZERO_START),
    bound=2**d,
    hypotheses=(*SECTION_3, FROM_ZERO),
    learner=ADDITIVE_ZERO,
    start="",
    free={d: Integer(4), **POSITIVE_RATE},
)

ELLIPSOID_FORCED = replace(
    THEOREM_13B,
    id="kw.ellip",
    title="The same adversary forces N - k + 1 mistakes on the ellipsoid method",
    source=_source("after Theorem 13", "sections 2.3, 3"),
    quantity=kw.forced(ELLIPSOID),
    learner=ELLIPSOID,
    free={d: Integer(4)},
    note="The centre starts at zero and moves along mistaken examples: kw.ellip.span.",
)

# --- section 4 -----------------------------------------------------------------------------------------

SPARSE = 1 - 2 ** (-1 / k)
"""The probability of an attribute with which a k-literal disjunction is 1 with probability 1/2."""


def _negative(probability: Any) -> Any:
    """Return the probability that all k relevant attributes are 0."""
    return (1 - probability) ** k


FIGURE_1 = Claim(
    id="kw.fig1",
    title="Figure 1 needs examples with outcome 0: with P(x_i = 1) = 1 - 2**(-1/20) half of them are",
    source=_source("Figure 1", "section 4"),
    standing=Standing.QUALIFIED,
    quantity=expressions(
        "expected number of trials with outcome 0", (l * _negative(SPARSE), "P(x_i = 1) = 1 - 2**(-1/k)")
    ),
    relation=">=",
    bound=Integer(1),
    hypotheses=(equal(k, Integer(20)), at_least(l, 2)),
    outcomes=Outcomes.NONE,
    comparator=Comparator.NONE,
    free={l: Integer(5000)},
    family="figure 1",
    counterpart="kw.fig1.printed",
    note="What figure 1 shows is checked by experiment; here only that its set-up can show anything.",
)

FIGURE_1_PRINTED = replace(
    FIGURE_1,
    id="kw.fig1.printed",
    title="Figure 1 with uniform instances, as printed: a trial with outcome 0 is to be expected",
    standing=Standing.FALSE,
    quantity=expressions(
        "expected number of trials with outcome 0", (l * _negative(Rational(1, 2)), "P(x_i = 1) = 1/2")
    ),
    hypotheses=(*FIGURE_1.hypotheses, parameter(l <= 5000, "l <= 5000")),
    counterpart="kw.fig1",
    note="P(outcome 0) = 2**-20: both algorithms almost surely see outcome 1 only, and make next to no mistakes.",
)

WINNOW_TUNED = Claim(
    id="kw.winnow.ok",
    title="Winnow with eta = ln(3/2) and theta = N/k makes O(k + k log(N/k)) mistakes",
    source=_source("tuning of Winnow", "sections 1, 4"),
    standing=Standing.TRUE,
    quantity=MISTAKES,
    relation="<",
    bound=_tuned(WINNOW_UP, N),
    hypotheses=(*TARGET, LITERALS),
    outcomes=Outcomes.BOOLEAN,
    comparator=Comparator.DISJUNCTION,
    learner=WINNOW,
    defines={N: n, alpha: Rational(3, 2), theta: N / k},
    ties=TIES,
    family="disjunction",
    counterpart="kw.winnow.ok.printed",
    note="Section 1 has the right form; section 4 twice prints O(k + log(N/k)).",
)

WINNOW_TUNED_PRINTED = replace(
    WINNOW_TUNED,
    id="kw.winnow.ok.printed",
    title="The same as printed in section 4: O(k + log(N/k)) mistakes",
    source=_source("tuning of Winnow", "section 4"),
    standing=Standing.FALSE,
    relation="<=",
    bound=C * (k + log(N / k)),
    free={C: None},
    counterpart="kw.winnow.ok",
    note="C is the constant of the big O. Halving k blocks of 2**j variables forces k*j mistakes on any learner.",
)

RATE_FREE = Claim(
    id="kw.lrfree",
    title="With zero initial weights and the bias trick the learning rate makes no difference",
    source=_source("experiments", "section 4"),
    standing=Standing.TRUE,
    quantity=disagreements(
        OTHER_RATE,
        "trials predicted differently with eta and with rate",
        "one != second_one",
    ),
    relation="==",
    bound=Integer(0),
    hypotheses=(FROM_ZERO,),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NONE,
    learner=BIAS,
    free={eta: None, rate: None},
    ties=ANY_TIES,
    counterpart="kw.lrfree.fixed",
)

RATE_FREE_FIXED = replace(
    RATE_FREE,
    id="kw.lrfree.fixed",
    title="The same for a fixed threshold of 1/2",
    standing=Standing.FALSE,
    quantity=disagreements(
        OTHER_RATE_FIXED,
        "trials predicted differently with eta and with rate",
        "one != second_one",
    ),
    learner=ZERO_START,
    defines={theta: Rational(1, 2)},
    ties=TIES,
    counterpart="kw.lrfree",
    note="'In this case' is needed: with a fixed threshold the rate counts against theta.",
)

FIGURE_2 = Claim(
    id="kw.fig2",
    title="Figure 2: with P(x_i = 1) = 1 - 2**(-1/k) an example is positive with probability 1/2",
    source=_source("Figure 2", "section 4"),
    standing=Standing.TRUE,
    quantity=expressions("P(outcome 1) - 1/2", (1 - _negative(SPARSE) - Rational(1, 2), "k literals")),
    relation="==",
    bound=Integer(0),
    hypotheses=(LITERALS,),
    outcomes=Outcomes.NONE,
    comparator=Comparator.NONE,
    free={k: Integer(200)},
    counterpart="kw.fig2.printed",
    note="What figure 2 shows is checked by experiment, and in kw.fig2.printed.",
)

FIGURE_2_PRINTED = Claim(
    id="kw.fig2.printed",
    title="In the experiments of figure 2 the Perceptron (bias trick) outperforms Winnow",
    source=_source("Figure 2", "section 4"),
    standing=Standing.FALSE,
    quantity=kw.SAMPLE_DIFFERENCE,
    bound=Integer(0),
    hypotheses=(
        *TARGET,
        FROM_ZERO,
        equal(5 * k, 2 * n),
        at_least(n, 200),
        at_least(l, 200),
    ),
    outcomes=Outcomes.BOOLEAN,
    comparator=Comparator.DISJUNCTION,
    ties=TIES,
    family="figure 2",
    counterpart="kw.fig2",
    note="Winnow makes fewer mistakes; a Perceptron with fixed threshold eta/2 makes fewer than Winnow.",
)

ACTIVE = Claim(
    id="kw.1.7",
    title="Figure 2: an example has about 1.7 ones on average",
    source=_source("Figure 2", "section 4"),
    standing=Standing.TRUE,
    quantity=expressions("|E[sum of x] - 1.7|", (Abs(N * SPARSE - Rational(17, 10)), "N P(x_i = 1), k = 2N/5")),
    relation="<",
    bound=Rational(1, 20),
    hypotheses=(at_least(N, 20), equal(5 * k, 2 * N)),
    outcomes=Outcomes.NONE,
    comparator=Comparator.NONE,
    family="figure 2, N",
    note="1.7254 at N = 200, 1.7291 at N = 400; the limit is (5/2) ln 2 = 1.7329.",
)

LINEAR = Claim(
    id="kw.lin",
    title="Linear against logarithmic growth, on the sequence that forces N - k + 1 mistakes on the Perceptron",
    source=_source("linear vs. logarithmic mistake bounds", "title, section 4"),
    standing=Standing.AMBIGUOUS,
    quantity=kw.WINNOW_ON_THE_ADVERSARY,
    relation="<",
    bound=WINNOW_TUNED.bound,
    hypotheses=SECTION_3,
    outcomes=Outcomes.BOOLEAN,
    comparator=Comparator.NONE,
    learner=BIAS,
    defines={N: n},
    free={d: Integer(5), eta: None},
    ties=TIES,
    family="hadamard pairs",
    note="The growth on random data is checked by experiment (boundcheck experiment growth).",
)

CLAIMS = (
    ABSTRACT,
    ABSTRACT_PRINTED,
    GENERAL_N,
    INCREASE,
    INCREASE_PRINTED,
    MODEL,
    WINNOW_UP,
    VC,
    VC_UPPER,
    VC_PRINTED,
    ELIMINATION,
    ELIMINATION_SHARP,
    DOT,
    DOT_CLOSE,
    BATCH,
    BATCH_SINGLE,
    DNF,
    DNF_NATURAL,
    DNF_PRINTED,
    OKX,
    OKX_PRINTED,
    OKX_BIAS,
    OKX_FIX,
    ADDITIVITY,
    NOT_ADDITIVE,
    NOT_ADDITIVE_PRINTED,
    ROTATED_PRODUCTS,
    ROTATED_PRINTED,
    ROTATION_INVARIANT,
    ROTATION_INVARIANT_PRINTED,
    ELLIPSOID_ROTATION,
    ELLIPSOID_SPAN,
    NOT_INVARIANT,
    NOT_INVARIANT_PRINTED,
    THEOREM_3,
    THEOREM_3_PRINTED,
    CONVERSE,
    CONVERSE_COORDINATES,
    HADAMARD,
    LEMMA_5,
    LEMMA_5_PRINTED,
    ON_B_H,
    DEFINITION_6_PRINTED,
    PAIRS,
    DEFINITION_7,
    DEFINITION_7_PRINTED,
    THEOREM_8,
    LEMMA_10,
    LEMMA_11,
    LEMMA_12,
    THEOREM_13A,
    THEOREM_13B,
    ELLIPSOID_FORCED,
    FIGURE_1,
    FIGURE_1_PRINTED,
    WINNOW_TUNED,
    WINNOW_TUNED_PRINTED,
    RATE_FREE,
    RATE_FREE_FIXED,
    FIGURE_2,
    FIGURE_2_PRINTED,
    ACTIVE,
    LINEAR,
)
