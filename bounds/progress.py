"""Measures of progress of quasi-additive algorithms: what sections 3, 5, 8 and 9 of Grove et al. 2001 compare.

H(z) = psi(G(z)) with G(z) the sum of g(z_i) bounds u.z from above; H* is the smallest such H, and u.z is its
tangent plane's slope. Vectors z and v are the start vector and the examples of an instance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import sympy

from bounds import symbols as s
from bounds.claim import Case, Quantity, Row
from bounds.errors import BoundcheckError
from bounds.evaluate import evaluate
from bounds.learners import EXP, IDENTITY, SINH, QuasiAdditive, Transformation, power_transformation
from bounds.numbers import ExpSum, Number, log_expsum, power, require_sign, total
from bounds.pnorm import P_NORMS, conjugate, largest_norm, norm, start_vector
from bounds.run import Step, play
from bounds.trials import Example, Vector, vector

ZERO = Fraction(0)


def _dot(a: Sequence[Number], b: Sequence[Number]) -> Number:
    return total(c * d for c, d in zip(a, b, strict=True))


def of_case(case: Case) -> Transformation:
    """Return the f_p of the case's exponent p."""
    return power_transformation(case.value(s.p))


@dataclass(frozen=True)
class Formulas:
    """A transformation f, its integral summed over a vector, and its inverse, as formulas for certificates."""

    f: str
    g: str
    inverse: str

    def at(self, v: str) -> str:
        """Return f(v), entry by entry."""
        return f"({self.f.format(v)})"

    def level(self, v: str) -> str:
        """Return G(v)."""
        return f"({self.g.format(v)})"

    def preimage(self, w: str) -> str:
        """Return finv(w), entry by entry."""
        return f"({self.inverse.format(w)})"

    def distance(self, z: str, v: str) -> str:
        """Return the Bregman distance G(z) - G(v) - f(v).(z - v)."""
        return f"({self.level(z)} - {self.level(v)} - dot({self.at(v)}, {z} - {v}))"


# --- on runs -------------------------------------------------------------------------------------------


def _history(case: Case) -> tuple[Transformation, list[tuple[Step, list[Number]]], list[Number]]:
    """Return f, the mistaken steps with the z before each, and the z after the run."""
    learner = case.learner()
    if not isinstance(learner, QuasiAdditive):
        raise BoundcheckError(f"{case.claim.id} speaks of a quasi-additive learner; give one")
    found: list[tuple[Step, list[Number]]] = []

    def watch(step: Step) -> None:
        if step.side:
            found.append((step, list(learner.z)))

    play(learner, case.instance.trials, case.version, watch=watch)
    return learner.f, found, list(learner.z)


def _moves(
    mistakes: Sequence[tuple[Step, list[Number]]], last: list[Number]
) -> Iterator[tuple[Step, list[Number], list[Number]]]:
    """Yield each mistaken step with the z before and after."""
    states = [z for _, z in mistakes] + [last]
    for (step, before), after in zip(mistakes, states[1:], strict=True):
        yield step, before, after


def _growth(case: Case) -> Iterator[Row]:
    u = list(case.instance.require_comparator())
    _, mistakes, last = _history(case)
    for count, (step, _, z) in enumerate(_moves(mistakes, last), 1):
        yield Row(_dot(u, z), {s.m: Fraction(count)}, step.t)


GROWTH = Quantity("u.z after m mistakes", _growth, ({"over": "trials", "if": "err", "value": "dot(u, z_next)"},))


def _first_order(case: Case) -> Iterator[Row]:
    for step in case.run.steps:
        if step.side:
            yield Row(case.value(s.a) * step.side * step.prediction, {}, step.t)


FIRST_ORDER = Quantity(
    "grad G(z).(a y x) on a mistake",
    _first_order,
    ({"over": "trials", "if": "err", "value": "dot(w, a*y*x)"},),
)


def _squared_norm_growth(case: Case) -> Iterator[Row]:
    p = case.value(s.p)
    _, mistakes, last = _history(case)
    for step, before, z in _moves(mistakes, last):
        yield Row(_squared_norm(z, p) - _squared_norm(before, p), {s.X: norm(step.x, p)}, step.t)


