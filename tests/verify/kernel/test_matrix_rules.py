"""Rules that keep matrices: two implementations, planted faults, and what is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bounds.claims.catalogue import theorem
from bounds.claims.own import learner, own_claim
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.versions import ABSOLUTE, CLASSIFICATION
from bounds.errors import BoundcheckError, UndefinedValue
from bounds.fast.play import play
from bounds.formulas import rule
from bounds.formulas.matrices import identity
from bounds.formulas.rules import compiled
from bounds.learners import RuleLearner
from tests.verify.kernel.test_own_rules import Divided, by_bounds, by_kernel, instance_of
from verify import kernel
from verify.judge.certificate import certificate
from verify.judge.check import check
from verify.search.search import search

WRONG = "y*yhat <= 0"
SUMMED = f"v + y*x if {WRONG} else v"
SQUARED = f"A + outer(x, x) if {WRONG} else A"
SOLVED = "dot(v, solve(A + outer(x, x), x))"
SECOND_ORDER = theorem("classics.second_order")


def by_matrix(v: str, A: str, predict: str = SOLVED, outcomes: Any = "labels") -> Any:
    return learner({"v": v, "A": A}, predict=predict, start={"A": "a*identity"}, outcomes=outcomes)


# --- two implementations -----------------------------------------------------------------------------------------


def rules() -> st.SearchStrategy[dict[str, str]]:
    """Draw updates of w, c and A, in which all that there is of matrices occurs."""
    numbers = st.sampled_from(("2", "c", "y", "t", "yhat", "xx", "1/3"))
    vectors = st.sampled_from(("w", "x", "(x + y)"))

    def matrix(inner: st.SearchStrategy[str], n: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.one_of(
            st.builds(lambda a, b, sign: f"({a} {sign} {b})", inner, inner, st.sampled_from("+-")),
            st.builds(lambda a, b: f"{a}*{b}", n, inner),
            st.builds(lambda a, b: f"{b}/{a}", n, inner),
            st.builds(lambda a, b: f"outer({a}, {b})", vectors, vectors),
            st.builds(lambda a, b, c: f"(-{a} if {c} > 0 else {b})", inner, inner, n),
        )

    first = st.sampled_from(("A", "identity", "outer(x, x)", "(A + identity)"))
    one = st.one_of(first, matrix(first, numbers))
    two = matrix(one, st.one_of(numbers, st.builds(lambda a: f"det({a})", first)))
    vector = st.one_of(
        st.builds(lambda a, b: f"w + solve({a}, {b})", one, vectors), st.builds(lambda a, b: f"{a}*{b}", one, vectors)
    )
    return st.builds(lambda w, c, A: {"w": w, "c": f"det({c})", "A": f"{A} + 0*identity"}, vector, one, two)


@settings(max_examples=60, deadline=None)
@given(
    updates=rules(),
    rows=st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2), st.sampled_from((1, -1))), min_size=1, max_size=3),
)
def test_two_implementations_agree_on_random_matrices(
    updates: dict[str, str], rows: list[tuple[int, int, int]]
) -> None:
    """Power: where one of them has no value, as of a singular matrix, so has the other; else predictions are equal."""
    trials = Trials.of([[a, b] for a, b, _ in rows], [Interval.point(y) for _, _, y in rows], 2)
    found = []
    for play_it, version in ((by_bounds, ABSOLUTE), (by_kernel, "absolute")):
        try:
            found.append(play_it(updates, trials, version))
        except Divided:
            found.append([])
    assert found[0] == found[1]


def test_the_state_is_what_it_says() -> None:
    made = rule({"v": SUMMED, "A": SQUARED}, predict=SOLVED, start={"A": "2*identity"})
    known = RuleLearner(made, {})
    run = play(known, Trials.of([[1, 0], [1, 1]], [1, -1]), CLASSIFICATION)
    assert [step.prediction for step in run.steps] == [0, Fraction(2, 8 + 3)]
    assert str(known.state) == "{'v': (0, -1), 'A': [[4, 1], [1, 3]]}"
    assert known.changes == [True, True]


# --- the second-order Perceptron ---------------------------------------------------------------------------------

ONES = [[1, 0], [0, 1], [1, 1], [2, -1], [1, 1]]


@settings(max_examples=30, deadline=None)
@given(rows=st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.sampled_from((1, -1))), max_size=6))
def test_without_this_example_the_matrix_makes_the_same_mistakes(rows: list[tuple[int, int, int]]) -> None:
    trials = Trials.of([[a, b] for a, b, _ in rows], [y for _, _, y in rows], 2)
    of = [
        RuleLearner(rule({"v": SUMMED, "A": SQUARED}, predict=p, start={"A": "identity"}), {})
        for p in (SOLVED, "dot(v, solve(A, x))")
    ]
    sides = [[step.side for step in play(each, trials, CLASSIFICATION).steps] for each in of]
    assert sides[0] == sides[1]


@pytest.mark.parametrize(
    ("wrong", "rows"),
    [
        (by_matrix(SUMMED, "A + outer(x, x)"), [["1/2", 1], [0, 100], *[[-1, 1], [1, 1]] * 8]),
        (by_matrix(SUMMED, SQUARED, "dot(v, x)"), [[5, 1], *[[-10, 1], [10, 1]] * 8]),
    ],
    ids=["every example in the matrix", "no matrix in the prediction"],
)
def test_a_learner_that_is_not_the_second_order_perceptron_breaks_its_bound(wrong: Any, rows: list[Any]) -> None:
    """Both are quick to write by mistake; that the search finds them is in ``tests/power/test_named.py``."""
    instance = instance_of(Trials.of(rows, [1] * len(rows)), [0, 1], {"a": 1, "gamma": 1})
    for claim, status in ((SECOND_ORDER, "HOLDS"), (SECOND_ORDER.replace(learner=wrong), "VIOLATED")):
        verdict = check(claim, instance)
        assert verdict.status.value == status
        assert kernel.confirm(json.dumps(certificate(verdict)), kernel.statements())[0]


def test_one_percent_less_than_the_root_falls() -> None:
    """Power: with one example and u = x the bound tends to 1 as a grows; at a = 25 one percent less is below it."""
    less = SECOND_ORDER.replace(bound="H/gamma + 99/100*sqrt((a*U**2 + Q)*logdet)/gamma")
    for a, status in ((24, "HOLDS"), (25, "VIOLATED")):
        verdict = check(less, instance_of(Trials.of([[1]], [1]), [1], {"a": a, "gamma": 1}))
        assert verdict.status.value == status
        assert kernel.confirm(json.dumps(certificate(verdict)), kernel.statements())[0]


# --- regression --------------------------------------------------------------------------------------------------


def ridge(solved: str) -> Any:
    of = by_matrix("v + y*x", "A + outer(x, x)", f"dot(v, solve({solved}, x))", "points")
    given = ["norm(u, 2) <= U", "abs(y) <= R", "ln(det(identity + sum_t(outer(x, x))/a)) <= logdet"]
    return own_claim(of, "a*U**2 + R**2*logdet", gain="squared", loss="squared", given=given)


def test_the_bound_of_the_forward_algorithm_is_not_that_of_ridge_regression() -> None:
    """Power: Vovk, Azoury and Warmuth's matrix holds this example; the one that does not falls in two trials."""
    assert search(ridge("A + outer(x, x)"), instances=40).held
    instance = instance_of(Trials.of([[1], [1]], [Interval.point(1), Interval.point(-1)]), [0], {"a": 1})
    for solved, status in (("A + outer(x, x)", "HOLDS"), ("A", "VIOLATED")):
        verdict = check(ridge(solved), instance)
        assert verdict.status.value == status
        assert kernel.confirm(json.dumps(certificate(verdict)), kernel.statements())[0]


