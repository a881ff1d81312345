"""Conjugate norms, the gap and other quantities that a statement reads off an instance (Grove et al. 2001).

``Norms`` names a pair of norms, one for the comparator and one for the examples: its ``measures`` give U and X
where they are not set, its ``premises`` ask that U and X are no smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bounds import symbols as s
from bounds.claims.parts import Hypothesis, Measure
from bounds.instances import Instance
from bounds.mathematics.geometry import EUCLIDEAN, SIGNED_ENTROPIC
from bounds.numbers import Number
from bounds.numbers.evaluate import Values

Measures = Mapping[Any, Callable[[Instance, Values], Number]]

ENTROPY_FORMULA = "if(sum(abs(u)) == 0, 0, -sum(xlog(abs(u)/sum(abs(u)), abs(u)/sum(abs(u)))))"


@dataclass(frozen=True)
class Norms:
    """A norm of the comparator and one of the examples, in words and as formulas."""

    comparator: str
    example: str
    size_formula: str
    radius_formula: str
    length_formula: str

    @property
    def measures(self) -> Measures:
        """U and X as they are read off an instance."""
        return {
            s.U: Measure(self.size_formula, settable=True),
            s.X: Measure(self.radius_formula, settable=True),
        }

    def premises(self, *, exact: bool = False, exact_radius: bool = False) -> tuple[Hypothesis, Hypothesis]:
        """Return: U is at least the comparator's norm (or equal to it), X at least the examples' (or equal)."""
        comparator, example = (
            f"{self.comparator} {'=' if exact else '<='} U",
            f"X {'=' if exact_radius else '>='} {self.example}",
        )
        return (
            Hypothesis("comparator", comparator, formula=f"{self.size_formula} {'==' if exact else '<='} U"),
            Hypothesis(
                "examples",
                example,
                formula=f"X == {self.radius_formula}" if exact_radius else f"all_t({self.length_formula} <= X)",
            ),
        )


P_NORMS = Norms(
    "the q-norm of u",
    "the largest p-norm of an example",
    "norm(u, p/(p - 1))",
    "if(l == 0, 0, max_t(sum(abs(x)**p))**(1/p))",
    "norm(x, p)",
)
"""The conjugate pair of the p-norm Perceptron, q = p/(p - 1)."""

TWO_NORMS = Norms(
    "the 2-norm of u",
    "the largest 2-norm of an example",
    EUCLIDEAN.size_formula,
    "if(l == 0, 0, sqrt(max_t(sum(x**2))))",
    EUCLIDEAN.length_formula,
)

ONE_AND_MAX = Norms(
    "the sum of the magnitudes of u",
    "the largest magnitude in an example",
    SIGNED_ENTROPIC.size_formula,
    SIGNED_ENTROPIC.radius_formula,
    SIGNED_ENTROPIC.length_formula,
)

GAP_MEASURE: Measures = {s.delta: Measure("if(l == 0, 1, min_t(y*ux))", settable=True)}
ENTROPY_MEASURE: Measures = {s.entropy: Measure(ENTROPY_FORMULA, settable=True)}
START_MEASURES: Measures = {
    s.uz: Measure("dot(u, s)", settable=True),
    s.Z: Measure("norm(s, p)", settable=True),
}


ENTROPY = Hypothesis(
    "entropy",
    "`entropy` is that of the shares `|u_i|/U`",
    formula=f"entropy == {ENTROPY_FORMULA}",
)

START_PRODUCT = Hypothesis(
    "start product",
    "`uz = u.z0`",
    formula="uz == dot(u, s)",
)


def start_norm(*, exact: bool = False) -> Hypothesis:
    """Return: Z is at least the p-norm of the start vector, or equal to it."""
    return Hypothesis(
        "start norm",
        f"Z {'=' if exact else '>='} the p-norm of z0",
        formula=f"norm(s, p) {'==' if exact else '<='} Z",
    )
