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
from functools import cached_property, lru_cache
from typing import Literal

from bounds.calls import checked
from bounds.errors import BoundcheckError
from bounds.formulas.latex import latex, with_history
from bounds.formulas.operations import Program
from bounds.formulas.program import kind_of, program
from bounds.formulas.scope import OF_STATES, TAKEN, Further, of_state, require_open
from bounds.formulas.text import read, write
from bounds.formulas.tree import (
    FUNCTIONS,
    Apply,
    Constant,
    Formula,
    Kind,
    Name,
    functions,
    names,
    names_now,
    subformulas,
    substitute,
)
from bounds.formulas.trial_columns import column_kind

OF_A_TRIAL = ("x", "xx", "y", "yhat", "side", "gap", "t", "updates", "n", "identity")
"""What a rule may speak of besides its state and its parameters."""

AFTER_PREDICTION = frozenset(("y", "yhat", "side", "gap"))
"""What is known only after the prediction."""

OBSERVED = "observed"
"""What a learner sees of a trial, where it does not see the trial itself."""

UNSEEN = AFTER_PREDICTION | {"x", "xx"}
"""What it then does not see."""

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
    draw: Mapping[str, Formula] = field(default_factory=dict)
    observe: Formula | None = None

    @property
    def formulas(self) -> list[Formula]:
        """All formulas of the rule."""
        seen = [] if self.observe is None else [self.observe]
        return [*self.updates.values(), *self.start.values(), self.predict, *self.draw.values(), *seen]

    @cached_property
    def looks_back(self) -> bool:
        """Whether the rule looks at earlier trials by themselves, and not through the state alone."""
        return any("before_t" in functions(formula) for formula in self.formulas)

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """The names that the rule leaves open, such as eta, in alphabetical order.

        >>> rule("w + min(C, max(0, 1 - y*yhat)/xx)*y*x").parameters
        ('C',)
        """
        spoken = frozenset[str]().union(*map(names, self.formulas))
        return tuple(sorted(spoken - {*OF_A_TRIAL, *self.updates, *self.columns, *self.draw, OBSERVED}))

    def lines(self) -> list[tuple[str, str]]:
        """Return what the rule says, as (name, text) pairs: how the state changes, where it starts, the prediction.

        >>> rule("w + y*x").lines()
        [('rule', 'w becomes w + y*x')]
        """
        pairs = [("rule", f"{name} becomes {write(formula)}") for name, formula in self.updates.items()]
        pairs += [("start", f"{name} = {write(formula)}") for name, formula in self.start.items()]
        pairs += [("column", f"{name}: {kind}") for name, kind in self.columns.items()]
        pairs += [("draws", f"{name} in proportion to {write(formula)}") for name, formula in self.draw.items()]
        pairs += [] if self.observe is None else [("observes", write(self.observe))]
        return pairs + ([("predicts", predicted)] if (predicted := write(self.predict)) != "dot(w, x)" else [])

    def __str__(self) -> str:
        if self.updates.keys() == {"w"} and self.predict == DOT and not self.draw:
            return write(self.updates["w"])
        parts = [f"draw {name}: {write(formula)}" for name, formula in self.draw.items()]
        parts += [f"{name}: {write(formula)}" for name, formula in self.updates.items()]
        return "; ".join([*parts, f"predict: {write(self.predict)}"])

    def __repr__(self) -> str:
        """Return the call of ``rule`` that makes it.

        >>> rule("w + y*x", start="1", outcomes="points")
        rule('w + y*x', start={'w': '1'}, outcomes='points')
        """
        updates, start = (
            {name: write(formula) for name, formula in part.items()} for part in (self.updates, self.start)
        )
        drawn = {name: write(formula) for name, formula in self.draw.items()}
        said = [repr(updates["w"] if updates.keys() == {"w"} else updates)]
        said += [f"predict={write(self.predict)!r}"] * (self.predict != DOT)
        said += [f"start={start}"] * bool(start) + [f"outcomes={self.outcomes!r}"] * (self.outcomes != "labels")
        said += [f"trial={dict(self.columns)}"] * bool(self.columns)
        said += [f"draw={drawn}"] * bool(self.draw)
        said += [] if self.observe is None else [f"observe={write(self.observe)!r}"]
        return f"rule({', '.join(said)})"

    @property
    def latex(self) -> str:
        r"""What the learner does, as words with formulas between dollars.

        >>> print(rule("w*exp(-eta*x)", predict="dot(w, x)/sum(w)", start={"w": "1"}).latex)
        $w \leftarrow w e^{-\eta x}$, predicting $\frac{\langle w, x \rangle}{\sum_{i} w_{i}}$, from $w = 1$
        """

        def in_latex(formula: Formula) -> str:
            return latex(with_history(formula, (*self.updates, *self.columns)))

        updates = ", ".join(rf"${name} \leftarrow {in_latex(formula)}$" for name, formula in self.updates.items())
        starts = ", ".join(f"${name} = {latex(formula)}$" for name, formula in self.start.items())
        drawn = "".join(rf"${name} \sim {in_latex(formula)}$, " for name, formula in self.draw.items())
        seen = "" if self.observe is None else f", observing ${in_latex(self.observe)}$"
        return f"{drawn}{updates}, predicting ${in_latex(self.predict)}${seen}" + (f", from {starts}" if starts else "")

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
    draw: Mapping[str, str] | None = None,
    observe: str = "",
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
    draw : Mapping[str, str], optional
        What the learner draws on each trial, before the prediction: a name, and the formula of a vector, to whose
        entries the probabilities of its places 1, 2, ... are proportional.
    observe : str, optional
        What the learner sees of a trial, which draw and updates call ``observed``: of x and y they may not speak then.

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
        {name: _read(text) for name, text in (draw or {}).items()},
        _read(observe) if observe else None,
    )
    for name in (*made.columns, *made.draw):
        if not (name.isascii() and name.isidentifier()):
            raise BoundcheckError(f"{name!r} is no name; take letters and digits")
    for name, text in made.columns.items():
        column_kind(name, text)
    require_open(made.columns, "column", TAKEN | {said for part in texts for said in (part, f"{part}_next")})
    if early := names_now(made.predict) & AFTER_PREDICTION:
        raise BoundcheckError(f"the prediction speaks of {sorted(early)[0]!r}, which is known only after it")
    _require_draw(made)
    compiled(made)
    return made


