"""Claims compare by value and are pickled as what they are: by id, as a variant of something, or by their own parts."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import cloudpickle
import pytest

from bounds import symbols as s
from bounds.claims.catalogue import catalogue, catalogued, theorem
from bounds.claims.claim import Case, Claim, Comparator, Hypothesis, LearnerSpec, Outcomes, Source, Standing, always
from bounds.claims.hypotheses import SEPARABLE, comparator_within, examples_within
from bounds.claims.quantities import MISTAKES
from bounds.claims.variants import changes, missing, original, own
from bounds.data.versions import CLASSIFICATION
from bounds.learners import TableLearner
from bounds.mathematics.geometry import EUCLIDEAN
from tests.classes import Perceptron
from verify.own_data.learner import with_learner
from verify.prove import prove

FIVE = theorem("bylander.5")
WAYS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda claim: pickle.loads(pickle.dumps(claim)),  # noqa: S301
    "cloudpickle": lambda claim: cloudpickle.loads(cloudpickle.dumps(claim)),
}


def small(case: Case) -> Fraction:
    return 3 - case.rational(s.l)


def halved(case: Case) -> TableLearner:
    return TableLearner("perceptron", case.rational(s.eta) / 2)


def mine(**changed: Any) -> Claim:
    """A claim of one's own, of functions of a module and parts of the catalogue."""
    parts: dict[str, Any] = {
        "id": "own.five",
        "title": "mine",
        "source": Source("a notebook", "1", "p. 1"),
        "standing": Standing.TRUE,
        "quantity": MISTAKES,
        "bound": s.U**2 * s.X**2,
        "hypotheses": (
            comparator_within(EUCLIDEAN),
            examples_within(EUCLIDEAN),
            SEPARABLE,
            Hypothesis("s", "l", small),
        ),
        "outcomes": Outcomes.LABELS,
        "comparator": Comparator.SEPARATING,
        "geometry": EUCLIDEAN,
        "learner": LearnerSpec("mine", halved, always(CLASSIFICATION)),
        "free": (s.eta,),
    }
    return Claim(**{**parts, **changed})


VARIANTS = {
    "bound": FIVE.replace(bound=s.U),
    "premise and parameter": FIVE.replace(without="separable").replace(define={"eta": 3}),
    "relation": theorem("gls.4.1").replace(relation="<"),
    "learner": with_learner(FIVE, Perceptron),
    "own id": dataclasses.replace(FIVE.replace(without="separable"), id="own.x"),
    "own": mine(),
    "own variant": mine().replace(without="separable"),
}


@pytest.mark.parametrize("way", WAYS)
def test_the_catalogues_claims_come_back_as_themselves(way: str) -> None:
    """Power: bylander.5 came back with another learner, premises dropped and added, and without a proof."""
    for claim in catalogue():
        assert WAYS[way](claim) is claim
    assert copy.deepcopy(FIVE) is FIVE
    copied = dataclasses.replace(FIVE)
    assert copied == FIVE
    assert WAYS[way](copied) is FIVE


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", VARIANTS)
def test_variants_and_own_claims_come_back_as_what_they_are(way: str, name: str) -> None:
    claim = VARIANTS[name]
    again = WAYS[way](claim)
    assert again is not claim
    assert again == claim
    assert hash(again) == hash(claim)
    assert (again.base, original(again), own(again)) == (claim.base, original(claim), own(claim))
    assert (changes(again), missing(again)) == (changes(claim), missing(claim))
    assert again.geometry is claim.geometry
    assert again.hypotheses == claim.hypotheses


def test_what_a_lambda_says_is_the_same_as_itself_alone() -> None:
    """Power: code that reads alike over other values is another statement, and so is what a pickle made again."""
    limit = Fraction(3)

    def at_most(most: Fraction) -> Hypothesis:
        return Hypothesis("l <= 3", "l <= 3", lambda case: most - case.rational(s.l))

    claim = mine(hypotheses=(at_most(limit), SEPARABLE))
    again = WAYS["cloudpickle"](claim)
    assert claim == dataclasses.replace(claim) != again
    assert claim != mine(hypotheses=(at_most(limit), SEPARABLE))
    assert (changes(again), original(again)) == (changes(claim), original(claim))
    by_formula = mine(hypotheses=(Hypothesis("l <= 3", "l <= 3", formula="l <= 3"), SEPARABLE))
    assert WAYS["cloudpickle"](by_formula) == by_formula
    assert by_formula != mine(hypotheses=(Hypothesis("l <= 3", "l <= 3", formula="l <= 4"), SEPARABLE))


