"""A learner by its rule: how each part of its state follows from the one before and the trial.

The state is ``w``, and whatever else a rule says how to update. On a trial a rule may speak of its state, of the
example ``x`` and its squared 2-norm ``xx``, of the outcome ``y``, the prediction ``yhat`` and the ``side`` (1 where it
is too low, -1 where it is too high, 0 where it is right), of the ``gap`` (what would have to be added to the prediction
to bring it to the nearest end of the interval where it should be, 0 inside), of the trial's number ``t``, of
``updates``, the number of trials before this one that changed the state, of the number of attributes ``n`` and of the
``identity``, the matrix that changes no vector. All other names are parameters. All parts change at once: each formula
speaks of the state before the trial.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from bounds.calls import checked
from bounds.errors import BoundcheckError
from bounds.formulas.latex import latex
from bounds.formulas.program import Program, kind_of, program
from bounds.formulas.scope import OF_STATES, TAKEN, Further, of_state, require_open
from bounds.formulas.text import read, write
from bounds.formulas.tree import FUNCTIONS, Apply, Constant, Formula, Kind, Name, functions, names, subformulas
from bounds.formulas.trial_columns import column_kind

OF_A_TRIAL = ("x", "xx", "y", "yhat", "side", "gap", "t", "updates", "n", "identity")
"""What a rule may speak of besides its state and its parameters."""

AFTER_PREDICTION = frozenset(("y", "yhat", "side", "gap"))
"""What is known only after the prediction."""

Outcomes = Literal["labels", "points", "intervals"]


@dataclass(frozen=True, repr=False)
class Rule:
    """A learner: ``updates`` says what follows each part of its state, ``start`` what it starts with (0 if nothing).

    ``predict`` is the prediction yhat, in which neither y nor yhat nor side may occur. Made by ``rule``.
    """

    updates: Mapping[str, Formula]
    predict: Formula
    start: Mapping[str, Formula] = field(default_factory=dict)
    outcomes: Outcomes = "labels"
    columns: Mapping[str, str] = field(default_factory=dict)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names that the rule leaves open, such as eta, in alphabetical order.

        >>> rule("w + min(C, max(0, 1 - y*yhat)/xx)*y*x").parameters
        ('C',)
        """
        spoken = frozenset[str]().union(*map(names, (*self.updates.values(), *self.start.values(), self.predict)))
        return tuple(sorted(spoken - {*OF_A_TRIAL, *self.updates, *self.columns}))

    def lines(self) -> list[tuple[str, str]]:
        """Return what the rule says, as (name, text) pairs: how the state changes, where it starts, the prediction.

        >>> rule("w + y*x").lines()
        [('rule', 'w becomes w + y*x')]
        """
        found = [("rule", f"{name} becomes {write(formula)}") for name, formula in self.updates.items()]
        found += [("start", f"{name} = {write(formula)}") for name, formula in self.start.items()]
        found += [("column", f"{name}: {kind}") for name, kind in self.columns.items()]
        return found + ([("predicts", predicted)] if (predicted := write(self.predict)) != "dot(w, x)" else [])

    def __str__(self) -> str:
        if self.updates.keys() == {"w"} and self.predict == DOT:
            return write(self.updates["w"])
        parts = [f"{name}: {write(formula)}" for name, formula in self.updates.items()]
        return "; ".join([*parts, f"predict: {write(self.predict)}"])

    def __repr__(self) -> str:
        """Return the call of ``rule`` that makes it.

        >>> rule("w + y*x", start="1", outcomes="points")
        rule('w + y*x', start={'w': '1'}, outcomes='points')
        """
        updates, start = (
            {name: write(formula) for name, formula in part.items()} for part in (self.updates, self.start)
        )
        said = [repr(updates["w"] if updates.keys() == {"w"} else updates)]
        said += [f"predict={write(self.predict)!r}"] * (self.predict != DOT)
        said += [f"start={start}"] * bool(start) + [f"outcomes={self.outcomes!r}"] * (self.outcomes != "labels")
        said += [f"trial={dict(self.columns)}"] * bool(self.columns)
        return f"rule({', '.join(said)})"

    @property
    def latex(self) -> str:
        r"""What the learner does, as words with formulas between dollars.

        >>> print(rule("w*exp(-eta*x)", predict="dot(w, x)/sum(w)", start={"w": "1"}).latex)
        $w \leftarrow w e^{-\eta x}$, predicting $\frac{\langle w, x \rangle}{\sum_{i} w_{i}}$, from $w = 1$
        """
        updates = ", ".join(rf"${name} \leftarrow {latex(formula)}$" for name, formula in self.updates.items())
        starts = ", ".join(f"${name} = {latex(formula)}$" for name, formula in self.start.items())
        return f"{updates}, predicting ${latex(self.predict)}$" + (f", from {starts}" if starts else "")

    def _repr_latex_(self) -> str:
        return self.latex


