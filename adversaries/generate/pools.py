"""A few trials from which sequences are made, long ones too: each of them satisfies what the premises say of a trial.

Entries are drawn from a few numbers: small integers, one large number among small ones, and the numbers that the
premises themselves name, so that what bounds entries is met at its corners. Whether a trial, or a comparator, will do
is asked of the premises one trial at a time.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from adversaries.generate.bytes import Bytes
from adversaries.generate.convex import nearest_hull_point
from adversaries.generate.parameters import parameters_of, within
from adversaries.generate.rounding import direction, hold, norms
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Hypothesis, Outcomes
from bounds.claims.limits import says
from bounds.claims.stated import regret_of
from bounds.data.interval import Interval, Outcome
from bounds.data.trials import Trials
from bounds.data.vectors import Example, Vector, vector
from bounds.errors import BoundcheckError
from bounds.expression import expression_of
from bounds.formulas.scope import AFTER_PLAYING, BEFORE_PLAYING, OF_PLAYED, OF_TRIALS
from bounds.formulas.tree import Formula, names, subformulas
from bounds.instances import Instance
from bounds.mathematics.geometry import EUCLIDEAN
from bounds.numbers import Number

LABELLED = (Comparator.SEPARATING, Comparator.NOISY, Comparator.GAP)
"""Comparators that say what the labels are."""

PALETTES = (
    *("0 1", "1 -1", "0 1 -1", "0 1 2 -1 -2", "1 1/2 0", "3 -1 1", "10 -1", "10 1 -1 0"),
    *("1 2 3 4 5 -1 -2 -3 -4 -5", "0 1 2 5 7 9 -1 -3 -4 -6 -8"),
)
"""Numbers that the entries of a pool's examples are drawn from."""

MOST_NAMED = 8
"""Numbers of the premises that are drawn from."""

TRIES = 12


@dataclass(frozen=True)
class Pool:
    """Examples with outcomes, a comparator and parameters, of which ``sequence`` makes instances."""

    trials: Trials
    comparator: Vector | None
    parameters: Mapping[Any, Number]
    start: Vector | None = None

    @property
    def rows(self) -> Sequence[Example]:
        """The example of each trial."""
        return self.trials.examples

    @property
    def outcomes(self) -> Sequence[Outcome]:
        """The outcome of each trial."""
        return self.trials.outcomes

    def sequence(self, order: Sequence[int]) -> Instance:
        """Return the instance of these trials, by their places in the pool."""
        return Instance(self.trials.subsequence(order), self.comparator, dict(self.parameters), self.start)

    @cached_property
    def whole(self) -> Instance:
        """The instance of each trial once."""
        return self.sequence(range(len(self.rows)))


def fitting(claim: Claim) -> bool:
    """Tell whether a claim is about sequences of trials that a learner plays, wherever it starts."""
    return claim.learner is not None and claim.outcomes is not Outcomes.NONE and claim.start != "positive"


def named(claim: Claim) -> list[Fraction]:
    """Return 0 and the numbers that the premises name, with their negatives.

    >>> from boundcheck import own_claim
    >>> [str(a) for a in named(own_claim("w + x", "l", given=["max(x) <= 3/2"]))]
    ['0', '-3/2', '3/2', '-2', '2', '-3', '3']
    """
    parts = {part for h in claim.hypotheses if h.tree is not None for part in subformulas(h.tree)}
    numbers = {value for part in parts if not names(part) for value in _numbers(part)}
    both = {Fraction(0), *(sign * value for value in numbers for sign in (1, -1) if abs(value) <= 100)}
    return sorted(both, key=lambda a: (abs(a), a))[: 2 * MOST_NAMED]


def _numbers(formula: Formula) -> Iterator[Fraction]:
    """Yield the number that a formula without names is, if it is rational."""
    try:
        value = expression_of(formula)
    except BoundcheckError:
        return
    if value.is_Rational:
        yield Fraction(int(value.p), int(value.q))


