"""Rates that fall with the trials, and projections: one lemma more, for learners that are derived at fixed rates.

Let a rule's rates be k/sqrt(t), t the number of the trial or of the update, and let the weights be projected, after
each step, on a convex set of diameter D in which they start and which u belongs to. The inequality of a trial that
was proved for every rate then holds with a(t), b(t) in the place of a, b, as the nearest point of the set is not
farther from u than the point itself. Where a(t) does not fall,

    sum of a(t) (d(t) - d(t + 1)) <= a(l) D**2        (Abel summation, as 0 <= d <= D**2)

and where b(t) = beta/sqrt(t) + b0, the b(t) add up to at most 2 beta sqrt(l) + b0 l. Both are proved by induction.
Where a is the same on all trials, neither the set nor D is needed.

>>> from verify.derive import derive
>>> rule = "max(-R, min(R, w + eta*y*x)) if y*yhat < 1 else w with eta = C/sqrt(t)"
>>> part, = derive(rule, gain="hinge", loss="hinge").parts
>>> part.a, part.b
(sqrt(t)/(2*C), C*X**2/(2*sqrt(t)))
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import sympy

from bounds import symbols as s
from bounds.errors import BoundcheckError
from bounds.formulas import Apply, Formula, Name, Rule, names, read, rebuilt, rule, subformulas, substitute, write
from bounds.formulas.rules import Outcomes
from bounds.formulas.slack import ONE
from bounds.mathematics.geometry import EUCLIDEAN
from verify.derive.cases import Problem
from verify.derive.pieces import Guard, Guards, is_positive
from verify.derive.potentials import OF_A_TRIAL, of_parameters, p, parameter, q, symbol_of
from verify.derive.projection import Onto, unprojected
from verify.derive.proof import Inequality, prove
from verify.derive.shown import show, step_of
from verify.derive.summation import abel
from verify.logic.kernel import Step

COUNTS: dict[Formula, Literal["trials", "updates"]] = {
    Name("t"): "trials",
    Apply("+", (Name("updates"), ONE)): "updates",
    Apply("+", (ONE, Name("updates"))): "updates",
}
t = sympy.Symbol("t", positive=True)
root, later = sympy.symbols("root later", positive=True)


class NoInequalityError(BoundcheckError):
    """There is no inequality of the form that is looked for, and why."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"no inequality of this form: {reason}")


@dataclass(frozen=True)
class Schedule:
    """A rule at fixed rates and without its projection, what each rate is times sqrt(t), and what t counts."""

    fixed: Rule
    numerators: Mapping[Any, Any]
    counts: Literal["trials", "updates"]
    onto: Onto | None

    def at(self, values: Mapping[Any, Any]) -> Schedule:
        """Return the same with values put in for parameters."""
        numerators = {rate: k.subs(values) for rate, k in self.numerators.items()}
        onto = None if self.onto is None else replace(self.onto, radius=self.onto.radius.subs(values))
        return replace(self, numerators=numerators, onto=onto)

    def __str__(self) -> str:
        said = [f"t counts the {self.counts}"] if self.numerators else []
        said += [f"u and the weights are in {self.onto}"] if self.onto is not None else []
        return "; ".join(said)


def rule_of(text: str, *, predict: str = "dot(w, x)", outcomes: Outcomes = "labels", **more: Any) -> Rule:
    """Return a rule by its text, which may end in ``with eta = C/sqrt(t)``.

    >>> print(rule_of("w + eta*y*x with eta = C/sqrt(t)"))
    w + C/sqrt(t)*y*x
    """
    parts = re.split(r"\bwith\b", text, maxsplit=1)
    if len(parts) == 1:
        return rule(text, predict=predict, outcomes=outcomes, **more)
    name, equals, rate = parts[1].partition("=")
    if not equals or not name.strip().isidentifier():
        raise BoundcheckError(f"after 'with' there is {parts[1].strip()!r}; say with eta = C/sqrt(t)")
    put: dict[str, Formula] = {name.strip(): read(rate)}
    if not names(read(parts[0])) & put.keys():
        raise BoundcheckError(f"the rule {parts[0].strip()!r} has no {name.strip()} that could be {rate.strip()}")
    return rule(write(substitute(read(parts[0]), put)), predict=predict, outcomes=outcomes, **more)


