"""Winnow in the lecture notes of Kitani, section 2.2."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import z3

from bounds import symbols as s
from verify.proofs import readings
from verify.proofs.exponentiated import u as u_i
from verify.proofs.exponentiated import w as w_i
from verify.proofs.exponentiated import x as x_i
from verify.proofs.kernel import Term, Theorem
from verify.proofs.kitani import at_all_times
from verify.proofs.perceptron import ONE, Total, l, up_to_the_end, y
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import Exponential, i, j, n
from verify.proofs.translate import exp, ln
from verify.proofs.vectors import t
from verify.proofs.winnow import WinnowRun, promoted, side


class Winnow:
    """Winnow(1 + beta, N) with what the notes say about it; w.x = N is predicted negative."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.N, self.beta = session.symbol(s.N), session.symbol(s.beta)
        self.run = WinnowRun(session, 1 + self.beta, self.N, lambda v: v > self.N, "relevant", "disjunction")
        self.plus, self.minus, self.phi = self.run.plus, self.run.minus, self.run.phi
        self.known = [self.run.side, self.run.potential_change.at(t, n), self.run.n, *self.run.parameters]

    @cached_property
    def promotion(self) -> Theorem:
        """(24): a promotion adds at most beta N."""
        formula = z3.Implies(z3.And(t >= 0, t < l, side(t) == 1), self.phi(t + 1) - self.phi(t) <= self.beta * self.N)
        return self.session.lemma("(24)", [t], formula, self.known)

    @cached_property
    def demotion(self) -> Theorem:
        """(27): a demotion takes more than beta / (1 + beta) N."""
        beta = self.beta
        formula = z3.Implies(
            z3.And(t >= 0, t < l, side(t) == -1), self.phi(t + 1) - self.phi(t) < -beta / (1 + beta) * self.N
        )
        a, b = z3.Reals("a_ b_")
        share = self.session.lemma(
            "a share of a number",
            [a, b],
            z3.Implies(a > b, (1 / (1 + beta) - 1) * a < -beta / (1 + beta) * b),
            self.run.parameters,
        )
        return self.session.lemma("(27)", [t], formula, [*self.known, share.at(self.run.wx(t), self.N)])

    def unchanged(self) -> Theorem:
        """Phi does not change without a mistake."""
        formula = z3.Implies(z3.And(t >= 0, t < l, side(t) == 0), self.phi(t + 1) == self.phi(t))
        return self.session.lemma("no mistake, no change", [t], formula, self.known)

    @cached_property
    def potential(self) -> Theorem:
        """(29): Phi <= N + beta N m+ - beta / (1 + beta) N m-, and m-, m+ are not negative."""
        beta, N = self.beta, self.N
        invariant = up_to_the_end(
            z3.And(
                self.phi(t) <= N + beta * N * self.plus(t) - beta / (1 + beta) * N * self.minus(t),
                self.plus(t) >= 0,
                self.minus(t) >= 0,
            )
        )
        steps = [self.promotion.at(t), self.demotion.at(t), self.unchanged().at(t), self.run.side]
        return self.session.induction(
            "(29)",
            t,
            invariant,
            [self.run.potential_start, self.plus.start, self.minus.start, *self.run.parameters],
            [*steps, self.plus.next.at(t), self.minus.next.at(t), self.run.n, *self.run.parameters],
        )

    @cached_property
    def negatives(self) -> Theorem:
        """(33): m- < (1 + beta) / beta + (1 + beta) m+ at every time; 2 + 2 m+ for beta = 1."""
        beta, N = self.beta, self.N
        p, q = z3.Reals("p_ q_")
        divide = self.session.lemma(
            "divide by beta / (1 + beta) N",
            [p, q],
            z3.Implies(N + beta * N * p - beta / (1 + beta) * N * q > 0, q < (1 + beta) / beta + (1 + beta) * p),
            [self.run.n, *self.run.parameters],
        )
        formula = z3.Implies(z3.And(t >= 0, t <= l), self.minus(t) < (1 + beta) / beta + (1 + beta) * self.plus(t))
        by = [self.potential.at(t), self.run.potential_positive.at(t), divide.at(self.plus(t), self.minus(t))]
        return self.session.lemma("(33)", [t], formula, by)

    @cached_property
    def cap(self) -> Theorem:
        """Lemma 4: an active weight is at most N on a promotion."""
        formula = z3.Implies(z3.And(t >= 0, t < l, i >= 0, i < n, side(t) == 1, x_i(t, i) == 1), w_i(t, i) <= self.N)
        by = [self.run.active_weight.at(t, i), self.run.side]
        return self.session.lemma("Lemma 4", [t, i], formula, by)

    @cached_property
    def positives(self) -> Theorem:
        """(36): m+ <= k (log N + 1), the logarithm to base 1 + beta."""
        session, run = self.session, self.run
        E = Exponential(session)
        above = session.prove("N >= 1", self.N >= 1, [run.n, *run.parameters])
        most = ln(self.N) / ln(1 + self.beta) + 1
        each = run.logarithm(E, self.N, above, self.cap)
        total = run.promotion_sum(most, each)
        formula = z3.Implies(z3.And(t >= 0, t <= l), self.plus(t) <= z3.ToReal(z3.Int("k")) * most)
        by = [run.promotions_cover.at(t), total.at(t, n), run.k, run.n]
        return session.lemma("(36)", [t], formula, by)

    @cached_property
    def base(self) -> list[Theorem]:
        """ln(1 + beta) > 0, and it is ln 2 where beta = 1."""
        beta = self.beta
        E = Exponential(self.session)
        positive = self.session.prove(
            "ln(1 + beta) > 0", ln(1 + beta) > 0, [self.run.factor, E.ln_increasing.at(ONE, 1 + beta)]
        )
        same = z3.Implies(1 + beta == 2, ln(1 + beta) == ln(z3.RealVal(2)))
        return [positive, self.session.prove("the base of the logarithm", same)]

    def totals(self, t: Term) -> dict[Any, Term]:
        """Return what m+ and m- stand for."""
        return {s.mplus: self.plus.whole(t), s.mminus: self.minus.whole(t)}


