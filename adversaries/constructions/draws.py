"""Trials for learners that draw an expert: few of them, as the expectation is over all that may be drawn."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from adversaries.generate.parameters import within
from adversaries.generate.trial_columns import within_draws
from bounds.claims.claim import Claim, Outcomes
from bounds.data.trials import Trials
from bounds.instances import Instance
from bounds.numbers import Number

ROUNDS, EXPERTS, RATES = (1, 2, 3), (2, 3), tuple(map(Fraction, ("1", "1/2", "2", "1/4")))


def instances(claim: Claim) -> Iterator[tuple[str, Instance]]:
    """Yield trials on which all experts but the last lose, the first one alone, or each in turn, at several rates.

    >>> from boundcheck import learner, own_claim
    >>> drawing = learner("w", predict="at(x, I)", draw={"I": "w"}, start="1")
    >>> claim = own_claim(drawing, "l", gain="linear", given=["unit inputs", "expert"])
    >>> [name for name, instance in instances(claim)][:3]
    ['all but one lose', 'one loses', 'in turn']
    """
    if not claim.draws or claim.outcomes is not Outcomes.EXPERTS:
        return
    for l, n, rate in product(ROUNDS, EXPERTS, RATES if claim.free else RATES[:1]):  # noqa: E741
        ways = {
            "all but one lose": [[1] * (n - 1) + [0]] * l,
            "one loses": [[1] + [0] * (n - 1)] * l,
            "in turn": [[int(i == t % n) for i in range(n)] for t in range(l)],
        }
        values = dict[object, Number]()
        for symbol in claim.free:
            values[symbol] = Fraction(1) if claim.whole(symbol) else within(claim, symbol, rate, values)
        for name, rows in ways.items():
            trials = Trials.of(rows, [1] * l, n)
            u = [0] * (n - 1) + [1]
            yield name, within_draws(claim, Instance(trials, u, values))
