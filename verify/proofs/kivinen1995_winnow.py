"""Proofs for Kivinen and Warmuth 1995, sections 1 and 2: what follows from Winnow's bound, and elimination."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import sympy
import z3

from bounds import symbols as s
from bounds.catalogue import theorem
from verify.proofs import readings_more
from verify.proofs.calculus import Range, by_enclosure
from verify.proofs.exponentiated import on_trials_and_coordinates, u, w, x
from verify.proofs.kernel import Formula, Term, Theorem
from verify.proofs.kivinen1995 import winnow
from verify.proofs.perceptron import ONE, ZERO, count, l, on_trials, up_to_the_end, y
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import CoordinateSum, Exponential, i, j, log_arguments, n, on_coordinates, sum_up
from verify.proofs.terms import in_the_bound
from verify.proofs.translate import exp, ln
from verify.proofs.vectors import INT, REAL, t
from verify.proofs.winnow import WinnowRun, side


class Attributes(Session):
    """A session in which N, the number of Winnow's variables, is the number of attributes."""

    def symbol(self, symbol: Any) -> Term:
        """Return a symbol, and n for N."""
        return z3.ToReal(n) if symbol == s.N else super().symbol(symbol)


@proves("kw.dnf", readings_more.conjunctions)
def dnf(session: Session) -> None:
    """k terms are a disjunction of k of the 3**N conjunctions, which are Winnow's variables."""
    winnow(Attributes(session.claim, session.kernel, session.repairs, session.conclusions))


@proves("kw.dnf.natural", readings_more.conjunctions)
def dnf_natural(session: Session) -> None:
    """3 + (5/2)(1 + (N ln 3 - ln k)/ln(3/2)) <= 27 (N - ln k) for ln k <= N ln 2 and N >= 1."""
    session.repair("O(k(N - ln k))", "k <= 2**N, for there are no more terms that differ")
    claim = dataclasses.replace(session.claim, bound=theorem("kw.dnf").bound)
    explicit = Attributes(claim, session.kernel, session.repairs)
    winnow(explicit)
    bound = explicit.conclusions[-1]
    E = Exponential(session)
    k, N = session.symbol(s.k), session.symbol(s.N)
    parameters = [*session.parameters, *session.parameter_premises]
    two, three, ratio = z3.RealVal(2), z3.RealVal(3), z3.RealVal("3/2")
    points = exp(N * ln(three))
    logarithms = [
        *(enclosed(session, f"ln {a} < {b}", a, b, below=True) for a, b in (("2", "0.6932"), ("3", "1.0987"))),
        enclosed(session, "ln 3/2 > 0.405", "3/2", "0.405", below=False),
        enclosed(session, "ln 3 > 1", "3", "1", below=False),
    ]
    of_parameters = [part for part in log_arguments(explicit.bound()) if not z3.is_rational_value(part)]
    log = in_the_bound(of_parameters, "a logarithm of parameters")[0]
    literals = [p for p in parameters if "parameters: k >= 1" in p.axioms]
    size = session.prove(
        "ln(3**N/k) = N ln 3 - ln k",
        ln(log) == N * ln(three) - ln(k),
        [
            session.prove("3**N/k", z3.Implies(k >= 1, log == points / k)),
            session.prove("its logarithm", z3.Implies(log == points / k, ln(log) == ln(points / k))),
            E.quotient.at(points, k),
            E.positive.at(N * ln(three)),
            E.logarithm.at(N * ln(three)),
            *literals,
        ],
    )
    few = session.prove(
        "0 <= ln k <= N ln 2",
        z3.And(ln(k) >= 0, ln(k) <= N * ln(two)),
        [
            E.ln_increasing.at(k, ONE),
            E.ln_increasing.at(ONE, ONE),
            E.ln_increasing.at(exp(N * ln(two)), k),
            E.positive.at(N * ln(two)),
            E.logarithm.at(N * ln(two)),
            *parameters,
        ],
    )
    v, a, b = z3.Reals("v_ a_ b_")
    rounded = session.lemma("ceil(v) < v + 1", [v], -z3.ToReal(z3.ToInt(-v)) < v + 1)
    quotient = session.lemma(
        "a quotient", [a, b], z3.Implies(z3.And(a >= 0, b >= z3.RealVal("405/1000")), a / b <= 200 * a / 81)
    )
    times = session.lemma("N times", [v, a, b], z3.Implies(z3.And(v >= 0, a <= b), v * a <= v * b))
    numerator = N * ln(three) - ln(k)
    numbers = session.prove(
        "N ln 2 and N ln 3",
        z3.And(
            ln(k) <= z3.RealVal("6932/10000") * N, numerator <= z3.RealVal("10987/10000") * N - ln(k), numerator >= 0
        ),
        [
            few,
            *logarithms,
            times.at(N, ln(two), z3.RealVal("6932/10000")),
            times.at(N, ln(three), z3.RealVal("10987/10000")),
            times.at(N, ONE, ln(three)),
            *parameters,
        ],
    )
    power = ceilings(explicit.bound())
    most = session.prove(
        "ceil(log_3/2(3**N/k)) <= (N ln 3 - ln k)/0.405 + 1",
        z3.ToReal(-power) <= 200 * numerator / 81 + 1,
        [
            rounded.at(-power.arg(0)),
            quotient.at(numerator, ln(ratio)),
            session.prove("the argument", z3.Implies(ln(ratio) > 0, -power.arg(0) == ln(log) / ln(ratio))),
            size,
            numbers,
            *logarithms,
        ],
    )
    c = z3.Real("c_")
    scaled = session.lemma("times k", [a, b, c], z3.Implies(z3.And(a >= 0, b <= c), a * b <= a * c))
    value = z3.If(z3.ToReal(-power) >= 0, z3.ToReal(-power), ZERO)
    inside = 3 + 5 * value / 2
    smaller = session.prove("a term", inside <= 27 * (N - ln(k)), [most, numbers, *parameters])
    stated = session.prove("the explicit bound", explicit.bound() == k * inside, parameters)
    by = [bound, stated, smaller, scaled.at(k, inside, 27 * (N - ln(k)))]
    session.conclude(bound.formula.arg(0), by)


