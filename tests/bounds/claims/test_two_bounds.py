"""Comparing bounds, and tuning with values, constraints and several symbols."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.two_bounds import BoundComparison, compare
from bounds.errors import BoundcheckError
from bounds.numbers import compare as compare_numbers
from bounds.numbers.evaluate import evaluate
from bounds.optima import TuningError, order, tune, tune_jointly

log, sqrt, Min, Max = sympy.log, sympy.sqrt, sympy.Min, sympy.Max

TWO, THREE = theorem("bylander.2"), theorem("bylander.3")
SPARSE: dict[str, Any] = {
    "first_where": {"U": "k", "X": 1},
    "second_where": {"U": "sqrt(k)", "X": "sqrt(n)"},
}


def sparse() -> BoundComparison:
    return compare(theorem("bylander.3.tuned"), theorem("bylander.2.tuned"), **SPARSE)


# --- comparison ------------------------------------------------------------------------------------------


def test_sparse_targets_and_dense_examples() -> None:
    found = sparse()
    assert found.verdict == "depends"
    assert str(found.condition) == "2*k*log(n) < n"
    assert str(found.isolated("k")) == "k < n/(2*log(n))"
    assert found.isolated("n") is None
    assert "no matter    l" in str(found)


def test_dense_targets_and_sparse_examples_favour_the_perceptron() -> None:
    """A target with n weights of 1, examples with one 1: U1 = n, U2 = sqrt(n), both X = 1."""
    found = compare(
        theorem("bylander.3.tuned"),
        theorem("bylander.2.tuned"),
        first_where={"U": "n", "X": 1},
        second_where={"U": "sqrt(n)", "X": 1},
    )
    assert str(found.condition) == "2*n*log(n) < 1"
    assert found.solve("n") == "no n"


@pytest.mark.parametrize(
    ("k", "expected"), [(1, "n >= 2"), (2, "n >= 9"), (3, "n >= 17"), (10, "n >= 90"), (1000, "n >= 19786")]
)
def test_solving_for_n_is_complete(k: int, expected: str) -> None:
    found = sparse()
    assert found.solve("n", k=k) == expected
    first = int(expected.split()[-1])
    for n in {2, 3, 5, 8, first - 1, first, first + 1, 10 * first} - {1}:
        assert (found.at(k=k, n=n) < 0) == (n >= first)


def test_solving_for_k() -> None:
    assert sparse().solve("k", n=1000) == "1 <= k <= 72"
    assert sparse().solve("k", n=2) == "k = 1"


def test_values_at_which_the_bounds_do_not_cross() -> None:
    """Power: these were searched up to 2**60, and the message was about values that no one put in."""
    with pytest.raises(BoundcheckError, match=r"^n = 1: the comparison needs n > 1; choose another value$"):
        sparse().solve("k", n=1)
    assert sparse().solve("n", k=0) == "no n: the bounds are equal"
    assert sparse().intervals("n", k=0) == []
    assert {sparse().at(k=0, n=n) for n in (2, 5, 100)} == {0}
    with pytest.raises(BoundcheckError, match=r"^U = 0: the comparison needs U > 0; choose another value$"):
        compare(s.U * s.k, s.l).solve("l", U=0, k=3)


@pytest.mark.parametrize(("first", "smaller"), [(s.n, "n"), (s.U, "n")])
def test_a_crossing_beyond_the_search_says_who_is_smaller_so_far(first: Any, smaller: str) -> None:
    second = s.U if first == s.n else s.n
    with pytest.raises(BoundcheckError, match=f"^{smaller} has the smaller bound up to n = {2**60} at least"):
        compare(first, second).solve("n", U=10**30)


def test_solutions_on_both_sides_of_the_turn() -> None:
    """log(n)/n is largest at n = e, so a constant can leave out 3 alone."""
    found = compare(14 * s.l * log(s.n), 5 * s.n * s.l)
    assert found.intervals("n") == [(2, 2), (4, None)]
    assert found.solve("n") == "n = 2 or n >= 4"
    assert [found.at(n=n) for n in (2, 3, 4)] == [-1, 1, -1]


@given(st.integers(1, 30), st.integers(1, 30), st.sampled_from([-2, -1, 1, 2]), st.sampled_from([-1, 1, 2]))
@settings(max_examples=40)
def test_solutions_agree_with_exact_evaluation(c: int, d: int, a: int, b: int) -> None:
    """Power: a crossing that is missed, or put one too far, differs from evaluation at small n."""
    found = compare(c * s.n**a * log(s.n) ** b, sympy.Integer(d))
    solved = found.intervals("n")
    for n in range(2, 60):
        inside = any(low <= n and (high is None or n <= high) for low, high in solved)
        assert inside == (found.at(n=n) < 0), (solved, n)


def test_bounds_that_are_always_ordered() -> None:
    assert compare(theorem("bylander.11"), theorem("bylander.5")).verdict == "first"
    assert compare(theorem("bylander.5"), theorem("bylander.11")).verdict == "second"
    assert compare(TWO, TWO).verdict == "equal"
    assert compare(TWO, theorem("bylander.2.tuned")).verdict == "second or equal"
    assert compare(theorem("bylander.2.tuned"), TWO).verdict == "first or equal"
    assert compare(THREE, theorem("bylander.double")).verdict == "first"


def test_norms_that_differ_become_symbols_of_their_own() -> None:
    found = compare(theorem("bylander.6"), theorem("bylander.5"))
    assert {str(symbol) for symbol in found.symbols} == {"U1", "Xmax", "U2", "X2", "n"}
    assert found.floored
    assert "insides of the floors" in str(found)


def test_floors_count_at_numbers() -> None:
    """Power: the insides, 8 log(8) = 16.6 and 16, differ; the floors do not."""
    found = compare(theorem("bylander.6"), theorem("bylander.5"), **SPARSE)
    assert found.at(k=2, n=8) == 0
    with pytest.raises(BoundcheckError, match="floor"):
        found.solve("n", k=2)


def test_an_id_is_a_claim() -> None:
    assert compare("bylander.11", "bylander.5").verdict == "first"
    with pytest.raises(BoundcheckError, match="did you mean"):
        compare("bylander.55", "bylander.5")


def test_tables_are_exact() -> None:
    found = compare(s.U**2, 2 * s.U)
    assert found.table(U=[1, "2", Fraction(5, 2)]) == [({"U": 1}, -1), ({"U": "2"}, 0), ({"U": Fraction(5, 2)}, 1)]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: compare(theorem("bylander.1"), TWO), "not known to be positive"),
        (lambda: compare(1.5, s.U), "first is 1.5; give a Claim"),
        (lambda: compare(TWO, THREE, first_where={"n": 3}), "has no n"),
        (lambda: compare(TWO, THREE, where={"tau": 3}), "neither bound has tau"),
        (lambda: compare(TWO, THREE, where={"l": 0.5}), "float"),
        (lambda: compare(TWO, THREE, where={"l": "1/2"}), "must be an integer"),
        (lambda: sparse().at(k=1), "no value for n"),
        (lambda: sparse().at(k=1, n=3, tau=1), "neither bound has tau"),
        (lambda: sparse().solve("l", k=1, n=2), "l does not matter"),
        (lambda: sparse().solve("U"), "no integer symbol"),
        (lambda: sparse().solve("n"), "no value for k"),
        (lambda: compare(s.n + log(s.n), s.n**2).solve("n"), "no known shape"),
    ],
)
def test_what_cannot_be_compared_is_refused(make: Any, message: str) -> None:
    with pytest.raises(BoundcheckError, match=message):
        make()


def test_it_prints_in_a_notebook() -> None:
    assert sparse()._repr_latex_() == r"$2 k \log{\left(n \right)} < n$"
    assert "2*k*log(n) &lt; n" in sparse()._repr_html_()


# --- tuning ----------------------------------------------------------------------------------------------


def test_values_stay_exact() -> None:
    tuning = TWO.tune("eta", where={"U": 1, "X": "1/2", "l": 100})
    assert (tuning.optimum, tuning.tuned) == (sympy.Rational(1, 5), 5)
    assert TWO.tune("eta", where={"U": "sqrt(k)"}).tuned == sqrt(s.k) * s.X * sqrt(s.l)
    assert THREE.tune("eta", where={"n": 20, "l": 100}).tuned.free_symbols == {s.U, s.X}


def test_values_are_put_in_before_tuning() -> None:
    """At k = 0 theorem 7 is theorem 6; the symbolic optimum needs k > 0."""
    assert theorem("bylander.7").tune("eta", where={"k": 0}).optimum == 1 / (s.U * s.X**2)


def test_a_constraint_that_may_bind() -> None:
    tuning = TWO.tune("eta", subject_to=["eta <= 1/2"])
    assert tuning.optimum == Min(s.U / (s.X * sqrt(s.l)), sympy.Rational(1, 2))
    assert tuning.domain == "0 < eta <= 1/2"
    assert tuning.at(U=1, X=1, l=100).optimum == sympy.Rational(1, 10)
    bound = tuning.at(U=10, X=1, l=100)
    assert (bound.optimum, bound.tuned) == (sympy.Rational(1, 2), 125)
    touching = tuning.at(U=5, X=1, l=100)
    assert (touching.optimum, touching.tuned) == (sympy.Rational(1, 2), 50)


def test_lower_ends_and_both_ends() -> None:
    where = {"U": 1, "X": 1, "l": 100}
    assert TWO.tune("eta", where=where, subject_to=["eta >= 1/5"]).optimum == sympy.Rational(1, 5)
    assert TWO.tune("eta", where=where, subject_to=["1/20 <= eta", "eta <= 1/5"]).optimum == sympy.Rational(1, 10)
    both = TWO.tune("eta", subject_to=["eta >= 1/4", sympy.Le(s.eta, 2)])
    assert both.tuned.has(sympy.Piecewise)
    for U in (1, 3, 50):
        at = both.at(U=U, X=1, l=16)
        assert at.optimum == min(max(Fraction(U, 4), Fraction(1, 4)), Fraction(2))


def test_a_constraint_makes_a_monotone_bound_tunable() -> None:
    tuning = theorem("bylander.8").tune("tau", subject_to=["tau <= 1/2"])
    assert (tuning.optimum, tuning.tuned) == (sympy.Rational(1, 2), s.U**2 * s.X**2 / 2)
    with pytest.raises(TuningError, match="decreases in tau"):
        theorem("bylander.8").tune("tau", subject_to=["tau >= 1/2"])


@pytest.mark.deep
@given(st.integers(1, 40), st.integers(1, 9), st.integers(1, 50), st.integers(1, 12), st.integers(1, 12))
@settings(max_examples=30)
def test_no_rate_within_the_constraint_is_better(U: int, X: int, l: int, p: int, q: int) -> None:
    """Power: a clip on the wrong side, or a missed case of the Piecewise, is beaten by some rate."""
    end = Fraction(p, q)
    tuning = TWO.tune("eta", subject_to=[f"eta <= {end}"]).at(U=U, X=X, l=l)
    best = evaluate(tuning.tuned, {})
    for rate in (end, end / 2, end / 7, end * Fraction(9, 10), Fraction(1, 100)):
        if rate <= end:
            value = evaluate(TWO.bound, {s.U: Fraction(U), s.X: Fraction(X), s.l: Fraction(l), s.eta: rate})
            assert compare_numbers(best, value) in (-1, 0)


@pytest.mark.parametrize(
    ("subject_to", "message"),
    [
        (["eta < 1/2"], "no closed constraint"),
        (["eta + 1 <= 2"], "does not limit eta"),
        (["eta <= eta**2"], "does not limit eta"),
        (["eta <= -1"], "no closed constraint|positive"),
        (["eta <= 1/3", "eta >= 1/2"], "not known to leave any eta"),
    ],
)
def test_constraints_that_make_no_sense(subject_to: list[str], message: str) -> None:
    with pytest.raises(BoundcheckError, match=message):
        TWO.tune("eta", subject_to=subject_to)


def test_a_constraint_in_other_symbols_states_what_it_assumes() -> None:
    """Power: gamma/R as an upper end is taken to be positive, which has to be said."""
    tuning = tune(1 / s.tau + s.tau, s.tau, subject_to=["tau <= gamma/R"])
    assert tuning.assumes == ("R > 0",)
    assert tuning.at(gamma=1, R=2).tuned == sympy.Rational(5, 2)
    assert tuning.at(gamma=2, R=1).tuned == 2
    with pytest.raises(BoundcheckError, match="needs R > 0"):
        tuning.at(gamma=2, R=0)


def test_a_lower_end_that_is_not_positive_says_nothing() -> None:
    assert TWO.tune("eta", subject_to=["eta >= 0"]).optimum == TWO.tune("eta").optimum


def test_the_price_of_mistuning_is_that_of_an_inner_optimum() -> None:
    with pytest.raises(TuningError, match="inside the range"):
        TWO.tune("eta", subject_to=["eta <= 1/2"]).mistuning()


def test_several_symbols() -> None:
    found = tune_jointly(s.U / s.eta + s.eta * s.l / s.tau + s.tau, [s.eta, s.tau])
    assert found.tuned == 3 * sympy.cbrt(s.U) * sympy.cbrt(s.l)
    at = {s.U: 8, s.l: 27}
    assert [found.optimum[x].subs(at) for x in (s.eta, s.tau)] == [sympy.Rational(4, 3), 6]


def test_several_symbols_with_values_and_constraints() -> None:
    """The price of a tolerance: tau on each trial, and theorem 8."""
    bound = s.l * s.tau + theorem("bylander.8").bound
    assert tune(bound, s.tau).tuned == s.U * s.X * sqrt(s.l)
    joint = tune_jointly(bound, [s.tau], where={"U": 10, "X": 1, "l": 4}, subject_to=["tau <= 1"])
    assert (joint.optimum, joint.tuned) == ({s.tau: 1}, 29)


def test_a_symbol_that_does_not_matter() -> None:
    claim = theorem("gls.8.dh")
    joint = tune_jointly(claim.bound, {s.a: 2 * s.delta * s.eta / s.X**2, s.eta: None})
    assert joint.tuned == s.U**2 * s.X**2 / s.delta**2
    assert joint.indifferent == (s.eta,)
    assert "any eta will do" in str(joint)


def test_a_range_that_depends_on_a_tuned_symbol_is_not_misused() -> None:
    """Power: once a is gone, an upper end with a in it would be taken for a constant."""
    bound = s.U / s.eta + s.eta * s.l + s.a + 1 / s.a
    with pytest.raises(TuningError):
        tune_jointly(bound, {s.a: s.eta, s.eta: s.a})


def test_the_order_of_numbers_is_exact() -> None:
    """Power: these differ by 2e-20, which a float does not see."""
    third = sympy.Rational(33333333333333333333, 10**20)
    assert order(third, sympy.Rational(1, 3)) == -1
    assert order(sqrt(2) * sqrt(3), sqrt(6)) == 0
    assert order(s.U + s.X, s.U) == 1
    assert order(s.U, s.X) is None
