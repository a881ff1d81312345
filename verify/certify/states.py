"""Exact worst cases by states: learners by rule on examples from a finite set, such as Hedge on {0, 1}, at given n."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from bounds import symbols
from bounds.claims.claim import Claim
from bounds.claims.variants import theorem_id
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from bounds.expression import parse_number
from bounds.instances import Instance
from verify import kernel
from verify.certify.clock import Clock, TimeIsUp
from verify.certify.given import parameters_of
from verify.certify.result import Finding, Request, Worst
from verify.judge.check import Verdict, check
from verify.judge.status import Status
from verify.kernel_states import FORMAT, MAX_LENGTH, Arrival, Game, Key, entries_of

ATTRIBUTES = "3"
"""How many attributes there are where it is not said."""

DIGITS = 30


def applicable(statement: Mapping[str, Any]) -> bool:
    """Whether a claim is one for states: a rule, and examples whose entries are from a finite set."""
    learner = statement.get("learner")
    said = (kernel.read(text) for text in statement["hypotheses"].values())
    return isinstance(learner, Mapping) and any(text.head == "all_t" and entries_of(text, "x") for text in said)


def game_of(claim: Claim, said: Mapping[str, Any], given: Mapping[str, str]) -> tuple[Game, dict[str, str]]:
    """Return the game of a claim, and the values of its parameters; n is given among these."""
    size = given.get("n", ATTRIBUTES)
    if not size.isdecimal():
        raise BoundcheckError(f"n is {size}; give a whole number, such as n={ATTRIBUTES}")
    parameters = parameters_of(claim, {name: text for name, text in given.items() if name != "n"})
    with kernel.within(kernel.Budget()):
        game = Game(said, parameters, int(size))
    if not any(map(game.applies, range(MAX_LENGTH))):
        raise BoundcheckError(f"the premises of {claim.id} on its parameters do not hold; choose others with --set")
    return game, parameters


def by_states(asked: Request) -> Finding:
    """Find the largest amount that leads to each state, length by length, until the length or the time is reached."""
    claim = asked.claim
    game, parameters = game_of(claim, asked.said, asked.given)
    levels, worst, length = list[Mapping[Key, Arrival]](), list[Worst](), 0
    broken: Verdict | None = None
    reason = ""
    try:
        with kernel.within(Clock(asked.deadline)):
            for trials, level in enumerate(islice(game.levels(), asked.length + 1)):
                levels.append(level)
                if (over := game.broken(level, trials)) is not None and asked.bounded:
                    verdict = check(claim, sequence(game, levels, over, parameters))
                    broken = verdict if verdict.status is Status.VIOLATED else None
                    reason = f"the bound fails on {trials} trials, which could not be played"
                    break
                if (best := game.most(level)) is not None and trials and game.applies(trials):
                    verdict = check(claim, sequence(game, levels, best, parameters))
                    worst.append(exact_worst(game, trials, best, level[best].amount, verdict))
                length = trials
                if asked.progress and trials:
                    asked.progress(trials, asked.length)
    except TimeIsUp:
        reason = f"the time was up at length {length + 1}; choose a smaller n or more seconds"
    shown = {**parameters, "n": str(game.n)}
    if broken is not None:
        return Finding(shown, (tuple(worst),), broken)
    if not length:
        return Finding(shown, (tuple(worst),), reason=reason)
    document = {
        "format": FORMAT,
        "claim": theorem_id(claim),
        "statement": dict(asked.said),
        "parameters": parameters,
        "n": game.n,
        "length": length,
        "states": sum(map(len, levels[: length + 1])),
    }
    return Finding(shown, (tuple(worst),), None, document, length, reason=reason, spent=bool(reason))


def exact_worst(game: Game, length: int, best: Key, amount: kernel.Number, verdict: Verdict) -> Worst:
    """Return the worst case of a length; of an irrational amount, rationals on both sides that are near."""
    bound = float(kernel.enclose(game.limit(length, best[0]), DIGITS)[0])
    if isinstance(amount, Fraction):
        return Worst(length, amount, amount, verdict, bound)
    low, high = map(Fraction, kernel.enclose(amount, DIGITS))
    return Worst(length, high, low, verdict, bound)


def sequence(game: Game, levels: Sequence[Mapping[Key, Arrival]], last: Key, parameters: Mapping[str, str]) -> Instance:
    """Return the trials that lead to a state with its amount, and the comparator."""
    trials, at = list[kernel.Trial](), last
    for level in reversed(levels[1:]):
        reached = level[at]
        if reached.last is None or reached.before is None:
            break
        trials.append(reached.last)
        at = reached.before
    trials.reverse()
    known = {symbols.lookup(name): parse_number(text) for name, text in parameters.items()}
    of = Trials.of([list(x) for x, _ in trials], [int(outcome) for _, outcome in trials], n=game.n)
    return Instance(of, list(game.comparators[last[0]]), known)
