"""Verdicts and instances in words."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from math import isinf
from typing import TYPE_CHECKING, Any

from bounds.claims.claim import Claim, Outcomes
from bounds.claims.variants import changes
from bounds.data.instances import Instance
from bounds.data.trials import Trials
from bounds.data.vectors import Vector
from bounds.display import counted
from bounds.numbers import Number, number_text, short_text
from verify.judge.status import Status
from verify.own_data.logged import as_given

if TYPE_CHECKING:
    from verify.judge.check import Verdict


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


def variant_lines(claim: Claim) -> list[str]:
    """Return what a variant changes besides its bound, a line each."""
    return [f"  {'variant' if i == 0 else '':<12} {change}" for i, change in enumerate(changes(claim))]


def verdict_lines(verdict: Verdict) -> list[str]:
    """Return the verdict's numbers, a line each, the status last."""
    claim, instance = verdict.claim, verdict.instance
    lines = [f"{claim.id}  {claim.title}", f"  claim        {claim.inequality}", *variant_lines(claim)]
    if claim.outcomes is not Outcomes.NONE:
        lines.append(f"  data         {counted(instance.trials.l, 'trial')}, {counted(instance.trials.n, 'attribute')}")
    lines.append(f"  parameters   {parameters_text(verdict.case.values)}")
    if instance.comparator is not None:
        lines.append(f"  comparator   u = {vector_text(instance.comparator)}{'  (found)' if verdict.found else ''}")
    if instance.start is not None:
        lines.append(f"  start        s = {vector_text(instance.start)}")
    if as_given(claim):
        lines.append("  learner      predictions were taken as given; whether the algorithm makes them was not checked")
    if verdict.intercept is not None:
        lines.append(f"  intercept    {verdict.intercept}")
    decisive = verdict.decisive
    if decisive is not None:
        where = f" on trial {decisive.row.t}" if decisive.row.t is not None else ""
        what = decisive.row.what or claim.quantity.text
        lines.append(f"  compared     {what}{where} = {number_text(decisive.lhs)}")
        lines.append(f"  bound        {number_text(decisive.rhs)}")
        if verdict.trivial:
            lines.append("  trivial      the bound is larger than the number of trials: no learner breaks it")
        ratio = "" if verdict.ratio is None else f", ratio {ratio_text(verdict.ratio, lambda: verdict.attained)}"
        lines.append(f"  slack        {number_text(decisive.slack)}{ratio}")
    lines += [f"  fails        {failure}" for failure in verdict.failures]
    if verdict.undecided:
        lines.append(f"  enclosure    {verdict.undecided}")
    if verdict.status is Status.VIOLATED:
        lines.append(f"  first step   {first_failure_text(verdict)}")
    return lines


REPLAYED = 100_000
"""Numbers in the examples beyond which the per-trial inequality is not evaluated: it would take minutes."""


def first_failure_text(verdict: Verdict) -> str:
    """Say at which trial the proof's per-trial inequality first fails."""
    if verdict.instance.trials.numerators.size > REPLAYED:
        return f"not looked for: the examples have more than {REPLAYED} numbers"
    record = verdict.first_failure
    if record is None or record.gain is None or record.allowed is None:
        return "no inequality of each trial is known for this claim"
    return (
        f"the per-trial inequality first fails on trial {record.step.t}: "
        f"{number_text(record.gain)} > {number_text(record.allowed)}"
    )


def verdict_text(verdict: Verdict) -> str:
    """Return the whole verdict as plain text."""
    return "\n".join([*verdict_lines(verdict), verdict.status.value])


def tightness_lines(found: tuple[str, Verdict] | None) -> list[tuple[str, str]]:
    """Describe how tight a claim is, with the sequence that shows it."""
    if found is None:
        return [("tightness", "no structured sequence with a positive bound")]
    name, verdict = found
    ratio = "attained with equality, exactly"
    if not verdict.attained and verdict.ratio is not None:
        ratio = f"best ratio {ratio_text(verdict.ratio, lambda: False)}"
    lines = [("tightness", f"{ratio}: {name}")]
    lines += [("sequence", text) for text in instance_lines(verdict.instance)]
    decisive = verdict.decisive
    if decisive is not None:
        lines.append(("", f"{number_text(decisive.lhs)} against the bound {number_text(decisive.rhs)}"))
    return lines


def trial_lines(trials: Trials, limit: int = 8) -> list[tuple[str, str]]:
    """Return the numbers of the trials with their text, at most ``limit`` lines; equal trials in a row share one.

    >>> trial_lines(Trials.of([[1], [1], [0]], [1, 1, -1]))
    [('1-2', 'x = (1), outcome 1, 2 times'), ('3', 'x = (0), outcome -1')]
    """
    lines: list[tuple[str, str]] = []
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
    if instance.start is not None:
        lines.append(f"s = {vector_text(instance.start)}")
    if instance.parameters:
        lines.append(parameters_text(dict(instance.parameters)))
    return lines
