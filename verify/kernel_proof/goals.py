"""The goals that prove a claim: made from the claim and the constants of a proof, and from nothing else.

The proof is one inequality a trial, with p = u.x, q = w.x, r = x.x and the step s of the rule w + s x:

    gain <= a (2 s (lambda p - q) - s^2 r) + b + c loss,

where the bracket is |lambda u - w|^2 - |lambda u - w'|^2. As a >= 0, and w starts at 0, the sum of gains is at most
a lambda^2 |u|^2 + b l + c (sum of losses), which the last goals compare with the bound. Runs without trials are looked
at by themselves, and so are trials with x = 0.

Limits are parameters that bound |u|, |x| or a sum of losses, and are taken to be positive. Where one is 0, the claim
holds for all larger values of it, and so in the limit: nothing else speaks of it, and the bound is continuous there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from verify.kernel import Formula, Malformed, read, taken
from verify.kernel_gram.numbers import Refused
from verify.kernel_proof.claims import NIL, TRIALS, UPDATE, Claim, heads
from verify.kernel_proof.outcomes import outcomes
from verify.kernel_proof.pieces import (
    EVERYWHERE,
    NOTHING,
    UNIT,
    Guard,
    Guards,
    Piece,
    Terms,
    Vector,
    conditions,
    constant,
    named,
    pieces,
    within,
)
from verify.kernel_proof.ratios import Ratio, number, variable

SQUARE, LOSSES = variable("_uu"), variable("_losses")
"""|u|^2, and the sum of the comparator's losses."""

CONTINUOUS = {"+", "-", "*", "/", "**", "sqrt", "abs", "Abs", "max", "min", "Max", "Min"}


class Goal(NamedTuple):
    """What has to be shown: that something holds wherever the guards do; of a trial, with the multiple of x added."""

    name: str
    guards: Guards
    wanted: Guard
    step: Ratio | None = None

    @property
    def hypotheses(self) -> Guards:
        """The guards, and last the opposite of what is wanted; that these contradict each other is to be shown."""
        return (*self.guards, self.wanted.opposite)


class Plan(NamedTuple):
    """What a proof says besides identities: the constants of the inequality, and what it is told of parameters.

    ``names`` are more names, with what they stand for, and ``lemmas`` are conditions that are shown before all else.
    ``kept`` are defined parameters that are taken for variables, with an equation; ``limits`` are taken to be positive.
    ``signed`` says that losses are shown not to be negative.
    """

    constants: Mapping[str, str]
    names: Sequence[tuple[str, str]] = ()
    lemmas: Sequence[str] = ()
    kept: Sequence[str] = ()
    limits: Sequence[str] = ()
    signed: bool = False


class World(NamedTuple):
    """One kind of trial: what holds in it, and what names stand for; ``moved`` tells that x is not 0."""

    name: str
    guards: Guards
    names: Mapping[str, list[Piece]]
    moved: bool


@dataclass
class Goals:
    """The goals of a claim under a plan, and the square roots that they speak of."""

    goals: list[Goal]
    roots: dict[str, Ratio]


def combined(*choices: Iterable[Guards]) -> list[Guards]:
    """Return what holds where one of each of some choices does."""
    every = (sum(chosen, EVERYWHERE) for chosen in product(*choices))
    return [guards for guards, _ in within((guards, None) for guards in every)]


def goals_of(claim: Claim, plan: Plan) -> Goals:
    """Return all goals of a claim."""
    if plan.constants.keys() != {"a", "b", "c", "lambda"}:
        raise Malformed("the constants of a proof are a, b, c and lambda")
    claim.require_kept(plan.kept)
    roots: dict[str, Ratio] = {}
    run = Run(claim, plan, roots)
    goals = [*run.of_constants(), *run.of_trials(), *run.of_sums(), *limits_of(claim, plan, roots)]
    kept: dict[Any, Goal] = {}
    for goal in goals:
        key = frozenset((g.ratio.key, g.relation) for g in goal.guards), goal.wanted.ratio.key, goal.wanted.relation
        kept.setdefault(key, goal)
    return Goals(list(kept.values()), roots)


