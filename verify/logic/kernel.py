"""The proof kernel: theorem objects that only its rules can make.

A theorem is a closed formula of z3 with the axioms it rests on. The rules are few: state
an axiom, discharge a quantifier-free step with z3, instantiate, generalise, do induction over the natural numbers, and
apply a rule of ``calculus``. What a theorem rests on, nothing removes.
Every rule that fails raises ``StepFailed`` with the step's name. An answer ``unknown`` of z3 is a failure, and so is
too much work. Formulas are closed, first-order, and in real and integer arithmetic with uninterpreted functions:
what could mean more than it shows (recursive definitions, loose variables, another context of z3) is refused.

The kernel guards against mistakes and against its public rules being misused. It cannot guard against code that
reaches into private names or rebinds z3 itself: Python has no walls.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import z3

from bounds.errors import BoundcheckError
from verify.logic import calculus, language, solvers
from verify.logic.axioms import RESERVED, not_given
from verify.logic.definitions import Clause, Definitions, NoDefinition, choice, clauses
from verify.logic.language import Formula, How, StepFailed, Term
from verify.logic.notation import text

BASE_KINDS = ("inner product", "square root", "count", "definition", "choice", "hypothesis", "measure")
"""Kinds of axioms that a checked proof may use: the first five are checked here, the last two are the claim's."""

AXIOM_KINDS = (*BASE_KINDS, "analysis")
"""All kinds of axioms: the base kinds, and named facts of analysis."""


_KEY = object()

_PROVED: dict[tuple[int, int, frozenset[int]], float] = {}
"""Timeout, goal and premises of each step that z3 has proved, with the seconds it took: the same step, with the same
formulas, is not proved twice. Goal and premises are ids of terms in language.PARTS, where they are kept for good."""


@dataclass(frozen=True)
class Axiom:
    """A formula that is taken as it is: an axiom of inner products, a definition, a premise or a fact of analysis."""

    name: str
    kind: str
    formula: Formula
    text: str = ""

    def __str__(self) -> str:
        note = f"  [{self.text}]" if self.text else ""
        return f"{self.name} ({self.kind}): {text(self.formula)}{note}"


@dataclass(frozen=True)
class Step:
    """One step of a proof as it was checked."""

    name: str
    how: How
    seconds: float
    ok: bool
    message: str = ""
    formula: Formula = None
    said: str = ""

    @property
    def statement(self) -> str:
        """What the step says, as mathematics to be read."""
        return self.said if self.formula is None else text(self.formula)


class Theorem:
    """A formula with what it rests on. Only a kernel's rules make theorems; nothing changes one."""

    __slots__ = ("_axioms", "_formula", "_kernel")

    _axioms: Mapping[str, Axiom]
    _formula: Formula
    _kernel: Kernel

    def __init__(self, key: object, kernel: Kernel, formula: Formula, axioms: Mapping[str, Axiom]) -> None:
        if key is not _KEY:
            raise BoundcheckError("a theorem is made by a rule of the kernel, not by hand")
        object.__setattr__(self, "_kernel", kernel)
        object.__setattr__(self, "_formula", formula)
        object.__setattr__(self, "_axioms", MappingProxyType(dict(axioms)))

    def __setattr__(self, name: str, value: object) -> None:
        raise BoundcheckError(f"a theorem does not change: {name} cannot be set")

    @property
    def formula(self) -> Formula:
        """The formula proved, by a reference of its own."""
        return language.referenced(self._formula)

    @property
    def axioms(self) -> Mapping[str, Axiom]:
        """Every axiom the theorem rests on, by name."""
        return self._axioms

    def at(self, *terms: Term) -> Theorem:
        """Instantiate the outermost variables with ``terms``."""
        return self._kernel.inst(self, *terms)

    def __str__(self) -> str:
        return text(self.formula)


