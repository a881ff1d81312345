"""What the statements of Kivinen and Warmuth 1995 compare: spans, rotated runs, forced mistakes, exact counts."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from bounds import hadamard, rotations
from bounds import symbols as s
from bounds.claim import Case, LearnerSpec, Quantity, Row
from bounds.disjunctions import most_mistakes, vc_dimension
from bounds.errors import BoundcheckError
from bounds.learners import Learner, Winnow
from bounds.learners.additive import combine
from bounds.numbers import Number, exp, require_sign, sqrt, total
from bounds.quantities import whole_run
from bounds.run import play
from bounds.simulation import perceptron_mistakes, winnow_mistakes
from bounds.trials import Example, Trials, Vector, vector
from bounds.versions import thresholded

HALF = Fraction(1, 2)
ZERO = Fraction(0)
ONE = Fraction(1)

Amount: TypeAlias = int | Number


Part: TypeAlias = Mapping[str, Any]
"""One comparison in the formula language of certificates (see bounds.claim.Quantity)."""


def parts(text: str, amounts: Callable[[Case], Iterator[tuple[Amount, str]]], *formula: Part) -> Quantity:
    """Return several amounts, each with a note, all compared with the claim's bound."""

    def rows(case: Case) -> Iterator[Row]:
        for amount, what in amounts(case):
            yield Row(ZERO + amount, what=what)

    return Quantity(text, rows, formula)


def played(spec: LearnerSpec) -> Part:
    """Return what a comparison says about the learner it is made with."""
    return {"learner": spec.formula, "version": spec.targets}


# --- disjunctions --------------------------------------------------------------------------------------


def _as_thresholds(case: Case) -> Iterator[Row]:
    u = case.instance.require_comparator()
    for t, x in enumerate(case.instance.trials.examples, 1):
        literals = any(a and b for a, b in zip(u, x, strict=True))
        for weight, psi in ((1, HALF), (1, ONE), (2, ONE)):
            yield Row(ZERO + literals - (weight * u.dot(x) >= psi), t=t, what=f"(({weight}u), {psi})")


AS_THRESHOLDS = Quantity(
    "the disjunction at x_t, less [u.x_t >= psi]",
    _as_thresholds,
    tuple(
        {"over": "trials", "value": f"(sum(u*x != 0) > 0) - ({test})"} for test in ("ux >= 1/2", "ux >= 1", "2*ux >= 1")
    ),
)


def promotions(*learners: LearnerSpec) -> Quantity:
    """Return, for each update, by how much w.x_t moved towards the label."""

    def rows(case: Case) -> Iterator[Row]:
        for spec in learners:
            learner, version = spec.make(case), spec.version(case.values)
            learner.start(case.instance.trials.n)
            for t, (x, outcome) in enumerate(case.instance.trials, 1):
                target = version.target(outcome)
                before = learner.predict(x)
                side = target.side(before)
                learner.update(x, target)
                if side:
                    yield Row(side * (learner.predict(x) - before), t=t, what=spec.text)

    formula = {"over": "trials", "if": "err", "value": "y*(dot(w_next, x) - dot(w, x))"}
    return Quantity(
        "sigma * (w_t+1.x_t - w_t.x_t) on a mistake, where sigma is the label, +1 or -1",
        rows,
        tuple({**formula, **played(spec)} for spec in learners),
    )


VC = whole_run(
    "VCdim(disjunctions of k of N variables)",
    lambda c: vc_dimension(c.integer(s.N), c.integer(s.k)),
    "vc_dimension(N, k)",
)
SHATTERED_LABELINGS = whole_run(
    "2**VCdim - binomial(N, k)",
    lambda c: 2 ** vc_dimension(c.integer(s.N), c.integer(s.k)) - math.comb(c.integer(s.N), c.integer(s.k)),
    "2**vc_dimension(N, k) - binomial(N, k)",
)

# --- two random points of {0, 1}^N ----------------------------------------------------------------------


def _dot_distribution(n: int) -> list[Fraction]:
    """Return P(x.x' = j) for j = 0, ..., n: each coordinate is 1 in both with probability 1/4."""
    return [Fraction(math.comb(n, j) * 3 ** (n - j), 4**n) for j in range(n + 1)]


def _dot_moments(case: Case) -> Iterator[tuple[Amount, str]]:
    n = case.integer(s.N)
    law = _dot_distribution(n)
    mean = sum((j * p for j, p in enumerate(law)), ZERO)
    yield mean - Fraction(n, 4), "E[x.x'] - N/4"
    variance = sum((j * j * p for j, p in enumerate(law)), ZERO) - mean**2
    yield variance - Fraction(3 * n, 16), "Var[x.x'] - 3N/16"


