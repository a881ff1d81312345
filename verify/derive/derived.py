"""From a learner and two losses to a proved bound.

Nearly every proof in this field is one inequality a trial, summed up:
    gain - c loss <= a (d(u, w) - d(u, w')) + b, so that sum of gains <= c sum of losses + a d(u, w_1) + b l,
as d(u, w_l+1) >= 0. ``derive`` finds the best a, b and c, in closed form, and has z3 prove the inequality.

>>> from bounds.formulas import rule
>>> print(derive(rule("w + eta*y*x if y*yhat <= 0 else w"), gain="mistake", loss="hinge", separable=True))
sum of mistake <= U**2/(eta*(2 - X**2*eta))
for X**2*eta < 2, where hinge of u is 0 on every trial
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from time import perf_counter
from typing import TYPE_CHECKING, Any

import sympy

from bounds import symbols as s
from bounds.claims.claim import Claim
from bounds.errors import BoundcheckError
from bounds.expression import as_expression
from bounds.formulas import Rule, names, read
from verify.derive.cases import Problem, multiple, problem
from verify.derive.claim import claim_of
from verify.derive.closed_form import Form, Point, Values, forms, places
from verify.derive.extremal import Extremal, extremal
from verify.derive.losses import UPDATE
from verify.derive.pieces import Guard, Guards
from verify.derive.program import Program
from verify.derive.proof import Proof, follows, prove
from verify.derive.question import Question, a, b, c, rho
from verify.derive.scaling import Scaling, scaling
from verify.derive.schedule import NoInequalityError, Schedule, rule_of, schedule_of, summed
from verify.derive.tuned import Tuned, tuned_bound

if TYPE_CHECKING:
    from rich.text import Text

PROBES = 5
Constants = tuple[Any, Any, Any]
Say = Callable[[str], None]


@dataclass(frozen=True)
class Part:
    """One piece of the answer: (a, b, c), and the guards on the parameters under which z3 proved them.

    The distance is to ``multiple`` times u: the best multiple, where one was asked for. ``proved`` and ``proved_when``
    are the constants and the guards as z3 saw them, with symbols for logarithms, and with the multiple open.
    """

    a: Any
    b: Any
    c: Any
    when: Guards
    proof: Proof
    bound: Any
    proved: tuple[Any, Any, Any]
    proved_when: Guards
    extremal: Extremal | None = None
    multiple: Any = 1

    @property
    def conditions(self) -> str:
        """The guards as text, such as ``X**2*eta < 2``."""
        return " and ".join(guard_text(guard) for guard in self.when)


@dataclass(frozen=True)
class Derived:
    """What was derived. ``status`` is derived, none (no inequality of this form was found), or open.

    Derived means that z3 proved each part for all values of the parameters in its range. None is no refutation: another
    potential, or a search, may still say more. Open: constants exist, but no closed form of them could be proved.
    """

    problem: Problem
    gain: str
    loss: str
    status: str
    parts: tuple[Part, ...]
    seconds: float
    reason: str = ""
    schedule: Schedule | None = None

    @property
    def bound(self) -> Any:
        """The bound on sum gain - c sum loss, a sympy expression: piecewise where there are several parts."""
        if len(self.parts) == 1:
            return self.parts[0].bound
        found = [(part.bound, sympy.And(*(_relation(guard) for guard in part.when))) for part in self.parts]
        return sympy.Piecewise(*found) if found else None

    def holds(self, part: int = 0, *, a: Any = 1, b: Any = 1, c: Any = 1) -> Proof:
        """Return what z3 says of other constants: those of a part times these factors, under the same conditions."""
        found = self.parts[part]
        factors = [sympy.Rational(str(factor)) for factor in (a, b, c)]
        changed = [factor * value for factor, value in zip(factors, found.proved, strict=True)]
        return prove(self.problem, changed, found.proved_when, hasty=True)

    def tune(self, symbol: str | Any = "eta", part: int = 0) -> Tuned:
        """Return the best value of a parameter, by ``bounds.optima``, and the bound there."""
        found = self.parts[part]
        return tuned_bound(found.bound, found.c, found.when, symbol)

    def claim(self, part: int = 0, name: str = "own.derived") -> Claim:
        """Return a part as a claim of one's own (``bounds.own_claim``).

        >>> from bounds.formulas import rule
        >>> derived = derive(rule("w + eta*y*x if y*yhat <= 0 else w"), separable=True)
        >>> claim = derived.claim()
        >>> print(claim, "for", *[h.text for h in claim.hypotheses if h.text.startswith("eta")])
        own.derived: sum_t(mistake) <= U**2/(eta*(-X**2*eta + 2)) for eta < 2/X**2
        """
        found = self.parts[part]
        said = (found.bound, found.c)
        whole = found.multiple == 1 and self.schedule is None
        onto = None if self.schedule is None else self.schedule.onto
        return claim_of(self.problem, self.gain, self.loss, said, found.when, name=name, whole=whole, onto=onto)

    def amount(self, part: Part) -> str:
        """What a part bounds, as text."""
        return f"sum of {self.gain}" + ("" if part.c == 0 else f" - {_factor(part.c)}(sum of {self.loss} of u)")

    def __str__(self) -> str:
        return "\n".join(self._lines())

    __repr__ = __str__

    def __rich__(self) -> Text:
        from rich.text import Text

        return Text(str(self))

    def _lines(self) -> Iterator[str]:
        if self.reason:
            yield self.reason
        for part in self.parts:
            bound = part.bound
            yield f"{self.amount(part)} <= {text(bound)}"
            said = f"for {part.conditions}" if part.when else "for all parameters"
            yield said + (f", where {self.loss} of u is 0 on every trial" if self.problem.separable else "")


def _factor(c_: Any) -> str:
    return "" if c_ == 1 else f"({text(c_)})*"


def text(expression: Any) -> str:
    """Return an expression as text, numbers first.

    >>> text(1 / (2 - s.X**2 * s.eta))
    '1/(2 - X**2*eta)'
    """
    return str(sympy.sstr(expression, order="rev-lex"))


def guard_text(guard: Guard) -> str:
    """Return a guard as a relation between what is added and what is taken away.

    >>> guard_text(Guard(2 - s.X**2 * s.eta, ">"))
    'X**2*eta < 2'
    """
    return text(_relation(guard))


def _relation(guard: Guard) -> Any:
    terms = sympy.Add.make_args(sympy.expand(guard.term))
    above = sympy.Add(*(term for term in terms if not term.could_extract_minus_sign()))
    below = -sympy.Add(*(term for term in terms if term.could_extract_minus_sign()))
    kind = {">=": sympy.Le, ">": sympy.Lt, "==": sympy.Eq}[guard.relation]
    return kind(below, above, evaluate=False)


def derive(
    learner: Rule | str,
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

    ``gain`` and ``loss`` are names or formulas (see ``verify.derive.losses``). ``separable``: the comparator's loss is
    0 on every trial. ``c`` fixes c, ``ratio`` fixes c/a; where neither is given, c is as small as it can be together
    with a, or else c/a = rho is left open, or else c = 1. ``scaled``: the distance is taken to the multiple lambda of
    u, which is left open. ``inputs`` is "X" for examples of norm at most X, or "unit" for examples in [0, 1]^n (for
    learners that multiply). ``tolerance``: the learner is told intervals that are so much wider. ``where`` puts in
    values, ``assume`` adds relations between parameters, all of which are positive.

    The learner's rates may fall with the trials, as in ``max(-R, min(R, w + C/sqrt(t)*y*x))``; c is then 1 if it is not
    given (see ``verify.derive.schedule``).

    Raises BoundcheckError for what cannot be compiled to cases.
    """
    started = perf_counter()
    say = progress or print_nothing
    if inputs not in ("X", "unit"):
        raise BoundcheckError(f"inputs is {inputs!r}; say X for examples of norm at most X, or unit for [0, 1]^n")
    say("cases")
    stated = rule_of(learner) if isinstance(learner, str) else learner
    schedule = schedule_of(stated)
    if schedule is not None and schedule.numerators:
        c = 1 if c is None and ratio is None else c
    values = {str(name): as_expression(value) for name, value in (where or {}).items()}
    asked = problem(
        stated if schedule is None else schedule.fixed,
        gain,
        loss,
        separable=separable,
        inputs=inputs,
        tolerance=tolerance,
        scaled=scaled,
        where=values,
        assume=assume,
    )
    require_spoken(asked, assume, (c, ratio))
    c, ratio = (_fixed(name, value, asked) for name, value in (("c", c), ("ratio", ratio)))
    question = _chosen(asked, c, ratio, say)
    if question is None:
        reason = (
            f"no inequality of this form was found: {asked.potential.name} pays for the gain with no (a, b, c) "
            "at the parameters that were tried; that is no refutation"
        )
        return Derived(asked, gain, loss, "none", (), perf_counter() - started, reason)
    parts, reason = _parts(asked, question, say)
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
    for name in (*given, *(name for text in assume for name in sorted(names(read(text))))):
        if name not in spoken:
            raise BoundcheckError(
                f"{name} is given a value or a range, and the inequality of a trial does not speak of it; "
                "leave it out, or write its value into the rule"
            )


