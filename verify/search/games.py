"""Small games in full: the exact worst sequence of a learner in few states, by dynamic programming over them.

Of Winnow and Weighted Majority the states are those of value tables (verify.kernel_tables), whose dynamic programming
this is (verify.certify.tables). Of the Perceptron on disjunctions they are its weights in units of the rate, those of
relevant attributes, those of the others, and the bias: a sequence of mistakes ends, so that no state comes back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

from adversaries.generate.rounding import rate_limit
from adversaries.optimise.greedy import FAMILIES, choices
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator
from bounds.claims.limits import says
from bounds.display import counted
from bounds.instances import Instance
from verify import kernel
from verify.certify.tables import Game, Values, applicable, sequence, worst_state
from verify.judge.certificate import NoFormula, statement
from verify.kernel_gram.numbers import Refused
from verify.kernel_tables import Move, State, Table, shifted
from verify.kernel_tables import choices as parts

SUMS, TABLES = 4000, 1000
"""States of a game, of whole numbers or of powers, for each effort; one that has more is left out."""

SIZES = ((2, 1), (3, 1), (4, 1), (3, 2), (4, 2), (5, 1), (2, 0), (6, 1), (5, 2), (7, 1))
"""Attributes, and how many of them are relevant."""

EXPERTS = ((2, 12), (3, 8), (4, 5))
"""Experts, and how often each may err."""

RATES = tuple(Fraction(1, i) for i in (2, 3, 4, 8))


class Sums:
    """The Perceptron on disjunctions of k of n attributes, of which at most ``active`` are active at a time.

    Without a ``threshold`` there is a bias, the weight of an attribute that is always active.

    >>> game = Sums(1, 1, 1, None)
    >>> values = Values(game, 0)
    >>> values.find()
    >>> values.values[game.start]
    3
    """

    winnow = True

    def __init__(self, n: int, k: int, active: int, threshold: int | None) -> None:
        self.n, self.k, self.active = n, k, active
        self.threshold, self.biased = threshold or 0, threshold is None

    @property
    def start(self) -> State:
        """The state in the beginning."""
        return (0,) * self.k, (0,) * (self.n - self.k), (0,) * self.biased

    def moves(self, state: State) -> Iterator[Move]:
        """Yield the trials on which the Perceptron errs."""
        relevant, others, bias = state
        for more in parts(others):
            inside = sum(more) + sum(bias) - self.threshold
            if len(more) <= self.active and inside >= 0:
                yield Move(((), more, bias), True, _moved(state, ((), more, bias), -1))
            for chosen in parts(relevant):
                if chosen and len(chosen) + len(more) <= self.active and inside + sum(chosen) < 0:
                    yield Move((chosen, more, bias), True, _moved(state, (chosen, more, bias), 1))


def _moved(state: State, chosen: State, by: int) -> State:
    return tuple(shifted(part, picked, by) for part, picked in zip(state, chosen, strict=True))


def games(claim: Claim) -> Iterator[tuple[str, Game, dict[Any, Any], int]]:
    """Yield the small games of a claim: a name, the game, the parameters and how often an expert may err."""
    try:
        said = statement(claim)
    except NoFormula:
        return
    learner = kernel.read(said["learner"]) if isinstance(said.get("learner"), str) else kernel.Formula("")
    if claim.family == "experts" and applicable(said):
        for rate in (rate for rate in RATES if s.eta in claim.free and rate <= rate_limit(claim)):
            for N, errors in EXPERTS:
                for table in _tables(said, {s.eta: rate}, N, 0):
                    yield f"N = {N}, eta = {rate}", table, {s.eta: rate}, errors
    if claim.comparator is not Comparator.DISJUNCTION or claim.family not in FAMILIES:
        return
    for n, k in SIZES if not says(claim, "k == 1") else [size for size in SIZES if size[1] == 1]:
        for known, cap in choices(claim, n, k):
            name = f"N = {n}, k = {k}{f', X = {cap}' if cap else ''}"
            if applicable(said):
                for table in _tables(said, known, n, k):
                    yield name, table, known, 0
            elif learner.head == "bias_perceptron" and said["version"] == "threshold(0)":
                yield name, Sums(n, k, cap or n, None), known, 0
            elif learner.head == "perceptron" and claim.defines.get(s.theta) == s.X * s.eta:
                yield name, Sums(n, k, cap or n, cap or n), known, 0


def _tables(said: Mapping[str, Any], known: Mapping[Any, Any], n: int, k: int) -> Iterator[Table]:
    """Yield the table of a claim at these values, where it has one."""
    with suppress(Refused, kernel.Malformed, kernel.Unknown):
        table = Table(said, {str(symbol): str(a) for symbol, a in known.items()}, n, k)
        if table.applies:
            yield table


def instances(claim: Claim, seed: int, effort: int) -> Iterator[tuple[str, Instance]]:
    """Yield the worst sequence of every small game; nothing here depends on ``seed``, and all is done by effort 2."""
    del seed
    if effort > 2:
        return
    for name, game, parameters, errors in games(claim):
        values = Values(game, errors, most=(TABLES if isinstance(game, Table) else SUMS) * effort)
        with suppress(Refused, kernel.Malformed, kernel.Unknown):
            values.find()
            path = values.path(worst_state(values))
            if path:
                yield f"{counted(len(path), 'trial')}, {name}", sequence(game, path, parameters)
