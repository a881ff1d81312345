r"""Texts for people, in which mathematics is marked.

What stands between backquotes in a text is mathematics (see ``bounds.formulas.notation``). The marks are not
shown; they say what LaTeX typesets.

>>> title = Words("Theorem 5 as `1/delta**2`")
>>> print(title)
Theorem 5 as 1/delta**2
>>> print(title.latex)
Theorem 5 as $1/\delta^{2}$
"""

from __future__ import annotations

import re

from bounds.errors import BoundcheckError
from bounds.formulas.notation import notation_latex

_ESCAPED = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        **{character: f"\\{character}" for character in "{}_&%$#"},
    }
)
"""How the characters that LaTeX's text does not have as they are, or means otherwise, are written in a paragraph."""

_SPECIAL = {
    "\\": r"{\backslash}",
    "^": r"{}^{\wedge}",
    "~": r"{\sim}",
    "<": "{<}",
    ">": "{>}",
    "|": "{|}",
    **{character: f"\\{character}" for character in "{}_&%$#"},
    " * ": r" \cdot ",
    **{sign: sign for sign in (" - ", " + ", " / ")},
}
"""How the same characters, and signs between words, are written within a formula."""


class Words(str):
    """A text as it is shown, which knows what in it is mathematics.

    Raises BoundcheckError for a mark that is not closed, and for one that cannot be read.

    >>> Words("mistakes of `u +`")
    Traceback (most recent call last):
    ...
    bounds.errors.BoundcheckError: cannot read the formula 'u +': nothing stands after '+'
    """

    __slots__ = ("marked",)
    marked: str

    def __new__(cls, text: str) -> Words:
        """Read the marks of a text; one that is read already stays as it is."""
        if isinstance(text, Words):
            return text
        parts = text.split("`")
        if len(parts) % 2 == 0:
            raise BoundcheckError(f"in {text!r} a formula is not closed; put it between two backquotes")
        for formula in parts[1::2]:
            notation_latex(formula)
        words = super().__new__(cls, "".join(parts))
        words.marked = text
        return words

    def __getnewargs__(self) -> tuple[str]:
        """Return what a pickle makes the text from."""
        return (self.marked,)

    def __add__(self, more: str) -> Words:
        """Return the text with another one after it, each with its marks."""
        return Words(self.marked + Words(more).marked)

    @property
    def parts(self) -> list[tuple[bool, str]]:
        r"""Words and mathematics in turn: (is mathematics, how it is written in LaTeX or the words as they are).

        >>> Words("`y u.x >= delta` on every trial").parts
        [(True, 'y u \\cdot x \\ge \\delta'), (False, ' on every trial')]
        """
        parts = enumerate(self.marked.split("`"))
        return [(bool(i % 2), notation_latex(part) if i % 2 else part) for i, part in parts if part]

    @property
    def latex(self) -> str:
        r"""The text for a paragraph in LaTeX: mathematics between dollars.

        >>> print(Words("`y u.x >= delta` on 100 % of the trials").latex)
        $y u \cdot x \ge \delta$ on 100 \% of the trials
        """
        return "".join(f"${said}$" if formula else latex_escape(said) for formula, said in self.parts)

    @property
    def within(self) -> str:
        r"""The text for a formula in LaTeX: the words as text, which all renderers know.

        >>> print(Words("`y <w_t, x> >= delta` on a mistake").within)
        y \langle w_{t}, x \rangle \ge \delta\text{ on a mistake}
        """
        return "".join(said if formula else _as_text(said) for formula, said in self.parts)


def latex_escape(text: str) -> str:
    r"""Return words for a paragraph in LaTeX, as they are.

    >>> print(latex_escape("100 % of w_t"))
    100 \% of w\_t
    """
    return re.sub(r"(?<![\w)*'])'(?=\w)", "`", text).translate(_ESCAPED)


def _as_text(words: str) -> str:
    parts = re.split(r"( [-+*/] |[\\^~<>|{}_&%$#])", words)
    return "".join(_SPECIAL.get(part) or rf"\text{{{part}}}" for part in parts if part)
