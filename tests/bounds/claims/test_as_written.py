"""A bound is what its text says: where the text has no value, what sympy makes of it is not judged in its place."""

from __future__ import annotations

import json

import pytest

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import as_written
from bounds.claims.limits import premise, relation_of
from bounds.claims.own import own_claim
from bounds.data.trials import Trials
from bounds.formulas import read
from bounds.instances import Instance
from verify import kernel
from verify.judge.certificate import certificate
from verify.judge.check import check
from verify.judge.status import Status


@pytest.mark.parametrize(
    ("text", "premises"),
    [
        ("U/U", ["U != 0"]),
        ("U*X/X + U*X", ["X != 0"]),
        ("sqrt(U - X)**2", ["U - X >= 0"]),
        ("exp(ln(eta - 1))", ["eta - 1 > 0"]),
        ("0*ln(eta)", ["eta > 0"]),
        ("1/(1/U)", ["U != 0"]),
        ("U**2/(2*eta) + eta*X**2*l/2", []),
        ("(U*X + sqrt(U**2*X**2 + 4*H))**2/4", []),
        ("alpha*k*(ln(theta)/ln(alpha) + 1) + n/theta", []),
        ("sqrt(U**2)", []),
    ],
)
def test_what_a_text_needs_and_its_simplification_does_not(text: str, premises: list[str]) -> None:
    assert [hypothesis.text for hypothesis in as_written(text)] == premises


@pytest.mark.parametrize("where", ["bound", "times", "variant"])
def test_nothing_is_claimed_where_the_text_has_no_value(where: str) -> None:
    """Power: with U/U taken for 1, two mistakes at U = 0 would refute a claim that says nothing there."""
    ball = ["norm(u, 2) <= U"]
    made = {
        "bound": lambda: own_claim("w", "U/U", given=ball),
        "times": lambda: own_claim("w", "1", loss="0*ux", times="U/U", given=ball),
        "variant": lambda: own_claim("w", "1", given=ball).replace(bound="U/U"),
    }
    claim, trials = made[where](), Trials.of([[1], [1]], [1, 1])
    assert check(claim, Instance(trials, [0])).status is Status.VACUOUS
    broken = check(claim, Instance(trials, [1]))
    assert broken.status is Status.VIOLATED
    assert kernel.confirm(json.dumps(certificate(broken)), kernel.statements())[0]


def test_an_end_that_may_be_infinite_is_said_as_a_relation() -> None:
    """Power: an end that is missing for another reason, or that no eta is below, is none."""
    guarded = next(h for h in theorem("bylander.fn5").hypotheses if h.formula == "X**2 == 0 or eta < 2/X**2")
    assert premise(guarded) == (s.eta, "<", 2 / s.X**2)
    for changed in (("X**2 == 0", "X == 0"), ("X**2 == 0", "X**2 == 5"), (" or ", " and "), ("2/X**2", "2")):
        assert changed[0] in guarded.formula
        assert relation_of(read(guarded.formula.replace(*changed))) is None, changed