def _squared_norm(z: Sequence[Number], p: Number) -> Number:
    size = total(power(b if require_sign(b, "an entry of z") > 0 else -b, p) for b in z if b != 0)
    return ZERO if size == 0 else power(size, 2 / p)


SQUARED_NORM_GROWTH = Quantity(
    "||z'||_p**2 - ||z||_p**2 on a mistake, X the p-norm of its example",
    _squared_norm_growth,
    (
        {
            "over": "trials",
            "if": "err",
            "value": "norm(z_next, p)**2 - norm(z, p)**2",
            "with": {"X": "norm(x, p)"},
        },
    ),
)


def bregman(f: Transformation, z: Sequence[Number], v: Sequence[Number]) -> Number:
    """Return H(z) - H(v) - grad H(v).(z - v) for H = G, the sum of g.

    >>> bregman(IDENTITY, [Fraction(3)], [Fraction(1)])
    Fraction(2, 1)
    """
    return total(f.antiderivative(b) - f.antiderivative(c) - f.value(c) * (b - c) for b, c in zip(z, v, strict=True))


def _balance(case: Case) -> tuple[Number, Number, Number]:
    """Return the three parts of (10): a times the margin differences, R(z_1, v) + sum R(z', z), R(z_end, v)."""
    u = list(case.instance.require_comparator())
    f, mistakes, last = _history(case)
    v = [f.preimage(b) for b in u]
    states = [z for _, z in mistakes] + [last]
    margins = total(step.side * (_dot(u, list(step.x)) - step.prediction) for step, _ in mistakes)
    paid = total([bregman(f, states[0], v), *(bregman(f, b, c) for b, c in zip(states[1:], states, strict=False))])
    return case.value(s.a) * margins, paid, bregman(f, last, v)


def _inequality_10(case: Case) -> Iterator[Row]:
    margins, paid, _ = _balance(case)
    yield Row(margins - paid)


def _identity_10(case: Case) -> Iterator[Row]:
    margins, paid, left = _balance(case)
    yield Row(margins - paid + left)


F_P = Formulas("sign({0})*abs({0})**(p - 1)", "sum(abs({0})**p)/p", "sign({0})*abs({0})**(1/(p - 1))")
F_EXP = Formulas("exp({0})", "sum(exp({0}))", "ln({0})")
F_SINH = Formulas("exp({0}) - exp(-({0}))", "sum(exp({0}) + exp(-({0})) - 2)", "ln({0}/2 + sqrt(({0}/2)**2 + 1))")


def _parts_of_10(f: Formulas) -> str:
    paid = f"{f.distance('s', 'v')} + sum_t({f.distance('z_next', 'z')})"
    return f"a*sum_t(err*y*(ux - wx)) - ({paid})"


INEQUALITY_10 = Quantity(
    "a sum_M y (u.x - w.x) - R(z_1, v) - sum R(z_i+1, z_i)",
    _inequality_10,
    ({"value": _parts_of_10(F_P), "with": {"v": F_P.preimage("u")}},),
)
_TEXT_OF_10 = "a sum_M y (u.x - w.x) - R(z_1, v) - sum R(z_i+1, z_i) + R(z_end, v)"
IDENTITY_10, IDENTITY_10_EXP = (
    Quantity(
        _TEXT_OF_10,
        _identity_10,
        ({"value": f"{_parts_of_10(f)} + {f.distance('z_end', 'v')}", "with": {"v": f.preimage("u")}},),
    )
    for f in (F_P, F_EXP)
)


def margin_sum(case: Case) -> Number:
    """Return the sum of y u.x over the mistakes."""
    u = case.instance.require_comparator()
    return total(step.side * u.dot(step.x) for step in case.run.steps if step.side)


# --- the optimal measure of progress -------------------------------------------------------------------


def _on_the_sphere(case: Case) -> Iterator[Row]:
    u, p, Z = case.instance.require_comparator(), case.value(s.p), case.value(s.Z)
    for t, x in enumerate(case.instance.trials.examples, 1):
        if any(x):
            yield Row(u.dot(x) * Z / norm(x, p), {}, t)


