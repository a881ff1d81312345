"""Learners by rule against the hand-written ones, and what their rules may not say."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bounds.data.interval import Interval, Outcome
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.data.versions import ABSOLUTE, CLASSIFICATION, Version
from bounds.errors import BoundcheckError, UndefinedValue
from bounds.fast.play import play
from bounds.fast.rules import twin
from bounds.formulas import Rule, rule
from bounds.learners import Learner, RuleLearner, TableLearner

HALF = Fraction(1, 2)
rows = st.lists(st.lists(st.integers(-2, 2), min_size=2, max_size=2), max_size=6)


def by_rule(text: str, **parameters: Fraction) -> RuleLearner:
    return RuleLearner(rule(text), parameters)


@pytest.mark.parametrize(
    ("by_hand", "same", "version"),
    [
        (TableLearner("perceptron", HALF), by_rule("w + eta*side*x", eta=HALF), CLASSIFICATION),
        (TableLearner("perceptron", HALF), by_rule("w + eta*y*x if y*yhat <= 0 else w", eta=HALF), CLASSIFICATION),
        (TableLearner("perceptron", HALF), by_rule("w + eta*side*x", eta=HALF), ABSOLUTE),
        (
            TableLearner("additive", Fraction(1), Fraction(0), HALF, Fraction(0), Fraction(0)),
            by_rule("w/2 + abs(side)*y*x"),
            CLASSIFICATION,
        ),
        (
            TableLearner("exponentiated", HALF, Fraction(2)),
            RuleLearner(rule("w*exp(eta*side*x)", predict="2*dot(w, x)/sum(w)", start={"w": "1"}), {"eta": HALF}),
            CLASSIFICATION,
        ),
    ],
)
@settings(max_examples=40, deadline=None)
@given(rows=rows, data=st.data())
def test_a_rule_plays_as_the_learner_written_by_hand(
    by_hand: Learner, same: RuleLearner, version: Version, rows: list[list[int]], data: st.DataObject
) -> None:
    labels = data.draw(st.lists(st.sampled_from((1, -1)), min_size=len(rows), max_size=len(rows)))
    trials = Trials.of(rows, labels, 2)
    expected, found = (play(learner, trials, version, tier="plain") for learner in (by_hand, same))
    assert [step.side for step in found.steps] == [step.side for step in expected.steps]
    if not str(by_hand).startswith("exponentiated"):
        assert [step.prediction for step in found.steps] == [step.prediction for step in expected.steps]


def test_all_parts_of_the_state_change_at_once() -> None:
    learner = RuleLearner(rule({"w": "w + y*x", "v": "v + w", "c": "c + y"}, predict="dot(v, x) + c"), {})
    run = play(learner, Trials.of([[1], [2], [3]], [1, 1, -1]), CLASSIFICATION)
    assert [step.prediction for step in run.steps] == [0, 1, 3 + 2]
    assert [list(learner.weights), learner.state["c"]] == [[0], 1]


def test_updates_are_changes_of_the_state() -> None:
    """Power: a step of size 0 is none, although the rule's condition holds."""
    learner = by_rule("w + y*x/(1 + updates) if y*yhat <= 0 else w")
    play(learner, Trials.of([[0], [1], [1], [-1]], [1, 1, 1, 1]), CLASSIFICATION)
    assert learner.changes == [False, True, False, True]
    assert list(learner.weights) == [HALF]


def test_schedules_start_and_dimension() -> None:
    learner = RuleLearner(rule("w + x/t", start={"w": "1/n"}), {})
    play(learner, Trials.of([[1, 0], [1, 1]], [1, 1]), CLASSIFICATION)
    assert list(learner.weights) == [2, 1]


@pytest.mark.parametrize(
    ("outcome", "gap"), [("[1,2]", 1), ("[-3,-2)", -2), ("[0,1]", 0), ("(0,1]", 0), ("(-oo,-1/2]", Fraction(-1, 2))]
)
def test_the_gap_leads_to_the_nearest_end(outcome: str, gap: Fraction) -> None:
    learner = by_rule("w + gap*x")
    play(learner, Trials.of([[1]], [Interval.parse(outcome)]), ABSOLUTE)
    assert list(learner.weights) == [gap]


def test_points_are_y() -> None:
    learner = by_rule("w + (y - yhat)*x")
    play(learner, Trials.of([[1], [2]], [Interval.point("1/2"), Interval.point(3)]), ABSOLUTE)
    assert list(learner.weights) == [HALF + 2 * 2]


def test_an_interval_is_no_y() -> None:
    trials = Trials.of([[1]], [Interval.parse("[0,1]")])
    with pytest.raises(BoundcheckError, match=r"on trial 1 the outcome is the interval \[0, 1\]; speak of"):
        play(by_rule("w + y*x"), trials, ABSOLUTE)


