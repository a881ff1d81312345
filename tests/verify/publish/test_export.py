"""Claims for LaTeX and Coq: complete, readable by the other side, and made from the claim alone."""

from __future__ import annotations

import dataclasses
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import sympy
from matplotlib import mathtext

from bounds import symbols as s
from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim
from bounds.claims.limits import relation_of
from bounds.claims.own import own_claim
from bounds.errors import BoundcheckError
from bounds.formulas import read
from tests.ladder import rung
from verify import cli
from verify.proofs.coq_export import coq_id
from verify.publish.export import to_coq, to_document, to_latex

CLAIMS = list(catalogue())


def problems(text: str) -> list[str]:
    """Return what keeps LaTeX from compiling, as far as a look can tell: groups, environments, bare specials."""
    found = []
    plain = re.sub(r"\\[\\{}$%&#_]", "", text)
    depth = 0
    for character in plain:
        depth += (character == "{") - (character == "}")
        if depth < 0:
            break
    if depth:
        found.append("braces")
    begun, ended = (sorted(re.findall(rf"\\{what}\{{(\w+)\}}", plain)) for what in ("begin", "end"))
    if begun != ended:
        found.append("environments")
    if plain.count("$") % 2 or plain.count(r"\[") != plain.count(r"\]"):
        found.append("mathematics")
    words = re.sub(r"\$[^$]*\$|\\\[.*?\\\]|\\label\{[^}]*\}", "", plain, flags=re.DOTALL)
    texts = words + "".join(re.findall(r"\\text\{((?:[^{}]|\{\})*)\}", plain))
    if re.search(r"[_^#%&~<>|]", texts):
        found.append("specials")
    return found


@rung("statement")
def test_latex_is_well_formed(claim: Claim) -> None:
    text = to_latex(claim)
    assert problems(text) == []
    assert rf"\label{{{claim.id}}}" in text
    for hypothesis in claim.hypotheses:
        assert text.count("silent in the source") == sum(h.silent for h in claim.hypotheses), hypothesis.name


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda t: t.replace("}", "", 1), "braces"),
        (lambda t: t.replace(r"\end{itemize}", ""), "environments"),
        (lambda t: t.replace("$", "", 1), "mathematics"),
        (lambda t: t.replace("Theorem 8:", "Theorem_8:"), "specials"),
        (lambda t: t.replace("toleranced.", "toleranced < 1."), "specials"),
    ],
)
def test_the_look_at_latex_sees_faults(change: object, problem: str) -> None:
    """Power: each kind of fault is seen."""
    assert callable(change)
    assert problem in problems(change(to_latex(theorem("bylander.8"))))


@rung("statement")
def test_formulas_are_read_by_another_reader_of_latex(claim: Claim) -> None:
    """Matplotlib's reader knows no text and no environments, but it reads the formulas."""
    parser = mathtext.MathTextParser("path")
    formulas = re.findall(r"\$([^$]+)\$", to_latex(claim))
    for formula in [*formulas, sympy.latex(claim.bound)]:
        known = re.sub(r"\\([lg]e)\b", r"\\\1q", formula)  # it knows these two by their longer names only
        parser.parse(f"${known}$")


def test_a_document_is_compiled_where_latex_is_installed(tmp_path: Path) -> None:
    text = to_document([theorem("gls.7.1b")])
    assert text.startswith(r"\documentclass")
    assert problems(text) == []
    program = shutil.which("pdflatex")
    if program is not None:
        (tmp_path / "claim.tex").write_text(text, encoding="utf-8")
        subprocess.run(
            [program, "-interaction=nonstopmode", "-halt-on-error", "claim.tex"],
            cwd=tmp_path,
            check=True,
            capture_output=True,
        )


def test_relations_between_parameters_become_formulas_and_others_stay_text() -> None:
    assert relation_of(read("eta < 2/(U*X**2)")) == (s.eta, "<", 2 / (s.U * s.X**2))
    for text in ("norm(u, 2) <= U", "U != 1", "(U == 1)*(X == 1) == 1", "l == 0 or U <= 1", "sum_t(y*ux < delta) == 0"):
        assert relation_of(read(text)) is None


# --- Coq -----------------------------------------------------------------------------------------------


def test_coq_has_bound_premises_and_conclusion() -> None:
    text = to_coq(theorem("bylander.7"))
    assert "  eta c < 2 / ((U c) * (X c) ^ 2) ->" in text
    assert "compared c <= b_bylander_7 (U c) (X c) (eta c) (k c) (n c)." in text
    assert "the theorem [bylander_7] of verify/proofs/coq/bylander1998/Section4.v" in text
    assert "Stated in full" not in to_coq(theorem("bylander.wmsim.printed"))


