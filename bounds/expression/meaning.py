"""What the parts of a formula mean, in sympy, once its numbers are known to stay small.

sympy works with whole numbers of any size and holds constants that it cannot place; so each part is bounded before it
is built, and a constant is enclosed in a ball of ``_PRECISION`` bits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import comb
from typing import TypeVar

import sympy
from flint import arb, fmpq

from bounds.errors import BoundcheckError, Undecided
from bounds.formulas.text import Source
from bounds.numbers import Number, floor, require_sign, working_precision
from bounds.numbers.evaluate import evaluate

_T = TypeVar("_T")

MAX_BITS = 4000
MAX_EXPONENT = 1000
MAX_TERMS = 200
MAX_TOWER = 4
"""Powers within the exponent of a power: sympy takes exponentially long to place a constant tower."""
MAX_LOG2 = 4000
"""Constants lie between 2**-4000 and 2**4000 in absolute value, zero apart."""

_PRECISION = 512
_CANCELLATION = 200
"""Most bits that a sum of constants may lose to cancellation; beyond, sympy cannot find its sign."""

_NOT_REAL = (sympy.I, sympy.zoo, sympy.nan, sympy.oo, -sympy.oo)


@dataclass(frozen=True)
class Term:
    """An expression, and the most bits that any rational number in it could need."""

    value: sympy.Expr
    bits: int = 0


@dataclass
class Meaning:
    """The operations of the grammar; an error says at which ``position`` of the text it is."""

    source: Source
    balls: dict[sympy.Expr, tuple[arb, arb]] = field(default_factory=dict)
    needs: list[tuple[sympy.Expr, str]] = field(default_factory=list)
    """What has to be "!= 0", ">= 0" or "> 0" for the text to have a value."""

    def error(self, what: str, position: int, remedy: str = "") -> BoundcheckError:
        """Make an error that points into the text."""
        return self.source.error(what, position, remedy)

    def apply(self, name: str, arguments: Sequence[Term], position: int) -> Term:
        """Apply a function of the grammar."""
        first = arguments[0]
        match name:
            case "sqrt":
                return self.power(first, Term(sympy.Rational(1, 2), 2), position)
            case "exp":
                return self.exponential(first, position)
            case "ln" | "log" | "log2":
                base = Term(sympy.Integer(2), 2) if name == "log2" else arguments[-1]
                return self.logarithm(first, base if name == "log2" or len(arguments) == 2 else None, position)
            case "floor" | "ceiling":
                return self.rounded(name, first, position)
            case _:
                return self.lattice(name, arguments, position)

    def power(self, base: Term, exponent: Term, position: int) -> Term:
        """Raise to a power."""
        self.check_exponent(exponent.value, position)
        self.check_tower(exponent.value, position)
        factor = self.coefficient_bound(exponent.value, position)
        if not base.value.free_symbols and not exponent.value.free_symbols and base.value != 0:
            with working_precision(_PRECISION):
                size = abs(self.ball(base.value)).log() * self.ball(exponent.value)
            self.check_magnitude(size, position)
        if base.value == 0 and exponent.value.is_negative:
            raise self.error("division by zero", position, "give a base other than zero")
        if base.value.is_negative and not exponent.value.is_integer:
            root = exponent.value == sympy.Rational(1, 2)
            raise self.error(f"{'square root' if root else 'root or power'} of a negative number", position)
        rooted = exponent.value.is_Rational and not exponent.value.is_Integer
        if exponent.value.is_negative or rooted:
            self.needs.append((base.value, ("> 0" if exponent.value.is_negative else ">= 0") if rooted else "!= 0"))
        return self.settled(lambda: base.value**exponent.value, base.bits * factor + exponent.bits, position)

    def check_tower(self, exponent: sympy.Expr, position: int) -> None:
        """Refuse powers nested deep in exponents."""
        if _tower(exponent) >= MAX_TOWER:
            raise self.error(f"powers nested more than {MAX_TOWER} deep in exponents", position, "name a part of it")

    def exponential(self, argument: Term, position: int) -> Term:
        """Raise e to a power."""
        self.check_tower(argument.value, position)
        if argument.value.free_symbols:
            bits = argument.bits * self.coefficient_bound(argument.value, position)
        else:
            size = self.ball(argument.value)
            self.check_magnitude(size, position)
            bits = argument.bits + 2 * int(abs(float(size.mid())))
        return self.settled(lambda: sympy.exp(argument.value), bits, position)

    def logarithm(self, argument: Term, base: Term | None, position: int) -> Term:
        """Take a logarithm, natural without a base."""
        for term in (argument, base or argument):
            if term.value.is_nonpositive:
                raise self.error("logarithm of a number that is not positive", position)
            self.needs.append((term.value, "> 0"))
        if base is None:
            return self.settled(lambda: sympy.log(argument.value), argument.bits, position)
        if base.value == 1:
            raise self.error("logarithm to the base 1", position, "give another base")
        return self.settled(lambda: sympy.log(argument.value, base.value), argument.bits + base.bits, position)

    def rounded(self, name: str, argument: Term, position: int) -> Term:
        """Round down or up."""
        value, function = argument.value, sympy.floor if name == "floor" else sympy.ceiling
        if not value.free_symbols:
            number = self.number(value, position)
            integer = self.decided(lambda: floor(number) if name == "floor" else -floor(-number), position)
            result = sympy.Integer(int(integer))
            return self.settled(lambda: result, bits_of(result), position)
        # sympy rounds an irrational constant part by itself, and may search for its integer part for hours
        plain = isinstance(constant_part(value), sympy.Rational)
        return self.settled(lambda: function(value, evaluate=plain), argument.bits, position)

    def lattice(self, name: str, arguments: Sequence[Term], position: int) -> Term:
        """Max, Min or Abs: constants are compared exactly, symbols are left alone."""
        values = [argument.value for argument in arguments]
        bits = sum(argument.bits for argument in arguments)
        if name == "Abs":
            (value,) = values
            if value.free_symbols:
                if value.is_nonnegative or value.is_nonpositive:
                    return Term(value if value.is_nonnegative else -value, bits)
                return self.settled(lambda: sympy.Abs(value, evaluate=False), bits, position)
            values = [value, -value]
        sign = -1 if name == "Min" else 1
        constants = [value for value in values if not value.free_symbols]
        kept = {value for value in values if value.free_symbols}
        if constants:
            best = constants[0]
            for value in constants[1:]:
                if self.order(value, best, bits, position) * sign > 0:
                    best = value
            kept.add(best)
        if len(kept) == 1:
            return Term(kept.pop(), bits)
        function = sympy.Min if name == "Min" else sympy.Max
        return self.settled(lambda: function(*kept, evaluate=False), bits, position)

    def order(self, left: sympy.Expr, right: sympy.Expr, bits: int, position: int) -> int:
        """Return the sign of the difference of two constants."""
        difference = self.settled(lambda: left - right, bits, position).value
        number = self.number(difference, position)
        return self.decided(lambda: require_sign(number, "a maximum"), position)

    # limits

    def settled(self, build: Callable[[], sympy.Expr], bits: int, position: int) -> Term:
        """Build an expression once its numbers are known to be small; refuse one that is not real."""
        if bits > MAX_BITS:
            raise self.error(f"a number of more than {MAX_BITS} bits could arise", position, "use smaller numbers")
        value = build()
        if value.has(*_NOT_REAL) or not isinstance(value, sympy.Expr):
            raise self.error("a result that is not a finite real number", position)
        for factor in sympy.Mul.make_args(value):
            if isinstance(factor, sympy.Pow):
                self.check_exponent(factor.exp, position)
        self.check_constant(value, position)
        return Term(value, bits)

    def check_exponent(self, exponent: sympy.Expr, position: int) -> None:
        """Refuse a large exponent."""
        if isinstance(exponent, sympy.Rational) and max(abs(exponent.p), exponent.q) > MAX_EXPONENT:
            raise self.error(f"exponent {short(str(exponent))} is too large", position, f"use at most {MAX_EXPONENT}")

    def coefficient_bound(self, exponent: sympy.Expr, position: int) -> int:
        """Bound the rational coefficients in an exponent: sympy multiplies powers of numbers out by them."""
        if not exponent.free_symbols:
            size = abs(self.ball(exponent))
            if not size < MAX_EXPONENT + 1:
                raise self.error(
                    f"exponent {short(str(exponent))} is too large", position, f"use at most {MAX_EXPONENT}"
                )
            return int(float(size)) + 1
        factor = 1
        for term in sympy.Add.make_args(exponent):
            coefficient, _ = term.as_coeff_Mul()
            self.check_exponent(coefficient, position)
            factor = max(factor, abs(int(coefficient)) + 1)
        return factor

    def check_magnitude(self, logarithm: arb, position: int) -> None:
        """Refuse a constant with this logarithm, where that is far from 0."""
        if not abs(logarithm) < MAX_LOG2 * 7 / 10:
            raise self.error(f"a number beyond 2**{MAX_LOG2} or 2**-{MAX_LOG2}", position, "use a smaller exponent")

    def check_constant(self, value: sympy.Expr, position: int) -> None:
        """Refuse a constant that is huge, tiny, or a difference of nearly equal irrational numbers."""
        if value.free_symbols or isinstance(value, sympy.Rational):
            return
        with working_precision(_PRECISION):
            size, scale = self.enclosure(value)
            if not abs(size) > scale * arb(2) ** -_CANCELLATION:
                raise self.error("a sum of constants that is zero or too near to zero to tell", position, "simplify it")
            if not (abs(size) < arb(2) ** MAX_LOG2 and abs(size) > arb(2) ** -MAX_LOG2):
                raise self.error(f"a number beyond 2**{MAX_LOG2} or 2**-{MAX_LOG2}", position, "use smaller numbers")

    def ball(self, value: sympy.Expr) -> arb:
        """Enclose a constant."""
        return self.enclosure(value)[0]

    def enclosure(self, value: sympy.Expr) -> tuple[arb, arb]:
        """Enclose a constant, and its size had nothing cancelled in its sums."""
        if value not in self.balls:
            with working_precision(_PRECISION):
                self.balls[value] = self._enclose(value)
        return self.balls[value]

    def _enclose(self, value: sympy.Expr) -> tuple[arb, arb]:
        if isinstance(value, sympy.Rational):
            ball = arb(fmpq(int(value.p), int(value.q)))
        elif value is sympy.E:
            ball = arb(1).exp()
        elif isinstance(value, sympy.Add):
            parts = [self.enclosure(argument) for argument in value.args]
            return sum((p[0] for p in parts), arb(0)), sum((p[1] for p in parts), arb(0))
        elif isinstance(value, sympy.Mul):
            ball, scale = arb(1), arb(1)
            for argument in value.args:
                inner, inner_scale = self.enclosure(argument)
                ball, scale = ball * inner, scale * inner_scale
            return ball, scale
        elif isinstance(value, sympy.Pow):
            ball = self.ball(value.base) ** self.ball(value.exp)
        else:
            inner = self.ball(value.args[0])
            ball = inner.exp() if isinstance(value, sympy.exp) else inner.log()
        return ball, abs(ball)

    def number(self, value: sympy.Expr, position: int) -> Number:
        """Evaluate a constant exactly."""
        if _terms(value) > MAX_TERMS:
            raise self.error(f"a constant that multiplies out to more than {MAX_TERMS} terms", position, "simplify it")
        return self.decided(lambda: evaluate(value, {}), position)

    def decided(self, compute: Callable[[], _T], position: int) -> _T:
        """Compute something exact; an error of it points into the text."""
        try:
            return compute()
        except ZeroDivisionError:
            raise self.error("division by zero", position) from None
        except Undecided as error:
            raise self.error(str(error), position, "simplify it") from error


def short(text: str) -> str:
    """Return a text, cut where it is long."""
    return text if len(text) <= 60 else text[:57] + "..."


def _tower(expression: sympy.Expr) -> int:
    """Return how deep powers are nested in exponents."""
    if isinstance(expression, sympy.Pow | sympy.exp):
        base, exponent = expression.as_base_exp()
        return max(_tower(base), 0 if exponent.is_Rational else 1 + _tower(exponent))
    return max(map(_tower, expression.args), default=0)


def bits_of(number: sympy.Expr) -> int:
    """Return how many bits a rational number has."""
    return int(number.p).bit_length() + (int(number.q).bit_length() if number.q != 1 else 0)


def constant_part(value: sympy.Expr) -> sympy.Expr:
    """Return the sum of the terms without symbols."""
    return sympy.Add(*(term for term in sympy.Add.make_args(value) if not term.free_symbols))


def _terms(value: sympy.Expr) -> int:
    """Count the terms of a constant once its products and whole powers are multiplied out."""
    counts = [_terms(argument) for argument in value.args]
    if isinstance(value, sympy.Add):
        return sum(counts)
    if isinstance(value, sympy.Mul):
        result = 1
        for count in counts:
            result = min(result * count, MAX_TERMS + 1)
        return result
    if isinstance(value, sympy.Pow) and not isinstance(value.base, sympy.Rational) and value.exp.is_Rational:
        power = abs(int(value.exp.p))
        return max(*counts, min(comb(counts[0] + power - 1, power), MAX_TERMS + 1) if value.exp.q <= 2 else 1)
    return max([1, *counts])
