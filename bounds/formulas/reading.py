"""What a premise says, read in one form however it is written: of parameters, of the comparator, of each trial.

A premise is read as what it says at least: ``X >= if(l == 0, 0, max_t(norm(x, 2)))`` says that X is not negative where
there are no trials besides that every example is within X. What is not understood is read as what stands there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from bounds.formulas.scope import OF_PLAYED, OF_THE_START, OF_TRIALS
from bounds.formulas.slack import NO_TRIALS, ONE, ZERO
from bounds.formulas.text import read, write
from bounds.formulas.tree import (
    OF_THE_TRIALS,
    OPPOSITE,
    RELATIONS,
    TURNED,
    Apply,
    Constant,
    Formula,
    Name,
    functions,
    names,
    operands,
    rebuilt,
)

About: TypeAlias = Literal["parameters", "start", "comparator", "trials", "run"]
TWO, SQUARE = Constant(Fraction(2)), read("norm(x, 2)")
BELOW = ("<=", "<")


class Limit(NamedTuple):
    """An amount, how it compares, and with what: parameters, numbers of trials and of attributes."""

    amount: Formula
    relation: str
    end: Formula

    @property
    def norm(self) -> tuple[str, Formula | None] | None:
        """The vector of which the amount is the norm, and the order of the norm, None for the largest entry's.

        >>> readings(read("all_t(sum(abs(x)) <= X)"))[0].limit.norm
        ('x', Constant(value=Fraction(1, 1)))
        """
        match self.amount:
            case Apply("norm", (Name(vector), order)):
                return vector, order
            case Apply("max", (Apply("abs", (Name(vector),)),)):
                return vector, None
        return None


@dataclass(frozen=True)
class Reading:
    """One thing that a premise says, and what it is about; about ``trials`` it is ``said`` of each of them."""

    about: About
    said: Formula

    @property
    def limit(self) -> Limit | None:
        """What amount is limited, and by what; None where the premise is no such relation.

        >>> readings(read("1 <= min_t(y*ux)"))[0].limit == (read("y*ux"), ">=", read("1"))
        True
        """
        match self.said:
            case Apply(relation, (left, right)) if relation in RELATIONS and _measured(left) and not _measured(right):
                return Limit(left, relation, right)
        return None


@lru_cache(maxsize=4096)
def readings(premise: Formula) -> tuple[Reading, ...]:
    """Return what a premise says, one by one.

    >>> for text in ("sum_t(y*ux < 1) == 0", "X >= if(l == 0, 0, max_t(norm(x, 2)))", "all_i(u >= 0) and U > 0"):
    ...     print([(one.about, write(one.said)) for one in readings(read(text))])
    [('trials', 'y*ux >= 1')]
    [('trials', 'norm(x, 2) <= X')]
    [('comparator', 'all_i(u >= 0)'), ('parameters', 'U > 0')]
    """
    parts = []
    for part in _parts(premise):
        said = _turned(rebuilt(part, _norm))
        match said:
            case Apply("all_t", (inside,)):
                parts += [Reading("trials", _turned(each)) for each in _parts(inside)]
            case _:
                parts.append(Reading(_about(said), said))
    return tuple(parts)


def says(premise: Formula, wanted: Formula) -> bool:
    """Tell whether a premise says, perhaps besides other things, all that another one does.

    >>> says(read("0 <= min(u) and sum(u) == 1"), read("sum(abs(u)) == sum(u)"))
    True
    """
    return {*readings(wanted)} <= {*readings(premise)}


def _about(said: Formula) -> About:
    spoken = names(said)
    if spoken & {*OF_TRIALS, *OF_PLAYED} or functions(said) & OF_THE_TRIALS:
        return "run"
    if "u" in spoken:
        return "comparator"
    return "start" if spoken & OF_THE_START else "parameters"


def _measured(formula: Formula) -> bool:
    """Tell whether a formula speaks of the instance, and not of parameters and sizes alone."""
    return _about(formula) != "parameters"


def _parts(premise: Formula) -> Iterator[Formula]:
    """Yield what a premise says part by part, each of all trials, or entries, where it is said of these."""
    for part in operands(premise, "and"):
        plain = _plain(part)
        if plain is None:
            yield part
        else:
            yield from _parts(plain)


def _plain(part: Formula) -> Formula | None:
    """Return a part of a premise in words that say it more plainly; None where there are none."""
    match part:
        case Apply("all_t" | "all_i" as every, (Apply("and", (one, other)),)):
            return Apply("and", (Apply(every, (one,)), Apply(every, (other,))))
        case Apply("all_t" as every, (inside,)) if (plain := _plain(inside)) is not None:
            return Apply(every, (plain,))
        case Apply("or", (condition, inside)) if condition == NO_TRIALS:
            plain = _plain(inside)
            return plain if isinstance(plain, Apply) and plain.function == "all_t" else None
        case Apply("==", (Apply("if", (condition, zero, one)), right)) if zero == right == ZERO and one == ONE:
            return condition
        case Apply("==", (Apply("sum_t", (broken,)), zero)) if zero == ZERO and (kept := _kept(broken)) is not None:
            return Apply("all_t", (kept,))
        case Apply("==", (Apply("sum_t", (Apply("sum", (counted,)),)), Apply("*", (Name("l"), Name("n"))))):
            among = _among(counted)
            return among and Apply("all_t", (among,))
        case Apply("==", (Apply("sum", (counted,)), Name("n"))):
            return _among(counted)
        case Apply("==", (Apply("sum", (broken,)), zero)) if (
            zero == ZERO and (kept := _kept_by_all(broken)) is not None
        ):
            return kept
        case Apply("==", (Apply("sum", (Apply("abs", (vector,)),)), right)) if right in (ZERO, Apply("sum", (vector,))):
            return Apply("all_i", (Apply("==" if right == ZERO else ">=", (vector, ZERO)),))
        case Apply("==", (Apply("max_t", (Apply("abs", (gap,)),)), zero)) if zero == ZERO:
            sides = (
                gap.arguments if isinstance(gap, Apply) and gap.function == "-" and len(gap.arguments) == 2 else None
            )
            return Apply("all_t", (Apply("==", sides or (gap, ZERO)),))
        case Apply(relation, (left, right)) if relation in TURNED:
            return _of_each(left, relation, right) or _of_each(right, TURNED[relation], left)
    return None


def _of_each(amount: Formula, relation: str, end: Formula) -> Formula | None:
    """Return what is said of each trial, or entry, where a largest or a smallest is limited."""
    match amount:
        case Apply("if", (condition, zero, extremum)) if condition == NO_TRIALS and zero == ZERO:
            return _of_each(extremum, relation, end)
        case Apply("sqrt", (Apply("max_t", (inside,)),)) if relation in BELOW:
            return Apply("all_t", (Apply(relation, (Apply("sqrt", (inside,)), end)),))
        case Apply("**", (Apply("max_t", (Apply("sum", _) as inside,)), Apply("/", (one, order)))) if one == ONE:
            powers = Apply("**", (inside, Apply("/", (one, order))))
            is_norm = relation in BELOW and _norm(powers) is not None
            return Apply("all_t", (Apply(relation, (powers, end)),)) if is_norm else None
        case Apply("max_t" | "min_t" as extremum, (inside,)) if (extremum == "max_t") == (relation in BELOW):
            limited = relation not in ("==", "!=")
            return Apply("all_t", (Apply(relation, (inside, end)),)) if limited else None
        case Apply("max" | "min" as extremum, (inside,)) if (extremum == "max") == (relation in BELOW):
            is_norm = isinstance(inside, Apply) and inside.function == "abs"
            return None if is_norm or relation in ("==", "!=") else Apply("all_i", (Apply(relation, (inside, end)),))
    return None


def _kept(broken: Formula) -> Formula | None:
    """Return what is true where a truth, or a sum or product of truths, is 0; None for other formulas."""
    match broken:
        case Apply("not", (kept,)):
            return kept
        case Apply("*", (left, right)) if (one := _kept(left)) is not None and (other := _kept(right)) is not None:
            return Apply("or", (one, other))
        case Apply("sum", (inside,)):
            return _kept_by_all(inside)
        case Apply("!=", (Apply(one, _), Apply(other, _)) as sides) if {one, other} <= {*RELATIONS}:
            return Apply("==", sides)
        case Apply(relation, sides) if relation in RELATIONS:
            return Apply(OPPOSITE[relation], sides)
    return None


def _kept_by_all(broken: Formula) -> Formula | None:
    """Return what is true of all entries where the sum of truths about each is 0."""
    match broken:
        case Apply("+", (left, right)):
            one, other = _kept_by_all(left), _kept_by_all(right)
            return None if one is None or other is None else Apply("and", (one, other))
        case Apply("*", (Apply("!=", (vector, a)), Apply("!=", (again, b)))) if vector == again:
            return Apply("all_i", (Apply("member", (vector, a, b)),))
        case Apply(relation, sides) if relation in RELATIONS:
            return Apply("all_i", (Apply(OPPOSITE[relation], sides),))
    return None


def _among(counted: Formula) -> Formula | None:
    """Return that every entry is one of some different numbers, where it is counted how often it is one of them."""
    equalities = [
        part.arguments for part in operands(counted, "+") if isinstance(part, Apply) and part.function == "=="
    ]
    vectors, members = {vector for vector, *_ in equalities}, [member for _, member in equalities]
    known = len(equalities) == len(operands(counted, "+")) and all(map(_number, members))
    if not known or len(vectors) != 1 or len(set(members)) != len(members):
        return None
    return Apply("all_i", (Apply("member", (vectors.pop(), *members)),))


def _number(formula: Formula) -> bool:
    return isinstance(
        formula.arguments[0] if isinstance(formula, Apply) and formula.function == "-" else formula, Constant
    )


def _norm(part: Formula) -> Formula | None:
    """Return a norm for a formula of it, the members of a set in one order, and x for what is said of its norm."""
    match part:
        case Apply("sum", (Apply("abs", (Name() as vector,)),)):
            return Apply("norm", (vector, ONE))
        case Apply("sqrt", (Apply("sum", (Apply("**", (Name() as vector, two)),)),)) if two == TWO:
            return Apply("norm", (vector, TWO))
        case Apply("sqrt", (Apply("dot", (Name() as vector, again)),)) if vector == again:
            return Apply("norm", (vector, TWO))
        case Apply("sqrt", (Name("xx"),)):
            return SQUARE
        case Apply("**", (Apply("sum", (Apply("**", (Apply("abs", (Name() as vector,)), p)),)), Apply("/", (one, q)))):
            return Apply("norm", (vector, p)) if p == q and one == ONE else None
        case Apply("member", (vector, *members)):
            return Apply("member", (vector, *sorted(dict.fromkeys(members), key=write)))
    return None


def _turned(said: Formula) -> Formula:
    """Return a relation with what is measured on its left, or, of parameters, the smaller; a number on its right."""
    match said:
        case Apply("all_i", (inside,)):
            return Apply("all_i", (_turned(inside),))
        case Apply(relation, (left, right)) if relation in TURNED:
            of_parameters = not _measured(left) and not isinstance(right, Constant)
            larger_first = relation in (">", ">=") or isinstance(left, Constant)
            if of_parameters and (larger_first or _measured(right)):
                return Apply(TURNED[relation], (right, left))
    return said