# --- what a premise says of the run ------------------------------------------------------------------------------


def test_what_is_read_off_the_run_is_that_of_the_claims_learner() -> None:
    """Power: with another learner, a claim measures its mistakes, not those of the first one."""
    claim = own_claim("w + y*x if y*yhat <= 0 else w", "H", given=[f"sum_t(1 if {WRONG} else 0) <= H"])
    instance = instance_of(Trials.of([[1], [1], [1]], [1, 1, 1]), None, {})
    mistakes: Any = [check(of, instance).decisive for of in (claim, claim.replace(learner=learner("w")))]
    assert [(m.lhs, m.rhs) for m in mistakes] == [(1, 1), (3, 3)]


def test_a_learner_may_need_what_the_checker_measures_before_it_plays() -> None:
    """Power: with the trials unknown to definitions until the run is over, H would be 0, and R would be 2."""
    claim = own_claim("w + H*y*x", "R", gain="hinge", given=["sum_t(max(0, 1 - y*ux)) <= H", "sum_t(loss) <= R"])
    verdict = check(claim, instance_of(Trials.of([[1], [1]], [1, 1]), ["1/2"], {}))
    assert verdict.decisive is not None
    assert verdict.decisive.rhs == 1
    assert kernel.confirm(json.dumps(certificate(verdict)), kernel.statements())[0]


