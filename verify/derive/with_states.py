"""From a learner with states to a proved bound on its regret: bounds are guessed, and the proof decides.

What is guessed is the bound of each kind of potential that ``found_potential`` knows, with the least constants that it
pays for, for linear losses; for hinge losses at rates by the sum of squares besides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import sympy

from bounds.calls import checked
from bounds.claims.own import ByRule, own_claim
from bounds.errors import BoundcheckError
from bounds.formulas import Apply, Formula, Name, read, write
from bounds.formulas.slack import ZERO
from verify.derive.by_potential import proof_by
from verify.derive.found_potential import (
    Question,
    averaged_rates,
    curvatures,
    found_potentials,
    lag_of,
    number_of,
    projected_rates,
    question,
    symbol,
    t,
    xx,
)
from verify.kernel import Malformed
from verify.kernel_gram.numbers import Refused
from verify.logic.proof import Proof

Proposed = tuple[str, list[str]]
"""A bound, and the premises that it needs."""

U_BALL, X_BALL = "norm(u, 2) <= U", "norm(x, 2) <= X"
R_BALL = ["norm(u, 2) <= R", "R > 0"]
R_BOX = ["max(abs(u)) <= R", "R > 0"]
X_SIZE = symbol("X")


@checked
def derive_with_states(
    learner: ByRule, gain: str = "linear", loss: str = "linear", given: Sequence[str] = ()
) -> Proof | None:
    """Return the proof of a bound on the regret of a learner that keeps more than weights.

    Parameters
    ----------
    learner : str or Mapping[str, str] or Rule or LearnerSpec
        The learner by rule.
    gain, loss : str, optional
        The learner's loss and the comparator's.
    given : sequence of str, optional
        What is known of the learner's parameters.

    Returns
    -------
    Proof or None
        The proof, whose claim has the bound; None where no bound was found, which says nothing of others.

    Raises
    ------
    BoundcheckError
        For a learner or a loss that cannot be read.

    Examples
    --------
    >>> from boundcheck import learner
    >>> late = learner({"w": "w - eta*v", "v": "x"})
    >>> print(derive_with_states(late).claim)
    own.derived: sum_t(linear) - sum_t(linear(u)) <= 3*H*eta/2 + U**2/(2*eta)
    """
    asked = question(own_claim(learner, "l", gain=gain, loss=loss, given=[*given, U_BALL]))
    for bound, more in proposals(asked):
        premises = list(dict.fromkeys((*given, *more)))
        stated = str(number_of(read(bound)))
        claim = own_claim(learner, stated, gain=gain, loss=loss, given=premises, name="own.derived")
        for potential in found_potentials(claim):
            proof = proof_by(claim, potential)
            if proof.status == "checked":
                return proof
    return None


def proposals(asked: Question) -> Iterator[Proposed]:
    """Yield bounds that may hold."""
    for propose in (by_lag, by_average, by_projection, by_curvature):
        with suppress(Refused, Malformed, BoundcheckError, ArithmeticError):
            yield from propose(asked)


def by_lag(asked: Question) -> Iterator[Proposed]:
    """Yield |u|^2/(2 eta) and what the sum of squares has to pay for, at the lag's best k."""
    of = lag_of(asked.stated)
    for slope in dict.fromkeys((of.d / (1 - of.g), -of.d / (1 + of.g))):
        factor = sympy.factor(of.eta / 2 + slope)
        yield f"U**2/(2*({of.eta})) + ({factor})*H", [U_BALL, "sum_t(xx) <= H"]


def by_average(asked: Question) -> Iterator[Proposed]:
    """Yield the bounds of dual averaging, at rates c/sqrt(t) and c/sqrt(S + X^2)."""
    for _, _, e in averaged_rates(asked):
        c = sympy.simplify(e * sympy.sqrt(t))
        if not c.has(t):
            yield f"U**2*sqrt(l)/(2*({c})) + ({c})*X**2*sqrt(l)", [U_BALL, X_BALL]
        for name, of in sums(asked):
            c = sympy.simplify(e * sympy.sqrt(symbol(name) + X_SIZE**2))
            if not c.has(symbol(name)):
                bound = f"U**2*sqrt(H + X**2)/(2*({c})) + ({c})*sqrt(H)"
                yield bound, [U_BALL, X_BALL, "X > 0", f"sum_t({write(of)}) <= H"]


def by_projection(asked: Question) -> Iterator[Proposed]:
    """Yield the bounds of steps that are projected on a ball or a box, at rates c/sqrt(t) and c/sqrt(S + x.x)."""
    for _, of, e in projected_rates(asked):
        if of.radius != "R":
            continue
        square, within = ("R**2", R_BALL) if of.kind == "ball" else ("R**2*n", R_BOX)
        c = sympy.simplify(e * sympy.sqrt(t))
        if not c.has(t, xx):
            yield f"2*{square}*sqrt(l)/({c}) + ({c})*X**2*sqrt(l)", [*within, X_BALL]
        for name, added in sums(asked):
            c = sympy.simplify(e * sympy.sqrt(symbol(name) + xx))
            if not c.has(symbol(name), xx):
                yield f"(2*{square}/({c}) + {c})*sqrt(H)", [*within, f"sum_t({write(added)}) <= H"]


def by_curvature(asked: Question) -> Iterator[Proposed]:
    """Yield the bound of steps 1/(C t), at gradients x + C w of norm 2 X."""
    for _, c in curvatures(asked):
        yield f"2*X**2/{c}*H", [X_BALL, "sum_t(1/t) <= H"]


def sums(asked: Question) -> Iterator[tuple[str, Formula]]:
    """Yield the parts of the state that add something up, with what they add."""
    for name in asked.stated.numbers:
        match asked.updates[name]:
            case Apply("+", (Name(own), of)) if own == name:
                yield name, of
            case Apply("if", (condition, Apply("+", (Name(own), of)), Name(other))) if own == other == name:
                yield name, Apply("if", (condition, of, ZERO))
