"""Proofs for Grove, Littlestone and Schuurmans 2001: the best measure of progress on a level.

Powers of positive numbers are b**e = exp(e ln b). With q = p/(p - 1) = 1 + r, where r = 1/(p - 1), the inverse of
f_p takes the power r, and so all of theorem 5.1 for f_p is about exponents that add up.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import z3

from bounds import symbols as s
from verify.proofs.exponentiated import on_trials_and_coordinates, u, x
from verify.proofs.kernel import Term, Theorem
from verify.proofs.perceptron import ONE, ZERO, l
from verify.proofs.readings_optimum import best_on_the_level, shifted_to_the_level
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import CoordinateSum, Exponential, i, j, n, on_coordinates, sum_up
from verify.proofs.terms import absolute
from verify.proofs.translate import exp, ln
from verify.proofs.vectors import INT, REAL, t

start = z3.Function("start", INT, REAL)
best = z3.Function("best", INT, REAL)
shifted = z3.Function("shifted", INT, INT, REAL)

TRIAL = z3.And(t >= 0, t < l)
COORDINATE = z3.And(i >= 0, i < n)


def power(b: Term, e: Term) -> Term:
    """Return b**e for b >= 0, where 0**e = 0."""
    return z3.If(b > 0, exp(e * ln(b)), ZERO)


def odd_power(b: Term, e: Term) -> Term:
    """Return sign(b) |b|**e."""
    return z3.If(b > 0, exp(e * ln(b)), z3.If(b < 0, -exp(e * ln(-b)), ZERO))


def factor(session: Session, c: Term, low: Term, high: Term) -> Theorem:
    """C low <= c high where c >= 0 and low <= high."""
    a, b, d = z3.Reals("a_ b_ d_")
    rule = session.lemma("a factor >= 0", [a, b, d], z3.Implies(z3.And(a >= 0, b <= d), a * b <= a * d))
    return rule.at(c, low, high)


class Powers:
    """U = ||u||_q and Z = ||z||_p by their powers, and what is used of exponents."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.E = Exponential(session)
        self.p, self.U, self.Z = (session.symbol(v) for v in (s.p, s.U, s.Z))
        self.r = 1 / (self.p - 1)
        self.q = 1 + self.r
        self.size = session.count("n", n >= 1)
        self.known = [*session.parameters, *session.parameter_premises]
        self.u_powers = CoordinateSum(session, "u_powers", lambda i: power(absolute(u(i)), self.q), moving=False)
        self.z_powers = CoordinateSum(
            session, "start_powers", lambda i: power(absolute(start(i)), self.p), moving=False
        )
        self.level = CoordinateSum(session, "start_level", lambda i: self.g(start(i)), moving=False)
        self.comparator = session.given("comparator", power(self.U, self.q) == self.u_powers(t))
        self.start = session.given("start norm", power(self.Z, self.p) == self.z_powers(t))

    def f(self, v: Term) -> Term:
        """Return f_p(v)."""
        return odd_power(v, self.p - 1)

    def g(self, v: Term) -> Term:
        """Return g_p(v), the integral of f_p from 0."""
        return power(absolute(v), self.p) / self.p

    @cached_property
    def conjugate(self) -> Theorem:
        """(p - 1) r = 1 and p r = q, for all c: (p - 1) (r c) = c and p (r c) = q c."""
        c, p, r = z3.Real("c_"), self.p, self.r
        return self.session.lemma(
            "p and q are conjugate",
            [c],
            z3.And(
                r > 0,
                (p - 1) * r == 1,
                (p - 1) * (r * c) == c,
                p * (r * c) == self.q * c,
                (p - 1) * (self.q * c) == p * c,
            ),
            [self.session.prove("(p - 1) r = 1", z3.And(p > 1, r > 0, (p - 1) * r == 1), self.known)],
        )

    @cached_property
    def sums(self) -> Theorem:
        """Exp(c) = exp(a) exp(b) where a + b = c."""
        a, b, c = z3.Reals("a_ b_ c_")
        return self.session.lemma(
            "exponents that add up",
            [a, b, c],
            z3.Implies(a + b == c, exp(c) == exp(a) * exp(b)),
            [self.E.sums.at(a, b)],
        )

    @cached_property
    def raised(self) -> Theorem:
        """For b > 0, b**q = b b**r."""
        b, q, r, E = z3.Real("b_"), self.q, self.r, self.E
        return self.session.lemma(
            "b**q = b b**r",
            [b],
            z3.Implies(b > 0, exp(q * ln(b)) == b * exp(r * ln(b))),
            [
                self.sums.at(ln(b), r * ln(b), q * ln(b)),
                E.inverse.at(b),
                self.session.prove("q ln b", ln(b) + r * ln(b) == q * ln(b)),
            ],
        )

    @cached_property
    def positive(self) -> Theorem:
        """U > 0, and U**q = sum |u_i|**q > 0."""
        value = exp(self.q * ln(self.U))
        return self.session.prove(
            "U > 0, U**q > 0",
            z3.And(self.U > 0, value > 0, value == self.u_powers(t)),
            [self.E.positive.at(self.q * ln(self.U)), *self.comparator, *self.known],
        )

    def same(self, a: Term, b: Term) -> Theorem:
        """Exp(a) = exp(b) where a = b."""
        c, d = z3.Reals("c_ d_")
        return self.session.lemma("equal exponents", [c, d], z3.Implies(c == d, exp(c) == exp(d))).at(a, b)

    @cached_property
    def start_level(self) -> Theorem:
        """The potential: p G(z) = sum |z_i|**p."""
        return sum_up(
            self.session,
            "p G(z) is the sum of |z_i|**p",
            lambda _, j: self.p * self.level(t, j) == self.z_powers(t, j),
            [(self.level, t), (self.z_powers, t)],
            [self.divided.at(power(absolute(start(j)), self.p)), *self.known],
        ).at(t, n)

    @cached_property
    def divided(self) -> Theorem:
        """That p (c/p) = c."""
        c = z3.Real("c_")
        return self.session.lemma("p (c/p) = c", [c], self.p * (c / self.p) == c, self.known)


