"""The independent checker of value tables: exact worst cases of Winnow and Weighted Majority over {0, 1} and {-1, 1}.

It uses the standard library and the exact numbers and formulas of kernel.py beside it. What counts of a state is how
often each weight was multiplied, whichever attribute it belongs to, and states are finitely many. A table gives a value
to states; that it grows, or falls, by at least 1 with every mistake is checked over all trials that make one, which are
made here from the learner's rule. Induction over the trials then bounds the mistakes.

    python -m verify.kernel_worst FILE
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from verify import kernel
from verify.kernel import Malformed, Number, Scope
from verify.kernel_gram.certificate import NOTHING_CLAIMED, about, conclusion
from verify.kernel_gram.numbers import Refused

FORMAT = "boundcheck value table 1"
MAX_ATTRIBUTES, MAX_STATES = 12, 200_000
START = "length(start) == 0"
DISJUNCTIONS = (
    {"all_t((ux > 0) == (y > 0))", "all_t(all_i(member(x, {0, 1})))", "all_i(member(u, {0, 1}))"},
    {"all_t((ux >= 1/2) == (y > 0))", "all_t(all_i(member(x, {0, 1})))", "all_i(member(u, {0, 1}))"},
)
SIGNS = {"all_t(all_i(member(x, {-1, 1})))"}
MISTAKES = [{"value": "sum_t(err)"}]
RELEVANT = "sum(abs(u))"
REGRET = [{"over": "attributes", "value": "sum_t(err) - k", "with": {"k": "sum_t(at(x, i) != y)"}}]
OF_AN_INSTANCE = re.compile(r"\b(u|x|s|y|start|norm|sum|\w+_t|all_i|ux)\b")


Exponents = tuple[int, ...]
State = tuple[Exponents, ...]


class Move(NamedTuple):
    """A trial that changes the state: what it chooses of each part, whether it is a mistake, and the state after it."""

    chosen: State
    mistake: bool
    after: State


def choices(exponents: Exponents) -> Iterator[Exponents]:
    """Yield every part of a multiset, each once."""
    counted = sorted(Counter(exponents).items())
    for numbers in itertools.product(*(range(count + 1) for _, count in counted)):
        kernel.spend(4 + len(exponents))
        yield tuple(e for (e, _), number in zip(counted, numbers, strict=True) for _ in range(number))


def shifted(exponents: Exponents, chosen: Exponents, by: int) -> Exponents:
    """Return a multiset with what is chosen moved."""
    left = Counter(exponents) - Counter(chosen)
    return tuple(sorted([*left.elements(), *(e + by for e in chosen)]))


def rational(a: Any) -> Fraction:
    """Return a value that has to be rational."""
    if not isinstance(a, Fraction):
        raise Refused("an irrational factor or threshold")
    return a


class Table:
    """A claim about Winnow or Weighted Majority with ``n`` attributes, ``k`` of them relevant, at given parameters."""

    def __init__(self, statement: Mapping[str, Any], parameters: Mapping[str, str], n: int, k: int) -> None:
        statement = kernel.renewed(statement)
        self.statement, self.n, self.k = statement, n, k
        if not 1 <= n <= MAX_ATTRIBUTES or not 0 <= k <= n:
            raise Malformed(f"n has to be from 1 to {MAX_ATTRIBUTES}, and k from 0 to n")
        if others := parameters.keys() - set(statement["free"]):
            raise kernel.not_free(others, statement)
        kernel.require_open(statement)
        names: dict[str, Any] = {name: kernel.exact(text) for name, text in parameters.items()}
        names |= {"n": Fraction(n), "k": Fraction(k)}
        names |= {name: kernel.read(text) for name, text in statement["defines"].items() if name not in names}
        self.scope = Scope(names)
        self.premises = set(statement["hypotheses"].values())
        head, arguments = kernel.read(statement["learner"])
        self.winnow = head == "winnow"
        if head not in ("winnow", "wma") or START not in self.premises:
            raise Refused(f"{statement['learner']} has no value table that is known here")
        wanted = DISJUNCTIONS if self.winnow else (SIGNS,)
        if not any(premises <= self.premises for premises in wanted):
            raise Refused("the premises are not those of disjunctions over {0, 1}, or of experts that say -1 or 1")
        if statement["compare"] != (MISTAKES if self.winnow else REGRET):
            raise Refused("the compared amount is not the number of mistakes, or that less an expert's")
        if statement["defines"].get("k") != (RELEVANT if self.winnow else None) or "k" in statement["free"]:
            raise Refused("k is not the number of relevant attributes, or of an expert's mistakes")
        if statement["outcomes"] != "labels":
            raise Refused(f"the outcomes are {statement['outcomes']}; value tables are for labels")
        if statement["relation"] not in ("<", "<="):
            raise Refused(f"the claim says {statement['relation']}; value tables prove <= and <")
        rate = rational(kernel.value((arguments or ())[0], self.scope))
        self.factor = rate if self.winnow else 1 - rate
        if not (self.factor > 1 if self.winnow else 0 < self.factor < 1):
            raise Refused(f"the factor {self.factor}; Winnow's is above 1, and Weighted Majority's between 0 and 1")
        self.heavy = self.threshold()

    def threshold(self) -> Callable[[Fraction], bool]:
        """Return which total weights are predicted positive (Winnow), or nothing for a vote."""
        head, arguments = kernel.read(self.statement["version"])
        if not self.winnow:
            if self.statement["version"] != "classification":
                raise Refused(f"the version {self.statement['version']} of a vote")
            return bool
        if head not in ("threshold", "threshold_above") or not arguments:
            raise Refused(f"the version {self.statement['version']}")
        theta = rational(kernel.value(arguments[0], self.scope))
        return (lambda total: total >= theta) if head == "threshold" else (lambda total: total > theta)

    @property
    def applies(self) -> bool:
        """Whether the premises on parameters, n and k hold."""
        texts = [text for text in self.premises if not OF_AN_INSTANCE.search(text)]
        return all(kernel.sign(kernel.amount(text, self.scope)) for text in texts)

    @property
    def start(self) -> State:
        """The state in the beginning."""
        return ((0,) * self.k, (0,) * (self.n - self.k)) if self.winnow else ((0,) * self.n,)

    def weight(self, exponents: Exponents) -> Fraction:
        """Return the weight of some attributes."""
        return rational(kernel.total(kernel.power(self.factor, Fraction(e)) for e in exponents))

    def moves(self, state: State) -> Iterator[Move]:
        """Yield the trials that change a state: mistakes of Winnow, or those on which some expert errs."""
        if not self.winnow:
            (counts,) = state
            total = self.weight(counts)
            for wrong in choices(counts):
                if wrong:  # the label is chosen by the adversary, and the weight of a tie is on the wrong side
                    yield Move((wrong,), 2 * self.weight(wrong) >= total, (shifted(counts, wrong, 1),))
            return
        relevant, others = state
        for more in choices(others):
            inside = self.weight(more)
            if self.heavy(inside):
                yield Move(((), more), True, (relevant, shifted(others, more, -1)))
            for active in choices(relevant):
                if active and not self.heavy(inside + self.weight(active)):
                    yield Move((active, more), True, (shifted(relevant, active, 1), shifted(others, more, 1)))

    def bound(self, k: int) -> Number:
        """Return the bound where k is known."""
        return kernel.amount(self.statement["bound"], Scope({"k": Fraction(k)}, self.scope))

    def keeps(self, amount: int, k: int) -> bool:
        """Tell whether an amount keeps the bound."""
        order = kernel.sign(self.bound(k) - Fraction(amount))
        return order > 0 if self.statement["relation"] == "<" else order >= 0

    def fault(self, values: Mapping[State, int], length: int) -> str:
        """Return what is wrong with a table, or nothing.

        For Winnow the value is how many mistakes are still to come: it falls with each, and is never below 0. For
        Weighted Majority, of states in which no expert has erred more than ``length`` times, it is how many there
        were: it grows with each, and less the mistakes of any expert it keeps the bound.
        """
        if self.start not in values:
            return "the table lacks the first state"
        for state, value in values.items():
            for move in self.moves(state):
                if not self.winnow and max(move.after[0]) > length:
                    continue
                if move.after not in values:
                    return f"the table lacks the state {move.after}"
                gain = (value - values[move.after]) if self.winnow else (values[move.after] - value)
                if gain < move.mistake:
                    return f"the table is wrong from {state} to {move.after}"
            kernel.spend(5)
            if value < 0 or (not self.winnow and not all(self.keeps(value - k, k) for k in set(state[0]))):
                return f"the bound fails in the state {state}"
        if self.winnow and not self.keeps(values[self.start], self.k):
            return f"the table allows {values[self.start]} mistakes"
        return ""


def examine(document: Mapping[str, Any], catalogue: Mapping[str, Any]) -> tuple[bool, list[str]]:
    """Check a certificate that has been read."""
    statement, identifier, n, k = document["statement"], document["claim"], document["n"], document["k"]
    length, rows = document["length"], document["table"]
    if len(rows) > MAX_STATES:
        raise Malformed(f"there are more than {MAX_STATES} states")
    said = [about(identifier, statement, catalogue)]
    table = Table(statement, document["parameters"], n, k)
    values = {state_of(row[:-1]): value_of(row[-1]) for row in rows}
    if not table.applies:
        said.append(NOTHING_CLAIMED)
    elif fault := table.fault(values, length):
        return False, [*map(kernel.plain, [*said, fault])]
    reach = f"with {k} relevant of {n} attributes" if table.winnow else f"of at most {length} trials with {n} experts"
    return True, [*map(kernel.plain, [*said, *conclusion(document, reach, f"by the values of {len(values)} states")])]


def state_of(parts: Sequence[Sequence[int]]) -> State:
    """Read a state."""
    kernel.spend(1 + sum(map(len, parts)))
    return tuple(tuple(sorted(value_of(e) for e in part)) for part in parts)


def value_of(a: Any) -> int:
    """Read a whole number."""
    if type(a) is not int or abs(a) > 10**6:
        raise Malformed(f"{str(a)[:40]!r} is no whole number up to a million")
    return a
