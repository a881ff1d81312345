"""The kinds of attacks: what each shows the judge, which are done once, and which again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from inspect import signature
from itertools import islice
from math import isfinite
from types import ModuleType
from typing import Any, Protocol, TypeAlias

from adversaries.constructions import (
    draws,
    halves,
    level,
    rates,
    scales,
    turns,
)
from adversaries.families import boundary
from adversaries.families.build import build, bytes_needed
from adversaries.families.sampling import raw_instances
from adversaries.optimise import climbing, patterns, periods, plain, pools, shifting
from adversaries.portfolio import large, repetition
from adversaries.portfolio.structured import CONSTRUCTIONS
from adversaries.premises import dropped, extremes
from bounds.claims.catalogue import catalogued
from bounds.claims.claim import Claim, Comparator
from bounds.claims.variants import added, missing
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from verify.judge.check import Verdict
from verify.judge.read_certificate import under
from verify.judge.status import Status
from verify.search import cycles, games


class Judge(Protocol):
    """Judges a task's candidates, one by one or all of them; see ``verify.search.attack.Judge``."""

    def __call__(self, name: str, instance: Instance, score: float | None = None) -> Verdict | None:
        """Judge a candidate; None if it is no instance of the claim."""

    def failed(self, error: Exception, name: str = "") -> None:
        """Record an exception."""

    def all(self, candidates: Iterable[tuple[Any, ...]]) -> None:
        """Judge candidates in order."""


@dataclass(frozen=True)
class Stage:
    """One kind of attack: ``run(claim, seed, effort, judge)`` shows the judge every candidate it has.

    ``idle`` says in a word why, where it has none.
    """

    name: str
    run: Callable[[Claim, int, int, Judge], None]
    idle: str = "not of their kind"


def _construction(module: ModuleType) -> Stage:
    """Return the stage of an adversary that always proposes the same candidates."""

    def run(claim: Claim, _seed: int, _effort: int, judge: Judge) -> None:
        judge.all(module.instances(claim))

    return Stage(_name(module), run)


def _searcher(module: ModuleType) -> Stage:
    """Return the stage of an adversary that searches, with a seed and an effort."""
    return Stage(_name(module), lambda claim, seed, effort, judge: judge.all(module.instances(claim, seed, effort)))


FIRST_DROPPED, UNKNOWN = 600, 400
"""Instances against a dropped premise before the other attacks have their turn; and each time, where nobody knows that
one was dropped."""


def _dropped(claim: Claim, seed: int, effort: int, judge: Judge) -> None:
    _dropped_again(claim, seed, effort, judge, FIRST_DROPPED)


def _dropped_again(claim: Claim, seed: int, effort: int, judge: Judge, most: int | None = None) -> None:
    most = most if missing(claim) or added(claim) else UNKNOWN
    judge.all(islice(dropped.instances(claim, seed, effort), most))


def _name(module: ModuleType) -> str:
    return module.__name__.rpartition(".")[2].replace("_", " ")


RANDOM_INSTANCES = 400


def _random(claim: Claim, seed: int, effort: int, judge: Judge) -> None:
    judge.all(raw_instances(claim, RANDOM_INSTANCES, seed, max_trials=6 + 4 * effort))


HYPOTHESIS_EXAMPLES = 200
OUT_OF_THE_WAY = 2**80
"""Hypothesis mixes numbers that it finds in loaded source files into its draws; none lie beyond this one."""


def _hypothesis(claim: Claim, seed: int, effort: int, judge: Judge) -> None:
    """Let Hypothesis draw and mutate encoded instances, with the ratio as its target; counts end it, not clocks."""
    import hypothesis
    from hypothesis import strategies as st

    attributes, longest = min(2 + effort, 6), 2 + 2 * effort
    byte = st.integers(OUT_OF_THE_WAY, OUT_OF_THE_WAY + 255)
    sizes = st.integers(OUT_OF_THE_WAY, OUT_OF_THE_WAY + longest).map(
        lambda drawn: bytes_needed(drawn - OUT_OF_THE_WAY, attributes)
    )
    codes = sizes.flatmap(lambda size: st.lists(byte, min_size=size, max_size=size))

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=HYPOTHESIS_EXAMPLES * effort,
        deadline=None,
        database=None,
        derandomize=False,
        print_blob=False,
        report_multiple_bugs=False,
        suppress_health_check=list(hypothesis.HealthCheck),
        verbosity=hypothesis.Verbosity.quiet,
        phases=[hypothesis.Phase.generate, hypothesis.Phase.target],
    )
    @hypothesis.given(codes)
    def attempt(code: list[int]) -> None:
        try:
            instance = build(claim, bytes(drawn - OUT_OF_THE_WAY for drawn in code), attributes)
        except Exception as error:
            judge.failed(error, "targeted")
            return
        verdict = judge("targeted", instance)
        if verdict is not None and verdict.ratio is not None and isfinite(verdict.ratio):
            hypothesis.target(min(verdict.ratio, 2.0))

    attempt()


def _climber(module: ModuleType, idle: str = "nothing comes near") -> Stage:
    """Return the stage of an adversary that goes by how close its candidates come to the bound."""

    def run(claim: Claim, seed: int, effort: int, judge: Judge) -> None:
        def score(name: str, instance: Instance) -> float | None:
            verdict = judge(name, instance)
            return None if verdict is None or verdict.status is not Status.HOLDS else verdict.ratio

        module.climb(claim, seed, effort, score)

    return Stage(_name(module), run, idle)


def _cycles(claim: Claim, _seed: int, effort: int, judge: Judge) -> None:
    if effort <= 2:
        cycles.attack(claim, effort, lambda name, cycle, times: judge(name, cycle.instance(times)))


