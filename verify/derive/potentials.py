"""Potentials: what a step of a learner takes off its distance to the comparator, in a few real variables.

With p = u.x, q = w.x and r = x.x, and the learner's step s on the trial:

squared distance
    w' = w + s x, so |u - w|^2 - |u - w'|^2 = 2 s (p - q) - s^2 r, exactly.
relative entropy
    w'_i = U w_i exp(s x_i) / sum of w_j exp(s x_j), and u, w have the sum U. The drop is at least
    s (p - q) - U s^2 X^2/2 where every |x_i| <= X, and s (p - q) - U s^2/8 where every x_i is in [0, 1]: Hoeffding's
    lemma (Bylander 1998, lemma A.1).
Weighted Majority
    w'_i = w_i beta^(x_i), q = w.x over the sum of w, every x_i in [0, 1]. The drop is at least -p ln(1/beta) + z with
    z = -ln(1 - (1 - beta) q), and z >= (1 - beta) q, and z >= ln(2/(1 + beta)) where q >= 1/2. In the
    same way ln(1/beta) >= 1 - beta, and ln(2/(1 + beta)) >= (1 - beta)/2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import sympy

from bounds import symbols as s
from bounds.errors import BoundcheckError
from bounds.formulas import Formula, Rule, names, rules, write
from bounds.formulas.scope import parameters_of
from bounds.formulas.slack import ZERO
from bounds.mathematics.geometry import ENTROPIC, EUCLIDEAN, Geometry
from verify.derive.pieces import Guard, Guards, Piece, everywhere, pieces

p, q, r = s.ux, s.yhat, s.xx
y, z = sympy.symbols("y z", real=True)
norm = sympy.Symbol("norm", nonnegative=True)
w, x = sympy.symbols("w x")
ratio = sympy.Symbol("lnbeta", positive=True)
half = sympy.Symbol("lnhalf", positive=True)
VARIABLES = (p, q, r, y, z, norm)
"""What is said of a trial; all other symbols are parameters."""

RESERVED = frozenset(("y", "z", "norm", "lambda", "L", "lnbeta", "lnhalf", "a", "b", "c"))
"""Names that no parameter may have: a proof needs them for something else."""

OF_A_TRIAL = frozenset(("w", *rules.OF_A_TRIAL))
"""What an update may speak of besides parameters."""


@dataclass(frozen=True)
class Potential:
    """How a distance drops. ``domain`` holds guards on p, q, r and z under each of which a trial may be.

    ``total`` is the sum of the weights, where it stays. ``names`` says what the symbols stand for that the proof
    treats as unknown positive numbers.
    """

    name: str
    lemma: str
    geometry: Geometry
    domains: tuple[Guards, ...]
    initial: Any
    inputs: str
    total: Any = None
    names: Mapping[Any, Any] = field(default_factory=dict)
    premises: Guards = ()

    def drop(self, step: Any, multiple: Any) -> Any:
        """Return the least that d(multiple u, w) drops by on this step."""
        if self.geometry is EUCLIDEAN:
            return 2 * step * (multiple * p - q) - step**2 * r
        if self.names:
            return sympy.Integer(0) if step == 0 else z - p * step
        variance = s.X**2 if self.inputs == "X" else sympy.Rational(1, 4)
        return step * (p - q) - self.total * variance * step**2 / 2


SQUARED = Potential(
    "squared distance |u - w|^2",
    "|u - w|^2 - |u - w'|^2 = 2 s (u.x - w.x) - s^2 x.x for w' = w + s x",
    EUCLIDEAN,
    ((Guard(s.X**2 - r, ">="), Guard(r, ">")), (Guard(r, "=="), Guard(p, "=="), Guard(q, "=="))),
    s.U**2,
    "X",
)


def entropy(inputs: str, total: Any) -> Potential:
    """Return relative entropy to weights of this sum, for |x_i| <= X, or for x_i in [0, 1] if inputs is "unit"."""
    low, high = (-total * s.X, total * s.X) if inputs == "X" else (sympy.Integer(0), total)
    within = tuple(Guard(term, ">=") for v in (p, q) for term in (v - low, high - v))
    size = "s^2 X^2/2" if inputs == "X" else "s^2/8"
    return Potential(
        "relative entropy of u to w",
        f"ln(sum of w_i exp(s x_i)/U) <= s w.x/U + {size} (Hoeffding; Bylander 1998, lemma A.1)",
        ENTROPIC,
        (within,),
        total * sympy.log(s.n),
        inputs,
        total,
    )


def majority(beta: Any) -> Potential:
    """Return Weighted Majority's potential: relative entropy to the weights' shares, for losses x_i in [0, 1]."""
    within = tuple(Guard(term, ">=") for v in (p, q) for term in (v, 1 - v))
    tangent = Guard(z - (1 - beta) * q, ">=")
    return Potential(
        "relative entropy of u to the shares of w",
        "-ln(sum of w_i beta^(x_i)) >= -ln(1 - (1 - beta) q) = z, z >= (1 - beta) q, and z >= ln(2/(1 + beta)) "
        "for q >= 1/2",
        ENTROPIC,
        (
            (*within, tangent, Guard(2 * q - 1, ">="), Guard(z - half, ">=")),
            (*within, tangent, Guard(1 - 2 * q, ">")),
        ),
        sympy.log(s.n),
        "unit",
        sympy.Integer(1),
        {ratio: sympy.log(1 / beta), half: sympy.log(2 / (1 + beta))},
        (Guard(beta, ">"), Guard(1 - beta, ">"), Guard(2 * half - (1 - beta), ">="), Guard(ratio - (1 - beta), ">=")),
    )


@dataclass(frozen=True)
class Move(Piece):
    """A piece of a learner's step s. ``still`` tells that the weights stay; w/sum(w) has the step 0, and moves."""

    still: bool = False


