"""A claim about a learner that keeps more than weights as Coq definitions: its state, a trial's step, and sums."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from bounds.claims.claim import Claim as Stated
from bounds.errors import BoundcheckError
from verify.kernel import Formula, names_in, read
from verify.kernel_proof.claims import NIL, TRIALS, UPDATE
from verify.kernel_proof.states import COUNT, LAST, StatefulClaim, sum_name
from verify.proofs.coq_scope import CoqScope
from verify.proofs.coq_terms import atom
from verify.prove.coq_claim import OUTCOMES, Statement, wider
from verify.prove.coq_terms import called, missed, number, proposition, scope, term_of_vector

TIME, ALONG = "t", "along"


def field(name: str) -> str:
    """Return what a part of the state is called in Coq."""
    return f"{name}_of"


def following(name: str) -> str:
    """Return what a vector of the state is called after a trial."""
    return f"{name}_after"


def kept(name: str) -> str:
    """Return the name that a vector of the state has while a formula is translated; no formula has it."""
    return f"{name}'"


class Stateful(Statement):
    """A claim about a learner with a state, as Coq definitions."""

    reads: type[StatefulClaim] = StatefulClaim
    of_example = frozenset(("x", "u", "xx", "ux"))
    """What premises may say of a trial, besides parameters, its outcome and columns."""
    columns = False
    """Whether trials may have further columns."""

    def __init__(self, claim: Stated, statement: Mapping[str, Any], values: Mapping[str, str] | None = None) -> None:
        self.claim: StatefulClaim = self.reads(statement)
        self.values = {name: read(text) for name, text in (values or {}).items()}
        self.moving = self.claim.changing
        if self.claim.columns and not self.columns:
            raise BoundcheckError("a proof about trials with further columns has no Coq form yet")
        if self.claim.counting and self.claim.numbers:
            raise BoundcheckError("updates of numbers of the state have no Coq form; write the rule's condition")
        if len(self.claim.premises.charge) > 1:
            raise BoundcheckError("a claim that bounds more than one sum has no Coq form yet")
        if any(TRIALS in names_in(formula) for formula in self.claim.updates.values()):
            raise BoundcheckError("a learner that knows the number of trials has no Coq form yet")
        self.parameters = sorted(self.claim.parameters & {*statement["free"], *self.spoken_of()}, key=called)
        self.outcomes = "shown" if self.claim.columns else OUTCOMES.get(self.claim.kind, "")
        self.wider = wider(self.claim)
        plain = scope(claim, self.claim.kind, self.parameters, self.wider)
        compared = {u: (u, "n") for u in self.claim.compared_with}
        vectors = {**compared, **{kept(name): (f"({field(name)} s)", "n") for name in self.vectors}}
        numbers = {name: f"{field(name)} s" for name in (TIME, *self.numbers)}
        rest = f"n{self.arguments()} s c"
        if self.wider:
            said = missed(f"predicted {rest}", self.wider, self.outcome)
            plain = replace(plain, numbers={**plain.numbers, **said})
        plain = self.with_columns(plain)
        told = {sum_name(0): called(sum_name(0)), "yhat": f"predicted {rest}", UPDATE.head: f"updated {rest}"}
        self.scope: CoqScope = replace(
            plain, vectors={**plain.vectors, **vectors}, numbers={**plain.numbers, **numbers, **told}
        )
        self.empty = True

    def with_columns(self, plain: CoqScope) -> CoqScope:
        """Return a scope with what trials show besides their examples."""
        if not self.claim.columns:
            return plain
        vectors = {name: (f"({field(name)} (snd c))", "n") for name in self.claim.shown_vectors}
        numbers = {name: f"{field(name)} (snd c)" for name in self.claim.shown_numbers}
        if "y" in plain.numbers:
            numbers["y"] = plain.numbers["y"].replace("snd c", f"{field('y')} (snd c)")
        return replace(plain, vectors={**plain.vectors, **vectors}, numbers={**plain.numbers, **numbers})

    @property
    def outcome(self) -> str:
        """The outcome of a trial c."""
        return f"({field('y')} (snd c))" if self.claim.columns else "(snd c)"

    @property
    def column_names(self) -> list[str]:
        """What the parts of what a trial shows are called, its outcome first."""
        return [self.seen, *self.claim.shown_vectors, *map(called, self.claim.shown_numbers)]

    @property
    def shown_apart(self) -> str:
        """The step that takes apart what a trial shows."""
        if not self.claim.columns:
            return ""
        fields = " ".join(map(field, ("y", *self.claim.columns)))
        return f" destruct {self.seen} as [{' '.join(self.column_names)}]. cbn [{fields}] in *."

    @property
    def of_a_trial(self) -> set[str]:
        """What premises may say of a trial without the state before it."""
        outcome = "u_loss" if self.wider else "y"
        return {*self.parameters, *self.of_example, outcome, *self.claim.columns}

    @property
    def of_states(self) -> list[str]:
        """What premises say of trials with further columns and of the state before each, as propositions."""
        known = {*self.of_a_trial, "yhat", TIME, *self.numbers, *self.claim.vectors}
        spoken = [formula for formula in self.claim.premises.of_trials if not names_in(formula) <= self.of_a_trial]
        if not self.claim.columns or not spoken:
            return []
        if self.moving or not set().union(*map(names_in, spoken)) <= known:
            raise BoundcheckError("a premise about the learner's state has no Coq form here")
        return [proposition(self.scope, self.placed(formula)) for formula in spoken]

    def spoken_of(self) -> set[str]:
        """Return the names that something in the claim speaks of; a definition that nothing does is left out."""
        claim, said = self.claim, self.claim.premises
        ends = (*said.size, *said.radius, *(formula for pair in said.charge for formula in pair))
        ends = (*ends, *(formula for pair in said.lengths for formula in pair))
        given = (*ends, *said.of_trials, *said.of_parameters)
        learner = (*claim.updates.values(), *claim.starts.values(), claim.predict)
        return claim.spoken(claim.bound, claim.gain, claim.loss, claim.times, *given, *learner, *self.values.values())

    @property
    def numbers(self) -> list[str]:
        """The numbers of the state, with how many trials changed it, where that is counted."""
        return [*([COUNT] if self.claim.counting else []), *self.claim.numbers]

    @property
    def vectors(self) -> list[str]:
        """The vectors of the state, with the example of the trial before."""
        return [*self.claim.vectors, LAST]

    def placed(self, formula: Formula) -> Formula:
        """Return a formula with the names that it is translated by."""
        return self.renamed(self.claim.placed(formula))

    def renamed(self, formula: Formula) -> Formula:
        """Return a formula in which the vectors of the state have names of their own."""
        if formula.arguments is None:
            return Formula(kept(formula.head)) if formula.head in self.vectors else formula
        if formula.head == "":
            return formula
        return Formula(formula.head, tuple(map(self.renamed, formula.arguments)))

    def term_of(self, formula: Formula) -> str:
        """Return a formula of a trial, or of what is between two, as a Coq term."""
        return number(self.scope, self.placed(formula))

    # --- definitions

    def definitions(self) -> Iterator[str]:
        """Yield the definitions that make the statement, and last the statement."""
        claim, real = self.claim, self.real
        kinds = {TIME: "R", **dict.fromkeys(self.numbers, "R"), **dict.fromkeys(self.vectors, "vec")}
        rest = f"n{self.arguments()} s c"
        begun = {
            TIME: "1",
            COUNT: "0",
            **{name: number(self.scope, claim.starts.get(name, NIL)) for name in claim.numbers},
        }
        after = {TIME: f"{field(TIME)} s + 1", LAST: "fst c"}
        after |= {name: self.term_of(claim.updates[name]) for name in claim.numbers}
        after |= {COUNT: f"{field(COUNT)} s + updated {rest}"}
        new = {name: term_of_vector(self.scope, self.placed(claim.updates[name])) for name in claim.vectors}
        after |= {name: f"{following(name)} {rest}" for name in new} if claim.counting else new
        trial, of_state = f"(c : vec * {self.outcomes})", f"(n : nat){real} (s : state)"
        if claim.columns:
            columns = {"y": OUTCOMES[claim.kind]} | dict.fromkeys(claim.shown_vectors, "vec")
            columns |= dict.fromkeys(claim.shown_numbers, "R")
            said = "; ".join(f"{field(name)} : {kind}" for name, kind in columns.items())
            yield f"(** What a trial shows besides its example. *)\nRecord shown := Shown {{ {said} }}.\n"
        yield "(** The number of the trial that comes, what the learner keeps, and the example of the trial before. *)"
        yield f"Record state := State {{ {'; '.join(f'{field(name)} : {kind}' for name, kind in kinds.items())} }}.\n"
        begun |= {name: self.started(name) for name in claim.vectors}
        start = " ".join(atom(begun.get(name, "zero")) for name in kinds)
        yield f"Definition start (n : nat){real} : state := State {start}.\n"
        predict = number(self.scope, self.placed(claim.predict))
        yield f"Definition predicted {of_state} {trial} : R :=\n  {predict}.\n"
        if claim.counting:
            for name, becomes in new.items():
                yield f"Definition {following(name)} {of_state} {trial} : vec :=\n  {becomes}.\n"
            moved = " + ".join(f"dot n {change} {change}" for change in map(self.change, claim.vectors))
            yield "(** Whether the trial changes the weights. *)"
            yield f"Definition updated {of_state} {trial} : R :=\n  if Req_EM_T ({moved}) 0 then 0 else 1.\n"
        parts = " ".join(atom(after[name]) for name in kinds)
        yield f"Definition step {of_state} {trial} : state :=\n  State {parts}.\n"
        yield f"Definition gain {of_state} {trial} : R :=\n  {self.term_of(claim.gain)}.\n"
        loss = NIL if claim.loss is None or claim.times == NIL else claim.loss
        yield f"Definition cost (n : nat){real} (u : vec) (s : state) {trial} : R :=\n  {self.term_of(loss)}.\n"
        more = next((inside for inside, _ in claim.premises.charge), NIL)
        compared = f"({' '.join(claim.compared_with)} : vec)"
        yield f"Definition more (n : nat){real} {compared} (s : state) {trial} : R :=\n  {self.term_of(more)}.\n"
        if self.of_states:
            said = " /\\ ".join(self.of_states)
            yield f"Definition holds_ (n : nat){real} (u : vec) (s : state) {trial} : Prop :=\n  {said}.\n"
        yield from self.stated(number(self.scope, claim.bound))

    def started(self, _name: str) -> str:
        """Return what a vector of the state starts at."""
        return "zero"

    def change(self, name: str) -> str:
        """Return by what a trial changes a vector of the state."""
        return f"(fun i => {following(name)} n{self.arguments()} s c i - {field(name)} s i)"

    @property
    def runs(self) -> str:
        """A comparator with a run, or a run whose trials have comparators, as they are bound."""
        return f"(S : list (vec * {self.outcomes} * vec))" if self.moving else super().runs

    @property
    def run_names(self) -> str:
        """A comparator with a run, or a run whose trials have comparators, as they are handed on."""
        return "S" if self.moving else super().run_names

    def summand(self, what: str) -> str:
        """Return what is summed over a run, as a function of the state and the trial, and of comparators that move."""
        return f"fun u u_next => {what}" if self.moving else what

    def run(self, what: str, put: Mapping[str, str] | None = None) -> str:
        """Return a sum over the run."""
        rest = self.arguments(put)
        over = "against" if self.moving else "over_run"
        return f"{over} (step n{rest}) ({self.summand(what)}) (start n{rest}) S"

    def gains(self) -> str:
        """Return the sum of the gains."""
        return self.run(f"gain n{self.arguments()}")

    def losses(self, put: Mapping[str, str] | None = None) -> str:
        """Return the sum of the losses."""
        return self.run(f"cost n{self.arguments(put)} u", put)

    def sums(self) -> str:
        """Return the sum that a premise bounds."""
        return self.run(self.beside)

    @property
    def beside(self) -> str:
        """What is summed beside the gain and the loss."""
        return " ".join([f"more n{self.arguments()}", *self.claim.compared_with])

    def of_each(self, said: str) -> str:
        """Return that something holds on each trial c, of its comparator u where that moves."""
        return f"(forall c u, In (c, u) S -> {said})" if self.moving else super().of_each(said)

    def premises(self) -> Iterator[tuple[str, str]]:
        """Yield what is assumed, by kind."""
        premises = self.claim.premises
        if not self.empty:
            yield "trials there are", "S <> []"
        for name, value in self.values.items():
            yield f"definition {name}", f"{called(name)} = {number(self.scope, value)}"
        for formula in premises.of_parameters:
            yield "parameters", proposition(self.scope, formula)
        for end in premises.size:
            said = f"norm n u <= {number(self.scope, end)}"
            yield ("sizes", self.of_each(said)) if self.moving else ("size", said)
        for end in premises.radius:
            yield "radius", self.of_each(f"norm n (fst c) <= {number(self.scope, end)}")
        for vector, end in premises.lengths:
            said = f"norm n {atom(term_of_vector(self.scope, vector))} <= {number(self.scope, end)}"
            yield "lengths", self.of_each(said)
        for formula in (*premises.of_trials, *self.claim.limits):
            if names_in(formula) <= self.of_a_trial:
                yield "trials", self.of_each(proposition(self.scope, formula))
        if self.of_states:
            rest = f"n{self.arguments()}"
            yield ALONG, f"along (step {rest}) (holds_ {rest} u) (start {rest}) S"
        yield from self.nonempty()
        for _, end in premises.charge:
            yield "charge", f"{self.sums()} <= {number(self.scope, end)}"
        for name, formula in self.claim.defined.items():
            if name in self.parameters and name not in self.values:
                yield f"definition {name}", f"{called(name)} = {number(self.scope, formula)}"
