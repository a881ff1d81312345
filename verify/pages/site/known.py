"""What is known of a claim without attacking or proving it again.

That is the record of its proofs, its certificate, and what the ledger remembers of this very code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bounds.claims.catalogue import learner_name
from bounds.claims.claim import Claim
from bounds.claims.standing import STANDINGS
from bounds.data.files import read_whole
from verify import kernel
from verify.pages.site.runs import Run, runs
from verify.publish.evidence import coq_evidence
from verify.publish.ledger import Entry, Memory
from verify.publish.places import ROOT, places, proof_in_words

RUNGS = ("stated", "proved", "run", "attacked", "certified", "characterised")
LEDGER = 500, 0
"""Instances and seed of the ledger whose figures are taken, as ``boundcheck ledger`` has them by default."""


@dataclass(frozen=True)
class ClaimRecord:
    """A claim with its places, the axioms of its proof in Coq (None: none counts), its certificate and its attack.

    ``run`` is the run that tells most, where no certificate is kept.
    """

    claim: Claim
    where: Mapping[str, str]
    axioms: Sequence[str] | None = None
    document: Mapping[str, Any] | None = None
    attack: Entry | None = None
    run: Run | None = None

    @property
    def path(self) -> str:
        """The address of its page."""
        return f"claims/{self.claim.id}.html"

    @property
    def source(self) -> str:
        """The word with which its id begins."""
        return self.claim.id.partition(".")[0]

    @property
    def standing(self) -> str:
        """The short word for its standing."""
        return STANDINGS[self.claim.standing.value]

    @property
    def learner(self) -> str:
        """What its learner is called; none where it speaks of none."""
        return learner_name(self.claim.learner.text) if self.claim.learner is not None else "none"

    @property
    def proofs(self) -> list[str]:
        """How it is proved: in Coq by the record, by steps that were run when the ledger was, or as ``prove`` does."""
        stepped = self.attack is not None and self.attack.proof.steps == "checked"
        otherwise = ["inequality" if self.claim.potential is None else "potential"]
        return ["Coq"] * (self.axioms is not None) + ["steps"] * stepped or otherwise * bool(proof_in_words(self.claim))

    @property
    def refuted(self) -> bool:
        """Whether its certificate breaks it."""
        return self.document is not None and self.document["verdict"] == "VIOLATED"

    @property
    def rungs(self) -> list[str]:
        """The rungs of the ladder that it has reached, as far as is known here."""
        attack = self.attack
        reached = {
            "stated": True,
            "proved": bool(self.proofs),
            "run": self.document is not None or self.run is not None or attack is not None,
            "attacked": attack is not None,
            "certified": attack is not None and attack.worst != "",
            "characterised": self.document is not None or (attack is not None and attack.ratio is not None),
        }
        return [rung for rung in RUNGS if reached[rung]]


def known(
    claims: Iterable[Claim], jobs: int = 1, progress: Callable[[int, int], None] | None = None
) -> tuple[list[ClaimRecord], str]:
    """Return what is known of claims, and a sentence on Coq where it did not run here.

    ``jobs`` and ``progress`` are as of ``runs``, by which claims without a certificate have a run.
    """
    chosen = list(claims)
    axioms, said = coq_evidence()
    attacks = Memory(*LEDGER, corpus=True).recall(chosen)
    items = [_known(claim, axioms.get(claim.id), attacks.get(claim.id)) for claim in chosen]
    closest = runs((item.claim.id for item in items if item.document is None), jobs, progress)
    return [replace(item, run=closest.get(item.claim.id)) for item in items], said


def _known(claim: Claim, axioms: Sequence[str] | None, attack: Entry | None) -> ClaimRecord:
    where = dict(places(claim))
    document = None
    if "certificate" in where:
        document = kernel.load(read_whole(ROOT / where["certificate"], kernel.MAX_BYTES))
    return ClaimRecord(claim, where, axioms, document, attack)