def ceilings(term: Term) -> Term:
    """Return the floor that stands for the ceiling in a term: ceil(v) is -floor(-v)."""
    open_ = [term]
    while open_:
        part = open_.pop()
        if part.decl().kind() == z3.Z3_OP_TO_INT:
            return part
        open_ += part.children()
    raise ValueError(f"{term} has no ceiling")


def enclosed(session: Session, name: str, argument: str, value: str, *, below: bool) -> Theorem:
    """Return that the logarithm of a number is below or above another."""
    v = sympy.Symbol("v_", real=True)
    a, b = sympy.Rational(argument), sympy.Rational(value)
    gap = b - sympy.log(v) if below else sympy.log(v) - b
    term, number = z3.RealVal(str(a)), z3.RealVal(str(b))
    inequality = by_enclosure(session.kernel, name, gap, Range(v, a, a)).at(term)
    return session.prove(f"{name}, at once", ln(term) <= number if below else ln(term) >= number, [inequality])


# --- elimination -----------------------------------------------------------------------------------------------

stray = z3.Function("stray", INT, INT)


@proves("kw.elim", readings_more.elimination)
def elimination(session: Session) -> None:
    """Relevant weights stay 1, so no positive example is missed; a mistake takes a 1 from an irrelevant weight.

    Every other irrelevant weight is at most 1/alpha, and all of them together are below the threshold 1.
    """
    session.repair("elimination", "'eta very large' has to be e^eta > N - k")
    alpha, theta = session.symbol(s.alpha), session.symbol(s.theta)
    run = WinnowRun(session, alpha, theta, lambda v: v >= theta, "disjunction", "labels")
    one = session.prove("theta = 1", theta == 1, run.parameters)

    def sound(t: Term, i: Term) -> Formula:
        small = z3.And(w(t, i) > 0, w(t, i) * alpha <= 1)
        return z3.If(u(i) == 1, w(t, i) == 1, z3.Or(w(t, i) == 1, small))

    text = "stray(t) is a coordinate whose weight is none of these, if there is one"
    strays = session.choose("stray", stray(t), sound(t, i), text)
    all_sound = sound(t, stray(t))
    trial = z3.And(t >= 0, t < l, all_sound)
    a, b = z3.Reals("a_ b_")
    products = session.lemma(
        "a product with 0 or 1", [a, b], z3.And(z3.Implies(b == 0, a * b == 0), z3.Implies(b == 1, a * b == a))
    )
    above = sum_up(
        session,
        "w.x >= u.x",
        lambda t, j: run.wx(t, j) >= run.ux(t, j),
        [(run.wx, t), (run.ux, t)],
        [strays.at(t, j), *run.at(j), products.at(w(t, j), x(t, j)), products.at(u(j), x(t, j))],
        trial,
    )
    no_promotion = session.lemma(
        "no promotion", [t], z3.Implies(trial, side(t) != 1), [above.at(t, n), run.n, run.side, one, *run.label]
    )
    k = stray(t + 1)
    falls = session.lemma(
        "a / alpha",
        [a],
        z3.Implies(z3.And(a > 0, z3.Or(a == 1, a * alpha <= 1)), z3.And(a / alpha > 0, a / alpha * alpha <= 1)),
        [run.factor, session.prove("(a / alpha) alpha = a", a / alpha * alpha == a, [run.factor])],
    )
    kept = session.lemma(
        "weights stay 1, or at most 1/alpha",
        [t],
        z3.Implies(trial, sound(t + 1, k)),
        [
            strays.at(t, k),
            strays.at(t + 1, z3.IntVal(0)),
            no_promotion.at(t),
            run.update.at(t, k),
            run.no_relevant_demotion.at(t, k),
            run.side,
            falls.at(w(t, k)),
            run.n,
            *run.at(k),
        ],
    )
    zero = z3.IntVal(0)
    sound_always = session.induction(
        "every weight is 1, or that of an irrelevant attribute and at most 1/alpha",
        t,
        up_to_the_end(all_sound),
        [strays.at(zero, zero), run.start.at(stray(zero)), run.n],
        [kept.at(t)],
    )
    # irrelevant weights that are 1, and those among them that are active
    intact = CoordinateSum(session, "intact", lambda t, i: z3.If(z3.And(u(i) == 0, w(t, i) == 1), ONE, ZERO))
    hit = CoordinateSum(session, "hit", lambda t, i: z3.If(z3.And(u(i) == 0, w(t, i) == 1, x(t, i) == 1), ONE, ZERO))
    mistaken = z3.And(trial, side(t) == -1)
    demoted = sum_up(
        session,
        "a mistake takes the 1 from the active ones",
        lambda t, j: intact(t + 1, j) == intact(t, j) - hit(t, j),
        [(intact, t), (intact, t + 1), (hit, t)],
        [
            run.update.at(t, j),
            strays.at(t, j),
            *run.at(j),
            run.factor,
            below_one(session, alpha, run.factor).at(w(t, j)),
        ],
        mistaken,
    )
    at_most = sum_up(
        session,
        "w.x is at most the active 1s and 1/alpha for every irrelevant weight",
        lambda t, j: z3.And(
            alpha * run.wx(t, j) <= alpha * hit(t, j) + z3.ToReal(j) - run.size(t, j),
            hit(t, j) >= 0,
            z3.Or(hit(t, j) == 0, hit(t, j) >= 1),
        ),
        [(run.wx, t), (hit, t), (run.size, t)],
        [
            strays.at(t, j),
            run.no_relevant_demotion.at(t, j),
            run.side,
            run.factor,
            products.at(w(t, j), x(t, j)),
            spread(session, alpha).at(run.wx(t, j), w(t, j) * x(t, j)),
            spread(session, alpha).at(hit(t, j), z3.If(z3.And(u(j) == 0, w(t, j) == 1, x(t, j) == 1), ONE, ZERO)),
            *run.at(j),
        ],
        mistaken,
    )
    K = z3.ToReal(z3.Int("k"))
    fewer = session.lemma(
        "a mistake takes at least one 1",
        [t],
        z3.Implies(mistaken, hit(t) >= 1),
        [
            at_most.at(t, n),
            run.n,
            run.k,
            run.side,
            one,
            run.factor,
            *run.parameters,
            spread(session, alpha).at(run.wx(t), ZERO),
        ],
    )
    unmoved = sum_up(
        session,
        "without a mistake nothing changes",
        lambda t, j: intact(t + 1, j) == intact(t, j),
        [(intact, t), (intact, t + 1)],
        [run.update.at(t, j)],
        z3.And(t >= 0, t < l, side(t) == 0),
    )
    begin = sum_up(
        session,
        "at the start all irrelevant weights are 1",
        lambda t, j: intact(zero, j) == z3.ToReal(j) - run.size(t, j),
        [(intact, zero), (run.size, t)],
        [run.start.at(j), *(p.at(j) for p in run.relevant)],
    )
    M = count(session, "mistakes", lambda t: side(t) != 0)
    counted = session.induction(
        "every mistake takes one 1",
        t,
        up_to_the_end(intact(t) <= z3.ToReal(n) - K - M(t)),
        [M.start, begin.at(t, n), run.k, run.n],
        [
            M.next.at(t),
            demoted.at(t, n),
            unmoved.at(t, n),
            fewer.at(t),
            no_promotion.at(t),
            sound_always.at(t),
            run.side,
            run.n,
        ],
    )
    left = sum_up(session, "a number of weights", lambda t, j: intact(t, j) >= 0, [(intact, t)])
    session.conclude(M.whole(l), [counted.at(l), left.at(l, n), run.n, *run.parameters, *session.length])


