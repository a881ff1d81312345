"""Theorem 13 of Kivinen and Warmuth 1995, and its batch setting: what Hadamard pairs force on additive learners."""

from __future__ import annotations

import z3

from verify.proofs import readings_more
from verify.proofs.axioms import coordinate
from verify.proofs.hadamard import ORDER, Columns, entry, is_row, two
from verify.proofs.hadamard import d as power
from verify.proofs.kernel import Term, Theorem
from verify.proofs.kivinen1995_hadamard import HadamardPairs, power_of_two
from verify.proofs.kivinen1995_lower import (
    HALF,
    Adversary,
    coefficient,
    first,
    gap,
    learned,
    second,
    start,
    threshold,
)
from verify.proofs.perceptron import Total, count, l, on_trials, u, up_to_the_end, w, x
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import i, j, n
from verify.proofs.vectors import INT, REAL, InnerProduct, add, dot, scale, t, zero


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
        [different.next.at(t), target, pairs.matrix.first.at(t), *flat, *from_zero, trials, *pairs.known],
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
    a, b = z3.Reals("a_ b_")
    sign = session.lemma(
        "a sign times a number",
        [a, b],
        z3.And(
            z3.Implies(a == 1, (a * b <= 0) == (b <= 0)),
            z3.Implies(a == -1, (a * b <= 0) == (b >= 0)),
        ),
    )
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
            sign.at(entry(t, best), g(t)),
        ],
    )
    by = [summed.at(ORDER), columns.half_of_a_column, trials, *pairs.some, *pairs.known]
    whole = session.prove("2**d / 2 differences", 2 * different(l) >= z3.ToReal(ORDER), by)
    return different, whole


@proves("kw.lemma11", readings_more.zero_on_pairs)
@proves("kw.def7", readings_more.zero_on_pairs)
def lemma_11(session: Session) -> None:
    """0 does not ORDER any pair, and e_1 + e_l+1 + ... + e_N tells every pair apart."""
    different, whole = differ_everywhere(session, HadamardPairs(session), zero)
    power_of_two(session, different(l), [whole])


@proves("kw.lemma12", readings_more.start_on_pairs)
def lemma_12(session: Session) -> None:
    """Some column of the matrix has the wrong sign against w on half of the rows."""
    different, whole = differ_on_half(session, HadamardPairs(session), start)
    power_of_two(session, different(l), [whole])


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


@proves("kw.ellip", readings_more.zero_on_pairs)
def ellipsoid(session: Session) -> None:
    """The ellipsoid method is one of the additive learners, so theorem 13 holds of it."""
    mistakes_from_zero(session, "its centre moves by combinations of mistaken examples")


# --- the batch setting -------------------------------------------------------------------------------------------

place = z3.Function("place", INT, INT)
held_out = z3.Function("held_out_errors", INT, INT)


