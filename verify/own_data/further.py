"""A comparator for claims whose trials have further columns, where what such a claim says of u is linear in u.

Rows are read off the claim's own formulas: what u is to reach on each trial, in premises or in hinge losses, and how
much a loss gains along each attribute. Floats propose vectors; which of them is best, the judge says exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np

from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator
from bounds.claims.scope import on_a_trial
from bounds.data.interval import Interval
from bounds.data.vectors import Vector, vector
from bounds.errors import BoundcheckError
from bounds.formulas.reading import readings
from bounds.formulas.scope import TRIALS, Names
from bounds.formulas.text import read
from bounds.formulas.tree import Apply, Constant, Formula, names, rebuilt, subformulas, substitute
from bounds.instances import Instance
from bounds.numbers import to_float
from verify.judge.check import check
from verify.judge.defaults import with_rates
from verify.judge.status import Status
from verify.own_data.comparator import ROUNDING, least_norm, rational, regularised, shortened, spread, within

ZERO = Constant(Fraction(0))
OF_U = {"ux": read("dot(u, x)"), "u_loss": read("max(0, 1 - y*dot(u, x))")}
STRENGTHS = [4.0**j for j in range(-5, 6)]

SMALL = 1000
"""Denominators up to this make the shortest vector that reaches ends exactly, where the data are small integers."""


class NotLinear(Exception):
    """What a claim says of u is not linear in u."""


@dataclass
class Rows:
    """What is linear in u: ``wanted`` is a.u >= b for each row a with its end b, ``gained`` the slope of losses."""

    n: int
    wanted: list[tuple[Vector, Fraction]] = field(default_factory=list)
    gained: Vector | None = None

    def lengthened(self, u: Vector) -> Vector:
        """Return a vector so long that it reaches what is wanted, exactly, where longer ones come closer."""
        needed = [b / along for a, b in self.wanted if b > 0 and (along := a.dot(u)) > 0]
        return u.scaled(max([*needed, Fraction(1)]))


def further_comparator(claim: Claim, instance: Instance) -> Vector:
    """Propose a comparator that makes the claim's bound as strong as possible on trials with further columns.

    Where premises fail with all that are tried, one of these comes back, and ``check`` names the premise. Raises
    BoundcheckError where what the claim says of u is not linear in u: then one is to be given.

    >>> from boundcheck import Trials, theorem
    >>> S = Trials.of([[2, 0], [0, 4]], [1, 1])
    >>> further_comparator(theorem("modern.perceptron.classes"), Instance(S, columns={"a": [[0, 0], [0, 0]]}))
    (1/2, 1/4)
    """
    n = instance.trials.n
    try:
        if claim.comparator is Comparator.EXPERT:
            proposals = [vector([int(i == j) for j in range(n)]) for i in range(n)]
        else:
            proposals = list(dict.fromkeys(_proposed(rows_of(claim, instance), instance)))
    except NotLinear as error:
        example = ",".join(["1", *["0"] * (n - 1)])
        raise BoundcheckError(
            f"found no comparator for {claim.id}: {error}; "
            f"give one, with --comparator {example} or comparator=[{example}]"
        ) from None
    scored = [(slack, i) for i, u in enumerate(proposals) if (slack := _slack(claim, instance, u)) is not None]
    if not scored:
        return proposals[0]
    least, i = min(scored)
    enough = least + (ROUNDING - 1) * abs(least)

    def accepted(u: Vector) -> bool:
        slack = _slack(claim, instance, u)
        return slack is not None and slack <= enough

    return shortened(proposals[i], accepted)


def _slack(claim: Claim, instance: Instance, u: Vector) -> float | None:
    """Return how far the claim stays below its bound with a comparator; None where a premise fails."""
    verdict = check(claim, with_rates(claim, replace(instance, comparator=u)))
    if verdict.status is Status.VACUOUS or verdict.slack is None:
        return None
    return to_float(verdict.slack)


# --- what a claim says of u ------------------------------------------------------------------------------


def rows_of(claim: Claim, instance: Instance) -> Rows:
    """Return what a claim says of u that is linear in u; raise NotLinear where it says something else."""
    origin = replace(instance, comparator=vector([0] * instance.trials.n))
    reader = _Reader(claim.case(with_rates(claim, origin)).scope, Rows(instance.trials.n), claim)
    for hypothesis in claim.hypotheses:
        for reading in readings(read(hypothesis.formula)) if hypothesis.formula else ():
            if reading.about == "trials":
                reader.premise(reading.said)
            elif reading.about == "run":
                reader.losses(reading.said)
    for part in claim.quantity.formula:
        if part.get("over", "run") != "run" or "with" in part:
            raise NotLinear("what it compares is not a sum over the trials")
        reader.losses(read(part["value"]))
    return reader.rows


class _Reader:
    """Reads rows off formulas, at u = 0, at each unit vector, and at one more, where what is linear is what it was."""

    def __init__(self, scope: Any, rows: Rows, claim: Claim) -> None:
        self.scope, self.rows, self.claim = scope, rows, claim
        n, l = rows.n, len(scope[TRIALS])  # noqa: E741
        self.some = spread(l).tolist()
        self.share = Fraction(l, len(self.some))
        self.probes = [vector([int(i == j) for j in range(n)]) for i in range(-1, n)]
        self.another = vector([Fraction(3 * i + 2, i + 2) * (-1) ** i for i in range(n)])

    def premise(self, said: Formula) -> None:
        """Read what a premise says of each trial."""
        match substitute(said, OF_U):
            case Apply(">" | ">=" | "==", (left, right)) if _of_u(said):
                self.rows.wanted += self.affine(Apply("-", (left, right)))
            case Apply("<" | "<=", (left, right)) if _of_u(said):
                self.rows.wanted += self.affine(Apply("-", (right, left)))
            case _ if _of_u(said):
                raise NotLinear("a premise is not linear in u")

    def losses(self, formula: Formula) -> None:
        """Read hinge losses of what is linear in u, and sums of what is."""
        said = substitute(formula, OF_U)
        for part in subformulas(said):
            if (inside := _hinge(part)) is not None:
                self.rows.wanted += self.affine(Apply("-", (inside,)))
        left = rebuilt(said, lambda part: None if _hinge(part) is None else ZERO)
        for sign, part in _summands(left):
            match part:
                case Apply("sum_t", (inside,)) if _of_u(inside):
                    self.gain([(a.scaled(sign * self.share), b) for a, b in self.affine(inside)])
                case _ if _of_u(part):
                    raise NotLinear("what it says of u is not linear in u")

    def gain(self, rows: list[tuple[Vector, Fraction]]) -> None:
        """Add up the slopes of a loss."""
        before = self.rows.gained
        columns = [sum((a[i] for a, _ in rows), before[i] if before else Fraction(0)) for i in range(self.rows.n)]
        self.rows.gained = vector(columns)

    def affine(self, formula: Formula) -> list[tuple[Vector, Fraction]]:
        """Return a and b of a.u - b, which a formula is on each trial."""
        compute = on_a_trial(formula, self.claim.further).value
        affine = []
        for i in self.some:
            trial = self.scope[TRIALS][i]
            at = [compute(Names(trial, {"u": u})) for u in (*self.probes, self.another)]
            if not all(isinstance(value, Fraction) for value in at):
                raise NotLinear("what it says of u has roots or logarithms")
            origin, *along, other = at
            a = vector([value - origin for value in along])
            if a.dot(self.another) + origin != other:
                raise NotLinear("what it says of u is not linear in u")
            affine.append((a, -origin))
        return affine


def _of_u(formula: Formula) -> bool:
    return bool(names(formula) & {"u", "ux", "u_loss", "u_err"})


def _hinge(part: Formula) -> Formula | None:
    """Return a where a part of a formula is max(0, a), and a speaks of u."""
    match part:
        case Apply("max" | "Max", (one, other)) if ZERO in (one, other):
            inside = other if one == ZERO else one
            return inside if _of_u(inside) else None
    return None


def _summands(formula: Formula, sign: int = 1) -> Iterator[tuple[int, Formula]]:
    """Yield the parts of a sum with their signs; of a relation those of its left side less its right."""
    match formula:
        case Apply("+", (one, other)):
            yield from _summands(one, sign)
            yield from _summands(other, sign)
        case Apply("-" | "<=" | "<", (one, other)):
            yield from _summands(one, sign)
            yield from _summands(other, -sign)
        case Apply("-", (one,)):
            yield from _summands(one, -sign)
        case _:
            yield sign, formula


# --- proposals -------------------------------------------------------------------------------------------


def _proposed(rows: Rows, instance: Instance) -> Iterator[Vector]:
    """Yield vectors: along what losses gain, the shortest that reaches what is wanted, shorter ones, and 0."""
    size = instance.parameters.get(s.U)
    limit = float("inf") if size is None else to_float(size)
    along = np.array([float(a) for a in rows.gained or [0] * rows.n])
    norm = float(np.sqrt(along @ along))
    if norm:
        eta = instance.parameters.get(s.eta)
        lengths = [*STRENGTHS, *([] if size is None else [limit]), *([] if eta is None else [norm * to_float(eta)])]
        yield from (rational(within(along / norm * length, limit)) for length in lengths)
    if rows.wanted:
        matrix = np.array([[float(a) for a in row] for row, _ in rows.wanted])
        ends = np.array([float(b) for _, b in rows.wanted])
        hard = least_norm(matrix, ends)
        if hard is not None:
            shortest = rational(within(hard, limit))
            simple = vector([a.limit_denominator(SMALL) for a in shortest])
            yield from (shortest, simple, rows.lengthened(shortest), rows.lengthened(simple))
        outcomes = [Interval(b, None) for _, b in rows.wanted]
        soft = [rational(within(regularised(matrix, outcomes, strength), limit)) for strength in STRENGTHS]
        yield from soft
        yield from map(rows.lengthened, soft)
    yield vector([0] * rows.n)
