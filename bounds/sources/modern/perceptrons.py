"""Perceptrons of today: any number of classes, by what the right one and its rival show."""

from __future__ import annotations

from bounds.claims.claim import Claim
from bounds.claims.own import learner
from bounds.sources.modern.common import WITHIN, unproved

WRONG = "dot(w, x) <= dot(w, a)"
CLASSES = learner(f"w + x - a if {WRONG} else w", trial={"a": "vector"}, name="Perceptron for classes")
RIVALS = "x is what the right class shows, a what that of all others does which scores most. Ties are mistakes."
APART = [WITHIN, "norm(x - a, 2) <= R"]

CLAIMS: tuple[Claim, ...] = (
    unproved(
        "perceptron.classes",
        "Mistakes of the Perceptron for any number of classes, which `u` tells apart by one",
        ("Collins 2002", "theorem 1"),
        CLASSES,
        "R**2*U**2",
        gain=f"1 if {WRONG} else 0",
        given=[*APART, "dot(u, x - a) >= 1"],
        note=RIVALS,
    ),
    unproved(
        "perceptron.classes.hinge",
        "Mistakes of the Perceptron for any number of classes, by the hinge loss `H` of `u`",
        ("Crammer and Singer 2003", "ultraconservative algorithms, classes that are not separable"),
        CLASSES,
        "H + R*U*sqrt(H) + R**2*U**2",
        gain=f"1 if {WRONG} else 0",
        given=[*APART, "sum_t(max(0, 1 - dot(u, x - a))) <= H"],
        note=RIVALS,
    ),
)
