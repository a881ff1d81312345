"""The proof of a claim of one's own, by one inequality a trial.

The claim's learner and losses are compiled to cases. Where the bound says by itself what a, b and c are (a d(u, w_1) +
b l, and c what the comparator's loss is multiplied by), z3 has to prove the inequality

    gain - c loss <= a (d(u, w) - d(u, w')) + b

for all trials and all values of the parameters in the claim. Else (a, b, c) are derived, for the learner as it is or
for the distance to a multiple of u, and z3 has to prove that what they add up to is at most the bound.

A parameter that is only an upper end (|u| <= U, |x| <= X, the sum of losses <= H) is taken to be positive: where it is
0, the claim holds for all larger values, and so in the limit, as long as the bound is continuous there, neither the
learner, nor a loss, nor another premise on trials speaks of it, and premises on parameters hold there with room to
spare. A run without trials is looked at by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any

import sympy

from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator
from bounds.claims.stated import RuleMaker, regret_of
from bounds.errors import BoundcheckError
from bounds.expression import format_expression
from bounds.formulas import Formula, names, read, write
from bounds.formulas.scope import parameters_of
from bounds.mathematics.geometry import EUCLIDEAN
from verify.derive.cases import Problem, multiple, problem
from verify.derive.constants import proved_constants
from verify.derive.losses import UPDATE
from verify.derive.optimum import candidates
from verify.derive.own_premises import NormLimits, positive, premises_of, tolerance_of
from verify.derive.own_proof import premise_axioms, proof_of
from verify.derive.pieces import Guard, Guards, branches
from verify.derive.potentials import parameter
from verify.derive.proof import Constants, prove
from verify.derive.question import rho
from verify.derive.schedule import Schedule, in_a_point, looked_at, schedule_of, summed
from verify.derive.shown import Wanted, follows, show, show_all, step_of
from verify.logic.kernel import Step
from verify.logic.proof import Proof

Best = tuple[Mapping[Any, Any], Guards]
"""Values of what is open in constants, and where the constants hold."""

log_n = sympy.Symbol("ln_n", positive=True)
any_x = sympy.Symbol("any_X", positive=True)


@dataclass(frozen=True)
class Own:
    """A claim, read: its cases, d(u, w_1) at most ``initial``, the bound, and what is known of the parameters.

    ``times`` multiplies the comparator's loss in the claim; ``limit`` is what a premise says that its sum is at most.
    ``later`` are values of parameters that are put in after the inequality is proved for any value. ``compiled(True)``
    gives the cases with the distance to a multiple of u. Where the rates of the rule fall with the trials, the cases
    are those at fixed rates, and ``schedule`` says how they fall. ``of_trials`` are the parameters of the losses, of
    the premises on trials and of the version.
    """

    claim: Claim
    premises: NormLimits
    compiled: partial[Problem]
    problem: Problem
    initial: Any
    bound: Any
    times: Any
    limit: Any
    later: Mapping[Any, Any]
    of_trials: frozenset[Any]
    schedule: Schedule | None = None

    @property
    def factor(self) -> Any:
        """What the comparator's loss is multiplied by, in the claim or in the bound."""
        return self.times if self.limit is None else sympy.diff(self.bound, self.limit)

    @property
    def guards(self) -> Guards:
        """What the claim says of its parameters alone; l is the number of trials, of which there is one at least."""
        return (*self.premises.guards, Guard(s.l - 1, ">="))


