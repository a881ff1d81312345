"""Theorem 4.1 of Grove, Littlestone and Schuurmans 2001 for 2 sinh: Balanced Winnow."""

from __future__ import annotations

from functools import cached_property

import z3

from verify.proofs.axioms import root
from verify.proofs.grove2001_convergence import Convergence
from verify.proofs.grove2001_runs import conclude_on_trials, f, g, ginv, slope
from verify.proofs.kernel import Term, Theorem
from verify.proofs.perceptron import l
from verify.proofs.readings_quasi_additive import quasi_additive
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import Exponential, n
from verify.proofs.terms import absolute, applications, distinct, in_the_bound, on_a_trial
from verify.proofs.translate import exp, ln
from verify.proofs.vectors import t

two = z3.RealVal(2)


class HyperbolicSine:
    """f = 2 sinh with f' = 2 cosh and g = 2 cosh - 2, and that f' <= coth(1) f from 1 on."""

    kappa = (exp(two) + 1) / (exp(two) - 1)
    """coth(1)."""

    def __init__(self, session: Session) -> None:
        self.session, self.E = session, Exponential(session)
        v, r = z3.Reals("v_ r_")
        high = 1 + r / 2
        self.value = session.define("f", z3.ForAll([v], f(v) == exp(v) - exp(-v)), "f is 2 sinh")
        self.slopes = session.define("f'", z3.ForAll([v], slope(v) == exp(v) + exp(-v)), "f' is 2 cosh")
        self.integral = session.define("g", z3.ForAll([v], g(v) == exp(v) + exp(-v) - 2), "g is the integral of 2 sinh")
        self.inverse = session.define(
            "ginv",
            z3.ForAll([r], z3.Implies(r >= 0, ginv(r) == ln(high + root(high * high - 1)))),
            "2 cosh(ginv(r)) - 2 = r",
        )

    @cached_property
    def flat(self) -> Theorem:
        """exp(v) exp(-v) = 1."""
        session, E, v = self.session, self.E, z3.Real("v_")
        return session.lemma(
            "exp(v) exp(-v) = 1",
            [v],
            z3.And(exp(v) * exp(-v) == 1, exp(v) > 0, exp(-v) > 0),
            [
                session.prove("exp(v - v) = exp(0)", exp(v + -v) == exp(z3.RealVal(0))),
                E.sums.at(v, -v),
                E.positive.at(v),
                E.positive.at(-v),
            ],
        )

    @cached_property
    def cosh(self) -> Theorem:
        """Cosh v <= cosh c for |v| <= c."""
        session, E, flat = self.session, self.E, self.flat
        b, c, d, e, h, v = z3.Reals("b_ c_ d_ e_ h_ v_")
        convex = session.lemma(
            "cosh v <= cosh c",
            [b, d, e, h],
            z3.Implies(z3.And(b * e == 1, d * h == 1, b > 0, d > 0, e > 0, h > 0, b <= d, e <= d), b + e <= d + h),
        )
        return session.lemma(
            "cosh v <= cosh c for |v| <= c",
            [v, c],
            z3.Implies(absolute(v) <= c, exp(v) + exp(-v) <= exp(c) + exp(-c)),
            [
                convex.at(exp(v), exp(c), exp(-v), exp(-c)),
                flat.at(v),
                flat.at(c),
                E.increasing.at(c, v),
                E.increasing.at(c, -v),
            ],
        )

    @cached_property
    def large(self) -> Theorem:
        """exp(2) > 1."""
        session, E, zero = self.session, self.E, z3.RealVal(0)
        return session.prove(
            "exp(2) > 1", z3.And(exp(two) > 1, exp(two) - 1 > 0), [E.increasing.at(zero, two), E.positive.at(zero)]
        )

    def steep(self) -> Theorem:
        """f'(v) <= coth(1) f(c) for |v| <= c and c >= 1, as exp(2) <= exp(c)**2."""
        session, E, kappa = self.session, self.E, self.kappa
        flat, cosh, large = self.flat, self.cosh, self.large
        b, c, d, e, h, v = z3.Reals("b_ c_ d_ e_ h_ v_")
        coth = session.lemma(
            "cosh c <= coth(1) sinh c from c = 1 on",
            [c],
            z3.Implies(c >= 1, exp(c) + exp(-c) <= kappa * (exp(c) - exp(-c))),
            [
                session.lemma(
                    "the quotient",
                    [b, d, e],
                    z3.Implies(
                        z3.And(b > 1, d * e == 1, d > 0, e > 0, b * e <= d), d + e <= (b + 1) / (b - 1) * (d - e)
                    ),
                    [
                        session.lemma(
                            "multiply a quotient",
                            [b, d, e],
                            z3.Implies(z3.And(b > 1), (b + 1) / (b - 1) * (d - e) * (b - 1) == (b + 1) * (d - e)),
                        ).at(b, d, e),
                        session.lemma("cancel", [d, e, h], z3.Implies(z3.And(h > 0, d * h <= e * h), d <= e)).at(
                            d + e, (b + 1) / (b - 1) * (d - e), b - 1
                        ),
                    ],
                ).at(exp(two), exp(c), exp(-c)),
                flat.at(c),
                large,
                E.sums.at(c, c),
                E.increasing.at(c + c, two),
                session.lemma(
                    "exp(2) <= exp(c)**2",
                    [b, d, e],
                    z3.Implies(z3.And(d * e == 1, e > 0, b <= d * d), b * e <= d),
                    [
                        session.lemma("times e > 0", [b, d, e], z3.Implies(z3.And(e > 0, b <= d), b * e <= d * e)).at(
                            b, d * d, e
                        )
                    ],
                ).at(exp(two), exp(c), exp(-c)),
            ],
        )
        return session.lemma(
            "f'(v) <= coth(1) f(c) for |v| <= c and c >= 1",
            [v, c],
            z3.Implies(z3.And(z3.RealVal(1) <= c, absolute(v) <= c), slope(v) <= kappa * f(c)),
            [cosh.at(v, c), coth.at(c), self.value.at(c), self.slopes.at(v)],
        )


