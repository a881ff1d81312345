"""Adversaries: two candidates for each trial, of which the learner sees one, and what is said of their trials."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

from bounds.formulas.scope import AFTER_PLAYING, OF_PLAYED, SECOND
from bounds.formulas.text import read
from bounds.formulas.tree import Apply, Formula, Name, names, subformulas, substitute
from verify.proofs.coq_learners import Play, play_of, sum_over
from verify.proofs.coq_names import NoCoqForm
from verify.proofs.coq_quantities import Part, learner_of, named_in, resolved, second_of
from verify.proofs.coq_scope import CoqScope
from verify.proofs.coq_terms import atom, bare

TRIALS = "T"
"""What the trials of an adversary are called."""

CANDIDATES = ("z1", "z2")
MISTAKE = "Rabs side"
"""What the version of a learner calls a mistake where an adversary can force some: a prediction outside its target."""


@dataclass(frozen=True)
class Opposed:
    """The trials of an adversary: what is named before anything is said of them, how many, and what names mean then.

    The scope knows the sums over these trials, and over their pairs.
    """

    scope: CoqScope
    terms: dict[str, str]
    pairs: str
    play: Play

    def before(self) -> CoqScope:
        """Return what names mean before the trial t, from 0 on, in the state K."""
        return _on_pair(replace(self.scope, vectors={**self.scope.vectors, **self.play.states}))


def _on_pair(scope: CoqScope) -> CoqScope:
    """Return the scope in which there are the candidates of pair t."""
    return replace(scope, vectors={**scope.vectors, **{name: (f"({name} t)", "n") for name in CANDIDATES}})


def against(scope: CoqScope, part: Part) -> Opposed:
    """Return the trials that an adversary of a part of a quantity shows its learner.

    Raises NoCoqForm where the version of the learner has another mistake, or a formula has no Coq form.
    """
    play = play_of(scope.claim, *learner_of(scope.claim, part))
    if play.said.get("err") != MISTAKE:
        raise NoCoqForm
    terms: dict[str, str] = {}
    for name, text in part.get("with", {}).items():
        if not names(read(text)) & {*CANDIDATES}:
            scope, terms[name] = _named(scope, name, read(text))
    pairs = scope.natural(read(part["pairs"]))
    terms |= {name: f"fun t => {bare(scope.counting('t').vector(read(part[name])))}" for name in CANDIDATES}
    concept = replace(scope, vectors={**scope.vectors, "x": ("x", "n")}).truth(read(part["label"]))
    shown = f"(map (fun t => ({', '.join(f'{name} t' for name in CANDIDATES)})) (seq 0 {atom(pairs)}))"
    terms[TRIALS] = f"oppose {play.rule} {play.target} (fun x => {concept}) {shown}"
    known: dict[Formula, str] = {}
    for formula in set[Formula]().union(*map(subformulas, [resolved(part, "value"), *named_in(part).values()])):
        if isinstance(formula, Apply) and formula.function == "sum_t":
            with suppress(NoCoqForm):
                known[formula] = _sum(scope, part, formula.arguments[0], pairs)
    return Opposed(replace(scope, known=known), terms, pairs, play)


def _named(scope: CoqScope, name: str, formula: Formula) -> tuple[CoqScope, str]:
    """Return a scope with a name for a vector, a natural number or a number, and the term of that."""
    if scope.dimension(formula):
        return replace(scope, vectors={**scope.vectors, name: (name, "n")}), bare(scope.vector(formula))
    if isinstance(formula, Apply) and formula.function == "floor":
        numbers, naturals = {**scope.numbers, name: f"INR {name}"}, {**scope.naturals, name: name}
        return replace(scope, numbers=numbers, naturals=naturals), scope.natural(formula)
    return replace(scope, numbers={**scope.numbers, name: name}), scope.value(formula)


def _sum(scope: CoqScope, part: Part, inside: Formula, pairs: str) -> str:
    """Return a sum over the pairs; or over the trials, of one of two learners."""
    spoken = names(inside) & (AFTER_PLAYING.keys() | OF_PLAYED.keys())
    if spoken <= {*CANDIDATES}:
        return f"sum {atom(pairs)} (fun t => {_on_pair(scope).value(inside)})"
    learner = learner_of(scope.claim, part)
    if all(name.startswith(SECOND) for name in spoken):
        learner = second_of(part)
        inside = substitute(inside, {name: Name(name.removeprefix(SECOND)) for name in spoken})
    return f"over_play {sum_over(scope.claim, play_of(scope.claim, *learner), inside)} {TRIALS}"
