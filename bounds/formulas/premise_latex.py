r"""A premise in LaTeX, as it is said: of every trial, where its formula says that there is no trial that breaks it.

>>> from bounds.formulas import read
>>> print(premise_latex(read("sum_t(y*ux < delta) == 0")))
y_{t} \langle u, x_{t} \rangle \ge \delta\text{ on every trial}
>>> print(premise_latex(read("X >= if(l == 0, 0, max_t(sum(abs(x)**p))**(1/p))")))
X \ge \max_{t} \|x_{t}\|_{p}
"""

from __future__ import annotations

from bounds.formulas.latex import ENTRIES, PRINTED, latex
from bounds.formulas.slack import NO_TRIALS, ONE, ZERO
from bounds.formulas.text import read
from bounds.formulas.tree import (
    OPPOSITE,
    RELATIONS,
    TURNED,
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

_ROOTS = {"sqrt(max_t(sum(x**2)))": "max_t(norm(x, 2))", "max_t(sum(abs(x)**p))**(1/p)": "max_t(norm(x, p))"}
_NORMS = {read(root): read(norm) for root, norm in _ROOTS.items()}
_TRIALS, _PLACES = r"\text{ on every trial}", r"\text{ for every }i"
_OF_WHOLE = frozenset(("dot", "norm", "sum", "min", "max", "outer", "solve", "det"))
_COUNTING = frozenset(("+", "-", "*", "abs", "sum", "sum_t", *RELATIONS))


def premise_latex(premise: Formula) -> str | None:
    r"""Return a premise in LaTeX; None where the language has no notation for it, and words say it shorter.

    >>> print(premise_latex(read("l == 0 or max_t(abs((y > 0) - (ux >= 1))) == 0")))
    y_{t} > 0\text{ if and only if }\langle u, x_{t} \rangle \ge 1\text{ on every trial}
    >>> premise_latex(read("sum_t(sum((x == 0) + (x == 1))) == l*n")) is None
    True
    """
    formula = rebuilt(premise, _plain)
    match formula:
        case Apply("==", (Apply("sum_t", (broken,)), zero)) if zero == ZERO:
            return _said(_opposite(broken), _TRIALS)
        case Apply("==", (Apply("sum", (broken,)), zero)) if zero == ZERO:
            return _said(_opposite(broken), _PLACES)
        case Apply("==", (Apply("sum", (Apply("abs", (Name() as vector,)),)), Apply("sum", (same,)))) if same == vector:
            return _said(Apply(">=", (vector, ZERO)), _PLACES)
        case Apply(">", (Apply("sum", (Apply("abs", (Name("u"),)),)), zero)) if zero == ZERO:
            return _said(Apply("!=", (Name("u"), ZERO)), "")
        case Apply("or", (condition, inside)) if condition == NO_TRIALS:
            return _said(_of_one_trial(inside), _TRIALS)
        case Apply("==", (Apply("if", (condition, zero, one)), right)) if zero == right == ZERO and one == ONE:
            return _said(condition, "")
    of_start = "s" in names(formula) and functions(formula) & {"abs", "dot"}
    return None if of_start else _said(formula, "")


def _plain(part: Formula) -> Formula | None:
    """Return an extremum for what also says that it is 0 where there are no trials, and a norm for its formula."""
    match part:
        case Apply("if", (condition, zero, extremum)) if condition == NO_TRIALS and zero == ZERO:
            inside = extremum
            while isinstance(inside, Apply) and inside.function in ("sqrt", "**"):
                inside = inside.arguments[0]
            is_one = isinstance(inside, Apply) and inside.function in ("max_t", "min_t")
            return rebuilt(extremum, _plain) if is_one else None
    return _NORMS.get(part)


def _opposite(broken: Formula) -> Formula | None:
    """Return what is true where a relation, a negation or a product of relations is false; None for other formulas."""
    match broken:
        case Apply("not", (kept,)):
            return kept
        case Apply("*", (left, right)) if (one := _opposite(left)) and (other := _opposite(right)):
            return Apply("or", (one, other))
        case Apply(relation, sides) if relation in RELATIONS:
            return Apply(OPPOSITE[relation], sides)
    return None


def _of_one_trial(premise: Formula) -> Formula | None:
    """Return what is said of each trial where an extremum over the trials is limited; None where it is not."""
    match premise:
        case Apply("==", (Apply("max_t", (Apply("abs", (Apply("-", (left, right)),)),)), zero)) if zero == ZERO:
            return Apply("==", (left, right))
        case Apply("<=" | "<" as relation, (Apply("max_t", (Apply("-", (left, right)),)), zero)) if zero == ZERO:
            return Apply(relation, (left, right))
        case Apply("<=" | "<" as relation, (Apply("max_t", (left,)), right)):
            return Apply(relation, (left, right))
        case Apply("<=" | "<" as relation, (left, Apply("min_t", (right,)))):
            return Apply(relation, (left, right))
    return None


def _said(formula: Formula | None, of_what: str) -> str | None:
    match formula:
        case Apply("==", (Apply(left, _) as one, Apply(right, _) as other)) if {left, right} <= {*RELATIONS}:
            said, so = _said(one, ""), _said(other, of_what)
            return None if said is None or so is None else rf"{said}\text{{ if and only if }}{so}"
    if formula is None or "start" in names(formula) or _counts(formula) or not functions(formula) <= PRINTED:
        return None
    if of_what == _PLACES:
        if functions(formula) & _OF_WHOLE:
            return None
        formula = substitute(formula, ENTRIES)
    match formula:
        case Apply(relation, (Constant() as number, amount)) if relation in RELATIONS:
            formula = Apply(TURNED[relation], (amount, number))
    return latex(formula, of_trial=True) + of_what


def _counts(formula: Formula) -> bool:
    """Tell whether a truth is counted as 1 or 0 in a formula."""
    counting = (
        part.arguments for part in subformulas(formula) if isinstance(part, Apply) and part.function in _COUNTING
    )
    return any(isinstance(part, Apply) and part.function in RELATIONS for parts in counting for part in parts)
