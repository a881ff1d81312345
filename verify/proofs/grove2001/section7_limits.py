"""What the proofs of Grove, Littlestone and Schuurmans 2001 use of exp: it is above its tangents, and so Gibbs.

Gibbs' inequality puts ln W above u.z/U by the entropy of the shares |u_i|/U, where W is the sum of exp(z_i).
"""

from __future__ import annotations

from collections.abc import Iterable

import sympy
import z3

from bounds import symbols as s
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Term
from verify.proofs.engine.registry import proves
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import CoordinateSum, Exponential, i, j, n, on_coordinates, sum_up
from verify.proofs.engine.terms import absolute
from verify.proofs.engine.translate import exp, ln, translate
from verify.proofs.engine.vectors import INT, REAL, t
from verify.proofs.readings.transformations import limit_and_shares, parameters, sizes, sizes_and_shares
from verify.proofs.runs.coordinates import u, x
from verify.proofs.runs.perceptron import ZERO, l, on_trials

share = z3.Function("share", INT, REAL)


def shares_of(session: Session, whole: Term, part: Term, positive: Iterable[Theorem]) -> Theorem:
    """Define share(i) as part/whole for the ``part`` of coordinate i; return share(i) whole = part, as whole > 0."""
    shares = session.define("shares", on_coordinates(share(i) == part / whole))
    formula = z3.Implies(z3.And(i >= 0, i < n), share(i) * whole == part)
    return session.lemma("a share of the whole", [i], formula, [shares.at(i), *positive])


@proves("gls.7.lim", parameters)
def exponential_limit(session: Session) -> None:
    """With r = z/(p - 1) in [-1, 1]: 1 - k r**2 <= ((1 + r) exp(-r))**k <= 1 for k = p - 1, by Bernoulli."""
    E = Exponential(session)
    z_, p = session.symbol(s.z), session.symbol(s.p)
    k = p - 1
    b, c, r = z3.Reals("b_ c_ r_")
    known = [*session.parameter_premises]
    ratio = z_ / k
    power = z3.If(1 + ratio == 0, ZERO, exp(k * ln(1 + ratio)))
    inside = session.prove(
        "|z/(p - 1)| <= 1",
        z3.And(ratio <= 1, ratio >= -1, ratio * k == z_, k >= 1),
        [*known],
    )
    smaller = session.lemma(
        "(1 + r)**k <= exp(k r)",
        [b, r],
        z3.Implies(z3.And(b >= 1, 1 + r > 0), exp(b * ln(1 + r)) <= exp(b * r)),
        [E.below_tangent.at(1 + r), E.increasing.at(b * r, b * ln(1 + r))],
    )
    bernoulli = session.lemma(
        "Bernoulli: exp(b c) >= 1 + b (exp(c) - 1)",
        [b, c],
        z3.Implies(b >= 1, exp(b * c) >= 1 + b * (exp(c) - 1)),
        [
            E.tangent.at(b * c - c),
            E.tangent.at(-c),
            E.sums.at(c, b * c - c),
            E.sums.at(c, -c),
            E.positive.at(c),
            session.prove("exponents", z3.And(exp(c + (b * c - c)) == exp(b * c), exp(c + -c) == exp(ZERO))),
        ],
    )
    C = ln(1 + ratio) - ratio
    lower = session.prove(
        "(1 + r)**k >= exp(z) (1 - k r**2)",
        z3.Implies(1 + ratio > 0, exp(k * ln(1 + ratio)) >= exp(z_) * (1 - k * (ratio * ratio))),
        [
            bernoulli.at(k, C),
            E.sums.at(ln(1 + ratio), -ratio),
            E.inverse.at(1 + ratio),
            E.tangent.at(-ratio),
            session.prove("the same exponent", exp(ln(1 + ratio) + -ratio) == exp(C)),
            inside,
            E.sums.at(z_, k * C),
            E.positive.at(z_),
            session.prove(
                "the exponent of the quotient",
                z3.Implies(ratio * k == z_, exp(z_ + k * C) == exp(k * ln(1 + ratio))),
            ),
        ],
    )
    for lhs in (exp(z_) - power, power - exp(z_)):
        session.conclude(
            lhs,
            [lower, smaller.at(k, ratio), inside, E.positive.at(z_)],
        )


