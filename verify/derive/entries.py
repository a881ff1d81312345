"""What shows the goals of a proof by a potential with exp and ln: which lemmas, and which sums, in which order.

The weight of an entry changes by a factor, whose logarithm is taken apart entry by entry; the logarithm of the sum of
the weights is enclosed by the chord of exp between the least and the largest entry, and Hoeffding's lemma, by tangents,
or where the factor is linear in the entry, exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations

from verify.derive.entry_parts import W, divides_by_sum, of_entry_and_all, unsummed
from verify.derive.entry_search import MASS, N, Search
from verify.derive.entry_sums import shown_by_sums
from verify.derive.script import Part
from verify.kernel_proof.goals import Goal
from verify.kernel_proof.pieces import UNIT
from verify.kernel_proof.ratios import Ratio
from verify.kernel_proof.weights import Weighed

Tactic = Callable[[Search], None]


def directly(search: Search) -> None:
    """Show a goal by what is known."""


def by_signs(search: Search) -> None:
    """Show that sums are positive, and which logarithms of parameters are larger."""
    search.positive_sums()
    for a, b in permutations((UNIT, *search.of_parameters_in("ln")), 2):
        if b is not UNIT:
            search.script.lemma("ln_strict", a, b)


def by_mass(search: Search) -> None:
    """Show that no weight is more than all of them, and that ln n is not negative."""
    search.positive_sums()
    search.script.lemma("ln_increasing", UNIT, N)
    if search.script.entry(W) and search.script.lemma("ln_increasing", W, MASS):
        for u in search.claim.compared_with:
            search.script.sum(search.claim.vector(u).at * (search.values.ln(MASS) - search.values.ln(W)), ">=")
        if (whole := search.whole()).key != MASS.key:
            search.script.lemma("ln_increasing", MASS, whole)
    search.products_of_parameters()


def bounded(*above: str) -> Tactic:
    """Return the tactic that bounds the logarithm of a sum of weights by a lemma."""

    def tactic(search: Search) -> None:
        search.parameters()
        search.positive_sums()
        search.take_apart()
        search.losses()
        search.sums(lambda search, inside, linear: bound(search, inside, linear, above))

    return tactic


def bound(search: Search, inside: Ratio, linear: Ratio, above: tuple[str, ...]) -> None:
    """Bound one logarithm."""
    share = search.mean_share()
    mean = search.compare(inside, linear)
    if mean is None:
        return
    if "hoeffding" in above and share is not None and search.width is not None:
        search.script.lemma("hoeffding", search.width, share)
    if "tangent" in above:
        search.script.lemma("ln_tangent", mean)
    if "half" in above and search.width is not None:
        search.at_half(mean, search.width)


def shared(search: Search) -> None:
    """Bound the logarithm of the sum of weights of which each gets a share of all."""
    search.parameters()
    search.positive_sums()
    search.shares()
    search.sums(lambda search, inside, linear: bound(search, inside, linear, ("hoeffding",)))


def ending(search: Search) -> None:
    """Bound the logarithm of the sum of new weights where what is wanted speaks of losses, but not of that any more."""
    search.also = [*search.new_sums()]
    search.parameters()
    search.positive_sums()
    search.take_apart()
    for inside in list(search.moving()):
        own = unsummed(inside)
        if own is not None:
            search.most(own)
    search.sums(lambda search, inside, linear: bound(search, inside, linear, ("hoeffding",)))
    search.products_of_parameters()


def normalised(search: Search) -> None:
    """Bound the logarithm of what new weights are divided by so that they add up to what those before did."""
    search.parameters()
    search.positive_sums()
    search.take_apart()
    spoken = set().union(*(guard.ratio.names for guard in search.script.known.guards))
    search.also = [name for name in search.new_sums() if name in spoken]
    search.positive_sums()
    search.sums(lambda search, inside, linear: bound(search, inside, linear, ("hoeffding",)))
    search.products_of_parameters()


def by_mass_and_parameters(search: Search) -> None:
    """Show that no weight is more than all of them, and what there is to be known of logarithms of parameters."""
    search.parameters()
    by_signs(search)
    by_mass(search)


OTHERS: tuple[Tactic, ...] = (directly, by_signs, by_mass, by_mass_and_parameters)
OF_TRIALS: tuple[Tactic, ...] = (bounded("hoeffding"), bounded("tangent"), bounded(), bounded("half"))


def part_of_entries(claim: Weighed, goal: Goal, roots: Mapping[str, Ratio]) -> Part | None:
    """Return what shows a goal, as it stands in a proof; None where nothing is found."""
    if not any(head in ("exp", "ln") for head, _ in claim.values.known.values()):
        part = shown_by_sums(claim, goal, roots)
        if part is not None:
            return part
    moves = any(Search(claim, goal, roots).moving())
    mixed = any(of_entry_and_all(inside) for _, inside in Search(claim, goal, roots).of("ln", entries=True))
    last = not moves and {"_sum_u_x", "u_loss"} & goal.wanted.ratio.names
    divides = any(divides_by_sum(inside) for _, inside in Search(claim, goal, roots).of("ln", entries=True))
    at_last = (normalised,) if divides else (ending,)
    tactics = (shared,) if moves and mixed else OF_TRIALS if moves else at_last if last else OTHERS
    squared = (moves or tactics == (normalised,)) and "y" in goal.wanted.ratio.names
    searches = []
    for tactic in tactics:
        searches.append(search := Search(claim, goal, roots))
        tactic(search)
        part = search.script.closed(goal.wanted)
        if part is not None and search.script.checker.shows_goal(goal, part):
            return part
    for search in searches:
        part = search.script.closed_at_length(goal.wanted, squared=squared)
        if part is not None and search.script.checker.shows_goal(goal, part):
            return part
    return None
