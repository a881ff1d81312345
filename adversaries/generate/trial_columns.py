"""Columns of a claim's own for an instance that has none: drawn by their kinds, always the same for equal instances."""

from __future__ import annotations

import dataclasses
import random
import zlib
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction

from bounds.claims.claim import Claim
from bounds.claims.stated import by_trial
from bounds.data.instances import Instance
from bounds.data.trials import Trials
from bounds.data.vectors import Example, vector
from bounds.errors import BoundcheckError
from bounds.formulas.rules import compiled
from bounds.formulas.tree import Apply, Formula, Name, names
from bounds.formulas.trial_columns import ColumnKind, column_kind

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
    found = {name: _column(column_kind(name, text), rows, rng) for name, text in wanted.items()}
    return _tied(claim, dataclasses.replace(instance, columns=found))


def _tied(claim: Claim, instance: Instance) -> Instance:
    """Put what a premise such as fu >= fw + dot(g, u - w) says of each trial, with equality, into the column fu."""
    for column, formula in _ties(claim):
        with suppress(BoundcheckError, ArithmeticError):
            values = by_trial(formula, claim.case(instance))
            instance = dataclasses.replace(instance, columns={**instance.columns, column: values})
    return instance


def _ties(claim: Claim) -> Iterator[tuple[str, Formula]]:
    """Yield the columns that no rule looks at and that a premise ties to the rest of a trial, each with what to."""
    played = set() if claim.learner is None or claim.learner.rule is None else compiled(claim.learner.rule).names
    for hypothesis in claim.hypotheses:
        match hypothesis.tree:
            case Apply("all_t", (Apply(relation, (left, right)),)) if relation in TIES:
                for side, other in ((left, right), (right, left)):
                    if isinstance(side, Name) and side.name in claim.columns.keys() - played - names(other):
                        yield side.name, other
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
    rows, outcomes = instance.trials.examples, instance.trials.outcomes
    trials = Trials.of([rows[t % l] for t in range(size)], [outcomes[t % l] for t in range(size)], instance.trials.n)
    columns = {name: [column[t % l] for t in range(size)] for name, column in instance.columns.items()}
    return dataclasses.replace(instance, trials=trials, columns=columns)


MOST_ROUNDS = 6
"""Trials one after the other on such an instance."""
