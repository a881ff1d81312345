"""Plays on shattered examples: blocks of attributes, thresholds and trees, against any learner."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.claims.own import learner, own_claim
from bounds.claims.own_file import read_claim
from tests.verify.confirmed import confirmed_worst
from tests.verify.optimal.plays import certificate, played
from verify import kernel
from verify.cli import main
from verify.optimal.found import optimal
from verify.optimal.lower import LITERALS, lower_bounds
from verify.optimal.record import plays, recorded

TREE = {"examples": "tree", "points": ["0,1,0,1", "0,0,1,1"]}
TREE |= {"leaves": ["1,0,0,0", "0,0,1,0", "0,1,0,0", "0,0,0,1"]}
HALVES = {"examples": "tree", "points": ["1/2, 1", "1/4, 1", "3/4, 1"]}
HALVES |= {"leaves": ["-1, 1/8", "-1, 3/8", "-1, 5/8", "-1, 7/8"]}


def forced(nature: dict[str, Any], bound: str = "2", given: list[str] | None = None, gain: str = "mistake") -> Claim:
    return own_claim(learner("any"), bound, gain=gain, relation=">=", given=given or LITERALS, nature=nature)


@pytest.mark.parametrize(("theorem_id", "more"), [("kw.vc", "k*floor(log(n/k)/log(2)) + 1"), ("uml.ldim", "l + 1")])
def test_theorems_about_shattered_examples_hold_of_any_learner(theorem_id: str, more: str) -> None:
    """For all numbers of attributes and literals, and all lengths. Power: one mistake more is not proved."""
    assert optimal(theorem_id).verdict == "PROVED"
    known = recorded(theorem(theorem_id))
    assert known is not None
    assert known.mark == ">"
    assert confirmed_worst(known.certificate)
    assert optimal(lower_bounds()[theorem_id].replace(bound=more)).verdict == "OPEN"
    assert optimal(theorem(theorem_id).replace(bound=0)).verdict == "OPEN"


@pytest.mark.parametrize(
    "changes",
    [
        {"rest": "none"},  # n is k*2**j then, and the claim is weaker, but the play is another one: see below
        {"high": "2"},
        {"weight": "1/2"},
        {"low": "-1"},
        {"low": "1"},
        {"blocks": "2"},
        {"symbols": {"m": "> 0"}},
        {"points": ["1"]},
        {"moves": "examples"},
        {"with": {"k": "1"}},
        {"threshold": "q"},
    ],
)
def test_blocks_that_break_a_premise_are_not_confirmed(changes: dict[str, Any]) -> None:
    """Power: attributes and weights that are none of a disjunction, and parts that blocks do not have."""
    claim = lower_bounds()["kw.vc"]
    document = optimal(claim).certificate
    assert document is not None
    nature = {**document["play"], **changes}
    document = {**document, "play": nature, "statement": {**document["statement"], "nature": nature}}
    try:
        assert confirmed_worst(document) == (changes == {"rest": "none"})
    except kernel.Malformed:
        return


@pytest.mark.parametrize(
    ("bound", "proved"),
    [("k*floor(log(n/k)/log(2))", True), ("k*log(n/k)/log(2)", False), ("k*ceiling(log(n/k)/log(2))", False),
     ("floor(log(n/k)*k/log(2))", False), ("k*floor(log(n)/log(2))", False), ("l", True), ("l + 1/1000", False)],
)  # fmt: skip
def test_between_powers_of_two_no_more_is_forced(bound: str, proved: bool) -> None:
    """Power: at n = 3, k = 1 one point is shattered, and not log2(3) or 2; a floor further out is more."""
    claim = lower_bounds()["kw.vc"].replace(bound=bound)
    assert (optimal(claim).verdict == "PROVED") == proved


@pytest.mark.parametrize(
    ("nature", "given"), [(TREE, LITERALS), (HALVES, ["all_t(y*ux >= 1/8)", "all_t(max(x) <= 1)"])]
)
def test_trees_are_confirmed_leaf_by_leaf(nature: dict[str, Any], given: list[str]) -> None:
    """Power: a leaf that is of another path, a depth that is none, a point more, and a mistake more are all refused."""
    assert optimal(forced(nature, given=given)).verdict == "PROVED"
    assert optimal(forced(nature, "2001/1000", given)).verdict == "OPEN"
    leaves, points = nature["leaves"], nature["points"]
    for i, other in itertools.permutations(range(4), 2):
        swapped = [leaves[other] if place == i else leaf for place, leaf in enumerate(leaves)]
        assert optimal(forced({**nature, "leaves": swapped}, given=given)).verdict == "OPEN"
    faults: list[dict[str, Any]] = [
        {"leaves": leaves[:3]}, {"leaves": leaves * 2}, {"points": points[:1]}, {"points": [*points, points[0]]},
        {"leaves": [*leaves[:3], "0"]}, {"norm": "1"}, {"leaves": []}, {"examples": "trees"},
    ]  # fmt: skip
    for damaged in faults:
        try:
            assert optimal(forced({**nature, **damaged}, given=given)).verdict == "OPEN"
        except Exception as error:
            assert "cannot be read" in str(error)  # noqa: PT017


@pytest.mark.parametrize(
    "premise",
    ["all_i(u == max(u))", "all_i(u <= min(u))", "all_t(all_i(x == max(x)))", "all_i(member(u, {max(u), 5}))"],
)
def test_the_largest_entry_is_not_each_entry(premise: str) -> None:
    """Power: no u of this tree, and no example, has entries that are all the same."""
    assert optimal(forced(HALVES, given=["all_t(y*ux >= 1/8)", premise])).verdict == "OPEN"
    assert optimal(forced(HALVES, given=["all_t(y*ux >= 1/8)", "max(u) > min(u)", "all_i(max(u, -1) <= 7/8)"])).play


def test_symbols_with_the_names_of_others_are_not_those() -> None:
    """Power: n - o is not 0 for a symbol that is called as n might be, and ln(1 + n) more than any number."""
    nature = {"examples": "blocks", "blocks": "1", "rest": "any", "symbols": {"o": "> 0"}, "with": {"alpha": "o"}}
    for more in ("ln(1 + n) - ln(1 + alpha)", "n - alpha", "ln(n) - ln(alpha)"):
        claim = own_claim(
            learner("any"), f"l + {more}", relation=">=", given=LITERALS, nature=nature, symbols={"alpha": "> 0"}
        )
        assert optimal(claim).verdict == "OPEN"


def test_a_tree_forces_what_is_charged_beyond_mistakes_too() -> None:
    """The hinge loss is 1 at least. Power: losses that are 0 where a learner predicts 0, or 1/2, are not forced."""
    assert optimal(forced(TREE, gain="hinge")).verdict == "PROVED"
    assert optimal(forced(TREE, "5/2", gain="hinge")).verdict == "OPEN"
    assert optimal(forced(TREE, gain="1 if y*yhat < 0 else 0")).verdict == "OPEN"
    assert optimal(forced(TREE, gain="max(0, -y*yhat)")).verdict == "OPEN"
    assert optimal(forced({**TREE, "threshold": "1/2"}, gain="1 if y*(yhat - 1/2) <= 0 else 0")).verdict == "PROVED"
    assert optimal(forced(TREE, gain="1 if y*(yhat - 1/2) <= 0 else 0")).verdict == "OPEN"


def test_a_tree_is_a_part_of_a_claim_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "tree.toml"
    file.write_text(
        'learner = "any"\nrelation = ">="\nbound = "2"\ngiven = ["all_t(y*ux > 0)"]\n'
        f"[nature]\nexamples = 'tree'\npoints = {HALVES['points']}\nleaves = {HALVES['leaves']}\n"
    )
    out = tmp_path / "tree.json"
    assert optimal(read_claim(file)).verdict == "PROVED"
    assert main(["optimal", str(file), "--out", str(out)]) == 0
    assert main(["replay", str(out)]) == 0
    assert "a tree of points, 2 on each path, in 2 dimensions" in capsys.readouterr().out
    document = json.loads(out.read_text())
    document["play"]["points"] = document["statement"]["nature"]["points"] = ["1/2, 1", "3/4, 1", "1/4, 1"]
    assert not confirmed_worst(document)


GAPS = {
    "classics.hedge": "(eta**2 + 8*log(2))/(4*eta)",
    "classics.hedge.beta": "2*(beta1 + 1)*log(2)/beta1",
    "bylander.3.tuned": "sqrt(2)*sqrt(log(2))",
    "bylander.12": "2*log(2)",
    "kitani.winnow": "(3*j*k*log(2) + 3*k*log(k) + 3*k*log(2) + 2*log(2))/(j*k*log(2))",
}


@pytest.mark.parametrize("claim", GAPS)
def test_how_far_bounds_with_logarithms_are_from_any_learner(claim: str) -> None:
    found = recorded(theorem(claim))
    assert found is not None
    assert (found.verdict, found.factor) == ("GAP", GAPS[claim])


def test_halving_is_optimal_and_twice_as_much_is_not() -> None:
    """Against a perfect expert no learner has a smaller bound than log2(n), wherever that is whole."""
    given = ["expert", "sign inputs", "all_t(y*ux > 0)"]
    halving = own_claim("w if y*dot(w, x) > 0 else w", "log(n)/log(2)", given=given)
    for same in ("log(n)/log(2)", "log2(n)", "log(n, 2)"):
        assert optimal(halving.replace(bound=same)).verdict == "OPTIMAL"
    assert optimal(halving.replace(bound="log(n)")).verdict == "REFUTED"
    assert optimal(halving.replace(bound="2*log(n)")).factor == "2*log(2)"


def test_means_alone_are_made_to_pay_half() -> None:
    """Power: a learner that does not mix the experts may predict less than both halves: then nature turns nothing."""
    found = plays()["classics.hedge"]
    assert confirmed_worst(certificate("classics.hedge", **found))
    for learner_ in ({"rule": {"w": "w"}, "predict": "dot(w, x)"}, {"rule": {"w": "w"}, "predict": "dot(x, x)/sum(x)"}):
        assert not confirmed_worst(certificate("classics.hedge", **found, learner=learner_))


def test_what_is_said_of_blocks_is_so_at_numbers() -> None:
    """Power: the other judge, on the examples themselves, which finds every premise kept and as much paid."""
    statement = optimal("kw.vc").statement
    document = {"statement": statement, "play": {**statement["nature"], "rest": "none"}}
    for predictions in ("0", "t - 2", "(5 - 2*t)/7"):
        found = played(document, predictions)
        assert found.status == "HOLDS"
        assert found.left == found.right == Fraction(6)
