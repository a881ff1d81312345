"""The independent checker of certificates. It uses the standard library alone and imports nothing of boundcheck.

A certificate is a JSON file: a claim (learner, hypotheses, compared amounts, relation, bound, all as formulas), an
instance (parameters, trials, comparator, start vector) and what the instance is said to show. All of it is computed
again here, from the file: the run of the learner, every hypothesis, every comparison. ``statements.json`` beside this
file says what the catalogue's claims are, so that a file cannot pass for a refutation of something else.

In the order of reading: exact numbers and their signs; formulas and their values; learners and runs; judging; the
file. What is not decided is not confirmed, and nothing read is ever run as code.

    python kernel.py FILE    exit code 0 if the certificate is confirmed, 1 if it is not, 2 if it cannot be read
"""

from __future__ import annotations

import itertools
import json
import math
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal, DecimalException
from fractions import Fraction
from functools import lru_cache, partial, reduce
from pathlib import Path
from typing import Any, NamedTuple

FORMAT = "boundcheck certificate 1"
ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
MAX_BYTES, MAX_TEXT, MAX_DEPTH, MAX_BITS, MAX_STEPS = 20_000_000, 20_000, 100, 200_000, 10_000_000
PRECISIONS = (30, 80, 300, 1200)  # decimal digits
EXPANDED = 64  # the largest power of a sum that is multiplied out
WORK = {"steps": 0}


class Malformed(Exception):
    """The file is not a certificate, or needs more work than a certificate is worth: what is wrong with it."""


class Unknown(Exception):
    """A formula has no value here, such as a quotient by zero, or its sign is not decided by the largest precision."""


def spend(steps: int, bits: Fraction | int = 0) -> None:
    """Count steps of some microseconds, and refuse what needs too many of them or too large numbers."""
    WORK["steps"] += steps
    if WORK["steps"] > MAX_STEPS or bits > MAX_BITS:
        raise Malformed(f"more than {MAX_STEPS} steps, or numbers of more than {MAX_BITS} bits, would be needed")


# === numbers ============================================================================================
# A number is a Fraction, or a Real: a sum of rational multiples of monomials. A monomial is a product of powers of
# atoms, as a sorted tuple of (atom, exponent). An atom is positive: ("exp", b) is e**b and ("log", b) is |ln b| for a
# positive b other than 1, where b is the sorted tuple of its terms. So b**e, of whole b or a sum, is exp(|ln b|)**(e or
# -e). Equal monomials are added up; a Real whose terms cancel without being equal has a sign that stays Unknown.


@dataclass(frozen=True, eq=False, slots=True)
class Real:
    """A sum of rational multiples of monomials: the coefficient of each."""

    terms: Mapping[Any, Fraction]

    def __add__(self, other: Number) -> Number:
        return total((self, other))

    def __mul__(self, other: Number) -> Number:
        if isinstance(other, Fraction):
            return number({m: c * other for m, c in self.terms.items()})
        spend(4 * len(self.terms) * len(other.terms))
        return total(product([*m, *o], c * d) for m, c in self.terms.items() for o, d in other.terms.items())

    def __neg__(self) -> Number:
        return self * -ONE

    def __sub__(self, other: Number) -> Number:
        return total((self, -other))

    def __rsub__(self, other: Number) -> Number:
        return total((other, -self))

    __radd__, __rmul__ = __add__, __mul__


Number = Fraction | Real


def number(terms: Mapping[Any, Fraction]) -> Number:
    """Return the number with these terms, a Fraction if no monomial but 1 is left."""
    kept = {m: c for m, c in terms.items() if c}
    return Real(kept) if any(kept) else kept.get((), ZERO)


def terms_of(a: Number) -> Mapping[Any, Fraction]:
    """Return the terms of a number."""
    return a.terms if isinstance(a, Real) else {(): a}


def total(numbers: Iterable[Number]) -> Number:
    """Return the sum of some numbers."""
    terms: dict[Any, Fraction] = {}
    for a in numbers:
        for m, c in terms_of(a).items():
            terms[m] = terms[m] + c if m in terms else c
    return number(terms)


def atom_of(kind: str, inside: Number) -> tuple[str, Any]:
    """Return an atom."""
    return kind, tuple(sorted(terms_of(inside).items(), key=repr))


@lru_cache(maxsize=4096)
def base_of(atom: tuple[str, Any]) -> tuple[Number, int] | None:
    """Return b and s where the atom is exp(|ln b|) = b**s, else None."""
    kind, inside = atom
    if kind == "exp" and len(inside) == 1 and inside[0][1] == 1:
        monomial = inside[0][0]
        if len(monomial) == 1 and monomial[0][0][0] == "log" and monomial[0][1] == 1:
            b = number(dict(monomial[0][0][1]))
            return b, sign(b - ONE)
    return None


def product(factors: Sequence[tuple[Any, Fraction]], coefficient: Fraction = ONE) -> Number:
    """Return coefficient times the product of atom**exponent, in normal form."""
    exponents: dict[Any, Fraction] = {}
    for atom, e in factors:
        exponents[atom] = exponents[atom] + e if atom in exponents else e
    result: Number = coefficient
    for atom, e in exponents.items():
        if found := base_of(atom):  # whole powers of a rational are rational, and those of a sum are multiplied out
            base, s = found
            n = math.floor(e * s)
            if isinstance(base, Fraction) or 0 < n <= EXPANDED:
                result, exponents[atom] = result * power(base, Fraction(n)), e - n * s
    kept = [(atom, e) for atom, e in exponents.items() if e]
    return result * number({tuple(sorted(kept, key=repr) if len(kept) > 1 else kept): ONE})


@lru_cache(maxsize=4096)
def factors_of(q: int) -> tuple[tuple[int, int], ...]:
    """Return integers with multiplicities whose product is q > 0: small primes, and what is left or its root."""
    found = []
    for d in (2, *range(3, 1000, 2)):
        e = 0
        while q % d == 0:
            q, e = q // d, e + 1
        found += [(d, e)] if e else []
    for e in (5, 3, 2) if 1 < q < 1 << 200 else ():
        root = int((Decimal(q).ln() / e).exp().to_integral_value())
        if root**e == q:
            return (*found, *((d, f * e) for d, f in factors_of(root)))
    return (*found, (q, 1)) if q > 1 else tuple(found)


