"""Proofs for Kivinen and Warmuth 1995, section 4 and examples: Winnow on the adversary's sequence, and the figures."""

from __future__ import annotations

import sympy
import z3

from bounds import symbols as s
from bounds.expression import parse_expression
from verify.proofs.engine.calculus import Range, by_derivatives, by_enclosure
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Term
from verify.proofs.engine.registry import proves
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import Exponential
from verify.proofs.engine.translate import exp, ln, translate
from verify.proofs.readings import hadamard
from verify.proofs.runs.perceptron import ZERO

# --- the figures ---------------------------------------------------------------------------------------------------


class SparseAttributes:
    """Attributes that are 1 with probability p = 1 - 2**(-1/k): all k relevant ones are 0 with probability 1/2."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.E = E = Exponential(session)
        self.k = k = session.symbol(s.k)
        base = z3.RealVal(2)
        self.rate = ln(base) / k
        self.probability = 1 - exp(-self.rate)
        power = exp(k * ln(exp(-self.rate)))
        self.negative = power
        by = [E.logarithm.at(-self.rate)]
        exponent = session.prove("k ln(1 - p) = -ln 2", z3.Implies(k >= 1, k * ln(exp(-self.rate)) == -ln(base)), by)
        self.half = session.prove(
            "(1 - p)**k = 1/2",
            z3.Implies(k >= 1, power == z3.RealVal("1/2")),
            [exponent, E.sums.at(ln(base), -ln(base)), E.inverse.at(base), E.positive.at(ZERO)],
        )


def claimed(session: Session, lhs: Term, by: list[Theorem]) -> Theorem:
    """Return that the claim compares this number with its bound, and no other."""
    (part,) = session.claim.quantity.formula
    known = [*by, *session.parameters, *session.parameter_premises]
    return session.prove("the compared number", lhs == translate(parse_expression(part["value"])), known)


@proves("kw.1.7", hadamard.probabilities)
def average_number_of_ones(session: Session) -> None:
    """N p = N (1 - exp(-z)) with N z = (5/2) ln 2 = 1.7329, and z - z**2/2 <= 1 - exp(-z) <= z."""
    sparse = SparseAttributes(session)
    E, z, N = sparse.E, sparse.rate, session.symbol(s.N)
    v = sympy.Symbol("v_", real=True)
    below = by_derivatives(
        session.kernel, "1 - exp(-z) >= z - z**2/2", 1 - sympy.exp(-v) - v + v**2 / 2, Range(v, sympy.Integer(0)), 0, 3
    ).at(z)
    two = Range(v, sympy.Integer(2), sympy.Integer(2))
    ends = [
        by_enclosure(session.kernel, "ln 2 > 0.693", sympy.log(v) - sympy.Rational(693, 1000), two),
        by_enclosure(session.kernel, "ln 2 < 0.6932", sympy.Rational(6932, 10000) - sympy.log(v), two),
    ]
    base = z3.RealVal(2)
    rate = session.prove("exp(-z), written twice", exp(-z) == exp(-1 * z))
    mean = N * sparse.probability
    gap = mean - z3.RealVal("17/10")
    distance = z3.If(gap >= 0, gap, -gap)
    known = [*session.parameters, *session.parameter_premises]
    exponent = session.prove("the exponent of 2**(-1/k)", -1 * (1 / sparse.k) * ln(base) == -z, known)
    same = [session.prove("2**(-1/k)", exp(-1 * (1 / sparse.k) * ln(base)) == exp(-z), [exponent])]
    bounds = session.prove(
        "1.65 < N p < 1.75",
        z3.And(mean > z3.RealVal("165/100"), mean < z3.RealVal("175/100")),
        [*(end.at(base) for end in ends), rate, below, E.tangent.at(-z), *known],
    )
    session.conclude(distance, [claimed(session, distance, same), bounds])
