"""Proofs for what Kitani's notes say of Weighted Majority's regret: no-regret at eta = 1/sqrt(T), or not at all."""

from __future__ import annotations

from functools import cached_property

import sympy
import z3

from bounds import symbols as s
from verify.proofs import readings_more
from verify.proofs.axioms import root
from verify.proofs.calculus import Range, by_enclosure
from verify.proofs.experts import h
from verify.proofs.exponentiated import w as w_i
from verify.proofs.exponentiated import x as x_i
from verify.proofs.kernel import Formula, Term, Theorem
from verify.proofs.kitani_experts import Experts, RandomisedExperts, randomised_gap
from verify.proofs.perceptron import ONE, ZERO, count, l, labels, up_to_the_end, y
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import j, n, sum_up
from verify.proofs.translate import ln
from verify.proofs.vectors import t

HALF = z3.RealVal("1/2")
used = z3.Real("used")


class TunedExperts(RandomisedExperts):
    """RWMA at eta = 1/sqrt(l). For one round that is eta = 1, and then a weight can be 0, but it is never used.

    So the proof may put another rate in its place where l = 1: ``used`` is eta for l >= 2, and 1/2 for one round.
    """

    def take_rate(self) -> Theorem:
        """Take up eta = 1/sqrt(l), and the rate that is used."""
        session = self.session
        self.given = self.eta
        text = "the weights after the only round are not used"
        self.rate_used = session.define("used", used == z3.If(l >= 2, self.given, HALF), text)
        self.eta = used
        self.size = root(z3.ToReal(l))
        self.parameters += session.roots(self.size)
        q = z3.Real("q_")
        inverse = session.lemma("1/q", [q], z3.Implies(q > 0, z3.And((1 / q) * q == 1, 1 / q > 0)))
        self.inverse = session.prove(
            "eta sqrt(l) = 1, eta > 0",
            z3.And(self.given * self.size == 1, self.given > 0, self.size > 0),
            [inverse.at(self.size), *self.parameters],
        )
        return session.prove(
            "0 < used < 1", z3.And(used < 1, used > 0), [self.rate_used, self.inverse, *self.parameters]
        )

    @cached_property
    def at_most_certain(self) -> Theorem:
        """A round costs at most 1, and for one expert it costs what the expert loses."""
        session = self.session
        summed = sum_up(
            session,
            "y w.x >= -Phi",
            lambda t, j: y(t) * self.vote(t, j) >= -self.phi(t, j),
            [(self.phi, t), (self.vote, t)],
            [self.positive.at(t, j), *(p.at(t, j) for p in self.votes), self.label],
            z3.And(t >= 0, t < l),
        )
        a, b = z3.Reals("a_ b_")
        ratio = session.lemma("b / a >= -1", [a, b], z3.Implies(z3.And(a > 0, b >= -a), b / a >= -1))
        zero = z3.IntVal(0)
        alone = session.prove(
            "one expert",
            z3.Implies(
                z3.And(t >= 0, t < l, n == 1),
                z3.And(self.phi(t) == w_i(t, h), self.vote(t) == w_i(t, h) * x_i(t, h), w_i(t, h) > 0),
            ),
            [
                self.phi.start(t),
                self.vote.start(t),
                self.phi.next(t, zero),
                self.vote.next(t, zero),
                self.expert,
                self.positive.at(t, h),
            ],
        )
        same = session.lemma(
            "(a b) / a = b", [a, b], z3.Implies(a > 0, z3.And(a * b / a == b, (-1) * (a * b) / a == -b))
        )
        by = [summed.at(t, n), self.potential.at(t), self.n, ratio.at(self.phi(t), y(t) * self.vote(t))]
        certain = session.prove("F <= 1", z3.Implies(z3.And(t >= 0, t < l), self.failure(t) <= 1), by)
        lone = session.prove(
            "F of one expert",
            z3.Implies(z3.And(t >= 0, t < l, n == 1), self.failure(t) == z3.If(x_i(t, h) != y(t), ONE, ZERO)),
            [
                alone,
                same.at(w_i(t, h), x_i(t, h)),
                self.label,
                *(p.at(t, h) for p in self.votes),
                self.expert,
            ],
        )
        return session.induction(
            "E[M] <= t, and E[M] = m_1 for one expert",
            t,
            up_to_the_end(
                z3.And(
                    self.M(t) <= z3.ToReal(t),
                    self.errors(t) >= 0,
                    self.errors(t) <= z3.ToReal(t),
                    z3.Implies(n == 1, self.M(t) == self.errors(t)),
                )
            ),
            [self.M.start, self.errors.start],
            [certain, lone, self.M.next.at(t), self.errors.next.at(t)],
        )

    @cached_property
    def ln_n(self) -> Theorem:
        """ln N >= 0, and >= 1/2 from N = 2 on, and 1 - 1/N <= ln N."""
        session, E, N = self.session, self.E, self.N
        two = z3.RealVal(2)
        a = z3.Real("a_")
        tangent = session.lemma(
            "1 - 1/a <= ln a",
            [a],
            z3.Implies(a > 0, 1 - 1 / a <= ln(a)),
            [
                E.below_tangent.at(1 / a),
                E.quotient.at(ONE, a),
                E.ln_increasing.at(ONE, ONE),
                session.prove("1/a > 0", z3.Implies(a > 0, 1 / a > 0)),
            ],
        )
        by = [tangent.at(N), tangent.at(two), E.ln_increasing.at(N, two), E.ln_increasing.at(N, ONE)]
        by = [*by, E.ln_increasing.at(ONE, ONE), self.n, *self.parameters]
        return session.prove("ln N", z3.And(ln(N) >= 0, z3.Implies(n >= 2, ln(N) >= HALF), ln(N) >= 1 - 1 / N), by)

    @cached_property
    def first_round(self) -> Theorem:
        """In the first round F <= 1 - 1/N if the expert is right."""
        session = self.session
        zero = z3.IntVal(0)
        right = z3.And(l >= 1, x_i(zero, h) == y(zero))
        summed = session.induction(
            "the first vote",
            j,
            z3.Implies(
                z3.And(j <= n, right),
                y(zero) * self.vote(zero, j) >= z3.If(h < j, 2 - z3.ToReal(j), -z3.ToReal(j)),
            ),
            [self.vote.start(zero), self.expert],
            [
                self.vote.next(zero, j),
                self.start.at(j),
                labels(session).at(zero),
                *(p.at(zero, j) for p in self.votes),
                self.expert,
            ],
        )
        a, b = z3.Reals("a_ b_")
        ratio = session.lemma(
            "(1 - b/a)/2 <= 1 - 1/a",
            [a, b],
            z3.Implies(z3.And(a > 0, b >= 2 - a), (1 - b / a) / 2 <= 1 - 1 / a),
        )
        same = session.prove(
            "F in the first round",
            z3.Implies(self.phi(zero) == self.N, self.failure(zero) == (1 - y(zero) * self.vote(zero) / self.N) / 2),
        )
        return session.prove(
            "F <= 1 - 1/N in the first round, if the expert is right",
            z3.Implies(right, self.failure(zero) <= 1 - 1 / self.N),
            [
                summed.at(n),
                self.begin,
                same,
                ratio.at(self.N, y(zero) * self.vote(zero)),
                self.n,
                self.expert,
                *self.parameters,
            ],
        )

    def regret(self) -> Theorem:
        """E[M] - m_n <= m_n eta + sqrt(l) ln N: one round and two rounds by hand, the others by (5)."""
        session, eta, size = self.session, self.given, self.size
        m, M, L = self.errors(l), self.M(l), ln(self.N)
        goal = M - m <= m * eta + size * L
        known = [self.at_most_certain.at(l), self.ln_n, self.inverse, self.n, *session.length]
        zero = z3.IntVal(0)
        rounds = [self.M.start, self.M.next.at(zero), self.errors.start, self.errors.next.at(zero)]
        one = session.prove(
            "one round",
            z3.Implies(l == 1, goal),
            [*known, *rounds, self.first_round, *self.parameters],
        )
        spent = session.prove(
            "eta E[M] <= ln N - m_n ln(1 - eta)",
            used * M <= L - m * ln(1 - used),
            [self.shrinks.at(l), *self.best(), *session.length],
        )
        whole = session.induction(
            "m_n is a whole number",
            t,
            up_to_the_end(z3.Or(self.errors(t) == 0, self.errors(t) >= 1)),
            [self.errors.start],
            [self.errors.next.at(t)],
        )
        a, b, c, r = z3.Reals("a_ b_ c_ r_")
        none = session.lemma(
            "divide by the rate", [a, b, c, r], z3.Implies(z3.And(a * r == 1, a > 0, a * b <= c), b <= r * c)
        )
        two = session.prove(
            "two rounds",
            z3.Implies(l == 2, goal),
            [
                *known,
                spent,
                self.rate_used,
                whole.at(l),
                none.at(eta, M, L, size),
                session.prove(
                    "sqrt(2) and its inverse",
                    z3.Implies(l == 2, z3.And(size >= z3.RealVal("7/5"), eta >= z3.RealVal("7/10"))),
                    [self.inverse, *self.parameters],
                ),
                session.lemma(
                    "a product",
                    [a, b],
                    z3.Implies(z3.And(a >= z3.RealVal("7/5"), b >= HALF), a * b >= z3.RealVal("7/10")),
                ).at(size, L),
                session.lemma("a product of numbers >= 0", [a, b], z3.Implies(z3.And(a >= 0, b >= 0), a * b >= 0)).at(
                    size, L
                ),
                session.lemma(
                    "a product with a number >= 1", [a, b], z3.Implies(z3.And(a >= 1, b >= 0), a * b >= b)
                ).at(m, eta),
            ],
        )
        small = session.prove(
            "eta <= 3/5 from three rounds on",
            z3.Implies(l >= 3, eta <= z3.RealVal("3/5")),
            [self.inverse, *self.parameters],
        )
        v = sympy.Symbol("v_", real=True)
        on = Range(v, sympy.Rational(1, 2), sympy.Rational(3, 5))
        name = "-ln(1 - eta) <= eta + eta**2 for 1/2 <= eta <= 3/5"
        further = by_enclosure(session.kernel, name, randomised_gap(v), on).at(used)
        gaps = [
            *self.rate("-ln(1 - eta) <= eta + eta**2 for 0 <= eta <= 1/2", randomised_gap),
            further,
            *self.same_logarithms(further),
        ]
        rate = session.prove(
            "-ln(1 - eta) <= eta + eta**2",
            z3.Implies(l >= 3, -ln(1 - used) <= used + used * used),
            [*gaps, small, self.rate_used, self.below_one],
        )
        times = session.lemma(
            "m_n times", [a, b, c], z3.Implies(z3.And(b >= 0, a <= c + c * c), b * a <= b * (c + c * c))
        )
        divide = session.lemma(
            "divide by eta",
            [a, b, c, r, z3.Real("k_")],
            z3.Implies(
                z3.And(a * r == 1, a > 0, a * b <= c + z3.Real("k_") * (a + a * a)),
                b <= r * c + z3.Real("k_") * (1 + a),
            ),
        )
        more = session.prove(
            "three rounds or more",
            z3.Implies(l >= 3, goal),
            [*known, spent, rate, times.at(-ln(1 - used), m, used), divide.at(eta, M, L, size, m), self.rate_used],
        )
        return session.prove(
            "E[M] - m_n <= m_n eta + sqrt(T) ln N", goal, [one, two, more, *session.length, *self.parameters]
        )


