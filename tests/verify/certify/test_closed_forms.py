"""The catalogue's exact worst cases: the programs' values are those of the formulas, and sequences attain them.

Nothing exceeds them: verify/proofs/coq/classics/Margin.v, for every length. S is the sum of the
examples; r of theorems 2 and 8 its norm.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from bounds import symbols
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim, Outcomes
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.expression import as_expression
from bounds.instances import Instance
from bounds.numbers.evaluate import evaluate
from verify.certify.search import certify, worst_cases
from verify.judge.check import Verdict
from verify.judge.status import Status
from verify.own_data.completed import check

F = Fraction
RATES = [(F(2), F(1, 2)), (F(1, 2), F(1)), (F(3), F(1, 3)), (F(1), F(4)), (F(5, 2), F(2))]


def formula(identifier: str, length: int, **values: Any) -> Any:
    """Return the bound of a claim of the catalogue."""
    given = {"X": F(1), "l": F(length), **values}
    return evaluate(theorem(identifier).bound, {symbols.lookup(name): a for name, a in given.items()})


# --- against the programs ---


@pytest.mark.parametrize(("U", "eta"), RATES)
def test_theorem_2(U: Fraction, eta: Fraction) -> None:
    """At l = 1 the worst case is U X, which the formula has where U >= eta X."""
    for worst in worst_cases("bylander.2", 4, U=U, eta=eta):
        said = formula("bylander.2.exact", worst.l, U=U, eta=eta)
        assert worst.value == (said if worst.l > 1 else U)
        assert said >= worst.value


@pytest.mark.parametrize(("U", "tau"), RATES)
def test_theorem_8(U: Fraction, tau: Fraction) -> None:
    for worst in worst_cases("bylander.8", 3, U=U, tau=tau):
        said = formula("bylander.8.exact", worst.l, U=U, tau=tau)
        assert worst.value == (said if worst.l > 1 else max(F(0), U - tau))
        assert said >= worst.value


@pytest.mark.parametrize("V", [F(1), F(7, 4), F(3), F(9, 2)])
def test_theorem_5(V: Fraction) -> None:
    for worst in worst_cases("bylander.5", 5, U=f"sqrt({V})"):
        assert worst.value == min(worst.l, math.floor(V))
        assert worst.exact or V.denominator > 1


@pytest.mark.parametrize("V", [F(3, 2), F(7, 4), F(3), F(9, 2)])
def test_theorem_11(V: Fraction) -> None:
    for worst in worst_cases("bylander.11", 4, U=f"sqrt({V})")[1:]:
        m = min(worst.l, math.floor(V + F(1, 2)))
        assert worst.value == m - m**2 / (2 * V)


# --- the sequences that attain them, exactly, at lengths that no program reaches in a test ---

FAMILIES = [(2, 3, 4, 5), (2, 4, 3, 5), (4, 1, 1, 2), (8, 3, 1, 4), (4, 11, 4, 13), (16, 7, 1, 8)]
"""m, a, b, X: the m rows (a, b h) with the rows h of a Hadamard matrix, but for the first column, have norm X."""


def rows(m: int, a: int, b: int) -> list[list[int]]:
    """Return m vectors with equal dot products a**2 - b**2 that sum to (m a, 0, ..., 0)."""
    return [[a, *((-1) ** (i & j).bit_count() * b for j in range(1, m))] for i in range(m)]


def judged(identifier: str, examples: Sequence[Sequence[Any]], comparator: Fraction, **parameters: Any) -> Verdict:
    """Return the verdict on u along the first axis, with labels 1 or outcomes far above."""
    claim = theorem(identifier)
    return check(claim, instance(claim, examples, comparator, parameters))


def instance(
    claim: Claim, examples: Sequence[Sequence[Any]], comparator: Fraction, given: Mapping[str, Any]
) -> Instance:
    """Return the instance with u along the first axis."""
    u = vector([comparator, *[0] * (len(examples[0]) - 1)])
    outcome = 1 if claim.outcomes is Outcomes.LABELS else Interval(F(10**6), None)
    trials = Trials.of(examples, [outcome] * len(examples))
    return Instance(trials, u, {symbols.lookup(name): a for name, a in given.items()})


@pytest.mark.parametrize(("m", "a", "b", "X"), FAMILIES)
@pytest.mark.parametrize("rate", [F(1, 3), F(2)])
def test_theorems_2_and_8_are_attained_where_the_sum_is_as_long_as_it_should_be(
    m: int, a: int, b: int, X: int, rate: Fraction
) -> None:
    U = rate * m * a
    assert judged("bylander.2.exact", rows(m, a, b), U, eta=rate, U=U, X=F(X)).attained
    assert judged("bylander.8.exact", rows(m, a, b), U, tau=rate * X**2 / 2, U=U, X=F(X)).attained


@pytest.mark.parametrize("length", [1, 2, 7])
def test_theorems_2_and_8_are_attained_by_one_example_where_u_is_long(length: int) -> None:
    U = F(2 * length)
    found = judged("bylander.2.exact", [[3]] * length, U, eta=F(1, 2), U=U, X=F(3))
    assert found.attained
    assert not judged("bylander.2", [[3]] * length, U, eta=F(1, 2), U=U, X=F(3)).attained
    assert judged("bylander.8.exact", [[3]] * length, U, tau=F(9, 4), U=U, X=F(3)).attained


@pytest.mark.parametrize(("m", "a", "b", "X"), [(2, 3, 4, 5), (4, 1, 1, 2), (4, 181, 204, 397)])
def test_theorem_5_is_attained_and_a_longer_sequence_has_no_more(m: int, a: int, b: int, X: int) -> None:
    examples = rows(m, a, b)
    assert judged("bylander.5.exact", examples, F(1, a), U=F(1, a), X=F(X)).attained
    if X**2 // a**2 == m:
        assert judged("bylander.5.exact", [*examples, *examples], F(1, a), U=F(1, a), X=F(X)).attained


@pytest.mark.parametrize(("m", "a", "b", "X"), [(2, 3, 4, 5), (2, 4, 3, 5), (4, 1, 1, 2), (4, 181, 204, 397)])
def test_theorem_11_is_attained(m: int, a: int, b: int, X: int) -> None:
    found = judged("bylander.11.exact", rows(m, a, b), F(1, a), U=F(1, a), X=F(X))
    assert found.status is Status.HOLDS
    assert found.comparisons[0].lhs == found.comparisons[0].rhs


@pytest.mark.parametrize("identifier", ["bylander.2.exact", "bylander.8.exact"])
def test_other_sums_do_not_attain_them(identifier: str) -> None:
    """Power: with a comparator longer by a tenth the same sequence is not the worst."""
    given = {"eta": F(1, 3)} if identifier == "bylander.2.exact" else {"tau": F(25, 6)}
    U = F(1, 3) * 2 * 3 * F(11, 10)
    found = judged(identifier, rows(2, 3, 4), U, **given, U=U, X=F(5))
    assert found.status is Status.HOLDS
    assert not found.attained


# --- the margin Perceptron ---

MARGINS = [("3/2", F(1, 2)), ("3/2", F(5, 2)), ("5/4", F(5, 2)), ("sqrt(2)", F(3, 2)), ("sqrt(5/2)", F(1, 3))]
"""U and b = beta/(eta X**2), at X = 1 and eta = 1."""


def most_updates(U: Any, b: Fraction, length: int) -> Any:
    """Return the bound of classics.margin.exact at X = 1 and eta = 1."""
    return formula("classics.margin.exact", length, U=U, beta=b, eta=F(1))


@pytest.mark.parametrize(("U", "b"), MARGINS)
def test_the_updates_of_the_margin_perceptron(U: str, b: Fraction) -> None:
    """Certified, reached by an exact sequence, and the formula: all three, at every length up to one more than most."""
    found = certify("classics.margin.exact", 7, U=U, beta=b, eta=1)
    assert (found.status, found.length) == ("certified", 7)
    for worst in found.worst:
        assert worst.exact
        assert worst.value == most_updates(evaluate(as_expression(U), {}), b, worst.l)


@pytest.mark.parametrize(("U", "b"), MARGINS[:3])
def test_a_bound_slightly_below_the_formula_falls(U: str, b: Fraction) -> None:
    """Power: one percent less is not true, where the usual bound is larger by more than one."""
    claim = theorem("classics.margin.exact")
    assert formula("classics.margin", 7, U=F(U), beta=b, eta=F(1)) >= most_updates(F(U), b, 7) + 1
    assert certify(claim.replace(bound=f"({claim.bound})*99/100"), 7, U=U, beta=b, eta=1).refuted


def walk(U: Fraction, b: Fraction, m: int) -> list[list[Fraction]]:
    """Return m examples x_i = (1/V, 0, 0) + (0, e_i), at V slightly below U**2, that each are updates.

    The e_i lie in a plane and have one length. The first r + 1 are equal; then each has the product b - (i - 1)/V with
    the sum of those before it; and the last turns back, so that their sum with c times it is 0.
    """
    r, below = math.floor(b), float(b) - 1e-7
    size = float(U) - 1e-7
    length, total, found = math.sqrt(1 - size**-2), (0.0, 0.0), []
    for i in range(m):
        norm = math.hypot(*total)
        along = length if i <= r else (below - i / size**2) / norm
        ahead = (total[0] / norm, total[1] / norm) if norm else (1.0, 0.0)
        aside = math.sqrt(max(0.0, length**2 - along**2))
        step = (along * ahead[0] - aside * ahead[1], along * ahead[1] + aside * ahead[0])
        total = (total[0] + step[0], total[1] + step[1])
        found.append([F(round(a * (1 - 1e-9) * 2**40), 2**40) for a in (1 / size, *step)])
    return found


LONG = [(F(5), F(1, 3), 41), (F(9, 2), F(1), 59), (F(3), F(7, 2), 68), (F(2), F(1, 100), 4)]


@pytest.mark.parametrize(("U", "b", "most"), LONG)
def test_the_updates_of_the_margin_perceptron_are_attained_in_three_dimensions(
    U: Fraction, b: Fraction, most: int
) -> None:
    """Whole numbers between them and the usual bound are not reached: it is larger by b, or about b."""
    assert most_updates(U, b, 10**6) == most
    examples = walk(U, b, most)
    given = {"beta": b, "eta": F(1), "U": U, "X": F(1)}
    assert judged("classics.margin.exact", examples, U, **given).attained
    claim = theorem("classics.margin.exact").replace(bound=most - F(1, 10))
    assert check(claim, instance(claim, examples, U, given)).status is Status.VIOLATED