def test_a_parameter_of_ones_own_has_no_meaning_of_the_catalogue_in_coq() -> None:
    """Power: the beta of a margin was the factor by which Weighted Majority scales a weight."""
    text = to_coq(own_claim("w + y*x if y*yhat <= beta else w", "U**2*(1 + beta)", given=["norm(u, 2) <= U"]))
    assert "Variable beta : comparison -> R. (* a parameter of your own *)" in text
    assert "Weighted Majority" not in text


def test_a_variant_is_exported_with_its_own_bound() -> None:
    text = to_coq(theorem("bylander.8").replace(bound=s.U**2 * s.X**2 / s.tau))
    assert "Definition b_bylander_8_variant (U X tau : R) : R := U ^ 2 * X ^ 2 / tau." in text


def coqc(directory: Path, text: str) -> subprocess.CompletedProcess[str]:
    """Return what coqc does with a file that stands alone."""
    (directory / "Alone.v").write_text(text, encoding="utf-8")
    command = ["coqc", "Alone.v"]
    return subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False, timeout=600)


needs_coqc = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed (apt-get install coq)")


@needs_coqc
def test_one_exported_claim_compiles_by_itself(tmp_path: Path) -> None:
    """Power: both round, which is no function of Coq's; a planted fault is rejected."""
    own = own_claim("w + y*x if y*yhat <= 0 else w", "floor(U**2*X**2)", given=["norm(u, 2) <= U", "separable"])
    text = f"{to_coq(theorem('bylander.5'))}\n{to_coq(own)}"
    ran = coqc(tmp_path, text)
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert coqc(tmp_path, text.replace("compared c <=", "compared <=")).returncode != 0


@pytest.mark.deep
@needs_coqc
def test_coq_reads_every_claim(tmp_path: Path) -> None:
    ran = coqc(tmp_path, "\n".join(map(to_coq, CLAIMS)))
    assert ran.returncode == 0, ran.stderr[-2000:]


def test_names_of_claims_are_distinct_in_coq() -> None:
    assert len({coq_id(claim.id) for claim in CLAIMS}) == len(CLAIMS)


def test_a_name_of_any_kind_is_a_name_in_coq_and_a_label_in_latex() -> None:
    """Power: a % in a label hides what follows it, and Coq reads no blank or dash in a name."""
    claim = own_claim("w + y*x", "U**2", name="own.99% of *) my-bound", given=["norm(u, 2) <= U"])
    coq = to_coq(claim)
    names = re.findall(r"^(?:Definition|Section|End) (.*?)(?= \(|\.$| :)", coq, re.MULTILINE)
    assert len(names) == 4
    assert all(re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII) for name in names)
    assert coq.count("*)") == coq.count("(*")
    assert r"\label{own.99--of-*--my-bound}" in to_latex(claim)


# --- the command ---------------------------------------------------------------------------------------


def run(*arguments: str) -> int:
    options = cli._parser("export").parse_args(["export", *arguments])
    return int(options.run(options))


def test_command_prints_or_writes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run("bylander.8", "--latex") == 0
    printed = capsys.readouterr().out
    assert printed == to_latex(theorem("bylander.8")) + "\n"
    assert run("bylander.8", "--coq", "--out", str(tmp_path / "b8.v")) == 0
    assert capsys.readouterr().out == ""
    assert (tmp_path / "b8.v").read_text(encoding="utf-8") == to_coq(theorem("bylander.8"))
    assert run("bylander.8", "--document") == 0
    assert capsys.readouterr().out.startswith(r"\documentclass")


def test_command_refuses_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BoundcheckError, match=r"bylander\.99"):
        run("bylander.99", "--latex")
    with pytest.raises(BoundcheckError, match="cannot write"):
        run("bylander.8", "--coq", "--out", str(tmp_path / "none" / "b8.v"))
    with pytest.raises(SystemExit):
        run("bylander.8")


@rung("statement")
def test_words_are_text_and_not_products_of_letters(claim: Claim) -> None:
    """Outside of text and upright names, a formula has letters one by one, or names of functions and symbols."""
    for line in (claim.latex(), *re.findall(r"\$([^$]+)\$", to_latex(claim)), to_latex(claim).partition(r"\[")[2]):
        formula = line.partition(r"\]")[0]
        formula = re.sub(r"\\(text|mathrm|operatorname)\{[^{}]*\}", " ", formula)
        formula = re.sub(r"\\[A-Za-z]+", " ", formula)
        assert re.search(r"[A-Za-z]{2,}", formula) is None, formula


