"""Losses by formula: what a prediction ``yhat`` costs on an outcome ``y``, for a learner and for a comparator."""

from __future__ import annotations

from bounds.errors import BoundcheckError
from bounds.formulas.rules import Outcomes
from bounds.formulas.text import read
from bounds.formulas.tree import Formula, Name, names, substitute

LOSSES = {
    "mistake": "1 if y*yhat <= 0 else 0",
    "update": "update",
    "hinge": "max(0, 1 - y*yhat)",
    "squared_hinge": "max(0, 1 - y*yhat)**2",
    "absolute": "abs(y - yhat)",
    "squared": "(y - yhat)**2",
    "insensitive": "max(0, abs(y - yhat) - tau)",
    "log": "-ln(yhat if y > 0 else 1 - yhat)",
    "linear": "yhat",
}
"""Losses that have names. An update is any change of a learner's state; log takes yhat for the probability of y = 1;
linear is the loss of a mixture of experts where x holds their losses."""

OF_COMPARATOR = {"yhat": "ux", "loss": "u_loss", "err": "u_err"}
"""What is said of the comparator in the place of what is said of the learner."""

OF_LEARNER_ALONE = ("update", "side", "gap")


def loss_formula(text: str, outcomes: Outcomes = "labels") -> Formula:
    """Return a loss by its name, or by a formula in ``yhat`` (or ``ux``) and ``y``.

    On intervals the absolute loss is the distance to the interval.

    >>> from bounds.formulas import write
    >>> write(loss_formula("squared")), write(loss_formula("max(0, y - yhat)"))
    ('(y - yhat)**2', 'max(0, y - yhat)')
    """
    if text == "absolute" and outcomes == "intervals":
        return Name("loss")
    formula = read(LOSSES.get(text, text))
    if isinstance(formula, Name) and text not in LOSSES and text not in OF_COMPARATOR:
        raise BoundcheckError(f"there is no loss {text!r}; there are {', '.join(LOSSES)}, and formulas in yhat and y")
    return formula


def of_comparator(formula: Formula) -> Formula:
    """Return a loss as the comparator's: of its prediction ux.

    >>> from bounds.formulas import write
    >>> write(of_comparator(loss_formula("hinge")))
    'max(0, 1 - y*ux)'
    """
    for name in OF_LEARNER_ALONE:
        if name in names(formula):
            raise BoundcheckError(f"the comparator's loss speaks of {name!r}, which only the learner has")
    return substitute(formula, {name: Name(other) for name, other in OF_COMPARATOR.items()})
