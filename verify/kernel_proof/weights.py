"""A claim by rule that is looked at entry by entry: learners that multiply their weights, with exp and ln.

What such claims say of the comparator, as that it is an expert or on the simplex, is known in every run; where it
changes, of that of each trial, in every run with trials. One that says nothing of its sum, nor of its largest or least
entry, is refused: vectors might have no entries, though n is 1 at least.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from itertools import product
from typing import Any

from verify.kernel import Formula, names_in, read
from verify.kernel_gram.numbers import Refused
from verify.kernel_proof.claims import NIL, SIZE, TRIALS, Premises, heads, of_each_trial, sides
from verify.kernel_proof.entries import ENTRIES, Each, Entries, Functions, entry, summed
from verify.kernel_proof.pieces import EVERYWHERE, UNIT, Guard, Guards, Piece, Terms, conditions, named, pieces
from verify.kernel_proof.ratios import Ratio, variable
from verify.kernel_proof.states import NEXT, StatefulClaim

MASS = read("sum(u)")
ENDS = [read(text) for text in ("max(abs(u))", "max(u)", "min(u)")]
COMING = "next"
"""What stands in the place of u_next at an entry, and so is no part of a state."""


class Weighed(StatefulClaim):
    """A statement about a learner by rule with any state of numbers and vectors, which start anywhere."""

    def __init__(self, statement: Any) -> None:
        self.of_comparator: list[Formula] = []
        self.values = Functions({})
        super().__init__(statement)
        if not any(self.is_mass(formula) or is_extreme(formula) for formula in self.of_comparator):
            raise Refused("the claim does not say what the entries of u add up to, or are at most")

    def require_start(self) -> None:
        """Take any start: a number stands at each entry."""
        if COMING in self.vectors:
            raise Refused(f"a part of the state is called {COMING}")

    def is_mass(self, formula: Formula) -> bool:
        """Tell whether a formula says that u adds up to a positive number, or to a parameter that is positive."""
        for relation, left, end in sides(formula):
            if relation == "==" and left == MASS:
                number = end.head == "" and end.arguments is not None and end.arguments[0] > 0
                known = [Formula(">", (end, NIL)), Formula("<", (NIL, end))]
                return number or any(of in known for of in self.premises.of_parameters)
        return False

    def sort(self, formula: Formula, premises: Premises) -> None:
        """Put one hypothesis, or each of several in one, where it belongs."""
        said, of_trials = of_each_trial(formula)
        size = any(measure == SIZE for _, measure, _ in sides(said))
        if formula.head == "and" and formula.arguments is not None:
            for part in formula.arguments:
                self.sort(part, premises)
        elif of_trials == self.changing and "u" in names_in(said) and not size and self.is_parameter(replaced(said)):
            self.of_comparator += conjuncts(said)
        else:
            super().sort(formula, premises)

    def is_parameter(self, formula: Formula) -> bool:
        """Tell whether a formula speaks of parameters and the numbers of trials and entries alone."""
        spoken = names_in(formula) <= {*self.parameters, TRIALS, ENTRIES}
        return spoken and not {"sum_t", "max_t", "min_t", "all_t"} & heads(formula)

    def named(self, names: dict[str, list[Piece]], roots: dict[str, Ratio]) -> Terms:
        """Return terms in which names stand for something, n for itself."""
        self.values.roots = roots
        names[ENTRIES] = named(ENTRIES)
        return Entries(names, roots, values=self.values)

    def vector(self, name: str) -> Each:
        """Return a vector by its name."""
        return Each(entry(COMING if name == NEXT else name))

    def of_change(self, _terms: Terms, new: Any, old: Any) -> list[Guard]:
        """Return that a part of the state stays what it was, at each entry of a vector."""
        return [Guard(new - old if isinstance(new, Ratio) else new.at - old.at, "==")]

    def at_start(self, name: str, terms: Terms) -> list[Piece]:
        """Return what a vector of the state starts at."""
        return [(guards, Each(a)) for guards, a in pieces(self.starts.get(name, NIL), terms)]

    def always(self, terms: Terms, played: bool) -> list[list[Guards]]:
        """Return what is known of u, where it changes in runs with trials alone; and that there is an entry."""
        comparators = self.compared_with if played or not self.changing else []
        premises: list[list[Guards]] = [[(Guard(variable(ENTRIES) - UNIT, ">="),)]]
        for u, formula in product(comparators, self.of_comparator):
            with suppress(Refused):
                premises.append(conditions(formula, terms.put(u=[(EVERYWHERE, self.vector(u))])))
        return premises

    @property
    def examples(self) -> list[tuple[str, Guards, Any]]:
        """The kinds of examples: all are alike."""
        return [("", EVERYWHERE, self.vector("x"))]

    @cached_property
    def products(self) -> dict[tuple[str, str], Ratio]:
        """The squares that premises bound."""
        vectors = {name: self.vector(name).at for name in (*self.compared_with, "x")}
        return {(name, name): summed(at * at) for name, at in vectors.items()}


def is_extreme(formula: Formula) -> bool:
    """Tell whether a formula compares the largest or the least entry of u, which has no value where there is none."""
    return any(left in ENDS for _, left, _ in sides(formula))


def conjuncts(formula: Formula) -> list[Formula]:
    """Return the conditions that a condition is made of by "and"."""
    if formula.head != "and" or formula.arguments is None:
        return [formula]
    return [part for inside in formula.arguments for part in conjuncts(inside)]


def replaced(formula: Formula) -> Formula:
    """Return a formula with a number in the place of u."""
    if formula == Formula("u"):
        return NIL
    if formula.head == "" or formula.arguments is None:
        return formula
    return Formula(formula.head, tuple(map(replaced, formula.arguments)))
