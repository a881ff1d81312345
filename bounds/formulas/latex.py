r"""Formulas in LaTeX: one more way to fold a tree.

>>> from bounds.formulas import read
>>> print(latex(read("w + eta*y*x if y*yhat <= 0 else w")))
w + \eta y x\text{ if }y \hat{y} \le 0\text{, else }w
>>> print(latex(read("max(0, 1 - y*yhat)**2/(2*C)"), of_trial=True))
\frac{{\max\left(0, 1 - y_{t} \hat{y}_{t}\right)}^{2}}{2 C}
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from bounds.formulas.tree import RELATIONS, Apply, Constant, Formula, Name, operands, rebuilt, substitute

_GREEK = frozenset(
    ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "kappa", "mu", "nu", "xi", "rho", "sigma")
) | {"tau", "phi", "chi", "psi", "omega"}
_TRIAL = {
    "x": "x{t}",
    "y": "y{t}",
    "yhat": r"\hat{{y}}{t}",
    "ux": r"\langle u, x{t} \rangle",
    "xx": r"\|x{t}\|_{{2}}^{{2}}",
    "x_i": "x{ti}",
    "side": r"\mathrm{{side}}{t}",
    "gap": r"\mathrm{{gap}}{t}",
    "identity": "I",
    "u_loss": r"\mathrm{{loss}}{t}(u)",
    "u_err": r"\mathrm{{err}}{t}(u)",
    "err": r"\mathrm{{err}}{t}",
    "loss": r"\mathrm{{loss}}{t}",
    "w_next": r"w^{{\prime}}",
    "z_next": r"z^{{\prime}}",
    "w_end": r"w_{{\mathrm{{end}}}}",
    "z_end": r"z_{{\mathrm{{end}}}}",
    "w_next_i": r"w^{{\prime}}_{{i}}",
    "z_next_i": r"z^{{\prime}}_{{i}}",
    "z_i": "z_{{i}}",
    "s_i": "z_{{0,i}}",
    "u_t": "u_{{t}}",
    "u_t_i": "u_{{t,i}}",
    "u_next": "u_{{t+1}}",
    "u_t x": r"\langle u_{{t}}, x{t} \rangle",
    "loss of u_t": r"\mathrm{{loss}}{t}(u_{{t}})",
    "err of u_t": r"\mathrm{{err}}{t}(u_{{t}})",
    "wx": r"\langle w, x{t} \rangle",
    "ww": r"\|w^{{\prime}}\|_{{2}}^{{2}}",
    "mplus": "m^{{+}}",
    "mminus": "m^{{-}}",
    "uz": r"\langle u, z_{{0}} \rangle",
    "s": "z_{{0}}",
    "expected_mistakes": r"\operatorname{{E}}[M]",
}
_OF_TRIAL = " of the trial"
"""Behind a name that carries the trial's number."""

_TOTALS = {
    Apply("sum_t", (Name("err"),)): "M",
    Apply("sum_t", (Name("loss"),)): r"\operatorname{Abs-Loss}(A, S)",
    Apply("sum_t", (Name("u_loss"),)): r"\operatorname{Abs-Loss}(u, S)",
}
"""Totals over all trials that have a notation: mistakes, and losses of the learner A and of u on the trials S."""

PRINTED = frozenset(("+", "-", "*", "/", "**", *RELATIONS, "and", "or", "not", "if", "min", "max", "Min", "Max", "abs"))
PRINTED |= frozenset(
    (
        "Abs",
        "sqrt",
        "exp",
        "ln",
        "log",
        "dot",
        "norm",
        "sum",
        "sum_t",
        "max_t",
        "min_t",
        "all_t",
        "all_i",
        "member",
        "outer",
        "solve",
    )
)
PRINTED |= frozenset(
    (
        "det",
        "sign",
        "at",
        "e",
        "block",
        "sums",
        "argmin",
        "argmax",
        "binomial",
        "vc_dimension",
        "floor",
        "ceiling",
        "end",
    )
)
"""What is printed as it is written in books; other functions are printed by their names."""