def below_one(session: Session, alpha: Term, factor: Theorem) -> Theorem:
    """A / alpha < 1 for 0 < a <= 1."""
    a = z3.Real("a_")
    return session.lemma(
        "a / alpha is below 1",
        [a],
        z3.Implies(z3.And(a > 0, a <= 1), a / alpha < 1),
        [factor],
    )


def spread(session: Session, alpha: Term) -> Theorem:
    """Alpha (a + b) = alpha a + alpha b."""
    a, b = z3.Reals("a_ b_")
    return session.lemma("alpha (a + b)", [a, b], alpha * (a + b) == alpha * a + alpha * b)


# --- section 1: mistakes move the prediction ---------------------------------------------------------------------

second = z3.Function("v", INT, INT, REAL)
active = z3.Function("active", INT, INT)


@proves("kw.incr", readings_more.two_thresholds)
def increase(session: Session) -> None:
    """The Perceptron adds eta x.x; Winnow multiplies every active weight, all of which are positive."""
    session.repair("w_t+1.x_t > w_t.x_t", "x_t must not be 0, where nothing moves")
    eta, alpha, theta = (session.symbol(a) for a in (s.eta, s.alpha, s.theta))
    attributes = session.count("n", n >= 1)
    parameters = [*session.parameters, *session.parameter_premises]
    factor = session.prove("alpha > 1", alpha > 1, parameters)
    inputs = session.given("inputs", on_trials_and_coordinates(z3.Or(x(t, i) == 0, x(t, i) == 1)))
    place = z3.And(active(t) >= 0, active(t) < n, x(t, active(t)) != 0)
    some = session.given("x != 0", on_trials(place))

    def side_of(prediction: Term) -> Term:
        missed, alarm = z3.And(y(t) == 1, prediction < theta), z3.And(y(t) == -1, prediction >= theta)
        return z3.If(missed, ONE, z3.If(alarm, -ONE, ZERO))

    def moves(weights: Callable[..., Term], name: str) -> tuple[CoordinateSum, CoordinateSum]:
        before = CoordinateSum(session, name, lambda t, i: weights(t, i) * x(t, i))
        return before, CoordinateSum(session, f"{name}_next", lambda t, i: weights(t + 1, i) * x(t, i))

    a, b = z3.Reals("a_ b_")
    products = session.lemma(
        "a product with 0 or 1", [a, b], z3.And(z3.Implies(b == 0, a * b == 0), z3.Implies(b == 1, a * b == a))
    )
    trial = z3.And(t >= 0, t < l)
    here = [*(p.at(t) for p in some), *(p.at(t, active(t)) for p in inputs), attributes]

    first, after = moves(w, "wx")
    step = side_of(first(t))
    added = session.define("the update", on_trials_and_coordinates(w(t + 1, i) == w(t, i) + eta * step * x(t, i)))
    grown = sum_up(
        session,
        "side (w'.x - w.x) is eta times the number of active attributes",
        lambda t, j: z3.And(
            step * (after(t, j) - first(t, j)) >= 0,
            z3.Implies(active(t) < j, step * (after(t, j) - first(t, j)) > 0),
        ),
        [(first, t), (after, t)],
        [
            added.at(t, j),
            *(p.at(t, j) for p in inputs),
            *parameters,
            products.at(w(t, j), x(t, j)),
            products.at(w(t + 1, j), x(t, j)),
            *here,
        ],
        z3.And(trial, step != 0),
    )
    lhs = step * (after(t) - first(t))
    formula = z3.Implies(z3.And(trial, step != 0), session.holds(lhs))
    session.concluded(session.lemma("the claim, for the Perceptron", [t], formula, [grown.at(t, n), *here]))

    first, after = moves(second, "vx")
    turn = side_of(first(t))
    start = session.define("v at the start", on_coordinates(second(z3.IntVal(0), i) == 1))
    up, down = z3.And(turn == 1, x(t, i) == 1), z3.And(turn == -1, x(t, i) == 1)
    moved = z3.If(up, alpha * second(t, i), z3.If(down, second(t, i) / alpha, second(t, i)))
    multiplied = session.define("the second update", on_trials_and_coordinates(second(t + 1, i) == moved))
    product = session.lemma(
        "a positive number times or divided by alpha",
        [a],
        z3.Implies(a > 0, z3.And(alpha * a > a, a / alpha > 0, a / alpha < a)),
        [factor],
    )
    positive = session.induction(
        "Winnow's weights are positive",
        t,
        z3.Implies(z3.And(t <= l, i >= 0, i < n), second(t, i) > 0),
        [start.at(i)],
        [multiplied.at(t, i), product.at(second(t, i))],
    )
    positive = session.kernel.gen(positive.at(t), t, i)
    grown = sum_up(
        session,
        "side (v'.x - v.x) grows with every active attribute",
        lambda t, j: z3.And(
            turn * (after(t, j) - first(t, j)) >= 0,
            z3.Implies(active(t) < j, turn * (after(t, j) - first(t, j)) > 0),
        ),
        [(first, t), (after, t)],
        [
            multiplied.at(t, j),
            positive.at(t, j),
            product.at(second(t, j)),
            *(p.at(t, j) for p in inputs),
            products.at(second(t, j), x(t, j)),
            products.at(second(t + 1, j), x(t, j)),
            *here,
        ],
        z3.And(trial, turn != 0),
    )
    lhs = turn * (after(t) - first(t))
    formula = z3.Implies(z3.And(trial, turn != 0), session.holds(lhs))
    session.concluded(session.lemma("the claim, for Winnow", [t], formula, [grown.at(t, n), *here]))


