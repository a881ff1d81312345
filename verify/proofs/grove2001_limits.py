"""Section 7 of Grove, Littlestone and Schuurmans 2001: exp as a limit of the f_p, and the rates of both."""

from __future__ import annotations

import z3

from bounds import symbols as s
from verify.proofs.exponentiated import x
from verify.proofs.perceptron import ZERO, l, on_trials
from verify.proofs.readings_transformations import parameters, sizes
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import Exponential, n
from verify.proofs.terms import absolute
from verify.proofs.translate import exp, ln, translate
from verify.proofs.vectors import INT, REAL, t


@proves("gls.7.lim", parameters)
def exponential_limit(session: Session) -> None:
    """With r = z/(p - 1) in [-1, 1]: 1 - k r**2 <= ((1 + r) exp(-r))**k <= 1 for k = p - 1, by Bernoulli."""
    E = Exponential(session)
    z_, p = session.symbol(s.z), session.symbol(s.p)
    k = p - 1
    b, c, d, r = z3.Reals("b_ c_ d_ r_")
    known = [*session.parameters, *session.parameter_premises]
    within = session.given("|z| <= p - 1", z3.And(z_ <= k, -z_ <= k))
    ratio = z_ / k
    power = z3.If(1 + ratio == 0, ZERO, exp(k * ln(1 + ratio)))
    inside = session.prove(
        "|z/(p - 1)| <= 1",
        z3.And(ratio <= 1, ratio >= -1, ratio * k == z_, k >= 1),
        [*within, *known],
    )
    smaller = session.lemma(
        "(1 + r)**k <= exp(k r)",
        [b, r],
        z3.Implies(z3.And(b >= 1, 1 + r > 0), exp(b * ln(1 + r)) <= exp(b * r)),
        [
            E.below_tangent.at(1 + r),
            E.increasing.at(b * r, b * ln(1 + r)),
            session.lemma("b times", [b, c, d], z3.Implies(z3.And(b >= 1, c <= d), b * c <= b * d)).at(b, ln(1 + r), r),
        ],
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
            session.lemma(
                "the tangents at c, weighted",
                [b, c, d, r],
                z3.Implies(z3.And(b >= 1, d > 0, r >= d * (1 + (b * c - c)), d * (1 - c) <= 1), r >= 1 + b * (d - 1)),
                [
                    session.lemma("(b - 1) times", [b, c], z3.Implies(z3.And(b >= 1, c >= 0), (b - 1) * c >= 0)).at(
                        b, 1 - d * (1 - c)
                    )
                ],
            ).at(b, c, exp(c), exp(b * c)),
            session.lemma("c times", [b, c, d], z3.Implies(z3.And(c > 0, b >= d), c * b >= c * d)).at(
                exp(b * c - c), exp(c), 1 + (b * c - c)
            ),
            session.lemma("c times", [b, c, d], z3.Implies(z3.And(c > 0, b >= d), c * b >= c * d)).at(
                exp(-c), exp(c), 1 - c
            ),
        ],
    )
    C = ln(1 + ratio) - ratio
    product = session.prove(
        "(1 + r) exp(-r) >= 1 - r**2",
        z3.Implies(1 + ratio > 0, exp(C) >= 1 - ratio * ratio),
        [
            E.sums.at(ln(1 + ratio), -ratio),
            E.inverse.at(1 + ratio),
            E.tangent.at(-ratio),
            session.prove("the same exponent", exp(ln(1 + ratio) + -ratio) == exp(C)),
            session.lemma("b times", [b, c, d], z3.Implies(z3.And(b > 0, c <= d), b * c <= b * d)).at(
                1 + ratio, 1 - ratio, exp(-ratio)
            ),
        ],
    )
    lower = session.prove(
        "(1 + r)**k >= exp(z) (1 - k r**2)",
        z3.Implies(1 + ratio > 0, exp(k * ln(1 + ratio)) >= exp(z_) * (1 - k * (ratio * ratio))),
        [
            bernoulli.at(k, C),
            product,
            inside,
            E.sums.at(z_, k * C),
            E.positive.at(z_),
            session.prove(
                "the exponent of the quotient",
                z3.Implies(ratio * k == z_, exp(z_ + k * C) == exp(k * ln(1 + ratio))),
                [
                    session.prove("its parts", z3.Implies(ratio * k == z_, z_ + k * C == k * ln(1 + ratio))),
                ],
            ),
            session.lemma(
                "exp(z) times",
                [b, c, d, r],
                z3.Implies(z3.And(b > 0, k >= 1, c >= 1 + k * (d - 1), d >= 1 - r), b * c >= b * (1 - k * r)),
                [
                    session.lemma("k times", [c, d], z3.Implies(z3.And(k >= 1, c <= d), k * c <= k * d)).at(1 - r, d),
                    session.lemma("b times", [b, c, d], z3.Implies(z3.And(b > 0, c <= d), b * c <= b * d)).at(
                        b, 1 - k * r, c
                    ),
                ],
            ).at(exp(z_), exp(k * C), exp(C), ratio * ratio),
        ],
    )
    size = exp(z_) * (k * (ratio * ratio))
    both = session.prove(
        "0 <= exp(z) - (1 + r)**k <= exp(z) k r**2",
        z3.And(exp(z_) - power >= 0, exp(z_) - power <= size),
        [
            lower,
            smaller.at(k, ratio),
            inside,
            E.positive.at(z_),
            session.prove("exp(k r) = exp(z)", z3.Implies(ratio * k == z_, exp(k * ratio) == exp(z_))),
            session.lemma(
                "where 1 + r = 0",
                [b, r],
                z3.Implies(z3.And(r == -1, b > 0, k >= 1), b * (k * (r * r)) >= b),
                [session.lemma("b k >= b", [b], z3.Implies(z3.And(b > 0, k >= 1), b * k >= b)).at(b)],
            ).at(exp(z_), ratio),
            session.lemma("b (1 - c)", [b, c], b * (1 - c) == b - b * c).at(exp(z_), k * (ratio * ratio)),
        ],
    )
    bound = session.prove(
        "exp(z) k r**2 = z**2 exp(z) / (p - 1)",
        size == z_ * z_ * exp(z_) / k,
        [
            session.prove("k r**2 = z r", z3.Implies(ratio * k == z_, k * (ratio * ratio) == z_ * ratio)),
            session.prove("z r exp(z)", z_ * ratio * exp(z_) == z_ * z_ * exp(z_) / k, [inside]),
            session.lemma("exp(z) times", [b, c, d], z3.Implies(b == c, d * b == c * d)).at(
                k * (ratio * ratio), z_ * ratio, exp(z_)
            ),
            inside,
        ],
    )
    for lhs in (exp(z_) - power, power - exp(z_)):
        session.conclude(
            lhs,
            [both, bound, session.prove("the size is not negative", size >= 0, [both])],
        )


