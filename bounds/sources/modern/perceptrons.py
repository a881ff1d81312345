"""Perceptrons of today: classes with features of their own."""

from __future__ import annotations

from bounds.claims.claim import Claim
from bounds.claims.own import learner
from bounds.sources.modern.common import unproved

WRONG = "dot(w, x) <= max(dot(w, a), dot(w, b))"
CLASSES = learner(
    f"w + x - (a if dot(w, a) >= dot(w, b) else b) if {WRONG} else w",
    trial={"a": "vector", "b": "vector"},
    name="Perceptron for three classes",
)
APART = ["norm(u, 2) <= U", "norm(x - a, 2) <= D_x", "norm(x - b, 2) <= D_x"]
WIDTH = {"D_x": ">= 0"}

CLAIMS: tuple[Claim, ...] = (
    unproved(
        "perceptron.classes",
        "Mistakes of the Perceptron for three classes, which u tells apart by one",
        ("Collins 2002", "theorem 1"),
        CLASSES,
        "D_x**2*U**2",
        gain=f"1 if {WRONG} else 0",
        given=[*APART, "dot(u, x - a) >= 1", "dot(u, x - b) >= 1"],
        symbols=WIDTH,
        note="x is what the right class shows, a and b what the others do. Ties are mistakes.",
    ),
)
