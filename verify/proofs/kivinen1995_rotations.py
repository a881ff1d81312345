"""Proofs for Kivinen and Warmuth 1995, section 2.3: additive learners, and rotations of the instances.

A rotation is a reflection along u here, as in the claims: reflections generate all of them. That it keeps dot
products is proved, and it is all that is used.
"""

from __future__ import annotations

from collections.abc import Callable

import z3

from bounds import symbols as s
from verify.proofs import readings_more
from verify.proofs.kernel import Formula, Term, Theorem
from verify.proofs.perceptron import ONE, ZERO, Total, l, labels, on_trials, u, up_to_the_end, w, x, y
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import i, j
from verify.proofs.two_runs import v
from verify.proofs.vectors import INT, REAL, VECTOR, InnerProduct, add, distance, dot, scale, t, zero

turned = z3.Function("turned", INT, VECTOR)


def mirrored(axis: Term, z: Term) -> Term:
    """Return z - 2 (axis.z)/(axis.axis) axis."""
    return add(z, scale(-2 * dot(axis, z) / dot(axis, axis), axis))


def reflected(z: Term) -> Term:
    """Return z mirrored in the hyperplane orthogonal to u; z itself for u = 0."""
    return z3.If(dot(u, u) == 0, z, mirrored(u, z))


