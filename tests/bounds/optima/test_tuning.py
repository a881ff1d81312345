"""Tuning: the optima of the theorems, the proofs behind them, and what is refused."""

from __future__ import annotations

import json
import re
import time
from fractions import Fraction
from random import Random
from typing import Any

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from bounds import symbols as s
from bounds.errors import BoundcheckError
from bounds.expression import parse_expression
from bounds.numbers import compare
from bounds.numbers.evaluate import evaluate
from bounds.optima import Tuning, TuningError, prove_minimum, tune
from verify import cli

log, sqrt, floor, exp = sympy.log, sympy.sqrt, sympy.floor, sympy.exp

THEOREM_2 = s.U**2 / (2 * s.eta) + s.eta * s.l * s.X**2 / 2
THEOREM_3 = s.U * log(s.n) / s.eta + s.eta * s.l * s.U * s.X**2 / 2
THEOREM_7_INSIDE = ((s.U * s.X + 1) * s.k + s.U * log(s.n) / s.eta) / (1 - s.eta * s.U * s.X**2 / 2)
THEOREM_7_UPPER = 2 / (s.U * s.X**2)
LITTLESTONE = (1 + 2 * s.eta) * s.m + 2 * log(s.N) / s.eta

CASES: list[tuple[Any, Any, Any]] = [
    (THEOREM_2, s.eta, None),
    (THEOREM_3, s.eta, None),
    (floor(THEOREM_7_INSIDE), s.eta, THEOREM_7_UPPER),
    (floor(THEOREM_7_INSIDE.subs(s.k, 0)), s.eta, THEOREM_7_UPPER),
    (LITTLESTONE, s.eta, None),
    (s.eta * s.m + log(s.N) / s.eta, s.eta, None),
    (s.R**2 / s.X**2 + s.X * s.l, s.X, None),
    (s.U / sqrt(s.eta) + s.eta**2, s.eta, None),
    (sqrt(s.eta) + s.U / s.eta, s.eta, None),
    (s.U * s.eta + (s.X**2 + s.l) / s.eta + sqrt(s.U + s.X), s.eta, None),
    (-s.U * s.eta / (s.eta + 1) ** 2, s.eta, None),
    (s.eta + 1 / s.eta, s.eta, sympy.Integer(2)),
    (exp(s.eta) / s.eta, s.eta, None),
]


# --- the theorems --------------------------------------------------------------------------------------


def test_theorem_2() -> None:
    tuning = tune(THEOREM_2, s.eta)
    assert tuning.optimum == s.U / (s.X * sqrt(s.l))
    assert tuning.tuned == s.U * s.X * sqrt(s.l)
    assert tuning.second_derivative == s.U**2 / s.eta**3
    assert tuning.reason == "convex: the second derivative U**2/eta**3 is positive"
    assert tuning.assumes == ("U > 0", "X > 0", "l > 0")
    assert (tuning.bound, tuning.symbol, tuning.upper) == (THEOREM_2, s.eta, None)
    assert str(tuning.optimum) == "U/(X*sqrt(l))"


def test_theorem_3() -> None:
    tuning = tune(THEOREM_3, s.eta)
    assert tuning.optimum == sqrt(2 * log(s.n)) / (s.X * sqrt(s.l))
    assert tuning.tuned == s.U * s.X * sqrt(2 * s.l * log(s.n))
    assert tuning.assumes == ("U > 0", "X > 0", "l > 0", "n > 1")


def test_theorem_3_on_doubled_attributes_needs_no_premise_on_n() -> None:
    tuning = tune(THEOREM_3.subs(s.n, 2 * s.n), s.eta)
    assert tuning.tuned == s.U * s.X * sqrt(2 * s.l * log(2 * s.n))
    assert tuning.assumes == ("U > 0", "X > 0", "l > 0")


