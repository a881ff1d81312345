"""A certificate for sequences of every length as one Coq file: the statement at its parameters, and the proof.

What a trial adds, and what the potential grows by, is linear in inner products. It is shown case by case, by linear
arithmetic, from squares of combinations of vectors, which the certificate's form gives.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from bounds.claims.claim import Claim as Stated
from bounds.errors import BoundcheckError
from verify.kernel import ZERO, names_in, read
from verify.kernel_gram.certificate import constant, fractions
from verify.kernel_gram.chain import Step, joined
from verify.kernel_gram.claims import Claim
from verify.kernel_gram.endless import counted, over_one, repeated
from verify.kernel_gram.program import GramProgram
from verify.kernel_proof.claims import NIL, UPDATE
from verify.prove.coq_file import assumed, defined, file_of, of_the_trial
from verify.prove.coq_states import TIME, Stateful, field
from verify.prove.coq_terms import called, number

Form = Sequence[Sequence[Fraction]]


class File(Stateful):
    """The Coq file of a certificate of one trial for all."""

    def __init__(self, claim: Stated, document: Mapping[str, Any]) -> None:
        super().__init__(claim, document["statement"], document["parameters"])
        if document.get("endless", {}).keys() != {"0"}:
            raise BoundcheckError("what is proved pattern by pattern, up to a length, has no Coq form yet")
        worst = Claim(document["statement"], {name: constant(text) for name, text in document["parameters"].items()})
        first, following, self.form = fractions(document["endless"]["0"])
        problem = worst.problem(0, 1)
        link, radius = repeated(problem), problem.radius
        program, again = GramProgram(radius, [link]), GramProgram(None, [link])
        if problem.unit != 1 or len(first) != len(following) + 1 + (radius is not None):
            raise BoundcheckError("a first trial that is more than one has no Coq form yet")
        self.unit = counted(link)
        self.first, self.more = program.totals(first)[0][1], again.totals([Fraction(1), *following])[0][1]
        self.names = [*link.states]
        start, step = link.step(*program.parted(first)[0]), link.step(*again.parted([Fraction(1), *following])[0])
        self.begins, self.goes_on = self.after(start, []), self.after(step, self.names)
        if radius is not None:
            self.begins[0][0] += first[1]
        for i, line in enumerate(self.form):
            for j, a in enumerate(line):
                self.goes_on[i][j] -= a

    def after(self, step: Step, known: Sequence[str]) -> list[list[Fraction]]:
        """Return what a trial and the form after it add, as a form in u, the known states and x."""
        found, common = joined(*over_one(self.form, 1 + len(self.names)), step, self.names, known)
        return [[Fraction(a, common) for a in line] for line in found]

    def source(self) -> str:
        """Return the whole file."""
        proof = (*self.potential(), *self.theorem())
        return file_of("Worst", self.definitions(), (), proof)

    # --- the proof

    @property
    def put(self) -> dict[str, str]:
        """The values of the parameters."""
        return {name: f"({number(self.scope, value)})" for name, value in self.values.items()}

    def potential(self) -> Iterator[str]:
        """Yield the form as a potential, and where the learner begins."""
        vectors = ["u", *(f"({field(name)} s)" for name in self.names)]
        parts = [
            f"{rational(-self.form[i][j] * (1 if i == j else 2))} * dot n {a} {b}"
            for (i, a), (j, b) in combinations_with_replacement(enumerate(vectors), 2)
        ]
        yield f"Definition potential (n : nat) (u : vec) (s : state) : R :=\n  {' + '.join(parts)}.\n"
        begun = " /\\ ".join(f"{field(name)} s = zero" for name in self.names)
        yield f"Definition begun (s : state) : Prop := {begun}.\n"

    def theorem(self) -> Iterator[str]:
        """Yield the theorem."""
        given, rest = self.arguments(), self.arguments(self.put)
        gain, cost = f"gain n{rest}", f"cost n{rest} u"
        times = None if self.claim.times == NIL else self.amount(self.claim.times, self.put)
        amount = gain if times is None else f"(fun s c => {gain} s c - {times} * {cost} s c)"
        yield "Theorem holds : claim.\nProof."
        yield f"  intros n{given} u S G'."
        yield from assumed(self)
        yield from defined(self)
        if times is not None:
            one = "rewrite <- (Rmult_1_l (over_run _ (cost _ _ _ _ _) _ _)). " if self.claim.times == read("1") else ""
            yield f"  {one}rewrite over_run_less."
        yield f"  destruct (endless (step n{rest}) ({amount}) begun (potential n u)"
        yield f"    {rational(self.first)} {rational(self.more)} (start n{rest}) S) as [H'|(j & J1' & J2' & H')]."
        yield "  { repeat split. }"
        yield f"  {{ intros s. {self.opened}."
        yield from self.posed(self.negative, ["u", *map(called, self.names)])
        yield "    spread_all."
        yield from self.named()
        yield "    lra. }"
        yield "  { intros s c Hc' B'."
        yield from self.trial(self.begins, ["u", "x"])
        yield "    first [right; lra | left; split; [lra|unmoved]]. }"
        yield "  { intros s c Hc'."
        yield from self.trial(self.goes_on, ["u", *map(called, self.names), "x"])
        yield "    first [right; lra | left; split; lra]. }"
        yield from self.compared_with_the_bound(amount, rest)
        yield "Qed.\n"

    def compared_with_the_bound(self, amount: str, rest: str) -> Iterator[str]:
        """Yield the last step: the amount keeps the bound."""
        run = f"over_run (step n{rest}) ({amount}) (start n{rest}) S"
        yield f"  all: unfold bound; set (A_ := {run}) in *."
        if self.unit is not None and self.more <= 0:
            unit, most = rational(self.unit), math.floor(self.first / self.unit)
            yield f"  all: assert (W' : exists z, A_ = {unit} * IZR z)"
            yield f"    by (apply whole_run; intros s c; {self.opened}; whole_amount)."
            yield f"  all: assert (A_ <= {unit} * IZR {most}) by (apply whole_below; [exact W'|lra|lra])."
        yield "  all: clearbody A_; pose proof (pos_INR (length S)); remember (INR (length S)) as l eqn:El'; lra."

    @property
    def counts(self) -> bool:
        """Whether the gain counts changes of the weights."""
        return UPDATE.head in names_in(self.claim.gain)

    @property
    def negative(self) -> Form:
        """The opposite of the form."""
        return [[-a for a in line] for line in self.form]

    @property
    def opened(self) -> str:
        """The steps that take a state apart."""
        names = [TIME, *map(called, self.vectors)]
        return f"destruct s as [{' '.join(names)}]; {self.unfolded}"

    @property
    def unfolded(self) -> str:
        """The step that puts definitions in."""
        words = [
            "begun",
            "potential",
            "gain",
            "cost",
            *(["updated"] if self.counts else []),
            "step",
            "predicted",
            "start",
        ]
        fields = " ".join(map(field, (TIME, *self.vectors)))
        return f"unfold {', '.join(words)} in *; cbn [{fields}] in *"

    def posed(self, form: Form, vectors: Sequence[str]) -> Iterator[str]:
        """Yield the steps that state that squares which add up to a form are not negative, also with -x for x."""
        for square in squares(form):
            for sign in dict.fromkeys((1, -1 if "x" in vectors else 1)):
                parts = ((-a if v == "x" and sign < 0 else a, v) for a, v in zip(square, vectors, strict=False))
                yield f"    pose proof (self_product n (fun i => {combined(parts)}))."

    def trial(self, form: Form, vectors: Sequence[str]) -> Iterator[str]:
        """Yield the steps that take what is to be shown of a trial to inner products, on each case of it."""
        yield from of_the_trial(self)
        yield f"    {self.opened}. clear Hc'. parts. try subst. destruct c as [x y]. cbn [fst snd] in *."
        yield from self.posed(form, vectors)
        if self.claim.kind == "labels":
            yield "    destruct y; cbn [label] in *;"
        if self.counts:
            yield "    (destruct (example_or n x) as [O'|O']);"
        yield f"    norms; cases; spread_all;{' try nothing;' if self.counts else ''}"
        yield from self.named(";")
        yield f"    try (exfalso; {'first [lra|unequal]' if self.counts else 'lra'});"

    def named(self, end: str = ".") -> Iterator[str]:
        """Yield the steps that name inner products."""
        for a, b in combinations_with_replacement(sorted(["u", "x", *map(called, self.names)]), 2):
            yield f"    try product_of n {a} {b} {a}_{b}' F_{a}_{b}'{end}"


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


def combined(parts: Iterable[tuple[Fraction, str]]) -> str:
    """Return a combination of vectors at i."""
    return " + ".join(f"{rational(a)} * {v} i" for a, v in parts if a) or "0"


def rational(a: Fraction) -> str:
    """Return a number as a Coq term.

    >>> rational(Fraction(-3, 4)), rational(Fraction(2))
    ('(- (3 / 4))', '2')
    """
    size = str(abs(a)).replace("/", " / ")
    return (
        f"(- ({size}))" if a < 0 and "/" in size else f"(- {size})" if a < 0 else f"({size})" if "/" in size else size
    )