def premises(claim: Claim, plan: Plan, terms: Terms) -> list[Guards]:
    """Return what the hypotheses say of parameters, one way for each that they may hold in."""
    choices: list[list[Guards]] = []
    for formula in claim.premises.of_parameters:
        with suppress(Refused):
            choices.append(conditions(formula, terms))
    for name in plan.kept:
        parts = pieces(claim.defined[name], terms)
        choices.append([(*guards, Guard(variable(name) - value, "==")) for guards, value in parts])
    for end in claim.premises.size:
        parts = pieces(end, terms)
        choices.append([(*g, Guard(e, ">="), Guard(e * e - SQUARE, ">=")) for g, e in parts])
    return combined(*choices, [(Guard(SQUARE, ">="),)])


class Run:
    """A run with trials: what is known of its parameters, with the values of the constants."""

    def __init__(self, claim: Claim, plan: Plan, roots: dict[str, Ratio]) -> None:
        self.claim, self.plan = claim, plan
        self.terms = claim.terms(plan.kept, named(TRIALS), roots)
        self.radii = [pieces(end, self.terms) for end in claim.premises.radius]
        largest = ([(*g, Guard(e, ">=")) for g, e in parts] for parts in self.radii)
        positive = tuple(Guard(variable(name), ">") for name in plan.limits)
        self.known = combined(
            premises(claim, plan, self.terms), [(Guard(variable(TRIALS) - UNIT, ">="), *positive)], *largest
        )
        self.own = Terms({name: named(name) for name in (*claim.statement["free"], *plan.kept, TRIALS)}, roots)
        self.goals: list[Goal] = []
        for name, text in plan.names:
            self.name(name, text)
        for text in plan.lemmas:
            self.show(text)
        values = [self.values(plan.constants[name]) for name in ("a", "b", "c", "lambda")]
        self.cases = within(
            (sum((guards for guards, _ in chosen), known), tuple(value for _, value in chosen))
            for known in self.known
            for chosen in product(*values)
        )

    def values(self, text: str) -> list[Piece]:
        """Return the pieces of a formula of the proof, which has to be shown to have values."""
        parts = pieces(read(text), self.own)
        self.require_values("the constants have values")
        return parts

    def require_values(self, what: str) -> None:
        """Make goals of what the proof's formulas that were read last need to have values."""
        for known, (before, need) in product(self.known, self.own.needs):
            self.goals += checked(what, (known, before), need)
        self.own.needs.clear()

    def name(self, name: str, text: str) -> None:
        """Let a name that means nothing else stand for a formula."""
        if read(name) != Formula(name) or taken(name) or name.startswith("_") or name in self.claim.parameters:
            raise Malformed(f"{name[:40]!r} is the name of something else")
        if name in self.own.names:
            raise Malformed(f"{name[:40]!r} is named twice")
        parts = self.values(text)
        self.known = combined(self.known, [(*guards, Guard(variable(name) - value, "==")) for guards, value in parts])
        self.own.names = {**self.own.names, name: named(name)}

    def show(self, text: str) -> None:
        """Make a goal of a condition, and know it from then on."""
        branches = conditions(read(text), self.own)
        self.require_values("a lemma has values")
        if len(branches) != 1 or not branches[0]:
            raise Malformed("a lemma is one inequality, of formulas that are the same everywhere")
        *of_roots, wanted = branches[0]
        for known in self.known:
            self.goals += checked("a lemma", (known, tuple(of_roots)), wanted)
        self.known = combined(self.known, branches)

    def of_constants(self) -> Iterator[Goal]:
        """Yield that names and constants have values, the lemmas, and that a is not negative."""
        yield from self.goals
        for known, (a, *_) in self.cases:
            yield Goal("a >= 0", known, Guard(a, ">="))

    def of_trials(self) -> Iterator[Goal]:
        """Yield the inequality of a trial, on all cases, and that losses are not negative where that is used."""
        claim = self.claim
        for world in worlds(claim):
            terms = self.terms.put(**world.names)
            terms.products = {("w", "x"): terms.names["yhat"][0][1], ("x", "x"): terms.names["xx"][0][1]}
            given = [conditions_or_none(formula, terms) for formula in claim.premises.of_trials]
            p, q, r = (terms.names[name][0][1] for name in ("ux", "yhat", "xx"))
            small = ([(*g, Guard(e * e - r, ">=")) for g, e in parts] for parts in self.radii)
            known = combined([world.guards], *given, *small)
            losses = constant(Fraction(0)) if claim.loss is None else pieces(claim.loss, terms)
            moves = list(self.moves(world, terms, losses))
            for (about, (a, b, c, scale)), guards in product(self.cases, known):
                for more, (step, gain, loss) in moves:
                    drop = number(Fraction(2)) * step * (scale * p - q) - step * step * r
                    wanted = Guard(a * drop + b + c * loss - gain, ">=")
                    yield from checked(world.name, (about, guards, more), wanted, step)
            for about, guards, (more, loss) in product(self.known, known, losses if self.plan.signed else ()):
                yield from checked(f"{world.name}, loss >= 0", (about, guards, more), Guard(loss, ">="))

    def moves(self, world: World, terms: Terms, losses: list[Piece]) -> Iterator[Piece]:
        """Yield the cases of a trial, with the step, the gain and the loss."""
        claim = self.claim
        vectors: dict[str, list[Piece]] = {name: [(EVERYWHERE, Vector({name: UNIT}))] for name in ("w", "x")}
        for guards, new in pieces(claim.rule, terms.put(**vectors)):
            if not isinstance(new, Vector) or (new["w"] - UNIT).above:
                raise Refused("the rule is not w plus a multiple of x")
            step = new["x"]
            moved = constant(Fraction(bool(step.above) and world.moved))
            gains = moved if claim.gain == UPDATE else pieces(claim.gain, terms)
            for (more, gain), (other, loss) in product(gains, losses):
                if claim.floored and (claim.times != NIL or not is_whole(gain)):
                    raise Refused("the bound is rounded down, and what it bounds is no whole number")
                yield from within([(guards + more + other, (step, gain, loss))])

    def of_sums(self) -> Iterator[Goal]:
        """Yield that what the trials add up to is at most the bound, and that the bound of no trials is at least 0."""
        claim = self.claim
        guards: Guards = (Guard(LOSSES, ">="),) if self.plan.signed else EVERYWHERE
        ends = [
            [(*more, Guard(end - LOSSES, ">=")) for more, end in pieces(limit, self.terms)]
            for loss, limit in claim.premises.charge
            if loss == claim.loss
        ]
        stated = list(product(pieces(claim.bound, self.terms), pieces(claim.times, self.terms), combined(*ends)))
        for (known, (a, b, c, scale)), ((one, bound), (two, times), three) in product(self.cases, stated):
            whole = a * scale * scale * SQUARE + b * variable(TRIALS) + c * LOSSES
            yield from checked("the sum", (known, guards, one, two, three), Guard(bound + times * LOSSES - whole, ">="))
        none = claim.terms(self.plan.kept, constant(Fraction(0)), self.terms.roots)
        nil = [[(*more, Guard(end, ">=")) for more, end in pieces(of, none)] for _, of in claim.premises.charge]
        about_none = combined(premises(claim, self.plan, none), *nil)
        for about, (more, bound) in product(about_none, pieces(claim.bound, none)):
            yield from checked("no trials", (about, more), Guard(bound, ">="))


