"""Formulas as Coq terms and propositions, operation by operation; sums over the trials, and over the run of a rule.

What names mean is in ``coq_names``. What counts entries, rows or trials counts from 0 on in Coq; a number in the place
of a natural one is rounded down. A power of an exponent that is not a natural number is ``power``, as of bases that
are not negative.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce

import sympy

from bounds.formulas.rules import compiled
from bounds.formulas.scope import AFTER_PLAYING, OF_PLAYED
from bounds.formulas.slack import NO_TRIALS, ONE, ZERO
from bounds.formulas.text import read
from bounds.formulas.tree import OPPOSITE, RELATIONS, TURNED, Apply, Constant, Formula, Name, names, subformulas
from verify.proofs.coq_constants import defined, trial_of, whole
from verify.proofs.coq_export import to_coq
from verify.proofs.coq_names import AFTER_THE_PAST, Names, NoCoqForm
from verify.proofs.coq_terms import atom, infix, paired, related

_NO_START = read("length(start) == 0")
_OF_VECTORS = ("sum", "dot", "norm", "at", "min", "max", "sum_for", "max_for")
_FUNCTIONS = {name: name for name in ("exp", "ln", "sqrt", "floor", "ceiling")}
_FUNCTIONS |= {"log": "ln", "abs": "Rabs", "Abs": "Rabs", "sign": "sign_of"}
_DIMENSIONS = {"vector": "n", "matrix": "n, n"}
_TYPES = {"vector": "vec", "matrix": "matrix"}
ROWS = "rows"
"""In the place of a dimension: that of a state that is vectors one after the other, in Coq a list, latest first."""
TWO = Constant(Fraction(2))
_NORMS: dict[Formula, str] = {ONE: "norm1", TWO: "norm"}
_EXTREMA = {"max": "Rmax", "Max": "Rmax", "min": "Rmin", "Min": "Rmin"}


@dataclass(frozen=True)
class CoqScope(Names):
    """Formulas in Coq, where names mean what ``Names`` says."""

    def dimension(self, formula: Formula) -> str:
        """Return the dimension of a vector as a Coq term; nothing for a number."""
        if isinstance(formula, Name):
            return self.vectors[formula.name][1] if formula.name in self.vectors else ""
        if isinstance(formula, Constant) or (formula.function in (*_OF_VECTORS, "all_i") and not _of_some(formula)):
            return ""
        match formula:
            case Apply("sum_t", (inside,)):
                return self.on_trial().dimension(inside)
            case Apply("example", _):
                return "n"
            case Apply("indices", (number,)):
                return atom(self.natural(number))
            case Apply("hadamard_row", (order, _)):
                return atom(self.natural(Apply("**", (TWO, order))))
            case Apply("part", (_, first, last)):
                return atom(
                    self.natural(last) if first == ONE else f"{self.natural(last)} - {atom(self.natural(first, 1))}"
                )
            case Apply("vector", (one, *rest)):
                return self._together(one, *rest) if self.dimension(one) else self._many(1 + len(rest))
            case Apply("centre", (_, number)):
                return self.natural(Apply("+", (number, ONE)))
            case Apply("outer", sides):
                return ", ".join(map(self.dimension, sides))
            case Apply("solve", (_, right)):
                return self.dimension(right)
        return self._common(*formula.arguments)

    def _common(self, *formulas: Formula) -> str:
        """Return the dimension of the vectors among some formulas, which is one."""
        dimensions = {*map(self.dimension, formulas)} - {""}
        if len(dimensions) > 1:
            raise NoCoqForm
        return next(iter(dimensions), "")

    def _many(self, number: int) -> str:
        """Return the dimension of a vector of so many numbers, which has to be what a premise says that n is."""
        said = Apply("==", (Name("n"), Constant(Fraction(number))))
        trees = (premise.tree for premise in self.claim.hypotheses)
        if not any(said in {*subformulas(tree)} for tree in trees if tree is not None):
            raise NoCoqForm
        return "n"

    def _together(self, one: Formula, *rest: Formula) -> str:
        """Return the dimension of a vector and the part of another, or the number, that follows it."""
        before, after = self.dimension(one), "".join(map(self.dimension, rest))
        if len(rest) == 1 and (before == ROWS or not after):
            return before if before == ROWS else infix("+", before, "1")
        if len(rest) == 1 and before and after.endswith(f" - {before})"):
            return after.removeprefix("(").removesuffix(f" - {before})")
        raise NoCoqForm

    def vector(self, formula: Formula) -> str:
        """Return a vector or a matrix as an atom of Coq; a condition that is not of entries chooses between them."""
        word = self._word(formula)
        if word is not None:
            return atom(word)
        match formula:
            case Apply("if", (when, yes, no)) if not self.dimension(when):
                return f"({self._chosen(when, self.vector(yes), self.vector(no))})"
        entry = "i j" if ", " in self.dimension(formula) else "e"
        return f"(fun {entry} => {self.value(formula, entry)})"

    def _word(self, formula: Formula) -> str | None:
        if isinstance(formula, Name) and formula.name in self.vectors:
            return self.vectors[formula.name][0]
        match formula:
            case Apply("example", (trial,)):
                return f"example S {self.place(trial)}"
            case Apply("hadamard_row", (order, row)):
                return f"sylvester {atom(self.natural(order))} {self.place(row)}"
            case Apply("vector", (one, other)) if self.dimension(one) == ROWS:
                return f"{self.vector(other)} :: {self.vector(one)}"
            case Apply("vector", (one, other)) if first := self.dimension(one):
                after = self.vector(other) if self.dimension(other) else f"(fun _ => {self.value(other)})"
                return f"joined {first} {self.vector(one)} {after}"
            case Apply("vector", numbers):
                return f"entries [{'; '.join(map(self.value, numbers))}]"
            case Apply("centre", (cuts, number)):
                return f"centre (ellipsoid_after {atom(self.natural(number))} {self.vector(cuts)})"
            case Apply("solve", (left, right)):
                return f"solve {self._entries(right)} {self.vector(left)} {self.vector(right)}"
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
        inside = formula.arguments
        match formula.function:
            case "sum" | "dot" | "norm" | "det" | "outer":
                return self._of_vectors(formula, entry)
            case "min" | "max" if len(inside) == 1:
                return self._of_vectors(formula, entry)
            case "binomial":
                return f"Binomial.C {' '.join(atom(self.natural(one)) for one in inside)}"
            case "log2":
                return infix("/", f"ln {atom(self.value(inside[0]))}", "ln 2")
            case "indices":
                return f"INR ({entry} + 1)"
            case "part":
                return self.value(
                    inside[0], entry if inside[1] == ONE else f"({self.natural(inside[1], 1)} + {entry})%nat"
                )
            case "sum_for" | "max_for":
                return self._counted_over(formula)
            case "at":
                return self.value(inside[0], self.place(inside[1]))
            case "if" if inside[0] == _NO_START:
                return self.value(inside[2 if self.claim.start else 1], entry)
            case "if" if inside[:2] == (NO_TRIALS, ZERO) and _of_all(inside[2]):
                return self.value(inside[2])
            case "min_t" | "max_t":
                return self._extreme(formula.function, inside[0])
            case "sum_t":
                return self._total(inside[0], entry)
            case "past_t" if self.naturals.get("t") == AFTER_THE_PAST:
                return self._total(inside[0], entry, "(past ++ [c])")
            case "if":
                yes, no = (self.value(one, entry) for one in inside[1:])
                return self._chosen(inside[0], yes, no, entry)
            case "<" | "<=" | ">" | ">=" | "==" | "!=" | "not":
                return self._truth_value(formula, entry)
        return self._operation(formula, entry)

    def _of_vectors(self, formula: Apply, entry: str) -> str:
        """Return a number that is made of whole vectors, or an entry of an outer product."""
        inside = formula.arguments
        match formula.function:
            case "sum":
                return f"sum {self._entries(*inside)} {self.vector(inside[0])}"
            case "dot":
                left, right = map(self.vector, inside)
                return f"dot {self._entries(*inside)} {left} {right}"
            case "norm":
                size = _NORMS.get(inside[1]) or f"pnorm {atom(self.value(inside[1]))}"
                return f"{size} {self._entries(inside[0])} {self.vector(inside[0])}"
            case "min" | "max":
                what = "least" if formula.function == "min" else "greatest"
                return f"{what} {self._entries(*inside)} {self.vector(inside[0])}"
            case "det":
                return f"det {self.dimension(inside[0]).split(', ')[0]} {self.vector(inside[0])}"
        return infix("*", *map(self.value, inside, entry.split()))

    def _counted_over(self, formula: Apply) -> str:
        """Return a sum, or the largest, of what a name counts from one number to another."""
        inside = formula.arguments
        (index,) = names(inside[0])
        what = "sum" if formula.function == "sum_for" else "greatest"
        if inside[1] == ZERO:
            how_many = atom(self.natural(Apply("+", (inside[2], ONE))))
            return f"{what} {how_many} (fun {index} => {self.from_0(index).value(inside[3])})"
        term = self.counting(index).value(inside[3])
        if inside[1] != ONE:
            before, last = self.natural(inside[1], 1), self.natural(inside[2])
            term = f"let {index} := ({before} + {index})%nat in {term}"
            return f"{what} ({infix('-', last, before)}) (fun {index} => {term})"
        return f"{what} {atom(self.count(*inside[1:3]))} (fun {index} => {term})"

    def _total(self, inside: Formula, entry: str, trials: str = "S") -> str:
        """Return a sum over trials; where it is about the learner, over the run of its rule."""
        trial = trial_of(self.claim)
        if self.claim.longer_than is not None:
            raise NoCoqForm
        spoken = names(inside) & (OF_PLAYED.keys() | AFTER_PLAYING.keys())
        if not spoken and "t" in names(inside):
            return f"numbered (fun (t : nat) ({trial}) => {self.on_trial('t').value(inside, entry)}) {trials}"
        if not spoken:
            return f"total (fun {trial} => {self.on_trial().value(inside, entry)}) {trials}"
        if self.claim.start:
            raise NoCoqForm
        step, bound, start, played = self.by_rule(inside)
        if spoken - played.numbers.keys() - played.vectors.keys():
            raise NoCoqForm
        run = "numbered_run" if "t" in played.naturals else "over_run"
        return f"{run} ({step}) ({bound} {played.value(inside, entry)}) {atom(start)} {trials}"

    def by_rule(self, said: Formula) -> tuple[str, str, str, CoqScope]:
        """Return what the rule of the learner makes of its state on a trial, how the state and the trial are bound,
        the start, and the scope of a run of which something is said. The state is w; or K, which has the parts of the
        state. Where the rule, or what is said, has the number of the trial, this is bound first."""
        rule = self.claim.learner.rule if self.claim.learner is not None else None
        if rule is None or rule.looks_back or rule.columns or rule.draw or rule.observe is not None:
            raise NoCoqForm
        kinds, trial = compiled(rule).kinds, trial_of(self.claim)
        parts, shape = states(kinds)
        vectors = {name: (text, _DIMENSIONS[kinds[name]]) for name, text in parts.items()}
        number = "t" if any("t" in names(formula) for formula in (*rule.formulas, said)) else ""
        here = self.with_identity()
        on_trial = replace(here, vectors={**here.vectors, **vectors}).on_trial(number)
        yhat = on_trial.value(rule.predict)
        alone = "w" in parts
        bound = f"fun {'(t : nat) ' if number else ''}{shape} ({trial}) =>" + f" let yhat := {yhat} in" * (not alone)
        played = replace(on_trial, numbers={**on_trial.numbers, "yhat": yhat if alone else "yhat"})
        after = {name: played.vector(rule.updates[name]) for name in parts}
        if alone:
            changed = f"if Req_EM_T (distance n {after['w']} {parts['w']}) 0 then 0 else 1"
            played = replace(played, numbers={**played.numbers, "update": changed})
        starts = (here.vector(rule.start[name]) if name in rule.start else "zero" for name in parts)
        return f"{bound} {paired(after.values())}", bound, paired(starts), played

    def _extreme(self, function: str, inside: Formula) -> str:
        """Return the smallest or the largest of the trials' numbers; 0 where there is none."""
        if names(inside) & (OF_PLAYED.keys() | AFTER_PLAYING.keys()):
            raise NoCoqForm
        what = "smallest" if function == "min_t" else "largest"
        return f"{what} (fun {trial_of(self.claim)} => {self.on_trial().value(inside)}) S"

    def _operation(self, formula: Apply, entry: str) -> str:
        function, inside = formula.function, formula.arguments
        terms = [self.value(one, entry) for one in inside]
        if function == "**":
            base, exponent = inside
            if self._is_natural(exponent):
                return infix("^", terms[0], self.natural(exponent))
            if any(part in self.known for part in subformulas(base)):
                raise NoCoqForm
            magnitude = isinstance(base, Apply) and base.function == "abs"
            return f"power {terms[0].removeprefix('Rabs ') if magnitude else atom(terms[0])} {atom(terms[1])}"
        if function in ("+", "-", "*", "/"):
            return infix(function, *terms) if len(terms) == 2 else f"- {infix('*', '1', terms[0])[4:]}"
        if function == "xlog":
            return infix("*", terms[0], f"ln {atom(terms[1])}")
        if _of_some(formula):
            return reduce(lambda one, other: f"{_EXTREMA[function]} {atom(one)} {atom(other)}", terms)
        if function not in _FUNCTIONS:
            raise NoCoqForm
        return " ".join([_FUNCTIONS[function], *map(atom, terms)])

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
            raise NoCoqForm
        if formula.function == "==" and self._counted(formula):
            return f"Nat.eqb {' '.join(self.place(one) for one in formula.arguments)}"
        return self._compared(formula, {"<=": "leb", "<": "ltb"}, entry)

    def _chosen(self, when: Formula, yes: str, no: str, entry: str = "") -> str:
        """Return what is chosen by a condition, by relations one after the other."""
        match when:
            case Apply("not", (inside,)):
                return self._chosen(inside, no, yes, entry)
            case Apply("and" | "*", (one, other)):
                return self._chosen(one, self._chosen(other, yes, no, entry), no, entry)
            case Apply("or", (one, other)):
                return self._chosen(one, yes, self._chosen(other, yes, no, entry), entry)
            case Apply("!=", sides):
                return self._chosen(Apply("==", sides), no, yes, entry)
            case Apply(function) if function in RELATIONS:
                return f"if {self.decision(when, entry)} then {yes} else {no}"
        return self._chosen(Apply("==", (when, ZERO)), no, yes, entry)

    def decision(self, formula: Formula, entry: str = "") -> str:
        """Return a relation as a decision of Coq."""
        if isinstance(formula, Apply) and formula.function == "==":
            return " ".join(["Req_EM_T", *(atom(self.value(one, entry)) for one in formula.arguments)])
        return self._compared(formula, {"<=": "Rle_dec", "<": "Rlt_dec"}, entry)

    def _compared(self, formula: Formula, functions: Mapping[str, str], entry: str) -> str:
        if not isinstance(formula, Apply) or formula.function not in ("<", "<=", ">", ">="):
            raise NoCoqForm
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
        raise NoCoqForm

    def _relation(self, relation: str, sides: tuple[Formula, ...], entry: str) -> str:
        """Return a relation of numbers with the smaller on its left."""
        if relation in (">", ">="):
            relation, sides = TURNED[relation], sides[::-1]
        if self._counted(Apply(relation, sides)):
            return f"({related(relation, *map(self.place, sides))})%nat"
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
        raise NoCoqForm

    def _entries(self, *formulas: Formula) -> str:
        """Return how many entries the vectors have that formulas speak of."""
        if dimension := self._common(*formulas):
            return atom(dimension)
        raise NoCoqForm


def states(kinds: Mapping[str, str]) -> tuple[dict[str, str], str]:
    """Return the parts of a learner's state in Coq, and the state as it is bound; one that is w alone is w.

    >>> states({"v": "vector", "A": "matrix"})
    ({'v': '(fst K)', 'A': '(snd K)'}, '(K : vec * matrix)')
    """
    if kinds == {"w": "vector"}:
        return {"w": "w"}, "(w : vec)"
    if len(kinds) != len(("fst", "snd")) or not {*kinds.values()} <= {*_TYPES}:
        raise NoCoqForm
    types = " * ".join(_TYPES[kind] for kind in kinds.values())
    return {name: f"({part} K)" for name, part in zip(kinds, ("fst", "snd"), strict=True)}, f"(K : {types})"


def _of_all(formula: Formula) -> bool:
    """Tell whether a formula is the largest or the smallest number of the trials, which is 0 where there is none."""
    return isinstance(formula, Apply) and formula.function in ("min_t", "max_t")


def _of_some(formula: Apply) -> bool:
    """Tell whether a formula is the largest or the smallest of some numbers."""
    return formula.function in _EXTREMA and len(formula.arguments) > 1
