"""The best constants of the inequality of a trial, in closed form, and proved: which are asked for, and their search.

The strongest statement that has constants at a few places is the one that is asked. Its constants are found at sampled
parameters, with as many parameters set to 1 as units allow; closed forms through them are restored to all parameters,
and z3 proves them, or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations, product
from math import prod
from typing import Any

import sympy

from verify.derive.cases import Problem
from verify.derive.closed_form import Form, Point, Values, forms, places
from verify.derive.pieces import Guard, Guards
from verify.derive.program import LinearPrograms
from verify.derive.proof import Inequality, prove
from verify.derive.question import Question, a, b, c, rho
from verify.derive.scaling import Scaling, scaling
from verify.derive.shown import empty, follows

PROBES = 5
NARROWER = (1, 2, 4)
SIMPLE = [sympy.Rational(k) for k in ("1/4", "1/2", "1", "3/2", "2", "3", "4")]
"""Numbers that constants are simple multiples with."""

MOST = 2
"""Parameters in which the closed forms of a proof of one's own claim may be."""

Say = Callable[[str], None]


def print_nothing(_: str) -> None:
    """Report no progress."""


@dataclass(frozen=True)
class Search:
    """The search for the constants that answer a question."""

    problem: Problem
    question: Question
    say: Say = print_nothing

    @cached_property
    def units(self) -> Scaling:
        """Which parameters are 1, and which are free."""
        return scaling(self.problem, self.question)

    @cached_property
    def program(self) -> LinearPrograms:
        """The linear programs at values of all parameters."""
        return LinearPrograms(self.problem, self.question)

    def at(self, place: Point) -> list[float]:
        """Return the values of all parameters at a place: the free ones as given, the units 1."""
        known = dict(zip(self.units.free, place, strict=True))
        return [float(known.get(symbol, Fraction(1))) for symbol in self.program.parameters]

    def admits(self, place: Point) -> bool:
        """Tell whether the premises on parameters hold at a place, and what is asked has values there."""
        known = {x: sympy.Rational(v.numerator, v.denominator) for x, v in zip(self.units.free, place, strict=True)}
        known |= dict.fromkeys(self.units.units, sympy.Integer(1))
        premises = [guard.term.subs(known) for guard in self.problem.premises]
        values = [*premises, *(value.subs(known) for value in self.question.prescribed)]
        return all(value.is_real for value in values) and all(value >= 0 for value in premises)

    def solve(self, place: Point) -> Values | None:
        """Return the best constants at a place; None where there are none, or a is 0."""
        values = self.program.solve(self.at(place))
        useful = values is not None and dict(zip(self.question.unknown, values, strict=True))[a] > 1e-9
        return values if useful else None

    def probes(self) -> Iterator[tuple[Point, Values]]:
        """Yield the places, of a few, at which there are constants."""
        count = len(self.units.free)
        tried = [place for place in places(count, 60) if self.admits(place)]
        for place in tried[: PROBES * (1 + count)]:
            values = self.solve(place)
            if values is not None:
                yield place, values

    def forms(self) -> list[Form]:
        """Return closed forms through the best constants at sampled parameters."""
        count = 0

        def solve(place: Point) -> Values | None:
            nonlocal count
            count += 1
            self.say(f"linear program {count}")
            return self.solve(place)

        return forms(solve, self.units.free, self.admits) or []

    def simple(self) -> Iterator[Form]:
        """Yield constants that are not the best, where these have no closed form: multiples of one monomial each.

        The multiple is the least of a few simple numbers that are large enough at all places that were looked at; or at
        those where the only free parameter is at most 1, 1/2 or 1/4.
        """
        probes = list(self.probes())
        for end in (None, *(SIMPLE[2::-1] if len(self.units.free) == 1 else ())):
            near = [(place, values) for place, values in probes if end is None or place[0] <= end]
            if len(near) > 1:
                columns = zip(*(values for _, values in near), strict=True)
                places_ = [place for place, _ in near]
                ways = [[*_multiples([*zip(places_, of, strict=True)], self.units.free)] for of in columns]
                when = () if end is None else (Guard(end - self.units.free[0], ">="),)
                yield from (Form(values, when, ()) for values in product(*ways))

    def rounded(self) -> list[Form]:
        """Return rational constants that are a little larger than the best ones, where no parameter is free."""
        best = self.solve(()) or ()
        near = [[Fraction(v * (1 + more)).limit_denominator(10**5) for v in best] for more in (1e-7, 1e-5, 1e-3)]
        return [Form(tuple(sympy.Rational(v.numerator, v.denominator) for v in of), (), ()) for of in near if of]

    def proved(self, candidates: Sequence[Form]) -> Iterator[Inequality]:
        """Yield the forms that z3 proves, at all parameters."""
        return (tried for tried in self.attempts(candidates) if tried.checked)

    def attempts(self, candidates: Sequence[Form]) -> Iterator[Inequality]:
        """Yield the inequalities of all forms, proved or not."""
        for i, form in enumerate(candidates, 1):
            self.say(f"proof {i} of {len(candidates)}")
            named = zip(self.question.unknown, form.values, strict=True)
            guards = [self.units.restored_guard(guard) for guard in form.when]
            constants = self.question.constants([sympy.factor(self.units.restored(n, v)) for n, v in named])
            a_, b_, c_ = (tidy(value, guards) for value in constants)
            when = self.needed(guards)
            yield prove(self.problem, (a_, b_, c_), when, hasty=True)

    def narrowed(self, failed: Inequality) -> Inequality | None:
        """Return constants that z3 proves where one of two parameters is at least a small multiple of the other."""
        for low, high in permutations(self.units.free, 2) if len(self.units.free) == 2 else ():
            for times in NARROWER:
                end = self.units.restored_guard(Guard(high - times * low, ">="))
                if empty((*self.problem.premises, *failed.when, Guard(end.term, ">"))):
                    continue  # all that would be left is an end
                tried = prove(self.problem, failed.constants, self.needed([*failed.when, end]), hasty=True)
                if tried.checked:
                    return tried
        return None

    def needed(self, guards: Sequence[Guard]) -> Guards:
        """Return the guards without those that follow from the others."""
        kept = [guard for guard in guards if not guard.term.is_positive]
        for guard in list(kept):
            others = [other for other in kept if other != guard]
            if follows((*self.problem.premises, *others), guard.term, strict=guard.relation == ">"):
                kept = others
        return tuple(kept)


