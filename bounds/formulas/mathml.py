r"""Formulas in MathML, which browsers set by themselves: made from the LaTeX that formulas are printed in.

So there is one notation, whatever a formula came from: a tree, a bound, mathematics amid words. What is read is the
part of LaTeX that the printers write (``bounds.formulas.latex``, ``notation``, ``premise_latex`` and ``sympy.latex``),
and the notebooks.

>>> from bounds.formulas import read
>>> from bounds.formulas.latex import latex
>>> print(mathml(latex(read("U**2/(4*tau)"))))
<math><mrow><mfrac><msup><mi>U</mi><mn>2</mn></msup><mrow><mn>4</mn><mi>τ</mi></mrow></mfrac></mrow></math>
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from bounds.errors import BoundcheckError

_TOKEN = re.compile(r"\\text\{(?:[^{}\\]|\\.)*\}|\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|\S")
_GREEK = {
    **dict(zip(("alpha", "beta", "gamma", "delta", "zeta", "eta", "theta", "kappa"), "αβγδζηθκ", strict=True)),
    **dict(zip(("lambda", "mu", "nu", "xi", "pi", "rho", "sigma", "tau"), "λμνξπρστ", strict=True)),
    **dict(zip(("upsilon", "chi", "omega", "epsilon", "phi", "psi", "iota"), "υχωϵϕψι", strict=True)),
    **dict(zip(("Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma"), "ΓΔΘΛΞΠΣ", strict=True)),
    **dict(zip(("Upsilon", "Phi", "Psi", "Omega", "infty", "varphi", "varepsilon", "ell"), "ΥΦΨΩ∞φεℓ", strict=True)),
}
_OPERATORS = {
    "le": "≤",
    "ge": "≥",
    "ne": "≠",
    "in": "∈",
    "cdot": "·",
    "times": "×",
    "pm": "±",
    "to": "→",
    "leftarrow": "←",
    "neg": "¬",
    "prime": "′",
    "ldots": "…",
    "dots": "…",
    "approx": "≈",
    "Longrightarrow": "⟹",
    "top": "⊤",
    "wedge": "∧",
    "sim": "∼",
    "backslash": "\\",
    "*": "∗",
    "-": "−",
    **{sign: sign for sign in "+=<>/,;:.!'%&$#_`@?\"~"},
}
_FENCES = {"langle": "⟨", "rangle": "⟩", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "|": "|"}
_BRACKETS = {**_FENCES, r"\|": "‖", r"\{": "{", r"\}": "}", **{sign: sign for sign in "()[]"}}
_FUNCTIONS = frozenset(("max", "min", "ln", "log", "exp", "det", "sin", "cos", "tan", "sinh", "cosh", "tanh"))
_ACCENTS = {"hat": "^", "tilde": "~", "bar": "¯", "overline": "¯"}
_SPACES = {"quad": 1, "qquad": 2, " ": 0.33, ",": 0.17, ";": 0.28, "!": 0}
_UNDER = ("∑", "max", "min")
"""What has its index below it."""


@lru_cache(maxsize=4096)
def mathml(tex: str, *, display: bool = False) -> str:
    r"""Return a formula as a ``math`` element, on a line of its own with ``display``; all that it says is escaped.

    Raises BoundcheckError for LaTeX that the printers do not write.

    >>> print(mathml(r"\text{<b>} \le 1"))
    <math><mrow><mtext>&lt;b&gt;</mtext><mo>≤</mo><mn>1</mn></mrow></math>
    >>> print(mathml("-x"))
    <math><mrow><mo form="prefix">−</mo><mi>x</mi></mrow></math>
    >>> "prefix" in mathml(r"\hat{y} - x")
    False
    >>> print(mathml(r"\ln n"))
    <math><mrow><mi>ln</mi><mspace width="0.17em"/><mi>n</mi></mrow></math>
    >>> mathml(r"\input{x}")
    Traceback (most recent call last):
    ...
    bounds.errors.BoundcheckError: cannot set '\\input{x}': unexpected '\\input'
    """
    reader = _Reader(tex)
    inside = reader.row("")
    style = ' display="block"' if display else ""
    return f"<math{style}>{_row(inside, always=True)}</math>"


class _Reader:
    """The tokens of a formula, the next one last."""

    def __init__(self, tex: str) -> None:
        self.tex = tex
        self.tokens = ["", *reversed(_TOKEN.findall(tex))]

    def unexpected(self, mark: str) -> BoundcheckError:
        return BoundcheckError(f"cannot set {self.tex[:80]!r}: unexpected {mark or 'end'!r}")

    def row(self, end: str) -> list[str]:
        """Read up to a mark, and this one too."""
        parts: list[str] = []
        while (mark := self.tokens.pop()) != end:
            sign = mark in _SIGNS and (not parts or _awaits(parts[-1]))
            part = f'<mo form="prefix">{_SIGNS[mark]}</mo>' if sign else self.scripted(self.atom(mark))
            if parts and _apart(parts[-1], part):
                parts.append(_THIN)
            parts.append(part)
        if not end:
            self.tokens.append("")
        return parts

    def group(self) -> str:
        """Read what is in braces, or a single mark."""
        mark = self.tokens.pop()
        return _row(self.row("}")) if mark == "{" else self.atom(mark)

    def words(self) -> str:
        """Read a name in braces, as it is."""
        if self.tokens.pop() != "{":
            raise self.unexpected(self.tex)
        word = ""
        while (mark := self.tokens.pop()) != "}":
            if not mark or mark in ("{", "$"):
                raise self.unexpected(mark)
            word += mark[-1] if len(mark) == 2 and mark[0] == "\\" else mark
        return word

    def scripted(self, base: str) -> str:
        """Add what stands below and above."""
        below = above = ""
        while self.tokens[-1] in ("_", "^"):
            if self.tokens.pop() == "_" and not below:
                below = self.group()
            elif not above:
                above = self.group()
            else:
                raise self.unexpected("^")
        if not below and not above:
            return base
        under = any(base.endswith((f">{sign}</mo>", f">{sign}</mi>")) for sign in _UNDER)
        kind = ("munder" if below else "") + ("mover" if above else "") if under else ""
        name = {"mundermover": "munderover"}.get(kind, kind) or "m" + "sub" * bool(below) + "sup" * bool(above)
        return f"<{name}>{base}{below}{above}</{name}>"

    def atom(self, mark: str) -> str:
        """Read one thing, of which this is the first mark."""
        name = mark.removeprefix("\\")
        if mark == "{":
            return _row(self.row("}"))
        if mark.startswith(r"\text{"):
            return _text(re.sub(r"\\(.)", r"\1", mark[6:-1]))
        if mark in _BRACKETS or (name in _FENCES and mark != name):
            return f'<mo stretchy="false">{escape(_BRACKETS.get(mark) or _FENCES[name])}</mo>'
        if name[:1].isdigit():
            return f"<mn>{name}</mn>"
        if len(mark) == 1 and mark.isalpha():
            return f"<mi>{escape(mark)}</mi>"
        if mark in _OPERATORS or (mark != name and name in _OPERATORS and (name.isalpha() or name in "_%&$#")):
            return f"<mo>{escape(_OPERATORS[name])}</mo>"
        return self.command(name) if mark != name else self.refuse(mark)

    def refuse(self, mark: str) -> str:
        raise self.unexpected(mark)

    def command(self, name: str) -> str:
        """Read what a command is applied to."""
        if name in _GREEK:
            return f"<mi>{_GREEK[name]}</mi>"
        if name in _FUNCTIONS:
            return f"<mi>{name}</mi>"
        if name in _SPACES:
            return f'<mspace width="{_SPACES[name]}em"/>'
        if name in _ACCENTS:
            return f'<mover accent="true">{self.group()}<mo>{_ACCENTS[name]}</mo></mover>'
        match name:
            case "sum":
                return "<mo>∑</mo>"
            case "frac" | "tfrac":
                return f"<mfrac>{self.group()}{self.group()}</mfrac>"
            case "binom":
                return f'<mrow><mo>(</mo><mfrac linethickness="0">{self.group()}{self.group()}</mfrac><mo>)</mo></mrow>'
            case "sqrt":
                return f"<msqrt>{self.group()}</msqrt>"
            case "mathrm" | "operatorname":
                said = escape(self.words())
                return f"<mi>{said}</mi>" if len(said) > 1 else f'<mi mathvariant="normal">{said}</mi>'
            case "mathbf" | "mathbb":
                return f"<mi>{escape(self.words()).translate({ord('1'): '𝟏', ord('E'): '𝔼'})}</mi>"
            case "left":
                opening = self.fence("prefix")
                inside = self.row(r"\right")
                return _row([opening, *inside, self.fence("postfix")])
        return self.refuse(f"\\{name}")

    def fence(self, form: str) -> str:
        """Read a bracket that grows with what is in it; a dot is none."""
        mark = self.tokens.pop()
        sign = _BRACKETS.get(mark) or _FENCES.get(mark.removeprefix("\\"), "")
        if not sign and mark != ".":
            raise self.unexpected(mark)
        return f'<mo form="{form}" fence="true" stretchy="true">{sign}</mo>'


_SIGNS = {"-": "−", "+": "+"}
_THIN = '<mspace width="0.17em"/>'
_LONG = re.compile(r"<mi>[^<]{2,}</mi>$")
_LONG_FIRST = re.compile(r"(?:<m(?:sub|sup|subsup|under|row)>)*<mi>[^<]{2,}</mi>")
_CLOSING = tuple(f">{end}</mo>" for end in ")]}⟩⌋⌉|‖!′")
_THING = re.compile(r"<m(?:i|n|sub|sup|subsup|frac|sqrt|over)\b")


def _awaits(before: str) -> bool:
    """Tell whether a sign that comes next is that of a number, and not between two."""
    return before.startswith(("<mo>", "<mo ")) and not before.endswith(_CLOSING)


def _apart(before: str, after: str) -> bool:
    """Tell whether two things that are multiplied, or a function and its argument, would read as one word."""
    if not _THING.match(after) and not _LONG_FIRST.match(after):
        return False
    named = _LONG.search(before) or before.startswith("<munder><mi>")
    return bool(named or (_LONG_FIRST.match(after) and _THING.match(before)))


def _row(parts: list[str], *, always: bool = False) -> str:
    return parts[0] if len(parts) == 1 and not always else f"<mrow>{''.join(parts)}</mrow>"


def _text(words: str) -> str:
    """Return words, with the spaces at their ends, which MathML would drop."""
    kept = re.sub("^ +| +$", lambda match: "\N{NO-BREAK SPACE}" * len(match[0]), words)
    return f"<mtext>{escape(kept)}</mtext>"


_PARAGRAPH = {"textbackslash": "\\", "textasciicircum": "^", "textasciitilde": "~"}
_PARAGRAPH |= {"textless": "<", "textgreater": ">", "textbar": "|"}
_ESCAPED = re.compile(r"\\(text[a-z]+)\{\}|\\([{}_&%$#])")


def paragraph(tex: str) -> str:
    r"""Return a paragraph of LaTeX, as ``Words.latex`` writes it, as HTML: its formulas in MathML, all else escaped.

    >>> print(paragraph(r"$w$ is \textless{}b\textgreater{} on 100 \% of the trials"))
    <math><mrow><mi>w</mi></mrow></math> is &lt;b&gt; on 100 % of the trials
    """
    parts = enumerate(re.split(r"(?<!\\)\$", tex))
    return "".join(mathml(part) if i % 2 else escape(_quoted(_ESCAPED.sub(_character, part))) for i, part in parts)


def _quoted(text: str) -> str:
    """Return a text with its quotation marks as they are printed.

    >>> _quoted("``a'' and `b'")
    '“a” and ‘b’'
    """
    for tex, mark in (("``", "“"), ("''", "”"), ("`", "‘"), ("'", "’")):
        text = text.replace(tex, mark)
    return text


def _character(match: re.Match[str]) -> str:
    return match[2] or _PARAGRAPH.get(match[1], match[0])
