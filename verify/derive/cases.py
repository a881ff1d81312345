"""The question in a few real variables: on each case, gain - c loss <= a drop + b for all states of a trial.

A case is a piece of the learner's step together with a piece of the gain and one of the loss; z3 removes those that
no trial falls into. The variables are p = u.x, q = w.x, r = x.x and the outcome y.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple

import sympy

from bounds import symbols as s
from bounds.errors import BoundcheckError
from bounds.formulas import Apply, Formula, Rule, names, read
from bounds.formulas.scope import OF_THE_RUN, OF_TRIALS
from bounds.formulas.slack import ZERO
from verify.derive import losses
from verify.derive.pieces import Guard, Guards, Piece, conditions, everywhere, pieces
from verify.derive.potentials import (
    OF_A_TRIAL,
    SQUARED,
    VARIABLES,
    Potential,
    norm,
    p,
    parameter,
    q,
    r,
    require_weights,
    steps,
    y,
)
from verify.derive.shown import cleared, decided, empty, sign_of, splits

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

    @property
    def terms(self) -> list[Any]:
        """All that is said in it."""
        return [sympy.sympify(term) for term in (*(g.term for g in self.guards), *self[1:])]

    @property
    def symbols(self) -> set[Any]:
        """What it speaks of."""
        return set().union(*(term.free_symbols for term in self.terms))

    def put(self, values: Mapping[Any, Any]) -> Case:
        """Return the case with values put in for symbols."""
        return Case(tuple(g.put(values) for g in self.guards), *(sympy.sympify(part).subs(values) for part in self[1:]))


@dataclass(frozen=True)
class Problem:
    """All cases of a learner, a gain and a loss. ``premises`` are guards on parameters; all of these are positive.

    ``values`` are those that were put in for parameters, of which the learner and the losses speak: ``spoken``.
    ``separable`` says that there is no loss of the comparator.
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
    def assumed(self) -> Guards:
        """The premises without what holds of logarithms for all parameters."""
        return tuple(g for g in self.premises if not g.term.free_symbols & self.potential.names.keys())

    @property
    def variables(self) -> tuple[Any, ...]:
        """The variables of a trial that some case speaks of."""
        symbols = set().union(*(case.symbols for case in self.cases))
        return tuple(sorted(symbols - {*self.parameters}, key=str))


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
    trial; where ``separable``, that the loss is at most 0.
    """
    require_weights(rule)
    intervals = rule.outcomes == "intervals"
    gained = _formula(gain, "gain", intervals)
    lost = None if loss is None else _formula(loss, "loss", intervals)
    wider = read(tolerance or "0")
    said = (*given, gained, *([] if lost is None else [lost]), wider)
    stated = frozenset[str]().union(*map(names, (*rule.updates.values(), *rule.start.values(), rule.predict, *said)))
    spoken = stated.union(*map(names, map(read, assume)))
    known = {*OF_A_TRIAL, "ux", "update", *(("loss", "u_loss") if intervals else ())}
    if late := spoken & {"updates", *OF_TRIALS, *OF_THE_RUN} - {*known, "l", *(("n",) if rule.start else ())}:
        raise BoundcheckError(f"the learner looks at {sorted(late)[-1]}; one step has to follow from w and the trial")
    terms = {name: parameter(name) for name in spoken - known}
    values = {parameter(str(name)): value for name, value in (where or {}).items()}
    if intervals and "u_loss" in names(gained):
        raise BoundcheckError("the gain speaks of u_loss, of which only is known what it is at least")
    if intervals and lost is not None:
        _require_rising(lost, terms)
    if separable and lost is not None:
        given, lost = (*given, Apply("<=", (lost, ZERO))), None
    compiled = list(_cases(rule, terms, _Said(gained, lost, given, everywhere(wider, terms), inputs, scaled)))
    if not compiled:
        raise BoundcheckError("no trial falls into any case")
    potential = compiled[0][0]
    if any(other != potential for other, _ in compiled):
        raise BoundcheckError("the sum of the weights, or the base of their powers, depends on the outcome")
    if scaled and potential is not SQUARED:
        raise BoundcheckError("a multiple of u makes sense for learners that add to their weights; leave scaled out")
    premises = [*potential.premises, *(g for text in assume for g in _relation(text, terms))]
    premises += [Guard(value, ">") for value in values.values() if not value.is_positive]
    premises = [guard.put(values) for guard in premises]
    cases = _distinct(tuple(case.put(values) for _, case in compiled), tuple(premises))
    if not cases:
        raise BoundcheckError("no trial and no parameters satisfy all that is assumed; assume less")
    potential = replace(potential, total=None if potential.total is None else potential.total.subs(values))
    symbols = set().union(*(case.symbols for case in cases), *(g.term.free_symbols for g in premises))
    symbols |= ({s.X} - values.keys() if potential.inputs == "X" else set()) | ({multiple} if scaled else set())
    parameters = tuple(sorted(symbols - {*VARIABLES}, key=_order))
    told = None if tolerance is None else everywhere(wider, terms).subs(values)
    named = frozenset(terms[name] for name in stated & terms.keys()) | ({s.X} if inputs == "X" else set())
    return Problem(rule, potential, cases, parameters, tuple(premises), lost is None, told, values, named)


def _formula(said: str | Formula, what: str, intervals: bool) -> Formula:
    return said if isinstance(said, Formula) else losses.formula(said, what, intervals=intervals)


def _order(symbol: Any) -> tuple[int, str]:
    first = [s.X, s.U, multiple]
    return (first.index(symbol) if symbol in first else len(first), str(symbol))


def _relation(text: str, terms: Mapping[str, Any]) -> Guards:
    branches = conditions(read(text), True, terms)
    if len(branches) != 1:
        raise BoundcheckError(f"the assumption {text!r} is a choice of several; give a relation such as 'eta <= 1'")
    return branches[0]


class _Said(NamedTuple):
    """What is said of a trial, and by how much its interval is widened for the learner."""

    gain: Formula
    loss: Formula | None
    given: Sequence[Formula]
    tolerance: Any
    inputs: str
    scaled: bool


class _World(NamedTuple):
    """One kind of outcome: the guards under which it is this one, what names stand for, and distances to intervals."""

    guards: Guards
    terms: dict[str, Any]
    losses: Mapping[str, Any] = MappingProxyType({})


def _worlds(rule: Rule, tolerance: Any) -> Iterator[_World]:
    """Yield the kinds of outcomes.

    An interval is [y, oo) where the prediction is too low. Leaving its other end out can only make the comparator's
    loss smaller, so that what holds without it holds with it.
    """
    if rule.outcomes == "labels":
        for label in (sympy.Integer(1), sympy.Integer(-1)):
            yield _World((), {"y": label})
    elif rule.outcomes == "points" and "side" not in names(rule.updates["w"]):
        yield _World((), {"y": y})
    elif rule.outcomes == "points":
        for side, guard in ((1, Guard(y - q, ">")), (-1, Guard(q - y, ">")), (0, Guard(y - q, "=="))):
            yield _World((guard,), {"y": y, "side": sympy.Integer(side)})
    else:
        for side in (1, -1):
            miss, far = side * (y - q) - tolerance, side * (y - p)
            beyond = [Piece((Guard(far, ">="),), far), Piece((Guard(-far, ">="),), sympy.Integer(0))]
            yield _World((Guard(miss, ">="),), {"side": sympy.Integer(side)}, {"loss": miss, "u_loss": beyond})
        none = sympy.Integer(0)
        yield _World((), {"side": none}, {"loss": none, "u_loss": none})


def _require_rising(loss: Formula, terms: Mapping[str, Any]) -> None:
    """Refuse a loss on intervals that may be smaller at a larger distance: the other end of an interval is left out."""
    near, more = norm, r
    at = [pieces(loss, {**terms, "u_loss": distance}) for distance in (near, near + more)]
    for one, other in product(*at):
        falling = (Guard(near, ">="), Guard(more, ">="), Guard(one.value - other.value, ">"))
        if not empty((*one.guards, *other.guards, *falling)):
            raise BoundcheckError("the loss of a comparator on intervals may fall with its distance to them")


def _cases(rule: Rule, terms: Mapping[str, Any], said: _Said) -> Iterator[tuple[Potential, Case]]:
    """Yield all cases, not yet regular, with the potential."""
    for world in _worlds(rule, said.tolerance):
        of_learner = {**terms, **world.terms, "yhat": q, "xx": r}
        potential, moves = steps(rule, of_learner, said.inputs)
        of_trial = {**of_learner, **world.losses, "ux": p}
        premises = product(*(conditions(premise, True, of_trial) for premise in said.given))
        given = [tuple(guard for guards in chosen for guard in guards) for chosen in premises]
        charged = [Piece((), sympy.Integer(0))] if said.loss is None else pieces(said.loss, of_trial)
        for step, lost in product(moves, charged):
            moved = Piece((), sympy.Integer(0 if step.still else 1))
            gains = [moved] if said.gain == losses.UPDATE else pieces(said.gain, of_trial)
            for gained, domain, known in product(gains, potential.domains, given):
                guards = (*world.guards, *domain, *known, *step.guards, *lost.guards, *gained.guards)
                drop = potential.drop(step.value, multiple if said.scaled else 1)
                yield potential, Case(guards, drop, gained.value, lost.value, sympy.Integer(1))


# --- regular cases: polynomials, over a positive polynomial ------------------------------------------------


def _regular(cases: Iterable[Case], premises: Sequence[Guard]) -> Iterator[Case]:
    """Yield the cases that are not empty, with polynomials for quotients; a denominator's sign splits a case."""
    for case in cases:
        case = _solved(_without_root(case))
        if any(term.has(sympy.zoo, sympy.nan, sympy.oo) for term in case.terms):
            continue  # the rule divides by zero: it has no value on such a trial
        for signs in splits(case.terms):
            guards = (*(Guard(cleared(g.term, signs), g.relation) for g in case.guards), *decided(signs))
            if not empty((*guards, *premises)):
                over = sympy.lcm_list([sympy.denom(sympy.together(part)) for part in case[1:4]])
                over = sympy.expand(over * sign_of(over, signs))
                drop, gain, loss = (sympy.expand(sympy.cancel(sympy.together(part * over))) for part in case[1:4])
                yield _polynomial(Case(tuple(dict.fromkeys(guards)), drop, gain, loss, over))


