"""Amounts that are convex in the predictions, by their form."""

from __future__ import annotations

from fractions import Fraction

from verify.kernel import ZERO, Formula, names_in

OF_THE_LEARNER = {"yhat", "num", "loss", "err", "side"}


def convex_sum(formula: Formula) -> bool:
    """Tell whether an amount is a sum over the trials that is convex in the predictions, by its form."""
    head, arguments = formula
    if not OF_THE_LEARNER & names_in(formula):
        return True
    if head in ("+", "-") and len(arguments or ()) == 2:
        left, right = arguments or ()
        return convex_sum(left) and (convex_sum(right) if head == "+" else not OF_THE_LEARNER & names_in(right))
    return (
        head == "sum_t" and arguments is not None and bend(arguments[0]) in ("affine", "convex", "convex, not negative")
    )


def bend(formula: Formula) -> str:
    """Return how a formula of one trial bends in the prediction, by its form: not at all, or as it is known to."""
    head, arguments = formula
    if not OF_THE_LEARNER & names_in(formula):
        return "constant"
    if arguments is None:
        return {"yhat": "affine", "loss": "convex, not negative"}.get(head, "")
    kinds = [bend(a) for a in arguments]
    flat = all(kind in ("constant", "affine") for kind in kinds)
    zero = any(a == Formula("", (ZERO,)) for a in arguments)
    match head, kinds:
        case (("+" | "-"), _) if flat:
            return "affine"
        case ("+", _) | ("-", [_, "constant" | "affine"]) if all(kinds):
            return "convex"
        case (("*" | "/"), ["constant", "affine"] | ["affine", "constant"]):
            return "affine" if head == "*" or kinds[0] == "affine" else ""
        case (("max" | "Max"), _) if all(kinds):
            return "convex, not negative" if zero or "convex, not negative" in kinds else "convex"
        case "abs", ["affine"]:
            return "convex, not negative"
        case "**", ["affine" | "convex, not negative", "constant"] if arguments[1] == Formula("", (Fraction(2),)):
            return "convex, not negative"
    return ""
