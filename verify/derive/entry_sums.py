"""What shows that a sum over the entries is not negative: multiples of sums that are not, whose factors are numbers.

The nearest number to a that is not negative is max(0, a): it is not farther from any p >= 0 than a is. So a projection
on a box, which is made of such, does not lead away from u. With the products of what premises say of entries, and with
hypotheses, such sums are taken off what is wanted until no sum is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, product
from typing import Any

from verify.derive.identity import identity, renumbered
from verify.derive.ratios import cancelled, factored, substituted, written
from verify.derive.samples import Samples
from verify.derive.script import Part, Script
from verify.kernel_gram.numbers import Refused
from verify.kernel_proof.by_weights import Checker, EntryHypotheses
from verify.kernel_proof.entries import AT, SUM, entry, of_entries, summed
from verify.kernel_proof.goals import Goal
from verify.kernel_proof.pieces import NOTHING, UNIT, Guard
from verify.kernel_proof.ratios import Ratio, by_powers, reduced, variable
from verify.kernel_proof.weights import Weighed

Term = list[Any]
"""A term of an identity, as it stands in a proof."""

U, X = entry("u"), entry("x")
MOST = 6
TRIES = 40
"""How many sums are taken off at most, and how often one is looked for."""


def shown_by_sums(claim: Weighed, goal: Goal, roots: Mapping[str, Ratio]) -> Part | None:
    """Return what shows a goal by sums that are not negative, or one of numbers; None where nothing is found."""
    number = by_numbers(claim, goal, roots) if of_numbers(goal.wanted.ratio) else None
    if number is not None:
        return number
    if goal.wanted.relation != ">=" or of_entries(goal.wanted.ratio):
        return None
    search = Sums(claim, goal, roots)
    sums = search.taken_off(search.normal(goal.wanted.ratio), MOST)
    terms = None if sums is None else search.added(sums)
    if terms is None:
        return None
    terms = [["1", {str(len(search.script.known.guards)): 1}], *terms]
    part = {"first": search.script.steps, "terms": terms} if search.script.steps else {"terms": terms}
    return part if search.script.checker.shows_goal(goal, part) else None


def of_numbers(a: Ratio) -> bool:
    """Tell whether a ratio speaks of no entry and no sum."""
    return not any(name.startswith((AT, SUM)) for name in a.names)


def under(a: Ratio, roots: Mapping[str, Ratio]) -> frozenset[str]:
    """Return the names that a ratio speaks of, with those below its roots."""
    return a.names.union(*(roots[name].names for name in a.names & roots.keys()))


def by_numbers(claim: Weighed, goal: Goal, roots: Mapping[str, Ratio]) -> Part | None:
    """Return the identity that shows a goal by hypotheses that speak of numbers alone; None where none is found."""
    near = under(goal.wanted.ratio, roots)
    chosen = [i for i, g in enumerate(goal.guards) if of_numbers(g.ratio) or g.ratio.names <= near]
    proof = identity((*(goal.guards[i] for i in chosen), goal.wanted.opposite), roots)
    part = None if proof is None else renumbered(proof, [*chosen, len(goal.guards)])
    return part if part is not None and Checker(claim, roots).shows_goal(goal, part) else None


class Sums:
    """A goal on the way to be shown, with the sums that are not negative: ``known`` are their hypotheses, or steps."""

    def __init__(self, claim: Weighed, goal: Goal, roots: Mapping[str, Ratio]) -> None:
        self.script, self.roots, self.goal = Script(claim, EntryHypotheses(goal.guards), roots), roots, goal
        self.values = claim.values
        self.failed: set[Any] = set()
        numbers = [g for g in goal.guards if of_numbers(g.ratio)]
        self.samples = Samples(numbers, roots)
        self.solved = solved(roots, set().union(*(guard.ratio.names for guard in goal.hypotheses)))
        self.given = [g.ratio for g in goal.guards if g.relation in (">=", ">") and of_entries(g.ratio)]
        self.known: list[tuple[Ratio, int | Part]] = [
            (self.normal(g.ratio), i)
            for i, g in enumerate(goal.guards)
            if g.relation in (">=", ">") and sums_of(g.ratio)
        ]
        vectors = [entry(v) for v in claim.vectors]
        self.script.sum(X * X, ">=")
        for name, (head, inside) in list(self.values.known.items()):
            if head == "rectified" and name.startswith(AT) and self.spoken(name):
                self.nearest(variable(name), inside)
        self.boxes()
        self.zeros(vectors)
        for v in vectors:
            self.candidate((U - v) ** 2, ["1", {}, written(U - v)])

    def spoken(self, name: str) -> bool:
        """Tell whether what is wanted speaks of a value of a function, or of one that it is a part of."""
        short = f"_{name.removeprefix(AT)}_"
        return any(short in f"{of}_" for of in self.goal.wanted.ratio.names) or any(
            self.spoken(other) for other, (_, inside) in self.values.known.items() if name in inside.names
        )

    # --- sums that are not negative

    def candidate(self, summand: Ratio, *terms: Term, equal: Sequence[Any] = (), power: int = 1) -> None:
        """Know that what is the same as some terms is not negative, summed up; it becomes a step where it is used.

        Or its square, less what it is, is the same as they are.
        """
        summand = cancelled(summand)
        with suppress(Refused):
            step = {"sum": written(summand), "relation": ">=", "proof": {"terms": [*terms], "equal": [*equal]}}
            self.known.append((self.normal(summed(summand)), {**step, "power": power}))

    def nearest(self, f: Ratio, a: Ratio) -> None:
        """Add that f = max(0, a) is not farther from what is not negative than a is, summed up.

        That is (p - a)^2 - (p - f)^2 = 2 p (f - a) + (f - a)^2 - 2 f (f - a).
        """
        for divisor in (*(variable(name) for m in a.above for name, e in m if e < 0), *map(Ratio, map(dict, a.below))):
            self.positive(divisor, ">")
        if not all(self.script.lemma(f"rectified_{what}", a) for what in ("positive", "above", "either")):
            return
        above, either = self.script.index(f - a, ">="), self.script.index(f * (f - a), "==")
        if above is None or either is None:
            return
        square = ["1", {}, written(f - a)]
        for p in (NOTHING, *self.given):
            i = self.script.index(p, ">=", ">")
            near = [] if i is None else [["2", {str(i): 1, str(above): 1}]]
            self.candidate((p - a) ** 2 - (p - f) ** 2, *near, square, equal=[[either, "-2"]])
        self.limits(f, a, either)

    def limits(self, f: Ratio, a: Ratio, either: int) -> None:
        """Know that f = max(0, c - g) is between 0 and c, where c >= 0 and g >= 0.

        With e = f - c, f (f - c + g) = (e + c) (e + g), which is positive where e is.
        """
        for name in a.names & self.values.known.keys():
            g = variable(name)
            c = a + g
            i, j = self.script.index(g, ">="), self.script.show(c, ">=", U.names) and self.script.index(c, ">=", ">")
            if j is False or i is None or name in c.names:
                continue
            e = len(self.script.known.guards)
            pairs = ((e, i), (e, j), (i, j))
            terms: list[Term] = [["1", {str(e): 2}], *(["1", {str(one): 1, str(other): 1}] for one, other in pairs)]
            proof = {"terms": terms, "equal": [[either, "-1"]]}
            if self.script.add({"show": written(c - f), "relation": ">=", "proof": proof}):
                self.given += [f, c - f]

    def zeros(self, vectors: Sequence[Ratio]) -> None:
        """Know that products with x are 0 where x is 0, and those with u and w where the box is a point."""
        known = (g.ratio for g in self.goal.guards if g.relation == ">=")
        least = set().union(*(a.names for a in known if all(c < 0 for c in a.above.values())))
        others = [X, U, *vectors]
        if summed(X * X).names & least:
            self.zero(X, others)
        if least & set().union(*(a.names for a in self.given)):
            for name in sorted(least):
                if self.positive(variable(name), ">="):
                    self.script.show(variable(name), "==")
            for v in (U, *(U - w for w in vectors)):
                self.zero(v, others)

    def zero(self, v: Ratio, others: Sequence[Ratio]) -> None:
        """Know that products with what is 0 at every entry are 0: its square is not positive, nor is the sum of these.

        Else (v w)^2 would be positive, and so w^2 (-v^2).
        """
        square = cancelled(v * v)
        if not self.script.show(-square, ">=", set().union(*(a.names for a in self.given))):
            total = summed(square)
            if not self.positive(-total, ">=") or not self.script.entry(square):
                return
            i, j = len(self.script.known.guards) - 1, self.script.index(-total, ">=")
            proof = {"terms": [["1", {str(of): 1}] for of in (i, j, len(self.script.known.guards))]}
            self.script.add({"show": written(-square), "relation": ">=", "proof": proof})
        known = self.script.index(-square, ">=")
        for w, sign in product(others, (UNIT, -UNIT)):
            self.candidate(sign * v * w, ["1", {str(known): 1}, written(w)], power=2)

    def boxes(self) -> None:
        """Know that numbers between the same ends, as u and w are in a box, are not farther apart than these.

        Where a + b = c + d, that is (a + c) (b + d), all of which are not negative; and a b >= 0.
        """
        pairs = [(a, b) for a, b in combinations(self.given, 2) if not of_entries(a + b)]
        for pair in pairs:
            self.candidate(pair[0] * pair[1], *self.products(pair[:1], pair[1:]))
        for (a, b), (c, d) in combinations(pairs, 2):
            if not (a + b - c - d).above:
                for one, other in (((a, c), (b, d)), ((a, d), (b, c))):
                    self.candidate((one[0] + one[1]) * (other[0] + other[1]), *self.products(one, other))

    def products(self, one: Sequence[Ratio], other: Sequence[Ratio]) -> Iterator[Term]:
        """Yield the products of two sums of hypotheses as terms."""
        for a, b in product(one, other):
            i, j = (str(self.script.index(of, ">=", ">")) for of in (a, b))
            yield ["1", {i: 2} if i == j else {i: 1, j: 1}]

    def added(self, terms: Sequence[Term]) -> list[Term] | None:
        """Return terms after adding the steps that they use; None where the checker does not take one."""
        added = []
        for coefficient, powers, *square in terms:
            numbered = {}
            for i, e in powers.items():
                ratio, how = self.known[int(i[1:])] if i.startswith("s") else (NOTHING, int(i))
                if not isinstance(how, int):
                    last = ["1", {str(len(self.script.known.guards)): how["power"]}]
                    proof = {**how["proof"], "terms": [last, *how["proof"]["terms"]]}
                    if not self.script.add({"sum": how["sum"], "relation": ">=", "proof": proof}):
                        return None
                    self.known[int(i[1:])] = ratio, len(self.script.known.guards) - 1
                    numbered[str(len(self.script.known.guards) - 1)] = e
                    continue
                numbered[str(how)] = e
            added.append([coefficient, numbered, *square])
        return added

    tried = 0
    """How many sums were taken off, in vain or not."""

    def normal(self, a: Ratio) -> Ratio:
        """Return a ratio in lowest powers of the roots, in which what has a root is that root's square."""
        a = reduced(a, self.roots)
        for name, value in self.solved:
            a = substituted(a, name, value)
        return cancelled(a)

    def taken_off(self, wanted: Ratio, most: int) -> list[Term] | None:
        """Return terms that add up to what is wanted: multiples of sums that are not negative, and a number."""
        names = sums_of(wanted)
        if not names:
            last = self.factor(wanted)
            if last is not None:
                return [last] if last else []
        self.tried += 1
        if not most or self.tried > TRIES:
            return None
        every = [list(self.ways(wanted, name)) for name in names]
        given = [(i, a, UNIT) for i, (a, how) in enumerate(self.known) if isinstance(how, int)]
        ways = min(every, key=len) if names else given
        for i, ratio, k in ways:
            term = self.factor(k)
            if term:
                rest = self.taken_off(self.normal(wanted - k * ratio), most - 1)
                if rest is not None:
                    coefficient, powers, *square = term
                    return [[coefficient, {**powers, f"s{i}": 1}, *square], *rest]
        return None

    def ways(self, wanted: Ratio, name: str) -> Iterator[tuple[int, Ratio, Ratio]]:
        """Yield the sums that may be taken off to take away a sum, and their factors."""
        here = part_of(wanted, name)
        for i, (ratio, _) in enumerate(self.known):
            if name in ratio.names and part_of(ratio, name).above:
                k = cancelled(here * part_of(ratio, name).inverse())
                if of_numbers(k) and not self.samples.refute(k, ">="):
                    yield i, ratio, k

    def factor(self, a: Ratio) -> Term | None:
        """Return a number as a term that is not negative, [] for 0; None where it is not shown to be one."""
        if not a.above:
            return []
        if self.samples.refute(a, ">="):
            return None
        coefficient, factors = factored(a)
        powers: dict[str, int] = {}
        root = UNIT
        for of, e in factors:
            for signed in (of, -of):
                if self.samples.refute(signed, ">="):
                    continue
                if self.positive(signed, ">=" if e > 0 else ">"):
                    strict = self.script.index(signed, ">")
                    i = str(self.script.index(signed, ">=") if strict is None else strict)
                    powers[i] = powers.get(i, 0) + e
                    coefficient *= 1 if signed is of or e % 2 == 0 else -1
                    break
            else:
                if e % 2:
                    return None
                root *= of ** (e // 2)
        square = [] if root.constant == 1 else [written(root)]
        return None if coefficient < 0 else [str(coefficient), powers, *square]

    def positive(self, a: Ratio, relation: str) -> bool:
        """Show that a number is positive, or not negative, by what is known of the numbers that it speaks of."""
        if self.script.index(a, relation, ">") is not None:
            return True
        if (a.key, relation) in self.failed:
            return False
        near, guards, opposite = under(a, self.roots), self.script.known.guards, Guard(a, relation).opposite
        wider = near.union(*(guard.ratio.names for guard in guards if guard.ratio.names & near))
        for names in (near, wider):
            chosen = [i for i, guard in enumerate(guards) if guard.ratio.names <= names]
            part = identity((*(guards[i] for i in chosen), opposite), self.roots)
            if part is not None:
                proof = renumbered(part, [*chosen, len(guards)])
                return self.script.add({"show": written(a), "relation": relation, "proof": proof})
        self.failed.add((a.key, relation))
        return False


def solved(roots: Mapping[str, Ratio], spoken: set[str]) -> list[tuple[str, Ratio]]:
    """Return variables that are a root's square less something else, with that, by roots of few names first."""
    values: dict[str, Ratio] = {}
    for root, inside in sorted(roots.items(), key=lambda of: len(of[1].names)):
        for name in sorted(inside.names - roots.keys()) if root in spoken and not inside.below else ():
            rest = inside - variable(name)
            if name not in rest.names and name not in values:
                for other, value in values.items():
                    rest = substituted(rest, other, value)
                values[name] = variable(root, 2) - rest
                break
    return [*values.items()]


def sums_of(a: Ratio) -> list[str]:
    """Return the sums over entries that a ratio speaks of."""
    return sorted(name for name in a.names if name.startswith(SUM))


def part_of(a: Ratio, name: str) -> Ratio:
    """Return what a variable is multiplied by in a ratio that is linear in it."""
    parts = by_powers(a.above, name)
    return Ratio(parts.get(1, {}), a.below) if parts.keys() <= {0, 1} else NOTHING
