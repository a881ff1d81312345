"""Verdicts: each of the four, with what it has to say."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest
from sympy import log, sqrt

from adversaries.constructions.orthonormal import orthonormal
from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Comparator
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.numbers import Real, compare
from bounds.numbers import sqrt as exact_sqrt
from verify.judge.check import check as judged
from verify.judge.complete import complete
from verify.judge.replay import replay
from verify.judge.status import Status
from verify.own_data.completed import check
from verify.plots.runs import run_curve

PAIR = Trials.of([[1, 0], [0, 1]], [1, 1])


def test_holds_with_exact_slack_and_the_tightest_norms_filled_in() -> None:
    verdict = check(theorem("bylander.5"), Instance(PAIR, vector([2, 2])))
    assert verdict.status is Status.HOLDS
    assert verdict.slack == 6
    assert verdict.instance.parameters[s.U] == exact_sqrt(Fraction(8))


def test_violated_names_the_trial_at_which_the_per_trial_inequality_fails() -> None:
    weak = theorem("bylander.5").replace(bound=s.U**2 * s.X**2 / 2)
    verdict = check(weak, Instance(PAIR, vector([1, 1])))
    assert verdict.status is Status.VIOLATED
    assert verdict.slack == -1
    assert verdict.first_failure is not None
    assert verdict.first_failure.step.t == 1
    assert verdict.first_failure.slack == Fraction(-1, 2)


def test_a_failure_on_a_later_trial_is_named_too() -> None:
    """The first trial is harmless (its outcome holds the prediction); the second one breaks the weak bound."""
    trials = Trials.of([[1], [1]], [Interval.parse("[-5,5]"), Interval.parse("[9,oo)")])
    weak = theorem("bylander.2").replace(bound=s.U**2 / (8 * s.eta) + s.eta * s.l * s.X**2 / 8)
    verdict = check(weak, Instance(trials, vector([1]), {s.eta: Fraction(1)}))
    assert verdict.status is Status.VIOLATED
    assert verdict.first_failure is not None
    assert verdict.first_failure.step.t == 2


@pytest.mark.parametrize(
    ("u", "parameters", "name", "amount"),
    [
        ([1, 1], {s.U: Fraction(1)}, "comparator", 1 - exact_sqrt(Fraction(2))),
        ([1, 1], {s.X: Fraction(1, 2)}, "examples", Fraction(-1, 2)),
        ([1, "1/3"], {}, "separable", Fraction(-2, 3)),
    ],
)
def test_vacuous_names_the_failing_hypothesis_and_by_how_much(
    u: list[object], parameters: dict[object, Fraction], name: str, amount: Fraction | Real
) -> None:
    verdict = check(theorem("bylander.5"), Instance(PAIR, vector(u), parameters))
    assert verdict.status is Status.VACUOUS
    (failure,) = verdict.failures
    assert failure.hypothesis.name == name
    assert compare(failure.amount, amount) == 0


def test_all_failing_hypotheses_are_named() -> None:
    verdict = check(theorem("bylander.6"), Instance(PAIR, vector([-1, "1/2"]), {s.U: Fraction(3)}))
    assert [f.hypothesis.name for f in verdict.failures] == ["nonnegative", "sum", "separable"]


def test_a_zero_radius_is_vacuous_where_the_theorem_divides_by_it() -> None:
    zero = Trials.of([[0, 0]], [1])
    verdict = check(theorem("bylander.5"), Instance(zero, vector([1, 1])))
    assert verdict.status is Status.VACUOUS
    assert "X > 0" in [f.hypothesis.name for f in verdict.failures]


def test_undecided_says_so_with_an_enclosure() -> None:
    """(2 + sqrt(3))*(2 - sqrt(3)) = 1, which enclosures of the logarithms cannot see: never HOLDS, never VIOLATED."""
    zero = log(2 + sqrt(3)) + log(2 - sqrt(3))
    claim = theorem("bylander.5").replace(bound=2 + zero)
    verdict = check(claim, Instance(PAIR, vector([1, 1])))
    assert verdict.status is Status.UNDECIDED
    assert verdict.undecided
    assert (
        check(claim.replace(bound=2 + zero + sqrt(2) / 10**30), Instance(PAIR, vector([1, 1]))).status is Status.HOLDS
    )


def test_an_undecidable_prediction_makes_the_run_undecided() -> None:
    """Theorem 3 tuned has a transcendental rate; a tie between different exponents cannot be excluded in general."""
    tied = Trials.of([[1, -1], [1, -1]], [Interval.parse("[9,oo)"), Interval.parse("[0,oo)")])
    verdict = check(theorem("bylander.3.tuned"), Instance(tied, vector([1, 0])))
    assert verdict.status is Status.HOLDS  # decided: weights that differ are told apart


def test_a_claim_without_a_trial_to_speak_of_is_vacuous() -> None:
    verdict = check(theorem("bylander.1"), Instance(Trials.of([], [], n=1), vector([1]), start=vector([1])))
    assert verdict.status is Status.VACUOUS


def test_a_missing_parameter_is_asked_for_by_name() -> None:
    with pytest.raises(BoundcheckError, match=r"bylander\.2: no value for eta; set it, .*{'eta': 1}"):
        check(theorem("bylander.2"), Instance(Trials.of([[1]], [Interval.point(1)]), vector([1])))


@pytest.mark.parametrize(
    ("identifier", "parameters", "said"),
    [
        ("gls.4.1", {}, "no value for a and p; set them, for example parameters={'a': 1, 'p': 2}"),
        ("gls.4.1", {"a": Fraction(1)}, "no value for p; set it, for example parameters={'p': 2}"),
        ("kw.winnow.up", {}, "no value for alpha and theta; set them, for example parameters={'alpha': 2, 'theta': 1}"),
        ("bylander.8.step", {"eta": Fraction(1)}, "no value for tau; set it"),  # this one was a KeyError
        ("gls.bw.eq", {}, "parameters={'beta': '1/2'}"),
    ],
)
def test_missing_parameters_are_asked_for_together_with_values_in_range(
    identifier: str, parameters: dict[str, Fraction], said: str
) -> None:
    claim = theorem(identifier)
    u = None if claim.comparator is Comparator.NONE else vector([1, 1])
    with pytest.raises(BoundcheckError) as refused:
        check(claim, Instance(PAIR, u, parameters))
    assert said in str(refused.value)


def test_a_missing_comparator_is_asked_for() -> None:
    """Power: the message was about U, which nobody had to give."""
    with pytest.raises(BoundcheckError, match=r"bylander\.5 speaks of a comparator u, and the instance has none"):
        judged(theorem("bylander.5"), Instance(PAIR))
    assert check("bylander.10", Instance(PAIR, parameters={"eta": Fraction(1)})).status is Status.HOLDS


def test_a_claim_may_be_given_by_its_id() -> None:
    instance = Instance(PAIR, vector([1, 1]))
    assert check("bylander.5", instance) == check(theorem("bylander.5"), instance)


@pytest.mark.parametrize(
    ("claim", "instance", "said"),
    [
        ("bylander.2", PAIR, r"instance is Trials\(.*; give (an )?Instance\(trials, comparator, parameters\)"),
        ("bylander.2", None, r"instance is None; give (an )?Instance\("),
        (2, Instance(PAIR, vector([1, 1])), "claim is 2; give a Claim, or an id such as"),
        ("bylandr.2", Instance(PAIR, vector([1, 1])), r"did you mean bylander\.2"),
    ],
)
def test_what_is_no_claim_or_no_instance_is_refused(claim: Any, instance: Any, said: str) -> None:
    for judged_by in (check, replay, run_curve):
        with pytest.raises(BoundcheckError, match=said):
            judged_by(claim, instance)


def test_intervals_are_refused_where_labels_are_needed() -> None:
    with pytest.raises(BoundcheckError, match="labels"):
        check(theorem("bylander.5"), Instance(Trials.of([[1]], [Interval.parse("[2,oo)")]), vector([2])))


def test_a_fixed_parameter_cannot_be_set() -> None:
    with pytest.raises(BoundcheckError, match=r"bylander\.5 fixes eta"):
        check(theorem("bylander.5"), Instance(PAIR, vector([1, 1]), {s.eta: Fraction(1)}))


def test_replay_has_distances_and_per_trial_slack_that_add_up_to_the_slack_of_the_bound() -> None:
    claim = theorem("bylander.2")
    trials = Trials.of([[1, 2], [2, -1], [1, 1]], [Interval.parse(t) for t in ("[2,oo)", "(-oo,-1)", "[0,1]")])
    instance = Instance(trials, vector([1, "1/2"]), {s.eta: Fraction(1, 3)})
    result = replay(claim, instance)
    assert len(result.records) == 3
    for before, after in zip(result.records, result.records[1:], strict=False):
        assert before.after == after.before
    last = result.records[-1].after
    slacks = [r.slack for r in result.records]
    assert last is not None
    summed = sum((x for x in slacks if x is not None), Fraction(0)) + last / (2 * Fraction(1, 3))
    slack = check(claim, instance).slack
    assert slack is not None
    assert compare(summed, slack) == 0


def test_variants_keep_their_other_parts_and_lose_what_was_dropped() -> None:
    claim = theorem("bylander.7")
    variant = claim.replace(without="clear", define={s.eta: 1 / (s.U * s.X**2)})
    assert variant.id == "bylander.7*"
    assert "clear" not in [h.name for h in variant.hypotheses]
    assert variant.free == ()
    assert claim.free
    with pytest.raises(BoundcheckError, match="no hypothesis 'colour'"):
        claim.replace(without="colour")


def test_completion_keeps_what_is_given() -> None:
    instance = complete(theorem("bylander.5"), Instance(PAIR, vector([1, 1]), {s.U: Fraction(7)}))
    assert instance.parameters == {s.U: 7, s.X: 1}


def test_printing_a_verdict_shows_its_numbers() -> None:
    text = str(check(theorem("bylander.5"), orthonormal(theorem("bylander.5"), 2)))
    assert "M = 2" in text
    assert text.endswith("HOLDS")


def test_what_a_verdict_says_of_a_range_is_a_formula_and_travels() -> None:
    """Power: a function in the verdict could neither be pickled nor be compared with what came back."""
    below = check(theorem("bylander.5"), Instance(PAIR, vector([2, 2]), {"U": -1}))
    assert (below.failures[0].hypothesis.formula, below.failures[0].amount) == ("U >= 0", Fraction(-1))
    nothing = check(theorem("kitani.eq27"), Instance(Trials.of([], []), vector([])))
    for verdict in (below, nothing):
        assert verdict.status is Status.VACUOUS
        assert pickle.loads(pickle.dumps(verdict)).failures == verdict.failures  # noqa: S301


def test_a_verdict_travels_with_its_case_and_without_what_was_computed() -> None:
    """Power: the run of a case holds functions that no pickle carries."""
    verdict = check(theorem("bylander.5"), Instance(PAIR, vector([2, 2])))
    again = pickle.loads(pickle.dumps(verdict))  # noqa: S301
    assert again == verdict
    assert "play" in vars(verdict.case)
    assert "play" not in vars(again.case)
