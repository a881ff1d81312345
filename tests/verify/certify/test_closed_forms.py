"""The catalogue's exact worst cases: the programs' values are those of the formulas, and sequences attain them.

Nothing exceeds them: verify/proofs/bylander1998_exact.py, for every length. S is the sum of the examples; r of theorems
2 and 8 its norm. The margin Perceptron's form at the end is what the multipliers of small lengths show.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from bounds import Instance, Interval, Trials, own_claim, symbols, theorem, vector
from bounds.evaluate import evaluate
from verify import Status, check, worst_case
from verify.certify.search import worst_cases
from verify.check import Verdict

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


def judged(identifier: str, examples: list[list[int]], comparator: Fraction, **parameters: Any) -> Verdict:
    """Return the verdict on u along the first axis, with labels 1 or outcomes far above."""
    claim = theorem(identifier)
    u = vector([comparator, *[0] * (len(examples[0]) - 1)])
    far = 10**6 if identifier.split(".")[1] in ("2", "8") else None
    trials = Trials.of(examples, [1 if far is None else Interval(F(far), None)] * len(examples))
    return check(claim, Instance(trials, u, {symbols.lookup(name): a for name, a in parameters.items()}))


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


# --- the margin Perceptron: known at small lengths, and not proved for all ---


@pytest.mark.parametrize(("V", "b"), [(F(9, 4), F(1, 2)), (F(9, 4), F(1, 4)), (F(2), F(3, 4)), (F(5, 2), F(1, 3))])
def test_the_updates_of_the_margin_perceptron(V: Fraction, b: Fraction) -> None:
    """With X = 1, b = beta/eta <= 1 and V = U**2: m updates are possible where, with k = m - 1 of them before the last,

    (k + c)**2 <= V (k + 2 (k - 1) b + c**2 + 2 c b) for every c >= 0: the examples' sum with c times the last has
    at most this square, and a product with u of at least k + c. The usual bound V (1 + 2 b) takes c = 1, and more.
    """
    claim = own_claim(
        "w + eta*y*x if y*yhat <= beta else w", "U**2*(X**2 + 2*beta/eta)", gain="update",
        given=["norm(u, 2) <= U", "norm(x, 2) <= X", "separable"],
    )  # fmt: skip
    most = max(m for m in range(1, 12) if possible(m, V, b))
    assert worst_case(claim, most + 1, U=f"sqrt({V})", beta=b, eta=1).value == most
    assert most <= V * (1 + 2 * b)


def possible(m: int, V: Fraction, b: Fraction) -> bool:
    """Tell whether (V - 1) c**2 + 2 (V b - k) c + V (k + 2 (k - 1) b) - k**2 >= 0 for all c >= 0."""
    k = m - 1
    if k == 0:
        return V >= 1
    last, middle, first = V * (k + 2 * (k - 1) * b) - k**2, V * b - k, V - 1
    return last >= 0 and (middle >= 0 or middle**2 <= first * last)