def prove_own(claim: Claim, refute: Callable[[Claim], str] | None = None) -> Proof:
    """Return the proof of a claim of one's own by one inequality a trial; of status none where there is no such proof.

    What z3 says is proposed; the certificate makes a proof of it (verify.derive.certified).

    ``refute`` says on what a claim is false, if it finds that quickly. It is asked where the bound's own constants do
    not do, before others are derived, which takes longer; but not where rates fall, at which it is runs that are slow.
    Where the premises on parameters contradict each other, the proof is inconsistent.

    >>> from boundcheck import own_claim
    >>> ball = ["norm(u, 2) <= U", "norm(x, 2) <= X"]
    >>> ogd = own_claim("w + eta*y*x if y*yhat < 1 else w", "U**2/(2*eta) + eta*X**2*l/2",
    ...     gain="hinge", loss="hinge", given=ball)
    >>> prove_own(ogd).status
    'proposed'
    """
    try:
        own = read_claim(claim)
        reason = _not_positive(own)
        if reason:
            raise BoundcheckError(reason)
        proof = _proved(own, refute)
    except BoundcheckError as error:
        return Proof(claim, reason=f"one inequality a trial says nothing of this claim: {error}")
    guards = tuple(own.premises.guards)
    if not follows(guards, sympy.Integer(-1)):
        return proof
    return replace(proof, axioms=(*proof.axioms, *premise_axioms(guards)), inconsistent=True)


def _proved(own: Own, refute: Callable[[Claim], str] | None) -> Proof:
    """Return the proof by the bound's own constants, or by others, or what shows the claim to be false."""
    claim, assumed = own.claim, [*_assumed(own)]
    shown = [*assumed, *_not_negative_losses(own)]
    constants = _of_bound(own)
    needed = assumed if own.limit is None else shown  # with the claim's own factor, losses may have any sign
    first = shown if constants is None else [*needed, *_for_all(own, constants)]
    if constants is not None and all(step.ok for step in first):
        return replace(proof_of(claim, own.problem, own.initial, constants, first), plan=_plan(own, constants, {}, ()))
    if broken := refute(claim) if refute and own.schedule is None else "":
        failing = [] if any(not step.ok for step in first) else [step_of("the claim", False, message=broken)]
        found_false = proof_of(claim, own.problem, own.initial, None, [*first, *failing])
        return replace(found_false, refuted=broken)
    for derived, best, steps in _derived(own, constants) if all(step.ok for step in shown) else ():
        if all(step.ok for step in steps):
            proved = proof_of(claim, own.problem, own.initial, derived, [*shown, *steps], own.schedule)
            return replace(proved, plan=None if best is None else _plan(own, derived, *best))
        first = first if len(first) > len(shown) else [*shown, *steps]
    if all(step.ok for step in first):
        return Proof(claim, reason="no inequality of one trial was found from which it would follow")
    return proof_of(claim, own.problem, own.initial, None, first)


def _plan(own: Own, constants: Constants, best: Mapping[Any, Any], when: Guards) -> Mapping[str, Any] | None:
    """Return what a certificate of the proof is made from; None where the potential is none that certificates have.

    Its lemmas are what the constants need: where they hold, and what signs they are divided by have.
    """
    if own.problem.potential.geometry is not EUCLIDEAN or own.schedule is not None:
        return None
    scale = multiple if any(sympy.sympify(value).has(multiple) for value in constants) else sympy.Integer(1)
    compared = {
        symbol for guard in own.premises.guards if not guard.term.is_Symbol for symbol in guard.term.free_symbols
    }
    ends = {end for end in (own.premises.size, own.premises.radius, own.limit) if end is not None and end.is_Symbol}
    roots = [power for value in best.values() for power in value.atoms(sympy.Pow) if power.exp == sympy.Rational(1, 2)]
    first = [Guard(value, ">") for value in [*sorted(roots, key=sympy.default_sort_key), *best]]
    signs = [Guard(factor, ">") for factor in _below(constants, (*own.guards, *when))]
    gap = sympy.simplify(constants[2] - own.times)
    taken = {*map(str, own.claim.parameters), *map(str, best)}
    called = {multiple: next(s.lookup(name) for name in ("theta", "gamma", "alpha", "delta") if name not in taken)}

    def in_names(value: Any) -> str:
        return format_expression(sympy.sympify(value).subs(called))

    return {
        "constants": dict(zip(("a", "b", "c", "lambda"), map(in_names, (*constants, scale)), strict=True)),
        "names": [[in_names(name), in_names(value)] for name, value in best.items()],
        "lemmas": [f"{in_names(g.term)} {g.relation} 0" for g in dict.fromkeys((*first, *when, *signs))],
        "kept": sorted(map(str, own.later)),
        "limits": sorted(str(end) for end in ends - compared if not positive(own.claim, end, own.premises.guards)),
        "signed": own.limit is not None or gap != 0 or bool(sympy.Tuple(*constants).atoms(sympy.Max, sympy.Min)),
    }


