"""The best learning rate of a bound, in symbols, with the proof that it is the best.

``tune`` minimises a bound over an open range of one symbol. It answers only with a proof: the bound is
convex there, or its derivative is negative up to the optimum and positive beyond it.

>>> from bounds import symbols as s
>>> print(tune(s.U**2 / (2 * s.eta) + s.eta * s.l * s.X**2 / 2, s.eta))
eta = U/(X*sqrt(l)) gives U*X*sqrt(l)
the minimum of U**2/(2*eta) + X**2*eta*l/2 over 0 < eta
convex: the second derivative U**2/eta**3 is positive
for U > 0, X > 0, l > 0
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Literal, TypeAlias

import sympy

from bounds import symbols
from bounds.errors import BoundcheckError
from bounds.numbers import to_fraction

Exact: TypeAlias = int | Fraction | str
"""What may be put in for a symbol; text is an exact rational such as "1/10"."""

_MULTIPLIERS = 6
_MAX_POWER = 12
_SMOOTH = (sympy.Add, sympy.Mul, sympy.Pow, sympy.exp, sympy.log)


class TuningError(BoundcheckError):
    """No proven optimum: the bound is monotone, constant, not convex, or its optimum has no closed form."""


@dataclass(frozen=True)
class Tuning:
    """The proven minimum of ``bound`` over 0 < ``symbol`` (< ``upper`` unless that is None).

    ``tuned`` is the bound at ``optimum``; ``second_derivative`` is that of the bound, without its floor if
    it has one; ``reason`` is the proof in a line, and ``conditions`` are the relations it relies on.
    """

    symbol: sympy.Symbol
    bound: sympy.Expr
    optimum: sympy.Expr
    tuned: sympy.Expr
    second_derivative: sympy.Expr
    reason: str
    conditions: tuple[sympy.Rel, ...]
    upper: sympy.Expr | None = None

    @property
    def assumes(self) -> tuple[str, ...]:
        """The conditions as text, such as ``U > 0``."""
        return tuple(map(str, self.conditions))

    @property
    def domain(self) -> str:
        """The range of the symbol as text."""
        return _domain(self.symbol, self.upper)

    def mistuning(self, r: sympy.Expr | Exact = symbols.r) -> sympy.Expr:
        """Return the factor that the bound loses when the symbol is (1 + r) times its optimum.

        It holds for r > -1, as long as the symbol stays in its range. A floor around the bound is ignored.

        >>> from bounds import symbols as s
        >>> tune(s.U**2 / (2 * s.eta) + s.eta * s.l * s.X**2 / 2, s.eta).mistuning()
        r/2 + 1/2 + 1/(2*(r + 1))
        """
        problem = _Problem.of(self.bound, self.symbol, self.upper)
        optimum = problem.positive(self.optimum)
        best = _tidy(problem.f.xreplace({problem.x: optimum}))
        if best == 0:
            raise TuningError(f"the tuned bound is 0; no factor compares with it (bound {self.bound})")
        rho = sympy.Dummy("rho", positive=True)
        plain = problem.f.xreplace({problem.x: rho * optimum}) / best
        ratio = min(_tidy(plain), plain, key=sympy.count_ops)
        if ratio.free_symbols <= {rho} and ratio.is_rational_function(rho):
            ratio = sympy.apart(ratio, rho)
        return problem.original(ratio).xreplace({rho: 1 + _exact(r, "r")})

    def at(self, **values: Exact) -> Tuning:
        """Return this tuning with exact values for some glossary symbols.

        >>> from bounds import symbols as s
        >>> tuning = tune(s.U**2 / (2 * s.eta) + s.eta * s.l * s.X**2 / 2, s.eta)
        >>> tuning.at(U=1, X="1/2", l=100).optimum
        1/5
        """
        return self.substitute({symbols.lookup(name): value for name, value in values.items()})

    def substitute(self, values: Mapping[sympy.Symbol, Exact]) -> Tuning:
        """Return this tuning with exact values for some symbols; floats are refused.

        Raises BoundcheckError for a value that the symbol cannot take or that breaks a condition.
        """
        exact = {symbol: self._checked(symbol, value) for symbol, value in values.items()}
        conditions = []
        for condition in self.conditions:
            at_values = condition.subs(exact, simultaneous=True)
            if at_values == sympy.false:
                given = ", ".join(f"{symbol}={value}" for symbol, value in exact.items())
                raise BoundcheckError(f"the optimum needs {condition}, but got {given}; choose other values")
            if at_values != sympy.true:
                conditions.append(at_values)
        bound, optimum, tuned, second = (
            expression.subs(exact, simultaneous=True)
            for expression in (self.bound, self.optimum, self.tuned, self.second_derivative)
        )
        upper = None if self.upper is None else self.upper.subs(exact, simultaneous=True)
        return Tuning(self.symbol, bound, optimum, tuned, second, self.reason, tuple(conditions), upper)

    def _checked(self, symbol: sympy.Symbol, value: Exact) -> sympy.Expr:
        if symbol == self.symbol:
            raise BoundcheckError(f"{symbol} is what is tuned; give values to the other symbols")
        if symbol not in self.bound.free_symbols:
            free = ", ".join(sorted(map(str, self.bound.free_symbols - {self.symbol})))
            raise BoundcheckError(f"the bound has no {symbol}; its other symbols are {free or 'none'}")
        exact = _exact(value, str(symbol))
        for wrong, kind in (
            (symbol.is_integer and not exact.is_integer, "an integer"),
            (symbol.is_positive and exact <= 0, "positive"),
            (symbol.is_nonnegative and exact < 0, "at least 0"),
        ):
            if wrong:
                raise BoundcheckError(f"{symbol} is {exact}; it must be {kind}")
        return exact

    def __str__(self) -> str:
        lines = [
            f"{self.symbol} = {self.optimum} gives {self.tuned}",
            f"the minimum of {self.bound} over {self.domain}",
            self.reason,
        ]
        if self.conditions:
            lines.append(f"for {', '.join(self.assumes)}")
        return "\n".join(lines)

    def _repr_latex_(self) -> str:
        symbol, optimum, bound, tuned = map(sympy.latex, (self.symbol, self.optimum, self.bound, self.tuned))
        return rf"${symbol} = {optimum}, \quad \min_{{{symbol}}} {bound} = {tuned}$"


def tune(bound: sympy.Expr, symbol: sympy.Symbol, upper: sympy.Expr | Exact | None = None) -> Tuning:
    """Minimise ``bound`` over 0 < ``symbol`` (< ``upper`` when given) and prove that it is the minimum.

    Nonnegative symbols, and logarithms of symbols, are taken to be positive; the result states that.
    Where the bound is a floor, its inside is minimised, which minimises the floor too. Raises TuningError
    if there is no optimum inside the range, or none that this module can find and prove.

    >>> from bounds import symbols as s
    >>> tune(s.U**2 / (4 * s.tau), s.tau)
    Traceback (most recent call last):
    ...
    bounds.tuning.TuningError: U**2/(4*tau) decreases in tau: there is no optimal tau; the infimum is at tau -> oo
    """
    problem = _Problem.of(bound, symbol, upper)
    slope = _pattern(problem, problem.derivative())
    if slope in ("positive", "negative"):
        verb, end = ("increases", "0") if slope == "positive" else ("decreases", str(problem.end))
        raise TuningError(
            f"{bound} {verb} in {symbol}: there is no optimal {symbol}; the infimum is at {symbol} -> {end}"
        )
    if slope == "zero":
        raise TuningError(f"{bound} does not depend on {symbol}; tune another symbol")
    candidates = _stationary_points(problem)
    if not candidates:
        raise TuningError(
            f"found no closed form, known to be positive, for the {symbol} that minimises {bound} over "
            f"{problem.domain}; put values in for other symbols first, or tune another symbol"
        )
    failures = []
    for candidate in candidates:
        try:
            reason = _prove(problem, candidate)
        except TuningError as error:
            failures.append(error)
            continue
        tuned = problem.original(_tidy(problem.f.xreplace({problem.x: candidate})))
        return Tuning(
            symbol=symbol,
            bound=bound,
            optimum=problem.original(candidate),
            tuned=sympy.floor(tuned) if problem.floored else tuned,
            second_derivative=problem.original(problem.second_derivative()),
            reason=reason,
            conditions=problem.conditions,
            upper=problem.upper,
        )
    raise failures[0]


def prove_minimum(
    bound: sympy.Expr,
    symbol: sympy.Symbol,
    candidate: sympy.Expr | Exact,
    upper: sympy.Expr | Exact | None = None,
) -> str:
    """Prove that ``candidate`` minimises ``bound`` over 0 < ``symbol`` (< ``upper``) and say why.

    Raises TuningError where it does not, or where no proof is found.

    >>> from bounds import symbols as s
    >>> prove_minimum((s.eta - 1) ** 2, s.eta, 1)
    'convex: the second derivative 2 is positive'
    >>> prove_minimum(-((s.eta - 1) ** 2), s.eta, 1)
    Traceback (most recent call last):
    ...
    bounds.tuning.TuningError: eta = 1 is not the minimum of -(eta - 1)**2: the second derivative -2 is negative
    """
    problem = _Problem.of(bound, symbol, upper)
    return _prove(problem, problem.positive(_exact(candidate, f"the candidate for {symbol}")))


# --- the problem in positive symbols -------------------------------------------------------------------


@dataclass(frozen=True)
class _Problem:
    """A bound ``f`` of ``x`` in which every quantity of known sign is a positive symbol.

    ``names`` maps the user's quantities (symbols, and logarithms without the tuned symbol) to these.
    """

    bound: sympy.Expr
    symbol: sympy.Symbol
    upper: sympy.Expr | None
    f: sympy.Expr
    x: sympy.Symbol
    limit: sympy.Expr | None
    floored: bool
    names: Mapping[sympy.Expr, sympy.Symbol]
    conditions: tuple[sympy.Rel, ...]

    @staticmethod
    def of(bound: sympy.Expr, symbol: sympy.Symbol, upper: sympy.Expr | Exact | None) -> _Problem:
        """State the problem; refuse one that is not about a smooth function of the symbol."""
        if not isinstance(bound, sympy.Expr) or not isinstance(symbol, sympy.Symbol):
            raise BoundcheckError(
                f"cannot tune {bound!r} in {symbol!r}; expected a sympy expression and one of its symbols"
            )
        upper = None if upper is None else _exact(upper, f"the upper end of {symbol}")
        _exact(bound, "the bound")
        if symbol not in bound.free_symbols:
            raise TuningError(f"{bound} does not contain {symbol}; there is nothing to tune")
        floored = isinstance(bound, sympy.floor)
        inner = bound.args[0] if floored else bound
        names, conditions = _positive_names(inner, upper, symbol)
        x = names[symbol]
        f = inner.xreplace(names)
        for node in sympy.preorder_traversal(f):
            if x in node.free_symbols and node != x and not isinstance(node, _SMOOTH):
                raise TuningError(f"{bound} is not smooth in {symbol}; only an outermost floor can be tuned")
            if node.is_Pow and node.base.is_Add and node.exp.is_Rational and abs(node.exp) > _MAX_POWER:
                raise TuningError(f"{bound} has powers of sums above {_MAX_POWER}, too many terms to tune it")
        limit = None if upper is None else upper.xreplace(names)
        if limit is not None and (x in limit.free_symbols or _sign(limit) != 1):
            raise TuningError(f"the upper end {upper} of {symbol} is not known to be positive; give another")
        return _Problem(bound, symbol, upper, f, x, limit, floored, names, conditions)

    @property
    def domain(self) -> str:
        return _domain(self.symbol, self.upper)

    @property
    def end(self) -> sympy.Expr:
        return sympy.oo if self.upper is None else self.upper

    def positive(self, expression: sympy.Expr) -> sympy.Expr:
        return expression.xreplace(self.names)

    def original(self, expression: sympy.Expr) -> sympy.Expr:
        return expression.xreplace({name: quantity for quantity, name in self.names.items()})

    def derivative(self) -> sympy.Expr:
        return sympy.diff(self.f, self.x)

    def second_derivative(self) -> sympy.Expr:
        """The second derivative, in partial fractions, whose signs are easy to see."""
        rational = self.f.is_rational_function(self.x)
        parts = sympy.apart(sympy.together(self.f), self.x) if rational else self.f
        terms = [sympy.factor(sympy.diff(term, self.x, 2)) for term in sympy.Add.make_args(parts)]
        return sympy.Add(*(_upright(term, self) for term in terms))

    def unbounded(self, expression: sympy.Expr) -> sympy.Expr:
        """Move the range to all positive numbers: x = limit * y / (1 + y), with y written as x again."""
        if self.limit is None:
            return expression
        return expression.xreplace({self.x: self.limit * self.x / (1 + self.x)})


def _upright(term: sympy.Expr, problem: _Problem) -> sympy.Expr:
    """Write the factors of a term that are negative over the range with the opposite sign."""
    factors = []
    for factor in sympy.Mul.make_args(term):
        base, exponent = factor.as_base_exp()
        turned = base.is_Add and exponent.is_Integer and _pattern(problem, base) == "negative"
        factors.append((-1) ** exponent * (-base) ** exponent if turned else factor)
    return sympy.Mul(*factors)


def _domain(symbol: sympy.Symbol, upper: sympy.Expr | None) -> str:
    return f"0 < {symbol}" + ("" if upper is None else f" < {upper}")


def _exact(value: sympy.Expr | Exact, name: str) -> sympy.Expr:
    """Make an expression without floats of ``value``."""
    if isinstance(value, sympy.Expr) and not isinstance(value, sympy.Number):
        if value.has(sympy.Float):
            raise BoundcheckError(f"{name} is {value}; it contains a float, write it as an exact rational")
        return value
    fraction = to_fraction(float(value) if isinstance(value, sympy.Float) else value, name)
    return sympy.Rational(fraction.numerator, fraction.denominator)


def _positive_names(
    inner: sympy.Expr, upper: sympy.Expr | None, symbol: sympy.Symbol
) -> tuple[dict[sympy.Expr, sympy.Symbol], tuple[sympy.Rel, ...]]:
    both = sympy.Tuple(inner, *([] if upper is None else [upper]))
    names: dict[sympy.Expr, sympy.Symbol] = {}
    conditions = []
    for logarithm in both.atoms(sympy.log):
        if logarithm.free_symbols and symbol not in logarithm.free_symbols:
            names[logarithm] = sympy.Symbol(str(logarithm), positive=True)
            if not _exceeds_one(logarithm.args[0]):
                conditions.append(sympy.Gt(logarithm.args[0], 1))
    for free in both.xreplace(names).free_symbols - set(names.values()):
        if free == symbol or free.is_nonnegative:
            names[free] = sympy.Symbol(free.name, positive=True)
            if free != symbol and not free.is_positive:
                conditions.append(sympy.Gt(free, 0))
    return names, tuple(sorted(conditions, key=str))


def _exceeds_one(argument: sympy.Expr) -> bool:
    """Tell whether an expression in positive integers is known to be above 1, as 2*n is."""
    shifted = {
        free: sympy.Symbol(free.name, integer=True, nonnegative=True) + 1
        for free in argument.free_symbols
        if free.is_integer and free.is_positive
    }
    return bool(sympy.expand(argument.xreplace(shifted) - 1).is_positive)


# --- the proof -----------------------------------------------------------------------------------------

Pattern: TypeAlias = Literal["zero", "positive", "negative", "rises", "falls", "unknown"]
"""Signs over (0, oo): constant, or negative then positive ("rises"), or positive then negative ("falls")."""


def _prove(problem: _Problem, candidate: sympy.Expr) -> str:
    x = problem.x
    named = f"{problem.symbol} = {problem.original(candidate)}"
    if _sign(candidate) != 1 or (problem.limit is not None and _sign(problem.limit - candidate) != 1):
        raise TuningError(f"{named} is not known to lie in {problem.domain}")
    if not _vanishes(problem.derivative().xreplace({x: candidate})):
        raise TuningError(
            f"{named} is not the minimum of {problem.bound}: the derivative is not known to be zero there"
        )
    second = problem.second_derivative()
    shown = problem.original(second)
    floored = "; the floor is least where its inside is" if problem.floored else ""
    curvature = _pattern(problem, second)
    if curvature == "positive":
        where = "" if problem.limit is None else f" for {problem.domain}"
        return f"convex: the second derivative {shown} is positive{where}{floored}"
    slope = _pattern(problem, problem.derivative())
    if slope == "rises":
        return f"the derivative is negative below the optimum and positive above it{floored}"
    if curvature == "negative":
        raise TuningError(f"{named} is not the minimum of {problem.bound}: the second derivative {shown} is negative")
    if slope == "falls":
        raise TuningError(f"{named} is not the minimum of {problem.bound}: it is the maximum")
    raise TuningError(
        f"no proof that {named} is the minimum of {problem.bound} over {problem.domain}: neither is the second "
        f"derivative {shown} known to be positive nor does the derivative change sign just once"
    )


def _pattern(problem: _Problem, expression: sympy.Expr) -> Pattern:
    """Find the signs of an expression over the range, by Descartes' rule of signs."""
    x = problem.x
    numerator, denominator = sympy.fraction(sympy.factor(problem.unbounded(expression)))
    sign = _sign(denominator)
    if sign is None:
        return "unknown"
    rest = sympy.Integer(1)
    for factor in sympy.Mul.make_args(numerator):
        factor_sign = _sign(factor)
        if factor_sign is None:
            rest *= factor
        else:
            sign *= factor_sign
    if sign == 0:
        return "zero"
    for _ in range(_MULTIPLIERS):
        signs = _coefficient_signs(rest, x)
        if signs is None:
            break
        changes = sum(left != right for left, right in pairwise(signs))
        if changes == 0:
            return "positive" if signs[0] == sign else "negative"
        if changes == 1:
            return "falls" if signs[0] == sign else "rises"
        rest *= 1 + x  # the same signs, and by Polya's theorem fewer changes in the end
    return "unknown"


