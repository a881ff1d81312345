"""The vocabulary: one sympy symbol per quantity, the same everywhere.

>>> from bounds import symbols as s
>>> s.U**2 / (2 * s.eta)
U**2/(2*eta)
>>> s.meaning("eta")
'learning rate'
"""

from __future__ import annotations

from typing import Any

import sympy

from bounds.errors import BoundcheckError

_GLOSSARY: dict[str, tuple[sympy.Symbol, str]] = {}


def _symbol(name: str, meaning_: str, **assumptions: bool) -> Any:
    symbol = sympy.Symbol(name, **assumptions)
    _GLOSSARY[name] = (symbol, meaning_)
    return symbol


l = _symbol("l", "number of trials", integer=True, nonnegative=True)  # noqa: E741
n = _symbol("n", "number of attributes (dimension)", integer=True, positive=True)
N = _symbol("N", "number of attributes or experts (Winnow, Weighted Majority)", integer=True, positive=True)
k = _symbol(
    "k",
    "relevant attributes, or mistakes of the comparator (the claim says which)",
    integer=True,
    nonnegative=True,
)
m = _symbol("m", "number of mistakes", integer=True, nonnegative=True)
mplus = _symbol("mplus", "number of mistakes on positive trials", integer=True, nonnegative=True)
mminus = _symbol("mminus", "number of mistakes on negative trials", integer=True, nonnegative=True)
eta = _symbol("eta", "learning rate", positive=True)
tau = _symbol("tau", "tolerance", positive=True)
U = _symbol("U", "bound on the comparator's norm (2-norm for the Perceptron, 1-norm for EU)", nonnegative=True)
X = _symbol("X", "bound on the examples' norm (2-norm, or max-norm for EU)", nonnegative=True)
beta = _symbol(
    "beta", "factor by which Weighted Majority scales a weight; Winnow promotes by 1 + beta in kitani.*", positive=True
)
alpha = _symbol("alpha", "promotion factor", positive=True)
theta = _symbol("theta", "threshold", real=True)
delta = _symbol("delta", "gap: the separation of comparator and examples of norm one", positive=True)
gamma = _symbol("gamma", "margin", positive=True)
R = _symbol("R", "radius of the examples", nonnegative=True)
p = _symbol("p", "exponent of the norm", positive=True)
q = _symbol("q", "exponent of the dual norm", positive=True)
a = _symbol("a", "update coefficient", positive=True)
C = _symbol("C", "constant of a big-oh statement", positive=True)
H = _symbol("H", "bound on the comparator's total loss", nonnegative=True)
G = _symbol("G", "bound on the norm of gradients", nonnegative=True)
r = _symbol("r", "relative error of a learning rate: it is (1 + r) times the optimum", real=True)

d = _symbol("d", "order of a Hadamard matrix: it has 2**d rows", integer=True, nonnegative=True)
psi = _symbol("psi", "threshold of the target classifier", real=True)
rho = _symbol("rho", "factor by which an additive learner keeps what it has learned so far", real=True)
D = _symbol("D", "trials at which the start vector and the target differ", integer=True, nonnegative=True)

z = _symbol("z", "argument of a transformation f", real=True)
uz = _symbol("uz", "product u.z0 of comparator and start vector", real=True)
Z = _symbol("Z", "p-norm of the start vector", nonnegative=True)
entropy = _symbol("entropy", "entropy of the comparator's shares u_i/U", nonnegative=True)

yhat = _symbol("yhat", "prediction on this trial", real=True)
ux = _symbol("ux", "prediction u.x of the comparator on this trial", real=True)
wx = _symbol("wx", "prediction w.x of the learner on this trial", real=True)
xx = _symbol("xx", "squared 2-norm of this trial's example", nonnegative=True)
ww = _symbol("ww", "squared 2-norm of the learner's weights", nonnegative=True)
side = _symbol("side", "+1 if this trial's prediction is below the outcome, -1 if above, else 0", integer=True)
loss = _symbol("loss", "the learner's absolute loss on this trial", nonnegative=True)
rate = _symbol("rate", "a second learning rate, or coefficient, compared with the first", positive=True)

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


def lookup(name: str) -> sympy.Symbol:
    """Return the glossary's symbol called ``name``; raise BoundcheckError if there is none."""
    try:
        return _GLOSSARY[name][0]
    except KeyError:
        raise BoundcheckError(f"unknown symbol {name!r}; the glossary has {', '.join(_GLOSSARY)}") from None


def meaning(name: str) -> str:
    """Return what the symbol called ``name`` stands for."""
    lookup(name)
    return _GLOSSARY[name][1]


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


def glossary() -> dict[str, str]:
    """Return every symbol's name with its meaning."""
    return {name: text for name, (_, text) in _GLOSSARY.items()}
