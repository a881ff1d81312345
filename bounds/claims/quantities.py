"""What claims compare with their bounds: totals of a run, per-trial amounts, differences of two runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from bounds.claims.claim import LearnerSpec, Quantity
from bounds.expression import format_expression

Part: TypeAlias = Mapping[str, Any]
"""One comparison in the formula language of certificates (see bounds.claims.comparisons)."""


Said: TypeAlias = Mapping[str, str] | None
"""Names that a comparison uses, each with its formula."""


def amount_of(text: str, formula: str, names: Said = None, **context: Any) -> Quantity:
    """Return an amount by its formula, with ``names`` for parts of it, and what else it is computed in.

    >>> amount_of("M", "sum_t(err)").parts
    ('M', '')
    """
    return Quantity(text, formula=({"value": formula, **({"with": names} if names else {}), **context},))


def each(
    text: str, value: str, condition: str = "", over: str = "trials", names: Said = None, **context: Any
) -> Quantity:
    """Return an amount of each trial, or of each state or entry, that satisfies a condition."""
    when = {"if": condition} if condition else {}
    return amount_of(text, value, names, over=over, **when, **context)


def parts(text: str, *formula: Part, notes: tuple[str, ...] = ()) -> Quantity:
    """Return several amounts, each perhaps with a note, all compared with the claim's bound."""
    return Quantity(text, formula=formula, notes=notes)


def played(spec: LearnerSpec) -> Part:
    """Return what a comparison says about the learner it is made with; one without a name is the claim's own."""
    return {"learner": spec.formula, "version": spec.targets} if spec.formula else {}


EXCESS_LOSS = amount_of("Abs-Loss(A, S) - Abs-Loss(u, S)", "sum_t(loss) - sum_t(u_loss)")
MISTAKES = amount_of("M", "sum_t(err)")


def disagreements(other: LearnerSpec, text: str, differ: str) -> Quantity:
    """Return the number of trials on which the claim's learner and another one differ.

    ``differ`` says in what; in it the other learner's names begin with ``second_``.
    """
    return amount_of(text, f"sum_t({differ})", second=other.formula, second_version=other.targets)


def expressions(text: str, *sides: tuple[Any, str]) -> Quantity:
    """Return symbolic quantities, each with a note, all compared with the claim's bound."""
    values = ({"value": format_expression(expression)} for expression, _ in sides)
    return parts(text, *values, notes=tuple(note for _, note in sides))
