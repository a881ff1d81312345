"""What nature does, and all that it makes true of the trials and of u, whatever the learner predicts."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from verify import kernel
from verify.kernel import Malformed, Unknown, not_free, plays_alone, read
from verify.kernel_gram.numbers import Refused
from verify.kernel_optimal.convex import convex_sum
from verify.kernel_optimal.formulas import DISTANCE, PlayScope, Value, Vector, holds, largest, number, value
from verify.kernel_optimal.orthogonal import ANY, Examples, Orthogonal, Trials, positive
from verify.kernel_optimal.quantities import ALL, NONE, Quantity, constant, quotient, rational, signs, symbol
from verify.kernel_optimal.shattered import Blocks, Thresholds
from verify.kernel_optimal.tree import Tree

MAX_CELLS, MAX_ROOTS = 8, 8
ORTHOGONAL = "orthogonal"
PARTS = frozenset({"examples", "symbols", "with", "outcome", "tie", "cuts", "roots", "moves", "fractions"})
EXAMPLES: Mapping[str, Callable[[Mapping[str, Any]], Examples]] = {
    ORTHOGONAL: Orthogonal, "blocks": Blocks, "thresholds": Thresholds, "tree": Tree,
}  # fmt: skip
SYMBOL = re.compile(r"[A-Za-z]\w*", re.ASCII)

Ends = list[tuple[Quantity, int, bool]]


def version_of(text: str, scope: PlayScope) -> tuple[Mapping[str, str], PlayScope]:
    """Return what the kernel's table has on a version, and a scope with the values of its parameters."""
    head, arguments = read(text)
    for header, body in kernel.VERSIONS.items():
        name, parameters = read(header)
        if name == head and len(parameters or ()) == len(arguments or ()):
            pairs = zip(parameters or (), arguments or (), strict=True)
            return body, PlayScope({p.head: value(a, scope) for p, a in pairs}, scope)
    raise Refused(f"the version {text[:40]} is not known")


def interval(text: str, scope: PlayScope) -> Ends:
    """Read an interval such as [1,oo)."""
    low, high = text[1:-1].split(",")
    ends = [(low, 1, text[0] == "["), (high, -1, text[-1] == "]")]
    return [(number(read(end), scope), side, closed) for end, side, closed in ends if "oo" not in end]


def distance(ends: Ends, scope: PlayScope, name: str) -> Quantity:
    """Return the distance of what a name stands for to an interval."""
    return largest(scope, NONE, *(constant(s) * (end - scope[name]) for end, s, _ in ends))  # type: ignore[operator]


def side_of(ends: Ends, yhat: Quantity) -> Quantity:
    """Return 1 where a prediction is below an interval, -1 where it is above, 0 inside."""
    wrong = (s for end, s, closed in ends if holds("<" if closed else "<=", constant(s) * (yhat - end)))
    return constant(sum(wrong))


def require_playable(statement: Mapping[str, Any]) -> None:
    """Refuse what nature does not play: the amount of a learner over a run, at most a bound, or at least for any."""
    if not plays_alone(statement.get("learner")):
        raise Refused("the learner draws, or does not see the trial")
    relations = (">=",) if statement.get("learner") == ANY else ("<=", "<")
    if statement["relation"] not in relations or statement["outcomes"] not in ("labels", "points", "intervals"):
        raise Refused("nature plays against claims that say <=, or >= of any learner, of labels, points or intervals")
    if "comparator" in statement:
        raise Refused("the comparator changes with the trial, and nature plays against one")
    kernel.require_open(statement)
    if "version" not in statement or any(part.keys() - {"value", "with"} for part in statement["compare"]):
        raise Refused("the claim compares something else than the amount of one learner over a whole run")


