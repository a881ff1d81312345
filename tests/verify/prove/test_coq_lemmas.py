"""The lemmas on exp and ln that proofs may name are those that Coq has proved, as the checker's table states them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.verify.prove.compiled import needs_coq
from verify.derive.ratios import written
from verify.kernel_proof.entries import Functions
from verify.kernel_proof.lemmas import LEMMAS, Lemma
from verify.kernel_proof.pieces import Guard
from verify.kernel_proof.ratios import Ratio, variable
from verify.proofs.coq_programs import run_program
from verify.prove import coq_folder

SOURCE = Path(coq_folder.__file__).parent / "coq" / "Lemmas.v"
HEAD = """From Coq Require Import Reals Lra Psatz. From Boundcheck Require Import Lemmas. Open Scope R_scope.
Ltac same f H := repeat match goal with |- context [f ?x] =>
  match type of H with context [f ?y] =>
    tryif constr_eq x y then fail else replace x with y by (unfold Rdiv; ring) end end.
Ltac by_lemma l := intros; let H := fresh "L" in pose proof l as H;
  repeat match type of H with ?P -> _ => let Q := fresh in assert (Q : P) by (repeat split; nra); specialize (H Q) end;
  same exp H; same ln H; unfold Rdiv in *; nra.
"""
RELATIONS = {">=": "0 <= {}", ">": "0 < {}", "==": "{} = 0"}


def in_coq(a: Ratio, functions: Functions) -> str:
    """Return a ratio in Coq's words, with the values of exp and ln that it speaks of."""
    text = re.sub(r"(\w+)\*\*\((-\d+)\)", r"(/ \1)", written(a)).replace("**", "^")
    for name, (head, inside) in reversed(functions.known.items()):
        if name not in a.names:
            continue
        value = f"({head} ({in_coq(inside, functions)}))"
        text = re.sub(rf"\b{name}\b", value, text)
    return text


def goal(name: str, lemma: Lemma) -> str:
    """Return what the checker's table says as a goal that Coq's lemma of the same name shows."""
    letters = "abc"[: lemma.arity]
    functions, given = Functions({}), [variable(letter) for letter in letters]
    said = lemma.says(functions, *given)

    def relation(guard: Guard) -> str:
        return RELATIONS[guard.relation].format(f"({in_coq(guard.ratio, functions)})")

    needs = " -> ".join(map(relation, (*lemma.needs(*given), *said)))
    of = " ".join(letters)
    return f"Goal forall {of} : R, {needs}.\nProof. intros {of}. by_lemma ({name} {of}). Qed.\n"


@needs_coq
def test_coq_has_proved_what_the_table_says(tmp_path: Path) -> None:
    """Power: with 9 in the place of 8 in Hoeffding's lemma Coq refuses it."""
    (tmp_path / "Lemmas.v").write_text(SOURCE.read_text())
    assert run_program("coqc", "-q", "Lemmas.v", directory=tmp_path).returncode == 0
    goals = {name: goal(name, lemma) for name, lemma in LEMMAS.items()}
    (tmp_path / "Table.v").write_text(HEAD + "".join(goals.values()))
    done = run_program("coqc", "-q", "Table.v", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    (tmp_path / "False.v").write_text(HEAD + goals["hoeffding"].replace("1/8", "1/9"))
    assert run_program("coqc", "-q", "False.v", directory=tmp_path).returncode


@pytest.mark.parametrize("word", ["Admitted", "Axiom", "Parameter", "admit"])
def test_nothing_is_taken_for_granted(word: str) -> None:
    assert not re.search(rf"\b{word}\b", SOURCE.read_text())