class Optimum:
    """v* = finv(k u) for a multiplier k > 0: f(v*) = k u, p G(v*) = k**q ||u||_q**q and u.v* = k**r ||u||_q**q."""

    def __init__(self, powers: Powers, multiplier: Term, positive: list[Theorem]) -> None:
        self.powers, self.k, self.positive = powers, multiplier, positive
        session = powers.session
        self.session = session
        self.value = session.define(
            "v*", on_coordinates(best(i) == odd_power(multiplier * u(i), powers.r)), "v* = finv(k u), k the multiplier"
        )
        self.level = CoordinateSum(session, "best_level", lambda i: powers.g(best(i)), moving=False)
        self.product = CoordinateSum(session, "ub", lambda i: u(i) * best(i), moving=False)

    @cached_property
    def one(self) -> Theorem:
        """For b > 0 and v = (k b)**r: v**(p - 1) = k b, v**p = k**q b**q and b v = k**r b**q."""
        powers, session, k = self.powers, self.session, self.k
        E, p, q, r = powers.E, powers.p, powers.q, powers.r
        b, c, d = z3.Reals("b_ c_ d_")
        size = exp(r * ln(k * b))
        both = ln(k) + ln(b)
        product = session.lemma("a product > 0", [b, c], z3.Implies(z3.And(b > 0, c > 0), b * c > 0))
        logs = session.prove(
            "logarithms",
            z3.Implies(b > 0, z3.And(ln(k * b) == both, k * b > 0, size > 0, ln(size) == r * ln(k * b))),
            [
                E.product.at(k, b),
                E.logarithm.at(r * ln(k * b)),
                E.positive.at(r * ln(k * b)),
                product.at(k, b),
                *self.positive,
            ],
        )
        inverse = session.prove(
            "v**(p - 1) = k b",
            z3.Implies(b > 0, exp((p - 1) * ln(size)) == k * b),
            [
                logs,
                session.lemma(
                    "(p - 1) times", [c, d], z3.Implies(c == r * d, (p - 1) * c == d), [powers.conjugate.at(d)]
                ).at(ln(size), ln(k * b)),
                powers.same((p - 1) * ln(size), ln(k * b)),
                E.inverse.at(k * b),
            ],
        )
        raised = session.prove(
            "v**p = k**q b**q",
            z3.Implies(b > 0, exp(p * ln(size)) == exp(q * ln(k)) * exp(q * ln(b))),
            [
                logs,
                session.lemma("p times", [c, d], z3.Implies(c == r * d, p * c == q * d), [powers.conjugate.at(d)]).at(
                    ln(size), ln(k * b)
                ),
                session.lemma("q times a sum", [b, c, d], z3.Implies(d == b + c, q * b + q * c == q * d)).at(
                    ln(k), ln(b), ln(k * b)
                ),
                powers.sums.at(q * ln(k), q * ln(b), p * ln(size)),
            ],
        )
        times = session.prove(
            "b v = k**r b**q",
            z3.Implies(b > 0, b * size == exp(r * ln(k)) * exp(q * ln(b))),
            [
                logs,
                session.lemma(
                    "r times a sum", [b, c, d], z3.Implies(d == b + c, z3.And(c + r * d == r * b + q * c))
                ).at(ln(k), ln(b), ln(k * b)),
                E.inverse.at(b),
                powers.sums.at(ln(b), r * ln(k * b), ln(b) + r * ln(k * b)),
                powers.sums.at(r * ln(k), q * ln(b), ln(b) + r * ln(k * b)),
            ],
        )
        return session.lemma(
            "one positive coordinate",
            [b],
            z3.Implies(
                b > 0,
                z3.And(
                    *(k * b > 0, size > 0, exp((p - 1) * ln(size)) == k * b),
                    exp(p * ln(size)) == exp(q * ln(k)) * exp(q * ln(b)),
                    b * size == exp(r * ln(k)) * exp(q * ln(b)),
                ),
            ),
            [logs, inverse, raised, times],
        )

    @cached_property
    def coordinate(self) -> Theorem:
        """On coordinate j: f(v*) = k u, p g(v*) = k**q |u|**q and u v* = k**r |u|**q."""
        powers, session, k = self.powers, self.session, self.k
        p, q, r = powers.p, powers.q, powers.r
        b, v = z3.Reals("b_ v_")
        raised = power(absolute(b), q)
        formula = z3.Implies(
            v == odd_power(k * b, r),
            z3.And(
                powers.f(v) == k * b,
                power(absolute(v), p) == exp(q * ln(k)) * raised,
                b * v == exp(r * ln(k)) * raised,
            ),
        )
        signs = session.lemma(
            "the sign of a product",
            [b],
            z3.And((k * b > 0) == (b > 0), (k * b < 0) == (b < 0), -(k * b) == k * -b),
            self.positive,
        )
        cases = []
        for name, condition, size, sign in (("b > 0", b > 0, b, 1), ("b < 0", b < 0, -b, -1)):
            root = exp(r * ln(k * size))
            there = session.prove(
                f"v where {name}",
                z3.Implies(z3.And(condition, v == odd_power(k * b, r)), z3.And(v == sign * root, absolute(v) == root)),
                [signs.at(b), self.one.at(size), powers.same(r * ln(-(k * b)), r * ln(k * -b))],
            )
            cases.append(
                session.prove(
                    f"the three where {name}",
                    z3.Implies(condition, formula),
                    [there, self.one.at(size), signs.at(b)],
                )
            )
        zero = session.prove("the three where b = 0", z3.Implies(b == 0, formula), [signs.at(b)])
        return session.lemma("one coordinate", [b, v], formula, [*cases, zero])

    @cached_property
    def summed(self) -> Theorem:
        """At the optimum p G(v*) = k**q sum |u_i|**q and u.v* = k**r sum |u_i|**q."""
        powers, k = self.powers, self.k
        raised = power(absolute(best(j)), powers.p)
        return sum_up(
            self.session,
            "p G(v*) and u.v*",
            lambda _, j: z3.And(
                powers.p * self.level(t, j) == exp(powers.q * ln(k)) * powers.u_powers(t, j),
                self.product(t, j) == exp(powers.r * ln(k)) * powers.u_powers(t, j),
            ),
            [(self.level, t), (self.product, t), (powers.u_powers, t)],
            [self.coordinate.at(u(j), best(j)), self.value.at(j), powers.divided.at(raised)],
        ).at(t, n)


