"""Sections 8 and 9 of Grove, Littlestone and Schuurmans 2001: Bregman distances, and the identity behind (10)."""

from __future__ import annotations

from typing import Any

import z3

from bounds import symbols as s
from verify.proofs.exponentiated import side, x
from verify.proofs.grove2001_exponential import above_tangents
from verify.proofs.grove2001_runs import f, g
from verify.proofs.kernel import Term, Theorem
from verify.proofs.perceptron import ZERO, Total, l, on_trials, up_to_the_end
from verify.proofs.perceptron import u as vector_u
from verify.proofs.perceptron import w as vector_w
from verify.proofs.perceptron import x as vector_x
from verify.proofs.readings_quasi_additive import bregman
from verify.proofs.readings_transformations import tangents
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import CoordinateSum, Exponential, j, n, sum_up
from verify.proofs.terms import on_a_trial
from verify.proofs.translate import exp
from verify.proofs.vectors import INT, REAL, VECTOR, InnerProduct, add, dot, scale, t

point = z3.Function("z", INT, VECTOR)
gradient = z3.Function("f", VECTOR, VECTOR)
G = z3.Function("G", VECTOR, REAL)
centre = z3.Const("v", VECTOR)


def bregman_distance(z: Term, v: Term) -> Term:
    """Return D_H(z, v) = H(z) - H(v) - grad H(v).(z - v) for H = G."""
    return G(z) - G(v) - (dot(gradient(v), z) - dot(gradient(v), v))


class Balance:
    """The identity behind (10): a sum_M y (u - w).x = R(z_1, v) + sum R(z_i+1, z_i) - R(z_end, v), u = f(v)."""

    def __init__(self, session: Session) -> None:
        self.session = session
        a = session.symbol(s.a)
        space = InnerProduct(session)
        ahead, sides = add(point(t), scale(a * side(t), vector_x(t))), (vector_u, vector_w(t))
        update = session.define("the update", on_trials(point(t + 1) == z3.If(side(t) == 0, point(t), ahead))).at(t)
        weight = session.define("w", on_trials(vector_w(t) == gradient(point(t))), "w is f(z)").at(t)
        self.comparator = session.define("v", vector_u == gradient(centre), "u is f(v)")
        moved = side(t) != 0
        gain = side(t) * (dot(vector_u, vector_x(t)) - dot(vector_w(t), vector_x(t)))
        spent = bregman_distance(point(t + 1), point(t))
        self.margins, self.paid = (
            Total(session, name, lambda _, amount=amount: z3.If(moved, amount, ZERO))  # type: ignore[misc]
            for name, amount in (("margins", gain), ("distances", spent))
        )
        self.first, self.last = (bregman_distance(point(time), centre) for time in (z3.IntVal(0), l))
        step = [space.step.at(b, point(t), vector_x(t), a * side(t)) for b in sides]
        one = session.lemma(
            "one trial",
            [t],
            on_a_trial(
                bregman_distance(point(t + 1), centre) - bregman_distance(point(t), centre)
                == z3.If(moved, bregman_distance(point(t + 1), point(t)), ZERO) - a * z3.If(moved, gain, ZERO)
            ),
            [
                *step,
                session.prove(
                    "products after the step",
                    on_a_trial(z3.Implies(moved, z3.And(*(dot(b, point(t + 1)) == dot(b, ahead) for b in sides)))),
                    [update],
                ),
                self._same(
                    "products with w",
                    weight,
                    [(dot(vector_w(t), c), dot(gradient(point(t)), c)) for c in (point(t), point(t + 1))],
                ),
                self._same(
                    "products with u",
                    self.comparator,
                    [(dot(vector_u, c), dot(gradient(centre), c)) for c in (point(t), point(t + 1), centre)],
                ),
                self._still(update),
                weight,
            ],
        )
        self.a = a
        self.identity = session.induction(
            "a sum_M y (u - w).x = R(z_1, v) + sum R(z_i+1, z_i) - R(z, v)",
            t,
            up_to_the_end(a * self.margins(t) - self.first - self.paid(t) + bregman_distance(point(t), centre) == 0),
            [self.margins.start, self.paid.start],
            [one.at(t), self.margins.next.at(t), self.paid.next.at(t)],
        ).at(l)

    def _same(self, name: str, equal: Theorem, pairs: list[tuple[Term, Term]]) -> Theorem:
        return self.session.prove(name, on_a_trial(z3.And(*(b == c for b, c in pairs))), [equal])

    def _still(self, update: Theorem) -> Theorem:
        return self.session.prove(
            "nothing moves without a mistake",
            on_a_trial(
                z3.Implies(
                    side(t) == 0,
                    bregman_distance(point(t + 1), centre) == bregman_distance(point(t), centre),
                )
            ),
            [update],
        )


