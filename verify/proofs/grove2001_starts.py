"""More proofs for Grove, Littlestone and Schuurmans 2001: p-norm Perceptrons from any start, and what is near them."""

from __future__ import annotations

import z3

from bounds import symbols as s
from bounds.catalogue import theorem
from verify.proofs import readings
from verify.proofs.grove2001 import PNorm, z
from verify.proofs.kernel import Term, Theorem
from verify.proofs.norms import dual, norm
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
        self.signs = [
            run.norms.positive(FIRST),
            session.measure("norms", z3.And(U >= 0, X >= 0), "U and X bound norms"),
        ]
        product = start_product(session)
        self.reached = self.uz + self.M * (a * self.delta)
        least = z3.If(self.reached >= 0, self.reached, ZERO)
        positive = session.prove(
            "0 <= max(0, u.z0 + M a delta) <= ||u||_q ||z||_p",
            z3.And(least >= 0, least <= dual(u) * norm(z(l))),
            [run.linear().at(l), run.hoelder, *product, *session.length],
        )
        total = run.hoelder_squared(least, [positive])
        q, r = z3.Reals("q_ r_")
        times = session.lemma("U**2 times", [q, r], z3.Implies(q <= r, U * U * q <= U * U * r))
        squares = session.lemma("squares", [q, r], z3.Implies(z3.And(q >= 0, q <= r), q * q <= r * r))
        self.most = self.Z * self.Z + self.M * ((p - 1) * a * a * X * X)
        self.square = session.prove(
            "the square of both",
            z3.Implies(self.reached >= 0, self.reached * self.reached <= U * U * self.most),
            [
                total,
                times.at(norm(z(l)) * norm(z(l)), self.most),
                run.squared.at(l),
                squares.at(norm(FIRST), self.Z),
                *sizes,
                *self.signs,
                *session.length,
            ],
        )
        self.known = [*self.signs, run.counted.at(l), *session.length, *run.parameters]

    def start(self) -> Theorem:
        """u.z0 <= U Z, by Hoelder's inequality at the start."""
        return self.within("u.z0 <= U Z", self.uz, self.run.norms.hoelder(u, FIRST))

    def within(self, name: str, size: Term, at_start: Theorem) -> Theorem:
        """Conclude size <= U Z from size <= ||u||_q ||z0||_p."""
        session, run = self.session, self.run
        b, c, d, e = z3.Reals("b_ c_ d_ e_")
        larger = session.lemma(
            "larger factors", [b, c, d, e], z3.Implies(z3.And(b >= 0, b <= d, c >= 0, c <= e), b * c <= d * e)
        )
        return session.prove(
            name,
            size <= run.U * self.Z,
            [
                at_start,
                larger.at(dual(u), norm(FIRST), run.U, self.Z),
                *session.given("start norm", norm(FIRST) <= self.Z),
                *start_product(session),
                *run.comparator,
                run.hoelder,
                *self.signs,
            ],
        )