@proves("gls.5.1.alpha", best_on_the_level)
def optimum_on_the_level(session: Session) -> None:
    """ln alpha = (p - 1) ln Z - ln U, so that alpha**q U**q = Z**p and alpha**r U**q = U Z."""
    powers = Powers(session)
    E, p, q, r, U, Z = powers.E, powers.p, powers.q, powers.r, powers.U, powers.Z
    alpha = exp((p - 1) * ln(Z)) / U
    positive = session.prove(
        "alpha > 0",
        alpha > 0,
        [
            session.lemma("a quotient > 0", [E.a, E.b], z3.Implies(z3.And(E.a > 0, E.b > 0), E.a / E.b > 0)).at(
                exp((p - 1) * ln(Z)), U
            ),
            E.positive.at((p - 1) * ln(Z)),
            *powers.known,
        ],
    )
    optimum = Optimum(powers, alpha, [positive])
    logarithm = session.prove(
        "ln alpha = (p - 1) ln Z - ln U",
        ln(alpha) == (p - 1) * ln(Z) - ln(U),
        [
            E.quotient.at(exp((p - 1) * ln(Z)), U),
            E.positive.at((p - 1) * ln(Z)),
            E.logarithm.at((p - 1) * ln(Z)),
            *powers.known,
        ],
    )
    b, c, d = z3.Reals("b_ c_ d_")
    exponents = session.lemma(
        "the exponents of alpha",
        [b, c, d],
        z3.Implies(b == (p - 1) * c - d, z3.And(q * b + q * d == p * c, r * b + q * d == c + d)),
        [
            powers.conjugate.at(c),
            powers.conjugate.at(d),
            session.prove("q", (p - 1) * q == p, [powers.conjugate.at(ONE)]),
        ],
    ).at(ln(alpha), ln(Z), ln(U))
    level = session.prove(
        "alpha**q U**q = Z**p",
        exp(q * ln(alpha)) * exp(q * ln(U)) == exp(p * ln(Z)),
        [logarithm, exponents, powers.sums.at(q * ln(alpha), q * ln(U), p * ln(Z))],
    )
    product = session.prove(
        "alpha**r U**q = U Z",
        exp(r * ln(alpha)) * exp(q * ln(U)) == U * Z,
        [
            logarithm,
            exponents,
            powers.sums.at(r * ln(alpha), q * ln(U), ln(Z) + ln(U)),
            E.sums.at(ln(Z), ln(U)),
            E.inverse.at(Z),
            E.inverse.at(U),
            *powers.known,
        ],
    )
    goal = z3.Implies(COORDINATE, session.holds(powers.f(best(i)) - alpha * u(i)))
    session.concluded(
        session.lemma("the claim", [i], goal, [optimum.value.at(i), optimum.coordinate.at(u(i), best(i))])
    )
    known = [optimum.summed, powers.size, *powers.comparator, *powers.start, *powers.known]
    cancel = session.lemma("cancel p", [b, c], z3.Implies(p * b == p * c, b == c), powers.known)
    height = optimum.level(t) - powers.level(t)
    same = session.prove(
        "p G(v*) = p G(z)", p * optimum.level(t) == p * powers.level(t), [level, powers.start_level, *known]
    )
    session.conclude(height, [same, cancel.at(optimum.level(t), powers.level(t))], name="the claim, G(v*) - G(z)")
    session.conclude(optimum.product(t) - U * Z, [product, *known], name="the claim, u.v* - U Z")


