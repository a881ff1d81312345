"""Theorem 4.2 of Grove, Littlestone and Schuurmans 2001, for exp: Weighted Majority."""

from __future__ import annotations

import z3

from verify.proofs.exponentiated import u
from verify.proofs.grove2001_potential import Potential
from verify.proofs.grove2001_runs import z
from verify.proofs.kernel import Term, Theorem
from verify.proofs.perceptron import l
from verify.proofs.session import Session
from verify.proofs.sums import i, j, n, on_coordinates, sum_up
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
