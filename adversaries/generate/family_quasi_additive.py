"""Instances for claims about quasi-additive algorithms, from bytes.

Gap, norms and the coefficient a are derived from the data. For integer p most comparators are
u_i = sign(c_i) |c_i|**(p - 1), whose q-norm is a single root.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from adversaries.generate.bytes import Bytes
from adversaries.generate.parameters import RATES
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.claims.hypotheses import NONNEGATIVE
from bounds.claims.limits import says
from bounds.data.interval import Outcome
from bounds.data.trials import Trials
from bounds.data.vectors import Example, Vector, vector
from bounds.formulas import read
from bounds.formulas.tree import Apply, Name
from bounds.formulas.values import norm
from bounds.instances import Instance
from bounds.mathematics.hadamard import sylvester
from bounds.mathematics.transformations import power_transformation
from bounds.numbers import Number, floor, largest
from bounds.numbers.evaluate import evaluate

EXPONENTS = tuple(map(Fraction, ("2", "3", "4", "2", "5/2", "3", "6", "7/2")))
INTEGERS = tuple(map(Fraction, ("2", "3", "4", "5")))
SHARES = tuple(map(Fraction, ("1/2", "9/10", "1/4", "99/100", "1/10", "1/3", "1/100")))
"""Fractions of the largest value that a parameter may have."""
SLACKS = tuple(map(Fraction, ("1", "1", "1", "1", "9/8", "2")))
"""Factors by which a norm, or the reciprocal of the gap, may be given too large."""

OTHER_RATE = read("2*eta*a*delta != a**2*X**2")
"""A premise that leaves out one rate."""


def _is_exact(claim: Claim, symbol: Any) -> bool:
    """Whether the claim needs U or X to be the norm itself."""
    trees = (hypothesis.tree for hypothesis in claim.hypotheses)
    exact = (tree for tree in trees if isinstance(tree, Apply) and tree.function == "==")
    return any(Name(symbol.name) in tree.arguments for tree in exact)


def rational_below(number: Number) -> Fraction:
    """Return a rational that is positive, at most the positive number and near it.

    >>> from bounds.numbers import sqrt
    >>> rational_below(sqrt(Fraction(2))), rational_below(sqrt(Fraction(1, 1000)))
    (Fraction(45, 32), Fraction(1, 32))
    """
    if isinstance(number, Fraction):
        return number
    inverse = floor(1 / number)
    return 1 / (inverse + 1) if inverse else floor(number * 64) / 64


def _above(number: Number) -> Fraction:
    """Return a rational at least as large as the number."""
    return number if isinstance(number, Fraction) else (floor(number * 64) + 1) / 64


def _dimension(claim: Claim, source: Bytes) -> int:
    return max(1 + source.below(4), 3 if says(claim, "n >= 3") else 1)


def _exponent(claim: Claim, source: Bytes, options: Sequence[Fraction] = EXPONENTS) -> dict[Any, Number]:
    return {s.p: source.pick(options)} if s.p in claim.free else {}


def _known_exponent(claim: Claim, parameters: Mapping[Any, Number]) -> Number | None:
    """Return p as drawn, or as the claim fixes it; None where it is no constant."""
    fixed = claim.defines.get(s.p)
    return parameters.get(s.p) if fixed is None or not fixed.is_number else evaluate(fixed, {})


def _comparator(claim: Claim, source: Bytes, n: int, p: Number | None, *, plain: bool = True) -> Vector | None:
    """Draw u; with ``plain`` half of those for integer p are not made of (p - 1)-th powers."""
    if claim.comparator is Comparator.NONE:
        return None
    if says(claim, "all_i(u > 0)"):
        entries = [1 + source.below(4) for _ in range(n)]
    elif says(claim, NONNEGATIVE.formula):
        entries = [source.below(4) for _ in range(n)]
    else:
        entries = [source.signed(3) for _ in range(n)]
    if not any(entries) and (claim.comparator is Comparator.GAP or says(claim, "U > 0")):
        entries[0] = 1
    denominator, raw = source.pick((1, 1, 2, 3)), source.below(3) == 1
    c = Example(entries, denominator)
    if not isinstance(p, Fraction) or p.denominator != 1 or (plain and raw):
        return c
    return vector([power_transformation(p).value(a) for a in c])


def _start(claim: Claim, source: Bytes, n: int) -> Vector | None:
    if claim.start == "any":
        return Example([source.signed(3) for _ in range(n)], source.pick((1, 1, 2, 3)))
    if claim.start == "positive":
        return Example([1 + source.below(4) for _ in range(n)])
    return None


def _row(claim: Claim, source: Bytes, n: int, limit: int, last: list[int] | None) -> list[int]:
    kind = source.below(8)
    entries = [source.signed(limit) for _ in range(n)]
    if claim.outcomes is Outcomes.EXPERTS:
        return [abs(entry) % 3 for entry in entries]
    if last is not None and kind in (5, 6):
        return [a if kind == 5 else -a for a in last]
    if kind == 7:
        return [limit if a >= 0 else -limit for a in entries]
    return entries


def _label(claim: Claim, source: Bytes, row: list[int], u: Vector | None) -> Outcome | None:
    """Return the comparator's label where there has to be a gap (None without one), else any."""
    code = source.below(4)
    if u is None or claim.comparator is not Comparator.GAP:
        return -1 if code % 2 == 0 else 1
    margin = u.dot(Example(row))
    return None if margin == 0 else (1 if margin > 0 else -1)


