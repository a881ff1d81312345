"""What is known of ln, exp and square roots at the places where some terms have them, proved by calculus.

ln x <= x - 1 for x > 0; 0 <= ln x and 1 - 1/x <= ln x for x >= 1; exp x >= 1 + x and exp x >= 0; both functions
increase; and where x is a number, ln x and exp x lie between two numbers. Nothing of this is an axiom.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations

import sympy
import z3

from verify.proofs.engine.axioms import SQUARE_ROOT, exp, ln, root
from verify.proofs.engine.calculus import Range
from verify.proofs.engine.kernel import Kernel, Theorem
from verify.proofs.engine.language import Term
from verify.proofs.engine.translate import arguments, constant

COMPARED = 5
"""The largest number of logarithms, or of exponentials, that are compared with one another."""

DIGITS = 6

v, base = sympy.symbols("v base_", real=True)


def known(kernel: Kernel, terms: Sequence[Term]) -> list[Theorem]:
    """Return what is known of the logarithms, exponentials and square roots in some terms."""
    return [*_of_logarithms(kernel, terms), *_of_exponentials(kernel, terms), *roots(kernel, terms)]


def roots(kernel: Kernel, terms: Sequence[Term]) -> list[Theorem]:
    """Return the definition of sqrt at each square root in some terms."""
    return [kernel.axiom("sqrt", "square root", SQUARE_ROOT).at(argument) for argument in arguments(terms, root)]


def _of_logarithms(kernel: Kernel, terms: Sequence[Term]) -> Iterator[Theorem]:
    found = arguments(terms, ln)
    if not found:
        return
    log = sympy.log(v)
    above_0, above_1 = Range(v, conditions=((v, ">", 0),)), Range(v, lo=1)
    tangent = kernel.by_derivatives("ln x <= x - 1", v - 1 - log, above_0, sympy.Integer(1), 2)
    positive = kernel.by_derivatives("ln x >= 0 from 1 on", log, above_1, sympy.Integer(1), 1)
    chord = kernel.by_derivatives("ln x >= 1 - 1/x from 1 on", log - 1 + 1 / v, above_1, sympy.Integer(1), 1)
    for argument in found:
        yield from (tangent.at(argument), positive.at(argument), chord.at(argument))
        yield from _enclosed(kernel, log, argument)
    if 1 < len(found) <= COMPARED:
        grows = sympy.log(base + v) - sympy.log(base)
        on = Range(v, lo=0, conditions=((base, ">", 0),))
        rising = kernel.by_derivatives("ln increases", grows, on, sympy.Integer(0), 1)
        order = [constant(symbol) for symbol in sorted((v, base), key=str)]
        yield from _compared(kernel, rising, order, found, positive=True)


def _of_exponentials(kernel: Kernel, terms: Sequence[Term]) -> Iterator[Theorem]:
    found = arguments(terms, exp)
    if not found:
        return
    power, on = sympy.exp(v), Range(v)
    tangent = kernel.by_derivatives("exp x >= 1 + x", power - 1 - v, on, sympy.Integer(0), 2)
    positive = kernel.by_derivatives("exp x >= 0", power, on, sympy.Integer(0), 0)
    for argument in found:
        yield from (tangent.at(argument), positive.at(argument))
        yield from _enclosed(kernel, power, argument)
    if 1 < len(found) <= COMPARED:
        grows = sympy.exp(base + v) - sympy.exp(base)
        on = Range(v, lo=0, conditions=((base**2, ">=", 0),))
        rising = kernel.by_derivatives("exp increases", grows, on, sympy.Integer(0), 1)
        order = [constant(symbol) for symbol in sorted((v, base), key=str)]
        yield from _compared(kernel, rising, order, found, positive=False)


def _compared(
    kernel: Kernel, rising: Theorem, order: Sequence[Term], places: Sequence[Term], *, positive: bool
) -> Iterator[Theorem]:
    """Yield "a <= b implies f(a) <= f(b)" for all pairs of arguments."""
    function = ln if positive else exp
    for a, b in permutations(places, 2):
        values = {"base_": a, "v": b - a}
        at_pair = rising.at(*(values[str(name)] for name in order))
        premise = z3.And(a > 0, a <= b) if positive else a <= b
        stated = z3.Implies(premise, function(a) <= function(b))
        yield kernel.prove(f"{function.name()} increases", stated, [at_pair])


def _enclosed(kernel: Kernel, value: sympy.Expr, argument: Term) -> Iterator[Theorem]:
    """Yield a lower and an upper end of ln or exp at a number."""
    number = z3.simplify(argument)
    if not z3.is_rational_value(number):
        return
    x = sympy.Rational(number.numerator_as_long(), number.denominator_as_long())
    if isinstance(value, sympy.log) and x <= 0:
        return
    approximate = Fraction(str(sympy.N(value.subs(v, x), 2 * DIGITS))).limit_denominator(10**DIGITS)
    near = sympy.Rational(approximate.numerator, approximate.denominator)
    room = sympy.Rational(1, 10 ** (DIGITS - 1))
    on = Range(v, lo=x, hi=x)
    for name, gap in (("above", value - near + room), ("below", near + room - value)):
        yield kernel.by_enclosure(f"{value.func.__name__} {x} is {name} a number", gap, on).at(argument)
