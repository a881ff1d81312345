"""Sylvester's matrix in the proofs, for every order 2**d: what its rows sum to, and their products.

A row is told by its binary digits: the entries two(e), ..., two(e + 1) - 1 of row t are its first two(e) entries,
with the sign changed if digit e of t is 1. So a sum over two(e + 1) entries is one over two(e) entries, twice, once
with a sign, and every fact about rows is an induction on e.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import z3

from verify.logic.axioms import INT, REAL
from verify.logic.kernel import Theorem
from verify.logic.language import Formula, Term
from verify.logic.runs.perceptron import ONE, ZERO
from verify.logic.session import Session
from verify.logic.sums import PrefixSum, i, j
from verify.logic.vectors import t

d, e, m = z3.Ints("d e m")
two = z3.Function("two", INT, INT)
rest = z3.Function("rest", INT, INT, INT)
highest = z3.Function("highest_digit", INT, INT)
entry = z3.Function("h", INT, INT, REAL)
wrong = z3.Function("first_wrong", INT, INT)
ORDER = two(d)
"""The order of the matrix, 2**d."""


def is_row(t: Term) -> Formula:
    """Return 0 <= t < 2**d."""
    return z3.And(t >= 0, t < ORDER)


def number(t: Term, e: Term) -> Term:
    """Return the number of the lowest e digits of t: what is left without the d - e highest."""
    return rest(t, d - e)


def is_sign(t: Term, a: Term) -> Formula:
    """Return that an entry of row t is 1, or -1 if it is not of the first row."""
    return z3.Or(a == 1, z3.And(a == -1, t != 0))


class Sylvester:
    """Sylvester's matrix of order 2**d, with what is used of it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.order = session.count("d", d >= 0)
        self.one = session.define("2**0", two(0) == 1)
        self.double = session.define("2**(e + 1)", z3.ForAll([e], z3.Implies(e >= 0, two(e + 1) == 2 * two(e))))
        self.power = session.induction("2**e >= 1", e, two(e) >= 1, [self.one], [self.double.at(e)])
        f, back = z3.Ints("f back")
        rising = session.induction(
            "2**e grows with e",
            back,
            z3.Implies(e >= 0, two(e + back) >= two(e)),
            [],
            [self.double.at(e + back), self.power.at(e + back)],
        )
        formula = z3.Implies(z3.And(e >= 0, e <= f), two(e) <= two(f))
        self.monotone = session.lemma("2**e <= 2**f", [e, f], formula, [rising.at(f - e)])
        self._define_digits()
        self._define_entries()

    def _define_digits(self) -> None:
        """Define the binary digits of t by taking away the highest power that is left."""
        session, k = self.session, z3.Int("back")
        whole = session.define("no digit taken away", z3.ForAll([t], rest(t, 0) == t))
        high = two(d - k - 1)
        taken = rest(t, k + 1) == rest(t, k) - z3.If(rest(t, k) >= high, high, 0)
        taken = session.define("one more taken away", z3.ForAll([t, k], z3.Implies(z3.And(k >= 0, k < d), taken)))
        within = z3.And(rest(t, k) >= 0, rest(t, k) < two(d - k), rest(t, k) <= t)
        self.room = room = session.induction(
            "a number of d - k digits",
            k,
            z3.Implies(z3.And(k <= d, is_row(t)), within),
            [whole.at(t)],
            [taken.at(t, k), self.double.at(d - k - 1)],
        )
        ends = z3.And(number(t, z3.IntVal(0)) == 0, number(t, d) == t)
        by = [room.at(d), whole.at(t), self.one, self.order]
        self.digits = session.lemma("the digits of t", [t], z3.Implies(is_row(t), ends), by)
        more = number(t, e + 1) == number(t, e) + z3.If(self.has_digit(t, e), two(e), 0)
        within = z3.And(number(t, e) >= 0, number(t, e) < two(e))
        self.more_digits = session.lemma(
            "one more digit",
            [t, e],
            z3.Implies(z3.And(is_row(t), e >= 0, e < d), z3.And(more, within)),
            [taken.at(t, d - e - 1), room.at(d - e)],
        )

    def _define_entries(self) -> None:
        """Define h_t(m) as (-1)**(digit e of t) h_t(m - 2**e), e the highest digit of m; this is definition 4."""
        session, define, top = self.session, self.session.define, highest(m)
        self.first = define("the first column", z3.ForAll([t], z3.Implies(is_row(t), entry(t, 0) == 1)))
        higher = z3.If(m + 1 == two(top + 1), top + 1, top)
        first = define("the highest digit of 1", highest(1) == 0)
        onward = define("the highest digit", z3.ForAll([m], z3.Implies(m >= 1, highest(m + 1) == higher)))
        self.within = session.induction(
            "2**e <= m < 2**(e + 1) for the highest digit e of m",
            m,
            z3.Implies(m >= 1, z3.And(top >= 0, two(top) <= m, m < two(top + 1))),
            [],
            [first, onward.at(m), self.one, self.double.at(z3.IntVal(0)), self.double.at(top + 1)],
        )
        before = m - two(top)
        copied = z3.Implies(
            z3.And(is_row(t), m >= 1, before >= 0, before < m),
            entry(t, m) == self.sign(t, top) * entry(t, before),
        )
        self.earlier = define("an entry by an earlier one", z3.ForAll([t, m], copied))
        column, at = two(e) + j, z3.And(e >= 0, j >= 0, j < two(e))
        own = session.lemma(
            "the highest digit of 2**e + j",
            [e, j],
            z3.Implies(at, highest(column) == e),
            [
                *(self.within.at(column), self.double.at(e)),
                *(self.monotone.at(e + 1, highest(column)), self.monotone.at(highest(column) + 1, e)),
            ],
        )
        self.copy = session.lemma(
            "Definition 4",
            [t, e, j],
            z3.Implies(z3.And(is_row(t), at), entry(t, column) == self.sign(t, e) * entry(t, j)),
            [self.earlier.at(t, column), own.at(e, j)],
        )

    @staticmethod
    def has_digit(t: Term, e: Term) -> Formula:
        """Return that digit e of t is 1."""
        return rest(t, d - e - 1) >= two(e)

    @staticmethod
    def sign(t: Term, e: Term) -> Term:
        """Return (-1)**(digit e of t)."""
        return z3.If(Sylvester.has_digit(t, e), -ONE, ONE)

    @cached_property
    def entries(self) -> Theorem:
        """Every entry is 1 or -1, and 1 in the first row: there is no first one that is not."""
        session, first, top = self.session, wrong(t), highest(wrong(t))
        place = z3.If(is_sign(t, entry(t, i)), ORDER, i)
        chosen = session.kernel.choose(
            "the first entry that is not 1 or -1", [t], first, i, place, when=is_row(t), within=(z3.IntVal(0), ORDER)
        )
        by = [
            *(chosen.at(t, i), chosen.at(t, first - two(top)), self.first.at(t), self.earlier.at(t, first)),
            *(self.within.at(first), self.power.at(top), self.room.at(d - top - 1), self.order),
            self.monotone.at(d, top),
        ]
        formula = z3.Implies(z3.And(is_row(t), i >= 0, i < ORDER), is_sign(t, entry(t, i)))
        return session.lemma("every entry is 1 or -1", [t, i], formula, by)

    @cached_property
    def product(self) -> PrefixSum:
        """The product of rows i and t over the first j entries."""
        return PrefixSum(self.session, "row_product", [i, t], lambda i, t, j: entry(i, j) * entry(t, j), ORDER)

    @cached_property
    def orthogonal(self) -> Theorem:
        """h_i.h_t is 2**d for i = t, else 0: over 2**(e + 1) entries it is twice what it is over 2**e, or 0."""
        session, product, zero = self.session, self.product, z3.IntVal(0)
        both, factor, half = z3.And(is_row(i), is_row(t)), self.sign(i, e) * self.sign(t, e), product(i, t, two(e))
        second = session.induction(
            "the product of the next 2**e entries",
            j,
            z3.Implies(
                z3.And(both, e >= 0, e < d, j <= two(e)),
                product(i, t, two(e) + j) == half + factor * product(i, t, j),
            ),
            [product.empty.at(i, t)],
            [
                *(product.further.at(i, t, two(e) + j), product.further.at(i, t, j), self.copy.at(i, e, j)),
                *(self.copy.at(t, e, j), self.double.at(e), self.monotone.at(e + 1, d)),
            ],
        )
        same = number(i, e) == number(t, e)
        proved = session.induction(
            "the product of 2**e entries",
            e,
            z3.Implies(z3.And(e <= d, both), half == z3.If(same, z3.ToReal(two(e)), ZERO)),
            [
                *(self.one, product.empty.at(i, t), product.further.at(i, t, zero)),
                *(known.at(a) for known in (self.first, self.digits) for a in (i, t)),
            ],
            [
                *(second.at(two(e)), self.double.at(e)),
                *(self.more_digits.at(a, e) for a in (i, t)),
            ],
        )
        formula = z3.Implies(both, product(i, t, ORDER) == z3.If(i == t, z3.ToReal(ORDER), ZERO))
        by = [proved.at(d), self.digits.at(t), self.digits.at(i), self.order]
        return session.lemma("rows are orthogonal", [i, t], formula, by)


