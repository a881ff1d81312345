"""Learners with a Gram form: every pattern of a claim proved, or an exact sequence that breaks it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from threadpoolctl import ThreadpoolController

from bounds.claims.claim import Claim
from bounds.claims.variants import theorem_id
from verify import kernel
from verify.certify import endless
from verify.certify.ahead import Ahead
from verify.certify.clock import Clock, TimeIsUp
from verify.certify.each_trial import farthest
from verify.certify.endless import Endless
from verify.certify.given import parameters_of, problem_of
from verify.certify.result import SHOWN, Finding, Request, Worst
from verify.certify.rounding import proved
from verify.certify.solver import Solved, solve
from verify.certify.witness import amount, judged, witnesses
from verify.judge.check import Verdict
from verify.judge.status import Status
from verify.kernel import sign
from verify.kernel_gram import claims
from verify.kernel_gram.certificate import FORMAT
from verify.kernel_gram.numbers import real
from verify.kernel_gram.patterns import Need, Walk
from verify.kernel_gram.problem import Run


def by_pattern(asked: Request) -> Finding:
    """Go through the patterns of a claim, and say what that proves."""
    claims.Claim(asked.said, {})
    values = parameters_of(asked.claim, asked.given)
    search = _Search(asked, problem_of(asked.claim, asked.said, values, asked.length), values)
    with ThreadpoolController().limit(limits=1):  # more threads make small matrices slower, up to a hundredfold
        search.run()
    worst = tuple(search.worst(part) for part in range(len(search.values)))
    every = search.closed and (bool(search.endless) or not (search.problem.bound_grows or search.problem.by_length))
    document = search.certificate(every=every) if search.reached else None
    cut = search.reason, search.spent, search.interrupted
    return Finding(values, worst, search.broken, document, search.reached, every, *cut)


@dataclass
class _Patterns:
    """The patterns of one comparison, and what the next one needs."""

    part: int
    walk: Walk

    def __post_init__(self) -> None:
        """Begin with the empty pattern."""
        self.needs = self.walk.needs(self.part)
        self.need = next(self.needs, None)

    def upto(self, length: int) -> Need | None:
        """Return what the next pattern of sequences up to a length needs."""
        need = self.need
        return need if need is not None and int(need.key.split("/")[1] or len(need.run.links)) <= length else None

    def go_on(self, *, impossible: bool) -> None:
        """Go on to the next pattern, past those that begin with this one if it is impossible."""
        try:
            self.need = self.needs.send(impossible)
        except StopIteration:
            self.need = None


@dataclass
class _Search:
    """The patterns of one claim, gone through once for each of its comparisons."""

    asked: Request
    problem: claims.Claim
    parameters: Mapping[str, str]
    multipliers: dict[str, list[Fraction]] = field(default_factory=dict)
    broken: Verdict | None = None
    reason: str = ""
    spent: bool = False
    interrupted: bool = False
    tried: int = 0
    reached: int = 0
    closed: bool = False

    def __post_init__(self) -> None:
        """Begin with no values."""
        parts = range(self.problem.parts)
        self.values: list[dict[int, Fraction]] = [{} for _ in parts]
        self.ahead = Ahead(self.multipliers)
        self.endless: dict[str, Endless] = {}
        self.attained: list[dict[int, tuple[Fraction, Verdict]]] = [{} for _ in parts]

    @property
    def claim(self) -> Claim:
        """The claim."""
        return self.asked.claim

    @property
    def length(self) -> int:
        """The greatest length that is asked for."""
        return self.asked.length

    def run(self) -> None:
        """Go through all comparisons; a counterexample ends it, what stays open, the end of the time, and Ctrl-C."""
        parts = range(self.problem.parts)
        alone = [part for part in parts if self.problem.on_each_trial(part)]
        try:
            with kernel.within(Clock(self.asked.deadline)):
                for part in alone:
                    if not self.ended:
                        self.on_each_trial(part)
                self.through([_Patterns(part, Walk(self.problem, self.length)) for part in parts if part not in alone])
        except TimeIsUp:
            self.stop("the time was up", self.reached + 1)
        except KeyboardInterrupt:
            self.interrupted = True
            self.stop("it was interrupted", self.reached + 1)

    @property
    def ended(self) -> bool:
        """Whether a sequence breaks the claim, or something stays open."""
        return self.broken is not None or bool(self.reason)

    def stop(self, spent: str, length: int) -> None:
        """End before a length is done, for no other reason than this."""
        self.spent = True
        self.reason = f"{spent} at length {length}"

    def on_each_trial(self, part: int) -> None:
        """Prove the bound of every trial by the branches of the rule, or find a trial that breaks it."""
        most = self.problem.most_above(part)
        trial = farthest(self.claim, self.parameters, self.problem.branches(part))
        if most is not None:
            self.values[part][1] = most
        if trial is not None and self.problem.parts == 1:
            self.attained[part][1] = trial
        if self.asked.bounded and (most is None or most > 0):
            self.broken = trial[1] if trial is not None and trial[0] > 0 else None
            self.reason = "a prediction breaks the bound of a trial, and no sequence with it is found"
        elif most is None:
            self.reason = "the amount of a trial may be above its bound without limit"

    def through(self, compared: Sequence[_Patterns]) -> None:
        """Go through the patterns of the comparisons, shortest first: all of a length before any of the next."""
        for length in range(self.length + 1):
            if self.asked.progress is not None and any(patterns.need for patterns in compared):
                self.asked.progress(length, self.length)
            for patterns in compared:
                while not self.ended and (need := patterns.upto(length)) is not None:
                    self.next(patterns, need, length)
            if self.ended:
                return
            self.reached = length
            if length == min(self.length, SHOWN) and self.asked.bounded and self.for_all(compared):
                return
        self.closed = not any(patterns.walk.open_end for patterns in compared)

    def for_all(self, compared: Sequence[_Patterns]) -> bool:
        """Prove the comparisons for all lengths by the multipliers of one trial each, unless the patterns do so."""
        if self.problem.by_length or not any(p.need or p.walk.open_end or self.problem.bound_grows for p in compared):
            return False
        for patterns in compared:
            proof = endless.for_every_length(self.problem, patterns.part)
            if proof is None:
                self.endless.clear()
                return False
            self.endless[str(patterns.part)] = proof
        for patterns in compared:
            for length in range(self.reached + 1, self.length + 1):
                self.note(patterns.part, length, self.endless[str(patterns.part)].total(length))
        self.reached, self.closed = self.length, True
        return True

    def next(self, patterns: _Patterns, need: Need, length: int) -> None:
        """Settle a pattern, unless the budget is used up."""
        self.tried += 1
        if time.monotonic() > self.asked.deadline:
            self.stop("the time was up", length)
        elif self.asked.patterns is not None and self.tried > self.asked.patterns:
            self.stop(f"{self.asked.patterns} patterns were tried", length)
        else:
            patterns.go_on(impossible=self.settle(need, patterns.walk, patterns.part, length))

    def settle(self, need: Need, walk: Walk, part: int, length: int) -> bool:
        """Prove what a pattern needs, or that it is impossible (and then return True), or break the claim."""
        run, plain = need.run, need.run.plain
        most = -1 if run.problem.strict else 0
        choices = len(run.problem.branches(len(run.links), run.updates)) if run.links else 1
        enough = plain is not None and (need.bound is None or sign(plain - need.bound) <= most)
        if (
            plain is not None
            and run.links
            and (not enough or not self.asked.bounded or choices > 1 or len(run.links) <= SHOWN)
            and self.impossible(need)
        ):
            return True
        if plain is not None and enough:
            self.note(part, length, plain)
            self.attain(need, part, length, None)
            return False
        if need.bound is None and run.problem.padded:
            return False
        if self.asked.bounded and len(run.links) > SHOWN:
            total = self.ahead.total(need, walk, length if self.problem.by_length else self.length)
            if total is not None:
                self.note(part, length, total)
                return False
        solved = solve(run.program)
        if solved is None:
            if not self.impossible(need):
                self.reason = f"the solver finds no bound for the pattern {need.key}"
                return False
            return True
        self.judge(need, part, length, solved)
        return False

    def impossible(self, need: Need) -> bool:
        """Prove that no vectors follow a pattern, if the solver says so."""
        solved = solve(need.run.program, possible=True)
        if solved is None or solved.value >= -1e-9:
            return False
        multipliers = proved(need.run.program, solved, None, tight=False)
        if multipliers is None:
            return False
        self.multipliers[need.key] = multipliers
        return True

    def judge(self, need: Need, part: int, length: int, solved: Solved) -> None:
        """Prove the bound of a pattern whose program is solved, or find a sequence that breaks it."""
        run = need.run
        small = len(run.links) <= SHOWN
        bound = need.bound if self.asked.bounded else None
        slack = 0.0 if bound is None else real(bound) - solved.value
        tight = small or slack < 1e-5 * (1 + abs(solved.value))
        multipliers = proved(run.program, solved, bound, strict=run.problem.strict, tight=tight)
        if multipliers is not None:
            self.multipliers[need.key] = multipliers
            self.note(part, length, run.program.totals(multipliers)[0][-1])
            if small:
                self.attain(need, part, length, solved)
            return
        self.attain(need, part, length, solved, breaking=True)
        if self.broken is None:
            self.reason = f"the pattern {need.key} is neither proved nor broken: about {solved.value:.6g}"

    def note(self, part: int, length: int, value: Fraction) -> None:
        """Remember the largest value proved at a length."""
        known = self.values[part].get(length)
        self.values[part][length] = value if known is None else max(known, value)

    def attain(self, need: Need, part: int, length: int, solved: Solved | None, *, breaking: bool = False) -> None:
        """Look for an exact sequence that follows a pattern and has the value that is proved, or breaks the claim."""
        run = need.run
        if breaking and not run.links:
            empty = judged(self.claim, self.parameters, [], [], [Fraction(0)])
            self.broken = empty if empty is not None and empty.status is Status.VIOLATED else None
            return
        if not run.links or (not breaking and (length > SHOWN or self.is_attained(part, length))):
            return
        if not any(any(form) for link in run.links for form, _ in link.pieces):  # any vectors will do: those with room
            solved = solve(run.program, possible=True)
        solved = solved or solve(run.program)
        if solved is None:
            return
        for tried, witness in enumerate(self.sequences(run, solved)):
            if witness.status is Status.VIOLATED and self.asked.bounded:
                self.broken = witness
                return
            reached = amount(witness, part)
            if reached is not None and reached > self.attained[part].get(length, (Fraction(-1), None))[0]:
                self.attained[part][length] = reached, witness
            if self.is_attained(part, length) or (tried >= 12 and not breaking):
                return

    def sequences(self, run: Run, solved: Solved) -> Iterator[Verdict]:
        """Yield verdicts on exact sequences that follow a pattern; a margin that is measured is the one given."""
        measured = claims.UNIT in self.problem.statement["hypotheses"].values()
        return witnesses(
            self.claim, self.parameters, run, solved, self.problem.parameters["gamma"] if measured else None
        )

    def is_attained(self, part: int, length: int) -> bool:
        """Tell whether the value proved at a length is attained."""
        attained = self.attained[part].get(length)
        return attained is not None and attained[0] == self.values[part].get(length)

    def worst(self, part: int = 0) -> tuple[Worst, ...]:
        """Return the largest amounts over at most l trials, for each l up to the one reached."""
        cases: list[Worst] = []
        value, witness, verdict = Fraction(0), None, None
        each = self.problem.on_each_trial(part)
        for length in range(1, min(1 if each else self.length, self.reached) + 1):
            if self.problem.by_length:
                value, witness, verdict = Fraction(0), None, None
            value = self.values[part][length] if each else max(value, self.values[part].get(length, value))
            amount, known = self.attained[part].get(length, (None, None))
            if amount is not None and (witness is None or amount > witness):
                witness, verdict = amount, known
            if self.problem.applies(length):
                unit = self.problem.problem(part, length).unit
                shown = witness if isinstance(unit, Fraction) else None
                seen = None if shown is None else verdict
                bound = None if each else real(self.problem.bound(length))
                cases.append(Worst(length, value * unit, shown, seen, bound, each))
        return tuple(cases)

    def certificate(self, *, every: bool) -> dict[str, Any]:
        """Return the certificate of what is proved."""
        return {
            "format": FORMAT,
            "claim": theorem_id(self.claim),
            "statement": dict(self.asked.said),
            "parameters": dict(self.parameters),
            "length": self.reached,
            "every": every,
            **({"endless": {part: proof.as_json() for part, proof in self.endless.items()}} if self.endless else {}),
            "multipliers": {
                key: [str(y) for y in multipliers]
                for key, multipliers in self.multipliers.items()
                if not self.endless
                if key in self.ahead.totals
                or (len(key.split("/")[2]) <= self.reached and int(key.split("/")[1] or 0) <= self.reached)
            },
        }
