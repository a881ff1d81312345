"""What z3 shows for all parameters: that a term is not negative wherever some guards hold.

Denominators are cleared, each possible sign of one being a case of its own. Square roots are unknown positive numbers
of which z3 is told the squares, once it has shown that what is below them is positive. All parameters are positive.
What z3 does not show is not proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from time import perf_counter
from typing import Any

import sympy
import z3

from verify.derive.pieces import Guard, Guards, branches
from verify.derive.potentials import VARIABLES
from verify.logic.kernel import Step
from verify.logic.solvers import EFFORT, limited
from verify.logic.translate import translate

QUICK = 4_000_000
"""How much work z3 may do for a case that may be empty; for a proof it may do more."""


def step_of(what: str, ok: bool, seconds: float = 0, message: str = "") -> Step:
    """Return a step by what it shows; ``message`` is a state that breaks it, or what else is known of it."""
    return Step(what, "z3", seconds, ok, "" if ok else f"it does not follow: {' '.join(message.split())}", said=what)


def show(what: str, guards: Guards, value: Any, *, strict: bool = False, effort: int = EFFORT) -> Step:
    """Show that ``value >= 0`` follows from the guards; ``value > 0`` if that is to be strict.

    z3 is asked for a state with the value negative, for each choice of signs of the denominators.
    """
    start = perf_counter()
    for signs in splits([value, *(g.term for g in guards)]):
        broken = Guard(-cleared(value, signs), ">=" if strict else ">")
        terms = [Guard(cleared(g.term, signs), g.relation) for g in guards]
        solver = limited(z3.SolverFor("QF_NRA"), _translated([*terms, *decided(signs), broken]), effort)
        said = solver.check()
        if said != z3.unsat:
            model = str(solver.model()) if said == z3.sat else "z3 does not know"
            return step_of(what, False, perf_counter() - start, model)
    return step_of(what, True, perf_counter() - start)


def follows(guards: Guards, value: Any, *, strict: bool = False) -> bool:
    """Tell whether z3 proves ``value >= 0`` from the guards; ``value > 0`` if that is to be strict."""
    return show("", guards, value, strict=strict).ok


def empty(guards: Guards) -> bool:
    """Tell whether z3 soon proves that nothing satisfies the guards."""
    return show("", guards, sympy.Integer(-1), effort=QUICK).ok


def _translated(guards: Iterable[Guard]) -> list[Any]:
    """Return guards as z3 formulas, with all parameters in them positive, and norms and their squares not negative."""
    relations = {">=": z3.ArithRef.__ge__, ">": z3.ArithRef.__gt__, "==": z3.ArithRef.__eq__}
    guards = list(guards)
    formulas = [relations[relation](translate(term), z3.RealVal(0)) for term, relation in guards]
    symbols = sorted(set().union(*(sympy.sympify(guard.term).free_symbols for guard in guards)), key=str)
    formulas += [translate(symbol) > 0 for symbol in symbols if symbol not in VARIABLES]
    return formulas + [translate(symbol) >= 0 for symbol in symbols if symbol in VARIABLES and symbol.is_nonnegative]


# --- denominators -------------------------------------------------------------------------------------------


def splits(terms: Iterable[Any]) -> Iterator[dict[Any, int]]:
    """Yield all signs that the denominators of terms may have, where these are not evident."""
    factors = {base for term in terms for base, _ in _factors(fraction(term)[1])[1] if not base.is_positive}
    ordered = sorted(factors, key=str)
    for signs in product((1, -1), repeat=len(ordered)):
        yield dict(zip(ordered, signs, strict=True))


@lru_cache(maxsize=1 << 14)
def fraction(term: Any) -> tuple[Any, Any]:
    """Return a term as one above another."""
    above, below = sympy.fraction(sympy.together(term))
    return above, below


@lru_cache(maxsize=1 << 14)
def _factors(denominator: Any) -> tuple[Any, list[tuple[Any, int]]]:
    constant, factors = sympy.factor_list(denominator)
    return constant, factors


def decided(signs: Mapping[Any, int]) -> Guards:
    """Return what these signs say, as guards."""
    return tuple(Guard(sympy.expand(sign * factor), ">") for factor, sign in signs.items())


def sign_of(denominator: Any, signs: Mapping[Any, int]) -> int:
    """Return the sign of a denominator whose factors have these signs."""
    constant, factors = _factors(denominator)
    sign = 1 if constant > 0 else -1
    for base, power in factors:
        sign *= signs.get(base, 1) ** power
    return sign


def cleared(term: Any, signs: Mapping[Any, int]) -> Any:
    """Return a polynomial with the sign of a term, where its denominators have these signs."""
    above, below = fraction(term)
    return sympy.expand(above * sign_of(below, signs))


# --- square roots -------------------------------------------------------------------------------------------

Wanted = tuple[str, Any, bool]
"""What a term says, the term, and whether it has to be positive, rather than not negative."""


def show_all(wanted: Iterable[Wanted], given: Guards) -> Iterator[Step]:
    """Show that terms with square roots, Max and Min are not negative, or positive where that is wanted.

    >>> t = sympy.Symbol("t", positive=True)
    >>> [all(step.ok for step in show_all([("", term, False)], ())) for term in (t + 1 - 2 * sympy.sqrt(t), t - 1)]
    [True, False]
    """
    wanted = list(wanted)
    roots: dict[Any, Any] = {}
    for base in _below_roots(term for _, term, _ in wanted):
        inner = _without_roots(base, roots)
        yield show(f"{inner} > 0, below a root", given, inner, strict=True)
        roots[base] = roots[inner] = root = sympy.Symbol(f"sqrt({inner})", positive=True)  # no parameter's name
        given = (*given, Guard(root**2 - inner, "=="))
    for what, term, strict in wanted:
        for piece in branches(_without_roots(term, roots)):
            yield show(what, (*given, *piece.guards), piece.value, strict=strict)


def _below_roots(terms: Iterable[Any]) -> list[Any]:
    """Return what is below the square roots in terms, inner ones first."""
    bases = {power.base for term in terms for power in term.atoms(sympy.Pow) if _is_root(power)}
    return sorted(bases, key=lambda base: (base.count_ops(), str(base)))


def _is_root(power: Any) -> bool:
    return bool(power.is_Pow and power.exp.is_Rational and power.exp.q == 2)


def _without_roots(term: Any, roots: Mapping[Any, Any]) -> Any:
    """Return a term with symbols in the place of square roots; ``roots`` has them by what is below the root."""
    return term.replace(lambda p: _is_root(p) and p.base in roots, lambda p: roots[p.base] ** (2 * p.exp))
