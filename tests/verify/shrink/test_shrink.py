"""Shrinking: known minimal counterexamples, soundness of every step, honest words about minimality."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from adversaries.families.sampling import random_instances
from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from tests.ladder import FALSE, rung
from verify.judge.check import Verdict, check
from verify.judge.status import Status
from verify.search.search import search
from verify.shrink.comparators import smallest_separator
from verify.shrink.draft import Draft, cost
from verify.shrink.shrink import shrink

R = sympy.Rational
ABOVE_1 = Interval.parse("[1, oo)")

HALF = theorem("bylander.5").replace(bound=s.U**2 * s.X**2 / 2)
MISSING_SQUARE = theorem("bylander.5").replace(bound=s.U * s.X)
DIMENSION = theorem("bylander.5").replace(bound=s.n)
NINE_TENTHS = theorem("bylander.5").replace(bound=sympy.Max(2, s.U**2 * s.X**2 * R(9, 10)))
SMALL_CHARGE = theorem("bylander.2").replace(bound=s.U**2 / (2 * s.eta) + s.eta * s.l * s.X**2 / 4)
NO_START = theorem("bylander.2").replace(bound=s.eta * s.l * s.X**2 / 2)
EU_HALF = theorem("bylander.6").replace(bound=s.U**2 * s.X**2 * sympy.log(s.n))
EU_NOISE = theorem("bylander.7").replace(bound=s.U * sympy.log(s.n) / s.eta + s.k)
EXPERTS = theorem("kitani.rwma").replace(bound=sympy.log(s.N) / s.eta / 2 + s.eta * s.k)


def violations(claim: Claim, count: int, trials: int = 8) -> Iterator[Verdict]:
    """Yield violations among random instances, at most one for each seed."""
    found = 0
    for seed in range(100):
        for _, instance in random_instances(claim, 100, seed, max_trials=trials):
            verdict = check(claim, instance)
            if verdict.status is Status.VIOLATED:
                yield verdict
                found += 1
                break
        if found == count:
            return


MINIMAL = {
    "M <= U^2 X^2 / 2": (HALF, Trials.of([[1]], [1]), [1]),
    "M <= U X": (MISSING_SQUARE, Trials.of([[1, 0], [0, 1]], [1, 1]), vector([1, 1])),
    "M <= n": (DIMENSION, Trials.of([[1, 0], [0, 1], [1, -1]], [1, 1, 1]), [2, 1]),
    "half the charge": (SMALL_CHARGE, Trials.of([[1]], [ABOVE_1]), [1]),
    "no charge for the start": (NO_START, Trials.of([[1]], [ABOVE_1]), [1]),
    "half of theorem 6": (EU_HALF, Trials.of([[1, -1]], [1]), [1, 0]),
    "theorem 7 without the factor of k": (EU_NOISE, Trials.of([[1, -1]], [1]), [1, 0]),
    "half of RWMA's logarithm": (EXPERTS, Trials.of([[1, -1], [1, -1]], [1, 1]), None),
}


@pytest.mark.deep
@pytest.mark.parametrize("name", MINIMAL)
def test_random_violations_shrink_to_the_known_minimal_one(name: str) -> None:
    """Power: wherever the descent starts, it ends at the same instance, in canonical form."""
    claim, trials, u = MINIMAL[name]
    for verdict in violations(claim, 5):
        result = shrink(verdict)
        assert result.verdict.status is Status.VIOLATED
        assert result.verdict.instance.trials == trials
        assert result.verdict.instance.comparator == (None if u is None else vector(u))
        assert result.local
        assert result.smallest
        assert result.minimal.startswith("1-minimal")


def test_a_block_of_eight_shrinks_to_the_smallest_block_that_breaks_nine_tenths() -> None:
    rows = [[3 * int(i == j) for j in range(8)] for i in range(8)]
    verdict = check(NINE_TENTHS, Instance(Trials.of(rows, [1] * 8), vector([Fraction(1, 3)] * 8)))
    shrunk = shrink(verdict).verdict.instance
    assert shrunk.trials == Trials.of([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [1] * 3)


def test_rates_follow_the_scale_of_the_examples() -> None:
    """Only a joint change of examples, comparator and rate keeps this violation."""
    far = Instance(Trials.of([["1/1000", "-1/1000"]], [1]), vector([1000, 0]), {s.eta: Fraction(1980)})
    assert shrink(check(EU_NOISE, far)).verdict.instance.trials == Trials.of([[1, -1]], [1])


@pytest.mark.parametrize("name", MINIMAL)
def test_a_shrunk_instance_violates_afresh_and_is_no_larger(name: str) -> None:
    claim = MINIMAL[name][0]
    for verdict in violations(claim, 3):
        result = shrink(verdict, checks=60)
        again = check(claim, result.verdict.instance)
        assert again.status is Status.VIOLATED
        assert cost(Draft.of(claim, again.instance))[:4] <= cost(Draft.of(claim, verdict.instance))[:4]
        assert result.checks <= 60


@pytest.mark.deep
@rung("attack", FALSE)
def test_every_false_statement_of_the_catalogue_shrinks(claim: Claim) -> None:
    """Families with structure of their own, claims about parameters alone and large instances included."""
    broken = search(claim, instances=400, seed=3).found
    assert broken is not None
    result = shrink(broken, checks=120)
    assert check(claim, result.verdict.instance).status is Status.VIOLATED
    assert (result.verdict.instance.trials.l, result.verdict.instance.trials.n) <= (
        broken.instance.trials.l,
        broken.instance.trials.n,
    )


def test_one_minimality_is_what_it_says() -> None:
    """An independent look: no single deletion of a trial or an attribute leaves a violation."""
    rows = [[1, 0, 0], [0, 1, 0], [1, -1, 0], [0, 0, 5]]
    result = shrink(check(DIMENSION, Instance(Trials.of(rows, [1] * 4), vector([2, 1, 1]))), resample=False)
    instance = result.verdict.instance
    assert result.local
    kept = Draft.of(DIMENSION, instance).without(s.U, s.X)
    l, n = instance.trials.l, instance.trials.n
    for t in range(l):
        assert not violated(kept.keeping([i for i in range(l) if i != t], range(n)))
    for i in range(n) if n > 1 else ():
        assert not violated(kept.keeping(range(l), [j for j in range(n) if j != i]))


def violated(draft: Draft) -> bool:
    return check(DIMENSION, draft.instance()).status is Status.VIOLATED


def test_an_enumeration_finds_what_the_moves_miss() -> None:
    """Power: without any moves the exhaustive search alone comes down to the smallest instance."""
    verdict = check(HALF, Instance(Trials.of([[1, 0], [0, 1]], [1, 1]), vector([1, 1])))
    result = shrink(verdict, moves=(), resample=False)
    assert result.verdict.instance.trials == Trials.of([[1]], [1])
    assert result.smallest


# --- broken moves ----------------------------------------------------------------------------------------


def forget_everything(_: Claim, draft: Draft) -> Iterator[Draft]:
    yield draft.keeping([], range(draft.n))


def make_it_larger(_: Claim, draft: Draft) -> Iterator[Draft]:
    yield draft.keeping([0, *range(len(draft.rows))], range(draft.n))


def mismatched(_: Claim, draft: Draft) -> Iterator[Draft]:
    if draft.n:
        raise BoundcheckError(f"no instance of {draft.n} attributes")
    yield draft


def not_an_instance(_: Claim, draft: Draft) -> Iterator[Draft]:
    yield Draft(draft.n, draft.rows[:1], (), draft.u)


@pytest.mark.parametrize("move", [forget_everything, make_it_larger, mismatched, not_an_instance])
def test_a_broken_move_does_no_harm(move: object) -> None:
    """Power: a step is taken only if check() says VIOLATED and the instance is simpler."""
    instance = Instance(Trials.of([[1, 0], [0, 1]], [1, 1]), vector([1, 1]))
    verdict = check(MISSING_SQUARE, instance)
    result = shrink(verdict, moves=(move,), resample=False)  # type: ignore[arg-type]
    assert result.verdict.status is Status.VIOLATED
    assert result.verdict.instance.trials == instance.trials


# --- words and limits ------------------------------------------------------------------------------------


def test_a_shrink_that_runs_out_says_so() -> None:
    verdict = next(violations(DIMENSION, 1))
    result = shrink(verdict, checks=3)
    assert not result.local
    assert result.minimal == "not shown to be minimal: cut short after 3 checks"


def test_a_deadline_in_the_past_returns_what_there_is() -> None:
    verdict = next(violations(DIMENSION, 1))
    result = shrink(verdict, deadline=0)
    assert result.verdict == verdict
    assert "cut short" in result.minimal


def test_shrinking_is_deterministic() -> None:
    verdict = next(violations(DIMENSION, 1))
    first, second = shrink(verdict), shrink(verdict)
    assert (first.verdict.instance, first.checks, first.minimal) == (
        second.verdict.instance,
        second.checks,
        second.minimal,
    )


def test_only_a_violation_can_be_shrunk() -> None:
    verdict = check(theorem("bylander.5"), Instance(Trials.of([[1]], [1]), vector([1])))
    with pytest.raises(BoundcheckError, match="the verdict is HOLDS; only a VIOLATED one"):
        shrink(verdict)


# --- the exact separator of least norm -------------------------------------------------------------------

entries = st.integers(-3, 3).map(Fraction)
matrices = st.integers(1, 3).flatmap(lambda n: st.lists(st.tuples(*[entries] * n), min_size=1, max_size=5))


@given(matrices)
@settings(max_examples=300)
def test_the_smallest_separator_is_legal_and_optimal(rows: list[tuple[Fraction, ...]]) -> None:
    """Optimal: u is a non-negative combination of the rows at margin 1, which certifies the least norm."""
    u = smallest_separator(rows)
    if u is None:
        assert not separable(rows)
        return
    margins = [sum((a * b for a, b in zip(u, row, strict=True)), Fraction(0)) for row in rows]
    assert min(margins) >= 1
    tight = [row for row, margin in zip(rows, margins, strict=True) if margin == 1]
    squared = sum((a * a for a in u), Fraction(0))
    best = min(c for c in candidates(tight, len(u)) if c is not None)
    assert squared == best


def candidates(rows: list[tuple[Fraction, ...]], n: int) -> Iterator[Fraction | None]:
    """Yield |u|^2 of every u that solves u.v = 1 on a subset of rows and has u.v >= 1 on all, by sympy."""
    for size in range(1, min(len(rows), n) + 1):
        for subset in combinations(rows, size):
            matrix = sympy.Matrix([[R(a.numerator, a.denominator) for a in row] for row in subset])
            gram = matrix * matrix.T
            if gram.det() == 0:
                continue
            u = matrix.T * gram.inv() * sympy.ones(size, 1)
            margins = [sum(R(a.numerator, a.denominator) * b for a, b in zip(row, u, strict=True)) for row in rows]
            if min(margins) >= 1:
                squared = (u.T * u)[0]
                yield Fraction(int(squared.p), int(squared.q))


def separable(rows: list[tuple[Fraction, ...]]) -> bool:
    """Decide by the candidates themselves: a separable set has a least-norm separator among them."""
    return any(c is not None for c in candidates(rows, len(rows[0])))
