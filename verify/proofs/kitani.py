"""The Perceptron in the lecture notes of Kitani, section 2.1."""

from __future__ import annotations

from typing import Any

import z3

from bounds import symbols as s
from verify.proofs import readings
from verify.proofs.axioms import root
from verify.proofs.kernel import Term, Theorem
from verify.proofs.perceptron import ONE, Novikoff, l, mistake, on_trials, u, ux, w, wx, x, y
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.vectors import InnerProduct, dot, t


def novikoff(session: Session) -> Novikoff:
    """Return the argument for rate 1, margin gamma and radius R."""
    gamma, R = session.symbol(s.gamma), session.symbol(s.R)
    margins = session.measure("gamma", on_trials(y(t) * ux(t) >= gamma), "gamma is the smallest y <w*, x>")
    radii = session.measure("R", on_trials(dot(x(t), x(t)) <= R * R), "R is the largest norm of an example")
    return Novikoff(session, ONE, gamma, R, [margins.at(t)], [radii.at(t)])


def unit(session: Session) -> list[Theorem]:
    """The comparator w* has length 1."""
    return session.given("unit", dot(u, u) == 1)


def at_all_times(session: Session, lhs: Term, terms: dict[Any, Term], by: list[Theorem]) -> None:
    """Conclude a claim about every time t = 0, ..., l."""
    formula = z3.Implies(z3.And(t >= 0, t <= l), session.holds(lhs, terms))
    bound = session.bound(terms)
    session.concluded(session.lemma("the claim", [t], formula, [*by, *session.roots(bound, lhs)]))


@proves("kitani.lem1", readings.measured)
def largest_product(session: Session) -> None:
    """Among vectors of fixed lengths |u| = U and |x| = X the product is at most U X (Cauchy-Schwarz)."""
    session.repair("Lemma 1", "the lengths have to be fixed, and antiparallel vectors give the least product")
    space = InnerProduct(session)
    U, X = session.symbol(s.U), session.symbol(s.X)
    lengths = session.measure(
        "lengths", on_trials(z3.And(U >= 0, X >= 0, dot(u, u) == U * U, dot(x(t), x(t)) == X * X))
    )
    by = [lengths.at(t), space.cauchy_schwarz.at(u, x(t))]
    formula = z3.Implies(z3.And(t >= 0, t < l), session.holds(ux(t)))
    session.concluded(session.lemma("the claim", [t], formula, by))


@proves("kitani.lem1.printed")
def largest_product_of_all_lengths(session: Session) -> None:
    """Lemma 1 for vectors of any length: Cauchy-Schwarz bounds u.x by |u| |x|, and |x| is not fixed."""
    space = InnerProduct(session)
    first = z3.IntVal(0)
    parallel = session.given("parallel", ux(first) * ux(first) == dot(u, u) * dot(x(first), x(first)))
    by = [space.cauchy_schwarz.at(u, x(t)), *parallel]
    formula = z3.Implies(z3.And(t >= 0, t < l), session.holds(ux(t), {s.ux: ux(first)}))
    session.concluded(session.lemma("the claim", [t], formula, by))


@proves("kitani.perc", readings.unit_comparator)
def perceptron(session: Session) -> None:
    """M <= R**2 / gamma**2: (14) and (7) by Cauchy-Schwarz (10)."""
    session.repair("(18)", "it divides by M, so M = 0 has to be treated apart")
    argument = novikoff(session)
    by = argument.combined(ONE, _unit_size(session))
    positive = session.given("gamma > 0", session.symbol(s.gamma) > 0)
    session.conclude(argument.M.whole(l), [*by, *positive])


def _unit_size(session: Session) -> list[Theorem]:
    return [session.prove("|w*| <= 1", dot(u, u) <= ONE * ONE, unit(session))]


@proves("kitani.perc.step", readings.perceptron)
def mistake_step(session: Session) -> None:
    """(6): on a mistake y <w, x> <= 0; it is 0 on the first one, where w = 0."""
    session.repair("(6)", "y <w, x> < 0 fails at every first mistake, where w = 0; <= 0 is right, and enough")
    formula = z3.Implies(z3.And(t >= 0, t < l, mistake(t)), session.holds(y(t) * wx(t)))
    session.concluded(session.lemma("the claim", [t], formula))


@proves("kitani.eq7", readings.perceptron)
def equation_7(session: Session) -> None:
    """|w|**2 <= R**2 m after m mistakes."""
    argument = novikoff(session)
    at_all_times(session, dot(w(t), w(t)), {s.m: argument.M.whole(t)}, [argument.squared.at(t)])


@proves("kitani.eq10", readings.unit_comparator)
def equation_10(session: Session) -> None:
    """<w*, w> <= |w| (Cauchy-Schwarz)."""
    space = InnerProduct(session)
    by = [space.cauchy_schwarz.at(u, w(t)), space.positive.at(w(t)), *unit(session)]
    at_all_times(session, dot(u, w(t)), {s.ww: dot(w(t), w(t))}, by)


@proves("kitani.eq14", readings.unit_comparator)
def equation_14(session: Session) -> None:
    """<w*, w> >= gamma m after m mistakes."""
    argument = novikoff(session)
    at_all_times(session, dot(u, w(t)), {s.m: argument.M.whole(t)}, [argument.linear.at(t)])


@proves("kitani.eq16", readings.unit_comparator)
def equation_16(session: Session) -> None:
    """M gamma <= |w| after m mistakes: (14) and (10)."""
    argument = novikoff(session)
    space = argument.run.space
    length = root(dot(w(t), w(t)))
    below = session.lemma(
        "(10)",
        [t],
        dot(u, w(t)) <= length,
        [space.cauchy_schwarz.at(u, w(t)), space.positive.at(w(t)), *unit(session), *session.roots(length)],
    )
    by = [argument.linear.at(t), below.at(t)]
    at_all_times(session, argument.M(t) * session.symbol(s.gamma), {s.ww: dot(w(t), w(t))}, by)


@proves("kitani.eq18", readings.unit_comparator)
def equation_18(session: Session) -> None:
    """(m gamma)**2 <= R**2 m after m mistakes."""
    argument = novikoff(session)
    space = argument.run.space
    gamma = session.symbol(s.gamma)
    a, b = z3.Reals("a_ b_")
    squares = session.lemma("squares", [a, b], z3.Implies(z3.And(a >= 0, a <= b), a * a <= b * b))
    total = argument.M(t) * ONE * gamma
    positive = session.prove(
        "m gamma >= 0",
        z3.Implies(z3.And(t >= 0, t <= l), total >= 0),
        [argument.counted.at(t), *session.given("gamma > 0", gamma > 0)],
    )
    by = [
        argument.linear.at(t),
        argument.squared.at(t),
        positive,
        squares.at(total, dot(u, w(t))),
        space.cauchy_schwarz.at(u, w(t)),
        *unit(session),
    ]
    lhs = argument.M(t) * gamma
    at_all_times(session, lhs * lhs, {s.m: argument.M.whole(t)}, by)
