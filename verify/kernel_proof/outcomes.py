"""The kinds of outcomes of a trial: labels, points, and intervals by the side on which a prediction misses them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from verify.kernel import read
from verify.kernel_gram.numbers import Refused
from verify.kernel_proof.claims import Claim
from verify.kernel_proof.pieces import EVERYWHERE, NOTHING, Guard, Guards, Piece, constant, named
from verify.kernel_proof.ratios import Ratio, number, variable

OUTCOMES = ("y", "side", "loss", "u_loss")
"""What formulas say of the outcome of a trial."""


def outcomes(claim: Claim, q: Ratio, p: Ratio) -> Iterator[tuple[str, Guards, dict[str, list[Piece]]]]:
    """Yield the kinds of outcomes, given the predictions of the learner and the comparator.

    An interval is known by its end y on the side where the prediction misses it: the loss is the distance to that end,
    widened by the tolerance, and the comparator's loss is at least 0 and the distance of u.x from that end.
    """
    y = variable("y")
    if claim.kind == "labels":
        for label in (1, -1):
            yield f"y = {label}", EVERYWHERE, {"y": constant(Fraction(label))}
        return
    if claim.kind == "points":
        version = read(claim.statement["version"]).head
        sides = ((1, Guard(y - q, ">")), (-1, Guard(q - y, ">")), (0, Guard(y - q, "==")))
        side: list[Piece] = [((guard,), number(Fraction(sign))) for sign, guard in sides]
        yield "", EVERYWHERE, {"y": named("y"), **({"side": side} if version == "absolute" else {})}
        return
    wider = tolerance(claim)
    charged = Guard(variable("u_loss"), ">=")
    for sign in (1, -1):
        signed = number(Fraction(sign))
        missed, beyond = signed * (y - q) - wider, signed * (y - p)
        guards = (Guard(missed, ">="), charged, Guard(variable("u_loss") - beyond, ">="))
        losses = {"side": constant(Fraction(sign)), "loss": [(EVERYWHERE, missed)], "u_loss": named("u_loss")}
        yield f"side = {sign}", guards, losses
    inside = {"side": constant(Fraction(0)), "loss": constant(Fraction(0)), "u_loss": named("u_loss")}
    yield "side = 0", (charged,), inside


def tolerance(claim: Claim) -> Ratio:
    """Return by how much intervals are widened for the learner, which is a parameter or a number."""
    head, arguments = read(claim.statement["version"])
    if (head, arguments) == ("absolute", None):
        return NOTHING
    if head == "toleranced" and arguments is not None and len(arguments) == 1:
        (tau,) = arguments
        if tau.head == "" and tau.arguments is not None:
            return number(tau.arguments[0])
        if tau.arguments is None and tau.head in claim.statement["free"]:
            return variable(tau.head)
    raise Refused("the version is neither absolute nor toleranced by a parameter")
