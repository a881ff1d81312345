"""Proofs for Kivinen and Warmuth 1995, section 4 and examples: Winnow on the adversary's sequence, and the figures."""

from __future__ import annotations

import sympy
import z3

from bounds import symbols as s
from bounds.expression import parse_expression
from verify.proofs import readings_more
from verify.proofs.calculus import Range, by_derivatives, by_enclosure
from verify.proofs.hadamard import PrefixSum
from verify.proofs.kernel import Formula, Term, Theorem
from verify.proofs.perceptron import ONE, ZERO, l
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import Exponential, j
from verify.proofs.translate import exp, ln, translate
from verify.proofs.vectors import INT, REAL

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


@proves("kw.fig1", readings_more.probabilities)
def figure_1(session: Session) -> None:
    """Half of the trials have outcome 0 in expectation."""
    session.repair("figure 1", "with uniform instances there is next to no example with outcome 0")
    sparse = SparseAttributes(session)
    expected = z3.ToReal(l) * sparse.negative
    session.conclude(expected, [claimed(session, expected, [sparse.half]), sparse.half, *session.length])


@proves("kw.fig2", readings_more.probabilities)
def figure_2(session: Session) -> None:
    """An example is negative with probability (1 - p)**k = 1/2."""
    sparse = SparseAttributes(session)
    surplus = 1 - sparse.negative - z3.RealVal("1/2")
    session.conclude(surplus, [claimed(session, surplus, [sparse.half]), sparse.half])


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


# --- two random points of {0, 1}^N -----------------------------------------------------------------------------------

law = z3.Function("law", INT, INT, REAL)
r = z3.Int("r")


