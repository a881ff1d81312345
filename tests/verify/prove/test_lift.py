"""From some parameters to all: closed forms that are guessed, and proved or not by the judges of proofs."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from bounds.claims.claim import Claim
from bounds.claims.own import learner, own_claim
from tests.verify.confirmed import confirmed_worst
from verify.cli import main
from verify.prove import lift
from verify.prove.lift import fitted, lifted

GIVEN = ["norm(u, 2) <= U", "norm(x, 2) <= X"]
BOUND = "U**2/(2*eta) + eta/2*X**2*l"


def linear(bound: str) -> Claim:
    return own_claim("w - eta*x", bound, gain="linear", loss="linear", given=GIVEN, name="own.ogd")


def test_what_holds_at_some_parameters_is_proved_for_all() -> None:
    """Power: the certificate is of the claim without parameters, and of no bound that is a bit less."""
    proof = lifted(linear(BOUND))
    assert proof is not None
    assert proof.certificate is not None
    assert confirmed_worst(proof.certificate)
    assert not proof.certificate.get("parameters")
    less = {**proof.certificate, "statement": {**proof.certificate["statement"], "bound": f"999/1000*({BOUND})"}}
    assert not confirmed_worst(less)
    assert lifted(linear(f"999/1000*({BOUND})")) is None


def test_a_wrong_fit_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: entries that agree with half of the samples, and are no potential, are refused by the judges."""
    monkeypatch.setattr(lift, "fitted", lambda samples: "0" if samples[0][1] < 0 else "(1/2*eta)")
    assert lifted(linear(BOUND)) is None


@pytest.mark.deep
def test_heavy_ball_is_lifted_in_both_parameters() -> None:
    rule = learner({"w": "w - eta*x + beta*v", "v": "beta*v - eta*x"}, predict="dot(w, x)")
    bound = "(1 - beta)*U**2/(2*eta) + eta*(1 + beta)/(2*(1 - beta)**2)*X**2*l"
    proof = lifted(own_claim(rule, bound, gain="linear", loss="linear", given=[*GIVEN, "beta < 1"]))
    assert proof is not None
    assert confirmed_worst(proof.certificate)
    assert proof.claim.potential is not None
    assert "(1/2*beta*(1 - beta)**(-1)*(1 + beta)*eta**(-1))*dot(v, v)" in proof.claim.potential.formula


def test_products_of_powers_are_found_with_some_values_that_are_others() -> None:
    some = [{"beta": Fraction(a), "eta": Fraction(b)} for a, b in zip(lift.BELOW_ONE, lift.OTHERS, strict=True)]
    values = [3 * p["eta"] ** 2 * (1 + p["beta"]) / (1 - p["beta"]) for p in some]
    found = "(3*(1 - beta)**(-1)*(1 + beta)*eta**(2))"
    assert fitted(list(zip(some, values, strict=True))) == found
    assert fitted(list(zip(some, [*values[:6], *values[:3]], strict=True))) == found
    assert fitted(list(zip(some, [p["eta"] + p["beta"] for p in some], strict=True))) is None
    assert fitted([(p, Fraction(0)) for p in some]) == "0"


def test_the_command_writes_the_proof_for_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "ogd.toml", tmp_path / "proof.json"
    file.write_text(f'learner = "w - eta*x"\ngain = "linear"\nloss = "linear"\nbound = "{BOUND}"\ngiven = {GIVEN}\n')
    assert main(["certify", str(file), "--length", "2", "--lift", "--out", str(out)]) == 0
    assert "lifted       to all parameters, by the potential (1/2*eta**(-1))*dot(u, u)" in capsys.readouterr().out
    assert json.loads(out.read_text())["format"] == "boundcheck potential 1"
    assert main(["replay", str(out)]) == 0
    assert lifted("bylander.5") is None
