"""Variants that follow from a claim; and what does not follow, which an implication that forgets something lets by."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
import z3

from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim, Hypothesis
from bounds.claims.limits import relation_of
from bounds.claims.own import own_claim
from bounds.domains import POSITIVE, REAL
from bounds.errors import BoundcheckError
from bounds.formulas import Apply
from tests.ladder import rung
from verify.cli import main
from verify.logic.record import Checked
from verify.proofs import coq_run
from verify.prove import implied, prove, proved_ids
from verify.prove.implied import Implication, difference
from verify.search.search import search

TWO, FIVE, SEVEN = theorem("bylander.2"), theorem("bylander.5"), theorem("bylander.7")
OWN = own_claim(
    "w + max(0, 1 - y*yhat)/xx*y*x",
    "U**2*X**2",
    gain="squared_hinge",
    given=["norm(u, 2) <= U", "norm(x, 2) <= X", "separable"],
)


LESS = dataclasses.replace(OWN, bound="U**2*X**2 - 1")
SMALL = Hypothesis("small", "eta < 1/2", formula="eta < 1/2")


def doubled(identifier: str) -> Claim:
    claim = theorem(identifier)
    return claim.replace(bound=2 * claim.bound)


def lying(formula: str) -> Hypothesis:
    """Return a premise that asks for nothing, whatever its formula says."""
    return Hypothesis("lie", formula, lambda _: Fraction(1))


def changed(claim: Claim, **parts: Any) -> Claim:
    return dataclasses.replace(claim, id=f"{claim.id}*", base=claim, **parts)


FOLLOWS: dict[str, tuple[str, Callable[[], Claim]]] = {
    "doubled": ("bylander.2", lambda: doubled("bylander.2")),
    "doubled, with ln n >= 0": ("bylander.3", lambda: doubled("bylander.3")),
    "doubled, being above a count": ("gls.4.1", lambda: doubled("gls.4.1")),
    "doubled, being above a sum of losses": ("", lambda: LESS.replace(bound=2 * LESS.bound)),
    "by a premise of one's own": (
        "bylander.2",
        lambda: changed(TWO, bound="U**2/(2*eta) + X**2*l/4", hypotheses=(*TWO.hypotheses, SMALL)),
    ),
    "doubled, rounded down": ("bylander.5", lambda: FIVE.replace(bound="floor(2*U**2*X**2)")),
    "without rounding down": ("bylander.5", lambda: FIVE.replace(bound="U**2*X**2")),
    "one more": ("kitani.eq27", lambda: theorem("kitani.eq27").replace(bound="1 - N/2")),
    "theorem 12": ("bylander.12", lambda: theorem("bylander.12").replace(bound="2*U**2*X**2*log(n)")),
    "another logarithm": ("bylander.6", lambda: theorem("bylander.6").replace(bound="2*U**2*X**2*log2(n)")),
    "a rate": ("bylander.2", lambda: TWO.replace(define={"eta": "1/X**2"}, bound="(U*X)**2/2 + l/2")),
    "a rate within its range": ("bylander.7", lambda: SEVEN.replace(define={"eta": "1/(U*X**2)"})),
    "a tuned rate, by the claim for any": (
        "bylander.2",
        lambda: theorem("bylander.2.tuned").replace(define={"eta": "1/X**2"}, bound="(U*X)**2/2 + l/2"),
    ),
    "the same rate, written otherwise": (
        "bylander.2.tuned",
        lambda: theorem("bylander.2.tuned").replace(define={"eta": "U*sqrt(l)/(X*l)"}),
    ),
    "a weaker relation": ("bylander.5.loss", lambda: theorem("bylander.5.loss").replace(relation="<=")),
    "an equality at least": ("bylander.const", lambda: theorem("bylander.const").replace(relation=">=")),
    "another premise besides": (
        "bylander.5",
        lambda: changed(FIVE, hypotheses=(*FIVE.hypotheses, theorem("bylander.6").hypotheses[3])),
    ),
    "a premise that a rate says": ("bylander.5", lambda: FIVE.replace(without="X > 0")),
    "a premise that the others say": (
        "bylander.2.tuned",
        lambda: theorem("bylander.2.tuned").replace(without="l >= 1", define={"X": "1/l"}),
    ),
}


@pytest.mark.parametrize(("identifier", "make"), FOLLOWS.values(), ids=FOLLOWS)
def test_a_weaker_variant_follows(identifier: str, make: Callable[[], Claim]) -> None:
    assert Implication(make(), theorem(identifier) if identifier else LESS).holds


def test_a_claim_about_the_sign_of_the_same_amount_is_used() -> None:
    """Power: (29) doubled follows with (30), which the sum of the weights has; not without a premise of (30)."""
    claim, sign = theorem("kitani.eq29"), theorem("kitani.eq30")
    assert not Implication(doubled(claim.id), claim).holds
    assert Implication(doubled(claim.id), claim, [sign]).holds
    assert prove(doubled(claim.id)).follows_from is not None
    assert not Implication(doubled(claim.id).replace(without="inputs"), claim, [sign]).taken
    assert not Implication(doubled("kitani.eq28"), theorem("kitani.eq28"), [sign]).taken


CASES = Hypothesis("cases", "X < 1/U unless U = 5", formula="X < if(U == 5, X + 1, 1/U)")


def wide(claim: Claim) -> Claim:
    return changed(claim, domains={"eta": REAL})


def undefined(bound: str) -> Claim:
    return TWO.replace(bound=bound)


STRONGER: dict[str, tuple[Claim, Callable[[], Claim]]] = {
    "half": (TWO, lambda: TWO.replace(bound=TWO.bound / 2)),
    "one less": (TWO, lambda: TWO.replace(bound=TWO.bound - 1)),
    "a negative bound doubled": (theorem("kitani.eq27"), lambda: doubled("kitani.eq27")),
    "the smaller of two": (TWO, lambda: TWO.replace(bound="Min(U**2/(2*eta) + X**2*eta*l/2, U**2/eta)")),
    "a smaller logarithm": (theorem("bylander.6"), lambda: theorem("bylander.6").replace(bound="U**2*X**2*log2(n)")),
    "a product of norms below 1": (FIVE, lambda: FIVE.replace(bound="(U*X)**4/4")),
    "a strict relation": (TWO, lambda: TWO.replace(relation="<")),
    "the other relation": (TWO, lambda: TWO.replace(relation=">=")),
    "a negative rate": (TWO, lambda: TWO.replace(define={"eta": "-U"})),
    "a rate that may be 0": (theorem("gls.7.1a"), lambda: theorem("gls.7.1a").replace(define={"a": "U"})),
    "a rate at the end of its range": (
        SEVEN,
        lambda: SEVEN.replace(without="eta < 2/(U*X**2)", define={"eta": "2/(U*X**2)"}, bound="n*k + 9"),
    ),
    "a rate slightly outside of its range": (
        theorem("kitani.wma"),
        lambda: theorem("kitani.wma").replace(without="eta <= 1/2", define={"eta": "501/1000"}),
    ),
    "another rate": (FIVE, lambda: FIVE.replace(define={"eta": "2/X**2"})),
    "any real rate": (TWO, lambda: wide(TWO)),
    "without a premise of trials": (FIVE, lambda: FIVE.replace(without="separable")),
    "without a silent premise": (theorem("bylander.3"), lambda: theorem("bylander.3").replace(without="U > 0")),
    "without what pins a measure": (theorem("gls.wm"), lambda: theorem("gls.wm").replace(without="entropy")),
    "a premise that lies": (
        FIVE,
        lambda: changed(
            FIVE,
            bound="U**2/4",
            hypotheses=(*FIVE.hypotheses, lying("X < 1/2")),
        ),
    ),
    "a premise that says nothing in one case": (
        TWO,
        lambda: changed(TWO, bound="U**2/(2*eta) + X*eta*l/(2*U)", hypotheses=(*TWO.hypotheses, CASES)),
    ),
    "no value where the variant has one": (undefined("-1/X**2"), lambda: undefined("-1/(X**2 + 1)")),
    "no value where the variant has one, with a power": (undefined("-X**(-eta)"), lambda: undefined("0")),
    "a parameter without a value that nothing needs": (
        theorem("bylander.3.klinit"),
        lambda: theorem("bylander.3.klinit").replace(define={"eta": "1/X"}, bound="U*log(n)*ceiling(X/(X + 1))"),
    ),
    "what each comparison has of its own": (
        theorem("kitani.wma"),
        lambda: theorem("kitani.wma").replace(bound="2*log(N)/eta"),
    ),
}


@pytest.mark.parametrize(("claim", "make"), STRONGER.values(), ids=STRONGER)
def test_what_says_more_does_not_follow(claim: Claim, make: Callable[[], Claim]) -> None:
    assert not Implication(make(), claim).holds


OTHERS: dict[str, tuple[Claim, dict[str, Any]]] = {
    "learner": (TWO, {"learner": theorem("bylander.3").learner}),
    "quantity": (FIVE, {"quantity": theorem("bylander.5.loss").quantity}),
    "kind of outcomes": (FIVE, {"outcomes": TWO.outcomes}),
    "kind of comparator": (SEVEN, {"comparator": TWO.comparator}),
    "start": (TWO, {"start": "any"}),
    "geometry": (TWO, {"geometry": theorem("bylander.3").geometry}),
    "set of measures": (theorem("gls.wm"), {"measures": {}}),
}


@pytest.mark.parametrize("part", OTHERS)
def test_a_claim_about_something_else_does_not_follow(part: str) -> None:
    claim, parts = OTHERS[part]
    variant = changed(claim, **parts)
    assert difference(variant, claim) == f"another {part}"
    assert not Implication(variant, claim).holds


def test_words_neither_make_nor_break_a_claim() -> None:
    """Power: equal texts over another formula, or over a function, make something else; other texts make nothing."""
    renamed = tuple(dataclasses.replace(h, name=f"{h.name}'", text="in words") for h in FIVE.hypotheses)
    assert FIVE.learner is not None
    called = dataclasses.replace(FIVE.learner, text="Rosenblatt's machine")
    errors = dataclasses.replace(FIVE.quantity, text="errors")
    doubled_bound = 2 * FIVE.bound
    variant = changed(FIVE, bound=doubled_bound, hypotheses=renamed, learner=called, quantity=errors)
    assert Implication(variant, FIVE).holds
    losses = dataclasses.replace(FIVE.quantity, formula=({"value": "sum_t(loss)"},))
    maker = dataclasses.replace(FIVE.learner, make=lambda case: FIVE.learner.make(case))  # type: ignore[union-attr]
    weak = tuple(dataclasses.replace(h, formula=h.formula.replace(">= 1", ">= 1/2")) for h in FIVE.hypotheses)
    for parts in ({"quantity": losses}, {"learner": maker}, {"hypotheses": weak}):
        assert not Implication(changed(FIVE, bound=doubled_bound, **parts), FIVE).holds, parts


# --- planted faults --------------------------------------------------------------------------------------------


def no_premises(_: Implication) -> Iterator[tuple[str, Any]]:
    return iter(())


def one_case(formula: Any) -> Any:
    """Read what is said in the last case for what is said in all."""
    match formula:
        case Apply("<", (left, Apply("if", (_, _, last)))):
            return relation_of(Apply("<", (left, last)))
    return relation_of(formula)


FAULTS: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], list[str]]] = {
    "the premises": (
        lambda patch: patch.setattr(Implication, "_premises", no_premises),
        ["a rate slightly outside of its range", "a negative rate", "without a premise of trials", "any real rate"],
    ),
    "the sign of the amount": (
        lambda patch: patch.setattr(implied, "not_negative", lambda *_: True),
        ["a negative bound doubled"],
    ),
    "what parameters may be": (
        lambda patch: patch.setattr(Claim, "domain", lambda *_: POSITIVE),
        ["a rate that may be 0", "any real rate"],
    ),
    "where a bound has a value": (
        lambda patch: patch.setattr(implied, "conditions", lambda *_, **__: []),
        ["no value where the variant has one, with a power"],
    ),
    "where a parameter has a value": (
        lambda patch: patch.setattr(Implication, "_used", lambda *_: True),
        ["a parameter without a value that nothing needs"],
    ),
    "that a premise may say nothing in one case": (
        lambda patch: patch.setattr(implied, "relation_of", one_case),
        ["a premise that says nothing in one case"],
    ),
    "the relation": (
        lambda patch: patch.setattr(implied, "relation", lambda a, _, b: a <= b),
        ["a strict relation", "the other relation"],
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_an_implication_that_forgets_something_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: with each of these faults, stronger claims follow, and the tests above fail on them."""
    plant, caught = FAULTS[fault]
    plant(monkeypatch)
    for name in caught:
        claim, make = STRONGER[name]
        assert Implication(make(), claim).holds, name


