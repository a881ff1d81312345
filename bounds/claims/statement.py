"""What a claim says, as data: quantity, bound, premises, learner, and what its parameters are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Literal

import sympy

from bounds import symbols as s
from bounds.claims.hints import Hints
from bounds.claims.parts import (
    COUNTING,
    RELATIONS,
    Comparator,
    Hypothesis,
    LearnerSpec,
    Outcomes,
    Quantity,
    Source,
)
from bounds.claims.read_off import OF_COMPARATOR, READ_OFF, comparator_of, geometry_of, premises_read
from bounds.claims.standing import Standing
from bounds.claims.words import Words
from bounds.domains import REAL, SIZE, WHOLE, Domain
from bounds.errors import BoundcheckError
from bounds.expression import as_expression, as_symbol, expression_of, format_expression, formula_of
from bounds.formulas import Formula, names, read, write
from bounds.formulas.latex import latex as formula_latex
from bounds.formulas.rules import further_of
from bounds.formulas.scope import OF_THE_START, TAKEN, Further, require_open
from bounds.formulas.text import as_typed
from bounds.instances import Instance
from bounds.mathematics.geometry import Geometry
from bounds.numbers import Number
from bounds.numbers.evaluate import Values


def _in_order(definitions: Mapping[Any, Formula]) -> dict[Any, Formula]:
    """Return the definitions in an order in which each speaks only of those before it; refuse one that is circular."""
    left, ordered = dict(definitions), dict[Any, Formula]()
    while left:
        open_ones = {symbol.name for symbol in left}
        ready = [symbol for symbol, formula in left.items() if not names(formula) & open_ones]
        if not ready:
            circular = ", ".join(f"{symbol} = {write(formula)}" for symbol, formula in left.items())
            raise BoundcheckError(f"{circular}: this is circular; define a parameter by others")
        for symbol in ready:
            ordered[symbol] = left.pop(symbol)
    return ordered


OF_OUTCOMES = frozenset(("y", "side", "gap", "loss", "err", "u_loss", "u_err", "m", "mplus", "mminus"))
"""Names that say something of the outcomes."""

_PLAYS = ("learner", "version", "second", "second_version")
"""The parts of a comparison that say who plays."""

_WORDS = (*_PLAYS, "over")
"""The parts of it that are no formulas of what is compared."""

TIDY = 60
"""Operations in a bound up to which it is simplified to be read."""


FREE = (
    "the free parameters as a tuple, such as (eta,), the end of a range as a premise, and a domain that is not the "
    "usual one in domains"
)


@dataclass(frozen=True, repr=False)
class Statement(Hints):
    """A statement: under ``hypotheses``, ``quantity`` stands in ``relation`` to ``bound``.

    What each field says is described in Claim; its hints claim nothing. Mathematics in the texts of a claim and its
    parts stands between backquotes, which are not shown: see bounds.claims.words.
    """

    id: str
    title: str
    source: Source
    standing: Standing
    quantity: Quantity
    bound: Any
    relation: str = "<="
    hypotheses: tuple[Hypothesis, ...] = ()
    outcomes: Outcomes = Outcomes.INTERVALS
    comparator: Comparator = READ_OFF
    separates: str = ""
    geometry: Geometry | None = READ_OFF
    learner: LearnerSpec | None = None
    start: Literal["", "any", "positive"] = ""
    defines: Mapping[Any, Any] = field(default_factory=dict)
    free: Annotated[tuple[Any, ...], FREE] = ()
    domains: Mapping[Any, Domain] = field(default_factory=dict)
    measures: Mapping[Any, Callable[[Instance, Values], Number]] = field(default_factory=dict)
    nature: Mapping[str, Any] | None = None
    adversary: Literal["oblivious", "adaptive"] = "oblivious"
    longer_than: Any = None
    base: Statement | None = None
    written: Formula | None = field(default=None, compare=False)
    definitions: Mapping[Any, Formula] = field(default_factory=dict, compare=False)

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """Know the claim's own symbols where it is unpickled, as in another process."""
        self.__dict__.update(state)
        for symbol in self.domains:
            s.own(symbol.name)

    def __hash__(self) -> int:
        """Return a hash that agrees with equality, which is that of all parts."""
        return hash((self.id, str(self.bound), self.relation))

    def __post_init__(self) -> None:
        """Read the mathematics in the title; make the bound and what defines parameters sympy expressions."""
        object.__setattr__(self, "title", Words(self.title))
        object.__setattr__(self, "learners", Words(self.learners))
        if isinstance(self.bound, str):
            object.__setattr__(self, "written", as_typed(self.bound))
        object.__setattr__(self, "bound", as_expression(self.bound))
        if self.written is not None and expression_of(self.written) != self.bound:
            object.__setattr__(self, "written", None)
        self._define()
        object.__setattr__(self, "hypotheses", tuple(self.hypotheses))
        self._read_off()
        object.__setattr__(self, "free", tuple(map(as_symbol, self.free)))
        object.__setattr__(self, "domains", {as_symbol(symbol): domain for symbol, domain in self.domains.items()})
        made = {as_symbol(symbol): as_expression(end) for symbol, end in self.made_below.items()}
        object.__setattr__(self, "made_below", {symbol: end for symbol, end in made.items() if symbol in self.free})
        if self.relation not in RELATIONS:
            raise BoundcheckError(f"unknown relation {self.relation!r}; use {', '.join(RELATIONS)}")
        self._require_names()

    def _read_off(self) -> None:
        """Read off the premises in which geometry U and X are measured, and what is asked of the comparator."""
        if self.geometry is READ_OFF:
            object.__setattr__(self, "geometry", geometry_of(premises_read(self.hypotheses)))
        if self.comparator is READ_OFF:
            spoken = bool(self.compared_names & OF_COMPARATOR)
            asked = comparator_of(premises_read(self.hypotheses)) if spoken else Comparator.NONE
            object.__setattr__(self, "comparator", asked)

    def _define(self) -> None:
        """Make the definitions sympy expressions; keep the formulas that they were written as, where these say so."""
        given = {as_symbol(symbol): value for symbol, value in self.defines.items()}
        defines = {symbol: as_expression(value) for symbol, value in given.items()}
        typed = {symbol: as_typed(value) for symbol, value in given.items() if isinstance(value, str)}
        kept = {a: f for a, f in self.definitions.items() if a in defines and expression_of(f) == defines[a]}
        others = {a: as_typed(format_expression(e)) for a, e in defines.items() if a not in kept | typed}
        ordered = _in_order(kept | typed | others)
        object.__setattr__(self, "defines", {symbol: defines[symbol] for symbol in ordered})
        object.__setattr__(self, "definitions", ordered)

    def _require_names(self) -> None:
        """Refuse a parameter that is counted or said of a trial, and a part of a rule's state that is a parameter."""
        parameters = set(map(str, (*self.free, *self.defines, *self.measures)))
        counted = set(map(str, self.counted))
        require_open(parameters, "parameter", counted if self.outcomes is Outcomes.NONE else TAKEN | counted)
        if self.learner is not None and self.learner.rule is not None:
            require_open(self.learner.rule.updates, "part of the state", parameters | set(map(str, self.in_bound)))
        known = {*TAKEN, "i", *dict(self.further), *parameters, *counted, *map(str, self.in_bound), *self._local}
        if unknown := {name for name in self.compared_names - known if not s.known(name)}:
            raise BoundcheckError(f"unknown name {min(unknown)!r}; {s.remedy(min(unknown), [*known])}")

    # --- what is said ------------------------------------------------------------------------------------

    @property
    def content(self) -> dict[str, Any]:
        """All that is claimed, part by part, as data: no name, no text, and nothing that only helps a judge."""
        return {
            "learner": None if self.learner is None else self.learner.statement,
            "quantity": self.quantity.statement,
            "bound": self.bound,
            "relation": self.relation,
            "premises": frozenset(hypothesis.statement for hypothesis in self.hypotheses),
            "definitions": dict(self.defines),
            "domains": {symbol: self.domain(symbol) for symbol in self.spoken},
            "kind of outcomes": self.outcomes,
            "kind of comparator": self.comparator,
            "separation": self.separates,
            "start": (self.start, self.takes_start),
            "geometry": self.geometry,
            "set of measures": dict(self.measures),
            "number of trials": self.longer_than,
            "nature": self.nature,
            "adversary": self.adversary,
        }

    def difference(self, other: Statement) -> dict[str, tuple[Any, Any]]:
        """Return in what two statements differ: for each part, what this one says and what the other does.

        Where it is empty they claim the same, whatever they are called.

        >>> from boundcheck import theorem
        >>> five = theorem("bylander.5")
        >>> five.difference(five.replace(bound="U**2*X**2 + 1"))["bound"]
        (floor(U**2*X**2), U**2*X**2 + 1)
        >>> "learner" in five.difference(theorem("bylander.6"))
        True
        """
        mine, others = self.content, other.content
        return {part: (mine[part], others[part]) for part in mine if mine[part] != others[part]}

    def fixed_besides(self, other: Statement) -> dict[Any, Any]:
        """Return what this statement fixes and another does not, or at another value, by symbol.

        >>> from boundcheck import theorem
        >>> five = theorem("bylander.5")
        >>> five.replace(define={"eta": 3}).fixed_besides(five)
        {eta: 3}
        """
        return {symbol: value for symbol, value in self.defines.items() if other.defines.get(symbol) != value}

    # --- symbols -----------------------------------------------------------------------------------------

    @property
    def parameters(self) -> list[Any]:
        """The symbols that a variant may fix: those that an instance may set, and those fixed already.

        >>> from boundcheck import theorem
        >>> theorem("bylander.2").parameters
        [U, X, eta]
        """
        norms = [s.U, s.X] if self.geometry is not None else []
        return sorted({*self.spoken, *norms, *self.measures} - self.measured, key=str)

    @cached_property
    def spoken(self) -> frozenset[Any]:
        """The parameters that the claim's formulas speak of, or that it leaves free or fixes."""
        texts = [*self.learner.spoken] if self.learner is not None else []
        texts += [said for part in self.quantity.formula for key, said in part.items() if key in _PLAYS]
        words = self.compared_names.union(*(names(read(text)) for text in texts if text)) - dict(self.further).keys()
        spoken = {*self.in_bound, *map(s.lookup, filter(s.known, words))}
        local = self._local
        spoken -= {symbol for symbol in spoken if symbol.name in local}
        of_trials = set() if self.outcomes is Outcomes.NONE else {s.z, *s.OF_A_TRIAL}
        return frozenset({*self.free, *self.defines, *(spoken - self.counted - of_trials)})

    @cached_property
    def further(self) -> Further:
        """What the claim's formulas may say of a trial besides: the parts of the state of its learner by rule."""
        return () if self.learner is None or self.learner.rule is None else further_of(self.learner.rule)

    @property
    def draws(self) -> bool:
        """Whether the learner draws something on each trial, so that the claim is about an expectation."""
        return self.learner is not None and self.learner.rule is not None and bool(self.learner.rule.draw)

    @property
    def columns(self) -> Mapping[str, str]:
        """What a trial shows besides example and outcome: the kind of each column by its name."""
        return {} if self.learner is None or self.learner.rule is None else self.learner.rule.columns

    @cached_property
    def in_quantity(self) -> frozenset[str]:
        """The names in the formulas of what is compared; who plays is said besides."""
        texts: list[str] = []
        for said in (said for part in self.quantity.formula for key, said in part.items() if key not in _WORDS):
            texts += said.values() if isinstance(said, Mapping) else [said]
        return frozenset[str]().union(*(names(read(text)) for text in texts if text))

    @cached_property
    def compared_names(self) -> frozenset[str]:
        """The names in what is compared and in the premises."""
        return self.in_quantity.union(*(hypothesis.spoken for hypothesis in self.hypotheses))

    @property
    def _local(self) -> set[str]:
        """The names that the formulas of what is compared give a meaning themselves."""
        return {name for part in self.quantity.formula for name in part.get("with", {})}

    @cached_property
    def in_bound(self) -> frozenset[Any]:
        """The symbols in the bound, as it is written: one that cancels is among them."""
        return frozenset(self.bound.free_symbols if self.written is None else map(s.lookup, names(self.written)))

    @property
    def measured(self) -> set[Any]:
        """The symbols that are what is read off an instance, which no instance and no variant sets."""
        return {symbol for symbol, measure in self.measures.items() if not getattr(measure, "settable", False)}

    @property
    def counted(self) -> set[Any]:
        """The symbols that are counted on an instance: trials, attributes, and what the comparator has k of."""
        trials = set() if self.outcomes is Outcomes.NONE else {s.l, s.n}
        return trials | ({s.k} if self.comparator in COUNTING else set())

    def whole(self, symbol: Any) -> bool:
        """Tell whether a parameter counts, so that it is a whole number."""
        return bool(symbol.is_integer) or self.domains.get(symbol, REAL).whole

    def domain(self, symbol: Any) -> Domain:
        """Return what a symbol may be, whatever the premises say: the one statement that all judges read.

        It is what ``domains`` says, or else what the glossary's symbol usually is. What is measured on an instance is
        what it is, or where an instance sets it a whole number if it counts; an instance is taken to have one
        attribute at least.

        >>> from bounds.claims.catalogue import theorem
        >>> from bounds import symbols as s
        >>> print(theorem("bylander.2").domain(s.eta), "and", theorem("bylander.A1").domain(s.eta))
        a number > 0 and any number
        """
        if symbol in self.measures:
            said = self.domains.get(symbol, REAL)
            return said if said.whole else WHOLE if symbol.is_integer else REAL
        usual = SIZE if symbol == s.n and s.n in self.counted else s.usual(symbol)
        return self.domains.get(symbol, usual)

    # --- parts -------------------------------------------------------------------------------------------

    @property
    def own(self) -> bool:
        """Whether the claim is one's own: no source has it, and its parameters mean what the rule makes of them."""
        return self.standing is Standing.STATED

    @property
    def distance(self) -> Geometry | None:
        """Whose distance d(u, w) the proof looks at: the per-trial inequality's own, or the geometry's."""
        of_trial = None if self.per_trial is None else self.per_trial.distance
        return self.geometry if of_trial is None else of_trial

    def allowance(self, *, tidy: bool = False) -> tuple[Any, Any] | None:
        """Return the per-trial inequality's (scale, charge) as expressions, or None if the bound has none.

        ``tidy`` simplifies the scale for reading, where the bound is short: simplifying a long one need not end.
        """
        if self.per_trial is None or self.distance is None:
            return None
        bound = self.inner_bound
        counter = self.per_trial.counter
        if self.per_trial.tuned:
            start, charge = bound / 2, bound / (2 * s.l)
        elif counter is None:
            start, charge = bound, sympy.Integer(0)
        else:
            start, charge = bound.subs(counter, 0), sympy.diff(bound, counter)
            if charge.has(counter):
                return None
        scale = start / self.distance.initial
        return sympy.simplify(scale) if tidy and bound.count_ops() <= TIDY else scale, charge

    @property
    def takes_start(self) -> bool:
        """Whether an instance may have a start vector: the claim speaks of one, or has a premise about it."""
        return bool(self.start) or any(h.spoken & OF_THE_START for h in self.hypotheses)

    @property
    def inner_bound(self) -> Any:
        """The bound without a floor around it (an integer is at most the floor iff it is at most the inside)."""
        return self.bound.args[0] if isinstance(self.bound, sympy.floor) else self.bound

    @property
    def inequality(self) -> str:
        """The compared quantity, the relation and the bound on one line."""
        amount, where = self.quantity.parts
        return f"{amount} {self.relation} {self.bound_text}" + (f", {where}" if where else "")

    @cached_property
    def formula(self) -> Formula:
        """The bound as its author wrote it, which the judges evaluate; as sympy has it where it was made of others.

        >>> from boundcheck import theorem
        >>> write(theorem("bylander.5").replace(bound="U*X**2*U").formula)
        'U*X**2*U'
        """
        return formula_of(self.bound) if self.written is None else self.written

    @property
    def bound_text(self) -> str:
        """The bound as its author wrote it; as sympy orders it where it was made of others."""
        return str(self.bound) if self.written is None else write(self.written)

    @property
    def definition_texts(self) -> dict[str, str]:
        """What the claim fixes parameters to by their names, as its author wrote it.

        >>> from boundcheck import theorem
        >>> theorem("bylander.5").definition_texts
        {'eta': '1/X**2'}
        """
        return {symbol.name: write(formula) for symbol, formula in self.definitions.items()}

    def definition_text(self, symbol: Any) -> str:
        """Return what a parameter is fixed to, such as ``eta = 1/X**2``, as its author wrote it."""
        return f"{symbol} = {write(self.definitions[symbol])}"

    @property
    def bound_latex(self) -> str:
        """The bound in LaTeX, in its author's order where he wrote it."""
        return s.latex(self.bound, ln_notation=True) if self.written is None else formula_latex(self.written)

    @property
    def of_comparator(self) -> str:
        """What is asked of the comparator besides its norm, in words."""
        counts = self.comparator is Comparator.EXPERT and (s.k in self.in_bound or "k" in self.compared_names)
        return self.separates or self.comparator.value + (", wrong on k trials" if counts else "")

    @property
    def of_outcomes(self) -> str:
        """What the outcomes are, in words; what their labels are does not matter where nothing speaks of them."""
        rule = None if self.learner is None else self.learner.rule
        if rule is None:
            return self.outcomes.value
        spoken = {*self.compared_names, *(name for update in rule.updates.values() for name in names(update))}
        if spoken & OF_OUTCOMES:
            return self.outcomes.value
        _, _, examples = self.outcomes.value.partition(", ")
        return "of no consequence: nothing looks at them" + (f"; {examples}" if examples else "")

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        return f"{self.id}: {self.inequality}"
