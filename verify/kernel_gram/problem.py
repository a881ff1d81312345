"""One comparison of a claim at one length: the branches of its trials, and the rule run along a pattern."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from verify.kernel import ONE, ZERO, Number, names_in, read, sign, size, spend
from verify.kernel_gram.branches import Branch, branches_of, cells, merged
from verify.kernel_gram.formulas import Affine, Scope, Vector, lifted, value
from verify.kernel_gram.numbers import Refused, square
from verify.kernel_gram.program import Form, Program, combined

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


VARIABLE = Affine(ZERO, ONE)


@dataclass(frozen=True)
class Problem:
    """One comparison of a claim at one length and one choice of parameters."""

    rule: Mapping[str, Any]
    names: Mapping[str, Number]
    gain: str
    against: str
    premises: Mapping[str, Number]
    unit: Number
    strict: bool
    interval: bool
    tau: Fraction

    @cached_property
    def spoken(self) -> frozenset[str]:
        """The names in the rule and the gain."""
        texts = (*self.rule["updates"].values(), self.rule["predict"], self.gain)
        return frozenset[str]().union(*(names_in(read(text)) for text in texts))

    @cached_property
    def timeless(self) -> bool:
        """Whether a trial that changes nothing may be left out: neither the rule nor the gain speaks of t."""
        return "t" not in self.spoken

    @cached_property
    def known(self) -> dict[tuple[int, int], tuple[Branch, ...]]:
        """Branches found before."""
        return {}

    def branches(self, t: int, updates: int) -> tuple[Branch, ...]:
        """Return the branches of trial t, after so many updates; a trial that may as well be left out has none."""
        key = (0 if self.timeless else t, updates if "updates" in self.spoken else 0)
        if key not in self.known:
            self.known[key] = self.found(t, updates)
        return self.known[key]

    def found(self, t: int, updates: int) -> tuple[Branch, ...]:
        """Find the branches."""
        names = self.scope(t, updates)
        found = self.sided(names) if self.interval else branches_of(self.outcome, names)
        if {"updates", "update"} & self.spoken:
            self.require_counted(found)
        if self.timeless:
            found = [branch for branch in found if not branch.idle]
        if len(found) > len(DIGITS):
            raise Refused(f"the rule has {len(found)} branches")
        return tuple(found)

    def scope(self, t: int, updates: int) -> dict[str, Any]:
        """Return what names stand for on trial t, after so many updates."""
        spend(10 + len(self.names) // 20)
        names = {**self.names, "t": Fraction(t), "updates": Fraction(updates), "x": Vector({"x": ONE})}
        return names | {name: Vector({name: ONE}) for name in self.rule["updates"]}

    def require_counted(self, found: Sequence[Branch]) -> None:
        """Refuse a rule that counts updates where an update might leave the state as it was, and not be counted."""
        adds = all(terms.keys() <= {name, "x"} for b in found for name, terms in b.states.items())
        keeps = all(terms.get(name) == 1 for b in found for name, terms in b.states.items())
        if not (adds and keeps and sign(self.premises.get("margin", ZERO)) > 0):
            what = "updates are counted, and whether a trial with x = 0, or a decay, makes one is not settled here"
            raise Refused(f"{what}; a premise such as separable rules x = 0 out")

    @cached_property
    def padded(self) -> bool:
        """Whether a trial with x = 0 may stand in the place of one left out: it changes nothing and costs nothing."""
        if not self.timeless or {"updates", "update"} & self.spoken or sign(self.premises.get("margin", ZERO)) > 0:
            return False
        fits = [b for b in self.branches(1, 0) if (b.low or ZERO) <= 0 <= (b.high or ZERO)]
        free = all(a.at(ZERO) >= 0 for a in self.comparators)
        return free and any(
            all(terms.get(name) == 1 and terms.keys() <= {name, "x"} for name, terms in b.states.items())
            and all(a.at(ZERO) >= 0 for a in b.gains)
            for b in fits
        )

    def outcome(self, scope: Scope) -> tuple[Any, Any]:
        """Return the new states, those of (-x, -1) as those of (x, 1), and the gain on a trial."""
        spend(10 + len(scope.names) // 20)
        for name in ("side", "loss", "err"):
            scope.names = {**scope.names, name: value(read(self.rule[name]), scope)}
        states = self.states(scope, scope.names["y"])
        moved = any(terms != {name: ONE} for name, terms in states.items())
        scope.names = {**scope.names, "update": Fraction(moved)}
        return states, lifted(value(read(self.gain), scope))

    def states(self, scope: Scope, flip: Fraction) -> dict[str, dict[str, Fraction]]:
        """Return what the rule makes of each state vector."""
        found = {}
        for name, text in self.rule["updates"].items():
            vector = value(read(text), scope)
            if not isinstance(vector, Vector) or vector.dotted:
                raise Refused(f"the part {name} of the state is no vector")
            found[name] = {of: c * (flip if of == "x" else ONE) for of, c in sorted(vector.terms.items())}
        return found

    def sided(self, names: Mapping[str, Any]) -> list[Branch]:
        """Return the branches of a rule for intervals: an update, and a trial that costs nothing."""
        plain = {name: a for name, a in names.items() if name not in ("y", "yhat")}
        states = {s: self.states(Scope({**plain, "side": s}), s or ONE) for s in (ONE, -ONE, ZERO)}
        if states[ONE] != states[-ONE]:
            raise Refused("the rule is not odd: it treats (x, side 1) and (-x, side -1) differently")
        moves = Branch(None, None, states[ONE], (Affine(-self.tau, -ONE),), against=True)
        return [moves, Branch(None, None, states[ZERO], (Affine(ZERO, ZERO),))]

    @cached_property
    def comparators(self) -> list[Affine]:
        """What the comparator's part of the amount is the least of, as functions of its prediction for y = 1."""
        if not self.against:
            return []
        found = cells(lambda scope: lifted(value(read(self.against), scope)), {**self.names, "y": ONE, "ux": VARIABLE})
        pieces = [Branch(low, high, {}, (gain,)) for low, high, gain in found if low is None or low != high]
        whole = merged(pieces)
        other = cells(
            lambda scope: lifted(value(read(self.against), scope)),
            {**self.names, "y": -ONE, "ux": Affine(ZERO, -ONE)},
        )
        same = [(low, high, gain) for low, high, gain in other] == [(low, high, gain) for low, high, gain in found]
        if len(whole) != 1 or not same:
            raise Refused("the comparator's loss is not convex and piecewise linear, the same for both labels")
        points = [(low, gain.at(low)) for low, high, gain in found if low is not None and low == high]
        if any(amount > min(a.at(at) for a in whole[0].gains) for at, amount in points):
            raise Refused("the comparator's loss is smaller at a point than beside it")
        if not any(gain.slope == 0 and gain.constant <= 0 for gain in whole[0].gains):
            raise Refused("the comparator's loss is not bounded by 0 from below, so that no trial may be left out")
        return list(whole[0].gains)

    def program(self, pattern: Sequence[Branch], predictions: Sequence[Form]) -> Program:
        """Return the program of a pattern: ``predictions`` are the q of its trials, linear in the Gram matrix."""
        rows: dict[tuple[str, int], tuple[Form, Fraction]] = {}
        groups: list[list[tuple[Form, Fraction]]] = []
        if "u" in self.premises:
            rows["u", 0] = {(0, 0): ONE}, square(self.premises["u"])
        for t, (branch, q) in enumerate(zip(pattern, predictions, strict=True), 1):
            spend(20)
            p: Form = {(0, t): ONE}
            if "x" in self.premises:
                rows["x", t] = {(t, t): ONE}, square(self.premises["x"])
            if "margin" in self.premises:
                rows["margin", t] = combined((p, -ONE)), -lifted(self.premises["margin"]).constant
            if branch.high is not None:
                rows["high", t] = q, branch.high
            if branch.low is not None:
                rows["low", t] = combined((q, -ONE)), -branch.low
            gains = [(combined((q, a.slope), (p, Fraction(branch.against))), a.constant) for a in branch.gains]
            groups.append(gains)
            if self.comparators:
                groups.append([(combined((p, a.slope)), a.constant) for a in self.comparators])
        return Program(len(pattern) + 1, list(rows.values()), groups, list(rows))