def _below(constants: Constants, guards: Guards) -> Iterator[Any]:
    """Yield the factors that the constants are divided by, with the sign that makes them positive."""
    factors = {f for value in constants for f, _ in sympy.factor_list(sympy.fraction(sympy.together(value))[1])[1]}
    for factor in sorted(factors, key=str):
        if not factor.is_Symbol and not factor.atoms(sympy.Max, sympy.Min):
            yield from (sign * factor for sign in (1, -1) if follows(guards, sign * factor, strict=True))


# --- reading --------------------------------------------------------------------------------------------------


def read_claim(claim: Claim) -> Own:
    """Read a claim by rule; raise BoundcheckError, with the reason, where it says more than one inequality can."""
    amounts, spec = regret_of(claim.quantity), claim.learner
    if spec is None or spec.rule is None or amounts is None:
        raise BoundcheckError("it is not stated by a rule and losses")
    if not isinstance(spec.make, RuleMaker) or spec.make.rule != spec.rule:
        raise BoundcheckError("its learner is not made by its rule")
    if claim.outcomes.kind == "none":
        raise BoundcheckError("it is about no trials")
    if claim.comparator is Comparator.SEQUENCE:
        raise BoundcheckError("its comparator changes with the trial; give a potential, which may speak of path(u, 2)")
    if claim.relation != "<=":
        raise BoundcheckError(f"it says {claim.relation}; what is proved in this way is <=")
    if claim.takes_start:
        raise BoundcheckError("its learner starts anywhere")
    rule = replace(spec.rule, outcomes=claim.outcomes.kind)  # type: ignore[arg-type]
    schedule = schedule_of(rule)
    premises = premises_of(claim)
    loss, times, limit = amounts.loss, amounts.factor, None
    if loss is None:
        loss, limit = premises.charge or (None, None)
    values, later = _values(claim)
    premises.guards += [
        Guard(value, ">") for symbol, value in values.items() if positive(claim, symbol, premises.guards)
    ]
    radius = premises.radius if premises.radius is not None else premises.largest
    if radius != s.X:
        if s.X in claim.spoken:
            raise BoundcheckError("it speaks of X, and no premise says that the norms of examples are at most X")
        values = {**values, s.X: any_x if radius is None else radius}
    compared = [amounts.gain, *([] if loss is None else [loss])]
    for formula in compared:
        _require_known(formula, claim)
    tolerance = tolerance_of(spec, claim.outcomes.kind)
    said = [*compared, *premises.of_trials, read(tolerance or "0")]
    of_trials = frozenset(map(parameter, parameters_of(*said)))
    compiled = partial(
        problem,
        rule if schedule is None else schedule.fixed,
        amounts.gain,
        loss,
        inputs="unit" if premises.unit else "X",
        given=premises.of_trials,
        tolerance=tolerance,
        where=values,
    )
    cases = compiled()
    _require_norms(cases, premises)
    bound = claim.inner_bound
    if bound is not claim.bound and (not _counts(cases) or times != 0):
        raise BoundcheckError("its bound is rounded down, and what it bounds is no whole number")
    logs = {sympy.log(s.n): log_n, **{value: name for name, value in cases.potential.names.items()}}
    bound, times, initial = (sympy.sympify(v).subs(logs) for v in (bound, times, _initial(cases, premises, schedule)))
    if schedule is not None:
        schedule = schedule.at(values)
    return Own(claim, premises, compiled, cases, initial, bound, times, limit, later, of_trials, schedule)


def _require_norms(cases: Problem, premises: NormLimits) -> None:
    """Raise BoundcheckError where the potential needs another norm of the examples than the one that is bounded."""
    if cases.potential.geometry is EUCLIDEAN and premises.radius is None and premises.largest is not None:
        raise BoundcheckError("its examples are bounded in the max-norm, and the learner adds to its weights")
    if cases.potential.inputs == "unit" and not premises.unit:
        raise BoundcheckError("no premise says that the entries of its examples are in [0, 1]")
    if cases.potential.geometry is not EUCLIDEAN and not premises.unit and premises.largest is None:
        raise BoundcheckError("no premise bounds the entries of its examples, and the learner multiplies its weights")