def test_an_implication_that_does_not_look_at_the_parts_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: without a look at the parts, claims about another learner or quantity follow."""
    monkeypatch.setattr(implied, "difference", lambda *_: "")
    for claim, parts in (OTHERS["learner"], OTHERS["quantity"]):
        assert Implication(changed(claim, **parts), claim).holds


# --- what is said ----------------------------------------------------------------------------------------------


def test_a_variant_is_as_well_proved_as_its_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    """By steps, where Coq has not been asked; and by Coq alone, where it has, whatever the steps rest on."""
    with monkeypatch.context() as known:
        known.setattr(coq_run, "checked", lambda: Checked({"bylander.9": frozenset()}, here=True, version="8.16.1"))
        proof = prove(doubled("bylander.9"))
        assert (proof.status, proof.facts) == ("checked", ())
    monkeypatch.setattr(coq_run, "checked", lambda: None)
    for identifier, status in (("bylander.2", "checked"), ("bylander.9", "partial")):
        proof, base = prove(doubled(identifier)), prove(identifier)
        assert proof.status == base.status == status
        assert proof.follows_from is not None
        assert proof.follows_from.claim is theorem(identifier)
        assert {fact.name for fact in proof.facts} == {fact.name for fact in base.facts}
        assert {axiom.kind for axiom in proof.axioms} <= {axiom.kind for axiom in base.axioms} | {
            "measure",
            "hypothesis",
        }


def test_a_variant_of_what_is_not_proved_does_not_follow() -> None:
    """Power: the printed form of theorem 5's second bound is false, and so is one more than it."""
    printed = next(claim for claim in catalogue(standing="false") if claim.id == "bylander.fn5.printed")
    proof = prove(printed.replace(bound=printed.bound * 101 / 100))
    assert proof.follows_from is None
    assert not proof.goes_through