def test_theorem_7() -> None:
    tuning = tune(floor(THEOREM_7_INSIDE), s.eta, THEOREM_7_UPPER)
    root = sqrt(s.U**2 * s.X**2 * log(s.n) + 2 * (s.U * s.X + 1) * s.k)
    expected = 2 * sqrt(log(s.n)) / (s.X * (s.U * s.X * sqrt(log(s.n)) + root))
    assert sympy.simplify(tuning.optimum - expected) == 0
    inside = s.k * (s.U * s.X + 1) + s.U**2 * s.X**2 * log(s.n) + s.U * s.X * sqrt(log(s.n)) * root
    assert tuning.tuned == floor(inside) or sympy.expand(tuning.tuned - floor(sympy.expand(inside))) == 0
    assert tuning.domain == "0 < eta < 2/(U*X**2)"
    assert "convex" in tuning.reason
    assert "floor" in tuning.reason
    assert tuning.assumes == ("U > 0", "X > 0", "k > 0", "n > 1")


def test_theorem_7_without_mistakes_of_the_comparator_is_theorem_6() -> None:
    tuning = tune(floor(THEOREM_7_INSIDE.subs(s.k, 0)), s.eta, THEOREM_7_UPPER)
    assert tuning.optimum == 1 / (s.U * s.X**2)
    assert tuning.tuned == floor(2 * s.U**2 * s.X**2 * log(s.n))


def test_weighted_majority() -> None:
    tuning = tune(LITTLESTONE, s.eta)
    assert tuning.optimum == sqrt(log(s.N)) / sqrt(s.m)
    assert tuning.tuned == s.m + 4 * sqrt(s.m) * sqrt(log(s.N))
    assert tuning.assumes == ("N > 1", "m > 0")
    assert tune(s.eta * s.m + log(s.N) / s.eta, s.eta).tuned == 2 * sqrt(s.m) * sqrt(log(s.N))


def test_other_symbols_can_be_tuned() -> None:
    tuning = tune(s.R**2 / s.X + s.X * s.l, s.X)
    assert tuning.optimum == s.R / sqrt(s.l)
    assert tuning.tuned == 2 * s.R * sqrt(s.l)
    assert tuning.assumes == ("R > 0", "l > 0")


def test_an_optimum_without_convexity() -> None:
    tuning = tune(s.U * sqrt(s.eta) + 1 / s.eta, s.eta)
    assert tuning.reason == "the derivative is negative below the optimum and positive above it"
    assert compare(evaluate(tuning.at(U=2).optimum, {}), Fraction(1)) == 0


@pytest.mark.parametrize(("bound", "symbol", "upper"), CASES, ids=str)
def test_tuning_is_quick(bound: Any, symbol: Any, upper: Any) -> None:
    start = time.process_time()
    tune(bound, symbol, upper).mistuning()
    assert time.process_time() - start < 3


# --- against exact evaluation --------------------------------------------------------------------------


@pytest.mark.parametrize(("bound", "symbol", "upper"), CASES, ids=str)
def test_no_exact_value_is_below_the_tuned_bound(bound: Any, symbol: Any, upper: Any) -> None:
    """On a fine grid of rationals over the range, at random parameters, nothing beats the tuned bound."""
    random = Random(5)
    tuning = tune(bound, symbol, upper)
    inside = bound.args[0] if isinstance(bound, floor) else bound
    best_of = tuning.tuned if inside is bound else inside.subs(symbol, tuning.optimum)
    for _ in range(3):
        values = {
            free: Fraction(random.randint(2, 9))
            if free.is_integer
            else Fraction(random.randint(1, 30), random.randint(1, 9))
            for free in bound.free_symbols - {symbol}
        }
        optimum = evaluate(tuning.optimum, values)
        best = evaluate(best_of, values)
        assert compare(optimum, Fraction(0)) == 1
        if upper is not None:
            end = evaluate(upper, values)
            assert isinstance(end, Fraction)
            assert compare(optimum, end) == -1
            grid = [end * Fraction(i, 60) for i in range(1, 60)]
        else:
            grid = [Fraction(11, 10) ** i for i in range(-80, 81, 4)]
        near = evaluate(tuning.optimum * sympy.Rational(1001, 1000), values)
        for point in [*grid, near, evaluate(tuning.optimum * sympy.Rational(999, 1000), values)]:
            assert compare(evaluate(inside, {**values, symbol: point}), best) in ({0, 1} if point == optimum else {1})


