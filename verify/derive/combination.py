"""Terms that add up to 0, though none is negative and one is positive: a linear program proposes, fractions decide.

The terms that are tried are products of up to three hypotheses, times monomials in what is positive, and these times
squares of forms in which what is wanted is quadratic. What is below a quotient is taken out: by a hypothesis that says
that it is positive, else by a square.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csc_matrix

from bounds.formulas.matrices import basic_solution
from verify.derive.ratios import PREDICTED, cancelled, degree, primitive, slope, written
from verify.kernel_proof.pieces import UNIT, Guards
from verify.kernel_proof.ratios import (
    Factor,
    Monomial,
    Polynomial,
    Ratio,
    content,
    factor_of,
    product,
    reduced,
    variable,
)

MOST = 6000
"""Terms of a program."""

MANY = 10
"""Hypotheses that are too many for products of three."""

SMALL = 1e-9
SECONDS = 20.0


class Term(NamedTuple):
    """A product of powers of hypotheses and a square, as a polynomial."""

    above: Polynomial
    powers: Mapping[int, int]
    square: Ratio
    strict: bool

    def by(self, other: Term) -> Term:
        """Return the product of two terms."""
        above = product(self.above, other.above)
        return joined(self, other, 1)._replace(above=above, strict=self.strict and other.strict)

    def by_square(self, root: Ratio) -> Term:
        """Return the term times a square."""
        above = product(self.above, (root * root).above)
        return Term(above, self.powers, self.square * root, False)


ONE = Term({(): Fraction(1)}, {}, UNIT, True)


def joined(a: Term, b: Term, e: int) -> Term:
    """Return a term with the powers and the square of another one to some power, which is positive."""
    powers = {**a.powers}
    for i, f in b.powers.items():
        powers[i] = powers.get(i, 0) + e * f
    square = a.square if b.square is UNIT else a.square * b.square**e
    return a._replace(powers={i: f for i, f in powers.items() if f}, square=square)


class Hypotheses:
    """The hypotheses of a goal as polynomials, the last of which is the opposite of what is wanted."""

    def __init__(self, guards: Guards, roots: Mapping[str, Ratio]) -> None:
        self.guards, self.roots = guards, roots
        self.positive: dict[str, Term] = {}
        self.factors: dict[Factor, Term] = {}
        self.sums: list[Polynomial] = []
        by_guard = {i: self.term(i) for i, guard in enumerate(guards) if guard.relation in (">", ">=")}
        for _ in range(2):
            self.factors.clear()
            for i, term in by_guard.items():
                if term.strict and i < len(guards) - 1:
                    self.note(term)
            by_guard = {i: self.term(i) for i in by_guard}
        self.last = by_guard.pop(len(guards) - 1)
        terms = sorted(by_guard.values(), key=lambda term: not term.strict)
        distinct = {frozenset(term.above.items()): term for term in reversed(terms)}
        self.terms = [term for term in distinct.values() if any(term.above) or term.above.get((), 0) < 0]

    def note(self, term: Term) -> None:
        """Note which variable or factor a hypothesis says to be positive."""
        if len(term.above) > 1:
            self.factors.setdefault(factor_of(term.above), term)
            return
        for m in term.above:
            if len(m) == 1 and m[0][1] == 1:
                self.positive.setdefault(m[0][0], term)

    def evident(self, factor: Factor) -> Term | None:
        """Return a factor that is a sum of what is positive as a term; None for another one."""
        whole = dict(factor)
        if any(c < 0 for c in whole.values()) or not all(name in self.positive for m in whole for name, _ in m):
            return None
        if whole not in self.sums:
            self.sums.append(whole)
        return Term(whole, {-1 - self.sums.index(whole): 1}, UNIT, True)

    def multiplied_out(self, part: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return terms in which such sums are multiplied out; None where they are divided by one."""
        left, terms = [*part["terms"]], []
        while left:
            coefficient, powers, *square = left.pop()
            i = next((i for i in powers if int(i) < 0), None)
            if i is None:
                terms.append([coefficient, powers, *square])
                continue
            if powers[i] < 0:
                return None
            rest = {j: e for j, e in {**powers, i: powers[i] - 1}.items() if e}
            for m, c in self.sums[-1 - int(i)].items():
                one, more = Fraction(coefficient) * c, dict(rest)
                for name, e in m:
                    ((_, scale),) = self.positive[name].above.items()
                    one /= scale**e
                    for j, f in self.positive[name].powers.items():
                        more[str(j)] = more.get(str(j), 0) + e * f
                left.append([str(one), {j: e for j, e in more.items() if e}, *square])
        return {**part, "terms": terms}

    def term(self, i: int) -> Term:
        """Return a hypothesis as a polynomial, times powers of others and a square that take away its quotients."""
        ratio, relation = self.guards[i]
        term = Term({}, {i: 1}, UNIT, relation == ">")
        ratio = cancelled(reduced(ratio, self.roots))
        for factor, e in ratio.below.items():
            known = self.factors.get(factor) or self.evident(factor)
            for _ in range(e if known else -(-e // 2)):
                if known:
                    term, ratio = joined(term, known, 1), ratio * Ratio(known.above)
                else:
                    root = Ratio(dict(factor))
                    term, ratio = term._replace(square=term.square * root), ratio * root * root
        ratio = cancelled(reduced(ratio, self.roots))
        if ratio.below:
            return term._replace(above={})
        for name, e in content(ratio.above):
            known = self.positive.get(name)
            if known is not None and i not in known.powers:
                term, ratio = joined(term, known, -e), ratio * Ratio(known.above) ** -e
            elif e < 0:
                root = variable(name, -(e // 2))
                term, ratio = term._replace(square=term.square * root), ratio * root * root
        return term._replace(above=ratio.above)


def combination(guards: Guards, roots: Mapping[str, Ratio], *, quick: bool = False) -> dict[str, Any] | None:
    """Return terms that add up to 0, as they stand in a proof; None where none are found, or not by a quick look."""
    for i, (ratio, relation) in enumerate(guards):
        if relation == ">" and not reduced(ratio, roots).above:
            return {"terms": [["1", {str(i): 1}]]}
    known = Hypotheses(guards, roots)
    for columns in levels(known, (0, 1) if quick else range(5)):
        terms = solved(columns, known.last.square, roots)
        if terms is not None:
            return known.multiplied_out(terms)
    return None


def levels(known: Hypotheses, upto: Sequence[int]) -> Iterator[list[Term]]:
    """Yield more and more terms: of what is wanted by itself, times one hypothesis, times two; and of others.

    Hypotheses that speak of nothing else than what is wanted, and of what its roots are roots of, come first.
    """
    last = [known.last] if known.last.above else []
    spoken = Ratio(known.last.above).names
    spoken |= frozenset[str]().union(*(inside.names for root, inside in known.roots.items() if root in spoken))
    near = [term for term in known.terms if Ratio(term.above).names <= spoken]
    squared = list(squares(known))
    for terms in (near, known.terms) if len(near) < len(known.terms) else (near,):
        for level in upto[:4]:
            yield of_level(level, last, terms, squared, known.roots)
    if len(near) <= MANY and len(upto) > 4:
        yield of_level(4, last, near, squared, known.roots)


def of_level(
    level: int, last: Sequence[Term], terms: Sequence[Term], roots: Sequence[Ratio], known: Mapping[str, Ratio]
) -> list[Term]:
    """Return the terms of a level, made of some hypotheses and squares."""
    single = [term for term in terms if is_monomial(term.above)]
    proper = [term for term in terms if not is_monomial(term.above)]
    products, wanted = [ONE, *proper], list(last)
    if level >= 1:
        products += [a.by(b) for a, b in combinations_with_replacement(proper, 2)]
    if level in (1, 3, 4):
        products += [term.by_square(root) for root in roots for term in (ONE, *proper)]
    if level >= 2:
        wanted += [n.by(term) for n in last for term in (*last, *terms)]
    if level == 4:
        wanted += [n.by(a).by(b) for n in last for a, b in combinations_with_replacement(terms, 2)]
        products += [a.by(b).by(c) for a, b, c in combinations_with_replacement(proper, 3)]
    return with_monomials(wanted, products, single, known)


def is_monomial(a: Polynomial) -> bool:
    """Tell whether a polynomial is a positive multiple of one monomial."""
    return len(a) == 1 and all(c > 0 for c in a.values())


def with_monomials(
    wanted: Sequence[Term], products: Sequence[Term], single: Sequence[Term], roots: Mapping[str, Ratio]
) -> list[Term]:
    """Return what is wanted, and products times monomials in what is positive.

    The monomials are those that make a monomial of the product one of what is wanted, or of what was found like that.
    """
    positive = {m[0][0]: term for term in single for m in term.above if len(m) == 1 and m[0][1] == 1}
    multiples: dict[tuple[int, Monomial], Term] = {}
    made: dict[Monomial, Term] = {}
    wanted = [fit for term in wanted if (fit := fitted(term, roots)) is not None]
    monomials = {m for term in wanted for m in term.above} | {()}
    for _ in range(2):
        there = apart(monomials, positive)
        for i, term in enumerate(products):
            for m in sorted({m for b in term.above for m in quotients(there, b, positive)}):
                if (i, m) not in multiples:
                    if m not in made:
                        made[m] = reduce(Term.by, (positive[name] for name, e in m for _ in range(e)), ONE)
                    multiples[i, m] = term.by(made[m])
            if len(multiples) + len(wanted) > MOST:
                return [*wanted, *list(multiples.values())[:MOST]]
        monomials = {m for term in (*wanted, *multiples.values()) for m in term.above}
        if len(monomials) > MOST // 20:
            break
    return [*wanted, *multiples.values()]


def apart(monomials: Iterable[Monomial], positive: Container[str]) -> dict[Monomial, list[dict[str, int]]]:
    """Return the powers of what is positive in monomials, by what else is in them.

    >>> apart([(("a", 1), ("y", 2))], {"a"})
    {(('y', 2),): [{'a': 1}]}
    """
    groups: dict[Monomial, list[dict[str, int]]] = {}
    for m in monomials:
        other = tuple((name, e) for name, e in m if name not in positive)
        groups.setdefault(other, []).append({name: e for name, e in m if name in positive})
    return groups


def quotients(
    there: Mapping[Monomial, Sequence[Mapping[str, int]]], b: Monomial, positive: Container[str]
) -> Iterator[Monomial]:
    """Yield the monomials in what is positive that make b one of those that ``apart`` has taken apart.

    >>> list(quotients(apart([(("a", 3), ("y", 2)), (("a", 1),)], {"a"}), (("a", 1), ("y", 2)), {"a"}))
    [(('a', 2),)]
    """
    ((other, (powers,)),) = apart([b], positive).items()
    for have in there.get(other, ()):
        if all(have.get(name, 0) >= e for name, e in powers.items()):
            names = sorted({*have, *powers})
            yield tuple((name, e) for name in names if (e := have.get(name, 0) - powers.get(name, 0)))


def squares(known: Hypotheses) -> Iterator[Ratio]:
    """Yield forms whose squares may be needed: the slopes where what is wanted is quadratic, and differences."""
    spoken = [name for name in PREDICTED if degree(known.last.above, name)]
    for name in spoken:
        if degree(known.last.above, name) == 2:
            yield primitive(slope(known.last.above, name))
    for name in spoken:
        yield from (variable(name), variable(name) - UNIT, variable(name) + UNIT)
    for a, b in combinations(spoken, 2):
        yield variable(a) - variable(b)
    if not spoken:
        for name in sorted(Ratio(known.last.above).names - known.roots.keys()):
            if degree(known.last.above, name) == 2:
                yield primitive(slope(known.last.above, name), [name])


def solved(columns: Iterable[Term], base: Ratio, roots: Mapping[str, Ratio]) -> dict[str, Any] | None:
    """Return an identity made of some terms; ``base`` squared is what positive terms may be multiplied by."""
    fitting = [fit for term in columns if (fit := fitted(term, roots)) is not None]
    same = written(base)
    strict = [term.strict and written(term.square) == same for term in fitting]
    if not any(strict):
        return None
    support = proposed(fitting, strict)
    exact = exactly([fitting[j].above for j in support], [strict[j] for j in support])
    if exact is None or any(a < 0 for a in exact):
        return None
    return as_part([(fitting[j], a) for j, a in zip(support, exact, strict=True) if a], base)


def fitted(term: Term, roots: Mapping[str, Ratio]) -> Term | None:
    """Return a term in lowest powers of roots; None where that leaves a quotient."""
    lowest = reduced(Ratio(term.above), roots)
    return None if lowest.below or not lowest.above else term._replace(above=lowest.above)


def proposed(columns: Sequence[Term], strict: Sequence[bool]) -> list[int]:
    """Return the terms that a linear program has for an identity; none where it finds none."""
    rows = {m: i for i, m in enumerate(dict.fromkeys(m for term in columns for m in term.above))}
    entries = [(rows[m], j, float(c)) for j, term in enumerate(columns) for m, c in term.above.items()]
    entries += [(len(rows), j, 1.0) for j, is_strict in enumerate(strict) if is_strict]
    row, column, value = zip(*entries, strict=True)
    matrix = csc_matrix((value, (row, column)), shape=(len(rows) + 1, len(columns)))
    wanted = np.zeros(len(rows) + 1)
    wanted[-1] = 1
    cost = [1.0 + sum(map(abs, term.powers.values())) for term in columns]
    options: Any = {"A_eq": matrix, "b_eq": wanted, "method": "highs", "options": {"time_limit": SECONDS}}
    solution = linprog(cost, **options)
    return [] if solution.x is None else [j for j, a in enumerate(solution.x) if a > SMALL]


def exactly(columns: Sequence[Polynomial], strict: Sequence[bool]) -> list[Fraction] | None:
    """Return the multiples of polynomials that add up to 0, those of the strict ones to 1; None where there are none.

    >>> exactly([{(): Fraction(2)}, {(): Fraction(-1)}], [True, False])
    [Fraction(1, 1), Fraction(2, 1)]
    """
    rows: dict[Any, list[Fraction]] = {}
    for j, above in enumerate(columns):
        for m, c in above.items():
            rows.setdefault(m, [Fraction(0)] * (len(columns) + 1))[j] = c
    rows["sum"] = [*map(Fraction, strict), Fraction(1)]
    return basic_solution([*rows.values()])


def as_part(chosen: Iterable[tuple[Term, Fraction]], base: Ratio) -> dict[str, Any]:
    """Return terms with their coefficients as they stand in a proof, all divided by the square of the strict ones."""
    terms: list[Any] = []
    for term, a in chosen:
        square = cancelled(term.square * base.inverse())
        powers = {str(i): e for i, e in sorted(term.powers.items())}
        terms.append([str(a), powers, *([] if written(square) == "1" else [written(square)])])
    return {"terms": terms}
