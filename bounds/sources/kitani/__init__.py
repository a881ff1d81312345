"""K. Kitani, lecture notes on online linear classification (scribes X. Huang and X. Yao).

Every checkable statement, in the order of the notes. Where a statement is false as printed, ``ID`` is the
repaired claim and ``ID.printed`` the one to be refuted. Glossary: k is the mistakes m_n of an expert in
section 1, the number of relevant features in section 2.2; labels 0 and 1 of section 2.2 are -1 and +1 here;
mplus and mminus are m+ and m-; the unit vector w* is u/|u|.
"""

from __future__ import annotations

from bounds.claims.sections import stated_in
from bounds.sources.kitani import section1, section2_1, section2_2

CLAIMS = stated_in(section1, section2_1, section2_2)