LAW = "binomial(N, j)*3**(N - j)/4**N"
"""P(x.x' = j) in the formula language of certificates."""

DOT_MOMENTS = parts(
    "E[x.x'] - N/4, Var[x.x'] - 3N/16",
    _dot_moments,
    {"value": f"sum_for(j, 0, N, j*{LAW}) - N/4"},
    {"value": f"sum_for(j, 0, N, (j - N/4)**2*{LAW}) - 3*N/16"},
)


def _far_from_mean(case: Case) -> Fraction:
    n = case.integer(s.N)
    return sum((p for j, p in enumerate(_dot_distribution(n)) if abs(8 * j - 2 * n) > n), ZERO)


DOT_FAR = whole_run("P(|x.x' - N/4| > N/8)", _far_from_mean, f"sum_for(j, 0, N, if(abs(j - N/4) > N/8, {LAW}, 0))")

# --- additivity ----------------------------------------------------------------------------------------


def _weights_over_time(case: Case, spec: LearnerSpec) -> Iterator[tuple[int, Learner]]:
    """Yield the learner before each trial and after the last, with the number of trials it has seen."""
    learner, version = spec.make(case), spec.version(case.values)
    learner.start(case.instance.trials.n)
    yield 0, learner
    for t, (x, outcome) in enumerate(case.instance.trials, 1):
        learner.update(x, version.target(outcome))
        yield t, learner


def _gain(w: Vector, first: Vector) -> Vector:
    if len(w) != len(first):
        raise BoundcheckError(f"the statement is about {len(first)} attributes; there are {len(w)}")
    return vector(a - b for a, b in zip(w, first, strict=True))


def outside_span(*learners: LearnerSpec, text: str = "", from_zero: bool = False) -> Quantity:
    """Return the rank that w_t - w_1 adds to x_1, ..., x_{t-1}: 0 for all t iff the run is additive.

    With ``from_zero`` the rank that w_t itself adds.
    """

    def rows(case: Case) -> Iterator[Row]:
        examples = case.instance.trials.examples
        for spec in learners:
            first: Vector | None = vector([0] * case.instance.trials.n) if from_zero else None
            for t, learner in _weights_over_time(case, spec):
                w = rotations.rational(learner.weights)
                first = w if first is None else first
                yield Row(ZERO + rotations.excess_rank(examples[:t], _gain(w, first)), t=t + 1, what=spec.text)

    subject = "w_t" if from_zero else "w_t - w_1"
    gain = "w" if from_zero else "w - s"
    part = {"over": "states", "value": f"sum(outside_span({gain}) != 0) > 0"}
    return Quantity(
        text or f"rank(x_1, ..., x_t-1, {subject}) - rank(x_1, ..., x_t-1)",
        rows,
        tuple({**part, **played(spec)} for spec in learners if spec.formula),
    )


def _coefficients(case: Case) -> Iterator[Row]:
    """Compare w_t with w_1 - eta * sum of sigma_i x_i, the coefficients given after equation (3)."""
    eta = case.rational(s.eta)
    moved: Vector | None = None
    learner = case.learner()
    learner.start(case.instance.trials.n)
    for t, (x, outcome) in enumerate(case.instance.trials, 1):
        w = rotations.rational(learner.weights)
        moved = w if moved is None else moved
        yield Row(_gain(w, moved).one_norm(), t=t, what="|w_t - w_1 + eta * sum of sigma_i x_i|")
        target = case.version.target(outcome)
        step = eta * target.side(learner.predict(x))
        learner.update(x, target)
        moved = vector(a + step * b for a, b in zip(moved, x, strict=True))


def additive(spec: LearnerSpec) -> Quantity:
    """Return the rank test and the coefficients alpha_{t,i} = -eta*sigma_i."""
    ranks = outside_span(spec)

    def rows(case: Case) -> Iterator[Row]:
        yield from ranks.rows(case)
        yield from _coefficients(case)

    coefficients = {"over": "trials", "value": "sum(abs(w_next - s + past_t(eta*(one - (y > 0))*x)))"}
    return Quantity(
        f"{ranks.text}, |w_t - w_1 + eta * sum of sigma_i x_i|",
        rows,
        (*ranks.formula, {**coefficients, **played(spec)}),
    )


