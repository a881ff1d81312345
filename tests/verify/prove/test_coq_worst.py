"""Claims certified for every length as Coq files: coqc accepts them on the axioms of the reals alone, and no false one.

Power: with one percent less, where the bound is attained, each file is refused.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.claims.own import learner, own_claim
from bounds.errors import BoundcheckError
from tests.verify.kernel_gram.test_endless import CLAIMS, margin
from tests.verify.prove.compiled import Run, needs_coq, one_percent_less
from verify.certify.search import certify
from verify.cli import main
from verify.proofs.coq_programs import CoqFailed
from verify.proofs.coq_run import STANDARD_AXIOMS
from verify.prove.coq_folder import CLAIM, coq_files

NORMS = ("norm(u, 2) <= U", "norm(x, 2) <= X")
REGRET = "U**2/(2*eta) + eta*X**2*l/2"
SIDES = learner("w + eta*side*x", outcomes="intervals")
MARGIN = "w + eta*y*x if y*yhat <= beta else w"
FURTHER: dict[str, tuple[Claim, dict[str, str]]] = {
    "margin": (margin("4"), {"U": "3/2", "beta": "1/4", "eta": "1/2"}),
    "mistakes": (own_claim("w + y*x if y*yhat <= 0 else w", "4", given=[*NORMS, "separable"], name="own.mistakes"), {}),
    "linear": (own_claim("w - eta*x", REGRET, gain="linear", loss="linear", given=NORMS), {}),
    "intervals": (own_claim(SIDES, REGRET, gain="absolute", loss="absolute", given=NORMS), {}),
    "irrational": (own_claim("w - eta*x", REGRET, gain="linear", loss="linear", given=NORMS), {"U": "sqrt(2)"}),
}
ABSOLUTE = learner("w + sqrt(2)*sign(y - yhat)*x", outcomes="points")
MOMENTUM = learner({"w": "w - eta*x + beta*v", "v": "beta*v - eta*x"})
HEAVY = "(1 - beta)*U**2/(2*eta) + eta*(1 + beta)/(2*(1 - beta)**2)*X**2*l"
HALVED = "U*X*sqrt(8)/2 + U*X*l/(2*sqrt(8))"
OF_ROOT = own_claim("w - U/(X*sqrt(8))*x", HALVED, gain="linear", loss="linear", given=NORMS)
UNITS: dict[str, tuple[Claim, dict[str, str]]] = {
    "steps of a root": (
        own_claim("w - sqrt(2)*x", "U**2/(2*sqrt(2)) + X**2*l/sqrt(2)", gain="linear", loss="linear", given=NORMS),
        {},
    ),
    "a root of another number": (OF_ROOT, {}),
    "a set rate": (FURTHER["linear"][0], {"eta": "sqrt(2)/3", "U": "sqrt(3)"}),
    "a bound without roots": (
        own_claim("w - sqrt(2)*x", "U**2/2 + X**2*l", gain="linear", loss="linear", given=NORMS),
        {},
    ),
    "momentum": (
        own_claim(MOMENTUM, HEAVY, gain="linear", loss="linear", given=NORMS),
        {"beta": "1/2", "eta": "sqrt(2)"},
    ),
    "absolute loss": (
        own_claim(ABSOLUTE, "U**2/(2*sqrt(2)) + X**2*l/sqrt(2)", gain="absolute", loss="absolute", given=NORMS),
        {},
    ),
}
"""Claims that are certified in units of an irrational rate."""

PATTERNS = {name: FURTHER[name] for name in ("margin", "mistakes")} | {
    "mistakes and updates": (
        own_claim(MARGIN, "U**2*(X**2 + 2*beta/eta)", gain="mistake", given=[*NORMS, "separable"]),
        {"U": "5/4", "beta": "1/8"},
    ),
}
"""Claims of which a list of multipliers for each pattern proves every length, as no pattern is longer."""

OWN = {**{name: CLAIMS[name] for name in ("hinge loss", "heavy ball", "averaged")}, **FURTHER}
ATTAINED = ("hinge loss", "mistakes", "linear", "intervals")
LENGTH = 6


def text(name: str) -> str:
    return written(*OWN[name], 1)


def written(claim: Claim, given: dict[str, Any], length: int) -> str:
    """Return the file of what is certified of every length, looked for up to a length."""
    found = certify(claim, length, **given)
    assert found.status == "certified for every length"
    assert found.certificate is not None
    assert ("endless" in found.certificate) == (length == 1)
    return coq_files(claim, found.certificate)[CLAIM]


@needs_coq
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.deep) if name != "linear" else name for name in OWN]
)
def test_coq_accepts_what_is_certified_for_every_length(name: str, coqc: Run) -> None:
    assert coqc(text(name)) <= STANDARD_AXIOMS


@needs_coq
@pytest.mark.deep
@pytest.mark.parametrize("name", PATTERNS)
def test_coq_accepts_what_is_certified_of_every_length_pattern_by_pattern(name: str, coqc: Run) -> None:
    """Power: another total, another scale, another form and a pattern less are each refused."""
    said = written(*PATTERNS[name], LENGTH)
    assert coqc(said) <= STANDARD_AXIOMS
    if name != "mistakes":
        return
    for old, new in (
        (r"(\| Y0, P1 => )\(", r"\g<1>(99 / 100) * ("),
        (r"(Definition scale .*Y1 => )1", r"\g<1>(99 / 100)"),
        (r"(Lemma trial_0_2 .*\n  0 <= )", r"\g<1>(99 / 100) * "),
        (r"(\| Y0, P2 => )True", r"\g<1>False"),
    ):
        damaged, times = re.subn(old, new, said, count=1)
        assert times == 1, old
        with pytest.raises(CoqFailed):
            coqc(damaged)
    with pytest.raises(CoqFailed):
        coqc(one_percent_less(said))


@needs_coq
@pytest.mark.deep
@pytest.mark.parametrize("name", UNITS)
def test_coq_accepts_what_is_certified_in_units_of_an_irrational_rate(name: str, coqc: Run) -> None:
    """Power: one percent less, and another multiple of the root, are refused."""
    said = written(*UNITS[name], 1)
    assert coqc(said) <= STANDARD_AXIOMS
    if name == "a bound without roots":
        return  # which is not attained
    with pytest.raises(CoqFailed):
        coqc(one_percent_less(said))
    if name == "steps of a root":
        damaged, times = re.subn(r"(Definition potential .*\n  )", r"\g<1>(99 / 100) * ", said)
        assert times == 1
        with pytest.raises(CoqFailed):
            coqc(damaged)


def by_rule(identifier: str, text: str, **changes: Any) -> Claim:
    return theorem(identifier).replace(learner=learner(text), **changes)


WORDS = {
    "the floor of a bound, mistakes": by_rule("bylander.5", "w + y*x if y*yhat <= 0 else w"),
    "two amounts": by_rule("bylander.11", "w + y*x if y*yhat < 1/2 else w"),
    "each trial": by_rule("bylander.10", "w + eta*y*x if y*yhat < 1/2 else w"),
}
"""Claims of the catalogue about a learner by rule: they say err and loss, as their versions mean these."""


@needs_coq
@pytest.mark.deep
@pytest.mark.parametrize("name", WORDS)
def test_coq_accepts_several_comparisons_and_one_of_each_trial(name: str, coqc: Run) -> None:
    """Power: a number less, in each part that claims something."""
    claim = WORDS[name]
    found = certify(claim, 4)
    assert found.status == "certified for every length"
    assert found.certificate is not None
    said = coq_files(claim, found.certificate)[CLAIM]
    assert coqc(said) <= STANDARD_AXIOMS
    bounds = [*re.finditer(r"(Definition bound .* : R := )(.*)\.\n", said)]
    assert len(bounds) == len(claim.quantity.formula)
    for bound in bounds:
        damaged = f"{said[: bound.start()]}{bound[1]}({bound[2]}) - 1.\n{said[bound.end() :]}"
        with pytest.raises(CoqFailed):
            coqc(damaged)


def test_the_words_of_a_version_are_its_formulas_and_all_parts_are_claimed() -> None:
    claim = WORDS["two amounts"]
    document = certify(claim, 4).certificate
    assert document is not None
    said = coq_files(claim, document)[CLAIM]
    assert "Definition claim : Prop := Part1.claim /\\ Part2.claim." in said
    assert "Rmax 0 (1 * (1 / 2 - predicted n U X s c))" in said
    assert "Rmax 0 (Rmin 1 (1 / 2 - label (snd c) * predicted n U X s c))" in said


@needs_coq
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.deep) if name != "linear" else name for name in ATTAINED]
)
def test_coq_refuses_one_percent_less_than_the_worst_case(name: str, coqc: Run) -> None:
    with pytest.raises(CoqFailed):
        coqc(one_percent_less(text(name)))


def test_the_statement_is_the_claims_at_its_parameters() -> None:
    said = text("hinge loss").partition("(** * The proof *)")[0]
    assert "Definition bound (n : nat) (U X eta : R) (l : R) : R := U ^ 2 / (2 * eta) + X ^ 2 * eta * l / 2." in said
    assert "  U = 2 /\\\n  X = 1 /\\\n  eta = 1 / 2 /\\\n" in said
    assert "Rmax 0 (1 - label (snd c) * dot n u (fst c))" in said


def test_what_has_no_coq_file_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine, folder = tmp_path / "mine.toml", tmp_path / "coq"
    mine.write_text('learner = "w - x/t"\nbound = "U**2*l + X**2*l + U**2"\ngain = "linear"\nloss = "linear"\n')
    with mine.open("a") as file:
        file.write('given = ["norm(u, 2) <= U", "norm(x, 2) <= X"]\n')
    assert main(["certify", str(mine), "--length", "2", "--coq", str(folder)]) == 3
    said = capsys.readouterr().out
    assert "without a Coq file: what is proved pattern by pattern, up to a length, has no Coq form yet" in said
    assert said.splitlines()[-1] == "CERTIFIED up to l = 2"
    assert not folder.exists()
    found = certify(OF_ROOT, 1, X="sqrt(3)").certificate
    assert found is not None
    with pytest.raises(BoundcheckError, match="in units of a product of roots has no Coq form yet"):
        coq_files(OF_ROOT, found)
    unused = own_claim(learner("w - eta*x", trial={"h": "vector"}), REGRET, gain="linear", loss="linear", given=NORMS)
    found = certify(unused, 1).certificate
    assert found is not None
    with pytest.raises(BoundcheckError, match="about trials with further columns has no Coq form yet"):
        coq_files(unused, found)
    rule = own_claim("w - (1 + sqrt(2))*x", "U**2/2 + 2*X**2*l", gain="linear", loss="linear", given=NORMS)
    assert certify(rule, 1).status == "certified"
    found = certify("bylander.5", 6).certificate
    assert found is not None
    with pytest.raises(BoundcheckError, match="the learner is not given by a rule"):
        coq_files(CLAIMS["hinge loss"][0], found)
