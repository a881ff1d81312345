"""Exact worst cases of Winnow and Weighted Majority: the value of every state, and a longest sequence of mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from bounds import symbols
from bounds.claims.claim import Claim
from bounds.claims.variants import theorem_id
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.errors import BoundcheckError
from bounds.expression import parse_number
from bounds.instances import Instance
from bounds.numbers import Number
from verify import kernel
from verify.certify.clock import Clock, TimeIsUp
from verify.certify.given import parameters_of
from verify.certify.result import Finding, Request, Worst
from verify.judge.check import Verdict, check
from verify.judge.status import Status
from verify.kernel_gram.numbers import Refused
from verify.kernel_tables import FORMAT, MAX_STATES, Exponents, Move, State, Table

SIZES = {"n": "4", "k": "1"}
"""How many attributes there are, and how many of them are relevant, where it is not said."""


def applicable(statement: Mapping[str, Any]) -> bool:
    """Whether a claim is one for value tables, by its learner."""
    learner = statement.get("learner")
    return isinstance(learner, str) and kernel.read(learner).head in ("winnow", "wma")


def by_tables(asked: Request) -> Finding:
    """Find the values of all states, and the worst sequence."""
    claim = asked.claim
    sizes = {name: asked.given.get(name, text) for name, text in SIZES.items()}
    if not all(text.isdecimal() for text in sizes.values()):
        raise BoundcheckError(f"n and k are {sizes['n']} and {sizes['k']}; give whole numbers, such as n=4 and k=1")
    parameters = parameters_of(claim, {name: text for name, text in asked.given.items() if name not in sizes})
    try:
        with kernel.within(Clock(asked.deadline)):
            return settled(asked, parameters, sizes)
    except TimeIsUp:
        reason = "the time was up before the values of all states were found; choose a smaller n or more seconds"
        return Finding({**parameters, **sizes}, ((),), reason=reason, spent=True)


def settled(asked: Request, parameters: Mapping[str, str], sizes: Mapping[str, str]) -> Finding:
    """Find them, and say what they prove."""
    claim, L = asked.claim, asked.length
    table = Table(asked.said, parameters, int(sizes["n"]), int(sizes["k"]))
    if not table.applies:
        raise BoundcheckError(f"the premises of {claim.id} on its parameters do not hold; choose others with --set")
    values = Values(table, L)
    values.find()
    verdict = played(claim, table, values.path(worst_state(values)), parameters)
    bound = float(kernel.enclose(table.bound(table.k), 30)[0]) if table.winnow else None
    worst = []
    for length in range(1, L + 1):
        amount, state = largest(values, length)
        reached = verdict
        if state is not None and not table.winnow:
            reached = played(claim, table, values.path(state), parameters)
        worst.append(Worst(length, amount, None if state is None else amount, reached, bound))
    shown = {**parameters, "n": sizes["n"], **({"k": sizes["k"]} if table.winnow else {})}
    if verdict.status is Status.VIOLATED:
        return Finding(shown, (tuple(worst),), verdict)
    certificate = {
        "format": FORMAT,
        "claim": theorem_id(claim),
        "statement": dict(asked.said),
        "parameters": parameters,
        "n": table.n,
        "k": table.k,
        "length": L,
        "table": [[*map(list, state), value] for state, value in sorted(values.values.items())],
    }
    return Finding(shown, (tuple(worst),), None, certificate, L, table.winnow)


class Game(Protocol):
    """A learner in states, and the trials that change them: ``winnow`` where all of these are mistakes."""

    n: int
    k: int
    winnow: bool

    @property
    def start(self) -> State:
        """Return the state in the beginning."""

    def moves(self, state: State) -> Iterator[Move]:
        """Yield the trials that change a state."""


@dataclass
class Values:
    """The value of each state, and the move that has it, where there is one; at most ``most`` states are looked at."""

    table: Game
    length: int
    values: dict[State, int] = field(default_factory=dict)
    best: dict[State, tuple[State, Move]] = field(default_factory=dict)
    most: int = MAX_STATES

    def find(self) -> None:
        """Fill the table: mistakes to come (Winnow) or made before (Weighted Majority)."""
        if self.table.winnow:
            self.to_come(self.table.start)
            return
        level = {self.table.start: 0}
        self.values = dict(level)
        for _ in range(self.length * self.table.n):
            level = self.beyond(level)
            if not level:
                break

    def to_come(self, start: State) -> None:
        """Find the most mistakes from each state on, by depth first search without recursion."""
        stack: list[tuple[State, Iterator[Move]]] = [(start, self.table.moves(start))]
        self.values[start] = 0
        while stack:
            state, moves = stack[-1]
            move = next(moves, None)
            if move is None:
                stack.pop()
                if stack:
                    continue
                return
            if move.after not in self.values:
                if len(self.values) > self.most:
                    raise Refused(f"there are more than {self.most} states; give smaller n, or a larger threshold")
                self.values[move.after] = 0
                stack[-1] = (state, again(move, moves))
                stack.append((move.after, self.table.moves(move.after)))
            elif self.values[move.after] + 1 > self.values[state]:
                self.values[state] = self.values[move.after] + 1
                self.best[state] = state, move

    def beyond(self, level: Mapping[State, int]) -> dict[State, int]:
        """Return the states that one trial more reaches with more mistakes than known."""
        reached: dict[State, int] = {}
        for state in level:
            for move in self.table.moves(state):
                value = self.values[state] + move.mistake
                if max(move.after[0]) <= self.length and value > self.values.get(move.after, -1):
                    self.values[move.after] = reached[move.after] = value
                    self.best[move.after] = state, move
        if len(self.values) > self.most:
            raise Refused(f"there are more than {self.most} states; give a smaller n or length")
        return reached

    def path(self, state: State) -> list[tuple[State, Move]]:
        """Return the moves of a sequence with this state's value."""
        moves = []
        while state in self.best:
            before, move = self.best[state]
            moves.append((before, move))
            state = move.after if self.table.winnow else before
        return moves if self.table.winnow else moves[::-1]


