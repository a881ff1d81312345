"""Theorems 8 and 13 of Kivinen and Warmuth 1995 (section 3): an adversary against every additive learner."""

from __future__ import annotations

from collections.abc import Callable

import z3

from bounds import symbols as s
from verify.logic.axioms import INT, REAL, VECTOR, add, dot, scale, zero
from verify.logic.kernel import Theorem
from verify.logic.language import Formula, Term
from verify.logic.runs.perceptron import HALF, Total, count, l, on_a_trial, on_trials, u, up_to_the_end, w, x
from verify.logic.session import Session
from verify.logic.sums import i, j
from verify.logic.vectors import InnerProduct, t
from verify.proofs.kivinen1995.pairs import HadamardPairs, first, second
from verify.proofs.kivinen1995.sylvester import ORDER, Columns, d, is_row
from verify.proofs.readings import hadamard
from verify.proofs.registry import proves

threshold = z3.Function("threshold", INT, REAL)
coefficient = z3.Function("coefficient", INT, INT, REAL)
learned = z3.Function("learned", INT, INT, VECTOR)
start = z3.Const("start", VECTOR)


def pairwise_constant() -> Formula:
    """Definition 6: for i < t both examples of pair i have the same product with z_t' and z_t''."""
    same = z3.And(*(dot(first(t), z(i)) == dot(second(t), z(i)) for z in (first, second)))
    return z3.ForAll([t, i], z3.Implies(z3.And(t >= 0, t < l, i >= 0, i < t), same))


def gap(vector: Term) -> Term:
    """Return z_t'.vector - z_t''.vector."""
    return dot(first(t), vector) - dot(second(t), vector)


def differ(psi: Term) -> Formula:
    """Definition 7: (u, psi) tells pair t apart, and w_1 orders it the other way, or not at all."""
    p, q = dot(u, first(t)), dot(u, second(t))
    return z3.Or(z3.And(p > psi, psi > q, gap(start) <= 0), z3.And(p < psi, psi < q, gap(start) >= 0))


class Adversary:
    """The adversary of theorem 8 with the target (u, psi): of a pair whose labels differ it shows the positive example
    if the learner says 0 to it, else the negative one; its other examples are the first of their pairs.

    By definition 1 w_t is w_1 and the sum of coefficient(t, i) x_i over i < t, x_i an example of pair i; ``constant``
    says for t and i < t that its products with pair t are the same (definition 6).
    """

    def __init__(self, session: Session, constant: list[Theorem], psi: Term) -> None:
        self.session, self.constant, self.psi = session, constant, psi
        self.space, until = InnerProduct(session), z3.And(t >= 0, t <= l)
        self.nothing = session.define("nothing learned", z3.ForAll([t], learned(t, 0) == zero))
        more = learned(t, j + 1) == add(learned(t, j), scale(coefficient(t, j), x(j)))
        self.more = session.define("learned", z3.ForAll([t, j], z3.Implies(z3.And(until, j >= 0, j < t), more)))
        additive = z3.ForAll([t], z3.Implies(until, w(t) == add(start, learned(t, t))))
        self.additive = session.define("Definition 1", additive)
        self.example = session.define("the examples", on_trials(x(t) == self.shown()))
        self.M = count(session, "mistakes", self.errs)

    def order_kept(self) -> Theorem:
        """z_t'.w_t - z_t''.w_t = z_t'.w_1 - z_t''.w_1."""
        session, space, pair = self.session, self.space, (first(t), second(t))
        one_of_pair = on_a_trial(z3.Or(x(t) == first(t), x(t) == second(t)))
        chosen = session.lemma("an example of the pair", [t], one_of_pair, [self.example.at(t)])
        kept = session.induction(
            "what is learned has the same product with both of the pair",
            j,
            z3.Implies(z3.And(t >= 0, t < l, j <= t), gap(learned(t, j)) == 0),
            [self.nothing.at(t), *(space.null.at(z) for z in pair)],
            [
                *(space.additive.at(z, learned(t, j), scale(coefficient(t, j), x(j))) for z in pair),
                *(space.homogeneous.at(z, x(j), coefficient(t, j)) for z in pair),
                *(*(p.at(t, j) for p in self.constant), self.more.at(t, j), chosen.at(j)),
            ],
        )
        both = [space.additive.at(z, start, learned(t, t)) for z in pair]
        formula = z3.Implies(z3.And(t >= 0, t < l), gap(w(t)) == gap(start))
        return session.lemma("the order of a pair is kept", [t], formula, [kept.at(t), self.additive.at(t), *both])

    def shown(self) -> Term:
        """Return the example of trial t."""
        one, two_ = self.positive(first(t)), self.positive(second(t))
        return z3.If(
            one == two_,
            first(t),
            z3.If(
                one,
                z3.If(self.says_one(t, first(t)), second(t), first(t)),
                z3.If(self.says_one(t, second(t)), first(t), second(t)),
            ),
        )

    def positive(self, z: Term) -> Formula:
        """Return that the target says 1 to z."""
        return dot(u, z) >= self.psi

    @staticmethod
    def says_one(t: Term, z: Term) -> Formula:
        """Return that the learner says 1 to z on trial t."""
        return dot(z, w(t)) >= threshold(t)

    def errs(self, t: Term) -> Formula:
        """Return that the learner errs on trial t."""
        return z3.If(self.positive(x(t)), z3.Not(self.says_one(t, x(t))), self.says_one(t, x(t)))

    def errs_where_different(self) -> Theorem:
        """The learner errs on every trial on which w_1 and the target differ."""
        formula = z3.Implies(z3.And(t >= 0, t < l, differ(self.psi)), self.errs(t))
        by = [self.example.at(t), self.order_kept().at(t)]
        return self.session.lemma("a mistake where w_1 and the target differ", [t], formula, by)

    def mistakes(self, different: Total) -> Theorem:
        """M >= the number of trials on which w_1 and the target differ."""
        return self.session.induction(
            "as many mistakes as differences",
            t,
            up_to_the_end(self.M(t) >= different(t)),
            [self.M.start, different.start],
            [self.M.next.at(t), different.next.at(t), self.errs_where_different().at(t)],
        )


