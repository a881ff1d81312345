"""The best value of a parameter of a derived bound."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy

from bounds.errors import BoundcheckError
from bounds.optima import TuningError, tune
from verify.derive.pieces import Guard, Guards
from verify.derive.potentials import parameter
from verify.derive.proof import follows

loss_of_u = sympy.Symbol("L", positive=True)
"""The comparator's loss over all trials, where c depends on what is tuned."""


@dataclass(frozen=True)
class Tuned:
    """The best value of a parameter, the bound there, c there, and why it is the best."""

    symbol: Any
    optimum: Any
    bound: Any
    c: Any
    reason: str

    def __str__(self) -> str:
        told = ", L being the loss of u" if self.bound.has(loss_of_u) else ""
        return f"{self.symbol} = {self.optimum} gives {self.bound}{told}"


def tuned_bound(bound: Any, c: Any, when: Guards, name: str | Any) -> Tuned:
    """Minimise a bound over a parameter, within the guards that limit it.

    Where c depends on the parameter, what is minimised is the bound on the gain: the bound plus c times L, the loss of
    u. Raises BoundcheckError where no optimum is known.
    """
    symbol = parameter(name) if isinstance(name, str) else name
    if not bound.has(symbol) and not c.has(symbol):
        raise BoundcheckError(f"the bound {bound} has no {symbol} to tune")
    whole = bound + (c * loss_of_u if c.has(symbol) else 0)
    limits = [guard for guard in when if guard.term.has(symbol)]
    high = _upper(limits[0], symbol) if len(limits) == 1 else None
    if high is not None or not limits:
        try:
            found = tune(whole, symbol, upper=high)
        except TuningError:
            pass
        else:
            at = sympy.simplify(c.subs(symbol, found.optimum))
            return Tuned(symbol, found.optimum, found.tuned, at, found.reason)
    inner = sympy.solve(sympy.numer(sympy.together(sympy.diff(whole, symbol))), symbol)
    for optimum in [*inner, *_closed_ends(when, symbol)]:
        if not optimum.has(sympy.I) and _least_at(whole, symbol, optimum, when):
            best = sympy.simplify(sympy.radsimp(whole.subs(symbol, optimum)))
            at = sympy.simplify(c.subs(symbol, optimum))
            return Tuned(symbol, optimum, best, at, "z3 proves that no value in the range gives less")
    raise BoundcheckError(f"no best {symbol} is known for {whole}; give values to other parameters")


def _least_at(whole: Any, symbol: Any, optimum: Any, when: Guards) -> bool:
    """Tell whether z3 proves that an optimum is in the range, and that nothing there gives less."""
    powers = [power for power in sympy.sympify(optimum).atoms(sympy.Pow) if power.exp.is_Rational and power.exp.q == 2]
    bases = sorted({power.base for power in powers}, key=str)
    roots = {base: sympy.Symbol(f"root{i}", positive=True) for i, base in enumerate(bases)}
    best = optimum.subs({power: roots[power.base] ** (2 * power.exp) for power in powers})
    given = [Guard(root**2 - base, "==") for base, root in roots.items()]
    free = sorted(whole.free_symbols | set().union(*(g.term.free_symbols for g in when)), key=str)
    given += [Guard(name, ">") for name in free if name != symbol]
    range_ = [Guard(symbol, ">"), *(g for g in when if g.term.has(symbol))]
    others = [g for g in when if not g.term.has(symbol)]
    for guard in range_:
        if not follows((*given, *others), guard.term.subs(symbol, best), strict=guard.relation == ">"):
            return False
    return follows((*given, *others, *range_), whole - whole.subs(symbol, best))


def _upper(guard: Guard, symbol: Any) -> Any:
    """Return the end below which a guard, linear in a symbol, keeps it; None where it says something else."""
    slope = sympy.diff(guard.term, symbol)
    return sympy.factor(-guard.term.subs(symbol, 0) / slope) if (-slope).is_positive else None


def _closed_ends(when: Guards, symbol: Any) -> list[Any]:
    """Return the ends that belong to the range."""
    linear = [
        g for g in when if g.relation == ">=" and g.term.has(symbol) and not sympy.diff(g.term, symbol).has(symbol)
    ]
    return [sympy.factor(-g.term.subs(symbol, 0) / sympy.diff(g.term, symbol)) for g in linear]
