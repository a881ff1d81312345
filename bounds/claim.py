"""Claims: what a source says, as an object that can be checked, attacked, tuned and printed."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Literal

import sympy

from bounds import symbols as s
from bounds.comparisons import Comparison, all_compiled, comparisons
from bounds.comparisons import Row as Row
from bounds.domains import NONNEGATIVE, REAL, SIZE, Domain
from bounds.errors import BoundcheckError, UndefinedValue
from bounds.evaluate import Values, evaluate
from bounds.expression import as_expression, as_symbol, format_expression, lost_conditions, require_possible
from bounds.fast.verdict import order
from bounds.formulas.program import Program
from bounds.formulas.rules import Rule
from bounds.formulas.slack import slack
from bounds.formulas.text import read
from bounds.formulas.tree import Formula
from bounds.geometry import Geometry
from bounds.learners import Learner
from bounds.limits import implied, premise, stated_domains
from bounds.numbers import Number, compare
from bounds.run import Run
from bounds.scope import Play, RunNames, compiled
from bounds.trials import Instance, Interval, Outcome
from bounds.versions import Version

if TYPE_CHECKING:
    from bounds.tuning import Tuning


RELATIONS = ("<=", "<", "==", ">=", ">")
"""What a claim may say of the compared amount and its bound."""


class Standing(Enum):
    """How a statement of a source stands after an audit, or that it is one's own and nobody has audited it."""

    TRUE = "true as printed"
    QUALIFIED = "true with a silent hypothesis made explicit"
    FALSE = "false as printed"
    AMBIGUOUS = "ambiguous: true in the reading given"
    STATED = "stated, not audited"


class Outcomes(Enum):
    """What the trials of a claim look like."""

    INTERVALS = "any real intervals"
    LABELS = "labels +1 and -1"
    POINTS = "single points"
    EXPERTS = "labels, examples in [0, 1]^n"
    MASTER = "labels, examples in {-1, +1}^n"
    BOOLEAN = "labels, examples in {0, 1}^n"
    NONE = "none: the claim is about parameters alone"

    @property
    def kind(self) -> str:
        """Labels, points, intervals or none: what an outcome is, whatever the examples are."""
        kinds = {Outcomes.INTERVALS: "intervals", Outcomes.POINTS: "points", Outcomes.NONE: "none"}
        return kinds.get(self, "labels")

    @property
    def admits_all(self) -> bool:
        """Whether any outcome will do: labels stand for intervals, and claims about parameters look at none."""
        return self in (Outcomes.INTERVALS, Outcomes.NONE)

    def admits(self, outcome: Outcome) -> bool:
        """Tell whether the outcome is of this kind."""
        if isinstance(outcome, Interval):
            return self.admits_all or (self is Outcomes.POINTS and outcome.lo is not None and outcome.lo == outcome.hi)
        return self is not Outcomes.POINTS


class Comparator(Enum):
    """What is asked of the comparator besides its norm."""

    ANY = "any vector of the class"
    SEPARATING = "y u.x >= 1 on every trial"
    NOISY = "y u.x >= 1 on every trial but k, where y u.x <= 0"
    EXPERT = "one of the attributes, wrong on k trials"
    GAP = "y u.x >= delta > 0 on every trial"
    DISJUNCTION = "0 or 1 on each attribute, with k ones: the relevant attributes"
    NONE = "none"


@dataclass(frozen=True)
class Source:
    """Where a statement stands: document, the source's own label, and page."""

    document: str
    label: str
    page: str

    def __str__(self) -> str:
        return f"{self.document}, {self.label}, {self.page}"


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

COUNTING = (Comparator.NOISY, Comparator.EXPERT, Comparator.DISJUNCTION)
"""Kinds of comparators whose k is counted on the instance."""


@lru_cache(maxsize=1024)
def _amount(formula: str) -> Program:
    """Compile what a parameter is read off an instance as."""
    return compiled(read(formula))


_tree = lru_cache(maxsize=4096)(read)


@lru_cache(maxsize=4096)
def _said(formula: str) -> tuple[Program, str]:
    """Return the amount by which a premise holds, and how it compares with 0."""
    amount, relation = slack(_tree(formula))
    found = compiled(amount)
    if found.kind != "number":
        raise BoundcheckError(f"the premise {formula!r} is no truth; compare two numbers, as in norm(u, 2) <= U")
    return found, relation