class Drawer:
    """Draws pools for one claim, and remembers which palettes are of use.

    >>> from boundcheck import own_claim
    >>> claim = own_claim("w + x", "l", gain="yhat", loss="yhat", given=["sum(x) == 1", "1/4 <= min(x)", "sum(u) == 0"])
    >>> pool = next(Drawer(claim, random.Random(0)).pools(6))
    >>> {sum(x) for x in pool.rows}, sum(pool.comparator)
    ({Fraction(1, 1)}, Fraction(0, 1))
    """

    def __init__(self, claim: Claim, rng: random.Random) -> None:
        self.claim, self.rng = claim, rng
        labelled = claim.comparator in LABELLED
        self.of_trials = [h for h in claim.hypotheses if _of_a_trial(h) and not (labelled and h.spoken & {"u", "ux"})]
        self.of_comparator = [h for h in claim.hypotheses if "u" in h.spoken and not h.spoken & OF_TRIALS.keys()]
        self.numbers = named(claim)
        self.palettes = [[Fraction(a) for a in text.split()] for text in PALETTES]
        parts = list(map(Fraction, ("1/3", "2/3", "1/10")))
        self.palettes += [self.numbers, [*self.numbers, Fraction(1)], [*self.numbers, *parts]]
        self.useless = set[int]()
        self.labels = (1, -1) if by_outcome(claim) else (1,)

    def pools(self, largest: int) -> Iterator[Pool]:
        """Yield pools of up to ``largest`` trials without end; no more where ``TRIES`` palettes in a row give none."""
        failed = 0 if fitting(self.claim) else TRIES
        while failed < TRIES:
            pool = self.pool(largest)
            failed = 0 if pool is not None else failed + 1
            if pool is not None:
                yield pool

    def pool(self, largest: int) -> Pool | None:
        """Return a pool; None where one palette gave none."""
        claim, rng = self.claim, self.rng
        usable = [k for k in range(len(self.palettes)) if k not in self.useless and self.palettes[k]]
        if not usable:
            return None
        which = rng.choice(usable)
        n = max(rng.choice((1, 2, 2, 3, 3, 4)), 2 if says(claim, "n >= 2") else 1)
        u, given = self.comparator(n), self.given()
        if u is None and claim.comparator is not Comparator.NONE:
            return None
        start = Example([rng.randint(-3, 3) for _ in range(n)]) if claim.start == "any" else None
        rows, outcomes = list[Example](), list[Outcome]()
        first = rng.random() < 0.3
        for _ in range(3 * largest):
            row = [rng.choice(self.palettes[which]) for _ in range(n)]
            x = vector([Fraction(1), *row[1:]] if first and n > 1 else row)
            outcome = self.outcome(x, u, self.palettes[which])
            if outcome is None or (x, outcome) in zip(rows, outcomes, strict=True):
                continue
            if self.allowed(x, outcome, u, given, start):
                rows.append(x)
                outcomes.append(outcome)
            if len(rows) >= largest:
                break
        if not rows:
            self.useless.add(which)
            return None
        return self.fitted(Pool(Trials.of(rows, outcomes), u, given, start))

    def moved(self, pool: Pool, k: int) -> Pool:
        """Return the pool with one entry of a trial a little or much larger or smaller, where the premises allow it."""
        row, u, rng = list(pool.rows[k]), pool.comparator, self.rng
        i, outcome = rng.randrange(len(row)), pool.outcomes[k]
        row[i] = rng.choice((row[i] + 1, row[i] - 1, row[i] * 2, row[i] / 2, -row[i]))
        x = vector(row)
        labelled = self.claim.comparator in LABELLED
        if labelled and u is not None and isinstance(outcome, int) and outcome * u.dot(x) <= 0:
            return pool
        if not self.allowed(x, outcome, u, pool.parameters, pool.start):
            return pool
        rows = [*pool.rows[:k], x, *pool.rows[k + 1 :]]
        return self.fitted(replace(pool, trials=Trials.of(rows, pool.outcomes)))

    def given(self) -> dict[Any, Number]:
        """Draw the parameters, as if all norms were 1."""
        drawn = Bytes(self.rng.randbytes(24))
        ones = {symbol: Fraction(1) for symbol in (s.U, s.X)} if self.claim.geometry is not None else {}
        values = parameters_of(self.claim, drawn, dict(ones))
        return {symbol: value for symbol, value in values.items() if symbol not in ones or symbol in self.claim.free}

    def comparator(self, n: int) -> Vector | None:
        """Draw a comparator that satisfies the premises about it; None where there is to be none, or none is found."""
        claim, rng = self.claim, self.rng
        if claim.comparator is Comparator.NONE:
            return None
        chosen = rng.randrange(n)
        unit = [int(i == chosen) for i in range(n)]
        if claim.comparator is Comparator.EXPERT:
            return Example(unit)
        zero = claim.comparator not in LABELLED
        for _ in range(TRIES):
            whole = [rng.randint(-3, 3) for _ in range(n)]
            corner = [rng.choice(self.numbers or [Fraction(1)]) for _ in range(n)]
            parts = [rng.randint(0, 3) for _ in range(n)]
            shares = [Fraction(a, sum(parts) or 1) for a in parts]
            signs = [rng.choice((-1, 1)) for _ in range(n)]
            u = vector(rng.choice((unit, unit, [-a for a in unit], whole, whole, corner, shares, signs, [0] * n)))
            if (zero or any(u)) and self.holds(self.of_comparator, Instance(_one(n), u, self.given())):
                return u
        return None

    def outcome(self, x: Vector, u: Vector | None, palette: Sequence[Fraction]) -> Outcome | None:
        """Draw an outcome; None where the comparator has to be right and predicts 0."""
        claim, rng = self.claim, self.rng
        if claim.outcomes.kind == "labels":
            if u is None or claim.comparator not in LABELLED:
                return rng.choice(self.labels)
            ux = u.dot(x)
            right = (ux > 0) - (ux < 0)
            noise = claim.comparator is Comparator.NOISY and rng.random() < 0.2
            return (-right if noise else right) or None
        value = rng.choice((*palette, *self.numbers, *([] if u is None else [u.dot(x)] * 3)))
        if claim.outcomes is Outcomes.POINTS:
            return Interval.point(value)
        return rng.choice((Interval(value, None), Interval(None, value), Interval.point(value)))

    def allowed(
        self, x: Vector, outcome: Outcome, u: Vector | None, given: Mapping[Any, Number], start: Vector | None
    ) -> bool:
        """Tell whether the premises about trials hold for this one."""
        trials = Trials.of([x], [outcome], len(x))
        return not self.of_trials or self.holds(self.of_trials, Instance(trials, u, dict(given), start))

    def holds(self, premises: Sequence[Hypothesis], instance: Instance) -> bool:
        """Tell whether some premises hold on an instance."""
        return hold(self.claim, premises, instance)

    def may_compare(self, pool: Pool) -> bool:
        """Tell whether the premises about the comparator, and those about trials that speak of it, hold of a pool."""
        u = pool.comparator
        if u is None or not self.holds(self.of_comparator, Instance(_one(len(u)), u, dict(pool.parameters))):
            return False
        by_u = [premise for premise in self.of_trials if premise.spoken & {"u", "ux", "u_loss", "u_err"}]
        return not by_u or self.holds(by_u, pool.whole)

    def fitted(self, pool: Pool) -> Pool:
        """Return the pool with u of margin 1 where the claim wants that, and parameters within their ranges."""
        u = pool.comparator
        if u is not None and self.claim.comparator in LABELLED:
            u = self.widest(pool, u)
        whole = replace(pool, comparator=u).whole
        values = {**norms(self.claim, whole), s.l: Fraction(len(pool.rows)), s.n: Fraction(whole.trials.n)}
        parameters: dict[Any, Number] = {}
        for symbol, value in pool.parameters.items():
            parameters[symbol] = within(self.claim, symbol, value, {**values, **parameters})
        return replace(pool, comparator=u, parameters=parameters)

    def widest(self, pool: Pool, u: Vector) -> Vector:
        """Return the comparator with the smallest norm that has margin 1 on what u has right, or u scaled to that."""
        signed = [x.scaled(Fraction(y)) for x, y in zip(pool.rows, pool.outcomes, strict=True) if isinstance(y, int)]
        right = [v for v in signed if u.dot(v) > 0]
        candidates = [u]
        if self.claim.geometry is EUCLIDEAN and right:
            V = np.array([[float(a) for a in v] for v in right])
            candidates.append(direction(nearest_hull_point(V), 1000))
        fit = [(min((w.dot(v) for v in right), default=Fraction(0)), w) for w in candidates]
        scaled = [w.scaled(1 / margin) for margin, w in fit if margin > 0]
        if self.claim.comparator is Comparator.GAP:
            return u
        return min(scaled, key=lambda w: w.squared_norm(), default=u)


def _of_a_trial(premise: Hypothesis) -> bool:
    spoken = premise.spoken
    return bool(spoken & BEFORE_PLAYING.keys()) and not spoken & {*AFTER_PLAYING, *OF_PLAYED}


def by_outcome(claim: Claim) -> bool:
    """Tell whether outcomes may matter; where all is said in terms of x, as of linear losses, they do not."""
    regret, rule = regret_of(claim.quantity), None if claim.learner is None else claim.learner.rule
    if regret is None or rule is None:
        return True
    formulas = [*rule.updates.values(), regret.gain, *([] if regret.loss is None else [regret.loss])]
    spoken = frozenset[str]().union(*map(names, formulas), *(h.spoken for h in claim.hypotheses))
    return bool(spoken & {"y", "side", "gap", "loss", "err", "u_loss", "u_err"})


def _one(n: int) -> Trials:
    return Trials.from_integers([[1] * n], 1, [1], n)
