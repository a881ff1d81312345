"""What a run needs besides its trials: which parameters are missing, and values that suit the claim.

A learning rate that is not given is near the best one, and a short rational. Other parameters are asked for, all at
once, with an example that lies in the claim's ranges.
"""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any

import sympy

from bounds import symbols as s
from bounds.claims.claim import COUNTING, Claim, Comparator, Outcomes
from bounds.claims.limits import Relation, premise
from bounds.claims.tuning import optimum_of
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.mathematics.geometry import Entropic
from bounds.numbers import Number, compare, decimal, floor, sign, to_float
from bounds.numbers.evaluate import Values, evaluate, relation_holds
from verify.judge.complete import complete

RATES = (s.eta, s.a)
"""What ``with_rates`` chooses: the learning rate, and the coefficient of quasi-additive learners."""

SHORT = 100
"""A rational with numerator and denominator below this is as good a rate as its rounding."""

_EXAMPLES = tuple(map(Fraction, (1, 2, 3, 4, 5, 10, 20, 100))), tuple(Fraction(1, d) for d in (2, 4, 10, 100))


# --- what is set, and what is missing --------------------------------------------------------------------


def require_settable(claim: Claim, symbols: Any) -> None:
    """Raise BoundcheckError for a parameter that the claim does not have, or that is fixed by it or by the trials."""
    for symbol in symbols:
        if symbol in claim.defines:
            raise BoundcheckError(f"{claim.id} fixes {claim.definition_text(symbol)}; do not set {symbol}")
        if symbol in claim.parameters:
            continue
        if symbol in (s.l, s.n) and claim.outcomes is not Outcomes.NONE:
            raise BoundcheckError(f"do not set {symbol}, the {s.meaning(symbol.name)}: the trials say what it is")
        if symbol == s.k and claim.comparator in COUNTING:
            raise BoundcheckError("do not set k: trials and comparator say what it is")
        known = ", ".join(map(str, claim.parameters)) or "none"
        fixed = " and ".join(map(claim.definition_text, claim.defines))
        raise BoundcheckError(
            f"{claim.id} has no parameter {symbol} to set; it has {known}{f', and fixes {fixed}' if fixed else ''}"
        )


def missing(claim: Claim, instance: Instance) -> dict[Any, Fraction | None]:
    """Return the parameters that the instance lacks, each with a value in the claim's ranges (None: no idea).

    >>> from boundcheck import Trials, theorem
    >>> missing(theorem("gls.4.1"), Instance(Trials.of([[1]], [1])))
    {a: Fraction(1, 1), p: Fraction(2, 1)}
    """
    completed = complete(claim, instance)
    measured = {*claim.defines, *claim.measures, *completed.parameters}
    if claim.geometry is not None:
        measured |= {s.U, s.X}  # norms of a comparator and examples that are yet to come
    lacking = [symbol for symbol in claim.parameters if symbol not in measured]
    values = {**_counts(claim, instance), **completed.parameters}
    examples: dict[Any, Fraction | None] = {}
    for symbol in lacking:
        value = _example(claim, symbol, values)
        examples[symbol] = value
        if value is not None:
            values[symbol] = value
    return examples


def to_be_set(claim: Claim, instance: Instance) -> dict[Any, Fraction | None]:
    """Return what ``missing`` does but for the rates, and U where u is yet to be found among weights of sum U.

    >>> from boundcheck import Trials, theorem
    >>> to_be_set(theorem("bylander.3"), Instance(Trials.of([[1]], [1])))
    {U: Fraction(1, 1)}
    """
    wanted = {symbol: value for symbol, value in missing(claim, instance).items() if symbol not in RATES}
    sized = isinstance(claim.geometry, Entropic) and claim.comparator is Comparator.ANY
    if sized and instance.comparator is None and s.U not in {**claim.defines, **instance.parameters}:
        return {s.U: Fraction(1), **wanted}
    return wanted


def _counts(claim: Claim, instance: Instance) -> dict[Any, Number]:
    if claim.outcomes is Outcomes.NONE:
        return {}
    counts: dict[Any, Number] = {s.l: Fraction(instance.trials.l), s.n: Fraction(max(instance.trials.n, 1))}
    if claim.comparator in COUNTING:
        counts[s.k] = Fraction(1)  # at least, where the comparator is yet to come
    return counts | {symbol: counts[s.n] for symbol, expression in claim.defines.items() if expression == s.n}


