"""Learners that are projected on a box are proved entry by entry, by the largest of two numbers and its three lemmas.

Power: one percent less, each premise that is dropped, another box, half a projection and a radius of 0 that is said
wrong are proved or confirmed of none; each lemma, step and goal is missed.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.claims.own import own_claim
from tests.verify.confirmed import confirmed_worst, confirms, findings, needless, says
from tests.verify.kernel_proof.shown import Goals, goals_in
from verify import kernel
from verify.derive.by_potential import proof_by
from verify.derive.found_potential import found_potentials
from verify.derive.own import own_proof
from verify.judge.certificate import statement
from verify.kernel_gram.numbers import Refused
from verify.kernel_proof.entries import Each, entry
from verify.kernel_proof.pieces import pieces
from verify.kernel_proof.ratios import Ratio
from verify.kernel_proof.weights import Weighed

QUICK = ["modern.ogd.box", "modern.ogd.falling"]
SLOW = ["classics.ogd.projected", "modern.adagrad.norm", "modern.ogd.falling.tuned"]
IN_BOX = ["max(abs(u)) <= R", "norm(x, 2) <= X"]
STEP = "w - C/sqrt(t)*x"
BOUND = "2*R**2*n*sqrt(l)/C + C*X**2*sqrt(l)"


@cache
def document(name: str) -> Mapping[str, Any]:
    of = replace(theorem(name), potential=None)
    proof = proof_by(of, next(found_potentials(of)))
    assert proof.status == "checked"
    assert proof.certificate is not None
    return proof.certificate


@pytest.mark.parametrize("name", QUICK)
def test_potentials_are_found_and_the_proofs_confirmed(name: str) -> None:
    assert confirmed_worst(document(name))
    assert any(
        line.endswith("rectified_above, rectified_either, rectified_positive") for line in findings(document(name))
    )


@pytest.mark.deep
@pytest.mark.parametrize("name", SLOW)
def test_rates_by_gradients_and_a_box_that_may_be_a_point_are_proved(name: str) -> None:
    test_potentials_are_found_and_the_proofs_confirmed(name)
    test_another_statement_is_not_confirmed(name)


@pytest.mark.parametrize("name", QUICK)
def test_another_statement_is_not_confirmed(name: str) -> None:
    """Power: one percent less, a bound that is -1 where R is 0, each premise, other projections, another prediction."""
    given = document(name)

    bound, hypotheses, of = (given["statement"][part] for part in ("bound", "hypotheses", "learner"))
    assert not says(given, bound=f"99/100*({bound})")
    assert "0 < R" in hypotheses.values() or not says(given, bound=f"({bound}) if R > 0 else -1")
    assert not says(given, relation="<")
    assert needless(given, (name for name in hypotheses if not name.startswith(("range of", "R > 0")))) == []
    update = of["rule"]["w"]
    for other in (
        update.replace("max(-R", "max(-2*R"),
        update.replace("min(R", "min(R/2"),
        update.replace("max(-R, min(R", "min(-R, max(R"),
    ):
        assert other != update
        assert not says(given, learner={**of, "rule": {**of["rule"], "w": other}}), other
    assert not says(given, learner={**of, "predict": "2*dot(w, x)"})
    assert not says(given, learner={**of, "start": {"w": "2*R"}})


@cache
def goals(name: str) -> Goals:
    """Return the goals of a claim as the checker makes them, with what shows them."""
    return goals_in(document(name))


@pytest.mark.parametrize("name", QUICK)
def test_no_goal_and_no_lemma_may_be_left_out(name: str) -> None:
    """Power: each lemma that a goal names is needed for it, or another one says the same; goals are in their order."""
    given = document(name)
    for left in (given["goals"][:0], given["goals"][1:], given["goals"][:-1], given["goals"][::-1]):
        assert not confirms({**given, "goals": left})
    assert not given["invariants"] or not confirms({**given, "invariants": []})
    passes, needed = goals(name).passes, 0
    for i, goal in enumerate(given["goals"]):
        proof = goal["proof"]
        assert passes(i, proof)
        for j, step in enumerate(proof.get("first", [])):
            if "lemma" in step:
                swapped = {**step, "lemma": "exp_tangent"}
                first = [*proof["first"][:j], swapped, *proof["first"][j + 1 :]]
                needed += not passes(i, {**proof, "first": first})
    assert needed >= 4


def falling(rule: str = f"max(-R, min(R, {STEP}))", bound: str = BOUND, given: Any = IN_BOX) -> Claim:
    return own_claim(rule, bound, gain="linear", loss="linear", given=list(given))


@pytest.mark.deep
def test_own_claims_on_a_box_are_proved() -> None:
    """Power: z3 alone said so of them, and nothing else did; one percent less is not."""
    hinge: dict[str, Any] = {"gain": "hinge", "loss": "hinge", "given": [*IN_BOX, "C > 0", "R > 0"]}
    rule = "max(-R, min(R, w + C/sqrt(t)*y*x)) if y*yhat < 1 else w"
    assert own_proof(own_claim(rule, BOUND, **hinge)).status == "checked"
    assert own_proof(own_claim(rule, f"99/100*({BOUND})", **hinge)).status != "checked"


@pytest.mark.parametrize(
    "claim",
    [
        falling(bound=f"{BOUND} - R"),
        falling(given=["max(abs(u)) <= 2*R", "norm(x, 2) <= X"]),
        falling(given=["max(u) <= R", "norm(x, 2) <= X"]),
        falling(rule=f"min(R, {STEP})"),
        falling(rule=f"max(-R, min(R, {STEP} + x))"),
        falling(rule=STEP),
    ],
    ids=["less", "a larger box", "one side of u", "one side of w", "another step", "no projection"],
)
def test_what_is_false_or_on_no_box_is_not_proved(claim: Claim) -> None:
    potential = next(found_potentials(falling()))
    assert proof_by(claim, potential).status in ("none", "not proved")


def test_where_vectors_may_have_no_entries_nothing_is_proved() -> None:
    """Power: n is 1 even there; what u's largest entry is at most says that it has one, and its norm does not."""
    Weighed(statement(falling()))
    for premise in ("norm(u, 2) <= R", "max(abs(0*u)) <= R", "sum(u) <= R"):
        with pytest.raises(Refused, match="add up to, or are at most"):
            Weighed(statement(falling(given=[premise, "norm(x, 2) <= X"])))


