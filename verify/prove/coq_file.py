"""What Coq files of proofs have in common: how they are laid out, and the steps about premises, trials and roots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from verify.kernel_proof.goals import Goal
from verify.kernel_proof.ratios import Ratio
from verify.prove.coq_claim import INTERVALS, Statement
from verify.prove.coq_terms import called, term

DEFINITION = "definition "


def file_of(library: str, definitions: Iterable[str], lemmas: Iterable[str], proof: Iterable[str]) -> str:
    """Return a whole file: the statement, lemmas, the proof of ``holds``, and on what it rests."""
    head = [f"From Boundcheck Require Import {library}.", "Open Scope R_scope.", "", "(** * The statement *)\n"]
    cases = ["(** * Cases, by identities *)\n", *lemmas] if (lemmas := list(lemmas)) else []
    return "\n".join([*head, *definitions, *cases, "(** * The proof *)\n", *proof, "Print Assumptions holds.", ""])


def lemma(name: str, claim: Statement, said: str) -> str:
    """Return how a lemma about runs begins."""
    return f"Lemma {name} (n : nat){claim.real} {claim.runs} :\n{said}.\nProof."


def pattern(names: list[str]) -> str:
    """Return the pattern that takes a conjunction apart."""
    return names[0] if len(names) == 1 else f"({' & '.join(names)})"


def assumed(claim: Statement, *, radius: bool = False) -> Iterator[str]:
    """Yield the steps that take the premises G' apart; with ``radius`` what they say of |x| in a run with trials."""
    premises = list(claim.premises())
    names = [f"P{i}'" for i, _ in enumerate(premises)]
    yield "  unfold given in G'. cbv zeta in G'. " + (f"destruct G' as {pattern(names)}." if names else "")
    for name, (kind, _) in zip(names, premises, strict=True):
        if kind == "size":
            yield f"  destruct (within _ _ _ {name}) as [{name}p {name}q]. clear {name}."
        elif kind == "radius" and radius:
            yield f"  pose proof ({'radius_moving' if claim.moving else 'radius'} _ _ _ N' {name}) as {name}p."


def defined(claim: Statement, but: Iterable[str] = ()) -> Iterator[str]:
    """Yield the steps that put in what parameters are defined to be, but for some."""
    for kind, _ in claim.premises():
        name = kind.removeprefix(DEFINITION)
        if name != kind and name not in but:
            yield f"  subst {called(name)}."


def of_the_trial(claim: Statement, norms: str = "") -> Iterator[str]:
    """Yield the steps that say of a trial c, which is one of those of S by Hc', what the premises say of all."""
    for i, (kind, _) in enumerate(claim.premises()):
        if kind == "trials":
            yield f"    specialize (P{i}' {claim.in_run}).{norms.format(f'P{i}')}"
        elif kind == "lengths":
            yield f"    destruct (within _ _ _ (P{i}' {claim.in_run})) as [Q{i}p Q{i}q]. clear P{i}'."
        elif kind == "radius":
            yield f"    destruct (within _ _ _ (P{i}' {claim.in_run})) as [_ Q{i}']. clear P{i}'."
        elif kind in ("charge", "along"):
            yield f"    clear P{i}'."
    yield from sized(claim)


SIDES = (
    "destruct J' as [(y & J0' & J1' & J2' & J3' & J4')|"
    "[(y & J0' & J1' & J2' & J3' & J4' & J5')|(J0' & J1' & J2' & J3')]]"
)
"""The tactic that looks at each side on which an interval may be missed."""


def missed(claim: Statement, yhat: str, put: Mapping[str, str] | None = None) -> Iterator[str]:
    """Yield the step that says first of an interval on which side a prediction misses it, and what that loses."""
    for i, (kind, _) in enumerate(claim.premises()):
        if kind == INTERVALS:
            wider = (put or {}).get(claim.wider, claim.wider)
            sides = f"interval_is ({wider}) ({yhat}) (dot n u (fst c)) {claim.outcome} (P{i}' {claim.in_run})"
            yield f"    pose proof ({sides}) as J'. clear P{i}'. rewrite ?widen_0 in J'. revert J'."


def on_each_side(claim: Statement, ux: str = "dot n u x") -> Iterator[str]:
    """Yield the tactic that looks at each side on which a prediction misses an interval, where there is one."""
    if claim.wider:
        yield f"    intros J'; {SIDES}; side_known; remember (loss ({ux}) {claim.seen}) as u_loss eqn:E4'; clear E4';"


def sized(claim: Statement) -> Iterator[str]:
    """Yield the steps that say of comparators that move, u by Hc' and u_next by Hd', what the premises say of all."""
    for i, (kind, _) in enumerate(claim.premises()):
        if kind == "comparators":
            yield f"    pose proof (P{i}' _ _ Hc') as Q{i}p. pose proof (P{i}' _ _ Hd') as Q{i}q. clear P{i}'."
        if kind == "sizes":
            yield f"    destruct (within _ _ _ (P{i}' _ _ Hc')) as [Q{i}p Q{i}q]."
            yield f"    destruct (within _ _ _ (P{i}' _ _ Hd')) as [_ Q{i}r]. clear P{i}'."


def rooted(roots: Mapping[str, Ratio]) -> Iterator[str]:
    """Yield the tactics that name roots, wherever they have values, for all goals before."""
    for root, inside in roots.items():
        name = called(root)
        yield f"    try (destruct (root_exists ({term(inside)})) as [{name} E_{name}'];"
        yield f"      pose proof (root_not_negative _ _ E_{name}');"
        yield f"      assert (R_{name}' : {name} * {name} = {term(inside)})"
        yield f"        by (apply (root_square _ _ E_{name}'); settle); rooted);"


def first(ways: Iterable[str]) -> str:
    """Return the tactic that is the first of some that works."""
    return "first\n      [ " + "\n      | ".join([*dict.fromkeys(ways), "fail"]) + " ]"


def alike(goal: Goal) -> Any:
    """Return what goals have in common that one lemma shows."""
    return frozenset((a.ratio.key, a.relation) for a in goal.guards), goal.wanted.ratio.key, goal.wanted.relation