class Largest:
    """The examples of largest p-norm, R, and of largest entry, X where the premise says so; X <= R."""

    def __init__(self, session: Session) -> None:
        self.norm_x, self.top_x = z3.Function("norm_x", INT, REAL), z3.Function("top_x", INT, INT)
        self.longest, widest = z3.Int("longest"), z3.Int("widest")
        self.R, X = z3.Real("radius"), session.symbol(s.X)
        largest = absolute(x(widest, self.top_x(widest)))
        self.places = session.fact(
            "the largest examples",
            z3.And(self.longest >= 0, self.longest < l, widest >= 0, widest < l, self.norm_x(self.longest) == self.R),
            "R is the largest p-norm of an example, and some example has it",
        )
        top = absolute(x(t, self.top_x(t)))
        self.most = session.fact(
            "the largest norm and the largest entry",
            on_trials(z3.And(self.top_x(t) >= 0, self.top_x(t) < n, self.norm_x(t) <= self.R, top <= largest)),
        )
        self.premise = session.given("examples", largest == X)
        p = session.symbol(s.p)
        entry = session.fact(
            "an entry is at most the norm",
            on_trials(z3.Implies(p >= 1, top <= self.norm_x(t))),
            "|x_i| <= ||x||_p, for p >= 1",
        )
        self.at_least_X = session.prove(
            "0 < X <= R",
            z3.And(X > 0, X <= self.R),
            [self.places, self.most.at(widest), entry.at(widest), *self.premise, *session.parameter_premises],
        )


@proves("gls.7.lim.rate", sizes)
def rates(session: Session) -> None:
    """With R the largest p-norm of an example the ratio is n**(2/p) X**2/R**2, where X <= R <= n**(1/p) X."""
    width = translate(s.n ** (2 / s.p))
    U, X, delta, p = (session.symbol(v) for v in (s.U, s.X, s.delta, s.p))
    known = [*session.parameter_premises]
    examples = Largest(session)
    R, narrow = examples.R, examples.at_least_X
    spread = session.fact(
        "the norm against the largest entry",
        on_trials(
            z3.Implies(
                z3.And(p >= 1, n >= 1),
                examples.norm_x(t) * examples.norm_x(t) <= width * (x(t, examples.top_x(t)) * x(t, examples.top_x(t))),
            )
        ),
        "||x||_p <= n**(1/p) max |x_i|, for p >= 1",
    )
    positive = session.measure("U", U > 0, "U is the 1-norm of u, which is not zero")
    a_p, a_wm = delta * width / ((p - 1) * (R * R) * U), delta / (U * (X * X))
    both = [
        narrow,
        examples.places,
        examples.most.at(examples.longest),
        spread.at(examples.longest),
        *known,
        *examples.premise,
        positive,
    ]
    first, second = (p - 1) * a_p / a_wm, width * a_wm / ((p - 1) * a_p)
    sizes_ = session.prove("both ratios", z3.And(first <= width, second <= width), both)
    session.conclude(first, [sizes_])
    session.conclude(second, [sizes_])


