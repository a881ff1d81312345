"""The compiler behind the fastest tier (numba, optional)."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


@cache
def has_compiler() -> bool:
    """Tell whether numba is installed; it is imported only when a kernel is first needed."""
    return importlib.util.find_spec("numba") is not None


def compiled(function: F) -> F:
    """Compile a kernel on integers: no reordering is needed, integer sums may be taken in any order."""
    numba: Any = importlib.import_module("numba")
    return cast("F", numba.njit(cache=True)(function))


def compiled_sums(function: F) -> F:
    """Compile a kernel whose float sums have an error bound that holds in any order, fused or not."""
    numba: Any = importlib.import_module("numba")
    return cast("F", numba.njit(cache=True, fastmath={"reassoc", "contract"})(function))


def call(kernel: Callable[..., Any], *arguments: Any) -> Any:
    """Call a compiled kernel, a second time if the first, which compiles it, lost its object file.

    An exception raised by a signal (a timer, Ctrl-C) within a callback of the compiler is swallowed there, and the
    object file with it. The code is in memory by then, so that the second call finds it.
    """
    try:
        return kernel(*arguments)
    except RuntimeError as error:
        if "no compiled object" not in str(error):
            raise
        return kernel(*arguments)
