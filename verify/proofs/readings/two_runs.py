"""What function symbols are on data: best measures of progress, and two runs at once."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import arb

from bounds import symbols as s
from bounds.claim import Case
from bounds.errors import UndefinedValue
from bounds.learners import Doubled, QuasiAdditive, WeightedMajority, power_transformation
from bounds.numbers import Number, compare, total, working_precision
from bounds.pnorm import start_vector
from bounds.run import play
from bounds.trials import Example
from bounds.versions import MASTER
from verify.proofs.engine.session import Data
from verify.proofs.readings.learners import BITS, ZERO, Balls, _ball, _totals


def shifted_to_the_level(case: Case) -> Data:
    """Read the proof of theorem 5.1 for exp: the level of z, and each example shifted to it."""
    balls = Balls(case)
    n, u, x = balls.n, balls.u, balls.x
    with working_precision(BITS):
        start = [_ball(b) for b in start_vector(case.instance)]

    def potential(t: int, j: int) -> arb:
        return sum((b.exp() for b in x[t][:j]), arb(0))

    def shifted(t: int, i: int) -> arb:
        shift = sum((b.exp() for b in start), arb(0)).log() - potential(t, n).log()
        moved: arb = x[t][i] + shift
        return moved

    return balls.data(
        start=lambda i: start[i],
        start_potential=lambda j: sum((b.exp() for b in start[:j]), arb(0)),
        potential=potential,
        shifted=shifted,
        lowest=min(range(n), key=lambda i: u[i].mid()),
        highest=max(range(n), key=lambda i: u[i].mid()),
        uz=lambda j: sum((b * c for b, c in zip(u[:j], start, strict=False)), arb(0)),
        uv=balls.sum(lambda t, i: u[i] * shifted(t, i)),
    )


def weighted_majority(case: Case) -> Data:
    """Read QA(exp) on 2x - 1 and Weighted Majority, whose weights sum to 1, on the same trials."""
    balls = Balls(case)
    first = case.learner()
    inner = getattr(first, "inner", None)
    if not isinstance(inner, QuasiAdditive):
        raise UndefinedValue("the learner is not quasi-additive")
    second = WeightedMajority(case.value(s.beta))
    trials, n = case.instance.trials, balls.n
    states, weights, decisions = [], [], []
    play(first, trials, case.version, watch=lambda _: states.append(list(inner.z)))
    states.append(list(inner.z))

    def watch(step: Any) -> None:
        weights.append(list(second.weights))
        decisions.append(second.decide(step.x))

    play(second, trials, MASTER, watch=watch)
    weights.append(list(second.weights))
    with working_precision(BITS):
        z = [[_ball(b) for b in row] for row in states]
        v = [[_ball(b) for b in row] for row in weights]
        rate, a = -_ball(case.value(s.beta)).log(), _ball(case.value(s.a))
    steps, x = balls.steps, balls.x
    labels = [int(step.outcome == 1) for step in steps]
    wrong = [decision != label for decision, label in zip(decisions, labels, strict=True)]

    def factor(t: int, i: int) -> arb:
        return v[t][i] * (-rate * abs(x[t][i] - labels[t])).exp()

    def partition(t: int, j: int) -> arb:
        return sum((factor(t, i) for i in range(j)), arb(0))

    def proportion(t: int) -> arb:
        found = arb(n)
        for k in range(t):
            if wrong[k]:
                found *= partition(k, n) * a.exp()
        return found

    def worst(t: int) -> int:
        return next((i for i in range(n) if v[t][i] * proportion(t) != z[t][i].exp()), 0)

    return balls.data(
        z=lambda t, i: z[t][i],
        v=lambda t, i: v[t][i],
        worst=worst,
        partition=partition,
        proportion=proportion,
        wx=balls.sum(lambda t, i: z[t][i].exp() * (2 * x[t][i] - 1)),
        vx=balls.sum(lambda t, i: v[t][i] * (2 * x[t][i] - 1)),
        second_side=lambda t: Fraction((2 * labels[t] - 1) * wrong[t]),
        disagreements=_totals(
            steps, lambda step: ZERO + ((compare(step.prediction, ZERO) != -1) != (decisions[step.t - 1] == 1))
        ),
    )


def doubled_powers(case: Case) -> Data:
    """Read QA(f_k) and the (k + 1)-norm Perceptron on (x, -x) from z0 = 1 on the same trials, exactly."""
    balls = Balls(case)
    first = case.learner()
    if not isinstance(first, QuasiAdditive):
        raise UndefinedValue("the learner is not quasi-additive")
    k, n, trials = case.integer(s.k), balls.n, case.instance.trials
    inner = QuasiAdditive(power_transformation(Fraction(k + 1)), case.value(s.a) / k, Example([1] * (2 * trials.n)))
    second = Doubled(inner)
    z: list[list[Number]] = []
    longer: list[list[Number]] = []
    run = play(first, trials, case.version, watch=lambda _: z.append(list(first.z)))
    z.append(list(first.z))
    run_too = play(second, trials, case.version, watch=lambda _: longer.append(list(inner.z)))
    longer.append(list(inner.z))
    examples = [list(x) for x in trials.examples]

    def power(b: Number, e: int) -> Number:
        found: Number = Fraction(1)
        for _ in range(e):
            found = found * b
        return found

    def odd(b: Number) -> Number:
        return power(b, k) if compare(b, ZERO) != -1 else -power(-b, k)

    def worst(t: int) -> int:
        pairs = ((i, sign) for i in range(n) for sign in (1, -1))
        return next((i for i, e in pairs if longer[t][i if e > 0 else n + i] != 1 + e * z[t][i] / k), 0)

    return balls.data(
        k=k,
        half=k // 2,
        power=power,
        x=lambda t, i: examples[t][i],
        z=lambda t, i: z[t][i],
        up=lambda t, i: longer[t][i],
        down=lambda t, i: longer[t][n + i],
        worst=worst,
        wx=lambda t, j: total(
            (power(1 + b / k, k) - power(1 - b / k, k)) * c for b, c in zip(z[t][:j], examples[t], strict=False)
        ),
        vx=lambda t, j: total((odd(longer[t][i]) - odd(longer[t][n + i])) * examples[t][i] for i in range(j)),
        second_side=lambda t: Fraction(run_too.steps[t].side),
        disagreements=_totals(
            run_too.steps,
            lambda step: ZERO + int(compare(step.prediction, run.steps[step.t - 1].prediction) != 0),
        ),
    )