def power(a: Number, e: Number) -> Number:
    """Return a**e, defined for positive a, for whole e and for a = 0 with positive e."""
    if isinstance(a, Fraction) and isinstance(e, Fraction) and e.denominator == 1:
        spend(1, abs(e) * (a.numerator.bit_length() + a.denominator.bit_length()))
        if a == 0 > e:
            raise Unknown("division by zero")
        return Fraction(a ** int(e))
    s = sign(a)
    if s == 0 and sign(e) > 0:
        return ZERO
    if s == 0 or (s < 0 and (isinstance(e, Real) or e.denominator != 1)):
        raise Unknown("a power of a number that is not positive")
    if isinstance(e, Fraction):
        spend(1, abs(e.numerator))
        if s < 0:
            return power(-a, e) if e.numerator % 2 == 0 else -power(-a, e)
        if isinstance(a, Real) and len(a.terms) == 1:
            ((m, c),) = a.terms.items()
            return power(c, e) * product([(atom, f * e) for atom, f in m])
        if e.denominator == 1 and 0 < e <= EXPANDED:
            return reduce(lambda b, c: b * c, [a] * int(e))
    return exp(e * log(a))


def quotient(a: Number, b: Number) -> Number:
    """Return a / b; a quotient of proportional sums is rational."""
    if sign(b) == 0:
        raise Unknown("division by zero")
    if isinstance(b, Fraction):
        return a * (1 / b)
    if isinstance(a, Real) and a.terms.keys() == b.terms.keys():
        ratios = {c / b.terms[m] for m, c in a.terms.items()}
        if len(ratios) == 1:
            return ratios.pop()
    return a * power(b, -ONE)


def exp(a: Number) -> Number:
    """Return e**a, as the product of e**(cm) over the terms cm of a."""
    result: Number = ONE
    for m, c in terms_of(a).items():
        atom = atom_of("exp", number({m: ONE}))
        found = base_of(atom)
        if found and isinstance(found[0], Real) and len(found[0].terms) == 1:
            result = result * power(found[0], c * found[1])
        elif c:
            result = result * product([(atom, c)])
    return result


def log(a: Number) -> Number:
    """Return ln a; the logarithm of a product is split into those of its factors, and that of a sum is an atom."""
    if sign(a) <= 0:
        raise Unknown("the logarithm of a number that is not positive")
    if isinstance(a, Fraction):
        up, down = factors_of(a.numerator), factors_of(a.denominator)
        split = [*((Fraction(q), c) for q, c in up), *((Fraction(q), -c) for q, c in down)]
        return number({((atom_of("log", q), ONE),): Fraction(c) for q, c in split})
    if len(a.terms) > 1:  # split off one of the terms, made positive, so that proportional sums have the same rest
        atoms = sorted({atom for m in a.terms for atom, _ in m}, key=repr)
        m = min(a.terms, key=lambda m: [dict(m).get(atom, ZERO) for atom in atoms])  # an order that multiplying keeps
        first = number({m: abs(a.terms[m])})
        rest = a * power(first, -ONE)
        return log(first) + number({((atom_of("log", rest), ONE),): Fraction(sign(rest - ONE))})
    ((m, c),) = a.terms.items()
    result = log(c)
    for (kind, inside), e in m:
        part = number(dict(inside))
        if kind == "log":
            one = number({(((kind, inside), ONE),): ONE})
            part = number({((atom_of("log", one), ONE),): Fraction(sign(one - ONE))})
        result = result + part * e
    return result


# --- enclosures: pairs of decimals, rounded down and up (operators would round as the default context says) ---

Enclosure = tuple[Decimal, Decimal]


@lru_cache
def rounding(digits: int) -> tuple[Context, Context]:
    """Return the arithmetic that rounds down and the one that rounds up."""
    down = Context(digits, ROUND_FLOOR, MIN_EMIN, MAX_EMAX)
    return down, Context(digits, ROUND_CEILING, MIN_EMIN, MAX_EMAX)


def enclose(a: Number, digits: int) -> Enclosure:
    """Enclose a number."""
    down, up = rounding(digits)
    if isinstance(a, Fraction):
        p, q = Decimal(a.numerator), Decimal(a.denominator)
        return down.divide(p, q), up.divide(p, q)
    spend(len(a.terms))
    low = high = Decimal(0)
    for m, c in a.terms.items():
        found = enclose(c, digits)
        for atom, e in m:
            found = times(found, enclose_power(atom, e, digits), digits)
        low, high = down.add(low, found[0]), up.add(high, found[1])
    return low, high


def times(a: Enclosure, b: Enclosure, digits: int) -> Enclosure:
    """Enclose a product: its ends are among the products of the ends."""
    down, up = rounding(digits)
    return min(down.multiply(x, y) for x in a for y in b), max(up.multiply(x, y) for x in a for y in b)


@lru_cache(maxsize=20000)
def enclose_power(atom: Any, e: Fraction, digits: int) -> Enclosure:
    """Enclose atom**e."""
    kind, inside = atom
    if kind == "exp":
        return image(Context.exp, enclose(number(dict(inside)) * e, digits), digits)
    low, high = image(Context.ln, enclose(number(dict(inside)), digits), digits)
    found = max(low, high.copy_negate(), Decimal(0)), max(high, low.copy_negate())  # the absolute value
    if e == 1:
        return found
    return image(Context.exp, times(image(Context.ln, found, digits), enclose(e, digits), digits), digits)