def _not_additive(case: Case) -> Iterator[tuple[Amount, str]]:
    learner = case.learner()
    play(learner, case.instance.trials, case.version)
    w = rotations.rational(learner.weights)
    yield _gain(w, Example([4, 2, 2])).one_norm(), "|w_3 - (4, 2, 2)|"
    gain = _gain(w, Example([1, 1, 1]))
    yield 1 - rotations.excess_rank(case.instance.trials.examples, gain), "1 if w_3 - w_1 is in the span of x_1, x_2"


NOT_ADDITIVE = parts(
    "|w_3 - (4, 2, 2)|, [w_3 - w_1 in the span of x_1, x_2]",
    _not_additive,
    {"value": "sum(abs(w_end - vector(4, 2, 2)))"},
    {"value": "sum(outside_span(w_end - 1) != 0) == 0", "with": {"t": "3"}},
)

# --- rotations -----------------------------------------------------------------------------------------


def axis(case: Case) -> Vector:
    """Return the axis of the reflection, which the instance has as its u."""
    if case.instance.comparator is None:
        raise BoundcheckError(f"{case.claim.id} speaks of a reflection; give its axis as the comparator")
    return case.instance.comparator


def _reflected(x: str) -> str:
    """Return the formula for x reflected along u (x itself where u is 0)."""
    return f"if(sum(abs(u)), {x} - 2*dot(u, {x})/dot(u, u)*u, {x})"


def _products_kept(case: Case) -> Iterator[Row]:
    w = case.instance.start
    if w is None:
        raise BoundcheckError(f"{case.claim.id} speaks of a vector w; give a start vector")
    turned = rotations.reflect(axis(case), w)
    for t, x in enumerate(case.instance.trials.examples, 1):
        yield Row(turned.dot(rotations.reflect(axis(case), x)) - w.dot(x), t=t)


PRODUCTS_KEPT = Quantity(
    "(Aw).(Ax_t) - w.x_t, A the reflection along u",
    _products_kept,
    ({"over": "trials", "value": f"dot({_reflected('s')}, {_reflected('x')}) - dot(s, x)"},),
)

LEAVES_THE_CUBE = whole_run(
    "entries of A x_1, ..., A x_l other than 0 and 1, A the reflection along u",
    lambda c: sum(a not in (0, 1) for x in c.instance.trials.examples for a in rotations.reflect(axis(c), x)),
    f"sum_t(sum(({_reflected('x')} != 0)*({_reflected('x')} != 1)))",
)


def _sides(case: Case, spec: LearnerSpec, trials: Trials) -> list[int]:
    """Return the predictions 0 and 1 of a learner over the trials."""
    version = spec.version(case.values)
    one = version.target(1)
    return [int(one.side(step.prediction) == 0) for step in play(spec.make(case), trials, version).steps]


def changed_by_rotation(*learners: LearnerSpec) -> Quantity:
    """Return the number of trials whose predictions change when every example is reflected along u."""

    def rows(case: Case) -> Iterator[Row]:
        trials = case.instance.trials
        turned = rotations.reflected(trials, axis(case))
        for spec in learners:
            pairs = zip(_sides(case, spec, trials), _sides(case, spec, turned), strict=True)
            yield Row(ZERO + sum(a != b for a, b in pairs), what=spec.text)

    return Quantity(
        "trials predicted differently when every x is reflected along u",
        rows,
        tuple(
            {
                **played(spec),
                "second": spec.formula,
                "second_version": spec.targets,
                "see": _reflected("x"),
                "value": "sum_t(one != second_one)",
            }
            for spec in learners
            if spec.formula
        ),
    )


def told_apart(spec: LearnerSpec) -> Quantity:
    """Return, for each t, whether w_t leaves the span of x_1, ..., x_{t-1} without a rotation showing it.

    A keeps the span and turns what is orthogonal to it (the proof of theorem 3). Where w_t has a part v
    outside the span, the hypothesis (w_t, theta) gives 1 to x and 0 to Ax for x = (|theta| + 1) v / v.v.
    """

    def rows(case: Case) -> Iterator[Row]:
        examples, theta = case.instance.trials.examples, case.rational(s.theta)
        for t, learner in _weights_over_time(case, spec):
            w = rotations.rational(learner.weights)
            v = rotations.outside(examples[:t], w)
            square = v.squared_norm()
            same = ZERO
            if square:
                x = v.scaled((abs(theta) + 1) / square)
                same += (w.dot(x) >= theta) == (w.dot(x.scaled(-ONE)) >= theta)
            elif rotations.excess_rank(examples[:t], w):
                same += 1
            yield Row(same, t=t + 1)

    part = {
        "over": "states",
        "value": "if(sum(v != 0) == 0, 0, (dot(w, probe) >= theta) == (dot(w, -probe) >= theta))",
        "with": {"v": "outside_span(w)", "probe": "(abs(theta) + 1)/dot(v, v)*v"},
        **played(spec),
    }
    return Quantity("[w_t is outside the span of x_1, ..., x_t-1, and no x is told from Ax]", rows, (part,))


