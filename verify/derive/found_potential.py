"""Potentials that are looked for where a claim gives none: each is only a guess, which the proof by it decides.

For learners whose state moves by a matrix A and the example, z' = A z + x b, and that predict p.z: what p.z would
become if no example were to come any more is a combination a of the vectors with a' = a - eta x. With q the lag of the
prediction behind a, which moves by q' = g q + d x,

    |u - a|^2/(2 eta) + k |q|^2 - (the bound's factor) (sum so far),

is a potential where a form in q and x is not negative; the k that is tried is where its determinant is largest.

For dual averaging, and for steps that are projected on a ball, at rates e that fall: e |v|^2/2 + u.v, and
(|u - w|^2 - D^2)/(2 e) at the rate of the trial before, both less what the bound has besides at the sums so far.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

import sympy

from bounds.claims.claim import Claim, Potential
from bounds.errors import BoundcheckError
from bounds.formulas import Apply, Formula, Name, names, read, rebuilt, write
from bounds.formulas.rules import Rule
from bounds.formulas.slack import ONE, ZERO
from verify.derive.pieces import everywhere
from verify.derive.ratios import written
from verify.judge.certificate import NoFormula, statement
from verify.kernel import Malformed
from verify.kernel_gram.numbers import Refused
from verify.kernel_proof.claims import TRIALS
from verify.kernel_proof.pieces import UNIT, Piece, Vector, named, pieces
from verify.kernel_proof.ratios import by_powers
from verify.kernel_proof.states import StatefulClaim, between, fixed

SIZE, BOX, RADIUS, SQUARE = (read(text) for text in ("norm(u, 2)", "max(abs(u))", "norm(x, 2)", "xx"))
GAP = read("norm(x - (example(t - 1) if t > 1 else 0*x), 2)**2")
"""How far an example is from the one before, squared, as premises say it."""


def symbol(name: str) -> Any:
    """Return the symbol of a name; all stand for positive numbers here."""
    return sympy.Symbol(name, positive=True)


trials, t, xx, updates = symbol("l"), symbol("t"), symbol("xx"), symbol("updates")


@dataclass
class Question:
    """A claim by its parts: the rule, what |u|, |u_i| and |x| are at most, and a sum with what that is at most."""

    rule: Rule
    stated: StatefulClaim
    bound: Any
    size: str = ""
    box: str = ""
    radius: str = ""
    charge: tuple[Formula, str] | None = None

    @property
    def updates(self) -> Mapping[str, Formula]:
        """The updates of the state's parts."""
        return self.rule.updates

    @property
    def counted(self) -> str:
        """The part of the state that is the sum of the trials so far, which a premise bounds; "" if there is none."""
        of = None if self.charge is None else self.charge[0]
        return next((name for name in self.stated.numbers if self.updates[name] in added(name, of)), "")

    @property
    def count(self) -> Any:
        """How many trials there were so far, or updates where those are counted."""
        return updates if self.stated.counting else t - 1

    def besides(self, ends: Mapping[Any, Any], less: Any = 0) -> str:
        """Return what the bound has besides the terms of u, and ``less``, at the sums so far."""
        rest = self.bound.subs(ends).subs(trials, self.count)
        rest = sympy.expand(rest - less) if less != 0 else rest
        if self.charge is None:
            return str(rest)
        of, end = self.charge
        return re.sub(rf"\b{end}\b", self.counted or f"sum_t({write(of)})", str(rest))

    @property
    def invariants(self) -> tuple[str, ...]:
        """What is known of sums that the learner keeps, and of the examples that it does."""
        invariants = ("updates >= 0", "updates <= t - 1") if self.stated.counting else tuple[str, ...]()
        if self.counted and self.charge is not None:
            invariants += (f"{self.counted} == sum_t({write(self.charge[0])})", f"{self.counted} >= 0")
        if self.radius:
            kept = (name for name in self.stated.vectors if self.updates[name] == Name("x"))
            invariants += tuple(f"dot({name}, {name}) <= {self.radius}**2" for name in kept)
        return invariants


def added(name: str, of: Formula | None) -> list[Formula]:
    """Return updates by which a part of the state is a sum over the trials so far."""
    match of:
        case None:
            return []
        case Apply("if", (condition, yes, no)) if no == ZERO:
            return [Apply("if", (condition, Apply("+", (Name(name), yes)), Name(name)))]
    return [Apply("+", (Name(name), of))]


