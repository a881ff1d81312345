"""Screening: many random sequences of one shape at once, scored in floats, to propose candidates to exact checks.

Sequence number i of a seed is always the same, in the compiled and the numpy tier and as exact trials: entries are
pieces of 4 bits of hashes (splitmix64) of (seed, i, row, word), scaled to integers -limit, ..., limit, over the
denominator ``limit``. A score decides nothing: ``Screen.instance(i)`` is the exact instance, for
``verify.judge.check``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

import numpy as np
import sympy

from bounds import symbols as s
from bounds.claims import quantities
from bounds.claims.claim import Claim, Comparator
from bounds.data.instances import Instance
from bounds.data.integer_matrix import Floats
from bounds.data.trials import Trials
from bounds.data.vectors import Example, Vector
from bounds.errors import BoundcheckError
from bounds.fast.compiler import call, has_compiler
from bounds.fast.engine import Tier, kernels
from bounds.mathematics.geometry import ENTROPIC, EUCLIDEAN

LOSS, MISTAKES, MISTAKES_PLUS = 0, 1, 2
GOLDEN, FIRST, SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
CHUNK = 1 << 16
BATCH = 4096


@dataclass(frozen=True)
class Screen:
    """Random sequences of l trials with n attributes against one claim; scores are achieved / bound.

    For claims about the absolute loss of Perceptron and Exponentiated Update (plain, with ``eta``, or toleranced, with
    ``tau``), and about their mistakes and those of the p-norm Perceptron (with integer ``p``) on separable labels.

    >>> from boundcheck import theorem
    >>> screen = Screen(theorem("bylander.5"), l=4, n=2, seed=1)
    >>> scores = screen.scores(0, 100)
    >>> scores.shape, bool((scores <= 1).all())
    ((100,), True)
    """

    claim: Claim
    l: int  # noqa: E741
    n: int
    seed: int = 0
    eta: Fraction = Fraction(0)
    tau: Fraction = Fraction(0)
    p: int = 2
    limit: int = 8

    def __post_init__(self) -> None:
        """Refuse what cannot be screened."""
        claim = self.claim
        if self.learner == "p-norm" and self.p < 2:
            raise BoundcheckError(f"p is {self.p}; screening needs an integer of at least 2")
        for name, value in (("eta", self.eta), ("tau", self.tau)):
            if (value > 0) != (s.lookup(name) in claim.free):
                raise BoundcheckError(f"{name} is {value}; {claim.id} needs {'none' if value else 'a positive one'}")
        if self.l < 1 or self.n < 1 or self.limit < 1:
            raise BoundcheckError(f"l = {self.l}, n = {self.n}, limit = {self.limit}; all must be at least 1")

    @property
    def learner(self) -> Literal["perceptron", "exponentiated", "p-norm"]:
        """Which of the three learners the claim is about."""
        if self.claim.geometry is EUCLIDEAN:
            return "perceptron"
        if self.claim.geometry is ENTROPIC:
            return "exponentiated"
        if self.claim.learner is not None and self.claim.learner.formula == "p_norm(p, a)" and not self.claim.start:
            return "p-norm"
        raise BoundcheckError(f"{self.claim.id} cannot be screened; see bounds.fast.screen")

    @property
    def kind(self) -> int:
        """Whether the claim bounds a loss or mistakes, with 0 no classification at all or positive."""
        if self.claim.comparator is Comparator.ANY:
            return LOSS
        counts = self.claim.quantity.formula == quantities.MISTAKES.formula
        if counts and self.claim.comparator in (Comparator.SEPARATING, Comparator.GAP):
            return MISTAKES if self.claim.comparator is Comparator.SEPARATING else MISTAKES_PLUS
        raise BoundcheckError(f"{self.claim.id} cannot be screened; see bounds.fast.screen")

    @property
    def power(self) -> int:
        """The exponent of the examples' norm, 0 for the max-norm."""
        return {"perceptron": 2, "exponentiated": 0, "p-norm": self.p}[self.learner]

    # --- scores --------------------------------------------------------------------------------------

    def scores(self, first: int, count: int, tier: Tier = "auto") -> Floats:
        """Return achieved / bound of the sequences first, ..., first + count - 1; 0 where the claim says nothing."""
        amount, size, top, least = self.statistics(first, count, tier)
        power = self.power
        U = size ** (1 - 1 / power) if power else size
        X = top ** (1 / power) / self.limit if power else top / self.limit
        delta = least / self.limit
        valid = (top > 0) & (size > 0)
        if self.kind != LOSS:
            valid &= least > 0
        with np.errstate(all="ignore"):
            if self.claim.comparator is Comparator.SEPARATING:
                U = U / delta
            bound = self._formula(U, X, delta)
            return np.where(valid, amount / bound, 0.0)

    def statistics(self, first: int, count: int, tier: Tier = "auto") -> Floats:
        """Return as rows: the amount the claim bounds, the power sum of u, the largest of an x, the least y u.x."""
        out = np.empty((4, count))
        compiled = tier == "compiled" or (tier == "auto" and has_compiler())
        eta, tau = float(self.eta or 1), float(self.tau)
        if not compiled:
            for start in range(0, count, BATCH):
                part = out[:, start : start + BATCH]
                part[:] = _statistics_numpy(self, first + start, part.shape[1])
            return out
        found = kernels("screen")
        shape = (self.seed % 2**62, first, self.l, self.n, self.limit, self.kind)
        if self.power:
            call(found.additive, *shape, self.power, eta, tau, out)
        else:
            call(found.exponentiated, *shape, eta, tau, out)
        return out

    @cached_property
    def _formula(self) -> Any:
        bound = self.claim.inner_bound.subs({s.l: self.l, s.n: self.n, s.p: self.p})
        values = {s.eta: _rational(self.eta), s.tau: _rational(self.tau)}
        bound = bound.subs({k: v for k, v in values.items() if v})
        if unknown := bound.free_symbols - {s.U, s.X, s.delta}:
            raise BoundcheckError(f"{self.claim.id} cannot be screened: its bound depends on {min(map(str, unknown))}")
        return sympy.lambdify((s.U, s.X, s.delta), bound, "numpy")

    def best(self, first: int, count: int, keep: int = 10, tier: Tier = "auto") -> list[tuple[float, int]]:
        """Return the ``keep`` highest scores among the sequences, with their numbers, the best first."""
        found: list[tuple[float, int]] = []
        for start in range(first, first + count, CHUNK):
            scores = self.scores(start, min(CHUNK, first + count - start), tier)
            top = np.argpartition(-scores, min(keep, scores.size) - 1)[:keep].tolist()
            found = sorted(found + [(float(scores[i]), start + i) for i in top], key=lambda pair: (-pair[0], pair[1]))
            del found[keep:]
        return found

    # --- the exact sequences -------------------------------------------------------------------------

    def integers(self, i: int, row: int) -> list[int]:
        """Return the n + 1 integers of a row of sequence i; row l is the comparator's."""
        return list(map(int, _rows(self, i, 1, row)[:, 0]))

    def sequence(self, i: int) -> tuple[Trials, Vector]:
        """Return sequence i and its comparator, exactly."""
        u = self.integers(i, self.l)[: self.n]
        if not self.power:
            u = [a + self.limit for a in u]
            u[0] += 1
        rows = [self.integers(i, t) for t in range(self.l)]
        examples = [row[:-1] for row in rows]
        if self.kind != LOSS:
            labels = [1 if sum(a * b for a, b in zip(x, u, strict=True)) >= 0 else -1 for x in examples]
        else:
            labels = [1 if row[-1] > 0 else -1 for row in rows]
        return Trials.from_integers(examples, self.limit, labels, self.n), Example(u)

    def instance(self, i: int) -> Instance:
        """Return sequence i as an instance of the claim, its comparator scaled to the margin where one is asked for."""
        trials, u = self.sequence(i)
        least = min(y * u.dot(x) for x, y in trials if isinstance(y, int))
        if self.claim.comparator is Comparator.SEPARATING and least > 0:
            u = u.scaled(1 / least)
        given = {s.eta: self.eta, s.tau: self.tau, s.p: Fraction(self.p), s.a: Fraction(1)}
        wanted = {symbol: value for symbol, value in given.items() if symbol in self.claim.free}
        return Instance(trials, u, wanted)

    def candidates(
        self, first: int, count: int, keep: int = 10, tier: Tier = "auto"
    ) -> Iterator[tuple[float, Instance]]:
        """Yield the best instances among the sequences with their scores, the best first."""
        for score, i in self.best(first, count, keep, tier):
            yield score, self.instance(i)