class Sum:
    """The sum S of the magnitudes of u: U <= S, as |u_i|**q <= |u_i| S**r, which add up to S**q."""

    def __init__(self, powers: Powers) -> None:
        self.powers, self.session = powers, powers.session
        self.total = CoordinateSum(powers.session, "norm_u", lambda i: absolute(u(i)), moving=False)
        self.S = self.total(t)

    @cached_property
    def each(self) -> Theorem:
        """|u_i| <= S, and S >= 0."""
        return sum_up(
            self.session,
            "|u_i| is at most the sum",
            lambda _, j: z3.And(
                self.total(t, j) >= 0, z3.Implies(z3.And(i >= 0, i < j), absolute(u(i)) <= self.total(t, j))
            ),
            [(self.total, t)],
            [self.session.prove("the same weight", z3.Implies(i == j, u(i) == u(j)))],
            variables=(t, i),
        )

    @cached_property
    def summed(self) -> Theorem:
        """U**q <= S S**r."""
        powers, session, S = self.powers, self.session, self.S
        E, q, r = powers.E, powers.q, powers.r
        b, c = z3.Reals("b_ c_")
        smaller = session.lemma(
            "|u_i|**q <= |u_i| S**r",
            [b, c],
            z3.Implies(z3.And(b >= 0, b <= c), power(b, q) <= b * exp(r * ln(c))),
            [
                E.ln_increasing.at(c, b),
                factor(session, r, ln(b), ln(c)),
                E.increasing.at(r * ln(c), r * ln(b)),
                factor(session, b, exp(r * ln(b)), exp(r * ln(c))),
                powers.raised.at(b),
                powers.conjugate.at(ONE),
                session.prove("0 times", z3.Implies(b == 0, b * exp(r * ln(c)) == 0)),
            ],
        )
        return sum_up(
            session,
            "U**q <= S S**r",
            lambda _, j: powers.u_powers(t, j) <= self.total(t, j) * exp(r * ln(S)),
            [(powers.u_powers, t), (self.total, t)],
            [smaller.at(absolute(u(j)), S), self.each.at(t, j, n), powers.size],
        ).at(t, n)

    @cached_property
    def largest(self) -> Theorem:
        """U <= S."""
        powers, session, S, U = self.powers, self.session, self.S, self.powers.U
        E, q, r = powers.E, powers.q, powers.r
        b, c = z3.Reals("b_ c_")
        known = [self.summed, powers.positive, powers.size]
        some = session.prove(
            "S > 0",
            S > 0,
            [
                *known,
                self.each.at(t, z3.IntVal(0), n),
                session.prove("0 times S**r", z3.Implies(S == 0, S * exp(r * ln(S)) == 0)),
            ],
        )
        return session.prove(
            "U <= S",
            U <= S,
            [
                *known,
                some,
                powers.raised.at(S),
                E.increasing.at(q * ln(S), q * ln(U)),
                session.lemma("cancel q", [b, c], z3.Implies(z3.And(r > 0, b > c), q * b > q * c)).at(ln(U), ln(S)),
                powers.conjugate.at(ONE),
                E.ln_increasing.at(S, U),
            ],
        )


