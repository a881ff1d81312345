"""The parameters of an instance: drawn within their ranges, and left out where the claim fixes them itself."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

from adversaries.generate.bytes import Bytes
from bounds import symbols as s
from bounds.claims.claim import Claim
from bounds.claims.limits import Relation, limits, premise
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.numbers import Number, compare, floor
from bounds.numbers.evaluate import evaluate, relation_holds

RATES = tuple(map(Fraction, ("1", "1/2", "2", "1/3", "3/2", "1/4", "1/10", "3", "2/3", "1/8", "5", "1/100", "100")))
MOST = 4000
"""The largest whole number that is drawn for anything but n."""


def parameters_of(claim: Claim, source: Bytes, known: dict[Any, Number]) -> dict[Any, Number]:
    """Draw the free parameters that are not known, each within its range."""
    values = dict(known)
    for symbol, interval in claim.ranges.items():
        if symbol in known:
            continue
        if symbol in claim.signed:
            value = source.pick((1, -1, 0)) * source.pick(RATES)
            values[symbol] = within(claim, symbol, value, values)
        elif claim.whole(symbol):
            values[symbol] = Fraction(_integer(source, symbol, interval.end, values))
        else:
            values[symbol] = within(claim, symbol, _rate(source, interval.end, values), values)
    return values


def within(claim: Claim, symbol: Any, value: Number, values: dict[Any, Number]) -> Number:
    """Return the value; beyond an end that a premise puts it above, a share of one that a premise puts it below."""
    for relation in limits(claim, symbol):
        with suppress(BoundcheckError):
            end = evaluate(relation.right, values)
            order, positive = compare(value, end), compare(value, Fraction(0)) == 1
            misses = order == 0 and relation.operator in (">", "<")
            if relation.operator in (">", ">=") and (order == -1 or misses):
                value = end + (value if positive else 1)
            elif relation.operator in ("<", "<=") and (order == 1 or misses) and positive:
                value = end * (value / (1 + value))
    return value


def _integer(source: Bytes, symbol: Any, end: Any, values: dict[Any, Number]) -> int:
    size = 1 + source.byte() + (0 if source.below(4) else 256 * source.byte())
    size = size + 1 if symbol == s.n else min(size, MOST)
    with suppress(BoundcheckError):
        size = size if end is None else 1 + size % max(1, int(floor(evaluate(end, values))))
    return size


def _rate(source: Bytes, end: Any, values: dict[Any, Number]) -> Number:
    fraction: Fraction = source.pick(RATES)
    with suppress(BoundcheckError):
        return fraction if end is None else evaluate(end, values) * (fraction / (1 + fraction))
    return fraction


HALVED = 8
"""How often rates are halved for premises about parameters."""


def admitted(claim: Claim, values: dict[Any, Number], known: Iterable[Any]) -> dict[Any, Number]:
    """Return the values, with rates halved until premises such as ``alpha <= n*(1 - alpha)`` hold; not those known.

    >>> from bounds.claims.own import own_claim
    >>> share = own_claim("w - alpha*x", "l", gain="yhat", given=["alpha <= n*(1 - alpha)"])
    >>> admitted(share, {s.alpha: Fraction(3), s.n: Fraction(2)}, [s.n])[s.alpha]
    Fraction(3, 8)
    """
    relations = [relation for hypothesis in claim.hypotheses if (relation := premise(hypothesis)) is not None]
    for _ in range(HALVED if relations else 0):
        broken = [relation for relation in relations if _broken(relation, values)]
        spoken = set[Any]().union(*(relation.left.free_symbols | relation.right.free_symbols for relation in broken))
        rates = [a for a in spoken & values.keys() - {*known} if not claim.whole(a)]
        if not rates:
            break
        values = {symbol: value / 2 if symbol in rates else value for symbol, value in values.items()}
    return values


def _broken(relation: Relation, values: dict[Any, Number]) -> bool:
    try:
        order = compare(evaluate(relation.left, values), evaluate(relation.right, values))
    except (BoundcheckError, ArithmeticError):
        return False
    return order is not None and not relation_holds(relation.operator, order)


def without_fixed(claim: Claim, instance: Instance) -> Instance:
    """Return the instance without the parameters that the claim fixes itself, as a variant may, or measures.

    >>> from adversaries.families.build import build
    >>> from bounds import symbols
    >>> from bounds.claims.catalogue import theorem
    >>> variant = theorem("kw.winnow.up").replace(define={symbols.alpha: 2})
    >>> build(variant, bytes(20)).parameters.keys() & variant.defines.keys()
    set()
    """
    given = claim.defines.keys() | claim.measured
    if not given & instance.parameters.keys():
        return instance
    kept = {symbol: value for symbol, value in instance.parameters.items() if symbol not in given}
    return dataclasses.replace(instance, parameters=kept)


FACTORS = tuple(map(Fraction, ("9/10", "10/9", "1/2", "2")))
"""What the rates of a known instance are multiplied by, one at a time."""


def retuned(claim: Claim, instance: Instance) -> Iterator[Instance]:
    """Yield an instance, and the same with each of its rates a little and much larger and smaller.

    >>> from boundcheck import Trials, theorem
    >>> known = Instance(Trials.of([[1]], [1]), [1], {"eta": 1})
    >>> [str(made.parameters[s.eta]) for made in retuned(theorem("bylander.2"), known)]
    ['1', '9/10', '10/9', '1/2', '2']
    """
    yield instance
    for symbol in claim.free:
        value = instance.parameters.get(symbol)
        if value is not None and not claim.whole(symbol):
            for factor in FACTORS:
                yield dataclasses.replace(instance, parameters={**instance.parameters, symbol: value * factor})


def with_free(claim: Claim, instance: Instance) -> Instance:
    """Return the instance with 1 for each parameter of a learner by rule that a construction knows nothing of."""
    if claim.learner is None or claim.learner.rule is None or instance.parameters.keys() >= {*claim.free}:
        return instance
    values = dict(instance.parameters)
    for symbol in claim.free:
        if symbol not in claim.defines and symbol not in values:
            values[symbol] = within(claim, symbol, Fraction(1), values)
    return dataclasses.replace(instance, parameters=values)
