"""Claims with the constants that prove them, and their certificates, made once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from bounds.claims.claim import Claim
from bounds.claims.own import learner, own_claim
from verify.derive.certified import certified

BALL = ["norm(u, 2) <= U", "norm(x, 2) <= X"]
PERCEPTRON = "w + y*x if y*yhat <= 0 else w"
OGD = "w + eta*y*x if y*yhat < 1 else w"
PA = "w + max(0, 1 - y*yhat)/xx*y*x if xx > 0 else w"
SIDES = "w + eta*side*x"


def plan(a: str, b: str = "0", c: str = "0", scale: str = "1", **more: Any) -> dict[str, Any]:
    """Return the constants of a proof."""
    constants = {"a": a, "b": b, "c": c, "lambda": scale}
    return {"constants": constants, "names": [], "lemmas": [], "kept": [], "limits": [], "signed": False, **more}


def tolerant() -> Claim:
    rule = learner(SIDES, outcomes="intervals", version="toleranced(tau)")
    given = [*BALL, "X > 0"]
    define = {"eta": "2*tau/X**2"}
    return own_claim(rule, "U**2*X**2/(4*tau)", gain="absolute", loss="absolute", given=given, define=define)


CLAIMS: dict[str, tuple[Claim, dict[str, Any]]] = {
    "perceptron": (
        own_claim(PERCEPTRON, "U**2*X**2", given=[*BALL, "separable"]),
        plan("1/X**2", scale="X**2", limits=["U", "X"]),
    ),
    "whole": (
        own_claim(PERCEPTRON, "floor(U**2*X**2)", given=[*BALL, "separable"]),
        plan("1/X**2", scale="X**2", limits=["U", "X"]),
    ),
    "ogd": (
        own_claim(OGD, "U**2/(2*eta) + eta*X**2*l/2", gain="hinge", loss="hinge", given=BALL),
        plan("1/(2*eta)", "eta*X**2/2", "1"),
    ),
    "tuned": (
        own_claim(
            OGD, "U*X*sqrt(l)", gain="hinge", loss="hinge", given=[*BALL, "X > 0", "U > 0"],
            define={"eta": "U/(X*sqrt(l))"},
        ),
        plan("1/(2*eta)", "eta*X**2/2", "1", kept=["eta"]),
    ),
    "pa": (own_claim(PA, "U**2*X**2", gain="squared_hinge", given=[*BALL, "separable"]), plan("X**2")),
    "sharp": (
        own_claim(
            "w + eta*y*x if y*yhat <= 0 else w", "U**2/(eta*(2 - eta*X**2))", loss="hinge", times="2/(2 - eta*X**2)",
            given=[*BALL, "X > 0", "eta < 2/X**2"],
        ),
        plan("1/(eta*(2 - eta*X**2))", c="2/(2 - eta*X**2)"),
    ),
    "linear": (
        own_claim("w - eta*x", "U**2/(2*eta)", gain="yhat - eta/2*xx", loss="linear", given=BALL[:1]),
        plan("1/(2*eta)", c="1"),
    ),
    "lms": (
        own_claim(
            learner("w + eta*(y - yhat)*x", outcomes="points"), "U**2/eta", gain="squared", loss="squared",
            times="1/(1 - eta*X**2)", given=[*BALL, "eta*X**2 < 1"],
        ),
        plan("1/eta", c="1/(1 - eta*X**2)", limits=["U"], lemmas=["1 - eta*X**2 > 0"]),
    ),
    "lms, any rate": (
        own_claim(
            learner("w + eta*(y - yhat)*x", outcomes="points"), "rho*U**2/(eta*(2*rho - eta - eta*rho*X**2))",
            gain="squared", loss="squared", times="rho**2/(eta*(2*rho - eta - eta*rho*X**2))",
            given=[*BALL, "X > 0", "rho > 0", "eta < 2*rho/(rho*X**2 + 1)"],
        ),
        plan(
            "rho/(eta*(2*rho - eta - eta*rho*X**2))", c="rho**2/(eta*(2*rho - eta - eta*rho*X**2))", limits=["U"],
            lemmas=["2*rho - eta - eta*rho*X**2 > 0"],
        ),
    ),
    "tolerant": (tolerant(), plan("X**2/(4*tau)", c="1", limits=["U"])),
    "mohri": (
        own_claim(
            PERCEPTRON, "(U*X + sqrt(U**2*X**2 + 4*H))**2/4", given=[*BALL, "sum_t(max(0, 1 - y*ux)) <= H"]
        ),
        plan(
            "1/(2*theta - X**2)", c="2*theta/(2*theta - X**2)", scale="theta",
            names=[["theta", "X*(U*X + sqrt(4*H + U**2*X**2))/(2*U)"]],
            lemmas=["sqrt(4*H + U**2*X**2) > 0", "theta > 0", "2*theta - X**2 > 0"],
            limits=["H", "U", "X"], signed=True,
        ),
    ),
    "squared hinge": (
        own_claim(
            PERCEPTRON, "(U*X + sqrt(H))**2", given=[*BALL, "sum_t(max(0, 1 - y*ux)**2) <= H"]
        ),
        plan(
            "rho/(2*rho*theta - X**2*rho - theta**2)", c="rho**2/(2*rho*theta - X**2*rho - theta**2)", scale="theta",
            names=[
                ["theta", "X*(sqrt(H) + U*X)/U"], ["rho", "(2*sqrt(H)*U*X**2 + H*X + U**2*X**3)/(sqrt(H)*U)"],
            ],
            lemmas=["sqrt(H) > 0", "theta > 0", "rho > 0", "2*rho*theta - X**2*rho - theta**2 > 0"],
            limits=["H", "U", "X"], signed=True,
        ),
    ),
}  # fmt: skip
"""Textbook bounds: what is claimed, and the constants of the inequality."""


@cache
def proof(name: str) -> Mapping[str, Any]:
    """Return the certificate of one of the claims."""
    found = certified(*CLAIMS[name])
    assert found.document is not None, found.missing
    return found.document
