"""Variants by implication: a claim says what a variant of it says, where its premises follow and its bound is smaller.

Take an instance of the variant. If learner, quantity, outcomes, comparator and measures are the claim's, the
parameters that the variant fixes are values of the claim's parameters, and the variant's premises imply the claim's,
then it is an instance of the claim with the same compared amounts. So it is enough that, for every amount q,

    q (relation of the claim) (its bound)   implies   q (relation of the variant) (its bound).

Premises of the variant that the claim does not have are used only where they are formulas of parameters; to leave one
out is always sound. A bound without a value (a division by zero, ln 0) says nothing: where the variant's has one, the
claim's has to have one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import sympy
import z3

from bounds import symbols as s
from bounds.claims.catalogue import catalogued
from bounds.claims.claim import Claim, Hypothesis, Outcomes
from bounds.claims.limits import Relation, relation_of
from bounds.claims.stated import regret_of
from bounds.formulas import Apply
from bounds.formulas.signs import OF_A_RUN, at_least_zero, not_negative, tree
from bounds.formulas.slack import ZERO, slack
from verify.logic.kernel import Kernel, Theorem
from verify.logic.language import StepFailed
from verify.logic.proof import Proof
from verify.logic.transcendental import known, roots
from verify.logic.translate import NotTranslatable, assumptions, relation, translate

EFFORT = 2_500_000
"""How much work z3 may do for one step, each time it is asked."""

AMOUNT = z3.Real("q_")
"""Any one of the amounts that both claims compare with their bounds."""


READ = frozenset({"bound", "relation", "premises", "definitions", "domains"})
"""The parts of a variant that the steps from a claim to it read; all others have to be the claim's."""


def difference(variant: Claim, claim: Claim) -> str:
    """Say which part of a variant is none that a claim speaks of, or return nothing; premises and bounds are not read.

    >>> from boundcheck import theorem
    >>> difference(theorem("bylander.5").replace(bound="9"), theorem("bylander.6"))
    'another learner'
    """
    for part in variant.difference(claim):
        if part not in READ:
            return f"another {part}"
    unknown = {symbol for symbol in variant.defines if symbol not in claim.parameters or symbol in of_rows(claim)}
    unknown |= {symbol for symbol in claim.spoken - variant.spoken if symbol not in of_rows(claim)}
    fixed = variant.fixed_besides(claim).items()
    unknown |= {a for a, value in fixed if a.is_integer and not value.is_integer}
    measured = _words(getattr(measure, "formula", "") for measure in claim.measures.values())
    unknown |= {symbol for symbol in variant.defines.keys() & claim.measures.keys() if symbol.name in measured}
    expressions = (variant.bound, *variant.defines.values())
    for symbol in set().union(*(e.free_symbols for e in expressions)):
        if not s.known(symbol.name) or s.lookup(symbol.name) != symbol:
            unknown.add(symbol)
    return f"{min(map(str, unknown))} in another role" if unknown else ""


def of_rows(claim: Claim) -> set[Any]:
    """Return the symbols that each comparison of a claim has values of its own for."""
    local = {s.lookup(name) for part in claim.quantity.formula for name in part.get("with", {}) if name in s.glossary()}
    return local if claim.outcomes is Outcomes.NONE else {*local, s.z, *s.OF_A_TRIAL}


def of_parameters(hypothesis: Hypothesis) -> Relation | None:
    """Return what a premise certainly says of parameters alone, or None; what is not 0 has a square above 0.

    A premise that is a function says what nobody can read.
    """
    formula = hypothesis.tree
    if isinstance(formula, Apply) and formula.function == "!=":
        amount, sign = slack(formula)
        formula = Apply(sign, (amount, ZERO))
    return None if formula is None else relation_of(formula)


def conditions(expression: Any, terms: Mapping[Any, Any], *, enough: bool) -> list[Any]:
    """Return what has to be true where an expression has a value.

    Where there is ``enough`` of it, the expression has the value that its term has: 0**p has one, exp(p ln 0) has not.
    """
    needed = []
    for part in sympy.preorder_traversal(expression):
        if isinstance(part, sympy.log):
            needed.append(translate(part.args[0], terms) > 0)
        if not part.is_Pow or part.base.is_positive:
            continue
        base, exponent = part.base, part.exp
        if not exponent.is_Rational:
            needed += [translate(base, terms) > 0] if enough else []
        elif not exponent.is_Integer and (enough or exponent.q == 2):
            needed.append(relation(translate(base, terms), ">" if exponent.is_negative else ">=", z3.RealVal(0)))
        elif exponent.is_Integer and exponent.is_negative:
            needed.append(translate(base, terms) != 0)
    return needed


def conjunction(formulas: Sequence[Any]) -> Any:
    """Return that all of some formulas, of which there is one at least, are true."""
    distinct = list(dict.fromkeys(formulas))
    return distinct[0] if len(distinct) == 1 else z3.And(distinct)


