"""The checker of worst cases: what it proves, and every way a certificate can be wrong."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.verify.confirmed import confirmed_worst
from verify import kernel, kernel_worst
from verify.certify import endless
from verify.certify.rounding import proved
from verify.certify.search import certify
from verify.certify.solver import solve
from verify.certify.witness import predictions
from verify.cli import main
from verify.kernel_gram.certificate import FORMAT, constant
from verify.kernel_gram.claims import Claim
from verify.kernel_gram.formulas import Affine, GramScope, value
from verify.kernel_gram.numbers import Refused
from verify.kernel_gram.problem import Run

ZERO = Fraction(0)
CATALOGUE = kernel.statements()


@pytest.fixture(scope="module")
def proofs() -> dict[str, dict[str, Any]]:
    found = {}
    for identifier, length in (("bylander.2", 4), ("bylander.5", 6), ("bylander.8", 4), ("bylander.11", 4)):
        with patch.object(
            endless, "for_every_length", return_value=None
        ):  # lists for each length, in the place of one for all
            certificate = certify(identifier, length).certificate
        assert certificate is not None
        found[identifier] = json.loads(json.dumps(certificate))
    return found


def test_the_certificates_of_certify_are_confirmed(proofs: dict[str, dict[str, Any]]) -> None:
    for document in proofs.values():
        assert confirmed_worst(document)


FAULTS: dict[str, Callable[[dict[str, Any]], object]] = {
    "a smaller bound": lambda d: d["statement"].update(bound="3/2"),
    "a larger comparator": lambda d: d["parameters"].update(U="3"),
    "a longer sequence": lambda d: d.update(length=d["length"] + 3, every=False),
    "every length": lambda d: d.update(every=True),
    "no margin": lambda d: d["statement"]["hypotheses"].pop("separable"),
    "no norm of the examples": lambda d: d["statement"]["hypotheses"].pop("examples"),
    "any start": lambda d: d["statement"]["hypotheses"].pop("no start vector"),
    "another learner": lambda d: d["statement"].update(learner="perceptron(2*eta)"),
    "another relation": lambda d: d["statement"].update(relation=">="),
}


@pytest.mark.parametrize(
    ("identifier", "fault"),
    [
        *(("bylander.2", f) for f in ("a smaller bound", "a longer sequence", "every length")),
        *(("bylander.2", f) for f in ("no norm of the examples", "any start", "another relation")),
        *(("bylander.8", f) for f in ("a smaller bound", "no norm of the examples")),
        ("bylander.8", "another learner"),
        ("bylander.5", "a larger comparator"),
        ("bylander.5", "no margin"),
        ("bylander.11", "another learner"),
    ],
)
def test_a_changed_claim_is_not_confirmed(proofs: dict[str, dict[str, Any]], identifier: str, fault: str) -> None:
    """Power: each of these certificates proves less than it would then say."""
    document = copy.deepcopy(proofs[identifier])
    FAULTS[fault](document)
    assert not confirmed_worst(document)


def test_each_multiplier_counts(proofs: dict[str, dict[str, Any]]) -> None:
    """Power: less of any multiplier of the proofs of theorem 2 at l = 4, or a negative one, and nothing is proved."""
    for key, listed in proofs["bylander.2"]["multipliers"].items():
        for place, text in enumerate(listed):
            if Fraction(text) == 0:
                continue
            for wrong in (str(Fraction(text) * Fraction(9, 10)), f"-{text}"):
                document = copy.deepcopy(proofs["bylander.2"])
                document["multipliers"][key][place] = wrong
                if place or wrong.startswith("-"):
                    assert not confirmed_worst(document), (key, place, wrong)


def test_a_missing_pattern_is_named(proofs: dict[str, dict[str, Any]]) -> None:
    """Unless the list of a longer one proves enough of it."""
    for identifier, document in proofs.items():
        for key in document["multipliers"]:
            fewer = {**document, "multipliers": {k: v for k, v in document["multipliers"].items() if k != key}}
            found, said = kernel_worst.confirm(json.dumps(fewer), CATALOGUE)
            longer = any(other.startswith(key) for other in fewer["multipliers"])
            assert longer or not found, (identifier, key)
            assert found or any(key in sentence for sentence in said)


def test_the_certificate_of_another_learner_proves_nothing(proofs: dict[str, dict[str, Any]]) -> None:
    other = {**proofs["bylander.8"], "multipliers": proofs["bylander.2"]["multipliers"]}
    assert not confirmed_worst(other)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"format": "something else"}, "format"),
        ({"length": "4"}, "whole number"),
        ({"length": 10**9}, "whole number"),
        ({"parameters": {"U": "2", "X": "1", "eta": "1/2", "n": "3"}}, "cannot be set"),
        ({"multipliers": {"0//0": ["1", "x", "1", "1"]}}, "rational"),
        ({"multipliers": {"0//0": ["1", "1/0", "1", "1"]}}, "rational"),
        ({"multipliers": 3}, "wrong form"),
    ],
)
def test_what_is_no_certificate_is_refused(
    proofs: dict[str, dict[str, Any]], change: dict[str, Any], word: str
) -> None:
    with pytest.raises(kernel.Malformed, match=word):
        kernel_worst.confirm(json.dumps({**proofs["bylander.2"], **change}), CATALOGUE)


def test_floats_and_repeated_keys_are_refused() -> None:
    for text in ('{"length": 1.5}', '{"a": 1, "a": 2}', "{"):
        with pytest.raises(kernel.Malformed):
            kernel_worst.confirm(text, CATALOGUE)


def test_replay_takes_both_kinds_of_certificates(
    proofs: dict[str, dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(proofs["bylander.5"]))
    assert main(["replay", str(path)]) == 0
    assert "of any length" in capsys.readouterr().out
    path.write_text(json.dumps({**proofs["bylander.5"], "parameters": {"U": "9", "X": "1"}}))
    assert main(["replay", str(path)]) == 1
    assert kernel_worst.main([str(path)]) == 1
    assert kernel_worst.main([str(tmp_path / "none.json")]) == 2


# --- Gram forms of rules ---


def statement(rule: str | dict[str, str], value: str = "sum_t(y*yhat <= 0)", **changes: Any) -> dict[str, Any]:
    updates = rule if isinstance(rule, dict) else {"w": rule}
    predict = changes.pop("predict", "dot(w, x)")
    return {
        **CATALOGUE["bylander.5"],
        "learner": {"rule": updates, "predict": predict},
        "defines": {},
        "free": ["U", "X", "eta", "beta", "a"],
        "compare": [{"value": value}],
        **changes,
    }


GIVEN = {"U": "2", "X": "1", "eta": "1/2", "beta": "1/4", "a": "1/3"}


def runs(said: dict[str, Any], length: int) -> list[Run]:
    claim = Claim(said, {name: constant(text) for name, text in GIVEN.items()})
    level = [Run(claim.problem(0, length))]
    for _ in range(length):
        level = [after for run in level for after in run.next()]
    return level


@pytest.mark.parametrize(
    ("rule", "predict", "patterns", "form"),
    [
        ("w + eta*y*x if y*yhat <= 0 else w", "dot(w, x)", 1, {(1, 3): "1/2", (2, 3): "1/2"}),
        ("w + eta*y*x if y*yhat <= beta else w", "dot(w, x)", 8, {(1, 3): "1/2", (2, 3): "1/2"}),
        ("(1 - a)*w + y*x if y*yhat <= 0 else w", "dot(w, x)", 1, {(1, 3): "2/3", (2, 3): "1"}),
        ("w + y*x/(updates + 1) if y*yhat <= 0 else w", "dot(w, x)", 1, {(1, 3): "1", (2, 3): "1/2"}),
        ({"w": "w + d", "d": "a*d + y*x if y*yhat <= 0 else d"}, "dot(w, x)", 8, None),
        ({"w": "w + y*x if y*dot(w, x) <= 0 else w", "v": "v + w"}, "dot(v, x)", None, None),
    ],
)
def test_the_predictions_of_a_rule_are_linear_in_the_gram_matrix(
    rule: Any, predict: str, patterns: int | None, form: dict[Any, str] | None
) -> None:
    if patterns is None:  # a branch that looks at another prediction than its own
        with pytest.raises(Refused, match="compares vectors"):
            runs(statement(rule, predict=predict), 3)
        return
    found = runs(statement(rule, predict=predict), 3)
    assert len(found) == patterns
    if form is not None:
        assert predictions(found[0])[2] == {entry: Fraction(c) for entry, c in form.items()}


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        ("w + y*x/xx if y*yhat <= 0 else w", "xx"),
        ("w + max(0, 1 - y*yhat)*y*x", "depends on the prediction"),
        ("w + eta*(y - yhat)*x", "depends on the prediction"),
        ("w*exp(eta)", "exp"),
        ("w + x if yhat <= 0 else w", "not odd"),
        ("w + y*x if yhat <= 1 else w", "not odd"),
        ("w + y*x if y*yhat <= sqrt(2) else w", "irrational"),
        ("w + 1", "sum of a vector and a number"),
        ("w + y*x/norm(x, 2)", "norm"),
        ("w + y*x/updates if y*yhat*yhat <= 0 else w", "product of two predictions|division"),
    ],
)
def test_learners_without_a_gram_form_are_refused_with_the_reason(rule: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        runs(statement(rule), 2)


def test_a_rule_of_its_own_has_the_worst_case_of_the_learner_it_describes() -> None:
    """Margin Perceptron: m updates need m**2 <= U**2*(m*X**2 + 2*(m - 1)*beta/eta), so 7 are possible and 8 are not.

    The usual bound U**2*(X**2 + 2*beta/eta) is 8 here: it forgets that the first prediction is 0.
    """
    said = statement("w + eta*y*x if y*yhat <= beta else w", "sum_t(update)")
    claim = Claim(said, {name: constant(text) for name, text in GIVEN.items()})
    run = Run(claim.problem(0, 9))
    rooms = []
    for _ in range(9):
        run = next(iter(run.next()))
        solved = solve(run.program, possible=True)
        assert solved is not None
        rooms.append(solved.value)
    assert rooms[6] > -1e-7
    assert rooms[7] < -1e-3


def test_a_comparators_hinge_loss_is_convex_and_a_ramp_is_not() -> None:
    value = "sum_t(y*yhat <= 0) - 2*sum_t(max(0, 1 - y*ux))"
    run = runs(statement("w + eta*y*x if y*yhat <= 0 else w", value), 2)[0]
    assert len(run.problem.comparators) == 2
    ramp = "sum_t(y*yhat <= 0) - sum_t(min(1, max(0, 1 - y*ux)))"
    with pytest.raises(Refused, match="not convex"):
        _ = runs(statement("w + eta*y*x if y*yhat <= 0 else w", ramp), 2)[0].program


# --- what would prove too much ---

PERCEPTRON = "w + eta*y*x if y*yhat <= 0 else w"


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("sum_t(y*yhat <= 0) - sum_t(y*ux)", "not bounded by 0"),
        ("yhat*sum_t(y*yhat <= 0)", "no parameter"),
        ("sum_t(y*yhat <= 0)*sum_t(1)", "not a sum"),
        ("sum_t(y*yhat <= 0) - sum_t(abs(x))", "abs|vector"),
    ],
)
def test_amounts_of_which_a_left_out_trial_might_be_a_part_are_refused(value: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        _ = runs(statement(PERCEPTRON, value), 1)[0].program


def test_updates_are_counted_only_where_every_update_moves() -> None:
    """With x = 0 an update changes nothing, and is none: 0 mistakes less 0 updates would be 1 less 1."""
    said = statement(PERCEPTRON, "sum_t(y*yhat <= 0) - sum_t(update)")
    assert len(runs(said, 2)) == 1
    said["hypotheses"] = {k: v for k, v in said["hypotheses"].items() if k != "separable"}
    with pytest.raises(Refused, match="updates are counted"):
        runs(said, 1)


def test_a_trial_is_not_left_out_where_its_number_counts() -> None:
    assert len(runs(statement(PERCEPTRON, "sum_t(t*(y*yhat <= 0))"), 2)) == 4
    assert len(runs(statement("w + y*x/t if y*yhat <= 0 else w"), 2)) == 4


def test_the_rate_is_the_learners_argument() -> None:
    """Twice an irrational rate: the prediction is in its units, and so is u."""
    said = {**CATALOGUE["bylander.2.tuned"], "learner": "perceptron(2*eta)"}
    problem = Claim(said, {"U": constant("2"), "X": constant("1")}).problem(0, 2)
    assert problem.unit == constant("2*sqrt(2)")
    assert problem.premises["u"] == constant("sqrt(1/2)")


def test_what_is_only_claimed_of_longer_sequences_is_not_proved_of_every_length() -> None:
    said = statement(PERCEPTRON, bound="3")
    said["hypotheses"] = {**said["hypotheses"], "long": "l >= 9"}
    document = {
        "format": FORMAT, "claim": "own", "statement": said, "parameters": GIVEN, "length": 6,
        "every": True, "multipliers": {},
    }  # fmt: skip
    run = runs(statement(PERCEPTRON), 5)[0]
    solved = solve(run.program, possible=True)
    assert solved is not None
    found = proved(run.program, solved, None, tight=False)
    assert found is not None
    document["multipliers"] = {f"0//{run.digits}": [str(y) for y in found]}
    assert not confirmed_worst(document)
    assert not confirmed_worst({**document, "statement": {**said, "hypotheses": statement(PERCEPTRON)["hypotheses"]}})
    right = {**document, "statement": statement(PERCEPTRON, bound="4")}
    assert confirmed_worst(right)


def test_a_margin_is_no_premise_of_intervals() -> None:
    said = {
        **CATALOGUE["bylander.8"],
        "hypotheses": {**CATALOGUE["bylander.8"]["hypotheses"], "m": "sum_t(y*ux < 1) == 0"},
    }
    problem = Claim(said, {"U": constant("2"), "X": constant("1"), "tau": constant("1/2")}).problem(0, 2)
    assert "margin" not in problem.premises


# --- what it needs ---


def test_a_worst_case_is_checked_where_nothing_is_installed(proofs: dict[str, dict[str, Any]], tmp_path: Path) -> None:
    """Python without site-packages: the standard library and verify/ alone."""
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(proofs["bylander.2"]))
    found = subprocess.run(
        [sys.executable, "-S", "-m", "verify.kernel_worst", str(path)],
        capture_output=True, text=True, check=False, cwd=Path(kernel.__file__).parents[1],
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    assert found.stdout.startswith("CONFIRMED")


def test_a_changed_catalogue_confirms_nothing(proofs: dict[str, dict[str, Any]]) -> None:
    """Power: a statement that is as catalogued, in a catalogue that is not the release's."""
    smaller = {**CATALOGUE, "bylander.8": {**CATALOGUE["bylander.8"], "note": "changed"}}
    found, said = kernel_worst.confirm(json.dumps(proofs["bylander.2"]), smaller)
    assert not found
    assert "statements.json was changed" in said[-1]


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("1/2 + sqrt(5)/2", 1),
        ("sqrt(10**12 - 1) + 1", 10**6),
        ("sqrt(10**12 + 1) - 1", 10**6 - 1),
        ("sqrt(10**12 - 1) - 10**6", -1),
        ("1 - sqrt(2)", -1),
        ("7/3 - 2*sqrt(3)", -2),
        ("sqrt(12) - 1/2 - sqrt(3)", 1),
        ("sqrt(4) + 1/2", 2),
        ("-1/3", -1),
    ],
)
def test_the_floor_of_a_sum_with_a_root_is_exact(formula: str, expected: int) -> None:
    """Power: where the sum is a millionth from a whole number a float would be on the wrong side, or on it."""
    assert value(kernel.read(f"floor({formula})"), GramScope({})) == expected


def test_the_floor_of_the_prediction_is_refused_and_that_of_two_different_roots_is_exact() -> None:
    assert value(kernel.read("floor(sqrt(2) + sqrt(3))"), GramScope({})) == 3
    with pytest.raises(Refused, match="piecewise linear"):
        value(kernel.read("floor(q + 1)"), GramScope({"q": Affine(ZERO, Fraction(1))}))
