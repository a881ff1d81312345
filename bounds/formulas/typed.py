"""How to type what is written by hand in a formula, such as a Greek letter."""

from __future__ import annotations

import unicodedata

from bounds import symbols

PRODUCT = "write * to multiply"
OF_NUMBERS = {
    "^": "write ** for a power",
    "\u2212": "write - for a minus",
    "\u00d7": PRODUCT,
    "\u00b7": PRODUCT,
    "\u221a": "write sqrt(...)",
    "|": "write abs(...)",
    "[": "write (",
    "{": "write (",
}
_PRODUCT_OF_VECTORS = "write dot(v, w) for a product of vectors"
OF_TRIALS = {
    "=": "write == for an equality",
    "\u2264": "write <=",
    "\u2265": "write >=",
    "\u2260": "write !=",
    "|": "write abs(a), or norm(v, 2)",
    "\u2016": "write norm(v, 2)",
    "<": _PRODUCT_OF_VECTORS,
    "\u27e8": _PRODUCT_OF_VECTORS,
    ":": "write a choice as a if c else b",
}
"""What is written in formulas of trials besides."""


def how_typed(character: str, *, of_trials: bool = False) -> str:
    """Say how to type a sign that is not read here; nothing for what means nothing here.

    >>> how_typed("^"), how_typed("\u03b7"), how_typed("="), how_typed("=", of_trials=True)
    ('write ** for a power', 'write eta', '', 'write == for an equality')
    """
    known = {**OF_NUMBERS, **(OF_TRIALS if of_trials else {})}
    if character in known:
        return known[character]
    name = unicodedata.name(character, "")
    if name.startswith("SUPERSCRIPT"):
        return known["^"]
    letter = name.removeprefix("GREEK SMALL LETTER ").lower()
    return f"write {letter}" if letter in symbols.glossary() else ""