def checked(name: str, guards: Iterable[Guards], wanted: Guard, step: Ratio | None = None) -> Iterator[Goal]:
    """Yield a goal, unless its guards contradict each other on the face of it."""
    for joint in combined(*([one] for one in guards)):
        yield Goal(name, joint, wanted, step)


def is_whole(a: Ratio) -> bool:
    """Tell whether a ratio is a whole number."""
    return a.constant is not None and a.constant.denominator == 1


def conditions_or_none(formula: Formula, terms: Terms) -> list[Guards]:
    """Return what a hypothesis says of a trial; nothing where it is not understood."""
    try:
        return conditions(formula, terms)
    except Refused:
        return [EVERYWHERE]


# --- trials -------------------------------------------------------------------------------------------------


def worlds(claim: Claim) -> Iterator[World]:
    """Yield the kinds of trials, each with x = 0 and without."""
    nil = constant(Fraction(0))
    for name, guards, names in outcomes(claim, variable("yhat"), variable("ux")):
        name = name or "a trial"
        of_trial = {of: named(of) for of in ("yhat", "ux", "xx")}
        yield World(name, (*guards, Guard(variable("xx"), ">")), {**of_trial, **names}, True)
    for name, guards, names in outcomes(claim, NOTHING, NOTHING):
        yield World(f"{name or 'a trial'}, x = 0", guards, {"yhat": nil, "ux": nil, "xx": nil, **names}, False)


