"""Plays of nature, as they are proposed: margins and parameters that premises suggest, in positive symbols."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import sympy

from verify.kernel import FRACTION, Formula, Malformed, Unknown, names_in, read
from verify.kernel_gram.numbers import Refused
from verify.kernel_optimal.formulas import PlayScope, number
from verify.kernel_optimal.quantities import LOG, Polynomial, Quantity, symbol
from verify.kernel_optimal.shattered import is_mean

FAILS = (Unknown, Refused, Malformed)
"""What a play may fail with where it says nothing of a claim."""

NUMBERS = {sympy.Symbol(name, positive=True) for name in ("n", "k", "j", "m")}
OF_A_TRIAL = {"u", "x", "ux", "u_loss", "y", "xx"}
PLAYED = {"l", "s", "start", "yhat", "side", "err", "loss", "u_err"}
NOTHING = read("0")
D = sympy.Symbol("d", positive=True)
PIECES = (1 / (1 + D), 1 + D, sympy.Integer(1))
"""Margins on which the hinge loss of u is 0, or not, for all d >= 0."""


def expression(a: Quantity) -> sympy.Expr:
    """Return a quantity as an expression in positive symbols."""
    return _sum(a.above) / _sum(a.below)


def _sum(terms: Polynomial) -> sympy.Expr:
    total = sympy.Integer(0)
    for m, c in terms.items():
        if not any(":" in name.removeprefix(LOG) for name, _ in m):  # what predictions away from 0 add
            powers = (named(name.rstrip("?")) ** sympy.Rational(e.numerator, e.denominator) for name, e in m)
            total += sympy.Mul(sympy.Rational(c.numerator, c.denominator), *powers)
    return total


def named(name: str) -> sympy.Expr:
    """Return the symbol of this name, the number, or the logarithm."""
    if name.startswith(LOG):
        formula = read(name.removeprefix(LOG))
        return sympy.log(expression(number(formula, PlayScope({a: symbol(a) for a in names_in(formula)}))))
    if name == "h+":
        return sympy.Symbol("m", positive=True) / 2
    return sympy.Rational(name) if FRACTION.fullmatch(name) else sympy.Symbol(name.rstrip("+"), positive=True)


@dataclass(frozen=True)
class Draft:
    """A play as expressions in positive symbols; ``kinds`` says of each symbol whether it may be 0.

    ``parts`` are what it shows, such as norm and margin, and ``words`` which kind of examples and of moves it has.
    """

    kinds: Mapping[str, str]
    parts: Mapping[str, sympy.Expr]
    given: Mapping[str, sympy.Expr]
    words: Mapping[str, str] = field(default_factory=dict)
    tie: int = 1
    cuts: tuple[str, ...] = ()
    roots: tuple[sympy.Expr, ...] = ()

    def at(self, name: str, value: sympy.Expr) -> Draft:
        """Return the play with a value in the place of a symbol."""
        old = named(name)
        return replace(
            self,
            kinds={other: kind for other, kind in self.kinds.items() if other != name},
            parts={part: a.subs(old, value) for part, a in self.parts.items()},
            given={other: a.subs(old, value) for other, a in self.given.items()},
        )

    def written(self) -> dict[str, Any]:
        """Return the play as a certificate has it."""
        more: dict[str, Any] = {"cuts": list(self.cuts)} if self.cuts else {}
        more |= {"roots": [text_of(a) for a in self.roots]} if self.roots else {}
        more |= {"tie": -1} if self.tie < 0 else {}
        return {
            "symbols": dict(self.kinds),
            "with": {name: text_of(a) for name, a in self.given.items()},
            **{part: text_of(a) for part, a in self.parts.items()},
            **self.words,
            **more,
        }


LONG = 60
"""Operations in a root, above which it is no play."""


def factored(a: sympy.Expr) -> sympy.Expr:
    """Return an expression with its factors; logarithms stay as they are."""
    logs = {log: sympy.Dummy(f"log{i}", positive=True) for i, log in enumerate(sorted(a.atoms(sympy.log), key=str))}
    return sympy.factor(a.subs(logs)).subs({dummy: log for log, dummy in logs.items()})


def text_of(a: sympy.Expr) -> str:
    """Write an expression as a formula."""
    return str(factored(a))


def solutions(equation: sympy.Expr, name: sympy.Symbol) -> list[sympy.Expr]:
    """Return where an expression is 0, in a positive symbol; nothing where that is not known.

    Nor is it where the symbol is in a logarithm: such roots are no plays, and are looked for without end.
    """
    if any(log.has(name) for log in equation.atoms(sympy.log)):
        return []
    with suppress(NotImplementedError):
        roots = sympy.solve(sympy.numer(sympy.together(equation)), name)
        return [root for root in roots if root.is_positive is not False and _is_plain(root)]
    return []


def _is_plain(root: sympy.Expr) -> bool:
    """Tell whether a root can be a play; Cardano's formulas are none that anybody reads, and take minutes to factor."""
    return not root.atoms(sympy.Function) and sympy.count_ops(root) <= LONG