ON_THE_SPHERE = Quantity(
    "u.v at v = x scaled to G(v) = G(z)",
    _on_the_sphere,
    ({"over": "trials", "if": "sum(abs(x)) > 0", "value": "dot(u, x*Z/norm(x, p))"},),
)


def log_sum_exp(x: Vector) -> Number:
    """Return ln(sum e**x_i), in a form in which common shifts come out.

    >>> print(log_sum_exp(Example([5, 5])) - log_sum_exp(Example([0, 0])))
    5
    """
    top = max(x)
    below = vector([a - top for a in x])
    counts: dict[int, int] = {}
    for a in below.numerators:
        counts[a] = counts.get(a, 0) + 1
    return top + log_expsum(ExpSum(Fraction(1, below.denominator), counts))


def _on_the_exponential_level(case: Case) -> Iterator[Row]:
    u, z = case.instance.require_comparator(), start_vector(case.instance)
    U = case.value(s.U)
    highest = U * (log_sum_exp(z) - case.value(s.entropy))
    for t, x in enumerate(case.instance.trials.examples, 1):
        shift = log_sum_exp(z) - log_sum_exp(x)
        yield Row(u.dot(x) + U * shift - highest, {}, t)


ON_THE_EXPONENTIAL_LEVEL = Quantity(
    "u.v - H*(z) at v = x + c with G(v) = G(z), H*(z) = U (ln G(z) - entropy)",
    _on_the_exponential_level,
    (
        {
            "over": "trials",
            "value": "dot(u, x) + U*c - U*(ln(sum(exp(s))) - entropy)",
            "with": {"c": "ln(sum(exp(s))) - ln(sum(exp(x)))"},
        },
    ),
)


def optimum(f: Transformation, u: Vector, alpha: Number) -> list[Number]:
    """Return v* = finv(alpha u)."""
    return [f.preimage(alpha * b) for b in u]


def _level(f: Transformation, v: Sequence[Number]) -> Number:
    return total(f.antiderivative(b) for b in v)


def _inside_the_level(case: Case) -> Iterator[Row]:
    u = case.instance.require_comparator()
    best = optimum(SINH, u, case.value(s.alpha))
    level, highest = _level(SINH, best), _dot(list(u), best)
    for t, x in enumerate(case.instance.trials.examples, 1):
        if require_sign(level - _level(SINH, list(x)), "G(v*) - G(v)") >= 0:
            yield Row(u.dot(x) - highest, {}, t)


INSIDE_THE_LEVEL = Quantity(
    "u.v - u.v* where G(v) <= G(v*), v* = finv(alpha u)",
    _inside_the_level,
    (
        {
            "over": "trials",
            "if": "sum(exp(x) + exp(-x)) <= sum(2*sqrt((alpha*u/2)**2 + 1))",
            "value": f"dot(u, x) - dot(u, {F_SINH.preimage('(alpha*u)')})",
        },
    ),
)


def _multiplier(case: Case) -> Number:
    """Return the alpha of theorem 5.1 for f_p: ||z||_p**(p - 1) / ||u||_q."""
    return power(case.value(s.Z), case.value(s.p) - 1) / case.value(s.U)


def _optimum_conditions(case: Case) -> Iterator[Row]:
    f, u, alpha = of_case(case), case.instance.require_comparator(), _multiplier(case)
    best = optimum(f, u, alpha)
    for i, (v, b) in enumerate(zip(best, u, strict=True), 1):
        yield Row(f.value(v) - alpha * b, what=f"f(v*_{i}) - alpha u_{i}")
    yield Row(_level(f, best) - _level(f, list(start_vector(case.instance))), what="G(v*) - G(z)")
    yield Row(_dot(list(u), best) - case.value(s.U) * case.value(s.Z), what="u.v* - ||u||_q ||z||_p")


_OPTIMUM = {"alpha": "Z**(p - 1)/U", "v": F_P.preimage("(alpha*u)")}

