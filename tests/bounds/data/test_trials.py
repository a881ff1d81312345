"""Outcomes, examples, trial sequences and instances: what they hold and what they refuse."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import find, given
from hypothesis import strategies as st

from adversaries.families.strategies import instances_of
from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.data.interval import Interval, Outcome
from bounds.data.trials import Trials
from bounds.data.vectors import Example, vector
from bounds.errors import BoundcheckError, Undecided
from bounds.instances import Instance
from bounds.learners import TableLearner
from bounds.mathematics.geometry import doubled_comparator
from bounds.numbers import compare, exp, log, sign, sqrt

ONE, TWO, HALF = Fraction(1), Fraction(2), Fraction(1, 2)
SQRT2 = sqrt(TWO)

small = st.fractions(min_value=-4, max_value=4, max_denominator=4)


# --- intervals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "lo", "hi", "lo_closed", "hi_closed"),
    [
        ("[1,2]", 1, 2, True, True),
        ("(1,2)", 1, 2, False, False),
        ("[1,2)", 1, 2, True, False),
        ("(1,2]", 1, 2, False, True),
        (" [ -1/2 , 0.25 ] ", -HALF, Fraction(1, 4), True, True),
        ("[1,1]", 1, 1, True, True),
        ("1", 1, 1, True, True),
        ("-2/3", Fraction(-2, 3), Fraction(-2, 3), True, True),
        ("1e-2", Fraction(1, 100), Fraction(1, 100), True, True),
        ("[1,oo)", 1, None, True, False),
        ("[1,oo]", 1, None, True, False),
        ("(1,+inf)", 1, None, False, False),
        ("(-oo,1]", None, 1, False, True),
        ("[-Infinity,1)", None, 1, False, False),
        ("(-oo,oo)", None, None, False, False),
    ],
)
def test_interval_is_read(text: str, lo: object, hi: object, lo_closed: bool, hi_closed: bool) -> None:
    interval = Interval.parse(text)
    assert (interval.lo, interval.hi, interval.lo_closed, interval.hi_closed) == (lo, hi, lo_closed, hi_closed)


@pytest.mark.parametrize(
    "text", ["(2,1]", "[2,1]", "[1,1)", "(1,1]", "(1,1)", "[oo,1]", "[1,-oo)", "(oo,oo)", "(-oo,-oo)"]
)
def test_empty_interval_is_refused(text: str) -> None:
    with pytest.raises(BoundcheckError, match="empty"):
        Interval.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        *("nan", "[nan,1]", "[1,nan]", "oo", "-oo", "", " ", "[]", "[1]", "[1,2", "1,2]", "[1,2,3]", "[1;2]", "{1,2}"),
        *("]1,2[", "[a,b]", "[,1]", "[1,]", "[[1,2]]", "[1,2]]", "[1,(2)]", "one", "1/0", "[1/0,2]", "[1,2] [3,4]"),
    ],
)
def test_text_that_is_no_interval_is_refused(text: str) -> None:
    with pytest.raises(BoundcheckError):
        Interval.parse(text)


@pytest.mark.parametrize(
    ("text", "shown"), [("(1,1)", "(1, 1)"), ("[1,1)", "[1, 1)"), ("(1/2,1/2]", "(1/2, 1/2]"), ("[2,1]", "[2, 1]")]
)
def test_an_empty_interval_is_shown_with_what_an_interval_has(text: str, shown: str) -> None:
    with pytest.raises(BoundcheckError) as refused:
        Interval.parse(text)
    expected = f"the interval {shown} is empty; an interval has low < high, or is the closed [a, a]"
    assert str(refused.value) == expected
    assert str(Interval.parse("[1,1]")) == "1"


def test_interval_with_irrational_ends_is_checked_for_emptiness_too() -> None:
    assert str(Interval(SQRT2, SQRT2)) == "sqrt(2)"
    Interval(Fraction(7, 5), SQRT2)
    with pytest.raises(BoundcheckError, match="empty"):
        Interval(SQRT2, Fraction(7, 5))
    with pytest.raises(BoundcheckError, match="empty"):
        Interval(SQRT2, sqrt(Fraction(8)) / 2, False)


@pytest.mark.parametrize("text", ["[1, 2]", "(1, 2)", "[1, oo)", "(-oo, 1]", "(-oo, oo)", "3/2", "[-1/2, 0)"])
def test_interval_is_shown_as_it_is_read(text: str) -> None:
    assert str(Interval.parse(text)) == text
    assert Interval.parse(str(Interval.parse(text))) == Interval.parse(text)


@pytest.mark.parametrize(
    ("text", "prediction", "side", "loss"),
    [
        ("[1,2]", "1", 0, "0"),
        ("[1,2]", "2", 0, "0"),
        ("[1,2]", "1/2", 1, "1/2"),
        ("[1,2]", "5", -1, "3"),
        ("(1,2)", "1", 1, "0"),
        ("(1,2)", "2", -1, "0"),
        ("(1,2)", "3/2", 0, "0"),
        ("(1,2]", "1", 1, "0"),
        ("(1,2]", "2", 0, "0"),
        ("[1,2)", "1", 0, "0"),
        ("[1,2)", "2", -1, "0"),
        ("[1,oo)", "1000000", 0, "0"),
        ("(0,oo)", "0", 1, "0"),
        ("(0,oo)", "-3", 1, "3"),
        ("(-oo,0)", "0", -1, "0"),
        ("(-oo,0]", "0", 0, "0"),
        ("(-oo,oo)", "7", 0, "0"),
        ("3", "3", 0, "0"),
        ("3", "2", 1, "1"),
        ("3", "4", -1, "1"),
    ],
)
def test_side_and_loss_of_a_prediction(text: str, prediction: str, side: int, loss: str) -> None:
    """A prediction on an open end is outside at loss 0, so that it updates."""
    interval = Interval.parse(text)
    assert interval.side(Fraction(prediction)) == side
    assert interval.loss(Fraction(prediction)) == Fraction(loss)


def test_side_of_an_irrational_prediction_is_exact() -> None:
    near = Fraction("1.41421356237309504880168872420969807856967187537694")
    assert Interval(near, None).side(SQRT2) == 0
    assert Interval(near + Fraction(1, 10**50), None).side(SQRT2) == 1
    assert Interval(SQRT2, None, False).side(sqrt(Fraction(8)) / 2) == 1
    assert Interval(SQRT2, None).side(sqrt(Fraction(8)) / 2) == 0
    gap = Interval(TWO, None).loss(SQRT2)
    assert compare(gap, 2 - SQRT2) == 0


def test_prediction_that_cannot_be_placed_is_undecided() -> None:
    end, disguised = log(2 + sqrt(Fraction(3))), -log(2 - sqrt(Fraction(3)))
    with pytest.raises(Undecided, match="prediction against"):
        Interval(end, None).side(disguised)


@given(small, small, small, st.booleans(), st.booleans())
def test_loss_is_zero_inside_and_side_tells_which_end_is_passed(
    a: Fraction, b: Fraction, prediction: Fraction, lo_closed: bool, hi_closed: bool
) -> None:
    lo, hi = min(a, b), max(a, b)
    if lo == hi:
        lo_closed = hi_closed = True
    interval = Interval(lo, hi, lo_closed, hi_closed)
    inside = (lo < prediction < hi) or (prediction == lo and lo_closed) or (prediction == hi and hi_closed)
    assert (interval.side(prediction) == 0) == inside
    assert interval.loss(prediction) == max(lo - prediction, prediction - hi, 0)
    assert interval.loss(prediction, interval.side(prediction)) == interval.loss(prediction)


@given(small, small, small, st.fractions(min_value=0, max_value=2, max_denominator=4))
def test_widened_interval_is_reached_from_exactly_the_points_within_the_tolerance(
    a: Fraction, b: Fraction, prediction: Fraction, tau: Fraction
) -> None:
    interval = Interval(min(a, b), max(a, b))
    loss = interval.loss(prediction)
    assert isinstance(loss, Fraction)
    assert (interval.widened(tau).side(prediction) == 0) == (loss <= tau)
    assert interval.widened(tau).loss(prediction) == max(loss - tau, 0)


def test_widening_keeps_ends_open_and_infinite() -> None:
    assert Interval.parse("(1,2)").widened(HALF) == Interval.parse("(1/2,5/2)")
    assert Interval.parse("[1,oo)").widened(HALF) == Interval.parse("[1/2,oo)")
    assert Interval.parse("(-oo,1)").widened(HALF) == Interval.parse("(-oo,3/2)")
    assert Interval.parse("(-oo,oo)").widened(HALF) == Interval.parse("(-oo,oo)")


# --- examples ------------------------------------------------------------------------------------------

vectors = st.lists(small, min_size=1, max_size=5)


@given(vectors)
def test_vector_holds_exactly_what_it_was_given(entries: list[Fraction]) -> None:
    x = vector(entries)
    assert list(x) == entries
    assert len(x) == len(entries)
    assert x[-1] == entries[-1]
    assert list(x[1:]) == entries[1:]
    assert x.squared_norm() == sum(a * a for a in entries)
    assert x.max_norm() == max(map(abs, entries))
    assert x.one_norm() == sum(map(abs, entries))
    assert list(x.doubled()) == entries + [-a for a in entries]
    assert list(x.scaled(Fraction(-2, 3))) == [a * Fraction(-2, 3) for a in entries]


@given(st.lists(st.tuples(small, small), min_size=1, max_size=5))
def test_dot_product(pairs: list[tuple[Fraction, Fraction]]) -> None:
    assert vector(a for a, _ in pairs).dot(vector(b for _, b in pairs)) == sum(a * b for a, b in pairs)


def test_vectors_are_equal_by_value() -> None:
    assert Example([1, 2], 2) == Example([2, 4], 4)
    assert hash(Example([1, 2], 2)) == hash(Example([2, 4], 4))
    assert Example([1, 2]) != Example([1, 3])
    assert Example([1, 2]) != (1, 2)
    assert repr(Example([1, 2], 2)) == "(1/2, 1)"


def test_bad_entry_of_a_vector_is_named() -> None:
    with pytest.raises(BoundcheckError, match="entry 2 of the comparator"):
        vector([1, "x"], "comparator")


# --- trials --------------------------------------------------------------------------------------------


def test_trials_hold_integers_over_one_denominator() -> None:
    trials = Trials.of([["1/2", "1/3"], [1, "-0.25"]], [1, -1])
    assert trials.denominator == 12
    assert trials.numerators.tolist() == [[6, 4], [12, -3]]
    assert trials.numerators.dtype == np.int64
    assert [list(x) for x in trials.examples] == [[HALF, Fraction(1, 3)], [1, Fraction(-1, 4)]]
    assert (trials.l, trials.n, len(trials)) == (2, 2, 2)
    assert [outcome for _, outcome in trials] == [1, -1]


def test_numerators_that_do_not_fit_a_machine_word_stay_exact() -> None:
    huge = 2**70 + 1
    trials = Trials.of([[huge, f"1/{3**50}"]], [1])
    assert trials.numerators.dtype == object
    assert list(trials.examples[0]) == [huge, Fraction(1, 3**50)]
    limit = Trials.of([[2**63 - 1]], [1])
    assert limit.numerators.dtype == np.int64
    assert limit.examples[0].dot(limit.examples[0]) == (2**63 - 1) ** 2
    below = Trials.of([[-(2**63)]], [1])
    assert below.examples[0].max_norm() == 2**63


def test_numpy_integers_do_not_overflow_in_products() -> None:
    trials = Trials.of(np.array([[2**62, 3]], dtype=np.int64), [1])
    assert trials.examples[0].squared_norm() == 2**124 + 9


def test_no_trials_need_a_number_of_attributes() -> None:
    trials = Trials.of([], [], n=3)
    assert (trials.l, trials.n, trials.are_labels) == (0, 3, True)
    assert Trials.from_integers([], 1, []).n == 0


@pytest.mark.parametrize(
    ("rows", "outcomes", "message"),
    [
        ([[1]], [], "1"),
        ([[1], [2]], [1], "outcomes"),
        ([[1, 2], [1]], [1, 1], "example 2 has 1 attributes; the first has 2"),
        ([[1], [1]], [1, Interval.point(1)], "mix intervals and labels"),
        ([[1]], [0], "label"),
        ([[1]], [2], "label"),
        ([[1], [1]], [1, "1"], "label"),
        ([[1]], [None], "label"),
        ([["x"]], [1], "attribute 1 of example 1"),
        ([[1], [0.5]], [1, 1], "attribute 1 of example 2"),
        ([[True]], [1], "truth value"),
    ],
)
def test_malformed_trials_are_refused(rows: Any, outcomes: Any, message: str) -> None:
    with pytest.raises(BoundcheckError, match=message):
        Trials.of(rows, outcomes)


@pytest.mark.parametrize("outcome", ["[0,1]", 0, None])
def test_an_outcome_that_is_none_says_how_to_make_one(outcome: Any) -> None:
    with pytest.raises(BoundcheckError) as refused:
        Trials.of([[1]], [outcome])
    for way in ("a label is +1 or -1", "Interval.parse('[0,1]')", "Interval.point('1/2')"):
        assert way in str(refused.value)


@pytest.mark.parametrize(
    ("make", "arguments", "message"),
    [
        (Trials.of, ([1, 2], [1, 1]), "example 1 is 1; give a row of numbers for each example"),
        (Trials.of, (["12"], [1]), "example 1 is '12'; give a row"),
        (Trials.of, (3, [1]), "the examples are 3; give a list of rows"),
        (Trials.of, ([[1]], 1), "the outcomes are 1; give a list"),
        (Interval.parse, (3,), r"the interval is 3; give a text such as '\[0,1\]'"),
        (vector, (3,), "the vector is 3; give a list of its entries"),
        (vector, ("12",), "the vector is '12'; give a list of its entries"),
        (Instance, ([[1, 0]], [1, 1]), r"the trials are \[\[1, 0\]\]; make them with Trials.of"),
        (Instance, (Trials.of([[1]], [1]), 1), "the comparator is 1; give a list"),
        (Instance, (Trials.of([[1]], [1]), [1], 1), "the parameters are 1; give them by name"),
        (instances_of, (5,), "claim is 5; give a Claim, or an id such as 'bylander.5' or a text"),
        (theorem, (2,), "the id of a claim is 2; give a text such as 'bylander.5'"),
    ],
)
def test_natural_mistakes_say_what_to_do(make: Any, arguments: tuple[Any, ...], message: str) -> None:
    """Power: each of these was an exception of Python's own."""
    with pytest.raises(BoundcheckError, match=message):
        make(*arguments)


