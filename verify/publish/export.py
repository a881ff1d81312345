"""A claim for other people's tools: a theorem environment for LaTeX, definitions and a statement for Coq.

Both are made from the claim: bound, premises, definitions, learner and source. Nothing is typed in twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import sympy

from bounds.claims.claim import Claim
from bounds.claims.latex import numbered
from bounds.claims.limits import Relation, implied, premise
from bounds.claims.words import Words
from bounds.errors import BoundcheckError
from bounds.formulas.latex import RELATION_LATEX
from bounds.formulas.latex import latex as formula_latex
from bounds.formulas.premise_latex import premise_latex
from bounds.symbols import latex, lookup, meaning
from verify.proofs.coq_export import RENAMED, constants, coq_id, definition
from verify.proofs.coq_export import to_coq as coq_term
from verify.proofs.coq_statements import SOURCES as COQ_SOURCES
from verify.proofs.coq_statements import stated

# --- LaTeX ---------------------------------------------------------------------------------------------

DOCUMENT = r"""\documentclass{article}
\usepackage{amsmath,amssymb,amsthm}
\newtheorem{theorem}{Theorem}
\begin{document}
%s
\end{document}
"""


def _require_one_learner(claim: Claim) -> None:
    """Refuse a claim that a sequence exists for each learner: a theorem about all sequences says something else."""
    if claim.nature is not None:
        raise BoundcheckError(
            f"{claim.id} is about any learner, and is exported as a certificate: boundcheck optimal FILE --out FILE"
        )


def to_latex(claim: Claim) -> str:
    r"""Return a claim as a theorem environment.

    The environment needs ``amsmath`` and a ``theorem`` environment, such as ``\newtheorem{theorem}{Theorem}``.

    >>> from boundcheck import theorem
    >>> print(to_latex(theorem("bylander.8")))
    \begin{theorem}[{Bylander 1998, Theorem 8, p. 346}]\label{bylander.8}
    Theorem 8: toleranced absolute loss of the Perceptron.
    Let the learner be $\operatorname{Perceptron}(0, \eta)$, toleranced. Suppose that
    \begin{itemize}
    \item $\|u\|_{2} \le U$;
    \item $\|x_{t}\|_{2} \le X\text{ on every trial}$;
    \item $X > 0$ (silent in the source);
    \item $\tau > 0$;
    \item $\eta = \frac{2 \tau}{X^{2}}$.
    \end{itemize}
    Then
    \[ \operatorname{Abs-Loss}(A, S, \tau) - \operatorname{Abs-Loss}(u, S) \le \frac{U^{2} X^{2}}{4 \tau}. \]
    \end{theorem}
    """
    _require_one_learner(claim)
    premises = list(latex_premises(claim))
    learner = f"Let the learner be {claim.learner.latex}. " if claim.learner else ""
    source = "" if claim.own else f"[{{{claim.source.latex}}}]"
    label = re.sub(r"[^\w.+*:-]", "-", claim.id)
    lines = [
        rf"\begin{{theorem}}{source}\label{{{label}}}",
        f"{Words(claim.title).latex}.",
        f"{learner}Suppose that" if premises else learner.strip(),
    ]
    if premises:
        items = [rf"\item {text};" for text in premises]
        items[-1] = items[-1][:-1] + "."
        lines += [r"\begin{itemize}", *items, r"\end{itemize}", "Then"]
    lines += [rf"\[ {claim.latex()}. \]", r"\end{theorem}"]
    return "\n".join(line for line in lines if line)


def to_document(claims: Iterable[Claim]) -> str:
    r"""Return claims as one LaTeX document that compiles by itself.

    >>> from boundcheck import theorem
    >>> to_document([theorem("bylander.5"), theorem("bylander.8")]).count(r"\begin{theorem}")
    2
    """
    return DOCUMENT % "\n\n".join(map(to_latex, claims))


def latex_premises(claim: Claim) -> Iterator[str]:
    """Yield what a claim supposes, each for a paragraph in LaTeX."""
    for hypothesis in claim.hypotheses:
        relation, formula = premise(hypothesis), hypothesis.tree
        formula = None if formula is None else numbered(claim, formula)
        printed = (
            _latex_relation(relation) if relation is not None else None if formula is None else premise_latex(formula)
        )
        if printed is None and formula is not None and (claim.own or str(hypothesis.text) == hypothesis.formula):
            printed = formula_latex(formula, of_trial=True)
        said = Words(hypothesis.text).latex if printed is None else f"${printed}$"
        yield said + (" (silent in the source)" if hypothesis.silent else "")
    for relation in _ranges(claim):
        yield f"${_latex_relation(relation)}$"
    for symbol, domain in claim.stated_domains:
        if domain.whole:
            yield rf"${latex(symbol)} \in \{{0, 1, 2, \ldots\}}$"
    for symbol, formula in claim.definitions.items():
        yield f"${latex(symbol)} = {formula_latex(formula)}$"


def _latex_relation(relation: Relation) -> str:
    relation = relation.turned() if relation.left.is_number else relation
    return f"{latex(relation.left)} {RELATION_LATEX[relation.operator]} {latex(relation.right)}"


def _ranges(claim: Claim) -> Iterator[Relation]:
    """Yield the lower ends of the parameters' domains, where no premise says as much; whole numbers are said apart."""
    for symbol, domain in claim.stated_domains:
        if domain.low is not None and not domain.whole and not implied(claim, symbol, domain):
            yield Relation(symbol, domain.operator, sympy.Integer(domain.low))


