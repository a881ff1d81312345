"""What the sources share: their sections put together, statements that are false, and claims about parameters alone."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from types import ModuleType
from typing import Any

from bounds.claims.claim import Claim, Comparator, Outcomes, Standing

about_parameters = partial(Claim, outcomes=Outcomes.NONE)
"""Makes a claim that speaks of no trials."""

identity = partial(Claim, relation="==", bound=0, comparator=Comparator.NONE)
"""Makes a claim that an amount is 0, whatever the comparator."""


def stated_in(*sections: ModuleType) -> tuple[Claim, ...]:
    """Return the claims of a source's sections, in the order in which these state them.

    >>> from bounds.sources.uml import section21
    >>> [claim.id for claim in stated_in(section21)][:2]
    ['uml.01tie', 'uml.01tie.printed']
    """
    named = (value for section in sections for value in vars(section).values())
    return tuple(dict.fromkeys(value for value in named if isinstance(value, Claim)))


def false_form(claim: Claim, form: str = "printed", **changes: Any) -> Claim:
    """Return a claim that is false, beside the one that is not: as it is printed, or in another form.

    >>> from bounds.sources.uml.section21 import ZERO_ONE_PRINTED
    >>> ZERO_ONE_PRINTED.id, ZERO_ONE_PRINTED.standing.value, ZERO_ONE_PRINTED.counterpart
    ('uml.01tie.printed', 'false as printed', 'uml.01tie')
    """
    made = replace(claim, id=f"{claim.id}.{form}", standing=Standing.FALSE, attained=False, counterpart=claim.id)
    return replace(made, **changes)
