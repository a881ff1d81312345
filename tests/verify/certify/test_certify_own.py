"""Claims of one's own, in Python and in files: certified, broken, or refused with the reason."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bounds.claims.claim import Claim
from bounds.claims.own import learner, own_claim
from bounds.errors import BoundcheckError
from verify import kernel, kernel_worst
from verify.certify.search import certify, worst_case, worst_cases
from verify.cli import main

NORMS = ("norm(u, 2) <= U", "max_t(norm(x, 2)) <= X")
PASSIVE = "w + {}*y*x if xx > 0 else w"


def margin_perceptron(bound: str) -> Claim:
    rule = "w + eta*y*x if y*yhat <= beta else w"
    return own_claim(rule, bound, gain="update", given=[*NORMS, "separable"], name="own.margin")


def hinge_descent(bound: str, rule: str = "w + eta*y*x if y*yhat < 1 else w") -> Claim:
    return own_claim(rule, bound, gain="hinge", loss="hinge", given=NORMS, name="own.hinge")


@pytest.mark.deep
def test_the_margin_perceptron_is_certified_for_every_length() -> None:
    """The usual bound is 12 here; 12 updates are not possible, and 10 are."""
    claim = margin_perceptron("U**2*(X**2 + 2*beta/eta)")
    found = certify(claim, 13, beta="1/2")
    assert (found.status, found.parameters["beta"]) == ("certified for every length", "1/2")
    assert certify(claim.replace(bound=11), 13, beta="1/2").status == "certified for every length"
    fallen = certify(claim.replace(bound=9), 13, seconds=60, beta="1/2")
    assert fallen.refuted
    assert fallen.certificate is not None
    assert kernel.confirm(json.dumps(fallen.certificate), kernel.statements())[0]


@pytest.mark.deep
def test_online_gradient_descent_has_the_worst_case_of_the_perceptron_with_absolute_loss() -> None:
    """U = X = 2 eta = 1 and hinge loss: min(1, U X) at l = 1; the same sequences as theorem 2 beyond."""
    claim = hinge_descent("U**2/(2*eta) + eta*X**2*l/2")
    found = certify(claim, 5)
    assert found.status == "certified for every length"
    assert all(worst.exact for worst in found.worst)
    confirmed, said = kernel_worst.confirm(json.dumps(found.certificate), kernel.statements())
    assert confirmed
    assert "own.hinge" in said[0]
    least = worst_case(claim, 3).value
    assert isinstance(least, Fraction)
    assert certify(claim.replace(bound=least), 3).status == "certified"
    assert certify(claim.replace(bound=least * Fraction(9999, 10000)), 3).refuted


def mistakes(bound: str, *given: str) -> Claim:
    return own_claim("w + y*x if y*yhat <= 0 else w", bound, given=given, name="own.mistakes")


SIZED = {
    "numbers": ("norm(u, 2) <= 2", "norm(x, 2) <= 1", "separable"),
    "numbers, turned": ("2 > norm(u, 2)", "1 >= max_t(norm(x, 2))", "1 <= y*ux"),
    "names of one's own": ("norm(u, 2) <= D", "norm(x, 2) <= G", "y*ux >= C"),
    "an equality": ("norm(u, 2) == D", "norm(x, 2) <= G", "y*ux >= C"),
}


@pytest.mark.parametrize("form", SIZED)
def test_sizes_and_margins_are_read_from_premises_of_any_form(form: str) -> None:
    """Power: left out, they allow one mistake on every trial; with 3 in the place of 4 the claim falls."""
    values: dict[str, Any] = {"D": 2, "G": 1, "C": 1} if "D" in " ".join(SIZED[form]) else {}
    found = certify(mistakes("4", *SIZED[form]), 5, **values)
    assert (found.verdict, found.worst[-1].value) == ("CERTIFIED for every l", Fraction(4))
    confirmed, _ = kernel_worst.confirm(json.dumps(found.certificate), kernel.statements())
    assert confirmed
    assert certify(mistakes("3", *SIZED[form]), 5, **values).status != "certified for every length"
    if form == "numbers":
        assert certify(mistakes("3", *SIZED[form]), 5, **values).refuted


@pytest.mark.parametrize("other", ["norm(u, 2) >= 2", "norm(u, 3) <= 2", "norm(u, 2) != 2"])
def test_what_is_no_upper_bound_of_the_comparator_is_not_read_as_one(other: str) -> None:
    """Power: each was certified for every l if it was taken for norm(u, 2) <= 2."""
    found = certify(mistakes("4", other, "norm(x, 2) <= 1", "separable"), 5, seconds=10)
    assert found.status != "certified for every length"


def test_a_margin_below_zero_says_nothing() -> None:
    assert certify(mistakes("4", "norm(u, 2) <= 2", "norm(x, 2) <= 1", "y*ux >= -1"), 4).worst[-1].value == 4


def test_what_is_said_of_a_claim_that_is_not_certified_is_true_of_it() -> None:
    """Power: a claim without k was said to count the comparator's mistakes, and u to want a value."""
    weights = learner({"L": "L + x"}, predict="dot(exp(-L), x)/sum(exp(-L))")
    hedge = own_claim(weights, "ln(n) + l", gain="linear", loss="linear", given=["unit inputs", "expert"])
    with pytest.raises(BoundcheckError, match="cannot be certified: the function 'exp'"):
        certify(hedge, 2)
    winnow = own_claim("w + y*x if y*yhat <= 0 else w", "k", given=["unit inputs", "disjunction"])
    with pytest.raises(BoundcheckError, match="cannot be certified: it speaks of u otherwise than by its norm"):
        certify(winnow, 2)


