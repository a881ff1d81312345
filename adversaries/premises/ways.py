"""The changes that take an instance out of a premise, by what the premise says and not by what it is called."""

from __future__ import annotations

from functools import lru_cache

from adversaries.premises.moves import (
    Move,
    all_zero,
    another_sum,
    any_inputs,
    fewer_attributes,
    fewer_trials,
    hardly_active,
    near_the_threshold,
    negative_entries,
    other_comparators,
    other_gaps,
    other_inputs,
    other_parameters,
    other_starts,
    other_targets,
    signed_targets,
    smaller_comparators,
    too_small,
    trained_on_everything,
    wrong_labels,
)
from bounds import symbols as s
from bounds.claims.parts import Hypothesis
from bounds.formulas.reading import Reading, readings
from bounds.formulas.slack import ZERO
from bounds.formulas.tree import Apply, Constant, Name, functions, names

_INPUTS = (any_inputs, hardly_active, near_the_threshold, other_inputs)
_TOO_SMALL = {symbol.name: too_small(symbol) for symbol in (s.U, s.X)}
_OF_PARAMETERS: dict[str, tuple[Move, ...]] = {
    "U": (all_zero,),
    "X": (all_zero,),
    "delta": (other_gaps,),
    "gamma": (wrong_labels,),
    "k": (other_comparators,),
    "n": (fewer_attributes,),
    "l": (fewer_trials,),
    "p": (other_parameters,),
    "Z": (other_starts,),
    "uz": (other_starts,),
}
"""What to change where a premise compares a parameter with a number."""

EVERYTHING: tuple[Move, ...] = (
    other_parameters,
    wrong_labels,
    other_comparators,
    other_inputs,
    fewer_trials,
    fewer_attributes,
    other_starts,
)
"""What to change where it is not known what a premise says."""

ALL: tuple[Move, ...] = (
    *_TOO_SMALL.values(),
    another_sum,
    negative_entries,
    all_zero,
    wrong_labels,
    smaller_comparators,
    other_gaps,
    signed_targets,
    other_comparators,
    trained_on_everything,
    other_targets,
    *_INPUTS,
    fewer_attributes,
    fewer_trials,
    other_starts,
    other_parameters,
)
"""Every change that takes an instance out of some premise."""


@lru_cache(maxsize=1024)
def ways(premise: Hypothesis) -> tuple[Move, ...]:
    """Return the changes to try where a premise is missing; none where nothing is known of what it says.

    >>> from bounds.claims.catalogue import theorem
    >>> [move.__name__ for move in ways(theorem("bylander.5").hypotheses[2])]
    ['wrong_labels']
    """
    said = () if premise.tree is None else readings(premise.tree)
    return tuple(dict.fromkeys(move for one in said for move in _out_of(one)))


def _out_of(one: Reading) -> tuple[Move, ...]:
    spoken, applied = names(one.said), functions(one.said)
    match one.about:
        case "parameters":
            return _of_parameters(one)
        case "start":
            return (another_sum,) if "U" in spoken else (negative_entries,) if ">=" in applied else (other_starts,)
        case "comparator":
            return _of_comparator(one)
        case "trials" if spoken & {"ux", "u"}:
            return _of_margins(one)
        case "trials" if "hadamard_row" in applied:
            return (trained_on_everything,)
        case "trials" | "run" if one.limit is not None and one.limit.end == Name("X"):
            return (_TOO_SMALL["X"],)
        case "trials" if spoken == {"x"}:
            return _INPUTS
    return EVERYTHING


def _of_parameters(one: Reading) -> tuple[Move, ...]:
    match one.said:
        case Apply(relation, (Name(name), Constant())) if name != "k" or relation == "==":
            return _OF_PARAMETERS.get(name, ())
        case Apply(_, sides) if Name("l") in sides:
            return (fewer_trials,)
    return ()


def _of_comparator(one: Reading) -> tuple[Move, ...]:
    applied = functions(one.said)
    if "part" in applied:
        return (other_targets,)
    if "member" in applied:
        return (signed_targets, wrong_labels, other_comparators)
    if one.limit is None:
        return (negative_entries, all_zero) if ">" in applied else (negative_entries,)
    if one.limit.end == Name("U"):
        return (_TOO_SMALL["U"], another_sum)
    if one.limit.end == ZERO:
        return (all_zero,)
    return (other_comparators,) if isinstance(one.limit.end, Constant) else EVERYTHING


def _of_margins(one: Reading) -> tuple[Move, ...]:
    applied = functions(one.said)
    if "delta" in names(one.said):
        return (other_gaps,)
    if "or" in applied:
        return (smaller_comparators, wrong_labels)
    return (wrong_labels, other_comparators) if "==" in applied else (wrong_labels,)