def _coefficient_signs(expression: sympy.Expr, x: sympy.Symbol) -> list[int] | None:
    """Return the signs of the non-zero coefficients by rising power of ``x``, None if one is not known."""
    powers = _powers(expression, x)
    if powers is None:
        return None
    signs = []
    for _, coefficient in sorted(powers.items()):
        sign = _sign(coefficient)
        if sign is None:
            return None
        signs += [sign] * (sign != 0)
    return signs or None


def _powers(expression: sympy.Expr, x: sympy.Symbol) -> dict[sympy.Rational, sympy.Expr] | None:
    """Write an expression as a sum of rational powers of ``x`` with coefficients free of it, if it is one."""
    powers: dict[sympy.Rational, sympy.Expr] = {}
    for term in sympy.Add.make_args(sympy.expand(expression)):
        coefficient, power = term.as_independent(x)
        base, exponent = power.as_base_exp()
        if power == 1:
            exponent = sympy.Integer(0)
        elif base != x or not isinstance(exponent, sympy.Rational):
            return None
        powers[exponent] = powers.get(exponent, sympy.Integer(0)) + coefficient
    return powers


def _sign(expression: sympy.Expr) -> int | None:
    """Return the sign that an expression has for all values of its symbols, None if that is not evident."""
    for form in (lambda e: e, sympy.expand, sympy.factor):
        shape = form(expression)
        if shape.is_positive:
            return 1
        if shape.is_negative:
            return -1
        if shape.is_zero:
            return 0
    numerator, denominator = sympy.fraction(sympy.together(expression))
    if denominator == 1:
        return None
    above, below = _sign(sympy.expand(numerator)), _sign(denominator)
    return None if above is None or below is None else above * below