def _prediction(x: Sequence[Number], exponents: Sequence[Number], eta: Fraction, theta: Number) -> bool:
    """Tell whether Winnow with weights exp(eta * exponent) predicts 1 on x."""
    value = total(a * exp(eta * e) for a, e in zip(x, exponents, strict=True))
    return require_sign(value - theta, "a prediction") >= 0


def _exponents(
    rows: Sequence[Sequence[Number]], outcomes: Sequence[object], eta: Fraction, theta: Number
) -> list[Number]:
    """Return ln(w_i) / eta for Winnow after the given instances."""
    exponents: list[Number] = [ZERO] * len(rows[0])
    for x, outcome in zip(rows, outcomes, strict=True):
        missed = Fraction((outcome == 1) - _prediction(x, exponents, eta, theta))
        exponents = [e + missed * a for e, a in zip(exponents, x, strict=True)]
    return exponents


def _not_rotation_invariant(case: Case) -> Iterator[tuple[Amount, str]]:
    eta, theta, root = case.rational(s.eta), case.value(s.theta), sqrt(Fraction(2))
    trials = case.instance.trials
    if trials.n != 2:
        raise BoundcheckError(f"the statement is about two attributes; there are {trials.n}")
    if trials.l < 3:
        return
    instances = [list(x) for x in trials.examples]
    turned = [[(a + b) / root, (a - b) / root] for a, b in instances]
    after, after_turned = (_exponents(rows[:2], trials.outcomes[:2], eta, theta) for rows in (instances, turned))
    for name, found, wanted in (("w_3", after, (ONE, ONE)), ("w~_3", after_turned, (root, ZERO))):
        for i, (a, b) in enumerate(zip(found, wanted, strict=True), 1):
            yield a - b, f"ln({name},{i})/eta - {b}"
    agree = _prediction(instances[2], after, eta, theta) == _prediction(turned[2], after_turned, eta, theta)
    yield int(agree), "1 if the predictions on x_3 and A x_3 agree"


NOT_ROTATION_INVARIANT = parts(
    "ln(w_3)/eta - (1, 1), ln(w~_3)/eta - (sqrt(2), 0), [same prediction on x_3 and A x_3]",
    _not_rotation_invariant,
    *(
        {
            "over": "trials",
            "if": "t == 3",
            "value": value,
            "learner": "winnow(exp(eta))",
            "version": "threshold(theta)",
            "second": "winnow(exp(eta))",
            "second_version": "threshold(theta)",
            "see": "vector(at(x, 1) + at(x, 2), at(x, 1) - at(x, 2))/sqrt(2)",
        }
        for value in (
            "ln(at(w, 1))/eta - 1",
            "ln(at(w, 2))/eta - 1",
            "ln(at(second_w, 1))/eta - sqrt(2)",
            "ln(at(second_w, 2))/eta",
            "one == second_one",
        )
    ),
)

# --- Hadamard pairs ------------------------------------------------------------------------------------

# In the formula language of certificates: row t of the matrix, its pair, the targets of section 3, definition 7.


def _row(t: str) -> str:
    return f"hadamard_row(d, {t})"


def _candidates(t: str) -> tuple[str, str]:
    """Return z_t' and z_t'' of definition 9."""
    rest = "0*part(s, 2**d + 1, n)"
    return f"vector(1/2*(1 + {_row(t)}), {rest})", f"vector(1/2*(1 - {_row(t)}), {rest})"


def _target(i: str) -> str:
    """Return the disjunction of variable i <= 2**d and the k - 1 variables after 2**d."""
    return f"((indices(n) == {i}) + (indices(n) > 2**d)*(indices(n) < 2**d + k))"


def _differ(w: str, u: str, psi: str, first: str, second: str) -> str:
    """Return whether w and the classifier (u, psi) differ at a pair: definition 7, with w for its w_1."""
    up = f"(dot({u}, {first}) > {psi})*({psi} > dot({u}, {second}))*(dot({w}, {first}) <= dot({w}, {second}))"
    down = f"(dot({u}, {first}) < {psi})*({psi} < dot({u}, {second}))*(dot({w}, {first}) >= dot({w}, {second}))"
    return f"({up} + {down})"


