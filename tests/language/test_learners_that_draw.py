"""Learners that draw: expectations are exact, adversaries see draws or not, and both judges say the same."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from bounds.claims.claim import Claim
from bounds.claims.own import learner, own_claim
from bounds.claims.own_file import claim_of, read_claim
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from verify import kernel
from verify.judge.certificate import certificate
from verify.judge.check import check

FOLDER = Path(__file__).parent
ROWS = [[1, 0], ["1/2", 1], [0, 1], [1, "1/3"]]
KEPT = learner({"v": "e(I)"}, predict="at(x, I)", draw={"I": "v"}, start={"v": "1"})
"""Draws once, and keeps what it has drawn."""


def _kept(adversary: str) -> Claim:
    return own_claim(KEPT, "l/n", gain="linear", given=["unit inputs", "sum(x) <= 1"], adversary=adversary)


def _instance(rows: Any, u: Any = None, **parameters: object) -> Instance:
    return Instance(Trials.of(rows, [1] * len(rows)), u, parameters)


def _confirmed(document: dict[str, Any]) -> bool:
    return kernel.confirm(json.dumps(document), kernel.statements())[0]


@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_the_expectation_is_that_of_the_mixture_where_weights_do_not_depend_on_draws(rounds: int) -> None:
    """Power: a wrong probability, or a path that is left out, changes one of the sides."""
    said: Any = {"gain": "linear", "loss": "linear", "given": ["unit inputs", "expert"]}
    drawn = learner("w*(1 - eta*x)", predict="at(x, I)", draw={"I": "w/sum(w)"}, start="1")
    mixed = learner("w*(1 - eta*x)", predict="dot(w, x)/sum(w)", start="1")
    instance = _instance(ROWS[:rounds], [0, 1], eta="1/3")
    verdicts = [check(own_claim(of, "ln(n)/eta + eta*l", **said), instance) for of in (drawn, mixed)]
    assert verdicts[0].comparisons[0].lhs == verdicts[1].comparisons[0].lhs
    assert _confirmed(certificate(verdicts[0]))


def test_an_adversary_that_sees_draws_breaks_what_one_that_does_not_cannot() -> None:
    assert check(_kept("oblivious"), _instance([[1, 0], [0, 1]])).status.name == "HOLDS"
    tree = _instance([[1, 0], [1, 0], [0, 1]])
    verdict = check(_kept("adaptive"), tree)
    assert (verdict.status.name, verdict.comparisons[0].lhs) == ("VIOLATED", Fraction(3, 2))
    document = certificate(verdict)
    assert _confirmed(document)
    for rows in ([["1", "0"]] * 2, [["1", "0"]] * 4):
        trials = [{"x": row, "outcome": "+1"} for row in rows]
        with pytest.raises(kernel.Malformed, match="the trials are no tree with 2 branches everywhere"):
            _confirmed({**document, "instance": {**document["instance"], "trials": trials}})
        with pytest.raises(BoundcheckError, match=r"1 \+ 2 \+ 2\*2"):
            check(_kept("adaptive"), _instance(rows))


def test_a_tree_with_equal_levels_is_a_sequence() -> None:
    claim = read_claim(FOLDER / "randomised_majority.toml")
    levels = [ROWS[0], *[ROWS[1]] * 2, *[ROWS[2]] * 4]
    seen = check(claim, _instance(levels, [0, 1], eta="1/2"))
    unseen = check(claim_of({**DRAWING, **MAJORITY}), _instance(ROWS[:3], [0, 1], eta="1/2"))
    assert seen.comparisons[0].lhs == unseen.comparisons[0].lhs


DRAWING: Any = {"gain": "linear", "loss": "linear", "bound": "ln(n)/eta + eta*l", "given": ["unit inputs", "expert"]}
MAJORITY: Any = {
    "learner": {"w": "w*(1 - eta*x)", "predict": "at(x, I)", "start": {"w": "1"}},
    "draw": {"I": "w"},
}


def test_a_file_that_says_what_is_drawn_is_refused() -> None:
    """Power: one path in the place of all would confirm anything."""
    document = json.loads(json.dumps(certificate(check(_kept("oblivious"), _instance([[1, 0], [0, 1]])))))
    for trial in document["instance"]["trials"]:
        trial["columns"] = {"I": "1"}
    with pytest.raises(kernel.Malformed, match="the trials say what I is, which is drawn"):
        _confirmed(document)


def test_parts_that_only_playing_knows_are_refused_by_all_other_checkers() -> None:
    assert not any(kernel.plays_alone({"rule": {}, part: "w"}) for part in ("draw", "observe"))


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        ("w - 2*e(1)", "a vector with an entry below 0 on trial 1"),
        ("0*w", "a vector with no entry above 0 on trial 1"),
        ("w/sum(0*w)", "the draw of I, 'w/sum(0*w)', has no value on trial 1: division by zero"),
    ],
)
def test_what_is_no_distribution_is_said_in_one_line(weights: str, said: str) -> None:
    claim = claim_of({**DRAWING, **MAJORITY, "draw": {"I": weights}})
    with pytest.raises(BoundcheckError) as error:
        check(claim, _instance([[1, 0]], [0, 1], eta="1/2"))
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_too_many_paths_are_undecided_and_refused_by_the_checker(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = claim_of({**DRAWING, **MAJORITY})
    verdict = check(claim, _instance([[1] * 10] * 30, [1] + [0] * 9, eta="1/2"))
    assert verdict.status.name == "UNDECIDED"
    assert "more than 15000 trials to play" in verdict.undecided
    small = certificate(check(claim, _instance([[1] * 10], [1] + [0] * 9, eta="1/2")))
    trials = small["instance"]["trials"] * 30
    monkeypatch.setattr(kernel, "MAX_STEPS", 50_000)
    with pytest.raises(kernel.Malformed, match="more than 50000 steps would be needed"):
        _confirmed({**small, "instance": {**small["instance"], "trials": trials}})


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"draw": {"I": "sum(w)"}}, "I is drawn in proportion to 'sum(w)', which is a number; it has to be a vector"),
        ({"draw": {"I": "w*y"}}, "I is drawn by 'y', which is known only after it"),
        ({"draw": {"x": "w"}}, "'x' is no name for a draw"),
        ({"draw": {"I": "w", "J": "w"}}, "I and J are drawn on each trial; a rule draws one thing"),
        ({"observe": "at(x, I)"}, "the rule speaks of 'x', and sees 'at(x, I)' alone, which it calls observed"),
        ({"draw": {}, "adversary": "adaptive", "learner": "w"}, "the learner draws nothing; say draw"),
        ({"adversary": "clever"}, "the adversary is 'clever'; it is oblivious, or adaptive"),
        ({"learner": {"w": "w*observed", "predict": "at(x, I)"}}, "the rule speaks of 'observed'; say with observe"),
        ({"comparator": "u_t"}, "per_trial, potential and comparator u_t are for learners without draws"),
    ],
)
def test_misuse_of_draws_is_said_in_one_line(more: dict[str, Any], said: str) -> None:
    with pytest.raises(BoundcheckError) as error:
        claim_of({**DRAWING, **MAJORITY, **more})
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_the_expectation_is_set_in_latex() -> None:
    assert claim_of({**DRAWING, **MAJORITY}).latex().startswith(r"\mathbb{E}\left[")


def test_checkers_agree_on_sequences_of_a_learner_whose_weights_depend_on_draws() -> None:
    claim = claim_of(
        {
            **DRAWING,
            **MAJORITY,
            "learner": {"w": "w*(1 - eta*observed*e(I))", "predict": "at(x, I)", "start": {"w": "1"}},
            "observe": "at(x, I)",
        }
    )
    for rows in product(ROWS[:2], repeat=3):
        verdict = check(claim, _instance(list(rows), [1, 0], eta="1/2"))
        assert _confirmed(certificate(verdict))
