"""Theorem 7.1 of Grove, Littlestone and Schuurmans 2001 from any start, at any a: the larger root."""

from __future__ import annotations

import z3

from verify.proofs import readings
from verify.proofs.grove2001_starts import FIRST, FromStart
from verify.proofs.kernel import Term, Theorem
from verify.proofs.norms import norm
from verify.proofs.perceptron import ZERO
from verify.proofs.registry import proves
from verify.proofs.session import Session


@proves("gls.7.1q.root", readings.p_norm)
def larger_root(session: Session) -> None:
    """S = u.z0 + M a delta has S**2 <= U**2 Z**2 + (S - u.z0)/Q with Q = delta/((p - 1) a U**2 X**2)."""
    argument = FromStart(session)
    run, M, uz, Z, delta = argument.run, argument.M, argument.uz, argument.Z, argument.delta
    a, p, X, U = run.a, run.p, run.X, run.U
    size = (p - 1) * (U * U) * (X * X)
    Q = delta / (a * size)
    b, c, d, e, v = z3.Reals("b_ c_ d_ e_ v_")
    room = session.prove(
        "(p - 1) U**2 X**2 > 0",
        z3.Implies(U > 0, z3.And(size > 0, a * size > 0)),
        [
            session.lemma("a product > 0", [b, c], z3.Implies(z3.And(b > 0, c > 0), b * c > 0)).at(e1, e2)
            for e1, e2 in ((U, U), (X, X), (p - 1, U * U), ((p - 1) * (U * U), X * X), (a, size))
        ]
        + run.parameters,
    )
    quotient = session.prove(
        "Q a (p - 1) U**2 X**2 = delta",
        z3.Implies(U > 0, z3.And(Q * (a * size) == delta, Q > 0)),
        [
            session.lemma(
                "a quotient", [b, c], z3.Implies(z3.And(b > 0, c > 0), z3.And((b / c) * c == b, b / c > 0))
            ).at(delta, a * size),
            room,
            *run.parameters,
        ],
    )
    S = argument.reached
    grown = M * ((p - 1) * a * a * X * X)
    square = session.lemma(
        "complete the square",
        [b, c, d, e, v],
        z3.Implies(
            z3.And(v > 0, b * b <= c + d, v * d == b - e),
            (2 * v * b - 1) * (2 * v * b - 1) <= 1 - 4 * v * e + 4 * (v * v) * c,
        ),
        [
            session.lemma("4 v**2 times", [b, c, v], z3.Implies(b <= c, 4 * (v * v) * b <= 4 * (v * v) * c)).at(
                b * b, c + d, v
            )
        ],
    )
    both = session.prove(
        "(2 Q S - 1)**2 <= 1 - 4 Q u.z0 + 4 Q**2 U**2 Z**2",
        z3.Implies(
            z3.And(U > 0, S >= 0),
            1 - 4 * Q * uz + 4 * (Q * Q) * (U * U * (Z * Z)) >= (2 * Q * S - 1) * (2 * Q * S - 1),
        ),
        [
            square.at(S, U * U * (Z * Z), U * U * grown, uz, Q),
            argument.square,
            quotient,
            session.prove(
                "Q U**2 M (p - 1) a**2 X**2 = M a delta",
                z3.Implies(Q * (a * size) == delta, Q * (U * U * grown) == M * (a * delta)),
                [session.prove("the same product", Q * (U * U * grown) == M * a * (Q * (a * size)))],
            ),
        ],
    )
    beyond = 2 * M * (delta * delta) / size - 1 + 2 * (uz * delta / (a * size))
    in_Q = session.prove(
        "the left side is 2 Q S - 1",
        z3.Implies(U > 0, beyond == 2 * Q * S - 1),
        [
            session.lemma(
                "in terms of a quotient",
                [b, c, d, e],
                z3.Implies(
                    z3.And(b > 0, c > 0),
                    2 * d * (delta * delta) / b - 1 + 2 * (e * delta / (c * b))
                    == 2 * (delta / (c * b)) * (e + d * (c * delta)) - 1,
                ),
            ).at(size, a, M, uz),
            room,
            *run.parameters,
        ],
    )
    bound = session.bound()
    right = session.prove(
        "the bound, in these terms",
        z3.Implies(U > 0, bound == 1 - 4 * Q * uz + 4 * (Q * Q) * (U * U * (Z * Z))),
        [
            *run.parameters,
        ],
    )
    largest = z3.If(beyond >= 0, beyond, ZERO)
    final = session.prove(
        "the square of the positive part",
        z3.Implies(U > 0, largest * largest <= 1 - 4 * Q * uz + 4 * (Q * Q) * (U * U * (Z * Z))),
        [
            both,
            in_Q,
            quotient,
            session.lemma("S > 0 where 2 Q S >= 1", [b, v], z3.Implies(z3.And(v > 0, 2 * v * b >= 1), b > 0)).at(S, Q),
            session.lemma("a square", [c], c * c >= 0).at(Q * (U * Z)),
            start_within(session, argument, Q, uz),
        ],
    )
    session.concluded(
        session.prove("the claim", z3.Implies(U > 0, session.holds(largest * largest)), [final, right, *run.parameters])
    )


def start_within(session: Session, argument: FromStart, Q: Term, uz: Term) -> Theorem:
    """1 - 4 Q u.z0 + 4 Q**2 U**2 Z**2 >= (1 - 2 Q u.z0)**2 >= 0, as |u.z0| <= U Z."""
    U, Z = argument.run.U, argument.Z
    b, c = z3.Reals("b_ c_")
    positive = session.lemma(
        "the right side is not negative",
        [b, c],
        z3.Implies(z3.And(c >= 0, b <= c), 1 - 4 * b + 4 * (c * c) >= 0),
        [session.lemma("a square", [c], c * c >= 0).at(2 * c - 1)],
    )
    return session.prove(
        "the right side is not negative, at Q u.z0",
        z3.Implies(z3.And(U > 0, Q > 0), 1 - 4 * Q * uz + 4 * (Q * Q) * (U * U * (Z * Z)) >= 0),
        [
            positive.at(Q * uz, Q * (U * Z)),
            argument.start(),
            session.lemma("Q times", [b, c], z3.Implies(z3.And(Q > 0, b <= c), Q * b <= Q * c)).at(uz, U * Z),
            session.prove(
                "Q U Z >= 0",
                z3.Implies(z3.And(U > 0, Q > 0), Q * (U * Z) >= 0),
                [
                    session.lemma("a product >= 0", [b, c], z3.Implies(z3.And(b >= 0, c >= 0), b * c >= 0)).at(e1, e2)
                    for e1, e2 in ((U, Z), (Q, U * Z))
                ]
                + argument.known
                + session.given("start norm", norm(FIRST) <= Z),
            ),
        ],
    )
