"""Adversaries by constrained optimisation: "the largest gap such that every row is a mistake", and its kin.

Variables are the rows v_1..v_l, the comparator u and the gap delta. For mistake bounds SLSQP maximises delta
subject to w_t.v_t <= -slack, u.v_t >= delta and norms at most 1, where w_t depends on v_1..v_{t-1}; for claims on
the loss L-BFGS-B maximises the sum of (u - w_t).v_t over the box. Derivatives are in closed form. The slack in the
ties is what lets a solution survive plain rounding. Nothing here decides anything: candidates are rounded
(adversaries.generate.rounding) and judged exactly elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from adversaries.generate.rounding import direction, exact, proposed, rescaled, rounded
from adversaries.optimise.local_search import Form, Goal, Link, form, norm_of, solvers, weights
from bounds import symbols as s
from bounds.claims.claim import Claim
from bounds.claims.variants import theorem_id
from bounds.data.instances import Instance
from bounds.data.integer_matrix import Floats
from bounds.data.vectors import Example

SLACK_AND_DENOMINATOR = ((1e-4, 10**4), (1e-3, 10**3))
FINE = 2000


@dataclass(frozen=True)
class Program:
    """Maximise the gap over l rows of n entries, all of them mistakes, the first k of them noise.

    ``share`` is eta over its largest value, where the claim leaves eta free below one (theorem 7).
    """

    form: Form
    n: int
    l: int  # noqa: E741
    p: int = 2
    k: int = 0
    share: float = 0.5

    @property
    def size(self) -> int:
        """The number of variables: rows, comparator, gap."""
        return self.l * self.n + self.n + 1

    def parts(self, x: Floats) -> tuple[Floats, Floats, float]:
        """Split the variables into the rows, the comparator's parameters c, and the gap."""
        m = self.l * self.n
        return x[:m].reshape(self.l, self.n), x[m : m + self.n], float(x[-1])

    def comparator(self, c: Floats) -> Floats:
        """Return u: c itself, or for the p-norm the dual vector of c, so that ||u||_q <= 1 where ||c||_p <= 1."""
        return c if self.form.link is not Link.POWER else weights(Link.POWER, c, self.p)

    def rate(self, delta: float) -> float:
        """Return the learning rate at X = 1, U = 1/delta, for w of sum 1."""
        if not self.form.entropic:
            return 1.0
        return 2 * self.share * delta if self.form.noisy else delta

    def errors(self, x: Floats) -> tuple[Floats, Floats]:
        """Return w_t.v_t for every row, w_t of norm 1, and its derivatives, of shape (l, size)."""
        V, _, delta = self.parts(x)
        rate = self.rate(delta)
        values, slopes = np.zeros(self.l), np.zeros((self.l, self.size))
        before = np.vstack([np.zeros(self.n), np.cumsum(V, axis=0)[:-1]])
        by_rate = (2 * self.share if self.form.noisy else 1.0) if self.form.entropic else 0.0
        for t, (z, v) in enumerate(zip(before, V, strict=True)):
            w = weights(self.form.link, rate * z, self.p)
            pull = self._pull(rate * z, v, w)  # the derivative of w.v in the argument of the link
            if not self.form.entropic and z.any():
                w, pull = self._normalised(z, v, w, pull)
            values[t] = w @ v
            slopes[t, : t * self.n].reshape(t, self.n)[:] = rate * pull
            slopes[t, t * self.n : (t + 1) * self.n] = w
            slopes[t, -1] = by_rate * (pull @ z)
        return values, slopes

    def _normalised(self, z: Floats, v: Floats, w: Floats, pull: Floats) -> tuple[Floats, Floats]:
        """Return weights of q-norm 1, and the derivative of their product with v in z."""
        length = float((np.abs(z) ** self.p).sum() ** (1 / self.p))
        scale = length ** (self.p - 1)
        return w / scale, (pull - (self.p - 1) * float(w @ v) * w / (scale * length)) / scale

    def _pull(self, z: Floats, v: Floats, w: Floats) -> Floats:
        if self.form.link is Link.LINEAR:
            return v
        if self.form.link is Link.POWER:
            pull: Floats = (self.p - 1) * np.abs(z) ** (self.p - 2) * v
            return pull
        if self.form.link is Link.SOFTMAX:
            return w * (v - w @ v)
        both = np.concatenate([z, -z])
        e = np.exp(both - both.max())
        shares = (e / e.sum())[: self.n] + (e / e.sum())[self.n :]
        doubled: Floats = shares * v - w * (w @ v)
        return doubled

    def gaps(self, x: Floats) -> tuple[Floats, Floats]:
        """Return u.v_t - delta for every row that is not noise, and its derivatives."""
        V, c, delta = self.parts(x)
        u = self.comparator(c)
        du = np.ones(self.n) if self.form.link is not Link.POWER else (self.p - 1) * np.abs(c) ** (self.p - 2)
        rows = range(self.k, self.l)
        slopes = np.zeros((len(rows), self.size))
        for i, t in enumerate(rows):
            slopes[i, t * self.n : (t + 1) * self.n] = u
            slopes[i, self.l * self.n : -1] = du * V[t]
            slopes[i, -1] = -1.0
        return V[self.k :] @ u - delta, slopes

    def room(self, x: Floats) -> tuple[Floats, Floats]:
        """Return 1 - (the sum of the p-th powers) for every row and for c, and its derivatives."""
        V, c, _ = self.parts(x)
        every = np.vstack([V, c])
        slopes = np.zeros((self.l + 1, self.size))
        for t, v in enumerate(every):
            slopes[t, t * self.n : (t + 1) * self.n] = -self.p * np.sign(v) * np.abs(v) ** (self.p - 1)
        return 1 - (np.abs(every) ** self.p).sum(axis=1), slopes