def parameter(name: str) -> Any:
    """Return the symbol of a parameter: the glossary's, else one of its own; all are positive.

    >>> parameter("eta"), parameter("own").is_positive
    (eta, True)
    """
    if name in RESERVED or (s.known(name) and s.lookup(name) in s.OF_A_TRIAL):
        raise BoundcheckError(
            f"a parameter is called {name}, which stands for something else here; give it another name"
        )
    return symbol_of(name)


def symbol_of(name: str) -> Any:
    """Return the symbol of a name that a claim knows, else a positive one."""
    return s.lookup(name) if s.known(name) else sympy.Symbol(name, positive=True)


def of_parameters(
    formula: Formula, known: Mapping[str, Any] | None = None, symbol: Callable[[str], Any] = parameter
) -> Any:
    """Return what a formula in parameters is, with expressions for names that are ``known``; None for another formula.

    >>> from bounds.formulas import read
    >>> of_parameters(read("2*tau/X**2")), of_parameters(read("2*xx")), of_parameters(read("abs(tau)"))
    (2*tau/X**2, None, None)
    """
    known = known or {}
    spoken = names(formula) - known.keys()
    if spoken & OF_A_TRIAL or spoken - {*parameters_of(formula)}:
        return None
    parts = pieces(formula, {**{name: symbol(name) for name in spoken}, **known})
    return parts[0].value if len(parts) == 1 else None


def require_weights(rule: Rule) -> None:
    """Raise BoundcheckError for a learner that keeps anything but weights w."""
    if rule.updates.keys() != {"w"}:
        kept = ", ".join(sorted(rule.updates))
        raise BoundcheckError(f"the learner keeps {kept}; only learners with weights w alone are derived")


def steps(rule: Rule, terms: Mapping[str, Any], inputs: str) -> tuple[Potential, list[Move]]:
    """Return the potential that fits a rule, and the pieces of its step s.

    Raises BoundcheckError, with the reason, for a learner whose update is neither w + s x nor w exp(s x).
    """
    shared = {**terms, "w": w, "x": x}
    total = sympy.Function("sum")
    prediction = _scalar(everywhere(rule.predict, {**shared, "yhat": q}))
    if prediction not in (q, q / total(w)):
        raise BoundcheckError(f"the prediction is {write(rule.predict)}; derived are w.x and w.x/sum(w)")
    product = q if prediction == q else q * total(w)
    parts = [Piece(_scalars(f.guards, product), _scalar(f.value, product)) for f in pieces(rule.updates["w"], shared)]
    if all(_linear(piece.value) for piece in parts):
        if any(write(start) != "0" for start in rule.start.values()):
            raise BoundcheckError(
                f"the learner starts at {write(rule.start['w'])}; derived are learners that start at 0"
            )
        if prediction != q:
            raise BoundcheckError(f"a learner that adds to w predicts {write(rule.predict)}; it has to predict w.x")
        return SQUARED, [_additive(piece, rule) for piece in parts]
    return _multiplicative(rule, parts, prediction, inputs)


