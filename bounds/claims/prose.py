"""The catalogue's words in LaTeX: prose stays prose, and the formulas among the words become mathematics."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bounds.formulas.latex import PRINTED, condition_latex
from bounds.formulas.latex import latex as formula_latex
from bounds.formulas.text import read
from bounds.formulas.tree import functions

if TYPE_CHECKING:
    from bounds.claims.claim import Claim, Quantity

_SPECIAL = {
    "\\": r"{\backslash}",
    "^": r"{}^{\wedge}",
    "~": r"{\sim}",
    "<": "{<}",
    ">": "{>}",
    "|": "{|}",
    **{character: f"\\{character}" for character in "{}_&%$#"},
}
"""How the characters that LaTeX's text does not have as they are, or means otherwise, are written in a formula."""

_ESCAPED = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "´": "'",
        **{character: f"\\{character}" for character in "{}_&%$#"},
    }
)
"""How the same characters are written outside of formulas."""

_GREEK = (
    "alpha",
    "beta",
    "gamma",
    "delta",
    "eta",
    "theta",
    "lambda",
    "mu",
    "pi",
    "psi",
    "rho",
    "sigma",
    "tau",
    "zeta",
    "phi",
    "Phi",
    "Psi",
    "Omega",
    "Delta",
)
_NAMES = {
    **{name: rf"\{name}" for name in _GREEK},
    **{name: rf"\{name}" for name in ("exp", "ln", "log", "sinh")},
    "uz": r"\langle u, z_{0} \rangle",
    "ux": r"\langle u, x \rangle",
    "wx": r"\langle w, x \rangle",
    "mplus": "m^{+}",
    "mminus": "m^{-}",
    "yhat": r"\hat{y}",
    "finv": "f^{-1}",
    "ginv": "g^{-1}",
    "grad": r"\nabla",
    "oo": r"\infty",
    "d2": "d^{2}",
    "m+": "m^{+}",
    "m-": "m^{-}",
}
_QUANTITIES = frozenset(("rate", "side", "entropy", "loss"))
"""Symbols that are words: in a formula they are set upright."""

_OPERATORS = {
    "<=": r"\le",
    ">=": r"\ge",
    "!=": r"\ne",
    "==": "=",
    "+-": r"\pm",
    "->": r"\to",
    "*": r"\cdot",
    "||": r"\|",
    **{sign: sign for sign in "=<>+-/|"},
}
_RELATIONS = frozenset(("<=", ">=", "!=", "==", "=", "<", ">", "->"))
_OPEN = {"(": "(", "[": "[", "{": r"\{", "⟨": r"\langle "}
_CLOSE = {")": ")", "]": "]", "}": r"\}", "⟩": r" \rangle"}

_PIECE = re.compile(
    r"""(?P<space> \s+)
      | (?P<word> \d-\d(?=\ [a-z]) | \d{2,}-\d{2,}(?!\w) | A\.\d | pp?\.(?=\ \d) | 's(?![A-Za-z])
                | [A-Za-z]{2,}(?:-[A-Za-z]+)+ )
      | (?P<atom> (?: d2 | oo | m[+-](?![\w(]) | (?<![A-Za-z]) A(?=[wx](?![A-Za-z])) | (?<![A-Za-z]) d(?=[rz](?![a-z]))
                | (?<![A-Za-z]) k(?=X(?![A-Za-z]))
                | (?: uz|ux|wx|mplus|mminus|yhat|finv|ginv|grad|exp|ln|log|sinh|GREEK|[A-Za-z] ) (?![A-Za-z]) )
                (?: ~ )? (?: \d+(?![\w.]) | _\{[^{}]*\} | _(?:end|WM|[A-Za-z]|\d+)(?:[+-]1)?(?!\w) )?
                (?: (?<=[wvHi])\*(?![\w*]) )? (?: '+(?![A-Za-z]) )? )
      | (?P<root> sqrt(?=\() | sqrt\ (?=\d) )
      | (?P<large> (?:max|min|sum)(?:_\w)?(?!\w) )
      | (?P<number> \d+(?:\.\d+)? )
      | (?P<power> \*\*|\^ ) | (?P<dots> \.\.\. )
      | (?P<dot> (?<=[\w)'*])\.(?=[A-Za-z(]) )
      | (?P<operator> \|\|(?:_\w)? | <= | >= | != | == | \+- | -> | [-+*/=<>|] )
      | (?P<open> [(\[{⟨] ) | (?P<close> [)\]}⟩] ) | (?P<comma> [,;] )
      | (?P<other> [A-Za-z]+(?:'[a-z]+)? | . )""".replace("GREEK", "|".join(_GREEK)),
    re.VERBOSE,
)


