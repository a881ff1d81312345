"""MathML: well-formed for all that the catalogue prints in LaTeX, and nothing that LaTeX shows is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from boundcheck import own_claim

from bounds.claims.catalogue import catalogue
from bounds.claims.claim import Claim
from bounds.claims.words import Words
from bounds.errors import BoundcheckError
from bounds.formulas.mathml import mathml, paragraph
from verify.publish.export import latex_premises


def paragraphs(claim: Claim) -> Iterator[str]:
    yield f"${claim.latex()}$"
    yield from latex_premises(claim)
    if claim.learner is not None:
        yield claim.learner.latex
    yield from (Words(text).latex for text in (claim.title, claim.note, claim.ties))
    yield claim.source.latex


def shown(tex: str) -> str:
    """Return the letters and digits that LaTeX shows, and what is a command as its name where that is shown."""
    tex = re.sub(
        r"\\(?:text[a-z]+\{\}|(?:text|mathrm|mathbf|operatorname|frac|sqrt|binom|left|right|hat|tilde)(?![a-z]))",
        "",
        tex,
    )
    tex = re.sub(r"\\(max|min|ln|log|exp|det|sinh)(?![a-z])", r"\1", tex)
    return re.sub(r"[^A-Za-z0-9]", "", re.sub(r"\\[A-Za-z]+|\\.", "", tex))


def test_all_that_the_catalogue_prints_is_well_formed_and_whole() -> None:
    """Power: a printer that drops an exponent, or an argument of a function, fails on most claims."""
    for claim in catalogue():
        for tex in paragraphs(claim):
            found = ElementTree.fromstring(f"<p>{paragraph(tex)}</p>")  # noqa: S314 - made here
            letters = re.sub(r"[^A-Za-z0-9]", "", "".join(found.itertext()).replace("𝟏", "1").replace("𝔼", "E"))
            assert letters == shown(tex), (claim.id, tex)
            for command, element in (("frac", "mfrac"), ("sqrt", "msqrt"), ("hat", "mover")):
                assert tex.count(f"\\{command}{{") <= len(found.findall(f".//{element}")), (claim.id, tex)


def test_markup_in_the_texts_of_a_claim_is_shown_and_not_run() -> None:
    claim = own_claim("w + y*x if y*yhat <= 0 else w", "U**2", title="<script>alert(1)</script> & `w < 1`")
    found = paragraph(Words(claim.title).latex)
    assert "<script" not in found
    assert "".join(ElementTree.fromstring(f"<p>{found}</p>").itertext()) == "<script>alert(1)</script> & w<1"  # noqa: S314


@pytest.mark.parametrize("tex", [r"\input{x}", r"{x", r"x}", r"\left(x", r"\mathrm x", "x^a^b", r"\frac{1}"])
def test_what_the_printers_do_not_write_is_refused(tex: str) -> None:
    with pytest.raises(BoundcheckError, match="cannot set"):
        mathml(tex)
