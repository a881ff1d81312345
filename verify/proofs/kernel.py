"""The proof kernel: theorem objects that only its rules can make.

A theorem is a closed formula of z3 with the axioms and the unchecked steps it rests on. The rules are few: state
an axiom, discharge a quantifier-free step with z3, instantiate, generalise, do induction over the natural
numbers, and take a formula on trust (which leaves a mark that nothing removes). Every rule that fails raises
``StepFailed`` with the step's name. An answer ``unknown`` of z3 is a failure, and so is a timeout.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

import z3

from bounds.errors import BoundcheckError

Formula: TypeAlias = Any
Term: TypeAlias = Any
How: TypeAlias = Literal["z3", "induction", "axiom", "calculus", "enclosure", "unchecked", "run"]

BASE_KINDS = ("inner product", "definition", "hypothesis")
"""Kinds of axioms that a checked proof may use. The others are named facts of analysis."""

TIMEOUT_MILLISECONDS = 20_000
FIRST_MILLISECONDS = 2_000

_KEY = object()

_REFUTED: dict[tuple[int, ...], tuple[float, list[Formula]]] = {}
"""Sets of clauses that z3 has refuted, with the time it took: the same query gets the same answer at once."""


class StepFailed(BoundcheckError):
    """A step of a proof does not follow; ``name`` says which one, ``message`` why."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.name = name
        self.message = message


@dataclass(frozen=True)
class Axiom:
    """A formula that is taken as it is: an axiom of inner products, a definition, a premise or a fact of analysis."""

    name: str
    kind: str
    formula: Formula
    text: str = ""

    def __str__(self) -> str:
        note = f"  [{self.text}]" if self.text else ""
        return f"{self.name} ({self.kind}): {one_line(self.formula)}{note}"


@dataclass(frozen=True)
class Step:
    """One step of a proof as it was checked."""

    name: str
    statement: str
    how: How
    seconds: float
    ok: bool
    message: str = ""
    formula: Formula = None


class Theorem:
    """A formula with what it rests on. Only a kernel's rules make theorems; nothing changes one."""

    __slots__ = ("_axioms", "_formula", "_kernel", "_unchecked")

    _axioms: Mapping[str, Axiom]
    _formula: Formula
    _kernel: Kernel
    _unchecked: frozenset[str]

    def __init__(
        self, key: object, kernel: Kernel, formula: Formula, axioms: Mapping[str, Axiom], unchecked: frozenset[str]
    ) -> None:
        if key is not _KEY:
            raise BoundcheckError("a theorem is made by a rule of the kernel, not by hand")
        for name, value in (("_kernel", kernel), ("_formula", formula), ("_unchecked", unchecked)):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "_axioms", MappingProxyType(dict(axioms)))

    def __setattr__(self, name: str, value: object) -> None:
        raise BoundcheckError(f"a theorem does not change: {name} cannot be set")

    @property
    def formula(self) -> Formula:
        """The formula proved."""
        return self._formula

    @property
    def axioms(self) -> Mapping[str, Axiom]:
        """Every axiom the theorem rests on, by name."""
        return self._axioms

    @property
    def unchecked(self) -> frozenset[str]:
        """The names of the unchecked steps the theorem rests on."""
        return self._unchecked

    def at(self, *terms: Term) -> Theorem:
        """Instantiate the outermost variables with ``terms``."""
        return self._kernel.inst(self, *terms)

    def __str__(self) -> str:
        return one_line(self.formula)


