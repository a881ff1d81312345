"""What a claim compares with its bound, from the formulas of certificates: over the run, its trials or attributes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from bounds import symbols
from bounds.formulas.program import Program, as_number, program
from bounds.formulas.scope import OF_PLAYED, OF_THE_RUN, OF_TRIALS, TRIALS, Names, parameters_of
from bounds.formulas.text import read
from bounds.formulas.tree import Kind
from bounds.formulas.values import ZERO, order
from bounds.numbers import Number

if TYPE_CHECKING:
    from bounds.claim import Case

PARTS = frozenset(("over", "if", "value", "with"))
"""What of a comparison is computed here; that of a second learner, or against an adversary, is not."""


@dataclass(frozen=True)
class Row:
    """One comparison that a claim makes: ``lhs`` with the bound at ``values``; ``t`` names the trial, if any."""

    lhs: Number
    values: Mapping[Any, Number] = field(default_factory=dict)
    t: int | None = None
    what: str = ""


class _With(dict[str, Any]):
    """Names of a comparison, found where they are asked for; others are looked up further out."""

    def __init__(self, outer: Mapping[str, Any], said: Mapping[str, Program]) -> None:
        super().__init__()
        self.outer, self.said = outer, said

    def __missing__(self, name: str) -> Any:
        """Find what a name stands for."""
        found = self[name] = self.said[name].value(self) if name in self.said else self.outer[name]
        return found


@dataclass(frozen=True)
class Comparison:
    """A comparison as programs: where it is made, names for it, on what condition, and what is compared."""

    over: str
    said: Mapping[str, Program]
    condition: Program | None
    value: Program


def compiled(part: Mapping[str, Any]) -> Comparison:
    """Compile one comparison."""
    over, said, condition = part.get("over", "run"), part.get("with", {}), part.get("if", "")
    spoken = [read(text) for text in (*said.values(), condition or "1", part["value"])]
    kinds: dict[str, Kind] = {**dict.fromkeys(parameters_of(*spoken), "number"), **OF_THE_RUN}
    on_trials: dict[str, Kind] = {**kinds, **OF_TRIALS, **OF_PLAYED}
    if over in ("trials", "entries"):
        kinds = dict(on_trials)
    here = ["i"] * (over in ("attributes", "entries"))
    kinds |= dict.fromkeys(here, "number")
    nested = over != "run" or bool(said)

    def read_here(text: str) -> Program:
        inner = {**on_trials, **{name: kinds[name] for name in here}}
        return as_number(program(read(text), kinds, inner, here if nested else None))

    found = {}
    for name, text in said.items():
        found[name] = read_here(text)
        kinds[name] = found[name].kind
        here.append(name)
    return Comparison(over, found, read_here(condition) if condition else None, read_here(part["value"]))


def comparisons(parts: Iterable[Comparison], case: Case) -> Iterator[Row]:
    """Yield the comparisons of a case."""
    spoken = case.claim.in_bound
    own = [symbol for symbol in spoken if symbol in symbols.OF_A_TRIAL]
    for of in parts:
        named = [symbol for symbol in spoken if str(symbol) in of.said] if of.said else []
        for here, t, what in _places(of.over, case):
            inside = _With(here, of.said) if of.said else here
            if of.condition is not None and order(of.condition.value(inside), ZERO) == 0:
                continue
            values = {symbol: inside[str(symbol)] for symbol in (*named, *(own if t is not None else ()))}
            yield Row(of.value.value(inside), values, t, what)


def _places(over: str, case: Case) -> Iterator[tuple[Mapping[str, Any], int | None, str]]:
    """Yield where a comparison is made, with the number of its trial and what it is of."""
    if over == "run":
        yield case.scope, None, ""
    if over in ("trials", "entries"):
        for t, trial in enumerate(case.scope[TRIALS], 1):
            if over == "trials":
                yield trial, t, ""
            else:
                yield from ((Names(trial, {"i": i}), t, what) for i, what in _attributes(case))
    if over == "attributes":
        yield from ((Names(case.scope, {"i": i}), None, what) for i, what in _attributes(case))


def _attributes(case: Case) -> Iterator[tuple[Fraction, str]]:
    return ((Fraction(i), f"attribute {i}") for i in range(1, max(case.instance.trials.n, 1) + 1))