ENTRIES = {name: Name(f"{name}_i") for name in ("u", "v", "w", "x", "z", "s", "w_next", "z_next", "u_t")}
RELATION_LATEX = {"<=": r"\le", ">=": r"\ge", "==": "=", "!=": r"\ne", "<": "<", ">": ">"}
_OF_WHOLE = frozenset(("dot", "norm", "sum", "outer", "solve", "det", "at", "part", "length", "e", "sums", "block"))
_SUM, _PRODUCT, _QUOTIENT, _POWER, _ATOM = 5, 6, 7, 8, 9
"""How tightly things bind, in the numbers of ``bounds.formulas.text``."""


def latex(formula: Formula, *, of_trial: bool = False) -> str:
    """Return a formula in LaTeX; with ``of_trial`` what belongs to a trial carries its number t.

    Vectors are written by their names, and operations on them entry by entry as those on numbers.
    """
    return _written(formula, "_{t}" if of_trial else "")[0]


def with_each(formula: Formula) -> Formula:
    r"""Return a formula in which the comparator carries the trial's number, as where it changes with the trial.

    >>> from bounds.formulas import read
    >>> print(latex(with_each(read("sum_t(ux)"))), latex(with_each(read("norm(u_next - u, 2)"))))
    \sum_{t} \langle u_{t}, x_{t} \rangle \|u_{t+1} - u_{t}\|_{2}
    """
    said = {"u": "u_t", "ux": "u_t x", "u_loss": "loss of u_t", "u_err": "err of u_t"}
    return substitute(formula, {name: Name(other) for name, other in said.items()})


def with_history(formula: Formula, varying: Iterable[str]) -> Formula:
    r"""Return a rule's formula in which some names carry the trial's number within ``before_t``, as x and y do.

    >>> from bounds.formulas import read
    >>> print(latex(with_history(read("w + before_t(v*late*dot(w, now(w)))"), ["v", "w", "late"])))
    w + \sum_{s < t} v_{s} \mathrm{late}_{s} \langle w_{s}, w_{t} \rangle
    """
    names = tuple(varying)
    return rebuilt(
        formula,
        lambda part: of_each_trial(part, names) if isinstance(part, Apply) and part.function == "before_t" else None,
    )


def of_each_trial(formula: Formula, varying: Iterable[str]) -> Formula:
    r"""Return a formula in which some names carry the trial's number wherever x and y do.

    >>> from bounds.formulas import read
    >>> print(latex(of_each_trial(read("sum_t(dot(x - h, x - h))"), ["h"])))
    \sum_{t} \langle x_{t} - h_{t}, x_{t} - h_{t} \rangle
    """
    return substitute(formula, {name: Name(name + _OF_TRIAL) for name in varying})


def condition_latex(condition: Formula) -> str:
    r"""Return on which trials something is said, as it is set behind a formula.

    >>> from bounds.formulas import read
    >>> print(condition_latex(read("err*(y > 0)")))
    \text{on a mistake where }y > 0
    """
    parts = operands(condition, "*", "and")
    mistakes = r"\text{on a mistake}" if Name("err") in parts else ""
    said = [_condition(part) for part in parts]
    others = r"\text{ and }".join(text for part, text in zip(parts, said, strict=True) if part != Name("err"))
    if not others:
        return mistakes
    return (mistakes[:-1] + r" where }" if mistakes else r"\text{where }") + others


def _condition(part: Formula) -> str:
    if part == Name("u_err"):
        return r"\text{the comparator errs}"
    is_truth = isinstance(part, Apply) and part.function in (*RELATIONS, "or", "not")
    return latex(part if is_truth else Apply("!=", (part, Constant(Fraction(0)))))


