"""The bound on sequences of a pool's trials, in floats: what proposes sequences and decides nothing."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from adversaries.generate.in_floats import ROWS, Computed, bound_in_floats, expression_in_floats, in_floats
from adversaries.generate.pools import Pool
from adversaries.generate.rounding import case_of
from adversaries.optimise.following import FAILURES, array, trials_in_floats
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator
from bounds.claims.parts import Measure
from bounds.formulas import read
from bounds.formulas.tree import names
from bounds.numbers import to_float


def read_off_run(claim: Claim) -> bool:
    """Tell whether a claim reads a parameter off a run: its bound is not known before the learner has played."""
    return any(isinstance(measure, Measure) and measure.of_run for measure in claim.measures.values())


@lru_cache(maxsize=256)
def _computed(text: str) -> tuple[Computed | None, frozenset[str]]:
    formula = read(text)
    return in_floats(formula), names(formula)


class Bound:
    """The bound on sequences of a pool's trials; norms, and what else is read off them, are of the trials that come."""

    def __init__(self, claim: Claim, pool: Pool) -> None:
        self.claim, self.pool = claim, pool
        self.compute, self.needed = bound_in_floats(claim), claim.inner_bound.free_symbols
        self.known: dict[frozenset[tuple[int, int]], dict[Any, float]] = {}
        u, counts = pool.comparator, claim.comparator in (Comparator.NOISY, Comparator.EXPERT)
        self.mistakes = [pool.sequence([i]).trials.mistakes(u) for i in range(len(pool.rows))] if u and counts else []

    def ratio(self, order: Sequence[int], total: float) -> float:
        """Return how much of its bound a total comes to; beyond 1 what is above a bound that is not positive.

        Minus infinity where the bound has no value, or is not one from above.
        """
        if self.claim.relation not in ("<=", "<"):
            return -math.inf
        try:
            bound = self.compute(self.at(order))
        except FAILURES:
            return -math.inf
        if math.isnan(bound) or math.isnan(total):
            return -math.inf
        if bound > 0:
            return total / bound
        return 1.0 + total - bound if total > bound else -1.0

    def at(self, order: Sequence[int]) -> dict[Any, float]:
        """Return the values of the bound's symbols, in floats where these can say all that the claim reads off."""
        if self.plain is None:
            return self.exactly(order)
        counts = Counter(order)
        which = frozenset(counts.items())
        if which not in self.known:
            self.known[which] = self.in_floats(counts, self.plain)
        return self.known[which]

    def exactly(self, order: Sequence[int]) -> dict[Any, float]:
        """Return what the bound's symbols are on a sequence."""
        exact = case_of(self.claim, self.pool.sequence(order)).values
        return {symbol: to_float(value) for symbol, value in exact.items() if symbol in self.needed}

    def in_floats(self, counts: Mapping[int, int], plain: Mapping[Any, float]) -> dict[Any, float]:
        """Return what they are where each trial comes so often, as a case of the claim has it."""
        values = {s.l: float(sum(counts.values()))}
        values |= {s.k: float(sum(self.mistakes[i] * count for i, count in counts.items()))} if self.mistakes else {}
        values |= {s.X: max((self.lengths[i] for i in counts), default=0.0)} if self.lengths else {}
        values |= plain
        if self.measures:
            rows = [(count, self.rows[i]) for i, count in counts.items()]
            e = {ROWS: rows, "u": self.u, **{symbol.name: value for symbol, value in values.items()}}
            with np.errstate(all="ignore"):
                for symbol, compute in self.measures.items():
                    if symbol not in values or symbol in self.claim.measured:
                        values[symbol] = e[symbol.name] = float(compute(e))
        for symbol, expression in self.claim.defines.items():
            values[symbol] = expression_in_floats(expression)(values)
        return values

    @cached_property
    def u(self) -> Any:
        """The comparator in floats."""
        return None if self.pool.comparator is None else array(self.pool.comparator)

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """What is said of each trial before it is played."""
        return trials_in_floats(self.pool, case_of(self.claim, self.pool.whole).version) if self.measures else []

    @cached_property
    def lengths(self) -> list[float]:
        """How long each example is; nothing where the claim does not tell lengths."""
        if self.claim.geometry is None:
            return []
        length, _ = _computed(self.claim.geometry.length_formula)
        return [] if length is None else [float(length({"x": array(x)})) for x in self.pool.rows]

    @cached_property
    def measures(self) -> dict[Any, Computed]:
        """What the claim reads off the trials and the comparator, of which all can be computed in floats."""
        programs = {symbol: _computed(measure.formula) for symbol, measure in self._formulas.items()}
        return {symbol: compute for symbol, (compute, _) in programs.items() if compute is not None}

    @cached_property
    def _formulas(self) -> dict[Any, Measure]:
        return {symbol: measure for symbol, measure in self.claim.measures.items() if isinstance(measure, Measure)}

    @cached_property
    def plain(self) -> dict[Any, float] | None:
        """The values that are the same whichever trials come; None where floats cannot say what else there is."""
        claim, u = self.claim, self.pool.comparator
        if (
            read_off_run(claim)
            or len(self.measures) < len(claim.measures)
            or claim.comparator is Comparator.DISJUNCTION
        ):
            return None
        values = {s.n: float(self.pool.trials.n)}
        if u is not None and claim.geometry is not None:
            size, _ = _computed(claim.geometry.size_formula)
            values |= {} if size is None else {s.U: float(size({"u": self.u}))}
        values |= {symbol: to_float(value) for symbol, value in self.pool.parameters.items()}
        named = {symbol.name for symbol in (*values, *claim.measures, *claim.defines, s.l, s.X, s.k)}
        spoken = frozenset[str]().union(*(_computed(measure.formula)[1] for measure in self._formulas.values()))
        told = {"u", *(() if u is None else ("ux", "u_loss", "u_err")), "x", "xx", "y"}
        return None if spoken - named - told else values
