"""A. J. Grove, N. Littlestone and D. Schuurmans, General convergence results for linear discriminant updates.

Machine Learning 43 (2001) 173-210. Every checkable statement, in the paper's order. Where a statement is false
as printed, ``ID`` is the repaired claim and ``ID.printed`` the one to be refuted. Glossary: U is the paper's norm
of u and X its norm of S (of the conjugate pair that the claim names), delta the gap, f_p without its factor p.
"""

from __future__ import annotations

from bounds.sources.grove2001.section2 import CLAIMS as SECTION_2
from bounds.sources.grove2001.section3 import CLAIMS as SECTION_3
from bounds.sources.grove2001.section4 import CLAIMS as SECTION_4
from bounds.sources.grove2001.section5 import CLAIMS as SECTION_5
from bounds.sources.grove2001.section6 import CLAIMS as SECTION_6
from bounds.sources.grove2001.section7 import CLAIMS as SECTION_7
from bounds.sources.grove2001.section8 import CLAIMS as SECTION_8
from bounds.sources.grove2001.section9 import CLAIMS as SECTION_9

CLAIMS = (
    *SECTION_2,
    *SECTION_3,
    *SECTION_4,
    *SECTION_5,
    *SECTION_6,
    *SECTION_7,
    *SECTION_8,
    *SECTION_9,
)
