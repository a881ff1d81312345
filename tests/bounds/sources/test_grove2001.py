"""Quasi-additive learners against slow oracles, and the claims of Grove, Littlestone and Schuurmans 2001.

The oracles are plain: Fractions where w is rational, balls of 500 bits otherwise (a ball around zero that
small is a planted tie). They share nothing with the learners.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations

import pytest
from flint import arb, ctx, fmpq

from adversaries.families.sampling import random_instances
from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Case
from bounds.data.trials import Trials
from bounds.data.vectors import Example, vector
from bounds.data.versions import ZERO, thresholded
from bounds.errors import BoundcheckError
from bounds.formulas.values import norm
from bounds.instances import Instance
from bounds.learners import Learner, TableLearner
from bounds.mathematics.transformations import (
    Transformation,
    interpolating_transformation,
    power_transformation,
)
from bounds.numbers import Number, ball, compare, log, sqrt, working_precision
from tests.classes import PNormPerceptron
from verify.judge.status import Status
from verify.own_data.completed import check
from verify.search.search import search

BITS = 500
PLUS = thresholded(ZERO)
MINUS = thresholded(ZERO, tie_is_positive=False)

Row = Sequence[Fraction]

# --- oracles -------------------------------------------------------------------------------------------


def to_ball(value: Fraction | arb) -> arb:
    return arb(fmpq(value.numerator, value.denominator)) if isinstance(value, Fraction) else value


def ball_power(p: arb) -> Callable[[Fraction], arb]:
    """Return f_p for an exponent that is enclosed in a ball."""

    def f(z: Fraction) -> arb:
        if z == 0:
            return arb(0)
        return to_ball(abs(z)) ** (p - 1) * (1 if z > 0 else -1)

    return f


def fraction_power(p: int) -> Callable[[Fraction], Fraction]:
    return lambda z: z ** (p - 1) if z >= 0 else -((-z) ** (p - 1))


def odd_polynomial(k: int) -> Callable[[Fraction], Fraction]:
    return lambda z: (1 + z / k) ** k - (1 - z / k) ** k


def balanced(base: int) -> Callable[[Fraction], arb]:
    return lambda z: 2 * (to_ball(z) * arb(base).log()).sinh()


def double_log(n: int) -> arb:
    return 2 * arb(n).log()


@dataclass
class Oracle:
    """QA(f) in the plainest form: z a list of rationals, w = f(z) entry by entry."""

    f: Callable[[Fraction], Fraction | arb]
    a: Fraction
    z: list[Fraction]
    threshold: Fraction = ZERO

    def predict(self, x: Row) -> Fraction | arb:
        products = [(self.f(z), b) for z, b in zip(self.z, x, strict=True)]
        exact = [w * b for w, b in products if isinstance(w, Fraction)]
        if len(exact) == len(products):
            return sum(exact, -self.threshold)
        return sum((to_ball(w) * to_ball(b) for w, b in products), -to_ball(self.threshold))

    def sign(self, x: Row) -> int:
        prediction = self.predict(x)
        if prediction > 0:
            return 1
        if prediction < 0:
            return -1
        if isinstance(prediction, arb):
            assert abs(prediction) < arb(2) ** -100
        return 0

    def update(self, x: Row, y: int) -> None:
        self.z = [z + self.a * y * b for z, b in zip(self.z, x, strict=True)]


Maker = Callable[[Fraction, Example | None, int], Learner]
"""(a, start vector, n) to a learner."""


@dataclass
class Family:
    """A learner, the f of its oracle (from n), and what the runs may look like.

    ``fixed``: the oracle's a where the learner has its own; ``starts``: it may start anywhere; ``rational``: f is;
    ``whole``: examples are integers; ``jump`` = (r, s): f(r z) = s f(z), with f(z) irrational.
    """

    make: Maker
    f: Callable[[int], Callable[[Fraction], Fraction | arb]]
    odd: bool = True
    rational: bool = False
    whole: bool = False
    fixed: bool = False
    starts: bool = False
    threshold: Fraction = ZERO
    least: int = 1
    jump: tuple[int, int] = (1, 1)
    runs: int = 700


def p_norm(p: Number) -> Maker:
    return lambda a, start, _: TableLearner("p_norm", p, a, start=start)


def quasi(name: str, *numbers: Number) -> Maker:
    return lambda a, *_: TableLearner(name, *numbers, a)


def integer_p(p: int) -> Family:
    return Family(p_norm(Fraction(p)), lambda _: fraction_power(p), rational=True, starts=True, runs=1500)


def ratio_p(p: Fraction, jump: tuple[int, int]) -> Family:
    return Family(p_norm(p), lambda _: ball_power(to_ball(p)), starts=True, jump=jump)


def interpolating(k: int) -> Family:
    return Family(quasi("qa_f", Fraction(k)), lambda _: odd_polynomial(k), rational=True)


THIRD = Fraction(1, 3)

FAMILIES: dict[str, Family] = {
    "p = 2": integer_p(2),
    "p = 3": integer_p(3),
    "p = 4": integer_p(4),
    "p = 7": integer_p(7),
    "p = 5/2": ratio_p(Fraction(5, 2), (4, 8)),
    "p = 8/3": ratio_p(Fraction(8, 3), (8, 32)),
    "p = 2 ln n": Family(
        lambda a, start, n: TableLearner("p_norm", 2 * log(Fraction(n)), a, start=start),
        lambda n: ball_power(double_log(n)),
        starts=True,
        least=3,
        runs=300,
    ),
    "exp": Family(quasi("qa_exp"), lambda _: lambda z: to_ball(z).exp(), odd=False),
    "2 sinh": Family(quasi("qa_sinh"), lambda _: lambda z: 2 * to_ball(z).sinh()),
    "f_1": interpolating(1),
    "f_2": interpolating(2),
    "f_5": interpolating(5),
    "balanced Winnow, beta = 1/3": Family(
        lambda *_: TableLearner("balanced_winnow", THIRD), lambda _: balanced(3), fixed=True
    ),
    "2 sinh, a = ln 3": Family(lambda *_: TableLearner("qa_sinh", log(Fraction(3))), lambda _: balanced(3), fixed=True),
    "fixed threshold, alpha = 2": Family(
        lambda *_: TableLearner("fixed_threshold", log(Fraction(2)), Fraction(4)),
        lambda _: lambda z: Fraction(2) ** int(z),
        odd=False,
        whole=True,
        fixed=True,
        threshold=Fraction(4),
    ),
}


def planted_tie(family: Family, oracle: Oracle, rng: random.Random) -> list[Fraction] | None:
    """Return an example on which w.x is exactly 0, on two coordinates, if the state offers one."""
    n = len(oracle.z)
    if n < 2 or oracle.threshold:
        return None
    i, j = rng.sample(range(n), 2)
    row = [Fraction(0)] * n
    if family.rational:
        first, second = oracle.f(oracle.z[i]), oracle.f(oracle.z[j])
        assert isinstance(first, Fraction)
        assert isinstance(second, Fraction)
        row[i], row[j] = second, -first
        return row if max(abs(first), abs(second)) < 10**6 else None
    ratio, factor = family.jump
    for i, j in permutations(range(n), 2):
        if ratio > 1 and oracle.z[j] and oracle.z[i] == ratio * oracle.z[j]:
            row[i], row[j] = Fraction(1), Fraction(-factor)
            return row
    for i in range(n):
        for j in range(i):
            if oracle.z[i] == oracle.z[j]:
                row[i], row[j] = Fraction(1), Fraction(-1)
                return row
            if family.odd and oracle.z[i] == -oracle.z[j]:
                row[i] = row[j] = Fraction(1)
                return row
    return None


def disagreement(family: Family, make: Maker, seed: str, counts: Counter[str]) -> str:
    """Play one random run of learner and oracle; return the first difference, or the empty text."""
    rng = random.Random(seed)
    n = rng.randint(family.least, 4)
    denominator = 1 if family.whole else rng.choice((1, 1, 2, 3))
    a = Fraction(1) if family.fixed else rng.choice((Fraction(1), Fraction(1, 2), Fraction(2), THIRD))
    start = None
    if family.starts and rng.random() < 0.3:
        start = Example([rng.randint(-4, 4) for _ in range(n)], 2)
    oracle = Oracle(family.f(n), a, list(start or [ZERO] * n), family.threshold)
    learner = make(a, start, n)
    learner.start(n)
    for t in range(rng.randint(1, 8)):
        x = [Fraction(rng.randint(-3, 3), denominator) for _ in range(n)]
        if n > 1 and rng.random() < 0.3:
            x[1] = x[0] * rng.choice((1, -1, family.jump[0]))
        if t and rng.random() < 0.4:
            x = planted_tie(family, oracle, rng) or x
        y = rng.choice((1, -1))
        example = vector(x)
        mine, theirs = learner.predict(example), oracle.predict(x)
        if isinstance(theirs, Fraction):
            same = compare(mine, theirs) == 0
        else:
            with working_precision(BITS):
                same = bool(ball(mine).overlaps(theirs))
        if not same:
            return f"trial {t}: prediction {mine} against {theirs}"
        sign = oracle.sign(x)
        wrong = y != (1 if sign >= 0 else -1)
        if (PLUS.target(y).side(mine) != 0) != wrong:
            return f"trial {t}: mistake or not"
        counts["ties"] += sign == 0
        counts["radical ties"] += sign == 0 and family.jump[1] > 1 and max(map(abs, x)) == family.jump[1]
        counts["ties that update"] += sign == 0 and wrong
        counts["mistakes"] += wrong
        counts["right"] += not wrong
        learner.update(example, PLUS.target(y))
        if wrong:
            oracle.update(x, y)
        spoken = isinstance(learner, TableLearner) and isinstance(learner.parameters.get("a"), Fraction)
        if isinstance(learner, TableLearner) and spoken and list(learner.part("z")) != oracle.z:
            return f"trial {t}: z = {learner.part('z')} against {oracle.z}"
    return ""


@pytest.fixture(autouse=True)
def high_precision() -> object:
    before = ctx.prec
    ctx.prec = BITS
    yield
    ctx.prec = before


@pytest.mark.deep
@pytest.mark.parametrize("name", FAMILIES)
def test_learner_agrees_with_the_slow_oracle(name: str) -> None:
    """Every prediction, update and mistake; ties are there, and both kinds of them."""
    family, counts = FAMILIES[name], Counter[str]()
    for run in range(family.runs):
        assert not (found := disagreement(family, family.make, f"{name} {run}", counts)), found
    print(name, dict(counts))
    assert counts["ties that update"] >= family.runs // 25
    assert counts["ties"] > counts["ties that update"]
    assert counts["radical ties"] >= (10 if family.jump[1] > 1 else 0)
    assert counts["mistakes"] > family.runs
    assert counts["right"] > family.runs


def test_radicals_of_different_squares_tie_exactly() -> None:
    """p = 5/2: 8**(3/2) = 8 * 2**(3/2), which no grouping by equal |z_i| sees."""
    for p, z, x in (
        (Fraction(5, 2), [2, 8], [8, -1]),
        (Fraction(5, 2), [3, 12], [8, -1]),
        (Fraction(4, 3), [2, 16], [2, -1]),
        (Fraction(4), [2, 1], [1, -8]),
    ):
        learner = TableLearner("p_norm", p, Fraction(1), start=Example(z))
        learner.start(2)
        assert learner.predict(Example(x)) == 0
        near = learner.predict(Example([10**12 * x[0] + 1, 10**12 * x[1]]))
        assert compare(near, ZERO) == 1


def test_an_irrational_coefficient_and_a_start_vector_go_together() -> None:
    learner = TableLearner("p_norm", Fraction(3), sqrt(Fraction(2)), start=Example([1, 0]))
    learner.start(2)
    learner.update(Example([-1, 1]), PLUS.target(1))
    assert [
        compare(z, want) for z, want in zip(learner.part("z"), (1 - sqrt(Fraction(2)), sqrt(Fraction(2))), strict=True)
    ] == [
        0,
        0,
    ]
    assert compare(learner.predict(Example([0, 1])), Fraction(2)) == 0


# --- planted faults ------------------------------------------------------------------------------------


class UpdatesAlways(PNormPerceptron):
    def update(self, x: Example, target: object) -> None:
        del target
        self.move(1 if compare(self.predict(x), ZERO) != 1 else -1, x)


class TieIsNegative(PNormPerceptron):
    def update(self, x: Example, target: object) -> None:
        y = 1 if target == PLUS.target(1) else -1
        super().update(x, MINUS.target(y))


FAULTS: dict[str, Maker] = {
    "exponent p instead of p - 1": p_norm(Fraction(5)),
    "updates on correct trials": lambda a, start, _: UpdatesAlways(Fraction(4), a, start),
    "sign(0) = -1 at a tie": lambda a, start, _: TieIsNegative(Fraction(4), a, start),
    "a squared": lambda a, start, _: TableLearner("p_norm", Fraction(4), a * a, start=start),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_oracle_catches_a_planted_fault(fault: str) -> None:
    family, counts = FAMILIES["p = 4"], Counter[str]()
    found = sum(bool(disagreement(family, FAULTS[fault], f"fault {run}", counts)) for run in range(200))
    assert found >= 20, found


class Subtracts(PNormPerceptron):
    """Moves z the wrong way every third mistake."""

    count = 0

    def move(self, side: int, x: Example) -> None:
        self.count += 1
        super().move(-side if self.count % 3 == 0 else side, x)


@pytest.mark.deep
@pytest.mark.parametrize("identifier", ["gls.perceptron", "gls.7.1a", "gls.claim2"])
def test_a_faulty_learner_breaks_the_claim(identifier: str) -> None:
    claim = theorem(identifier)
    assert claim.learner is not None

    def make(case: Case) -> Learner:
        p = case.value(s.p) if s.p in claim.free else Fraction(2)
        return Subtracts(p, case.value(s.a), case.instance.start)

    assert search(claim.replace(learner=replace(claim.learner, make=make)), instances=400).refuted


@pytest.mark.parametrize("make", [lambda: power_transformation(Fraction(1)), lambda: interpolating_transformation(0)])
def test_a_transformation_that_is_not_increasing_is_refused(make: Callable[[], Transformation]) -> None:
    with pytest.raises(BoundcheckError, match="it must be"):
        make()


def test_bad_learner_parameters_are_refused() -> None:
    with pytest.raises(BoundcheckError, match="needs p > 1 and a > 0; p is 2, a is 0"):
        TableLearner("p_norm", Fraction(2), Fraction(0))
    with pytest.raises(BoundcheckError, match="needs beta > 0 and beta < 1"):
        TableLearner("balanced_winnow", Fraction(1))
    with pytest.raises(BoundcheckError, match="start vector has 1 entries"):
        TableLearner("p_norm", Fraction(2), Fraction(1), start=Example([1])).start(2)
    with pytest.raises(BoundcheckError, match="no closed form"):
        interpolating_transformation(3).preimage(Fraction(1))


# --- bounds, decided as radicals -----------------------------------------------------------------------


def test_p_norm_bound_compares_as_the_powers_of_it_do() -> None:
    """For u_i = sign(c)|c|**(p-1): m <= bound iff (m d**2/(p-1))**p <= (sum |c|**p)**(2(p-1)) max(sum |x|**p)**2."""
    claim, rng, equal = theorem("gls.7.1a"), random.Random(3), 0
    for _ in range(300):
        p, n = rng.choice((2, 3, 4, 5)), rng.randint(1, 3)
        c = [rng.choice((-2, -1, 1, 2, 3)) for _ in range(n)]
        f = fraction_power(p)
        u = [f(Fraction(b)) for b in c]
        rows = [[rng.randint(-2, 2) for _ in range(n)] for _ in range(rng.randint(1, 3))] + [c]
        margins = [sum(b * x for b, x in zip(u, row, strict=True)) for row in rows]
        rows = [row for row, margin in zip(rows, margins, strict=True) if margin]
        labels = [1 if margin > 0 else -1 for margin in margins if margin]
        instance = Instance(Trials.of(rows, labels), vector(u), {s.p: Fraction(p), s.a: Fraction(1)})
        delta = min(abs(margin) for margin in margins if margin)
        bound = claim.case(instance).evaluate(claim.bound)
        largest = max(sum(abs(b) ** p for b in row) for row in rows)
        for m in range(8):
            left = (Fraction(m) * delta**2 / (p - 1)) ** p
            right = Fraction(sum(abs(b) ** p for b in c)) ** (2 * (p - 1)) * Fraction(largest) ** 2
            assert compare(Fraction(m), bound) == (left > right) - (left < right)
            equal += left == right
    assert equal >= 10


def test_an_exact_tie_of_the_p_norm_bound() -> None:
    """p = 3, u = (2, 2), S = {(1, 1)}: cube roots and square roots make exactly 2."""
    claim = theorem("gls.7.1a")
    instance = Instance(Trials.of([[1, 1]], [1]), vector([2, 2]), {s.p: Fraction(3), s.a: Fraction(1)})
    assert claim.case(instance).evaluate(claim.bound) == Fraction(2)


@pytest.mark.parametrize("identifier", ["gls.7.1a", "gls.wm", "gls.bw", "gls.wm.a", "gls.perceptron", "gls.9.logp"])
def test_verdict_agrees_with_balls_and_the_oracles_mistakes(identifier: str) -> None:
    """The bound from the data alone, and the mistakes of an oracle: both as the verdict has them."""
    claim, counts = theorem(identifier), Counter[str]()
    for _, instance in random_instances(claim, 150, seed=4):
        values = claim.case(instance).values
        verdict = check(claim, instance)
        assert verdict.decisive is not None
        u, rows = list(instance.require_comparator()), [list(x) for x in instance.trials.examples]
        bound = plain_bound(identifier, instance, u, rows)
        mistakes = oracle_mistakes(identifier, instance, values[s.a])
        assert verdict.decisive.lhs == mistakes
        assert ball(verdict.decisive.rhs).overlaps(bound), (verdict.decisive.rhs, bound)
        assert verdict.status is Status.HOLDS
        counts["mistakes"] += mistakes
    assert counts["mistakes"] > 80


def plain_bound(identifier: str, instance: Instance, u: Row, rows: Sequence[Row]) -> arb:
    given = {str(symbol): ball(value) for symbol, value in instance.parameters.items()}
    margins = [abs(sum((b * x for b, x in zip(u, row, strict=True)), Fraction(0))) for row in rows]
    delta, n = given.get("delta", to_ball(min(margins))), len(u)

    def p_norm_of(values: Row, p: arb) -> arb:
        return sum((to_ball(abs(b)) ** p for b in values if b), arb(0)) ** (1 / p)

    def maximum(values: Sequence[arb]) -> arb:
        return max(values, key=float)

    if identifier in ("gls.7.1a", "gls.perceptron"):
        p = given.get("p", arb(2))
        U = given.get("U", p_norm_of(u, p / (p - 1)))
        X = given.get("X", maximum([p_norm_of(row, p) for row in rows]))
        return (p - 1) * (U * X / delta) ** 2
    U = given.get("U", to_ball(sum((abs(b) for b in u), Fraction(0))))
    X = given.get("X", to_ball(max(abs(b) for row in rows for b in row)))
    if identifier == "gls.9.logp":
        return (2 * arb(n).log() - 1) * arb(1).exp() * (U * X / delta) ** 2
    shares = [to_ball(abs(b)) / U for b in u if b]
    progress = arb(2 * n if identifier == "gls.bw" else n).log() + sum((b * b.log() for b in shares), arb(0))
    if identifier == "gls.wm.a":
        a = given["a"]
        return 2 * U * progress / (2 * a * delta - a**2 * U * X**2)
    return 2 * (U * X / delta) ** 2 * progress


def oracle_mistakes(identifier: str, instance: Instance, a: Number) -> int:
    n = instance.trials.n
    assert isinstance(a, Fraction)
    p = instance.parameters.get(s.p, Fraction(2))
    f: Callable[[Fraction], Fraction | arb]
    if identifier in ("gls.wm", "gls.wm.a"):
        f = FAMILIES["exp"].f(n)
    elif identifier == "gls.bw":
        f = FAMILIES["2 sinh"].f(n)
    elif identifier == "gls.9.logp":
        f = FAMILIES["p = 2 ln n"].f(n)
    elif isinstance(p, Fraction) and p.denominator == 1:
        f = fraction_power(int(p))
    else:
        f = ball_power(ball(p))
    oracle = Oracle(f, a, [ZERO] * n)
    mistakes = 0
    for x, y in instance.trials:
        assert isinstance(y, int)
        if y != (1 if oracle.sign(list(x)) >= 0 else -1):
            mistakes += 1
            oracle.update(list(x), y)
    return mistakes


def test_a_q_norm_that_is_no_single_root_is_still_decided() -> None:
    u, p = Example([1, 2, 5]), Fraction(4)
    size = norm(u, p / (p - 1))
    assert compare(size, Fraction(6)) == 1
    assert compare(size, size) == 0