def test_told_only_the_target_it_learns_the_same() -> None:
    trials: list[tuple[list[int], Outcome]] = [([1, 2], 1), ([2, -1], -1), ([1, 1], 1)]
    first, second = (by_rule("w + y*x if y*yhat <= 0 else w") for _ in range(2))
    play(first, Trials.of([x for x, _ in trials], [y for _, y in trials]), CLASSIFICATION)
    second.start(2)
    for x, y in trials:
        second.update(vector(x), CLASSIFICATION.target(y))
    assert list(first.weights) == list(second.weights)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("w + x/xx", "the rule for w, 'w \\+ x/xx', has no value on trial 2: division by zero"),
        ("w + x/(t - 1)", "trial 1"),
    ],
)
def test_a_division_by_zero_names_the_rule_and_the_trial(text: str, where: str) -> None:
    with pytest.raises(UndefinedValue, match=where):
        play(by_rule(text), Trials.of([[1], [0]], [1, 1]), CLASSIFICATION)


@pytest.mark.parametrize(
    ("updates", "others", "what"),
    [
        ("w + eta", {"predict": "w"}, "the prediction 'w' is a vector; it has to be a number"),
        ("dot(w, x)", {}, "the rule for w gives a number, and w is a vector"),
        ("w + x", {"predict": "y*dot(w, x)"}, "the prediction speaks of 'y', which is known only after it"),
        ("w + x", {"start": {"w": "x"}}, "the start of w speaks of 'x', which there is only on a trial"),
        ("w + x", {"start": {"v": "0"}}, "there is a start for 'v', but no rule that updates it"),
        ({"w": "w", "x": "x"}, {}, "'x' is no name for a part of the state"),
        ("w + x if w else w", {}, "a condition is true or false, and 'w' is a vector"),
        ("w + sin(x)", {}, "rules have no function 'sin'"),
        ("w + x; import os", {}, "unexpected ';'"),
        (0.5, {}, "updates is 0.5; give a text or a dictionary, each value a text"),
    ],
)
def test_rules_that_say_nonsense(updates: object, others: dict[str, object], what: str) -> None:
    with pytest.raises(BoundcheckError, match=what):
        rule(updates, **others)  # type: ignore[arg-type]


def test_a_parameter_without_a_value() -> None:
    with pytest.raises(BoundcheckError, match="the rule speaks of eta, which has no value; set it"):
        by_rule("w + eta*x")


# --- played as a learner with a fast replay -----------------------------------------------------------------------

EU = {"predict": "2*dot(w, x)/sum(w)", "start": {"w": "1/3"}}


@pytest.mark.parametrize(
    ("made", "name"),
    [
        (rule("w + eta*y*x if y*yhat <= 0 else w"), "perceptron(1/2)"),
        (rule("w + x*side*(eta/2)"), "perceptron(1/4)"),
        (rule("w*exp(eta*side*x)", **EU), "exponentiated(1/2, 2)"),  # type: ignore[arg-type]
        (rule("w + eta*y*x if y*yhat <= 1 else w"), "None"),
        (rule("w - eta*side*x"), "None"),
        (rule("w + eta*side*side*x"), "None"),
        (rule("w + eta*side*x", start={"w": "1"}), "None"),
        (rule("w + eta*side*x", predict="dot(w, x) + 1"), "None"),
        (rule("w + eta*y*x"), "None"),
        (rule({"w": "w + eta*side*x", "v": "w"}), "None"),
    ],
)
@settings(max_examples=25, deadline=None)
@given(rows=rows.filter(bool), data=st.data())
def test_a_recognised_rule_is_played_as_its_twin(
    made: Rule, name: str, rows: list[list[int]], data: st.DataObject
) -> None:
    """Power: the fast run has the steps, the state and the changes of the rule played as it is."""
    labels = data.draw(st.lists(st.sampled_from((1, -1)), min_size=len(rows), max_size=len(rows)))
    trials = Trials.of(rows, labels, 2)
    slow, fast = RuleLearner(made, {"eta": HALF}), RuleLearner(made, {"eta": HALF})
    fast.start(2)
    assert str(twin(fast, CLASSIFICATION)) == name
    runs = play(slow, trials, CLASSIFICATION, tier="plain"), play(fast, trials, CLASSIFICATION, tier="numpy")
    assert [step.side for step in runs[0].steps] == [step.side for step in runs[1].steps]
    assert runs[0].mistakes == runs[1].mistakes
    assert list(slow.weights) == list(fast.weights)
    assert slow.changes == fast.changes
    assert runs[1].learner is fast


def test_under_another_version_wrong_is_not_what_side_says() -> None:
    """Power: with a margin of 1 the side is not 0 where the label is right, so the rule is no Perceptron there."""
    learner = by_rule("w + eta*y*x if y*yhat <= 0 else w", eta=HALF)
    learner.start(1)
    assert twin(learner, ABSOLUTE) is None


def test_one_text_is_the_start_of_w() -> None:
    """Power: a text for the start ended in an AttributeError."""
    assert rule("w*beta**x", start="1/n") == rule("w*beta**x", start={"w": "1/n"})
    with pytest.raises(BoundcheckError, match="no rule that updates it"):
        rule({"v": "v + x"}, start="1", predict="dot(v, x)")
    wrong: Any = 1
    with pytest.raises(BoundcheckError, match="start is 1; give a text"):
        rule("w + x", start=wrong)