# --- what is refused ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("A", "others", "what"),
    [
        (
            "A + outer(x, x)",
            {"start": {"A": "a"}},
            "the start of A is a number, and has to be a matrix; write it",
        ),
        ("A + outer(x, x)", {"start": {"A": "outer(x, x)"}}, "the start of A speaks of 'x'"),
        ("A + outer(x, x) + 1", {}, r"\+ takes a matrix and a matrix, not a matrix and a number"),
        ("outer(A, x)", {}, "outer takes a vector and a vector, not a matrix and a vector"),
        ("outer(x, x)*A", {}, "in 'outer.*: \\* takes .*, not a matrix and a matrix"),
        ("abs(identity)", {}, "abs takes no matrix"),
        ("identity if y > 0 else 0", {}, "one branch is a matrix, the other one a number"),
        ("identity", {"predict": "A"}, "the prediction 'A' is a matrix; it has to be a number"),
        ("identity", {"predict": "dot(A, x)"}, "dot takes no matrix"),
        ("identity", {"predict": "det(x)"}, "det takes a matrix, not a vector"),
        ("identity", {"predict": "sum(solve(x, A))"}, "solve takes a matrix and a vector, not a vector and a matrix"),
        ("identity(2)", {}, "rules have no function 'identity'"),
    ],
)
def test_matrices_that_make_no_sense(A: str, others: Any, what: str) -> None:
    with pytest.raises(BoundcheckError, match=what):
        rule({"A": A}, **{"predict": "0", **others})


def test_a_part_that_starts_as_a_matrix_is_one() -> None:
    assert compiled(rule({"S": "S/2"}, predict="dot(x, S*x)", start={"S": "identity"})).kinds["S"] == "matrix"


def test_singular_irrational_and_large() -> None:
    def played(update: str, n: int) -> Any:
        return play(RuleLearner(rule(update), {}), Trials.of([[1] * n], [1]), CLASSIFICATION)

    with pytest.raises(UndefinedValue, match="has no value on trial 1: the matrix that is solved for is singular"):
        played("w + solve(outer(x, x), x)", 2)
    with pytest.raises(UndefinedValue, match="matrices have rational entries, and sqrt\\(2\\) is not rational"):
        played("w + sqrt(2)*identity*x", 2)
    with pytest.raises(BoundcheckError, match="a matrix for 257 attributes is too large; there are matrices for at"):
        identity(Fraction(257))
    with pytest.raises(BoundcheckError, match="the loss 'outer\\(x, x\\)' is a matrix; it has to be a number"):
        own_claim("w", "l", gain="outer(x, x)")


@pytest.mark.parametrize(
    ("A", "what"),
    [
        ("A + 1", "\\+ cannot be applied to a matrix in this way"),
        ("A*identity", "\\* cannot be applied to a matrix in this way"),
        ("outer(x, vector(x, 1))", "as many rows as columns"),
        ("det(x)*A", "det cannot be applied"),
    ],
)
def test_the_checker_refuses_them_as_well(A: str, what: str) -> None:
    """Power: a certificate is a file, and may say what the product would never write."""
    document = certificate(check(SECOND_ORDER, instance_of(Trials.of(ONES, [1] * 5), [1, 1], {"a": 1, "gamma": 1})))
    document["statement"]["learner"] = {"rule": {"v": "v + x", "A": f"A + {A} - {A} + 0*identity"}, "predict": "0"}
    document["changes"] = ["learner"]
    with pytest.raises(kernel.Malformed, match=what):
        kernel.confirm(json.dumps(document), kernel.statements())


def test_matrices_are_counted_as_work() -> None:
    """Power: with the same trials and mistakes, solving for a matrix takes the checker half as many steps again."""
    trials = Trials.of([[i + j * j + 1 for j in range(8)] for i in range(2)], [1, -1])
    steps = []
    for predict in (SOLVED, "dot(v, x)"):
        claim = SECOND_ORDER.replace(learner=by_matrix(SUMMED, SQUARED, predict))
        document = certificate(check(claim, instance_of(trials, [1] * 8, {"a": 1, "gamma": 1})))
        with kernel.within(kernel.Budget()) as budget:
            assert kernel.confirm(json.dumps(document), kernel.statements())[0]
        steps.append(budget.steps)
    assert 2 * steps[0] > 3 * steps[1]