# --- the stationary points -----------------------------------------------------------------------------


def _stationary_points(problem: _Problem) -> list[sympy.Expr]:
    """Find positive zeros of the derivative in closed form; those below the limit are for the proof to pick."""
    numerator, _ = sympy.fraction(sympy.factor(problem.derivative()))
    points = []
    for factor in sympy.Mul.make_args(numerator):
        powers = _powers(factor.base if factor.is_Pow and factor.exp.is_Integer else factor, problem.x)
        if powers is not None:
            points += _roots({e: c for e, c in sorted(powers.items()) if c != 0})
    return points


def _roots(powers: Mapping[sympy.Rational, sympy.Expr]) -> list[sympy.Expr]:
    """Solve a sum of two powers of x, or a quadratic in a power of x, for positive x."""
    low = min(powers)
    exponents = [exponent - low for exponent in powers]
    coefficients = list(powers.values())
    if len(exponents) == 2:
        roots = [_tidy(-coefficients[0] / coefficients[1])]
    elif len(exponents) == 3 and exponents[2] == 2 * exponents[1]:
        roots = _quadratic_roots(*coefficients)
    else:
        return []
    return [root ** (1 / exponents[1]) for root in roots if _sign(root) == 1]


def _quadratic_roots(c: sympy.Expr, b: sympy.Expr, a: sympy.Expr) -> list[sympy.Expr]:
    """Return the roots of a*z**2 + b*z + c, written without differences of like quantities where possible."""
    if _sign(a) == -1:
        a, b, c = -a, -b, -c
    root = sympy.sqrt(sympy.factor(b**2 - 4 * a * c))
    if _sign(b) == 1:
        return [_tidy(-2 * c / (b + root), rationalise=False)]
    return [_tidy((root - b) / (2 * a), rationalise=False), _tidy((-b - root) / (2 * a), rationalise=False)]


