"""The question in a few real variables: on each case, gain - c loss <= a drop + b for all states of a trial.

A case is a piece of the learner's step together with a piece of the gain and one of the loss; z3 removes those that
no trial falls into. The variables are p = u.x, q = w.x, r = x.x and the outcome y.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, NamedTuple

import sympy
import z3

from bounds import symbols as s
from bounds.errors import BoundcheckError
from bounds.formulas import Formula, Rule, names, read
from verify.derive import losses
from verify.derive.pieces import Guard, Guards, Piece, conditions, everywhere, pieces
from verify.derive.potentials import SQUARED, Move, Potential, norm, p, parameter, q, r, steps, y, z
from verify.proofs.engine.translate import translate

QUICK, PATIENT = 2_000, 20_000
"""Milliseconds that z3 gets for a case that may be empty, and for a proof."""

multiple = sympy.Symbol("lambda", positive=True)
"""The multiple of u that the distance is taken to, where that is not 1."""


class Case(NamedTuple):
    """One case: what holds of a trial in it, and the drop, the gain and the loss, all times ``over``, which is > 0."""

    guards: Guards
    drop: Any
    gain: Any
    loss: Any
    over: Any

    def __str__(self) -> str:
        return " and ".join(map(str, self.guards))


@dataclass(frozen=True)
class Problem:
    """All cases of a learner, a gain and a loss. ``premises`` are guards on parameters; all of these are positive.

    ``values`` are those that were put in for parameters, of which the learner and the losses speak: ``spoken``.
    """

    rule: Rule
    potential: Potential
    cases: tuple[Case, ...]
    parameters: tuple[Any, ...]
    premises: Guards
    separable: bool
    tolerance: Any = None
    values: Mapping[Any, Any] = field(default_factory=dict)
    spoken: frozenset[Any] = frozenset()

    @property
    def variables(self) -> tuple[Any, ...]:
        """The variables of a trial that some case speaks of."""
        found = set().union(*(term.free_symbols for case in self.cases for term in _terms(case)))
        return tuple(sorted(found - {*self.parameters}, key=str))


def problem(
    rule: Rule,
    gain: str | Formula,
    loss: str | Formula | None,
    *,
    separable: bool = False,
    given: Sequence[Formula] = (),
    inputs: str = "X",
    tolerance: str | None = None,
    scaled: bool = False,
    where: Mapping[Any, Any] | None = None,
    assume: Sequence[str] = (),
) -> Problem:
    """Compile a learner and two losses to cases. Raises BoundcheckError, with the reason, where that cannot be done.

    A gain or loss may also be a formula in yhat, ux, y and xx; without a loss there is none. ``given`` is said of each
    trial.
    """
    intervals = rule.outcomes == "intervals"
    gained = None if gain == losses.UPDATE else _formula(gain, "gain", intervals)
    lost = None if loss is None else _formula(loss, "loss", intervals)
    spoken = [*rule.updates.values(), *rule.start.values(), rule.predict, *given]
    spoken += [formula for formula in (gained, lost) if formula is not None]
    spoken.append(read(tolerance or "0"))
    stated, spoken = spoken, [*spoken, *map(read, assume)]
    state = {"w", "x", "xx", "y", "yhat", "ux", "side", "miss"}
    if late := set().union(*map(names, spoken)) & {"t", "updates", "n"} - ({"n"} if rule.start else set()):
        raise BoundcheckError(f"the learner looks at {sorted(late)[-1]}; one step has to follow from w and the trial")
    terms = {name: parameter(name) for name in set().union(*map(names, spoken)) - state - {"n"}}
    values = {parameter(str(name)): value for name, value in (where or {}).items()}
    found = list(_cases(rule, terms, _Kind(gained, lost, given, intervals, separable, inputs, tolerance, scaled)))
    potential = found[0][0] if found else None
    if potential is None:
        raise BoundcheckError("no trial falls into any case")
    if any(other != potential for other, _ in found):
        raise BoundcheckError("the sum of the weights, or the base of their powers, depends on the outcome")
    if scaled and potential is not SQUARED:
        raise BoundcheckError("a multiple of u makes sense for learners that add to their weights; leave scaled out")
    premises = [*potential.premises, *(g for text in assume for g in _relation(text, terms))]
    premises += [Guard(value, ">") for value in values.values() if not value.is_positive]
    put = [Guard(sympy.sympify(g.term).subs(values), g.relation) for g in premises]
    open_names = {s.X} - values.keys() if potential.inputs == "X" else set()
    open_names |= {multiple} if scaled else set()
    cases = _distinct(_regular([_put(case, values) for _, case in found], put))
    if not cases:
        raise BoundcheckError("no trial and no parameters satisfy all that is assumed; assume less")
    potential = replace(potential, total=None if potential.total is None else potential.total.subs(values))
    symbols = set().union(open_names, *(term.free_symbols for case in cases for term in _terms(case)))
    symbols |= set().union(*(g.term.free_symbols for g in put))
    parameters = tuple(sorted(symbols - {*_VARIABLES}, key=_order))
    wider = None if tolerance is None else everywhere(read(tolerance), terms).subs(values)
    known = frozenset(terms[name] for name in set().union(*map(names, stated)) & terms.keys())
    known |= {s.X} if inputs == "X" else set()
    return Problem(rule, potential, tuple(cases), parameters, tuple(put), separable, wider, values, known)


_VARIABLES = (p, q, r, y, z, norm)


def _order(symbol: Any) -> tuple[int, str]:
    first = [s.X, s.U, multiple]
    return (first.index(symbol) if symbol in first else len(first), str(symbol))


def _formula(text: str | Formula, what: str, intervals: bool) -> Formula:
    return text if isinstance(text, Formula) else losses.formula(text, what, intervals=intervals)


class _Kind(NamedTuple):
    """What is asked: a gain of None is 1 on each trial that moves the weights."""

    gain: Formula | None
    loss: Formula | None
    given: Sequence[Formula]
    intervals: bool
    separable: bool
    inputs: str
    tolerance: str | None
    scaled: bool


def _relation(text: str, terms: Mapping[str, Any]) -> list[Guard]:
    found = conditions(read(text), True, terms)
    if len(found) != 1:
        raise BoundcheckError(f"the assumption {text!r} is a choice of several; give a relation such as 'eta <= 1'")
    return list(found[0])


class _World(NamedTuple):
    """One kind of outcome: what its names stand for, and the guards under which it is this one."""

    guards: Guards
    terms: dict[str, Any]


def _worlds(rule: Rule, terms: Mapping[str, Any], tolerance: Any) -> Iterator[_World]:
    """Yield the kinds of outcomes.

    An interval is [y, oo) where the prediction is too low. Leaving its other end out can only make the comparator's
    loss smaller, so that what holds without it holds with it.
    """
    if rule.outcomes == "labels":
        for label in (sympy.Integer(1), sympy.Integer(-1)):
            yield _World((), {**terms, "y": label})
    elif rule.outcomes == "points" and "side" not in names(rule.updates["w"]):
        yield _World((), {**terms, "y": y})
    elif rule.outcomes == "points":
        for side, guard in ((1, Guard(y - q, ">")), (-1, Guard(q - y, ">")), (0, Guard(y - q, "=="))):
            yield _World((guard,), {**terms, "y": y, "side": sympy.Integer(side)})
    else:
        for side in (1, -1):
            guard = Guard(side * (y - q) - tolerance, ">=")
            miss = {"miss": side * (y - q) - tolerance}
            yield _World((guard,), {**terms, **miss, "side": sympy.Integer(side), "far": side * (y - p)})
        yield _World((), {**terms, "side": sympy.Integer(0), "miss": sympy.Integer(0), "far": sympy.Integer(0)})


def _cases(rule: Rule, terms: Mapping[str, Any], kind: _Kind) -> Iterator[tuple[Potential, Case]]:
    """Yield all cases, not yet regular, with the potential."""
    tolerance = everywhere(read(kind.tolerance or "0"), terms)
    for world in _worlds(rule, terms, tolerance):
        of_learner = {**world.terms, "yhat": q, "xx": r}
        potential, moves = steps(rule, of_learner, kind.inputs)
        of_trial = {**of_learner, "ux": p}
        premises = product(*(conditions(premise, True, of_trial) for premise in kind.given))
        given = [tuple(guard for guards in chosen for guard in guards) for chosen in premises]
        charged = _losses(kind, world, of_trial)
        for step, lost in product(moves, charged):
            for gained in _gains(kind, of_trial, step):
                for domain, known in product(potential.domains, given):
                    guards = (*world.guards, *domain, *known, *step.guards, *lost.guards, *gained.guards)
                    if kind.separable:
                        guards = (*guards, Guard(-lost.value, ">="))
                    drop = potential.drop(step.value, multiple if kind.scaled else 1)
                    charge = sympy.Integer(0) if kind.separable else lost.value
                    yield potential, Case(guards, drop, gained.value, charge, sympy.Integer(1))


def _losses(kind: _Kind, world: _World, terms: Mapping[str, Any]) -> list[Piece]:
    if kind.loss is None:
        return [Piece((), sympy.Integer(0))]
    if not kind.intervals:
        return pieces(kind.loss, terms)
    _require_rising(kind.loss)
    far = Piece((Guard(world.terms["far"], ">="),), world.terms["far"])
    near = Piece((Guard(-world.terms["far"], ">="),), sympy.Integer(0))
    return [Piece(o.guards + i.guards, i.value) for o in (far, near) for i in pieces(kind.loss, {"miss": o.value})]


def _require_rising(loss: Formula) -> None:
    """Refuse a loss on intervals that may be smaller at a larger distance: the other end of an interval is left out."""
    near, more = norm, r
    there = pieces(loss, {"miss": near + more})
    for one, other in product(pieces(loss, {"miss": near}), there):
        falling = (Guard(near, ">="), Guard(more, ">="), Guard(one.value - other.value, ">"))
        if not empty((*one.guards, *other.guards, *falling)):
            raise BoundcheckError("the loss of a comparator on intervals may fall with its distance to them")


def _gains(kind: _Kind, terms: Mapping[str, Any], step: Move) -> list[Piece]:
    if kind.gain is None:
        return [Piece((), sympy.Integer(0 if step.still else 1))]
    return pieces(kind.gain, terms)


def _put(case: Case, values: Mapping[Any, Any]) -> Case:
    guards = tuple(Guard(sympy.sympify(g.term).subs(values), g.relation) for g in case.guards)
    drop, gain, loss, over = (sympy.sympify(part).subs(values) for part in case[1:])
    return Case(guards, drop, gain, loss, over)


# --- regular cases: polynomials, over a positive polynomial ------------------------------------------------


def _regular(cases: Iterable[Case], premises: Sequence[Guard]) -> Iterator[Case]:
    """Yield the cases that are not empty, with polynomials for quotients; a denominator's sign splits a case."""
    for case in cases:
        case = _solved(_without_root(case))
        if any(term.has(sympy.zoo, sympy.nan, sympy.oo) for term in _terms(case)):
            continue  # the rule divides by zero: it has no value on such a trial
        for signs in splits(_terms(case)):
            guards = (*(Guard(cleared(g.term, signs), g.relation) for g in case.guards), *decided(signs))
            if not empty((*guards, *premises)):
                over = sympy.lcm_list([sympy.denom(sympy.together(part)) for part in case[1:4]])
                over = sympy.expand(over * _sign(over, signs))
                drop, gain, loss = (sympy.expand(sympy.cancel(sympy.together(part * over))) for part in case[1:4])
                yield _polynomial(Case(tuple(dict.fromkeys(guards)), drop, gain, loss, over))