class Implication:
    """The steps from a claim to a variant of it; ``shown`` says whether all of them went through.

    Of the claims of ``signs``, which say that the amount is not negative, those hold of the variant that ask no more
    than it has; they are ``taken`` for true.
    """

    def __init__(self, variant: Claim, claim: Claim, signs: Iterable[Claim] = ()) -> None:
        self.variant, self.claim = variant, claim
        self.taken = [sign for sign in signs if sign is not claim and Implication(variant, sign).asks_nothing]
        self.kernel = Kernel(EFFORT)
        self.of_rows = {symbol: z3.Real(f"{symbol.name}_t") for symbol in of_rows(claim)}

    @cached_property
    def holds(self) -> bool:
        """Whether the variant follows; the steps are in the kernel."""
        if difference(self.variant, self.claim):
            return False
        try:
            self._steps()
        except (StepFailed, NotTranslatable):
            return False
        return not self.kernel.contradiction()

    @property
    def asks_nothing(self) -> bool:
        """Whether every premise of the claim is one of the variant's."""
        try:
            return not difference(self.variant, self.claim) and not self._asked
        except (StepFailed, NotTranslatable):
            return False

    def _steps(self) -> None:
        for name, formula in self._asked:
            self._prove(name, formula)
        claim, variant = self.claim, self.variant
        values = [f for one in (claim, variant) for f in conditions(one.bound, self._terms(one.bound), enough=True)]
        if values:
            self._prove("both bounds have values", conjunction(values))
        stated, goal = (relation(AMOUNT, one.relation, self._bound(one.bound)) for one in (claim, variant))
        self._prove("the claim", z3.Implies(stated, goal), self._amount())

    @cached_property
    def _asked(self) -> list[tuple[str, Any]]:
        return list(self._premises())

    def _premises(self) -> Iterator[tuple[str, Any]]:
        """Yield what the claim asks and no premise of the variant says by itself."""
        claim, variant = self.claim, self.variant
        for symbol in sorted(claim.spoken - self.of_rows.keys(), key=str):
            if symbol not in variant.spoken or variant.domain(symbol) != claim.domain(symbol):
                yield from ((f"range of {symbol}", f) for f in assumptions(symbol, claim.domain(symbol)))
        stated = [hypothesis.statement for hypothesis in variant.hypotheses]
        for hypothesis in claim.hypotheses:
            if hypothesis.statement in stated:
                continue
            limit = of_parameters(hypothesis)
            if limit is None:
                raise StepFailed(hypothesis.name, "it speaks of trials")
            yield hypothesis.name, self._certain(limit)
        for symbol, value in claim.fixed_besides(variant).items():
            yield f"{symbol} = {value}", self._certain(Relation(symbol, "==", value))

    def _prove(self, name: str, formula: Any, more: Sequence[Theorem] = ()) -> None:
        """Prove a step, with what is known of ln and exp where it does not go through without."""
        by = [*self._given, *more]
        try:
            self.kernel.prove(name, formula, by)
        except StepFailed:
            self.kernel.steps.pop()
            if not self._analysis:
                raise
            self.kernel.prove(name, formula, [*by, *self._analysis])

    @cached_property
    def _analysis(self) -> list[Theorem]:
        """What is known of ln, exp and square roots in all that is given and asked."""
        formulas = [*(theorem.formula for theorem in self._given), *(formula for _, formula in self._asked)]
        return known(self.kernel, [*formulas, *(self._bound(one.bound) for one in (self.claim, self.variant))])

    # --- what is given -----------------------------------------------------------------------------------------

    @cached_property
    def _given(self) -> list[Theorem]:
        """What the variant says of its parameters, and that its own bound and what it fixes have values."""
        variant, theorems = self.variant, list[Theorem]()
        for symbol in sorted({*variant.spoken, *variant.counted} - self.of_rows.keys(), key=str):
            theorems += [self._axiom(f"sign of {symbol}", f) for f in assumptions(symbol, variant.domain(symbol))]
        for symbol, term in self.of_rows.items():
            if (variant.bound.has(symbol) or self.claim.bound.has(symbol)) and self._not_negative(symbol):
                theorems.append(self._axiom(f"sign of {symbol}", term >= 0))
        for symbol, value in variant.defines.items():
            theorems.append(self._axiom(f"{symbol} = {value}", self._stated(Relation(symbol, "==", value))))
            if self._used(symbol):
                values = conditions(value, {}, enough=False)
                theorems += [self._axiom(f"{symbol} has a value", conjunction(values))] if values else []
        theorems += [self._axiom(f"premise: {h.name}", f) for h in variant.hypotheses for f in self._formulas(h)]
        values = conditions(variant.bound, self._terms(variant.bound), enough=False)
        theorems += [self._axiom("the bound has a value", conjunction(values))] if values else []
        bounds = [self._bound(claim.bound) for claim in (variant, self.claim)]
        return [*theorems, *roots(self.kernel, [*bounds, *(theorem.formula for theorem in theorems)])]

    def _used(self, symbol: Any) -> bool:
        """Tell whether nothing is compared where a parameter has no value: the bound needs it, or the learner's run."""
        spec, quantity = self.variant.learner, self.claim.quantity
        of_run = any(OF_A_RUN & _words(map(str, part.values())) for part in quantity.formula)
        plays = spec is not None and of_run and symbol.name in _words(spec.spoken)
        return plays or bool(self.variant.bound.has(symbol))

    def _formulas(self, hypothesis: Hypothesis) -> Iterator[Any]:
        """Yield what a premise of the variant says of parameters."""
        limit = of_parameters(hypothesis)
        if limit is not None:
            yield self._stated(limit)
            return
        name = at_least_zero(hypothesis.tree)
        if s.known(name):
            yield translate(s.lookup(name)) >= 0

    def _certain(self, limit: Relation) -> Any:
        """Return that both sides of a relation of parameters have values, which are so related."""
        stated = relation(translate(limit.left), limit.operator, translate(limit.right))
        return conjunction([*self._values(limit), stated])

    def _stated(self, limit: Relation) -> Any:
        """Return that both sides of a relation of parameters are so related if they have values."""
        stated = relation(translate(limit.left), limit.operator, translate(limit.right))
        values = self._values(limit)
        return z3.Implies(conjunction(values), stated) if values else stated

    @staticmethod
    def _values(limit: Relation) -> list[Any]:
        return [f for side in (limit.left, limit.right) for f in conditions(sympy.sympify(side), {}, enough=True)]

    def _amount(self) -> list[Theorem]:
        """What is known of the compared amount by itself: that it is not negative, where it is a count or a loss."""
        quantity = self.claim.quantity
        regret = regret_of(quantity)
        if regret is not None and regret.loss is None:
            evident = not_negative(regret.gain, {})
        else:
            evident = bool(quantity.formula) and all(map(_evident, quantity.formula))
        signs = [self._axiom(sign.id, relation(AMOUNT, sign.relation, z3.RealVal(0))) for sign in self.taken]
        return [self._axiom("the amount is not negative", AMOUNT >= 0)] if evident else signs

    def _not_negative(self, symbol: Any) -> bool:
        """Tell whether what each comparison has of its own under this name is evidently not negative."""
        local = [part.get("with", {}) for part in self.claim.quantity.formula]
        usual = s.usual(symbol).low == 0
        return catalogued(self.claim) and all(
            _evident({"value": names[symbol.name], "with": names}) if symbol.name in names else usual
            for names in local or [{}]
        )

    # --- terms -------------------------------------------------------------------------------------------------

    def _axiom(self, name: str, formula: Any) -> Theorem:
        """State what the variant says, or nothing new under a name that has been given: two premises may share one."""
        while name in self.kernel.axioms and not self.kernel.axioms[name].formula.eq(formula):
            name += "'"
        return self.kernel.axiom(name, "hypothesis", formula)

    def _bound(self, expression: Any) -> Any:
        return translate(expression, self._terms(expression))

    def _terms(self, expression: Any) -> dict[Any, Any]:
        """Return what stands for symbols of a row, and for parts of a bound for which there is no term."""
        terms = dict(self.of_rows)
        for part in sympy.preorder_traversal(expression):
            if part.is_Pow and part.exp.is_Rational and not (2 * part.exp).is_Integer:
                terms[part] = z3.Real(f"value of {part}")
        return terms


