"""Certificates of plays against any learner, and the same plays at numbers, as the kernel of instances judges them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verify import kernel
from verify.kernel_optimal.certificate import FORMAT

Document = dict[str, Any]
VALUES = {"X": "3/2", "U": "3", "c": "2", "eta": "1/3", "eta1": "1/2", "tau": "1/2", "d": "1", "delta": "3/4", "a": "2"}
VALUES |= {"C": "2", "C1": "1/2", "r": "1/10"}
LENGTH = 4


def certificate(claim: str, play: Document, factor: str = "1", **changes: Any) -> Document:
    """Return the certificate of a play against a claim of the catalogue, or one that differs from it."""
    statement = {**kernel.statements()[claim], **changes}
    return {"format": FORMAT, "claim": claim, "statement": statement, "play": play, "factor": factor}


def played(document: Document, predictions: str) -> kernel.Found:
    """Judge a play over four trials against a learner whose predictions are a formula in t."""
    statement, play = document["statement"], document["play"]
    names: dict[str, kernel.Number] = {name: kernel.constant(VALUES[name]) for name in play["symbols"]}
    names["l"] = Fraction(LENGTH)
    number = {key: kernel.exact(play[key], **names) for key in ("norm", "margin", "outcome") if key in play}
    parameters = {name: kernel.exact(text, **names) for name, text in play["with"].items()}
    trials, sides = [], []
    for t in range(1, LENGTH + 1):
        yhat = kernel.exact(predictions, t=Fraction(t))
        x: list[kernel.Number] = [Fraction(0)] * LENGTH
        side = 1 if kernel.sign(yhat) < 0 or (not kernel.sign(yhat) and play.get("tie", 1) == 1) else -1
        x[t - 1] = number["norm"]
        trials.append({"x": [str(a) for a in x], "outcome": outcome(statement["outcomes"], side, number)})
        sides.append(side)
    u = [str(kernel.quotient(number["margin"], number["norm"]) * Fraction(side)) for side in sides]
    instance = {
        "n": LENGTH,
        "trials": trials,
        "comparator": u,
        "parameters": {n: str(a) for n, a in parameters.items()},
    }
    learner = {"rule": {"w": "w"}, "predict": predictions}
    return kernel.judge({**statement, "learner": learner}, instance)


def outcome(kind: str, side: int, number: dict[str, Any]) -> str:
    """Return the outcome of a trial on a side."""
    if kind == "labels":
        return "+1" if side == 1 else "-1"
    a = side * number["outcome"]
    return f"[{a},{a}]" if kind == "points" else f"[{a},oo)" if side == 1 else f"(-oo,{a}]"