def _polynomial(case: Case) -> Case:
    for part in _terms(case):
        if not part.is_polynomial():
            raise BoundcheckError(f"{part} is no polynomial; derived are learners and losses without roots, exp and ln")
    return case


def splits(terms: Iterable[Any]) -> Iterator[dict[Any, int]]:
    """Yield all signs that the denominators of terms may have, where these are not evident."""
    factors = {
        base
        for term in terms
        for base, _ in sympy.factor_list(sympy.denom(sympy.together(term)))[1]
        if not base.is_positive
    }
    ordered = sorted(factors, key=str)
    for signs in product((1, -1), repeat=len(ordered)):
        yield dict(zip(ordered, signs, strict=True))


def decided(signs: Mapping[Any, int]) -> Guards:
    """Return what these signs say, as guards."""
    return tuple(Guard(sympy.expand(sign * factor), ">") for factor, sign in signs.items())


def _sign(denominator: Any, signs: Mapping[Any, int]) -> int:
    constant, factors = sympy.factor_list(denominator)
    found = 1 if constant > 0 else -1
    for base, power in factors:
        found *= signs.get(base, 1) ** power
    return found


def cleared(term: Any, signs: Mapping[Any, int]) -> Any:
    """Return a polynomial with the sign of a term, where its denominators have these signs."""
    above, below = sympy.fraction(sympy.together(term))
    return sympy.expand(above * _sign(below, signs))


