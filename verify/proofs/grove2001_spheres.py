"""Section 5 of Grove, Littlestone and Schuurmans 2001: the best measure of progress, and its level spheres."""

from __future__ import annotations

from typing import Any

import z3

from bounds import symbols as s
from verify.proofs.exponentiated import u, x
from verify.proofs.grove2001_exponential import above_tangents, gibbs, share, shares_of
from verify.proofs.kernel import Formula, Theorem
from verify.proofs.norms import Norms, dual, norm
from verify.proofs.perceptron import l
from verify.proofs.perceptron import u as vector_u
from verify.proofs.perceptron import x as vector_x
from verify.proofs.readings_transformations import exponential_level, hyperbolic_level, norms, two_multipliers
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import CoordinateSum, Exponential, i, j, n, on_coordinates, sum_up
from verify.proofs.terms import absolute
from verify.proofs.translate import exp, ln
from verify.proofs.vectors import INT, REAL, dot, t


@proves("gls.5.1", norms)
def sphere(session: Session) -> None:
    """u.x <= ||u||_q ||x||_p, and x is scaled by Z / ||x||_p."""
    U, Z = session.symbol(s.U), session.symbol(s.Z)
    size = norm(vector_x(t))
    b, c, d = z3.Reals("b_ c_ d_")
    parameters = [*session.parameters, *session.parameter_premises]
    hoelder = Norms(session, parameters).hoelder(vector_u, vector_x(t))
    scaled = session.lemma(
        "scale to the sphere",
        [b, c, d],
        z3.Implies(z3.And(c > 0, d > 0, b <= U * c), b * d / c <= U * d),
        [
            session.lemma("d times", [b, c, d], z3.Implies(z3.And(d > 0, b <= c), b * d <= c * d)).at(b, U * c, d),
            session.lemma("at most a product", [b, c, d], z3.Implies(z3.And(c > 0, b <= d * c), b / c <= d)).at(
                b * d, c, U * d
            ),
        ],
    )
    lhs = dot(vector_u, vector_x(t)) * Z / size
    goal = z3.Implies(z3.And(t >= 0, t < l, size > 0), session.holds(lhs))
    by = [
        hoelder,
        scaled.at(dot(vector_u, vector_x(t)), size, Z),
        session.lemma("c e <= d e", [b, c, d], z3.Implies(z3.And(b <= c, d > 0), b * d <= c * d)).at(
            dual(vector_u), U, size
        ),
        *session.given("comparator", dual(vector_u) <= U),
        *parameters,
    ]
    session.concluded(session.lemma("the claim", [t], goal, by))


@proves("gls.5.1.bw", hyperbolic_level)
def level_of_sinh(session: Session) -> None:
    """G(x) >= G(v*) + alpha u.(x - v*), as g is above its tangents and f(v*) = alpha u."""
    E = Exponential(session)
    alpha = session.symbol(s.alpha)
    best = z3.Function("best", INT, REAL)
    b, c, d, e, v = z3.Reals("b_ c_ d_ e_ v_")
    size = session.count("n", n >= 1)
    value = session.fact(
        "v*", on_coordinates(exp(best(i)) - exp(-best(i)) == alpha * u(i)), "f(v*) = alpha u, and f is 2 sinh"
    )
    here = CoordinateSum(session, "progress", lambda t, i: exp(x(t, i)) + exp(-x(t, i)) - 2)
    there = CoordinateSum(session, "best_level", lambda i: exp(best(i)) + exp(-best(i)) - 2, moving=False)
    ux = CoordinateSum(session, "ux", lambda t, i: u(i) * x(t, i))
    ub = CoordinateSum(session, "ub", lambda i: u(i) * best(i), moving=False)
    tangent = above_tangents(session, E, "exp is above its tangent at c", exp(b) >= exp(c) * (1 + b - c))
    cosh = session.lemma(
        "2 cosh is above its tangents",
        [b, c],
        exp(b) + exp(-b) >= exp(c) + exp(-c) + (exp(c) - exp(-c)) * (b - c),
        [tangent.at(b, c), tangent.at(-b, -c)],
    )
    times = session.lemma(
        "alpha u_i times", [b, c, d, e, v], z3.Implies(v == b * c, v * (d - e) == b * (c * d - c * e))
    )
    summed = sum_up(
        session,
        "G(x) >= G(v*) + alpha u.(x - v*)",
        lambda t, j: here(t, j) >= there(t, j) + alpha * (ux(t, j) - ub(t, j)),
        [(here, t), (there, t), (ux, t), (ub, t)],
        [
            cosh.at(x(t, j), best(j)),
            value.at(j),
            times.at(alpha, u(j), x(t, j), best(j), exp(best(j)) - exp(-best(j))),
        ],
    )
    inside = here(t) <= there(t)
    session.concluded(
        session.lemma(
            "the claim",
            [t],
            z3.Implies(z3.And(t >= 0, t < l, inside), session.holds(ux(t) - ub(t))),
            [
                summed.at(t, n),
                size,
                session.lemma("cancel alpha", [c], z3.Implies(alpha * c <= 0, c <= 0), session.parameters).at(
                    ux(t) - ub(t)
                ),
            ],
        )
    )


