"""A claim of one's own from a few lines of text: a learner's rule, two losses, premises and a bound.

>>> from bounds.own import own_claim
>>> claim = own_claim("w + y*x if y*yhat <= 0 else w", "U**2*X**2", given=["norm(u, 2) <= U", "norm(x, 2) <= X", "separable"])
>>> print(claim)
own.claim: sum_t(mistake) <= U**2*X**2
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bounds import symbols as s
from bounds.catalogue import SOURCES
from bounds.claim import Claim, Comparator, Hypothesis, LearnerSpec, Measure, Outcomes, Quantity, Source, Standing
from bounds.errors import BoundcheckError
from bounds.expression import as_expression, format_expression, parse_expression
from bounds.formulas.losses import loss_formula, of_comparator
from bounds.formulas.rules import Outcomes as OutcomeKind
from bounds.formulas.rules import Rule, rule
from bounds.formulas.text import read, write
from bounds.formulas.tree import Apply, Constant, Formula, Name, functions, names
from bounds.geometry import ENTROPIC, EUCLIDEAN, SIGNED_ENTROPIC, Geometry
from bounds.hypotheses import (
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
from bounds.stated import AFTER_PLAYING, OF_TRIALS, Measured, Regret, Slack, compiled, learner_spec, parameters_of


def learner(
    updates: str | Mapping[str, str] | Rule,
    *,
    predict: str = "dot(w, x)",
    start: Mapping[str, str] | None = None,
    outcomes: OutcomeKind = "labels",
    version: str = "",
) -> LearnerSpec:
    """Return a learner by its rule, as claims take it: the text of w's update, or texts by the parts of its state.

    ``version`` says where labels want the prediction, which is what ``side`` looks at: ``classification`` (the default
    for labels), ``absolute`` (for points and intervals), ``toleranced(tau)``, ``threshold(theta)``. Without it the
    learner adopts the version of a claim that it is put into.

    >>> from bounds import theorem
    >>> doubled = theorem("bylander.5").replace(learner=learner("w + 2*eta*y*x if y*yhat <= 0 else w"))
    >>> doubled.learner.targets, doubled.parameters
    ('classification', [U, X, eta])
    """
    made = updates if isinstance(updates, Rule) else rule(updates, predict=predict, start=start, outcomes=outcomes)
    for name in made.parameters:
        s.lookup(name)
    return learner_spec(made, version)


def own_claim(
    learner: str | Mapping[str, str] | Rule | LearnerSpec,
    bound: Any,
    *,
    gain: str = "mistake",
    loss: str = "",
    times: Any = 1,
    given: Sequence[str] = (),
    define: Mapping[Any, Any] | None = None,
    relation: str = "<=",
    name: str = "own.claim",
    title: str = "",
) -> Claim:
    """Return the claim that the learner's loss less ``times`` the comparator's is at most ``bound``.

    ``gain`` is the learner's loss on a trial and ``loss`` the comparator's: a name (mistake, update, hinge,
    squared_hinge, absolute, squared, insensitive, log, linear) or a formula in ``yhat`` and ``y``; without ``loss``
    nothing is taken off. ``given`` holds the premises, such as ``norm(u, 2) <= U``, ``max_t(norm(x, 2)) <= X``,
    ``sum_t(max(0, 1 - y*ux)) <= H``; one that speaks of a trial is said of all of them. A parameter that a premise
    bounds is read off the instance where it is not set. ``separable``, ``expert``, ``unit inputs``,
    ``boolean inputs`` and ``sign inputs`` are premises too. ``bound``, ``times`` and the values of ``define`` are
    expressions in glossary symbols, as text or in sympy. All else is as in ``Claim``: check, search, tune, certify.

    >>> pa1 = own_claim(
    ...     "w + min(C, max(0, 1 - y*yhat)/xx)*y*x if xx > 0 else w", "Max(X**2, 1/C)*U**2",
    ...     loss="hinge", times="2*C*Max(X**2, 1/C)", given=["norm(u, 2) <= U", "norm(x, 2) <= X"])
    >>> pa1.parameters
    [C, U, X]
    """
    if name.partition(".")[0].lower() in SOURCES:
        raise BoundcheckError(f"the name {name!r} belongs to the catalogue; call the claim something like own.claim")
    spec = learner if isinstance(learner, LearnerSpec) else learner_by_rule(learner)
    if spec.rule is None:
        raise BoundcheckError(f"the learner {spec.text!r} is no learner by rule; make one with learner('w + ...')")
    said = _Premises(given, spec.rule)
    regret = _regret(spec.rule, gain, loss, times)
    stated = as_expression(bound)
    defined = {s.lookup(str(symbol)): as_expression(value) for symbol, value in (define or {}).items()}
    spoken = {*stated.free_symbols, *regret.times.free_symbols}.union(*(v.free_symbols for v in defined.values()))
    parts = [regret.gain] + ([regret.loss] if regret.loss is not None else [])
    spoken |= {s.lookup(p) for p in (*spec.rule.parameters, *parameters_of(*parts), *said.parameters)}
    free = spoken - {s.l, s.n} - said.measures.keys() - defined.keys() - (s.OF_A_TRIAL - {s.m})
    free -= {s.U, s.X} if said.geometry is not None else set()
    free -= {s.k} if said.comparator is Comparator.EXPERT else set()
    compares = regret.loss is not None or said.compares
    return Claim(
        id=name,
        title=title or f"{spec.text}",
        source=Source("one's own", name, "stated by formulas"),
        standing=Standing.TRUE,
        quantity=_quantity(regret, gain, loss),
        bound=stated,
        relation=relation,
        hypotheses=said.hypotheses,
        outcomes=said.outcomes,
        comparator=said.comparator if compares else Comparator.NONE,
        geometry=said.geometry,
        learner=spec,
        defines=defined,
        free={symbol: said.upper(symbol) for symbol in sorted(free, key=str)},
        measures=said.measures,
        ties="as the rule says",
    )


learner_by_rule = learner


# --- losses -------------------------------------------------------------------------------------------------


def _regret(of: Rule, gain: str, loss: str, times: Any) -> Regret:
    gained = _on_trial(loss_formula(gain, of.outcomes))
    lost = _on_trial(of_comparator(loss_formula(loss, of.outcomes))) if loss else None
    return Regret(gained, lost, as_expression(times))


def _on_trial(formula: Formula) -> Formula:
    """Refuse a loss that is no number."""
    compiled(Apply("sum_t", (formula,)))
    return formula


def _quantity(regret: Regret, gain: str, loss: str) -> Quantity:
    text, formula = f"sum_t({gain})", f"sum_t({write(regret.gain)})"
    if regret.loss is not None:
        times = "" if regret.times == 1 else f"({format_expression(regret.times)})*"
        text += f" - {times}sum_t({loss}(u))" if loss.isidentifier() else f" - {times}sum_t({write(regret.loss)})"
        formula += f" - {times}sum_t({write(regret.loss)})"
    return Quantity(text, regret, ({"value": formula},))


# --- premises -----------------------------------------------------------------------------------------------


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
_TURNED = {">=": "<=", ">": "<"}


class _Premises:
    """The premises of a claim, read one by one, and what follows from them all together."""

    def __init__(self, given: Sequence[str], of: Rule) -> None:
        if isinstance(given, str):
            raise BoundcheckError(f"the premises are {given!r}; give a list of texts")
        self.of = of
        self.parameters: list[str] = []
        self.measures: dict[Any, Measure] = {}
        self.compares = False
        self.found: list[_Standard] = []
        self._upper: dict[Any, Any] = {}
        for text in given:
            if text in _NAMED:
                self.compares |= text in ("separable", "expert")
                self.found.append(_NAMED[text])
                continue
            for part in _conjuncts(read(text)):
                self.add(part)

    def add(self, formula: Formula) -> None:
        """Read one premise that is no conjunction."""
        if isinstance(formula, Apply) and formula.function in _TURNED:
            formula = Apply(_TURNED[formula.function], (formula.arguments[1], formula.arguments[0]))
        self.compares |= bool(names(formula) & {"u", "ux", "u_loss", "u_err"})
        self.parameters += parameters_of(formula)
        standard = _STANDARD.get(_of_one_trial(formula))
        if standard is not None:
            self.found.append(standard)
            return
        left, relation, right, of_trials = _sides(formula)
        slack = Slack(left, relation, right, of_trials)
        for side in (left, right):
            compiled(side)
        stated = f"{write(left)} {relation} {write(right)}"
        text = f"l == 0 or {stated}" if of_trials else stated
        self.measure(left, relation, right)
        self.found.append(_Standard(Hypothesis(write(formula), write(formula), slack, _SIGN[relation], formula=text)))

    def measure(self, left: Formula, relation: str, right: Formula) -> None:
        """Read a parameter off the instance, or limit it, where this premise says that something is at most it."""
        by_data = names(left) - set(parameters_of(left))
        if isinstance(right, Name) and parameters_of(right) and relation in ("<=", "=="):
            if by_data - AFTER_PLAYING.keys() and not by_data & AFTER_PLAYING.keys() and right.name not in names(left):
                self.measures[s.lookup(right.name)] = Measure(Measured(left), write(left))
        if isinstance(left, Name) and parameters_of(left) and not functions(right) and isinstance(right, Constant):
            self._upper[s.lookup(left.name)] = parse_expression(str(right.value))

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

    def upper(self, symbol: Any) -> Any:
        """Return the end of a free parameter's range: a constant, None, or "real" for one of any sign."""
        if symbol in self._upper:
            return self._upper[symbol]
        return None if symbol.is_nonnegative or symbol.is_positive else "real"


_SIGN = {"<=": ">=", "<": ">", "==": "=="}


def _conjuncts(formula: Formula) -> list[Formula]:
    if isinstance(formula, Apply) and formula.function == "and":
        return [part for argument in formula.arguments for part in _conjuncts(argument)]
    return [formula]


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
        case Apply(function, arguments) if function not in ("sum_t", "max_t", "min_t"):
            return frozenset[str]().union(*map(_spoken_outside, arguments))
    return frozenset()