DOT = Apply("dot", (Name("w"), Name("x")))
"""The usual prediction, w.x."""


@checked
def rule(
    updates: str | Mapping[str, str],
    *,
    predict: str = "dot(w, x)",
    start: str | Mapping[str, str] | None = None,
    outcomes: Outcomes = "labels",
    trial: Mapping[str, str] | None = None,
) -> Rule:
    """Return a learner by its rule: the text of w's update (and start), or texts by the names of the state's parts.

    Parameters
    ----------
    updates : str or Mapping[str, str]
        The formula of w after a trial, or formulas by the parts of the learner's state.
    predict : str, optional
        The formula of the prediction.
    start : str or Mapping[str, str], optional
        The formula that each part of the state starts at (default: 0).
    outcomes : {"labels", "points", "intervals"}, optional
        What the learner is told of a trial.
    trial : Mapping[str, str], optional
        What a trial shows before the prediction besides x, by name with its kind: ``vector``, ``0/1 vector``,
        ``number in [0, 1]``.

    Returns
    -------
    Rule
        The rule, which ``learner``, ``own_claim`` and ``derive`` take.

    Raises
    ------
    BoundcheckError
        For what is no formula, for a function that rules do not have, and for a prediction that looks at the outcome.

    Examples
    --------
    >>> print(rule("w + eta*y*x if y*yhat <= 0 else w"))
    w + eta*y*x if y*yhat <= 0 else w
    >>> averaged = rule({"w": "w + y*x if y*dot(w, x) <= 0 else w", "v": "v + w"}, predict="dot(v, x)")
    >>> list(averaged.updates), averaged.parameters
    (['w', 'v'], ())
    """
    texts = dict(updates) if isinstance(updates, Mapping) else {"w": updates}
    starts = dict(start) if isinstance(start, Mapping) else {} if start is None else {"w": start}
    if outcomes not in ("labels", "points", "intervals"):
        raise BoundcheckError(f"outcomes is {outcomes!r}; say labels, points or intervals")
    require_open(texts, "part of the state", TAKEN - OF_STATES.keys())
    require_open(texts, "part of the state", {f"{name}_next" for name in texts})
    if others := starts.keys() - texts.keys():
        raise BoundcheckError(f"there is a start for {sorted(others)[0]!r}, but no rule that updates it")
    made = Rule(
        {name: _read(text) for name, text in texts.items()},
        _read(predict),
        {name: _read(text) for name, text in starts.items()},
        outcomes,
        dict(trial or {}),
    )
    for name, text in made.columns.items():
        column_kind(name, text)
    require_open(made.columns, "column", TAKEN | {said for part in texts for said in (part, f"{part}_next")})
    if early := names(made.predict) & AFTER_PREDICTION:
        raise BoundcheckError(f"the prediction speaks of {sorted(early)[0]!r}, which is known only after it")
    compiled(made)
    return made


@dataclass(frozen=True)
class CompiledRule:
    """A rule's programs: each part's update and start, and the prediction; ``names`` are all that they speak of."""

    kinds: Mapping[str, Kind]
    updates: Mapping[str, Program]
    start: Mapping[str, Program]
    predict: Program
    names: frozenset[str]


