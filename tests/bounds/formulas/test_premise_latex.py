"""Premises in LaTeX: what their formulas say, no more and no less."""

from __future__ import annotations

import pytest

from bounds.formulas import read
from bounds.formulas.premise_latex import premise_latex

SAID = {
    "norm(u, 2) <= U": r"\|u\|_{2} \le U",
    "all_t(sum(abs(x)) <= X)": r"\|x_{t}\|_{1} \le X\text{ on every trial}",
    "all_t(not all_i(x == 0))": r"x_{t} \ne 0\text{ on every trial}",
    "X >= if(l == 0, 0, max_t(norm(x, 2)))": r"\|x_{t}\|_{2} \le X\text{ on every trial}",
    "X >= if(l == 0, 0, sqrt(max_t(sum(x**2))))": r"\|x_{t}\|_{2} \le X\text{ on every trial}",
    "sum((u == 0) + (u == 1)) == n": r"u_{i} \in \{0, 1\}\text{ for every }i",
    "sum(u > norm(u, 2)) == 0": r"u_{i} \le \|u\|_{2}\text{ for every }i",
    "sum(abs(s)) == 0": r"z_{0,i} = 0\text{ for every }i",
    "sum_t(y*ux < 1) == 0": r"y_{t} \langle u, x_{t} \rangle \ge 1\text{ on every trial}",
    "sum_t(not y > 0) == 0": r"y_{t} > 0\text{ on every trial}",
    "sum_t((y > 0)*(y < 1)) == 0": r"y_{t} \le 0 \text{ or } y_{t} \ge 1\text{ on every trial}",
    "sum_t((ux > 0) != (y > 0)) == 0": (
        r"\langle u, x_{t} \rangle > 0\text{ if and only if }y_{t} > 0\text{ on every trial}"
    ),
    "sum(u <= 0) == 0": r"u_{i} > 0\text{ for every }i",
    "sum(abs(u)) == sum(u)": r"u_{i} \ge 0\text{ for every }i",
    "l == 0 or max_t(xx) < 4": r"\|x_{t}\|_{2}^{2} < 4\text{ on every trial}",
    "l == 0 or 1 <= min_t(y*ux)": r"y_{t} \langle u, x_{t} \rangle \ge 1\text{ on every trial}",
    "l == 0 or max_t(abs(y - ux)) == 0": r"y_{t} = \langle u, x_{t} \rangle\text{ on every trial}",
    "if(U < 1, 0, 1) == 0": "U < 1",
}
"""Premises with what they say."""


@pytest.mark.parametrize("text", SAID)
def test_a_premise_is_printed_as_what_it_says(text: str) -> None:
    assert premise_latex(read(text)) == SAID[text]


@pytest.mark.parametrize(
    "text",
    [
        "l == 0 or max_t(xx) >= 4",
        "l == 0 or min_t(xx) <= 4",
        "l == 0 or max_t(xx) == 4",
        "sum_t(loss) == 0",
        "sum_t(y < 1) == l",
        "sum_t((y < 1)*loss) == 0",
        "sum(start <= 0) == 0",
        "(U == 1)*(X == 1) == 1",
        "sum_t((ux > 0) != (log2(y) > 0)) == 0",
    ],
)
def test_what_is_not_said_of_every_trial_is_left_to_words(text: str) -> None:
    """Power: read as one that limits each trial, or each entry, every one of these would be another premise."""
    assert "every" not in (premise_latex(read(text)) or "")


def test_an_extremum_is_plain_only_where_it_would_be_zero_without_trials() -> None:
    """Power: with no trials 1 + max_t(xx) would be 1, and the premise says 0."""
    said = premise_latex(read("X >= if(l == 0, 0, 1 + max_t(xx))"))
    assert said is not None
    assert r"\text{ if }l = 0" in said