def ended(function: Any, start: Floats, **options: Any) -> Floats:
    """Return where scipy's minimiser ends from ``start``."""
    x: Floats = np.asarray(solvers().minimize(function, start, **options).x)
    return x


def solved(program: Program, start: Floats, slack: float, iterations: int) -> Floats | None:
    """Return the variables where SLSQP ends, None if no comparator separates there.

    Small violations do no harm: norms and gap are derived from the rounded rows, and mistakes are counted anew.
    """
    first = 0 if program.form.link is Link.SOFTMAX else 1  # elsewhere w_1 = 0: the first row is a tie whatever it is

    last: dict[bytes, tuple[Floats, Floats]] = {}

    def constrained(x: Floats) -> tuple[Floats, Floats]:
        """Return what has to be at least 0, and its derivatives, which are asked for at the same x."""
        at = x.tobytes()
        if at not in last:
            (errors, by_errors), *others = program.errors(x), program.gaps(x)
            if not program.form.entropic:
                others.append(program.room(x))
            last.clear()
            last[at] = (
                np.concatenate([-errors[first:] - slack, *(values for values, _ in others)]),
                np.vstack([-by_errors[first:], *(slopes for _, slopes in others)]),
            )
        return last[at]

    constraints: list[dict[str, Any]] = [
        {"type": "ineq", "fun": lambda x: constrained(x)[0], "jac": lambda x: constrained(x)[1]}
    ]
    simplex = program.form.link is Link.SOFTMAX
    low = 0.0 if program.form.entropic else -1.0
    m = program.l * program.n
    if program.form.entropic:
        unit = np.zeros(program.size)
        unit[m : m + program.n] = 1.0
        constraints.append({"type": "eq", "fun": lambda x: unit @ x - 1.0, "jac": lambda _: unit})
    u_range = (low, 1.0) if simplex or not program.form.entropic else (0.0, 1.0)
    goal = np.zeros(program.size)
    goal[-1] = -1.0
    x = ended(
        lambda x: -x[-1],
        start,
        jac=lambda _: goal,
        method="SLSQP",
        bounds=[(-1.0, 1.0)] * m + [u_range] * program.n + [(1e-3, 1.0)],
        constraints=constraints,
        options={"maxiter": iterations, "ftol": 1e-10},
    )
    return x if np.isfinite(x).all() and (program.gaps(x)[0] + x[-1]).min() > 1e-3 else None