def _solved(case: Case) -> Case:
    """Put in what an equation between variables says; leave out what is evident, and what is said twice."""
    for guard in case.guards:
        unknown = [v for v in _VARIABLES if v in sympy.sympify(guard.term).free_symbols]
        if guard.relation == "==" and unknown and abs(sympy.diff(guard.term, unknown[-1])) == 1:
            left = case._replace(guards=tuple(g for g in case.guards if g != guard))
            return _solved(_put(left, {unknown[-1]: sympy.solve(guard.term, unknown[-1])[0]}))
    evident = {">=": "is_nonnegative", ">": "is_positive", "==": "is_zero"}
    kept = (g for g in case.guards if not getattr(sympy.sympify(g.term), evident[g.relation]))
    return case._replace(guards=tuple(dict.fromkeys(kept)))


def _terms(case: Case) -> list[Any]:
    return [sympy.sympify(term) for term in (*(g.term for g in case.guards), *case[1:])]


def _without_root(case: Case) -> Case:
    """Speak of |x| in the place of x.x where a case has the root of x.x."""
    if not any(term.has(sympy.sqrt(r)) or term.has(1 / sympy.sqrt(r)) for term in _terms(case)):
        return case
    changed = _put(case, {r: norm**2})
    return changed._replace(guards=(*changed.guards, Guard(norm, ">=")))