class _Piece:
    """A piece of a text: its kind, what it reads, how it is written in a formula, and whether it belongs to one."""

    def __init__(self, kind: str, text: str) -> None:
        self.kind, self.text, self.tex = kind, text, _written(kind, text)
        self.formula: bool | None = {"space": None, "number": None, "open": None, "close": None, "comma": None}.get(
            kind, kind not in ("word", "other", "large", "dots")
        )


def _pieces(text: str) -> list[_Piece]:
    """Cut a text into pieces: the last kind takes any character."""
    text = re.sub(r"<([^\s<>=][^<>]*,[^<>]*[^\s<>])>", r"⟨\1⟩", text)
    text = re.sub(r"(?<![\w)*'])'([^']*)'(?!\w)", r"`\1´", text)
    return [_Piece(str(found.lastgroup), found.group()) for found in _PIECE.finditer(text)]


def _written(kind: str, text: str) -> str:
    """Write one piece as it is in a formula."""
    if kind in ("open", "close"):
        return {**_OPEN, **_CLOSE}[text]
    if kind == "operator":
        sign, _, index = text.partition("_")
        return _OPERATORS[sign] + (f"_{{{index}}}" if index else "")
    if kind == "dots":
        return r"\ldots"
    if kind == "dot":
        return r" \cdot "
    if kind == "large":
        name, _, index = text.partition("_")
        return rf"\{name}" + (f"_{{{index}}}" if index else "")
    if kind != "atom":
        return text
    found = re.fullmatch(r"(m[+-]|d2|[A-Za-z]+)(~?)(?:_?\{?([\w,]+(?:[+-]1)?)\}?)?(\*?)('*)", text)
    if found is None:
        return text
    name, tilde, index, star, primes = found.groups()
    letter = _NAMES.get(name, name)
    letter = rf"\tilde{{{letter}}}" if tilde else letter
    index = rf"\mathrm{{{index}}}" if index and index[:2].isalpha() and len(index) > 1 else index
    above = "*" * bool(star) + r"\prime" * len(primes)
    return letter + (f"_{{{index}}}" if index else "") + (f"^{{{above}}}" if above else "")


def _beside(pieces: Sequence[_Piece], i: int, step: int) -> _Piece | None:
    """Return the next piece before (-1) or after (+1) one that is no space."""
    i += step
    while 0 <= i < len(pieces) and pieces[i].kind == "space":
        i += step
    return pieces[i] if 0 <= i < len(pieces) else None


def _groups(pieces: Sequence[_Piece]) -> list[tuple[int, int]]:
    """Return the pairs of brackets, inner ones first; ``[0, 1)`` is a pair too."""
    opened: list[int] = []
    pairs = []
    for i, piece in enumerate(pieces):
        if piece.kind == "open":
            opened.append(i)
        elif piece.kind == "close" and opened:
            pairs.append((opened.pop(), i))
    return pairs


def _settle(pieces: list[_Piece]) -> None:
    """Decide which pieces belong to formulas."""
    for i, piece in enumerate(pieces):
        before, after = _beside(pieces, i, -1), _beside(pieces, i, 1)
        if piece.kind == "large":
            takes = after is not None and (after.kind in ("atom", "root") or after.text == "(")
            piece.formula = ("_" in piece.text or takes) and not (after is not None and after.text == "U")
        elif piece.kind == "operator" and piece.text == "-":
            attached = i + 1 < len(pieces) and pieces[i + 1].kind in ("other", "word") and pieces[i + 1].text.isalpha()
            piece.formula = not (attached and i > 0 and pieces[i - 1].kind != "space")
        elif piece.kind in ("other", "word") and piece.text[0].isalpha() and i > 0 and pieces[i - 1].kind == "power":
            piece.formula, piece.tex = True, rf"\text{{{piece.text}}}"
    for i, piece in enumerate(pieces):
        if piece.text in ("a", "A") and not _is_symbol(_beside(pieces, i, -1), piece, _beside(pieces, i, 1)):
            piece.formula = False
    for i, piece in enumerate(pieces):
        if piece.kind == "number":
            neighbours = (_beside(pieces, i, -1), _beside(pieces, i, 1))
            beside = any(found is not None and found.formula is True for found in neighbours)
            piece.formula = beside or len(pieces) == 1 or None
    for first, last in _groups(pieces):
        _settle_group(pieces, first, last)
    for i, piece in enumerate(pieces):
        if piece.kind in ("comma", "dots") and piece.formula is not True:
            before, after = _beside(pieces, i, -1), _beside(pieces, i, 1)
            around = [found for found in (before, after) if found is not None]
            wanted = ("dots",) if piece.kind == "comma" else ("comma", "operator")
            piece.formula = any(found.kind in wanted for found in around)
        elif piece.kind == "number" and i + 1 < len(pieces) and pieces[i + 1].kind == "open":
            piece.formula = pieces[i + 1].formula
        elif piece.kind in ("power", "root"):
            piece.formula = _takes(pieces, i)


