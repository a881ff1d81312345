"""Sections 2 and 7 of Grove, Littlestone and Schuurmans 2001: quasi-additive algorithms beside the originals.

Two runs are on the same trials, and a relation of their coordinates holds throughout.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import z3

from bounds import symbols as s
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Formula, Term
from verify.proofs.engine.registry import proves
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import CoordinateSum, Exponential, i, j, n, on_coordinates, sum_up
from verify.proofs.engine.terms import absolute
from verify.proofs.engine.translate import exp, ln
from verify.proofs.engine.vectors import INT, REAL, t
from verify.proofs.readings.quasi_additive import balanced_winnow, fixed_threshold
from verify.proofs.readings.two_runs import doubled_powers, weighted_majority
from verify.proofs.runs.coordinates import on_trials_and_coordinates, side, x
from verify.proofs.runs.perceptron import ONE, ZERO, Total, l, labels, on_trials, up_to_the_end, y
from verify.proofs.runs.quasi_additive import f, z

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


TRIAL = z3.And(t >= 0, t < l)

v = z3.Function("v", INT, INT, REAL)
ratio = z3.Function("proportion", INT, REAL)
BEGIN = z3.IntVal(0)


class Beside:
    """Two runs on the same trials, and a relation of their coordinates that is to hold throughout."""

    def __init__(self, session: Session, relation: Callable[[Term, Term], Formula], wx: Term, vx: Term) -> None:
        self.session, self.relation = session, relation
        self.size = session.count("n", n >= 1)
        self.label = labels(session).at(t)
        self.sides = [
            session.define(
                name, on_trials(this(t) == z3.If(errs(total, ZERO), y(t), ZERO)), "a mistake moves to the label"
            ).at(t)
            for name, this, total in (("side", side, wx), ("the second side", second_side, vx))
        ]
        text = "worst(t) is a coordinate at which the relation fails, if there is one"
        self.same = session.choose("worst", worst(t), relation(t, i), text)

    def holds(self, t: Term) -> Formula:
        """Return that the relation holds on all coordinates: it does at the worst one."""
        return self.relation(t, worst(t))

    def throughout(
        self,
        name: str,
        start: Callable[[Term], list[Theorem]],
        step: Callable[[Term], list[Theorem]],
        more: list[Theorem],
    ) -> Theorem:
        """Prove the relation by induction, from theorems about the worst coordinate at the start and after a trial."""
        k = worst(t + 1)
        return self.session.induction(
            name,
            t,
            up_to_the_end(self.holds(t)),
            [*start(worst(BEGIN)), self.same.at(BEGIN, BEGIN), self.size],
            [*step(k), self.same.at(t, k), self.same.at(t + 1, BEGIN), self.size, *more],
        )

    def never(self, event: Formula, by: list[Theorem]) -> None:
        """Conclude that an event happens on no trial."""
        session = self.session
        total = Total(session, "disagreements", lambda _: z3.If(event, z3.IntVal(1), z3.IntVal(0)), whole=True)
        counted = session.induction(
            "it never happens", t, up_to_the_end(total(t) == 0), [total.start], [total.next.at(t), *by]
        )
        session.conclude(total.whole(l), [counted.at(l), *session.length])


class Majority:
    """QA(exp) on 2x - 1 beside Weighted Majority, whose weights sum to 1: c w_i = exp(z_i) for some c > 0."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.E = Exponential(session)
        self.a, self.rate = session.symbol(s.a), -ln(session.symbol(s.beta))
        a = self.a
        self.wx = CoordinateSum(session, "wx", lambda t, i: exp(z(t, i)) * (2 * x(t, i) - 1))
        self.vx = CoordinateSum(session, "vx", lambda t, i: v(t, i) * (2 * x(t, i) - 1))
        self.partition = CoordinateSum(session, "partition", lambda t, i: v(t, i) * exp(self.charge(t, i)))
        self.runs = Beside(session, self.relation, self.wx(t), self.vx(t))
        self.inputs = session.given("inputs", on_trials_and_coordinates(z3.And(x(t, i) >= 0, x(t, i) <= 1)))
        self.starts = [
            session.define("z at the start", on_coordinates(z(BEGIN, i) == 0)),
            session.define("w at the start", on_coordinates(v(BEGIN, i) == 1 / z3.ToReal(n)), "w_i = 1/n"),
        ]
        self.first = session.define("c at the start", ratio(BEGIN) == z3.ToReal(n))
        moved, part = second_side(t) != 0, self.partition(t)
        self.update = session.define(
            "the update", on_trials_and_coordinates(z(t + 1, i) == z(t, i) + a * side(t) * (2 * x(t, i) - 1))
        )
        self.update_too = session.define(
            "the update of w",
            on_trials_and_coordinates(
                z3.If(moved, v(t + 1, i) == v(t, i) * exp(self.charge(t, i)) / part, v(t + 1, i) == v(t, i))
            ),
            "w_i is multiplied by beta**|x_i - y| on a mistake, and w is divided by its sum",
        )
        self.scaled = session.define(
            "c", on_trials(ratio(t + 1) == z3.If(moved, ratio(t) * (part * exp(a)), ratio(t)))
        ).at(t)

    @cached_property
    def quotient(self) -> Theorem:
        """(b/c) c = b for c > 0."""
        b, c = z3.Reals("b_ c_")
        return self.session.lemma("(b/c) c = b", [b, c], z3.Implies(c > 0, (b / c) * c == b))

    def charge(self, t: Term, i: Term) -> Term:
        """Return |x_i - y| ln beta, where y is 0 or 1."""
        return -self.rate * absolute(x(t, i) - (1 + y(t)) / 2)

    @staticmethod
    def relation(t: Term, i: Term) -> Formula:
        """Return that c w_i = exp(z_i)."""
        return z3.And(ratio(t) > 0, v(t, i) > 0, v(t, i) * ratio(t) == exp(z(t, i)))

    @cached_property
    def half(self) -> Theorem:
        """2 a = ln(1/beta)."""
        session, E, beta = self.session, self.E, self.session.symbol(s.beta)
        return session.prove(
            "2 a = ln(1/beta)",
            2 * self.a == self.rate,
            [E.quotient.at(ONE, beta), E.ln_increasing.at(ONE, ONE), *session.parameters],
        )

    def positive(self, p: Term, q: Term) -> Theorem:
        """P q > 0 for p, q > 0."""
        b, c = z3.Reals("b_ c_")
        return self.session.lemma("a product > 0", [b, c], z3.Implies(z3.And(b > 0, c > 0), b * c > 0)).at(p, q)

    @cached_property
    def both(self) -> Theorem:
        """Where the relation holds, both decide the same, as exp(z).(2x - 1) = c w.(2x - 1)."""
        session, wx, vx, partition = self.session, self.wx, self.vx, self.partition
        sums = sum_up(
            session,
            "exp(z).(2x - 1) = c w.(2x - 1), and the sum after a mistake is positive",
            lambda t, j: z3.And(
                wx(t, j) == ratio(t) * vx(t, j), partition(t, j) >= 0, z3.Implies(j > 0, partition(t, j) > 0)
            ),
            [(wx, t), (vx, t), (partition, t)],
            [self.runs.same.at(t, j), self.E.positive.at(self.charge(t, j))],
            z3.And(TRIAL, self.runs.holds(t)),
        ).at(t, n)
        return session.prove(
            "both err, or neither",
            z3.Implies(
                z3.And(TRIAL, self.runs.holds(t)),
                z3.And(side(t) == second_side(t), partition(t) > 0, (wx(t) >= 0) == (vx(t) >= 0)),
            ),
            [sums, *self.runs.sides, self.runs.size],
        )

    def at_start(self, k: Term) -> list[Theorem]:
        """Return that c w_k = n (1/n) = exp(0) at the start."""
        session, (b, c) = self.session, z3.Reals("b_ c_")
        share = session.lemma("a share > 0", [b, c], z3.Implies(z3.And(c >= 1, b * c == 1), b > 0))
        return [
            *(start.at(k) for start in self.starts),
            *(
                self.first,
                self.E.positive.at(ZERO),
                self.runs.size,
                self.quotient.at(ONE, z3.ToReal(n)),
                share.at(v(BEGIN, k), z3.ToReal(n)),
            ),
        ]

    def after(self, k: Term) -> list[Theorem]:
        """Return that c w_k = exp(z_k) after a mistake of both, and where there is none."""
        session, E, a = self.session, self.E, self.a
        charge = self.charge(t, k)
        here, sum_ = z3.And(TRIAL, k >= 0, k < n), z(t, k) + (a + charge)
        mistake = z3.And(here, side(t) == second_side(t), second_side(t) != 0)
        exponent = session.prove(
            "the exponent after a mistake of both",
            z3.Implies(mistake, sum_ == z(t + 1, k)),
            [self.update.at(t, k), self.half, *self.runs.sides, *(p.at(t, k) for p in self.inputs)],
        )
        by = [self.update.at(t, k)]
        return [
            *(exponent, self.scaled, self.update_too.at(t, k)),
            *(E.sums.at(z(t, k), a + charge), E.sums.at(a, charge), E.positive.at(a), E.positive.at(charge)),
            *by,
        ]


