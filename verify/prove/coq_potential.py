"""A proof by a potential as one Coq file: the statement, a lemma for each goal, and what these add up to.

The squares of vectors that a goal names are among the hypotheses of its lemma, and what is shown first is a lemma too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import combinations_with_replacement
from typing import Any

from bounds.claims.claim import Claim as Stated
from bounds.errors import BoundcheckError
from verify.kernel import Formula, read
from verify.kernel_proof.by_potential import combination, square
from verify.kernel_proof.certificate import quotient
from verify.kernel_proof.claims import NIL
from verify.kernel_proof.goals import Goal
from verify.kernel_proof.pieces import Guard, Vector
from verify.kernel_proof.potential import Potential, Run
from verify.kernel_proof.states import LAST, StatefulClaim, sum_name
from verify.prove.coq_file import (
    alike,
    assumed,
    defined,
    file_of,
    first,
    lemma,
    missed,
    of_the_trial,
    on_each_side,
    sized,
)
from verify.prove.coq_identity import Lemma
from verify.prove.coq_states import ALONG, TIME, Stateful, field, following
from verify.prove.coq_terms import called, proposition, term

FIRST, LATER, NONE, SUM = "the first trial", "a later trial", "no trials", "the sum"
NIL_EXAMPLE, INVARIANT, VALUES = ", x = 0", ": invariant", ": the learner has values"


class GoalLemmas:
    """A goal as a lemma, with lemmas for what is shown first, and the tactic that uses it."""

    def __init__(
        self, name: str, claim: StatefulClaim, goal: Goal, part: Mapping[str, Any], roots: Mapping[str, Any]
    ) -> None:
        self.goal = goal
        texts = part.get("squares", [])
        vectors = [combination(claim, text, goal.hypotheses, roots) for text in texts]
        known = (*goal.guards, *(square(claim, text, goal.hypotheses, roots) for text in texts))
        ways = ["settle", *map(squared, vectors)]
        self.lemmas: list[Lemma] = []
        for i, (text, relation, proof) in enumerate(part.get("first", []), 1):
            wanted = Guard(quotient(text, (*known, goal.wanted), roots), relation)
            lemma = Lemma(f"{name}_{i}", Goal(goal.name, known, wanted), proof, roots)
            self.lemmas.append(lemma)
            ways.append(f"({used(lemma)}; first [{' | '.join(ways)}])")
            known = (*known, wanted)
        lemma = Lemma(name, Goal(goal.name, known, goal.wanted), part["proof"], roots)
        self.lemmas.append(lemma)
        self.use = f"{used(lemma)}; first [{' | '.join(ways)}]"


def used(lemma: Lemma) -> str:
    """Return the tactic that applies a lemma."""
    return f"apply ({' '.join([lemma.name, *lemma.variables])})"


def squared(vector: Vector) -> str:
    """Return the tactic that shows that a polynomial is the square of a vector."""
    parts = "; ".join(f"({term(by)}, {name})" for name, by in vector.parts.items())
    return f"(apply (square_is n [{parts}]); cbn [squared crossed]; renamed; equal)"


class File(Stateful):
    """The Coq file of a proof by a potential."""

    columns = True

    def __init__(self, claim: Stated, document: Mapping[str, Any]) -> None:
        super().__init__(claim, document["statement"])
        if self.claim.counting and len(self.claim.vectors) > 1:
            raise BoundcheckError("updates of more vectors than one have no Coq form yet")
        self.plan = Potential(*(document[part] for part in Potential._fields))
        run = Run(self.claim, self.plan)
        self.kinds: dict[Any, set[str]] = {}
        goals: dict[Any, Goal] = {}
        for goal in (*run.of_trials(), *run.of_the_end(), *run.of_no_trials()):
            self.kinds.setdefault(alike(goal), set()).add(goal.name)
            goals.setdefault(alike(goal), goal)
        self.roots = run.roots
        self.shown = [
            GoalLemmas(f"goal_{i}", self.claim, goal, part, self.roots)
            for i, (goal, part) in enumerate(zip(goals.values(), document["goals"], strict=True), 1)
        ]
        self.empty = any(NONE in kinds for kinds in self.kinds.values())

    def source(self) -> str:
        """Return the whole file."""
        lemmas = (lemma.source() for shown in self.shown for lemma in shown.lemmas)
        proof = (*self.potential(), *self.named(), *self.core(), *self.theorem())
        return file_of("Potential", self.definitions(), lemmas, proof)

    # --- the potential

    def potential(self) -> Iterator[str]:
        """Yield the potential, and what is kept between trials, as definitions."""
        about = f"(n : nat){self.real} (l : R) (u : vec) (s : state) ({called(sum_name(0))} : R)"
        yield f"Definition potential {about} : R :=\n  {self.term_of(read(self.plan.potential))}.\n"
        kept = [f"2 <= {field(TIME)} s"]
        kept += [f"{field(LAST)} s = {field(name)} s" for name in self.same]
        kept += [proposition(self.scope, self.placed(read(text))) for text in self.plan.invariants]
        said = " /\\ ".join(kept)
        yield f"Definition kept {about} : Prop :=\n  {said}.\n"

    @property
    def same(self) -> list[str]:
        """The first vector of the state that is the example of the trial before, if there is one."""
        return [name for name in self.claim.vectors if self.claim.updates[name] == Formula("x")][:1]

    def named(self) -> Iterator[str]:
        """Yield the tactic that takes a trial, or an end, to variables: products of vectors, and roots."""
        yield "Ltac renamed := repeat match goal with"
        yield "  | F : dot ?n ?a ?b = ?r |- context [dot ?n ?a ?b] => rewrite F"
        yield "  | F : dot ?n ?a ?b = ?r |- context [dot ?n ?b ?a] => rewrite (dot_comm n b a), F"
        yield "  end.\n"

    def worked(self, _kind: str) -> Iterator[str]:
        """Yield the steps that take what is to be shown to variables: products of vectors, and roots."""
        spoken = {name for shown in self.shown for lemma in shown.lemmas for name in lemma.variables}
        yield "    norms; cases; try (exfalso; lra); spread_all; try nothing;"
        for a, b in combinations_with_replacement(sorted(self.claim.basis), 2):
            name = called(f"_{a}_{b}")
            yield f"    try product_of n {a} {b} {name} F_{name}';"
        yield "    roots_apart; numbers;"
        for root, inside in self.roots.items():
            if (name := called(root)) in spoken:
                yield f"    try root_called {name} E_{name}' R_{name}' ({term(inside)});"
        yield "    try (exfalso; lra);"
        if self.claim.counting:
            yield "    try (exfalso; unmoving);"

    def ways(self, fits: Callable[[str], bool], by: str = "le_of _ _ ({wanted})") -> str:
        """Return the tactic that uses the first of some goals, by their names, that fits."""
        return first(
            f"apply ({by.format(wanted=term(shown.goal.wanted.ratio))}); [equal|{shown.use}]"
            for shown in self.shown
            if shown.goal.wanted.relation in (">", ">=") and any(map(fits, self.kinds[alike(shown.goal)]))
        )

    # --- the proof

    def core(self) -> Iterator[str]:
        """Yield the lemma for runs with trials."""
        rest = self.arguments()
        sums = called(sum_name(0))
        yield lemma("core", self, f"  S <> [] -> given n{rest} {self.run_names} -> {self.claimed()}")
        yield "  intros N' G'."
        yield from assumed(self, radius=True)
        yield from self.entries()
        yield "  pose proof (at_least_1 S N') as L'. remember (INR (length S)) as l eqn:El'."
        times = self.amount(self.claim.times, many="l") if self.claim.times != NIL else "0"
        summands = " ".join(f"({self.summand(of)})" for of in (f"gain n{rest}", f"cost n{rest} u", self.beside))
        moving, u = ("_moving", "") if self.moving else ("", " u")
        states = [f"P{i}'" for i, (kind, _) in enumerate(self.premises()) if kind == ALONG]
        lemma_of, given = (
            (f"telescoped_along (step n{rest}) (holds_ n{rest} u)", f"N' {states[0]}")
            if states
            else (f"telescoped{moving} (step n{rest})", "N'")
        )
        yield f"  destruct ({lemma_of} {summands} {field(TIME)}"
        yield f"    (potential n{rest} l{u}) (kept n{rest} l{u}) ({times}) (start n{rest}) S {given} eq_refl)"
        ends = "u & u_next & s & (c & Hc') & (d & Hd')" if self.moving else "s"
        yield f"    as ({ends} & T' & K' & B')."
        yield "  { intros s c. reflexivity. }"
        compared = " u u_next Hc' [d Hd']" if self.moving else " Hc' A'" if states else " Hc'"
        yield f"  {{ intros c{compared}."
        yield from self.missed(f"(start n{rest})")
        yield from defined(self)
        yield from self.trial(FIRST)
        yield "  }"
        yield f"  {{ intros s m c{compared} T1' T2' K'. rewrite <- El' in T2'. rename m into " + sums + "."
        yield from self.missed("s")
        yield from defined(self)
        yield f"    {self.opened}"
        yield from self.trial(LATER)
        yield "  }"
        yield f"  set (G_ := {self.gains()}) in *. set (L_ := {self.losses()}) in *."
        yield f"  remember ({self.sums()}) as {sums} eqn:Es'. clear Es'. clearbody G_ L_. rewrite <- El' in T'."
        bound = self.amount(self.claim.bound, many="l")
        yield f"  cut (G_ - ({times}) * L_ <= {bound}); [lra|]. clear El' N'."
        yield from defined(self)
        yield from sized(self)
        yield f"  {self.opened} assert (D' : l = t - 1) by lra. clear T'. subst l."
        yield from self.worked(SUM)
        yield f"    {self.ended()}."
        yield "Qed.\n"

    def entries(self) -> Iterator[str]:
        """Yield the step that shows that vectors have entries, where that is used."""
        return iter(())

    def missed(self, state: str) -> Iterator[str]:
        """Yield the step that says first of an interval on which side what is predicted in a state misses it."""
        return missed(self, f"predicted n{self.arguments()} {state} c")

    @property
    def opened(self) -> str:
        """The steps that take a state apart."""
        numbers = [called(name) for name in self.numbers]
        same = "".join(f" try subst {LAST}." for _ in self.same)
        return f"destruct s as [{' '.join([TIME, *numbers, *self.vectors])}]. {self.unfolded} parts.{same}"

    @property
    def unfolded(self) -> str:
        """The step that puts definitions in."""
        counted = "updated, " if self.claim.counting else ""
        holds = "holds_, " if self.of_states else ""
        words = f"{holds}kept, potential, step, gain, cost, more, {counted}predicted, start"
        return f"unfold {words} in *. cbn [{self.fields}] in *."

    @property
    def fields(self) -> str:
        """The parts of a state, as functions."""
        return " ".join(map(field, (TIME, *self.numbers, *self.vectors)))

    def trial(self, kind: str) -> Iterator[str]:
        """Yield the steps that show what is wanted of a trial."""
        yield from of_the_trial(self)
        taken = f"destruct c as [x {self.seen}]. cbn [fst snd] in *.{self.shown_apart}"
        yield f"    clear Hc' El' N'. {self.unfolded} {taken}"
        yield from on_each_side(self)
        if any("y = 1" in name for name in set().union(*self.kinds.values())):
            yield "    destruct y; cbn [label] in *;"
        yield from self.counted()
        yield "    (destruct (example_or n x) as [O'|O']);"
        yield from self.worked(kind)
        yield "    lazymatch type of O' with"
        for at, nil in (("0 < _", False), ("_", True)):
            paid, held = (self.ways(partial(of_a_trial, kind, nil, invariant)) for invariant in (False, True))
            yield f"    | {at} => split; [{paid}|repeat apply conj; first [reflexivity | lra"
            yield f"      | {held}"
            yield f"      | apply Rle_antisym; {held}]]"
        yield "    end."

    def counted(self) -> Iterator[str]:
        """Yield the steps that tell whether a trial changes the state, where that is counted."""
        if self.claim.counting:
            after = ", ".join(map(following, self.claim.vectors))
            posed = "; ".join(f"try pose proof (Z1' {name})" for name in self.claim.basis if name != LAST)
            yield f"    (decided; [spread; rewrite ?Z1', ?Z2'; {posed}; clear Z1' Z2'|]);"
            yield f"    unfold {after}, predicted in *; cbn [{self.fields}] in *; cbn [fst snd label] in *;"

    def ended(self) -> str:
        """Return the tactic that compares what the trials add up to with the bound."""
        return self.ways(SUM.__eq__, "ended _ _ _ ({wanted}) B'")

    def theorem(self) -> Iterator[str]:
        """Yield the theorem, with runs without trials."""
        rest = self.arguments()
        yield "Theorem holds : claim.\nProof."
        yield f"  intros n{rest} {self.run_names} G'. destruct S as [|c' S'] eqn:E'."
        yield "  - cbn [over_run against length INR] in *."
        if not self.moving:
            yield "    pose proof (self_product n u) as V'."
        yield from assumed(self)
        yield from defined(self)
        yield from self.entries()
        yield "    unfold bound. cbn [length INR over_run against] in *. try congruence;"
        yield from self.worked(NONE)
        yield f"    {self.ways(NONE.__eq__)}."
        yield f"  - exact (core n{rest} {self.run_names[:-1]}(c' :: S') ltac:(discriminate) G')."
        yield "Qed.\n"


def of_a_trial(kind: str, nil: bool, invariant: bool, name: str) -> bool:
    """Tell whether a goal is of a trial of some kind, with x = 0 or without: of its invariants, or that it is paid."""
    paid = name.startswith(kind) and not name.endswith(VALUES)
    return paid and (NIL_EXAMPLE in name) == nil and name.endswith(INVARIANT) == invariant