def test_instances_of_takes_an_id() -> None:
    assert find(instances_of("bylander.5"), lambda instance: instance.trials.l == 1).trials.l == 1


@pytest.mark.parametrize("denominator", [0, -1])
def test_denominator_has_to_be_positive(denominator: int) -> None:
    with pytest.raises(BoundcheckError, match="denominator"):
        Trials.from_integers([[1]], denominator, [1])


def test_numerators_have_to_be_a_matrix() -> None:
    with pytest.raises(BoundcheckError, match="shape"):
        Trials(np.array([1, 2]), 1, [1, 1])


@pytest.mark.parametrize("label", [True, np.int64(1)])
def test_label_that_is_no_plain_integer_is_refused_or_counts_as_one(label: Any) -> None:
    """A label that passes must be seen as a label everywhere, or mistakes would go uncounted."""
    try:
        trials = Trials.of([[1]], [label])
    except BoundcheckError:
        return
    assert all(isinstance(outcome, int) for outcome in trials.outcomes)


def test_subsequence_keeps_order_and_may_repeat_or_be_empty() -> None:
    trials = Trials.of([[1], [2], [3]], [1, -1, 1])
    part = trials.subsequence([2, 0, 2])
    assert [x[0] for x in part.examples] == [3, 1, 3]
    assert part.outcomes == (1, 1, 1)
    assert (trials.subsequence([]).l, trials.subsequence([]).n) == (0, 1)
    for outside in (3, -1):
        with pytest.raises(BoundcheckError, match=f"there is no trial with the index {outside}; there are 3, from 0"):
            trials.subsequence([0, outside])