def image(function: Callable[[Context, Decimal], Decimal], a: Enclosure, digits: int) -> Enclosure:
    """Enclose exp or ln of what is enclosed; decimal rounds both to the nearest, so the neighbours enclose them."""
    down, up = rounding(digits)
    spend(digits * digits // 10_000)
    if function is Context.ln and a[0] <= 0:
        raise Unknown("a number too close to 0 to take its logarithm")
    return down.next_minus(function(down, a[0])), up.next_plus(function(up, a[1]))


def sign(a: Number) -> int:
    """Return 1, 0 or -1; raise Unknown where the largest precision does not tell."""
    if isinstance(a, Fraction):
        return (a > 0) - (a < 0)
    signs = {c > 0 for c in a.terms.values()}
    if len(signs) == 1:  # monomials are positive
        return 1 if signs == {True} else -1
    for digits in PRECISIONS:
        try:
            low, high = enclose(a, digits)
        except (Unknown, DecimalException):
            continue
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
    raise Unknown(f"a number too close to 0 for {PRECISIONS[-1]} digits")


def floor(a: Number) -> Fraction:
    """Return the largest whole number that is at most a."""
    if isinstance(a, Fraction):
        return Fraction(math.floor(a))
    for digits in PRECISIONS:
        ends = enclose(a, digits)
        if max(end.adjusted() for end in ends) < digits:
            low, high = map(math.floor, ends)
            if high - low <= 1:
                return Fraction(high if low < high and sign(a - Fraction(high)) >= 0 else low)
    raise Unknown("a number too large to find its whole part")


def decimal(a: Number) -> str:
    """Write a number for a reader: a short rational exactly, another number to twelve decimals."""
    if isinstance(a, Fraction) and max(abs(a.numerator), a.denominator) < 10**40 and len(str(a)) <= 40:
        return str(a)
    low = enclose(a, 60)[0]
    return f"{low:.12f}..." if low.adjusted() < 40 else f"{low:.12e}..."


# === formulas ===========================================================================================
# Numbers, names, calls, - and + - * / **, the relations < <= == != >= > (1 if true, else 0) and parentheses; vectors
# are combined entry by entry.

TOKEN = re.compile(r"\d+(?:\.\d+)?|[A-Za-z_][A-Za-z_0-9]*|\*\*|<=|>=|==|!=|[^ \t]", re.ASCII)
RELATIONS: dict[str, Callable[[int], bool]] = {
    "<": lambda s: s < 0, "<=": lambda s: s <= 0, "==": lambda s: s == 0,
    "!=": lambda s: s != 0, ">=": lambda s: s >= 0, ">": lambda s: s > 0,
}  # fmt: skip
BINDING = dict.fromkeys(RELATIONS, 1) | {"+": 2, "-": 2, "*": 3, "/": 3, "**": 5}
NEGATION = 4


class Formula(NamedTuple):
    """A formula that has been read: an operator or a name, and its arguments (None for a name that is not called)."""

    head: str
    arguments: tuple[Any, ...] | None = None


@lru_cache(maxsize=8192)
def read(text: str) -> Formula:
    """Read a formula; raise Malformed with the position where it is none."""
    if len(text) > MAX_TEXT:
        raise Malformed(f"a formula has {len(text)} characters; at most {MAX_TEXT} are read")
    tokens = [("", len(text)), *((match[0], match.start()) for match in reversed([*TOKEN.finditer(text)]))]
    formula = parse(tokens, 0, MAX_DEPTH)
    expect("", tokens)
    return formula


def expect(wanted: str, tokens: list[tuple[str, int]]) -> None:
    """Consume the token that has to come next."""
    word, position = tokens[-1]
    if word != wanted:
        raise Malformed(f"unexpected {word or 'end'!r} at position {position + 1} of a formula")
    tokens.pop()


def parse(tokens: list[tuple[str, int]], level: int, depth: int) -> Formula:
    """Read from the tokens, the next one last, as far as the operators bind tighter than ``level``."""
    word = tokens[-1][0]
    if depth == 0 or len(word) > 4000:
        raise Malformed(f"a formula is nested more than {MAX_DEPTH} deep, or has a number of more than 4000 digits")
    if word == "-":
        tokens.pop()
        formula = Formula("-", (parse(tokens, NEGATION, depth - 1),))
    elif word == "(":
        tokens.pop()
        formula = Formula("()", (parse(tokens, 0, depth - 1),))
        expect(")", tokens)
    elif re.match("[0-9]", word):
        formula = Formula("number", (Fraction(tokens.pop()[0]),))
    elif not re.match("[A-Za-z_]", word):
        expect("a number or a name", tokens)
    else:
        tokens.pop()
        formula = Formula(word)
        if tokens[-1][0] == "(":
            tokens.pop()
            arguments: list[Formula] = []
            while tokens[-1][0] != ")":
                if arguments:
                    expect(",", tokens)
                arguments.append(parse(tokens, 0, depth - 1))
            tokens.pop()
            formula = Formula(word, tuple(arguments))
    while BINDING.get(operator := tokens[-1][0], 0) > level:
        tokens.pop()
        formula = Formula(operator, (formula, parse(tokens, BINDING[operator] - (operator == "**"), depth - 1)))
    return formula


# --- their values: numbers, and vectors as tuples of numbers -------------------------------------------------

Vector = tuple[Number, ...]
Value = Any  # a number or a vector


class Scope:
    """Names with their values, formulas, or functions that find the value; other names are looked up further out."""

    def __init__(self, names: Mapping[str, Any], outer: Scope | None = None, trials: Sequence[Scope] = ()) -> None:
        self.names, self.outer = dict(names), outer
        self.trials: Sequence[Scope] = trials or (outer.trials if outer else ())

    def __getitem__(self, name: str) -> Value:
        scope: Scope | None = self
        while scope is not None and name not in scope.names:
            scope = scope.outer
        if scope is None:
            raise Unknown(f"{name!r} has no value here")
        found = scope.names[name]
        if found is None:
            raise Malformed(f"{name!r} is defined in terms of itself")
        if isinstance(found, Formula) or callable(found):  # the names in a formula mean what they mean here
            scope.names[name], rule = None, found
            try:
                found = rule() if callable(rule) else value(rule, scope)
            finally:
                scope.names[name] = found
        return found


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
    if isinstance(a, Fraction | Real):
        return a
    raise Malformed("a vector stands where a number is needed")


def whole(a: Value, most: int = 10**6, least: int = -(10**6)) -> int:
    """Return a value that has to be a whole number within limits."""
    if not isinstance(a, Fraction) or a.denominator != 1 or not least <= a <= most:
        raise Malformed(f"a whole number from {least} to {most} is needed")
    return int(a)


def size(a: Value) -> int:
    """Return how many words a value takes."""
    if isinstance(a, Fraction):
        bits = a.numerator.bit_length() + a.denominator.bit_length()
        spend(0, bits)
        return bits // 64
    return len(a) + sum(map(size, a)) if isinstance(a, tuple) else len(a.terms)


def largest(values: Sequence[Number]) -> Number:
    """Return the largest of some numbers."""
    if not values:
        raise Unknown("the largest of no numbers")
    return reduce(lambda best, a: a if sign(a - best) > 0 else best, values)


def magnitude(a: Number) -> Number:
    """Return |a|."""
    return a if sign(a) >= 0 else -a


def dot(a: Value, b: Value) -> Number:
    """Return the dot product."""
    return total(lift(lambda x, y: x * y if x != ZERO != y else ZERO, (a, b)))


def plus(x: Vector, factor: Number, y: Vector) -> Vector:
    """Return x + factor y."""
    return tuple(a + factor * b for a, b in zip(x, y, strict=True))


def outside_span(w: Vector, examples: Sequence[Vector]) -> Vector:
    """Return the part of w that is orthogonal to the examples (Gram-Schmidt)."""
    basis: list[Vector] = []
    for row in (*examples, w):
        rest = row
        for b in basis:
            rest = plus(rest, -quotient(dot(rest, b), dot(b, b)), b)
        basis += [rest] if any(rest) else []
    return rest


@lru_cache(maxsize=1024)
def centre(cuts: Vector, n: Value) -> Vector:
    """Return the centre (w, -theta) that the ellipsoid method has reached from the unit ball around 0.

    ``cuts`` holds n zeros and then the vectors g = y (x, 1) of its mistakes, each asking for g.centre >= 0. The matrix
    P of the ellipsoid is ``grown`` times I less the sum of a p p' over the earlier cuts, with p = P g / grown and
    a = 2/(m + 1)/(p.g). Factors are rounded down to multiples of 2**-128, which leaves the centre a combination of
    the cuts whose coefficients depend on their dot products alone.
    """
    m, grown, scale = whole(n) + 1, ONE, Fraction(1 << 128)
    c: Vector = (ZERO,) * m
    earlier: list[tuple[Number, Vector]] = []
    for g in (cuts[i : i + m] for i in range(m - 1, len(cuts), m)):
        p = g
        for a, q in earlier:
            p = plus(p, -floor(a * dot(q, g) * scale) / scale, q)
        along = dot(p, g)
        c = plus(c, floor(power(quotient(grown, along), HALF) * scale) / scale / (m + 1), p)
        earlier.append((quotient(Fraction(2, m + 1), along), p))
        grown *= Fraction(m * m, m * m - 1)
    return c


def vc_dimension(n: Value, k: Value) -> Fraction:
    """Return the VC dimension of the disjunctions of k of n variables; all sets of points are tried."""
    targets = list(itertools.combinations(range(whole(n, 5)), whole(k, 5, 0)))
    points = [tuple(any(x >> i & 1 for i in target) for target in targets) for x in range(2 ** whole(n))]
    found = 0
    while any(len(set(zip(*s, strict=True))) == 2 ** len(s) for s in itertools.combinations(points, found + 1)):
        found += 1
    return Fraction(found)


ENTRYWISE: dict[str, Callable[..., Number]] = {
    "()": lambda a: a, "+": lambda a, b: a + b, "-": lambda a, b=None: -a if b is None else a - b,
    "*": lambda a, b: a * b, "/": quotient, "**": power, "sqrt": lambda a: power(a, HALF), "exp": exp, "ln": log,
    "log": lambda a, b=None: log(a) if b is None else quotient(log(a), log(b)),
    "log2": lambda a: quotient(log(a), log(Fraction(2))), "xlog": lambda a, b: a * log(b) if sign(a) else ZERO,
    "abs": magnitude, "Abs": magnitude, "sign": lambda a: Fraction(sign(a)),
    "floor": floor, "ceiling": lambda a: -floor(-a),
    "Max": lambda *a: largest(a), "Min": lambda *a: -largest([-b for b in a]),
    **{r: lambda a, b, test=test: Fraction(test(sign(a - b))) for r, test in RELATIONS.items()},
}  # fmt: skip
WITH_VECTORS: dict[str, Callable[..., Value]] = {
    "dot": dot, "sum": lambda x: total(x), "length": lambda x: Fraction(len(x)),
    "norm": lambda x, p: power(total(power(magnitude(a), p) for a in x), quotient(ONE, p)),
    "max": lambda x: largest(x), "min": lambda x: -largest([-a for a in x]),
    "at": lambda x, i: x[whole(i, least=1) - 1],
    "part": lambda x, i, j: x[whole(i, least=1) - 1 : whole(j, least=0)],  # entries i to j
    "vector": lambda *a: tuple(itertools.chain(*(b if isinstance(b, tuple) else (b,) for b in a))),
    "indices": lambda n: tuple(map(Fraction, range(1, whole(n) + 1))),
    "hadamard_row": lambda d, i: tuple(
        Fraction(1 - 2 * ((j & (whole(i) - 1)).bit_count() % 2)) for j in range(2 ** whole(d, 12))
    ),
    "binomial": lambda n, k: Fraction(math.comb(whole(n, 5000), whole(k, 5000))),
    "centre": centre, "vc_dimension": vc_dimension,
}  # fmt: skip
OF_TRIALS: dict[str, Callable[..., Value]] = {
    "example": lambda scope, i: scope.trials[whole(i, least=1) - 1]["x"],  # x_i
    "outside_span": lambda scope, w: outside_span(  # the part of w outside the span of x_1, ..., x_{t-1}
        w, [trial["x"] for trial in scope.trials[: whole(scope["t"]) - 1]]
    ),
}  # fmt: skip
OVER: dict[str, Callable[[Sequence[Any]], Any]] = {
    "sum_t": lambda found: total(map(scalar, found)), "sum_for": lambda found: total(map(scalar, found)),
    "max_t": largest, "max_for": largest, "min_t": lambda found: -largest([-a for a in found]),
    "past_t": lambda found: lift(lambda *a: total(a), found),
}  # fmt: skip


def value(formula: Formula, scope: Scope) -> Value:
    """Return the value of a formula where names mean what ``scope`` says."""
    name, arguments = formula
    spend(1)
    if arguments is None:
        return scope[name]
    if name == "number":
        return arguments[0]
    try:
        if name == "if":
            condition, yes, no = arguments
            return value(yes if sign(scalar(value(condition, scope))) else no, scope)
        if name in ("sum_for", "max_for"):  # sum_for(i, 1, n, ...): i from 1 to n
            index, low, high, inside = arguments
            numbers = range(whole(value(low, scope)), whole(value(high, scope)) + 1)
            return OVER[name]([value(inside, Scope({index.head: Fraction(i)}, scope)) for i in numbers])
        if name == "past_t":  # over the trials up to this one, whose example is called ``last``
            where = [{"last": scope["x"], **trial.names} for trial in scope.trials[: whole(scope["t"])]]
        elif name in OVER:
            where = [trial.names for trial in scope.trials]
        if name in OVER:
            return OVER[name]([value(arguments[0], Scope(names, scope)) for names in where])
        values = [value(a, scope) for a in arguments]
        if name in ENTRYWISE:
            found = lift(ENTRYWISE[name], values)
        else:
            found = OF_TRIALS[name](scope, *values) if name in OF_TRIALS else WITH_VECTORS[name](*values)
    except KeyError:
        raise Malformed(f"there is no function {name!r}") from None
    except (TypeError, AttributeError, ValueError, IndexError):
        raise Malformed(f"{name} cannot be applied to the {len(arguments)} arguments it is given") from None
    spend(size(found))
    return found


def amount(text: str, scope: Scope) -> Number:
    """Return the value of a formula that is a number."""
    return scalar(value(read(text), scope))


# === learners and runs ==================================================================================
# A learner's state is K, which starts as 0, and c, which starts as ``first``; its weights w are a formula in them, in
# the start vector s (0 if none) and in share (the start vector, 1 if none). The prediction is yhat = num/den, and side
# is 1 where that is below its target, -1 above. With ``mass`` the weights are mass, scaled to sum to ``size``.

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
        "mass": "beta**K", "size": "1", "K": "K + ((yhat >= 1/2) != (y > 0))*abs(x - (y > 0))", "needs": "beta < 1",
        **NORMALISED,
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
    "bias_perceptron(eta, first)": {
        "w": "s + eta*K", "num": "dot(w, x) - c", "first": "first", "c": "c - eta*side", "needs": "eta > 0",
    },
    "additive(eta, rate, rho, first, a)": {
        "w": "s + K", "num": "dot(w, x) - c", "K": "rho*K + if(side, eta, rate)*y*x",
        "first": "first", "c": "c - abs(side)*a*y",
    },
    "gram(base, slope, theta, drift)": {"K": "past_t(y*(base + slope*dot(x, last))*x)", **PAST},
    "coordinate(base, slope, theta, drift)": {"K": "past_t(y*(base + slope*at(x, 1))*x)", **PAST},
    "ellipsoid()": {
        "w": "part(centre(K, n), 1, n)", "num": "dot(centre(K, n), vector(x, 1))",
        "K": "if(side, vector(K, y*vector(x, 1)), K)",
    },
    "gradient_descent(eta)": {"w": "eta*K", "K": "K + y*(y*yhat <= 0)*x", "needs": "eta > 0"},
}  # fmt: skip
USUAL = {"num": "dot(w, x)", "den": "1", "yhat": "num/den", "K": "K + side*x", "first": "0", "c": "c"}

