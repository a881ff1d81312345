"""Texts with marked mathematics: shown without marks, typeset where LaTeX is asked for, refused where unreadable."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim, Hypothesis
from bounds.claims.latex import amount_latex
from bounds.claims.own import own_claim
from bounds.claims.quantities import amount_of
from bounds.claims.words import Words
from bounds.errors import BoundcheckError
from bounds.formulas.notation import notation_latex
from verify.publish.export import to_latex


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("y <w_t, x>", r"y \langle w_{t}, x \rangle"),
        ("w_t+1 - w_t", r"w_{t+1} - w_{t}"),
        ("sqrt(2)*n**(1/p)", r"\sqrt{2}\cdot n^{1/p}"),
        ("2^d^n", r"{2^{d}}^{n}"),
        ("e^(eta sqrt 2)", r"e^{\eta \sqrt{2}}"),
        ("2^ n * 2**- n", r"2^{n} \cdot 2^{-n}"),
        ("m+ + m-", r"m^{+} + m^{-}"),
        ("EU((U/n, ..., U/n), eta, U)", r"\operatorname{EU}((U/n, \ldots, U/n), \eta, U)"),
        ("side = 1", r"\mathrm{side} = 1"),
        ("psi*(r')", r"\psi^{*}(r^{\prime})"),
        ("(1/2, 1]", "(1/2, 1]"),
        ("||u||_q ||z||_p", r"\|u\|_{q} \|z\|_{p}"),
        ("k floor(log2(N/k))", r"k \operatorname{floor}(\log_{2}(N/k))"),
        ("w~_3", r"\tilde{w}_{3}"),
        ("(Aw).(Ax) = w.x", r"(A w) \cdot (A x) = w \cdot x"),
        ("3 < 4, -1", "3 < 4, -1"),
    ],
)
def test_mathematics_of_papers_is_typeset(text: str, expected: str) -> None:
    assert notation_latex(text) == expected


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("u +", r"nothing stands after '\+'"),
        ("<= U", "nothing stands before '<='"),
        ("2**", r"nothing stands after '\*\*'"),
        ("u . x", "unexpected '. x'"),
        ("(u, x", "a bracket is not closed"),
        ("u)", r"nothing opened '\)'"),
        ("|u", "a bracket is not closed"),
        ("sqrt()", "nothing stands after"),
        ("(+)", "nothing stands after"),
        ("2**|u|", r"put brackets behind '\*\*'"),
        ("2^-(u)", r"put brackets behind '\^'"),
        ("2^sqrt(u)", r"put brackets behind '\^'"),
        ("", "empty"),
        ("w of the learner", "unexpected 'of the learner'"),
        ("100 %", "unexpected '%'"),
        (r"\frac{1}{2}", "unexpected"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, problem: str) -> None:
    """Power: each of these is a mark of which nobody knows what it should look like."""
    with pytest.raises(BoundcheckError, match=problem):
        notation_latex(text)
    with pytest.raises(BoundcheckError, match=problem):
        replace(theorem("bylander.5"), title=f"mistakes `{text}`")


def test_a_mark_is_closed() -> None:
    with pytest.raises(BoundcheckError, match="a formula is not closed"):
        Hypothesis("one", "the norm `of u", formula="norm(u, 2) <= U")


PIECES = ["a", "U", "eta", "w_t+1", "z_t''", "w*", "norm", "sqrt(", "sqrt", "max", "<=", "<", "=", "**", "^", "-", "*"]
PIECES += [
    "/",
    ".",
    "...",
    ",",
    "||",
    "|",
    "'",
    "(",
    ")",
    "[",
    "{",
    "}",
    "1/2",
    "sum_M",
    "<u, v>",
    "Abs-Loss(",
    "%",
    "$",
]
PIECES += ["\\", "_", "~", "#", "&", " ", "", "\n", "\u00e9", "`", "`u`", "`2**(n + 1)`"]


@given(st.lists(st.sampled_from(PIECES), max_size=10), st.booleans())
@settings(max_examples=300, deadline=None)
def test_any_text_becomes_latex_that_is_well_formed_or_is_refused(pieces: list[str], spaced: bool) -> None:
    """Brackets of groups match, dollars come in pairs, and nothing special is left bare."""
    try:
        words = Words((" " if spaced else "").join(pieces))
    except BoundcheckError:
        return
    for written in (words.latex, words.within):
        bare = re.sub(r"\\[\\{}$%&#_]", "", written)
        depth = 0
        for character in bare:
            depth += (character == "{") - (character == "}")
            assert depth >= 0, written
        assert depth == 0, written
        assert re.search(r"[&#%~]", bare) is None, written
    outside = re.sub(r"\\[\\{}$%&#_]", "", words.latex)
    assert outside.count("$") % 2 == 0
    assert re.search(r"[_^<>|]", re.sub(r"\$[^$]*\$", "", outside)) is None, words.latex
    assert re.search(r"[_^](?!\{)", re.sub(r"\{\}\^", "", words.within.replace(r"\_", ""))) is None, words.within


def test_words_are_shown_without_marks_and_keep_them() -> None:
    words = Words("at most `1/delta**2` mistakes")
    assert words == "at most 1/delta**2 mistakes"
    assert f"{words}" == str(words) == "at most 1/delta**2 mistakes"
    for same in (Words(words), copy.deepcopy(words), pickle.loads(pickle.dumps(words))):  # noqa: S301
        assert (same, same.marked) == (words, words.marked)
    assert (words + ", and `w_t`").latex == r"at most $1/\delta^{2}$ mistakes, and $w_{t}$"


def texts(claim: Claim) -> Iterator[str]:
    yield from (claim.title, str(claim.source), claim.inequality, claim.note, claim.ties, *claim.quantity.notes)
    yield from (hypothesis.text for hypothesis in claim.hypotheses)
    yield "" if claim.learner is None else claim.learner.text


def test_no_mark_is_shown() -> None:
    assert not [claim.id for claim in catalogue() for text in texts(claim) if "`" in text]


def test_titles_of_other_titles_keep_their_mathematics() -> None:
    assert "errs $k$ times: the absolute loss" in to_latex(theorem("bylander.7.loss"))


def test_amounts_come_from_their_formulas() -> None:
    shown = {
        "kw.vc.upper": r"2^{\operatorname{VCdim}\left(\text{disjunctions of }k\text{ of }N\text{ variables}\right)}"
        r" - \binom{N}{k}",
        "kitani.rwma": r"\operatorname{E}[M] - k\quad \text{for every }i\quad "
        r"\text{with }k = \sum_{t} \mathbf{1}\left[x_{t,i} \ne y_{t}\right]",
        "bylander.8": r"\operatorname{Abs-Loss}(A, S, \tau) - \operatorname{Abs-Loss}(u, S)",
        "kitani.lem4": r"w_{i}\quad \text{for every }i\quad \text{on a mistake where }y > 0\text{ and }x_{i} \ne 0",
        "kw.incr": r"y \left(\langle w^{\prime}, x \rangle - \langle w, x \rangle\right)\quad \text{on a mistake}",
        "gls.5.1.printed": r"\alpha\quad \text{with }\alpha = \frac{Z^{p - 1}}{U}",
    }
    for identifier, latex in shown.items():
        assert "".join(amount_latex(theorem(identifier)) or ()) == latex
    growth = replace(theorem("bylander.5"), quantity=amount_of("the end", "dot(w_end, z_end)"))
    assert amount_latex(growth) == (r"\langle w_{\mathrm{end}}, z_{\mathrm{end}} \rangle", "")
    for in_words in ("bylander.5.eta", "kw.abstract", "bylander.11", "kitani.lem3.active"):
        assert amount_latex(theorem(in_words)) is None


def test_the_formula_speaks_and_not_the_text() -> None:
    """Power: an amount's text that says something else changes nothing in LaTeX."""
    claim = theorem("bylander.5")
    other = replace(claim, quantity=amount_of("`U**7` for a change", "sum_t(err)"))
    assert other.latex() == claim.latex()
    assert replace(claim, quantity=amount_of("M", "sum_t(err)**2")).latex() != claim.latex()


def test_texts_of_ones_own_are_escaped_and_their_marks_typeset() -> None:
    assert Words("100 % & #1 of the cost, $5 {each}").latex == r"100 \% \& \#1 of the cost, \$5 \{each\}"
    assert Words("a bound ** of nothing ^").latex == r"a bound ** of nothing \textasciicircum{}"
    assert Words("the 'best' of `M`").latex == r"the `best' of $M$"
    assert Words("50 % of `M` - 1").within == r"\text{50 }\%\text{ of }M - \text{1}"
    claim = own_claim("w + y*x if y*yhat <= 0 else w", "U**2*X**2", given=["norm(u, 2) <= U"], title="at `U**2`, $5")
    assert (claim.title, "\nat $U^{2}$, \\$5.\n" in to_latex(claim)) == ("at U**2, $5", True)
