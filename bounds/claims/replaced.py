"""What a variant of a claim says in the place of what the claim says (``Claim.replace``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bounds import symbols as s
from bounds.claims.limits import premise
from bounds.claims.makers import made_by
from bounds.claims.parts import LearnerSpec, as_written
from bounds.claims.statement import Statement
from bounds.domains import REAL
from bounds.errors import BoundcheckError
from bounds.expression import as_expression, as_symbol, require_possible
from bounds.formulas.scope import OF_THE_START
from bounds.formulas.text import as_typed
from bounds.formulas.tree import names as formula_names


def replaced(
    claim: Statement,
    *,
    bound: Any,
    without: str | Sequence[str],
    learner: LearnerSpec | Callable[..., Any] | None,
    relation: str | None,
    define: Mapping[Any, Any],
) -> dict[str, Any]:
    """Return the fields in which a variant differs; raise BoundcheckError for what the claim does not have."""
    names = {without} if isinstance(without, str) else set(without)
    if claim.nature is not None and learner is not None:
        raise BoundcheckError(f"{claim.id} is about any learner; leave learner out")
    fixed = {as_symbol(symbol): as_expression(expression) for symbol, expression in define.items()}
    _require_open(claim, fixed)
    if learner is not None and not isinstance(learner, LearnerSpec):
        if claim.learner is None:
            raise BoundcheckError(f"{claim.id} speaks of no learner; leave learner out")
        learner = made_by(learner, claim.learner)
    unknown = names - {h.name for h in claim.hypotheses}
    if unknown:
        known = ", ".join(h.name for h in claim.hypotheses)
        raise BoundcheckError(f"{claim.id} has no hypothesis {sorted(unknown)[0]!r}; it has {known}")
    if learner is not None and learner.rule is not None and learner.rule.draw and not claim.draws:
        raise BoundcheckError(f"the learner draws, and {claim.id} is about no expectation; state it with own_claim")
    stated = claim.bound if bound is None else as_expression(bound)
    written = as_written(bound, *define.values())
    of_rule = set() if learner is None or learner.rule is None else set(map(s.lookup, learner.rule.parameters))
    said = {symbol for expression in (stated, *fixed.values()) for symbol in expression.free_symbols}
    typed = [as_typed(text) for text in (bound, *define.values()) if isinstance(text, str)]
    said |= set(map(s.lookup, frozenset[str]().union(*map(formula_names, typed))))
    _require_known(claim, said, of_rule)
    new = of_rule - {*claim.parameters, *claim.counted}
    return {
        "id": claim.id if claim.base is not None else f"{claim.id}*",
        "base": claim.base or claim,
        "bound": bound if isinstance(bound, str) else stated,
        "relation": relation or claim.relation,
        "hypotheses": (*(h for h in claim.hypotheses if h.name not in names), *written),
        "learner": learner.put_into(claim.learner) if learner is not None else claim.learner,
        "defines": {**claim.defines, **{as_symbol(symbol): value for symbol, value in define.items()}},
        "free": tuple(a for a in dict.fromkeys((*claim.free, *sorted(new, key=str))) if a not in fixed),
        "domains": {
            **claim.domains,
            **{a: REAL for a, value in fixed.items() if value != claim.defines.get(a) and not claim.whole(a)},
        },
        "made_below": {a: end for a, end in claim.made_below.items() if not _limited(claim, a, names)},
        "attained": False,
        "start": "any" if _starts_anywhere(claim, names) else claim.start,
    }


def _require_open(claim: Statement, fixed: Mapping[Any, Any]) -> None:
    """Raise BoundcheckError for a symbol that is no parameter, or a number that it cannot be."""
    for symbol, value in fixed.items():
        if symbol not in claim.parameters:
            known = ", ".join(map(str, claim.parameters)) or "none"
            raise BoundcheckError(f"{claim.id} has no parameter {symbol} to set; it has {known}")
        if value.is_number:
            require_possible(symbol, value, claim.domain(symbol))
        elif symbol.is_integer and value.is_integer is not True:
            raise BoundcheckError(f"{symbol} = {value} is not certainly an integer, but {symbol} counts; give one")


def _require_known(claim: Statement, said: set[Any], known: set[Any]) -> None:
    """Raise BoundcheckError for a symbol of which the claim does not say what it is."""
    known = {*known, *claim.parameters, *claim.in_bound, *claim.counted}
    new = said - known - s.OF_A_TRIAL
    if new:
        name, names = min(map(str, new)), ", ".join(sorted(map(str, known)))
        raise BoundcheckError(f"{claim.id} does not say what {name} is; write in {names}, or in numbers")


def _limited(claim: Statement, symbol: Any, names: set[str]) -> bool:
    """Tell whether one of the named premises may limit the parameter from above."""
    for relation in (premise(hypothesis) for hypothesis in claim.hypotheses if hypothesis.name in names):
        below = relation and (relation.right if relation.operator in (">", ">=") else relation.left)
        if below is not None and symbol in below.free_symbols:
            return True
    return False


def _starts_anywhere(claim: Statement, names: set[str]) -> bool:
    """Tell whether one of the named premises is about the start vector alone."""
    return any(h.spoken and h.spoken <= OF_THE_START for h in claim.hypotheses if h.name in names)
