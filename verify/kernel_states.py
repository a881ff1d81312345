"""The independent checker of worst cases by states: a learner by rule, on examples from a finite set, for given n.

It uses the standard library and the exact numbers, formulas and rules of kernel.py beside it. Where premises say which
numbers may be entries of examples, and of the comparator, there are finitely many trials, and finitely many states that
so many of them lead to. For each state, and each comparator, the largest amount that leads there is kept: all are made
here from the rule, so that the certificate is the claim, n and a length.

    python -m verify.kernel_worst FILE
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from verify import kernel
from verify.kernel import ONE, ZERO, Formula, Malformed, Number, Run, Scope, Value, Vector, names_in
from verify.kernel_gram.certificate import NOTHING_CLAIMED, about, conclusion
from verify.kernel_gram.numbers import Refused

FORMAT = "boundcheck states 1"
MAX_ATTRIBUTES, MAX_TRIALS, MAX_COMPARATORS, MAX_STATES, MAX_LENGTH = 12, 4096, 4096, 200_000, 2000
START = kernel.read("length(start) == 0")
BY_LABEL = {"y", "side", "gap", "loss", "err", "one"}
"""What a label decides: without these one label stands for both."""
OF_TRIAL = {"x", "xx", "t", "yhat", "update", *BY_LABEL}
ENTRYWISE = {"if", "and", "or", "min", "max", *kernel.ENTRYWISE}
FUNCTIONS = ENTRYWISE | {"dot", "sum", "norm", "sort", "argmax", "argmin", "at", "e", "all_i", "simplex", "length"}
FUNCTIONS |= {"outer", "solve", "det"}
"""Functions that look at one moment of a run, and not at other trials."""

State = tuple[Value, ...]
Key = tuple[int, State]


class Arrival(NamedTuple):
    """The largest amount that leads to a state, and the last trial and the state before it."""

    amount: Number
    last: kernel.Trial | None = None
    before: Key | None = None


def functions_in(formula: Formula) -> set[str]:
    """Return the functions in a formula."""
    if not formula.head or formula.arguments is None:
        return set()
    return {formula.head}.union(*(functions_in(a) for a in formula.arguments))


def entries_of(formula: Formula, name: str) -> list[Fraction]:
    """Return the numbers among which a premise says that all entries of a vector are, or nothing."""
    head, arguments = formula
    if head in ("and", "all_t"):  # of a conjunction any part says it
        return next((entries for a in arguments or () if (entries := entries_of(a, name))), [])
    if head != "all_i" or not arguments or arguments[0].head != "member":
        return []
    what, *numbers = arguments[0].arguments or (formula,)
    if what != Formula(name, None) or any(map(names_in, numbers)):
        return []
    return [scalar_of(kernel.value(a, Scope({}))) for a in numbers]


def scalar_of(a: Value) -> Fraction:
    """Return a value that has to be rational."""
    if not isinstance(a, Fraction):
        raise Refused("an entry that is no rational number")
    return a


def summands(formula: Formula, factor: Formula) -> Iterator[tuple[Formula, Formula]]:
    """Yield what is summed over the trials, each with its factor."""
    head, arguments = formula
    match head, arguments:
        case "sum_t", (inside,):
            yield factor, inside
        case "-", (inside,):
            yield from summands(inside, Formula("-", (factor,)))
        case (("+" | "-"), (left, right)):
            yield from summands(left, factor)
            yield from summands(right, factor if head == "+" else Formula("-", (factor,)))
        case "*", (left, right) if "sum_t" not in functions_in(left):
            yield from summands(right, Formula("*", (factor, left)))
        case (("*" | "/"), (left, right)) if "sum_t" not in functions_in(right):
            yield from summands(left, Formula(head, (factor, right)))
        case _:
            raise Refused("the compared amount is not made of sums over the trials")


class Game:
    """A claim about a learner by rule with ``n`` attributes, at given parameters, with all trials that there may be."""

    def __init__(self, statement: Mapping[str, Any], parameters: Mapping[str, str], n: int) -> None:
        statement = kernel.renewed(statement)
        self.statement, self.n = statement, n
        if not 1 <= n <= MAX_ATTRIBUTES:
            raise Malformed(f"n has to be from 1 to {MAX_ATTRIBUTES}")
        if set(parameters) != set(statement["free"]):
            raise Malformed(f"the claim leaves {statement['free']} free, and {sorted(parameters)} are set")
        kernel.require_open(statement)
        names: dict[str, Any] = {name: kernel.exact(text) for name, text in parameters.items()}
        self.fixed, self.of_u = {*parameters, "n", "identity"}, dict[str, Formula]()
        left = {name: text for name, text in statement["defines"].items() if name not in names}
        for name, formula in kernel.formulas(left).items():
            if self.speaks(formula, self.fixed):
                names[name] = formula
                self.fixed.add(name)
            elif self.speaks(formula, {"u", *self.fixed}):
                self.of_u[name] = formula
        size = Fraction(n)
        names |= {"n": size, "start": (), "s": (ZERO,) * n, "identity": kernel.identity(size)}
        self.run = Run({}, Scope(names))
        self.run.trials, self.run.columns = [], []
        self.against = {*self.fixed, *self.of_u, "u"}
        self.set_rule()
        self.set_premises()
        self.set_amount()

    def speaks(self, formula: Formula, names: set[str]) -> bool:
        """Whether a formula speaks of these names alone, and of no other trials."""
        return names_in(formula) <= names and functions_in(formula) <= FUNCTIONS

    def require(self, formula: Formula, names: set[str], what: str) -> Formula:
        """Return a formula that speaks of these names alone; refuse others."""
        if not self.speaks(formula, names):
            strange = sorted((names_in(formula) - names) | (functions_in(formula) - FUNCTIONS))
            raise Refused(f"{what} speaks of {strange[0]}; by states, what is said is about one trial, and not of l")
        return formula

    def set_rule(self) -> None:
        """Read the rule, which has to look at the trial and its state alone."""
        statement, learner = self.statement, self.statement["learner"]
        if not isinstance(learner, Mapping) or not kernel.plays_alone(learner) or "rule" not in learner:
            raise Refused("the learner is none by a rule that looks at all of the trial and draws nothing")
        if statement.get("trial") or statement["outcomes"] != "labels":
            raise Refused("the trials have further columns, or outcomes other than labels")
        self.aims, self.at = kernel.look_up(kernel.VERSIONS, statement["version"], self.run)
        self.updates, self.starts, self.predict = kernel.read_rule(learner, set(statement["free"]))
        self.kinds = kernel.kinds_of(self.updates, self.starts)
        parts = {*self.updates}
        self.seen = {*OF_TRIAL, *parts, *(f"{part}_next" for part in parts), *self.fixed}
        for formula in (*self.updates.values(), self.predict):
            self.require(formula, {"x", "xx", "t", *parts, *kernel.TOLD, *self.fixed}, "the rule")
        self.first: State = tuple(
            kernel.at_start(kind, self.starts.get(name), self.run) for name, kind in self.kinds.items()
        )

    def set_premises(self) -> None:
        """Tell premises on parameters, on the length, on the comparator and on each trial apart."""
        texts = [kernel.read(text) for text in self.statement["hypotheses"].values()]
        if START not in texts:
            raise Refused("the learner may start anywhere")
        left = [text for text in texts if text != START]
        entries = next((numbers for text in left if text.head == "all_t" and (numbers := entries_of(text, "x"))), [])
        if not entries:
            raise Refused("no premise says of which few numbers the examples consist")
        if len(entries) ** self.n > MAX_TRIALS:
            raise Refused(f"there are more than {MAX_TRIALS} examples; give a smaller n")
        self.of_length, self.of_trial, of_u = list[Formula](), list[Formula](), list[Formula]()
        for text in left:
            if self.speaks(text, {*self.fixed, "l"}):
                self.of_length.append(text)
            elif self.speaks(text, self.against):
                of_u.append(text)
            elif text.head == "all_t" and text.arguments:
                self.of_trial.append(self.require(text.arguments[0], {*self.seen, *self.against, "ux"}, "a premise"))
            else:
                self.require(text, self.fixed, "a premise")
        self.examples: list[Vector] = list(itertools.product(entries, repeat=self.n))
        self.comparators = self.allowed(of_u)

    def allowed(self, premises: Sequence[Formula]) -> list[Vector]:
        """Return the comparators that the premises allow: nothing where it does not say of what they consist."""
        numbers = next((entries for text in premises if (entries := entries_of(text, "u"))), [])
        if len(numbers) ** self.n > MAX_COMPARATORS:
            raise Refused(f"there are more than {MAX_COMPARATORS} comparators; give a smaller n")
        several = itertools.product(numbers, repeat=self.n) if numbers else ()
        return [
            u for u in several if all(kernel.sign(kernel.scalar(kernel.value(a, self.with_u(u)))) for a in premises)
        ]

    def with_u(self, u: Vector) -> Scope:
        """Return the scope of a comparator, with what the claim defines by it."""
        return Scope({"u": u, **self.of_u}, self.run)

    def set_amount(self) -> None:
        """Read what is compared: sums over the trials, each times a number."""
        statement = self.statement
        compared = statement["compare"]
        if len(compared) != 1 or compared[0].keys() != {"value"} or statement["relation"] not in ("<", "<="):
            raise Refused("the claim compares more than one amount, or says that it is large")
        self.terms = [
            (
                kernel.scalar(kernel.value(self.require(factor, self.fixed, "a factor"), self.run)),
                self.require(inside, {*self.seen, *self.against, "ux"}, "the compared amount"),
            )
            for factor, inside in summands(kernel.read(compared[0]["value"]), Formula("", (ONE,)))
        ]
        self.bound = self.require(kernel.read(statement["bound"]), {*self.against, "l"}, "the bound")
        said = [*(inside for _, inside in self.terms), *self.of_trial, self.bound]
        if any({"u", "ux", *self.of_u} & names_in(a) for a in said):
            if not self.comparators:
                raise Refused("no premise says of which few numbers the comparator consists")
        else:
            self.comparators = self.comparators[:1] or [(ZERO,) * self.n]
        told = set().union(*map(names_in, [*said, *self.updates.values(), self.predict]))
        self.labels = ("+1", "-1") if told & BY_LABEL else ("+1",)

    def applies(self, length: int) -> bool:
        """Whether the premises on parameters, n and the length hold."""
        scope = Scope({"l": Fraction(length)}, self.run)
        return all(kernel.sign(kernel.scalar(kernel.value(a, scope))) for a in self.of_length)

    def limit(self, length: int, i: int) -> Number:
        """Return the bound at a length, against a comparator."""
        scope = Scope({"l": Fraction(length)}, self.with_u(self.comparators[i]))
        return kernel.scalar(kernel.value(self.bound, scope))

    def broken(self, level: Mapping[Key, Arrival], length: int) -> Key | None:
        """Return where an amount leads that is above the bound at a length, if any does and the premises hold."""
        if not self.applies(length):
            return None
        limits = {i: self.limit(length, i) for i in {i for i, _ in level}}
        allowed = (1,) if self.statement["relation"] == "<" else (0, 1)
        return next((key for key, a in level.items() if kernel.sign(limits[key[0]] - a.amount) not in allowed), None)

    def played(self, t: int, state: State, trial: kernel.Trial) -> tuple[Scope, State]:
        """Return what happens on a trial, and the state after it."""
        here = kernel.trial_scope(self.run, t, trial)
        before = dict(zip(self.kinds, state, strict=True))
        now = Scope(before, here)
        kernel.predicted(here, now, self.aims, self.at, kernel.scalar(kernel.value(self.predict, now)))
        return here, tuple(kernel.moved(here, now, before, self.updates, self.kinds).values())

    def gained(self, here: Scope, u: Vector) -> Number | None:
        """Return what a trial adds to the amount against a comparator; None where a premise does not allow it."""
        inside = Scope({"u": u, "ux": kernel.dot(u, here["x"]), **self.of_u}, here)
        if not all(kernel.sign(kernel.scalar(kernel.value(a, inside))) for a in self.of_trial):
            return None
        return kernel.total(factor * kernel.scalar(kernel.value(a, inside)) for factor, a in self.terms)

    def levels(self) -> Iterator[dict[Key, Arrival]]:
        """Yield, for each length from 0 on, the states that so many trials lead to, by the comparator's number."""
        level = {(i, self.first): Arrival(ZERO) for i in range(len(self.comparators))}
        yield level
        for t in itertools.count(1):
            states: dict[Key, Arrival] = {}
            for state, known in by_state(level).items():
                for trial in itertools.product(self.examples, self.labels):
                    here, after = self.played(t, state, trial)
                    for i, reached in known.items():
                        more = self.gained(here, self.comparators[i])
                        if more is None:
                            continue
                        there = states.get((i, after))
                        if there is None or kernel.sign(reached.amount + more - there.amount) > 0:
                            states[i, after] = Arrival(reached.amount + more, trial, (i, state))
            if len(states) > MAX_STATES:
                raise Refused(f"there are more than {MAX_STATES} states; give a smaller n or length")
            level = states
            yield level

    def most(self, level: Mapping[Key, Arrival]) -> Key | None:
        """Return where the largest amount leads, if anywhere."""
        best: Key | None = None
        for key, reached in level.items():
            if best is None or kernel.sign(reached.amount - level[best].amount) > 0:
                best = key
        return best


