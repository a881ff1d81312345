"""Libraries that only some of it needs, and how each is installed."""

from importlib import import_module
from typing import Any, NoReturn

from bounds.errors import BoundcheckError

EXTRAS = {
    "z3": "prove",
    "clarabel": "certify",
    "pytest": "test",
    "numba": "fast",
    "matplotlib": "plots",
    "markdown_it": "site",
    "distributed": "dask",
    "ray": "ray",
    "river": "river",
    "sklearn": "sklearn",
    "pyarrow": "parquet",
    "mcp": "mcp",
}
"""By module: the extra of pyproject.toml that installs it."""


def missing(module: str) -> str:
    """Say that a module is not installed, and what installs it.

    >>> missing("z3")
    "z3 is not installed; install it with: pip install 'boundcheck[prove]'"
    """
    return f"{module} is not installed; install it with: pip install 'boundcheck[{EXTRAS[module]}]'"


def needed(module: str) -> Any:
    """Import a library that only some of it needs; raise BoundcheckError, with what installs it, where it is missing.

    >>> needed("numba").__name__
    'numba'
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        raise BoundcheckError(missing(module)) from None


def stand_in(name: str, error: ModuleNotFoundError) -> type:
    """Return what stands for a name whose library is not installed: it can be looked at, and says so when it is called.

    Raises the error where the library is none of those that only some of it needs.
    """
    if error.name not in EXTRAS:
        raise error
    why = f"{name} cannot be used: {missing(error.name)}"

    def refuse(*_args: object, **_given: object) -> NoReturn:
        raise BoundcheckError(why)

    *_, own = name.split(".")
    return type(own, (), {"__new__": refuse, "__doc__": why, "__module__": "boundcheck"})
