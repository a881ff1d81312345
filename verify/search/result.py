"""What a search found, in numbers, as JSON and in words."""

from __future__ import annotations

import json
import math
import re
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from bounds.claims.claim import Claim
from bounds.display import Reported, counted
from bounds.errors import not_a_yes_or_no
from bounds.numbers import number_text
from verify import kernel
from verify.alarm import Enough, alarm
from verify.judge.check import Verdict, counterexample_lines, heading
from verify.judge.status import Status
from verify.judge.words import claim_parts, instance_lines, lines_of
from verify.own_data.writer import trials_object
from verify.search.evidence import untested
from verify.search.stages import Stages, idle_word, stage_names
from verify.shrink.shrink import Shrunk


@dataclass(repr=False)
class Search(Reported):
    """What a search found. REFUTED comes with an exact counterexample; HELD is not a proof.

    Attributes
    ----------
    claim : Claim
        The claim.
    seed, jobs, wanted : int
        The seed, and the number of processes: that there were, and that was asked for.
    counts : Counter
        The verdicts, by Status.
    attacks, vacuous, unjudged, cut : Counter
        The instances, by attack; those of them that the premises do not allow; candidates that could not be judged, and
        tasks that the end of the budget cut short.
    tasks : int
        How many tasks were done.
    best, best_name : Verdict or None, str
        The verdict that holds and comes closest to the bound, and the attack that found it.
    found, found_name : Verdict or None, str
        The violation as it was found, and the attack that found it; ``verdict`` is the same after shrinking.
    shrunk : Shrunk or None
        The violation after shrinking.
    counterexample : dict or None
        Its certificate.
    alarms : int
        How many violations were claimed by floats and do not exist.
    failures, undefined, errors : Counter
        The hypotheses that failed, why candidates have no value, and what went wrong.
    supports : int
        The instances that hold and say something (see ``verify.search.evidence.supports``).
    crashes, trace : int, str
        How often the claim's own code went wrong, and where it first did.
    ended : Counter
        The attacks that this ended.
    lost : list of str
        The tasks that died with their processes.
    seconds, spare : float
        The seconds that it took, and those of the budget that were left.
    stopped : str
        Why it ended: refuted, seconds, instances, tasks or interrupted.
    own : tuple
        The user's stages.
    """

    claim: Claim
    seed: int
    jobs: int
    wanted: int = 1
    counts: Counter[Status] = field(default_factory=Counter)
    attacks: Counter[str] = field(default_factory=Counter)
    vacuous: Counter[str] = field(default_factory=Counter)
    unjudged: Counter[str] = field(default_factory=Counter)
    cut: Counter[str] = field(default_factory=Counter)
    tasks: int = 0
    best: Verdict | None = None
    best_name: str = ""
    found: Verdict | None = None
    found_name: str = ""
    shrunk: Shrunk | None = None
    counterexample: dict[str, Any] | None = None
    alarms: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    undefined: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    supports: int = 0
    crashes: int = 0
    trace: str = ""
    ended: Counter[str] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    seconds: float = 0.0
    spare: float = math.inf
    stopped: str = ""
    own: Stages = ()

    @property
    def refuted(self) -> bool:
        """Whether a violation was found."""
        return self.found is not None

    @property
    def candidates(self) -> int:
        """How many candidates were looked at, with those that have no value or ended in an error."""
        return self.tried + self.undefined.total() + self.errors.total()

    @property
    def untested(self) -> str:
        """Why this search, which found no violation, says nothing about the claim; nothing where it does."""
        if self.lost:
            return f"{len(self.lost)} tasks were lost, as their processes died" if len(self.lost) > 1 else ONE_LOST
        return untested(self.candidates, self.supports, self.crashes)

    @property
    def held(self) -> bool:
        """Whether the claim held wherever it was tested, and it was tested enough; this is no proof."""
        return self.conclusion == "HELD"

    @property
    def conclusion(self) -> str:
        """REFUTED; INTERRUPTED by Ctrl-C; UNTESTED where too little was tried (see ``untested``); HELD otherwise."""
        if self.refuted:
            return "REFUTED"
        if self.stopped == "interrupted":
            return "INTERRUPTED"
        return "UNTESTED" if self.untested else "HELD"

    @property
    def verdict(self) -> Verdict | None:
        """The violated verdict, shrunk as far as it went."""
        return self.found if self.shrunk is None else self.shrunk.verdict

    @property
    def minimal(self) -> str:
        """What was established about the counterexample's minimality, in words."""
        return "" if self.shrunk is None else self.shrunk.minimal

    @cached_property
    def confirmation(self) -> str:
        """What the independent checker says of the counterexample's certificate."""
        document = self.counterexample or {}
        if "uncertified" in document or not document:
            return f"not: {document.get('uncertified', 'there is no certificate')}"
        text = json.dumps(document)
        later = f"not yet: the certificate has {len(text) / 10**6:.1f} MB; boundcheck replay takes a while"
        if len(text) > min(REPLAYED, AT_ONCE + PER_SECOND * self.spare):
            return later
        length = 0 if self.verdict is None else self.verdict.instance.trials.size * A_NUMBER
        patience = PATIENCE if length <= REPLAYED else 1  # what is repeated may have to be played out
        until = None if self.spare == math.inf else time.monotonic() + max(self.spare, CONFIRMING)
        try:
            with alarm(until, globals()):
                agrees, said = kernel.confirm(text, kernel.statements(), patience=patience)
        except Enough:
            return later
        except (kernel.Malformed, kernel.Unknown) as error:
            agrees, said = False, [str(error)]
        return "by the independent checker" if agrees else f"NOT by the independent checker, which says: {said[-1]}"

    @property
    def tried(self) -> int:
        """How many instances were judged."""
        return sum(self.counts.values())

    @property
    def best_ratio(self) -> float | None:
        """The counterexample's achieved/bound, or the largest one among instances that hold; for reading."""
        for verdict in (self.verdict, self.best):
            if verdict is not None and verdict.ratio is not None and math.isfinite(verdict.ratio):
                return verdict.ratio
        return None

    def as_json(self) -> dict[str, Any]:
        """Return the result as one JSON object (see DESIGN: ``boundcheck search --json``)."""
        return {
            "claim": self.claim.id,
            "title": self.claim.title,
            "bound": self.claim.bound_text,
            "inequality": self.claim.inequality,
            "verdict": self.conclusion.lower(),
            "best_ratio": self.best_ratio,
            "best": None if self.best is None else trials_object(self.best.instance),
            "best_name": self.best_name,
            "instances": self.tried,
            "holds": self.counts[Status.HOLDS],
            "supports": self.supports,
            "violated": self.counts[Status.VIOLATED],
            "vacuous": self.counts[Status.VACUOUS],
            "undecided": self.counts[Status.UNDECIDED],
            "undefined": self.undefined.total(),
            "failures": dict(self.failures.most_common()),
            "attacks": dict(self.attacks),
            "float_alarms": self.alarms,
            "errors": dict(self.errors),
            "crashes": self.crashes,
            "lost": self.lost,
            "not_tried": self.not_tried,
            "idle": self.idle,
            "reason": self.untested if self.conclusion == "UNTESTED" else "",
            "seed": self.seed,
            "seconds": round(self.seconds, 3),
            "jobs": self.jobs,
            "tasks": self.tasks,
            "stopped": self.stopped,
            "found_by": self.found_name,
            "minimal": self.minimal,
            "confirmed": self.confirmation if self.refuted else "",
            "counterexample": self.counterexample,
        }

    def lines(self, *, verbose: bool = False) -> list[str]:
        """Return the result for people, a line each: the counterexample or the best sequence, and the budget.

        ``verbose`` says how minimality was established.
        """
        verdict = self.verdict
        if verdict is not None:
            lines = counterexample_lines(verdict)
            shrunk = self.shrunk
            brief = "not shrunk" if shrunk is None else shrunk.minimal if verbose else shrunk.brief
            lines.append(f"  minimal      {brief}")
            lines.append(f"  confirmed    {self.confirmation}")
            lines.append(f"  found by     {self.found_name}")
        else:
            lines = [heading(self.claim), *lines_of(claim_parts(self.claim))]
            if self.supports:
                lines += _best_lines(self.best, self.best_name)
        counts = ", ".join(f"{self.counts[status]} {status.value}" for status in Status if self.counts[status])
        tried, tasks = counted(self.tried, "instance"), counted(self.tasks, "task")
        budget = f"{tried} in {self.seconds:.1f} s, seed {self.seed}, {tasks}"
        lines.append(f"  judged       {budget}{', interrupted' if self.stopped == 'interrupted' else ''}")
        if self.jobs < self.wanted:
            lines.append(f"  processes    {self.jobs} in place of {self.wanted}: others cannot do this here")
        lines.append(f"  verdicts     {counts or 'none'}")
        lines.append(f"  attacks      {', '.join(f'{name} {n}' for name, n in self.attacks.items() if n) or 'none'}")
        if self.alarms:
            lines.append(f"  alarms       {self.alarms} violations in floats that exactly hold")
        for reason, names in self.not_tried.items():
            lines.append(f"  not tried    {', '.join(names)} ({reason})")
        if self.conclusion == "UNTESTED":
            lines += [f"  vacuous      {times} times: {text}" for text, times in self.failures.most_common(TROUBLES)]
        if self.undefined:
            ((why, _),) = self.undefined.most_common(1)
            lines.append(f"  undefined    {self.undefined.total()} instances at which there is no value: {why}")
        lines += self._troubles()
        said = {"HELD": self._held, "INTERRUPTED": CUT, "UNTESTED": UNTESTED.format(self.untested)}
        return [*lines, said.get(self.conclusion, self.conclusion)]

    @property
    def _held(self) -> str:
        """Say that it held, and which attacks judged nothing, with the reason in a word."""
        said = "; ".join(f"{reason}: {', '.join(names)}" for reason, names in self.idle.items())
        return HELD.format(said and f"; {said}")

    @property
    def idle(self) -> dict[str, list[str]]:
        """The attacks that judged nothing which the premises allow, by the reason; those ended by an error aside."""
        reasons = defaultdict[str, list[str]](list)
        for name in self.not_tried.get("not reached", []):
            reasons["not reached"].append(name)
        for name, judged in self.attacks.items():
            if judged == self.vacuous[name] and name not in self.ended:
                reasons[self._why(name)].append(name)
        return dict(reasons)

    def _why(self, name: str) -> str:
        """Return why an attack that was tried judged nothing."""
        if self.vacuous[name]:
            return "all vacuous"
        if self.unjudged[name]:
            return "none could be judged"
        return "cut short" if self.cut[name] else idle_word(self.claim, name, self.own)

    @property
    def not_tried(self) -> dict[str, list[str]]:
        """The attacks that were not tried to their end, by the reason; none are told after a violation."""
        unreached = [name for name in stage_names(self.claim, self.own) if name not in self.attacks]
        reasons = {"not reached": unreached, "ended by an error": list(self.ended), "lost with its process": self.lost}
        return {} if self.refuted else {reason: names for reason, names in reasons.items() if names}

    def _troubles(self) -> list[str]:
        """Return what went wrong, the most frequent first: candidates that are no instances in one line."""
        kinds, unfit = Counter[str](), Counter[str]()
        for text, times in self.errors.items():
            where, refused, message = _CANDIDATE.sub("", text, count=1).partition("BoundcheckError: ")
            (unfit if refused else kinds)[message or where] += times
        shown = [
            f"  trouble      {text}" + (f" ({times} times)" if times > 1 else "")
            for text, times in kinds.most_common(TROUBLES)
        ]
        if len(kinds) > TROUBLES:
            shown.append(f"               ... and {len(kinds) - TROUBLES} more kinds")
        if unfit:
            ((message, _),) = unfit.most_common(1)
            shown.append(
                f"  unfit        {counted(unfit.total(), 'candidate')} of which the claim does not speak: {message}"
            )
        return shown

    def __bool__(self) -> bool:
        not_a_yes_or_no(self, "result.held (which is no proof) or result.refuted")

    def __str__(self) -> str:
        return "\n".join(self.lines())


