"""The progress of a search: the best ratio after so many instances."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING, Any

from bounds.calls import checked
from bounds.claims.asked import as_claim
from bounds.claims.claim import Claim
from bounds.errors import BoundcheckError
from verify.judge.check import check
from verify.plots.paper import (
    CYCLE,
    GREY,
    MARKERS,
    ORANGE,
    WIDE,
    beside,
    blank,
    bound_label,
    label_ticks,
    require_matplotlib,
    styled,
    title_of,
)
from verify.plots.tightness import require_ratios
from verify.search.attack import require_judgeable
from verify.search.order import records

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Improvement:
    """An instance that came closer to the bound than all before it: how many were judged, and who proposed it."""

    instances: int
    ratio: float
    attack: str
    violated: bool = False


@checked
def search_history(claim: Claim | str, instances: int = 2000, seed: int = 0) -> tuple[list[Improvement], int]:
    """Do the tasks of the search and return every improvement, with the number of instances judged.

    The same tasks in the same order as ``verify.search.search`` does them, so the same on every machine; a violation
    ends it.

    >>> from bounds.claims.catalogue import theorem
    >>> from bounds import symbols as s
    >>> history, judged = search_history(theorem("bylander.5").replace(bound=s.U**2 * s.X**2 / 2), 100)
    >>> history[-1].violated
    True
    """
    claim = as_claim(claim)
    if instances < 1:
        raise BoundcheckError(f"instances is {instances}; give at least 1")
    require_judgeable(claim)
    history: list[Improvement] = []
    judged = 0
    best = -1.0
    for record in records(claim, seed, instances):
        for position, tightness, _, _ in record.improvements:
            if tightness[0] > best:
                best = tightness[0]
                history.append(Improvement(judged + position + 1, best, record.attack))
        if record.violation is not None:
            position, _, instance = record.violation
            ratio = check(claim, instance).ratio
            history.append(
                Improvement(judged + position + 1, math.nan if ratio is None else ratio, record.attack, True)
            )
            return history, judged + position + 1
        if record.interrupted:
            break
        judged += len(record.candidates)
    return history, judged


@checked
def plot_search(claim: Claim | str, instances: int = 2000, seed: int = 0) -> Figure:
    """Draw the progress of a search: the best ratio achieved/bound over the instances judged.

    See also: ``search_history`` (the numbers), ``verify.search.search``, ``boundcheck search``, ``boundcheck plot
    search``.
    """
    require_matplotlib()
    claim = as_claim(claim)
    require_ratios(claim)
    history, judged = search_history(claim, instances, seed)
    if not history:
        raise BoundcheckError(f"none of {judged} instances of {claim.id} had a positive bound; try more instances")
    figure, axes = blank(WIDE)
    steps = [item for item in history if math.isfinite(item.ratio)]
    attacks = list(dict.fromkeys(item.attack for item in history))
    with styled():
        axes.axhline(1, color="black", lw=0.8, label=bound_label(claim))
        xs = [item.instances for item in steps] + [judged]
        ys = [item.ratio for item in steps] + ([steps[-1].ratio] if steps else [0.0])
        axes.step(xs, ys, where="post", color=GREY, lw=1.2)
        for attack, colour, marker in zip(attacks, cycle(CYCLE), cycle(MARKERS), strict=False):
            own = [(item.instances, item.ratio) for item in steps if item.attack == attack and not item.violated]
            if own:
                looks: dict[str, Any] = {"color": colour, "ms": 5.5, "ls": "none", "clip_on": False}
                axes.plot(*zip(*own, strict=True), marker, label=attack, **looks)
        for item in (item for item in steps if item.violated):
            axes.plot([item.instances], [item.ratio], "*", color=ORANGE, ms=13, label=f"violation ({item.attack})")
        axes.set_xscale("log")
        label_ticks(axes.xaxis)
        axes.set_ylim(0, max(1.06, 1.06 * max(ys)))
        axes.set_xlim(0.9, max(judged, 10) * 1.4)
        axes.set_xlabel("instances judged")
        axes.set_ylabel("best ratio achieved / bound")
        axes.set_title(title_of(claim, 86))
        beside(axes)
    return figure
