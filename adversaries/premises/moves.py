"""Ways to take an instance out of one premise: a norm, the sum or sign of u, the margin, a rate, a size, the inputs.

Exactly that is changed, and all else stays, or is made so that the missing premise can be used to the full. What a
change breaks besides is found out by whoever judges.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from adversaries.generate.rounding import norms
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.data.trials import Trials
from bounds.data.vectors import Example, Vector, vector
from bounds.domains import REAL
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.mathematics import hadamard
from bounds.numbers import Number
from bounds.numbers.evaluate import evaluate

FACTORS = tuple(map(Fraction, ("1/2", "9/10", "99/100", "1/10", "0")))
BEYOND = tuple(map(Fraction, ("1", "9/8", "3/2", "2", "5", "1/2", "1/10", "100", "1/100")))
NOT_MEASURED = tuple(map(Fraction, ("-1", "10", "0", "1", "-10", "1/10", "100", "-100", "1/1000", "1000")))
FAR = Fraction(10**6)
AWAY = tuple(map(Fraction, ("1/2", "2", "20")))
"""By how much two entries are moved apart."""

Move: TypeAlias = Callable[[Claim, Instance, random.Random], Iterator[Instance]]
"""Ways to change one instance of a variant."""


def admitted(claim: Claim, instance: Instance) -> bool:
    """Tell whether the claim speaks of such an instance at all, whatever its premises say of it."""
    try:
        claim.admit(instance)
    except BoundcheckError:
        return False
    return True


def _with(instance: Instance, **changes: Any) -> Instance:
    return dataclasses.replace(instance, **changes)


def _set(instance: Instance, symbol: Any, value: Number) -> Instance:
    return _with(instance, parameters={**instance.parameters, symbol: value})


def _scaled_examples(instance: Instance, factor: Fraction) -> Instance:
    rows = [[a * factor.numerator for a in row] for row in instance.trials.numerators.tolist()]
    denominator = instance.trials.denominator * factor.denominator
    return _with(instance, trials=Trials.from_integers(rows, denominator, instance.trials.outcomes, instance.trials.n))


def relabelled(claim: Claim, instance: Instance, u: Vector) -> Instance | None:
    """Return the instance with another comparator: labels follow it, and it is scaled to margin 1, where asked for."""
    trials = instance.trials
    if claim.comparator in (Comparator.SEPARATING, Comparator.NOISY, Comparator.GAP):
        margins = [u.dot(x) for x in trials.examples]
        kept = [t for t, margin in enumerate(margins) if margin != 0]
        outcomes = [1 if margins[t] > 0 else -1 for t in kept]
        rows = trials.numerators[kept].tolist()
        trials = Trials.from_integers(rows, trials.denominator, outcomes, trials.n)
        if claim.comparator is not Comparator.GAP and kept:
            u = u.scaled(1 / min(abs(margins[t]) for t in kept))
    parameters = {k: v for k, v in instance.parameters.items() if k not in (s.U, s.delta)}
    return _with(instance, trials=trials, comparator=u, parameters=parameters)


def too_small(symbol: Any) -> Move:
    """Set a norm below what it bounds; where the claim fixes it, make the vectors longer instead."""

    def move(claim: Claim, instance: Instance, _: random.Random) -> Iterator[Instance]:
        known: dict[Any, Number] = norms(claim, instance)
        if symbol not in known and symbol in claim.measures:
            known = {symbol: claim.case(instance).values[symbol]}
        elif symbol not in known and symbol in instance.parameters:
            known = {symbol: instance.parameters[symbol]}
        if symbol in known:
            for value in (*(known[symbol] * factor for factor in FACTORS), Fraction(1)):
                yield _set(instance, symbol, value)
                yield from _at_limits(claim, _set(instance, symbol, value))
        if symbol is s.X and instance.comparator is not None:
            for factor in (Fraction(10, 9), Fraction(2), Fraction(10)):
                shorter = instance.comparator.scaled(1 / factor)
                yield _with(_scaled_examples(instance, factor), comparator=shorter)

    return move


def another_measure(symbol: Any) -> Move:
    """Set what is measured on an instance, a gap or an entropy, to something that it is not."""

    def move(claim: Claim, instance: Instance, _: random.Random) -> Iterator[Instance]:
        del claim
        for value in NOT_MEASURED:
            yield _set(instance, symbol, value)

    return move


def another_sum(claim: Claim, instance: Instance, _: random.Random) -> Iterator[Instance]:
    """Set U to something else than the sum of u (or of the start vector)."""
    given = instance.start if claim.start == "positive" else instance.comparator
    total = Fraction(0) if given is None else sum(given, Fraction(0))
    if total > 0:
        for factor in BEYOND:
            yield _set(instance, s.U, total * factor)


def _ones(instance: Instance) -> dict[Any, Number]:
    """Return the parameters with U = X = 1."""
    return {**instance.parameters, s.U: Fraction(1), s.X: Fraction(1)}


def negative_entries(claim: Claim, instance: Instance, rng: random.Random) -> Iterator[Instance]:
    """Give u (or the start vector) negative entries, the sum staying what it was where possible."""
    n, given = instance.trials.n, instance.comparator
    if given is None:
        if instance.start is not None:  # positive weights at -1 and 1, a negative one between: a variance above 1
            spread = Trials.from_integers([[1, -1, 0]], 1, [*instance.trials.outcomes[:1]] or [1], 3)
            yield _with(instance, trials=spread, start=Example([1, 1, -1]), parameters=_ones(instance))
        return
    pairs = [(i, j) for i in range(n) for j in range(n) if i != j] or [(0, 0)]
    for c in AWAY:
        i, j = rng.choice(pairs)
        moved = [a + c * (t == i) - c * (t == j) for t, a in enumerate(given)]
        flipped = [-a if t == j else a for t, a in enumerate(given)]
        for entries in (moved, flipped):
            changed = relabelled(claim, instance, vector(entries))
            if changed is not None:
                yield changed
                total = sum(changed.require_comparator(), Fraction(0))
                if total > 0:
                    yield _set(changed, s.U, total)


def wrong_labels(claim: Claim, instance: Instance, rng: random.Random) -> Iterator[Instance]:
    """Repeat trials with the other label, and make u small or zero."""
    trials = instance.trials.subsequence([t for t in range(instance.trials.l) for _ in (0, 1)])
    if trials.l:
        outcomes = [-y if t % 2 and isinstance(y, int) else y for t, y in enumerate(trials.outcomes)]
        parameters = {k: v for k, v in instance.parameters.items() if k is not s.delta}
        twice = Trials(trials.numerators, trials.denominator, outcomes)
        yield _with(instance, trials=twice, parameters=parameters)
    yield from smaller_comparators(claim, instance, rng)


def smaller_comparators(claim: Claim, instance: Instance, rng: random.Random) -> Iterator[Instance]:
    """Scale u down, so that its margin is too small, to nothing in the end."""
    del claim, rng
    if instance.comparator is not None:
        parameters = {k: v for k, v in instance.parameters.items() if k is not s.U}
        for factor in FACTORS:
            yield _with(instance, comparator=instance.comparator.scaled(factor), parameters=parameters)


def other_gaps(claim: Claim, instance: Instance, rng: random.Random) -> Iterator[Instance]:
    """Claim the gap where trials have wrong labels, or u is small."""
    known = claim.case(instance).values.get(s.delta)
    if known is not None:
        for changed in wrong_labels(claim, instance, rng):
            yield _set(changed, s.delta, known)


def all_zero(claim: Claim, instance: Instance, _: random.Random) -> Iterator[Instance]:
    """Make the comparator or a norm zero."""
    if instance.comparator is not None:
        yield _with(instance, comparator=instance.comparator.scaled(Fraction(0)))
    for symbol in (s.U, s.X):
        if symbol not in claim.defines:
            yield _set(instance, symbol, Fraction(0))


def other_parameters(claim: Claim, instance: Instance, rng: random.Random) -> Iterator[Instance]:
    """Move every free parameter, a little and far."""
    del rng
    for symbol in claim.free:
        value = instance.parameters.get(symbol)
        if value is None:
            continue
        if claim.whole(symbol):
            for step in (1, -int(value) if isinstance(value, Fraction) else 0):
                yield _set(instance, symbol, value + step)
            continue
        for factor in BEYOND:
            yield _set(instance, symbol, value * factor)
        for special in ("99/100", "999/1000", "1", "3/4", "11/10", "19/10", "0", "-1"):
            yield _set(instance, symbol, Fraction(special))


def _limits(claim: Claim, instance: Instance, symbol: Any) -> Iterator[Number]:
    end = claim.ranges[symbol].end
    if end is None:
        return
    try:
        yield evaluate(end, {**claim.case(instance).values, **norms(claim, instance)})
    except BoundcheckError:
        return


def _at_limits(claim: Claim, instance: Instance) -> Iterator[Instance]:
    """Move the free parameters to their limits, which a change may have moved; far where they have none."""
    limits = {symbol: limit for symbol in claim.free for limit in _limits(claim, instance, symbol)}
    endless = [symbol for symbol, interval in claim.ranges.items() if interval.end is None and interval.domain != REAL]
    far = {symbol: FAR for symbol in endless if symbol in (s.a, s.eta)}
    if limits or far:
        yield _with(instance, parameters={**instance.parameters, **limits, **far})


def _scaled_columns(instance: Instance, columns: set[int], p: int, q: int) -> Instance:
    """Return the instance with some attributes multiplied by p/q in every example, the trials repeated."""
    rows = [[a * (p if i in columns else q) for i, a in enumerate(row)] for row in instance.trials.numerators.tolist()]
    times = max(1, 24 // max(1, len(rows)))
    outcomes = [*instance.trials.outcomes] * times
    return _with(
        instance,
        trials=Trials.from_integers(rows * times, instance.trials.denominator * q, outcomes, instance.trials.n),
    )


def other_inputs(claim: Claim, instance: Instance, rng: random.Random) -> Iterator[Instance]:
    """Take examples out of their set: a little or far, longer, shorter, some attributes more than others."""
    del rng
    exponents = claim.outcomes is Outcomes.EXPERTS  # of exact weights, whose size and denominators cost time
    large, slightly = (10, "21/20") if exponents else (1000, "101/100")
    for factor in ("21/20", "2", "1/2", "10", "-1", "1/10", "11/10", slightly):
        yield _scaled_examples(instance, Fraction(factor))
    n = instance.trials.n
    for i in range(min(n, 3)):
        for factors in ((1, 2), (large, 1), (0, 1)):
            for chosen in ({i}, set(range(n)) - {i}):
                yield _scaled_columns(instance, chosen, *factors)


ENDS, OUTSIDE = (0, 10, 20), ((21,), (-1,), (-1, 21))
CLOSE = (9, 11)
"""In multiples of 1/20: the ends and the middle of [0, 1], a little out of it, and a little off the middle."""


def any_inputs(claim: Claim, instance: Instance, rng: random.Random) -> Iterator[Instance]:
    """Replace the examples by small integers, or by some with entries at and just out of the ends of [0, 1].

    What these have taught wrongly shows where the last example leaves the decision close.
    """
    del claim
    n, given = instance.trials.n, instance.trials.outcomes
    if given:
        for length in (4, 2, 3) * 8:
            entries = (*ENDS, *2 * rng.choice(OUTSIDE))
            whole = [[rng.randint(-1, 3) for _ in range(n)] for _ in range(4)]
            near = [[rng.choice(entries if t + 1 < length else CLOSE) for _ in range(n)] for t in range(length)]
            for rows, denominator in ((whole, 1), (near, 20)):
                outcomes = [rng.choice(given) for _ in rows]
                yield _with(instance, trials=Trials.from_integers(rows, denominator, outcomes, n))


def other_comparators(claim: Claim, instance: Instance, rng: random.Random) -> Iterator[Instance]:
    """Replace u: all ones, random signs, or turned round."""
    del claim
    n = instance.trials.n
    if instance.comparator is not None:
        for entries in ([1] * n, [rng.choice((-1, 1)) for _ in range(n)]):
            yield _with(instance, comparator=Example(entries))
        yield _with(instance, comparator=instance.comparator.scaled(Fraction(-1)))


def _labelled_rows(
    instance: Instance, u: Sequence[int], rows: Sequence[Sequence[Fraction]], labels: Sequence[int]
) -> Iterator[Instance]:
    """Yield the instance with these trials of two attributes, the other attributes 0, X as they ask for."""
    n = instance.trials.n
    if n < 2 or instance.comparator is None:
        return
    padded = [[*row, *[Fraction(0)] * (n - 2)] for row in rows]
    trials = Trials.of([*padded], [*labels])
    parameters = {k: v for k, v in instance.parameters.items() if k not in (s.U, s.X)}
    if s.X in instance.parameters:
        parameters[s.X] = max(sum(row, Fraction(0)) for row in padded)
    yield _with(instance, trials=trials, comparator=Example([*u, *[0] * (n - 2)]), parameters=parameters)


def hardly_active(claim: Claim, instance: Instance, _: random.Random) -> Iterator[Instance]:
    """Let the relevant attribute be small: its weight hardly grows, while the other's goes up and down."""
    del claim
    for small in (Fraction(1, 100), Fraction(1, 2)):
        rows = [[small, Fraction(1)], [Fraction(0), Fraction(1)]] * 20
        yield from _labelled_rows(instance, (1, 0), rows, [1, -1] * 20)