# A version says where labels want the prediction, what a mistake is (1, 0 or its probability), and by how much other
# outcomes are widened. Losses are the distances to these intervals; where any miss is a mistake, to those of absolute.
VERSIONS: dict[str, dict[str, str]] = {
    "absolute": {"up": "[1,oo)", "down": "(-oo,-1]", "err": "y*num <= 0"},
    "toleranced(tau)": {"up": "[1-tau,oo)", "down": "(-oo,tau-1]", "err": "y*num <= 0", "tau": "tau"},
    "randomised": {"up": "[1/2,oo)", "down": "(-oo,-1/2]", "err": "Max(0, Min(1, 1/2 - y*yhat))", "tau": "1/2"},
    "expert": {"up": "(0,oo)", "down": "(-oo,0)", "err": "1/2 - y*yhat/2"},
    "classification": {"up": "(0,oo)", "down": "(-oo,0)", "err": "abs(side)"},
    "master": {"up": "(1/2,1]", "down": "[0,1/2)", "err": "abs(side)"},
    "threshold(theta)": {"up": "[theta,oo)", "down": "(-oo,theta)", "err": "abs(side)"},
    "threshold_above(theta)": {"up": "(theta,oo)", "down": "(-oo,theta]", "err": "abs(side)"},
}


def programs(table: Mapping[str, Mapping[str, str]]) -> dict[str, tuple[list[str], Mapping[str, str]]]:
    """Return the entries by name, each with the names of its parameters."""
    headers = {text: read(text) for text in table}
    return {f.head: ([p.head for p in f.arguments or ()], table[text]) for text, f in headers.items()}


