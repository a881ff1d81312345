"""Proofs for Kivinen and Warmuth 1995, section 4 and examples: Winnow on the adversary's sequence, and the figures."""

from __future__ import annotations

import sympy
import z3

from bounds import symbols as s
from bounds.expression import parse_expression
from verify.proofs import readings_more
from verify.proofs.calculus import Range, by_derivatives, by_enclosure
from verify.proofs.kernel import Term, Theorem
from verify.proofs.perceptron import ZERO
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import Exponential
from verify.proofs.translate import exp, ln, translate

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
        by = [E.logarithm.at(-self.rate), *session.parameters, *session.parameter_premises]
        exponent = session.prove("k ln(1 - p) = -ln 2", z3.Implies(k >= 1, k * ln(exp(-self.rate)) == -ln(base)), by)
        same = session.prove("the same power", z3.Implies(k >= 1, power == exp(-ln(base))), [exponent])
        self.half = session.prove(
            "(1 - p)**k = 1/2",
            z3.Implies(k >= 1, power == z3.RealVal("1/2")),
            [
                same,
                E.sums.at(ln(base), -ln(base)),
                E.inverse.at(base),
                E.positive.at(ZERO),
                _cancelled(session, ln(base)),
            ],
        )


def _cancelled(session: Session, a: Term) -> Theorem:
    """Return exp(a - a) = exp(0)."""
    return session.prove("a - a = 0", exp(a + -a) == exp(ZERO))


def claimed(session: Session, lhs: Term, by: list[Theorem]) -> Theorem:
    """Return that the claim compares this number with its bound, and no other."""
    (part,) = session.claim.quantity.formula
    known = [*by, *session.parameters, *session.parameter_premises]
    return session.prove("the compared number", lhs == translate(parse_expression(part["value"])), known)


@proves("kw.1.7", readings_more.probabilities)
def average_number_of_ones(session: Session) -> None:
    """N p = N (1 - exp(-z)) with N z = (5/2) ln 2 = 1.7329, and z - z**2/2 <= 1 - exp(-z) <= z."""
    sparse = SparseAttributes(session)
    E, z, N, k = sparse.E, sparse.rate, session.symbol(s.N), sparse.k
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
    logarithm = session.prove(
        "0.693 <= ln 2 <= 0.6932",
        z3.And(ln(base) >= z3.RealVal("693/1000"), ln(base) <= z3.RealVal("6932/10000")),
        [end.at(base) for end in ends],
    )
    parameters = [*session.parameters, *session.parameter_premises]
    a, b, c = z3.Reals("a_ b_ c_")
    quotient = session.lemma(
        "z = ln 2 / k for 5 k = 2 N",
        [a, b, c],
        z3.Implies(z3.And(b > 0, 5 * b == 2 * c), z3.And(c * (a / b) == 5 * a / 2, (a / b) * b == a)),
    )
    size = session.prove(
        "N z = (5/2) ln 2, 0 < z <= 1/10",
        z3.And(N * z == 5 * ln(base) / 2, z > 0, z <= z3.RealVal("1/10")),
        [quotient.at(ln(base), k, N), logarithm, *parameters],
    )
    times = session.lemma("N times", [a, b, c], z3.Implies(z3.And(a > 0, b <= c), a * b <= a * c))
    square = session.lemma("N (z - z**2/2)", [a, b, c], z3.Implies(a * b == c, a * (b - b * b / 2) == c - c * b / 2))
    rate = session.prove("exp(-z), written twice", exp(-z) == exp(-1 * z))
    small = session.prove(
        "(5/2) ln 2 z/2 is small",
        5 * ln(base) / 2 * z <= z3.RealVal("16/100"),
        [
            size,
            logarithm,
            session.lemma(
                "a square over N",
                [a, b, c],
                z3.Implies(
                    z3.And(a * b == c, a >= 20, b > 0, c <= z3.RealVal("1733/1000")), c * b <= z3.RealVal("16/100")
                ),
            ).at(N, z, 5 * ln(base) / 2),
            *parameters,
        ],
    )
    mean = N * sparse.probability
    bounds = session.prove(
        "1.65 < N p < 1.75",
        z3.And(mean > z3.RealVal("165/100"), mean < z3.RealVal("175/100")),
        [
            size,
            logarithm,
            small,
            rate,
            below,
            E.tangent.at(-z),
            times.at(N, z - z * z / 2, sparse.probability),
            times.at(N, sparse.probability, z),
            square.at(N, z, 5 * ln(base) / 2),
            *parameters,
        ],
    )
    gap = mean - z3.RealVal("17/10")
    distance = z3.If(gap >= 0, gap, -gap)
    exponent = session.prove("the exponent of 2**(-1/k)", -1 * (1 / k) * ln(base) == -z, parameters)
    same = [session.prove("2**(-1/k)", exp(-1 * (1 / k) * ln(base)) == exp(-z), [exponent])]
    session.conclude(distance, [claimed(session, distance, same), bounds])
