"""The exact worst case of the Perceptron with margin: the updates that a separating comparator allows."""

from __future__ import annotations

from functools import cached_property

import z3

from bounds import symbols as s
from bounds.claim import Case
from bounds.expression import as_expression
from bounds.sources.classics.perceptron import DISCRIMINANT, MOST, ROOT, SIZE, UNITS, USUAL
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Formula, Term
from verify.proofs.engine.registry import proves
from verify.proofs.engine.session import Data, Session
from verify.proofs.engine.translate import root_arguments, translate
from verify.proofs.engine.vectors import add, dot, scale, t
from verify.proofs.readings import learners
from verify.proofs.runs.perceptron import (
    PerceptronRun,
    count,
    l,
    label_side,
    labels,
    separable,
    u,
    up_to_the_end,
    ux,
    w,
    wx,
    x,
    y,
)


def product_of_lengths(session: Session) -> Theorem:
    """From c**2 <= a b, a <= A**2 and b <= B**2: |c| <= A B."""
    a, b, c, A, B = z3.Reals("a_ b_ c_ A_ B_")
    return session.lemma(
        "a product of bounded lengths",
        [a, b, c, A, B],
        z3.Implies(
            z3.And(c * c <= a * b, a >= 0, a <= A * A, b >= 0, b <= B * B, A >= 0, B >= 0),
            z3.And(c <= A * B, -c <= A * B),
        ),
    )


def longer_sum(session: Session, eta: Term) -> Theorem:
    """|v + r x| <= A + eta B where |v| <= A, |x| <= B and r is 0, eta or -eta, in terms of dot products."""
    a, b, c, A, B, r = z3.Reals("a_ b_ c_ A_ B_ r_")
    return session.lemma(
        "a sum is at most as long as its parts together",
        [a, b, c, A, B, r],
        z3.Implies(
            z3.And(
                z3.Or(r == 0, r == eta, r == -eta),
                eta >= 0,
                A >= 0,
                B >= 0,
                a <= A * A,
                b <= B * B,
                c <= A * B,
                -c <= A * B,
            ),
            a + 2 * r * c + r * r * b <= (A + eta * B) * (A + eta * B),
        ),
    )


def below_a_product(session: Session) -> Theorem:
    """From 0 <= a <= b, b**2 <= c d, c <= e and d >= 0: a**2 <= e d."""
    a, b, c, d, e = z3.Reals("a_ b_ c_ d_ e_")
    return session.lemma(
        "below a product",
        [a, b, c, d, e],
        z3.Implies(z3.And(a >= 0, a <= b, b * b <= c * d, c <= e, d >= 0), a * a <= e * d),
    )


def margin(case: Case) -> Data:
    """Read a run with its updates, the trials on which y w.x <= beta."""
    data = learners.perceptron(case)
    values, trials = data.values, range(data.values["l"])
    below = [values["y"](t) * values["dot"](values["w"](t), values["x"](t)) <= values["beta"] for t in trials]
    return Data({**values, "updates": lambda t: sum(below[:t])}, data.ranges)


def allowed(k: Term, b: Term, r: Term, V: Term) -> Formula:
    """Return that an update may follow k of them, k > b."""
    A = largest(k, b, r)
    return k * k - 2 * k * b + A <= V * (A - b * b)


def largest(k: Term, b: Term, r: Term) -> Term:
    """Return the largest w.w/(eta X)**2 after k >= r + 1 updates."""
    return (r + 1) * (r + 1) + (k - r - 1) * (1 + 2 * b)


