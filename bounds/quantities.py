"""What claims compare with their bounds: totals of a run, per-trial amounts, differences of two runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from bounds import symbols as s
from bounds.claim import Case, LearnerSpec, Quantity, Row
from bounds.expression import format_expression
from bounds.numbers import Number, Real, compare, exp, log, require_sign, total
from bounds.run import Run, Step, play
from bounds.trials import Vector
from bounds.versions import ABSOLUTE, HALF, ZERO


def whole_run(text: str, amount: Callable[[Case], int | Number], formula: str = "", **context: Any) -> Quantity:
    """Return an amount of the whole instance, with its formula for certificates and what that is computed in."""

    def rows(case: Case) -> Iterator[Row]:
        yield Row(ZERO + amount(case))

    return Quantity(text, rows, ({"value": formula, **context},) if formula else ())


def said(text: str, formula: str) -> Quantity:
    """Return an amount of the whole run by its formula.

    >>> said("M", "sum_t(err)").parts
    ('M', '')
    """
    return Quantity(text, formula=({"value": formula},))


EXCESS_LOSS = said("Abs-Loss(A, S) - Abs-Loss(u, S)", "sum_t(loss) - sum_t(u_loss)")
TOLERANCED_EXCESS_LOSS = said("Abs-Loss(A, S, tau) - Abs-Loss(u, S)", "sum_t(loss) - sum_t(u_loss)")
LOSS = said("Abs-Loss(A, S)", "sum_t(loss)")
MISTAKES = said("M", "sum_t(err)")


def _loss_and_expectation(case: Case) -> Iterator[Row]:
    yield Row(case.run.loss, what="Abs-Loss(A, S, 1/2)")
    yield Row(case.run.mistakes, what="E[M]")


TOLERANCED_LOSS_AND_EXPECTED_MISTAKES = Quantity(
    "Abs-Loss(A, S, 1/2), E[M]", _loss_and_expectation, ({"value": "sum_t(loss)"}, {"value": "sum_t(err)"})
)


def _per_step(text: str, row: Callable[[Case, Step], Row | None], **formula: str) -> Quantity:
    def rows(case: Case) -> Iterator[Row]:
        for step in case.run.steps:
            result = row(case, step)
            if result is not None:
                yield result

    return Quantity(text, rows, ({"over": "trials", **formula},))


def _known(value: Number | None) -> Number:
    if value is None:
        raise ValueError("this quantity needs a comparator and labels")
    return value


def _lemma_1(_: Case, step: Step) -> Row | None:
    if not step.side:
        return None
    values = {s.ux: _known(step.comparator_prediction), s.wx: step.prediction, s.side: Fraction(step.side)}
    return Row(step.loss - _known(step.comparator_loss), values, step.t)


TRIAL_EXCESS_LOSS = _per_step(
    "Abs-Loss(w, S_t) - Abs-Loss(u, S_t)", _lemma_1, **{"if": "side != 0", "value": "loss - u_loss"}
)


def _free_trial(_: Case, step: Step) -> Row | None:
    return Row(-_known(step.comparator_loss), {}, step.t) if step.loss == 0 else None


ZERO_LOSS_TRIALS = _per_step(
    "Abs-Loss(w_t, S_t) - Abs-Loss(u, S_t) where Abs-Loss(w_t, S_t) = 0",
    _free_trial,
    **{"if": "loss == 0", "value": "-u_loss"},
)


def run_with_distances(case: Case) -> tuple[Run, list[Number]]:
    """Return the run, and d(u, w_t) before each trial and after the last."""
    geometry = case.claim.distance
    if geometry is None:
        raise ValueError(f"{case.claim.id} has no distance")
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


def _zero_loss_updates(case: Case) -> Iterator[Row]:
    _, d = run_with_distances(case)
    for step in case.run.steps:
        if step.side and step.loss == 0:
            paid = (d[step.t - 1] - d[step.t]) / (2 * case.value(s.eta))
            yield Row(-_known(step.comparator_loss) - paid, {}, step.t)


ZERO_LOSS_UPDATES = Quantity(
    "Abs-Loss(w_t, S_t) - Abs-Loss(u, S_t) - (d(u, w_t) - d(u, w_t+1))/(2 eta) where Abs-Loss(w_t, S_t) = 0",
    _zero_loss_updates,
    (
        {
            "over": "trials",
            "if": "(side != 0)*(loss == 0)",
            "value": "-u_loss - (sum((u - w)**2) - sum((u - w_next)**2))/(2*eta)",
        },
    ),
)


def _distance_drops(case: Case) -> Iterator[Row]:
    _, d = run_with_distances(case)
    for step in case.run.steps:
        if step.side:
            values = {
                s.ux: _known(step.comparator_prediction),
                s.wx: step.prediction,
                s.xx: step.x.squared_norm(),
                s.side: Fraction(step.side),
            }
            yield Row(d[step.t - 1] - d[step.t], values, step.t)


DISTANCE_DROP = Quantity(
    "d(u, w_t) - d(u, w_t+1) on an update",
    _distance_drops,
    ({"over": "trials", "if": "side != 0", "value": "sum((u - w)**2) - sum((u - w_next)**2)"},),
)


def _all_distances(case: Case) -> Iterator[Row]:
    for t, d in enumerate(run_with_distances(case)[1], 1):
        yield Row(d, {}, t)


DISTANCE = Quantity("d(u, w_t)", _all_distances, ({"over": "states", "value": "sum(xlog(u, u)) - sum(xlog(u, w))"},))


def _start_distance(case: Case) -> Iterator[Row]:
    geometry, learner = case.claim.geometry, case.learner()
    if geometry is None:
        raise ValueError(f"{case.claim.id} has no distance")
    learner.start(case.instance.trials.n)
    yield Row(geometry.distance(case.instance.require_comparator(), learner))


START_DISTANCE = Quantity(
    "d(u, s)", _start_distance, ({"value": "sum(xlog(u, u)) - sum(xlog(u, if(length(start) == 0, u*0 + U/n, start)))"},)
)


def _log_mean_exp(case: Case) -> Iterator[Row]:
    w: Vector | None = case.instance.start
    if w is None:
        raise ValueError(f"{case.claim.id} needs a weight vector")
    eta, U = case.value(s.eta), case.value(s.U)
    for step in case.run.steps:
        mean = total(a * exp(eta * b) for a, b in zip(w, step.x, strict=True) if a) / U
        yield Row(log(mean), {s.wx: step.prediction}, step.t)


LOG_MEAN_EXP = Quantity(
    "ln(sum w_i exp(eta x_i) / U)", _log_mean_exp, ({"over": "trials", "value": "ln(sum(w*exp(eta*x))/U)"},)
)


def _tolerance_shift(_: Case, step: Step) -> Row | None:
    if not step.side:
        return None
    plain = ABSOLUTE.desired(step.outcome).loss(step.prediction)
    return Row(step.loss, {s.loss: plain}, step.t)


TOLERANCED_TRIAL_LOSS = _per_step(
    "Abs-Loss(w, S_t, tau) where yhat is outside I +- tau",
    _tolerance_shift,
    **{"if": "second_side != 0", "value": "second_loss"},
    version="absolute",
    second="fixed()",
    second_version="toleranced(tau)",
)


def _error_probability(_: Case, step: Step) -> Row | None:
    return Row(_known(step.error), {s.loss: step.loss}, step.t)


ERROR_PROBABILITY = _per_step("E[0-1 loss of trial t]", _error_probability, value="err")


def _half_loss_cases(_: Case, step: Step) -> Row | None:
    inside = compare(step.prediction, HALF) == -1 and compare(step.prediction, -HALF) == 1
    if inside:
        return Row(step.loss - _known(step.error), {}, step.t)
    expected = Fraction(1) if _known(step.error) == 1 else ZERO
    shortfall = expected - step.loss if compare(step.loss, expected) == -1 else ZERO
    return Row(shortfall if expected else step.loss, {}, step.t)


HALF_TOLERANCE_LOSS = _per_step(
    "Abs-Loss(w, S_t, 1/2) - P(error) if |yhat| < 1/2, else its distance to 0 (right) or to [1, oo) (wrong)",
    _half_loss_cases,
    value="if(abs(yhat) < 1/2, loss - err, if(err == 1, Max(0, 1 - loss), loss))",
)


def _noisy_trial_loss(case: Case) -> Iterator[Row]:
    u = case.instance.require_comparator()
    for t, (x, y) in enumerate(case.instance.trials, 1):
        ux = u.dot(x)
        if isinstance(y, int) and y * ux <= 0:
            yield Row(ABSOLUTE.reference(y).loss(ux), {}, t)


NOISY_TRIAL_LOSS = Quantity(
    "Abs-Loss(u, S_t) where u errs", _noisy_trial_loss, ({"over": "trials", "if": "u_err", "value": "u_loss"},)
)


def _subsequence_loss(case: Case) -> Iterator[Row]:
    mistaken = [step.t - 1 for step in case.run.steps if step.error]
    for m in range(len(mistaken) + 1):
        trials = case.instance.trials.subsequence(mistaken[:m])
        yield Row(play(case.learner(), trials, ABSOLUTE).loss, {s.m: Fraction(m)}, what=f"m = {m}")


MISTAKEN_SUBSEQUENCE_LOSS = Quantity(
    "max over subsequences S' of length m of Abs-Loss(A, S')",
    _subsequence_loss,
    ({"value": "0", "with": {"m": "0"}}, {"over": "trials", "value": "past_t(err*(1 - y*wx))"}),
)


def _differ(a: object, b: object) -> bool:
    """Tell whether two observations differ; numbers are compared by value."""
    if isinstance(a, Fraction | Real) and isinstance(b, Fraction | Real):
        return require_sign(a - b, "the difference of two predictions") != 0
    return a != b


def disagreements(other: LearnerSpec, text: str, key: Callable[[Step, Any], object], differ: str = "") -> Quantity:
    """Return the number of trials on which the claim's learner and another one differ in ``key``.

    ``differ`` is the formula for that, in which the other learner's names begin with ``second_``.
    """

    def rows(case: Case) -> Iterator[Row]:
        learner = other.make(case)
        version = other.version(case.values)
        second: list[object] = []
        play(learner, case.instance.trials, version, watch=lambda step: second.append(key(step, learner)))
        first_learner = case.learner()
        first: list[object] = []
        play(
            first_learner,
            case.instance.trials,
            case.version,
            watch=lambda step: first.append(key(step, first_learner)),
        )
        differing = [t for t, (a, b) in enumerate(zip(first, second, strict=True), 1) if _differ(a, b)]
        yield Row(Fraction(len(differing)), t=differing[0] if differing else None)

    part = {"value": f"sum_t({differ})", "second": other.formula, "second_version": other.targets}
    return Quantity(text, rows, (part,) if differ and other.formula else ())


def expressions(text: str, *sides: tuple[Any, str]) -> Quantity:
    """Return symbolic quantities, each with a note, all compared with the claim's bound."""

    def rows(case: Case) -> Iterator[Row]:
        for expression, what in sides:
            yield Row(case.evaluate(expression), what=what)

    return Quantity(text, rows, tuple({"value": format_expression(expression)} for expression, _ in sides))
