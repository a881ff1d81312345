"""Formulas as Coq terms and propositions, operation by operation; sums over the trials, and over the run of a rule.

What a formula of vectors says in one word of the files of definitions is in the tables: norms, transformations and
their inverses, potentials, the rows of a matrix.
``_v`` and ``_w`` in a table stand for any vectors of n entries, and ``_i`` for what counts entries, from 0 on in Coq. A
power of an exponent that is not a whole number is ``power``, as of bases that are not negative.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import reduce

import sympy

from bounds.claims.claim import Claim
from bounds.errors import BoundcheckError
from bounds.expression import expression_of
from bounds.formulas.scope import AFTER_PLAYING, OF_PLAYED, OF_TRIALS
from bounds.formulas.slack import NO_TRIALS, ONE, ZERO
from bounds.formulas.text import read
from bounds.formulas.tree import OPPOSITE, RELATIONS, TURNED, Apply, Constant, Formula, Name, names, subformulas
from verify.proofs.coq_constants import defined, named, trial_of, whole
from verify.proofs.coq_export import to_coq

UPPER, LOWER = (f"vector(1/2*(1 {sign} hadamard_row(d, _i)), 0*part(s, 2**d + 1, n))" for sign in "+-")
"""The two instances of pair ``_i`` of a Hadamard matrix."""

TRIAL = {"ux": "dot n u (fst c)", "xx": "dot n (fst c) (fst c)"}
OUTCOMES = {
    "labels": {"y": "label (snd c)", "u_loss": "trial_loss n u (as_trial c)"},
    "points": {"y": "snd c"},
    "intervals": {"u_loss": "trial_loss n u c"},
}
"""What is said of a trial c, and of its outcome."""

_PAIRS = read("floor(l/2)")


class NotInTheTables(Exception):
    """A claim says more than the tables have."""


_DIFFERS = (
    "(dot(_v, z1) > _r)*(_r > dot(_v, z2))*(dot(_w, z1) <= dot(_w, z2))"
    " + (dot(_v, z1) < _r)*(_r < dot(_v, z2))*(dot(_w, z1) >= dot(_w, z2))"
)
_COUNTED = _DIFFERS.replace("_r", "1/2").replace("z1", UPPER).replace("z2", LOWER).replace("_i", "t")

_WRONG = " + ".join(f"((dot(w_end, {z}) >= c_end) != (dot(u, {z}) >= 1/2))" for z in (UPPER, LOWER))
_HELD_OUT = _WRONG.replace("_i", "t")

VECTORS = {
    "sign(_v)*abs(_v)**(p - 1)": ("link p {_v}", "n"),
    "sign(_v)*abs(_v)**(1/(p - 1))": ("componentwise (signed (/ (p - 1))) {_v}", "n"),
    "exp(_v)": ("exponential {_v}", "n"),
    "ln(_v/2 + sqrt((_v/2)**2 + 1))": ("componentwise arsinh {_v}", "n"),
    "ln(_v)": ("componentwise ln {_v}", "n"),
    "0*_v": ("zero", "n"),
    "vector(_a, _b, _d)": ("entries [{_a}; {_b}; {_d}]", "n"),
    "past_t(eta*(one - (y > 0))*x)": ("combination (fun t => eta * sigma tie n {learner} past t) (map fst past)", "n"),
    "if(sum(abs(u)), _v - 2*dot(u, _v)/dot(u, u)*u, _v)": ("apply n A {_v}", "n"),
    "example(2*_i - 1)": ("fst (pair_at {_i} B)", "n"),
    "example(2*_i)": ("snd (pair_at {_i} B)", "n"),
    "example(2*_i - (_i - 2*floor(_i/2)))": ("nth {_i} xs zero", "n"),
    "hadamard_row(d, _i)": ("sylvester d {_i}", "(2 ^ d)"),
    "1 - 2*(indices(2**d) - 3*floor(indices(2**d)/3) == 2)": ("flip", "(2 ^ d)"),
    UPPER: ("upper_half d {_i}", "n"),
    LOWER: ("lower_half d {_i}", "n"),
    "(indices(n) == _i) + (indices(n) > 2**d)*(indices(n) < 2**d + k)": ("hadamard_target d k {_i}", "n"),
}
"""Vectors, with their dimension."""

NUMBERS = {
    "sum(abs(_v)**p)/p": "potential (fun y => power y p / p) n {_v}",
    "sum(abs(_v))": "norm1 n {_v}",
    "norm(_v, 1)": "norm1 n {_v}",
    "norm(_v, 2)": "norm n {_v}",
    "norm(_v, _r)": "pnorm {_r} n {_v}",
    "if(l == 0, 0, max_t(sum(abs(x)**p))**(1/p))": "largest (pnorm p n) S",
    "min(_v)": "least n {_v}",
    "max(_v)": "greatest n {_v}",
    f"sum_t({_DIFFERS})": "INR (differing n {_w} {_v} {_r} B)",
    f"sum_for(t, 1, 2**d, {_COUNTED})": "INR (differing n {_w} {_v} (1 / 2) (hadamard_pairs d))",
    f"sum_for(t, 2**d/2 + 1, 2**d, {_HELD_OUT})": "held_out_errors tie n d {learner} u (rev S)",
    "sum_for(j, 0, N, _r*binomial(N, j)*3**(N - j)/4**N)": "mean_of_products N (fun j => {_r})",
    "sum_for(j, 0, N, if(_c, binomial(N, j)*3**(N - j)/4**N, 0))": (
        "mean_of_products N (fun j => if {_c} then 1 else 0)"
    ),
}
"""Numbers; of these ``_r`` stands for any, and ``_c`` for a relation. The share of the pairs of points of
{0, 1}^N with the product j is binomial(N, j) 3^(N - j)/4^N."""

TRUTHS = {"sum(u*x != 0) > 0": "some_active n u (fst c)"}
"""What is true or not, where the entries of u and x are 0 or 1."""

ANY = {
    "A": ("matrix", "orthonormal n A"),
    "flip": ("vec", "(forall t, flip t = 1 \\/ flip t = -1)"),
    "L": ("strategy", "additive n L"),
    "L'": ("strategy", "of_products n L'"),
    "xs": ("list vec", "Forall2 one_of xs B"),
    "coefficient": ("nat -> R", ""),
}
"""What the catalogue has one example of, and the theorem any: a reflection, some signs, an additive learner, and one
that sees the products of the examples only; one of each pair of candidates, and numbers, in the place of 1, 2, 3 and so
on. ``L`` starts from zero where the claim does."""

_OF_VECTORS = ("sum", "dot", "norm", "at", "min", "max", "sum_for", "max_for")
_FUNCTIONS = {name: name for name in ("exp", "ln", "sqrt", "floor", "ceiling")}
_FUNCTIONS |= {"log": "ln", "abs": "Rabs", "Abs": "Rabs"}
_EXTREMA = {"max": "Rmax", "Max": "Rmax", "min": "Rmin", "Min": "Rmin"}
_WORDS_OF_VECTORS = [(read(text), coq, dimension) for text, (coq, dimension) in VECTORS.items()]
_WORDS_OF_NUMBERS = [(read(text), coq) for text, coq in NUMBERS.items()]
_WORDS_OF_TRUTHS = [(read(text), coq) for text, coq in TRUTHS.items()]


@dataclass(frozen=True)
class CoqScope:
    """What names mean in Coq: vectors with their dimension, numbers, and what counts from 1 in a formula, not in Coq.

    A number that no scope has is a parameter of the claim. The learner is a function of the past trials, and ``seen``
    are those before this one. Whole formulas that are ``known`` are what they are there, such as sums over the trials.
    """

    claim: Claim
    vectors: Mapping[str, tuple[str, str]]
    numbers: Mapping[str, str]
    learner: str = ""
    counts: frozenset[str] = frozenset()
    known: Mapping[Formula, str] = field(default_factory=dict)
    seen: str = ""

    def counting(self, name: str) -> CoqScope:
        """Return the scope in which this name counts, too."""
        return replace(self, counts=self.counts | {name})

    def dimension(self, formula: Formula) -> str:
        """Return the dimension of a vector as a Coq term; nothing for a number."""
        if isinstance(formula, Name):
            return self.vectors[formula.name][1] if formula.name in self.vectors else ""
        if isinstance(formula, Constant) or (formula.function in (*_OF_VECTORS, "all_i") and not _of_some(formula)):
            return ""
        dimensions = (
            dimension for pattern, _, dimension in _WORDS_OF_VECTORS if self._holes(pattern, formula) is not None
        )
        return next(dimensions, "") or self._common(*formula.arguments)

    def _common(self, *formulas: Formula) -> str:
        """Return the dimension of the vectors among some formulas, which is one."""
        dimensions = {*map(self.dimension, formulas)} - {""}
        if len(dimensions) > 1:
            raise NotInTheTables
        return next(iter(dimensions), "")

    def vector(self, formula: Formula) -> str:
        """Return a vector as an atom of Coq; a condition that is not of entries chooses between vectors."""
        word = self._word(formula)
        if word is not None:
            return atom(word)
        match formula:
            case Apply("if", (when, yes, no)) if not self.dimension(when):
                return f"({self._chosen(when, self.vector(yes), self.vector(no))})"
        return f"(fun e => {self.value(formula, 'e')})"

    def _word(self, formula: Formula) -> str | None:
        if isinstance(formula, Name) and formula.name in self.vectors:
            return self.vectors[formula.name][0]
        for pattern, coq, _ in _WORDS_OF_VECTORS:
            holes = self._holes(pattern, formula)
            if holes is not None:
                return self._filled(coq, holes)
        return None

    # --- numbers, and entries of vectors ---------------------------------------------------------------------

    def value(self, formula: Formula, entry: str = "") -> str:
        """Return a number, or this entry of a vector, as a Coq term of type R."""
        if formula in self.known:
            return defined(self.claim, self.known[formula], whole(self.claim))
        if self.dimension(formula) and (word := self._word(formula)) is not None:
            return f"{word} {entry}"
        if isinstance(formula, Constant):
            return to_coq(sympy.Rational(formula.value.numerator, formula.value.denominator))
        if isinstance(formula, Name):
            return self._name(formula.name)
        for pattern, coq in _WORDS_OF_NUMBERS:
            holes = self._holes(pattern, formula)
            if holes is not None:
                return self._filled(coq, holes, entry)
        inside = formula.arguments
        match formula.function:
            case "sum":
                return f"sum {self._entries(*inside)} {self.vector(inside[0])}"
            case "dot":
                left, right = map(self.vector, inside)
                return f"dot {self._entries(*inside)} {left} {right}"
            case "sum_for" | "max_for":
                (index,) = names(inside[0])
                term = self.counting(index).value(inside[3])
                what = "sum" if formula.function == "sum_for" else "greatest"
                return f"{what} {atom(self.count(*inside[1:3]))} (fun {index} => {term})"
            case "at":
                return self.value(inside[0], self.index(inside[1]))
            case "if" if inside[:2] == (NO_TRIALS, ZERO):
                return self._largest(inside[2])
            case "sum_t":
                return self._total(inside[0])
            case "if":
                yes, no = (self.value(one, entry) for one in inside[1:])
                return self._chosen(inside[0], yes, no, entry)
            case "sign":
                negative = f"if {self.decision(Apply('<', (*inside, ZERO)), entry)} then -1 else 0"
                return f"if {self.decision(Apply('>', (*inside, ZERO)), entry)} then 1 else {negative}"
            case "<" | "<=" | ">" | ">=" | "==" | "!=" | "not":
                return self._truth_value(formula, entry)
        return self._operation(formula, entry)

    def on_trial(self) -> CoqScope:
        """Return the scope in which something is said of a trial c."""
        outcome = OUTCOMES.get(self.claim.outcomes.kind, {})
        vectors = {"u": ("u", "n"), **self.vectors, "x": ("(fst c)", "n")}
        return replace(self, vectors=vectors, numbers={**self.numbers, **TRIAL, **outcome})

    def _total(self, inside: Formula) -> str:
        """Return a sum over the trials; where it is about the learner, over the run of its rule."""
        trial = trial_of(self.claim)
        if self.claim.longer_than is not None:
            raise NotInTheTables
        if not names(inside) & (OF_PLAYED.keys() | AFTER_PLAYING.keys()):
            return f"total (fun {trial} => {self.on_trial().value(inside)}) S"
        if self.claim.start:
            raise NotInTheTables
        step, start, played = self.by_rule()
        return f"over_run ({step}) (fun (w : vec) ({trial}) => {played.value(inside)}) {start} S"

    def by_rule(self) -> tuple[str, str, CoqScope]:
        """Return what the rule of the learner makes of the weights w on a trial, its start, and the scope of a run."""
        rule = self.claim.learner.rule if self.claim.learner is not None else None
        if rule is None or {*rule.updates} != {"w"}:
            raise NotInTheTables
        if rule.looks_back or rule.columns or rule.draw or rule.observe is not None:
            raise NotInTheTables
        on_trial = replace(self, vectors={**self.vectors, "w": ("w", "n")}).on_trial()
        played = replace(on_trial, numbers={**on_trial.numbers, "yhat": on_trial.value(rule.predict)})
        after = played.vector(rule.updates["w"])
        changed = {"update": f"if Req_EM_T (distance n {after} w) 0 then 0 else 1"}
        start = self.vector(rule.start["w"]) if rule.start else "zero"
        step = f"fun (w : vec) ({trial_of(self.claim)}) => {bare(after)}"
        return step, start, replace(played, numbers={**played.numbers, **changed})

    def _largest(self, formula: Formula) -> str:
        """Return the largest size of an example, 0 where there is none."""
        match formula:
            case Apply("max_t", (Apply("norm" | "max" as size, (of, *_)) as inside,)) if size == "norm" or (
                isinstance(of, Apply) and of.function == "abs"
            ):
                return f"largest (fun x => {replace(self, vectors={'x': ('x', 'n')}).value(inside)}) S"
        raise NotInTheTables

    def _operation(self, formula: Apply, entry: str) -> str:
        function, inside = formula.function, formula.arguments
        terms = [self.value(one, entry) for one in inside]
        if function == "**":
            base, exponent = inside
            if isinstance(exponent, Name) and exponent.name in whole(self.claim).keys() - self.numbers.keys():
                return infix("^", terms[0], exponent.name)
            if isinstance(exponent, Constant) and exponent.value.denominator == 1 and exponent.value >= 0:
                return infix("^", *terms)
            if any(part in self.known for part in subformulas(base)):
                raise NotInTheTables
            magnitude = isinstance(base, Apply) and base.function == "abs"
            return f"power {terms[0].removeprefix('Rabs ') if magnitude else atom(terms[0])} {atom(terms[1])}"
        if function in ("+", "-", "*", "/"):
            return infix(function, *terms) if len(terms) == 2 else f"- {infix('*', '1', terms[0])[4:]}"
        if function == "xlog":
            return infix("*", terms[0], f"ln {atom(terms[1])}")
        if _of_some(formula):
            return reduce(lambda one, other: f"{_EXTREMA[function]} {atom(one)} {atom(other)}", terms)
        if function not in _FUNCTIONS:
            raise NotInTheTables
        return " ".join([_FUNCTIONS[function], *map(atom, terms)])

    def _name(self, name: str) -> str:
        if name in self.counts:
            return f"coefficient {name}"
        known = {**whole(self.claim), **self.numbers}
        if name in self.vectors or (name in OF_TRIALS and name not in known):
            raise NotInTheTables
        if name in known:
            return known[name]
        try:
            return defined(self.claim, to_coq(named(self.claim, expression_of(Name(name)))), whole(self.claim))
        except BoundcheckError:
            raise NotInTheTables from None

    def index(self, formula: Formula) -> str:
        """Return what counts entries or rows, from 0 on: one that is bound, or the first."""
        if isinstance(formula, Name) and formula.name in self.counts:
            return formula.name
        if formula == ONE:
            return "0%nat"
        raise NotInTheTables

    def count(self, low: Formula, high: Formula) -> str:
        """Return how many there are from 1 to an end: a power of 2, those before another, entries, or pairs."""
        match high:
            case Apply("-", (Name(last), one)) if low == one == ONE and last in self.counts:
                return last
            case Apply("**", (Constant(value=2), Name(power))) if low == ONE and power in whole(self.claim):
                return f"2 ^ {power}"
            case Name("n") if low == ONE:
                return "n"
            case _ if (low, high) == (ONE, _PAIRS):
                return "length B"
        raise NotInTheTables

    # --- truth -----------------------------------------------------------------------------------------------

    def _truth_value(self, formula: Apply, entry: str) -> str:
        """Return 1 or 0 as a formula is true or not."""
        if formula.function in ("==", "!=") and not self._counted(formula):
            equal = self.decision(Apply("==", formula.arguments), entry)
            return f"if {equal} then {'1 else 0' if formula.function == '==' else '0 else 1'}"
        return f"one_or_zero {atom(self.truth(formula, entry))}"

    def _counted(self, formula: Apply) -> bool:
        return all(isinstance(one, Name) and one.name in self.counts for one in formula.arguments)

    def truth(self, formula: Formula, entry: str = "") -> str:
        """Return a relation as a Coq term of type bool."""
        if not isinstance(formula, Apply):
            raise NotInTheTables
        for pattern, coq in _WORDS_OF_TRUTHS:
            if self._holes(pattern, formula) is not None:
                return coq
        if formula.function == "==" and self._counted(formula):
            return f"Nat.eqb {' '.join(self.index(one) for one in formula.arguments)}"
        return self._compared(formula, {"<=": "leb", "<": "ltb"}, entry)

    def _chosen(self, when: Formula, yes: str, no: str, entry: str = "") -> str:
        """Return what is chosen by a condition, by relations one after the other."""
        match when:
            case Apply("not", (inside,)):
                return self._chosen(inside, no, yes, entry)
            case Apply("and", (one, other)):
                return self._chosen(one, self._chosen(other, yes, no, entry), no, entry)
            case Apply("or", (one, other)):
                return self._chosen(one, yes, self._chosen(other, yes, no, entry), entry)
            case Apply("!=", sides):
                return self._chosen(Apply("==", sides), no, yes, entry)
        return f"if {self.decision(when, entry)} then {yes} else {no}"

    def decision(self, formula: Formula, entry: str = "") -> str:
        """Return a relation as a decision of Coq."""
        if isinstance(formula, Apply) and formula.function == "==":
            return " ".join(["Req_EM_T", *(atom(self.value(one, entry)) for one in formula.arguments)])
        return self._compared(formula, {"<=": "Rle_dec", "<": "Rlt_dec"}, entry)

    def _compared(self, formula: Formula, functions: Mapping[str, str], entry: str) -> str:
        if not isinstance(formula, Apply) or formula.function not in ("<", "<=", ">", ">="):
            raise NotInTheTables
        terms = [atom(self.value(one, entry)) for one in formula.arguments]
        turned = formula.function in (">", ">=")
        function = functions[TURNED[formula.function] if turned else formula.function]
        return " ".join([function, *(reversed(terms) if turned else terms)])

    def proposition(self, formula: Formula, entry: str = "") -> str:
        """Return what a formula says, or says of this entry, as a Coq proposition; of counts, of natural numbers."""
        match formula:
            case Apply("and" | "or" as word, (left, right)):
                sign = {"and": "/\\", "or": "\\/"}[word]
                return f"({self.proposition(left, entry)} {sign} {self.proposition(right, entry)})"
            case Apply("not", (inside,)):
                return self._denied(inside, entry)
            case Apply("if", (when, then, otherwise)):
                yes = f"{self.proposition(when, entry)} -> {self.proposition(then, entry)}"
                no = f"{self._denied(when, entry)} -> {self.proposition(otherwise, entry)}"
                return f"(({yes}) /\\ ({no}))"
            case Apply("all_i", (inside,)):
                return f"(forall i, (i < {self._entries(inside)})%nat -> {self.proposition(inside, 'i')})"
            case Apply("member", (of, *members)):
                equations = (related("==", self.value(of, entry), self.value(one, entry)) for one in members)
                return "(" + " \\/ ".join(equations) + ")"
            case Apply("<" | "<=", (Apply("max", (vector,)), end)) | Apply(">" | ">=", (Apply("min", (vector,)), end)):
                return self.proposition(Apply("all_i", (Apply(formula.function, (vector, end)),)))
            case Apply("==", (Apply(one), Apply(other)) as sides) if {one, other} <= {*RELATIONS}:
                return f"({' <-> '.join(self.proposition(side, entry) for side in sides)})"
            case Apply(relation, sides) if relation in RELATIONS:
                return self._relation(relation, sides, entry)
        raise NotInTheTables

    def _relation(self, relation: str, sides: tuple[Formula, ...], entry: str) -> str:
        """Return a relation of numbers with the smaller on its left."""
        if relation in (">", ">="):
            relation, sides = TURNED[relation], sides[::-1]
        if self._counted(Apply(relation, sides)):
            return f"({related(relation, *map(self.index, sides))})%nat"
        return related(relation, *(self.value(one, entry) for one in sides))

    def _denied(self, formula: Formula, entry: str) -> str:
        """Return that a formula is not true."""
        match formula:
            case Apply("not", (inside,)):
                return self.proposition(inside, entry)
            case Apply("and" | "or" as word, sides):
                other = Apply({"and": "or", "or": "and"}[word], tuple(Apply("not", (side,)) for side in sides))
                return self.proposition(other, entry)
            case Apply("all_i", (inside,)):
                return f"(exists i, (i < {self._entries(inside)})%nat /\\ {self._denied(inside, 'i')})"
            case Apply(relation, sides) if relation in RELATIONS:
                return self.proposition(Apply(OPPOSITE[relation], sides), entry)
        raise NotInTheTables

    def _entries(self, *formulas: Formula) -> str:
        """Return how many entries the vectors have that formulas speak of."""
        if dimension := self._common(*formulas):
            return atom(dimension)
        raise NotInTheTables

    def _holes(self, pattern: Formula, formula: Formula) -> dict[str, Formula] | None:
        """Return what stands in the places of a pattern; None where the formula is not of its form."""
        holes: dict[str, Formula] = {}

        def matches(pattern: Formula, formula: Formula) -> bool:
            if isinstance(pattern, Name) and pattern.name.startswith("_"):
                if pattern.name in ("_v", "_w") and self.dimension(formula) != "n":
                    return False
                return holes.setdefault(pattern.name, formula) == formula
            if not isinstance(pattern, Apply) or not isinstance(formula, Apply):
                return pattern == formula
            return (pattern.function, len(pattern.arguments)) == (formula.function, len(formula.arguments)) and all(
                map(matches, pattern.arguments, formula.arguments)
            )

        return holes if matches(pattern, formula) else None

    def _filled(self, coq: str, holes: Mapping[str, Formula], entry: str = "") -> str:
        if "{learner}" in coq and not self.learner:
            raise NotInTheTables
        inner = replace(self, numbers={**self.numbers, "j": "j"}) if "fun j" in coq else self
        write = {"_v": self.vector, "_w": self.vector, "_i": self.index, "_c": inner.decision}
        terms = {name: write[name](of) if name in write else atom(inner.value(of, entry)) for name, of in holes.items()}
        return coq.format(learner=self.learner, **terms)


def _of_some(formula: Apply) -> bool:
    """Tell whether a formula is the largest or the smallest of some numbers."""
    return formula.function in _EXTREMA and len(formula.arguments) > 1


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
