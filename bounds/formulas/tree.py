"""Formulas as trees: numbers, names, and operations applied to formulas."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Constant:
    """A rational number."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Name:
    """A parameter, or what is called by this name on a trial or in a run."""

    name: str


@dataclass(frozen=True, slots=True)
class Apply:
    """An operation on formulas: ``+ - * / **``, a relation, ``and``, ``or``, ``not``, ``if``, or a function by name.

    ``-`` of one argument is the negative. ``if`` takes the condition, the value where it is true, and the other one.
    """

    function: str
    arguments: tuple[Formula, ...]


Formula: TypeAlias = Constant | Name | Apply

Kind: TypeAlias = Literal["number", "vector", "matrix", "truth"]
"""What the value of a formula is."""

RELATIONS = ("<", "<=", "==", "!=", ">=", ">")
TURNED = {"<": ">", "<=": ">=", "==": "==", "!=": "!=", ">=": "<=", ">": "<"}
"""The relation that says the same with its sides exchanged."""

OPPOSITE = {"<": ">=", "<=": ">", "==": "!=", "!=": "==", ">=": "<", ">": "<="}
"""The relation that holds where one does not."""

FUNCTIONS = {
    **dict.fromkeys(("+", "*", "/", "**", *RELATIONS, "and", "or", "dot", "norm", "outer", "solve"), (2, 2)),
    **dict.fromkeys(("not", "abs", "sign", "exp", "ln", "sqrt", "sum", "det", "floor", "ceiling"), (1, 1)),
    **dict.fromkeys(("argmax", "argmin", "sort", "simplex"), (1, 1)),
    **dict.fromkeys(("before_t", "now"), (1, 1)),
    "at": (2, 2),
    "e": (1, 2),
    "sums": (2, 2),
    "block": (3, 3),
    "-": (1, 2),
    "if": (3, 3),
    "min": (1, 16),
    "max": (1, 16),
}
"""What may be applied, with the least and the largest number of arguments; min and max of one take a vector.

``argmax`` and ``argmin`` are the places of a vector's largest and smallest entry, counted from 1, the first of several;
``sort`` puts the smallest entry first, ``simplex`` projects on the vectors of sum 1 that are not negative, and ``e(i)``
is 1 at place i of n, ``e(i, k)`` of k, and 0 elsewhere. ``block(v, i, k)`` is v on the i-th of k blocks, which are as
equal as can be, and 0 elsewhere; ``sums(v, k)`` are the sums of the k blocks. ``before_t``, of rules alone, is a sum
over the trials before this one, in which all names mean what they meant there, and in ``now(...)`` what they mean on
this one.
"""

OF_STATEMENTS = {
    **dict.fromkeys(("log2", "Abs", "length", "indices", "past_t", "example"), (1, 1)),
    **dict.fromkeys(("xlog", "binomial", "hadamard_row", "vc_dimension", "centre"), (2, 2)),
    "outside_span": (1, 1),
    "log": (1, 2),
    "Max": (2, 16),
    "Min": (2, 16),
    "vector": (1, 16),
    "part": (3, 3),
    "sum_for": (4, 4),
    "max_for": (4, 4),
    "all_i": (1, 1),
    "member": (2, 17),
    "end": (1, 1),
}
"""What statements about a run may apply besides: ``sum_for(i, 1, n, ...)`` binds i, and ``past_t`` the example last.

``outside_span(w)`` is the part of w that is orthogonal to the examples before this trial. ``all_i(x >= 0)`` says that
every entry is not negative, ``member(x, {0, 1})`` which of them are 0 or 1; the set's members are its last arguments.
``end(norm(w, 2))`` is what a formula of the learner's state is after the last trial.
"""

COUNTING = ("sum_for", "max_for")
"""Operations over whole numbers."""

OF_THE_TRIALS = frozenset(("sum_t", "max_t", "min_t", "all_t", "past_t", "example", "outside_span", "end"))
"""Operations that look at the trials, though these are not named."""


def subformulas(formula: Formula) -> Iterator[Formula]:
    """Yield a formula and all that it is made of, the outermost first.

    >>> from bounds.formulas import read
    >>> len(list(subformulas(read("w + eta*y*x"))))
    7
    """
    yield formula
    if isinstance(formula, Apply):
        for argument in formula.arguments:
            yield from subformulas(argument)


def names(formula: Formula) -> frozenset[str]:
    """Return the names in a formula, but for those that it binds.

    >>> from bounds.formulas import read
    >>> sorted(names(read("w + eta*y*x"))), sorted(names(read("sum_for(i, 1, n, at(u, i))")))
    (['eta', 'w', 'x', 'y'], ['n', 'u'])
    """
    match formula:
        case Name(name):
            return frozenset((name,))
        case Apply("sum_for" | "max_for", (Name(index), low, high, inside)):
            return names(low) | names(high) | (names(inside) - {index})
        case Apply("past_t", (inside,)):
            return names(inside) - {"last"} | {"x", "t"}
        case Apply(_, arguments):
            return frozenset[str]().union(*map(names, arguments))
    return frozenset()


def names_now(formula: Formula) -> frozenset[str]:
    """Return the names in a formula of a rule that mean something of this trial.

    >>> from bounds.formulas import read
    >>> sorted(names_now(read("eta*before_t(y*dot(x, now(w)))")))
    ['eta', 'w']
    """
    if isinstance(formula, Apply) and formula.function == "before_t":
        parts = subformulas(formula.arguments[0])
        return frozenset[str]().union(*(names(a) for a in parts if isinstance(a, Apply) and a.function == "now"))
    if isinstance(formula, Apply) and formula.function not in ("sum_for", "max_for", "past_t"):
        return frozenset[str]().union(*map(names_now, formula.arguments))
    return names(formula)


def functions(formula: Formula) -> frozenset[str]:
    """Return the operations and functions that a formula applies."""
    return frozenset(part.function for part in subformulas(formula) if isinstance(part, Apply))


def operands(formula: Formula, *operations: str) -> list[Formula]:
    """Return what nested applications of some operations are applied to, such as the factors of a product.

    >>> from bounds.formulas import read
    >>> operands(read("a*(b*a)"), "*") == [Name("a"), Name("b"), Name("a")]
    True
    """
    if isinstance(formula, Apply) and formula.function in operations:
        return [part for argument in formula.arguments for part in operands(argument, *operations)]
    return [formula]


def rebuilt(formula: Formula, change: Callable[[Formula], Formula | None]) -> Formula:
    """Return a formula with each part for which ``change`` gives another one replaced by it, from outside in."""
    changed = change(formula)
    if changed is not None:
        return changed
    if isinstance(formula, Apply):
        return Apply(formula.function, tuple(rebuilt(argument, change) for argument in formula.arguments))
    return formula


def substitute(formula: Formula, values: Mapping[str, Formula]) -> Formula:
    """Return a formula with formulas in place of some names, all at once.

    >>> from bounds.formulas import read, write
    >>> write(substitute(read("p - q"), {"p": read("q"), "q": read("p + 1")}))
    'q - (p + 1)'
    """
    return rebuilt(formula, lambda part: values.get(part.name) if isinstance(part, Name) else None)
