"""False variants of the theorems, which the search has to break, and true ones, which it must never break.

Each variant argues its standing: an equality case or a limit for a false one, a short proof for a true one. Where
the theorem's own constant is not known to be the best, a variant is open: it is tried and printed, not asserted.
"""

from __future__ import annotations

from sympy import Rational, log

from bounds import symbols as s
from tests.power.changes import bound, eta, k, open_, times
from tests.power.constants import CONSTANTS, LOWER_BOUNDS
from tests.power.hypotheses import DROPPED
from tests.power.terms import NORMS_AND_RATES, STRICT, TERMS
from tests.power.weaker import EQUIVALENT, WEAKER

FALSE = [*CONSTANTS, *LOWER_BOUNDS, *TERMS, *NORMS_AND_RATES, *STRICT, *DROPPED]

TRUE = [*WEAKER, *EQUIVALENT]

OPEN = [
    open_("kitani.winnow", "times 9/10", times("9/10"), "0.79 at N = 256, 0.81 at N = 512; rising with N"),
    open_(
        "kitani.wma",
        "(1 + 4/5 eta) m_n",
        bound((1 + Rational(4, 5) * eta) * k + 2 * log(s.N) / eta),
        "false in the limit of many experts near eta = 1/2 only if all can err equally often in exact halves",
    ),
    open_("kw.perc.okx", "times 1/2", times("1/2"), "the best known is 3/10"),
    open_("gls.4.1", "times 1/2", times("1/2"), "a proof's constant; 1/2 at n = 1"),
    open_("gls.4.2", "times 1/2", times("1/2"), "a proof's constant; 0.30 is the best known"),
    open_("gls.4.1.bw", "times 1/2", times("1/2"), "a proof's constant; 1/3 is the best known"),
    open_("gls.4.1.fk", "times 1/2", times("1/2"), "a proof's constant; 1/2 is the best known"),
    open_("bylander.7.267", "times 99/100", times("99/100"), "wrong halves tend to 2.632/2.67 = 0.986"),
]

KNOWN = [*FALSE, *TRUE, *OPEN]