@pytest.mark.parametrize(("bound", "symbol", "upper"), CASES, ids=str)
def test_the_tuned_bound_and_the_factor_are_values_of_the_bound(bound: Any, symbol: Any, upper: Any) -> None:
    tuning = tune(bound, symbol, upper)
    inside = bound.args[0] if isinstance(bound, floor) else bound
    numbers = {free: sympy.Integer(i + 2) for i, free in enumerate(sorted(bound.free_symbols - {symbol}, key=str))}

    def at(eta: Any, expression: Any = inside) -> Any:
        return expression.subs(symbol, eta).subs(numbers).evalf(40)

    if inside is bound:
        assert abs(at(tuning.optimum) - at(tuning.optimum, tuning.tuned)) < 1e-30
    else:
        assert tuning.tuned.subs(numbers) == sympy.floor(at(tuning.optimum))
    r = sympy.Rational(1, 7)
    factor = at(tuning.optimum, tuning.mistuning(r))
    assert abs(factor - at((1 + r) * tuning.optimum) / at(tuning.optimum)) < 1e-30
    # further from zero is worse, and a bound below zero has a factor below one
    assert (factor > 1) == (at(tuning.optimum) > 0)


# --- mis-tuning ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("bound", [THEOREM_2, THEOREM_3, s.eta * s.m + log(s.N) / s.eta])
def test_the_mistuning_factor_of_a_balanced_bound(bound: Any) -> None:
    factor = tune(bound, s.eta).mistuning()
    assert sympy.simplify(factor - ((1 + s.r) + 1 / (1 + s.r)) / 2) == 0
    assert factor.subs(s.r, 0) == 1
    assert factor.subs(s.r, 1) == sympy.Rational(5, 4)


def test_mistuning_at_a_number_or_another_symbol() -> None:
    tuning = tune(THEOREM_2, s.eta)
    assert tuning.mistuning(1) == sympy.Rational(5, 4)
    assert tuning.mistuning("1/2") == sympy.Rational(13, 12)
    assert tuning.mistuning(s.theta).free_symbols == {s.theta}
    with pytest.raises(BoundcheckError, match="r is the float"):
        tuning.mistuning(0.5)


def test_mistuning_of_theorem_7() -> None:
    factor = tune(floor(THEOREM_7_INSIDE), s.eta, THEOREM_7_UPPER).mistuning()
    values = {s.U: 1, s.X: 1, s.k: 2, s.n: 3, s.r: sympy.Rational(1, 10)}
    eta = tune(floor(THEOREM_7_INSIDE), s.eta, THEOREM_7_UPPER).optimum
    expected = (THEOREM_7_INSIDE.subs(s.eta, eta * (1 + s.r)) / THEOREM_7_INSIDE.subs(s.eta, eta)).subs(values)
    assert abs(factor.subs(values).evalf(30) - expected.evalf(30)) < 1e-25
    assert expected.evalf(30) > 1


# --- values put in -------------------------------------------------------------------------------------


def test_values_put_in_are_exact() -> None:
    tuning = tune(THEOREM_2, s.eta).at(U=Fraction(3, 2), X="0.5", l=2)
    assert tuning.optimum == 3 / sqrt(2)
    assert tuning.tuned == 3 * sqrt(2) / 4
    assert tuning.bound == sympy.Rational(9, 8) / s.eta + s.eta / 4
    assert tuning.assumes == ()
    assert sympy.simplify(tuning.mistuning() - ((1 + s.r) + 1 / (1 + s.r)) / 2) == 0


def test_values_can_be_put_in_one_at_a_time() -> None:
    tuning = tune(floor(THEOREM_7_INSIDE), s.eta, THEOREM_7_UPPER)
    step = tuning.at(U=1).substitute({s.X: 1})
    assert step.assumes == ("k > 0", "n > 1")
    assert step.upper == 2
    assert step.at(k=3, n=16).tuned == tuning.at(U=1, X=1, k=3, n=16).tuned
    assert step.at(k=3, n=16).tuned.is_Integer


