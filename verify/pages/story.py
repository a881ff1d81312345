"""What a certificate's run looks like: its trials, both sides after each, and where its vectors lie.

All of it is computed by the independent checker, from the certificate alone, so that it is the same wherever a page is
made. Decimals are for reading and for pictures: nothing here decides anything.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from verify import kernel
from verify.kernel import Malformed, Number, Scope, Unknown

MOST_ROWS, MOST_POINTS, MOST_PLACES = 40, 40, 16
"""Trials in a table, lengths at which both sides are found, and comparisons of one trial each that are drawn."""

FEWEST_POINTS = 2
"""Lengths besides 0 that make a curve."""

MOST_ENTRIES = 200_000
"""Numbers of examples and weights from which a plane is made."""

WORK = 1.2
"""What is spent on a run, and on its prefixes, in the checker's usual work."""

BY_LENGTH = re.compile(r"\bl\b(?! == 0)")
"""What speaks of the number of trials, and not only of whether there are any."""

Document = Mapping[str, Any]
Point = tuple[float, ...]


class Sides(NamedTuple):
    """Both sides of a comparison: where it is made, as numbers to draw and as texts, and whether it fails."""

    where: str
    left: float
    right: float
    said: tuple[str, str]
    fails: bool


class Row(NamedTuple):
    """A trial as it is shown; what has no value is empty, and so are amounts of which the claim does not speak."""

    number: str
    x: str
    outcome: str
    besides: str
    prediction: str
    update: str
    amounts: tuple[str, ...] = ()

    @property
    def given(self) -> tuple[str, ...]:
        """All but the amounts."""
        return self.number, self.x, self.outcome, self.besides, self.prediction, self.update


AMOUNTS = {"ux": "u.x", "err": "mistake", "u_err": "u's mistake", "loss": "loss", "u_loss": "u's loss"}
"""What a claim may say of each trial, and what that is called in a table."""


@dataclass
class Story:
    """A run, to be shown: ``after`` has both sides after the first trials, by their number; ``places`` those of each
    comparison where a claim is about each trial, or about parameters alone, the tightest ones if there are many;
    ``fails_on`` is the first trial on which one of these fails, 0 if none does."""

    trials: int
    relation: str = "<="
    rows: list[Row] = field(default_factory=list)
    after: dict[int, Sides] = field(default_factory=dict)
    places: list[Sides] = field(default_factory=list)
    of_places: int = 0
    fails_on: int = 0
    amounts: list[str] = field(default_factory=list)
    examples: list[Point] = field(default_factory=list)
    outcomes: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    weights: list[Point] = field(default_factory=list)
    comparator: Point = ()
    note: str = ""

    @property
    def broken_after(self) -> int | None:
        """After how many trials the claim fails first, as far as that was looked at."""
        return next((length for length, sides in sorted(self.after.items()) if sides.fails), None)

    @property
    def breaking(self) -> int | None:
        """The trial that breaks the claim, where it is known: the claim fails on it, or with it and not before."""
        every = len(self.after) == self.trials + 1
        return self.fails_on or (self.broken_after if every else None) or None


def story_of(document: Document) -> Story:
    """Return the story of a certificate of an instance; what takes too much work is left out."""
    statement, instance = document["statement"], document["instance"]
    story = Story(trials_of(statement, instance), statement["relation"])
    story.amounts = [name for name in AMOUNTS if name in _spoken(statement)]
    budget = kernel.Budget(WORK)
    with suppress(Unknown, Malformed, ArithmeticError), kernel.within(budget):
        if kernel.draw_of(statement):
            _add_given(statement, instance, story)
        else:
            _add_run(statement, instance, story)
    whole = all(part.get("over", "run") == "run" for part in statement["compare"])
    points = min(MOST_POINTS, story.trials, int(budget.most / max(1, budget.steps)))
    if whole and points >= FEWEST_POINTS and not _is_tree(statement):
        _add_prefixes(statement, instance, story, points)
    return story


def trials_of(statement: Document, instance: Document) -> int:
    """Return how many trials are played; against an adaptive adversary there is a level of the tree for each."""
    given = sum(times * len(block) for block, times in _blocks(instance))
    return len([*_levels(given, instance["n"])]) if _is_tree(statement) else given


def _is_tree(statement: Document) -> bool:
    return statement.get("adversary") == "adaptive"


def _levels(given: int, n: int) -> Iterator[tuple[int, int]]:
    """Yield where each level of a tree begins, and how many trials it has.

    >>> [*_levels(7, 2)]
    [(0, 1), (1, 2), (3, 4)]
    """
    first, wide = 0, 1
    while first < given and n:
        yield first, wide
        first, wide = first + wide, wide * n


