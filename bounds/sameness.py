"""When two functions, or what is made of functions, are the same: one thing made twice, not two that look alike."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import partial
from types import CodeType, FunctionType, MethodType
from typing import Any, TypeAlias


def same(a: Any, b: Any) -> bool:
    """Tell whether two objects are the same, or made alike: functions with equal code over the same values.

    The values are those of the closure, the defaults and the global names that the code speaks of, so that what a
    pickle carried elsewhere and back is the same as before.

    >>> def above(c):
    ...     return lambda x: x > c
    >>> same(above(1), above(1)), same(above(1), above(2)), same(above(1), lambda x: x > 1)
    (True, False, False)
    """
    return _same(a, b, {})


Assumed: TypeAlias = dict[tuple[int, int], tuple[Any, Any]]
"""Pairs by their addresses, and the objects themselves, so that no address is used again."""


def _same(a: Any, b: Any, assumed: Assumed) -> bool:
    """Compare part by part; a pair that is being compared already is ``assumed``: a function may speak of itself."""
    if a is b or (id(a), id(b)) in assumed:
        return True
    if type(a) is not type(b):
        return False
    assumed[id(a), id(b)] = a, b
    if isinstance(a, FunctionType):
        return a.__code__ == b.__code__ and _same(_values(a), _values(b), assumed) and _same_globals(a, b, assumed)
    if isinstance(a, MethodType):
        return a.__func__ is b.__func__ and _same(a.__self__, b.__self__, assumed)
    if isinstance(a, partial):
        return all(_same(getattr(a, part), getattr(b, part), assumed) for part in ("func", "args", "keywords"))
    if dataclasses.is_dataclass(a):
        return all(_same(getattr(a, f.name), getattr(b, f.name), assumed) for f in dataclasses.fields(a) if f.compare)
    if isinstance(a, tuple | list):
        return len(a) == len(b) and all(_same(c, d, assumed) for c, d in zip(a, b, strict=True))
    if isinstance(a, Mapping):
        return a.keys() == b.keys() and all(_same(a[key], b[key], assumed) for key in a)
    return bool(a == b)


def _values(function: FunctionType) -> list[Any]:
    """Return the values that a function was made with."""
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    return [cells, function.__defaults__, function.__kwdefaults__]


def _same_globals(a: FunctionType, b: FunctionType, assumed: Assumed) -> bool:
    """Tell whether the global names that two functions of equal code speak of stand for the same."""
    if a.__globals__ is b.__globals__:
        return True
    names = [name for name in sorted(_names(a.__code__)) if name in a.__globals__ or name in b.__globals__]
    one, other = ({name: f.__globals__[name] for name in names if name in f.__globals__} for f in (a, b))
    return _same(one, other, assumed)


def _names(code: CodeType) -> set[str]:
    """Return the names that are not local in a function's code and in the functions within it."""
    inner = (_names(part) for part in code.co_consts if isinstance(part, CodeType))
    return set(code.co_names).union(*inner)


class ByValue:
    """What is compared by its value, functions included; dataclasses of it are made with ``eq=False``.

    ``_key`` gives some texts that are equal where the values are, for the hash.
    """

    def _key(self) -> tuple[Any, ...]:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        """Tell whether the other is made of the same parts."""
        return same(self, other) if isinstance(other, ByValue) else NotImplemented

    def __hash__(self) -> int:
        """Return a hash that agrees with equality."""
        return hash((type(self).__name__, *self._key()))