def _written(formula: Formula, t: str) -> tuple[str, int]:
    """Return a formula in LaTeX and how tightly it binds."""
    match formula:
        case Constant(value):
            whole = value.denominator == 1
            return (str(value), _ATOM) if whole else (rf"\frac{{{value.numerator}}}{{{value.denominator}}}", _ATOM)
        case Name(name):
            return _name(name, t), _ATOM
        case Apply("sum_t", _) if formula in _TOTALS:
            return _TOTALS[formula], _ATOM
        case Apply("if", (condition, Constant(yes), Constant(no))) if yes == 1 and no == 0:
            return rf"\mathbf{{1}}\left[{_inside(condition, 0, t)}\right]", _ATOM
        case Apply("if", (condition, yes, no)):
            chosen = rf"{_inside(yes, 1, t)}\text{{ if }}{_inside(condition, 1, t)}"
            return rf"{chosen}\text{{, else }}{_inside(no, 0, t)}", 0
        case Apply("-", (inside,)):
            return f"-{_inside(inside, _PRODUCT, t)}", _SUM
        case Apply("not", (Apply("all_i", (Apply("==", (left, right)),)),)):
            return _written(Apply("!=", (left, right)), t)
        case Apply("not", (inside,)):
            return rf"\neg \left({_written(inside, t)[0]}\right)", 3
        case Apply(("and" | "or") as word, (left, right)):
            level = 2 if word == "and" else 1
            return rf"{_inside(left, level, t)} \text{{ {word} }} {_inside(right, level, t)}", level
        case Apply("==", (Apply(one, _) as left, Apply(other, _) as right)) if {one, other} <= {*RELATIONS}:
            return rf"{_written(left, t)[0]}\text{{ if and only if }}{_written(right, t)[0]}", 1
        case Apply(sign, (left, right)) if sign in RELATIONS:
            return f"{_inside(left, _SUM, t)} {RELATION_LATEX[sign]} {_inside(right, _SUM, t)}", 4
        case Apply(("+" | "-") as sign, (left, right)):
            return f"{_inside(left, _SUM, t)} {sign} {_inside(right, _PRODUCT, t)}", _SUM
        case Apply("*", (Apply("-", (left,)), right)):
            return _written(Apply("-", (Apply("*", (left, right)),)), t)
        case Apply("*", (left, right)):
            second = _inside(right, _PRODUCT, t)
            sign = r" \cdot " if second[:1].isdigit() else " "
            return f"{_inside(left, _PRODUCT, t)}{sign}{second}", _PRODUCT
        case Apply("/", (Apply("-", (left,)), right)):
            return _written(Apply("-", (Apply("/", (left, right)),)), t)
        case Apply("/", (left, right)):
            return rf"\frac{{{_inside(left, 0, t)}}}{{{_inside(right, 0, t)}}}", _QUOTIENT
        case Apply("**", (base, exponent)):
            below = _inside(base, _ATOM, t)
            grouped = below if below.lstrip("\\").isalnum() else f"{{{below}}}"
            return f"{grouped}^{{{_inside(exponent, 0, t)}}}", _POWER
        case Apply("all_t", (said,)):
            each = 0 if isinstance(said, Apply) and said.function == "all_i" else 1
            return rf"{_inside(said, each, '_{t}')}\text{{ on every trial}}", 0
        case Apply("all_i", (said,)):
            return rf"{_inside(_entries(said), 1, t)}\text{{ for every }}i", 0
        case Apply("member", (a, *members)):
            among = ", ".join(_inside(member, 0, t) for member in members)
            return rf"{_inside(a, _SUM, t)} \in \{{{among}\}}", 4
        case Apply(function, arguments):
            return _applied(function, arguments, t)


def _entries(formula: Formula) -> Formula:
    """Return what is said of the entries of vectors, with these by their names but in what takes whole vectors."""
    whole = isinstance(formula, Apply) and (
        formula.function in _OF_WHOLE or (formula.function in ("min", "max") and len(formula.arguments) == 1)
    )
    if isinstance(formula, Name):
        return ENTRIES.get(formula.name, formula)
    if whole or not isinstance(formula, Apply):
        return formula
    return Apply(formula.function, tuple(map(_entries, formula.arguments)))


