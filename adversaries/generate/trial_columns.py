"""What an instance lacks that its claim speaks of: columns drawn by their kinds, and few enough trials where it draws.

What is drawn is always the same for equal instances.
"""

from __future__ import annotations

import dataclasses
import random
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction

from adversaries.generate.parameters import with_free, without_fixed
from adversaries.generate.rounding import hold
from bounds.claims.claim import Claim, Hypothesis
from bounds.claims.stated import by_trial
from bounds.data.vectors import Example, vector
from bounds.errors import BoundcheckError
from bounds.formulas.rules import compiled
from bounds.formulas.scope import AFTER_PLAYING, OF_PLAYED
from bounds.formulas.tree import Apply, Formula, Name, names
from bounds.formulas.trial_columns import ColumnKind, column_kind
from bounds.instances import Instance
from bounds.numbers import Number, floor


def whole(claim: Claim, instance: Instance, attempt: int = 0) -> Instance:
    """Return an instance that lacks nothing but what follows from its data: parameters, columns, few enough trials.

    An adversary may set what the claim fixes, or leave out what it does not know of.

    >>> from boundcheck import Trials, learner, own_claim
    >>> along = learner("w - eta*h", trial={"h": "0/1 vector"})
    >>> claim = own_claim(along, "l", gain="yhat", given=["sum(h) == 1"])
    >>> whole(claim, Instance(Trials.of([[1, 2, 3]] * 3, [1] * 3))).columns
    {'h': ((0, 1, 0), (0, 1, 0), (1, 0, 0))}
    """
    return with_columns(claim, within_draws(claim, with_free(claim, without_fixed(claim, instance))), attempt)


SMALL = tuple(map(Fraction, ("0", "1", "-1", "1/2", "2", "-1/2", "3")))
"""Entries that are drawn where they have no limits."""


def with_columns(claim: Claim, instance: Instance, attempt: int = 0) -> Instance:
    """Return the instance with the columns that the claim's trials have, drawn anew for each attempt.

    Vectors without limits are mostly like the examples: this one, the one before, or its negative.
    """
    wanted = claim.columns
    if not wanted or instance.columns:
        return instance
    rows = list(instance.trials.examples)
    key = f"{attempt} {rows} {instance.trials.outcomes}"
    rng = random.Random(zlib.crc32(key.encode()))  # noqa: S311
    kinds = {name: column_kind(name, text) for name, text in wanted.items()}
    columns = {name: _column(kind, rows, rng) for name, kind in kinds.items()}
    tied = _tied(claim, dataclasses.replace(instance, columns=columns))
    measured = {str(symbol) for symbol in claim.measures.keys() - instance.parameters.keys()}
    premises = [premise for premise in of_columns(claim) if not premise.spoken & measured]
    return _allowed(claim, tied, premises, kinds, rng) if premises else tied


def of_columns(claim: Claim) -> list[Hypothesis]:
    """Return what is said of columns before a trial is played."""
    played = {*AFTER_PLAYING, *OF_PLAYED, *_states(claim)}
    return [h for h in claim.hypotheses if h.spoken & claim.columns.keys() and not h.spoken & played]


TRIES = 24
"""Columns that are drawn for one trial before it keeps what its premises do not allow."""


def _allowed(
    claim: Claim, instance: Instance, premises: list[Hypothesis], kinds: dict[str, ColumnKind], rng: random.Random
) -> Instance:
    """Return the instance with other columns on each trial on which they do not satisfy what is said of a trial."""
    columns = {name: list(column) for name, column in instance.columns.items()}
    for t in range(instance.trials.l):
        alone = trials_of(instance, [t])
        for _ in range(TRIES):
            if hold(claim, premises, alone):
                break
            drawn = {name: [_beside(kind, alone, rng)] for name, kind in kinds.items()}
            alone = _tied(claim, dataclasses.replace(alone, columns=drawn))
        else:
            continue
        for name, column in columns.items():
            column[t] = alone.columns[name][0]
    return dataclasses.replace(instance, columns=columns)


def _states(claim: Claim) -> Iterator[str]:
    """Yield what a rule calls its states, before and after a trial."""
    if claim.learner is not None and claim.learner.rule is not None:
        for name in claim.learner.rule.updates:
            yield from (name, f"{name}_next")


