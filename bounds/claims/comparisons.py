"""What a claim compares with its bound, from the formulas of certificates: where, on what condition, and what.

A comparison is made over the run, its trials, its states (before each trial and after the last), the attributes, or the
entries of the trials. It may name another learner than the claim's, and a second one, which may ``see`` something else
in the place of x. Against an ``adversary`` the learner is shown one of two candidates on each trial; of the ``worst``
trials the mistakes are counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from bounds import symbols
from bounds.claims.case import Case
from bounds.claims.named import Named, VersionNamed
from bounds.claims.scope import Play, RunNames
from bounds.data.trials import Trials
from bounds.data.vectors import Example, vector
from bounds.data.versions import Version
from bounds.errors import BoundcheckError
from bounds.formulas.operations import Program, as_number
from bounds.formulas.program import program
from bounds.formulas.scope import (
    OF_PLAYED,
    OF_THE_END,
    OF_THE_RUN,
    OF_TRIALS,
    RUNNING,
    TRIALS,
    Further,
    Names,
    parameters_of,
)
from bounds.formulas.text import read
from bounds.formulas.tree import Kind
from bounds.formulas.values import ZERO, order, whole
from bounds.instances import Instance
from bounds.learners import Learner
from bounds.mathematics.mistakes import most_mistakes
from bounds.numbers import Number

PLACES = ("run", "trials", "states", "attributes", "entries", "adversary", "worst")
PARTS = frozenset(("over", "if", "value", "with", "learner", "version", "second", "second_version", "see"))
OF_ADVERSARIES = ("pairs", "z1", "z2", "label")
OF_THE_WORST = ("most",)
CANDIDATES = ("z1", "z2")
LONGEST = 60
"""Characters of a value up to which it says what is compared, where a claim compares several."""


@dataclass(frozen=True)
class Row:
    """One comparison that a claim makes: ``lhs`` with the bound at ``values``.

    Parameters
    ----------
    lhs : Number
        The exact amount.
    values : Mapping, optional
        Exact values of what the bound speaks of besides the parameters, by symbol.
    t : int, optional
        The trial, counted from 1, if it is about one.
    what : str, optional
        What is compared.
    """

    lhs: Number
    values: Mapping[Any, Number] = field(default_factory=dict)
    t: int | None = None
    what: str = ""


class _With(dict[str, Any]):
    """Names of a comparison, found where they are asked for; others are looked up further out."""

    def __init__(self, outer: Mapping[str, Any], said: Mapping[str, Program]) -> None:
        super().__init__()
        self.outer, self.said = outer, said

    def __missing__(self, name: str) -> Any:
        """Find what a name stands for."""
        value = self[name] = self.said[name].value(self) if name in self.said else self.outer[name]
        return value


@dataclass(frozen=True)
class ComparisonProgram:
    """A comparison as programs: where it is made, names for it, on what condition, and what is compared.

    ``adversary`` holds the programs of an adversary's parts, or of the length of the worst trials, and ``texts`` what
    they are compiled from; ``learner`` and ``second`` name learners with their versions, the claim's own where there is
    no name, and ``see`` is what the second one sees. ``what`` says in words what is compared.
    """

    over: str
    said: Mapping[str, Program]
    condition: Program | None
    value: Program
    adversary: Mapping[str, Program]
    texts: tuple[tuple[str, str], ...] = ()
    learner: tuple[str, str] | None = None
    second: tuple[str, str] | None = None
    see: Program | None = None
    what: str = ""


def compiled(part: Mapping[str, Any], further: Further = ()) -> ComparisonProgram:
    """Compile one comparison; raise BoundcheckError where it says what no comparison has."""
    over, said, condition = part.get("over", "run"), part.get("with", {}), part.get("if", "")
    more = {"adversary": OF_ADVERSARIES, "worst": OF_THE_WORST}.get(over, ())
    if over not in PLACES or part.keys() - PARTS - set(more):
        raise BoundcheckError(f"a comparison over {over!r} is made of {', '.join(sorted({*PARTS, *more}))}, not {part}")
    texts = {name: part[name] for name in more}
    see = [part["see"]] if "see" in part else []
    spoken = [read(text) for text in (*said.values(), condition or "1", part["value"], *texts.values(), *see)]
    kinds: dict[str, Kind] = {
        **dict.fromkeys(parameters_of(*spoken, further=further), "number"),
        **OF_THE_RUN,
        **OF_THE_END,
    }
    on_trials: dict[str, Kind] = {**kinds, **OF_TRIALS, **OF_PLAYED, **dict(further)}
    here = {"i": "number"} if over in ("attributes", "entries") else {"m": "number"} if over == "worst" else {}

    def read_here(text: str, on_a_trial: bool = over in ("trials", "entries", "states")) -> Program:
        names: dict[str, Kind] = {**(on_trials if on_a_trial else kinds), **here}  # type: ignore[dict-item]
        nested = over != "run" or on_a_trial or bool(said)
        return as_number(program(read(text), names, {**on_trials, **here}, list(here) if nested else None, further))  # type: ignore[dict-item]

    defined: dict[str, Program] = {}
    for name, text in said.items():
        defined[name] = read_here(text)
        here[name] = defined[name].kind
    value = read_here(part["value"])
    test = read_here(condition) if condition else None
    here |= {"t": "number", "x": "vector"} if over == "adversary" else {}
    programs = {name: read_here(text) for name, text in texts.items()}
    seen = read_here(part["see"], True) if see else None
    first, second = (
        (part.get(name, ""), part[version]) if version in part else None
        for name, version in (("learner", "version"), ("second", "second_version"))
    )
    return ComparisonProgram(over, defined, test, value, programs, (*said.items(), *texts.items()), first, second, seen)


def all_compiled(
    parts: Sequence[Mapping[str, Any]], notes: Sequence[str] = (), further: Further = ()
) -> list[ComparisonProgram]:
    """Compile the comparisons of a claim; each of several says what it compares, in the words of its note if any."""
    programs = [compiled(part, further) for part in parts]
    if len(programs) == 1 and not notes:
        return programs
    whats = notes or [
        part["learner"] if of.learner and part["value"] == parts[0]["value"] else part["value"]
        for of, part in zip(programs, parts, strict=True)
    ]
    return [replace(of, what=what if len(what) <= LONGEST else "") for of, what in zip(programs, whats, strict=True)]


def comparisons(parts: Iterable[ComparisonProgram], case: Case, spoken: AbstractSet[Any]) -> Iterator[Row]:
    """Yield the comparisons of a case with a bound that speaks of these symbols."""
    own = [symbol for symbol in spoken if symbol in symbols.OF_A_TRIAL]
    for of in parts:
        named = [symbol for symbol in spoken if symbol.name in of.said] if of.said else []
        for here, t, what in _places(of, case):
            inside = _With(here, of.said) if of.said else here
            if of.condition is not None and order(of.condition.value(inside), ZERO) == 0:
                continue
            values = {symbol: inside[symbol.name] for symbol in (*named, *(own if t is not None else ()))}
            yield Row(of.value.value(inside), values, t, f"{what}: {of.what}" if what and of.what else what or of.what)


def _places(of: ComparisonProgram, case: Case) -> Iterator[tuple[Mapping[str, Any], int | None, str]]:
    """Yield where a comparison is made, with the number of its trial and what it is of."""
    if of.over == "adversary":
        yield _opposed(of, case), None, ""
        return
    if of.over == "worst":
        yield Names(case.scope, {"m": _worst(of, case)}), None, ""
        return
    run = _scope(of, case, case.instance)
    match of.over:
        case "run":
            yield run, None, ""
        case "trials" | "states":
            for t, trial in enumerate(run[TRIALS], 1):
                yield trial, t, ""
            if of.over == "states":
                yield _After(run), case.instance.trials.l + 1, ""
        case "entries":
            for t, trial in enumerate(run[TRIALS], 1):
                yield from ((Names(trial, {"i": i}), t, what) for i, what in _attributes(case))
        case "attributes":
            yield from ((Names(run, {"i": i}), None, what) for i, what in _attributes(case))


def _attributes(case: Case) -> Iterator[tuple[Fraction, str]]:
    return ((Fraction(i), f"attribute {i}") for i in range(1, max(case.instance.trials.n, 1) + 1))


class _After(dict[str, Any]):
    """What names stand for after the last trial: the state is that of the end."""

    def __init__(self, run: RunNames) -> None:
        super().__init__(t=Fraction(run.instance.trials.l + 1))
        self.run = run

    def __missing__(self, name: str) -> Any:
        """Find what a name stands for."""
        end = f"{name}_end"
        return self.run[end if end in OF_THE_END else name]


# --- other learners --------------------------------------------------------------------------------------


def _maker(named: tuple[str, str] | None, case: Case) -> tuple[Callable[[], Learner], Callable[[], Version]]:
    """Return how a learner is made, and its version: the claim's own where they are not named."""
    learner, version = ("", "") if named is None else named
    make, versed = (Named(learner) if learner else None), (VersionNamed(version) if version else None)
    return (
        case.learner if make is None else lambda: make(case),
        lambda: case.version if versed is None else versed(case.values),
    )


