"""The best values of what a derivation leaves open: candidates, of which a proof takes one.

What is left open is the multiple lambda of u and the ratio rho = c/a. Candidates are places where all derivatives are
0; that one of them is the best is not proved, nor does it need to be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sympy

from verify.derive.pieces import Guard, Guards

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
    found = _solutions(within(whole), names, None if equation is None else within(equation))
    inside = [Guard(within(g.term), g.relation) for g in when]
    ranked = sorted(_ranked(within(whole), found, inside), key=lambda pair: pair[0])
    return [{back[k]: v.subs(back, simultaneous=True) for k, v in best.items()} for _, best in ranked]


def _solutions(whole: Any, names: list[Any], equation: Any) -> list[dict[Any, Any]]:
    if not names:
        return [{}]
    equations = [sympy.numer(sympy.together(sympy.diff(whole, name))) for name in names]
    if equation is not None and equation.free_symbols & {*names}:
        fixed = next(name for name in names if equation.has(name))
        solved = sympy.solve(sympy.numer(sympy.together(equation)), fixed)
        rest = [name for name in names if name != fixed]
        found = []
        for value in solved:
            others = _solutions(whole.subs(fixed, value), rest, None)
            found += [{**other, fixed: value.subs(other)} for other in others]
        return found
    solved = sympy.solve([e for e in equations if e != 0], names, dict=True)
    return [s for s in solved if s.keys() == {*names}]


def _ranked(
    whole: Any, found: Sequence[Mapping[Any, Any]], when: Sequence[Guard]
) -> Iterator[tuple[Any, Mapping[Any, Any]]]:
    """Yield the candidates that are positive and within the guards at a sample, with the value there."""
    terms = [whole, *(g.term for g in when), *(v for best in found for v in best.values())]
    free = set().union(*(term.free_symbols for term in terms))
    named = sorted(free - {name for best in found for name in best}, key=str)
    sample = {name: _SAMPLES[i % len(_SAMPLES)] + i // len(_SAMPLES) for i, name in enumerate(named)}
    for best in found:
        here = {name: sympy.N(value.subs(sample)) for name, value in best.items()}
        if not all(value.is_real and value > 0 for value in here.values()):
            continue
        if all(sympy.N(g.term.subs(here).subs(sample)) >= 0 for g in when):
            yield sympy.N(whole.subs(here).subs(sample)), best
