"""A measure is what it measures, for check, search, certificate and the independent checker, unless it is settable."""

from __future__ import annotations

import dataclasses
import json
from fractions import Fraction

import pytest

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim, Measure
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from verify import kernel
from verify.judge.certificate import certificate, statement
from verify.judge.check import check
from verify.judge.defaults import require_settable
from verify.judge.status import Status
from verify.search.search import search

PAIR = Trials.of([[1, 0], [1, 1]], [1, 1])
U_OF = Instance(PAIR, vector([1, 1]), {})


def claim_with(*, settable: bool) -> Claim:
    """The Perceptron's theorem with a harmless term: rho, the number of trials on which u errs."""
    five = theorem("bylander.5")
    measure = Measure("sum_t(y*ux <= 0)", settable)
    return dataclasses.replace(five, id="own.measured", bound=s.U**2 * s.X**2 + s.rho, measures={s.rho: measure})


TRUE = claim_with(settable=False)


def test_a_true_claim_with_a_measure_is_held() -> None:
    """Power: the search set the measure below what it measures, and REFUTED a true claim."""
    assert search(TRUE, instances=400).held
    assert search(claim_with(settable=True), instances=900).refuted


def test_nobody_sets_it() -> None:
    set_to = dataclasses.replace(U_OF, parameters={s.rho: Fraction(-100), s.X: Fraction(2)})
    with pytest.raises(BoundcheckError, match=r"own\.measured reads rho off the trials; do not set rho"):
        check(TRUE, set_to)
    with pytest.raises(BoundcheckError, match="rho"):
        require_settable(TRUE, [s.rho])
    with pytest.raises(BoundcheckError, match="has no parameter rho to set"):
        TRUE.replace(define={s.rho: -100})
    assert TRUE.case(set_to).value(s.rho) == 0
    assert s.rho not in TRUE.parameters
    assert s.rho in claim_with(settable=True).parameters


def test_the_independent_checker_agrees() -> None:
    """Power: a certificate that sets the measure is not believed."""
    said = statement(TRUE)
    assert "rho" in said["defines"]
    assert "rho" not in said["free"]
    false = TRUE.replace(bound=s.U**2 * s.X**2 + s.rho - 100)
    verdict = check(false, U_OF)
    assert verdict.status is Status.VIOLATED
    document = certificate(verdict)
    assert kernel.confirm(json.dumps(document), kernel.statements())[0]
    document["instance"]["parameters"]["rho"] = "-100"
    with pytest.raises(kernel.Malformed):
        kernel.confirm(json.dumps(document), kernel.statements())


def test_the_parameters_of_the_catalogues_statements_stay_settable() -> None:
    claim = theorem("gls.4.1")
    assert not claim.measured
    assert s.delta in claim.parameters
    assert "delta" in statement(claim)["free"]
