"""A premise of a new kind is a line of the claim, and nothing else: all that judges or shows claims understands it."""

from __future__ import annotations

import json

import pytest

from bounds.claims.claim import Claim
from bounds.claims.own import own_claim
from bounds.formulas import read
from bounds.formulas.reading import says
from verify import kernel
from verify.certify.search import certify
from verify.proofs.coq_premises import premise_definition
from verify.publish.export import to_latex
from verify.search.search import search

NEW = [
    "all_t(sum(abs(x)) <= X)",
    "sum(abs(x)) <= X",
    "max_t(sum(abs(x))) <= X",
    "X >= if(l == 0, 0, max_t(sum(abs(x))))",
]


def claim(premise: str, bound: str) -> Claim:
    """Return that a Perceptron errs at most so often where the examples' 1-norms and u's max-norm are bounded."""
    given = ["max(abs(u)) <= U", premise, "separable"]
    return own_claim("w + y*x if y*yhat <= 0 else w", bound, given=given)


@pytest.mark.parametrize("premise", NEW)
def test_it_is_shown_exported_and_measured_however_it_is_written(premise: str) -> None:
    found = claim(premise, "n*U**2*X**2")
    assert r"\|x_{t}\|_{1} \le X\text{ on every trial}" in to_latex(found)
    given = " ".join(premise_definition(found).split())
    assert "Forall (fun c : ctrial => norm1 n (fst c) <= X) S" in given
    assert "(forall i, (i < n)%nat -> Rabs (u i) <= U)" in given
    assert {str(symbol) for symbol in found.measures} == {"U", "X"}
    assert any(says(h.tree, read(NEW[0])) for h in found.hypotheses if h.tree is not None)


def test_it_is_searched_judged_and_certified() -> None:
    """Power: half of the bound falls, with a certificate that the independent checker confirms; the bound does not."""
    assert search(claim(NEW[0], "n*U**2*X**2"), instances=40).held
    less = search(claim(NEW[0], "n*U**2*X**2/2"), instances=200)
    assert less.refuted
    confirmed, said = kernel.confirm(json.dumps(less.counterexample), kernel.statements())
    assert confirmed, said


def test_what_no_worst_case_knows_is_left_open() -> None:
    """Power: read as a 2-norm, the limit of u would certify U**2*X**2, which is false for max-norms."""
    assert certify(claim(NEW[0], "U**2*X**2"), 2, U=1, X=1).verdict.startswith(("OPEN", "REFUTED"))
