"""Many random sequences screened by fast floats; the best of them are proposed as exact instances.

For claims about the losses and mistakes of the Perceptron, Exponentiated Update and the p-norm Perceptron
(bounds.fast.screen): what scores highest in floats is built again exactly, and the caller judges that.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from bounds import symbols as s
from bounds.claims.claim import Claim
from bounds.data.instances import Instance
from bounds.errors import BoundcheckError
from bounds.fast.screen import Screen

SHAPES = ((2, 2), (4, 3), (8, 4), (20, 8))
"""Numbers of trials and of attributes."""

RATES = tuple(map(Fraction, ("1", "1/4", "1/16")))
EXPONENTS = (2, 3, 4, 6)
KEPT = 4


def instances(claim: Claim, seed: int, effort: int = 1) -> Iterator[tuple[str, Instance]]:
    """Yield the best of some thousands of random sequences of each shape; nothing for a claim that does not fit."""
    rates = RATES if s.eta in claim.free or s.tau in claim.free else (Fraction(0),)
    exponents = EXPONENTS if s.p in claim.free else (2,)
    for l, n in SHAPES:  # noqa: E741
        for rate in rates:
            for p in exponents:
                try:
                    screen = Screen(
                        claim,
                        l,
                        n,
                        seed,
                        eta=rate if s.eta in claim.free else Fraction(0),
                        tau=rate if s.tau in claim.free else Fraction(0),
                        p=p,
                    )
                    found = list(screen.candidates(0, 2000 * effort, KEPT))
                except BoundcheckError:
                    return
                for score, instance in found:
                    yield f"screened: {score:.3f} by floats, {l} trials, n = {n}", instance