class Kernel:
    """The rules. A kernel belongs to one proof: it keeps the axioms by name and records every step."""

    def __init__(self, timeout: int = TIMEOUT_MILLISECONDS) -> None:
        self.timeout = timeout
        self.steps: list[Step] = []
        self._axioms: dict[str, Axiom] = {}
        self._made: dict[int, Theorem] = {}

    @property
    def axioms(self) -> Mapping[str, Axiom]:
        """Every axiom stated so far."""
        return MappingProxyType(self._axioms)

    # --- rules -------------------------------------------------------------------------------------------

    def axiom(self, name: str, kind: str, formula: Formula, text: str = "") -> Theorem:
        """State an axiom. The same name twice must carry the same formula."""
        known = self._axioms.get(name)
        if known is not None and not (known.formula.eq(formula) and known.kind == kind):
            raise StepFailed(name, "two different formulas are given under one axiom name")
        axiom = known or Axiom(name, kind, formula, text)
        if known is None:
            self._axioms[name] = axiom
            self._record(name, formula, "axiom", text=text)
        return self._make(formula, {name: axiom}, frozenset())

    def prove(self, name: str, formula: Formula, by: Iterable[Theorem] = ()) -> Theorem:
        """Prove a quantifier-free formula from quantifier-free theorems: z3 refutes its negation.

        >>> import z3
        >>> x = z3.Real("x")
        >>> print(Kernel().prove("square", x * x >= 0))
        x*x >= 0
        """
        premises = self._premises(name, by)
        for premise in [*(p.formula for p in premises), formula]:
            if _has_quantifier(premise):
                raise StepFailed(name, f"instantiate the quantifier first: {one_line(premise)}")
        clauses = [*(p.formula for p in premises), z3.Not(formula)]
        key = (self.timeout, *sorted(clause.get_id() for clause in clauses))
        if key in _REFUTED:
            self._record(name, formula, "z3", _REFUTED[key][0])
            return self._derive(formula, premises)
        started = time.perf_counter()
        solver = _eliminating(_detached([p.formula for p in premises], formula))
        answer = solver.check()
        if answer != z3.unsat:
            solver = z3.Solver()
            solver.set("timeout", self.timeout)
            solver.add(clauses)
            answer = solver.check()
        seconds = time.perf_counter() - started
        if answer == z3.unsat:
            _REFUTED[key] = (seconds, clauses)
            self._record(name, formula, "z3", seconds)
            return self._derive(formula, premises)
        message = f"z3 gives no answer ({solver.reason_unknown()})"
        if answer == z3.sat:
            message = f"it does not follow: {_counterexample(solver.model())}"
        self._record(name, formula, "z3", seconds, ok=False, text=message)
        raise StepFailed(name, message)

    def inst(self, theorem: Theorem, *terms: Term) -> Theorem:
        """From "for all v: P(v)" conclude P(terms)."""
        (checked,) = self._premises("instantiation", [theorem])
        formula = checked.formula
        if not (z3.is_quantifier(formula) and formula.is_forall() and formula.num_vars() == len(terms)):
            raise StepFailed("instantiation", f"{one_line(formula)} does not take {len(terms)} terms")
        values = []
        for index, term in enumerate(terms):
            sort = formula.var_sort(index)
            value = term if z3.is_expr(term) else sort.cast(term)
            if value.sort() != sort:
                raise StepFailed("instantiation", f"{value} is not of sort {sort}")
            values.append(value)
        return self._derive(z3.substitute_vars(formula.body(), *reversed(values)), [checked])

    def gen(self, theorem: Theorem, *constants: Term) -> Theorem:
        """From P(c) conclude "for all c: P(c)", for constants on which no axiom and no unchecked step depends."""
        (checked,) = self._premises("generalisation", [theorem])
        bound = [axiom.formula for axiom in checked.axioms.values()]
        bound += [self._axioms[f"unchecked: {name}"].formula for name in checked.unchecked]
        for constant in constants:
            if not (z3.is_const(constant) and constant.decl().kind() == z3.Z3_OP_UNINTERPRETED):
                raise StepFailed("generalisation", f"{constant} is not a constant")
            for formula in bound:
                if _occurs(constant, formula):
                    raise StepFailed("generalisation", f"{constant} is constrained by {one_line(formula)}")
        return self._derive(z3.ForAll(list(constants), checked.formula), [checked])

    def induct(self, name: str, t: Term, invariant: Formula, base: Theorem, step: Theorem) -> Theorem:
        """From P(0), and P(t) implies P(t + 1) for all t >= 0, conclude P(t) for all t >= 0.

        Base and step are compared with ``invariant``, P(t), syntactically.
        """
        at_zero, onward = self._premises(name, [base, step])
        if not at_zero.formula.eq(induction_base(t, invariant)):
            raise StepFailed(name, f"the base of the induction is {at_zero}, which is not P(0)")
        if not onward.formula.eq(z3.ForAll([t], induction_step(t, invariant))):
            raise StepFailed(name, f"the step of the induction is {onward}, which is not P(t) => P(t + 1)")
        formula = z3.ForAll([t], z3.Implies(t >= 0, invariant))
        self._record(name, formula, "induction")
        return self._derive(formula, [at_zero, onward])

    def checked_by(self, name: str, how: How, formula: Formula, verify: Callable[[], str]) -> Theorem:
        """Accept a formula on the verdict of a checker of ``verify.proofs.calculus``.

        ``verify`` returns what was checked, or raises StepFailed.
        """
        started = time.perf_counter()
        try:
            text = verify()
        except StepFailed as failure:
            self._record(name, formula, how, time.perf_counter() - started, ok=False, text=failure.message)
            raise StepFailed(name, failure.message) from None
        self._record(name, formula, how, time.perf_counter() - started, text=text)
        return self._make(formula, {}, frozenset())

    def unchecked(self, name: str, formula: Formula, text: str = "") -> Theorem:
        """Take a formula on trust. Every theorem that uses it says so."""
        key = f"unchecked: {name}"
        known = self._axioms.get(key)
        if known is not None and not known.formula.eq(formula):
            raise StepFailed(name, "two different formulas are given under one name")
        self._axioms[key] = known or Axiom(key, "unchecked", formula, text)
        self._record(name, formula, "unchecked", text=text)
        return self._make(formula, {}, frozenset([name]))

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

    # --- inside ------------------------------------------------------------------------------------------

    def _premises(self, name: str, theorems: Iterable[Theorem]) -> list[Theorem]:
        found = list(theorems)
        for theorem in found:
            if type(theorem) is not Theorem or self._made.get(id(theorem)) is not theorem:
                raise StepFailed(name, f"{theorem!r} was not made by this kernel")
        return found

    def _derive(self, formula: Formula, premises: Sequence[Theorem]) -> Theorem:
        axioms = {name: axiom for premise in premises for name, axiom in premise.axioms.items()}
        return self._make(formula, axioms, frozenset().union(*(premise.unchecked for premise in premises)))

    def _make(self, formula: Formula, axioms: Mapping[str, Axiom], unchecked: frozenset[str]) -> Theorem:
        theorem = Theorem(_KEY, self, formula, axioms, unchecked)
        self._made[id(theorem)] = theorem
        return theorem

    def _record(
        self, name: str, formula: Formula, how: How, seconds: float = 0, *, ok: bool = True, text: str = ""
    ) -> None:
        self.steps.append(Step(name, one_line(formula), how, seconds, ok, text, formula))


