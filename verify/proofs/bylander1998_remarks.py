"""Remarks of Bylander 1998 on the bounds themselves."""

from __future__ import annotations

from typing import Any

import sympy
import z3

from bounds import symbols as s
from bounds.catalogue import theorem
from verify.proofs.axioms import root
from verify.proofs.calculus import Range, by_derivatives
from verify.proofs.kernel import Theorem
from verify.proofs.perceptron import l
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import Exponential, n
from verify.proofs.translate import ln, translate


def parametric(session: Session, sides: list[tuple[Any, str]], by: list[Theorem]) -> None:
    """Prove the claim for each of several expressions."""
    for expression, what in sides:
        term = translate(expression)
        session.conclude(term, [*session.roots(term), *by], name=f"the claim, {what}")


def of(identifier: str) -> Any:
    """Return the bound of another claim, without a floor."""
    return theorem(identifier).inner_bound


def logarithm_of_n(session: Session) -> Theorem:
    """Ln n >= 0."""
    E, N, one = Exponential(session), z3.ToReal(n), z3.RealVal(1)
    by = [E.ln_increasing.at(N, one), E.ln_increasing.at(one, N), *session.parameter_premises]
    return session.prove("ln n >= 0", ln(N) >= 0, by)


@proves("bylander.Ol")
def linear_growth(session: Session) -> None:
    """The bounds are O(l), and O(sqrt(l)) when tuned."""
    whole = [(of(f"bylander.{k}") - s.l * of(f"bylander.{k}").subs(s.l, 1), f"theorem {k}") for k in "23"]
    tuned = [
        (of(f"bylander.{k}.tuned") - sympy.sqrt(s.l) * of(f"bylander.{k}.tuned").subs(s.l, 1), f"theorem {k}, tuned")
        for k in "23"
    ]
    N = z3.ToReal(n)
    logarithm = logarithm_of_n(session)
    a, b = z3.Reals("a_ b_")
    ratio = session.lemma("a quotient of numbers >= 0", [a, b], z3.Implies(z3.And(a >= 0, b > 0), a / b >= 0))
    U, eta = session.symbol(s.U), session.symbol(s.eta)
    product = session.lemma("a product of numbers >= 0", [a, b], z3.Implies(z3.And(a >= 0, b >= 0), a * b >= 0))
    rates = [
        ratio.at(U * U, eta),
        ratio.at(ln(N), eta),
        ratio.at(U, eta),
        product.at(U * ln(N) / eta, z3.ToReal(l) - 1),
        product.at(U * U / (2 * eta), z3.ToReal(l) - 1),
        product.at(U, ln(N)),
        ratio.at(U * ln(N), eta),
        ratio.at(U * U, 2 * eta),
    ]
    parametric(session, whole + tuned, [logarithm, *rates])


@proves("bylander.cmp")
def comparison(session: Session) -> None:
    """2 ln n <= n: EU's tuned bound is the smaller one for one relevant attribute and dense examples."""
    v = sympy.Symbol("v_", real=True)
    gap = by_derivatives(
        session.kernel, "n - 2 ln n >= 0 from n = 2 on", v - 2 * sympy.log(v), Range(v, lo=sympy.Integer(2)), 2, 1
    )
    side = of("bylander.3.tuned").subs({s.U: 1, s.X: 1})
    term = translate(side)
    a, b = z3.Reals("a_ b_")
    roots = session.lemma(
        "roots compare as squares", [a, b], z3.Implies(z3.And(a >= 0, b >= 0, a * a <= b * b), a <= b)
    )
    N = z3.ToReal(n)
    logarithm = logarithm_of_n(session)
    two, ln_n, root_n = root(z3.RealVal(2)), root(ln(N)), root(N)
    smaller = session.prove(
        "sqrt(2) sqrt(ln n) <= sqrt(n)",
        two * ln_n <= root_n,
        [
            gap.at(N),
            roots.at(two * ln_n, root_n),
            logarithm,
            *session.parameter_premises,
            *session.roots(term, root_n),
        ],
    )
    session.conclude(term, [smaller, *session.roots(term)])


@proves("bylander.const")
def constant_excess(session: Session) -> None:
    """Neither bound has l in it."""
    parametric(session, [(sympy.diff(of(f"bylander.{k}"), s.l), f"theorem {k}") for k in "89"], [])


@proves("bylander.half")
def halved(session: Session) -> None:
    """Twice the randomised bounds are the deterministic ones."""
    pairs = (("bylander.11", "bylander.5"), ("bylander.12", "bylander.6"))
    parametric(session, [(2 * of(a) - of(b), f"{a} against {b}") for a, b in pairs], [])