def promise(program: Program, x: Floats) -> float:
    """Return mistakes times squared gap over squared norm: what a mistake bound is proportional to."""
    V, _, delta = program.parts(x)
    smallest = float(program.gaps(x)[0].min()) + delta
    longest = max(norm_of(program.form, v, program.p) for v in V)
    return float((program.errors(x)[0] <= 0).sum()) * (smallest / max(longest, 1e-9)) ** 2


def start_of(program: Program, rng: np.random.Generator) -> Floats:
    """Return a start near the constraints: rows with w_t.v_t = 0 and u.v_t = delta, scaled to norm 1."""
    n, l, p, entropic = program.n, program.l, program.p, program.form.entropic  # noqa: E741
    c = np.eye(n)[0] if entropic else rng.normal(size=n)
    c = c / (np.abs(c) ** p).sum() ** (1 / p)
    u = program.comparator(c)
    guess = rng.uniform(0.5, 1.0) * (2 * np.log(n + 1) if entropic else p - 1.0)
    delta = min(0.9, float(np.sqrt(guess / l)))
    rate, z, rows = program.rate(delta), np.zeros(n), []
    for t in range(l):
        w = weights(program.form.link, rate * z, p)
        v = rng.choice((-1.0, 1.0), size=n) if entropic else rng.normal(size=n)
        v = v / (np.abs(v).max() if entropic else (np.abs(v) ** p).sum() ** (1 / p))
        conditions = np.vstack([w, u]) if w.any() else u[None, :]
        wanted = np.array([0.0, -1.0 if t < program.k else delta])[-len(conditions) :]
        v = v + np.linalg.lstsq(conditions, wanted - conditions @ v, rcond=None)[0]
        v = np.clip(v, -1, 1) if entropic else v / max(1.0, float((np.abs(v) ** p).sum() ** (1 / p)))
        rows.append(v)
        z = z + v
    return np.concatenate([np.concatenate(rows), c, [delta]])


def widened(program: Program, x: Floats, denominator: int) -> Instance | None:
    """Return the exact instance of a solution, rounded plainly; the slack keeps its ties."""
    V, c, _ = program.parts(x)
    if program.form.link is Link.POWER:  # powers of whole numbers, whose q-norm is a single root
        u = Example([(1 if a > 0 else -1) * abs(a) ** (program.p - 1) for a in rounded(c, FINE)[0]])
    else:
        u = direction(np.where(np.abs(c) < 1e-9, 0.0, c), 10**9)
    return exact(program.form.claim, rounded(V, denominator), denominator, u, choices(program, x))


def choices(program: Program, x: Floats) -> dict[Any, Fraction]:
    """Return the free parameters of the program's claim; for the Perceptron the rate at which its bound is least."""
    found = {s.p: Fraction(program.p)}
    if program.form.noisy:
        share = program.share
        if not program.form.entropic:
            U = 1 / x[-1]
            noise, start = (U + 1) * program.k, U * U / 4
            share = (np.sqrt(start * start + noise * start) - start) / noise
        found[s.eta] = Fraction(float(share)).limit_denominator(100)
    return found


SIZES = {
    Link.LINEAR: ((2, 2), (4, 4), (4, 12), (8, 8), (3, 20)),
    Link.SOFTMAX: ((2, 2), (3, 3), (8, 4), (6, 6), (8, 12), (8, 4)),
    Link.DOUBLED: ((2, 2), (4, 4), (6, 8)),
    Link.POWER: ((3, 4), (6, 8), (8, 12), (8, 20), (8, 12), (8, 16)),
}


