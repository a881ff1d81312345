"""What attacks a claim, one by one, to look at: constructions of the papers, random instances, the closest to a bound.

``search`` has all of them and more, and shrinks what it finds. ``random_instances(claim, count, seed)`` and
``deck(claim)`` give names with instances, ``tightest(claim)`` the closest of the deck with its verdict; the others make
the sequences of single constructions.
"""

from adversaries.constructions.orthonormal import orthonormal
from adversaries.constructions.oscillation import two_clusters
from adversaries.families.sampling import random_instances
from adversaries.portfolio.structured import deck
from bounds.mathematics.hadamard import oppose, pairs, products_that_differ, sylvester
from verify.search.evidence import tightest

__all__ = [
    "deck",
    "oppose",
    "orthonormal",
    "pairs",
    "products_that_differ",
    "random_instances",
    "sylvester",
    "tightest",
    "two_clusters",
]
