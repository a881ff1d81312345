"""What is known of a goal of a proof by a potential with exp and ln, entry by entry, and steps that find more of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from itertools import combinations

from verify.derive.entry_parts import W, of_entry_and_all, parts_of, split, unsummed
from verify.derive.ratios import cancelled, factored, of_parameters, substituted
from verify.derive.script import Script
from verify.kernel_proof.by_weights import EntryHypotheses
from verify.kernel_proof.entries import AT, SUM, entry, of_entries, summed
from verify.kernel_proof.goals import Goal
from verify.kernel_proof.pieces import NOTHING, UNIT
from verify.kernel_proof.ratios import Ratio, by_powers, number, variable
from verify.kernel_proof.weights import COMING, Weighed

X, U, NEXT_U = entry("x"), entry("u"), entry(COMING)
MASS, N = variable("_sum_w"), variable("n")
HALF = number(Fraction(1, 2))
SIGNS = (UNIT, -UNIT)


class Search:
    """A goal on the way to be shown."""

    def __init__(self, claim: Weighed, goal: Goal, roots: Mapping[str, Ratio]) -> None:
        self.claim, self.goal = claim, goal
        self.script = Script(claim, EntryHypotheses(goal.guards), roots)
        self.values = claim.values
        self.script.between_roots()
        self.divisors()

    # --- what is spoken of

    also: Collection[str] = ()
    """What is looked at too, besides what is wanted."""

    @property
    def spoken(self) -> list[str]:
        """The values of exp and ln that what is wanted speaks of, and what these do."""
        names, spoken = {*self.goal.wanted.ratio.names, *self.also}, list[str]()
        for name in reversed(list(self.values.known)):
            if name in names or any(name.removeprefix(AT) in parts_of(other) for other in names):
                spoken.append(name)
                names |= self.values.known[name][1].names
        return spoken[::-1]

    def of(self, head: str, *, entries: bool) -> Iterator[tuple[str, Ratio]]:
        """Yield the values of exp or ln that are spoken of, with what they are values of."""
        for name in self.spoken:
            other, inside = self.values.known[name]
            if other == head and name.startswith(AT) == entries:
                yield name, inside

    def positive_sums(self) -> None:
        """Show that sums are positive, or not negative."""
        self.script.show(N, ">")
        self.signed(self.mass())
        for name, _ in (*self.of("exp", entries=True), *self.of("exp", entries=False)):
            self.script.lemma("exp_positive", self.values.known[name][1])
        insides = [self.values.known[name][1] for name in self.spoken]
        names = set().union(self.goal.wanted.ratio.names, *(inside.names for inside in insides))
        for name in sorted(name for name in names if name.startswith(SUM)):
            self.signed(variable(name))
        for inside in insides:
            if not of_entries(inside) and any(name.startswith(SUM) for name in inside.names):
                self.signed(inside)
        self.signed(self.goal.wanted.ratio)

    def signed(self, a: Ratio) -> None:
        """Show that a sum is positive, or not negative, as what is summed up is."""
        summand = unsummed(a)
        if summand is not None and not self.script.sum(summand, ">"):
            self.script.sum(summand, ">=")

    def divisors(self) -> None:
        """Show that what is divided by, and speaks of parameters alone, is positive."""
        spoken = [self.goal.wanted.ratio, *(inside for _, inside in self.values.known.values())]
        for factor in dict.fromkeys(factor for a in spoken for factor in a.below):
            if not any(name.startswith("_") for m, _ in factor for name, _ in m):
                self.script.show(Ratio(dict(factor)), ">")

    def parameters(self) -> None:
        """Show what there is to be known of logarithms of parameters."""
        for _, inside in list(self.of("ln", entries=False)):
            if any(name.startswith("_") for name in inside.names) or inside.key == N.key:
                continue
            above, below = Ratio(inside.above), inside
            quotient = [f for f, e in factored(inside)[1] if e < 0]
            if len(quotient) == 1:
                (below,) = quotient
                above = cancelled(inside * below)
                if self.script.lemma("ln_quotient", above, below):
                    inside = below
            self.script.lemma("exp_ln", inside)
            self.script.lemma("ln_parabola", inside - UNIT)
            self.script.lemma("ln_tangent", inside)

    def of_parameters_in(self, head: str) -> list[Ratio]:
        """Return what a function is applied to that is of parameters alone."""
        return [inside for _, inside in self.of(head, entries=False) if of_parameters(inside)]

    def products_of_parameters(self) -> None:
        """Show that two logarithms of parameters add up to no less than 0, where what they are of is at least 1."""
        for a, b in combinations(self.of_parameters_in("ln"), 2):
            whole = cancelled(a * b)
            if self.script.show(whole - UNIT, ">=") and self.script.lemma("ln_product", a, b):
                self.script.lemma("ln_increasing", UNIT, whole)

    # --- logarithms of entries

    def take_apart(self) -> None:
        """Show what the logarithm of a new weight is, entry by entry, and summed up for the comparator."""
        for name, inside in list(self.of("ln", entries=True)):
            if len(split(inside)) < 2 and self.exponent(inside) is None:
                continue
            logarithm = self.values.ln(W) if self.stays(inside) else self.apart(inside)
            if logarithm is not None and (variable(name) - logarithm).above:
                self.script.sum(U * (variable(name) - logarithm), "==")

    def stays(self, inside: Ratio) -> bool:
        """Show that the logarithm of a weight is what it was, where the weight is, as all add up to what they did."""
        same = cancelled(substituted(inside, "_sum_w", self.whole())).key == W.key
        return same and self.below(inside, W) and self.below(W, inside)

    def apart(self, inside: Ratio) -> Ratio | None:
        """Show what the logarithm of a product is: a sum of those of the factors, and of exp(a), a."""
        parts, total = split(inside), NOTHING
        if len(parts) > 1 and not self.product(parts):
            return None
        for sign, part in parts:
            log = self.apart_of_factor(part)
            if log is None:
                return None
            total += sign * log
        return total

    def apart_of_factor(self, part: Ratio) -> Ratio | None:
        """Show what the logarithm of a factor is, or return it; a factor with an exp in it is taken apart too."""
        exponent = self.exponent(part)
        if exponent is not None and self.script.lemma("ln_exp", exponent):
            return exponent
        inner = split(part)
        if len(inner) > 1 and any(self.exponent(factor) is not None for _, factor in inner):
            return self.apart(part)
        return self.values.ln(part)

    def shares(self) -> None:
        """Bound the logarithms of new weights that are a share of the old one and a share of all, by that of either."""
        for name, inside in list(self.of("ln", entries=True)):
            addends = of_entry_and_all(inside)
            if addends is None:
                continue
            share, own, everything = addends
            for positive in (share, own, everything):
                self.script.show(positive, ">")
            kept, whole = self.below(share * own, inside), self.below(everything, inside)
            if kept and self.script.lemma("ln_product", share, own):
                old = self.apart(own)
                if old is not None:
                    self.script.sum(NEXT_U * variable(name) - U * (self.values.ln(share) + old), ">=")
            if whole:
                old = self.apart(everything)
                if old is not None:
                    self.script.sum(NEXT_U * (variable(name) - old), ">=")
            self.most(own)

    def most(self, own: Ratio) -> None:
        """Show that the logarithm of a sum is at least what that of an entry is."""
        if self.script.entry(own) and self.below(own, summed(own)):
            old = self.apart(own)
            if old is not None:
                self.script.sum(U * (self.values.ln(summed(own)) - old), ">=")

    def below(self, small: Ratio, large: Ratio) -> bool:
        """Show that the logarithm of a part is at most that of the whole."""
        return self.script.lemma("ln_increasing", small, large)

    def product(self, parts: list[tuple[Ratio, Ratio]]) -> bool:
        """Show that the logarithm of a product or quotient is a sum."""
        (_, whole), *others = parts
        for sign, part in others:
            if not self.script.lemma("ln_product" if sign.constant == 1 else "ln_quotient", whole, part):
                return False
            whole = cancelled(whole * part if sign.constant == 1 else whole * part.inverse())
        return True

    def exponent(self, a: Ratio) -> Ratio | None:
        """Return what something is exp of."""
        for name, (head, inside) in self.values.known.items():
            if head == "exp" and variable(name).key == a.key:
                return inside
        return None

    def losses(self) -> None:
        """Bound the logarithms of factors from below: of an expert's by its loss, else by a parabola."""
        seen = set[str]()
        for guard in (self.goal.wanted, *self.script.known.guards):
            seen |= {part for name in guard.ratio.names if name.startswith(SUM) for part in parts_of(name)}
        if any("_sum_u_x_x" in guard.ratio.names for guard in self.script.known.guards):
            self.script.expert_square(X)
        for name, (head, inside) in list(self.values.known.items()):
            if head != "ln" or name.removeprefix(AT) not in seen or not name.startswith(AT) or len(split(inside)) > 1:
                continue
            self.script.expert(variable(name))
            z = inside - UNIT
            if self.script.lemma("ln_parabola", z):
                self.script.sum(U * (variable(name) - z + z * z), ">=")

    # --- logarithms of sums

    def sums(self, above: Callable[[Search, Ratio, Ratio], None]) -> None:
        """Bound the logarithm of each sum of weights from above."""
        for inside in list(self.moving()):
            linear = self.linear(inside)
            if linear is not None:
                above(self, inside, linear)

    def moving(self) -> Iterator[Ratio]:
        """Yield sums of weights after a trial, of whose logarithms what is wanted speaks."""
        for _, inside in self.of("ln", entries=False):
            if any(of.startswith(SUM) for of in inside.names) and inside.key != MASS.key and unsummed(inside):
                yield inside

    def new_sums(self) -> Iterator[str]:
        """Yield the logarithms of sums of weights after such a trial that are known, of which nothing may be wanted."""
        for name, (head, inside) in self.values.known.items():
            sums = [parts_of(of) for of in inside.names if of.startswith(SUM)]
            new = all(any(part.startswith("f_") for part in parts) and "u" not in parts for parts in sums)
            later = all(("w" in parts) == (self.mass() is MASS) for parts in sums)
            if head == "ln" and sums and len(sums) == len(inside.names) and new and later:
                yield name

    def mass(self) -> Ratio:
        """Return the sum of the weights before the trial: n on the first trial, where they are 1."""
        spoken = set().union(*(guard.ratio.names for guard in self.goal.hypotheses))
        return MASS if {f"{AT}w", "_sum_w"} & spoken else N

    def whole(self) -> Ratio:
        """Return what the weights before the trial add up to: what they are known to, or their sum."""
        mass = self.mass()
        gaps = (mass - by * guard.ratio for guard in self.goal.hypotheses if guard.relation == "==" for by in SIGNS)
        return next((gap for gap in gaps if of_parameters(gap)), mass) if mass is MASS else mass

    def linear(self, inside: Ratio) -> Ratio | None:
        """Return a sum of weights with exp replaced by its chord, which is shown to be at least as large."""
        chords = inside
        for name in sorted(inside.names):
            factors = [part for part in parts_of(name) if part.startswith("f_")] if name.startswith(SUM) else []
            if not factors:
                continue
            if len(factors) > 1:
                return None
            chord = self.chord(f"{AT}{factors[0]}")
            if chord is None:
                return None
            rest = UNIT
            for part in parts_of(name):
                rest *= entry(part) if part != factors[0] else UNIT
            if not self.script.sum(rest * (chord - variable(f"{AT}{factors[0]}")), ">="):
                return None
            chords = cancelled(chords + summed(rest * (chord - variable(f"{AT}{factors[0]}"))))
        known = substituted(chords, "_sum_w", self.whole())
        return known if known.key == chords.key or self.script.show(known - inside, ">=", ["_sum_w"]) else None

    def ends(self) -> tuple[Ratio, Ratio] | None:
        """Return the least and the largest entry of an example, as premises say."""
        low = high = None
        for guard in self.script.known.guards:
            if guard.relation == ">=" and f"{AT}x" in guard.ratio.names:
                slope = by_powers(guard.ratio.above, f"{AT}x")
                if slope.keys() == {0, 1} or slope.keys() == {1}:
                    a = Ratio(slope[1]).constant
                    end = Ratio(slope.get(0, {})) * number(Fraction(-1) / a) if a else None
                    low, high = (end, high) if a and a > 0 else (low, end)
        return None if low is None or high is None else (low, high)

    def chord(self, name: str) -> Ratio | None:
        """Show that exp at an entry is at most linear in it; return how."""
        inside, ends = self.values.known[name][1], self.ends()
        parts = by_powers(inside.above, f"{AT}x")
        if parts.keys() == {0, 1, 2} or parts.keys() == {2} or parts.keys() == {1, 2}:
            return self.concave(inside, {e: Ratio(above, inside.below) for e, above in parts.items()})
        if ends is None or parts.keys() - {0, 1}:
            return None
        low, high = ends
        slope, base = Ratio(parts.get(1, {}), inside.below), Ratio(parts.get(0, {}), inside.below)
        width = cancelled(high - low)
        z, a, c = cancelled((X - low) * width.inverse()), cancelled(slope * width), cancelled(base + slope * low)
        if not self.script.lemma("exp_chord", a, z):
            return None
        line = UNIT - z + z * self.values.exp(a)
        if c.above:
            if not self.script.lemma("exp_sum", c, cancelled(a * z)):
                return None
            self.script.lemma("exp_positive", c)
            line = self.values.exp(c) * line
        self.script.lemma("exp_positive", a)
        self.width, self.at = a, z
        self.scale = c
        return line

    width: Ratio | None = None
    at: Ratio | None = None
    scale: Ratio = NOTHING

    def concave(self, inside: Ratio, parts: Mapping[int, Ratio]) -> Ratio | None:
        """Show that exp(-a (b - x)^2) is at most its tangent at the mean."""
        a = -parts[2]
        b = cancelled(parts.get(1, NOTHING) * HALF * a.inverse())
        rest = cancelled(inside + a * (b - X) * (b - X))
        self.at = X
        mean = self.mean_share()
        self.at = None
        if mean is None:
            return None
        c, d = cancelled(b - mean), cancelled(X - mean)
        if rest.above or not self.script.lemma("exp_concave", a, c, d):
            return None
        near, gap = cancelled(-a * c * c), cancelled(a * (c * c - (c - d) * (c - d)))
        if not self.script.lemma("exp_sum", near, gap):
            return None
        self.script.lemma("exp_positive", near)
        self.script.lemma("exp_positive", gap)
        self.scale = near
        return self.values.exp(near) * (UNIT + number(Fraction(2)) * a * c * d)

    def compare(self, inside: Ratio, linear: Ratio) -> Ratio | None:
        """Return the mean of the factors; ln of the sum is at most ln of it and of the weights so far."""
        mass = self.whole()
        scale = self.values.exp(self.scale)
        self.script.show(mass, ">")
        if not self.script.show_above(linear, inside):
            self.script.show(linear, ">", inside.names)
        mean = self.script.show_quotient(linear, mass, scale)
        if mean is None:
            return None
        self.script.lemma("ln_product", mass, mean)
        if scale.constant is None:
            self.script.lemma("ln_product", cancelled(mass * mean), scale)
            self.script.lemma("ln_exp", self.scale)
        if (inside - linear).above:
            self.script.lemma("ln_increasing", inside, linear)
        return mean

    def at_half(self, mean: Ratio, width: Ratio) -> None:
        """Bound the logarithm of a mean of 1 and exp(a), of which half at least is exp(a), and so that of a mistake."""
        end = self.exponential(width)
        if end is None:
            return
        if self.script.show(UNIT - mean, ">="):
            self.script.lemma("ln_increasing", mean, UNIT)
        two = number(Fraction(2))
        half = cancelled((UNIT + end) * HALF)
        self.script.show(half, ">")
        self.script.lemma("ln_increasing", mean, half)
        self.script.lemma("ln_quotient", UNIT + end, two)
        self.script.lemma("ln_strict", UNIT, cancelled(two * (UNIT + end).inverse()))

    def exponential(self, a: Ratio) -> Ratio | None:
        """Return the parameter that exp(a) is known to be."""
        value = self.values.exp(a)
        for guard in self.script.known.guards:
            gap = value - guard.ratio
            if guard.relation == "==" and of_parameters(gap):
                return gap
        return None

    def mean_share(self) -> Ratio | None:
        """Return the mean of the places of the entries between the ends, which is shown to be a share."""
        if self.at is None:
            return None
        mass = self.mass()
        self.script.show(mass, ">")
        weight = W if mass is MASS else UNIT
        self.script.sum(weight * self.at, ">=")
        self.script.sum(weight * (UNIT - self.at), ">=")
        total = substituted(summed(weight * self.at), "_sum_w", self.whole())
        share = cancelled(total * self.whole().inverse())
        self.script.show(share, ">=", ["_sum_w"])
        self.script.show(UNIT - share, ">=", ["_sum_w"])
        return share
