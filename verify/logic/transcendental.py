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

from verify.logic.axioms import SQUARE_ROOT, exp, ln, root
from verify.logic.calculus import Range
from verify.logic.kernel import Kernel, Theorem
from verify.logic.language import Term
from verify.logic.translate import arguments

COMPARED = 5
"""The largest number of logarithms, or of exponentials, that are compared with one another."""

DIGITS = 6

v, base = sympy.symbols("v base_", real=True)


log, power = sympy.log(v), sympy.exp(v)
ABOVE_0, ABOVE_1 = Range(v, conditions=((v, ">", 0),)), Range(v, lo=1)

LAWS = {
    ln: (
        ("ln x <= x - 1", v - 1 - log, ABOVE_0, 1, 2),
        ("ln x >= 0 from 1 on", log, ABOVE_1, 1, 1),
        ("ln x >= 1 - 1/x from 1 on", log - 1 + 1 / v, ABOVE_1, 1, 1),
    ),
    exp: (("exp x >= 1 + x", power - 1 - v, Range(v), 0, 2), ("exp x >= 0", power, Range(v), 0, 0)),
}
"""What is known at each place: an expression that is not negative on a range, by its derivatives at a point."""

INCREASES = {
    ln: (sympy.log(base + v) - sympy.log(base), Range(v, lo=0, conditions=((base, ">", 0),))),
    exp: (sympy.exp(base + v) - sympy.exp(base), Range(v, lo=0, conditions=((base**2, ">=", 0),))),
}


def known(kernel: Kernel, terms: Sequence[Term]) -> list[Theorem]:
    """Return what is known of the logarithms, exponentials and square roots in some terms."""
    return [*_of(kernel, terms, ln, log), *_of(kernel, terms, exp, power), *roots(kernel, terms)]


def roots(kernel: Kernel, terms: Sequence[Term]) -> list[Theorem]:
    """Return the definition of sqrt at each square root in some terms."""
    return [kernel.axiom("sqrt", "square root", SQUARE_ROOT).at(argument) for argument in arguments(terms, root)]


def _of(kernel: Kernel, terms: Sequence[Term], function: z3.FuncDeclRef, value: sympy.Expr) -> Iterator[Theorem]:
    """Yield what is known of ln, or of exp, at each place, and of each two places."""
    places = arguments(terms, function)
    if not places:
        return
    laws = [
        kernel.by_derivatives(name, gap, on, sympy.Integer(at), order) for name, gap, on, at, order in LAWS[function]
    ]
    for place in places:
        yield from (law.at(place) for law in laws)
        yield from _enclosed(kernel, value, place)
    if not 1 < len(places) <= COMPARED:
        return
    name = f"{function.name()} increases"
    rising = kernel.by_derivatives(name, *INCREASES[function], sympy.Integer(0), 1)
    for a, b in permutations(places, 2):
        premise = z3.And(a > 0, a <= b) if function.eq(ln) else a <= b
        stated = z3.Implies(premise, function(a) <= function(b))
        yield kernel.prove(name, stated, [rising.at(a, b - a)])


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
