"""Exact worst cases: proved values are attained, bounds below them fall, and search never beats them."""

from __future__ import annotations

import dataclasses
import itertools
import json
import math
from fractions import Fraction
from typing import Any

import pytest

from bounds import symbols
from bounds.claims.catalogue import theorem
from bounds.claims.hypotheses import parameter
from bounds.errors import BoundcheckError
from bounds.expression import parse_number
from tests.verify.confirmed import confirmed_worst
from verify import kernel
from verify.certify import patterns, solver
from verify.certify.result import Request
from verify.certify.search import certify, worst_case
from verify.judge.certificate import statement
from verify.judge.check import Verdict
from verify.judge.status import Status
from verify.kernel_gram.program import GramProgram
from verify.own_data.completed import check
from verify.search.search import search
from verify.shrink.shrink import shrink

SIZES: list[tuple[str, dict[str, Any], int, str]] = [
    ("bylander.2", {}, 2, "7/2"),
    ("bylander.2", {}, 5, "21/4"),
    ("bylander.2", {"U": "1/2", "eta": 1}, 4, "17/8"),
    ("bylander.2", {"U": 3, "eta": "1/3"}, 4, "10"),
    ("bylander.2.tuned", {}, 4, "4"),
    ("bylander.5", {"U": "5/2"}, 7, "6"),
    ("bylander.5", {"U": "sqrt(3)"}, 4, "3"),
    ("bylander.5.delta", {"U": "3/2"}, 4, "2"),
    ("bylander.8", {}, 1, "3/2"),
    ("bylander.8", {"U": 3, "tau": "1/4"}, 3, "27/4"),
    ("bylander.8", {"U": 3, "tau": "3/4"}, 3, "3"),
    ("bylander.11", {}, 3, "15/8"),
    ("bylander.11", {"U": "sqrt(5)"}, 6, "5/2"),
    ("kitani.perc", {"gamma": "2/3"}, 4, "2"),
    ("gls.perceptron", {"U": 3, "delta": 2}, 3, "2"),
    ("gls.7.1a", {"U": 3, "delta": 2}, 3, "2"),
    ("bylander.5.loss", {}, 6, "9/2"),
]


@pytest.mark.parametrize(("identifier", "parameters", "length", "value"), SIZES)
def test_the_proved_value_is_attained(identifier: str, parameters: dict[str, Any], length: int, value: str) -> None:
    found = worst_case(identifier, length, **parameters)
    assert found.exact, found
    assert found.value == Fraction(value)
    assert found.verdict is not None
    assert found.verdict.status is Status.HOLDS


@pytest.mark.parametrize("part", [0, 1])
def test_both_comparisons_of_theorem_11_have_a_worst_case(part: int) -> None:
    assert worst_case("bylander.11", 4, part=part).value == 2


RATES = [("2", "1/2"), ("1/2", "1"), ("3", "1/3"), ("1", "4"), ("5/2", "2")]
VARIED: list[tuple[str, int, dict[str, Any]]] = [
    *(("bylander.2", length, {"U": U, "eta": rate}) for U, rate in RATES for length in (1, 2, 3)),
    *(("bylander.8", length, {"U": U, "tau": rate}) for U, rate in RATES for length in (2, 3)),
    *(("bylander.5", length, {"U": U}) for U, length in (("1", 1), ("3/2", 2), ("2", 4))),
    *(("bylander.11", length, {"U": U}) for U, length in (("2", 2), ("2", 4), ("3", 3))),
    ("kitani.perc", 2, {"gamma": "2/3"}),
    ("gls.perceptron", 2, {"U": "3", "delta": "2"}),
    ("gls.7.1a", 2, {"U": "3", "delta": "2"}),
]

FEW = [*VARIED[::3], *VARIED[-3:]]
SOME = [row if row in FEW else pytest.param(*row, marks=pytest.mark.deep) for row in VARIED]
"""Few of them are quick tests, of every claim one at least."""