def _differ_on_pairs(w: str, i: str) -> str:
    """Return at how many pairs of B_H w differs from target i."""
    return f"sum_for(t, 1, 2**d, {_differ(w, _target(i), '1/2', *_candidates('t'))})"


def _over_rows(value: str) -> str:
    """Return the sum of a value over all rows i, j of the matrix."""
    return f"sum_for(i, 1, 2**d, sum_for(j, 1, 2**d, {value}))"


_AGAINST = "sum_for(t, 1, 2**d, at(hadamard_row(d, t), i)*dot(part(s, 1, 2**d), hadamard_row(d, t)) <= 0)"
"""At how many pairs of B_H the start vector orders the candidates against target i, or not at all."""


def _largest(text: str) -> str:
    """Return the formula with the order of the adversary's matrix, the largest that fits, in the place of d."""
    return re.sub(r"\bd\b", "order", text)


ON_PAIRS = {
    "over": "adversary",
    "pairs": _largest("2**d"),
    "z1": _largest(_candidates("t")[0]),
    "z2": _largest(_candidates("t")[1]),
    "label": _largest(f"dot({_target('best')}, x) >= 1/2"),
    "with": {
        "order": "floor(log2(n - k + 1))",
        "most": _largest(f"max_for(i, 1, 2**d, {_AGAINST})"),
        "best": _largest(f"2**d - max_for(i, 1, 2**d, if({_AGAINST} == most, 2**d - i, 0))"),
    },
}
"""The adversary of theorem 13, with the first target that differs from the start vector most often (lemma 12)."""


def _variables(case: Case) -> tuple[int, int, int]:
    """Return d, N and k of the construction."""
    return case.integer(s.d), case.instance.trials.n, case.integer(s.k)


def start_of(case: Case) -> Vector:
    """Return the start vector, zero where none is given."""
    given = case.instance.start
    return vector([0] * case.instance.trials.n) if given is None else given


def _sylvester_facts(case: Case) -> Iterator[tuple[Amount, str]]:
    matrix = np.array(hadamard.sylvester(case.integer(s.d)))
    n = len(matrix)
    yield int(abs(matrix @ matrix.T - n * np.eye(n, dtype=int)).sum()), "H H' - n I"
    flipped = matrix * np.where(np.arange(n) % 3 == 1, -1, 1)
    yield int(abs(flipped @ flipped.T - n * np.eye(n, dtype=int)).sum()), "the same with some columns times -1"
    yield int(abs(matrix - matrix.T).sum()), "H - H'"
    yield int(abs(matrix[0] - 1).sum() + abs(matrix[:, 0] - 1).sum()), "first row and column, less 1"
    wrong = sum(2 * hadamard.hamming(p, q) != n for i, p in enumerate(matrix.tolist()) for q in matrix.tolist()[:i])
    yield wrong, "pairs of rows with D(p, q) != n/2"


SYLVESTER_FACTS = parts(
    "H H' - n I, H - H', first row and column less 1, [D(p, q) != n/2]",
    _sylvester_facts,
    {"value": _over_rows(f"abs(dot({_row('i')}, {_row('j')}) - 2**d*(i == j))")},
    {
        "value": _over_rows(f"abs(dot(flip*{_row('i')}, flip*{_row('j')}) - 2**d*(i == j))"),
        "with": {"flip": "1 - 2*(indices(2**d) - 3*floor(indices(2**d)/3) == 2)"},
    },
    {"value": _over_rows(f"abs(at({_row('i')}, j) - at({_row('j')}, i))")},
    {"value": f"sum(abs({_row('1')} - 1)) + sum_for(i, 1, 2**d, abs(at({_row('i')}, 1) - 1))"},
    {"value": _over_rows(f"if(j < i, sum({_row('i')} != {_row('j')}) != 2**d/2, 0)")},
)


def _farthest_column(case: Case) -> int:
    matrix = hadamard.sylvester(case.integer(s.d))
    if len(matrix) > case.instance.trials.n:
        size = case.instance.trials.n
        raise BoundcheckError(f"the start vector has {size} entries; the matrix has {len(matrix)} rows")
    signs = [1 if a > 0 else -1 for a in start_of(case)[: len(matrix)]]
    return max(hadamard.hamming(signs, column) for column in zip(*matrix, strict=True))


