"""What a part of a claim's quantity says in Coq, beyond sums over the trials: for each trial or state, for each entry.

A sum of magnitudes is 0 just where each of them is, and a largest one is at least a bound where one of them is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bounds.claims.claim import Claim
from bounds.formulas.scope import AFTER_PLAYING, OF_PLAYED, OF_THE_END
from bounds.formulas.slack import ONE, ZERO
from bounds.formulas.tree import Apply, Constant, Formula, Name, names, rebuilt, subformulas
from verify.proofs.coq_adversaries import TRIALS, Opposed, against
from verify.proofs.coq_learners import at_the_end, on_side, play_of, sum_of_two, sum_over
from verify.proofs.coq_names import NoCoqForm
from verify.proofs.coq_quantities import Part, learner_of, named_in, resolved
from verify.proofs.coq_scope import CoqScope
from verify.proofs.coq_terms import atom, free_words, related

ENTRIES = frozenset({"i"})
"""What counts the attributes of a part that is over these."""

PLAYED = AFTER_PLAYING.keys() | OF_PLAYED.keys()
"""What is said of a learner on a trial."""


def scope_of(claim: Claim, part: Part) -> CoqScope:
    """Return what names mean in a part of a quantity."""
    vectors = {"u": ("u", "n"), "s": ("s" if claim.start else "zero", "n")}
    over, formula = part.get("over", ""), resolved(part, "value")
    scope = CoqScope(claim, vectors, {})
    if over == "attributes":
        return replace(scope, counts=ENTRIES)
    if over == "adversary":
        return against(scope, part).scope
    if over in ("trials", "states"):
        return _on_trial(scope, part, formula)
    if names(formula) & OF_THE_END.keys():
        scope = at_the_end(scope, part)
    match named_in(part).get("t"):
        case Constant(value):
            return replace(scope, seen=f"(firstn {value - 1} S)")
    return scope


def _on_trial(scope: CoqScope, part: Part, formula: Formula) -> CoqScope:
    """Return what names mean of a trial c, or of a moment, after any past."""
    vectors = {**scope.vectors, "x": ("(fst c)", "n")}
    numbers = {"y": "label (snd c)", "ux": "dot n u (fst c)"}
    here = replace(scope, vectors=vectors, numbers=numbers)
    if not names(formula) & PLAYED:
        return here
    play = play_of(scope.claim, *learner_of(scope.claim, part))
    sums: dict[Formula, str] = {
        one: f"over_play {sum_over(scope.claim, play, one.arguments[0], entry='e')} (past ++ [c])"
        for one in subformulas(formula)
        if isinstance(one, Apply) and one.function == "past_t"
    }
    vectors, numbers = {**vectors, **play.states}, {**numbers, **play.said}
    return replace(here, vectors=vectors, numbers=numbers, known=sums, seen="past")


def conclusion(scope: CoqScope, part: Part, bound: str) -> str:
    """Return what a part says: that its value, under its condition, has the claim's relation to the bound."""
    claim, formula, over = scope.claim, resolved(part, "value"), part.get("over", "")
    if "second" in part and over != "adversary":
        if not isinstance(formula, Apply) or formula.function != "sum_t" or over:
            raise NoCoqForm
        return related(claim.relation, sum_of_two(claim, part, formula.arguments[0]), bound)
    under = _condition(scope, resolved(part, "if")) if "if" in part else ""
    terms: dict[str, str] = {}
    if over == "adversary":
        opposed = against(scope, part)
        terms, said = opposed.terms, _opposed(opposed, formula, bound)
    elif over in ("trials", "states") and names(formula) & PLAYED:
        terms, said = _moment(claim, part), _related(scope, claim.relation, formula, bound)
    else:
        scope, formula, before = _of_dimension(scope, formula)
        said = before + _related(scope, claim.relation, formula, bound)
    said = with_terms(terms, under + said)
    return f"({said})" if under or terms else said


def _moment(claim: Claim, part: Part) -> dict[str, str]:
    """Return what the state of a learner is after any past, and what it predicts then."""
    play = play_of(claim, *learner_of(claim, part))
    side = f"side_of yhat {on_side(play.target)}"
    return {"K": f"after_play {play.arguments} past", "yhat": play.answer, "side": side}