def foreign(statement: Mapping[str, Any]) -> str:
    """Return a name of which a claim speaks that has no value in any play, such as t or w, or nothing."""
    known = {*statement["free"], *statement["defines"], *OF_A_TRIAL, *PLAYED, "n"}
    texts = [statement["bound"], *statement["hypotheses"].values(), *(a["value"] for a in statement["compare"])]
    with_names = {name for part in statement["compare"] for name in part.get("with", {})}
    return next((name for text in texts for name in sorted(names_in(read(text)) - known - with_names)), "")


def relation_in(formula: Formula) -> tuple[str, tuple[Formula, ...]]:
    """Return the operator of a formula, and what it is applied to."""
    return formula.head, formula.arguments or ()


def relations(statement: Mapping[str, Any]) -> Iterator[tuple[Formula, str, Formula]]:
    """Yield the premises that are relations, the larger side first; of all trials, of the least and the largest."""
    for text in statement["hypotheses"].values():
        head, parts = relation_in(read(text))
        if head == "or":  # as in X == 0 or a < 1/X
            head, parts = relation_in(parts[1])
        if head == "all_t" and parts[0].head in (">", ">=", "<", "<="):
            head, (left, right) = relation_in(parts[0])
            ends = ("min_t", "max_t") if head in (">", ">=") else ("max_t", "min_t")
            parts = tuple(
                Formula(end, (side,)) if names_in(side) & OF_A_TRIAL else side
                for end, side in zip(ends, (left, right), strict=True)
            )
        if head in (">", ">=", "=="):
            yield parts[0], head, parts[1]
        if head in ("<", "<=", "=="):
            yield parts[1], head.replace("<", ">"), parts[0]


def limits(statement: Mapping[str, Any], of: str) -> Iterator[sympy.Expr]:
    """Yield the numbers that premises say are at least the 2-norm of u, or of the examples."""
    for large, _, small in relations(statement):
        if small in (read(f"norm({of}, 2)"), read(f"max_t(norm({of}, 2))")):
            with suppress(*FAILS):
                names = {name: read(text) for name, text in statement["defines"].items()}
                yield from (a for a in [expression(number(large, PlayScope(names)))] if a.is_positive and a.is_number)


def measures(statement: Mapping[str, Any]) -> dict[str, Formula]:
    """Return the parameters that premises let bound what is measured on u and on the examples, and what that is."""
    return {
        large.head: small
        for large, _, small in relations(statement)
        if large.arguments is None and large.head in statement["free"] and names_in(small) & OF_A_TRIAL
    }


def margins(statement: Mapping[str, Any]) -> Iterator[sympy.Expr]:
    """Yield the margins that premises such as all_t(y*ux >= delta) ask for, and those of the pieces of a loss."""
    for large, _, needed in relations(statement):
        if large == read("min_t(y*ux)"):
            with suppress(*FAILS):
                yield expression(number(needed, PlayScope({name: symbol(name) for name in names_in(needed)})))
    for tolerance in read(statement["version"]).arguments or ():
        with suppress(*FAILS):
            tau = expression(number(tolerance, PlayScope({name: symbol(name) for name in names_in(tolerance)})))
            yield from (tau + named("c") for _ in range(tau != 0))
    yield named("c")
    yield from PIECES


Choice = tuple[sympy.Expr, Mapping[str, str]]
"""A value of a parameter, and the symbols in it."""


def choices(statement: Mapping[str, Any], name: str, bound: sympy.Expr) -> Iterator[Choice]:
    """Yield values of a parameter: where the bound has a kink, within what premises say, or any one."""
    own, excess = named(name), named(f"{name}1")
    for kink in bound.atoms(sympy.Max, sympy.Min):
        plain = {a: named(a.name) for a in kink.free_symbols}
        if len(kink.args) == 2 and own in plain.values():
            yield from ((root, {}) for root in solutions(sympy.Add(kink.args[0], -kink.args[1]).subs(plain), own))
    for large, relation, small in relations(statement):
        with suppress(*FAILS):
            if large == Formula(name) and small != NOTHING and not names_in(small):
                low = expression(number(small, PlayScope({})))
                yield from ((low, {}) for _ in range(relation == ">="))
                yield low + excess, {f"{name}1": "> 0"}
            if small == Formula(name) and relation != "==" and large != NOTHING:
                high = expression(number(large, PlayScope({other: symbol(other) for other in names_in(large)})))
                yield high / (1 + excess), {f"{name}1": ">= 0" if relation == ">=" else "> 0"}
    yield own, {name: "> 0"}


