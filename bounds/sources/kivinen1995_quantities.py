"""What the statements of Kivinen and Warmuth 1995 compare: spans, rotated runs, forced mistakes, exact counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from bounds import hadamard, rotations
from bounds import symbols as s
from bounds.claim import Case, LearnerSpec, Quantity, Row
from bounds.disjunctions import most_mistakes, vc_dimension
from bounds.errors import BoundcheckError
from bounds.learners import Learner, Winnow
from bounds.numbers import Number, exp, require_sign, sqrt, total
from bounds.run import play
from bounds.simulation import perceptron_mistakes, winnow_mistakes
from bounds.trials import Example, Trials, Vector, vector
from bounds.versions import thresholded

HALF = Fraction(1, 2)
ZERO = Fraction(0)
ONE = Fraction(1)

Amount: TypeAlias = int | Number


def integer(case: Case, symbol: Any) -> int:
    """Return the value of a symbol that has to be an integer."""
    value = case.value(symbol)
    if not isinstance(value, Fraction) or value.denominator != 1:
        raise BoundcheckError(f"{symbol} is {value}; {case.claim.id} needs an integer")
    return int(value)


def rational(case: Case, symbol: Any) -> Fraction:
    """Return the value of a symbol that has to be rational."""
    value = case.value(symbol)
    if not isinstance(value, Fraction):
        raise BoundcheckError(f"{symbol} is {value}; {case.claim.id} needs a rational number")
    return value


def count(text: str, amount: Callable[[Case], Amount]) -> Quantity:
    """Return a quantity of the whole instance."""

    def rows(case: Case) -> Iterator[Row]:
        yield Row(ZERO + amount(case))

    return Quantity(text, rows)


def parts(text: str, amounts: Callable[[Case], Iterator[tuple[Amount, str]]]) -> Quantity:
    """Return several amounts, each with a note, all compared with the claim's bound."""

    def rows(case: Case) -> Iterator[Row]:
        for amount, what in amounts(case):
            yield Row(ZERO + amount, what=what)

    return Quantity(text, rows)


# --- disjunctions --------------------------------------------------------------------------------------


def _as_thresholds(case: Case) -> Iterator[Row]:
    u = case.instance.require_comparator()
    for t, x in enumerate(case.instance.trials.examples, 1):
        literals = any(a and b for a, b in zip(u, x, strict=True))
        for weight, psi in ((1, HALF), (1, ONE), (2, ONE)):
            yield Row(ZERO + literals - (weight * u.dot(x) >= psi), t=t, what=f"(({weight}u), {psi})")


AS_THRESHOLDS = Quantity("the disjunction at x_t, less [u.x_t >= psi]", _as_thresholds)


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

    return Quantity("sigma * (w_t+1.x_t - w_t.x_t) on a mistake, sigma = +1 where the outcome is 1", rows)


VC = count("VCdim(disjunctions of k of N variables)", lambda c: vc_dimension(integer(c, s.N), integer(c, s.k)))
SHATTERED_LABELINGS = count(
    "2**VCdim - binomial(N, k)",
    lambda c: 2 ** vc_dimension(integer(c, s.N), integer(c, s.k)) - math.comb(integer(c, s.N), integer(c, s.k)),
)

# --- two random points of {0, 1}^N ----------------------------------------------------------------------


def _dot_distribution(n: int) -> list[Fraction]:
    """Return P(x.x' = j) for j = 0, ..., n: each coordinate is 1 in both with probability 1/4."""
    return [Fraction(math.comb(n, j) * 3 ** (n - j), 4**n) for j in range(n + 1)]


def _dot_moments(case: Case) -> Iterator[tuple[Amount, str]]:
    n = integer(case, s.N)
    law = _dot_distribution(n)
    mean = sum((j * p for j, p in enumerate(law)), ZERO)
    yield mean - Fraction(n, 4), "E[x.x'] - N/4"
    variance = sum((j * j * p for j, p in enumerate(law)), ZERO) - mean**2
    yield variance - Fraction(3 * n, 16), "Var[x.x'] - 3N/16"


DOT_MOMENTS = parts("E[x.x'] - N/4, Var[x.x'] - 3N/16", _dot_moments)


def _far_from_mean(case: Case) -> Fraction:
    n = integer(case, s.N)
    return sum((p for j, p in enumerate(_dot_distribution(n)) if abs(8 * j - 2 * n) > n), ZERO)


DOT_FAR = count("P(|x.x' - N/4| > N/8)", _far_from_mean)

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
    return Quantity(text or f"rank(x_1, ..., x_t-1, {subject}) - rank(x_1, ..., x_t-1)", rows)


