"""Weighted Majority as a master algorithm in Bylander 1998."""

from __future__ import annotations

import sympy
import z3

from bounds import symbols as s
from verify.proofs import readings_more
from verify.proofs.calculus import Range, by_enclosure
from verify.proofs.experts import first_weights, h, positive_sums
from verify.proofs.exponentiated import on_trials_and_coordinates, u, w, x
from verify.proofs.kernel import Formula, Term, Theorem
from verify.proofs.perceptron import ONE, ZERO, count, l, labels, up_to_the_end, y
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import CoordinateSum, Exponential, i, j, log_arguments, n, on_coordinates, sum_up
from verify.proofs.terms import applications
from verify.proofs.translate import exp, ln
from verify.proofs.vectors import t


@proves("bylander.7.264", readings_more.majority_vote)
def master_weighted_majority(session: Session) -> None:
    """A mistake shrinks the sum of the weights by (1 + beta)/2, and the expert's weight is beta**k: 1/e for beta."""
    run = MajorityRun(session)
    E, beta, phi, M = run.E, run.beta, run.phi, run.M
    share = (1 + beta) / 2
    shrinks = session.lemma(
        "a mistake shrinks the sum of the weights",
        [t],
        z3.Implies(z3.And(t >= 0, t < l), phi(t + 1) <= z3.If(run.errs(t), share * phi(t), phi(t))),
        [run.step.at(t, n), run.n, run.below_one, run.label],
    )
    small = session.prove("(1 + beta)/2 > 0", share > 0, run.parameters)
    product = session.lemma(
        "a product of positive numbers",
        [z3.Real("a_")],
        z3.Implies(z3.Real("a_") > 0, share * z3.Real("a_") > 0),
        [small],
    )
    logarithm = session.lemma(
        "the same for logarithms",
        [t],
        z3.Implies(z3.And(t >= 0, t < l), ln(phi(t + 1)) <= ln(phi(t)) + z3.If(run.errs(t), ln(share), ZERO)),
        [
            shrinks.at(t),
            run.potential.at(t),
            run.potential.at(t + 1),
            E.ln_increasing.at(phi(t), phi(t + 1)),
            E.ln_increasing.at(share * phi(t), phi(t + 1)),
            E.product.at(share, phi(t)),
            product.at(phi(t)),
            small,
        ],
    )
    N = z3.ToReal(n)
    summed = session.induction(
        "ln sum w <= ln n + M ln((1 + beta)/2)",
        t,
        up_to_the_end(ln(phi(t)) <= ln(N) + M(t) * ln(share)),
        [M.start, run.begin, session.prove("ln of the first sum", z3.Implies(phi(0) == N, ln(phi(0)) == ln(N)))],
        [logarithm.at(t), M.next.at(t)],
    )
    k = z3.ToReal(z3.Int("k"))
    rate = constant_of_the_bound(session, beta, share, E)
    spent = session.prove(
        "M ln(2/(1 + beta)) <= ln n + k",
        -M(l) * ln(share) <= ln(N) + k,
        [summed.at(l), run.expert_weight.at(l), run.potential.at(l), run.counted, *rate, *session.length],
    )
    counted = session.induction("M is not negative", t, up_to_the_end(M(t) >= 0), [M.start], [M.next.at(t)])
    m, c, v = z3.Reals("m_ c_ v_")
    divide = session.lemma(
        "divide by 25/66", [m, c, v], z3.Implies(z3.And(m >= 0, c >= z3.RealVal("25/66"), m * c <= v), m <= 66 * v / 25)
    )
    session.conclude(M.whole(l), [spent, divide.at(M(l), -ln(share), ln(N) + k), *rate, counted.at(l), *session.length])


def constant_of_the_bound(session: Session, beta: Term, share: Term, E: Exponential) -> list[Theorem]:
    """Return ln beta = -1 and ln(2/(1 + beta)) >= 1/2.64 for beta = 1/e."""
    one = sympy.Integer(1)
    v = sympy.Symbol("v_", real=True)
    gap = -sympy.log((1 + sympy.exp(-v)) / 2) - sympy.Rational(25, 66)
    enclosed = by_enclosure(session.kernel, "ln(2/(1 + 1/e)) >= 1/2.64", gap, Range(v, one, one)).at(ONE)
    minus = z3.RealVal(-1)
    inside = log_arguments(enclosed.formula)[0]
    (power,) = applications(inside, exp)
    return [
        session.prove("ln beta = -1", ln(beta) == -1, [E.logarithm.at(minus), *session.parameters]),
        session.prove(
            "ln(2/(1 + beta)) >= 25/66",
            -ln(share) >= z3.RealVal("25/66"),
            [
                enclosed,
                session.prove("the same power", power == exp(minus)),
                session.prove("the same logarithm", z3.Implies(inside == share, ln(inside) == ln(share))),
                session.prove(
                    "its argument",
                    inside == share,
                    [session.prove("the same power, again", power == exp(minus)), *session.parameters],
                ),
            ],
        ),
    ]


