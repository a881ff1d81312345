"""Claims in reduced form: rows v_t that the learner should have predicted higher, and weights that their sum decides.

Rows are examples with the sign of their outcome, |v_t| at most 1. Only learners of the catalogue have such a form.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bounds.claims.claim import Claim, Comparator, Outcomes


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