@proves("kw.thm8", hadamard.given_pairs)
def theorem_8(session: Session) -> None:
    """Where u and w_1 ORDER a pair in different ways the learner treats both examples alike, or the wrong way."""
    psi = session.symbol(s.psi)
    adversary = Adversary(session, session.given("pairwise constant", pairwise_constant()), psi)
    different = count(session, "differences", lambda _: differ(psi))
    forced = adversary.mistakes(different)
    session.conclude(adversary.M(l), [forced.at(l)], {s.D: different.whole(l)})


def differ_everywhere(session: Session, pairs: HadamardPairs, different: Total) -> list[Theorem]:
    """From the zero vector the target with the first attribute differs on every pair: its entry is 1 on every row."""
    space = InnerProduct(session)
    target = pairs.target(z3.IntVal(0)).at(t)
    flat = [space.null.at(z) for z in (first(t), second(t))]
    summed = session.induction(
        "they differ on every pair",
        t,
        z3.Implies(t <= ORDER, different(t) == z3.ToReal(t)),
        [different.start],
        [
            *(different.next.at(t), target, pairs.matrix.first.at(t), *flat, trials(session)),
            *session.given("start", start == zero),
        ],
    )
    return [summed.at(ORDER), trials(session), *pairs.known]


def differ_on_half(session: Session, pairs: HadamardPairs, different: Total) -> list[Theorem]:
    """Lemma 12: a target differs from w where its column has the sign against w.(z_t' - z_t''), so on half the rows."""
    g = z3.Function("g", INT, REAL)
    defined = session.define("g", z3.ForAll([t], z3.Implies(is_row(t), g(t) == gap(start))), "w.(z_t' - z_t'')")
    columns = Columns(session, pairs.matrix, g)
    best = columns.best
    summed = session.induction(
        "they differ where the column is wrong",
        t,
        z3.Implies(z3.And(t <= ORDER, is_row(best)), different(t) == columns.column(best, t)),
        [different.start, columns.column.empty.at(best)],
        [
            *(different.next.at(t), columns.column.further.at(best, t), pairs.target(best).at(t), trials(session)),
            *(defined.at(t), pairs.matrix.entries.at(t, best)),
        ],
    )
    some = session.given("d >= 1", d >= 1)
    return [summed.at(ORDER), columns.half_of_a_column, trials(session), *some]


def trials(session: Session) -> Theorem:
    """There are as many trials as pairs."""
    return session.define("as many trials as pairs", l == ORDER)


def theorem_13(session: Session, pairs_differ: Callable[[Session, HadamardPairs, Total], list[Theorem]]) -> None:
    """Theorem 8 with lemma 10 on B_H; ``pairs_differ`` says on how many pairs w_1 and the target (u, 1/2) differ."""
    pairs = HadamardPairs(session)
    different = count(session, "differences", lambda _: differ(HALF))
    known = pairs_differ(session, pairs, different)
    constant = pairs.constant()
    formula = z3.Implies(z3.And(t >= 0, t < l, i >= 0, i < t), constant.at(t, i).formula.arg(1))
    on_run = session.lemma("Lemma 10, on the trials", [t, i], formula, [constant.at(t, i), trials(session)])
    adversary = Adversary(session, [on_run], HALF)
    forced = adversary.mistakes(different).at(l)
    session.conclude(adversary.M(l), [forced, *known], {2**s.d: ORDER})


@proves("kw.13a", hadamard.start_on_pairs)
def theorem_13_any_start(session: Session) -> None:
    """Lemma 12 gives a target that differs from w_1 on half of B_H, and theorem 8 as many mistakes."""
    theorem_13(session, differ_on_half)


@proves("kw.13b", hadamard.zero_on_pairs)
def theorem_13_from_zero(session: Session) -> None:
    """Lemma 11 gives a target that differs from 0 on all of B_H, and theorem 8 as many mistakes."""
    theorem_13(session, differ_everywhere)
