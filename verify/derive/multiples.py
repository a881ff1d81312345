"""Which multiples of hypotheses a quadratic form is made of: a linear program at a sample says which hypotheses.

How many times each is taken is then solved for in fractions; what comes out is a proposal, and the proof is checked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import numpy as np
from scipy.optimize import linprog

from verify.derive.ratios import cancelled
from verify.derive.samples import Samples
from verify.derive.squares import Form
from verify.kernel_proof.pieces import NOTHING
from verify.kernel_proof.ratios import Ratio

Resource = tuple[int | None, Ratio, Form]
"""A hypothesis that is a form, by its number; None for what is 0, and may be taken off any number of times."""

Multiples = list[tuple[int | None, Ratio, Ratio]]
"""Hypotheses by their numbers, with how many times they are taken."""

SMALL = 1e-7
TRIES = 6
DEAR = 1000.0
"""What it costs to take off what is 0, beside a hypothesis."""


def linear(
    wanted: Ratio, form: Form, given: Sequence[Resource], samples: Samples, products: Collection[str]
) -> Iterator[Multiples]:
    """Yield multiples of hypotheses that take away all but squares of single vectors, and a number not below 0.

    The ``products`` are the variables that are no numbers.
    """
    pairs = sorted({pair for of in (form, *(of for _, _, of in given)) for pair in of if pair[0] <= pair[1]})
    squares = [pair for pair in pairs if pair[0] == pair[1]]
    seen = list[tuple[int, ...]]()
    for values in samples.known[:TRIES]:

        def rows(a: Ratio, of: Form, values: dict[str, float] = values) -> list[float]:
            parts = [*(of.get(pair, NOTHING) for pair in pairs), apart(a, products)]
            return [samples.value(part, values) for part in parts]

        columns = [rows(a, of) for _, a, of in given]
        columns += [[float(pair == square) for pair in (*pairs, ())] for square in (*squares, ())]
        used = support(rows(wanted, form), columns, [j for j, (i, _, _) in enumerate(given) if i is None])
        if used and used not in seen:
            seen.append(used)
            kept = [square for j, square in enumerate(squares, len(given)) if j in used]
            yield solved(form, [of for j, of in enumerate(given) if j in used], [p for p in pairs if p not in kept])


def apart(a: Ratio, products: Collection[str]) -> Ratio:
    """Return what a ratio is apart from products of vectors."""
    return Ratio({m: c for m, c in a.above.items() if not any(name in products for name, _ in m)}, a.below)


def support(wanted: Sequence[float], columns: Sequence[Sequence[float]], free: Sequence[int]) -> tuple[int, ...]:
    """Return which columns a linear program uses for what is wanted, but for the last, which costs nothing.

    Those that are ``free`` are taken with either sign, and are dear.
    """
    matrix = np.array([*columns, *([-a for a in columns[j]] for j in free)]).T
    if not np.isfinite(matrix).all() or not np.isfinite(wanted).all():
        return ()
    of = [*range(len(columns)), *free]
    cost = [0.0 if j == len(columns) - 1 else DEAR if j in free else 1.0 for j in of]
    solution = linprog(cost, A_eq=matrix, b_eq=wanted, method="highs")
    taken = () if solution.x is None else (j for j, a in zip(of, solution.x, strict=True) if a > SMALL)
    return tuple(sorted({*taken} - {len(columns) - 1}))


def solved(form: Form, given: Sequence[Resource], pairs: Sequence[tuple[str, str]]) -> Multiples:
    """Return how many times each hypothesis is taken, one after the other, where a product is in it alone."""
    multiples: Multiples = []
    left, rest = list(given), dict(form)
    while left:
        alone = ((pair, [of for of in left if of[2].get(pair, NOTHING).above]) for pair in pairs)
        pair, (of,) = next(((pair, having) for pair, having in alone if len(having) == 1), (("", ""), [None]))
        if of is None:
            return []
        left.remove(of)
        i, ratio, parts = of
        k = cancelled(rest.get(pair, NOTHING) * parts[pair].inverse())
        rest = {at: cancelled(rest.get(at, NOTHING) - k * parts.get(at, NOTHING)) for at in {*rest, *parts}}
        if k.above:
            multiples.append((i, k, ratio))
    return multiples
