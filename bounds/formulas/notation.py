r"""Mathematics as papers write it in the midst of words: read piece by piece, and written in LaTeX.

It is only typeset, never computed with: products are letters side by side or ``u.x``, powers ``2^d`` or ``2**d``,
``<u, x>`` is a product of vectors, ``z_t'`` has an index and a prime, a name before brackets is a function.

>>> print(notation_latex("y u.x >= delta"))
y u \cdot x \ge \delta
>>> notation_latex("y u.x >=")
Traceback (most recent call last):
...
bounds.errors.BoundcheckError: cannot read the formula 'y u.x >=': nothing stands after '>='
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from bounds.errors import BoundcheckError

_GREEK = ("alpha", "beta", "gamma", "delta", "eta", "theta", "lambda", "mu", "pi", "psi", "rho", "sigma", "tau", "zeta")
_NAMES = {
    **{
        name: rf"\{name}"
        for name in (*_GREEK, "phi", "Phi", "Psi", "Omega", "Delta", "exp", "ln", "log", "sinh", "max", "min", "sum")
    },
    "uz": r"\langle u, z_{0} \rangle",
    "ux": r"\langle u, x \rangle",
    "wx": r"\langle w, x \rangle",
    "mplus": "m^{+}",
    "mminus": "m^{-}",
    "yhat": r"\hat{y}",
    "finv": "f^{-1}",
    "ginv": "g^{-1}",
    "oo": r"\infty",
    "d2": "d^{2}",
    "m+": "m^{+}",
    "m-": "m^{-}",
    **{name: rf"\mathrm{{{name}}}" for name in ("rate", "side", "entropy", "loss", "Ldim", "VCdim")},
}
_OPERATORS = {"<=": r"\le", ">=": r"\ge", "!=": r"\ne", "==": "=", "+-": r"\pm", "->": r"\to", "*": r"\cdot"}
_BARS = {"|": "|", "||": r"\|"}
_OPEN, _CLOSE = {"(": "(", "[": "[", "{": r"\{", "⟨": r"\langle "}, {")": ")", "]": "]", "}": r"\}", "⟩": r" \rangle"}

_PIECE = re.compile(
    r"""(?P<space> \s+)
      | (?P<root> sqrt(?=\() | sqrt\ (?=\d) )
      | (?P<function> (?!log\d) [A-Za-z]{2,}(?:-[A-Za-z]+)*\d?(?=[(\[]) )
      | (?P<name> (?: NAMED(?![A-Za-z]) | m[+-](?![\w(]) | A(?=[wx](?![A-Za-z]))
                | d(?=[rz](?![a-z])) | k(?=X(?![A-Za-z]))
                | [A-Za-z](?![A-Za-z]) )
                ~? (?: \d+(?![\w.]) | _(?:end|WM|[A-Za-z]|\d+)(?:[+-]1)?(?!\w) | _\{[\w,+-]+\} )?
                (?: (?<=[wvHi])\*(?![\w*]) )? (?: '+(?![A-Za-z]) )? )
      | (?P<number> \d+(?:\.\d+)? )
      | (?P<power> \*\*|\^ ) | (?P<dots> \.\.\. )
      | (?P<dot> (?<=[\w)'*])\.(?=[A-Za-z(]) )
      | (?P<bar> \|\|(?:_\w)? | \| )
      | (?P<relation> <= | >= | != | == | -> | [=<>] )
      | (?P<sign> \+- | [-+] )
      | (?P<times> [*/] )
      | (?P<open> [(\[{⟨] ) | (?P<close> [)\]}⟩] ) | (?P<comma> [,;] )""".replace(
        "NAMED", f"(?:{'|'.join(sorted((name for name in _NAMES if name.isalnum()), key=len, reverse=True))})"
    ),
    re.VERBOSE,
)
_AMOUNTS = frozenset(("function", "name", "number", "close", "bar", "dots"))
"""Kinds of pieces behind which an amount may end."""

_JOINS = ("relation", "times", "power", "dot", "comma")
"""Kinds of pieces that want an amount on both sides."""

_EXPONENTS = frozenset(("name", "number", "open", "function", "-name", "-number"))
"""What may stand behind a power: brackets, or one piece, perhaps with a sign."""


@dataclass(frozen=True, slots=True)
class _Piece:
    kind: str
    text: str
    tex: str


@lru_cache(maxsize=4096)
def notation_latex(text: str) -> str:
    r"""Return mathematics in LaTeX; raise BoundcheckError for what is none.

    >>> print(notation_latex("O(k log N)"), notation_latex("||z'||_p**2"), notation_latex("[0, 1/2)"))
    O(k \log N) \|z^{\prime}\|_{p}^{2} [0, 1/2)
    """
    pieces = _pieces(text)
    _require_sense(text, [piece for piece in pieces if piece.kind != "space"])
    return _formula(pieces)


def _pieces(text: str) -> list[_Piece]:
    """Cut a text into pieces."""
    said = re.sub(r"<([^\s<>=][^<>]*,[^<>]*[^\s<>])>", r"⟨\1⟩", text)
    pieces: list[_Piece] = []
    position = 0
    while position < len(said):
        match = _PIECE.match(said, position)
        if match is None:
            raise BoundcheckError(f"cannot read the formula {text!r}: unexpected {said[position:]!r}")
        kind, piece = str(match.lastgroup), match.group()
        position = match.end()
        before = [last.kind for last in pieces[-2:]]
        if kind != "space" or (before[-1:] != ["power"] and before != ["power", "sign"]):
            pieces.append(_Piece(kind, piece, _written(kind, piece)))
    return pieces


def _require_sense(text: str, pieces: Sequence[_Piece]) -> None:
    """Refuse brackets that are not closed, and operators with nothing to join."""
    kinds = ["", *(piece.kind for piece in pieces), "", ""]
    opened = 0
    for i, piece in enumerate(pieces, 1):
        opened += (piece.kind == "open") - (piece.kind == "close")
        after = kinds[i + 1] if (piece.kind, kinds[i + 1]) != ("power", "sign") else f"-{kinds[i + 2]}"
        problem = ""
        if opened < 0:
            problem = f"nothing opened {piece.text!r}"
        elif piece.kind in _JOINS and kinds[i - 1] not in _AMOUNTS:
            problem = f"nothing stands before {piece.text!r}"
        elif piece.kind in (*_JOINS, "sign", "open", "root") and after in ("", *_JOINS, "close"):
            problem = f"nothing stands after {piece.text!r}"
        elif piece.kind == "power" and after not in _EXPONENTS:
            problem = f"put brackets behind {piece.text!r}"
        if problem:
            raise BoundcheckError(f"cannot read the formula {text!r}: {problem}")
    if opened or kinds.count("bar") % 2 or not pieces:
        raise BoundcheckError(f"cannot read the formula {text!r}: {'a bracket is not closed' if pieces else 'empty'}")


def _written(kind: str, text: str) -> str:
    """Write one piece as it is in a formula."""
    match kind:
        case "open" | "close":
            return {**_OPEN, **_CLOSE}[text]
        case "dots":
            return r"\ldots"
        case "dot":
            return r" \cdot "
        case "bar":
            sign, _, index = text.partition("_")
            return _BARS[sign] + (f"_{{{index}}}" if index else "")
        case "function":
            return _NAMES.get(text) or rf"\operatorname{{{text}}}"
        case "name":
            return _name(text)
    return _OPERATORS.get(text, text)


def _name(text: str) -> str:
    matched = re.fullmatch(r"(m[+-]|d2|[A-Za-z]+)(~?)(?:_?\{?([\w,]+(?:[+-]1)?)\}?)?(\*?)('*)", text)
    if matched is None:
        raise BoundcheckError(f"cannot read the name {text!r} in a formula")
    name, tilde, index, star, primes = matched.groups()
    letter = _NAMES.get(name, name)
    letter = rf"\tilde{{{letter}}}" if tilde else letter
    index = rf"\mathrm{{{index}}}" if index and index[:2].isalpha() and len(index) > 1 else index
    above = "*" * bool(star) + r"\prime" * len(primes)
    return letter + (f"_{{{index}}}" if index else "") + (f"^{{{above}}}" if above else "")


def _closing(pieces: Sequence[_Piece]) -> dict[int, int]:
    """Return where each bracket is closed; ``[0, 1)`` is a pair too."""
    opened: list[int] = []
    pairs = {}
    for i, piece in enumerate(pieces):
        if piece.kind == "open":
            opened.append(i)
        elif piece.kind == "close":
            pairs[opened.pop()] = i
    return pairs


def _formula(pieces: Sequence[_Piece]) -> str:
    """Write pieces of a formula; an exponent or a root takes the brackets behind it."""
    closing, written, i = _closing(pieces), "", 0
    while i < len(pieces):
        piece = pieces[i]
        if piece.kind in ("power", "root"):
            end = closing.get(i + 1)
            signed = end is None and pieces[i + 1].kind == "sign"
            operand = pieces[i + 2 : end] if end is not None else pieces[i + 1 : i + 2 + signed]
            written += ("^" if piece.kind == "power" else r"\sqrt") + f"{{{_formula(operand)}}}"
            i = i + 2 + signed if end is None else end + 1
            if i < len(pieces) and pieces[i].kind == "power":  # LaTeX takes no second exponent
                written = f"{{{written}}}"
            continue
        if "^" in piece.tex and i + 1 < len(pieces) and pieces[i + 1].kind == "power":
            written += f"{{{piece.tex}}}"
        else:
            apart = piece.tex[-1].isalpha() and i + 1 < len(pieces) and pieces[i + 1].tex[:1].isalpha()
            written += piece.tex + (" " if apart else "")
        i += 1
    return written.strip()