FARTHEST_COLUMN = whole_run(
    "max over columns q_j of D(p, q_j), p the signs of s",
    _farthest_column,
    f"max_for(j, 1, 2**d, sum_for(i, 1, 2**d, at({_row('i')}, j) != if(at(s, i) > 0, 1, -1)))",
)


def _over_earlier_pairs(value: str) -> str:
    """Return the sum of a value over all i < t; {0} to {3} in it stand for z_i', z_i'', z_t' and z_t''."""
    return f"sum_for(t, 1, 2**d, sum_for(i, 1, t - 1, {value.format(*_candidates('i'), *_candidates('t'))}))"


def _sequence(case: Case) -> tuple[hadamard.Pair, ...]:
    d, n, _ = _variables(case)
    return hadamard.pairs(d, n)


MISPRINTED_PRODUCTS = whole_run(
    "equations z_t'.z_t' = z_i'.z_t'' and z_i''.z_t' = z_i''.z_t'' that fail for B_H",
    lambda c: hadamard.misprinted_products_that_differ(_sequence(c)),
    _over_earlier_pairs("(dot({2}, {2}) != dot({0}, {3})) + (dot({1}, {2}) != dot({1}, {3}))"),
)


def _product_identity(case: Case) -> Iterator[tuple[Amount, str]]:
    d, n, _ = _variables(case)
    yield hadamard.products_that_differ(hadamard.pairs(d, n)), "equations of definition 6 that fail"
    rows = hadamard.sylvester(d)
    matrix = np.array(rows)
    first, second = (matrix + 1) // 2, (1 - matrix) // 2
    gram, sums = matrix @ matrix.T, matrix.sum(axis=1)
    plus = 4 * first @ (first - second).T - 2 * gram - 2 * sums
    minus = 4 * second @ (first - second).T + 2 * gram - 2 * sums
    yield int(abs(plus).sum()), "4 z_i'.(z_t' - z_t'') - 2 h_i.h_t - 2 sum h_t"
    yield int(abs(minus).sum()), "4 z_i''.(z_t' - z_t'') + 2 h_i.h_t - 2 sum h_t"


def _identity(candidate: int, sign: str) -> str:
    first, second = _candidates("t")
    product = f"4*dot({_candidates('i')[candidate]}, {first} - {second})"
    rows = f"{sign} 2*dot({_row('i')}, {_row('t')}) - 2*sum({_row('t')})"
    return f"sum_for(t, 1, 2**d, sum_for(i, 1, 2**d, abs({product} {rows})))"


PRODUCT_IDENTITY = parts(
    "equations of definition 6 that fail for B_H, and the identity behind them",
    _product_identity,
    {"value": _over_earlier_pairs("(dot({0}, {2}) != dot({0}, {3})) + (dot({1}, {2}) != dot({1}, {3}))")},
    {"value": _identity(0, "-")},
    {"value": _identity(1, "+")},
)


def _lemma_11(case: Case) -> int:
    d, n, k = _variables(case)
    u = hadamard.target(0, d, n, k)
    return hadamard.differing([ZERO] * n, u, HALF, hadamard.pairs(d, n))


DIFFERS_FROM_ZERO = whole_run(
    "trials at which 0 and (u, 1/2) differ on B_H, u = e_1 + e_l+1 + ... + e_N", _lemma_11, _differ_on_pairs("0*s", "1")
)


def _misprinted_lemma_11(case: Case) -> int:
    d, n, k = _variables(case)
    return hadamard.differing(start_of(case), hadamard.target(0, d, n, k), HALF, hadamard.pairs(d, n))


DIFFERS_FROM_FIRST = whole_run(
    "trials at which 0 and (u, 1/2) differ on B_H, w_1 in place of 0", _misprinted_lemma_11, _differ_on_pairs("s", "1")
)


def _lemma_12(case: Case) -> int:
    d, n, k = _variables(case)
    w = start_of(case)
    return hadamard.differing(w, hadamard.best_target(w, d, n, k), HALF, hadamard.pairs(d, n))


DIFFERS_MOST = whole_run(
    "max over targets of the trials at which w and (u, 1/2) differ on B_H",
    _lemma_12,
    f"max_for(i, 1, 2**d, {_differ_on_pairs('s', 'i')})",
)