class MajorityRun:
    """Weighted Majority over n experts that say 1 or -1: after a wrong vote the wrong experts' weights fall by beta."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.beta = session.symbol(s.beta)
        self.parameters = [*session.parameters, *session.parameter_premises]
        self.n = session.count("n", n >= 1)
        self.E = Exponential(session)
        minus = z3.RealVal(-1)
        by = [self.E.increasing.at(minus, ZERO), self.E.positive.at(minus), *self.parameters]
        self.below_one = session.prove("0 < beta < 1", z3.And(self.beta > 0, self.beta < 1), by)
        self.vote = CoordinateSum(session, "wx", lambda t, i: w(t, i) * x(t, i))
        self.phi = CoordinateSum(session, "sum_w", w)
        self.label = labels(session).at(t)
        self.start = session.define("w at the start", on_coordinates(w(z3.IntVal(0), i) == 1))
        wrong = z3.And(self.errs(t), x(t, i) != y(t))
        self.update = session.define(
            "the update", on_trials_and_coordinates(w(t + 1, i) == z3.If(wrong, self.beta * w(t, i), w(t, i)))
        )
        signs = z3.Or(x(t, i) == 1, x(t, i) == -1)
        self.votes = session.given("inputs", on_trials_and_coordinates(signs))
        self.M = count(session, "mistakes", self.errs)
        self._take_expert()
        self.positive = self._positive()
        self.step = self._step()
        self.potential = self._potential()
        self.begin = self._begin()
        self.expert_weight = self._expert_weight()

    def errs(self, t: Term) -> Formula:
        """Return that the vote is wrong; a tie is a vote for 1."""
        return z3.If(y(t) == 1, self.vote(t) < 0, self.vote(t) >= 0)

    def _take_expert(self) -> None:
        """Take up that u is an attribute, expert h, and that k counts its mistakes."""
        session = self.session
        self.expert = session.count("the expert", z3.And(h >= 0, h < n))
        unit = session.given("expert", on_coordinates(u(i) == z3.If(i == h, ONE, ZERO)))
        ux = CoordinateSum(session, "ux", lambda t, i: u(i) * x(t, i))
        advice = sum_up(
            session,
            "u.x is the expert's advice",
            lambda t, j: ux(t, j) == z3.If(h < j, x(t, h), ZERO),
            [(ux, t)],
            [*(p.at(j) for p in unit), self.expert],
        )
        self.errors = count(session, "comparator_mistakes", lambda t: y(t) * ux(t) <= 0)
        self.advice = [advice.at(t, n), self.n, self.expert, *(p.at(t, h) for p in self.votes), self.label]
        self.counted = session.define("k", z3.Int("k") == self.errors.whole(l), "k is the number of u's mistakes")

    def _positive(self) -> Theorem:
        session, a = self.session, z3.Real("a_")
        product = session.lemma("beta a > 0", [a], z3.Implies(a > 0, self.beta * a > 0), [self.below_one])
        proved = session.induction(
            "weights stay positive",
            t,
            z3.Implies(z3.And(t <= l, i >= 0, i < n), w(t, i) > 0),
            [self.start.at(i)],
            [self.update.at(t, i), product.at(w(t, i))],
        )
        return session.kernel.gen(proved.at(t), t, i)

    def _step(self) -> Theorem:
        """Phi' = (1 + beta)/2 Phi + (1 - beta)/2 y w.x on a mistake, else Phi."""
        beta = self.beta
        return sum_up(
            self.session,
            "what a mistake does to the sum of the weights",
            lambda t, j: (
                self.phi(t + 1, j)
                == z3.If(
                    self.errs(t),
                    (1 + beta) / 2 * self.phi(t, j) + (1 - beta) / 2 * (y(t) * self.vote(t, j)),
                    self.phi(t, j),
                )
            ),
            [(self.phi, t), (self.phi, t + 1), (self.vote, t)],
            [self.update.at(t, j), *(p.at(t, j) for p in self.votes), self.label],
            z3.And(t >= 0, t < l),
        )

    def _potential(self) -> Theorem:
        """Phi > 0 and the expert's weight is at most Phi."""
        session = self.session
        summed = positive_sums(session, self.phi, self.positive, self.expert)
        E = self.E
        formula = z3.Implies(z3.And(t >= 0, t <= l), z3.And(self.phi(t) > 0, ln(w(t, h)) <= ln(self.phi(t))))
        by = [summed.at(t, n), self.n, self.expert, self.positive.at(t, h), E.ln_increasing.at(self.phi(t), w(t, h))]
        return session.lemma("Phi > 0 and ln w_h <= ln Phi", [t], formula, by)

    def _begin(self) -> Theorem:
        zero = z3.IntVal(0)
        summed = first_weights(self.session, self.phi, self.start)
        return self.session.prove("Phi = n at the start", self.phi(zero) == z3.ToReal(n), [summed.at(t, n), self.n])

    def _expert_weight(self) -> Theorem:
        """ln w_h >= k ln beta: the expert's weight shrinks only where it errs."""
        session, E, beta = self.session, self.E, self.beta
        moved = session.prove(
            "the logarithm of the expert's weight, after a trial",
            z3.And(
                z3.Implies(w(t + 1, h) == beta * w(t, h), ln(w(t + 1, h)) == ln(beta * w(t, h))),
                z3.Implies(w(t + 1, h) == w(t, h), ln(w(t + 1, h)) == ln(w(t, h))),
            ),
        )
        first = session.prove("ln 1 = 0", z3.Implies(w(0, h) == 1, ln(w(0, h)) == ln(ONE)))
        falls = session.prove("ln beta < 0", ln(beta) < 0, [E.ln_increasing.at(beta, ONE), self.below_one])
        return session.induction(
            "ln w_h >= k ln beta",
            t,
            up_to_the_end(ln(w(t, h)) >= self.errors(t) * ln(beta)),
            [self.errors.start, self.start.at(h), self.expert, first, E.ln_increasing.at(ONE, ONE)],
            [
                moved,
                falls,
                self.update.at(t, h),
                self.errors.next.at(t),
                self.positive.at(t, h),
                E.product.at(beta, w(t, h)),
                self.below_one,
                *self.advice,
            ],
        )
