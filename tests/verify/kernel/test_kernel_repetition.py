"""Trials that come again and again: the checker plays them twice where it may, and decides what it would else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from adversaries.families.sampling import random_instances
from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.claims.variants import theorem_id
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from verify import kernel
from verify.judge.certificate import certificate, instance_object, statement
from verify.judge.check import check

MADE = ("adversary", "worst")
"""What a comparison is made over where it plays trials of its own."""

CLAIMS = [
    claim
    for claim in catalogue()
    if claim.outcomes is not Outcomes.NONE
    and not claim.draws
    and not claim.columns
    and claim.comparator is not Comparator.SEQUENCE
    and not any(part.get("over") in MADE for part in claim.quantity.formula)
]


def written_out(instance: dict[str, Any]) -> dict[str, Any]:
    """Return an instance without repetitions."""
    items = instance["trials"]
    trials = [trial for item in items for trial in item.get("trials", [item]) * item.get("repeat", 1)]
    return {**instance, "trials": trials}


def repeated(claim: Claim, times: int, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield random instances of a claim, of which some trials come so many times, between the others."""
    for _, instance in random_instances(claim, count, seed, max_trials=6):
        try:
            written = instance_object(claim, instance)
        except BoundcheckError:
            continue
        head, block, tail = written["trials"][:1], written["trials"][1:4], written["trials"][4:]
        yield {**written, "trials": [*head, {"repeat": times, "trials": block}, *tail]}


class Alike:
    """Tells what stands for a number, the same for equal ones.

    Two judgements share no parts, so that ``==`` looks at a part as often as it comes; this looks at each once.
    """

    def __init__(self) -> None:
        self.seen: dict[int, Any] = {}
        self.places: dict[Any, int] = {}

    def __call__(self, a: Any) -> Any:
        """Return a number or a text as it is, and the place of what has parts."""
        if not isinstance(a, kernel.Real | frozenset | tuple):
            return a
        if id(a) not in self.seen:
            parts = [self(part) for part in (a.terms.items() if isinstance(a, kernel.Real) else a)]
            found = type(a), tuple(parts) if isinstance(a, tuple) else frozenset(parts)
            self.seen[id(a)] = ("part", self.places.setdefault(found, len(self.places))), a  # kept, as its id is
        return self.seen[id(a)][0]


def test_what_stands_for_numbers_is_the_same_where_they_are() -> None:
    alike = Alike()
    texts = ("1", "exp(1/3)", "exp(2/6)", "exp(1/3) + ln(2)", "ln(2) + exp(1/3)", "2*exp(1/3)", "exp(ln(2) + exp(1/3))")
    numbers = [kernel.exact(text) for text in texts]
    for a in numbers:
        assert [alike(a) == alike(b) for b in numbers] == [a == b for b in numbers]


@pytest.mark.deep
@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_repeated_trials_are_judged_as_they_are_written_out(claim: Claim) -> None:
    said = statement(claim)
    for times in (2, 5):
        for instance in repeated(claim, times, 3, times):
            found, wanted = kernel.judge(said, instance, 5), kernel.judge(said, written_out(instance), 5)
            alike = Alike()
            assert (found.status, alike(found.left), alike(found.right)) == (
                wanted.status, alike(wanted.left), alike(wanted.right)
            )  # fmt: skip
            assert found.reason == wanted.reason or found.status == "VACUOUS"  # of which one failure is enough


def of(learner: str, version: str, value: str, **others: Any) -> dict[str, Any]:
    """Return a statement about a learner, with a bound of 0 on a value."""
    said = {"hypotheses": {}, "defines": {}, "free": [], "outcomes": "labels", "relation": "==", "bound": "0"}
    return {**said, "compare": [{"value": value}], "learner": learner, "version": version, **others}


def one_block(rows: list[list[Any]], labels: list[int], times: int, *after: list[int]) -> dict[str, Any]:
    """Return an instance of one block, and trials of label 1 after it."""
    block = [{"x": x, "outcome": f"{y:+d}"} for x, y in zip(rows, labels, strict=True)]
    tail = [{"x": x, "outcome": "+1"} for x in after]
    return {"n": len(rows[0]), "parameters": {}, "trials": [{"repeat": times, "trials": block}, *tail]}


IN_TURN, TIED = (one_block([[1, -1], [-1, 1]], [y, y], 10**6) for y in (1, -1))
LEVEL = one_block([["1/100", -1, 1], ["1/100", 1, -1]], [1, 1], 1400)
"""The last two entries come back, and the first grows without making up for what the others are below 0."""

MISTAKES = "sum_t(err)"