class Columns:
    """How many signs each column gets wrong: column i is wrong on row t if h_t(i) g(t) <= 0, for numbers g(t).

    On every row but the first half of the columns are wrong, or all of them; so some column is wrong on half of the
    rows. ``best`` is a column that is wrong most often.
    """

    best = z3.Int("best")

    def __init__(self, session: Session, matrix: Sylvester, g: Callable[[Term], Term]) -> None:
        self.session, self.matrix, self.g = session, matrix, g

        def wrong(t: Term, i: Term) -> Term:
            return z3.If(entry(t, i) * g(t) <= 0, z3.IntVal(1), z3.IntVal(0))

        self.row = PrefixSum(session, "wrong_columns", [t], wrong, ORDER, whole=True)
        self.column = PrefixSum(session, "wrong_rows", [i], lambda i, t: wrong(t, i), ORDER, whole=True)
        self.all = PrefixSum(session, "all_wrong", [t], lambda t, i: self.column(i, t), ORDER)
        self.most = session.kernel.choose(
            *("best", [], self.best, i, -self.column(i, ORDER)),
            within=(z3.IntVal(0), ORDER),
            note="a column that is wrong on most rows",
        )

    @cached_property
    def half_of_a_row(self) -> Theorem:
        """On every row but the first at least half of the columns are wrong."""
        session, matrix, row, m, zero = self.session, self.matrix, self.row, z3.ToReal(j), z3.IntVal(0)
        entries = matrix.product(zero, t, j)
        counted = session.induction(
            "wrong columns, by the sum of the row",
            j,
            z3.Implies(
                z3.And(j <= ORDER, is_row(t)),
                z3.And(
                    row(t, j) >= 0,
                    z3.Implies(self.g(t) > 0, 2 * row(t, j) == m - entries),
                    z3.Implies(self.g(t) < 0, 2 * row(t, j) == m + entries),
                    z3.Implies(self.g(t) == 0, row(t, j) == m),
                ),
            ),
            [row.empty.at(t), matrix.product.empty.at(zero, t)],
            [
                *(row.further.at(t, j), matrix.product.further.at(zero, t, j)),
                *(matrix.entries.at(t, j), matrix.entries.at(zero, j)),
            ],
        )
        formula = z3.Implies(
            is_row(t), z3.And(row(t, ORDER) >= 0, z3.Implies(t > 0, 2 * row(t, ORDER) >= z3.ToReal(ORDER)))
        )
        by = [counted.at(ORDER), matrix.orthogonal.at(zero, t)]
        return session.lemma("half of the columns are wrong, but on the first row", [t], formula, by)

    @cached_property
    def half_of_all(self) -> Theorem:
        """At least half of the entries in the first t rows are wrong, but for one row."""
        session, order, zero = self.session, z3.ToReal(ORDER), z3.IntVal(0)
        exchange = session.induction(
            "one more row, over all columns",
            j,
            z3.Implies(z3.And(j <= ORDER, is_row(t)), self.all(t + 1, j) == self.all(t, j) + self.row(t, j)),
            [self.all.empty.at(t), self.all.empty.at(t + 1), self.row.empty.at(t)],
            [
                *(self.all.further.at(t, j), self.all.further.at(t + 1, j)),
                *(self.row.further.at(t, j), self.column.further.at(j, t)),
            ],
        )
        nothing = session.induction(
            "no rows, no wrong ones",
            j,
            z3.Implies(j <= ORDER, self.all(zero, j) == 0),
            [self.all.empty.at(zero)],
            [self.all.further.at(zero, j), self.column.empty.at(j)],
        )
        return session.induction(
            "at least half of the entries are wrong, but for a row",
            t,
            z3.Implies(
                t <= ORDER, z3.And(2 * self.all(t, ORDER) >= (z3.ToReal(t) - 1) * order, self.all(t, ORDER) >= 0)
            ),
            [nothing.at(ORDER)],
            [exchange.at(ORDER), self.half_of_a_row.at(t)],
        )

    @cached_property
    def half_of_a_column(self) -> Theorem:
        """The best column is wrong on at least half of the rows, from d = 1 on."""
        session, matrix = self.session, self.matrix
        top = self.column(self.best, ORDER)
        capped = session.induction(
            "every column is wrong at most as often as the best",
            j,
            z3.Implies(j <= ORDER, self.all(ORDER, j) <= z3.ToReal(j) * top),
            [self.all.empty.at(ORDER)],
            [self.all.further.at(ORDER, j), self.most.at(j)],
        )
        known = [self.half_of_all.at(ORDER), capped.at(ORDER), matrix.power.at(d)]
        return session.prove(
            "the best column is wrong on half of the rows",
            z3.Implies(d >= 1, z3.And(2 * top >= z3.ToReal(ORDER), is_row(self.best))),
            [*known, self.most.at(z3.IntVal(0)), matrix.double.at(d - 1)],
        )