ABSOLUTE = VERSIONS["absolute"]
LEARNS, TARGETS = programs(LEARNERS), programs(VERSIONS)


def look_up(table: Any, text: str, scope: Scope) -> tuple[Mapping[str, str], dict[str, Value]]:
    """Return what a table has on a learner or a version such as threshold(1/2), and the values of its parameters."""
    head, arguments = read(text)
    parameters, body = table.get(head, ([], {}))
    if not body or len(parameters) != len(arguments or ()):
        raise Malformed(f"there is nothing called {head!r} with {len(arguments or ())} parameters")
    return body, {name: value(a, scope) for name, a in zip(parameters, arguments or (), strict=True)}


class Interval(NamedTuple):
    """An outcome: from low to high (None: no end), each end closed or not."""

    low: Number | None
    high: Number | None
    low_closed: bool
    high_closed: bool

    def side(self, num: Number, den: Number = ONE) -> int:
        """Return 1 where num/den (den positive) is below the interval, -1 where it is above, 0 inside."""
        below = 1 if self.low is None else sign(num - self.low * den)
        above = -1 if self.high is None else sign(num - self.high * den)
        return (below < (0 if self.low_closed else 1)) - (above > (0 if self.high_closed else -1))

    def loss(self, scope: Scope, name: str) -> Number:
        """Return the distance of what the name stands for to the interval."""
        a = scalar(scope[name])
        side = self.side(a)
        return ZERO if side == 0 else (self.low - a if side > 0 else a - self.high)  # type: ignore[operator]