# --- algebra with square roots -------------------------------------------------------------------------


def _vanishes(expression: sympy.Expr) -> bool:
    return bool(_tidy(expression) == 0)


def _tidy(expression: sympy.Expr, *, rationalise: bool = True) -> sympy.Expr:
    """Simplify a quotient of polynomials in roots of symbols and one square root of a sum; 0 comes out as 0."""
    roots = _symbol_roots(expression)
    rational = sympy.together(expression.xreplace({symbol: root**q for symbol, (root, q) in roots.items()}))
    back = {root: symbol ** sympy.Rational(1, q) for symbol, (root, q) in roots.items()}
    simple = _without_root_of_sum(rational, rationalise=rationalise)
    forms = [simple, sympy.expand(simple)] if rationalise else [simple]
    return min((form.xreplace(back) for form in forms), key=sympy.count_ops)


def _symbol_roots(expression: sympy.Expr) -> dict[sympy.Symbol, tuple[sympy.Dummy, int]]:
    """Name the q-th root of each positive symbol that occurs with an exponent of denominator q."""
    degrees: dict[sympy.Symbol, int] = {}
    for power in sorted(expression.atoms(sympy.Pow), key=str):
        if power.base.is_Symbol and power.base.is_positive and power.exp.is_Rational:
            degrees[power.base] = math.lcm(degrees.get(power.base, 1), int(power.exp.q))
    return {symbol: (sympy.Dummy(symbol.name, positive=True), q) for symbol, q in degrees.items() if q > 1}


