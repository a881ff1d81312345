"""Who judges: replay, exact verdicts, attacks, the ledger and the command line.

Names are imported when they are first used, so that importing the package costs nothing.
"""

from typing import TYPE_CHECKING

from bounds.lazy import lazy_package

if TYPE_CHECKING:
    from verify.attack import Attack, attack
    from verify.check import Status, Verdict, check
    from verify.replay import Replay, replay

__all__ = ["Attack", "Replay", "Status", "Verdict", "attack", "check", "replay"]

lazy_package(
    __name__,
    {
        "verify.attack": ("Attack", "attack"),
        "verify.check": ("Status", "Verdict", "check"),
        "verify.replay": ("Replay", "replay"),
    },
)