def schedule_of(of: Rule) -> Schedule | None:
    """Return how the rates of a rule fall, and its projection; None for one that has neither.

    Raises NoInequalityError for rates other than k/sqrt(t) and k/sqrt(updates + 1).
    """
    spoken = frozenset[str]().union(*map(names, (*of.updates.values(), of.predict)))
    if of.updates.keys() != {"w"}:
        return None
    inner, onto = unprojected(of.updates["w"])
    if not spoken & {"t", "updates"} and onto is None:
        return None
    quotients: dict[Formula, str] = {}
    fixed = rebuilt(inner, lambda part: _named(part, quotients, spoken))
    if names(fixed) & {"t", "updates"} or names(of.predict) & {"t", "updates"}:
        raise NoInequalityError(
            f"{write(of.updates['w'])!r} looks at t in another way than by rates k/sqrt(t) or k/sqrt(updates + 1)"
        )
    numerators, counted = {}, set()
    for quotient, name in quotients.items():
        numerators[parameter(name)], count = _numerator(quotient)
        counted.add(count)
    if len(counted) > 1:
        raise NoInequalityError("one rate falls with the trials and another with the updates")
    return Schedule(replace(of, updates={"w": fixed}), numerators, counted.pop() if counted else "trials", onto)


def _named(part: Formula, quotients: dict[Formula, str], spoken: frozenset[str]) -> Formula | None:
    """Return a name for a quotient k/sqrt(t), or for 1/sqrt(t) in one whose numerator speaks of the trial."""
    match part:
        case Apply("/", (Apply("-", (above,)), below)) if names(below) & {"t", "updates"}:
            return Apply("-", (rebuilt(Apply("/", (above, below)), lambda p: _named(p, quotients, spoken)),))
        case Apply("/", (above, below)) if names(below) & {"t", "updates"}:
            alone = not names(above) & (OF_A_TRIAL - {"n"})
            quotient = part if alone else Apply("/", (ONE, below))
            known = quotients.setdefault(quotient, _fresh(spoken | {*quotients.values()}))
            named = Name(known)
            return named if alone else Apply("*", (rebuilt(above, lambda p: _named(p, quotients, spoken)), named))
    return None


def _fresh(taken: frozenset[str]) -> str:
    return next(name for i in range(1, 99) if (name := f"rate_{i}") not in taken)


def _numerator(quotient: Formula) -> tuple[Any, Literal["trials", "updates"]]:
    """Return k and what t counts, of k/sqrt(t)."""
    counted = {COUNTS[inside] for part in subformulas(quotient) if (inside := _under_root(part))}
    fixed = rebuilt(quotient, lambda part: Name("root") if _under_root(part) else None)
    if len(counted) == 1 and not names(fixed) & {"t", "updates"}:
        ratio = of_parameters(fixed, {"root": root, "n": s.n}, symbol_of)
        value = None if ratio is None else sympy.simplify(ratio * root)
        if value is not None and not value.has(root) and is_positive(value):
            return value, counted.pop()
    raise NoInequalityError(f"the rate {write(quotient)} is not k/sqrt(t) or k/sqrt(updates + 1) with k > 0")


def _under_root(part: Formula) -> Formula | None:
    """Return the t or updates + 1 that a formula is the root of."""
    match part:
        case Apply("sqrt", (inside,)) if inside in COUNTS:
            return inside
    return None


# --- the sum ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Summed:
    """What an inequality that holds at every rate adds up to: that of trial t, with the sum's steps, and the bound."""

    proved: Inequality
    bound: Any