class MarginRun:
    """The run: an update on the trials with y w.x <= beta, of which K(t) are before trial t."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.eta, self.beta = session.symbol(s.eta), session.symbol(s.beta)
        self.U, self.X = session.symbol(s.U), session.symbol(s.X)
        self.run = PerceptronRun(session, label_side(self.updates), self.eta)
        self.K = count(session, "updates", self.updates)
        self.parameters = [*session.parameters, *session.parameter_premises]
        self.labels, self.separable = labels(session).at(t), separable(session)
        self.space = self.run.space
        self.b, self.V = (translate(as_expression(text)) for text in (UNITS, SIZE))
        self.r = z3.ToReal(z3.ToInt(self.b))
        self.unit = self.eta * self.eta * self.X * self.X

    def updates(self, t: Term) -> Formula:
        """Return that the margin is at most beta."""
        return y(t) * wx(t) <= self.beta

    @cached_property
    def one(self) -> Theorem:
        """What a trial does: nothing, or an update that adds at least eta to u.w, and to w.w what its margin says."""
        before, after = dot(w(t), w(t)), dot(w(t + 1), w(t + 1))
        update = z3.And(
            dot(u, w(t + 1)) >= dot(u, w(t)) + self.eta,
            after <= before + 2 * self.eta * (y(t) * wx(t)) + self.unit,
        )
        return self.session.lemma(
            "one trial",
            [t],
            z3.Implies(
                z3.And(t >= 0, t < l),
                z3.If(self.updates(t), update, z3.And(dot(u, w(t + 1)) == dot(u, w(t)), after == before)),
            ),
            [*self.run.moved(u, t), self.labels, *self.run.examples, *self.separable, *self.parameters],
        )

    @cached_property
    def grown(self) -> Theorem:
        """u.w >= eta K and w.w <= (eta X K)**2, for no update is longer than eta X; and K <= t."""
        session, run = self.session, self.run
        reach = self.eta * self.X * self.K(t)
        parts = (dot(w(t), w(t)), dot(x(t), x(t)), wx(t), reach, self.X)
        longer = session.lemma(
            "an update lengthens w by at most eta X",
            [t],
            z3.Implies(
                z3.And(t >= 0, t < l, self.K(t) >= 0, dot(w(t), w(t)) <= reach * reach),
                dot(w(t + 1), w(t + 1)) <= (reach + self.eta * self.X) * (reach + self.eta * self.X),
            ),
            [
                product_of_lengths(session).at(*parts),
                longer_sum(session, self.eta).at(*parts, self.eta * run.side(t)),
                self.space.cauchy_schwarz.at(w(t), x(t)),
                self.space.positive.at(w(t)),
                self.space.positive.at(x(t)),
                *run.moved(u, t),
                *run.examples,
                *self.parameters,
                self.labels,
            ],
        )
        return session.induction(
            "u.w >= eta K, |w| <= eta X K and K <= t",
            t,
            up_to_the_end(
                z3.And(
                    dot(u, w(t)) >= self.eta * self.K(t),
                    dot(w(t), w(t)) <= reach * reach,
                    self.K(t) >= 0,
                    self.K(t) <= z3.ToReal(t),
                )
            ),
            [self.K.start, *run.at_zero(u)],
            [self.one.at(t), longer.at(t), self.K.next.at(t)],
        )

    @cached_property
    def numbers(self) -> list[Theorem]:
        """What is known of b, r and V: eta X > 0, (eta X)**2 b = eta beta and r <= b < r + 1."""
        session, c = self.session, z3.Real("c_")
        floor = session.lemma(
            "the floor of a number",
            [c],
            z3.And(z3.ToReal(z3.ToInt(c)) <= c, c < z3.ToReal(z3.ToInt(c)) + 1),
        )
        whole = session.lemma("a floor is not negative", [c], z3.Implies(c >= 0, z3.ToInt(c) >= 0))
        scaled = session.prove("(eta X)**2 b = eta beta", self.unit * self.b == self.eta * self.beta, self.parameters)
        positive = session.prove(
            "b > 0, eta X > 0, V >= 0",
            z3.And(self.b > 0, self.eta > 0, self.unit > 0, self.V >= 0),
            self.parameters,
        )
        known = session.prove(
            "r <= b < r + 1",
            z3.And(z3.ToInt(self.b) >= 0, self.r <= self.b, self.b < self.r + 1),
            [floor.at(self.b), whole.at(self.b), positive],
        )
        return [scaled, positive, known]

    @cached_property
    def shorter(self) -> Theorem:
        """w.w <= (eta X)**2 A after k >= r + 1 updates, K(t) = k."""
        session = self.session
        a, a2, c, g, e, m, b = z3.Reals("a_ a2_ c_ g_ e_ m_ b_")
        i, j = z3.Ints("i_ j_")
        k, r = z3.ToReal(i), z3.ToReal(j)
        longer = session.lemma(
            "an update adds at most 1 + 2 b",
            [a, a2, c, g, e, m, b, i, j],
            z3.Implies(
                z3.And(
                    g * b == e * m,
                    e > 0,
                    c <= m,
                    a2 <= a + 2 * e * c + g,
                    a2 <= g * ((k + 1) * (k + 1)),
                    i >= j,
                    z3.Implies(i >= j + 1, a <= g * largest(k, b, r)),
                ),
                a2 <= g * largest(k + 1, b, r),
            ),
        )
        known = [self.one.at(t), self.K.next.at(t), self.grown.at(t + 1), self.grown.at(t), *self.numbers]
        K, before, after = self.K(t), dot(w(t), w(t)), dot(w(t + 1), w(t + 1))
        arguments = (before, after, y(t) * wx(t), self.unit, self.eta, self.beta, self.b)
        square = session.lemma(
            "a square of a product", [a, b], z3.Implies(a == b + 1, self.unit * ((b + 1) * (b + 1))
            == (self.eta * self.X * a) * (self.eta * self.X * a)),
        )  # fmt: skip
        return session.induction(
            "w.w <= (eta X)**2 A",
            t,
            up_to_the_end(z3.Implies(self.r + 1 <= K, before <= self.unit * largest(K, self.b, self.r))),
            [self.K.start, *self.numbers],
            [*known, longer.at(*arguments, self.K.whole(t), z3.ToInt(self.b)), square.at(self.K(t + 1), K)],
        )

    @cached_property
    def stretched(self) -> Theorem:
        """At an update after k >= r + 1 others: (k + c)**2 <= V (A + 2 c b + c**2) for all c >= 0."""
        session, k, c = self.session, self.K(t), z3.Real("c_")
        step, reach = self.eta * c * y(t), self.eta * (k + c)
        A = largest(k, self.b, self.r)
        v, W = add(w(t), scale(step, x(t))), A + 2 * c * self.b + c * c
        late = z3.And(t >= 0, t < l, self.updates(t), k >= self.r + 1, c >= 0)
        moved = self.space.step.at(u, w(t), x(t), step)
        known = [self.grown.at(t), self.labels, *self.numbers, *self.parameters]
        far = session.lemma(
            "the product of u with w + c eta y x",
            [t, c],
            z3.Implies(late, z3.And(dot(u, v) >= reach, reach >= 0)),
            [moved, *known, *self.separable],
        )
        short = session.lemma(
            "the square of w + c eta y x",
            [t, c],
            z3.Implies(late, dot(v, v) <= self.unit * W),
            [
                moved,
                *known,
                *self.run.examples,
                self.shorter.at(t),
                square_of_a_sum(session).at(
                    dot(w(t), w(t)), y(t) * wx(t), self.eta * self.eta * dot(x(t), x(t)),
                    self.eta, self.unit, self.beta, self.b, c, A,
                ),
            ],
        )  # fmt: skip
        U = self.U
        return session.lemma(
            "Cauchy-Schwarz at w + c eta y x",
            [t, c],
            z3.Implies(late, (k + c) * (k + c) <= self.V * W),
            [
                far.at(t, c),
                short.at(t, c),
                below_a_product(session).at(reach, dot(u, v), dot(u, u), dot(v, v), U * U),
                self.space.cauchy_schwarz.at(u, v),
                self.space.positive.at(v),
                divided(session).at(self.eta, k + c, U, self.X, dot(v, v), W),
                *self.run.comparator,
                *self.parameters,
            ],
        )

    @cached_property
    def bounded(self) -> Theorem:
        """The last of K > r + 1 updates was allowed after the K - 1 before it."""
        session, K = self.session, self.K
        k, b, r, V = K(t), self.b, self.r, self.V
        A = largest(k, b, r)
        c = (A - k * b) / (k - b)
        trial = z3.And(t >= 0, t < l, self.updates(t))
        last = session.lemma(
            "an update after k >= r + 1 others",
            [t],
            z3.Implies(z3.And(trial, k >= r + 1), allowed(k, b, r, V)),
            [self.stretched.at(t, c), best_multiple(session).at(k, b, r, V), *self.numbers],
        )
        return session.induction(
            "what the updates say of V",
            t,
            up_to_the_end(z3.Implies(k - 1 >= r + 1, allowed(k - 1, b, r, V))),
            [K.start, *self.numbers],
            [last.at(t), K.next.at(t), *self.numbers],
        )

    @cached_property
    def separated(self) -> Theorem:
        """V >= 1 where there is a trial, for an example that u separates."""
        session = self.session
        a, d, e = z3.Reals("a_ d_ e_")
        unit = session.lemma(
            "a product of at least 1",
            [a, d, e],
            z3.Implies(
                z3.And(a >= 1, a * a <= d * e, d >= 0, d <= self.U * self.U, e >= 0, e <= self.X * self.X),
                self.V >= 1,
            ),
        )
        return session.lemma(
            "an example that u separates",
            [t],
            z3.Implies(z3.And(t >= 0, t < l), self.V >= 1),
            [
                unit.at(y(t) * ux(t), dot(u, u), dot(x(t), x(t))),
                self.space.cauchy_schwarz.at(u, x(t)),
                self.space.positive.at(u),
                self.space.positive.at(x(t)),
                self.labels,
                *self.separable,
                *self.run.examples,
                *self.run.comparator,
            ],
        )


def square_of_a_sum(session: Session) -> Theorem:
    """a + 2 f e p + f**2 d <= g (A + 2 f b + f**2) where a <= g A, p <= m, d <= g, g b = e m and f >= 0."""
    parts = z3.Reals("a_ p_ d_ e_ g_ m_ b_ f_ A_")
    a, p, d, e, g, m, b, f, A = parts
    return session.lemma(
        "the square of a sum",
        list(parts),
        z3.Implies(
            z3.And(a <= g * A, f >= 0, p <= m, d <= g, g * b == e * m, e > 0),
            a + 2 * f * e * p + f * f * d <= g * (A + 2 * f * b + f * f),
        ),
    )


def divided(session: Session) -> Theorem:
    """From (e h)**2 <= U**2 v and v <= (e X)**2 W: h**2 <= U**2 X**2 W."""
    e, h, U, X, v, W = parts = z3.Reals("e_ h_ U_ X_ v_ W_")
    times = session.lemma("the larger factor", [v, W, U], z3.Implies(v <= W, U * U * v <= U * U * W))
    rest = session.lemma(
        "divide by e**2",
        [e, h, W],
        z3.Implies(z3.And(e > 0, (e * h) * (e * h) <= e * e * W), h * h <= W),
    )
    return session.lemma(
        "divide by eta**2",
        list(parts),
        z3.Implies(z3.And(e > 0, (e * h) * (e * h) <= U * U * v, v <= e * e * X * X * W), h * h <= U * U * X * X * W),
        [times.at(v, e * e * X * X * W, U), rest.at(e, h, U * U * X * X * W)],
    )


def best_multiple(session: Session) -> Theorem:
    """With c = (A - k b)/(k - b), A + 2 c b + c**2 = (k + c)(b + c): divide by k + c, and multiply by k - b."""
    k, b, r, V, c, A = z3.Reals("k_ b_ r_ V_ c_ A_")
    product = session.lemma(
        "the square as a product",
        [k, b, c, A],
        z3.Implies(c * (k - b) == A - k * b, A + 2 * c * b + c * c == (k + c) * (b + c)),
    )
    shorter = session.lemma(
        "divide by k + c",
        [k, b, V, c],
        z3.Implies(z3.And(k + c > 0, (k + c) * (k + c) <= V * ((k + c) * (b + c))), k + c <= V * (b + c)),
    )
    larger = session.lemma(
        "multiply by k - b",
        [k, b, V, c, A],
        z3.Implies(
            z3.And(k > b, c * (k - b) == A - k * b, k + c <= V * (b + c)),
            k * k - 2 * k * b + A <= V * (A - b * b),
        ),
    )
    at = largest(k, b, r)
    best = (at - k * b) / (k - b)
    positive = session.lemma(
        "c > 0",
        [k, b, r],
        z3.Implies(
            z3.And(b > 0, r >= 0, r <= b, b < r + 1, k >= r + 1), z3.And(best > 0, best * (k - b) == at - k * b)
        ),
    )
    return session.lemma(
        "the best c",
        [k, b, r, V],
        z3.Implies(
            z3.And(
                z3.And(b > 0, r >= 0, r <= b, b < r + 1, k >= r + 1),
                (k + best) * (k + best) <= V * (at + 2 * best * b + best * best),
            ),
            allowed(k, b, r, V),
        ),
        [
            positive.at(k, b, r),
            product.at(k, b, best, at),
            shorter.at(k, b, V, best),
            larger.at(k, b, V, best, at),
        ],
    )


@proves("classics.margin.exact", margin)
def most_updates(session: Session) -> None:
    """(2 k + 1 - V (1 + 2 b))**2 <= D for k = M - 1 > b, where D is what the bound has the square root of."""
    run = MarginRun(session)
    M, b, r, V = run.K(l), run.b, run.r, run.V
    largest_root, most = (translate(as_expression(text)) for text in (ROOT, MOST))
    (square,) = root_arguments(largest_root)
    D = translate(as_expression(DISCRIMINANT))
    equal = session.prove("the same D", discriminant(b, r, V) == D)
    below = session.prove("D is at most what the root is of", z3.And(square >= 0, square >= D))
    m, b_, r_, V_, e_ = z3.Reals("m_ b_ r_ V_ e_")
    counted = session.lemma(
        "a number of updates",
        [m, b_, r_, V_, e_],
        z3.Implies(
            z3.And(
                z3.Or(m <= 0, m <= r_ + 1, allowed(m - 1, b_, r_, V_)),
                z3.Implies(m > 0, V_ >= 1),
                V_ >= 0,
                b_ > 0,
                r_ <= b_,
                e_ >= 0,
                e_ * e_ >= discriminant(b_, r_, V_),
            ),
            2 * m <= V_ * (1 + 2 * b_) + 1 + e_,
        ),
    )
    inside = session.prove(
        "before rounding down",
        most >= M,
        [
            counted.at(M, b, r, V, largest_root),
            run.bounded.at(l),
            run.grown.at(l),
            run.separated.at(0),
            below,
            equal,
            usual(run),
            *session.roots(largest_root),
            *run.numbers,
            *session.length,
        ],
    )
    i, c = z3.Int("i_"), z3.Real("c_")
    rounded = session.lemma(
        "a whole number is at most the floor of a larger one",
        [i, c],
        z3.Implies(z3.ToReal(i) <= c, z3.ToReal(i) <= z3.ToReal(z3.ToInt(c))),
    )
    known = [rounded.at(run.K.whole(l), most), inside, run.grown.at(l), *session.length]
    session.concluded(session.prove("the claim", session.holds(run.K.whole(l)), known))


def discriminant(b: Term, r: Term, V: Term) -> Term:
    """Return (V - 1)**2 (1 + 2 b)**2 - 4 (V - 1) f (1 - f), f = b - r."""
    return (V - 1) * (V - 1) * (1 + 2 * b) * (1 + 2 * b) - 4 * (V - 1) * (b - r) * (1 - b + r)


@proves("classics.margin.sharp", margin)
def fewer_updates(session: Session) -> None:
    """The same, with D <= ((V - 1) (1 + 2 b))**2."""
    run = MarginRun(session)
    m, b, r, V = z3.Reals("m_ b_ r_ V_")
    counted = session.lemma(
        "a number of updates",
        [m, b, r, V],
        z3.Implies(
            z3.And(z3.Or(m <= r + 1, allowed(m - 1, b, r, V)), V >= 1, r <= b, b < r + 1, b > 0),
            m <= V * (1 + 2 * b) - b,
        ),
    )
    known = [counted.at(run.K(l), run.b, run.r, run.V), run.bounded.at(l), run.separated.at(0), run.grown.at(l)]
    session.conclude(run.K.whole(l), [*known, usual(run), *run.numbers, *session.length])


def usual(run: MarginRun) -> Theorem:
    """V (1 + 2 b) is the usual bound."""
    bound = translate(as_expression(USUAL))
    return run.session.prove("V (1 + 2 b) is the usual bound", run.V * (1 + 2 * run.b) == bound, run.parameters)
