"""The proof that Winnow is not rotation invariant (Kivinen and Warmuth 1995, after definition 2)."""

from __future__ import annotations

from collections.abc import Callable

import z3

from bounds import symbols as s
from verify.proofs.axioms import root
from verify.proofs.exponentiated import on_trials_and_coordinates, x
from verify.proofs.kernel import Term, Theorem
from verify.proofs.perceptron import ONE, ZERO, l, on_trials, y
from verify.proofs.readings_optimum import turned_winnow
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import CoordinateSum, Exponential, i, n, on_coordinates
from verify.proofs.translate import exp, ln
from verify.proofs.vectors import INT, REAL, t

FIRST, SECOND, THIRD = (z3.IntVal(k) for k in range(3))
COLUMNS = (FIRST, SECOND)


class Promotions:
    """Winnow from w_1 = (1, 1) on two attributes and label 1: below theta w_i is multiplied by exp(eta x_i)."""

    def __init__(self, session: Session, name: str, rows: Callable[[Term, Term], Term], known: list[Theorem]) -> None:
        self.session, self.known = session, known
        self.w = z3.Function(name, INT, INT, REAL)
        w, theta, eta = self.w, session.symbol(s.theta), session.symbol(s.eta)
        self.total = CoordinateSum(session, f"{name}x", lambda t, i: w(t, i) * rows(t, i))
        self.start = session.define(f"{name} at the start", on_coordinates(w(FIRST, i) == 1))
        self.update = session.define(
            f"the update of {name} on label 1",
            on_trials_and_coordinates(
                z3.Implies(
                    y(t) == 1,
                    w(t + 1, i) == w(t, i) * z3.If(self.total(t) < theta, exp(eta * rows(t, i)), ONE),
                )
            ),
        )

    def product(self, time: Term) -> list[Theorem]:
        """Return how w.x is made of two summands."""
        return [self.total.start(time), *(self.total.next(time, column) for column in COLUMNS)]

    def step(self, name: str, time: int, exponents: tuple[Term, Term], by: list[Theorem]) -> Theorem:
        """Prove what the weights are after the trial."""
        eta = self.session.symbol(s.eta)
        after = zip(COLUMNS, exponents, strict=True)
        return self.session.prove(
            name,
            z3.And(*(self.w(z3.IntVal(time + 1), column) == exp(eta * e) for column, e in after)),
            [
                *(*self.known, *by, *self.product(z3.IntVal(time))),
                *(self.start.at(column) for column in COLUMNS),
                *(self.update.at(z3.IntVal(time), column) for column in COLUMNS),
            ],
        )