def _spoken(statement: Document) -> set[str]:
    """Return the names that a statement compares, and those that stand in what it defines them by."""
    texts = [statement["bound"], *(text for part in statement["compare"] for text in _texts(part))]
    names, defined = set[str](), dict(statement["defines"])
    while texts:
        here = {*re.findall(r"[A-Za-z_]\w*", texts.pop())} - names
        names |= here
        texts += [defined[name] for name in here & defined.keys()]
    return names


def _texts(part: Any) -> Iterator[str]:
    """Yield the texts in a part of a statement."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, Mapping):
        for inner in part.values():
            yield from _texts(inner)


# --- numbers ---------------------------------------------------------------------------------------------


def number(a: Number) -> float:
    """Return a number to draw; infinite where it is too large.

    >>> number(kernel.constant("sqrt(2)"))
    1.4142135623730951
    """
    try:
        return float(kernel.enclose(a, 30)[0])
    except (OverflowError, ArithmeticError):
        return math.inf


def short(a: Number, length: int = 12) -> str:
    """Return a number to read: exactly where that is short, else to six digits.

    >>> short(Fraction(22, 7)), short(kernel.constant("sqrt(2)")), short(Fraction(10**30, 7))
    ('22/7', '1.41421', '1.42857e+29')
    """
    if isinstance(a, Fraction) and max(abs(a.numerator), a.denominator) < 10**length and len(str(a)) <= length:
        return str(a)
    return f"{number(a):.6g}"


def _entries(v: Sequence[Number], most: int = 6) -> str:
    shown = ", ".join(short(a, 8) for a in v[:most])
    return f"({shown}{f', … {len(v)} entries' if len(v) > most else ''})"


# --- trials ----------------------------------------------------------------------------------------------


def _blocks(instance: Mapping[str, Any]) -> Iterator[tuple[list[Any], int]]:
    for item in instance.get("trials", ()):
        yield (item["trials"], item["repeat"]) if "repeat" in item else ([item], 1)


def prefix(instance: Mapping[str, Any], length: int) -> dict[str, Any]:
    """Return an instance with its first trials alone.

    >>> trial = {"x": ["1"], "outcome": "+1"}
    >>> prefix({"n": 1, "trials": [{"repeat": 9, "trials": [trial, trial]}]}, 5)["trials"][1:] == [trial]
    True
    """
    left, kept = length, list[Any]()
    for block, times in _blocks(instance):
        whole = min(times, left // len(block)) if block else 0
        kept += [] if not whole else block if whole == 1 else [{"repeat": whole, "trials": block}]
        left -= whole * len(block)
        if whole < times and block:
            kept += block[:left]
            break
    each = instance.get("comparator")
    cut = {"comparator": each[:length]} if each and isinstance(each[0], list) else {}
    return {**instance, **cut, "trials": kept}


def _add_given(statement: Document, instance: Document, story: Story) -> None:
    """Add the trials of a learner that draws, whose runs are many, and both sides in expectation."""
    scope, blocks = kernel.settled(statement, instance)
    _add_trials(statement, scope, kernel.begin(scope, blocks), story)
    if _is_tree(statement):
        story.rows = [row._replace(number=number) for row, number in zip(story.rows, _branches(instance), strict=False)]
        story.examples, story.outcomes, story.numbers = [], [], []
    judged = kernel.decide(statement, instance)
    if judged.left is not None and judged.right is not None:
        sides = _sides("expected", judged.left, judged.right, judged.status == "VIOLATED")
        story.places = [sides] if sides else []
        story.of_places = len(story.places)


def _branches(instance: Document) -> Iterator[str]:
    """Yield what the trials of a tree are called: by their number, and by what was drawn before."""
    n = instance["n"]
    for level, (_, wide) in enumerate(_levels(len(instance["trials"]), n)):
        for i in range(wide):
            drawn = ", ".join(str(i // n**k % n + 1) for k in reversed(range(level)))
            yield f"{level + 1} after {drawn}" if drawn else "1"


def _add_run(statement: Document, instance: Document, story: Story) -> None:
    """Add the trials as they were played, the vectors of the run, and every comparison, the tightest if many."""
    seen = list[Sides]()
    for i, part in enumerate(statement["compare"]):
        scope, run = _run(statement, instance, part)
        if i == 0:
            _add_trials(statement, scope, run, story)
        for place, here in kernel.places({**statement, **part}, run):
            inside = Scope(kernel.formulas(part.get("with", {})), here)
            if part.get("if") and kernel.sign(kernel.amount(part["if"], inside)) == 0:
                continue
            left, right = kernel.amount(part["value"], inside), kernel.amount(statement["bound"], inside)
            fails = not kernel.RELATIONS[statement["relation"]](kernel.sign(left - right))
            story.fails_on = story.fails_on or (here.number if fails else 0)
            said = place.removeprefix(" on ").strip() or "in all"
            sides = _sides(f"{said}, part {i + 1}" if len(statement["compare"]) > 1 else said, left, right, fails)
            seen += [sides] if sides else []
    story.of_places = len(seen)
    tightest = sorted(range(len(seen)), key=lambda i: (not seen[i].fails, abs(seen[i].right - seen[i].left)))
    story.places = [seen[i] for i in sorted(tightest[:MOST_PLACES])]


def _add_trials(statement: Document, scope: Scope, run: Scope, story: Story) -> None:
    learner = statement.get("learner")
    sided = isinstance(learner, str) or any(re.search(r"\bside\b", text) for text in _texts(learner))
    if "u" in scope.names:
        story.comparator = tuple(map(number, scope["u"]))
    entries = 0
    for trial in run.trials:
        if len(story.rows) < MOST_ROWS:
            columns = dict(run.columns[trial.number - 1]) if run.columns else {}
            columns |= {"u": trial.names["u"]} if isinstance(trial.names.get("u"), tuple) else {}
            story.rows.append(_row(trial, columns, story.amounts, sided=sided))
        entries += len(trial["x"])
        if entries <= MOST_ENTRIES:
            story.examples.append(tuple(map(number, trial["x"])))
            story.outcomes.append(trial.names["outcome"])
            story.numbers.append(trial.number)
            story.weights += _weights(trial, "w")
    if run.trials and entries <= MOST_ENTRIES:
        story.weights += _weights(run.trials[-1], "w_next")


def _weights(trial: Scope, name: str) -> list[Point]:
    """Return the weights of a trial where they are known, and no more than can be drawn."""
    try:
        weights = trial[name]
    except (Unknown, Malformed, ArithmeticError):
        return []
    return [tuple(map(number, weights))] if isinstance(weights, tuple) and len(weights) == len(trial["x"]) else []


def _run(statement: Document, instance: Document, part: Mapping[str, Any]) -> tuple[Scope, Scope]:
    """Return the names of an instance under a statement, and the run of a part of what it compares."""
    scope, blocks = kernel.settled(statement, instance)
    scope.trials = kernel.begin(scope, blocks).trials
    run = kernel.perform({**statement, **part}, scope, blocks)
    scope.trials = run.trials
    scope.names |= {name: a for name, a in run.names.items() if name.endswith("_end")}
    return scope, run


def _row(trial: Scope, columns: Mapping[str, Any], amounts: Sequence[str], *, sided: bool) -> Row:
    def of(name: str) -> str:
        try:
            return short(kernel.scalar(trial[name]))
        except (Unknown, Malformed, ArithmeticError):
            return ""

    number = f"{trial.number}" + (f" ×{trial.times}" if trial.times > 1 else "")
    side = {"1": "up", "-1": "down", "0": "–"}.get(of("side"), "") if sided else ""
    shown = (f"{name} = {_entries(a) if isinstance(a, tuple) else short(a)}" for name, a in columns.items())
    outcome = trial.names["outcome"].replace(",", ", ").replace("oo", "∞")
    given = (_entries(trial["x"]), outcome, ", ".join(shown))
    return Row(number, *given, of("yhat"), side, tuple(map(of, amounts)))


# --- both sides ------------------------------------------------------------------------------------------


def _add_prefixes(statement: Document, instance: Document, story: Story, points: int) -> None:
    """Add both sides after the first trials, each time judged as a run of its own."""
    fixed = (text for name, text in statement["defines"].items() if name not in statement["free"])
    if any(BY_LENGTH.search(text) for text in fixed):
        story.note = "A parameter is set by the number of trials, so that a shorter run is another one."
        return
    with suppress(Unknown, Malformed, ArithmeticError), kernel.within(kernel.Budget(WORK)):
        for length in sorted({story.trials * i // points for i in range(points + 1)}):
            judged = kernel.decide(first_predicted(statement, length), prefix(instance, length))
            if judged.left is not None and judged.right is not None:
                sides = _sides(f"after {length}", judged.left, judged.right, judged.status == "VIOLATED")
                story.after |= {length: sides} if sides else {}


def first_predicted(statement: Document, length: int) -> Document:
    """Return a statement with no more recorded predictions than these."""
    learner = statement.get("learner")
    if not kernel.recorded(learner):
        return statement
    return {**statement, "learner": {**learner, "predictions": learner["predictions"][:length]}}


def _sides(where: str, left: Number, right: Number, fails: bool) -> Sides | None:
    heights = number(left), number(right)
    if not all(map(math.isfinite, heights)):
        return None
    return Sides(where, *heights, (short(left), short(right)), fails)


def finite(points: Iterable[Point]) -> list[Point]:
    """Return the points that can be drawn."""
    return [point for point in points if all(map(math.isfinite, point))]
