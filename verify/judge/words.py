"""Instances, variants and ratios in words."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from math import isinf
from typing import Any, TypeAlias

from bounds.claims.claim import Claim
from bounds.claims.variants import changes
from bounds.data.repetition import Repeated
from bounds.data.trials import Trials
from bounds.data.vectors import Vector
from bounds.instances import Instance, sequence_text
from bounds.numbers import Number, number_text, short_text


def ratio_text(ratio: float, attained: Callable[[], bool]) -> str:
    """Show a ratio to four digits, or to as many as tell it from 1; a bare 1 means equality, exactly.

    >>> ratio_text(1.25, lambda: False), ratio_text(0.99999876, lambda: False), ratio_text(1.0, lambda: False)
    ('1.25', '0.999999', '~1')
    """
    if isinf(ratio):
        return "more than 1e308" if ratio > 0 else "less than -1e308"
    if not ratio:
        return "0"
    for digits in range(4, 13):
        text = f"{ratio:.{digits}g}"
        if text != "1":
            return text
    return "1" if attained() else "~1"


def vector_text(vector: Vector, limit: int = 8) -> str:
    """Show a vector's first entries."""
    shown = ", ".join(short_text(a, 12) for a in list(vector)[:limit])
    return f"({shown}{', ...' if len(vector) > limit else ''})"


def parameters_text(parameters: dict[Any, Number]) -> str:
    """Show parameters by name."""
    shown = sorted(parameters.items(), key=lambda item: str(item[0]))
    return ", ".join(f"{symbol} = {number_text(value)}" for symbol, value in shown)


Parts: TypeAlias = list[tuple[str, str]]
"""A report: names with texts, a name once for all that follows it."""


def lines_of(parts: Parts) -> list[str]:
    """Return a report as it is printed, a line for each of its parts.

    >>> lines_of([("data", "1 trial"), ("bound", "2")])
    ['  data         1 trial', '  bound        2']
    """
    return [f"  {name:<12} {text}" for name, text in parts]


def claim_parts(claim: Claim) -> Parts:
    """Return what a claim says, and what a variant changes besides its bound."""
    return [("claim", claim.inequality), *(("" if i else "variant", change) for i, change in enumerate(changes(claim)))]


def trial_lines(trials: Trials, limit: int = 8) -> list[tuple[str, str]]:
    """Return the numbers of the trials with their text, at most ``limit`` lines; equal trials in a row share one.

    >>> trial_lines(Trials.of([[1], [1], [0]], [1, 1, -1]))
    [('1-2', 'x = (1), outcome 1, 2 times'), ('3', 'x = (0), outcome -1')]
    """
    lines: list[tuple[str, str]] = []
    if isinstance(trials, Repeated):
        for block, times in trials.blocks:
            room = limit - len(lines)
            lines += trial_lines(block, room) if room > 0 else []
            lines += [("", f"these {times} times")] if times > 1 else []
        return lines
    t = 0
    for (x, outcome), group in groupby(trials):
        times = len(list(group))
        if len(lines) == limit:
            lines.append(("", f"... {trials.l} trials in all"))
            break
        numbers = str(t + 1) if times == 1 else f"{t + 1}-{t + times}"
        lines.append((numbers, f"x = {vector_text(x)}, outcome {outcome}" + (f", {times} times" if times > 1 else "")))
        t += times
    return lines


def instance_lines(instance: Instance, limit: int = 8) -> list[str]:
    """Show an instance: its trials, comparator and parameters; equal trials in a row take one line."""
    lines = [text for _, text in trial_lines(instance.trials, limit)]
    if instance.comparator is not None:
        lines.append(f"u = {vector_text(instance.comparator)}")
    if instance.sequence is not None:
        lines.append(f"u_t = {sequence_text(instance.sequence)}")
    if instance.start is not None:
        lines.append(f"s = {vector_text(instance.start)}")
    if instance.parameters:
        lines.append(parameters_text(dict(instance.parameters)))
    return lines
