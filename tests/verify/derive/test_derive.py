"""Derive: sharper theorems with the runs that attain them, learners of which nothing follows, faults, refusals."""

from __future__ import annotations

import dataclasses
import json
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
import sympy

from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.errors import BoundcheckError
from bounds.formulas import rule
from bounds.instances import Instance
from bounds.symbols import C, U, X, eta, l, lookup, n, rho
from verify.cli import main
from verify.derive import Derived, derive
from verify.derive.cases import problem
from verify.derive.optimum import loss_of_u
from verify.derive.pieces import Guard
from verify.derive.proof import prove
from verify.derive.prove_own import prove_own
from verify.derive.shown import follows, show_all
from verify.judge.check import check
from verify.judge.status import Status
from verify.prove import prove as prove_claim
from verify.search.search import search

L = loss_of_u
PERCEPTRON = rule("w + eta*y*x if y*yhat <= 0 else w")
PA1 = rule("w + min(C, max(0, 1 - y*yhat)/xx)*y*x")


@cache
@pytest.mark.deep
def test_where_the_best_constants_have_roots_simple_ones_are_proved() -> None:
    """Power: a range is found by itself, and with another one given nothing is proved."""
    gd = rule("w + eta*(y - yhat)*x", outcomes="points")
    found = derive(gd, gain="squared", loss="squared", c="2")
    assert (found.status, str(found.parts[0].bound), found.parts[0].conditions) == (
        "derived",
        "U**2/eta",
        "2*X**2*eta <= 1",
    )
    assert not found.holds(a="99/100").checked


def perceptron() -> Derived:
    return derive(PERCEPTRON, "mistake", "hinge")


@cache
def pa1() -> Derived:
    return derive(PA1, "mistake", "hinge")


def equal(first: Any, second: Any) -> bool:
    return bool(sympy.simplify(first - second) == 0)


# --- sharper than the textbook --------------------------------------------------------------------------------


@pytest.mark.deep
def test_pa1_is_sharper_than_the_textbook_and_in_two_pieces() -> None:
    """M <= (U**2 + 2 C H)/(C (2 - C X**2)) for C X**2 <= 1: the textbook has 1 in the place of 2 - C X**2."""
    small, large = pa1().parts
    assert (small.conditions, large.conditions) == ("C*X**2 <= 1", "1 <= C*X**2")
    assert equal(small.a, 1 / (C * (2 - C * X**2)))
    assert equal(small.c, 2 / (2 - C * X**2))
    assert equal(large.a, X**2)
    assert equal(large.c, 2 * C * X**2)
    textbook = (1 / C - small.a, 2 - small.c)
    for more in textbook:
        assert follows(small.when, more)
        assert not follows((*small.when, Guard(sympy.sympify(1), ">")), -more)


@pytest.mark.parametrize("size", [1, 2, 5])
@pytest.mark.parametrize("value", ["1/3", "1/2", "1"])
def test_orthonormal_examples_attain_it_exactly(size: int, value: str) -> None:
    """Power: the derived bound is an equality on these runs, so that no smaller one holds."""
    for found, name in ((pa1(), "C"), (perceptron(), "eta")):
        rows = [[int(i == j) for j in range(size)] for i in range(size)]
        labels = [(-1) ** i for i in range(size)]
        extremal = found.parts[0].extremal
        assert extremal is not None
        assert extremal.attained
        product = Fraction(str(extremal.product.subs({X: 1, C: sympy.Rational(value), eta: sympy.Rational(value)})))
        u = vector([product * label for label in labels])
        parameters = {lookup(name): Fraction(value)}
        verdict = check(found.claim(), Instance(Trials.of(rows, labels), comparator=u, parameters=parameters))
        assert verdict.status is Status.HOLDS
        assert verdict.attained


def test_the_tuned_perceptron_bound_is_below_the_textbooks() -> None:
    """H + U X sqrt(H) + U**2 X**2 is more than what comes out, which is ((U X + sqrt(U**2 X**2 + 4 H))/2)**2."""
    best = perceptron().tune("eta")
    assert equal(best.bound, ((U * X + sympy.sqrt(U**2 * X**2 + 4 * L)) / 2) ** 2)
    assert equal(pa1().tune("C").bound, best.bound)
    root, whole = sympy.symbols("root whole", positive=True)
    given = (Guard(root**2 - L, "=="), Guard(whole**2 - 4 * L - U**2 * X**2, "=="), Guard(U, ">"), Guard(X, ">"))
    textbook = L + U * X * root + U**2 * X**2
    assert follows(given, textbook - (L + U**2 * X**2 / 2 + U * X * whole / 2), strict=True)


