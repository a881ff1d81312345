"""The best value of a parameter of a claim, over the range that the claim's premises leave to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

import sympy

from bounds.claims.limits import Relation, limits, premise, signed, stated_domains
from bounds.claims.stated import regret_of
from bounds.claims.statement import Statement
from bounds.errors import BoundcheckError
from bounds.expression import as_symbol
from bounds.formulas.scope import parameters_of
from bounds.numbers.evaluate import relation_holds
from bounds.optima import (
    Assignments,
    Constraint,
    Tuning,
    TuningError,
    UnknownOptimum,
    advised,
    assignments,
    order,
    tuned_within,
)


def tune_claim(
    claim: Statement,
    symbol: str | sympy.Symbol,
    *,
    where: Assignments | None = None,
    subject_to: Sequence[Constraint] = (),
) -> Tuning:
    """Minimise the bound of a claim over the range that its premises leave to a free parameter.

    A closed end of the range may be the optimum, an open one may not. Premises that speak of the parameter and of the
    data give no range: they are listed in ``unread``. ``where`` and ``subject_to`` are as in ``tune``. Raises
    BoundcheckError for a parameter that the claim fixes, TuningError where no optimum is known.

    >>> from boundcheck import theorem
    >>> print(tune_claim(theorem("kitani.wma"), "eta", where={"N": 2, "k": 1}))
    eta = 1/2 gives 2 + 4*log(2)
    the minimum of 2*eta + 1 + 2*log(2)/eta over 0 < eta <= 1/2
    the minimum is at the end eta = 1/2, and would be at sqrt(log(2)) beyond it: convex: the second derivative \