HELD = "HELD (not broken by this search within this budget; that is not a proof{})"
UNTESTED = "UNTESTED ({}; that says nothing about the claim)"
CUT = "INTERRUPTED (the search was cut short; nothing had broken the claim so far)"

ONE_LOST = "a task was lost, as its process died"

CONFIRMING = 5.0
"""Seconds that the checker has at least, where the budget is one of seconds."""

PATIENCE = 25
"""Times the usual limits of the checker that a certificate of the search's own may take."""

REPLAYED, AT_ONCE, PER_SECOND = 10**6, 60_000, 40_000
"""Characters of a certificate that is confirmed before it is shown: at most, at hardly any cost, and in a second."""

A_NUMBER = 5
"""Characters of a number in an example, about."""

TROUBLES = 5
"""Kinds of trouble that are shown."""

_CANDIDATE = re.compile(r"^[^(:]* \(.*?\): (?=[A-Z]\w*: )")
"""The attack's and the candidate's name in a line of trouble."""


def _best_lines(best: Verdict | None, name: str) -> list[str]:
    if best is None or best.ratio is None:
        return ["  best         no instance with a positive bound"]
    ratio = "attained with equality, exactly" if best.attained else f"ratio {best.ratio:.6g}"
    lines = [f"  best         {ratio}, by {name}"]
    lines += [f"               {text}" for text in instance_lines(best.instance, 6)]
    if best.decisive is not None:
        compared = f"{number_text(best.decisive.lhs)} against {number_text(best.decisive.rhs)}"
        lines.append(f"               {compared}")
    if best.deviation is not None:
        lines.append(f"  deviation    there {best.deviation}")
    return lines
