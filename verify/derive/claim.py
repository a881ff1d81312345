"""A derived bound as a claim, stated like any claim of one's own: by rule, losses, premises and bound."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bounds import symbols as s
from bounds.claims.claim import Claim
from bounds.claims.own import learner, own_claim
from bounds.errors import BoundcheckError
from bounds.expression import format_expression
from bounds.formulas import Name, names, read, write
from bounds.formulas.losses import LOSSES
from bounds.formulas.tree import TURNED
from bounds.mathematics.geometry import EUCLIDEAN
from verify.derive import losses
from verify.derive.cases import Problem, multiple
from verify.derive.optimum import loss_of_u
from verify.derive.pieces import Guard, Guards, is_positive
from verify.derive.projection import Onto


def claim_of(
    problem: Problem,
    gain: str,
    loss: str,
    said: tuple[Any, Any],
    when: Guards,
    *,
    name: str,
    whole: bool,
    onto: Onto | None = None,
) -> Claim:
    """Return the claim that sum gain - c sum loss is at most the bound; ``said`` is (bound, c).

    Where the bound speaks of L, it is one on sum gain, and the claim calls L, or what is more, H.
    ``whole`` tells that the bound is what the inequality on each trial adds up to, d(u, w_1) being at most what the
    potential says; the claim then has that inequality. ``onto`` is the set that u is in, if the weights are projected.
    """
    bound, c = said[0].subs(loss_of_u, s.H), said[1]
    rule = problem.rule
    compared = {} if c == 0 else {"loss": _words(loss, "loss", problem), "times": c}
    guards = [text for guard in (*problem.assumed, *when) for text in _guard(guard, rule.parameters)]
    premises = [
        *spaces(problem, loss, onto),
        *_separating(problem, loss),
        *_charged(problem, loss, said[0]),
        *_positive(problem, (gain, loss), said, guards),
        *guards,
    ]
    return own_claim(
        learner(rule, version="" if problem.tolerance is None else f"toleranced({problem.tolerance})"),
        bound,
        gain=_words(gain, "gain", problem),
        given=list(dict.fromkeys(premises)),
        define=_fixed(problem, loss),
        per_trial=whole,
        name=name,
        title=f"{gain} of {rule}",
        **compared,
    )


def _words(text: str, what: str, problem: Problem) -> str:
    """Return a gain or a loss as claims name it, or as the formula that it is."""
    known = ("absolute", "update") if problem.rule.outcomes == "intervals" else LOSSES
    return text if text in known else _written(text, what, problem)


def _written(text: str, what: str, problem: Problem) -> str:
    return write(losses.formula(text, what, intervals=problem.rule.outcomes == "intervals"))


def _against_experts(problem: Problem, loss: str) -> bool:
    """Tell whether u may as well be a unit vector: a loss linear in u is least at a corner of the simplex."""
    return problem.potential.total == 1 and losses.formula(loss, "loss") == Name("ux")


def spaces(problem: Problem, loss: str, onto: Onto | None) -> Iterator[str]:
    """Yield the premises about u and x: their norms, or where their entries are."""
    potential = problem.potential
    largest = format_expression(problem.values.get(s.X, s.X))
    if potential.geometry is EUCLIDEAN:
        yield "norm(u, 2) <= U" if onto is None else onto.premise
        yield f"norm(x, 2) <= {largest}"
        return
    if _against_experts(problem, loss):
        yield "expert"
    else:
        yield "sum(u) == U"
        yield "0 <= min(u)"
    if potential.inputs == "X":
        yield f"max(abs(x)) <= {largest}"
    elif names(problem.rule.updates["w"]) & {"y", "side"}:
        yield "0 <= min(x)"
        yield "max(x) <= 1"
    else:
        yield "unit inputs"


def _separating(problem: Problem, loss: str) -> Iterator[str]:
    if not problem.separable:
        return
    formula = losses.formula(loss, "loss")
    of_margin = formula in (losses.formula(name, "loss") for name in ("hinge", "squared_hinge"))
    yield "separable" if of_margin else f"{write(formula)} <= 0"


def _charged(problem: Problem, loss: str, bound: Any) -> Iterator[str]:
    """Yield that the loss of u is at most H, where the bound speaks of it."""
    if not bound.has(loss_of_u):
        return
    if s.H in {*problem.parameters, *bound.free_symbols}:
        raise BoundcheckError("the claim calls the loss of u H, and a parameter is called so; give it another name")
    yield f"sum_t({_written(loss, 'loss', problem)}) <= H"


def _positive(problem: Problem, compared: Sequence[str], said: Sequence[Any], guards: Sequence[str]) -> Iterator[str]:
    """Yield what is assumed of parameters: they are positive, which not all of them are by themselves.

    H, which a loss of u that may be 0 is at most, may be 0.
    Of U and X it is assumed where the rule or a loss speaks of them, and of X where something else than polynomials
    depends on it, or the learner multiplies its weights. Where nothing does, the claim at 0 follows from the claim at
    all larger values, which are bounds of the norms too, as they go to 0.
    """
    spoken = {*problem.parameters, *said[0].free_symbols, *said[1].free_symbols}
    spoken -= {s.U, s.X, s.l, s.n, multiple, loss_of_u, *problem.values, *problem.potential.names}
    for symbol in sorted(spoken, key=str):
        domain = s.usual(symbol)
        if domain.low is None or (domain.low == 0 and not domain.open):
            yield f"{symbol} > 0"
    fixed = (*said, *problem.values.values())
    of_trials = {*problem.rule.parameters}.union(*map(names, map(read, compared)))
    if "U" in of_trials:
        yield "U > 0"
    multiplies = problem.potential.geometry is not EUCLIDEAN and problem.potential.inputs == "X"
    needed = multiplies or "X" in of_trials or any("X" in names(read(text)) for text in guards)
    if s.X not in problem.values and (needed or not all(value.is_polynomial(s.X) for value in fixed)):
        yield "X > 0"


def _fixed(problem: Problem, loss: str) -> dict[Any, Any]:
    fixed = {symbol: value for symbol, value in problem.values.items() if symbol != s.X}
    total = problem.potential.total
    return fixed if total in (None, s.U) or _against_experts(problem, loss) else {**fixed, s.U: total}


def _guard(guard: Guard, parameters: Iterable[str]) -> Iterator[str]:
    """Yield a guard on parameters as text: solved for one of the rule's where it is an end of its range.

    >>> list(_guard(Guard(2 - s.X**2 * s.eta, ">"), ["eta"]))
    ['eta < 2/X**2']
    """
    if guard.relation != "==" and is_positive(guard.term):
        return
    for symbol in map(s.lookup, parameters):
        end = guard.end(symbol) if guard.term.has(symbol) else None
        if end is not None:
            below = end[0] == -1
            if not (below and is_positive(-end[1])):
                operator = guard.relation if below else TURNED[guard.relation]
                yield f"{symbol} {operator} {format_expression(end[1])}"
            return
    yield f"{format_expression(guard.term)} {guard.relation} 0"
