"""What is asked of (a, b, c): which of them are open, what is said of the others, and which is to be least first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy

from bounds import symbols as s
from verify.derive.cases import Case

a, b, c = sympy.symbols("a b c", positive=True)
rho = s.rho


@dataclass(frozen=True)
class Question:
    """Which constants to find, in the order in which they are made least, and what the others are.

    ``c`` is None where it is open, and ``ratio`` is c/a where that is what is said of it.
    """

    unknown: tuple[Any, ...]
    c: Any = None
    ratio: Any = None

    @property
    def parameters(self) -> tuple[Any, ...]:
        """What the question speaks of besides a, b and c."""
        return tuple(sorted({symbol for value in self.prescribed for symbol in value.free_symbols}, key=str))

    @property
    def prescribed(self) -> tuple[Any, ...]:
        """What is said of c and of c/a."""
        return tuple(value for value in (self.c, self.ratio) if value is not None)

    def constants(self, values: Any) -> tuple[Any, Any, Any]:
        """Return (a, b, c), given what was found for the unknown ones."""
        known = dict(zip(self.unknown, values, strict=True))
        a_ = known[a]
        b_ = known.get(b, sympy.Integer(0))
        c_ = known[c] if c in known else (self.ratio * a_ if self.ratio is not None else self.c or 0)
        return a_, b_, sympy.sympify(c_)


def rows(case: Case, question: Question) -> list[Any]:
    """Return the coefficients of the unknown constants in the inequality of a case, and the rest of it."""
    of = {a: case.drop, b: case.over, c: case.loss}
    if question.ratio is not None:
        of[a] = case.drop + question.ratio * case.loss
    rest = -case.gain
    if question.c is not None:
        rest += question.c * case.loss
    return [*(sympy.expand(of[v]) for v in question.unknown), sympy.expand(rest)]