def _require_draw(made: Rule) -> None:
    """Refuse a draw of more than one thing or by what comes after it, and a rule that looks at what it does not see."""
    meant = TAKEN | {OBSERVED, *made.columns} | {said for part in made.updates for said in (part, f"{part}_next")}
    require_open(made.draw, "draw", meant)
    if len(made.draw) > 1:
        raise BoundcheckError(f"{' and '.join(made.draw)} are drawn on each trial; a rule draws one thing")
    for name, formula in made.draw.items():
        if early := names_now(formula) & (AFTER_PREDICTION | {name, OBSERVED}):
            raise BoundcheckError(f"{name} is drawn by {sorted(early)[0]!r}, which is known only after it")
    if made.observe is None:
        if any(OBSERVED in names(formula) for formula in made.formulas):
            raise BoundcheckError("the rule speaks of 'observed'; say with observe what that is")
        return
    if OBSERVED in names(made.observe) | names(made.predict):
        raise BoundcheckError("what is observed, and the prediction, do not speak of 'observed'")
    for formula in (*made.updates.values(), *made.draw.values()):
        if unseen := names(formula) & UNSEEN:
            said = f"the rule speaks of {sorted(unseen)[0]!r}, and sees {write(made.observe)!r} alone"
            raise BoundcheckError(f"{said}, which it calls observed")


@dataclass(frozen=True)
class CompiledRule:
    """A rule's programs: each part's update and start, and the prediction; ``names`` are all that they speak of.

    ``draw`` has the weights of what is drawn, where something is.
    """

    kinds: Mapping[str, Kind]
    updates: Mapping[str, Program]
    start: Mapping[str, Program]
    predict: Program
    names: frozenset[str]
    draw: Mapping[str, Program] = field(default_factory=dict)


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
    updates = tuple(rule.updates.items())
    if rule.observe is not None:
        updates = _seeing(updates, rule.observe)
    return _compiled(updates, tuple(rule.start.items()), rule.predict, columns, tuple(rule.draw.items()))


Parts = tuple[tuple[str, Formula], ...]


@lru_cache(maxsize=256)
def _seeing(updates: Parts, observe: Formula) -> Parts:
    """Return updates with what is observed in its place."""
    return tuple((name, substitute(formula, {OBSERVED: observe})) for name, formula in updates)


@lru_cache(maxsize=256)
def _compiled(updates: Parts, start: Parts, predict: Formula, columns: Further, draw: Parts = ()) -> CompiledRule:
    for name, formula in start:
        on_a_trial = {*OF_A_TRIAL, *dict(updates), *dict(columns), *dict(draw)} - {"n", "identity"}
        if early := names(formula) & on_a_trial:
            raise BoundcheckError(f"the start of {name} speaks of {sorted(early)[0]!r}, which there is only on a trial")
    spoken = frozenset[str]().union(*(names(formula) for _, formula in (*updates, *start, ("", predict), *draw)))
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
    weights = {name: program(formula, kinds) for name, formula in draw}
    for name, formula in draw:
        if weights[name].kind != "vector":
            said = f"{name} is drawn in proportion to {write(formula)!r}, which is {_a(weights[name].kind)}"
            raise BoundcheckError(f"{said}; it has to be a vector")
    return CompiledRule({name: kinds[name] for name, _ in updates}, made, starts, predicted, spoken, weights)


def further_of(rule: Rule) -> Further:
    """Return what the formulas of a claim may say of a trial by this rule: its state before and after it, its columns.

    >>> further_of(rule({"v": "v + x"}, predict="0"))
    (('v', 'vector'), ('v_next', 'vector'))
    """
    columns = ((name, column_kind(name, text).kind) for name, text in rule.columns.items())
    drawn: Further = tuple((name, "number") for name in rule.draw)
    return (*of_state(compiled(rule).kinds), *columns, *drawn)


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