@proves("kw.winnow.notrot", turned_winnow)
def not_rotation_invariant(session: Session) -> None:
    """(exp(eta), exp(eta)) predicts 0 on (r, -r), and (exp(eta sqrt(2)), 1) predicts sqrt(2) r on (0, sqrt(2) r)."""
    session.repair("the threshold", "above sqrt(2), else A x_1 is no mistake; and r is at least theta/sqrt(2)")
    E = Exponential(session)
    theta, eta, r, root_2 = session.symbol(s.theta), session.symbol(s.eta), z3.Real("r"), root(z3.RealVal(2))
    half = 1 / root_2
    turned = z3.Function("turned", INT, INT, REAL)
    entries = [
        x(FIRST, FIRST) == 1,
        x(FIRST, SECOND) == 0,
        x(SECOND, FIRST) == 0,
        x(SECOND, SECOND) == 1,
        x(THIRD, SECOND) == -r,
    ]
    labelled = [y(time) == 1 for time in (FIRST, SECOND, THIRD)]
    known = [
        session.define("r", r == x(THIRD, FIRST), "x_3 = (r, -r)"),
        *session.given("instances", z3.And(l == 3, n == 2, *labelled, *entries)),
        *session.given("r", r >= theta / root_2),
        *(*session.parameters, *session.parameter_premises, *session.roots(root_2)),
    ]
    sums = (
        turned(t, c) == (x(t, FIRST) + sign * x(t, SECOND)) / root_2 for c, sign in zip(COLUMNS, (1, -1), strict=True)
    )
    rotation = session.define(
        "the turned instances", on_trials(z3.And(*sums)), "A x = ((x_1 + x_2)/sqrt(2), (x_1 - x_2)/sqrt(2))"
    )
    turns = session.prove(
        "A x_1 = (1, 1)/sqrt(2), A x_2 = (1, -1)/sqrt(2), A x_3 = (0, sqrt(2) r)",
        z3.And(
            *(turned(FIRST, FIRST) == half, turned(FIRST, SECOND) == half, turned(SECOND, FIRST) == half),
            *(turned(SECOND, SECOND) == -half, turned(THIRD, FIRST) == 0, turned(THIRD, SECOND) == root_2 * r),
        ),
        [*known, *(rotation.at(time) for time in (FIRST, SECOND, THIRD))],
    )
    c, d = z3.Reals("c_ d_")
    equal = session.lemma("equal exponents", [c, d], z3.Implies(c == d, exp(eta * c) == exp(eta * d)))
    nothing = session.prove(
        "exp(eta 0) = 1",
        exp(eta * ZERO) == 1,
        [E.positive.at(ZERO), session.prove("eta 0", exp(eta * ZERO) == exp(ZERO))],
    )
    numbers = session.prove("2/sqrt(2) = sqrt(2)", z3.And(half + half == root_2, half > 0), known)
    large = session.prove("theta > 1", theta > 1, known)
    w, v = Promotions(session, "w", x, known), Promotions(session, "v", turned, known)
    by = [nothing, numbers, large]
    same = [equal.at(x(row, column), ONE if row.eq(column) else ZERO) for row in COLUMNS for column in COLUMNS]
    w_2 = w.step("w_2 = (exp(eta), 1)", 0, (ONE, ZERO), [*by, *same])
    w_3 = w.step("w_3 = (exp(eta), exp(eta))", 1, (ONE, ONE), [*by, *same, w_2])
    v_2 = v.step(
        "w~_2 = (exp(eta/sqrt(2)), exp(eta/sqrt(2)))",
        0,
        (half, half),
        [*by, turns, *(equal.at(turned(FIRST, column), half) for column in COLUMNS)],
    )
    exponents = session.prove(
        "the sums of the exponents",
        z3.And(eta * half + eta * half == eta * root_2, eta * half + eta * -half == 0),
        [numbers],
    )
    squared = session.prove(
        "exp(eta/sqrt(2))**2 = exp(eta sqrt(2)), and exp(eta/sqrt(2)) exp(-eta/sqrt(2)) = 1",
        z3.And(exp(eta * half) * exp(eta * half) == exp(eta * root_2), exp(eta * half) * exp(eta * -half) == 1),
        [exponents, E.sums.at(eta * half, eta * half), E.sums.at(eta * half, eta * -half), E.positive.at(ZERO)],
    )
    v_3 = v.step(
        "w~_3 = (exp(eta sqrt(2)), 1)",
        1,
        (root_2, ZERO),
        [*by, turns, v_2, squared, equal.at(turned(SECOND, FIRST), half), equal.at(turned(SECOND, SECOND), -half)],
    )
    divided = session.lemma("divide by eta", [c, d], z3.Implies(c == eta * d, c / eta - d == 0), session.parameters)
    for name, run, reached, values in (("w_3", w, w_3, (ONE, ONE)), ("w~_3", v, v_3, (root_2, ZERO))):
        for column, value in zip(COLUMNS, values, strict=True):
            exponent = ln(run.w(THIRD, column))
            logarithm = session.prove(f"ln {name}", exponent == eta * value, [reached, E.logarithm.at(eta * value)])
            session.conclude(
                exponent / eta - value,
                [logarithm, divided.at(exponent, value)],
                name=f"the claim, ln({name},{column.as_long() + 1})/eta",
            )
    times = session.lemma("times sqrt(2)", [c, d], z3.Implies(z3.And(d > 0, c >= theta / d), d * c >= theta))
    differ = session.prove(
        "w_3.x_3 < theta, w~_3.A x_3 >= theta",
        z3.And(w.total(THIRD) < theta, v.total(THIRD) >= theta),
        [*known, *by, w_3, v_3, turns, *w.product(THIRD), *v.product(THIRD), times.at(r, root_2)],
    )
    agree = (w.total(THIRD) >= theta) == (v.total(THIRD) >= theta)
    session.conclude(z3.If(agree, ONE, ZERO), [differ], name="the claim, the predictions differ")
