"""1-minimality, by brute force: nothing that was deleted or made simpler by one step violates the claim.

The list of simplifications here is written down on its own; nothing of what shrinking proposes is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
import sympy

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.data.interval import Interval, Outcome
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.errors import BoundcheckError, Undecided
from bounds.instances import Instance
from verify.judge.check import Verdict, check
from verify.judge.complete import complete
from verify.judge.status import Status
from verify.search.search import search
from verify.shrink.deletions import chunks, single_deletions
from verify.shrink.moves import coarser, entries, outcomes
from verify.shrink.shrink import MOVES, Shrunk, shrink

pytestmark = pytest.mark.deep

R = sympy.Rational
LIST = [
    Fraction(p, q)
    for p, q in (
        *((sign * p, 1) for p in (0, 1, 2, 3, 4, 5, 10) for sign in (1, -1)),
        *((1, 2), (-1, 2), (3, 2), (-3, 2), (5, 2), (1, 3), (-1, 3), (2, 3), (1, 4), (3, 4), (1, 5), (1, 10)),
    )
]


def below(number: Any, *, integer: bool = False) -> list[Fraction]:
    """Return the numbers of LIST that are simpler: smaller denominator, then magnitude, then positive."""

    def order(x: Fraction) -> tuple[int, int, bool]:
        return x.denominator, abs(x.numerator), x < 0

    rational = isinstance(number, Fraction)
    return [x for x in LIST if (not rational or order(x) < order(number)) and not (integer and x.denominator > 1)]


def put(values: Any, index: int, value: Any) -> list[Any]:
    return [*list(values)[:index], value, *list(values)[index + 1 :]]


def without_trials(instance: Instance, first: int, length: int) -> Instance:
    kept = [t for t in range(instance.trials.l) if not first <= t < first + length]
    rows, ys = [instance.trials.examples[t] for t in kept], [instance.trials.outcomes[t] for t in kept]
    return replace(instance, trials=Trials.of(rows, ys, instance.trials.n))


def without_attribute(instance: Instance, i: int) -> Instance:
    def cut(v: Any) -> Any:
        return None if v is None else vector([a for j, a in enumerate(v) if j != i])

    trials = instance.trials
    smaller = Trials.of([list(cut(x)) for x in trials.examples], trials.outcomes, trials.n - 1)
    return replace(instance, trials=smaller, comparator=cut(instance.comparator), start=cut(instance.start))


def deletions(instance: Instance) -> Iterator[Instance]:
    """Delete each trial, each of two equal runs that follow each other, each attribute."""
    trials = list(zip(map(tuple, instance.trials.examples), instance.trials.outcomes, strict=True))
    for first in range(len(trials)):
        yield without_trials(instance, first, 1)
        for length in range(2, (len(trials) - first) // 2 + 1):
            if trials[first : first + length] == trials[first + length : first + 2 * length]:
                yield without_trials(instance, first, length)
    if instance.trials.n > 1:
        yield from (without_attribute(instance, i) for i in range(instance.trials.n))


def simplifications(claim: Claim, instance: Instance) -> Iterator[Instance]:
    """Replace each number by each simpler one of LIST."""
    trials = instance.trials
    rows, ys = [list(x) for x in trials.examples], list(trials.outcomes)
    for t, row in enumerate(rows):
        for i, a in enumerate(row):
            for b in below(a):
                yield replace(instance, trials=Trials.of(put(rows, t, put(row, i, b)), ys, trials.n))
    for t, y in enumerate(ys):
        for simpler in simpler_outcomes(y):
            yield replace(instance, trials=Trials.of(rows, put(ys, t, simpler), trials.n))
    yield from (replace(instance, comparator=u) for u in simpler_vectors(instance.comparator))
    yield from (replace(instance, start=start) for start in simpler_vectors(instance.start))
    for symbol, value in instance.parameters.items():
        if symbol not in claim.defines and not tight(claim, instance, symbol):
            for b in below(value, integer=bool(symbol.is_integer)):
                yield replace(instance, parameters={**instance.parameters, symbol: b})


def simpler_vectors(values: Any) -> Iterator[Any]:
    for i, a in enumerate(values or ()):
        yield from (vector(put(values, i, b)) for b in below(a))


def simpler_outcomes(y: Outcome) -> Iterator[Outcome]:
    if not isinstance(y, Interval):
        yield from [1] * (y == -1)
        return
    for end, other, lower in ((y.lo, y.hi, True), (y.hi, y.lo, False)):
        for b in [] if end is None else below(end):
            if other is None or (b < other if lower else other < b):
                lo, hi = (b, other) if lower else (other, b)
                yield Interval(lo, hi, y.lo_closed, y.hi_closed)


def tight(claim: Claim, instance: Instance, symbol: Any) -> bool:
    """Tell whether a parameter is a norm that follows from the other numbers."""
    if claim.geometry is None or symbol not in (s.U, s.X):
        return False
    rest = {k: v for k, v in instance.parameters.items() if k != symbol}
    return bool(
        complete(claim, replace(instance, parameters=rest)).parameters.get(symbol) == instance.parameters[symbol]
    )


def violating_steps(verdict: Verdict) -> list[Instance]:
    """Return every instance one step below that violates, with the norms held and with those that are tight derived."""
    claim, instance = verdict.claim, verdict.instance
    derived = [symbol for symbol in instance.parameters if tight(claim, instance, symbol)]
    found = []
    for step in (*deletions(instance), *simplifications(claim, instance)):
        rest = {k: v for k, v in step.parameters.items() if k not in derived}
        for candidate in (step, replace(step, parameters=rest)):
            try:
                if check(claim, candidate).status is Status.VIOLATED:
                    found.append(candidate)
            except (BoundcheckError, Undecided, ArithmeticError, ValueError, TypeError, LookupError):
                continue
    return found


def weakened(identifier: str, factor: Any, **symbols: int) -> Claim:
    claim = theorem(identifier)
    define = {s.lookup(name): value for name, value in symbols.items()}
    return claim.replace(bound=factor * claim.inner_bound, define=define)


CLAIMS: dict[str, Callable[[], Claim]] = {
    "gls.7.1a at p = 3, halved": lambda: weakened("gls.7.1a", R(1, 2), p=3),
    "gls.7.1a without delta > 0": lambda: theorem("gls.7.1a").replace(without="delta > 0"),
    "gls.7.1a without p >= 2": lambda: theorem("gls.7.1a").replace(without="p >= 2"),
    "gls.wm without examples": lambda: theorem("gls.wm").replace(without="examples"),
    "gls.wm without comparator": lambda: theorem("gls.wm").replace(without="comparator"),
    "kitani.perc without gamma": lambda: theorem("kitani.perc").replace(without="gamma"),
    "kitani.perc without gamma > 0": lambda: theorem("kitani.perc").replace(without="gamma > 0"),
    "bylander.5 without separable": lambda: theorem("bylander.5").replace(without="separable"),
    "bylander.5 without examples": lambda: theorem("bylander.5").replace(without="examples"),
    "bylander.7 without nonnegative": lambda: theorem("bylander.7").replace(without="nonnegative"),
    "bylander.7 without clear": lambda: theorem("bylander.7").replace(without="clear"),
    "bylander.2, nine tenths": lambda: weakened("bylander.2", R(9, 10)),
    "bylander.5.eta.loss": lambda: theorem("bylander.5.eta.loss"),
    "bylander.5.eta.start": lambda: theorem("bylander.5.eta.start"),
    "gls.wm.printed": lambda: theorem("gls.wm.printed"),
    "gls.5.1.proof.printed": lambda: theorem("gls.5.1.proof.printed"),
    "kw.elim.sharp": lambda: theorem("kw.elim.sharp"),
    "kw.lrfree.fixed": lambda: theorem("kw.lrfree.fixed"),
    "kw.thm3c.coordinates": lambda: theorem("kw.thm3c.coordinates"),
    "kw.winnow.ok.printed, any C": lambda: theorem("kw.winnow.ok.printed").replace(without="C >= 7"),
    "kw.fig1.printed": lambda: theorem("kw.fig1.printed"),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_no_single_step_down_from_a_minimal_counterexample_violates(name: str) -> None:
    result = search(CLAIMS[name](), instances=3000)
    assert result.refuted
    assert isinstance(result.shrunk, Shrunk)
    assert result.shrunk.local
    assert violating_steps(result.shrunk.verdict) == []


def large(claim: Claim) -> Verdict:
    """Return a violation of theorem 5 without its premise on U, with numbers that are not simple."""
    trials = Trials.of([["1/10", "3/2"], ["7/2", -10]], [1, -1])
    return check(claim, Instance(trials, vector(["1/10", "-1/10"]), {s.U: Fraction(1, 20)}))


@pytest.mark.parametrize("left", ["vectors and parameters", "entries", "deletions"])
def test_a_weaker_shrinker_is_caught(left: str) -> None:
    """Power: without some of its moves the shrinker stops too early, and the brute force above sees it."""
    claim = theorem("bylander.5").replace(without=["comparator", "separable"])
    found = large(claim)
    assert found.status is Status.VIOLATED
    assert violating_steps(found)
    moves: dict[str, Any] = {
        "vectors and parameters": (chunks, single_deletions, coarser, entries, outcomes),
        "entries": (chunks, single_deletions, outcomes),
        "deletions": (entries, outcomes),
    }
    weaker = shrink(found, moves=moves[left], resample=False)
    assert violating_steps(weaker.verdict)
    whole = shrink(found, moves=MOVES, resample=False)
    assert whole.local
    assert violating_steps(whole.verdict) == []
