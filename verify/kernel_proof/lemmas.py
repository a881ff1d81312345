"""The lemmas on exp, ln and max(0, a) that proofs may name, each stated once, with what it needs.

They hold of numbers, and so at each entry of vectors. Each is proved in Coq in verify/prove/coq/Lemmas.v, where it has
the same name.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from verify.kernel_proof.pieces import UNIT, Guard
from verify.kernel_proof.ratios import Ratio, number

HALF, EIGHTH, TWO = (number(a) for a in (Fraction(1, 2), Fraction(1, 8), Fraction(2)))


class Lemma(NamedTuple):
    """What a lemma needs of some numbers, and what it says of them; ``says`` is given the functions first."""

    arity: int
    needs: Callable[..., list[Guard]]
    says: Callable[..., list[Guard]]


def at_least(a: Ratio, b: Ratio) -> list[Guard]:
    """Return a >= b."""
    return [Guard(a - b, ">=")]


def equal(a: Ratio, b: Ratio) -> list[Guard]:
    """Return a == b."""
    return [Guard(a - b, "==")]


def positive(*given: Ratio) -> list[Guard]:
    """Return that numbers are positive."""
    return [Guard(a, ">") for a in given]


def share(z: Ratio) -> list[Guard]:
    """Return that a number is between 0 and 1."""
    return [Guard(z, ">="), Guard(UNIT - z, ">=")]


def nothing(*_: Ratio) -> list[Guard]:
    """Return that nothing is needed."""
    return []


LEMMAS: dict[str, Lemma] = {
    "exp_positive": Lemma(1, nothing, lambda f, a: positive(f.exp(a))),
    "exp_tangent": Lemma(1, nothing, lambda f, a: at_least(f.exp(a), UNIT + a)),
    "exp_sum": Lemma(2, nothing, lambda f, a, b: equal(f.exp(a + b), f.exp(a) * f.exp(b))),
    "exp_increasing": Lemma(2, lambda a, b: at_least(b, a), lambda f, a, b: at_least(f.exp(b), f.exp(a))),
    "exp_chord": Lemma(
        2, lambda _, z: share(z), lambda f, a, z: at_least(UNIT - z + z * f.exp(a), f.exp(a * z))
    ),
    "ln_exp": Lemma(1, nothing, lambda f, a: equal(f.ln(f.exp(a)), a)),
    "exp_ln": Lemma(1, positive, lambda f, a: equal(f.exp(f.ln(a)), a)),
    "ln_product": Lemma(2, positive, lambda f, a, b: equal(f.ln(a * b), f.ln(a) + f.ln(b))),
    "ln_quotient": Lemma(
        2, positive, lambda f, a, b: equal(f.ln(a * b.inverse()), f.ln(a) - f.ln(b))
    ),
    "ln_increasing": Lemma(
        2, lambda a, b: [*positive(a), *at_least(b, a)], lambda f, a, b: at_least(f.ln(b), f.ln(a))
    ),
    "ln_strict": Lemma(
        2,
        lambda a, b: [*positive(a), Guard(b - a, ">")],
        lambda f, a, b: [Guard(f.ln(b) - f.ln(a), ">")],
    ),
    "ln_tangent": Lemma(1, positive, lambda f, a: at_least(a - UNIT, f.ln(a))),
    "ln_above": Lemma(1, positive, lambda f, a: at_least(f.ln(a), UNIT - a.inverse())),
    "hoeffding": Lemma(
        2,
        lambda _, z: share(z),
        lambda f, a, z: at_least(a * z + EIGHTH * a * a, f.ln(UNIT - z + z * f.exp(a))),
    ),
    "ln_parabola": Lemma(
        1, lambda z: at_least(z, -HALF), lambda f, z: at_least(f.ln(UNIT + z), z - z * z)
    ),
    "ln_above_square": Lemma(
        1, lambda z: [Guard(z, ">=")], lambda f, z: at_least(f.ln(UNIT + z), z - HALF * z * z)
    ),
    "exp_concave": Lemma(
        3,
        lambda a, c, d: [
            Guard(a, ">="),
            *at_least(UNIT, TWO * a * c * c),
            *at_least(UNIT, TWO * a * (c - d) * (c - d)),
        ],
        lambda f, a, c, d: at_least(UNIT + TWO * a * c * d, f.exp(a * (c * c - (c - d) * (c - d)))),
    ),
    "rectified_positive": Lemma(1, nothing, lambda f, a: [Guard(f.rectified(a), ">=")]),
    "rectified_above": Lemma(1, nothing, lambda f, a: at_least(f.rectified(a), a)),
    "rectified_either": Lemma(
        1, nothing, lambda f, a: [Guard(f.rectified(a) * (f.rectified(a) - a), "==")]
    ),
}  # fmt: skip
