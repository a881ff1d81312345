"""What a proof does not need is found: premises, and steps in between; what it needs is not named."""

from __future__ import annotations

import pytest
import z3

from bounds.claims.catalogue import theorem
from verify.proofs.engine.session import Session
from verify.proofs.minimise import main, needless, spliced, watched

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


def test_the_command_names_places(capsys: pytest.CaptureFixture[str]) -> None:
    """The identity that makes theorem 8 is needed; the signs of parameters are not."""
    assert main(["bylander.8"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any("bylander1998/section3.py:" in line and "goes through without" in line for line in lines)
    assert not [line for line in lines if "what an update does to the distance:" in line]