def _words(texts: Iterable[str]) -> set[str]:
    return set(re.findall(r"[A-Za-z_]\w*", " ".join(texts)))


def _evident(part: Mapping[str, Any]) -> bool:
    """Tell whether the value of a part of a quantity is evidently not negative."""
    local = {name: tree(str(text)) for name, text in part.get("with", {}).items()}
    value = tree(str(part["value"])) if "value" in part else None
    return value is not None and not_negative(value, {name: f for name, f in local.items() if f is not None})


def follows(variant: Claim, proved: Iterable[Claim], prove: Callable[[Claim], Proof]) -> Proof | None:
    """Return the proof of a variant that follows from one of some claims, which ``prove`` proves; None if none does."""
    claims = list(proved)
    signs = [claim for claim in claims if claim.relation in (">", ">=") and claim.bound == 0]
    for claim in claims:
        step = Implication(variant, claim, signs)
        if not step.holds:
            continue
        base = prove(claim)
        used = (base, *map(prove, step.taken))
        if all(proof.goes_through for proof in used):
            axioms = {axiom.formula: axiom for axiom in (*base.axioms, *step.kernel.axioms.values())}
            return Proof(
                variant,
                tuple(step.kernel.steps),
                tuple(axioms.values()),
                repairs=base.repairs,
                follows_from=base,
                missing=next((proof.missing for proof in used if proof.status == "proposed"), ""),
            )
    return None