def test_values_put_in_before_or_after_give_the_same() -> None:
    after = tune(THEOREM_3, s.eta).at(U=2, X=3, l=50, n=4)
    before = tune(THEOREM_3.subs({s.U: 2, s.X: 3, s.l: 50, s.n: 4}), s.eta)
    assert sympy.expand(after.optimum - before.optimum) == 0
    assert sympy.expand(after.tuned - before.tuned) == 0


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"U": 0.5}, "U is the float 0.5"),
        ({"U": sympy.Float("0.5")}, "U is the float 0.5"),
        ({"U": "a half"}, "U is 'a half'"),
        ({"U": True}, "not a truth value"),
        ({"U": 0}, "the optimum needs U > 0, but got U=0"),
        ({"U": -1}, "U is -1; it must be at least 0"),
        ({"l": "1/2"}, "l is 1/2; it must be an integer"),
        ({"n": 1}, "the optimum needs n > 1, but got n=1"),
        ({"n": 0}, "the optimum needs n > 1, but got n=0"),
        ({"eta": 1}, "eta is what is tuned"),
        ({"tau": 1}, "the bound has no tau; its other symbols are U, X, l, n"),
        ({"zz": 1}, "unknown symbol 'zz'"),
    ],
)
def test_bad_values_are_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(BoundcheckError) as caught:
        tune(THEOREM_3, s.eta).at(**values)
    assert message in str(caught.value)