def _trials(claim: Claim, source: Bytes, n: int, u: Vector | None) -> Trials:
    limit, denominator = source.pick((2, 1, 3, 4)), source.pick((1, 1, 2, 1, 3))
    if claim.outcomes is Outcomes.EXPERTS:
        denominator = 2
    rows: list[list[int]] = []
    outcomes: list[Outcome] = []
    while source.remaining:
        row = _row(claim, source, n, limit, rows[-1] if rows else None)
        outcome = _label(claim, source, row, u)
        if outcome is not None:
            rows.append(row)
            outcomes.append(outcome)
    if not rows:
        first = next((i for i, a in enumerate(u) if a), 0) if u is not None else 0
        sign = -1 if u is not None and u[first] > 0 else 1
        rows, outcomes = [[sign * int(i == first) for i in range(n)]], [-1]
    return Trials.from_integers(rows, denominator, outcomes, n)


def finished(claim: Claim, instance: Instance, source: Bytes) -> Instance:
    """Return the instance with the claim's free parameters set, each within its range.

    Norms and gap are left to be read off, or given with some slack.
    """
    parameters: dict[Any, Number] = dict(instance.parameters)

    def current() -> Instance:
        return replace(instance, parameters=parameters)

    for symbol in claim.measures:
        slack = source.pick(SLACKS)
        if slack == 1 or symbol not in (s.U, s.X, s.delta) or _is_exact(claim, symbol):
            continue
        known = claim.case(current()).values
        if symbol in known:
            parameters[symbol] = known[symbol] / slack if symbol == s.delta else known[symbol] * slack
    for symbol, interval in claim.ranges.items():
        if symbol not in parameters:
            limit = None if interval.end is None else _limit(claim, current(), interval.end)
            parameters[symbol] = _parameter(claim, symbol, limit, source)
    if any(h.tree == OTHER_RATE and h.slack(claim.case(current())) == 0 for h in claim.hypotheses):
        parameters[s.a] = parameters[s.a] * 2
    return current()


def _limit(claim: Claim, instance: Instance, upper: Any) -> Number:
    return claim.case(instance).evaluate(upper) if upper.free_symbols else evaluate(upper, {})


def _parameter(claim: Claim, symbol: Any, limit: Number | None, source: Bytes) -> Number:
    if symbol == s.k:
        return Fraction(source.pick((1, 3, 5) if says(claim, "k == 2*floor(k/2) + 1") else (1, 2, 3, 4, 5)))
    rate: Fraction = source.pick(RATES)
    if symbol == s.alpha and says(claim, "alpha > 1"):
        return 1 + rate
    if limit is None:
        return rate
    return rational_below(limit * source.pick(SHARES))


def quasi_additive(claim: Claim, source: Bytes) -> Instance:
    """Make a run: u, examples that it labels with a gap (or any), a start vector where the claim has one."""
    n = _dimension(claim, source)
    parameters = _exponent(claim, source)
    start = _start(claim, source, n)
    u = _comparator(claim, source, n, _known_exponent(claim, parameters))
    head = source.take(8)
    return finished(claim, Instance(_trials(claim, source, n, u), u, parameters, start), head)


def sphere(claim: Claim, source: Bytes) -> Instance:
    """Make vectors: z (the start vector), u, and competitors v (the examples); p is whole, u of powers."""
    n = _dimension(claim, source)
    parameters = _exponent(claim, source, INTEGERS)
    start = _start(claim, source, n)
    if start is not None and not any(start) and says(claim, "Z > 0"):
        start = Example([1] + [0] * (n - 1))
    p = _known_exponent(claim, parameters)
    u = _comparator(claim, source, n, p, plain=False)
    head = source.take(4)
    trials = _trials(claim, source, n, None)
    if isinstance(p, Fraction) and u is not None and start is not None and head.below(3) == 0:
        best = [power_transformation(p).preimage(a) for a in u]  # rational: u was made of powers
        trials = Trials.of([*trials.examples, best], [*trials.outcomes, 1])
        start = vector(best) if head.below(2) and any(start) else start
    return finished(claim, Instance(trials, u, parameters, start), head)