Trial = tuple[Vector, str]
"""An example and its outcome: a label, +1 or -1, or an interval."""


def interval(text: str, scope: Scope, tau: Number = ZERO) -> Interval:
    """Read an interval such as [1,oo) or (-1/2,3], and move its ends outwards by tau."""
    match = re.fullmatch(r"([\[(])([^,;]{1,500}),([^,;]{1,500})([\])])", text)
    if match is None:
        raise Malformed(f"{text[:40]!r} is no outcome; write '+1', '-1' or an interval such as '[1,oo)'")
    low = None if match[2].strip() == "-oo" else amount(match[2], scope) - tau
    high = None if match[3].strip() == "oo" else amount(match[3], scope) + tau
    closed = match[1] == "[", match[4] == "]"
    gap = 1 if low is None or high is None else sign(high - low)
    if gap < 0 or (gap == 0 and closed != (True, True)):
        raise Malformed(f"the interval {text[:40]!r} is empty")
    return Interval(low, high, *closed)


def target(version: Mapping[str, str], scope: Scope, outcome: str) -> Interval:
    """Return where a version, whose parameters are in the scope, wants the prediction."""
    label = {"+1": "up", "-1": "down"}.get(outcome)
    if label:
        return interval(version[label], scope)
    return interval(outcome, Scope({}), amount(version.get("tau", "0"), scope))


def begin(scope: Scope, trials: Sequence[Trial]) -> Scope:
    """Return a scope with the trials in it, each with the names t, x, y and what depends on the comparator u alone."""
    run = Scope({}, scope)
    texts = {"xx": "dot(x, x)", "ux": "dot(u, x)", "u_err": "y*ux <= 0", "ww": "dot(w_next, w_next)"}
    known = {name: read(text) for name, text in texts.items()}
    moments = []
    for t, (x, outcome) in enumerate(trials, 1):
        wanted = target(ABSOLUTE, Scope({}), outcome)
        names = {"t": Fraction(t), "x": x, "outcome": outcome, "y": ONE if wanted.high is None else -ONE}
        moments.append(Scope(names | known, run))
        moments[-1].names["u_loss"] = partial(wanted.loss, moments[-1], "ux")
    for inside in (run, *moments):
        inside.trials = moments
    return run


def play(run: Scope, learner: str, version: str, prefix: str = "", see: str = "x") -> None:
    """Play a learner over the trials, where it sees ``see``, and name what happened there, with the prefix."""
    body, given = look_up(LEARNS, learner, run)
    rule, parameters = look_up(TARGETS, version, run)
    rules, n = Scope(parameters), whole(run["n"])
    given |= {"share": run["start"] or (ONE,) * n, "s": run["s"]}
    if not sign(amount(body.get("needs", "1"), Scope(given))):
        raise Malformed(f"the learner {learner} needs {body['needs']}")
    program = {name: read(text) for name, text in {**USUAL, **body, "err": rule["err"]}.items()}
    state: dict[str, Any] = {"K": (ZERO,) * n, "c": value(program["first"], Scope(given))}
    given |= {name: program[name] for name in program.keys() - {"K", "c", "first"}}
    weights = [name for name in ("w", "z", "mass") if name in program]
    before = Scope(given | state, run)
    plus = minus = 0
    shown = [Scope(trial.names | {"x": value(read(see), trial)}, run) for trial in run.trials]
    for trial, seen in zip(run.trials, shown, strict=True):
        outcome = trial.names["outcome"]
        found: dict[str, Any] = {name: partial(before.__getitem__, name) for name in weights}
        now = Scope(given | state | found, seen, shown)
        num, den = scalar(now["num"]), scalar(now["den"])
        if sign(den) <= 0:
            raise Unknown("a prediction without weights")
        now.names["side"] = found["side"] = Fraction(target(rule, rules, outcome).side(num, den))
        found["yhat"] = found["wx"] = partial(now.__getitem__, "yhat")
        lost = target(ABSOLUTE if rule["err"] == "abs(side)" else rule, rules, outcome)
        found |= {"K": state["K"], "loss": partial(lost.loss, now, "yhat")}
        found["one"] = Fraction(target(rule, rules, "+1").side(num, den) == 0)
        if outcome in ("+1", "-1"):
            found["err"] = now["err"]
            plus += found["err"] == 1 and outcome == "+1"
            minus += found["err"] == 1 and outcome == "-1"
        found |= {"mplus": Fraction(plus), "mminus": Fraction(minus), "m": Fraction(plus + minus)}
        state = {name: value(program[name], now) for name in ("K", "c")}
        before = Scope(given | state, run)
        found |= {f"{name}_next": partial(before.__getitem__, name) for name in weights}
        trial.names |= {prefix + name: a for name, a in found.items()}
    run.names |= {f"{prefix}{name}_end": partial(before.__getitem__, name) for name in ("c", *weights)}