# --- Coq -----------------------------------------------------------------------------------------------

COQ_RELATIONS = {"<=": "<=", ">=": ">=", "==": "=", "<": "<", ">": ">"}

COQ = """(** {id}: {title}
    {source}
    {standing}{stated}

    Each comparison that the claim makes is one element of [comparison], and every parameter a function of it.
    Premises about trials and comparator are predicates to fill in. Division and logarithm are total in Coq: add
    the positivity that a formula needs. *)

From Coq Require Import Reals.
Open Scope R_scope.

Section {name}.

{rounding}{definitions}

Variable comparison : Type.
{variables}

Definition {name}_claim : Prop := forall c : comparison,
{premises}  compared c {relation} {bound}.

End {name}.
"""


def to_coq(claim: Claim) -> str:
    """Return a claim as Coq definitions (bound, rates) and the skeleton of its statement.

    It compiles by itself. Where the claim is stated in full in ``verify/proofs/coq``, it says so.

    >>> from boundcheck import theorem
    >>> text = to_coq(theorem("bylander.5"))
    >>> "Definition b_bylander_5 (U X : R) : R := floor (U ^ 2 * X ^ 2)." in text
    True
    >>> print(text[text.index("Definition bylander_5_claim"):text.index("End")].strip())
    Definition bylander_5_claim : Prop := forall c : comparison,
      premise_comparator c ->
      premise_examples c ->
      premise_separable c ->
      X c > 0 ->
      eta c = eta_bylander_5 (X c) ->
      compared c <= b_bylander_5 (U c) (X c).
    """
    _require_one_learner(claim)
    name = coq_id(claim.id.replace("*", "_variant"))
    fixed = {label.replace(coq_id(claim.id), name): expression for label, expression in constants(claim)}
    learner = claim.learner.text if claim.learner else "none"
    variables = [("compared", "R", f"{claim.quantity.text}, learner: {learner}")]
    premises: list[str] = []
    symbols: set[Any] = set().union(*(sympy.sympify(e).free_symbols for e in fixed.values()), claim.defines)
    for i, hypothesis in enumerate(claim.hypotheses):
        relation = premise(hypothesis)
        if relation is None:
            predicate = f"premise_{_identifier(hypothesis.name, i, [v for v, _, _ in variables])}"
            variables.append((predicate, "Prop", hypothesis.text))
            premises.append(f"{predicate} c")
        else:
            symbols |= relation.left.free_symbols | relation.right.free_symbols
            premises.append(_coq_relation(relation))
    for relation in _ranges(claim):
        symbols |= relation.left.free_symbols | relation.right.free_symbols
        premises.append(_coq_relation(relation))
    symbols |= {symbol for symbol, _ in claim.stated_domains}
    counts = sorted((symbol for symbol in symbols if claim.domain(symbol).whole), key=str)
    premises += [f"(exists i : nat, {_of_c(symbol)} = INR i)" for symbol in counts]
    premises += [f"{_of_c(symbol)} >= {low}" for symbol in counts if (low := claim.domain(symbol).low)]
    for symbol, expression in claim.defines.items():
        premises.append(f"{_of_c(symbol)} = {_applied(f'{symbol}_{name}', expression)}")
    variables += [(_coq_name(s), "R", _meaning(claim, s)) for s in sorted(symbols, key=str)]
    definitions = "\n".join(definition(label, expression) for label, expression in fixed.items())
    return COQ.format(
        id=_comment(claim.id),
        title=_comment(claim.title),
        source=_comment(str(claim.source)),
        standing=_comment(claim.standing.value),
        stated=_stated(claim),
        definitions=definitions,
        rounding=_rounding("\n".join([definitions, *premises])),
        name=name,
        variables="\n".join(
            f"Variable {v} : comparison -> {kind}. (* {_comment(note)} *)" for v, kind, note in variables
        ),
        premises="".join(f"  {text} ->\n" for text in premises),
        relation=COQ_RELATIONS[claim.relation],
        bound=_applied(f"b_{name}", claim.bound),
    )