def _values(claim: Claim) -> tuple[dict[Any, Any], dict[Any, Any]]:
    """Return the values of parameters that are put in at once, which are rational, and those that are put in later."""
    full: dict[Any, Any] = {}
    for symbol, value in claim.defines.items():
        full[symbol] = value.subs(full, simultaneous=True)
    rational = {k: v for k, v in full.items() if v.is_rational_function() and not v.has(s.l, s.n)}
    return rational, {k: v for k, v in full.items() if k not in rational}


def _require_known(formula: Formula, claim: Claim) -> None:
    """Raise BoundcheckError for a loss that speaks of more than the cases know."""
    known = {"ux", "yhat", "xx", "y", *(("loss", "u_loss") if claim.outcomes.kind == "intervals" else ())}
    spoken = names(formula) - set(parameters_of(formula)) - known
    if formula != UPDATE and spoken:
        raise BoundcheckError(f"the loss {write(formula)!r} speaks of {sorted(spoken)[0]}")


def _counts(cases: Problem) -> bool:
    return all(sympy.cancel(case.gain / case.over).is_integer for case in cases.cases)


def _initial(cases: Problem, premises: NormLimits, schedule: Schedule | None) -> Any:
    """Return what d(u, w_1) is at most, or d(u, w) on all trials where the weights are projected."""
    potential = cases.potential
    if schedule is not None and schedule.onto is not None:
        said = premises.entries if schedule.onto.kind == "box" else premises.size
        if said is None or sympy.simplify(said - schedule.onto.radius) != 0:
            raise BoundcheckError(f"no premise says that {schedule.onto.premise}, where the weights are projected")
        return schedule.onto.diameter**2
    if potential.geometry is EUCLIDEAN:
        if premises.size is None:
            raise BoundcheckError("no premise bounds the 2-norm of u")
        return premises.size**2
    total = None if premises.total is None else premises.total.subs(cases.values)
    if not premises.nonnegative or total is None or sympy.simplify(total - potential.total) != 0:
        raise BoundcheckError(f"no premise says that u is not negative and has the sum {potential.total}")
    return potential.initial


def _not_positive(own: Own) -> str:
    """Say of which parameter nothing shows that it may be taken to be positive; nothing if there is none."""
    said = (own.premises.size, own.premises.radius, own.premises.largest, own.limit)
    ends = [sympy.sympify(end) for end in said if end is not None]
    put_in = [value for name, value in own.problem.values.items() if name != s.X or s.X in own.claim.defines]
    values = [*put_in, *own.later.values()]
    values += [] if own.schedule is None else [*own.schedule.numerators.values()]
    of_rule = map(parameter, own.problem.rule.parameters)
    used = set().union(own.of_trials, of_rule, *(sympy.sympify(value).free_symbols for value in values))
    stated = [own.bound, own.times, own.initial, sympy.sympify(own.limit or 0)]
    limited = set().union(*(guard.term.free_symbols for guard in own.premises.guards))
    spoken = used.union(limited, own.problem.parameters, *(value.free_symbols for value in stated))
    spoken -= {*own.problem.potential.names, log_n, any_x, s.l, s.n, *own.later, *own.problem.values}
    spoken -= set() if own.schedule is None else own.schedule.numerators.keys()
    for symbol in sorted(spoken - (looked_at(own.schedule) - own.of_trials - limited), key=str):
        if positive(own.claim, symbol, own.premises.guards):
            continue
        if symbol not in ends:
            return f"nothing says that {symbol} > 0; add the premise {symbol} > 0"
        if symbol in used or not _has_limit(own, symbol, ends):
            return f"{symbol} may be 0, where the bound has no evident limit; add the premise {symbol} > 0"
    for symbol in own.later:
        if not positive(own.claim, symbol, own.premises.guards):
            return f"nothing says that {symbol} > 0; add the premise {symbol} > 0"
    if not all(_continuous(value, log_n) for value in (own.bound, own.times)) or any(
        value.has(s.n) for value in own.later.values()
    ):
        return "n = 1 would have to be looked at by itself"
    return ""