STRICT = "the printed bound on m+ is strict, but equality occurs; the proof uses <= and the strictness of (33)"


@proves("kitani.winnow", readings.winnow)
@proves("kitani.winnow.beta", readings.winnow)
def winnow(session: Session) -> None:
    """M = m+ + m- < 2 + 3 k (log2 N + 1): (33) and (36)."""
    session.repair(
        "Lemma 3",
        "false for k >= 2: a relevant feature is not always active; each relevant weight's own promotions are counted",
    )
    session.repair("Lemma 4", "false as printed: only active weights are at most N, not all, and not strictly")
    session.repair("(36)", STRICT)
    run = Winnow(session)
    both = Total(session, "mistakes", lambda t: z3.If(side(t) == 0, z3.IntVal(0), z3.IntVal(1)), whole=True)
    sums = session.induction(
        "M = m+ + m-",
        t,
        up_to_the_end(both(t) == run.plus(t) + run.minus(t)),
        [both.start, run.plus.start, run.minus.start],
        [both.next.at(t), run.plus.next.at(t), run.minus.next.at(t), run.run.side],
    )
    m, b = z3.Reals("m_ b_")
    beta = run.beta
    scaled = session.lemma(
        "(2 + beta) times (36)", [m, b], z3.Implies(m <= b, (2 + beta) * m <= (2 + beta) * b), run.run.parameters
    )
    most = z3.ToReal(z3.Int("k")) * (ln(run.N) / ln(1 + beta) + 1)
    by = [sums.at(l), run.negatives.at(l), run.positives.at(l), scaled.at(run.plus(l), most), *session.length]
    session.conclude(both.whole(l), [*by, *run.base])