def near_the_threshold(claim: Claim, instance: Instance, _: random.Random) -> Iterator[Instance]:
    """Put examples just above and just below the threshold 1/2 of the target in turn."""
    del claim
    rows = [[Fraction(1, 2), Fraction(0)], [Fraction(49, 100), Fraction(0)]] * 20
    yield from _labelled_rows(instance, (1, 0), rows, [1, -1] * 20)


def signed_targets(claim: Claim, instance: Instance, _: random.Random) -> Iterator[Instance]:
    """Let the target be x_1 and not x_2, which needs a negative weight."""
    del claim
    rows = [[Fraction(1), Fraction(0)], [Fraction(1), Fraction(1)]] * 30
    yield from _labelled_rows(instance, (1, -1), rows, [1, -1] * 30)


def trained_on_everything(claim: Claim, instance: Instance, _: random.Random) -> Iterator[Instance]:
    """Train on all Hadamard pairs, those of the second half too, until a Perceptron knows them."""
    del claim
    d, n, u = instance.parameters.get(s.d), instance.trials.n, instance.comparator
    if not isinstance(d, Fraction) or u is None or not 1 <= d <= 3 or n < 2**d:
        return
    points = [z for pair in hadamard.pairs(int(d), n) for z in pair] * 12
    trials = Trials.of(points, [hadamard.label(u, Fraction(1, 2), z) for z in points])
    perceptron = {s.eta: 1, s.rate: 0, s.rho: 1, s.theta: 0, s.a: 0}
    known = {symbol: Fraction(value) for symbol, value in perceptron.items() if symbol in instance.parameters}
    yield _with(instance, trials=trials, parameters={**instance.parameters, **known})


