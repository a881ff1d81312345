"""Kivinen and Warmuth 1995: learners against oracles in plain Fractions, the paper's examples, planted faults."""

from __future__ import annotations

import dataclasses
import itertools
import math
import random
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from adversaries.constructions.disjunctions import halve_blocks, one_by_one, sparse_sample
from bounds import symbols as s
from bounds.claims import comparisons
from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim, LearnerSpec, Standing
from bounds.data.trials import Trials
from bounds.data.vectors import Example, vector
from bounds.data.versions import thresholded
from bounds.disjunctions import expand, shattered, vc_dimension
from bounds.errors import BoundcheckError
from bounds.fast import engine
from bounds.fast.play import play
from bounds.formulas.values import rational
from bounds.instances import Instance
from bounds.learners import Learner, TableLearner
from bounds.mathematics.mistakes import most_mistakes
from bounds.numbers import compare, log, to_float
from bounds.numbers.evaluate import evaluate
from bounds.sources.kivinen1995 import quantities
from bounds.sources.kivinen1995.common import FIXED_THRESHOLD
from bounds.sources.kivinen1995.section4 import SPARSE
from tests.bounds.sources import rotations
from tests.classes import Perceptron
from verify.judge.status import Status
from verify.own_data.completed import check
from verify.publish import experiments
from verify.search.search import search

Row = list[Fraction]
ZERO = Fraction(0)
CLAIMS = [claim for claim in catalogue() if claim.id.startswith("kw.")]
CORE = [
    *("model", "def1", "lrfree", "thm3", "thm3c", "def4", "lemma5", "lemma10", "lemma11", "lemma12", "thm8", "13a"),
    *("13b", "ellip", "pairs", "winnow.up", "winnow.ok", "winnow.notadd", "winnow.notrot", "elim", "perc.okx"),
    *("okx.bias", "okx.fix", "perc.rotinv", "batch", "lin", "1.7", "dot", "abstract", "genN", "vc", "fig1", "fig2"),
    *("def2", "def6", "def7", "incr", "dnf"),
]


def given(trials: Trials, start: Sequence[int] | None = None, **parameters: str) -> Instance:
    """Make an instance with parameters by name."""
    values = {s.lookup(name): Fraction(text) for name, text in parameters.items()}
    return Instance(trials, None, dict(values), None if start is None else vector(start))


def test_every_statement_of_the_paper_is_in_the_catalogue() -> None:
    assert {f"kw.{name}" for name in CORE} <= {claim.id for claim in CLAIMS}


def test_false_statements_and_their_repairs_name_each_other() -> None:
    for claim in CLAIMS:
        if claim.standing is Standing.FALSE:
            assert theorem(claim.counterpart).counterpart, claim.id
            assert theorem(theorem(claim.counterpart).counterpart).standing is Standing.FALSE


# --- oracles: the update rules of the paper in plain Fractions --------------------------------------------


def dot(w: Sequence[Fraction], x: Sequence[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(w, x, strict=True)), ZERO)


def random_runs(count: int, seed: str, binary: bool = False) -> Iterator[tuple[list[Row], list[int], random.Random]]:
    rng = random.Random(seed)
    for _ in range(count):
        n, l = rng.randint(1, 5), rng.randint(0, 12)
        entries = (0, 1) if binary else (-2, -1, 0, 0, 1, Fraction(1, 2), Fraction(5, 3))
        rows = [[Fraction(rng.choice(entries)) for _ in range(n)] for _ in range(l)]
        yield rows, [rng.choice((1, -1)) for _ in rows], rng


def found_mistakes(learner: Learner, theta: Fraction, rows: list[Row], labels: list[int], n: int) -> list[bool]:
    run = play(learner, Trials.of(rows, labels, n), thresholded(theta))
    return [bool(step.error) for step in run.steps]


def perceptron_oracle(
    rows: list[Row], labels: list[int], w: Row, theta: Fraction, eta: Fraction, drift: Fraction
) -> tuple[list[bool], Row]:
    """Apply equation (1): w -= eta*sigma*x with sigma = yhat - y; the threshold moves by drift*sigma."""
    wrong = []
    for x, label in zip(rows, labels, strict=True):
        sigma = int(dot(w, x) >= theta) - int(label == 1)
        w = [a - eta * sigma * b for a, b in zip(w, x, strict=True)]
        theta += drift * sigma
        wrong.append(sigma != 0)
    return wrong, w


