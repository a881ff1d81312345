"""A proof entry by entry, with exp and ln, as one Coq file: the statement, a lemma for each goal, and what these show.

What the statement says of a trial is taken to the variables of the goals: values of exp and ln, and sums over the
entries, each of which is taken apart by a lemma of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bounds.claims.claim import Claim as Stated
from bounds.errors import BoundcheckError
from bounds.formulas.tree import Apply, Name
from bounds.formulas.tree import Formula as Tree
from verify.kernel_proof.claims import NIL
from verify.kernel_proof.entries import ENTRIES, OF_ENTRIES, Each, Entries
from verify.kernel_proof.entries import SUM as SUMMED
from verify.kernel_proof.goals import Goal
from verify.kernel_proof.pieces import Guard, Guards, Piece, Terms
from verify.kernel_proof.potential import Potential, Run
from verify.kernel_proof.ratios import Ratio, variable
from verify.kernel_proof.weights import Weighed
from verify.proofs.coq_scope import CoqScope
from verify.prove.coq_entries import ENTRY, Library, Steps, divisor, without
from verify.prove.coq_file import alike, file_of, first, of_the_trial, on_each_side
from verify.prove.coq_names import at, factors, vector
from verify.prove.coq_potential import NONE, SUM, of_a_trial
from verify.prove.coq_potential import File as ByPotential
from verify.prove.coq_terms import called, entry, proposition, term

HERE = "e'"
OF = {">=": "le_of", ">": "lt_of"}


@dataclass
class Noting(Entries):
    """What names stand for, where the vectors that are summed up are noted."""

    summands: dict[Any, Ratio] = field(default_factory=dict)

    @property
    def functions(self) -> Mapping[str, tuple[Any, Callable[..., Iterator[Piece]], bool]]:
        """The functions that are known."""
        return {**OF_ENTRIES, **{head: self.noting(head) for head in ("sum", "dot")}}

    def noting(self, head: str) -> tuple[Any, Callable[..., Iterator[Piece]], bool]:
        """Return a sum that notes what it adds up."""
        counts, function, of_vectors = OF_ENTRIES[head]

        def of(terms: Terms, before: Guards, *given: Any) -> Iterator[Piece]:
            if all(isinstance(a, Each) for a in given):
                whole = given[0].at if len(given) == 1 else given[0].at * given[1].at
                self.summands.setdefault(whole.key, whole)
            yield from function(terms, before, *given)

        return counts, of, of_vectors

    def broken(self, branches: list[Guards]) -> Guard:
        """Return that some entry is not 0, whose squares are added up."""
        guard = super().broken(branches)
        ((at,),) = branches
        square = at.ratio * at.ratio
        self.summands.setdefault(square.key, square)
        return guard


class SummedClaim(Weighed):
    """A claim that is looked at entry by entry, with all that is summed up in it."""

    def __init__(self, statement: Any) -> None:
        self.summands: dict[Any, Ratio] = {}
        super().__init__(statement)

    def named(self, names: dict[str, list[Piece]], roots: dict[str, Ratio]) -> Terms:
        """Return terms in which names stand for something, and sums are noted."""
        terms = super().named(names, roots)
        return Noting(terms.names, roots, values=self.values, summands=self.summands)


class Entrywise(CoqScope):
    """What names mean where formulas of vectors are those of their entries, and what is so at each is decided."""

    def decision(self, formula: Tree, entry: str = "") -> str:
        """Return a relation, also one of all entries, as a decision of Coq."""
        if isinstance(formula, Apply) and formula.function == "all_i":
            return f"each_dec n _ (fun e => {super().decision(formula.arguments[0], 'e')})"
        return super().decision(formula, entry)

    def _word(self, formula: Tree) -> str | None:
        return self.vectors[formula.name][0] if isinstance(formula, Name) and formula.name in self.vectors else None


class File(ByPotential):
    """The Coq file of a proof entry by entry."""

    reads = SummedClaim
    claim: SummedClaim
    of_example = frozenset(("x", "u", "xx", "ux", ENTRIES))

    def __init__(self, claim: Stated, document: Mapping[str, Any]) -> None:
        super(ByPotential, self).__init__(claim, document["statement"])
        if self.claim.counting:
            raise BoundcheckError("a proof entry by entry that counts updates has no Coq form yet")
        plain = self.scope
        self.scope = Entrywise(**{**vars(plain), "numbers": {**plain.numbers, ENTRIES: "INR n"}})
        self.plan = Potential(*(document[part] for part in Potential._fields))
        run = Run(self.claim, self.plan)
        self.kinds: dict[Any, set[str]] = {}
        goals: dict[Any, Goal] = {}
        for goal in (*run.of_trials(), *run.of_the_end(), *run.of_no_trials()):
            self.kinds.setdefault(alike(goal), set()).add(goal.name)
            goals.setdefault(alike(goal), goal)
        self.roots = run.roots
        self.library = Library(self.claim, self.roots)
        self.functions, self.summands = [*map(variable, self.claim.values.known)], [*self.claim.summands.values()]
        self.steps = [
            Steps(f"goal_{i}", goal, part["proof"], self.library)
            for i, (goal, part) in enumerate(zip(goals.values(), document["goals"], strict=True), 1)
        ]
        self.empty = any(NONE in kinds for kinds in self.kinds.values())

    def source(self) -> str:
        """Return the whole file."""
        proof = [*self.potential(), *self.core(), *self.theorem()]
        spoken = "\n".join(proof)
        goals = [steps.source() for steps in self.steps if steps.name in {*re.findall(r"goal_\d+", spoken)}]
        lemmas = self.library.sources("\n".join([*goals, *proof]))
        return file_of("Weights", self.definitions(), [*lemmas, *goals], proof)

    # --- the statement

    def spoken_of(self) -> set[str]:
        """Return the names that something in the claim speaks of."""
        return super().spoken_of() | self.claim.spoken(*self.claim.of_comparator)

    def started(self, name: str) -> str:
        """Return what a vector of the state starts at."""
        return f"(fun i => {entry(self.scope, self.placed(self.claim.starts.get(name, NIL)))})"

    def premises(self) -> Iterator[tuple[str, str]]:
        """Yield what is assumed, by kind; that vectors have entries, where runs without trials have no comparator."""
        if self.moving or not self.sized:
            yield "entries", "(0 < n)%nat"
        for formula in self.claim.of_comparator:
            said = proposition(self.scope, formula)
            yield ("comparators", self.of_each(said)) if self.moving else ("comparator", said)
        yield from super().premises()

    # --- the proof

    @property
    def sized(self) -> bool:
        """Whether premises say what a comparator's entries add up to, which is not 0."""
        return any(map(self.claim.is_mass, self.claim.of_comparator))

    def entries(self) -> Iterator[str]:
        """Yield the step that shows that vectors have entries."""
        shown = "assumption" if self.moving or not self.sized else "(parts; eapply has_entries; [eassumption|lra])"
        yield f"  assert ({ENTRY} : (0 < n)%nat) by {shown}."

    def of(self, kind: str) -> list[Steps]:
        """Return the goals of some kind of trial, or of the end."""
        return [steps for steps in self.steps if any(name.startswith(kind) for name in self.kinds[alike(steps.goal)])]

    def worked(self, kind: str) -> Iterator[str]:
        """Yield the steps that take what is to be shown to variables: values of exp and ln, and sums."""
        names = set().union(*(steps.own for steps in self.of(kind)))
        free = self.free(names)
        values, summands = (
            [ratio for ratio in ratios if self.free(self.library.spoken(ratio)) <= free]
            for ratios in (self.functions, self.summands)
        )
        names = names.union(*(ratio.names for ratio in values), *map(self.library.spoken, summands))
        ordered = [*self.library.names.ordered(names)]
        if kind in (SUM, NONE) and any("x" in map(vector, steps.free[1]) for steps in self.of(kind)):
            yield "    pose proof zero as x;"
        yield "    norms; unfold dot, norm1 in *; parts; values_first;"
        for name in ordered:
            if meaning := self.library.names.meaning(name):
                yield f"    {meaning.step.removesuffix('.')};"
        yield "    try (assert (1 <= n_) by (rewrite (E_n_' : n_ = INR n); apply INR_at_least_1; assumption));"
        sums = [self.library.summing(ratio) for ratio in summands]
        posed = [(f"    try pose proof ({of}{' ltac:(nonzero)' * len(keys)});", keys) for of, keys in sums]
        yield from (pose for pose, _ in posed)
        boxed = any(head == "rectified" for head, _ in self.claim.values.known.values())
        chosen, largest = ("chosen; ", "of_no_entry; ") if boxed else ("", "")
        yield f"    {chosen}valued; intros; {largest}each_decided; cases; try (exfalso; lra);"
        yield from self.roots_named(ordered)
        for key in self.keys(kind):
            yield f"    try (assert ({divisor(key)} <> 0) by {first(['settle', *self.not_zero(key), 'ln_not_zero'])});"
        yield from (pose for pose, keys in posed if keys)
        yield "    sums_left; valued; intros;"
        yield "    try (exfalso; lra);"

    def not_zero(self, key: Any) -> Iterator[str]:
        """Yield the tactics that show of a divisor that it is not 0, as it is a factor of what is not."""
        for steps in self.steps:
            wanted = steps.goal.wanted
            if wanted.relation == "!=" and key in wanted.ratio.nonzero:
                rest = term(without(wanted.ratio, key))
                yield f"(apply (part_not_zero _ ({term(wanted.ratio)}) ({rest})); [{steps.use}|opposite])"

    def roots_named(self, names: list[str]) -> Iterator[str]:
        """Yield the steps that give roots among names their names, after sums of squares, which are not negative."""
        roots = [name for name in names if name in self.roots]
        if not roots:
            return
        yield "    sums_left; valued; intros; roots_apart; numbers;"
        for name in names:
            if name.startswith(SUMMED) and len({*factors(name)}) == 1 and len(factors(name)) == 2:
                yield f"    pose proof (squares_added _ _ _ E_{called(name)}');"
        for root in roots:
            yield f"    try root_named {called(root)} E_{called(root)}' R_{called(root)}' ({term(self.roots[root])});"
        yield "    try (exfalso; lra);"

    def free(self, names: set[str]) -> set[str]:
        """Return the variables that stand for nothing else."""
        return {name for name in names if self.library.names.meaning(name) is None}

    def keys(self, kind: str) -> list[Any]:
        """Return what is divided by in goals of some kind."""
        goals, known = self.of(kind), self.claim.values.known
        ratios = [guard.ratio for steps in goals for guard in (*steps.goal.guards, steps.goal.wanted)]
        ratios += [known[name][1] for steps in goals for name in steps.own if name in known]
        return [*dict.fromkeys(key for ratio in ratios for key in sorted(ratio.divisors, key=str))]

    def ways(self, fits: Callable[[str], bool], by: str = "(apply ({of} _ _ ({wanted})); [equal|{use}])") -> str:
        """Return the tactic that uses the first of some goals, by their names, that fits."""
        return first(
            by.format(of=OF[goal.wanted.relation], wanted=at(goal.wanted.ratio, HERE), use=steps.use)
            for steps in self.steps
            if (goal := steps.goal).wanted.relation in OF and any(map(fits, self.kinds[alike(goal)]))
        )

    def ended(self) -> str:
        """Return the tactic that compares what the trials add up to with the bound."""
        return self.ways(SUM.__eq__, "(eapply (ended _ _ _ ({wanted})); [eassumption|equal|{use}])")

    def trial(self, kind: str) -> Iterator[str]:
        """Yield the steps that show what is wanted of a trial."""
        yield from of_the_trial(self)
        taken = f"destruct c as [x {self.seen}]. cbn [fst snd] in *.{self.shown_apart}"
        yield f"    clear Hc' El' N'. {self.unfolded} {taken}"
        yield from on_each_side(self)
        if any("y = 1" in name for name in set().union(*self.kinds.values())):
            yield "    destruct y; cbn [label] in *;"
        yield from self.worked(kind)
        paid, held = (self.ways(partial(of_a_trial, kind, False, invariant)) for invariant in (False, True))
        yield f"    (split; [{paid}|repeat apply conj; try intros {HERE} L{HERE}; valued; first [reflexivity | lra"
        yield f"      | {held}"
        yield f"      | apply Rle_antisym; {held}]])."