@pytest.mark.parametrize("text", ["max(-R, min(R, w + x))", "abs(w - x)", "max(w, x, -1) - min(w, 2*x)", "Max(0, w)*x"])
def test_extremes_at_entries_are_what_the_kernel_says(text: str) -> None:
    """Power: at 200 points, on edges too, by the values that the lemmas leave."""
    claim, rng = Weighed(statement(falling())), random.Random(1)
    names: dict[str, Any] = {name: [((), Each(entry(name)))] for name in ("w", "x")}
    terms = claim.named({**names, "R": [((), Ratio({(("R", 1),): Fraction(1)}))]}, {})
    ((guards, found),) = pieces(kernel.read(text), terms)
    assert not guards
    for _ in range(200):
        at = {name: Fraction(rng.randint(-3, 3), rng.choice((1, 2))) for name in ("w", "x")} | {"R": Fraction(3, 2)}
        wanted = kernel.amount(text, kernel.Scope(at))
        values = {**{f"_at_{name}": at[name] for name in ("w", "x")}, "R": at["R"]}
        for name, (head, inside) in claim.values.known.items():
            assert head == "rectified"
            values[name] = max(Fraction(0), worth(inside, values))
        assert worth(found.at, values) == wanted


def worth(a: Ratio, values: Mapping[str, Fraction]) -> Fraction:
    """Return the value of a polynomial."""
    total = Fraction(0)
    for m, c in a.above.items():
        for name, e in m:
            c *= values[name] ** e
        total += c
    return total