@proves("gls.5.1.exp", exponential_level)
def level_of_exp(session: Session) -> None:
    """u.x <= U (ln sum exp(x_i) - entropy), by Gibbs' inequality; and x is shifted to the level of z."""
    E = Exponential(session)
    U, H = session.symbol(s.U), session.symbol(s.entropy)
    b, c, d, e, p = z3.Reals("b_ c_ d_ e_ p_")
    start = z3.Real("start_level")
    size = session.count("n", n >= 1)
    W = CoordinateSum(session, "potential", lambda t, i: exp(x(t, i)))
    ux = CoordinateSum(session, "ux", lambda t, i: u(i) * x(t, i))
    weight = CoordinateSum(session, "norm_u", lambda i: absolute(u(i)), moving=False)
    total = CoordinateSum(session, "share_sum", lambda i: share(i), moving=False)
    negentropy = CoordinateSum(session, "negentropy", lambda i: share(i) * ln(share(i)), moving=False)
    nonnegative = session.given("nonnegative", on_coordinates(u(i) >= 0))
    parts = shares_of(session, U, u(i), [*session.parameters, *session.parameter_premises])
    entropy = session.given("entropy", -negentropy(t) == H)
    comparator = session.given("comparator", weight(t) == U)
    member = sum_up(
        session,
        "the sum of exp(x_i) is positive",
        lambda t, j: z3.And(W(t, j) >= 0, z3.Implies(j > 0, W(t, j) > 0)),
        [(W, t)],
        [E.positive.at(x(t, j))],
    )
    L = ln(W(t))
    scaled = gibbs(session, E)
    known = [*session.parameters, *session.parameter_premises]
    summed = sum_up(
        session,
        "Gibbs' inequality, summed",
        lambda t, j: z3.And(
            U * W(t, j) >= W(t) * (U * total(t, j) + ux(t, j) - U * total(t, j) * ln(W(t)) - U * negentropy(t, j)),
            U * total(t, j) == weight(t, j),
        ),
        [(W, t), (total, t), (ux, t), (negentropy, t), (weight, t)],
        [
            scaled.at(x(t, j), W(t), L, share(j)),
            parts.at(j),
            *(q.at(j) for q in nonnegative),
            E.inverse.at(W(t)),
            E.positive.at(x(t, j)),
            member.at(t, n),
            session.lemma("a share >= 0", [b, c], z3.Implies(z3.And(U > 0, b * U == c, c >= 0), b >= 0), known).at(
                share(j), u(j)
            ),
            session.lemma(
                "U times a summand",
                [b, c, d, e, p],
                z3.Implies(
                    z3.And(U > 0, b >= c * (p + p * (d - e))),
                    U * b >= c * (U * p + U * p * d - U * p * e),
                ),
                [
                    session.lemma("U times", [b, c], z3.Implies(z3.And(U > 0, b >= c), U * b >= U * c)).at(
                        b, c * (p + p * (d - e))
                    )
                ],
            ).at(exp(x(t, j)), W(t), x(t, j), L + ln(share(j)), share(j)),
            session.lemma("U share_i x_i = u_i x_i", [b, c, d], z3.Implies(b * U == c, U * b * d == c * d)).at(
                share(j), u(j), x(t, j)
            ),
            size,
            *known,
        ],
    )
    below = session.lemma(
        "u.x <= U (ln sum exp(x_i) - entropy)",
        [t],
        z3.Implies(z3.And(t >= 0, t < l), ux(t) <= U * (L - H)),
        [
            summed.at(t, n),
            member.at(t, n),
            *comparator,
            *entropy,
            session.lemma(
                "cancel the sum",
                [c, d],
                z3.Implies(z3.And(c > 0, U * c >= c * (U + d)), d <= 0),
                [session.lemma("cancel", [c, d], z3.Implies(z3.And(c > 0, c * d <= 0), d <= 0)).at(c, d)],
            ).at(W(t), ux(t) - U * L + U * H),
            size,
            *known,
        ],
    )
    shifted = ux(t) + U * (start - L) - U * (start - H)
    goal = z3.Implies(z3.And(t >= 0, t < l), session.holds(shifted))
    session.concluded(session.lemma("the claim", [t], goal, [below.at(t)]))


