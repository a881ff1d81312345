"""Proofs of claims by rule as Coq files: coqc accepts them, on the axioms of the reals alone, and no false one.

Power: one percent less, a dropped premise and a goal that is left out are each refused.
"""

from __future__ import annotations

import copy
import os
import re
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bounds.claims.own import own_claim
from bounds.errors import BoundcheckError
from tests.verify.confirmed import confirmed_worst
from tests.verify.kernel_proof.test_by_potential import claim, document
from tests.verify.kernel_proof.textbook import CLAIMS, plan, proof
from tests.verify.prove.compiled import Run, needs_coq, one_percent_less
from verify.cli import main
from verify.derive.certified import certified
from verify.kernel import Malformed
from verify.proofs.coq_programs import CoqFailed
from verify.proofs.coq_run import STANDARD_AXIOMS
from verify.prove import coq_folder
from verify.prove.coq_folder import CLAIM, FILES, coq_files
from verify.prove.coq_terms import called

QUICK = ("perceptron", "linear")
TEXTBOOK = ("lms", "whole", "ogd", "tuned", "pa", "sharp", "mohri")


@cache
def files(name: str) -> dict[str, str]:
    """Return the files of the folder of a claim."""
    return coq_files(CLAIMS[name][0], proof(name))


def unbounded_rate(document: dict[str, Any]) -> None:
    hypotheses = document["statement"]["hypotheses"]
    (name,) = (name for name, text in hypotheses.items() if text == "eta*X**2 < 1")
    del hypotheses[name]


def case_left_out(document: dict[str, Any]) -> None:
    del document["goals"][next(i for i, goal in enumerate(document["goals"]) if goal["name"].endswith("x = 0"))]


@needs_coq
@pytest.mark.deep
@pytest.mark.parametrize("change", [unbounded_rate, case_left_out])
def test_what_the_checker_refuses_has_no_proof_in_coq(change: Callable[[dict[str, Any]], None], coqc: Run) -> None:
    """Power: of least mean squares, whose proof as it was both accept (test_both_checkers)."""
    document = copy.deepcopy(dict(proof("lms")))
    change(document)
    try:
        confirmed = confirmed_worst(document)
    except Malformed:
        confirmed = False
    assert not confirmed
    with pytest.raises((CoqFailed, BoundcheckError)):
        coqc(coq_files(CLAIMS["lms"][0], document)[CLAIM])


@needs_coq
@pytest.mark.deep
@pytest.mark.parametrize(
    ("name", "premise"), [("linear", "0 < eta"), ("linear", "norm n u <= U"), ("lms", "eta * X ^ 2 < 1")]
)
def test_coq_refuses_a_statement_with_a_premise_less(name: str, premise: str, coqc: Run) -> None:
    """Power: with 0 <= U left out, which the norm says too, the proof would go through."""
    text = files(name)[CLAIM]
    given, more = text.split("Definition claim", 1)
    assert premise in given
    with pytest.raises(CoqFailed):
        coqc(f"{given.replace(premise, 'True')}Definition claim{more}")


def by_potential(name: str) -> str:
    """Return the file of a claim about a learner with a state."""
    return coq_files(claim(name), document(name))[CLAIM]


@needs_coq
@pytest.mark.deep
def test_coq_accepts_no_proof_of_a_lower_bound(coqc: Run) -> None:
    """Power: the statement that is accepted is refused with one percent less in its place."""
    with pytest.raises(CoqFailed):
        coqc(one_percent_less(by_potential("averaged_play")))


def test_the_statement_is_made_of_the_claims_formulas() -> None:
    text = files("perceptron")[CLAIM]
    assert (
        "fun i => if Rle_dec (label (snd c) * dot n w (fst c)) 0 then w i + label (snd c) * (fst c) i else w i." in text
    )
    assert "(forall c, In c S -> 1 <= label (snd c) * dot n u (fst c))" in text
    assert "Definition bound (n : nat) (U X : R) (l : R) : R := U ^ 2 * X ^ 2." in text
    assert "Definition bound (n : nat) (U X : R) (l : R) : R := floor (U ^ 2 * X ^ 2)." in files("whole")[CLAIM]


