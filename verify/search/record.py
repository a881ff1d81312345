"""What one task of a search did, candidate by candidate."""

from __future__ import annotations

import dataclasses
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from bounds.instances import Instance
from verify.judge.status import Status
from verify.search.evidence import Tightness


class Candidate(NamedTuple):
    """What became of one candidate, or of a proposer that ended in an error: a ``status``, or why it has none.

    ``undefined`` says why it has no value, ``error`` what was raised: ``ended`` by the proposer, ``crashed`` in the
    claim's own code, its learner's say, which ``trace`` shows. ``failures`` are the hypotheses that failed,
    ``supports`` tells whether it holds and has something to say (see ``supports``), ``alarm`` whether it exactly holds
    and a proposer's floats called it a violation.
    """

    status: Status | None = None
    failures: tuple[str, ...] = ()
    supports: bool = False
    alarm: bool = False
    undefined: str = ""
    error: str = ""
    ended: bool = False
    crashed: bool = False
    trace: str = ""


@dataclass
class TaskRecord:
    """What one task did: plain data that can cross a process boundary.

    ``candidates`` are what it looked at, in order; the positions elsewhere count in them, and all else is counted from
    them. ``improvements`` are those that came closer to the bound than all before them in the task. ``lost`` says that
    the process that did the task died, twice.
    """

    number: int
    attack: str
    candidates: list[Candidate] = field(default_factory=list)
    improvements: list[tuple[int, Tightness, str, Instance]] = field(default_factory=list)
    violation: tuple[int, str, Instance] | None = None
    lost: bool = False
    finished: bool = False
    interrupted: bool = False

    @property
    def statuses(self) -> Counter[Status]:
        """How many candidates were judged, by verdict."""
        return Counter(candidate.status for candidate in self.candidates if candidate.status is not None)

    @property
    def failures(self) -> Counter[str]:
        """How often each hypothesis failed."""
        return Counter(text for candidate in self.candidates for text in candidate.failures)

    @property
    def undefined(self) -> Counter[str]:
        """Why candidates have no value."""
        return Counter(candidate.undefined for candidate in self.candidates if candidate.undefined)

    @property
    def errors(self) -> Counter[str]:
        """What was raised."""
        return Counter(candidate.error for candidate in self.candidates if candidate.error)

    @property
    def supports(self) -> int:
        """How many candidates hold and have something to say."""
        return sum(candidate.supports for candidate in self.candidates)

    @property
    def alarms(self) -> int:
        """How many candidates floats alone called violations."""
        return sum(candidate.alarm for candidate in self.candidates)

    @property
    def crashes(self) -> int:
        """How many candidates ended in an error of the claim's own code."""
        return sum(candidate.crashed for candidate in self.candidates)

    @property
    def ended(self) -> bool:
        """Whether the proposer ended in an error."""
        return any(candidate.ended for candidate in self.candidates)

    @property
    def trace(self) -> str:
        """The traceback of the first error of one's own code."""
        return next((candidate.trace for candidate in self.candidates if candidate.trace), "")

    def truncated(self, limit: int) -> TaskRecord:
        """Return the record of the first ``limit`` candidates."""
        if limit >= len(self.candidates):
            return self
        return dataclasses.replace(
            self,
            candidates=self.candidates[:limit],
            improvements=[improvement for improvement in self.improvements if improvement[0] < limit],
            violation=self.violation if self.violation is not None and self.violation[0] < limit else None,
            finished=False,
        )
