"""Claims: what a source says, as an object that can be checked, attacked, tuned and printed."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

import sympy

from bounds import symbols as s
from bounds.claims.case import Case
from bounds.claims.catalogue import catalogued, theorem
from bounds.claims.comparisons import Row
from bounds.claims.domains import NONNEGATIVE, REAL, SIZE, Domain
from bounds.claims.latex import claim_latex
from bounds.claims.limits import Range, implied, premise, range_of, stated_domains
from bounds.claims.parts import (
    COUNTING,
    RELATIONS,
    Comparator,
    Hypothesis,
    LearnerSpec,
    Measure,
    Outcomes,
    PerTrial,
    Quantity,
    Source,
    always,
    as_written,
)
from bounds.claims.shown import claim_html, claim_report
from bounds.claims.standing import Standing
from bounds.claims.words import Words
from bounds.data.instances import Instance
from bounds.display import rich_report
from bounds.errors import BoundcheckError
from bounds.expression import as_expression, as_symbol, require_possible
from bounds.mathematics.geometry import Geometry
from bounds.numbers import Number, compare
from bounds.numbers.evaluate import Values
from bounds.optima import Tuning
from bounds.optima.claim_tuning import tune_claim

__all__ = [
    "COUNTING",
    "RELATIONS",
    "Case",
    "Claim",
    "Comparator",
    "Hypothesis",
    "LearnerSpec",
    "Measure",
    "Outcomes",
    "PerTrial",
    "Quantity",
    "Row",
    "Source",
    "Standing",
    "always",
    "as_written",
]


def _in_order(defines: Mapping[Any, Any]) -> dict[Any, Any]:
    """Return the definitions in an order in which each speaks only of those before it; refuse one that is circular."""
    left, ordered = dict(defines), dict[Any, Any]()
    while left:
        ready = [symbol for symbol, expression in left.items() if not expression.free_symbols & left.keys()]
        if not ready:
            circular = ", ".join(f"{symbol} = {expression}" for symbol, expression in left.items())
            raise BoundcheckError(f"{circular}: this is circular; define a parameter by others")
        for symbol in ready:
            ordered[symbol] = left.pop(symbol)
    return ordered


_MOST = {s.p: 200, s.d: 24, s.N: 4000, s.k: 10_000}
"""The largest numerator and denominator of parameters that are exponents, or sizes of what is summed up."""

TIDY = 60
"""Operations in a bound up to which it is simplified to be read."""


@dataclass(frozen=True, repr=False)
class Claim:
    """A statement: under ``hypotheses``, ``quantity`` stands in ``relation`` to ``bound``.

    ``defines`` gives the parameters that the statement itself fixes (such as eta = 1/X**2), ``free`` the others.
    What these may be is said once (see ``ranges``): premises give the ends, and ``domains`` the domain of a parameter
    that is not what the glossary's symbol usually is, such as any real number; ``made_below`` tells how far instances
    are made where no premise gives an end in closed form;
    ``measures`` gives what is read off the instance (see Measure: only what is settable may be set);
    ``separates`` says what the claim asks of the comparator where ``comparator`` tells only how one is made.
    ``longer_than`` is an expression that the number of trials has to exceed. ``family`` names the way in
    which instances are made (see adversaries.generate.families), where outcomes and comparator do not say it all.
    Mathematics in the texts of a claim and its parts stands between backquotes, which are not shown: see
    bounds.claims.words.

    >>> from boundcheck import theorem
    >>> theorem("bylander.2").bound
    U**2/(2*eta) + X**2*eta*l/2
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
    comparator: Comparator = Comparator.ANY
    separates: str = ""
    geometry: Geometry | None = None
    learner: LearnerSpec | None = None
    start: Literal["", "any", "positive"] = ""
    defines: Mapping[Any, Any] = field(default_factory=dict)
    free: tuple[Any, ...] = ()
    domains: Mapping[Any, Domain] = field(default_factory=dict)
    made_below: Mapping[Any, Any] = field(default_factory=dict)
    measures: Mapping[Any, Callable[[Instance, Values], Number]] = field(default_factory=dict)
    per_trial: PerTrial | None = None
    ties: str = "no ties matter"
    attained: bool = False
    longer_than: Any = None
    family: str = ""
    note: str = ""
    counterpart: str = ""
    base: Claim | None = None

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Return how a pickle makes the claim again: one of the catalogue comes back as itself."""
        return (theorem, (self.id,)) if catalogued(self) else super().__reduce_ex__(protocol)

    def __hash__(self) -> int:
        """Return a hash that agrees with equality, which is that of all parts."""
        return hash((self.id, str(self.bound), self.relation))

    def __post_init__(self) -> None:
        """Read the mathematics in the title; make the bound and what defines parameters sympy expressions."""
        object.__setattr__(self, "title", Words(self.title))
        object.__setattr__(self, "bound", as_expression(self.bound))
        defines = {as_symbol(symbol): as_expression(expression) for symbol, expression in self.defines.items()}
        object.__setattr__(self, "defines", _in_order(defines))
        if isinstance(self.free, str | Mapping):
            raise BoundcheckError(
                f"free is {self.free!r}; give the free parameters as a tuple, such as (eta,), the end of a range as a "
                "premise, and a domain that is not the usual one in domains"
            )
        object.__setattr__(self, "free", tuple(map(as_symbol, self.free)))
        object.__setattr__(self, "domains", {as_symbol(symbol): domain for symbol, domain in self.domains.items()})
        made = {as_symbol(symbol): as_expression(end) for symbol, end in self.made_below.items()}
        object.__setattr__(self, "made_below", {symbol: end for symbol, end in made.items() if symbol in self.free})
        if self.relation not in RELATIONS:
            raise BoundcheckError(f"unknown relation {self.relation!r}; use {', '.join(RELATIONS)}")

    # --- variants ------------------------------------------------------------------------------------

    def replace(
        self,
        *,
        bound: Any = None,
        without: str | Sequence[str] = (),
        learner: LearnerSpec | None = None,
        relation: str | None = None,
        define: Mapping[Any, Any] | None = None,
    ) -> Claim:
        """Return a variant: another bound, relation or learner, fewer hypotheses, other fixed parameters.

        The variant's id ends in ``*`` and its standing is unknown to the catalogue. Expressions may be given as text.

        >>> from bounds.claims.catalogue import theorem
        >>> from bounds import symbols as s
        >>> print(theorem("bylander.8").replace(bound=s.U**2 * s.X**2 / (8 * s.tau)))
        bylander.8*: Abs-Loss(A, S, tau) - Abs-Loss(u, S) <= U**2*X**2/(8*tau)
        """
        names = {without} if isinstance(without, str) else set(without)
        fixed = {as_symbol(symbol): as_expression(expression) for symbol, expression in (define or {}).items()}
        self._require_open(fixed)
        if learner is not None and not isinstance(learner, LearnerSpec):
            raise BoundcheckError(
                f"the learner is {learner!r}; give a LearnerSpec, or make one with verify.with_learner(claim, learner)"
            )
        unknown = names - {h.name for h in self.hypotheses}
        if unknown:
            known = ", ".join(h.name for h in self.hypotheses)
            raise BoundcheckError(f"{self.id} has no hypothesis {sorted(unknown)[0]!r}; it has {known}")
        stated = self.bound if bound is None else as_expression(bound)
        written = as_written(bound, *(define or {}).values())
        of_rule = set() if learner is None or learner.rule is None else set(map(s.lookup, learner.rule.parameters))
        self._require_known(stated, *fixed.values(), known=of_rule)
        new = of_rule - {*self.parameters, *self.counted}
        return dataclasses.replace(
            self,
            id=self.id if self.base is not None else f"{self.id}*",
            base=self.base or self,
            bound=stated,
            relation=relation or self.relation,
            hypotheses=(*(h for h in self.hypotheses if h.name not in names), *written),
            learner=learner.put_into(self.learner) if learner is not None else self.learner,
            defines={**self.defines, **fixed},
            free=tuple(a for a in dict.fromkeys((*self.free, *sorted(new, key=str))) if a not in fixed),
            domains={
                **self.domains,
                **{a: REAL for a, value in fixed.items() if value != self.defines.get(a) and not a.is_integer},
            },
            made_below={a: end for a, end in self.made_below.items() if not self._limited(a, names)},
            attained=False,
            start="any" if "start" in names else self.start,
        )

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
        texts = [hypothesis.formula for hypothesis in self.hypotheses]
        texts += self.learner.spoken if self.learner is not None else []
        texts += [text for part in self.quantity.formula for text in map(str, part.values())]
        words = set(re.findall(r"[A-Za-z_]\w*", " ".join(texts)))
        local = {name for part in self.quantity.formula for name in part.get("with", {})}
        spoken = {*self.bound.free_symbols, *map(s.lookup, words & s.glossary().keys())}
        spoken -= {symbol for symbol in spoken if symbol.name in local}
        of_trials = set() if self.outcomes is Outcomes.NONE else {s.z, *s.OF_A_TRIAL}
        return frozenset({*self.free, *self.defines, *(spoken - self.counted - of_trials)})

    @cached_property
    def in_bound(self) -> frozenset[Any]:
        """The symbols in the bound."""
        return frozenset(self.bound.free_symbols)

    @property
    def measured(self) -> set[Any]:
        """The symbols that are what is read off an instance, which no instance and no variant sets."""
        return {symbol for symbol, measure in self.measures.items() if not getattr(measure, "settable", False)}

    def _require_open(self, fixed: Mapping[Any, Any]) -> None:
        """Raise BoundcheckError for a symbol that is no parameter, or a number that it cannot be."""
        for symbol, value in fixed.items():
            if symbol not in self.parameters:
                known = ", ".join(map(str, self.parameters)) or "none"
                raise BoundcheckError(f"{self.id} has no parameter {symbol} to set; it has {known}")
            if value.is_number:
                require_possible(symbol, value, self.domain(symbol))
            elif symbol.is_integer and value.is_integer is not True:
                raise BoundcheckError(f"{symbol} = {value} is not certainly an integer, but {symbol} counts; give one")

    def _require_known(self, *expressions: Any, known: set[Any]) -> None:
        """Raise BoundcheckError for a symbol of which the claim does not say what it is."""
        known = {*known, *self.parameters, *self.bound.free_symbols, *self.counted}
        new = {symbol for expression in expressions for symbol in expression.free_symbols} - known - s.OF_A_TRIAL
        if new:
            name, names = min(map(str, new)), ", ".join(sorted(map(str, known)))
            raise BoundcheckError(f"{self.id} does not say what {name} is; write in {names}, or in numbers")

    def _limited(self, symbol: Any, names: set[str]) -> bool:
        """Tell whether one of the named premises may limit the parameter from above."""
        for found in (premise(hypothesis) for hypothesis in self.hypotheses if hypothesis.name in names):
            below = found and (found.right if found.operator in (">", ">=") else found.left)
            if below is not None and symbol in below.free_symbols:
                return True
        return False

    # --- what parameters may be ------------------------------------------------------------------------

    @property
    def counted(self) -> set[Any]:
        """The symbols that are counted on an instance: trials, attributes, and what the comparator has k of."""
        trials = set() if self.outcomes is Outcomes.NONE else {s.l, s.n}
        return trials | ({s.k} if self.comparator in COUNTING else set())

    def domain(self, symbol: Any) -> Domain:
        """Return what a symbol may be, whatever the premises say: the one statement that all judges read.

        It is what ``domains`` says, or else what the glossary's symbol usually is. What is measured on an instance is
        what it is; an instance is taken to have one attribute at least.

        >>> from bounds.claims.catalogue import theorem
        >>> from bounds import symbols as s
        >>> print(theorem("bylander.2").domain(s.eta), "and", theorem("bylander.A1").domain(s.eta))
        a number > 0 and any number
        """
        if symbol in self.measures:
            return REAL
        usual = SIZE if symbol == s.n and s.n in self.counted else s.usual(symbol)
        return self.domains.get(symbol, usual)

    @cached_property
    def ranges(self) -> Mapping[Any, Range]:
        """What each free parameter may be: its domain, and the end that a premise gives it.

        >>> from boundcheck import theorem
        >>> [str(found.end) for found in theorem("bylander.7").ranges.values()]
        ['2/(U*X**2)']
        """
        return {symbol: range_of(self, symbol) for symbol in self.free}

    @cached_property
    def signed(self) -> frozenset[Any]:
        """The free parameters that may be negative: neither their domain nor a premise about them says otherwise."""
        free = (symbol for symbol in self.free if self.domain(symbol).low is None)
        return frozenset(symbol for symbol in free if not implied(self, symbol, NONNEGATIVE))

    @cached_property
    def stated_domains(self) -> tuple[tuple[Any, Domain], ...]:
        """The domains of parameters that are premises of the claim (see ``bounds.claims.limits.stated_domains``)."""
        return tuple(stated_domains(self))

    # --- evaluation ----------------------------------------------------------------------------------

    def case(self, instance: Instance) -> Case:
        """Put an instance under this claim; its values, run and comparisons are computed on demand."""
        return Case(self, instance)

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
        return bool(self.start) or any(hypothesis.name == "start" for hypothesis in self.hypotheses)

    def admit(self, instance: Instance) -> None:
        """Raise BoundcheckError for what the claim does not speak of: a start vector, other outcomes, a rate <= 0."""
        if not self.outcomes.admits_all:
            for t, outcome in enumerate(instance.trials.outcomes, 1):
                if not self.outcomes.admits(outcome):
                    raise BoundcheckError(f"{self.id} is about {self.outcomes.value}; on trial {t} there is {outcome}")
        if instance.start is not None and not self.takes_start:
            raise BoundcheckError(f"{self.id} says where its learner starts; remove the start vector {instance.start}")
        for symbol, given in instance.parameters.items():
            if symbol in self.measured:
                raise BoundcheckError(f"{self.id} reads {symbol} off the trials; do not set {symbol}")
            if symbol.is_integer and not (isinstance(given, Fraction) and given.denominator == 1 and given >= 0):
                raise BoundcheckError(f"{symbol} is {given}; {self.id} needs a whole number that is not negative")
            most = _MOST.get(symbol)
            if most is not None and isinstance(given, Fraction) and max(given.numerator, given.denominator) > most:
                raise BoundcheckError(f"{symbol} is {given}; exact arithmetic reaches as far as {most}, give less")
        for symbol in self.free:
            value, domain = instance.parameters.get(symbol), self.domain(symbol)
            if value is None or domain.low is None:
                continue
            order = compare(value, Fraction(domain.low))
            if order is not None and (order < 0 or (order == 0 and domain.open)):
                raise BoundcheckError(f"{symbol} is {value}; {self.id} needs {domain.text(symbol)}")

    @property
    def inner_bound(self) -> Any:
        """The bound without a floor around it (an integer is at most the floor iff it is at most the inside)."""
        return self.bound.args[0] if isinstance(self.bound, sympy.floor) else self.bound

    def tune(
        self, symbol: str | Any, *, where: Mapping[Any, Any] | None = None, subject_to: Sequence[Any] = ()
    ) -> Tuning:
        """Return the best value of a free parameter, with the proof that it is the minimum.

        ``where`` puts in exact values or expressions for other symbols, ``subject_to`` adds constraints on the
        parameter (see ``bounds.optima.tune``).

        >>> from boundcheck import theorem
        >>> theorem("bylander.2").tune("eta").optimum
        U/(X*sqrt(l))
        >>> theorem("bylander.2").tune("eta", where={"U": 1, "X": 1, "l": 100}).optimum
        1/10
        """
        return tune_claim(self, symbol, where=where, subject_to=subject_to)

    # --- display -------------------------------------------------------------------------------------

    @property
    def inequality(self) -> str:
        """The compared quantity, the relation and the bound on one line."""
        amount, where = self.quantity.parts
        return f"{amount} {self.relation} {self.bound}" + (f", {where}" if where else "")

    @property
    def of_comparator(self) -> str:
        """What is asked of the comparator besides its norm, in words."""
        return self.separates or self.comparator.value

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        return f"{self.id}: {self.inequality}"

    def latex(self) -> str:
        """Return the relation in LaTeX, words as text."""
        return claim_latex(self)

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def _repr_html_(self) -> str:
        return claim_html(self)

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        printer.text(claim_report(self))

    def __rich__(self) -> Any:
        return rich_report(claim_report(self))


def as_claim(claim: Claim | str) -> Claim:
    """Return a claim as it is, and the claim of an id; raise BoundcheckError for anything else.

    >>> from bounds.claims.catalogue import theorem
    >>> as_claim("bylander.5") is as_claim(theorem("bylander.5"))
    True
    """
    if isinstance(claim, Claim):
        return claim
    if not isinstance(claim, str):
        raise BoundcheckError(f"the claim is {claim!r}; give a Claim, or an id such as 'bylander.5'")
    return theorem(claim)
