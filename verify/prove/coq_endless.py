"""A certificate for sequences of every length, by one trial for all, as one Coq file."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from bounds.claims.claim import Claim as Stated
from bounds.errors import BoundcheckError
from verify.kernel_gram.certificate import fractions
from verify.kernel_gram.chain import Step, joined
from verify.kernel_gram.endless import counted, over_one, repeated
from verify.kernel_gram.program import GramProgram
from verify.prove.coq_file import file_of
from verify.prove.coq_terms import called
from verify.prove.coq_units import rational
from verify.prove.coq_worst import Form, Worst


class File(Worst):
    """The Coq file of a certificate of one trial for all."""

    def __init__(self, claim: Stated, document: Mapping[str, Any]) -> None:
        super().__init__(claim, document)
        first, following, self.form = fractions(document["endless"]["0"])
        link, radius = repeated(self.problem), self.problem.radius
        program, again = GramProgram(radius, [link]), GramProgram(None, [link])
        if len(first) != len(following) + 1 + (radius is not None):
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
        form, common = joined(*over_one(self.form, 1 + len(self.names)), step, self.names, known)
        return [[Fraction(a, common) for a in line] for line in form]

    def source(self) -> str:
        """Return the whole file."""
        proof = (*self.potential(), *self.theorem())
        return file_of("Worst", self.definitions(), (), proof)

    # --- the proof

    def potential(self) -> Iterator[str]:
        """Yield the form as a potential, and where the learner begins."""
        yield f"Definition potential (n : nat) (u : vec) (s : state) : R :=\n  {self.quadratic(self.negative)}.\n"
        yield self.begun()

    def theorem(self) -> Iterator[str]:
        """Yield the theorem."""
        rest = self.arguments(self.put)
        yield from self.stated_at_values()
        yield f"  destruct (endless (step n{rest}) ({self.added}) begun (potential n u)"
        paid = f"{self.rate.times(self.first)} {self.rate.times(self.more)}"
        yield f"    {paid} (start n{rest}) S) as [H'|(j & J1' & J2' & H')]."
        yield "  { repeat split. }"
        yield f"  {{ intros s. {self.opened}."
        yield from self.posed(self.negative, ["u", *map(called, self.names)])
        yield "    spread_all."
        yield from self.named()
        yield "    lra. }"
        yield "  { intros s c Hc' B'."
        yield from self.trial(self.posed(self.begins, ["u", "x"]))
        yield "    first [right; lra | left; split; [lra|unmoved]]. }"
        yield "  { intros s c Hc'."
        yield from self.trial(self.posed(self.goes_on, ["u", *map(called, self.names), "x"]))
        yield "    first [right; lra | left; split; lra]. }"
        yield from self.compared_with_the_bound()
        yield "Qed.\n"

    def compared_with_the_bound(self) -> Iterator[str]:
        """Yield the last step: the amount keeps the bound."""
        yield f"  all: unfold bound; set (A_ := {self.over_the_run}) in *."
        if self.unit is not None and self.more <= 0:
            unit, most = rational(self.unit), math.floor(self.first / self.unit)
            yield f"  all: assert (W' : exists z, A_ = {unit} * IZR z)"
            yield f"    by (apply whole_run; intros s c; {self.opened}; whole_amount)."
            yield f"  all: assert (A_ <= {unit} * IZR {most}) by (apply whole_below; [exact W'|lra|lra])."
        yield from self.floored()
        yield "  all: clearbody A_; pose proof (pos_INR (length S)); remember (INR (length S)) as l eqn:El'."
        yield from self.rate.compared()
        yield "  all: lra."

    @property
    def negative(self) -> Form:
        """The opposite of the form."""
        return [[-a for a in line] for line in self.form]