# === judging ============================================================================================


class Found(NamedTuple):
    """HOLDS, VIOLATED, VACUOUS or UNDECIDED, the sentence that says why, and the comparison that decides."""

    status: str
    reason: str
    left: Number | None = None
    right: Number | None = None


def judge(statement: Mapping[str, Any], instance: Mapping[str, Any]) -> Found:
    """Decide a statement on an instance."""
    WORK["steps"] = 0
    scope, trials = read_instance(instance)
    for name, text in statement["defines"].items():
        if name not in scope.names:
            scope.names[name] = read(text)
        elif name not in statement["measured"]:
            raise Malformed(f"{name} is set, but the claim defines it as {text}")
    failed, doubt = [], ""
    try:
        about_the_run = any("yhat" in text for text in statement["hypotheses"].values())
        run = perform(statement if about_the_run else {}, scope, trials)
        scope.trials = run.trials
        for name, text in statement["hypotheses"].items():
            try:
                if sign(amount(text, run)) == 0:
                    failed.append(name)
            except Unknown as error:
                doubt = f"hypothesis {name}: {error}"
        if failed or doubt:
            return Found("VACUOUS", f"hypothesis fails: {', '.join(failed)}") if failed else Found("UNDECIDED", doubt)
        return compare(statement, scope, trials)
    except Unknown as error:
        return Found("UNDECIDED", str(error))


def perform(part: Mapping[str, Any], scope: Scope, trials: Sequence[Trial]) -> Scope:
    """Return the run over the trials of the learner that ``part`` names, if any, and of a second one."""
    run = begin(scope, trials)
    if part.get("learner"):
        play(run, part["learner"], part["version"])
    if part.get("second"):
        version = part.get("second_version") or part["version"]
        play(run, part["second"], version, "second_", part.get("see") or "x")
    return run


def compare(statement: Mapping[str, Any], scope: Scope, trials: Sequence[Trial]) -> Found:
    """Make all comparisons of a statement whose hypotheses hold; the first that fails decides, else the tightest."""
    holds = Found("VACUOUS", "the claim speaks of nothing here")
    tightest: Number = ZERO
    runs: dict[Any, Scope] = {}
    for part in statement["compare"]:
        context = {**statement, **part}
        played = tuple(context.get(name) for name in ("learner", "version", "second", "second_version", "see"))
        run = runs[played] = runs.get(played) or perform(context, scope, trials)
        for place, here in places(context, run):
            inside = Scope({name: read(text) for name, text in part.get("with", {}).items()}, here)
            if part.get("if") and sign(amount(part["if"], inside)) == 0:
                continue
            left, right = amount(part["value"], inside), amount(statement["bound"], inside)
            side = sign(left - right)
            if not RELATIONS[statement["relation"]](side):
                return Found("VIOLATED", f"fails{place}", left, right)
            gap = (left - right) * Fraction(side)
            if holds.left is None or closer(gap, tightest):
                holds, tightest = Found("HOLDS", f"is tightest{place}", left, right), gap
    return holds


def closer(gap: Number, other: Number) -> bool:
    """Tell whether a gap is known to be smaller than another one."""
    try:
        return sign(gap - other) < 0
    except Unknown:
        return False


def places(part: Mapping[str, Any], run: Scope) -> list[tuple[str, Scope]]:
    """Return where a comparison is made: over the run, its trials, states, attributes, or entries of the trials.

    The states are those before each trial and after the last.
    """
    over, found = part.get("over", "run"), [("", run)]
    if over == "adversary":
        return [(" against the adversary", oppose(part, run))]
    if over == "worst":
        return [(" for the worst trials", Scope({"m": Fraction(worst(part, run))}, run))]
    if over not in ("run", "trials", "states", "attributes", "entries"):
        raise Malformed(f"a comparison over {over!r} is not known")
    if over in ("trials", "states", "entries"):
        found = [(f" on trial {t}", trial) for t, trial in enumerate(run.trials, 1)]
    if over == "states":
        end = {name.removesuffix("_end"): a for name, a in run.names.items() if name.endswith("_end")}
        found.append((" after the last trial", Scope(end | {"t": Fraction(len(run.trials) + 1)}, run)))
    if over in ("attributes", "entries"):
        numbers = range(1, whole(run["n"]) + 1)
        found = [(f"{on} for attribute {i}", Scope({"i": Fraction(i)}, at)) for on, at in found for i in numbers]
    return found


def oppose(part: Mapping[str, Any], run: Scope) -> Scope:
    """Return the run against an adversary that shows, on each trial, one of two candidates with its label.

    It shows z1 where the labels are the same, else the positive one if the learner errs on it, else the negative one.
    """
    if missing := {"pairs", "z1", "z2", "label", "learner"} - part.keys():
        raise Malformed(f"a comparison over 'adversary' needs {', '.join(sorted(missing))}")
    scope = Scope({name: read(text) for name, text in part.get("with", {}).items()}, run)
    chosen: list[Trial] = []
    pairs: list[dict[str, Vector]] = []
    for t in range(1, whole(amount(part["pairs"], scope), 256) + 1):
        here = Scope({"t": Fraction(t)}, scope)
        pairs.append({z: value(read(part[z]), here) for z in ("z1", "z2")})
        labels = ["+1" if sign(amount(part["label"], Scope({"x": z}, here))) else "-1" for z in pairs[-1].values()]
        first, other = sorted(zip(pairs[-1].values(), labels, strict=True), key=lambda shown: shown[1])  # +1 first
        if first[1] != other[1] and perform({**part, "second": ""}, run, [*chosen, first]).trials[-1]["err"] != 1:
            first = other
        chosen.append(first)
    again = perform(part, run, chosen)
    for trial, candidates in zip(again.trials, pairs, strict=True):
        trial.names |= candidates
    return again