OPTIMUM_CONDITIONS = Quantity(
    "f(v*) - alpha u, G(v*) - G(z), u.v* - H*(z)",
    _optimum_conditions,
    (
        {"over": "attributes", "value": f"at({F_P.at('v')} - alpha*u, i)", "with": _OPTIMUM},
        {"value": f"{F_P.level('v')} - {F_P.level('s')}", "with": _OPTIMUM},
        {"value": "dot(u, v) - U*Z", "with": _OPTIMUM},
    ),
)


def _positive_multiplier(case: Case) -> Iterator[Row]:
    yield Row(_multiplier(case))


POSITIVE_MULTIPLIER = Quantity("alpha", _positive_multiplier, ({"value": "alpha", "with": _OPTIMUM},))


def _smooth_inverse(case: Case) -> Iterator[Row]:
    f, alpha = of_case(case), _multiplier(case)
    yield Row(alpha, what="alpha")
    for i, v in enumerate(optimum(f, case.instance.require_comparator(), alpha), 1):
        yield Row(f.derivative(v), what=f"f'(v*_{i})")


SMOOTH_INVERSE = Quantity(
    "alpha, f'(finv(alpha u_i))",
    _smooth_inverse,
    (
        {"value": "alpha", "with": _OPTIMUM},
        {"over": "attributes", "value": "(p - 1)*abs(at(v, i))**(p - 2)", "with": _OPTIMUM},
    ),
)


def _slip(case: Case, level: Callable[[Number], Number]) -> Iterator[Row]:
    u, z = case.instance.require_comparator(), start_vector(case.instance)
    top = log_sum_exp(z)
    threshold = (u.dot(z) - (len(u) - 1) * level(top) * u.max_norm()) / min(u)
    for t, x in enumerate(case.instance.trials.examples, 1):
        shift = top - log_sum_exp(x)
        if any(require_sign(threshold - b - shift, "the threshold of the proof") > 0 for b in x):
            yield Row(u.dot(x) + sum(u, ZERO) * shift - u.dot(z), {}, t)


def _low(level: str) -> Mapping[str, Any]:
    return {
        "over": "trials",
        "if": f"min(v) < (dot(u, s) - (n - 1)*{level}*max(abs(u)))/min(u)",
        "value": "dot(u, v) - dot(u, s)",
        "with": {"top": "ln(sum(exp(s)))", "v": "x + top - ln(sum(exp(x)))"},
    }


LOW_COORDINATE_PRINTED = Quantity(
    "u.v - u.z where G(v) = G(z) and some v_i < (u.z - (n - 1) ginv(G(z)) max u)/min u",
    lambda case: _slip(case, lambda top: top),
    (_low("top"),),
)
LOW_COORDINATE = Quantity(
    "u.v - u.z where G(v) = G(z) and some v_i < (u.z - (n - 1) |ginv(G(z))| max u)/min u",
    lambda case: _slip(case, lambda top: top if require_sign(top, "ln G(z)") > 0 else -top),
    (_low("abs(top)"),),
)


@cache
def _slope_identity(f: str) -> Any:
    """Return d(u v)/d(alpha) - d(g(v))/d(alpha)/alpha at v = finv(alpha u), with z for u."""
    by_name = {"f_p": power_transformation(Fraction(2)), "exp": EXP, "2 sinh": SINH}[f]
    v = by_name.inverse.subs(s.z, s.alpha * s.z)
    g = by_name.integral.subs(s.z, v)
    return sympy.diff(s.z * v, s.alpha) - sympy.diff(g, s.alpha) / s.alpha


def _slopes(case: Case) -> Iterator[Row]:
    values = {s.alpha: case.value(s.alpha), s.p: case.value(s.p)}
    for i, b in enumerate(case.instance.require_comparator(), 1):
        for f in ("f_p", "exp", "2 sinh"):
            if b:
                yield Row(evaluate(_slope_identity(f), {**values, s.z: abs(b)}), what=f"{f}, coordinate {i}")


