"""Quotients and logarithms of sums of exponentials, as numbers."""

from __future__ import annotations

from fractions import Fraction

from bounds.numbers.atoms import Log, Quotient
from bounds.numbers.exponential_sums import ExpSum
from bounds.numbers.real import Number, Real, exact, log, of_atom


def quotient(numerator: ExpSum, denominator: ExpSum) -> Number:
    """Return numerator / denominator (the denominator positive), a Fraction when they are proportional."""
    if not numerator.coefficients:
        return Fraction(0)
    n_content, n_top, n_rest = numerator.normalised()
    d_content, d_top, d_rest = denominator.normalised()
    if n_top == d_top:
        if n_rest == d_rest:
            return Fraction(n_content, d_content)
        if n_rest == ExpSum._made(d_rest.step, {k: -c for k, c in d_rest.coefficients.items()}):
            return Fraction(-n_content, d_content)
    shifted = ExpSum._made(numerator.step, {k + n_top - d_top: c for k, c in n_rest.coefficients.items()})
    return Real(Fraction(0), {Quotient(shifted, d_rest): Fraction(n_content, d_content)})


def log_expsum(total: ExpSum) -> Number:
    """Return the logarithm of a positive sum of exponentials; shifts and common factors come out exactly."""
    content, top, rest = total.normalised()
    result: Number = top * exact(total.step) + log(Fraction(content))
    if rest.coefficients == {0: 1}:
        return result
    return result + of_atom(Log(rest))