def test_the_best_multiple_of_u_gives_the_same_with_the_loss_in_the_bound() -> None:
    """The loss of u is in the bound, as L, and not beside it; power: a claim with one percent less falls."""
    found = derive(PERCEPTRON, "mistake", "hinge", scaled=True)
    assert equal(found.bound, ((U * X + sympy.sqrt(U**2 * X**2 + 4 * L)) / 2) ** 2)
    assert found.amount(found.parts[0]) == "sum of mistake"
    assert "for all parameters, where L is the sum of hinge of u" in str(found)
    claim = found.claim()
    assert claim.bound == found.bound.subs(L, lookup("H"))
    assert prove_own(claim).status == "proposed"
    assert search(claim.replace(bound=claim.bound * 99 / 100), instances=300).refuted


def test_freund_and_schapires_bound_is_a_tuned_one() -> None:
    found = derive(PERCEPTRON, "mistake", "squared_hinge", ratio="rho", where={"eta": "rho/(1 + rho*X**2)"})
    assert equal(found.parts[0].c, 1 + rho * X**2)
    assert equal(found.tune("rho").bound, (U * X + sympy.sqrt(L)) ** 2)


# --- learners and losses of which nothing follows -------------------------------------------------------------


@pytest.mark.parametrize(
    ("update", "gain", "loss", "outcomes"),
    [
        ("w - eta*y*x if y*yhat <= 0 else w", "mistake", "hinge", "labels"),
        ("w + eta*y*x if y*yhat <= 0 else w", "mistake", "min(1, max(0, 1 - y*ux))", "labels"),
        ("w + (y - yhat)*x", "squared", "squared", "points"),
        ("w + eta*y*x", "mistake", "hinge", "labels"),
    ],
    ids=["wrong sign", "ramp loss", "NLMS, not normalised", "always updates"],
)
def test_nothing_follows_of_wrong_learners_and_losses(update: str, gain: str, loss: str, outcomes: Any) -> None:
    where = {"X": 2} if outcomes == "points" else {}
    found = derive(rule(update, outcomes=outcomes), gain, loss, where=where)
    assert found.status == "none"
    assert "no inequality of this form" in str(found)


# --- planted faults -------------------------------------------------------------------------------------------


def test_a_wrong_guess_is_not_proved() -> None:
    """Power: the constants of one piece, claimed on the other, or without the range that they need, fail."""
    small, large = pa1().parts
    problem_ = pa1().problem
    assert not prove(problem_, small.proved.constants, large.when, hasty=True).checked
    assert not prove(problem_, large.proved.constants, small.when, hasty=True).checked
    part = perceptron().parts[0]
    assert not prove(perceptron().problem, part.proved.constants, (), hasty=True).checked


def test_a_negative_a_or_a_denominator_of_zero_is_not_proved() -> None:
    """Power: -1 in the place of a telescopes to nothing, and 1/(1 - eta) is nothing at eta = 1."""
    found = perceptron().problem
    idle = dataclasses.replace(found, cases=())
    assert [step.name for step in prove(idle, (-eta, 0, 0), ()).steps if not step.ok] == ["a >= 0"]
    assert prove(idle, (1 / (1 + eta), 0, 0), ()).failed is None
    failed = prove(idle, ((1 - eta) ** -2, 0, 0), ()).failed
    assert failed is not None
    assert failed.name.endswith("is not 0")


def test_roots_of_what_may_be_negative_prove_nothing() -> None:
    """Power: that each root has a square would contradict the premises, so that anything followed."""
    t = sympy.Symbol("t", positive=True)
    for value in (sympy.sqrt(-t - 1) - 2, sympy.sqrt(-t - 1) + sympy.sqrt(-t - 2) - 2):
        assert not all(step.ok for step in show_all([("", value, False)], ()))


def test_a_smaller_bound_falls_to_the_search() -> None:
    claim = perceptron().claim()
    assert search(claim, instances=60).held
    assert search(claim.replace(bound=claim.bound * sympy.Rational(9, 10)), instances=200).refuted


def test_cases_of_a_rule_that_looks_at_nothing_else() -> None:
    found = problem(PERCEPTRON, "mistake", "hinge", separable=True)
    assert found.parameters == (X, eta)
    assert len(found.cases) == 4


