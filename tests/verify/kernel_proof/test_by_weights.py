"""Claims about learners that multiply their weights are proved entry by entry, and nothing damaged or false is.

Power: one percent less is proved of none of them; each hypothesis, lemma, need and goal is missed.
"""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.claims.own import learner, own_claim
from tests.verify.confirmed import confirmed_worst, confirms, findings, needless, says
from tests.verify.kernel_proof.shown import Goals, goals_in
from verify.derive.by_potential import proof_by
from verify.derive.found_weights import found_weights
from verify.derive.ratios import written
from verify.judge.certificate import statement
from verify.kernel import Malformed, read
from verify.kernel_gram.numbers import Refused
from verify.kernel_proof.by_weights import Checker, EntryHypotheses
from verify.kernel_proof.entries import Each, Functions, entry, summed
from verify.kernel_proof.lemmas import LEMMAS
from verify.kernel_proof.pieces import UNIT, Guard, Terms, conditions, named, pieces
from verify.kernel_proof.potential import Potential as Plan
from verify.kernel_proof.potential import goals_of
from verify.kernel_proof.ratios import Ratio, number, variable
from verify.kernel_proof.weights import Weighed
from verify.search.search import search

EXPERTS = ["unit inputs", "expert"]
SIMPLEX = ["unit inputs", "all_i(u >= 0)", "sum(u) == 1"]


def weights(rule: str, outcomes: Any = "labels") -> Any:
    return learner(rule, predict="dot(w, x)/sum(w)", start={"w": "1"}, outcomes=outcomes)


def hedge(bound: str = "ln(n)/eta + eta*l/8", given: Any = EXPERTS, rule: str = "w*exp(-eta*x)") -> Claim:
    return own_claim(weights(rule), bound, gain="linear", loss="linear", given=given)


POTENTIAL = "(ln(sum(w)) - dot(u, ln(w)))/eta - eta*(t - 1)/8"
OWN: dict[str, Callable[[], Claim]] = {
    "hedge": hedge,
    "signed": lambda: hedge(
        "ln(n)/eta + eta*X**2*l/2", ["max(abs(x)) <= X", "X > 0", "all_i(u >= 0)", "sum(u) == 1"]
    ),
    "eg": lambda: own_claim(
        weights("w*exp(-eta*(yhat - y)*x)", "points"), "4*ln(n)/eta", gain="(y - yhat)**2", loss="(y - ux)**2",
        times="2", given=[*SIMPLEX, "eta <= 1"],
    ),
    "majority": lambda: own_claim(
        weights("w*beta**x", "points"), "ln(n)/ln(2/(1 + beta))", gain="1 if yhat >= 1/2 else 0", loss="linear",
        times="ln(1/beta)/ln(2/(1 + beta))", given=[*EXPERTS, "beta < 1"],
    ),
}  # fmt: skip
CATALOGUED = (
    "classics.eg.square",
    "classics.hedge",
    "classics.hedge.beta",
    "modern.bayes",
    "modern.ewa.squared",
    "modern.prod",
    "modern.rwm",
)
QUICK, SLOW = (
    ("hedge", "modern.bayes"),
    (
        "signed",
        "eg",
        "majority",
        "classics.eg.square",
        "classics.hedge.beta",
        "modern.ewa.squared",
        "modern.prod",
        "modern.rwm",
    ),
)


@cache
def claim(name: str) -> Claim:
    return OWN[name]() if name in OWN else theorem(name)


@cache
def document(name: str) -> Mapping[str, Any]:
    of = claim(name)
    proof = proof_by(of, of.potential or next(found_weights(of)))
    assert proof.status == "checked"
    assert proof.certificate is not None
    return proof.certificate


@pytest.mark.parametrize("name", QUICK)
def test_claims_are_proved_and_say_what_they_rest_on(name: str) -> None:
    assert confirmed_worst(document(name))
    assert any("on lemmas: " in sentence for sentence in findings(document(name)))


@pytest.mark.deep
@pytest.mark.parametrize("name", SLOW)
def test_other_claims_are_proved(name: str) -> None:
    assert confirmed_worst(document(name))
    test_another_statement_is_not_confirmed(name)


