"""Certifying: every pattern of a claim proved, or an exact sequence that breaks it, or where it stays open."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from threadpoolctl import ThreadpoolController

from bounds.claims.asked import as_claim
from bounds.claims.claim import Claim
from bounds.claims.variants import theorem_id
from bounds.errors import BoundcheckError, Undecided
from verify import kernel
from verify.certify import tables
from verify.certify.each_trial import farthest
from verify.certify.given import parameters_of, problem_of, refusals, require_length, texts_of
from verify.certify.result import SHOWN, Certified, Outcome, Progress, Worst
from verify.certify.rounding import proved
from verify.certify.solver import Solved, solve
from verify.certify.special import fallen, squared, squared_cases, tabled, valued
from verify.certify.witness import amount, judged, witnesses
from verify.judge.certificate import statement
from verify.judge.check import Verdict
from verify.judge.status import Status
from verify.kernel_gram import certificate as gram_certificate
from verify.kernel_gram import claims
from verify.kernel_gram import squares as gram_squares
from verify.kernel_gram.numbers import real, times
from verify.kernel_gram.patterns import Need, Walk, plainly

LENGTH, SECONDS = 12, 60.0
MEASURED_WITH_UNIT = ("gamma", "U", "X", "R")


@dataclass
class _Search:
    """The patterns of one claim, gone through once for each of its comparisons."""

    claim: Claim
    problem: claims.Claim
    parameters: Mapping[str, str]
    length: int
    deadline: float
    progress: Progress | None
    bounded: bool = True
    patterns: int | None = None
    multipliers: dict[str, list[Fraction]] = field(default_factory=dict)
    values: list[dict[int, Fraction]] = field(default_factory=list)
    attained: list[dict[int, tuple[Fraction, Verdict]]] = field(default_factory=list)
    broken: Verdict | None = None
    reason: str = ""
    spent: str = ""
    tried: int = 0
    reached: int = 0
    closed: bool = True

    def run(self) -> None:
        """Go through all comparisons; stop at a counterexample, at what stays open and when the time is up."""
        self.reached = self.length
        for part in range(self.problem.parts):
            self.values.append({})
            self.attained.append({})
            if self.problem.on_each_trial(part):
                self.on_each_trial(part)
                if self.broken is not None or self.reason:
                    break
                continue
            walk = Walk(self.problem, self.length)
            self.reached = min(self.reached, self.through(walk, part))
            self.closed &= not walk.open_end and not self.reason
            if self.broken is not None or (self.reason and not self.reached):
                break

    def on_each_trial(self, part: int) -> None:
        """Prove the bound of every trial by the branches of the rule, or find a trial that breaks it."""
        most = self.problem.most_above(part)
        found = farthest(self.claim, self.given(), self.problem.branches(part))
        if most is not None:
            self.values[part][1] = most
        if found is not None and self.problem.parts == 1:
            self.attained[part][1] = found
        if self.bounded and (most is None or most > 0):
            self.broken = found[1] if found is not None and found[0] > 0 else None
            self.reason = "a prediction breaks the bound of a trial, and no sequence with it is found"
        elif most is None:
            self.reason = "the amount of a trial may be above its bound without limit"
        self.reached = 0 if self.reason else self.reached

    def through(self, walk: Walk, part: int) -> int:
        """Go through the patterns of a comparison, shortest first; return the length up to which all is proved."""
        needs = walk.needs(part)
        need = next(needs, None)
        begun = -1
        while need is not None:
            size = len(need.run.pattern)
            length = int(need.key.split("/")[1] or size)
            if length != begun:
                begun = length
                if self.progress is not None:
                    self.progress(length, self.length)
            self.tried += 1
            if time.monotonic() > self.deadline:
                self.spent = "the time was up"
            elif self.patterns is not None and self.tried > self.patterns:
                self.spent = f"{self.patterns} patterns were tried"
            if self.spent:
                self.reason = f"{self.spent} at length {length}"
                return max(0, length - 1)
            impossible = self.settle(need, part, length)
            if self.broken is not None or self.reason:
                return max(0, length - 1)
            try:
                need = needs.send(impossible)
            except StopIteration:
                need = None
        return self.length

    def settle(self, need: Need, part: int, length: int) -> bool:
        """Prove what a pattern needs, or that it is impossible (and then return True), or break the claim."""
        program, run = need.run.program, need.run
        plain = plainly(program)
        constant = program.dominates(plain)
        choices = len(run.problem.branches(len(run.pattern), run.updates)) if run.pattern else 1
        enough = constant and (need.bound is None or program.proves(plain, need.bound, strict=run.problem.strict))
        if (
            constant
            and run.pattern
            and (not enough or not self.bounded or choices > 1 or len(run.pattern) <= SHOWN)
            and self.impossible(need)
        ):
            return True
        if enough:
            self.note(part, length, program.total(plain)[0])
            self.attain(need, part, length, None)
            return False
        if need.bound is None and run.problem.padded:
            return False
        solved = solve(program)
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
        small = len(run.pattern) <= SHOWN
        bound = need.bound if self.bounded else None
        slack = 0.0 if bound is None else real(bound) - solved.value
        tight = small or slack < 1e-5 * (1 + abs(solved.value))
        multipliers = proved(run.program, solved, bound, strict=run.problem.strict, tight=tight)
        if multipliers is not None:
            self.multipliers[need.key] = multipliers
            self.note(part, length, run.program.total(multipliers)[0])
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
        if breaking and not run.pattern:
            empty = judged(self.claim, self.given(), [], [], [Fraction(0)])
            self.broken = empty if empty is not None and empty.status is Status.VIOLATED else None
            return
        if not run.pattern or (not breaking and (length > SHOWN or self.is_attained(part, length))):
            return
        if not any(form for group in run.program.groups for form, _ in group):  # any vectors will do: those with room
            solved = solve(run.program, possible=True)
        solved = solved or solve(run.program)
        if solved is None:
            return
        for tried, witness in enumerate(witnesses(self.claim, self.given(), run, solved)):
            if witness.status is Status.VIOLATED and self.bounded:
                self.broken = witness
                return
            reached = amount(witness, part)
            if reached is not None and reached > self.attained[part].get(length, (Fraction(-1), None))[0]:
                self.attained[part][length] = reached, witness
            if self.is_attained(part, length) or (tried >= 12 and not breaking):
                return

    def is_attained(self, part: int, length: int) -> bool:
        """Tell whether the value proved at a length is attained."""
        found = self.attained[part].get(length)
        return found is not None and found[0] == self.values[part].get(length)

    def given(self) -> dict[str, Any]:
        """Return the parameters that an instance is given: none of those that follow from it where u is scaled."""
        unit = claims.UNIT in self.problem.statement["hypotheses"].values()
        return {name: text for name, text in self.parameters.items() if not (unit and name in MEASURED_WITH_UNIT)}

    def worst(self, part: int = 0) -> tuple[Worst, ...]:
        """Return the largest amounts over at most l trials, for each l up to the one reached."""
        found: list[Worst] = []
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
                found.append(Worst(length, times(value, unit), shown, seen, bound, each))
        return tuple(found)


def certify(
    claim: Claim | str,
    L: int = LENGTH,
    *,
    seconds: float = SECONDS,
    patterns: int | None = None,
    progress: Progress | None = None,
    **parameters: Any,
) -> Certified:
    """Prove a claim for every sequence of at most L trials in any dimension, or break it, at given parameters.

    Parameters that are not given have the defaults U = 2, X = 1, eta = 1/2 and so on. A budget of so many ``patterns``,
    in place of ``seconds``, makes what is found the same whatever the clock says. Raises BoundcheckError, with the
    reason, for a claim whose learner has no Gram form. Source: the primal and dual programs in the Gram matrix of the
    comparator and the examples; see verify.kernel_gram, which checks the certificate.

    >>> found = certify("bylander.5", 6)
    >>> found.status, found.length, [str(worst.value) for worst in found.worst]
    ('certified for every length', 6, ['1', '2', '3', '4', '4', '4'])
    >>> certify("bylander.5", 6, U="3/2").worst[-1].exact
    True
    """
    claim = as_claim(claim)
    started = time.monotonic()
    seconds = seconds if patterns is None else math.inf
    given = texts_of(parameters)
    require_length(L)
    with refusals(claim):
        said = statement(claim)
        if tables.applicable(said):
            return tabled(claim, said, L, given, started, seconds)
        if gram_squares.applicable(said):
            return squared(claim, said, L, given, started, seconds)
        search = searched(claim, L, started + seconds, progress, given, patterns=patterns)
    if search.broken is not None:
        reached = search.worst() if search.reached else ()
        return fallen(claim, search.parameters, search.broken, reached, started, seconds)
    every = search.closed and not (search.problem.bound_grows or search.problem.by_length) and not search.reason
    document = proof(search, search.reached, every=every)
    confirmed, findings = gram_certificate.examine(document, kernel.statements())
    status: Outcome = "certified for every length" if every else "certified"
    reason = search.reason or ("" if confirmed else f"the checker does not confirm the proof: {findings[-1]}")
    if not confirmed or (search.reason and not search.spent) or search.reached < 1:
        status = "open"
    return Certified(
        claim, search.parameters, status, search.reached if confirmed else 0, search.worst(), reason,
        time.monotonic() - started, document if confirmed and search.reached else None,
    )  # fmt: skip


def searched(
    claim: Claim,
    L: int,
    deadline: float,
    progress: Progress | None,
    parameters: Mapping[str, Any],
    *,
    bounded: bool = True,
    patterns: int | None = None,
) -> _Search:
    """Go through the patterns of a claim."""
    said = statement(claim)
    claims.Claim(said, {})
    values = parameters_of(claim, parameters)
    problem = problem_of(claim, said, values, L)
    search = _Search(claim, problem, values, L, deadline, progress, bounded, patterns)
    with ThreadpoolController().limit(limits=1):  # more threads make small matrices slower, up to a hundredfold
        search.run()
    return search


def proof(search: _Search, length: int, *, every: bool) -> dict[str, Any]:
    """Return the certificate of what is proved."""
    base = theorem_id(search.claim)
    return {
        "format": gram_certificate.FORMAT,
        "claim": base,
        "statement": statement(search.claim),
        "parameters": dict(search.parameters),
        "length": length,
        "every": every,
        "multipliers": {
            key: [str(y) for y in multipliers]
            for key, multipliers in search.multipliers.items()
            if len(key.split("/")[2]) <= length and int(key.split("/")[1] or 0) <= length
        },
    }


def worst_cases(
    claim: Claim | str, L: int, *, seconds: float = SECONDS, part: int = 0, **parameters: Any
) -> tuple[Worst, ...]:
    """Return the largest amounts that at most l trials can reach, for l = 1, ..., L, whatever the bound is.

    For LMS up to 8 and for L; of a claim about each trial, how far its amount is above its bound at most, on one trial.
    Raises BoundcheckError where a learner has no such form, where there is no limit, or the time is up.

    >>> [str(worst.value) for worst in worst_cases("bylander.11", 4)]
    ['1/2', '3/2', '15/8', '2']
    """
    claim = as_claim(claim)
    given = texts_of(parameters)
    require_length(L)
    with refusals(claim):
        said = statement(claim)
        if tables.applicable(said):
            return valued(claim, said, L, given).worst
        if gram_squares.applicable(said):
            found = squared_cases(claim, said, L, given, time.monotonic() + seconds)
            if found.reason:
                raise BoundcheckError(f"the worst case of {claim.id} at length {L} stays open: {found.reason}")
            return found.worst
        search = searched(claim, L, time.monotonic() + seconds, None, given, bounded=False)
    if search.reason or search.reached < L or not search.worst(part):
        raise BoundcheckError(f"the worst case of {claim.id} at length {L} stays open: {search.reason or 'no amount'}")
    return search.worst(part)


FEW, ALL = 4, 100
"""The lengths that take a fraction of a second: with a Gram form, and of Winnow's mistakes, which are all it makes."""


