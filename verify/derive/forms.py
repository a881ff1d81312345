"""What shows the goals of a proof by a potential: squares of vectors, conditions shown first, and an identity.

A goal says of a quadratic form in vectors that it is not negative. Multiples of hypotheses that are quadratic forms
too are taken off, and what is left is made of squares; the factors of all of these are products of numbers, each of
which is shown to be positive.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

from verify.derive.identity import identity, renumbered
from verify.derive.lengths import below_root, shortened
from verify.derive.multiples import linear
from verify.derive.ratios import cancelled, factored, square_root, substituted, written
from verify.derive.samples import Samples
from verify.derive.squares import Form, completed, form_of, lowered, orders, text_of
from verify.kernel import Malformed
from verify.kernel_proof.by_potential import shows_goal
from verify.kernel_proof.goals import Goal
from verify.kernel_proof.pieces import NOTHING, UNIT, Guard
from verify.kernel_proof.ratios import Ratio, by_powers, number, variable
from verify.kernel_proof.states import NEXT, StatefulClaim

Term = tuple[Fraction, dict[int, int], Ratio]
"""A positive number, powers of hypotheses, and what is squared."""


class Search:
    """What is known on the way to a goal: its guards, then squares, then what is shown first."""

    def __init__(self, claim: StatefulClaim, goal: Goal, roots: Mapping[str, Ratio]) -> None:
        self.claim, self.goal, self.roots = claim, goal, roots
        self.gram = {name for a in claim.products.values() for name in a.names}
        self.across = {name for (v, w), a in claim.products.items() if v != w for name in a.names}
        self.scalars = {name: inside for name, inside in roots.items() if not inside.names & self.gram}
        self.spoken = set().union(*(guard.ratio.names for guard in goal.hypotheses))
        self.example = [of for of in self.solvable("_x_x") if of[2].names]
        self.numbers = list({other: (name, other, rest) for name, other, rest in reversed(self.solvable())}.values())
        self.cuts: list[tuple[Guard, Any]] = []
        self.signs: dict[Any, int | None] = {}
        self.length: int | None = None
        self.samples = Samples([guard for _, guard in self.of_numbers()], roots)

    # --- numbers

    def of_numbers(self) -> list[tuple[int, Guard]]:
        """Return the guards that speak of numbers alone, and of x.x where that is positive."""
        near = self.gram - {"_x_x"}
        return [(i, guard) for i, guard in enumerate(self.goal.guards) if not guard.ratio.names & near]

    def positive(self, a: Ratio, relation: str = ">") -> int | None:
        """Return which hypothesis says that a number is positive, after showing it; cuts have numbers below 0."""
        key = (a.key, relation)
        if key not in self.signs:
            self.signs[key] = None  # while it is looked at, it is not known
            self.signs[key] = self.shown_positive(a, relation)
        return self.signs[key]

    def shown_positive(self, a: Ratio, relation: str) -> int | None:
        """Return the hypothesis that says of a number that it is positive, or show it; None where that fails."""
        for i, guard in enumerate(self.goal.guards):
            if guard.ratio.key == a.key and guard.relation in (relation, ">"):
                return i
        if self.samples.refute(a, relation):
            return None
        part = self.identity_of(a, relation)
        if part is None:
            pairs = permutations(sorted(a.names & self.roots.keys()), 2)
            new = [self.ordered(one, other) for one, other in pairs]
            part = self.identity_of(a, relation) if any(new) else None
        if part is None:
            return None
        self.cuts.append((Guard(a, relation), part))
        return -len(self.cuts)

    def ordered(self, one: str, other: str) -> bool:
        """Tell whether a root is shown anew to be at least another one."""
        gap = variable(one) - variable(other)
        new = (gap.key, ">=") not in self.signs and gap.names == {one, other}
        return new and len(self.roots) > 1 and self.positive(gap, ">=") is not None

    def identity_of(self, a: Ratio, relation: str) -> tuple[dict[str, Any], list[int]] | None:
        """Return what shows that a number is positive, from hypotheses that speak of nothing else, with these."""
        known = self.of_numbers()
        known += [(-i, guard) for i, (guard, _) in enumerate(self.cuts, 1) if not guard.ratio.names & self.gram]
        near = set(a.names)
        for _ in range(3):
            near |= set().union(*(self.roots[name].names for name in near & self.roots.keys()))
            equations = (guard.ratio.names for _, guard in known if guard.relation == "==")
            near |= set().union(*(names for names in equations if names & near))
        used = [(i, guard) for i, guard in known if guard.ratio.names <= near]
        part = identity((*(guard for _, guard in used), Guard(a, relation).opposite), self.roots)
        return None if part is None else (part, [i for i, _ in used])

    def factor(self, a: Ratio) -> Term | None:
        """Return a number as a product that is evidently not negative; None where it is not shown to be one."""
        a = self.normal(a)
        if not a.above:
            return Fraction(0), {}, UNIT
        if self.samples.refute(a, ">="):
            return None
        coefficient, factors = factored(a)
        powers: dict[int, int] = {}
        root = UNIT
        for factor, e in factors:
            for sign in (1, -1):
                signed = factor * number(Fraction(sign))
                term = self.positive(signed)
                if term is None and e > 0:
                    term = self.positive(signed, ">=")
                if term is not None:
                    powers[term] = powers.get(term, 0) + e
                    coefficient *= sign ** (e % 2)
                    break
            else:
                if e % 2:
                    return None
                root *= factor ** (e // 2)
        return None if coefficient < 0 else (coefficient, powers, root)

    # --- forms

    def resources(self) -> list[tuple[int | None, Ratio]]:
        """Return the hypotheses that are quadratic forms in vectors, and numbers; None for what is 0 as roots are."""
        resources: list[tuple[int | None, Ratio]] = [
            (i, self.normal(guard.ratio))
            for i, guard in enumerate(self.goal.guards)
            if guard.relation in (">=", ">") and guard.ratio.names & self.gram
            if len(guard.ratio.above) > 1 or guard.ratio.names & self.across
        ]
        for name, inside in self.roots.items():
            if inside.names & self.gram and name in self.spoken:
                resources.append((None, self.normal(inside) - variable(name, 2)))
        return [(i, ratio) for i, ratio in resources if ratio.names & self.gram]

    def normal(self, a: Ratio) -> Ratio:
        """Return a ratio in lowest powers of the roots of numbers, in which what has a root is that root's square."""
        a = lowered(a, self.scalars)
        for name, other, rest in self.numbers:
            a = substituted(a, other, variable(name, 2) - rest)
        return cancelled(a)

    def without_example(self, a: Ratio) -> Ratio:
        """Return a ratio in which x.x is a root's square less something else, where there is such a root."""
        for name, other, rest in self.example[:1]:
            a = substituted(a, other, variable(name, 2) - rest)
        return self.normal(a)

    def solvable(self, wanted: str = "") -> list[tuple[str, str, Ratio]]:
        """Return roots whose squares are a variable (x.x, or any that is a number) and something else, least first."""
        solvable: list[tuple[str, str, Ratio]] = []
        for name, inside in self.roots.items():
            numbers = inside.names - self.gram
            alone = inside.names - self.roots.keys() if len(numbers) == 1 else set()
            others = {wanted} & inside.names if wanted else alone
            if name in self.spoken and not inside.names & (self.gram - {wanted}) and not inside.below:
                rests = ((other, inside - variable(other)) for other in others)
                solvable += [(name, other, rest) for other, rest in rests if other not in rest.names]
        return sorted(solvable, key=lambda of: len(of[2].names))

    def ways(self, wanted: Ratio, form: Form) -> Iterator[list[tuple[int | None, Ratio, Ratio]]]:
        """Yield multiples of hypotheses that may be taken off, three at most, each to take away a product of vectors.

        Twice as much is tried too, as |u - w|^2 <= 2 |u|^2 + 2 |w|^2.
        """
        yield []
        given = [(i, ratio, form_of(ratio, self.claim.products, self.scalars) or {}) for i, ratio in self.resources()]
        for together in linear(wanted, form, given, self.samples, self.gram):
            if together and all(i is None or self.factor(k) is not None for i, k, _ in together):
                yield together
        single: list[tuple[int | None, Ratio, Ratio]] = []
        for i, ratio, other in given:
            factors: dict[Any, Ratio] = {}
            for pair, a in other.items():
                if form.get(pair, NOTHING).above:
                    k = cancelled(form[pair] * a.inverse())
                    factors[k.key] = k
            single += [(i, k, ratio) for k in factors.values() if i is None or self.factor(k) is not None]
        yield from self.balanced(form)
        twice = number(Fraction(2))
        double = [(i, twice * k, ratio) for i, k, ratio in single]
        for one in (*single, *double):
            yield [one]
        for several in (single, double):
            for first, second in combinations(several, 2):
                if first[2] is not second[2]:
                    yield [first, second]
        for three in combinations(single, 3):
            if len({id(ratio) for _, _, ratio in three}) == 3:
                yield [*three]

    def balanced(self, form: Form) -> Iterator[list[tuple[int | None, Ratio, Ratio]]]:
        """Yield multiples of two hypotheses that limit |v| and |w|, so that (v, w) is left with a square.

        With |v| <= a and |w| <= b, 2 v.w is taken to be at most (b/a)|v|^2 + (a/b)|w|^2.
        """
        limits: list[tuple[int, Ratio, str, Ratio]] = []
        for i, ratio in self.resources():
            pairs = form_of(ratio, self.claim.products, self.scalars) or {}
            if i is not None and len(pairs) == 1:
                (((name, again), at),) = pairs.items()
                limits += [(i, ratio, name, at)] if name == again else []
        for (i, one, v, a), (j, two, w, b) in permutations(limits, 2):
            across = form.get((v, w), NOTHING)
            sizes = [ratio * at.inverse() - self.claim.products[n, n] for ratio, at, n in ((one, a, v), (two, b, w))]
            scale = square_root(cancelled(sizes[1] * sizes[0].inverse())) if across.above and v < w else None
            if scale is None:
                continue
            for sign in (1, -1):
                signed = across * number(Fraction(sign))
                k = cancelled((form.get((v, v), NOTHING) - signed * scale) * a.inverse())
                m = cancelled((form.get((w, w), NOTHING) - signed * scale.inverse()) * b.inverse())
                if self.factor(k) is not None and self.factor(m) is not None:
                    yield [(i, k, one), (j, m, two)]

    def found(self) -> dict[str, Any] | None:
        """Return what shows the goal; None where nothing is found."""
        wanted = self.normal(lowered(self.goal.wanted.ratio, self.roots))
        if self.goal.wanted.relation != ">=":
            return None
        for squares, taken, left in self.turned(wanted):
            form = form_of(left, self.claim.products, self.scalars)
            for way in self.ways(left, form) if form is not None else ():
                rest, more = left, list(taken)
                for i, k, ratio in way:
                    rest = rest - k * ratio
                    more += [] if i is None else [(self.factor(k), {i: 1})]
                part = self.by_squares(self.normal(rest), squares, more)
                if part is not None:
                    return part
        return None

    def turned(self, wanted: Ratio) -> Iterator[tuple[list[str], list[Any], Ratio]]:
        """Yield squares and terms with what they leave of what is wanted, or of its product with a ``length``."""
        for length, term, left in shortened(self, wanted):
            self.length = length
            yield [], [term], left
        self.length = None
        for way in self.moved(wanted):
            yield from self.projected(*way)
        for terms, left in below_root(self, wanted):
            yield [], terms, left

    def moved(self, wanted: Ratio) -> Iterator[tuple[list[str], list[Any], Ratio]]:
        """Yield what is wanted, less c |d| - d.z >= 0 for d = u_next - u, where that is in it and |z| <= c.

        Else c^2 (d.z - c |d|)^2 + 2 c^3 |d| (d.z - c |d|) + |c^2 d - (d.z) z|^2 + (d.z)^2 (c^2 - |z|^2) would be 0, of
        which the first is positive.
        """
        move = self.moving(wanted) if self.claim.changing else None
        if move is None:
            yield [], [], wanted
            return
        name, c, z = move
        along = NOTHING
        for of, a in z.items():
            along += a * (
                self.claim.products[min(NEXT, of), max(NEXT, of)] - self.claim.products[min("u", of), max("u", of)]
            )
        size = next((i for i, guard in enumerate(self.goal.guards) if guard.ratio.key == variable(name).key), None)
        positive, limit = self.positive(c), self.within(z, c)
        if size is None or positive is None or limit is None:
            return
        text = text_of({NEXT: c * c, "u": -(c * c), **{of: -(along * a) for of, a in z.items()}})
        terms: list[Any] = [["1", {"0": 2, "3": 2}], ["2", {"0": 3, "1": 1, "3": 1}], ["1", {"2": 1}]]
        used = [positive, size, SQUARES]
        for coefficient, powers, root in limit:
            new = {str(4 + i): e for i, e in enumerate(powers.values())}
            terms.append([str(coefficient), new, written(along * root)])
            used += powers
        local = renumbered({"terms": terms}, [0, 1, 2, len(used), *range(3, len(used))])
        self.cuts.append((Guard(c * variable(name) - along, ">="), (local, used)))
        whole = (Fraction(1), dict[int, int](), UNIT), {-len(self.cuts): 1}
        yield [text], [whole], self.normal(wanted - c * variable(name) + along)

    def moving(self, wanted: Ratio) -> tuple[str, Ratio, dict[str, Ratio]] | None:
        """Return the root that is |u_next - u|, c and z where c |u_next - u| - (u_next - u).z is wanted besides."""
        square = self.square_of({NEXT: UNIT, "u": -UNIT})
        name = next((name for name, inside in self.roots.items() if inside.key == square.key), "")

        def times(of: str) -> Ratio:
            return cancelled(Ratio(by_powers(wanted.above, of).get(1, {}), wanted.below))

        others = [of for of in self.claim.basis if of != NEXT]
        z = {of: -times(f"_{min(NEXT, of)}_{max(NEXT, of)}") for of in others}
        z = {of: a for of, a in z.items() if a.above}
        return (name, times(name), z) if name in wanted.names and "u" not in z else None

    def within(self, z: Mapping[str, Ratio], c: Ratio) -> list[Term] | None:
        """Return what c^2 - |z|^2 is made of, which is not to be negative; None where that is not seen."""
        square = self.square_of(z)
        gap = self.normal(c * c - square)
        if not gap.above:
            return []
        for i, ratio in self.resources():
            k = cancelled(gap * ratio.inverse()) if i is not None else None
            term = None if k is None or k.names & self.gram else self.factor(k)
            if i is not None and term is not None:
                return [(term[0], {**term[1], i: 1}, term[2])]
        for name, inside in self.roots.items():
            k = cancelled(square * inside.inverse())
            if not k.names & self.gram:
                term = self.factor(c * c - k * variable(name, 2))
                return None if term is None else [term] if term[0] else []
        return None

    def projected(
        self, before: list[str], known: list[Any], wanted: Ratio
    ) -> Iterator[tuple[list[str], list[Any], Ratio]]:
        """Yield what is wanted, and what is left of it where a projection does not lead away from u.

        That is |u - z|^2 >= |u - R z/r|^2, where r = |z| >= R >= |u|. Squares and terms that are ``known`` come before.
        """
        for name, inside in self.roots.items():
            if name not in wanted.names or not inside.names & self.gram:
                continue
            for vector, (i, radius) in product(self.under(inside), self.reached(name)):
                projection = self.nearest(name, vector, i, radius)
                if projection is None:
                    continue
                text, guard, (part, used) = projection
                proof = part, [i + len(before) if i == SQUARES else i for i in used]
                left, k = self.without(wanted, guard.ratio, name)
                term = None if k is None else self.factor(k)
                if left is not None and term is not None:
                    kept = len(self.cuts), dict(self.signs)
                    self.cuts.append((guard, proof))
                    yield [*before, text], [*known, (term, {-len(self.cuts): 1})], left
                    self.cuts, self.signs = self.cuts[: kept[0]], kept[1]
        yield before, known, wanted

    def under(self, inside: Ratio) -> Iterator[dict[str, Ratio]]:
        """Yield vectors of which what is under a root is the square."""
        form = form_of(inside, self.claim.products, self.scalars) or {}
        for order in orders(form):
            squares = list(completed(form, order))
            if len(squares) != 1:
                continue
            vector, factor = squares[0]
            whole = square_root(factor)
            if whole is not None:
                yield {of: a * whole for of, a in vector.items()}
                yield {of: -a * whole for of, a in vector.items()}
                return

    def reached(self, name: str) -> Iterator[tuple[int, Ratio]]:
        """Yield the hypotheses that a root is at least something, with what that is."""
        for i, guard in enumerate(self.goal.guards):
            radius = variable(name) - guard.ratio
            of_number = radius.above and name not in radius.names and not radius.names & self.gram
            if guard.relation in (">", ">=") and of_number:
                yield i, radius

    def above(self, name: str) -> Iterator[tuple[int, Ratio]]:
        """Yield the hypotheses that a multiple of a root is at most something of vectors, with the multiple."""
        for i, guard in enumerate(self.goal.guards):
            parts = by_powers(guard.ratio.above, name)
            if guard.relation in (">", ">=") and parts.keys() == {0, 1} and guard.ratio.names & self.gram:
                yield i, cancelled(Ratio(parts[1], guard.ratio.below) * number(Fraction(-1)))

    def nearest(self, name: str, z: Mapping[str, Ratio], i: int, radius: Ratio) -> tuple[str, Guard, Any] | None:
        """Return that the point R z/r of a ball is not farther from u than z, with what shows it and its square."""
        at_least = self.positive(radius)
        size = radius * radius - self.claim.products["u", "u"]
        limit = next((j for j, guard in enumerate(self.goal.guards) if guard.ratio.key == size.key), None)
        if at_least is None or limit is None:
            return None
        shrunk = radius * variable(name, -1)
        text = text_of({"u": UNIT, **{of: -(shrunk * a) for of, a in z.items()}})
        along = NOTHING
        for of, a in z.items():
            along += a * self.claim.products[min("u", of), max("u", of)]
        two, square_of = number(Fraction(2)), self.square_of(z)
        ratio = square_of - two * along - shrunk * shrunk * square_of + two * shrunk * along
        terms = [["1", {"4": 1}], ["1", {"0": 1, "1": -1, "2": 1}], ["1", {"0": 1, "1": -1, "3": 1}], ["1", {"0": 2}]]
        return text, Guard(ratio, ">="), ({"terms": terms}, [i, at_least, limit, SQUARES])

    def square_of(self, vector: Mapping[str, Ratio]) -> Ratio:
        """Return the square of a vector."""
        total = NOTHING
        for (a, b), (c, d) in product(vector.items(), repeat=2):
            total += b * d * self.claim.products[min(a, c), max(a, c)]
        return total

    def without(self, wanted: Ratio, taken: Ratio, name: str) -> tuple[Ratio | None, Ratio | None]:
        """Return what is left of a ratio if a multiple of another is taken off that takes away a root, and which."""
        parts = [Ratio(by_powers(a.above, name).get(-1, {}), a.below) for a in (wanted, taken)]
        if not all(part.above for part in parts):
            return None, None
        k = cancelled(parts[0] * parts[1].inverse())
        left = cancelled(wanted - k * taken)
        return (None, None) if k.names & self.gram or name in left.names else (left, k)

    def by_squares(
        self, left: Ratio, known: Sequence[str], taken: Sequence[tuple[Any, dict[int, int]]]
    ) -> dict[str, Any] | None:
        """Return what shows a form not to be negative by squares, after multiples of hypotheses were taken off."""
        form = form_of(left, self.claim.products, self.scalars)
        if form is None:
            return None
        for order in orders(form):
            squares, terms, rest = list(known), list(taken), left
            for vector, factor in completed(form, order):
                term = self.factor(factor)
                if term is None:
                    if self.example and [name for name, a in vector.items() if a.above] == ["x"]:
                        continue
                    limited = self.limit(vector, factor)
                    if limited is None:
                        break
                    ratio, i, k, term = limited
                    terms.append((term, {i: 1}))
                    rest = rest - k * ratio
                    continue
                squares.append(text_of(vector))
                terms.append((term, {SQUARES + len(squares) - 1: 1}))
                rest = rest - factor * self.square_of(vector)
            else:
                rest = self.without_example(rest)
                last = None if rest.names & self.gram else self.factor(rest)
                if last is not None:
                    return self.put_together(squares, [*terms, (last, {})])
        return None

    def limit(self, vector: Mapping[str, Ratio], factor: Ratio) -> tuple[Ratio, int, Ratio, Term] | None:
        """Return a hypothesis that limits a vector whose square has a negative factor, with what it is taken by."""
        spoken = [name for name, a in vector.items() if a.above]
        if len(spoken) != 1:
            return None
        (name,) = spoken
        for i, ratio in self.resources():
            form = form_of(ratio, self.claim.products, self.scalars) or {}
            if i is not None and form.keys() == {(name, name)}:
                k = cancelled(factor * vector[name] * vector[name] * form[name, name].inverse())
                term = self.factor(k)
                if term is not None:
                    return ratio, i, k, term
        return None

    def put_together(self, squares: list[str], terms: Sequence[tuple[Term, dict[int, int]]]) -> dict[str, Any] | None:
        """Return the part of a proof, if it shows the goal."""
        first = len(self.goal.guards)

        def index(i: int) -> str:
            if i < 0:
                return str(first + len(squares) - i - 1)
            return str(first + i - SQUARES if i >= SQUARES else i)

        cuts = [
            [written(g.ratio), g.relation, renumbered(p, [*map(int, map(index, old)), first + len(squares) + j])]
            for j, (g, (p, old)) in enumerate(self.cuts)
        ]
        last = str(first + len(squares) + len(self.cuts))
        rows: list[Any] = [["1", {last: 1}]]
        over = {} if self.length is None else {self.length: -1}
        for (coefficient, powers, root), more in terms:
            if coefficient:
                said = {index(i): e for i, e in {**powers, **more}.items()}
                said |= {index(i): said.get(index(i), 0) + e for i, e in over.items()}
                rows.append([str(coefficient), said, *([] if root.constant == 1 else [written(root)])])
        part: dict[str, Any] = {"proof": {"terms": rows}}
        part |= {"squares": squares} if squares else {}
        part |= {"first": cuts} if cuts else {}
        with suppress(Malformed):
            if shows_goal(self.claim, self.goal, part, self.roots):
                return part
        return None