def test_a_variant_that_travelled_is_still_proved() -> None:
    claim = theorem("bylander.8")
    weak = claim.replace(bound=s.U**2 * s.X**2 / (2 * s.tau))
    assert prove(WAYS["cloudpickle"](claim)).status == "checked"
    assert prove(WAYS["cloudpickle"](weak)).status == prove(weak).status == "checked"


def test_another_process_gets_the_catalogues_claim() -> None:
    code = (
        "import sys, cloudpickle; from boundcheck import theorem; from bounds.claims.variants import missing\n"
        "one, other = cloudpickle.load(sys.stdin.buffer)\n"
        "assert one is theorem('bylander.5')\n"
        "assert (missing(other), other.base) == (['separable'], one)\n"
    )
    sent = cloudpickle.dumps((FIVE, dataclasses.replace(FIVE.replace(without="separable"), id="own.x")))
    subprocess.run([sys.executable, "-c", code], input=sent, check=True)


# --- equality --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changed",
    [
        {"bound": s.U**2},
        {"relation": "<"},
        {"hypotheses": ()},
        {"learner": LearnerSpec("mine", lambda _: TableLearner("perceptron", Fraction(1)), always(CLASSIFICATION))},
        {"comparator": Comparator.ANY},
        {"base": FIVE},
    ],
)
def test_claims_that_differ_in_a_part_are_not_equal(changed: dict[str, Any]) -> None:
    assert mine() == mine()
    assert mine(**changed) != mine()


def test_the_catalogue_knows_its_own_by_value() -> None:
    assert catalogued(dataclasses.replace(FIVE))
    assert not catalogued(dataclasses.replace(FIVE, hypotheses=FIVE.hypotheses[1:]))
    assert not catalogued(FIVE.replace())
    assert not catalogued(mine())


def test_what_is_said_is_a_formula_and_no_words() -> None:
    """Power: neither another name nor another text makes another statement, and no equal text makes the same one."""
    separable, renamed = SEPARABLE, dataclasses.replace(SEPARABLE, name="apart", text="u is right", silent=True)
    assert renamed != separable
    assert renamed.statement == separable.statement
    spaced = Hypothesis("apart", "u is right", formula=SEPARABLE.formula.replace(">=", "  >= ").replace("(", "( "))
    assert spaced.statement == separable.statement
    for formula in (SEPARABLE.formula.replace("1", "2"), SEPARABLE.formula.replace(">=", ">")):
        assert dataclasses.replace(SEPARABLE, formula=formula).statement != separable.statement
    called = Hypothesis(SEPARABLE.name, SEPARABLE.text, small)
    assert called.statement != separable.statement
    assert called.statement != dataclasses.replace(called, relation=">").statement
    assert dataclasses.replace(MISTAKES, text="errors").statement == MISTAKES.statement
    assert dataclasses.replace(MISTAKES, formula=({"value": "sum_t(loss)"},)).statement != MISTAKES.statement
    learner = FIVE.learner
    assert learner is not None
    assert dataclasses.replace(learner, text="another name").statement == learner.statement
    for changed in ({"make": halved}, {"version": always(CLASSIFICATION)}, {"targets": "absolute"}):
        assert dataclasses.replace(learner, **changed).statement != learner.statement


# --- the base --------------------------------------------------------------------------------------------


def test_a_variant_knows_its_base_whatever_its_id() -> None:
    """Power: the star of an id was the only link, and an id of one's own cut it."""
    renamed = dataclasses.replace(FIVE.replace(without="separable"), id="own.x")
    twice = renamed.replace(bound=s.U)
    assert (renamed.base, twice.base, FIVE.base) == (FIVE, FIVE, None)
    assert missing(renamed) == missing(twice) == ["separable"]
    assert (FIVE.replace(bound=s.U).id, twice.id) == ("bylander.5*", "own.x")
    assert mine().replace(without="separable").base == mine()
    tampered = dataclasses.replace(FIVE, hypotheses=FIVE.hypotheses[:2])
    assert missing(tampered.replace(bound=s.U)) == ["separable", "X > 0"]
