"""J. Kivinen and M. K. Warmuth, The Perceptron algorithm vs. Winnow: linear vs. logarithmic mistake bounds.

COLT 1995. Every checkable statement, in the paper's order. Where a statement is false as printed, ``ID`` is the
repaired claim and ``ID.printed`` (or another suffix) the one to be refuted. Glossary: the paper's outcomes 1
and 0 are the labels +1 and -1; ``alpha`` is Winnow's factor e^eta; l of section 3 is 2**d. An instance about a
rotation holds in ``u`` the axis of a reflection: reflections generate all rotations, and those with
rational axes are dense.
"""

from __future__ import annotations

from bounds.claims.sections import stated_in
from bounds.sources.kivinen1995 import section1, section2, section3, section4

CLAIMS = stated_in(section1, section2, section3, section4)
