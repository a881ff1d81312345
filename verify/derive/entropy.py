"""How relative entropy drops when weights are multiplied by exp(s x_i) and divided by their sum: Hoeffding's lemma.

Weights w_i > 0 and u_i >= 0 both sum to U. An example with entries in [mid - half, mid + half] is mid + half x_i with
|x_i| <= 1; with a = s mid and c = s half its factors are exp(a + c x_i), and exp(a) cancels. Then

    d(u, w) - d(u, w') >= c (u.x - w.x) - U c**2/2,

which is s**2 X**2/2 for entries of at most X, and s**2/8 for entries in [0, 1] (``verify.logic.runs.entropy``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

import z3

from bounds.claims.catalogue import theorem
from verify.logic.axioms import exp, ln
from verify.logic.kernel import Axiom, Theorem
from verify.logic.language import Term
from verify.logic.runs.coordinates import on_a_trial_and_coordinate, on_trials_and_coordinates, u, w, x
from verify.logic.runs.entropy import Entropies
from verify.logic.runs.perceptron import ONE, START, TIME, on_a_trial
from verify.logic.session import Session
from verify.logic.sums import CoordinateSum, i, j, n, on_coordinates, sum_up
from verify.logic.vectors import t

U = z3.Real("U")


@dataclass(frozen=True)
class EntropyProof:
    """What was proved: the theorems, how many steps of the kernel they took, how long, and the facts they rest on."""

    theorems: Mapping[str, Theorem]
    steps: int
    seconds: float
    facts: tuple[Axiom, ...]


@cache
def entropy_drop() -> EntropyProof:
    """Prove how much relative entropy drops, that it is not negative, and that it is at most U ln n at first.

    >>> [fact.name for fact in entropy_drop().facts]
    ['exp of a sum', 'exp is above its tangent', 'exp undoes ln']
    """
    run = _Given(z3.Real("a"), z3.Real("c"))
    rate, middle, half, p, q = z3.Reals("s mid half p_ q_")
    run.session.prove(
        "c (u.x - w.x) = s (u.v - w.v) for entries v_i = mid + half x_i, c = s half",
        (rate * half) * (p - q) == rate * ((middle * U + half * p) - (middle * U + half * q)),
    )
    return run.proved(run.drop)


@cache
def majority_drop() -> EntropyProof:
    """Prove the same for factors beta**x_i, x_i in [0, 1] and weights that sum to 1, whose logarithms are kept."""
    half = z3.Real("ln_beta") / 2
    run = _Given(half, half)
    return run.proved(run.majority())


class _Given(Entropies):
    """Trials whose factors are exp(a + c x_i), |x_i| <= 1; what is known of weights and u is given."""

    def __init__(self, a: Term, c: Term) -> None:
        session = Session(theorem("bylander.A1"))
        ux = CoordinateSum(session, "ux", lambda t, i: u(i) * x(t, i))
        size = CoordinateSum(session, "sum_u", lambda i: u(i), moving=False)
        super().__init__(session, U, ONE, lambda _: c, ux, size)
        self.a = a
        state = session.kernel.axiom
        self.whole = CoordinateSum(session, "whole", lambda t, i: w(t, i) * exp(a + c * x(t, i)))
        positive = z3.ForAll([t, i], z3.Implies(z3.And(TIME, i >= 0, i < n), w(t, i) > 0))
        self.weights = state("weights", "hypothesis", positive)
        self.small = state("|x_i| <= 1", "hypothesis", on_trials_and_coordinates(z3.And(x(t, i) <= 1, -x(t, i) <= 1)))
        self.comparator = state("u_i >= 0", "hypothesis", on_coordinates(u(i) >= 0))
        shares = state("w sums to U", "hypothesis", z3.ForAll([t], z3.Implies(TIME, self.weight(t) == U)))
        self.total = [state("u sums to U", "hypothesis", size(t) == U)]
        self.signs = [state("U > 0", "hypothesis", U > 0), self.n]
        self.sums = [shares.at(t), *self.total, *self.signs]
        self.first_weights = state("the first weights", "hypothesis", on_coordinates(w(START, i) == U / z3.ToReal(n)))

    def of_weight(self, i: Term) -> list[Theorem]:
        """w_i > 0, and the weights sum to U."""
        return [self.weights.at(t, i), self.sums[0]]

    def of_example(self, i: Term) -> list[Theorem]:
        """|x_i| <= 1."""
        return [self.small.at(t, i)]

    def of_comparator(self, i: Term) -> list[Theorem]:
        """u_i >= 0."""
        return [self.comparator.at(i)]

    @cached_property
    def factored(self) -> Theorem:
        """The sum that the weights are divided by is exp(a) Z."""
        law = self.E.sums.at(self.a, self.c * x(t, j))
        summed = sum_up(
            self.session,
            "exp(a) Z",
            lambda t, j: self.whole(t, j) == exp(self.a) * self.partition(t, j),
            [(self.whole, t), (self.partition, t)],
            [law],
        )
        formula = self.whole(t) == exp(self.a) * self.partition(t)
        return self.session.lemma("exp(a) Z, all of it", [t], formula, [summed.at(t, n), self.n])

    def of_update(self, i: Term) -> Theorem:
        """How w_i changes."""
        return self.cancelled.at(t, i)

    @cached_property
    def cancelled(self) -> Theorem:
        """A weight becomes U w_i exp(c x_i)/Z: exp(a) cancels."""
        session, a, e = self.session, self.a, self.c * x(t, i)
        moved = w(t + 1, i) == U * w(t, i) * exp(a + e) / self.whole(t)
        given = session.define("the update", on_trials_and_coordinates(moved))
        p, q, r, k = z3.Reals("p_ q_ r_ k_")
        cancel = session.lemma(
            "a factor cancels", [p, q, r, k], z3.Implies(z3.And(k > 0, r > 0), p * (k * q) / (k * r) == p * q / r)
        )
        formula = on_a_trial_and_coordinate(w(t + 1, i) == U * w(t, i) * exp(e) / self.partition(t))
        by = [
            *(given.at(t, i), self.factored.at(t), self.E.sums.at(a, e), self.E.positive.at(a)),
            *(self.positive_partition.at(t), cancel.at(U * w(t, i), exp(e), self.partition(t), exp(a))),
        ]
        return session.lemma("exp(a) cancels", [t, i], formula, by)

    def proved(self, drop: Theorem) -> EntropyProof:
        """Add what holds of every relative entropy, and return all with the facts."""
        theorems = {
            "what a step takes off relative entropy": drop,
            "relative entropy is not negative": self.not_negative,
            "relative entropy at the start": self.session.prove(
                "the start: d(u, w) <= U ln n", self.entropy(START) <= U * ln(z3.ToReal(n)), self.at_the_start
            ),
        }
        kernel = self.session.kernel
        made = [step for step in kernel.steps if step.how != "axiom"]
        facts = tuple(axiom for axiom in kernel.axioms.values() if axiom.kind == "analysis")
        return EntropyProof(theorems, len(made), sum(step.seconds for step in made), facts)

    def majority(self) -> Theorem:
        """Prove d(u, w) - d(u, w') >= ln(beta) p - ln(1 - (1 - beta) q), and what is used of the second logarithm.

        Here U = 1, a = c = ln(beta)/2, p = (1 + u.x)/2, q = (1 + w.x)/2.
        """
        session, E, Z, a, lb = self.session, self.E, self.partition(t), self.a, 2 * self.a
        one = session.kernel.axiom("weights are shares", "hypothesis", U == 1)
        small = session.kernel.axiom("beta < 1", "hypothesis", exp(lb) < 1)
        p, q = (1 + self.ux(t)) / 2, (1 + self.wx(t)) / 2
        inside = 1 - (1 - exp(lb)) * q
        known = [self.positive_partition.at(t), self.mean.at(t), *self.sums, one, small, E.positive.at(lb)]
        ends = session.prove(
            "the ends",
            z3.And(exp(a) * exp(a) == exp(lb), exp(a) * exp(-a) == 1),
            [E.sums.at(a, a), E.sums.at(a, -a), E.positive.at(a)],
        )
        below = session.prove(
            "exp(a) Z <= 1 - (1 - beta) q",
            on_a_trial(z3.And(inside >= exp(a) * Z, exp(a) * Z > 0)),
            [*known, ends, E.positive.at(a), self.chords.at(t, n)],
        )
        log = session.prove(
            "ln Z + a <= ln(1 - (1 - beta) q)",
            on_a_trial(ln(Z) + a <= ln(inside)),
            [
                *(below, self.positive_partition.at(t), E.positive.at(a)),
                *(E.ln_increasing.at(inside, exp(a) * Z), E.product.at(exp(a), Z), E.logarithm.at(a)),
            ],
        )
        middle = (1 + exp(lb)) / 2
        laws = [
            *(E.below_tangent.at(inside), E.below_tangent.at(middle), E.below_tangent.at(exp(lb))),
            *(E.ln_increasing.at(middle, inside), E.logarithm.at(lb), E.ln_increasing.at(ONE, ONE)),
        ]
        session.prove(
            "z = -ln(1 - (1 - beta) q) >= (1 - beta) q, and z >= ln(2/(1 + beta)) for q >= 1/2",
            on_a_trial(z3.And(-ln(inside) >= (1 - exp(lb)) * q, z3.Implies(2 * q >= 1, ln(inside) <= ln(middle)))),
            [*known, below, *laws],
        )
        session.prove(
            "ln(1/beta) >= 1 - beta, and ln(2/(1 + beta)) >= (1 - beta)/2",
            z3.And(-lb >= 1 - exp(lb), -ln(middle) >= (1 - exp(lb)) / 2),
            [*known, *laws],
        )
        unit = session.prove("ln 1 = 0", ln(U) == 0, [one, *laws])
        return session.prove(
            "d(u, w) - d(u, w') >= ln(beta) p - ln(1 - (1 - beta) q)",
            on_a_trial(self.entropy(t) - self.entropy(t + 1) >= lb * p - ln(inside)),
            [self.parts.at(t, n), *self.sums, log, one, unit],
        )
