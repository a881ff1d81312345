"""A claim with values of its parameters: learner, version and premises as problems, length by length."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from verify.kernel import (
    ABSOLUTE,
    BINDING,
    ONE,
    Formula,
    Number,
    Real,
    names_in,
    not_free,
    plays_alone,
    quotient,
    read,
    renewed,
    require_open,
    sign,
    spend,
)
from verify.kernel_gram.branches import Branch, branches_of
from verify.kernel_gram.chain import irrational
from verify.kernel_gram.formulas import GramScope, lifted, value
from verify.kernel_gram.numbers import Refused, square, text_of
from verify.kernel_gram.problem import GramProblem
from verify.kernel_gram.rules import OF_A_TRIAL, at_rate, distance, rule_of

UNIT = "gamma == if(l == 0, 0, min_t(y*ux))/norm(u, 2)"
"""The margin of u/|u| is gamma: the same u, scaled to norm 1, is within norm 1 and has margin gamma.

Where nothing else speaks of u, that is."""

MEASURED = re.compile(r"\b(u|x|s|y|start|trials|norm|sum|max_t|min_t|sum_t|all_t|all_i|ux)\b")
START = "length(start) == 0"
ABSOLUTE_ERROR = "sum_t(abs(y - yhat)) - sum_t(abs(y - ux))"


class Claim:
    """A statement with values of its parameters: its problems, length by length."""

    def __init__(self, statement: Mapping[str, Any], parameters: Mapping[str, Number]) -> None:
        statement = in_intervals(renewed(statement))
        self.statement, self.parameters = statement, dict(parameters)
        if "learner" not in statement:
            raise Refused("the claim has no learner")
        if statement["relation"] not in ("<=", "<"):
            raise Refused(f"the claim says {statement['relation']}; worst cases prove <= and <")
        if statement["outcomes"] not in ("labels", "intervals", "points"):
            raise Refused(f"the outcomes are {statement['outcomes']}; worst cases are for labels, intervals and points")
        if START not in statement["hypotheses"].values():
            raise Refused("the claim lets the learner start anywhere, and worst cases are for a start at 0")
        require_open(statement)
        if others := parameters.keys() - set(statement["free"]):
            raise not_free(others, statement)
        self.interval = statement["outcomes"] == "intervals"

    @cached_property
    def parts(self) -> int:
        """How many comparisons the claim makes."""
        return len(self.statement["compare"])

    def names(self, length: int) -> dict[str, Number]:
        """Return the values of all parameters at a length; what is measured on an instance has to be given."""
        names: dict[str, Number] = {**self.parameters, "l": Fraction(length)}
        for name, text in self.statement["defines"].items():
            if name not in names and name not in self.statement["free"]:
                try:
                    names[name] = value(read(text), GramScope(names))
                except Refused:
                    if name in self.needed:
                        raise
        return names

    @cached_property
    def needed(self) -> set[str]:
        """What learner, compared amounts and bound speak of: nothing is asked of what is defined besides."""
        compared = {name for part in self.statement["compare"] for name in names_in(read(part["value"]))}
        return self.spoken_through({*self.rule_names(), *compared, *names_in(read(self.statement["bound"]))})

    def applies(self, length: int) -> bool:
        """Tell whether the premises on parameters and length alone hold."""
        names = {**self.parameters, "l": Fraction(length)}
        known = (read(text) for text in self.unmeasured if names_in(read(text)) <= names.keys())
        return all(sign(value(formula, GramScope(names))) for formula in known)

    def says_something(self, length: int) -> bool:
        """Tell whether they do at some length up to this one: else nothing is claimed."""
        return any(self.applies(m) for m in range(length + 1))

    @cached_property
    def unmeasured(self) -> list[str]:
        """The premises that measure nothing on an instance."""
        return [text for text in self.statement["hypotheses"].values() if not MEASURED.search(text)]

    @cached_property
    def by_length(self) -> bool:
        """Whether learner, compared amount or premises change with the number of trials."""
        compared = {name for part in self.statement["compare"] for name in names_in(read(part["value"]))}
        return "l" in self.spoken_through({*self.rule_names(), *compared, *self.premises(self.names(1), named=True)})

    @cached_property
    def bound_grows(self) -> bool:
        """Whether the bound speaks of the number of trials."""
        return "l" in self.spoken_through(names_in(read(self.statement["bound"])))

    def rule_names(self) -> set[str]:
        """Return the names in learner and version."""
        learner, texts = self.statement["learner"], [self.statement["version"]]
        texts += [*learner["rule"].values(), learner["predict"]] if isinstance(learner, Mapping) else [learner]
        return {name for text in texts for name in names_in(read(text))}

    def spoken_through(self, names: frozenset[str] | set[str]) -> set[str]:
        """Return names with those that define them."""
        spoken = set(names)
        while True:
            more = spoken.union(*(names_in(read(self.defined(name))) for name in spoken if self.defined(name)))
            if more == spoken:
                return spoken
            spoken = more

    def defined(self, name: str) -> str:
        """Return how the claim defines a parameter, or nothing."""
        text = self.statement["defines"].get(name, "")
        return "" if name in self.parameters or name in self.statement["free"] else str(text)

    def on_each_trial(self, part: int) -> bool:
        """Tell whether a comparison is about each trial alone."""
        compared = self.statement["compare"][part]
        return bool(compared.keys() == {"over", "value"} and compared["over"] == "trials")

    def branches(self, part: int) -> list[Branch]:
        """Return the branches of a comparison about each trial alone, whose gain is the amount less the bound."""
        if self.by_length or self.bound_grows:
            raise Refused("what is claimed of each trial alone depends on the number of trials")
        problem = self.problem(part, 1)
        if problem.interval or problem.strict or not problem.timeless:
            raise Refused("of each trial alone, <= is proved for labels, and for rules that do not speak of t")
        if problem.against or {"update", "updates"} & problem.spoken:
            raise Refused("of each trial alone, what is proved speaks of predictions, not of comparators or updates")
        branches = branches_of(problem.outcome, problem.scope(1, 0))
        if any(gain.norm for branch in branches for gain in branch.gains):
            raise Refused("of each trial alone, what is proved speaks of predictions, not of the example's norm")
        return branches

    def most_above(self, part: int) -> Fraction | None:
        """Return how far above its bound a trial can be at most, whatever the prediction; None without a limit."""
        gains = [branch.most for branch in self.branches(part)]
        return None if None in gains else max(a for a in gains if a is not None)

    def holds_on_each_trial(self, part: int) -> bool:
        """Tell whether the amount of a trial keeps its bound on every branch, whatever the prediction is."""
        most = self.most_above(part)
        return most is not None and most <= 0

    def problem(self, part: int, length: int) -> GramProblem:
        """Return a comparison of the claim at a length; of one about each trial, the amount less the bound."""
        if self.statement["outcomes"] == "points":
            raise Refused("the outcomes are points, for which only the LMS learner with squared loss is known")
        names = self.names(length)
        rule = rule_of(self.statement, names)
        compared = self.statement["compare"][part]
        if self.on_each_trial(part):
            compared = {"value": f"sum_t({compared['value']}) - sum_t({self.statement['bound']})"}
        if compared.keys() - {"value"}:
            raise Refused(f"the claim compares over {compared.get('over', 'parts of the run')}, not the whole run")
        spend(len(compared["value"]))
        gain, against, excess = split(compared["value"], names)
        premises = self.premises(names)
        tau: Number = value(read(rule.get("tau", "0")), GramScope(names))
        unit: Number = ONE
        if self.interval:
            if "tau" not in rule:
                raise Refused(f"the version {self.statement['version']} is for labels")
            if not excess:
                raise Refused("for intervals, the amount has to be the learner's loss less the comparator's")
            if isinstance(rule.get("rate"), Real):  # in units of the rate: u, outcomes and tau over it, and it is 1
                unit, tau, rule = rule["rate"], quotient(tau, rule["rate"]), at_rate(rule, ONE)
                premises |= {"u": quotient(premises["u"], unit)} if "u" in premises else {}
            against = ""
            premises.pop("margin", None)  # it speaks of y, and here trials are flipped by the side
        problem = GramProblem(
            rule, names, gain, against.replace("u_loss", distance(ABSOLUTE, {}, "ux")), premises, unit,
            self.statement["relation"] == "<", self.interval, lifted(tau).constant,
        )  # fmt: skip
        return problem if self.interval or not length else in_units(problem)

    def bound(self, length: int) -> Number:
        """Return the bound at a length."""
        bound = value(read(self.statement["bound"]), GramScope(self.names(length)))
        if not isinstance(bound, Fraction | Real):
            raise Refused("the bound is no number")
        return bound

    def line(self) -> tuple[Number, Number]:
        """Return the bound without a trial, and what each adds; refused where it is no affine function of their number.

        Both may be irrational.
        """
        bound = read(self.statement["bound"])
        if self.by_length or "l" in self.spoken_through(names_in(bound) - {"l"}):
            raise Refused("learner, amount or a name in the bound depends on the number of trials")
        if not degree(bound) <= 1:
            raise Refused("the bound is not known to be an affine function of the number of trials")
        return self.bound(0), self.bound(1) - self.bound(0)

    def premises(self, names: Mapping[str, Number], *, named: bool = False) -> dict[str, Number]:
        """Return the limits on |u| and |x| and the margin that the premises give, or the names of these limits."""
        texts = set(self.statement["hypotheses"].values())
        spend(5 * len(texts))
        limits = dict(limit for text in sorted(texts) for limit in measured(read(text), names))
        limits |= {"u": read("1"), "margin": read("gamma")} if UNIT in texts and not self.charged else {}
        if named:
            return {name: ONE for limit in limits.values() for name in names_in(limit)}
        known = {of: limit for of, limit in limits.items() if names_in(limit) <= names.keys()}
        ends: dict[str, Number] = {of: value(limit, GramScope(names)) for of, limit in known.items()}
        if any(sign(a) < 0 for of, a in ends.items() if of != "margin"):
            raise Refused("a norm is negative")
        return {of: a for of, a in ends.items() if sign(a) >= 0}

    @property
    def charged(self) -> bool:
        """Whether the comparator is charged for its predictions: what is compared speaks of its predictions."""
        return any({"ux", "u_loss"} & names_in(read(part["value"])) for part in self.statement["compare"])


def degree(formula: Formula) -> float:
    """Return the degree of a formula as a polynomial in l, or more; infinity where it is not known as one."""
    head, arguments = formula
    if "l" not in names_in(formula):
        return 0
    if arguments is None:
        return 1
    degrees = [degree(a) for a in arguments]
    match head, degrees:
        case (("+" | "-"), _):
            return max(degrees)
        case ("*", _):
            return sum(degrees)
        case ("/", [above, 0]):
            return above
    return math.inf


def in_units(problem: GramProblem) -> GramProblem:
    """Return a comparison with states and u in units of an irrational rate, if all of a trial is rational then.

    Predictions and amounts are in these units too, so that those have to be linear in what the learner and u predict.
    """
    if not problem.timeless or {*problem.spoken} - {*problem.rule["updates"], *problem.names, "yhat", "x", "xx", "y"}:
        return problem
    try:
        rates = [
            terms["x"] for branch, *_ in problem.branches(1, 0) for terms in branch.states.values() if "x" in terms
        ]
        unit = next((c if sign(c) > 0 else -c for c in rates if isinstance(c, Real)), None)
        if unit is None:
            return problem
        names = {name: f"(({text_of(unit)})*{name})" for name in (*problem.rule["updates"], "yhat", "ux")}
        scaled = partial(over, names=names, unit=text_of(unit))
        rule = {**problem.rule, "updates": {n: scaled(text) for n, text in problem.rule["updates"].items()}}
        rule["predict"] = scaled(problem.rule["predict"])
        result = replace(
            problem, rule=rule, gain=scaled(problem.gain), unit=unit,
            against=scaled(problem.against) if problem.against else "",
            premises={of: a if of == "x" else quotient(a, unit) for of, a in problem.premises.items()},
        )  # fmt: skip
        links = [link for _, link, *_ in result.branches(1, 0)]
        numbers = [c for link in links for terms in (link.predict, *link.states.values()) for c in terms.values()]
        numbers += [a for link in links for form, _ in (*link.rows, *link.pieces) for a in form]
        square(result.premises.get("u", ONE))
    except Refused:
        return problem
    return problem if irrational(numbers) else result


def over(text: str, names: Mapping[str, str], unit: str) -> str:
    """Return a formula with names in a unit, and over it."""
    spoken = re.compile(r"\b[A-Za-z]\w*", re.ASCII)
    return f"({spoken.sub(lambda found: names.get(found[0], found[0]), text)})/({unit})"


def in_intervals(statement: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a claim about absolute loss on single outcomes as one about the intervals [y, y]; others as they are.

    A rule w + rate*sign(y - yhat)*x is the Perceptron's there: the side of y is that of the interval.
    """
    learner = statement.get("learner")
    if statement["outcomes"] != "points" or not isinstance(learner, Mapping) or len(learner["rule"]) != 1:
        return statement
    if not plays_alone(learner):
        return statement
    ((state, text),) = learner["rule"].items()
    rate = read(text)
    for place in (1, 0, 0):
        inside = rate.arguments or ()
        rate = inside[place] if rate.head in ("+", "*") and len(inside) == 2 else rate
    parts = [(text, f"{state} + ({written(rate)})*sign(y - yhat)*x"), (learner["predict"], f"dot({state}, x)")]
    parts += [(start, "0") for start in learner.get("start", {}).values()]
    parts += [(part.get("value", "0"), ABSOLUTE_ERROR) for part in statement["compare"]]
    taken = (*OF_A_TRIAL, *statement["free"], *statement["defines"])
    if state in taken or any(read(said) != read(wanted) for said, wanted in parts):
        return statement
    compare = [{**part, "value": "sum_t(loss) - sum_t(u_loss)"} for part in statement["compare"]]
    perceptron = {"learner": f"perceptron({written(rate)})", "version": "absolute", "outcomes": "intervals"}
    return {**statement, **perceptron, "compare": compare}


