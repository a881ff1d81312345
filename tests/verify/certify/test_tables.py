"""Value tables of Winnow and Weighted Majority: exact, attained, and checked state by state."""

from __future__ import annotations

import copy
import itertools
import json
from fractions import Fraction
from typing import Any

import pytest

from adversaries.constructions.winnow import longest_run
from bounds.claims.catalogue import theorem
from bounds.errors import BoundcheckError
from tests.verify.confirmed import confirmed_worst
from verify import kernel, kernel_worst
from verify.certify.search import certify
from verify.cli import main

CATALOGUE = kernel.statements()


@pytest.mark.parametrize(("n", "k"), [(2, 1), (4, 1), (4, 2), (5, 1)])
def test_winnows_worst_case_is_the_longest_run(n: int, k: int) -> None:
    """The adversary's own dynamic program, written before, agrees."""
    found = certify("kitani.winnow", 30, n=n, k=k)
    assert found.status == "certified for every length"
    assert found.worst[-1].value == len(longest_run(n, k))
    assert found.worst[-1].exact


def test_weighted_majoritys_worst_case_is_that_of_all_sequences() -> None:
    """All sequences of at most four trials with three experts, played one by one."""
    eta, n, length = Fraction(1, 3), 3, 4
    most = Fraction(-9)
    for wrongs in itertools.product(range(2**n), repeat=length):
        counts, mistakes = [0] * n, 0
        for wrong in wrongs:
            weights = [(1 - eta) ** c for c in counts]
            mistakes += 2 * sum(w for i, w in enumerate(weights) if wrong >> i & 1) >= sum(weights)
            counts = [c + (wrong >> i & 1) for i, c in enumerate(counts)]
        most = max(most, Fraction(mistakes - min(counts)))
    found = certify("kitani.wma", length, eta=eta, n=n)
    assert found.status == "certified"
    value = found.worst[-1].value
    assert isinstance(value, Fraction)
    assert value == most
    assert found.worst[-1].exact


@pytest.mark.parametrize("identifier", ["kw.winnow.ok", "kw.winnow.up", "kitani.winnow.beta", "kw.elim"])
def test_the_catalogues_claims_about_winnow_are_certified(identifier: str) -> None:
    parameters: dict[str, Any] = {"alpha": 4} if identifier == "kw.elim" else {}
    assert certify(identifier, 5, **parameters).status == "certified for every length"


def test_one_mistake_less_is_false() -> None:
    most = certify("kitani.winnow", 9).worst[-1].value
    assert certify(theorem("kitani.winnow").replace(bound=str(most), relation="<="), 9).status.startswith("certified")
    assert certify(theorem("kitani.winnow").replace(bound=str(most)), 9).refuted
    assert certify("kw.elim.sharp", 4).refuted
    assert (
        certify(theorem("kitani.wma").replace(bound="k*(2*eta + 1) + log(N)/eta"), 8, n=2, eta="1/10").status != "open"
    )


@pytest.fixture(scope="module")
def proofs() -> dict[str, Any]:
    found = {}
    for identifier in ("kitani.winnow", "kitani.wma"):
        certificate = certify(identifier, 3, n=3).certificate
        assert certificate is not None
        found[identifier] = json.loads(json.dumps(certificate))
    return found


@pytest.mark.parametrize("identifier", ["kitani.winnow", "kitani.wma"])
def test_every_state_and_value_counts(proofs: dict[str, Any], identifier: str) -> None:
    """Power: a table without any one of its states, or with a value that allows too little, is not confirmed."""
    proof = proofs[identifier]
    assert confirmed_worst(proof)
    for place, row in enumerate(proof["table"]):
        without = {**proof, "table": [other for i, other in enumerate(proof["table"]) if i != place]}
        assert not confirmed_worst(without)
        wrong = copy.deepcopy(proof)
        wrong["table"][place][-1] -= 1
        assert not confirmed_worst(wrong), row


@pytest.mark.parametrize(
    ("identifier", "change"),
    [
        ("kitani.winnow", {"n": 4}),
        ("kitani.winnow", {"k": 2}),
        ("kitani.wma", {"n": 4}),
        ("kitani.wma", {"length": 4}),
        ("kitani.wma", {"parameters": {"eta": "1/3"}, "n": 2}),
    ],
)
def test_the_table_of_another_size_is_not_confirmed(proofs: dict[str, Any], identifier: str, change: Any) -> None:
    assert not confirmed_worst({**proofs[identifier], **change})


@pytest.mark.parametrize("key", ["bound", "learner", "version", "relation"])
def test_a_changed_claim_is_not_confirmed(proofs: dict[str, Any], key: str) -> None:
    changed = {"bound": "2", "learner": "winnow(3 + beta)", "version": "threshold_above(9*N)", "relation": ">="}
    document = copy.deepcopy(proofs["kitani.winnow"])
    document["statement"][key] = changed[key]
    assert not confirmed_worst(document)


def test_replay_takes_value_tables(proofs: dict[str, Any], tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.json"
    path.write_text(json.dumps(proofs["kitani.winnow"]))
    assert main(["replay", str(path)]) == 0
    assert "values of" in capsys.readouterr().out
    assert kernel_worst.main([str(path)]) == 0
    path.write_text(json.dumps({**proofs["kitani.winnow"], "table": []}))
    assert main(["replay", str(path)]) == 1


def test_sizes_out_of_reach_are_refused() -> None:
    with pytest.raises(BoundcheckError, match="n has to be"):
        certify("kitani.winnow", 3, n=40)
    with pytest.raises(BoundcheckError, match="whole numbers"):
        certify("kitani.winnow", 3, n="1/2")
    with pytest.raises(BoundcheckError, match="do not hold"):
        certify("kitani.wma", 3, eta="3/4")


def test_a_table_is_of_the_claims_own_k_and_of_labels() -> None:
    """Power: with k = 0 the bound is 2, which 3 mistakes break; the table would put in the number of the relevant."""
    certificate = json.loads(json.dumps(certify("kitani.winnow", 9, n=3, k=1).certificate))
    said = certificate["statement"]
    assert confirmed_worst(certificate)
    trials = [{"x": list(x), "outcome": "+1" if x[0] == "1" else "-1"} for x in ("100", "100", "100", "011")]
    instance = {"n": 3, "trials": trials, "comparator": ["1", "0", "0"]}
    for k in ("0", "sum(abs(u)) - 1"):
        changed = {**said, "defines": {**said["defines"], "k": k}}
        assert kernel.judge(changed, instance).status == "VIOLATED"
        assert not confirmed_worst({**certificate, "statement": changed})
    for changes in ({"free": ["k"]}, {"outcomes": "points"}, {"defines": {"N": "n", "beta": "1"}}):
        assert not confirmed_worst({**certificate, "statement": {**said, **changes}})
    votes = json.loads(json.dumps(certify("kitani.wma", 2, n=2).certificate))
    said = votes["statement"]
    assert confirmed_worst(votes)
    assert not confirmed_worst({**votes, "statement": {**said, "defines": {**said["defines"], "k": "0"}}})