@proves("gls.10.identity", bregman)
@proves("gls.10.exp", bregman)
def identity_10(session: Session) -> None:
    """R(z', v) - R(z, v) = R(z', z) - (u - w).(z' - z) on each mistake; the sum telescopes."""
    balance = Balance(session)
    lhs = balance.a * balance.margins(l) - balance.first - balance.paid(l) + balance.last
    session.conclude(lhs, [balance.identity, *session.length])


@proves("gls.10", bregman)
def inequality_10(session: Session) -> None:
    """The identity, and R(z_end, v) >= 0."""
    balance = Balance(session)
    p = session.symbol(s.p)
    a, b = (z3.Const(name, VECTOR) for name in ("a_", "b_"))
    fact = session.fact(
        "G is above its tangent plane",
        z3.ForAll([a, b], z3.Implies(p > 1, bregman_distance(a, b) >= 0)),
        "G is convex, with gradient f = f_p, for p > 1",
    )
    increases = session.prove("p > 1, for f_p", p > 1, [*session.parameters, *session.parameter_premises])
    convex = session.prove("R(z, v) >= 0", balance.last >= 0, [fact.at(point(l), centre), increases])
    lhs = balance.a * balance.margins(l) - balance.first - balance.paid(l)
    session.conclude(lhs, [balance.identity, convex, *session.length])


start = z3.Function("v", INT, REAL)


