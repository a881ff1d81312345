"""The variables of proofs entry by entry in Coq: values of exp and ln, sums over the entries and roots, by their names.

A variable is introduced with what it stands for, and what that speaks of before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from typing import NamedTuple

from verify.kernel_proof.entries import AT, ENTRIES, SUM, of_entries
from verify.kernel_proof.pieces import Guard
from verify.kernel_proof.ratios import Ratio, variable
from verify.kernel_proof.states import NEXT
from verify.kernel_proof.weights import COMING, Weighed
from verify.prove.coq_terms import called, guard, term

VALUE = re.compile(r"f_\d+")


def vector(name: str) -> str:
    """Return what the vector whose entry a variable is, is called.

    >>> vector("_at_w"), vector("_at_f_3")
    ('w', 'at_f_3_')
    """
    plain = name.removeprefix(AT)
    return NEXT if plain == COMING else called(name) if VALUE.fullmatch(plain) else plain


def at(ratio: Ratio, entry: str) -> str:
    """Return a ratio as a Coq term, at an entry."""
    return placed(term(ratio), ratio, entry)


def guard_at(a: Guard, entry: str) -> str:
    """Return what a guard says as a Coq proposition, at an entry."""
    return placed(guard(a), a.ratio, entry)


def placed(text: str, ratio: Ratio, entry: str) -> str:
    """Return a term with the entries of vectors in the place of the variables of entries."""
    for name in ratio.names:
        if name.startswith(AT):
            text = re.sub(rf"\b{called(name)}(?!\w)", f"({vector(name)} {entry})", text)
    return text


def factors(name: str) -> list[str]:
    """Return the variables of entries whose products a sum adds up.

    >>> factors("_sum_f_12_w_w")
    ['_at_f_12', '_at_w', '_at_w']
    """
    return [f"{AT}{part}" for part in re.findall(r"f_\d+|[^_]+", name.removeprefix(SUM))]


class Meaning(NamedTuple):
    """What a variable is: its kind, what says so, the step that introduces it, and what it speaks of."""

    kind: str
    equation: str
    step: str
    inside: tuple[str, ...]


class Names:
    """What variables stand for in a claim."""

    def __init__(self, claim: Weighed, roots: dict[str, Ratio]) -> None:
        self.claim, self.roots = claim, roots

    def meaning(self, name: str) -> Meaning | None:
        """Return what a variable stands for; None where nothing is known of it."""
        own, values = called(name), self.claim.values.known
        if name in values:
            head, inside = values[name]
            parts = tuple(sorted(inside.names))
            if name.startswith(AT):
                function = f"(fun i => {head} ({at(inside, 'i')}))"
                return self.made("vec", own, f"named_by {own} {function}", f"some_vector {function}", parts)
            value = f"({head} ({term(inside)}))"
            return self.made("R", own, f"named {own} {value}", f"some_number {value}", parts)
        if name in self.roots:
            value, parts = f"({term(self.roots[name])})", tuple(sorted(self.roots[name].names))
            return self.made("R", own, f"root_of {own} {value}", f"root_exists {value}", parts)
        if name.startswith(SUM) or name == ENTRIES:
            value, parts = (f"({self.total(name)})", tuple(factors(name))) if name != ENTRIES else ("(INR n)", ())
            return self.made("R", own, f"named {own} {value}", f"some_number {value}", parts)
        return None

    @staticmethod
    def made(kind: str, own: str, equation: str, exists: str, inside: tuple[str, ...]) -> Meaning:
        """Return a meaning with the step that introduces it."""
        return Meaning(kind, equation, f"destruct ({exists}) as [{own} E_{own}'].", inside)

    def total(self, name: str) -> str:
        """Return the sum that a variable stands for."""
        return f"sum n (fun i => {' * '.join(f'{vector(part)} i' for part in factors(name))})"

    def squared(self, root: str) -> str:
        """Return an equation that says what the square of a root is."""
        return f"{called(root)} * {called(root)} = {term(self.roots[root])}"

    def value(self, name: str, entry: str) -> str:
        """Return an equation that says what value of exp or ln a variable is, at an entry."""
        head, inside = self.claim.values.known[name]
        return f"{at(variable(name), entry)} = {head} ({at(inside, entry)})"

    def ordered(self, names: Iterable[str]) -> Iterator[str]:
        """Yield names with those that they speak of, each after these."""
        seen = set[str]()

        def visit(name: str) -> Iterator[str]:
            if name in seen:
                return
            seen.add(name)
            meaning = self.meaning(name)
            for inside in () if meaning is None else meaning.inside:
                yield from visit(inside)
            yield name

        for name in sorted(names):
            yield from visit(name)

    def values(self, names: Set[str], but: Set[str]) -> Iterator[str]:
        """Yield the values of exp and ln among names, but for some, each after those that it is a value of."""
        for name in sorted((names & self.claim.values.known.keys()) - but):
            yield from self.values(self.claim.values.known[name][1].names, but)
            yield name


def argument(name: str, entry: str) -> str:
    """Return a variable as an argument of a lemma on numbers."""
    return at(variable(name), entry)


def is_of_entries(a: Guard) -> bool:
    """Tell whether a guard speaks of an entry."""
    return of_entries(a.ratio)
