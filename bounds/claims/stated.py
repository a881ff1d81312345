"""The parts of a claim by formula: what each trial adds to its quantity, and its learner.

Everything here is plain data with formulas in it, so that claims can be pickled and compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import sympy

from bounds import symbols
from bounds.claims.case import Case
from bounds.claims.named import Named, VersionNamed
from bounds.claims.parts import LearnerSpec, Quantity
from bounds.claims.scope import compiled, on_a_trial
from bounds.errors import BoundcheckError
from bounds.expression import expression_of
from bounds.formulas.rules import Outcomes as OutcomeKind
from bounds.formulas.rules import Rule
from bounds.formulas.scope import TRIALS
from bounds.formulas.slack import ONE
from bounds.formulas.text import read, write
from bounds.formulas.tree import Apply, Formula
from bounds.learners.rule import RuleLearner
from bounds.numbers import Number


def by_trial(formula: Formula, case: Case) -> list[Number]:
    """Return what a formula about a trial is on each."""
    amount = on_a_trial(formula, case.further)
    return [amount.value(trial) for trial in case.scope[TRIALS]]


# --- the parts of a claim ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Regret:
    """What each trial adds to a quantity: the learner's loss less ``times`` the comparator's.

    ``gain`` is the learner's loss on a trial, a formula in yhat and y; ``loss`` the comparator's, in ux, if any.
    """

    gain: Formula
    loss: Formula | None = None
    times: Formula = ONE

    @property
    def factor(self) -> sympy.Expr:
        """The factor of the comparator's loss as a sympy expression; 0 where nothing is taken off."""
        return sympy.Integer(0) if self.loss is None else expression_of(self.times)

    def text(self, factor: str) -> str:
        """Return what is compared as a text, the factor of the comparator's loss, where it is not 1, as this one."""
        gained = f"sum_t({write(self.gain)})"
        if self.loss is None:
            return gained
        times = "" if self.times == ONE else f"({factor})*"
        return f"{gained} - {times}sum_t({write(self.loss)})"

    def factor_at(self, case: Case) -> Number:
        """Return the value of the factor of the comparator's loss in a case."""
        value: Number = compiled(self.times, case.further).value(case.scope)
        return value

    def by_trial(self, case: Case) -> list[Number]:
        """Return what each trial adds to the comparison."""
        gained = by_trial(self.gain, case)
        if self.loss is None:
            return gained
        times, lost = self.factor_at(case), by_trial(self.loss, case)
        return [a - times * b for a, b in zip(gained, lost, strict=True)]


def regret_of(quantity: Quantity) -> Regret | None:
    """Return what each trial adds to a quantity; None where it is no such sum.

    >>> from bounds.claims.quantities import amount_of
    >>> regret_of(amount_of("M", "sum_t(err)"))
    Regret(gain=Name(name='err'), loss=None, times=Constant(value=Fraction(1, 1)))
    """
    if len(quantity.formula) != 1 or quantity.formula[0].keys() != {"value"}:
        return None
    return _regret(quantity.formula[0]["value"])


@lru_cache(maxsize=1024)
def _regret(text: str) -> Regret | None:
    match read(text):
        case Apply("sum_t", (gain,)):
            return Regret(gain)
        case Apply("-", (Apply("sum_t", (gain,)), Apply("sum_t", (loss,)))):
            return Regret(gain, loss)
        case Apply("-", (Apply("sum_t", (gain,)), Apply("*", (times, Apply("sum_t", (loss,)))))):
            return Regret(gain, loss, times)
    return None


@dataclass(frozen=True)
class RuleMaker:
    """Makes a learner by rule at the values of a case."""

    rule: Rule

    def __call__(self, case: Case) -> RuleLearner:
        """Return the learner; parameters are called as in the glossary."""
        values = {name: case.value(symbols.lookup(name)) for name in self.rule.parameters}
        drawn = dict.fromkeys(self.rule.draw, case.path)
        return RuleLearner(self.rule, values, case.instance.start, {**case.instance.columns, **drawn})


def learner_spec(rule: Rule, version: str = "") -> LearnerSpec:
    """Return a learner by rule as claims take it; without a version it adopts that of the claim it is put into."""
    usual = "classification" if rule.outcomes == "labels" else "absolute"
    chosen = VersionNamed(version or usual)
    return LearnerSpec(str(rule), RuleMaker(rule), chosen, str(rule), chosen.formula, rule=rule, adopts=not version)


ANY = "any"
"""The learner of a lower bound, which is claimed of all learners: what they predict is all that is known of them."""


@dataclass(frozen=True)
class Unplayed:
    """Makes no learner: nature plays against all of them, with outcomes of this kind."""

    outcomes: OutcomeKind

    def __call__(self, case: Case) -> RuleLearner:
        """Refuse to play one learner where a sequence is claimed to exist against each."""
        claim = getattr(case, "claim", None)
        raise BoundcheckError(
            f"{'the claim' if claim is None else claim.id} says that for each learner some sequence is as bad as that, "
            "and no run can tell; boundcheck optimal and prove judge what nature plays"
        )


def any_learner(outcomes: OutcomeKind, version: str = "") -> LearnerSpec:
    """Return any learner, as lower bounds take it.

    >>> any_learner("labels").formula, any_learner("points").targets
    ('any', 'absolute')
    """
    chosen = VersionNamed(version or ("classification" if outcomes == "labels" else "absolute"))
    return LearnerSpec("any learner", Unplayed(outcomes), chosen, ANY, chosen.formula)


def named_learner(text: str, formula: str, targets: str) -> LearnerSpec:
    """Return the learner that a formula names, in the version that another one names, as claims take it.

    >>> named_learner("the Perceptron", "perceptron(eta)", "classification").kind
    'perceptron'
    """
    return LearnerSpec(text, Named(formula), VersionNamed(targets), formula, targets)