@pytest.mark.parametrize("ask", ["margins", "mistakes", "to_margin_one"])
def test_a_comparator_of_another_length_is_refused(ask: str) -> None:
    """Power: what lacked was taken for 0, or what was too much left out."""
    trials = Trials.of([[1, 2]], [1])
    for u in ([1], [1, 2, 3]):
        with pytest.raises(BoundcheckError, match=f"u has {len(u)} entries, and the examples have 2"):
            getattr(trials, ask)(vector(u))


def test_trials_are_equal_by_value() -> None:
    outcomes: list[Outcome] = [1, -1]
    a = Trials.from_integers([[1], [2]], 2, outcomes)
    assert a == Trials.from_integers([[2], [4]], 4, outcomes)
    assert hash(a) == hash(Trials.from_integers([[2], [4]], 4, outcomes))
    assert a != Trials.from_integers([[1], [2]], 2, [1, 1])
    assert Trials.of([], [], n=1) != Trials.of([], [], n=2)
    assert "l=2, n=1" in repr(a)


# --- instances -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", ["comparator", "start"])
def test_vectors_of_an_instance_have_one_entry_for_each_attribute(part: str) -> None:
    given: dict[str, Any] = {part: vector([1, 2, 3])}
    with pytest.raises(BoundcheckError, match="3 entries; the examples have 2"):
        Instance(Trials.of([[1, 2]], [1]), **given)