def again(first: Move, others: Iterator[Move]) -> Iterator[Move]:
    """Yield a move and then others."""
    yield first
    yield from others


def played(claim: Claim, table: Table, path: list[tuple[State, Move]], parameters: Mapping[str, str]) -> Verdict:
    """Return the verdict on the sequence of a path."""
    known = {symbols.lookup(name): parse_number(text) for name, text in parameters.items()}
    return check(claim, sequence(table, path, known))


def sequence(game: Game, path: list[tuple[State, Move]], parameters: Mapping[Any, Number]) -> Instance:
    """Return the trials of a path; parts of the state beyond the n attributes are no part of the examples."""
    exponents = [list(part) for part in game.start]
    rows, labels = [], []
    for _, move in path:
        picked = [picks(part, chosen) for part, chosen in zip(exponents, move.chosen, strict=True)]
        if game.winnow:
            positive = bool(move.chosen[0])
            row = [int(i in chosen) for part, chosen in zip(exponents, picked, strict=True) for i in range(len(part))]
            rows.append(row[: game.n])
            labels.append(1 if positive else -1)
            step = 1 if positive else -1
        else:  # the label is -1, so that a tie, which votes +1 or nothing, is a mistake
            rows.append([1 if i in picked[0] else -1 for i in range(game.n)])
            labels.append(-1)
            step = 1
        for part, chosen in zip(exponents, picked, strict=True):
            for i in chosen:
                part[i] += step
    u = Example([int(i < game.k) for i in range(game.n)]) if game.winnow else None
    return Instance(Trials.from_integers(rows, 1, labels, game.n), u, parameters)


def picks(part: list[int], chosen: Exponents) -> set[int]:
    """Return attributes with these exponents."""
    attributes: set[int] = set()
    for e in chosen:
        attributes.add(next(i for i, other in enumerate(part) if other == e and i not in attributes))
    return attributes


def worst_state(known: Values) -> State:
    """Return the state whose sequence comes closest to the bound, or breaks it."""
    table = known.table
    if not isinstance(table, Table) or table.winnow:
        return table.start
    gaps = {
        state: kernel.enclose(table.bound(min(state[0])) - Fraction(value - min(state[0])), 30)[0]
        for state, value in known.values.items()
    }
    return min(gaps, key=lambda state: (gaps[state], sum(state[0])))


def largest(known: Values, length: int) -> tuple[Fraction, State | None]:
    """Return the largest amount of sequences of a length, and a state that one of them reaches with it, if found.

    Every trial of Winnow's longest run is a mistake, and so is every trial of its beginnings. Weighted Majority makes
    no more mistakes than there are trials, nor than the table says.
    """
    if known.table.winnow:
        return Fraction(min(length, known.values[known.table.start])), known.table.start
    values = {state: value for state, value in known.values.items() if max(state[0]) <= length}
    most = max(min(value, length) - min(state[0]) for state, value in values.items())
    reached = (state for state, value in values.items() if value - min(state[0]) == most)
    return Fraction(most), next((state for state in reached if len(known.path(state)) <= length), None)
