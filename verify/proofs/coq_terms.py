"""Coq terms as texts, with the parentheses that they need."""

from __future__ import annotations

import re
from collections.abc import Iterable

_LEVELS = {" + ": 1, " - ": 1, " * ": 2, " / ": 2, " ^ ": 3}
_NEEDS = {"+": (1, 2), "-": (1, 2), "*": (2, 3), "/": (2, 3), "^": (4, 5)}
"""How tightly operations bind in Coq: the least that a left and a right operand need to go without parentheses."""


def level(text: str) -> int:
    """Return how tightly the loosest operation of a term binds: 4 for a function with its arguments, 5 for an atom."""
    outside, depth = "", 0
    for letter in text:
        depth -= letter == ")"
        outside += letter if not depth else ""
        depth += letter == "("
    first = {"if": 0, "fun": 0, "-": 1, "/": 3}.get(text.split(" ")[0], 5)
    return min([first, 4 if " " in outside else 5, *(level for sign, level in _LEVELS.items() if sign in outside)])


def infix(sign: str, left: str, right: str) -> str:
    """Return an operation on two Coq terms, in parentheses where they need them.

    >>> infix("-", "a + b", "c - d"), infix("*", "a + b", "f c")
    ('a + b - (c - d)', '(a + b) * f c')
    """
    needed = zip((left, right), _NEEDS[sign], strict=True)
    return f" {sign} ".join(text if level(text) >= least else f"({text})" for text, least in needed)


def atom(text: str) -> str:
    """Return a Coq term in parentheses where it needs them as an argument."""
    return text if level(text) == 5 else f"({text})"


def bare(text: str) -> str:
    """Return a term without the parentheses around all of it."""
    return text[1:-1] if text.startswith("(") and level(text) == 5 and level(text[1:-1]) < 5 else text


def related(relation: str, left: str, right: str) -> str:
    """Return a relation of two Coq terms."""
    sign = {"==": "=", "!=": "<>"}.get(relation, relation)
    return f" {sign} ".join(text if level(text) else f"({text})" for text in (left, right))


_BINDER_OR_WORD = re.compile(r"\b(?:fun|forall|exists|let) (.*?)(?:=>|,|:=)|([()])|([A-Za-z]\w*'?)")


def free_words(text: str) -> set[str]:
    """Return the words of a term but for those that are bound where they stand, up to the end of the parentheses.

    >>> sorted(free_words("f (fun c => c + d) c"))
    ['c', 'd', 'f']
    """
    free, bound = set[str](), [set[str]()]
    for binder, parenthesis, word in _BINDER_OR_WORD.findall(text):
        if parenthesis == "(":
            bound.append(bound[-1])
        elif parenthesis:
            bound.pop()
        elif word:
            free |= {word} - bound[-1]
        else:
            bound[-1] = bound[-1].union(re.findall(r"[A-Za-z]\w*'?", binder))
    return free


def paired(terms: Iterable[str]) -> str:
    """Return some terms as one: a pair, or the only one."""
    one, *others = terms
    return f"({', '.join(map(bare, (one, *others)))})" if others else bare(one)