@proves("gls.7.lim.rate", sizes)
def rates(session: Session) -> None:
    """With R the largest p-norm of an example the ratio is n**(2/p) X**2/R**2, where X <= R <= n**(1/p) X."""
    norm_x, top_x = z3.Function("norm_x", INT, REAL), z3.Function("top_x", INT, INT)
    longest, widest, R = z3.Int("longest"), z3.Int("widest"), z3.Real("radius")
    U, X, delta, p = (session.symbol(v) for v in (s.U, s.X, s.delta, s.p))
    width = translate(s.n ** (2 / s.p))
    b, c, d, e = z3.Reals("b_ c_ d_ e_")
    known = [*session.parameters, *session.parameter_premises]
    largest = absolute(x(widest, top_x(widest)))
    places = session.define(
        "the largest examples",
        z3.And(longest >= 0, longest < l, widest >= 0, widest < l, norm_x(longest) == R),
        "R is the largest p-norm of an example, and some example has it",
    )
    most = session.define(
        "the largest norm and the largest entry",
        on_trials(z3.And(top_x(t) >= 0, top_x(t) < n, norm_x(t) <= R, absolute(x(t, top_x(t))) <= largest)),
    )
    examples = session.given("examples", largest == X)
    entry = session.fact(
        "an entry is at most the norm", on_trials(absolute(x(t, top_x(t))) <= norm_x(t)), "|x_i| <= ||x||_p"
    )
    spread = session.fact(
        "the norm against the largest entry",
        on_trials(norm_x(t) * norm_x(t) <= width * (x(t, top_x(t)) * x(t, top_x(t)))),
        "||x||_p <= n**(1/p) max |x_i|",
    )
    positive = session.define("U", U > 0, "U is the 1-norm of u, which is not zero")
    power = session.prove("n**(2/p) > 0", width > 0, [Exponential(session).positive.at(width.arg(0))])
    squares = session.lemma("squares", [b, c], z3.Implies(z3.And(b >= 0, b <= c), b * b <= c * c))
    narrow = session.prove(
        "0 < X <= R", z3.And(X > 0, X <= R), [places, most.at(widest), entry.at(widest), *examples, *known]
    )
    wide = session.prove(
        "R**2 <= n**(2/p) X**2",
        width * (X * X) >= R * R,
        [
            places,
            most.at(longest),
            spread.at(longest),
            *examples,
            power,
            session.lemma("c times", [b, c, d], z3.Implies(z3.And(c > 0, b <= d), c * b <= c * d)).at(
                x(longest, top_x(longest)) * x(longest, top_x(longest)), width, X * X
            ),
            squares.at(absolute(x(longest, top_x(longest))), X),
            session.prove(
                "equal squares", z3.Implies(norm_x(longest) == R, norm_x(longest) * norm_x(longest) == R * R)
            ),
        ],
    )
    a_p, a_wm = delta * width / ((p - 1) * (R * R) * U), delta / (U * (X * X))
    ratio = session.lemma(
        "the ratio of the coefficients",
        [b, c, d, e],
        z3.Implies(
            z3.And(b > 0, c > 0, d > 0, e > 0, delta > 0, U > 0),
            z3.And(
                d * (delta * e / (d * b * U)) / (delta / (U * c)) == e * (c / b),
                e * (delta / (U * c)) / (d * (delta * e / (d * b * U))) == b / c,
            ),
        ),
        session.parameters,
    ).at(R * R, X * X, p - 1, width)
    below = session.lemma("at most a quotient", [b, c, d], z3.Implies(z3.And(c > 0, b <= d * c), b / c <= d))
    both = [
        ratio,
        narrow,
        wide,
        power,
        positive,
        squares.at(X, R),
        below.at(X * X, R * R, z3.RealVal(1)),
        below.at(R * R, X * X, width),
        session.lemma("a square is positive", [b], z3.Implies(b > 0, b * b > 0)).at(X),
        session.lemma("e times", [b, c], z3.Implies(z3.And(c > 0, b <= 1), c * b <= c)).at(X * X / (R * R), width),
        *known,
    ]
    first, second = (p - 1) * a_p / a_wm, width * a_wm / ((p - 1) * a_p)
    sizes_ = session.prove("both ratios", z3.And(first <= width, second <= width), both)
    session.conclude(first, [sizes_])
    session.conclude(second, [sizes_])
