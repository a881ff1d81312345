"""Theorem 4.2 of Grove, Littlestone and Schuurmans 2001, for exp: Weighted Majority."""

from __future__ import annotations

import z3

from verify.proofs.exponentiated import u
from verify.proofs.grove2001_potential import Potential
from verify.proofs.grove2001_runs import ceiling_argument, conclude_on_trials, z
from verify.proofs.kernel import Term, Theorem
from verify.proofs.perceptron import l
from verify.proofs.readings_quasi_additive import quasi_additive
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import i, j, n, on_coordinates, sum_up
from verify.proofs.terms import applications, in_the_bound
from verify.proofs.translate import exp, ln
from verify.proofs.vectors import t


class Majority(Potential):
    """Weighted Majority with u >= 0: M <= 2 U ln n / (a delta) for a <= delta/(n U X**2)."""

    def __init__(self, session: Session) -> None:
        super().__init__(session, balanced=False)
        self.nonnegative = session.given("nonnegative", on_coordinates(u(i) >= 0))

    def mistakes(self, small: Theorem) -> Theorem:
        """M a delta <= 2 U ln n where there is a trial; ``small`` says that a U X**2 <= delta there."""
        session, a, X, U = self.session, self.a, self.X, self.U
        N = z3.ToReal(n)
        b, c, d, e = z3.Reals("b_ c_ d_ e_")
        entry = session.lemma(
            "z_i <= ln W",
            [t, i],
            z3.Implies(z3.And(i >= 0, i < n), z(t, i) <= ln(self.W(t))),
            [
                self.positive.at(t, i),
                self.E.logarithm.at(z(t, i)),
                self.E.ln_increasing.at(self.W(t), exp(z(t, i))),
            ],
        )
        product = session.lemma("u_i times", [b, c, d], z3.Implies(z3.And(b >= 0, c <= d), b * c <= b * d))
        under = sum_up(
            session,
            "u.z <= |u| ln W",
            lambda t, j: z3.And(self.uz(t, j) <= self.size(t, j) * ln(self.W(t)), self.size(t, j) >= 0),
            [(self.uz, t), (self.size, t)],
            [entry.at(t, j), product.at(u(j), z(t, j), ln(self.W(t))), *(p.at(j) for p in self.nonnegative)],
        )
        most = a * X * (a * X) / 2
        highest = ln(N) + self.M(l) * most
        times = session.lemma(
            "c e <= d e", [c, d, e], z3.Implies(z3.And(c <= d, e >= 0), z3.And(c * e <= d * e, e * c <= e * d))
        )
        logs = session.prove(
            "ln n >= 0",
            ln(N) >= 0,
            [self.E.ln_increasing.at(N, z3.RealVal(1)), self.n],
        )
        top = session.prove(
            "0 <= ln n + M a**2 X**2/2",
            highest >= 0,
            [
                logs,
                self.counted.at(l),
                *session.length,
                session.lemma("a product >= 0", [c, d], z3.Implies(z3.And(c >= 0, d >= 0), c * d >= 0)).at(
                    self.M(l), most
                ),
            ],
        )
        below = session.prove(
            "M a delta <= U (ln n + M a**2 X**2/2)",
            self.M(l) * (a * self.delta) <= U * highest,
            [
                self.linear.at(l),
                under.at(l, n),
                self.growth.at(l),
                self.start_potential(N),
                times.at(self.size(t), U, highest),
                times.at(ln(self.W(l)), highest, self.size(t)),
                *self.comparator,
                *session.length,
                top,
                self.n,
            ],
        )
        half = session.prove(
            "U a**2 X**2/2 <= a delta/2",
            z3.Implies(l >= 1, U * most <= a * self.delta / 2),
            [
                small,
                session.lemma("a/2 times", [c, d], z3.Implies(c <= d, a / 2 * c <= a / 2 * d), [self.rate]).at(
                    a * (U * (X * X)), self.delta
                ),
                session.prove("the same product", U * most == a / 2 * (a * (U * (X * X)))),
            ],
        )
        return session.prove(
            "M a delta <= 2 U ln n",
            z3.Implies(l >= 1, z3.And(self.M(l) * (a * self.delta) <= 2 * (U * ln(N)), ln(N) >= 0)),
            [
                below,
                session.lemma(
                    "M times", [c, d], z3.Implies(z3.And(self.M(l) >= 0, c <= d), self.M(l) * c <= self.M(l) * d)
                ).at(U * most, a * self.delta / 2),
                half,
                logs,
                self.counted.at(l),
                *session.length,
            ],
        )

    def small(self, name: str, large: list[Theorem], factor: Term) -> Theorem:
        """a U X**2 <= delta, from a U X**2 n factor <= delta in the claim's premise on a, factor >= 1."""
        session, a, X, U = self.session, self.a, self.X, self.U
        b, c = z3.Reals("b_ c_")
        return session.prove(
            name,
            z3.Implies(l >= 1, a * (U * (X * X)) <= self.delta),
            [
                session.lemma("at least its n-th part", [b, c], z3.Implies(z3.And(b >= 0, c >= 1), b <= b * c)).at(
                    a * (U * (X * X)), z3.ToReal(n) * factor
                ),
                session.lemma("a product >= 1", [b, c], z3.Implies(z3.And(b >= 1, c >= 1), b * c >= 1)).at(
                    z3.ToReal(n), factor
                ),
                session.prove(
                    "a U X**2 > 0",
                    z3.Implies(l >= 1, z3.And(a * (U * (X * X)) > 0, U * (X * X) > 0)),
                    [
                        session.lemma("a product > 0", [b, c], z3.Implies(z3.And(b > 0, c > 0), b * c > 0)).at(d1, d2)
                        for d1, d2 in ((X, X), (U, X * X), (a, U * (X * X)))
                    ]
                    + [self.room.at(z3.IntVal(0)), self.rate],
                ),
                *large,
                self.n,
            ],
        )


