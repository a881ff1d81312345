"""From a learner and two losses to a proved bound.

Nearly every proof in this field is one inequality a trial, summed up:
    gain - c loss <= a (d(u, w) - d(u, w')) + b, so that sum of gains <= c sum of losses + a d(u, w_1) + b l,
as d(u, w_l+1) >= 0. ``derive`` finds the best a, b and c, in closed form, and has z3 prove the inequality.

>>> from bounds.formulas import rule
>>> print(derive(rule("w + eta*y*x if y*yhat <= 0 else w"), gain="mistake", loss="hinge", separable=True))
sum of mistake <= U**2/(eta*(2 - X**2*eta))
for X**2*eta < 2, where hinge of u is 0 on every trial
given norm(u, 2) <= U, norm(x, 2) <= X
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from time import perf_counter
from typing import Any

import sympy

from bounds import symbols as s
from bounds.calls import checked
from bounds.claims.claim import Claim
from bounds.claims.own import ByRule, by_rule
from bounds.display import Reported, html_report
from bounds.errors import BoundcheckError
from bounds.expression import as_expression
from bounds.formulas import Rule, names, read
from verify.derive import losses
from verify.derive.cases import Problem, multiple, problem
from verify.derive.certified import Certified
from verify.derive.claim import claim_of, spaces
from verify.derive.constants import Say, Search, chosen, print_nothing, tidy
from verify.derive.extremal import Extremal, extremal
from verify.derive.optimum import Tuned, loss_of_u, tuned_bound
from verify.derive.own import own_certificate
from verify.derive.own_premises import tolerance_of
from verify.derive.pieces import Guards, is_positive, text
from verify.derive.projection import Onto
from verify.derive.proof import Inequality, prove
from verify.derive.question import rho
from verify.derive.schedule import NoInequalityError, Schedule, rule_of, schedule_of, summed

NARROWER = "a range (assume), a factor c of the loss of u, or a ratio c/a may make it true"

IN_WORDS = {"expert": "u is one of the unit vectors", "unit inputs": "0 <= x_i <= 1"}
"""What premises that have names say."""


@dataclass(frozen=True)
class Part:
    """One piece of the answer: (a, b, c), and the guards on the parameters under which they hold.

    The distance is to ``multiple`` times u: the best multiple, where one was asked for. ``proved`` is the inequality as
    z3 saw it, with symbols for logarithms, and with the multiple open.
    """

    a: Any
    b: Any
    c: Any
    when: Guards
    bound: Any
    proved: Inequality
    extremal: Extremal | None = None
    multiple: Any = 1

    @property
    def proof(self) -> Inequality:
        """What z3 has shown."""
        return self.proved

    @property
    def charged(self) -> bool:
        """Whether the bound is on the gain alone, and speaks of the loss of u as L: the best multiple depends on it."""
        return bool(self.bound.has(loss_of_u))

    @property
    def factor(self) -> Any:
        """What the loss of u is multiplied by beside the bound: c, if it is not in the bound."""
        return sympy.Integer(0) if self.charged else self.c

    @property
    def conditions(self) -> str:
        """The guards as text, such as ``X**2*eta < 2``."""
        return " and ".join(text(guard.condition) for guard in self.when)


@dataclass(frozen=True, repr=False)
class Derived(Reported):
    """What was derived.

    Derived means that each part has a certificate, for all values of the parameters in its range, which the independent
    checker confirms; proposed, that z3 alone says so of one. None is no refutation: another potential, or a search, may
    still say more. Open: constants exist, but no closed form of them could be proved.

    Attributes
    ----------
    problem : Problem
        The inequality that was looked for.
    gain, loss : str
        The learner's loss and the comparator's.
    outcome : str
        What z3 says: derived, none (no inequality of this form was found), or open.
    parts : tuple of Part
        The bounds, each with its conditions.
    seconds : float
        How long it took.
    reason : str
        Why there is no bound.
    schedule : Schedule or None
        How the rates fall with the trials, if they do.
    """

    problem: Problem
    gain: str
    loss: str
    outcome: str
    parts: tuple[Part, ...]
    seconds: float
    reason: str = ""
    schedule: Schedule | None = None

    @cached_property
    def certificates(self) -> tuple[Certified, ...]:
        """The certificate of each part as a claim, or what is missing: ``prove`` finds the same."""
        return tuple(own_certificate(partial(self.claim, i)) for i in range(len(self.parts)))

    @property
    def status(self) -> str:
        """Derived where each part has a certificate, proposed where z3 alone says so of one; else none or open."""
        alone = self.outcome == "derived" and any(part.document is None for part in self.certificates)
        return "proposed" if alone else self.outcome

    @property
    def bound(self) -> Any:
        """The bound on sum gain - c sum loss, a sympy expression: piecewise where there are several parts.

        Where it speaks of L, it is the bound on sum gain, and L is at least sum loss.
        """
        if len(self.parts) == 1:
            return self.parts[0].bound
        pieces = [(part.bound, sympy.And(*(guard.condition for guard in part.when))) for part in self.parts]
        return sympy.Piecewise(*pieces) if pieces else None

    @checked
    def holds(self, part: int = 0, *, a: Any = 1, b: Any = 1, c: Any = 1) -> Inequality:
        """Return what z3 says of other constants: those of a part times these factors, under the same conditions."""
        piece = self._part(part).proved
        factors = (as_expression(factor) for factor in (a, b, c))
        changed = [factor * value for factor, value in zip(factors, piece.constants, strict=True)]
        return prove(self.problem, changed, piece.when, hasty=True)

    @checked
    def tune(self, symbol: str | Any = "eta", part: int = 0) -> Tuned:
        """Return the best value of a parameter, by ``bounds.optima``, and the bound there.

        Parameters
        ----------
        symbol : str or sympy.Symbol, optional
            The parameter.
        part : int, optional
            Which part of the bound, from 0.

        Returns
        -------
        Tuned
            The best value, and the bound there.

        Raises
        ------
        BoundcheckError
            Where no optimum is proved, and for a part that there is not.
        """
        piece = self._part(part)
        return tuned_bound(piece.bound, piece.factor, piece.when, symbol)

    @checked
    def claim(self, part: int = 0, name: str = "own.derived") -> Claim:
        """Return a part as a claim of one's own (``bounds.own_claim``).

        Parameters
        ----------
        part : int, optional
            Which part of the bound, from 0.
        name : str, optional
            The claim's id.

        Returns
        -------
        Claim
            The claim, to check, search and prove.

        Raises
        ------
        BoundcheckError
            For a part that there is not.

        Examples
        --------
        >>> from bounds.formulas import rule
        >>> derived = derive(rule("w + eta*y*x if y*yhat <= 0 else w"), separable=True)
        >>> claim = derived.claim()
        >>> print(claim, "for", *[h.text for h in claim.hypotheses if h.text.startswith("eta")])
        own.derived: sum_t(mistake) <= U**2/(eta*(-X**2*eta + 2)) for eta < 2/X**2
        """
        piece = self._part(part)
        said = (piece.bound, piece.factor)
        whole = piece.multiple == 1 and self.schedule is None
        return claim_of(self.problem, self.gain, self.loss, said, piece.when, name=name, whole=whole, onto=self._onto)

    @property
    def given(self) -> tuple[str, ...]:
        """What is assumed of u and of the examples, as texts."""
        total = self.problem.potential.total
        of_u = {} if total is None else {"sum(u) == U": f"sum(u) == {text(total)}"}
        return tuple((IN_WORDS | of_u).get(said, said) for said in spaces(self.problem, self.loss, self._onto))

    @property
    def parameters(self) -> tuple[Any, ...]:
        """The parameters, all of them positive: without what is a symbol in the proof alone."""
        hidden = {multiple, *self.problem.potential.names}
        return tuple(symbol for symbol in self.problem.parameters if symbol not in hidden)

    @checked
    def left_open(self, part: Part) -> bool:
        """Tell whether a part holds for every rho = c/a: nothing else is called rho."""
        return part.c.has(rho) and rho not in self.problem.parameters

    @property
    def _onto(self) -> Onto | None:
        return None if self.schedule is None else self.schedule.onto

    def _part(self, number: int) -> Part:
        if number not in range(len(self.parts)):
            raise BoundcheckError(f"part {number} is asked for; {len(self.parts)} are derived {self.reason}".rstrip())
        return self.parts[number]

    @checked
    def amount(self, part: Part) -> str:
        """What a part bounds, as text."""
        c = part.factor
        return f"sum of {self.gain}" + ("" if c == 0 else f" - {_factor(c)}(sum of {self.loss} of u)")

    @checked
    def meant(self, part: Part) -> str:
        """What L means in the bound of a part, if it speaks of L."""
        return f"L is the sum of {self.loss} of u" if part.charged else ""

    def latex(self, part: int = 0) -> str:
        r"""Return a part in LaTeX, as the claim that it is; ``verify.publish.export.to_latex`` makes a theorem of that.

        >>> print(derive("w + eta*y*x if y*yhat < 1 else w", "hinge", "hinge").latex().partition(r"\le ")[2])
        \frac{U^{2}}{2 \eta} + \frac{X^{2} \eta l}{2}
        """
        return self.claim(part).latex()

    def _repr_latex_(self) -> str | None:
        return rf"$\displaystyle {self._formula}$" if self.parts else None

    def _repr_html_(self) -> str:
        return html_report(str(self), self._formula)

    @property
    def _formula(self) -> str:
        return r" \\ ".join(self.latex(part) for part in range(len(self.parts)))

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        if self.reason:
            yield self.reason
        for part in self.parts:
            bound = part.bound
            yield f"{self.amount(part)} <= {text(bound)}"
            said = f"for {part.conditions}" if part.when else "for all parameters"
            said += f", where {self.loss} of u is 0 on every trial" if self.problem.separable else ""
            said += f", where {self.meant(part)}" if part.charged else ""
            yield said + (", and every rho > 0" if self.left_open(part) else "")
        if self.parts:
            yield f"given {', '.join(self.given)}"


def _factor(c_: Any) -> str:
    return "" if c_ == 1 else f"({text(c_)})*"


@checked
def derive(
    learner: ByRule,
    gain: str = "mistake",
    loss: str = "hinge",
    *,
    separable: bool = False,
    c: Any = None,
    ratio: Any = None,
    scaled: bool = False,
    inputs: str = "X",
    tolerance: str | None = None,
    where: Mapping[Any, Any] | None = None,
    assume: Sequence[str] = (),
    progress: Say | None = None,
) -> Derived:
    """Return the best bound that one inequality a trial gives, proved for all values of the parameters.

    The learner's rates may fall with the trials, as in ``max(-R, min(R, w + C/sqrt(t)*y*x))``; c is then 1 if it is
    not given (see ``verify.derive.schedule``).

    Parameters
    ----------
    learner : str or Mapping[str, str] or Rule or LearnerSpec
        The text of a rule, a rule, or a learner by rule as claims have it.
    gain, loss : str, optional
        The learner's loss and the comparator's: names or formulas (see ``verify.derive.losses``).
    separable : bool, optional
        Whether the comparator's loss is 0 on every trial.
    c : str or number or sympy expression, optional
        The factor of the comparator's loss. Where neither it nor ``ratio`` is given, c is as small as it can be
        together with a, or else c/a = rho is left open, or else c = 1.
    ratio : str or number or sympy expression, optional
        What c/a is.
    scaled : bool, optional
        Whether the distance is taken to the multiple lambda of u, which is left open.
    inputs : {"X", "unit"}, optional
        Examples of norm at most X, or in [0, 1]^n (for learners that multiply).
    tolerance : str, optional
        By how much wider the intervals are that the learner is told.
    where : Mapping, optional
        Values to put in for parameters.
    assume : sequence of str, optional
        Relations between parameters, all of which are positive.
    progress : callable, optional
        Is called with a text on each step.

    Returns
    -------
    Derived
        The bound with its proof, or that there is none of this form, or that it stays open.

    Raises
    ------
    BoundcheckError
        For what cannot be compiled to cases.

    Examples
    --------
    >>> print(derive("w + eta*y*x if y*yhat < 1 else w", "hinge", "hinge"))
    sum of hinge - (sum of hinge of u) <= X**2*eta*l/2 + U**2/(2*eta)
    for all parameters
    given norm(u, 2) <= U, norm(x, 2) <= X
    """
    started = perf_counter()
    say = progress or print_nothing
    if inputs not in ("X", "unit"):
        raise BoundcheckError(f"inputs is {inputs!r}; say X for examples of norm at most X, or unit for [0, 1]^n")
    say("cases")
    spec, stated = by_rule(rule_of(learner) if isinstance(learner, str) else learner)
    if stated.columns:
        raise BoundcheckError(f"no bound is derived where trials have columns, as {', '.join(stated.columns)} is one")
    if stated.draw or stated.observe is not None:
        raise BoundcheckError("no bound is derived for a learner that draws, or that does not see the trial")
    if tolerance is None and not spec.adopts:
        tolerance = tolerance_of(spec, stated.outcomes)
    schedule = schedule_of(stated)
    if scaled and schedule is not None:
        raise BoundcheckError("a multiple of u is for learners at one rate and without projection; leave scaled out")
    if schedule is not None and schedule.numerators:
        c = 1 if c is None and ratio is None else c
    asked = problem(
        stated if schedule is None else schedule.fixed,
        gain,
        loss,
        separable=separable,
        inputs=inputs,
        tolerance=tolerance,
        scaled=scaled,
        where={str(name): as_expression(value) for name, value in (where or {}).items()},
        assume=assume,
    )
    require_spoken(asked, assume, (c, ratio))
    search = chosen(asked, _fixed("c", c, asked), _fixed("ratio", ratio, asked), say)
    if search is None:
        reason = (
            f"no inequality of this form was found: {asked.potential.name} pays for the gain with no (a, b, c) "
            "at the parameters that were tried; that is no refutation"
        )
        return Derived(asked, gain, loss, "none", (), perf_counter() - started, reason)
    parts, reason = _parts(search)
    status = "derived" if parts else "open"
    if schedule is not None:
        asked, parts, reason = _at_rates_that_fall(asked, stated, schedule, parts, gain, reason)
        status = "none" if status == "derived" and not parts else status
    return Derived(asked, gain, loss, status, tuple(parts), perf_counter() - started, reason, schedule)


def require_spoken(asked: Problem, assume: Sequence[str], factors: Sequence[Any]) -> None:
    """Refuse values of parameters, and assumptions on them, of which the inequality of a trial does not speak."""
    spoken = {str(symbol) for symbol in asked.spoken | {rho}}
    for value in (*asked.values.values(), *(as_expression(factor) for factor in factors if factor is not None)):
        spoken |= {str(symbol) for symbol in value.free_symbols}
    given = [str(symbol) for symbol in asked.values]
    for name in (*given, *(name for said in assume for name in sorted(names(read(said))))):
        if name not in spoken:
            raise BoundcheckError(
                f"{name} is given a value or a range, and the inequality of a trial does not speak of it; "
                "leave it out, or write its value into the rule"
            )


def _fixed(name: str, value: Any, asked: Problem) -> Any:
    """Return a c or a ratio that was given, with values put in, as an expression; None for None."""
    if value is None:
        return None
    expression = as_expression(value).subs(asked.values)
    if not expression.is_rational_function():
        raise BoundcheckError(f"{name} is {value}; give a quotient of polynomials in the parameters")
    return expression


def _parts(search: Search) -> tuple[list[Part], str]:
    """Return what is proved, and why that is not all."""
    forms = search.forms()
    if not forms and search.units.free:
        simple = next(search.proved([*search.simple()]), None)
        if simple is not None:
            return [_part(search.problem, simple)], "proved constants; the best ones have no closed form that was found"
        names = ", ".join(map(str, search.units.free))
        return [], f"constants exist, but no closed form in {names} was found; put in values with --set or where="
    if not forms:
        rounded = next(search.proved(search.rounded()), None)
        if rounded is None:
            return [], "constants exist, but neither a closed form nor rational ones near them were proved"
        return [_part(search.problem, rounded)], "rounded: proved constants at these parameters, no closed form"
    tried = [one if one.checked else search.narrowed(one) or one for one in search.attempts(forms)]
    missed = next((_constants(search.problem, one) for one in tried if not one.checked), "")
    reason = f"not proved for all parameters: {missed}, found at sampled ones; {NARROWER}"
    return [_part(search.problem, one) for one in tried if one.checked], reason if missed else ""


def _constants(asked: Problem, inequality: Inequality) -> str:
    """Return constants as text."""
    names = asked.potential.names
    said = ", ".join(
        f"{name} = {text(value.subs(names))}" for name, value in zip("abc", inequality.constants, strict=True)
    )
    limits = " and ".join(text(guard.condition) for guard in _limits(asked, inequality.when))
    return said + (f" for {limits}" if limits else "")


def _part(asked: Problem, proved: Inequality) -> Part:
    names = asked.potential.names
    a_, b_, c_ = (value.subs(names) for value in proved.constants)
    shown = _limits(asked, proved.when)
    charge = b_ * s.l
    if multiple not in asked.parameters:
        reached = None if names else extremal(asked, proved)
        return Part(a_, b_, c_, shown, a_ * asked.potential.initial + charge, proved, reached)
    best = tuned_bound(a_ * multiple**2 * asked.potential.initial + charge, c_, proved.when, multiple)
    a_, b_, c_ = (tidy(value.subs(multiple, best.optimum)) for value in (a_, b_, c_))
    left = tuple(guard for guard in shown if not guard.term.has(multiple))
    return Part(a_, b_, c_, left, best.bound, proved, None, best.optimum)


def _limits(asked: Problem, when: Guards) -> Guards:
    """Return the guards of a part together with what was assumed of parameters, as they are shown."""
    assumed = [guard for guard in asked.assumed if not is_positive(guard.term)]
    return tuple(dict.fromkeys(guard.put(asked.potential.names) for guard in (*assumed, *when)))


def _at_rates_that_fall(
    asked: Problem, stated: Rule, schedule: Schedule, parts: Sequence[Part], gain: str, reason: str
) -> tuple[Problem, list[Part], str]:
    """Return what parts that hold at every rate add up to, and why they do not where they do not."""
    added = []
    for part in parts:
        try:
            whole = summed(schedule, asked, part.proved, update=gain == losses.UPDATE.name)
        except NoInequalityError as error:
            reason = str(error)
            continue
        when, failed = whole.proved.when, whole.proved.failed
        if failed is None:
            bound = sympy.Add(*(tidy(term, when) for term in sympy.Add.make_args(whole.bound)))
            a_, b_, _ = (tidy(value, when) for value in whole.proved.constants)
            added.append(Part(a_, b_, part.c, when, bound, replace(part.proved, when=when, steps=whole.proved.steps)))
        else:
            reason = str(NoInequalityError(f"it was not proved that {failed.name}"))
    spoken = set().union(*(value.free_symbols for value in schedule.numerators.values()))
    spoken |= set() if schedule.onto is None else schedule.onto.radius.free_symbols
    kept = [symbol for symbol in asked.parameters if symbol not in schedule.numerators]
    parameters = dict.fromkeys((*kept, *sorted(spoken - {s.n}, key=str)))
    return replace(asked, rule=stated, parameters=tuple(parameters)), added, "" if added else reason