def _rounding(text: str) -> str:
    """Return what a text rounds by, as it is defined for the proofs, for one section alone."""
    known = (COQ_SOURCES / "Definitions.v").read_text()
    defined = re.findall(r"^Definition ((floor|ceiling) .*)$", known, re.MULTILINE)
    return "".join(f"Let {line}\n" for line, name in defined if re.search(rf"\b{name}\b", text))


def _coq_name(symbol: Any) -> str:
    return RENAMED.get(symbol.name, str(symbol.name))


def _of_c(symbol: Any) -> str:
    return f"{_coq_name(symbol)} c"


def _applied(label: str, expression: Any) -> str:
    """Return a definition applied to its arguments, in the order in which ``definition`` binds them."""
    names = sorted(_coq_name(symbol) for symbol in sympy.sympify(expression).free_symbols)
    return " ".join([label, *(f"({name} c)" for name in names)])


def _coq_relation(relation: Relation) -> str:
    """Return a premise with every symbol applied to the comparison."""
    sides = []
    for side in (relation.left, relation.right):
        text = coq_term(side)
        for symbol in sorted(side.free_symbols, key=lambda s: -len(s.name)):
            text = re.sub(rf"\b{re.escape(_coq_name(symbol))}\b", f"({_of_c(symbol)})", text)
        sides.append(text.removeprefix("(").removesuffix(")") if side.is_Symbol else text)
    return f"{sides[0]} {COQ_RELATIONS[relation.operator]} {sides[1]}"


def _identifier(name: str, i: int, taken: list[str]) -> str:
    plain = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_") or str(i + 1)
    return plain if f"premise_{plain}" not in taken else f"{plain}_{i + 1}"


def _comment(text: str) -> str:
    """Return text that neither opens nor closes a comment or a string in Coq.

    >>> _comment('n*(a + b)*(c) "d"')
    "n* (a + b)* (c) 'd'"
    """
    return text.replace("(*", "( *").replace("*)", "* )").replace("*(", "* (").replace('"', "'")


def _meaning(claim: Claim, symbol: Any) -> str:
    if claim.own and symbol in claim.ranges:
        return "a parameter of your own"
    try:
        lookup(symbol.name)
    except BoundcheckError:
        return "a symbol of this claim's own"
    return meaning(symbol.name)


def _stated(claim: Claim) -> str:
    """Say where the repository's Coq files state this claim in full, if they do."""
    for theorem in stated():
        if theorem.claim.id == claim.id:
            name = coq_id(claim.id)
            return (
                f"\n    Stated in full, and proved, as the theorem [{name}] of verify/proofs/coq/{theorem.proved_in}."
            )
    return ""
