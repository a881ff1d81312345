"""A goal of a proof entry by entry as a Coq lemma, step by step as it is checked (verify.kernel_proof.by_weights).

The steps are lemmas on numbers, which are handed on from step to step by name: identities, what a lemma on exp or ln
says, and sums that are taken apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

from bounds.errors import BoundcheckError
from verify.kernel import ONE
from verify.kernel_proof.by_weights import Checker, EntryHypotheses, at_one
from verify.kernel_proof.entries import AT, ENTRIES, entry, of_entries, summed
from verify.kernel_proof.goals import Goal
from verify.kernel_proof.lemmas import LEMMAS
from verify.kernel_proof.pieces import UNIT, Guard
from verify.kernel_proof.ratios import Monomial, Ratio, content, multiplied, variable
from verify.kernel_proof.weights import Weighed
from verify.prove.coq_identity import Lemma
from verify.prove.coq_names import Names, argument, at, guard_at, is_of_entries, vector
from verify.prove.coq_terms import called, polynomial, term
from verify.prove.coq_terms import guard as of_numbers

FIRST_ENTRY, ENTRY = "0%nat", "L0'"
OF_SUMS = {">": "sum_positive", ">=": "sum_not_negative", "==": "sum_nothing"}
U = entry("u")
NO_OTHER, ONE_IN_ALL = (U * U - U).key, (summed(U) - UNIT).key


class Place(NamedTuple):
    """Where a proof stands: what is known, the entry that is looked at, and the variables that have been introduced."""

    known: EntryHypotheses
    entry: str
    names: frozenset[str]

    def where(self, a: Guard) -> str:
        """Return what a guard says here: at the entry that is looked at, or at all."""
        if is_of_entries(a) and not self.known.local:
            return f"forall i, (i < n)%nat -> {guard_at(a, 'i')}"
        return guard_at(a, self.entry)


class Library:
    """The lemmas on numbers that the steps of a claim's proof need, each once."""

    def __init__(self, claim: Weighed, roots: dict[str, Ratio]) -> None:
        self.claim, self.roots, self.names = claim, roots, Names(claim, roots)
        self.checker = Checker(claim, roots)
        self.found: dict[str, tuple[str, str]] = {}

    def lemma(self, kind: str, text: str) -> str:
        """Return the name of a lemma, in whose text ``{name}`` stands for it."""
        if text not in self.found:
            self.found[text] = (f"{kind}_{len(self.found) + 1}", text)
        return self.found[text][0]

    def spoken(self, ratio: Ratio) -> set[str]:
        """Return the variables that a ratio and its sum over the entries speak of, with those that these do."""
        return {*self.names.ordered(ratio.names | summed(ratio).names)}

    def summing(self, ratio: Ratio, given: Callable[[str], str] = called) -> tuple[str, list[Any]]:
        """Return what says that a ratio, summed up, is a combination of sums, where some divisors are not 0."""
        total, parts = summed(ratio), [(m, alone(entries(m))) for m in ratio.above]
        sums = list(dict.fromkeys(name for _, name in parts))
        keys = sorted(ratio.divisors, key=str)
        scalars = [name for name in sorted((ratio.names | total.names) - {*sums}) if not name.startswith(AT)] + sums
        vectors = sorted({vector(name) for name in ratio.names if name.startswith(AT)})
        known = [f"{called(name)} = {self.added(name)}" for name in sums]
        known += [f"{divisor(key)} <> 0" for key in keys]
        names = [f"E{i}'" for i, _ in enumerate(known)]
        rest = ((Ratio({others(m): ratio.above[m]}, ratio.below), name) for m, name in parts)
        apart = " + ".join(f"({term(by)}) * {self.added(name)}" for by, name in rest) or "0"
        cleared = f"clear {' '.join(names)}. " if names else ""
        text = f"Lemma {{name}} (n : nat){bound(map(called, scalars), 'R')}{bound(vectors, 'vec')} :\n"
        text += "".join(f"  {one} ->\n" for one in known)
        text += f"  sum n (fun i => {at(ratio, 'i')}) = {term(total)}.\nProof.\n"
        text += f"  intros{''.join(f' {one}' for one in names)}. transitivity ({apart}).\n"
        text += f"  {{ {cleared}by_entries n. }}\n"
        text += f"  {{ {''.join(f'rewrite <- {one}. ' for one in names[: len(sums)])}equal. }}\nQed.\n"
        of = [self.lemma("sums", text), "n", *map(given, scalars), *vectors]
        return " ".join([*of, *(f"E_{called(name)}'" for name in sums)]), keys

    def added(self, name: str) -> str:
        """Return the sum that a variable is."""
        return "INR n" if name == ENTRIES else self.names.total(name)

    def sources(self, text: str) -> Iterator[str]:
        """Yield the lemmas that a text speaks of."""
        spoken = {*re.findall(r"\w+", text)}
        for name, source in self.found.values():
            if name in spoken:
                yield source.replace("{name}", name)


