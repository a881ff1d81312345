"""The independent checker of certificates. It uses the standard library alone and imports nothing of boundcheck.

A certificate is a JSON file: a claim (learner, hypotheses, compared amounts, relation, bound, all as formulas), an
instance (parameters, trials, comparator or one for each trial, start vector) and what it is said to show. All of it is
computed again here, from the file: the run of the learner, every hypothesis, every comparison. ``statements.json``
beside this file says what the catalogue's claims are, so that a file cannot pass for a refutation of something else.

In the order of reading: exact numbers and their signs; formulas and their values; learners and runs; judging; the
file. What is not decided is not confirmed, and nothing read is ever run as code.

Among the trials of an instance, ``{"repeat": k, "trials": [...]}`` stands for these trials k times over. Where the
learner is shown to err in the same way each time (``Player.repeat``), they are played twice; else they all are.

    python kernel.py FILE    exit code 0 if the certificate is confirmed, 1 if it is not, 2 if it cannot be read
    python kernel.py FILE --claim ID [--bound TEXT] [--relation R] [--without NAME]    only if it is about this claim
    python kernel.py FILE --patience N    N times the usual limits, which are some 5 seconds and 200 MB for any file
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import math
import operator
import os
import re
import stat
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal, DecimalException
from fractions import Fraction
from functools import cached_property, cmp_to_key, lru_cache, partial, reduce
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

FORMAT = "boundcheck certificate 1"
RELEASE = "b0114e3a0c4c074d0595074383941fc59a095ef16da9ba473fae3616cf94a30d"
ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
MAX_BYTES, MAX_TEXT, MAX_DEPTH, MAX_BITS, MAX_PATIENCE = 3_000_000, 20_000, 100, 500_000, 1000
MAX_SAID = 1000  # characters of an error
MOST_SHOWN, MAX_SHOWN = 250, 1000  # numbers, vectors and trials of a file that a report shows, and their characters
MAX_STEPS = 1_200_000  # a step takes some 3 microseconds, and leaves at most some 100 bytes
PRECISIONS = (30, 80, 300, 1200)  # decimal digits
MAX_TIMES = 10**9
EXPANDED = 64  # the largest power of a sum that is multiplied out
INTERNED: dict[Any, Any] = {}


class Malformed(Exception):
    """The file is not a certificate, or needs more work than a certificate is worth: what is wrong with it."""

    def __str__(self) -> str:
        text = plain(super().__str__())
        return text if len(text) <= MAX_SAID else f"{text[: MAX_SAID // 2]} [...] {text[-MAX_SAID // 2 :]}"


class Unknown(Exception):
    """A formula has no value here, such as a quotient by zero, or its sign is not decided by the largest precision."""


def plain(text: str) -> str:
    """Return a text of which nothing can move the cursor or pass for another line of a report."""
    return text if text.isascii() and text.isprintable() else ascii(text)[1:-1]


class Undrawn(Malformed):
    """What a rule draws on a trial is not given; its places have these probabilities."""

    def __init__(self, chances: Sequence[Number]) -> None:
        super().__init__("a rule that draws is judged in expectation, and not played beside predictions")
        self.chances = chances


class Budget:
    """The work that may be done, ``patience`` times the usual: steps, and the bits of a number."""

    def __init__(self, patience: float = 1) -> None:
        self.steps, self.most, self.bits = 0, MAX_STEPS * patience, MAX_BITS * min(patience, 4)

    def spend(self, steps: int, bits: int = 0) -> None:
        """Count steps before they are done, and refuse what needs too many of them or too large numbers."""
        self.steps += steps
        if self.steps > self.most or bits > self.bits:
            what = f"numbers of more than {self.bits} bits" if bits > self.bits else f"more than {self.most} steps"
            more = "; --patience N allows more" if self.most < math.inf else ""
            raise Malformed(f"{what} would be needed{more}")


WORK = ContextVar("WORK", default=Budget(math.inf))  # noqa: B039 - what pays: outside of any, steps are counted alone


@contextmanager
def within(budget: Budget) -> Iterator[Budget]:
    """Have a budget pay for what is done here, and forget all that was found before: equal files take equal steps."""
    INTERNED.clear()
    for function in (read, exp, direction, factors_of, enclose_power, centre, vc_dimension):
        function.cache_clear()
    before, token = WORK.get(), WORK.set(budget)
    try:
        yield budget
    finally:
        WORK.reset(token)
        before.steps += budget.steps


def spend(steps: int, bits: int = 0) -> None:
    """Count steps before they are done, at the cost of the budget that pays."""
    WORK.get().spend(steps, bits)


def words(a: Fraction) -> int:
    """Return how many words of 64 bits a fraction takes; an operation on two takes their product in nanoseconds."""
    bits = a.numerator.bit_length() + a.denominator.bit_length()
    if bits > MAX_BITS:
        spend(0, bits)
    return bits // 64


# === numbers ============================================================================================
# A number is a Fraction, or a Real: a sum of rational multiples of monomials. A monomial is a product of powers of
# atoms: a set of pairs (atom, exponent). An atom is positive: ("number", b) is b, a prime or a sum, ("ln", a) is
# |ln a| of another atom a, and ("exp", m) is e**m of a monomial m. Equal monomials are added up; a Real whose terms
# cancel without being equal has a sign that stays Unknown. Atoms and monomials are interned: equal ones are the same
# object, so that comparing two of them takes no longer than looking at their outermost part.

Atom = tuple[str, Any]
Monomial = frozenset[tuple[Atom, Fraction]]


@dataclass(frozen=True, eq=False)
class Real:
    """A sum of rational multiples of monomials: the coefficient of each."""

    terms: Mapping[Monomial, Fraction]

    @cached_property
    def hash(self) -> int:
        """The hash, found once: a term's coefficient may be large, and a sum long."""
        return hash(frozenset(self.terms.items()))

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Real) and self.hash == other.hash and self.terms == other.terms)

    def __add__(self, other: Number) -> Number:
        return total((self, other))

    def __mul__(self, other: Number) -> Number:
        if isinstance(other, Fraction):
            return number({m: c * other for m, c in self.terms.items()})
        spend(size(self) * len(other.terms) + size(other) * len(self.terms))
        return total(product([*m, *o], c * d) for m, c in self.terms.items() for o, d in other.terms.items())

    def __neg__(self) -> Number:
        return self * -ONE

    def __sub__(self, other: Number) -> Number:
        return total((self, -other))

    def __rsub__(self, other: Number) -> Number:
        return total((other, -self))

    __radd__, __rmul__ = __add__, __mul__


Number = Fraction | Real


def number(terms: Mapping[Monomial, Fraction]) -> Number:
    """Return the number with these terms, a Fraction if no monomial but 1 is left."""
    spend(len(terms))
    kept = {m: c for m, c in terms.items() if c}
    return Real(kept) if any(kept) else kept.get(frozenset(), ZERO)


def terms_of(a: Number) -> Mapping[Monomial, Fraction]:
    """Return the terms of a number."""
    return a.terms if isinstance(a, Real) else {frozenset(): a}


def size(a: Value) -> int:
    """Return about how many steps an operation on a value takes, one at least."""
    if isinstance(a, Fraction):
        w = words(a)
        return 1 + (w + 4) // 8 + w * w // 1000
    if isinstance(a, Real):
        return sum(3 + len(m) + size(c) for m, c in a.terms.items())
    return 1 + sum(map(size, a.rows if isinstance(a, Matrix) else a))


def interned(a: Any) -> Any:
    """Return an atom or a monomial, always the same object for equal ones."""
    return INTERNED.setdefault(a, a)


def monomial(factors: Iterable[tuple[Atom, Fraction]]) -> Monomial:
    """Return a product of powers of atoms."""
    return interned(frozenset((interned(atom), e) for atom, e in factors))  # type: ignore[no-any-return]