def with_terms(terms: Mapping[str, str], said: str) -> str:
    """Return what is said with those terms before it by name that it needs.

    >>> with_terms({"a": "0", "b": "a + 1", "d": "2"}, "b = 1")
    'let a := 0 in let b := a + 1 in b = 1'
    """
    for name, term in reversed([*terms.items()]):
        if name in free_words(said):
            said = f"let {name} := {term} in {said}"
    return said


def _of_dimension(scope: CoqScope, formula: Formula) -> tuple[CoqScope, Formula, str]:
    """Return a formula with a name for the VC dimension in it, the scope of that, and that there is such a number."""
    spoken = [one for one in subformulas(formula) if isinstance(one, Apply) and one.function == "vc_dimension"]
    if not spoken:
        return scope, formula, ""
    (dimension,) = {*spoken}
    of = " ".join(atom(scope.natural(one)) for one in dimension.arguments)
    named = rebuilt(formula, lambda one: Name("dimension") if one == dimension else None)
    scope = replace(
        scope,
        numbers={**scope.numbers, "dimension": "INR dimension"},
        naturals={**scope.naturals, "dimension": "dimension"},
    )
    return scope, named, f"exists dimension, vc_dimension {of} dimension /\\ "


def _opposed(opposed: Opposed, formula: Formula, bound: str) -> str:
    """Return what is said of the trials of an adversary, or of each of them in which the state before it is K."""
    scope, claim = opposed.scope, opposed.scope.claim
    if formula in scope.known or (claim.relation, claim.bound) != ("==", 0):
        return _related(scope, claim.relation, formula, bound)
    match formula:
        case Apply("sum_t", (inside,)) if (each := _each(opposed.before(), inside, bound)) is not None:
            state = f"let K := after_play {opposed.play.arguments} (firstn t {TRIALS}) in"
            return f"forall t, (t < {opposed.pairs})%nat -> {state} {each}"
    raise NoCoqForm


def _related(scope: CoqScope, relation: str, formula: Formula, bound: str) -> str:
    if relation in (">", ">=") and isinstance(formula, Apply) and formula.function == "max_for":
        bound_name, low, high, inside = formula.arguments
        (index,) = names(bound_name)
        said = _related(scope.counting(index), relation, inside, bound)
        return f"(exists {index}, ({index} < {scope.count(low, high)})%nat /\\ {said})"
    if (relation, scope.claim.bound) == ("==", 0) and (each := _each(scope, formula, bound)) is not None:
        return each
    return related(relation, scope.value(formula), bound)


def _each(scope: CoqScope, formula: Formula, bound: str) -> str | None:
    """Return that each term of a sum is 0; None where one may be negative."""
    match formula:
        case Apply("+", (left, right)):
            both = [_each(scope, left, bound), _each(scope, right, bound)]
            return None if None in both else " /\\ ".join(map(str, both))
        case Apply("sum_for", (Name(index), low, high, inside)):
            inner = _each(scope.counting(index), inside, bound)
            return inner and f"(forall {index}, ({index} < {scope.count(low, high)})%nat -> {inner})"
        case Apply("if", (when, inside, Constant(value=0))):
            inner = _each(scope, inside, bound)
            return inner and f"({scope.proposition(when)} -> {inner})"
        case Apply("sum", (Apply("abs", (inside,)),)):
            return f"(forall e, (e < {scope.dimension(inside)})%nat -> {scope.value(inside, 'e')} = {bound})"
        case Apply(
            ">" | "==" as outside,
            (Apply("sum", (Apply("!=", (Apply("outside_span", (inside,)), Constant(value=0))),)), Constant(value=0)),
        ):
            if not scope.seen:
                raise NoCoqForm
            inside_span = f"{scope.value(inside, 'e')} - combination coefficient (map fst {scope.seen}) e"
            said = f"(exists coefficient, forall e, (e < n)%nat -> {inside_span} = {bound})"
            return said if outside == ">" else f"~ {said}"
        case Apply("abs", (inside,)) if not scope.dimension(inside):
            return f"{scope.value(inside)} = {bound}"
        case Apply("!=", _):
            return f"({scope.value(formula)}) = {bound}"
    return None


def _condition(scope: CoqScope, formula: Formula) -> str:
    """Return what a part is said under, as a premise with its arrow; of a number, that it is not 0."""
    if formula == ONE:
        return ""
    if isinstance(formula, Name):
        formula = Apply("!=", (formula, ZERO))
    return f"{scope.proposition(formula)} -> "
