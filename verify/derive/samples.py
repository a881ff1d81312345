"""Values at which some hypotheses hold, in floats: what is negative at one of them need not be tried to be shown."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence

from verify.kernel_proof.pieces import Guard
from verify.kernel_proof.ratios import Monomial, Polynomial, Ratio

TRIES, WANTED = 400, 40
SMALL = 1e-7


class Samples:
    """Values of the variables of some hypotheses, drawn at random."""

    def __init__(self, guards: Sequence[Guard], roots: Mapping[str, Ratio]) -> None:
        self.guards, self.roots = guards, roots
        self.rng = random.Random(1)  # noqa: S311
        self.known: list[dict[str, float]] = []
        for _ in range(TRIES):
            values = dict[str, float]()
            for guard in guards:
                self.solve(guard, values)
            if all(self.holds(guard, values) for guard in guards):
                self.known.append(values)
            if len(self.known) == WANTED:
                break

    def solve(self, guard: Guard, values: dict[str, float]) -> None:
        """Draw values at which a guard holds, where its ratio is a multiple of a variable and something without it."""
        a = guard.ratio
        for m, c in a.above.items() if len(a.above) > 1 or guard.relation == "==" else ():
            if len(m) == 1 and m[0][1] == 1 and m[0][0] not in values and m[0][0] not in self.roots:
                rest = Ratio({other: d for other, d in a.above.items() if other != m}, a.below)
                if m[0][0] not in rest.names:
                    end = -self.value(rest, values) / float(c)
                    away = 0.0 if guard.relation == "==" else self.drawn()
                    values[m[0][0]] = end + away if c > 0 else end / (1 + away)
                    return

    def drawn(self) -> float:
        """Return a positive number."""
        return math.exp(self.rng.gauss(0, 1.5))

    def refute(self, a: Ratio, relation: str) -> bool:
        """Tell whether a ratio is negative (or 0, where it is to be positive) at a sample."""
        return any(not self.holds(Guard(a, relation), values, -SMALL) for values in self.known)

    def holds(self, guard: Guard, values: dict[str, float], least: float = 0.0) -> bool:
        """Tell whether a guard holds; values that are not there yet are drawn."""
        a = self.value(guard.ratio, values)
        if guard.relation == "==":
            return abs(a) <= SMALL
        return not math.isnan(a) and (a >= least if guard.relation == ">=" else a > least)

    def value(self, a: Ratio, values: dict[str, float]) -> float:
        """Return the value of a ratio; nan where it has none."""
        try:
            value = self.polynomial(a.above, values)
            for factor, e in a.below.items():
                value /= self.polynomial(dict(factor), values) ** e
        except (ArithmeticError, ValueError):
            return math.nan
        return value

    def polynomial(self, a: Polynomial, values: dict[str, float]) -> float:
        """Return the value of a polynomial."""
        return math.fsum(float(c) * self.monomial(m, values) for m, c in a.items())

    def monomial(self, m: Monomial, values: dict[str, float]) -> float:
        """Return the value of a monomial."""
        product = 1.0
        for name, e in m:
            if name not in values:
                root = self.roots.get(name)
                values[name] = self.drawn() if root is None else math.sqrt(self.value(root, values))
            product *= values[name] ** e
        return product
