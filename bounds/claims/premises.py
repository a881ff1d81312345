"""Premises by formula: those that the catalogue knows, and what follows from them for a claim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
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
from bounds.claims.scope import compiled
from bounds.errors import BoundcheckError
from bounds.formulas.program import OVER_TRIALS, program
from bounds.formulas.rules import Rule
from bounds.formulas.scope import AFTER_PLAYING, OF_THE_RUN, OF_TRIALS, parameters_of
from bounds.formulas.slack import NO_TRIALS
from bounds.formulas.text import read, write
from bounds.formulas.tree import TURNED, Apply, Constant, Formula, Kind, Name, names, operands
from bounds.mathematics.geometry import ENTROPIC, EUCLIDEAN, SIGNED_ENTROPIC, Geometry


@dataclass(frozen=True)
class _Standard:
    """A premise that the catalogue knows, with what it says of geometry, outcomes and comparator."""

    hypothesis: Hypothesis
    geometry: Geometry | None = None
    outcomes: Outcomes | None = None
    comparator: Comparator | None = None


_NAMED = {
    "separable": _Standard(SEPARABLE, comparator=Comparator.SEPARATING),
    "expert": _Standard(IS_EXPERT, comparator=Comparator.EXPERT),
    "disjunction": _Standard(IS_DISJUNCTION, comparator=Comparator.DISJUNCTION),
    "unit inputs": _Standard(UNIT_INTERVAL, outcomes=Outcomes.EXPERTS),
    "boolean inputs": _Standard(examples_in((0, 1)), outcomes=Outcomes.EXPERTS),
    "sign inputs": _Standard(examples_in((-1, 1)), outcomes=Outcomes.MASTER),
}
_STANDARD = {
    read(text): standard
    for text, standard in {
        "norm(u, 2) <= U": _Standard(comparator_within(EUCLIDEAN), EUCLIDEAN),
        "norm(x, 2) <= X": _Standard(examples_within(EUCLIDEAN), EUCLIDEAN),
        "sum(u) == U": _Standard(SUM, ENTROPIC),
        "sum(u) <= U": _Standard(SUM_AT_MOST, ENTROPIC),
        "0 <= min(u)": _Standard(NONNEGATIVE, ENTROPIC),
        "sum(abs(u)) <= U": _Standard(comparator_within(SIGNED_ENTROPIC), SIGNED_ENTROPIC),
        "max(abs(x)) <= X": _Standard(examples_within(ENTROPIC), ENTROPIC),
        "1 <= y*ux": _NAMED["separable"],
    }.items()
}

_BY_FORMULA = {
    standard.hypothesis.formula: text
    for text, standard in (*_NAMED.items(), *((write(formula), standard) for formula, standard in _STANDARD.items()))
}


def premise_of(hypothesis: Hypothesis, of: Rule) -> str | None:
    """Return the text of the premise that is read as this hypothesis; None where there is none.

    >>> from bounds.formulas.rules import rule
    >>> premise_of(SEPARABLE, rule("w + y*x")), premise_of(examples_within(EUCLIDEAN), rule("w + y*x"))
    ('1 <= y*ux', 'norm(x, 2) <= X')
    """
    for text in (_BY_FORMULA.get(hypothesis.formula), hypothesis.name):
        try:
            if text is not None and [h.formula for h in Premises([text], of).hypotheses] == [hypothesis.formula]:
                return text
        except BoundcheckError:
            continue
    return None


class Premises:
    """The premises of a claim, read one by one, and what follows from them all together."""

    def __init__(self, given: Sequence[str], of: Rule) -> None:
        if isinstance(given, str):
            raise BoundcheckError(f"the premises are {given!r}; give a list of texts")
        self.of = of
        self.parameters: list[str] = []
        self.measures: dict[Any, Measure] = {}
        self.compares = False
        self.found: list[_Standard] = []
        for text in given:
            if text in _NAMED:
                self.compares |= _NAMED[text].comparator is not None
                self.found.append(_NAMED[text])
                continue
            for part in operands(read(text), "and"):
                self.add(part)

    def add(self, formula: Formula) -> None:
        """Read one premise that is no conjunction."""
        kinds: dict[str, Kind] = {**dict.fromkeys(parameters_of(formula), "number"), **OF_THE_RUN, **OF_TRIALS}
        if program(formula, kinds, kinds).kind != "truth":
            raise BoundcheckError(
                f"the premise {write(formula)!r} is no truth; compare two numbers, as in norm(u, 2) <= U"
            )
        said = write(formula)
        if isinstance(formula, Apply) and formula.function in (">=", ">"):
            formula = Apply(TURNED[formula.function], (formula.arguments[1], formula.arguments[0]))
        if isinstance(formula, Apply) and formula.function == "==" and isinstance(formula.arguments[0], Name):
            formula = Apply("==", (formula.arguments[1], formula.arguments[0]))
        self.compares |= bool(names(formula) & {"u", "ux", "u_loss", "u_err"})
        self.parameters += parameters_of(formula)
        standard = _STANDARD.get(_of_one_trial(formula))
        if standard is not None:
            self.found.append(standard)
            return
        left, relation, right, of_trials = _sides(formula)
        for side in (left, right):
            compiled(side)
        self.measure(left, relation, right)
        stated = Apply(relation, (left, right))
        text = write(Apply("or", (NO_TRIALS, stated)) if of_trials else stated)
        self.found.append(_Standard(Hypothesis(said, said, formula=text)))

    def measure(self, left: Formula, relation: str, right: Formula) -> None:
        """Read a parameter off the instance, where this premise says that something is at most it.

        One that counts is the least whole number that the premise allows.
        """
        by_data = names(left) - set(parameters_of(left))
        if isinstance(right, Name) and parameters_of(right) and relation in ("<=", "==") and by_data:
            of_run = bool(by_data & AFTER_PLAYING.keys())
            if of_run and right.name in self.of.parameters:
                return
            symbol, text = s.lookup(right.name), write(left)
            least = f"max(0, ceiling({text}))" if s.usual(symbol).whole else text
            self.measures[symbol] = Measure(least, settable=True, of_run=of_run)

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """The premises, each once."""
        return tuple(dict.fromkeys(standard.hypothesis for standard in self.found))

    @property
    def geometry(self) -> Geometry | None:
        """Where U and X are the norms that a source measures: that geometry."""
        return next((standard.geometry for standard in self.found if standard.geometry is not None), None)

    @property
    def outcomes(self) -> Outcomes:
        """What examples and outcomes look like."""
        usual = {"points": Outcomes.POINTS, "intervals": Outcomes.INTERVALS}.get(self.of.outcomes, Outcomes.LABELS)
        return next((standard.outcomes for standard in self.found if standard.outcomes is not None), usual)

    @property
    def comparator(self) -> Comparator:
        """What is asked of the comparator."""
        return next((standard.comparator for standard in self.found if standard.comparator), Comparator.ANY)


def _of_one_trial(formula: Formula) -> Formula:
    """Return ``A <= X`` for ``max_t(A) <= X``, and ``1 <= A`` for ``1 <= min_t(A)``."""
    match formula:
        case Apply("<=" as relation, (Apply("max_t", (inside,)), right)):
            return Apply(relation, (inside, right))
        case Apply("<=" as relation, (left, Apply("min_t", (inside,)))):
            return Apply(relation, (left, inside))
    return formula


def _sides(formula: Formula) -> tuple[Formula, str, Formula, bool]:
    """Return a premise as two amounts of the run, their relation, and whether it speaks of every trial."""
    here = _spoken_outside(formula) & OF_TRIALS.keys()
    zero = Constant(Fraction(0))
    match formula:
        case Apply(("<=" | "<" | "==") as relation, (left, right)):
            if not here:
                return left, relation, right, False
            if not _spoken_outside(right) & OF_TRIALS.keys() and relation != "==":
                return Apply("max_t", (left,)), relation, right, True
            if not _spoken_outside(left) & OF_TRIALS.keys() and relation != "==":
                return left, relation, Apply("min_t", (right,)), True
            gap: Formula = Apply("-", (left, right))
            return Apply("max_t", (Apply("abs", (gap,)) if relation == "==" else gap,)), relation, zero, True
    broken = Apply("not", (formula,))
    if here:
        return Apply("sum_t", (broken,)), "==", zero, False
    return Apply("if", (formula, zero, Constant(Fraction(1)))), "==", zero, False


def _spoken_outside(formula: Formula) -> frozenset[str]:
    """Return the names outside of sum_t, max_t and min_t."""
    match formula:
        case Name(name):
            return frozenset((name,))
        case Apply(function, arguments) if function not in OVER_TRIALS:
            return frozenset[str]().union(*map(_spoken_outside, arguments))
    return frozenset()
