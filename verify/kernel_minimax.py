"""The independent checker of minimax values: what the best learner pays against the worst sequence, both strategies.

It uses the standard library and kernel.py alone. A table gives a value to every state of a game; that no move of nature
raises what was paid and the value together, where the learner does what the table says, and that none of the learner's
lowers them, where nature does, is checked state by state. Induction over the trials then gives the value of the game.

- ``experts``: N experts have losses 0 or 1 on each of L trials, and the learner, who chooses one of them by a coin,
  pays what the chosen one loses, on average; what it pays more than the best expert in the end is the value. A state is
  how many trials are to come, and how much more each expert has lost than the best; more than can be made up for counts
  as that much. The table has the learner's probabilities of experts, and nature's of losses.
- ``mistakes``: N experts predict a label on each trial, and so does the learner; the best expert errs at most k times.
  A state is how many experts may err so many times more. The value is how many mistakes nature can force, of learners
  without coins, or, on average, of all.
- ``class``: labels are those of some function of a finite class, on points that nature chooses. A state is which
  functions agree with all labels, and the value the mistakes that nature can force of learners without coins: the
  Littlestone dimension.

    python -m verify.kernel_worst FILE
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from verify.kernel import ZERO, Malformed, plain, size, spend
from verify.kernel_gram.certificate import rational

FORMAT = "boundcheck minimax 1"
MAX_STATES, MAX_EXPERTS, MAX_COUNT, MAX_FUNCTIONS = 200_000, 8, 64, 400

State = tuple[int, ...]
Row = Sequence[Any]


def whole(a: Any, most: int, least: int = 0) -> int:
    """Return a whole number within limits."""
    if type(a) is not int or not least <= a <= most:
        raise Malformed(f"{str(a)[:40]} is no whole number from {least} to {most}")
    return a


# --- experts -----------------------------------------------------------------------------------------------


def next_of(state: State, losses: Sequence[int]) -> tuple[int, State]:
    """Return by how much the best expert's loss grows, and the state after a trial; the first entry counts trials."""
    lost = [gap + loss for gap, loss in zip(state[1:], losses, strict=True)]
    least, left = min(lost), state[0] - 1
    return least, (left, *sorted(min(a - least, left) for a in lost))


def mix(row: Sequence[Any], among: int) -> list[Fraction]:
    """Read probabilities."""
    probabilities = [rational(a) for a in row]
    if len(probabilities) != among or min(probabilities) < 0 or sum(probabilities) != 1:
        raise Malformed("what has to be probabilities is negative, or does not add up to 1")
    return probabilities


def experts(game: Mapping[str, Any], rows: Sequence[Row]) -> tuple[Fraction, str]:
    """Check the table of a game of experts: rows of a state, its value, the learner's and nature's probabilities."""
    n, length = whole(game["experts"], MAX_EXPERTS, 2), whole(game["length"], MAX_COUNT * 10)
    moves = list(itertools.product((0, 1), repeat=n))
    values = {tuple(row[0]): rational(row[1]) for row in rows}
    for row in rows:
        state, v = tuple(row[0]), values[tuple(row[0])]
        if state[0] == 0:
            if v != 0 or any(state):
                return ZERO, f"the value of {state} is not 0"
            continue
        learner = mix(row[2], n)
        nature = {whole(i, len(moves) - 1): a for i, a in zip(row[3], mix(row[4], len(row[3])), strict=True)}
        if len(nature) < len(row[3]):
            raise Malformed("nature has a probability twice of the same losses")
        spend(len(moves) * (8 + 3 * n) * max(map(size, (v, *learner, *nature.values()))))
        paid = [ZERO] * n
        for i, losses in enumerate(moves):
            best, after = next_of(state, losses)
            if after not in values:
                return ZERO, f"the table lacks the state {after}"
            rest = values[after] - best
            if sum(p for p, loss in zip(learner, losses, strict=True) if loss) + rest > v:
                return ZERO, f"the learner pays more than the value of {state}"
            if i in nature:
                paid = [a + nature[i] * (loss + rest) for a, loss in zip(paid, losses, strict=True)]
        if min(paid) < v:
            return ZERO, f"a learner pays less than the value of {state}"
    start = (length, *[0] * n)
    return (values[start], "") if start in values else (ZERO, "the table lacks the first state")


# --- mistakes ----------------------------------------------------------------------------------------------


def after_error(state: State, wrong: Sequence[int]) -> State | None:
    """Return the state after so many experts of each kind have erred; None where no expert would be left to be best."""
    after = [a - b for a, b in zip(state, wrong, strict=True)]
    for j in range(1, len(state)):
        after[j - 1] += wrong[j]
    return tuple(after) if any(after) else None


def splits(state: State) -> Iterator[State]:
    """Yield which experts may predict +1, up to the names of the labels: one of the two halves at least once."""
    for wrong in itertools.product(*(range(a + 1) for a in state)):
        spend(6 + 2 * len(state))
        if wrong >= tuple(a - b for a, b in zip(state, wrong, strict=True)):
            yield wrong


