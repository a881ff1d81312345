"""Libraries that only some of it needs, and how each is installed."""

EXTRAS = {
    "z3": "prove",
    "clarabel": "certify",
    "pytest": "test",
    "numba": "fast",
    "matplotlib": "plots",
    "distributed": "dask",
    "ray": "ray",
    "river": "river",
    "sklearn": "sklearn",
}
"""By module: the extra of pyproject.toml that installs it."""


def missing(module: str) -> str:
    """Say that a module is not installed, and what installs it.

    >>> missing("z3")
    "z3 is not installed; install it with: pip install 'boundcheck[prove]'"
    """
    return f"{module} is not installed; install it with: pip install 'boundcheck[{EXTRAS[module]}]'"
