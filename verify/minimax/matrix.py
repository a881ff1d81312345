"""Matrix games, solved exactly by the simplex method."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpq

Payoffs = Sequence[Sequence[fmpq]]
Solution = tuple[Fraction, list[Fraction], list[Fraction]]


def solved(payoffs: Payoffs) -> Solution:
    """Return the value of a game, and the probabilities of columns, who pay, and of rows.

    Source: Dantzig's simplex method in condensed tableaux, with Bland's rule, so that it ends.

    >>> value, columns, rows = solved([[fmpq(1), fmpq(0)], [fmpq(0), fmpq(1)]])
    >>> value, columns == rows == [Fraction(1, 2)] * 2
    (Fraction(1, 2), True)
    """
    shift = 1 - min(map(min, payoffs))
    rows, columns = len(payoffs), len(payoffs[0])
    table = [[*(a + shift for a in row), fmpq(1)] for row in payoffs] + [[*[fmpq(-1)] * columns, fmpq(0)]]
    across, down = list(range(columns)), list(range(columns, columns + rows))
    while True:
        entering = min((across[j], j) for j in range(columns) if table[-1][j] < 0) if min(table[-1][:-1]) < 0 else None
        if entering is None:
            break
        c = entering[1]
        _, _, r = min((table[i][-1] / table[i][c], down[i], i) for i in range(rows) if table[i][c] > 0)
        pivot(table, r, c)
        across[c], down[r] = down[r], across[c]
    total = table[-1][-1]
    paying = dict(zip(down, (row[-1] / total for row in table), strict=False))
    playing = dict(zip(across, (a / total for a in table[-1]), strict=False))
    return (
        rational(1 / total - shift),
        [rational(paying.get(j, fmpq(0))) for j in range(columns)],
        [rational(playing.get(columns + i, fmpq(0))) for i in range(rows)],
    )


def pivot(table: list[list[fmpq]], r: int, c: int) -> None:
    """Exchange a row and a column of a condensed tableau."""
    p = table[r][c]
    across = [a / p for a in table[r]]
    across[c] = 1 / p
    for i, row in enumerate(table):
        factor = row[c]
        if i != r and factor != 0:
            table[i] = [a - factor * b for a, b in zip(row, across, strict=True)]
            table[i][c] = -factor / p
    table[r] = across


def rational(a: fmpq) -> Fraction:
    """Return a number of flint as one of Python."""
    return Fraction(int(a.p), int(a.q))