def paid_on(a: Fraction | None, b: Fraction | None, *, coins: bool) -> Fraction:
    """Return what is paid from a trial on: a if all who say +1 err, b if the others do; None is what cannot be."""
    if a is None or b is None:
        return ZERO if a is b else b if a is None else a  # type: ignore[return-value]
    if not coins:
        return min(max(1 + a, b), max(1 + b, a))
    return (1 + a + b) / 2 if abs(a - b) <= 1 else max(a, b)


def mistakes(game: Mapping[str, Any], rows: Sequence[Row]) -> tuple[Fraction, str]:
    """Check the table of a game with a best expert: rows of a state and its value."""
    n, k, coins = whole(game["experts"], MAX_COUNT, 1), whole(game["mistakes"], MAX_COUNT), game["coins"]
    if type(game["coins"]) is not bool:
        raise Malformed("coins is true or false")
    values = {tuple(row[0]): rational(row[1]) for row in rows}
    for state, v in values.items():
        best = ZERO
        for wrong in splits(state):
            right = tuple(a - b for a, b in zip(state, wrong, strict=True))
            sides = [after_error(state, wrong), after_error(state, right)]
            if missing := [side for side in sides if side is not None and side != state and side not in values]:
                return ZERO, f"the table lacks the state {missing[0]}"
            if not any(right):  # all agree: only if all err is there a mistake, and a learner who agrees makes it
                best = max(best, ZERO if sides[0] is None else 1 + values[sides[0]])
                continue
            a, b = (None if side is None else values[side] for side in sides)
            best = max(best, paid_on(a, b, coins=coins))
        if v != best:
            return ZERO, f"the value of {state} is {v}, and {best} is forced and enough"
    start = (*[0] * k, n)
    return (values[start], "") if start in values else (ZERO, "the table lacks the first state")


# --- finite classes ----------------------------------------------------------------------------------------


def halved(functions: int) -> int:
    """Return the mistakes that are enough, if each halves the functions that are left."""
    return functions.bit_count().bit_length() - 1


def classes(game: Mapping[str, Any], rows: Sequence[Row]) -> tuple[Fraction, str]:
    """Check the table of a finite class: rows of the functions that are left, as a number in binary, and the value.

    Of what has no row it is known that each mistake may halve it, and that none need be made.
    """
    functions = [str(text) for text in game["functions"]]
    if not 1 <= len(set(functions)) == len(functions) <= MAX_FUNCTIONS or len({*map(len, functions)}) > 1:
        raise Malformed(f"a class has from 1 to {MAX_FUNCTIONS} different functions, each with a value on every point")
    spend(len(functions) * len(functions[0]))
    columns = {sum((f[i] == "1") << j for j, f in enumerate(functions)) for i in range(len(functions[0]))}
    everything = (1 << len(functions)) - 1
    values = {int(str(row[0])): whole(row[1], MAX_FUNCTIONS) for row in rows}
    for left, v in values.items():
        if not 0 < left <= everything:
            raise Malformed(f"{str(left)[:40]} are no functions of the class")
        forced = enough = 0
        for column in columns:
            spend(6 + len(functions) // 20)
            ones, zeros = left & column, left & ~column
            if ones and zeros:
                a, b = values.get(ones, 0), values.get(zeros, 0)
                forced = max(forced, a, b, 1 + min(a, b))
                a, b = (values.get(side, halved(side)) for side in (ones, zeros))
                enough = max(enough, a, b, 1 + min(a, b))
        if not forced >= v >= enough:
            return ZERO, f"the value of {left} is {v}, {forced} is forced, and {enough} is enough"
    return (Fraction(values[everything]), "") if everything in values else (ZERO, "the table lacks the whole class")


GAMES: dict[str, Callable[[Mapping[str, Any], Sequence[Row]], tuple[Fraction, str]]] = {
    "experts": experts,
    "mistakes": mistakes,
    "class": classes,
}


def description(game: Mapping[str, Any]) -> str:
    """Say which game it is."""
    if game["kind"] == "experts":
        return (
            f"{game['experts']} experts, losses 0 or 1, {game['length']} trials: the regret to the best, on average, is"
        )
    if game["kind"] == "mistakes":
        coins = "on average, if by coins" if game["coins"] else "without coins"
        best = f"{game['experts']} experts, the best of which errs at most {game['mistakes']} times"
        return f"{best}: the mistakes, {coins}, are"
    return f"{len(game['functions'])} functions on {len(game['functions'][0])} points: the mistakes, without coins, are"


def examine(document: Mapping[str, Any], _: Mapping[str, Any]) -> tuple[bool, list[str]]:
    """Check a certificate that has been read."""
    game, rows = document["game"], document["table"]
    if game["kind"] not in GAMES:
        raise Malformed(f"the game is none of {', '.join(GAMES)}")
    if len(rows) > MAX_STATES:
        raise Malformed(f"there are more than {MAX_STATES} states")
    value, fault = GAMES[game["kind"]](game, rows)
    if fault:
        return False, [plain(fault)]
    said = [plain(description(game)), plain(f"{value} at most for some learner, and {value} at least for every one")]
    if value != rational(document["value"]):
        return False, [*said, plain(f"but the certificate says {document['value']}")]
    return True, [*said, f"by the values of {len(rows)} states, each checked in fractions"]