def summed(schedule: Schedule, problem: Problem, proved: Inequality, *, update: bool, size: Any = s.U) -> Summed:
    """Return what an inequality, proved at every rate, adds up to at rates that fall.

    ``update`` tells that the gain is 1 on each update, and ``size`` is what |u| is at most. Raises NoInequalityError,
    with the reason, where it does not add up to a bound.
    """
    if problem.potential.geometry is not EUCLIDEAN:
        raise NoInequalityError("rates that fall are derived of learners that add to w")
    proved = _at_every_rate(schedule, problem, proved)
    a, b, c = map(sympy.sympify, proved.constants)
    if c.free_symbols.union(*(g.term.free_symbols for g in proved.when)) & schedule.numerators.keys():
        raise NoInequalityError("the factor of the loss, or the range of the parameters, depends on the rate")
    ks = {rate: sympy.Symbol(f"k{i}", positive=True) for i, rate in enumerate(schedule.numerators)}
    values = {ks[rate]: value for rate, value in schedule.numerators.items()}
    a, b = (sympy.cancel(value.subs({rate: k / root for rate, k in ks.items()})) for value in (a, b))

    def of_trial(value: Any) -> Any:
        return value.subs(values).subs(root, sympy.sqrt(t))

    if a.has(root) and schedule.onto is None:
        raise NoInequalityError(
            f"a = {of_trial(a)} grows with t, and without a projection nothing bounds the distance of u to w that it "
            "is multiplied by"
        )
    whole = sympy.expand(sympy.simplify(b * root))
    if not whole.is_polynomial(root) or sympy.degree(whole, root) > 1:
        raise NoInequalityError(f"b = {of_trial(b)} is not beta/sqrt(t) + b0, of which the sum is known")
    falling, still = whole.coeff(root, 0), whole.coeff(root, 1)
    when = (*problem.premises, *proved.when)
    parts = [(f"part {i} of b is not negative", part) for i, part in enumerate((falling, still), 1) if part != 0]
    steps = [show(what, when, value) for what, value in (*parts, ("a >= 0", a))]
    if a.has(root):
        steps.append(show("a does not fall", (*when, Guard(later - root, ">=")), a.subs(root, later) - a))
    steps += schedule.onto.steps() if schedule.onto is not None else ()
    steps += [step_of(step.name, step.ok, step.seconds) for step in abel() if step.how == "induction"]
    steps += _idle(problem, c, when, update) if schedule.counts == "updates" else ()
    size = size if schedule.onto is None else schedule.onto.diameter / (1 if a.has(root) else 2)
    bound = (a * size**2).subs(root, sympy.sqrt(s.l)) + 2 * falling * sympy.sqrt(s.l) + still * s.l
    steps = [*proved.steps, *steps]
    proved = Inequality((of_trial(a), of_trial(b), c), proved.when, tuple(steps))
    return Summed(proved, sympy.expand(bound.subs(values)))


def _at_every_rate(schedule: Schedule, problem: Problem, proved: Inequality) -> Inequality:
    """Return an inequality without the guards on the rates, where it does not need them."""
    kept = tuple(guard for guard in proved.when if not guard.term.free_symbols & schedule.numerators.keys())
    anew = proved if kept == proved.when else prove(problem, proved.constants, kept, hasty=True)
    return anew if anew.checked else proved


def _idle(problem: Problem, c: Any, when: Guards, update: bool) -> Iterator[Step]:
    """Show that trials that leave w where it is, and so do not count, need nothing: gain <= c loss.

    The projection of w + s x being w, s (u.x - w.x) is not positive. A gain of 1 an update is 0 there.
    """
    for case in problem.cases:
        step = sympy.diff(case.drop, p)
        gain = 0 if update else case.gain
        given = (*when, *case.guards, Guard(-step * (p - q), ">="))
        yield show(f"gain <= c loss without an update, where {case}", given, c * case.loss - gain)


# --- sets of one point --------------------------------------------------------------------------------------


def looked_at(schedule: Schedule | None) -> set[Any]:
    """Return the radius of the set, if it is a parameter: at 0 it is looked at by itself (``in_a_point``)."""
    radius = None if schedule is None or schedule.onto is None else schedule.onto.radius
    return {radius} if radius is not None and radius.is_Symbol else set()


def in_a_point(schedule: Schedule, problem: Problem, guards: Sequence[Guard], bound: Any, c: Any) -> Iterator[Step]:
    """Show the claim where the set is 0 alone, and so are u and all weights: gain <= c loss, and a bound of 0 or more.

    That is where its radius, a parameter, is 0.
    """
    for radius in looked_at(schedule):
        for case in problem.cases:
            given = (*guards, *problem.premises, *case.guards, Guard(p, "=="), Guard(q, "=="))
            yield show(f"gain <= c loss where {radius} = 0 and {case}", given, c * case.loss - case.gain)
        at_zero = bound.subs(radius, 0)
        proved = bool(at_zero == 0) or is_positive(at_zero)
        yield step_of(f"the bound is not negative where {radius} = 0", proved)