def test_no_file_admits_anything() -> None:
    for name in (*QUICK, *TEXTBOOK):
        assert not re.search(r"\b(Admitted|Axiom|Parameter|admit|Hypothesis|Abort)\b", "".join(files(name).values()))


@pytest.mark.parametrize(("name", "coq"), [("U", "U"), ("S", "S_"), ("forall", "forall_"), ("_root1", "root1_")])
def test_no_parameter_is_called_like_a_word_of_coqs(name: str, coq: str) -> None:
    assert called(name) == coq


@needs_coq
@pytest.mark.deep
def test_parameters_may_be_called_like_words_of_coqs(coqc: Run) -> None:
    claim = own_claim("w - R*x", "C**2/(2*R)", gain="yhat - R/2*xx", loss="linear", given=["norm(u, 2) <= C", "R > 0"])
    found = certified(claim, plan("1/(2*R)", c="1")).document
    assert found is not None
    assert coqc(coq_files(claim, found)[CLAIM]) <= STANDARD_AXIOMS


MINE = 'learner = "w - eta*x"\ngain = "yhat - eta/2*xx"\nloss = "linear"\ngiven = ["norm(u, 2) <= U"]\n'


@needs_coq
@pytest.mark.deep
def test_the_command_writes_a_folder_that_compiles_by_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Power: make, in a copy of what is written, says the axioms again; no folder is written over."""
    mine, folder = tmp_path / "mine.toml", tmp_path / "coq"
    mine.write_text(f'{MINE}bound = "U**2/(2*eta)"\n')
    assert main(["prove", str(mine), "--coq", str(folder)]) == 0
    assert f"coqc accepts {folder}, on" in capsys.readouterr().out
    assert {"README.md", "Makefile", "_CoqProject", "proof.json", *FILES} <= {
        path.relative_to(folder).as_posix() for path in folder.rglob("*")
    }
    assert main(["prove", str(mine), "--coq", str(folder)]) == 2
    shutil.rmtree(folder)
    mine.write_text(f'{MINE}bound = "99/100*U**2/(2*eta)"\n')
    assert main(["prove", str(mine), "--coq", str(folder)]) == 3
    assert "without a Coq file" in capsys.readouterr().out
    assert not folder.exists()


def test_without_coqc_the_command_says_that_nothing_looked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, folder = tmp_path / "mine.toml", tmp_path / "coq"
    mine.write_text(f'{MINE}bound = "U**2/(2*eta)"\n')
    monkeypatch.setattr(coq_folder, "coq_available", lambda: False)
    assert main(["prove", str(mine), "--coq", str(folder)]) == 0
    assert "coqc is not installed here, and has not looked at it" in capsys.readouterr().out
    assert (folder / CLAIM).exists()


def test_where_coqc_does_not_end_the_command_says_neither_yes_nor_no(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Power: of a coqc that ends and says no the command says that it refuses."""
    mine, programs = tmp_path / "mine.toml", tmp_path / "programs"
    mine.write_text(f'{MINE}bound = "U**2/(2*eta)"\n')
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs), prepend=os.pathsep)
    unfinished = "and neither accepted nor refused: coqc Definitions.v did not end within 1 seconds"
    refused = "and refused: coqc refuses Definitions.v"
    for does, seconds, says in (("exec sleep 600", 1, unfinished), ("exit 1", 600, refused)):
        monkeypatch.setattr(coq_folder, "SECONDS", seconds)
        for name in ("coqc", "coqdep"):
            (programs / name).write_text(f"#!/bin/sh\n{does}\n")
            (programs / name).chmod(0o755)
        folder = tmp_path / does.replace(" ", "_")
        assert main(["prove", str(mine), "--coq", str(folder)]) == 3
        assert f"written to {folder}, {says}" in capsys.readouterr().out
