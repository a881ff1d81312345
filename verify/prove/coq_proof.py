"""A certificate of verify.kernel_proof as one Coq file: the statement, made from its formulas, and the proof.

Each goal of the checker is a lemma with its identity (verify.prove.coq_identity). The rest is the same for all claims:
cases as the decisions of the rule and the losses make them, the sum over the trials, the bound, and limits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from bounds.claims.claim import Claim as Stated
from bounds.errors import BoundcheckError
from verify.derive.identity import identity
from verify.kernel import read
from verify.kernel_proof.certificate import plan_of
from verify.kernel_proof.claims import NIL, UPDATE
from verify.kernel_proof.goals import Goal, Run, checked, goals_of, limits_of
from verify.kernel_proof.pieces import NOTHING, pieces
from verify.kernel_proof.ratios import Ratio
from verify.proofs.coq_terms import infix
from verify.prove.coq_claim import Statement
from verify.prove.coq_file import alike, assumed, defined, file_of, first, missed, of_the_trial, on_each_side, rooted
from verify.prove.coq_file import lemma as head
from verify.prove.coq_identity import Lemma
from verify.prove.coq_terms import called, guard, term

TRIALS = {"y", "yhat", "ux", "xx"}
TRIAL, SIGN, NONE = "a trial", ", loss >= 0", "no trials"
OF_RUNS = {"the constants have values", "a lemma", "a >= 0", "values"}
VALUED = "the bound has values"


class File(Statement):
    """The Coq file of a certificate."""

    def __init__(self, claim: Stated, document: Mapping[str, Any]) -> None:
        super().__init__(claim, document["statement"])
        self.plan = plan_of(document)
        made = goals_of(self.claim, self.plan)
        self.roots = made.roots
        about = (self.claim, self.plan, self.roots)
        run = Run(*about)
        values = {tuple(map(term, values)): values for _, values in run.cases}
        self.constants = [*next(iter(values))] if len(values) == 1 else None
        self.named = {name: pieces(read(text), run.own)[0][1] for name, text in self.plan.names}
        self.steps: dict[Any, list[Ratio]] = {}
        self.kinds: dict[Any, set[str]] = {}
        for goal in (*run.of_constants(), *run.of_trials(), *run.of_sums(), *limits_of(*about)):
            self.kinds.setdefault(alike(goal), set()).add(kind(goal))
            if goal.step is not None:
                self.steps.setdefault(alike(goal), []).append(goal.step)
        self.empty = any(NONE in kinds for kinds in self.kinds.values())
        if len(document["goals"]) != len(made.goals):
            raise BoundcheckError("the certificate does not have the goals of its claim")
        parts = [(goal, given["proof"]) for goal, given in zip(made.goals, document["goals"], strict=True)]
        self.lemmas = [
            Lemma(f"goal_{i}", goal, part, self.roots) for i, (goal, part) in enumerate([*parts, *self.valued(run)], 1)
        ]

    def valued(self, run: Run) -> Iterator[tuple[Goal, Mapping[str, Any]]]:
        """Yield that what the claim divides by is not 0, and what is below its roots not negative, where that is so."""
        needs = {(before, need.ratio.key): (before, need) for before, need in run.terms.needs}
        for known, (before, need) in product(run.known, needs.values()):
            for goal in checked("values", (known, before), need):
                part = identity(goal.hypotheses, self.roots)
                if part is not None:
                    yield goal, part

    def source(self) -> str:
        """Return the whole file."""
        lemmas = (lemma.source() for lemma in self.lemmas)
        return file_of("Trials", self.definitions(), lemmas, (*self.costs(), *self.core(), *self.theorem()))

    # --- the proof

    @property
    def put(self) -> dict[str, str]:
        """What defined parameters are, that the proof does not keep."""
        terms: dict[str, str] = {}
        for name, formula in self.claim.defined.items():
            if name not in self.plan.kept:
                terms[name] = f"({self.amount(formula, terms, 'l')})"
        return terms

    def substituted(self) -> Iterator[str]:
        """Yield the steps that put definitions in."""
        return defined(self, self.plan.kept)

    def costs(self) -> Iterator[str]:
        """Yield the lemma that losses are not negative, where that is used."""
        if self.plan.signed:
            yield head("costs", self, f"  given n{self.arguments()} u S -> 0 <= {self.losses()}")
            yield "  intros G'. apply run_not_negative. intros w c Hc'."
            yield from assumed(self)
            yield from self.substituted()
            yield from self.cases(SIGN)
            yield "Qed.\n"

    def core(self) -> Iterator[str]:
        """Yield the lemma for runs with trials, where limits are positive."""
        limits = "".join(f"  0 < {called(name)} ->\n" for name in self.plan.limits)
        yield head("core", self, f"{limits}  S <> [] -> given n{self.arguments()} u S ->\n  {self.claimed()}")
        given = [*(f"M{i}'" for i, _ in enumerate(self.plan.limits)), "N'", "G'"]
        yield f"  intros {' '.join(given)}."
        yield from self.signed()
        yield from assumed(self, radius=True)
        yield "  pose proof (at_least_1 S N') as L'. pose proof (self_product n u) as V'."
        yield "  remember (INR (length S)) as l eqn:El'. remember (dot n u u) as uu_ eqn:Eu'."
        yield from self.substituted()
        yield f"  remember ({self.losses(self.put)}) as losses_ eqn:Es'."
        yield from self.known(root for root in self.roots if not self.spoken(root) & TRIALS)
        a, b, k, scale = self.constants or map(self.in_all_cases, ("a", "b", "c", "lambda"))
        rest = self.arguments(self.put)
        yield f"  assert (A' : 0 <= {a}) by ({'' if self.constants else 'cases; '}settle)."
        yield f"  assert (T' : forall w c, In c S -> exists s, (forall i, rule n{rest} w c i = w i + s * fst c i) /\\"
        yield f"    gain n{rest} w c <= ({a}) * (2 * s * (({scale}) * dot n u (fst c) - dot n w (fst c))"
        yield f"      - s ^ 2 * dot n (fst c) (fst c)) + ({b}) + ({k}) * cost n{rest} u w c)."
        yield "  { intros w c Hc'."
        yield from self.cases(TRIAL)
        yield "  }"
        yield "  pose proof (summed _ _ _ _ _ _ _ _ _ _ A' T') as B'. rewrite <- Es', <- El', <- Eu' in B'."
        yield "  clear T' Es' El' Eu'."
        yield "  cases; rooted; try (exfalso; lra);"
        by = f"{'sum_alone' if self.claim.times == NIL else 'sum_by _'} _ _ _ ({{wanted}}) B'"
        yield f"  {self.ways('the sum', by)}."
        yield "Qed.\n"

    def in_all_cases(self, constant: str) -> str:
        """Return the formula of a constant that is not the same in all cases."""
        return f"({self.amount(read(self.plan.constants[constant]), self.put, 'l')})"

    def signed(self) -> Iterator[str]:
        """Yield the step that states that the sum of losses is not negative, where that is used."""
        if self.plan.signed:
            yield f"  pose proof (costs n{self.arguments()} u S G') as Z'."

    def spoken(self, root: str) -> set[str]:
        """Return the variables that a root is made of."""
        variables = {*self.roots[root].names}
        return variables.union(*(self.spoken(name) for name in variables & self.roots.keys()))

    def known(self, roots: Iterable[str], of: Iterable[str] = OF_RUNS) -> Iterator[str]:
        """Yield the steps that name roots and what the proof names, and show what is known of them in turn."""
        named = {**{root: self.roots[root] for root in roots}, **self.named}
        left, seen = dict(named), set[str]()
        while left:
            name = next(name for name in left if not left[name].names & (left.keys() - {name}))
            value = left.pop(name)
            seen.add(name)
            if name in self.named:
                yield f"  assert (exists r, r = {term(value)}) as [{called(name)} E_{called(name)}'] by eauto."
            else:
                yield f"  destruct (root_exists ({term(value)})) as [{called(name)} E_{called(name)}']."
                yield f"  pose proof (root_not_negative _ _ E_{called(name)}')."
        squares = [
            f"  try (assert (R_{called(root)}' : {called(root)} * {called(root)} = {term(named[root])})"
            f" by (apply (root_square _ _ E_{called(root)}'); settle))."
            for root in named
            if root not in self.named
        ]
        yield from squares
        for lemma in self.lemmas:
            if self.of(lemma) & {*of}:
                yield f"  try (assert (W_{lemma.name}' : {guard(lemma.goal.wanted)}) by ({lemma.use}))."
                yield from squares

    def cases(self, what: str) -> Iterator[str]:
        """Yield the steps that show what is wanted of a trial, on each case of it."""
        yield from of_the_trial(self, " rewrite ?norm_is in {}'.")
        if what == TRIAL and self.counts:
            yield from self.counted()
        yield from missed(self, "dot n w (fst c)")
        yield "    pose proof (example_is n u w (fst c)) as O'. unfold rule, gain, cost. rewrite ?norm_is."
        yield f"    clear Hc'. destruct c as [x {self.seen}]. cbn [fst snd] in *."
        yield "    remember (dot n w x) as yhat eqn:E1'. remember (dot n u x) as ux eqn:E2'."
        yield "    remember (dot n x x) as xx eqn:E3'. clear E1' E2' E3'."
        yield from on_each_side(self, "ux")
        if self.claim.kind == "labels":
            yield "    destruct y; cbn [label] in *;"
        yield "    (destruct O' as [O'|(O1' & O2' & O3')]; [|subst xx ux yhat]);"
        yield from rooted({root: of for root, of in self.roots.items() if self.spoken(root) & TRIALS})
        yield "    cases; rooted; try (exfalso; lra);"
        if what == SIGN:
            yield f"    {self.ways(what, 'le_by _ _ ({wanted})')}."
        else:
            paid = "apply (le_by _ _ ({wanted})); [{use}|equal]"
            way = "exists ({step}); split; [intros i; equal|" + paid + "]"
            if self.counts:
                yield "    intros G0';"
                way = "exists ({step}); split; [intros i; equal|first"
                way += " [apply (Rle_trans _ 1); [exact G1'|" + paid + "]"
                way += "|rewrite (G0' ({step})); [" + paid + "|intros i; equal|ring]]]"
            yield f"    {self.ways(what, '', way)}."

    @property
    def counts(self) -> bool:
        """Whether the gain counts the trials that change the weights."""
        return self.claim.gain == UPDATE

    def counted(self) -> Iterator[str]:
        """Yield the steps that say of the gain that it is at most 1, and 0 where the weights stay what they were."""
        rest = self.arguments(self.put)
        gain = self.changed(rest)
        yield f"    pose proof (changed_at_most n (rule n{rest} w c) w) as G1'."
        yield f"    pose proof (unchanged n (rule n{rest} w c) w (fst c)) as G0'."
        yield f"    unfold gain. remember ({gain}) as gain_ eqn:E0'. clear E0'. revert G0'."

    def of(self, lemma: Lemma) -> set[str]:
        """Return what a lemma is for."""
        return self.kinds.get(alike(lemma.goal), {lemma.goal.name})

    def ways(self, what: str, by: str, way: str = "") -> str:
        """Return the tactic that uses the first of the goals of some kind that fits."""
        way = way or "apply (" + by + "); [{use}|equal]"
        chosen = [lemma for lemma in self.lemmas if what in self.of(lemma)]
        filled = (
            way.format(step=step, wanted=term(lemma.goal.wanted.ratio), use=lemma.use)
            for lemma in chosen
            for step in dict.fromkeys(map(term, self.steps.get(alike(lemma.goal), [NOTHING])))
        )
        return first(filled)

    def theorem(self) -> Iterator[str]:
        """Yield the theorem: runs without trials, limits and rounding."""
        rest = self.arguments()
        yield "Theorem holds : claim.\nProof."
        yield f"  intros n{rest} u S G'. assert (B' : {self.claimed()})."
        yield "  { destruct S as [|c' S'] eqn:E'."
        yield "    - cbn [over_run length INR] in *. pose proof (self_product n u) as V'."
        yield from assumed(self)
        yield "      remember (dot n u u) as uu_ eqn:Eu'. cbn [length INR over_run] in *."
        yield from self.substituted()
        yield from self.known(
            (root for root in self.roots if not self.spoken(root) & (TRIALS | {"l"})), {*OF_RUNS, VALUED}
        )
        yield "      try congruence; rewrite ?sqrt_0 in *; cases; rooted; try (exfalso; lra);"
        yield f"      {self.ways(NONE, 'le_by _ _ ({wanted})')}."
        yield "    - rewrite <- E' in *. assert (N' : S <> []) by (rewrite E'; discriminate). clear E'."
        if self.plan.limits:
            yield from self.limits()
        else:
            yield f"      exact (core n{rest} u S N' G')."
        yield "  }"
        if self.claim.floored:
            yield "  unfold bound. apply whole_floor; [|exact B']. apply run_is_whole. intros w c. unfold gain. cases;"
            yield "  first [exists 0%Z; lra|exists 1%Z; lra|exists (-1)%Z; lra|exists 2%Z; lra]."
        else:
            yield "  exact B'."
        yield "Qed.\n"

    def limits(self) -> Iterator[str]:
        """Yield the steps from positive limits to all: the bound is continuous in them."""
        larger = {name: f"({called(name)} + e)" for name in self.plan.limits}
        whole = self.amount(self.claim.bound, larger)
        if self.claim.times != NIL:
            whole = infix("+", whole, infix("*", self.amount(self.claim.times, larger), self.losses()))
        positive = " ".join("ltac:(lra)" for _ in self.plan.limits)
        yield f"      assert (K' : forall e, 0 < e -> {self.gains()} <= {whole})."
        yield f"      {{ intros e He'. assert (F' : given n{self.arguments(larger)} u S)."
        yield "        { unfold given in *. cbv zeta in *. parts. repeat split; first [assumption | lra"
        yield "        | intros c Hc'; match goal with P : forall c, In c _ -> _ |- _ => specialize (P c Hc'); lra end"
        yield "          | eapply Rle_trans; [eassumption|lra]]. }"
        yield from self.signed()
        yield from assumed(self, radius=True)
        yield f"        assert (C' : {self.claimed(larger)})"
        yield f"          by exact (core n{self.arguments(larger)} u S {positive} N' F'). lra. }}"
        yield f"      assert (J' : at_0 (fun e => {whole}))."
        yield "      { pose proof (at_least_1 S N') as L'. pose proof (self_product n u) as V'. clear K'."
        yield from self.signed()
        yield from assumed(self)
        yield "  remember (INR (length S)) as l eqn:El'. remember (dot n u u) as uu_ eqn:Eu'."
        yield from self.substituted()
        yield from self.known((root for root in self.roots if not self.spoken(root) & TRIALS), [*OF_RUNS, VALUED])
        yield "        continuous; rewrite ?Rplus_0_r; settle. }"
        yield "      pose proof (in_the_limit _ _ J' K') as I'. cbv beta in I'. rewrite ?Rplus_0_r in I'. lra."


def kind(goal: Goal) -> str:
    """Return what kind of goal one is."""
    return TRIAL if goal.step is not None else SIGN if goal.name.endswith(SIGN) else goal.name
