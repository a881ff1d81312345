"""The goals that prove a claim by a potential: made from the claim and the potential, and from nothing else.

A potential is a formula of what there is between two trials: the learner's state, the comparator u (where it changes
that of the trial that comes, and after the last trial that of the last), the number t of the
trial that comes, the example(t - 1) before, and the sums over the trials so far that premises bound. With its values
before and after a trial,

    gain - times loss <= potential - potential',

which adds up to potential_1 - potential_{l+1}; the last goals compare that with the bound. Invariants are conditions of
the same kind, which hold after the first trial and after each other one if they did before it. The first trial is
looked at by itself, and so are runs without trials.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import product
from typing import NamedTuple

from verify.kernel import Formula, Malformed, read
from verify.kernel_gram.numbers import Refused
from verify.kernel_proof.claims import TRIALS
from verify.kernel_proof.goals import Goal, Goals, checked, combined, conditions_or_none
from verify.kernel_proof.pieces import (
    NOTHING,
    UNIT,
    Guard,
    Guards,
    Piece,
    Terms,
    conditions,
    named,
    pieces,
)
from verify.kernel_proof.ratios import Ratio, variable
from verify.kernel_proof.states import OF_A_TRIAL, Case, Moment, StatefulClaim, between, fixed, starts, sum_name, trials


class Potential(NamedTuple):
    """What a proof says besides identities: the potential, the invariants, and conditions that are shown first.

    ``lemmas`` are shown wherever the goals are, before them, and may speak of parameters and t alone.
    """

    potential: str
    invariants: Sequence[str] = ()
    lemmas: Sequence[str] = ()


def goals_of(claim: StatefulClaim, plan: Potential) -> Goals:
    """Return all goals of a claim, each once."""
    run = Run(claim, plan)
    kept: dict[object, Goal] = {}
    for goal in (*run.of_trials(), *run.of_the_end(), *run.of_no_trials()):
        key = frozenset((g.ratio.key, g.relation) for g in goal.guards), goal.wanted.ratio.key, goal.wanted.relation
        kept.setdefault(key, goal)
    return Goals(list(kept.values()), run.roots)


class Run:
    """The runs that a claim is about, with a potential."""

    def __init__(self, claim: StatefulClaim, plan: Potential) -> None:
        if claim.floored:
            raise Refused("the bound is rounded down")
        self.claim, self.plan = claim, plan
        self.roots: dict[str, Ratio] = {}
        self.potential = claim.placed(read(plan.potential))
        self.invariants = [claim.placed(read(text)) for text in plan.invariants]
        self.goals: list[Goal] = []

    def terms(self, length: Sequence[Piece]) -> Terms:
        """Return what parameters stand for in a run of some length, and the products of all vectors."""
        terms = self.claim.terms((), length, self.roots)
        terms.products = self.claim.products
        return terms

    def known(self, terms: Terms, *, played: bool = True) -> list[Guards]:
        """Return what the premises say of the parameters and of u, in a run with trials or one without."""
        choices = []
        for formula in self.claim.premises.of_parameters:
            with suppress(Refused):
                choices.append(conditions(formula, terms))
        squares = [self.claim.products[u, u] for u in self.claim.compared_with]
        of_trials = self.claim.premises.radius if played else ()
        of_u = self.claim.premises.size if played or not self.claim.changing else ()
        sizes, radii = ((pieces(end, terms) for end in ends) for ends in (of_u, of_trials))
        choices += [
            [(*g, Guard(e, ">="), *(Guard(e * e - square, ">=") for square in squares)) for g, e in parts]
            for parts in sizes
        ]
        choices += [[(*g, Guard(e, ">=")) for g, e in parts] for parts in radii]
        return combined(*choices, *self.claim.always(terms, played))

    def of_parameters(self, terms: Terms, guards: Guards, t: Piece) -> list[Guards]:
        """Return what is known of a run at some time; lemmas become goals, and are known from then on."""
        known = combined(self.known(terms), [guards])
        own = terms.put(t=[t])
        for text in self.plan.lemmas:
            branches = conditions(read(text), own)
            if len(branches) == 1 and not branches[0]:
                own.needs.clear()  # evident
                continue
            if len(branches) != 1:
                raise Malformed("a lemma is one inequality, of formulas that are the same everywhere")
            *of_roots, wanted = branches[0]
            for about in known:
                for before, need in own.needs:
                    self.goals += checked("a lemma has values", (about, before), need)
                self.goals += checked("a lemma", (about, tuple(of_roots)), wanted)
            own.needs.clear()
            known = combined(known, branches)
        return known

    # --- between trials

    def at(self, terms: Terms, moment: Moment) -> Terms:
        """Return what the potential and the invariants speak of at a moment."""
        names = {"u": fixed(self.claim.vector("u")), **moment.names}
        return terms.put(**{name: [piece] for name, piece in names.items() if name not in OF_A_TRIAL})

    def values(self, terms: Terms, moment: Moment, known: Iterable[Guards]) -> list[Piece]:
        """Return the pieces of the potential at a moment, which has to be shown to have values."""
        at = self.at(terms, moment)
        parts = pieces(self.potential, at)
        for about, (before, need) in product(known, at.needs):
            self.goals += checked("the potential has values", (about, before), need)
        return parts

    def held(self, terms: Terms, moment: Moment) -> list[Guards]:
        """Return what the invariants say at a moment."""
        return combined(*(conditions(formula, self.at(terms, moment)) for formula in self.invariants))

    def keeps(self, terms: Terms, moment: Moment, known: Sequence[Guards], name: str) -> Iterator[Goal]:
        """Yield that the invariants hold at a moment."""
        for formula in self.invariants:
            at = self.at(terms, moment)
            branches = conditions(formula, at)
            if len(branches) == 1 and not branches[0]:
                continue  # evident
            if len(branches) != 1:
                raise Malformed("an invariant is one relation, of formulas that are the same everywhere")
            *of_roots, wanted = branches[0]
            sides = [wanted]
            if wanted.relation == "==":
                sides = [Guard(wanted.ratio, ">="), Guard(-wanted.ratio, ">=")]
            for about, side in product(known, sides):
                yield from checked(name, (about, tuple(of_roots)), side)
            for about, (before, need) in product(known, at.needs):
                yield from checked("an invariant has values", (about, before), need)

    # --- the goals

    def of_trials(self) -> Iterator[Goal]:
        """Yield the inequality of a trial, on all cases of the first and of a later one, and that invariants hold."""
        terms = self.terms(named(TRIALS))
        for guards, moment in starts(self.claim, terms):
            yield from self.of_trial(terms, "the first trial", guards, moment)
        guards, moment = between(self.claim)
        for held in self.held(terms, moment):
            yield from self.of_trial(terms, "a later trial", (*guards, *held), moment)

    def of_trial(self, terms: Terms, where: str, guards: Guards, moment: Moment) -> Iterator[Goal]:
        """Yield the goals of a trial from a moment."""
        t = moment.names["t"]
        about = self.of_parameters(terms, (*guards, Guard(variable(TRIALS) - t[1], ">=")), t)
        before = self.values(terms, moment, about)
        terms.needs.clear()
        cases = list(trials(self.claim, terms, where, moment))
        for given, (needed, need) in product(about, terms.needs):
            yield from checked(f"{where}: the learner has values", (given, needed), need)
        for case in cases:
            known = combined(about, [case.guards], *self.of_example(terms, case))
            yield from self.of_case(terms, case, known, before)
        yield from self.goals
        self.goals.clear()

    def of_case(self, terms: Terms, case: Case, known: list[Guards], before: list[Piece]) -> Iterator[Goal]:
        """Yield that the potential pays for a trial, and that invariants hold after it."""
        after, times = self.values(terms, case.after, known), pieces(self.claim.times, terms)
        for about, (one, old), (two, new), (three, factor) in product(known, before, after, times):
            wanted = old - new + factor * case.loss - case.gain
            yield from checked(case.name, (about, one, two, three), Guard(wanted, ">="))
        yield from self.keeps(terms, case.after, known, f"{case.name}: invariant")

    def of_example(self, terms: Terms, case: Case) -> Iterator[list[Guards]]:
        """Yield what the premises say of an example."""
        at = case.before.put(terms)
        square: Ratio = at.names["xx"][0][1]
        at.names = {**at.names, "u": [fixed(self.claim.vector("u"))]}
        for formula in (*self.claim.premises.of_trials, *self.claim.limits):
            yield conditions_or_none(self.claim.placed(formula), at)
        for vector, end in self.claim.premises.lengths:
            squares = pieces(self.claim.placed(Formula("dot", (vector, vector))), at)
            for (one, e), (two, square) in product(pieces(end, terms), squares):
                yield [(*one, *two, Guard(e, ">="), Guard(e * e - square, ">="))]
        for end in self.claim.premises.radius:
            yield [(*g, Guard(e, ">="), Guard(e * e - square, ">=")) for g, e in pieces(end, terms)]

    def of_the_end(self) -> Iterator[Goal]:
        """Yield that the potential at the start, less that at the end, is at most the bound."""
        terms = self.terms([fixed(variable("t") - UNIT)])
        guards, moment = between(self.claim)
        moment = Moment({**moment.names, **self.claim.following})
        ends = [
            [(*g, Guard(end - variable(sum_name(i)), ">=")) for g, end in pieces(limit, terms)]
            for i, (_, limit) in enumerate(self.claim.premises.charge)
        ]
        known = self.of_parameters(terms, guards, moment.names["t"])
        known = combined(known, self.held(terms, moment), *ends)
        bound, last = pieces(self.claim.bound, terms), self.values(terms, moment, known)
        for begun, start in starts(self.claim, terms):
            first = self.values(terms, start, combined(known, [begun]))
            for about, (one, b), (two, old), (three, new) in product(known, bound, first, last):
                yield from checked("the sum", (about, begun, one, two, three), Guard(b - old + new, ">="))
        yield from self.goals
        self.goals.clear()

    def of_no_trials(self) -> Iterator[Goal]:
        """Yield that the bound of a run without trials is not negative."""
        terms = self.terms([fixed(NOTHING)])
        nil = [[(*g, Guard(e, ">=")) for g, e in pieces(end, terms)] for _, end in self.claim.premises.charge]
        known = combined(self.known(terms, played=False), *nil)
        for about, (more, bound) in product(known, pieces(self.claim.bound, terms)):
            yield from checked("no trials", (about, more), Guard(bound, ">="))