def worst(part: Mapping[str, Any], run: Scope) -> int:
    """Return the most trials in {0, 1}^n, labelled by a disjunction of k attributes, that are all mistakes.

    At most ``most`` are counted.
    """
    n, most = whole(run["n"], 3), whole(amount(part.get("most", "0"), run), 4)

    def longest(disjunction: tuple[int, ...], trials: list[Trial]) -> int:
        best = len(trials)
        for x in itertools.product((ZERO, ONE), repeat=n):
            if best < most:
                longer = [*trials, (x, "+1" if any(x[i] for i in disjunction) else "-1")]
                if perform(part, run, longer).trials[-1]["err"] == 1:
                    best = max(best, longest(disjunction, longer))
        return best

    return max((longest(choice, []) for choice in itertools.combinations(range(n), whole(run["k"], n))), default=0)


# === certificates =======================================================================================


def load(text: str) -> Any:
    """Read the JSON of a certificate strictly: no key twice, no floats."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise Malformed("a key occurs twice in one object")
        return dict(pairs)

    def refuse(found: str) -> Any:
        raise Malformed(f"{found[:40]} is no exact number; write it as a text such as '3/4'")

    try:
        return json.loads(text, object_pairs_hook=once, parse_float=refuse, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"this is not JSON: {error}") from None


def exact(text: str | int) -> Number:
    """Read an exact number, such as -3/4 or sqrt(2)."""
    try:
        return amount(str(text), Scope({}))
    except (Unknown, ValueError, ArithmeticError, RecursionError) as error:
        raise Malformed(f"{str(text)[:40]!r} is no exact number: {error}") from None


def constant(text: str | int) -> Number:
    """Read an exact number outside of any certificate."""
    WORK["steps"] = 0
    return exact(text)


def read_instance(instance: Mapping[str, Any]) -> tuple[Scope, list[Trial]]:
    """Read trials, comparator u, start vector s (0 if there is none; ``start`` is empty then) and parameters."""

    def vector(texts: Sequence[str]) -> Vector:
        if not isinstance(texts, list | tuple):
            raise Malformed("a vector has to be a list of numbers")
        return tuple(map(exact, texts))

    trials = [(vector(trial["x"]), trial["outcome"]) for trial in instance.get("trials", ())]
    try:
        for outcome in {trial[1] for trial in trials}:
            target(ABSOLUTE, Scope({}), outcome)
    except Unknown as error:
        raise Malformed(f"an outcome is no interval of exact numbers: {error}") from None
    n, start = whole(exact(instance["n"]), least=0), vector(instance.get("start", ()))
    names: dict[str, Any] = {"start": start, "s": start or (ZERO,) * n}
    if "comparator" in instance:
        names["u"] = vector(instance["comparator"])
    widths = {len(x) for x in (*(x for x, _ in trials), names["s"], names.get("u", names["s"]))}
    if widths != {n}:
        raise Malformed(f"n is {n}, but there are vectors of {sorted(widths)} entries")
    sizes = {"l": Fraction(len(trials)), "n": Fraction(max(n, 1))}
    parameters = {name: exact(text) for name, text in instance.get("parameters", {}).items()}
    if taken := parameters.keys() & (names | sizes if trials or n else names).keys():
        raise Malformed(f"{', '.join(sorted(taken))} cannot be set: the trials say what it is")
    return Scope(sizes | parameters | names), trials


def changes_of(statement: Mapping[str, Any], catalogued: Mapping[str, Any]) -> set[str]:
    """Return in what a statement differs from the catalogue's."""
    before, after = catalogued["hypotheses"], statement["hypotheses"]
    found = {f"without {name}" for name in before.keys() - after.keys()}
    found |= {f"hypothesis {name}" for name in after if after[name] != before.get(name)}
    keys = (statement.keys() | catalogued.keys()) - {"hypotheses"}
    return found | {key for key in keys if statement.get(key) != catalogued.get(key)}


def confirm(text: str, catalogue: Mapping[str, Any]) -> tuple[bool, list[str]]:
    """Check a certificate; return whether it shows what it says, and sentences about what was found."""
    said: list[str] = []
    try:
        document = load(text)
        statement, claim, stated = document["statement"], document["claim"], set(document["changes"])
        if document["format"] != FORMAT or statement["relation"] not in RELATIONS:
            raise Malformed(f"the format has to be {FORMAT!r} and the relation one of {' '.join(RELATIONS)}")
        known = claim in catalogue
        changes = changes_of(statement, catalogue[claim]) if known else {"new"}
        how = f" with changes: {', '.join(sorted(changes))}" if changes else ", as catalogued"
        how = how if known else ": not in the catalogue; the statement is the certificate's own"
        said = [f"claim {claim}{how}"]
        if changes != stated:
            return False, [*said, f"but the certificate says changes: {', '.join(sorted(stated)) or 'none'}"]
        judged = judge(statement, document["instance"])
        said.append(f"{judged.status}: {judged.reason}")
        wrong = [] if judged.status == document["verdict"] else ["verdict"]
        for side, a in (("left", judged.left), ("right", judged.right)):
            said += [] if a is None else [f"{side} side {decimal(a)}"]
            wrong += [] if a is not None and near(a, document[side]) else [side]
        return not wrong, [*said, *(f"but the certificate says {key} {document[key]}" for key in wrong)]
    except Unknown as error:
        return False, [*said, str(error)]
    except (KeyError, TypeError, AttributeError) as error:
        raise Malformed(f"the certificate lacks a part or has it in a wrong form: {str(error)[:100]}") from None
    except (RecursionError, MemoryError, ArithmeticError):
        raise Malformed("the certificate needs more than this checker computes with") from None


def near(a: Number, text: str) -> bool:
    """Tell whether a number is what the text says, which is to twelve decimals if it ends in three dots."""
    gap, slack = a - exact(text.removesuffix("...")), Fraction(text.endswith("..."), 10**12)
    return sign(gap - slack) <= 0 <= sign(gap + slack)


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
