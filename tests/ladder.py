"""The ladder of each claim: a test over claims takes them from here, and stands on one of the rungs.

A claim's id stands alone in the brackets of such a test, so that ``pytest -k '[bylander.5]'`` climbs the whole ladder
of one theorem, ``pytest -k bylander.5`` that of its variants too, and ``pytest -m proof`` one rung of all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable
from typing import Any, TypeVar

import pytest

from bounds.claims.asked import as_claim
from bounds.claims.catalogue import catalogue
from bounds.claims.claim import Claim, Standing

RUNGS = ("statement", "run", "attack", "proof", "certificate")
"""The markers, in the order of the ladder; pyproject.toml says what each stands for."""

Test = TypeVar("Test", bound=Callable[..., None])

TRUE = [claim for claim in catalogue() if claim.standing is not Standing.FALSE]
FALSE = [claim for claim in catalogue() if claim.standing is Standing.FALSE]

tested: dict[str, set[str]] = defaultdict(set)
"""The ids that a test of each rung has taken, as far as the tests were imported."""


def rung(name: str, claims: Iterable[Claim | str] | None = None, deep: Container[str] = ()) -> Callable[[Test], Test]:
    """Give a test its ``claim``, each of ``claims`` in turn (all of them if none are named), on the rung ``name``.

    The test is ``deep`` for those of which it takes long.
    """
    chosen = [as_claim(claim) for claim in (catalogue() if claims is None else claims)]
    ids = [str(claim.id) for claim in chosen]
    marks = [[pytest.mark.deep] if i in deep else [] for i in ids]
    given = [pytest.param(claim, id=i, marks=some) for claim, i, some in zip(chosen, ids, marks, strict=True)]
    marker: Any = getattr(pytest.mark, name)

    def stand(test: Test) -> Test:
        tested[name].update(ids)
        placed: Test = marker(pytest.mark.parametrize("claim", given)(test))
        return placed

    return stand


def left_out(taken: dict[str, set[str]]) -> dict[str, list[str]]:
    """Return the ids of the catalogue that no test of a rung takes, by rung."""
    everything = [str(claim.id) for claim in catalogue()]
    return {name: left for name in RUNGS if (left := [i for i in everything if i not in taken.get(name, ())])}
