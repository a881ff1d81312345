"""The checker of plays against any learner: what it confirms is so, and what is not so it does not confirm."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest

from tests.verify.optimal.plays import certificate, played
from verify import kernel, kernel_worst
from verify.optimal.record import plays

TUNED = {"symbols": {"X": "> 0", "c": "> 0"}, "norm": "X", "margin": "c", "outcome": "c"}
TUNED |= {"with": {"U": "c*sqrt(l)/X", "X": "X"}}
EIGHT = {"symbols": {"X": "> 0", "tau": "> 0"}, "norm": "X", "margin": "2*tau", "outcome": "2*tau"}
EIGHT |= {"with": {"U": "2*tau*sqrt(l)/X", "X": "X", "tau": "tau"}}
FIVE: dict[str, Any] = {"symbols": {"X": "> 0"}, "norm": "X", "margin": "1", "with": {"U": "sqrt(l)/X", "X": "X"}}
PREDICTIONS = ("0", "t - 2", "(5 - 2*t)/7", "if(t == 2, 1/5, -3/2)")


def confirmed(document: dict[str, Any]) -> bool:
    return kernel_worst.confirm(json.dumps(document), kernel.statements())[0]


@pytest.mark.parametrize("claim", sorted(plays()))
def test_what_is_confirmed_is_so_at_numbers_too(claim: str) -> None:
    """Power: another judge, which plays the trials and computes every premise, against predictions of all kinds."""
    document = certificate(claim, **plays()[claim])
    assert confirmed(document)
    if document["play"].get("moves") == "examples":
        return  # its learner has to be linear: see below
    for predictions in PREDICTIONS:
        found = played(document, predictions)
        assert found.status in ("HOLDS", "VIOLATED"), (predictions, found)
        assert found.left is not None
        assert found.right is not None
        if document["factor"] == "1":
            assert kernel.sign(found.left - found.right) >= 0, predictions


def test_a_play_that_turns_its_examples_is_so_at_numbers_too() -> None:
    """The example is -x where w.x would be negative; the weights here are t - 2 in every entry."""
    statement = kernel.statements()["classics.ogd.linear"]
    learner = {"rule": {"w": "0*w + t - 1"}, "predict": "dot(w, x)", "start": {"w": "-1"}}
    X, eta = Fraction(3, 2), Fraction(1, 3)
    signs = [-1, -1, 1, 1]
    trials = [{"x": [str(s * X * (i == j)) for j in range(4)], "outcome": "+1"} for i, s in enumerate(signs)]
    u = [str(-s * eta * X) for s in signs]
    instance = {"n": 4, "trials": trials, "comparator": u, "parameters": {"eta": str(eta), "U": str(2 * X * eta)}}
    found = kernel.judge({**statement, "learner": learner}, instance)
    assert found.status in ("HOLDS", "VIOLATED")
    assert kernel.sign(found.left - found.right) >= 0  # type: ignore[operator]


@pytest.mark.parametrize(
    ("predict", "known"),
    [("-U*X", False), ("dot(w, x) - U*X", False), ("abs(dot(w, x))", False), ("dot(x, x)", False),
     ("dot(w, x)", True), ("-2*dot(x, w)/t if t > 2 else 0", True)],
)  # fmt: skip
def test_only_against_linear_learners_an_example_is_turned(predict: str, known: bool) -> None:
    """Power: the one that predicts -U*X pays less than 0 on every run, and none that predicts w.x does."""
    play = {"symbols": {"X": "> 0"}, "norm": "X", "margin": "1", "moves": "examples"}
    play |= {"with": {"U": "sqrt(l)/X", "X": "X", "eta": "1"}}
    changes: dict[str, Any] = {"bound": "U**2*X**2/2", "compare": [{"value": "sum_t(yhat) - sum_t(ux)"}]}
    learner = {"rule": {"w": "w - x"}, "predict": predict}
    assert confirmed(certificate("classics.ogd.linear", play, learner=learner, **changes)) == known


@pytest.mark.parametrize("claim", sorted(plays()))
def test_no_more_than_what_is_paid_is_confirmed(claim: str) -> None:
    """Power: a thousandth more than what is forced is one thousandth too much, for every play of the record."""
    found = plays()[claim]
    assert not confirmed(certificate(claim, found["play"], f"({found['factor']})*999/1000"))
    more = f"({kernel.statements()[claim]['bound']})*1001/1000"
    assert not confirmed(certificate(claim, **found, bound=more))


LIES: dict[str, dict[str, Any]] = {
    "the margin is below what is separable": {**FIVE, "margin": "99/100"},
    "the comparator is longer than U": {**FIVE, "with": {"U": "99/100*sqrt(l)/X", "X": "X"}},
    "the comparator is longer than U for some l": {**FIVE, "with": {"U": "1/X", "X": "X"}},
    "examples are longer than X": {**FIVE, "norm": "2*X"},
    "a tie has the outcome that the prediction 0 has": {**FIVE, "symbols": {"X": "> 0"}, "tie": -1, "margin": "1/2"},
    "a margin that may be 0": {**FIVE, "symbols": {"X": "> 0", "d": ">= 0"}, "margin": "d"},
    "a margin of either sign": {**FIVE, "symbols": {"X": "> 0", "d": "> 0"}, "margin": "1 - d"},
    "a quotient by what may be 0": {**FIVE, "symbols": {"X": "> 0", "d": ">= 0"}, "norm": "X*d/d"},
    "a value that speaks of trials": {**FIVE, "with": {"U": "sqrt(l)/X*max_t(1)", "X": "X"}},
    "a part that is not 0 anywhere": {**FIVE, "with": {"U": "sqrt(l + 1/2)/X", "X": "X"}, "fractions": ["1/2 + X"]},
    "a part that may be negative": {**FIVE, "symbols": {"X": "> 0", "r": ">= 0"}, "fractions": ["-r"]},
    "a length that is not whole": {**FIVE, "length": "3/2"},
    "no trials": {**FIVE, "length": "0"},
    "a length that depends on symbols": {**FIVE, "length": "X"},
    "u is too long for a play of that length": {**FIVE, "length": "5", "with": {"U": "2/X", "X": "X"}},
    "no value for U": {**FIVE, "with": {"X": "X"}, "symbols": {"X": "> 0"}, "norm": "2*X"},
}


@pytest.mark.parametrize("lie", LIES)
def test_a_play_that_breaks_its_rules_is_not_confirmed(lie: str) -> None:
    assert confirmed(certificate("bylander.5", FIVE))
    try:
        assert not confirmed(certificate("bylander.5", LIES[lie]))
    except kernel.Malformed:
        return


WIDE = {**FIVE, "symbols": {"X": "> 0", "r": ">= 0"}, "with": {"U": "sqrt(l)*(1 + r)/X", "X": "X"}}


def test_a_whole_part_stays_where_less_than_1_is_above_it() -> None:
    """Power: without the part, or with another one than is above a whole number, floor(U**2*X**2) is not known."""
    assert confirmed(certificate("bylander.5", {**WIDE, "fractions": ["l*r*(r + 2)"]}))
    for parts in ([], ["l*r*r"], ["l*r*(r + 2)/2"], ["r"]):
        assert not confirmed(certificate("bylander.5", {**WIDE, "fractions": parts}))
    more = {"bound": "floor(U**2*X**2 + 1/2)"}
    assert not confirmed(certificate("bylander.5", {**WIDE, "fractions": ["l*r*(r + 2)"]}, **more))
    four = {**FIVE, "length": "4", "with": {"U": "11/(5*X)", "X": "X"}}
    assert confirmed(certificate("bylander.5", four))
    assert not confirmed(certificate("bylander.5", {**four, "with": {"U": "3/X", "X": "X"}}))


@pytest.mark.parametrize(
    ("U", "enough"), [("sqrt(7)", True), ("53/20", True), ("2645/1000", False), ("sqrt(6)", False)]
)
def test_roots_of_numbers_are_compared_exactly(U: str, enough: bool) -> None:
    """Power: seven orthogonal examples of norm 1 need a u of norm sqrt(7), 2.6457...: no less is confirmed."""
    seven = {**FIVE, "symbols": {}, "norm": "1", "length": "7", "with": {"U": U, "X": "1"}}
    assert confirmed(certificate("bylander.5", seven)) == enough


FORMS: dict[str, dict[str, Any]] = {
    "l is declared": {**FIVE, "symbols": {"l": "> 0", "X": "> 0"}},
    "a symbol that is no name": {**FIVE, "symbols": {"X": "> 0", "q:": "> 0"}},
    "a symbol that may be negative": {**FIVE, "symbols": {"X": "any"}},
    "what the claim defines": {**FIVE, "with": {**FIVE["with"], "eta": "1"}},
    "a part that is not known": {**FIVE, "learner": "0"},
    "cuts that fall": {**FIVE, "cuts": ["1", "1/2"]},
    "cuts without end": {**FIVE, "cuts": ["1"] * 20},
    "a tie on no side": {**FIVE, "tie": 0},
    "no margin": {name: part for name, part in FIVE.items() if name != "margin"},
}


@pytest.mark.parametrize("form", FORMS)
def test_what_is_no_play_is_refused(form: str) -> None:
    with pytest.raises(kernel.Malformed):
        confirmed(certificate("bylander.5", FORMS[form]))


@pytest.mark.parametrize(
    ("claim", "play", "changes"),
    [
        # a mistake that does not count ties: a learner that predicts 0 pays nothing
        ("classics.perceptron.hinge.sharp", {}, {"compare": [{"value": "sum_t(1 if y*yhat < 0 else 0)"}]}),
        # a loss that falls again far from 0: a learner that predicts 10 on the wrong side pays less
        ("classics.pa", {}, {"compare": [{"value": "sum_t(max(0, min(1 - y*yhat, 12 + y*yhat))**2)"}]}),
        # an amount that sees the learner's state, or which trial it is
        ("classics.pa", {}, {"compare": [{"value": "sum_t(update*max(0, 1 - y*yhat)**2)"}]}),
        ("classics.pa", {}, {"compare": [{"value": "sum_t(t*max(0, 1 - y*yhat)**2)"}]}),
        # a bound that speaks of the dimension, and one from below
        ("classics.pa", {}, {"bound": "U**2*X**2*n"}),
        ("classics.pa", {}, {"relation": ">="}),
        # a premise on what the learner does
        ("classics.pa", {}, {"hypotheses": {"quiet": "sum_t(abs(yhat)) <= 1"}}),
        ("classics.pa", {}, {"hypotheses": {"not always 0": "not all_t(yhat == 0)"}}),
        ("classics.pa", {}, {"hypotheses": {"once above": "all_t(yhat <= 0) == 0"}}),
        # the whole part of what need not be whole, beside all that is paid
        ("classics.pa", {}, {"bound": "U**2*X**2 + floor(U*X)"}),
        ("classics.pa", {}, {"bound": "ceiling(U**2*X**2/2 + U**2*X**2/3)"}),
    ],
)  # fmt: skip
def test_what_a_learner_could_escape_is_not_confirmed(
    claim: str, play: dict[str, Any], changes: dict[str, Any]
) -> None:
    """Power: in each a learner pays less than the bound, or what it pays is not known of every learner."""
    found = plays()[claim]["play"] | play
    assert confirmed(certificate(claim, found))
    assert not confirmed(certificate(claim, found, **changes))


def test_damaged_plays_are_confirmed_only_if_they_are_so() -> None:
    """Power: formulas of plays changed at random; what is still confirmed holds at numbers, by the other judge."""
    draw, kept = random.Random(5), 0
    for _ in range(150):
        claim = draw.choice(["bylander.2", "bylander.8", "classics.perceptron.hinge2", "classics.gd.square"])
        play = json.loads(json.dumps(plays()[claim]["play"]))
        place = draw.choice([key for key in ("margin", "outcome", "norm") if key in play])
        if draw.random() < 1 / 2:
            name = draw.choice(sorted(play["with"]))
            play["with"][name] = f"({play['with'][name]})*{draw.choice(['2', '1/2', 'X', 'sqrt(l)', '3/2', 'l'])}"
        else:
            play[place] = f"({play[place]})*{draw.choice(['2', '1/2', 'X', '3/2', 'sqrt(l)'])}"
        document = certificate(claim, play)
        if confirmed(document):
            kept += 1
            for predictions in PREDICTIONS:
                found = played(document, predictions)
                assert found.status in ("HOLDS", "VIOLATED"), (document, found)
                assert kernel.sign(found.left - found.right) >= 0  # type: ignore[operator]
    assert kept < 60


def test_learners_with_coins_are_told_apart() -> None:
    """A convex loss is paid on average by learners with coins too; half a mistake would be on a coin."""

    def said(claim: str) -> str:
        return " ".join(kernel_worst.confirm(json.dumps(certificate(claim, **plays()[claim])), kernel.statements())[1])

    assert "on average, if by coins" in said("classics.ogd.hinge")
    assert "on average, if by coins" in said("bylander.8")
    assert "on average, if by coins" in said("classics.gd.square")
    assert "without coins" in said("bylander.5")
    assert "without coins" in said("classics.perceptron.hinge.mohri")


WORK = {
    "a power of a sum": {**TUNED, "margin": "(1 + c + X)**40"},
    "towers of powers": {**TUNED, "margin": "c*((((7/3)**60)**60)**60)**60"},
    "many cuts": {**TUNED, "cuts": [f"{i + 1}*(1 + c + X)**5" for i in range(7)]},
    "sums of roots": {**TUNED, "margin": "+".join(f"sqrt({p}*c*X)" for p in range(1, 90))},
}


@pytest.mark.parametrize("name", WORK)
def test_work_on_plays_is_counted(name: str) -> None:
    """No play takes more than the usual work: it is refused before."""
    with kernel.within(kernel.Budget()) as budget, suppress(kernel.Malformed):
        confirmed(certificate("bylander.2.tuned", WORK[name]))
    assert budget.steps < 2 * kernel.MAX_STEPS
