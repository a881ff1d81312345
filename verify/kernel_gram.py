"""The independent checker of worst cases: no sequence of at most L trials, in any dimension, breaks this claim.

It uses the standard library alone and imports nothing of boundcheck. A learner whose weights are combinations of the
examples, with coefficients that see neither norms nor predictions, predicts linearly in the Gram matrix G of the
comparator u and the examples x_1, ..., x_m. A *pattern* says which branch of the learner's rule each trial takes. For
each pattern the guards, norms and margins are linear in G, and so is the compared amount, or it is a least piece of
linear ones. Multipliers y >= 0 for which sum y_i A_i - C is positive semidefinite prove, for every G, that the amount
is at most b.y. All patterns, all matrices and the bound are made here, from the learner's rule and the claim's
formulas; the file gives multipliers, which are checked in fractions.

In the order of reading: numbers; formulas and their values; the branches of a rule; the program of a pattern; claims;
the file.

    python kernel_gram.py FILE    exit code 0 if the certificate is confirmed, 1 if it is not, 2 if it cannot be read
"""

from __future__ import annotations

import itertools
import json
import math
import re
import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

FORMAT = "boundcheck worst case 1"
ZERO, ONE = Fraction(0), Fraction(1)
MAX_BYTES, MAX_TEXT, MAX_DEPTH, MAX_LENGTH, MAX_PATTERNS, MAX_CELLS = 50_000_000, 20_000, 60, 400, 200_000, 60
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Malformed(Exception):
    """The file is no certificate: what is wrong with it."""


class Refused(Exception):
    """The claim has no Gram form that is known here: why."""


# === numbers ============================================================================================
# A number is a Fraction, or a Root: a rational multiple of the square root of a whole number that is no square.


class Root(NamedTuple):
    """factor * sqrt(radicand)."""

    factor: Fraction
    radicand: int


Number = Fraction | Root


def root_of(square: Fraction) -> Number:
    """Return the square root."""
    if square < 0:
        raise Refused(f"the square root of {square}")
    factor, radicand = Fraction(1, square.denominator), square.numerator * square.denominator
    for d in range(2, 1000):
        while radicand and radicand % (d * d) == 0:
            radicand, factor = radicand // (d * d), factor * d
    exact = math.isqrt(radicand)
    return factor * exact if exact * exact == radicand else Root(factor, radicand)


def square(a: Number) -> Fraction:
    """Return the square, which is rational."""
    return a * a if isinstance(a, Fraction) else a.factor**2 * a.radicand


def sign(a: Number) -> int:
    """Return 1, 0 or -1."""
    factor = a if isinstance(a, Fraction) else a.factor
    return (factor > 0) - (factor < 0)


def compare(a: Number, b: Number) -> int:
    """Return the sign of a - b."""
    if sign(a) != sign(b):
        return 1 if sign(a) > sign(b) else -1
    gap = square(a) - square(b)
    return ((gap > 0) - (gap < 0)) * sign(a)


def plus(a: Number, b: Number) -> Number:
    """Return a + b; a sum of two different roots is refused."""
    if not sign(a) or not sign(b):
        return b if not sign(a) else a
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a + b
    if isinstance(a, Root) and isinstance(b, Root) and a.radicand == b.radicand:
        return Root(a.factor + b.factor, a.radicand) if a.factor + b.factor else ZERO
    raise Refused("a sum of different square roots, which this checker does not compute with")


