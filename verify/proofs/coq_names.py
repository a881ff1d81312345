"""What names mean in Coq, and the natural numbers that are made of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from bounds import symbols as s
from bounds.claims.claim import Claim
from bounds.expression import expression_of
from bounds.formulas.rules import OBSERVED, further_of
from bounds.formulas.scope import TAKEN
from bounds.formulas.slack import ONE
from bounds.formulas.tree import Apply, Constant, Formula, Name
from verify.proofs.coq_constants import defined, named, parameters, whole
from verify.proofs.coq_export import to_coq
from verify.proofs.coq_terms import atom, infix

TRIAL = {"ux": "dot n u (fst c)", "xx": "dot n (fst c) (fst c)"}
OUTCOMES = {
    "labels": {"y": "label (snd c)", "u_loss": "trial_loss n u (as_trial c)"},
    "points": {"y": "snd c"},
    "intervals": {"u_loss": "trial_loss n u c"},
}
"""What is said of a trial c, and of its outcome."""

IDENTITY = ("identity", "n, n")
AFTER_THE_PAST = "(length past + 1)"
"""The number of the trial after those that are past."""


class NoCoqForm(Exception):
    """A claim says something that has no Coq form."""


@dataclass(frozen=True)
class Names(ABC):
    """What names mean in Coq: vectors with their dimension, numbers, and what counts from 1 in a formula, not in Coq.

    A number that no scope has is a parameter of the claim. The trials ``seen`` are those before this one. Whole
    formulas that are ``known`` are what they are there, such as sums over the trials.
    """

    claim: Claim
    vectors: Mapping[str, tuple[str, str]]
    numbers: Mapping[str, str]
    counts: frozenset[str] = frozenset()
    known: Mapping[Formula, str] = field(default_factory=dict)
    seen: str = ""
    naturals: Mapping[str, str] = field(default_factory=dict)

    @abstractmethod
    def value(self, formula: Formula, entry: str = "") -> str:
        """Return a number, or this entry of a vector, as a Coq term of type R."""

    def counting(self, name: str) -> Self:
        """Return the scope in which this name counts, too."""
        return replace(self, counts=self.counts | {name})

    def from_0(self, name: str) -> Self:
        """Return the scope in which this name is a natural number, which counts from 0 in a formula, too."""
        numbers, naturals = {**self.numbers, name: f"INR {name}"}, {**self.naturals, name: name}
        return replace(self, numbers=numbers, naturals=naturals)

    def on_trial(self, number: str = "") -> Self:
        """Return the scope in which something is said of a trial c, and of its number."""
        outcome = OUTCOMES.get(self.claim.outcomes.kind, {})
        vectors = {"u": ("u", "n"), **self.vectors, "x": ("(fst c)", "n")}
        numbers = {**self.numbers, **TRIAL, **outcome}
        if not number:
            return replace(self, vectors=vectors, numbers=numbers)
        numbers["t"] = f"INR {number}"
        return replace(self, vectors=vectors, numbers=numbers, naturals={**self.naturals, "t": number})

    def with_identity(self) -> Self:
        """Return the scope in which there is the matrix that changes no vector."""
        return replace(self, vectors={**self.vectors, "identity": IDENTITY})

    def _name(self, name: str) -> str:
        if name in self.counts:
            return f"INR ({name} + 1)"
        known = {**whole(self.claim), **self.numbers}
        if name in self.vectors or not (name in known or name in _spoken_of(self.claim)):
            raise NoCoqForm
        if name in known:
            return known[name]
        return defined(self.claim, to_coq(named(self.claim, expression_of(Name(name)))), whole(self.claim))

    # --- natural numbers -------------------------------------------------------------------------------------

    def place(self, formula: Formula) -> str:
        """Return what counts entries, rows or trials, from 0 on, as an atom."""
        text = self.natural(formula, 1)
        return text if text.isidentifier() else f"{atom(text)}%nat"

    def count(self, low: Formula, high: Formula) -> str:
        """Return how many there are from 1 to an end."""
        if low != ONE:
            raise NoCoqForm
        return self.natural(high)

    def natural(self, formula: Formula, less: int = 0) -> str:
        """Return a number, less some, as a term of type nat."""
        multiples = self._multiples(formula)
        rest = multiples.pop("", 0) - less
        terms = [text if times == 1 else infix("*", str(times), text) for text, times in multiples.items() if times]
        if any(times < 0 for times in multiples.values()) or (rest < 0 and terms != ["n"]) or rest < -1:
            raise NoCoqForm
        if rest < 0:
            return "n - 1"
        return " + ".join(terms + [str(rest)] * (rest > 0 or not terms))

    def _multiples(self, formula: Formula) -> dict[str, int]:
        """Return how often natural numbers are in a sum of them, and under the empty text what is added."""
        naturals = self._naturals()
        match formula:
            case Constant(value) if value.denominator == 1:
                return {"": int(value)}
            case Name(name) if name in self.counts:
                return {name: 1, "": 1}
            case Name(name) if name in naturals:
                return {naturals[name]: 1}
            case Apply("+" | "-" as sign, (left, right)):
                multiples = self._multiples(left)
                for text, times in self._multiples(right).items():
                    multiples[text] = multiples.get(text, 0) + (times if sign == "+" else -times)
                return multiples
            case Apply("*", (Constant(value), right)) if value.denominator == 1:
                return {text: int(value) * times for text, times in self._multiples(right).items()}
            case Apply("**", (Constant(value), exponent)) if value.denominator == 1 and self._is_natural(exponent):
                return {infix("^", str(value), self.natural(exponent)): 1}
        rounded = formula.arguments[0] if isinstance(formula, Apply) and formula.function == "floor" else formula
        return {f"natural {atom(self.value(rounded))}": 1}

    def _naturals(self) -> dict[str, str]:
        """Return the names of natural numbers with what they are in Coq."""
        own = {name: name for name in whole(self.claim).keys() - self.numbers.keys()}
        of_trials = {} if self.claim.outcomes.kind == "none" else {"n": "n", "l": "length S"}
        return {**of_trials, **own, **self.naturals}

    def _is_natural(self, formula: Formula) -> bool:
        """Tell whether a formula is made of natural numbers by adding and multiplying."""
        match formula:
            case Constant(value):
                return value.denominator == 1 and value >= 0
            case Name(name):
                return name not in self.counts and name in self._naturals()
            case Apply("+" | "*", sides):
                return all(map(self._is_natural, sides))
        return False


def _spoken_of(claim: Claim) -> set[str]:
    """Return the parameters of a claim by their names, with the number of trials and the dimension; where there are
    trials, what has a meaning on them, or in the learner's state, is no parameter."""
    spoken = {symbol.name for symbol in (*parameters(claim), *claim.defines)}
    if claim.outcomes.kind == "none":
        return spoken
    rule = claim.learner.rule if claim.learner is not None else None
    meant = TAKEN.union({} if rule is None else dict(further_of(rule)), (OBSERVED,))
    return (spoken - meant) | {symbol.name for symbol in (s.l, s.n)}