def _coefficients(case: Case) -> Iterator[Row]:
    """Compare w_t with w_1 - eta * sum of sigma_i x_i, the coefficients given after equation (3)."""
    eta = rational(case, s.eta)
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

    return Quantity(f"{ranks.text}, |w_t - w_1 + eta * sum of sigma_i x_i|", rows)


def _not_additive(case: Case) -> Iterator[tuple[Amount, str]]:
    learner = case.learner()
    play(learner, case.instance.trials, case.version)
    w = rotations.rational(learner.weights)
    yield _gain(w, Example([4, 2, 2])).one_norm(), "|w_3 - (4, 2, 2)|"
    gain = _gain(w, Example([1, 1, 1]))
    yield 1 - rotations.excess_rank(case.instance.trials.examples, gain), "1 if w_3 - w_1 is in the span of x_1, x_2"


NOT_ADDITIVE = parts("|w_3 - (4, 2, 2)|, [w_3 - w_1 in the span of x_1, x_2]", _not_additive)

# --- rotations -----------------------------------------------------------------------------------------


def axis(case: Case) -> Vector:
    """Return the axis of the reflection: the instance's u, or (1, 2, ..., n) where it has none."""
    given = case.instance.comparator
    return vector(range(1, case.instance.trials.n + 1)) if given is None else given


def _products_kept(case: Case) -> Iterator[Row]:
    w = case.instance.start
    if w is None:
        raise BoundcheckError(f"{case.claim.id} speaks of a vector w; give a start vector")
    turned = rotations.reflect(axis(case), w)
    for t, x in enumerate(case.instance.trials.examples, 1):
        yield Row(turned.dot(rotations.reflect(axis(case), x)) - w.dot(x), t=t)


PRODUCTS_KEPT = Quantity("(Aw).(Ax_t) - w.x_t, A the reflection along u", _products_kept)