def question(claim: Claim) -> Question:
    """Return a claim by its parts."""
    said = statement(claim)
    if claim.learner is None or claim.learner.rule is None:
        raise Refused("the learner is not given by a rule")
    asked = Question(claim.learner.rule, StatefulClaim(said), number_of(read(said["bound"])))
    for text in said["hypotheses"].values():
        match read(text):
            case Apply("<=", (left, end)) if left == SIZE:
                asked.size = write(end)
            case Apply("<=", (left, end)) if left == BOX:
                asked.box = write(end)
            case Apply("all_t", (Apply("<=", (left, Name(end))),)) if left == RADIUS:
                asked.radius = end
            case Apply("<=", (Apply("sum_t", (of,)), Name(end))):
                asked.charge = of, end
    return asked


def number_of(formula: Formula) -> Any:
    """Return a formula of numbers as an expression."""
    return everywhere(formula, {name: symbol(name) for name in names(formula)})


def found_potentials(claim: Claim) -> Iterator[Potential]:
    """Yield potentials that a claim may be proved by.

    >>> from boundcheck import learner, own_claim
    >>> late = own_claim(
    ...     learner({"w": "w - eta*v", "v": "x"}), "U**2/(2*eta) + 3/2*eta*H", gain="linear", loss="linear",
    ...     given=["norm(u, 2) <= U", "sum_t(xx) <= H"])
    >>> print(*(found.formula for found in found_potentials(late)))
    dot(u - (-eta*v + w), u - (-eta*v + w))/(2*(eta)) + (1/(2*eta))*dot(eta*v, eta*v) - (3*eta/2)*sum_t(xx)
    """
    try:
        asked = question(claim)
    except (Refused, Malformed, NoFormula, BoundcheckError):
        return
    for find in (by_lag, by_dual_average, by_projection, by_curvature):
        with suppress(Refused, Malformed, BoundcheckError, ArithmeticError):
            yield from find(asked)


# --- states that move by a matrix ---------------------------------------------------------------------------


def by_lag(asked: Question) -> Iterator[Potential]:
    """Yield the potential of a learner whose vectors move by a matrix of parameters, and the example."""
    of = lag_of(asked.stated)
    cost, said = cost_of(asked, of.behind)
    k = largest(of.g, of.d, of.eta, cost) if any(of.behind) else sympy.Integer(0)
    along, behind = (combination(row, asked.stated.vectors) for row in (of.ahead, of.behind))
    text = f"dot(u - ({along}), u - ({along}))/(2*({of.eta}))"
    text += f" + ({k})*dot({behind}, {behind})" if k != 0 else ""
    yield Potential(f"{text} - ({cost[0]})*{said}", asked.invariants)


@dataclass(frozen=True)
class Lag:
    """A prediction as what it would become, with a' = a - eta x, and what it lags behind, with q' = g q + d x."""

    ahead: Any
    behind: Any
    eta: Any
    g: Any
    d: Any


def lag_of(claim: StatefulClaim) -> Lag:
    """Return the lag of a learner whose vectors move by a matrix; refuse one that does not move by itself."""
    A, b, p = matrices(claim)
    value = sympy.Symbol("value")
    rest, left = sympy.div(A.charpoly(value).as_expr(), value - 1, value)
    if left != 0:
        raise Refused("what the learner predicts does not stay")
    powers = sympy.Poly(rest, value).all_coeffs()
    whole = sum((c * A**i for i, c in enumerate(reversed(powers))), sympy.zeros(A.rows))
    ahead = sympy.simplify(p * whole / sympy.Poly(rest, value).eval(1))
    behind = sympy.simplify(p - ahead)
    g = d = sympy.Integer(0)
    if any(behind):
        moved, d = behind * A, sympy.simplify((behind * b)[0])
        i = next(i for i, c in enumerate(behind) if c != 0)
        g = sympy.simplify(moved[i] / behind[i])
        if any(sympy.simplify(m - g * c) != 0 for m, c in zip(moved, behind, strict=True)):
            raise Refused("the lag does not move by itself")
    return Lag(ahead, behind, sympy.simplify(-(ahead * b)[0]), g, d)


