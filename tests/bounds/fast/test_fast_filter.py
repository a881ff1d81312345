"""The filter decides nothing wrongly: near-ties, certified tables, enclosed totals; and its constant has teeth."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx, fmpq

from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.data.versions import ABSOLUTE, RANDOMISED, thresholded, toleranced
from bounds.errors import BoundcheckError, Undecided
from bounds.fast import exponential_kernels, exponentials, tables
from bounds.fast.exponentials import DROPPED, UNDECIDED, UNIT
from bounds.fast.play import play
from bounds.fast.record import RecordedRun
from bounds.fast.tables import growth_table, power_table
from bounds.learners import Learner, TableLearner
from bounds.numbers import Enclosed, ExpSum, compare, exp, log, sign, sqrt, working_precision

F = Fraction
REPLAYS: dict[str, Callable[..., int]] = {
    "numpy": exponentials._replay_numpy,
    "compiled": exponential_kernels.replay,
}
STEP = F(1, 8)


def convergents(k: int) -> list[tuple[int, int]]:
    """Return (a, b) with a / b so close to exp(k/8) that b exp(k/8) - a is below 1 / b."""
    with ctx.workprec(300):
        ratio = arb(fmpq(k, 8)).exp()
        numerator = int(str((ratio * 2**120).floor().unique_fmpz()))
    rest, found = F(numerator, 2**120), []
    old, new = (0, 1), (1, 0)
    while new[1] < 2**34:
        whole = rest.numerator // rest.denominator
        old, new = new, (whole * new[0] + old[0], whole * new[1] + old[1])
        found.append(new)
        rest = 1 / (rest - whole)
    return found


def near_ties(seed: int, count: int, least: int) -> list[tuple[list[int], list[int]]]:
    """Return (exponents, coefficients) whose sums of c exp(K/8) nearly vanish: pairs that do, in random order."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(count):
        terms = []
        for _ in range(int(rng.integers(1, 4))):
            k, shift = int(rng.integers(1, 24)), int(rng.integers(-20, 20))
            close = [(a, b) for a, b in convergents(k) if 2**least < b and a < 2**34]
            a, b = close[int(rng.integers(0, len(close)))]
            sign_ = int(rng.choice([1, -1]))
            terms += [(shift + k, sign_ * b), (shift, -sign_ * a)]
        order = rng.permutation(len(terms))
        found.append(([terms[i][0] for i in order], [terms[i][1] for i in order]))
    return found


def decide(exponents: list[int], coefficients: list[int], tier: str, unit: float = UNIT) -> int:
    """Return what one trial against the end 0 says of the sign of the sum, UNDECIDED included."""
    n = len(exponents)
    table = power_table(STEP, 1 << 8)
    assert table is not None
    sides = np.zeros(1, dtype=np.int64)
    rows = np.array([coefficients], dtype=np.int64)
    ends = np.array([[1, 0, 1, 1, 0, 1]], dtype=np.int64)
    played = REPLAYS[tier](
        rows,
        np.zeros(1, dtype=np.int64),
        ends,
        0,
        UNDECIDED,
        np.array(exponents, dtype=np.int64),
        np.ones(n, dtype=np.int64),
        np.zeros(n, dtype=np.int64),
        table.bits,
        table.low,
        table.high,
        table.last,
        np.ones(1),
        0,
        unit,
        DROPPED,
        sides,
        np.zeros(5),
    )
    return -int(sides[0]) if played else UNDECIDED


def truth(exponents: list[int], coefficients: list[int]) -> int:
    grouped: dict[int, int] = {}
    for k, c in zip(exponents, coefficients, strict=True):
        grouped[k] = grouped.get(k, 0) + c
    found = ExpSum(STEP, grouped).sign()
    assert found is not None
    return found


def wrong_and_undecided(unit: float, tier: str, least: int = 20) -> tuple[int, int]:
    answers = [(decide(k, c, tier, unit), truth(k, c)) for k, c in near_ties(1, 300, least)]
    wrong = sum(found not in (UNDECIDED, wanted) for found, wanted in answers)
    return wrong, sum(found == UNDECIDED for found, _ in answers)


@pytest.mark.parametrize("tier", REPLAYS)
def test_near_ties_are_never_decided_wrongly(tier: str) -> None:
    wrong, undecided = wrong_and_undecided(UNIT, tier)
    assert wrong == 0
    assert undecided > 100
    assert wrong_and_undecided(UNIT, tier, least=4)[0] == 0