def forced(*learners: LearnerSpec) -> Quantity:
    """Return the mistakes that the adversary forces, for each learner, with N variables and k literals.

    Its pairs are those of the largest d with 2**d + k - 1 <= N.
    """

    def rows(case: Case) -> Iterator[Row]:
        n, k = case.instance.trials.n, case.integer(s.k)
        for spec in learners:
            result = hadamard.oppose(spec.make(case), spec.version(case.values), n, k)
            yield Row(Fraction(result.mistakes), what=f"M of {spec.text}")

    formula = tuple({**ON_PAIRS, "value": "sum_t(err)", **played(spec)} for spec in learners if spec.formula)
    return Quantity("max over trial sequences of M (the adversary's is played)", rows, formula)


def most_forced(spec: LearnerSpec) -> Quantity:
    """Return the most mistakes of any trial sequence, by exhaustive search, counted up to N - k + 1."""

    def rows(case: Case) -> Iterator[Row]:
        n, k = case.instance.trials.n, case.integer(s.k)
        version = spec.version(case.values)
        found = most_mistakes(lambda: spec.make(case), version, n, k, n - k + 1)
        yield Row(Fraction(found))

    return Quantity(
        "max over trial sequences of M, counted up to N - k + 1 (exhaustive)",
        rows,
        ({"over": "worst", "most": "n - k + 1", "value": "m", **played(spec)},),
    )


def sequence_of(case: Case) -> list[hadamard.Pair]:
    """Return the sequence B held by the instance: its examples are z_1', z_1'', z_2', z_2'', ..."""
    examples = case.instance.trials.examples
    return list(zip(examples[::2], examples[1::2], strict=False))


def _played(case: Case) -> hadamard.Forced:
    u, psi = case.instance.require_comparator(), case.rational(s.psi)
    return hadamard.force(case.learner(), case.version, sequence_of(case), u, psi)


def _theorem_8(case: Case) -> Iterator[Row]:
    u, psi = case.instance.require_comparator(), case.rational(s.psi)
    differing = hadamard.differing(start_of(case), u, psi, sequence_of(case))
    yield Row(Fraction(_played(case).mistakes), {s.D: Fraction(differing)})


GIVEN_PAIRS = {
    "over": "adversary",
    "pairs": "floor(l/2)",
    "z1": "example(2*t - 1)",
    "z2": "example(2*t)",
    "label": "dot(u, x) >= psi",
}
"""The adversary of theorem 8, whose pairs are the instance's examples."""

MISTAKES_WHERE_DIFFERENT = Quantity(
    "M against the adversary on B",
    _theorem_8,
    ({**GIVEN_PAIRS, "value": "sum_t(err)", "with": {"D": f"sum_t({_differ('s', 'u', 'psi', 'z1', 'z2')})"}},),
)


def _pair_orders(case: Case) -> Iterator[Row]:
    learner = case.learner()
    learner.start(case.instance.trials.n)
    first = rotations.rational(learner.weights)
    chosen = _played(case).trials
    moved = ZERO
    for (x, y), (a, b) in zip(chosen, sequence_of(case), strict=True):
        gap = _gain(rotations.rational(learner.weights), first)
        moved += abs(gap.dot(a) - gap.dot(b))
        learner.update(x, case.version.target(y))
    if chosen.l:
        yield Row(moved)


PAIR_ORDERS = Quantity(
    "the sum over t of |w_t.(z_t' - z_t'') - w_1.(z_t' - z_t'')|",
    _pair_orders,
    ({**GIVEN_PAIRS, "if": "l > 1", "value": "sum_t(abs(dot(w, z1 - z2) - dot(s, z1 - z2)))"},),
)


def _sums_tell_apart(case: Case) -> Number:
    sequence = sequence_of(case)
    w = vector([0] * case.instance.trials.n)
    found = ZERO
    for t, (first, second) in enumerate(sequence, 1):
        found += abs(w.dot(first) - w.dot(second))
        w = combine(w, ONE, first if t % 2 else second, Fraction(t))
    return found


_PICK = "example(2*i - (i - 2*floor(i/2)))"

SUMS_TELL_APART = whole_run(
    "sum over t of |w_t.(z_t' - z_t'')|, w_t = x_1 + 2 x_2 + ... + (t-1) x_t-1, x_i = z_i' for odd i, z_i'' for even i",
    _sums_tell_apart,
    "sum_for(t, 1, floor(l/2), abs(sum_for(i, 1, t - 1, "
    f"i*(dot({_PICK}, example(2*t - 1)) - dot({_PICK}, example(2*t))))))",
)

_TELLS_APART = "dot(example(i), example(2*t - 1)) != dot(example(i), example(2*t))"
TOLD_APART = f"sum_for(t, 1, floor(l/2), sum_for(i, 1, 2*t - 2, {_TELLS_APART}))"
"""How many equations of definition 6 fail for the instance's pairs."""