def by_state(level: Mapping[Key, Arrival]) -> dict[State, dict[int, Arrival]]:
    """Return what is known of each state, by the comparator's number."""
    known: dict[State, dict[int, Arrival]] = {}
    for (i, state), reached in level.items():
        known.setdefault(state, {})[i] = reached
    return known


def examine(document: Mapping[str, Any], catalogue: Mapping[str, Any]) -> tuple[bool, list[str]]:
    """Check a certificate that has been read."""
    statement, identifier, n, length = (document[name] for name in ("statement", "claim", "n", "length"))
    if not 1 <= length <= MAX_LENGTH:
        raise Malformed(f"the length has to be from 1 to {MAX_LENGTH}")
    said = [about(identifier, statement, catalogue)]
    game, states = Game(statement, document["parameters"], n), 0
    for trials, level in enumerate(itertools.islice(game.levels(), length + 1)):
        states += len(level)
        if game.broken(level, trials) is not None:
            return False, [*map(kernel.plain, [*said, f"the bound fails on {trials} trials"])]
    if states != document["states"]:
        return False, [*map(kernel.plain, [*said, f"there are {states} states, not {document['states']}"])]
    if not any(map(game.applies, range(length + 1))):
        said.append(NOTHING_CLAIMED)
    reach, by = f"of at most {length} trials with {n} attributes", f"by the largest amounts of {states} states"
    return True, [*map(kernel.plain, [*said, *conclusion(document, reach, by)])]
