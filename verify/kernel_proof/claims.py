"""A claim by rule, read by its structure: rule, gain, loss, bound and hypotheses.

A hypothesis that is not understood is left out, which can only make more of what has to be proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from verify.kernel import RELATIONS, Formula, Malformed, names_in, read, require_open
from verify.kernel_gram.numbers import Refused
from verify.kernel_proof.pieces import Piece, Terms, named, pieces
from verify.kernel_proof.ratios import Ratio

START = read("length(start) == 0")
PARTS = {"hypotheses", "defines", "free", "outcomes", "compare", "relation", "bound", "learner", "version"}
EMPTY, NIL = read("l == 0"), read("0")
SIZE, RADIUS, PREDICTED = read("norm(u, 2)"), read("norm(x, 2)"), read("dot(w, x)")
UPDATE = Formula("update")
TURNED = {"<": ">", "<=": ">=", "==": "==", ">=": "<=", ">": "<"}
TRIALS = "l"


@dataclass
class Premises:
    """What the hypotheses of a claim say, by what they are: ``ends`` bound |u|, |x| and the sum of a loss from above.

    ``lengths`` bound those of other vectors of a trial. ``of_trials`` hold on each trial, ``of_parameters`` of the
    parameters; ``other`` are not understood. Each hypothesis is in one of these.
    """

    size: list[Formula] = field(default_factory=list)
    radius: list[Formula] = field(default_factory=list)
    charge: list[tuple[Formula, Formula]] = field(default_factory=list)
    lengths: list[tuple[Formula, Formula]] = field(default_factory=list)
    of_trials: list[Formula] = field(default_factory=list)
    of_parameters: list[Formula] = field(default_factory=list)
    other: list[Formula] = field(default_factory=list)

    @property
    def counted(self) -> int:
        """How many ends there are."""
        return len(self.size) + len(self.radius) + len(self.charge) + len(self.lengths)


class Claim:
    """A statement that one inequality a trial can speak of, with one comparator, of trials with nothing besides.

    In some the comparator ``may_change``, and trials ``may_show`` more: further columns.
    """

    may_change = may_show = False

    def __init__(self, statement: Mapping[str, Any]) -> None:
        self.statement = statement
        self.changing = self.may_change and statement.get("comparator") == "u_t"
        shown = {"trial"} if self.may_show and "trial" in statement else set()
        if statement.keys() != PARTS | shown | ({"comparator"} if self.changing else set()) or not all(
            isinstance(statement[part], list) for part in ("free", "compare")
        ):
            raise Refused(f"a statement has the parts {', '.join(sorted(PARTS))}")
        require_open(statement)
        self.parameters = {*statement["free"], *statement["defines"]}
        if any(name.startswith("_") for name in self.parameters):
            raise Refused("the name of a parameter starts with _")
        self.kind = statement["outcomes"]
        if self.kind not in ("labels", "points", "intervals") or statement["relation"] != "<=":
            raise Refused("what is proved is <=, of trials")
        self.read_learner(statement)
        self.gain, self.times, self.loss = compared(statement["compare"])
        self.premises = self.read_premises(map(read, statement["hypotheses"].values()))
        self.bound = read(statement["bound"])
        self.floored = self.bound.head == "floor" and self.bound.arguments is not None
        if self.floored:
            (self.bound,) = self.bound.arguments or ()
        if self.loss is None and self.premises.charge:
            self.loss = self.premises.charge[0][0]

    def read_learner(self, statement: Mapping[str, Any]) -> None:
        """Read what the learner does."""
        self.rule = rule_of(statement)

    # --- premises

    def read_premises(self, hypotheses: Iterable[Formula]) -> Premises:
        """Sort the hypotheses by what they say; refuse a learner that may start anywhere."""
        premises = Premises()
        left = [formula for formula in hypotheses if formula != START]
        if len(left) == len(self.statement["hypotheses"]):
            raise Refused("the claim lets the learner start anywhere")
        for formula in left:
            self.sort(formula, premises)
        return premises

    def sort(self, formula: Formula, premises: Premises) -> None:
        """Put one hypothesis where it belongs."""
        said, of_trials = of_each_trial(formula)
        for relation, measure, end in sides(said):
            if relation in ("<", "<=", "==") and self.is_parameter(end):
                known = premises.counted
                if of_trials == self.changing and measure == SIZE:
                    premises.size.append(end)
                elif of_trials and measure == RADIUS:
                    premises.radius.append(end)
                elif not of_trials and measure.head == "sum_t" and measure.arguments is not None:
                    premises.charge.append((measure.arguments[0], end))
                elif of_trials and self.may_show and (of := length_of(measure)):
                    premises.lengths.append((of, end))
                if premises.counted > known and relation != "==":
                    return
        if of_trials:
            premises.of_trials.append(said)
        elif self.is_parameter(formula):
            premises.of_parameters.append(formula)
        else:
            premises.other.append(formula)

    def is_parameter(self, formula: Formula) -> bool:
        """Tell whether a formula speaks of parameters and the number of trials alone."""
        return names_in(formula) <= {*self.parameters, TRIALS} and not {"sum_t", "max_t", "min_t", "all_t"} & heads(
            formula
        )

    # --- names

    def spoken(self, *formulas: Formula | None) -> set[str]:
        """Return the names in formulas, and in what defines these."""
        names = set().union(*(names_in(formula) for formula in formulas if formula is not None))
        new = names
        while new := set().union(*(names_in(self.defined[name]) for name in new & self.defined.keys())) - names:
            names = names | new
        return names

    @cached_property
    def defined(self) -> dict[str, Formula]:
        """The parameters that the claim defines, and no instance may set."""
        free = {*self.statement["free"]}
        return {name: read(text) for name, text in self.statement["defines"].items() if name not in free}

    def terms(self, kept: Sequence[str], trials: Sequence[Piece], roots: dict[str, Ratio]) -> Terms:
        """Return what parameters stand for: variables, or what defines them unless they are ``kept``; and l."""
        names = {name: named(name) for name in (*self.statement["free"], *kept)} | {TRIALS: list(trials)}
        terms = self.named(names, roots)
        for name, formula in self.defined.items():
            if name not in kept and self.is_parameter(formula):
                with suppress(Refused):
                    names[name] = pieces(formula, terms)
        return terms

    def named(self, names: dict[str, list[Piece]], roots: dict[str, Ratio]) -> Terms:
        """Return terms in which names stand for something."""
        return Terms(names, roots)

    def require_kept(self, kept: Sequence[str]) -> None:
        """Refuse to take for variables but defined parameters that a hypothesis compares, so that they have values."""
        valued = {side.head for formula in self.premises.of_parameters for _, side, _ in sides(formula)}
        if any(name not in self.defined or name not in valued for name in kept):
            raise Malformed("kept may be what is defined, and has a value in every instance")


def rule_of(statement: Mapping[str, Any]) -> Formula:
    """Return what the weights become; refuse a learner with another state, start or prediction."""
    learner = statement.get("learner")
    if not isinstance(learner, Mapping) or learner.keys() - {"rule", "start", "predict"}:
        raise Refused("the learner is not given by a rule")
    if learner["rule"].keys() != {"w"} or read(learner.get("predict", "dot(w, x)")) != PREDICTED:
        raise Refused("the learner keeps more than weights, or predicts something else than w.x")
    if any(read(text) != NIL for text in learner.get("start", {}).values()):
        raise Refused("the learner does not start at 0")
    return read(learner["rule"]["w"])


def compared(parts: Sequence[Mapping[str, str]]) -> tuple[Formula, Formula, Formula | None]:
    """Return the gain, the factor of the loss and the loss, of sum_t(gain) - factor*sum_t(loss)."""
    if len(parts) != 1 or parts[0].keys() != {"value"}:
        raise Refused("the claim compares more than a sum over the trials")
    left, times, loss = read(parts[0]["value"]), NIL, None
    if left.head == "-" and left.arguments is not None and len(left.arguments) == 2:
        left, right = left.arguments
        times = read("1")
        if right.head == "*" and right.arguments is not None:
            times, right = right.arguments
        loss = summed(right)
    return summed(left), times, loss


def summed(formula: Formula) -> Formula:
    """Return what is summed over the trials."""
    if formula.head != "sum_t" or formula.arguments is None or len(formula.arguments) != 1:
        raise Refused("what is compared is no sum over the trials, less a multiple of another")
    inside: Formula = formula.arguments[0]
    return inside


def heads(formula: Formula) -> set[str]:
    """Return the functions in a formula."""
    inside = [a for a in formula.arguments or () if isinstance(a, Formula)]
    return {formula.head for _ in formula.arguments or ()}.union(*map(heads, inside))


def sides(formula: Formula) -> Iterator[tuple[str, Formula, Formula]]:
    """Yield a relation with its sides as they are, and turned round."""
    head, arguments = formula
    if head in TURNED and arguments is not None and len(arguments) == 2:
        left, right = arguments
        yield head, left, right
        yield TURNED[head], right, left


def length_of(measure: Formula) -> Formula | None:
    """Return the vector whose length something is, if it is that of one."""
    head, arguments = measure
    return arguments[0] if head == "norm" and arguments is not None and arguments[1:] == (read("2"),) else None


def of_each_trial(formula: Formula) -> tuple[Formula, bool]:
    """Return what a hypothesis says of each trial, and that it does; else the hypothesis.

    Of a run with trials, that is: what it says of one without is left out.
    """
    head, arguments = formula
    if head == "all_t" and arguments is not None and len(arguments) == 1:
        return arguments[0], True
    if head == "or" and arguments is not None and arguments[0] == EMPTY:
        said, each = of_each_trial(arguments[1])
        return (said, True) if each else (formula, False)
    for relation, left, right in sides(formula):
        inside = right.arguments or ()
        if right.head == "if" and inside[:2] == (EMPTY, NIL):
            right, inside = inside[2], inside[2].arguments or ()
        if len(inside) != 1:
            continue
        match relation, right.head:
            case (">=" | ">", "max_t") | ("<=" | "<", "min_t"):
                return Formula(relation, (left, *inside)), True
            case "==", "max_t" if left == NIL and inside[0].head in ("abs", "Abs"):
                return Formula("==", (inside[0], NIL)), True
            case "==", "sum_t" if left == NIL and inside[0].head in (*RELATIONS, "and", "or", "not"):
                return Formula("not", inside), True
    return formula, False