class Reflection:
    """The examples, reflected along u, and that this keeps dot products."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.space = InnerProduct(session)
        self.turned = session.define("A x_t", on_trials(turned(t) == reflected(x(t))))

    def keeps(self, p: Term, q: Term) -> Theorem:
        """Return (A p).(A q) = p.q, in which A p and A q are written out."""
        space = self.space
        first, second = (z3.Const(name, VECTOR) for name in ("p_", "q_"))
        a, b, c, d, f = z3.Reals("a_ b_ c_ d_ f_")
        square = dot(u, u)
        quotient = self.session.lemma("a quotient times its divisor", [a, c], z3.Implies(c != 0, a / c * c == a))
        level = self.session.lemma(
            "both ways the same",
            [a, b, c, d, f],
            z3.Implies(z3.And(c != 0, a * c == -2 * d, b * c == -2 * f), a * f == b * d),
            [
                self.session.prove(
                    "crosswise", z3.Implies(z3.And(a * c == -2 * d, b * c == -2 * f), (a * f) * c == (b * d) * c)
                )
            ],
        )
        along, across = -2 * dot(u, first) / square, -2 * dot(u, second) / square
        moved, other = add(first, scale(along, u)), add(second, scale(across, u))
        by = [
            space.step.at(moved, second, u, across),
            space.step.at(second, first, u, along),
            space.step.at(u, first, u, along),
            *(
                space.symmetric.at(*pair)
                for pair in ((moved, second), (moved, u), (first, u), (second, u), (first, second))
            ),
            quotient.at(-2 * dot(u, first), square),
            quotient.at(-2 * dot(u, second), square),
            level.at(along, across, square, dot(u, first), dot(u, second)),
        ]
        apart = self.session.prove(
            "A p.A q = p.q for u not 0", z3.Implies(square != 0, dot(moved, other) == dot(first, second)), by
        )
        rule = self.session.lemma(
            "a reflection keeps dot products",
            [first, second],
            dot(reflected(first), reflected(second)) == dot(first, second),
            [apart],
        )
        return rule.at(p, q)

    def products(self) -> Theorem:
        """Return A x_i.A x_t = x_i.x_t for all trials i and t."""
        formula = z3.Implies(z3.And(i >= 0, i < l, t >= 0, t < l), dot(turned(i), turned(t)) == dot(x(i), x(t)))
        by = [self.keeps(x(i), x(t)), self.turned.at(i), self.turned.at(t)]
        return self.session.lemma("the dot products of the reflected examples", [i, t], formula, by)


@proves("kw.def2", readings_more.reflected_examples)
def products_kept(session: Session) -> None:
    """(Aw).(Ax) = w.x for a reflection, from the axioms of an inner product."""
    session.repair("Definition 2", "instances have to be in R^N: a rotation leaves {0, 1}^N")
    rule = Reflection(session).keeps(w(t), x(t))
    lhs = dot(reflected(w(t)), reflected(x(t))) - dot(w(t), x(t))
    formula = z3.Implies(z3.And(t >= 0, t < l), session.holds(lhs))
    session.concluded(session.lemma("the claim", [t], formula, [rule]))


class TurnedRuns:
    """The Perceptron on the examples and on the reflected ones, with a threshold that moves by -drift side."""

    def __init__(self, session: Session, reflection: Reflection, name: str, first: Term, drift: Term) -> None:
        self.session, self.space = session, reflection.space
        self.w = z3.Function(f"w{name}", INT, VECTOR)
        self.v = z3.Function(f"v{name}", INT, VECTOR)
        self.theta = z3.Function(f"threshold{name}", INT, REAL)
        self.theta_too = z3.Function(f"second_threshold{name}", INT, REAL)
        self.eta, self.drift = session.symbol(s.eta), drift
        self.same_products = reflection.products()
        start = session.define(f"thresholds{name}", z3.And(self.theta(0) == first, self.theta_too(0) == first))
        self.starts = [start]
        self.moves = {
            "w": session.define(f"the update{name}", on_trials(self._moved(self.w, self.side, x))),
            "v": session.define(f"the second update{name}", on_trials(self._moved(self.v, self.side_too, turned))),
            "theta": session.define(
                f"the threshold{name}",
                on_trials(
                    z3.And(
                        self.theta(t + 1) == self.theta(t) - drift * self.side(t),
                        self.theta_too(t + 1) == self.theta_too(t) - drift * self.side_too(t),
                    )
                ),
            ),
        }

    def _moved(
        self, weights: Callable[[Term], Term], side: Callable[[Term], Term], examples: Callable[[Term], Term]
    ) -> Formula:
        return weights(t + 1) == add(weights(t), scale(self.eta * side(t), examples(t)))

    def one(self, t: Term) -> Formula:
        """Return that the learner predicts 1."""
        return dot(self.w(t), x(t)) - self.theta(t) >= 0

    def one_too(self, t: Term) -> Formula:
        """Return that the learner on the reflected examples predicts 1."""
        return dot(self.v(t), turned(t)) - self.theta_too(t) >= 0

    def side(self, t: Term) -> Term:
        """Return the label on a mistake, else 0."""
        return z3.If(y(t) == 1, z3.If(self.one(t), ZERO, ONE), z3.If(self.one(t), -ONE, ZERO))

    def side_too(self, t: Term) -> Term:
        """Return the same for the reflected examples."""
        return z3.If(y(t) == 1, z3.If(self.one_too(t), ZERO, ONE), z3.If(self.one_too(t), -ONE, ZERO))

    def conclude(self, name: str, what: str, zeros: list[Theorem]) -> None:
        """Conclude that no prediction changes: as long as none did, both weights have the same coefficients."""
        session, space = self.session, self.space
        differ = z3.If(self.one(t), z3.Not(self.one_too(t)), self.one_too(t))
        differences = Total(
            session, f"differences{name}", lambda _: z3.If(differ, z3.IntVal(1), z3.IntVal(0)), whole=True
        )
        r = z3.Int("e")
        same = session.induction(
            f"as long as no prediction differs, none did before{name}",
            t,
            z3.Implies(
                z3.And(t <= l, r >= 0),
                z3.And(
                    differences(t) >= 0,
                    z3.Implies(z3.And(r < t, differences(t) == 0), z3.And(self.side(r) == self.side_too(r))),
                ),
            ),
            [differences.start],
            [differences.next.at(t)],
        )
        same = session.kernel.gen(same.at(t), t, r)
        a, p, q = z3.Reals("a_ p_ q_")
        times = session.lemma("a times the same", [a, p, q], z3.Implies(p == q, a * p == a * q))
        known = [
            space.step.at(x(t), self.w(r), x(r), self.eta * self.side(r)),
            space.step.at(turned(t), self.v(r), turned(r), self.eta * self.side_too(r)),
            *(space.symmetric.at(x(t), z) for z in (self.w(r), self.w(r + 1), x(r))),
            *(space.symmetric.at(turned(t), z) for z in (self.v(r), self.v(r + 1), turned(r))),
        ]
        flat = [fact for z in (x(t), turned(t)) for fact in (space.null.at(z), space.symmetric.at(z, zero))]
        products = session.induction(
            f"the same products with the weights{name}",
            r,
            z3.Implies(
                z3.And(t >= 0, t < l, r <= t, differences(t) == 0),
                z3.And(dot(self.w(r), x(t)) == dot(self.v(r), turned(t)), self.theta(r) == self.theta_too(r)),
            ),
            [*zeros, *self.starts, *flat],
            [
                *known,
                *(move.at(r) for move in self.moves.values()),
                same.at(t, r),
                self.same_products.at(r, t),
                times.at(self.eta * self.side(r), dot(x(r), x(t)), dot(turned(r), turned(t))),
            ],
        )
        none = session.induction(
            f"no prediction differs{name}",
            t,
            up_to_the_end(differences(t) == 0),
            [differences.start],
            [differences.next.at(t), products.at(t)],
        )
        session.conclude(differences.whole(l), [none.at(l), *session.length], name=f"the claim, {what}")


@proves("kw.perc.rotinv", readings_more.turned_perceptrons)
def rotation_invariance(session: Session) -> None:
    """From zero the weights are combinations of examples; the same coefficients give the same products."""
    session.repair("rotation invariance", "the Perceptron has to start at zero")
    reflection = Reflection(session)
    theta = session.symbol(s.theta)
    runs = [
        TurnedRuns(session, reflection, "", theta, ZERO),
        TurnedRuns(session, reflection, "_bias", ZERO, session.symbol(s.eta)),
    ]
    zeros = session.given("start", z3.And(*(z(0) == zero for run in runs for z in (run.w, run.v))))
    labels(session)
    for run, name, what in zip(runs, ("", "_bias"), ("for a fixed threshold", "for the bias trick"), strict=True):
        run.conclude(name, what, zeros)


@proves("kw.thm3c", readings_more.turned_gram)
def converse(session: Session) -> None:
    """Coefficients and thresholds that see labels and dot products are the same for the reflected examples."""
    reflection = Reflection(session)
    space, products = reflection.space, reflection.products()
    base, slope, theta, drift = (session.symbol(a) for a in (s.eta, s.rate, s.theta, s.a))

    def coefficient(examples: Callable[[Term], Term]) -> Term:
        return y(j) * (base + slope * dot(examples(j), examples(t - 1)))

    def threshold(examples: Callable[[Term], Term]) -> Term:
        return z3.If(t == 0, theta, theta + drift * dot(examples(t - 1), examples(t - 1)))

    limits = z3.Function("threshold", INT, REAL), z3.Function("second_threshold", INT, REAL)
    sums = z3.Function("learned", INT, INT, VECTOR), z3.Function("second_learned", INT, INT, VECTOR)
    learned = []
    for function, examples, name in zip(sums, (x, turned), ("", ", reflected"), strict=True):
        within = z3.And(t >= 0, t < l, j >= 0, j < t)
        more = function(t, j + 1) == add(function(t, j), scale(coefficient(examples), examples(j)))
        learned.append(
            (
                session.define(f"nothing learned{name}", z3.ForAll([t], function(t, 0) == zero)),
                session.define(f"w_t{name}", z3.ForAll([t, j], z3.Implies(within, more))),
            )
        )
    first, second = sums
    a, p, q = z3.Reals("a_ p_ q_")
    times = session.lemma("a times the same", [a, p, q], z3.Implies(p == q, a * p == a * q))
    known = [
        space.step.at(x(t), first(t, j), x(j), coefficient(x)),
        space.step.at(turned(t), second(t, j), turned(j), coefficient(turned)),
        *(space.symmetric.at(x(t), z) for z in (first(t, j), first(t, j + 1), x(j))),
        *(space.symmetric.at(turned(t), z) for z in (second(t, j), second(t, j + 1), turned(j))),
    ]
    flat = [fact for z in (x(t), turned(t)) for fact in (space.null.at(z), space.symmetric.at(z, zero))]
    equal = session.prove(
        "the same coefficients",
        z3.Implies(z3.And(t >= 1, t < l, j >= 0, j < t), coefficient(x) == coefficient(turned)),
        [products.at(j, t - 1)],
    )
    same = session.induction(
        "the same products with what is learned",
        j,
        z3.Implies(z3.And(t >= 0, t < l, j <= t), dot(first(t, j), x(t)) == dot(second(t, j), turned(t))),
        [nothing.at(t) for nothing, _ in learned] + flat,
        [
            *known,
            *(more.at(t, j) for _, more in learned),
            equal,
            products.at(j, t),
            times.at(coefficient(x), dot(x(j), x(t)), dot(turned(j), turned(t))),
        ],
    )
    states = []
    for weights, function, limit, examples, name in zip(
        (w, v), sums, limits, (x, turned), ("", ", reflected"), strict=True
    ):
        state = z3.And(weights(t) == function(t, t), limit(t) == threshold(examples))
        states.append(session.define(f"weights and threshold{name}", on_trials(state)).at(t))
    one = dot(w(t), x(t)) >= limits[0](t)
    one_too = dot(v(t), turned(t)) >= limits[1](t)
    differ = z3.If(one, z3.Not(one_too), one_too)
    differences = Total(session, "differences", lambda _: z3.If(differ, z3.IntVal(1), z3.IntVal(0)), whole=True)
    none = session.induction(
        "no prediction differs",
        t,
        up_to_the_end(differences(t) == 0),
        [differences.start],
        [differences.next.at(t), same.at(t), products.at(t - 1, t - 1), *states],
    )
    session.conclude(differences.whole(l), [none.at(l), *session.length])


@proves("kw.def1", readings_more.threshold_perceptron)
def perceptron_is_additive(session: Session) -> None:
    """w_t is w_1 and the sum of eta side_i x_i over i < t, so the squared distance of the two stays 0."""
    space, eta, theta = InnerProduct(session), session.symbol(s.eta), session.symbol(s.theta)
    sum_ = z3.Function("combination", INT, VECTOR)
    one = dot(w(t), x(t)) >= theta
    step = eta * z3.If(y(t) == 1, z3.If(one, ZERO, ONE), z3.If(one, -ONE, ZERO))
    update = session.define("the update", on_trials(w(t + 1) == add(w(t), scale(step, x(t)))))
    start = session.define("w_1", sum_(0) == w(0))
    further = session.define(
        "w_1 + the sum of eta side_i x_i", on_trials(sum_(t + 1) == add(sum_(t), scale(step, x(t))))
    )
    labels(session)
    kept = session.induction(
        "w_t is the combination",
        t,
        up_to_the_end(distance(w(t), sum_(t)) == 0),
        [start, space.symmetric.at(w(0), w(0))],
        [
            update.at(t),
            further.at(t),
            space.step.at(w(t), w(t), x(t), step),
            space.step.at(sum_(t), sum_(t), x(t), step),
            space.step.at(sum_(t), w(t), x(t), step),
            space.step.at(w(t + 1), sum_(t), x(t), step),
            space.step.at(x(t), w(t), x(t), step),
            *(space.symmetric.at(x(t), z) for z in (w(t), w(t + 1), sum_(t))),
            *(space.symmetric.at(sum_(t), z) for z in (w(t), w(t + 1))),
        ],
    )
    formula = z3.Implies(z3.And(t >= 0, t <= l), session.holds(distance(w(t), sum_(t))))
    session.concluded(session.lemma("the claim", [t], formula, [kept.at(t)]))


# --- theorem 3 ---------------------------------------------------------------------------------------------------

rest = z3.Function("rest", INT, VECTOR)


def orthogonal_rest(session: Session, w: Callable[[Term], Term]) -> tuple[Theorem, Theorem]:
    """Return what defines rest(t): it is orthogonal to the examples so far, and rest.w_t = rest.rest."""
    orthogonal = z3.Implies(z3.And(t >= 0, t <= l, i >= 0, i < t), dot(rest(t), x(i)) == 0)
    text = "rest(t) is the part of w_t that is orthogonal to x_1, ..., x_t-1"
    part = z3.Implies(z3.And(t >= 0, t <= l), dot(w(t), rest(t)) == dot(rest(t), rest(t)))
    return (
        session.fact("rest is orthogonal", z3.ForAll([t, i], orthogonal), text),
        session.fact("rest is a part of w", z3.ForAll([t], part), "w_t - rest(t) is orthogonal to rest(t)"),
    )


@proves("kw.thm3", readings_more.outside_the_span)
def theorem_3(session: Session) -> None:
    """The reflection along the part v of w_t outside the span keeps the examples so far, and turns v into -v.

    For x = (|theta| + 1) v/v.v the product w_t.x is |theta| + 1, and w_t.Ax is minus that.
    """
    session.repair("Theorem 3", "instances have to be in R^N: a rotation leaves {0, 1}^N")
    space, theta = InnerProduct(session), session.symbol(s.theta)
    v, square = rest(t), dot(rest(t), rest(t))
    apart, projected = orthogonal_rest(session, w)
    size = z3.If(theta >= 0, theta, -theta) + 1
    probe = scale(size / square, v)
    turned_probe = mirrored(v, probe)
    factor = -2 * dot(v, probe) / square
    a, b = z3.Reals("a_ b_")
    quotient = session.lemma("a quotient times its divisor", [a, b], z3.Implies(b != 0, a / b * b == a))
    by = [
        space.homogeneous.at(w(t), v, size / square),
        space.homogeneous.at(v, v, size / square),
        space.step.at(w(t), probe, v, factor),
        quotient.at(size, square),
        quotient.at(-2 * dot(v, probe), square),
        projected.at(t),
    ]
    values = session.lemma(
        "w.x = |theta| + 1, and w.Ax is minus that",
        [t],
        z3.Implies(
            z3.And(t >= 0, t <= l, square != 0),
            z3.And(dot(w(t), probe) == size, dot(w(t), turned_probe) == -size),
        ),
        by,
    )
    alike = z3.If(dot(w(t), probe) >= theta, dot(w(t), turned_probe) >= theta, dot(w(t), turned_probe) < theta)
    untold = z3.If(square == 0, ZERO, z3.If(alike, ONE, ZERO))
    formula = z3.Implies(z3.And(t >= 0, t <= l), session.holds(untold))
    session.concluded(session.lemma("the claim", [t], formula, [values.at(t)]))
    moved = mirrored(v, x(i))
    along = -2 * dot(v, x(i)) / square
    kept = z3.Implies(z3.And(t >= 0, t <= l, i >= 0, i < t, square != 0), session.holds(distance(moved, x(i))))
    by = [
        apart.at(t, i),
        space.step.at(x(i), x(i), v, along),
        space.symmetric.at(moved, x(i)),
        space.symmetric.at(x(i), v),
        session.lemma("nothing over something", [a], z3.Implies(a != 0, -2 * ZERO / a == 0)).at(square),
        session.prove("no step", z3.Implies(dot(v, x(i)) == 0, along == -2 * ZERO / square)),
    ]
    session.concluded(session.lemma("the claim, that A keeps the examples so far", [t, i], kept, by))
