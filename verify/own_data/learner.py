"""One's own learner in the place of a claim's."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from bounds.claims.asked import as_claim
from bounds.claims.claim import Claim, LearnerSpec
from bounds.claims.makers import made_by
from bounds.claims.own import by_rule
from bounds.errors import BoundcheckError
from bounds.formulas import Rule
from verify.judge.given import standing_beside
from verify.own_data.adapters import adapter_of


def with_learner(claim: Claim | str, learner: Any, *, rule: Any = None) -> Claim:
    """Return the claim with one's own learner in the place of its own, in the same version.

    Parameters
    ----------
    claim : Claim or str
        The claim, or its id.
    learner : str or Mapping or Rule or LearnerSpec or estimator or class or callable
        A learner by rule (its text, a rule or a LearnerSpec), an estimator of scikit-learn or river (its class, one
        that has learned nothing yet, or what ``from_partial_fit`` and ``from_learn_one`` give), or a class or function
        that makes a learner. Its arguments are named like the claim's parameters (``eta``, ``U``, ``n``, ...) and get
        their exact values; one called ``case`` gets everything. None leaves the claim as it is.
    rule : str or Mapping or Rule or LearnerSpec, optional
        What the learner should be: a learner by rule, or the learner of a claim of the catalogue. Reports and
        certificates say how far its predictions are from this one's.

    Returns
    -------
    Claim
        The variant, whose id ends in ``*``.

    Raises
    ------
    BoundcheckError
        For an id that no claim has, a claim that speaks of no learner, what is no learner, and a rule without a
        learner, or with a parameter that the claim does not have.

    Examples
    --------
    >>> from boundcheck import theorem
    >>> from bounds.learners import TableLearner
    >>> with_learner(theorem("bylander.5"), lambda eta: TableLearner("perceptron", 2 * eta)).id
    'bylander.5*'
    """
    claim = as_claim(claim)
    if learner is None:
        if rule is not None:
            raise BoundcheckError("a rule stands beside a learner of yours; give that too, or leave rule out")
        return claim
    if claim.learner is None:
        raise BoundcheckError(f"{claim.id} speaks of no learner; leave learner out")
    changed, beside = _put(claim, claim.learner, learner), standing_beside(claim, rule)
    if changed.learner is None or beside is None:
        return changed
    return dataclasses.replace(changed, learner=dataclasses.replace(changed.learner, beside=beside))


def _put(claim: Claim, replaced: LearnerSpec, learner: Any) -> Claim:
    """Return the claim with a learner, however it is given, in the place of its own."""
    if isinstance(learner, str | Mapping | Rule):
        return claim.replace(learner=by_rule(learner)[0])
    adapted = adapter_of(learner)
    if adapted is None:
        return claim.replace(learner=learner)
    return claim.replace(learner=made_by(adapted.fresh, replaced, adapted.name))