@proves("gls.8.1", best_on_the_level)
def other_measures(session: Session) -> None:
    """||u||_q <= ||u||_1; and G(z) - G(v) + eta u.v = Z**p/p + (eta U)**q/q >= eta U Z, by Young's inequality."""
    powers = Powers(session)
    p, q, r, U, Z = powers.p, powers.q, powers.r, powers.U, powers.Z
    eta = session.symbol(s.eta)
    b, c, d = z3.Reals("b_ c_ d_")
    norms, sign = Sum(powers), session.measure("Z", Z >= 0, "Z is a norm")
    by = [norms.largest, sign, factor(session, Z, U, norms.S), *powers.known]
    session.conclude(norms.S * Z, by, name="the claim, section 4")
    optimum = Optimum(powers, eta, session.parameters)
    whole = q * (ln(eta) + ln(U))
    dual = session.prove(
        "(eta U)**q = eta eta**r U**q",
        z3.And(exp(whole) == eta * exp(r * ln(eta)) * exp(q * ln(U)), exp(whole) > 0),
        [
            powers.sums.at(q * ln(eta), q * ln(U), whole),
            session.prove("q times a sum", q * ln(eta) + q * ln(U) == whole),
            powers.raised.at(eta),
            powers.E.positive.at(whole),
            *session.parameters,
        ],
    )
    G, V, D = powers.level(t), optimum.level(t), optimum.product(t)
    same = session.prove(
        "p G(v) = eta u.v = (eta U)**q",
        z3.And(p * V == exp(whole), eta * D == exp(whole)),
        [optimum.summed, powers.size, powers.positive, powers.raised.at(eta), dual, *session.parameters],
    )
    conjugate = session.prove(
        "p (G(z) - G(v) + eta u.v) >= p eta U Z",
        p * (G - V) + p * (eta * D) >= p * (eta * (U * Z)),
        [
            _young(powers, eta),
            powers.start_level,
            powers.size,
            *powers.start,
            same,
            dual,
            session.prove("no z", z3.Implies(Z == 0, eta * (U * Z) == 0)),
            sign,
            *powers.known,
        ],
    )
    divided = session.lemma(
        "divide by p eta",
        [b, c, d],
        z3.Implies(p * b + p * (eta * c) >= p * (eta * d), b / eta + c >= d),
        [
            session.lemma("cancel p", [b, c], z3.Implies(p * b >= p * c, b >= c), powers.known).at(
                b + eta * c, eta * d
            ),
            session.lemma("divide by eta", [b, c], z3.Implies(b >= eta * c, b / eta >= c), session.parameters).at(
                b, d - c
            ),
        ],
    )
    session.conclude((G - V) / eta + D, [conjugate, divided.at(G - V, D, U * Z)], name="the claim, Bregman")


