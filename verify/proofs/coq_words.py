"""Words of the files of definitions for whole formulas of vectors, and what the catalogue has one example of.

``_v`` and ``_w`` stand for any vectors of n entries, and ``_i`` for what counts entries, from 0 on in Coq.
"""

from __future__ import annotations

from bounds.formulas.text import read

UPPER, LOWER = (f"vector(1/2*(1 {sign} hadamard_row(d, _i)), 0*part(s, 2**d + 1, n))" for sign in "+-")
"""The two instances of pair ``_i`` of a Hadamard matrix."""

_DIFFERS = (
    "(dot(_v, z1) > _r)*(_r > dot(_v, z2))*(dot(_w, z1) <= dot(_w, z2))"
    " + (dot(_v, z1) < _r)*(_r < dot(_v, z2))*(dot(_w, z1) >= dot(_w, z2))"
)
_COUNTED = _DIFFERS.replace("_r", "1/2").replace("z1", UPPER).replace("z2", LOWER).replace("_i", "t")

VECTORS = {
    "if(sum(abs(u)), _v - 2*dot(u, _v)/dot(u, u)*u, _v)": ("apply n A {_v}", "n"),
    "1 - 2*(indices(2**d) - 3*floor(indices(2**d)/3) == 2)": ("flip", "(2 ^ d)"),
    "(indices(n) == _i) + (indices(n) > 2**d)*(indices(n) < 2**d + k)": ("hadamard_target d k {_i}", "n"),
}
"""Vectors, with their dimension."""

NUMBERS = {
    f"sum_for(t, 1, 2**d, {_COUNTED})": "INR (differing n {_w} {_v} (1 / 2) (hadamard_pairs d))",
    "sum_for(j, 0, N, _r*binomial(N, j)*3**(N - j)/4**N)": "mean_of_products N (fun j => {_r})",
    "sum_for(j, 0, N, if(_c, binomial(N, j)*3**(N - j)/4**N, 0))": (
        "mean_of_products N (fun j => if {_c} then 1 else 0)"
    ),
}
"""Numbers; of these ``_r`` stands for any, and ``_c`` for a relation. The share of the pairs of points of
{0, 1}^N with the product j is binomial(N, j) 3^(N - j)/4^N."""

ANY = {
    "A": ("matrix", "orthonormal n A"),
    "flip": ("vec", "(forall t, flip t = 1 \\/ flip t = -1)"),
}
"""What the catalogue has one example of, and the theorem any: a reflection, and some signs."""

WORDS_OF_VECTORS = [(read(text), coq, dimension) for text, (coq, dimension) in VECTORS.items()]
WORDS_OF_NUMBERS = [(read(text), coq) for text, coq in NUMBERS.items()]