@dataclass(frozen=True)
class Run:
    """A rule run along a pattern: state vectors as combinations of x_1, ..., x_t, and the predictions made."""

    problem: Problem
    digits: str = ""
    pattern: tuple[Branch, ...] = ()
    states: Mapping[str, tuple[Fraction, ...]] = field(default_factory=dict)
    predictions: tuple[Form, ...] = ()
    updates: int = 0

    def next(self) -> Iterator[Run]:
        """Yield the runs that are one trial longer."""
        problem, t = self.problem, len(self.pattern) + 1
        states = self.states or dict[str, tuple[Fraction, ...]].fromkeys(problem.rule["updates"], ())
        predict = value(read(problem.rule["predict"]), Scope(problem.scope(t, self.updates)))
        if not isinstance(predict, Vector) or not predict.dotted:
            raise Refused("the prediction is not linear in the example")
        q: Form = {}
        for name, c in predict.terms.items():
            q = combined((q, ONE), ({(s, t): a for s, a in enumerate(states[name], 1) if a}, c))
        for digit, branch in zip(DIGITS, problem.branches(t, self.updates), strict=False):
            after = {name: along(terms, states, t) for name, terms in branch.states.items()}
            moved = any(dict(terms) != {name: ONE} for name, terms in branch.states.items())
            yield Run(
                problem,
                self.digits + digit,
                (*self.pattern, branch),
                after,
                (*self.predictions, q),
                self.updates + moved,
            )

    @property
    def program(self) -> Program:
        """The program of the pattern."""
        return self.problem.program(self.pattern, self.predictions)


def along(terms: Mapping[str, Fraction], states: Mapping[str, Sequence[Fraction]], t: int) -> tuple[Fraction, ...]:
    """Return the coefficients of x_1, ..., x_t in a combination of states and x_t."""
    found = [ZERO] * (t - 1)
    for name, c in terms.items():
        if name != "x":
            spend(3 * t + t * size(c) + size(tuple(states[name])))
            found = [a + c * b for a, b in zip(found, states[name], strict=True)]
    return (*found, terms.get("x", ZERO))