def _distinct(cases: Iterable[Case]) -> list[Case]:
    """Return the cases without those that are the mirror image of another: all of p, q and y negative."""
    found: dict[Any, Case] = {}
    mirror = {v: -v for v in (p, q, y)}
    for case in cases:
        turned = _put(case, mirror)
        keys = [(frozenset((sympy.expand(g.term), g.relation) for g in c.guards), c[1:]) for c in (case, turned)]
        keys[1] = (keys[1][0], tuple(map(sympy.expand, keys[1][1])))
        if not any(key in found for key in keys):
            found[keys[0]] = case
    return list(found.values())


# --- z3 ----------------------------------------------------------------------------------------------------


def holds(guards: Iterable[Guard]) -> list[Any]:
    """Return guards as z3 formulas, with all parameters in them positive, and norms and their squares not negative."""
    relations = {">=": z3.ArithRef.__ge__, ">": z3.ArithRef.__gt__, "==": z3.ArithRef.__eq__}
    zero = z3.RealVal(0)
    guards = list(guards)
    found = [relations[relation](translate(term), zero) for term, relation in guards]
    symbols = sorted(set().union(*(sympy.sympify(guard.term).free_symbols for guard in guards)), key=str)
    found += [translate(symbol) > 0 for symbol in symbols if symbol not in _VARIABLES]
    return found + [translate(symbol) >= 0 for symbol in symbols if symbol in _VARIABLES and symbol.is_nonnegative]


def empty(guards: Guards, milliseconds: int = QUICK) -> bool:
    """Tell whether z3 proves that nothing satisfies the guards."""
    solver = z3.SolverFor("QF_NRA")
    solver.set("timeout", milliseconds)
    solver.add(*holds(guards))
    return bool(solver.check() == z3.unsat)
