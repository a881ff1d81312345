"""Theorem 5.2 of Grove, Littlestone and Schuurmans 2001: how the best measure of progress grows with the level."""

from __future__ import annotations

import z3

from bounds import symbols as s
from verify.proofs.exponentiated import u
from verify.proofs.readings_transformations import along_the_optimum
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import i, n, on_coordinates
from verify.proofs.terms import absolute
from verify.proofs.vectors import INT, REAL


@proves("gls.5.2", along_the_optimum)
def slope(session: Session) -> None:
    """Where f(v) = alpha u, d(u v) = u dv and dg(v) = f(v) dv = alpha u dv, coordinate by coordinate."""
    alpha, p = session.symbol(s.alpha), session.symbol(s.p)
    b, c, d = z3.Reals("b_ c_ d_")
    session.repair(
        "u_i = 0", "finv has no derivative at 0 for f_p with p > 2: such coordinates are left out, v_i stays 0"
    )
    for name in ("power", "exp", "sinh"):
        f = z3.Function(f"f_{name}", REAL, REAL)
        best, speed, rise, run = (z3.Function(f"{what}_{name}", INT, REAL) for what in ("best", "speed", "rise", "run"))
        moving = u(i) != 0
        smooth = z3.And(alpha > 0, p > 1) if name == "power" else alpha > 0
        inverse = session.fact(
            f"v = finv(alpha u), {name}",
            on_coordinates(z3.Implies(z3.And(smooth, moving), f(best(i)) == alpha * absolute(u(i)))),
            "v has the sign of u; it is its magnitude that counts",
        )
        chain = session.fact(
            f"the derivatives along v, {name}",
            on_coordinates(
                z3.Implies(
                    z3.And(smooth, moving),
                    z3.And(rise(i) == absolute(u(i)) * speed(i), run(i) == f(best(i)) * speed(i)),
                )
            ),
            "of |u_i| v_i and of g(v_i) in alpha: the chain rule, and g' = f; f_p has an inverse for p > 1",
        )
        session.concluded(
            session.lemma(
                "the claim",
                [i],
                z3.Implies(z3.And(i >= 0, i < n, moving), session.holds(rise(i) - run(i) / alpha)),
                [
                    inverse.at(i),
                    chain.at(i),
                    session.lemma("times d", [b, c, d], z3.Implies(b == c, b * d == c * d)).at(
                        f(best(i)), alpha * absolute(u(i)), speed(i)
                    ),
                    session.lemma(
                        "b d - (alpha b d)/alpha = 0", [b, d], b * d - (alpha * b * d) / alpha == 0, session.parameters
                    ).at(absolute(u(i)), speed(i)),
                    *session.parameters,
                    *session.parameter_premises,
                ],
            )
        )
