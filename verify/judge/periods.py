"""Trials that are repeated, too many to be played one by one: they are judged as the independent checker judges them.

It plays a block once or twice, and where that shows that every repetition errs in the same way, multiplies what each
adds by how often it comes (``verify.kernel.Player.repeat``); where it does not show, it plays all, within PATIENCE.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple

from bounds import symbols
from bounds.claims.claim import ClaimCase, Hypothesis
from bounds.errors import BoundcheckError
from bounds.formulas.slack import slack
from bounds.formulas.text import read, write
from bounds.numbers import Number, exp, log, power, total
from bounds.numbers.evaluate import relation_holds
from verify import kernel
from verify.judge.statement import instance_object, statement

PATIENCE = 4
"""Times the usual work of the checker that may be done, which is some 20 seconds."""


class Decision(NamedTuple):
    """The checker's verdict, in what words, and the numbers that decide."""

    status: str
    reason: str
    sides: tuple[Number, Number] | None


class RepeatedCase(ClaimCase):
    """A claim at an instance of repeated trials; its values are those of the checker."""

    @cached_property
    def found(self) -> Decision:
        """What the checker finds."""
        said, written = statement(self.claim), instance_object(self.claim, self.instance)
        try:
            decision = kernel.judge(said, written, PATIENCE)
        except kernel.Malformed as error:
            raise BoundcheckError(
                f"the checker does not see that the {self.instance.trials.l} trials repeat themselves, and to play "
                f"them one by one is much work ({error}); boundcheck replay FILE --patience 1000 goes as far as it can"
            ) from None
        sides = (
            None if decision.left is None or decision.right is None else (number(decision.left), number(decision.right))
        )
        return Decision(decision.status, decision.reason, sides)

    def failing(self, premises: Iterable[Hypothesis]) -> list[tuple[Hypothesis, Number | None]]:
        """Return the premises that fail, each with the amount by which it does, where the checker has one."""
        said, failing = statement(self.claim), list[tuple[Hypothesis, Number | None]]()
        with kernel.within(kernel.Budget(PATIENCE)):
            scope, blocks = kernel.settled(said, instance_object(self.claim, self.instance))
            run = kernel.perform(said if kernel.about_the_run(said) else {}, scope, blocks)
            for premise in premises:
                amount, relation = slack(read(premise.formula))
                try:
                    margin = kernel.amount(write(amount), run)
                    if not relation_holds(relation, kernel.sign(margin)):
                        failing.append((premise, number(margin)))
                except kernel.Unknown:
                    if kernel.sign(kernel.amount(premise.formula, run)) == 0:
                        failing.append((premise, None))
        return failing

    @cached_property
    def values(self) -> dict[Any, Number]:
        """Exact values by symbol, as far as the checker has them before the learner plays."""
        said, values = statement(self.claim), dict(self.instance.parameters)
        with kernel.within(kernel.Budget(PATIENCE)):
            scope, blocks = kernel.settled(said, instance_object(self.claim, self.instance))
            run = kernel.begin(scope, blocks)
            for name in (*said["free"], *said["defines"], "l", "n"):
                try:
                    values[symbols.lookup(name)] = number(kernel.amount(name, run))
                except (kernel.Unknown, kernel.Malformed):
                    continue  # it is read off the run, or a premise fails, and the verdict says so
        return values


def number(a: kernel.Number) -> Number:
    """Return a number of the checker as one of ours.

    >>> print(number(kernel.exact("2*sqrt(3) + exp(-1)/7 - ln(1/2)")))
    2*sqrt(3) + 1/7*exp(-1) + ln(2)
    """
    if not isinstance(a, kernel.Real):
        return a
    return total(_product(monomial) * coefficient for monomial, coefficient in a.terms.items())


def _product(monomial: kernel.Monomial) -> Number:
    product: Number = kernel.ONE
    for atom, exponent in monomial:
        product = product * power(_atom(atom), exponent)
    return product


def _atom(atom: kernel.Atom) -> Number:
    kind, inside = atom
    match kind:
        case "exp":
            return exp(_product(inside))
        case "ln":
            return log(_atom(inside)) * kernel.direction(atom[1])
    return number(inside)
