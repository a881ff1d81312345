"""The remark of section 4 of Grove, Littlestone and Schuurmans 2001: for f(z) = z, the Perceptron."""

from __future__ import annotations

import z3

from verify.proofs.axioms import root
from verify.proofs.exponentiated import side, u, x
from verify.proofs.grove2001_runs import QuasiAdditiveRun, f, z
from verify.proofs.kernel import Term, Theorem
from verify.proofs.perceptron import ZERO, l, up_to_the_end
from verify.proofs.readings_quasi_additive import quasi_additive
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import CoordinateSum, i, j, n, sum_up
from verify.proofs.terms import absolute, on_a_trial
from verify.proofs.vectors import REAL, t


@proves("gls.4.remark", quasi_additive)
def remark(session: Session) -> None:
    """(u.z)**2 <= U**2 max z_i**2 <= U**2 z.z, and z.z <= M a**2 n X**2, as each mistake adds at most a**2 x.x."""
    run = QuasiAdditiveRun(session)
    a, U, X, delta = run.a, run.U, run.X, run.delta
    N, first = z3.ToReal(n), z3.IntVal(0)
    v, b, c, d, e = z3.Reals("v_ b_ c_ d_ e_")
    identity = session.define("f", z3.ForAll([v], f(v) == v), "f is the identity")
    zz = CoordinateSum(session, "zz", lambda t, i: z(t, i) * z(t, i))
    each = a * a * (X * X)
    when = z3.And(t >= 0, t < l)
    square = session.lemma("x**2 <= X**2", [c], z3.Implies(z3.And(c <= X, -c <= X), z3.And(c * c <= X * X, c * c >= 0)))
    step = session.lemma(
        "the square of an entry after a step",
        [b, c, d, e],
        z3.Implies(
            z3.And(b == c + a * d * e, z3.Or(d == 0, d == 1, d == -1), e * e <= X * X),
            b * b <= c * c + 2 * a * d * (c * e) + z3.If(d == 0, ZERO, each),
        ),
        [session.lemma("a**2 times", [b, c], z3.Implies(b <= c, a * a * b <= a * a * c)).at(e * e, X * X)],
    )
    longer = sum_up(
        session,
        "z.z after a step",
        lambda t, j: (
            zz(t + 1, j) <= zz(t, j) + 2 * a * side(t) * run.wx(t, j) + z3.If(side(t) == 0, ZERO, each * z3.ToReal(j))
        ),
        [(zz, t), (zz, t + 1), (run.wx, t)],
        [
            step.at(z(t + 1, j), z(t, j), side(t), x(t, j)),
            run.update.at(t, j),
            square.at(x(t, j)),
            identity.at(z(t, j)),
            run.side,
            run.labels,
            *(p.at(t, j) for p in run.examples),
        ],
        when,
    )
    flat = session.prove(
        "a side w.x <= 0 on a mistake",
        on_a_trial(2 * a * side(t) * run.wx(t) <= 0),
        [
            session.lemma("a times a number <= 0", [c], z3.Implies(c <= 0, 2 * a * c <= 0), [run.rate]).at(
                side(t) * run.wx(t)
            ),
            run.opposed(),
        ],
    )
    begin = sum_up(session, "z.z at the start", lambda _, j: zz(first, j) == 0, [(zz, first)], [run.start.at(j)])
    growth = session.induction(
        "z.z <= M a**2 n X**2",
        t,
        up_to_the_end(zz(t) <= run.M(t) * (each * N)),
        [run.M.start, begin.at(t, n), run.n],
        [
            longer.at(t, n),
            flat,
            run.M.next.at(t),
            run.side,
            run.labels,
            run.n,
            session.prove("a**2 n X**2 >= 0", each * N >= 0, [run.n, squares_positive(session, a, X)]),
        ],
    )
    member = session.induction(
        "z_i**2 <= z.z",
        j,
        z3.Implies(
            z3.And(j <= n, i >= 0, i < n),
            z3.And(zz(t, j) >= 0, z3.Implies(i < j, z(t, i) * z(t, i) <= zz(t, j))),
        ),
        [zz.start(t)],
        [zz.next(t, j), session.lemma("a square", [c], c * c >= 0).at(z(t, j))],
    )
    R = z3.Function("sqrt", REAL, REAL)(zz(l))
    entry = session.lemma(
        "|z_i| <= sqrt(z.z)",
        [i],
        z3.Implies(z3.And(i >= 0, i < n), z3.And(absolute(z(l, i)) <= R, R >= 0, zz(l) == R * R)),
        [
            session.kernel.gen(member.at(n), t).at(l),
            *session.roots(root(zz(l))),
            session.lemma(
                "squares the other way", [c, d], z3.Implies(z3.And(d >= 0, c * c <= d * d), absolute(c) <= d)
            ).at(z(l, i), R),
            run.n,
        ],
    )
    product = session.lemma("u_i z_i <= |u_i| |z_i|", [b, c, d], z3.Implies(absolute(c) <= d, b * c <= absolute(b) * d))
    under = sum_up(
        session,
        "u.z <= |u| sqrt(z.z)",
        lambda _, j: z3.And(run.uz(l, j) <= run.size(t, j) * R, run.size(t, j) >= 0),
        [(run.uz, l), (run.size, l)],
        [product.at(u(j), z(l, j), R), entry.at(j)],
    )
    times = session.lemma("c e <= d e", [c, d, e], z3.Implies(z3.And(c <= d, e >= 0), c * e <= d * e))
    M = run.M(l)
    reach = session.prove(
        "0 <= M a delta <= U sqrt(z.z)",
        z3.And(M * (a * delta) <= U * R, M * (a * delta) >= 0),
        [
            run.linear.at(l),
            under.at(t, n),
            times.at(run.size(t), U, R),
            entry.at(first),
            *run.comparator,
            *session.length,
            session.lemma("a product >= 0", [c, d], z3.Implies(z3.And(c >= 0, d > 0), c * d >= 0)).at(M, a * delta),
            session.prove("a delta > 0", a * delta > 0, run.parameters),
            run.counted.at(l),
            run.n,
        ],
    )
    squared = session.prove(
        "(M a delta)**2 <= U**2 M a**2 n X**2",
        (M * (a * delta)) * (M * (a * delta)) <= U * U * (M * (each * N)),
        [
            reach,
            session.lemma("squares", [b, c], z3.Implies(z3.And(b >= 0, b <= c), b * b <= c * c)).at(
                M * (a * delta), U * R
            ),
            session.prove("(U sqrt(z.z))**2", z3.Implies(zz(l) == R * R, U * U * zz(l) == (U * R) * (U * R))),
            entry.at(first),
            session.lemma("U**2 times", [c, d], z3.Implies(c <= d, U * U * c <= U * U * d)).at(zz(l), M * (each * N)),
            growth.at(l),
            *session.length,
            run.n,
        ],
    )
    value = N * (U * U) * (X * X)
    divided = session.lemma(
        "divide by a**2 M",
        [b, c, d, e],
        z3.Implies(z3.And(b >= 0, c > 0, e >= 0, (b * (c * d)) * (b * (c * d)) <= e * (b * (c * c))), b * d * d <= e),
    )
    result = session.prove(
        "M delta**2 <= n U**2 X**2",
        M * delta * delta <= value,
        [
            divided.at(M, a, delta, value),
            squared,
            session.prove("the same product", U * U * (M * (each * N)) == value * (M * (a * a))),
            session.prove("n U**2 X**2 >= 0", value >= 0, [run.n, squares_positive(session, U, X)]),
            run.counted.at(l),
            *session.length,
            *run.parameters,
        ],
    )
    session.conclude(run.M.whole(l), [result])


def squares_positive(session: Session, b: Term, c: Term) -> Theorem:
    """b**2 c**2 >= 0, times n too."""
    p, q = z3.Reals("p_ q_")
    N = z3.ToReal(n)
    return session.lemma(
        "n p**2 q**2 >= 0",
        [p, q],
        z3.Implies(n >= 1, z3.And(p * p * (q * q) * N >= 0, N * (p * p) * (q * q) >= 0)),
        [
            session.lemma("a product >= 0", [p, q], z3.Implies(z3.And(p >= 0, q >= 0), p * q >= 0)).at(
                p * p * (q * q), N
            ),
            session.lemma("p**2 q**2 >= 0", [p, q], p * p * (q * q) >= 0).at(p, q),
        ],
    ).at(b, c)
