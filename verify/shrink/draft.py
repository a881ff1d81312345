"""Instances taken apart for shrinking, and the order in which shrinking descends."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from bounds import symbols as s
from bounds.claims.claim import Claim
from bounds.data.interval import Interval, Outcome
from bounds.data.trials import Trials
from bounds.data.vectors import Example, vector
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.numbers import Number
from verify.shrink.numbers import Numbers, simplicity, total

NORMS = (s.U, s.X)
"""The norms of comparator and examples; where they are not given, they are the tightest ones."""


@dataclass(frozen=True)
class Draft:
    """An instance taken apart: ``rows`` of shape (l, n), outcomes, comparator, start and explicit parameters.

    Where the comparator changes with the trial, ``each`` has that of every trial, and ``u`` is none.
    Norms U and X that are missing from ``parameters`` are the tightest ones.
    """

    n: int
    rows: tuple[Numbers, ...]
    outcomes: tuple[Outcome, ...]
    u: Numbers | None = None
    start: Numbers | None = None
    parameters: tuple[tuple[Any, Number], ...] = ()
    each: tuple[Numbers, ...] | None = None
    columns: tuple[tuple[str, tuple[Any, ...]], ...] = ()

    def __post_init__(self) -> None:
        """Refuse parts that do not fit together."""
        vectors = [*self.rows, *(self.each or ()), *(v for v in (self.u, self.start) if v is not None)]
        lengths = {len(self.rows), len(self.outcomes), *([] if self.each is None else [len(self.each)])}
        if len(lengths) > 1 or any(len(v) != self.n for v in vectors):
            raise BoundcheckError(f"rows, outcomes and vectors of a draft with {self.n} attributes do not fit together")

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of trials and of attributes."""
        return len(self.rows), self.n

    @classmethod
    def of(cls, claim: Claim, instance: Instance) -> Draft:
        """Take an instance apart."""
        trials = instance.trials
        given = [(symbol, value) for symbol, value in instance.parameters.items() if symbol not in claim.defines]
        return cls(
            trials.n,
            tuple(tuple(x) for x in trials.examples),
            trials.outcomes,
            None if instance.comparator is None else tuple(instance.comparator),
            None if instance.start is None else tuple(instance.start),
            tuple(sorted(given, key=lambda item: str(item[0]))),
            None if instance.sequence is None else tuple(map(tuple, instance.sequence)),
            tuple(
                (name, tuple(tuple(a) if isinstance(a, Example) else a for a in column))
                for name, column in instance.columns.items()
            ),
        )

    def instance(self) -> Instance:
        """Put the instance together."""
        return Instance(
            Trials.of(self.rows, self.outcomes, self.n),
            None if self.u is None else vector(self.u),
            dict(self.parameters),
            None if self.start is None else vector(self.start),
            self.each,
            dict(self.columns),
        )

    def keeping(self, trials: Iterable[int], attributes: Iterable[int]) -> Draft:
        """Return the draft with these trials and attributes only."""
        kept = tuple(attributes)
        trials = tuple(trials)
        return replace(
            self,
            n=len(kept),
            rows=tuple(_pick(self.rows[t], kept) for t in trials),
            outcomes=tuple(self.outcomes[t] for t in trials),
            u=None if self.u is None else _pick(self.u, kept),
            start=None if self.start is None else _pick(self.start, kept),
            each=None if self.each is None else tuple(_pick(self.each[t], kept) for t in trials),
            columns=tuple(
                (name, tuple(_pick(column[t], kept) if isinstance(column[t], tuple) else column[t] for t in trials))
                for name, column in self.columns
            ),
        )

    @property
    def in_columns(self) -> list[Number]:
        """The numbers in the columns, in order."""
        return [b for _, column in self.columns for a in column for b in (a if isinstance(a, tuple) else (a,))]

    def with_column_number(self, place: int, value: Number) -> Draft:
        """Return the draft with another number at a place of ``in_columns``."""
        numbers = iter([*self.in_columns[:place], value, *self.in_columns[place + 1 :]])
        columns = tuple(
            (name, tuple(tuple(next(numbers) for _ in a) if isinstance(a, tuple) else next(numbers) for a in column))
            for name, column in self.columns
        )
        return replace(self, columns=columns)

    def without(self, *symbols: Any) -> Draft:
        """Return the draft without these explicit parameters."""
        return replace(self, parameters=tuple(item for item in self.parameters if item[0] not in symbols))

    def setting(self, symbol: Any, value: Number) -> Draft:
        """Return the draft with another value of an explicit parameter."""
        return replace(self, parameters=tuple((k, value if k == symbol else v) for k, v in self.parameters))

    def with_norms(self, norms: Iterable[tuple[Any, Number]]) -> Draft:
        """Return the draft with these norms where it gives none."""
        missing = {symbol: value for symbol, value in norms if symbol not in dict(self.parameters)}
        together = {**dict(self.parameters), **missing}
        return replace(self, parameters=tuple(sorted(together.items(), key=lambda item: str(item[0]))))


def _pick(values: Numbers, indices: Sequence[int]) -> Numbers:
    return tuple(values[i] for i in indices)


Cost: TypeAlias = tuple[Any, ...]


def _outcome_cost(outcome: Outcome) -> Cost:
    """Rank outcomes: +1 before -1; intervals by their finite ends, lower ends and closed ends first."""
    if not isinstance(outcome, Interval):
        return 0, int(outcome != 1), 0, 0, 0, 0, 0
    ends = [end for end in (outcome.lo, outcome.hi) if end is not None]
    open_ends = (outcome.lo is not None and not outcome.lo_closed) + (outcome.hi is not None and not outcome.hi_closed)
    irrational, denominator, numerator, negative = total(ends)
    return len(ends), int(outcome.lo is None), irrational, denominator, numerator, open_ends, negative


def outcomes_cost(outcomes: Sequence[Outcome]) -> Cost:
    """Add the ranks of outcomes up, part by part."""
    return tuple(map(sum, zip(*map(_outcome_cost, outcomes), strict=True)))


def cost(draft: Draft) -> Cost:
    """Order drafts, the first difference deciding.

    Trials; attributes; how often the comparator changes; the largest entry, then all entries; outcomes; negative
    entries; the number of parameters; parameters, comparator and start vector; those that are negative; explicit norms;
    the order of trials and attributes, larger entries first. Making one number simpler (see ``simplicity``) always
    makes a draft smaller.
    """
    entries = [a for row in draft.rows for a in row]
    *sizes, negative = total(entries)
    each = draft.each or ()
    u = (*(draft.u or ()), *(a for v in each for a in v))
    norms = [value for symbol, value in draft.parameters if symbol in NORMS]
    others = [*(value for symbol, value in draft.parameters if symbol not in NORMS), *(draft.start or ())]
    others += draft.in_columns
    return (
        *draft.shape,
        sum(v != w for v, w in itertools.pairwise(each)),
        max((simplicity(a)[:3] for a in entries), default=()),
        sizes,
        outcomes_cost(draft.outcomes),
        negative + sum(a < 0 for a in u),
        len(others),
        total([*others, *u])[:3],
        total(others)[3],
        (len(norms), total(norms)),
        tuple(-a for a in entries),
        tuple(-a for a in u),
    )