@proves("kw.batch", readings_more.batch)
def batch(session: Session) -> None:
    """What is learned from the first half of the pairs has the same product with both of a pair of the second half.

    So both get the same prediction; and exactly one of them is positive, for u.z_t' + u.z_t'' is the number of
    relevant attributes among the first 2**d, which is 1.
    """
    session.repair("the batch setting", "the target has one relevant attribute among the first 2**d")
    pairs = HadamardPairs(session)
    matrix, known, space = pairs.matrix, pairs.known, InnerProduct(session)
    seen = z3.And(place(t) >= 0, 2 * place(t) < ORDER, z3.Or(*(x(t) == z(place(t)) for z in (first, second))))
    training = session.given("training", on_trials(seen))
    from_zero = session.given("start", start == zero)
    nothing = session.define("nothing learned", z3.ForAll([t], learned(t, 0) == zero)).at(l)
    step = scale(coefficient(l, j), x(j))
    within = z3.And(t >= 0, t <= l, j >= 0, j < t)
    grown = learned(t, j + 1) == add(learned(t, j), scale(coefficient(t, j), x(j)))
    more = session.define("learned", z3.ForAll([t, j], z3.Implies(within, grown)))
    combination = z3.ForAll([t], z3.Implies(z3.And(t >= 0, t <= l), w(t) == add(start, learned(t, t))))
    additive = session.define("Definition 1", combination).at(l)
    held = z3.And(is_row(i), 2 * i >= ORDER)
    both = (first(i), second(i))
    flat = [p for z in both for p in (space.null.at(z), space.symmetric.at(zero, z))]
    products = [
        p
        for z in both
        for p in (
            space.additive.at(z, learned(l, j), step),
            space.homogeneous.at(z, x(j), coefficient(l, j)),
            *(space.symmetric.at(a, z) for a in (learned(l, j), learned(l, j + 1), x(j))),
        )
    ]
    a, p, q = z3.Reals("a_ p_ q_")
    times = session.lemma("a times the same", [a, p, q], z3.Implies(p == q, a * p == a * q))
    same = session.induction(
        "what is learned cannot tell a later pair apart",
        j,
        z3.Implies(z3.And(held, j <= l), dot(learned(l, j), both[0]) == dot(learned(l, j), both[1])),
        [nothing, *flat],
        [
            more.at(l, j),
            *products,
            *(p.at(j) for p in training),
            pairs.constant().at(i, place(j)),
            times.at(coefficient(l, j), dot(x(j), both[0]), dot(x(j), both[1])),
        ],
    )
    ends = [
        p
        for z in both
        for p in (
            space.additive.at(z, start, learned(l, l)),
            *(space.symmetric.at(b, z) for b in (w(l), start, learned(l, l))),
        )
    ]
    alike = session.lemma(
        "both get the same prediction",
        [i],
        z3.Implies(held, dot(w(l), both[0]) == dot(w(l), both[1])),
        [same.at(l), additive, *from_zero, *ends, *flat, *session.length],
    )
    relevant = z3.Implies(z3.And(j >= 0, j < n), z3.Or(coordinate(u, j) == 0, coordinate(u, j) == 1))
    binary = session.given("disjunction", z3.ForAll([j], relevant))
    ones = z3.Function("ones", INT, REAL)
    magnitude = z3.If(coordinate(u, j) >= 0, coordinate(u, j), -coordinate(u, j))
    counting = [
        session.define("no ones", ones(0) == 0),
        session.define(
            "ones", z3.ForAll([j], z3.Implies(z3.And(j >= 0, j < ORDER), ones(j + 1) == ones(j) + magnitude))
        ).at(j),
    ]
    single = session.given("target", ones(ORDER) == 1)
    upto = z3.If(j < ORDER, j, ORDER)
    sums = [pairs.sum(u, z, j) for z in both]
    split = session.induction(
        "u.z' + u.z'' counts the relevant attributes",
        j,
        z3.Implies(
            z3.And(j <= n, is_row(i)),
            z3.And(sums[0] + sums[1] == ones(upto), *(z3.Or(total == 0, total >= 1) for total in sums)),
        ),
        [*(pairs.sum.empty.at(u, z) for z in both), counting[0], *known],
        [
            *(pairs.sum.further.at(u, z, j) for z in both),
            counting[1],
            pairs.halves.at(i, j),
            matrix.entries.at(i, j),
            *(b.at(j) for b in binary),
            *known,
        ],
    )
    labelled = session.lemma(
        "one of a pair is positive",
        [i],
        z3.Implies(is_row(i), (dot(u, both[0]) >= HALF) == (dot(u, both[1]) < HALF)),
        [split.at(n), *(pairs.dot.at(u, z) for z in both), *single, *known],
    )

    def errs(z: Term) -> Term:
        says_one, positive = dot(w(l), z) >= threshold(l), dot(u, z) >= HALF
        return z3.If(z3.If(positive, z3.Not(says_one), says_one), z3.IntVal(1), z3.IntVal(0))

    half = two(power - 1)
    row = half + j
    tested = held_out(j + 1) == held_out(j) + errs(first(row)) + errs(second(row))
    errors = [
        session.define("no tests", held_out(0) == 0),
        session.define("errors on the second half", z3.ForAll([j], z3.Implies(z3.And(j >= 0, j < half), tested))).at(j),
    ]
    some = pairs.some
    counted = session.induction(
        "one error a pair",
        j,
        z3.Implies(j <= half, held_out(j) == j),
        [errors[0]],
        [errors[1], alike.at(row), labelled.at(row), matrix.even, *some, matrix.power.at(power - 1)],
    )
    by = [counted.at(half), matrix.even, *some, matrix.power.at(power - 1)]
    power_of_two(session, z3.ToReal(held_out(half)), by)
