"""What formulas may speak of, and what it stands for where a formula is computed: found when asked for, and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Any, TypeAlias

from bounds.errors import BoundcheckError
from bounds.formulas.tree import Formula, Kind, names

TRIALS, COLUMNS, TOTALS = "trials of the run", "columns of the run", "totals of the run"
"""Under what names an environment holds those of the trials, what names stand for on all trials at once, and sums."""

RUNNING = "running sums"
"""Under what name it holds the sums over the trials so far that it knows."""

OF_THE_RUN: dict[str, Kind] = {"l": "number", "n": "number", "u": "vector", "s": "vector", "start": "vector"}
OF_THE_RUN["identity"] = "matrix"
OF_THE_START = frozenset(("s", "start"))
"""``s`` is the start vector, 0 where there is none; ``start`` is empty then."""

BEFORE_PLAYING: dict[str, Kind] = {"t": "number", "x": "vector", "xx": "number", "y": "number", "ux": "number"}
BEFORE_PLAYING |= dict.fromkeys(("u_loss", "u_err"), "number")
BEFORE_PLAYING["u_next"] = "vector"
AFTER_PLAYING: dict[str, Kind] = dict.fromkeys(("yhat", "side", "gap", "update", "loss", "err"), "number")
OF_TRIALS = {**BEFORE_PLAYING, **AFTER_PLAYING}
"""What formulas may say of a trial, besides what they say of the run; the second kind needs the learner."""

OF_STATES: dict[str, Kind] = {"w": "vector", "z": "vector", "c": "number"}
"""What a learner may keep: its weights, those that quasi-additive learners transform, a threshold that moves."""

OF_PLAYED: dict[str, Kind] = {"w": "vector", "w_next": "vector", "z": "vector", "z_next": "vector"}
OF_PLAYED |= dict.fromkeys(("wx", "ww", "m", "mplus", "mminus", "one"), "number")
"""What comparisons may say besides: states before and after a trial, w.x, |w_next|**2, mistakes so far, class 1."""

SECOND = "second_"
"""With what the names begin of what a second learner does."""

OF_PLAYED |= {f"{SECOND}{name}": kind for name, kind in (*AFTER_PLAYING.items(), *OF_PLAYED.items())}
OF_PLAYED |= {"z1": "vector", "z2": "vector"}
"""The two candidates of an adversary's trial."""

OF_THE_END: dict[str, Kind] = {f"{name}_end": kind for name, kind in OF_STATES.items()}
"""The state after the last trial."""

Further: TypeAlias = tuple[tuple[str, Kind], ...]
"""What the formulas of one claim may say of a trial besides: parts of its learner's state, each with its kind."""

AT_THE_END = "state at the end"
"""Under what name an environment holds what the parts of the state are after the last trial."""


HISTORY, NOW = "trials before this one", "this trial"
"""Under what names a rule finds what names stood for on earlier trials, and there what they stand for now."""


def of_state(kinds: Mapping[str, Kind]) -> Further:
    """Return what may be said of a state with parts of these kinds: each before and after a trial.

    >>> of_state({"A": "matrix"})
    (('A', 'matrix'), ('A_next', 'matrix'))
    """
    return tuple((said, kind) for name, kind in kinds.items() for said in (name, f"{name}_next"))


TAKEN = frozenset((*OF_THE_RUN, *OF_TRIALS, *OF_STATES, *OF_PLAYED, *OF_THE_END, "updates", "outcome"))
"""All names that have a meaning of their own where there are trials: none of them is a parameter."""


def require_open(names: Iterable[str], what: str, meant: Set[str] = TAKEN) -> None:
    """Raise BoundcheckError for a name that means something already.

    >>> require_open(["eta", "l"], "parameter")
    Traceback (most recent call last):
    ...
    bounds.errors.BoundcheckError: 'l' is no name for a parameter: it has a meaning of its own; take another one
    """
    if taken := meant & set(names):
        raise BoundcheckError(f"{min(taken)!r} is no name for a {what}: it has a meaning of its own; take another one")


def parameters_of(*formulas: Formula, further: Further = ()) -> list[str]:
    """Return the names in some formulas that are parameters, in alphabetical order; ``further`` are none.

    >>> from bounds.formulas.text import read
    >>> parameters_of(read("norm(u, 2) <= U"))
    ['U']
    """
    spoken = frozenset[str]().union(*map(names, formulas))
    return sorted(spoken - OF_THE_RUN.keys() - OF_TRIALS.keys() - dict(further).keys())


class Names(dict[str, Any]):
    """Names that stand for something here; those of another trial are looked up there, and all others further out."""

    __slots__ = ("of_trial", "outer")

    def __init__(
        self, outer: Mapping[str, Any], here: Mapping[str, Any], of_trial: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(here)
        self.outer, self.of_trial = outer, of_trial

    def __missing__(self, name: str) -> Any:
        """Find what a name stands for further out."""
        if self.of_trial is not None and (
            name in OF_TRIALS or name in OF_PLAYED or name in getattr(self.of_trial, "further", ())
        ):
            return self.of_trial[name]
        return self.outer[name]


def called(compute: Callable[..., Any], parts: Sequence[Callable[[Any], Any]]) -> Callable[[Any], Any]:
    """Return what applies a function to the values of some parts, in an environment; one and two make no list."""
    match parts:
        case [only]:
            return lambda e: compute(only(e))
        case [first, second]:
            return lambda e: compute(first(e), second(e))
    return lambda e: compute(*[part(e) for part in parts])