def _has_limit(own: Own, symbol: Any, ends: Sequence[Any]) -> bool:
    """Tell whether a claim at all small values of an upper end leads to the claim where that is 0.

    The premises on parameters have to hold with room to spare at 0, so that they hold at small values too; and each
    speaks of one end alone, so that several may be 0 at once.
    """
    symbols = {end for end in ends if end.is_Symbol}
    others = {end for end in symbols - {symbol} if not positive(own.claim, end, own.premises.guards)}
    near = [guard for guard in own.premises.guards if not guard.term.free_symbols & others]
    moved = [guard for guard in own.premises.guards if guard.term.has(symbol)]
    if any(guard not in near or not guard.term.is_polynomial(symbol) for guard in moved):
        return False
    at_zero = tuple(guard.put({symbol: 0}) for guard in near)
    spare = all(follows(at_zero, guard.term.subs(symbol, 0), strict=True) for guard in moved)
    return spare and all(_continuous(value, symbol, at_zero) for value in (own.bound, own.times))


def _continuous(value: Any, symbol: Any, guards: Guards = ()) -> bool:
    """Tell whether an expression is continuous where a symbol is 0, and the others are positive and as guards say."""
    if not value.has(symbol) or value == symbol:
        return True
    if value.is_Pow and value.exp.is_number:
        inside = _continuous(value.base, symbol, guards)
        return inside and bool(value.exp.is_positive or follows(guards, value.base.subs(symbol, 0), strict=True))
    if value.is_Add or value.is_Mul or isinstance(value, sympy.Max | sympy.Min):
        return all(_continuous(part, symbol, guards) for part in value.args)
    return False


# --- constants ------------------------------------------------------------------------------------------------


def _derived(own: Own, stated: Constants | None) -> Iterator[tuple[Constants, Best | None, list[Step]]]:
    """Yield constants that are derived, unless the bound states them, and the steps that lead from them to the claim.

    Between the two are the values of what is open in the constants, and where these hold; None where rates fall.

    For learners that add to their weights there are others, with the distance to a multiple of u.
    """
    if own.schedule is not None:
        yield from _at_rates_that_fall(own, own.schedule)
        return
    ways = [own.problem] if stated is None else []
    more = [partial(own.compiled, scaled=True)] if own.problem.potential.geometry is EUCLIDEAN else []
    for asked in chain(ways, (compiled() for compiled in more)):
        for inequality in proved_constants(asked):
            best, added = _added_up(own, inequality.constants, inequality.when)
            yield inequality.constants, (best, inequality.when), [*inequality.steps, *added]


def _at_rates_that_fall(own: Own, schedule: Schedule) -> Iterator[tuple[Constants, None, list[Step]]]:
    """Yield a and b on trial t, and c, and the steps that lead to the claim: at every rate, and then added up."""
    c = own.factor
    amounts = regret_of(own.claim.quantity)
    update = amounts is not None and amounts.gain == UPDATE
    fixed = c if schedule.numerators and c.is_rational_function() else None
    for inequality in proved_constants(own.problem, c_=fixed):
        whole = summed(schedule, own.problem, inequality, update=update, size=own.premises.size)
        left = own.bound - whole.bound - (0 if own.limit is None else c * own.limit)
        wanted = [(str(g), g.term, g.relation == ">") for g in whole.proved.when]
        wanted.append(("the factor of the loss is at most the claim's", c - inequality.constants[2], False))
        wanted.append(("what the trials add up to is at most the bound", left, False))
        point = in_a_point(schedule, own.problem, own.premises.guards, own.bound, c)
        a, b, _ = whole.proved.constants
        yield (a, b, c), None, [*whole.proved.steps, *_side_conditions(own, wanted, {}), *point]


def _assumed(own: Own) -> Iterator[Step]:
    """Show what the cases assume of parameters: that values are positive, and that beta < 1 where it is a power's base.

    What they say of logarithms follows from that: ln(1/beta) >= 1 - beta, and ln(2/(1 + beta)) >= (1 - beta)/2.
    """
    for guard in own.problem.assumed:
        yield show(f"{guard}", tuple(own.premises.guards), guard.term, strict=guard.relation == ">")