4*log(2)/eta**3 is positive
    """
    symbol, values = as_symbol(symbol), assignments(where or {})
    _require_tunable(claim, symbol, values)
    constraints = [subject_to] if isinstance(subject_to, str) else list(subject_to)

    def attempt(numbers: Assignments) -> Tuning:
        return _tuned_claim(claim, symbol, {**values, **numbers}, constraints)

    return advised(claim.bound.subs(values, simultaneous=True), symbol, attempt)


def optimum_of(claim: Statement, symbol: sympy.Symbol) -> sympy.Expr:
    """Return the best value of a parameter, as ``tune_claim`` does; where none is known it tries no values for others.

    >>> from boundcheck import symbols, theorem
    >>> optimum_of(theorem("bylander.2"), symbols.eta)
    U/(X*sqrt(l))
    """
    _require_tunable(claim, symbol, {})
    return _tuned_claim(claim, symbol, {}, []).optimum


def _require_tunable(claim: Statement, symbol: sympy.Symbol, values: Mapping[sympy.Symbol, sympy.Expr]) -> None:
    if symbol in claim.defines:
        raise BoundcheckError(f"{claim.id} fixes {claim.definition_text(symbol)}; there is nothing to tune")
    if claim.whole(symbol):
        raise TuningError(f"{symbol} is a whole number; only real parameters can be tuned")
    if symbol in claim.bound.free_symbols and symbol in signed(claim):
        raise TuningError(
            f"{symbol} may be any real number in {claim.id}, and only values above 0 are tuned; say {symbol} > 0 in a "
            "premise of the claim, or tune its bound itself with bounds.optima.tune"
        )
    _require_in_bound_alone(claim, symbol)
    if symbol in values:
        raise BoundcheckError(f"{symbol} is what is tuned; give values to the other symbols")


def _require_in_bound_alone(claim: Statement, symbol: sympy.Symbol) -> None:
    """Refuse a parameter that moves what is compared as well: the least bound is not the best guarantee then."""
    regret, moved = regret_of(claim.quantity), {symbol, *_defined_by(claim, symbol)}
    factor = sympy.Integer(0) if regret is None else regret.factor
    if factor.free_symbols & moved:
        raise TuningError(
            f"{symbol} is also in the factor of the comparator's loss, {factor}; bound that loss by a premise, such as "
            "sum_t(...) <= H, and put the factor into the bound"
        )
    if claim.in_quantity & {name.name for name in moved}:
        raise TuningError(
            f"{symbol} is also in what is compared with the bound, {claim.quantity.parts[0]}, so that the least bound "
            f"need not be the best; put what speaks of {symbol} there into the bound, by a premise on it"
        )


def _tuned_claim(
    claim: Statement, symbol: sympy.Symbol, values: Mapping[sympy.Symbol, sympy.Expr], subject_to: Sequence[Constraint]
) -> Tuning:
    defined = _defined_by(claim, symbol)

    def put_in(expression: Any) -> Any:
        return expression.subs(defined, simultaneous=True).subs(values, simultaneous=True)

    _require_read(claim, {symbol, *defined})
    known = list(limits(claim, symbol))
    for relation in known:
        if relation.operator == "==":
            raise TuningError(f"the premise {_relation_text(relation)} fixes {symbol}; there is nothing to tune")
    closed = [sympy.Le(symbol, relation.right, evaluate=False) for relation in known if relation.operator == "<="]
    closed += [
        sympy.Ge(symbol, relation.right, evaluate=False) for relation in known if relation.operator in (">=", ">")
    ]
    below = [relation for relation in known if relation.operator == "<"]
    upper = _smallest([put_in(relation.right) for relation in below])
    others = list(_other_premises(claim, symbol, {symbol, *defined}))
    try:
        tuning = tuned_within(put_in(claim.bound), symbol, upper, [*closed, *subject_to], values)
    except UnknownOptimum:
        raise
    except TuningError as error:
        if not others or symbol not in claim.bound.free_symbols:
            raise
        said = " and ".join(_relation_text(relation) for relation in others)
        raise TuningError(
            f"no optimal {symbol} is known: where {said} it may be at an end, in no closed form"
        ) from error
    for relation in known:
        end = put_in(relation.right)
        if relation.operator == ">" and end != 0 and (tuning.optimum == end or end in tuning.optimum.args):
            raise TuningError(f"{tuning.bound} has no minimum over {symbol} > {end}: the infimum is at that end")
    left = [*others, *(relation for relation in below if put_in(relation.right) != upper)]
    conditions = (*tuning.conditions, *_remaining(left, symbol, tuning.optimum, put_in))
    return replace(tuning, conditions=conditions, unread=tuple(_of_data(claim, {symbol, *defined})))


def _defined_by(claim: Statement, symbol: sympy.Symbol) -> dict[Any, Any]:
    """Return the parameters that the claim defines by the symbol, with their values in it."""
    defined: dict[Any, Any] = {}
    for name, value in claim.defines.items():
        full = value.subs(defined, simultaneous=True)
        if symbol in full.free_symbols:
            defined[name] = full
    return defined


def _smallest(ends: Sequence[Any]) -> Any:
    """Return the smallest of some ends, as far as they can be compared; None of none."""
    least = ends[0] if ends else None
    for end in ends[1:]:
        least = end if order(end, least) == -1 else least
    return least


def _require_read(claim: Statement, moved: AbstractSet[Any]) -> None:
    """Refuse a premise about parameters that limits what is tuned by other means than one relation."""
    spoken = {symbol.name for symbol in moved}
    for hypothesis in claim.hypotheses:
        if hypothesis.tree is None or premise(hypothesis) is not None:
            continue
        if hypothesis.spoken & spoken and hypothesis.spoken == {*parameters_of(hypothesis.tree)}:
            raise TuningError(f"the premise {hypothesis.formula} leaves a range that is not read; say it by relations")


def _of_data(claim: Statement, moved: AbstractSet[Any]) -> Iterator[str]:
    """Yield the premises that speak of what moves with the symbol, and of trials or comparators."""
    spoken = {symbol.name for symbol in moved}
    for hypothesis in claim.hypotheses:
        if hypothesis.spoken & spoken and premise(hypothesis) is None:
            yield hypothesis.formula


def _other_premises(claim: Statement, symbol: sympy.Symbol, moved: AbstractSet[Any]) -> Iterator[Relation]:
    """Yield what is said of parameters that move with the symbol and does not give an end of its range."""
    for name, domain in stated_domains(claim):
        if name in moved - {symbol}:
            if domain.whole:
                raise TuningError(f"{claim.definition_text(name)} has to be a whole number; {symbol} has no range")
            yield Relation(name, domain.operator, sympy.Integer(domain.low or 0))
    for hypothesis in claim.hypotheses:
        relation = premise(hypothesis)
        if relation is not None and moved & (relation.left.free_symbols | relation.right.free_symbols):
            sides = ((relation.left, relation.right), (relation.right, relation.left))
            if not any(side == symbol and not moved & other.free_symbols for side, other in sides):
                yield relation


def _remaining(
    premises: Sequence[Relation], symbol: sympy.Symbol, optimum: sympy.Expr, put_in: Callable[[Any], Any]
) -> Iterator[sympy.Rel]:
    """Yield the premises at the optimum that are not known to hold there; refuse an optimum that breaks one."""
    for relation in premises:
        left, right = (put_in(side).subs(symbol, optimum) for side in (relation.left, relation.right))
        sign = order(left, right)
        if sign is None:
            yield sympy.Rel(left, right, relation.operator, evaluate=False)
        elif not relation_holds(relation.operator, sign):
            raise UnknownOptimum(f"{symbol} = {optimum} breaks the premise {_relation_text(relation)}")


def _relation_text(relation: Relation) -> str:
    return " ".join(map(str, relation))