@proves("gls.5.3", two_multipliers)
def increasing_and_concave(session: Session) -> None:
    """g is strictly above its tangents, so that alpha rise < run < alpha' rise, where f(v) = alpha u."""
    E = Exponential(session)
    session.repair("u = 0", "psi* is constant where u is 0: the proof is for a u with a coordinate that is not 0")
    b, c = z3.Reals("b_ c_")
    half = session.lemma(
        "exp is strictly above its tangent at 0",
        [b],
        z3.Implies(b != 0, exp(b) > 1 + b),
        [
            E.tangent.at(b / 2),
            E.sums.at(b / 2, b / 2),
            E.positive.at(b),
            session.prove("b/2 + b/2", exp(b / 2 + b / 2) == exp(b)),
            session.lemma(
                "the square of the tangent",
                [b, c],
                z3.Implies(z3.And(b != 0, c >= 1 + b / 2, 1 + b / 2 >= 0), c * c > 1 + b),
                [session.lemma("squares", [b, c], z3.Implies(z3.And(b >= 0, b <= c), b * b <= c * c)).at(1 + b / 2, c)],
            ).at(b, exp(b / 2)),
        ],
    )
    tangent = session.lemma(
        "exp is strictly above its tangents",
        [b, c],
        z3.Implies(b != c, exp(b) > exp(c) * (1 + (b - c))),
        [
            half.at(b - c),
            E.sums.at(c, b - c),
            E.positive.at(c),
            session.prove("the same exponent", exp(c + (b - c)) == exp(b)),
            strictly(session).at(exp(b - c), exp(c), 1 + (b - c)),
        ],
    )
    some, least = z3.Int("some"), z3.Real("least_u")
    coordinate = session.fact("u is not 0", z3.And(some >= 0, some < n, u(some) != 0), "some coordinate of u is not 0")
    for name in ("power", "sinh", "exp"):
        f, g = (z3.Function(f"{letter}_{name}", REAL, REAL) for letter in "fg")
        convex = z3.Implies(b != c, g(b) > g(c) + f(c) * (b - c))
        if name == "power":
            p = session.symbol(s.p)
            fact = session.fact(
                "g_p is strictly above its tangents",
                z3.ForAll([b, c], z3.Implies(p > 1, convex)),
                "f_p increases, for p > 1",
            )
            increases = session.prove("p > 1, for f_p", p > 1, [*session.parameters, *session.parameter_premises])
            above = session.lemma(
                "g_p is strictly above its tangents, for this p", [b, c], convex, [fact.at(b, c), increases]
            )
        else:
            sign = 1 if name == "sinh" else 0
            values = session.define(
                f"g for {name}",
                z3.ForAll([b], z3.And(g(b) == exp(b) + sign * (exp(-b) - 2), f(b) == exp(b) - sign * exp(-b))),
            )
            above = session.lemma(
                f"g for {name} is strictly above its tangents",
                [b, c],
                convex,
                [values.at(b), values.at(c), tangent.at(b, c), tangent.at(-b, -c)],
            )
        positive = least > 0 if name == "exp" else z3.BoolVal(True)
        _one_transformation(session, name, f, above, positive, coordinate)


def strictly(session: Session) -> Theorem:
    """c b > c d where c > 0 and b > d."""
    b, c, d = z3.Reals("b_ c_ d_")
    return session.lemma("c times, strictly", [b, c, d], z3.Implies(z3.And(c > 0, b > d), c * b > c * d))


