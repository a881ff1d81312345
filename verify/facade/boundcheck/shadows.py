"""Whether another program's modules stand where those of boundcheck should: a project may have its own verify.py."""

from __future__ import annotations

from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

OURS = {"bounds": "claims/catalogue.py", "adversaries": "portfolio/structured.py", "verify": "kernel.py"}
"""The packages behind the front door, each with a file by which it is known."""


def shadowed() -> str:
    """Return in a line which of our packages cannot be reached, and why; nothing is imported.

    >>> shadowed()
    ''
    """
    for name, known in OURS.items():
        spec = _spec(name)
        if spec is None:
            return f"the package {name!r} of boundcheck is not installed; install boundcheck again"
        if not any((Path(folder) / known).is_file() for folder in spec.submodule_search_locations or ()):
            place = spec.origin or next(iter(spec.submodule_search_locations or ()), "another module")
            return f"{name!r} is {place} here, which hides a package of boundcheck; rename it, or keep it off sys.path"
    return ""


def _spec(name: str) -> ModuleSpec | None:
    try:
        return find_spec(name)
    except ValueError:  # a module in sys.modules that was made by hand
        return None
