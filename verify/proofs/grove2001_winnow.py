"""Section 6 of Grove, Littlestone and Schuurmans 2001: Balanced Winnow, which is QA(2 sinh)."""

from __future__ import annotations

import z3

from bounds import symbols as s
from verify.proofs.exponentiated import u
from verify.proofs.grove2001_exponential import gibbs, share, shares_of
from verify.proofs.grove2001_potential import Potential
from verify.proofs.grove2001_runs import z
from verify.proofs.perceptron import ZERO, l
from verify.proofs.readings_quasi_additive import shares
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import CoordinateSum, i, j, n, sum_up
from verify.proofs.terms import absolute
from verify.proofs.translate import exp, ln
from verify.proofs.vectors import t


@proves("gls.bw", shares)
def balanced_winnow(session: Session) -> None:
    """u.z/U + entropy <= ln W by Gibbs' inequality, ln W <= ln(2 n) + M a**2 X**2/2, and a = delta/(U X**2)."""
    run = Potential(session, balanced=True)
    E, a, X, U, delta, H = run.E, run.a, run.X, run.U, run.delta, session.symbol(s.entropy)
    N = z3.ToReal(n)
    b, c, d, e, p = z3.Reals("b_ c_ d_ e_ p_")
    positive = session.measure("U", U > 0, "U is the 1-norm of u, which is not zero")
    parts = shares_of(session, U, absolute(u(i)), [positive])
    total = CoordinateSum(session, "share_sum", lambda i: share(i), moving=False)
    negentropy = CoordinateSum(session, "negentropy", lambda i: share(i) * ln(share(i)), moving=False)
    entropy = session.given("entropy", -negentropy(t) == H)
    signed = z3.If(u(j) < 0, -z(t, j), z(t, j))
    towards = CoordinateSum(session, "towards", lambda t, i: exp(z3.If(u(i) < 0, -z(t, i), z(t, i))))
    L = ln(run.W(t))
    first = z3.IntVal(0)
    scaled = gibbs(session, E)
    each = session.prove(
        "U share_i z_i, with the sign of u_i, is u_i z_i",
        z3.Implies(z3.And(j >= 0, j < n), z3.And(share(j) >= 0, U * (share(j) * signed) == u(j) * z(t, j))),
        [
            parts.at(j),
            positive,
            session.lemma(
                "a share times",
                [b, c, d, p],
                z3.Implies(
                    z3.And(U > 0, p * U == absolute(b)),
                    z3.And(p >= 0, U * (p * z3.If(b < 0, -c, c)) == b * c),
                ),
                [
                    session.lemma("times c", [b, c, d], z3.Implies(b == d, b * c == d * c)).at(p * U, e, absolute(b))
                    for e in (c, -c)
                ],
            ).at(u(j), z(t, j), ZERO, share(j)),
        ],
    )
    summed = sum_up(
        session,
        "Gibbs' inequality, summed",
        lambda t, j: z3.And(
            U * towards(t, j)
            >= run.W(t) * (U * total(t, j) + run.uz(t, j) - U * total(t, j) * ln(run.W(t)) - U * negentropy(t, j)),
            U * total(t, j) == run.size(t, j),
            towards(t, j) <= run.W(t, j),
        ),
        [(towards, t), (total, t), (run.uz, t), (negentropy, t), (run.size, t), (run.W, t)],
        [
            scaled.at(signed, run.W(t), L, share(j)),
            each,
            parts.at(j),
            E.inverse.at(run.W(t)),
            E.positive.at(signed),
            E.positive.at(z(t, j)),
            E.positive.at(-z(t, j)),
            run.positive.at(t, first),
            session.prove(
                "exp of either sign",
                exp(signed) == z3.If(u(j) < 0, exp(-z(t, j)), exp(z(t, j))),
            ),
            session.lemma(
                "U times a summand",
                [b, c, d, e, p],
                z3.Implies(z3.And(U > 0, b >= c * (p + p * (d - e))), U * b >= c * (U * p + U * (p * d) - U * p * e)),
                [
                    session.lemma("U times", [b, c], z3.Implies(z3.And(U > 0, b >= c), U * b >= U * c)).at(
                        b, c * (p + p * (d - e))
                    )
                ],
            ).at(exp(signed), run.W(t), signed, L + ln(share(j)), share(j)),
            positive,
            run.n,
        ],
    )
    below = session.prove(
        "u.z <= U (ln W - entropy)",
        run.uz(l) <= U * (ln(run.W(l)) - H),
        [
            summed.at(l, n),
            *run.comparator,
            *entropy,
            positive,
            run.positive.at(l, first),
            session.lemma(
                "cancel W",
                [b, c, d],
                z3.Implies(z3.And(c > 0, b <= c, U > 0, U * b >= c * (U + d)), d <= 0),
                [
                    session.lemma("U b <= U c", [b, c], z3.Implies(z3.And(U > 0, b <= c), U * b <= U * c)).at(b, c),
                    session.lemma("cancel", [c, d], z3.Implies(z3.And(c > 0, c * d <= 0), d <= 0)).at(c, d),
                ],
            ).at(towards(l), run.W(l), run.uz(l) - U * ln(run.W(l)) + U * H),
            run.n,
        ],
    )
    most = a * X * (a * X) / 2
    size = 2 * N
    whole = session.prove(
        "M a delta <= U (ln(2 n) - entropy + M a**2 X**2/2)",
        run.M(l) * (a * delta) <= U * (ln(size) - H + run.M(l) * most),
        [
            below,
            run.linear.at(l),
            run.growth.at(l),
            run.start_potential(size),
            session.lemma("U times", [b, c], z3.Implies(z3.And(U > 0, b <= c), U * b <= U * c)).at(
                ln(run.W(l)) - H, ln(size) - H + run.M(l) * most
            ),
            positive,
            *session.length,
        ],
    )
    half = session.prove(
        "U a**2 X**2 = a delta",
        z3.And(U * most == a * delta / 2, delta == a * (U * (X * X)), a * delta > 0),
        [positive, *run.parameters],
    )
    last = session.prove(
        "M a delta <= 2 U (ln(2 n) - entropy)",
        run.M(l) * (a * delta) <= 2 * (U * (ln(size) - H)),
        [
            whole,
            session.lemma("M times", [b, c], z3.Implies(b == c, run.M(l) * b == run.M(l) * c)).at(
                U * most, a * delta / 2
            ),
            half,
        ],
    )
    final = session.prove(
        "M delta**2 <= 2 U**2 X**2 (ln(2 n) - entropy)",
        run.M(l) <= 2 * U * U * X * X * (ln(size) - H) / (delta * delta),
        [
            last,
            half,
            session.lemma(
                "times U X**2 / a",
                [b, c, d, e],
                z3.Implies(
                    z3.And(delta > 0, d > 0, e > 0, e * d == delta, b * (e * delta) <= 2 * (U * c)),
                    b <= 2 * U * d * c / (delta * delta),
                ),
            ).at(run.M(l), ln(size) - H, U * (X * X), a),
            positive,
            *run.parameters,
        ],
    )
    session.conclude(run.M.whole(l), [final])
