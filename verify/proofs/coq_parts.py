"""What a part of a claim's quantity says in Coq, beyond sums over the trials: for each trial or state, for each entry.

A sum of magnitudes is 0 just where each of them is, and a largest one is at least a bound where one of them is.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace

from bounds.claims.claim import Claim
from bounds.formulas.scope import OF_THE_END
from bounds.formulas.slack import ONE
from bounds.formulas.text import read
from bounds.formulas.tree import Apply, Constant, Formula, Name, functions, names, subformulas
from verify.proofs.coq_constants import defined
from verify.proofs.coq_learners import at_the_end, sum_of_two
from verify.proofs.coq_scope import CoqScope, NotInTheTables
from verify.proofs.coq_tables_strategies import (
    ERRORS_LACKING,
    STATES,
    STRATEGIES,
    Part,
    adversary_of,
    learner_of,
    named_in,
    of_dimension,
    on_pairs,
    resolved,
    strategy,
    told_apart,
)
from verify.proofs.coq_terms import atom, related

_ONES_APART = read("sum_t(one != second_one)")

ENTRIES = frozenset({"i"})
"""What counts the attributes of a part that is over these."""


def scope_of(claim: Claim, part: Part) -> CoqScope:
    """Return what names mean in a part of a quantity."""
    learner = learner_of(claim, part)
    start = "s" if claim.start else "zero"
    if claim.start and STRATEGIES.get(learner) == "L":
        start = "(weights L [])"
    vectors = {"u": ("u", "n"), "s": (start, "n")}
    numbers: dict[str, str] = {}
    over = part.get("over", "")
    if over == "attributes":
        return CoqScope(claim, vectors, numbers, counts=ENTRIES)
    if over in ("trials", "states"):
        vectors["x"] = ("(fst c)", "n")
        numbers |= {"y": "label (snd c)", "ux": "dot n u (fst c)"}
    if over == "states" or "past_t" in functions(read(part["value"])):
        past = strategy(claim, learner)
        vectors |= dict.fromkeys(("w", "w_next"), (f"(weights {past} past)", "n"))
        return CoqScope(claim, vectors, numbers, past, seen="past")
    if learner in STATES:
        wrong, step, first, weights = STATES[learner]
        begun = "s" if claim.start else first
        vectors["z_end"] = (f"(state_after {atom(wrong)} ({step}) {begun} S)", "n")
        z = "z" if claim.start else f"(state_after {atom(wrong)} ({step}) {begun} past)"
        vectors["z"], vectors["z_next"] = (z, "n"), (f"({step} (label (snd c)) {z} (fst c))", "n")
        for name, state in (("w", "z"), ("w_next", "z_next"), ("w_end", "z_end")):
            vectors[name] = (defined(claim, vectors[state][0].join(re.split(r"\bz$", weights))), "n")
    elif learner not in STRATEGIES and names(resolved(part, "value")) & OF_THE_END.keys():
        vectors |= at_the_end(claim, part)
    said = strategy(claim, learner) if learner in STRATEGIES else ""
    match named_in(part).get("t"):
        case Constant(value):
            return CoqScope(claim, vectors, numbers, said, seen=f"(firstn {value - 1} S)")
    return CoqScope(claim, vectors, numbers, said)


def conclusion(scope: CoqScope, part: Part, bound: str) -> str:
    """Return what a part says: that its value, under its condition, has the claim's relation to the bound."""
    claim, formula = scope.claim, resolved(part, "value")
    said = of_dimension(formula, claim.relation)
    if said is not None:
        return said.format(bound=bound)
    if part.get("over") == "adversary":
        return _against(scope, part, formula, bound)
    if "second" in part:
        return _of_two(claim, part, formula, bound)
    under = _condition(scope, part, resolved(part, "if")) if "if" in part else ""
    said = _related(scope, claim.relation, formula, bound)
    return f"({under}{said})" if under else said


def _against(scope: CoqScope, part: Part, formula: Formula, bound: str) -> str:
    """Return what is said of the trials of an adversary: that there are such, or of each of its pairs.

    That there are trials with few mistakes says nothing, as none would do, unless some mistakes are to be made.
    """
    known, before = adversary_of(part)
    learner = strategy(scope.claim, learner_of(scope.claim, part))
    match formula:
        case Apply("sum_t", (inside,)) if before and (scope.claim.relation, scope.claim.bound) == ("==", 0):
            here = {
                "w": f"(weights {learner} past)",
                "z1": "(fst (pair_at t (pairs_of S)))",
                "z2": "(snd (pair_at t (pairs_of S)))",
            }
            vectors = {**scope.vectors, **{name: (text, "n") for name, text in here.items()}}
            each = _each(replace(scope, vectors=vectors), inside, bound)
            said = each and f"(forall t past, (t < length (pairs_of S))%nat -> {before} -> {each})"
        case _ if scope.claim.relation in (">", ">=") or ERRORS_LACKING in subformulas(formula):
            counted = replace(scope, known=on_pairs(part, learner))
            said = f"(exists {known} /\\\n    {related(scope.claim.relation, counted.value(formula), bound)})"
        case _:
            said = None
    if said is None:
        raise NotInTheTables
    return said


def _of_two(claim: Claim, part: Part, formula: Formula, bound: str) -> str:
    """Return what is said of two learners on the same trials: a sum over these."""
    if not isinstance(formula, Apply) or formula.function != "sum_t" or "over" in part:
        raise NotInTheTables
    with suppress(NotInTheTables):
        return related(claim.relation, sum_of_two(claim, part, formula.arguments[0]), bound)
    if formula != _ONES_APART or (claim.relation, claim.bound) != ("==", 0):
        raise NotInTheTables
    return f"{told_apart(claim, part)} = {bound}"


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
                raise NotInTheTables
            inside_span = f"{scope.value(inside, 'e')} - combination coefficient (map fst {scope.seen}) e"
            said = f"(exists coefficient, forall e, (e < n)%nat -> {inside_span} = {bound})"
            return said if outside == ">" else f"~ {said}"
        case Apply("abs", (inside,)) if not scope.dimension(inside):
            return f"{scope.value(inside)} = {bound}"
        case Apply("!=", _):
            return f"({scope.value(formula)}) = {bound}"
    return None


def _condition(scope: CoqScope, part: Part, formula: Formula) -> str:
    """Return what a part is said under, as a premise with its arrow."""
    if formula == ONE:
        return ""
    if formula == Name("err") and "z" in scope.vectors:
        return f"{STATES[learner_of(scope.claim, part)][0]} {scope.vectors['z'][0]} c = true -> "
    return f"{scope.proposition(formula)} -> "
