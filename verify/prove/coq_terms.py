"""Formulas and quotients of polynomials as Coq terms.

Formulas are those of a certificate, translated as the catalogue's are (verify.proofs.coq_scope), of one trial:
predictions are products of vectors, and conditions are decisions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction

from bounds.claims.claim import Claim
from bounds.errors import BoundcheckError
from bounds.formulas.tree import RELATIONS, Apply, Constant, Name
from bounds.formulas.tree import Formula as Tree
from verify.kernel import Formula
from verify.kernel_proof.pieces import Guard
from verify.kernel_proof.ratios import Polynomial, Ratio
from verify.proofs.coq_names import NoCoqForm
from verify.proofs.coq_scope import CoqScope
from verify.proofs.coq_terms import infix

ZERO, ONE = Constant(Fraction(0)), Constant(Fraction(1))
LOGICAL = (*RELATIONS, "and", "or", "not", "all_i", "member")
"""What is true or not."""

PRODUCTS = {("w", "x"): "yhat", ("u", "x"): "ux", ("x", "x"): "xx"}
TRIALS = {"yhat": "dot n w (fst c)", "ux": "dot n u (fst c)", "xx": "dot n (fst c) (fst c)", "|x|": "norm n (fst c)"}
SIDE = "if Rlt_dec (dot n w (fst c)) (snd c) then 1 else if Rlt_dec (snd c) (dot n w (fst c)) then -1 else 0"
OUTCOMES = {"labels": {"y": "label (snd c)"}, "points": {"y": "snd c", "side": SIDE}}

INTERVAL = {
    "side": "if below {yhat} {of} then 1 else if above {yhat} {of} then -1 else 0",
    "loss": "loss {yhat} {of}",
    "u_loss": "loss (dot n u (fst c)) {outcome}",
}
"""What is said of an interval, which for the learner may be a wider one."""

OF_TRIALS = frozenset(("y", "yhat", "ux", "xx", "l", "u_loss"))
"""The variables of the checker that no parameter is called like."""

WORDS = """
n u w x c i e s S R uu_ losses_ zero sum dot norm distance label total over_run floor ceiling loss vec below above low
high shift widen update power link sq double doubled at as by end fun fix for forall exists if in let match mod return
then else using where with Set Prop Type SProp cofix pow exp ln sqrt Rabs Rmax Rmin INR IZR PI rule gain cost
costs given bound claim holds core mistake errs identity det solve least greatest signs equal settle parts cases
continuous nonzero rooted within radius summed state start step predicted more potential kept telescoped spread nothing
apart roots_apart root_called root_named root_renamed root_squared same_root squares_added root_positive below_root
numbers chosen of_no_entry max_rectified min_rectified
updated begun endless staged unmoved unequal whole_run whole_below whole_amount over_run_less le_of ended against next
u_next each_dec some_differ interval interval_is widen_0 nonempty changed unchanged stays
crossed squared square_is alike
along shown served pattern size serves paid scale reach
"""
TAKEN = frozenset(WORDS.split())
"""Words that mean something else in the files."""


def called(name: str) -> str:
    """Return what a parameter, or a variable of the checker, is called in Coq.

    >>> called("U"), called("c"), called("_root1"), called("_uu")
    ('U', 'c_', 'root1_', 'uu_')
    """
    plain = name.removeprefix("_")
    if name in OF_TRIALS:
        return name
    return f"{plain}_" if name != plain or plain in TAKEN or plain.startswith("goal_") else plain


# --- formulas ------------------------------------------------------------------------------------------------------


def scope(claim: Claim, kind: str, parameters: Iterable[str], wider: str = "") -> CoqScope:
    """Return what names mean in a trial c, of outcomes of some kind, with the weights w and the comparator u.

    Intervals are ``wider`` by so much for the learner.
    """
    numbers = {name: called(name) for name in parameters} | {"l": "l"}
    of = OUTCOMES.get(kind) or missed(TRIALS["yhat"], wider)
    return CoqScope(claim, {"w": ("w", "n"), "x": ("(fst c)", "n")}, numbers | TRIALS | of)


def missed(yhat: str, wider: str, outcome: str = "(snd c)") -> dict[str, str]:
    """Return what the side and the losses of an interval are, for a prediction and intervals wider by so much."""
    of = outcome if wider == "0" else f"(widen ({wider}) {outcome})"
    return {name: said.format(yhat=f"({yhat})", of=of, outcome=outcome) for name, said in INTERVAL.items()}


def plain(formula: Formula) -> Tree:
    """Return a formula of a certificate as the translation takes it: what is true is 1, and powers are whole."""
    head, arguments = formula
    if arguments is None:
        return Name(head)
    if head == "":
        return Constant(arguments[0])
    if head == "if":
        when, *cases = arguments
        return Apply("if", (condition(when), *map(plain, cases)))
    if head in LOGICAL:
        return Apply("if", (condition(formula), ONE, ZERO))
    inside = tuple(map(plain, arguments))
    match head, inside:
        case "dot", (Name(a), Name(b)) if {(a, b), (b, a)} & PRODUCTS.keys():
            return Name(PRODUCTS.get((a, b)) or PRODUCTS[b, a])
        case "norm", (Name("x"), Constant(value=2)):
            return Name("|x|")
        case "**", (base, Constant(value)) if value < 0 or value.denominator == 2:
            positive = powered(base, abs(value))
            return positive if value > 0 else Apply("/", (ONE, positive))
    return Apply(head, inside)


def condition(formula: Formula) -> Tree:
    """Return a formula that is true or not as the translation takes it; a number is true where it is not 0."""
    head, arguments = formula
    if head not in LOGICAL or arguments is None:
        return Apply("!=", (plain(formula), ZERO))
    of_numbers = head in RELATIONS or head == "member"
    return Apply(head, tuple(map(plain if of_numbers else condition, arguments)))


def powered(base: Tree, e: Fraction) -> Tree:
    """Return a power of half of a whole number."""
    if e.denominator == 2:
        base, e = Apply("sqrt", (base,)), 2 * e
    return base if e == 1 else Apply("**", (base, Constant(e)))


def number(here: CoqScope, formula: Formula) -> str:
    """Return a formula of numbers as a Coq term."""
    return translated(here, formula, "")


def entry(here: CoqScope, formula: Formula) -> str:
    """Return entry i of a formula of vectors as a Coq term."""
    return translated(here, formula, "i")


def term_of_vector(here: CoqScope, formula: Formula) -> str:
    """Return a formula of vectors as a Coq term; conditions choose between vectors."""
    with formless():
        return here.vector(plain(formula))


def translated(here: CoqScope, formula: Formula, at: str) -> str:
    """Return a formula, or an entry of it, as a Coq term."""
    with formless():
        return here.value(plain(formula), at)


@contextmanager
def formless() -> Iterator[None]:
    """Refuse what has no translation."""
    try:
        yield
    except (NoCoqForm, KeyError):
        raise BoundcheckError("a formula of the claim has no Coq form") from None


def proposition(here: CoqScope, formula: Formula) -> str:
    """Return a condition as a Coq proposition."""
    with formless():
        return here.proposition(condition(formula))


def renumbered(here: CoqScope, names: Mapping[str, str]) -> CoqScope:
    """Return a scope in which some names mean something else."""
    return replace(here, numbers={**here.numbers, **names})


# --- quotients -----------------------------------------------------------------------------------------------------


def term(a: Ratio) -> str:
    """Return a quotient as a Coq term.

    >>> from verify.kernel_proof.ratios import variable
    >>> term(variable("eta") - variable("_uu") * variable("X", -2))
    'eta - uu_ / X ^ 2'
    """
    above = polynomial(a.above)
    for factor, e in a.below.items():
        above = infix("/", above, f"({polynomial(dict(factor))}){f' ^ {e}' if e > 1 else ''}")
    return above


def polynomial(a: Polynomial) -> str:
    """Return a polynomial, with quotients by variables, as a Coq term."""
    terms = ""
    for m, c in sorted(a.items(), reverse=True):
        above = [power(name, e) for name, e in m if e > 0]
        below = [power(name, -e) for name, e in m if e < 0]
        size = abs(c)
        above = [str(size.numerator), *above] if size.numerator != 1 or not above else above
        below = [str(size.denominator), *below] if size.denominator != 1 else below
        text = " * ".join(above) + "".join(f" / {one}" for one in below)
        terms += (" - " if c < 0 else " + ") + text if terms else (f"- ({text})" if c < 0 else text)
    return terms or "0"


def power(name: str, e: int) -> str:
    """Return a power of a variable."""
    return called(name) if e == 1 else f"{called(name)} ^ {e}"


def guard(a: Guard) -> str:
    """Return what a guard says as a Coq proposition."""
    text = term(a.ratio)
    return {">": f"0 < {text}", ">=": f"0 <= {text}", "==": f"{text} = 0", "!=": f"{text} <> 0"}[a.relation]