@proves("kw.model", readings_more.disjunction)
def thresholds(session: Session) -> None:
    """u.x is the number of relevant attributes that are active: 0, or at least 1."""
    some = z3.Function("some", INT, INT, z3.BoolSort())
    attributes = session.count("n", n >= 1)
    inputs = session.given("inputs", on_trials_and_coordinates(z3.Or(x(t, i) == 0, x(t, i) == 1)))
    relevant = session.given("disjunction", on_coordinates(z3.Or(u(i) == 0, u(i) == 1)))
    ux = CoordinateSum(session, "ux", lambda t, i: u(i) * x(t, i))
    none = session.define("no attributes", z3.ForAll([t], some(t, 0) == z3.BoolVal(False)))
    literal = z3.And(u(j) != 0, x(t, j) != 0)
    within = z3.And(t >= 0, t < l, j >= 0, j < n)
    more = session.define(
        "the disjunction", z3.ForAll([t, j], z3.Implies(within, some(t, j + 1) == z3.Or(some(t, j), literal)))
    )
    counted = sum_up(
        session,
        "u.x is 0, or at least 1 where a relevant attribute is active",
        lambda t, j: z3.If(some(t, j), ux(t, j) >= 1, ux(t, j) == 0),
        [(ux, t)],
        [none.at(t), more.at(t, j), *(p.at(t, j) for p in inputs), *(p.at(j) for p in relevant)],
        z3.And(t >= 0, t < l),
    )
    value = z3.If(some(t, n), ONE, ZERO)
    cases = [(1, z3.RealVal("1/2")), (1, ONE), (2, ONE)]
    for weight, psi in cases:
        lhs = value - z3.If(weight * ux(t) >= psi, ONE, ZERO)
        formula = z3.Implies(z3.And(t >= 0, t < l), session.holds(lhs))
        what = f"the claim, for ({'' if weight == 1 else weight}u, {psi})"
        session.concluded(session.lemma(what, [t], formula, [counted.at(t, n), attributes]))
