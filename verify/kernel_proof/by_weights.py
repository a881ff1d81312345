"""Proofs by a potential with exp and ln, entry by entry, as they are read and checked.

A part of a proof shows a goal step by step: what a lemma says, what holds at each entry and so of sums, and at last an
identity. What was supposed of one entry alone is not known of the others, and no sum is taken of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from verify.kernel import ONE, Malformed, own_learner, parts_of, plain, read, spend
from verify.kernel_gram.certificate import about
from verify.kernel_proof.by_potential import plan_of
from verify.kernel_proof.certificate import counted, divided_by, is_contradiction, joined, names_of
from verify.kernel_proof.entries import entry, of_entries, summed
from verify.kernel_proof.goals import Goal
from verify.kernel_proof.lemmas import LEMMAS
from verify.kernel_proof.pieces import NOTHING, UNIT, Guard, Guards, Terms, named, pieces
from verify.kernel_proof.potential import goals_of
from verify.kernel_proof.ratios import Ratio, variable
from verify.kernel_proof.weights import Weighed

FORMAT = "boundcheck weights 1"
MAX_STEPS, MAX_DEPTH = 80, 12
HERE = Guard(UNIT, ">")
"""What stands in the place of a hypothesis that may not be used: something evident."""


class EntryHypotheses(NamedTuple):
    """Hypotheses, and which of them were supposed of one entry alone."""

    guards: Guards
    local: frozenset[int] = frozenset()

    def and_(self, *more: Guard, supposed: bool = False) -> EntryHypotheses:
        """Return these and more; what is ``supposed`` of an entry, or follows from such, holds there alone."""
        local = set(self.local)
        for i, guard in enumerate(more, len(self.guards)):
            if of_entries(guard.ratio) and (supposed or self.local):
                local.add(i)
        return EntryHypotheses((*self.guards, *more), frozenset(local))

    @property
    def everywhere(self) -> EntryHypotheses:
        """What holds at every entry, in the same places."""
        return EntryHypotheses(tuple(HERE if i in self.local else guard for i, guard in enumerate(self.guards)))


def examine(document: Mapping[str, Any], catalogue: Mapping[str, Any]) -> tuple[bool, list[str]]:
    """Check a proof that has been read."""
    plan, statement = plan_of(document), document["statement"]
    said = [about(document["claim"], statement, catalogue)]
    claim = Weighed(statement)
    made = goals_of(claim, plan)
    given = document["goals"]
    if len(given) != len(made.goals):
        return False, [*said, f"the proof has {len(given)} goals, and the claim {len(made.goals)}"]
    checker = Checker(claim, made.roots)
    for i, (goal, part) in enumerate(zip(made.goals, given, strict=True), 1):
        if not checker.shows_goal(goal, part["proof"]):
            return False, [*said, plain(f"goal {i} ({goal.name}) is not shown by its steps")]
    said += own_learner(statement)
    said += [f"{name} is {text}" for name, text in parts_of(statement).items()]
    said += [
        "for every sequence of trials, in any dimension, and all values of its parameters",
        f"by a potential before each trial: {plan.potential}",
        *(f"after each trial, {text}" for text in plan.invariants),
        f"by {len(given)} goals, each by identities that were multiplied out in fractions: {counted(made)}",
        *([f"{len(claim.premises.other)} hypotheses were not needed"] if claim.premises.other else []),
        f"it rests on sums being linear, on induction over the trials, and on lemmas: {', '.join(checker.named)}",
    ]
    return True, [plain(sentence) for sentence in said]


class Checker:
    """What reads the steps of a proof; ``used`` are the lemmas that it named."""

    def __init__(self, claim: Weighed, roots: Mapping[str, Ratio]) -> None:
        self.claim, self.roots = claim, roots
        self.used: set[str] = set()

    @property
    def named(self) -> list[str]:
        """The lemmas that were used, or that there are none."""
        return sorted(self.used) or ["none"]

    def shows_goal(self, goal: Goal, part: Mapping[str, Any]) -> bool:
        """Tell whether a part of a proof shows a goal."""
        return self.shows(EntryHypotheses(goal.guards), goal.wanted, part)

    def shows(self, known: EntryHypotheses, wanted: Guard, part: Mapping[str, Any], depth: int = 0) -> bool:
        """Tell whether a part of a proof shows that something holds, wherever hypotheses do.

        Of an entry, it is shown by supposing that it does not hold at one.
        """
        stepped = self.after(known, part.get("first", []), depth)
        if stepped is None:
            return False
        if wanted.relation == "==":
            sides = (Guard(wanted.ratio, ">="), Guard(-wanted.ratio, ">="))
            return all(
                self.shows(stepped, side, part[way], depth + 1)
                for side, way in zip(sides, ("above", "below"), strict=True)
            )
        return self.closes(stepped.and_(wanted.opposite, supposed=True), part, depth)

    def closes(self, known: EntryHypotheses, part: Mapping[str, Any], depth: int) -> bool:
        """Tell whether a part of a proof shows that hypotheses contradict each other, on each side of a split."""
        if depth > MAX_DEPTH:
            raise Malformed(f"a proof is nested more than {MAX_DEPTH} deep")
        if "on" not in part:
            return is_contradiction(known.guards, part["terms"], part.get("equal", []), self.roots)
        at = self.ratio(part["on"], known.guards)
        for way, guard in (("positive", Guard(at, ">")), ("negative", Guard(-at, ">")), ("zero", Guard(at, "=="))):
            inside = part[way]
            stepped = self.after(known.and_(guard, supposed=True), inside.get("first", []), depth + 1)
            if stepped is None or not self.closes(stepped, inside, depth + 1):
                return False
        return True

    def after(self, known: EntryHypotheses, steps: Sequence[Mapping[str, Any]], depth: int) -> EntryHypotheses | None:
        """Return what is known after some steps; None where one is not shown."""
        if not isinstance(steps, list) or len(steps) > MAX_STEPS or depth > MAX_DEPTH:
            raise Malformed(f"what is shown first is a list, of at most {MAX_STEPS}, nested at most {MAX_DEPTH} deep")
        for step in steps:
            extended = getattr(self, f"by_{kind_of(step)}")(known, step, depth + 1)
            if extended is None:
                return None
            known = extended
        return known

    def ratio(self, text: str, guards: Guards) -> Ratio:
        """Read a ratio that has a value wherever the hypotheses have."""
        values = self.claim.values.known
        names = {"n", *values, *names_of(guards), *joined(inside.names for _, inside in values.values())}
        parts = pieces(read(text), Terms({name: named(name) for name in names}))
        if len(parts) != 1 or parts[0][0] or not isinstance(parts[0][1], Ratio):
            raise Malformed(f"{text[:40]!r} is no quotient of polynomials")
        spend(len(text))
        divided_by([parts[0][1]], guards, self.roots, text)
        return parts[0][1]

    # --- the kinds of steps

    def by_lemma(self, known: EntryHypotheses, step: Mapping[str, Any], depth: int) -> EntryHypotheses | None:
        """Add what a lemma says, whose needs are shown in order."""
        name = step["lemma"]
        if name not in LEMMAS or len(step["of"]) != LEMMAS[name].arity:
            raise Malformed(f"there is no lemma {name[:40]!r} of so many numbers")
        lemma, given = LEMMAS[name], [self.ratio(text, known.guards) for text in step["of"]]
        needs = lemma.needs(*given)
        if len(needs) != len(step["needs"]):
            raise Malformed(f"the lemma {name} needs {len(needs)} conditions")
        for need, part in zip(needs, step["needs"], strict=True):
            if not self.shows(known, need, part, depth):
                return None
        self.used.add(name)
        return known.and_(*lemma.says(self.claim.values, *given))

    def by_show(self, known: EntryHypotheses, step: Mapping[str, Any], depth: int) -> EntryHypotheses | None:
        """Add something that is shown first."""
        wanted = self.relation(known, step, "show")
        return known.and_(wanted) if self.shows(known, wanted, step["proof"], depth) else None

    def by_sum(self, known: EntryHypotheses, step: Mapping[str, Any], depth: int) -> EntryHypotheses | None:
        """Add what holds of a sum as it does at each entry, of which there is one at least."""
        wanted = self.relation(known, step, "sum")
        if not self.shows(known.everywhere, wanted, step["proof"], depth):
            return None
        return known.and_(Guard(summed(wanted.ratio), wanted.relation))

    def by_entry(self, known: EntryHypotheses, step: Mapping[str, Any], depth: int) -> EntryHypotheses | None:
        """Add that an entry is at most the sum of them all, where none is negative."""
        ratio = self.ratio(step["entry"], known.guards)
        if not self.shows(known.everywhere, Guard(ratio, ">="), step["proof"], depth):
            return None
        return known.and_(Guard(summed(ratio) - ratio, ">="))

    def by_expert(self, known: EntryHypotheses, step: Mapping[str, Any], _depth: int) -> EntryHypotheses | None:
        """Add that u_i v_i = u_i (u.v), as u is 1 at one entry and 0 elsewhere; of exp and ln, u.ln(v) = ln(u.v)."""
        ratio, u = self.ratio(step["expert"], known.guards), entry("u")
        keys = {(guard.ratio.key, guard.relation) for guard in known.everywhere.guards}
        one = summed(u) - UNIT
        if ((u * u - u).key, "==") not in keys or (one.key, "==") not in keys:
            raise Malformed("the hypotheses do not say that u is 1 at one entry and 0 elsewhere")
        self.used.add("an expert has one entry")
        values = self.claim.values
        of = next((name for name in values.known if variable(name).key == ratio.key), None)
        if of is None or not of_entries(ratio):
            return known.and_(Guard(u * ratio - u * summed(u * ratio), "=="))
        head, inside = values.known[of]
        value = values.of(head, at_one(summed(u * inside), *summed(u).names))
        return known.and_(Guard(summed(u * ratio) - value, "=="))

    def relation(self, known: EntryHypotheses, step: Mapping[str, Any], kind: str) -> Guard:
        """Read what a step says: something compared with 0."""
        if step["relation"] not in (">", ">=", "=="):
            raise Malformed("what is shown first is that something is positive, not negative, or 0")
        return Guard(self.ratio(step[kind], known.guards), step["relation"])


def at_one(a: Ratio, name: str) -> Ratio:
    """Return a ratio where a variable is 1."""
    if any(name in Ratio(dict(factor)).names for factor in a.below):
        raise Malformed("the value of an expert is divided by a sum")
    total = NOTHING
    for m, c in a.above.items():
        total += Ratio({tuple(part for part in m if part[0] != name): c})
    return total * Ratio({(): ONE}, a.below)


KINDS = ("lemma", "show", "sum", "entry", "expert")


def kind_of(step: Mapping[str, Any]) -> str:
    """Return the kind of a step."""
    kinds = [kind for kind in KINDS if kind in step]
    if len(kinds) != 1:
        raise Malformed(f"a step is one of {', '.join(KINDS)}")
    return kinds[0]
