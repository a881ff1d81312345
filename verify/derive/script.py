"""Steps of a proof that looks at vectors entry by entry, each shown by an identity that is looked for.

What the checker knows after a step (verify.kernel_proof.by_weights) is known here too, in the same order.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from verify.derive.elimination import less, multiples, put_together
from verify.derive.identity import identity, renumbered
from verify.derive.multiples import support
from verify.derive.ratios import cancelled, of_parameters, substituted, written
from verify.derive.samples import Samples
from verify.kernel import Malformed
from verify.kernel_gram.numbers import Refused
from verify.kernel_proof.by_weights import Checker, EntryHypotheses
from verify.kernel_proof.certificate import polynomial, shows
from verify.kernel_proof.entries import AT, entry, of_entries, summed
from verify.kernel_proof.lemmas import LEMMAS
from verify.kernel_proof.pieces import UNIT, Guard, Guards
from verify.kernel_proof.ratios import Ratio, by_powers, number, variable
from verify.kernel_proof.weights import Weighed

Part = dict[str, Any]
MEANS = (("_sum_w_x", variable("_sum_w")), ("_sum_w_x", UNIT), ("_sum_x", variable("n")))
"""The predictions of learner and comparator, whose squares are looked for, by sums and the other way round.

Weights count where what is wanted speaks of them, and not on a first trial, where they are 1. They may add up to 1.
"""


class Script:
    """The steps on the way to a goal, and what is known by them."""

    def __init__(self, claim: Weighed, known: EntryHypotheses, roots: Mapping[str, Ratio]) -> None:
        self.claim, self.known, self.roots = claim, known, roots
        self.checker = Checker(claim, roots)
        self.steps: list[Part] = []

    # --- identities

    def part(
        self,
        wanted: Guard,
        known: EntryHypotheses | None = None,
        *,
        near: bool = True,
        quick: bool = True,
        also: Collection[str] = (),
    ) -> Part | None:
        """Return what shows that something holds, by one identity or by one on each side of an equation."""
        known = known or self.known
        if wanted.relation == "==":
            sides = [self.part(Guard(a, ">="), known, near=near, quick=quick) for a in (wanted.ratio, -wanted.ratio)]
            return None if None in sides else {"above": sides[0], "below": sides[1]}
        chosen = chosen_of(known.guards, wanted.ratio.names | {*also}) if near else [*range(len(known.guards))]
        guards = (*(known.guards[i] for i in chosen), wanted.opposite)
        proof = identity(guards, self.roots, quick=quick)
        if proof is None and not near and not quick:
            proof = self.of_means(guards)
        return None if proof is None else renumbered(proof, [*chosen, len(known.guards)])

    def of_means(self, guards: Guards) -> Part | None:
        """Return an identity that is found with the predictions in the place of sums."""

        def put(a: Ratio, values: Sequence[tuple[str, Ratio]]) -> Ratio:
            for name, value in values:
                a = substituted(a, name, value)
            return cancelled(a)

        spoken = set().union(*(guard.ratio.names for guard in guards))
        name, mass = next((of for of in MEANS if {of[0], *of[1].names} <= spoken), MEANS[-1])
        means = ((name, variable("yhat") * mass), ("_sum_u_x", variable("ux")))
        sums = (("yhat", variable(name) * mass.inverse()), ("ux", variable("_sum_u_x")))
        renamed = tuple(Guard(put(guard.ratio, means), guard.relation) for guard in guards)
        proof = identity(renamed, self.roots)
        if proof is None:
            return None

        def back(text: str) -> str:
            return written(put(polynomial(text, (*renamed, Guard(variable("ux") + variable("yhat"), ">="))), sums))

        terms = [[c, powers, *map(back, square)] for c, powers, *square in proof["terms"]]
        equal = [[i, back(text)] for i, text in proof.get("equal", ())]
        return {"terms": terms, **({"equal": equal} if equal else {})}

    def of_logarithms(self, wanted: Guard, *, at_length: bool = False) -> Part | None:
        """Return an identity by the hypotheses that take away the values of functions, and those of parameters.

        A linear program at a sample says which take away those that are wanted. Where losses of u are wanted that are
        numbers of their own, hypotheses that speak of no value of a function and of no entry are used too.
        """
        guards = self.known.guards
        spoken = wanted.ratio.names.union(*(guard.ratio.names for guard in guards))
        names = sorted(name for name in spoken if name.startswith("_f") or "_f_" in name)
        near = [i for i, guard in enumerate(guards) if guard.ratio.names & {*names} and linear(guard.ratio, names)]
        charged = "u_loss" in wanted.ratio.names

        def is_free(a: Ratio) -> bool:
            plain = not a.names & {*names} and not of_entries(a)
            return plain if charged else of_parameters(substituted(a, "_sum_u", UNIT)) and plain

        free = [i for i, guard in enumerate(guards) if is_free(guard.ratio)]
        samples = Samples([guards[i] for i in free], self.roots)
        for values in samples.known[:1] if linear(wanted.ratio, names) and wanted.ratio.names & {*names} else ():

            def slopes(a: Ratio, values: dict[str, float] = values) -> list[float]:
                parts = (Ratio(by_powers(a.above, name).get(1, {}), a.below) for name in names)
                return [samples.value(part, values) for part in parts]

            columns = [*(slopes(guards[i].ratio) for i in near), [0.0] * len(names)]
            equal = [j for j, i in enumerate(near) if guards[i].relation == "=="]
            used = [near[j] for j in support(slopes(wanted.ratio), columns, equal)]
            proof = self.without(wanted, used, names, free, at_length=at_length)
            if proof is not None or not at_length:
                return proof
            chosen = sorted({*used, *free})
            proof = self.of_means((*(guards[i] for i in chosen), wanted.opposite))
            return None if proof is None else renumbered(proof, [*chosen, len(guards)])
        return None

    def without(
        self, wanted: Guard, used: Sequence[int], names: Sequence[str], free: Sequence[int], *, at_length: bool
    ) -> Part | None:
        """Return an identity in which multiples of the ``used`` hypotheses take variables away."""
        guards = (*self.known.guards, wanted.opposite)
        taken = multiples(wanted.ratio, guards, used, names)
        rest = None if taken is None else less(wanted.ratio, taken, self.roots)
        if taken is None or rest is None or rest.names & {*names}:
            return None
        numbers = (*(guards[i] for i in free), Guard(-rest, ">"))
        inner = identity(numbers, self.roots, quick=True) or (self.of_means(numbers) if at_length else None)
        part = None if inner is None else put_together(guards, taken, free, inner, self.roots)
        with suppress(Malformed):
            if part is not None and shows(guards, part, self.roots):
                return part
        return None

    # --- steps

    def add(self, step: Part | None) -> bool:
        """Add a step, where the checker takes it."""
        if step is None:
            return False
        with suppress(Refused, Malformed, ZeroDivisionError):
            extended = getattr(self.checker, f"by_{next(iter(step))}")(self.known, step, 1)
            if extended is not None:
                self.known = extended
                self.steps.append(step)
                return True
        return False

    def lemma(self, name: str, *given: Ratio) -> bool:
        """Add what a lemma says, if its needs are shown."""
        parts = [self.part(need) for need in LEMMAS[name].needs(*given)]
        if None in parts:
            return False
        return self.add({"lemma": name, "of": [*map(written, given)], "needs": parts})

    def sum(self, ratio: Ratio, relation: str) -> bool:
        """Add what holds at each entry, summed up."""
        with suppress(Refused):
            ratio = cancelled(ratio)
            if any(g.relation == relation and g.ratio.key == summed(ratio).key for g in self.known.guards):
                return True
        proof = self.part(Guard(ratio, relation), self.known.everywhere)
        return proof is not None and self.add({"sum": written(ratio), "relation": relation, "proof": proof})

    def show(self, ratio: Ratio, relation: str, also: Collection[str] = ()) -> bool:
        """Add something that is shown first, by hypotheses that speak of it, and of names ``also``."""
        if any(g.ratio.key == ratio.key and g.relation in (relation, ">") for g in self.known.guards):
            return True
        proof = self.part(Guard(ratio, relation), also=also)
        return proof is not None and self.add({"show": written(ratio), "relation": relation, "proof": proof})

    def index(self, a: Ratio, *relations: str) -> int | None:
        """Return which hypothesis says something of a ratio."""
        for i, guard in enumerate(self.known.guards):
            if guard.relation in relations and guard.ratio.key == a.key:
                return i
        return None

    def show_above(self, large: Ratio, small: Ratio) -> bool:
        """Add that something is positive which is at least what is known to be positive."""
        i, j = self.index(cancelled(large - small), ">=", ">"), self.index(small, ">")
        if i is None or j is None:
            return False
        terms = [["1", {str(len(self.known.guards)): 1}], ["1", {str(i): 1}], ["1", {str(j): 1}]]
        return self.add({"show": written(large), "relation": ">", "proof": {"terms": terms}})

    def show_quotient(self, above: Ratio, *below: Ratio) -> Ratio | None:
        """Add that a quotient of what is known to be positive is positive; return it."""
        powers: dict[str, int] = {}
        quotient = above
        for a, e in ((above, 1), *((a, -1) for a in below)):
            if a.constant is None:
                i = self.index(a, ">")
                if i is None:
                    return None
                powers[str(i)] = e
            quotient = quotient if e == 1 else quotient * a.inverse()
        quotient = cancelled(quotient)
        terms = [["1", {str(len(self.known.guards)): 1}], ["1", powers]]
        step = {"show": written(quotient), "relation": ">", "proof": {"terms": terms}}
        return quotient if self.add(step) else None

    def entry(self, ratio: Ratio) -> bool:
        """Add that an entry is at most the sum of all."""
        proof = self.part(Guard(ratio, ">="), self.known.everywhere)
        return proof is not None and self.add({"entry": written(ratio), "proof": proof})

    def between_roots(self) -> None:
        """Show that what is one of two numbers is between them."""
        for i, guard in enumerate(self.known.guards):
            (name, *others), last = [*guard.ratio.names] or [""], str(len(self.known.guards))
            parts = by_powers(guard.ratio.above, name)
            if guard.relation != "==" or others or guard.ratio.below or parts.keys() - {0, 1, 2} or 2 not in parts:
                continue
            a, b, c = (Ratio(parts.get(e, {})).constant or Fraction(0) for e in (2, 1, 0))
            root = exact_root(b * b - 4 * a * c)
            if not root:
                continue
            low, high = sorted(((-b - root) / (2 * a), (-b + root) / (2 * a)))
            for away in (variable(name) - number(low), number(high) - variable(name)):
                last = str(len(self.known.guards))
                terms = [["1", {last: 1}], [str(1 / (high - low)), {}, written(away)]]
                equal = [[i, str(-1 / (a * (high - low)))]]
                self.add({"show": written(away), "relation": ">=", "proof": {"terms": terms, "equal": equal}})

    def expert_square(self, v: Ratio) -> None:
        """Show that u.(v v) is the square of u.v for an expert u."""
        i, u = len(self.known.guards), entry("u")
        if self.expert(v):
            wanted = cancelled(v * (u * v - u * summed(u * v)))
            last = str(i + 1)
            sides = {
                way: {"terms": [["1", {last: 1}]], "equal": [[i, written(sign * v)]]}
                for way, sign in (("above", UNIT), ("below", -UNIT))
            }
            self.add({"sum": written(wanted), "relation": "==", "proof": sides})

    def expert(self, ratio: Ratio) -> bool:
        """Add that u_i v_i = u_i (u.v)."""
        return self.add({"expert": written(ratio)})

    def closed(self, wanted: Guard) -> Part | None:
        """Return all of the steps, with what is soon found to show by them that something holds."""
        return self.with_steps(self.of_logarithms(wanted) or self.part(wanted))

    def closed_at_length(self, wanted: Guard, *, squared: bool) -> Part | None:
        """Return all of the steps, with what shows by all that is known, and by squares too, that something holds."""
        proof = self.of_logarithms(wanted, at_length=True) if squared else None
        proof = proof or self.part(wanted, near=False)
        if proof is None and squared:
            proof = self.part(wanted, near=False, quick=False)
        return self.with_steps(proof)

    def with_steps(self, proof: Part | None) -> Part | None:
        """Return the steps with what shows something by them."""
        return {"first": self.steps, **proof} if proof is not None and self.steps else proof


def linear(a: Ratio, names: Collection[str]) -> bool:
    """Tell whether a ratio that speaks of no entry is linear in some variables, and has none of them below."""
    below = set().union(*(Ratio(dict(factor)).names for factor in a.below))
    powers = all(by_powers(a.above, name).keys() <= {0, 1} for name in names)
    return powers and not below & {*names} and not any(name.startswith(AT) for name in a.names)


def chosen_of(guards: Guards, names: frozenset[str]) -> list[int]:
    """Return which hypotheses speak of nothing but what some names are said to be equal to."""
    near = set(names)
    for _ in range(3):
        equations = (guard.ratio.names for guard in guards if guard.relation == "==")
        near |= set().union(*(of for of in equations if of & near and not of_entries_only(of, near)))
    return [i for i, guard in enumerate(guards) if guard.ratio.names <= near]


def of_entries_only(of: frozenset[str], near: set[str]) -> bool:
    """Tell whether an equation is one of entries, where nothing near speaks of entries."""
    return any(name.startswith(AT) for name in of) and not any(name.startswith(AT) for name in near)


def exact_root(a: Fraction) -> Fraction | None:
    """Return the square root of a square of a rational number."""
    if a < 0:
        return None
    root = Fraction(math.isqrt(a.numerator), math.isqrt(a.denominator))
    return root if root * root == a else None
