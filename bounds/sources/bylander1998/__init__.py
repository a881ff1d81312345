"""T. Bylander, Worst-case analysis of the Perceptron and Exponentiated Update algorithms.

Artificial Intelligence 106 (1998) 335-352. Every checkable statement, in the paper's order. Where a
statement is false as printed, ``ID`` is the repaired claim and ``ID.printed`` (or another suffix) the one
to be refuted. Glossary: U and X stand for the paper's U_P, X_P (Perceptron) or U_E, X_E (EU).
"""

from __future__ import annotations

from bounds.claims.sections import stated_in
from bounds.sources.bylander1998 import appendix, section2, section3, section4, section5, section6

CLAIMS = stated_in(section2, section3, section4, section5, section6, appendix)
