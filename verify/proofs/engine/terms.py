"""Terms and formulas that several proofs write, and the parts of a term."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import z3

from verify.proofs.engine.language import Formula, StepFailed, Term
from verify.proofs.engine.vectors import t
from verify.proofs.runs.perceptron import l

T = TypeVar("T")


def absolute(v: Term) -> Term:
    """Return |v|."""
    return z3.If(v >= 0, v, -v)


def on_a_trial(formula: Formula) -> Formula:
    """Return "if t is a trial: formula"."""
    return z3.Implies(z3.And(t >= 0, t < l), formula)


def parts(term: Term, wanted: Callable[[Term], bool]) -> list[Term]:
    """Return the parts of a term that are wanted, itself last."""
    found = [part for child in term.children() for part in parts(child, wanted)]
    return [*found, term] if wanted(term) else found


def applications(term: Term, function: z3.FuncDeclRef) -> list[Term]:
    """Return every application of a function in a term.

    >>> from verify.proofs.engine.axioms import exp, ln
    >>> applications(exp(ln(z3.Real("a"))) + ln(z3.Real("b")), ln)
    [ln(a), ln(b)]
    """
    return parts(term, lambda part: z3.is_app(part) and bool(part.decl().eq(function)))


def in_the_bound(found: Iterable[T], what: str, count: int = 0) -> list[T]:
    """Return the parts of a claim's bound that steps are built on; raise StepFailed where it does not have them.

    ``count`` is how many there have to be, 0 for any number but none.
    """
    known = list(found)
    if not known or (count and len(known) != count):
        raise StepFailed("the claim", f"the steps are built on {what} in the bound, and this bound has {len(known)}")
    return known
