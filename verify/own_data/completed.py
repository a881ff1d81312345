"""An instance of one's own with what it lacks filled in, once for the command line, surveys and Python alike."""

from __future__ import annotations

import dataclasses
from typing import Any, NamedTuple

from bounds.claims.asked import as_claim
from bounds.claims.claim import Claim, Comparator
from bounds.instances import Instance, require_instance
from verify.judge.check import Verdict
from verify.judge.check import check as judged
from verify.judge.complete import complete
from verify.judge.defaults import with_rates
from verify.own_data.comparator import find_comparator
from verify.own_data.further import further_comparator


class Completed(NamedTuple):
    """An instance that lacks nothing: whether its comparator was found, and the rates that were chosen."""

    instance: Instance
    found: bool
    chosen: tuple[Any, ...]


def completed(claim: Claim, instance: Instance, *, rates: bool = True) -> Completed:
    """Return an instance with a comparator, the norms that follow from the data, and rates where these are left open.

    The comparator is one that makes the bound as strong as floating-point solvers get it. ``rates`` chooses those that
    are near the best ones; otherwise they stay open.

    >>> from boundcheck import Trials, theorem
    >>> of = completed(theorem("bylander.2"), Instance(Trials.of([[2, 0], [0, 4]], [1, -1])))
    >>> of.found, of.chosen, len(of.instance.parameters)
    (True, (eta,), 3)
    """
    u = instance.comparator
    looked_for = claim.comparator not in (Comparator.NONE, Comparator.SEQUENCE)
    if u is None and looked_for and instance.trials.l:
        if claim.columns:
            u = further_comparator(claim, instance)
        else:
            u = find_comparator(claim, instance.trials, dict(instance.parameters))
    found = u is not None and instance.comparator is None
    known = complete(claim, dataclasses.replace(instance, comparator=u))
    whole = with_rates(claim, known) if rates else known
    return Completed(whole, found, tuple(rate for rate in whole.parameters if rate not in known.parameters))


def check(claim: Claim | str, instance: Instance) -> Verdict:
    """Decide a claim on one instance, exactly; look for a comparator where none is given.

    Otherwise as ``verify.judge.check.check``, which asks for one.

    Parameters
    ----------
    claim : Claim or str
        The claim, or its id.
    instance : Instance
        Trials, and as far as the claim asks for them a comparator, values of parameters and a start vector. Without a
        comparator one is found that makes the bound as strong as floating-point solvers get it; it is judged exactly
        like one that is given, and the verdict's ``found`` is True.

    Returns
    -------
    Verdict
        HOLDS, VIOLATED, VACUOUS (a premise fails) or UNDECIDED, with the exact comparisons.

    Raises
    ------
    BoundcheckError
        For an id that no claim has, an instance that the claim does not speak of, and a parameter without a value.

    Examples
    --------
    >>> from boundcheck import Trials
    >>> verdict = check("bylander.5", Instance(Trials.of([[2, 0], [0, 4]], [1, -1])))
    >>> verdict.status.value, verdict.found, verdict.instance.comparator
    ('HOLDS', True, (1/2, -1/4))
    """
    claim = as_claim(claim)
    require_instance(instance)
    whole = completed(claim, instance, rates=False)
    return dataclasses.replace(judged(claim, whole.instance), found=whole.found)