def _polynomial(case: Case) -> Case:
    for part in case.terms:
        if not part.is_polynomial():
            raise BoundcheckError(f"{part} is no polynomial; derived are learners and losses without roots, exp and ln")
    return case


def _solved(case: Case) -> Case:
    """Put in what an equation between variables says; leave out what is evident, and what is said twice."""
    for guard in case.guards:
        unknown = [v for v in VARIABLES if guard.relation == "==" and v in sympy.sympify(guard.term).free_symbols]
        if unknown and abs(slope := sympy.diff(guard.term, unknown[-1])) == 1:
            left = case._replace(guards=tuple(g for g in case.guards if g != guard))
            return _solved(left.put({unknown[-1]: sympy.expand(unknown[-1] - slope * guard.term)}))
    evident = {">=": "is_nonnegative", ">": "is_positive", "==": "is_zero"}
    kept = [g for g in case.guards if not getattr(sympy.sympify(g.term), evident[g.relation])]
    kept = [g for g in kept if g.relation != ">=" or Guard(g.term, ">") not in kept]
    return case._replace(guards=tuple(dict.fromkeys(kept)))


def _without_root(case: Case) -> Case:
    """Speak of |x| in the place of x.x where a case has the root of x.x."""
    if not any(term.has(sympy.sqrt(r)) or term.has(1 / sympy.sqrt(r)) for term in case.terms):
        return case
    changed = case.put({r: norm**2})
    return changed._replace(guards=(*changed.guards, Guard(norm, ">=")))


@lru_cache(maxsize=64)  # the variants of a claim differ in their bounds more often than in their cases
def _distinct(cases: tuple[Case, ...], premises: Guards) -> tuple[Case, ...]:
    """Return regular cases without those that are the mirror image of another: all of p, q and y negative."""
    distinct: dict[Any, Case] = {}
    mirror = {v: -v for v in (p, q, y)}
    for case in _regular(cases, premises):
        turned = case.put(mirror)
        keys = [(frozenset((sympy.expand(g.term), g.relation) for g in c.guards), c[1:]) for c in (case, turned)]
        keys[1] = (keys[1][0], tuple(map(sympy.expand, keys[1][1])))
        if not any(key in distinct for key in keys):
            distinct[keys[0]] = case
    return tuple(distinct.values())
