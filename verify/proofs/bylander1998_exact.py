"""Exact worst cases beside theorems 2, 5, 8 and 11 of Bylander 1998: what every sequence of length l keeps.

That they are attained is shown by sequences, which the catalogue's notes name; here is that nothing exceeds them.
"""

from __future__ import annotations

import z3

from bounds import symbols as s
from verify.proofs import readings
from verify.proofs.bylander1998 import ExcessLoss
from verify.proofs.bylander1998_mistakes import (
    HALF,
    ClassifyingPerceptron,
    error_probability,
    half_loss,
    mistakes_times_rate,
)
from verify.proofs.kernel import Term, Theorem
from verify.proofs.perceptron import ONE, ZERO, Total, count, l, separable, u, up_to_the_end, w, wx, x, y
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.vectors import dot, t


@proves("bylander.2.exact", readings.perceptron)
@proves("bylander.8.exact", readings.perceptron)
def worst_excess_loss(session: Session) -> None:
    """As theorems 2 and 8, but the drop u.u - d(u, w) = 2 u.w - w.w is bounded with |w| <= eta X l besides."""
    excess = ExcessLoss(session)
    eta, X, U = excess.eta, excess.X, excess.U
    reach = eta * X * z3.ToReal(l)
    short = weights_are_short(session, excess)
    drop = session.prove(
        "2 u.w - w.w is at most 2 U r - r**2 with r = min(U, eta X l)",
        2 * dot(u, w(l)) - dot(w(l), w(l)) <= z3.If(reach >= U, U * U, 2 * U * reach - reach * reach),
        [
            longest_drop(session).at(dot(u, u), dot(u, w(l)), dot(w(l), w(l)), U, reach),
            *squares(excess, w(l), U, reach),
            short.at(l),
            *excess.run.comparator,
            *session.length,
            *excess.parameters,
        ],
    )
    whole = session.prove(
        "the whole sequence, in terms of eta",
        2 * eta * (excess.L(l) - excess.Lu(l))
        <= z3.If(reach >= U, U * U, 2 * U * reach - reach * reach) + z3.ToReal(l) * excess.charge,
        [excess.summed.at(l), drop, *session.length],
    )
    session.conclude(excess.L(l) - excess.Lu(l), [whole, *session.length])


def squares(excess: ExcessLoss, v: Term, U: Term, reach: Term) -> list[Theorem]:
    """|u|**2 + 2 r u.v + r**2 |v|**2 >= 0 at the two r that are needed: -1 and -U/reach."""
    square = excess.run.space.square
    return [
        square.at(u, v, z3.RealVal(-1)),
        square.at(u, v, -U / reach),
        excess.run.space.positive.at(v),
        excess.run.space.cauchy_schwarz.at(u, v),
    ]


def longest_drop(session: Session) -> Theorem:
    """For numbers a = u.u <= U**2, b = u.w, c = w.w <= r**2: 2 b - c <= U**2, and <= 2 U r - r**2 where r < U."""
    a, b, c, U, r = z3.Reals("a_ b_ c_ U_ r_")
    square = a - 2 * (U / r) * b + (U / r) * (U / r) * c >= 0
    return session.lemma(
        "the longest drop",
        [a, b, c, U, r],
        z3.Implies(
            z3.And(
                a <= U * U,
                c >= 0,
                c <= r * r,
                r >= 0,
                U >= 0,
                b * b <= a * c,
                a - 2 * b + c >= 0,
                z3.Implies(r > 0, square),
            ),
            2 * b - c <= z3.If(r >= U, U * U, 2 * U * r - r * r),
        ),
    )


