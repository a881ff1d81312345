"""A claim by rule whose learner keeps more than weights: what its trials are, in inner products of all vectors.

The vectors are the comparator u, the example x, those that a trial shows besides, those that the learner keeps, and
``last``, the example of the trial before. On the first trial the learner's state is its start; on a later one it is
anything that the invariants of a proof leave.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement, product
from typing import Any

from verify.kernel import (
    Formula,
    Malformed,
    column_kind,
    kinds_of,
    limits_of_column,
    names_in,
    plays_alone,
    read,
    read_rule,
    spend,
    taken,
)
from verify.kernel_gram.numbers import Refused
from verify.kernel_proof.claims import NIL, Claim
from verify.kernel_proof.outcomes import OUTCOMES, outcomes
from verify.kernel_proof.pieces import (
    EVERYWHERE,
    NOTHING,
    UNIT,
    Guard,
    Guards,
    Piece,
    Terms,
    Vector,
    constant,
    dot,
    named,
    pieces,
    within,
)
from verify.kernel_proof.ratios import Ratio, number, variable

BEFORE, LAST = read("example(t - 1)"), "last"
NEXT = "u_next"
TWO = number(Fraction(2))
COUNT = "updates"
"""How many trials so far changed the state; a trial's ``update`` is 1 where it does, and else 0."""

OF_A_TRIAL = ("x", "xx", "ux", "yhat", *OUTCOMES)
RESERVED = {"u", "x", LAST}
"""Names of vectors that no learner keeps."""


class StatefulClaim(Claim):
    """A statement about a learner by rule with any state of numbers and vectors, whose vectors start at 0.

    The comparator may change with the trial: ``u_next`` is then that of the next one. Trials may have further columns,
    vectors and numbers that are anything within their limits.
    """

    may_change = may_show = True

    def read_learner(self, statement: Mapping[str, Any]) -> None:
        """Read the rule; refuse matrices, and vectors that start elsewhere."""
        learner = statement.get("learner")
        if not isinstance(learner, Mapping):
            raise Refused("the learner is not given by a rule")
        if not plays_alone(learner):
            raise Refused("the learner draws, or does not see the trial")
        shown = {name: column_kind(text)[0] for name, text in statement.get("trial", {}).items()}
        self.shown_vectors = [name for name, kind in shown.items() if kind == "vector"]
        self.shown_numbers = [name for name, kind in shown.items() if kind == "number"]
        self.updates, self.starts, self.predict = read_rule(learner, self.parameters, shown)
        kinds = kinds_of(self.updates, self.starts, shown)
        if "matrix" in kinds.values():
            raise Refused("the learner keeps a matrix")
        meant, others = [*kinds, *shown], RESERVED | self.parameters
        if any("_" in name or name in others for name in meant) or RESERVED & self.parameters:
            raise Refused("a part of the state or a column has a name with _, or a name means two things")
        if len({*meant}) < len(meant) or any(map(taken, shown)):
            raise Malformed("a column has a name that is taken")
        self.vectors = [name for name, kind in kinds.items() if kind == "vector"]
        self.numbers = [name for name, kind in kinds.items() if kind == "number"]
        self.require_start()

    def require_start(self) -> None:
        """Refuse vectors that do not start at 0."""
        if any(self.starts.get(name, NIL) != NIL for name in self.vectors):
            raise Refused("the weights do not start at 0")

    def vector(self, name: str) -> Any:
        """Return a vector by its name."""
        return Vector({name: UNIT})

    def at_start(self, _name: str, _terms: Terms) -> list[Piece]:
        """Return what a vector of the state starts at."""
        return [fixed(Vector({}))]

    def of_change(self, terms: Terms, new: Any, old: Any) -> list[Guard]:
        """Return what holds where a part of the state stays what it was."""
        if isinstance(new, Ratio):
            return [Guard(new - old, "==")]
        change = new + old.by(-UNIT)
        others = [change, *(self.vector(name) for name in self.basis)]
        return [Guard(a, "==") for other in others for _, a in dot(terms, EVERYWHERE, change, other)]

    def always(self, _terms: Terms, _played: bool) -> list[list[Guards]]:
        """Return what is known in runs with or without trials besides what premises say of parameters, |u| and |x|."""
        return []

    @property
    def counting(self) -> bool:
        """Whether learner, losses or premises count the trials that change the state."""
        losses = (self.gain, *(() if self.loss is None else (self.loss,)), *(of for of, _ in self.premises.charge))
        return bool({COUNT, "update"} & set().union(*map(names_in, (*self.updates.values(), self.predict, *losses))))

    @property
    def examples(self) -> list[tuple[str, Guards, Any]]:
        """The kinds of examples, each with where it is: x, and x = 0."""
        return [
            ("", (Guard(self.products["x", "x"], ">"),), self.vector("x")),
            (", x = 0", EVERYWHERE, Vector({})),
        ]

    @property
    def basis(self) -> list[str]:
        """The vectors of a trial."""
        return [*self.compared_with, "x", *self.shown_vectors, *self.vectors, LAST]

    @property
    def columns(self) -> dict[str, Piece]:
        """What a trial shows besides its example."""
        vectors = {name: fixed(self.vector(name)) for name in self.shown_vectors}
        return vectors | {name: fixed(variable(name)) for name in self.shown_numbers}

    @property
    def limits(self) -> list[Formula]:
        """What is known of all values of the columns, by their kinds."""
        ends = ((name, limits_of_column(text)) for name, text in self.statement.get("trial", {}).items())
        texts = [(name, f"{name} >= {of[0]} and {name} <= {of[1]}") for name, of in ends if of]
        return [read(f"all_i({text})" if name in self.shown_vectors else text) for name, text in texts]

    @property
    def compared_with(self) -> list[str]:
        """The comparator of a trial, and that of the next one where it changes."""
        return ["u", NEXT] if self.changing else ["u"]

    @property
    def following(self) -> dict[str, Piece]:
        """The comparator after a trial, where that is another one."""
        return {"u": fixed(self.vector(NEXT))} if self.changing else {}

    @cached_property
    def products(self) -> dict[tuple[str, str], Ratio]:
        """The inner products of all vectors, each a variable."""
        spend(5 * len(self.basis) ** 2)
        pairs = combinations_with_replacement(sorted(self.basis), 2)
        return {(a, b): variable(f"_{a}_{b}") for a, b in pairs}

    def placed(self, formula: Formula) -> Formula:
        """Return a formula with names for sums that premises bound, and for the example of the trial before."""
        for i, (inside, _) in enumerate(self.premises.charge):
            if formula == Formula("sum_t", (inside,)):
                return Formula(sum_name(i))
        if formula == BEFORE:
            return Formula(LAST)
        if formula.head == "" or formula.arguments is None:
            return formula
        return Formula(formula.head, tuple(map(self.placed, formula.arguments)))