_DERIVATIVES = (
    ("b**q*alpha**(q - 2)/(p - 1)", "b**q*alpha**(q - 1)/(p - 1)"),
    ("b/alpha", "b"),
    ("b**2/(2*sqrt((alpha*b/2)**2 + 1))", "alpha*b**2/(2*sqrt((alpha*b/2)**2 + 1))"),
)
"""d(b v)/d(alpha) and d(g(v))/d(alpha) at v = finv(alpha b), b > 0, for f_p, exp and 2 sinh."""

SLOPES = Quantity(
    "d(u.v*)/d(alpha) - (1/alpha) d(G(v*))/d(alpha), coordinate by coordinate",
    _slopes,
    tuple(
        {
            "over": "attributes",
            "if": "at(u, i) != 0",
            "value": f"{rise} - {run}/alpha",
            "with": {"b": "abs(at(u, i))", "q": "p/(p - 1)"},
        }
        for rise, run in _DERIVATIVES
    ),
)


def _monotone(case: Case) -> Iterator[Row]:
    low = case.value(s.alpha)
    high = low + case.value(s.rate)
    given = case.instance.require_comparator()
    u = Example([a for a in given.numerators if a], given.denominator)
    for f in (of_case(case), SINH, EXP):
        if f.odd or min(u.numerators, default=1) > 0:
            first, second = optimum(f, u, low), optimum(f, u, high)
            rise = _dot(list(u), second) - _dot(list(u), first)
            run = _level(f, second) - _level(f, first)
            yield Row(rise, what=f"psi*(r') - psi*(r), {f.name}")
            yield Row(run - low * rise, what=f"r' - r - alpha (psi*(r') - psi*(r)), {f.name}")
            yield Row(high * rise - run, what=f"alpha' (psi*(r') - psi*(r)) - (r' - r), {f.name}")


def _monotone_parts() -> Iterator[Mapping[str, Any]]:
    """Say the same of the nonzero entries of u; G is a sum, and those at 0 contribute what does not change."""
    size = "sum(abs(u)**q)"
    psi_and_r = (
        (f"{size}*(high**(q - 1) - alpha**(q - 1))", f"{size}*(high**q - alpha**q)/p", "1"),
        (
            f"dot(u, {F_SINH.preimage('(high*u)')} - {F_SINH.preimage('(alpha*u)')})",
            "2*sum(sqrt((high*u/2)**2 + 1) - sqrt((alpha*u/2)**2 + 1))",
            "1",
        ),
        ("sum(xlog(u, high) - xlog(u, alpha))", "(high - alpha)*sum(u)", "min(u) >= 0"),
    )
    for rise, run, where in psi_and_r:
        for value in ("rise", "run - alpha*rise", "high*rise - run"):
            names = {"q": "p/(p - 1)", "high": "alpha + rate", "rise": rise, "run": run}
            yield {"if": where, "value": value, "with": names}


MONOTONE = Quantity(
    "psi*(r') - psi*(r), and its slope between 1/alpha' and 1/alpha", _monotone, tuple(_monotone_parts())
)


@cache
def _hessian_gaps(f: str, n: int) -> list[tuple[str, Any]]:
    """Return, for f_p or exp, each second derivative of H* less the paper's formula (a numerator, for exp)."""
    z, u = sympy.symbols(f"z1:{n + 1}", positive=True), sympy.symbols(f"u1:{n + 1}", positive=True)
    transformation = EXP if f == "exp" else power_transformation(Fraction(2))

    def at(formula: Any, argument: Any) -> Any:
        return formula.subs(s.z, argument)

    r = sympy.Symbol("r", positive=True)
    if f == "exp":
        psi = sum(b * sympy.log(b * r / sum(u)) for b in u)
    else:
        q = s.p / (s.p - 1)
        psi = sum(b**q for b in u) ** (1 / q) * transformation.level.subs(s.z, r)
    G = sum(at(transformation.integral, b) for b in z)
    alpha = (1 / sympy.diff(psi, r)).subs(r, G)
    inverse_slope = sympy.diff(transformation.inverse, s.z)
    scale = sum(at(inverse_slope, alpha * b) * b**2 for b in u)
    H = psi.subs(r, G)
    gaps = []
    for i in range(n):
        for j in range(i, n):
            formula = -at(transformation.formula, z[i]) * at(transformation.formula, z[j]) / (alpha**3 * scale)
            if i == j:
                formula += at(transformation.slope, z[i]) / alpha
            gap = sympy.diff(H, z[i], z[j]) - formula
            gaps.append((f"{f}: i = {i + 1}, j = {j + 1}", sympy.fraction(sympy.together(gap))[0]))
    return gaps


