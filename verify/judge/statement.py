"""What a claim and an instance say in the language of certificates, as the independent checker reads it.

The claim is written as a statement in the kernel's formula language, from the formulas that hypotheses, quantities,
learners and measures of the catalogue carry; the bound is the one symbolic bound.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from bounds.claims.claim import Claim, Comparator, LearnerSpec, Measure, Outcomes
from bounds.claims.stated import regret_of
from bounds.data.interval import Interval, Outcome
from bounds.data.repetition import parts
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.errors import BoundcheckError
from bounds.expression import format_expression, parse_number
from bounds.formulas import write
from bounds.formulas.slack import ONE
from bounds.instances import Instance
from bounds.numbers import Number
from verify import kernel
from verify.judge.given import LoggedMaker, as_given, given_of


class NoFormula(BoundcheckError):
    """A claim says something for which it carries no formula, so the independent checker cannot judge it."""


def statement(claim: Claim, *, recorded: bool = False) -> dict[str, Any]:
    """Return what a claim says in the kernel's formula language.

    ``recorded`` admits a learner of which nothing is known but its predictions on one instance.

    Raises NoFormula where a hypothesis, the quantity, the learner or a measure has none.

    >>> from boundcheck import theorem
    >>> statement(theorem("bylander.8"))["bound"]
    'U**2*X**2/(4*tau)'
    """
    hypotheses = {f"range of {symbol}": domain.formula(symbol) for symbol, domain in claim.stated_domains}
    for hypothesis in claim.hypotheses:
        _required(hypothesis.formula, claim, f"the hypothesis {hypothesis.name!r}")
        named = hypotheses.get(hypothesis.name, hypothesis.formula) == hypothesis.formula
        hypotheses[hypothesis.name if named else hypothesis.formula] = hypothesis.formula
    if not claim.takes_start and claim.outcomes is not Outcomes.NONE:
        hypotheses["no start vector"] = "length(start) == 0"
    _required(claim.quantity.formula, claim, f"the quantity {claim.quantity.text!r}")
    defines, measured = _definitions(claim)
    said: dict[str, Any] = {
        "hypotheses": hypotheses,
        "defines": defines,
        "free": [name for name in map(str, claim.parameters) if name in measured or name not in defines],
        "outcomes": claim.outcomes.kind,
        "compare": _compared(claim),
        **({"comparator": "u_t"} if claim.comparator is Comparator.SEQUENCE else {}),
        "relation": claim.relation,
        "bound": write(claim.written) if claim.own and claim.written is not None else format_expression(claim.bound),
    }
    if claim.learner is not None:
        known = given_of(claim) if recorded else None
        formula = claim.learner.formula or known is not None
        _required(formula and claim.learner.targets, claim, f"the learner {claim.learner.text!r}")
        played = _learner(claim.learner) if known is None else _recorded(known, claim.learner.beside)
        said |= {"learner": played, "version": claim.learner.targets}
        said |= {"trial": dict(claim.columns)} if claim.columns else {}
    if claim.adversary != "oblivious":
        said["adversary"] = claim.adversary
    if claim.nature is not None:
        said["nature"] = dict(claim.nature)
    return said


def digest(claim: Claim) -> str:
    """Return the sha256 of a claim's id and of what it states, in the formula language of certificates.

    Raises BoundcheckError for a claim that says something for which it has no formula.

    >>> from boundcheck import theorem
    >>> five, strict = theorem("bylander.5").replace(), theorem("bylander.5").replace(relation="<")
    >>> digest(five) == digest(five.replace()), digest(five) == digest(strict)
    (True, False)
    """
    return hashlib.sha256(json.dumps([claim.id, statement(claim)], sort_keys=True).encode()).hexdigest()


def _learner(learner: LearnerSpec) -> str | dict[str, Any]:
    """Return a learner of the kernel by its formula, or one's own as the rule that the kernel plays."""
    if learner.rule is None:
        return learner.formula
    said: dict[str, Any] = {
        "rule": {name: write(formula) for name, formula in learner.rule.updates.items()},
        "predict": write(learner.rule.predict),
    }
    if learner.rule.start:
        said["start"] = {name: write(formula) for name, formula in learner.rule.start.items()}
    if learner.rule.draw:
        said["draw"] = {name: write(formula) for name, formula in learner.rule.draw.items()}
    if learner.rule.observe is not None:
        said["observe"] = write(learner.rule.observe)
    return said


def _recorded(known: LoggedMaker, beside: LearnerSpec | None) -> dict[str, Any]:
    """Return predictions as the kernel takes them, with the learner that stands beside them."""
    said: dict[str, Any] = {"predictions": [_prediction(a) for a in known.predictions]}
    if known.of:
        said["of"] = known.of
    if beside is not None:
        said["beside"] = _learner(beside)
    return said


def _prediction(value: Number) -> str:
    text = number_text(value)
    if text is None:
        raise NoFormula(f"the prediction {value} has no closed form to write into a file")
    return text