@proves("kitani.eq28", readings.winnow)
@proves("kitani.eq28.printed", readings.winnow)
def equation_28(session: Session) -> None:
    """Each mistake on a negative example takes more than N/2 from Phi, which is N at the start."""
    session.repair("(28)", "the printed sign < fails at m- = 0; <= is right, and enough")
    run = Winnow(session)
    taken = Total(session, "taken", lambda t: z3.If(side(t) == -1, run.phi(t) - run.phi(t + 1), z3.RealVal(0)))
    share = run.beta / (1 + run.beta) * run.N
    summed = session.induction(
        "what the mistakes on negative examples took",
        t,
        up_to_the_end(taken(t) >= share * run.minus(t)),
        [taken.start, run.minus.start],
        [run.demotion.at(t), taken.next.at(t), run.minus.next.at(t), *run.run.parameters],
    )
    by = [summed.at(t), run.run.potential_start, run.run.n, *run.run.parameters]
    at_all_times(session, run.phi(z3.IntVal(0)) - taken(t), run.totals(t), by)


class Powers:
    """The weight of a relevant feature is 1 + beta to the power of its promotions."""

    def __init__(self, session: Session) -> None:
        self.session, self.run = session, Winnow(session)
        self.E = Exponential(session)
        self.alpha = 1 + self.run.beta
        b = z3.Real("b_")
        self.more = session.lemma(
            "one factor more",
            [b],
            exp((b + 1) * ln(self.alpha)) == self.alpha * exp(b * ln(self.alpha)),
            [
                session.prove(
                    "the same exponent",
                    exp((b + 1) * ln(self.alpha)) == exp(b * ln(self.alpha) + ln(self.alpha)),
                    [
                        session.prove(
                            "(b + 1) c = b c + c", (b + 1) * ln(self.alpha) == b * ln(self.alpha) + ln(self.alpha)
                        )
                    ],
                ),
                self.E.sums.at(b * ln(self.alpha), ln(self.alpha)),
                self.E.inverse.at(self.alpha),
                self.run.run.factor,
            ],
        )
        self.none = session.prove(
            "no factor", exp(z3.RealVal(0) * ln(self.alpha)) == 1, [self.E.positive.at(z3.RealVal(0))]
        )

    def weight(self, times: Term, first: list[Theorem], further: list[Theorem]) -> Theorem:
        """w_n = (1 + beta)**times at every time, where ``times`` counts the mistakes that promote a relevant n."""
        run = self.run.run
        power = exp(times * ln(self.alpha))
        after = z3.substitute(times, (t, t + 1))
        moved = self.session.prove(
            "the power after a trial",
            z3.And(
                z3.Implies(after == times, exp(after * ln(self.alpha)) == power),
                z3.Implies(after == times + 1, exp(after * ln(self.alpha)) == exp((times + 1) * ln(self.alpha))),
            ),
        )
        zero = z3.substitute(times, (t, z3.IntVal(0)))
        begun = self.session.prove(
            "the power at the start",
            z3.Implies(zero == 0, exp(zero * ln(self.alpha)) == exp(z3.RealVal(0) * ln(self.alpha))),
        )
        return self.session.induction(
            "w_n = (1 + beta)**m+",
            t,
            z3.Implies(z3.And(t <= l, i >= 0, i < n, u_i(i) == 1), w_i(t, i) == power),
            [run.start.at(i), self.none, begun, *first],
            [
                run.update.at(t, i),
                run.no_relevant_demotion.at(t, i),
                run.side,
                *run.at(i),
                self.more.at(times),
                moved,
                *further,
            ],
        )

    @cached_property
    def always_active(self) -> Theorem:
        """The only relevant feature is active on every positive example: u.x = x_n for u = e_n."""
        session, run = self.session, self.run.run
        one = [*session.given("k = 1", z3.Int("k") == 1), run.k, run.n]
        active = z3.If(i < j, ONE, z3.RealVal(0))
        within = z3.And(t >= 0, t < l, i >= 0, i < n, u_i(i) == 1)
        rest = session.induction(
            "what u.x owes to the other features",
            j,
            z3.Implies(
                z3.And(within, j <= n),
                z3.And(run.size(t, j) >= active, run.ux(t, j) <= run.size(t, j) - active * (1 - x_i(t, i))),
            ),
            [run.ux.start(t), run.size.start(t)],
            [run.ux.next(t, j), run.size.next(t, j), *run.at(j), *run.at(i)],
        )
        formula = z3.Implies(z3.And(within, y(t) == 1), x_i(t, i) == 1)
        by = [rest.at(n), *one, *run.label, *run.at(i)]
        return session.lemma("the only relevant feature is active", [t, i], formula, by)

    def only_relevant(self) -> Theorem:
        """The weight of the only relevant feature counts all mistakes on positive examples."""
        plus = self.run.plus
        return self.weight(plus(t), [plus.start], [plus.next.at(t), self.always_active.at(t, i)])