LOOKING: tuple[Stage, ...] = (
    *map(_climber, (plain, pools, patterns)),
    _climber(periods, idle="no period gains"),
    _climber(climbing),
)
"""What looks at the learner alone: last in each round, and early for a rule, a class or an estimator, as none is known.

Pools and patterns of a rule take some seconds, which are not spent early on what the catalogue says.
"""

NONE_MISSING = "no premise is missing"

DROPPED = Stage("dropped premises", _dropped, idle=NONE_MISSING)

FIRST: tuple[Stage, ...] = (
    *map(_construction, (rates, *CONSTRUCTIONS, boundary, scales)),
    DROPPED,
)
"""Stages that are done once: structured families, tiny sequences at every scale, instances against a dropped premise.

In this order, by what they yield: false variants fall within 12 instances on average; the tiny ones first take 40.
"""

ROUND: tuple[Stage, ...] = (
    Stage("random", _random),
    Stage("hypothesis", _hypothesis),
    Stage("cycles", _cycles),
    _searcher(games),
    *map(_searcher, (extremes, large, turns, level, halves, repetition)),
    Stage(_name(dropped), _dropped_again, idle=NONE_MISSING),
    *LOOKING,
)
"""Stages that are repeated, each time with another seed and more effort, until the budget is spent."""


SHIFTING: tuple[Stage, ...] = (_climber(shifting), *ROUND[:2])
"""What makes comparators that change with the trial."""


DRAWN: tuple[Stage, ...] = (*map(_construction, (draws, boundary, scales)), *ROUND[:2])
"""What makes instances without playing the learner, whose draws nobody knows before."""


Adversary: TypeAlias = Callable[[Claim, int, int], Iterable[Instance | tuple[str, Instance]]]
"""One's own adversary: called as ``adversary(claim, seed, effort)``, it yields instances, or pairs (name, instance).

``effort`` is 1 at first and grows each time it is called again; ``seed`` is another one each time.
"""


@dataclass(frozen=True)
class KnownInstance:
    """An adversary that knows one instance, such as that of a certificate, and shows it once."""

    instance: Instance
    __name__ = "certificate"

    def __call__(self, claim: Claim, _seed: int, effort: int) -> Iterator[tuple[str, Instance]]:
        """Yield the instance, with those of its parameters that the claim leaves open."""
        if effort == 1:
            yield "its instance", under(claim, self.instance)[0]


def own_stages(adversaries: Sequence[Adversary]) -> tuple[Stage, ...]:
    """Return the stages of one's own adversaries; raise BoundcheckError for what cannot be called as one."""
    return tuple(_own(adversary) for adversary in adversaries)


CALLED = "adversary(claim, seed, effort) that yield instances, or pairs of a name and an instance"


def _own(adversary: Adversary) -> Stage:
    name = getattr(adversary, "__name__", type(adversary).__name__)
    try:
        signature(adversary).bind(None, 0, 1)
    except TypeError as error:
        raise BoundcheckError(f"the adversary {name} cannot be called with three arguments ({error}); {GIVE}") from None
    except ValueError:
        pass  # a builtin shows no signature

    def run(claim: Claim, seed: int, effort: int, judge: Judge) -> None:
        proposed = adversary(claim, seed, effort)
        if not isinstance(proposed, Iterable):
            raise BoundcheckError(f"the adversary returned {proposed!r}; {GIVE}")
        for candidate in proposed:
            pair = candidate if isinstance(candidate, tuple) else (name, candidate)
            if len(pair) != 2 or not isinstance(pair[0], str) or not isinstance(pair[1], Instance):
                raise BoundcheckError(f"the adversary yielded {candidate!r}; {GIVE}")
            judge(*pair)

    return Stage(f"own: {name}", run)


GIVE = f"give functions {CALLED}"

Stages: TypeAlias = tuple[Stage, ...]


def stages(claim: Claim, own: Stages = ()) -> tuple[Stages, Stages]:
    """Return the stages that are done once, and those that are repeated; one's own come first."""
    if claim.comparator is Comparator.SEQUENCE:
        return (*own, SHIFTING[0]), (*own, *SHIFTING)
    if claim.draws:
        return (*own, *DRAWN), (*own, *DRAWN)
    if claim.learner is None or (claim.learner.formula and claim.learner.rule is None):
        return (*own, *FIRST), (*own, *ROUND)
    known = [stage for stage in FIRST if stage is not DROPPED]
    if claim.learner.rule is not None and claim.learner.rule.looks_back:
        return (*own, *known), (*own, *(stage for stage in ROUND if stage not in LOOKING))
    early = LOOKING[-1:] if catalogued(claim) else LOOKING
    others = [stage for stage in ROUND if stage not in early]
    once = (*known, *early, *([DROPPED] if DROPPED in FIRST else []))
    return (*own, *once), (*own, *early, *others)


def idle_word(claim: Claim, name: str, own: Stages = ()) -> str:
    """Return why the attack of this name has nothing to judge, where it has not."""
    first, again = stages(claim, own)
    return next((stage.idle for stage in (*first, *again) if stage.name == name), "")


def stage_names(claim: Claim, own: Stages = ()) -> list[str]:
    """Return the names of all kinds of attacks on a claim, in the order in which they are tried first."""
    first, again = stages(claim, own)
    return list(dict.fromkeys(stage.name for stage in (*first, *again)))


EFFORTS = 8
"""Efforts that follow each other, round by round; then the first again, so that no task takes ever longer."""


def stage_of(claim: Claim, number: int, own: Stages = ()) -> tuple[Stage, int]:
    """Return what the task with this number does, and with how much effort."""
    first, again = stages(claim, own)
    if number < len(first):
        return first[number], 1
    rounds, position = divmod(number - len(first), len(again))
    return again[position], rounds % EFFORTS + 1
