"""Certificates of plays against any learner, and the same plays at numbers, as the kernel of instances judges them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verify import kernel
from verify.kernel_optimal.certificate import FORMAT

Document = dict[str, Any]
VALUES = {"X": "3/2", "U": "3", "c": "2", "eta": "1/3", "eta1": "1/2", "tau": "1/2", "d": "1", "delta": "3/4", "a": "2"}
VALUES |= {"beta": "2", "beta1": "1", "rho1": "1", "C": "2", "C1": "1/2", "r": "1/10"}
SIZES: dict[tuple[bool, str], dict[str, Fraction]] = {
    (blocks, k): {name: Fraction(size) for name, size in sizes.items()}
    for blocks, k, sizes in [
        (False, "k", {"l": 4}),
        (True, "k", {"l": 6, "n": 16, "k": 2, "j": 3, "m": 8}),
        (True, "1", {"l": 2, "n": 4, "k": 1, "j": 2, "m": 4}),
    ]
}
USUAL = {"low": "0", "high": "1", "weight": "1", "threshold": "0"}


def certificate(claim: str, play: Document, factor: str = "1", **changes: Any) -> Document:
    """Return the certificate of a play against a claim of the catalogue, or one that differs from it."""
    statement = {**kernel.statements()[claim], **changes}
    return {"format": FORMAT, "claim": claim, "statement": statement, "play": play, "factor": factor}


def played(document: Document, predictions: str) -> kernel.Decision:
    """Judge a play over four trials, or on blocks, against a learner whose predictions are a formula in t."""
    statement, play = document["statement"], document["play"]
    names: dict[str, kernel.Number] = {name: kernel.constant(VALUES[name]) for name in play.get("symbols", {})}
    shown = orthogonal if play.get("examples", "orthogonal") == "orthogonal" else blocks
    names |= SIZES[shown is blocks, play.get("blocks", "k")]
    texts = {**USUAL, **{key: text for key, text in play.items() if isinstance(text, str)}}
    of_number = ("norm", "margin", "outcome", "low", "high", "weight", "threshold")
    number = {key: kernel.exact(texts[key], **names) for key in of_number if key in texts}
    parameters = {name: kernel.exact(text, **names) for name, text in play.get("with", {}).items()}
    sides: list[int] = []
    for t in range(1, int(names["l"]) + 1):  # type: ignore[arg-type]
        above = kernel.sign(kernel.exact(predictions, t=Fraction(t)) - number["threshold"])
        sides.append(1 if above < 0 or (not above and play.get("tie", 1) == 1) else -1)
    rows, u = shown(sides, number, names)
    trials = [
        {"x": [str(a) for a in x], "outcome": outcome(statement["outcomes"], side, number)}
        for x, side in zip(rows, sides, strict=True)
    ]
    instance = {
        "n": len(u),
        "trials": trials,
        "comparator": [str(a) for a in u],
        "parameters": {n: str(a) for n, a in parameters.items()},
    }
    learner = {"rule": {"w": "w"}, "predict": predictions}
    return kernel.judge({**statement, "learner": learner}, instance)


Vectors = tuple[list[list[Any]], list[Any]]


def orthogonal(sides: list[int], number: dict[str, Any], names: dict[str, Any]) -> Vectors:
    """Return the multiples of unit vectors, and u."""
    size = int(names["l"])
    rows = [[number["norm"] if i == t else Fraction(0) for i in range(size)] for t in range(size)]
    return rows, [kernel.quotient(number["margin"], number["norm"]) * Fraction(side) for side in sides]


def blocks(sides: list[int], number: dict[str, Any], names: dict[str, Any]) -> Vectors:
    """Return which attributes have a digit 1, and the u that has those digits in each block."""
    k, j, m = (int(names[name]) for name in ("k", "j", "m"))
    rows, u = [], [Fraction(0)] * int(names["n"])
    for t in range(j * k):
        block, digit = divmod(t, j)
        held = [block * m + i for i in range(m) if i >> digit & 1]
        rows.append([number["high" if i in held else "low"] for i in range(len(u))])
    for block in range(k):
        u[block * m + sum((sides[block * j + i] == 1) << i for i in range(j))] = number["weight"]
    return rows, u


def outcome(kind: str, side: int, number: dict[str, Any]) -> str:
    """Return the outcome of a trial on a side."""
    if kind == "labels":
        return "+1" if side == 1 else "-1"
    a = side * number["outcome"]
    return f"[{a},{a}]" if kind == "points" else f"[{a},oo)" if side == 1 else f"(-oo,{a}]"