def _hessian(case: Case) -> Iterator[Row]:
    u, z = case.instance.require_comparator(), start_vector(case.instance)
    if min(*u, *z) <= 0:
        raise BoundcheckError(f"{case.claim.id} is about positive u and z; it has u = {u} and z = {z}")
    n = min(len(u), 2)
    values = {s.p: case.value(s.p)}
    for i in range(n):
        values[sympy.Symbol(f"z{i + 1}", positive=True)] = z[i]
        values[sympy.Symbol(f"u{i + 1}", positive=True)] = u[i]
    for f in ("f_p", "exp"):
        for what, gap in _hessian_gaps(f, n):
            yield Row(evaluate(gap, values), what=what)


def _hessian_parts() -> Iterator[Mapping[str, Any]]:
    """Say that d2 H*/dz_i dz_j, from H* = ||u||_q ||z||_p or sum u ln(u G/U), is the formula, for j = 1 and 2.

    The scale is alpha**3 sum finv'(alpha u_k) u_k**2, where finv'(y) is y**(1/(p - 1) - 1)/(p - 1) or 1/y.
    """
    found = (
        (
            "(p - 1)*size*(same*a**(p - 2)*level**(1 - p) - (a*b)**(p - 1)*level**(1 - 2*p))",
            {
                "size": "norm(u, q)",
                "level": "norm(s, p)",
                "alpha": "level**(p - 1)/size",
                "product": "(a*b)**(p - 1)",
                "slope": "(p - 1)*a**(p - 2)",
                "scale": "alpha**3*sum((alpha*u)**(1/(p - 1) - 1)*u**2)/(p - 1)",
            },
        ),
        (
            "size*(same*exp(a)/level - exp(a + b)/level**2)",
            {
                "size": "sum(u)",
                "level": "sum(exp(s))",
                "alpha": "level/size",
                "product": "exp(a + b)",
                "slope": "exp(a)",
                "scale": "alpha**2*sum(u)",
            },
        ),
    )
    for derivative, names in found:
        for j in ("1", "Min(n, 2)"):
            local = {"q": "p/(p - 1)", "j": j, "a": "at(s, i)", "b": "at(s, j)", "same": "i == j", **names}
            value = f"{derivative} - (same*slope/alpha - product/scale)"
            yield {"over": "attributes", "value": value, "with": local}


HESSIAN = Quantity(
    "d2 H*/dz_i dz_j - formula, on the first two coordinates (times a denominator)",
    _hessian,
    tuple(_hessian_parts()),
)


# --- other measures of progress ------------------------------------------------------------------------


def _others(case: Case) -> Iterator[Row]:
    f, u, z = of_case(case), case.instance.require_comparator(), list(start_vector(case.instance))
    yield Row(u.one_norm() * case.value(s.Z), what="section 4: ||u||_1 ginv(G(z))")
    eta = case.value(s.eta)
    v = optimum(f, u, eta)
    yield Row((_level(f, z) - _level(f, v)) / eta + _dot(list(u), v), what="Bregman: (G(z) - r)/q at eta")


OTHERS = Quantity(
    "H(z) for other measures of progress H",
    _others,
    (
        {"value": "sum(abs(u))*Z"},
        {
            "value": f"({F_P.level('s')} - {F_P.level('v')})/eta + dot(u, v)",
            "with": {"v": F_P.preimage("(eta*u)")},
        },
    ),
)


