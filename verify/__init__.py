"""Who judges: replay, exact verdicts, attacks, the ledger and the command line."""

from verify.attack import Attack, attack
from verify.check import Status, Verdict, check
from verify.replay import Replay, replay

__all__ = ["Attack", "Replay", "Status", "Verdict", "attack", "check", "replay"]
