"""A named fact of analysis as a Coq proposition, and whether Coq has proved it.

The statement is written from the formula that a proof takes for true: all its symbols are arbitrary but for those that
mean something (``MEANINGS``). The statements are kept in
coq/GenFacts.v (``python -m verify.prove.coq_facts --write``), and coq/Facts.v has the theorems. A fact is checked if
Coq has accepted its theorem, and GenFacts.v has word by word what the proof at hand states.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from functools import cache
from itertools import groupby
from typing import Any

import z3

from bounds.errors import BoundcheckError
from verify.logic import axioms, language
from verify.logic.kernel import Axiom
from verify.logic.language import Formula, Term
from verify.proofs import coq_run
from verify.proofs.coq_statements import FACT, FACTS_STATED, SOURCES

FILE = SOURCES / FACTS_STATED

MEANINGS = {
    axioms.exp: "exp {}",
    axioms.ln: "ln {}",
    axioms.root: "sqrt {}",
    axioms.dot: "dot n {} {}",
    axioms.add: "(fun at_ => {} at_ + {} at_)",
    axioms.scale: "(fun at_ => {} * {} at_)",
    axioms.zero.decl(): "zero",
}
"""What the symbols of ``verify.logic.axioms`` mean in Coq, in its Definitions files."""

SORTS = {"Real": "R", "Int": "Z", axioms.VECTOR.name(): "vec"}

RELATIONS = {z3.Z3_OP_LE: "{0} <= {1}", z3.Z3_OP_LT: "{0} < {1}", z3.Z3_OP_GE: "{1} <= {0}", z3.Z3_OP_GT: "{1} < {0}"}
RELATIONS[z3.Z3_OP_EQ] = "{0} = {1}"

OPERATIONS = {z3.Z3_OP_MUL: ("*", 1), z3.Z3_OP_DIV: ("/", 1), z3.Z3_OP_ADD: ("+", 2), z3.Z3_OP_SUB: ("-", 2)}
"""Each with its sign and its level: the higher, the less it binds."""

CONNECTIVES = {z3.Z3_OP_AND: " /\\ ", z3.Z3_OP_OR: " \\/ "}

ATOM = re.compile(r"\w+|\(fun .*\)")

WORDS = {*re.findall(r"\w+", " ".join(MEANINGS.values())), *SORTS.values(), "IZR", "Rabs"}
"""Names that mean something in Coq here."""


def coq_name(fact: str) -> str:
    """Return the Coq name of a fact.

    >>> coq_name("a norm of 0, of |v|")
    'fact_a_norm_of_0_of_v'
    """
    return FACT + re.sub(r"\W+", "_", fact).strip("_")


def statement(axiom: Axiom) -> str:
    """Return ``Definition fact_..._stmt : Prop := ...``; raise BoundcheckError where a part has no Coq form.

    >>> from verify.logic.axioms import exp
    >>> a = z3.Real("a")
    >>> print(statement(Axiom("tangent", "analysis", z3.ForAll([a], exp(a) >= 1 + a))))
    Definition fact_tangent_stmt : Prop :=
      forall (a : R),
      1 + a <= exp a.
    """
    free = _free(axiom.formula)
    _refuse_capture(axiom.formula, {*free, *WORDS})
    binders, parts = _opened(axiom.formula)
    first = _binders(sorted(free.items(), key=lambda pair: (len(pair[1]), pair[1], pair[0])))
    all_ = " ".join(filter(None, (first, binders)))
    lines = [*([f"forall {all_},"] if all_ else []), *(f"{part} ->" for part in parts[:-1]), f"{parts[-1]}."]
    return "\n".join([f"Definition {coq_name(axiom.name)}_stmt : Prop :=", *map(_wrapped, lines)])


def _wrapped(line: str) -> str:
    return textwrap.fill(line, 110, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)


def _refuse_capture(formula: Formula, around: set[str]) -> None:
    """Raise BoundcheckError where a variable has the name of something else that may be meant in its scope."""
    if z3.is_quantifier(formula):
        names = [formula.var_name(k) for k in range(formula.num_vars())]
        if clash := around & {*names}:
            raise BoundcheckError(f"{min(clash)} is the name of two things in a fact; rename the variable")
        around = {*around, *names}
    for part in [formula.body()] if z3.is_quantifier(formula) else formula.children():
        _refuse_capture(part, around)


def _opened(formula: Formula) -> tuple[str, list[str]]:
    """Return the binders of a formula, and what it says of them: premises and a conclusion."""
    binders = ""
    if z3.is_quantifier(formula) and formula.is_forall():
        variables = [z3.Const(formula.var_name(k), formula.var_sort(k)) for k in range(formula.num_vars())]
        binders = _binders((v.decl().name(), _type(v.sort())) for v in variables)
        formula = z3.substitute_vars(formula.body(), *reversed(variables))
    parts = []
    while z3.is_implies(formula):
        parts.append(_part(formula.arg(0)))
        formula = formula.arg(1)
    return binders, [*parts, _formula(formula)]


def _free(formula: Formula) -> dict[str, str]:
    """Return the types of what has no meaning, by name: numbers, vectors and functions."""
    used = {
        part.decl().get_id(): part.decl() for part in language.parts([formula]) if language.is_applied(part)
    }.values()
    arbitrary = [symbol for symbol in used if symbol not in MEANINGS]
    free = {symbol.name(): _sort(symbol) for symbol in arbitrary}
    if len(free) < len(arbitrary) or free.keys() & WORDS:
        raise BoundcheckError(f"the symbols of a fact have to have names of their own: {', '.join(sorted(free))}")
    counted = any("n" in MEANINGS.get(symbol, "").split() for symbol in used)
    return {**free, "n": "nat"} if counted else free


def _binders(typed: Iterable[tuple[str, str]]) -> str:
    """Return ``(a b : R) (n : nat)`` for names with their types."""
    groups = groupby(typed, key=lambda pair: pair[1])
    return " ".join(f"({' '.join(name for name, _ in pairs)} : {kind})" for kind, pairs in groups)


def _sort(symbol: Any) -> str:
    sorts = [symbol.domain(k) for k in range(symbol.arity())] + [symbol.range()]
    return " -> ".join(_type(sort) for sort in sorts)


def _type(sort: Any) -> str:
    if sort.name() not in SORTS:
        raise BoundcheckError(f"a fact has a symbol of sort {sort}, which has no Coq form")
    return SORTS[sort.name()]


def _is_nested(formula: Formula) -> bool:
    return bool(z3.is_implies(formula) or (z3.is_quantifier(formula) and formula.is_forall()))


def _part(formula: Formula) -> str:
    """Return a formula as a part of another."""
    compound = _is_nested(formula) or (z3.is_app(formula) and formula.decl().kind() in CONNECTIVES)
    return f"({_formula(formula)})" if compound else _formula(formula)


def _formula(formula: Formula) -> str:
    if _is_nested(formula):
        binders, parts = _opened(formula)
        return (f"forall {binders}, " if binders else "") + " -> ".join(parts)
    if z3.is_quantifier(formula):
        raise BoundcheckError(f"{formula} has no Coq form; a fact says that something holds of all")
    kind, parts = formula.decl().kind(), formula.children()
    if kind in CONNECTIVES:
        return CONNECTIVES[kind].join(map(_part, parts))
    if kind in RELATIONS and not z3.is_bool(parts[0]):
        text = RELATIONS[kind].format(*map(_term, parts))
        return f"({text})%Z" if parts[0].sort() == z3.IntSort() else text
    raise BoundcheckError(f"{formula} has no Coq form; add it to verify.proofs.facts")


def _term(term: Term) -> str:
    kind, parts = term.decl().kind(), term.children()
    if kind == z3.Z3_OP_ANUM:
        return str(term.as_long() if z3.is_int_value(term) else term.as_fraction()).replace("/", " / ")
    if kind == z3.Z3_OP_UMINUS:
        return f"- {_argument(parts[0])}"
    if kind in OPERATIONS:
        sign, level = OPERATIONS[kind]
        first, *more = parts
        texts = [_operand(first, level), *(_operand(part, level - 1) for part in more)]
        return f" {sign} ".join(texts)
    if kind == z3.Z3_OP_TO_REAL:
        return f"IZR {_argument(parts[0])}"
    if kind == z3.Z3_OP_ITE and _is_absolute(*parts):
        return f"Rabs {_argument(parts[1])}"
    if kind == z3.Z3_OP_UNINTERPRETED:
        arguments = [_argument(part) for part in parts]
        written = " ".join(["{}"] * (len(parts) + 1)).format(term.decl().name(), *arguments)
        return MEANINGS[term.decl()].format(*arguments) if term.decl() in MEANINGS else written
    raise BoundcheckError(f"{term} has no Coq form; add it to verify.proofs.facts")


def _operand(term: Term, level: int) -> str:
    """Return a part of a sum or a product: in parentheses where it binds less than ``level`` does."""
    kind = term.decl().kind()
    simple = kind in (z3.Z3_OP_UNINTERPRETED, z3.Z3_OP_TO_REAL, z3.Z3_OP_ITE)
    own = OPERATIONS[kind][1] if kind in OPERATIONS else 0
    return _term(term) if simple or 0 < own <= level else _closed(term)


def _closed(term: Term) -> str:
    """Return a term in parentheses where it needs them."""
    text = _term(term)
    return text if ATOM.fullmatch(text) else f"({text})"


def _argument(term: Term) -> str:
    """Return an argument of a function; numbers and sums that are integers are read as such."""
    plain = term.decl().kind() == z3.Z3_OP_UNINTERPRETED or term.sort() != z3.IntSort()
    return _closed(term) if plain else f"{_closed(term)}%Z"


def _is_absolute(condition: Formula, then: Term, other: Term) -> bool:
    """Tell whether "if c then a else b" is |a|: c is a >= 0, and b is -a."""
    return bool(then.sort() == z3.RealSort() and condition.eq(then >= 0) and other.eq(-then))


@cache
def _stated() -> frozenset[str]:
    """Return the statements in GenFacts.v."""
    return frozenset(re.findall(r"^Definition fact_.*?\.$", FILE.read_text(), re.MULTILINE | re.DOTALL))


def confirmed(stated: Iterable[Axiom]) -> frozenset[str]:
    """Return the names of the facts among some axioms that Coq is known to have proved as they are stated."""
    known = [(axiom.name, _checked(axiom)) for axiom in stated if axiom.kind == "analysis"]
    return frozenset(name for name, _ in known) - {name for name, proved in known if not proved}


def _checked(axiom: Axiom) -> bool:
    checked = coq_run.checked()
    if checked is None or coq_name(axiom.name) not in checked.facts:
        return False
    try:
        return statement(axiom) in _stated()
    except BoundcheckError:
        return False
