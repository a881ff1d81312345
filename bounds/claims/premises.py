"""The premises of a claim by their formulas, and what follows from them for the claim."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from bounds import symbols as s
from bounds.claims.claim import Comparator, Hypothesis, Measure, Outcomes
from bounds.claims.hypotheses import (
    IS_DISJUNCTION,
    IS_EXPERT,
    NONNEGATIVE,
    SEPARABLE,
    SUM,
    SUM_AT_MOST,
    UNIT_INTERVAL,
    comparator_within,
    examples_in,
    examples_within,
)
from bounds.claims.read_off import OF_COMPARATOR, comparator_of, geometry_of, premises_read
from bounds.claims.scope import compiled
from bounds.errors import BoundcheckError
from bounds.formulas.program import OVER_TRIALS, program
from bounds.formulas.reading import Reading, readings
from bounds.formulas.rules import Rule, further_of
from bounds.formulas.scope import AFTER_PLAYING, OF_THE_RUN, OF_TRIALS, parameters_of
from bounds.formulas.text import read, write
from bounds.formulas.tree import TURNED, Apply, Constant, Formula, Kind, Name, names, operands, rebuilt, substitute
from bounds.mathematics.geometry import ENTROPIC, EUCLIDEAN, SIGNED_ENTROPIC, Geometry

NAMED = {
    "separable": SEPARABLE,
    "expert": IS_EXPERT,
    "disjunction": IS_DISJUNCTION,
    "unit inputs": UNIT_INTERVAL,
    "boolean inputs": examples_in((0, 1)),
    "sign inputs": examples_in((-1, 1)),
}
"""Premises that may be given by a name."""

WORDS = {
    readings(read(premise.formula)): premise
    for premise in (
        *(within(EUCLIDEAN) for within in (comparator_within, examples_within)),
        *(comparator_within(SIGNED_ENTROPIC), examples_within(ENTROPIC)),
        *(SUM, SUM_AT_MOST, NONNEGATIVE, SEPARABLE),
    )
}
"""What the catalogue has a name and words for, however it is written."""

UNIT = {read("all_i(x >= 0)"), read("all_i(x <= 1)")}
BOOLEAN, SIGNS = (readings(read(NAMED[name].formula))[0].said for name in ("boolean inputs", "sign inputs"))
CHANGES, LENGTH = read("sum_t(not all_i(u_next == u))"), "sum_t(norm(u_next - u, p))"
"""What ``switches(u)`` and ``path(u, p)`` stand for: how often a comparator changes, and the length of its path."""


def written_out(formula: Formula) -> Formula:
    """Return a formula with switches(u) and path(u, p) written out.

    >>> write(written_out(read("path(u, 2) <= P")))
    'sum_t(norm(u_next - u, 2)) <= P'
    """

    def plainly(part: Formula) -> Formula | None:
        match part:
            case Apply("switches", (Name("u"),)):
                return CHANGES
            case Apply("path", (Name("u"), Constant(_) as order)):
                return substitute(read(LENGTH), {"p": order})
            case Apply("switches" | "path" as function, _):
                said = {"switches": "switches(u)", "path": "path(u, 2), with a number for the norm"}[function]
                raise BoundcheckError(f"cannot read {write(part)!r}; write {said}")
        return None

    return rebuilt(formula, plainly)


def premise_of(hypothesis: Hypothesis, of: Rule, *, changing: bool = False) -> str | None:
    """Return the text of the premise that is read as this hypothesis; None where there is none.

    >>> from bounds.formulas.rules import rule
    >>> premise_of(SEPARABLE, rule("w + y*x")), premise_of(examples_within(EUCLIDEAN), rule("w + y*x"))
    ('separable', 'all_t(norm(x, 2) <= X)')
    """
    named = next((name for name, premise in NAMED.items() if premise.formula == hypothesis.formula), None)
    for text in (named, hypothesis.formula):
        try:
            if text is None:
                continue
            if [h.formula for h in Premises([text], of, changing=changing).hypotheses] == [hypothesis.formula]:
                return text
        except BoundcheckError:
            continue
    return None


class Premises:
    """The premises of a claim, read one by one, and what follows from them all together.

    Where the comparator is ``changing`` with the trial, what is said of u is said of each trial's own.
    """

    def __init__(self, given: Sequence[str], of: Rule, *, changing: bool = False) -> None:
        self.of, self.changing = of, changing
        self.further = further_of(of)
        self.own_of_trials = {*OF_TRIALS, *dict(self.further)} | ({"u"} if changing else set())
        self.parameters: list[str] = []
        self.measures: dict[Any, Measure] = {}
        self.compares = False
        self.found: list[Hypothesis] = []
        for text in given:
            if text in NAMED and changing and "u" in NAMED[text].spoken:
                self.add(read(NAMED[text].formula))
                self.found[-1] = replace(self.found[-1], name=NAMED[text].name, text=str(NAMED[text].text))
                continue
            if text in NAMED:
                self.note(read(NAMED[text].formula))
                self.found.append(NAMED[text])
                continue
            for part in operands(read(text), "and"):
                self.add(part)

    @property
    def readings(self) -> Iterator[Reading]:
        """Yield what the premises say, one by one."""
        return premises_read(self.hypotheses)

    def note(self, formula: Formula) -> None:
        """Note what a premise speaks of."""
        self.compares |= bool(names(formula) & OF_COMPARATOR)
        self.parameters += parameters_of(formula, further=self.further)

    def add(self, formula: Formula) -> None:
        """Read one premise that is no conjunction; one that speaks of a trial is said of all of them."""
        said, formula = write(formula), written_out(formula)
        if "u_next" in names(formula) and not self.changing:
            raise BoundcheckError(f'the premise {said!r} speaks of a comparator that changes; say comparator = "u_t"')
        parameters = parameters_of(formula, further=self.further)
        kinds: dict[str, Kind] = {**dict.fromkeys(parameters, "number"), **OF_THE_RUN, **OF_TRIALS}
        kinds |= dict(self.further)
        if program(formula, kinds, kinds, further=self.further).kind != "truth":
            raise BoundcheckError(f"the premise {said!r} is no truth; compare two numbers, as in norm(u, 2) <= U")
        self.note(formula)
        of_trials = bool(_spoken_outside(formula) & self.own_of_trials)
        stated = Apply("all_t", (formula,)) if of_trials else _smaller_first(formula)
        compiled(stated, self.further)
        if self.changing or not geometry_of(readings(stated)):
            inside = operands(formula, "all_t")
            self.measure(inside[0], of_trials or inside != [formula])
        text = write(stated)
        worded = WORDS.get(readings(stated))
        name, words = (said, said) if worded is None else (worded.name, worded.text)
        self.found.append(Hypothesis(name, words, formula=text, further=self.further))

    def measure(self, formula: Formula, of_trials: bool) -> None:
        """Read a parameter off the instance, where this premise says that something is at most it.

        One that counts is the least whole number that the premise allows.
        """
        match formula:
            case Apply(">=" | "==" as relation, (Name() as right, left)):
                pass
            case Apply("<=" | "==" as relation, (left, Name() as right)):
                pass
            case _:
                return
        by_data = names(left) - set(parameters_of(left, further=self.further))
        if parameters_of(right, further=self.further) and by_data and not (of_trials and relation == "=="):
            of_run = bool(by_data & {*AFTER_PLAYING, *dict(self.further)})
            if of_run and right.name in self.of.parameters:
                return
            symbol, text = s.lookup(right.name), write(Apply("max_t", (left,)) if of_trials else left)
            least = f"max(0, ceiling({text}))" if s.usual(symbol).whole else text
            if (before := self.measures.get(symbol)) is not None:  # it is at least what either premise says
                least, of_run = f"max({before.formula}, {least})", of_run or before.of_run
            self.measures[symbol] = Measure(least, settable=True, of_run=of_run, further=self.further)

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """The premises, each once."""
        return tuple(dict.fromkeys(self.found))

    @property
    def geometry(self) -> Geometry | None:
        """Where U and X are the norms that a source measures: that geometry."""
        return None if self.changing else geometry_of(self.readings)

    def outcomes(self, losses: Iterable[Formula]) -> Outcomes:
        """Return what examples and outcomes look like; labels will do where losses and rule speak of no outcomes."""
        entries = {one.said for one in self.readings if one.about == "trials"}
        usual = Outcomes.MASTER if SIGNS in entries else Outcomes.LABELS
        usual = Outcomes.EXPERTS if BOOLEAN in entries or entries >= UNIT else usual
        spoken = set[str]().union(*map(names, (*losses, *self.of.updates.values(), self.of.predict)))
        if usual is not Outcomes.LABELS and not spoken & {"y", "lo", "hi", "side"}:
            return usual
        return {"points": Outcomes.POINTS, "intervals": Outcomes.INTERVALS}.get(self.of.outcomes, usual)

    @property
    def comparator(self) -> Comparator:
        """What is asked of the comparator."""
        if self.changing:
            return Comparator.SEQUENCE
        return comparator_of(self.readings)


def _smaller_first(formula: Formula) -> Formula:
    """Return a relation of parameters with the smaller on its left; other formulas as they are."""
    match formula:
        case Apply((">=" | ">") as relation, (left, right)) if readings(formula)[0].about == "parameters":
            return Apply(TURNED[relation], (right, left))
    return formula


def _spoken_outside(formula: Formula) -> frozenset[str]:
    """Return the names outside of sum_t, max_t, min_t, all_t and end."""
    match formula:
        case Name(name):
            return frozenset((name,))
        case Apply(function, arguments) if function not in (*OVER_TRIALS, "end"):
            return frozenset[str]().union(*map(_spoken_outside, arguments))
    return frozenset()
