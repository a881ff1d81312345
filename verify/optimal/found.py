"""``optimal``: whether no learner has a smaller bound, by a play of nature that the independent checker confirms."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy

from bounds.calls import checked
from bounds.claims.asked import as_claim
from bounds.claims.claim import Claim
from bounds.claims.standing import Standing
from bounds.errors import BoundcheckError, not_a_yes_or_no
from verify import kernel, kernel_worst
from verify.judge.certificate import NoFormula, statement
from verify.kernel import Formula, names_in, read
from verify.kernel_optimal.certificate import FORMAT
from verify.kernel_optimal.formulas import number
from verify.kernel_optimal.play import Play, require_playable
from verify.optimal.drafts import (
    FAILS,
    Draft,
    drafts,
    expression,
    factored,
    foreign,
    measures,
    named,
    solutions,
    text_of,
)
from verify.optimal.lower import lower_bound_of

CUTS = ((), ("1/2",))
DEPTH = 2
"""How many symbols are solved for, one after the other."""

PATIENCE = 3
NO_PLAY = "no play on orthogonal or shattered examples is known that makes every learner pay"
FALSE = "the claim is false as printed"


@dataclass(frozen=True)
class Optimal:
    """How little any learner can be charged: by ``play`` each pays the bound over ``factor``, or more.

    Attributes
    ----------
    claim : Claim
        The claim.
    statement : Mapping
        What it says, as the checker reads it.
    play : Mapping or None
        What nature plays.
    factor : str
        How many times what every learner pays the bound is.
    why : str
        Why no play was found, where that is so.
    """

    claim: Claim
    statement: Mapping[str, Any]
    play: Mapping[str, Any] | None = None
    factor: str = "1"
    why: str = ""

    def __bool__(self) -> bool:
        not_a_yes_or_no(self, "found.closed")

    @property
    def closed(self) -> bool:
        """Whether no learner has a smaller bound, where the play is possible."""
        return self.verdict == "OPTIMAL"

    @property
    def verdict(self) -> str:
        """OPTIMAL, GAP, OPEN, or REFUTED where every learner pays more than the bound; PROVED of a lower bound."""
        if self.play is None:
            return "OPEN"
        if self.claim.nature is not None:
            return "PROVED"
        if self.factor == "1":
            return "OPTIMAL"
        below = not names_in(read(self.factor)) and kernel.sign(kernel.exact(self.factor) - Fraction(1)) < 0
        return "REFUTED" if below else "GAP"

    @property
    def fixed(self) -> dict[str, str]:
        """The parameters that the play fixes at a number: elsewhere nothing is said."""
        given = {} if self.play is None else dict(self.play.get("with", {}))
        if self.play is not None and "length" in self.play and "l" in names_in(read(self.statement["bound"])):
            given["l"] = self.play["length"]
        return {name: text for name, text in given.items() if kernel.FRACTION.fullmatch(text)}

    @property
    def mark(self) -> str:
        """How the ledger says it: = where none is better, ~ at some parameters, < for gaps, > for lower bounds."""
        return {"OPTIMAL": "~" if self.fixed else "=", "GAP": "<", "PROVED": ">"}.get(self.verdict, "")

    @property
    def certificate(self) -> dict[str, Any] | None:
        """What the independent checker confirms."""
        if self.play is None:
            return None
        more = {"statement": dict(self.statement), "play": dict(self.play), "factor": self.factor}
        return {"format": FORMAT, "claim": self.claim.id, **more}

    @property
    def conclusion(self) -> str:
        """What is known, in a sentence."""
        where = "".join(f", at {name} = {text}" for name, text in self.fixed.items())
        return {
            "OPTIMAL": f"no learner has a smaller bound{where}",
            "GAP": f"every learner can be made to pay the bound over {self.factor}{where}",
            "PROVED": f"every learner can be made to pay as much{where}",
            "REFUTED": f"every learner can be made to pay the bound over {self.factor}{where}, so that none keeps it",
            "OPEN": f"not known: {self.why}",
        }[self.verdict]

    def lines(self) -> Iterator[str]:
        """Say what nature plays, as the checker does, once it has confirmed that."""
        if self.certificate is not None:
            confirmed, said = kernel_worst.confirm(json.dumps(self.certificate), kernel.statements())
            if not confirmed:
                raise BoundcheckError(f"the independent checker does not confirm it: {said[-1]}")
            yield from said[1:-2]

    def as_json(self) -> dict[str, Any]:
        """Return what is known as an object for JSON."""
        told = {"claim": self.claim.id, "verdict": self.verdict, "conclusion": self.conclusion, "factor": self.factor}
        return {**told, "play": self.play, "certificate": self.certificate}


@checked
def optimal(claim: Claim | str) -> Optimal:
    """Look for a play of nature that makes every learner pay as much as the claim allows its own.

    A claim about any learner says itself what nature plays, and that is checked; so is what the catalogue's theorems
    about shattered examples say of any learner.

    Parameters
    ----------
    claim : Claim or str
        The claim, or its id.

    Returns
    -------
    Optimal
        What was found, as the independent checker has confirmed it.

    Raises
    ------
    BoundcheckError
        For a claim that has no formula, and an id that no claim has.

    Examples
    --------
    >>> found = optimal("bylander.8")
    >>> found.verdict, found.play["margin"], found.play["with"]["U"]
    ('OPTIMAL', '2*tau', '2*sqrt(l)*tau/X')
    """
    claim = as_claim(claim)
    claim = lower_bound_of(claim) or claim
    try:
        said = statement(claim)
        require_playable(said)
    except NoFormula as error:
        raise BoundcheckError(f"{claim.id} has no formula that is checked: {error}") from None
    except FAILS as error:
        return Optimal(claim, said, why=str(error))
    if claim.nature is not None:
        return lower_bound(claim, said)
    name = foreign(said)
    if name or claim.standing is Standing.FALSE:
        return Optimal(claim, said, why=f"the claim speaks of {name}, which no play has" if name else FALSE)
    best = Optimal(claim, said, why=NO_PLAY)
    for draft in drafts(said, claim.bound):
        for play, factor in finished(said, draft):
            result = Optimal(claim, said, play, text_of(factor))
            if rank(result) > rank(best) and confirmed(said, play, result.factor):
                best = result
        if best.verdict in ("OPTIMAL", "REFUTED"):
            break
    return widened(best)


def widened(result: Optimal) -> Optimal:
    """Return a play in which u may be shorter than premises allow, if the bound is the same whole number even so.

    So it is known between the parameters at which u is as long as it may be.
    """
    play, said = result.play, result.statement
    wholes = list(applied(read(said["bound"]), "floor"))
    if result.verdict != "OPTIMAL" or play is None or not wholes or "length" in play:
        return result
    for name in (name for name, formula in measures(said).items() if "u" in names_in(formula)):
        more = {**play["with"], name: f"({play['with'][name]})*(r + 1)"}
        wider: dict[str, Any] = {**play, "symbols": {**play["symbols"], "r": ">= 0"}, "with": more}
        with suppress(*FAILS):
            before, after = Play(said, play).scope, Play(said, wider).scope
            more[name] = text_of(expression(number(Formula(name), after)))
            parts = [expression(number(a, after) - number(a, before)) for a in wholes]
            wider["fractions"] = [text_of(part) for part in dict.fromkeys(parts)]
            if confirmed(said, wider, "1"):
                return replace(result, play=wider)
    return result


def lower_bound(claim: Claim, said: Mapping[str, Any]) -> Optimal:
    """Return what nature's own play proves of a claim about any learner; the checker decides, or says why not."""
    result = Optimal(claim, said, claim.nature)
    try:
        shown, sentences = kernel_worst.confirm(json.dumps(result.certificate), kernel.statements())
    except kernel.Malformed as error:
        raise BoundcheckError(f"what nature plays cannot be read: {error}") from None
    return result if shown else Optimal(claim, said, why=sentences[1 if len(sentences) > 1 else 0])


