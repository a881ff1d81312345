"""The program of a pattern, trial by trial: what is linear in the products of the comparator, examples and states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from verify.kernel import ZERO, Number, size, spend
from verify.kernel_gram.chain import Step, nonnegative
from verify.kernel_gram.numbers import Refused


class Form(NamedTuple):
    """norm |x|**2 + p u.x + q times the prediction, all of one trial."""

    norm: Number
    p: Number
    q: Number


class Link(NamedTuple):
    """A trial: rows say form <= limit; the amount is the sum of the groups, each the least of its forms plus constants.

    ``predict`` are the coefficients of the states in the prediction, ``states`` what the trial makes of each, and the
    labels say what the rows are.
    """

    predict: Mapping[str, Number]
    states: Mapping[str, Mapping[str, Number]]
    labels: tuple[str, ...]
    rows: tuple[tuple[Form, Fraction], ...]
    groups: tuple[tuple[tuple[Form, Fraction], ...], ...]

    @property
    def pieces(self) -> list[tuple[Form, Fraction]]:
        """The forms of all groups."""
        return [piece for group in self.groups for piece in group]

    @property
    def plain(self) -> Fraction | None:
        """The most that the trial adds whatever its vectors, by forms that are 0; None where some group has none."""
        total = ZERO
        for group in self.groups:
            constants = [constant for form, constant in group if not any(form)]
            if not constants:
                return None
            total += min(constants)
        return total

    def step(self, rows: Sequence[Fraction], pieces: Sequence[Fraction]) -> Step:
        """Return the combination of the rows less that of the pieces."""
        norm: Number = ZERO
        p: Number = ZERO
        q: Number = ZERO
        signed = [(y, form) for y, (form, _) in zip(rows, self.rows, strict=True)]
        signed += [(-y, form) for y, (form, _) in zip(pieces, self.pieces, strict=True)]
        for y, form in signed:
            if y:
                spend(4 + 3 * size(y) + size(tuple(form)))
                norm, p, q = norm + y * form.norm, p + y * form.p, q + y * form.q
        return Step(norm, p, {name: q * c for name, c in self.predict.items()}, self.states)


class GramProgram(NamedTuple):
    """The trials of a pattern, and the limit on |u|**2, if there is one."""

    radius: Fraction | None
    links: Sequence[Link]

    @property
    def labels(self) -> list[tuple[str, int]]:
        """What the rows are, and of which trial."""
        first = [] if self.radius is None else [("u", 0)]
        return [*first, *((kind, t) for t, link in enumerate(self.links, 1) for kind in link.labels)]

    def parted(self, multipliers: Sequence[Fraction]) -> list[tuple[Sequence[Fraction], Sequence[Fraction]]]:
        """Return the multipliers of each trial: of its rows, and of its pieces. A wrong number of them is refused.

        They are the scale s of the amount, one for |u|**2 where it has a limit, those of the rows of all trials, and
        those of the pieces of all trials.
        """
        row = 2 - (self.radius is None)
        piece = row + sum(len(link.rows) for link in self.links)
        parts = []
        for link in self.links:
            rows, pieces = len(link.rows), len(link.pieces)
            parts.append((multipliers[row : row + rows], multipliers[piece : piece + pieces]))
            row, piece = row + rows, piece + pieces
        if piece != len(multipliers):
            raise Refused(f"{len(multipliers)} multipliers are given, and {piece} are needed")
        return parts

    def totals(self, multipliers: Sequence[Fraction]) -> tuple[list[Fraction], bool]:
        """Return what the multipliers give after 0, 1, ..., m trials, and whether those of some group miss the scale.

        They are >= 0, and those of a group sum to the scale s. Where the program dominates, s times the amount is at
        most the total; with s = 0 and a total < 0 there are no such vectors at all.
        """
        scale, wrong = multipliers[0], min(multipliers) < 0
        totals = [ZERO if self.radius is None else multipliers[1] * self.radius]
        for link, (rows, pieces) in zip(self.links, self.parted(multipliers), strict=True):
            place = 0
            for group in link.groups:
                wrong |= added(pieces[place : place + len(group)]) != scale
                place += len(group)
            limits = [limit for _, limit in (*link.rows, *link.pieces)]
            products = (y * limit for y, limit in zip((*rows, *pieces), limits, strict=True) if y)
            totals.append(added((totals[-1], *products)))
        return totals, wrong

    def dominates(self, multipliers: Sequence[Fraction]) -> bool:
        """Tell whether the combination of the rows less that of the groups is never negative.

        Then it is not for the first trials alone either: the other examples may be 0.
        """
        steps = [link.step(*given) for link, given in zip(self.links, self.parted(multipliers), strict=True)]
        return nonnegative(ZERO if self.radius is None else multipliers[1], steps)

    def proved(self, multipliers: Sequence[Fraction]) -> list[Fraction] | None:
        """Return the totals of the first 0, 1, ..., m trials, None where the multipliers prove nothing."""
        totals, wrong = self.totals(multipliers)
        return None if wrong or not self.dominates(multipliers) else totals


def added(numbers: Iterable[Fraction]) -> Fraction:
    """Return the sum of some fractions."""
    total = ZERO
    for a in numbers:
        spend(3 * size(total) + size(a))  # of which the greatest common divisor takes the most
        total += a
    return total