def weights_are_short(session: Session, excess: ExcessLoss) -> Theorem:
    """|w_t| <= eta X t: no update is longer than eta X."""
    eta, X = excess.eta, excess.X
    product, longer = product_of_lengths(session), longer_sum(session, eta)
    reach = eta * X * z3.ToReal(t)
    run = excess.run
    parts = (dot(w(t), w(t)), dot(x(t), x(t)), wx(t), reach, X)
    one = session.lemma(
        "an update lengthens w by at most eta X",
        [t],
        z3.Implies(
            z3.And(t >= 0, t < l, dot(w(t), w(t)) <= reach * reach),
            dot(w(t + 1), w(t + 1)) <= (reach + eta * X) * (reach + eta * X),
        ),
        [
            product.at(*parts),
            longer.at(*parts, eta * run.side(t)),
            run.space.cauchy_schwarz.at(w(t), x(t)),
            run.space.positive.at(w(t)),
            run.space.positive.at(x(t)),
            *run.moved(u, t),
            *run.examples,
            *excess.parameters,
        ],
    )
    return session.induction(
        "|w| <= eta X t",
        t,
        up_to_the_end(dot(w(t), w(t)) <= reach * reach),
        run.at_zero(u),
        [one.at(t)],
    )


def product_of_lengths(session: Session) -> Theorem:
    """From c**2 <= a b, a <= A**2 and b <= B**2: |c| <= A B."""
    a, b, c, A, B = z3.Reals("a_ b_ c_ A_ B_")
    return session.lemma(
        "a product of bounded lengths",
        [a, b, c, A, B],
        z3.Implies(
            z3.And(c * c <= a * b, a >= 0, a <= A * A, b >= 0, b <= B * B, A >= 0, B >= 0),
            z3.And(c <= A * B, -c <= A * B),
        ),
    )


def longer_sum(session: Session, eta: Term) -> Theorem:
    """|v + r x| <= A + eta B where |v| <= A, |x| <= B and r is 0, eta or -eta, in terms of dot products."""
    a, b, c, A, B, r = z3.Reals("a_ b_ c_ A_ B_ r_")
    return session.lemma(
        "a sum is at most as long as its parts together",
        [a, b, c, A, B, r],
        z3.Implies(
            z3.And(
                z3.Or(r == 0, r == eta, r == -eta),
                eta >= 0,
                A >= 0,
                B >= 0,
                a <= A * A,
                b <= B * B,
                c <= A * B,
                -c <= A * B,
            ),
            a + 2 * r * c + r * r * b <= (A + eta * B) * (A + eta * B),
        ),
    )


@proves("bylander.5.exact", readings.perceptron)
def most_mistakes(session: Session) -> None:
    """Theorem 5; and no more mistakes than trials."""
    M, combined = mistakes_times_rate(session)
    counted = session.induction("M <= t", t, up_to_the_end(M(t) <= z3.ToReal(t)), [M.start], [M.next.at(t)])
    X, U = session.symbol(s.X), session.symbol(s.U)
    parameters = [*session.parameters, *session.parameter_premises]
    most = session.prove("M <= U**2 X**2", M(l) <= U * U * X * X, [combined, *parameters])
    i, j, b = z3.Int("i_"), z3.Int("j_"), z3.Real("b_")
    rounded = session.lemma(
        "a whole number at most a number and another is at most the floor of the one, and the other",
        [i, j, b],
        z3.Implies(z3.And(z3.ToReal(i) <= b, i <= j), z3.And(z3.ToReal(i) <= z3.ToReal(z3.ToInt(b)), i <= j)),
    )
    known = [rounded.at(M.whole(l), l, U * U * X * X), most, counted.at(l), *session.length]
    session.concluded(session.prove("the claim", session.holds(M.whole(l)), known))