def _require_one(what: str, function: object, formula: object) -> None:
    """Refuse a part of a claim that says nothing, and one that says it twice: two statements may differ."""
    if (function is None) == (not formula):
        found = "says nothing" if function is None else "has a formula and a function"
        raise BoundcheckError(f"{what} {found}; give it a formula, or a function")


@dataclass(frozen=True)
class Hypothesis:
    """One premise, as a ``formula`` in the language of certificates, such as ``norm(u, 2) <= U``.

    ``silent`` marks a premise that the source uses without saying so. What the language does not say is a ``function``,
    in the place of the formula, whose value on a case is compared with zero by ``relation`` (one of >=, >, ==); it has
    no certificates, and says the same as itself alone.

    >>> Hypothesis("examples", "every example is short", formula="max_t(norm(x, 2)) <= 1").relation
    '>='
    """

    name: str
    text: str
    function: Callable[[Case], Number] | None = field(default=None, hash=False)
    relation: str = ">="
    silent: bool = False
    formula: str = ""

    def __post_init__(self) -> None:
        """Read the formula; refuse what says nothing, and what says it twice."""
        _require_one(f"the premise {self.name!r}", self.function, self.formula)
        if self.function is None:
            object.__setattr__(self, "relation", _said(self.formula)[1])

    def slack(self, case: Case) -> Number:
        """Return what has to be at least 0, more than 0 or equal to 0, as the relation says."""
        if self.function is not None:
            return self.function(case)
        amount: Number = _said(self.formula)[0].value(case.scope)
        return amount

    @property
    def tree(self) -> Formula | None:
        """The formula as a tree; None where a function says the premise."""
        return _tree(self.formula) if self.formula else None

    @property
    def statement(self) -> tuple[Any, str]:
        """What the premise says, whatever its name and words are: two premises say the same if these are equal."""
        return self.tree or self.function, self.relation

    def __str__(self) -> str:
        return self.text + (" (silent in the source)" if self.silent else "")


def as_written(*given: Any) -> tuple[Hypothesis, ...]:
    """Return the premises that texts of expressions have values: sympy would give U/U one at U = 0.

    >>> [premise.text for premise in as_written("U/U + sqrt(U - X)**2", "U/X")]
    ['U != 0', 'U - X >= 0']
    """
    texts = [text for text in given if isinstance(text, str)]
    found = []
    for expression, relation in dict.fromkeys(condition for text in texts for condition in lost_conditions(text)):
        said = f"{format_expression(expression)} {relation}"
        found.append(Hypothesis(said, said, formula=said))
    return tuple(found)