class DotProduct:
    """The law of x.x': each coordinate is 1 in both points with probability 1/4, so that r + 1 coordinates have the
    law 3/4 law(r, j) + 1/4 law(r, j - 1).
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.N = z3.Int("N")
        none = z3.ForAll([j], law(0, j) == z3.If(j == 0, ONE, ZERO))
        self.none = session.define("no coordinates", none)
        more = law(r + 1, j) == (3 * law(r, j) + law(r, j - 1)) / 4
        self.more = session.define("one more coordinate", z3.ForAll([r, j], z3.Implies(r >= 0, more)))
        self.sums = [
            PrefixSum(session, "mass", [r], law, r + 2, r >= 0),
            PrefixSum(session, "first_moment", [r], lambda r, j: z3.ToReal(j) * law(r, j), r + 2, r >= 0),
            PrefixSum(
                session, "second_moment", [r], lambda r, j: z3.ToReal(j) * z3.ToReal(j) * law(r, j), r + 2, r >= 0
            ),
        ]

    def ranges(self) -> Theorem:
        """law(r, j) >= 0, and 0 outside of 0, ..., r; said of the index at which it fails, if there is one."""
        session = self.session
        bad = z3.Function("stray", INT, INT)

        def sound(r: Term, j: Term) -> Formula:
            return z3.And(law(r, j) >= 0, z3.Implies(z3.Or(j < 0, j > r), law(r, j) == 0))

        text = "an index at which law(r, j) is not as it should be, if there is one"
        witness = session.kernel.choose("stray", [r], bad(r), j, sound(r, j), when=r >= 0, note=text)
        at = bad(r + 1)
        always = session.induction(
            "law(r, j) >= 0, and 0 outside of 0, ..., r",
            r,
            sound(r, bad(r)),
            [self.none.at(bad(z3.IntVal(0)))],
            [self.more.at(r, at), witness.at(r, at), witness.at(r, at - 1)],
        )
        return session.lemma("the law", [r, j], z3.Implies(r >= 0, sound(r, j)), [always.at(r), witness.at(r, j)])

    def moments(self) -> Theorem:
        """The law sums to 1, has mean r/4 and second moment 3 r/16 + (r/4)**2."""
        session, sums, law_ = self.session, self.sums, self.ranges()
        mass, first, second = sums
        m = z3.ToReal(j)
        shifted = session.induction(
            "the sums with one more coordinate",
            j,
            z3.Implies(
                z3.And(r >= 0, j <= r + 2),
                z3.And(
                    4 * mass(r + 1, j) == 4 * mass(r, j) - law(r, j - 1),
                    4 * first(r + 1, j) == 4 * first(r, j) + mass(r, j) - m * law(r, j - 1),
                    4 * second(r + 1, j) == 4 * second(r, j) + 2 * first(r, j) + mass(r, j) - m * m * law(r, j - 1),
                ),
            ),
            [*(total.empty.at(a) for total in sums for a in (r, r + 1)), law_.at(r, z3.IntVal(-1))],
            [*(total.further.at(a, j) for total in sums for a in (r, r + 1)), self.more.at(r, j)],
        )
        last = r + 2
        ends = [law_.at(r, r + 1), law_.at(r + 1, r + 2), *(total.further.at(r, r + 1) for total in sums)]
        ends += [total.further.at(r + 1, r + 2) for total in sums]
        here = z3.ToReal(r)
        moments = z3.And(
            mass(r, r + 1) == 1,
            first(r, r + 1) == here / 4,
            second(r, r + 1) == 3 * here / 16 + here / 4 * (here / 4),
        )
        zero = z3.IntVal(0)
        start = [self.none.at(zero), *(total.empty.at(zero) for total in sums)]
        start += [total.further.at(zero, zero) for total in sums]
        proved = session.induction("mass, mean and second moment", r, moments, start, [shifted.at(last), *ends])
        return proved.at(self.N)


@proves("kw.dot", readings_more.dot_product)
def moments_of_the_dot_product(session: Session) -> None:
    """Each coordinate adds a bit of mean 1/4 and variance 3/16."""
    product = DotProduct(session)
    known = [product.moments(), *session.parameters]
    N = z3.ToReal(product.N)
    mean, second = (total(product.N, product.N + 1) for total in product.sums[1:])
    session.conclude(mean - N / 4, known, name="the claim, for the mean")
    session.conclude(second - mean * mean - 3 * N / 16, known, name="the claim, for the variance")


@proves("kw.dot.close", readings_more.dot_product)
def close_to_the_mean(session: Session) -> None:
    """Chebyshev's inequality: where |j - N/4| > N/8 the square of it is above (N/8)**2."""
    product = DotProduct(session)
    mass, first, second = product.sums
    N = z3.ToReal(product.N)

    def far(r: Term, j: Term) -> Term:
        gap = 8 * z3.ToReal(j) - 2 * z3.ToReal(r)
        return z3.If(z3.If(gap >= 0, gap, -gap) > z3.ToReal(r), law(r, j), ZERO)

    tail = PrefixSum(session, "tail", [r], far, r + 2, r >= 0)
    here, at = z3.ToReal(r), product.ranges().at(r, j)
    a, b, c = z3.Reals("a_ b_ c_")
    square = session.lemma(
        "(j - r/4)**2 >= (r/8)**2 where it is far",
        [a, b, c],
        z3.Implies(
            z3.And(a >= 0, b >= 0, z3.Or(8 * c - 2 * b > b, 2 * b - 8 * c > b)),
            b * b * a / 64 <= (c - b / 4) * (c - b / 4) * a,
        ),
    )
    other = session.lemma("a square times a number >= 0", [a, b], z3.Implies(a >= 0, b * b * a >= 0))
    summed = session.induction(
        "(r/8)**2 P(far) is at most the sum of (j - r/4)**2",
        j,
        z3.Implies(
            z3.And(r >= 0, j <= r + 1),
            here * here / 64 * tail(r, j) <= second(r, j) - here / 2 * first(r, j) + here * here / 16 * mass(r, j),
        ),
        [total.empty.at(r) for total in (mass, first, second, tail)],
        [
            *(total.further.at(r, j) for total in (mass, first, second, tail)),
            at,
            square.at(law(r, j), here, z3.ToReal(j)),
            other.at(law(r, j), z3.ToReal(j) - here / 4),
        ],
    )
    summed = session.kernel.gen(summed.at(r + 1), r)
    probability = tail(product.N, product.N + 1)
    chebyshev = session.prove(
        "(N/8)**2 P(far) <= 3 N/16",
        N * N / 64 * probability <= 3 * N / 16,
        [summed.at(product.N), product.moments(), *session.parameters],
    )
    divide = session.lemma(
        "divide by (N/8)**2", [a, b], z3.Implies(z3.And(b > 0, b * b / 64 * a <= 3 * b / 16), a <= 12 / b)
    )
    session.conclude(probability, [chebyshev, divide.at(probability, N)])