def chosen(problem: Problem, c_: Any = None, ratio: Any = None, say: Say = print_nothing) -> Search | None:
    """Return the search for the strongest statement that has constants; None where none has."""
    for question in _questions(problem, c_, ratio):
        say(f"is there a bound with {', '.join(map(str, question.unknown))} open?")
        search = Search(problem, question, say)
        place, values = next(search.probes(), ((), None))
        if values is not None and (question.unknown != (a, c) or _together(search, place, values)):
            return search
    return None


def _questions(problem: Problem, c_: Any, ratio: Any) -> Iterator[Question]:
    """Yield what may be asked, the strongest statements first."""
    if ratio is not None:
        yield Question((a,), ratio=ratio)
    elif c_ is not None:
        yield Question((b, a), c=c_)
    elif problem.separable:
        yield Question((a,))
        yield Question((b, a))
    else:
        yield Question((a, c))
        yield Question((a,), ratio=rho)
        yield Question((b, a), c=sympy.Integer(1))
        yield Question((c, b, a))


def _multiples(probes: Sequence[tuple[Point, float]], free: Sequence[Any]) -> Iterator[Any]:
    """Yield multiples of monomials that are at least what was found, the lowest powers first."""
    if all(abs(value) < 1e-9 for _, value in probes):
        yield sympy.Integer(0)
        return
    powers = sorted(product(range(-1, 2), repeat=len(free)), key=lambda e: sum(map(abs, e)))
    for e in powers:
        worth = [value / prod(float(x) ** k for x, k in zip(place, e, strict=True)) for place, value in probes]
        enough = next((k for k in SIMPLE if k >= max(worth) - 1e-9), None)
        if enough is not None:
            yield enough * sympy.Mul(*(x**k for x, k in zip(free, e, strict=True)))


def _together(search: Search, place: Point, values: Values) -> bool:
    """Tell whether a and c are least together: it does not matter which of them comes first."""
    other = LinearPrograms(search.problem, Question((c, a))).solve(search.at(place))
    close = 1e-6 * (1 + max(values))
    return other is not None and max(abs(x - y) for x, y in zip(values, other[::-1], strict=True)) < close


def proved_constants(problem: Problem, c_: Any = None) -> Iterator[Inequality]:
    """Yield inequalities with constants in closed form; c is ``c_`` if given."""
    search = chosen(problem, c_)
    if search is not None and len(search.units.free) <= MOST:
        yield from search.proved(search.forms())


def tidy(value: Any, when: Sequence[Guard] = ()) -> Any:
    """Return a quotient whose denominators are written as they are positive under the guards.

    >>> from bounds import symbols as s
    >>> from verify.derive.pieces import text
    >>> print(text(tidy(-1 / (s.X**2 * s.eta - 2), [Guard(2 - s.X**2 * s.eta, ">")])))
    1/(2 - X**2*eta)
    """
    positive = [sympy.expand(guard.term) for guard in when]
    above, below = sympy.fraction(sympy.factor(value))
    sign, product = 1, sympy.Integer(1)
    for base, power in (factor.as_base_exp() for factor in sympy.Mul.make_args(below)):
        turned = sympy.expand(-base) in positive
        sign *= -1 if turned and power % 2 else 1
        product *= (sympy.expand(-base) if turned else base) ** power
    return sign * above / product
