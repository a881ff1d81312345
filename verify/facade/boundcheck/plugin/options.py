"""The plugin's options: on the command line, or in the project's ini file under the same names."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import pytest


class Budget(NamedTuple):
    """What the run says about searches; None where it says nothing."""

    instances: int | None = None
    seconds: float | None = None
    seed: int | None = None


def positive(text: str) -> int:
    """Read a positive whole number."""
    number = int(text)
    if number < 1:
        raise ValueError(f"{text} is not positive")
    return number


def seconds(text: str) -> float:
    """Read a positive number of seconds."""
    number = float(text)
    if not 0 < number < math.inf:
        raise ValueError(f"{text} is not a positive number")
    return number


READ: dict[str, tuple[Callable[[str], Any], str, str]] = {
    "bound_instances": (positive, "N", "judge N instances in every search for a counterexample"),
    "bound_seconds": (seconds, "S", "search for S seconds in place of a count"),
    "bound_seed": (int, "SEED", "the seed of every search"),
}
"""The options with a value: how it is read, what it is called, and what it does."""


def add(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("boundcheck", "claims about online linear learning")
    ledger = "print a table of all claims that were stated in the run"
    group.addoption("--ledger", action="store_true", help=ledger)
    parser.addini("bound_ledger", ledger, type="bool", default=False)
    for name, (read, metavar, text) in READ.items():
        group.addoption(f"--{name.replace('_', '-')}", type=read, metavar=metavar, help=text)
        parser.addini(name, f"{text} (the command line comes first)")


def wants_ledger(config: pytest.Config) -> bool:
    """Tell whether a ledger is wanted."""
    return bool(config.option.ledger or config.getini("bound_ledger"))


def budget(config: pytest.Config) -> Budget:
    """Return the budget of the command line, or else of the ini file; UsageError for what is no budget."""
    given = Budget(*(getattr(config.option, name) for name in READ))
    written = Budget(*(_written(config, name) for name in READ))
    seed = written.seed if given.seed is None else given.seed
    chosen = written if given.instances is None and given.seconds is None else given
    return Budget(chosen.instances, chosen.seconds, seed)


def _written(config: pytest.Config, name: str) -> Any:
    text = str(config.getini(name) or "").strip()
    if not text:
        return None
    try:
        return READ[name][0](text)
    except ValueError as error:
        import pytest

        raise pytest.UsageError(f"the ini option {name} is {text!r}: {error}") from None
