"""What claims say of one trial, or of one moment of a run, in Coq.

K is the state of the learner after the trials S, before the trial c, w its weights, z what they transform, yhat its
prediction and side what ``side_of`` says of it; K', w' and z' are those after c. A claim that speaks of what comes
after alone is about a moment: the state after the trials S, whatever comes later.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bounds.claims.claim import Claim
from bounds.formulas.scope import AFTER_PLAYING, OF_PLAYED
from bounds.formulas.slack import ONE
from bounds.formulas.text import read
from bounds.formulas.tree import RELATIONS, Apply, Constant, Formula, Name, names, operands, subformulas, substitute
from verify.proofs.coq_constants import TYPES, constant
from verify.proofs.coq_learners import MEANT, Play, on_side, play_of, sum_over
from verify.proofs.coq_names import NoCoqForm
from verify.proofs.coq_premises import CONDITION, RUN, SPARED
from verify.proofs.coq_quantities import named_in, put_in
from verify.proofs.coq_scope import CoqScope
from verify.proofs.coq_terms import bare, related

PLACES = ("trials", "states", "entries")
PARTS = {"value", "with", "over", "if", "version", "second", "second_version"}
"""Over what a claim about trials, states or entries is said, and what a part of its quantity may have."""

SO_FAR = "past_t"


@dataclass(frozen=True)
class Place:
    """What a claim says somewhere: what is assumed there, of which trials its premises are, and all variables."""

    lines: list[str]
    conclusions: list[str]
    trials: str
    variables: list[tuple[str, str]]


def place(claim: Claim, given: str) -> Place | None:
    """Return what a claim, with these premises, says of a trial or a moment; None where there is no Coq for it."""
    parts = claim.quantity.formula
    overs = {part.get("over", "") for part in parts}
    try:
        if overs == {""} or not overs <= {"", *PLACES} or claim.longer_than is not None:
            return None
        runs = [_Run.of(claim, part) for part in parts if "over" in part]
        if any(run != runs[0] for run in runs):
            return None
        sums: dict[Formula, str] = {}
        said = [_conclusion(runs[0].scope(sums, part), part) for part in parts]
        return _placed(runs[0], said, [*sums.values()], given)
    except NoCoqForm:
        return None


@dataclass(frozen=True)
class _Run:
    """The runs of a learner, and of a second one that never moves, that a claim says something of."""

    claim: Claim
    play: Play | None
    second: Play | None

    @classmethod
    def of(cls, claim: Claim, part: Mapping[str, Any]) -> _Run:
        """Return the runs that a part of a quantity is about."""
        learner, second = claim.learner, None
        if learner is None:
            return cls(claim, None, None)
        if learner.rule is not None:
            raise NoCoqForm
        if "second" in part:
            second = play_of(claim, part["second"], part["second_version"], "'")
            if second.kind:
                raise NoCoqForm
        return cls(claim, play_of(claim, learner.formula, part.get("version", learner.targets)), second)

    def scope(self, sums: dict[Formula, str], part: Mapping[str, Any]) -> CoqScope:
        """Return what names mean in a part of a quantity that is said of a trial c; its sums so far are put down.

        In a text a sum is ``{0}`` and so on, as it depends on the rest of the text up to where it goes.
        """
        here = CoqScope(self.claim, {"u": ("u", "n")}, {"t": "{count}"}).on_trial()
        after = "{}'".format if part.get("over") == "states" else lambda name: name.replace("_next", "'")
        for play in filter(None, (self.play, self.second)):
            named = {name: (after(name), "n") for name in play.states} if play.kind else play.states
            here = replace(here, vectors={**here.vectors, **named}, numbers={**here.numbers, **play.said})
        if part.get("over") == "entries":
            here = here.counting("i")
        for formula in set[Formula]().union(*map(subformulas, _spoken(self.claim, part))):
            if isinstance(formula, Apply) and formula.function == SO_FAR and formula not in sums:
                sums[formula] = self._sum(here, formula.arguments[0])
        known = {formula: f"{text.split()[0]} {{{place}}}" for place, (formula, text) in enumerate(sums.items())}
        return replace(here, known=known)

    def _sum(self, here: CoqScope, inside: Formula) -> str:
        """Return a sum over the trials so far, but for these."""
        if self.play is not None and names(inside) & (AFTER_PLAYING.keys() | OF_PLAYED.keys()):
            return f"over_play {sum_over(self.claim, self.play, inside, here.counts)}"
        scope = replace(here, numbers={**here.numbers, "this_t": here.numbers["t"], "t": "INR t"})
        return f"numbered (fun t c => {scope.value(inside)})"

    def named(self) -> dict[str, str]:
        """Return what stands for K and what is said of it, in this order."""
        terms: dict[str, str] = {}
        if self.play:
            moving = self.play.kind
            terms = {"K": f"after_play {self.play.arguments} S"} if moving else {}
            named = {"w", "z"} & self.play.states.keys() if moving else ()
            states = {name: bare(self.play.states[name][0]) for name in sorted(named)}
            terms |= states | _answer(self.play, "")
            if moving:
                terms |= {"K'": f"play {self.play.arguments} K c"}
                terms |= {f"{name}'": re.sub(r"\bK\b", "K'", term) for name, term in states.items()}
        return terms | (_answer(self.second, "'") if self.second else {})


def _answer(play: Play, mark: str) -> dict[str, str]:
    """Return what a learner predicts, and where that is."""
    return {f"yhat{mark}": play.answer, f"side{mark}": f"side_of yhat{mark} {on_side(play.target)}"}


def _placed(run: _Run, said: list[tuple[list[str], str]], sums: list[str], given: str) -> Place:
    """Return where it is that some conclusions, each after its conditions, speak of.

    A claim that spares ``RUN`` is about any state, and any trial of S.
    """
    claim, terms = run.claim, run.named()
    filled = [[*conditions, text] for conditions, text in said]
    words = {word for texts in filled for text in texts for word in re.findall(r"\w+'?", text)}
    trial = not words.isdisjoint({"c", *terms} - {"w'", "z'"})
    if not trial:
        filled = [[re.sub(r"\b([wz])'", r"\1", text) for text in texts] for texts in filled]
        terms = {name: term for name, term in terms.items() if name in ("K", "w", "z")}
        words = {word.removesuffix("'") for word in words}
    for name in reversed(terms):
        words.update(re.findall(r"\w+'?", terms[name]) if name in words else ())
    any_state = RUN in SPARED.get(claim.id, ())
    so_far = any("{" in text for texts in filled for text in texts)
    trials = "S"
    if so_far or ("K" in words and not any_state):
        trials = "(S ++ c :: later)" if trial else "(S ++ later)"
    named = any(re.search(r"\bS\b", text) for texts in filled for text in texts)
    if (so_far and any_state) or (named and trials != "S"):
        raise NoCoqForm
    past, count = ("(S ++ [c])", "(INR (length S) + 1)") if trial else ("S", "INR (length S)")
    summed = [f"{one.split(' ', 1)[1]} {past}".replace("{count}", count) for one in sums]
    filled = [[text.format(*summed, count=count) for text in texts] for texts in filled]
    lines = ["(i < n)%nat"] if any(part.get("over") == "entries" for part in claim.quantity.formula) else []
    lines += [f"let {name} := {terms[name]} in" for name in terms if name in words and not (name == "K" and any_state)]
    if trial and trials == "S" and re.search(r"\bS\b", given):
        lines.insert(0, "In c S")
    if len(filled) == 1:
        lines, filled = lines + filled[0][:-1], [filled[0][-1:]]
    ends = [" -> ".join(one) if len(one) == 1 else f"({' -> '.join(one)})" for one in filled]
    kind = TYPES[claim.outcomes.kind]
    state = [("K", run.play.kind)] if run.play and any_state else []
    return Place(lines, ends, trials, [*state, ("later", kind), ("c", kind.removeprefix("list "))])


def _spoken(claim: Claim, part: Mapping[str, Any]) -> list[Formula]:
    """Return the value of a part of a quantity, its conditions, and what names in the bound stand for."""
    named = named_in(part)
    asked = read(part["if"]) if "if" in part and CONDITION not in SPARED.get(claim.id, ()) else ONE
    meant = MEANT | named if "over" in part else named
    formulas = [put_in(read(part["value"]), named), put_in(asked, named)]
    formulas += [meant.get(symbol.name, Name(symbol.name)) for symbol in claim.bound.free_symbols]
    return [substitute(formula, MEANT) for formula in formulas]


def _conclusion(scope: CoqScope, part: Mapping[str, Any]) -> tuple[list[str], str]:
    """Return what a claim says of one of its quantities, after the conditions on which it says so."""
    claim = scope.claim
    if part.keys() - PARTS:
        raise NoCoqForm
    formula, asked, *spoken = _spoken(claim, part)
    if "over" not in part and formula not in scope.known and not isinstance(formula, Constant):
        raise NoCoqForm
    of = {}
    for symbol, meant in zip(claim.bound.free_symbols, spoken, strict=True):
        if meant != Name(symbol.name) or symbol.name in scope.numbers:
            of[symbol.name] = scope.value(meant)
    said = related(claim.relation, scope.value(formula), constant(claim, "b", claim.bound, of))
    return [_condition(scope, factor) for factor in operands(asked, "*") if factor != ONE], said


def _condition(scope: CoqScope, formula: Formula) -> str:
    """Return what it is that a formula is true, or that a number is not 0."""
    if isinstance(formula, Apply) and formula.function in RELATIONS:
        return scope.proposition(formula)
    return f"{scope.value(formula)} <> 0"
