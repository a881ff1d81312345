"""Certificates read back: the claim that a file states, and its instance; a file that was tampered with is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim
from bounds.claims.own import learner, own_claim
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from bounds.expression import parse_number
from bounds.instances import Instance
from tests.verify.confirmed import confirmed
from verify import kernel_worst
from verify.judge.certificate import certificate, statement, write_certificate
from verify.judge.check import check
from verify.judge.read_certificate import claim_of, instance_of, read_certificate, under
from verify.judge.restated import restated
from verify.search.search import search

NORMS = ["norm(u, 2) <= U", "norm(x, 2) <= X"]
PERCEPTRON = "w + y*x if y*yhat <= 0 else w"
SEPARATED = own_claim(PERCEPTRON, "U**2*X**2/2", given=[*NORMS, "separable"])
HEDGE = learner({"w": "w*exp(-eta*x)"}, predict="dot(w, x)/sum(w)", start="1")

OWN = {
    "separable": SEPARATED,
    "squared": own_claim(
        learner("w + eta*(y - yhat)*x", outcomes="points"), "U**2", gain="squared", loss="squared", given=NORMS
    ),
    "intervals": own_claim(
        learner("w + eta*side*x", outcomes="intervals"), "U**2", gain="absolute", loss="absolute", given=NORMS
    ),
    "experts": own_claim(HEDGE, "ln(n)/(2*eta)", gain="linear", loss="linear", given=["expert", "unit inputs"]),
    "times": own_claim(
        "w + min(C, max(0, 1 - y*yhat)/xx)*y*x if xx > 0 else w", "U**2/3", loss="hinge", times="2*C", given=NORMS
    ),
    "state": own_claim(
        {"w": "w + y*x if y*dot(w, x) <= 0 else w", "v": "v + w"}, "1", given=["disjunction", "boolean inputs"]
    ),
    "measured": own_claim(PERCEPTRON, "H", given=[*NORMS, "sum_t(max(0, 1 - y*ux)) <= H"]),
    "of the run": own_claim(PERCEPTRON, "H/2", gain="update", given=["sum_t(update) <= H"]),
    "1-norm": own_claim(PERCEPTRON, "U**2*X**2/2", given=["norm(u, 1) <= U", NORMS[1], "separable"], relation="<"),
    "as written": own_claim(PERCEPTRON, "U/U", given=[NORMS[0], "y*ux >= 1 or xx <= 1"]),
    "defined": own_claim("w + eta*y*x if y*yhat <= 0 else w", "1", given=[NORMS[0]], define={"eta": "1/U"}),
    "unmeasured": SEPARATED.replace(without="comparator", bound="U**2/4"),
    "nothing measured": SEPARATED.replace(without=["comparator", "examples"]),
    "fixed": own_claim("w + C*y*x", "C", given=NORMS).replace(define={"C": "U - 1"}),
}

VARIANTS = {
    "bound": theorem("bylander.5").replace(bound="U"),
    "premise": theorem("bylander.5").replace(without="separable", bound="U**2/4"),
    "toleranced": theorem("bylander.8").replace(bound="U**2*X**2/(5*tau)"),
    "as catalogued": theorem("kitani.lem3.printed"),
    "fixed": theorem("bylander.2").replace(define={"eta": "U"}, bound="U**2/(2*eta)"),
    "relation": theorem("bylander.6").replace(relation="<", bound="1/U"),
    "disjunction": theorem("kitani.winnow").replace(bound="k"),
    "parameters alone": theorem("kw.dot").replace(bound="N"),
    "as written": theorem("bylander.11").replace(bound="U/U"),
    "rule": theorem("bylander.5").replace(learner=learner(f"{PERCEPTRON} + 0"), bound="U**2*X**2/2"),
    "named learner": theorem("bylander.5").replace(learner=theorem("bylander.2").learner, bound="U**2*X**2/2"),
}


def as_read(claim: Claim) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(statement(claim)))
    return found


def test_a_claim_of_the_catalogue_is_read_as_itself() -> None:
    for claim in list(catalogue())[::4]:
        assert restated(claim.id, as_read(claim)) is claim


@pytest.mark.parametrize("claim", OWN.values(), ids=OWN)
def test_a_claim_of_ones_own_is_read_as_what_it_states(claim: Claim) -> None:
    read = restated("own.claim", as_read(claim))
    assert statement(read) == statement(claim)
    assert (read.outcomes, read.comparator, read.geometry) == (claim.outcomes, claim.comparator, claim.geometry)


@pytest.mark.parametrize("claim", VARIANTS.values(), ids=VARIANTS)
def test_a_variant_is_read_as_what_it_states(claim: Claim) -> None:
    read = restated(claim.id.rstrip("*"), as_read(claim))
    assert statement(read) == statement(claim)
    assert read.id == claim.id
    assert not read.difference(claim) or read.learner != claim.learner


ROUND = [*VARIANTS.values(), *(OWN[name] for name in ("separable", "intervals", "experts", "times", "measured"))]


@pytest.mark.parametrize("claim", ROUND, ids=[*VARIANTS, *"abcde"])
def test_a_counterexample_comes_back_with_its_verdict(claim: Claim, tmp_path: Path) -> None:
    found = search(claim, instances=60)
    assert found.verdict is not None
    assert found.counterexample is not None
    write_certificate(found.counterexample, tmp_path / "broken.json")
    again = check(*read_certificate(tmp_path / "broken.json"))
    assert again.status is found.verdict.status
    assert certificate(again) == found.counterexample


def test_repeated_trials_irrational_ends_and_starts_come_back() -> None:
    claim = theorem("bylander.2")
    ends = Interval(None, parse_number("sqrt(2)")), Interval.parse("(1/3, 7]")
    trials = Trials.of([[1, "1/2"], [0, 3]] * 200, [*ends] * 200)
    instance = Instance(trials, ["1/3", 0], {"eta": "1/100", "U": "sqrt(3)", "X": 3})
    document = json.loads(json.dumps(certificate(check(claim, instance))))
    assert any("repeat" in item for item in document["instance"]["trials"])
    assert instance_of(document) == instance


def test_parameters_that_a_claim_does_not_leave_open_are_named() -> None:
    instance = Instance(Trials.of([[1]], [1]), [1], {"U": 1, "eta": 3, "C": 2})
    kept, left_out = under(theorem("bylander.5"), instance)
    assert (list(map(str, kept.parameters)), list(map(str, left_out))) == (["U"], ["C", "eta"])


# --- tampered files --------------------------------------------------------------------------------------

S = Trials.of([[1, 0], [0, 1]], [1, 1])


def document_of(claim: Claim) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(certificate(check(claim, Instance(S, [1, 1])))))
    return found


FIVE, MINE = document_of(theorem("bylander.5")), document_of(SEPARATED)


def set_in(document: Any, *path: Any) -> Any:
    """Return the document with the last of the path at the place that the others name."""
    changed = copy.deepcopy(document)
    *places, last, value = path
    inner = changed
    for place in places:
        inner = inner[place]
    inner[last] = value
    return changed


TAMPERED = {
    "bound": (set_in(FIVE, "statement", "bound", "2*floor(U**2*X**2)"), "changes nothing of bylander.5, and it"),
    "premise": (set_in(FIVE, "statement", "hypotheses", "separable", "1 <= 1"), "changes nothing of bylander.5"),
    "all premises": (set_in(FIVE, "statement", "hypotheses", {}), 'hypothesis "range of U" is not there'),
    "compared": (set_in(FIVE, "statement", "compare", [{"value": "0"}]), 'comparison 1 is {"value": "0"}'),
    "free": (set_in(FIVE, "statement", "free", ["U"]), 'free is ["U"]'),
    "measured": (set_in(FIVE, "statement", "defines", "X", "5"), 'definition of "X" is 5'),
    "outcomes": (set_in(FIVE, "statement", "outcomes", "points"), "outcomes is points"),
    "version": (set_in(FIVE, "statement", "version", "mine"), "there is no version 'mine'"),
    "learner": (set_in(FIVE, "statement", "learner", "perceptron(2*eta)"), "changes nothing of bylander.5"),
    "other claim": (set_in(FIVE, "claim", "bylander.11"), "no claim of the catalogue or of one's own states this"),
    "no claim": (set_in(FIVE, "claim", "own.claim"), "the catalogue has no claim 'own.claim', and its learner"),
    "changes": (set_in(FIVE, "changes", ["bound"]), "the file says that it changes bound of bylander.5"),
    "more": (set_in(FIVE, "statement", "title", "mine"), "the statement has 'title'"),
    "rule as catalogued": (set_in(MINE, "claim", "bylander.5"), "no claim of the catalogue or of one's own"),
    "own compared": (set_in(MINE, "statement", "compare", [{"value": "max_t(err)"}]), "compares no sum"),
    "own parts": (set_in(MINE, "statement", "compare", 0, {"value": "sum_t(err)", "if": "l > 9"}), "compares no sum"),
    "own measured": (set_in(MINE, "statement", "defines", "U", "norm(u, 1)"), 'definition of "U" is norm(u, 1)'),
    "own free": (set_in(MINE, "statement", "free", ["U", "X", "C"]), 'free is ["U", "X", "C"]'),
    "own range": (set_in(MINE, "statement", "hypotheses", "range of U", "U >= 7"), 'hypothesis "range of U" is U >= 7'),
    "own outcomes": (set_in(MINE, "statement", "outcomes", "none"), "outcomes is 'none'"),
}


@pytest.mark.parametrize(("document", "why"), TAMPERED.values(), ids=TAMPERED)
def test_a_tampered_statement_is_refused_by_its_part(document: dict[str, Any], why: str) -> None:
    """Power: a reader that took the claim of the id would judge nearly all of these as something else."""
    with pytest.raises(BoundcheckError) as refused:
        claim_of(document)
    assert why in str(refused.value)


def test_a_premise_is_what_its_formula_says_and_not_its_name() -> None:
    """Power: a premise called by one formula that says another would be judged by its name."""
    said = as_read(SEPARATED)
    said["hypotheses"]["norm(u, 1) <= 1"] = "norm(u, 2) <= 3"
    premise = restated("own.claim", said).hypotheses[-1]
    assert (premise.name, premise.text, premise.formula) == ("norm(u, 1) <= 1", "norm(u, 2) <= 3", "norm(u, 2) <= 3")


def test_premises_of_one_name_are_both_stated() -> None:
    """Power: kept by their names, the last one stood for both, and a certificate claimed more than was refuted."""
    claim = own_claim("w + y*x", "l", gain="mistake", given=["sum(u) == U", "sum(u) <= U"])
    assert len({premise.name for premise in claim.hypotheses}) < len(claim.hypotheses)
    assert {"sum(u) == U", "sum(u) <= U"} <= {*statement(claim)["hypotheses"].values()}
    assert statement(restated("own.claim", statement(claim))) == statement(claim)


def test_the_verdict_of_a_file_is_not_believed() -> None:
    lying = set_in(set_in(FIVE, "verdict", "VIOLATED"), "left", "9")
    assert check(claim_of(lying), instance_of(lying)).status.value == "HOLDS"
    assert not confirmed(lying)


# --- other files -----------------------------------------------------------------------------------------

LONG = [{"repeat": 10**9, "trials": [{"x": ["1", "0"], "outcome": "+1"}]}]
REFUSED = {
    "no verdict": ({key: FIVE[key] for key in FIVE if key != "verdict"}, "the certificate has no verdict"),
    "list": (set_in(FIVE, "instance", []), "instance is not an object"),
    "repeat": (set_in(FIVE, "instance", "trials", [{"repeat": True, "trials": []}]), "a whole number above 0"),
    "nested": (set_in(FIVE, "instance", "trials", [{"repeat": 2, "trials": LONG}]), "trial 1 has no x"),
    "ragged": (set_in(FIVE, "instance", "n", 3), "n is 3, and trial 1 has 2 entries"),
    "outcome": (set_in(FIVE, "instance", "trials", 0, "outcome", "[0,1"), "the outcome '[0,1' is neither"),
    "entry": (set_in(FIVE, "instance", "trials", 0, "x", ["1/0", "1"]), "1/0"),
    "parameter": (set_in(FIVE, "instance", "parameters", {"U": "1e"}), "the parameter U"),
    "unprintable": (set_in(FIVE, "claim", "bylander.5\x1b[2J"), "claim is not a line of text"),
    "many": (set_in(MINE, "statement", "hypotheses", dict.fromkeys(map(str, range(201)), "1")), "at most 200 texts"),
    "format": (set_in(FIVE, "format", "mine"), "the format is not 'boundcheck"),
}


@pytest.mark.parametrize(("document", "why"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_certificate_is_refused(document: dict[str, Any], why: str, tmp_path: Path) -> None:
    write_certificate(document, tmp_path / "bad.json")
    with pytest.raises(BoundcheckError) as refused:
        read_certificate(tmp_path / "bad.json")
    assert why in str(refused.value)
    assert str(refused.value).startswith(str(tmp_path / "bad.json"))


@pytest.mark.parametrize("text", ["", "[]", '{"trials": []}', "[" * 200 + '"format"', '{"format": 1, "format": 2}'])
def test_other_files_are_said_to_be_none(text: str, tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text(text)
    with pytest.raises(BoundcheckError, match="no certificate; boundcheck search ID --out FILE writes one"):
        read_certificate(tmp_path / "other.json")


def test_a_worst_case_is_for_replay(tmp_path: Path) -> None:
    for name in kernel_worst.FORMATS:
        write_certificate(set_in(FIVE, "format", name), tmp_path / "worst.json")
        with pytest.raises(BoundcheckError, match="of a worst case; boundcheck replay FILE reads it"):
            read_certificate(tmp_path / "worst.json")


def leaves(value: Any, *path: Any) -> Iterator[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield (*path, key)
        yield from leaves(part, *path, key)


BAD: tuple[Any, ...] = (None, 7, "", "1/0", "x*(", [], {}, "9" * 5000, [[]], {"value": []}, "mine", True)


@pytest.mark.parametrize("document", [FIVE, MINE], ids=["catalogued", "own"])
def test_no_mutant_gets_past_with_another_exception(document: dict[str, Any]) -> None:
    """Power: each part of a file is replaced by two others; what is read all the same states what the file does."""
    reads: tuple[Callable[[dict[str, Any]], Any], ...] = (claim_of, instance_of)
    read = 0
    for i, path in enumerate(leaves(document)):
        for bad in (BAD[i % len(BAD)], BAD[(i * 5 + 3) % len(BAD)]):
            mutant = set_in(document, *path, bad)
            for reader in reads:
                try:
                    found = reader(mutant)
                except BoundcheckError:
                    continue
                read += 1
                assert reader is instance_of or as_read(found) == mutant["statement"]
    assert read
