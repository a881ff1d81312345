"""What a claim says in LaTeX: amounts from their formulas, and where words say it shorter, from the words."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from bounds.claims.parts import Comparator
from bounds.claims.statement import Statement
from bounds.formulas.latex import PRINTED, RELATION_LATEX, condition_latex, of_each_trial, with_each
from bounds.formulas.latex import latex as formula_latex
from bounds.formulas.scope import OF_TRIALS
from bounds.formulas.text import read
from bounds.formulas.tree import Apply, Formula, Name, functions, names, rebuilt

LONGEST = 235
"""Characters up to which an amount is printed as its formula; where the learner is a rule, its words are that too."""

_MISTAKES, _LOSS = read("sum_t(err)"), read("sum_t(loss)")
_OVER = {
    "run": "",
    "trials": r"\text{on every trial}",
    "entries": r"\text{for every }i",
    "attributes": r"\text{for every }i",
}
_WHO = ("learner", "version")


def amount_latex(claim: Statement) -> tuple[str, str] | None:
    r"""Return the amount that a claim compares, and of what it is said, from its formula.

    None where words say it shorter. Names that a comparison gives to parts are said behind it.

    >>> from boundcheck import theorem
    >>> print(*amount_latex(theorem("kitani.perc.step")))
    y \langle w, x \rangle \quad \text{on a mistake}
    """
    first, *others = ({key: part[key] for key in part if key not in _WHO} for part in claim.quantity.formula or ({},))
    over = first.get("over", "run")
    if claim.quantity.notes or any(part != first for part in others) or over not in _OVER:
        return None
    if not {"value"} <= first.keys() <= {"over", "if", "value", "with"}:
        return None
    value, condition = read(first["value"]), read(first["if"]) if "if" in first else None
    spoken = names(value) | (names(condition) if condition else set()) | set(map(str, claim.bound.free_symbols))
    named = _needed({name: read(text) for name, text in first.get("with", {}).items()}, spoken)
    said = [value, *named.values(), *([condition] if condition else [])]
    if any(not functions(formula) <= PRINTED for formula in said):
        return None
    totals = _totals(claim.learner.targets if claim.learner is not None else "")
    value = rebuilt(value, totals.get)
    amount = formula_latex(numbered(claim, value), of_trial=not OF_TRIALS.keys().isdisjoint(named))
    where = ",\\ ".join(f"{formula_latex(Name(name))} = {formula_latex(formula)}" for name, formula in named.items())
    by_rule = claim.learner is not None and claim.learner.rule is not None
    if len(amount) + len(where) > LONGEST and not by_rule:
        return None
    amount = rf"\mathbb{{E}}\left[{amount}\right]" if claim.draws else amount
    conditions = [] if over == "trials" and condition else [_OVER[over]]
    conditions += [condition_latex(condition)] if condition else []
    conditions += [rf"\text{{with }}{where}"] if where else []
    return amount, "".join(rf"\quad {said}" for said in conditions if said)


def numbered(claim: Statement, formula: Formula) -> Formula:
    """Return a formula of a claim in which columns, and comparators that change, carry the trial's number."""
    formula = of_each_trial(formula, claim.columns)
    return with_each(formula) if claim.comparator is Comparator.SEQUENCE else formula


def _needed(given: Mapping[str, Formula], spoken: AbstractSet[str]) -> dict[str, Formula]:
    """Return the names for parts that are spoken of, and those that these speak of."""
    reached, parts = frozenset(spoken), dict[str, Formula]()
    while missing := [name for name in given if name in reached and name not in parts]:
        parts |= {name: given[name] for name in missing}
        reached = reached.union(*(names(given[name]) for name in missing))
    return parts


def _totals(version: str) -> dict[Formula, Formula]:
    """Return what totals of a learner are in a version: a random learner's mistakes are expected ones."""
    match read(version) if version else None:
        case Name("randomised" | "expert"):
            return {_MISTAKES: Name("expected_mistakes")}
        case Apply("toleranced", (tolerance,)):
            return {_LOSS: Apply("toleranced_loss", (tolerance,))}
    return {}


def claim_latex(claim: Statement) -> str:
    r"""Return what a claim says as a formula in LaTeX: amount, relation, bound, and then in words when that is so.

    >>> from boundcheck import theorem
    >>> print(claim_latex(theorem("kitani.perc.step")))
    y \langle w, x \rangle \le 0\quad \text{on a mistake}
    """
    relation = f"{RELATION_LATEX[claim.relation]} {claim.bound_latex}"
    printed = amount_latex(claim)
    if printed is not None:
        amount, conditions = printed
        return f"{amount} {relation}{conditions}"
    words, where = claim.quantity.parts
    mixed = len(words.parts) > 1  # the relation would read as that of the last formula alone
    said = rf"\left[ {words.within} \right]" if mixed else words.within
    return f"{said} {relation}" + (rf"\quad {where.within}" if where else "")