def test_the_threshold_perceptron_is_equation_1() -> None:
    for rows, labels, rng in random_runs(1500, "threshold"):
        n = len(rows[0]) if rows else 1
        start = [Fraction(rng.randint(-2, 2), 2) for _ in range(n)]
        theta, eta = Fraction(rng.randint(-4, 4), 2), Fraction(rng.randint(1, 5), 2)
        learner = TableLearner("perceptron", eta, start=vector(start))
        wrong, w = perceptron_oracle(rows, labels, start, theta, eta, ZERO)
        assert found_mistakes(learner, theta, rows, labels, n) == wrong
        assert list(learner.weights) == w


def test_the_bias_trick_moves_the_threshold_with_the_weights() -> None:
    for rows, labels, rng in random_runs(1500, "bias"):
        n = len(rows[0]) if rows else 1
        start = [Fraction(rng.randint(-2, 2)) for _ in range(n)]
        theta, eta = Fraction(rng.randint(-4, 4), 2), Fraction(rng.randint(1, 5), 2)
        learner = TableLearner("bias_perceptron", eta, theta, start=vector(start))
        wrong, w = perceptron_oracle(rows, labels, start, theta, eta, eta)
        assert found_mistakes(learner, ZERO, rows, labels, n) == wrong
        assert list(learner.weights) == w


def test_the_additive_learner_is_its_definition() -> None:
    for rows, labels, rng in random_runs(1500, "additive"):
        n = len(rows[0]) if rows else 1
        on_mistake, on_right, memory, theta, drift = (
            Fraction(rng.randint(-4, 4), rng.choice((1, 2, 3))) for _ in "abcde"
        )
        start = [Fraction(rng.randint(-2, 2)) for _ in range(n)]
        learner = TableLearner("additive", on_mistake, on_right, memory, theta, drift, start=vector(start))
        found = found_mistakes(learner, ZERO, rows, labels, n)
        coefficients: Row = []
        for t, (x, y) in enumerate(zip(rows, labels, strict=True)):
            w = [start[i] + sum((c * z[i] for c, z in zip(coefficients, rows, strict=False)), ZERO) for i in range(n)]
            mistake = (dot(w, x) >= theta) != (y == 1)
            assert found[t] == mistake
            coefficients = [memory * c for c in coefficients] + [y * (on_mistake if mistake else on_right)]
            theta -= y * drift * mistake


def ellipsoid_oracle(rows: list[Row], labels: list[int], n: int) -> list[bool]:
    """Run the central-cut ellipsoid method on a dense matrix P of Fractions, without any rounding of P."""
    m = n + 1
    centre = [ZERO] * m
    P = [[Fraction(i == j) for j in range(m)] for i in range(m)]
    wrong = []
    for x, y in zip(rows, labels, strict=True):
        z = [*x, Fraction(1)]
        wrong.append((dot(centre, z) >= 0) != (y == 1))
        if wrong[-1]:
            g = [y * a for a in z]
            Pg = [dot(row, g) for row in P]
            q = dot(g, Pg)
            root = Fraction(math.isqrt(int(q * 2**512)), 2**256)
            centre = [c + a / ((m + 1) * root) for c, a in zip(centre, Pg, strict=True)]
            scale = Fraction(m * m, m * m - 1)
            P = [[scale * (P[i][j] - 2 * Pg[i] * Pg[j] / ((m + 1) * q)) for j in range(m)] for i in range(m)]
    return wrong


def test_the_ellipsoid_method_agrees_with_a_dense_matrix_of_fractions() -> None:
    differing = compared = 0
    for rows, labels, _ in random_runs(1000, "ellipsoid"):
        rows, labels = rows[:8], labels[:8]
        n = len(rows[0]) if rows else 1
        exact, found = (
            ellipsoid_oracle(rows, labels, n),
            found_mistakes(TableLearner("ellipsoid"), ZERO, rows, labels, n),
        )
        compared += len(exact)
        differing += exact != found
    assert compared > 3000
    assert differing == 0