def _takes(pieces: Sequence[_Piece], i: int) -> bool:
    """Tell whether an exponent has a base and an operand, or a root has an operand, in the formula."""
    signed = i + 1 < len(pieces) and pieces[i + 1].text == "-"
    operand = pieces[i + 1 + signed] if i + 1 + signed < len(pieces) else None
    if operand is None or operand.formula is not True or operand.kind in ("operator", "power", "close", "comma", "dot"):
        return False
    base = pieces[i - 1] if i else None
    based = base is not None and base.formula is True and (base.kind in ("atom", "number", "close") or "|" in base.text)
    return pieces[i].kind == "root" or based


def _is_symbol(before: _Piece | None, piece: _Piece, after: _Piece | None) -> bool:
    """Tell the symbol a, or A, from the article."""
    if piece.text == "A" and before is not None:
        return True
    if before is not None and (before.kind in ("operator", "open", "power") or before.text in ("any", "the")):
        return True
    if after is None or after.kind in ("operator", "close", "power", "comma") or after.text == "the":
        return True
    if after.kind == "large":
        return after.formula is True
    multiplied = before is not None and before.kind == "atom"
    return after.kind == "atom" and (multiplied or after.text[0] not in "knpuvwxz")


def _settle_group(pieces: list[_Piece], first: int, last: int) -> None:
    """Decide whether brackets belong to a formula: where all between them does; (a) and (10) are labels."""
    inside = [piece for piece in pieces[first + 1 : last] if piece.kind != "space"]
    attached = first > 0 and pieces[first - 1].kind != "space"
    label = not attached and len(inside) == 1 and (inside[0].kind == "number" or inside[0].text in ("a", "b", "c"))
    words = any(piece.formula is False and piece.kind != "dots" and piece.text not in _QUANTITIES for piece in inside)
    if label or words or not inside:
        pieces[first].formula = pieces[last].formula = False
        for piece in inside:
            piece.formula = False if label else piece.formula
        return
    for piece in (pieces[first], *inside, pieces[last]):
        piece.formula = True
        piece.tex = rf"\mathrm{{{piece.text}}}" if piece.text in _QUANTITIES else piece.tex
    if attached and pieces[first - 1].kind in ("word", "other") and pieces[first - 1].text[0].isalpha():
        name = pieces[first - 1]
        name.formula, name.tex = True, rf"\operatorname{{{name.text}}}"


def segments(text: str) -> list[tuple[bool, str]]:
    r"""Cut a text into words and formulas: (is a formula, how it is written in LaTeX or the words as they are).

    Formulas are symbols, numbers beside them, and what operators and brackets join; names of the glossary are symbols.

    >>> segments("y u.x >= delta on every trial")
    [(True, 'y u \\cdot x \\ge \\delta'), (False, ' on every trial')]
    """
    pieces = _pieces(text)
    _settle(pieces)
    closing = dict(_groups(pieces))
    for i, piece in enumerate(pieces):
        if piece.kind == "space" and 0 < i < len(pieces) - 1:
            aside = pieces[i + 1].kind == "open" and any(
                inner.text in _RELATIONS for inner in pieces[i + 1 : closing.get(i + 1, i + 1)]
            )
            piece.formula = pieces[i - 1].formula is pieces[i + 1].formula is True and not aside
    found: list[tuple[bool, str]] = []
    i = 0
    while i < len(pieces):
        start, formula = i, pieces[i].formula is True
        while i < len(pieces) and (pieces[i].formula is True) == formula:
            i += 1
        run = pieces[start:i]
        found.append((formula, _formula(run) if formula else "".join(piece.text for piece in run)))
    return found


def _formula(pieces: Sequence[_Piece]) -> str:
    """Write pieces of a formula; an exponent or a root takes the brackets behind it."""
    closing = dict(_groups(pieces))
    written = ""
    i = 0
    while i < len(pieces):
        piece = pieces[i]
        if piece.kind in ("power", "root") and i + 1 < len(pieces):
            end = closing.get(i + 1)
            signed = end is None and pieces[i + 1].text == "-"
            operand = pieces[i + 2 : end] if end is not None else pieces[i + 1 : i + 2 + signed]
            written += ("^" if piece.kind == "power" else r"\sqrt") + f"{{{_formula(operand)}}}"
            i = i + 2 + signed if end is None else end + 1
            if i < len(pieces) and pieces[i].kind == "power":  # LaTeX takes no second exponent
                written = f"{{{written}}}"
            continue
        if "^" in piece.tex and i + 1 < len(pieces) and pieces[i + 1].kind == "power":
            written += f"{{{piece.tex}}}"
            i += 1
            continue
        apart = piece.tex[-1].isalpha() and i + 1 < len(pieces) and pieces[i + 1].tex[:1].isalpha()
        written += piece.tex + (" " if apart else "")
        i += 1
    return written.strip()