def _not_negative_losses(own: Own) -> list[Step]:
    """Show that the comparator's loss is not negative, where there is one."""
    losing = [case for case in own.problem.cases if case.loss != 0]
    shown = [show(f"loss >= 0 where {case}", (*own.premises.guards, *case.guards), case.loss) for case in losing]
    failed = next((step for step in shown if not step.ok), None)
    seconds = sum(step.seconds for step in shown)
    return [failed or step_of("the comparator's loss is not negative", True, seconds)] if shown else []


def _of_bound(own: Own) -> Constants | None:
    """Return the a, b and c that the bound itself says, if it does."""
    if own.schedule is not None or own.later or (own.limit is not None and not own.limit.is_Symbol):
        return None
    b, c = sympy.diff(own.bound, s.l), own.factor
    start = sympy.expand(own.bound - b * s.l - (0 if own.limit is None else c * own.limit))
    a = sympy.simplify(start / own.initial)
    other = [symbol for symbol in (s.l, s.n, log_n, own.limit) if symbol is not None]
    if any(value.has(*other, sympy.Derivative) for value in (a, b, c)):
        return None
    values = own.problem.values
    return a.subs(values), b.subs(values), c.subs(values)


def _for_all(own: Own, constants: Constants) -> list[Step]:
    """Prove the inequality of a trial under the claim's premises on parameters, on each side of a Max or Min."""
    steps: list[Step] = []
    for piece in branches(sympy.Tuple(*constants)):
        steps += prove(own.problem, tuple(piece.value), (*own.premises.guards, *piece.guards), hasty=True).steps
        if not steps[-1].ok:
            break
    return steps


# --- the sum --------------------------------------------------------------------------------------------------


def _added_up(own: Own, constants: Constants, when: Guards) -> tuple[Mapping[Any, Any], list[Step]]:
    """Show that the inequalities of all trials add up to at most the bound, for some values of what is open.

    Returned are these values, and the steps.
    """
    a, b, c = constants
    spoken = set().union(*(value.free_symbols for value in constants), *(g.term.free_symbols for g in when))
    given = {*own.problem.parameters, *own.bound.free_symbols, *own.times.free_symbols}
    given |= set().union(*(g.term.free_symbols for g in own.guards), *(v.free_symbols for v in own.later.values()))
    open_ = [symbol for symbol in (multiple, rho) if symbol in spoken - given]
    whole = a * (multiple**2 if multiple in open_ else 1) * own.initial + b * s.l
    equation = None
    if own.limit is not None:
        whole += c * own.limit
    elif c != own.times:
        equation = c - own.times
    tried: list[Step] = [step_of(f"values of {' and '.join(map(str, open_))} that lead to the bound", False)]
    roots = [own.limit] if own.limit is not None and own.limit.is_Symbol else []
    best: Mapping[Any, Any] = {}
    for best in candidates(whole, open_, equation, when, roots):
        at = "".join(f", {symbol} = {value}" for symbol, value in best.items())
        wanted = [(str(g), g.term, g.relation == ">") for g in when]
        wanted += [(f"{symbol} > 0", symbol, True) for symbol in best]
        wanted += [] if equation is None else [("the factor of the loss is at most the claim's", -equation, False)]
        wanted.append((f"a d(u, w_1) + b l + c (sum of losses) is at most the bound{at}", own.bound - whole, False))
        tried = list(_side_conditions(own, wanted, best))
        if all(step.ok for step in tried):
            break
    return best, tried


def _side_conditions(own: Own, wanted: Iterable[Wanted], best: Mapping[Any, Any]) -> Iterator[Step]:
    """Show that terms are not negative, or positive, with values put in, and that the bound is not without trials."""
    terms = [(what, term.subs(best).subs(own.later), strict) for what, term, strict in wanted]
    if own.bound.has(s.l):
        terms.append(("the bound without trials is at least 0", own.bound.subs(own.later).subs(s.l, 0), False))
    yield from show_all(terms, own.guards)