def _mistakes(reduced: Form, rng: np.random.Generator, effort: int) -> Iterator[tuple[str, Instance]]:
    for n, l in SIZES[reduced.link]:  # noqa: E741
        for p in reduced.exponents()[: 2 if effort == 1 else 4]:
            program = _with_noise(reduced, n, l, p, rng) if reduced.noisy else Program(reduced, n, l, p)
            iterations = 120 * effort
            tries = 12 if program.size <= 45 else 4 if program.size <= 80 else 2 if program.size <= 110 else 1
            slack, denominator = SLACK_AND_DENOMINATOR[int(rng.integers(2))]
            ends = [solved(program, start_of(program, rng), slack, iterations) for _ in range(tries)]
            x = max((end for end in ends if end is not None), key=lambda end: promise(program, end), default=None)
            instance = None if x is None else widened(program, x, denominator)
            if instance is not None and x is not None:
                name = f"largest gap, n = {n}, l = {program.l}" + (f", p = {p}" if reduced.link is Link.POWER else "")
                yield f"{name}{f', k = {program.k}' if program.k else ''}, gap {x[-1]:.4f}", instance


def _with_noise(reduced: Form, n: int, l: int, p: int, rng: np.random.Generator) -> Program:  # noqa: E741
    """Return a program with k noisy rows; for theorem 7 with as many rows as it nearly allows at gap 1."""
    if not reduced.entropic:
        return Program(reduced, max(n, 3), max(l, 4), p, int(rng.integers(1, 1 + max(l, 4) // 4)))
    k, share = int(rng.integers(1, 7)), float(rng.choice((0.1, 0.2, 0.3)))
    most = (2 * k + np.log(n) / (2 * share)) / (1 - share)
    return Program(reduced, n, max(k + 1, min(int(most * rng.uniform(0.85, 0.97)), 2 * l + 6)), p, k, share)


# --- losses: no ties, a box ----------------------------------------------------------------------------


def excess(reduced: Form, V: Floats, rate: float) -> tuple[float, Floats]:
    """Return the sum of (e_1 - w_t).v_t for exponential weights of sum 1, and its gradient."""
    l, n = V.shape  # noqa: E741
    value, gradient = 0.0, np.zeros_like(V)
    before = np.vstack([np.zeros(n), np.cumsum(V, axis=0)[:-1]])
    program = Program(reduced, n, l)
    for t, (z, v) in enumerate(zip(before, V, strict=True)):
        w = weights(reduced.link, rate * z)
        value += v[0] - w @ v
        gradient[t] -= w
        gradient[t, 0] += 1.0
        gradient[:t] -= rate * program._pull(rate * z, v, w)
    return value, gradient


def steepest(reduced: Form, start: Floats, rate: float, iterations: int) -> Floats:
    """Return the rows in [-1, 1] where L-BFGS-B ends that maximises ``excess``."""

    def negative(x: Floats) -> tuple[float, Floats]:
        value, gradient = excess(reduced, x.reshape(start.shape), rate)
        return -value, -gradient.ravel()

    x = ended(
        negative,
        start.ravel(),
        jac=True,
        method="L-BFGS-B",
        bounds=[(-1.0, 1.0)] * start.size,
        options={"maxiter": iterations},
    )
    return x.reshape(start.shape)


def _losses(reduced: Form, rng: np.random.Generator, effort: int) -> Iterator[tuple[str, Instance]]:
    for n, l in ((2, 10), (3, 12), (8, 20), (8, 40), (4, 20), (8, 40)):  # noqa: E741
        tuned = float(np.sqrt(2 * np.log(2 * n if reduced.link is Link.DOUBLED else n) / l))
        for rate in (tuned,) if s.eta in reduced.claim.defines and reduced.goal is Goal.EXCESS else (0.06, tuned, 0.25):
            start = rng.choice((-1.0, 1.0), size=(l, n))
            ramp_from = int(rng.integers(0, l))
            start[ramp_from:] = -1.0
            start[ramp_from:, 0] = 1.0
            V = steepest(reduced, start * rng.uniform(0.8, 1.0, start.shape), rate, 60 * effort)
            u = direction(np.eye(n)[0])
            eta = Fraction(rate).limit_denominator(200)
            name = f"steepest ascent, n = {n}, l = {l}, rate {eta}"
            yield from proposed(name, reduced.claim, rounded(V, 12), 12, u, {s.eta: eta, s.tau: eta / 2})


def randomised_rows(reduced: Form, n: int, l: int, rng: np.random.Generator, iterations: int) -> Floats | None:  # noqa: E741
    """Return rows for the randomised claims: the sum of 1/2 - w_t.v_t/delta, each term at least 0, with v_1 = delta.

    The objective is that sum times delta**2, the weights sum to 1 and the rate is delta.
    """
    program = Program(reduced, n, l)
    fixed = np.zeros(program.size)

    def parts(x: Floats) -> tuple[float, Floats, Floats]:
        full = x.copy()
        full[: l * n : n] = x[-1]
        values, slopes = program.errors(full)
        slopes[:, -1] += slopes[:, : l * n : n].sum(axis=1)
        slopes[:, : l * n : n] = 0.0
        return float(x[-1]), values, slopes

    def negative(x: Floats) -> tuple[float, Floats]:
        delta, values, slopes = parts(x)
        gradient = delta * slopes.sum(axis=0)
        gradient[-1] += values.sum() - delta * l
        return float(delta * values.sum() - delta * delta * l / 2), gradient

    def inequality(x: Floats) -> Floats:
        delta, values, _ = parts(x)
        return delta / 2 - values

    def inequality_slopes(x: Floats) -> Floats:
        slopes = -parts(x)[2]
        slopes[:, -1] += 0.5
        return slopes

    start = fixed.copy()
    start[: l * n] = rng.uniform(-1, -0.5, l * n)
    start[-1] = rng.uniform(0.1, 0.3)
    x = ended(
        negative,
        start,
        jac=True,
        method="SLSQP",
        bounds=[(-1.0, 1.0)] * (l * n) + [(0.0, 0.0)] * n + [(0.02, 1.0)],
        constraints=[{"type": "ineq", "fun": inequality, "jac": inequality_slopes}],
        options={"maxiter": iterations, "ftol": 1e-9},
    )
    if not np.isfinite(x).all() or inequality(x).min() < -1e-6:
        return None
    V: Floats = x[: l * n].reshape(l, n).copy()
    V[:, 0] = x[-1]
    return V


def _expected(reduced: Form, rng: np.random.Generator, effort: int) -> Iterator[tuple[str, Instance]]:
    for n, l in ((2, 4), (4, 6), (8, 8), (6, 12), (8, 12)):  # noqa: E741
        V = randomised_rows(reduced, n, l, rng, 60 * effort)
        if V is not None:
            u = direction(np.eye(n)[0])
            name = f"largest randomised loss, n = {n}, l = {l}"
            yield from proposed(name, reduced.claim, rounded(V, 200), 200, u, {})


def instances(claim: Claim, seed: int, effort: int = 1) -> Iterator[tuple[str, Instance]]:
    """Yield rounded solutions of the claim's program over growing sizes, with ``effort`` rounds of starts.

    Mistake bounds of all learners, and losses of exponential weights; the Perceptron's loss bounds are met with
    equality by construction (adversaries.constructions.orthonormal).
    """
    reduced = form(claim)
    if reduced is None:
        return
    rng = np.random.default_rng([seed, *theorem_id(claim).encode()])
    for _ in range(1 + 2 * effort):
        if reduced.goal is Goal.MISTAKES:
            found = _mistakes(reduced, rng, effort)
        elif not reduced.entropic:
            return
        elif reduced.goal is Goal.EXPECTED:
            found = _expected(reduced, rng, effort)
        else:
            found = _losses(reduced, rng, effort)
        for i, (name, instance) in enumerate(found):
            yield name, instance
            if i == 1:
                for moved in rescaled(claim, instance):
                    yield f"{name}, rescaled", moved
