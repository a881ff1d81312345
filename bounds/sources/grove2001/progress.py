"""Measures of progress of quasi-additive algorithms: what sections 3, 5, 8 and 9 of Grove et al. 2001 compare.

H(z) = psi(G(z)) with G(z) the sum of g(z_i) bounds u.z from above; H* is the smallest such H, and u.z is its
tangent plane's slope. Vectors z and v are the start vector and the examples of an instance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bounds.claims.quantities import amount_of, each, parts
from bounds.sources.grove2001.norms import P_NORMS


@dataclass(frozen=True)
class Formulas:
    """A transformation f, its integral summed over a vector, and its inverse, as formulas."""

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


F_P = Formulas("sign({0})*abs({0})**(p - 1)", "sum(abs({0})**p)/p", "sign({0})*abs({0})**(1/(p - 1))")
F_EXP = Formulas("exp({0})", "sum(exp({0}))", "ln({0})")
F_SINH = Formulas("exp({0}) - exp(-({0}))", "sum(exp({0}) + exp(-({0})) - 2)", "ln({0}/2 + sqrt(({0}/2)**2 + 1))")


# --- on runs -------------------------------------------------------------------------------------------


def _parts_of_10(f: Formulas) -> str:
    paid = f"{f.distance('s', 'v')} + sum_t({f.distance('z_next', 'z')})"
    return f"a*sum_t(err*y*(ux - wx)) - ({paid})"


INEQUALITY_10 = amount_of(
    "`a sum_M y (u.x - w.x) - R(z_1, v) - sum R(z_i+1, z_i)`", _parts_of_10(F_P), names={"v": F_P.preimage("u")}
)
IDENTITY_10, IDENTITY_10_EXP = (
    amount_of(
        "`a sum_M y (u.x - w.x) - R(z_1, v) - sum R(z_i+1, z_i) + R(z_end, v)`",
        f"{_parts_of_10(f)} + {f.distance('z_end', 'v')}",
        names={"v": f.preimage("u")},
    )
    for f in (F_P, F_EXP)
)

# --- the optimal measure of progress -------------------------------------------------------------------


INSIDE_THE_LEVEL = each(
    "u.v - u.v* where G(v) <= G(v*), v* = finv(alpha u)",
    f"dot(u, x) - dot(u, {F_SINH.preimage('(alpha*u)')})",
    "sum(exp(x) + exp(-x)) <= sum(2*sqrt((alpha*u/2)**2 + 1))",
)

_OPTIMUM = {"alpha": "Z**(p - 1)/U", "v": F_P.preimage("(alpha*u)")}

OPTIMUM_CONDITIONS = parts(
    "`f(v*) - alpha u`, `G(v*) - G(z)`, `u.v* - H*(z)`",
    {"over": "attributes", "value": f"at({F_P.at('v')} - alpha*u, i)", "with": _OPTIMUM},
    {"value": f"{F_P.level('v')} - {F_P.level('s')}", "with": _OPTIMUM},
    {"value": "dot(u, v) - U*Z", "with": _OPTIMUM},
    notes=("f(v*_i) - alpha u_i", "G(v*) - G(z)", "u.v* - ||u||_q ||z||_p"),
)
POSITIVE_MULTIPLIER = amount_of("alpha", "alpha", names=_OPTIMUM)
SMOOTH_INVERSE = parts(
    "`alpha`, `f'(finv(alpha u_i))`",
    {"value": "alpha", "with": _OPTIMUM},
    {"over": "attributes", "value": "(p - 1)*abs(at(v, i))**(p - 2)", "with": _OPTIMUM},
    notes=("alpha", "f'(v*_i)"),
)


def _low(level: str) -> Mapping[str, Any]:
    return {
        "over": "trials",
        "if": f"min(v) < (dot(u, s) - (n - 1)*{level}*max(abs(u)))/min(u)",
        "value": "dot(u, v) - dot(u, s)",
        "with": {"top": "ln(sum(exp(s)))", "v": "x + top - ln(sum(exp(x)))"},
    }


LOW_COORDINATE_PRINTED = parts(
    "u.v - u.z where G(v) = G(z) and some v_i < (u.z - (n - 1) ginv(G(z)) max u)/min u", _low("top")
)
LOW_COORDINATE = parts(
    "u.v - u.z where G(v) = G(z) and some v_i < (u.z - (n - 1) |ginv(G(z))| max u)/min u", _low("abs(top)")
)

_DERIVATIVES = (
    ("b**q*alpha**(q - 2)/(p - 1)", "b**q*alpha**(q - 1)/(p - 1)"),
    ("b/alpha", "b"),
    ("b**2/(2*sqrt((alpha*b/2)**2 + 1))", "alpha*b**2/(2*sqrt((alpha*b/2)**2 + 1))"),
)
"""d(b v)/d(alpha) and d(g(v))/d(alpha) at v = finv(alpha b), b > 0, for f_p, exp and 2 sinh."""

SLOPES = parts(
    "`d(u.v*)/d(alpha) - (1/alpha) d(G(v*))/d(alpha)`, coordinate by coordinate",
    *(
        {
            "over": "attributes",
            "if": "at(u, i) != 0",
            "value": f"{rise} - {run}/alpha",
            "with": {"b": "abs(at(u, i))", "q": "p/(p - 1)"},
        }
        for rise, run in _DERIVATIVES
    ),
    notes=("f_p", "exp", "2 sinh"),
)


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


MONOTONE = parts(
    "`psi*(r') - psi*(r)`, and its slope between `1/alpha'` and `1/alpha`",
    *_monotone_parts(),
    notes=tuple(
        f"{what}, {f}"
        for f in ("f_p", "2 sinh", "exp")
        for what in (
            "psi*(r') - psi*(r)",
            "r' - r - alpha (psi*(r') - psi*(r))",
            "alpha' (psi*(r') - psi*(r)) - (r' - r)",
        )
    ),
)


def _hessian_parts() -> Iterator[Mapping[str, Any]]:
    """Say that d2 H*/dz_i dz_j, from H* = ||u||_q ||z||_p or sum u ln(u G/U), is the formula, for j = 1 and 2.

    The formula is same slope/alpha - product/scale, where the scale is alpha**3 sum finv'(alpha u_k) u_k**2, and
    finv'(y) is y**(1/(p - 1) - 1)/(p - 1) or 1/y. For exp, alpha is level/size and the scale level**2/size; there
    all of it is times level**2, as no quotient of sums of exponentials has to be told from another.
    """
    forms = (
        (
            "(p - 1)*size*(same*a**(p - 2)*level**(1 - p) - (a*b)**(p - 1)*level**(1 - 2*p))",
            {
                "size": "norm(u, q)",
                "level": "norm(s, p)",
                "alpha": "level**(p - 1)/size",
                "product": "(a*b)**(p - 1)",
                "slope": "(p - 1)*a**(p - 2)",
                "scale": "alpha**3*sum((alpha*u)**(1/(p - 1) - 1)*u**2)/(p - 1)",
                "formula": "same*slope/alpha - product/scale",
            },
        ),
        (
            "size*(same*exp(a)*level - exp(a + b))",
            {
                "size": "sum(u)",
                "level": "sum(exp(s))",
                "product": "exp(a + b)",
                "slope": "exp(a)",
                "formula": "same*slope*size*level - product*size",
            },
        ),
    )
    for derivative, names in forms:
        for j in ("1", "Min(n, 2)"):
            local = {"q": "p/(p - 1)", "j": j, "a": "at(s, i)", "b": "at(s, j)", "same": "i == j", **names}
            yield {"over": "attributes", "value": f"{derivative} - formula", "with": local}


HESSIAN = parts(
    "`d2 H*/dz_i dz_j` - formula, on the first two coordinates (times a denominator)",
    *_hessian_parts(),
    notes=("f_p, j = 1", "f_p, j = 2", "exp, j = 1", "exp, j = 2"),
)

# --- other measures of progress ------------------------------------------------------------------------


OTHERS = parts(
    "`H(z)` for other measures of progress `H`",
    {"value": "sum(abs(u))*Z"},
    {"value": f"({F_P.level('s')} - {F_P.level('v')})/eta + dot(u, v)", "with": {"v": F_P.preimage("(eta*u)")}},
    notes=("section 4: ||u||_1 ginv(G(z))", "Bregman: (G(z) - r)/q at eta"),
)

_NORM_DISTANCE = "(norm(x, p)**2 - norm(s, p)**2)/2 - dot(slope, x - s)"
_NORM_SLOPE = f"norm(s, p)**(2 - p)*{F_P.at('s')}"

_MEASURES = ("H = G", "H = ||z||_p**2 / 2", "exp, H = G")

BREGMAN_DISTANCES = parts(
    "`D_H(z, v)`",
    {"over": "trials", "value": F_P.distance("x", "s")},
    {"over": "trials", "if": "sum(abs(s)) > 0", "value": _NORM_DISTANCE, "with": {"slope": _NORM_SLOPE}},
    {"over": "trials", "value": F_EXP.distance("x", "s")},
    notes=_MEASURES,
)


def _bregman_form_parts() -> Iterator[Mapping[str, Any]]:
    """Say that D_H(z, v) is H(z) - q u.z - r with u = f(v)/eta, q = psi'(G(v)) eta and r = H(v) - q u.v."""
    forms = (
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
    for distance, f, height, here, factor, where in forms:
        names = {"slope": _NORM_SLOPE, "v": f"{f}/eta", "q": f"eta*{factor}", "r": f"{here} - q*dot(v, s)"}
        yield {"over": "trials", "if": where, "value": f"{distance} - ({height} - q*dot(v, x) - r)", "with": names}
    euclidean = "(sum(x**2) - sum(s**2))/2 - dot(s, x - s) - sum((x - eta*(s/eta))**2)/2"
    yield {"over": "trials", "value": euclidean}


BREGMAN_FORMS = parts(
    "`D_H(z, v) - (H(z) - q u.z - r)`",
    *_bregman_form_parts(),
    notes=(*_MEASURES, "Perceptron: ||z - eta u||_2**2 / 2"),
)

# --- corollary 7.2 -------------------------------------------------------------------------------------


LIMIT = amount_of(
    "lim of theorem 7.1 (b) as `p -> oo`",
    "2*(X/delta)**2*size**2*(ln(n) - ln(size) + sum(xlog(u, u))/size)",
    names={"size": "sum(u)"},
)

_RADIUS = {"radius": P_NORMS.radius_formula}

AT_ONE_P = amount_of(
    "`n**(2/p)` times the bound of theorem 7.1 (b) at `z0 = 1` and this `p`",
    "(p - 1)*(radius/delta)**2*(n**(2/p)*norm(u, p/(p - 1))**2 - sum(abs(u))**2)",
    names=_RADIUS,
)

_RATES = {**_RADIUS, "a_p": "delta*n**(2/p)/((p - 1)*radius**2*sum(u))", "a_wm": "delta/(sum(u)*X**2)"}

RATES = parts(
    "`(p - 1) a_p / a_WM`, and `n**(2/p)` over it",
    {"value": "(p - 1)*a_p/a_wm", "with": _RATES},
    {"value": "n**(2/p)*a_wm/((p - 1)*a_p)", "with": _RATES},
    notes=("(p - 1) a_p / a_WM", "n**(2/p) a_WM / ((p - 1) a_p)"),
)

_POWER = "(1 + z/(p - 1))**(p - 1)"

EXPONENTIAL_GAP = parts(
    "`|exp(z) - (1 + z/(p - 1))**(p - 1)|`",
    {"value": f"exp(z) - {_POWER}"},
    {"value": f"{_POWER} - exp(z)"},
)
