"""Ways to change a claim, and what is known of the claim that comes of it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from sympy import Rational, floor

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.claims.hypotheses import comparator_within, examples_within
from bounds.mathematics.geometry import ENTROPIC, EUCLIDEAN, SIGNED_ENTROPIC

Change = Callable[[Claim], Claim]


class Truth(Enum):
    """What is known of a variant."""

    FALSE = "false"
    TRUE = "true"
    OPEN = "open"


@dataclass(frozen=True)
class Variant:
    """A statement made from a claim of the catalogue, and why it is false or true.

    ``hard`` says of a false one why the tests do not ask for its counterexample.
    """

    claim: str
    grade: str
    build: Change
    truth: Truth
    argument: str
    hard: str = ""

    @property
    def id(self) -> str:
        """The claim's id and the grade."""
        return f"{self.claim}: {self.grade}"

    def made(self) -> Claim:
        """Return the variant as a claim."""
        return self.build(theorem(self.claim))


# --- ways to change a claim ------------------------------------------------------------------------------


def times(factor: str) -> Change:
    """Multiply the bound by a constant, inside its floor where it has one."""

    def change(claim: Claim) -> Claim:
        scaled = Rational(factor) * claim.inner_bound
        return claim.replace(bound=floor(scaled) if isinstance(claim.bound, floor) else scaled)

    return change


def bound(expression: Any) -> Change:
    """Put another bound in the place of the claim's."""
    return lambda claim: claim.replace(bound=expression)


def at_exponent(p: int, factor: str) -> Change:
    """Fix p, and multiply the bound by a constant."""
    return lambda claim: claim.replace(define={s.p: p}, bound=Rational(factor) * claim.inner_bound)


def without(*names: str) -> Change:
    """Drop hypotheses."""
    return lambda claim: claim.replace(without=names)


def relation(sign: str) -> Change:
    """Compare by another sign."""
    return lambda claim: claim.replace(relation=sign)


def rate(expression: Any) -> Change:
    """Play at another learning rate."""
    return lambda claim: claim.replace(define={s.eta: expression})


def substituted(old: Any, new: Any) -> Change:
    """Put one expression in the place of another in the bound."""

    def change(claim: Claim) -> Claim:
        after = claim.bound.subs(old, new)
        if after == claim.bound:
            raise ValueError(f"{claim.id}: {old} does not occur in {claim.bound}")
        return claim.replace(bound=after)

    return change


def max_norm_examples(claim: Claim) -> Claim:
    """Read U as the sum of magnitudes and X as the largest magnitude, in place of 2-norms."""
    old = {"comparator", "examples"}
    kept = tuple(h for h in claim.hypotheses if h.name not in old)
    norms = (comparator_within(SIGNED_ENTROPIC), examples_within(ENTROPIC))
    return dataclasses.replace(claim.replace(), hypotheses=(*norms, *kept), geometry=SIGNED_ENTROPIC, per_trial=None)


def two_norm_examples(claim: Claim) -> Claim:
    """Ask X to bound the 2-norms of the examples, in place of their largest entries."""
    wider = tuple(examples_within(EUCLIDEAN) if h.name == "examples" else h for h in claim.hypotheses)
    return dataclasses.replace(claim.replace(), hypotheses=wider)


def _all(truth: Truth) -> Callable[..., Variant]:
    def make(claim: str, grade: str, build: Change, argument: str, hard: str = "") -> Variant:
        return Variant(claim, grade, build, truth, argument, hard)

    return make


false, true, open_ = _all(Truth.FALSE), _all(Truth.TRUE), _all(Truth.OPEN)

U, X, l, n, k, eta, tau = s.U, s.X, s.l, s.n, s.k, s.eta, s.tau
