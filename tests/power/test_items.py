"""Items of tables can be left out, and it is known which are at work."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.power import items
from tests.power.items import AT_WORK, OUT, Item, Switched, items_of, passed, stays, table

SOURCE = """
FACTORS = tuple(map(int, ("1", "2", "3")))


def proposed():
    for factor in FACTORS:
        for sign in (1, -1):
            yield factor * sign
    yield 0
"""


@pytest.fixture
def proposed() -> Iterator[Callable[[], Iterator[int]]]:
    names: dict[str, Any] = {"table": table, "stays": stays, "passed": passed}
    tree = ast.parse(SOURCE)
    exec(compile(Switched("m", tree).visit(tree), "m", "exec"), names)  # noqa: S102 - the source above
    yield names["proposed"]
    OUT.clear()
    AT_WORK.clear()


def item(text: str) -> Item:
    return next(found for found, written in items_of("m", ast.parse(SOURCE)).items() if written == text)


def test_entries_and_statements_are_left_out(proposed: Callable[[], Iterator[int]]) -> None:
    assert [*proposed()] == [1, -1, 2, -2, 3, -3, 0]
    OUT.update({item("'2'"), item("-1"), item("yield 0")})
    assert [*proposed()] == [1, 3]


def test_what_is_at_work_is_known(proposed: Callable[[], Iterator[int]]) -> None:
    """Power: without ``passed``, each statement that was reached would be at work to the end."""
    for value in proposed():
        if value == -2:
            break
    found = set().union(*AT_WORK.values())
    assert {item("'2'"), item("-1")} <= found
    assert not {item("'1'"), item("'3'"), item("1"), item("yield 0")} & found


def test_modules_of_the_adversaries_are_measured_and_no_others() -> None:
    assert items.is_measured("adversaries.portfolio.large")
    assert not items.is_measured("adversariesx")
    assert not items.is_measured("verify.search.attack")
