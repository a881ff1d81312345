"""The independent checker of certificates. It uses the standard library alone and imports nothing of boundcheck.

A certificate is a JSON file: a claim (learner, hypotheses, compared amounts, relation, bound, all as formulas), an
instance (parameters, trials, comparator, start vector) and what the instance is said to show. All of it is computed
again here, from the file: the run of the learner, every hypothesis, every comparison. Numbers are sums of rational
multiples of roots, logarithms and exponentials in a normal form that recognises 0; every other sign is found by
enclosing the number between rationals, and what that does not decide is not confirmed. ``statements.json`` beside
this file says what the catalogue's claims are, so that a file cannot pass for a refutation of something else.

Nothing read is ever run as code. Formulas are read by a small grammar: numbers, names, calls, ``+ - * / **``, the
relations ``< <= == != >= >`` (1 if true, else 0) and parentheses; vectors are combined entry by entry.

    python kernel.py FILE    exit code 0 if the certificate is confirmed, 1 if it is not, 2 if it cannot be read
"""

from __future__ import annotations

import itertools
import json
import math
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

FORMAT = "boundcheck certificate 1"
ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
MAX_BYTES, MAX_TEXT, MAX_DEPTH, MAX_BITS, MAX_STEPS = 20_000_000, 20_000, 50, 200_000, 20_000_000
PRECISIONS = (96, 256, 1024, 4096)


class Malformed(Exception):
    """The file is not a certificate: what is wrong with it."""


class Unknown(Exception):
    """A sign could not be decided within the largest precision."""


class Undefined(Exception):
    """A formula has no value here, such as a quotient by zero."""


# === numbers: Fractions, and sums of rational multiples of monomials ======================================
# A monomial is a sorted tuple of (atom, exponent). The atoms are ("p", q) for an integer q, ("l", q) for ln q,
# ("e", m) for exp of the monomial m, ("s", terms) for a positive sum, ("ls", terms) for the logarithm of one.


class Real:
    """A sum of rational multiples of monomials, as a dictionary; equal monomials cancel, so no terms means 0."""

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[Any, Fraction]) -> None:
        self.terms = terms

    def __add__(self, other: Number) -> Number:
        total = dict(self.terms)
        for m, c in terms_of(other).items():
            total[m] = total.get(m, ZERO) + c
        return number(total)

    def __mul__(self, other: Number) -> Number:
        if isinstance(other, Fraction):
            return number({m: c * other for m, c in self.terms.items()})
        guard(len(self.terms) * len(other.terms))
        products = (product([*m, *o], c * d) for m, c in self.terms.items() for o, d in other.terms.items())
        return sum(products, ZERO)

    def __neg__(self) -> Number:
        return self * Fraction(-1)

    def __sub__(self, other: Number) -> Number:
        return self + -other

    def __rsub__(self, other: Number) -> Number:
        return -self + other

    __radd__, __rmul__ = __add__, __mul__


Number = Fraction | Real


def number(terms: Mapping[Any, Fraction]) -> Number:
    """Return the number with these terms, a Fraction if no monomial but 1 is left."""
    kept = {m: c for m, c in terms.items() if c}
    return Real(kept) if kept.keys() - {()} else kept.get((), ZERO)


def terms_of(a: Number) -> Mapping[Any, Fraction]:
    """Return the terms of a number."""
    return a.terms if isinstance(a, Real) else {(): a}


def product(factors: Sequence[tuple[Any, Fraction]], coefficient: Fraction = ONE) -> Number:
    """Return coefficient times the product of atom**exponent, in normal form."""
    exponents: dict[Any, Fraction] = {}
    for atom, e in factors:
        exponents[atom] = exponents.get(atom, ZERO) + e
    result: Number = coefficient
    kept: list[tuple[Any, Fraction]] = []
    for atom, e in exponents.items():
        whole = math.floor(e)
        if atom[0] == "p" and whole:  # whole powers of an integer are rational
            result, e = result * power(Fraction(atom[1]), Fraction(whole)), e - whole
        elif atom[0] == "s" and 0 < e == whole <= 64:  # a sum to a whole power is multiplied out
            result, e = result * power(Real(dict(atom[1])), e), ZERO
        if e:
            kept.append((atom, e))
    return result * number({tuple(sorted(kept, key=repr)): ONE})