def rank(result: Optimal) -> tuple[int, int, int]:
    """Return what is better to know: a verdict that ends the search, else what fixes less, and the shorter factor."""
    order = ("OPEN", "GAP", "REFUTED", "OPTIMAL").index(result.verdict)
    single = (result.play or {}).get("blocks") == "1"
    return order, -len(result.fixed) - single, -len(result.factor)


def confirmed(said: Mapping[str, Any], play: Mapping[str, Any], factor: str) -> bool:
    """Tell whether the checker confirms a play."""
    with suppress(*FAILS), kernel.within(kernel.Budget(PATIENCE)):
        played = Play(said, play)
        return not played.fault() and played.pays(factor)
    return False


Played = tuple[dict[str, Any], sympy.Expr]


def finished(said: Mapping[str, Any], draft: Draft) -> Iterator[Played]:
    """Yield plays with all parameters, and by what factor the bound may be above what every learner pays."""
    if "examples" in draft.words and not possible(said, draft):
        return
    for tie, cuts in itertools.product((1, -1), CUTS):
        with suppress(*FAILS):
            yield from solved(said, replace(draft, tie=tie, cuts=cuts), DEPTH)


def possible(said: Mapping[str, Any], draft: Draft) -> bool:
    """Tell whether the premises hold where what they let be measured is measured."""
    with suppress(*FAILS), kernel.within(kernel.Budget(PATIENCE)):
        return not Play(said, measured(said, draft).written()).fault()
    return False


def solved(said: Mapping[str, Any], draft: Draft, depth: int) -> Iterator[Played]:
    """Yield the play itself, then those with a symbol at which the excess is stationary."""
    whole = measured(said, draft)
    with kernel.within(kernel.Budget(PATIENCE)):
        amount, bound = map(expression, next(Play(said, whole.written()).sides()))
    excess = factored(bound - amount)
    if amount.is_positive is not False and amount != 0:
        yield whole.written(), sympy.Integer(1) if excess == 0 else factored(bound / amount)
    if excess == 0 or not depth:
        return
    scale = draft.parts["norm" if "norm" in draft.parts else "high"].free_symbols
    for name in sorted(excess.free_symbols & {named(a) for a in draft.kinds} - scale, key=str):
        for root in solutions(sympy.diff(excess, name), name):
            with suppress(*FAILS):
                yield from solved(said, draft.at(name.name, root), depth - 1)


def measured(said: Mapping[str, Any], draft: Draft) -> Draft:
    """Return a play with the parameters that premises let be measured, at what is measured, and the bound's roots."""
    values = dict(draft.given)
    with kernel.within(kernel.Budget(PATIENCE)):
        scope = Play(said, draft.written()).scope
        for name, formula in measures(said).items():
            values[name] = factored(expression(number(formula, scope)))
        whole = replace(draft, given=values)
        scope = Play(said, whole.written()).scope
        insides = [expression(number(inside, scope)) for inside in applied(read(said["bound"]), "sqrt")]
    roots = [sympy.sqrt(factored(inside)) for inside in insides]
    return replace(whole, roots=tuple(dict.fromkeys(root for root in roots if root.atoms(sympy.Add))))


def applied(formula: Formula, head: str) -> Iterator[Formula]:
    """Yield what a function is applied to in a formula, such as what it takes the root of."""
    if formula.head == head and formula.arguments:
        yield formula.arguments[0]
    for inside in formula.arguments or ():
        if isinstance(inside, Formula):
            yield from applied(inside, head)
