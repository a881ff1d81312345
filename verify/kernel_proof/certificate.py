"""Proofs as they are read and checked: an identity for each goal, or one on each side of a split.

That hypotheses contradict each other is shown by terms that add up to 0, though none is negative and one is positive.
A term is a positive number times powers of hypotheses times a square; an equation among the hypotheses may be
multiplied by anything. The last hypothesis of a goal is the opposite of what is wanted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from verify.kernel import Malformed, own_learner, parts_of, plain, read, spend
from verify.kernel_gram.certificate import about, rational
from verify.kernel_proof.claims import Claim
from verify.kernel_proof.goals import Goals, Plan, goals_of
from verify.kernel_proof.pieces import NOTHING, Guard, Guards, Terms, named, pieces
from verify.kernel_proof.ratios import Ratio, number, vanishes

FORMAT = "boundcheck proof 1"
PARTS = {"format", "claim", "statement", "constants", "names", "lemmas", "kept", "limits", "signed", "goals"}
MAX_EXPONENT = 16
MAX_SPLITS = 20


def examine(document: Mapping[str, Any], catalogue: Mapping[str, Any]) -> tuple[bool, list[str]]:
    """Check a proof that has been read."""
    if document.keys() != PARTS:
        raise Malformed(f"a proof has the parts {', '.join(sorted(PARTS))}")
    statement, identifier = document["statement"], document["claim"]
    said = [about(identifier, statement, catalogue)]
    claim, plan = Claim(statement), plan_of(document)
    made = goals_of(claim, plan)
    given = document["goals"]
    if len(given) != len(made.goals):
        return False, [*said, f"the proof has {len(given)} goals, and the claim {len(made.goals)}"]
    for i, (goal, part) in enumerate(zip(made.goals, given, strict=True), 1):
        if not shows(goal.hypotheses, part["proof"], made.roots):
            return False, [*said, plain(f"goal {i} ({goal.name}) is not shown by its identity")]
    a, b, c, scale = (plan.constants[name] for name in ("a", "b", "c", "lambda"))
    said += own_learner(statement)
    said += [f"{name} is {text}" for name, text in parts_of(statement).items()]
    said += [
        "for every sequence of trials on which this has values, in any dimension, and all values of its parameters",
        f"by one inequality a trial: gain <= a (d(u, w) - d(u, w')) + b + c loss, with d(u, w) = |({scale}) u - w|^2",
        f"a = {a}, b = {b}, c = {c}{''.join(f', {name} = {text}' for name, text in plan.names)}",
        f"by {len(given)} identities, multiplied out in fractions: {counted(made)}",
        *([f"{', '.join(plan.limits)} at 0: as the limit of larger values"] if plan.limits else []),
        *([f"{len(claim.premises.other)} hypotheses were not needed"] if claim.premises.other else []),
        "it rests on |v - s x|^2 = |v|^2 - 2 s v.x + s^2 x.x, on |v|^2 >= 0, and on nothing else",
    ]
    return True, [plain(sentence) for sentence in said]


def plan_of(document: Mapping[str, Any]) -> Plan:
    """Read what a proof says besides identities."""
    for part in ("names", "lemmas", "kept", "limits", "goals"):
        if not isinstance(document[part], list):
            raise Malformed(f"{part} has to be a list")
    if type(document["signed"]) is not bool:
        raise Malformed("signed has to be true or false")
    return Plan(*(document[part] for part in Plan._fields))


def counted(made: Goals) -> str:
    """Say how many goals there are of each kind."""
    counts: dict[str, int] = {}
    for goal in made.goals:
        counts[goal.name] = counts.get(goal.name, 0) + 1
    return ", ".join(f"{n} {name}" for name, n in counts.items())


def shows(hypotheses: Guards, part: Mapping[str, Any], roots: Mapping[str, Ratio], splits: int = 0) -> bool:
    """Tell whether a part of a proof shows that hypotheses contradict each other."""
    if splits > MAX_SPLITS:
        raise Malformed(f"a proof splits more than {MAX_SPLITS} times")
    if "on" in part:
        at = polynomial(part["on"], hypotheses)
        ways = {"positive": Guard(at, ">"), "negative": Guard(-at, ">"), "zero": Guard(at, "==")}
        if at.below:
            raise Malformed("a proof splits on a polynomial")
        return all(shows((*hypotheses, guard), part[way], roots, splits + 1) for way, guard in ways.items())
    return is_contradiction(hypotheses, part["terms"], part.get("equal", []), roots)


def is_contradiction(
    hypotheses: Guards, terms: Sequence[Any], equal: Sequence[Any], roots: Mapping[str, Ratio]
) -> bool:
    """Tell whether terms that are not negative, one of them positive, and multiples of equations add up to 0."""
    total, positive = NOTHING, False
    for coefficient, powers, *square in terms:
        factor = rational(coefficient)
        if factor <= 0:
            raise Malformed("the coefficient of a term has to be positive")
        term, strict = number(factor), not square
        for index, e in powers.items():
            guard = hypothesis(hypotheses, index)
            if type(e) is not int or not (-MAX_EXPONENT <= e <= MAX_EXPONENT) or (e < 0 and guard.relation != ">"):
                raise Malformed("the power of a hypothesis is a small whole number, negative where it is positive")
            if guard.relation not in (">", ">="):
                raise Malformed("a term is a product of inequalities")
            strict = strict and guard.relation == ">"
            term *= guard.ratio**e
        if square:
            (text,) = square
            root = quotient(text, hypotheses, roots)
            term *= root * root
        positive = positive or strict
        total += term
    for index, text in equal:
        guard = hypothesis(hypotheses, str(index))
        if guard.relation != "==":
            raise Malformed("only an equation can be multiplied by anything")
        total += guard.ratio * quotient(text, hypotheses, roots)
    return positive and vanishes(total, roots)


def hypothesis(hypotheses: Guards, index: str) -> Guard:
    """Return a hypothesis by its number."""
    if not index.isascii() or not index.isdigit() or not int(index) < len(hypotheses):
        raise Malformed(f"{index[:40]!r} is the number of no hypothesis")
    return hypotheses[int(index)]


def polynomial(text: str, hypotheses: Guards) -> Ratio:
    """Read a ratio in the variables of some hypotheses."""
    parts = pieces(read(text), Terms({name: named(name) for name in names_of(hypotheses)}))
    if len(parts) != 1 or parts[0][0] or not isinstance(parts[0][1], Ratio):
        raise Malformed(f"{text[:40]!r} is no quotient of polynomials")
    spend(len(text))
    return parts[0][1]


def quotient(text: str, hypotheses: Guards, roots: Mapping[str, Ratio]) -> Ratio:
    """Read a ratio that has a value wherever the hypotheses have."""
    ratio = polynomial(text, hypotheses)
    divided_by([ratio], hypotheses, roots, text)
    return ratio


def divided_by(ratios: Sequence[Ratio], hypotheses: Guards, roots: Mapping[str, Ratio], text: str) -> None:
    """Refuse ratios that may have no value where the hypotheses have.

    What they are divided by, a hypothesis is divided by or says to be positive; where that is a root, what is below it.
    """
    spend(len(hypotheses) + len(roots))
    positive = [guard.ratio for guard in hypotheses if guard.relation == ">" and guard.ratio.above]
    known = joined((*(guard.ratio.divisors for guard in hypotheses), *(a.nonzero for a in positive)))
    for name in reversed(list(roots)):
        known |= roots[name].nonzero if name in known else frozenset()
    if not joined(a.divisors for a in ratios) <= known:
        raise Malformed(f"{text[:40]!r} divides by what may be 0")


def names_of(hypotheses: Guards) -> frozenset[str]:
    """Return the variables that hypotheses speak of."""
    spend(len(hypotheses))
    return joined(guard.ratio.names for guard in hypotheses)


def joined(sets: Iterable[frozenset[Any]]) -> frozenset[Any]:
    """Return what is in any of some sets."""
    given = list(sets)
    spend(sum(map(len, given)) // 8)
    return frozenset[Any]().union(*given)