def characterised(claim: Claim | str) -> tuple[Worst, ...]:
    """Return exact worst cases of a claim at small sizes and default parameters; nothing where there is no such form.

    >>> from boundcheck import theorem
    >>> max(characterised(theorem("bylander.8")), key=lambda worst: worst.share)
    Worst(l=2, value=Fraction(2, 1), witness=Fraction(2, 1), bound=2.0)
    >>> characterised("bylander.3")
    ()
    """
    claim = as_claim(claim)
    try:
        with refusals(claim):
            said = statement(claim)
            winnow = tables.applicable(said) and kernel.read(said["learner"]).head == "winnow"
        return worst_cases(claim, ALL if winnow else FEW)
    except (BoundcheckError, Undecided):
        return ()


def certifiable(claim: Claim) -> bool:
    """Tell whether there is a form in which a claim can be certified at default parameters.

    >>> from boundcheck import theorem
    >>> certifiable(theorem("bylander.8")), certifiable(theorem("bylander.3"))
    (True, False)
    """
    try:
        with refusals(claim):
            said = statement(claim)
            if not tables.applicable(said):
                problem = problem_of(claim, said, parameters_of(claim, {}), FEW)
                if not gram_squares.applicable(said):
                    next(Walk(problem, FEW).needs(0), None)
            return True
    except (BoundcheckError, Undecided):
        return False


def bound_of(claim: Claim, length: int, parameters: Mapping[str, Any]) -> float:
    """Return the claim's bound at a length, for reading; parameters that are not given have their defaults."""
    with refusals(claim):
        values = {name: gram_certificate.constant(text) for name, text in parameters_of(claim, parameters).items()}
        return real(claims.Claim(statement(claim), values).bound(length))


def worst_case(claim: Claim | str, L: int, *, seconds: float = SECONDS, part: int = 0, **parameters: Any) -> Worst:
    """Return the largest amount that at most L trials can reach: the value proved, and an exact sequence.

    >>> found = worst_case("bylander.2", 3)
    >>> str(found.value), str(found.witness), found.exact
    ('9/2', '9/2', True)
    """
    return worst_cases(claim, L, seconds=seconds, part=part, **parameters)[-1]


__all__ = ["Certified", "Worst", "certifiable", "certify", "characterised", "worst_case", "worst_cases"]
