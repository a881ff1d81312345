"""Instances for claims about disjunctions, Hadamard pairs and rotations: hypotheses hold by construction.

Zero bytes make the simplest instance of each family, and a trial is a fixed number of bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from adversaries.constructions.disjunctions import sparse_sample
from adversaries.generate.bytes import Bytes
from adversaries.generate.parameters import RATES, within
from bounds import symbols as s
from bounds.claims.claim import Claim
from bounds.data.trials import Trials
from bounds.data.vectors import Example, Vector
from bounds.disjunctions import conjunctions, cube, expand
from bounds.instances import Instance
from bounds.mathematics import hadamard
from bounds.numbers import Number

Parameters = dict[Any, Number]


def _rates(claim: Claim, source: Bytes, known: Parameters) -> Parameters:
    """Draw the free parameters that are not known: any real, or a positive rational, each within its range."""
    values = dict(known)
    for symbol in claim.free:
        if symbol not in values:
            sign = source.pick((1, -1, 0)) if symbol in claim.signed else 1
            values[symbol] = within(claim, symbol, sign * source.pick(RATES), values)
    return values


def _start(claim: Claim, source: Bytes, n: int) -> Vector | None:
    """Draw a start vector for claims that have any; the first choice is e_1."""
    if claim.start != "any":
        return None
    kind = source.below(4)
    if kind == 0:
        return Example([1] + [0] * (n - 1))
    return Example([source.signed(3) for _ in range(n)], kind)


def _literals(source: Bytes, n: int, k: int) -> Vector:
    """Draw a vector of n zeros and k ones; the first choice has the ones in front."""
    positions = list(range(n))
    chosen = {positions.pop(source.below(len(positions))) for _ in range(k)}
    return Example([int(i in chosen) for i in range(n)])


def _labels(u: Vector, rows: Sequence[Sequence[int]]) -> list[int]:
    return [1 if any(a and b for a, b in zip(u.numerators, row, strict=True)) else -1 for row in rows]


def _rows(source: Bytes, n: int) -> list[list[int]]:
    """Draw points of {0, 1}^n from the rest of the bytes: dense, sparse, or the last one again."""
    rows: list[list[int]] = []
    while source.remaining:
        kind = source.below(4)
        entries = [source.byte() for _ in range(n)]
        limit = {0: 1, 1: 1, 2: 3, 3: 0}[kind]
        if kind == 3 and rows:
            rows.append(list(rows[-1]))
        else:
            rows.append([int(b % (limit + 1) == 1) if limit else b % 2 for b in entries])
    return rows


def _instance(rows: list[list[int]], u: Vector, parameters: Parameters) -> Instance:
    trials = Trials.from_integers(rows, 1, _labels(u, rows), len(u))
    return Instance(trials, u, parameters)


def _disjunction(source: Bytes, least_irrelevant: int = 0) -> tuple[list[list[int]], Vector, Bytes]:
    """Draw N, k, the target and the examples; the last part is a reader for the parameters."""
    n = 1 + least_irrelevant + source.below(6)
    k = 1 + source.below(n - least_irrelevant)
    u = _literals(source, n, k)
    choices = source.take(10)
    return _rows(source, n), u, choices


def disjunction(claim: Claim, source: Bytes) -> Instance:
    """Return examples labelled by a disjunction; X is at least 1 and at least their largest sum."""
    rows, u, choices = _disjunction(source)
    extra = choices.pick((0, 0, 1, Fraction(1, 2)))
    largest = Fraction(max([1, *map(sum, rows)]))
    read = set().union(claim.bound.free_symbols, *(e.free_symbols for e in claim.defines.values()))
    reads = s.X in read or any("X" in h.spoken for h in claim.hypotheses)
    known: Parameters = {s.X: largest + extra} if reads else {}
    return _instance(rows, u, _rates(claim, choices, known))


def winnow(claim: Claim, source: Bytes) -> Instance:
    """Return examples labelled by a disjunction, and a factor alpha above 1."""
    rows, u, choices = _disjunction(source)
    return _instance(rows, u, _rates(claim, choices, {s.alpha: 1 + choices.pick(RATES)}))


def elimination(_: Claim, source: Bytes) -> Instance:
    """Return examples labelled by a disjunction, and a factor above N - k and 1."""
    rows, u, choices = _disjunction(source)
    irrelevant = len(u) - int(u.one_norm())
    return _instance(rows, u, {s.alpha: max(1, irrelevant) + choices.pick(RATES)})


def elimination_sharp(_: Claim, source: Bytes) -> Instance:
    """Return examples labelled by a disjunction that leaves out at least two variables."""
    rows, u = _disjunction(source, least_irrelevant=2)[:2]
    return _instance(rows, u, {})


def labelled(claim: Claim, source: Bytes, zeros: bool) -> Instance:
    """Return points of {0, 1}^n, the zero vector among them or not, with any labels."""
    n = 1 + source.below(4)
    choices = source.take(10)
    parameters = _rates(claim, choices, {s.alpha: 1 + choices.pick(RATES)})
    rows, labels = [], []
    while source.remaining:
        labels.append(source.pick((1, -1)))
        row = [source.below(2) for _ in range(n)]
        rows.append(row if zeros or any(row) else [1] * n)
    return Instance(Trials.from_integers(rows, 1, labels, n), None, parameters)


# --- section 3 -----------------------------------------------------------------------------------------


def _empty(n: int) -> Trials:
    return Trials.from_integers([], 1, [], n)


def hadamard_size(claim: Claim, source: Bytes) -> Instance:
    """Return d and k with N = 2**d + k - 1, a start vector where the claim has one, and coefficients."""
    largest = int(claim.made_below.get(s.d, 4))
    d, k = 1 + source.below(largest), 1 + source.below(3)
    n = 2**d + k - 1
    choices = source.take(12)
    parameters = _rates(claim, choices, {s.d: Fraction(d), s.k: Fraction(k)})
    return Instance(_empty(n), None, parameters, _start(claim, source, n))


def _additive(claim: Claim, source: Bytes, n: int, k: int) -> Instance:
    choices = source.take(12)
    parameters = _rates(claim, choices, {s.k: Fraction(k)})
    return Instance(_empty(n), None, parameters, _start(claim, source, n))


def additive_any_n(claim: Claim, source: Bytes) -> Instance:
    """Return any N, k with k < N, or k <= N from the zero vector."""
    n = 2 + source.below(12)
    return _additive(claim, source, n, 1 + source.below(n - 1 if claim.start else n))


def perceptron_small(claim: Claim, source: Bytes) -> Instance:
    """Return N <= 3 and k <= N for an exhaustive search."""
    n = 1 + source.below(3)
    return _additive(claim, source, n, 1 + source.below(n))


def _scrambled(source: Bytes, d: int, n: int) -> list[hadamard.Pair]:
    """Return part of B_H with its pairs turned round and its columns permuted: products stay constant."""
    order = list(range(n))
    for i in range(n - 1):
        j = i + source.below(n - i)
        order[i], order[j] = order[j], order[i]
    sequence = []
    for pair in hadamard.pairs(d, n):
        code = source.below(8)
        first, second = (Example([z.numerators[i] for i in order]) for z in pair)
        if code != 7:
            sequence.append((second, first) if code % 2 else (first, second))
    return sequence


def _grown(source: Bytes, n: int) -> list[hadamard.Pair]:
    """Return a sequence with pairwise constant dot products, each pair drawn from all that fit the earlier ones."""
    points = [Example(x) for x in cube(n)]
    sequence: list[hadamard.Pair] = []
    while source.remaining:
        fitting = [
            (a, b)
            for a in points
            for b in points
            if all(z.dot(a) == z.dot(b) for pair in sequence for z in pair) and a is not b
        ]
        index = source.byte() * 256 + source.byte()
        if not fitting:
            break
        sequence.append(fitting[index % len(fitting)])
    return sequence


def pairs(claim: Claim, source: Bytes) -> Instance:
    """Return a sequence B with pairwise constant dot products, a target, a start vector and coefficients."""
    kind, choices = source.below(2), source.take(14)
    d = 1 + source.below(3)
    n = 2**d + source.below(2) if kind == 0 else 2 + source.below(3)
    start = _start(claim, source, n)
    plain = choices.below(4) == 0
    u = Example([int(i == 0) if plain else source.signed(2) for i in range(n)])
    parameters = _rates(claim, choices, {s.psi: Fraction(1, 2) + (0 if plain else choices.signed(2))})
    if s.psi not in claim.free:
        parameters = {}
    sequence = _scrambled(source, d, n) if kind == 0 else _grown(source, n)
    rows = [list(z.numerators) for pair in sequence for z in pair]
    trials = Trials.from_integers(rows, 1, [1] * len(rows), n)
    return Instance(trials, u if s.psi in claim.free else None, parameters, start)


def batch(claim: Claim, source: Bytes, least: int) -> Instance:
    """Return training examples from the first half of the Hadamard pairs, in any order, with repetitions."""
    d = least + source.below(4 if least == 1 else 3)
    k = 1 + source.below(3)
    n = 2**d + k - 1
    u = hadamard.target(source.below(2**d), d, n, k)
    choices = source.take(12)
    parameters = _rates(claim, choices, {s.d: Fraction(d), s.k: Fraction(k)})
    del parameters[s.k]
    allowed = [z for pair in hadamard.pairs(d, n)[: 2 ** (d - 1)] for z in pair]
    rows: list[list[int]] = []
    while source.remaining:
        rows.append(list(allowed[source.below(len(allowed))].numerators))
    return _instance(rows, u, parameters)


# --- DNF, rotations, samples ---------------------------------------------------------------------------


def dnf(claim: Claim, source: Bytes, few: bool) -> Instance:
    """Return the values of all conjunctions at points, labelled by a disjunction of some (at most 2**N) of them."""
    size = source.pick((1, 2, 0))
    n = 3**size
    k = 1 + source.below(2**size if few else n)
    terms = conjunctions(size)
    # the terms with most literals first: their disjunctions are not constant
    order = sorted(range(n), key=lambda i: (sum(a == 0 for a in terms[i]), i))
    chosen = {order.pop(source.below(len(order))) for _ in range(k)}
    u = Example([int(i in chosen) for i in range(n)])
    choices = source.take(2)
    rows: list[list[int]] = []
    while source.remaining:
        point = [source.below(2) for _ in range(max(size, 1))]
        rows.append(list(expand(point[:size])))
    return _instance(rows, u, _rates(claim, choices, {s.N: Fraction(size)}))


def reflection(claim: Claim, source: Bytes) -> Instance:
    """Return labelled examples in Q^n and the axis of a reflection."""
    n = 2 + source.below(3)
    axis = [source.signed(3) for _ in range(n)]
    choices = source.take(10)
    start = _start(claim, source, n)
    denominator = choices.pick((1, 1, 2, 3))
    rows, labels = [], []
    while source.remaining:
        labels.append(source.pick((1, -1)))
        rows.append([source.signed(2) for _ in range(n)])
    trials = Trials.from_integers(rows, denominator, labels, n)
    return Instance(trials, Example(axis if any(axis) else [1, -1] + [0] * (n - 2)), _rates(claim, choices, {}), start)


def reflection_of_cube(claim: Claim, source: Bytes) -> Instance:
    """Return points of {0, 1}^n and the axis of a reflection."""
    made = reflection(claim, source)
    rows = [[abs(a) % 2 for a in row] for row in made.trials.numerators.tolist()]
    return Instance(Trials.from_integers(rows, 1, made.trials.outcomes, made.trials.n), made.comparator)


def small_cube(claim: Claim, source: Bytes) -> Instance:
    """Return at most 3 points of {0, 1}^n, n at most 3, with any labels."""
    n = 1 + source.below(3)
    choices = source.take(6)
    rows: list[list[int]] = []
    labels: list[int] = []
    while source.remaining and len(rows) < 3:
        labels.append(source.pick((1, -1)))
        rows.append([source.below(2) for _ in range(n)])
    return Instance(Trials.from_integers(rows, 1, labels, n), None, _rates(claim, choices, {}))


def two_promotions(claim: Claim, source: Bytes) -> Instance:
    """Return the paper's two instances (1, 1, 0) and (1, 0, 1), with a threshold above 3 where it is open."""
    theta = 3 + (1 + source.byte()) / Fraction(source.pick((1, 2, 10, 100)))
    trials = Trials.of([[1, 1, 0], [1, 0, 1]], [1, 1])
    return Instance(trials, None, {s.theta: theta} if s.theta in claim.free else {})