def _multiplicative(rule: Rule, parts: list[Piece], prediction: Any, inputs: str) -> tuple[Potential, list[Move]]:
    multiplied = [(piece.guards, *_multiplied(piece.value, prediction, rule)) for piece in parts]
    sizes = {size for _, _, _, size in multiplied if size is not None} or {sympy.Integer(1)}
    bases = {base for _, _, base, _ in multiplied if base is not None}
    plain = [
        Move(guards, step, step == 0 and (size is None or prediction == q)) for guards, step, _, size in multiplied
    ]
    total = next(iter(sizes))
    if prediction == q:
        start = everywhere(rule.start.get("w", ZERO), {**{name: parameter(name) for name in rule.parameters}, "n": s.n})
        if sympy.simplify(start * s.n - total) != 0:
            raise BoundcheckError(
                f"the weights start at {start}, but the update gives them the sum {total}; start equal"
            )
    elif sizes != {1}:
        raise BoundcheckError(f"the update gives the weights the sum {total}, and the prediction is by their shares")
    if len(sizes) > 1:
        raise BoundcheckError(f"the weights get different sums, {' and '.join(map(str, sizes))}; give them one")
    if not bases:
        return entropy(inputs, sizes.pop()), plain
    if len(bases) > 1 or sizes != {1} or any(piece.value not in (0, 1) for piece in plain):
        raise BoundcheckError("derived are updates w*beta**x with one beta, and predictions dot(w, x)/sum(w)")
    return majority(bases.pop()), [replace(piece, value=piece.value * ratio) for piece in plain]


def _scalar(value: Any, product: Any = q) -> Any:
    """Return a value with names for products of vectors; ``product`` is w.x, in the prediction yhat = q."""
    dot, norm = sympy.Function("dot"), sympy.Function("norm")
    return sympy.sympify(value).subs({dot(w, x): product, dot(x, x): r, norm(x, 2): sympy.sqrt(r)})


def _scalars(guards: Guards, product: Any) -> Guards:
    scalars = tuple(Guard(_scalar(guard.term, product), guard.relation) for guard in guards)
    for guard in scalars:
        if guard.term.has(w, x):
            raise BoundcheckError(f"the update looks at {guard.term}; it may look at w.x, x.x and the outcome only")
    return scalars


def _linear(value: Any) -> bool:
    return not any(part.has(w, x) for part in value.atoms(sympy.Function)) and bool(value.is_polynomial(w, x))


def _additive(piece: Piece, rule: Rule) -> Move:
    value = sympy.Poly(sympy.expand(piece.value), w, x)
    if any(sum(power) != 1 for power in value.monoms() if value.coeff_monomial(power) != 0):
        raise BoundcheckError(f"the update {write(rule.updates['w'])} is not of the form w + s*x")
    kept = sympy.simplify(value.coeff_monomial(w))
    if kept != 1:
        raise BoundcheckError(f"the update keeps {kept} times w; derived are updates w + s*x, which keep w")
    step = value.coeff_monomial(x)
    return Move(piece.guards, step, step == 0)


def _multiplied(value: Any, prediction: Any, rule: Rule) -> tuple[Any, Any, Any]:
    """Return s, the base beta if any, and the sum U of the new weights, for w U exp(s x)/sum(w exp(s x)).

    The base is None for exp, and the sum for weights that the update leaves as they are.
    """
    total = sympy.Function("sum")
    if value == w:
        return sympy.Integer(0), None, None
    sums = [inside.args[0] for inside in value.atoms(sympy.Function) if isinstance(inside, total)]
    if not sums and prediction == q:
        raise BoundcheckError(
            f"the update {write(rule.updates['w'])} leaves the sum of w open; divide by the sum of the new weights, "
            "or predict dot(w, x)/sum(w)"
        )
    size = sympy.simplify(value * total(sums[0]) / sums[0]) if sums else sympy.Integer(1)
    grown = sympy.powsimp(sympy.simplify((sums[0] if sums else value) / w))
    if grown == 1:
        return sympy.Integer(0), None, size
    base, power = (None, grown.args[0]) if isinstance(grown, sympy.exp) else grown.as_base_exp()
    step = sympy.simplify(power / x)
    if any(part.has(w, x) or part.atoms(sympy.Function) for part in (step, size, sympy.sympify(base or 1))):
        raise BoundcheckError(f"the update {write(rule.updates['w'])} is neither w + s*x nor w*exp(s*x) over its sum")
    if any(sympy.sympify(part).has(q, r, y) for part in (size, base or 1)):
        raise BoundcheckError("the sum of the weights, or the base of their powers, depends on the trial")
    return step, base, size