def _young(powers: Powers, eta: Term) -> Theorem:
    """P eta U Z <= Z**p + (p - 1) (eta U)**q for Z > 0: exp is above its tangents."""
    session, E, p, U, Z = powers.session, powers.E, powers.p, powers.U, powers.Z
    both = ln(eta) + ln(U)
    A, B, C = p * ln(Z), powers.q * both, ln(Z) + both
    b, c, d, e, v = z3.Reals("b_ c_ d_ e_ v_")
    tangent = session.lemma(
        "exp is above its tangent at c",
        [b, c],
        exp(b) >= exp(c) * (1 + (b - c)),
        [
            E.tangent.at(b - c),
            powers.sums.at(b - c, c, b),
            E.positive.at(c),
            factor(session, exp(c), 1 + (b - c), exp(b - c)),
        ],
    )
    weighted = session.lemma(
        "the weighted tangents",
        [b, c, d, e, v],
        z3.Implies(
            z3.And(b + (p - 1) * c == 0, d >= v * (1 + b), e >= v * (1 + c)),
            p * v <= d + (p - 1) * e,
        ),
        [
            session.lemma("(p - 1) times", [b, c], z3.Implies(b >= c, (p - 1) * b >= (p - 1) * c), powers.known).at(
                e, v * (1 + c)
            ),
            session.prove("a common factor", z3.Implies(b + (p - 1) * c == 0, v * (b + (p - 1) * c) == 0)),
        ],
    )
    product = session.prove(
        "exp(C) = eta U Z",
        z3.Implies(Z > 0, exp(C) == eta * (U * Z)),
        [
            E.sums.at(ln(Z), both),
            E.sums.at(ln(eta), ln(U)),
            *(E.inverse.at(v) for v in (Z, eta, U)),
            powers.positive,
            *session.parameters,
        ],
    )
    return session.prove(
        "Young's inequality",
        z3.Implies(Z > 0, p * (eta * (U * Z)) <= exp(A) + (p - 1) * exp(B)),
        [
            tangent.at(A, C),
            tangent.at(B, C),
            weighted.at(A - C, B - C, exp(A), exp(B), exp(C)),
            session.prove("p C = A + (p - 1) B", (A - C) + (p - 1) * (B - C) == 0, [powers.conjugate.at(both)]),
            product,
        ],
    )