def test_missing_comparator_is_asked_for() -> None:
    with pytest.raises(BoundcheckError, match="comparator"):
        Instance(Trials.of([[1]], [1])).require_comparator()


def test_irrational_parameters_are_kept_exactly() -> None:
    instance = Instance(Trials.of([[1]], [1]), vector([1]), {s.U: SQRT2})
    assert compare(instance.parameters[s.U] * instance.parameters[s.U], TWO) == 0


# --- doubling ------------------------------------------------------------------------------------------


@given(st.lists(small, min_size=1, max_size=4), st.fractions(min_value=0, max_value=3, max_denominator=3), st.data())
def test_doubled_comparator_predicts_the_same_is_not_negative_and_sums_to_the_limit(
    entries: list[Fraction], extra: Fraction, data: st.DataObject
) -> None:
    u = vector(entries)
    limit = u.one_norm() + extra
    doubled = doubled_comparator(u, limit)
    x = vector(data.draw(st.lists(small, min_size=len(u), max_size=len(u))))
    assert len(doubled) == 2 * len(u)
    assert min(doubled) >= 0
    assert sum(doubled) == limit
    assert doubled.dot(x.doubled()) == u.dot(x)


def test_doubled_learner_has_signed_weights_and_predicts_with_them() -> None:
    learner = TableLearner("doubled_exponentiated", log(TWO), ONE)
    learner.start(2)
    x = vector([1, -1])
    assert learner.predict(x) == 0
    learner.update(x, Interval.parse("[1,oo)"))
    # the four weights are proportional to 2, 1/2, 1/2, 2
    assert learner.weights == [Fraction(3, 10), Fraction(-3, 10)]
    assert learner.predict(x) == Fraction(3, 5)
    learner.update(x, Interval.parse("(-oo,-1]"))
    assert learner.weights == [0, 0]


def test_doubled_learner_with_a_rational_rate_is_compared_exactly() -> None:
    learner = TableLearner("doubled_exponentiated", ONE, ONE)
    learner.start(1)
    learner.update(vector([1]), Interval.parse("[1,oo)"))
    expected = (exp(ONE) - exp(-ONE)) / (exp(ONE) + exp(-ONE))
    assert sign(learner.predict(vector([1])) - Fraction(3, 4)) == 1
    assert sign(learner.predict(vector([1])) - expected) in (0, None)


def test_vectors_of_different_lengths_have_no_dot_product() -> None:
    with pytest.raises(BoundcheckError, match="1 and 2 entries"):
        vector([1]).dot(vector([1, 2]))
