"""Claims about any learner: what nature plays against all of them is a part of the claim, and the checker decides."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from bounds.claims.catalogue import theorem
from bounds.claims.own import learner, own_claim
from bounds.claims.own_file import read_claim
from bounds.errors import BoundcheckError
from tests.verify.confirmed import confirmed_worst
from verify import kernel, kernel_worst
from verify.cli import main
from verify.minimax import games
from verify.optimal.found import optimal
from verify.prove import prove

LOWER = """
learner = "any"
relation = ">="
gain = "mistake"
bound = "U**2*X**2"
given = ["norm(u, 2) <= U", "norm(x, 2) <= X", "separable"]

[nature]
symbols = { X = "> 0" }
norm = "X"
margin = "1"
with = { U = "sqrt(l)/X", X = "X" }
"""
PLAY = {"symbols": {"X": "> 0", "c": "> 0"}, "norm": "X", "margin": "c", "outcome": "c"}
PLAY |= {"with": {"U": "c*sqrt(l)/X", "X": "X"}}
WITHIN = ["norm(u, 2) <= U", "norm(x, 2) <= X"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "lower.toml"
    path.write_text(LOWER)
    return path


def lower(bound: str, play: dict[str, Any] | None = None, given: list[str] | None = None) -> Any:
    return own_claim(
        learner("any", outcomes="points"), bound, gain="absolute", loss="absolute", relation=">=",
        given=given or WITHIN, nature=play or PLAY,
    )  # fmt: skip


def test_a_lower_bound_is_proved_shown_and_replayed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = file.with_suffix(".json")
    assert main(["optimal", str(file), "--out", str(out)]) == 0
    assert "PROVED: every learner can be made to pay as much" in capsys.readouterr().out
    assert main(["replay", str(out)]) == 0
    assert "so is the claim: for every learner there is such a sequence" in capsys.readouterr().out
    assert main(["show", str(file)]) == 0
    said = capsys.readouterr().out
    assert "sum_t(mistake) >= U**2*X**2" in said
    assert "any learner" in said
    assert "for all l = 1, 2, ..., X > 0, where U = sqrt(l)/X" in said
    assert main(["prove", str(file), "--out", str(out)]) == 0
    assert "by certificate: what nature plays" in capsys.readouterr().out
    assert main(["replay", str(out)]) == 0


@pytest.mark.parametrize("less", ["U**2*X**2/2", "U**2*X**2"])
def test_what_is_forced_is_proved_and_no_more(file: Path, less: str) -> None:
    """Power: a thousandth more than what nature forces is not proved, by optimal or prove."""
    claim = read_claim(file)
    assert optimal(claim.replace(bound=less)).verdict == "PROVED"
    more = claim.replace(bound="1001/1000*U**2*X**2")
    assert (optimal(more).verdict, optimal(more).certificate, prove(more).status) == ("OPEN", None, "none")


def test_losses_of_points_are_forced_too() -> None:
    assert optimal(lower("U*X*sqrt(l)")).closed is False
    assert optimal(lower("U*X*sqrt(l)")).verdict == "PROVED"
    assert optimal(lower("U*X*sqrt(l)", given=[*WITHIN, "norm(u, 2) <= U/2"])).verdict == "OPEN"


@pytest.mark.parametrize(
    "damage",
    [
        {"play": {**PLAY, "margin": "c/2"}},  # another play than the claim's
        {"factor": "2"},
        {"statement": {"relation": "<="}},
        {"statement": {"learner": "perceptron(eta)"}},
        {"statement": {"bound": "2*U*X*sqrt(l)"}},
        {"statement": {"nature": {**PLAY, "norm": "2*X"}}, "play": {**PLAY, "norm": "2*X"}},  # a premise fails
    ],
)
def test_a_damaged_certificate_is_not_confirmed(damage: dict[str, Any]) -> None:
    """Power: another play, factor, relation, learner or bound than the claim's, and a play that breaks a premise."""
    document = optimal(lower("U*X*sqrt(l)")).certificate
    assert document is not None
    assert kernel_worst.confirm(json.dumps(document), kernel.statements())[0]
    document |= {key: value for key, value in damage.items() if key != "statement"}
    document["statement"] = {**document["statement"], **damage.get("statement", {})}
    try:
        assert not kernel_worst.confirm(json.dumps(document), kernel.statements())[0]
    except kernel.Malformed:
        return


@pytest.mark.parametrize("command", ["search", "certify", "derive", "tune", "export --latex", "export --coq"])
def test_no_run_and_no_theorem_about_all_sequences_stands_for_it(
    command: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Judges of runs refuse in a line: a sequence exists for each learner, and a run is of one."""
    name, *options = command.split()
    assert main([name, str(file), *options]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    with pytest.raises(BoundcheckError, match="leave learner out"):
        read_claim(file).replace(learner=learner("w + y*x"))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"relation": "<="}, "of any learner a claim says >=, not <="),
        ({"nature": None}, "says what nature plays"),
        ({"learner": "w + y*x"}, 'say learner = "any"'),
    ],
)
def test_what_is_no_lower_bound_is_refused(changes: dict[str, Any], said: str) -> None:
    asked: dict[str, Any] = {"learner": "any", "relation": ">=", "nature": PLAY, "bound": "1", **changes}
    with pytest.raises(BoundcheckError, match=said):
        own_claim(**asked)


def test_a_play_in_a_wrong_form_is_told_in_a_line(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for old, new in {'margin = "1"': "margin = 1.5", 'symbols = { X = "> 0" }': 'symbols = { X = "any" }'}.items():
        file.write_text(LOWER.replace(old, new))
        assert main(["optimal", str(file)]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_lower_bounds_of_the_catalogue_say_of_which_learners_they_speak() -> None:
    for claim in ("kw.13a", "kw.13b", "kw.abstract", "kw.genN", "kw.thm8"):
        assert "every additive learner" in theorem(claim).learners
    for claim in ("uml.ldim", "kw.vc"):
        assert "any learner without coins" in theorem(claim).learners
    assert not any(
        theorem(claim).learners for claim in ("kw.ellip", "kw.abstract.printed", "kw.vc.upper", "bylander.5")
    )


@pytest.mark.parametrize(("n", "k", "value"), [(4, 1, 2), (4, 2, 2), (5, 2, 3), (6, 2, 3)])
def test_what_is_shattered_is_forced_on_any_learner(n: int, k: int, value: int) -> None:
    """The value of the game, which a certificate proves from both sides, is between kw.vc and Halving."""
    found = games.disjunctions(n, k)
    shattered = k * int(math.log2(n // k))
    assert found.value == value
    assert confirmed_worst(found.certificate)
    assert shattered <= value <= math.log2(math.comb(n, k))