def measured(premise: Formula, names: Mapping[str, Number]) -> Iterator[tuple[str, Formula]]:
    """Yield what a premise bounds, and by what: |u| or |x| from above, the margin y u.x from below.

    A premise that is not known here is left out, which proves more.
    """
    head, parts = premise
    if head == "and":
        for part in parts or ():
            yield from measured(part, names)
        return
    of_trials = head == "all_t"
    if head == "or" and parts and parts[0] == read("l == 0"):
        head, parts = parts[1]
    elif of_trials and parts and len(parts) == 1:
        head, parts = parts[0]
    if head not in ("<=", "<", "==", ">", ">=") or parts is None:
        return
    low, high = parts if head in ("<=", "<", "==") else parts[::-1]
    for measure, limit in ((low, high), (high, low)):
        of = amount_of(measure, names, of_trials=of_trials)
        if of is not None and (measure is high) == (of == "margin"):
            yield of, limit


def amount_of(measure: Formula, names: Mapping[str, Number], *, of_trials: bool) -> str | None:
    """Return which of |u|, |x| and the margin an amount is: of a trial, or the largest or least of all."""
    head, parts = measure
    if not of_trials and head in ("max_t", "min_t") and parts and len(parts) == 1:
        inner = amount_of(parts[0], names, of_trials=True)
        return inner if inner == {"max_t": "x", "min_t": "margin"}[head] else None
    if head == "norm" and parts and len(parts) == 2 and parts[0].head in ("u", "x") and two(parts[1], names):
        return parts[0].head if (parts[0].head == "x") == of_trials else None
    return "margin" if of_trials and measure == read("y*ux") else None


