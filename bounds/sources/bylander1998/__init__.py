"""T. Bylander, Worst-case analysis of the Perceptron and Exponentiated Update algorithms.

Artificial Intelligence 106 (1998) 335-352. Every checkable statement, in the paper's order. Where a
statement is false as printed, ``ID`` is the repaired claim and ``ID.printed`` (or another suffix) the one
to be refuted. Glossary: U and X stand for the paper's U_P, X_P (Perceptron) or U_E, X_E (EU).
"""

from __future__ import annotations

from bounds.sources.bylander1998.appendix import CLAIMS as APPENDIX
from bounds.sources.bylander1998.section2 import CLAIMS as SECTION_2
from bounds.sources.bylander1998.section3 import CLAIMS as SECTION_3
from bounds.sources.bylander1998.section4 import CLAIMS as SECTION_4
from bounds.sources.bylander1998.section5 import CLAIMS as SECTION_5
from bounds.sources.bylander1998.section6 import CLAIMS as SECTION_6

CLAIMS = (
    *SECTION_2,
    *SECTION_3,
    *SECTION_4,
    *SECTION_5,
    *SECTION_6,
    *APPENDIX,
)
