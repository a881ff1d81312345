"""What claims compare with their bounds: totals of a run, per-trial amounts, differences of two runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from bounds.claims.claim import ClaimCase, LearnerSpec, Quantity
from bounds.expression import format_expression
from bounds.learners.play import play
from bounds.learners.run import Run
from bounds.numbers import Number

Part: TypeAlias = Mapping[str, Any]
"""One comparison in the formula language of certificates (see bounds.claims.comparisons)."""


Said: TypeAlias = Mapping[str, str] | None
"""Names that a comparison uses, each with its formula."""


def said(text: str, formula: str, names: Said = None, **context: Any) -> Quantity:
    """Return an amount by its formula, with ``names`` for parts of it, and what else it is computed in.

    >>> said("M", "sum_t(err)").parts
    ('M', '')
    """
    return Quantity(text, formula=({"value": formula, **({"with": names} if names else {}), **context},))


def each(
    text: str, value: str, condition: str = "", over: str = "trials", names: Said = None, **context: Any
) -> Quantity:
    """Return an amount of each trial, or of each state or entry, that satisfies a condition."""
    when = {"if": condition} if condition else {}
    return said(text, value, names, over=over, **when, **context)


def parts(text: str, *formula: Part, notes: tuple[str, ...] = ()) -> Quantity:
    """Return several amounts, each perhaps with a note, all compared with the claim's bound."""
    return Quantity(text, formula=formula, notes=notes)


def played(spec: LearnerSpec) -> Part:
    """Return what a comparison says about the learner it is made with; one without a name is the claim's own."""
    return {"learner": spec.formula, "version": spec.targets} if spec.formula else {}


EXCESS_LOSS = said("Abs-Loss(A, S) - Abs-Loss(u, S)", "sum_t(loss) - sum_t(u_loss)")
TOLERANCED_EXCESS_LOSS = said("Abs-Loss(A, S, tau) - Abs-Loss(u, S)", "sum_t(loss) - sum_t(u_loss)")
LOSS = said("Abs-Loss(A, S)", "sum_t(loss)")
MISTAKES = said("M", "sum_t(err)")
TOLERANCED_LOSS_AND_EXPECTED_MISTAKES = parts(
    "`Abs-Loss(A, S, 1/2)`, `E[M]`",
    {"value": "sum_t(loss)"},
    {"value": "sum_t(err)"},
    notes=("Abs-Loss(A, S, 1/2)", "E[M]"),
)
TRIAL_EXCESS_LOSS = each("Abs-Loss(w, S_t) - Abs-Loss(u, S_t)", "loss - u_loss", "side != 0")
ZERO_LOSS_TRIALS = each("Abs-Loss(w_t, S_t) - Abs-Loss(u, S_t) where Abs-Loss(w_t, S_t) = 0", "-u_loss", "loss == 0")
_DROP = "sum((u - w)**2) - sum((u - w_next)**2)"
ZERO_LOSS_UPDATES = each(
    "Abs-Loss(w_t, S_t) - Abs-Loss(u, S_t) - (d(u, w_t) - d(u, w_t+1))/(2 eta) where Abs-Loss(w_t, S_t) = 0",
    f"-u_loss - ({_DROP})/(2*eta)",
    "(side != 0)*(loss == 0)",
)
DISTANCE_DROP = each("d(u, w_t) - d(u, w_t+1) on an update", _DROP, "side != 0")
DISTANCE = each("`d(u, w_t)`", "sum(xlog(u, u)) - sum(xlog(u, w))", over="states")
START_DISTANCE = said("`d(u, s)`", "sum(xlog(u, u)) - sum(xlog(u, if(length(start) == 0, u*0 + U/n, start)))")
LOG_MEAN_EXP = each("ln(sum w_i exp(eta x_i) / U)", "ln(sum(w*exp(eta*x))/U)")
TOLERANCED_TRIAL_LOSS = each(
    "`Abs-Loss(w, S_t, tau)` where `yhat` is outside `I +- tau`",
    "second_loss",
    "second_side != 0",
    version="absolute",
    second="fixed()",
    second_version="toleranced(tau)",
)
ERROR_PROBABILITY = each("E[0-1 loss of trial t]", "err")
HALF_TOLERANCE_LOSS = each(
    "Abs-Loss(w, S_t, 1/2) - P(error) if |yhat| < 1/2, else its distance to 0 (right) or to [1, oo) (wrong)",
    "if(abs(yhat) < 1/2, loss - err, if(err == 1, Max(0, 1 - loss), loss))",
)
NOISY_TRIAL_LOSS = each("Abs-Loss(u, S_t) where u errs", "u_loss", "u_err")
MISTAKEN_SUBSEQUENCE_LOSS = parts(
    "max over subsequences `S'` of length `m` of `Abs-Loss(A, S')`",
    {"value": "0", "with": {"m": "0"}},
    {"over": "trials", "value": "past_t(err*(1 - y*wx))"},
)
"""The mistakes of a conservative learner are, in their order, the trials of which it makes the most."""


def disagreements(other: LearnerSpec, text: str, differ: str) -> Quantity:
    """Return the number of trials on which the claim's learner and another one differ.

    ``differ`` says in what; in it the other learner's names begin with ``second_``.
    """
    return said(text, f"sum_t({differ})", second=other.formula, second_version=other.targets)


def expressions(text: str, *sides: tuple[Any, str]) -> Quantity:
    """Return symbolic quantities, each with a note, all compared with the claim's bound."""
    values = ({"value": format_expression(expression)} for expression, _ in sides)
    return parts(text, *values, notes=tuple(note for _, note in sides))


def run_with_distances(case: ClaimCase) -> tuple[Run, list[Number]]:
    """Return the run, and d(u, w_t) before each trial and after the last."""
    geometry = case.claim.distance
    if geometry is None:
        raise ValueError(f"{case.id} has no distance")
    u, learner = case.instance.require_comparator(), case.learner()
    found: list[Number] = []
    run = play(
        learner,
        case.instance.trials,
        case.version,
        u,
        watch=lambda _: found.append(geometry.distance(u, learner)),
    )
    if not found:
        learner.start(case.instance.trials.n)
    return run, [*found, geometry.distance(u, learner)]
