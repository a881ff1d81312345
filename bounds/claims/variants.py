"""What a variant of a claim changes, besides the bound and the relation that its inequality shows."""

from __future__ import annotations

from bounds.claims.catalogue import catalogued, theorem
from bounds.claims.claim import Claim, Hypothesis
from bounds.errors import BoundcheckError


def original(claim: Claim) -> Claim | None:
    """Return the claim that this one varies, or the catalogue's claim of its id; None for a claim of one's own."""
    try:
        return theorem(theorem_id(claim))
    except BoundcheckError:
        return claim.base


def theorem_id(claim: Claim) -> str:
    """Return the id of the claim that a variant varies, and a claim's own id otherwise.

    >>> theorem_id(theorem("bylander.5").replace(bound="U"))
    'bylander.5'
    """
    return claim.id if claim.base is None else claim.base.id


def missing(claim: Claim) -> list[str]:
    """Return the names of the hypotheses that the claim's original has and this one has not.

    One that says something else under the same name is another one.

    >>> missing(theorem("bylander.5").replace(without="separable"))
    ['separable']
    """
    base = original(claim)
    if base is None or base.hypotheses == claim.hypotheses:
        return []
    return list(dict.fromkeys(h.name for h in base.hypotheses if h not in claim.hypotheses))


def added(claim: Claim) -> list[Hypothesis]:
    """Return the hypotheses that this claim has and its original has not, word for word.

    >>> import dataclasses
    >>> claim, other = theorem("bylander.5"), theorem("bylander.6")
    >>> more = dataclasses.replace(claim, base=claim, hypotheses=(*claim.hypotheses, *other.hypotheses))
    >>> [premise.name for premise in added(more)]
    ['nonnegative', 'sum', 'examples', 'U > 0']
    """
    base = original(claim)
    if base is None or base.hypotheses == claim.hypotheses:
        return []
    return [h for h in claim.hypotheses if h not in base.hypotheses]


def own(claim: Claim) -> bool:
    """Tell whether neither the claim nor what it varies is the catalogue's.

    >>> import dataclasses
    >>> five = theorem("bylander.5")
    >>> own(five), own(five.replace(without="separable")), own(dataclasses.replace(five, id="mine", note="changed"))
    (False, False, True)
    """
    base = original(claim)
    return base is None or not catalogued(base)


def changes(claim: Claim) -> list[str]:
    """Return what a variant leaves out, adds, fixes and replaces, a line each; nothing for a claim as it is stated.

    >>> changes(theorem("bylander.5").replace(without="separable", define={"eta": 3}))
    ['without the hypothesis separable', 'eta = 3']
    """
    base = original(claim)
    if base is None or base is claim:
        return []
    present = {h.name for h in claim.hypotheses}
    lines = [f"without the hypothesis {name}" for name in missing(claim) if name not in present]
    lines += [f"with the hypothesis {h.name}: {h.text}" for h in added(claim)]
    lines += map(claim.definition_text, claim.fixed_besides(base))
    if claim.learner is not None and "learner" in claim.difference(base):
        lines.append(f"another learner: {claim.learner.text}")
    return lines
