"""Claims in reduced form: rows v_t that the learner should have predicted higher, and weights that their sum decides.

Rows are examples with the sign of their outcome, |v_t| at most 1. Only learners of the catalogue have such a form.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
import sympy

from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.data.integer_matrix import Floats


class Link(Enum):
    """The function from the sum z of the rows to the weights."""

    LINEAR = "w = z"
    POWER = "w = sign(z) |z|**(p - 1)"
    SOFTMAX = "w = exp(z) / sum exp(z)"
    DOUBLED = "softmax on (x, -x)"


class Goal(Enum):
    """What the claim bounds."""

    EXCESS = "the sum of (u - w_t).v_t"
    TOLERANCED = "the same, less tau a trial"
    MISTAKES = "the number of mistakes"
    EXPECTED = "the loss at tolerance 1/2"


_LINKS = {
    "doubled_exponentiated(eta, U)": Link.DOUBLED,
    "qa_sinh(a)": Link.DOUBLED,
    "exponentiated(eta, U)": Link.SOFTMAX,
    "qa_exp(a)": Link.SOFTMAX,
    "p_norm(p, a)": Link.POWER,
    "p_norm(2, a)": Link.LINEAR,
    "perceptron(eta)": Link.LINEAR,
    "perceptron(1)": Link.LINEAR,
}
_SQUARED = "m**2*delta**2"
_GOALS = {
    "sum_t(loss)": Goal.EXPECTED,
    "sum_t(loss) - sum_t(u_loss)": Goal.EXCESS,
    "sum_t(err)": Goal.MISTAKES,
    _SQUARED: Goal.MISTAKES,
}


@dataclass(frozen=True)
class Form:
    """A claim in reduced form. ``noisy`` says that the comparator may err."""

    claim: Claim
    link: Link
    goal: Goal
    noisy: bool

    @property
    def entropic(self) -> bool:
        """Whether weights are exponentials, u has sum U and examples have largest magnitude X."""
        return self.link in (Link.SOFTMAX, Link.DOUBLED)

    def exponents(self) -> tuple[int, ...]:
        """The exponents p worth trying."""
        if self.link is not Link.POWER:
            return (2,)
        fixed = sympy.sympify(self.claim.defines.get(s.p, s.p))
        return (int(fixed),) if fixed.is_Integer else (3, 6, 2, 4)


def _compared(claim: Claim) -> str:
    """Return the formula of what is compared with the bound, nothing where there is none."""
    return str(claim.quantity.formula[0].get("value", "")) if claim.quantity.formula else ""


def form(claim: Claim) -> Form | None:
    """Return the claim's reduced form, None for a claim that has none.

    >>> from boundcheck import theorem
    >>> form(theorem("bylander.9")).goal, form(theorem("bylander.1"))
    (<Goal.TOLERANCED: 'the same, less tau a trial'>, None)
    """
    if claim.learner is None or claim.start or claim.family not in ("", "quasi-additive"):
        return None
    if claim.relation not in ("<=", "<") or claim.longer_than is not None:
        return None
    if claim.comparator not in (Comparator.ANY, Comparator.SEPARATING, Comparator.NOISY, Comparator.GAP):
        return None
    link, goal = _LINKS.get(claim.learner.formula), _GOALS.get(_compared(claim))
    if goal is Goal.EXCESS and claim.learner.targets == "toleranced(tau)":
        goal = Goal.TOLERANCED
    if link is None or goal is None or claim.outcomes not in (Outcomes.INTERVALS, Outcomes.LABELS):
        return None
    return Form(claim, link, goal, claim.comparator is Comparator.NOISY)


# --- the learner, in floats ----------------------------------------------------------------------------


def weights(link: Link, z: Floats, p: int = 2) -> Floats:
    """Return the weights at the sum ``z`` of the rows, already multiplied by the learning rate."""
    if link is Link.LINEAR:
        return z
    if link is Link.POWER:
        powers: Floats = np.sign(z) * np.abs(z) ** (p - 1)
        return powers
    if link is Link.DOUBLED:
        both = np.concatenate([z, -z])
        e = np.exp(both - both.max())
        half = e / e.sum()
        difference: Floats = half[: len(z)] - half[len(z) :]
        return difference
    e = np.exp(z - z.max())
    softmax: Floats = e / e.sum()
    return softmax
