"""Worst cases at given parameters in Coq: the statement, and steps that all proofs of them have.

What a trial adds, and what a potential grows by, is linear in inner products. It is shown case by case, by linear
arithmetic, from squares of combinations of vectors, which the certificate's forms give.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from bounds.claims.claim import Claim as Stated
from verify.kernel import ZERO, Formula, Number, names_in, read
from verify.kernel_gram.certificate import constant
from verify.kernel_gram.claims import Claim
from verify.kernel_gram.formulas import GramScope, value
from verify.kernel_gram.numbers import square
from verify.kernel_proof.claims import NIL, UPDATE
from verify.prove.coq_file import assumed, defined, missed, of_the_trial, on_each_side
from verify.prove.coq_states import TIME, Stateful, field, following
from verify.prove.coq_terms import called, number
from verify.prove.coq_units import Rate, rational

Form = Sequence[Sequence[Fraction]]


class Worst(Stateful):
    """What the Coq files of worst cases have in common: the amount at the claim's parameters, and steps on trials."""

    own_words: tuple[str, ...] = ("begun", "potential")
    """What the proof defines of states."""

    def __init__(self, claim: Stated, document: Mapping[str, Any]) -> None:
        super().__init__(claim, document["statement"], document["parameters"])
        self.worst = Claim(
            document["statement"], {name: constant(text) for name, text in document["parameters"].items()}
        )
        self.problem = self.worst.problem(0, 1)
        self.rate = Rate.of(self.problem.unit, self.below_roots())
        self.names: list[str] = []

    def below_roots(self) -> Iterator[Number]:
        """Yield what is below roots of the claim's numbers at its parameters."""
        said = (*self.claim.updates.values(), self.claim.predict, self.claim.bound, *self.values.values())
        for inside in (root for formula in said for root in roots(formula)):
            if names_in(inside) <= self.problem.names.keys() - {"l"}:
                yield value(inside, GramScope(self.problem.names))

    @property
    def put(self) -> dict[str, str]:
        """The values of the parameters, and of those that the claim defines by them."""
        terms = {name: f"({number(self.scope, given)})" for name, given in self.values.items()}
        for name, formula in self.claim.defined.items():
            if name in self.parameters and name not in terms:
                terms[name] = f"({self.amount(formula, terms)})"
        return terms

    @property
    def times(self) -> str | None:
        """What the losses are multiplied by, where the claim speaks of them."""
        return None if self.claim.times == NIL else self.amount(self.claim.times, self.put)

    @property
    def added(self) -> str:
        """What a trial adds, as a function of the state and the trial."""
        rest = self.arguments(self.put)
        gain, cost = f"gain n{rest}", f"cost n{rest} u"
        return gain if self.times is None else f"(fun s c => {gain} s c - {self.times} * {cost} s c)"

    @property
    def over_the_run(self) -> str:
        """What the trials add up to."""
        rest = self.arguments(self.put)
        return f"over_run (step n{rest}) ({self.added}) (start n{rest}) S"

    @abstractmethod
    def source(self) -> str:
        """Return the whole file."""

    def stated_at_values(self) -> Iterator[str]:
        """Yield how the proof begins: with the values of the parameters, and with one sum."""
        yield "Theorem holds : claim.\nProof."
        yield f"  intros n{self.arguments()} u S G'."
        yield from assumed(self)
        yield from defined(self)
        inside = (number(self.scope, root) for given in self.values.values() for root in roots(given))
        yield from self.rate.squares((f"sqrt ({a})", f"({a})") for a in inside)
        if self.times is not None:
            cost = f"cost n{self.arguments(self.put)} u"
            one = f"rewrite <- (Rmult_1_l (over_run _ ({cost}) _ _)). " if self.claim.times == read("1") else ""
            yield f"  {one}rewrite over_run_less."
        if self.claim.floored:
            yield f"  assert (Z' : exists z, {self.over_the_run} = 1 * IZR z)"
            yield f"    by (apply whole_run; intros s c; {self.opened}; whole_amount)."

    def floored(self) -> Iterator[str]:
        """Yield the step that leaves out the floor of the bound: the amount A_ is a whole number."""
        if self.claim.floored:
            yield "  all: apply whole_floor; [destruct Z' as [z Z']; exists z; rewrite Z'; ring|]."

    def begun(self) -> str:
        """Return the definition of where the learner begins."""
        said = " /\\ ".join(f"{field(name)} s = zero" for name in self.names)
        return f"Definition begun (s : state) : Prop := {said}.\n"

    def quadratic(self, form: Form) -> str:
        """Return a form in u and the state as a Coq term."""
        vectors = ["u", *(f"({field(name)} s)" for name in self.names)]
        return self.rate.form(of_products(form, vectors))

    @property
    def known_products(self) -> Iterator[tuple[str, Fraction | None]]:
        """The names of inner products, with what premises say that they are at most."""
        for a, b in self.products:
            limit = self.worst.premises(self.problem.names).get(a) if a == b else None
            yield f"{a}_{b}'", None if limit is None else square(limit)

    @property
    def counts(self) -> bool:
        """Whether the gain counts changes of the weights."""
        return UPDATE.head in names_in(self.claim.gain)

    @property
    def opened(self) -> str:
        """The steps that take a state apart."""
        names = [TIME, *map(called, (*self.numbers, *self.vectors))]
        return f"destruct s as [{' '.join(names)}]; {self.unfolded}"

    @property
    def unfolded(self) -> str:
        """The step that puts definitions in."""
        words = [
            *self.own_words,
            "gain",
            "cost",
            "step",
            *(["updated", *map(following, self.claim.vectors)] if self.claim.counting else []),
            "predicted",
            "start",
        ]
        fields = " ".join(map(field, (TIME, *self.numbers, *self.vectors)))
        return f"unfold {', '.join(words)} in *; cbn [{fields}] in *"

    def posed(self, form: Form, vectors: Sequence[str]) -> Iterator[str]:
        """Yield the steps that state that squares which add up to a form are not negative, also with -x for x."""
        for combination in squares(form):
            for sign in dict.fromkeys((1, -1 if "x" in vectors else 1)):
                parts = ((-a if v == "x" and sign < 0 else a, v) for a, v in zip(combination, vectors, strict=False))
                yield self.rate.squared(parts)

    def trial(self, facts: Iterable[str]) -> Iterator[str]:
        """Yield the steps that take what is to be shown of a trial to inner products, with some facts, on each case."""
        yield from of_the_trial(self)
        yield from missed(self, f"predicted n{self.arguments(self.put)} s c", self.put)
        yield f"    {self.opened}. clear Hc'. parts. try subst. destruct c as [x {self.seen}]. cbn [fst snd] in *."
        yield from facts
        if self.claim.kind == "labels":
            yield "    destruct y; cbn [label] in *;"
        yield from on_each_side(self)
        if self.counts:
            yield "    (destruct (example_or n x) as [O'|O']);"
        yield f"    norms; cases; spread_all;{' try nothing;' if self.counts else ''}"
        yield from self.named(";")
        yield from self.rate.known(self.known_products, ";")
        yield f"    try (exfalso; {'first [lra|unequal]' if self.counts else 'lra'});"

    def named(self, end: str = ".") -> Iterator[str]:
        """Yield the steps that name inner products."""
        for a, b in self.products:
            yield f"    try product_of n {a} {b} {a}_{b}' F_{a}_{b}'{end}"

    @property
    def products(self) -> Iterator[tuple[str, str]]:
        """The pairs of vectors whose inner products have names."""
        return combinations_with_replacement(sorted(["u", "x", *map(called, self.names)]), 2)


