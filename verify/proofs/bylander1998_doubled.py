"""Theorem 3 of Bylander 1998 on doubled attributes: a comparator of any sign."""

from __future__ import annotations

import z3

from bounds import symbols as s
from verify.proofs import readings_more
from verify.proofs.bylander1998 import EMPTY, OUTCOME, nonempty
from verify.proofs.bylander1998_exponentiated import ExcessLoss, entropy_inequality, trial_in_numbers
from verify.proofs.exponentiated import ExponentiatedRun, Inputs, coordinate, on_trials_and_coordinates, side, u, x
from verify.proofs.kernel import Term, Theorem
from verify.proofs.perceptron import ZERO, l, lemma_1, parts_of
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import CoordinateSum, i, j, n, on_coordinates
from verify.proofs.terms import absolute
from verify.proofs.translate import ln
from verify.proofs.vectors import INT, REAL, Outcome, t

half = z3.Int("half")
original = z3.Function("v", INT, REAL)
example = z3.Function("z", INT, INT, REAL)


class DoubledInputs(Inputs):
    """Examples x = (z, -z) of n = 2 half attributes, and a comparator v of any sign with the sum of |v_i| at most U.

    The comparator of the doubled attributes is u = (v+, v-) plus what is left of U, in n equal parts: u.x = v.z.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.U, self.X = session.symbol(s.U), session.symbol(s.X)
        known = [session.count("half", half >= 1), session.define("n", n == 2 * half)]
        self.n = session.prove("n attributes, half of them given", z3.And(half >= 1, n == 2 * half), known)
        self.ux = CoordinateSum(session, "ux", lambda t, i: u(i) * x(t, i))
        self.size = CoordinateSum(session, "sum_u", lambda i: u(i), moving=False)
        self.vz = CoordinateSum(session, "vz", lambda t, i: original(i) * example(t, i))
        self.total = CoordinateSum(session, "sum_abs_v", lambda i: absolute(original(i)), moving=False)
        self.take_premises()

    def take_premises(self) -> None:
        """Take up the premises about z and v, and double both."""
        session, U, X = self.session, self.U, self.X
        given = z3.Implies(z3.And(t >= 0, t < l, i >= 0, i < half), z3.And(example(t, i) <= X, -example(t, i) <= X))
        within = session.given("examples", z3.ForAll([t, i], given))
        doubled = session.define(
            "x = (z, -z)",
            on_trials_and_coordinates(x(t, i) == z3.If(i < half, example(t, i), -example(t, i - half))),
        )
        entries = z3.Implies(z3.And(t >= 0, t < l, i >= 0, i < n), z3.And(x(t, i) <= X, -x(t, i) <= X))
        by = [doubled.at(t, i), *(p.at(t, i) for p in within), *(p.at(t, i - half) for p in within), self.n]
        self.examples = [session.lemma("|x_i| <= X", [t, i], entries, by)]
        size = self.total(t, half)
        at_most = session.given("comparator", size <= U)
        rest = (U - size) / z3.ToReal(n)
        parts = z3.If(
            i < half,
            z3.If(original(i) >= 0, original(i), ZERO),
            z3.If(original(i - half) >= 0, ZERO, -original(i - half)),
        )
        split = session.define("u = (v+, v-) and the rest of U", on_coordinates(u(i) == parts + rest))
        room = session.prove("the rest is not negative", rest >= 0, [*at_most, self.n])
        self.nonnegative = [session.lemma("u_i >= 0", [i], coordinate(u(i) >= 0), [split.at(i), room])]
        second = half + j
        here = [split.at(j), split.at(second), self.n]
        pairs = session.induction(
            "u in pairs",
            j,
            z3.Implies(
                j <= half,
                self.size(t, second) - self.size(t, half) + self.size(t, j)
                == self.total(t, j) + 2 * z3.ToReal(j) * rest,
            ),
            [self.size.start(t), self.total.start(t)],
            [self.size.next(t, second), self.size.next(t, j), self.total.next(t, j), *here],
        )
        shares = session.prove("n equal parts", z3.ToReal(n) * rest == U - size, [self.n])
        by = [pairs.at(half), shares, self.n]
        self.sum = [session.prove("the sum of u = U", self.size(t) == U, by)]
        products = session.induction(
            "u.x in pairs",
            j,
            z3.Implies(
                z3.And(t >= 0, t < l, j <= half),
                self.ux(t, second) - self.ux(t, half) + self.ux(t, j) == self.vz(t, j),
            ),
            [self.ux.start(t), self.vz.start(t)],
            [
                self.ux.next(t, second),
                self.ux.next(t, j),
                self.vz.next(t, j),
                doubled.at(t, second),
                doubled.at(t, j),
                self._paired(j, second),
                *here,
            ],
        )
        same = z3.Implies(z3.And(t >= 0, t < l), self.ux(t) == self.vz(t, half))
        self.same = session.lemma("u.x = v.z", [t], same, [products.at(half), self.n])

    def _paired(self, first: Term, second: Term) -> Theorem:
        """a p + b (-p) = v p where a - b = v."""
        a, b, p, v = z3.Reals("a_ b_ p_ v_")
        rule = self.session.lemma("a pair", [a, b, p, v], z3.Implies(a - b == v, a * p + b * -p == v * p))
        return rule.at(u(first), u(second), example(t, first), original(first))


@proves("bylander.double", readings_more.doubled)
def doubled_attributes(session: Session) -> None:
    """Theorem 3 on the doubled attributes, for the comparator (v+, v-) filled up to the sum U."""
    session.repair("Lemma 1", EMPTY)
    inputs = DoubledInputs(session)
    run = ExponentiatedRun(session, lambda prediction, t: Outcome.at(t).side(prediction), inputs)
    wx, vz = run.wx(t), inputs.vz(t, half)
    total = ExcessLoss(session, run, lambda t: inputs.vz(t, half), ZERO)
    parameters = [*session.parameters, *session.parameter_premises]
    by = [run.positive_total, *parameters]
    covered = session.prove("the charge of a trial is not negative", total.charge >= 0, by)
    fall = run.entropy(t) - run.entropy(t + 1)
    excess = OUTCOME.loss(wx) - OUTCOME.loss(vz)
    one = session.lemma(
        "one trial",
        [t],
        z3.Implies(z3.And(t >= 0, t < l), run.eta * excess <= fall + total.charge),
        [
            trial_in_numbers(session, run, ZERO, [covered]).at(excess, vz, wx, side(t), fall),
            lemma_1(session).at(*parts_of(OUTCOME), wx, vz, ZERO),
            nonempty(session).at(t),
            entropy_inequality(session, run).at(t),
            inputs.same.at(t),
            run.side.at(t),
            session.prove("the side", z3.Or(*(OUTCOME.side(wx) == k for k in (1, -1, 0)))),
            *parameters,
        ],
    )
    whole = total.whole(one)
    doubled = session.prove("ln n is ln of twice half", ln(2 * z3.ToReal(half)) == ln(z3.ToReal(n)), [inputs.n])
    session.conclude(total.L(l) - total.Lu(l), [whole, doubled, *run.ln_n], {s.n: half})
