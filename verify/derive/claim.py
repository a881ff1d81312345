"""A derived bound as a claim: the learner by its rule, in exact numbers, and what is compared with the bound."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy

from bounds import quantities
from bounds.claim import Case, Claim, LearnerSpec, Outcomes, PerTrial, Quantity, Row, Source, Standing
from bounds.errors import BoundcheckError
from bounds.evaluate import evaluate
from bounds.formulas import Apply, Constant, Formula, Name, Rule
from bounds.geometry import EUCLIDEAN
from bounds.hypotheses import SEPARABLE, comparator_within, examples_within, parameter
from bounds.learners import Learner
from bounds.numbers import Number, require_sign, total
from bounds.run import Step
from bounds.trials import Example, Interval
from bounds.versions import ABSOLUTE, CLASSIFICATION, Version, toleranced
from verify.derive import losses
from verify.derive.cases import Problem
from verify.derive.pieces import Guards

ZERO, ONE = Fraction(0), Fraction(1)


def value(formula: Formula, names: Mapping[str, Number]) -> Number:
    """Return the exact value of a formula about one trial.

    >>> from bounds.formulas import read
    >>> value(read("max(0, 1 - y*yhat)"), {"y": ONE, "yhat": Fraction(1, 3)})
    Fraction(2, 3)
    """
    match formula:
        case Constant(number):
            return number
        case Name(name):
            return names[name]
        case Apply("if", (condition, yes, no)):
            return value(yes if value(condition, names) else no, names)
        case Apply("and" | "or" as word, (left, right)):
            truth = bool(value(left, names))
            return ZERO + (bool(value(right, names)) if truth == (word == "and") else truth)
        case Apply("not", (inside,)):
            return ONE if value(inside, names) == 0 else ZERO
        case Apply("min" | "max" as which, arguments):
            best = value(arguments[0], names)
            for other in (value(argument, names) for argument in arguments[1:]):
                best = other if _sign(other - best) * (1 if which == "max" else -1) > 0 else best
            return best
        case Apply("dot", (Name(first), Name(second))):
            return names["yhat"] if {first, second} == {"w", "x"} else names["xx"]
        case Apply(function, arguments) if function in _FUNCTIONS:
            return _FUNCTIONS[function](*(value(argument, names) for argument in arguments))
    raise BoundcheckError(f"{formula} has no exact value on a trial")


def _sign(number: Number) -> int:
    return require_sign(number, "a number of the rule")


def _power(base: Number, exponent: Number) -> Number:
    if not isinstance(exponent, Fraction) or exponent.denominator != 1:
        raise BoundcheckError(f"{exponent} is no whole number; rules have whole exponents only")
    found: Number = ONE
    for _ in range(abs(exponent.numerator)):
        found = found * base
    return found if exponent >= 0 else ONE / found


_FUNCTIONS: dict[str, Callable[..., Number]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b=None: -a if b is None else a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "**": _power,
    "abs": lambda a: a if _sign(a) >= 0 else -a,
    "sign": lambda a: Fraction(_sign(a)),
    "<": lambda a, b: ZERO + (_sign(a - b) < 0),
    "<=": lambda a, b: ZERO + (_sign(a - b) <= 0),
    "==": lambda a, b: ZERO + (_sign(a - b) == 0),
    "!=": lambda a, b: ZERO + (_sign(a - b) != 0),
    ">=": lambda a, b: ZERO + (_sign(a - b) >= 0),
    ">": lambda a, b: ZERO + (_sign(a - b) > 0),
}


class Additive(Learner):
    """A learner w + s x by its rule, from w = 0.

    >>> from bounds.formulas import rule
    >>> learner = Additive(rule("w + eta*y*x if y*yhat <= 0 else w"), {"eta": Fraction(1, 2)})
    >>> learner.start(2); learner.update(Example([1, 2]), Interval.parse("(0,oo)")); learner.weights
    [Fraction(1, 2), Fraction(1, 1)]
    """

    def __init__(self, rule: Rule, values: Mapping[str, Number]) -> None:
        self.rule = rule
        self.values = values

    def start(self, n: int) -> None:
        """Set w to 0."""
        self._weights: list[Number] = [ZERO] * n

    def predict(self, x: Example) -> Number:
        """Return w.x."""
        return total(w * a for w, a in zip(self._weights, x, strict=True))

    def update(self, x: Example, target: Interval) -> None:
        """Add the step times x."""
        step = step_of(self.rule, self.values, self.predict(x), x, target)
        if _sign(step):
            self._weights = [w + step * a for w, a in zip(self._weights, x, strict=True)]

    @property
    def weights(self) -> Sequence[Number]:
        """The weight vector w."""
        return self._weights


def step_of(rule: Rule, values: Mapping[str, Number], prediction: Number, x: Example, target: Interval) -> Number:
    """Return the step s of w + s x: what the update is with 0 for w and 1 for x."""
    names: dict[str, Number] = {**values, "yhat": prediction, "xx": x.squared_norm(), "w": ZERO, "x": ONE}
    names["side"] = Fraction(target.side(prediction))
    if rule.outcomes != "intervals":
        names["y"] = outcome_of(rule, target)
    return value(rule.updates["w"], names)


def outcome_of(rule: Rule, target: Interval) -> Fraction:
    """Return the label, or the point, that a target stands for."""
    if rule.outcomes == "points" and target.lo is not None:
        return Fraction(str(target.lo))
    return ONE if target.hi is None else -ONE


def claim_of(problem: Problem, gain: str, loss: str, said: tuple[Any, Any], when: Guards) -> Claim:
    """Return the claim that sum gain - c sum loss is at most the bound; ``said`` is (bound, c).

    Raises BoundcheckError for learners that multiply their weights.
    """
    rule, (bound, c) = problem.rule, said
    if problem.potential.geometry is not EUCLIDEAN:
        raise BoundcheckError("claims are made of learners that add to their weights; this one multiplies them")
    names = {symbol.name: symbol for symbol in problem.parameters if symbol.name not in ("X", "lambda", "rho")}
    unknown = [symbol for symbol in bound.free_symbols | c.free_symbols if symbol.name in ("lambda", "rho")]
    if unknown:
        raise BoundcheckError(f"the bound leaves {unknown[0]} open; put in a value, or give the ratio")

    def values(case: Case) -> dict[str, Number]:
        return {name: case.value(symbol) for name, symbol in names.items()}

    kinds = {"labels": Outcomes.LABELS, "points": Outcomes.POINTS, "intervals": Outcomes.INTERVALS}
    hypotheses = [comparator_within(EUCLIDEAN), examples_within(EUCLIDEAN)]
    hypotheses += [SEPARABLE] if problem.separable else []
    for guard in (*problem.premises, *when):
        relation = {">=": sympy.Ge, ">": sympy.Gt, "==": sympy.Eq}[guard.relation](guard.term, 0, evaluate=False)
        hypotheses.append(parameter(relation))
    excess = rule.outcomes == "intervals"
    return Claim(
        id="derived",
        title=f"{gain} of {rule}",
        source=Source("derived", f"{gain} against {loss}", "one inequality a trial"),
        standing=Standing.TRUE,
        quantity=quantities.EXCESS_LOSS if excess and c == 1 else _quantity(rule, gain, loss, c, values),
        bound=bound,
        hypotheses=tuple(hypotheses),
        outcomes=kinds[rule.outcomes],
        geometry=EUCLIDEAN,
        learner=LearnerSpec(str(rule), lambda case: Additive(rule, values(case)), _version(problem)),
        free=dict.fromkeys(sorted(names.values(), key=str)),
        per_trial=_per_trial(gain, c, bound, excess),
    )


def _version(problem: Problem) -> Callable[[Any], Version]:
    outcomes, tolerance = problem.rule.outcomes, problem.tolerance
    if outcomes == "labels":
        return lambda _: CLASSIFICATION
    if tolerance is None:
        return lambda _: ABSOLUTE
    return lambda values: toleranced(evaluate(tolerance, values))


def _per_trial(gain: str, c: Any, bound: Any, excess: bool) -> PerTrial | None:
    from bounds.symbols import l

    if excess and c == 1:
        return PerTrial("excess loss", counter=l if bound.has(l) else None)
    return PerTrial("mistake") if gain == "mistake" and c == 0 and not bound.has(l) else None


def _quantity(rule: Rule, gain: str, loss: str, c: Any, values: Callable[[Case], dict[str, Number]]) -> Quantity:
    if rule.outcomes == "intervals":
        raise BoundcheckError("claims about intervals are made with c = 1")
    lost = losses.formula(loss, "loss")
    gained = None if gain == losses.UPDATE else losses.formula(gain, "gain")

    def rows(case: Case) -> Iterator[Row]:
        known = values(case)
        u = case.instance.require_comparator()

        def amounts(step: Step) -> Iterator[Number]:
            target = case.version.target(step.outcome)
            names = {**known, "y": outcome_of(rule, target), "yhat": step.prediction}
            if gained is None:
                yield ONE if _sign(step_of(rule, known, step.prediction, step.x, target)) else ZERO
            else:
                yield value(gained, names)
            if c != 0:
                yield -(case.evaluate(c) * value(lost, {**names, "yhat": u.dot(step.x)}))

        yield Row(total(amount for step in case.run.steps for amount in amounts(step)))

    charged = "" if c == 0 else f" - ({c})*(sum of {loss} of u)"
    return Quantity(f"sum of {gain}{charged}", rows)