_SIGN = r"[-+=/<>]|\\(?:cdot|pm|le|ge|ne|to)"
_SIGN_LAST, _SIGN_FIRST = re.compile(rf"(?:^|[\s}}])(?:{_SIGN})$"), re.compile(rf"(?:{_SIGN})(?=\s|$)")
"""Signs between two terms (not +1), which have space around them already."""


def latex_text(text: str) -> str:
    r"""Return words with formulas in them for a formula in LaTeX: the words as text, which all renderers know.

    >>> print(latex_text("y <w_t, x> >= delta on a mistake"))
    y \langle w_{t}, x \rangle \ge \delta\text{ on a mistake}
    """
    parts = segments(text)
    written = ""
    for i, (formula, part) in enumerate(parts):
        if formula:
            written += part
            continue
        after = parts[i + 1][1] if i + 1 < len(parts) else ""
        words = part.lstrip() if _SIGN_LAST.search(written) else part
        written += _as_text(words.rstrip() if _SIGN_FIRST.match(after) else words)
    return written


def latex_prose(text: str) -> str:
    r"""Return words with formulas in them for a paragraph in LaTeX: the formulas between dollars.

    >>> print(latex_prose("y u.x >= delta on 100 % of the trials"))
    $y u \cdot x \ge \delta$ on 100 \% of the trials
    """
    return "".join(f"${written}$" if formula else latex_escape(written) for formula, written in segments(text))


LONGEST = 235
"""Characters up to which an amount is printed as its formula."""

LATEX_RELATIONS = {"<=": r"\le", ">=": r"\ge", "==": "=", "<": "<", ">": ">"}


def quantity_latex(quantity: Quantity) -> tuple[str, str] | None:
    r"""Return a compared amount, and of which trials it is meant, from its formula; None where words say it shorter.

    >>> from boundcheck import theorem
    >>> print(*quantity_latex(theorem("kitani.perc.step").quantity))
    y \langle w, x \rangle \quad \text{on a mistake}
    """
    if len(quantity.formula) != 1 or quantity.notes or not quantity.formula[0].keys() <= {"over", "if", "value"}:
        return None
    (part,) = quantity.formula
    value, condition, over = read(part["value"]), part.get("if", ""), part.get("over", "run")
    if over not in ("run", "trials") or not functions(value) <= PRINTED:
        return None
    amount = formula_latex(value)
    if len(amount) > LONGEST:
        return None
    every = r"\quad \text{on every trial}" if over == "trials" else ""
    return amount, rf"\quad {condition_latex(read(condition))}" if condition else every


def claim_latex(claim: Claim) -> str:
    r"""Return what a claim says as a formula in LaTeX: amount, relation, bound, and then in words when that is so.

    >>> from boundcheck import theorem
    >>> print(claim_latex(theorem("kitani.perc.step")))
    y \langle w, x \rangle \le 0\quad \text{on a mistake}
    """
    from bounds.symbols import latex

    printed = quantity_latex(claim.quantity)
    if printed is not None:
        amount, condition = printed
        return f"{amount} {LATEX_RELATIONS[claim.relation]} {latex(claim.bound)}" + condition
    amount, where = claim.quantity.parts
    found = _WHEN.search(amount)
    when = amount[found.start() :].strip() if found else ""
    amount = amount[: found.start()] if found else amount
    conditions = "".join(rf"\quad {latex_text(condition)}" for condition in (when, where) if condition)
    kinds = [formula for formula, _ in segments(amount)]
    said = latex_text(amount)
    if len(kinds) > 1 and kinds[-1]:  # else the relation would read as that of the last formula alone
        said = rf"\left[ {said} \right]"
    return f"{said} {LATEX_RELATIONS[claim.relation]} {latex(claim.bound)}{conditions}"


_WHEN = re.compile(r" (?:for every|on a|on an|on every|on correct|after) [^<>=]*(?:\([^()]*\))?$| \([^()]*=[^()]*\)$")
"""The end of an amount that says of which trials, experts or attributes it is meant."""


def latex_escape(text: str) -> str:
    r"""Return words for a paragraph in LaTeX, as they are.

    >>> print(latex_escape("100 % of w_t"))
    100 \% of w\_t
    """
    return text.translate(_ESCAPED)


def _as_text(words: str) -> str:
    parts = re.split(r"([\\^~<>|{}_&%$#])", words)
    return "".join(_SPECIAL.get(part) or rf"\text{{{part}}}" for part in parts if part)
