"""What a proof does not need is found: premises, and steps in between; what it needs is not named."""

from __future__ import annotations

import subprocess
import sys

import pytest
import z3

from bounds.claims.catalogue import theorem
from verify.logic.session import Session
from verify.prove import minimise
from verify.prove.minimise import main, needless, spliced, watched

X, Y, Z = z3.Reals("x_ y_ z_")


def planted(session: Session) -> None:
    """Conclude y + 1 > 2 from x > 1 and y > x, by a step in between, which is given another premise, and by a lemma."""
    large, larger, other = (
        session.axiom(name, "hypothesis", formula)
        for name, formula in (("large", X > 1), ("larger", Y > X), ("other", Z > 5))
    )
    between = session.prove("between", Y > 1, [large, larger, other])
    shift = session.lemma("shift", [Z], z3.Implies(Z > 1, Z * Z > Z))
    square = session.prove("square", Y * Y > Y, [between, shift.at(Y)])
    session.concluded(session.prove("sum", Y * Y + 1 > 2, [square, between]))


def test_what_is_not_needed_is_found() -> None:
    """Power: a premise and two steps in between are planted that are not needed."""
    kernel = watched(Session(theorem("bylander.2")), planted)
    between, shift, _, total = kernel.calls
    assert needless(kernel, between) == ["other"]
    assert needless(kernel, shift) == []
    assert spliced(kernel, between)
    assert not spliced(kernel, shift), "it was generalised"
    assert not spliced(kernel, total), "it is the conclusion"
    assert len(kernel.steps) == 3 + 4, "tries leave nothing"


def test_the_command_names_places(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: what is planted is named with its place; no step of theorem 8 is without need."""
    assert main(["bylander.8"]) == 0
    assert capsys.readouterr().out == ""
    monkeypatch.setattr(minimise, "proof_function", lambda _: planted)
    assert main(["bylander.8"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(line.startswith("prove/test_minimise.py:") for line in lines)
    assert [line.partition("  ")[2] for line in lines] == [
        "between: what uses it goes through with its premises",
        "square: what uses it goes through with its premises",
        "sum: goes through without square",
    ]


@pytest.mark.deep
def test_the_proofs_are_as_short_as_the_solvers_allow() -> None:
    """In a process of its own: what the solvers find with little effort depends on what they were asked before."""
    found = subprocess.run([sys.executable, "-m", "verify.prove.minimise"], capture_output=True, text=True, check=True)
    assert found.stdout == ""