def level(claim: Claim, source: Bytes) -> Instance:
    """Make u > 0, z that may lie far below 0, and vectors v, z among them."""
    n = 1 + _dimension(claim, source)
    u = Example([1 + source.below(5) for _ in range(n)])
    depth, low = source.pick((0, 0, 5, 12)), source.pick((-200, -20, 0, -60))
    start = Example([source.signed(4) - depth for _ in range(n)])
    trials = _trials(claim, source, n, None)
    rows = [start, *([x[0] + low, *x[1:]] for x in trials.examples)]
    return Instance(Trials.of(rows, [1, *trials.outcomes]), u, {}, start)


def _aligned(start: Vector, u: Vector) -> Vector:
    """Turn the start vector so that u.z0 > 0."""
    product = u.dot(start)
    if product == 0:
        return Example([(a > 0) - (a < 0) for a in u.numerators])
    return start if product > 0 else start.scaled(Fraction(-1))


def tuned_start(claim: Claim, source: Bytes) -> Instance:
    """Make a run from z0 with u.z0 > 0 whose X is a rational multiple of ||z0||_p, so that a is rational."""
    instance = quasi_additive(claim, source)
    return with_commensurable_norms(claim, instance)


def with_commensurable_norms(claim: Claim, instance: Instance) -> Instance:
    """Return the instance with u.z0 > 0 and X the norm of the examples, raised to a rational multiple of Z."""
    u, start = instance.require_comparator(), instance.start
    start = _aligned(Example([1] * instance.trials.n) if start is None else start, u)
    p = _known_exponent(claim, instance.parameters) or Fraction(2)
    Z = norm(start, p)
    ratio = _above(largest(norm(x, p) for x in instance.trials.examples) / Z)
    parameters = {symbol: value for symbol, value in instance.parameters.items() if symbol != s.X}
    return Instance(instance.trials, u, {**parameters, s.X: ratio * Z}, start)


def large_rate(claim: Claim, source: Bytes) -> Instance:
    """Make a run from z0 with u.z0 > 0 whose a is at least what the claim asks for."""
    times = source.pick(SLACKS)
    return with_large_rate(claim, quasi_additive(claim, source), times)


def with_large_rate(claim: Claim, instance: Instance, times: Fraction = Fraction(1)) -> Instance:
    """Return the instance with u.z0 > 0 and a near ``times`` the least that theorem 7.1 (a) allows there."""
    u, start = instance.require_comparator(), instance.start
    start = _aligned(Example([1] * instance.trials.n) if start is None else start, u)
    parameters = {symbol: value for symbol, value in instance.parameters.items() if symbol != s.a}
    moved = Instance(instance.trials, u, parameters, start)
    least = s.delta * (s.Z**2 - s.uz**2 / s.U**2) / (2 * (s.p - 1) * s.X**2 * s.uz)
    a = _above(claim.case(moved).evaluate(least)) * times
    return Instance(instance.trials, u, {**parameters, s.a: a if a > 0 else times}, start)


def exponent(claim: Claim, source: Bytes) -> Instance:
    """Make p >= 2 and z with |z| <= p - 1."""
    del claim
    p = source.pick(tuple(map(Fraction, ("2", "3", "5/2", "4", "11", "101"))))
    z = Fraction(source.signed(8), source.pick((8, 9, 16, 80))) * (p - 1)
    return Instance(Trials.from_integers([], 1, [], 1), parameters={s.p: p, s.z: z})


def hadamard(claim: Claim, source: Bytes) -> Instance:
    """Make C and the rows of a Hadamard matrix of an order above C, with u = e_1."""
    size = 1 + source.below(8)
    parameters = {s.C: size + Fraction(source.below(2), 2)}
    rows = sylvester(order_above(size))
    u = Example([1] + [0] * (len(rows) - 1))
    trials = Trials.from_integers([[-b for b in row] for row in rows], 1, [-1] * len(rows))
    return finished(claim, Instance(trials, u, parameters), Bytes(b""))


def order_above(size: int) -> int:
    """Return the least d with 2**d > size + 1/2.

    >>> order_above(3), order_above(4)
    (2, 3)
    """
    return size.bit_length()


FAMILIES: dict[str, Callable[[Claim, Bytes], Instance]] = {
    "quasi-additive": quasi_additive,
    "sphere": sphere,
    "level": level,
    "tuned start": tuned_start,
    "large rate": large_rate,
    "exponent": exponent,
    "hadamard": hadamard,
}