def test_the_ellipsoid_shrinks_onto_a_separator() -> None:
    """It learns: few mistakes late in a long separable sequence."""
    rng = np.random.default_rng(3)
    x = rng.integers(0, 2, (600, 6))
    labels = [1 if row[0] or row[1] else -1 for row in x]
    steps = play(TableLearner("ellipsoid"), Trials(x, 1, labels), thresholded(ZERO)).steps
    wrong = [bool(step.error) for step in steps]
    assert sum(wrong[:100]) > 5
    assert sum(wrong[-300:]) == 0


def test_experiments_agree_with_the_learners_mistake_by_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = 0
    for rows, labels, rng in random_runs(1500, "experiment", binary=True):
        if not rows:
            continue
        n, x = len(rows[0]), np.array(rows, dtype=np.int64)
        positive = np.array([y == 1 for y in labels])
        alpha, theta = Fraction(rng.randint(3, 6), 2), Fraction(rng.randint(1, 12), rng.randint(1, 4))
        played = (
            found_mistakes(TableLearner("bias_perceptron", Fraction(2), Fraction(0)), ZERO, rows, labels, n),
            found_mistakes(TableLearner("perceptron", Fraction(2)), Fraction(1), rows, labels, n),
            found_mistakes(TableLearner("winnow", alpha), theta, rows, labels, n),
        )
        with monkeypatch.context() as patch:
            patch.setattr(engine, "SMALL", 0)
            found = (
                experiments._mistakes(experiments.PERCEPTRON, x, positive, 1),
                experiments._mistakes(experiments.FIXED, x, positive, 1),
                experiments.mistakes(TableLearner("winnow", alpha), theta, x, positive),
            )
        assert tuple(flags.tolist() for flags in found) == played
        wrong += sum(map(sum, played))
    assert wrong > 5000


def test_a_tie_at_the_threshold_is_a_positive_prediction() -> None:
    """At theta = 5/2 the sum 1 + 3/2 is a tie, which a float could miss."""
    theta, x = Fraction(5, 2), np.array([[1, 0], [1, 1], [1, 1]])
    found = experiments.mistakes(TableLearner("winnow", Fraction(3, 2)), theta, x, np.array([True, False, False]))
    assert found.tolist() == [True, True, False]
    with pytest.raises(BoundcheckError, match="needs alpha > 1"):
        TableLearner("winnow", Fraction(1))


# --- the paper's own examples ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("theta", "status"), [("3", "VIOLATED"), ("7/2", "HOLDS"), ("4", "HOLDS"), ("301/100", "HOLDS")]
)
def test_winnow_is_not_additive_except_at_the_printed_threshold(theta: str, status: str) -> None:
    trials = Trials.of([[1, 1, 0], [1, 0, 1]], [1, 1])
    if theta == "3":
        assert check(theorem("kw.winnow.notadd.printed"), Instance(trials)).status.value == status
        assert check(theorem("kw.winnow.notadd"), given(trials, theta="3")).status is Status.VACUOUS
    else:
        assert check(theorem("kw.winnow.notadd"), given(trials, theta=theta)).status.value == status


@pytest.mark.parametrize(
    ("theta", "printed", "repaired"),
    [
        ("5/4", "VIOLATED", "VACUOUS"),
        ("1414/1000", "VIOLATED", "VACUOUS"),
        ("1415/1000", "HOLDS", "HOLDS"),
        ("3", "HOLDS", "HOLDS"),
    ],
)
def test_winnow_is_not_rotation_invariant(theta: str, printed: str, repaired: str) -> None:
    case = given(Trials.of([[1, 0], [0, 1], [4, -4]], [1, 1, 1]), eta="1/3", theta=theta)
    assert check(theorem("kw.winnow.notrot.printed"), case).status.value == printed
    assert check(theorem("kw.winnow.notrot"), case).status.value == repaired


def test_the_learning_rate_matters_for_a_fixed_threshold() -> None:
    trials = Trials.of([[1], [1]], [1, 1])
    counts = [
        play(TableLearner("perceptron", Fraction(e)), trials, thresholded(Fraction(1, 2))).mistakes for e in (1, "1/4")
    ]
    assert counts == [1, 2]