@proves("gls.7.1b", readings.p_norm)
def theorem_71b(session: Session) -> None:
    """With s = a delta M the square is (s + u.z0) (s - (U**2 Z**2 - u.z0**2) / u.z0) <= 0."""
    argument = FromStart(session)
    run, M, uz, Z, delta = argument.run, argument.M, argument.uz, argument.Z, argument.delta
    a, p, X, U = run.a, run.p, run.X, run.U
    g, v, S, b, c, e = z3.Reals("g_ v_ S_ b_ c_ e_")
    rate = session.prove(
        "a delta (p - 1) X**2 u.z0 = delta**2 Z**2",
        a * delta * ((p - 1) * X * X * uz) == delta * delta * (Z * Z),
        run.parameters,
    )
    factored = session.lemma(
        "one factor is positive",
        [v, S, b],
        z3.Implies(z3.And(v > 0, S >= 0, (S + v) * (S * v - (b - v * v)) <= 0), S * v <= b - v * v),
    )
    room = session.prove("(p - 1) X**2 > 0", (p - 1) * X * X > 0, run.parameters)
    grown = session.prove(
        "M (p - 1) a**2 X**2 u.z0 = a delta M Z**2",
        M * ((p - 1) * a * a * X * X) * uz == M * (a * delta) * (Z * Z),
        [
            session.lemma("cancel delta", [b, c, e], z3.Implies(z3.And(e > 0, b * e == c * e), b == c)).at(
                M * ((p - 1) * a * a * X * X) * uz, M * (a * delta) * (Z * Z), delta
            ),
            session.lemma("multiply", [b, c, e], z3.Implies(b == c, b * e == c * e)).at(
                a * delta * ((p - 1) * X * X * uz), delta * delta * (Z * Z), M * a
            ),
            rate,
            *run.parameters,
        ],
    )
    progress = M * (a * delta)
    B = U * U * (Z * Z)
    positive = session.prove("a delta M >= 0", z3.And(progress >= 0, argument.reached >= 0), argument.known)
    expand = session.lemma(
        "multiply the square by u.z0",
        [S, v, g, b, c],
        z3.Implies(
            z3.And(v > 0, (v + S) * (v + S) <= b * (c + g), g * v == S * c),
            (S + v) * (S * v - (b * c - v * v)) <= 0,
        ),
        [
            session.lemma("a factor > 0", [v, c, e], z3.Implies(z3.And(v > 0, c <= e), c * v <= e * v)).at(
                v, (v + S) * (v + S), b * (c + g)
            ),
            session.lemma("b times", [b, c, e], z3.Implies(c == e, b * c == b * e)).at(b, g * v, S * c),
        ],
    )
    smaller = session.prove(
        "a delta M u.z0 <= U**2 Z**2 - u.z0**2",
        progress * uz <= B - uz * uz,
        [
            expand.at(progress, uz, M * ((p - 1) * a * a * X * X), U * U, Z * Z),
            factored.at(uz, progress, B),
            argument.square,
            grown,
            positive,
            *run.parameters,
        ],
    )
    scaled = session.prove(
        "M delta**2 Z**2 <= (p - 1) X**2 (U**2 Z**2 - u.z0**2)",
        M * (delta * delta) * (Z * Z) <= (p - 1) * X * X * (B - uz * uz),
        [
            session.lemma("a factor > 0", [v, c, e], z3.Implies(z3.And(v > 0, c <= e), c * v <= e * v)).at(
                (p - 1) * X * X, progress * uz, B - uz * uz
            ),
            session.lemma("M times", [b, c, e], z3.Implies(c == e, b * c == b * e)).at(
                M, a * delta * ((p - 1) * X * X * uz), delta * delta * (Z * Z)
            ),
            rate,
            room,
            smaller,
        ],
    )
    sizes = session.prove("Z > 0 and U > 0", z3.And(Z > 0, U > 0), [argument.start(), *argument.known])
    k = z3.Real("k_")
    divided = session.lemma(
        "divide by delta**2 Z**2",
        [k, v, b, c, e, g],
        z3.Implies(
            z3.And(v > 0, c > 0, e > 0, k * (v * v) * (c * c) <= b * (e * e * (c * c) - g * g)),
            k <= e * e * b * (1 - g * g / (e * e * (c * c))) / (v * v),
        ),
        quotients(session, k, v, b, c, e, g),
    )
    last = session.prove(
        "M <= U**2 (p - 1) X**2 (1 - u.z0**2/(U**2 Z**2)) / delta**2",
        U * U * ((p - 1) * X * X) * (1 - uz * uz / (U * U * (Z * Z))) / (delta * delta) >= M,
        [divided.at(M, delta, (p - 1) * X * X, Z, U, uz), scaled, sizes, *run.parameters],
    )
    session.conclude(run.M.whole(l), [last, sizes])


def quotients(session: Session, k: Term, v: Term, b: Term, c: Term, e: Term, g: Term) -> list[Theorem]:
    """1 - g**2/(e**2 c**2), times e**2 c**2; and a quotient bounds what its multiple bounds."""
    q, r, h = z3.Reals("q_ r_ h_")
    product = session.lemma("a square is positive", [q], z3.Implies(q > 0, q * q > 0))
    both = session.lemma("a product of positive numbers", [q, r], z3.Implies(z3.And(q > 0, r > 0), q * r > 0))
    quotient = session.lemma("(q / r) r = q", [q, r], z3.Implies(r > 0, (q / r) * r == q))
    below = session.lemma("at most a quotient", [q, r, h], z3.Implies(z3.And(r > 0, q * r <= h), q <= h / r))
    cancel = session.lemma("cancel", [q, r, h], z3.Implies(z3.And(h > 0, q * h <= r * h), q <= r))
    ratio = g * g / (e * e * (c * c))
    return [
        product.at(v),
        product.at(c),
        product.at(e),
        both.at(e * e, c * c),
        quotient.at(g * g, e * e * (c * c)),
        below.at(k, v * v, e * e * b * (1 - ratio)),
        cancel.at(k * (v * v), e * e * b * (1 - ratio), c * c),
    ]


