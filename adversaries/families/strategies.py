"""Hypothesis strategies: instances of any claim that satisfy its hypotheses by construction."""

from __future__ import annotations

from hypothesis import strategies as st

from adversaries.families.build import build, bytes_needed
from adversaries.generate.trial_columns import whole
from bounds.calls import checked
from bounds.claims.asked import as_claim
from bounds.claims.claim import Claim
from bounds.instances import Instance


@checked
def instances_of(claim: Claim | str, max_trials: int = 8, max_attributes: int = 4) -> st.SearchStrategy[Instance]:
    """Return a strategy for instances of ``claim`` (or its id), of about at most that many trials and attributes.

    One binary draw makes a whole instance, so generation is fast, and deleting bytes deletes trials, so a failing
    instance shrinks to few trials with small numbers.

    Parameters
    ----------
    claim : Claim or str
        The claim, or its id.
    max_trials, max_attributes : int, optional
        About how large instances are: the bytes for so many trials of so many attributes make more trials of fewer
        attributes.

    Returns
    -------
    SearchStrategy
        A strategy of Hypothesis, for ``@given``.

    Raises
    ------
    BoundcheckError
        For an id that no claim has.

    Examples
    --------
    >>> from hypothesis import find
    >>> from boundcheck import theorem
    >>> find(instances_of(theorem("bylander.5")), lambda instance: instance.trials.l >= 2).trials.l
    2
    """
    stated = as_claim(claim)
    sizes = st.integers(0, max_trials).map(lambda trials: bytes_needed(trials, max_attributes))
    return sizes.flatmap(lambda size: st.binary(min_size=size, max_size=size)).map(
        lambda data: whole(stated, build(stated, data, max_attributes))
    )
