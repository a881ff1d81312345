"""Names that mean something already are no parameters, definitions or parts of a state, for whoever reads a claim."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.own import learner, own_claim
from bounds.claims.own_file import read_claim
from bounds.errors import BoundcheckError
from bounds.formulas import rule
from bounds.formulas.scope import OF_STATES, TAKEN
from verify import kernel
from verify.kernel_gram.claims import Claim as WorstCase

REFUSED = "is no name for a"
BALL = ("norm(u, 2) <= U", "norm(x, 2) <= X")
DESCENT = "w + eta*y*x if y*yhat < 1 else w"
HEDGE: dict[str, Any] = {"predict": "dot(w, x)/sum(w)", "start": "1", "outcomes": "points"}
OF_GLOSSARY = sorted(TAKEN & s.glossary().keys())
INSTANCE = {"n": 1, "trials": [{"x": ["1"], "outcome": "+1"}], "comparator": ["1"], "parameters": {}}


def test_shadowing_the_number_of_trials_is_refused() -> None:
    """Power: proved, with l the number of trials, and refuted, with l = 1/100, when it was read."""
    for name in ("l", "n", "u", "t", "yhat"):
        with pytest.raises(BoundcheckError, match=f"'{name}' {REFUSED} parameter"):
            own_claim(DESCENT, "U**2 + l", gain="hinge", loss="hinge", given=BALL, define={name: "1/100"})
    with pytest.raises(BoundcheckError, match=f"'n' {REFUSED} parameter"):
        own_claim(learner("w*exp(-eta*x)", **HEDGE), "ln(n)/eta + eta*l/8", gain="linear", define={"n": 1})


@pytest.mark.parametrize("name", sorted(TAKEN))
def test_the_language_keeps_its_names(name: str, tmp_path: Path) -> None:
    with pytest.raises(BoundcheckError, match=REFUSED):
        own_claim(DESCENT, "l", gain="hinge", define={name: 1})
    file = tmp_path / "claim.toml"
    file.write_text(f'learner = "w + y*x"\nbound = "l"\n[define]\n{name} = "1"\n')
    with pytest.raises(BoundcheckError, match=REFUSED):
        read_claim(file)
    if name not in OF_STATES:
        with pytest.raises(BoundcheckError, match=REFUSED):
            rule({"w": "w + y*x", name: "0"})


@pytest.mark.parametrize("name", OF_GLOSSARY)
def test_no_claim_about_trials_has_such_a_parameter(name: str) -> None:
    claim = theorem("bylander.2")
    with pytest.raises(BoundcheckError, match=REFUSED):
        dataclasses.replace(claim, defines={name: 1})
    with pytest.raises(BoundcheckError, match=REFUSED):
        dataclasses.replace(claim, free=(*claim.free, s.lookup(name)))
    if name not in ("l", "n"):
        with pytest.raises(BoundcheckError, match=REFUSED):
            own_claim(DESCENT, f"l + {name}", gain="hinge")


def test_symbols_of_a_trial_are_those_of_the_language() -> None:
    assert {str(symbol) for symbol in s.OF_A_TRIAL} == {*OF_GLOSSARY} - {"l", "n", "z"}


def test_what_is_counted_and_what_is_a_state_is_no_parameter() -> None:
    with pytest.raises(BoundcheckError, match=f"'k' {REFUSED} parameter"):
        own_claim(DESCENT, "l + k", given=["expert"], define={"k": 1})
    assert s.k in own_claim(DESCENT, "l + k", given=BALL, define={"k": 1}).defines  # where nothing counts k
    keeps = learner({"w": "w + U*y*x", "U": "U/2"}, start={"U": "1"})
    with pytest.raises(BoundcheckError, match=f"'U' {REFUSED} part of the state"):
        own_claim(keeps, "U**2*X**2", given=BALL)
    with pytest.raises(BoundcheckError, match=f"'U' {REFUSED} part of the state"):
        theorem("bylander.5").replace(learner=keeps)


@pytest.mark.parametrize("name", sorted(TAKEN))
@pytest.mark.parametrize("place", ["free", "defines"])
def test_the_independent_checker_keeps_them_too(name: str, place: str) -> None:
    statement = kernel.statements()["bylander.5"]
    forged = [*statement["free"], name] if place == "free" else {**statement["defines"], name: "1"}
    with pytest.raises(kernel.Malformed, match="has a meaning of its own"):
        kernel.judge({**statement, place: forged}, INSTANCE)
    with pytest.raises(kernel.Malformed, match="has a meaning of its own"):
        WorstCase({**statement, place: forged}, {})
    if name not in OF_STATES:
        with pytest.raises(kernel.Malformed, match="has a name that is taken"):
            kernel.read_rule({"rule": {name: "0"}}, set())