def _applied(function: str, arguments: tuple[Formula, ...], t: str) -> tuple[str, int]:
    if function == "before_t":
        return rf"\sum_{{s < t}} {_inside(arguments[0], _PRODUCT, '_{s}')}", _PRODUCT
    if function == "now":
        return _written(arguments[0], "_{t}")
    if function in ("sum_t", "max_t", "min_t"):
        return rf"\{function[:3]}_{{t}} {_inside(arguments[0], _PRODUCT, '_{t}')}", _PRODUCT
    match function, arguments:
        case (("sum" | "max"), (Apply("abs", (Name() as entries,)),)):
            which = "1" if function == "sum" else r"\infty"
            return rf"\|{_inside(entries, 0, t)}\|_{{{which}}}", _ATOM
    if function in ("sum", "max", "min") and len(arguments) == 1:
        return rf"\{function}_{{i}} {_inside(_entries(arguments[0]), _PRODUCT, t)}", _PRODUCT
    said = [_inside(argument, 0, t) for argument in arguments]
    match function, said:
        case "dot", [left, right]:
            return rf"\langle {left}, {right} \rangle", _ATOM
        case "at", [vector, i]:
            entry = ENTRIES.get(arguments[0].name) if isinstance(arguments[0], Name) else None
            if entry is not None and arguments[1] == Name("i"):
                return _name(entry.name, t), _ATOM
            return rf"\left({vector}\right)_{{{i}}}", _ATOM
        case "norm", [vector, p]:
            return rf"\|{vector}\|_{{{p}}}", _ATOM
        case "toleranced_loss", [tolerance]:
            return rf"\operatorname{{Abs-Loss}}(A, S, {tolerance})", _ATOM
        case "vc_dimension", [number, k]:
            chosen = rf"\text{{disjunctions of }}{k}\text{{ of }}{number}\text{{ variables}}"
            return rf"\operatorname{{VCdim}}\left({chosen}\right)", _ATOM
        case "binomial", [above, below]:
            return rf"\binom{{{above}}}{{{below}}}", _ATOM
        case "abs" | "Abs", [inside]:
            return rf"\left|{inside}\right|", _ATOM
        case "floor" | "ceiling", [inside]:
            side = {"floor": "floor", "ceiling": "ceil"}[function]
            return rf"\left\l{side}{{{inside}}}\right\r{side}", _ATOM
        case "sqrt", [inside]:
            return rf"\sqrt{{{inside}}}", _ATOM
        case "outer", _:
            column, row = (_inside(argument, _ATOM, t) for argument in arguments)
            return rf"{column} {row}^{{\top}}", _PRODUCT
        case "solve", _:
            of, vector = (_inside(argument, _ATOM, t) for argument in arguments)
            return rf"{of}^{{-1}} {vector}", _PRODUCT
        case "e", [inside, *_]:
            return f"e_{{{inside}}}", _ATOM
        case "block", [vector, i, _]:
            return rf"\left[{vector}\right]_{{{i}}}", _ATOM
        case "sums", [vector, k]:
            return rf"\Sigma_{{{k}}}\left({vector}\right)", _ATOM
        case "simplex", [inside]:
            return rf"\Pi\left({inside}\right)", _ATOM
        case "exp", [inside]:
            return f"e^{{{inside}}}", _POWER
    function = {"Min": "min", "Max": "max", "log": "ln"}.get(function, function)
    name = rf"\{function}" if function in ("min", "max", "ln", "det") else rf"\operatorname{{{function}}}"
    return rf"{name}\left({', '.join(said)}\right)", _ATOM


def _inside(formula: Formula, level: int, t: str) -> str:
    text, binds = _written(formula, t)
    if level >= _SUM and isinstance(formula, Apply) and formula.function in (*RELATIONS, "not"):  # it counts 1 or 0
        return rf"\mathbf{{1}}\left[{text}\right]"
    return text if binds >= level else rf"\left({text}\right)"


def _name(name: str, t: str) -> str:
    if name in _TRIAL:
        return _TRIAL[name].format(t=t, ti="_{t,i}" if t else "_{i}")
    if name in ("u_i", "v_i", "w_i"):
        return f"{name[0]}_{{i}}"
    if name in _GREEK:
        return rf"\{name}"
    if name == "t" and t == "_{s}":
        return "s"
    if name.endswith(_OF_TRIAL):
        return f"{_name(name.removesuffix(_OF_TRIAL), '')}{t}"
    if name.endswith("_next"):
        return rf"{_name(name.removesuffix('_next'), t)}^{{\prime}}"
    return name if len(name) == 1 else r"\mathrm{" + name.replace("_", r"\_") + "}"