def times(a: Number, b: Number) -> Number:
    """Return a * b."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a * b
    found = root_of(square(a) * square(b))
    return found if sign(a) * sign(b) > 0 else scaled(found, Fraction(sign(a) * sign(b)))


def scaled(a: Number, factor: Fraction) -> Number:
    """Return factor * a."""
    return a * factor if isinstance(a, Fraction) else Root(a.factor * factor, a.radicand) if factor else ZERO


def inverse(a: Number) -> Number:
    """Return 1 / a."""
    if not sign(a):
        raise Refused("a division by zero")
    return scaled(a, 1 / square(a))


def power(a: Number, e: Number) -> Number:
    """Return a**e for e a whole number or a half of one."""
    if not isinstance(e, Fraction) or e.denominator > 2 or abs(e) > 64:
        raise Refused(f"the power {e}; whole numbers and halves are known, up to 64")
    if e < 0:
        return power(inverse(a), -e)
    if e.denominator == 2:
        if not isinstance(a, Fraction):
            raise Refused("the square root of a square root")
        return root_of(a ** int(2 * e))
    return a ** int(e) if isinstance(a, Fraction) else times(square(a) ** (int(e) // 2), a if e % 2 else ONE)


def floor(a: Number) -> Fraction:
    """Return the largest whole number that is at most a."""
    if isinstance(a, Fraction):
        return Fraction(math.floor(a))
    below = math.isqrt(math.floor(square(a)))
    return Fraction(below if a.factor > 0 else -below - 1)


def real(a: Number) -> float:
    """Return a float near a number, for reading."""
    return float(a) if isinstance(a, Fraction) else float(a.factor) * math.sqrt(a.radicand)


def text_of(a: Number) -> str:
    """Write a number."""
    return str(a) if isinstance(a, Fraction) else f"{a.factor}*sqrt({a.radicand})".removeprefix("1*")


# === formulas ===========================================================================================


class Formula(NamedTuple):
    """A formula: an operation with its arguments, a name (no arguments), or "" and a number."""

    head: str
    arguments: tuple[Any, ...] | None = None


TOKEN = re.compile(r"\d+(?:\.\d+)?|[A-Za-z_]\w*|\*\*|[<>=!]=|[^ \t]", re.ASCII)
RELATIONS: dict[str, Callable[[int], bool]] = {
    "<": lambda s: s < 0, "<=": lambda s: s <= 0, "==": lambda s: s == 0,
    "!=": lambda s: s != 0, ">=": lambda s: s >= 0, ">": lambda s: s > 0,
}  # fmt: skip
LEVELS = {"if": 0, "or": 1, "and": 2} | dict.fromkeys(RELATIONS, 4) | {"+": 5, "-": 5, "*": 6, "/": 6, "**": 8}


@lru_cache(maxsize=4096)
def read(text: str) -> Formula:
    """Read a formula; ``a if c else b`` and ``if(c, a, b)`` are the same."""
    if not isinstance(text, str) or len(text) > MAX_TEXT:
        raise Malformed(f"a formula has to be a text of at most {MAX_TEXT} characters")
    tokens = ["", *reversed(TOKEN.findall(text))]
    formula = parse(tokens, 0, MAX_DEPTH)
    expect("", tokens)
    return formula


def expect(wanted: str, tokens: list[str]) -> None:
    """Consume the token that has to come next; "" is the end."""
    if tokens[-1] != wanted:
        raise Malformed(f"unexpected {tokens[-1][:40] or 'end'!r} in a formula")
    tokens.pop()


def parse(tokens: list[str], level: int, depth: int) -> Formula:
    """Read from the tokens, the next one last, as far as operators bind at least as tightly as ``level``."""
    if depth == 0 or len(tokens[-1]) > 400:
        raise Malformed(f"a formula is nested more than {MAX_DEPTH} deep, or has a number of more than 400 digits")
    word = tokens.pop() if tokens[-1] else ""
    if word in ("-", "not"):
        formula = Formula(word, (parse(tokens, 7 if word == "-" else 3, depth - 1),))
    elif word == "(":
        formula = parse(tokens, 0, depth - 1)
        expect(")", tokens)
    elif word[:1].isdigit():
        formula = Formula("", (Fraction(word),))
    elif not re.match(r"[A-Za-z_]", word):
        raise Malformed(f"unexpected {word[:40] or 'end'!r} in a formula")
    elif tokens[-1] == "(":
        tokens.pop()
        arguments: list[Formula] = []
        while tokens[-1] != ")":
            if arguments:
                expect(",", tokens)
            arguments.append(parse(tokens, 0, depth - 1))
        tokens.pop()
        formula = Formula(word, tuple(arguments))
    else:
        formula = Formula(word)
    while LEVELS.get(sign := tokens[-1], -1) >= level:
        tokens.pop()
        if sign == "if":
            condition = parse(tokens, 1, depth - 1)
            expect("else", tokens)
            formula = Formula("if", (condition, formula, parse(tokens, 0, depth - 1)))
        else:
            formula = Formula(sign, (formula, parse(tokens, 7 if sign == "**" else LEVELS[sign] + 1, depth - 1)))
    return formula


def names_in(formula: Formula) -> frozenset[str]:
    """Return the names in a formula."""
    if formula.arguments is None:
        return frozenset([formula.head])
    return frozenset[str]().union(*(names_in(a) for a in formula.arguments if isinstance(a, Formula)))


# --- their values: numbers, affine functions of one variable, and combinations of vectors ---


class Affine(NamedTuple):
    """constant + slope * q, where q is the prediction (or the comparator's)."""

    constant: Fraction
    slope: Fraction

    def at(self, q: Fraction) -> Fraction:
        """Return the value at q."""
        return self.constant + self.slope * q


class Vector(NamedTuple):
    """A combination of state vectors and the example, by their names; ``dotted`` with the example, or not."""

    terms: Mapping[str, Fraction]
    dotted: bool = False


@dataclass
class Scope:
    """What names stand for, the q at which branches are chosen, and where they would change."""

    names: Mapping[str, Any]
    q: Fraction = ZERO
    roots: set[Fraction] = field(default_factory=set)

    def compare(self, a: Any, b: Any) -> int:
        """Return the sign of a - b at q, and note the root of the difference."""
        if isinstance(a, Affine) or isinstance(b, Affine):
            gap = lifted(add(a, scale(b, -ONE)))
            if gap.slope:
                self.roots.add(-gap.constant / gap.slope)
            return compare(gap.at(self.q), ZERO)
        if isinstance(a, Vector) or isinstance(b, Vector):
            raise Refused("a branch that compares vectors, or predictions other than its own")
        return compare(a, b)


def add(a: Any, b: Any) -> Any:
    """Return a + b."""
    if isinstance(a, Vector) and isinstance(b, Vector) and a.dotted == b.dotted:
        terms = {name: a.terms.get(name, ZERO) + b.terms.get(name, ZERO) for name in (*a.terms, *b.terms)}
        return Vector({name: c for name, c in terms.items() if c}, a.dotted)
    if isinstance(a, Vector) or isinstance(b, Vector):
        raise Refused("the sum of a vector and a number (a threshold or a start vector has no Gram form)")
    if isinstance(a, Affine) or isinstance(b, Affine):
        (c, d), (e, f) = lifted(a), lifted(b)
        return Affine(c + e, d + f) if d + f else c + e
    return plus(a, b)


def lifted(a: Any) -> Affine:
    """Return an affine function, or a rational as one."""
    if isinstance(a, Root):
        raise Refused("an irrational number in a rule; choose the parameters so that it is rational")
    return a if isinstance(a, Affine) else Affine(a, ZERO)


def scale(a: Any, b: Any) -> Any:
    """Return a * b."""
    a, b = (b, a) if isinstance(a, Vector) else (a, b)
    if isinstance(b, Vector):
        if isinstance(a, Vector):
            raise Refused("a product of two predictions, or of two vectors")
        if isinstance(a, Affine):
            raise Refused("the coefficient of a vector depends on the prediction")
        if isinstance(a, Root):
            raise Refused("an irrational coefficient of a vector; choose the parameters so that it is rational")
        return Vector({name: a * c for name, c in b.terms.items() if a * c}, b.dotted)
    if isinstance(a, Affine) or isinstance(b, Affine):
        (c, d), (e, f) = lifted(a), lifted(b)
        if d and f:
            raise Refused("a product of two predictions")
        return Affine(c * e, c * f + d * e) if c * f + d * e else c * e
    return times(a, b)


def value(formula: Formula, scope: Scope) -> Any:
    """Return the value of a formula, where branches are chosen at the scope's q."""
    head, arguments = formula
    if arguments is None:
        if head not in scope.names:
            raise Refused(OUTSIDE.get(head, f"{head!r} has no value here; set it"))
        return scope.names[head]
    if head == "":
        return arguments[0]
    if head == "if":
        return value(arguments[1] if value(arguments[0], scope) else arguments[2], scope)
    given = [value(a, scope) for a in arguments]
    if head in RELATIONS and len(given) == 2:
        return Fraction(RELATIONS[head](scope.compare(*given)))
    if head in FUNCTIONS and len(given) in FUNCTIONS[head][0]:
        return FUNCTIONS[head][1](scope, *given)
    raise Refused(f"the function {head!r} of {len(given)} arguments has no place in a Gram form")


OUTSIDE = {
    "xx": "the rule speaks of xx, the example's own norm",
    "gap": "the rule speaks of gap, so that the coefficient of x depends on the prediction",
    "n": "it speaks of n, and certificates are for every dimension",
    "k": "it speaks of k, which depends on the trials",
    "u_err": "it counts the comparator's mistakes, which depend on the trials",
}


def extreme(scope: Scope, wanted: int, *given: Any) -> Any:
    """Return the largest or least of numbers and affine functions, as they stand at q."""
    best = given[0]
    for a in given[1:]:
        if scope.compare(a, best) == wanted:
            best = a
    return best


def number(function: Callable[[Number], Number]) -> Callable[..., Number]:
    """Return a function of one number as one of a scope and a value."""

    def of(_: Scope, a: Any) -> Number:
        if not isinstance(a, Fraction | Root):
            raise Refused("a function of the prediction that is not piecewise linear")
        return function(a)

    return of


def dot(_: Scope, a: Any, b: Any) -> Vector:
    """Return the dot product of a state vector with the example."""
    a, b = (b, a) if isinstance(a, Vector) and a.terms == {"x": ONE} else (a, b)
    if not (isinstance(a, Vector) and isinstance(b, Vector)) or a.dotted or b.terms != {"x": ONE} or "x" in a.terms:
        raise Refused("a dot product other than that of a state vector and the example")
    return Vector(a.terms, dotted=True)


def raised(_: Scope, a: Any, e: Any) -> Any:
    """Return a**e."""
    if isinstance(a, Vector) or isinstance(e, Vector | Affine):
        raise Refused("a power of a vector, or one that depends on the prediction")
    if isinstance(a, Affine):
        if e != 1:
            raise Refused("a power of the prediction, which is not piecewise linear")
        return a
    return power(a, e)


FUNCTIONS: dict[str, tuple[Sequence[int], Callable[..., Any]]] = {
    "+": ((2,), lambda _, a, b: add(a, b)),
    "-": ((1, 2), lambda _, a, b=None: scale(a, -ONE) if b is None else add(a, scale(b, -ONE))),
    "*": ((2,), lambda _, a, b: scale(a, b)),
    "/": ((2,), lambda s, a, b: scale(a, number(inverse)(s, b))),
    "**": ((2,), raised),
    "and": ((2,), lambda _, a, b: Fraction(bool(a) and bool(b))),
    "or": ((2,), lambda _, a, b: Fraction(bool(a) or bool(b))),
    "not": ((1,), lambda _, a: Fraction(not a)),
    "max": (range(2, 17), lambda s, *a: extreme(s, 1, *a)),
    "min": (range(2, 17), lambda s, *a: extreme(s, -1, *a)),
    "Max": (range(2, 17), lambda s, *a: extreme(s, 1, *a)),
    "Min": (range(2, 17), lambda s, *a: extreme(s, -1, *a)),
    "abs": ((1,), lambda s, a: extreme(s, 1, a, scale(a, -ONE))),
    "sign": ((1,), lambda s, a: Fraction(s.compare(a, ZERO))),
    "sqrt": ((1,), number(lambda a: power(a, Fraction(1, 2)))),
    "floor": ((1,), number(floor)),
    "ceiling": ((1,), number(lambda a: -floor(scaled(a, -ONE)))),
    "dot": ((2,), dot),
}


# === the branches of a rule ===============================================================================
# Where outcomes are labels, a trial (x, -1) is the trial (-x, +1) of a learner that is odd, and oddness is checked.
# Where they are intervals, an update says on which side of the outcome the prediction was, and one with side = -1 is
# one with side = 1 for -x; the outcome that costs the comparator least is [a, oo) with a large, and then the learner
# loses a - tau - q and the comparator at least a - p, in all p - q - tau. Other trials cost the learner nothing.


class Branch(NamedTuple):
    """What a rule does where low <= q <= high: the new states, and the gain, the least of affine functions of q."""

    low: Fraction | None
    high: Fraction | None
    states: Mapping[str, Mapping[str, Fraction]]
    gains: tuple[Affine, ...]
    against: bool = False  # the gain is p - q - tau: the comparator's prediction enters with 1

    @property
    def idle(self) -> bool:
        """Whether the state stays as it is and nothing is gained."""
        still = all(dict(terms) == {name: ONE} for name, terms in self.states.items())
        return still and not self.against and any(self.never_positive(gain) for gain in self.gains)

    def never_positive(self, gain: Affine) -> bool:
        """Tell whether an affine function is at most 0 on the branch."""
        ends = [gain.at(end) <= 0 for end in (self.low, self.high) if end is not None]
        unbounded = (self.low is None and gain.slope < 0) or (self.high is None and gain.slope > 0)
        return not unbounded and all(ends) and (bool(ends) or gain.constant <= 0)


Cell = tuple[Fraction | None, Fraction | None, Any]


def cells(found: Callable[[Scope], Any], names: Mapping[str, Any]) -> list[Cell]:
    """Return what is found on each open cell of the line and at each end of one; names may stand for Affine."""
    known: dict[Fraction, Any] = {}
    ends: list[Fraction] = []
    while True:
        between = [(a + b) / 2 for a, b in itertools.pairwise(ends)]
        samples = [ends[0] - 1, *ends, *between, ends[-1] + 1] if ends else [ZERO]
        roots = set(ends)
        for q in samples:
            scope = Scope(names, q)
            known[q] = found(scope)
            roots |= scope.roots
        if len(roots) > MAX_CELLS:
            raise Refused(f"the rule has more than {MAX_CELLS} branches")
        if roots == set(ends):
            break
        ends = sorted(roots)
    if not ends:
        return [(None, None, known[ZERO])]
    middles = [ends[0] - 1, *between, ends[-1] + 1]
    cell: list[Cell] = [(None, ends[0], known[middles[0]])]
    for i, end in enumerate(ends):
        cell += [(end, end, known[end]), (end, ends[i + 1] if i + 1 < len(ends) else None, known[middles[i + 1]])]
    return cell


def merged(branches: Sequence[Branch]) -> list[Branch]:
    """Join neighbours that differ in the gain alone, where it is the least of theirs on both."""
    found: list[Branch] = []
    for branch in branches:
        if found and found[-1].states == branch.states and found[-1].high == branch.low and branch.low != branch.high:
            left, right, at = found[-1].gains[-1], branch.gains[0], branch.low
            if at is not None and left.at(at) == right.at(at) and left.slope >= right.slope:
                gains = found[-1].gains if left == right else (*found[-1].gains, *branch.gains)
                found[-1] = found[-1]._replace(high=branch.high, gains=gains)
                continue
        found.append(branch)
    return found


def branches_of(outcome: Callable[[Scope], tuple[Any, Any]], names: Mapping[str, Any]) -> list[Branch]:
    """Return the branches of a rule for labels, refused if not odd; ``outcome`` gives new states and gain."""
    both = [cells(outcome, {**names, "y": y, "yhat": Affine(ZERO, y), "ux": None}) for y in (ONE, -ONE)]
    ends = sorted({a for side in both for a, b, _ in side if a is not None and a == b})
    pieces = [*zip([None, *ends], [*ends, None], strict=True)]
    found, points = [], []
    for low, high in pieces:
        states, gain = at_cell(both[0], low, high)
        if at_cell(both[1], low, high) != (states, gain):
            raise Refused("the rule is not odd: it treats (x, +1) and (-x, -1) differently")
        found.append(Branch(low, high, states, (gain,)))
    for i, end in enumerate(ends):
        for states, gain in {str(r): r for r in (at_cell(side, end, end) for side in both)}.values():
            near = [b for b in found[i : i + 2] if b.states == states and b.gains[0].at(end) >= gain.at(end)]
            if not near:
                points.append(Branch(end, end, states, (gain,)))
    return merged(found) + points


def at_cell(side: Sequence[Cell], low: Fraction | None, high: Fraction | None) -> Any:
    """Return what a list of cells has on a part of one."""
    for a, b, found in side:
        if a == b is not None:
            if low == high == a:
                return found
        elif (a is None or (low is not None and low >= a)) and (b is None or (high is not None and high <= b)):
            return found
    raise Refused("the branches of the rule do not fit together")


# === the program of a pattern ==============================================================================

Form = dict[tuple[int, int], Fraction]
"""A linear function of the Gram matrix of u (0) and x_1, ..., x_m: the coefficient of each entry (i, j), i <= j."""


class Program(NamedTuple):
    """Rows say form <= limit; the amount is the sum of the groups, each the least of its forms plus constants."""

    size: int
    rows: list[tuple[Form, Fraction]]
    groups: list[list[tuple[Form, Fraction]]]
    labels: list[tuple[str, int]]

    def proves(self, multipliers: Sequence[Fraction], bound: Number, *, strict: bool = False) -> bool:
        """Tell whether the multipliers prove that no Gram matrix has an amount above the bound (or at it).

        They are the scale s of the amount, one for each row and one for each form of each group, all >= 0, those of a
        group summing to s. Then s*amount <= total. With s = 0 and total < 0 there is no such matrix at all.
        """
        pieces = sum(map(len, self.groups))
        if len(multipliers) != 1 + len(self.rows) + pieces or min(multipliers) < 0:
            return False
        total, left = self.total(multipliers)
        if left or not self.dominates(multipliers):
            return False
        if multipliers[0] == 0:
            return total < 0
        order = compare(total / multipliers[0], bound)
        return order < 0 if strict else order <= 0

    def total(self, multipliers: Sequence[Fraction]) -> tuple[Fraction, bool]:
        """Return the value that the multipliers give, and whether those of some group do not sum to the scale."""
        place = 1 + len(self.rows)
        total = sum((y * limit for y, (_, limit) in zip(multipliers[1:], self.rows, strict=False)), ZERO)
        wrong = False
        for group in self.groups:
            given = multipliers[place : place + len(group)]
            wrong |= sum(given) != multipliers[0]
            total += sum((y * constant for y, (_, constant) in zip(given, group, strict=True)), ZERO)
            place += len(group)
        return total, wrong

    def dominates(self, multipliers: Sequence[Fraction]) -> bool:
        """Tell whether the combination of the rows less that of the groups is positive semidefinite."""
        return semidefinite(self.matrix(multipliers))

    def matrix(self, multipliers: Sequence[Fraction]) -> list[list[Fraction]]:
        """Return the combination of the rows less that of the groups, as a symmetric matrix."""
        found = [[ZERO] * self.size for _ in range(self.size)]
        forms = [(form, ONE) for form, _ in self.rows] + [(form, -ONE) for group in self.groups for form, _ in group]
        for y, (form, factor) in zip(multipliers[1:], forms, strict=True):
            if y:
                for (i, j), c in form.items():
                    found[i][j] += factor * y * c * (1 if i == j else Fraction(1, 2))
        for i in range(self.size):
            for j in range(i):
                found[i][j] = found[j][i]
        return found


def semidefinite(matrix: Sequence[Sequence[Fraction]]) -> bool:
    """Tell whether a symmetric matrix is positive semidefinite: by elimination, in whole numbers."""
    common = math.lcm(*(a.denominator for row in matrix for a in row)) if matrix else 1
    left = [[int(a * common) for a in row[i:]] for i, row in enumerate(matrix)]  # from the diagonal on
    divisor = 1
    while left:
        (pivot, *first), left = left[0], left[1:]
        if pivot < 0 or (pivot == 0 and any(first)):
            return False
        if pivot:  # the rows below times the pivot, less what the first takes off: divisible by the pivot before
            left = [
                [(pivot * a - b * c) // divisor for a, c in zip(row, first[i:], strict=True)]
                for i, (row, b) in enumerate(zip(left, first, strict=True))
            ]
            divisor = pivot
    return True


# === claims ================================================================================================

LEARNERS: dict[str, dict[str, str]] = {
    "perceptron(eta)": {"w": "w + eta*side*x"},
    "p_norm(p, a)": {"w": "w + a*side*x", "only": "p == 2"},
    "gradient_descent(eta)": {"w": "w + eta*y*x if y*yhat <= 0 else w"},
}
VERSIONS: dict[str, dict[str, str]] = {
    "absolute": {"side": "y*(y*yhat < 1)", "loss": "max(0, 1 - y*yhat)", "err": "y*yhat <= 0", "tau": "0"},
    "toleranced(tau)": {
        "side": "y*(y*yhat < 1 - tau)", "loss": "max(0, 1 - tau - y*yhat)", "err": "y*yhat <= 0", "tau": "tau",
    },
    "randomised": {
        "side": "y*(y*yhat < 1/2)", "loss": "max(0, 1/2 - y*yhat)", "err": "max(0, min(1, 1/2 - y*yhat))",
    },
    "classification": {"side": "y*(y*yhat <= 0)", "loss": "max(0, 1 - y*yhat)", "err": "abs(side)"},
    "threshold(theta)": {
        "side": "(y > 0)*(yhat < theta) - (y < 0)*(yhat >= theta)", "loss": "max(0, 1 - y*yhat)", "err": "abs(side)",
    },
}  # fmt: skip
PREMISES: dict[str, tuple[str, str]] = {
    "norm(u, 2) <= U": ("u", "U"),
    "U >= norm(u, 2)": ("u", "U"),
    "X >= if(l == 0, 0, max_t(norm(x, 2)))": ("x", "X"),
    "X >= if(l == 0, 0, sqrt(max_t(sum(x**2))))": ("x", "X"),
    "R >= if(l == 0, 0, max_t(norm(x, 2)))": ("x", "R"),
    "sum_t(y*ux < 1) == 0": ("margin", "1"),
    "sum_t(y*ux < delta) == 0": ("margin", "delta"),
}
"""What a premise says of |u|, of |x| or of y u.x; a premise that is not known here is left out, which proves more."""

UNIT = "gamma == if(l == 0, 0, min_t(y*ux))/norm(u, 2)"
"""The margin of u/|u| is gamma: the same u, scaled to norm 1, is within norm 1 and has margin gamma."""

DUAL = {  # at p = 2, where the p-norm and its dual are the 2-norm
    "U >= norm(u, p/(p - 1))": ("u", "U"),
    "X >= if(l == 0, 0, max_t(sum(abs(x)**p))**(1/p))": ("x", "X"),
}
MEASURED = re.compile(r"\b(u|x|s|y|start|trials|norm|sum|max_t|min_t|sum_t|ux)\b")
START = "length(start) == 0"


@dataclass(frozen=True)
class Problem:
    """One comparison of a claim at one length and one choice of parameters."""

    rule: Mapping[str, Any]
    names: Mapping[str, Number]
    gain: str
    against: str
    premises: Mapping[str, Number]
    unit: Number
    strict: bool
    interval: bool
    tau: Fraction

    @cached_property
    def spoken(self) -> frozenset[str]:
        """The names in the rule and the gain."""
        texts = (*self.rule["updates"].values(), self.rule["predict"], self.gain)
        return frozenset[str]().union(*(names_in(read(text)) for text in texts))

    @cached_property
    def timeless(self) -> bool:
        """Whether a trial that changes nothing may be left out: neither the rule nor the gain speaks of t."""
        return "t" not in self.spoken

    @cached_property
    def known(self) -> dict[tuple[int, int], tuple[Branch, ...]]:
        """Branches found before."""
        return {}

    def branches(self, t: int, updates: int) -> tuple[Branch, ...]:
        """Return the branches of trial t, after so many updates; a trial that may as well be left out has none."""
        key = (0 if self.timeless else t, updates if "updates" in self.spoken else 0)
        if key not in self.known:
            self.known[key] = self.found(t, updates)
        return self.known[key]

    def found(self, t: int, updates: int) -> tuple[Branch, ...]:
        """Find the branches."""
        names = self.scope(t, updates)
        found = self.sided(names) if self.interval else branches_of(self.outcome, names)
        if {"updates", "update"} & self.spoken:
            self.require_counted(found)
        if self.timeless:
            found = [branch for branch in found if not branch.idle]
        if len(found) > len(DIGITS):
            raise Refused(f"the rule has {len(found)} branches")
        return tuple(found)

    def scope(self, t: int, updates: int) -> dict[str, Any]:
        """Return what names stand for on trial t, after so many updates."""
        names = {**self.names, "t": Fraction(t), "updates": Fraction(updates), "x": Vector({"x": ONE})}
        return names | {name: Vector({name: ONE}) for name in self.rule["updates"]}

    def require_counted(self, found: Sequence[Branch]) -> None:
        """Refuse a rule that counts updates where an update might leave the state as it was, and not be counted."""
        adds = all(terms.keys() <= {name, "x"} for b in found for name, terms in b.states.items())
        keeps = all(terms.get(name) == 1 for b in found for name, terms in b.states.items())
        if not (adds and keeps and sign(self.premises.get("margin", ZERO)) > 0):
            raise Refused("the rule speaks of updates, and whether x = 0, or a decay, makes one is not settled here")

    @cached_property
    def padded(self) -> bool:
        """Whether a trial with x = 0 may stand in the place of one left out: it changes nothing and costs nothing."""
        if not self.timeless or {"updates", "update"} & self.spoken or sign(self.premises.get("margin", ZERO)) > 0:
            return False
        fits = [b for b in self.branches(1, 0) if (b.low or ZERO) <= 0 <= (b.high or ZERO)]
        free = all(a.at(ZERO) >= 0 for a in self.comparators)
        return free and any(
            all(terms.get(name) == 1 and terms.keys() <= {name, "x"} for name, terms in b.states.items())
            and all(a.at(ZERO) >= 0 for a in b.gains)
            for b in fits
        )

    def outcome(self, scope: Scope) -> tuple[Any, Any]:
        """Return the new states, those of (-x, -1) as those of (x, 1), and the gain on a trial."""
        for name in ("side", "loss", "err"):
            scope.names = {**scope.names, name: value(read(self.rule[name]), scope)}
        states = self.states(scope, scope.names["y"])
        moved = any(terms != {name: ONE} for name, terms in states.items())
        scope.names = {**scope.names, "update": Fraction(moved)}
        return states, lifted(value(read(self.gain), scope))

    def states(self, scope: Scope, flip: Fraction) -> dict[str, dict[str, Fraction]]:
        """Return what the rule makes of each state vector."""
        found = {}
        for name, text in self.rule["updates"].items():
            vector = value(read(text), scope)
            if not isinstance(vector, Vector) or vector.dotted:
                raise Refused(f"the part {name} of the state is no vector")
            found[name] = {of: c * (flip if of == "x" else ONE) for of, c in sorted(vector.terms.items())}
        return found

    def sided(self, names: Mapping[str, Any]) -> list[Branch]:
        """Return the branches of a rule for intervals: an update, and a trial that costs nothing."""
        plain = {name: a for name, a in names.items() if name not in ("y", "yhat")}
        states = {s: self.states(Scope({**plain, "side": s}), s or ONE) for s in (ONE, -ONE, ZERO)}
        if states[ONE] != states[-ONE]:
            raise Refused("the rule is not odd: it treats (x, side 1) and (-x, side -1) differently")
        moves = Branch(None, None, states[ONE], (Affine(-self.tau, -ONE),), against=True)
        return [moves, Branch(None, None, states[ZERO], (Affine(ZERO, ZERO),))]

    @cached_property
    def comparators(self) -> list[Affine]:
        """What the comparator's part of the amount is the least of, as functions of its prediction for y = 1."""
        if not self.against:
            return []
        found = cells(lambda scope: lifted(value(read(self.against), scope)), {**self.names, "y": ONE, "ux": VARIABLE})
        pieces = [Branch(low, high, {}, (gain,)) for low, high, gain in found if low is None or low != high]
        whole = merged(pieces)
        other = cells(
            lambda scope: lifted(value(read(self.against), scope)),
            {**self.names, "y": -ONE, "ux": Affine(ZERO, -ONE)},
        )
        same = [(low, high, gain) for low, high, gain in other] == [(low, high, gain) for low, high, gain in found]
        if len(whole) != 1 or not same:
            raise Refused("the comparator's loss is not convex and piecewise linear, the same for both labels")
        if not any(gain.slope == 0 and gain.constant <= 0 for gain in whole[0].gains):
            raise Refused("the comparator's loss is not bounded by 0 from below, so that no trial may be left out")
        return list(whole[0].gains)

    def program(self, pattern: Sequence[Branch], predictions: Sequence[Form]) -> Program:
        """Return the program of a pattern: ``predictions`` are the q of its trials, linear in the Gram matrix."""
        rows: dict[tuple[str, int], tuple[Form, Fraction]] = {}
        groups: list[list[tuple[Form, Fraction]]] = []
        if "u" in self.premises:
            rows["u", 0] = {(0, 0): ONE}, square(self.premises["u"])
        for t, (branch, q) in enumerate(zip(pattern, predictions, strict=True), 1):
            p: Form = {(0, t): ONE}
            if "x" in self.premises:
                rows["x", t] = {(t, t): ONE}, square(self.premises["x"])
            if "margin" in self.premises:
                rows["margin", t] = combined((p, -ONE)), -lifted(self.premises["margin"]).constant
            if branch.high is not None:
                rows["high", t] = q, branch.high
            if branch.low is not None:
                rows["low", t] = combined((q, -ONE)), -branch.low
            gains = [(combined((q, a.slope), (p, Fraction(branch.against))), a.constant) for a in branch.gains]
            groups.append(gains)
            if self.comparators:
                groups.append([(combined((p, a.slope)), a.constant) for a in self.comparators])
        return Program(len(pattern) + 1, list(rows.values()), groups, list(rows))


VARIABLE = Affine(ZERO, ONE)


def combined(*parts: tuple[Form, Fraction]) -> Form:
    """Return a combination of forms."""
    found: Form = {}
    for form, factor in parts:
        for entry, c in form.items():
            found[entry] = found.get(entry, ZERO) + factor * c
    return {entry: c for entry, c in found.items() if c}


@dataclass(frozen=True)
class Run:
    """A rule run along a pattern: state vectors as combinations of x_1, ..., x_t, and the predictions made."""

    problem: Problem
    digits: str = ""
    pattern: tuple[Branch, ...] = ()
    states: Mapping[str, tuple[Fraction, ...]] = field(default_factory=dict)
    predictions: tuple[Form, ...] = ()
    updates: int = 0

    def next(self) -> Iterator[Run]:
        """Yield the runs that are one trial longer."""
        problem, t = self.problem, len(self.pattern) + 1
        states = self.states or dict[str, tuple[Fraction, ...]].fromkeys(problem.rule["updates"], ())
        predict = value(read(problem.rule["predict"]), Scope(problem.scope(t, self.updates)))
        if not isinstance(predict, Vector) or not predict.dotted:
            raise Refused("the prediction is not linear in the example")
        q: Form = {}
        for name, c in predict.terms.items():
            q = combined((q, ONE), ({(s, t): a for s, a in enumerate(states[name], 1) if a}, c))
        for digit, branch in zip(DIGITS, problem.branches(t, self.updates), strict=False):
            after = {name: along(terms, states, t) for name, terms in branch.states.items()}
            moved = any(dict(terms) != {name: ONE} for name, terms in branch.states.items())
            yield Run(
                problem,
                self.digits + digit,
                (*self.pattern, branch),
                after,
                (*self.predictions, q),
                self.updates + moved,
            )

    @property
    def program(self) -> Program:
        """The program of the pattern."""
        return self.problem.program(self.pattern, self.predictions)


def along(terms: Mapping[str, Fraction], states: Mapping[str, Sequence[Fraction]], t: int) -> tuple[Fraction, ...]:
    """Return the coefficients of x_1, ..., x_t in a combination of states and x_t."""
    found = [ZERO] * (t - 1)
    for name, c in terms.items():
        if name != "x":
            found = [a + c * b for a, b in zip(found, states[name], strict=True)]
    return (*found, terms.get("x", ZERO))


class Claim:
    """A statement with values of its parameters: its problems, length by length."""

    def __init__(self, statement: Mapping[str, Any], parameters: Mapping[str, Number]) -> None:
        self.statement, self.parameters = statement, dict(parameters)
        if "learner" not in statement:
            raise Refused("the claim has no learner")
        if statement["relation"] not in ("<=", "<"):
            raise Refused(f"the claim says {statement['relation']}; worst cases prove <= and <")
        if statement["outcomes"] not in ("labels", "intervals"):
            raise Refused(f"the outcomes are {statement['outcomes']}; worst cases are for labels and intervals")
        if START not in statement["hypotheses"].values():
            raise Refused("the claim lets the learner start anywhere, and worst cases are for a start at 0")
        for name in parameters:
            if name not in statement["free"]:
                raise Malformed(f"{name} cannot be set: the claim leaves {', '.join(statement['free'])} free")
        self.interval = statement["outcomes"] == "intervals"

    @cached_property
    def parts(self) -> int:
        """How many comparisons the claim makes."""
        return len(self.statement["compare"])

    def names(self, length: int) -> dict[str, Number]:
        """Return the values of all parameters at a length; what is measured on an instance has to be given."""
        names: dict[str, Number] = {**self.parameters, "l": Fraction(length)}
        for name, text in self.statement["defines"].items():
            if name not in names and name not in self.statement["free"]:
                names[name] = value(read(text), Scope(names))
        return names

    def applies(self, length: int) -> bool:
        """Tell whether the premises on parameters and length alone hold."""
        names = {**self.parameters, "l": Fraction(length)}
        plain = [text for text in self.statement["hypotheses"].values() if not MEASURED.search(text)]
        return all(sign(value(read(text), Scope(names))) for text in plain if names_in(read(text)) <= names.keys())

    @cached_property
    def by_length(self) -> bool:
        """Whether learner, compared amount or premises change with the number of trials."""
        compared = {name for part in self.statement["compare"] for name in names_in(read(part["value"]))}
        return "l" in self.spoken_through({*self.rule_names(), *compared, *self.premises(self.names(1), named=True)})

    @cached_property
    def bound_grows(self) -> bool:
        """Whether the bound speaks of the number of trials."""
        return "l" in self.spoken_through(names_in(read(self.statement["bound"])))

    def rule_names(self) -> set[str]:
        """Return the names in learner and version."""
        learner, texts = self.statement["learner"], [self.statement["version"]]
        texts += [*learner["rule"].values(), learner["predict"]] if isinstance(learner, Mapping) else [learner]
        return {name for text in texts for name in names_in(read(text))}

    def spoken_through(self, names: frozenset[str] | set[str]) -> set[str]:
        """Return names with those that define them."""
        found = set(names)
        while True:
            more = found.union(*(names_in(read(self.defined(name))) for name in found if self.defined(name)))
            if more == found:
                return found
            found = more

    def defined(self, name: str) -> str:
        """Return how the claim defines a parameter, or nothing."""
        text = self.statement["defines"].get(name, "")
        return "" if name in self.parameters or name in self.statement["free"] else str(text)

    def on_each_trial(self, part: int) -> bool:
        """Tell whether a comparison is about each trial alone."""
        compared = self.statement["compare"][part]
        return bool(compared.keys() == {"over", "value"} and compared["over"] == "trials")

    def holds_on_each_trial(self, part: int) -> bool:
        """Tell whether the amount of a trial keeps its bound on every branch, whatever the prediction is."""
        problem = self.problem(part, 1)
        if problem.interval or problem.strict or not problem.timeless:
            raise Refused("of each trial alone, <= is proved for labels, and for rules that do not speak of t")
        found = branches_of(problem.outcome, problem.scope(1, 0))
        return all(any(branch.never_positive(gain) for gain in branch.gains) for branch in found)

    def problem(self, part: int, length: int) -> Problem:
        """Return a comparison of the claim at a length; of one about each trial, the amount less the bound."""
        names = self.names(length)
        rule, rate = self.rule(names)
        compared = self.statement["compare"][part]
        if self.on_each_trial(part):
            compared = {"value": f"sum_t({compared['value']}) - sum_t({self.statement['bound']})"}
        if compared.keys() - {"value"}:
            raise Refused(f"the claim compares over {compared.get('over', 'parts of the run')}, not the whole run")
        gain, against, excess = split(compared["value"], names)
        premises = self.premises(names)
        tau: Number = value(read(rule.get("tau", "0")), Scope(names))
        unit: Number = ONE
        if self.interval:
            if "tau" not in rule:
                raise Refused(f"the version {self.statement['version']} is for labels")
            if not excess:
                raise Refused("for intervals, the amount has to be the learner's loss less the comparator's")
            if isinstance(rate, Root):  # in units of the rate: u, outcomes and tau over it, and the learner at rate 1
                unit, tau = rate, times(tau, inverse(rate))
                rule["updates"] = {"w": named(LEARNERS["perceptron(eta)"]["w"], {"eta": ONE})}
                premises |= {"u": times(premises["u"], inverse(unit))} if "u" in premises else {}
            against = ""
            premises.pop("margin", None)  # it speaks of y, and here trials are flipped by the side
        return Problem(
            rule, names, gain, against.replace("u_loss", "max(0, 1 - y*ux)"), premises, unit,
            self.statement["relation"] == "<", self.interval, lifted(tau).constant,
        )  # fmt: skip

    def bound(self, length: int) -> Number:
        """Return the bound at a length."""
        found = value(read(self.statement["bound"]), Scope(self.names(length)))
        if not isinstance(found, Fraction | Root):
            raise Refused("the bound is no number")
        return found

    def premises(self, names: Mapping[str, Number], *, named: bool = False) -> dict[str, Number]:
        """Return the limits on |u| and |x| and the margin that the premises give, or the names of these limits."""
        texts = set(self.statement["hypotheses"].values())
        table = PREMISES | (DUAL if names.get("p") == 2 else {})
        limits = {of: limit for text, (of, limit) in table.items() if text in texts}
        limits |= {"u": "1", "margin": "gamma"} if UNIT in texts else {}
        if named:
            return {name: ONE for limit in limits.values() for name in names_in(read(limit))}
        found: dict[str, Number] = {of: value(read(limit), Scope(names)) for of, limit in limits.items()}
        if any(sign(a) < 0 for a in found.values()):
            raise Refused("a norm or a margin is negative")
        return found

    def rule(self, names: Mapping[str, Number]) -> tuple[dict[str, Any], Number]:
        """Return the rule of the learner, in its version, and the rate of one that scales with it."""
        rate: Number = ONE
        learner = self.statement["learner"]
        if isinstance(learner, Mapping):
            if any(read(text) != read("0") for text in learner.get("start", {}).values()):
                raise Refused("the learner starts at another vector than 0")
            body = {"updates": dict(learner["rule"]), "predict": learner["predict"]}
        else:
            entry, given = look_up(LEARNERS, learner, names)
            if "only" in entry and not value(read(entry["only"]), Scope(given)):
                raise Refused(f"{learner} has a Gram form at {entry['only']} alone")
            body = {"updates": {"w": named(entry["w"], given)}, "predict": "dot(w, x)"}
            rate = given["eta"] if read(learner).head == "perceptron" else ONE
        version, given = look_up(VERSIONS, self.statement["version"], names)
        said = {name: named(text, given) for name, text in version.items()}
        return {**body, **said}, rate


def named(text: str, given: Mapping[str, Number]) -> str:
    """Return a formula of a table with values in the place of its parameters."""
    for name, a in given.items():
        text = re.sub(rf"\b{name}\b", f"({text_of(a)})", text)
    return text


def look_up(
    table: Mapping[str, Any], text: str, names: Mapping[str, Number]
) -> tuple[Mapping[str, str], dict[str, Any]]:
    """Return what a table has on a learner or version such as threshold(0), and the values of its parameters."""
    head, arguments = read(text)
    for header, body in table.items():
        name, parameters = read(header)
        if name == head and len(parameters or ()) == len(arguments or ()):
            given = (value(a, Scope(names)) for a in arguments or ())
            return body, {p.head: a for p, a in zip(parameters or (), given, strict=True)}
    raise Refused(f"{text} has no Gram form that is known here")


def split(text: str, names: Mapping[str, Any]) -> tuple[str, str, bool]:
    """Return what a trial adds to an amount such as sum_t(loss) - sum_t(u_loss): the learner's part and u's."""
    summed = list(summands(read(text), "1"))
    if any(names_in(read(factor)) - names.keys() for _, factor in summed):
        raise Refused("a sum over the trials is multiplied by what is no parameter")
    parts = [f"({factor})*({inside})" for inside, factor in summed]
    theirs = [part for part in parts if {"ux", "u_loss"} & names_in(read(part))]
    mine = [part for part in parts if part not in theirs]
    return " + ".join(mine) or "0", " + ".join(theirs), text == "sum_t(loss) - sum_t(u_loss)"


def summands(formula: Formula, factor: str) -> Iterator[tuple[str, str]]:
    """Yield what is summed over the trials, with its factor."""
    head, arguments = formula.head, formula.arguments or ()
    if head in ("+", "-") and len(arguments) == 2:
        yield from summands(arguments[0], factor)
        yield from summands(arguments[1], factor if head == "+" else f"-({factor})")
    elif head == "*" and "sum_t" not in written(arguments[0]):
        yield from summands(arguments[1], f"({factor})*({written(arguments[0])})")
    elif head == "sum_t" and len(arguments) == 1:
        yield written(arguments[0]), factor
    else:
        raise Refused("the compared amount is not a sum over the trials")


def written(formula: Formula) -> str:
    """Write a formula."""
    head, arguments = formula
    if arguments is None:
        return head
    if head == "":
        return f"({arguments[0]})"
    if head in LEVELS and head != "if" and len(arguments) == 2:
        return f"({written(arguments[0])} {head} {written(arguments[1])})"
    if head in ("-", "not"):
        return f"({head} {written(arguments[0])})"
    return f"{head}({', '.join(map(written, arguments))})"


# === all patterns ==========================================================================================


class Need(NamedTuple):
    """A pattern, and the least bound that it has to keep (None where the claim says nothing of it)."""

    key: str
    run: Run
    bound: Number | None


@dataclass
class Walk:
    """All patterns of a claim up to a length, shortest first.

    ``open_end`` says whether there may be more: longer ones, or such that only longer sequences are claimed of.
    """

    claim: Claim
    length: int
    open_end: bool = False

    def needs(self, part: int) -> Generator[Need, bool, None]:
        """Yield the patterns of one comparison; send True to prune."""
        lengths = range(self.length + 1) if self.claim.by_length else [self.length]
        count = 0
        for length in lengths:
            if self.claim.by_length and not self.claim.applies(length):
                continue
            problem = self.claim.problem(part, length)
            level = [Run(problem)]
            for depth in range(length + 1):
                bound = self.bound(problem, depth, length)
                after: list[Run] = []
                for run in level:
                    count += 1
                    if count > MAX_PATTERNS:
                        raise Refused(f"there are more than {MAX_PATTERNS} patterns")
                    pruned = yield Need(f"{part}/{length if self.claim.by_length else ''}/{run.digits}", run, bound)
                    if not pruned and depth < length:
                        after += run.next()
                    self.open_end |= not pruned and (depth == length or bound is None)
                level = after

    def bound(self, problem: Problem, depth: int, length: int) -> Number | None:
        """Return the least bound, in the problem's unit, of the lengths that patterns of ``depth`` trials stand for."""
        if problem.padded or not problem.timeless:
            wanted = [depth] if not self.claim.by_length or depth == length else []
        else:
            wanted = [length] if self.claim.by_length else list(range(depth, length + 1))
        wanted = [m for m in wanted if self.claim.applies(m)]
        if not self.claim.bound_grows:
            wanted = wanted[:1]
        if not wanted:
            return None
        bounds = [times(self.claim.bound(m), inverse(problem.unit)) for m in wanted]
        least = bounds[0]
        for bound in bounds[1:]:
            least = bound if compare(bound, least) < 0 else least
        return least


def plainly(program: Program) -> list[Fraction]:
    """Return multipliers that prove what needs no rows: amounts that are constant."""
    found = [ONE, *[ZERO] * len(program.rows)]
    for group in program.groups:
        place = min(range(len(group)), key=lambda i: (bool(group[i][0]), group[i][1]))
        found += [Fraction(i == place) for i in range(len(group))]
    return found


# === certificates ==========================================================================================


def load(text: str) -> Any:
    """Read JSON strictly: no key twice, no floats."""

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


def rational(text: Any) -> Fraction:
    """Read a rational number."""
    if not isinstance(text, str) or not re.fullmatch(r"-?\d{1,400}(/0*[1-9]\d{0,400})?", text, re.ASCII):
        raise Malformed(f"{str(text)[:40]!r} is no rational number such as '3/4'")
    return Fraction(text)


def constant(text: str) -> Number:
    """Read an exact number such as 2, 1/2 or sqrt(2)."""
    found = value(read(text), Scope({}))
    if not isinstance(found, Fraction | Root):
        raise Malformed(f"{text[:40]!r} is no number")
    return found


def confirm(text: str, catalogue: Mapping[str, Any]) -> tuple[bool, list[str]]:
    """Check a certificate; return whether it proves what it says, and sentences about what was found."""
    try:
        return examine(load(text), catalogue)
    except Refused as error:
        return False, [plain(str(error))]
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise Malformed(plain(f"the certificate lacks a part or has it in a wrong form: {str(error)[:100]}")) from None
    except (RecursionError, MemoryError, ArithmeticError):
        raise Malformed("the certificate needs more than this checker computes with") from None


def plain(text: str) -> str:
    """Return a text of which nothing can move the cursor or pass for another line of a report."""
    return text if text.isascii() and text.isprintable() else ascii(text)[1:-1]


def examine(document: Mapping[str, Any], catalogue: Mapping[str, Any]) -> tuple[bool, list[str]]:
    """Check a certificate that has been read."""
    if document["format"] != FORMAT:
        raise Malformed(f"the format has to be {FORMAT!r}")
    statement, identifier, length = document["statement"], document["claim"], document["length"]
    if not isinstance(length, int) or not 0 <= length <= MAX_LENGTH:
        raise Malformed(f"the length has to be a whole number from 0 to {MAX_LENGTH}")
    said = [about(identifier, statement, catalogue)]
    claim = Claim(statement, {name: constant(text) for name, text in document["parameters"].items()})
    given = document["multipliers"]
    walk, used = Walk(claim, length), 0
    for part in range(claim.parts):
        if claim.on_each_trial(part):
            if not claim.holds_on_each_trial(part):
                return False, [*said, "the amount of a trial may be above its bound"]
            continue
        needs = walk.needs(part)
        need = next(needs, None)
        while need is not None:
            listed = given.get(need.key)
            used += listed is not None
            verdict = judged(need, listed)
            if verdict is None:
                what = "is not proved by its multipliers" if listed is not None else "has no multipliers"
                return False, [*said, plain(f"the pattern {need.key} {what}")]
            try:
                need = needs.send(verdict)
            except StopIteration:
                need = None
    every = not (walk.open_end or claim.bound_grows or claim.by_length)
    reach = "of any length" if every else f"of at most {length} trials"
    if document["every"] and not every:
        return False, [*said, f"it says every length, and proves what it says of sequences {reach} alone"]
    values = ", ".join(f"{name} = {text}" for name, text in document["parameters"].items())
    amounts = " and ".join(part["value"] for part in statement["compare"])
    said += [
        f"for every sequence {reach}, in any dimension, with {values or 'any parameters'}:",
        f"{amounts} {statement['relation']} {statement['bound']}",
        f"by {used} lists of multipliers, checked in fractions",
    ]
    return True, [plain(sentence) for sentence in said]


def judged(need: Need, listed: Sequence[str] | None) -> bool | None:
    """Return whether a pattern is proved impossible; None where what it needs is not proved."""
    program = need.run.program
    multipliers = plainly(program) if listed is None else [rational(text) for text in listed]
    if listed is not None and multipliers[0] == 0:
        return True if program.proves(multipliers, ZERO) else None
    if need.bound is None:
        return False
    return False if program.proves(multipliers, need.bound, strict=need.run.problem.strict) else None


def about(identifier: str, statement: Mapping[str, Any], catalogue: Mapping[str, Any]) -> str:
    """Say which claim a statement is, and what it changes."""
    if identifier not in catalogue:
        return plain(f"claim {identifier!r} is not in the catalogue; the statement is the certificate's own")
    catalogued = catalogue[identifier]
    before, after = catalogued["hypotheses"], statement["hypotheses"]
    changes = {f"without {name}" for name in before.keys() - after.keys()}
    changes |= {f"hypothesis {name}" for name in after if after[name] != before.get(name)}
    changes |= {
        k for k in (statement.keys() | catalogued.keys()) - {"hypotheses"} if statement.get(k) != catalogued.get(k)
    }
    return plain(f"claim {identifier}{' with changes: ' if changes else ', as catalogued'}{', '.join(sorted(changes))}")


def statements() -> dict[str, Any]:
    """Return the catalogue's statements."""
    return json.loads((Path(__file__).parent / "statements.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def main(arguments: Sequence[str]) -> int:
    """Check the certificate in a file and say what was found."""
    try:
        path = Path(arguments[0])
        if path.stat().st_size > MAX_BYTES:
            raise Malformed(f"the file has more than {MAX_BYTES} bytes")
        confirmed, said = confirm(path.read_text(encoding="utf-8"), statements())
    except (Malformed, IndexError, OSError, UnicodeDecodeError) as error:
        print(f"kernel_gram: {error if arguments else 'give the name of a certificate'}", file=sys.stderr)
        return 2
    print("\n".join(["CONFIRMED" if confirmed else "NOT CONFIRMED", *said]))
    return 0 if confirmed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
