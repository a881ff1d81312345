"""What a text needs to have a value, and the expression that it is simplified to does not."""

from __future__ import annotations

import sympy

from bounds.expression.terms import Terms


def lost_conditions(text: str) -> list[tuple[sympy.Expr, str]]:
    """Return what a text needs to have a value and its simplified expression does not: (expression, "!= 0").

    The others are ">= 0", of radicands, and "> 0", of logarithms. One that the expression needs too may be among them.

    >>> lost_conditions("U/U + sqrt(U - X)**2"), lost_conditions("U/X + sqrt(U - X)")
    ([(U, '!= 0'), (U - X, '>= 0')], [])
    """
    terms = Terms(text)
    kept = _conditions(terms.expression())
    lost = []
    for expression, relation in dict.fromkeys(terms.meaning.needs):
        needed = sympy.fraction(sympy.together(expression))[0] if relation == "!= 0" else expression
        told = needed.is_nonzero if relation == "!= 0" else needed.is_positive
        if told or (relation == ">= 0" and needed.is_nonnegative):
            continue
        if needed.free_symbols and not _bases(needed) <= kept[relation]:
            lost.append((needed, relation))
    return lost


def _conditions(expression: sympy.Expr) -> dict[str, set[sympy.Expr]]:
    """Return the factors of denominators, radicands and logarithms in an expression, by what they have to be."""
    powers = expression.atoms(sympy.Pow)
    divided = set().union(*(_bases(power.base) for power in powers if power.exp.is_negative))
    rooted = set().union(*(_bases(power.base) for power in powers if power.exp.is_Rational and power.exp.q > 1))
    logarithms = set().union(*(_bases(logarithm.args[0]) for logarithm in expression.atoms(sympy.log)))
    return {"!= 0": divided, ">= 0": rooted, "> 0": logarithms | (divided & rooted)}


def _bases(expression: sympy.Expr) -> set[sympy.Expr]:
    factors = (factor.as_base_exp()[0] for factor in sympy.Mul.make_args(expression))
    return {factor for factor in factors if factor.free_symbols}
