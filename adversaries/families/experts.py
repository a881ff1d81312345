"""Instances for the claims of the Kitani notes and of Understanding Machine Learning, from bytes.

Experts, binary disjunctions, labels with any margin, parallel vectors, the halving tree: what is made
satisfies the hypotheses, whatever the bytes; zero bytes are the simplest choice.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from adversaries.constructions.experts import expert_trials
from adversaries.constructions.halving_tree import tree_instance
from adversaries.generate.bytes import Bytes
from adversaries.generate.parameters import RATES
from bounds import symbols as s
from bounds.claims.claim import Claim
from bounds.claims.limits import says
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.instances import Instance
from bounds.numbers import Number

PARTS = tuple(map(Fraction, ("1/2", "1", "1/3", "2/3", "1/5", "1/10", "9/10", "1/100", "99/100")))
SIZES = (1, 2, 3, 4, 5, 6, 7, 8, 4, 8)
LONGEST = 40
LONGEST_IRRATIONAL = 9


def _penalty(claim: Claim, source: Bytes) -> dict[Any, Number]:
    """Draw eta up to its limit in the claim, the limit included where it is less than 1."""
    part: Fraction = source.pick(PARTS)
    if s.eta not in claim.free:
        return {}
    limit = claim.ranges[s.eta].number
    return {s.eta: min(part if limit is None else limit * part, Fraction(999, 1000))}


def experts(claim: Claim, source: Bytes) -> Instance:
    """Make rounds of up to 8 experts, any of them wrong."""
    parameters = _penalty(claim, source)
    N = 1 + source.below(8)
    longest = LONGEST if s.eta in claim.free else LONGEST_IRRATIONAL
    wrong: list[set[int]] = []
    labels: list[int] = []
    while (source.remaining or not wrong) and len(wrong) < longest:
        code = source.byte()
        wrong.append({i for i in range(N) if code >> i & 1})
        labels.append(-1 if source.byte() % 2 else 1)
    folded = expert_trials(N, wrong)
    signs = [[y * a for a in row] for y, row in zip(labels, folded.numerators.tolist(), strict=True)]
    return Instance(Trials.from_integers(signs, 1, labels, N), parameters=parameters)


def alternating_experts(claim: Claim, source: Bytes) -> Instance:
    """Make an even number of rounds of two experts that are right in turn."""
    parameters = _penalty(claim, source)
    half = 1 + source.below(20)
    first = -1 if source.below(2) else 1
    return Instance(Trials.from_integers([[1, -1]] * (2 * half), 1, [first, -first] * half), parameters=parameters)


def binary_disjunction(claim: Claim, source: Bytes) -> Instance:
    """Make binary examples labelled by the disjunction of any of up to 8 features, a few of them mostly."""
    N = source.pick(SIZES)
    code, few = source.byte() + 1, source.byte() + 1
    return _disjunction(claim, source, [(code & few or code) >> i & 1 for i in range(N)])


def one_relevant_feature(claim: Claim, source: Bytes) -> Instance:
    """Make binary examples labelled by one of up to 8 features."""
    N = source.pick(SIZES)
    chosen = source.below(N)
    return _disjunction(claim, source, [int(i == chosen) for i in range(N)])


def _disjunction(claim: Claim, source: Bytes, u: list[int]) -> Instance:
    """Make trials of two bytes each; some activate all irrelevant features, which is what Winnow errs on."""
    N = len(u)
    rate: Fraction = source.pick(RATES)
    rows: list[list[int]] = []
    while source.remaining or not rows:
        kind, code = source.below(6), source.byte() + 1
        row = [code >> i & 1 for i in range(N)]
        if kind >= 3:
            row = [1 - a for a in u]
        if kind == 3 and any(u):
            row[u.index(1)] = 1
        rows.append(row)
    labels = [1 if any(a and b for a, b in zip(u, row, strict=True)) else -1 for row in rows]
    trials = Trials.from_integers(rows, 1, labels, N)
    return Instance(trials, Example(u), {s.beta: rate} if s.beta in claim.free else {})


def margin_labels(claim: Claim, source: Bytes) -> Instance:
    """Make labels on either side of a non-zero vector u, no example orthogonal to it where gamma is not 0."""
    avoid = says(claim, "if(l == 0, 0, min_t(y*ux)) != 0")
    n = 1 + source.below(4)
    u = [source.signed(3) for _ in range(n)]
    if not any(u):
        u[0] = 1
    rows: list[list[int]] = []
    labels: list[int] = []
    while source.remaining or not rows:
        row = [source.signed(3) for _ in range(n)]
        code = source.byte()
        if avoid and sum(a * b for a, b in zip(u, row, strict=True)) == 0:
            row = list(u)
        rows.append(row)
        labels.append(-1 if code % 2 else 1)
    return Instance(Trials.from_integers(rows, 1, labels, n), Example(u))


def parallel_vectors(_: Claim, source: Bytes) -> Instance:
    """Make examples of which the first is a multiple of the non-zero vector u."""
    n = 1 + source.below(4)
    u = [source.signed(3) for _ in range(n)]
    if not any(u):
        u[0] = 1
    factor = source.pick((1, -1, 2, 3))
    rows = [[factor * a for a in u]]
    while source.remaining:
        rows.append([source.signed(3) for _ in range(n)])
    return Instance(Trials.from_integers(rows, 1, [1] * len(rows), n), Example(u))


def halving_tree(claim: Claim, source: Bytes) -> Instance:
    """Make any path down the halving tree."""
    n = 2 + source.below(3)
    labels = [-1 if source.below(2) else 1]
    while source.remaining and len(labels) < LONGEST:
        labels.append(-1 if source.below(2) else 1)
    return tree_instance(claim, labels, n)


FAMILIES: dict[str, Callable[[Claim, Bytes], Instance]] = {
    "experts": experts,
    "alternating experts": alternating_experts,
    "binary disjunction": binary_disjunction,
    "one relevant feature": one_relevant_feature,
    "margin labels": margin_labels,
    "parallel vectors": parallel_vectors,
    "halving tree": halving_tree,
}