def matrices(claim: StatefulClaim) -> tuple[Any, Any, Any]:
    """Return A, b and p, of z' = A z + b x and the prediction p.z; refuse other learners."""
    terms = claim.terms((), named(TRIALS), {})
    terms.products = claim.products
    now = between(claim)[1].put(terms)
    now.names = {**now.names, "u": [fixed(Vector({"u": UNIT}))], "x": [fixed(Vector({"x": UNIT}))]}
    parameters = {name: symbol(name) for name in claim.parameters}

    def alone(parts: list[Piece]) -> Any:
        if len(parts) != 1 or parts[0][0]:
            raise Refused("the learner has cases")
        return parts[0][1]

    def entry(ratio: Any) -> Any:
        if not ratio.names <= parameters.keys():
            raise Refused("the learner moves by more than parameters")
        return sympy.sympify(written(ratio), locals=parameters)

    rows = [alone(pieces(claim.updates[name], now)) for name in claim.vectors]
    predicted, p = alone(pieces(claim.predict, now)), []
    for name in claim.vectors:
        (only,) = claim.products[min(name, "x"), max(name, "x")].names
        part = by_powers(predicted.above, only).get(1, {})
        p.append(entry(type(predicted)(part, predicted.below)))
    A = sympy.Matrix([[entry(row[name]) for name in claim.vectors] for row in rows])
    return A, sympy.Matrix([entry(row["x"]) for row in rows]), sympy.Matrix([p])


def cost_of(asked: Question, lag: Any) -> tuple[tuple[Any, Any, Any, Any], str]:
    """Return the bound's factor of a sum over the trials, what is summed as a form in q and x, and how it is said."""
    if asked.charge is not None:
        of, end = asked.charge
        factor = sympy.diff(asked.bound, symbol(end))
        if of == SQUARE:
            return (factor, 0, 0, 1), f"sum_t({write(of)})"
        last = [i for i, name in enumerate(asked.stated.vectors) if asked.updates[name] == Name("x")]
        if of == GAP and last and all(c == 0 for i, c in enumerate(lag) if i != last[0]):
            c = lag[last[0]]
            return (factor, 1 / c**2, -1 / c, 1), f"sum_t({write(of)})"
    if asked.radius:
        each = sympy.diff(asked.bound, trials)
        return (sympy.simplify(each / symbol(asked.radius) ** 2), 0, 0, 1), f"{asked.radius}**2*(t - 1)"
    raise Refused("the bound has no sum over the trials that is known here")


def largest(g: Any, d: Any, eta: Any, cost: tuple[Any, Any, Any, Any]) -> Any:
    """Return the k at which the determinant of the form in q and x is largest."""
    k, (factor, qq, qx, of_x) = sympy.Symbol("k"), cost
    corner = k * (1 - g**2) + factor * qq
    across = -k * g * d - sympy.Rational(1, 2) + factor * qx
    other = factor * of_x - eta / 2 - k * d**2
    return sympy.factor(sympy.solve(sympy.diff(corner * other - across**2, k), k)[0])


def combination(row: Any, vectors: list[str]) -> str:
    """Write a combination of vectors."""
    return str(sum((c * sympy.Symbol(name) for c, name in zip(row, vectors, strict=True)), sympy.Integer(0)))


# --- rates that fall ------------------------------------------------------------------------------------------


def by_dual_average(asked: Question) -> Iterator[Potential]:
    """Yield potentials of a learner that predicts by a multiple of the sum v of examples, or of y x."""
    for v, sign, e in averaged_rates(asked) if asked.size.isidentifier() else ():
        along = f"dot(u, {v})"
        besides = asked.besides({symbol(asked.size): 0})
        before = e.subs(t, t - 1)
        rates = [str(e), f"({before} if t > 1 else 0)"] if e.has(t) else [str(e)]
        for text in reversed(rates):
            yield Potential(f"{sign}{along} + {text}/2*dot({v}, {v}) - ({besides})", asked.invariants)


def averaged_rates(asked: Question) -> Iterator[tuple[str, str, Any]]:
    """Yield sums of examples that are multiplied by a rate to predict, "-" for those of y x, and the rate."""
    for v in asked.stated.vectors:
        rate = without(asked.rule.predict, read(f"dot({v}, x)"))
        sign = "-" if names(asked.updates[v]) & {"y"} else ""
        if rate != asked.rule.predict:
            e = number_of(rate) if sign else -number_of(rate)
            if not e.is_number:
                yield v, sign, e


def without(formula: Formula, product: Formula) -> Formula:
    """Return what a product is multiplied by."""
    return rebuilt(formula, lambda part: ONE if part == product else None)


