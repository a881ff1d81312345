"""A goal of a proof as a Coq lemma, by its identity: each term is not negative, and their sum is 0 by a field's laws.

The lemma has those hypotheses of the goal that the identity uses, what it divides by, and what its roots are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from verify.derive.identity import worth
from verify.kernel_proof.certificate import polynomial as quotient
from verify.kernel_proof.goals import Goal
from verify.kernel_proof.pieces import NOTHING, UNIT, Guard, Guards
from verify.kernel_proof.ratios import Ratio, by_powers, content, factor_of, multiplied, variable
from verify.prove.coq_terms import called, guard, polynomial, term


class Lemma:
    """A goal as a lemma: its variables, and what it assumes."""

    def __init__(self, name: str, goal: Goal, part: Mapping[str, Any], roots: Mapping[str, Ratio]) -> None:
        self.name, self.goal, self.roots = name, goal, roots
        self.used: dict[int, Guard] = {}
        self.divided: dict[Any, None] = {}
        self.spoken: dict[str, None] = {}
        self.fresh = count(1)
        self.last = len(goal.guards)
        self.note(goal.wanted.ratio)
        body = list(self.steps(goal.hypotheses, part))
        rooted = [root for root in roots if root in self.names]
        for root in rooted:
            self.note(roots[root])
        below_roots = [*self.below_roots(rooted)]
        names = sorted(self.names)
        given = [f"{called(root)} * {called(root)} = {term(roots[root])}" for root in rooted]
        given += [f"{said} <> 0" for said in self.divisors()]
        self.variables = [called(name) for name in names]
        self.premises = [*given, *(guard(self.used[i]) for i in sorted(self.used))]
        intros = [
            *self.variables,
            *(f"R_{called(root)}'" for root in rooted),
            *(f"D{i}'" for i, _ in enumerate(self.divided)),
        ]
        intros += [f"H{i}'" for i in sorted(self.used)]
        self.use = f"apply ({' '.join([name, *self.variables])}); settle"
        self.body = [f"intros {' '.join(intros)}." if intros else "", *below_roots, *self.opposed(), *body]

    @property
    def names(self) -> set[str]:
        """The variables that it speaks of, with those that its roots are made of."""
        names = {*self.spoken}
        for root in reversed(list(self.roots)):
            names |= self.roots[root].names if root in names else set()
        return names

    def note(self, *ratios: Ratio) -> None:
        """Note what quotients speak of, and what they are divided by."""
        for ratio in ratios:
            self.spoken |= dict.fromkeys(sorted(ratio.names))
            self.divided |= dict.fromkeys(sorted(ratio.divisors, key=str))

    def divisors(self) -> list[str]:
        """Return what is divided by, as terms."""
        return [called(one) if isinstance(one, str) else polynomial(dict(one)) for one in self.divided]

    def below_roots(self, roots: Sequence[str]) -> Iterator[str]:
        """Yield the steps that show of what is below a root, up to a factor, that it is not 0, as the root is not."""
        for root in roots:
            inside = self.roots[root]
            of = factor_of(inside.above)
            if root in self.divided and of in self.divided:
                del self.divided[of]
                taken = content(inside.above)
                by = Ratio({taken: inside.above[multiplied(of[0][0], taken)]}, inside.below)
                known = f"(below_root {called(root)} ({term(inside)}) ({term(by)}) _ R_{called(root)}')"
                yield f"assert ({polynomial(dict(of))} <> 0) by (apply {known}; [assumption|equal])."

    def opposed(self) -> Iterator[str]:
        """Yield the step to the opposite of what is wanted."""
        wanted, opposite = self.goal.wanted, self.goal.wanted.opposite
        if wanted.relation == "!=":
            yield f"intros H{self.last}'."
            return
        turn = {">=": "Rnot_lt_le", ">": "Rnot_le_lt"}[wanted.relation]
        yield f"apply {turn}; intros N'. assert (H{self.last}' : {guard(opposite)}) by lra."

    def source(self) -> str:
        """Return the lemma with its proof."""
        bound = f"forall {' '.join(self.variables)} : R, " if self.variables else ""
        premises = "".join(f"  {premise} ->\n" for premise in self.premises)
        wanted = guard(self.goal.wanted)
        steps = "\n".join(f"  {line}" for line in self.body if line)
        return f"Lemma {self.name} : {bound}\n{premises}  {wanted}.\nProof.\n{steps}\nQed.\n"

    # --- identities

    def steps(self, hypotheses: Guards, part: Mapping[str, Any]) -> Iterator[str]:
        """Yield the steps by which hypotheses contradict each other."""
        if "on" not in part:
            yield from self.identity(hypotheses, part["terms"], part.get("equal", []))
            return
        at = quotient(part["on"], hypotheses)
        self.note(at)
        i = len(hypotheses)
        yield f"destruct (Rtotal_order 0 ({term(at)})) as [H{i}'|[H{i}'|H{i}']]."
        ways = {"positive": Guard(at, ">"), "zero": Guard(at, "=="), "negative": Guard(-at, ">")}
        for way, said in ways.items():
            assumed = f"assert (G{i}' : {guard(said)}) by lra; clear H{i}'; rename G{i}' into H{i}'."
            yield "{ " + assumed
            yield from self.steps((*hypotheses, said), part[way])
            yield "}"

    def uses(self, hypotheses: Guards, i: int) -> str:
        """Note that a hypothesis is used, and return its name."""
        self.note(hypotheses[i].ratio)
        if i < self.last:
            self.used[i] = hypotheses[i]
        return f"H{i}'"

    def identity(self, hypotheses: Guards, terms: Sequence[Any], equal: Sequence[Any]) -> Iterator[str]:
        """Yield the steps: signs of terms, multiples of equations, what roots are, and that all add up to 0."""
        total, added, names = NOTHING, list[str](), list[str]()
        for coefficient, powers, *square in terms:
            value = worth(coefficient, powers, square, hypotheses)
            total += value
            for i in powers:
                self.uses(hypotheses, int(i))
            self.note(value, *(quotient(text, hypotheses) for text in square))
            name = f"T{next(self.fresh)}'"
            text = product(coefficient, powers, square, hypotheses)
            yield f"assert ({name} : {'0 <= ' if square else sign(powers, hypotheses)}{text}) by signs."
            added.append(text)
            names.append(name)
        for i, multiple in equal:
            by = quotient(multiple, hypotheses)
            self.note(by)
            at, name = hypotheses[int(i)].ratio, f"Q{next(self.fresh)}'"
            total += at * by
            text = f"({term(at)}) * ({term(by)})"
            yield f"assert ({name} : {text} = 0) by (rewrite {self.uses(hypotheses, int(i))}; ring)."
            added.append(text)
        for root, by in multiples(total, self.roots):
            self.note(by, variable(root), self.roots[root])
            text = f"({called(root)} * {called(root)} - ({term(self.roots[root])})) * ({term(by)})"
            name = f"Q{next(self.fresh)}'"
            yield f"assert ({name} : {text} = 0) by (rewrite R_{called(root)}'; ring)."
            added.append(f"(- 1) * ({text})")
        yield f"assert (E' : {' + '.join(f'({one})' for one in added)} = 0) by equal."
        yield "lra."


def sign(powers: Mapping[str, int], hypotheses: Guards) -> str:
    """Return that a product of hypotheses is positive, or not negative."""
    return "0 < " if all(hypotheses[int(i)].relation == ">" for i in powers) else "0 <= "


def product(coefficient: str, powers: Mapping[str, int], square: Sequence[str], hypotheses: Guards) -> str:
    """Return a term of an identity."""
    factors = [f"({coefficient})"]
    for i, e in powers.items():
        inside = f"({term(hypotheses[int(i)].ratio)})"
        factors.append(inside if e == 1 else f"{inside} ^ {e}" if e > 0 else f"/ ({inside} ^ {-e})")
    factors += [f"({term(quotient(text, hypotheses))}) ^ 2" for text in square]
    return " * ".join(factors)


def multiples(total: Ratio, roots: Mapping[str, Ratio]) -> Iterator[tuple[str, Ratio]]:
    """Yield what a ratio that is 0 where roots are roots has of root**2 - inside."""
    for root in reversed(list(roots)):
        inside, parts = roots[root], by_powers(total.above, root)
        if parts.keys() <= {0, 1}:
            continue
        replaced, multiple = NOTHING, NOTHING
        for e, above in parts.items():
            odd = Ratio(above) * (variable(root) if e % 2 else UNIT)
            half = e // 2
            replaced += odd * inside**half
            for k in range(half):
                multiple += odd * variable(root) ** (2 * k) * inside ** (half - 1 - k)
            for k in range(-half):
                multiple += -odd * variable(root) ** (2 * (k + half)) * inside ** (-1 - k)
        below = Ratio(UNIT.above, total.below)
        yield root, multiple * below
        total = replaced * below