def sum_name(i: int) -> str:
    """Return the name of a sum over the trials so far."""
    return f"_sum{i + 1}"


@dataclass(frozen=True)
class Moment:
    """Where a learner stands between two trials: what its state, the sums and the number of the next trial are."""

    names: Mapping[str, Piece]

    def put(self, terms: Terms) -> Terms:
        """Return what names stand for then."""
        return terms.put(**{name: [piece] for name, piece in self.names.items()})

    def at(self, terms: Terms, shown: Iterable[str]) -> Moment:
        """Return the moment with what a trial's own names stand for."""
        spend(len(self.names))
        own = {name: terms.names[name][0] for name in (*OF_A_TRIAL, *shown) if name in terms.names}
        return Moment({**self.names, **own})


@dataclass(frozen=True)
class Case:
    """One way in which a trial may go: where it does, the moments before and after it, the gain and the loss of u."""

    name: str
    guards: Guards
    before: Moment
    after: Moment
    gain: Ratio
    loss: Ratio


def fixed(value: Any) -> Piece:
    """Return the piece of what is the same everywhere."""
    return EVERYWHERE, value


def chosen(given: Mapping[str, Sequence[Piece]]) -> list[tuple[Guards, dict[str, Piece]]]:
    """Return each choice of a piece for every name, with where it is made."""
    picks = []
    choices = ((sum((guards for guards, _ in pick), EVERYWHERE), pick) for pick in product(*given.values()))
    for guards, pick in within(choices):
        spend(2 * len(given))
        picks.append((guards, {name: fixed(value) for name, (_, value) in zip(given, pick, strict=True)}))
    return picks


def starts(claim: StatefulClaim, terms: Terms) -> list[tuple[Guards, Moment]]:
    """Return the moments before the first trial."""
    known: dict[str, Sequence[Piece]] = {name: claim.at_start(name, terms) for name in claim.vectors}
    known |= {name: pieces(claim.starts.get(name, NIL), terms) for name in claim.numbers}
    known |= {sum_name(i): [fixed(NOTHING)] for i in range(len(claim.premises.charge))}
    known |= {"t": [fixed(UNIT)], LAST: [fixed(claim.vector(LAST))]}
    known |= {COUNT: [fixed(NOTHING)]} if claim.counting else {}
    return [(guards, Moment(names)) for guards, names in chosen(known)]


def between(claim: StatefulClaim) -> tuple[Guards, Moment]:
    """Return a moment after one trial at least, before the one whose number is t."""
    names = {name: fixed(claim.vector(name)) for name in (*claim.vectors, LAST)}
    names[LAST] = next((names[name] for name in claim.vectors if claim.updates[name] == Formula("x")), names[LAST])
    counted = (
        "t",
        *([COUNT] if claim.counting else []),
        *claim.numbers,
        *(sum_name(i) for i in range(len(claim.premises.charge))),
    )
    names |= {name: fixed(variable(name)) for name in counted}
    return (Guard(variable("t") - TWO, ">="),), Moment(names)


