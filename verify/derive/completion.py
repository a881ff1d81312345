"""Identities by completing squares: what is wanted is a quadratic form in the predictions and the outcome.

Taking out one variable after another leaves squares with pivots as factors, in which no prediction is spoken of. Each
pivot falls into factors that a hypothesis says to be positive, or that an identity shows to be so, which is put in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, NamedTuple

from verify.derive.combination import combination
from verify.derive.ratios import PREDICTED, cancelled, factored, written
from verify.derive.samples import Samples
from verify.derive.squares import Form, completed, orders
from verify.kernel import Malformed
from verify.kernel_proof.certificate import polynomial, shows
from verify.kernel_proof.pieces import NOTHING, UNIT, Guard, Guards
from verify.kernel_proof.ratios import Ratio, number, variable

ONE = "1"
"""What stands for 1 among the variables of a form."""

MOST_TERMS = 200


class Term(NamedTuple):
    """A positive number times powers of hypotheses times a square."""

    coefficient: Fraction
    powers: Mapping[int, int]
    square: Ratio

    def by(self, other: Term) -> Term:
        """Return the product of two terms."""
        powers = {i: self.powers.get(i, 0) + other.powers.get(i, 0) for i in {**self.powers, **other.powers}}
        kept = {i: e for i, e in powers.items() if e}
        return Term(self.coefficient * other.coefficient, kept, self.square * other.square)

    def as_json(self) -> list[Any]:
        """Return the term as it stands in a proof."""
        powers = {str(i): e for i, e in sorted(self.powers.items())}
        square = written(cancelled(self.square))
        return [str(self.coefficient), powers, *([] if square == "1" else [square])]


def by_completing(guards: Guards, roots: Mapping[str, Ratio]) -> dict[str, Any] | None:
    """Return an identity that shows by squares that hypotheses contradict each other; None where there is none."""
    form = form_of(cancelled(-guards[-1].ratio))
    if form is None or guards[-1].relation != ">":
        return None
    completion = Completion(guards, roots)
    for order in orders(form):
        terms = completion.terms(form, order)
        if terms is None:
            continue
        part = {"terms": [["1", {str(len(guards) - 1): 1}], *(term.as_json() for term in terms)]}
        with suppress(Malformed):
            if shows(guards, part, roots):
                return part
    return None


def form_of(wanted: Ratio) -> Form | None:
    """Return the quadratic form in the predictions, and 1, that a ratio is; None where it is none."""
    spoken = {*PREDICTED} & wanted.names
    if not spoken or any(spoken & Ratio(dict(factor)).names for factor in wanted.below):
        return None
    parts: dict[tuple[str, str], dict[Any, Fraction]] = {}
    for m, c in wanted.above.items():
        of = [name for name, e in m if name in spoken for _ in range(e)]
        if len(of) > 2 or any(e < 0 for name, e in m if name in spoken):
            return None
        rest = tuple((name, e) for name, e in m if name not in spoken)
        a, b = sorted([*of, *[ONE] * (2 - len(of))])
        for pair in {(a, b), (b, a)}:
            parts.setdefault(pair, {})[rest] = c if a == b else c / 2
    if not any(ONE not in pair for pair in parts):
        return None
    return {pair: cancelled(Ratio(above, wanted.below)) for pair, above in parts.items()}


class Completion:
    """What is known of numbers on the way to a form's squares: hypotheses that speak of no prediction."""

    def __init__(self, guards: Guards, roots: Mapping[str, Ratio]) -> None:
        self.roots = roots
        self.known = [(i, g) for i, g in enumerate(guards[:-1]) if not g.ratio.names & {*PREDICTED}]
        self.samples = Samples([guard for _, guard in self.known], roots)
        self.positive: dict[Any, list[Term] | None] = {}

    def terms(self, form: Form, order: Sequence[str]) -> list[Term] | None:
        """Return the terms that a form is the sum of."""
        terms: list[Term] = []
        for vector, factor in completed(form, order):
            root = NOTHING
            for name, a in vector.items():
                root += a * (UNIT if name == ONE else variable(name))
            pivots = self.pivot(factor)
            if pivots is None or len(terms) + len(pivots) > MOST_TERMS:
                return None
            terms += [term.by(Term(Fraction(1), {}, root)) for term in pivots]
        return terms

    def pivot(self, factor: Ratio) -> list[Term] | None:
        """Return terms that a number is the sum of; None where it is not shown to be positive."""
        if not factor.above:
            return []
        if self.samples.refute(factor, ">="):
            return None
        coefficient, factors = factored(factor)
        terms = [Term(Fraction(1), {}, UNIT)]
        for of, e in factors:
            if e % 2 == 0:
                terms = [term.by(Term(Fraction(1), {}, of ** (e // 2))) for term in terms]
                continue
            sign = 1 if not self.samples.refute(of, ">=") else -1
            coefficient *= sign
            shown = self.sum_of(of * number(Fraction(sign)), e)
            if shown is None:
                return None
            terms = [term.by(other) for term in terms for other in shown]
        if coefficient < 0:
            return None
        return [term._replace(coefficient=term.coefficient * coefficient) for term in terms]

    def sum_of(self, of: Ratio, e: int) -> list[Term] | None:
        """Return terms that an odd power of a number is the sum of."""
        for i, guard in self.known:
            if guard.ratio.key == of.key and guard.relation == ">":
                return [Term(Fraction(1), {i: e}, UNIT)]
        if of.key not in self.positive:
            self.positive[of.key] = self.by_identity(of)
        shown = self.positive[of.key]
        if shown is None:
            return None
        half = of ** ((e - 1) // 2)
        return [term.by(Term(Fraction(1), {}, half)) for term in shown]

    def by_identity(self, of: Ratio) -> list[Term] | None:
        """Return terms that a number is the sum of, from the identity that shows that it is not negative."""
        near = [(i, g) for i, g in self.known if g.ratio.names <= of.names and g.relation in (">", ">=")]
        guards = (*(guard for _, guard in near), Guard(-of, ">"))
        part = combination(guards, self.roots, quick=True)
        if part is None:
            return None
        last, terms = str(len(near)), list[Term]()
        scale: Term | None = None
        for coefficient, powers, *square in part["terms"]:
            root = polynomial(square[0], guards) if square else UNIT
            others = {near[int(i)][0]: e for i, e in powers.items() if i != last}
            term = Term(Fraction(coefficient), others, root)
            if last not in powers:
                terms.append(term)
            elif scale is not None or powers[last] != 1:
                return None
            else:
                scale = term
        if scale is None or any(self.relation(i) != ">" for i in scale.powers):
            return None
        less = Term(1 / scale.coefficient, {i: -e for i, e in scale.powers.items()}, scale.square.inverse())
        return [term.by(less) for term in terms]

    def relation(self, i: int) -> str:
        """Return how a hypothesis compares."""
        return dict(self.known)[i].relation
