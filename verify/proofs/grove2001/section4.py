"""Section 4 of Grove, Littlestone and Schuurmans 2001: theorem 4.1 for f_p, and the remark on f(z) = z."""

from __future__ import annotations

import z3

from bounds import symbols as s
from verify.proofs.engine.axioms import root
from verify.proofs.engine.registry import proves
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import CoordinateSum, i, j, n, sum_up
from verify.proofs.engine.terms import absolute
from verify.proofs.engine.translate import translate
from verify.proofs.engine.vectors import REAL, t
from verify.proofs.grove2001.convergence import Convergence
from verify.proofs.readings.quasi_additive import quasi_additive
from verify.proofs.runs.coordinates import side, x
from verify.proofs.runs.perceptron import ZERO, l, up_to_the_end
from verify.proofs.runs.quasi_additive import QuasiAdditiveRun, conclude_on_trials, f, g, ginv, slope, z


@proves("gls.4.remark", quasi_additive)
def remark(session: Session) -> None:
    """(u.z)**2 <= U**2 max z_i**2 <= U**2 z.z, and z.z <= M a**2 n X**2, as each mistake adds at most a**2 x.x."""
    run = QuasiAdditiveRun(session)
    a, X = run.a, run.X
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
    begin = sum_up(session, "z.z at the start", lambda _, j: zz(first, j) == 0, [(zz, first)], [run.start.at(j)])
    growth = session.induction(
        "z.z <= M a**2 n X**2",
        t,
        up_to_the_end(zz(t) <= run.M(t) * (each * N)),
        [run.M.start, begin.at(t, n), run.n],
        [
            longer.at(t, n),
            session.lemma("a times a number <= 0", [c], z3.Implies(c <= 0, 2 * a * c <= 0), [run.rate]).at(
                side(t) * run.wx(t)
            ),
            run.M.next.at(t),
            run.side,
            run.n,
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
        [zz.next(t, j)],
    )
    R = z3.Function("sqrt", REAL, REAL)(zz(l))
    entry = session.lemma(
        "|z_i| <= sqrt(z.z)",
        [i],
        z3.Implies(z3.And(i >= 0, i < n), z3.And(absolute(z(l, i)) <= R, R >= 0, zz(l) == R * R)),
        [session.kernel.gen(member.at(n), t).at(l), *session.roots(root(zz(l)))],
    )
    under = sum_up(
        session,
        "u.z <= |u| sqrt(z.z)",
        lambda _, j: z3.And(run.uz(l, j) <= run.size(t, j) * R, run.size(t, j) >= 0),
        [(run.uz, l), (run.size, l)],
        [entry.at(j)],
    )
    session.conclude(
        run.M.whole(l),
        [run.linear.at(l), under.at(t, n), entry.at(first), *run.comparator, *session.length, growth.at(l)],
    )


@proves("gls.4.1", quasi_additive)
def theorem_41_power(session: Session) -> None:
    """f_p: c f'(v) <= (p - 1) f(c) for |v| <= c, so kappa = (p - 1)/late; and ginv(n g(c)) = n**(1/p) c."""
    p = session.symbol(s.p)
    v, c = z3.Reals("v_ c_")
    run = Convergence(session, p >= 2)
    a, U, X = run.a, run.U, run.X
    slopes = run.shape(
        "the slope of a power",
        [v, c],
        z3.Implies(z3.And(c > 0, absolute(v) <= c), slope(v) * c <= (p - 1) * f(c)),
        "f_p'(v) = (p - 1) |v|**(p - 2), p >= 2",
    )
    levels = run.shape(
        "the level of a power",
        [c],
        z3.Implies(z3.And(c >= 0, n >= 1), ginv(z3.ToReal(n) * g(c)) == translate(s.n ** (1 / s.p)) * c),
        "g(c) = c**p/p",
    )
    K = a * z3.ToReal(n) * (X * X) * U / run.delta
    kappa, late = 1 / K, (p - 1) * K
    one = session.prove(
        "K = a n X**2 U / delta > 0",
        z3.Implies(l >= 1, z3.And(K > 0, kappa > 0, kappa * K == 1, K * run.delta == a * z3.ToReal(n) * (X * X) * U)),
        [run.room.at(z3.IntVal(0)), *run.parameters],
    )
    steep = session.lemma(
        "f' against f from late on",
        [v, c],
        z3.Implies(z3.And(l >= 1, late <= c, absolute(v) <= c), slope(v) <= kappa * f(c)),
        [slopes.at(v, c), run.positive.at(c), one, *run.parameters],
    )
    most = a * X * z3.ToReal(run.s)
    both = run.mistakes(late, kappa, steep, run.enough(late, "late"))
    nothing = session.prove(
        "a X s >= 0", z3.Implies(l >= 1, most >= 0), [run.s_positive, run.room.at(z3.IntVal(0)), run.rate]
    )
    signs = session.measure("norms", z3.And(U >= 0, X >= 0), "U and X bound norms")
    conclude_on_trials(session, run.M.whole(l), [both, levels.at(most), nothing, run.n, signs, *run.parameters])