def _scope(
    of: ComparisonProgram, case: Case, instance: Instance, pairs: list[Mapping[str, Any]] | None = None
) -> RunNames:
    """Return what names stand for where the learners of a comparison play on an instance."""
    if of.learner is None and of.second is None and pairs is None:
        return case.scope
    own = of.learner is None and instance is case.instance
    first = case.play if own else Play(*_maker(of.learner, case), instance)
    second = None
    if of.second is not None:
        second = case.names(Play(*_maker(of.second, case), _seen(of, case, instance)))
    return case.names(first, second, pairs or ())


def _seen(of: ComparisonProgram, case: Case, instance: Instance) -> Instance:
    """Return the instance as the second learner sees it."""
    if of.see is None:
        return instance
    rows = [of.see.value(trial) for trial in case.scope[TRIALS]]
    if not all(isinstance(x, Example) for x in rows):
        raise BoundcheckError(f"{case.id}: a second learner sees irrational numbers; exact runs need rational ones")
    return replace(instance, trials=Trials.of(rows, instance.trials.outcomes, instance.trials.n))


def _opposed(of: ComparisonProgram, case: Case) -> RunNames:
    """Return what names stand for in the run that an adversary forces on the learner.

    Of two candidates with different labels it shows the positive one if the learner errs on it, else the negative one;
    of two with the same label the first (see ``shown``).
    """
    given = case.instance
    make, version = _maker(of.learner, case)
    learner, versed = make(), version()
    learner.start(given.trials.n)
    chosen: list[Example] = []
    labels: list[int] = []
    kept = case.scope[RUNNING]
    if of.texts not in kept:
        kept[of.texts] = list(_offered(of, case))
    offered = kept[of.texts]
    for pair, label in offered:
        z = candidate_shown(learner, versed, pair, label)
        chosen.append(vector(pair[z]))
        labels.append(label[z])
        learner.update(chosen[-1], versed.target(labels[-1]))
    shown_trials = replace(given, trials=Trials.of(chosen, labels, given.trials.n))
    return _scope(of, case, shown_trials, [pair for pair, _ in offered])


