"""What a definition is: equations for new symbols, by which each value is reached in finitely many steps.

A clause reads "for all variables: if guard then head = value". The head is a new symbol applied to each of the
variables once, as t or t + 1, or at a number; values and guards may call symbols that other clauses define. Clauses of
one symbol must not overlap, and no call may come back to where it started: within each circle of calls some integer
argument never grows, and falls from a value that is not negative in every call that closes the circle. Then whatever
the other symbols mean, there are functions that the clauses are true of, and a proof may rest on them.

A vector may be defined by its coordinates: a head coordinate(z(t), j) defines the vectors z(t).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import z3

from verify.logic.language import Formula, Term, is_applied, parts

COORDINATE = "coordinate"
"""The function of a vector and an index that a vector may be defined by."""

EFFORT = 20_000
"""How much work, in z3's own count, one comparison of two arguments may take."""

VARIABLE = "unknown!variable:"
"""How the constants are called that stand for the variables of a clause."""

_IMPOSSIBLE: dict[frozenset[int], tuple[tuple[Formula, ...], bool]] = {}
"""What z3 said of some conditions, by their ids; they are kept, so that their ids stay theirs."""


class NoDefinition(Exception):
    """A formula defines nothing; the message says why."""


@dataclass(frozen=True, eq=False)
class Call:
    """One symbol's value needs another's: under ``guard``, caller(*given) calls callee(*wanted)."""

    caller: str
    callee: str
    guard: Formula
    given: tuple[Term, ...]
    wanted: tuple[Term, ...]


@dataclass(frozen=True)
class Clause:
    """For all variables: if ``guard`` then ``symbol(*arguments) = value``."""

    symbol: str
    arguments: tuple[Term, ...]
    guard: Formula
    value: Term

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """The values that this one needs."""
        called = _applications([self.value, self.guard])
        return tuple(
            Call(self.symbol, term.decl().name(), self.guard, self.arguments, tuple(term.children())) for term in called
        )

    def overlaps(self, other: Clause) -> bool:
        """Tell whether two clauses of one symbol may speak of the same value."""
        if len(self.arguments) != len(other.arguments):
            return True
        if any(z3.is_int_value(a) and z3.is_int_value(b) and not a.eq(b) for a, b in self._beside(other)):
            return False
        apart = [(v, z3.Const(f"{v.decl().name()}'", v.sort())) for v in _variables([*other.arguments, other.guard])]
        arguments = [z3.substitute(argument, *apart) for argument in other.arguments]
        guard = z3.substitute(other.guard, *apart)
        meet = [a == b for a, b in zip(self.arguments, arguments, strict=True)]
        return not _impossible(self.guard, guard, *meet)

    def _beside(self, other: Clause) -> Iterator[tuple[Term, Term]]:
        return zip(self.arguments, other.arguments, strict=True)


_CLAUSES: dict[int, tuple[Formula, list[Clause]]] = {}
"""The clauses of each formula by its id. The formula is kept, so that its id stays its id."""


def clauses(formula: Formula) -> list[Clause]:
    """Return the clauses of a definition; raise NoDefinition where the formula is none.

    >>> n, f = z3.Int("n"), z3.Function("f", z3.IntSort(), z3.IntSort())
    >>> [clause.symbol for clause in clauses(z3.ForAll([n], z3.Implies(n >= 0, f(n + 1) == 2 * f(n))))]
    ['f']
    """
    if formula.get_id() not in _CLAUSES:
        _CLAUSES[formula.get_id()] = formula, _clauses(formula)
    return _CLAUSES[formula.get_id()][1]


def choice(variables: Sequence[Term], guard: Formula, chosen: Term, what: Term) -> Clause:
    """Return the clause of a symbol that is chosen by what is true of ``what``; it calls what that calls."""
    fresh = [(v, z3.Const(f"{VARIABLE}{k}", v.sort())) for k, v in enumerate(variables)]
    symbol, arguments = _head(z3.substitute(chosen, *fresh))
    if len({a.get_id() for a in arguments} & {v.get_id() for _, v in fresh}) < len(arguments):
        raise NoDefinition(f"{chosen} is no symbol of variables")
    return Clause(symbol, arguments, z3.substitute(guard, *fresh), z3.substitute(what, *fresh))


def _clauses(formula: Formula) -> list[Clause]:
    variables: list[Term] = []
    while z3.is_quantifier(formula) and formula.is_forall():
        fresh = [z3.Const(f"{VARIABLE}{len(variables) + k}", formula.var_sort(k)) for k in range(formula.num_vars())]
        formula = z3.substitute_vars(formula.body(), *reversed(fresh))
        variables += fresh
    return [_clause(guard, equation, variables) for guard, equation in _equations(formula, z3.BoolVal(True))]


def _equations(formula: Formula, guard: Formula) -> Iterator[tuple[Formula, Formula]]:
    """Split a formula into equations and the conditions under which they hold."""
    if z3.is_and(formula):
        for part in formula.children():
            yield from _equations(part, guard)
    elif z3.is_implies(formula):
        yield from _equations(formula.arg(1), z3.And(guard, formula.arg(0)))
    elif z3.is_eq(formula):
        yield guard, formula
    else:
        raise NoDefinition("it is no equation for a new symbol")


def _clause(guard: Formula, equation: Formula, variables: Sequence[Term]) -> Clause:
    head, value = equation.children()
    symbol, arguments = _head(head)
    left = {variable.get_id() for variable in variables}
    for argument in arguments:
        key = _place(argument).get_id()
        if key in left:
            left.remove(key)
        elif not (z3.is_int_value(argument) or z3.is_rational_value(argument)):
            raise NoDefinition(f"{argument} is neither a variable nor the one after it nor a number")
    if left & {variable.get_id() for variable in _variables([guard, value])}:
        raise NoDefinition(f"{symbol} would depend on more than its arguments")
    return Clause(symbol, arguments, guard, value)