@proves("gls.7.1c", readings.p_norm)
def theorem_71c(session: Session) -> None:
    """If M delta**2 > (p - 1) U**2 X**2, the square gives 2 a delta u.z0 M <= U**2 Z**2 - u.z0**2: a is too small."""
    argument = FromStart(session)
    run, M, uz, Z, delta = argument.run, argument.M, argument.uz, argument.Z, argument.delta
    a, p, X, U = run.a, run.p, run.X, run.U
    sizes = session.prove("Z > 0 and U > 0", z3.And(Z > 0, U > 0), [argument.start(), *argument.known])
    d, v, m, r, b, c, e = z3.Reals("d_ v_ m_ r_ b_ c_ e_")
    large = session.prove(
        "2 a (p - 1) X**2 U**2 u.z0 >= delta (U**2 Z**2 - u.z0**2)",
        2 * a * uz * ((p - 1) * U * U * X * X) >= delta * (U * U * (Z * Z) - uz * uz),
        [
            session.lemma(
                "times U**2",
                [b, c, d, v, e],
                z3.Implies(z3.And(e > 0, b >= d * (c - v / (e * e))), b * (e * e) >= d * (c * (e * e) - v)),
                [
                    session.lemma("a square is positive", [e], z3.Implies(e > 0, e * e > 0)).at(e),
                    session.lemma("(q / r) r = q", [b, c], z3.Implies(c > 0, (b / c) * c == b)).at(v, e * e),
                    session.lemma("a factor > 0", [b, c, e], z3.Implies(z3.And(e > 0, b >= c), b * e >= c * e)).at(
                        b, d * (c - v / (e * e)), e * e
                    ),
                ],
            ).at(2 * X * X * a * uz * (p - 1), Z * Z, delta, uz * uz, U),
            sizes,
            *run.parameters,
        ],
    )
    contradiction = session.lemma(
        "too many mistakes",
        [m, r, d, v, b, c],
        z3.Implies(
            z3.And(
                *(m > 0, r > 0, d > 0, v > 0, m * (d * d) > b, b >= 0),
                *((v + m * (r * d)) * (v + m * (r * d)) <= c + m * (r * r) * b, 2 * r * v * b >= d * (c - v * v)),
            ),
            z3.BoolVal(False),
        ),
        [
            session.lemma("a factor > 0", [b, c, e], z3.Implies(z3.And(e > 0, b > c), b * e > c * e)).at(
                m * (d * d), b, m * (r * r)
            ),
            session.lemma("a factor > 0, twice", [b, c, e], z3.Implies(z3.And(e > 0, b > c), b * e > c * e)).at(
                m * (d * d), b, 2 * (r * v)
            ),
            session.lemma(
                "positive products",
                [m, r, v],
                z3.Implies(z3.And(m > 0, r > 0, v > 0), z3.And(m * (r * r) > 0, r * v > 0)),
            ).at(m, r, v),
            session.lemma("cancel d", [b, c, e], z3.Implies(z3.And(e > 0, b * e > c * e), b > c)).at(
                2 * (r * v) * m * d, c - v * v, d
            ),
        ],
    )
    size = (p - 1) * U * U * X * X
    nonnegative = session.prove("(p - 1) U**2 X**2 >= 0", size >= 0, [sizes, *run.parameters])
    reached = session.prove("u.z0 + M a delta >= 0", argument.reached >= 0, argument.known)
    counted = session.prove("a mistake count is not negative", M >= 0, argument.known)
    few = session.prove(
        "M delta**2 <= (p - 1) U**2 X**2",
        M * (delta * delta) <= size,
        [
            contradiction.at(M, a, delta, uz, size, U * U * (Z * Z)),
            argument.square,
            session.prove(
                "the same square",
                U * U * argument.most == U * U * (Z * Z) + M * (a * a) * size,
            ),
            large,
            nonnegative,
            reached,
            counted,
            *run.parameters,
        ],
    )
    session.conclude(run.M.whole(l), [few, *run.parameters])
