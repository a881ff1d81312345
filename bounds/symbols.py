"""The vocabulary: one sympy symbol per quantity, the same everywhere.

A symbol is a real number, or a whole number from 0 on where it counts, and nothing more: what sympy simplifies is equal
for every number that a claim may speak of. Which of them it speaks of is the claim's to say (``Claim.domain``);
``usual`` is what it says where it does not say otherwise.

>>> from bounds import symbols as s
>>> s.U**2 / (2 * s.eta)
U**2/(2*eta)
>>> s.meaning("eta")
'learning rate'
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import sympy

from bounds.domains import COUNT, NONNEGATIVE, POSITIVE, REAL, Domain
from bounds.errors import BoundcheckError

_GLOSSARY: dict[str, tuple[sympy.Symbol, str]] = {}
_OWN: dict[str, sympy.Symbol] = {}
_USUAL: dict[str, Domain] = {}


def _symbol(name: str, meaning_: str, usual_: Domain = REAL) -> Any:
    whole = {"integer": True, "nonnegative": True} if usual_.whole else {"real": True}
    symbol = sympy.Symbol(name, **whole)
    _GLOSSARY[name] = (symbol, meaning_)
    _USUAL[name] = usual_
    return symbol


l = _symbol("l", "number of trials", COUNT)  # noqa: E741
n = _symbol("n", "number of attributes (dimension)", COUNT)
N = _symbol("N", "number of attributes or experts (Winnow, Weighted Majority)", COUNT)
k = _symbol(
    "k",
    "relevant attributes, mistakes of the comparator, or how often it changes (the claim says which)",
    COUNT,
)
m = _symbol("m", "number of mistakes", COUNT)
mplus = _symbol("mplus", "number of mistakes on positive trials", COUNT)
mminus = _symbol("mminus", "number of mistakes on negative trials", COUNT)
eta = _symbol("eta", "learning rate", POSITIVE)
tau = _symbol("tau", "tolerance", POSITIVE)
U = _symbol("U", "bound on the comparator's norm (2-norm for the Perceptron, 1-norm for EU)", NONNEGATIVE)
X = _symbol("X", "bound on the examples' norm (2-norm, or max-norm for EU)", NONNEGATIVE)
beta = _symbol(
    "beta", "factor by which Weighted Majority scales a weight; Winnow promotes by 1 + beta in kitani.*", POSITIVE
)
alpha = _symbol("alpha", "promotion factor", POSITIVE)
theta = _symbol("theta", "threshold")
delta = _symbol("delta", "gap: the separation of comparator and examples of norm one", POSITIVE)
gamma = _symbol("gamma", "margin", POSITIVE)
P = _symbol("P", "length of the comparator's path, the sum of the norms of u_next - u", NONNEGATIVE)
R = _symbol("R", "radius of the examples", NONNEGATIVE)
p = _symbol("p", "exponent of the norm", POSITIVE)
q = _symbol("q", "exponent of the dual norm", POSITIVE)
a = _symbol("a", "update coefficient", POSITIVE)
C = _symbol("C", "constant of a big-oh statement", POSITIVE)
H = _symbol("H", "bound on the comparator's total loss", NONNEGATIVE)
G = _symbol("G", "bound on the norm of gradients", NONNEGATIVE)
Q = _symbol("Q", "sum of (u.x)^2 over the mistaken trials", NONNEGATIVE)
logdet = _symbol("logdet", "logarithm of the determinant of I + S S'/a, S the mistaken examples", NONNEGATIVE)
r = _symbol("r", "relative error of a learning rate: it is (1 + r) times the optimum")

d = _symbol("d", "order of a Hadamard matrix: it has 2**d rows", COUNT)
psi = _symbol("psi", "threshold of the target classifier")
rho = _symbol("rho", "factor by which an additive learner keeps what it has learned so far")
D = _symbol("D", "trials at which the start vector and the target differ", COUNT)

z = _symbol("z", "argument of a transformation f")
uz = _symbol("uz", "product u.z0 of comparator and start vector")
Z = _symbol("Z", "p-norm of the start vector", NONNEGATIVE)
entropy = _symbol("entropy", "entropy of the comparator's shares u_i/U", NONNEGATIVE)

yhat = _symbol("yhat", "prediction on this trial")
ux = _symbol("ux", "prediction u.x of the comparator on this trial")
wx = _symbol("wx", "prediction w.x of the learner on this trial")
xx = _symbol("xx", "squared 2-norm of this trial's example", NONNEGATIVE)
ww = _symbol("ww", "squared 2-norm of the learner's weights", NONNEGATIVE)
side = _symbol("side", "+1 if this trial's prediction is below the outcome, -1 if above, else 0")
loss = _symbol("loss", "the learner's absolute loss on this trial", NONNEGATIVE)
rate = _symbol("rate", "a second learning rate, or coefficient, compared with the first", POSITIVE)

SIZES = frozenset({n, N})
"""Numbers of attributes or experts: an instance that has examples has one at least."""

OF_A_TRIAL = frozenset((ux, wx, xx, ww, loss, side, yhat, m, mplus, mminus))
"""Symbols that are read off a trial, or off a run as far as it has come."""

_LATEX = {
    "mplus": "{m^{+}}",
    "mminus": "{m^{-}}",
    "uz": r"\langle u, z_0 \rangle",
    "ux": r"\langle u, x \rangle",
    "wx": r"\langle w, x \rangle",
    "xx": r"{\|x\|^{2}}",
    "ww": r"{\|w\|^{2}}",
}
"""How symbols whose names are no mathematics are written in LaTeX; other names that are words are set upright."""


def own(name: str) -> sympy.Symbol:
    """Return the symbol of this name, the glossary's or one's own, and know the name from now on.

    One's own is any real number, whoever asks for it: what it may be is said by the claim that has it. That a name is
    known tells it from one that is misspelt, and nothing else.

    >>> own("eta") is eta, usual(own("sigma")).low
    (True, None)
    """
    return _GLOSSARY[name][0] if name in _GLOSSARY else _OWN.setdefault(name, sympy.Symbol(name, real=True))


def known(name: str) -> bool:
    """Tell whether a name is a symbol's: of the glossary, or one's own that a claim has declared."""
    return name in _GLOSSARY or name in _OWN


def lookup(name: str) -> sympy.Symbol:
    """Return the symbol called ``name``, the glossary's or one's own; raise BoundcheckError if there is none."""
    if not isinstance(name, str) or not known(name):
        more = "a claim of one's own declares others in symbols"
        raise BoundcheckError(f"unknown symbol {name!r}; {remedy(str(name))}; {more}")
    return own(name)


def remedy(name: str, more: Sequence[str] = (), cutoff: float = 0.6) -> str:
    """Say what to write for a name that is not in the glossary; ``more`` names are known besides.

    >>> remedy("etta"), remedy("T"), remedy("x_t")
    ("did you mean 'eta'?", 'the number of trials is l', "write x: names of a trial's own have no index")
    """
    if name == "T":
        return "the number of trials is l"
    if name.endswith("_t"):
        return f"write {name[:-2]}: names of a trial's own have no index"
    near = get_close_matches(name, [*_GLOSSARY, *more], 1, cutoff)
    return f"did you mean {near[0]!r}?" if near else f"the glossary has {', '.join(_GLOSSARY)}"


def meaning(name: str) -> str:
    """Return what the symbol called ``name`` stands for."""
    lookup(name)
    return _GLOSSARY[name][1] if name in _GLOSSARY else "a symbol of the claim's own"


def latex(expression: Any, **settings: Any) -> str:
    r"""Return an expression in LaTeX, no name of several letters as a product of its letters.

    ``settings`` are those of ``sympy.latex``.

    >>> print(latex(eta * (ux - wx) + entropy))
    \mathrm{entropy} + \eta \left(\langle u, x \rangle - \langle w, x \rangle\right)
    """
    names = {}
    for symbol in sympy.sympify(expression).free_symbols:
        usual = sympy.latex(symbol)
        if symbol.name in _LATEX:
            names[symbol] = _LATEX[symbol.name]
        elif len(usual) > 1 and usual.isalpha():
            names[symbol] = rf"\mathrm{{{usual}}}"
    return str(sympy.latex(expression, symbol_names=names, **settings))


def usual(symbol: Any) -> Domain:
    """Return what a symbol may be where a claim does not say otherwise; any real number for what the glossary lacks.

    >>> print(usual(eta), "and", usual(k), "and", usual(theta))
    a number > 0 and a whole number >= 0 and any number
    """
    return _USUAL.get(symbol.name, REAL)


def glossary() -> dict[str, str]:
    """Return every symbol's name with its meaning."""
    return {name: text for name, (_, text) in _GLOSSARY.items()}