def _head(head: Term) -> tuple[str, tuple[Term, ...]]:
    """Return what an equation defines, and its arguments."""
    if not is_applied(head):
        raise NoDefinition(f"{head} is no symbol with arguments")
    if head.decl().name() == COORDINATE:
        vector, index = head.children()
        symbol, arguments = _head(vector)
        return symbol, (*arguments, index)
    return head.decl().name(), tuple(head.children())


def _place(argument: Term) -> Term:
    """Return t for t and for t + 1."""
    if z3.is_add(argument) and argument.num_args() == 2 and z3.is_int_value(argument.arg(1)):
        return argument.arg(0)
    return argument


def _applications(terms: Iterable[Term]) -> Iterator[Term]:
    """Yield each application of an uninterpreted symbol in some terms, constants included, once."""
    for term in parts(terms):
        if z3.is_quantifier(term):
            raise NoDefinition("there is a quantifier inside")
        if is_applied(term):
            yield term


def _variables(terms: Iterable[Term]) -> list[Term]:
    return [term for term in _applications(terms) if term.decl().name().startswith(VARIABLE)]


def _impossible(*conditions: Formula) -> bool:
    key = frozenset(condition.get_id() for condition in conditions)
    if key not in _IMPOSSIBLE:
        solver = z3.SimpleSolver()
        solver.set("rlimit", EFFORT)
        solver.add(*conditions)
        _IMPOSSIBLE[key] = conditions, bool(solver.check() == z3.unsat)
    return _IMPOSSIBLE[key][1]


class Definitions:
    """The definitions of one proof, each checked against those before it."""

    def __init__(self) -> None:
        self._clauses: dict[str, list[Clause]] = {}

    def admit(self, new: Sequence[Clause], reserved: frozenset[str] = frozenset()) -> None:
        """Add clauses; raise NoDefinition where they define nothing new, or where a value is never reached."""
        for clause in new:
            if clause.symbol in reserved:
                raise NoDefinition(f"{clause.symbol} means something already")
            if any(clause.overlaps(other) for other in self._clauses.get(clause.symbol, ())):
                raise NoDefinition(f"{clause.symbol} is defined twice")
            self._clauses.setdefault(clause.symbol, []).append(clause)
        for symbol in {clause.symbol for clause in new}:
            around = self._called(symbol)
            if symbol in around:
                stuck = circle([call for other in around for call in self._calls(other)])
                if stuck:
                    raise NoDefinition(f"the values of {', '.join(sorted(stuck))} may depend on themselves")

    def _calls(self, symbol: str) -> Iterator[Call]:
        """Yield the calls of defined symbols in the clauses of one."""
        for clause in self._clauses.get(symbol, ()):
            yield from (call for call in clause.calls if call.callee in self._clauses)

    def _called(self, symbol: str) -> set[str]:
        """Return the symbols that one calls, directly or not."""
        callees: set[str] = set()
        open_ = [symbol]
        while open_:
            for call in self._calls(open_.pop()):
                if call.callee not in callees:
                    callees.add(call.callee)
                    open_.append(call.callee)
        return callees


def circle(calls: Sequence[Call]) -> frozenset[str]:
    """Return symbols whose values may depend on themselves, or nothing where each is reached in finitely many steps."""
    for symbols in _components(calls):
        inside = [call for call in calls if call.caller in symbols and call.callee in symbols]
        for place in range(max(len(_integers(call.given)) for call in inside)):
            falling = [call for call in inside if _falls(call, place)]
            if falling and all(call in falling or _stays(call, place) for call in inside):
                stuck = circle([call for call in inside if call not in falling])
                if not stuck:
                    break
        else:
            return symbols
    return frozenset()


def _components(calls: Sequence[Call]) -> Iterator[frozenset[str]]:
    """Yield the sets of symbols that call each other, in a circle."""
    reached: dict[str, set[str]] = {}
    for call in calls:
        reached.setdefault(call.caller, set()).add(call.callee)
    grown = True
    while grown:
        grown = False
        for symbols in reached.values():
            more = set().union(*(reached.get(symbol, ()) for symbol in symbols)) - symbols
            grown = grown or bool(more)
            symbols |= more
    circular = {symbol for symbol, symbols in reached.items() if symbol in symbols}
    while circular:
        symbol = min(circular)
        component = frozenset(other for other in reached[symbol] & circular if symbol in reached[other])
        circular -= component
        yield component


def _integers(arguments: Iterable[Term]) -> list[Term]:
    return [argument for argument in arguments if argument.sort() == z3.IntSort()]


def _pair(call: Call, place: int) -> tuple[Term, Term] | None:
    """Return the integer arguments of caller and callee at a place, or their last ones where they have fewer."""
    given, wanted = _integers(call.given), _integers(call.wanted)
    if not given or not wanted:
        return None
    return given[min(place, len(given) - 1)], wanted[min(place, len(wanted) - 1)]


@cache
def _falls(call: Call, place: int) -> bool:
    pair = _pair(call, place)
    if pair is None or pair[0].eq(pair[1]):
        return False
    return _impossible(call.guard, z3.Not(z3.And(pair[1] < pair[0], pair[0] >= 0)))


@cache
def _stays(call: Call, place: int) -> bool:
    pair = _pair(call, place)
    return pair is not None and (pair[0].eq(pair[1]) or _impossible(call.guard, pair[1] > pair[0]))
