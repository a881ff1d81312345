"""Each public name says what it takes, returns and raises, in the sections of numpydoc.

Power: a parameter that is missing or misspelt, a heading that is no section, and a section that is missing are found.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any

import boundcheck
import pytest

from verify.pages.site.docstrings import entries, sections

ORDER = ("", "Parameters", "Attributes", "Returns", "Raises", "See Also", "Notes", "Examples")
PUBLIC = {
    name: value
    for name in boundcheck.__all__
    if inspect.isclass(value := getattr(boundcheck, name)) or inspect.isfunction(value)
}
METHODS = {
    "Claim": ("replace", "tune", "case", "admit"),
    "Derived": ("tune", "claim"),
    "Interval": ("parse", "point", "loss", "side", "widened"),
    "Trials": (
        "of",
        "from_csv",
        "from_dataframe",
        "from_integers",
        "margins",
        "mistakes",
        "subsequence",
        "to_margin_one",
    ),
}
MADE = [f"{name}.{method}" for name, methods in METHODS.items() for method in methods]


def taken(value: Callable[..., Any]) -> list[str]:
    """Return the parameters as a docstring names them."""
    stars: dict[Any, str] = {inspect.Parameter.VAR_KEYWORD: "**", inspect.Parameter.VAR_POSITIONAL: "*"}
    given = inspect.signature(value).parameters.values()
    return [stars.get(one.kind, "") + one.name for one in given if one.name not in ("self", "cls")]


def named(text: str) -> list[str]:
    return [name for names, _, _ in entries(text) for name in names.split(", ")] if text else []


def problems(value: Any) -> Iterator[str]:
    """Yield what a docstring lacks, or says of what is not there."""
    said = sections(inspect.getdoc(value) or "")
    if not said[""].partition("\n\n")[0].strip().endswith((".", "?")):
        yield "no summary"
    if [heading for heading in ORDER if heading in said] != list(said):
        yield f"the sections are {', '.join(said)}"
    if inspect.isclass(value):
        if issubclass(value, Enum) or value is boundcheck.BoundcheckError:
            return
        shown = named(said.get("Parameters", "")) or named(said.get("Attributes", ""))
        fields = [part.name for part in dataclasses.fields(value)] if dataclasses.is_dataclass(value) else taken(value)
        if sorted(shown) != sorted(fields):
            yield f"names {shown}, has {fields}"
        return
    if named(said.get("Parameters", "")) != taken(value):
        yield f"names {named(said.get('Parameters', ''))}, takes {taken(value)}"
    returns = inspect.signature(value).return_annotation not in (None, "None")
    if ("Returns" in said) != returns:
        yield "Returns"
    if not {"BoundcheckError", "NoFormula", "Undecided"} & {*named(said.get("Raises", ""))}:
        yield "Raises"
    if any(
        not below for part in ("Parameters", "Returns", "Raises") for _, _, below in entries(said.get(part, "x\n y"))
    ):
        yield "an entry says nothing"


@pytest.mark.parametrize("name", [*PUBLIC, *MADE])
def test_a_public_name_says_what_it_takes_returns_and_raises(name: str) -> None:
    first, _, method = name.partition(".")
    assert list(problems(getattr(PUBLIC[first], method) if method else PUBLIC[first])) == []


def test_what_a_docstring_lacks_is_found() -> None:
    whole = inspect.getdoc(boundcheck.search) or ""

    def left(old: str, new: str) -> list[str]:
        def search(*_: Any, **__: Any) -> None: ...

        search.__doc__, changed = whole.replace(old, new, 1), inspect.signature(boundcheck.search)
        search.__signature__ = changed  # type: ignore[attr-defined]
        assert search.__doc__ != whole or not old
        return [problem.partition(" ")[0] for problem in problems(search)]

    assert left("", "") == []
    assert left("seed : int", "sead : int") == ["names"]
    assert left("seed : int, optional\n    What is tried depends on it.\n", "") == ["names"]
    assert left("Returns\n-------", "Return\n------") == ["the", "Returns"]
    assert left("Raises\n------\nBoundcheckError", "Raises\n------\nSomeError") == ["Raises"]
    assert left("What is tried depends on it.", "") == ["an"]
