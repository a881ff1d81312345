"""The identity that shows a goal of a proof, as verify.kernel_proof reads it.

The hypotheses of a goal, the opposite of what is wanted among them, contradict each other where terms that are not
negative, one of them positive, add up to 0 (verify.derive.combination). Equations are put in where they name a
variable, and what is left out by that is multiplied back by division.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from verify.derive.combination import combination
from verify.derive.completion import by_completing
from verify.derive.ratios import OF_A_TRIAL, cancelled, divided_by_gap, substituted, written
from verify.kernel import Malformed
from verify.kernel_proof.certificate import polynomial, shows
from verify.kernel_proof.pieces import NOTHING, UNIT, Guard, Guards
from verify.kernel_proof.ratios import Ratio, by_powers, factor_of, number, reduced, variable


def identity(guards: Guards, roots: Mapping[str, Ratio], *, quick: bool = False) -> dict[str, Any] | None:
    """Return the part of a proof that shows that some hypotheses contradict each other; None where none is found.

    Where it is to be ``quick``, few products of hypotheses are tried.

    Equations are put in at first where they name a variable of a trial, and then all. Where it is not to be quick, a
    quick look is taken before with variables as squares of their roots.
    """
    if guards[-1].relation == "==":
        return by_sign(guards, roots, quick=quick)
    solved, left = (guards, roots) if quick else by_roots(guards, roots)
    if len(left) < len(roots):
        proof = by_equations(solved, left, quick=True)
        with suppress(Malformed):
            if proof is not None and shows(guards, proof, roots):
                return proof
    return by_equations(guards, roots, quick=quick)


def by_equations(guards: Guards, roots: Mapping[str, Ratio], *, quick: bool) -> dict[str, Any] | None:
    """Return an identity that is found with equations put in."""
    tried: list[Guards] = []
    for names in (OF_A_TRIAL, None):
        equations = Equations(guards, roots, names)
        if len(tried) and equations.guards == tried[0]:
            break
        tried.append(equations.guards)
        proof = None
        with suppress(Malformed, ZeroDivisionError):
            proof = by_completing(equations.guards, roots) or combination(equations.guards, roots, quick=quick)
        for terms in (proof, proof and cleared(proof, guards)):
            with suppress(Malformed, ZeroDivisionError):
                if terms is not None and shows(guards, part := equations.completed(terms), roots):
                    return part
    return None


def cleared(part: Mapping[str, Any], guards: Guards) -> dict[str, Any] | None:
    """Return terms times the hypotheses that say of what others are divided by that it is positive; None for no such.

    So an equation need not be multiplied by anything that is divided by what another one was put in.
    """
    positive = {factor_of(g.ratio.above): i for i, g in enumerate(guards) if g.relation == ">" and not g.ratio.below}
    below: dict[int, int] = {}
    for _, powers, *_ in part["terms"]:
        for factor, e in ((f, e * n) for i, e in powers.items() for f, n in guards[int(i)].ratio.below.items()):
            if factor in positive:
                below[positive[factor]] = max(e, below.get(positive[factor], 0))
    more = {str(i): e for i, e in below.items() if e > 0}
    terms = [
        [c, {i: e for i in {**p, **more} if (e := p.get(i, 0) + more.get(i, 0))}, *s] for c, p, *s in part["terms"]
    ]
    return {**part, "terms": terms} if more else None


def by_roots(guards: Guards, roots: Mapping[str, Ratio]) -> tuple[Guards, dict[str, Ratio]]:
    """Return hypotheses in which variables that a root is the root of are its square, and the roots that are left."""
    left = dict(roots)
    for root, inside in roots.items():
        name = next(iter(inside.names)) if len(inside.names) == 1 else ""
        if inside.key == variable(name).key and name not in roots and any(root in g.ratio.names for g in guards):
            del left[root]
            square = variable(root, 2)
            guards = tuple(Guard(substituted(guard.ratio, name, square), guard.relation) for guard in guards)
            left = {other: substituted(of, name, square) for other, of in left.items()}
    return guards, left


def by_sign(guards: Guards, roots: Mapping[str, Ratio], *, quick: bool = False) -> dict[str, Any] | None:
    """Return what shows that a ratio is not 0: that it is positive, or negative."""
    ratio, last = guards[-1].ratio, str(len(guards) - 1)
    for sign in (-UNIT, UNIT):
        signed = (*guards[:-1], Guard(sign * ratio, ">="))
        part = identity(signed, roots, quick=quick)
        if part is None:
            continue
        terms = [term for term in part["terms"] if last not in term[1]]
        equal = list(part.get("equal", ()))
        for coefficient, powers, *square in part["terms"]:
            if last in powers:
                multiple = worth(coefficient, {**powers, last: powers[last] - 1}, square, signed) * sign
                equal.append([int(last), written(cancelled(multiple))])
        proof = {"terms": terms, "equal": equal}
        with suppress(Malformed):
            if shows(guards, proof, roots):
                return proof
    return None


def worth(coefficient: str, powers: Mapping[str, int], square: Sequence[str], guards: Guards) -> Ratio:
    """Return what a term is."""
    product = number(Fraction(coefficient))
    for i, e in powers.items():
        product = product * guards[int(i)].ratio ** e
    for text in square:
        root = polynomial(text, guards)
        product = product * root * root
    return product


class Equations:
    """Hypotheses after the equations among them that name a variable were put in."""

    def __init__(self, guards: Guards, roots: Mapping[str, Ratio], names: Sequence[str] | None) -> None:
        self.roots = roots
        self.put: list[tuple[int, str, Ratio, Ratio, Guards]] = []
        for i in range(len(guards)):
            named = self.named(guards[i].ratio, names) if guards[i].relation == "==" else None
            if named is not None:
                name, value, scale = named
                self.put.append((i, name, value, scale, guards))
                guards = tuple(Guard(substituted(g.ratio, name, value), g.relation) for g in guards)
        self.guards = guards

    def named(self, ratio: Ratio, names: Sequence[str] | None) -> tuple[str, Ratio, Ratio] | None:
        """Return a variable, what an equation says that it is, and the equation over the gap of the two.

        It is linear in the variable, and nothing else of it depends on that.
        """
        for name in sorted(ratio.names - self.roots.keys()):
            parts = by_powers(ratio.above, name)
            below = {other for factor in ratio.below for m, _ in factor for other, _ in m}
            if (names is not None and name not in names) or parts.keys() - {0, 1} or name in below:
                continue
            scale = cancelled(Ratio(parts[1], ratio.below))
            if scale.constant:
                value = cancelled(Ratio(parts.get(0, {}), ratio.below) * (-scale).inverse())
                if not any(name in self.roots[root].names for root in self.roots):
                    return name, value, scale
        return None

    def completed(self, part: Mapping[str, Any]) -> dict[str, Any]:
        """Return the part of a proof with the multiples of the equations that were put in."""
        equal: list[Any] = []
        for i, name, value, scale, guards in reversed(self.put):
            total = NOTHING
            for coefficient, powers, *square in part["terms"]:
                total += worth(coefficient, powers, square, guards)
            for j, text in equal:
                total += guards[j].ratio * polynomial(text, guards)
            multiple = divided_by_gap(cancelled(total), name, value) * (-scale).inverse()
            if multiple.above:
                equal.append([i, written(cancelled(reduced(multiple, self.roots)))])
        return {**part, **({"equal": equal} if equal else {})}


def renumbered(part: Mapping[str, Any], numbers: Sequence[int]) -> dict[str, Any]:
    """Return the part of a proof with other numbers of hypotheses."""
    terms = [[c, {str(numbers[int(i)]): e for i, e in powers.items()}, *square] for c, powers, *square in part["terms"]]
    equal = [[numbers[i], text] for i, text in part.get("equal", ())]
    return {"terms": terms, **({"equal": equal} if equal else {})}