def _gradients(case: Case) -> Iterator[tuple[str, Number, Callable[[Sequence[Number]], Number], Transformation]]:
    """Yield (name, psi'(G(v)), H, f) for the convex H = psi(G) that are looked at."""
    f, v, p = of_case(case), list(start_vector(case.instance)), case.value(s.p)
    yield "H = G", Fraction(1), lambda z: _level(f, z), f
    if any(v):
        factor = power(total(power(abs(b), p) for b in start_vector(case.instance) if b), (2 - p) / p)
        yield "H = ||z||_p**2 / 2", factor, lambda z: _squared_norm(z, p) / 2, f
    yield "exp, H = G", Fraction(1), lambda z: _level(EXP, z), EXP


def _bregman_distances(case: Case) -> Iterator[Row]:
    v = list(start_vector(case.instance))
    for name, factor, H, f in _gradients(case):
        gradient = [factor * f.value(b) for b in v]
        tangent = H(v) - _dot(gradient, v)
        for t, x in enumerate(case.instance.trials.examples, 1):
            yield Row(H(list(x)) - tangent - _dot(gradient, list(x)), {}, t, name)


_NORM_DISTANCE = "(norm(x, p)**2 - norm(s, p)**2)/2 - dot(slope, x - s)"
_NORM_SLOPE = f"norm(s, p)**(2 - p)*{F_P.at('s')}"

BREGMAN_DISTANCES = Quantity(
    "D_H(z, v)",
    _bregman_distances,
    (
        {"over": "trials", "value": F_P.distance("x", "s")},
        {"over": "trials", "if": "sum(abs(s)) > 0", "value": _NORM_DISTANCE, "with": {"slope": _NORM_SLOPE}},
        {"over": "trials", "value": F_EXP.distance("x", "s")},
    ),
)


def _bregman_forms(case: Case) -> Iterator[Row]:
    v, eta = list(start_vector(case.instance)), case.value(s.eta)
    for name, factor, H, f in _gradients(case):
        gradient = [factor * f.value(b) for b in v]
        u = [f.value(b) / eta for b in v]
        q = factor * eta
        here, r = H(v), H(v) - q * _dot(u, v)
        for t, x in enumerate(case.instance.trials.examples, 1):
            height = H(list(x))
            distance = height - here - _dot(gradient, [b - c for b, c in zip(x, v, strict=True)])
            yield Row(distance - (height - q * _dot(u, list(x)) - r), {}, t, name)
    for t, x in enumerate(case.instance.trials.examples, 1):
        u = [b / eta for b in v]
        gaps = [b - eta * c for b, c in zip(x, u, strict=True)]
        yield Row(bregman(IDENTITY, list(x), v) - _dot(gaps, gaps) / 2, {}, t, "Perceptron: ||z - eta u||_2**2 / 2")


def _bregman_form_parts() -> Iterator[Mapping[str, Any]]:
    """Say that D_H(z, v) is H(z) - q u.z - r with u = f(v)/eta, q = psi'(G(v)) eta and r = H(v) - q u.v."""
    found = (
        (F_P.distance("x", "s"), F_P.at("s"), F_P.level("x"), F_P.level("s"), "1", "1"),
        (
            _NORM_DISTANCE,
            F_P.at("s"),
            "norm(x, p)**2/2",
            "norm(s, p)**2/2",
            "norm(s, p)**(2 - p)",
            "sum(abs(s)) > 0",
        ),
        (F_EXP.distance("x", "s"), F_EXP.at("s"), F_EXP.level("x"), F_EXP.level("s"), "1", "1"),
    )
    for distance, f, height, here, factor, where in found:
        names = {"slope": _NORM_SLOPE, "v": f"{f}/eta", "q": f"eta*{factor}", "r": f"{here} - q*dot(v, s)"}
        yield {"over": "trials", "if": where, "value": f"{distance} - ({height} - q*dot(v, x) - r)", "with": names}
    euclidean = "(sum(x**2) - sum(s**2))/2 - dot(s, x - s) - sum((x - eta*(s/eta))**2)/2"
    yield {"over": "trials", "value": euclidean}


BREGMAN_FORMS = Quantity("D_H(z, v) - (H(z) - q u.z - r)", _bregman_forms, tuple(_bregman_form_parts()))


