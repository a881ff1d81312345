"""A claim about a learner that keeps more than weights as Coq definitions: its state, a trial's step, and sums."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from bounds.claims.claim import Claim as Stated
from bounds.errors import BoundcheckError
from verify.kernel import Formula, names_in, read
from verify.kernel_proof.claims import NIL, TRIALS, UPDATE
from verify.kernel_proof.states import LAST, sum_name
from verify.kernel_proof.states import Stated as WithStates
from verify.proofs.coq_scope import CoqScope, atom
from verify.prove.coq_claim import OUTCOMES, Statement
from verify.prove.coq_terms import called, number, proposition, scope, term_of_vector

TIME = "t"


def field(name: str) -> str:
    """Return what a part of the state is called in Coq."""
    return f"{name}_of"


def kept(name: str) -> str:
    """Return the name that a vector of the state has while a formula is translated; no formula has it."""
    return f"{name}'"


def require_uncounted(claim: WithStates) -> None:
    """Raise BoundcheckError for a proof that looks at whether a trial changes the state."""
    if claim.counting:
        raise BoundcheckError("a proof that counts the trials which change the state has no Coq form yet")


class Stateful(Statement):
    """A claim about a learner with a state, as Coq definitions."""

    reads: type[WithStates] = WithStates
    of_a_trial = frozenset(("x", "u", "y", "xx", "ux"))
    """What premises may say of a trial, besides parameters."""

    def __init__(self, claim: Stated, statement: Mapping[str, Any], values: Mapping[str, str] | None = None) -> None:
        self.claim: WithStates = self.reads(statement)
        self.values = {name: read(text) for name, text in (values or {}).items()}
        self.moving = self.claim.changing
        if self.claim.shown:
            raise BoundcheckError("a proof about trials with further columns has no Coq form yet")
        if UPDATE.head in names_in(self.claim.gain) and self.claim.numbers:
            raise BoundcheckError(
                "a gain where numbers of the state change has no Coq form; write the rule's condition"
            )
        if len(self.claim.premises.charge) > 1:
            raise BoundcheckError("a claim that bounds more than one sum has no Coq form yet")
        if any(TRIALS in names_in(formula) for formula in self.claim.updates.values()):
            raise BoundcheckError("a learner that knows the number of trials has no Coq form yet")
        self.parameters = sorted(self.claim.parameters & {*statement["free"], *self.spoken_of()}, key=called)
        self.outcomes = OUTCOMES.get(self.claim.kind, "")
        plain = scope(claim, self.claim.kind, self.parameters)
        compared = {u: (u, "n") for u in self.claim.compared_with}
        vectors = {**compared, **{kept(name): (f"({field(name)} s)", "n") for name in self.vectors}}
        numbers = {name: f"{field(name)} s" for name in (TIME, *self.claim.numbers)}
        rest = f"n{self.arguments()} s c"
        told = {sum_name(0): called(sum_name(0)), "yhat": f"predicted {rest}", UPDATE.head: f"updated {rest}"}
        self.scope: CoqScope = replace(
            plain, vectors={**plain.vectors, **vectors}, numbers={**plain.numbers, **numbers, **told}
        )
        self.empty = True

    def spoken_of(self) -> set[str]:
        """Return the names that something in the claim speaks of; a definition that nothing does is left out."""
        claim, said = self.claim, self.claim.premises
        ends = (*said.size, *said.radius, *(formula for pair in said.charge for formula in pair))
        given = (*ends, *said.of_trials, *said.of_parameters)
        learner = (*claim.updates.values(), *claim.starts.values(), claim.predict)
        return claim.spoken(claim.bound, claim.gain, claim.loss, claim.times, *given, *learner, *self.values.values())

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

    def told(self, formula: Formula) -> str:
        """Return a formula of a trial, or of what is between two, as a Coq term."""
        return number(self.scope, self.placed(formula))

    # --- definitions

    def definitions(self) -> Iterator[str]:
        """Yield the definitions that make the statement, and last the statement."""
        claim, real = self.claim, self.real
        kinds = {TIME: "R", **dict.fromkeys(claim.numbers, "R"), **dict.fromkeys(self.vectors, "vec")}
        begun = {TIME: "1", **{name: number(self.scope, claim.starts.get(name, NIL)) for name in claim.numbers}}
        after = {TIME: f"{field(TIME)} s + 1", LAST: "fst c"}
        after |= {name: self.told(claim.updates[name]) for name in claim.numbers}
        after |= {name: term_of_vector(self.scope, self.placed(claim.updates[name])) for name in claim.vectors}
        trial, of_state = f"(c : vec * {self.outcomes})", f"(n : nat){real} (s : state)"
        yield "(** The number of the trial that comes, what the learner keeps, and the example of the trial before. *)"
        yield f"Record state := State {{ {'; '.join(f'{field(name)} : {kind}' for name, kind in kinds.items())} }}.\n"
        begun |= {name: self.started(name) for name in claim.vectors}
        start = " ".join(atom(begun.get(name, "zero")) for name in kinds)
        yield f"Definition start (n : nat){real} : state := State {start}.\n"
        predict = number(self.scope, self.placed(claim.predict))
        yield f"Definition predicted {of_state} {trial} : R :=\n  {predict}.\n"
        parts = " ".join(f"({after[name]})" for name in kinds)
        yield f"Definition step {of_state} {trial} : state :=\n  State {parts}.\n"
        if UPDATE.head in names_in(claim.gain):
            moved = " + ".join(f"dot n {v} {v}" for v in map(self.moved, claim.vectors))
            yield "(** Whether the trial changes the weights. *)"
            yield f"Definition updated {of_state} {trial} : R :=\n  if Req_EM_T ({moved}) 0 then 0 else 1.\n"
        yield f"Definition gain {of_state} {trial} : R :=\n  {self.told(claim.gain)}.\n"
        loss = NIL if claim.loss is None or claim.times == NIL else claim.loss
        yield f"Definition cost (n : nat){real} (u : vec) (s : state) {trial} : R :=\n  {self.told(loss)}.\n"
        more = next((inside for inside, _ in claim.premises.charge), NIL)
        moving = " (u u_next : vec)" if self.moving else ""
        yield f"Definition more (n : nat){real}{moving} (s : state) {trial} : R :=\n  {self.told(more)}.\n"
        yield from self.stated(number(self.scope, claim.bound))

    def started(self, _name: str) -> str:
        """Return what a vector of the state starts at."""
        return "zero"

    def moved(self, name: str) -> str:
        """Return by what a trial changes a vector of the state."""
        return f"(fun i => {field(name)} (step n{self.arguments()} s c) i - {field(name)} s i)"

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
        return f"more n{self.arguments()}{' u u_next' if self.moving else ''}"

    def of_each(self, said: str) -> str:
        """Return that something holds on each trial c, of its comparator u where that moves."""
        return f"(forall c u, In (c, u) S -> {said})" if self.moving else f"(forall c, In c S -> {said})"

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
        for formula in premises.of_trials:
            if names_in(formula) <= {*self.parameters, *self.of_a_trial}:
                yield "trials", self.of_each(proposition(self.scope, formula))
        for _, end in premises.charge:
            yield "charge", f"{self.sums()} <= {number(self.scope, end)}"
        for name, formula in self.claim.defined.items():
            if name in self.parameters and name not in self.values:
                yield f"definition {name}", f"{called(name)} = {number(self.scope, formula)}"