@proves("gls.4.1.bw", quasi_additive)
def theorem_41_winnow(session: Session) -> None:
    """2 sinh: f'(v) <= coth(1) f(c) for |v| <= c and c >= 1, so kappa = coth(1) and late = 1."""
    run = Convergence(session, z3.BoolVal(True))
    sinh = HyperbolicSine(session)
    a, U, X, delta, kappa = run.a, run.U, run.X, run.delta, sinh.kappa
    N, S, one = z3.ToReal(n), z3.ToReal(run.s), z3.RealVal(1)
    b, c, d, e, h = z3.Reals("b_ c_ d_ e_ h_")
    steep = sinh.steep()
    known = session.prove("coth(1) > 0", kappa > 0, [sinh.large])
    run.parameters.append(known)
    enough = run.enough(one, "1")
    bounded = session.prove(
        "a U X**2 n coth(1) <= delta",
        z3.Implies(l >= 1, a * (U * (X * X) * N * kappa) <= delta),
        [
            session.lemma(
                "times the denominator",
                [b, c, d, e, h],
                z3.Implies(
                    z3.And(
                        c > 0, d > 0, e > 0, h == (d + 1) / e, z3.Or(c * (d + 1) == 0, b <= delta * e / (c * (d + 1)))
                    ),
                    b * (c * h) <= delta,
                ),
            ).at(a, U * (X * X) * N, exp(two), exp(two) - 1, kappa),
            sinh.large,
            *run.parameters,
            run.room.at(z3.IntVal(0)),
            run.n,
        ],
    )
    small = session.lemma(
        "U a**2 kappa n X**2 <= a delta",
        [t],
        on_a_trial(U * (a * a / 2 * (kappa * (X * X) * N)) <= a * delta / 2),
        [
            bounded,
            session.lemma("a/2 times", [c, d], z3.Implies(c <= d, a / 2 * c <= a / 2 * d), [run.rate]).at(
                a * (U * (X * X) * N * kappa), delta
            ),
            session.prove(
                "the same product",
                U * (a * a / 2 * (kappa * (X * X) * N)) == a / 2 * (a * (U * (X * X) * N * kappa)),
            ),
        ],
    )
    both = run.mistakes(one, kappa, steep, enough, small)
    most, bound = a * X * S, session.bound()
    level = session.prove(
        "ginv(n g(a X s)), as the bound has it",
        z3.Implies(l >= 1, run.highest == in_the_bound(applications(bound, ln), "a logarithm")[0]),
        [
            *as_in_the_bound(session, bound, most, sinh.integral.at(most)),
            session.prove(
                "n g(a X s) >= 0",
                N * g(most) >= 0,
                [
                    run.shape_g.at(most),
                    session.lemma("a product >= 0", [b, d], z3.Implies(z3.And(b >= 0, d >= 0), b * d >= 0)).at(
                        N, g(most)
                    ),
                    run.n,
                ],
            ),
            sinh.inverse.at(N * g(most)),
        ],
    )
    divided = session.prove(
        "M + s <= 2 U ginv(n g(a X s)) / (a delta)",
        z3.Implies(l >= 1, run.M(l) + S <= 2 * (U * run.highest) / (a * delta)),
        [
            session.lemma("at most a quotient", [b, c, d], z3.Implies(z3.And(d > 0, b * d <= c), b <= c / d)).at(
                run.M(l) + S, 2 * (U * run.highest), a * delta
            ),
            session.prove("a delta > 0", a * delta > 0, run.parameters),
            both,
        ],
    )
    conclude_on_trials(session, run.M.whole(l), [divided, level])


def as_in_the_bound(session: Session, bound: Term, most: Term, integral: Theorem) -> list[Theorem]:
    """The logarithm in the bound is that of ginv(n g(a X s)): so are its exponents, its root and its argument."""
    h = 1 + z3.ToReal(n) * g(most) / 2
    found = [integral]
    for argument, value in zip(
        in_the_bound(distinct(applications(bound, exp)), "exponentials", 2), (most, -most), strict=True
    ):
        exponent = argument.arg(0)
        same = session.prove("an exponent of the bound", exponent == value)
        equal = session.prove("equal exponents", z3.Implies(exponent == value, exp(exponent) == exp(value)))
        found.append(session.prove("an exponential of the bound", exp(exponent) == exp(value), [same, equal]))
    (square,) = in_the_bound(distinct(applications(bound, root)), "a square root", 1)
    (logarithm,) = in_the_bound(distinct(applications(bound, ln)), "a logarithm", 1)
    for term, value in ((square, root(h * h - 1)), (logarithm, ln(h + root(h * h - 1)))):
        same = session.prove("an argument in the bound", term.arg(0) == value.arg(0), found)
        equal = session.prove("equal arguments", z3.Implies(term.arg(0) == value.arg(0), term == value))
        found.append(session.prove("a part of the bound", term == value, [same, equal]))
    return found[-1:]
