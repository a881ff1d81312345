"""What is said of every trial and every entry means the same to the checker and to the independent kernel.

Power: were all_t of no trials false in one of them, an entry or a trial left out, or a member compared in another way,
the two would disagree on one of these instances.
"""

from __future__ import annotations

import dataclasses
from fractions import Fraction

import pytest

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Hypothesis
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from bounds.formulas import read, write
from bounds.instances import Instance
from verify import kernel
from verify.judge.certificate import instance_object, statement
from verify.judge.status import Status
from verify.own_data.completed import check

HALF = Fraction(1, 2)
NONE = Instance(Trials.of([], [], n=2), [1, 0], {"eta": 1})
INSTANCES = {
    "no trials": NONE,
    "bits": Instance(Trials.of([[0, 1], [1, 1]], [1, -1]), [0, 1], {"eta": 1}),
    "signs": Instance(Trials.of([[-1, 1], [1, 1], [1, -1]], [1, 1, -1]), [1, 1], {"eta": 1}),
    "halves": Instance(Trials.of([[HALF, 2], [0, 0], [3, -HALF]], [1, 1, -1]), [-1, HALF], {"eta": 1}),
}
TRUE = {
    "all_t(norm(x, 2) <= 1)": {"no trials"},
    "all_t(norm(x, 2) < 2)": {"no trials", "bits", "signs"},
    "all_t(norm(x, 2) <= sqrt(2))": {"no trials", "bits", "signs"},
    "all_t(sum(abs(x)) >= 2)": {"no trials", "signs"},
    "all_t(all_i(member(x, {0, 1})))": {"no trials", "bits"},
    "all_t(all_i(member(x, {-1, 1})))": {"no trials", "signs"},
    "all_t(all_i(x >= 0))": {"no trials", "bits"},
    "all_t(all_i(abs(x) == 1))": {"no trials", "signs"},
    "all_t((ux > 0) == (y > 0))": {"no trials"},
    "all_t(y*ux >= 1 or sum(x) == 2)": {"no trials", "bits"},
    "all_t(xx == 2)": {"no trials", "signs"},
    "all_t(not all_i(x == 0))": {"no trials", "bits", "signs"},
    "all_i(member(u, {0, 1}))": {"no trials", "bits", "signs"},
    "all_i(u > 0)": {"signs"},
    "all_i(u != 0)": {"signs", "halves"},
    "all_i(start > 0)": set(INSTANCES),
    "member(sum(u), {-1/2, 2})": {"signs", "halves"},
    "all_t(ux > 0) or all_i(u == 1)": {"no trials", "bits", "signs"},
    "not all_t(yhat == 1)": {"bits", "signs", "halves"},
    "sum_for(i, 1, n, all_t(at(x, i) == 1)) >= 1": {"no trials", "bits"},
}
"""Premises, with the instances in which they are true."""


@pytest.mark.parametrize("text", TRUE)
def test_both_judges_find_a_premise_true_where_it_is(text: str) -> None:
    assert write(read(text)) == text
    premise = Hypothesis("premise", "premise", formula=text)
    claim = dataclasses.replace(theorem("bylander.2"), hypotheses=(premise,))
    for name, instance in INSTANCES.items():
        verdict = check(claim, instance)
        assert (verdict.status is not Status.VACUOUS) == (name in TRUE[text]), name
        said = statement(claim)
        judged = kernel.judge(said, instance_object(claim, instance))
        assert (judged.status != "VACUOUS") == (name in TRUE[text]), (name, judged)


@pytest.mark.parametrize(
    "text",
    ["all_t(x)", "all_t(sum(x))", "all_i(sum(u) > 0)", "all_i(1)", "member(u, {u})", "all_t(1, 2)", "member(u, {})"],
)
def test_what_is_no_truth_of_trials_or_entries_is_refused(text: str) -> None:
    with pytest.raises(BoundcheckError, match="in '"):
        Hypothesis("premise", "premise", formula=text)


@pytest.mark.parametrize(
    "text", ["{0}", "member(x, 0)", "member({0}, x)", "max({0, 1})", "member(x, {0}, 1)", "member(x, {0"]
)
def test_a_set_stands_in_member_alone(text: str) -> None:
    with pytest.raises(BoundcheckError, match="cannot read"):
        read(text)
    with pytest.raises(kernel.Malformed):
        kernel.read(text)