def _one_transformation(
    session: Session, name: str, f: Any, above: Theorem, positive: Formula, coordinate: Theorem
) -> None:
    alpha, step, some = session.symbol(s.alpha), session.symbol(s.rate), z3.Int("some")
    low, high = (z3.Function(f"{word}_{name}", INT, REAL) for word in ("low", "high"))
    g = z3.Function(f"g_{name}", REAL, REAL)
    b, c, d, v = z3.Reals("b_ c_ d_ v_")
    places = [
        session.fact(
            f"v* at {word}, {name}", on_coordinates(z3.Implies(positive, f(at(i)) == factor * u(i))), "f(v*) = alpha u"
        )
        for word, at, factor in (("alpha", low, alpha), ("alpha'", high, alpha + step))
    ]
    rise = CoordinateSum(session, f"rise_{name}", lambda i: u(i) * (high(i) - low(i)), moving=False)
    run = CoordinateSum(session, f"run_{name}", lambda i: g(high(i)) - g(low(i)), moving=False)
    times = session.lemma(
        "alpha u_i times", [b, c, d, v], z3.Implies(v == b * c, z3.And(v * d == b * (c * d), v * -d == -(b * (c * d))))
    )
    apart = session.prove(
        f"v* moves where u_i is not 0, {name}",
        z3.Implies(z3.And(j >= 0, j < n, positive, u(j) != 0), low(j) != high(j)),
        [
            session.prove("equal arguments", z3.Implies(low(j) == high(j), f(low(j)) == f(high(j)))),
            session.lemma(
                "a multiple moves", [c], z3.Implies(c != 0, alpha * c != (alpha + step) * c), session.parameters
            ).at(u(j)),
            *(p.at(j) for p in places),
        ],
    )
    one = session.prove(
        f"one coordinate, {name}",
        z3.Implies(
            z3.And(j >= 0, j < n, positive),
            z3.And(
                g(high(j)) - g(low(j)) >= alpha * (u(j) * (high(j) - low(j))),
                (alpha + step) * (u(j) * (high(j) - low(j))) >= g(high(j)) - g(low(j)),
                z3.Implies(
                    u(j) != 0,
                    z3.And(
                        g(high(j)) - g(low(j)) > alpha * (u(j) * (high(j) - low(j))),
                        (alpha + step) * (u(j) * (high(j) - low(j))) > g(high(j)) - g(low(j)),
                    ),
                ),
            ),
        ),
        [
            above.at(high(j), low(j)),
            above.at(low(j), high(j)),
            apart,
            times.at(alpha, u(j), high(j) - low(j), f(low(j))),
            times.at(alpha + step, u(j), high(j) - low(j), f(high(j))),
            session.prove("the same g", z3.Implies(low(j) == high(j), g(low(j)) == g(high(j)))),
            session.prove("no step", z3.Implies(low(j) == high(j), u(j) * (high(j) - low(j)) == 0)),
            *(p.at(j) for p in places),
        ],
    )
    more = session.induction(
        f"alpha rise < run < alpha' rise, {name}",
        j,
        z3.Implies(
            z3.And(j <= n, positive),
            z3.And(
                run(t, j) >= alpha * rise(t, j),
                (alpha + step) * rise(t, j) >= run(t, j),
                z3.Implies(
                    z3.And(some >= 0, some < j, u(some) != 0),
                    z3.And(run(t, j) > alpha * rise(t, j), (alpha + step) * rise(t, j) > run(t, j)),
                ),
            ),
        ),
        [run.start(t), rise.start(t)],
        [
            run.next(t, j),
            rise.next(t, j),
            one,
            session.prove("the coordinate", z3.Implies(some == j, u(some) == u(j))),
        ],
    )
    R, S = rise(t), run(t)
    session.concluded(
        session.prove(
            "the claim",
            z3.Implies(positive, z3.And(*(session.holds(q) for q in (R, S - alpha * R, (alpha + step) * R - S)))),
            [
                more.at(n),
                coordinate,
                session.lemma("cancel", [c], z3.Implies(step * c > 0, c > 0), session.parameters).at(R),
                *session.parameters,
            ],
        )
    )
