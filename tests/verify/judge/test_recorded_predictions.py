"""Certificates that record what a program predicted: what they show, what they say, and damaged ones.

Power: one prediction left out, one too many, NaN, a float's text, a number of JSON, predictions within predictions, a
changed prediction and a changed rule are each refused, not confirmed, or told by the deviation.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.claims.own import own_claim
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from verify import kernel
from verify.cli import main
from verify.judge.certificate import certificate
from verify.judge.check import Verdict, check
from verify.judge.read_certificate import read_certificate
from verify.own_data.learner import with_learner
from verify.own_data.logged import with_predictions
from verify.search.search import search

PERCEPTRON = "w + y*x if y*yhat <= 0 else w"


class Plain:
    """A Perceptron at rate 1 that rounds what it predicts down to quarters: predictions, and no formula."""

    def start(self, n: int) -> None:
        """Start at 0."""
        self.weights = [Fraction(0)] * n

    def predict(self, x: Example) -> Fraction:
        """Return w.x, rounded down."""
        return Fraction(sum((w * a for w, a in zip(self.weights, x, strict=True)), Fraction(0)) * 4 // 1, 4)

    def update(self, x: Example, target: Interval) -> None:
        """Add or subtract the example."""
        side = target.side(self.predict(x))
        self.weights = [w + side * a for w, a in zip(self.weights, x, strict=True)]


TRIALS = Trials.of([["1/3", 1], [1, 0], ["1/2", 1], [1, "1/5"]], [1, 1, 1, 1])


def _verdict(claim: Claim | str = "bylander.5", rule: Any = PERCEPTRON) -> Verdict:
    return check(with_learner(claim, Plain, rule=rule), Instance(TRIALS, [2, 2]))


def _document(rule: Any = PERCEPTRON) -> dict[str, Any]:
    return json.loads(json.dumps(certificate(_verdict(rule=rule))))  # type: ignore[no-any-return]


def _said(document: dict[str, Any]) -> tuple[bool, list[str]]:
    return kernel.confirm(json.dumps(document), kernel.statements())


AS_RECORDED = 'the predictions, of "Plain", are as recorded, and nothing shows that the program makes them'


def test_the_first_sentence_says_that_predictions_are_as_recorded() -> None:
    document = _document(rule=None)
    confirmed, said = _said(document)
    assert document["statement"]["learner"] == {"predictions": ["0", "1/4", "1", "1/2"], "of": "Plain"}
    assert confirmed
    assert said[0] == AS_RECORDED
    assert "predicted, as recorded: 0, 1/4, 1, 1/2" in said
    assert not [a for a in said if "rule" in a]


@pytest.mark.parametrize("rule", [PERCEPTRON, "perceptron"])
def test_a_rule_beside_them_is_replayed_and_the_largest_deviation_told_exactly(rule: str) -> None:
    beside = theorem("bylander.5").learner if rule == "perceptron" else rule
    confirmed, said = _said(_document(beside))
    deviation = _verdict(rule=beside).deviation
    assert confirmed
    assert deviation is not None
    largest, t = max((abs(Fraction(a) - Fraction(b)), -t) for t, (a, b) in enumerate(_pairs(beside), 1))
    assert (deviation.largest, deviation.t, deviation.signs) == (largest, -t, ())
    assert said[0].startswith(AS_RECORDED)
    assert f"they differ from the rule's by at most {largest}, on trial {-t}; their signs differ on no trial" in said


def _pairs(beside: Any) -> list[tuple[Any, Any]]:
    """Return what is recorded, and what the rule predicts where it is the learner itself."""
    by_rule = theorem("bylander.5") if beside is not PERCEPTRON else with_learner("bylander.5", beside)
    steps = check(by_rule, Instance(TRIALS, [2, 2])).case.run.steps
    return [(a.prediction, b.prediction) for a, b in zip(_verdict().case.run.steps, steps, strict=True)]


def test_a_rule_that_makes_them_is_said_to_do_so_and_another_sign_is_named() -> None:
    made = with_predictions("bylander.5", [0, "1/3"], rule=PERCEPTRON)
    other = with_predictions("bylander.5", [0, "-1/3"], rule=PERCEPTRON)
    instance = Instance(TRIALS.subsequence([0, 1]), [2, 2])
    assert "the rule beside them makes these predictions, exactly" in _said(certificate(check(made, instance)))[1]
    verdict = check(other, instance)
    assert (
        "they differ from the rule's by at most 2/3, on trial 2; their signs differ on trial 2"
        in _said(certificate(verdict))[1]
    )
    assert "at most 2/3 (0.666667), on trial 2; the signs differ on 1 trial: 2" in str(verdict)


def _predictions(change: Callable[[list[Any]], object]) -> Callable[[dict[str, Any]], object]:
    return lambda document: change(document["statement"]["learner"]["predictions"])


FAULTS: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "one left out": (_predictions(lambda found: found.pop()), "there are 3 recorded predictions for 4 trials"),
    "one too many": (_predictions(lambda found: found.append("0")), "there are 5 recorded predictions for 4 trials"),
    "NaN": (_predictions(lambda found: found.__setitem__(1, "NaN")), "'NaN' is no exact number"),
    "infinity": (_predictions(lambda found: found.__setitem__(1, "inf")), "'inf' is no exact number"),
    "a float's text": (_predictions(lambda found: found.__setitem__(1, "1e-3")), "unexpected 'e'"),
    "a float": (_predictions(lambda found: found.__setitem__(1, 0.25)), "0.25 is no exact number; write it as a text"),
    "a whole number": (_predictions(lambda found: found.__setitem__(1, 1)), "the prediction 1 is no text"),
    "a list": (_predictions(lambda found: found.__setitem__(1, ["0"])), "is no text with an exact number"),
    "a text in their place": (
        lambda document: document["statement"]["learner"].__setitem__("predictions", "0"),
        "predictions are a list of exact numbers",
    ),
    "predictions beside predictions": (
        lambda document: document["statement"]["learner"].__setitem__("beside", {"predictions": ["0"] * 4}),
        "what stands beside recorded predictions is a learner",
    ),
    "a rule of its own": (
        lambda document: document["statement"]["learner"].__setitem__("rule", {"w": "w"}),
        "recorded predictions have no part 'rule'",
    ),
    "a rule that speaks of u": (
        lambda document: document["statement"]["learner"]["beside"].__setitem__("rule", {"w": "w + u"}),
        "a rule speaks of 'u'",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_damaged_file_is_refused_in_one_line(fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damage, reason = FAULTS[fault]
    document = _document()
    damage(document)
    file = tmp_path / "damaged.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    for command in ("replay", "check", "page"):
        assert main([command, str(file)]) == 2, command
        out, err = capsys.readouterr()
        assert err.count("\n") == 1, (command, err)
        assert not out
        if command == "replay":
            assert reason in err


def test_a_prediction_that_is_changed_is_not_confirmed_or_told_by_the_deviation() -> None:
    document = _document()
    counts = copy.deepcopy(document)
    counts["statement"]["learner"]["predictions"][2] = "-1"  # a mistake more
    confirmed, said = _said(counts)
    assert not confirmed
    assert "but the certificate says left 1" in said
    document["statement"]["learner"]["predictions"][2] = "8"  # on the same side
    confirmed, said = _said(document)
    assert confirmed
    assert "they differ from the rule's by at most 41/6, on trial 3; their signs differ on no trial" in said


def test_a_file_that_says_that_the_claim_is_the_catalogues_is_not_confirmed() -> None:
    document = _document() | {"changes": []}
    confirmed, said = _said(document)
    assert not confirmed
    assert said[0].startswith(AS_RECORDED)


def test_repeated_trials_have_a_prediction_each() -> None:
    document = _document(rule=None)
    document["instance"]["trials"] = [{"repeat": 4, "trials": [{"x": ["1/2", "0"], "outcome": "+1"}]}]
    document |= {"right": "2"}
    document["instance"]["parameters"] = {}
    assert _said(document)[0]
    document["statement"]["learner"]["predictions"].pop()
    with pytest.raises(kernel.Malformed, match="3 recorded predictions for 4 trials"):
        _said(document)


def test_a_search_writes_one_that_is_confirmed_and_read_back(tmp_path: Path) -> None:
    pa2 = own_claim(
        "w + max(0, 1 - y*yhat)/(xx + 1/(2*C))*y*x",
        "C*U",
        gain="squared_hinge",
        loss="squared_hinge",
        times="C",
        given=["norm(u, 2) <= U", "norm(x, 2) <= X"],
    )
    for claim in (pa2, theorem("bylander.5").replace(bound="U*X/2")):
        found = search(with_learner(claim, Plain, rule="w + y*x"), instances=300)
        assert found.confirmation == "by the independent checker"
        assert "deviation" in str(found)
        file = tmp_path / "found.json"
        file.write_text(json.dumps(found.counterexample), encoding="utf-8")
        read, instance = read_certificate(file)
        assert found.verdict is not None
        assert check(read, instance).slack == found.verdict.slack
        assert certificate(check(read, instance)) == found.counterexample
        assert main(["page", str(file), "--out", str(tmp_path / "found.html")]) == 0
        assert main(["replay", str(tmp_path / "found.html")]) == 0


def test_an_intercept_is_told_with_the_name() -> None:
    given = with_predictions("bylander.5", [0, 1, 1, 1], intercept_since=2)
    assert check(given, Instance(TRIALS, [2, 2])).intercept is not None
    for since in (0, 5):
        with pytest.raises(BoundcheckError, match="give the number of a trial, from 1 to 4"):
            with_predictions("bylander.5", [0, 1, 1, 1], intercept_since=since)


def test_what_predictions_do_not_tell_has_no_certificate() -> None:
    growth = own_claim(PERCEPTRON, "l", gain="update")
    with pytest.raises(BoundcheckError, match="only a learner by rule says on which"):
        certificate(_verdict(growth, rule=None))


def test_a_rule_speaks_of_parameters_that_the_claim_has() -> None:
    with pytest.raises(BoundcheckError, match=r"the rule speaks of C, and bylander\.5 has"):
        with_learner("bylander.5", Plain, rule="w + C*y*x")
    with pytest.raises(BoundcheckError, match="a rule stands beside a learner of yours"):
        with_learner("bylander.5", None, rule=PERCEPTRON)


def test_check_writes_the_certificate_of_a_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, out = tmp_path / "log.csv", tmp_path / "log.json"
    log.write_text("a,b,outcome,yhat\n1,0,+1,0\n0,1,+1,0\n0.1,1,-1,0.25\n", encoding="utf-8")
    asked = ["check", "bylander.2", str(log), "--prediction", "yhat", "--set", "eta=1", "--out", str(out)]
    assert main([*asked, "--rule", PERCEPTRON]) == 0
    assert "deviation    from the rule beside it at most 17/20 (0.85), on trial 3" in capsys.readouterr().out
    assert main(["replay", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["findings"][0].startswith("the predictions are as recorded")
    assert main(["check", "bylander.2", str(log), "--ignore", "yhat", "--set", "eta=1", "--rule", PERCEPTRON]) == 2
    assert "a rule stands beside predictions, and the file has none" in capsys.readouterr().err
