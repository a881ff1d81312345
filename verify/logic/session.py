"""A claim under proof: its symbols, premises and bound as formulas, and the steps that lead to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import sympy
import z3

from bounds import symbols as s
from bounds.claims.claim import Claim, ClaimCase, Outcomes
from bounds.claims.limits import premise
from verify.logic.kernel import Kernel, Step, Theorem
from verify.logic.language import Formula, How, StepFailed, Term
from verify.logic.proof import Proof, Repair
from verify.logic.transcendental import roots
from verify.logic.translate import assumptions, constant, real, relation, translate


@dataclass(frozen=True)
class Data:
    """What the function symbols of a proof are on one exact run, and what its bound variables range over."""

    values: Mapping[str, Any]
    ranges: Mapping[str, Sequence[Any]]


Reading = Callable[[ClaimCase], Data]
"""How an instance of the claim interprets the function symbols of a proof."""


@dataclass
class Session:
    """What a proof is written with: the kernel's rules, and the parts of the claim as formulas.

    A premise that the claim does not have cannot be used, so a variant that drops a needed premise fails at
    the step that needs it.
    """

    claim: Claim
    kernel: Kernel = field(default_factory=Kernel)
    repairs: list[Repair] = field(default_factory=list)
    conclusions: list[Theorem] = field(default_factory=list)
    stated: list[Term] = field(default_factory=list)
    reading: Reading | None = None
    _lemmas: dict[tuple[str, int], tuple[Theorem, Formula]] = field(default_factory=dict)

    # --- the claim's parts -----------------------------------------------------------------------------

    def symbol(self, symbol: Any) -> Term:
        """Return a symbol of the glossary as a real term, by its definition where the claim fixes it."""
        return real(constant(symbol))

    @cached_property
    def parameters(self) -> list[Theorem]:
        """What the claim says of its parameters: what they may be, values that it fixes, premises on them alone."""
        symbols = {*self.claim.bound.free_symbols, *self.claim.spoken}
        for value in self.claim.defines.values():
            symbols |= sympy.sympify(value).free_symbols
        theorems = []
        for hypothesis in self.claim.hypotheses:
            condition = premise(hypothesis)
            symbols |= condition.left.free_symbols | condition.right.free_symbols if condition else set()
        for symbol in sorted(symbols - s.OF_A_TRIAL, key=lambda symbol: str(symbol.name)):
            formulas = assumptions(symbol, self.claim.domain(symbol))
            theorems += [self.axiom(f"sign of {symbol}", "hypothesis", formula) for formula in formulas]
        given = self.claim.defines if self.claim.base is None else self.claim.base.defines
        for symbol, value in self.claim.defines.items():
            denominator = sympy.denom(sympy.together(value))
            if given.get(symbol) != value and not denominator.is_number:
                theorems.append(self.axiom(f"{symbol} has a value", "hypothesis", translate(denominator) != 0))
            term = translate(value)
            theorems += roots(self.kernel, [term])
            theorems.append(self.axiom(f"{symbol} = {value}", "hypothesis", real(constant(symbol)) == term))
        return [*theorems, *self._parameter_premises()]

    def _parameter_premises(self) -> Iterator[Theorem]:
        """Yield the premises about parameters alone, such as "X > 0"; below a division by zero there is no limit."""
        for hypothesis in self.claim.hypotheses:
            condition = premise(hypothesis)
            if condition is not None:
                left, operator, right = condition
                formula = relation(translate(left), operator, translate(right))
                denominator = sympy.denom(sympy.together(right))
                if not denominator.is_number:
                    formula = z3.Or(translate(denominator) == 0, formula)
                yield self.axiom(f"parameters: {hypothesis.name}", "hypothesis", formula, hypothesis.text)

    def given(self, name: str, formula: Formula) -> list[Theorem]:
        """Return the claim's premise called ``name`` as an axiom, or nothing where the claim lacks it."""
        for hypothesis in self.claim.hypotheses:
            if hypothesis.name == name:
                return [self.axiom(f"premise: {name}", "hypothesis", formula, hypothesis.text)]
        return []

    def holds(self, lhs: Term, terms: Mapping[Any, Term] | None = None) -> Formula:
        """Return "lhs in the claim's relation to the claim's bound"."""
        self.stated.append(real(lhs))
        return relation(real(lhs), self.claim.relation, translate(self.claim.bound, terms))

    @cached_property
    def length(self) -> list[Theorem]:
        """The number of trials l is not negative."""
        return [self.count("l", z3.Int("l") >= 0)]

    # --- steps -----------------------------------------------------------------------------------------

    def axiom(self, name: str, kind: str, formula: Formula, text: str = "") -> Theorem:
        """State an axiom."""
        return self.kernel.axiom(name, kind, formula, text)

    def define(self, name: str, formula: Formula, text: str = "") -> Theorem:
        """State a definition: equations for new symbols, of the run, or of a sum or count by recursion."""
        return self.kernel.axiom(name, "definition", formula, text)

    def count(self, name: str, formula: Formula, text: str = "") -> Theorem:
        """State that an integer counts something: it is at least 0 or 1; or that it is an index."""
        return self.kernel.axiom(name, "count", formula, text)

    def measure(self, name: str, formula: Formula, text: str = "") -> Theorem:
        """State what a parameter of the claim measures."""
        return self.kernel.axiom(name, "measure", formula, text)

    def outcomes(self, name: str, kinds: Sequence[Outcomes], formula: Formula) -> Theorem:
        """State what the claim says of its outcomes by their kind."""
        if self.claim.outcomes not in kinds:
            raise StepFailed(name, f"the outcomes of the claim are {self.claim.outcomes.value}")
        return self.kernel.axiom(name, "hypothesis", formula)

    def fact(self, name: str, formula: Formula, text: str = "") -> Theorem:
        """State a named fact of analysis; Coq has to prove it."""
        return self.kernel.axiom(name, "analysis", formula, text)

    def prove(self, name: str, formula: Formula, by: Iterable[Theorem] = ()) -> Theorem:
        """Prove a quantifier-free formula."""
        return self.kernel.prove(name, formula, by)

    def lemma(self, name: str, variables: list[Term], formula: Formula, by: Iterable[Theorem] = ()) -> Theorem:
        """Prove a formula for all values of ``variables``; once, however often it is asked for."""
        key = (name, formula.get_id())
        if key not in self._lemmas:
            self._lemmas[key] = (self.kernel.lemma(name, variables, formula, by), formula)
        return self._lemmas[key][0]

    def induction(
        self, name: str, t: Term, invariant: Formula, base: Iterable[Theorem] = (), step: Iterable[Theorem] = ()
    ) -> Theorem:
        """Prove a formula for all natural numbers t by induction."""
        return self.kernel.induction(name, t, invariant, base, step)

    def repair(self, step: str, text: str) -> None:
        """Note what of the source's own step was wrong or incomplete, and what is proved instead."""
        self.repairs.append(Repair(step, text))

    def conclude(
        self, lhs: Term, by: Iterable[Theorem] = (), terms: Mapping[Any, Term] | None = None, name: str = ""
    ) -> Theorem:
        """Prove the claim itself: ``lhs`` in the claim's relation to the claim's bound.

        A bound with a floor is proved without it first; an integer at most a number is at most its floor.
        """
        what, bound, goal = name or "the claim", translate(self.claim.inner_bound, terms), self.holds(lhs, terms)
        premises = [*by, *self.length, *self.parameters, *roots(self.kernel, [bound])]
        if self.claim.inner_bound is self.claim.bound:
            return self.concluded(self.prove(what, goal, premises))
        inside = self.prove(f"{what}, before rounding down", real(lhs) <= bound, premises)
        return self.concluded(self.prove(what, goal, [inside]))

    def concluded(self, theorem: Theorem) -> Theorem:
        """Note that a theorem is what the claim says, or a part of it."""
        self.conclusions.append(self.kernel.own(theorem))
        return theorem


ProofFunction = Callable[[Session], None]


def run(claim: Claim, write: ProofFunction, reading: Reading | None = None) -> tuple[Proof, Session]:
    """Run a proof on a claim and say how far it comes."""
    session = Session(claim, reading=reading)
    failed: Step | None = None
    try:
        write(session)
        if not session.conclusions:
            raise StepFailed("the claim", "the proof ends without it")
        failed = next((step for step in session.kernel.steps if not step.ok), None)
    except StepFailed as failure:
        failed = next((step for step in session.kernel.steps if not step.ok), None)
        if failed is None:
            how: How = "axiom" if failure.name in session.kernel.axioms else "z3"
            failed = Step(failure.name, how, 0, ok=False, message=failure.message)
            session.kernel.steps.append(failed)
    rests_on = {name: axiom for conclusion in session.conclusions for name, axiom in conclusion.axioms.items()}
    axioms = (session.kernel.axioms if failed else rests_on).values()
    return (
        Proof(
            claim,
            tuple(session.kernel.steps),
            tuple(axioms),
            failed,
            tuple(session.repairs),
            inconsistent=session.kernel.contradiction(),
        ),
        session,
    )
