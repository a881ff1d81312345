"""How relative entropy drops when weights are multiplied by exp(s x_i) and divided by their sum: Hoeffding's lemma.

Weights w_i > 0 and u_i >= 0 both sum to U. An example with entries in [mid - half, mid + half] is x_i = mid + half v_i
with |v_i| <= 1; with a = s mid and c = s half its factors are exp(a + c v_i). Then

    d(u, w) - d(u, w') >= c (u.v - w.v) - U c**2/2 = s (u.x - w.x) - U (s half)**2/2,

which is s**2 X**2/2 for |x_i| <= X, and s**2/8 for x_i in [0, 1]. All of it rests on three laws of exp.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import z3

from bounds.claims.catalogue import theorem
from verify.proofs.engine.axioms import exp, ln
from verify.proofs.engine.kernel import Axiom, Theorem
from verify.proofs.engine.language import Formula, Term
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import CoordinateSum, Exponential, i, j, n, on_coordinates, sum_up
from verify.proofs.engine.vectors import INT, REAL, t

u, w, v, new = (z3.Function(name, INT, REAL) for name in ("u", "w", "v", "w'"))
U = z3.Real("U")


@dataclass(frozen=True)
class Proved:
    """What was proved: the theorems, how many steps of the kernel they took, how long, and the facts they rest on."""

    theorems: Mapping[str, Theorem]
    steps: int
    seconds: float
    facts: tuple[Axiom, ...]


@cache
def entropy_drop() -> Proved:
    """Prove how much relative entropy drops, that it is not negative, and that it is at most U ln n at first.

    >>> [fact.name for fact in entropy_drop().facts]
    ['exp of a sum', 'exp is above its tangent', 'exp undoes ln']
    """
    drop = _Drop(z3.Real("a"), z3.Real("c"))
    return drop.proved(drop.drop(drop.logarithm()))


@cache
def majority_drop() -> Proved:
    """Prove the same for factors beta**x_i, x_i in [0, 1] and weights that sum to 1, whose logarithms are kept."""
    half = z3.Real("ln_beta") / 2
    drop = _Drop(half, half)
    return drop.proved(drop.majority())


class _Drop:
    """The sums over the coordinates, and the steps; every step is made by the kernel that proves the catalogue."""

    def __init__(self, a: Term, c: Term) -> None:
        self.a, self.c = a, c
        self.session = session = Session(theorem("bylander.A1"))
        self.E = Exponential(session)
        state = session.kernel.axiom
        sums = {"sum w": w, "sum u": u, "w.v": lambda i: w(i) * v(i), "u.v": lambda i: u(i) * v(i)}
        sums |= {"S": lambda i: w(i) * exp(c * v(i)), "Z": lambda i: w(i) * exp(a + c * v(i))}
        sums |= {"d": lambda i: u(i) * (ln(u(i)) - ln(w(i))), "d'": lambda i: u(i) * (ln(u(i)) - ln(new(i)))}
        self.sums = {name: CoordinateSum(session, name, term, moving=False) for name, term in sums.items()}
        self.n = session.count("n", n >= 1)
        self.weights = state("weights", "hypothesis", on_coordinates(w(i) > 0))
        self.small = state("|v_i| <= 1", "hypothesis", on_coordinates(z3.And(v(i) <= 1, -v(i) <= 1)))
        self.given = state("u_i >= 0", "hypothesis", on_coordinates(u(i) >= 0))
        self.sizes = state("both sum to U", "hypothesis", z3.And(self("sum w") == U, self("sum u") == U, U > 0))
        self.update = state(
            "the update", "definition", on_coordinates(new(i) == U * w(i) * exp(a + c * v(i)) / self("Z"))
        )

    def __call__(self, name: str, upto: Term = n) -> Term:
        return self.sums[name](t, upto)

    def sum_up(
        self, name: str, formula: Callable[[Term], Formula], names: Sequence[str], by: Iterable[Theorem]
    ) -> Theorem:
        """Prove a formula in j, about sums over i < j, for j = n."""
        pairs = [(self.sums[name], t) for name in names]
        summed = sum_up(self.session, name, lambda _, j: formula(j), pairs, by, variables=())
        return self.session.prove(f"{name}: all of them", formula(n), [summed.at(n), self.n])

    def proved(self, drop: Theorem) -> Proved:
        """Add what holds of every relative entropy, and return all with the facts."""
        found = {
            "what a step takes off relative entropy": drop,
            "relative entropy is not negative": self.not_negative(),
            "relative entropy at the start": self.at_the_start(),
        }
        kernel = self.session.kernel
        made = [step for step in kernel.steps if step.how != "axiom"]
        facts = tuple(axiom for axiom in kernel.axioms.values() if axiom.kind == "analysis")
        return Proved(found, len(made), sum(step.seconds for step in made), facts)

    def chords(self) -> Theorem:
        """2 S <= (U + w.v) exp(c) + (U - w.v) exp(-c): exp is below its chords."""
        session, E, one, c = self.session, self.E, z3.RealVal(1), self.c
        K, L = exp(c), exp(-c)
        ends = session.prove("the ends of a chord", z3.And(exp(c * one) == K, exp(-c * one) == L))
        p, q, r = z3.Reals("p_ q_ r_")
        times = session.lemma("times a weight", [p, q, r], z3.Implies(z3.And(p > 0, q <= r), p * q <= p * r))
        chord = (1 + v(j)) * K + (1 - v(j)) * L
        each = session.lemma(
            "a chord, times a weight", [j],
            z3.Implies(
                z3.And(j >= 0, j < n),
                2 * (w(j) * exp(c * v(j))) <= (w(j) + w(j) * v(j)) * K + (w(j) - w(j) * v(j)) * L,
            ),
            [
                *(E.chord.at(c, v(j), one), ends, self.small.at(j), self.weights.at(j)),
                times.at(w(j), 2 * exp(c * v(j)), chord),
            ],
        )  # fmt: skip
        below = self.sum_up(
            "the chords, summed",
            lambda j: 2 * self("S", j)
            <= (self("sum w", j) + self("w.v", j)) * K + (self("sum w", j) - self("w.v", j)) * L,
            ["S", "sum w", "w.v"], [each.at(j)],
        )  # fmt: skip
        return session.prove(
            "chords", 2 * self("S") <= (U + self("w.v")) * K + (U - self("w.v")) * L, [below, self.sizes]
        )

    def mean(self) -> Theorem:
        """|w.v| <= U."""
        session = self.session
        within = session.lemma(
            "|w v| <= w", [j],
            z3.Implies(z3.And(j >= 0, j < n), z3.And(w(j) * v(j) <= w(j), -(w(j) * v(j)) <= w(j))),
            [self.small.at(j), self.weights.at(j)],
        )  # fmt: skip
        mean = self.sum_up(
            "|w.v| <= U",
            lambda j: z3.And(self("w.v", j) <= self("sum w", j), -self("w.v", j) <= self("sum w", j)),
            ["w.v", "sum w"], [within.at(j)],
        )  # fmt: skip
        return session.prove("mean", z3.And(self("w.v") <= U, -self("w.v") <= U), [mean, self.sizes])

    def partition(self) -> Theorem:
        """S <= U exp(mu c + c**2/2), mu = w.v/U: the two-point form of lemma A.1."""
        session = self.session
        known = [self.mean(), self.sizes]
        mu = self.mu
        fraction = session.prove("|mu| <= 1", z3.And(mu <= 1, mu >= -1, mu * U == self("w.v")), known)
        by = [self.chords(), self.E.two_points.at(mu, self.c), fraction, *known]
        return session.prove("S <= U exp(...)", self("S") <= U * exp(self.exponent), by)

    @property
    def mu(self) -> Term:
        """The mean of the v_i."""
        return self("w.v") / U

    @property
    def exponent(self) -> Term:
        """What ln(S/U) is at most."""
        return self.mu * self.c + self.c * self.c / 2

    def factored(self) -> list[Theorem]:
        """Z = exp(a) S, and both are positive."""
        session, E, a, c = self.session, self.E, self.a, self.c
        each = session.lemma(
            "exp of a sum, times a weight", [j],
            w(j) * exp(a + c * v(j)) == exp(a) * (w(j) * exp(c * v(j))), [E.sums.at(a, c * v(j))],
        )  # fmt: skip
        whole = self.sum_up("Z = exp(a) S", lambda j: self("Z", j) == exp(a) * self("S", j), ["Z", "S"], [each.at(j)])
        product = session.lemma(
            "a weight times exp > 0", [j],
            z3.Implies(z3.And(j >= 0, j < n), w(j) * exp(c * v(j)) > 0), [self.weights.at(j), E.positive.at(c * v(j))],
        )  # fmt: skip
        positive = self.sum_up(
            "S > 0", lambda j: z3.And(self("S", j) >= 0, z3.Implies(j >= 1, self("S", j) > 0)), ["S"], [product.at(j)]
        )
        known = [whole, positive, self.n, E.positive.at(a)]
        return [whole, session.prove("Z > 0 and S > 0", z3.And(self("Z") > 0, self("S") > 0), known)]

    def logarithm(self) -> Theorem:
        """Prove ln Z <= ln U + a + mu c + c**2/2, and Z > 0."""
        session, E, S, Z, a = self.session, self.E, self("S"), self("Z"), self.a
        e = self.exponent
        above = U * exp(e)
        known = [*self.factored(), self.partition(), self.sizes]
        by = [*known, E.positive.at(e), E.positive.at(a)]
        sizes = session.prove("U exp(...) > 0", above > 0, by)
        laws = [E.product.at(exp(a), S), E.product.at(U, exp(e)), E.logarithm.at(a), E.logarithm.at(e)]
        again = session.prove("Z again", ln(Z) == ln(exp(a) * S), known)
        by = [*by, sizes, *laws, E.ln_increasing.at(above, S), again]
        return session.prove("ln Z <= ln U + a + mu c + c**2/2", z3.And(ln(Z) <= ln(U) + a + e, Z > 0), by)

    def parts(self, positive: list[Theorem]) -> Theorem:
        """d(u, w) - d(u, w') = (a + ln U - ln Z) U + c u.v, where Z > 0."""
        session, E, Z, a, c = self.session, self.E, self("Z"), self.a, self.c
        e = a + c * v(j)
        above = U * w(j) * exp(e)
        inside = z3.And(j >= 0, j < n)
        known = [self.weights.at(j), self.sizes, *positive, E.positive.at(e)]
        p, q = z3.Reals("p_ q_")
        times = session.lemma("a product > 0", [p, q], z3.Implies(z3.And(p > 0, q > 0), p * q > 0))
        sizes = session.lemma(
            "a new weight's parts > 0", [j], z3.Implies(inside, z3.And(U * w(j) > 0, above > 0)),
            [*known, times.at(U, w(j)), times.at(U * w(j), exp(e))],
        )  # fmt: skip
        laws = [E.quotient.at(above, Z), E.product.at(U * w(j), exp(e)), E.product.at(U, w(j)), E.logarithm.at(e)]
        same = session.lemma(
            "ln of a new weight again", [j], z3.Implies(inside, ln(new(j)) == ln(above / Z)), [self.update.at(j)]
        )
        moved = session.lemma(
            "ln of a new weight", [j], z3.Implies(inside, ln(new(j)) == ln(U) + ln(w(j)) + e - ln(Z)),
            [*known, sizes.at(j), *laws, same.at(j)],
        )  # fmt: skip
        gap = ln(U) - ln(Z) + a
        each = session.lemma(
            "one coordinate's part", [j],
            z3.Implies(
                inside,
                u(j) * (ln(u(j)) - ln(w(j))) - u(j) * (ln(u(j)) - ln(new(j))) == gap * u(j) + c * (u(j) * v(j)),
            ),
            [moved.at(j)],
        )  # fmt: skip
        summed = self.sum_up(
            "the parts, summed",
            lambda j: self("d", j) - self("d'", j) == gap * self("sum u", j) + c * self("u.v", j),
            ["d", "d'", "sum u", "u.v"], [each.at(j)],
        )  # fmt: skip
        return session.prove("parts", self("d") - self("d'") == gap * U + c * self("u.v"), [summed, self.sizes])

    def drop(self, log: Theorem) -> Theorem:
        """Prove d(u, w) - d(u, w') >= c (u.v - w.v) - U c**2/2, and what that is for entries around a middle."""
        session, c = self.session, self.c
        mean = session.prove("mu U = w.v", self.mu * U == self("w.v"), [self.sizes])
        at_least = c * (self("u.v") - self("w.v")) - U * c * c / 2
        by = [self.parts([log]), log, self.sizes, mean]
        rate, middle, half, p, q = z3.Reals("s mid half p_ q_")
        ux, wx = middle * U + half * p, middle * U + half * q
        session.prove(
            "c (u.v - w.v) = s (u.x - w.x) for x = mid + half v, c = s half",
            (rate * half) * (p - q) == rate * (ux - wx),
        )
        return session.prove("d(u, w) - d(u, w') >= c (u.v - w.v) - U c**2/2", self("d") - self("d'") >= at_least, by)

    def majority(self) -> Theorem:
        """Prove d(u, w) - d(u, w') >= ln(beta) p - ln(1 - (1 - beta) q), and what is used of the second logarithm.

        Here U = 1, p = u.x = (1 + u.v)/2, q = w.x = (1 + w.v)/2.
        """
        session, E, Z, lb = self.session, self.E, self("Z"), 2 * self.a
        one = session.kernel.axiom("weights are shares", "hypothesis", U == 1)
        small = session.kernel.axiom("beta < 1", "hypothesis", exp(lb) < 1)
        p, q = (1 + self("u.v")) / 2, (1 + self("w.v")) / 2
        inside = 1 - (1 - exp(lb)) * q
        known = [*self.factored(), self.mean(), self.sizes, one, small, E.positive.at(lb)]
        laws = [E.sums.at(self.a, self.c), E.sums.at(self.a, -self.c), E.positive.at(self.a)]
        ends = session.prove(
            "the ends", z3.And(exp(self.a) * exp(self.c) == exp(lb), exp(self.a) * exp(-self.c) == 1), laws
        )
        below = session.prove(
            "Z <= 1 - (1 - beta) q", z3.And(inside >= Z, inside > 0), [*known, *laws, ends, self.chords()]
        )
        log = session.prove(
            "ln Z <= ln(1 - (1 - beta) q)", ln(Z) <= ln(inside), [*known, below, E.ln_increasing.at(inside, Z)]
        )
        middle = (1 + exp(lb)) / 2
        tangents = [E.below_tangent.at(inside), E.below_tangent.at(middle), E.below_tangent.at(exp(lb))]
        laws = [
            E.ln_increasing.at(middle, inside),
            E.logarithm.at(lb),
            E.ln_increasing.at(z3.RealVal(1), z3.RealVal(1)),
        ]
        session.prove(
            "z = -ln(1 - (1 - beta) q) >= (1 - beta) q, and z >= ln(2/(1 + beta)) for q >= 1/2",
            z3.And(-ln(inside) >= (1 - exp(lb)) * q, z3.Implies(2 * q >= 1, ln(inside) <= ln(middle))),
            [*known, below, *tangents, *laws],
        )
        session.prove(
            "ln(1/beta) >= 1 - beta, and ln(2/(1 + beta)) >= (1 - beta)/2",
            z3.And(-lb >= 1 - exp(lb), -ln(middle) >= (1 - exp(lb)) / 2), [*known, *tangents, *laws],
        )  # fmt: skip
        unit = session.prove("ln 1 = 0", ln(U) == 0, [one, *laws])
        by = [self.parts([known[1]]), log, one, unit]
        return session.prove(
            "d(u, w) - d(u, w') >= ln(beta) p - ln(1 - (1 - beta) q)", self("d") - self("d'") >= lb * p - ln(inside), by
        )

    def not_negative(self) -> Theorem:
        """Prove d(u, w) >= 0."""
        session, E = self.session, self.E
        inside = z3.And(j >= 0, j < n)
        known = [self.weights.at(j), self.given.at(j)]
        each = session.lemma(
            "u ln(u/w) >= u - w", [j],
            z3.Implies(inside, u(j) * (ln(u(j)) - ln(w(j))) >= u(j) - w(j)),
            [*known, E.below_tangent.at(w(j) / u(j)), E.quotient.at(w(j), u(j))],
        )  # fmt: skip
        summed = self.sum_up(
            "they, summed", lambda j: self("d", j) >= self("sum u", j) - self("sum w", j), ["d", "sum u", "sum w"],
            [each.at(j)],
        )  # fmt: skip
        return session.prove("d(u, w) >= 0", self("d") >= 0, [summed, self.sizes])

    def at_the_start(self) -> Theorem:
        """Prove d(u, w) <= U ln n for w_i = U/n."""
        session, E, N = self.session, self.E, z3.ToReal(n)
        first = CoordinateSum(session, "d at the start", lambda i: u(i) * (ln(u(i)) - ln(U / N)), moving=False)
        size = self.sums["sum u"]
        least = sum_up(
            session, "a part is at most the whole",
            lambda _, j: z3.And(size(t, j) >= 0, z3.Implies(z3.And(i >= 0, i < j), u(i) <= size(t, j))),
            [(size, t)], [self.given.at(j)], variables=(i,),
        )  # fmt: skip
        each = session.lemma(
            "u (ln u - ln(U/n)) <= u ln n", [i],
            z3.Implies(z3.And(i >= 0, i < n), u(i) * (ln(u(i)) - ln(U / N)) <= u(i) * ln(N)),
            [least.at(i, n), self.given.at(i), self.sizes, self.n, E.quotient.at(U, N), E.ln_increasing.at(U, u(i))],
        )  # fmt: skip
        summed = sum_up(
            session, "the start, summed", lambda _, j: first(t, j) <= ln(N) * size(t, j), [(first, t), (size, t)],
            [each.at(j)], variables=(),
        )  # fmt: skip
        return session.prove("d(u, w_1) <= U ln n", first(t) <= U * ln(N), [summed.at(n), self.n, self.sizes])
