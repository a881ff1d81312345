"""The parts of a claim: its standing and source, what trials are like, premises, quantities, measures and learners."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, Literal

from bounds import symbols as s
from bounds.calls import checked
from bounds.claims.case import Case
from bounds.claims.comparisons import ComparisonProgram, Row, all_compiled, comparisons
from bounds.claims.scope import RunNames, compiled
from bounds.claims.words import Words
from bounds.data.interval import Interval, Outcome
from bounds.data.versions import Version
from bounds.errors import BoundcheckError
from bounds.expression import format_expression, lost_conditions
from bounds.formulas.operations import Program
from bounds.formulas.rules import Rule
from bounds.formulas.scope import Further
from bounds.formulas.slack import slack
from bounds.formulas.text import read
from bounds.formulas.tree import Formula, names
from bounds.instances import Instance
from bounds.learners import Learner
from bounds.mathematics.geometry import Geometry
from bounds.numbers import Number
from bounds.numbers.evaluate import Values, evaluate

RELATIONS = ("<=", "<", "==", ">=", ">")
"""What a claim may say of the compared amount and its bound."""


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

    def refused(self, outcome: Outcome) -> str:
        """Say what an outcome is that is not of this kind, and how it may be read as one.

        >>> Outcomes.POINTS.refused(1)
        'the label +1; where 1 and -1 are numbers, say --points (points=True in Python)'
        """
        if not isinstance(outcome, Interval):
            return f"the label {outcome:+}; where 1 and -1 are numbers, say --points (points=True in Python)"
        if outcome.lo is None or outcome.lo != outcome.hi:
            return f"the interval {outcome}"
        which = "; where outcomes are classes, name the one that is +1 with --positive (positive='...' in Python)"
        return f"the number {outcome}{which if self.kind == 'labels' else ''}"


class Comparator(Enum):
    """What is asked of the comparator besides its norm."""

    ANY = "any vector of the class"
    SEPARATING = "y u.x >= 1 on every trial"
    NOISY = "y u.x >= 1 on every trial but k, where y u.x <= 0"
    EXPERT = "one of the attributes"
    GAP = "y u.x >= delta > 0 on every trial"
    DISJUNCTION = "0 or 1 on each attribute, with k ones: the relevant attributes"
    SEQUENCE = "a sequence u_1, ..., u_l, a vector for each trial"
    NONE = "none"


@checked
@dataclass(frozen=True)
class Source:
    """Where a statement stands.

    Parameters
    ----------
    document : str
        The document, such as ``"Bylander 1998"``.
    label : str
        The source's own label, such as ``"Theorem 5"``.
    page : str
        The page.

    Raises
    ------
    BoundcheckError
        For what is no text.
    """

    document: str
    label: str
    page: str

    def __str__(self) -> str:
        return f"{self.document}, {self.label}, {self.page}"

    def __post_init__(self) -> None:
        """Read the mathematics that is marked in the label."""
        object.__setattr__(self, "label", Words(self.label))

    @property
    def latex(self) -> str:
        """The citation for a paragraph in LaTeX."""
        return Words(f"{self.document}, {Words(self.label).marked}, {self.page}").latex


COUNTING = (Comparator.NOISY, Comparator.EXPERT, Comparator.DISJUNCTION)
"""Kinds of comparators whose k is counted on the instance."""


@lru_cache(maxsize=1024)
def _amount(formula: str, further: Further) -> Program:
    """Compile what a parameter is read off an instance as."""
    return compiled(read(formula), further)


_tree = lru_cache(maxsize=4096)(read)


@lru_cache(maxsize=4096)
def _slack_of(formula: str, further: Further = ()) -> tuple[Program, str]:
    """Return the amount by which a premise holds, and how it compares with 0."""
    amount, relation = slack(_tree(formula), dict(further).keys())
    program = compiled(amount, further)
    if program.kind != "number" or compiled(_tree(formula), further).kind != "truth":
        raise BoundcheckError(f"the premise {formula!r} is no truth; compare two numbers, as in norm(u, 2) <= U")
    return program, relation


def _require_one(what: str, function: object, formula: object) -> None:
    """Refuse a part of a claim that says nothing, and one that says it twice: two statements may differ."""
    if (function is None) == (not formula):
        fault = "says nothing" if function is None else "has a formula and a function"
        raise BoundcheckError(f"{what} {fault}; give it a formula, or a function")


@checked
@dataclass(frozen=True)
class Hypothesis:
    """One premise, as a ``formula`` in the language of certificates, such as ``norm(u, 2) <= U``.

    Parameters
    ----------
    name : str
        What it is called.
    text : str
        How it reads.
    function : callable, optional
        What the language does not say, in the place of the formula: its value on a case is compared with zero by
        ``relation``. It has no certificates, and says the same as itself alone.
    relation : {">=", ">", "=="}, optional
        How the function's value stands to zero.
    silent : bool, optional
        Whether the source uses the premise without saying so.
    formula : str, optional
        The premise as a formula.
    further : tuple, optional
        What it may say of a trial besides: pairs of names and kinds.

    Raises
    ------
    BoundcheckError
        For neither a formula nor a function, for both, and for what is no formula.

    Examples
    --------
    >>> Hypothesis("examples", "every example is short", formula="max_t(norm(x, 2)) <= 1").relation
    '>='
    """

    name: str
    text: str
    function: Callable[[Case], Number] | None = field(default=None, hash=False)
    relation: str = ">="
    silent: bool = False
    formula: str = ""
    further: Further = field(default=(), compare=False)

    def __post_init__(self) -> None:
        """Read the formula, and the mathematics in the text; refuse what says nothing, and what says it twice."""
        object.__setattr__(self, "text", Words(self.text))
        _require_one(f"the premise {self.name!r}", self.function, self.formula)
        if self.function is None:
            object.__setattr__(self, "relation", _slack_of(self.formula, self.further)[1])

    def slack(self, case: Case) -> Number:
        """Return what has to be at least 0, more than 0 or equal to 0, as the relation says."""
        if self.function is not None:
            return self.function(case)
        amount: Number = _slack_of(self.formula, self.further)[0].value(case.scope)
        return amount

    @property
    def tree(self) -> Formula | None:
        """The formula as a tree; None where a function says the premise."""
        return _tree(self.formula) if self.formula else None

    @property
    def spoken(self) -> frozenset[str]:
        """The names that the formula speaks of; none where a function says the premise."""
        return frozenset() if self.tree is None else names(self.tree)

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
    hypotheses = []
    for expression, relation in dict.fromkeys(condition for text in texts for condition in lost_conditions(text)):
        said = f"{format_expression(expression)} {relation}"
        hypotheses.append(Hypothesis(said, said, formula=said))
    return tuple(hypotheses)


@checked
@dataclass(frozen=True)
class Quantity:
    """What a claim compares with its bound.

    Parameters
    ----------
    text : str
        How it reads.
    function : callable, optional
        What the language does not say, in the place of the formula: it yields the comparisons (``Row``) of one
        instance. It has no certificates.
    formula : tuple of Mapping, optional
        The quantity in the formula language of certificates: parts with the compared ``value`` and, where needed, what
        it runs ``over`` (trials, states, attributes, entries), a condition ``if``, and so on (see
        bounds.claims.comparisons).
    notes : tuple of str, optional
        What each part is.
    further : tuple, optional
        What the formulas may say of a trial besides: pairs of names and kinds.

    Raises
    ------
    BoundcheckError
        For neither a formula nor a function, and for both.
    """

    text: str
    function: Callable[[Case], Iterator[Row]] | None = field(default=None, hash=False)
    formula: tuple[Mapping[str, Any], ...] = field(default=(), hash=False)
    notes: tuple[str, ...] = ()
    further: Further = field(default=(), compare=False)

    def __post_init__(self) -> None:
        """Read the mathematics in the text; refuse what says nothing, and what says it twice."""
        object.__setattr__(self, "text", Words(self.text))
        _require_one(f"the quantity {self.text!r}", self.function, self.formula)
        if not isinstance(self.formula, tuple) or not all(isinstance(part, Mapping) for part in self.formula):
            raise BoundcheckError(f"formula is {self.formula!r}; give a tuple of parts, such as ({{'value': 'M'}},)")

    @cached_property
    def _compiled(self) -> list[ComparisonProgram]:
        return all_compiled(self.formula, self.notes, self.further)

    def __getstate__(self) -> dict[str, Any]:
        """Return what a pickle carries: not what is compiled."""
        return {part.name: getattr(self, part.name) for part in dataclasses.fields(self)}

    def rows(self, case: Case, spoken: AbstractSet[Any]) -> Iterator[Row]:
        """Yield the comparisons of one instance with a bound that speaks of these symbols."""
        return comparisons(self._compiled, case, spoken) if self.function is None else self.function(case)

    @property
    def statement(self) -> Any:
        """What is compared, whatever its words are: two quantities are the same if these are equal."""
        return self.formula or self.function

    @property
    def parts(self) -> tuple[Words, Words]:
        """The compared amount, and the "where ..." that the text ends with, if any.

        >>> Quantity("M**2, where M >= 1", lambda case: iter(())).parts
        ('M**2', 'where M >= 1')
        """
        amount, where, condition = Words(self.text).marked.partition(" where ")
        return Words(amount.removesuffix(",")), Words(f"{where}{condition}".strip())


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
    further: Further = field(default=(), compare=False)

    def __call__(self, instance: Instance, values: Values) -> Number:
        """Return the value on an instance, given the values known so far."""
        scope = RunNames(instance, lambda name: evaluate(s.lookup(name), values), further=self.further)
        scope |= {"l": Fraction(instance.trials.l), "n": Fraction(max(instance.trials.n, 1))}
        return self.value(scope)

    def value(self, names: RunNames) -> Number:
        """Return the value where names stand for this."""
        number: Number = _amount(self.formula, self.further).value(names)
        return number


@checked
@dataclass(frozen=True, repr=False)
class LearnerSpec:
    """A learner of a claim: its text, how it is made from an instance, and its version.

    Parameters
    ----------
    text : str
        What it is called.
    make : callable
        What makes the learner from a case.
    version : callable
        The version at the parameters' values (see ``always``).
    formula, targets : str, optional
        The learner and its version in the formula language of certificates, such as ``perceptron(eta)`` and
        ``classification``.
    rule : Rule, optional
        The rule, of a learner that is given by one (see ``learner``).
    adopts : bool, optional
        Whether a claim into which it is put keeps its own version.
    beside : LearnerSpec, optional
        The learner with whose predictions those of this one are compared; it says nothing of what is claimed.

    Raises
    ------
    BoundcheckError
        For a part of the wrong type.
    """

    text: str
    make: Callable[[Case], Learner] = field(hash=False)
    version: Callable[[Values], Version] = field(hash=False)
    formula: str = ""
    targets: str = ""
    rule: Rule | None = field(default=None, hash=False)
    adopts: bool = False
    beside: LearnerSpec | None = None

    def __post_init__(self) -> None:
        """Read the mathematics that is marked in the text."""
        object.__setattr__(self, "text", Words(self.text))

    def __repr__(self) -> str:
        said = dict.fromkeys([self.text, *([] if self.rule is None else [str(self.rule)])])
        return f"<learner {': '.join(said)}>"

    @property
    def latex(self) -> str:
        """What it is called, and what its rule does if it is given by one, for a paragraph in LaTeX."""
        said = {str(self.text): Words(self.text).latex}
        if self.rule is not None:
            said[str(self.rule)] = self.rule.latex
        return ": ".join(said.values())

    def _repr_latex_(self) -> str:
        return self.latex

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


@checked
def always(version: Version) -> Callable[[Values], Version]:
    """Return the choice of one version whatever the parameters are.

    Parameters
    ----------
    version : Version
        The version.

    Returns
    -------
    callable
        What takes the parameters' values and returns the version, for ``LearnerSpec``.

    Raises
    ------
    BoundcheckError
        For what is no version.
    """
    return _Always(version)


@dataclass(frozen=True)
class Potential:
    """What a claim is proved by, as texts: ``gain - times*loss <= potential - potential'`` on every trial.

    ``formula`` and ``invariants``, conditions that hold after every trial, speak of what there is between two trials:
    the learner's state, u, the number t of the trial that comes, ``example(t - 1)``, and sums over the trials so far
    that premises bound. ``lemmas`` are inequalities of parameters and t, which are shown first.
    """

    formula: str
    invariants: tuple[str, ...] = ()
    lemmas: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what is no formula."""
        for text in (self.formula, *self.invariants, *self.lemmas):
            read(text)


@dataclass(frozen=True)
class PerTrial:
    """How the proof spreads the bound over the trials.

    On each trial ``gain <= scale * (d(u, w) - d(u, w')) + charge``, where gain is the excess loss or 1 for
    a mistake. The bound is ``start + counter * charge`` and ``scale = start / initial distance``, so these
    inequalities add up to the bound, and one of them fails wherever the bound fails. ``counter`` is the
    symbol the bound grows with: l for every trial, k for the trials on which the comparator errs. A
    ``tuned`` bound, proportional to sqrt(l), gives half to the start and half to the l trials. The gain of a
    ``regret`` is what a trial adds to the claim's own quantity (bounds.claims.stated.Regret). ``distance`` says what d
    is where it is not the distance of the claim's geometry, whose norms may be others or none.
    """

    gain: Literal["excess loss", "mistake", "regret"]
    counter: Any = None
    tuned: bool = False
    distance: Geometry | None = None
