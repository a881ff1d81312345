"""Small trees in full: every order of a few trials of a pool, for any learner that can be played.

What a construction has no idea of, and a random order meets late, is here met for certain, if it is short.
"""

from __future__ import annotations

import random
from itertools import product

from adversaries.generate.pools import Drawer
from adversaries.optimise.rates import tuned
from adversaries.optimise.records import Records, Score, Spent
from bounds.claims.claim import Claim
from bounds.claims.variants import theorem_id

SIZES = ((2, 3), (3, 3), (2, 5), (3, 4))
"""Trials of a pool, and how many of them follow each other: each beginning is looked at as well, or most."""

TRIALS, JUDGED = 600, 12
"""Trials that are followed, and sequences that are judged, times the effort."""


def climb(claim: Claim, seed: int, effort: int, score: Score) -> None:
    """Play every order of small pools, and judge what comes closer to the bound than all before it."""
    rng = random.Random(f"trees {theorem_id(claim)} {seed}")  # noqa: S311 - reproducible, not secret
    records = Records(Drawer(claim, rng), score, TRIALS * effort, JUDGED * effort)
    drawn = records.drawer.pools(max(size for size, _ in SIZES))
    try:
        for number, pool in enumerate(drawn):
            size, length = SIZES[number % len(SIZES)]
            pool = tuned(claim, pool, rng, length)
            for order in product(range(min(size, len(pool.rows))), repeat=min(length, records.reach)):
                records.tried(f"every order of {size}", pool, order)
    except Spent:
        return
