"""Gains and losses by name, as formulas in the prediction ``yhat`` and the outcome ``y``.

A gain is what the learner is charged on a trial, a loss what the comparator is, with u.x in the place of the
prediction. Where outcomes are intervals, ``loss`` is how far the prediction is from the interval, ``u_loss`` how far
u.x is.
"""

from __future__ import annotations

from bounds.errors import BoundcheckError
from bounds.formulas import Formula, Name, names, read, substitute
from bounds.formulas.losses import LOSSES, of_comparator

NAMED = {name: text for name, text in LOSSES.items() if name not in ("update", "log")}
ON_INTERVALS = {"mistake": "1 if loss > 0 else 0", "absolute": "loss", "squared": "loss**2"}
UPDATE = Name("update")
"""The gain of 1 on each trial that moves the weights."""


def formula(text: str, what: str, *, intervals: bool = False) -> Formula:
    """Return a gain or a loss by name, or the formula itself: a gain in ``yhat``, a loss in ``ux``.

    >>> from bounds.formulas import write
    >>> write(formula("hinge", "loss")), write(formula("abs(y - ux)", "gain"))
    ('max(0, 1 - y*ux)', 'abs(y - yhat)')
    """
    if not isinstance(text, str):
        raise BoundcheckError(f"the {what} is {text!r}; give a name such as 'hinge', or a formula as text")
    named = {**(ON_INTERVALS if intervals else NAMED), **({"update": "update"} if what == "gain" else {})}
    if intervals and text not in named:
        raise BoundcheckError(f"the {what} is {text!r}; where outcomes are intervals it is one of {', '.join(named)}")
    if text not in named and text.isidentifier():
        raise BoundcheckError(f"unknown {what} {text!r}; use {', '.join(named)}, or a formula in yhat and y")
    tree = read(named.get(text, text))
    tree = of_comparator(tree) if what == "loss" else substitute(tree, {"ux": Name("yhat")})
    spoken = names(tree) if tree != UPDATE else frozenset[str]()
    if strange := spoken & {"w", "x", "t", "updates", "update", "n", "side"}:
        raise BoundcheckError(f"the {what} {text!r} speaks of {sorted(strange)[0]}; it may speak of yhat and y only")
    return tree