# --- corollary 7.2 -------------------------------------------------------------------------------------


@cache
def _limit_derivative(weights: int) -> Any:
    """Return d/ds n**(2 s) (sum u_i**(1/(1 - s)))**(2 (1 - s)) at s = 0, for that many positive weights.

    With s = 1/p this is the limit of (p - 1) (n**(2/p) ||u||_q**2 - ||u||_1**2), as at s = 0 the function is
    ||u||_1**2.
    """
    small, u = sympy.Symbol("s"), sympy.symbols(f"u1:{weights + 1}", positive=True)
    inside = sum(b ** (1 / (1 - small)) for b in u)
    return sympy.diff(s.n ** (2 * small) * inside ** (2 * (1 - small)), small).subs(small, 0)


def _limit(case: Case) -> Iterator[Row]:
    weights = [a for a in case.instance.require_comparator() if a]
    values = {s.n: case.value(s.n)}
    for i, a in enumerate(weights, 1):
        values[sympy.Symbol(f"u{i}", positive=True)] = a
    scale = case.value(s.X) / case.value(s.delta)
    yield Row(evaluate(_limit_derivative(len(weights)), values) * scale * scale)


LIMIT = Quantity(
    "lim of theorem 7.1 (b) as p -> oo",
    _limit,
    ({"value": "2*(X/delta)**2*size**2*(ln(n) - ln(size) + sum(xlog(u, u))/size)", "with": {"size": "sum(u)"}},),
)


def _at_one_p(case: Case) -> Iterator[Row]:
    u, p, n = case.instance.require_comparator(), case.value(s.p), case.value(s.n)
    size, radius, start = norm(u, conjugate(p)), largest_norm(case.instance.trials, p), power(n, 2 / p)
    scale = radius / case.value(s.delta)
    yield Row((p - 1) * scale * scale * (start * size * size - u.one_norm() ** 2))


_RADIUS = {"radius": P_NORMS.radius_formula}

AT_ONE_P = Quantity(
    "bound of theorem 7.1 (b) at z0 = 1 and this p",
    _at_one_p,
    (
        {
            "value": "(p - 1)*(radius/delta)**2*(n**(2/p)*norm(u, p/(p - 1))**2 - sum(abs(u))**2)",
            "with": _RADIUS,
        },
    ),
)


def _rates(case: Case) -> Iterator[Row]:
    p, X = case.value(s.p), case.value(s.X)
    radius, start = largest_norm(case.instance.trials, p), power(case.value(s.n), 2 / p)
    ratio = start * X * X / (radius * radius)
    yield Row(ratio, what="(p - 1) a_p / a_WM")
    yield Row(start / ratio, what="n**(2/p) a_WM / ((p - 1) a_p)")


_RATES = {**_RADIUS, "a_p": "delta*n**(2/p)/((p - 1)*radius**2*sum(u))", "a_wm": "delta/(sum(u)*X**2)"}

RATES = Quantity(
    "(p - 1) a_p / a_WM, and n**(2/p) over it",
    _rates,
    (
        {"value": "(p - 1)*a_p/a_wm", "with": _RATES},
        {"value": "n**(2/p)*a_wm/((p - 1)*a_p)", "with": _RATES},
    ),
)


def _exponential_gap(case: Case) -> Iterator[Row]:
    p, z = case.value(s.p), case.value(s.z)
    gap = evaluate(sympy.exp(s.z), {s.z: z}) - power(1 + z / (p - 1), p - 1)
    yield Row(gap, what="exp(z) - (1 + z/(p - 1))**(p - 1)")
    yield Row(-gap, what="(1 + z/(p - 1))**(p - 1) - exp(z)")


_POWER = "(1 + z/(p - 1))**(p - 1)"

EXPONENTIAL_GAP = Quantity(
    "|exp(z) - (1 + z/(p - 1))**(p - 1)|",
    _exponential_gap,
    ({"value": f"exp(z) - {_POWER}"}, {"value": f"{_POWER} - exp(z)"}),
)