def test_amounts_and_premises_are_mathematics() -> None:
    """Power: these were words with \textless{}, and products of letters."""
    shown = {
        "bylander.2": [
            r"Let the learner be $\operatorname{Perceptron}(0, \eta)$. ",
            r"\item $\|u\|_{2} \le U$;",
            r"\item $\|x_{t}\|_{2} \le X\text{ on every trial}$;",
            r"\[ \operatorname{Abs-Loss}(A, S) - \operatorname{Abs-Loss}(u, S) \le \frac{U^{2}}{2 \eta}",
        ],
        "bylander.3": [r"\|x_{t}\|_{\infty} \le X\text{ on", r"\item $\sum_{i} u_{i} = U$", "u_{i} \\ge 0"],
        "bylander.7": [
            r"\langle u, x_{t} \rangle \le 0 \text{ or } y_{t} \langle u, x_{t} \rangle \ge 1\text{ on every"
        ],
        "bylander.wmsim": [
            r"\hat{y}_{t} \ne \frac{1}{2}\text{ on every trial}",
            r"$x_{t,i} \ge 0\text{ for every }i\text{ on",
        ],
        "bylander.A1": [r"\item $z_{0,i} \ge 0\text{ for every }i$", r"\item $\sum_{i} z_{0,i} = U$"],
        "kw.genN": [r"\item $z_{0,i} = 0\text{ for every }i$"],
        "kitani.lem3": [
            r"\text{ if and only if }y_{t} > 0\text{ on every trial}",
            r"\item $u_{i} \in \{0, 1\}\text{ for every }i$",
        ],
        "gls.7.1a": [
            r"\item $y_{t} \langle u, x_{t} \rangle \ge \delta\text{ on every trial}$;",
            r"$\|u\|_{\frac{p}{p - 1}} \le U$",
            r"$\|x_{t}\|_{p} \le X\text{ on every trial}$",
        ],
        "gls.7.1c": [r"\langle u, z_0 \rangle > 0"],
        "gls.wm": [r"\mathrm{entropy}"],
        "kitani.perc": [
            r"\item $\|u\|_{1} > 0$;",
            r"\gamma = \frac{\min_{t} y_{t} \langle u, x_{t} \rangle}{\|u\|_{2}}",
        ],
        "kitani.perc.step": [r"\[ y \langle w, x \rangle \le 0\quad \text{on a mistake}. \]"],
        "kitani.wma": [
            r"\[ M - k \le \left(1 + 2 \eta\right) k",
            r"\text{for every }i\quad \text{with }k = \sum_{t} \mathbf{1}\left[x_{t,i} \ne y",
        ],
        "gls.7.1a+": [r"\quad \text{where }m > 0\quad \text{with }m = M. \]"],
        "kw.def2": [
            r"\left[ (A w) \cdot (A x_{t}) - w \cdot x_{t}\text{, }A\text{ the reflection along }u \right] = 0"
        ],
    }
    for identifier, parts in shown.items():
        text = to_latex(theorem(identifier))
        for part in parts:
            assert part in text, (part, text)


@rung("statement")
def test_no_relation_and_no_symbol_is_left_in_words(claim: Claim) -> None:
    """Power: the words of a premise had "\textgreater{}= delta" in them."""
    text = to_latex(claim)
    assert r"\textless" not in text
    assert r"\textgreater" not in text
    words = re.sub(r"\$[^$]*\$|\\\[.*?\\\]|\\label\{[^}]*\}", " ", text, flags=re.DOTALL)
    greek = r"\b(eta|tau|delta|gamma|alpha|beta|theta|psi|rho|sigma|[UXRZ])\b"
    assert re.search(greek, words) is None, words
    assert re.search(r"\w[_^]\w|[<>=]|\\_|\*", words) is None, words
    assert symbols_in_words(text) == []


def symbols_in_words(text: str) -> list[str]:
    """Return the single letters, but for the article and labels such as (a), that are words and no mathematics."""
    said = re.findall(r"\\text\{([^{}]*)\}", text)
    plain = re.sub(r"\$[^$]*\$|\\\[.*?\\\]|\\label\{[^}]*\}|\\[A-Za-z]+", " ", text, flags=re.DOTALL)
    return [letter for part in (plain, *said) for letter in re.findall(r"(?<![\w.'(-])[B-Zb-z](?![\w').-])", part)]


def test_a_forgotten_mark_is_seen() -> None:
    """Power: a title and an amount in words of which a symbol is not marked."""
    marked, claim = theorem("bylander.7"), theorem("kw.lemma12")
    assert symbols_in_words(to_latex(dataclasses.replace(marked, title=str.__str__(marked.title)))) == ["k"]
    amount = dataclasses.replace(claim.quantity, text="max over targets of the trials at which w errs")
    assert symbols_in_words(to_latex(dataclasses.replace(claim, quantity=amount))) == ["w"]


def test_the_export_says_no_more_than_the_claim() -> None:
    """Power: eta <= 1/2 came with eta < 1/2, and the size of the Hadamard matrices tried with a premise d < 5."""
    for make in (to_latex, to_coq):
        assert not re.search(r"eta c? ?<[^=]", make(theorem("kitani.wma")).replace(r"\eta", "eta"))
        assert not re.search(r"\bd c? ?<", make(theorem("kw.batch")))
    assert r"\item $p > 0$" not in to_latex(theorem("gls.7.1a"))
    assert r"\item $\eta > 0$" in to_latex(theorem("bylander.2"))
