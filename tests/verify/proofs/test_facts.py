"""The named facts that proofs rest on: none is false, whatever its variables are, and its side conditions are needed.

Each fact is evaluated with the true meaning of every symbol in it, on random runs and numbers, within and outside of
the premises of the claims that use it. Power: without one of its conditions a fact is false on the same numbers.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any
from unittest import mock

import pytest
import z3
from flint import arb

from adversaries.families.sampling import random_instances
from bounds.claims.catalogue import theorem
from bounds.errors import BoundcheckError
from bounds.numbers import ball, working_precision
from verify.judge.complete import complete
from verify.logic import kernel, solvers
from verify.logic.kernel import Axiom
from verify.logic.session import Data, run
from verify.proofs.registry import PROOFS
from verify.prove import stepped_ids
from verify.prove.replay import BITS, CompiledFormula

pytestmark = pytest.mark.deep

DRAWS = 80
"""Random data on which a fact is looked at, at most."""

REALS = [Fraction(a, b) for a, b in ((0, 1), (1, 1), (-1, 1), (1, 2), (-3, 2), (2, 1), (3, 1), (1, 100), (-7, 3))]

NEEDED = {("exp undoes ln", "a_ > 0")}
"""Conditions without which a fact is false on these runs."""


PREFIXES = sorted({identifier.partition(".")[0] for identifier in stepped_ids()})


@cache
def facts(prefix: str) -> dict[tuple[str, str], tuple[str, Axiom]]:
    """Return the facts of a source's proofs by name and formula, each with the first claim whose proof states it.

    Only what is stated counts here: the steps between are not proved again.
    """
    found: dict[tuple[str, str], tuple[str, Axiom]] = {}
    for identifier in stepped_ids():
        if identifier.partition(".")[0] != prefix:
            continue
        function, reading = PROOFS[identifier.lower()]
        with mock.patch.object(solvers, "objection", return_value=""), mock.patch.object(kernel, "_PROVED", {}):
            proof, session = run(theorem(identifier), function, reading)
        assert proof.failed is None, identifier
        for axiom in session.kernel.axioms.values():
            if axiom.kind == "analysis":
                found.setdefault((axiom.name, axiom.formula.sexpr()), (identifier, axiom))
    return found


@cache
def runs(identifier: str, seed: int = 0) -> tuple[Data, ...]:
    """Return runs of a claim's learner, as the proof reads them."""
    claim, reading = theorem(identifier), PROOFS[identifier.lower()][1]
    assert reading is not None, identifier

    def read() -> Iterator[Data]:
        for _, instance in random_instances(claim, 4 * DRAWS, seed, max_trials=4):
            with contextlib.suppress(BoundcheckError, KeyError, ValueError, ZeroDivisionError):
                yield reading(claim.case(complete(claim, instance)))

    return tuple(islice(read(), DRAWS))


class Opened:
    """A fact without its quantifiers: its variables, its conditions, and what it concludes."""

    def __init__(self, formula: Any) -> None:
        self.variables: list[Any] = []
        self.conditions: list[Any] = []
        while z3.is_quantifier(formula) or z3.is_implies(formula):
            if z3.is_quantifier(formula):
                bound = [z3.Const(formula.var_name(k), formula.var_sort(k)) for k in range(formula.num_vars())]
                self.variables += bound
                formula = z3.substitute_vars(formula.body(), *reversed(bound))
            else:
                self.conditions += conjuncts(formula.arg(0))
                formula = formula.arg(1)
        self.conclusion = formula

    def without(self, dropped: Any = None) -> CompiledFormula:
        """Return the fact without one of its conditions."""
        kept = [condition for condition in self.conditions if condition is not dropped]
        return CompiledFormula(z3.Implies(z3.And(kept), self.conclusion))

    def met(self) -> CompiledFormula:
        """Return a formula that fails where the conditions hold and the conclusion has a truth value, or a ball."""
        evaluated = z3.Or(self.conclusion, z3.BoolVal(True))
        return CompiledFormula(z3.Not(z3.And(*self.conditions, evaluated)))

    @property
    def side_conditions(self) -> list[Any]:
        """The conditions that say more than that there is such a trial or coordinate."""
        return [c for c in self.conditions if not names(c) <= INDICES]

    def draws(self, identifier: str) -> Iterator[Data]:
        """Yield runs with some random values for each variable that is no trial or coordinate."""
        rng = random.Random(self.conclusion.sexpr())
        for read in runs(identifier):
            found = [v.decl().name() for v in self.variables if v.decl().name().endswith("_")]
            ranges = {name: rng.sample(REALS, 3) for name in found}
            yield Data({**read.values, **TOTAL}, {**read.ranges, **ranges})


def logarithm(a: Any) -> arb:
    """Return ln a; a number that is not positive has 0, as any value may be taken there."""
    here = a if isinstance(a, arb) else ball(Fraction(a))
    return here.log() if here > 0 else arb(0)


TOTAL = {"ln": logarithm}

INDICES = {"t", "i", "j", "l", "n"}


def names(formula: Any) -> set[str]:
    """Return the names of the symbols in a formula."""
    if z3.is_quantifier(formula):
        return names(formula.body())
    if z3.is_var(formula):
        return set()
    own = {formula.decl().name()} if formula.decl().kind() == z3.Z3_OP_UNINTERPRETED else set()
    return own.union(*(names(child) for child in formula.children()))


def conjuncts(formula: Any) -> list[Any]:
    return [part for child in formula.children() for part in conjuncts(child)] if z3.is_and(formula) else [formula]


def failures(compiled: CompiledFormula, draws: Iterator[Data]) -> Iterator[str]:
    """Yield where a formula is certainly false; where a part has no value it is not."""
    for read in draws:
        with contextlib.suppress(BoundcheckError, ValueError, ZeroDivisionError), working_precision(BITS):
            where = compiled.first_failure(read)
            if where is not None:
                yield where


@pytest.mark.parametrize("prefix", PREFIXES)
def test_no_fact_is_false(prefix: str) -> None:
    """Whatever the parameters are; and there are runs on which the conditions hold, and the conclusion is evaluated."""
    for identifier, axiom in facts(prefix).values():
        opened = Opened(axiom.formula)
        assert next(failures(opened.without(), opened.draws(identifier)), None) is None, f"{identifier}: {axiom}"
        met = next(failures(opened.met(), opened.draws(identifier)), None) is not None
        assert met, f"{identifier}: {axiom}"


def test_a_fact_without_its_condition_is_seen_to_be_false() -> None:
    """Power: on the same runs and numbers."""
    seen = {
        (fact, condition)
        for prefix in PREFIXES
        for (fact, _), (identifier, axiom) in facts(prefix).items()
        for opened in [Opened(axiom.formula)]
        for part in opened.side_conditions
        for condition in [" ".join(str(part).split())]
        if (fact, condition) in NEEDED
        if next(failures(opened.without(part), opened.draws(identifier)), None) is not None
    }
    assert seen == NEEDED