@pytest.mark.parametrize("tier", REPLAYS)
@pytest.mark.parametrize("cut", [0.0, 0.01])
def test_a_smaller_error_constant_is_noticed(tier: str, cut: float) -> None:
    """Power: with no error bound, or a hundredth of it, near-ties are decided wrongly."""
    assert wrong_and_undecided(cut * UNIT, tier)[0] > 0


@pytest.mark.parametrize("tier", REPLAYS)
def test_exact_ties_are_seen_in_the_kernel(tier: str) -> None:
    assert decide([3, -2, 3, -2], [5, 7, -5, -7], tier) == 0
    assert decide([3, -2, 3, -2], [5, 7, -5, -6], tier) == 1
    assert decide([3, -2, 3], [5, 0, -6], tier) == -1
    assert decide([0] * 6, [1, -1, 2, -2, 3, -3], tier) == 0


def test_without_grouping_ties_would_be_lost() -> None:
    """Power: floats alone call some exact ties positive or negative."""
    rng = np.random.default_rng(0)
    found = set()
    for _ in range(50):
        exponents = [int(k) for k in rng.integers(-40, 41, 6)]
        coefficients = [int(c) for c in rng.integers(1, 1000, 6)]
        ties = [
            c * np.exp(k / 8) for k, c in zip(exponents * 2, [*coefficients, *(-c for c in coefficients)], strict=True)
        ]
        found.add(float(np.sign(sum(ties[i] for i in rng.permutation(12)))))
        shuffled = rng.permutation(12)
        both = [*coefficients, *(-c for c in coefficients)]
        for tier in REPLAYS:
            assert decide([(exponents * 2)[i] for i in shuffled], [both[i] for i in shuffled], tier) == 0
    assert found - {0.0}


