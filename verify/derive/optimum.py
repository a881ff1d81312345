"""The best values of parameters: where all derivatives of a bound are 0, or at an end.

A parameter of a derived bound is tuned with a proof that no other value gives less. What a derivation leaves open, the
multiple lambda of u and the ratio rho = c/a, has candidates, of which the proof of a claim takes one; that it is the
best is not proved, nor does it need to be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy

from bounds.errors import BoundcheckError
from bounds.optima import TuningError, tune
from verify.derive.pieces import Guard, Guards
from verify.derive.potentials import parameter
from verify.derive.shown import show_all

loss_of_u = sympy.Symbol("L", positive=True)
"""The comparator's loss over all trials, where c depends on what is tuned."""

_SAMPLES = (sympy.Rational(3, 2), sympy.Rational(7, 5), sympy.Rational(11, 7), sympy.Rational(13, 11))


def candidates(whole: Any, open_: Sequence[Any], equation: Any, when: Guards, roots: Sequence[Any]) -> list[Any]:
    """Return values of the open symbols at which ``whole`` may be least, the best one at a sample first.

    ``equation``, unless None, is what has to be 0. ``roots`` are symbols whose square roots may occur.

    >>> t, U, H = sympy.symbols("t U H")
    >>> candidates(t * U**2 + H / t, [t], None, (), [H])
    [{t: sqrt(H)/U}]
    """
    squares = {symbol: sympy.Symbol(f"root_{symbol}", positive=True) ** 2 for symbol in roots}
    free = whole.free_symbols.union(*(g.term.free_symbols for g in when)) - {*open_, *roots}
    unknown = {symbol: sympy.Symbol(symbol.name, positive=True) for symbol in (*free, *open_)}
    back = {new: old for old, new in unknown.items()}
    back |= {square.base: sympy.sqrt(symbol) for symbol, square in squares.items()}

    def within(value: Any) -> Any:
        return sympy.sympify(value).subs({**squares, **unknown}, simultaneous=True)

    names = [unknown[symbol] for symbol in open_]
    solutions = _solutions(within(whole), names, None if equation is None else within(equation))
    ranked = sorted(_ranked(within(whole), solutions, [within(g.term) for g in when]), key=lambda pair: pair[0])
    return [{back[k]: v.subs(back, simultaneous=True) for k, v in best.items()} for _, best in ranked]


def _solutions(whole: Any, names: list[Any], equation: Any) -> list[dict[Any, Any]]:
    if not names:
        return [{}]
    equations = [sympy.numer(sympy.together(sympy.diff(whole, name))) for name in names]
    if equation is not None and equation.free_symbols & {*names}:
        fixed = next(name for name in names if equation.has(name))
        solved = sympy.solve(sympy.numer(sympy.together(equation)), fixed)
        rest = [name for name in names if name != fixed]
        solutions = []
        for value in solved:
            others = _solutions(whole.subs(fixed, value), rest, None)
            solutions += [{**other, fixed: value.subs(other)} for other in others]
        return solutions
    if len(names) == 1:
        return [{names[0]: value} for value in sympy.solve(equations[0], names[0])]
    solved = sympy.solve([e for e in equations if e != 0], names, dict=True)
    return [s for s in solved if s.keys() == {*names}]


def _ranked(
    whole: Any, solutions: Sequence[Mapping[Any, Any]], when: Sequence[Any]
) -> Iterator[tuple[Any, Mapping[Any, Any]]]:
    """Yield the candidates that are positive at a sample, with no term of ``when`` negative, and the value there."""
    terms = [whole, *when, *(v for best in solutions for v in best.values())]
    free = set().union(*(term.free_symbols for term in terms))
    named = sorted(free - {name for best in solutions for name in best}, key=str)
    sample = {name: _SAMPLES[i % len(_SAMPLES)] + i // len(_SAMPLES) for i, name in enumerate(named)}
    for best in solutions:
        here = {name: sympy.N(value.subs(sample)) for name, value in best.items()}
        if not all(value.is_real and value > 0 for value in here.values()):
            continue
        if all(sympy.N(term.subs(here).subs(sample)) >= 0 for term in when):
            yield sympy.N(whole.subs(here).subs(sample)), best


# --- tuning, with a proof -----------------------------------------------------------------------------------


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
    if any(guard.relation == "==" for guard in limits):
        raise BoundcheckError(f"what is assumed fixes {symbol}; there is nothing to tune")
    ends = [guard.end(symbol) for guard in limits]
    upper = ends[0][1] if len(ends) == 1 and ends[0] is not None and ends[0][0] == 1 else None
    if upper is not None or not limits:
        try:
            tuning = tune(whole, symbol, upper=upper)
        except TuningError:
            pass
        else:
            return Tuned(
                symbol, tuning.optimum, tuning.tuned, sympy.simplify(c.subs(symbol, tuning.optimum)), tuning.reason
            )
    closed = [end[1] for guard, end in zip(limits, ends, strict=True) if end is not None and guard.relation == ">="]
    for optimum in [*(best[symbol] for best in _solutions(whole, [symbol], None)), *closed]:
        if not optimum.has(sympy.I) and _least_at(whole, symbol, optimum, when):
            best = sympy.simplify(sympy.radsimp(whole.subs(symbol, optimum)))
            reason = "z3 proves that no value in the range gives less"
            return Tuned(symbol, optimum, best, sympy.simplify(c.subs(symbol, optimum)), reason)
    raise BoundcheckError(f"no best {symbol} is known for {whole}; give values to other parameters")


def _least_at(whole: Any, symbol: Any, optimum: Any, when: Guards) -> bool:
    """Tell whether z3 proves that an optimum is in the range, and that nothing there gives less."""
    range_ = [Guard(symbol, ">"), *(g for g in when if g.term.has(symbol))]
    others = tuple(g for g in when if not g.term.has(symbol))
    inside = [(str(g), g.term.subs(symbol, optimum), g.relation == ">") for g in range_]
    least = [("the least", whole - whole.subs(symbol, optimum), False)]
    return all(step.ok for step in (*show_all(inside, others), *show_all(least, (*others, *range_))))
