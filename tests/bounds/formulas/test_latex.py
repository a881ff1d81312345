"""Formulas in LaTeX say what their texts say."""

from __future__ import annotations

import pytest

from bounds.claims.catalogue import theorem
from bounds.formulas import read
from bounds.formulas.latex import latex
from bounds.formulas.rules import rule
from verify.publish.export import to_latex


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("a - (b - c)", r"a - \left(b - c\right)"),
        ("(a + b)*c", r"\left(a + b\right) c"),
        ("2*3", r"2 \cdot 3"),
        ("-eta*x", r"-\eta x"),
        ("(-a)**2", r"{\left(-a\right)}^{2}"),
        ("(a/b)**2", r"{\left(\frac{a}{b}\right)}^{2}"),
        ("max(abs(u)) <= R", r"\|u\|_{\infty} \le R"),
        ("sum(abs(u)) <= R", r"\|u\|_{1} \le R"),
        ("max(abs(u - w)) <= R", r"\max_{i} \left|u_{i} - w_{i}\right| \le R"),
        ("2**d - binomial(n, k)", r"2^{d} - \binom{n}{k}"),
        ("1 if y*ux < 1 else 0", r"\mathbf{1}\left[y \langle u, x \rangle < 1\right]"),
        ("a if b < 1 else c if d < 1 else e", r"a\text{ if }b < 1\text{, else }c\text{ if }d < 1\text{, else }e"),
        ("2*(a if b < 1 else c)", r"2 \left(a\text{ if }b < 1\text{, else }c\right)"),
        ("sum_t(xx)", r"\sum_{t} \|x_{t}\|_{2}^{2}"),
        ("u_loss + spare_part", r"\mathrm{loss}(u) + \mathrm{spare\_part}"),
    ],
)
def test_a_formula_is_printed(text: str, printed: str) -> None:
    """Power: a bracket that is needed and missing would be another formula."""
    assert latex(read(text)).startswith(printed)


def test_a_claim_by_formulas_is_printed_with_its_rule() -> None:
    text = to_latex(theorem("classics.eg.square"))
    assert r"$w \leftarrow w e^{\eta \left(y - \hat{y}\right) x}$, predicting" in text
    assert r"\left(1 + \frac{\rho}{2}\right) \sum_{t} {\left(y_{t} - \langle u, x_{t} \rangle\right)}^{2}" in text
    assert r"\item $x_{t,i} \ge 0\text{ for every }i\text{ on every trial}$;" in text


def test_the_state_and_columns_carry_their_trial_within_a_sum_over_earlier_ones() -> None:
    """Power: without the number a rule said that it looks at this trial's state and columns."""
    said = rule({"w": "before_t(w*y*x if t + late <= now(t) else eta*now(late)*x)"}, trial={"late": "number"}).latex
    condition = r"s + \mathrm{late}_{s} \le t"
    assert rf"\sum_{{s < t}} \left(w_{{s}} y_{{s}} x_{{s}}\text{{ if }}{condition}" in said
    assert r"\eta \mathrm{late}_{t} x_{s}" in said


def test_columns_and_comparators_that_change_carry_their_trial() -> None:
    """Power: a hint had no number, a change was the negation of an equality, and entries of u_t had no place."""
    text = to_latex(theorem("modern.ogd.optimistic"))
    assert r"\sum_{t} \langle x_{t} - h_{t}, x_{t} - h_{t} \rangle \le V" in text
    text = to_latex(theorem("modern.fixed_share"))
    assert r"\sum_{t} \mathbf{1}\left[u_{t+1} \ne u_{t}\right] \le k" in text
    assert r"\sum_{i} u_{t,i} = 1\text{ on every trial}" in text