# --- tables --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [F(1, 10), F(3, 1000), log(F(2)), sqrt(F(2)) / 7])
def test_tables_are_within_their_error(step: Any) -> None:
    table = power_table(step, 1 << 14)
    growth, period = growth_table(step, 20, 32, 100)
    assert table is not None
    assert 1 <= period <= 32
    with working_precision(200):
        h = ExpSum(step, {1: 1}).enclose().log()
        for d in [0, 1, 2, 50, 255, 256, table.last // 2, table.last]:
            value = float(table.high[d >> table.bits] * table.low[d & ((1 << table.bits) - 1)])
            assert abs(arb(value) / (-h * d).exp() - 1) < arb(2) ** -53 * arb("3.001")
        for m in (-20, -1, 0, 7, 20):
            assert abs(arb(float(growth[m + 20])) / (h * m).exp() - 1) < arb(2) ** -53 * arb("1.0001")


def test_a_wrong_table_entry_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: every entry is checked against its ball."""
    monkeypatch.setattr(tables, "float", lambda ball: float(ball) * (1 + 2**-50), raising=False)
    with pytest.raises(BoundcheckError, match="not rounded"):
        tables._powers(arb(1) / 3, 5)


def test_tables_that_would_be_too_large_are_not_made() -> None:
    assert power_table(F(1, 10**12), 1 << 60) is None
    trials = Trials(np.full((30, 2), 2**29, dtype=np.int64), 1, [1, -1] * 15)
    tier: Any
    for tier in ("numpy", "compiled"):
        learner = TableLearner("exponentiated", F(1, 2**40), F(1))
        wanted = play(TableLearner("exponentiated", F(1, 2**40), F(1)), trials, ABSOLUTE, tier="plain")
        assert play(learner, trials, ABSOLUTE, tier=tier).steps == wanted.steps


@pytest.mark.parametrize("tier", REPLAYS)
def test_weights_out_of_reach_are_dropped_soundly(tier: Any) -> None:
    """Rates so large that all but one weight are below exp(-600)."""
    rng = np.random.default_rng(5)
    trials = Trials(rng.integers(-5, 6, (40, 3)), 1, [int(y) for y in rng.choice([1, -1], 40)])
    for eta in (F(100), F(1000), F(37, 2)):
        wanted = play(TableLearner("exponentiated", eta, F(2)), trials, thresholded(F(1)), tier="plain")
        found = play(TableLearner("exponentiated", eta, F(2)), trials, thresholded(F(1)), tier=tier)
        assert [step.side for step in found.steps] == [step.side for step in wanted.steps]
        assert type(found) is RecordedRun


@pytest.mark.parametrize("tier", REPLAYS)
def test_an_undecided_prediction_is_undecided_in_every_tier(tier: Any) -> None:
    """An end equal to the prediction, in a form that no exact route recognises."""
    end = exp(sqrt(F(2)) / 2)
    trials = Trials(np.array([[1], [1]]), 1, [Interval(F(9), None), Interval((end * end - 1) / (end - 1) - 1, None)])
    for chosen in (tier, "plain"):
        with pytest.raises(Undecided):
            play(TableLearner("qa_exp", sqrt(F(2)) / 2), trials, ABSOLUTE, tier=chosen)


# --- totals --------------------------------------------------------------------------------------------


def random_trials(seed: int, length: int = 25, n: int = 4, denominator: int = 8) -> Trials:
    rng = np.random.default_rng(seed)
    return Trials(rng.integers(-8, 9, (length, n)), denominator, [int(y) for y in rng.choice([1, -1], length)])


@pytest.mark.parametrize("tier", REPLAYS)
@pytest.mark.parametrize("version", [ABSOLUTE, RANDOMISED, toleranced(F(1, 3))], ids=lambda version: version.name)
def test_totals_are_enclosed(tier: Any, version: Any) -> None:
    for seed in range(5):

        def make(doubled: bool = bool(seed % 2)) -> Learner:
            return (
                TableLearner("doubled_exponentiated", F(2, 5), F(3))
                if doubled
                else TableLearner("exponentiated", F(1, 3), F(3, 2))
            )

        trials = random_trials(seed)
        found = play(make(), trials, version, tier=tier)
        wanted = play(make(), trials, version, tier="plain")
        for name in ("loss", "mistakes") if version == RANDOMISED else ("loss",):
            enclosed: Any = getattr(found, name)
            exact: Any = getattr(wanted, name)
            assert isinstance(enclosed, Enclosed)
            with working_precision(200):
                assert enclosed.enclosure.overlaps(exact.enclose())
                assert enclosed.enclosure.contains(exact.enclose())
                assert enclosed.enclosure.rad() < arb("1e-11")
            assert sign(enclosed - F(1000)) == -1
            assert compare(enclosed, exact) == 0
            assert str(enclosed)[:6] == str(exact)[:6]
            assert enclosed == exact


def test_a_total_whose_ball_is_too_small_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: with a radius of nothing the ball misses the total."""
    monkeypatch.setattr(exponentials, "arb", lambda middle, _: arb(middle))
    trials = random_trials(1, 200, 6)
    found = play(TableLearner("exponentiated", F(1, 3), F(3, 2)), trials, ABSOLUTE, tier="compiled").loss
    assert isinstance(found, Enclosed)
    with working_precision(200):
        assert not found.enclosure.contains(found.exact.enclose())  # type: ignore[union-attr]


def test_no_update_no_loss() -> None:
    trials = Trials(np.zeros((5, 2), dtype=np.int64), 1, [Interval.parse("[0,1]")] * 5)
    assert play(TableLearner("exponentiated", F(1), F(1)), trials, ABSOLUTE, tier="numpy").loss == 0


# --- enclosed numbers ----------------------------------------------------------------------------------


def test_enclosed_numbers_are_worked_out_only_where_the_ball_does_not_decide() -> None:
    asked = []

    def third() -> Fraction:
        asked.append(1)
        return F(1, 3)

    number = Enclosed(arb(1) / 3, third)
    root = sqrt(F(2))
    for larger in (number + 1, 1 + number, F(1) - number, root - number, number * 3, 3 * number, number - F(1, 4)):
        assert sign(larger) == 1
    assert sign(-number) == sign(number - root) == -1
    assert number != F(1, 2)
    assert f"{number}" == "~0.333333"
    assert not asked
    assert sign(number - F(1, 3)) == 0
    assert number == F(1, 3)
    assert number * root == root / 3
    assert number * 0 == 0
    assert (number.rational, dict(number.terms)) == (F(1, 3), {})
    assert asked == [1]


def test_the_learner_decides_what_the_kernel_cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undecided trials go to the learner one by one, in the state it has then."""
    asked: list[Example] = []
    original = TableLearner.predict

    def counted(self: TableLearner, x: Example) -> Any:
        asked.append(x)
        return original(self, x)

    trials = random_trials(7, 30, 3, 1)
    wanted = play(TableLearner("exponentiated", log(F(2)), F(1)), trials, ABSOLUTE, tier="plain")
    monkeypatch.setattr(exponentials, "UNIT", 1.0)
    monkeypatch.setattr(TableLearner, "predict", counted)
    for tier in REPLAYS:
        asked.clear()
        found = play(TableLearner("exponentiated", log(F(2)), F(1)), trials, ABSOLUTE, tier=tier)  # type: ignore[arg-type]
        assert len(asked) > 10
        assert found.steps == wanted.steps