class Level:
    """Each example x shifted to v = x + c with G(v) = G(z), for exp: no entry of v or z is above T = ln G(z)."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.E = Exponential(session)
        self.there = CoordinateSum(session, "start_potential", lambda i: exp(start(i)), moving=False)
        self.here = CoordinateSum(session, "potential", lambda t, i: exp(x(t, i)))
        self.top = ln(self.there(t))
        self.value = session.define(
            "v on the level of z",
            on_trials_and_coordinates(shifted(t, i) == x(t, i) + self.top - ln(self.here(t))),
            "v = x + c with G(v) = G(z)",
        )

    def _each(self, name: str, total: CoordinateSum, entry: Callable[[Term, Term], Term]) -> Theorem:
        return sum_up(
            self.session,
            name,
            lambda t, j: z3.And(
                total(t, j) >= 0,
                z3.Implies(z3.And(i >= 0, i < j), z3.And(total(t, j) > 0, exp(entry(t, i)) <= total(t, j))),
            ),
            [(total, t)],
            [
                self.E.positive.at(entry(t, j)),
                self.session.prove("the same entry", z3.Implies(i == j, exp(entry(t, i)) == exp(entry(t, j)))),
            ],
            variables=(t, i),
        ).at(t, i, n)

    @cached_property
    def entries(self) -> Theorem:
        """V_i <= |T| and z_i <= |T|."""
        b, c = z3.Reals("b_ c_")
        logarithm = self.session.lemma(
            "b <= ln c where exp(b) <= c",
            [b, c],
            z3.Implies(z3.And(c > 0, exp(b) <= c), b <= ln(c)),
            [self.E.inverse.at(c), self.E.increasing.at(ln(c), b)],
        )
        largest = absolute(self.top)
        return self.session.lemma(
            "v_i <= |T| and z_i <= |T|",
            [t, i],
            z3.Implies(z3.And(TRIAL, COORDINATE), z3.And(shifted(t, i) <= largest, start(i) <= largest)),
            [
                self.value.at(t, i),
                self._each("exp(x_i) is at most the sum", self.here, x),
                self._each("exp(z_i) is at most the sum", self.there, lambda _, i: start(i)),
                logarithm.at(x(t, i), self.here(t)),
                logarithm.at(start(i), self.there(t)),
            ],
        )


@proves("gls.5.1.proof", shifted_to_the_level)
def low_coordinate(session: Session) -> None:
    """u.v <= |T| (U - u_k) + u_k v_k, as every v_i <= T = ln G(z); and U - u_k <= (n - 1) max u, or less."""
    session.repair("the bound on the other coordinates", "it is |ginv(G(z))| that bounds them: ginv(G(z)) may be < 0")
    lowest, highest, k = z3.Int("lowest"), z3.Int("highest"), i
    m, M, N = u(lowest), u(highest), z3.ToReal(n)
    b, c, d = z3.Reals("b_ c_ d_")
    size = session.count("n", n >= 1)
    level = Level(session)
    P, low = absolute(level.top), shifted(t, k)
    extreme = [
        session.kernel.choose(name, [], place, i, value, within=(z3.IntVal(0), n))
        for name, place, value in (("min u", lowest, u(i)), ("max u", highest, -u(i)))
    ]
    extremes = session.lemma(
        "min u <= u_i <= max u",
        [i],
        z3.Implies(z3.And(i >= 0, i < n), z3.And(u(i) >= m, u(i) <= M)),
        [theorem.at(i) for theorem in extreme],
    )
    inside = z3.And(lowest >= 0, lowest < n, highest >= 0, highest < n)
    first = [theorem.at(z3.IntVal(0)) for theorem in extreme]
    places = session.prove("the extreme weights", inside, [*first, size])
    positive = session.given("positive weights", on_coordinates(u(i) > 0))
    uz = CoordinateSum(session, "uz", lambda i: u(i) * start(i), moving=False)
    uv = CoordinateSum(session, "uv", lambda t, i: u(i) * shifted(t, i))
    U = CoordinateSum(session, "sum_u", lambda i: u(i), moving=False)
    same = session.prove(
        "the same coordinate",
        z3.And(
            z3.Implies(k == j, z3.And(u(k) == u(j), low == shifted(t, j))),
            z3.Implies(lowest == j, m == u(j)),
            z3.Implies(k == lowest, z3.And(u(k) == m, u(k) * low == low * m)),
        ),
    )
    products = sum_up(
        session,
        "u.v <= |T| (U - u_k) + u_k v_k",
        lambda t, j: z3.And(
            uz(t, j) <= P * U(t, j), uv(t, j) <= P * U(t, j) + z3.If(k < j, u(k) * low - P * u(k), ZERO)
        ),
        [(uz, t), (uv, t), (U, t)],
        [
            level.entries.at(t, j),
            factor(session, u(j), shifted(t, j), P),
            factor(session, u(j), start(j), P),
            *(p.at(j) for p in positive),
            same,
        ],
        z3.And(TRIAL, COORDINATE),
        variables=(t, i),
    ).at(t, i, n)

    def most(j: Term) -> Term:
        return z3.ToReal(j) * M + z3.If(lowest < j, m - M, ZERO)

    weights = sum_up(
        session,
        "U <= (n - 1) max u + min u, and less where k is another coordinate",
        lambda t, j: z3.And(U(t, j) <= most(j), U(t, j) <= most(j) + z3.If(z3.And(k < j, k != lowest), u(k) - M, ZERO)),
        [(U, t)],
        [extremes.at(j), places, same],
        COORDINATE,
        variables=(t, i),
    ).at(t, i, n)
    others = session.prove(
        "|T| (U - u_k) <= (n - 1) |T| max u, and less by |T| (max u - min u) where k is another coordinate",
        z3.Implies(
            z3.And(TRIAL, COORDINATE),
            P * U(t) - P * u(k) <= z3.If(k == lowest, P * ((N - 1) * M), P * ((N - 1) * M - (M - m))),
        ),
        [
            *(weights, places, size, same),
            *(factor(session, P, U(t) - u(k), b) for b in ((N - 1) * M, (N - 1) * M - (M - m))),
        ],
    )
    raised = session.prove(
        "(u_k - min u) v_k <= (max u - min u) |T|",
        z3.Implies(z3.And(TRIAL, COORDINATE), (u(k) - m) * low <= (M - m) * P),
        [
            *(extremes.at(k), level.entries.at(t, k)),
            *(factor(session, u(k) - m, low, P), factor(session, P, u(k) - m, M - m)),
        ],
    )
    least = uz(t) - (N - 1) * P * M
    quotient = session.lemma("less than a quotient", [b, c, d], z3.Implies(z3.And(c > 0, b < d / c), b * c < d))
    below = session.prove(
        "min u v_k < u.z - (n - 1) |T| max u",
        z3.Implies(low < least / m, low * m < least),
        [quotient.at(low, m, least), places, *(p.at(lowest) for p in positive)],
    )
    goal = z3.Implies(z3.And(TRIAL, COORDINATE, low < least / m), session.holds(uv(t) - uz(t)))
    session.concluded(session.lemma("the claim", [t, i], goal, [products, others, raised, below, same]))