REPAIR = "the proof of (5) needs eta <= 0.68..., so T >= 3; one round and two rounds are proved by themselves"


@proves("kitani.rwma.sqrtT", readings_more.tuned_experts)
def tuned_regret(session: Session) -> None:
    """(5) at eta = 1/sqrt(T), for every T."""
    session.repair("(5) at eta = 1/sqrt(T)", REPAIR)
    experts = TunedExperts(session)
    mistakes = experts.errors.whole(l)
    by = [experts.regret(), experts.inverse, *experts.parameters]
    session.conclude(experts.M(l) - experts.errors(l), by, {s.k: mistakes})


@proves("kitani.rwma.noreg", readings_more.tuned_experts)
def no_regret(session: Session) -> None:
    """An expert errs in at most T rounds, so the regret is at most sqrt(T) (1 + ln N)."""
    session.repair("(5) at eta = 1/sqrt(T)", REPAIR)
    experts = TunedExperts(session)
    eta, size, m = experts.given, experts.size, experts.errors(l)
    L = ln(experts.N)
    rounds = z3.ToReal(l)
    a, b, c, r = z3.Reals("a_ b_ c_ r_")
    share = session.lemma(
        "m eta <= sqrt(l)", [a, b, c, r], z3.Implies(z3.And(a * r == 1, a > 0, r * r == c, b <= c), b * a <= r)
    )
    divide = session.lemma("divide by l", [a, b, c], z3.Implies(z3.And(c > 0, a <= b), a / c <= b / c))
    few = session.prove(
        "the regret is at most sqrt(T) ln N + sqrt(T)",
        experts.M(l) - m <= size * L + size,
        [
            experts.regret(),
            experts.inverse,
            experts.at_most_certain.at(l),
            share.at(eta, m, rounds, size),
            *experts.parameters,
            *session.length,
        ],
    )
    session.conclude((experts.M(l) - m) / rounds, [few, divide.at(experts.M(l) - m, size * L + size, rounds)])


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
