"""Adversaries against quasi-additive algorithms: every row v is a mistake as long as w.v <= 0.

Orthonormal blocks and Hadamard rows (the Perceptron's bounds are attained on them), ramps (Weighted Majority),
and rows chosen greedily against the learner, with w.v as near to a tie as a grid allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from adversaries.generate.bytes import Bytes
from adversaries.generate.family_quasi_additive import finished, with_commensurable_norms, with_large_rate
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.claims.limits import says
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.instances import Instance
from bounds.mathematics.hadamard import sylvester
from bounds.mathematics.transformations import power_transformation
from bounds.numbers import Number, compare

RUNS = ("quasi-additive", "tuned start", "large rate")


def folded(rows: Sequence[Sequence[int]], denominator: int = 1) -> Trials:
    """Return the trials (-v, -1) for each row v: sign(0) = +1, so that a tie is a mistake.

    >>> folded([[1, 0], [0, 1]])
    Trials(l=2, n=2: (-1, 0) -> -1; (0, -1) -> -1)
    """
    return Trials.from_integers([[-a for a in row] for row in rows], denominator, [-1] * len(rows))


def ramp(n: int, width: int, length: int) -> list[list[int]]:
    """Return ``length`` rows (1, -width, ..., -width): only the first attribute is any good.

    >>> ramp(3, 2, 1)
    [[1, -2, -2]]
    """
    return [[1] + [-width] * (n - 1) for _ in range(length)]


def greedy(claim: Claim, template: Instance, width: int, length: int) -> list[list[int]]:
    """Return up to ``length`` rows (1, s_2, ..., s_n), |s_i| <= width, each with the largest w.v <= 0.

    Played against the claim's own learner on the instance's parameters, which the rows must not change; all
    s_i but the last are +-width.

    >>> from boundcheck import theorem
    >>> claim = theorem("gls.perceptron")
    >>> u, a = Example([1, 0]), {s.a: Fraction(1)}
    >>> greedy(claim, Instance(folded([[1, -1]]), u, a), 1, 5)
    [[1, 1], [1, -1]]
    """
    case = claim.case(template)
    learner, n = case.learner(), template.trials.n
    learner.start(n)
    target = case.version.target(-1)
    rows: list[list[int]] = []
    candidates = [
        [1, *signs, last] for signs in product((width, -width), repeat=n - 2) for last in range(width, -width - 1, -1)
    ]
    while len(rows) < length:
        best: list[int] | None = None
        closest: Number = Fraction(0)
        for row in candidates:
            prediction = learner.predict(Example(row))
            if compare(prediction, Fraction(0)) in (-1, 0) and (best is None or compare(prediction, closest) == 1):
                best, closest = row, prediction
        if best is None:
            break
        rows.append(best)
        learner.update(Example([-a for a in best]), target)
    return rows


FOUND = {
    3: (
        (
            (42, -13, 56, 32, -15, 90),
            (60, -22, 79, 46, -23, -54),
            (73, -16, -68, 56, -25, 46),
            (-68, -34, 35, 73, -36, 55),
            (50, -39, 44, -71, -44, 67),
            (-53, -48, 55, 52, -54, -65),
            (32, -60, -57, -53, -71, -39),
            (40, -74, -36, 44, 71, 32),
        ),
        (47, -82, 31, 48, -56, 35),
    ),
    4: (
        (
            (-33, 41, -23, -53, 91, -66),
            (-43, 53, -39, -67, -64, -84),
            (-53, 65, -51, -80, 37, 70),
            (-67, 83, -35, 72, 38, -40),
            (-80, -73, -49, -63, 44, -48),
            (76, 65, -46, -73, 50, -56),
            (41, -58, -74, 67, 61, -68),
            (-53, 52, -81, 40, -61, 70),
        ),
        (-52, 54, -90, -41, 49, -55),
    ),
}
"""For p = 3 and 4: eight rows and a vector c with u_i = sign(c_i) |c_i|**(p - 1).

Solutions of "largest gap with every row a mistake", norms at most 1, rounded to hundredths.
"""


def _shapes() -> Iterator[tuple[str, list[list[int]], list[int]]]:
    """Yield names, rows and comparators."""
    for size in (1, 2, 4, 8):
        block = [[int(i == j) for j in range(size)] for i in range(size)]
        yield f"orthonormal block of {size}", block, [1] * size
    for d in (1, 2, 3):
        rows = sylvester(d)
        yield f"Hadamard rows of order {len(rows)}", rows, [1] + [0] * (len(rows) - 1)
    for n, width, length in ((2, 1, 4), (2, 2, 10), (3, 3, 20), (2, 4, 40)):
        yield f"ramp of {length}, n = {n}, width {width}", ramp(n, width, length), [1] + [0] * (n - 1)


def _instance(claim: Claim, trials: Trials, u: Sequence[int], p: int, choice: int) -> Instance:
    """Make an instance; ``choice`` picks the free parameters, 0 the middle of their ranges."""
    parameters = {s.p: Fraction(p)} if s.p in claim.free else {}
    start = Example([0] * trials.n) if claim.start else None
    instance = Instance(trials, Example(list(u)), parameters, start)
    if claim.family == "tuned start":
        return with_commensurable_norms(claim, Instance(trials, instance.comparator, parameters))
    if claim.family == "large rate":
        return with_large_rate(claim, Instance(trials, instance.comparator, parameters))
    slacks = Bytes(bytes(len(claim.measures)) + bytes([choice] * (2 * len(claim.free))))
    return finished(claim, instance, slacks)


def instances(claim: Claim) -> Iterator[tuple[str, Instance]]:
    """Yield the constructions for claims about runs with a comparator, and one for Hoelder's inequality at any p."""
    if claim.family == "sphere" and s.p in claim.free and not says(claim, "p >= 2"):
        trials, half = Trials.from_integers([[1, 0]], 1, [1]), {s.p: Fraction(1, 2)}  # ||u||_q is 1/2 there, at q = -1
        yield "e_1 on the level of e_2, p = 1/2", Instance(trials, Example([1, 1]), half, Example([0, 1]))
    if claim.family not in RUNS or claim.comparator is Comparator.NONE or claim.outcomes is not Outcomes.LABELS:
        return
    smallest = 3 if says(claim, "n >= 3") else 1
    positive = says(claim, "all_i(u > 0)")
    exponents = (2, 3, 4) if s.p in claim.free else (2,)
    for (name, rows, u), p in product(_shapes(), exponents):
        if len(u) >= smallest and not (positive and 0 in u):
            for choice in (0, 4) if s.a in claim.free else (0,):
                yield f"{name}{', small a' if choice else ''}", _instance(claim, folded(rows), u, p, choice)
    for p, (eight, c) in FOUND.items():
        if s.p in claim.free or claim.defines.get(s.p) == p:
            f = power_transformation(Fraction(p))
            powers = [int(a) for b in c if isinstance(a := f.value(Fraction(b)), Fraction)]
            yield f"eight rows for p = {p}", _instance(claim, folded(eight, 100), powers, p, 0)
    if claim.learner is None or positive:
        return
    for n, width, p in product((3, 5), (1, 2), exponents):
        u = [1] + [0] * (n - 1)
        template = _instance(claim, folded(ramp(n, width, 1)), u, p, 0)
        rows = greedy(claim, template, width, 24)
        if rows:
            yield f"greedy rows, n = {n}, width {width}", _instance(claim, folded(rows), u, p, 0)
