"""Proofs of variants: what a variant changes beyond the proof's knowledge is noticed, and nothing false is proved."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import sympy

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim, Hypothesis
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from verify.judge.status import Status
from verify.own_data.completed import check
from verify.prove import prove

FIVE = theorem("bylander.5")
ONE = Trials.of([[1]], [1])
U = vector([1])


def with_premise(claim: Claim, text: str, bound: Any) -> Claim:
    lie = Hypothesis(text, text, lambda _: Fraction(1))
    return dataclasses.replace(claim, base=claim, hypotheses=(*claim.hypotheses, lie), bound=bound)


def with_bound(name: str, bound: Any) -> Claim:
    return dataclasses.replace(theorem(name), id=f"{name}*", bound=bound)


def with_a_function() -> Claim:
    """Return theorem 5 with a premise of the same formula in the place of which a function judges."""
    premises = (dataclasses.replace(h, function=lambda _: Fraction(1), formula="") for h in FIVE.hypotheses)
    return dataclasses.replace(FIVE, base=FIVE, hypotheses=tuple(premises))


FALSE: list[tuple[str, Callable[[], Claim], Instance | None]] = [
    (
        "a measure that nothing pins",
        lambda: theorem("kitani.eq18").replace(without="R"),
        Instance(ONE, U, {"R": Fraction(0)}),
    ),
    (
        "a margin that nothing pins",
        lambda: theorem("kitani.eq14").replace(without="gamma"),
        Instance(ONE, U, {"gamma": Fraction(1000)}),
    ),
    ("an entropy that nothing pins", lambda: theorem("gls.wm").replace(without="entropy"), None),
    ("a product that nothing pins", lambda: theorem("gls.7.1q").replace(without="start product"), None),
    ("a norm that may be 0", lambda: theorem("gls.5.3").replace(without="U > 0"), None),
    ("a negative tolerance", lambda: theorem("bylander.8.shift").replace(define={"tau": "l - 5"}), None),
    ("a negative rate", lambda: theorem("bylander.2").replace(define={"eta": "-U"}, bound=0), None),
    ("a name within the proof", lambda: with_bound("bylander.10", s.loss + sympy.Symbol("t")), None),
    (
        "a symbol of one's own",
        lambda: with_bound("bylander.2", theorem("bylander.2").bound + sympy.Symbol("foo", positive=True)),
        None,
    ),
    (
        "a premise that lies",
        lambda: with_premise(FIVE, "X < 1/2", "U**2/4"),
        Instance(ONE, U),
    ),
    (
        "a premise that cannot be",
        lambda: with_premise(theorem("bylander.2"), "eta < 0", -1),
        Instance(ONE, U, {"eta": Fraction(1)}),
    ),
    (
        "errors that are not counted",
        lambda: dataclasses.replace(theorem("bylander.7"), comparator=theorem("bylander.3").comparator),
        None,
    ),
    ("functions in the place of formulas", with_a_function, Instance(Trials.of([[1], [1], [1]], [1, -1, 1]), U)),
]


@pytest.mark.parametrize(("make", "instance"), [case[1:] for case in FALSE], ids=[case[0] for case in FALSE])
def test_a_false_variant_is_not_proved(make: Callable[[], Claim], instance: Instance | None) -> None:
    """Power: each of these was proved, and is violated by an instance, the given one for some of them."""
    claim = make()
    proof = prove(claim)
    assert proof.status in ("failed", "not proved", "none"), proof
    if instance is not None:
        assert check(claim, instance).status is Status.VIOLATED


@pytest.mark.parametrize(("name", "counted"), [("bylander.2", s.l), ("bylander.3", s.n), ("bylander.7", s.k)])
def test_what_is_counted_is_not_defined(name: str, counted: Any) -> None:
    """Power: a proof about no trials, one attribute or no errors of u was one about any number of them."""
    with pytest.raises(BoundcheckError, match="it has a meaning of its own"):
        dataclasses.replace(theorem(name), defines={counted: 0})


@pytest.mark.parametrize("define", [{"delta": "delta/2"}, {"U": "U + 1"}, {"U": "X", "X": "2*U"}])
def test_a_circular_definition_is_refused(define: dict[str, str]) -> None:
    """Power: delta = delta/2 as an axiom proves everything."""
    with pytest.raises(BoundcheckError, match="this is circular"):
        theorem("gls.perceptron").replace(define=define)


def test_definitions_are_put_in_order() -> None:
    claim = FIVE.replace(define={"X": "2*U"})
    assert list(claim.defines) == [s.X, s.eta]
    assert claim.case(Instance(ONE, U, {"U": Fraction(1)})).values[s.eta] == Fraction(1, 4)


@pytest.mark.parametrize("change", [{"bound": "U**2*X**2 + tau"}, {"define": {"eta": "psi/X**2"}}])
def test_a_symbol_of_which_the_claim_does_not_say_what_it_is_is_refused(change: dict[str, Any]) -> None:
    """Power: such a symbol was not negative in a search, and any number in a proof."""
    with pytest.raises(BoundcheckError, match=r"does not say what (tau|psi) is; write in U, X, eta, l, n, or"):
        FIVE.replace(**change)


def test_true_variants_are_proved() -> None:
    for claim in (
        theorem("bylander.2").replace(define={"eta": "1/X**2"}),
        FIVE.replace(bound="U**2*X**2"),
        FIVE.replace(bound="U**2*X**2 + 1"),
        theorem("bylander.8").replace(bound="U**2*X**2/(3*tau)"),
    ):
        assert prove(claim).status == "checked", claim


@pytest.mark.parametrize(
    ("identifier", "bound"),
    [("kw.abstract", s.N / 2 - s.k / 2 + sympy.Rational(1, 2)), ("kw.genN", s.N - s.k + 1)],
)
def test_a_stronger_bound_of_a_claim_without_steps_is_not_proved(identifier: str, bound: sympy.Expr) -> None:
    """Power: N - k + 1 is not proved for every N."""
    assert prove(identifier).status == "checked"
    assert not prove(theorem(identifier).replace(bound=bound)).goes_through