def by_projection(asked: Question) -> Iterator[Potential]:
    """Yield potentials of a learner that projects each step on the ball or the box that u is in.

    At a rate that stays nothing has to be known of the distance to u.
    """
    for w, of, e in projected_rates(asked):
        ball = of.kind == "ball"
        if (asked.size if ball else asked.box) != of.radius:
            continue
        distance = f"dot(u - {w}, u - {w})"
        before = sympy.simplify(1 / e).subs({t: t - 1, updates: updates - 1, xx: 0}, simultaneous=True)
        size = {symbol(end): 0 for end in (of.radius, asked.size) if end.isidentifier()}
        if not e.has(t, xx, updates, *map(symbol, asked.stated.numbers)):
            yield Potential(f"{distance}/(2*({e})) - ({asked.besides(size)})", asked.invariants)
            continue
        radius = of.radius if of.radius.isidentifier() else f"({of.radius})"
        square = f"4*{radius}**2" if ball else f"4*n*{radius}**2"
        apart = f"{distance} <= {square}"
        known = (*asked.invariants, *((f"dot({w}, {w}) <= {radius}**2",) if ball else ()), apart)
        scaled = f"({before})*({distance} - {square})/2"
        if of.radius.isidentifier() and e.has(symbol(of.radius)):
            scaled = f"({scaled} if {of.radius} > 0 else 0)"
        apart_at_most = 0 if of.radius.isidentifier() else before * number_of(read(square)) / 2
        besides = asked.besides(size, apart_at_most)
        yield Potential(f"{scaled} - ({paid(asked, e) if besides == '0' else besides})", known)


def paid(asked: Question, e: Any) -> str:
    """Return what rates C/sqrt(t), for examples of limited size, or C/sqrt(S + x.x) cost so far."""
    of = symbol(asked.counted) if asked.counted else t
    C = sympy.simplify(e * sympy.sqrt(of + xx if asked.counted else t))
    return f"({C})*sqrt({of})" if asked.counted else f"({C})*{asked.radius}**2*sqrt(t - 1)"


class Projection(NamedTuple):
    """A projection, as an update has it: the step, and the ball or the box [-R, R]^n that it is on."""

    step: Formula
    kind: str
    radius: str


def projected_rates(asked: Question) -> Iterator[tuple[str, Projection, Any]]:
    """Yield vectors that are projected after each step, on what, and the rate of the step."""
    for w in asked.stated.vectors:
        projection = projected(asked.updates[w])
        if projection is not None:
            numbers = {name: symbol(name) for name in names(projection.step)}
            labels = {"y": sympy.Integer(-1)} if "y" in numbers else {}
            yield (
                w,
                projection,
                everywhere(projection.step, {**numbers, **labels, w: sympy.Integer(0), "x": sympy.Integer(-1)}),
            )


def curvatures(asked: Question) -> Iterator[tuple[str, str]]:
    """Yield vectors w with steps 1/(C t) on losses that C/2 |w|^2 is a part of, and C."""
    for w, c in ((w, c) for w in asked.stated.vectors for c in asked.stated.statement["free"]):
        regular, step = read(f"dot({w}, x) + {c}/2*dot({w}, {w})"), read(f"{w} - (x + {c}*{w})/({c}*t)")
        if asked.rule.predict == regular and asked.updates[w] == step:
            yield w, c


def by_curvature(asked: Question) -> Iterator[Potential]:
    """Yield potentials of steps 1/(C t) on losses that C/2 |w|^2 is a part of, which keep w at most |x|/C long."""
    for w, c in curvatures(asked):
        if asked.radius:
            text = f"{c}*(t - 1)/2*dot(u - {w}, u - {w}) - ({asked.besides({})})"
            yield Potential(text, (*asked.invariants, f"{c}**2*dot({w}, {w}) <= {asked.radius}**2"))


def projected(formula: Formula) -> Projection | None:
    """Return the projection where an update has one: z*R/max(R, norm(z, 2)), or max(-R, min(R, z))."""
    match formula:
        case Apply("if", (_, yes, _)):
            return projected(yes)
        case Apply("/", (Apply("*", (step, radius)), Apply("max", (least, Apply("norm", (again, _)))))):
            return Projection(step, "ball", write(radius)) if least == radius and again == step else None
        case Apply("/", (step, Apply("max", (least, Apply("norm", (again, _)))))) if least == ONE and again == step:
            return Projection(step, "ball", "1")
        case Apply("max", (Apply("-", (least,)), Apply("min", (radius, step)))) if least == radius:
            return Projection(step, "box", write(radius))
    return None
