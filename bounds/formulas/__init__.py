"""The language of formulas: what is said of a trial and of a run, as trees.

>>> from bounds.formulas import names, read, write
>>> rule = read("w + eta*y*x if y*yhat <= 0 else w")
>>> sorted(names(rule)), write(rule)
(['eta', 'w', 'x', 'y', 'yhat'], 'w + eta*y*x if y*yhat <= 0 else w')
"""

from bounds.formulas.rules import Rule, rule
from bounds.formulas.text import read, write
from bounds.formulas.tree import (
    RELATIONS,
    Apply,
    Constant,
    Formula,
    Name,
    functions,
    names,
    rebuilt,
    subformulas,
    substitute,
)

__all__ = [
    "RELATIONS",
    "Apply",
    "Constant",
    "Formula",
    "Name",
    "Rule",
    "functions",
    "names",
    "read",
    "rebuilt",
    "rule",
    "subformulas",
    "substitute",
    "write",
]
