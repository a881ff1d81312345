"""Who judges: replay, exact verdicts, attacks, the ledger and the command line.

Names are imported when they are first used, so that importing the package costs nothing.
"""

from typing import TYPE_CHECKING

from bounds.lazy import lazy_package

if TYPE_CHECKING:
    from verify.attack import Attack, attack
    from verify.campaign.run import campaign
    from verify.certify.result import Certified
    from verify.certify.search import certify, characterised, worst_case, worst_cases
    from verify.check import Status, Verdict
    from verify.completed import check
    from verify.learner import with_learner
    from verify.proofs import prove
    from verify.proofs.engine.session import Proof
    from verify.replay import Replay, replay
    from verify.search import Search, search
    from verify.shrink import Shrunk, shrink

__all__ = [
    "Attack",
    "Certified",
    "Proof",
    "Replay",
    "Search",
    "Shrunk",
    "Status",
    "Verdict",
    "attack",
    "campaign",
    "certify",
    "characterised",
    "check",
    "prove",
    "replay",
    "search",
    "shrink",
    "with_learner",
    "worst_case",
    "worst_cases",
]

lazy_package(
    __name__,
    {
        "verify.attack": ("Attack", "attack"),
        "verify.campaign.run": ("campaign",),
        "verify.certify.search": ("certify", "characterised", "worst_case", "worst_cases"),
        "verify.certify.result": ("Certified",),
        "verify.check": ("Status", "Verdict"),
        "verify.completed": ("check",),
        "verify.learner": ("with_learner",),
        "verify.proofs": ("prove",),
        "verify.proofs.engine.session": ("Proof",),
        "verify.replay": ("Replay", "replay"),
        "verify.search": ("Search", "search"),
        "verify.shrink": ("Shrunk", "shrink"),
    },
)
