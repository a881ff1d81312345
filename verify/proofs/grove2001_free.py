"""Theorems 4.1 and 4.2 of Grove, Littlestone and Schuurmans 2001 without the premise on f'/f, for a small a."""

from __future__ import annotations

from functools import cached_property

import z3

from bounds import symbols as s
from bounds.catalogue import theorem
from verify.proofs.grove2001_majority import Majority
from verify.proofs.grove2001_pnorm import PNormGrowth
from verify.proofs.grove2001_runs import ceiling_argument
from verify.proofs.kernel import Term, Theorem
from verify.proofs.perceptron import l
from verify.proofs.readings_quasi_additive import p_norm, quasi_additive
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import Exponential, n
from verify.proofs.terms import applications
from verify.proofs.translate import exp, ln, translate


class FreePNorm(PNormGrowth):
    """A run of the p-norm Perceptron at a small a, with the parts of what bounds a: |z| stays below its L."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.E = Exponential(session)
        self.width, self.root_n = translate(s.n ** (2 / s.p)), translate(s.n ** (1 / s.p))
        self.ratio = self.U * self.X / self.delta
        self.D = (self.p - 1) * (self.U * (self.X * self.X) * z3.ToReal(n))
        self.H = self.U * self.root_n * (2 * self.X * self.U / self.delta + 1)
        self.power = next(
            e
            for e in applications(translate(theorem("gls.4.1x").free[s.a]), exp)
            if not applications(e.arg(0), ln)[-1].arg(0).eq(z3.ToReal(n))
        )

    @cached_property
    def powers(self) -> Theorem:
        """1 <= n**(1/p) <= n, and n**(2/p) is its square."""
        session, E, p, N = self.session, self.E, self.p, z3.ToReal(n)
        b, c = z3.Reals("b_ c_")
        logs = session.prove("ln n >= 0", ln(N) >= 0, [E.ln_increasing.at(N, z3.RealVal(1)), self.n])
        share = self.root_n.arg(0)
        part = session.prove(
            "0 <= ln n / p <= ln n",
            z3.And(share >= 0, share <= ln(N), self.width.arg(0) == share + share),
            [
                session.lemma(
                    "a part of a number >= 0",
                    [b, c],
                    z3.Implies(z3.And(b >= 0, c >= 1), z3.And(b / c >= 0, b / c <= b)),
                ).at(ln(N), p),
                session.prove(
                    "the exponents",
                    z3.Implies(p > 0, z3.And(share == ln(N) / p, self.width.arg(0) == 2 * (ln(N) / p))),
                ),
                logs,
                *self.parameters,
            ],
        )
        return session.prove(
            "1 <= n**(1/p) <= n, and n**(2/p) is its square",
            z3.And(self.root_n >= 1, self.root_n <= N, self.width == self.root_n * self.root_n),
            [
                part,
                E.tangent.at(share),
                E.increasing.at(ln(N), share),
                E.inverse.at(N),
                E.sums.at(share, share),
                session.prove(
                    "equal powers", z3.Implies(self.width.arg(0) == share + share, self.width == exp(share + share))
                ),
                self.n,
            ],
        )

    def bounded(self) -> Theorem:
        """M delta**2 <= (p - 1) n**(2/p) U**2 X**2, as for theorem 7.1 (a)."""
        session, c = self.session, z3.Real("c_")
        by = [self.powers, session.lemma("a square", [c], c * c >= 0).at(self.root_n)]
        return self.mistakes(self.width, [session.prove("n**(2/p) >= 0", z3.And(self.width >= 0), by)])

    @cached_property
    def ratio_positive(self) -> Theorem:
        """U X / delta >= 1 where there is a trial."""
        session, U, X, delta = self.session, self.U, self.X, self.delta
        b, c = z3.Reals("b_ c_")
        return session.prove(
            "U X / delta >= 1",
            z3.Implies(l >= 1, self.ratio >= 1),
            [
                session.lemma("a quotient >= 1", [b, c], z3.Implies(z3.And(c > 0, b >= c), b / c >= 1)).at(
                    U * X, delta
                ),
                self.room.at(z3.IntVal(0)),
                *self.parameters,
            ],
        )

    @cached_property
    def large(self) -> Theorem:
        """L**(p - 2) >= 1, as L >= 1."""
        session, E, p, U, X, delta, power = self.session, self.E, self.p, self.U, self.X, self.delta, self.power
        b, c = z3.Reals("b_ c_")
        root_n, ratio = self.root_n, self.ratio
        L = applications(power.arg(0), ln)[-1].arg(0)
        defined = (2 * X * U / delta + 1) + 2 * X * self.H / delta + 1
        steps = [
            session.lemma("a product >= 0", [b, c], z3.Implies(z3.And(b >= 0, c >= 0), b * c >= 0)).at(e1, e2)
            for e1, e2 in ((ratio, root_n * (2 * ratio + 1)), (root_n, 2 * ratio + 1))
        ]
        above_one = self.ratio_positive
        large_L = session.prove(
            "L >= 1",
            z3.Implies(l >= 1, L >= 1),
            [
                session.prove(
                    "L, in terms of U X / delta",
                    2 * ratio + 2 + 2 * (ratio * (root_n * (2 * ratio + 1))) == L,
                    [
                        session.prove("L, as it is defined", defined == L, self.parameters),
                        session.prove(
                            "its parts",
                            defined == 2 * ratio + 2 + 2 * (ratio * (root_n * (2 * ratio + 1))),
                            self.parameters,
                        ),
                    ],
                ),
                *steps,
                above_one,
                self.powers,
            ],
        )
        return session.prove(
            "L**(p - 2) >= 1",
            z3.Implies(l >= 1, power >= 1),
            [
                E.tangent.at(power.arg(0)),
                session.prove(
                    "(p - 2) ln L >= 0",
                    z3.Implies(l >= 1, power.arg(0) >= 0),
                    [
                        session.lemma("a product >= 0", [b, c], z3.Implies(z3.And(b >= 0, c >= 0), b * c >= 0)).at(
                            p - 2, ln(L)
                        ),
                        E.ln_increasing.at(L, z3.RealVal(1)),
                        large_L,
                        session.prove("the exponent", power.arg(0) == (p - 2) * ln(L)),
                        *self.parameters,
                    ],
                ),
            ],
        )

    @cached_property
    def positive(self) -> Theorem:
        """(p - 1) n X**2 U > 0 where there is a trial."""
        session, p, U, X, N, D = self.session, self.p, self.U, self.X, z3.ToReal(n), self.D
        b, c = z3.Reals("b_ c_")
        return session.prove(
            "(p - 1) n X**2 U > 0",
            z3.Implies(l >= 1, D > 0),
            [
                session.lemma("a product > 0", [b, c], z3.Implies(z3.And(b > 0, c > 0), b * c > 0)).at(e1, e2)
                for e1, e2 in ((X, X), (U, X * X), (U * (X * X), N), (p - 1, U * (X * X) * N))
            ]
            + [self.room.at(z3.IntVal(0)), self.n, *self.parameters],
        )

    @cached_property
    def given(self) -> Theorem:
        """The premise on a, without L."""
        session, a, X, delta, D, power = self.session, self.a, self.X, self.delta, self.D, self.power
        b, c, d = z3.Reals("b_ c_ d_")
        large, positive = self.large, self.positive
        return session.prove(
            "a (p - 1) n X**2 U <= delta",
            z3.Implies(l >= 1, a * D <= delta),
            [
                below_a_reciprocal(session).at(a, D, delta, z3.If(D * power / delta <= X, X, D * power / delta)),
                session.lemma(
                    "a quotient that is larger",
                    [b, c, d],
                    z3.Implies(z3.And(b > 0, c >= 1, d > 0), z3.And(b * c / d >= b / d, b * c >= b)),
                    [session.lemma("b c >= b", [b, c], z3.Implies(z3.And(b > 0, c >= 1), b * c >= b)).at(b, c)],
                ).at(D, power, delta),
                positive,
                large,
                *self.parameters,
            ],
        )

    def below(self, M: Term, most: Theorem) -> Theorem:
        """M a delta <= 2 H, from ``most``, the bound on M delta**2."""
        session, a, p, U, X, delta, D, H = (
            *(self.session, self.a, self.p, self.U, self.X, self.delta),
            *(self.D, self.H),
        )
        N, given = z3.ToReal(n), self.given
        b, c, d = z3.Reals("b_ c_ d_")
        return session.prove(
            "M a delta <= 2 U n**(1/p) (2 U X / delta + 1)",
            z3.Implies(l >= 1, M * (a * delta) <= 2 * H),
            [
                session.lemma(
                    "through (p - 1) n X**2 U",
                    [b, c],
                    z3.Implies(
                        z3.And(
                            b * delta * delta <= (p - 1) * (c * c) * (U * U) * (X * X),
                            a * D <= delta,
                            c >= 1,
                            c <= N,
                            U > 0,
                            D > 0,
                        ),
                        b * (a * delta) <= U * c,
                    ),
                    [
                        session.lemma(
                            "times U c", [b, c], z3.Implies(z3.And(c > 0, a * D <= delta), c * (a * D) <= c * delta)
                        ).at(b, U * c),
                        session.lemma("times a", [b, c], z3.Implies(b <= c, a * b <= a * c), [self.rate]).at(
                            b * delta * delta, D * (U * c)
                        ),
                        session.lemma(
                            "c**2 <= n c",
                            [c, d],
                            z3.Implies(z3.And(c >= 1, c <= N, d >= 0), d * (c * c) <= d * (N * c)),
                            [
                                session.lemma("c c <= n c", [c], z3.Implies(z3.And(c >= 1, c <= N), c * c <= N * c)).at(
                                    c
                                ),
                                session.lemma(
                                    "d times", [b, c, d], z3.Implies(z3.And(d >= 0, b <= c), d * b <= d * c)
                                ).at(c * c, N * c, d),
                            ],
                        ).at(c, (p - 1) * (U * U) * (X * X)),
                        session.prove(
                            "(p - 1) U**2 X**2 >= 0",
                            (p - 1) * (U * U) * (X * X) >= 0,
                            [
                                session.lemma(
                                    "a product >= 0", [b, c], z3.Implies(z3.And(b >= 0, c >= 0), b * c >= 0)
                                ).at(e1, e2)
                                for e1, e2 in ((p - 1, U * U), ((p - 1) * (U * U), X * X))
                            ]
                            + [session.lemma("a square", [c], c * c >= 0).at(v) for v in (U, X)]
                            + self.parameters,
                        ),
                        session.lemma("cancel", [b, c, d], z3.Implies(z3.And(d > 0, b * d <= c * d), b <= c)).at(
                            b * (a * delta), U * c, delta
                        ),
                        *self.parameters,
                    ],
                ).at(M, self.root_n),
                most,
                given,
                self.powers,
                self.positive,
                session.prove(
                    "U n**(1/p) <= 2 H",
                    z3.Implies(l >= 1, U * self.root_n <= 2 * H),
                    [
                        session.prove(
                            "H, in terms of U X / delta", U * self.root_n * (2 * self.ratio + 1) == H, self.parameters
                        ),
                        session.lemma("at least once", [b, c], z3.Implies(z3.And(b >= 0, c >= 1), b <= 2 * (b * c))).at(
                            U * self.root_n, 2 * self.ratio + 1
                        ),
                        session.prove(
                            "U n**(1/p) >= 0",
                            z3.Implies(l >= 1, U * self.root_n >= 0),
                            [self.room.at(z3.IntVal(0)), self.powers],
                        ),
                        self.ratio_positive,
                    ],
                ),
                self.room.at(z3.IntVal(0)),
            ],
        )


@proves("gls.4.1x", p_norm)
def theorem_41_free(session: Session) -> None:
    """The premise on a gives 1/a >= (p - 1) n X**2 U / delta, as L >= 1; then theorem 7.1 (a) is below the bound."""
    run = FreePNorm(session)
    a, U, X, delta, H, M = run.a, run.U, run.X, run.delta, run.H, run.M(l)
    b, c, d = z3.Reals("b_ c_ d_")
    session.repair("where the level starts", "the argument of theorem 7.1 (a) gives less than the bound claimed")
    most = run.bounded()
    below = run.below(M, most)
    exact, whole = ceiling_argument(session), z3.Real("whole_")
    last = session.prove(
        "M <= 2 H / (a delta)",
        z3.Implies(l >= 1, 2 * H / (a * delta) >= M),
        [
            session.lemma("at most a quotient", [b, c, d], z3.Implies(z3.And(d > 0, b * d <= c), b <= c / d)).at(
                M, 2 * H, a * delta
            ),
            session.prove("a delta > 0", a * delta > 0, run.parameters),
            below,
        ],
    )
    product = session.lemma("a product >= 0", [b, c], z3.Implies(z3.And(b >= 0, c >= 0), b * c >= 0))
    signs = session.measure("norms", z3.And(U >= 0, X >= 0), "U and X bound norms")
    least = session.prove(
        "2 H / (a delta) >= 0",
        2 * H / (a * delta) >= 0,
        [
            session.lemma("a quotient >= 0", [b, c], z3.Implies(z3.And(b >= 0, c > 0), b / c >= 0)).at(e1, e2)
            for e1, e2 in ((2 * X * U, delta), (2 * H, a * delta))
        ]
        + [product.at(e1, e2) for e1, e2 in ((X, U), (U, run.root_n), (U * run.root_n, 2 * X * U / delta + 1))]
        + [session.prove("a delta > 0", a * delta > 0, run.parameters), signs, run.powers, *run.parameters],
    )
    ceiling = session.prove(
        "the ceiling is not negative",
        -z3.ToReal(z3.ToInt(-exact)) >= 0,
        [
            session.lemma("a number is at most its ceiling", [whole], -z3.ToReal(z3.ToInt(-whole)) >= whole).at(exact),
            session.prove(
                "before rounding up",
                exact >= 0,
                [
                    session.lemma("c / (a delta)", [c, d], z3.Implies(z3.And(d > 0, c * d >= 0), c >= 0)).at(
                        exact, a * delta
                    ),
                    session.prove("times a delta", exact * (a * delta) == U + U * X * a, run.parameters),
                    session.prove(
                        "U + U X a >= 0",
                        U + U * X * a >= 0,
                        [product.at(U, X), product.at(U * X, a), signs, *run.parameters],
                    ),
                    session.prove("a delta > 0", a * delta > 0, run.parameters),
                ],
            ),
        ],
    )
    session.conclude(run.M.whole(l), [last, ceiling, least, run.no_trials])


@proves("gls.4.2x", quasi_additive)
def theorem_42_simple(session: Session) -> None:
    """The premise on a is stronger than a <= delta/(n U X**2), as exp(...) >= 1."""
    run = Majority(session)
    a, X, U, delta = run.a, run.X, run.U, run.delta
    N, first = z3.ToReal(n), z3.IntVal(0)
    b, c, d = z3.Reals("b_ c_ d_")
    factor = applications(translate(theorem("gls.4.2x").free[s.a]), exp)[0]
    logs = session.prove("ln n >= 0", ln(N) >= 0, [run.E.ln_increasing.at(N, z3.RealVal(1)), run.n])
    exponent = factor.arg(0)
    large = session.prove(
        "exp(2 U X ln n / delta + 2) >= 1",
        z3.Implies(l >= 1, factor >= 1),
        [
            run.E.tangent.at(exponent),
            session.prove(
                "2 U X ln n / delta + 2 >= 0",
                z3.Implies(l >= 1, exponent >= 0),
                [
                    session.prove("the exponent", exponent == 2 * (U * X / delta * ln(N)) + 2, run.parameters),
                    session.lemma("a product >= 0", [b, c], z3.Implies(z3.And(b >= 0, c >= 0), b * c >= 0)).at(
                        U * X / delta, ln(N)
                    ),
                    session.lemma("a quotient >= 0", [b, c], z3.Implies(z3.And(b >= 0, c > 0), b / c >= 0)).at(
                        U * X, delta
                    ),
                    session.prove("U X > 0", z3.Implies(l >= 1, U * X > 0), [run.room.at(first), *run.parameters]),
                    logs,
                    *run.parameters,
                ],
            ),
        ],
    )
    D = U * (X * X) * (N * factor)
    given = session.prove(
        "a U X**2 n exp(...) <= delta",
        z3.Implies(l >= 1, a * (U * (X * X)) * (N * factor) <= delta),
        [
            below_a_reciprocal(session).at(a, D, delta, z3.If(D / delta <= X, X, D / delta)),
            session.prove(
                "the product > 0",
                z3.Implies(l >= 1, D > 0),
                [
                    session.lemma("a product > 0", [b, c], z3.Implies(z3.And(b > 0, c > 0), b * c > 0)).at(d1, d2)
                    for d1, d2 in ((X, X), (U, X * X), (N, factor), (U * (X * X), N * factor))
                ]
                + [run.room.at(first), large, run.n],
            ),
            *run.parameters,
        ],
    )
    both = run.mistakes(run.small("a U X**2 <= delta", [given, large], factor))
    last = session.prove(
        "M <= 2 U ln n / (a delta)",
        z3.Implies(l >= 1, run.M(l) <= 2 * (U * ln(N)) / (a * delta)),
        [
            session.lemma("divide by a delta", [b, c, d], z3.Implies(z3.And(d > 0, b * d <= c), b <= c / d)).at(
                run.M(l), 2 * (U * ln(N)), a * delta
            ),
            both,
            session.prove("a delta > 0", a * delta > 0, run.parameters),
        ],
    )
    least = session.prove(
        "2 U ln n / (a delta) >= 0",
        2 * (U * ln(N)) / (a * delta) >= 0,
        [
            session.lemma("a product >= 0", [b, c], z3.Implies(z3.And(b >= 0, c >= 0), b * c >= 0)).at(U, ln(N)),
            session.lemma("a quotient >= 0", [b, c], z3.Implies(z3.And(b >= 0, c > 0), b / c >= 0)).at(
                2 * (U * ln(N)), a * delta
            ),
            session.prove("a delta > 0", a * delta > 0, run.parameters),
            session.measure("norms", z3.And(U >= 0, X >= 0), "U and X bound norms"),
            logs,
        ],
    )
    session.conclude(run.M.whole(l), [last, least, run.no_trials])


def below_a_reciprocal(session: Session) -> Theorem:
    """b c <= d from b <= 1/e and e >= c/d."""
    b, c, d, e = z3.Reals("b_ c_ d_ e_")
    return session.lemma(
        "below a reciprocal",
        [b, c, d, e],
        z3.Implies(z3.And(c > 0, d > 0, e >= c / d, z3.Or(e == 0, b <= 1 / e)), b * c <= d),
        [
            session.lemma(
                "e > 0", [c, d, e], z3.Implies(z3.And(c > 0, d > 0, e >= c / d), z3.And(e > 0, e * d >= c))
            ).at(c, d, e),
            session.lemma("b e <= 1", [b, e], z3.Implies(z3.And(e > 0, b <= 1 / e), b * e <= 1)).at(b, e),
        ],
    )