@pytest.mark.parametrize("name", QUICK)
def test_what_is_checked_is_not_refuted(name: str) -> None:
    assert search(claim(name), instances=60).held


@pytest.mark.parametrize("name", QUICK)
def test_another_statement_is_not_confirmed(name: str) -> None:
    """Power: one percent less, each premise that is dropped, a start at 0 or 2 and n, another rule or prediction."""
    given = document(name)

    hypotheses, rule = given["statement"]["hypotheses"], given["statement"]["learner"]
    assert not says(given, bound=f"99/100*({given['statement']['bound']})")
    assert not says(given, relation="<")
    assert needless(given, hypotheses) == []
    for text in ("0", "-1", "n"):
        assert not says(given, learner={**rule, "start": {"w": text}}), text
    assert not says(given, learner={**rule, "rule": {"w": f"({rule['rule']['w']})**2"}})
    assert not says(given, learner={**rule, "predict": f"-({rule['predict']})"})


@pytest.mark.parametrize("name", QUICK)
def test_another_potential_is_not_confirmed(name: str) -> None:
    given = document(name)
    assert not confirms({**given, "potential": f"99/100*({given['potential']})"})
    assert not confirms({**given, "invariants": []})
    assert not confirms({**given, "invariants": ["all_i(w >= 0)"]})  # a weight that may be 0
    for left in (given["goals"][:0], given["goals"][1:], given["goals"][:-1], given["goals"][::-1]):
        assert not confirms({**given, "goals": left})


@pytest.mark.parametrize(
    ("bound", "given", "rule"),
    [
        pytest.param("ln(n)/eta + eta*l/9", EXPERTS, "w*exp(-eta*x)", marks=pytest.mark.deep),
        ("ln(n)/eta + eta*l/8", ["max(abs(x)) <= 1", "expert"], "w*exp(-eta*x)"),
        ("ln(n)/eta", [*EXPERTS, "eta <= 1/2"], "w*(1 - eta*x)"),
    ],
)
def test_what_is_false_or_another_lemma_s_is_not_proved(bound: str, given: list[str], rule: str) -> None:
    of = hedge(bound, given, rule)
    assert all(proof_by(of, potential).status != "checked" for potential in found_weights(of))


@cache
def goals(name: str) -> Goals:
    """Return the goals of a claim as the checker makes them, with what shows them."""
    return goals_in(document(name))


@pytest.mark.parametrize("name", QUICK)
def test_damaged_goals_are_not_shown(name: str) -> None:
    """Power: of each goal a coefficient that is doubled, each step that is left out, a lemma that is another one."""
    found, tried = goals(name), 0
    passes = found.passes
    for i, goal in enumerate(found.given):
        proof = goal["proof"]
        assert passes(i, proof)
        for j in range(len(proof["terms"])):
            other = copy.deepcopy(proof)
            other["terms"][j][0] = str(2 * Fraction(other["terms"][j][0]))
            tried += 1
            assert len(proof["terms"]) == 1 or not passes(i, other), (i, j)
        steps = proof.get("first", [])
        for j, step in enumerate(steps):
            left = {**proof, "first": [*steps[:j], *steps[j + 1 :]]}
            assert not passes(i, left), (i, step)
            if step.get("needs"):
                shorn = {**proof, "first": [*steps[:j], {**step, "needs": []}, *steps[j + 1 :]]}
                assert not passes(i, shorn), (i, step)
            if "lemma" in step:
                swapped = {**step, "lemma": "ln_above" if step["lemma"] != "ln_above" else "exp_tangent"}
                assert not passes(i, {**proof, "first": [*steps[:j], swapped, *steps[j + 1 :]]}), (i, step)
            tried += 1
    assert tried > 50


# --- the checker's steps


@cache
def weighed() -> Weighed:
    return Weighed(statement(hedge()))


def checker() -> Checker:
    return Checker(weighed(), {})


