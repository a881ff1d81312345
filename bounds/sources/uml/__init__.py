"""S. Shalev-Shwartz and S. Ben-David, Understanding Machine Learning, section 21.4: the online Perceptron.

Every checkable statement, in the order of the section. Where a statement is false as printed, ``ID`` is the
repaired claim and another suffix marks the one to be refuted. The book's typo "pays 1 if p_t = y_t" is read
as "if p_t is not y_t". A comparator u stands for "all w".
"""

from __future__ import annotations

from bounds.claims.sections import stated_in
from bounds.sources.uml import section21

CLAIMS = stated_in(section21)