@proves("gls.4.2", quasi_additive)
def theorem_42(session: Session) -> None:
    """M <= 2 U ln n / (a delta), and the bound is that plus 2 U X s / delta - s >= 0."""
    run = Majority(session)
    a, X, U, delta = run.a, run.X, run.U, run.delta
    one = z3.RealVal(1)
    b, c, d = z3.Reals("b_ c_ d_")
    N = z3.ToReal(n)
    premise = session.prove(
        "a U X**2 n <= delta",
        z3.Implies(l >= 1, a * (U * (X * X)) * (N * one) <= delta),
        [
            session.lemma(
                "times the denominator", [b, c, d], z3.Implies(z3.And(c > 0, z3.Or(c == 0, b <= d / c)), b * c <= d)
            ).at(a, U * (X * X) * N, delta),
            session.prove("a product > 0", z3.Implies(l >= 1, U * (X * X) * N > 0), [run.room.at(z3.IntVal(0)), run.n]),
            *run.parameters,
        ],
    )
    both = run.mistakes(run.small("a U X**2 <= delta", [premise], one))
    bound = session.bound()
    (logarithm,) = in_the_bound(applications(bound, ln), "a logarithm", 1)
    (power,) = in_the_bound(applications(bound, exp), "an exponential", 1)
    exponent = power.arg(0)
    split = session.prove(
        "ln(n exp(a X s)) = ln n + a X s",
        logarithm == ln(N) + exponent,
        [
            run.E.product.at(N, power),
            run.E.logarithm.at(exponent),
            run.E.positive.at(exponent),
            session.prove("equal logarithms", z3.Implies(logarithm.arg(0) == N * power, logarithm == ln(N * power))),
            session.prove("the argument", logarithm.arg(0) == N * power),
            run.n,
        ],
    )
    exact = ceiling_argument(session)
    S = -z3.ToReal(z3.ToInt(-exact))
    whole, first = z3.Real("whole_"), z3.IntVal(0)
    up = session.lemma("a number is at most its ceiling", [whole], -z3.ToReal(z3.ToInt(-whole)) >= whole)
    ceiling = session.prove(
        "s >= 1",
        z3.Implies(l >= 1, S >= 1),
        [
            up.at(exact),
            session.prove("s delta = U X, before rounding up", exact * delta == U * X, run.parameters),
            session.lemma("a quotient >= 1", [b, c], z3.Implies(z3.And(c > 0, b * c >= c), b >= 1)).at(exact, delta),
            run.room.at(first),
            *run.parameters,
        ],
    )
    same = session.prove("the exponent is a X s", exponent == a * X * S)
    more = session.prove(
        "2 U X s / delta >= s",
        z3.Implies(l >= 1, 2 * U * (a * X * S) >= S * (a * delta)),
        [
            session.lemma(
                "a s times", [b, c, d], z3.Implies(z3.And(d >= 0, b <= c), a * d * b <= a * d * c), [run.rate]
            ).at(delta, U * X, S),
            session.lemma("a product >= 0", [b, c], z3.Implies(z3.And(b >= 0, c >= 0), b * c >= 0)).at(a * S, U * X),
            session.prove(
                "U X >= 0 and a s >= 0",
                z3.Implies(l >= 1, z3.And(U * X >= 0, a * S >= 0)),
                [run.room.at(first), ceiling, run.rate, *run.parameters],
            ),
            ceiling,
            run.room.at(first),
        ],
    )
    divide = session.lemma(
        "divide by a delta",
        [b, c, d],
        z3.Implies(z3.And(d > 0, b * d <= c), b <= c / d),
    ).at(run.M(l) + S, 2 * (U * (ln(N) + a * X * S)), a * delta)
    last = session.prove(
        "M + s <= 2 U (ln n + a X s) / (a delta)",
        z3.Implies(l >= 1, run.M(l) + S <= 2 * (U * (ln(N) + a * X * S)) / (a * delta)),
        [divide, both, more, session.prove("a delta > 0", a * delta > 0, run.parameters)],
    )
    conclude_on_trials(session, run.M.whole(l), [last, split, same])
