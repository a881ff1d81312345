"""Tuning a claim: its premises are the range of what is tuned."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from random import Random
from typing import Any

import pytest
import sympy

from bounds import symbols as s
from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim
from bounds.claims.hypotheses import parameter
from bounds.claims.limits import premise
from bounds.claims.own import learner, own_claim
from bounds.claims.shown import claim_lines
from bounds.claims.tuning import tune_claim
from bounds.errors import BoundcheckError
from bounds.numbers import compare
from bounds.numbers.evaluate import evaluate, relation_holds
from bounds.optima import Tuning, TuningError, UnknownOptimum
from tests.ladder import rung
from verify import kernel

log, sqrt, floor, exp = sympy.log, sympy.sqrt, sympy.floor, sympy.exp


SLOW = ("modern.adam.printed", "modern.amsgrad")


def test_a_closed_end_of_the_range_is_the_minimum() -> None:
    """Power: read as an open end, 1/2 was an infimum that no eta attains, although the claim allows it."""
    tuning = tune_claim(theorem("kitani.wma"), "eta", where={"N": 2, "k": 1})
    assert tuning.optimum == sympy.Rational(1, 2)
    assert tuning.domain == "0 < eta <= 1/2"
    assert tuning.reason.startswith(
        "the minimum is at the end eta = 1/2, and would be at sqrt(log(2)) beyond it: convex"
    )
    best = evaluate(tuning.tuned, {})
    bound = theorem("kitani.wma").bound.subs({s.N: 2, s.k: 1})
    for i in range(1, 51):
        assert compare(evaluate(bound, {s.eta: Fraction(i, 100)}), best) == (0 if i == 50 else 1)
    inside = tune_claim(theorem("kitani.wma"), "eta", where={"N": 10, "k": 1000})
    assert compare(evaluate(inside.optimum, {}), Fraction(1, 2)) == -1


def test_an_open_end_is_an_infimum() -> None:
    """The same bound, of which the source says eta < 1 instead."""
    with pytest.raises(TuningError, match="infimum is at eta -> 1"):
        tune_claim(theorem("kitani.wma.printed"), "eta", where={"N": 10, "k": 1})


def test_the_range_is_that_of_the_premises() -> None:
    assert [claim_range("kitani.wma", s.eta), claim_range("kitani.wma.printed", s.eta)] == ["<=", "<"]
    assert claim_range("bylander.7", s.eta) == "<"
    assert [claim_range("kitani.wma.range", s.eta), claim_range("bylander.2", s.eta)] == ["<", None]
    free = dict(text.split(": ", 1) for name, text in claim_lines(theorem("kitani.wma")) if name == "free")
    assert free == {"eta": "learning rate, at most 1/2"}
    for identifier, text in (
        ("kitani.wma.printed", "below 1"),
        ("kitani.wma.range", "instances are made below 893/1000"),
        ("kw.dot", "instances are made below 120"),
    ):
        assert any(name == "free" and said.endswith(f", {text}") for name, said in claim_lines(theorem(identifier)))


def claim_range(identifier: str, symbol: Any) -> str | None:
    found = theorem(identifier).ranges[symbol].upper
    return None if found is None else found.operator


def test_an_open_lower_end_is_no_optimum() -> None:
    """Power: p >= 2 is attained at 2, p > 2 is not."""
    claim = theorem("gls.7.1a")
    assert tune_claim(claim, "p").optimum == 2
    others = tuple(h for h in claim.hypotheses if not h.text.startswith("p "))
    opened = dataclasses.replace(claim, hypotheses=(*others, parameter(s.p > 2)))
    with pytest.raises(TuningError, match="no minimum over p > 2"):
        tune_claim(opened, "p")


def test_an_optimum_that_breaks_another_premise_is_refused() -> None:
    """Power: eta = sqrt(log(2)/k) at k = 0.9 is below 1, but not where -log(1 - eta) <= ... holds."""
    claim = theorem("kitani.wma.range")
    assert tune_claim(claim, "eta", where={"N": 2, "k": 1}).optimum == sqrt(log(2))
    with pytest.raises(TuningError, match=r"breaks the premise -log\(1 - eta\)"):
        tune_claim(claim.replace(bound=s.eta + sympy.Rational(81, 100) / s.eta), "eta")
    with pytest.raises(TuningError, match="may be at an end, in no closed form"):
        tune_claim(claim, "eta", where={"N": 10, "k": 1})


@rung("statement", deep=SLOW)
def test_advice_works(claim: Any) -> None:
    """Power: the message said to put values in, or to tune another parameter, where neither helped."""
    for symbol in claim.free:
        if not claim.bound.has(symbol) or symbol.is_integer:
            continue
        failure: TuningError | None = None
        try:
            tune_claim(claim, symbol)
        except TuningError as error:
            failure = error
        text = str(failure)
        assert "tune another" not in text
        numbers = failure.numbers if isinstance(failure, UnknownOptimum) else {}
        assert ("put values in" in text) == bool(numbers)
        if numbers:
            assert tune_claim(claim, symbol, where=numbers).symbol == symbol
        elif isinstance(failure, UnknownOptimum):
            assert f"no optimal {symbol} is known" in text


def compared_names(claim: Claim) -> set[str]:
    """Return the names in what is compared, as the independent checker reads it."""
    parts = kernel.statements()[claim.id]["compare"]
    texts = [part["value"] for part in parts] + [text for part in parts for text in part.get("with", {}).values()]
    return {name for text in texts for name in kernel.names_in(kernel.read(text))}


def keeps_premises(claim: Claim, values: dict[Any, Any]) -> bool:
    """Tell whether the premises on parameters alone hold at some values."""
    for found in filter(None, map(premise, claim.hypotheses)):
        if (found.left.free_symbols | found.right.free_symbols) <= values.keys():
            sign = compare(evaluate(found.left, values), evaluate(found.right, values))
            if sign is None or not relation_holds(found.operator, sign):
                return False
    return True


def with_defined(claim: Claim, values: dict[Any, Any]) -> dict[Any, Any]:
    """Return values with those of the parameters that the claim defines by them."""
    for name, value in claim.defines.items():
        values = {**values, name: evaluate(value, values)} if value.free_symbols <= values.keys() else values
    return values


def best_among(claim: Claim, tuning: Tuning, others: dict[Any, Any]) -> int:
    """Return at how many values nearby the bound was looked at, none being less; 0 where nothing is claimed."""
    symbol, known = tuning.symbol, with_defined(claim, others)
    optimum = evaluate(tuning.optimum, known)
    values = with_defined(claim, {**others, symbol: optimum})
    if not all(bool(condition.subs(known)) for condition in tuning.conditions) or not keeps_premises(claim, values):
        return 0
    best, looked_at = evaluate(claim.bound, values), 0
    for percent in (10, 50, 90, 99, 101, 110, 200, 1000):
        near = with_defined(claim, {**others, symbol: optimum * Fraction(percent, 100)})
        if keeps_premises(claim, near):
            looked_at += 1
            assert compare(evaluate(claim.bound, near), best) in (0, 1), (others, percent)
    return looked_at


@rung("statement", deep=SLOW)
def test_what_is_tuned_is_the_least_guarantee(claim: Any) -> None:
    """Power: where a rate stood in the gain as well, the infimum or minimum of the bound alone was called the best."""
    draw = Random(claim.id)
    for symbol in claim.free:
        if not claim.bound.has(symbol) or symbol.is_integer:
            continue
        if str(symbol) in compared_names(claim):
            with pytest.raises(TuningError, match=r"is also in|may be any real number"):
                tune_claim(claim, symbol)
            continue
        try:
            tuning = tune_claim(claim, symbol)
        except TuningError:
            continue
        said = (claim.bound, tuning.optimum, *tuning.conditions, *claim.defines.values())
        spoken = set().union(*(part.free_symbols for part in said)) - {symbol, *claim.defines}
        seen = 0
        for _ in range(12):
            others = {a: Fraction(draw.randint(1, 9), 1 if a.is_integer else draw.randint(1, 3)) for a in spoken}
            seen += best_among(claim, tuning, others)
        assert seen, "no sample shows anything"


PROD: dict[str, Any] = {"predict": "dot(w, x)/sum(w)", "start": "1", "outcomes": "points"}


@pytest.mark.parametrize("gain", ["-ln(1 - eta*yhat)/eta", "yhat - eta*yhat**2"])
def test_a_rate_in_the_gain_is_not_tuned_alone(gain: str) -> None:
    """Prod: at the least value of the bound alone, the gain is another one."""
    prod = own_claim(learner("w*(1 - eta*x)", **PROD), "ln(n)/eta + eta*l", gain=gain, loss="linear", given=["expert"])
    with pytest.raises(TuningError, match="eta is also in what is compared"):
        prod.tune("eta")
    moved = own_claim(
        learner("w*(1 - C*x)", **PROD),
        "ln(n)/eta + eta*l",
        gain=gain.replace("eta", "C"),
        given=["expert"],
        define={"C": "eta"},
    )
    with pytest.raises(TuningError, match="eta is also in what is compared"):
        moved.tune("eta")


def test_a_factor_that_moves_with_the_parameter_is_no_constant() -> None:
    """Power: only the parameter itself was looked for in the factor, not what it defines."""
    with pytest.raises(TuningError, match="tau is also in the factor"):
        descent(bound="U**2/tau + tau*l", times="1/(1 - C)", define={"C": "tau/2"}).tune("tau")


def test_values_keep_the_premises_that_are_left() -> None:
    """Power: tuned again at the values, the optimum p = 2 came without the premise on a."""
    tuning = tune_claim(theorem("gls.7.1c"), "p")
    (premise,) = [text for text in tuning.assumes if ">=" in text]
    assert premise == "2*X**2*a*uz >= delta*(Z**2 - uz**2/U**2)"
    assert premise.replace("X**2", "9") in [text.replace("18*", "2*9*") for text in tuning.at(X=3).assumes]


def test_whole_numbers_and_fixed_parameters_are_not_tuned() -> None:
    for identifier, symbol, message in (
        ("kw.batch", "d", "d is a whole number"),
        ("bylander.5", "eta", "fixes eta"),
        ("bylander.2", "zz", "zz"),
    ):
        with pytest.raises(BoundcheckError, match=message):
            tune_claim(theorem(identifier), symbol)


def test_the_end_of_a_range_is_that_of_its_premise_alone() -> None:
    """Power: without the premise there is no end, with another one the end is that one, and a hint is none."""
    claim = theorem("kitani.wma")
    assert claim.replace(without="eta <= 1/2").ranges[s.eta].end is None
    others = tuple(h for h in claim.hypotheses if h.name != "eta <= 1/2")
    moved = dataclasses.replace(claim, hypotheses=(*others, parameter(s.eta < sympy.Rational(1, 3))))
    assert (moved.ranges[s.eta].upper, moved.ranges[s.eta].number) == ((s.eta, "<", Fraction(1, 3)), Fraction(1, 3))
    assert theorem("kitani.wma.range").ranges[s.eta].end == sympy.Rational(893, 1000)
    assert theorem("kitani.wma.range").replace(without="range").ranges[s.eta].end == 1


def test_an_end_beside_a_free_parameter_is_refused() -> None:
    with pytest.raises(
        BoundcheckError,
        match=r"free is \{eta: 1\}; give the free parameters as a tuple",
    ):
        dataclasses.replace(theorem("kitani.wma"), free={s.eta: 1})  # type: ignore[arg-type]


def test_no_hint_repeats_a_premise() -> None:
    """How far instances are made is said only where no premise gives the same end."""
    for claim in catalogue():
        for symbol, found in claim.ranges.items():
            assert found.made_below is None or found.upper is None or found.made_below < found.upper.right, symbol


OGD = "w + eta*y*x if y*yhat < 1 else w"
REGRET = "U**2/(2*eta) + eta*X**2*l/2"


def descent(*given: str, bound: str = REGRET, **more: Any) -> Claim:
    ball = ["norm(u, 2) <= U", "norm(x, 2) <= X"]
    return own_claim(OGD, bound, gain="hinge", loss="hinge", given=[*ball, *given], **more)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (("eta < 1", "eta < 1/100"), "eta -> 1/100"),
        (("eta < 1/100", "eta < 1"), "eta -> 1/100"),
        (("eta != 1/2",), "not read"),
        (("eta < 1/100 or eta > 5",), "not read"),
        (("not eta >= 1/100",), "not read"),
        (("eta < (1/100 if X > 0 else 3)",), "not read"),
    ],
)
def test_the_best_rate_keeps_every_premise(given: tuple[str, ...], reason: str) -> None:
    """Power: the best rate of all, 1/2, breaks each of these premises, so that nothing is claimed at it."""
    where = {"U": 1, "X": 1, "l": 4}
    assert descent().tune("eta", where=where).optimum == sympy.Rational(1, 2)
    with pytest.raises(TuningError, match=reason):
        descent(*given).tune("eta", where=where)


def test_what_is_defined_by_the_rate_moves_with_it() -> None:
    """Power: with C = 1/eta left as it is, U/(X sqrt(l)) would be the best rate."""
    tuned = descent("C > 0", bound=f"{REGRET} + C", define={"C": "1/eta"}).tune("eta")
    assert tuned.optimum == sympy.sqrt(s.U**2 + 2) / (s.X * sympy.sqrt(s.l))


def test_what_is_defined_by_the_rate_keeps_its_domain() -> None:
    """Power: at the best rate of all tau = 1 - eta would be -3, and k = 1/eta no whole number: nothing is claimed."""
    where = {"U": 4, "X": 1, "l": 1}
    defined = descent(bound=f"{REGRET} + tau - tau", define={"tau": "1 - eta"})
    with pytest.raises(UnknownOptimum, match="eta = 4 breaks the premise tau > 0"):
        defined.tune("eta", where=where)
    assert defined.tune("eta", where={**where, "U": "1/2"}).optimum == sympy.Rational(1, 2)
    with pytest.raises(TuningError, match="k = 1/eta has to be a whole number"):
        descent(bound=f"{REGRET} + k - k", define={"k": "1/eta"}).tune("eta", where=where)


@pytest.mark.parametrize("said", ["eta*xx <= 1", "norm(x, 2) <= 1/eta", "sum_t(1 if y*yhat <= eta else 0) <= 3"])
def test_a_premise_on_the_data_that_speaks_of_the_rate_is_said(said: str) -> None:
    """Power: the best rate of the bound alone breaks the premise on examples that are long enough."""
    free, bounded = descent().tune("eta"), descent(said).tune("eta")
    assert free.unread == ()
    assert "the data" not in str(free)
    assert bounded.optimum == free.optimum
    (told,) = bounded.unread
    assert "eta" in told
    for shown in (bounded, bounded.at(U=1), bounded.at(U=1, X=2, l=9)):
        assert str(shown).endswith(f"where the data are such that eta keeps {told}")