def total(numbers: Iterable[Number]) -> Number:
    """Return the sum of some numbers."""
    terms: dict[Monomial, Fraction] = {}
    for a in numbers:
        spend(len(a.terms) if isinstance(a, Real) else 0)
        for m, c in terms_of(a).items():
            if m not in terms:
                terms[m] = c
            elif c:
                spend((words(terms[m]) + 8) * (words(c) + 8) // 500)
                terms[m] += c
    return number(terms)


def product(factors: Iterable[tuple[Atom, Fraction]], coefficient: Fraction = ONE) -> Number:
    """Return coefficient times the product of atom**exponent; whole powers of primes and sums are multiplied out."""
    exponents: dict[Atom, Fraction] = {}
    for atom, e in factors:
        spend(4)
        exponents[atom] = exponents[atom] + e if atom in exponents else e
    result: Number = coefficient
    for (kind, b), e in exponents.items():
        n = math.floor(e)
        if kind == "number" and n and (isinstance(b, Fraction) or 0 < n <= EXPANDED):
            result, exponents[kind, b] = result * power(b, Fraction(n)), e - n
    return result * number({monomial((atom, e) for atom, e in exponents.items() if e): ONE})


def power(a: Number, e: Number) -> Number:
    """Return a**e, defined for positive a, for whole e and for a = 0 with positive e."""
    if isinstance(e, Fraction) and e.denominator == 1:
        n = int(e)
        if isinstance(a, Fraction):
            bits = abs(n) * (a.numerator.bit_length() + a.denominator.bit_length())
            spend(1, 10 * bits)  # one step makes a tenth of the largest numbers; long sums make the others
            if a == 0 and n < 0:
                raise Unknown("division by zero")
            result = Fraction(a**n)
            spend(size(result))
            return result
        if 0 < n <= EXPANDED:
            return reduce(operator.mul, [a] * n)
        if sign(a) < 0:
            return power(-a, e) * Fraction((-1) ** (n % 2))
    if a == ZERO and sign(e) > 0:
        return ZERO
    return exp(e * log(a))


def quotient(a: Number, b: Number) -> Number:
    """Return a / b; a quotient of proportional sums is rational."""
    if sign(b) == 0:
        raise Unknown("division by zero")
    if isinstance(b, Fraction):
        return a * (1 / b)
    m, c = next(iter(b.terms.items()))
    ratio = terms_of(a).get(m, ZERO) / c
    return ratio if a == b * ratio else a * power(b, -ONE)


@lru_cache(maxsize=20000)
def exp(a: Number) -> Number:
    """Return e**a, the product of e**(cm) over the terms cm of a; for m = ln b that is b**c."""
    factors: list[tuple[Atom, Fraction]] = []
    for m, c in terms_of(a).items():
        match tuple(m):
            case ((("ln", atom), 1),):
                factors.append((atom, c * direction(atom)))
            case _:
                factors.append((("exp", m), c))
    return product(factors)


def log(a: Number) -> Number:
    """Return ln a: of a product, the sum of the factors' logarithms; of a sum, its smallest term is such a factor."""
    if sign(a) <= 0:
        raise Unknown("a logarithm, or a power that is not whole, of a number that is not positive")
    if isinstance(a, Fraction):
        powers = factors_of(a.numerator) | {q: -e for q, e in factors_of(a.denominator).items()}
        return total(Fraction(e) * log_of(("number", Fraction(q))) for q, e in powers.items())
    m, c = min(a.terms.items(), key=lambda term: enclose(number({term[0]: abs(term[1])}), PRECISIONS[0])[0])
    logarithm = total((log(abs(c)), *(e * log_of(atom) for atom, e in m)))
    return logarithm if len(a.terms) == 1 else logarithm + log_of(("number", a * power(number({m: abs(c)}), -ONE)))


def log_of(atom: Atom) -> Number:
    """Return the logarithm of an atom."""
    if atom[0] == "exp":
        return number({atom[1]: ONE})
    return number({monomial([(("ln", atom), ONE)]): direction(atom)})


@lru_cache(maxsize=20000)
def direction(atom: Atom) -> Fraction:
    """Return the sign of an atom's logarithm."""
    return Fraction(sign(number({monomial([(atom, ONE)]): ONE}) - ONE))


@lru_cache(maxsize=4096)
def factors_of(q: int) -> dict[int, int]:
    """Return integers and their exponents, the product being q > 0: small primes, and what is left or its root."""
    exponents: dict[int, int] = {}
    spend(50 + q.bit_length() // 20)
    for d in (2, *range(3, 1000, 2)):
        while q % d == 0:
            p, e = d, 1
            while q % (p * p) == 0:
                p, e = p * p, 2 * e
            spend(1 + q.bit_length() ** 2 // 10**7)
            q, exponents[d] = q // p, exponents.get(d, 0) + e
    for e in (5, 3, 2) if 1 < q < 1 << 200 else ():
        root = int((Decimal(q).ln() / e).exp().to_integral_value())
        if root**e == q:
            return exponents | {d: f * e for d, f in factors_of(root).items()}
    return exponents | {q: 1} if q > 1 else exponents


# --- enclosures: pairs of decimals, rounded down and up (operators would round as the default context says) ---

Enclosure = tuple[Decimal, Decimal]


@lru_cache
def rounding(digits: int) -> tuple[Context, Context]:
    """Return the arithmetic that rounds down and the one that rounds up."""
    down = Context(digits, ROUND_FLOOR, MIN_EMIN, MAX_EMAX)
    return down, Context(digits, ROUND_CEILING, MIN_EMIN, MAX_EMAX)


def enclose(a: Number, digits: int) -> Enclosure:
    """Enclose a number."""
    spend(2 * size(a) * (1 + digits // 100))
    down, up = rounding(digits)
    if isinstance(a, Fraction):
        p, q = Decimal(a.numerator), Decimal(a.denominator)
        return down.divide(p, q), up.divide(p, q)
    low = high = Decimal(0)
    for m, c in a.terms.items():
        term = enclose(c, digits)
        for atom, e in m:
            term = times(term, enclose_power(atom, e, digits), digits)
        low, high = down.add(low, term[0]), up.add(high, term[1])
    return low, high


def times(a: Enclosure, b: Enclosure, digits: int) -> Enclosure:
    """Enclose a product: its ends are among the products of the ends."""
    down, up = rounding(digits)
    return min(down.multiply(x, y) for x in a for y in b), max(up.multiply(x, y) for x in a for y in b)


@lru_cache(maxsize=20000)
def enclose_power(atom: Atom, e: Fraction, digits: int) -> Enclosure:
    """Enclose atom**e."""
    kind, inside = atom
    if kind == "exp":
        return image(Context.exp, enclose(number({inside: e}), digits), digits)
    if kind == "ln":
        low, high = image(Context.ln, enclose_power(inside, ONE, digits), digits)
        base = max(low, high.copy_negate(), Decimal(0)), max(high, low.copy_negate())  # the absolute value
    else:
        base = enclose(inside, digits)
    if e == 1:
        return base
    return image(Context.exp, times(image(Context.ln, base, digits), enclose(e, digits), digits), digits)


def image(function: Callable[[Context, Decimal], Decimal], a: Enclosure, digits: int) -> Enclosure:
    """Enclose exp or ln of what is enclosed; decimal rounds both to the nearest, so the neighbours enclose them."""
    down, up = rounding(digits)
    spend(20 + digits + digits**3 // 60_000)
    if function is Context.ln and a[0] <= 0:
        raise Unknown("a number too close to 0 to take its logarithm")
    return down.next_minus(function(down, a[0])), up.next_plus(function(up, a[1]))


def sign(a: Number) -> int:
    """Return 1, 0 or -1; raise Unknown where the largest precision does not tell."""
    if isinstance(a, Fraction):
        return (a.numerator > 0) - (a.numerator < 0)
    signs = {c.numerator > 0 for c in a.terms.values()}
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
        low, high = enclose(a, digits)
        if high - low < 1:
            below = Fraction(math.floor(low))
            return below + 1 if sign(a - below - ONE) >= 0 else below
    raise Unknown("a number too large to find its whole part")


def decimal(a: Number) -> str:
    """Write a number for a reader: a short rational exactly, another number to twelve decimals."""
    if isinstance(a, Fraction) and max(abs(a.numerator), a.denominator) < 10**40 and len(str(a)) <= 40:
        return str(a)
    low = enclose(a, 60)[0]
    return f"{low:.12f}..." if low.adjusted() < 40 else f"{low:.12e}..."


# === formulas ===========================================================================================
# Numbers, names, calls, - and + - * / **, the relations < <= == != >= > (1 if true, else 0), not, and, or, a if c else
# b, member(a, {b, c}) and parentheses; vectors are combined entry by entry. Matrices are square, of rationals, and have
# +, -, multiples, products with a vector, outer(v, w), solve(A, v), det(A) and the identity.

FRACTION = re.compile(r"-?[0-9]{1,4000}(/[0-9]{1,4000})?")
TOKEN = re.compile(r"\d+(?:\.\d+)?|[A-Za-z_]\w*|\*\*|[<>=!]=|[^ \t]", re.ASCII)
RELATIONS: dict[str, Callable[[int], bool]] = {
    "<": lambda s: s < 0, "<=": lambda s: s <= 0, "==": lambda s: s == 0,
    "!=": lambda s: s != 0, ">=": lambda s: s >= 0, ">": lambda s: s > 0,
}  # fmt: skip
BINDING = {"if": 1, "or": 2, "and": 3, **dict.fromkeys(RELATIONS, 5), "+": 6, "-": 6, "*": 7, "/": 7, "**": 9}
NOT, NEGATION = 4, 8


class Formula(NamedTuple):
    """A formula that has been read: an operator or name and its arguments, a bare name, or "" and a number."""

    head: str
    arguments: tuple[Any, ...] | None = None


@lru_cache(maxsize=8192)
def read(text: str) -> Formula:
    """Read a formula; raise Malformed where it is none."""
    if len(text) > MAX_TEXT:
        raise Malformed(f"a formula has {len(text)} characters; at most {MAX_TEXT} are read")
    spend(1 + len(text))
    tokens = ["", *reversed(TOKEN.findall(text))]
    formula = parse(tokens, 0, MAX_DEPTH)
    expect("", tokens)
    return formula


def formulas(texts: Mapping[str, str]) -> dict[str, Any]:
    """Read formulas that have names."""
    return {name: read(text) for name, text in texts.items()}


def expect(wanted: str, tokens: list[str]) -> None:
    """Consume the token that has to come next; "" is the end."""
    if tokens[-1] != wanted:
        raise Malformed(f"unexpected {tokens[-1][:40] or 'end'!r}, {len(tokens) - 1} words before the end of a formula")
    tokens.pop()


def parse(tokens: list[str], level: int, depth: int) -> Formula:
    """Read from the tokens, the next one last, as far as the operators bind tighter than ``level``."""
    if depth == 0 or len(tokens[-1]) > 4000:
        raise Malformed(f"a formula is nested more than {MAX_DEPTH} deep, or has a number of more than 4000 digits")
    if not re.match(r"[\w(-]", tokens[-1], re.ASCII):
        expect("a number or a name", tokens)
    word = tokens.pop()
    if word == "-":
        formula = Formula("-", (parse(tokens, NEGATION, depth - 1),))
    elif word == "not":
        formula = Formula("not", (parse(tokens, NOT, depth - 1),))
    elif word == "(":
        formula = parse(tokens, 0, depth - 1)
        expect(")", tokens)
    elif word[0] in "0123456789":
        formula = Formula("", (Fraction(word),))
    elif tokens[-1] == "(":
        tokens.pop()
        formula = Formula(word, arguments_of(word, tokens, ")", depth - 1))
    else:
        formula = Formula(word)
    while BINDING.get(sign := tokens[-1], 0) > level:
        tokens.pop()
        right = parse(tokens, BINDING[sign] - (sign == "**"), depth - 1)
        if sign == "if":
            expect("else", tokens)
            formula = Formula("if", (right, formula, parse(tokens, 0, depth - 1)))
        else:
            formula = Formula(sign, (formula, right))
    return formula


def arguments_of(function: str, tokens: list[str], end: str, depth: int) -> tuple[Formula, ...]:
    """Read what a function is applied to; the members of the set in member(x, {0, 1}) are arguments of it."""
    arguments: list[Formula] = []
    while tokens[-1] != end:
        if arguments:
            expect(",", tokens)
        if function == "member" and arguments:
            expect("{", tokens)
            arguments += arguments_of("", tokens, "}", depth)
            break
        arguments.append(parse(tokens, 0, depth))
    expect(end, tokens)
    return tuple(arguments)


# --- their values: numbers, vectors as tuples of numbers, and matrices ----------------------------------------

Vector = tuple[Number, ...]
Value = Any  # a number, a vector or a matrix


@dataclass(frozen=True)
class Matrix:
    """A square matrix of rationals, by rows."""

    rows: tuple[tuple[Fraction, ...], ...]


def matrix(rows: Iterable[Iterable[Number]]) -> Matrix:
    """Return the matrix with these rows."""
    entries = tuple(map(tuple, rows))
    if not all(isinstance(a, Fraction) for row in entries for a in row):
        raise Unknown("a matrix with an entry that is not rational")
    if any(len(row) != len(entries) for row in entries):
        raise Malformed("a matrix has as many rows as columns")
    return Matrix(entries)  # type: ignore[arg-type]


def identity(n: Value) -> Matrix:
    """Return the matrix with 1 on its diagonal and 0 elsewhere."""
    spend(whole(n, 1000) ** 2)
    return matrix([ONE if i == j else ZERO for j in range(whole(n))] for i in range(whole(n)))


def outer(v: Vector, w: Vector) -> Matrix:
    """Return the matrix whose entry (i, j) is v_i w_j."""
    spend(len(v) * (size(v) + size(w)))
    return matrix([a * b for b in w] for a in v)


def eliminated(rows: Sequence[Sequence[Fraction]]) -> tuple[Fraction, list[list[Fraction]]]:
    """Return the determinant of the first columns of some rows, and the rows after they were made the identity."""
    left, determinant = [list(row) for row in rows], ONE
    for i in range(len(left)):
        pivot = next((k for k in range(i, len(left)) if left[k][i]), None)
        if pivot is None:
            return ZERO, left
        if pivot != i:
            left[i], left[pivot], determinant = left[pivot], left[i], -determinant
        spend(2 * size(tuple(left[i])) + size(determinant))
        determinant *= left[i][i]
        left[i] = [a / left[i][i] for a in left[i]]
        for k, row in enumerate(left):
            if k != i and row[i]:
                spend(len(row) + size(tuple(row)) + size(tuple(left[i])))
                left[k] = [a - row[i] * b for a, b in zip(row, left[i], strict=True)]
    return determinant, left


def det(a: Matrix) -> Fraction:
    """Return the determinant."""
    return eliminated(a.rows)[0]


def solve(a: Matrix, v: Vector) -> Vector:
    """Return the vector whose product with the matrix is v."""
    column = [b for b in v if isinstance(b, Fraction)]
    if len(column) < len(v):
        raise Unknown("a matrix is solved for a vector with an entry that is not rational")
    determinant, rows = eliminated([(*row, b) for row, b in zip(a.rows, column, strict=True)])
    if determinant == 0:
        raise Unknown("the matrix that is solved for is singular")
    return tuple(row[-1] for row in rows)


def with_matrices(name: str, values: Sequence[Value]) -> Value:
    """Apply an operation of numbers where one of the arguments is a matrix; the sum of no matrices is 0."""
    match name, values:
        case (("+" | "-"), [Matrix(a), Matrix(b)]):
            return matrix(lift(ENTRYWISE[name], (p, q)) for p, q in zip(a, b, strict=True))
        case "+", [Matrix() as only, Fraction(numerator=0)] | [Fraction(numerator=0), Matrix() as only]:
            return only
        case "-", [Matrix(a)]:
            return matrix(lift(ENTRYWISE["-"], (row,)) for row in a)
        case (("*" | "/"), [Matrix(a), Fraction() | Real() as factor]):
            return matrix(lift(ENTRYWISE[name], (row, factor)) for row in a)
        case "*", [Fraction() | Real() as factor, Matrix(a)]:
            return matrix(lift(ENTRYWISE["*"], (factor, row)) for row in a)
        case "*", [Matrix(a), tuple(v)]:
            spend(len(v) * size(v))
            return tuple(dot(row, v) for row in a)
    raise Malformed(f"{name} cannot be applied to a matrix in this way")


class Scope:
    """Names with their values, formulas, or functions that find the value; other names are looked up further out."""

    number, times = 0, 1  # which trial it is, the first time, and how many times that comes

    def __init__(self, names: Mapping[str, Any], outer: Scope | None = None) -> None:
        self.names, self.outer = dict(names), outer
        self.trials: list[Scope] = outer.trials if outer else []
        self.columns: list[Mapping[str, Value]] = outer.columns if outer else []  # of each trial, if it has any

    def __contains__(self, name: str) -> bool:
        return name in self.names or (self.outer is not None and name in self.outer)

    def __getitem__(self, name: str) -> Value:
        scope: Scope | None = self
        while scope is not None and name not in scope.names:
            scope = scope.outer
        if scope is None:
            raise Unknown(f"{name!r} has no value here")
        meaning = scope.names[name]
        if isinstance(meaning, Formula):  # the names in it mean what they mean here
            meaning = scope.names[name] = value(meaning, scope)
        elif callable(meaning):
            meaning = scope.names[name] = meaning()
        return meaning


def lift(function: Callable[..., Number], arguments: Sequence[Value]) -> Value:
    """Apply a function of numbers, entry by entry where an argument is a vector."""
    lengths = [len(a) for a in arguments if isinstance(a, tuple)]
    if not lengths:
        return function(*arguments)
    columns = (a if isinstance(a, tuple) else (a,) * lengths[0] for a in arguments)
    return tuple(itertools.starmap(function, zip(*columns, strict=True)))


def scalar(a: Value) -> Number:
    """Return a value that has to be a number."""
    if isinstance(a, Fraction | Real):
        return a
    raise Malformed("a vector or a matrix stands where a number is needed")


def whole(a: Value, most: int = 10**6, least: int = -(10**6)) -> int:
    """Return a value that has to be a whole number within limits."""
    if not isinstance(a, Fraction) or a.denominator != 1 or not least <= a <= most:
        raise Malformed(f"a whole number from {least} to {most} is needed")
    return int(a)


def largest(values: Sequence[Number]) -> Number:
    """Return the largest of some numbers."""
    if not values:
        raise Unknown("the largest of no numbers")
    return reduce(lambda best, a: a if sign(a - best) > 0 else best, values)


def all_of(truths: Iterable[Value]) -> Fraction:
    """Return 1 if none of some numbers is 0, else 0."""
    return Fraction(all(sign(scalar(a)) for a in truths))


def magnitude(a: Number) -> Number:
    """Return |a|."""
    return a if sign(a) >= 0 else -a


def dot(a: Value, b: Value) -> Number:
    """Return the dot product."""
    return total(lift(lambda x, y: x * y if x and y else ZERO, (a, b)))


def plus(x: Vector, factor: Number, y: Vector) -> Vector:
    """Return x + factor y, and pay for two dot products as well."""
    spend(3 * (size(x) + size(y)))
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


def indices(n: Value) -> Vector:
    """Return 1, 2, ..., n."""
    spend(2 * whole(n, least=0))
    return tuple(map(Fraction, range(1, whole(n) + 1)))


def hadamard_row(d: Value, i: Value) -> Vector:
    """Return row i of Sylvester's Hadamard matrix of order 2**d."""
    spend(2 ** whole(d, 12, 0))
    return tuple(-ONE if (j & (whole(i) - 1)).bit_count() % 2 else ONE for j in range(2 ** whole(d)))


def binomial(n: Value, k: Value) -> Fraction:
    """Return the number of k-element subsets of a set of n elements."""
    spend(1 + whole(n, 5000, 0) * whole(k, 5000, 0) // 10_000)
    return Fraction(math.comb(whole(n), whole(k)))


@lru_cache
def vc_dimension(n: Value, k: Value) -> Fraction:
    """Return the VC dimension of the disjunctions of k of n variables; all sets of points are tried."""
    spend(5000)
    targets = list(itertools.combinations(range(whole(n, 5)), whole(k, 5, 0)))
    points = [tuple(any(x >> i & 1 for i in target) for target in targets) for x in range(2 ** whole(n))]
    sizes = (d for d in (1, 2, 3) for s in itertools.combinations(points, d) if len(set(zip(*s, strict=True))) == 2**d)
    return Fraction(max(sizes, default=0))  # 4 points would need 16 targets, and there are at most 10


def place(a: Vector, s: int) -> Fraction:
    """Return the place of the largest entry, or of the smallest for s = -1: the first of equal ones."""
    if not a:
        raise Unknown("the place of the largest of no entries")
    best = 0
    for i in range(1, len(a)):
        best = i if sign(a[i] - a[best]) == s else best
    return Fraction(best + 1)


def in_order(a: Vector) -> Vector:
    """Return the entries, the smallest first."""

    def order(b: Number, c: Number) -> int:
        return sign(b - c)

    spend(size(a) * len(a).bit_length())
    return tuple(sorted(a, key=cmp_to_key(order)))


def simplex(a: Vector) -> Vector:
    """Return the nearest vector of sum 1 without negative entries: all entries less a number, or 0."""
    if not a:
        raise Unknown("the projection of a vector without entries")
    high = in_order(a)[::-1]
    shifts = [quotient(total(high[:i]) - ONE, Fraction(i)) for i in range(1, len(high) + 1)]
    spend(size(a) * len(a))
    shift = [b for c, b in zip(high, shifts, strict=True) if sign(c - b) > 0][-1]
    return tuple(largest([c - shift, ZERO]) for c in a)


def blocks(a: Vector, k: Value) -> list[range]:
    """Return the places of k blocks that are as equal as can be."""
    count, n = whole(k, least=1), len(a)
    spend(count + n)
    return [range(i * n // count, (i + 1) * n // count) for i in range(count)]


def block(a: Vector, i: Value, k: Value) -> Vector:
    """Return a vector on the i-th of k blocks, and 0 elsewhere."""
    inside = blocks(a, k)[whole(i, whole(k), 1) - 1]
    return tuple(b if j in inside else ZERO for j, b in enumerate(a))


def unit(i: Value, n: Value) -> Vector:
    """Return the vector of n entries that is 1 at place i and 0 elsewhere."""
    count = whole(n, least=1)
    spend(count)
    place = whole(i, count, 1)
    return tuple(ONE if j == place else ZERO for j in range(1, count + 1))


ENTRYWISE: dict[str, Callable[..., Number]] = {
    "+": lambda a, b: a + b, "-": lambda a, b=None: -a if b is None else a - b,
    "*": lambda a, b: a * b, "/": quotient, "**": power, "sqrt": lambda a: power(a, HALF), "exp": exp, "ln": log,
    "log": lambda a, b=None: log(a) if b is None else quotient(log(a), log(b)),
    "log2": lambda a: quotient(log(a), log(Fraction(2))), "xlog": lambda a, b: a * log(b) if sign(a) else ZERO,
    "abs": magnitude, "Abs": magnitude, "sign": lambda a: Fraction(sign(a)),
    "floor": floor, "ceiling": lambda a: -floor(-a),
    "Max": lambda *a: largest(a), "Min": lambda *a: -largest([-b for b in a]), "not": lambda a: Fraction(not sign(a)),
    "member": lambda a, b, *others: Fraction(any(sign(a - c) == 0 for c in (b, *others))),
    **{r: lambda a, b, test=test: Fraction(test(sign(a - b))) for r, test in RELATIONS.items()},
}  # fmt: skip
WITH_VECTORS: dict[str, Callable[..., Value]] = {
    "dot": dot, "sum": lambda x: total(x), "length": lambda x: Fraction(len(x)),
    "outer": outer, "solve": solve, "det": det, "sort": in_order, "simplex": simplex, "block": block,
    "sums": lambda x, k: tuple(total(x[j] for j in inside) for inside in blocks(x, k)),
    "argmax": lambda x: place(x, 1), "argmin": lambda x: place(x, -1),
    "norm": lambda x, p: power(total(power(magnitude(a), p) for a in x), quotient(ONE, p)),
    "max": lambda x: largest(x), "min": lambda x: -largest([-a for a in x]), "all_i": lambda x: all_of([*x]),
    "at": lambda x, i: x[whole(i, least=1) - 1],
    "part": lambda x, i, j: x[whole(i, least=1) - 1 : whole(j, least=0)],  # entries i to j
    "vector": lambda *a: tuple(itertools.chain(*(b if isinstance(b, tuple) else (b,) for b in a))),
    "indices": indices, "hadamard_row": hadamard_row, "binomial": binomial,
    "centre": centre, "vc_dimension": vc_dimension,
}  # fmt: skip
OF_TRIALS: dict[str, Callable[..., Value]] = {
    "example": lambda scope, i: numbered(scope)[whole(i, least=1) - 1]["x"],  # x_i
    "e": lambda scope, i, k=None: unit(i, scope["n"] if k is None else k),
    "outside_span": lambda scope, w: outside_span(  # the part of w outside the span of x_1, ..., x_{t-1}
        w, [trial["x"] for trial in numbered(scope)[: whole(scope["t"]) - 1]]
    ),
}  # fmt: skip
OVER: dict[str, Callable[[Sequence[Any]], Any]] = {
    "sum_t": lambda found: added(found), "sum_for": lambda found: total(map(scalar, found)),
    "max_t": lambda found: largest(found or [ZERO]), "min_t": lambda found: -largest([-a for a in found] or [ZERO]),
    "max_for": largest, "all_t": lambda found: all_of(found),
    "past_t": lambda found: lift(lambda *a: total(a), found),
}  # fmt: skip


def value(formula: Formula, scope: Scope) -> Value:
    """Return the value of a formula where names mean what ``scope`` says."""
    name, arguments = formula
    spend(1)
    if arguments is None:
        return scope[name]
    if name == "":
        return arguments[0]
    try:
        if name == "if":
            condition, yes, no = arguments
            return value(yes if sign(scalar(value(condition, scope))) else no, scope)
        if name in ("and", "or"):
            first, second = arguments
            decided = (sign(scalar(value(first, scope))) != 0) == (name == "or")
            return Fraction(name == "or" if decided else sign(scalar(value(second, scope))) != 0)
        if name in OVER:
            *index, inside = arguments
            values = []
            for names, times in range_of(name, index, scope):
                spend(2)
                result = value(inside, Scope(names, scope))
                values.append(result if times == 1 or name != "sum_t" else multiple(result, times))
            spend(sum(map(size, values)))
            return OVER[name](values)
        if name == "before_t":
            return before(arguments[0], scope)
        if name == "now":
            (inside,) = arguments
            return value(inside, scope[NOW])
        if name == "end":
            (inside,) = arguments
            return value(inside, Scope(at_the_end(scope), scope))
        values = [value(a, scope) for a in arguments]
        spend(sum(map(size, values)))
        if name in ("min", "max") and len(values) > 1:
            name = name.capitalize()
        if name in ENTRYWISE and any(isinstance(a, Matrix) for a in values):
            return with_matrices(name, values)
        if name in ENTRYWISE:
            return lift(ENTRYWISE[name], values)
        return OF_TRIALS[name](scope, *values) if name in OF_TRIALS else WITH_VECTORS[name](*values)
    except KeyError:
        raise Malformed(f"there is no function {name!r}") from None
    except (TypeError, AttributeError, ValueError, IndexError):
        raise Malformed(f"{name} cannot be applied to the {len(arguments)} arguments it is given") from None


def before(inside: Formula, scope: Scope) -> Value:
    """Return a sum over the trials before this one, with the names of each; in now(...) they are those of this one."""
    if NOW in scope:
        raise Malformed("before_t stands within before_t")
    spend(2 * len(scope[EARLIER]))
    parts = [value(inside, Scope({NOW: scope}, then)) for then in scope[EARLIER]]
    spend(sum(map(size, parts)))
    kind = kind_of(inside, scope[SHAPES])
    if kind == "vector":
        return lift(lambda *a: total(a), [(ZERO,) * whole(scope["n"]), *parts])
    return added([multiple(scope["identity"], 0), *parts] if kind == "matrix" else parts)


def at_the_end(scope: Scope | None) -> dict[str, Any]:
    """Return the parts of the learner's state after the last trial, by name."""
    state: dict[str, Any] = {}
    while scope is not None:
        state = {name[:-4]: a for name, a in scope.names.items() if name.endswith("_end")} | state
        scope = scope.outer
    return state


def added(values: Sequence[Value]) -> Value:
    """Return the sum of numbers, or of matrices."""
    if not any(isinstance(a, Matrix) for a in values):
        return total(map(scalar, values))
    return reduce(lambda a, b: with_matrices("+", (a, b)), values)


def multiple(a: Value, times: int) -> Value:
    """Return a number or a matrix so many times."""
    return with_matrices("*", (a, Fraction(times))) if isinstance(a, Matrix) else scalar(a) * Fraction(times)


def range_of(name: str, index: Sequence[Formula], scope: Scope) -> Iterable[tuple[Mapping[str, Any], int]]:
    """Return the names that an operation goes over: i from 1 to n in sum_for(i, 1, n, ...), else those of the trials.

    With each come the times that it does. past_t stops at this trial, whose example is called ``last``.
    """
    if name in ("sum_for", "max_for"):
        i, low, high = index
        return (({i.head: Fraction(j)}, 1) for j in range(whole(value(low, scope)), whole(value(high, scope)) + 1))
    if name == "past_t":
        return (({"last": scope["x"], **trial.names}, 1) for trial in numbered(scope)[: whole(scope["t"])])
    return ((trial.names, trial.times) for trial in scope.trials)


def numbered(scope: Scope) -> list[Scope]:
    """Return the trials where each comes once, so that trial t is the t-th of them."""
    return [trial if trial.times == 1 else varies("t") for trial in scope.trials]


def varies(name: str) -> Any:
    """Refuse what is not the same in every repetition of a trial."""
    raise Unknown(f"{name} is not known to be the same in every repetition of a trial")


def amount(text: str, scope: Scope) -> Number:
    """Return the value of a formula that is a number."""
    return scalar(value(read(text), scope))


def exact(text: str | int, **names: Number) -> Number:
    """Read an exact number, such as -3/4 or sqrt(2), in which only the given names stand for something."""
    try:
        if FRACTION.fullmatch(str(text)):
            spend(2 + len(str(text)) ** 2 // 10_000)
            return Fraction(text)
        return amount(str(text), Scope(names))
    except (Unknown, ValueError, ArithmeticError, RecursionError) as error:
        raise Malformed(f"{str(text)[:40]!r} is no exact number: {error}") from None


# === learners and runs ==================================================================================
# A learner's state is K, which starts as 0, and c, which starts as ``first``; its weights w are a formula in them, in
# the start vector s (0 if none) and in share (the start vector, 1 if none). The prediction is yhat = num/den, and side
# is 1 where that is below its target, -1 above. With ``mass`` the weights are mass, scaled to sum to ``size``. With
# ``factor`` all weights have the sign of a power of it more where 1 is added to all of K: where it is positive, they
# keep their proportions.

NORMALISED = {"w": "size*mass/sum(mass)", "num": "size*dot(mass, x)", "den": "sum(mass)"}
PAST = {"w": "K", "num": "dot(w, x) - c", "first": "theta", "c": "theta + drift*dot(x, x)"}
LEARNERS: dict[str, dict[str, str]] = {
    "fixed()": {"w": "s", "K": "K"},
    "perceptron(eta)": {"w": "s + eta*K", "needs": "eta > 0"},
    "exponentiated(eta, U)": {
        "mass": "share*exp(eta*K)", "size": "U", "needs": "(eta > 0)*(U > 0)", "factor": "1", **NORMALISED,
    },
    "exponentiated_gradient(eta)": {
        "mass": "exp(-eta*K)", "size": "1", "K": "K + sign(yhat - y)*x", "needs": "eta > 0", "factor": "1",
        **NORMALISED,
    },
    "doubled_exponentiated(eta, U)": {
        "w": "U*(exp(eta*K) - exp(-eta*K))/sum(exp(eta*K) + exp(-eta*K))",
        "num": "U*dot(exp(eta*K) - exp(-eta*K), x)",
        "den": "sum(exp(eta*K) + exp(-eta*K))",
    },
    "weighted_majority(beta)": {
        "mass": "beta**K", "size": "1", "K": "K + ((yhat >= 1/2) != (y > 0))*abs(x - (y > 0))", "needs": "beta < 1",
        "factor": "beta", **NORMALISED,
    },
    "weighted_majority_vote(beta)": {
        "w": "beta**K", "num": "2*(dot(w, x) >= 0) - 1", "K": "K + (yhat != y)*(x != y)", "needs": "beta < 1",
        "factor": "beta",
    },
    "wma(eta)": {"w": "(1 - eta)**K", "K": "K + (x != y)", "needs": "eta <= 1", "factor": "1 - eta"},
    "rwma(eta)": {
        "w": "(1 - eta)**K", "den": "sum(w)", "K": "K + (x != y)", "needs": "eta <= 1", "factor": "1 - eta",
    },
    "perceptron_from(level, eta)": {"w": "0*s + level + eta*K", "needs": "eta > 0"},
    "winnow(alpha)": {"w": "alpha**K", "needs": "alpha > 1"},
    "balanced_winnow(beta)": {"w": "share*beta**(-K) - beta**K", "needs": "beta < 1"},
    "p_norm(p, a)": {"z": "s + a*K", "w": "sign(z)*abs(z)**(p - 1)", "needs": "p > 1"},
    "doubled_p_norm(p, a)": {  # on (x, -x), from z = 1
        "w": "sign(1 + a*K)*abs(1 + a*K)**(p - 1) - sign(1 - a*K)*abs(1 - a*K)**(p - 1)", "needs": "p > 1",
    },
    "qa_exp(a)": {"z": "a*K", "w": "exp(z)", "factor": "1"},
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
MONOTONE = {  # each weight goes up with its own entry of K, or down, and w.x less a constant is predicted
    "perceptron", "perceptron_from", "wma", "winnow", "p_norm", "doubled_p_norm", "qa_exp", "qa_sinh",
    "fixed_threshold", "bias_perceptron",
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
ABSOLUTE = VERSIONS["absolute"]
OUTCOMES = {"labels": r"[+-]1", "points": r"\[([^,]+),\1\]", "intervals": r"[+-]1|[\[(].*", "none": r"(?!)"}
SEQUENCE = "u of each trial"  # no name that a formula could speak of
OF_TRIAL = {"xx": "dot(x, x)", "ux": "dot(u, x)", "u_err": "y*ux <= 0"}
PLAYED = {
    "wx": "yhat", "ww": "dot(w_next, w_next)",
    "mplus": "past_t((err == 1)*(y > 0))", "mminus": "past_t((err == 1)*(y < 0))", "m": "mplus + mminus",
}  # fmt: skip


def look_up(table: Mapping[str, Any], text: str, scope: Scope) -> tuple[Mapping[str, str], dict[str, Value]]:
    """Return what a table has on a learner or a version such as threshold(1/2), and the values of its parameters."""
    head, arguments = read(text)
    for header, body in table.items():
        name, parameters = read(header)
        if name == head and len(parameters or ()) == len(arguments or ()):
            return body, {p.head: value(a, scope) for p, a in zip(parameters or (), arguments or (), strict=True)}
    raise Malformed(f"there is nothing called {head!r} with {len(arguments or ())} parameters")


Ends = list[tuple[Number, Fraction, bool]]
"""The finite ends of an interval, each with 1 if it is the lower one, -1 if the upper, and whether it is closed."""


def side_of(ends: Ends, num: Number, den: Number = ONE) -> Fraction:
    """Return 1 where num/den (den positive) is below an interval, -1 where it is above, 0 inside."""
    return sum((s for end, s, closed in ends if sign(s * (num - end * den)) < (0 if closed else 1)), ZERO)


def distance(ends: Ends, scope: Scope, name: str) -> Number:
    """Return the distance of what the name stands for to an interval."""
    return largest([ZERO, *(s * (end - scalar(scope[name])) for end, s, _ in ends)])


Trial = tuple[Vector, str]
"""An example and its outcome: a label, +1 or -1, or an interval."""


class Block(NamedTuple):
    """Trials that come so many times, one after the other."""

    trials: list[Trial]
    times: int = 1


def interval(text: str, names: Mapping[str, Number], widened: Number = ZERO) -> Ends:
    """Read an interval such as [1,oo) or (-theta,3], and move its ends outwards."""
    match = re.fullmatch(r"([\[(])([^,;]{1,500}),([^,;]{1,500})([\])])", text)
    if match is None:
        raise Malformed(f"{text[:40]!r} is no outcome; write '+1', '-1' or an interval such as '[1,oo)'")
    ends = []
    for end, infinite, s, closed in ((match[2], "-oo", ONE, match[1] == "["), (match[3], "oo", -ONE, match[4] == "]")):
        if end.strip() != infinite:
            ends.append((exact(end, **names) - s * widened, s, closed))
    if len(ends) == 2 and sign(ends[1][0] - ends[0][0]) < (0 if ends[0][2] and ends[1][2] else 1):
        raise Malformed(f"the interval {text[:40]!r} is empty")
    return ends


def target(version: Mapping[str, str], parameters: Mapping[str, Number], outcome: str) -> Ends:
    """Return where a version wants the prediction."""
    if label := {"+1": "up", "-1": "down"}.get(outcome):
        return interval(version[label], parameters)
    return interval(outcome, {}, exact(version.get("tau", "0"), **parameters))


class Run(Scope):
    """A run: its trials, and by how they are repeated those of each block with the times that they come."""

    blocks: list[tuple[list[Scope], int]]


def begin(scope: Scope, blocks: Sequence[Block]) -> Run:
    """Return a scope with the trials in it, each with the names t, x, y and what depends on the comparator u alone."""
    run, t = Run({}, scope), 1
    run.trials, run.blocks = [], []
    for trials, times in blocks:
        here = [trial_scope(run, t + i, trial) for i, trial in enumerate(trials)]
        for i, trial in enumerate(here):
            trial.number, trial.times = t + i, times
            trial.names |= {"t": partial(varies, "t")} if times > 1 else {}
            trial.names |= {a: partial(varies, a) for a in ("u", "u_next") if times > 1 and SEQUENCE in run}
        run.blocks.append((here, times))
        run.trials += here
        t += len(trials) * times
    return run


def trial_scope(run: Scope, t: int, trial: Trial) -> Scope:
    """Return a trial with the names of what does not depend on the learner."""
    spend(20)
    x, outcome = trial
    wanted = target(ABSOLUTE, {}, outcome)
    point = len(wanted) == 2 and wanted[0][0] == wanted[1][0]
    label = {"+1": ONE, "-1": -ONE}.get(outcome)
    names = {"t": Fraction(t), "x": x, "outcome": outcome}
    names |= {"y": wanted[0][0]} if point else {} if label is None else {"y": label}
    names |= with_each(t, run[SEQUENCE]) if SEQUENCE in run else {}
    names |= run.columns[t - 1] if run.columns else {}
    scope = Scope(names | formulas(OF_TRIAL), run)
    scope.names["u_loss"] = partial(distance, wanted, scope, "ux")
    return scope


def with_each(t: int, sequence: Sequence[Vector]) -> dict[str, Vector]:
    """Return the comparator of a trial, and that of the next one, which after the last trial is the same."""
    if t > len(sequence):
        raise Unknown(f"there is no comparator for trial {t}")
    return {"u": sequence[t - 1], "u_next": sequence[min(t, len(sequence) - 1)]}


class Player:
    """A learner of the table in a run. Its state is a scope, in which K, c and the weights have their values."""

    def __init__(self, run: Run, learner: str, version: str) -> None:
        spend(20)
        self.run, self.head = run, read(learner).head
        self.body, given = look_up(LEARNERS, learner, run)
        self.rule, self.parameters = look_up(VERSIONS, version, run)
        n = whole(run["n"])
        self.lossy = ABSOLUTE if self.rule["err"] == "abs(side)" else self.rule
        given |= {"share": run["start"] or (ONE,) * n, "s": run["s"]}
        if not sign(amount(self.body.get("needs", "1"), Scope(given))):
            raise Malformed(f"the learner {learner} needs {self.body['needs']}")
        self.program = formulas({**USUAL, **self.body, "err": self.rule["err"]})
        self.given = given | {name: self.program[name] for name in self.program.keys() - {"K", "c", "first"}}
        self.weights = self.program.keys() & {"w", "z", "mass"}
        self.first = self.state((ZERO,) * n, value(self.program["first"], Scope(given)))

    def state(self, K: Any, c: Any) -> Scope:
        """Return a state."""
        return Scope(self.given | {"K": K, "c": c}, self.run)

    def ends(self, outcome: str) -> Ends:
        """Return where the version wants the prediction."""
        return target(self.rule, self.parameters, outcome)

    def meet(self, trial: Scope, before: Scope) -> Scope:
        """Name what happens on a trial, and return the state after it."""
        spend(60)
        outcome = trial.names["outcome"]
        state = {name: before.names[name] for name in ("K", "c")}
        now = Scope(self.given | state | {name: partial(before.__getitem__, name) for name in self.weights}, trial)
        num, den = scalar(now["num"]), scalar(now["den"])
        if sign(den) <= 0:
            raise Unknown("a prediction without weights")
        now.names["side"] = side_of(self.ends(outcome), num, den)
        now.names["one"] = Fraction(side_of(self.ends("+1"), num, den) == 0)
        now.names["loss"] = partial(distance, target(self.lossy, self.parameters, outcome), now, "yhat")
        shown = {"K", "side", "one", "loss", "yhat", *self.weights} | ({"err"} if outcome in ("+1", "-1") else set())
        after = self.state(*(value(self.program[name], now) for name in ("K", "c")))
        trial.names |= formulas(PLAYED) | {name: partial(now.__getitem__, name) for name in shown}
        trial.names |= {f"{name}_next": partial(after.__getitem__, name) for name in self.weights}
        return after

    def repeat(self, trials: Sequence[Scope], again: Sequence[Scope], first: Scope, after: Scope, times: int) -> Scope:
        """Return the state after a block that led from ``first`` to ``after``, and drop the names of what varies in it.

        The sides are the same each time where the state is, where all weights keep their proportions (``factor``),
        and where those of the first time and of the last enclose the others (``enclosed``).
        """
        if after["c"] != first["c"] or len(after["K"]) != len(first["K"]):
            varies("the state")
        move = lift(lambda a, b: a - b, (after["K"], first["K"]))
        if not any(move):
            return after
        spend(2 * (size(move) + size(first["K"])))
        zero = all(end == ZERO for trial in trials for end, _, _ in self.ends(trial.names["outcome"]))
        same = bool(self.body.keys() & {"num", "den"})
        free = "factor" in self.body and (same or zero) and sign(amount(self.body["factor"], Scope(self.given))) > 0
        common = -largest([-a for a in move]) if free else ZERO
        if any(a != common for a in move):
            same = False
            drift = tuple((a - common) * Fraction(times - 1) for a in move)
            self.enclosed(trials, again, self.state(lift(operator.add, (first["K"], drift)), first["c"]))
        kept = {"yhat", "one", "loss", "err"} if same else {"err"} if self.rule["err"] == "abs(side)" else set()
        for trial in trials:
            gone = {"K", "yhat", "one", "loss", "err", *self.weights, *(f"{name}_next" for name in self.weights)} - kept
            trial.names |= {name: partial(varies, name) for name in gone}
        return self.state(tuple(a + b * Fraction(times) for a, b in zip(first["K"], move, strict=True)), first["c"])

    def enclosed(self, trials: Sequence[Scope], again: Sequence[Scope], last: Scope) -> None:
        """Raise Unknown unless the sides are those of ``trials`` also where the block starts at ``last``, and between.

        K moves in a straight line from one time to the next, as long as the sides are the same, and each weight goes up
        or down with its entry of K: so w.x is between the sums of its entries' smaller and larger values.
        """
        if self.head not in MONOTONE:
            varies("what the learner predicts")
        for trial, other in zip(trials, again, strict=True):
            last = self.meet(other, last)
            shifts = lift(lambda x, v, w: x * (v - w), (trial["x"], other["w"], trial["w"]))
            spend(size(shifts))
            num, ends = scalar(trial["yhat"]), self.ends(trial.names["outcome"])
            low, high = (total([num, *(a for a in shifts if sign(a) == s)]) for s in (-1, 1))
            if not side_of(ends, low) == side_of(ends, high) == trial["side"] == other["side"]:
                varies("on which side the learner errs")


def play(run: Run, learner: str, version: str) -> None:
    """Play a learner over the trials and name there what happened."""
    player = Player(run, learner, version)
    state = player.first
    for trials, times in run.blocks:
        first = state
        again = [Scope(trial.names, run) for trial in trials if times > 1]
        for trial in trials:
            state = player.meet(trial, state)
        if times > 1:
            state = player.repeat(trials, again, first, state, times)
    run.names |= {f"{name}_end": partial(state.__getitem__, name) for name in ("c", *player.weights)}


# --- learners by rule: a certificate's own. The state is what ``rule`` has formulas for, each in terms of the state
# before the trial; it starts at ``start``, or at 0. Names that are no part of the state and not said of a trial are
# parameters, and nothing of the comparator can be spoken of.

SEEN = ("x", "xx", "t", "n", "l", "updates", "identity")
TOLD = ("y", "yhat", "side", "gap")
OBSERVED, NOW, EARLIER, SHAPES = "observed", "this trial", "trials before this one", "kinds of names"
STATE = ("w", "z", "c")
RUN = ("u", "s", "start", "loss", "err", "update", "one", "u_loss", "z1", "z2")
TAKEN = {*SEEN, *TOLD, *STATE, *RUN, *OF_TRIAL, *PLAYED, "outcome"}
KINDS = dict.fromkeys(("dot", "norm", "sum", "det", "and", "or", "not", "all_i", "at", "argmax", "argmin"), "number")
KINDS |= {"outer": "matrix"} | dict.fromkeys(("solve", "sort", "simplex", "e", "block", "sums"), "vector")


def taken(name: str) -> bool:
    """Tell whether the trials, or the runs of learners, give a name a meaning of its own."""
    return name.removeprefix("second_").removesuffix("_next").removesuffix("_end") in TAKEN


def names_in(formula: Formula) -> set[str]:
    """Return the names in a formula."""
    spend(1)
    if formula.arguments is None:
        return {formula.head}
    return set().union(*(names_in(a) for a in formula.arguments if isinstance(a, Formula)))


def names_now(formula: Formula, within: bool = False) -> set[str]:
    """Return the names in a formula of a rule that mean something of this trial; ``within`` before_t those in now."""
    head, arguments = formula
    if arguments is None:
        return set() if within else {head}
    inner = (within or head == "before_t") and head != "now"
    return set().union(*(names_now(a, inner) for a in arguments if isinstance(a, Formula)))


def kind_of(formula: Formula, kinds: Mapping[str, str]) -> str:
    """Return whether a formula is a number, a vector or a matrix where names have these kinds, else numbers."""
    spend(1)
    head, arguments = formula
    if arguments is None:
        return kinds.get(head, "number")
    if head in KINDS or head == "" or (head in ("max", "min") and len(arguments) == 1):
        return KINDS.get(head, "number")
    argument_kinds = {kind_of(a, kinds) for a in (arguments[1:] if head == "if" else arguments)}
    return next((kind for kind in ("vector", "matrix") if kind in argument_kinds), "number")


def kinds_of(
    updates: Mapping[str, Formula], starts: Mapping[str, Formula], columns: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return the kind of each part of a rule's state: what is a vector is found before what is a matrix."""
    parts = [*updates.items(), *starts.items()]
    kinds = {"x": "vector", "identity": "matrix", **(columns or {})} | ({"w": "vector"} if "w" in updates else {})
    for kind in ("vector", "matrix"):
        while grown := {name for name, formula in parts if name not in kinds and kind_of(formula, kinds) == kind}:
            kinds |= dict.fromkeys(grown, kind)
    return {name: kinds.get(name, "number") for name in updates}


def is_a(kind: str, a: Value) -> bool:
    """Tell whether a value is of a kind."""
    return isinstance(a, Fraction | Real if kind == "number" else tuple if kind == "vector" else Matrix)


def at_start(kind: str, formula: Formula | None, run: Scope) -> Value:
    """Return the state's part that starts at a formula: a number stands at every place of a vector."""
    start = ZERO if formula is None else value(formula, run)
    if kind == "matrix":
        start = outer((ZERO,) * whole(run["n"]), (ZERO,) * whole(run["n"])) if formula is None else start
    if not is_a("matrix" if kind == "matrix" else "number", start):
        raise Malformed("a part of a rule's state starts at a vector, or a matrix and a number stand for each other")
    return (start,) * whole(run["n"]) if kind == "vector" else start


def read_rule(
    rule: Mapping[str, Any], free: set[str], columns: Iterable[str] = ()
) -> tuple[dict[str, Any], dict[str, Any], Formula]:
    """Read a rule's updates, starts and prediction; ``free`` are the parameters."""
    if others := rule.keys() - {"rule", "start", "predict", "draw", "observe"}:
        raise Malformed(f"a rule has no part {sorted(others)[0][:40]!r}; it has rule, start and predict")
    updates, starts, draw = formulas(rule["rule"]), formulas(rule.get("start", {})), formulas(rule.get("draw", {}))
    shown = {*SEEN, *columns, *draw}
    predict = read(rule.get("predict", "dot(w, x)"))
    meant = updates.keys() | {f"{name}_next" for name in updates}
    if (
        any(map(taken, updates.keys() - STATE))
        or starts.keys() - updates.keys()
        or meant & free
        or len(meant) < 2 * len(updates)
        or len(draw) > 1
        or any(map(taken, draw))
        or draw.keys() & (meant | free | {*columns})
    ):
        raise Malformed("a part of a rule's state has a name that is taken, or a start but no update")
    told = {*shown, *TOLD} if "observe" not in rule else {OBSERVED, *shown} - {"x", "xx"}
    own = {*updates, *free}
    known = (
        (updates.values(), own | told),
        (starts.values(), {"n", "l", "identity", *free}),
        (draw.values(), (own | (told & shown)) - {*draw}),
        ([predict], own | shown),
        ([read(rule.get("observe", "0"))], own | shown | {*TOLD}),
    )
    ever = own | shown | {*TOLD, OBSERVED}
    for formula, names in ((formula, names) for some, names in known for formula in some):
        if strange := names_now(formula) - names | names_in(formula) - ever:
            raise Malformed(f"a rule speaks of {sorted(strange)[0][:40]!r}, which a learner does not know there")
    return updates, starts, predict


def play_rule(run: Run, rule: Mapping[str, Any], version: str, free: set[str], columns: Mapping[str, str]) -> None:
    """Play a learner by its rule, with parameters of these names, over the trials and name there what happened."""
    aims, parameters = look_up(VERSIONS, version, run)
    updates, starts, predict = read_rule(rule, free, columns)
    kinds = kinds_of(updates, starts, {name: column_kind(text)[0] for name, text in columns.items()})
    state: dict[str, Any] = {name: at_start(kind, starts.get(name), run) for name, kind in kinds.items()}
    if run["start"] and "w" in state:
        state["w"] = run["start"]
    drawn, observed = formulas(rule.get("draw", {})), read(rule.get("observe", "0"))
    looks_back = "before_t" in str((updates, predict, observed, drawn))
    counted = any("updates" in names_in(formula) for formula in (*updates.values(), predict, *drawn.values()))
    past: list[Scope] = []
    shapes = {"x": "vector", "identity": "matrix", **kinds}
    shapes |= {name: column_kind(text)[0] for name, text in columns.items()}
    count = ZERO
    for trials, times in run.blocks:
        first, earlier = state, count
        for trial in trials:
            now = Scope({**state, "updates": count, OBSERVED: observed, EARLIER: past, SHAPES: shapes}, trial)
            for name, formula in drawn.items():
                if name not in trial.names:
                    raise Undrawn(chances(value(formula, now)))
            predicted(trial, now, aims, parameters, scalar(value(predict, now)))
            state = moved(trial, now, state, updates, kinds)
            count += now["update"] if counted else ZERO
            past += [now] if looks_back else []
        if times > 1 and looks_back:
            varies("the past")
        if times > 1 and (count != earlier or differ(first, state)):
            varies("the state")
    run.names |= {f"{name}_end": a for name, a in state.items()}


def moved(
    trial: Scope, now: Scope, state: dict[str, Any], updates: Mapping[str, Formula], kinds: Mapping[str, str]
) -> dict[str, Any]:
    """Return the state after a trial of which the prediction is known, and name there what it was and is."""
    new = {name: value(formula, now) for name, formula in updates.items()}
    for name, a in new.items():
        if not is_a(kinds[name], a):
            raise Malformed(f"the rule for {name[:40]} does not give a {kinds[name]}, which is needed")
    now.names["update"] = partial(differ, state, new)
    trial.names["update"] = partial(now.__getitem__, "update")
    trial.names |= state | {f"{name}_next": a for name, a in new.items()}
    return new


def chances(weights: Value) -> list[Number]:
    """Return the probabilities of places that are proportional to the entries of a vector."""
    if not isinstance(weights, tuple):
        raise Malformed("what a rule draws is drawn in proportion to the entries of a vector")
    whole = total(weights)
    if any(sign(a) < 0 for a in weights) or sign(whole) <= 0:
        raise Unknown("a draw in proportion to a vector with an entry below 0, or with none above 0")
    return list(weights) if whole == ONE else [quotient(a, whole) for a in weights]


def predicted(trial: Scope, now: Scope, aims: Mapping[str, str], parameters: dict[str, Value], yhat: Number) -> None:
    """Name what a prediction means: in ``now``, the scope of the learner, and on the trial."""
    outcome, lossy = trial.names["outcome"], ABSOLUTE if aims["err"] == "abs(side)" else aims
    ends = target(aims, parameters, outcome)
    now.names |= {"yhat": yhat, "num": yhat, "side": side_of(ends, yhat), "err": read(aims["err"])}
    now.names["gap"] = now.names["side"] * distance(ends, now, "yhat")
    now.names["loss"] = partial(distance, target(lossy, parameters, outcome), now, "yhat")
    now.names["one"] = partial(lambda: Fraction(side_of(target(aims, parameters, "+1"), yhat) == 0))
    told = ("yhat", "side", "gap", "loss", "one", *(("err",) if outcome in ("+1", "-1") else ()))
    trial.names |= {name: partial(now.__getitem__, name) for name in told} | formulas(PLAYED)


def differ(old: Mapping[str, Value], new: Mapping[str, Value]) -> Fraction:
    """Return 1 if two states differ, else 0."""
    if any(new[name] != old[name] for name in new if isinstance(new[name], Matrix)):
        return ONE
    gaps = [lift(lambda a, b: a - b, (a, old[name])) for name, a in new.items() if not isinstance(a, Matrix)]
    return Fraction(any(sign(g) for gap in gaps for g in (gap if isinstance(gap, tuple) else (gap,))))


# --- a program's predictions, as a certificate has recorded them: the program itself is not played, and a learner that
# stands beside them, by rule or of the table, tells how far they are from what it predicts.


def recorded(learner: Any) -> TypeGuard[Mapping[str, Any]]:
    """Tell whether a learner is told by what it predicted; refuse what is neither that nor another learner."""
    if not isinstance(learner, Mapping) or "predictions" not in learner:
        return False
    given, beside = learner["predictions"], learner.get("beside", "")
    if others := learner.keys() - {"predictions", "of", "beside"}:
        raise Malformed(f"recorded predictions have no part {sorted(others)[0][:40]!r}; they have of and beside")
    if not isinstance(given, list) or not isinstance(learner.get("of", ""), str):
        raise Malformed("predictions are a list of exact numbers, and of is the name of what made them")
    if not isinstance(beside, str | Mapping) or "predictions" in beside:
        raise Malformed("what stands beside recorded predictions is a learner of the table, or one by rule")
    return True


def play_recorded(run: Run, learner: Mapping[str, Any], version: str) -> None:
    """Name on the trials what happened where these predictions were made, one for each trial."""
    (aims, parameters), given = look_up(VERSIONS, version, run), learner["predictions"]
    if len(given) != run["l"]:
        raise Malformed(f"there are {len(given)} recorded predictions for {run['l']} trials; there has to be one each")
    for trial, text in zip(numbered(run), given, strict=True):
        spend(60)
        if not isinstance(text, str):
            raise Malformed(f"the prediction {str(text)[:40]} is no text with an exact number, such as '3/4'")
        predicted(trial, Scope({}, trial), aims, parameters, exact(text))


def perform(part: Mapping[str, Any], scope: Scope, blocks: Sequence[Block]) -> Scope:
    """Return the run over the trials of the learner that ``part`` names, if any, and of a second one.

    The second learner sees ``see`` instead of x; what happens to it is named with second_ in front.
    """
    run = begin(scope, blocks)
    if recorded(part.get("learner")):
        play_recorded(run, part["learner"], part["version"])
    elif isinstance(part.get("learner"), Mapping):
        free = {*part.get("free", ()), *part.get("defines", ())}
        play_rule(run, part["learner"], part["version"], free, part.get("trial", {}))
    elif part.get("learner"):
        play(run, part["learner"], part["version"])
    if part.get("second"):
        see = read(part.get("see") or "x")
        seen = (([(value(see, trial), trial.names["outcome"]) for trial in here], times) for here, times in run.blocks)
        other = begin(scope, list(itertools.starmap(Block, seen)))
        play(other, part["second"], part.get("second_version") or part["version"])
        for here, there in zip((run, *run.trials), (other, *other.trials), strict=True):
            here.names |= {f"second_{name}": partial(there.__getitem__, name) for name in there.names}
    return run


OF_THE_RUN = ("yhat", "side", "gap", "update", "loss", "err", "end")

# === judging ============================================================================================


class Decision(NamedTuple):
    """HOLDS, VIOLATED, VACUOUS or UNDECIDED, the sentence that says why, and the comparison that decides."""

    status: str
    reason: str
    left: Number | None = None
    right: Number | None = None


def judge(statement: Mapping[str, Any], instance: Mapping[str, Any], patience: int = 1) -> Decision:
    """Decide a statement on an instance, within ``patience`` times the usual work."""
    with within(Budget(patience)):
        return decide(statement, instance)


def require_open(statement: Mapping[str, Any]) -> None:
    """Refuse a parameter whose name the trials, or the run of a learner, give a meaning of its own."""
    for name in () if statement["outcomes"] == "none" else (*statement["free"], *statement["defines"]):
        if taken(name):
            raise Malformed(f"a parameter is called {name[:40]}, which has a meaning of its own")


def decide(statement: Mapping[str, Any], instance: Mapping[str, Any]) -> Decision:
    """Decide a statement on an instance within the work that is left; what is repeated is played out where it must."""
    if statement.get("adversary", "oblivious") not in ("oblivious", "adaptive"):
        raise Malformed("an adversary is oblivious or adaptive")
    if draw_of(statement):
        return decide_expected(statement, played_out(instance))
    decision = decide_blocks(statement, instance)
    if decision.status != "UNDECIDED" or not any("repeat" in item for item in instance.get("trials", ())):
        return decision
    return decide_blocks(statement, played_out(instance))


def draw_of(statement: Mapping[str, Any]) -> Mapping[str, str]:
    """Return what the learner draws on each trial, and in proportion to what."""
    learner = statement.get("learner")
    draws = learner.get("draw", {}) if isinstance(learner, Mapping) else {}
    return draws if isinstance(draws, Mapping) else {}


def plays_alone(learner: Any) -> bool:
    """Tell whether all that a rule looks at is the trial: it draws nothing, and sees all of it."""
    return not (isinstance(learner, Mapping) and learner.keys() & {"draw", "observe"})


def decide_expected(statement: Mapping[str, Any], instance: Mapping[str, Any]) -> Decision:
    """Decide a statement on a learner that draws: on each path of draws all hypotheses hold, and both sides are added
    up, each times the probability of the path.
    """
    (part,) = statement["compare"]
    if part.keys() != {"value"} or statement.get("comparator") == "u_t":
        raise Malformed("the expectation is of one value of the run, against one comparator")
    (name,) = draw_of(statement)
    if any(name in trial.get("columns", {}) for trial in instance.get("trials", ())):
        raise Malformed(f"the trials say what {name[:40]} is, which is drawn")
    paths: list[tuple[list[int], Number]] = [([], ONE)]
    sides: list[tuple[Number, Number]] = []
    while paths:
        path, chance = paths.pop()
        try:
            decision = decide_blocks(statement, along(statement, instance, path))
        except Undrawn as drawn:
            paths += [([*path, i], chance * q) for i, q in enumerate(drawn.chances, 1) if q != ZERO]
            continue
        if decision.left is None or decision.right is None:
            return decision
        sides.append((chance * decision.left, chance * decision.right))
    left, right = (total(side) for side in zip(*sides, strict=True))
    said = f"the expectation of {part['value']} {statement['relation']} that of {statement['bound']}"
    try:
        holds = RELATIONS[statement["relation"]](sign(left - right))
    except Unknown as error:
        return Decision("UNDECIDED", str(error))
    return Decision("HOLDS", said, left, right) if holds else Decision("VIOLATED", f"{said} fails", left, right)


def along(statement: Mapping[str, Any], instance: Mapping[str, Any], path: Sequence[int]) -> Mapping[str, Any]:
    """Return an instance with what is drawn on its first trials, and the trials that this leads to.

    Of an adaptive adversary the trials are in levels: the first, those that follow its draws 1, ..., n, and so on.
    """
    (name,), trials = draw_of(statement), list(instance.get("trials", ()))
    if statement.get("adversary") == "adaptive":
        n, place, places, size = instance["n"], 0, list[int](), 0
        while size < len(trials):
            i = path[len(places)] if len(places) < len(path) else 1
            size, places, place = size + n ** len(places), [*places, place], n * place + i
        if size != len(trials):
            raise Malformed(f"the trials are no tree with {n} branches everywhere")
        trials = [trials[i] for i in places]
    spend(5 * len(trials))
    given = [
        {**trial, "columns": {**trial.get("columns", {}), name: str(i)}} for trial, i in zip(trials, path, strict=False)
    ]
    return {**instance, "trials": [*given, *trials[len(path) :]]}


def played_out(instance: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an instance with every trial in its own place."""
    spend(5 * sum(len(block.trials) * block.times for block in blocks_of(instance)))
    trials = (item["trials"] * item["repeat"] if "repeat" in item else [item] for item in instance.get("trials", ()))
    return {**instance, "trials": list(itertools.chain(*trials))}


def settled(statement: Mapping[str, Any], instance: Mapping[str, Any]) -> tuple[Scope, list[Block]]:
    """Return the names of an instance with what the statement defines, and its trials."""
    scope, blocks = read_instance(instance, statement)
    require_open(statement)
    for name, text in statement["defines"].items():
        spend(5)
        if name not in scope.names:
            scope.names[name] = read(text)
        elif name not in statement["free"]:
            raise Malformed(f"{name} is set, but the claim defines it as {text}")
    return scope, blocks


def about_the_run(statement: Mapping[str, Any]) -> bool:
    """Tell whether a hypothesis or a definition speaks of what the learner does, so that it has to play first."""
    learner = statement.get("learner")
    if draw_of(statement):
        return True
    parts = learner.get("rule", ()) if isinstance(learner, Mapping) else ()
    played = {*OF_THE_RUN, *parts, *(f"{name}_next" for name in parts)}
    texts = (*statement["hypotheses"].values(), *statement["defines"].values())
    return any(played & set(re.findall(r"\w+", text)) for text in texts)


def decide_blocks(statement: Mapping[str, Any], instance: Mapping[str, Any]) -> Decision:
    """Decide a statement on an instance, playing what is repeated no more than twice."""
    scope, blocks = settled(statement, instance)
    failed, doubt = [], ""
    try:
        scope.trials = begin(scope, blocks).trials  # of which a parameter that the learner needs may speak
        run = perform(statement if about_the_run(statement) else {}, scope, blocks)
        scope.trials = run.trials
        scope.names |= {name: a for name, a in run.names.items() if name.endswith("_end")}
        for name, text in statement["hypotheses"].items():
            spend(5)
            try:
                if sign(amount(text, run)) == 0:
                    failed.append(name)
            except Unknown as error:
                doubt = f"hypothesis {name}: {error}"
        if failed:
            return Decision("VACUOUS", f"hypothesis fails: {', '.join(failed)}")
        return Decision("UNDECIDED", doubt) if doubt else compare(statement, scope, blocks)
    except Unknown as error:
        return Decision("UNDECIDED", str(error))


def compare(statement: Mapping[str, Any], scope: Scope, blocks: Sequence[Block]) -> Decision:
    """Make all comparisons of a statement whose hypotheses hold; the first that fails decides, else the tightest."""
    holds = Decision("VACUOUS", "the claim speaks of nothing here")
    tightest: Number = ZERO
    for part in statement["compare"]:
        spend(5)
        context = {**statement, **part}
        for place, here in places(context, perform(context, scope, blocks)):
            inside = Scope(formulas(part.get("with", {})), here)
            if part.get("if") and sign(amount(part["if"], inside)) == 0:
                continue
            left, right = amount(part["value"], inside), amount(statement["bound"], inside)
            side, said = sign(left - right), f"{part['value']} {statement['relation']} {statement['bound']}"
            if not RELATIONS[statement["relation"]](side):
                return Decision("VIOLATED", f"{said} fails{place}", left, right)
            gap = (left - right) * Fraction(side)
            if holds.left is None or closer(gap, tightest):
                holds, tightest = Decision("HOLDS", f"{said} is tightest{place}" if place else said, left, right), gap
    return holds


def closer(gap: Number, other: Number) -> bool:
    """Tell whether a gap is known to be smaller than another one."""
    try:
        return sign(gap - other) < 0
    except Unknown:
        return False


def places(part: Mapping[str, Any], run: Scope) -> Iterable[tuple[str, Scope]]:
    """Return where a comparison is made: over the run, its trials, states, attributes, or entries of the trials.

    The states are those before each trial and after the last.
    """
    over, sites = part.get("over", "run"), [("", run)]
    if over in ("adversary", "worst") and (recorded(part.get("learner")) or part.get("trial")):
        raise Malformed("the claim speaks of other trials, on which no predictions are recorded")
    if over == "adversary":
        return [(" against the adversary", oppose(part, run))]
    if over == "worst":
        return [(" for the worst trials", Scope({"m": worst(part, run)}, run))]
    if over not in ("run", "trials", "states", "attributes", "entries"):
        raise Malformed(f"a comparison over {over!r} is not known")
    if over in ("trials", "states", "entries"):
        sites = [(f" on trial {trial.number}", trial) for trial in run.trials]
    if over == "states":
        end = {name.removesuffix("_end"): a for name, a in run.names.items() if name.endswith("_end")}
        sites.append((" after the last trial", Scope(end | {"t": run["l"] + 1}, run)))
    if over in ("attributes", "entries"):
        n = whole(run["n"])
        spend(len(sites) * n)
        return ((f"{on} for attribute {i}", Scope({"i": Fraction(i)}, at)) for on, at in sites for i in range(1, n + 1))
    return sites


def oppose(part: Mapping[str, Any], run: Scope) -> Scope:
    """Return the run against an adversary that shows, on each trial, one of two candidates with its label.

    It shows z1 where the labels are the same, else the positive one if the learner errs on it, else the negative one.
    """
    scope = Scope(formulas(part.get("with", {})), run)
    candidates = formulas({"z1": part["z1"], "z2": part["z2"]})
    numbers = range(1, whole(amount(part["pairs"], scope), 256) + 1)
    pairs = [Scope({"t": Fraction(t), **candidates}, scope) for t in numbers]
    chosen: list[Trial] = []
    for pair in pairs:
        label = {z: "+1" if sign(amount(part["label"], Scope({"x": pair[z]}, pair))) else "-1" for z in candidates}
        shown, other = sorted(candidates, key=label.__getitem__)  # "+1" comes before "-1"
        if label[shown] != label[other]:
            tried = perform({**part, "second": ""}, run, [Block([*chosen, (pair[shown], "+1")])])
            shown = shown if tried.trials[-1]["err"] == 1 else other
        chosen.append((pair[shown], label[shown]))
    again = perform(part, run, [Block(chosen)])
    for trial, pair in zip(again.trials, pairs, strict=True):
        trial.names |= {z: pair[z] for z in candidates}
    return again


def worst(part: Mapping[str, Any], run: Scope) -> Fraction:
    """Return the most mistakes on ``most`` trials in {0, 1}^n that a disjunction of k attributes labels."""
    n, k, most = whole(run["n"], 3), whole(run["k"], least=0), whole(amount(part["most"], run), 4, 0)
    mistakes = ZERO
    for chosen in itertools.combinations(range(n), k):
        points = [(x, "+1" if any(x[i] for i in chosen) else "-1") for x in itertools.product((ZERO, ONE), repeat=n)]
        for trials in itertools.product(points, repeat=most):
            mistakes = max(
                mistakes, Fraction(sum(trial["err"] == 1 for trial in perform(part, run, [Block(list(trials))]).trials))
            )
    return mistakes


# === certificates =======================================================================================


def load(text: str) -> Any:
    """Read the JSON of a certificate strictly: no key twice, no floats."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise Malformed("a key occurs twice in one object")
        return dict(pairs)

    def refuse(literal: str) -> Any:
        raise Malformed(f"{literal[:40]} is no exact number; write it as a text such as '3/4'")

    bare = re.sub(r'"[^"\\]*(?:\\.[^"\\]*)*"?', "", text, flags=re.DOTALL)
    steps = map({"[": 1, "{": 1, "]": -1, "}": -1}.__getitem__, re.findall(r"[][{}]", bare))
    if max(itertools.accumulate(steps), default=0) > MAX_DEPTH:
        raise Malformed(f"this is not JSON of a certificate: it is nested more than {MAX_DEPTH} deep")
    try:
        return json.loads(text, object_pairs_hook=once, parse_float=refuse, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"this is not JSON: {error}") from None


def constant(text: str | int) -> Number:
    """Read an exact number outside of any certificate."""
    with within(Budget()):
        return exact(text)


def vector(texts: Sequence[str]) -> Vector:
    """Read a vector."""
    if not isinstance(texts, list | tuple):
        raise Malformed("a vector has to be a list of numbers")
    return tuple(map(exact, texts))


def blocks_of(instance: Mapping[str, Any]) -> list[Block]:
    """Read the trials, in blocks."""
    sequence: list[Block] = []
    for item in instance.get("trials", ()):
        times = item.get("repeat", 1)
        if type(times) is not int or not 1 <= times <= MAX_TIMES:
            raise Malformed(f"trials are repeated from 1 to {MAX_TIMES} times, not {str(times)[:40]}")
        if not sequence or times > 1 or sequence[-1].times > 1:
            sequence.append(Block([], times))
        for trial in item["trials"] if "repeat" in item else [item]:
            spend(5)
            sequence[-1].trials.append((vector(trial["x"]), trial["outcome"]))
    return sequence


COLUMN = re.compile(r"(0/1 )?(vector|number)(?: in \[(-?\d+(?:/[1-9]\d*)?), ?(-?\d+(?:/[1-9]\d*)?)\])?", re.ASCII)


def column_kind(text: str) -> tuple[str, Callable[[Number], bool]]:
    """Return whether a column has vectors or numbers, and what tells whether a number may be in it."""
    matched, ends = COLUMN.fullmatch(text), limits_of_column(text)
    if matched is None or (matched[1] and matched[3]):
        raise Malformed(f"the column {text[:40]!r} is of no kind, such as vector, 0/1 vector or number in [0, 1]")
    if matched[1]:
        return matched[2], lambda a: a in (ZERO, ONE)
    return matched[2], lambda a: isinstance(a, Fraction) and (not ends or ends[0] <= a <= ends[1])


def limits_of_column(text: str) -> list[Fraction]:
    """Return the least and the largest number that a column may have, if it has such."""
    matched = COLUMN.fullmatch(text)
    return (
        [] if matched is None else [ZERO, ONE] if matched[1] else [Fraction(end) for end in matched.groups()[2:] if end]
    )


def columns_of(instance: Mapping[str, Any], statement: Mapping[str, Any], n: int) -> list[Mapping[str, Value]]:
    """Read what each trial shows besides, by name; none where the statement speaks of no such columns."""
    wanted, columns = statement.get("trial", {}), list[Mapping[str, Value]]()
    learner = statement.get("learner")
    parts = learner.get("rule", ()) if isinstance(learner, Mapping) else ()
    meant = {*statement["free"], *statement["defines"], *parts, *(f"{name}_next" for name in parts)}
    if any(map(taken, wanted)) or meant & wanted.keys():
        raise Malformed("a column has a name that is taken")
    draw = draw_of(statement)
    for trial in instance.get("trials", ()):
        given = {name: a for name, a in trial.get("columns", {}).items() if name not in draw}
        if given.keys() != wanted.keys() or ("repeat" in trial and wanted):
            raise Malformed(f"each trial has the columns {', '.join(wanted) or 'x and outcome'}, and is not repeated")
        here: dict[str, Value] = {}
        for name, text in wanted.items():
            kind, admits = column_kind(text)
            here[name] = vector(given[name]) if kind == "vector" else exact(given[name])
            entries = here[name] if kind == "vector" else (here[name],)
            if (kind == "vector" and len(entries) != n) or not all(map(admits, entries)):
                raise Malformed(f"a value of the column {name[:40]} is not {text}")
        columns.append(here | {name: exact(a) for name, a in trial.get("columns", {}).items() if name in draw})
    return columns if wanted or draw else []


def not_free(others: Iterable[str], statement: Mapping[str, Any]) -> Malformed:
    """Return the error for parameters that a claim does not leave free."""
    free = ", ".join(statement["free"])[:200] or "nothing"
    return Malformed(f"{min(others)[:40]} cannot be set: the claim leaves {free} free")


def read_instance(instance: Mapping[str, Any], statement: Mapping[str, Any]) -> tuple[Scope, list[Block]]:
    """Read trials, comparator u or one for each trial, start vector s (0 without; ``start`` is then empty), parameters.

    Outcomes have to be of the statement's kind, and parameters among those that it leaves free. Where it is about
    parameters alone there are no trials, and no l and n but those that are set.
    """
    blocks = blocks_of(instance)
    trials = [trial for block in blocks for trial in block.trials]
    n, start, kind = whole(exact(instance["n"]), least=0), vector(instance.get("start", ())), statement["outcomes"]
    spend(n)
    for _, outcome in trials:
        if not re.fullmatch(OUTCOMES[kind], outcome):
            raise Malformed(f"the outcome {outcome[:40]!r} is none of the claim, which is about {kind}")
    names: dict[str, Any] = {"start": start, "s": start or (ZERO,) * n}
    sequence: list[Vector] = []
    if "comparator" in instance and "comparator" in statement:
        sequence = names[SEQUENCE] = sequence_of(instance["comparator"], statement["comparator"], blocks)
    elif "comparator" in instance:
        names["u"] = vector(instance["comparator"])
    widths = {len(x) for x in (*(x for x, _ in trials), names["s"], names.get("u", names["s"]), *sequence)}
    if widths != {n} or (kind == "none" and n):
        raise Malformed(f"n is {n}, but there are vectors of {sorted(widths)} entries, in a claim about {kind}")
    if kind != "none":
        names |= {"l": Fraction(sum(len(block.trials) * block.times for block in blocks)), "n": Fraction(max(n, 1))}
        names["identity"] = partial(identity, names["n"])
    parameters = {name: exact(text) for name, text in instance.get("parameters", {}).items()}
    if others := parameters.keys() - (set(statement["free"]) - names.keys()):
        raise not_free(others, statement)
    scope = Scope(parameters | names)
    scope.columns = columns_of(instance, statement, n)
    return scope, blocks


def sequence_of(given: Sequence[Sequence[str]], kind: str, blocks: Sequence[Block]) -> list[Vector]:
    """Read the comparators u_1, ..., u_l of a statement about such sequences."""
    l = sum(len(block.trials) * block.times for block in blocks)  # noqa: E741
    if kind != "u_t" or not isinstance(given, list | tuple) or len(given) != l:
        raise Malformed(f"the comparator of this statement is a list with a vector for each of the {l} trials")
    return [vector(u) for u in given]


FORMER = {  # how earlier releases wrote premises of the catalogue
    "(U == 1)*(X == 1)*(delta == 1) == 1": "U == 1 and X == 1 and delta == 1",
    "(l > 0)*(sum_t((t == 1)*(dot(u, u)*dot(x, x) != dot(u, x)**2)) == 0) == 1": (
        "l > 0 and all_t(t != 1 or dot(u, u)*dot(x, x) == dot(u, x)**2)"
    ),
    "(n == 2)*(sum_t((at(x, 1) == 1)*(at(x, n) == -1)) == l)*(abs(sum_t(y*(-1)**t)) == l) == 1": (
        "n == 2 and all_t(at(x, 1) == 1 and at(x, n) == -1) and abs(sum_t(y*(-1)**t)) == l"
    ),
    "(sum(abs(u)) == 1)*(sum(u == 1) == 1) == 1": "all_i(member(u, {0, 1})) and sum(u) == 1",
    "R >= if(l == 0, 0, max_t(norm(x, 2)))": "all_t(norm(x, 2) <= R)",
    "U == norm(u, p/(p - 1))": "norm(u, p/(p - 1)) == U",
    "U == sum(abs(u))": "sum(abs(u)) == U",
    "U >= norm(u, 2)": "norm(u, 2) <= U",
    "U >= norm(u, p/(p - 1))": "norm(u, p/(p - 1)) <= U",
    "U >= sum(abs(u))": "sum(abs(u)) <= U",
    "X >= if(l == 0, 0, max_t(max(abs(x))))": "all_t(max(abs(x)) <= X)",
    "X >= if(l == 0, 0, max_t(norm(x, 2)))": "all_t(norm(x, 2) <= X)",
    "X >= if(l == 0, 0, max_t(sum(abs(x)**p))**(1/p))": "all_t(norm(x, p) <= X)",
    "X >= if(l == 0, 0, max_t(sum(x)))": "all_t(sum(x) <= X)",
    "X >= if(l == 0, 0, sqrt(max_t(sum(x**2))))": "all_t(norm(x, 2) <= X)",
    "Z == norm(s, p)": "norm(s, p) == Z",
    "Z >= norm(s, p)": "norm(s, p) <= Z",
    "a < if(U*X**2 == 0, a + 1, (2*delta)/(U*X**2))": "U*X**2 == 0 or a < 2*delta/(U*X**2)",
    "a < if(X**2 == 0, a + 1, (2*delta*eta)/(X**2))": "X**2 == 0 or a < 2*delta*eta/X**2",
    "eta < if(U*X**2 == 0, eta + 1, (2)/(U*X**2))": "U*X**2 == 0 or eta < 2/(U*X**2)",
    "eta < if(X**2 == 0, eta + 1, (2)/(X**2))": "X**2 == 0 or eta < 2/X**2",
    "l == 0 or 0 <= min_t(min(x))": "all_t(min(x) >= 0)",
    "l == 0 or max_t(abs((y > 0) - (ux >= 1))) == 0": "all_t((y > 0) == (ux >= 1))",
    "l == 0 or max_t(abs(1 - xx)) == 0": "all_t(xx == 1)",
    "l == 0 or max_t(max(x)) <= 1": "all_t(max(x) <= 1)",
    "l == 0 or max_t(norm(x, 2)) <= G": "all_t(norm(x, 2) <= G)",
    "sum((u != 0)*(u != 1)) == 0": "all_i(member(u, {0, 1}))",
    "sum((u == 0) + (u == 1)) == n": "all_i(member(u, {0, 1}))",
    "sum(abs(s)) == 0": "all_i(s == 0)",
    "sum(abs(s)) == sum(s)": "all_i(s >= 0)",
    "sum(abs(u)) == sum(u)": "all_i(u >= 0)",
    "sum(start <= 0) == 0": "all_i(start > 0)",
    "sum(u != (1/2 + sum_t(y/2**(t + 1)))*(indices(n) == 2) - (indices(n) == 1)) == 0": (
        "all_i(u == (1/2 + sum_t(y/2**(t + 1)))*(indices(n) == 2) - (indices(n) == 1))"
    ),
    "sum(u <= 0) == 0": "all_i(u > 0)",
    "sum_t((ux > 0) != (y > 0)) == 0": "all_t((ux > 0) == (y > 0))",
    "sum_t((ux >= 1/2) != (y > 0)) == 0": "all_t((ux >= 1/2) == (y > 0))",
    "sum_t((y*ux > 0)*(y*ux < 1)) == 0": "all_t(y*ux <= 0 or y*ux >= 1)",
    "sum_t(not (ux >= 1 if y > 0 else ux <= 1 - delta)) == 0": "all_t(ux >= 1 if y > 0 else ux <= 1 - delta)",
    "sum_t(sum((x != 0)*(x != 1))) == 0": "all_t(all_i(member(x, {0, 1})))",
    "sum_t(sum((x < 0) + (x > 1))) == 0": "all_t(all_i(x >= 0) and all_i(x <= 1))",
    "sum_t(sum((x == -1) + (x == 1))) == l*n": "all_t(all_i(member(x, {-1, 1})))",
    "sum_t(sum((x == 0) + (x == 1))) == l*n": "all_t(all_i(member(x, {0, 1})))",
    "sum_t(sum(x != (1/2 + past_t(y/2**(t + 1)) - y/2**(t + 1))*(indices(n) == 1) + (indices(n) == 2))) "
    "== 0": (
        "all_t(all_i(x == (1/2 + past_t(y/2**(t + 1)) - y/2**(t + 1))*(indices(n) == 1) + (indices(n) == 2)))"
    ),
    "sum_t(sum(x != 0) == 0) == 0": "all_t(not all_i(x == 0))",
    "sum_t(sum_for(i, 1, floor(2**d/2), (sum(x != vector(1/2*(1 + hadamard_row(d, i)), 0*part(s, 2**d + "
    "1, n))) == 0) + (sum(x != vector(1/2*(1 - hadamard_row(d, i)), 0*part(s, 2**d + 1, n))) == 0)) == "
    "0) == 0": (
        "all_t(sum_for(i, 1, floor(2**d/2), (sum(x != vector(1/2*(1 + hadamard_row(d, i)), 0*part(s, 2**d + "
        "1, n))) == 0) + (sum(x != vector(1/2*(1 - hadamard_row(d, i)), 0*part(s, 2**d + 1, n))) == 0)) != 0)"
    ),
    "sum_t(y*ux < 1) == 0": "all_t(y*ux >= 1)",
    "sum_t(y*ux < delta) == 0": "all_t(y*ux >= delta)",
    "sum_t(yhat == 1/2) == 0": "all_t(yhat != 1/2)",
}  # fmt: skip


def renewed(statement: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a statement with its premises as the catalogue writes them now."""
    return {**statement, "hypotheses": {name: FORMER.get(a, a) for name, a in statement["hypotheses"].items()}}


def changes_of(statement: Mapping[str, Any], catalogued: Mapping[str, Any]) -> set[str]:
    """Return in what a statement differs from the catalogue's."""
    before, after = catalogued["hypotheses"], statement["hypotheses"]
    changes = {f"without {name}" for name in before.keys() - after.keys()}
    changes |= {f"hypothesis {name}" for name in after if after[name] != before.get(name)}
    keys = (statement.keys() | catalogued.keys()) - {"hypotheses"}
    return changes | {key for key in keys if statement.get(key) != catalogued.get(key)}


class Expected(NamedTuple):
    """The claim that a certificate has to be about: its id, and what it says."""

    claim: str
    statement: Mapping[str, Any]


def variant(catalogue: Mapping[str, Any], claim: str, bound: str, relation: str, without: Sequence[str]) -> Expected:
    """Return a claim of the catalogue, with another bound or relation where one is given, and fewer hypotheses."""
    if claim not in catalogue:
        raise Malformed(f"no claim of the catalogue is called {claim!r}")
    statement = dict(catalogue[claim])
    if absent := set(without) - statement["hypotheses"].keys():
        names = ", ".join(map(repr, statement["hypotheses"]))
        raise Malformed(f"{claim} has no hypothesis {', '.join(sorted(map(repr, absent)))}; it has {names}")
    kept = {name: text for name, text in statement["hypotheses"].items() if name not in without}
    changed = {"hypotheses": kept, "bound": bound or statement["bound"], "relation": relation or statement["relation"]}
    return Expected(claim, statement | changed)


def confirm(
    text: str, catalogue: Mapping[str, Any], wanted: Expected | None = None, patience: int = 1
) -> tuple[bool, list[str]]:
    """Check a certificate; return whether it shows what it says, and sentences about what was found.

    It has to be about the claim that is ``wanted``, if one is, and to take no more than ``patience`` times the usual
    work.
    """
    said: list[str] = []
    try:
        with within(Budget(patience)):
            confirmed = examine(load(text), catalogue, wanted, said)
    except Unknown as error:
        confirmed = False
        said.append(str(error))
    except (KeyError, TypeError, AttributeError) as error:
        raise Malformed(f"the certificate lacks a part or has it in a wrong form: {str(error)[:100]}") from None
    except (RecursionError, MemoryError, ArithmeticError):
        raise Malformed("the certificate needs more than this checker computes with") from None
    return as_released(confirmed, said, catalogue)


def as_released(confirmed: bool, said: Sequence[str], catalogue: Mapping[str, Any]) -> tuple[bool, list[str]]:
    """Return what was found of a certificate, which is not confirmed by a catalogue that was changed."""
    actual, more = digest(catalogue), list[str]()
    if actual != RELEASE:
        more.append(f"but statements.json was changed: it has sha256 {actual[:16]}, and {RELEASE[:16]} in this release")
    elif confirmed:
        more.append(f"the catalogue's statements have sha256 {actual[:16]}, as released")
    return confirmed and actual == RELEASE, [plain(sentence) for sentence in (*said, *more)]


def examine(
    document: Mapping[str, Any], catalogue: Mapping[str, Any], wanted: Expected | None, said: list[str]
) -> bool:
    """Tell whether a certificate shows what it says, and add sentences about what was found."""
    if document["format"] != FORMAT:
        raise Malformed(f"the format is not {FORMAT!r}; a worst case is checked by python -m verify.kernel_worst FILE")
    statement, claim, stated = document["statement"], document["claim"], set(document["changes"])
    if statement["relation"] not in RELATIONS:
        raise Malformed(f"the relation has to be one of {' '.join(RELATIONS)}")
    statement = renewed(statement) if claim in catalogue else statement
    changes = changes_of(statement, catalogue[claim]) if claim in catalogue else {"new"}
    said += as_recorded(statement.get("learner"))
    if claim not in catalogue:
        said.append(f"claim {claim!r} is not in the catalogue; the statement is the certificate's own")
        said += own_learner(statement)
        said += (f"{name} is {text}" for name, text in parts_of(statement).items())
    else:
        said.append(f"claim {claim}{' with changes: ' if changes else ', as catalogued'}{', '.join(sorted(changes))}")
        said += own_learner(statement)
        said += differences(statement, catalogue[claim], "catalogued")
    if changes != stated:
        said.append(f"but the certificate says changes: {', '.join(sorted(stated)) or 'none'}")
        return False
    if wanted is not None and (other := about_another(claim, statement, wanted)):
        said += other
        return False
    judged = decide(statement, document["instance"])
    said += instance_lines(document["instance"])
    said += recorded_lines(statement, document["instance"])
    said.append(f"{judged.status}: {judged.reason}")
    wrong = [] if judged.status == document["verdict"] else ["verdict"]
    for side, a in (("left", judged.left), ("right", judged.right)):
        said += [] if a is None else [f"{side} side {decimal(a)}"]
        wrong += [] if a is not None and near(a, document[side]) else [side]
    said += (f"but the certificate says {key} {document[key]}" for key in wrong)
    return not wrong


def instance_lines(instance: Mapping[str, Any]) -> list[str]:
    """Say what decides, as the file has it: parameters, comparator, start vector and trials, long ones cut short."""
    texts = [f"parameter {name} = {a}" for name, a in instance.get("parameters", {}).items()]
    vectors = ((name, instance.get(key)) for key, name in (("comparator", "comparator u"), ("start", "start vector s")))
    texts += [f"{name} = {in_brackets(v)}" for name, v in vectors if v]
    t = 1
    for item in instance.get("trials", ()):
        block, times = (item["trials"], item["repeat"]) if "repeat" in item else ([item], 1)
        again = f", and again until it has come {times} times, every {len(block)} trials" if times > 1 else ""
        for i, trial in enumerate(block):
            row = ", ".join(map(str, trial["x"]))
            also = "".join(f", {name} = {json.dumps(a)}" for name, a in trial.get("columns", {}).items())
            texts.append(f"trial {t + i}: x = ({row}), outcome {trial['outcome']}{also}{again}")
        t += len(block) * times
    more = [f"and {len(texts) - MOST_SHOWN} more, in the file"] if len(texts) > MOST_SHOWN else []
    return [*map(brief, texts[:MOST_SHOWN]), *more]


def in_brackets(v: Any) -> str:
    """Write a vector, or a sequence of vectors."""
    return f"({', '.join(map(in_brackets, v))})" if isinstance(v, list) else str(v)


def own_learner(statement: Mapping[str, Any]) -> list[str]:
    """Say what a certificate's own learner does, where it has one."""
    learner, whose = statement.get("learner"), "the learner is the certificate's own rule"
    if recorded(learner):
        learner, whose = learner.get("beside"), "beside the predictions stands the rule"
    if not isinstance(learner, Mapping):
        return [f"{whose} {learner}"] if whose.startswith("beside") and learner else []
    parts = [f"{name} becomes {text}" for name, text in learner["rule"].items()]
    parts += [f"{name} starts at {text}" for name, text in learner.get("start", {}).items()]
    parts += [f"{name} is drawn in proportion to {text}" for name, text in learner.get("draw", {}).items()]
    parts += [f"observed is {learner['observe']}"] if "observe" in learner else []
    return [f"{whose}: {'; '.join(parts)}; it predicts {learner.get('predict')}"]


def as_recorded(learner: Any) -> list[str]:
    """Say that predictions are taken as a certificate has them, where it does."""
    if not recorded(learner):
        return []
    whose = f", of {json.dumps(learner['of'])}," if learner.get("of") else ""
    beside = "; how far they are from those of the rule beside them is said below" if learner.get("beside") else ""
    return [f"the predictions{whose} are as recorded, and nothing shows that the program makes them{beside}"]


def recorded_lines(statement: Mapping[str, Any], instance: Mapping[str, Any]) -> list[str]:
    """Say what predictions are recorded, and how far they are from those of the rule beside them, if there is one."""
    learner = statement.get("learner")
    if not recorded(learner):
        return []
    texts = [f"predicted, as recorded: {', '.join(learner['predictions'])}"]
    try:
        texts += departure(statement, instance, learner) if learner.get("beside") else []
    except Unknown as error:
        texts.append(f"how far they are from the rule's is not decided: {error}")
    return [brief(a) for a in texts]


def departure(statement: Mapping[str, Any], instance: Mapping[str, Any], learner: Mapping[str, Any]) -> list[str]:
    """Say how far recorded predictions are at most from those of the rule beside them, exactly, and their signs."""
    scope, blocks = settled(statement, played_out(instance))
    scope.trials = begin(scope, blocks).trials
    runs = [perform({**statement, "learner": who}, scope, blocks).trials for who in (learner, learner["beside"])]
    pairs = [[scalar(trial["yhat"]) for trial in trials] for trials in zip(*runs, strict=True)]
    most: Number = ZERO
    t = 0
    for i, (a, b) in enumerate(pairs, 1):
        gap = magnitude(a - b)
        most, t = (gap, i) if sign(gap - most) > 0 else (most, t)
    if not t:
        return ["the rule beside them makes these predictions, exactly"]
    size = str(most) if isinstance(most, Fraction) else decimal(most)
    otherwise = [str(i) for i, (a, b) in enumerate(pairs, 1) if sign(a) != sign(b)]
    signs = f"on trial {', '.join(otherwise)}" if otherwise else "on no trial"
    return [f"they differ from the rule's by at most {size}, on trial {t}; their signs differ {signs}"]


def brief(text: str) -> str:
    """Return a text, or the beginning of a long one and how long that is."""
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}... ({len(text)} characters)"


KNOWN_PARTS = ("free", "outcomes", "comparator", "relation", "bound", "learner", "version")


def parts_of(statement: Mapping[str, Any]) -> dict[str, str]:
    """Return everything that a statement says, part by part; names of the file's own are quoted."""
    parts: dict[str, str] = {}
    for key, part in statement.items():
        if key in ("hypotheses", "defines"):
            what = "hypothesis" if key == "hypotheses" else "definition of"
            parts |= {f"{what} {json.dumps(name)}": text for name, text in part.items()}
        elif key == "learner" and recorded(part):
            told = "\n".join(map(str, part["predictions"]))
            which = f"{len(part['predictions'])}, sha256 {hashlib.sha256(told.encode()).hexdigest()[:16]}"
            parts[key] = json.dumps({**part, "predictions": which}, sort_keys=True)
        elif key == "compare":
            parts |= {f"comparison {i}": json.dumps(inner, sort_keys=True) for i, inner in enumerate(part, 1)}
        else:
            name = key if key in KNOWN_PARTS else json.dumps(key)
            parts[name] = part if isinstance(part, str) else json.dumps(part, sort_keys=True)
    return parts


def differences(
    statement: Mapping[str, Any], other: Mapping[str, Any], word: str, agree: Callable[[Any, Any], bool] = operator.eq
) -> list[str]:
    """Return in what a statement differs from another one, with both texts of each part in full."""
    here, there = parts_of(statement), parts_of(other)
    differing = [name for name in {**here, **there} if not agree(here.get(name), there.get(name))]
    return [f"{name} is {here.get(name, 'not there')}, {word} {there.get(name, 'nowhere')}" for name in differing]


def same(text: str | None, other: str | None) -> bool:
    """Tell whether two texts are the same, or the same formula written with other spaces or parentheses."""
    try:
        return text == other or (text is not None and other is not None and read(text) == read(other))
    except Malformed:
        return False


def about_another(claim: str, statement: Mapping[str, Any], wanted: Expected) -> list[str]:
    """Return why a certificate is not about the claim that was asked for."""
    if claim != wanted.claim:
        return [f"but the certificate has to be about {wanted.claim}"]
    changes = differences(statement, wanted.statement, "asked for", same)
    return ["but this is not the claim that was asked for:", *changes] if changes else []


def near(a: Number, text: str) -> bool:
    """Tell whether a number is what the text says, which is to twelve decimals if it ends in three dots."""
    gap, slack = a - exact(text.removesuffix("...")), Fraction(text.endswith("..."), 10**12)
    try:
        return sign(gap - slack) <= 0 <= sign(gap + slack)
    except Unknown:  # the two are written differently, and closer than the largest precision tells
        slack += Fraction(1, 10**1000)
        return sign(gap - slack) <= 0 <= sign(gap + slack)


def statements() -> dict[str, Any]:
    """Return the catalogue's statements; raise Malformed where they are not beside this file."""
    try:
        text = (Path(__file__).parent / "statements.json").read_text(encoding="utf-8")
        return json.loads(text)  # type: ignore[no-any-return]
    except (OSError, ValueError) as error:
        what = f"statements.json has to be beside kernel.py and says what the catalogue's claims are: {error}"
        raise Malformed(what) from None


def digest(catalogue: Mapping[str, Any]) -> str:
    """Return the sha256 of the catalogue's statements, which is that of the file they are written to."""
    text = json.dumps(catalogue, indent=0, sort_keys=True) + "\n"
    return hashlib.sha256(text.encode()).hexdigest()


def text_of(path: Path, patience: int = 1) -> str:
    """Return the text of a file; raise Malformed where it cannot be read, is too large, or is a device or a pipe."""
    most = MAX_BYTES * patience
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise Malformed("cannot read the file: it is a directory, a device or a pipe")
        with path.open("rb") as file:
            data = file.read(most + 1)
        if len(data) > most:
            raise Malformed(f"the file has more than {most} bytes; --patience N allows N times as many")
        return data.decode("utf-8")
    except (OSError, ValueError) as error:
        raise Malformed(f"cannot read the file: {error}") from None


def replay(path: Path, wanted: Expected | None = None, patience: int = 1) -> tuple[bool, list[str]]:
    """Check the certificate in a file; raise Malformed where it cannot be read."""
    return confirm(text_of(path, patience), statements(), wanted, patience)


def lines(said: Iterable[str], indent: str = "") -> list[str]:
    """Return sentences as lines of a report; what does not fit on a line goes on further in."""
    inner = indent + "    "
    return [line for a in said for line in textwrap.wrap(a, 116, initial_indent=indent, subsequent_indent=inner)]


def report(confirmed: bool, said: Iterable[str]) -> int:
    """Print what was found and return the exit code, which is 141 where the output is closed before its end."""
    try:
        print("\n".join(["CONFIRMED" if confirmed else "NOT CONFIRMED", *lines(said)]), flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what Python flushes at its end goes nowhere
        return 141
    return 0 if confirmed else 1


def patience_of(text: str) -> int:
    """Read how many times the usual work is allowed."""
    if not re.fullmatch("[0-9]{1,4}", text, re.ASCII) or not 1 <= int(text) <= MAX_PATIENCE:
        raise argparse.ArgumentTypeError(f"it has to be a whole number from 1 to {MAX_PATIENCE}")
    return int(text)


def parser_of(name: str) -> argparse.ArgumentParser:
    """Return what reads the command line of a checker."""
    parser = argparse.ArgumentParser(prog=name, description="Check a certificate.")
    parser.add_argument("file", type=Path)
    more = "N times the usual time and memory"
    parser.add_argument("--patience", type=patience_of, default=1, metavar="N", help=more)
    return parser


def options_of(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = parser_of("kernel")
    parser.add_argument("--claim", default="", help="the id of the claim that the certificate has to be about")
    parser.add_argument("--bound", default="", help="another bound of the claim")
    parser.add_argument("--relation", default="", choices=list(RELATIONS), help="another relation to the bound")
    parser.add_argument("--without", action="append", default=[], metavar="NAME", help="a hypothesis less")
    options = parser.parse_args(arguments)
    if (options.bound or options.relation or options.without) and not options.claim:
        parser.error("--bound, --relation and --without say more of a claim; name it with --claim ID")
    return options


def main(arguments: Sequence[str]) -> int:
    """Check the certificate in a file and say what was found."""
    try:
        given = options_of(arguments)
        change = given.bound, given.relation, given.without
        wanted = variant(statements(), given.claim, *change) if given.claim else None
        confirmed, said = replay(given.file, wanted, given.patience)
    except SystemExit as end:
        return 2 if end.code else 0
    except Malformed as error:
        print(f"kernel: {error}", file=sys.stderr)
        return 2
    return report(confirmed, said)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