@proves("gls.8.7", tangents)
def distances_are_positive(session: Session) -> None:
    """G and exp lie above their tangents, coordinate by coordinate; ||z||_p**2/2 by Hoelder's inequality."""
    E = Exponential(session)
    b, c = z3.Reals("b_ c_")
    size = session.count("n", n >= 1)
    p = session.symbol(s.p)
    fact = session.fact(
        "g_p is above its tangents",
        z3.ForAll([b, c], z3.Implies(p > 1, g(b) >= g(c) + f(c) * (b - c))),
        "f_p increases, and is g_p', for p > 1",
    )
    increases = session.prove("p > 1, for f_p", p > 1, [*session.parameters, *session.parameter_premises])
    convex = session.lemma(
        "g_p is above its tangents, for this p", [b, c], g(b) >= g(c) + f(c) * (b - c), [fact.at(b, c), increases]
    )
    tangent = above_tangents(session, E, "exp is above its tangents", exp(b) >= exp(c) + exp(c) * (b - c))
    trial = z3.And(t >= 0, t < l)

    def separable(rise_name: str, run_name: str, height: Any, steep: Any, above: Theorem) -> None:
        rise = CoordinateSum(session, rise_name, lambda t, i: height(x(t, i)) - height(start(i)))
        run = CoordinateSum(session, run_name, lambda t, i: steep(start(i)) * (x(t, i) - start(i)))
        summed = sum_up(
            session,
            f"the tangents, summed: {rise_name}",
            lambda t, j: rise(t, j) >= run(t, j),
            [(rise, t), (run, t)],
            [above.at(x(t, j), start(j))],
        )
        goal = z3.Implies(trial, session.holds(rise(t) - run(t)))
        session.concluded(session.lemma("the claim", [t], goal, [summed.at(t, n), size]))

    separable("sum_g", "sum_f", g, f, convex)
    separable("sum_exp", "sum_slope", exp, exp, tangent)
    fx = CoordinateSum(session, "fx", lambda t, i: f(start(i)) * x(t, i))
    fv = CoordinateSum(session, "fv", lambda i: f(start(i)) * start(i), moving=False)
    scale, nv, nx = z3.Real("scale_v"), z3.Real("norm_v"), z3.Function("norm_x", INT, REAL)(t)
    nonzero = z3.Bool("nonzero")
    own = session.fact(
        "f_p(v).v", z3.Implies(z3.And(p > 1, nonzero), scale * fv(t) == nv * nv), "it is ||v||_p**p, for p > 1"
    )
    hoelder = session.fact(
        "Hoelder",
        on_trials(z3.Implies(z3.And(p > 1, nonzero), scale * fx(t) <= nv * nx)),
        "||v||_p**(2 - p) f_p(v) has q-norm ||v||_p, for p > 1",
    ).at(t)
    distance = (nx * nx - nv * nv) / 2 - (scale * fx(t) - scale * fv(t))
    goal = z3.Implies(z3.And(trial, nonzero), session.holds(distance))
    square = session.lemma("a square", [b], b * b >= 0).at(nx - nv)
    session.concluded(session.lemma("the claim", [t], goal, [hoelder, own, increases, square]))


@proves("gls.8.8", tangents)
def distances_as_regions(session: Session) -> None:
    """q u = grad H(v), so that D_H(z, v) = H(z) - q u.z - (H(v) - q u.v); for f(z) = z it is ||z - v||**2/2."""
    eta = session.symbol(s.eta)
    size = session.count("n", n >= 1)
    trial = z3.And(t >= 0, t < l)
    b = z3.Real("b_")
    fx = CoordinateSum(session, "fx", lambda t, i: f(start(i)) * x(t, i))
    fv = CoordinateSum(session, "fv", lambda i: f(start(i)) * start(i), moving=False)
    xx = CoordinateSum(session, "xx", lambda t, i: x(t, i) * x(t, i))
    vv = CoordinateSum(session, "vv", lambda i: start(i) * start(i), moving=False)
    vx = CoordinateSum(session, "vx", lambda t, i: start(i) * x(t, i))
    gaps = CoordinateSum(session, "gaps", lambda t, i: (x(t, i) - start(i)) * (x(t, i) - start(i)))
    height, here, factor = z3.Reals("height_ here_ factor_")
    scaled = session.lemma(
        "q u = psi' f(v)",
        [b, factor],
        factor * eta * (b / eta) == factor * b,
        session.parameters,
    )
    q = factor * eta
    region = height - q * (fx(t) / eta) - (here - q * (fv(t) / eta))
    distance = height - here - factor * (fx(t) - fv(t))
    session.concluded(
        session.lemma(
            "the claim",
            [t, height, here, factor],
            z3.Implies(trial, session.holds(distance - region)),
            [scaled.at(fx(t), factor), scaled.at(fv(t), factor), *session.parameters],
        )
    )
    squares = sum_up(
        session,
        "||z - v||**2 = z.z - 2 v.z + v.v",
        lambda t, j: gaps(t, j) == xx(t, j) - 2 * vx(t, j) + vv(t, j),
        [(gaps, t), (xx, t), (vx, t), (vv, t)],
    )
    euclidean = xx(t) / 2 - vv(t) / 2 - (vx(t) - vv(t))
    session.concluded(
        session.lemma(
            "the claim", [t], z3.Implies(trial, session.holds(euclidean - gaps(t) / 2)), [squares.at(t, n), size]
        )
    )