def _fixed(name: str, value: Any, asked: Problem) -> Any:
    """Return a c or a ratio that was given, with values put in, as an expression; None for None."""
    if value is None:
        return None
    found = as_expression(value).subs(asked.values)
    if not found.is_rational_function():
        raise BoundcheckError(f"{name} is {value}; give a quotient of polynomials in the parameters")
    return found


def _at_rates_that_fall(
    asked: Problem, stated: Rule, schedule: Schedule, parts: Sequence[Part], gain: str, reason: str
) -> tuple[Problem, list[Part], str]:
    """Return what parts that hold at every rate add up to, and why they do not where they do not."""
    found = []
    for part in parts:
        when, proof = at_every_rate(asked, schedule, part.proved, part.proved_when, part.proof)
        try:
            whole = summed(schedule, asked, part.proved, when, gain == UPDATE)
        except NoInequalityError as error:
            reason = str(error)
            continue
        proof = Proof((*proof.steps, *whole.steps))
        if proof.checked:
            bound = sympy.Add(*(tidy(term, when) for term in sympy.Add.make_args(whole.bound)))
            ab = {"a": tidy(whole.a, when), "b": tidy(whole.b, when), "bound": bound}
            found.append(replace(part, **ab, when=when, proof=proof, proved_when=when, extremal=None))
        elif proof.failed is not None:
            reason = str(NoInequalityError(f"it was not proved that {proof.failed.what}"))
    spoken = set().union(*(value.free_symbols for value in schedule.numerators.values()))
    spoken |= set() if schedule.onto is None else schedule.onto.radius.free_symbols
    kept = [symbol for symbol in asked.parameters if symbol not in schedule.numerators]
    parameters = dict.fromkeys((*kept, *sorted(spoken - {s.n}, key=str)))
    return replace(asked, rule=stated, parameters=tuple(parameters)), found, "" if found else reason


