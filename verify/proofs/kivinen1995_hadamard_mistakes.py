"""Theorem 13 of Kivinen and Warmuth 1995, and its batch setting: what Hadamard pairs force on additive learners."""

from __future__ import annotations

import z3

from verify.proofs import readings_more
from verify.proofs.hadamard import ORDER, Columns, is_row
from verify.proofs.kernel import Term, Theorem
from verify.proofs.kivinen1995_hadamard import HadamardPairs, power_of_two
from verify.proofs.kivinen1995_lower import (
    HALF,
    Adversary,
    first,
    gap,
    second,
    start,
)
from verify.proofs.perceptron import Total, count, l, u, up_to_the_end
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import i
from verify.proofs.vectors import INT, REAL, InnerProduct, dot, t, zero


def differences(session: Session, start: Term) -> Total:
    """Return the number of pairs on which a vector and (u, 1/2) differ (definition 7)."""
    p, q = dot(u, first(t)), dot(u, second(t))
    a, b = dot(start, first(t)), dot(start, second(t))
    event = z3.Or(z3.And(p > HALF, q < HALF, a <= b), z3.And(p < HALF, q > HALF, a >= b))
    return count(session, "differences", lambda _: event)


def differ_everywhere(session: Session, pairs: HadamardPairs, start: Term) -> tuple[Total, Theorem]:
    """From the zero vector the target with the first attribute differs on every pair: its entry is 1 on every row."""
    different = differences(session, start)
    space = InnerProduct(session)
    target = pairs.target(z3.IntVal(0))[0].at(t)
    flat = [p for z in (first(t), second(t)) for p in (space.null.at(z), space.symmetric.at(zero, z))]
    trials = session.define("as many trials as pairs", l == ORDER)
    from_zero = [] if start.eq(zero) else session.given("start", start == zero)
    summed = session.induction(
        "they differ on every pair",
        t,
        up_to_the_end(different(t) == z3.ToReal(t)),
        [different.start],
        [different.next.at(t), target, pairs.matrix.first.at(t), *flat, *from_zero, trials],
    )
    whole = session.prove("2**d differences", different(l) == z3.ToReal(ORDER), [summed.at(l), trials, *pairs.known])
    return different, whole


def differ_on_half(session: Session, pairs: HadamardPairs, start: Term) -> tuple[Total, Theorem]:
    """Lemma 12: a target differs from w where its column has the sign against w.(z_t' - z_t''), so on half the rows."""
    different = differences(session, start)
    g = z3.Function("g", INT, REAL)
    defined = session.define("g", z3.ForAll([t], z3.Implies(is_row(t), g(t) == gap(start))), "w.(z_t' - z_t'')")
    columns = Columns(session, pairs.matrix, lambda t: g(t))
    best = columns.best
    target = pairs.target(best)[0].at(t)
    trials = session.define("as many trials as pairs", l == ORDER)
    summed = session.induction(
        "they differ where the column is wrong",
        t,
        z3.Implies(z3.And(t <= ORDER, is_row(best)), different(t) == columns.column(best, t)),
        [different.start, columns.column.empty.at(best)],
        [
            different.next.at(t),
            columns.column.further.at(best, t),
            target,
            trials,
            defined.at(t),
            pairs.matrix.entries.at(t, best),
        ],
    )
    by = [summed.at(ORDER), columns.half_of_a_column, trials, *pairs.some]
    whole = session.prove("2**d / 2 differences", 2 * different(l) >= z3.ToReal(ORDER), by)
    return different, whole


def forced(session: Session, pairs: HadamardPairs, different: Total, why_additive: str = "") -> tuple[Total, Theorem]:
    """Return M and M >= the number of differences: theorem 8 with lemma 10."""
    trials = session.define("as many trials as pairs", l == ORDER)
    constant = pairs.constant()
    formula = z3.Implies(z3.And(t >= 0, t < l, i >= 0, i < t), constant.at(t, i).formula.arg(1))
    on_run = session.lemma("Lemma 10, on the trials", [t, i], formula, [constant.at(t, i), trials])
    adversary = Adversary(session, [on_run], HALF, why_additive)
    return adversary.M, adversary.mistakes(different).at(l)


@proves("kw.13a", readings_more.start_on_pairs)
@proves("kw.abstract", readings_more.start_on_pairs)
def theorem_13_any_start(session: Session) -> None:
    """Lemma 12 gives a target that differs from w_1 on half of B_H, and theorem 8 as many mistakes."""
    pairs = HadamardPairs(session)
    different, whole = differ_on_half(session, pairs, start)
    M, at_least = forced(session, pairs, different)
    power_of_two(session, M(l), [whole, at_least, *pairs.bound_power(), *session.length])


@proves("kw.13b", readings_more.zero_on_pairs)
@proves("kw.genN", readings_more.zero_on_pairs)
def theorem_13_from_zero(session: Session) -> None:
    """The learners of theorem 13 are additive by their premise."""
    mistakes_from_zero(session, "")


def mistakes_from_zero(session: Session, why_additive: str) -> None:
    """Lemma 11 gives a target that differs from 0 on all of B_H, and theorem 8 as many mistakes."""
    pairs = HadamardPairs(session)
    different, whole = differ_everywhere(session, pairs, start)
    M, at_least = forced(session, pairs, different, why_additive)
    power_of_two(session, M(l), [whole, at_least, *pairs.bound_power(), *session.length])