def _detached(premises: Sequence[Formula], goal: Formula) -> list[Formula]:
    """Return clauses that refute the goal if they are inconsistent: its hypotheses, and what they release.

    A premise "g implies c" becomes c where g follows from the goal's own hypotheses.
    """
    context = z3.Solver()
    context.set("timeout", 200)
    clauses = []
    while z3.is_implies(goal):
        clauses.append(goal.arg(0))
        goal = goal.arg(1)
    context.add(clauses)
    open_ = list(reversed(premises))
    while open_:
        premise = open_.pop()
        if z3.is_and(premise):
            open_ += reversed(premise.children())
        elif z3.is_implies(premise) and context.check(z3.Not(premise.arg(0))) == z3.unsat:
            open_.append(premise.arg(1))
        else:
            clauses.append(premise)
            context.add(premise)
    return [*clauses, z3.Not(goal)]


def _eliminating(clauses: Sequence[Formula]) -> Any:
    """Return a solver that treats f(x) as an unknown, which forgets only congruence, and eliminates by equations."""
    solver = z3.Then("simplify", "propagate-values", "solve-eqs", "elim-uncnstr", "smt").solver()
    solver.set("timeout", FIRST_MILLISECONDS)
    unknowns: dict[int, tuple[Term, Term]] = {}
    for clause in clauses:
        _collect_applications(clause, unknowns)
    solver.add([z3.substitute(clause, *unknowns.values()) for clause in clauses])
    return solver


def _collect_applications(term: Term, unknowns: dict[int, tuple[Term, Term]]) -> None:
    if term.get_id() in unknowns:
        return
    if z3.is_app(term) and term.num_args() and term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
        unknowns[term.get_id()] = (term, z3.Const(f"unknown!{len(unknowns)}", term.sort()))
        return
    for child in term.children():
        _collect_applications(child, unknowns)


def induction_base(t: Term, invariant: Formula) -> Formula:
    """Return P(0)."""
    return z3.substitute(invariant, (t, z3.IntVal(0)))


def induction_step(t: Term, invariant: Formula) -> Formula:
    """Return t >= 0 and P(t) imply P(t + 1)."""
    return z3.Implies(z3.And(t >= 0, invariant), z3.substitute(invariant, (t, t + 1)))


def one_line(formula: Formula) -> str:
    """Return a formula's text on one line."""
    return " ".join(str(formula).split())


def _has_quantifier(formula: Formula) -> bool:
    return _any(formula, z3.is_quantifier)


def _occurs(constant: Term, formula: Formula) -> bool:
    return _any(formula, lambda part: part.eq(constant))


def _any(formula: Formula, test: Callable[[Formula], bool]) -> bool:
    seen: set[int] = set()
    open_ = [formula]
    while open_:
        part = open_.pop()
        if part.get_id() in seen:
            continue
        seen.add(part.get_id())
        if test(part):
            return True
        open_ += [part.body()] if z3.is_quantifier(part) else part.children()
    return False


def _counterexample(model: Any) -> str:
    values = [f"{d.name()} = {one_line(model[d])}" for d in model.decls() if d.arity() == 0]
    return "for instance with " + ", ".join(sorted(values)[:12]) if values else "z3 has a countermodel"