class Play:
    """A claim, and what nature does: all that is said of a trial and of u, whatever the learner predicts."""

    def __init__(self, statement: Mapping[str, Any], play: Mapping[str, Any]) -> None:
        require_playable(statement)
        self.statement = statement
        if statement.get("learner") == ANY and statement.get("nature") != play:
            raise Malformed("a claim about any learner says what nature plays, and here is another play")
        if not isinstance(kind := play.get("examples", ORTHOGONAL), str) or kind not in EXAMPLES:
            raise Malformed(f"the examples are {str(kind)[:40]!r}, and have to be one of {', '.join(EXAMPLES)}")
        examples = self.examples = EXAMPLES[kind](play)
        if play.keys() - PARTS - examples.parts:
            raise Malformed("the play has a part that is not known")
        self.play = play
        symbols = play.get("symbols", {})
        if twice := examples.names.keys() & symbols.keys():
            raise Malformed(f"the symbol {min(twice)!r} is a number of the play")
        self.symbols = {**examples.names} | {name: self.declared(name, kind) for name, kind in symbols.items()}
        said = PlayScope(self.symbols)
        said.logs = examples.logs
        self.set = {name: number(read(text), said) for name, text in play.get("with", {}).items()}
        if others := self.set.keys() - set(statement["free"]):
            raise not_free(others, statement)
        said.roots = [number(read(text), said) for text in play.get("roots", ())[:MAX_ROOTS]]
        said.fractions = [self.fraction(text, said) for text in play.get("fractions", ())[:MAX_ROOTS]]
        self.scopes = [self.scope_of(u, trials, said) for u, trials in examples.runs(play, said)]

    @property
    def scope(self) -> PlayScope:
        """The values of names in the first run; there are more where nature goes down a tree."""
        return self.scopes[0]

    def scope_of(self, u: Value, trials: Sequence[Trials], said: PlayScope) -> PlayScope:
        """Return what names stand for in a run."""
        defined = {name: read(text) for name, text in self.statement["defines"].items()}
        counts = {name: a for name, a in self.examples.names.items() if name in ("l", "n")}
        start = {"start": Vector(NONE, NONE, False), "s": Vector(NONE, ALL, False)}
        scope = PlayScope({**defined, **self.set, **counts, **start, "u": u})
        scope.logs, scope.roots = said.logs, said.roots
        scope.fractions = [*said.fractions, *self.examples.fractions]
        scope.trials = [(some.many, [PlayScope(names, scope) for names in self.cells(some, said)]) for some in trials]
        self.name_trials(scope, said)
        return scope

    def declared(self, name: str, kind: Any) -> Quantity:
        """Return a symbol that the file declares."""
        if not SYMBOL.fullmatch(name) or name == "l" or kind not in ("> 0", ">= 0"):
            raise Malformed(f"the symbol {name[:40]!r} has to be a name other than l, and '> 0' or '>= 0'")
        return symbol(name if kind == "> 0" else f"{name}?")

    def fraction(self, text: str, scope: PlayScope) -> Quantity:
        """Return what a play takes to be below 1: it is at least 0, and is 0 where symbols are that may be."""
        quantity = number(read(text), scope)
        if -1 in signs(quantity) or any(not any(name.endswith("?") for name, _ in m) for m in quantity.above):
            raise Refused(f"{text[:40]} is not known to be at least 0, and 0 somewhere")
        return quantity

    def distances(self, said: PlayScope) -> Iterator[Quantity]:
        """Yield the distance q of a prediction to 0, by cells: 0, what is between two cuts, a cut, what is beyond."""
        cuts = [NONE, *(number(read(text), said) for text in self.play.get("cuts", ()))]
        if len(cuts) > MAX_CELLS:
            raise Malformed(f"there are more than {MAX_CELLS} cuts")
        q = symbol(DISTANCE)
        for low, high in zip(cuts, [*cuts[1:], None], strict=True):
            yield low
            if high is None:
                yield low + q
            else:
                if signs(high - low) != {1}:
                    raise Malformed("the cuts do not increase")
                yield quotient(low + high * q, ALL + q)

    def cells(self, trials: Trials, said: PlayScope) -> Iterator[dict[str, Any]]:
        """Yield what is said of a trial, cell by cell, the first at q = 0 if it has the outcome of a tie."""
        moves, tie = self.play.get("moves", "outcomes"), self.play.get("tie", 1)
        if moves not in ("outcomes", "examples") or tie not in (1, -1):
            raise Malformed("what moves is outcomes or examples, and a tie has the outcome of side 1 or -1")
        level = number(read(self.play.get("threshold", "0")), said)
        for q in self.distances(said):
            if moves == "examples":  # the example is turned so that its prediction is q, or as much above the least
                least, shown = self.examples.turned(self.statement.get("learner"))
                yield {"yhat": least + q, "s:": None, **shown._asdict()}
                continue
            for side, shown in trials.by_side.items():
                s = constant(side)
                if q.above or side == tie:
                    yield {"yhat": level - s * q, "s:": s, **shown._asdict()}

    def name_trials(self, scope: PlayScope, said: PlayScope) -> None:
        """Name what follows from prediction, margin and outcome on each trial."""
        version, inside = version_of(self.statement["version"], scope)
        lossy = kernel.ABSOLUTE if version["err"] == "abs(side)" else version
        kind, moved = self.statement["outcomes"], self.play.get("moves", "outcomes") == "examples"
        at = None if kind == "labels" or moved else number(read(self.play["outcome"]), said)
        for cell in scope.cells:
            s = cell.names.pop("s:")
            if s is None:
                continue
            if kind != "intervals":
                cell.names["y"] = s if at is None else s * at
            wanted = partial(self.target, rational(s), at)
            cell.names["u_err"] = read("y*ux <= 0")
            cell.names["err"] = lambda c=cell: value(read(version["err"]), PlayScope({"num": c["yhat"]}, c))
            cell.names["side"] = lambda c=cell, w=wanted: side_of(w(version, inside), c["yhat"])
            cell.names["loss"] = lambda c=cell, w=wanted: distance(w(lossy, inside), c, "yhat")
            cell.names["u_loss"] = lambda c=cell, w=wanted: distance(w(kernel.ABSOLUTE, PlayScope({})), c, "ux")

    def target(self, side: Fraction, at: Quantity | None, version: Mapping[str, str], inside: PlayScope) -> Ends:
        """Return where a version wants the prediction."""
        if at is None:
            return interval(version["up" if side > 0 else "down"], inside)
        tau = number(read(version.get("tau", "0")), inside)
        ends = [(constant(side) * at - constant(s) * tau, s, True) for s in (1, -1)]
        return ends if self.statement["outcomes"] == "points" else [end for end in ends if end[1] == side]

    def fault(self) -> str:
        """Return the first premise that is not shown to hold, or nothing."""
        for name, text in self.statement["hypotheses"].items():
            for scope in self.scopes:
                try:
                    if holds("!=", number(read(text), scope)):
                        continue
                    why = "it does not hold"
                except Unknown as error:
                    why = str(error)
                return f"the premise {name}: {text} is not shown: {why}"
        return ""

    def sides(self) -> Iterator[tuple[Quantity, Quantity]]:
        """Yield each compared amount, and the bound."""
        for scope, part in itertools.product(self.scopes, self.statement["compare"]):
            inside = PlayScope({name: read(text) for name, text in part.get("with", {}).items()}, scope)
            yield number(read(part["value"]), inside), number(read(self.statement["bound"]), inside)

    def pays(self, factor: str = "1") -> bool:
        """Tell whether ``factor`` times the compared amounts are at least the bound, whatever the learner predicts."""
        scope = PlayScope(self.symbols)
        scope.logs = self.examples.logs
        times = positive(factor, scope)
        return all(-1 not in signs(times * amount - bound) for amount, bound in self.sides())

    @property
    def averages(self) -> bool:
        """Whether all compared amounts are convex in the predictions: then coins only cost a learner more, on average.

        Nature goes by the mean of the prediction, given what it has shown.
        """
        return all(convex_sum(read(part["value"])) and not part.get("with") for part in self.statement["compare"])

    def lines(self) -> Iterator[str]:
        """Say what is played."""
        play, kind = self.play, self.statement["outcomes"]
        counted, length = self.examples.counted(play)
        ranges = [counted, *(f"{a} {kind}" for a, kind in play.get("symbols", {}).items())]
        ranges += [f"{text} < 1" for text in play.get("fractions", ())[:MAX_ROOTS]]
        values = [length] if length else []
        values += [f"{name} = {text}" for name, text in play.get("with", {}).items() if text != name]
        every = "all " if "..." in counted else ""
        yield f"for {every}{', '.join(ranges)}{', where ' if values else ''}{', '.join(values)}:"
        yield from self.examples.lines(play)
        coins = "(on average, if by coins)" if self.averages else "(without coins)"
        if play.get("moves") == "examples" and self.examples.by_mean:
            yield "which half depends on the shares, so that their mean is not below the middle, and u is in the other"
            yield f"whatever shares of the attributes a learner chooses {coins} before it sees the example:"
        elif play.get("moves") == "examples":
            yield "which is turned so that the prediction is not negative, and that of u is"
            yield f"whatever weights a learner chooses {coins} before it sees the example:"
        else:
            a = {"labels": "+1", "points": play.get("outcome"), "intervals": f"[{play.get('outcome')}, oo)"}[kind]
            where = f"{'at most' if play.get('tie', 1) == 1 else 'below'} {play.get('threshold', '0')}"
            yield f"with the outcome {a} where the prediction is {where}, and its opposite elsewhere"
            yield f"whatever a learner predicts {coins}:"