LEAVES_THE_CUBE = count(
    "entries of A x_1, ..., A x_l other than 0 and 1, A the reflection along u",
    lambda c: sum(a not in (0, 1) for x in c.instance.trials.examples for a in rotations.reflect(axis(c), x)),
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

    return Quantity("trials predicted differently when every x is reflected along u", rows)


def told_apart(spec: LearnerSpec) -> Quantity:
    """Return, for each t, whether w_t leaves the span of x_1, ..., x_{t-1} without a rotation showing it.

    A keeps the span and turns what is orthogonal to it (the proof of theorem 3). Where w_t has a part v
    outside the span, the hypothesis (w_t, theta) gives 1 to x and 0 to Ax for x = (|theta| + 1) v / v.v.
    """

    def rows(case: Case) -> Iterator[Row]:
        examples, theta = case.instance.trials.examples, rational(case, s.theta)
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

    return Quantity("[w_t is outside the span of x_1, ..., x_t-1, and no x is told from Ax]", rows)


def _prediction(x: Sequence[Number], exponents: Sequence[Number], eta: Fraction, theta: Number) -> bool:
    """Tell whether Winnow with weights exp(eta * exponent) predicts 1 on x."""
    value = total(a * exp(eta * e) for a, e in zip(x, exponents, strict=True))
    return require_sign(value - theta, "a prediction") >= 0


def _promoted(rows: Sequence[Sequence[Number]], eta: Fraction, theta: Number) -> list[Number]:
    """Return ln(w_i) / eta for Winnow after the given instances, the outcomes all being 1."""
    exponents: list[Number] = [ZERO] * len(rows[0])
    for x in rows:
        if not _prediction(x, exponents, eta, theta):
            exponents = [e + a for e, a in zip(exponents, x, strict=True)]
    return exponents


def _not_rotation_invariant(case: Case) -> Iterator[tuple[Amount, str]]:
    eta, theta, root = rational(case, s.eta), case.value(s.theta), sqrt(Fraction(2))
    instances = [list(x) for x in case.instance.trials.examples]
    turned = [[(a + b) / root, (a - b) / root] for a, b in instances]
    after, after_turned = (_promoted(rows[:2], eta, theta) for rows in (instances, turned))
    for name, found, wanted in (("w_3", after, (ONE, ONE)), ("w~_3", after_turned, (root, ZERO))):
        for i, (a, b) in enumerate(zip(found, wanted, strict=True), 1):
            yield a - b, f"ln({name},{i})/eta - {b}"
    agree = _prediction(instances[2], after, eta, theta) == _prediction(turned[2], after_turned, eta, theta)
    yield int(agree), "1 if the predictions on x_3 and A x_3 agree"


NOT_ROTATION_INVARIANT = parts(
    "ln(w_3)/eta - (1, 1), ln(w~_3)/eta - (sqrt(2), 0), [same prediction on x_3 and A x_3]",
    _not_rotation_invariant,
)

# --- Hadamard pairs ------------------------------------------------------------------------------------


def _variables(case: Case) -> tuple[int, int, int]:
    """Return d, N and k of the construction."""
    return integer(case, s.d), case.instance.trials.n, integer(case, s.k)


def start_of(case: Case) -> Vector:
    """Return the start vector, zero where none is given."""
    given = case.instance.start
    return vector([0] * case.instance.trials.n) if given is None else given


def _sylvester_facts(case: Case) -> Iterator[tuple[Amount, str]]:
    matrix = np.array(hadamard.sylvester(integer(case, s.d)))
    n = len(matrix)
    yield int(abs(matrix @ matrix.T - n * np.eye(n, dtype=int)).sum()), "H H' - n I"
    flipped = matrix * np.where(np.arange(n) % 3 == 1, -1, 1)
    yield int(abs(flipped @ flipped.T - n * np.eye(n, dtype=int)).sum()), "the same with some columns times -1"
    yield int(abs(matrix - matrix.T).sum()), "H - H'"
    yield int(abs(matrix[0] - 1).sum() + abs(matrix[:, 0] - 1).sum()), "first row and column, less 1"
    wrong = sum(2 * hadamard.hamming(p, q) != n for i, p in enumerate(matrix.tolist()) for q in matrix.tolist()[:i])
    yield wrong, "pairs of rows with D(p, q) != n/2"


SYLVESTER_FACTS = parts("H H' - n I, H - H', first row and column less 1, [D(p, q) != n/2]", _sylvester_facts)


def _farthest_column(case: Case) -> int:
    matrix = hadamard.sylvester(integer(case, s.d))
    signs = [1 if a > 0 else -1 for a in start_of(case)[: len(matrix)]]
    return max(hadamard.hamming(signs, column) for column in zip(*matrix, strict=True))


FARTHEST_COLUMN = count("max over columns q_j of D(p, q_j), p the signs of s", _farthest_column)


def _sequence(case: Case) -> tuple[hadamard.Pair, ...]:
    d, n, _ = _variables(case)
    return hadamard.pairs(d, n)


MISPRINTED_PRODUCTS = count(
    "equations z_t'.z_t' = z_i'.z_t'' and z_i''.z_t' = z_i''.z_t'' that fail for B_H",
    lambda c: hadamard.misprinted_products_that_differ(_sequence(c)),
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


PRODUCT_IDENTITY = parts("equations of definition 6 that fail for B_H, and the identity behind them", _product_identity)


def _lemma_11(case: Case) -> int:
    d, n, k = _variables(case)
    u = hadamard.target(0, d, n, k)
    return hadamard.differing([ZERO] * n, u, HALF, hadamard.pairs(d, n))


DIFFERS_FROM_ZERO = count("trials at which 0 and (u, 1/2) differ on B_H, u = e_1 + e_l+1 + ... + e_N", _lemma_11)


def _misprinted_lemma_11(case: Case) -> int:
    d, n, k = _variables(case)
    return hadamard.differing(start_of(case), hadamard.target(0, d, n, k), HALF, hadamard.pairs(d, n))


DIFFERS_FROM_FIRST = count("trials at which 0 and (u, 1/2) differ on B_H, w_1 in place of 0", _misprinted_lemma_11)


def _lemma_12(case: Case) -> int:
    d, n, k = _variables(case)
    w = start_of(case)
    return hadamard.differing(w, hadamard.best_target(w, d, n, k), HALF, hadamard.pairs(d, n))


DIFFERS_MOST = count("max over targets of the trials at which w and (u, 1/2) differ on B_H", _lemma_12)


def forced(*learners: LearnerSpec) -> Quantity:
    """Return the mistakes that the adversary forces, for each learner, with N variables and k literals."""

    def rows(case: Case) -> Iterator[Row]:
        n, k = case.instance.trials.n, integer(case, s.k)
        for spec in learners:
            result = hadamard.oppose(spec.make(case), spec.version(case.values), n, k)
            yield Row(Fraction(result.mistakes), what=f"M of {spec.text}")

    return Quantity("max over trial sequences of M (the adversary's is played)", rows)


def most_forced(spec: LearnerSpec) -> Quantity:
    """Return the most mistakes of any trial sequence, by exhaustive search, counted up to N - k + 1."""

    def rows(case: Case) -> Iterator[Row]:
        n, k = case.instance.trials.n, integer(case, s.k)
        version = spec.version(case.values)
        found = most_mistakes(lambda: spec.make(case), version, n, k, n - k + 1)
        yield Row(Fraction(found))

    return Quantity("max over trial sequences of M, counted up to N - k + 1 (exhaustive)", rows)


def sequence_of(case: Case) -> list[hadamard.Pair]:
    """Return the sequence B held by the instance: its examples are z_1', z_1'', z_2', z_2'', ..."""
    examples = case.instance.trials.examples
    return list(zip(examples[::2], examples[1::2], strict=False))


def _played(case: Case) -> hadamard.Forced:
    u, psi = case.instance.require_comparator(), rational(case, s.psi)
    return hadamard.force(case.learner(), case.version, sequence_of(case), u, psi)


def _theorem_8(case: Case) -> Iterator[Row]:
    u, psi = case.instance.require_comparator(), rational(case, s.psi)
    differing = hadamard.differing(start_of(case), u, psi, sequence_of(case))
    yield Row(Fraction(_played(case).mistakes), {s.D: Fraction(differing)})


MISTAKES_WHERE_DIFFERENT = Quantity("M against the adversary on B", _theorem_8)


def _pair_orders(case: Case) -> Iterator[Row]:
    learner = case.learner()
    learner.start(case.instance.trials.n)
    first = rotations.rational(learner.weights)
    chosen = _played(case).trials
    for t, ((x, y), (a, b)) in enumerate(zip(chosen, sequence_of(case), strict=True), 1):
        gap = _gain(rotations.rational(learner.weights), first)
        yield Row(gap.dot(a) - gap.dot(b), t=t)
        learner.update(x, case.version.target(y))


PAIR_ORDERS = Quantity("w_t.(z_t' - z_t'') - w_1.(z_t' - z_t'')", _pair_orders)


def _candidates_told_apart(case: Case) -> int:
    sequence = sequence_of(case)
    picks = [pair[t % 2] for t, pair in enumerate(sequence)]
    return sum(
        x.dot(first) != x.dot(second)
        for t, (first, second) in enumerate(sequence)
        for x in (*picks[:t], *(z for pair in sequence[:t] for z in pair))
    )


CANDIDATES_TOLD_APART = count("i < t and x_i in {z_i', z_i''} with x_i.z_t' != x_i.z_t''", _candidates_told_apart)

# --- the batch setting ---------------------------------------------------------------------------------


def second_half_errors(case: Case, both: bool) -> int:
    """Train on the instance's trials, then count errors on the pairs of the second half of the rows."""
    d, n, _ = _variables(case)
    learner, u = case.learner(), case.instance.require_comparator()
    play(learner, case.instance.trials, case.version)
    held_out = hadamard.pairs(d, n)[2 ** (d - 1) :]
    tests = [z for pair in held_out for z in (pair if both else pair[:1])]
    return sum(case.version.target(hadamard.label(u, HALF, z)).side(learner.predict(z)) != 0 for z in tests)


BATCH_ERRORS = count("errors on the instances of the second half of the rows", lambda c: second_half_errors(c, True))
BATCH_ERRORS_SINGLE = count("errors on z_t' for t in the second half", lambda c: second_half_errors(c, False))


def outside_first_half(case: Case) -> int:
    """Return how many training examples are not from the first half of the rows."""
    d, n, _ = _variables(case)
    allowed = {z for pair in hadamard.pairs(d, n)[: 2 ** (d - 1)] for z in pair}
    return sum(x not in allowed for x in case.instance.trials.examples)


# --- experiments ---------------------------------------------------------------------------------------


def _adversary_against_winnow(case: Case) -> Amount:
    """Return Winnow's mistakes on the sequence that the adversary makes for the zero-start Perceptron."""
    n, k = case.instance.trials.n, integer(case, s.k)
    sequence = hadamard.oppose(case.learner(), case.version, n, k)
    theta = Fraction(n, k)
    return play(Winnow(Fraction(3, 2), theta), sequence.trials, thresholded(theta)).mistakes


WINNOW_ON_THE_ADVERSARY = count(
    "M of Winnow on the sequence that forces N - k + 1 mistakes on the Perceptron", _adversary_against_winnow
)


def _sample_difference(case: Case) -> int:
    trials, k = case.instance.trials, integer(case, s.k)
    positive = np.array([y == 1 for y in trials.outcomes], dtype=bool)
    perceptron = perceptron_mistakes(trials.numerators, positive)
    winnow = winnow_mistakes(trials.numerators, positive, Fraction(3, 2), Fraction(trials.n, k))
    return int(perceptron.sum()) - int(winnow.sum())


SAMPLE_DIFFERENCE = count("M(Perceptron, bias trick, zero start) - M(Winnow, N/k, ln(3/2))", _sample_difference)


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