@dataclass(frozen=True)
class Quantity:
    """What a claim compares with its bound.

    ``formula`` says it in the formula language of certificates: parts with the compared ``value`` and, where needed,
    what it runs ``over`` (trials, states, attributes, entries), a condition ``if``, and so on (see bounds.comparisons).
    What the language does not say is a ``function``, in the place of the formula, that yields the comparisons of one
    instance; it has no certificates. ``notes`` say of each part what it is.
    """

    text: str
    function: Callable[[Case], Iterator[Row]] | None = field(default=None, hash=False)
    formula: tuple[Mapping[str, Any], ...] = field(default=(), hash=False)
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what says nothing, and what says it twice."""
        _require_one(f"the quantity {self.text!r}", self.function, self.formula)

    @cached_property
    def _compiled(self) -> list[Comparison]:
        return all_compiled(self.formula, self.notes)

    def __getstate__(self) -> dict[str, Any]:
        """Return what a pickle carries: not what is compiled."""
        return {part.name: getattr(self, part.name) for part in dataclasses.fields(self)}

    def rows(self, case: Case) -> Iterator[Row]:
        """Yield the comparisons of one instance."""
        return comparisons(self._compiled, case) if self.function is None else self.function(case)

    @property
    def statement(self) -> Any:
        """What is compared, whatever its words are: two quantities are the same if these are equal."""
        return self.formula or self.function

    @property
    def parts(self) -> tuple[str, str]:
        """The compared amount, and the "where ..." that the text ends with, if any.

        >>> Quantity("M**2, where M >= 1", lambda case: iter(())).parts
        ('M**2', 'where M >= 1')
        """
        amount, where, condition = self.text.partition(" where ")
        return amount.removesuffix(","), f"{where}{condition}".strip()


@dataclass(frozen=True)
class Measure:
    """A quantity that is read off an instance, as its ``formula`` says.

    One that is ``settable`` is a parameter of the statement, which its premises pin or bound (X >= the largest norm
    of an example): an instance may set it, and it is read off where none does. Any other is what it measures.
    One ``of_run`` is read off the learner's run, when all else of the case is known.
    """

    formula: str
    settable: bool = False
    of_run: bool = False

    def __call__(self, instance: Instance, values: Values) -> Number:
        """Return the value on an instance, given the values known so far."""
        scope = RunNames(instance, lambda name: evaluate(s.lookup(name), values))
        scope |= {"l": Fraction(instance.trials.l), "n": Fraction(max(instance.trials.n, 1))}
        return self.value(scope)

    def value(self, names: RunNames) -> Number:
        """Return the value where names stand for this."""
        found: Number = _amount(self.formula).value(names)
        return found


@dataclass(frozen=True)
class LearnerSpec:
    """A learner of a claim: its text, how it is made from an instance, and its version.

    ``formula`` and ``targets`` name the learner and its version in the formula language of certificates, such
    as ``perceptron(eta)`` and ``classification``. A learner by ``rule`` carries the rule itself; if it ``adopts``
    versions, a claim into which it is put keeps its own.
    """

    text: str
    make: Callable[[Case], Learner] = field(hash=False)
    version: Callable[[Values], Version] = field(hash=False)
    formula: str = ""
    targets: str = ""
    rule: Rule | None = field(default=None, hash=False)
    adopts: bool = False

    @property
    def kind(self) -> str:
        """The name of the learner in its formula, such as ``perceptron``; nothing where there is none."""
        return self.formula.partition("(")[0]

    @property
    def spoken(self) -> list[str]:
        """The texts that say which parameters the learner has."""
        return [*(self.rule.parameters if self.rule is not None else [self.formula]), self.targets]

    def put_into(self, other: LearnerSpec | None) -> LearnerSpec:
        """Return this learner in the place of another one."""
        if other is None or not self.adopts:
            return self
        return dataclasses.replace(self, version=other.version, targets=other.targets)

    @property
    def statement(self) -> Any:
        """Who plays, whatever it is called: two learners are the same if these are equal."""
        return self.make, self.version, self.formula, self.targets, self.rule


@dataclass(frozen=True)
class _Always:
    version: Version

    def __call__(self, _: Values) -> Version:
        return self.version


def always(version: Version) -> Callable[[Values], Version]:
    """Return the choice of one version whatever the parameters are."""
    return _Always(version)


@dataclass(frozen=True)
class PerTrial:
    """How the proof spreads the bound over the trials.

    On each trial ``gain <= scale * (d(u, w) - d(u, w')) + charge``, where gain is the excess loss or 1 for
    a mistake. The bound is ``start + counter * charge`` and ``scale = start / initial distance``, so these
    inequalities add up to the bound, and one of them fails wherever the bound fails. ``counter`` is the
    symbol the bound grows with: l for every trial, k for the trials on which the comparator errs. A
    ``tuned`` bound, proportional to sqrt(l), gives half to the start and half to the l trials. The gain of a
    ``regret`` is what a trial adds to the claim's own quantity (bounds.stated.Regret). ``distance`` says what d is
    where it is not the distance of the claim's geometry, whose norms may be others or none.
    """

    gain: Literal["excess loss", "mistake", "regret"]
    counter: Any = None
    tuned: bool = False
    distance: Geometry | None = None


@dataclass(frozen=True, repr=False)
class Claim:
    """A statement: under ``hypotheses``, ``quantity`` stands in ``relation`` to ``bound``.

    ``defines`` gives the parameters that the statement itself fixes (such as eta = 1/X**2); ``free`` gives
    the others, with how far instances are made (None: as far as the premises let them), or "real" for one that may
    be any real number, where the glossary's symbol usually is not; ``reals`` keeps those, and those that a variant
    fixes, which are what they are set to;
    ``measures`` gives what is read off the instance (see Measure: only what is settable may be set);
    ``separates`` says what the claim asks of the comparator where ``comparator`` tells only how one is made.
    ``longer_than`` is an expression that the number of trials has to exceed. ``family`` names the way in
    which instances are made (see adversaries.families), where outcomes and comparator do not say it all.

    >>> from bounds import theorem
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
    free: Mapping[Any, Any] = field(default_factory=dict)
    reals: frozenset[Any] = frozenset()
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
        from bounds.catalogue import catalogued, theorem

        return (theorem, (self.id,)) if catalogued(self) else super().__reduce_ex__(protocol)

    def __hash__(self) -> int:
        """Return a hash that agrees with equality, which is that of all parts."""
        return hash((self.id, str(self.bound), self.relation))

    def __post_init__(self) -> None:
        """Make the bound and what defines parameters sympy expressions."""
        object.__setattr__(self, "bound", as_expression(self.bound))
        defines = {as_symbol(symbol): as_expression(expression) for symbol, expression in self.defines.items()}
        object.__setattr__(self, "defines", _in_order(defines))
        free = {
            as_symbol(symbol): upper if upper in (None, "real") else as_expression(upper)
            for symbol, upper in self.free.items()
        }
        object.__setattr__(self, "free", free)
        reals = {symbol for symbol, upper in free.items() if upper == "real"}
        object.__setattr__(self, "reals", frozenset(reals | (self.reals & defines.keys())))
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

        >>> from bounds import theorem, symbols as s
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
            reals=self.reals | {a for a, value in fixed.items() if value != self.defines.get(a) and not a.is_integer},
            free={
                a: self._range(a, upper, names)
                for a, upper in {**self.free, **dict.fromkeys(sorted(new, key=str))}.items()
                if a not in fixed
            },
            attained=False,
            start="any" if "start" in names else self.start,
        )

    @property
    def parameters(self) -> list[Any]:
        """The symbols that a variant may fix: those that an instance may set, and those fixed already.

        >>> from bounds import theorem
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

    def _range(self, symbol: Any, upper: Any, without: set[str]) -> Any:
        """Return how far instances are made: no limit where a premise that may limit the parameter is left out."""
        for hypothesis in self.hypotheses:
            found = premise(hypothesis)
            below = found and (found.right if found.operator in (">", ">=") else found.left)
            limited = symbol in below.free_symbols if below is not None else not hypothesis.formula
            if hypothesis.name in without and limited and upper != "real":
                return None
        return upper

    # --- what parameters may be ------------------------------------------------------------------------

    @property
    def counted(self) -> set[Any]:
        """The symbols that are counted on an instance: trials, attributes, and what the comparator has k of."""
        trials = set() if self.outcomes is Outcomes.NONE else {s.l, s.n}
        return trials | ({s.k} if self.comparator in COUNTING else set())

    def domain(self, symbol: Any) -> Domain:
        """Return what a symbol may be, whatever the premises say: the one statement that all judges read.

        It is what the glossary's symbol usually is, or any real number where ``free`` says so. What is measured on
        an instance is what it is; an instance is taken to have one attribute at least.

        >>> from bounds import theorem, symbols as s
        >>> print(theorem("bylander.2").domain(s.eta), "and", theorem("bylander.A1").domain(s.eta))
        a number > 0 and any number
        """
        if symbol in self.reals or symbol in self.measures:
            return REAL
        return SIZE if symbol == s.n and s.n in self.counted else s.usual(symbol)

    @cached_property
    def signed(self) -> frozenset[Any]:
        """The free parameters that may be negative: neither their domain nor a premise about them says otherwise."""
        free = (symbol for symbol in self.free if self.domain(symbol).low is None)
        return frozenset(symbol for symbol in free if not implied(self, symbol, NONNEGATIVE))

    @cached_property
    def stated_domains(self) -> tuple[tuple[Any, Domain], ...]:
        """The domains of parameters that are premises of the claim (see ``bounds.limits.stated_domains``)."""
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
        parameter (see ``bounds.tuning.tune``).

        >>> from bounds import theorem
        >>> theorem("bylander.2").tune("eta").optimum
        U/(X*sqrt(l))
        >>> theorem("bylander.2").tune("eta", where={"U": 1, "X": 1, "l": 100}).optimum
        1/10
        """
        from bounds.claim_tuning import tune_claim

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
        from bounds.prose import claim_latex

        return claim_latex(self)

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def _repr_html_(self) -> str:
        from bounds.display import claim_html

        return claim_html(self)

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        from bounds.display import claim_report

        printer.text(claim_report(self))

    def __rich__(self) -> Any:
        from bounds.display import claim_report, rich_report

        return rich_report(claim_report(self))


class Case:
    """A claim at one instance: exact values of all symbols, the run, and the comparisons.

    ``values`` holds the parameters, what the claim defines, and l, n, k counted from the trials.
    """

    def __init__(self, claim: Claim, instance: Instance) -> None:
        self.claim = claim
        self.instance = instance

    @cached_property
    def values(self) -> dict[Any, Number]:
        """Exact values by symbol."""
        claim, trials, u = self.claim, self.instance.trials, self.instance.comparator
        values: dict[Any, Number] = dict(self.instance.parameters)
        if claim.outcomes is not Outcomes.NONE:
            values |= {s.l: Fraction(trials.l), s.n: Fraction(max(trials.n, 1))}
        if u is not None and claim.comparator in (Comparator.NOISY, Comparator.EXPERT):
            values[s.k] = Fraction(trials.mistakes(u))
        if u is not None and claim.comparator is Comparator.DISJUNCTION:
            values[s.k] = u.one_norm()
        values |= {symbol: evaluate(e, {}) for symbol, e in claim.defines.items() if claim.measures and e.is_number}
        of_run = {symbol: m for symbol, m in claim.measures.items() if isinstance(m, Measure) and m.of_run}
        for symbol, measure in claim.measures.items():
            if symbol not in of_run and (symbol not in values or symbol in claim.measured):
                with suppress(UndefinedValue):
                    values[symbol] = measure(self.instance, values)
        for symbol, expression in claim.defines.items():
            if symbol in self.instance.parameters:
                raise BoundcheckError(f"{claim.id} fixes {symbol} = {expression}; do not set {symbol}")
            with suppress(UndefinedValue):  # a premise such as X > 0 fails, and says so when it is looked at
                values[symbol] = evaluate(expression, values)
        self.values = values  # at which the learner is played where something is read off its run
        for symbol, measure in of_run.items():
            if symbol not in values:
                with suppress(UndefinedValue):
                    values[symbol] = measure.value(self.scope)
        return values

    def value(self, symbol: Any) -> Number:
        """Return the value of one symbol."""
        return self.evaluate(symbol)

    def evaluate(self, expression: Any, extra: Values | None = None) -> Number:
        """Evaluate an expression at this case's values, and a row's own."""
        return evaluate(expression, self._known(expression, extra))

    def order(self, expression: Any, other: Number, extra: Values | None = None) -> int | None:
        """Return the sign of an expression's value minus ``other``, None if undecided."""
        return order(expression, self._known(expression, extra), other)

    def _known(self, expression: Any, extra: Values | None) -> Values:
        for symbol in (self.claim.defines.keys() | self.claim.measures.keys()) - self.values.keys():
            if expression.has(symbol):
                raise UndefinedValue(
                    f"{symbol} = {self.claim.defines.get(symbol, 'what is measured')} has no value here"
                )
        return {**self.values, **extra} if extra else self.values

    def rational(self, symbol: Any) -> Fraction:
        """Return the value of a symbol that has to be rational."""
        value = self.value(symbol)
        if not isinstance(value, Fraction):
            raise BoundcheckError(f"{symbol} is {value}; {self.claim.id} needs a rational number")
        return value

    def integer(self, symbol: Any) -> int:
        """Return the value of a symbol that has to be an integer."""
        value = self.value(symbol)
        if not isinstance(value, Fraction) or value.denominator != 1:
            raise BoundcheckError(f"{symbol} is {value}; {self.claim.id} needs an integer")
        return value.numerator

    def learner(self) -> Learner:
        """Make the claim's learner afresh."""
        if self.claim.learner is None:
            raise BoundcheckError(f"{self.claim.id} has no learner")
        learner = self.claim.learner.make(self)
        for method in ("start", "predict", "update"):
            if not callable(getattr(learner, method, None)):
                name = type(learner).__name__
                raise BoundcheckError(f"{name} has no method {method}; a learner has start, predict and update")
        return learner

    @cached_property
    def scope(self) -> RunNames:
        """What the names in formulas about this case stand for."""
        return self.names(self.play)

    def names(self, play: Play, second: RunNames | None = None, pairs: Sequence[Mapping[str, Any]] = ()) -> RunNames:
        """Return what names stand for where a learner plays, and perhaps a second one, on an adversary's pairs."""
        found = RunNames(play.instance, lambda name: self.value(s.lookup(name)), play, second, pairs)
        if self.claim.outcomes is not Outcomes.NONE:
            found |= {"l": self.values[s.l], "n": self.values[s.n]}
        return found

    @cached_property
    def version(self) -> Version:
        """The version of the algorithm that the claim speaks of."""
        if self.claim.learner is None:
            raise BoundcheckError(f"{self.claim.id} has no learner")
        return self.claim.learner.version(self.values)

    @cached_property
    def play(self) -> Play:
        """The claim's learner over the trials: its run and its states."""
        return Play(self.learner, lambda: self.version, self.instance)

    @property
    def run(self) -> Run:
        """The claim's learner played over the trials."""
        return self.play.run

    def rows(self) -> Iterator[Row]:
        """Yield the comparisons that the claim makes on this instance."""
        return self.claim.quantity.rows(self)
