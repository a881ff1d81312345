"""When two functions, or what is made of functions, are the same: one thing made twice, not two that look alike."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import partial
from types import FunctionType, MethodType
from typing import Any

DEEPEST = 12
"""How deep functions within functions are compared; what is nested deeper is not taken for the same."""


def same(a: Any, b: Any, depth: int = DEEPEST) -> bool:
    """Tell whether two objects are the same, or made alike: functions with equal code over the same values.

    >>> def above(c):
    ...     return lambda x: x > c
    >>> same(above(1), above(1)), same(above(1), above(2)), same(above(1), lambda x: x > 1)
    (True, False, False)
    """
    if a is b:
        return True
    if type(a) is not type(b) or depth == 0:
        return False
    deeper = depth - 1
    if isinstance(a, FunctionType):
        return a.__code__ == b.__code__ and a.__globals__ is b.__globals__ and same(_bound(a), _bound(b), deeper)
    if isinstance(a, MethodType):
        return a.__func__ is b.__func__ and same(a.__self__, b.__self__, deeper)
    if isinstance(a, partial):
        return all(same(getattr(a, part), getattr(b, part), deeper) for part in ("func", "args", "keywords"))
    if dataclasses.is_dataclass(a):
        return all(same(getattr(a, f.name), getattr(b, f.name), deeper) for f in dataclasses.fields(a))
    if isinstance(a, tuple | list):
        return len(a) == len(b) and all(same(c, d, deeper) for c, d in zip(a, b, strict=True))
    if isinstance(a, Mapping):
        return a.keys() == b.keys() and all(same(a[key], b[key], deeper) for key in a)
    return bool(a == b)


def _bound(function: FunctionType) -> tuple[Any, ...]:
    """Return the values that a function was made with."""
    cells = tuple(cell.cell_contents for cell in function.__closure__ or ())
    return cells, function.__defaults__, function.__kwdefaults__
