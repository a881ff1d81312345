"""Section 4 of Grove, Littlestone and Schuurmans 2001: theorem 4.1 for f_p, and the remark on f(z) = z."""

from __future__ import annotations

import z3

from bounds import symbols as s
from verify.proofs.engine.axioms import f, g, ginv, slope
from verify.proofs.engine.registry import proves
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import n
from verify.proofs.engine.translate import translate
from verify.proofs.grove2001.convergence import Convergence
from verify.proofs.readings.quasi_additive import quasi_additive
from verify.proofs.runs.perceptron import START, l
from verify.proofs.runs.quasi_additive import absolute


@proves("gls.4.1", quasi_additive)
def theorem_41_power(session: Session) -> None:
    """For f_p, c f'(v) <= (p - 1) f(c) for |v| <= c, so kappa = (p - 1)/late; and ginv(n g(c)) = n**(1/p) c."""
    p = session.symbol(s.p)
    v, c = z3.Reals("v_ c_")
    run = Convergence(session)
    a, U, X = run.a, run.U, run.X
    slopes = run.shape(
        "the slope of a power",
        [v, c],
        z3.Implies(z3.And(c > 0, absolute(v) <= c), slope(v) * c <= (p - 1) * f(c)),
        "f_p'(v) = (p - 1) |v|**(p - 2), p >= 2",
    )
    levels = run.shape(
        "the level of a power",
        [c],
        z3.Implies(z3.And(c >= 0, n >= 1), ginv(z3.ToReal(n) * g(c)) == translate(s.n ** (1 / s.p)) * c),
        "g(c) = c**p/p",
    )
    K = a * z3.ToReal(n) * (X * X) * U / run.delta
    kappa, late = 1 / K, (p - 1) * K
    one = session.prove(
        "K = a n X**2 U / delta > 0",
        z3.Implies(
            l >= 1,
            z3.And(K > 0, late > 0, kappa > 0, kappa * K == 1, K * run.delta == a * z3.ToReal(n) * (X * X) * U),
        ),
        [run.room.at(START), *session.parameters],
    )
    steep = session.lemma(
        "f' against f from late on",
        [v, c],
        z3.Implies(z3.And(l >= 1, late <= c, absolute(v) <= c), slope(v) <= kappa * f(c)),
        [slopes.at(v, c), run.positive.at(c), one, *session.parameters],
    )
    both = run.mistakes(late, kappa, steep, one)
    session.repair("a run without trials", "the bound speaks of U X >= delta, which only a trial gives")
    session.conclude(run.M.whole(l), [both, levels.at(run.early), run.signs])
