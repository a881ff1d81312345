"""Identities in two parts: multiples of hypotheses that take away some variables, and what shows the rest.

What is wanted, less the multiples, speaks of these variables no more. That it is not negative is shown by an identity
of its own; with the multiples, each of which is made of what is positive, that is one of what is wanted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from verify.derive.completion import Completion, Term
from verify.derive.identity import worth
from verify.derive.multiples import solved
from verify.derive.ratios import cancelled, written
from verify.kernel_proof.certificate import polynomial
from verify.kernel_proof.pieces import UNIT, Guard, Guards
from verify.kernel_proof.ratios import Ratio, by_powers, reduced

Multiple = tuple[int, Ratio, Ratio]
"""A hypothesis by its number, with how many times it is taken."""

HERE = Guard(UNIT, ">")


def slopes(a: Ratio, names: Sequence[str]) -> dict[tuple[str, str], Ratio]:
    """Return the factors of variables in which a ratio is linear."""
    parts = ((name, by_powers(a.above, name).get(1)) for name in names)
    return {(name, name): cancelled(Ratio(part, a.below)) for name, part in parts if part}


def multiples(wanted: Ratio, guards: Guards, used: Sequence[int], names: Sequence[str]) -> list[Multiple] | None:
    """Return how many times hypotheses are taken so that variables are taken away; None where that is not found."""
    given = [(i, guards[i].ratio, slopes(guards[i].ratio, names)) for i in used]
    taken = solved(slopes(wanted, names), [(i, ratio, of) for i, ratio, of in given], [(name, name) for name in names])
    return [(i, k, ratio) for i, k, ratio in taken if i is not None] or None


def less(wanted: Ratio, taken: Sequence[Multiple], roots: Mapping[str, Ratio]) -> Ratio:
    """Return what is left of what is wanted."""
    for _, k, ratio in taken:
        wanted = wanted - k * ratio
    return cancelled(reduced(cancelled(wanted), roots))


def put_together(
    guards: Guards, taken: Sequence[Multiple], free: Sequence[int], inner: Mapping[str, Any], roots: Mapping[str, Ratio]
) -> dict[str, Any] | None:
    """Return the identity that shows what is wanted, whose opposite is the last guard.

    ``inner`` shows by the ``free`` hypotheses that what is left is not negative. None is returned where a multiple of
    an inequality is not shown to be positive.
    """
    numbers = Completion(tuple(g if i in free else HERE for i, g in enumerate(guards)), roots)
    pivots = {i: numbers.pivot(k) for i, k, _ in taken if guards[i].relation != "=="}
    if None in pivots.values():
        return None
    last = len(guards) - 1
    at = {str(j): i for j, i in enumerate((*free, last))}
    terms: list[Any] = []
    equal = [[at[str(i)], text] for i, text in inner.get("equal", ())]
    for coefficient, powers, *square in inner["terms"]:
        numbered = {str(at[i]): e for i, e in powers.items()}
        terms.append([coefficient, numbered, *square])
        if str(last) not in numbered:
            continue
        if numbered[str(last)] != 1:
            return None
        others = {int(i): e for i, e in numbered.items() if int(i) != last}
        root = polynomial(square[0], guards) if square else UNIT
        here = Term(Fraction(coefficient), others, root)
        for i, k, _ in taken:
            if guards[i].relation == "==":
                scale = worth(coefficient, {str(j): e for j, e in others.items()}, square, guards)
                equal.append([i, written(cancelled(scale * k))])
            once = here.by(Term(Fraction(1), {i: 1}, UNIT))
            terms += [pivot.by(once).as_json() for pivot in pivots.get(i) or ()]
    return {"terms": terms, **({"equal": equal} if equal else {})}
