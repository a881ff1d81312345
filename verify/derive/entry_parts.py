"""How sums over the entries, and what stands at one, are made: factors, summands, and shares of all."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verify.derive.ratios import cancelled, factored
from verify.kernel_proof.entries import AT, SUM, entry
from verify.kernel_proof.pieces import NOTHING, UNIT
from verify.kernel_proof.ratios import Ratio, number

W = entry("w")


def parts_of(name: str) -> list[str]:
    """Return the factors of what is summed up, by their names."""
    parts: list[str] = []
    for part in name.removeprefix(SUM).split("_") if name.startswith(SUM) else ():
        if part.isdigit() and parts and parts[-1] == "f":
            parts[-1] = f"f_{part}"
        else:
            parts.append(part)
    return parts


def unsummed(a: Ratio) -> Ratio | None:
    """Return what is summed up where a ratio is a sum, with n as the sum of 1; None where it is none."""
    summands = NOTHING
    for m, c in a.above.items():
        names = [(name, e) for name, e in m if name.startswith(SUM) or name == "n"]
        if len(names) != 1 or names[0][1] != 1:
            return None
        summand = UNIT
        for part in parts_of(names[0][0]):
            summand *= entry(part)
        summands += Ratio({tuple((name, e) for name, e in m if (name, e) not in names): c}) * summand
    return cancelled(summands * Ratio({(): Fraction(1)}, a.below)) if a.above else None


def split(a: Ratio) -> list[tuple[Ratio, Ratio]]:
    """Return a ratio as a product: the weight first, factors with 1, and with -1 those that it is divided by."""
    coefficient, factors = factored(a)
    odd = next((i for i, (f, e) in enumerate(factors) if e == 1 and len(f.above) > 1), None)
    if coefficient < 0 and odd is not None:
        factors[odd], coefficient = (-factors[odd][0], 1), -coefficient
    if coefficient != 1:
        factors = [*factors, (number(coefficient), 1)]
    above = [(UNIT, f) for f, e in factors if e > 0 for _ in range(e)]
    below = [(-UNIT, f) for f, e in factors if e < 0 for _ in range(-e)]
    above.sort(key=lambda part: part[1].key != W.key)
    if above and above[0][1].key == W.key and len(above) > 2:
        rest = UNIT
        for _, factor in above[1:]:
            rest *= factor
        above = [above[0], (UNIT, rest)]
    return [*above, *below]


def divides_by_sum(a: Ratio) -> bool:
    """Tell whether a ratio is divided by a sum over the entries."""
    return any(e < 0 and name.startswith(SUM) for m in a.above for name, e in m)


def of_entry_and_all(a: Ratio) -> tuple[Ratio, Ratio, Ratio] | None:
    """Return a share, what it is a share of at an entry, and what a sum adds to each, if these add up to a ratio."""
    parts: dict[Any, Ratio] = {}
    for m, c in a.above.items():
        at = tuple(part for part in m if part[0].startswith(AT))
        parts[at] = parts.get(at, NOTHING) + Ratio({tuple(part for part in m if part not in at): c}, a.below)
    everything = parts.pop((), None)
    if everything is None or len(parts) != 1 or not any(name.startswith(SUM) for name in everything.names):
        return None
    ((at, share),) = parts.items()
    return cancelled(share), Ratio({at: Fraction(1)}), cancelled(everything)
