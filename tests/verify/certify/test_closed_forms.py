"""Closed forms of exact worst cases, against the programs. S is the sum of the l examples.

Theorem 2, any eta: the amount is at most u.S - eta (|S|**2 - sum |x_t|**2)/2, so for l >= 2 the worst case is
U r - eta r**2/2 + eta l X**2/2 with r = min(U/eta, l X); it is U X for l = 1. Attained by l vectors of norm X that sum
to a vector of norm r along u, |u| = U, and far outcomes. The bound of the paper is exact if and only if U <= eta l X
(and l >= 2, or U = eta X), which the tuned rate satisfies for every l.

Theorem 8, eta = 2 tau/X**2: in the same way U r - tau r**2/X**2 with r = min(U X**2/(2 tau), l X) for l >= 2, and
max(0, U X - tau) for l = 1. The bound of the paper is exact if and only if U X <= 2 tau l (and l >= 2, or equality).

Theorem 5: min(l, floor(U**2 X**2)), for all U, X and l. Theorem 11, with V = U**2 X**2 >= 3/2 and l >= 2: the largest
m - m**2/(2 V) over whole m <= l; the bound V/2 is exact if and only if V is a whole number and l >= V. Both are
attained by m examples of norm X with equal dot products (m/U**2 - X**2)/(m - 1), which sum to m u/U**2.
"""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from verify import worst_case

F = Fraction
RATES = [(F(2), F(1, 2)), (F(1, 2), F(1)), (F(3), F(1, 3)), (F(1), F(4)), (F(5, 2), F(2))]


def theorem_2(length: int, U: Fraction, eta: Fraction) -> Fraction:
    r = min(U / eta, F(length))
    return U * r - eta * r**2 / 2 + eta * length / 2 if length > 1 else U


def theorem_8(length: int, U: Fraction, tau: Fraction) -> Fraction:
    r = min(U / (2 * tau), F(length))
    return U * r - tau * r**2 if length > 1 else max(F(0), U - tau)


def theorem_11(length: int, V: Fraction) -> Fraction:
    return max(m - m**2 / (2 * V) for m in range(length + 1))


@pytest.mark.parametrize("length", [1, 2, 3, 4])
@pytest.mark.parametrize(("U", "eta"), RATES)
def test_theorem_2(length: int, U: Fraction, eta: Fraction) -> None:
    assert worst_case("bylander.2", length, U=U, eta=eta).value == theorem_2(length, U, eta)


@pytest.mark.parametrize("length", [1, 2, 3])
@pytest.mark.parametrize(("U", "tau"), RATES)
def test_theorem_8(length: int, U: Fraction, tau: Fraction) -> None:
    assert worst_case("bylander.8", length, U=U, tau=tau).value == theorem_8(length, U, tau)


@pytest.mark.parametrize("V", [F(1), F(7, 4), F(3), F(9, 2)])
def test_theorem_5(V: Fraction) -> None:
    for length in (1, 4, 5):
        found = worst_case("bylander.5", length, U=f"sqrt({V})")
        assert found.value == min(length, math.floor(V))
        assert found.exact or V.denominator > 1


@pytest.mark.parametrize("V", [F(3, 2), F(7, 4), F(3), F(9, 2)])
def test_theorem_11(V: Fraction) -> None:
    for length in (2, 4):
        assert worst_case("bylander.11", length, U=f"sqrt({V})").value == theorem_11(length, V)