class Steps:
    """A goal as a lemma: it needs ``divided`` not to be 0, the squares of ``rooted``, and the hypotheses ``used``."""

    def __init__(self, name: str, goal: Goal, part: Mapping[str, Any], library: Library) -> None:
        self.name, self.goal, self.library, self.names = name, goal, library, library.names
        self.divided: dict[Any, str] = {}
        self.rooted: dict[str, None] = {}
        self.used: dict[int, None] = {}
        self.scalars: dict[str, None] = {}
        self.fresh = count(1)
        self.own = [*self.names.ordered(set().union(*(g.ratio.names for g in (*goal.guards, goal.wanted))))]
        self.noted(self.own)
        place = Place(EntryHypotheses(goal.guards), FIRST_ENTRY, frozenset(self.own))
        self.body = [*self.shows(place, goal.wanted, part)]

    def noted(self, names: Iterable[str]) -> None:
        """Note variables that stand for nothing else, which the lemma is for all values of."""
        self.scalars |= dict.fromkeys(name for name in names if self.names.meaning(name) is None)

    # --- the lemma

    @property
    def free(self) -> tuple[list[str], list[str]]:
        """The numbers and the vectors that it is for all values of."""
        vectors = [name for name in self.scalars if name.startswith(AT)]
        return [name for name in self.scalars if name not in vectors], vectors

    @property
    def use(self) -> str:
        """The tactic that applies the lemma, and shows what it assumes."""
        scalars, vectors = self.free
        own = [of for name in self.own if self.names.meaning(name) for of in (word(name), f"E_{word(name)}'")]
        given = [*map(called, scalars), *map(vector, vectors), *own]
        return f"apply ({' '.join([self.name, 'n', ENTRY, *given])}); held"

    def source(self) -> str:
        """Return the lemma with its proof."""
        scalars, vectors = self.free
        head = f"Lemma {self.name} (n : nat) (L0' : (0 < n)%nat)"
        head += bound(map(called, scalars), "R") + bound(map(vector, vectors), "vec")
        lines = [head]
        for name in self.own:
            if meaning := self.names.meaning(name):
                own = word(name)
                lines.append(f"  ({own} : {meaning.kind}) (E_{own}' : {meaning.equation})")
        lines += [f"  (R_{called(root)}' : {self.names.squared(root)})" for root in self.rooted]
        lines += [f"  ({of} : {divisor(key)} <> 0)" for key, of in self.divided.items()]
        place = Place(EntryHypotheses(()), "i", frozenset())
        lines += [f"  (H{i}' : {place.where(self.goal.guards[i])})" for i in sorted(self.used)]
        lines[-1] += f" :\n  {place.where(self.goal.wanted)}."
        return "\n".join([*lines, "Proof.", *(f"  {line}" for line in self.body), "Qed.\n"])

    # --- what is known

    def hypothesis(self, place: Place, i: int) -> str:
        """Return a hypothesis, at the entry that is looked at."""
        if i < len(self.goal.guards):
            self.used[i] = None
        if is_of_entries(place.known.guards[i]) and i not in place.known.local:
            return f"(H{i}' {place.entry} {within(place.entry)})"
        return f"H{i}'"

    def introduced(self, place: Place, *ratios: Ratio) -> tuple[list[str], Place]:
        """Return the steps that introduce the variables that ratios speak of."""
        new = [name for name in self.names.ordered(set().union(*(a.names for a in ratios))) if name not in place.names]
        self.noted(new)
        lines = [meaning.step for name in new if (meaning := self.names.meaning(name)) is not None]
        return lines, place._replace(names=place.names | {*new})

    def not_zero(self, place: Place, key: Any) -> str:
        """Return what says that a divisor is not 0: a hypothesis that it is a factor of, else the goal."""
        for i, guard in enumerate(place.known.guards):
            if guard.relation != ">" or not guard.ratio.above or key not in guard.ratio.nonzero:
                continue
            by, rest = divided(key), without(guard.ratio, key)
            names = sorted(guard.ratio.names)
            text = f"Lemma {{name}} : forall {listed(names)} : R, 0 < {term(guard.ratio)} -> {term(by)} <> 0.\nProof.\n"
            text += f"  intros {listed(names)} H'. apply (factor_not_zero _ _ ({term(rest)}) H'). opposite.\nQed.\n"
            of = self.library.lemma("factor", text)
            return f"({of} {self.given(names, place)} {self.hypothesis(place, i)})"
        if not divided(key).names <= {*self.own}:
            raise BoundcheckError("the certificate divides by what it does not say to be positive")
        return self.divided.setdefault(key, f"D{len(self.divided)}'")

    def given(self, names: Iterable[str], place: Place) -> str:
        """Return variables as arguments."""
        return " ".join(argument(name, place.entry) for name in names)

    # --- what shows a guard

    def shows(self, place: Place, wanted: Guard, part: Mapping[str, Any]) -> Iterator[str]:
        """Yield the steps that show what is wanted, of all entries where it speaks of them."""
        lines, place = self.after(place, part.get("first", []))
        yield from lines
        if wanted.relation == "==":
            sides = (Guard(wanted.ratio, ">="), Guard(-wanted.ratio, ">="))
            for name, side, way in zip("AB", sides, ("above", "below"), strict=True):
                yield from proved(f"{name}'", place.where(side), self.shows(place, side, part[way]))
            place, start, of = self.entered(place, wanted)
            yield f"{start}exact (nothing_by _ _ {applied('A', of)} {applied('B', of)} ltac:(opposite))."
            return
        place, start, _ = self.entered(place, wanted)
        i, opposite = len(place.known.guards), at(-wanted.ratio, place.entry)
        if wanted.relation == "!=":
            yield f"{start}intros H{i}'."
        else:
            by = {">=": ("Rle_lt_dec", "opposite_positive"), ">": ("Rlt_le_dec", "opposite_not_negative")}
            decided, turned = by[wanted.relation]
            yield f"{start}destruct ({decided} 0 ({at(wanted.ratio, place.entry)})) as [N'|N']; [exact N'|exfalso]."
            yield f"pose proof ({turned} _ ({opposite}) N' ltac:(opposite)) as H{i}'. clear N'."
        yield from self.closes(place._replace(known=place.known.and_(wanted.opposite, supposed=True)), part)

    def entered(self, place: Place, wanted: Guard) -> tuple[Place, str, str]:
        """Return the place at an entry, where something is to be shown of all, with the step to it and its words."""
        if not is_of_entries(wanted) or place.known.local:
            return place, "", ""
        i = f"i{next(self.fresh)}"
        return place._replace(entry=i), f"intros {i} {within(i)}. ", f" {i} {within(i)}"

    def closes(self, place: Place, part: Mapping[str, Any]) -> Iterator[str]:
        """Yield the steps that show that hypotheses contradict each other."""
        if "on" not in part:
            yield f"exact (never {self.identity(place, part)})."
            return
        ratio = self.library.checker.ratio(part["on"], place.known.guards)
        lines, place = self.introduced(place, ratio)
        yield from lines
        i = len(place.known.guards)
        yield f"destruct (Rtotal_order 0 ({at(ratio, place.entry)})) as [H{i}'|[H{i}'|N']]."
        ways = {
            "positive": (Guard(ratio, ">"), ""),
            "zero": (Guard(ratio, "=="), f"symmetry in H{i}'."),
            "negative": (
                Guard(-ratio, ">"),
                f"pose proof (opposite_positive _ ({at(-ratio, place.entry)}) N' ltac:(opposite)) as H{i}'. clear N'.",
            ),
        }
        for way, (guard, step) in ways.items():
            yield "{ " + step
            on_it = place._replace(known=place.known.and_(guard, supposed=True))
            lines, inside = self.after(on_it, part[way].get("first", []))
            yield from lines
            yield from self.closes(inside, part[way])
            yield "}"

    def identity(self, place: Place, part: Mapping[str, Any]) -> str:
        """Return the lemma that is an identity, at what it is used of."""
        never = Goal("", place.known.guards, Guard(-UNIT, ">="))
        lemma = Lemma("{name}", never, part, self.library.roots)
        names = sorted(lemma.names)
        given = [self.square(root) for root in self.library.roots if root in names]
        given += [self.not_zero(place, key) for key in lemma.divided]
        given += [self.hypothesis(place, i) for i in sorted(lemma.used)]
        of = self.library.lemma("leaf", lemma.source())
        return f"({' '.join([of, self.given(names, place), *given])})"

    def square(self, root: str) -> str:
        """Return what says that a root is one: an assumption, where the goal speaks of it."""
        if root not in self.own:
            return f"(root_square _ _ E_{called(root)}' ltac:(settle))"
        self.rooted[root] = None
        return f"R_{called(root)}'"

    # --- steps

    def after(self, place: Place, steps: Sequence[Mapping[str, Any]]) -> tuple[list[str], Place]:
        """Return the steps that show what is shown first, and where the proof stands then."""
        lines: list[str] = []
        for step in steps:
            kind = next(kind for kind in ("lemma", "show", "sum", "entry", "expert") if kind in step)
            more, guard, place = getattr(self, f"by_{kind}")(place, step)
            lines += more
            place = place._replace(known=place.known.and_(guard))
        return lines, place

    def known_by(self, place: Place, guard: Guard, term: str, need: str = "") -> list[str]:
        """Return the step that adds what a term shows, at the entry that is looked at or all."""
        goal = f"assert (H{len(place.known.guards)}' : {place.where(guard)})"
        start = "intros i Li. " if is_of_entries(guard) and not place.known.local else ""
        return [f"{goal} by ({start.replace('. ', '; ')}exact {term}).{need}"]

    def here(self, place: Place, guard: Guard) -> Place:
        """Return the place at which a step adds a guard: at the entry that is looked at, or at any."""
        return place._replace(entry="i") if is_of_entries(guard) and not place.known.local else place

    def by_show(self, place: Place, step: Mapping[str, Any]) -> tuple[list[str], Guard, Place]:
        """Show something that is shown first."""
        wanted = self.library.checker.relation(place.known, step, "show")
        lines, place = self.introduced(place, wanted.ratio)
        name = f"H{len(place.known.guards)}'"
        return [*lines, *proved(name, place.where(wanted), self.shows(place, wanted, step["proof"]))], wanted, place

    def by_sum(self, place: Place, step: Mapping[str, Any]) -> tuple[list[str], Guard, Place]:
        """Show what holds of a sum as it does at each entry."""
        wanted = self.library.checker.relation(place.known, step, "sum")
        lines, place = self.introduced(place, wanted.ratio, summed(wanted.ratio))
        lines += self.everywhere(place, wanted, step["proof"])
        guard = Guard(summed(wanted.ratio), wanted.relation)
        function = f"(fun i => {at(wanted.ratio, 'i')})"
        by = f"({OF_SUMS[wanted.relation]} n {function} _ L0' {every(wanted)} {self.summing(place, wanted.ratio)})"
        return [*lines, *self.known_by(place, guard, by, " clear A'.")], guard, place

    def everywhere(self, place: Place, wanted: Guard, part: Mapping[str, Any]) -> list[str]:
        """Return the steps that show something at every entry, by what is known of all."""
        around = place._replace(known=place.known.everywhere, entry=FIRST_ENTRY)
        return proved("A'", around.where(wanted), self.shows(around, wanted, part))

    def by_entry(self, place: Place, step: Mapping[str, Any]) -> tuple[list[str], Guard, Place]:
        """Show that an entry is at most the sum of all."""
        ratio = self.library.checker.ratio(step["entry"], place.known.guards)
        guard = Guard(summed(ratio) - ratio, ">=")
        lines, place = self.introduced(place, ratio, summed(ratio))
        lines += self.everywhere(place, Guard(ratio, ">="), step["proof"])
        i = self.here(place, guard).entry
        by = f"(entry_below n (fun i => {at(ratio, 'i')}) ({term(summed(ratio))}) {i} ({at(guard.ratio, i)})"
        by += f" {within(i)} {every(Guard(ratio, '>='))}"
        by += f" {self.summing(place, ratio)} ltac:(opposite))"
        return [*lines, *self.known_by(place, guard, by, " clear A'.")], guard, place

    def by_expert(self, place: Place, step: Mapping[str, Any]) -> tuple[list[str], Guard, Place]:
        """Show what holds of a comparator that is 1 at one entry and 0 elsewhere."""
        values, ratio = self.library.claim.values, self.library.checker.ratio(step["expert"], place.known.guards)
        keys = [guard.ratio.key if guard.relation == "==" else None for guard in place.known.everywhere.guards]
        k, j = keys.index(NO_OTHER), keys.index(ONE_IN_ALL)
        self.used |= {one: None for one in (k, j) if one < len(self.goal.guards)}
        alike = f"H{k}' E_sum_u_' H{j}'"
        of = next((name for name in values.known if variable(name).key == ratio.key), None)
        if of is None or not of_entries(ratio):
            guard = Guard(U * ratio - U * summed(U * ratio), "==")
            lines, place = self.introduced(place, guard.ratio)
            i = self.here(place, guard).entry
            by = f"(expert_entry n u _ (fun i => {at(ratio, 'i')}) (fun i => {at(U * ratio, 'i')})"
            by += f" ({term(summed(U * ratio))}) {i} ({at(guard.ratio, i)}) {alike} {within(i)}"
            by += f" {self.summing(place, U * ratio)} ltac:(opposite) ltac:(opposite))"
            return [*lines, *self.known_by(place, guard, by)], guard, place
        head, inside = values.known[of]
        whole, part = summed(U * inside), summed(U * ratio)
        value = values.of(head, at_one(whole, *summed(U).names))
        guard = Guard(part - value, "==")
        lines, place = self.introduced(place, guard.ratio, whole, summed(U))
        by = f"(expert_value {head} n u _ {vector(of)} (fun i => {at(inside, 'i')}) (fun i => {at(U * inside, 'i')})"
        by += f" (fun i => {at(U * ratio, 'i')}) ({term(whole)}) ({term(part)}) ({term(guard.ratio)}) {alike}"
        by += f" E_{vector(of)}' {self.summing(place, U * inside)} ltac:(opposite)"
        by += f" {self.summing(place, U * ratio)} ltac:(opposite) ltac:({self.valued(head, value)}))"
        return [*lines, *self.known_by(place, guard, by)], guard, place

    @staticmethod
    def valued(head: str, value: Ratio) -> str:
        """Return the tactic that shows that a value of exp or ln is the one that is known."""
        known = "".join(f"rewrite (E_{called(name)}' : {called(name)} = _); " for name in value.names)
        return f"replace sum_u_ with 1 by lra; {known}same {head}; values; ring"

    def by_lemma(self, place: Place, step: Mapping[str, Any]) -> tuple[list[str], Guard, Place]:
        """Show what a lemma says, after what it needs."""
        name, checker, k = step["lemma"], self.library.checker, len(place.known.guards)
        given = [checker.ratio(text, place.known.guards) for text in step["of"]]
        needs = LEMMAS[name].needs(*given)
        lines, place = self.introduced(place, *given)
        for j, (need, part) in enumerate(zip(needs, step["needs"], strict=True)):
            lines += proved(f"N{k}_{j}'", place.where(need), self.shows(place, need, part))
        (guard,) = LEMMAS[name].says(self.library.claim.values, *given)
        more, place = self.introduced(place, guard.ratio)
        here = self.here(place, guard)
        held = set().union(*(a.names for a in given))
        values = [*dict.fromkeys(self.names.values(guard.ratio.names, held))]
        insides = [self.library.claim.values.known[one][1] for one in values]
        names = sorted(set().union(*(a.names for a in (guard.ratio, *given, *insides))))
        keys = dict.fromkeys(key for a in (guard.ratio, *given, *insides) for key in sorted(a.divisors, key=str))
        text = self.stated(names, values, [*keys], needs, guard)
        text += f"  intros. subst. by_lemma (Lemmas.{name} {' '.join(f'({term(a)})' for a in given)}).\nQed.\n"
        known = [f"(E_{vector(one)}' {here.entry})" if one.startswith(AT) else f"E_{called(one)}'" for one in values]
        known += [self.not_zero(here, key) for key in keys]
        local = bool(place.known.local)
        known += [
            f"(N{k}_{j}' {here.entry} {within(here.entry)})" if is_of_entries(need) and not local else f"N{k}_{j}'"
            for j, need in enumerate(needs)
        ]
        by = " ".join([self.library.lemma("step", text), self.given(names, here), *known])
        return [*lines, *more, *self.known_by(place, guard, f"({by})")], guard, place

    def stated(self, names: list[str], values: list[str], keys: list[Any], needs: list[Guard], guard: Guard) -> str:
        """Return a lemma about numbers, up to its proof."""
        premises = []
        for one in reversed(values):
            head, inside = self.library.claim.values.known[one]
            premises.append(f"  {called(one)} = {head} ({term(inside)}) ->\n")
        premises = premises[::-1] + [f"  {divisor(key)} <> 0 ->\n" for key in keys]
        premises += [f"  {of_numbers(need)} ->\n" for need in needs]
        return f"Lemma {{name}}{bound(map(called, names), 'R')} :\n{''.join(premises)}  {of_numbers(guard)}.\nProof.\n"

    def summing(self, place: Place, ratio: Ratio) -> str:
        """Return what says that a ratio, summed up over the entries, is a combination of sums."""
        name, keys = self.library.summing(ratio, lambda one: argument(one, place.entry))
        return f"({' '.join([name, *(self.not_zero(place, key) for key in keys)])})"


