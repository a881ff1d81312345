"""Sequences of every length, by one trial: after the first ones all trials have the same multipliers.

Beside them stands a quadratic form V in u and the state, at most 0. If a trial adds no less than V before it less V
after it then, however many trials follow, they add no less than V before the first of them: the sum telescopes. So the
amount after l trials is at most the total of the first ones, and that of the repeated trial for each that follows. An
amount that counts trials, and does not grow, is a whole multiple of what each counts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from verify.kernel import ONE, ZERO, quotient, sign
from verify.kernel_gram.chain import Matrix, goes_on, irrational, nonnegative
from verify.kernel_gram.claims import Claim
from verify.kernel_gram.numbers import Refused
from verify.kernel_gram.problem import GramProblem
from verify.kernel_gram.program import GramProgram, Link


def repeated(problem: GramProblem) -> Link:
    """Return the trial that all trials of the patterns are; refused where they may differ."""
    if not problem.timeless or "updates" in problem.spoken:
        raise Refused("the trials differ: the rule or the gain speaks of their number")
    branches = problem.branches(1, 0)
    if len(branches) != 1:
        raise Refused(f"a trial has {len(branches)} branches")
    link = branches[0].link
    vectors = (link.predict, *link.states.values())
    forms = [a for form, _ in (*link.rows, *link.pieces) for a in form]
    if irrational([*(c for terms in vectors for c in terms.values()), *forms]):
        raise Refused("a trial has irrational numbers, of which a list for each length proves what it does")
    return link


def counted(link: Link) -> Fraction | None:
    """Return what each trial adds to the amount, where it is always the same and above 0."""
    plain = link.plain
    return plain if plain is not None and plain > 0 and not any(any(form) for form, _ in link.pieces) else None


def over_one(form: Sequence[Sequence[Fraction]], size: int) -> tuple[Matrix, int]:
    """Return a symmetric matrix of fractions over its common denominator."""
    square = len(form) == size and all(len(line) == size for line in form)
    if not square or any(form[i][j] != form[j][i] for i in range(size) for j in range(i)):
        raise Refused(f"the form is no symmetric matrix of {size} rows")
    common = math.lcm(*(a.denominator for line in form for a in line))
    return [[int(a * common) for a in line] for line in form], common


def proves(
    claim: Claim,
    part: int,
    first: Sequence[Fraction],
    following: Sequence[Fraction],
    form: Sequence[Sequence[Fraction]],
) -> bool:
    """Tell whether a comparison is proved for all lengths: by multipliers of first trials, and of each that follows.

    Those of the first trials are a list as for a pattern, with scale 1; the others are those of rows and of pieces.
    """
    problem = claim.problem(part, 1)
    link, (start, slope) = repeated(problem), (quotient(a, problem.unit) for a in claim.line())
    each = len(link.rows) + len(link.pieces)
    trials = (len(first) - 1 - (problem.radius is not None)) // each
    program, again = GramProgram(problem.radius, [link] * trials), GramProgram(None, [link])
    (*_, more), missed = again.totals([ONE, *following])
    totals, wrong = program.totals(first)
    if missed or wrong or first[0] != 1:
        return False
    after = over_one(form, 1 + len(link.states))
    steps = [link.step(*given) for link, given in zip(program.links, program.parted(first), strict=True)]
    step = link.step(*again.parted([ONE, *following])[0])
    weight = ZERO if problem.radius is None else first[1]
    if not (goes_on(step, *after) and nonnegative(weight, steps, after)):
        return False
    totals, unit = [ZERO, *totals[1:]], counted(link)  # without a trial there is no amount
    if unit is not None and more <= 0:
        totals = [unit * math.floor(total / unit) for total in totals]
    room = min(sign(start + Fraction(t) * slope - total) for t, total in enumerate(totals))
    return room >= problem.strict and sign(slope - max(more, ZERO)) >= 0