def test_what_counts_is_a_whole_number() -> None:
    """Power: at k = 1/2 no sequence with a trial has l <= k, and the claim was certified of none."""
    claim = mistakes("k", "norm(u, 2) <= 2", "norm(x, 2) <= 1", "l <= k")
    with pytest.raises(BoundcheckError, match=r"k is 1/2; own\.mistakes needs a whole number"):
        certify(claim, 3, k="1/2")
    assert certify(claim, 3, k=2).status.startswith("certified")


def test_a_wrong_rule_is_refuted() -> None:
    """Power: the same claim of a learner that steps twice as far falls."""
    wrong = hinge_descent("U**2/(2*eta) + eta*X**2*l/2", "w + 2*eta*y*x if y*yhat < 1 else w")
    assert certify(wrong, 4, U=1, eta=1).refuted


@pytest.mark.parametrize("factor", ["max(0, 1 - y*yhat)/xx", "min(C, max(0, 1 - y*yhat)/xx)"])
def test_passive_aggressive_learners_are_refused_with_the_reason(factor: str) -> None:
    claim = own_claim(PASSIVE.format(factor), "C*U**2*X**2", gain="squared_hinge", given=[*NORMS, "separable"])
    with pytest.raises(BoundcheckError, match=r"own\.claim cannot be certified: the rule speaks of xx"):
        certify(claim, 3)


FILE = """
learner = "w + eta*y*x if y*yhat <= beta else w"
bound = "{bound}"
gain = "update"
given = ["norm(u, 2) <= U", "max_t(norm(x, 2)) <= X", "separable"]
"""


@pytest.mark.parametrize(
    ("bound", "code", "line"),
    [("9", 0, "CERTIFIED for every l"), pytest.param("2", 1, "REFUTED", marks=pytest.mark.deep)],
)
def test_a_claim_in_a_file_is_certified(
    bound: str, code: int, line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, proof = tmp_path / "margin.toml", tmp_path / "proof.json"
    path.write_text(FILE.format(bound=bound))
    given = ["--length", "9", "--set", "U=3/2", "--set", "beta=1/2", "--seconds", "60", "--out", str(proof)]
    assert main(["certify", str(path), *given]) == code
    said = capsys.readouterr().out
    assert "own.margin" in said
    assert said.splitlines()[-1] == line
    assert main(["replay", str(proof)]) == 0


def test_a_file_that_cannot_be_certified_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pa.json"
    path.write_text(json.dumps({"learner": PASSIVE.format("max(0, 1 - y*yhat)/xx"), "bound": "U**2*X**2", "given": []}))
    assert main(["certify", str(path)]) == 2
    assert "own.pa cannot be certified: the rule speaks of xx" in capsys.readouterr().err


# --- absolute loss on single outcomes, which are intervals ---


def absolute_descent(rule: str) -> Claim:
    made = learner(rule, outcomes="points")
    return own_claim(
        made, "U**2/(2*eta) + eta*X**2*l/2", gain="absolute", loss="absolute", given=NORMS, name="own.absolute"
    )


def test_gradient_descent_on_the_absolute_loss_has_the_perceptrons_worst_case() -> None:
    """Attained with single outcomes far away; a rate that the claim does not speak of falls."""
    found = certify("classics.ogd.absolute", 3)
    assert [(worst.value, worst.exact) for worst in found.worst] == [
        (worst.value, True) for worst in worst_cases("bylander.2", 3)
    ]
    assert certify(absolute_descent("w + eta/2*sign(y - yhat)*x"), 3).refuted
    with pytest.raises(BoundcheckError, match="needs eta > 0"):
        certify(absolute_descent("w + (0 - eta)*sign(y - yhat)*x"), 3)


def test_what_is_no_gradient_descent_on_the_absolute_loss_is_not_confirmed() -> None:
    """Power: the checker takes nothing else for the Perceptron on intervals, and confirms the claim as catalogued."""
    proof = json.loads(json.dumps(certify("classics.ogd.absolute", 3).certificate))
    confirmed, said = kernel_worst.confirm(json.dumps(proof), kernel.statements())
    assert (confirmed, said[0]) == (True, "claim classics.ogd.absolute, as catalogued")
    rule = proof["statement"]["learner"]
    for change in (
        {"learner": {**rule, "rule": {"w": "w + eta*sign(yhat - y)*x"}}},
        {"learner": {**rule, "rule": {"w": "w + 3*eta*sign(y - yhat)*x"}}},
        {"learner": {**rule, "predict": "2*dot(w, x)"}},
        {"learner": {**rule, "start": {"w": "1"}}},
        {"learner": {"rule": {"eta": "eta + eta*sign(y - yhat)*x"}, "predict": "dot(eta, x)"}},
        {"compare": [{"value": "2*sum_t(abs(y - yhat)) - sum_t(abs(y - ux))"}]},
    ):
        document = json.dumps({**proof, "statement": {**proof["statement"], **change}})
        assert not kernel_worst.confirm(document, kernel.statements())[0]


def test_a_certificate_without_multipliers_says_why_it_needs_none() -> None:
    """Power: it was said to consist of 0 lists of multipliers."""
    given = ["norm(u, 2) <= U", "norm(x, 2) <= X", "separable"]
    claim = own_claim("w + y*x/(t + 1) if y*yhat <= 0 else w", "2*U**2*X**2", given=given)
    found = certify(claim, 2, U=1, X=2)
    assert (found.status, found.means) == ("certified", "no multipliers: so many trials cannot add up to more")