class Kernel:
    """The rules. A kernel belongs to one proof: it keeps the axioms by name and records every step."""

    def __init__(self, effort: int = solvers.EFFORT) -> None:
        self.effort = effort
        self.steps: list[Step] = []
        self._axioms: dict[str, Axiom] = {}
        self._definitions = Definitions()
        self._constrained: dict[str, frozenset[int]] = {}
        self._ground: dict[int, Formula] = {}
        self._made: dict[int, tuple[Theorem, Formula, Mapping[str, Axiom]]] = {}

    @property
    def axioms(self) -> Mapping[str, Axiom]:
        """Every axiom stated so far."""
        return MappingProxyType(self._axioms)

    # --- rules -------------------------------------------------------------------------------------------

    def axiom(self, name: str, kind: str, formula: Formula, note: str = "") -> Theorem:
        """State an axiom of one of AXIOM_KINDS. The same name twice must carry the same formula.

        A definition has to be one (``verify.logic.definitions``); of inner products, roots and counts only what
        ``verify.logic.axioms`` lists is taken.
        """
        if kind not in AXIOM_KINDS or kind == "choice":
            raise StepFailed(name, f"there are no axioms of kind {kind!r}; the kinds are {', '.join(AXIOM_KINDS)}")
        closed = language.admit(name, formula).term
        objection = not_given(name, kind, closed)
        if objection:
            raise StepFailed(name, objection)
        return self._state(name, kind, closed, note, lambda: clauses(closed) if kind == "definition" else [])

    def choose(
        self,
        name: str,
        variables: Sequence[Term],
        chosen: Term,
        i: Term,
        what: Term,
        *,
        within: tuple[Term, Term],
        when: Formula | None = None,
        note: str = "",
    ) -> Theorem:
        """Take for ``chosen``, a new symbol of the variables, an i with low <= i < high where ``what`` is least.

        A finite set of numbers has a least one.
        """
        index, term = language.closed(name, i).term, language.closed(name, what).term
        if not language.is_free_constant(index) or index.sort() != z3.IntSort():
            raise StepFailed(name, f"{i} is no integer to choose")
        if not z3.is_arith(term):
            raise StepFailed(name, f"{what} is no number, and is least nowhere")
        if any(index.get_id() in language.closed(name, end).constants for end in within):
            raise StepFailed(name, f"the range of {i} depends on it")
        ranged = z3.And(index >= within[0], index < within[1])
        guard = z3.And(z3.BoolVal(True) if when is None else when, ranged)
        conclusion = z3.And(z3.substitute(ranged, (index, chosen)), z3.substitute(term, (index, chosen)) <= term)
        formula = z3.ForAll([*variables, index], z3.Implies(guard, conclusion))
        closed = language.admit(name, formula).term
        return self._state(name, "choice", closed, note, lambda: [choice([*variables, index], guard, chosen, term)])

    def _state(
        self, name: str, kind: str, formula: Formula, note: str, defined: Callable[[], Sequence[Clause]]
    ) -> Theorem:
        """Keep an axiom under its name, and what it defines."""
        parts = language.admit(name, formula)
        formula = parts.term
        known = self._axioms.get(name)
        if known is not None and not (known.formula.eq(formula) and known.kind == kind):
            raise StepFailed(name, "two different formulas are given under one axiom name")
        axiom = known or Axiom(name, kind, language.referenced(formula), note)
        if known is None:
            try:
                self._definitions.admit(defined(), RESERVED)
            except NoDefinition as error:
                raise StepFailed(name, f"this is no definition: {error}") from None
            self._axioms[name] = axiom
            self._constrained[name] = parts.constants
            self._record(name, formula, "axiom", message=note)
            self._keep_ground(formula)
        return self._make(formula, {name: axiom})

    def prove(self, name: str, formula: Formula, by: Iterable[Theorem] = ()) -> Theorem:
        """Prove a quantifier-free formula from quantifier-free theorems: z3 refutes its negation.

        >>> import z3
        >>> x = z3.Real("x")
        >>> print(Kernel().prove("square", x * x >= 0))
        x**2 >= 0
        """
        premises = self._premises(name, by)
        formula, formulas = language.admit(name, formula).term, [premise.formula for premise in premises]
        for part in (formula, *formulas):
            if language.admit(name, part).quantified:
                raise StepFailed(name, f"instantiate the quantifier first: {text(part)}")
        step = (self.effort, formula.get_id(), frozenset(premise.get_id() for premise in formulas))
        if step not in _PROVED:
            started = time.perf_counter()
            objection = solvers.objection(formulas, formula, self.effort)
            seconds = time.perf_counter() - started
            if objection:
                self._record(name, formula, "z3", seconds, ok=False, message=objection)
                raise StepFailed(name, objection)
            _PROVED[step] = seconds
        self._record(name, formula, "z3", _PROVED[step])
        return self._derive(formula, premises)

    def inst(self, theorem: Theorem, *terms: Term) -> Theorem:
        """From "for all v: P(v)" conclude P(terms)."""
        (checked,) = self._premises("instantiation", [theorem])
        formula = checked.formula
        if not (z3.is_quantifier(formula) and formula.is_forall() and formula.num_vars() == len(terms)):
            raise StepFailed("instantiation", f"{text(formula)} does not take {len(terms)} terms")
        values = []
        for index, term in enumerate(terms):
            sort = formula.var_sort(index)
            value = term if z3.is_expr(term) else sort.cast(term)
            value = language.closed("instantiation", value).term
            if value.sort() != sort:
                raise StepFailed("instantiation", f"{value} is not of sort {sort}")
            values.append(value)
        instance = z3.substitute_vars(formula.body(), *reversed(values))
        if len(checked.axioms) == 1 and all(axiom.formula.eq(formula) for axiom in checked.axioms.values()):
            self._keep_ground(instance)
        return self._derive(instance, [checked])

    def gen(self, theorem: Theorem, *constants: Term) -> Theorem:
        """From P(c) conclude "for all c: P(c)", for constants on which no axiom depends."""
        (checked,) = self._premises("generalisation", [theorem])
        variables = [language.closed("generalisation", constant).term for constant in constants]
        for constant in variables:
            if not language.is_free_constant(constant):
                raise StepFailed("generalisation", f"{constant} is not a constant")
            key = constant.get_id()
            for name in checked.axioms:
                if key in self._constrained[name]:
                    raise StepFailed(
                        "generalisation", f"{constant} is constrained by {text(self._axioms[name].formula)}"
                    )
        return self._derive(z3.ForAll(variables, checked.formula), [checked])

    def induct(self, name: str, t: Term, invariant: Formula, base: Theorem, step: Theorem) -> Theorem:
        """From P(0), and P(t) implies P(t + 1) for all t >= 0, conclude P(t) for all t >= 0.

        Base and step are compared with ``invariant``, P(t), syntactically.
        """
        at_zero, onward = self._premises(name, [base, step])
        t, invariant = language.closed(name, t).term, language.admit(name, invariant).term
        if not (language.is_free_constant(t) and t.sort() == z3.IntSort()):
            raise StepFailed(name, f"{t} is not an integer constant to do induction on")
        if not at_zero.formula.eq(induction_base(t, invariant)):
            raise StepFailed(name, f"the base of the induction is {at_zero}, which is not P(0)")
        if not onward.formula.eq(z3.ForAll([t], induction_step(t, invariant))):
            raise StepFailed(name, f"the step of the induction is {onward}, which is not P(t) => P(t + 1)")
        formula = z3.ForAll([t], z3.Implies(t >= 0, invariant))
        self._record(name, formula, "induction")
        return self._derive(formula, [at_zero, onward])

    def by_calculus(self, name: str, rule: str, g: Any, on: Any, **options: Any) -> Theorem:
        """Prove g >= 0 on a range by one of the RULES of ``verify.logic.calculus``.

        The kernel runs the rule and writes the formula itself: nobody's word is taken for either.
        """
        if rule not in calculus.RULES:
            raise StepFailed(name, f"calculus has no rule {rule!r}; it has {', '.join(calculus.RULES)}")
        how, check = calculus.RULES[rule]
        g, on = calculus.as_given(name, g, on)
        formula = language.admit(name, calculus.inequality(g, on)).term
        started = time.perf_counter()
        try:
            checked = check(name, g, on, **options)
        except StepFailed as failure:
            self._record(name, formula, how, time.perf_counter() - started, ok=False, message=failure.message)
            raise StepFailed(name, failure.message) from None
        self._record(name, formula, how, time.perf_counter() - started, message=checked)
        return self._make(formula, {})

    def by_derivatives(self, name: str, g: Any, on: calculus.Range, at: Any, order: int) -> Theorem:
        """Prove g >= 0 on a range: g and its derivatives below ``order`` vanish at ``at``, and the next one is >= 0.

        ``at`` is the lower end of the range, where those derivatives may also be positive, or any point of the range
        where ``order`` is even (Taylor's theorem).
        """
        return self.by_calculus(name, "derivatives", g, on, at=at, order=order)

    def by_enclosure(self, name: str, g: Any, on: calculus.Range, depth: int = 20) -> Theorem:
        """Prove g >= 0 on a bounded range of its only variable: the range is halved until g is enclosed above 0."""
        return self.by_calculus(name, "enclosure", g, on, depth=depth)

    # --- rules put together ------------------------------------------------------------------------------

    def lemma(self, name: str, variables: Sequence[Term], formula: Formula, by: Iterable[Theorem] = ()) -> Theorem:
        """Prove a formula and generalise it."""
        return self.gen(self.prove(name, formula, by), *variables)

    def induction(
        self, name: str, t: Term, invariant: Formula, base: Iterable[Theorem] = (), step: Iterable[Theorem] = ()
    ) -> Theorem:
        """Prove base and step from the given theorems, then do the induction."""
        first = self.prove(f"{name}: start", induction_base(t, invariant), base)
        onward = self.lemma(f"{name}: step", [t], induction_step(t, invariant), step)
        return self.induct(name, t, invariant, first, onward)

    def own(self, theorem: Theorem) -> Theorem:
        """Return the theorem if this kernel made it and it is as it was made; raise StepFailed otherwise."""
        return self._premises("a theorem", [theorem])[0]

    def contradiction(self) -> bool:
        """Tell whether z3 finds, with little effort, that the axioms contradict each other as they are used here."""
        clauses = list(self._ground.values())
        linear = z3.With("smt", **{"arith.nl": False})
        solver = solvers.prepared(clauses, solvers.LITTLE_EFFORT // 5, "simplify", linear)
        return bool(solver.check() == z3.unsat)

    # --- inside ------------------------------------------------------------------------------------------

    def _premises(self, name: str, theorems: Iterable[Theorem]) -> list[Theorem]:
        premises = list(theorems)
        for theorem in premises:
            made = self._made.get(id(theorem))
            if type(theorem) is not Theorem or made is None or made[0] is not theorem:
                raise StepFailed(name, f"{theorem!r} was not made by this kernel")
            _, formula, axioms = made
            same = theorem.formula.eq(formula) and theorem.axioms == axioms
            if not same or theorem._kernel is not self:
                raise StepFailed(name, f"the theorem {text(formula)} was changed after it was made")
        return premises

    def _keep_ground(self, formula: Formula) -> None:
        """Keep an axiom, or an instance of one, that has no quantifier."""
        if not language.admit("an instance", formula).quantified:
            self._ground[formula.get_id()] = language.referenced(formula)

    def _derive(self, formula: Formula, premises: Sequence[Theorem]) -> Theorem:
        axioms = {name: axiom for premise in premises for name, axiom in premise.axioms.items()}
        return self._make(formula, axioms)

    def _make(self, formula: Formula, axioms: Mapping[str, Axiom]) -> Theorem:
        theorem = Theorem(_KEY, self, language.referenced(formula), axioms)
        self._made[id(theorem)] = (theorem, language.referenced(formula), dict(axioms))
        return theorem

    def _record(
        self, name: str, formula: Formula, how: How, seconds: float = 0, *, ok: bool = True, message: str = ""
    ) -> None:
        self.steps.append(Step(name, how, seconds, ok, message, language.referenced(formula)))


def induction_base(t: Term, invariant: Formula) -> Formula:
    """Return P(0)."""
    return z3.substitute(invariant, (t, z3.IntVal(0)))


def induction_step(t: Term, invariant: Formula) -> Formula:
    """Return t >= 0 and P(t) imply P(t + 1)."""
    return z3.Implies(z3.And(t >= 0, invariant), z3.substitute(invariant, (t, t + 1)))
