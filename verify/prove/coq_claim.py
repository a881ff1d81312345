"""What a certificate claims as Coq definitions, made from its formulas: rule, gain, loss, bound, premises."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bounds.claims.claim import Claim as Stated
from verify.kernel import Formula, names_in, read
from verify.kernel_proof.claims import NIL, UPDATE, Claim
from verify.kernel_proof.outcomes import tolerance
from verify.proofs.coq_terms import infix
from verify.prove.coq_terms import OF_TRIALS, called, entry, number, proposition, renumbered, scope, term

OUTCOMES = {"labels": "bool", "points": "R", "intervals": "interval"}
INTERVALS = "intervals"
SPOKEN = {*OF_TRIALS, "w", "x", "u", "side"}


class Statement:
    """A claim as Coq definitions; trials are assumed where it says nothing of runs without (``empty`` is False)."""

    moving = False
    """Whether each trial has a comparator of its own."""

    def __init__(self, claim: Stated, statement: Mapping[str, Any]) -> None:
        self.claim = Claim(statement)
        self.parameters = sorted(self.claim.parameters, key=called)
        self.wider = wider(self.claim)
        self.scope = scope(claim, self.claim.kind, self.parameters, self.wider)
        self.outcomes = OUTCOMES[self.claim.kind]
        self.empty = True

    @property
    def outcome(self) -> str:
        """The outcome of a trial c."""
        return "(snd c)"

    @property
    def in_run(self) -> str:
        """A trial c, with its comparator where that moves, and what says that it is one of those of S."""
        return "c u Hc'" if self.moving else "c Hc'"

    @property
    def seen(self) -> str:
        """What an outcome is called where a trial is taken apart: y, or I' for an interval with the end y."""
        return "I'" if self.wider else "y"

    @property
    def runs(self) -> str:
        """A comparator with a run, as they are bound."""
        return f"(u : vec) (S : list (vec * {self.outcomes}))"

    @property
    def run_names(self) -> str:
        """A comparator with a run, as they are handed on."""
        return "u S"

    @property
    def real(self) -> str:
        """The parameters, as they are bound."""
        return f" ({' '.join(map(called, self.parameters))} : R)" if self.parameters else ""

    def arguments(self, put: Mapping[str, str] | None = None) -> str:
        """Return the parameters as they are handed on, with something put in for some."""
        return "".join(f" {(put or {}).get(name, called(name))}" for name in self.parameters)

    def definitions(self) -> Iterator[str]:
        """Yield the definitions that make the statement, and last the statement."""
        claim = self.claim
        trial = f"(c : vec * {self.outcomes})"
        loss = NIL if claim.loss is None else claim.loss
        rule = entry(self.scope, claim.rule)
        yield f"Definition rule (n : nat){self.real} (w : vec) {trial} : vec :=\n  fun i => {rule}.\n"
        gain = self.changed(self.arguments()) if claim.gain == UPDATE else number(self.scope, claim.gain)
        yield f"Definition gain (n : nat){self.real} (w : vec) {trial} : R :=\n  {gain}.\n"
        yield f"Definition cost (n : nat){self.real} (u w : vec) {trial} : R :=\n  {number(self.scope, loss)}.\n"
        yield from self.stated(number(self.scope, claim.bound))

    @staticmethod
    def changed(rest: str) -> str:
        """Return whether a trial changes the weights."""
        return f"changed n (rule n{rest} w c) w"

    def stated(self, bound: str) -> Iterator[str]:
        """Yield the bound, what is assumed, and the statement."""
        given = " /\\\n  ".join(said for _, said in self.premises()) or "True"
        most = f"floor ({bound})" if self.claim.floored else bound
        yield f"Definition bound (n : nat){self.real} (l : R) : R := {most}.\n"
        yield f"Definition given (n : nat){self.real} {self.runs} : Prop :="
        yield f"  let l := INR (length S) in\n  {given}.\n"
        yield f"Definition claim : Prop := forall (n : nat){self.real} {self.runs},"
        rest = self.arguments()
        yield f"  given n{rest} {self.run_names} -> {self.conclusion()}.\n"

    def conclusion(self) -> str:
        """Return what is claimed of a run."""
        return f"{self.compared()} <= bound n{self.arguments()} (INR (length S))"

    def gains(self) -> str:
        """Return the sum of the gains."""
        return f"over_run (rule n{self.arguments()}) (gain n{self.arguments()}) zero S"

    def losses(self, put: Mapping[str, str] | None = None) -> str:
        """Return the sum of the losses."""
        return f"over_run (rule n{self.arguments(put)}) (cost n{self.arguments(put)} u) zero S"

    def amount(self, formula: Formula, put: Mapping[str, str] | None = None, many: str = "INR (length S)") -> str:
        """Return a formula of parameters as a term, with something put in for some, and for the number of trials."""
        return number(renumbered(self.scope, {**(put or {}), "l": many}), formula)

    def compared(self) -> str:
        """Return what is compared with the bound."""
        return self.claimed().partition(" <= ")[0]

    def claimed(self, put: Mapping[str, str] | None = None) -> str:
        """Return the inequality, with something put in for some parameters of the bound."""
        compared = self.gains()
        if self.claim.times != NIL:
            losses = self.losses()
            many = losses if self.claim.times == read("1") else infix("*", self.amount(self.claim.times, put), losses)
            compared = infix("-", compared, many)
        return f"{compared} <= {self.amount(self.claim.bound, put)}"

    def of_each(self, said: str) -> str:
        """Return that something holds on each trial c."""
        return f"(forall c, In c S -> {said})"

    def nonempty(self) -> Iterator[tuple[str, str]]:
        """Yield that intervals are not empty, where outcomes are intervals."""
        if self.claim.kind == INTERVALS:
            yield INTERVALS, self.of_each(f"nonempty {self.outcome}")

    def premises(self) -> Iterator[tuple[str, str]]:
        """Yield what is assumed, by kind: of parameters, of u, of trials, of the sum of losses, and definitions."""
        said = self.claim.premises
        if not self.empty:
            yield "trials there are", "S <> []"
        for formula in said.of_parameters:
            yield "parameters", proposition(self.scope, formula)
        for end in said.size:
            yield "size", f"norm n u <= {number(self.scope, end)}"
        for end in said.radius:
            yield "radius", self.of_each(f"norm n (fst c) <= {number(self.scope, end)}")
        for formula in said.of_trials:
            if names_in(formula) <= {*self.parameters, *SPOKEN}:
                yield "trials", self.of_each(proposition(self.scope, formula))
        yield from self.nonempty()
        for loss, end in said.charge:
            if loss == self.claim.loss:
                yield "charge", f"{self.losses()} <= {number(self.scope, end)}"
        for name, formula in self.claim.defined.items():
            yield f"definition {name}", f"{called(name)} = {number(self.scope, formula)}"


def wider(claim: Claim) -> str:
    """Return by how much intervals are wider for the learner, as a Coq term; nothing for other outcomes."""
    return term(tolerance(claim)) if claim.kind == INTERVALS else ""
