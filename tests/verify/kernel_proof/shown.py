"""The goals of a proof entry by entry as the checker makes them, and whether a part of a proof shows one."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from verify.kernel import Malformed
from verify.kernel_gram.numbers import Refused
from verify.kernel_proof.by_potential import plan_of
from verify.kernel_proof.by_weights import Checker
from verify.kernel_proof.goals import Goal
from verify.kernel_proof.potential import goals_of
from verify.kernel_proof.weights import Weighed


class Goals(NamedTuple):
    """The checker of a claim, its goals, and what a proof shows them by."""

    checker: Checker
    goals: list[Goal]
    given: list[Any]

    def passes(self, i: int, part: Any) -> bool:
        """Tell whether a part of a proof shows a goal."""
        with suppress(Malformed, Refused, LookupError):
            return self.checker.shows_goal(self.goals[i], part)
        return False


def goals_in(document: Mapping[str, Any]) -> Goals:
    """Return the goals of the claim that a proof is about, with what it shows them by."""
    stated = Weighed(document["statement"])
    made = goals_of(stated, plan_of(document))
    return Goals(Checker(stated, made.roots), made.goals, document["goals"])
