"""Sylvester's matrix in the proofs, for every order 2**d: what its rows sum to, and their products.

A row is told by its binary digits: the entries two(e), ..., two(e + 1) - 1 of row t are its first two(e) entries,
with the sign changed if digit e of t is 1. So a sum over two(e + 1) entries is one over two(e) entries, twice, once
with a sign, and every fact about rows is an induction on e.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import z3

from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Formula, Term
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import i, j
from verify.proofs.engine.vectors import INT, REAL, t
from verify.proofs.runs.perceptron import ONE, ZERO

d = z3.Int("d")
e = z3.Int("e")
m = z3.Int("m")
two = z3.Function("two", INT, INT)
quotient = z3.Function("quotient", INT, INT, INT)
bit = z3.Function("bit", INT, INT, INT)
number = z3.Function("number", INT, INT, INT)
highest = z3.Function("highest_digit", INT, INT)
entry = z3.Function("h", INT, INT, REAL)
ORDER = two(d)
"""The order of the matrix, 2**d."""


def is_row(t: Term) -> Formula:
    """Return 0 <= t < 2**d."""
    return z3.And(t >= 0, t < ORDER)


class PrefixSum:
    """The sum of term(*v, j) over j < m, for variables v that satisfy ``when``; ``limit`` is the largest m."""

    def __init__(
        self,
        session: Session,
        name: str,
        variables: Sequence[Term],
        term: Callable[..., Term],
        limit: Term,
        when: Formula | None = None,
        kind: str = "definition",
    ) -> None:
        self.variables, self.term, self.limit = list(variables), term, limit
        self.function = z3.Function(name, *(v.sort() for v in variables), INT, REAL)
        conditions = [] if when is None else [when]
        empty = self(*variables, z3.IntVal(0)) == 0
        empty = empty if when is None else z3.Implies(when, empty)
        more = self(*variables, j + 1) == self(*variables, j) + term(*variables, j)
        further = z3.Implies(z3.And(*conditions, j >= 0, j < limit), more)
        self.empty = session.axiom(f"{name} of nothing", kind, z3.ForAll(list(variables), empty))
        self.further = session.axiom(f"{name} with one more", kind, z3.ForAll([*variables, j], further))

    def __call__(self, *arguments: Term) -> Term:
        """Return the sum at the variables' values and a length."""
        return self.function(*arguments)


