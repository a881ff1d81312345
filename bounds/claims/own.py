"""A claim of one's own from a few lines of text: a learner's rule, two losses, premises and a bound.

>>> from bounds.claims.own import own_claim
>>> premises = ["norm(u, 2) <= U", "norm(x, 2) <= X", "separable"]
>>> print(own_claim("w + y*x if y*yhat <= 0 else w", "U**2*X**2", given=premises))
own.claim: sum_t(mistake) <= U**2*X**2
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal, TypeAlias

import sympy

from bounds import symbols as s
from bounds.calls import checked
from bounds.claims.claim import (
    COUNTING,
    Claim,
    Comparator,
    LearnerSpec,
    PerTrial,
    Potential,
    Quantity,
    Source,
    Standing,
    as_written,
)
from bounds.claims.own_symbols import declared
from bounds.claims.premises import Premises
from bounds.claims.scope import compiled
from bounds.claims.standing import SOURCES
from bounds.claims.stated import ANY, Regret, Unplayed, any_learner, learner_spec
from bounds.errors import BoundcheckError
from bounds.expression import as_expression, format_expression
from bounds.formulas.losses import loss_formula, of_comparator
from bounds.formulas.rules import Outcomes as OutcomeKind
from bounds.formulas.rules import Rule, further_of, rule
from bounds.formulas.scope import TAKEN, parameters_of, require_open
from bounds.formulas.slack import ONE
from bounds.formulas.text import as_typed, write
from bounds.formulas.tree import Apply, Constant, Formula, Name, functions, names
from bounds.mathematics.geometry import ENTROPIC, EUCLIDEAN, EXPERT_SHARES, SHARES


@checked
def learner(
    updates: str | Mapping[str, str] | Rule,
    *,
    predict: str = "dot(w, x)",
    start: str | Mapping[str, str] | None = None,
    outcomes: OutcomeKind = "labels",
    version: str = "",
    trial: Mapping[str, str] | None = None,
    draw: Mapping[str, str] | None = None,
    observe: str = "",
    name: str = "",
) -> LearnerSpec:
    """Return a learner by its rule, as claims take it.

    Parameters
    ----------
    updates : str or Mapping[str, str] or Rule
        The text of w's update, texts by the parts of the learner's state, or a rule (see ``rule``); ``any`` is any
        learner, of which lower bounds speak.
    predict : str, optional
        The formula of the prediction.
    start : str or Mapping[str, str], optional
        The formula that each part of the state starts at (default: 0).
    outcomes : {"labels", "points", "intervals"}, optional
        What the learner is told of a trial.
    version : str, optional
        Where labels want the prediction, which is what ``side`` looks at: ``classification`` (the default for labels),
        ``absolute`` (for points and intervals), ``toleranced(tau)``, ``threshold(theta)``. Without it the learner
        adopts the version of a claim that it is put into.
    trial : Mapping[str, str], optional
        What a trial shows before the prediction besides x, by name with its kind (see ``rule``).
    draw : Mapping[str, str], optional
        What the learner draws on each trial: a name, and the vector to which the probabilities of its places are
        proportional. Claims are then about expectations.
    observe : str, optional
        What the learner sees of a trial, where that is not all of it; draw and updates call it ``observed``.
    name : str, optional
        What reports call it (default: the rule itself).

    Returns
    -------
    LearnerSpec
        The learner, for ``Claim.replace``, ``own_claim``, ``derive`` and the like.

    Raises
    ------
    BoundcheckError
        For what is no rule (see ``rule``), and for a version that does not exist or does not fit the outcomes.

    Examples
    --------
    >>> from boundcheck import theorem
    >>> doubled = theorem("bylander.5").replace(learner=learner("w + 2*eta*y*x if y*yhat <= 0 else w"))
    >>> doubled.learner.targets, doubled.parameters
    ('classification', [U, X, eta])
    """
    if updates in (ANY, {"w": ANY}):
        return any_learner(outcomes, version)
    made = (
        updates
        if isinstance(updates, Rule)
        else rule(updates, predict=predict, start=start, outcomes=outcomes, trial=trial, draw=draw, observe=observe)
    )
    for symbol in made.parameters:
        if symbol in TAKEN - {"l"}:
            raise BoundcheckError(
                f"the rule speaks of {symbol!r}, which a learner cannot know; parameters have other names, such as eta"
            )
        s.lookup(symbol)
    spec = learner_spec(made, version)
    return replace(spec, text=name) if name else spec


ByRule: TypeAlias = str | Mapping[str, str] | Rule | LearnerSpec
"""A learner by rule, as all that take one take it: its text, texts by the parts of its state, a rule or a learner."""


def by_rule(given: ByRule) -> tuple[LearnerSpec, Rule]:
    """Return a learner by rule, and its rule; raise BoundcheckError for another learner.

    >>> by_rule("w + y*x") == by_rule(learner("w + y*x"))
    True
    """
    spec = given if isinstance(given, LearnerSpec) else learner(given)
    if spec.rule is None:
        raise BoundcheckError(f"the learner {spec.text!r} is no learner by rule; make one with learner('w + ...')")
    return spec, spec.rule


def _player(given: ByRule) -> tuple[LearnerSpec, Rule]:
    """Return a learner, and its rule; any learner is read as one that does nothing."""
    spec = given if isinstance(given, LearnerSpec) else learner(given)
    return (spec, rule("w", outcomes=spec.make.outcomes)) if isinstance(spec.make, Unplayed) else by_rule(spec)


def _require_nature(spec: LearnerSpec, relation: str, nature: Mapping[str, Any] | None) -> None:
    """Refuse a claim about any learner that does not say what nature plays, and another that does."""
    if not isinstance(spec.make, Unplayed):
        if nature is not None:
            raise BoundcheckError('nature plays against every learner; say learner = "any", or leave nature out')
        return
    if relation != ">=":
        raise BoundcheckError(f"of any learner a claim says >=, not {relation}; say relation = '>='")
    if nature is None:
        raise BoundcheckError("a claim about any learner says what nature plays: norm, margin, with, or examples")


@checked
def own_claim(
    learner: ByRule,
    bound: Any,
    *,
    gain: str = "mistake",
    loss: str = "",
    times: Any = 1,
    given: Sequence[str] = (),
    define: Mapping[Any, Any] | None = None,
    relation: str = "<=",
    per_trial: bool = False,
    potential: str | Potential | None = None,
    nature: Mapping[str, Any] | None = None,
    comparator: str = "u",
    adversary: str = "oblivious",
    symbols: Mapping[str, str] | None = None,
    name: str = "own.claim",
    title: str = "",
) -> Claim:
    """Return the claim that the learner's loss less ``times`` the comparator's is at most ``bound``.

    A parameter that a premise bounds is read off the instance where it is not set. All else is as in ``Claim``: check,
    search, tune, certify.

    Parameters
    ----------
    learner : str or Mapping[str, str] or Rule or LearnerSpec
        The learner by rule: the text of w's update, texts by the parts of its state, a rule, or a learner.
    bound : str or number or sympy expression
        The bound, in glossary symbols.
    gain : str, optional
        The learner's loss on a trial: a name (mistake, update, hinge, squared_hinge, absolute, squared, insensitive,
        log, linear) or a formula in ``yhat`` and ``y``.
    loss : str, optional
        The comparator's loss, said likewise; without it nothing is taken off.
    times : str or number or sympy expression or Formula, optional
        The factor of the comparator's loss.
    given : sequence of str, optional
        The premises, such as ``norm(u, 2) <= U``, ``all_t(norm(x, 2) <= X)``, ``sum_t(max(0, 1 - y*ux)) <= H``; one
        that speaks of a trial is said of all of them. ``separable``, ``expert``, ``disjunction``, ``unit inputs``,
        ``boolean inputs`` and ``sign inputs`` are premises too.
    define : Mapping, optional
        Parameters that the claim fixes: expressions by symbol or name.
    relation : {"<=", "<", ">=", ">", "=="}, optional
        How the loss stands to the bound.
    per_trial : bool, optional
        Whether the bound, which is then a d(u, w_1) + b l (or proportional to sqrt(l), half and half), is to follow
        from ``gain - times*loss <= a (d(u, w) - d(u, w')) + b`` on each trial, as nearly all of its kind do; ``check``
        then names the first trial of which that is false. The distance is |u - w|**2 where norm(u, 2) <= U, for
        learners that start at 0; it is the relative entropy of u to the shares of w for learners that divide by a sum
        of weights.
    potential : str or Potential, optional
        What ``prove`` is to prove it by (see Potential).
    nature : Mapping, optional
        What nature plays, of a claim about any learner (``learner`` is ``any``, ``relation`` is ``>=``), as the
        certificates of ``optimal`` have it: for each learner there is such a sequence on which the claim is true.
    comparator : {"u", "u_t"}, optional
        What the learner is compared with: one vector u, or a sequence u_1, ..., u_l, of which ``u`` is the trial's own
        and ``u_next`` that of the next trial (after the last the same). Premises may then say ``switches(u) <= k``, how
        often it changes, and ``path(u, 2) <= P``, the sum of norms(u_next - u, 2); what they say of u is said of each.
    adversary : {"oblivious", "adaptive"}, optional
        Of a learner that draws: whether the trials depend on what it has drawn so far. The trials of an instance are
        then a tree in levels: the first one, those that follow its draws 1, ..., n, those that follow each of these.
    symbols : Mapping[str, str], optional
        Symbols of one's own by name, with what they may be: ``> 0``, ``[0, 1/2)``, ``whole >= 1``, ``any``. One of the
        glossary has this range in the place of its usual one.
    name : str, optional
        The claim's id.
    title : str, optional
        Its title.

    Returns
    -------
    Claim
        The claim.

    Raises
    ------
    BoundcheckError
        For a learner, expression, loss or premise that cannot be read, and for a name that means two things.

    Examples
    --------
    >>> pa1 = own_claim(
    ...     "w + min(C, max(0, 1 - y*yhat)/xx)*y*x if xx > 0 else w", "Max(X**2, 1/C)*U**2",
    ...     loss="hinge", times="2*C*Max(X**2, 1/C)", given=["norm(u, 2) <= U", "norm(x, 2) <= X"])
    >>> pa1.parameters
    [C, U, X]
    """
    _require_name(name, title)
    if comparator not in ("u", "u_t"):
        raise BoundcheckError(f"the comparator is {comparator!r}; it is u, or u_t where it changes with the trial")
    if (changing := comparator == "u_t") and per_trial:
        raise BoundcheckError("a bound is spread over the trials for one comparator u; leave per_trial out")
    own = declared(symbols or {})
    spec, of = _player(learner)
    _require_nature(spec, relation, nature)
    said = Premises((*given, *own.premises), of, changing=changing)
    regret = _regret(of, gain, loss, times)
    stated = as_expression(bound)
    require_open(map(str, define or {}), "parameter")
    defined = {s.lookup(str(symbol)): value for symbol, value in (define or {}).items()}
    free = _free(of, regret, said, _spoken(bound, times, *defined.values())) - defined.keys()
    compares = _compares(regret, said)
    return Claim(
        id=name,
        title=title or f"{spec.text}",
        source=Source("one's own", name, "stated by formulas"),
        standing=Standing.STATED,
        quantity=replace(_quantity(regret, gain, loss, drawn=bool(of.draw)), further=further_of(of)),
        bound=bound if isinstance(bound, str) else stated,
        relation=relation,
        hypotheses=(*said.hypotheses, *as_written(bound, times, *(define or {}).values())),
        outcomes=said.outcomes(loss for loss in (regret.gain, regret.loss) if loss is not None),
        comparator=said.comparator if compares else Comparator.NONE,
        geometry=said.geometry,
        learner=spec,
        defines=defined,
        free=tuple(sorted(free, key=str)),
        domains=own.domains,
        measures=said.measures,
        per_trial=_per_trial(of, said, stated) if per_trial else None,
        potential=Potential(potential) if isinstance(potential, str) else potential,
        nature=nature,
        adversary=_adversary(of, adversary, of_each=per_trial or changing or potential is not None),
        ties="as the rule says",
    )


def _compares(regret: Regret, said: Premises) -> bool:
    """Tell whether a claim speaks of the comparator; refuse one that changes and of which nothing speaks."""
    if (compares := regret.loss is not None or said.compares) or not said.changing:
        return compares
    raise BoundcheckError("nothing speaks of the comparator; say a loss, or leave comparator out")


def _adversary(of: Rule, adversary: str, *, of_each: bool) -> Literal["oblivious", "adaptive"]:
    """Return the adversary; refuse one of no kind, one that sees draws where there are none, and proofs."""
    if adversary not in ("oblivious", "adaptive"):
        raise BoundcheckError(f"the adversary is {adversary!r}; it is oblivious, or adaptive to what the learner draws")
    if adversary == "adaptive" and not of.draw:
        raise BoundcheckError("the adversary is adaptive to draws, and the learner draws nothing; say draw")
    if of.draw and of_each:
        raise BoundcheckError("per_trial, potential and comparator u_t are for learners without draws; leave them out")
    return "adaptive" if adversary == "adaptive" else "oblivious"


def _require_name(name: str, title: str) -> None:
    """Refuse what cannot be printed as it is, and a name of the catalogue."""
    for what, text in {"name": name, "title": title}.items():
        if not text.isprintable():
            raise BoundcheckError(f"the {what} {text!r} cannot be printed as it is; write one line of text")
    if name.partition(".")[0].lower() in SOURCES:
        raise BoundcheckError(f"the name {name!r} belongs to the catalogue; call the claim something like own.claim")


def _spoken(*given: Any) -> set[str]:
    """Return the names in some expressions and texts, those that cancel too; refuse one that is no parameter."""
    formulas = [as_typed(value) if isinstance(value, str) else value for value in given]
    spoken = {
        name
        for value in formulas
        for name in (names(value) if isinstance(value, Formula) else map(str, as_expression(value).free_symbols))
    }
    require_open(spoken - {"l", "n"}, "parameter")
    return spoken


def _free(of: Rule, regret: Regret, said: Premises, spoken: Iterable[str]) -> set[Any]:
    """Return the parameters that the parts of a claim speak of and that no instance measures or counts.

    ``spoken`` are the names in its bound, as it is written, and in its other expressions.
    """
    losses = [loss for loss in (regret.gain, regret.loss) if loss is not None]
    named = (*spoken, *of.parameters, *parameters_of(*losses, further=further_of(of)), *said.parameters)
    measured = {s.l, s.n} | said.measures.keys() | s.OF_A_TRIAL
    measured |= {s.U, s.X} if said.geometry is not None else set()
    measured |= {s.k} if said.comparator in COUNTING else set()
    return set(map(s.lookup, named)) - measured


def _per_trial(of: Rule, said: Premises, bound: Any) -> PerTrial:
    """Return how a bound is spread over the trials; raise BoundcheckError where no distance is known to pay for it."""
    grown = bool(sympy.diff(bound, s.l) != 0)
    tuned = grown and not bound.is_polynomial(s.l) and not sympy.simplify(bound / sympy.sqrt(s.l)).has(s.l)
    counter = s.l if grown and not tuned else None
    if "w" in of.start and "sum" in functions(of.updates["w"]) | functions(of.predict):
        against_one = said.comparator is Comparator.EXPERT
        if against_one or said.geometry is ENTROPIC:
            return PerTrial("regret", counter, tuned, EXPERT_SHARES if against_one else SHARES)
    elif said.geometry is EUCLIDEAN and all(start == Constant(Fraction(0)) for start in of.start.values()):
        return PerTrial("regret", counter, tuned)
    raise BoundcheckError(
        "no distance pays for the bound trial by trial: give norm(u, 2) <= U and a learner that starts at 0, or "
        "sum(u) == U or expert and one that divides by a sum of weights; or leave per_trial out"
    )


# --- losses -------------------------------------------------------------------------------------------------


def _regret(of: Rule, gain: str, loss: str, times: Any) -> Regret:
    def read_loss(text: str) -> Formula:
        return Name(text) if text in of.columns else loss_formula(text, of.outcomes)

    gained = _on_trial(read_loss(gain), of)
    lost = _on_trial(of_comparator(read_loss(loss)), of) if loss else None
    if isinstance(times, Formula):
        return Regret(gained, lost, times)
    expression = as_expression(times)
    return Regret(gained, lost, as_typed(times if isinstance(times, str) else format_expression(expression)))


def _on_trial(formula: Formula, of: Rule) -> Formula:
    """Refuse a loss that is no number."""
    if (kind := compiled(Apply("sum_t", (formula,)), further_of(of)).kind) != "number":
        raise BoundcheckError(f"the loss {write(formula)!r} is a {kind}; it has to be a number")
    return formula


def _quantity(regret: Regret, gain: str, loss: str, *, drawn: bool = False) -> Quantity:
    text, written = f"sum_t({gain})", write(regret.times)
    if regret.loss is not None:
        times = "" if regret.times == ONE else f"({written})*"
        said = f"{written}*" if times and written.isalnum() else times
        text += f" - {said}sum_t({loss}(u))" if loss.isidentifier() else f" - {said}sum_t({write(regret.loss)})"
    return Quantity(f"E({text})" if drawn else text, formula=({"value": regret.text(written)},))
