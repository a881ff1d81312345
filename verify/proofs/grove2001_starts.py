"""More proofs for Grove, Littlestone and Schuurmans 2001: p-norm Perceptrons from any start, and what is near them."""

from __future__ import annotations

import z3

from bounds import symbols as s
from bounds.catalogue import theorem
from verify.proofs import readings
from verify.proofs.grove2001 import PNorm, z
from verify.proofs.kernel import Term, Theorem
from verify.proofs.norms import norm
from verify.proofs.perceptron import ZERO, l, u
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.translate import translate
from verify.proofs.vectors import dot

FIRST = z(z3.IntVal(0))


def start_product(session: Session) -> list[Theorem]:
    """The premise uz = u.z0."""
    return session.given("start product", session.symbol(s.uz) == dot(u, FIRST))


@proves("gls.8.dh.best")
def best_eta(session: Session) -> None:
    """Put eta = a X**2 / delta into the bound of the construction."""
    at_best = theorem("gls.8.dh").inner_bound.subs(s.eta, s.a * s.X**2 / s.delta)
    session.conclude(translate(at_best))


class FromStart:
    """(u.z0 + a delta M)**2 <= U**2 (Z**2 + M (p - 1) a**2 X**2), where the left side is not negative."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.run = run = PNorm(session, start=False)
        self.delta, self.uz, self.Z = (session.symbol(v) for v in (s.delta, s.uz, s.Z))
        a, p, X, U = run.a, run.p, run.X, run.U
        self.M = run.M(l)
        sizes = session.given("start norm", norm(FIRST) <= self.Z)
        self.signs = [run.norms.positive(FIRST)]
        product = start_product(session)
        self.reached = self.uz + self.M * (a * self.delta)
        least = z3.If(self.reached >= 0, self.reached, ZERO)
        total = run.hoelder_squared(least, [run.linear().at(l), *product, *session.length])
        self.most = self.Z * self.Z + self.M * ((p - 1) * a * a * X * X)
        self.square = session.prove(
            "the square of both",
            z3.Implies(self.reached >= 0, self.reached * self.reached <= U * U * self.most),
            [total, run.squared.at(l), *sizes, *self.signs, *session.length],
        )
        self.known = [*self.signs, run.counted.at(l), *session.length, *run.parameters]

    def start(self) -> Theorem:
        """u.z0 <= U Z, by Hoelder's inequality at the start."""
        return self.within("u.z0 <= U Z", self.uz, self.run.norms.hoelder(u, FIRST))

    def within(self, name: str, size: Term, at_start: Theorem) -> Theorem:
        """Conclude size <= U Z from size <= ||u||_q ||z0||_p."""
        session, run = self.session, self.run
        return session.prove(
            name,
            size <= run.U * self.Z,
            [
                at_start,
                *session.given("start norm", norm(FIRST) <= self.Z),
                *start_product(session),
                *run.comparator,
                *self.signs,
            ],
        )


@proves("gls.7.1b", readings.p_norm)
def theorem_71b(session: Session) -> None:
    """With s = a delta M the square is (s + u.z0) (s - (U**2 Z**2 - u.z0**2) / u.z0) <= 0."""
    argument = FromStart(session)
    run, M, uz, Z, delta = argument.run, argument.M, argument.uz, argument.Z, argument.delta
    a, p, X, U = run.a, run.p, run.X, run.U
    v, c, e = z3.Reals("v_ c_ e_")
    progress = M * (a * delta)
    B = U * U * (Z * Z)
    session.conclude(
        run.M.whole(l),
        [
            session.lemma("a factor > 0", [v, c, e], z3.Implies(z3.And(v > 0, c <= e), c * v <= e * v)).at(
                (p - 1) * X * X, progress * uz, B - uz * uz
            ),
            *run.parameters,
            argument.square,
            *run.parameters,
            *run.parameters,
        ],
    )


@proves("gls.7.1c", readings.p_norm)
def theorem_71c(session: Session) -> None:
    """If M delta**2 > (p - 1) U**2 X**2, the square gives 2 a delta u.z0 M <= U**2 Z**2 - u.z0**2: a is too small."""
    argument = FromStart(session)
    run = argument.run
    session.conclude(run.M.whole(l), [argument.square])