class Sylvester:
    """Sylvester's matrix of order 2**d, with what is used of it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        define = session.define
        self.order = session.count("d", d >= 0)
        self.one = define("2**0", two(0) == 1)
        self.double = define("2**(e + 1)", z3.ForAll([e], z3.Implies(e >= 0, two(e + 1) == 2 * two(e))))
        self.power = session.induction("2**e >= 1", e, two(e) >= 1, [self.one], [self.double.at(e)])
        self._rising()
        self._define_digits()
        self._define_entries()

    def _rising(self) -> None:
        back, session = z3.Int("back"), self.session
        rising = session.induction(
            "2**e grows with e",
            back,
            z3.Implies(e >= 0, two(e + back) >= two(e)),
            [],
            [self.double.at(e + back), self.power.at(e + back)],
        )
        f = z3.Int("f")
        formula = z3.Implies(z3.And(e >= 0, e <= f), two(e) <= two(f))
        self.monotone = session.lemma("2**e <= 2**f", [e, f], formula, [rising.at(f - e)])
        self.below = session.lemma(
            "2**e <= 2**d", [e], z3.Implies(z3.And(e >= 0, e <= d), two(e) <= ORDER), [rising.at(d - e)]
        )

    def _define_digits(self) -> None:
        """Define the binary digits of t by halving: t = number(t, e) + 2**e quotient(t, e)."""
        session, define = self.session, self.session.define
        digit = z3.And(is_row(t), e >= 0, e < d)
        whole = define("nothing halved", z3.ForAll([t], quotient(t, 0) == t))
        halved = z3.ToInt(z3.ToReal(quotient(t, e)) / 2)
        half = define("halved once more", z3.ForAll([t, e], z3.Implies(e >= 0, quotient(t, e + 1) == halved)))
        rest = define("digit e", z3.ForAll([t, e], bit(t, e) == quotient(t, e) - 2 * quotient(t, e + 1)))
        self.digit = session.lemma(
            "a digit is 0 or 1",
            [t, e],
            z3.Implies(e >= 0, z3.Or(bit(t, e) == 0, bit(t, e) == 1)),
            [half.at(t, e), rest.at(t, e)],
        )
        self.no_digits = define("no digits", z3.ForAll([t], number(t, 0) == 0))
        more = number(t, e + 1) == number(t, e) + z3.If(bit(t, e) == 1, two(e), 0)
        self.more_digits = define("one more digit", z3.ForAll([t, e], z3.Implies(digit, more)))
        a, b, c, p, q = z3.Ints("a_ b_ c_ p_ q_")
        times = session.lemma(
            "2**e (b + 2 c)",
            [a, b, c, p, q],
            z3.Implies(z3.And(q == b + 2 * c, p == 2 * a, z3.Or(b == 0, b == 1)), a * q == z3.If(b == 1, a, 0) + p * c),
        )
        more = times.at(two(e), bit(t, e), quotient(t, e + 1), two(e + 1), quotient(t, e))
        split = session.induction(
            "t by its first e digits",
            e,
            z3.Implies(
                z3.And(e <= d, is_row(t)),
                z3.And(number(t, e) + two(e) * quotient(t, e) == t, quotient(t, e) >= 0),
            ),
            [self.no_digits.at(t), whole.at(t), self.one],
            [self.more_digits.at(t, e), rest.at(t, e), self.digit.at(t, e), self.double.at(e)],
        )
        by = [split.at(d), self.room.at(t, d)]
        formula = z3.Implies(is_row(t), number(t, d) == t)
        self.digits = session.lemma("the digits of t", [t], formula, [*by, self.order])

    def _define_entries(self) -> None:
        """Define h_t(m) as (-1)**(digit e of t) h_t(m - 2**e), e the highest digit of m; this is definition 4."""
        session, define = self.session, self.session.define
        self.first = define("the first column", z3.ForAll([t], z3.Implies(is_row(t), entry(t, 0) == 1)))
        higher = z3.If(m + 1 == two(highest(m) + 1), highest(m) + 1, highest(m))
        first = define("the highest digit of 1", highest(1) == 0)
        onward = define("the highest digit", z3.ForAll([m], z3.Implies(m >= 1, highest(m + 1) == higher)))
        top = highest(m)
        within = session.induction(
            "2**e <= m < 2**(e + 1) for the highest digit e of m",
            m,
            z3.Implies(m >= 1, z3.And(top >= 0, two(top) <= m, m < two(top + 1))),
            [],
            [first, onward.at(m), self.one, self.double.at(z3.IntVal(0)), self.double.at(top + 1)],
        )
        column = two(e) + j
        at = z3.And(e >= 0, j >= 0, j < two(e))
        own = session.lemma(
            "the highest digit of 2**e + j",
            [e, j],
            z3.Implies(at, highest(column) == e),
            [
                *(within.at(column), self.double.at(e), self.power.at(e)),
                *(self.monotone.at(e + 1, highest(column)), self.monotone.at(highest(column) + 1, e)),
            ],
        )
        before = m - two(top)
        copy = entry(t, m) == self.sign(t, top) * entry(t, before)
        copied = z3.Implies(z3.And(is_row(t), m >= 1, before >= 0, before < m), copy)
        entries = define("an entry by an earlier one", z3.ForAll([t, m], copied))
        self.copy = session.lemma(
            "Definition 4",
            [t, e, j],
            z3.Implies(z3.And(is_row(t), at), entry(t, column) == self.sign(t, e) * entry(t, j)),
            [entries.at(t, column), own.at(e, j)],
        )

    @staticmethod
    def sign(t: Term, e: Term) -> Term:
        """Return (-1)**(digit e of t)."""
        return z3.If(bit(t, e) == 1, -ONE, ONE)

    @cached_property
    def room(self) -> Theorem:
        """0 <= number(t, e) < 2**e."""
        proved = self.session.induction(
            "a number of e digits",
            e,
            z3.Implies(z3.And(e <= d, is_row(t)), z3.And(number(t, e) >= 0, number(t, e) < two(e))),
            [self.no_digits.at(t), self.one],
            [self.more_digits.at(t, e), self.double.at(e)],
        )
        return self.session.kernel.gen(proved.at(e), t, e)

    # --- sums over a row ---------------------------------------------------------------------------------

    def doubling(self, name: str, total: PrefixSum, arguments: Sequence[Term], factor: Term, one: Theorem) -> Theorem:
        """Sum over 2**e + j entries = sum over 2**e + factor times the sum over j, for j <= 2**e; for all e.

        ``one`` says that the summand at 2**e + j is ``factor`` times that at j.
        """
        rows = z3.And(*(is_row(a) for a in arguments))
        invariant = z3.Implies(
            z3.And(rows, e >= 0, e < d, j <= two(e)),
            total(*arguments, two(e) + j) == total(*arguments, two(e)) + factor * total(*arguments, j),
        )
        by = [self.double.at(e), self.below.at(e + 1), self.power.at(e)]
        proved = self.session.induction(
            name,
            j,
            invariant,
            [total.empty.at(*arguments)],
            [total.further.at(*arguments, two(e) + j), total.further.at(*arguments, j), one, *by],
        )
        whole = z3.Implies(
            z3.And(rows, e >= 0, e < d),
            total(*arguments, two(e + 1)) == total(*arguments, two(e)) + factor * total(*arguments, two(e)),
        )
        return self.session.lemma(f"{name}, to the end", [*arguments, e], whole, [proved.at(two(e)), *by])

    @cached_property
    def entries(self) -> Theorem:
        """Every entry is 1 or -1."""
        session = self.session
        defect = PrefixSum(
            session,
            "defects",
            [t],
            lambda t, j: z3.If(z3.Or(entry(t, j) == 1, entry(t, j) == -1), ZERO, ONE),
            ORDER,
            is_row(t),
        )
        twice = self.doubling("entries that are not 1 or -1", defect, [t], ONE, self.copy.at(t, e, j))
        none = session.induction(
            "no such entry among 2**e",
            e,
            z3.Implies(z3.And(e <= d, is_row(t)), defect(t, two(e)) == 0),
            [self.one, self.first.at(t), defect.empty.at(t), defect.further.at(t, z3.IntVal(0))],
            [twice.at(t, e)],
        )
        each = session.induction(
            "one such entry counts",
            j,
            z3.Implies(
                z3.And(j <= ORDER, is_row(t), i >= 0),
                z3.And(
                    defect(t, j) >= 0,
                    z3.Implies(z3.And(i < j, entry(t, i) != 1, entry(t, i) != -1), defect(t, j) >= 1),
                ),
            ),
            [defect.empty.at(t)],
            [defect.further.at(t, j)],
        )
        formula = z3.Implies(z3.And(is_row(t), i >= 0, i < ORDER), z3.Or(entry(t, i) == 1, entry(t, i) == -1))
        return session.lemma("every entry is 1 or -1", [t, i], formula, [none.at(d), each.at(ORDER), self.order])

    @cached_property
    def row(self) -> PrefixSum:
        """The sum of the first j entries of row t."""
        return PrefixSum(self.session, "row_sum", [t], entry, ORDER, is_row(t))

    @cached_property
    def row_sum(self) -> Theorem:
        """The entries of row t sum to 2**d for t = 0, else to 0."""
        session, row = self.session, self.row
        twice = self.doubling("the sum of a row", row, [t], self.sign(t, e), self.copy.at(t, e, j))
        proved = session.induction(
            "the sum of 2**e entries",
            e,
            z3.Implies(z3.And(e <= d, is_row(t)), row(t, two(e)) == z3.If(number(t, e) == 0, z3.ToReal(two(e)), ZERO)),
            [self.one, self.first.at(t), row.empty.at(t), row.further.at(t, z3.IntVal(0)), self.no_digits.at(t)],
            [twice.at(t, e), self.more_digits.at(t, e), self.double.at(e), self.room.at(t, e)],
        )
        formula = z3.Implies(is_row(t), row(t, ORDER) == z3.If(t == 0, z3.ToReal(ORDER), ZERO))
        return session.lemma("the sum of a row", [t], formula, [proved.at(d), self.digits.at(t), self.order])

    @cached_property
    def product(self) -> PrefixSum:
        """The product of rows i and t over the first j entries."""
        return PrefixSum(
            self.session,
            "row_product",
            [i, t],
            lambda i, t, j: entry(i, j) * entry(t, j),
            ORDER,
            z3.And(is_row(i), is_row(t)),
        )

    @cached_property
    def orthogonal(self) -> Theorem:
        """h_i.h_t is 2**d for i = t, else 0."""
        session, product = self.session, self.product
        factor = self.sign(i, e) * self.sign(t, e)
        one = session.prove(
            "the product of two copied entries",
            z3.Implies(
                z3.And(is_row(i), is_row(t), e >= 0, e < d, j >= 0, j < two(e)),
                entry(i, two(e) + j) * entry(t, two(e) + j) == factor * (entry(i, j) * entry(t, j)),
            ),
            [self.copy.at(i, e, j), self.copy.at(t, e, j)],
        )
        twice = self.doubling("the product of two rows", product, [i, t], factor, one)
        same = number(i, e) == number(t, e)
        proved = session.induction(
            "the product of 2**e entries",
            e,
            z3.Implies(
                z3.And(e <= d, is_row(i), is_row(t)), product(i, t, two(e)) == z3.If(same, z3.ToReal(two(e)), ZERO)
            ),
            [
                self.one,
                self.first.at(t),
                self.first.at(i),
                product.empty.at(i, t),
                product.further.at(i, t, z3.IntVal(0)),
                self.no_digits.at(t),
                self.no_digits.at(i),
            ],
            [
                twice.at(i, t, e),
                *(self.more_digits.at(a, e) for a in (i, t)),
                *(self.room.at(a, e) for a in (i, t)),
                self.double.at(e),
            ],
        )
        formula = z3.Implies(
            z3.And(is_row(i), is_row(t)), product(i, t, ORDER) == z3.If(i == t, z3.ToReal(ORDER), ZERO)
        )
        by = [proved.at(d), self.digits.at(t), self.digits.at(i), self.order]
        return session.lemma("rows are orthogonal", [i, t], formula, by)

    @cached_property
    def even(self) -> Theorem:
        """2**d = 2 2**(d - 1) from d = 1 on."""
        return self.session.prove(
            "2**d is even from d = 1 on", z3.Implies(d >= 1, 2 * two(d - 1) == ORDER), [self.double.at(d - 1)]
        )


class Columns:
    """How many signs each column gets wrong: column i is wrong on row t if h_t(i) g(t) <= 0, for numbers g(t).

    On every row but the first half of the columns are wrong, or all of them; so some column is wrong on half of the
    rows. ``best`` is a column that is wrong most often.
    """

    best = z3.Int("best")

    def __init__(self, session: Session, matrix: Sylvester, g: Callable[[Term], Term]) -> None:
        self.session, self.matrix, self.g = session, matrix, g

        def wrong(t: Term, i: Term) -> Term:
            return z3.If(self.wrong(t, i), ONE, ZERO)

        self.row = PrefixSum(session, "wrong_columns", [t], wrong, ORDER, is_row(t))
        self.column = PrefixSum(session, "wrong_rows", [i], lambda i, t: wrong(t, i), ORDER, is_row(i))
        self.all = PrefixSum(
            session, "all_wrong", [t], lambda t, i: self.column(i, t), ORDER, z3.And(t >= 0, t <= ORDER)
        )
        self.most = session.kernel.choose(
            *("best", [], self.best, i, -self.column(i, ORDER)),
            within=(z3.IntVal(0), ORDER),
            note="a column that is wrong on most rows",
        )

    def wrong(self, t: Term, i: Term) -> Formula:
        """Return that column i is wrong on row t."""
        return entry(t, i) * self.g(t) <= 0

    @cached_property
    def half_of_a_row(self) -> Theorem:
        """On every row but the first at least half of the columns are wrong."""
        session, matrix, row = self.session, self.matrix, self.row
        m = z3.ToReal(j)
        entries = matrix.row(t, j)
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
            [row.empty.at(t), matrix.row.empty.at(t)],
            [row.further.at(t, j), matrix.row.further.at(t, j), matrix.entries.at(t, j)],
        )
        formula = z3.Implies(
            is_row(t), z3.And(row(t, ORDER) >= 0, z3.Implies(t > 0, 2 * row(t, ORDER) >= z3.ToReal(ORDER)))
        )
        by = [counted.at(ORDER), matrix.row_sum.at(t)]
        return session.lemma("half of the columns are wrong, but on the first row", [t], formula, by)

    @cached_property
    def half_of_all(self) -> Theorem:
        """At least half of the entries in the first t rows are wrong, but for one row."""
        session, order = self.session, z3.ToReal(ORDER)
        exchange = session.induction(
            "one more row, over all columns",
            j,
            z3.Implies(z3.And(j <= ORDER, is_row(t)), self.all(t + 1, j) == self.all(t, j) + self.row(t, j)),
            [self.all.empty.at(t), self.all.empty.at(t + 1), self.row.empty.at(t)],
            [
                self.all.further.at(t, j),
                self.all.further.at(t + 1, j),
                self.row.further.at(t, j),
                self.column.further.at(j, t),
            ],
        )
        nothing = session.induction(
            "no rows, no wrong ones",
            j,
            z3.Implies(j <= ORDER, self.all(z3.IntVal(0), j) == 0),
            [self.all.empty.at(z3.IntVal(0))],
            [self.all.further.at(z3.IntVal(0), j), self.column.empty.at(j)],
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
    def whole_number(self) -> Theorem:
        """A column is wrong on a whole number of rows."""
        session = self.session
        whole = session.induction(
            "a number of rows is whole",
            j,
            z3.Implies(z3.And(j <= ORDER, is_row(i)), self.column(i, j) == z3.ToReal(z3.ToInt(self.column(i, j)))),
            [self.column.empty.at(i)],
            [self.column.further.at(i, j)],
        )
        return session.kernel.gen(whole.at(ORDER), i)

    @cached_property
    def half_of_a_column(self) -> Theorem:
        """The best column is wrong on at least half of the rows, from d = 1 on."""
        session, matrix = self.session, self.matrix
        order = z3.ToReal(ORDER)
        top = self.column(self.best, ORDER)
        capped = session.induction(
            "every column is wrong at most as often as the best",
            j,
            z3.Implies(j <= ORDER, self.all(ORDER, j) <= z3.ToReal(j) * top),
            [self.all.empty.at(ORDER)],
            [self.all.further.at(ORDER, j), self.most.at(j)],
        )
        a = z3.Real("a_")
        q, p = z3.Ints("q_ p_")
        rounded = session.lemma(
            "a whole number above p - 1/2",
            [a, q, p],
            z3.Implies(z3.And(a == z3.ToReal(q), 2 * z3.ToReal(p) - 1 <= 2 * a), a >= z3.ToReal(p)),
        )
        return session.prove(
            "the best column is wrong on half of the rows",
            z3.Implies(d >= 1, z3.And(2 * top >= order, is_row(self.best))),
            [
                self.half_of_all.at(ORDER),
                capped.at(ORDER),
                rounded.at(top, z3.ToInt(top), two(d - 1)),
                self.whole_number.at(self.best),
                self.most.at(z3.IntVal(0)),
                matrix.even,
                matrix.power.at(d),
            ],
        )
