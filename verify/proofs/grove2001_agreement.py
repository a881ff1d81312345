"""Section 2 of Grove, Littlestone and Schuurmans 2001: algorithms in quasi-additive form, beside the originals."""

from __future__ import annotations

from collections.abc import Callable

import z3

from bounds import symbols as s
from verify.proofs.exponentiated import on_trials_and_coordinates, side, x
from verify.proofs.grove2001_runs import f, z
from verify.proofs.kernel import Formula, Term, Theorem
from verify.proofs.perceptron import ONE, ZERO, Total, l, on_trials, up_to_the_end, y
from verify.proofs.readings_quasi_additive import balanced_winnow, fixed_threshold
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import CoordinateSum, Exponential, i, j, n, on_coordinates, sum_up
from verify.proofs.translate import exp, ln
from verify.proofs.vectors import INT, REAL, t

up, down = (z3.Function(name, INT, INT, REAL) for name in ("up", "down"))
second_side = z3.Function("second_side", INT, REAL)
worst = z3.Function("worst", INT, INT)


class Agreement:
    """A run of QA(f) beside one that multiplies its weights: these are exp(z_i), and exp(-z_i) where balanced."""

    def __init__(
        self,
        session: Session,
        base: Term,
        same_rate: Callable[[Exponential], list[Theorem]],
        threshold: Term,
        balanced: bool,
    ) -> None:
        self.session, self.balanced = session, balanced
        E = Exponential(session)
        a, first = session.symbol(s.a), z3.IntVal(0)
        size = session.count("n", n >= 1)
        v = z3.Real("v_")
        shape = exp(v) - exp(-v) if balanced else exp(v)
        value = session.define("f", z3.ForAll([v], f(v) == shape), "f is 2 sinh" if balanced else "f is exp")
        self.wx = CoordinateSum(session, "wx", lambda t, i: f(z(t, i)) * x(t, i))
        self.vx = CoordinateSum(session, "vx", lambda t, i: (up(t, i) - down(t, i) if balanced else up(t, i)) * x(t, i))
        sides = [
            session.define(name, on_trials(this(t) == z3.If(errs(total, threshold if own else ZERO), y(t), ZERO))).at(t)
            for name, this, total, own in (
                ("side", side, self.wx(t) - (ZERO if balanced else threshold), False),
                ("the second side", second_side, self.vx(t), not balanced),
            )
        ]
        starts = session.define("z at the start", on_coordinates(z(first, i) == 0))
        moved = session.define("the update", on_trials_and_coordinates(z(t + 1, i) == z(t, i) + a * side(t) * x(t, i)))
        families = [("w+", up, 1), ("w-", down, -1)] if balanced else [("w", up, 1)]
        begun = [
            session.define(f"{name} at the start", on_coordinates(weight(first, i) == 1))
            for name, weight, _ in families
        ]
        updates = [
            session.define(
                f"the update of {name}",
                on_trials_and_coordinates(
                    weight(t + 1, i) == weight(t, i) * exp(sign * second_side(t) * x(t, i) * base)
                ),
            )
            for name, weight, sign in families
        ]
        self.families = families
        text = "worst(t) is a coordinate at which the weights differ, if there is one"
        same = session.choose("worst", worst(t), self.agree(t, i), text)
        predictions = sum_up(
            session,
            "equal weights predict the same",
            lambda t, j: self.wx(t, j) == self.vx(t, j),
            [(self.wx, t), (self.vx, t)],
            [same.at(t, j), value.at(z(t, j))],
            z3.And(t >= 0, t < l, self.agree(t, worst(t))),
        )
        k = worst(t + 1)
        steps: list[Theorem] = []
        for (_, _, sign), update in zip(families, updates, strict=True):
            exponent = sign * second_side(t) * x(t, k) * base
            here = -z(t, k) if sign < 0 else z(t, k)
            target = -z(t + 1, k) if sign < 0 else z(t + 1, k)
            equal = session.prove(
                "equal exponents", z3.Implies(here + exponent == target, exp(here + exponent) == exp(target))
            )
            steps += [
                update.at(t, k),
                E.sums.at(here, exponent),
                moved.at(t, k),
                *same_rate(E),
                *session.parameters,
                equal,
            ]
        zero = z3.RealVal(0)
        w0 = worst(first)
        invariant = session.induction(
            "the weights are exp(z) at the worst coordinate",
            t,
            up_to_the_end(self.agree(t, worst(t))),
            [starts.at(w0), *(p.at(w0) for p in begun), E.positive.at(zero), same.at(first, first), size],
            [*steps, predictions.at(t, n), same.at(t, k), same.at(t + 1, first), *sides, size],
        )
        self.known = [invariant.at(t), predictions.at(t, n), *sides, size]

    def agree(self, t: Term, i: Term) -> Formula:
        """Return that coordinate i has the same weights in both runs."""
        plus = up(t, i) == exp(z(t, i))
        return z3.And(plus, down(t, i) == exp(-z(t, i))) if self.balanced else plus

    def never(self, name: str, event: Formula) -> None:
        """Conclude that an event, which equal predictions exclude, happens on no trial."""
        session = self.session
        total = Total(session, name, lambda _: z3.If(event, z3.IntVal(1), z3.IntVal(0)), whole=True)
        counted = session.induction(
            "it never happens", t, up_to_the_end(total(t) == 0), [total.start], [total.next.at(t), *self.known]
        )
        session.conclude(total.whole(l), [counted.at(l), *session.length])


def errs(prediction: Term, threshold: Term) -> Formula:
    """Return that a prediction errs, which is positive from the threshold on."""
    return z3.Or(z3.And(y(t) == 1, prediction < threshold), z3.And(y(t) == -1, prediction >= threshold))


@proves("gls.bw.eq", balanced_winnow)
def balanced_winnow_is_quasi_additive(session: Session) -> None:
    """w+ = exp(z) and w- = exp(-z) throughout, as beta**(-y x) = exp(a y x) for a = ln(1/beta)."""
    beta = session.symbol(s.beta)

    def same_rate(E: Exponential) -> list[Theorem]:
        return [E.quotient.at(ONE, beta), E.ln_increasing.at(ONE, ONE)]

    agreement = Agreement(session, -ln(beta), same_rate, ZERO, balanced=True)
    agreement.never("disagreements", agreement.wx(t) != agreement.vx(t))


@proves("gls.ft.eq", fixed_threshold)
def fixed_threshold_is_quasi_additive(session: Session) -> None:
    """w = exp(z) throughout, as alpha**(y x) = exp(a y x) for a = ln alpha; both subtract theta."""
    agreement = Agreement(session, ln(session.symbol(s.alpha)), lambda _: [], session.symbol(s.theta), balanced=False)
    agreement.never("differences", (side(t) != 0) != (second_side(t) != 0))
