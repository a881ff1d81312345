"""Learners of the table in Coq: each part of a rule is its formula, and Coq refuses one that is another learner's."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bounds.claims.catalogue import theorem
from bounds.formulas.text import read
from verify.proofs import coq_run
from verify.proofs.coq_learners import gen_learners, rule_in_coq, sum_played
from verify.proofs.coq_names import NoCoqForm
from verify.proofs.coq_programs import coq_available
from verify.proofs.coq_run import BuildResult

needs_coq = pytest.mark.skipif(not coq_available(), reason="coqc is not installed (Debian: apt-get install coq)")


def test_a_rule_is_its_formulas() -> None:
    """Power: start, weights, prediction and step are those of the line; where c moves it is part of the state."""
    assert rule_in_coq("perceptron(eta)").parts == (
        "zero",
        "fun K => fun e => s e + eta * K e",
        "fun K x => dot n (fun e => s e + eta * K e) x",
        "fun K x y side => fun e => K e + side * x e",
    )
    bias = rule_in_coq("bias_perceptron(eta, first)")
    assert (bias.state, bias.parts[0]) == ("vec * R", "(zero, first)")
    assert bias.parts[3].endswith("snd K - eta * side)")


def test_a_power_that_may_be_of_0_starts_at_1() -> None:
    """Power: 0 to the power 0 is 1, as the weights of experts are before they pay; the norm's power of 0 is 0."""
    assert rule_in_coq("wma(eta)").parts[1] == "fun K => fun e => raised (1 - eta) (K e)"
    assert (
        rule_in_coq("p_norm(p, a)").parts[1]
        == "fun K => fun e => sign_of (s e + a * K e) * power (s e + a * K e) (p - 1)"
    )


def test_targets_are_those_of_the_version() -> None:
    """Power: open and closed ends are told apart."""
    said = gen_learners({"threshold_target", "threshold_above_target"})
    assert "if y then Interval (Closed theta) Infinite else Interval Infinite (Open theta)" in said
    assert "if y then Interval (Open theta) Infinite else Interval Infinite (Closed theta)" in said


@pytest.mark.parametrize("value", ["err*second_err", "m", "u_loss", "second_err", "loss", "update"])
def test_what_no_run_has_is_refused(value: str) -> None:
    """Power: other names of a trial, losses to other intervals than the target, what is not of the learner."""
    with pytest.raises(NoCoqForm):
        sum_played(theorem("bylander.5"), read(value))


def test_what_is_weighed_is_the_prediction() -> None:
    """Power: of a bias, or of shares, the weights times the example are not what a learner predicts."""
    assert "=> Rabs side * yhat)" in sum_played(theorem("bylander.5"), read("err*wx"))


@needs_coq
@pytest.mark.deep
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("s e + eta * K e", "s e - eta * K e"),
        ("raised alpha (K e)", "raised alpha (2 * K e)"),
        ("Interval (Open 0) Infinite", "Interval (Closed 0) Infinite"),
        ("snd K - eta * side", "snd K + eta * side"),
    ],
)
def test_coq_refuses_another_rule(built: BuildResult, tmp_path: Path, right: str, wrong: str) -> None:
    """Power: with one operation of a rule, or one end of a target, changed the lemmas have no proof."""
    folder = shutil.copytree(built.directory, tmp_path / "other")
    assert coq_run.compile_file(folder, "Learners.v") == ""
    text = (folder / "GenLearners.v").read_text()
    assert right in text
    (folder / "GenLearners.v").write_text(text.replace(right, wrong))
    assert coq_run.compile_file(folder, "GenLearners.v") == ""
    assert coq_run.compile_file(folder, "Learners.v") != ""