def bound(names: Iterable[str], kind: str) -> str:
    """Return names as a lemma binds them."""
    return f" ({text} : {kind})" if (text := " ".join(names)) else ""


def word(name: str) -> str:
    """Return what a variable, or the vector whose entry it is, is called."""
    return vector(name) if name.startswith(AT) else called(name)


def entries(monomial: Monomial) -> Monomial:
    """Return the part of a product that speaks of entries."""
    return tuple(part for part in monomial if part[0].startswith(AT))


def others(monomial: Monomial) -> Monomial:
    """Return the part of a product that does not speak of entries."""
    return tuple(part for part in monomial if not part[0].startswith(AT))


def alone(monomial: Monomial) -> str:
    """Return the variable that a product of entries adds up to."""
    (name,) = summed(Ratio({monomial: ONE})).names
    return name


def every(wanted: Guard) -> str:
    """Return what was shown of every entry, as a function of them."""
    return "A'" if is_of_entries(wanted) else "(fun _ _ => A')"


def proved(name: str, what: str, steps: Iterable[str]) -> list[str]:
    """Return the steps that show something and give it a name."""
    return [f"assert ({name} : {what}).", "{", *(f"  {step}" for step in steps), "}"]


def applied(name: str, of: str) -> str:
    """Return what was shown, at an entry."""
    return f"({name}'{of})" if of else f"{name}'"


def within(entry: str) -> str:
    """Return what says that an entry is one."""
    return ENTRY if entry == FIRST_ENTRY else f"L{entry}"


def listed(names: Iterable[str]) -> str:
    """Return variables as they are bound."""
    return " ".join(map(called, names))


def divided(key: Any) -> Ratio:
    """Return what is divided by."""
    return variable(key) if isinstance(key, str) else Ratio(dict(key))


def divisor(key: Any) -> str:
    """Return what is divided by, as a term."""
    return called(key) if isinstance(key, str) else f"({polynomial(dict(key))})"


def without(a: Ratio, key: Any) -> Ratio:
    """Return a ratio over one of its factors."""
    if isinstance(key, str):
        return a * variable(key, -1)
    taken = content(a.above)
    return Ratio({taken: a.above[multiplied(key[0][0], taken)]}, a.below)
