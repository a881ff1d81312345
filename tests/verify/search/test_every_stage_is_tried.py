"""Every attack has its turn within the usual budget, whatever kind of learner a claim is about."""

from __future__ import annotations

import pytest

from adversaries.optimise import patterns, periods, plain, pools
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.data.trials import Trials
from bounds.instances import Instance
from tests.adversaries.optimise.test_trees import LEARNERS
from tests.power.broken import BUDGET
from tests.power.own import TRUE
from verify.judge.check import check
from verify.own_data.learner import with_learner
from verify.search import attack, stages
from verify.search.order import records
from verify.search.stages import stage_names

FIVE = theorem("bylander.5")
CLAIMS: dict[str, Claim] = {
    "catalogue": FIVE,
    **{kind: with_learner(FIVE, learner) for kind, learner in LEARNERS.items()},
    **{f"own {own.name}": own.made() for own in TRUE if own.name in ("LMS", "Hedge")},
}
CUT = 20
"""What Hypothesis and the attacks that follow learners in floats do here less."""

SPARED = 350
"""Instances that they may judge besides."""


@pytest.mark.parametrize("kind", CLAIMS)
def test_every_attack_has_its_turn_within_the_usual_budget(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: with the second look for a missing premise before it, the last of them was not reached for LMS."""
    claim, known = CLAIMS[kind], check(FIVE, Instance(Trials.of([[1]], [1]), [1]))
    monkeypatch.setattr(attack, "judged", lambda *_: known)
    for module in (plain, pools, patterns, periods):
        monkeypatch.setattr(module, "TRIALS", module.TRIALS // CUT)
    monkeypatch.setattr(stages, "HYPOTHESIS_EXAMPLES", stages.HYPOTHESIS_EXAMPLES // CUT)
    tried = {record.attack for record in records(claim, 0, BUDGET - SPARED)}
    assert tried == set(stage_names(claim))
