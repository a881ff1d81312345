"""A. J. Grove, N. Littlestone and D. Schuurmans, General convergence results for linear discriminant updates.

Machine Learning 43 (2001) 173-210. Every checkable statement, in the paper's order. Where a statement is false
as printed, ``ID`` is the repaired claim and ``ID.printed`` the one to be refuted. Glossary: U is the paper's norm
of u and X its norm of S (of the conjugate pair that the claim names), delta the gap, f_p without its factor p.
"""

from __future__ import annotations

from bounds.claims.sections import stated_in
from bounds.sources.grove2001 import section2, section3, section4, section5, section6, section7, section8, section9

CLAIMS = stated_in(section2, section3, section4, section5, section6, section7, section8, section9)