def at_every_rate(
    asked: Problem, schedule: Schedule, constants: Constants, when: Guards, proof: Proof
) -> tuple[Guards, Proof]:
    """Return guards and proof of constants without what they ask of the rates, where they do not need it."""
    kept = tuple(guard for guard in when if not guard.term.free_symbols & schedule.numerators.keys())
    anew = proof if kept == when else prove(asked, constants, kept, hasty=True)
    return (kept, anew) if anew.checked else (when, proof)


def _questions(asked: Problem, c_: Any, ratio: Any) -> Iterator[Question]:
    """Yield what may be asked, the strongest statements first."""
    one = sympy.Integer(1)
    if ratio is not None:
        yield Question((a,), ratio=as_expression(ratio))
    elif c_ is not None:
        yield Question((b, a), c=as_expression(c_))
    elif asked.separable:
        yield Question((a,))
        yield Question((b, a))
    else:
        yield Question((a, c))
        yield Question((a,), ratio=rho)
        yield Question((b, a), c=one)
        yield Question((c, b, a))


def _chosen(asked: Problem, c_: Any, ratio: Any, say: Say) -> Question | None:
    for question in _questions(asked, c_, ratio):
        say(f"is there a bound with {', '.join(map(str, question.unknown))} open?")
        for solved, place in _probes(asked, question):
            if question.unknown != (a, c):
                return question
            other = Program(asked, Question((c, a))).solve(place)
            if other is not None and max(abs(x - y) for x, y in zip(solved, other[::-1], strict=True)) < 1e-6 * (
                1 + max(solved)
            ):
                return question
            break
    return None


