"""Local search over small fractions, against the exact best comparator of every sequence tried.

The claim is taken in reduced form: rows v_t that the learner should have predicted higher, |v_t| at most 1. A
search changes rows a little and keeps what brings the compared quantity nearer to the claim's own bound, both in
floats; the comparator is the optimum of a convex problem (a corner, non-negative least squares, a linear
program). What it yields are exact instances.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

import numpy as np
import sympy

from adversaries.generate.convex import nearest_hull_point, widest_on_simplex
from adversaries.generate.in_floats import bound_in_floats
from adversaries.generate.rounding import direction, exact, rescaled, rounded
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.claims.variants import theorem_id
from bounds.data.instances import Instance
from bounds.data.integer_matrix import Floats


class Link(Enum):
    """The function from the sum z of the rows to the weights."""

    LINEAR = "w = z"
    POWER = "w = sign(z) |z|**(p - 1)"
    SOFTMAX = "w = exp(z) / sum exp(z)"
    DOUBLED = "softmax on (x, -x)"


class Goal(Enum):
    """What the claim bounds."""

    EXCESS = "the sum of (u - w_t).v_t"
    TOLERANCED = "the same, less tau a trial"
    MISTAKES = "the number of mistakes"
    EXPECTED = "the loss at tolerance 1/2"


_LINKS = {
    "doubled_exponentiated(eta, U)": Link.DOUBLED,
    "qa_sinh(a)": Link.DOUBLED,
    "exponentiated(eta, U)": Link.SOFTMAX,
    "qa_exp(a)": Link.SOFTMAX,
    "p_norm(p, a)": Link.POWER,
    "p_norm(2, a)": Link.LINEAR,
    "perceptron(eta)": Link.LINEAR,
    "perceptron(1)": Link.LINEAR,
}
_SQUARED = "m**2*delta**2"
_GOALS = {
    "sum_t(loss)": Goal.EXPECTED,
    "sum_t(loss) - sum_t(u_loss)": Goal.EXCESS,
    "sum_t(err)": Goal.MISTAKES,
    _SQUARED: Goal.MISTAKES,
}


@dataclass(frozen=True)
class Form:
    """A claim in reduced form. ``noisy`` says that the comparator may err."""

    claim: Claim
    link: Link
    goal: Goal
    noisy: bool

    @property
    def entropic(self) -> bool:
        """Whether weights are exponentials, u has sum U and examples have largest magnitude X."""
        return self.link in (Link.SOFTMAX, Link.DOUBLED)

    def exponents(self) -> tuple[int, ...]:
        """The exponents p worth trying."""
        if self.link is not Link.POWER:
            return (2,)
        fixed = sympy.sympify(self.claim.defines.get(s.p, s.p))
        return (int(fixed),) if fixed.is_Integer else (3, 6, 2, 4)


def _compared(claim: Claim) -> str:
    """Return the formula of what is compared with the bound, nothing where there is none."""
    return str(claim.quantity.formula[0].get("value", "")) if claim.quantity.formula else ""


def form(claim: Claim) -> Form | None:
    """Return the claim's reduced form, None for a claim that has none.

    >>> from boundcheck import theorem
    >>> form(theorem("bylander.9")).goal, form(theorem("bylander.1"))
    (<Goal.TOLERANCED: 'the same, less tau a trial'>, None)
    """
    if claim.learner is None or claim.start or claim.family not in ("", "quasi-additive"):
        return None
    if claim.relation not in ("<=", "<") or claim.longer_than is not None:
        return None
    if claim.comparator not in (Comparator.ANY, Comparator.SEPARATING, Comparator.NOISY, Comparator.GAP):
        return None
    link, goal = _LINKS.get(claim.learner.formula), _GOALS.get(_compared(claim))
    if goal is Goal.EXCESS and claim.learner.targets == "toleranced(tau)":
        goal = Goal.TOLERANCED
    if link is None or goal is None or claim.outcomes not in (Outcomes.INTERVALS, Outcomes.LABELS):
        return None
    return Form(claim, link, goal, claim.comparator is Comparator.NOISY)


# --- the learner, in floats ----------------------------------------------------------------------------


def weights(link: Link, z: Floats, p: int = 2) -> Floats:
    """Return the weights at the sum ``z`` of the rows, already multiplied by the learning rate."""
    if link is Link.LINEAR:
        return z
    if link is Link.POWER:
        powers: Floats = np.sign(z) * np.abs(z) ** (p - 1)
        return powers
    if link is Link.DOUBLED:
        both = np.concatenate([z, -z])
        e = np.exp(both - both.max())
        half = e / e.sum()
        difference: Floats = half[: len(z)] - half[len(z) :]
        return difference
    e = np.exp(z - z.max())
    softmax: Floats = e / e.sum()
    return softmax


def norm_of(form: Form, row: Floats, p: int) -> float:
    """Return the norm of an example that the claim speaks of."""
    if form.entropic:
        return float(np.abs(row).max(initial=0.0))
    return float((np.abs(row) ** p).sum() ** (1 / p))


def played(form: Form, V: Floats, rate: float, total: float, tau: float, p: int) -> tuple[float, Floats]:
    """Return what the learner pays on the rows V, and the sum of the rows that it learned from.

    For EXCESS and TOLERANCED that is the sum of -w.v (and -tau) over all rows: outcomes are far out.
    """
    z, paid = np.zeros(V.shape[1]), 0.0
    for v in V:
        w = weights(form.link, rate * z, p)
        prediction = total * float(w @ v)
        if form.goal is Goal.MISTAKES:
            if prediction > 1e-12:
                continue
            paid += 1.0
        elif form.goal is Goal.EXPECTED:
            if prediction >= 0.5:
                continue
            paid += 0.5 - prediction
        else:
            paid -= prediction + (tau if form.goal is Goal.TOLERANCED else 0.0)
        z = z + v
    return paid, z


# --- the comparator: convex problems -------------------------------------------------------------------


def widest_gap(form: Form, V: Floats, p: int) -> tuple[float, Floats]:
    """Return the largest min_t u.v_t over comparators of norm 1, and such a comparator.

    Perceptron: the point of the convex hull of the rows nearest to 0, by non-negative least squares. Exponential
    weights: a linear program. p-norm: u is the dual of a hull point of small p-norm, found by reweighting.

    >>> from boundcheck import theorem
    >>> gap, u = widest_gap(form(theorem("bylander.5")), np.eye(2), 2)
    >>> round(gap, 6), u.round(6).tolist()
    (0.707107, [0.707107, 0.707107])
    """
    if form.entropic:
        u = widest_on_simplex(np.hstack([V, -V]) if form.link is Link.DOUBLED else V)
        if u is None:
            return 0.0, np.zeros(V.shape[1])
        u = u[: V.shape[1]] - u[V.shape[1] :] if form.link is Link.DOUBLED else u
        return float((V @ u).min()), u
    point = nearest_hull_point(V)
    if p > 2:
        for _ in range(20):
            scale = (np.abs(point) + 1e-3 * np.abs(point).max(initial=1e-9)) ** (p / 2 - 1)
            scale = scale / scale.max()
            point = point + (nearest_hull_point(V * scale) / scale - point) / (p - 1)
    u = np.sign(point) * np.abs(point) ** (p - 1)
    size = float((np.abs(u) ** (p / (p - 1))).sum() ** (1 - 1 / p)) if u.any() else 0.0
    if size == 0:
        return 0.0, u
    u = u / size
    return float((V @ u).min()), u


# --- the score -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Scored:
    """A sequence with its best comparator and its ratio to the bound."""

    ratio: float
    u: Floats


def scored(form: Form, bound: Callable[[Mapping[Any, float]], float], V: Floats, rate: float, p: int) -> Scored:
    """Return the ratio of the quantity to the bound on the rows V, against the best comparator.

    ``rate`` is eta for EXCESS, twice tau for TOLERANCED (U = X = 1: the claim's eta), and the share of its
    largest value for a claim with noise; otherwise it is not used.
    """
    nothing = Scored(-1.0, np.zeros(V.shape[1]))
    X = max(norm_of(form, v, p) for v in V)
    l, n = V.shape  # noqa: E741
    if X == 0:
        return nothing
    values: dict[Any, float] = {s.X: X, s.R: X, s.l: l, s.n: n, s.p: p, s.a: 1.0, s.entropy: 0.0, s.k: 0.0, s.U: 1.0}
    if form.goal in (Goal.EXCESS, Goal.TOLERANCED):
        eta = rate
        if form.goal is Goal.EXCESS and s.eta in form.claim.defines:
            try:
                eta = float(form.claim.defines[s.eta].subs({k: v for k, v in values.items() if k is not s.k}))
            except TypeError:
                return nothing
        tau = rate * X * X / 2
        paid, z = played(form, V, eta, 1.0, tau, p)
        if form.entropic:
            u = np.zeros(n)
            best = int(np.abs(z).argmax()) if form.link is Link.DOUBLED else int(z.argmax())
            u[best] = np.sign(z[best]) if form.link is Link.DOUBLED else 1.0
        else:
            u = eta * z
            values[s.U] = float(np.sqrt(u @ u))
        limit = bound({**values, s.eta: eta, s.tau: tau})
        ratio = (paid + float(u @ z)) / limit if limit > 0 else -1.0
        return Scored(ratio if np.isfinite(ratio) else -1.0, u)
    gap, u = widest_gap(form, V, p)
    if gap <= 1e-9:
        return nothing
    U = 1.0 if form.claim.comparator is Comparator.GAP else 1 / gap
    step = gap / (X * X) if form.entropic else 1 / (X * X)
    values |= {s.U: U, s.delta: gap if U == 1.0 else 1 / U, s.gamma: gap, s.eta: step}
    paid, _ = played(form, V, step, 1 / gap if form.goal is Goal.EXPECTED and form.entropic else 1.0, 0.0, p)
    values[s.m] = paid
    limit = bound(values)
    if _compared(form.claim) == _SQUARED:
        paid = paid * paid * gap * gap
    ratio = paid / limit if limit > 0 else -1.0
    return Scored(ratio if np.isfinite(ratio) else -1.0, u)


# --- the search ----------------------------------------------------------------------------------------

SIZES = ((2, 2), (3, 3), (4, 6), (3, 8), (6, 4), (8, 8), (2, 16), (8, 20), (6, 30))
"""Numbers of attributes and of rows."""
DENOMINATORS = (1, 2, 4, 12, 24)
RATES = tuple(map(Fraction, ("1", "1/2", "1/4", "1/8", "1/16", "2")))
STEPS = 150
_SEPARATED = (Goal.MISTAKES, Goal.EXPECTED)


def changed(V: Floats, denominator: int, rng: random.Random) -> Floats:
    """Return the rows with one small change: an entry, a sign, a copied row, two rows exchanged."""
    W = V.copy()
    l, n = W.shape  # noqa: E741
    t, i, kind = rng.randrange(l), rng.randrange(n), rng.randrange(8)
    if kind == 0:
        W[t] = W[rng.randrange(l)]
    elif kind == 1:
        W[t, i] = -W[t, i]
    elif kind == 2:
        other = rng.randrange(l)
        W[[t, other]] = W[[other, t]]
    elif kind in (3, 4):
        W[t, i] = rng.choice((-1.0, 0.0, 1.0))
    else:
        W[t, i] = max(-1.0, min(1.0, W[t, i] + rng.choice((-1, 1)) * rng.choice((1, 1, 2, 4)) / denominator))
    return W


def seeded(form: Form, n: int, l: int, rng: random.Random) -> Floats:  # noqa: E741
    """Return starting rows: signs at random, a ramp, or orthogonal rows."""
    kind = rng.randrange(3)
    V = np.array([[rng.choice((-1.0, 1.0)) for _ in range(n)] for _ in range(l)])
    if kind == 1:
        V[:] = -1.0
        V[:, 0] = 1.0
    if kind == 2:
        V = np.array([[float(i == t % n) for i in range(n)] for t in range(l)])
    if form.goal in (Goal.MISTAKES, Goal.EXPECTED) and kind != 2:
        V[:, 0] = rng.choice((1.0, 0.5, 0.25))
    return V


def climb(form: Form, n: int, l: int, seed: str, steps: int = STEPS) -> tuple[Instance | None, float]:  # noqa: E741
    """Return the instance where one climb of ``steps`` changes ends, and its ratio in floats."""
    rng = random.Random(seed)  # noqa: S311 - reproducible sampling, not secrecy
    bound = bound_in_floats(form.claim)
    p, denominator, rate = rng.choice(form.exponents()), rng.choice(DENOMINATORS), rng.choice(RATES)
    V = np.rint(seeded(form, n, l, rng) * denominator) / denominator
    best = scored(form, bound, V, float(rate), p)
    for _ in range(steps):
        new_rate = min(RATES[0] * 4, rate * Fraction(rng.choice((9, 11)), 10)) if rng.random() < 0.15 else rate
        new_rate = new_rate.limit_denominator(64) or rate
        W = changed(V, denominator, rng)
        now = scored(form, bound, W, float(new_rate), p)
        if now.ratio >= best.ratio:
            V, rate, best = W, new_rate, now
    if best.ratio < 0:
        return None, best.ratio
    if form.goal is Goal.MISTAKES:
        V = V[_mistaken(form, V, best, p)]
    choices = {s.eta: rate, s.tau: rate / 2, s.p: Fraction(p)}
    if form.noisy:
        choices[s.eta] = Fraction(1, 2)
    return exact(form.claim, rounded(V, denominator), denominator, direction(best.u), choices), best.ratio


def _mistaken(form: Form, V: Floats, best: Scored, p: int) -> list[int]:
    """Return the rows on which the learner errs, all of them if none."""
    X = max(norm_of(form, v, p) for v in V)
    gap = float((V @ best.u).min())
    z, kept = np.zeros(V.shape[1]), []
    for t, v in enumerate(V):
        if weights(form.link, (gap / (X * X) if form.entropic else 1.0) * z, p) @ v <= 1e-12:
            kept.append(t)
            z = z + v
    if not kept or max(norm_of(form, V[t], p) for t in kept) < X:
        return list(range(len(V)))
    return kept


def instances(claim: Claim, seed: int, effort: int = 1) -> Iterator[tuple[str, Instance]]:
    """Yield where local searches end, over growing sizes; more of them with more ``effort``."""
    reduced = form(claim)
    if reduced is None:
        return
    for restart in range(2 * effort):
        for n, l in SIZES:  # noqa: E741
            steps = STEPS if reduced.entropic and reduced.goal in _SEPARATED else min(10 * STEPS, 16 * STEPS // l)
            found, ratio = climb(reduced, n, l, f"{theorem_id(claim)} {seed} {restart} {n} {l}", steps * effort)
            if found is not None:
                yield f"local search, n = {n}, l = {l}, ratio {ratio:.3f}", found
                if restart == 0 and l <= 8:
                    for moved in rescaled(claim, found):
                        yield f"local search, rescaled, n = {n}, l = {l}", moved