def _offered(of: ComparisonProgram, case: Case) -> Iterator[tuple[Mapping[str, Any], Mapping[str, int]]]:
    """Yield an adversary's pairs of candidates with their labels, which do not depend on the learner."""
    outer = _With(case.scope, of.said)
    for t in range(1, whole(of.adversary["pairs"].value(outer)) + 1):
        pair = _With(Names(outer, {"t": Fraction(t)}), of.adversary)
        labels = (of.adversary["label"].value(Names(pair, {"x": pair[z]})) for z in CANDIDATES)
        label = {z: 1 if order(value, ZERO) else -1 for z, value in zip(CANDIDATES, labels, strict=True)}
        yield {z: pair[z] for z in CANDIDATES}, label


def candidate_shown(learner: Learner, version: Version, pair: Mapping[str, Any], label: Mapping[str, int]) -> str:
    """Return which candidate an adversary shows, given the label of each."""
    first, other = sorted(CANDIDATES, key=lambda z: -label[z])
    if label[first] == label[other]:
        return first
    yhat = learner.predict(pair[first])
    return first if version.error(yhat, 1, version.target(1).side(yhat)) == 1 else other


def _worst(of: ComparisonProgram, case: Case) -> Number:
    """Return the most mistakes on so many trials in {0, 1}^n that a disjunction of k attributes labels."""
    make, version = _maker(of.learner, case)
    k, most = case.integer(symbols.k), whole(of.adversary["most"].value(_With(case.scope, of.said)))
    return Fraction(most_mistakes(make, version(), case.instance.trials.n, k, most))