def other_targets(claim: Claim, instance: Instance, _: random.Random) -> Iterator[Instance]:
    """Make the first or the last attributes the relevant ones, and learn nothing."""
    del claim
    if instance.comparator is not None:
        n, ones = instance.trials.n, sum(map(bool, instance.comparator))
        for entries in ([1] * ones + [0] * (n - ones), [0] * (n - ones) + [1] * ones):
            yield _with(instance, trials=Trials.from_integers([], 1, [], n), comparator=Example(entries))


def fewer_attributes(claim: Claim, instance: Instance, _: random.Random) -> Iterator[Instance]:
    """Keep only the first attribute, or the first two."""
    del claim
    for n in (1, 2):
        if instance.trials.n <= n:
            continue
        trials = Trials(instance.trials.numerators[:, :n].copy(), instance.trials.denominator, instance.trials.outcomes)
        u, start = (
            None if given is None else Example(list(given.numerators[:n]), given.denominator)
            for given in (instance.comparator, instance.start)
        )
        parameters = {k: v for k, v in instance.parameters.items() if k not in (s.U, s.X)}
        yield Instance(trials, u, parameters, start)


def fewer_trials(claim: Claim, instance: Instance, rng: random.Random) -> Iterator[Instance]:
    """Keep only some first trials, none included; no trial contradicts a small X or any gap."""
    l = instance.trials.l  # noqa: E741
    for symbol in claim.measures:
        yield from another_measure(symbol)(claim, _with(instance, trials=instance.trials.subsequence([])), rng)
    for length in sorted({0, 1, 2, l // 2, l - 1} & set(range(l))):
        yield _with(instance, trials=instance.trials.subsequence(range(length)))


def other_starts(claim: Claim, instance: Instance, rng: random.Random) -> Iterator[Instance]:
    """Replace the start vector: zero, turned round, at random."""
    del claim
    n = instance.trials.n
    for entries in ([0] * n, [rng.randint(-3, 3) for _ in range(n)], [-1] * n, [1] * n):
        yield _with(instance, start=Example(entries))