RELEVANT = "for k >= 2 a relevant feature can be inactive on a positive example, and is then not promoted"


@proves("kitani.lem3", readings.winnow)
@proves("kitani.lem3.printed", readings.winnow)
def lemma_3(session: Session) -> None:
    """The only relevant feature is active, and so promoted, on every mistake on a positive example."""
    session.repair("Lemma 3", RELEVANT)
    powers = Powers(session)
    plus = powers.run.plus
    lhs = session.holds(w_i(t, i), {s.mplus: plus.whole(t)})
    formula = z3.Implies(z3.And(t >= 0, t <= l, i >= 0, i < n, u_i(i) == 1), lhs)
    by = [powers.only_relevant().at(t), *session.parameters, *_same_power(session, powers, plus(t))]
    session.concluded(session.lemma("the claim", [t, i], formula, by))


@proves("kitani.lem3.active", readings.winnow)
def lemma_3_active(session: Session) -> None:
    """A relevant weight counts its own promotions."""
    session.repair("Lemma 3", RELEVANT)
    powers = Powers(session)
    run, p = powers.run.run, promoted(t, i)
    known = powers.weight(p, [run.promoted_start.at(i)], [run.promoted_next.at(t, i)])
    lhs = session.holds(w_i(t, i), {s.mplus: p})
    formula = z3.Implies(z3.And(t >= 0, t <= l, i >= 0, i < n, u_i(i) == 1), lhs)
    by = [known.at(t), *session.parameters, *_same_power(session, powers, p)]
    session.concluded(session.lemma("the claim", [t, i], formula, by))


@proves("kitani.eq34", readings.winnow)
@proves("kitani.eq34.printed", readings.winnow)
def equation_34(session: Session) -> None:
    """Before the update at the m+-th mistake on a positive example the only relevant weight is 2**(m+ - 1)."""
    session.repair("(34)", RELEVANT)
    powers = Powers(session)
    plus = powers.run.plus
    lhs = session.holds(w_i(t, i), {s.mplus: plus.whole(t + 1)})
    formula = z3.Implies(z3.And(t >= 0, t < l, i >= 0, i < n, u_i(i) == 1, side(t) == 1), lhs)
    by = [powers.only_relevant().at(t), plus.next.at(t), *session.parameters]
    by += _same_power(session, powers, plus(t), plus(t + 1) - 1)
    session.concluded(session.lemma("the claim", [t, i], formula, by))


def _same_power(session: Session, powers: Powers, times: Term, other: Term | None = None) -> list[Theorem]:
    """(1 + beta)**times, written as the claim's bound writes it."""
    base = z3.RealVal(2) if session.claim.defines.get(s.beta) == 1 else session.symbol(s.beta) + 1
    other = times if other is None else other
    exponents = {e.get_id(): e for e in (other, z3.simplify(other), -1 + (other + 1))}
    found = []
    for exponent in exponents.values():
        for order in (base, 1 + session.symbol(s.beta)):
            equal = z3.Implies(
                z3.And(powers.alpha == order, exponent == times),
                exp(exponent * ln(order)) == exp(times * ln(powers.alpha)),
            )
            found.append(session.prove("the same power", equal))
    return found
