"""Games by name, as ``boundcheck.minimax``: the value of each, with its certificate.

>>> experts(2, 4).value
Fraction(3, 4)
"""

from verify.minimax.games import Minimax, disjunctions, experts, mistakes, of_class

__all__ = ["Minimax", "disjunctions", "experts", "mistakes", "of_class"]
