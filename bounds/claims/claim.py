"""Claims: what a source says, as an object that can be checked, attacked, tuned and printed."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Any

from bounds import symbols as s
from bounds.calls import checked
from bounds.claims.case import Case
from bounds.claims.comparisons import Row
from bounds.claims.latex import claim_latex
from bounds.claims.limits import Range, ranges, signed, stated_domains
from bounds.claims.parts import (
    COUNTING,
    RELATIONS,
    Comparator,
    Hypothesis,
    LearnerSpec,
    Measure,
    Outcomes,
    PerTrial,
    Potential,
    Quantity,
    Source,
    always,
    as_written,
)
from bounds.claims.replaced import replaced
from bounds.claims.shown import claim_html, claim_report
from bounds.claims.standing import Standing
from bounds.claims.statement import Statement
from bounds.claims.tuning import tune_claim
from bounds.data.versions import Version
from bounds.display import rich_report
from bounds.domains import Domain
from bounds.errors import BoundcheckError, UndefinedValue
from bounds.fast.verdict import order, value_of
from bounds.formulas.scope import Further
from bounds.formulas.tree import names
from bounds.formulas.trial_columns import require_columns
from bounds.instances import Instance
from bounds.learners import Learner
from bounds.numbers import Number, compare
from bounds.numbers.evaluate import Values, evaluate
from bounds.optima import Tuning

__all__ = [
    "COUNTING",
    "RELATIONS",
    "Case",
    "Claim",
    "ClaimCase",
    "Comparator",
    "Hypothesis",
    "LearnerSpec",
    "Measure",
    "Outcomes",
    "PerTrial",
    "Potential",
    "Quantity",
    "Row",
    "Source",
    "Standing",
    "always",
    "as_written",
]


_MOST = {s.p: 200, s.d: 24, s.N: 4000, s.k: 10_000}
"""The largest numerator and denominator of parameters that are exponents, or sizes of what is summed up."""


LEARNER = "a class or a function that makes a learner; with_learner(claim, ...) takes rules and estimators too"


@checked
class Claim(Statement):
    """A statement, and what one does with it: vary it, tune it, put an instance under it, show it.

    It says: under ``hypotheses``, ``quantity`` stands in ``relation`` to ``bound``.

    Parameters
    ----------
    id, title : str
        What it is called.
    source : Source
        Where it stands.
    standing : Standing
        How it stands after an audit.
    quantity : Quantity
        What is compared with the bound.
    bound : str or number or sympy expression
        The bound, in glossary symbols.
    relation : {"<=", "<", "==", ">=", ">"}, optional
        How the quantity stands to the bound.
    hypotheses : tuple of Hypothesis, optional
        The premises.
    outcomes : Outcomes, optional
        What the trials look like.
    comparator : Comparator, optional
        What is asked of the comparator besides its norm, where that is not what the premises say.
    separates : str, optional
        What the claim asks of the comparator, where ``comparator`` tells only how one is made.
    geometry : Geometry, optional
        The norms U and X that are measured on each instance, where they are not those of the premises.
    learner : LearnerSpec, optional
        The learner of which it speaks.
    learners : str, optional
        Of how many more learners a lower bound speaks than the one that instances play: any, or those of a class.
    start : {"", "any", "positive"}, optional
        What start vectors it admits: none, any, or those with positive entries.
    defines : Mapping, optional
        Parameters that the statement itself fixes (such as eta = 1/X**2): texts or expressions by symbol.
    free : tuple of sympy.Symbol, optional
        The other parameters. What these may be is said once (see ``ranges``): premises give the ends.
    domains : Mapping, optional
        The domain of a parameter that is not what the glossary's symbol usually is, such as any real number.
    made_below : Mapping, optional
        How far instances are made where no premise gives an end in closed form.
    measures : Mapping, optional
        What is read off the instance, by symbol (see Measure: only what is settable may be set).
    per_trial : PerTrial, optional
        How the proof spreads the bound over the trials.
    potential : Potential, optional
        What it is proved by.
    nature : Mapping, optional
        What nature plays, of a claim about any learner: for each there is such a sequence.
    adversary : {"oblivious", "adaptive"}, optional
        Whether trials depend on what a learner has drawn: those of an instance are then a tree (see ``own_claim``).
    ties : str, optional
        What happens at a tie.
    attained : bool, optional
        Whether the bound is known to be attained.
    longer_than : str or number or sympy expression, optional
        What the number of trials has to exceed.
    family : str, optional
        The way in which instances are made (see adversaries.families.build), where outcomes and comparator do not say
        it all.
    note : str, optional
        What else there is to know.
    counterpart : str, optional
        The id of the claim that it is a form of.
    base : Claim, optional
        The claim of which it is a variant.
    written : Formula, optional
        The bound as its author wrote it, where it was given as a text.
    definitions : Mapping, optional
        What is fixed, as it was written, by symbol: formulas, kept where ``defines`` says the same.

    Raises
    ------
    BoundcheckError
        For an expression, relation, symbol or premise that cannot be read, and definitions that are circular.

    Examples
    --------
    >>> from boundcheck import theorem
    >>> theorem("bylander.2").bound
    U**2/(2*eta) + X**2*eta*l/2
    """

    base: Claim | None

    # --- variants ------------------------------------------------------------------------------------

    @checked
    def replace(
        self,
        *,
        bound: Any = None,
        without: str | Sequence[str] = (),
        learner: Annotated[LearnerSpec | Callable[..., Any] | None, LEARNER] = None,
        relation: str | None = None,
        define: Mapping[Any, Any] | None = None,
    ) -> Claim:
        """Return a variant: another bound, relation or learner, fewer hypotheses, other fixed parameters.

        The variant's id ends in ``*`` and its standing is unknown to the catalogue.

        Parameters
        ----------
        bound : str or number or sympy expression, optional
            Another bound.
        without : str or sequence of str, optional
            Names of hypotheses to leave out.
        learner : LearnerSpec or class or callable, optional
            Another learner; a class, or a function that makes one, has arguments called like parameters of the claim.
        relation : {"<=", "<", ">=", ">", "=="}, optional
            Another relation.
        define : Mapping, optional
            Parameters to fix: expressions by symbol or name.

        Returns
        -------
        Claim
            The variant; this claim is as it was.

        Raises
        ------
        BoundcheckError
            For a hypothesis that the claim does not have, a symbol or text that cannot be read, and a learner where
            the claim speaks of none.

        Examples
        --------
        >>> from bounds.claims.catalogue import theorem
        >>> from bounds import symbols as s
        >>> print(theorem("bylander.8").replace(bound=s.U**2 * s.X**2 / (8 * s.tau)))
        bylander.8*: Abs-Loss(A, S, tau) - Abs-Loss(u, S) <= U**2*X**2/(8*tau)
        """
        return dataclasses.replace(
            self,
            **replaced(self, bound=bound, without=without, learner=learner, relation=relation, define=define or {}),
        )

    # --- what parameters may be ------------------------------------------------------------------------

    @cached_property
    def ranges(self) -> Mapping[Any, Range]:
        """What each free parameter may be: its domain, and the end that a premise gives it.

        >>> from boundcheck import theorem
        >>> [str(found.end) for found in theorem("bylander.7").ranges.values()]
        ['2/(U*X**2)']
        """
        return ranges(self)

    @cached_property
    def signed(self) -> frozenset[Any]:
        """The free parameters that may be negative: neither their domain nor a premise about them says otherwise."""
        return signed(self)

    @cached_property
    def stated_domains(self) -> tuple[tuple[Any, Domain], ...]:
        """The domains of parameters that are premises of the claim (see ``bounds.claims.limits.stated_domains``)."""
        return tuple(stated_domains(self))

    # --- evaluation ----------------------------------------------------------------------------------

    @checked
    def case(self, instance: Instance) -> ClaimCase:
        """Put an instance under this claim; its values, run and comparisons are computed on demand.

        Parameters
        ----------
        instance : Instance
            Trials, comparator and values of parameters.

        Returns
        -------
        ClaimCase
            The claim at the instance.

        Raises
        ------
        BoundcheckError
            For what the claim does not speak of, such as a start vector or other outcomes.
        """
        return ClaimCase(self, instance)

    @checked
    def admit(self, instance: Instance) -> None:
        """Refuse what the claim does not speak of: a start vector, other outcomes, a rate <= 0.

        Parameters
        ----------
        instance : Instance
            What is asked about.

        Raises
        ------
        BoundcheckError
            With what does not fit.
        """
        if not self.outcomes.admits_all:
            for t, outcome in enumerate(instance.trials.written.outcomes, 1):
                if not self.outcomes.admits(outcome):
                    said = self.outcomes.refused(outcome)
                    raise BoundcheckError(f"{self.id} is about {self.outcomes.value}; on trial {t} there is {said}")
        if instance.sequence is not None and self.comparator is not Comparator.SEQUENCE:
            raise BoundcheckError(f"{self.id} compares with one vector u; give one comparator and no sequence")
        if instance.comparator is not None and self.comparator is Comparator.SEQUENCE:
            raise BoundcheckError(f"{self.id} compares with a vector for each trial; give a sequence and no comparator")
        if instance.start is not None and not self.takes_start:
            raise BoundcheckError(f"{self.id} says where its learner starts; remove the start vector {instance.start}")
        require_columns(self.columns, instance.columns)
        for symbol, given in instance.parameters.items():
            if symbol in self.measured:
                raise BoundcheckError(f"{self.id} reads {symbol} off the trials; do not set {symbol}")
            if self.whole(symbol) and not (isinstance(given, Fraction) and given.denominator == 1 and given >= 0):
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

    @checked
    def tune(
        self, symbol: str | Any, *, where: Mapping[Any, Any] | None = None, subject_to: Sequence[Any] = ()
    ) -> Tuning:
        """Return the best value of a free parameter, with the proof that it is the minimum.

        Parameters
        ----------
        symbol : str or sympy.Symbol
            The parameter, such as ``"eta"``.
        where : Mapping, optional
            Exact values or expressions for other symbols.
        subject_to : sequence of str or sympy relation, optional
            Constraints on the parameter (see ``bounds.optima.tune``).

        Returns
        -------
        Tuning
            The ``optimum``, the bound there (``tuned``) and the proof (``reason``).

        Raises
        ------
        BoundcheckError
            Where no optimum is proved: the bound is monotone or not convex in the parameter, its optimum has no closed
            form, or the parameter is not free.

        Examples
        --------
        >>> from boundcheck import theorem
        >>> theorem("bylander.2").tune("eta").optimum
        U/(X*sqrt(l))
        >>> theorem("bylander.2").tune("eta", where={"U": 1, "X": 1, "l": 100}).optimum
        1/10
        """
        return tune_claim(self, symbol, where=where, subject_to=subject_to)

    # --- display -------------------------------------------------------------------------------------

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


@dataclass(frozen=True)
class ClaimCase(Case):
    """A claim at one instance: exact values of all symbols, the run, and the comparisons.

    ``values`` holds the parameters, what the claim defines, and l, n, k counted from the trials.
    """

    claim: Claim
    instance: Instance
    drawn: tuple[Fraction, ...] = ()

    def __reduce__(self) -> Any:
        """Return how a pickle makes the case again: what was computed is not carried along."""
        return ClaimCase, (self.claim, self.instance, self.drawn)

    @property
    def path(self) -> tuple[Fraction, ...]:
        """What the learner draws on the first trials, where it draws something."""
        return self.drawn

    @property
    def id(self) -> str:
        """The claim's id."""
        return self.claim.id

    @property
    def further(self) -> Further:
        """What the claim's formulas may say of a trial besides."""
        return self.claim.further

    @cached_property
    def settled(self) -> dict[Any, Number]:
        """Exact values by symbol, but for what is read off a run: the learner is played at them."""
        claim, trials, u = self.claim, self.instance.trials, self.instance.comparator
        values: dict[Any, Number] = dict(self.instance.parameters)
        if claim.outcomes is not Outcomes.NONE:
            values |= {s.l: Fraction(trials.l), s.n: Fraction(max(trials.n, 1))}
        if u is not None and claim.comparator in (Comparator.NOISY, Comparator.EXPERT):
            values[s.k] = Fraction(trials.mistakes(u))
        if u is not None and claim.comparator is Comparator.DISJUNCTION:
            values[s.k] = u.one_norm()
        values |= {a: value_of(f, {}) for a, f in claim.definitions.items() if claim.measures and not names(f)}
        for symbol, measure in claim.measures.items():
            if symbol not in self._of_run and (symbol not in values or symbol in claim.measured):
                with suppress(UndefinedValue):
                    values[symbol] = measure(self.instance, values)
        for symbol, formula in claim.definitions.items():
            if symbol in self.instance.parameters:
                raise BoundcheckError(f"{claim.id} fixes {claim.definition_text(symbol)}; do not set {symbol}")
            with suppress(UndefinedValue):  # a premise such as X > 0 fails, and says so when it is looked at
                values[symbol] = value_of(formula, values)
        return values

    @cached_property
    def _of_run(self) -> dict[Any, Measure]:
        """What is read off the learner's run."""
        return {
            a: measure for a, measure in self.claim.measures.items() if isinstance(measure, Measure) and measure.of_run
        }

    @cached_property
    def values(self) -> dict[Any, Number]:
        """Exact values by symbol."""
        values, played = dict(self.settled), _Played(self.claim, self.instance)
        for symbol, measure in self._of_run.items():
            if symbol not in values:
                with suppress(UndefinedValue):
                    values[symbol] = measure.value(played.scope)
        return values

    @cached_property
    def _undefined(self) -> list[Any]:
        """What the claim defines or measures, and has no value here."""
        return [symbol for symbol in (*self.claim.defines, *self.claim.measures) if symbol not in self.values]

    @cached_property
    def bound(self) -> Number:
        """The value of the bound, where it has one for all comparisons."""
        return self.bound_at({})

    def bound_at(self, extra: Values) -> Number:
        """Return the value of the bound as it is written, at this case's values and a row's own."""
        return value_of(self.claim.formula, self._known(self.claim.in_bound, extra))

    def evaluate(self, expression: Any, extra: Values | None = None) -> Number:
        """Evaluate an expression at this case's values, and a row's own."""
        return evaluate(expression, self._known(getattr(expression, "free_symbols", frozenset()), extra))

    def order(self, other: Number, extra: Values) -> int | None:
        """Return the sign of the bound, as it is written, minus ``other``; None if undecided."""
        return order(self.claim.formula, self._known(self.claim.in_bound, extra), other)

    def _known(self, spoken: AbstractSet[Any], extra: Values | None) -> Values:
        for symbol in self._undefined:
            if symbol in spoken:
                fixed = symbol in self.claim.definitions
                said = self.claim.definition_text(symbol) if fixed else f"{symbol} = what is measured"
                raise UndefinedValue(f"{said} has no value here")
        return {**self.values, **extra} if extra else self.values

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
    def version(self) -> Version:
        """The version of the algorithm that the claim speaks of."""
        if self.claim.learner is None:
            raise BoundcheckError(f"{self.claim.id} has no learner")
        return self.claim.learner.version(self.values)

    def rows(self) -> Iterator[Row]:
        """Yield the comparisons that the claim makes on this instance."""
        return self.claim.quantity.rows(self, self.claim.in_bound)


class _Played(ClaimCase):
    """A case that knows what is settled before the learner is played, so that something can be read off its run."""

    @property
    def values(self) -> dict[Any, Number]:
        """What is settled."""
        return self.settled