X, U = entry("x"), entry("u")
LAST: dict[str, Any] = {"terms": [["1", {"0": 1}], ["1", {"1": 1}]]}
EXPERT = (Guard(U * U - U, "=="), Guard(summed(U) - UNIT, "=="))


def test_no_sum_is_taken_of_what_is_supposed_of_one_entry() -> None:
    """Power: that x_i >= 0 at every entry gives a sum; that it holds at one, where a proof splits on it, gives none."""
    step = {"sum": "_at_x", "relation": ">=", "proof": LAST}
    everywhere = EntryHypotheses((Guard(X, ">="),))
    of = {**step, "proof": {"terms": [["1", {"1": 1}], ["1", {"0": 1}]]}}
    found = checker().by_sum(everywhere, of, 1)
    assert found is not None
    assert found.guards[-1].ratio.key == summed(X).key
    one = EntryHypotheses((Guard(variable("a"), ">"),)).and_(Guard(X, ">="), supposed=True)
    assert checker().by_sum(one, {**of, "proof": {"terms": [["1", {"2": 1}], ["1", {"1": 1}]]}}, 1) is None
    lemma = {"lemma": "exp_tangent", "of": ["_at_x"], "needs": []}
    after = checker().by_lemma(one, lemma, 1)
    assert after is not None
    assert after.local == {1, 2}


def test_an_expert_is_needed_for_what_is_said_of_one() -> None:
    step = {"expert": "_at_x"}
    assert checker().by_expert(EntryHypotheses((*EXPERT, Guard(X, ">="))), step, 1) is not None
    for left in (EXPERT[:1], EXPERT[1:]):
        with pytest.raises(Malformed, match="1 at one entry"):
            checker().by_expert(EntryHypotheses((*left, Guard(X, ">="))), step, 1)
    local = EntryHypotheses((EXPERT[1], Guard(X, ">="))).and_(EXPERT[0], supposed=True)
    with pytest.raises(Malformed, match="1 at one entry"):
        checker().by_expert(local, step, 1)


def test_a_claim_that_leaves_open_what_u_adds_up_to_is_refused() -> None:
    """Vectors may have no entries, and n is 1 even then: a sum of ones would be 0."""
    for given in (["unit inputs", "all_i(u >= 0)"], ["unit inputs", "sum(u) == 0"], ["unit inputs", "sum(u) >= 1"]):
        with pytest.raises(Refused, match="add up to"):
            Weighed(statement(hedge(given=given)))


def test_a_premise_on_no_vector_leaves_no_case_out() -> None:
    """Power: were it taken for one that nothing satisfies, every goal would fall away."""
    for given in (["max(abs(0*x + eta)) <= 1"], ["max(abs(x)) <= eta"]):
        stated = Weighed(statement(hedge(given=[*given, "expert"])))
        made = goals_of(stated, Plan(POTENTIAL, ["all_i(w > 0)"]))
        assert {"the first trial", "a later trial", "the sum", "no trials"} <= {goal.name for goal in made.goals}


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("max(abs(x)) <= X", ["X - _at_x", "X + _at_x"]),
        ("max(x) <= 1", ["1 - _at_x"]),
        ("0 <= min(x)", ["_at_x"]),
        ("all_i(x >= 0) and all_i(x <= 1)", ["_at_x", "1 - _at_x"]),
    ],
)
def test_premises_on_all_entries_are_read(given: str, wanted: list[str]) -> None:
    """Power: none is taken for its mirror image."""
    terms = weighed().named({"x": [((), Each(X))], "X": named("X")}, {})
    (guards,) = conditions(read(given), terms)
    values = {"_at_x": variable("_at_x"), "X": variable("X")}
    assert [guard.relation for guard in guards] == [">="] * len(wanted)
    for guard, text in zip(guards, wanted, strict=True):
        ((_, ratio),) = pieces(read(text), Terms({name: [((), a)] for name, a in values.items()}))
        assert guard.ratio.key == ratio.key


def test_quotients_by_entries_and_signs_of_entries_are_refused() -> None:
    with pytest.raises(Refused):
        summed(U * X.inverse())
    with pytest.raises(Refused):
        summed((UNIT + X).inverse())
    of = hedge(rule="w*(2 + sign(x))")
    assert [proof_by(of, potential).status for potential in found_weights(of)] == ["none"]


