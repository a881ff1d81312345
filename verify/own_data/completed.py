"""The verdict on an instance that may lack its comparator: a good one is looked for, as on the command line."""

from __future__ import annotations

import dataclasses

from bounds.claims.asked import as_claim
from bounds.claims.claim import Claim, Comparator
from bounds.data.instances import Instance
from verify.judge.check import Verdict
from verify.judge.check import check as judged
from verify.own_data.comparator import find_comparator


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
    if not isinstance(instance, Instance) or instance.comparator is not None or claim.comparator is Comparator.NONE:
        return judged(claim, instance)
    if not instance.trials.l:
        return judged(claim, instance)
    u = find_comparator(claim, instance.trials, dict(instance.parameters))
    return dataclasses.replace(judged(claim, dataclasses.replace(instance, comparator=u)), found=u is not None)
