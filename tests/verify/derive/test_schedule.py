"""Rates k/sqrt(t) with projections: the known bound comes out, and what does not telescope is refused."""

from __future__ import annotations

from typing import Any

import pytest
import sympy

from bounds import BoundcheckError, theorem
from bounds.symbols import G, R, X, n
from verify.derive import derive
from verify.derive.schedule import abel, scheduled


def test_projected_gradient_descent() -> None:
    """3/2 D G sqrt(l) at the rates D/(G sqrt(t)), as the second shelf has it on [-R, R]^n."""
    found = derive("w + eta*y*x if y*yhat < 1 else w", gain="hinge", loss="hinge")
    known = theorem("classics.ogd.projected").bound
    box = scheduled(found, "eta", numerator="2*R*sqrt(n)/X", diameter="2*R*sqrt(n)")
    assert sympy.simplify((box.bound.subs(X, G) - known).subs({R: 3, G: 5, n: 7})) == 0
    assert "convex set" in str(box)


def test_both_sums_are_proved_by_induction() -> None:
    assert [step.name for step in abel() if step.how == "induction" and step.ok] == [
        "sum of a(t) (d(t) - d(t + 1)) <= a(l) (D**2 - d(l + 1))",
        "sum of 1/sqrt(t) <= 2 sqrt(l)",
    ]


@pytest.mark.parametrize(
    ("rule", "asked", "reason"),
    [
        ("w + eta*y*x if y*yhat <= 0 else w", {"gain": "mistake"}, "depends on eta"),
        ("w + y*x/eta if y*yhat < 1 else w", {"gain": "hinge"}, "not in proportion"),
    ],
)
def test_what_does_not_add_up_is_refused(rule: str, asked: dict[str, Any], reason: str) -> None:
    found = derive(rule, loss="hinge", **asked)
    with pytest.raises(BoundcheckError, match=reason):
        scheduled(found, "eta", numerator="R/X", diameter="2*R")
