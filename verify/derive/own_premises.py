"""What the premises of a claim of one's own say of a trial, of the comparator and of the parameters.

NormLimits are read from what they are, not from how they are called. One that says nothing here is left out, which can
only make more of what has to be proved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import sympy

from bounds.claims.claim import Claim, LearnerSpec
from bounds.claims.limits import premise_readings
from bounds.claims.named import VersionNamed
from bounds.errors import BoundcheckError
from bounds.formulas import Apply, Formula, Name, names, read, write
from bounds.formulas.reading import Reading
from bounds.formulas.scope import parameters_of
from bounds.formulas.slack import ZERO
from verify.derive.pieces import Guard, conditions
from verify.derive.potentials import of_parameters, parameter

UNIT = tuple(
    {Reading("trials", read(text)) for text in texts}
    for texts in (
        ("all_i(x >= 0)", "all_i(x <= 1)"),
        ("all_i(member(x, {0, 1}))",),
    )
)
"""Either of which says that every entry of an example is in [0, 1]."""

TOTAL, NOT_NEGATIVE = read("sum(u)"), (read("all_i(u >= 0)"), read("all_i(member(u, {0, 1}))"))
OF_U = {read("norm(u, 2)"): "size", read("max(abs(u))"): "entries", TOTAL: "total"}
OF_X = {read("norm(x, 2)"): "radius", read("max(abs(x))"): "largest"}

TRIAL = frozenset(("ux", "xx", "y", "yhat"))
"""What a premise about trials may speak of, besides parameters."""


@dataclass
class NormLimits:
    """``size`` bounds |u|, ``entries`` the |u_i|, ``radius`` the 2-norms of examples, ``largest`` their max-norms;
    ``total`` is the sum of u.

    ``charge`` is (f, H) where the sum of f over the trials is at most H. ``of_trials`` holds of each trial, ``guards``
    of parameters.
    """

    size: Any = None
    entries: Any = None
    radius: Any = None
    largest: Any = None
    total: Any = None
    nonnegative: bool = False
    unit: bool = False
    charge: tuple[Formula, Any] | None = None
    of_trials: list[Formula] = field(default_factory=list)
    guards: list[Guard] = field(default_factory=list)


def premises_of(claim: Claim) -> NormLimits:
    """Read the premises of a claim; one by a function says nothing here."""
    _require_plain(claim)
    limits, stated = NormLimits(), premise_readings(claim)
    for one in sorted(stated, key=lambda one: write(one.said)):
        if names(one.said).isdisjoint(dict(claim.further)):
            _state(limits, one)
    limits.unit = any(stated >= parts for parts in UNIT)
    return limits


def _require_plain(claim: Claim) -> None:
    """Refuse trials with columns, a loss that speaks of the state, and draws: here all names are parameters."""
    if claim.draws:
        raise BoundcheckError("its learner draws: it is about an expectation, which check and search judge")
    state = (claim.in_quantity & dict(claim.further).keys()) - {"w"}
    if claim.columns or state:
        which = ", ".join(sorted(state or claim.columns))
        raise BoundcheckError(f"it speaks of {which}, a column of a trial or a part of the state, which search judges")


def _state(limits: NormLimits, one: Reading) -> None:
    spoken = names(one.said) - set(parameters_of(one.said))
    if not spoken:
        held = conditions(one.said, True, {name: parameter(name) for name in parameters_of(one.said)})
        limits.guards += held[0] if len(held) == 1 else ()
        return
    of_trials = one.about == "trials"
    if of_trials and spoken <= TRIAL:
        limits.of_trials.append(one.said)
    limits.nonnegative |= one.said in NOT_NEGATIVE
    match one.said:
        case Apply("<=", (Apply("sum_t", (inside,)), limit)) if not of_trials:
            value = of_parameters(limit)
            limits.charge = limits.charge if value is None else (inside, value)
        case Apply("<=" | "<" | "==" as relation, (left, limit)) if relation == "==" or left != TOTAL:
            name = OF_U.get(left) or (OF_X.get(left) if of_trials else None)
            value = None if name is None else of_parameters(limit)
            if name is not None and value is not None:
                setattr(limits, name, value)


def tolerance_of(spec: LearnerSpec, kind: str) -> str | None:
    """Return by how much intervals are widened for a learner; refuse other versions where its rule looks at sides."""
    if spec.rule is None or "side" not in names(spec.rule.updates.get("w", ZERO)):
        return None
    version = read(spec.version.formula) if isinstance(spec.version, VersionNamed) else None
    match version:
        case Name("absolute"):
            return None
        case Apply("toleranced", (wider,)) if kind == "intervals":
            return write(wider)
    raise BoundcheckError("its learner looks at the side of a version's target")


def positive(claim: Claim, symbol: Any, guards: Sequence[Guard]) -> bool:
    """Tell whether a parameter is positive, by its domain in the claim or by a guard such as C - 1 > 0."""
    domain = claim.domain(symbol)
    if domain.low is not None and (domain.low > 0 or (domain.low == 0 and domain.open)):
        return True
    for guard in guards:
        rest = sympy.expand(guard.term - symbol)
        if rest.is_number and bool(rest <= 0 if guard.relation == ">" else rest < 0):
            return True
    return False
