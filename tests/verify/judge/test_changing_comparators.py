"""Comparators that change with the trial: stated, judged by both implementations, and written into certificates.

Power: another number of changes, another path, a certificate whose sequence is damaged, and a claim about one
comparator that is given a sequence are all told.
"""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from adversaries.families.sampling import random_instances
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.claims.own import learner, own_claim
from bounds.claims.own_file import claim_of as claim_in
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from bounds.instances import Instance, instance_code
from verify import kernel
from verify.certify.search import certify
from verify.derive.prove_own import prove_own
from verify.judge.certificate import certificate, statement
from verify.judge.check import check
from verify.judge.read_certificate import claim_of, instance_of
from verify.judge.status import Status
from verify.own_data.reader import read_instance
from verify.own_data.writer import trials_text
from verify.publish.export import to_latex

HALF = Fraction(1, 2)
EXPERTS = Trials.of([[0, 1], [0, 1], [1, 0], [1, 0]], [1] * 4)
TWO = [[1, 0], [1, 0], [0, 1], [0, 1]]


def share(changes: str = "switches(u) <= k") -> Claim:
    return own_claim(
        learner("(1 - alpha)*w*exp(-eta*x) + alpha/n*sum(w*exp(-eta*x))", predict="dot(w, x)/sum(w)", start="1"),
        "(ln(n) + k*ln(n/alpha) - (l - 1 - k)*ln(1 - alpha))/eta + eta*l/8",
        gain="linear", loss="linear", comparator="u_t",
        given=["unit inputs", "expert", changes, "l >= 1", "alpha < 1", "alpha <= n*(1 - alpha)"],
    )  # fmt: skip


def moving() -> Claim:
    return own_claim(
        "w - eta*x", "U**2/(2*eta) + P", gain="linear", loss="linear", comparator="u_t",
        given=["norm(u, 2) <= U", "path(u, 2) <= P"],
    )  # fmt: skip


def shared(**parts: Any) -> Instance:
    return replace(Instance(EXPERTS, None, {"eta": 1, "alpha": "1/4"}, None, TWO), **parts)


def confirmed(document: object) -> bool:
    try:
        return kernel.confirm(json.dumps(document), kernel.statements())[0]
    except kernel.Malformed:
        return False


def test_what_is_read_off_a_sequence() -> None:
    assert check(share(), shared()).case.evaluate(share().measures and next(iter(share().measures))) == 1
    trials = Trials.of([[1]] * 4, [1] * 4)
    values = check(moving(), Instance(trials, None, {"eta": 1}, None, [[1], [-1], [-1], [3]])).case.values
    assert {str(a): value for a, value in values.items() if str(a) in "UP"} == {"U": 3, "P": 6}


def test_a_wrong_number_of_changes_and_too_short_a_path_are_no_instances() -> None:
    for k, status in ((0, Status.VACUOUS), (1, Status.HOLDS), (2, Status.HOLDS)):
        assert check(share(), shared(parameters={"eta": 1, "alpha": "1/4", "k": k})).status is status
    trials = Trials.of([[1], [1]], [1, 1])
    for length, status in ((2, Status.VACUOUS), (3, Status.HOLDS)):
        given = Instance(trials, None, {"eta": 1, "P": length}, None, [[1], [-2]])
        assert check(moving(), given).status is status
    wrong = shared(sequence=[[1, 1], *TWO[1:]])
    assert check(share(), wrong).status is Status.VACUOUS


@pytest.mark.parametrize("claim", [share(), moving()], ids=["share", "moving"])
def test_both_implementations_agree(claim: Claim) -> None:
    said = set()
    for _, instance in random_instances(claim, 8, 3, max_trials=3):
        verdict = check(claim, instance)
        said.add(verdict.status)
        if verdict.decisive is not None and verdict.status is not Status.UNDECIDED:
            document = certificate(verdict)
            assert confirmed(document)
            assert instance_of(document) == instance
            assert statement(claim_of(document)) == statement(claim)
    assert Status.HOLDS in said


def test_a_damaged_certificate_is_not_confirmed() -> None:
    document = certificate(check(share(), shared()))
    assert confirmed(document)
    given, said = document["instance"], document["statement"]
    texts = [[str(a) for a in u] for u in TWO]
    for sequence in (texts[:3], [*texts, texts[0]], texts[0], [], texts[::-1], [*texts[:3], ["1"]], [texts[0]] * 4):
        assert not confirmed({**document, "instance": {**given, "comparator": sequence}})
    others: list[Any] = ["u", "u_s", {}]
    for other in others:
        assert not confirmed({**document, "statement": {**said, "comparator": other}})
    assert not confirmed({**document, "statement": {key: part for key, part in said.items() if key != "comparator"}})


def test_a_claim_about_one_comparator_takes_no_sequence() -> None:
    five = theorem("bylander.5")
    trials = Trials.of([[1], [1]], [1, -1])
    with pytest.raises(BoundcheckError, match="one vector u"):
        check(five, Instance(trials, sequence=[[1], [-1]]))
    document = certificate(check(five, Instance(Trials.of([[1]], [1]), [1])))
    instance = {**document["instance"], "comparator": [["1"]]}
    assert not confirmed({**document, "instance": instance})
    changed = {**document["statement"], "comparator": "u_t"}
    assert not confirmed({**document, "statement": changed, "instance": instance})


def test_what_proves_claims_of_one_comparator_says_nothing_of_these() -> None:
    assert "changes with the trial" in str(prove_own(moving()).reason)
    with pytest.raises(BoundcheckError, match="changes with the trial"):
        certify(moving(), 1, eta=1, U=1, P=1)


def test_sequences_are_read_written_and_printed() -> None:
    instance = shared()
    assert read_instance(trials_text(instance)) == instance
    assert eval(instance_code(instance), {"Instance": Instance, "Trials": Trials}) == instance  # noqa: S307 - its own
    assert r"\langle u_{t}, x_{t} \rangle" in to_latex(share())
    with pytest.raises(BoundcheckError, match="3 comparators for 4 trials"):
        shared(sequence=TWO[:3])
    with pytest.raises(BoundcheckError, match="give a vector for each trial"):
        check(share(), shared(sequence=None))
    with pytest.raises(BoundcheckError, match="give a sequence and no comparator"):  # even where a premise fails
        check(share(), shared(sequence=None, comparator=[1, 0], parameters={"eta": 1, "alpha": 2}))


def test_repeated_trials_are_played_out() -> None:
    document = certificate(check(share(), shared()))
    trials = document["instance"]["trials"]
    folded = [{"repeat": 2, "trials": trials[:1]}, {"repeat": 2, "trials": trials[2:3]}]
    assert confirmed({**document, "instance": {**document["instance"], "trials": folded}})


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"comparator": "u_s"}, "it is u, or u_t"),
        ({"comparator": "u", "given": ["switches(u) <= k"]}, 'say comparator = "u_t"'),
        ({"given": ["switches(x) <= k"]}, "write switches"),
        ({"given": ["path(u) <= P"]}, "write path"),
        ({"loss": "", "given": []}, "nothing speaks of the comparator"),
    ],
)
def test_what_is_wrong_is_said(parts: dict[str, object], said: str) -> None:
    table = {"learner": "w - eta*x", "bound": "l", "gain": "linear", "loss": "linear", "comparator": "u_t"}
    with pytest.raises(BoundcheckError, match=said.replace("(", r"\(")):
        claim_in({**table, **parts})