def test_variants_of_claims_of_ones_own_and_of_classics_follow() -> None:
    for claim in (OWN, theorem("classics.pa")):
        proof = prove(claim.replace(bound=2 * claim.bound))
        assert proof.status == "checked"
        assert proof.follows_from is not None
        assert proof.follows_from.claim is claim
        assert not Implication(claim.replace(bound=claim.bound / 2), claim).holds


def test_a_premise_that_is_added_is_not_read_where_nobody_vouches_for_it() -> None:
    """A premise of one's own says what its function says, not what stands beside it."""
    variant = changed(TWO, bound="X**2*U*l - 1", hypotheses=(*TWO.hypotheses, lying("eta < 0")))
    assert not Implication(variant, TWO).holds


@pytest.mark.parametrize("record", [True, False])
def test_the_command_says_what_was_used(
    record: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A variant of what Coq proves exits with 0, if nothing but z3 and calculus lead from there to it."""
    checked = Checked({"bylander.9": frozenset()}, here=True, version="8.16.1") if record else None
    monkeypatch.setattr(coq_run, "checked", lambda: checked)
    code = 0 if record else 3
    assert main(["prove", "bylander.9", "--bound", "U**2*X**2*log(n)/tau"]) == code
    said = capsys.readouterr().out
    assert "U**2*X**2*ln(n)/tau" in said
    how = "checked: it follows from bylander.9 (Coq)" if record else "partial: it follows from bylander.9"
    assert f"{how}: every step is checked" in said
    place = "verify/proofs/coq/bylander1998/Section5.v, theorem bylander_9"
    assert (f"bylander.9 is proved (Coq): {place}" in said) == record
    assert main(["prove", "bylander.9", "--bound", "U**2*X**2*log(n)/tau", "--json"]) == code
    found = json.loads(capsys.readouterr().out)["follows_from"]
    assert (found["claim"], found["status"]) == ("bylander.9", "checked" if record else "partial")
    assert (found["coq"]["theorem"], found["coq"]["checked"]) == ("bylander_9", "here" if record else None)
    assert main(["prove", "bylander.2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["follows_from"] is None


@pytest.mark.usefixtures("without_a_second_look")
def test_what_does_not_follow_is_tried_with_the_steps_of_the_claim() -> None:
    """These say where it fails; of the attempt before nothing is left."""
    proof = prove(TWO.replace(bound=TWO.bound / 2))
    assert proof.status == "not proved"
    assert proof.failed is not None
    assert proof.failed.name == "the claim"
    assert proof.follows_from is None


def upper() -> list[str]:
    bounded = [theorem(identifier) for identifier in proved_ids()]
    return [claim.id for claim in bounded if claim.relation in ("<=", "<") and claim.bound != 0]


NEGATIVE = ("bylander.1", "bylander.A1", "kitani.eq27", "kitani.eq28")
"""Bounds that may be negative; twice that is less, and false."""

BY_STEPS = "kitani.eq29"
"""A sum of weights is positive, which only the steps show."""


@pytest.mark.deep
@rung("proof", upper())
def test_every_upper_bound_may_be_larger(claim: Claim) -> None:
    """Twice the bound, where it is not negative, and one more."""
    assert Implication(claim.replace(bound=claim.bound + 1), claim).holds
    twice = Implication(claim.replace(bound=2 * claim.bound), claim)
    assert twice.holds == (claim.id not in (*NEGATIVE, BY_STEPS))


@pytest.mark.parametrize("identifier", NEGATIVE)
def test_twice_a_bound_that_may_be_negative_is_false(identifier: str) -> None:
    assert search(doubled(identifier), instances=300).refuted


def test_formulas_are_about_z3s_own_terms() -> None:
    """The amount is a symbol of no claim: q of the glossary is another one."""
    assert not z3.eq(implied.AMOUNT, z3.Real("q"))
    with pytest.raises(BoundcheckError):
        TWO.replace(bound="q_")