@pytest.fixture
def solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program does not depend on the bound, so that each is solved once for all variants of a claim."""
    known: dict[str, Any] = {}

    def solve_once(program: GramProgram, *, possible: bool = False) -> Any:
        key = f"{possible} {program}"
        if key not in known:
            known[key] = solver.solve(program, possible=possible)
        return known[key]

    monkeypatch.setattr(patterns, "solve", solve_once)


@pytest.mark.usefixtures("solved_once")
@pytest.mark.parametrize(("identifier", "length", "given"), SOME)
def test_bounds_just_below_the_exact_value_fall(identifier: str, length: int, given: dict[str, Any]) -> None:
    """Power: certify tells the exact value from bounds that are 1, 0.1 and 0.01 percent smaller, and <= from <.

    Seven variants each of 34 claims, 204 of them false ones that are smaller.
    """
    worst = worst_case(identifier, length, **given)
    assert worst.exact

    def fallen(percent: str, relation: str) -> Verdict | None:
        bound = str(worst.witness * (1 - Fraction(percent) / 100)) if worst.witness is not None else ""
        claim = theorem(identifier).replace(bound=bound, relation=relation)
        found = patterns.by_pattern(Request(claim, statement(claim), length, given, math.inf))
        assert not found.reason
        return found.broken

    assert fallen("0", "<=") is None
    for percent, relation in itertools.product(("1", "1/10", "1/100"), ("<=", "<")):
        broken = fallen(percent, relation)
        assert broken is not None
        assert broken.status is Status.VIOLATED


def test_there_are_two_hundred_variants() -> None:
    assert len(VARIED) * 6 >= 200


def test_a_refuted_claim_has_an_ordinary_certificate() -> None:
    found = certify(theorem("bylander.8").replace(bound="U**2*X**2/(4*tau) - 1/1000"), 4)
    assert found.refuted
    assert found.certificate is not None
    assert kernel.confirm(json.dumps(found.certificate), kernel.statements())[0]


REFUTED_AT: list[tuple[str, str, int, dict[str, Any]]] = [
    ("bylander.2", "U**2/(2*eta) + eta*X**2*l/4", 3, {"U": 2, "X": 1, "eta": "1/2"}),
    ("bylander.5", "U**2*X**2/2", 3, {"U": "19/10"}),
    ("bylander.8", "U**2*X**2/(5*tau)", 3, {"U": 2, "tau": "1/2"}),
    ("kitani.perc", "R**2/gamma**2 - 1/2", 6, {"gamma": "2/3", "R": 1}),
    ("kitani.winnow", "5", 6, {"n": 6, "k": 2}),
    ("classics.ogd.absolute", "U**2/(2*eta) + eta*X**2*l/4", 2, {"U": 2, "eta": 1}),
    ("classics.gd.square", "U**2/(2*eta)", 2, {"U": 2, "X": 1}),
]


@pytest.mark.parametrize(("identifier", "bound", "length", "given"), REFUTED_AT)
def test_a_counterexample_is_at_the_parameters_that_are_given(
    identifier: str, bound: str, length: int, given: dict[str, Any]
) -> None:
    found = certify(theorem(identifier).replace(bound=bound), length, seconds=20, **given)
    assert found.counterexample is not None
    verdict = found.counterexample.verdict
    assert (verdict.status, verdict.instance.trials.l) == (Status.VIOLATED, found.length)
    for name, text in found.parameters.items():
        assert verdict.case.value(symbols.lookup(name)) == parse_number(text)
    assert {name: found.parameters[name] for name in given} == {name: str(value) for name, value in given.items()}
    assert kernel.confirm(json.dumps(found.certificate), kernel.statements())[0]


def test_a_claim_that_is_true_at_the_margin_given_does_not_fall_by_a_larger_margin() -> None:
    """At margin 1/3 at most 9 mistakes are made; at margin 1 one is, where 9/10*R**2/gamma**2 - 1/2 is 2/5."""
    claim = theorem("kitani.perc").replace(bound="9*R**2/(10*gamma**2) - 1/2")
    assert certify(claim, 6, gamma="1/3").status == "certified"


@pytest.mark.parametrize("identifier", ["bylander.2", "bylander.11", "classics.gd.square"])
def test_an_interrupt_keeps_the_lengths_that_are_proved(identifier: str) -> None:
    def interrupt(length: int, _: int) -> None:
        if length == 4:
            raise KeyboardInterrupt

    found = certify(identifier, 8, progress=interrupt)
    assert (found.status, found.length, found.interrupted) == ("certified", 3, True)
    assert found.reason == "it was interrupted at length 4"
    assert confirmed_worst(found.certificate)


def test_the_clock_ends_it_at_a_length_that_is_proved() -> None:
    lengths: list[int] = []
    found = certify("bylander.11", 400, seconds=0.1, progress=lambda length, _: lengths.append(length))
    assert found.status in ("certified", "open")
    last = lengths[-1] if lengths else 0
    assert found.length in (max(0, last - 1), last)  # the clock may end before a length is begun
    assert "time was up" in found.reason


BESIDE_SEARCH: list[tuple[str, int, dict[str, Any]]] = [
    ("bylander.2", 2, {"U": "2", "X": "1", "eta": "1/2"}),
    ("bylander.2", 3, {"U": "3", "X": "1", "eta": "1/3"}),
    ("bylander.8", 1, {"U": "2", "X": "1", "tau": "1/2"}),
    ("bylander.5", 3, {"U": "3/2", "X": "1"}),
    ("bylander.11", 3, {"U": "2", "X": "1"}),
    ("gls.perceptron", 2, {"U": "3", "delta": "2", "X": "1", "a": "1"}),
]


@pytest.mark.parametrize(("identifier", "length", "given"), BESIDE_SEARCH)
def test_search_never_beats_a_certified_value(identifier: str, length: int, given: dict[str, Any]) -> None:
    """The claim of sequences up to this length: what search and certify say never contradict each other."""
    worst = worst_case(identifier, length, **given)
    claim = theorem(identifier).replace(bound=str(worst.value), define=given)
    short = dataclasses.replace(claim, hypotheses=(*claim.hypotheses, parameter(symbols.l <= length, "short")))
    found = search(short, instances=300, jobs=1)
    assert found.verdict is None
    assert found.counts[Status.HOLDS] >= 5
    below = dataclasses.replace(short, bound=short.bound * Fraction(1, 2))
    assert worst.verdict is not None
    instance = dataclasses.replace(worst.verdict.instance, parameters={})
    assert check(below, instance).status is Status.VIOLATED


def test_a_mistake_bound_is_certified_for_every_length() -> None:
    found = certify("bylander.5", 8)
    assert (found.status, found.length) == ("certified for every length", 8)
    assert certify("bylander.2.tuned", 3).status == "certified"
    assert certify("bylander.5", 3, U=3).status == "certified for every length"


def test_a_bound_that_is_no_whole_number_is_certified_with_the_same_multipliers() -> None:
    """Separable data, U = 1.9: three mistakes are possible, and four are not."""
    claim = theorem("bylander.5").replace(bound=3)
    assert certify(claim, 10, U="19/10").status == "certified for every length"
    assert certify(theorem("bylander.5").replace(bound=2), 10, U="19/10").refuted


def test_a_claim_about_each_trial_is_certified_by_its_branches() -> None:
    found = certify("bylander.10", 3)
    assert (found.status, found.means) == ("certified for every length", "the branches of the rule")
    worst = worst_case("bylander.10", 3)
    assert (worst.value, worst.exact, str(worst)) == (Fraction(0), True, "0 above the bound of a trial, l=1")
    with pytest.raises(BoundcheckError, match="cannot be certified"):
        certify(theorem("bylander.10").replace(relation="<"), 3)


@pytest.mark.parametrize(("bound", "above"), [("loss - 1/100", "1/100"), ("loss*9/10", "1/10"), ("1/2", "1/2")])
def test_a_smaller_bound_of_each_trial_falls_by_what_it_is_exceeded(bound: str, above: str) -> None:
    """Power: the loss is met at predictions from -1/2 to 1/2, and 1/2 is exceeded where they are at most -1/2."""
    claim = theorem("bylander.10").replace(bound=bound)
    assert certify(claim, 3).refuted
    worst = worst_case(claim, 3)
    assert (worst.value, worst.exact) == (Fraction(above), True)


def test_a_bound_that_grows_slower_than_the_amount_of_a_trial_has_no_worst_case() -> None:
    claim = theorem("bylander.10").replace(bound="-loss")
    assert certify(claim, 3).refuted
    with pytest.raises(BoundcheckError, match="without limit"):
        worst_case(claim, 3)


def test_a_negative_bound_falls_by_the_empty_sequence() -> None:
    found = certify(theorem("bylander.5").replace(bound=-1), 4)
    assert found.counterexample is not None
    assert found.counterexample.verdict.instance.trials.l == 0


def test_without_a_premise_there_is_no_bound() -> None:
    found = certify(theorem("bylander.5").replace(without="comparator"), 6)
    assert found.refuted or found.status == "open"


@pytest.mark.parametrize(
    ("identifier", "reason"),
    [
        ("bylander.3", "exponentiated(eta, U) has no Gram form"),
        ("gls.7.1b", "start anywhere"),
        ("bylander.fn5", "comparator.s mistakes"),
        ("bylander.4", ">="),
        ("bylander.2.step", "=="),
        ("kw.thm3", "=="),
    ],
)
def test_what_has_no_gram_form_is_refused_with_the_reason(identifier: str, reason: str) -> None:
    with pytest.raises(BoundcheckError, match=f"cannot be certified: .*({reason.replace('(', '.').replace(')', '.')})"):
        certify(identifier, 3)


def test_other_norms_than_the_euclidean_are_refused_but_at_p_2() -> None:
    assert certify("gls.7.1a", 3, p=2).status == "certified for every length"
    with pytest.raises(BoundcheckError, match="at p = 3"):
        certify("gls.7.1a", 3, p=3)


def test_wrong_parameters_are_named() -> None:
    with pytest.raises(BoundcheckError, match="no open parameter C"):
        certify("bylander.5", 3, C=3)
    with pytest.raises(BoundcheckError, match="fixes eta"):
        certify("bylander.5", 3, eta=3)
    for length, said in (
        (0, "from 1 to"),
        (2001, "from 1 to"),
        (2.5, "give a whole number"),
        ("3", "give a whole number"),
    ):
        for judged in (certify, worst_case):
            with pytest.raises(BoundcheckError, match=said):
                judged("bylander.5", length)  # type: ignore[arg-type]
    with pytest.raises(BoundcheckError, match=r"U is the float 0\.5"):
        certify("bylander.5", 3, U=0.5)


def test_numbers_beyond_floats_are_refused_by_name() -> None:
    for identifier in ("bylander.2", "bylander.5"):
        with pytest.raises(BoundcheckError, match="a number is too large for the solver"):
            certify(identifier, 2, U=10**300)


def test_what_is_proved_and_not_attained_is_called_at_most() -> None:
    irrational, nothing = certify("bylander.2", 1, U="sqrt(2)"), certify("bylander.2", 1, U=0)
    assert irrational.lines()[0] == "  worst case   l = 1: at most 19601/13860, a sequence reaches 4756/3363"
    assert nothing.lines()[0] == "  worst case   l = 1: at most 3/268435456, a sequence reaches 0"


def test_counterexamples_are_ordinary_violations() -> None:
    found = certify(theorem("bylander.5").replace(bound="U**2*X**2*3/4"), 6)
    assert found.counterexample is not None
    assert shrink(found.counterexample.verdict, checks=50).verdict.status is Status.VIOLATED
    assert found.as_json()["status"] == "refuted"
    assert found.as_json()["counterexample"] == found.certificate
    assert certify("bylander.2", 1).as_json()["counterexample"] is None
    first = found.counterexample.verdict.instance.trials.examples[0]
    assert sum(line.startswith("  trial 1") for line in found.lines()) == 1
    assert f"x = ({', '.join(map(str, first))})" in str(found)
