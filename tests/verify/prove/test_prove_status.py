"""The words of a proof mean what they say: contradictory premises, counts, statuses and exit codes."""

from __future__ import annotations

import dataclasses
import json

import pytest
import z3

from bounds.claims.catalogue import theorem
from bounds.errors import BoundcheckError
from verify.cli import main
from verify.commands import prove as command
from verify.logic.record import Checked
from verify.logic.runs.perceptron import on_trials, y
from verify.logic.session import Session, run
from verify.proofs import coq_run
from verify.proofs.registry import PROOFS
from verify.prove import prove


@pytest.mark.parametrize(
    ("identifier", "define"),
    [
        ("kw.elim", {"N": "n + 1/2"}),
        ("kitani.eq33", {"N": "l + 1/2"}),
        ("kw.elim", {"N": "n/2"}),
        ("kw.elim", {"N": "n*theta"}),
    ],
)
def test_what_counts_is_an_integer(identifier: str, define: dict[str, str]) -> None:
    """Power: with N = n + 1/2 every bound was proved, and with N = n/2 the even case only."""
    with pytest.raises(BoundcheckError, match="integer"):
        prove(theorem(identifier).replace(define=define, bound="-1"))


def test_an_integer_expression_may_be_set() -> None:
    assert prove(theorem("kitani.wma").replace(define={"N": "n + 1"}, bound="N")).status in (
        "checked",
        "not proved",
        "failed",
    )


@pytest.mark.parametrize(
    ("contradiction", "found"),
    [
        (lambda session: session.axiom("planted", "hypothesis", z3.And(z3.Real("eta") > 1, z3.Real("eta") < 1)), True),
        (
            lambda session: session.axiom(
                "planted", "hypothesis", z3.ToReal(z3.Int("l")) == z3.ToReal(z3.Int("n")) + z3.RealVal("1/2")
            ),
            True,
        ),
        (lambda session: session.fact("planted", on_trials(y(z3.Int("t")) > 2)), False),
    ],
)
def test_contradictory_premises_prove_nothing(contradiction: object, found: bool) -> None:
    """Power: with a contradiction among its premises theorem 5 is "inconsistent", though every step is checked."""

    def write(session: Session) -> None:
        stated = contradiction(session)  # type: ignore[operator]
        PROOFS["bylander.5"][0](session)
        session.conclusions.append(stated)

    proof, _ = run(theorem("bylander.5"), write)
    assert proof.status == ("inconsistent" if found else "partial")
    if found:
        assert "contradict each other" in str(proof)


UNDECIDED = "U**2/(2*eta) + X**2*eta*l*log(exp(1) + l)/2"


def test_not_proved_is_not_false() -> None:
    """Power: a true variant, for which z3 knows too little of ln, was answered as if an instance refuted it."""
    true = prove(theorem("bylander.2").replace(bound=UNDECIDED))
    assert (true.status, true.refuted) == ("not proved", "")
    assert "for instance" not in str(true)
    false = prove(theorem("bylander.2").replace(bound="U**2/(2*eta) + X**2*eta*l/3"))
    assert false.status == "failed"
    assert "the claim is false on Trials" in false.refuted


@pytest.mark.parametrize(
    ("arguments", "status", "code"),
    [
        (["bylander.2"], "checked", 0),
        (["bylander.3"], "partial", 3),
        (["bylander.2", "--bound", "U**2/(2*eta) + X**2*eta*l/3"], "failed", 1),
        (["bylander.2", "--bound", UNDECIDED], "not proved", 3),
        (["bylander.2", "--bound", "phi"], None, 2),
        (["kw.elim", "--set", "N=n/2"], None, 2),
    ],
)
def test_exit_codes(
    arguments: list[str],
    status: str | None,
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Power: partial proofs and steps that do not go through do not exit with 0."""
    monkeypatch.setattr(coq_run, "checked", lambda: None)
    assert main(["prove", *arguments, "--json"]) == code
    said = capsys.readouterr()
    if status is not None:
        assert json.loads(said.out)["status"] == status
    assert "Traceback" not in said.err


def test_a_record_in_coq_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What Coq proves exits with 0, and so does what follows from it; another variant does not profit."""
    monkeypatch.setattr(coq_run, "checked", lambda: Checked({"bylander.3": frozenset()}, here=True, version="8.16.1"))
    assert main(["prove", "bylander.3"]) == 0
    assert "proved (Coq): verify/proofs/coq/bylander1998/Section3.v, theorem bylander_3" in capsys.readouterr().out
    assert main(["prove", "bylander.3", "--bound", "U*ln(n)/eta + U*X**2*eta*l"]) == 0
    assert "bylander.3 is proved (Coq)" in capsys.readouterr().out
    assert main(["prove", "bylander.3", "--without", "examples"]) != 0


def test_letters_do_not_run_out() -> None:
    assert [command._letter(index) for index in (0, 25, 26, 51, 52)] == ["a", "z", "aa", "az", "ba"]


def test_premises_of_ones_own_are_not_read_in_english() -> None:
    """Power: a premise whose English says U <= X, and whose formula says U >= 0, is no premise."""
    claim = theorem("bylander.2")
    premise = dataclasses.replace(theorem("bylander.7").hypotheses[0], name="U <= X", text="U <= X", formula="U >= 0")
    own = dataclasses.replace(claim, hypotheses=(*claim.hypotheses, premise), bound="X**2/(2*eta) + X**2*eta*l/2")
    assert not prove(own).goes_through