def drafts(statement: Mapping[str, Any], bound: sympy.Expr) -> Iterator[Draft]:
    """Yield plays in which what is measured is not set yet, and some symbols are still to be found."""
    starts: list[Draft] = []
    if "n" not in spoken(statement):
        for draft in orthogonal(statement, bound):
            starts.append(draft)
            yield draft
    for draft, longest in itertools.product(starts, limits(statement, "u")):
        ratio = longest * draft.parts["norm"] / draft.parts["margin"]
        if ratio.is_number and ratio >= 1:  # the longest sequence for which u is within this
            yield replace(draft, words={**draft.words, "length": str(sympy.floor(ratio**2))})
    yield from blocks(statement, bound)


def orthogonal(statement: Mapping[str, Any], bound: sympy.Expr) -> Iterator[Draft]:
    """Yield plays on orthogonal examples."""
    kind = statement["outcomes"]
    moves = ("outcomes", "examples") if kind == "labels" else ("outcomes",)
    norms = dict.fromkeys((named("X"), sympy.Integer(1), *limits(statement, "x")))
    for move, norm, margin in itertools.product(moves, norms, dict.fromkeys(margins(statement))):
        for outcome in {"points": (margin, named("a")), "intervals": (margin,)}.get(kind, (None,)):
            parts = {"norm": norm, "margin": margin, **({} if outcome is None else {"outcome": outcome})}
            yield from given_values(statement, bound, parts, {} if move == "outcomes" else {"moves": move})


ZERO, HALF, ONE = sympy.Integer(0), sympy.Rational(1, 2), sympy.Integer(1)


def blocks(statement: Mapping[str, Any], bound: sympy.Expr) -> Iterator[Draft]:
    """Yield plays on blocks of attributes, in each of which one is relevant."""
    if "n" not in spoken(statement) and not any("all_i(" in text for text in statement["hypotheses"].values()):
        return
    kind, largest = statement["outcomes"], named("X") if "X" in measures(statement) else ONE
    plays: list[tuple[str, sympy.Expr]] = [("outcomes", level) for level in thresholds(statement)]
    plays += [("examples", ZERO)] * (kind == "labels" and is_mean(statement.get("learner")))
    for low, single, (move, level) in itertools.product((ZERO, -largest), (True, False), plays):
        high = largest if low else ONE
        if low and level == HALF:
            continue
        for weight in (1 / high, named("c") / high)[: 1 + single]:
            for outcome in (None,) if kind == "labels" else (weight * high, named("a")):
                parts = {"low": low, "high": high, "weight": weight, "threshold": level}
                parts |= {} if outcome is None else {"outcome": outcome}
                words = {"examples": "blocks", "blocks": "1" if single else "k"}
                words |= {"moves": move} if move == "examples" else {}
                yield from given_values(statement, bound, parts, words)


def thresholds(statement: Mapping[str, Any]) -> Iterator[sympy.Expr]:
    """Yield where the side of a prediction may change: 0, the middle of [0, 1], or what the version says."""
    yield from (ZERO, HALF)
    names: dict[str, Any] = {name: symbol(name) for name in (*statement["free"], "n", "k")}
    scope = PlayScope({name: read(text) for name, text in statement["defines"].items() if name not in names} | names)
    for level in read(statement["version"]).arguments or ():
        with suppress(*FAILS):
            yield expression(number(level, scope))


def given_values(
    statement: Mapping[str, Any], bound: sympy.Expr, parts: Mapping[str, sympy.Expr], words: Mapping[str, str]
) -> Iterator[Draft]:
    """Yield plays with values of the parameters that are not measured."""
    measured = measures(statement)
    others = [name for name in statement["free"] if name not in measured and name not in statement["defines"]]
    for chosen in itertools.product(*(list(choices(statement, name, bound)) for name in others)):
        given = {name: a for name, (a, _) in zip(others, chosen, strict=True)}
        symbols: set[sympy.Expr] = sympy.Tuple(*parts.values(), *given.values()).free_symbols
        kinds = {name: kind for _, names in chosen for name, kind in names.items()}
        kinds = {name: ">= 0" if name == D.name else "> 0" for name in sorted(map(str, symbols - NUMBERS))} | kinds
        yield Draft(kinds, parts, given, words)


def spoken(statement: Mapping[str, Any]) -> set[str]:
    """Return the names of which a claim speaks, with those that are defined by others."""
    texts = [statement["bound"], *statement["hypotheses"].values(), *(a["value"] for a in statement["compare"])]
    names = set[str]().union(*(names_in(read(text)) for text in texts))
    return names.union(*(names_in(read(statement["defines"][name])) for name in names & statement["defines"].keys()))