def trials(claim: StatefulClaim, terms: Terms, where: str, before: Moment) -> Iterator[Case]:
    """Yield the ways in which a trial may go from a moment; what it needs to have values is kept by ``terms``."""
    for of, guards, example in claim.examples:
        name, now = f"{where}{of}", before.put(terms)
        vectors = {u: [fixed(claim.vector(u))] for u in claim.compared_with}
        vectors |= {name: [piece] for name, piece in claim.columns.items()}
        now.names = {**now.names, **vectors, "x": [fixed(example)]}
        now.names |= {"xx": pieces(read("dot(x, x)"), now), "ux": pieces(read("dot(u, x)"), now)}
        for about, predicted in chosen({"yhat": pieces(claim.predict, now)}):
            known = Moment(predicted).put(now)
            for kind, missed, outcome in kinds_of_outcomes(claim, known):
                at, there = known.put(**outcome), (*guards, *about, *missed)
                for more, after, gain, loss in results(claim, at, before):
                    case = Case(f"{name}{kind}", (*there, *more), before.at(at, claim.columns), after, gain, loss)
                    if within([(case.guards, None)]):
                        yield case
                terms.needs += [((*there, *given), need) for given, need in at.needs]
            terms.needs += [((*guards, *given), need) for given, need in now.needs]
            now.needs.clear()


def results(claim: StatefulClaim, at: Terms, before: Moment) -> Iterator[tuple[Guards, Moment, Ratio, Ratio]]:
    """Yield what a trial leads to, with where it does: the moment after it, the gain and the loss of u."""
    new: dict[str, Sequence[Piece]] = {name: pieces(formula, at) for name, formula in claim.updates.items()}
    for updated in (UNIT, NOTHING) if claim.counting else (None,):
        own = at.put() if updated is None else at.put(update=[fixed(updated)])
        for i, (summand, _) in enumerate(claim.premises.charge):
            so_far = before.names[sum_name(i)][1]
            new[sum_name(i)] = [(guards, so_far + a) for guards, a in pieces(claim.placed(summand), own)]
        new["gain"], new["loss"] = pieces(claim.placed(claim.gain), own), constant(Fraction(0))
        if claim.loss is not None and claim.times != NIL:
            new["loss"] = pieces(claim.placed(claim.loss), own)
        for guards, after in chosen(new):
            (_, gain), (_, loss) = after.pop("gain"), after.pop("loss")
            after |= {"t": fixed(before.names["t"][1] + UNIT), LAST: fixed(at.names["x"][0][1])}
            after |= claim.following
            require_kinds(claim, after)
            if updated is None:
                yield guards, Moment(after), gain, loss
                continue
            after[COUNT] = fixed(before.names[COUNT][1] + updated)
            still = unchanged(claim, at, before, after)
            if updated is UNIT and still:
                yield guards, Moment(after), gain, loss
            elif updated is NOTHING:
                after |= {name: before.names[name] for name in claim.updates}
                yield (*guards, *still), Moment(after), gain, loss


def unchanged(claim: StatefulClaim, at: Terms, before: Moment, after: Mapping[str, Piece]) -> Guards:
    """Return what holds where a trial leaves the state as it was; nothing where it does so on the face of it.

    Of a vector that stays, every product with its change is 0. Where the state may stay, or not, both are looked at.
    """
    guards: list[Guard] = []
    for name in claim.updates:
        guards += claim.of_change(at, after[name][1], before.names[name][1])
    return tuple(guard for guard in guards if guard.ratio.above)


def require_kinds(claim: StatefulClaim, names: Mapping[str, Piece]) -> None:
    """Refuse a part of the state that becomes something else."""
    for name in claim.updates:
        if isinstance(names[name][1], Ratio) == (name in claim.vectors):
            raise Malformed("a vector becomes a number, or a number a vector")


def kinds_of_outcomes(claim: StatefulClaim, at: Terms) -> Iterator[tuple[str, Guards, dict[str, list[Piece]]]]:
    """Yield the kinds of outcomes of a trial, at what is predicted; one where nothing speaks of them."""
    formulas = [*claim.updates.values(), claim.gain, *(inside for inside, _ in claim.premises.charge)]
    formulas += [*claim.premises.of_trials, *([] if claim.loss is None else [claim.loss])]
    if not {*OUTCOMES} & set().union(*map(names_in, formulas)):
        yield "", EVERYWHERE, {"y": named("y")}
        return
    q, p = (at.names[name][0][1] for name in ("yhat", "ux"))
    for kind, guards, names in outcomes(claim, q, p):
        yield kind and f", {kind}", guards, names