# --- limits -------------------------------------------------------------------------------------------------


def limits_of(claim: Claim, plan: Plan, roots: dict[str, Ratio]) -> Iterator[Goal]:
    """Yield that the bound has values where limits are 0; refuse limits of which more is said than that they bound."""
    said = claim.premises
    for limit in plan.limits:
        end = Formula(limit)
        bounding = [*said.size, *said.radius, *(of for loss, of in said.charge if loss == claim.loss and plan.signed)]
        if limit not in claim.statement["free"] or end not in bounding:
            raise Malformed(f"{limit[:40]} is no limit of |u|, |x| or a sum of losses that are not negative")
        ranges = {read(f"{limit} >= 0"), read(f"0 <= {limit}")}
        ends = [other for other in (*said.size, *said.radius, *(of for _, of in said.charge)) if other != end]
        stated = [*said.of_trials, *(f for f in said.of_parameters if f not in ranges), *said.other, *ends]
        stated += [claim.rule, claim.gain, *(loss for loss, _ in said.charge)]
        stated += [read(claim.statement["version"]), *(read(text) for text in plan.kept)]
        if limit in claim.spoken(*stated, claim.loss):
            raise Malformed(f"{limit[:40]} is no limit alone: learner, losses or other hypotheses speak of it")
        for formula in (claim.bound, claim.times):
            require_continuous(formula, limit, claim)
    if plan.limits:
        for trials in (named(TRIALS), constant(Fraction(0))):
            terms = claim.terms(plan.kept, trials, roots)
            least = tuple(Guard(variable(name), ">=") for name in plan.limits)
            known = premises(claim, plan, terms)
            own = Terms(terms.names, roots)
            for formula in (claim.bound, claim.times):
                pieces(formula, own)
            for about, (before, need) in product(known, own.needs):
                if need.ratio.names & {*plan.limits, *roots}:
                    yield from checked("the bound has values", (about, least, before), need)


def require_continuous(formula: Formula, limit: str, claim: Claim) -> None:
    """Refuse a formula that may jump where a limit goes to 0."""
    if limit not in claim.spoken(formula):
        return
    if formula.arguments is not None and (formula.head not in CONTINUOUS or heads(formula) - CONTINUOUS - {""}):
        raise Malformed("the bound is not made of what is continuous, and its limit is not known")
    if formula.arguments is None and formula.head != limit:
        raise Malformed(f"{formula.head[:40]} is defined by {limit[:40]}, and no limit is taken there")
    for inside in formula.arguments or ():
        require_continuous(inside, limit, claim)