@lru_cache(maxsize=4096)
def factors_of(q: int) -> tuple[tuple[int, int], ...]:
    """Return integers with multiplicities whose product is q > 0: small primes, and what is left or its root."""
    found, d = [], 2
    while d * d <= q and d < 1000:
        e = 0
        while q % d == 0:
            q, e = q // d, e + 1
        found += [(d, e)] if e else []
        d += 1 if d == 2 else 2
    for e in (5, 3, 2) if 1 < q < 1 << 2000 else ():
        low, high = 1, 1 << (q.bit_length() // e + 1)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if middle**e <= q else (low, middle - 1)
        if low**e == q:
            return (*found, *((d, f * e) for d, f in factors_of(low)))
    return (*found, (q, 1)) if q > 1 else tuple(found)


def normal(a: Real) -> tuple[Number, tuple[Any, ...]]:
    """Split a positive sum into one of its terms, made positive, and the rest of it, the same for proportional sums."""
    atoms = sorted({atom for m in a.terms for atom, _ in m}, key=repr)
    m = min(a.terms, key=lambda m: [dict(m).get(atom, ZERO) for atom in atoms])  # an order that multiplying keeps
    first = number({m: abs(a.terms[m])})
    rest = a * power(first, -ONE)
    return first, tuple(sorted(terms_of(rest).items(), key=repr))


def power(a: Number, e: Number) -> Number:
    """Return a**e, defined for positive a, for whole e and for a = 0 with positive e."""
    if isinstance(a, Fraction) and isinstance(e, Fraction) and e.denominator == 1:
        guard(abs(e) * (a.numerator.bit_length() + a.denominator.bit_length()))
        if a == 0 > e:
            raise Undefined("division by zero")
        return Fraction(a ** int(e))
    s = sign(a)
    if s == 0 and sign(e) > 0:
        return ZERO
    if s == 0 or (s < 0 and (isinstance(e, Real) or e.denominator != 1)):
        raise Undefined("a power of a number that is not positive")
    if isinstance(e, Real):
        return exp(e * log(a))
    guard(abs(e.numerator))
    if s < 0:
        return power(-a, e) if e.numerator % 2 == 0 else -power(-a, e)
    if isinstance(a, Fraction):
        up, down = factors_of(a.numerator), factors_of(a.denominator)
        return product([*((("p", q), c * e) for q, c in up), *((("p", q), -c * e) for q, c in down)])
    if len(a.terms) == 1:
        ((m, c),) = a.terms.items()
        return power(c, e) * product([(atom, f * e) for atom, f in m])
    if e.denominator == 1 and 0 <= e <= 64:
        return math.prod([a] * int(e), start=ONE)  # type: ignore[type-var]
    first, rest = normal(a)
    return power(first, e) * product([(("s", rest), e)])


def quotient(a: Number, b: Number) -> Number:
    """Return a / b; a quotient of proportional sums is rational."""
    if sign(b) == 0:
        raise Undefined("division by zero")
    if isinstance(a, Real) and isinstance(b, Real) and a.terms.keys() == b.terms.keys():
        ratios = {c / b.terms[m] for m, c in a.terms.items()}
        if len(ratios) == 1:
            return ratios.pop()
    return a * power(b, -ONE)


def exp(a: Number) -> Number:
    """Return e**a."""
    result: Number = ONE
    for m, c in terms_of(a).items():
        if len(m) == 1 and m[0][0][0] == "l" and m[0][1] == 1:  # exp(c ln q) = q**c
            result = result * power(Fraction(m[0][0][1]), c)
        elif c:
            result = result * product([(("e", m), c)])
    return result


def log(a: Number) -> Number:
    """Return ln a; logarithms of integers are split into those of their factors."""
    if sign(a) <= 0:
        raise Undefined("the logarithm of a number that is not positive")
    if isinstance(a, Fraction):
        up = {((("l", q), ONE),): Fraction(c) for q, c in factors_of(a.numerator)}
        return number(up | {((("l", q), ONE),): Fraction(-c) for q, c in factors_of(a.denominator)})
    if len(a.terms) > 1:
        first, rest = normal(a)
        return log(first) + product([(("ls", rest), ONE)])
    ((m, c),) = a.terms.items()
    result = log(c)
    for atom, e in m:
        if atom[0] in "pe":
            part: Number = log(Fraction(atom[1])) if atom[0] == "p" else number({atom[1]: ONE})
        else:
            part = product([(("ls", atom[1] if atom[0] == "s" else ((((atom, ONE),), ONE),)), ONE)])
        result = result + part * e
    return result


def guard(size: Fraction | int) -> None:
    """Refuse what would need more memory than a certificate is worth."""
    if size > MAX_BITS:
        raise Malformed(f"a number of more than {MAX_BITS} bits would be needed")


# --- enclosures: pairs (low, high) of integers in units of 2**-bits ----------------------------------------

Enclosure = tuple[int, int]


def enclose(a: Number, bits: int) -> Enclosure:
    """Enclose a number."""
    if isinstance(a, Fraction):
        return (a.numerator << bits) // a.denominator, -((-a.numerator << bits) // a.denominator)
    low = high = 0
    for m, c in a.terms.items():
        found = enclose(c, bits)
        for atom, e in m:
            found = times(found, enclose_power(atom, e, bits), bits)
        low, high = low + found[0], high + found[1]
    return low, high


def times(a: Enclosure, b: Enclosure, bits: int) -> Enclosure:
    """Enclose a product."""
    products = [x * y for x in a for y in b]
    return min(products) >> bits, -(-max(products) >> bits)


@lru_cache(maxsize=20000)
def enclose_power(atom: Any, e: Fraction, bits: int) -> Enclosure:
    """Enclose atom**e, computed with 64 bits to spare."""
    (kind, inside), work = atom, bits + 64
    if kind == "l":
        base = log_of(Fraction(inside), work)
    else:
        base = enclose(
            Fraction(inside) if kind == "p" else number({inside: ONE} if kind == "e" else dict(inside)), work
        )
    base = enclose_log(base, work) if kind == "ls" else base
    if kind == "e" or e.denominator != 1:  # exp(e m), and a**e = exp(e ln a)
        low, high = times(base if kind == "e" else enclose_log(base, work), enclose(e, work), work)
        low, high = exp_of(low, work)[0], exp_of(high, work)[1]
    else:
        low = high = 1 << work
        for _ in range(abs(int(e))):
            low, high = times((low, high), base, work)
        if e < 0:
            if low <= 0 <= high:
                raise Unknown("a number too close to 0 to divide by")
            ends = [Fraction(1 << 2 * work, x) for x in (low, high)]
            low, high = math.floor(min(ends)), math.ceil(max(ends))
    return low >> 64, -(-high >> 64)


def enclose_log(a: Enclosure, bits: int) -> Enclosure:
    """Enclose the logarithm of an enclosed number."""
    if a[0] <= 0:
        raise Unknown("a number too close to 0 to take its logarithm")
    return log_of(Fraction(a[0], 1 << bits), bits)[0], log_of(Fraction(a[1], 1 << bits), bits)[1]


@lru_cache(maxsize=20000)
def log_of(q: Fraction, bits: int) -> Enclosure:
    """Enclose ln q: q = 2**k r with 2/3 < r <= 4/3, and ln r = 2 artanh((r - 1)/(r + 1))."""
    k = q.numerator.bit_length() - q.denominator.bit_length()
    k += 1 if q > Fraction(4, 3) * Fraction(2) ** k else -1 if q <= Fraction(2, 3) * Fraction(2) ** k else 0
    r = q / Fraction(2) ** k
    (low, high), two = twice_artanh((r - 1) / (r + 1), bits), twice_artanh(Fraction(1, 3), bits + 32)
    return low + (min(k * end for end in two) >> 32), high - (-max(k * end for end in two) >> 32)


@lru_cache(maxsize=512)
def twice_artanh(z: Fraction, bits: int) -> Enclosure:
    """Enclose 2 (z + z**3/3 + z**5/5 + ...), |z| <= 1/3. A term is off by at most 3 units, the rest below 2."""
    work = bits + 32
    x = (z.numerator << work) // z.denominator
    square, term, result, j = x * x >> work, x, 0, 1
    while abs(term) > 1:
        result, term, j = result + term // j, term * square >> work, j + 2
    slack = 6 * (j + 2)
    return 2 * (result - slack) >> 32, -(-2 * (result + slack) >> 32)


@lru_cache(maxsize=20000)
def exp_of(x: int, bits: int) -> Enclosure:
    """Enclose exp(x 2**-bits): x = k ln 2 + r, 0 <= r < 1. A term is off by at most 3 units, the rest below 4."""
    guard(8 * abs(x) >> bits)
    k = (x << 64) // twice_artanh(Fraction(1, 3), bits + 64)[0]
    work = bits + 64 + abs(k)
    rests = [(x << (work - bits)) - k * end for end in twice_artanh(Fraction(1, 3), work)]
    found = []
    for r in (min(rests), max(rests)):
        result, term, j = 0, 1 << work, 0
        while abs(term) > 1:
            result, j = result + term, j + 1
            term = term * r // (j << work)
        found.append((result - 4 * (j + 4), result + 4 * (j + 4)))
    return max(0, found[0][0] >> (work - bits - k)), -(-found[1][1] >> (work - bits - k))


def sign(a: Number) -> int:
    """Return 1, 0 or -1; raise Unknown where the largest precision does not tell."""
    if isinstance(a, Fraction):
        return (a > 0) - (a < 0)
    unit, scale = min(a.terms.items(), key=lambda term: len(term[0]))
    if all(atom[0] in "pels" and atom[0] != "ls" for atom, _ in unit):  # it is positive: in units of this term
        if len(a.terms) == 1:
            return 1 if scale > 0 else -1
        inverse = [(atom, -e) for atom, e in unit if atom[0] == "e"]
        a = sum((product([*m, *inverse], c) for m, c in a.terms.items()), ZERO) if inverse else a
    for bits in PRECISIONS:
        try:
            low, high = enclose(a, bits)
        except Unknown:
            continue
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
    raise Unknown(f"a number too close to 0 for {bits} bits: {decimal(a)}")


def decimal(a: Number) -> str:
    """Write a number for a reader: a short rational exactly, another number to twelve decimals."""
    if isinstance(a, Fraction) and max(abs(a.numerator), a.denominator) < 10**40 and len(str(a)) <= 40:
        return str(a)
    low, high = enclose(a, 96)
    digits = str(abs(low + high) * 10**12 >> 97).rjust(13, "0")
    return f"{'-' if low + high < 0 else ''}{digits[:-12]}.{digits[-12:]}..."


def floor(a: Number) -> Fraction:
    """Return the largest whole number that is at most a."""
    if isinstance(a, Fraction):
        return Fraction(math.floor(a))
    low = Fraction(enclose(a, 96)[0] >> 96)
    while sign(a - (low + 1)) >= 0:
        low += 1
    return low


# === formulas ===========================================================================================

TOKEN = re.compile(r"[ \t]*(?:(\d+(?:\.\d+)?)|([A-Za-z_][A-Za-z_0-9]*)|(\*\*|<=|>=|==|!=|[-+*/(),<>])|($))", re.ASCII)
RELATIONS: dict[str, Callable[[int], bool]] = {
    "<": lambda s: s < 0, "<=": lambda s: s <= 0, "==": lambda s: s == 0,
    "!=": lambda s: s != 0, ">=": lambda s: s >= 0, ">": lambda s: s > 0,
}  # fmt: skip
LEVELS = (tuple(RELATIONS), ("+", "-"), ("*", "/"))


class Formula(NamedTuple):
    """A formula that has been read: an operator or a name, and its arguments (None for a name that is not called)."""

    head: str
    arguments: tuple[Any, ...] | None = None


@lru_cache(maxsize=8192)
def read(text: str) -> Formula:
    """Read a formula; raise Malformed with the position where it is none."""
    if not isinstance(text, str) or len(text) > MAX_TEXT:
        raise Malformed(f"a formula has to be a text of at most {MAX_TEXT} characters")
    tokens: list[tuple[int, str, int]] = []
    position = 0
    while not tokens or tokens[-1][0] != 4:
        match = TOKEN.match(text, position)
        if match is None or match.lastindex is None:
            raise Malformed(f"cannot read {text[:60]!r} at position {position + 1}")
        tokens.append((match.lastindex, match.group(match.lastindex), match.start(match.lastindex) + 1))
        position = match.end()
    return Reader(text, tokens).whole()


class Reader:
    """Recursive descent over the tokens (kind, text, position) of one formula; kinds 1 to 4 as in TOKEN."""

    def __init__(self, text: str, tokens: list[tuple[int, str, int]]) -> None:
        self.text, self.tokens, self.at, self.depth = text, tokens, 0, 0

    def whole(self) -> Formula:
        """Read all of the text."""
        formula = self.level(0)
        return formula if self.tokens[self.at][0] == 4 else self.fail()

    def fail(self) -> Any:
        """Say where reading stopped."""
        _, found, position = self.tokens[self.at]
        raise Malformed(f"cannot read {self.text[:60]!r}: unexpected {found or 'end'!r} at position {position}")

    def take(self, *operators: str) -> str:
        """Consume one of the operators, if it comes next."""
        kind, found, _ = self.tokens[self.at]
        self.at += (taken := kind == 3 and found in operators)
        return found if taken else ""

    def level(self, i: int) -> Formula:
        """level 0 := level 1 [relation level 1]; levels 1 and 2 are left-associative; level 3 := - level 3 | power."""
        self.depth += 1
        if self.depth > 4 * MAX_DEPTH:
            raise Malformed(f"the formula {self.text[:40]!r} is nested more than {MAX_DEPTH} deep")
        if i == 3:
            formula = Formula("-", (self.level(3),)) if self.take("-") else self.atom()
            if formula.head != "-" and self.take("**"):
                formula = Formula("**", (formula, self.level(3)))
        else:
            formula = self.level(i + 1)
            while operator := self.take(*LEVELS[i]):
                formula = Formula(operator, (formula, self.level(i + 1)))
        self.depth -= 1
        return formula

    def atom(self) -> Formula:
        """atom := number | name | name(level 0, ...) | (level 0)."""
        kind, found, _ = self.tokens[self.at]
        if self.take("("):
            inside = self.level(0)
            return Formula("()", (inside,)) if self.take(")") else self.fail()
        if kind not in (1, 2):
            self.fail()
        self.at += 1
        if kind == 1:
            if len(found) > 4000:
                raise Malformed(f"a number has {len(found)} digits; at most 4000 are read")
            return Formula("number", (Fraction(found),))
        if not self.take("("):
            return Formula(found)
        arguments: list[Formula] = []
        while not self.take(")"):
            if arguments and not self.take(","):
                self.fail()
            arguments.append(self.level(0))
        return Formula(found, tuple(arguments))


# --- their values: numbers, and vectors as tuples of numbers -----------------------------------------------

Vector = tuple[Number, ...]
Value = Number | Vector


class Elsewhere(NamedTuple):
    """A name's formula, whose names mean what another scope says."""

    formula: Formula
    scope: Scope


class Scope:
    """Names with their values, or with formulas for them; a name that is not here is looked up further out."""

    def __init__(self, names: Mapping[str, Any], outer: Scope | None = None, trials: Sequence[Scope] = ()) -> None:
        self.names, self.outer = dict(names), outer
        self.trials: Sequence[Scope] = trials or (outer.trials if outer else ())
        self.steps: list[int] = outer.steps if outer else [0]

    def __getitem__(self, name: str) -> Value:
        scope: Scope | None = self
        while scope is not None and name not in scope.names:
            scope = scope.outer
        if scope is None:
            raise Undefined(f"{name!r} has no value here")
        found = scope.names[name]
        if isinstance(found, Formula | Elsewhere):  # a formula's names mean what they mean here
            scope.names[name] = None
            try:
                formula, there = found if isinstance(found, Elsewhere) else (found, scope)
                found = scope.names[name] = value(formula, there)
            except (Undefined, Unknown):
                scope.names[name] = found  # as before
                raise
        if found is None:
            raise Malformed(f"{name!r} is defined in terms of itself")
        return found  # type: ignore[no-any-return]


def lift(function: Callable[..., Number], arguments: Sequence[Value]) -> Value:
    """Apply a function of numbers, entry by entry where an argument is a vector."""
    lengths = {len(a) for a in arguments if isinstance(a, tuple)}
    if not lengths:
        return function(*arguments)
    if len(lengths) > 1:
        raise Malformed(f"vectors of {sorted(lengths)} entries are combined")
    columns = [a if isinstance(a, tuple) else (a,) * min(lengths) for a in arguments]
    return tuple(function(*row) for row in zip(*columns, strict=True))


def scalar(a: Value) -> Number:
    """Return a value that has to be a number."""
    if isinstance(a, tuple):
        raise Malformed("a vector stands where a number is needed")
    return a


def entries(a: Value) -> Vector:
    """Return a value that has to be a vector."""
    if not isinstance(a, tuple):
        raise Malformed("a number stands where a vector is needed")
    return a


def whole(a: Value, most: int = 10**6) -> int:
    """Return a value that has to be a whole number of at most that size."""
    if not isinstance(a, Fraction) or a.denominator != 1 or abs(a) > most:
        raise Malformed(f"a whole number of at most {most} is needed")
    return int(a)


def largest(values: Sequence[Number]) -> Number:
    """Return the largest of some numbers."""
    if not values:
        raise Undefined("the largest of no numbers")
    best = values[0]
    for a in values[1:]:
        best = a if sign(a - best) > 0 else best
    return best


def least(values: Sequence[Number]) -> Number:
    """Return the least of some numbers."""
    return -largest([-a for a in values])


def magnitude(a: Number) -> Number:
    """Return |a|."""
    return a if sign(a) >= 0 else -a


def dot(a: Value, b: Value) -> Number:
    """Return the dot product."""
    return sum(entries(lift(lambda x, y: x * y if x != ZERO != y else ZERO, (entries(a), entries(b)))), ZERO)


def norm(x: Value, p: Value) -> Number:
    """Return the p-norm."""
    powers = sum((power(magnitude(a), scalar(p)) for a in entries(x) if sign(a)), ZERO)
    return ZERO if sign(powers) == 0 else power(powers, quotient(ONE, scalar(p)))


def reflect(axis: Value, x: Value) -> Vector:
    """Return x mirrored in the hyperplane orthogonal to the axis; x where the axis is 0."""
    square = dot(axis, axis)
    factor = ZERO if sign(square) == 0 else quotient(2 * dot(axis, x), square)
    return entries(lift(lambda a, b: a - factor * b, (entries(x), entries(axis))))


def outside_span(scope: Scope, w: Value) -> Vector:
    """Return the part of w that is orthogonal to the examples x_1, ..., x_{t-1} (Gram-Schmidt)."""
    basis: list[Vector] = []
    rest: Vector = ()
    for row in [*(entries(trial["x"]) for trial in scope.trials[: whole(scope["t"]) - 1]), entries(w)]:
        rest = row
        for b in basis:
            factor = quotient(dot(rest, b), dot(b, b))
            rest = tuple(x - factor * y for x, y in zip(rest, b, strict=True))
        basis += [rest] if any(rest) else []
    return rest


@lru_cache(maxsize=1024)
def centre(cuts: Vector, n: Value) -> Vector:
    """Return the centre (w, -theta) that the ellipsoid method has reached from the unit ball around 0.

    ``cuts`` holds n zeros and then the vectors g = y (x, 1) of its mistakes, each asking for g.centre >= 0. P is
    grown**j (I + sum of M_ik g_i g_k') after j cuts; M and the step are rounded down to multiples of 2**-128, which
    leaves the centre a combination of the cuts whose coefficients depend on their dot products alone.
    """

    def rounded(a: Number) -> Fraction:
        return Fraction(enclose(a, 128)[0], 1 << 128)

    m = whole(n) + 1
    matrix: list[Vector] = []
    c: Vector = (ZERO,) * m
    gs = [cuts[i : i + m] for i in range(m - 1, len(cuts), m)]
    for j, g in enumerate(gs):
        products = tuple(dot(h, g) for h in gs[: j + 1])
        move = (*(rounded(dot(row, products[:j])) for row in matrix), ONE)  # Pg is the sum of move_i g_i
        square, grown = dot(move, products), Fraction(m * m, m * m - 1) ** j
        step = rounded(quotient(power(quotient(grown, square), HALF), Fraction(m + 1)))
        for a, h in zip(move, gs, strict=False):
            c = tuple(x + step * a * z for x, z in zip(c, h, strict=True))
        less = quotient(Fraction(2, m + 1), square)
        padded = [*((*row, ZERO) for row in matrix), (ZERO,) * (j + 1)]
        matrix = [
            tuple(rounded(b - less * p * q) for b, q in zip(padded[i], move, strict=True)) for i, p in enumerate(move)
        ]
    return c


def vc_dimension(n: Value, k: Value) -> Fraction:
    """Return the VC dimension of the disjunctions of k of n variables; all sets of points are tried."""
    if whole(n) > 5:
        raise Malformed("the sets of points of more than 5 variables are too many to try")
    targets = list(itertools.combinations(range(whole(n)), whole(k)))
    points = [tuple(any(x >> i & 1 for i in target) for target in targets) for x in range(2 ** whole(n))]
    size = 1
    while any(len(set(zip(*chosen, strict=True))) == 2**size for chosen in itertools.combinations(points, size)):
        size += 1
    return Fraction(size - 1)


ENTRYWISE: dict[str, Callable[..., Number]] = {
    "()": lambda a: a, "+": lambda a, b: a + b, "-": lambda a, b=None: -a if b is None else a - b,
    "*": lambda a, b: a * b,
    "/": quotient, "**": power, "abs": magnitude, "Abs": magnitude, "sign": lambda a: Fraction(sign(a)), "exp": exp,
    "ln": log, "log": lambda a, b=None: log(a) if b is None else quotient(log(a), log(b)),
    "sqrt": lambda a: power(a, HALF),
    "log2": lambda a: quotient(log(a), log(Fraction(2))), "floor": floor, "ceiling": lambda a: -floor(-a),
    "xlog": lambda a, b: ZERO if sign(a) == 0 else a * log(b), "Max": lambda *a: largest(a), "Min": lambda *a: least(a),
    **{r: lambda a, b, test=test: Fraction(test(sign(a - b))) for r, test in RELATIONS.items()},
}  # fmt: skip
WITH_VECTORS: dict[str, Callable[..., Value]] = {
    "dot": dot, "norm": norm, "reflect": reflect, "sum": lambda x: sum(entries(x), ZERO), "vector": lambda *a: a,
    "max": lambda x: largest(entries(x)), "min": lambda x: least(entries(x)),
    "join": lambda a, b: entries(a) + entries(b),
    "at": lambda x, i: (ZERO, *entries(x))[whole(i)], "length": lambda x: Fraction(len(entries(x))),
    "part": lambda x, i, j: entries(x)[whole(i) - 1 : whole(j)],  # entries i to j
    "unit": lambda n, i: tuple(Fraction(j == i) for j in range(1, whole(n) + 1)),
    "hadamard_row": lambda d, i: tuple(
        Fraction(1 - 2 * ((j & (whole(i) - 1)).bit_count() % 2)) for j in range(2 ** whole(d, 12))
    ),
    "centre": centre, "indices": lambda n: tuple(map(Fraction, range(1, whole(n) + 1))), "vc_dimension": vc_dimension,
    "binomial": lambda n, k: Fraction(math.comb(whole(n, 5000), whole(k, 5000))),
}  # fmt: skip
OVER_TRIALS: dict[str, Callable[[Sequence[Any]], Any]] = {
    "sum_t": lambda found: sum(map(scalar, found), ZERO), "max_t": largest, "min_t": least,
    "past_t": lambda found: lift(lambda *a: sum(a, ZERO), found),
}  # fmt: skip


def value(formula: Formula, scope: Scope) -> Value:
    """Return the value of a formula where names mean what ``scope`` says."""
    name, arguments = formula
    scope.steps[0] += 1
    if scope.steps[0] > MAX_STEPS:
        raise Malformed(f"more than {MAX_STEPS} steps would be needed")
    if arguments is None:
        return scope[name]
    if name == "number":
        return arguments[0]  # type: ignore[no-any-return]
    try:
        if name == "if":
            condition, yes, no = arguments
            return value(yes if sign(scalar(value(condition, scope))) else no, scope)
        if name in OVER_TRIALS:  # past_t: over the trials up to this one, whose example is called ``last``
            past = name == "past_t"
            trials = scope.trials[: whole(scope["t"])] if past else scope.trials
            names = {"last": scope["x"]} if past else {}
            return OVER_TRIALS[name]([value(arguments[0], Scope({**names, **trial.names}, scope)) for trial in trials])
        if name in ("sum_for", "max_for"):  # sum_for(i, 1, n, ...): i from 1 to n
            index, first, last, inside = arguments
            low, high = whole(value(first, scope)), whole(value(last, scope))
            found = [scalar(value(inside, Scope({index.head: Fraction(i)}, scope))) for i in range(low, high + 1)]
            return sum(found, ZERO) if name == "sum_for" else largest(found)
        values = [value(a, scope) for a in arguments]
        if name in ENTRYWISE:
            return lift(ENTRYWISE[name], values)
        if name == "outside_span":
            return outside_span(scope, *values)
        if name == "example":  # x_i of trial i
            return scope.trials[whole(values[0]) - 1]["x"]
        return WITH_VECTORS[name](*values)
    except KeyError:
        raise Malformed(f"there is no function {name!r}") from None
    except (TypeError, ValueError, IndexError):
        raise Malformed(f"{name} cannot be applied to the {len(arguments)} arguments it is given") from None


# === learners and runs ==================================================================================
# K starts as 0 and c as ``first``; s is the start vector (0 if none) and share the same with 1 for none. Where they are
# not given: num = dot(w, x), den = 1, K becomes K + side*x and c stays. The prediction is num/den, and side is 1 where
# it is below its target, -1 above. With ``mass`` the weights are mass, scaled to sum to ``size``.

NORMALISED = {"w": "size*mass/sum(mass)", "num": "size*dot(mass, x)", "den": "sum(mass)"}
PAST = {"w": "K", "num": "dot(w, x) - c", "first": "theta", "c": "theta + drift*dot(x, x)"}
LEARNERS: dict[str, dict[str, str]] = {
    "fixed()": {"w": "s", "K": "K"},
    "perceptron(eta)": {"w": "s + eta*K", "needs": "eta > 0"},
    "exponentiated(eta, U)": {"mass": "share*exp(eta*K)", "size": "U", "needs": "(eta > 0)*(U > 0)", **NORMALISED},
    "doubled_exponentiated(eta, U)": {
        "w": "U*(exp(eta*K) - exp(-eta*K))/sum(exp(eta*K) + exp(-eta*K))",
        "num": "U*dot(exp(eta*K) - exp(-eta*K), x)",
        "den": "sum(exp(eta*K) + exp(-eta*K))",
    },
    "weighted_majority(beta)": {
        "mass": "beta**K", "size": "1", "K": "K + ((yhat >= 1/2) != (y > 0))*abs(x - (y > 0))", "needs": "beta < 1", **NORMALISED,
    },
    "weighted_majority_vote(beta)": {
        "w": "beta**K", "num": "2*(dot(w, x) >= 0) - 1", "K": "K + (yhat != y)*(x != y)", "needs": "beta < 1",
    },
    "wma(eta)": {"w": "(1 - eta)**K", "K": "K + (x != y)", "needs": "eta <= 1"},
    "rwma(eta)": {"w": "(1 - eta)**K", "den": "sum(w)", "K": "K + (x != y)", "needs": "eta <= 1"},
    "perceptron_from(level, eta)": {"w": "0*s + level + eta*K", "needs": "eta > 0"},
    "winnow(alpha)": {"w": "alpha**K", "needs": "alpha > 1"},
    "balanced_winnow(beta)": {"w": "share*beta**(-K) - beta**K", "needs": "beta < 1"},
    "p_norm(p, a)": {"z": "s + a*K", "w": "sign(z)*abs(z)**(p - 1)", "needs": "p > 1"},
    "doubled_p_norm(p, a)": {  # on (x, -x), from z = 1
        "w": "sign(1 + a*K)*abs(1 + a*K)**(p - 1) - sign(1 - a*K)*abs(1 - a*K)**(p - 1)", "needs": "p > 1",
    },
    "qa_exp(a)": {"z": "a*K", "w": "exp(z)"},
    "qa_sinh(a)": {"z": "a*K", "w": "exp(z) - exp(-z)"},
    "qa_f(k, a)": {"z": "a*K", "w": "(1 + z/k)**k - (1 - z/k)**k"},
    "qa_exp_signed(a)": {"w": "exp(a*K)", "num": "dot(w, 2*x - 1)", "K": "K + side*(2*x - 1)"},
    "fixed_threshold(a, theta)": {"w": "exp(a*K)", "num": "dot(w, x) - theta"},
    "bias_perceptron(eta, first)": {"w": "s + eta*K", "num": "dot(w, x) - c", "c": "c - eta*side", "needs": "eta > 0"},
    "additive(eta, rate, rho, first, a)": {
        "w": "s + K", "num": "dot(w, x) - c", "K": "rho*K + if(side, eta, rate)*y*x", "c": "c - abs(side)*a*y",
    },
    "gram(base, slope, theta, drift)": {"K": "past_t(y*(base + slope*dot(x, last))*x)", **PAST},
    "coordinate(base, slope, theta, drift)": {"K": "past_t(y*(base + slope*at(x, 1))*x)", **PAST},
    "ellipsoid()": {
        "w": "part(centre(K, n), 1, n)", "num": "dot(centre(K, n), join(x, vector(1)))",
        "K": "if(side, join(K, y*join(x, vector(1))), K)",
    },
    "gradient_descent(eta)": {"w": "eta*K", "K": "K + y*(y*yhat <= 0)*x", "needs": "eta > 0"},
    "gradient_descent_always(eta)": {"w": "eta*K", "K": "K + y*(y*yhat < 1)*x", "needs": "eta > 0"},
}  # fmt: skip
PROGRAMS = {header.head: (header.arguments or (), body) for text, body in LEARNERS.items() for header in (read(text),)}


class Interval(NamedTuple):
    """An outcome: from low to high (None: no end), each end closed or not."""

    low: Number | None
    high: Number | None
    low_closed: bool = True
    high_closed: bool = True

    def side(self, num: Number, den: Number = ONE) -> int:
        """Return 1 where num/den (den positive) is below the interval, -1 where it is above, 0 inside."""
        below = 1 if self.low is None else sign(num - self.low * den)
        above = -1 if self.high is None else sign(num - self.high * den)
        return (below < (0 if self.low_closed else 1)) - (above > (0 if self.high_closed else -1))

    def loss(self, a: Number) -> Number:
        """Return the distance of a to the interval."""
        side = self.side(a)
        return ZERO if side == 0 else (self.low - a if side > 0 else a - self.high)  # type: ignore[operator]

    def widened(self, tau: Number) -> Interval:
        """Return the interval with its ends moved outwards by tau."""
        low, high = self.low, self.high
        return self._replace(low=None if low is None else low - tau, high=None if high is None else high + tau)


Outcome = int | Interval


class Version(NamedTuple):
    """Where labels want the prediction, the tolerance, and what a mistake is: by sign, target, clipped or average."""

    positive: Interval = Interval(ONE, None)
    negative: Interval = Interval(None, -ONE)
    errs: str = "sign"
    tau: Number = ZERO

    def target(self, outcome: Outcome) -> Interval:
        """Return where the prediction should have been."""
        interval = outcome if isinstance(outcome, Interval) else self.positive if outcome > 0 else self.negative
        return interval.widened(self.tau)

    def error(self, a: Number, y: int, side: int) -> Number:
        """Return 1 for a mistake, 0 for none, or the probability of one."""
        if self.errs == "target":
            return Fraction(side != 0)
        if self.errs == "sign":
            return Fraction(sign(a * Fraction(y)) <= 0)
        return (
            Fraction(1, 2) - a * Fraction(y, 2)
            if self.errs == "average"
            else least((ONE, largest((ZERO, HALF - a * Fraction(y)))))
        )


def version_of(formula: Formula, scope: Scope) -> Version:
    """Return the version that a formula such as classification or threshold(theta) names."""
    given = [scalar(value(a, scope)) for a in formula.arguments or ()]
    up, down = Interval(ZERO, None, False), Interval(None, ZERO, True, False)
    named = {"absolute": Version(), "randomised": Version(errs="clipped", tau=HALF)}
    named |= {"classification": Version(up, down, "target"), "expert": Version(up, down, "average")}
    named["master"] = Version(Interval(HALF, ONE, False), Interval(ZERO, HALF, True, False), "target")
    if formula.head in named and not given:
        return named[formula.head]
    if formula.head == "toleranced" and len(given) == 1:
        return Version(tau=given[0])
    if formula.head in ("threshold", "threshold_above") and len(given) == 1:
        at = formula.head == "threshold"  # whether a prediction of exactly the threshold is positive
        return Version(Interval(given[0], None, at), Interval(None, given[0], True, not at), "target")
    raise Malformed(f"there is no version {formula.head!r} with {len(given)} parameters")


def reference(outcome: Outcome) -> Interval:
    """Return where the comparator's prediction should have been: margin 1 for labels, no tolerance."""
    return outcome if isinstance(outcome, Interval) else Interval(ONE, None) if outcome > 0 else Interval(None, -ONE)


def begin(scope: Scope, trials: Sequence[tuple[Vector, Outcome]]) -> Scope:
    """Return a scope with the trials in it, each with the names t, x, y and what depends on the comparator u alone."""
    run = Scope({}, scope)
    moments = []
    for t, (x, outcome) in enumerate(trials, 1):
        names: dict[str, Any] = {
            "t": Fraction(t),
            "x": x,
            "xx": read("dot(x, x)"),
            "ux": read("dot(u, x)"),
            "outcome": outcome,
        }
        label = outcome if isinstance(outcome, int) else 1 if outcome.high is None else -1
        moment = Scope({**names, "y": Fraction(label), "u_err": read("y*ux <= 0")}, run)
        if "u" in scope.names:
            moment.names["u_loss"] = reference(outcome).loss(scalar(moment["ux"]))
        moments.append(moment)
    for scope in (run, *moments):
        scope.trials = moments
    return run


def play(run: Scope, learner: Formula, version: Version, prefix: str = "", see: Formula | None = None) -> None:
    """Play a learner over the trials and name in each trial what happened: yhat, side, loss, err, w, w_next and so on."""
    if learner.head not in PROGRAMS or len(PROGRAMS[learner.head][0]) != len(learner.arguments or ()):
        raise Malformed(f"there is no learner {learner.head!r} with {len(learner.arguments or ())} parameters")
    parameters, body = PROGRAMS[learner.head]
    given = {p.head: value(a, run) for p, a in zip(parameters, learner.arguments or (), strict=True)}
    n = whole(run["n"])
    given |= {"share": run["start"] or (ONE,) * n, "s": run["s"]}
    state: dict[str, Any] = {
        "K": (ZERO,) * n,
        "c": given.get("first", given.get("theta", ZERO) if "first" in body else ZERO),
    }
    if not sign(scalar(value(read(body.get("needs", "1")), Scope(given)))):
        raise Malformed(f"the learner {learner.head} needs {body['needs']}")
    program = {"num": "dot(w, x)", "den": "1", "K": "K + side*x", "c": "c", **body}
    formulas = {name: read(text) for name, text in program.items() if name not in ("K", "c", "first", "needs")}
    plus = minus = 0
    shown = run.trials
    if see is not None:
        shown = [Scope({**moment.names, "x": value(see, moment)}, run) for moment in run.trials]
    for moment, seen in zip(run.trials, shown, strict=True):
        outcome: Outcome = moment.names["outcome"]
        local = Scope({**given, **formulas, **state}, seen, shown)
        num, den = scalar(local["num"]), scalar(local["den"])
        target = version.target(outcome)
        side, yhat = target.side(num, den), quotient(num, den)
        local.names |= {"side": Fraction(side), "yhat": yhat}
        names = {
            "side": Fraction(side),
            "yhat": yhat,
            "wx": yhat,
            "w": Elsewhere(read("w"), local),
            "one": Fraction(version.target(1).side(num, den) == 0),
        }
        names["loss"] = (reference(outcome) if version.errs == "target" else target).loss(yhat)
        if isinstance(outcome, int):
            names["err"] = error = version.error(yhat, outcome, side)
            plus, minus = plus + (error == 1 and outcome > 0), minus + (error == 1 and outcome < 0)
        names |= {"mplus": Fraction(plus), "mminus": Fraction(minus), "m": Fraction(plus + minus), "K": state["K"]}
        names |= {"z": Elsewhere(read("z"), local)} if "z" in body else {}
        state = {"K": value(read(program["K"]), local), "c": value(read(program["c"]), local)}
        after = Scope({**given, **formulas, **state}, moment)
        names |= {
            "w_next": Elsewhere(read("w"), after),
            "threshold": state["c"],
            "ww": read(f"dot({prefix}w_next, {prefix}w_next)"),
        }
        names |= {"z_next": Elsewhere(read("z"), after)} if "z" in body else {}
        moment.names |= {prefix + name: found for name, found in names.items()}
    last = Scope({**given, **formulas, **state}, run)
    final = {"w_end": Elsewhere(read("w"), last), "c_end": state["c"], "m_end": Fraction(plus + minus)}
    final |= {"z_end": Elsewhere(read("z"), last)} if "z" in body else {}
    run.names |= {prefix + name: found for name, found in final.items()}


# === judging ============================================================================================


class Found(NamedTuple):
    """HOLDS, VIOLATED, VACUOUS or UNDECIDED, the sentence that says why, and the comparison that decides."""

    status: str
    reason: str
    left: Number | None = None
    right: Number | None = None


def judge(statement: Mapping[str, Any], instance: Mapping[str, Any]) -> Found:
    """Decide a statement on an instance."""
    scope, trials = read_instance(instance)
    for name, text in statement["defines"].items():
        if name not in scope.names:
            scope.names[name] = read(text)
        elif name not in statement["measured"]:
            raise Malformed(f"{name} is set, but the claim defines it as {text}")
    run = begin(scope, trials)
    scope.trials = run.trials
    failed, doubt, played = [], "", False
    for name, text in statement["hypotheses"].items():
        try:
            if "yhat" in text and not played:  # a premise about the run
                play(run, read(statement["learner"]), version_of(read(statement["version"]), run))
                played = True
            if "changed_twins" in text:  # a premise about all trials with the same dot products
                version = version_of(read(statement["version"]), run)
                run.names["changed_twins"] = Fraction(changed_twins(run, read(statement["learner"]), version))
            if sign(scalar(value(read(text), run))) == 0:
                failed.append(name)
        except (Undefined, Unknown) as error:
            doubt = f"hypothesis {name}: {error}"
    if failed or doubt:
        return Found(
            "VACUOUS" if failed else "UNDECIDED", doubt if not failed else f"hypothesis fails: {', '.join(failed)}"
        )
    try:
        return compare(statement, run, trials)
    except (Undefined, Unknown) as error:
        return Found("UNDECIDED", str(error))


def compare(statement: Mapping[str, Any], run: Scope, trials: Sequence[tuple[Vector, Outcome]]) -> Found:
    """Make all comparisons of a statement whose hypotheses hold; the first that fails decides."""
    holds: Found | None = None
    for part in statement["compare"]:
        context = {**statement, **part}
        if context.get("learner"):
            play(run, read(context["learner"]), version_of(read(context["version"]), run))
        if context.get("second"):
            version = version_of(read(context.get("second_version") or context["version"]), run)
            play(run, read(context["second"]), version, "second_", read(context["see"]) if context.get("see") else None)
        for place, scope in places(context, run, trials):
            scope = Scope({name: read(text) for name, text in part.get("with", {}).items()}, scope)
            if part.get("if") and sign(scalar(value(read(part["if"]), scope))) == 0:
                continue
            left, right = scalar(value(read(part["value"]), scope)), scalar(value(read(statement["bound"]), scope))
            if not RELATIONS[statement["relation"]](sign(left - right)):
                return Found("VIOLATED", f"fails{place}", left, right)
            if holds is None or closer(left, right, holds):
                holds = Found("HOLDS", f"is tightest{place}", left, right)
    return holds or Found("VACUOUS", "the claim speaks of nothing here")


def closer(left: Number, right: Number, held: Found) -> bool:
    """Tell whether a comparison that holds is tighter than one that was made before."""
    try:
        gap = magnitude(left - right) - magnitude(held.left - held.right)  # type: ignore[operator]
        return sign(gap) < 0
    except Unknown:
        return False


PLAYED = {"learner", "version"}
NEEDED = {"mistakes": PLAYED, "adversary": PLAYED | {"pairs", "z1", "z2", "label"}, "worst": PLAYED | {"most"}}


def places(
    part: Mapping[str, Any], run: Scope, trials: Sequence[tuple[Vector, Outcome]]
) -> Iterator[tuple[str, Scope]]:
    """Yield where a comparison is made: once, or for every trial, state, attribute, both, or number of mistakes."""
    over = part.get("over", "run")
    if missing := NEEDED.get(over, set()) - part.keys():
        raise Malformed(f"a comparison over {over!r} needs {', '.join(sorted(missing))}")
    if over == "run":
        yield "", run
    elif over == "trials":
        for moment in run.trials:
            yield f" on trial {moment['t']}", moment
    elif over == "states":  # before every trial and after the last
        for moment in run.trials:
            yield f" before trial {moment['t']}", moment
        end = {name.removesuffix("_end"): found for name, found in run.names.items() if name.endswith("_end")}
        yield " after the last trial", Scope({**end, "t": Fraction(len(trials) + 1)}, run)
    elif over == "attributes":
        for i in range(1, whole(run["n"]) + 1):
            yield f" for attribute {i}", Scope({"i": Fraction(i)}, run)
    elif over == "entries":
        for moment in run.trials:
            for i in range(1, whole(run["n"]) + 1):
                yield f" on trial {moment['t']} for attribute {i}", Scope({"i": Fraction(i)}, moment)
    elif over == "mistakes":  # the first m mistaken trials alone, in the absolute loss version
        mistaken = [trial for trial, moment in zip(trials, run.trials, strict=True) if moment["err"] == 1]
        for m in range(len(mistaken) + 1):
            again = begin(run.outer or run, mistaken[:m])
            play(again, read(part["learner"]), Version())
            yield f" for the first {m} mistakes", Scope({"m": Fraction(m)}, again, again.trials)
    elif over == "adversary":
        named = Scope({name: read(text) for name, text in part.get("with", {}).items()}, run)
        yield " against the adversary", oppose(part, named)
    elif over == "worst":
        yield " for the worst trials", Scope({"m": Fraction(worst(part, run))}, run)
    else:
        raise Malformed(f"a comparison over {over!r} is not known")


def oppose(part: Mapping[str, Any], run: Scope) -> Scope:
    """Play an adversary that shows one of two candidates z1 and z2 on each trial, with its label.

    Of two with different labels it shows the positive one if the learner errs on it, else the negative one; of two
    with the same label z1. In the run that it makes the trials know their candidates.
    """
    learner, version = read(part["learner"]), version_of(read(part["version"]), run)
    chosen: list[tuple[Vector, Outcome]] = []
    pairs: list[dict[str, Vector]] = []
    for t in range(1, whole(value(read(part["pairs"]), run), 256) + 1):
        here = Scope({"t": Fraction(t)}, run)
        pair = [entries(value(read(part[z]), here)) for z in ("z1", "z2")]
        labels = [1 if sign(scalar(value(read(part["label"]), Scope({"x": z}, here)))) else -1 for z in pair]
        pick = 0
        if labels[0] != labels[1]:
            pick = labels.index(1)
            tried = begin(run, [*chosen, (pair[pick], 1)])
            play(tried, learner, version)
            pick = pick if tried.trials[-1]["err"] == 1 else 1 - pick
        chosen.append((pair[pick], labels[pick]))
        pairs.append(dict(zip(("z1", "z2"), pair, strict=True)))
    again = begin(run, chosen)
    play(again, learner, version)
    if part.get("second"):
        play(again, read(part["second"]), version_of(read(part["second_version"]), run), "second_")
    for moment, candidates in zip(again.trials, pairs, strict=True):
        moment.names |= candidates
    return again


def worst(part: Mapping[str, Any], run: Scope) -> int:
    """Return the most mistakes on trials in {0, 1}^n labelled by a disjunction of k attributes, at most ``most``."""
    learner, version = read(part["learner"]), version_of(read(part["version"]), run)
    n, most = whole(run["n"]), whole(value(read(part["most"]), run), 4)
    if n > 3 or "K" in PROGRAMS.get(learner.head, ((), {"K": ""}))[1]:
        raise Malformed("only learners that change on mistakes alone are tried on all trials, with n <= 3")

    def search(target: tuple[int, ...], mistaken: list[tuple[Vector, Outcome]]) -> int:
        best = len(mistaken)
        for x in itertools.product((ZERO, ONE), repeat=n):
            if best < most:
                trials = [*mistaken, (x, 1 if any(x[i] for i in target) else -1)]
                tried = begin(run, trials)
                play(tried, learner, version)
                best = max(best, search(target, trials) if tried.trials[-1]["err"] == 1 else 0)
        return best

    return max((search(target, []) for target in itertools.combinations(range(n), whole(run["k"]))), default=0)


def changed_twins(run: Scope, learner: Formula, version: Version) -> int:
    """Return how many sequences in {0, 1}^n with the trials' labels and dot products are predicted otherwise."""
    n, examples = whole(run["n"]), [entries(moment["x"]) for moment in run.trials]
    if max(n, len(examples)) > 4:
        raise Malformed("more than 4 trials or attributes have too many sequences with the same dot products")
    twins: list[tuple[Vector, ...]] = [()]
    for t, x in enumerate(examples, 1):
        products = [dot(x, other) for other in examples[:t]]
        longer = [(*twin, z) for twin in twins for z in itertools.product((ZERO, ONE), repeat=n)]
        twins = [twin for twin in longer if [dot(twin[-1], z) for z in twin] == products]
    predictions: list[list[Value]] = []
    for twin in [tuple(examples), *twins]:
        again = begin(run, [(z, moment.names["outcome"]) for z, moment in zip(twin, run.trials, strict=True)])
        play(again, learner, version)
        predictions.append([moment["one"] for moment in again.trials])
    return sum(found != predictions[0] for found in predictions)


# === certificates =======================================================================================

EXACT = str | int
LEARNS: dict[str, Any] = dict.fromkeys(("learner", "version", "second", "second_version", "see"), str)
PART = LEARNS | dict.fromkeys(("over", "if", "value", "pairs", "z1", "z2", "label", "most"), str) | {"with": {"*": str}}
STATEMENT = LEARNS | {
    "hypotheses": {"*": str},
    "defines": {"*": str},
    "measured": [str],
    "compare": [PART],
    "relation": str,
    "bound": str,
}
INSTANCE = {
    "n": EXACT,
    "parameters": {"*": EXACT},
    "trials": [{"x": [EXACT], "outcome": str}],
    "comparator": [EXACT],
    "start": [EXACT],
}
SHAPE = dict.fromkeys(("format", "claim", "verdict", "left", "right", "note"), str)
SHAPE |= {"changes": [str], "statement": STATEMENT, "instance": INSTANCE}
"""What a certificate is made of; ``*`` stands for any name."""


def conform(found: Any, shape: Any, what: str = "the certificate") -> None:
    """Raise Malformed where ``found`` does not have the shape."""
    kind = dict if isinstance(shape, dict) else list if isinstance(shape, list) else shape
    if not isinstance(found, kind) or isinstance(found, bool):
        raise Malformed(
            f"{what} has to be a {kind.__name__ if isinstance(kind, type) else 'text or whole number'}, not {str(found)[:40]!r}"
        )
    if isinstance(shape, dict):
        for key, inside in found.items():
            if key not in shape and "*" not in shape:
                raise Malformed(f"{what} has the unknown key {key[:40]!r}")
            conform(inside, shape.get(key, shape.get("*")), f"{key[:40]!r}")
    if isinstance(shape, list):
        for inside in found:
            conform(inside, shape[0], f"an entry of {what}")


def constant(text: str | int) -> Number:
    """Read an exact number, such as -3/4 or sqrt(2)."""
    try:
        return scalar(value(read(str(text)), Scope({})))
    except (Undefined, Unknown, ValueError) as error:
        raise Malformed(f"{str(text)[:40]!r} is no exact number: {error}") from None


def read_outcome(text: str) -> Outcome:
    """Read '+1', '-1' or an interval such as [1,oo) or (-1/2,3]."""
    if text in ("+1", "-1"):
        return int(text)
    match = re.fullmatch(r"([\[(])([^,;]{1,500})[,]([^,;]{1,500})([\])])", text)
    if match is None:
        raise Malformed(f"{text!r} is no outcome; write '+1', '-1' or an interval such as '[1,oo)'")
    ends = [None if end.strip() in ("oo", "-oo") else constant(end) for end in match.group(2, 3)]
    interval = Interval(ends[0], ends[1], match.group(1) == "[", match.group(4) == "]")
    gap = 1 if ends[0] is None or ends[1] is None else sign(ends[1] - ends[0])
    if gap < 0 or (gap == 0 and not (interval.low_closed and interval.high_closed)):
        raise Malformed(f"the interval {text!r} is empty")
    return interval


def read_instance(instance: Mapping[str, Any]) -> tuple[Scope, list[tuple[Vector, Outcome]]]:
    """Read parameters, trials, comparator and start vector."""
    names: dict[str, Any] = {name: constant(text) for name, text in instance.get("parameters", {}).items()}
    trials = [
        (tuple(map(constant, trial["x"])), read_outcome(trial["outcome"])) for trial in instance.get("trials", [])
    ]
    names |= {
        name: tuple(map(constant, instance[key]))
        for key, name in (("comparator", "u"), ("start", "start"))
        if key in instance
    }
    n = whole(constant(instance["n"]))
    widths = {len(x) for x, _ in trials} | {len(names[name]) for name in ("u", "start") if name in names}
    if widths - {n} or n < 0:
        raise Malformed(f"n is {n}, but there are vectors of {sorted(widths)} entries")
    names = {
        "start": (),
        "s": names.get("start", (ZERO,) * n),
        **names,
        "n": Fraction(max(n, 1)) if trials or n else names.get("n", ONE),
    }
    return Scope({"l": Fraction(len(trials)), **names}), trials


def changes_of(statement: Mapping[str, Any], catalogued: Mapping[str, Any]) -> set[str]:
    """Return in what a statement differs from the catalogue's."""
    before, after = catalogued["hypotheses"], statement["hypotheses"]
    found = {f"without {name}" for name in before.keys() - after.keys()}
    found |= {f"hypothesis {name}" for name in after if after[name] != before.get(name)}
    return found | {key for key in STATEMENT.keys() - {"hypotheses"} if statement.get(key) != catalogued.get(key)}


def load(text: str) -> dict[str, Any]:
    """Read the JSON of a certificate strictly: no key twice, no floats, no other keys."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({key for key, _ in pairs}) < len(pairs):
            raise Malformed("a key occurs twice in one object")
        return dict(pairs)

    def refuse(found: str) -> Any:
        raise Malformed(f"{found} is no exact number; write it as a text such as '3/4'")

    try:
        document = json.loads(text, object_pairs_hook=once, parse_float=refuse, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"this is not JSON: {error}") from None
    conform(document, SHAPE)
    for key, inside in (
        ("", document),
        ("statement", document.get("statement", {})),
        ("instance", document.get("instance", {})),
    ):
        for needed in {
            "": ("format", "claim", "statement", "instance", "verdict"),
            "statement": ("compare", "relation", "bound"),
        }.get(key, ("n",)):
            if needed not in inside:
                raise Malformed(f"{key or 'the certificate'} has no {needed!r}")
    statement = document["statement"]
    if document["format"] != FORMAT or statement["relation"] not in RELATIONS:
        raise Malformed(f"the format has to be {FORMAT!r} and the relation one of {' '.join(RELATIONS)}")
    if any("value" not in part for part in statement["compare"]) or ("learner" in statement) > ("version" in statement):
        raise Malformed("a comparison needs a value, and a learner a version")
    if any(trial.keys() != {"x", "outcome"} for trial in document["instance"].get("trials", [])):
        raise Malformed("a trial has x and outcome")
    for key, none in (("hypotheses", {}), ("defines", {}), ("measured", [])):
        statement.setdefault(key, none)
    return document  # type: ignore[no-any-return]


def confirm(text: str, catalogue: Mapping[str, Any]) -> tuple[bool, list[str]]:
    """Check a certificate; return whether it shows what it says, and sentences about what was found."""
    document = load(text)
    statement, claim = document["statement"], document.get("claim")
    said: list[str] = []
    stated = set(document.get("changes", []))
    if claim in catalogue:
        found = changes_of(statement, catalogue[claim])
        said.append(f"claim {claim}" + (f" with changes: {', '.join(sorted(found))}" if found else ", as catalogued"))
        if found != stated:
            return False, [*said, f"the certificate says it changes {', '.join(sorted(stated)) or 'nothing'}"]
    else:
        said.append(f"claim {claim}: not in the catalogue; the statement is the certificate's own")
        if stated != {"new"}:
            return False, [*said, "a claim that is not in the catalogue has to say changes: new"]
    judged = judge(statement, document["instance"])
    said.append(f"{judged.status}: {judged.reason}")
    agrees = judged.status == document.get("verdict") and judged.left is not None and judged.right is not None
    for side, amount in (("left", judged.left), ("right", judged.right)):
        if amount is not None:
            said.append(f"{side} side {decimal(amount)}")
            claimed = str(document.get(side))
            gap = amount - constant(claimed.removesuffix("..."))
            near = sign(magnitude(gap) - Fraction(1, 10**12)) <= 0 if claimed.endswith("...") else sign(gap) == 0
            if not near:
                agrees = False
                said.append(f"but the certificate says {claimed}")
    if judged.status != document.get("verdict"):
        said.append(f"but the certificate says {document.get('verdict')}")
    return agrees, said


def statements() -> dict[str, Any]:
    """Return the catalogue's statements."""
    return json.loads((Path(__file__).parent / "statements.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def replay(path: Path) -> tuple[bool, list[str]]:
    """Check the certificate in a file; raise Malformed where it cannot be read."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise Malformed(f"the file has more than {MAX_BYTES} bytes")
        return confirm(path.read_text(encoding="utf-8"), statements())
    except (OSError, UnicodeDecodeError) as error:
        raise Malformed(f"cannot read the file: {error}") from None
    except (RecursionError, MemoryError, OverflowError):
        raise Malformed("the certificate needs more than this checker computes with") from None


def main(arguments: Sequence[str]) -> int:
    """Check the certificate in a file and say what was found."""
    try:
        confirmed, said = replay(Path(arguments[0]))
    except (Malformed, IndexError) as error:
        print(f"kernel: {error}", file=sys.stderr)
        return 2
    print("\n".join(["CONFIRMED" if confirmed else "NOT CONFIRMED", *said]))
    return 0 if confirmed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