def squares(form: Form) -> Iterator[list[Fraction]]:
    """Yield the combinations whose squares, times positive numbers, add up to a form that is never negative."""
    left = [list(line) for line in form]
    while left:
        *above, last = left
        *row, pivot = last
        if pivot > 0:
            yield [*(a / pivot for a in row), Fraction(1)]
        share = [a / pivot if pivot > 0 else ZERO for a in row]
        left = [[a - b * c for a, c in zip(line[:-1], row, strict=True)] for line, b in zip(above, share, strict=True)]


def of_products(form: Form, vectors: Sequence[str]) -> str:
    """Return a form in vectors as a Coq term."""
    pairs = combinations_with_replacement(enumerate(vectors), 2)
    parts = [
        f"{rational(form[i][j] * (1 if i == j else 2))} * dot n {min(a, b)} {max(a, b)}"
        for (i, a), (j, b) in pairs
        if form[i][j]
    ]
    return " + ".join(parts) or "0"


def roots(formula: Formula) -> Iterator[Formula]:
    """Yield what stands below the roots of a number.

    >>> [str(inside.arguments[0]) for inside in roots(read("1 + 3*sqrt(5)"))]
    ['5']
    """
    head, arguments = formula
    if head and arguments is not None:
        if head == "sqrt":
            yield arguments[0]
        for part in arguments:
            yield from roots(part)
