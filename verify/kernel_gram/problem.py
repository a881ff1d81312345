"""One comparison of a claim at one length: the branches of its trials, and the rule run along a pattern."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from verify.kernel import ONE, ZERO, Number, names_in, read, sign, spend
from verify.kernel_gram.branches import Branch, branches_of, cells, merged
from verify.kernel_gram.formulas import Affine, GramScope, Vector, lifted, value
from verify.kernel_gram.numbers import Refused, square
from verify.kernel_gram.program import Form, GramProgram, Link

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


VARIABLE = Affine(ZERO, ONE)


class Choice(NamedTuple):
    """A branch of a trial as a link; whether it changes a state, and the most that it adds by forms that are 0."""

    branch: Branch
    link: Link
    moves: bool
    plain: Fraction | None


@dataclass(frozen=True)
class GramProblem:
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
    def versioned(self) -> list[str]:
        """The names that the version gives a meaning and that are spoken of, in the order of their definitions."""
        names, spoken = list[str](), set(self.spoken)
        for name in ("err", "loss", "side"):
            if name in spoken:
                names.insert(0, name)
                spoken |= names_in(read(self.rule[name]))
        return names

    @cached_property
    def timeless(self) -> bool:
        """Whether a trial that changes nothing may be left out: neither the rule nor the gain speaks of t."""
        return "t" not in self.spoken

    @cached_property
    def known(self) -> dict[tuple[int, int], tuple[Choice, ...]]:
        """Branches found before."""
        return {}

    def branches(self, t: int, updates: int) -> tuple[Choice, ...]:
        """Return the branches of trial t, after so many updates; a trial that may as well be left out has none."""
        key = (0 if self.timeless else t, updates if "updates" in self.spoken else 0)
        if key not in self.known:
            predict = self.predict(t, updates)
            self.known[key] = tuple(self.choice(branch, predict) for branch in self.found(t, updates))
        return self.known[key]

    def found(self, t: int, updates: int) -> list[Branch]:
        """Find the branches."""
        names = self.scope(t, updates)
        branches = self.sided(names) if self.interval else branches_of(self.outcome, names, signed=self.signed)
        if {"updates", "update"} & self.spoken:
            self.require_counted(branches)
        if self.timeless:
            moving = [branch for branch in branches if not branch.idle]
            if len(moving) < len(branches) and not self.bounded:
                raise Refused("the comparator's loss is not bounded by 0 from below, so that no trial may be left out")
            branches = moving
        if len(branches) > len(DIGITS):
            raise Refused(f"the rule has {len(branches)} branches")
        return branches

    @cached_property
    def signed(self) -> bool:
        """Whether the outcomes are spoken of, so that it matters which of the two an example has."""
        spoken = self.spoken | names_in(read(self.against or "0"))
        return "margin" in self.premises or bool({"y", "side", "loss", "err", "update", "updates"} & spoken)

    @cached_property
    def bounded(self) -> bool:
        """Whether the comparator may be charged nothing on a trial at most: what it is charged is no less than 0."""
        return not self.comparators or any(gain.slope == 0 and gain.constant <= 0 for gain in self.comparators)

    def predict(self, t: int, updates: int) -> Mapping[str, Number]:
        """Return the prediction of trial t as a combination of those of the states."""
        prediction = value(read(self.rule["predict"]), GramScope(self.scope(t, updates)))
        if not isinstance(prediction, Vector) or not prediction.dotted:
            raise Refused("the prediction is not linear in the example")
        return prediction.terms

    def scope(self, t: int, updates: int) -> dict[str, Any]:
        """Return what names stand for on trial t, after so many updates."""
        spend(10 + len(self.names) // 20)
        names = {**self.names, "t": Fraction(t), "updates": Fraction(updates), "x": Vector({"x": ONE})}
        return names | {name: Vector({name: ONE}) for name in self.rule["updates"]}

    def require_counted(self, branches: Sequence[Branch]) -> None:
        """Refuse a rule that counts updates where an update might leave the state as it was, and not be counted."""
        adds = all(terms.keys() <= {name, "x"} for b in branches for name, terms in b.states.items())
        keeps = all(terms.get(name) == 1 for b in branches for name, terms in b.states.items())
        if not (adds and keeps and sign(self.premises.get("margin", ZERO)) > 0):
            what = "updates are counted, and whether a trial with x = 0, or a decay, makes one is not settled here"
            raise Refused(f"{what}; a premise such as separable rules x = 0 out")

    @cached_property
    def padded(self) -> bool:
        """Whether a trial with x = 0 may stand in the place of one left out: it changes nothing and costs nothing."""
        if not self.timeless or {"updates", "update"} & self.spoken or sign(self.premises.get("margin", ZERO)) > 0:
            return False
        fits = [b for b, *_ in self.branches(1, 0) if (b.low or ZERO) <= 0 <= (b.high or ZERO)]
        free = all(a.at(ZERO) >= 0 for a in self.comparators)
        return free and any(
            all(terms.get(name) == 1 and terms.keys() <= {name, "x"} for name, terms in b.states.items())
            and all(a.at(ZERO) >= 0 for a in b.gains)
            for b in fits
        )

    def outcome(self, scope: GramScope) -> tuple[Any, Any]:
        """Return the new states, those of (-x, -1) as those of (x, 1), and the gain on a trial."""
        spend(10 + len(scope.names) // 20)
        for name in self.versioned:
            scope.names = {**scope.names, name: value(read(self.rule[name]), scope)}
        states = self.states(scope, scope.names["y"])
        moved = any(terms != {name: ONE} for name, terms in states.items())
        scope.names = {**scope.names, "update": Fraction(moved), "xx": Affine(ZERO, ZERO, ONE)}
        return states, lifted(value(read(self.gain), scope))

    def states(self, scope: GramScope, flip: Fraction) -> dict[str, dict[str, Number]]:
        """Return what the rule makes of each state vector."""
        states: dict[str, dict[str, Number]] = {}
        for name, text in self.rule["updates"].items():
            vector = value(read(text), scope)
            if not isinstance(vector, Vector) or vector.dotted:
                raise Refused(f"the part {name} of the state is no vector")
            states[name] = {of: c * (flip if of == "x" else ONE) for of, c in sorted(vector.terms.items())}
        return states

    def sided(self, names: Mapping[str, Any]) -> list[Branch]:
        """Return the branches of a rule for intervals: an update, and a trial that costs nothing."""
        plain = {name: a for name, a in names.items() if name not in ("y", "yhat")}
        states = {s: self.states(GramScope({**plain, "side": s}), s or ONE) for s in (ONE, -ONE, ZERO)}
        if states[ONE] != states[-ONE]:
            raise Refused("the rule is not odd: it treats (x, side 1) and (-x, side -1) differently")
        moves = Branch(None, None, states[ONE], (Affine(-self.tau, -ONE),), against=True)
        return [moves, Branch(None, None, states[ZERO], (Affine(ZERO, ZERO),))]

    @cached_property
    def comparators(self) -> list[Affine]:
        """What the comparator's part of the amount is the least of, as functions of its prediction for y = 1."""
        if not self.against:
            return []
        parts = cells(lambda scope: lifted(value(read(self.against), scope)), {**self.names, "y": ONE, "ux": VARIABLE})
        pieces = [Branch(low, high, {}, (gain,)) for low, high, gain in parts if low is None or low != high]
        whole = merged(pieces)
        flipped = {**self.names, "y": -ONE, "ux": Affine(ZERO, -ONE)}
        other = cells(lambda scope: lifted(value(read(self.against), scope)), flipped) if self.signed else parts
        if len(whole) != 1 or other != parts:
            raise Refused("the comparator's loss is not convex and piecewise linear, the same for both labels")
        points = [(low, gain.at(low)) for low, high, gain in parts if low is not None and low == high]
        if any(amount > min(a.at(at) for a in whole[0].gains) for at, amount in points):
            raise Refused("the comparator's loss is smaller at a point than beside it")
        return list(whole[0].gains)

    @property
    def radius(self) -> Fraction | None:
        """The limit on the square of the norm of u, if there is one."""
        return square(self.premises["u"]) if "u" in self.premises else None

    def choice(self, branch: Branch, predict: Mapping[str, Number]) -> Choice:
        """Return a trial on a branch, and what is the same of it wherever it stands."""
        link = self.link(branch, predict)
        moves = any(dict(terms) != {name: ONE} for name, terms in link.states.items())
        return Choice(branch, link, moves, link.plain)

    def link(self, branch: Branch, predict: Mapping[str, Number]) -> Link:
        """Return a trial on a branch, where the prediction is that of such a combination of states."""
        spend(20)
        rows: dict[str, tuple[Form, Fraction]] = {}
        if "x" in self.premises:
            rows["x"] = Form(ONE, ZERO, ZERO), square(self.premises["x"])
        if "margin" in self.premises:
            rows["margin"] = Form(ZERO, -ONE, ZERO), -lifted(self.premises["margin"]).constant
        if branch.high is not None:
            rows["high"] = Form(ZERO, ZERO, ONE), branch.high
        if branch.low is not None:
            rows["low"] = Form(ZERO, ZERO, -ONE), -branch.low
        groups = [[(Form(a.norm, Fraction(branch.against), a.slope), a.constant) for a in branch.gains]]
        if self.comparators:
            groups.append([(Form(ZERO, a.slope, ZERO), a.constant) for a in self.comparators])
        return Link(predict, branch.states, tuple(rows), tuple(rows.values()), tuple(map(tuple, groups)))


@dataclass(frozen=True)
class Run:
    """A rule run along a pattern, and the most that its amounts add up to by forms that are 0, if they do."""

    problem: GramProblem
    digits: str = ""
    links: tuple[Link, ...] = ()
    updates: int = 0
    plain: Fraction | None = ZERO

    def next(self) -> Iterator[Run]:
        """Yield the runs that are one trial longer."""
        choices = self.problem.branches(len(self.links) + 1, self.updates)
        for digit, (_, link, moves, plain) in zip(DIGITS, choices, strict=False):
            spend(5 + len(self.links) // 20)
            total = None if self.plain is None or plain is None else self.plain + plain
            yield Run(self.problem, self.digits + digit, (*self.links, link), self.updates + moves, total)

    def along(self, digits: str) -> Run:
        """Return the run that goes on with these branches; ValueError where there are none such."""
        run = self
        for digit in digits:
            after = [longer for longer in run.next() if longer.digits[-1] == digit]
            if not after:
                raise ValueError(f"the pattern {run.digits + digit} has a branch that the rule has not")
            (run,) = after
        return run

    @property
    def program(self) -> GramProgram:
        """The program of the pattern."""
        return GramProgram(self.problem.radius, self.links)
