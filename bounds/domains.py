"""What a parameter may be: any real number, one above 0, or a whole number from 0 or 1 on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Domain:
    """The real or whole numbers from ``low`` on (None: all of them), without ``low`` itself where it is ``open``.

    Other ends, such as eta <= 1/2 or p >= 2, are premises of the claim (``bounds.claims.limits.limits``).

    >>> POSITIVE.text("eta"), COUNT.formula("k")
    ('eta > 0', '(k >= 0)*(k == floor(k)) == 1')
    """

    low: int | None = None
    open: bool = False
    whole: bool = False

    @property
    def operator(self) -> Literal[">", ">="]:
        """The relation of a member to ``low``."""
        return ">" if self.open else ">="

    def text(self, name: Any) -> str:
        """Return the domain as a relation, empty for all real numbers; that a number is whole is not said."""
        return "" if self.low is None else f"{name} {self.operator} {self.low}"

    def formula(self, name: Any) -> str:
        """Return the domain in the formula language of certificates, empty for all real numbers."""
        low, whole = self.text(name), f"{name} == floor({name})" if self.whole else ""
        return f"({low})*({whole}) == 1" if low and whole else low or whole

    def __str__(self) -> str:
        kind = "whole number" if self.whole else "number"
        return f"any {kind}" if self.low is None else f"a {self.text(kind)}"


REAL = Domain()
WHOLE = Domain(whole=True)
POSITIVE = Domain(0, open=True)
NONNEGATIVE = Domain(0)
COUNT = Domain(0, whole=True)
SIZE = Domain(1, whole=True)