def _probes(asked: Problem, question: Question) -> Iterator[tuple[Values, list[float]]]:
    """Yield the places, of a few, at which there are constants, and a is not 0."""
    units, program = scaling(asked, question), Program(asked, question)
    tried = [place for place in places(len(units.free), 60) if admits(asked, units, place)]
    for place in tried[: PROBES * (1 + len(units.free))]:
        theta = at(program, units, place)
        constants = program.solve(theta)
        if constants is not None and _useful(question, constants):
            yield constants, theta


def _useful(question: Question, constants: Values) -> bool:
    return bool(dict(zip(question.unknown, constants, strict=True))[a] > 1e-9)


def at(program: Program, units: Scaling, place: Point) -> list[float]:
    """Return the values of all parameters at a place: the free ones as given, the units 1."""
    known = dict(zip(units.free, place, strict=True))
    return [float(known.get(symbol, Fraction(1))) for symbol in program.parameters]


def admits(asked: Problem, units: Scaling, place: Point) -> bool:
    """Tell whether the premises on parameters hold at a place."""
    known = {x: sympy.Rational(v.numerator, v.denominator) for x, v in zip(units.free, place, strict=True)}
    known |= dict.fromkeys(units.units, sympy.Integer(1))
    return all(guard.term.subs(known) >= 0 for guard in asked.premises)


def _parts(asked: Problem, question: Question, say: Say) -> tuple[list[Part], str]:
    units, program = scaling(asked, question), Program(asked, question)
    found = _fitted(asked, question, units, program, say)
    if not found and not units.free:
        return _rounded(asked, question, units, program)
    if not found:
        names = ", ".join(map(str, units.free))
        return [], f"constants exist, but no closed form in {names} was found; put in values with --set or where="
    parts = [_part(asked, *proved) for proved in _proved(asked, question, units, found, say)]
    unproved = len(found) - len(parts)
    return parts, f"{unproved} of {len(found)} guesses were not proved" if unproved else ""


MOST = 2
"""Parameters in which the closed forms of a proof of one's own claim may be."""


def proved_constants(asked: Problem, c_: Any = None) -> Iterator[tuple[Constants, Guards, Proof]]:
    """Yield proved constants (a, b, c) in closed form, with the guards under which they hold; c is ``c_`` if given."""
    question = _chosen(asked, c_, None, print_nothing)
    units = None if question is None else scaling(asked, question)
    if question is not None and units is not None and len(units.free) <= MOST:
        found = _fitted(asked, question, units, Program(asked, question), print_nothing)
        yield from _proved(asked, question, units, found, print_nothing)


def print_nothing(_: str) -> None:
    """Report no progress."""


def _fitted(asked: Problem, question: Question, units: Scaling, program: Program, say: Say) -> list[Form]:
    """Return closed forms through the best constants at sampled parameters."""
    count = 0

    def solve(place: Point) -> Values | None:
        nonlocal count
        count += 1
        say(f"linear program {count}")
        return _solved(question, units, program, place)

    return forms(solve, units.free, lambda place: admits(asked, units, place)) or []


def _solved(question: Question, units: Scaling, program: Program, place: Point) -> Values | None:
    constants = program.solve(at(program, units, place))
    return None if constants is None or not _useful(question, constants) else constants


def _proved(
    asked: Problem, question: Question, units: Scaling, found: Sequence[Form], say: Say
) -> Iterator[tuple[Constants, Guards, Proof]]:
    """Yield the forms that z3 proves, at all parameters."""
    for i, form in enumerate(found, 1):
        say(f"proof {i} of {len(found)}")
        values = [sympy.factor(units.restored(n, v)) for n, v in zip(question.unknown, form.values, strict=True)]
        guards = [Guard(_restored(units, guard.term), guard.relation) for guard in form.when]
        when = _needed(asked, guards)
        a_, b_, c_ = (tidy(value, guards) for value in question.constants(values))
        proof = prove(asked, (a_, b_, c_), when, hasty=True)
        if proof.checked:
            yield (a_, b_, c_), when, proof