def two(order: Formula, names: Mapping[str, Number]) -> bool:
    """Tell whether the order of a norm, such as p/(p - 1), is 2."""
    return names_in(order) <= {"p"} and (
        order == read("2") or (names.get("p") == 2 and value(order, GramScope(names)) == 2)
    )


def split(text: str, names: Mapping[str, Any]) -> tuple[str, str, bool]:
    """Return what a trial adds to an amount such as sum_t(loss) - sum_t(u_loss): the learner's part and u's."""
    summed = list(summands(read(text), "1"))
    if any(names_in(read(factor)) - names.keys() for _, factor in summed):
        raise Refused("a sum over the trials is multiplied by what is no parameter")
    parts = [f"({factor})*({inside})" for inside, factor in summed]
    theirs = [part for part in parts if {"ux", "u_loss"} & names_in(read(part))]
    mine = [part for part in parts if part not in theirs]
    return " + ".join(mine) or "0", " + ".join(theirs), text == "sum_t(loss) - sum_t(u_loss)"


def summands(formula: Formula, factor: str) -> Iterator[tuple[str, str]]:
    """Yield what is summed over the trials, with its factor."""
    head, arguments = formula.head, formula.arguments or ()
    if head in ("+", "-") and len(arguments) == 2:
        yield from summands(arguments[0], factor)
        yield from summands(arguments[1], factor if head == "+" else f"-({factor})")
    elif head == "*" and "sum_t" not in written(arguments[0]):
        yield from summands(arguments[1], f"({factor})*({written(arguments[0])})")
    elif head == "sum_t" and len(arguments) == 1:
        yield written(arguments[0]), factor
    else:
        raise Refused("the compared amount is not a sum over the trials")


def written(formula: Formula) -> str:
    """Write a formula."""
    head, arguments = formula
    if arguments is None:
        return head
    if head == "":
        return f"({arguments[0]})"
    if head in BINDING and head != "if" and len(arguments) == 2:
        return f"({written(arguments[0])} {head} {written(arguments[1])})"
    if head in ("-", "not"):
        return f"({head} {written(arguments[0])})"
    return f"{head}({', '.join(map(written, arguments))})"