# --- the lemmas

FUNCTIONS: dict[str, Callable[[float], float]] = {"exp": math.exp, "ln": math.log, "rectified": lambda a: max(0.0, a)}


def value(a: Ratio, values: Mapping[str, float]) -> float:
    """Return the value of a ratio in floats."""

    def polynomial(above: Any) -> float:
        return math.fsum(float(c) * math.prod(values[name] ** e for name, e in m) for m, c in above.items())

    return polynomial(a.above) / math.prod(polynomial(dict(factor)) ** e for factor, e in a.below.items())


@pytest.mark.parametrize("name", LEMMAS)
def test_lemmas_hold_at_random_numbers_and_their_needs_are_needed(name: str) -> None:
    """Power: without its needs each lemma that has any fails at some numbers, or has no value."""
    lemma, rng = LEMMAS[name], random.Random(3)
    given = [variable(letter) for letter in "abc"[: lemma.arity]]
    functions = Functions({})
    needs, says = lemma.needs(*given), lemma.says(functions, *given)
    tried, needed = 0, False
    for _ in range(3000):
        values = {
            letter: rng.choice((rng.uniform(-2, 2), rng.uniform(0, 1), rng.choice((-1.0, 0.0, 0.5, 1.0))))
            for letter in "abc"
        }
        met = all(value(g.ratio, values) >= 0 if g.relation == ">=" else value(g.ratio, values) > 0 for g in needs)
        try:
            for of, (head, inside) in functions.known.items():
                values[of] = FUNCTIONS[head](value(inside, values))
            gaps = [(value(g.ratio, values), g.relation) for g in says]
        except (ValueError, ZeroDivisionError):
            assert not met
            needed = True
            continue
        holds = all(abs(gap) < 1e-9 if of == "==" else gap > -1e-9 for gap, of in gaps)
        assert holds or not met
        needed = needed or not holds
        tried += met
    assert tried > 50
    assert needed or not needs


def test_the_variables_of_entries_are_written_and_summed() -> None:
    ratio = summed(entry("w") * X * number(Fraction(2)) - UNIT)
    assert ratio.key == (number(Fraction(2)) * variable("_sum_w_x") - variable("n")).key
    assert written(summed(entry("w"))) == "_sum_w"


# --- weights that keep their sum


def normalised() -> Claim:
    """Return exponentiated gradient with weights that add up to 1, against any larger multiple of the loss of u."""
    new = "w*exp(eta*(y - yhat)*x)"
    return own_claim(
        learner(f"{new}/sum({new})", start={"w": "1/n"}, outcomes="points"), "(1/2 + 1/rho)*ln(n)",
        gain="(y - yhat)**2", loss="(y - ux)**2", times="1 + rho/2", given=[*SIMPLEX, "rho > 0"],
        define={"eta": "4*rho/(rho + 2)"},
    )  # fmt: skip


@cache
def normalised_document() -> Mapping[str, Any]:
    """Return the certificate of its proof."""
    (potential,) = found_weights(normalised())
    proof = proof_by(normalised(), potential)
    assert proof.status == "checked"
    assert proof.certificate is not None
    return proof.certificate


def test_weights_that_begin_with_a_sum_of_1_are_taken_to_keep_it() -> None:
    (found,) = found_weights(normalised())
    assert found.formula == "(1/2 + 1/rho)*(-dot(u, ln(w)))"
    assert found.invariants == ("all_i(w > 0)", "sum(w) == 1")


@pytest.mark.deep
def test_exponentiated_gradient_is_proved_with_normalised_weights() -> None:
    """Power: one percent less is not, nor that the weights add up to 1 where they begin with another sum."""
    given = normalised_document()
    assert confirmed_worst(given)
    assert not says(given, bound=f"99/100*({given['statement']['bound']})")
    assert not says(given, learner={**given["statement"]["learner"], "start": {"w": "2/n"}})
    assert not confirms({**given, "invariants": ["all_i(w > 0)"]})
