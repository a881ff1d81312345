"""A certificate of each claim of the catalogue: confirmed by the independent checker, and not with another verdict."""

from __future__ import annotations

import contextlib
from itertools import chain, islice

from adversaries.families.sampling import random_instances
from adversaries.generate.trial_columns import whole
from adversaries.portfolio.structured import deck
from bounds.claims.claim import Claim
from bounds.errors import BoundcheckError
from tests.ladder import rung
from tests.verify.confirmed import confirmed
from verify import kernel
from verify.judge.certificate import certificate, statement
from verify.judge.check import Verdict
from verify.judge.status import Status
from verify.own_data.completed import check

DECIDED = (Status.HOLDS, Status.VIOLATED)


def smallest(claim: Claim) -> Verdict:
    """Return the decided verdict on the smallest of a few instances."""
    drawn = chain(islice(deck(claim), 12), random_instances(claim, 12, seed=5))
    instances = sorted(
        (whole(claim, instance) for _, instance in drawn), key=lambda found: found.trials.l * found.trials.n
    )
    for instance in instances:
        with contextlib.suppress(BoundcheckError):  # a construction does not set every parameter of a claim
            verdict = check(claim, instance)
            if verdict.status in DECIDED:
                return verdict
    raise AssertionError(f"{claim.id} is decided on none of {len(instances)} instances")


@rung("certificate")
def test_a_verdict_is_confirmed_and_the_opposite_is_not(claim: Claim) -> None:
    """Power: the certificate, its verdict turned round."""
    assert kernel.statements()[claim.id] == statement(claim)
    verdict = smallest(claim)
    document = certificate(verdict)
    assert confirmed(document)
    document["verdict"] = next(status.value for status in DECIDED if status is not verdict.status)
    assert not confirmed(document)
