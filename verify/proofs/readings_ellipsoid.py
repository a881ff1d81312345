"""What the function symbols of the proofs about the ellipsoid method are on data."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from bounds import rotations
from bounds.claim import Case
from bounds.learners import Ellipsoid
from bounds.sources.kivinen1995_quantities import axis
from bounds.trials import Trials, vector
from verify.proofs.readings import _dot
from verify.proofs.readings_more import reflected_examples
from verify.proofs.session import Data

ZERO = Fraction(0)
Values = dict[str, Any]


class Watched(Ellipsoid):
    """The ellipsoid method, with the coefficients of its latest move: one for every cut so far."""

    latest: list[Fraction]


def _cuts(case: Case, trials: Trials, name: str = "") -> tuple[Values, list[bool]]:
    """Play the claim's learner; return what is read off its run, and which trials it predicts 1 on.

    The coefficients are those of the method itself, so that another learner does not move by them.
    """
    version, watched = case.version, Watched()
    learner: Any = case.learner()
    for each in (learner, watched):
        each.start(trials.n)
    one = version.target(1)
    states, coefficients, predicted = [(list(learner.weights), learner.threshold)], [], []
    mistakes: list[int] = []
    for t, (x, outcome) in enumerate(trials):
        predicted.append(one.side(learner.predict(x)) == 0)
        watched.latest = []
        for each in (learner, watched):
            each.update(x, version.target(outcome))
        found = [ZERO] * (t + 1)
        if watched.latest:
            mistakes.append(t)
            for at, a in zip(mistakes, watched.latest, strict=True):
                found[at] = a * (1 if trials.outcomes[at] == 1 else -1)
        coefficients.append(found)
        states.append((list(learner.weights), learner.threshold))

    @cache
    def moved(t: int, j: int) -> list[Fraction]:
        rows = [[coefficients[t][i] * b for b in trials.examples[i]] for i in range(j)]
        return [sum(column, ZERO) for column in zip(states[t][0], *rows, strict=True)]

    values: Values = {
        "w": lambda t: states[t][0],
        "threshold": lambda t: states[t][1],
        "coefficient": lambda t, j: coefficients[t][j],
        "moved": moved,
        "level": lambda t, j: states[t][1] - sum(coefficients[t][:j], ZERO),
    }
    return {f"{key}{name}": value for key, value in values.items()}, predicted


def cuts(case: Case) -> Data:
    """Read a run of the ellipsoid method, and the parts of its weights outside the span of the examples."""
    data = reflected_examples(case)
    examples = case.instance.trials.examples
    values, _ = _cuts(case, case.instance.trials)
    weights = [vector(values["w"](t)) for t in range(len(examples) + 1)]
    outside = [list(rotations.outside(examples[:t], w)) for t, w in enumerate(weights)]
    excess = [rotations.excess_rank(examples[:t], w) for t, w in enumerate(weights)]
    more = {"rest": lambda t: outside[t], "excess": lambda t: excess[t]}
    return Data({**data.values, **values, **more}, _ranges(data, len(examples)))


def turned_cuts(case: Case) -> Data:
    """Read a run of the ellipsoid method on the examples and on the reflected ones."""
    data = reflected_examples(case)
    trials = case.instance.trials
    turned = rotations.reflected(trials, axis(case))
    first, ones = _cuts(case, trials)
    second, ones_too = _cuts(case, turned, "_too")
    differ = [int(a != b) for a, b in zip(ones, ones_too, strict=True)]

    @cache
    def place(t: int, j: int) -> tuple[int, int]:
        if first["coefficient"](t, j) == second["coefficient_too"](t, j):
            return 0, 0
        rows = trials.examples, turned.examples
        pairs = [(p, q) for p in range(t + 1) for q in range(t + 1)]
        unlike = [(p, q) for p, q in pairs if differ[p] or len({_dot(list(z[p]), list(z[q])) for z in rows}) > 1]
        return unlike[0] if unlike else (0, 0)

    more = {
        "differences": lambda t: sum(differ[:t]),
        "one_place": lambda t, j: place(t, j)[0],
        "other_place": lambda t, j: place(t, j)[1],
    }
    return Data({**data.values, **first, **second, **more}, _ranges(data, trials.l))


def _ranges(data: Data, trials: int) -> dict[str, Sequence[Any]]:
    return {**data.ranges, "j": range(trials), "e": range(trials + 1), "f": range(trials)}