@proves("gls.wm.eq", weighted_majority)
def weighted_majority_is_quasi_additive(session: Session) -> None:
    """Throughout c w_i = exp(z_i), c > 0, as beta**|x_i - y| = exp(-a) exp(a y' (2 x_i - 1)) for y' = 2 y - 1."""
    majority = Majority(session)
    invariant = majority.runs.throughout(
        "c w = exp(z) at the worst coordinate", majority.at_start, majority.after, [majority.both]
    )
    differ = z3.Xor(majority.wx(t) >= 0, majority.vx(t) >= 0)
    majority.runs.never(differ, [invariant.at(t), majority.both])


@proves("gls.fk", doubled_powers)
def interpolating_is_doubled(session: Session) -> None:
    """z' = (1 + z/k, 1 - z/k) throughout, and sign(b) |b|**k = b**k for odd k."""
    a, k, half = session.symbol(s.a), z3.Int("k"), z3.Int("half")
    real_k = z3.ToReal(k)
    power = z3.Function("power", REAL, INT, REAL)
    b, c, d = z3.Reals("b_ c_ d_")
    e = z3.Int("e_")
    none = session.define("b**0", z3.ForAll([b], power(b, 0) == 1))
    more = session.define("b**(e + 1)", z3.ForAll([b, e], z3.Implies(e >= 0, power(b, e + 1) == b * power(b, e))))
    session.define("half", half == z3.ToInt(real_k / 2))
    odd = session.given("k is odd", k == 2 * half + 1)
    known = [*session.parameter_premises]

    def signed(b: Term) -> Term:
        return z3.If(b >= 0, power(b, k), -power(-b, k))

    def f(b: Term) -> Term:
        return power(1 + b / real_k, k) - power(1 - b / real_k, k)

    even = session.induction(
        "(-b)**(2 e) = b**(2 e)",
        e,
        power(-b, 2 * e) == power(b, 2 * e),
        [none.at(b), none.at(-b)],
        [*(more.at(v, 2 * e) for v in (b, -b)), *(more.at(v, 2 * e + 1) for v in (b, -b))],
    )
    even = session.kernel.gen(even.at(e), b, e)
    same = session.lemma(
        "sign(b) |b|**k = b**k",
        [b],
        signed(b) == power(b, k),
        [even.at(b, half), more.at(b, 2 * half), more.at(-b, 2 * half), *odd, *known],
    )
    wx = CoordinateSum(session, "wx", lambda t, i: f(z(t, i)) * x(t, i))
    vx = CoordinateSum(session, "vx", lambda t, i: (signed(up(t, i)) - signed(down(t, i))) * x(t, i))

    def relation(t: Term, i: Term) -> Formula:
        return z3.And(up(t, i) == 1 + z(t, i) / real_k, down(t, i) == 1 - z(t, i) / real_k)

    runs = Beside(session, relation, wx(t), vx(t))
    begun = session.define("z at the start", on_coordinates(z(BEGIN, i) == 0))
    begun_too = session.define("z' at the start", on_coordinates(z3.And(up(BEGIN, i) == 1, down(BEGIN, i) == 1)))
    update = session.define("the update", on_trials_and_coordinates(z(t + 1, i) == z(t, i) + a * side(t) * x(t, i)))
    update_too = session.define(
        "the update of z'",
        on_trials_and_coordinates(
            z3.And(
                up(t + 1, i) == up(t, i) + a / real_k * second_side(t) * x(t, i),
                down(t + 1, i) == down(t, i) - a / real_k * second_side(t) * x(t, i),
            )
        ),
        "the step is (x, -x) at the rate a/k",
    )
    predictions = sum_up(
        session,
        "both predict the same",
        lambda t, j: wx(t, j) == vx(t, j),
        [(wx, t), (vx, t)],
        [runs.same.at(t, j), same.at(up(t, j)), same.at(down(t, j))],
        z3.And(TRIAL, runs.holds(t)),
    )
    quotients = session.lemma(
        "(b + a c d)/k = b/k + (a/k) c d",
        [b, c, d],
        (b + a * c * d) / real_k == b / real_k + a / real_k * c * d,
        known,
    )
    both = session.prove(
        "both err, or neither",
        z3.Implies(z3.And(TRIAL, runs.holds(t)), z3.And(side(t) == second_side(t), wx(t) == vx(t))),
        [predictions.at(t, n), *runs.sides, runs.size],
    )

    def after(i: Term) -> list[Theorem]:
        return [update.at(t, i), quotients.at(z(t, i), side(t), x(t, i)), update_too.at(t, i)]

    invariant = runs.throughout(
        "z' = (1 + z/k, 1 - z/k) at the worst coordinate",
        lambda i: [begun.at(i), begun_too.at(i), *known],
        after,
        [both],
    )
    runs.never(wx(t) != vx(t), [invariant.at(t), both])
