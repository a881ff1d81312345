r"""A premise in LaTeX, as what it is read to say: of every trial, of every entry, of parameters.

>>> from bounds.formulas import read
>>> print(premise_latex(read("all_t(y*ux >= delta)")))
y_{t} \langle u, x_{t} \rangle \ge \delta\text{ on every trial}
>>> print(premise_latex(read("all_t(sum(abs(x)) <= X)")))
\|x_{t}\|_{1} \le X\text{ on every trial}
"""

from __future__ import annotations

from bounds.formulas.latex import PRINTED, latex
from bounds.formulas.reading import readings
from bounds.formulas.slack import NO_TRIALS, ZERO
from bounds.formulas.tree import RELATIONS, Apply, Formula, functions, names, rebuilt, subformulas

_COUNTING = frozenset(("+", "-", "*", "abs", "sum", "sum_t", *RELATIONS))


def premise_latex(premise: Formula) -> str | None:
    r"""Return a premise in LaTeX; None where the language has no notation for it, and words say it shorter.

    >>> from bounds.formulas import read
    >>> print(premise_latex(read("all_t((y > 0) == (ux >= 1))")))
    y_{t} > 0\text{ if and only if }\langle u, x_{t} \rangle \ge 1\text{ on every trial}
    >>> premise_latex(read("sum_t(y < 1) == l")) is None
    True
    """
    parts = []
    for one in readings(premise):
        said = rebuilt(premise if _sides(premise) == _sides(one.said) else one.said, _plain)
        if "start" in names(said) or _counts(said) or not functions(said) <= PRINTED:
            return None
        parts.append(latex(Apply("all_t", (said,)) if one.about == "trials" else said, of_trial=True))
    return r"\text{, and }".join(parts)


def _sides(premise: Formula) -> frozenset[Formula]:
    """Return the sides of a relation, whichever is written first."""
    related = isinstance(premise, Apply) and premise.function in RELATIONS
    return frozenset(premise.arguments if related and isinstance(premise, Apply) else (premise,))


def _plain(part: Formula) -> Formula | None:
    """Return an extremum for what also says that it is 0 where there are no trials."""
    match part:
        case Apply("if", (condition, zero, Apply("max_t" | "min_t", _) as extremum)):
            return extremum if condition == NO_TRIALS and zero == ZERO else None
    return None


def _counts(formula: Formula) -> bool:
    """Tell whether a truth is counted as 1 or 0 in a formula; that one is true where another one is counts nothing."""
    for part in subformulas(formula):
        if isinstance(part, Apply) and part.function in _COUNTING:
            truths = [isinstance(a, Apply) and a.function in RELATIONS for a in part.arguments]
            if any(truths) and not (all(truths) and part.function == "=="):
                return True
    return False