@proves("bylander.11.exact", readings.perceptron)
def worst_randomised_loss(session: Session) -> None:
    """With K updates the loss is at most K - K**2/(2 V), V = U**2 X**2, for w.w >= (u.w)**2/U**2 >= (eta K)**2/U**2."""
    learner = ClassifyingPerceptron(session, lambda t: y(t) * wx(t) < HALF)
    eta, U, X = learner.eta, learner.U, learner.X
    V = U * U * X * X
    loss, errors = Total(session, "total_loss", half_loss), Total(session, "mistakes", error_probability)
    K = count(session, "updates", lambda t: y(t) * wx(t) < HALF)
    trial = z3.And(t >= 0, t < l)
    update = z3.If(y(t) * wx(t) < HALF, ONE, ZERO)
    one = session.lemma(
        "one trial",
        [t],
        z3.Implies(
            trial,
            z3.And(
                2 * eta * half_loss(t) <= 2 * eta * update - dot(w(t + 1), w(t + 1)) + dot(w(t), w(t)),
                dot(u, w(t + 1)) >= dot(u, w(t)) + eta * update,
                error_probability(t) <= half_loss(t),
            ),
        ),
        [*learner.run.moved(u, t), learner.labels, *learner.run.examples, *separable(session), *learner.parameters],
    )
    summed = session.induction(
        "the sum over the trials",
        t,
        up_to_the_end(
            z3.And(
                2 * eta * loss(t) <= 2 * eta * K(t) - dot(w(t), w(t)),
                dot(u, w(t)) >= eta * K(t),
                errors(t) <= loss(t),
                K(t) >= 0,
                K(t) <= z3.ToReal(t),
            )
        ),
        [loss.start, errors.start, K.start, *learner.run.at_zero(u)],
        [one.at(t), loss.next.at(t), errors.next.at(t), K.next.at(t)],
    )
    squared = session.prove(
        "(eta K)**2 <= U**2 w.w",
        (eta * K(l)) * (eta * K(l)) <= U * U * dot(w(l), w(l)),
        [
            below_a_product(session).at(eta * K(l), dot(u, w(l)), dot(u, u), dot(w(l), w(l)), U * U),
            summed.at(l),
            learner.run.space.cauchy_schwarz.at(u, w(l)),
            learner.run.space.positive.at(w(l)),
            *learner.run.comparator,
            *session.length,
            *learner.parameters,
        ],
    )
    by_updates = session.prove(
        "the loss is at most K - K**2/(2 V)",
        loss(l) <= K(l) - K(l) * K(l) / (2 * V),
        [squared, summed.at(l), *session.length, *learner.parameters],
    )
    positive = session.prove("V > 0", V > 0, learner.parameters)
    best = best_count(session).at(K.whole(l), l, V)
    known = [by_updates, best, summed.at(l), positive, *session.length]
    first = session.conclude(loss(l), known, name="the claim, for the loss")
    session.conclude(errors(l), [first, summed.at(l), *session.length], name="the claim, for the expected mistakes")


def below_a_product(session: Session) -> Theorem:
    """From 0 <= a <= b, b**2 <= c d, c <= e and d >= 0: a**2 <= e d."""
    a, b, c, d, e = z3.Reals("a_ b_ c_ d_ e_")
    return session.lemma(
        "below a product",
        [a, b, c, d, e],
        z3.Implies(z3.And(a >= 0, a <= b, b * b <= c * d, c <= e, d >= 0), a * a <= e * d),
    )


def best_count(session: Session) -> Theorem:
    """Over whole k <= l, k - k**2/(2 V) is largest at m = min(l, floor(V + 1/2)): (k - m)(1 - (k + m)/(2 V)) <= 0."""
    a, b, V = z3.Reals("a_ b_ V_")
    i, j = z3.Ints("i_ j_")
    apart = session.lemma(
        "nearer to V is better",
        [a, b, V],
        z3.Implies(
            z3.And(V > 0, z3.Or(a == b, z3.And(a <= b - 1, b <= V + HALF), z3.And(a >= b + 1, b >= V - HALF))),
            a - a * a / (2 * V) <= b - b * b / (2 * V),
        ),
    )
    nearest = z3.ToInt(V + HALF)
    m = z3.If(j <= nearest, j, nearest)
    return session.lemma(
        "the best number of updates",
        [i, j, V],
        z3.Implies(
            z3.And(V > 0, i <= j),
            z3.ToReal(i) - z3.ToReal(i) * z3.ToReal(i) / (2 * V)
            <= z3.ToReal(m) - z3.ToReal(m) * z3.ToReal(m) / (2 * V),
        ),
        [apart.at(z3.ToReal(i), z3.ToReal(m), V)],
    )
