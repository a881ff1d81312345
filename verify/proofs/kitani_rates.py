"""Proofs for what Kitani's notes say of Weighted Majority's regret: no-regret at eta = 1/sqrt(T), or not at all."""

from __future__ import annotations

import z3

from verify.proofs import readings_more
from verify.proofs.exponentiated import w as w_i
from verify.proofs.exponentiated import x as x_i
from verify.proofs.kernel import Formula, Term, Theorem
from verify.proofs.kitani_experts import Experts
from verify.proofs.perceptron import count, l, labels, y
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import n
from verify.proofs.vectors import t


@proves("kitani.wma.noreg", readings_more.alternating_experts)
def not_no_regret(session: Session) -> None:
    """Two experts that are right in turn: their weights are equal every other round, and every vote is wrong."""
    experts = Experts(session)
    eta, half, s_ = experts.eta, z3.Int("half"), z3.Int("e")
    zero, one = z3.IntVal(0), z3.IntVal(1)
    turns = z3.And(n == 2, x_i(t, zero) == 1, x_i(t, one) == -1, z3.Implies(t + 1 < l, y(t + 1) == -y(t)))
    alternating = session.given("alternating", z3.ForAll([t], z3.Implies(z3.And(t >= 0, t < l), turns)))
    even = session.given("even", l == 2 * half)

    def errs(t: Term) -> Formula:
        return y(t) * experts.vote(t) <= 0

    M = count(session, "mistakes", errs)
    m = [
        count(session, "mistakes_of_0", lambda t: x_i(t, zero) != y(t)),
        count(session, "mistakes_of_1", lambda t: x_i(t, one) != y(t)),
    ]

    def of_round(t: Term) -> list[Theorem]:
        """Return everything about a round."""
        return [
            *(p.at(t) for p in alternating),
            labels(session).at(t),
            experts.vote.start(t),
            experts.vote.next(t, zero),
            experts.vote.next(t, one),
            experts.update.at(t, zero),
            experts.update.at(t, one),
            M.next.at(t),
            *(a.next.at(t) for a in m),
        ]

    now = 2 * s_
    a = z3.Real("a_")
    falls = session.lemma(
        "(1 - eta) a < a",
        [a],
        z3.Implies(a > 0, z3.And((1 - eta) * a < a, (1 - eta) * a > 0)),
        [experts.below_one, *experts.parameters],
    )
    invariant = z3.Implies(
        now <= l,
        z3.And(
            z3.Implies(l >= 1, z3.And(w_i(now, zero) == w_i(now, one), w_i(now, zero) > 0)),
            M(now) == z3.ToReal(now),
            *(a(now) == z3.ToReal(s_) for a in m),
        ),
    )
    proved = session.induction(
        "every round is a mistake, and every other one of each expert's",
        s_,
        invariant,
        [
            M.start,
            *(a.start for a in m),
            experts.start.at(zero),
            experts.start.at(one),
            *(p.at(zero) for p in alternating),
        ],
        [*of_round(now), *of_round(now + 1), falls.at(w_i(now, zero))],
    )
    first, second = m[0](l), m[1](l)
    rounds = z3.ToReal(l)
    counted = session.prove(
        "M = l and m_1 = m_2 = l/2",
        z3.And(M(l) == rounds, first == rounds / 2, second == rounds / 2),
        [proved.at(half), *even, *session.length],
    )
    session.conclude((M(l) - z3.If(first <= second, first, second)) / rounds, [counted])