def _example(claim: Claim, symbol: Any, values: Values) -> Fraction | None:
    """Return a value of a parameter that breaks no premise which can be evaluated."""
    whole, parts = _EXAMPLES
    usual = [Fraction(2)] if symbol == s.p else []
    n = values.get(s.n)
    near = [n + step for step in (-1, 0, 1)] if isinstance(n, Fraction) and n > 1 else []
    for value in [*usual, *whole, *near, *([] if claim.whole(symbol) else parts)]:
        if _in_range(claim, symbol, {**values, symbol: value}):
            return value
    return None


def _in_range(claim: Claim, symbol: Any, values: Values) -> bool:
    made_below, domain = claim.made_below.get(symbol), claim.domain(symbol)
    relations = [premise(hypothesis) for hypothesis in claim.hypotheses]
    if made_below is not None:
        relations.append(Relation(symbol, "<=", made_below))
    if domain.low is not None:
        relations.append(Relation(symbol, domain.operator, sympy.Integer(domain.low)))
    for stated in relations:
        if stated is None or not (stated.left.has(symbol) or stated.right.has(symbol)):
            continue
        try:
            order = compare(evaluate(stated.left, values), evaluate(stated.right, values))
        except (BoundcheckError, ArithmeticError):
            continue  # words, or a parameter that is not known yet
        if order is not None and not relation_holds(stated.operator, order):
            return False
    return True


def missing_text(claim: Claim, wanted: dict[Any, Fraction | None], *, options: bool = False) -> str:
    """Say which values are missing and how they are set: as options of a command, or as a dictionary.

    >>> from boundcheck import theorem
    >>> missing_text(theorem("gls.4.1"), {s.p: Fraction(2)})
    "gls.4.1: no value for p; set it, for example parameters={'p': 2}"
    """
    values = {name: "VALUE" if value is None else str(value) for name, value in wanted.items()}
    if options:
        way = " ".join(f"--set {name}={value}" for name, value in values.items())
    else:
        written = {name: value if value.isdigit() else repr(value) for name, value in values.items()}
        way = "parameters={" + ", ".join(f"'{name}': {value}" for name, value in written.items()) + "}"
    names, them = " and ".join(map(str, values)), "it" if len(values) == 1 else "them"
    return f"{claim.id}: no value for {names}; set {them}, for example {way}"


# --- rates -----------------------------------------------------------------------------------------------


def with_rates(claim: Claim, instance: Instance) -> Instance:
    """Return the instance with a learning rate (eta, or the coefficient a) where the claim leaves one open.

    In an open range the rate is about half the limit; elsewhere it is the rate that minimises the claim's
    bound, rounded, or 1 where the bound has no best one. Rates that are given stay; other missing parameters
    are left for ``check`` to ask for.

    >>> from boundcheck import Trials, theorem, vector
    >>> S = Trials.of([[1, 0], [0, 1]], [1, 1])
    >>> with_rates(theorem("bylander.2"), Instance(S, vector([1, 1]))).parameters[s.eta]
    Fraction(1, 1)
    """
    open_rates = [rate for rate in RATES if rate in claim.free and rate not in instance.parameters]
    if not open_rates:
        return instance
    completed = complete(claim, instance)
    rates = {rate: _rate(claim, completed, rate) for rate in open_rates}
    return dataclasses.replace(completed, parameters={**completed.parameters, **rates})


def _rate(claim: Claim, instance: Instance, rate: Any) -> Fraction:
    values: dict[Any, Number] = {
        s.l: Fraction(instance.trials.l),
        s.n: Fraction(instance.trials.n),
        **instance.parameters,
    }
    end = claim.ranges[rate].end
    try:
        if end is not None:
            return simple(evaluate(end, values) / 2)
        return simple(evaluate(optimum_of(claim, rate), values))
    except BoundcheckError:
        return Fraction(1)


def simple(number: Number) -> Fraction:
    """Return a positive rational of small numbers as it is, others rounded down to two figures; 1 for zero.

    >>> simple(Fraction(1, 3)), simple(Fraction(1000, 3001))
    (Fraction(1, 3), Fraction(33, 100))
    """
    if isinstance(number, Fraction) and 0 < number.numerator < SHORT and number.denominator < SHORT:
        return number
    size = to_float(number)
    if not 0 < size < float("inf"):
        return Fraction(decimal(number, 2)) if sign(number) == 1 else Fraction(1)
    scale, near = Fraction(1), Fraction(size)
    while near * scale < 10:
        scale *= 10
    while near * scale >= 100:
        scale /= 10
    return floor(number * scale) / scale