# --- refusals and the command ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("update", "asked", "reason"),
    [
        ("(1 - eta)*w + eta*y*x", {}, "keeps 1 - eta times w"),
        ("w + eta*w*x", {}, "not of the form w"),
        ("w + y*x/t", {}, "the rate 1/t is not"),
        ("w*exp(eta*y*x)", {}, "leaves the sum of w open"),
        ("w + eta*side*x", {}, "'side' has no meaning here"),
        ("w + eta*y*x", {"gain": "hinges"}, "unknown gain 'hinges'"),
        ("w + eta*y*x", {"loss": "norm(w, 2)"}, "speaks of w"),
        ("w + a*y*x", {}, "a parameter is called a"),
        ("w + eta*y*x", {"inputs": "cube"}, "inputs is 'cube'"),
        ("w + exp(yhat)*y*x", {}, "no polynomial"),
        ("w + gap*y*x", {}, "'gap' has no meaning here"),
        ("w + eta*y*x", {"gain": "1 - update"}, "speaks of update"),
        ("max(-R, min(R, w + y*x)) if y*yhat <= beta else w", {"scaled": True}, "at one rate and without projection"),
        ("w + eta*y*x", {"assume": ["eta < 1", "eta > 1"]}, "no trial and no parameters satisfy all"),
    ],
)
def test_what_cannot_be_compiled_is_refused_with_its_reason(update: str, asked: dict[str, Any], reason: str) -> None:
    with pytest.raises(BoundcheckError, match=reason):
        derive(update, **asked)


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    update = "w + eta*y*x if y*yhat <= 0 else w"
    assert main(["derive", update, "--separable", "--tune", "eta", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["status"] == "derived"
    assert [(p["when"], p["a"], p["proved"]) for p in said["pieces"]] == [
        ("X**2*eta < 2", "1/(eta*(2 - X**2*eta))", True)
    ]
    assert said["tuned"]["bound"] == "U**2*X**2"
    assert said["given"] == ["norm(u, 2) <= U", "norm(x, 2) <= X"]


SHARES = "dot(w, x)/sum(w)"
SAID: dict[str, tuple[list[str], str]] = {
    "of losses and shares": (
        ["w*beta**x", "--predict", SHARES, "--gain", "linear", "--loss", "linear"],
        "where beta < 1; beta > 0\n given u is one of the unit vectors, 0 <= x_i <= 1",
    ),
    "of weights in all": (
        ["w*exp(-eta*(yhat - y)*x)", "--predict", SHARES, "--gain", "squared", "--outcomes", "points", "--c", "2",
         "--loss", "squared", "--set", "eta=1/4", "--set", "X=1"],
        "given sum(u) == 1, 0 <= min(u), max(abs(x)) <= 1",
    ),
    "of a multiple": (
        ["w + y*x if y*yhat <= 0 else w", "--separable", "--scaled"],
        "where hinge of u is 0 on every trial; X > 0\n given norm(u, 2) <= U, norm(x, 2) <= X",
    ),
    "of a ratio that is open": (
        ["w + eta*(y - yhat)*x", "--gain", "squared", "--loss", "squared", "--outcomes", "points"],
        "X, eta > 0; every rho > 0 (rho is c/a)\n given norm(u, 2) <= U",
    ),
    "of how near": (
        ["w + eta*y*x if y*yhat <= 0 else w", "--separable"],
        "extremal ratio X**2*eta*(2 - X**2*eta) by orthogonal examples",
    ),
    "of a guess": (
        ["w + eta*y*x if y*yhat <= beta else w", "--separable"],
        "note not proved for all parameters: a = 1/(eta*(2 - X**2*eta)), b = 0, c = 0 for X**2*eta < 2, found at",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SAID)
def test_the_command_says_all_that_is_assumed(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Power: losses in [0, 1] and norms were not said, and symbols of the proof alone (lnbeta, lambda) were."""
    arguments, said = SAID[case]
    main(["derive", *arguments])
    assert said in "\n".join(" " + " ".join(line.split()) for line in capsys.readouterr().out.splitlines())


def test_what_was_guessed_tells_which_range_proves_it() -> None:
    found = derive("w + eta*y*x if y*yhat <= beta else w", separable=True, assume=["2*beta + X**2*eta <= 2"])
    assert (found.status, found.parts[0].a.equals(1 / (eta * (2 - X**2 * eta)))) == ("derived", True)


def test_the_commands_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["derive", "w - eta*y*x if y*yhat <= 0 else w"]) == 3
    assert "NONE" in capsys.readouterr().out
    assert main(["derive", "w + @"]) == 2
    assert capsys.readouterr().err.startswith("boundcheck: cannot read")


def test_where_the_best_constants_are_not_rational_larger_ones_are_proved() -> None:
    """The best a is (9 - sqrt(33))/2; power: it is larger, by less than one in ten thousand."""
    asked: dict[str, Any] = {"c": 3, "where": {"eta": "1/2", "X": 1}}
    found = derive(rule("w + eta*(y - yhat)*x", outcomes="points"), "squared", "squared", **asked)
    assert found.outcome == "derived"
    assert "no closed form" in str(found)
    excess = found.parts[0].a - (9 - sympy.sqrt(33)) / 2
    assert 0 < excess < sympy.Rational(1, 10**4)


def test_how_near_a_bound_comes_that_is_attained_at_one_rate() -> None:
    """On separable labels the Perceptron's bound is attained at eta = 1/X**2; elsewhere the ratio says how near."""
    extremal = derive("w + eta*y*x if y*yhat <= 0 else w", separable=True).parts[0].extremal
    assert extremal is not None
    assert not extremal.attained
    assert sympy.simplify(extremal.ratio - eta * X**2 * (2 - eta * X**2)) == 0
    assert extremal.ratio.subs(eta, 1 / X**2) == 1


def test_the_factor_of_the_loss_may_be_a_quotient() -> None:
    of, given = PERCEPTRON, {"gain": "mistake", "loss": "hinge"}
    at_two = derive(of, c="2/(2 - X**2*eta)", where={"eta": "1/X**2"}, **given)  # type: ignore[arg-type]
    assert (at_two.parts[0].b, at_two.parts[0].c) == (0, 2)
    with pytest.raises(BoundcheckError, match="give a quotient of polynomials"):
        derive(of, c="ln(X)", **given)  # type: ignore[arg-type]


def test_the_factor_of_the_loss_may_have_a_parameter_of_its_own() -> None:
    """Power: a factor in a symbol that the cases do not have ended in a NameError."""
    below, above = derive(PERCEPTRON, c="C").parts
    assert above.conditions == "2 + C*X**2*eta <= 2*C"
    assert equal(above.bound, U**2 / (eta * (2 - X**2 * eta)))
    assert equal(below.bound, C * U**2 / (2 * eta) + l * (1 - C + C * X**2 * eta / 2))


@pytest.mark.parametrize("asked", [{"c": "1/(1 - C)"}, {"where": {"eta": "1/(1 - C)"}, "separable": True}])
def test_values_may_have_poles(asked: dict[str, Any]) -> None:
    """Power: the pole at C = 1, a sample, ended in a TypeError, or in numbers that are none."""
    found = derive(PERCEPTRON, **asked)
    assert found.outcome == "derived"
    within = found.claim().hypotheses[-1].formula, found.claim().hypotheses[-2].formula
    assert {"0 < 1 - C", "0 < 1/(1 - C)"} & {*within}


def test_signs_within_an_update_are_not_mixed() -> None:
    """Power: with the cases in which one sign(y - yhat) is 1 and the other is -1 the update has no form."""
    moved = "w*exp(eta*sign(y - yhat)*x)"
    of = rule(f"U*{moved}/sum({moved})", start={"w": "U/n"}, outcomes="points")
    assert derive(of, "absolute", "absolute").bound == U * sympy.log(n) / eta + U * X**2 * eta * l / 2


def test_what_was_not_derived_is_not_tuned() -> None:
    """Power: an index of nothing ended in an IndexError."""
    nothing = derive(rule("w + y*x"))
    with pytest.raises(BoundcheckError, match="part 0 is asked for; 0 are derived no inequality"):
        nothing.tune("eta")
    with pytest.raises(BoundcheckError, match="part 1 is asked for; 1 are derived"):
        derive(rule("w + eta*y*x if y*yhat <= 0 else w"), separable=True).claim(1)


def test_the_status_is_that_of_the_claim() -> None:
    """Power: a bound whose rate falls with the updates, which z3 alone proves, was called derived."""
    box = "max(-R, min(R, w + eta*y*x)) if y*yhat < 1 else w"
    at_rates = derive(f"{box} with eta = C/sqrt(updates + 1)", gain="hinge", loss="hinge")
    assert (at_rates.outcome, at_rates.status) == ("derived", "proposed")
    assert at_rates.certificates[0].missing
    found = derive("w - eta*x", "linear", "linear")
    assert (found.status, prove_claim(found.claim()).status) == ("derived", "checked")
    assert derive("w - eta*y*x if y*yhat <= 0 else w").status == "none"