def _rational(value: Fraction) -> Any:
    return sympy.Rational(value.numerator, value.denominator)


# --- without a compiler --------------------------------------------------------------------------------


def _rows(screen: Screen, first: int, count: int, row: int) -> Floats:
    """Return one row of ``count`` sequences, shape (n + 1, count)."""
    words, rows = (screen.n + 16) // 16, screen.l + 1
    numbers = np.arange(first, first + count, dtype=np.uint64)
    parts = []
    for w in range(words):
        counter = (numbers * np.uint64(rows) + np.uint64(row)) * np.uint64(words) + np.uint64(w + 1)
        z = np.uint64(screen.seed % 2**62) + np.uint64(GOLDEN) * counter
        z = (z ^ (z >> np.uint64(30))) * np.uint64(FIRST)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(SECOND)
        z ^= z >> np.uint64(31)
        shifts = (np.arange(16, dtype=np.uint64) * np.uint64(4))[:, None]
        parts.append((z >> shifts & np.uint64(15)).astype(np.int64))
    nibbles = np.concatenate(parts)[: screen.n + 1]
    return ((nibbles * (2 * screen.limit + 1) >> 4) - screen.limit).astype(np.float64)


def _statistics_numpy(screen: Screen, first: int, count: int) -> Floats:
    """Return what the kernels compute, with the sequences as the innermost axis."""
    n, power, kind, tau = screen.n, screen.power, screen.kind, float(screen.tau)
    u = _rows(screen, first, count, screen.l)[:n]
    if not power:
        u = u + screen.limit
        u[0] += 1
    rows = np.stack([_rows(screen, first, count, t) for t in range(screen.l)])
    x, labels = rows[:, :n], np.where(rows[:, n] > 0, 1.0, -1.0)
    products = np.einsum("tjb,jb->tb", x, u)
    if kind != LOSS:
        labels = np.where(products >= 0, 1.0, -1.0)
    products *= labels
    least = products.min(axis=0)
    magnitudes = np.abs(x)
    top = (magnitudes**power).sum(axis=1).max(axis=0) if power else magnitudes.max(axis=(0, 1))
    size = (np.abs(u) ** (power / (power - 1))).sum(axis=0) if power else u.sum(axis=0)
    unit = 1 / screen.limit
    if power:
        rate = 2 * tau / np.maximum(top, 1) if tau else np.full(count, float(screen.eta or 1) * unit**2)
    else:
        radius = np.maximum(top * unit, unit)
        rate = 2 * tau / (size * radius**2) if tau else np.full(count, float(screen.eta))
        if kind != LOSS:
            rate = np.maximum(least, 0) * unit / (size * radius**2)
    z, amount = np.zeros((n, count)), np.zeros(count)
    for t in range(screen.l):
        if power:
            prediction = rate * (z * np.abs(z) ** (power - 2) * x[t]).sum(axis=0)
        else:
            w = np.exp(z - z.max(axis=0))
            prediction = size * unit * (w * x[t]).sum(axis=0) / w.sum(axis=0)
        if kind != LOSS:
            wrong = labels[t] * (prediction if kind == MISTAKES else np.where(prediction >= 0, 1, -1)) <= 0
            amount += wrong
        else:
            short = np.maximum(0, 1 - tau - labels[t] * prediction)
            wrong = short > 0
            amount += short - np.maximum(0, 1 - products[t] * unit)
        move = np.where(wrong, labels[t], 0.0)
        z += move * x[t] * (1 if power else rate * unit)
    return np.stack([amount, size, top, least])