def _required(formula: object, claim: Claim, what: str) -> None:
    if not formula:
        raise NoFormula(
            f"{what} of {claim.id} has no formula for certificates; give one (formula=...), "
            "in the language that verify/kernel.py reads"
        )


def _compared(claim: Claim) -> list[dict[str, Any]]:
    """Return what is compared; of the catalogue a factor is written as sympy orders it, as certificates have it."""
    regret = None if claim.own else regret_of(claim.quantity)
    if regret is None or regret.loss is None or regret.times == ONE:
        return [dict(part) for part in claim.quantity.formula]
    return [{"value": regret.text(format_expression(regret.factor))}]


def _definitions(claim: Claim) -> tuple[dict[str, str], list[str]]:
    """Return how parameters are defined, and which of them an instance may set all the same."""
    printed = {str(symbol): format_expression(expression) for symbol, expression in claim.defines.items()}
    defines = dict(claim.definition_texts) if claim.own else printed
    measured: dict[str, str] = {}
    if claim.geometry is not None:
        measured = {"U": claim.geometry.size_formula, "X": claim.geometry.radius_formula}
    for symbol, measure in claim.measures.items():
        formula = measure.formula if isinstance(measure, Measure) else ""
        _required(formula, claim, f"the measure {symbol}")
        measured[str(symbol)] = formula
    if claim.comparator in (Comparator.NOISY, Comparator.EXPERT):
        defines["k"] = "sum_t(u_err)"
    if claim.comparator is Comparator.DISJUNCTION:
        defines["k"] = "sum(abs(u))"
    measured = {name: text for name, text in measured.items() if name not in defines}
    return {**measured, **defines}, sorted(measured.keys() - set(map(str, claim.measured)))


# --- instances -----------------------------------------------------------------------------------------


def instance_object(claim: Claim, instance: Instance) -> dict[str, Any]:
    """Return trials, parameters, comparator and start vector as exact texts."""
    trials = instance.trials
    parameters, spoken = {}, claim.parameters
    for symbol, value in instance.parameters.items():
        if symbol not in spoken:
            continue  # the claim does not speak of it
        text = number_text(value)
        if text is None and str(symbol) in _definitions(claim)[1]:
            continue  # it is read off the instance
        if text is None:
            raise NoFormula(f"the parameter {symbol} = {value} of {claim.id} has no closed form to write into a file")
        parameters[str(symbol)] = text
    document: dict[str, Any] = {"n": trials.n, "parameters": parameters}
    if claim.outcomes is Outcomes.NONE:
        document["n"] = 0
    else:
        each = as_given(claim) or instance.sequence is not None or instance.columns
        document["trials"] = [_item(*trial) for trial in trials] if each else list(_items(trials))
        for name, column in instance.columns.items():
            for item, value in zip(document["trials"], column, strict=True):
                item.setdefault("columns", {})[name] = _texts(value) if isinstance(value, Example) else str(value)
    if instance.comparator is not None:
        document["comparator"] = _texts(instance.comparator)
    if instance.sequence is not None:
        document["comparator"] = [_texts(u) for u in instance.sequence]
    if instance.start is not None and claim.outcomes is not Outcomes.NONE:
        document["start"] = _texts(instance.start)
    return document


def _items(trials: Trials) -> Iterator[dict[str, Any]]:
    """Yield the trials, those that come again and again as one block and how many times."""
    for block, times in parts(trials):
        written = [_item(*trial) for trial in block]
        yield from written if times == 1 else [{"repeat": times, "trials": written}]


def _item(x: Example, outcome: Outcome) -> dict[str, Any]:
    return {"x": _texts(x), "outcome": outcome_text(outcome)}


def _texts(x: Example) -> list[str]:
    return [str(a) for a in x]


def number_text(value: Number) -> str | None:
    """Return a text that the kernel reads back to exactly this number, or None."""
    text = str(value)
    if isinstance(value, Fraction):
        return text
    try:
        kernel.enclose(kernel.constant(text), 200)
        same = parse_number(text)
    except (kernel.Malformed, BoundcheckError):
        return None
    return text if same == value else None


def outcome_text(outcome: Outcome) -> str:
    """Return a label or an interval as the kernel reads it.

    >>> outcome_text(Interval.parse("[1,oo)")), outcome_text(-1)
    ('[1,oo)', '-1')
    """
    if not isinstance(outcome, Interval):
        return f"{outcome:+d}"
    low = "-oo" if outcome.lo is None else _end(outcome.lo)
    high = "oo" if outcome.hi is None else _end(outcome.hi)
    left = "[" if outcome.lo is not None and outcome.lo_closed else "("
    return f"{left}{low},{high}{']' if outcome.hi is not None and outcome.hi_closed else ')'}"


def _end(value: Number) -> str:
    text = number_text(value)
    if text is None:
        raise NoFormula(f"the end {value} of an interval has no closed form to write into a file")
    return text