def _without_root_of_sum(expression: sympy.Expr, *, rationalise: bool) -> sympy.Expr:
    sums = {power.base for power in expression.atoms(sympy.Pow) if power.base.is_Add and not power.exp.is_Integer}
    if len(sums) != 1:
        return sympy.factor(expression)
    (square,) = sums
    t = sympy.Dummy("t", positive=True)
    in_t = expression.replace(lambda e: e.is_Pow and e.base == square, lambda e: t ** (2 * e.exp))
    numerator, denominator = sympy.fraction(sympy.cancel(in_t))
    if not (numerator.is_polynomial(t) and denominator.is_polynomial(t)):
        return sympy.factor(expression)
    if not rationalise:
        return sympy.factor(numerator / denominator).xreplace({t: sympy.sqrt(square)})
    a, b = _linear(numerator, t, square)
    if a == b == 0:
        return a
    c, d = _linear(denominator, t, square)
    whole, norm = sympy.factor((a + b * t) / (c + d * t)), sympy.expand(c**2 - d**2 * square)
    forms = [whole]
    if _sign(norm):  # else the norm might be zero where the denominator is not
        parts = (sympy.factor(part / norm) for part in (a * c - b * d * square, b * c - a * d))
        forms.append(sum(part * power for part, power in zip(parts, (1, t), strict=True)))
    return min(forms, key=sympy.count_ops).xreplace({t: sympy.sqrt(square)})


def _linear(polynomial: sympy.Expr, t: sympy.Symbol, square: sympy.Expr) -> tuple[sympy.Expr, sympy.Expr]:
    """Write a polynomial in ``t`` as a + b*t, where t**2 = ``square``."""
    parts = [sympy.Integer(0), sympy.Integer(0)]
    for (degree,), coefficient in sympy.Poly(polynomial, t).terms():
        parts[degree % 2] += coefficient * square ** (degree // 2)
    return sympy.expand(parts[0]), sympy.expand(parts[1])