def rotated_winnow(_: Claim, source: Bytes, least: Fraction) -> Instance:
    """Return the paper's instances (1, 0), (0, 1), (r, -r) with a threshold above this one."""
    theta = least + (source.byte() + 1) / Fraction(source.pick((1000, 100, 1)))
    r = Fraction(-(-theta // 1)) + source.below(4)
    trials = Trials.of([[1, 0], [0, 1], [r, -r]], [1, 1, 1])
    return Instance(trials, None, {s.eta: source.pick(RATES[:6]), s.theta: theta})


def figure_1(_: Claim, source: Bytes) -> Instance:
    """Return k = 20 and a number of trials from 2 to 5000."""
    trials = 2 + (source.byte() * 256 + source.byte()) % 4999
    return Instance(_empty(1), None, {s.k: Fraction(20), s.l: Fraction(trials)})


def figure_2(_: Claim, source: Bytes) -> Instance:
    """Return a sample of figure 2's examples: N = 200, k = 80, at least 200 trials, seeded by the bytes."""
    seed = int.from_bytes(bytes(source.byte() for _ in range(4)))
    return sparse_sample(200, 80, 200, seed)


def figure_2_size(_: Claim, source: Bytes) -> Instance:
    """Return N, a multiple of 5 from 20 on, and k = 2N/5; 200 and 400 come first."""
    size = source.pick((40, 80, 0))
    size = size or 4 + source.byte()
    return Instance(_empty(1), None, {s.N: Fraction(5 * size), s.k: Fraction(2 * size)})


FAMILIES: dict[str, Callable[[Claim, Bytes], Instance]] = {
    "disjunction": disjunction,
    "winnow": winnow,
    "elimination": elimination,
    "elimination, sharp": elimination_sharp,
    "labelled": partial(labelled, zeros=False),
    "labelled with zeros": partial(labelled, zeros=True),
    "hadamard pairs": hadamard_size,
    "additive, any N": additive_any_n,
    "perceptron, small N": perceptron_small,
    "pairs": pairs,
    "pairs alone": pairs,
    "batch": partial(batch, least=1),
    "batch, d >= 2": partial(batch, least=2),
    "dnf": partial(dnf, few=False),
    "dnf, few terms": partial(dnf, few=True),
    "reflection": reflection,
    "reflection of the cube": reflection_of_cube,
    "small cube": small_cube,
    "two promotions": two_promotions,
    "rotated winnow": partial(rotated_winnow, least=Fraction(1415, 1000)),  # above the square root of 2
    "rotated winnow, any theta": partial(rotated_winnow, least=Fraction(1)),
    "figure 1": figure_1,
    "figure 2": figure_2,
    "figure 2, N": figure_2_size,
}
