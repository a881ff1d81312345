"""Compiled screening: many sequences side by side in lanes, generated where they are played.

The lanes are the innermost axis and all choices are selects, so that the compiler makes vector instructions of them.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from bounds.fast.compiler import compiled_sums

Lanes: TypeAlias = np.ndarray[Any, np.dtype[Any]]

LANES = 256
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)
LOSS, MISTAKES, MISTAKES_PLUS = 0, 1, 2


@compiled_sums
def _fill(
    seed: int, base: int, words: int, row: int, rows: int, span: int, shift: int, bits: Lanes, out: Lanes
) -> None:
    """Fill out[j, v] with integers from -shift to span - 1 - shift: one row of the sequences base, base + 1, ...

    Each of the ``words`` hashes of (seed, sequence, row, word) gives 16 entries of 4 bits.
    """
    for w in range(words):
        counter = (base * rows + row) * words + w + 1
        for v in range(LANES):
            z = np.uint64(seed) + GOLDEN * np.uint64(counter + v * rows * words)
            z = (z ^ (z >> np.uint64(30))) * FIRST
            z = (z ^ (z >> np.uint64(27))) * SECOND
            bits[v] = z ^ (z >> np.uint64(31))
        for j in range(16 * w, min(16 * (w + 1), out.shape[0])):
            down = np.uint64(4 * (j - 16 * w))
            for v in range(LANES):
                nibble = np.int32((bits[v] >> down) & np.uint64(15))
                out[j, v] = np.float32(((nibble * np.int32(span)) >> np.int32(4)) - np.int32(shift))


@compiled_sums
def _grow(size: Lanes, x: Lanes, p: int) -> None:
    """Add |x|**p to the sizes, or raise them to |x| for p = 0."""
    if p == 2:
        for v in range(LANES):
            size[v] += x[v] * x[v]
    elif p == 0:
        for v in range(LANES):
            size[v] = max(size[v], abs(x[v]))
    else:
        for v in range(LANES):
            power = np.float32(1)
            for _ in range(p):
                power *= abs(x[v])
            size[v] += power


@compiled_sums
def _generate(
    seed: int, base: int, kind: int, p: int, limit: int, x: Lanes, u: Lanes, ux: Lanes, top: Lanes, least: Lanes
) -> None:
    """Make the trials (x[t, :n], label x[t, n]) and comparators u of one block of sequences, in integers.

    ``p`` is the exponent of the examples' norm, 0 for the max-norm and positive comparators. ``ux`` becomes
    label * u.x, ``least`` its smallest, ``top`` the largest sum of |x_i|**p (largest |x_i| for p = 0).
    """
    length, n = x.shape[0], x.shape[1] - 1
    words, span = (n + 16) // 16, 2 * limit + 1
    zero, one = np.float32(0), np.float32(1)
    bits = np.empty(LANES, np.uint64)
    _fill(seed, base, words, length, length + 1, span, 0 if p == 0 else limit, bits, u)
    if p == 0:  # a comparator of zeros has no share to start with
        for v in range(LANES):
            u[0, v] += one
    top[:] = zero
    least[:] = np.float32(1e30)
    size, product = np.empty(LANES, np.float32), np.empty(LANES, np.float32)
    for t in range(length):
        _fill(seed, base, words, t, length + 1, span, limit, bits, x[t])
        size[:] = zero
        product[:] = zero
        for j in range(n):
            for v in range(LANES):
                product[v] += x[t, j, v] * u[j, v]
        for j in range(n):
            _grow(size, x[t, j], p)
        for v in range(LANES):
            top[v] = max(top[v], size[v])
            label = one if x[t, n, v] > zero else -one
            if kind != LOSS:
                label = one if product[v] >= zero else -one
            x[t, n, v] = label
            ux[t, v] = label * product[v]
            least[v] = min(least[v], ux[t, v])


@compiled_sums
def _settle(
    kind: int, bar: float, unit: float, x: Lanes, predictions: Lanes, ux: Lanes, amount: Lanes, move: Lanes
) -> None:
    """Charge one trial (x: its labels): a mistake, or the distance to ``bar`` minus the comparator's to 1.

    A prediction of 0 is a mistake on any label (MISTAKES) or on the label -1 only (MISTAKES_PLUS).
    """
    zero, one, unit32, bar32 = np.float32(0), np.float32(1), np.float32(unit), np.float32(bar)
    if kind == MISTAKES:
        for v in range(LANES):
            wrong = one if x[v] * predictions[v] <= zero else zero
            amount[v] += wrong
            move[v] = wrong * x[v]
    elif kind == MISTAKES_PLUS:
        for v in range(LANES):
            wrong = one if x[v] * (one if predictions[v] >= zero else -one) < zero else zero
            amount[v] += wrong
            move[v] = wrong * x[v]
    else:
        for v in range(LANES):
            short = max(zero, bar32 - x[v] * predictions[v])
            amount[v] += short - max(zero, one - ux[v] * unit32)
            move[v] = x[v] if short > zero else zero


@compiled_sums
def additive(
    seed: int,
    first: int,
    length: int,
    n: int,
    limit: int,
    kind: int,
    p: int,
    eta: float,
    tau: float,
    out: Lanes,
) -> None:
    """Play the Perceptron (p = 2) or the p-norm Perceptron on the sequences first, first + 1, ...

    Sets out[0] to what the claim bounds, out[1] to sum |u_i|**q, out[2] to ``top``, out[3] to ``least``, in integers.
    """
    f = np.float32
    count, unit = out.shape[1], 1.0 / limit
    x, u, ux = np.empty((length, n + 1, LANES), f), np.empty((n + 1, LANES), f), np.empty((length, LANES), f)
    z = np.empty((n, LANES), f)
    w = z if p == 2 else np.empty((n, LANES), f)
    top, least, rate, prediction = np.empty(LANES, f), np.empty(LANES, f), np.empty(LANES, f), np.empty(LANES, f)
    amount, move = np.empty(LANES, f), np.empty(LANES, f)
    q = p / (p - 1.0)
    for start in range(0, count, LANES):
        _generate(seed, first + start, kind, p, limit, x, u, ux, top, least)
        for v in range(LANES):
            rate[v] = f(eta * unit * unit) if tau == 0.0 else f(2.0 * tau) / max(top[v], f(1))
        amount[:] = f(0)
        z[:] = f(0)
        w[:] = f(0)
        for t in range(length):
            prediction[:] = f(0)
            for j in range(n):
                for v in range(LANES):
                    prediction[v] += w[j, v] * x[t, j, v]
            for v in range(LANES):
                prediction[v] *= rate[v]
            _settle(kind, 1.0 - tau, unit, x[t, n], prediction, ux[t], amount, move)
            for j in range(n):
                for v in range(LANES):
                    z[j, v] += move[v] * x[t, j, v]
            if p > 2:
                for j in range(n):
                    for v in range(LANES):
                        w[j, v] = z[j, v]
                    for _ in range(p - 2):
                        for v in range(LANES):
                            w[j, v] *= abs(z[j, v])
        for v in range(min(LANES, count - start)):
            norm = 0.0
            for j in range(n):
                norm += u[j, v] * u[j, v] if p == 2 else abs(u[j, v]) ** q
            out[0, start + v], out[1, start + v], out[2, start + v], out[3, start + v] = (
                amount[v],
                norm,
                top[v],
                least[v],
            )


@compiled_sums
def _exponential(move: Lanes, x: Lanes, halvings: int, out: Lanes) -> None:
    """Set out to exp(move * x)**(2**halvings), nearly: a polynomial, squared."""
    one = np.float32(1)
    for v in range(LANES):
        h = move[v] * x[v]
        tail = one + h * np.float32(0.25) * (one + h * np.float32(0.2))
        out[v] = one + h * (one + h * np.float32(0.5) * (one + h * np.float32(1 / 3) * tail))
    for _ in range(halvings):
        for v in range(LANES):
            out[v] *= out[v]


@compiled_sums
def exponentiated(
    seed: int, first: int, length: int, n: int, limit: int, kind: int, eta: float, tau: float, out: Lanes
) -> None:
    """Play Exponentiated Update, its U the sum of the comparator; out as in ``additive``, out[1] the sum of u."""
    f = np.float32
    count, unit = out.shape[1], 1.0 / limit
    x, u, ux = np.empty((length, n + 1, LANES), f), np.empty((n + 1, LANES), f), np.empty((length, LANES), f)
    w, growth, step = np.empty((n, LANES), f), np.empty(LANES, f), np.empty(LANES, f)
    top, least, size, prediction = np.empty(LANES, f), np.empty(LANES, f), np.empty(LANES, f), np.empty(LANES, f)
    norm, amount, move = np.empty(LANES, f), np.empty(LANES, f), np.empty(LANES, f)
    for start in range(0, count, LANES):
        _generate(seed, first + start, kind, 0, limit, x, u, ux, top, least)
        size[:] = f(0)
        for j in range(n):
            for v in range(LANES):
                size[v] += u[j, v]
        steepest = 0.0
        for v in range(LANES):
            radius = max(top[v] * unit, unit)
            rate = eta
            if kind != LOSS:
                rate = max(least[v], f(0)) * unit / (size[v] * radius * radius)
            elif tau != 0.0:
                rate = 2.0 * tau / (size[v] * radius * radius)
            step[v] = rate * unit
            steepest = max(steepest, rate)
        halvings = 0
        while steepest > 0.25:
            steepest *= 0.5
            halvings += 1
        for v in range(LANES):
            step[v] *= f(0.5**halvings)
        w[:] = f(1)
        amount[:] = f(0)
        for t in range(length):
            prediction[:] = f(0)
            norm[:] = f(0)
            for j in range(n):
                for v in range(LANES):
                    prediction[v] += w[j, v] * x[t, j, v]
                    norm[v] += w[j, v]
            for v in range(LANES):
                norm[v] = f(1) / norm[v]
                prediction[v] *= size[v] * norm[v] * f(unit)
            _settle(kind, 1.0 - tau, unit, x[t, n], prediction, ux[t], amount, move)
            for v in range(LANES):
                move[v] *= step[v]
            for j in range(n):
                _exponential(move, x[t, j], halvings, growth)
                for v in range(LANES):
                    w[j, v] *= norm[v] * growth[v]
        for v in range(min(LANES, count - start)):
            out[0, start + v], out[1, start + v] = amount[v], size[v]
            out[2, start + v], out[3, start + v] = top[v], least[v]