def test_elimination_needs_a_factor_above_the_number_of_irrelevant_variables() -> None:
    for n in range(3, 9):
        tight = check(theorem("kw.elim"), Instance(*_pair(one_by_one(n, 1, True)), {s.alpha: Fraction(n)}))
        assert (tight.status, tight.slack) == (Status.HOLDS, Fraction(0))
        broken = check(theorem("kw.elim.sharp"), one_by_one(n, 1, True))
        assert (broken.status, broken.slack) == (Status.VIOLATED, Fraction(-1))


def _pair(instance: Instance) -> tuple[Trials, Example]:
    return instance.trials, instance.require_comparator()


def test_vc_dimensions() -> None:
    assert [vc_dimension(n, 1) for n in range(1, 6)] == [0, 1, 1, 2, 2]
    assert [vc_dimension(n, n) for n in range(1, 6)] == [0] * 5
    for n, k in itertools.product(range(1, 6), range(1, 6)):
        if k <= n:
            assert k * int(math.log2(n // k)) <= vc_dimension(n, k) <= math.log2(math.comb(n, k))
    with pytest.raises(BoundcheckError, match="needs 1 <= k <= N <= 5"):
        vc_dimension(9, 1)


@pytest.mark.parametrize(("k", "levels"), [(1, 4), (2, 2), (3, 3), (4, 2)])
def test_halving_forces_the_vc_bound_on_every_learner(k: int, levels: int) -> None:
    n = k * 2**levels
    for learner, theta in (
        (TableLearner("winnow", Fraction(3, 2)), Fraction(n, k)),
        (TableLearner("bias_perceptron", Fraction(1), Fraction(0)), ZERO),
    ):
        found = halve_blocks(learner, thresholded(theta), k, levels)
        assert play(learner, found.trials, thresholded(theta)).mistakes == k * levels
        u = found.require_comparator()
        assert u.one_norm() == k
        assert [y for _, y in found.trials] == [1 if u.dot(x) else -1 for x, _ in found.trials]


def test_the_misprinted_tuning_fails_for_growing_constants() -> None:
    claim = theorem("kw.winnow.ok.printed").replace(without="C >= 7")
    for constant, k, levels in ((1, 3, 3), (2, 8, 5), (3, 8, 7)):
        theta = Fraction(2**levels)
        found = halve_blocks(TableLearner("winnow", Fraction(3, 2)), thresholded(theta), k, levels)
        assert check(claim, Instance(*_pair(found), {s.C: Fraction(constant)})).status is Status.VIOLATED


def test_dnf_form_with_the_natural_logarithm_covers_the_explicit_bound() -> None:
    explicit, natural = theorem("kw.dnf").bound, theorem("kw.dnf.natural").bound
    for n in range(1, 12):
        for k in {1, 2, 3, 2 ** (n // 2), 2 ** (n - 1), 2**n}:
            if k <= 2**n:
                values = {s.N: Fraction(n), s.k: Fraction(k)}
                assert compare(evaluate(explicit, values), evaluate(natural, values)) == -1


def test_conjunctions_are_expanded_in_the_order_of_their_literals() -> None:
    assert [sum(expand(x)) for x in itertools.product((0, 1), repeat=3)] == [8] * 8
    assert len({expand(x) for x in itertools.product((0, 1), repeat=3)}) == 8


def test_numbers_of_figure_2() -> None:
    for n, wanted in ((200, 1.7254), (400, 1.7291)):
        values = {s.N: Fraction(n), s.k: Fraction(2 * n, 5)}
        assert to_float(evaluate(s.N * SPARSE, values)) == pytest.approx(wanted, abs=5e-5)
    assert to_float(Fraction(5, 2) * log(Fraction(2))) == pytest.approx(1.7329, abs=5e-5)
    verdict = check(theorem("kw.fig1.printed"), given(Trials.of([], [], 1), k="20", l="5000"))
    assert verdict.decisive is not None
    assert verdict.decisive.lhs == Fraction(5000, 2**20)


def test_the_sample_of_figure_2_is_reversed_on_every_seed() -> None:
    for seed in range(5):
        assert check(theorem("kw.fig2.printed"), sparse_sample(200, 80, 400, seed)).status is Status.VIOLATED


def test_from_the_only_target_no_mistake_can_be_forced() -> None:
    def at_target() -> Learner:
        return TableLearner("perceptron", Fraction(1), start=vector([1, 1]))

    def at_zero() -> Learner:
        return TableLearner("perceptron", Fraction(1))

    assert most_mistakes(at_target, thresholded(Fraction(1, 2)), 2, 2, 9) == 0
    assert most_mistakes(at_zero, thresholded(Fraction(1, 2)), 2, 2, 9) >= 1
    assert most_mistakes(at_zero, thresholded(Fraction(1, 2)), 3, 1, 9) >= 3


# --- power: planted faults are caught ----------------------------------------------------------------------


class Leaky(Perceptron):
    """A Perceptron that also moves its first weight on every update, so that it is not additive."""

    def move(self, side: int, x: Example) -> None:
        super().move(side, x)
        super().move(1, Example([1] + [0] * (len(x) - 1)))


def test_a_learner_that_is_not_additive_is_noticed() -> None:
    spec = LearnerSpec("leaky", lambda case: Leaky(case.value(s.eta)), FIXED_THRESHOLD.version)
    claim = theorem("kw.def1")
    leaky = dataclasses.replace(claim, learner=spec, quantity=quantities.outside_span(spec))
    broken = search(leaky, instances=400).verdict
    assert broken is not None
    assert broken.instance.trials.l <= 2
    turned = theorem("kw.perc.rotinv")
    turned = dataclasses.replace(turned, learner=spec, quantity=quantities.changed_by_rotation(spec))
    assert search(turned, instances=500).refuted


def test_the_rank_test_finds_winnow_and_lets_the_perceptron_pass() -> None:
    def excess(learner: Learner, theta: Fraction, trials: Trials) -> int:
        learner.start(trials.n)
        first = rational(learner.weights)
        play(learner, trials, thresholded(theta))
        gain = vector(a - b for a, b in zip(rational(learner.weights), first, strict=True))
        return rotations.excess_rank(trials.examples, gain)

    winnow = perceptron = 0
    for rows, labels, _ in random_runs(600, "rank", binary=True):
        n = len(rows[0]) if rows else 1
        trials = Trials.of(rows[:3], labels[:3], n)
        perceptron += excess(TableLearner("bias_perceptron", Fraction(1), Fraction(0)), ZERO, trials)
        winnow += excess(TableLearner("winnow", Fraction(2)), Fraction(n), trials)
    assert perceptron == 0
    assert winnow > 20


def _with_another_row(claim: Claim) -> Claim:
    """Return a claim about J - 2I, whose first row is not all 1, in the place of Sylvester's matrix."""

    def mutant(text: str) -> str:
        return re.sub(r"hadamard_row\(d, (\w+)\)", r"(1 - 2*(indices(2**d) == \1))", text)

    parts = ({**part, "value": mutant(part["value"])} for part in claim.quantity.formula)
    return dataclasses.replace(claim, quantity=dataclasses.replace(claim.quantity, formula=tuple(parts)))


def test_a_matrix_with_another_first_row_breaks_lemma_5() -> None:
    lemma_5 = theorem("kw.lemma5")
    ones = given(Trials.of([], [], 4), start=[1, 1, 1, 1], d="2", k="1")
    assert check(lemma_5, ones).status is Status.HOLDS
    assert check(_with_another_row(lemma_5), ones).status is Status.VIOLATED
    of_sylvester = theorem("kw.def4")
    assert check(_with_another_row(of_sylvester), given(Trials.of([], [], 1), d="3")).status is Status.VIOLATED


@pytest.mark.parametrize(
    "identifier", ["kw.13b", "kw.13a", pytest.param("kw.thm8", marks=pytest.mark.deep), "kw.ellip"]
)
def test_a_wrong_adversary_rule_is_caught(identifier: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparisons, "candidate_shown", lambda learner, version, pair, label: "z1")  # noqa: ARG005
    assert search(theorem(identifier), instances=400).refuted


@pytest.mark.parametrize("identifier", ["kw.13a", "kw.13b", "kw.ellip", "kw.lemma5", "kw.lemma12", "kw.thm8", "kw.vc"])
def test_lower_bounds_are_attained_and_cannot_be_raised_by_one(identifier: str) -> None:
    claim = theorem(identifier)
    assert search(claim.replace(bound=claim.bound + 1), instances=400).refuted


@pytest.mark.parametrize("identifier", ["kw.elim", "kw.batch", "kw.lemma11", "kw.def7"])
def test_exact_bounds_cannot_be_lowered_by_one(identifier: str) -> None:
    claim = theorem(identifier)
    assert search(claim.replace(bound=claim.bound - 1), instances=400).refuted


def test_theorem_8_does_not_depend_on_the_tie_rule() -> None:
    claim = theorem("kw.thm8")
    assert claim.learner is not None
    strict = dataclasses.replace(claim.learner, version=lambda _: thresholded(ZERO, tie_is_positive=False))
    assert search(claim.replace(learner=strict), instances=500).counts[Status.HOLDS] > 200


def test_a_repeated_pair_has_other_dot_products_and_theorem_8_fails_on_it() -> None:
    """Power: the learner learns which of the two is positive, unless the products are constant."""
    claim = theorem("kw.thm8")
    trials = Trials.of([[1, 0], [0, 1]] * 4, [1] * 8)
    given_ = given(trials, start=[0, 0], psi="1/2", eta="1", rate="0", rho="1", theta="0", a="0")
    repeated = dataclasses.replace(given_, comparator=vector([1, 0]))
    assert check(claim, repeated).status is Status.VACUOUS
    verdict = check(claim.replace(without="pairwise constant"), repeated)
    assert verdict.status is Status.VIOLATED
    assert verdict.decisive is not None
    assert verdict.decisive.rhs == 4


def test_gram_learners_ignore_rotations_and_the_reflection_is_orthonormal() -> None:
    rng = random.Random(7)
    for _ in range(300):
        n = rng.randint(2, 4)
        v, w, x = (vector([rng.randint(-3, 3) for _ in range(n)]) for _ in range(3))
        assert rotations.reflect(v, w).dot(rotations.reflect(v, x)) == w.dot(x)
        assert rotations.reflect(v, rotations.reflect(v, x)) == x
        rest = rotations.outside([v, w], x)
        assert rest.dot(v) == rest.dot(w) == 0
        assert (rest.squared_norm() == 0) == (rotations.excess_rank([v, w], x) == 0)
    learner = TableLearner("gram", Fraction(1), Fraction(1, 2), ZERO, ZERO)
    learner.start(2)
    learner.update(Example([3, 4]), thresholded(ZERO).target(1))
    assert learner.weights == [Fraction(81, 2), 54]


@pytest.mark.parametrize(("name", "look"), [("gram", dot), ("coordinate", lambda z, _: z[0])])
def test_gram_learners_have_the_coefficients_of_their_definition(name: str, look: Any) -> None:
    """A label or a denominator that gets lost, or a dot product with another example, makes another w."""
    base, slope = Fraction(1, 3), Fraction(-2, 5)
    for rows, labels, rng in random_runs(20, "gram"):
        learner = TableLearner(name, base, slope, ZERO, ZERO)
        learner.start(len(rows[0]) if rows else 1)
        for t, x in enumerate(rows):
            scale = rng.randint(1, 3)  # the same example over a larger denominator
            known = vector(x)
            shown = Example([scale * a for a in known.numerators], scale * known.denominator)
            learner.update(shown, thresholded(ZERO).target(labels[t]))
            terms = [(y * (base + slope * look(z, x)), z) for y, z in zip(labels, rows[: t + 1], strict=False)]
            assert learner.weights == [sum((c * z[i] for c, z in terms), ZERO) for i in range(len(x))]


def test_shattered_points_have_all_labels() -> None:
    points = shattered(5, 2)
    told = {tuple(any(x[i] for i in target) for x in points) for target in itertools.combinations(range(5), 2)}
    assert len(told) == 2 ** len(points)