def _beside(kind: ColumnKind, alone: Instance, rng: random.Random) -> Fraction | Example:
    """Return a value of a column for one trial: an example less what the comparator tells from it, or any."""
    [x], u = alone.trials.examples, alone.sequence[0] if alone.sequence else alone.comparator
    size = Fraction(0) if u is None else u.dot(u)
    if u is not None and size and kind.kind == "vector" and kind.low is None and rng.randrange(3):
        step = rng.choice((1, 1, 2, -1)) / size
        return vector([a - step * b for a, b in zip(x, u, strict=True)])
    if kind.kind == "number" or rng.randrange(2):
        return _column(kind, [x], rng)[0]
    return vector([_number(kind, rng) for _ in x])


def _tied(claim: Claim, instance: Instance) -> Instance:
    """Put what a premise such as fu >= fw + dot(g, u - w) says of each trial into the column fu.

    It holds with equality where numbers are rational; others are rounded to its side.
    """
    for column, formula, up in _ties(claim):
        with suppress(BoundcheckError, ArithmeticError):
            values = [_rational(value, up) for value in by_trial(formula, claim.case(instance))]
            instance = dataclasses.replace(instance, columns={**instance.columns, column: values})
    return instance


def _rational(value: Number, up: bool | None) -> Number:
    """Return a number that is rational as it is; others rounded up or down, if they may be."""
    if isinstance(value, Fraction) or up is None:
        return value
    return (floor(value * FINENESS) + up) / FINENESS


FINENESS = Fraction(2**20)
"""One over the steps to which numbers are rounded."""


def _ties(claim: Claim) -> Iterator[tuple[str, Formula, bool | None]]:
    """Yield the columns that no rule looks at and that a premise ties to the rest of a trial, each with what to.

    With it comes whether the column is to be above (True) or below it (False), or equal (None).
    """
    played = set() if claim.learner is None or claim.learner.rule is None else compiled(claim.learner.rule).names
    for hypothesis in claim.hypotheses:
        match hypothesis.tree:
            case Apply("all_t", (Apply(relation, (left, right)),)) if relation in TIES:
                for side, other, above in ((left, right, ">="), (right, left, "<=")):
                    if isinstance(side, Name) and side.name in claim.columns.keys() - played - names(other):
                        yield side.name, other, None if relation == "==" else relation == above
                        break


TIES = (">=", "<=", "==")


def _column(kind: ColumnKind, rows: list[Example], rng: random.Random) -> list[Fraction | Example]:
    way = rng.randrange(5)
    if kind.kind == "number":
        chosen = _number(kind, rng)
        return [chosen if way < 2 else _number(kind, rng) for _ in rows]
    if kind.low is None and kind.high is None and way:
        before = [Example([0] * len(x)) for x in rows[:1]] + rows[:-1]
        sign = Fraction(-1 if way == 3 else 1)
        return [vector([sign * a for a in x]) for x in (before if way == 4 else rows)]
    fill = way == 1
    return [vector([kind.high if fill and kind.high is not None else _number(kind, rng) for _ in x]) for x in rows]


def _number(kind: ColumnKind, rng: random.Random) -> Fraction:
    if kind.low is None or kind.high is None:
        return rng.choice(SMALL)
    if kind.whole or rng.randrange(2):
        return rng.choice((kind.low, kind.high, kind.high))
    return kind.low + (kind.high - kind.low) * Fraction(rng.randrange(5), 4)


MOST_PATHS = 16
"""Paths of draws on an instance that is proposed: its expectation is exact in some tenths of a second."""


def within_draws(claim: Claim, instance: Instance) -> Instance:
    """Return an instance with so few trials that all paths of its draws are played; of an adaptive adversary, a tree.

    >>> from boundcheck import Trials, learner, own_claim
    >>> claim = own_claim(learner("w", predict="at(x, I)", draw={"I": "w"}, start="1"), "l", gain="linear")
    >>> within_draws(claim, Instance(Trials.of([[1, 0]] * 9, [1] * 9))).trials.l
    4
    """
    if not claim.draws:
        return instance
    l, n = instance.trials.l, max(instance.trials.n, 1)  # noqa: E741
    rounds, size = 0, 0
    while size < l and n ** (rounds + 1) <= MOST_PATHS and rounds < MOST_ROUNDS:
        size += n**rounds if claim.adversary == "adaptive" else 1
        rounds += 1
    if size == l:
        return instance
    return trials_of(instance, [t % l for t in range(size)])


def trials_of(instance: Instance, order: Sequence[int]) -> Instance:
    """Return the instance of these trials, by their places, each with its columns and comparator."""
    each = None if instance.sequence is None else tuple(instance.sequence[t] for t in order)
    columns = {name: [column[t] for t in order] for name, column in instance.columns.items()}
    return dataclasses.replace(instance, trials=instance.trials.subsequence(order), sequence=each, columns=columns)


MOST_ROUNDS = 6
"""Trials one after the other on such an instance."""