# --- the batch setting ---------------------------------------------------------------------------------


def second_half_errors(case: Case, both: bool) -> int:
    """Train on the instance's trials, then count errors on the pairs of the second half of the rows."""
    d, n, _ = _variables(case)
    learner, u = case.learner(), case.instance.require_comparator()
    play(learner, case.instance.trials, case.version)
    held_out = hadamard.pairs(d, n)[2 ** (d - 1) :]
    tests = [z for pair in held_out for z in (pair if both else pair[:1])]
    return sum(case.version.target(hadamard.label(u, HALF, z)).side(learner.predict(z)) != 0 for z in tests)


def _held_out_errors(*candidates: str) -> str:
    wrong = " + ".join(f"((dot(w_end, {z}) >= c_end) != (dot(u, {z}) >= 1/2))" for z in candidates)
    return f"sum_for(t, 2**d/2 + 1, 2**d, {wrong})"


BATCH_ERRORS = whole_run(
    "errors on the instances of the second half of the rows",
    lambda c: second_half_errors(c, True),
    _held_out_errors(*_candidates("t")),
)
BATCH_ERRORS_SINGLE = whole_run(
    "errors on z_t' for t in the second half",
    lambda c: second_half_errors(c, False),
    _held_out_errors(_candidates("t")[0]),
)

_SEEN = " + ".join(f"(sum(x != {z}) == 0)" for z in _candidates("i"))
IN_FIRST_HALF = f"sum_t(sum_for(i, 1, floor(2**d/2), {_SEEN}) == 0) == 0"
"""Every example is a z_i' or z_i'' of the first half of the rows."""


# --- experiments ---------------------------------------------------------------------------------------


TUNED_WINNOW = {"second": "winnow(3/2)", "second_version": "threshold(n/k)"}


def _adversary_against_winnow(case: Case) -> Amount:
    """Return Winnow's mistakes on the sequence that the adversary makes for the zero-start Perceptron."""
    n, k = case.instance.trials.n, case.integer(s.k)
    sequence = hadamard.oppose(case.learner(), case.version, n, k)
    theta = Fraction(n, k)
    return play(Winnow(Fraction(3, 2), theta), sequence.trials, thresholded(theta)).mistakes


WINNOW_ON_THE_ADVERSARY = whole_run(
    "M of Winnow on the sequence that forces N - k + 1 mistakes on the Perceptron",
    _adversary_against_winnow,
    "sum_t(second_err)",
    **ON_PAIRS,
    **TUNED_WINNOW,
)


def _sample_difference(case: Case) -> int:
    trials, k = case.instance.trials, case.integer(s.k)
    positive = np.array([y == 1 for y in trials.outcomes], dtype=bool)
    perceptron = perceptron_mistakes(trials.numerators, positive)
    winnow = winnow_mistakes(trials.numerators, positive, Fraction(3, 2), Fraction(trials.n, k))
    return int(perceptron.sum()) - int(winnow.sum())


SAMPLE_DIFFERENCE = whole_run(
    "M(Perceptron, bias trick, zero start) - M(Winnow, N/k, ln(3/2))",
    _sample_difference,
    "sum_t(err) - sum_t(second_err)",
    learner="bias_perceptron(1, 0)",
    version="threshold(0)",
    **TUNED_WINNOW,
)


def same_gram_changes(case: Case) -> int:
    """Return how many sequences in {0, 1}^N with the same dot products the learner predicts differently on.

    Two sequences have the same dot products iff an orthonormal matrix takes one to the other, so 0 means that
    the learner is rotation invariant on {0, 1}^N as far as this sequence goes.
    """
    trials = case.instance.trials
    spec = case.claim.learner
    if spec is None or trials.n > 4 or trials.l > 4:
        raise BoundcheckError(f"{case.claim.id} searches all of {{0, 1}}^N; use at most 4 attributes and 4 trials")
    own = _sides(case, spec, trials)
    points = [Example([i >> j & 1 for j in range(trials.n)]) for i in range(2**trials.n)]

    def others(found: list[Example]) -> Iterator[list[Example]]:
        t = len(found)
        if t == trials.l:
            yield found
            return
        x = trials.examples[t]
        for z in points:
            if z.dot(z) == x.dot(x) and all(z.dot(a) == x.dot(b) for a, b in zip(found, trials.examples, strict=False)):
                yield from others([*found, z])

    return sum(_sides(case, spec, Trials.of(found, trials.outcomes, trials.n)) != own for found in others([]))
