"""A certificate for sequences of every length, pattern by pattern, as one Coq file.

A pattern is the branches that trials took; a list of multipliers serves those that begin its own. Along each list goes
a potential, a quadratic form in the comparator and the state; a trial leads from a pattern to one that is longer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from bounds.claims.claim import Claim as Stated
from bounds.errors import BoundcheckError
from verify.kernel import ZERO, sign
from verify.kernel_gram.certificate import Lists, judged
from verify.kernel_gram.chain import eliminated, irrational, joined, short
from verify.kernel_gram.patterns import Need, Walk
from verify.kernel_gram.problem import Run
from verify.prove.coq_file import file_of, first
from verify.prove.coq_terms import called
from verify.prove.coq_units import rational
from verify.prove.coq_worst import Form, Worst, of_products

UNFOLDED = "cbv beta iota delta [potential paid scale reach begun]"


class PatternMultipliers(NamedTuple):
    """A list of multipliers along its pattern: of each beginning a potential and a total, and what each trial shows.

    Without forms it counts: the amount of each trial is at most so much.
    """

    digits: str
    scale: Fraction
    totals: Sequence[Fraction]
    potentials: Sequence[Form]
    trials: Sequence[Form]


class File(Worst):
    """The Coq file of a certificate with lists of multipliers."""

    def __init__(self, claim: Stated, document: Mapping[str, Any]) -> None:
        super().__init__(claim, document)
        if not document["every"]:
            raise BoundcheckError("what is proved pattern by pattern, up to a length, has no Coq form yet")
        if self.worst.by_length or not self.problem.timeless:
            raise BoundcheckError("patterns whose trials differ by their number have no Coq form yet")
        if self.rate.irrational:
            raise BoundcheckError("patterns in units of an irrational rate have no Coq form yet")
        self.impossible: dict[str, str] = {}
        self.kept: dict[str, str] = {}
        runs = [*self.walked(Walk(self.worst, document["length"]), Lists(document["multipliers"]))]
        self.runs_of = {run.digits: run for run in runs}
        self.names = [*runs[-1].links[0].states] if runs[-1].links else []
        counted = [digits for digits, key in self.kept.items() if not key]
        self.lists = [self.served(key, document["multipliers"][key]) for key in self.keys()]
        self.lists += [self.counting(digits) for digits in longest(counted)]
        self.ids = {digits: f"P{i}" for i, digits in enumerate(self.runs_of)}

    def walked(self, walk: Walk, lists: Lists) -> Iterator[Run]:
        """Yield the patterns, and note which list proves each, or none where its trials cannot add up to more."""
        needs = walk.needs(0)
        need = next(needs, None)
        while need is not None:
            verdict, key, digits = judged(need, lists), lists.serving(need.key), need.run.digits
            if verdict is None:
                raise BoundcheckError("the certificate is not one of this claim")
            if verdict:
                self.impossible[digits] = need.key
            else:
                self.kept[digits] = "" if key != need.key and enough(need) else str(key)
            yield need.run
            try:
                need = needs.send(verdict)
            except StopIteration:
                need = None

    def keys(self) -> list[str]:
        """Return the lists that are needed."""
        return list(dict.fromkeys(filter(None, (*self.kept.values(), *self.impossible.values()))))

    def served(self, key: str, texts: Sequence[str]) -> PatternMultipliers:
        """Return a list of multipliers with its potentials."""
        multipliers, digits = [Fraction(text) for text in texts], key.rpartition("/")[2]
        program = Run(self.problem).along(digits).program
        totals, _ = program.totals(multipliers)
        steps = [link.step(*given) for link, given in zip(program.links, program.parted(multipliers), strict=True)]
        weight = ZERO if program.radius is None else multipliers[1]
        states, size = [*program.links[0].states], 1 + len(program.links[0].states)
        form, common = [[0] * size for _ in range(size)], 1
        potentials, trials = [negative(form, 1)], list[Form]()
        for t in range(len(steps), 0, -1):
            if irrational([*steps[t - 1][:2], *steps[t - 1].along.values()]):
                raise BoundcheckError("multipliers of irrational numbers have no Coq form yet")
            whole, over = joined(form, common, steps[t - 1], states, states if t > 1 else [])
            reduced = eliminated(whole, over)
            if reduced is None:
                raise BoundcheckError("the certificate is not one of this claim")
            form, common = short(*reduced)
            shown = [[Fraction(a, over) for a in line] for line in whole]
            for i, line in enumerate(form if t > 1 else ()):
                for j, a in enumerate(line):
                    shown[i][j] -= Fraction(a, common)
            shown[0][0] += weight if t == 1 else ZERO
            trials.insert(0, shown)
            potentials.insert(0, negative(form, common))
        potentials[0] = [[weight if i == j == 0 else ZERO for j in range(size)] for i in range(size)]
        return PatternMultipliers(digits, multipliers[0], totals, potentials, trials)

    def counting(self, digits: str) -> PatternMultipliers:
        """Return what a pattern's trials add up to at most, whatever their vectors."""
        plain = (Run(self.problem).along(digits[:t]).plain for t in range(len(digits) + 1))
        return PatternMultipliers(digits, Fraction(1), [ZERO if a is None else a for a in plain], [], [])

    def serving(self, digits: str) -> list[int]:
        """Return which lists serve a pattern."""
        return [i for i, one in enumerate(self.lists) if one.digits.startswith(digits)]

    def source(self) -> str:
        """Return the whole file."""
        lemmas = (lemma for i, one in enumerate(self.lists) for lemma in self.forms(i, one))
        return file_of("Worst", self.definitions(), lemmas, (*self.patterns(), *self.theorem()))

    # --- the proof

    @property
    def vectors_of(self) -> list[str]:
        """The comparator and the states, as variables."""
        return ["u", *map(called, self.names)]

    def forms(self, i: int, one: PatternMultipliers) -> Iterator[str]:
        """Yield the lemmas that forms of a list are never negative."""
        for t, form in enumerate(one.trials, 1):
            yield self.form(f"trial_{i}_{t}", form, [*self.before(t), "x"])
        for t, form in enumerate(one.potentials):
            if any(map(any, form)):
                yield self.form(f"kept_{i}_{t}", form, self.vectors_of)

    def before(self, t: int) -> list[str]:
        """Return the vectors that there are before a trial: before the first, the comparator alone."""
        return self.vectors_of[:1] if t == 1 else self.vectors_of

    def form(self, name: str, form: Form, vectors: Sequence[str]) -> str:
        """Return the lemma that a form is never negative, and not with -x for x, if it speaks of x."""
        steps = "\n".join([*self.posed(form, vectors), "    spread_all.", *self.named(), "    repeat split; lra."])
        signs = [[1] * len(vectors), *([[1] * (len(vectors) - 1) + [-1]] if vectors[-1] == "x" else [])]
        forms = ([[a * s[i] * s[j] for j, a in enumerate(line)] for i, line in enumerate(form)] for s in signs)
        said = " /\\ ".join(f"0 <= {of_products(one, vectors)}" for one in forms)
        return f"Lemma {name} (n : nat) ({' '.join(vectors)} : vec) :\n  {said}.\nProof.\n{steps}\nQed.\n"

    def tactic(self, i: int, t: int) -> str:
        """Return the tactic that shows what a list says of a trial."""
        if not self.lists[i].trials:
            return "lra"
        names = ", ".join(f"?F_{a}_{b}'" for a, b in self.products)
        of = f"trial_{i}_{t} n {' '.join(self.before(t))} x"
        return f"destruct ({of}) as [Z1' Z2']; rewrite {names} in Z1', Z2'; lra"

    def patterns(self) -> Iterator[str]:
        """Yield the patterns, the lists that serve them, and what these prove, as definitions."""
        lists = [f"Y{i}" for i, _ in enumerate(self.lists)]
        yield f"Inductive pattern := {' | '.join(self.ids.values())}."
        yield f"Inductive served := {' | '.join(lists)}.\n"
        sizes = (f"{name} => {len(digits)}" for digits, name in self.ids.items())
        yield f"Definition size (p : pattern) : nat := match p with {' | '.join(sizes)} end.\n"
        of = {(y, digits): i for i, y in enumerate(lists) for digits in self.ids if i in self.serving(digits)}
        scales = (f"{y} => {rational(one.scale)}" for y, one in zip(lists, self.lists, strict=True))
        yield f"Definition scale (y : served) : R := match y with {' | '.join(scales)} end.\n"
        paid = {(y, digits): rational(self.lists[i].totals[len(digits)]) for (y, digits), i in of.items()}
        forms = {(y, digits): self.potential(i, len(digits)) for (y, digits), i in of.items()}
        yield self.by_cases("serves", "(y : served) (p : pattern) : Prop", dict.fromkeys(of, "True"), "False")
        yield self.by_cases("paid", "(y : served) (p : pattern) : R", paid, "0")
        yield self.by_cases("potential", "(n : nat) (u : vec) (y : served) (p : pattern) (s : state) : R", forms, "0")
        yield self.begun()
        rest = "" if len(self.ids) == 1 else " | _ => True"
        yield f"Definition reach (p : pattern) (s : state) : Prop := match p with P0 => begun s{rest} end.\n"

    def by_cases(self, name: str, about: str, values: Mapping[tuple[str, str], str], other: str) -> str:
        """Return a definition by what it is of each list and each pattern that it serves."""
        cases = "".join(f"\n  | {y}, {self.ids[digits]} => {value}" for (y, digits), value in values.items())
        rest = "" if len(values) == len(self.lists) * len(self.ids) else f"\n  | _, _ => {other}"
        return f"Definition {name} {about} :=\n  match y, p with{cases}{rest}\n  end.\n"

    def potential(self, i: int, t: int) -> str:
        """Return the potential of a list after some trials."""
        forms = self.lists[i].potentials
        return self.quadratic(forms[t]) if forms else "0"

    def theorem(self) -> Iterator[str]:
        """Yield the theorem."""
        rest = self.arguments(self.put)
        yield from self.stated_at_values()
        yield f"  destruct (staged (step n{rest}) ({self.added}) size reach serves scale (potential n u) paid"
        yield f"    (start n{rest}) P0 S) as (p & s & L_ & R_ & H')."
        yield "  { reflexivity. }"
        yield "  { repeat split. }"
        yield "  { intros []; cbn [scale]; lra. }"
        yield "  { intros [] Y'; cbn [serves] in Y'; first [contradiction|cbn [potential paid]; norms; lra]. }"
        yield "  { intros p s c Hc' _ R_ K'. destruct p."
        for digits in self.ids:
            yield "    {"
            yield from self.step(digits)
            yield "    }"
        yield "  }"
        yield f"  unfold bound. set (A_ := {self.over_the_run}) in *."
        yield from self.floored()
        yield "  clearbody A_."
        yield "  pose proof (pos_INR (length S)); remember (INR (length S)) as l eqn:El'."
        yield "  destruct p."
        for digits in self.ids:
            i = self.proving(digits)
            yield f"  {{ specialize (H' Y{i} I). {self.known(i, len(digits))}cbn [scale potential paid] in H'. lra. }}"
        yield "Qed.\n"

    def proving(self, digits: str) -> int:
        """Return the list that proves a pattern's bound, or that it is impossible."""
        key = self.impossible.get(digits, self.kept.get(digits))
        for i, one in enumerate(self.lists):
            if (not one.potentials and not key and one.digits.startswith(digits)) or (
                one.potentials and key and key.rpartition("/")[2] == one.digits
            ):
                return i
        raise BoundcheckError("the certificate is not one of this claim")

    def known(self, i: int, t: int) -> str:
        """Return the step that states of a potential in the state s that it is not negative."""
        forms = self.lists[i].potentials
        if not forms or not any(map(any, forms[t])):
            return ""
        vectors = ["u", *(f"({called(name)}_of s)" for name in self.names)]
        return f"pose proof (kept_{i}_{t} n {' '.join(vectors)}). "

    def step(self, digits: str) -> Iterator[str]:
        """Yield the steps for a trial after a pattern: it leads to a longer one, or changes nothing."""
        if digits in self.impossible:
            i = self.proving(digits)
            yield f"    exfalso. specialize (K' Y{i} I eq_refl). {self.known(i, len(digits))}"
            yield "    cbn [potential paid] in K'. lra."
            return
        rest, here, t = self.arguments(self.put), self.serving(digits), len(digits)
        longer = [other for other in self.ids if len(other) == t + 1 and other.startswith(digits)]
        amount, after, p = f"{self.added} s c", f"(step n{rest} s c)", self.ids[digits]
        same = [f"potential n u Y{i} {p} {after} <= potential n u Y{i} {p} s" for i in here]
        ways = [[f"{amount} <= 0", f"reach {p} {after}", *same]]
        for other in longer:
            q = self.ids[other]
            ways.append([
                f"scale Y{i} * ({amount}) + potential n u Y{i} {q} {after} - potential n u Y{i} {p} s"
                f" <= paid Y{i} {q} - paid Y{i} {p}"
                for i in self.serving(other)
            ])  # fmt: skip
        said = " \\/ ".join("(" + " /\\ ".join(way or ["True"]) + ")" for way in ways)
        yield f"    assert (D' : {said})."
        yield f"    {{ clear K'. {UNFOLDED}. cbn [reach begun] in R_."
        yield from self.trial(())
        tried = [chosen(0, len(ways), "first [exact I|lra|solve [unmoved]]")]
        for k, other in enumerate(longer, 1):
            shown = "|".join(self.tactic(i, t + 1) for i in self.serving(other)) or "exact I"
            tried.append(chosen(k, len(ways), f"[{shown}]"))
        yield f"    {first([*tried[1:], tried[0]])}. }}"
        yield self.taken(longer)
        yield "    { left. split; [exact G'|split; [exact R2|]]. intros [] Y'; cbn [serves] in Y';"
        yield "      first [contradiction|parts; assumption]. }"
        for other in longer:
            yield f"    {{ right. exists {self.ids[other]}. split; [reflexivity|split; [exact I|]]."
            yield "      intros [] Y'; cbn [serves] in Y'; first [contradiction|split; [exact I|parts; assumption]]. }"

    @staticmethod
    def taken(longer: Sequence[str]) -> str:
        """Return the step that takes apart what a trial may do."""
        shape = "D'"
        for _ in longer[1:]:
            shape = f"[D'|{shape}]"
        nothing = "(G' & R2 & D')"
        return f"    destruct D' as [{nothing}|{shape}]." if longer else f"    destruct D' as {nothing}."


def chosen(k: int, ways: int, shown: str) -> str:
    """Return the tactic that shows the one of some ways that has this number."""
    side = "right; " * k + ("left; " if k < ways - 1 else "")
    return f"({side}repeat apply conj; {shown})"


def enough(need: Need) -> bool:
    """Tell whether the trials of a pattern cannot add up to more than its bound, whatever their vectors."""
    return need.run.plain is not None and need.bound is not None and sign(need.run.plain - need.bound) <= 0


def negative(form: Sequence[Sequence[int]], common: int) -> Form:
    """Return the opposite of a form over a denominator."""
    return [[Fraction(-a, common) for a in line] for line in form]


def longest(patterns: Iterable[str]) -> list[str]:
    """Return those that no other begins with."""
    words = list(patterns)
    return [a for a in words if not any(b != a and b.startswith(a) for b in words)]