# --- no optimum, no proof ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bound", "symbol", "upper", "message"),
    [
        (
            s.U**2 * s.X**2 / (4 * s.tau),
            s.tau,
            None,
            "decreases in tau: there is no optimal tau; the infimum is at tau -> oo",
        ),
        (s.U * s.eta + s.eta**2, s.eta, None, "increases in eta: there is no optimal eta; the infimum is at eta -> 0"),
        (
            s.eta + 1 / s.eta,
            s.eta,
            sympy.Rational(1, 2),
            "decreases in eta: there is no optimal eta; the infimum is at eta -> 1/2",
        ),
        (floor(s.U / s.tau), s.tau, None, "there is no optimal tau"),
        (s.U**2 * s.X**2, s.eta, None, "does not contain eta"),
        ((s.eta + 1) ** 2 - s.eta**2 - 2 * s.eta, s.eta, None, "does not depend on eta"),
        (-((s.eta - 1) ** 2), s.eta, None, "is not the minimum"),
        (s.eta / (s.eta + 1) ** 2, s.eta, None, "it is the maximum"),
        ((s.eta - 1) ** 2 * (s.eta - 3) ** 2, s.eta, None, "no proof"),
        (exp(s.eta) + 1 / s.eta, s.eta, None, "found no closed form"),
        (s.eta**4 + s.U * s.eta**2 - s.eta, s.eta, None, "found no closed form"),
        (THEOREM_7_INSIDE, s.eta, None, "no proof"),
        (sympy.Max(s.eta, 1 / s.eta), s.eta, None, "is not smooth in eta"),
        (floor(s.eta) + 1 / s.eta, s.eta, None, "is not smooth in eta"),
        (s.eta + 1 / s.eta + sympy.Heaviside(s.eta - 3), s.eta, None, "is not smooth in eta"),
        ((s.eta + s.U) ** 50 / s.eta, s.eta, None, "too many terms"),
        (s.eta + 1 / s.eta, s.eta, s.theta, "is not known to be positive"),
        (s.eta + 1 / s.eta, s.eta, s.eta, "is not known to be positive"),
        (s.eta + s.theta**2 / s.eta, s.eta, None, "found no closed form, known to be positive"),
    ],
    ids=str,
)
def test_no_optimum_is_made_up(bound: Any, symbol: Any, upper: Any, message: str) -> None:
    with pytest.raises(TuningError) as caught:
        tune(bound, symbol, upper)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "arguments", [(3, s.eta), (THEOREM_2, "eta"), (0.1 * s.eta + 1 / s.eta, s.eta), (THEOREM_2, s.eta, 0.5)]
)
def test_what_is_not_an_exact_expression_is_refused(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(BoundcheckError):
        tune(*arguments)


# --- the proof step refutes what is wrong --------------------------------------------------------------


@pytest.mark.parametrize(("bound", "symbol", "upper"), CASES, ids=str)
@pytest.mark.parametrize("factor", [2, Fraction(1, 2), Fraction(1001, 1000), -1])
def test_a_wrong_optimum_is_refuted(bound: Any, symbol: Any, upper: Any, factor: int | Fraction) -> None:
    tuning = tune(bound, symbol, upper)
    assert prove_minimum(bound, symbol, tuning.optimum, upper) == tuning.reason
    wrong = tuning.optimum * sympy.Rational(Fraction(factor).numerator, Fraction(factor).denominator)
    with pytest.raises(TuningError):
        prove_minimum(bound, symbol, wrong, upper)


@pytest.mark.parametrize(
    ("bound", "candidate", "upper", "message"),
    [
        (-((s.eta - 1) ** 2), 1, None, "the second derivative -2 is negative"),
        (s.eta / (s.eta + 1) ** 2, 1, None, "it is the maximum"),
        ((s.eta - 1) ** 3, 1, None, "no proof"),
        (s.eta**3 - 6 * s.eta**2 + 9 * s.eta, 3, None, "no proof"),  # 3 is stationary, but 0 is as low
        (s.eta + 1 / s.eta, 1, Fraction(1, 2), "not known to lie in 0 < eta < 1/2"),
        (s.eta + 1 / s.eta, -1, None, "not known to lie in 0 < eta"),
        (THEOREM_2, s.U / s.X, None, "the derivative is not known to be zero there"),
        (THEOREM_3, sqrt(log(s.n)) / (s.X * sqrt(s.l)), None, "the derivative is not known to be zero there"),
        (1 / (s.eta - 1) ** 2 + s.eta * 16, Fraction(3, 2), None, "no proof"),  # a pole lies in the range
    ],
)
def test_false_minima_are_refuted(bound: Any, candidate: Any, upper: Any, message: str) -> None:
    with pytest.raises(TuningError) as caught:
        prove_minimum(bound, s.eta, candidate, upper)
    assert message in str(caught.value)


def test_convexity_that_descartes_rule_sees_only_after_a_multiplication() -> None:
    bound = s.eta**4 / 12 - s.eta**3 / 6 + s.eta**2 / 2 - sympy.Rational(5, 6) * s.eta
    assert prove_minimum(bound, s.eta, 1) == "convex: the second derivative eta**2 - eta + 1 is positive"


def test_the_mistuning_factor_has_no_zero_denominator_of_its_own() -> None:
    factor = tune(s.eta * (s.U + 1) + 1 / s.eta + s.X, s.eta).mistuning(1)
    assert factor.subs({s.U: 3, s.X: 4}) == sympy.Rational(9, 8)  # where X**2 = 4*(U + 1)


COEFFICIENTS = st.fractions(Fraction(1, 9), 9, max_denominator=9)


@settings(deadline=None, max_examples=40)
@given(COEFFICIENTS, COEFFICIENTS, st.integers(1, 3), st.integers(1, 3), st.sampled_from([s.U, s.X**2, s.l + 1]))
def test_two_powers_balance(a: Fraction, b: Fraction, i: int, j: int, c: Any) -> None:
    """a c/eta**i + b eta**j is least where eta**(i + j) = a c i/(b j)."""
    first, second = (sympy.Rational(f.numerator, f.denominator) for f in (a, b))
    tuning = tune(first * c / s.eta**i + second * s.eta**j, s.eta)
    assert sympy.expand(tuning.optimum ** (i + j) - first * c * i / (second * j)) == 0


@pytest.mark.deep
@settings(deadline=None, max_examples=40)
@given(st.integers(-6, 6), st.integers(-6, 6), st.integers(-6, 6), st.integers(-6, 6))
def test_a_claimed_minimum_of_a_random_bound_is_one(a: int, b: int, c: int, d: int) -> None:
    bound = a / s.eta + b * s.eta + c * s.eta**2 + sympy.Rational(d, 3) / s.eta**2
    try:
        tuning = tune(bound, s.eta)
    except TuningError:
        return
    best = evaluate(tuning.tuned, {})
    for i in range(-60, 61, 3):
        assert compare(evaluate(bound, {s.eta: Fraction(6, 5) ** i}), best) in (0, 1)


# --- the command ---------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    options = cli._parser("tune").parse_args(["tune", *arguments])
    assert options.run(options) == 0
    return capsys.readouterr().out


def test_the_command_says_where_the_minimum_is(capsys: pytest.CaptureFixture[str]) -> None:
    printed = run(capsys, "kitani.wma", "--set", "N=2", "--set", "k=1")
    assert "eta = 1/2 gives 2 + 4*log(2)\n" in printed
    assert "the minimum is at the end eta = 1/2" in printed
    assert "infimum" not in printed
    assert "Min(1/2, sqrt(log(N))/sqrt(k))" in run(capsys, "kitani.wma")
    assert json.loads(run(capsys, "kitani.wma", "--json"))["mistuning"] is None


@pytest.mark.parametrize(
    ("values", "second"), [(["U=2", "X=1", "l=100"], "4/eta**3"), (["U=Z"], "Z**2/eta**3"), ([], "U**2/eta**3")]
)
def test_values_are_put_into_the_reason_too(values: list[str], second: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Power: the second derivative was that of the bound before the values were put in."""
    printed = run(capsys, "bylander.2", *(part for value in values for part in ("--set", value)))
    assert f"convex: the second derivative {second} is positive\n" in printed
    assert json.loads(run(capsys, "bylander.2", "--json"))["second_derivative"] == "U**2/eta**3"


def test_values_are_put_into_the_range_of_the_reason() -> None:
    reason = tune(floor(THEOREM_7_INSIDE), s.eta, THEOREM_7_UPPER).at(U=1, X=1).reason
    assert "for 0 < eta < 2;" in reason


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gls.4.1"], "does not contain eta; it leaves no parameter to tune"),
        (["gls.4.1x"], "it leaves no parameter to tune"),
        (["gls.4.1", "--symbol", "p"], "not smooth in p; .*; no other parameter of the bound can be tuned"),
        (["gls.wm.a"], "tune another parameter with --symbol a --set entropy=0$"),
        (["gls.wm.a", "--symbol", "a"], "put values in for other symbols, such as entropy=0$"),
        (["kitani.wma.printed"], "put values in for other symbols, such as N=2, k=2$"),
        (["gls.7.1b"], "does not contain eta; tune another parameter with --symbol p --set "),
    ],
)
def test_the_advice_of_the_command(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BoundcheckError, match=message) as caught:
        run(capsys, *arguments)
    advised = re.search(r"(--symbol .*)$", str(caught.value))
    if advised:
        assert "the minimum of" in run(capsys, arguments[0], *advised.group(1).split())


# --- display -------------------------------------------------------------------------------------------


def test_text_and_latex() -> None:
    tuning = tune(THEOREM_3, s.eta)
    assert str(tuning).splitlines() == [
        "eta = sqrt(2)*sqrt(log(n))/(X*sqrt(l)) gives sqrt(2)*U*X*sqrt(l)*sqrt(log(n))",
        "the minimum of U*X**2*eta*l/2 + U*log(n)/eta over 0 < eta",
        "convex: the second derivative 2*U*log(n)/eta**3 is positive",
        "for U > 0, X > 0, l > 0, n > 1",
    ]
    assert tuning._repr_latex_().startswith(r"$\eta = \frac{\sqrt{2} \sqrt{\log")
    assert r"\min_{\eta}" in tuning._repr_latex_()


def test_parsed_bounds_are_tuned_alike() -> None:
    parsed = tune(parse_expression("U**2/(2*eta)+eta*l*X**2/2"), s.eta)
    assert isinstance(parsed, Tuning)
    assert parsed == tune(THEOREM_2, s.eta)