def _part(asked: Problem, constants: Constants, when: Guards, proof: Proof) -> Part:
    names = asked.potential.names
    a_, b_, c_ = (value.subs(names) for value in constants)
    shown = _limits(asked, when)
    charge = b_ * s.l
    if multiple not in asked.parameters:
        reached = None if names else extremal(asked, (a_, b_, c_), when)
        bound = a_ * asked.potential.initial + charge
        return Part(a_, b_, c_, shown, proof, bound, constants, when, reached)
    best = tuned_bound(a_ * multiple**2 * asked.potential.initial + charge, c_, when, multiple)
    a_, b_, c_ = (tidy(value.subs(multiple, best.optimum)) for value in (a_, b_, c_))
    left = tuple(guard for guard in shown if not guard.term.has(multiple))
    return Part(a_, b_, c_, left, proof, best.bound, constants, when, None, best.optimum)


def _limits(asked: Problem, when: Guards) -> Guards:
    """Return the guards of a part together with what was assumed of parameters, as they are shown."""
    names = asked.potential.names
    positive = {symbol: sympy.Dummy(positive=True) for symbol in asked.parameters}
    assumed = [
        guard
        for guard in asked.premises
        if not guard.term.free_symbols & names.keys() and not guard.term.subs(positive).is_positive
    ]
    return tuple(dict.fromkeys(Guard(guard.term.subs(names), guard.relation) for guard in (*assumed, *when)))


def _restored(units: Scaling, term: Any) -> Any:
    pairs = list(zip(units.units, units.weights, strict=True))
    put = {f: f * sympy.prod([unit ** -weight[f] for unit, weight in pairs]) for f in units.free}
    above = sympy.numer(sympy.together(sympy.sympify(term).subs(put, simultaneous=True)))
    constant, factors = sympy.factor_list(above)
    kept = sympy.prod([base**power for base, power in factors if not base.is_positive and not base.is_Symbol])
    return sympy.expand((1 if constant > 0 else -1) * kept)


def _rounded(asked: Problem, question: Question, units: Scaling, program: Program) -> tuple[list[Part], str]:
    """Return proved rational constants, a little larger than the best ones, at the parameters that are given."""
    found = _solved(question, units, program, ())
    for more in (1e-7, 1e-5, 1e-3) if found is not None else ():
        near = [Fraction(value * (1 + more)).limit_denominator(10**5) for value in found or ()]
        values = [sympy.Rational(value.numerator, value.denominator) for value in near]
        restored = [units.restored(n, v) for n, v in zip(question.unknown, values, strict=True)]
        a_, b_, c_ = question.constants(restored)
        proof = prove(asked, (a_, b_, c_), (), hasty=True)
        if proof.checked:
            return [
                _part(asked, (a_, b_, c_), (), proof)
            ], "rounded: proved constants at these parameters, no closed form"
    return [], "constants exist, but neither a closed form nor rational ones near them were proved"


def _needed(asked: Problem, guards: Sequence[Guard]) -> Guards:
    """Return the guards without those that follow from the others."""
    kept = [guard for guard in guards if not guard.term.is_positive]
    for guard in list(kept):
        others = [other for other in kept if other != guard]
        if follows((*asked.premises, *others), guard.term, strict=guard.relation == ">"):
            kept = others
    return tuple(kept)


def tidy(value: Any, when: Sequence[Guard] = ()) -> Any:
    """Return a quotient whose denominators are written as they are positive under the guards.

    >>> print(text(tidy(-1 / (s.X**2 * s.eta - 2), [Guard(2 - s.X**2 * s.eta, ">")])))
    1/(2 - X**2*eta)
    """
    positive = [sympy.expand(guard.term) for guard in when]
    above, below = sympy.fraction(sympy.factor(value))
    sign, product = 1, sympy.Integer(1)
    for base, power in (factor.as_base_exp() for factor in sympy.Mul.make_args(below)):
        turned = sympy.expand(-base) in positive
        sign *= -1 if turned and power % 2 else 1
        product *= (sympy.expand(-base) if turned else base) ** power
    return sign * above / product