def compiled(rule: Rule) -> CompiledRule:
    """Compile a rule; raise BoundcheckError where a part of it is of the wrong kind.

    ``w`` is a vector, and so is what its own update or that of others makes one; a start that is a number stands at
    every place of a vector. What an update makes of outer products and the identity is a matrix, and starts as one.

    >>> compiled(rule({"w": "w + y*x", "c": "c + y"}, predict="dot(w, x) + c")).kinds["c"]
    'number'
    >>> compiled(rule({"A": "A + outer(x, x)"}, start={"A": "a*identity"}, predict="0")).kinds["A"]
    'matrix'
    """
    columns = tuple((name, column_kind(name, text).kind) for name, text in rule.columns.items())
    return _compiled(tuple(rule.updates.items()), tuple(rule.start.items()), rule.predict, columns)


Parts = tuple[tuple[str, Formula], ...]


@lru_cache(maxsize=256)
def _compiled(updates: Parts, start: Parts, predict: Formula, columns: Further) -> CompiledRule:
    for name, formula in start:
        if early := names(formula) & ({*OF_A_TRIAL, *dict(updates), *dict(columns)} - {"n", "identity"}):
            raise BoundcheckError(f"the start of {name} speaks of {sorted(early)[0]!r}, which there is only on a trial")
    spoken = frozenset[str]().union(*(names(formula) for _, formula in (*updates, *start, ("", predict))))
    numbers: dict[str, Kind] = dict.fromkeys(("n", *spoken - {"identity"}), "number")
    parts: dict[str, Kind] = dict.fromkeys(dict(updates), "number")
    kinds = numbers | parts | _shapes((*updates, *start), dict(columns), "w" in parts)
    made = {name: program(formula, kinds) for name, formula in updates}
    starts = {name: program(formula, numbers) for name, formula in start}
    for what, part in made.items():
        if part.kind != kinds[what]:
            raise BoundcheckError(f"the rule for {what} gives {_a(part.kind)}, and {what} is {_a(kinds[what])}")
    for what, part in starts.items():
        wanted: Kind = "matrix" if kinds[what] == "matrix" else "number"
        if part.kind != wanted:
            hint = "; write it as in a*identity" if wanted == "matrix" else ""
            raise BoundcheckError(f"the start of {what} is {_a(part.kind)}, and has to be {_a(wanted)}{hint}")
    predicted = program(predict, kinds)
    if predicted.kind != "number":
        raise BoundcheckError(f"the prediction {write(predict)!r} is {_a(predicted.kind)}; it has to be a number")
    return CompiledRule({name: kinds[name] for name, _ in updates}, made, starts, predicted, spoken)


def further_of(rule: Rule) -> Further:
    """Return what the formulas of a claim may say of a trial by this rule: its state before and after it, its columns.

    >>> further_of(rule({"v": "v + x"}, predict="0"))
    (('v', 'vector'), ('v_next', 'vector'))
    """
    columns = ((name, column_kind(name, text).kind) for name, text in rule.columns.items())
    return (*of_state(compiled(rule).kinds), *columns)


def _shapes(parts: Parts, columns: Mapping[str, Kind], weights: bool) -> dict[str, Kind]:
    """Return which names of a rule are vectors and which are matrices, the vectors first, from updates and starts."""
    kinds: dict[str, Kind] = {"x": "vector", "identity": "matrix", **columns}
    if weights:
        kinds["w"] = "vector"
    for kind in ("vector", "matrix"):
        while grown := {name for name, formula in parts if name not in kinds and kind_of(formula, kinds) == kind}:
            kinds |= dict.fromkeys(grown, kind)
    return kinds


def _a(kind: Kind) -> str:
    return "true or false" if kind == "truth" else f"a {kind}"


def _read(text: str) -> Formula:
    formula = read(text)
    for function in sorted(functions(formula)):
        if function not in FUNCTIONS:
            raise BoundcheckError(f"rules have no function {function!r}; they have {', '.join(FUNCTIONS)}")
    for part in subformulas(formula):
        if isinstance(part, Apply) and part.function == "/" and part.arguments[1:] == (Constant(Fraction(0)),):
            said = write(part)
            raise BoundcheckError(f"{text!r} divides by zero in {said!r}; say with if what happens there")
    return formula
