"""Theorem 4.1 of Grove, Littlestone and Schuurmans 2001 for f_p and f_k, which grow as polynomials do."""

from __future__ import annotations

from collections.abc import Callable

import z3

from bounds import symbols as s
from verify.proofs.grove2001_convergence import Convergence
from verify.proofs.grove2001_runs import conclude_on_trials, f, g, ginv, slope
from verify.proofs.kernel import Term, Theorem
from verify.proofs.perceptron import l
from verify.proofs.readings_quasi_additive import quasi_additive
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import n
from verify.proofs.terms import absolute, on_a_trial
from verify.proofs.translate import translate
from verify.proofs.vectors import t


def polynomial(run: Convergence, degree: Term, slopes: Theorem, name: str, size: Term, levels: Levels) -> None:
    """Theorem 4.1 where c f'(v) <= degree f(c) for |v| <= c, and ginv(n g(c)) <= size c: any a will do."""
    session = run.session
    a, U, X, delta = run.a, run.U, run.X, run.delta
    N, S = z3.ToReal(n), z3.ToReal(run.s)
    K = a * N * (X * X) * U / delta
    kappa, late = 1 / K, degree * K
    b, c, d, v, q = z3.Reals("b_ c_ d_ v_ q_")
    one = session.prove(
        "a n X**2 U / delta > 0",
        z3.Implies(l >= 1, z3.And(K > 0, kappa > 0, kappa * K == 1, K * delta == a * N * (X * X) * U)),
        [
            session.lemma(
                "a quotient of positive numbers",
                [b, c],
                z3.Implies(z3.And(b > 0, c > 0), z3.And(b / c > 0, (b / c) * c == b, 1 / b > 0, (1 / b) * b == 1)),
            ).at(e, h)
            for e, h in ((a * N * (X * X) * U, delta), (K, z3.RealVal(1)))
        ]
        + [
            session.prove(
                "a n X**2 U > 0",
                z3.Implies(l >= 1, a * N * (X * X) * U > 0),
                [
                    session.lemma("a product > 0", [b, c], z3.Implies(z3.And(b > 0, c > 0), b * c > 0)).at(e, h)
                    for e, h in ((X, X), (a, N), (a * N, X * X), (a * N * (X * X), U))
                ]
                + [run.room.at(z3.IntVal(0)), run.rate, run.n],
            ),
            *run.parameters,
        ],
    )
    steep = session.lemma(
        "f' against f from late on",
        [v, c],
        z3.Implies(z3.And(l >= 1, late <= c, absolute(v) <= c), slope(v) <= kappa * f(c)),
        [
            slopes.at(v, c),
            run.positive.at(c),
            one,
            session.lemma(
                "cancel c",
                [b, c, d, q, v],
                z3.Implies(z3.And(c > 0, d > 0, q > 0, v * q == 1, b * c <= degree * d, degree * q <= c), b <= v * d),
                [
                    session.lemma("times v d", [b, c, d], z3.Implies(z3.And(d >= 0, b <= c), b * d <= c * d)).at(
                        degree * q, c, v * d
                    ),
                    session.lemma("cancel", [b, c, d], z3.Implies(z3.And(d > 0, b * d <= c * d), b <= c)).at(
                        b, v * d, c
                    ),
                    session.lemma("v > 0", [q, v], z3.Implies(z3.And(q > 0, v * q == 1), v > 0)).at(q, v),
                    session.lemma("a product > 0", [b, c], z3.Implies(z3.And(b > 0, c > 0), b * c > 0)).at(v, d),
                ],
            ).at(slope(v), c, f(c), K, kappa),
            session.prove("late > 0", z3.Implies(l >= 1, late > 0), [one, *run.parameters]),
        ],
    )
    enough = run.enough(late, "late")
    small = session.lemma(
        "U a**2 kappa n X**2 = a delta",
        [t],
        on_a_trial(U * (a * a / 2 * (kappa * (X * X) * N)) <= a * delta / 2),
        [
            one,
            session.prove(
                "the same product", U * (a * a / 2 * (kappa * (X * X) * N)) == a / 2 * (kappa * (a * N * (X * X) * U))
            ),
            session.lemma(
                "put in K delta",
                [b, c, d],
                z3.Implies(z3.And(b == c * d, kappa * c == 1), a / 2 * (kappa * b) == a / 2 * d),
            ).at(a * N * (X * X) * U, K, delta),
        ],
    )
    both = run.mistakes(late, kappa, steep, enough, small)
    most = a * X * S
    level = levels(most)
    divided = session.prove(
        f"M + s <= 2 U X {name} s / delta",
        z3.Implies(l >= 1, run.M(l) + S <= 2 * U * X * size * S / delta),
        [
            session.lemma(
                "cancel a",
                [b, c, d, q],
                z3.Implies(z3.And(q > 0, d > 0, b * (q * d) <= q * c), b <= c / d),
            ).at(run.M(l) + S, 2 * U * X * size * S, delta, a),
            both,
            session.lemma("U times", [c, d], z3.Implies(z3.And(U >= 0, c <= d), U * c <= U * d)).at(
                run.highest, size * most
            ),
            session.measure("norms", z3.And(U >= 0, X >= 0), "U and X bound norms"),
            level,
            session.prove("the same size", 2 * (U * (size * most)) == a * (2 * U * X * size * S)),
            *run.parameters,
        ],
    )
    conclude_on_trials(session, run.M.whole(l), [divided])


Levels = Callable[[Term], Theorem]
"""Proves ginv(n g(c)) <= size c at a term c, where there is a trial."""


def nothing_early(run: Convergence, most: Term) -> Theorem:
    """a X s >= 0 where there is a trial."""
    return run.session.prove(
        "a X s >= 0", z3.Implies(l >= 1, most >= 0), [run.s_positive, run.room.at(z3.IntVal(0)), run.rate]
    )


@proves("gls.4.1", quasi_additive)
def theorem_41_power(session: Session) -> None:
    """f_p: c f'(v) <= (p - 1) f(c) for |v| <= c, so kappa = (p - 1)/late; and ginv(n g(c)) = n**(1/p) c."""
    p = session.symbol(s.p)
    v, c = z3.Reals("v_ c_")
    run = Convergence(session, p >= 2)
    slopes = run.shape(
        "the slope of a power",
        [v, c],
        z3.Implies(z3.And(c > 0, absolute(v) <= c), slope(v) * c <= (p - 1) * f(c)),
        "f_p'(v) = (p - 1) |v|**(p - 2), p >= 2",
    )
    size = translate(s.n ** (1 / s.p))
    levels = run.shape(
        "the level of a power",
        [c],
        z3.Implies(z3.And(c >= 0, n >= 1), ginv(z3.ToReal(n) * g(c)) == size * c),
        "g(c) = c**p/p",
    )
    polynomial(
        run,
        p - 1,
        slopes,
        "n**(1/p)",
        size,
        lambda most: session.prove(
            "ginv(n g(a X s)) = n**(1/p) a X s",
            z3.Implies(l >= 1, run.highest <= size * most),
            [levels.at(most), nothing_early(run, most), run.n],
        ),
    )