@pytest.mark.parametrize(
    ("learner", "version", "instance", "mistakes"),
    [
        ("wma(1/100)", "classification", IN_TURN, 2 * 10**6),
        ("weighted_majority_vote(exp(-1))", "classification", TIED, 2 * 10**6),
        ("exponentiated(1/2, 1)", "classification", IN_TURN, 2 * 10**6),
        ("perceptron(1)", "classification", one_block([[1, 0], [-1, 0]], [1, 1], 10**6), 2 * 10**6),
        ("qa_exp(1)", "threshold(0)", TIED, 2 * 10**6),
        ("p_norm(3, 1)", "threshold(0)", {**LEVEL, "start": ["0", "5", "4"]}, 2800),
        ("winnow(2)", "threshold(8)", one_block([[1, 1, 0], [0, 1, 1]], [-1, -1], 10**6), 0),
    ],
)
def test_a_thousand_or_a_million_times_over(
    learner: str, version: str, instance: dict[str, Any], mistakes: int
) -> None:
    with kernel.within(kernel.Budget()) as budget:
        assert kernel.decide(of(learner, version, MISTAKES), instance).left == mistakes
    assert budget.steps < 5000
    few = {**instance, "trials": written_out({"trials": [{**instance["trials"][0], "repeat": 4}]})["trials"]}
    assert kernel.judge(of(learner, version, MISTAKES), few).left == Fraction(
        4 * mistakes, instance["trials"][0]["repeat"]
    )


# (1, 0) -> 1 is a mistake until it outweighs what (-1, 1) -> -1 and (0, 1) -> 1 have left: the side changes on the way
TURNING = one_block([[1, 3], [0, -1]], [1, 1], 9)


def test_a_side_that_changes_on_the_way_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: without the enclosures, the first and the last time alone would say something else."""
    said = of("p_norm(2, 1)", "threshold(0)", MISTAKES, start=True)
    instance = {**TURNING, "start": ["-5", "0"]}
    wanted = kernel.judge(said, written_out(instance)).left
    assert wanted is not None
    assert kernel.judge(said, instance).left == wanted
    monkeypatch.setattr(kernel.Player, "enclosed", lambda *_: None)
    assert kernel.judge(said, instance).left != wanted


def test_what_varies_has_no_value() -> None:
    """The state, what depends on it, and the number of the trial are not the same each time."""
    for value in ("max_t(at(w, 1))", "max_t(yhat)", "max_t(loss)", "sum_t(t)", "max_t(at(w_next, 1))", "max_t(m)"):
        found = kernel.decide_blocks(of("wma(1/3)", "classification", value), one_block([[1, -1]], [1], 3))
        assert found.status == "UNDECIDED", value
        assert kernel.judge(of("wma(1/3)", "classification", value), one_block([[1, -1]], [1], 3)).left is not None
    at_end = kernel.judge(of("wma(1/3)", "classification", "at(w_end, 2)"), one_block([[1, -1]], [1], 3))
    assert at_end.left == Fraction(8, 27)


def test_weights_that_vanish_keep_no_proportions() -> None:
    """With eta = 1 an expert that errs once has no weight: after the first block all predictions are 0."""
    block = one_block([[1, -1], [-1, 1]], [1, 1], 50, [1, 1])
    found = kernel.judge(of("wma(1)", "classification", MISTAKES), block)
    assert found.left == kernel.judge(of("wma(1)", "classification", MISTAKES), written_out(block)).left == 101


@pytest.mark.parametrize("times", [0, -1, True, "3", 1.0, None, 10**9 + 1])
def test_how_often_is_a_count(times: Any) -> None:
    with pytest.raises(kernel.Malformed, match="repeated from 1 to"):
        kernel.judge(of("wma(1/3)", "classification", MISTAKES), one_block([[1, -1]], [1], times))


def test_what_has_to_be_played_out_costs_its_steps() -> None:
    with pytest.raises(kernel.Malformed, match="would be needed"):
        kernel.judge(of("wma(1/3)", "classification", "max_t(loss)"), one_block([[1, -1]], [1], 10**8))


def broken() -> dict[str, Any]:
    """Return the certificate that WMA breaks 99/100 of its bound."""
    claim = theorem("kitani.wma")
    rows = [[1, -1], [-1, 1]] * 110_000
    false = claim.replace(bound=99 * claim.bound / 100)
    return certificate(
        check(false, Instance(Trials.from_integers(rows, 1, [1] * 220_000), parameters={"eta": "1/396"}))
    )


def confirmed(document: dict[str, Any]) -> bool:
    try:
        return kernel.confirm(json.dumps(document), kernel.statements())[0]
    except kernel.Malformed:  # one expert alone has a weight of a million bits
        return False


def test_217_000_rounds_in_a_thousand_characters() -> None:
    document = broken()
    text = json.dumps(document)
    assert len(text) < 1000
    assert document["claim"] == theorem_id(theorem("kitani.wma"))
    assert confirmed(document)
    said = kernel.confirm(text, kernel.statements())[1]
    assert any("outcome +1, and again until it has come 110000 times, every 2 trials" in sentence for sentence in said)
    trials = document["instance"]["trials"]
    assert trials[0]["repeat"] == 110_000
    for tampered in (
        [{**trials[0], "repeat": 109_999}],
        [{**trials[0], "repeat": 1000}],
        [{**trials[0], "trials": trials[0]["trials"][:1]}],
        [{**trials[0], "trials": [{"x": ["1", "1"], "outcome": "+1"}, trials[0]["trials"][1]]}],
        [trials[0]["trials"][0], trials[0]],
    ):
        changed = {**document, "instance": {**document["instance"], "trials": tampered}}
        assert not confirmed(changed)