SQUARES = 1 << 20
"""What is added to the numbers of squares, before it is known how many hypotheses come before them."""


def part_of(claim: StatefulClaim, goal: Goal, roots: Mapping[str, Ratio]) -> dict[str, Any] | None:
    """Return what shows a goal, as it stands in a proof; None where nothing is found."""
    search = Search(claim, goal, roots)
    with suppress(Malformed, ZeroDivisionError):
        part = search.found()
        if part is not None:
            return part
    return by_identity(search)


def by_identity(search: Search) -> dict[str, Any] | None:
    """Return what shows a goal by an identity alone, of hypotheses that speak of numbers."""
    goal = search.goal
    known = search.of_numbers()
    part = identity((*(guard for _, guard in known), goal.wanted.opposite), search.roots)
    if part is None:
        return None
    proof = {"proof": renumbered(part, [*(i for i, _ in known), len(goal.guards)])}
    return proof if shows_goal(search.claim, goal, proof, search.roots) else None


def contradictory(claim: StatefulClaim, goal: Goal, roots: Mapping[str, Ratio]) -> bool:
    """Tell whether what a goal says of numbers is seen to contradict itself, so that anything would follow."""
    search = Search(claim, goal, roots)
    known = tuple(guard for _, guard in search.of_numbers())
    return not search.samples.known and identity((*known, Guard(UNIT, ">")), roots) is not None
