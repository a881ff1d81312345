"""Packages whose public names are imported when they are first used: the command is to print its help at once.

A ``__getattr__`` of the package would do this for every name but those that are a function and also the module that it
lives in: importing ``verify.check`` puts the module in the function's place, and no ``__getattr__`` is asked again. A
property of the package's class is.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any


def lazy_package(package: str, homes: Mapping[str, tuple[str, ...]]) -> None:
    """Give a package public names, each imported from its home module on first use.

    A function may be called as the module it lives in (``verify.check.check``): the package's name means the function,
    also after the module has been imported.
    """
    attributes = {name: _lazy(home, name) for home, names in homes.items() for name in names}
    names = sorted(attributes)

    def complete(module: ModuleType) -> list[str]:
        """Name what can be imported, for completion."""
        return sorted({*vars(module), *names} - {"_values"})

    sys.modules[package].__class__ = type("LazyPackage", (ModuleType,), {**attributes, "__dir__": complete})


def _lazy(home: str, name: str) -> property:
    def get(module: ModuleType) -> Any:
        values = module.__dict__.setdefault("_values", {})
        if name not in values:
            values[name] = getattr(import_module(home), name)
        return values[name]

    def put(module: ModuleType, value: object) -> None:
        if not isinstance(value, ModuleType):  # the import system announcing a submodule of this name
            module.__dict__.setdefault("_values", {})[name] = value

    return property(get, put)