@proves("gls.cor7.2.finite", sizes_and_shares)
def at_finite_p(session: Session) -> None:
    """n**(1/p) ||u||_q >= U exp((ln n - entropy)/p) >= U (1 + (ln n - entropy)/p), and R >= X."""
    E = Exponential(session)
    U, delta, p, entropy = (session.symbol(v) for v in (s.U, s.delta, s.p, s.entropy))
    size, size_q, shannon = z3.Reals("size size_q shannon")
    L, width = translate(sympy.log(s.n)), translate(s.n ** (2 / s.p))
    known = [*session.parameters, *session.parameter_premises]
    R, narrow = (largest := Largest(session)).R, largest.at_least_X
    comparator = session.given("comparator", size == U)
    shares = session.given("entropy", entropy == shannon)
    positive = session.fact("u is not 0", size > 0, "size is the 1-norm of u, which is not zero")
    jensen = session.fact(
        "Jensen for ln, over the shares",
        z3.Implies(z3.And(p > 1, size > 0), size_q >= size * exp(-(shannon / p))),
        "||u||_q >= ||u||_1 exp(-entropy/p): with weights r_i = |u_i|/||u||_1, the mean of ln r_i**(q - 1) is at most "
        "ln of the mean; p > 1, u is not 0",
    )
    most = session.fact(
        "Jensen for ln: the entropy",
        z3.Implies(z3.And(n >= 1, size > 0), shannon <= L),
        "the entropy of n shares is at most ln n",
    )
    part = (L - shannon) / p
    session.conclude(
        (p - 1) * (R / delta) * (R / delta) * (width * (size_q * size_q) - size * size),
        [
            narrow,
            E.sums.at(L / p, L / p),
            session.prove("the same exponent", exp(L / p + L / p) == width, known),
            jensen,
            E.positive.at(L / p),
            E.tangent.at(part),
            E.sums.at(L / p, -(shannon / p)),
            session.prove("the exponents' sum", exp(L / p + -(shannon / p)) == exp(part), known),
            most,
            positive,
            *known,
            *comparator,
            *shares,
        ],
    )


@proves("gls.cor7.2", limit_and_shares)
def limit(session: Session) -> None:
    """The derivative at 1/p = 0, where sum |u_i| ln |u_i| = U ln U - U entropy."""
    E = Exponential(session)
    U, X, delta, entropy = (session.symbol(v) for v in (s.U, s.X, s.delta, s.entropy))
    L, value = translate(sympy.log(s.n)), z3.Real("limit")
    b = z3.Real("b_")
    weight = CoordinateSum(session, "norm_u", lambda i: absolute(u(i)), moving=False)
    logarithms = CoordinateSum(session, "u_ln_u", lambda i: absolute(u(i)) * ln(absolute(u(i))), moving=False)
    total = CoordinateSum(session, "share_sum", lambda i: share(i), moving=False)
    negentropy = CoordinateSum(session, "negentropy", lambda i: share(i) * ln(share(i)), moving=False)
    comparator = session.given("comparator", weight(t) == U)
    shares = session.given("entropy", -negentropy(t) == entropy)
    positive = session.measure("U", U > 0, "U is the 1-norm of u, which is not zero")
    parts = shares_of(session, U, absolute(u(i)), [positive])
    derivative = session.fact(
        "the derivative at 1/p = 0",
        z3.Implies(
            z3.And(n >= 1, weight(t) > 0),
            value == 2 * (weight(t) * weight(t)) * (L - ln(weight(t)) + logarithms(t) / weight(t)),
        ),
        "where u is not 0: of n**(2 s) (sum |u_i|**(1/(1 - s)))**(2 (1 - s)) in s, by the chain rule",
    )
    each = session.lemma(
        "r U ln(r U) = U r ln r + U ln U r",
        [b],
        z3.Implies(z3.And(b >= 0, U > 0), (b * U) * ln(b * U) == U * (b * ln(b)) + U * ln(U) * b),
        [E.product.at(b, U)],
    )
    summed = sum_up(
        session,
        "sum |u_i| ln |u_i|, by shares",
        lambda t, j: z3.And(
            logarithms(t, j) == U * negentropy(t, j) + U * ln(U) * total(t, j), U * total(t, j) == weight(t, j)
        ),
        [(logarithms, t), (negentropy, t), (total, t), (weight, t)],
        [each.at(share(j)), parts.at(j), positive],
    )
    session.conclude((X / delta) * (X / delta) * value, [derivative, summed.at(t, n), *comparator, *shares, positive])
